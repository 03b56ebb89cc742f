"""What engines that know the kind take as one relation: what is connected, the rank of a line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self, TypeAlias

from satdoku.relations.basic import Variable
from satdoku.relations.kinds import renumbered

if TYPE_CHECKING:
    from satdoku.relations.kinds import Relation

__all__ = ["Connection", "Lowered", "Ranking", "Regions", "Whole", "spelled_out"]


@dataclass(frozen=True)
class Whole:
    """A relation with another meaning for engines that do not know its kind.

    means  the same in relations of the other kinds, with further variables of their own
    """

    means: tuple[Relation, ...] = field(kw_only=True)

    def renumbered(self, numbers: Mapping[Variable, Variable]) -> Self:
        """The same about other variables; those that ``numbers`` does not name stay."""
        means = tuple([renumbered(relation, numbers) for relation in self.means])
        return replace(self, means=means)


@dataclass(frozen=True)
class Regions(Whole):
    """The places of each label are connected, and hold each digit once.

    cells   for each place the variable of its digit
    labels  for each place the variable of its label, of which there are as many as regions
    edges   (place, place, flag, whether they are neighbours): the flag is 1 where both places have
            the same label, and 0 where not
    """

    cells: tuple[Variable, ...]
    labels: tuple[Variable, ...]
    edges: tuple[tuple[int, int, Variable, bool], ...]

    def renumbered(self, numbers: Mapping[Variable, Variable]) -> Regions:
        """The same about other variables; those that ``numbers`` does not name stay."""
        return replace(
            super().renumbered(numbers),
            cells=tuple([numbers.get(v, v) for v in self.cells]),
            labels=tuple([numbers.get(v, v) for v in self.labels]),
            edges=tuple([(a, b, numbers.get(v, v), touch) for a, b, v, touch in self.edges]),
        )


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

    def renumbered(self, numbers: Mapping[Variable, Variable]) -> Connection:
        """The same about other variables; those that ``numbers`` does not name stay."""
        cells = tuple([numbers.get(v, v) for v in self.cells])
        return replace(super().renumbered(numbers), cells=cells)


@dataclass(frozen=True)
class Ranking(Whole):
    """Of some groups of lines, the one line each that begins with the same value as another line:
    how many of these are smaller than that, both read as numbers.

    own      the cells of the line that they are compared with
    groups   lines of as many cells
    first    the value that it begins with
    smaller  how many are smaller
    ties     whether lines may be equal, which is not smaller
    """

    own: tuple[Variable, ...]
    groups: tuple[tuple[tuple[Variable, ...], ...], ...]
    first: int
    smaller: int
    ties: bool

    def renumbered(self, numbers: Mapping[Variable, Variable]) -> Ranking:
        """The same about other variables; those that ``numbers`` does not name stay."""
        own, *others = [
            tuple([tuple([numbers.get(v, v) for v in line]) for line in group])
            for group in ((self.own,), *self.groups)
        ]
        return replace(super().renumbered(numbers), own=own[0], groups=tuple(others))


Lowered: TypeAlias = "Relation | Regions | Connection | Ranking"
"""What a constraint may be lowered to."""


def spelled_out(relations: Iterable[Lowered]) -> list[Relation]:
    """The relations, with what it means in the place of each that is a :class:`Whole`."""
    found: list[Relation] = []
    for relation in relations:
        if isinstance(relation, Whole):
            found += relation.means
        else:
            found.append(relation)
    return found
