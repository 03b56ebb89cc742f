"""Rules about orthogonal neighbours everywhere on the board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from satdoku.constraints.common import PairRule, maps_onto_itself
from satdoku.puzzle.constraint import BoardMap, Constraint
from satdoku.puzzle.geometry import Geometry
from satdoku.relations import PairTable, Relation

__all__ = ["NonConsecutive"]


@dataclass(frozen=True)
class NonConsecutive(PairRule):
    """Orthogonal neighbours never differ by 1."""

    name: ClassVar[str] = "non-consecutive"
    title: ClassVar[str] = "Non-consecutive"
    summary: ClassVar[str] = "Orthogonal neighbours do not hold consecutive digits."
    steps: ClassVar[tuple[tuple[int, int], ...]] = ((0, 1), (1, 0))

    def clash(self, first: int, second: int) -> bool:
        return abs(first - second) == 1

    def fault(self, place: str, first: int, second: int) -> str:
        return f"{place} are {first} and {second}, consecutive digits in neighbouring cells"

    def relations(self, geometry: Geometry) -> Iterable[Relation]:
        allowed = _apart(geometry.digits)
        return tuple(PairTable(a, b, allowed) for a, b in self.pairs(geometry))

    def image(self, board_map: BoardMap) -> Constraint | None:
        digits = board_map.digits
        forbidden = [(a, b) for a in digits for b in digits if self.clash(a, b)]
        kept = all(self.clash(digits[a], digits[b]) for a, b in forbidden)
        return (
            self if kept and maps_onto_itself(self.pairs(board_map.geometry), board_map) else None
        )


@lru_cache(maxsize=64)
def _apart(digits: tuple[int, ...]) -> frozenset[tuple[int, int]]:
    return frozenset((a, b) for a in digits for b in digits if abs(a - b) != 1)
