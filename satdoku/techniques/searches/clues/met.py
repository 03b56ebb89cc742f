"""Ways to fill cells that were met before, as a table to ask at once.

For each candidate a bit set of the ways that have it, as in compact tables (Demeulenaere and
others, "Compact-Table", CP 2016): which ways are left within some domains, and what occurs in them,
is a few operations on long integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from satdoku.techniques.board import bits

_MAX_WAYS = 1000
"""More single ways than this are forgotten together, so that the table stays fast."""

_ROWS = 500


@lru_cache(maxsize=16)
def _flags(size: int) -> list[bytes]:
    """For each digit the table by which it is 1 and all others are 0, as text."""
    return [b"0" * d + b"1" + b"0" * (255 - d) for d in range(size)]


class Met:
    """The ways that were met, as sets of candidates (bit ``place * size + d``)."""

    def __init__(self, size: int, places: int) -> None:
        self._size, self._places = size, places
        self._has = [0] * (size * places)
        self._ways: list[int] = []
        self._every: tuple[int, ...] | None = None
        self._rows: dict[tuple[int, int], int] = {}

    def complete(self, domains: tuple[int, ...]) -> bool:
        """Whether all ways within these domains are known."""
        every = self._every
        return every is not None and not any(
            mask & ~own for mask, own in zip(domains, every, strict=True)
        )

    def within(self, domains: tuple[int, ...]) -> int:
        """The known ways within these domains, as a bit set."""
        left = (1 << len(self._ways)) - 1
        rows = self._rows
        for key in enumerate(domains):
            row = rows.get(key)
            if row is None:
                place, mask = key
                row = 0
                for d in bits(mask):
                    row |= self._has[place * self._size + d]
                if len(rows) > _ROWS:
                    rows.clear()
                rows[key] = row
            left &= row
            if not left:
                break
        return left

    def any(self, domains: tuple[int, ...]) -> int:
        """The last known way within these domains, 0 where there is none."""
        left = self.within(domains)
        return self._ways[left.bit_length() - 1] if left else 0

    def support(self, domains: tuple[int, ...]) -> tuple[int, ...]:
        """The candidates that occur in a known way within these domains, by place; empty where
        there is none."""
        left = self.within(domains)
        if not left:
            return ()
        occurring = []
        for place, mask in enumerate(domains):
            first, here = place * self._size, 0
            while mask:
                low = mask & -mask
                if self._has[first + low.bit_length() - 1] & left:
                    here |= low
                mask ^= low
            occurring.append(here)
        return tuple(occurring)

    def cover(self, domains: tuple[int, ...], support: Sequence[int]) -> list[int]:
        """Few known ways within these domains that have between them all of ``support`` that is in
        a known way."""
        left = self.within(domains)
        rest = sum(mask << place * self._size for place, mask in enumerate(support))
        ways: list[int] = []
        while rest:
            having = self._has[rest.bit_length() - 1] & left
            way = self._ways[having.bit_length() - 1] if having else 0
            rest &= ~(way | 1 << rest.bit_length() - 1)
            if way:
                ways.append(way)
        return ways

    def forget(self) -> None:
        """Drop what is known where single ways have become many."""
        if len(self._ways) > _MAX_WAYS:
            self._ways = []
            self._has = [0] * len(self._has)
            self._rows.clear()

    def extend(self, ways: Iterable[int]) -> None:
        """Add some ways."""
        has = self._has
        for way in ways:
            bit = 1 << len(self._ways)
            self._ways.append(way)
            while way:
                low = way & -way
                has[low.bit_length() - 1] |= bit
                way ^= low
        self._rows.clear()

    def ways(self, domains: tuple[int, ...]) -> list[int]:
        """The known ways within these domains."""
        size, every = self._size, (1 << self._size) - 1
        excluded = sum([(every & ~mask) << place * size for place, mask in enumerate(domains)])
        return [way for way in self._ways if not way & excluded]

    def fill(self, columns: Sequence[bytes], domains: tuple[int, ...]) -> None:
        """Take these, all ways within some domains, in place of what is known; for each place the
        digits of all ways."""
        self._every = domains
        self._rows.clear()
        size = self._size
        ways = [0] * len(columns[0])
        for shift, column in zip(range(0, size * self._places, size), columns, strict=True):
            bits_of = [1 << shift + d for d in range(size)]
            ways = [way | bits_of[d] for way, d in zip(ways, column, strict=True)]
            backwards = column[::-1]
            for d, flags in enumerate(_flags(size)):
                self._has[shift + d] = int(backwards.translate(flags) or b"0", 2)
        self._ways = ways
