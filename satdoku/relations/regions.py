"""What is connected, as one relation for engines that know the kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from satdoku.relations.basic import Variable
from satdoku.relations.kinds import renumbered

if TYPE_CHECKING:
    from satdoku.relations.kinds import Relation

__all__ = ["Connection", "Lowered", "Regions", "spelled_out"]


@dataclass(frozen=True)
class Regions:
    """The places of each label are connected, and hold each digit once.

    cells   for each place the variable of its digit
    labels  for each place the variable of its label, of which there are as many as regions
    edges   (place, place, flag, whether they are neighbours): the flag is 1 where both places have
            the same label, and 0 where not
    means   the same in relations of the other kinds, with further variables of their own
    """

    cells: tuple[Variable, ...]
    labels: tuple[Variable, ...]
    edges: tuple[tuple[int, int, Variable, bool], ...]
    means: tuple[Relation, ...]

    def renumbered(self, numbers: Mapping[Variable, Variable]) -> Regions:
        """The same about other variables; those that ``numbers`` does not name stay."""
        return Regions(
            tuple([numbers.get(v, v) for v in self.cells]),
            tuple([numbers.get(v, v) for v in self.labels]),
            tuple([(a, b, numbers.get(v, v), touch) for a, b, v, touch in self.edges]),
            tuple([renumbered(relation, numbers) for relation in self.means]),
        )


@dataclass(frozen=True)
class Connection:
    """The places whose value is one of some values are connected, and there are some.

    cells   for each place its variable
    inside  the values
    edges   the pairs of places that are neighbours
    means   the same in relations of the other kinds, with further variables of their own
    """

    cells: tuple[Variable, ...]
    inside: frozenset[int]
    edges: tuple[tuple[int, int], ...]
    means: tuple[Relation, ...]

    def renumbered(self, numbers: Mapping[Variable, Variable]) -> Connection:
        """The same about other variables; those that ``numbers`` does not name stay."""
        return Connection(
            tuple([numbers.get(v, v) for v in self.cells]),
            self.inside,
            self.edges,
            tuple([renumbered(relation, numbers) for relation in self.means]),
        )


Lowered: TypeAlias = "Relation | Regions | Connection"
"""What a constraint may be lowered to."""


def spelled_out(relations: Iterable[Lowered]) -> list[Relation]:
    """The relations, with what it means in the place of each that is connected."""
    found: list[Relation] = []
    for relation in relations:
        if isinstance(relation, Regions | Connection):
            found += relation.means
        else:
            found.append(relation)
    return found
