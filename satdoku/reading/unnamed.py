"""Clues of relations and numbers without a name as a rule, as sentences state them of figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from satdoku.board import Constraint, Geometry
from satdoku.constraints.arrows import PillArrow
from satdoku.constraints.custom import AllPairs, AutomatonRule, PairTableRule
from satdoku.constraints.each import ForEach, places
from satdoku.constraints.neighbours import neighbours, touching
from satdoku.reading.figures import Figure
from satdoku.reading.pairs import Pairs
from satdoku.reading.quantities import ENDS, clue_of
from satdoku.reading.words import Mention, RulesText

UNNAMED = frozenset((PairTableRule.name, AllPairs.name, AutomatonRule.name, ForEach.name))
"""The rules that have no name of their own."""


def unnamed_clues(
    mention: Mention, figures: Sequence[Figure], text: RulesText, geometry: Geometry
) -> Iterator[tuple[Constraint, ...]]:
    """The clues of a relation or number that the figures of a style may be."""
    called = text.short(mention)
    if mention.rule == PairTableRule.name:
        yield from _of_pairs(mention, figures, text, geometry)
    elif mention.rule == AllPairs.name and figures[0].kind in ("line", "cage", "area"):
        lines = [tuple(dict.fromkeys(figure.cells)) for figure in figures]
        if all(len(cells) > 1 for cells in lines):
            yield tuple(AllPairs(cells, mention.pairs, called) for cells in lines)
    elif mention.quantity is not None:
        yield from _of_quantity(mention, figures, text, geometry)


def _of_pairs(
    mention: Mention, figures: Sequence[Figure], text: RulesText, geometry: Geometry
) -> Iterator[tuple[Constraint, ...]]:
    """A relation of two digits at marks between them, along lines or of cells that correspond."""
    table, called = mention.pairs, text.short(mention)
    pairs = list(_pairs(mention, figures, geometry))
    if not pairs or any(len(cells) < 2 for cells in pairs):
        return
    clues = tuple(PairTableRule(cells, table, called) for cells in pairs)
    if figures[0].kind == "edge" and _all_given(figures[0], text):
        contrary = _contrary(table, geometry)
        marked = {frozenset(figure.cells) for figure in figures}
        others = (
            pair for pair in places(geometry, "edges", False)[0] if frozenset(pair) not in marked
        )
        yield (*clues, *(PairTableRule(pair, contrary, _not(called)) for pair in others))
    yield clues


def _pairs(
    mention: Mention, figures: Sequence[Figure], geometry: Geometry
) -> Iterator[tuple[int, ...]]:
    """The cells of which any two, one after the other, have the relation."""
    kind = figures[0].kind
    for figure in figures:
        if kind == "corner" and mention.scope == "diagonals":
            yield figure.cells[::3]
            yield figure.cells[1:3]
        elif kind == "cage" and mention.scope == "sideways":
            own = {*figure.cells}
            yield from (
                pair for pair in places(geometry, "edges", False)[0] if own.issuperset(pair)
            )
        elif kind == "area" and mention.scope == "corresponding":
            if len(figure.cells) != len(figures[0].cells):
                return
            if figure is not figures[0]:
                yield from zip(figures[0].cells, figure.cells, strict=True)
        elif (
            _is_pair(figure)
            or kind in ("edge", "line")
            or (kind == "side" and mention.scope == "row")
        ):
            yield figure.cells
        else:
            yield ()


def _is_pair(figure: Figure) -> bool:
    """Whether a figure is a cage or a capsule of two cells."""
    return figure.kind in ("cage", "mark") and not figure.label and len(figure.cells) == 2


def _contrary(table: Pairs, geometry: Geometry) -> Pairs:
    return tuple((a, b) for a in geometry.digits for b in geometry.digits if (a, b) not in table)


def _not(called: str) -> str:
    return f"not: {called}"


def _all_given(figure: Figure, text: RulesText) -> bool:
    """Whether a sentence says that all marks of a kind are drawn."""
    return any(
        (not looks.shapes or figure.shape in looks.shapes)
        and (not looks.colours or figure.colour in looks.colours)
        for looks in text.given
    )


def _of_quantity(
    mention: Mention, figures: Sequence[Figure], text: RulesText, geometry: Geometry
) -> Iterator[tuple[Constraint, ...]]:
    """Clues whose number, if they have one, is a quantity of their digits."""
    quantity, called = mention.quantity, text.short(mention)
    if quantity is None:
        return
    if mention.scope == "regions" and figures[0].kind == "area":
        figures = _in_regions(figures, geometry)
    clues: list[Constraint] = []
    for figure in figures:
        if (about := _cells_of(mention, figure, geometry)) is None:
            return
        cells, bulb = about
        if figure.label or quantity.measure is None:
            bulb, cells = None, (*((bulb,) if bulb is not None else ()), *cells)
        clue = clue_of(quantity, cells, figure.label, geometry.digits, called, bulb)
        if clue is None:
            return
        clues.append(clue)
    if figures[0].kind == "corner" and quantity.measure is None and _all_given(figures[0], text):
        marked = {figure.cells for figure in figures}
        others = (
            clue_of(quantity, cells, figures[0].label, geometry.digits, _not(called), deny=True)
            for cells in places(geometry, "window 2x2", False)[0]
            if cells not in marked
        )
        yield (*clues, *(clue for clue in others if clue is not None))
    yield tuple(clues)


def _cells_of(
    mention: Mention, figure: Figure, geometry: Geometry
) -> tuple[tuple[int, ...], int | None] | None:
    """The cells that a number of a figure is about, and the one that may hold it."""
    cells = figure.cells
    if mention.scope == "around" and figure.kind in ("edge", "cage", "mark", "area"):
        around = {other for cell in cells for other in touching(geometry, cell)}
        bulb = cells[0] if figure.kind in ("mark", "area") and len(cells) == 1 else None
        return tuple(sorted(around - {*cells})), bulb
    if figure.kind in ("side", "diagonal"):
        whole = mention.quantity is not None and mention.quantity.in_row
        place = slice(None) if whole or figure.kind == "diagonal" else None
        place = mention.place or place
        if place is ENDS:
            return (cells[0], cells[-1]), None
        return None if place is None else (cells[place], None)
    if figure.kind == "line" and figure.ends in ("bulb", "circle"):
        return cells[1:], cells[0]
    if len(figure.bulb) > 1:
        return (*figure.bulb, *cells), None
    return cells, figure.bulb[0] if figure.bulb else None


def _in_regions(figures: Sequence[Figure], geometry: Geometry) -> list[Figure]:
    """Areas cut at the borders of regions, and those of a region put together."""
    of_region: dict[int | None, list[int]] = {}
    for cell in sorted({cell for figure in figures for cell in figure.cells}):
        of_region.setdefault(geometry.region_of[cell], []).append(cell)
    return [
        Figure("area", tuple(cells), figures[0].drawings, figures[0].colour)
        for cells in of_region.values()
    ]


def pill_arrows(figures: Sequence[Figure], geometry: Geometry) -> Iterator[tuple[Constraint, ...]]:
    """Pills whose number is the sum of the digits around them, as in a lemon."""
    clues: list[Constraint] = []
    for figure in figures:
        pill = figure.cells
        around = {other for cell in pill for other in neighbours(geometry, cell)} - {*pill}
        if figure.kind != "mark" or len(pill) != 2 or len(around) != 6:
            return
        clues.append(PillArrow(pill, tuple(sorted(around))))
    yield tuple(clues)
