"""Random numbers that are the same on every platform and in every Python.

xoshiro256** seeded by splitmix64 (Blackman and Vigna, public domain), number for number what the
compiled core draws (native/solver/random.hpp).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from satdoku.base.compiled import compiled_core

_MASK = (1 << 64) - 1
MAX_SEED = _MASK
"""Seeds are 64-bit numbers."""

T = TypeVar("T")


def _finish(z: int) -> int:
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _MASK
    return z ^ (z >> 31)


def _mix(z: int) -> int:
    return _finish((z + 0x9E3779B97F4A7C15) & _MASK)


def child_seed(seed: int, index: int) -> int:
    """The seed of one puzzle of a run, so that no puzzle depends on another."""
    return _mix(_mix(seed & _MASK) ^ _mix((index ^ 0xD1B54A32D192ED03) & _MASK))


class Stream:
    """A stream of random numbers."""

    def __init__(self, seed: int) -> None:
        state = []
        for _ in range(4):
            seed = (seed + 0x9E3779B97F4A7C15) & _MASK
            state.append(_finish(seed))
        self._a, self._b, self._c, self._d = state

    def bits64(self) -> int:
        """The next 64 bits."""
        a, b, c, d = self._a, self._b, self._c, self._d
        x = b * 5 & _MASK
        result = ((x << 7 | x >> 57) & _MASK) * 9 & _MASK
        t = b << 17 & _MASK
        c ^= a
        d ^= b
        self._b = b ^ c
        self._a = a ^ d
        self._c = c ^ t
        self._d = (d << 45 | d >> 19) & _MASK
        return result

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound - 1``, each equally likely."""
        if bound <= 1 << 32:
            refuse = ((1 << 32) - bound) % bound
            while True:
                value = self.bits64() >> 32
                if value >= refuse:
                    return value % bound
        words = -(-bound.bit_length() // 64)
        shift = 64 * words - bound.bit_length()
        while True:
            value = 0
            for _ in range(words):
                value = value << 64 | self.bits64()
            if (value := value >> shift) < bound:
                return value

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in random order, every order equally likely."""
        shuffled: list[T] = list(items)
        core = compiled_core("shuffled")
        if core is None:
            for i in range(len(shuffled), 1, -1):
                j = self.below(i)
                shuffled[i - 1], shuffled[j] = shuffled[j], shuffled[i - 1]
        else:
            state = self._a, self._b, self._c, self._d
            shuffled, (self._a, self._b, self._c, self._d) = core.shuffled(*state, shuffled)
        return shuffled

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]
