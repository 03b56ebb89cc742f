"""Connected cells and ranks of lines, as one relation for engines that know the kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from satdoku.base.records import dataclass
from satdoku.relations.basic import Variable
from satdoku.relations.kinds import renumbered

if TYPE_CHECKING:
    from satdoku.relations.kinds import Relation


@dataclass(frozen=True)
class Whole(ABC):
    """One relation for some engines, which is spelled out in basic kinds for the others on demand.

    hidden   the variables that only the spelled-out relations use
    meaning  makes these relations
    """

    hidden: Sequence[Variable]
    meaning: Callable[[], Iterable[Relation]] = field(compare=False, repr=False)

    @cached_property
    def means(self) -> tuple[Relation, ...]:
        """Relations of other kinds with this meaning; each names a variable that is no cell."""
        return tuple(self.meaning())

    @property
    def variables(self) -> tuple[Variable, ...]:
        """Every variable it uses."""
        return (*self._own(), *self.hidden)

    def renumbered(self, numbers: Mapping[Variable, Variable]) -> Self:
        """The relation about other variables; those not in ``numbers`` keep their number."""
        hidden, meaning = _renamed(self.hidden, numbers), partial(self._with, numbers)
        return replace(self, hidden=hidden, meaning=meaning, **self._renumbered(numbers))

    def _with(self, numbers: Mapping[Variable, Variable]) -> list[Relation]:
        return [renumbered(relation, numbers) for relation in self.means]

    @abstractmethod
    def _own(self) -> Iterable[Variable]:
        """The variables that its own fields name."""

    @abstractmethod
    def _renumbered(self, numbers: Mapping[Variable, Variable]) -> dict[str, Any]:
        """Its own fields about other variables."""


@dataclass(frozen=True)
class Regions(Whole):
    """The places of each label are connected, and hold each digit once.

    cells   for each place the variable of its digit
    labels  for each place the variable of its label, of which there are as many as regions
    edges   (place, place, flag, whether they are neighbours): the flag is 1 where both places have
            the same label, and 0 where not
    runs    (place, (place, flag), ...): the flag is 1 where this place and all before it have the
            label of the first place, and 0 where not
    """

    cells: tuple[Variable, ...]
    labels: tuple[Variable, ...]
    edges: tuple[tuple[int, int, Variable, bool], ...]
    runs: tuple[tuple[int, tuple[tuple[int, Variable], ...]], ...]

    def _own(self) -> Iterable[Variable]:
        flags = [edge[2] for edge in self.edges]
        flags += [flag for _, steps in self.runs for _, flag in steps]
        return (*self.cells, *self.labels, *flags)

    def _renumbered(self, numbers: Mapping[Variable, Variable]) -> dict[str, Any]:
        runs = [(a, tuple([(b, numbers.get(v, v)) for b, v in run])) for a, run in self.runs]
        return {
            "cells": _renamed(self.cells, numbers),
            "labels": _renamed(self.labels, numbers),
            "edges": tuple([(a, b, numbers.get(v, v), touch) for a, b, v, touch in self.edges]),
            "runs": tuple(runs),
        }


@dataclass(frozen=True)
class Connection(Whole):
    """The places whose value is one of some values are connected, and there are some.

    cells   for each place its variable
    inside  the values
    edges   the pairs of places that are neighbours
    """

    cells: tuple[Variable, ...]
    inside: frozenset[int]
    edges: tuple[tuple[int, int], ...]

    def _own(self) -> Iterable[Variable]:
        return self.cells

    def _renumbered(self, numbers: Mapping[Variable, Variable]) -> dict[str, Any]:
        return {"cells": _renamed(self.cells, numbers)}


@dataclass(frozen=True)
class Ranking(Whole):
    """The rank of a line, read as a number, among the lines that begin with the same value.

    In each group, one line begins with that value.

    own      the cells of the line that is ranked
    groups   the lines to compare it with, of as many cells
    first    the value that it begins with
    smaller  how many of those lines are smaller
    ties     whether another line may be equal to it (which is not smaller)
    """

    own: tuple[Variable, ...]
    groups: tuple[tuple[tuple[Variable, ...], ...], ...]
    first: int
    smaller: int
    ties: bool

    def _own(self) -> Iterable[Variable]:
        return (*self.own, *chain.from_iterable(chain.from_iterable(self.groups)))

    def _renumbered(self, numbers: Mapping[Variable, Variable]) -> dict[str, Any]:
        groups = [tuple([_renamed(line, numbers) for line in group]) for group in self.groups]
        return {"own": _renamed(self.own, numbers), "groups": tuple(groups)}


Lowered: TypeAlias = "Relation | Whole"
"""A relation that a constraint may be lowered to."""


def spelled_out(relations: Iterable[Lowered]) -> list[Relation]:
    """The relations, each :class:`Whole` replaced by its meaning in other kinds."""
    basic: list[Relation] = []
    for relation in relations:
        if isinstance(relation, Whole):
            basic += relation.means
        else:
            basic.append(relation)
    return basic


def _renamed(
    variables: Sequence[Variable], numbers: Mapping[Variable, Variable]
) -> tuple[Variable, ...]:
    return tuple([numbers.get(variable, variable) for variable in variables])
