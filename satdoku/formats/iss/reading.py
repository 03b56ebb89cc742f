"""A string to a document."""

from __future__ import annotations

from collections.abc import Iterable

from satdoku.base.errors import FormatError
from satdoku.base.worded import either, worded
from satdoku.board.geometry import Geometry
from satdoku.formats.base import ReadOptions, shown
from satdoku.formats.clues import Clues, RuleFields, geometry_of, integer
from satdoku.formats.iss.board import TITLE, board_of
from satdoku.formats.iss.cells import CODES, first, no_more
from satdoku.formats.iss.items import IssItem, items_of, spread
from satdoku.formats.iss.outside import groups_outside, nested, wider
from satdoku.formats.iss.table import CAGE, EXCHANGED, OLD_TABLES, STRICT, WORDED, key_of
from satdoku.formats.texts import placed
from satdoku.puzzle.document import Document
from satdoku.puzzle.puzzle import Puzzle


def read_body(body: str, options: ReadOptions) -> Document:
    """The puzzle of a string.

    :raises FormatError: where it cannot be read.
    """
    if "." not in body or "%2E" in body[:20].upper():
        raise FormatError(
            "{title} begins with a point: .Thermo~R1C1~R1C2", title=TITLE, text=body[:80]
        )
    clues = Clues(options)
    board, items = board_of(items_of(body))
    geometry = geometry_of(board.geometry(), options)
    groups, items = groups_outside(items, geometry, clues)
    wide = wider(geometry, groups)
    items = spread(items, wide)

    for place, cells in board.extra_regions():
        clues.add(place, "Jigsaw", "extra-region", {"cells": cells})
    domains: dict[int, frozenset[int]] = {}
    for item in items:
        if item.name == "":
            _givens(item, wide, domains)
        else:
            _read_item(item, clues, wide)
    for cell in sorted(cell for cell in domains if cell >= geometry.cell_count):
        clues.add(worded("a given"), "", "regex", _restricted(cell, domains.pop(cell), wide))
    given = {cell: min(digits) for cell, digits in domains.items() if len(digits) == 1}
    givens = tuple(map(given.get, range(geometry.cell_count)))
    marks = {cell: digits for cell, digits in domains.items() if len(digits) != 1}
    restricted = tuple(marks.get(c) for c in range(geometry.cell_count)) if marks else None
    rules = clues.rules(geometry) if not groups else nested(clues, geometry, wide, groups)
    return Document(Puzzle(geometry, givens, restricted, rules), extras=clues.extras())


def _givens(item: IssItem, geometry: Geometry, domains: dict[int, frozenset[int]]) -> None:
    with placed(item.place):
        for argument in item.arguments:
            code, *digits = argument.split("_")
            cell = CODES.cell(code, geometry)
            here = frozenset([integer(digit, "a digit") for digit in digits])
            if not here:
                raise FormatError(
                    "{argument} names no digit", argument=shown(argument), text=argument
                )
            domains[cell] = domains[cell] & here if cell in domains else here


def _restricted(cell: int, digits: frozenset[int], geometry: Geometry) -> RuleFields:
    """The fields of a rule that allows a cell, outside of the grid or in a branch of an Or, only
    some digits."""
    if others := digits - {*geometry.digits}:
        raise FormatError(
            "{name} is given {others}, which is not a digit of the board",
            name=geometry.name(cell),
            others=min(others),
        )
    symbols = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return {"cells": [cell], "pattern": f"[{''.join(symbols[d] for d in sorted(digits))}]"}


def _read_item(item: IssItem, clues: Clues, geometry: Geometry) -> None:
    place, name, arguments = item.place, item.name, item.arguments
    if name == "Cage" and len({*map(str.upper, arguments[1:])}) < len(arguments) - 1:
        _read_weighted(item, clues, geometry)
    elif name in OLD_TABLES:
        table = [part.translate(EXCHANGED) for part in arguments[:1]]
        clues.read(OLD_TABLES[name], table + arguments[1:], place, geometry)
    elif key := key_of(name):
        clues.read(key, arguments, place, geometry)
    elif name in WORDED:
        _read_worded(item, clues, geometry)
    elif name == "FullRankTies":
        if arguments[:1] != ["only-unclued"]:
            clues.all_of("full-rank", {"ties": first(arguments)})
    elif name in STRICT:
        with placed(place):
            no_more(arguments)
        for rule, more in STRICT[name]:
            clues.add(place, name, rule, dict(more))
    elif clues.ignores(name):
        return
    elif name == "Or":
        branches = [_branch([child], clues, geometry) for child in item.inside]
        # A branch that says nothing holds always.
        if all(branches):
            clues.add(place, name, "or", {"rules": [_one(branch) for branch in branches]})
    else:
        raise FormatError(
            "{place}: satdoku knows no item of the type {name}; --ignore {name_2} reads the"
            " puzzle without it",
            place=place,
            name=shown(name),
            name_2=name[:40],
            text=name[:80],
        )


def _read_weighted(item: IssItem, clues: Clues, geometry: Geometry) -> None:
    """Read a cage that names a cell twice: each mention counts in the sum; the cells differ."""
    with placed(item.place):
        (fields,) = CAGE.read(item.arguments, geometry)
    cells = list(dict.fromkeys(fields["cells"]))
    clues.add(item.place, item.name, "extra-region", {"cells": cells})
    if "sum" in fields:
        weights = [fields["cells"].count(cell) for cell in cells]
        total = {"total": fields["sum"], "coefficients": weights}
        clues.add(item.place, item.name, "sum", {"cells": cells, **total})


def _read_worded(item: IssItem, clues: Clues, geometry: Geometry) -> None:
    """Read an item whose first argument is a word that says which rule it is."""
    keys = WORDED[item.name]
    if (key := keys.get(first(item.arguments))) is None:
        raise FormatError(
            "{place}: {what} is {words}, not {arguments}",
            place=item.place,
            what=worded("a diagonal" if item.name == "Diagonal" else "what is indexed"),
            words=either(list(keys)),
            arguments=shown(item.arguments[:1]),
        )
    clues.read(key, item.arguments[1:], item.place, geometry)


def _branch(items: Iterable[IssItem], clues: Clues, geometry: Geometry) -> list[RuleFields]:
    """The rules that some items inside of an Or are."""
    rules: list[RuleFields] = []
    for item in items:
        if item.name == "And":
            rules += _branch(item.inside, clues, geometry)
        elif item.name == "":
            domains: dict[int, frozenset[int]] = {}
            _givens(item, geometry, domains)
            with placed(item.place):
                for cell, digits in domains.items():
                    rules.append({"rule": "regex", **_restricted(cell, digits, geometry)})
        else:
            inner = clues.inside()
            _read_item(item, inner, geometry)
            rules += [data for _, _, data in inner.data()]
    return rules


def _one(rules: list[RuleFields]) -> RuleFields:
    return rules[0] if len(rules) == 1 else {"rule": "and", "rules": rules}
