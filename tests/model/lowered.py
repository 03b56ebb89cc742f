"""A constraint for tests that is nothing but relations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from satdoku.base.problem import Problem
from satdoku.board import BoardMap, Constraint, Geometry, Grid
from satdoku.board.constraint import Shape
from satdoku.relations import Domain, Relation, holds, variables_of


@dataclass(frozen=True)
class Lowered(Constraint):
    """Keeps the grids that its relations allow; auxiliary variables are tried one by one."""

    name = "lowered"
    title = "Lowered"
    summary = "What its relations say."
    demands: tuple[Relation, ...]

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        used = {v for relation in self.demands for v in variables_of(relation)}
        return tuple(sorted(v for v in used if v < geometry.cell_count))

    def holds(self, grid: Grid) -> bool:
        cells = dict(enumerate(v for v in grid.values if v is not None))
        values = {
            r.variable: r.digits
            for r in self.demands
            if isinstance(r, Domain) and r.variable not in cells
        }
        return any(
            all(holds(r, cells | dict(zip(values, chosen, strict=True))) for r in self.demands)
            for chosen in product(*values.values())
        )

    def relations(self, geometry: Geometry) -> tuple[Relation, ...]:
        return self.demands

    def faults(self, grid: Grid) -> Iterator[Problem]:
        return iter(())

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return ()

    def image(self, board_map: BoardMap) -> Constraint | None:
        return None
