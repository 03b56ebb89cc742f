"""The kinds of relation that every encoding and technique supports."""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import accumulate
from typing import TypeAlias

from satdoku.base.records import dataclass

Variable: TypeAlias = int


@dataclass(frozen=True)
class AllDifferent:
    """No two of the variables are equal.

    Where there are as many variables as digits, every digit occurs (a full house), and engines
    may use that.
    """

    variables: tuple[Variable, ...]


@dataclass(frozen=True)
class Domain:
    """The variable takes one of these digits."""

    variable: Variable
    digits: frozenset[int]


@dataclass(frozen=True)
class PairTable:
    """The pair (first, second) is one of the allowed pairs of digits."""

    first: Variable
    second: Variable
    allowed: frozenset[tuple[int, int]]

    def conflicts(self, digits: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        """The pairs of a board's digits that the two variables may not hold."""
        return _others(self.allowed, digits)


@lru_cache(maxsize=64)
def _others(
    allowed: frozenset[tuple[int, int]], digits: tuple[int, ...]
) -> tuple[tuple[int, int], ...]:
    # A rule of the whole board has one table for all of its pairs of cells.
    return tuple((a, b) for a in digits for b in digits if (a, b) not in allowed)


@dataclass(frozen=True)
class DigitSetSum:
    """The variables are all different and their digits add up to ``total``.

    ``digits`` are the digits of the board, ascending; ``digit_sets`` lists the combinations that
    reach the total, which is what both engines branch on.
    """

    variables: tuple[Variable, ...]
    total: int
    digits: tuple[int, ...]

    @cached_property
    def digit_sets(self) -> tuple[tuple[int, ...], ...]:
        """Every set of ``len(variables)`` different digits with this total, ascending.

        The list grows as the binomial of digits over variables; ``digit_set_count`` returns how
        long it is before it is made.
        """
        digits = tuple(sorted(self.digits))
        # sums[i]: the sum of the first i digits, so that every run of digits costs one subtraction
        sums = (0, *accumulate(digits))
        digit_sets: list[tuple[int, ...]] = []

        def extend(chosen: tuple[int, ...], start: int, size: int, rest: int) -> None:
            if not size:
                if not rest:
                    digit_sets.append(chosen)
                return
            highest = sums[-1] - sums[-1 - size]
            for i in range(start, len(digits) - size + 1):
                if sums[i + size] - sums[i] > rest or highest < rest:
                    return
                extend((*chosen, digits[i]), i + 1, size - 1, rest - digits[i])

        if len(self.variables) <= len(digits):
            extend((), 0, len(self.variables), self.total)
        return tuple(digit_sets)

    @cached_property
    def digit_set_count(self) -> int:
        """The number of digit sets with this total, counted without listing them."""
        size = len(self.variables)
        if size > len(self.digits):
            return 0
        # A polynomial a set size, its coefficients (ways to reach a total) packed in one integer.
        low = min(self.digits, default=0)
        slot = len(self.digits) + 1
        rows = [1] + [0] * size
        for digit in self.digits:
            for k in range(size, 0, -1):
                rows[k] += rows[k - 1] << ((digit - low) * slot)
        target = self.total - low * size
        if not 0 <= target <= sum(digit - low for digit in self.digits):
            return 0
        return rows[size] >> (target * slot) & ((1 << slot) - 1)
