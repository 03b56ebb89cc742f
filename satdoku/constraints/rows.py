"""Rows of integers that many rules of a puzzle share: the moves of an automaton."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from itertools import chain

from satdoku.base.records import HashedTuple

__all__ = ["Rows", "rows_of"]


class Rows(HashedTuple[tuple[int, ...]]):
    """Rows in order, each once, with cached facts about all of them."""

    @cached_property
    def lengths(self) -> frozenset[int]:
        """The lengths of the rows."""
        return frozenset(map(len, self))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of all rows, ascending, each once."""
        return tuple(sorted(set(chain.from_iterable(self))))

    @cached_property
    def seconds(self) -> tuple[int, ...]:
        """The second numbers of all rows, ascending, each once: the symbols of an automaton."""
        return tuple(sorted({row[1] for row in self}))


def rows_of(rows: Iterable[tuple[int, ...]]) -> Rows:
    """Some rows in order, shared by rules that have equal ones."""
    return rows if isinstance(rows, Rows) else _known(tuple(rows))


@lru_cache(maxsize=16)
def _known(rows: tuple[tuple[int, ...], ...]) -> Rows:
    return Rows(sorted(set(rows)))
