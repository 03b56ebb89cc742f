"""The few relations that every engine understands.

A constraint lowers itself to these and never learns who solves it; an encoding knows these and
never learns which rule they came from. A relation speaks of *variables*: plain integers, of which
``0 .. cells - 1`` are the cells of the board in row-major order. Numbers from ``cells`` upward
are free for the auxiliary variables that later relations (automaton, linear sum, count) will
need. A relation that must hold only when some literal does can later carry a guard field; none
of today's rules needs one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TypeAlias

__all__ = ["AllDifferent", "DigitSetSum", "Domain", "PairTable", "Relation", "Variable"]

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

        The list grows as the binomial of digits over variables; ``digit_set_count`` says how
        long it is before it is made.
        """
        size = len(self.variables)
        return tuple(c for c in combinations(self.digits, size) if sum(c) == self.total)

    @cached_property
    def digit_set_count(self) -> int:
        """The number of digit sets with this total, counted without listing them."""
        low = min((0, *self.digits))
        ways: dict[tuple[int, int], int] = {(0, 0): 1}
        for digit in self.digits:
            for (size, total), count in sorted(ways.items(), reverse=True):
                if size < len(self.variables):
                    key = (size + 1, total + digit)
                    if low >= 0 and key[1] > self.total:
                        continue
                    ways[key] = ways.get(key, 0) + count
        return ways.get((len(self.variables), self.total), 0)


Relation: TypeAlias = AllDifferent | Domain | PairTable | DigitSetSum
