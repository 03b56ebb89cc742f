"""The parts of a step that a hint may show before the answer: its pattern by roles.

A pattern is described as parts, each with a role (``pivot``, ``ring``, ``base``): a language
only provides a name for each role.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from satdoku.board.geometry import Geometry
from satdoku.techniques.arguments.pieces import PatternPart
from satdoku.techniques.step import House, Step, StepView


def veiled(step: Step) -> StepView:
    """The step without what follows from it, and without what would repeat it in other words."""
    view = replace(
        step.view, placements=(), eliminations=(), contradiction=None, parts=(), notation=""
    )
    return step.proof.veiled(view)


def parts_of(step: Step, geometry: Geometry) -> list[PatternPart]:
    """The parts of a step's pattern, without its conclusion."""
    parts = step.proof.roles(veiled(step), geometry)
    return [p for p in parts if p.houses or p.cells or p.held or p.digits or p.text]


def spots(step: Step, geometry: Geometry) -> list[House]:
    """Where to look: the pattern's houses, and for cells outside of these those they lie in."""
    shown = veiled(step)
    houses = dict.fromkeys(shown.houses)
    for group in step.proof.together(shown):
        for part in (group,) if _home(group, geometry) else tuple((cell,) for cell in group):
            if any(set(part) <= set(house.cells) for house in houses):
                continue
            home = _home(part, geometry)
            if home is not None:
                houses[home] = None
    return list(houses)


def _home(cells: Sequence[int], geometry: Geometry) -> House | None:
    for house in (*geometry.regions, *geometry.houses):
        if set(cells) <= set(house.cells):
            return House(house.kind, house.number, house.cells, grid=house.grid)
    return None
