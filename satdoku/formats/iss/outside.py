"""Cells outside of the grid (``.Var``, missing digits, regions to be found), and the rules about
them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from importlib import import_module

from satdoku.base.errors import FormatError
from satdoku.base.records import dataclass
from satdoku.board.constraint import Constraint
from satdoku.board.geometry import Geometry
from satdoku.formats.clues import Clues
from satdoku.formats.iss.board import SIDES
from satdoku.formats.iss.items import IssItem

_COUNT = re.compile(r"[1-9]\d{0,3}")


@dataclass(frozen=True, slots=True)
class CellGroup:
    """Cells outside of the grid: their name, how many, how many a row.

    ``written`` is the group as the rule ``variables`` takes it; empty for the regions of the rule
    ``chaos-construction``.
    """

    name: str
    count: int
    width: int
    written: str


def groups_outside(
    items: Sequence[IssItem], geometry: Geometry, clues: Clues
) -> tuple[list[CellGroup], list[IssItem]]:
    """The groups of cells outside of the grid, and the items without those that make them.

    What stands for the missing digits of the rule ``doppelganger`` is such cells, only where some
    item names them.
    """
    groups: list[CellGroup] = []
    rest = []
    chaos = False
    for item in items:
        if item.name == "Var":
            if not clues.ignores("Var", "variables"):
                groups.append(_group(item, geometry))
        elif item.name == "ChaosConstruction":
            chaos = chaos or not clues.ignores(item.name, "chaos-construction")
        else:
            rest.append(item)
    names = {item.name for item in rest}
    if "Doppelganger" in names and _mentions(rest, "DG"):
        kinds: dict[str, list[tuple[int, ...]]] = {"DGC": [], "DGR": [], "DGB": []}
        # Named by what a clue beside the board stands at: DGC1 is what row 1 lacks.
        letters = {"row": "DGC", "column": "DGR"}
        for house in geometry.houses:
            kinds[letters.get(house.kind, "DGB")].append(house.cells)
        for name, houses in kinds.items():
            begin = geometry.cell_count + sum(group.count for group in groups)
            groups.append(CellGroup(name, len(houses), len(houses), f"{name}*{len(houses)}"))
            for lacking, cells in enumerate(houses, begin):
                clues.add("Doppelganger", name, "extra-region", {"cells": [*cells, lacking]})
    if chaos:
        groups.append(CellGroup("CC", geometry.cell_count, geometry.columns, ""))
    return groups, rest


def _group(item: IssItem, geometry: Geometry) -> CellGroup:
    letter, label, size, *more = [*item.arguments, "", "", ""][: max(3, len(item.arguments))]
    sides = SIDES.fullmatch(size)
    name = f"V{letter}"
    # Without a size it is one cell; a label that is a number may be meant as one.
    bare = not size and not label.isdecimal()
    if not re.fullmatch("[A-Z]", letter) or more or not (sides or bare or _COUNT.fullmatch(size)):
        raise FormatError(
            "{place}: cells outside of the grid are written .Var~A~label~8", place=item.place
        )
    if sides is not None:
        rows, columns = int(sides[1]), int(sides[2])
        return CellGroup(name, rows * columns, columns, f"{name}*{rows}x{columns}")
    count = int(size or 1)
    # The site lays them out in rows as long as the board's.
    return CellGroup(name, count, min(count, geometry.columns), f"{name}*{count}")


def _mentions(items: Iterable[IssItem], start: str) -> bool:
    return any(
        any(argument.startswith(start) for argument in item.arguments)
        or _mentions(item.inside, start)
        for item in items
    )


def wider(geometry: Geometry, groups: Iterable[CellGroup]) -> Geometry:
    """The board with the cells outside of it.

    :raises FormatError: where they cannot be.
    """
    try:
        return geometry.with_extra(*((group.name, group.count, group.width) for group in groups))
    except ValueError as error:
        raise FormatError(str(error)) from None


def _of_regions(rule: Constraint) -> bool:
    """Whether a rule, or one inside of it, is about regions that are to be found."""
    inside = rule.arguments().get("rules", ())
    return rule.name in ("chaos-arrow", "chaos-count") or any(map(_of_regions, inside))


def _names_cells(rule: Constraint) -> bool:
    kinds = ("cell", "cells", "line", "sets", "lines", "rules")
    return any(parameter.kind in kinds for parameter in rule.parameters)


def nested(
    clues: Clues, geometry: Geometry, wide: Geometry, groups: Sequence[CellGroup]
) -> tuple[Constraint, ...]:
    """The rules of all clues, those that need cells outside of the grid inside of what has them."""
    constraints = import_module("satdoku.constraints")
    every = clues.rules(wide)
    chaos = groups[-1].name == "CC"
    regions = wide.cell_count - (geometry.cell_count if chaos else 0)
    plain: list[Constraint] = []
    outside: list[Constraint] = []
    labelled: list[Constraint] = []
    for rule in every:
        cells = rule.scope(wide) if _names_cells(rule) else ()
        if chaos and (_of_regions(rule) or any(cell >= regions for cell in cells)):
            labelled.append(rule)
        elif any(cell >= geometry.cell_count for cell in cells):
            outside.append(rule)
        else:
            plain.append(rule)
    if chaos:
        whole = constraints.ChaosConstruction(tuple(labelled))
        (outside if len(groups) > 1 else plain).append(whole)
    if outside:
        names = " ".join(group.written for group in groups if group.written)
        plain.append(constraints.VariablesRule(names, tuple(outside)))
    for rule in plain:
        if reason := rule.unfit(geometry):
            raise FormatError(reason, text=rule.name)
    return tuple(plain)
