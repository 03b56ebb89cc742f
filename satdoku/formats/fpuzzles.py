"""f-puzzles' JSON and its links, read and written; one file, since it is one format.

A link is ``https://f-puzzles.com/?load=`` and the JSON packed by :mod:`satdoku.formats.lzstring`.
The format is described by its readers (f-puzzles.com itself, Rangsk's solver and SudokuPad). A
drawing (``line``, ``text``, ...) is kept and never taken for a rule; rules that the site itself
does not know are written with a drawn copy marked ``fromConstraint``, as the solver's userscript
does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import floor
from typing import Any

from satdoku.base.errors import FormatError, Unsupported
from satdoku.base.worded import worded
from satdoku.board.geometry import MAX_SIZE, Geometry, box_shape
from satdoku.board.grid import Grid, Marks, Values
from satdoku.formats import codecs, links
from satdoku.formats.accounts import Known, draw, know, noted, skip
from satdoku.formats.base import (
    ReadOptions,
    WriteOptions,
    board_of_regions,
    is_regular,
    no_board,
    of_kind,
    shown,
)
from satdoku.formats.clues import (
    Clues,
    Codec,
    Key,
    RuleFields,
    corner_marks,
    geometry_of,
    integer,
    list_in,
    player,
    player_marks,
)
from satdoku.formats.cosmetics import (
    arrow_at,
    box_at,
    circle_at,
    colour_of,
    length_of,
    read_triggers,
    triggers,
)
from satdoku.formats.places import STEPS, Alphabet, cell_at, cell_named
from satdoku.formats.sheets import Sheet, SheetBoard, find_board
from satdoku.formats.tables import LinkTable, write_items
from satdoku.formats.texts import placed
from satdoku.puzzle.cosmetic import Cosmetic, Fog, Spot
from satdoku.puzzle.document import Document
from satdoku.puzzle.puzzle import Puzzle

_ADDRESS = "https://f-puzzles.com/?load="
_TITLE = worded("an f-puzzles file")


# --- how items are written ---------------------------------------------------------------------


class _Names(Alphabet):
    """``R1C1``, also beside the board."""

    def cell(self, name: Any, geometry: Geometry) -> int:
        return cell_named(_name(name), geometry)

    def name(self, cell: int, geometry: Geometry) -> str:
        return geometry.name(cell).upper()

    def under(self, item: Mapping[str, Any], key: str, geometry: Geometry) -> list[int]:
        return self.cells(list_in(item, key), geometry)

    def beside(self, name: Any, geometry: Geometry) -> tuple[int, int]:
        return _place(_name(name))

    def beside_name(self, row: int, column: int, geometry: Geometry) -> str:
        return f"R{row}C{column}"

    def no_side(self, name: Any, row: int, column: int) -> FormatError:
        return FormatError(
            "the cell R{row}C{place} is not beside a row or a column", row=row, place=column
        )


_NAMES = _Names()


class _Letter(codecs.Part):
    """The sum of an X or a V."""

    field = "total"

    def read(self, item: Any, geometry: Geometry) -> RuleFields:
        letter = item.get("value")
        total = {"x": 10, "v": 5}.get(letter.lower()) if isinstance(letter, str) else None
        if total is None:
            raise FormatError("the value is X or V, not {letter}", letter=shown(letter))
        return {"total": total}

    def write(self, fields: RuleFields, geometry: Geometry) -> RuleFields | None:
        letter = {10: "X", 5: "V"}.get(fields["total"])
        return {"value": letter} if letter else None


class _Root(codecs.Part):
    """The digital root of a cage's sum, as Rangsk's solver reads it: ``DR7``."""

    field = "sum"

    def read(self, item: Any, geometry: Geometry) -> RuleFields:
        return {"sum": int(item["value"][2:])}

    def write(self, fields: RuleFields, geometry: Geometry) -> None:
        """It is written as a rule of its own."""


class _Negative(codecs.Flag):
    """A rule about pairs without a mark; ``exempt`` are pairs with a mark that says nothing."""

    def write(self, fields: RuleFields, geometry: Geometry) -> Any | None:
        return None if set(fields) - {"exempt"} else True


_STEPS = {"UL": (-1, -1), "UR": (-1, 1), "DL": (1, -1), "DR": (1, 1)}
_DIRECTIONS = dict(zip(_STEPS, STEPS, strict=True))


class _Diagonal(codecs.Part):
    """``cell`` is outside of the board; a step in ``direction`` enters it."""

    fields = ("start", "direction")

    def read(self, item: Any, geometry: Geometry) -> RuleFields:
        direction = item.get("direction")
        if not isinstance(direction, str) or direction not in _STEPS:
            raise FormatError(
                "the direction is UL, UR, DL or DR, not {direction}", direction=shown(direction)
            )
        row, column = _place(_name(item.get("cell")))
        down, right = _STEPS[direction]
        diagonal = {f"r{row + i * down}c{column + i * right}" for i in range(1, MAX_SIZE + 1)}
        if (cells := item.get("cells")) is not None and not diagonal.issuperset(_listed(cells)):
            raise FormatError("the cells are not those of the diagonal")
        start = cell_at(row + down, column + right, geometry)
        return {"start": start, "direction": _DIRECTIONS[direction]}

    def write(self, fields: RuleFields, geometry: Geometry) -> Mapping[str, Any] | None:
        if (place := codecs.outer_start(fields, geometry)) is None:
            return None
        direction = next(k for k, name in _DIRECTIONS.items() if name == fields["direction"])
        return {"cell": _NAMES.beside_name(*place, geometry), "direction": direction}


def _half(geometry: Geometry) -> int:
    """The difference of a whisper where none is written."""
    return (geometry.size + 1) // 2


def _lines(*parts: codecs.Part) -> codecs.Lines:
    return codecs.Lines(_NAMES, parts)


def _cells(*parts: codecs.Part) -> codecs.Keyed:
    return codecs.Keyed(codecs.Cells(_NAMES), *parts)


def _beside(place: codecs.Part, field: str) -> codecs.Keyed:
    return codecs.Keyed(place, codecs.Number(field, none=()))


class _Cell:
    """``{"cell": "R1C1"}``."""

    def read(self, item: Any, geometry: Geometry) -> Iterator[RuleFields]:
        yield {"cells": [_NAMES.cell(item.get("cell"), geometry)]}

    def write(self, fields: RuleFields, geometry: Geometry) -> Any | None:
        return [{"cell": cell} for cell in _NAMES.names(fields["cells"], geometry)]


# A pill is read from top to bottom and from left to right, however it was drawn.
_ARROWS = codecs.Arrows(
    _NAMES,
    "cells",
    "lines",
    sorted,
    worded("the line of an arrow begins in a cell of its bulb"),
    shafts_first=True,
)
_SIDE = codecs.Side(_NAMES, "cell")
_FLAG, _NEGATIVES, _LINE, _CELL, _CELLS = codecs.Flag(), _Negative(), _lines(), _Cell(), _cells()

_KEYS = (
    Key("nonconsecutive", "negative-difference", _FLAG),
    Key("arrow", "arrow", _ARROWS),
    Key("arrow", "pill-arrow", _ARROWS),
    Key("killercage", "killer-cage", _cells(codecs.Number("sum"))),
    Key(
        "littlekillersum", "little-killer", codecs.Keyed(_Diagonal(), codecs.Number("sum", none=()))
    ),
    Key("sandwichsum", "sandwich", _beside(_SIDE, "sum")),
    Key("whispers", "whisper", _lines(codecs.Number("diff", _half, stated=True))),
    Key("regionsumline", "region-sum", _LINE),
    Key("modularline", "modular-line", _LINE),
    Key("lockout", "lockout", _lines(codecs.Implied("diff", 4, lambda board: board.size == 9))),
    Key("difference", "white-dot", _cells(codecs.Number("diff", 1))),
    Key("ratio", "black-dot", _cells(codecs.Number("ratio", 2))),
    Key("xv", "xv", _cells(_Letter())),
    Key("odd", "odd", _CELL),
    Key("even", "even", _CELL),
    Key("minimum", "minimum", _CELL),
    Key("maximum", "maximum", _CELL),
    Key("clone", "clone", _cells(codecs.Cells(_NAMES, "cloneCells", "clones"))),
    Key("quadruple", "quadruple", _cells(codecs.Digits("values", worded("a value")))),
    Key("negative", "negative-ratio", _NEGATIVES),
    Key("negative", "negative-xv", _NEGATIVES),
)

_NEGATIVE = {"ratio": "negative-ratio", "xv": "negative-xv"}
_BETWEEN_DOTS = next(key for key in _KEYS if key.rule == "negative-difference")
_PILL = next(key for key in _KEYS if key.rule == "pill-arrow")
_BY_NAME = {k.name: k for k in _KEYS if k not in (_PILL, _BETWEEN_DOTS) and k.name != "negative"}


def _usual(kinds: tuple[str, ...], last: str) -> Codec | None:
    match kinds:
        case ():
            return _FLAG
        case ("line",):
            return _LINE
        case ("cells",):
            return _CELLS
        case ("line", "integer"):
            return _lines(codecs.Number(last))
        case ("cells", "integer"):
            return _cells(codecs.Number(last))
        case ("side", "index", "integer"):
            return _beside(_SIDE, last)
    return None


TABLE = LinkTable("fpuzzles", _KEYS, _usual)
_DRAWINGS = frozenset(("line", "text", "circle", "rectangle", "cage"))
_FOG = frozenset(("fogofwar", "foglight", "triggereffect"))
_DIGITAL_ROOT = Key("cage", "digital-root-cage", _cells(_Root()))
_FONT = 0.65
"""The height of a text of the size 1, in cells."""
_COLOURS = frozenset(("c", "highlight", "cArray", "highlightArray"))
_COPIES = ("fromConstraint", "isNewConstraint")
"""Keys of a drawing that is the copy of a rule, which an add-on for the site has drawn."""
_PLACES = ("cell", "cells", "lines", "direction")
_HARMLESS: Known = {
    "": frozenset(("disabledlogic", "truecandidatesoptions", "highlightConflicts", *_FOG)),
    "*": frozenset((
        "outlineC", "baseC", "fontC", "c", "width", "height", "size", "angle", "opacity",
        "highlight", "cArray", "highlightArray", "fromRangskSolver", "hidden",
    )),
}  # fmt: skip
"""Settings of editors and solvers, a player's notes, and the looks of an item."""
_TEXTS = {"title": "title", "author": "author", "ruleset": "rules"}


# --- reading -----------------------------------------------------------------------------------


def detect(text: str) -> int:
    """Sure where the text is an object with the two keys; links are recognised before."""
    # The keys stand at any place of the object, which may be longer than this text.
    keys = '"grid"' in text and '"size"' in text and '"givens"' not in text
    return 100 if keys and text.lstrip().startswith("{") else 0


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this text: a link or the JSON itself."""
    return links.parse_json(text, options, "fpuzzles", from_data)


def read_body(body: str, options: ReadOptions) -> Document:
    """The puzzle of what a link carries."""
    return from_data(links.packed_data(body), options)


def from_data(data: Any, options: ReadOptions) -> Document:
    """The document of JSON data.

    :raises FormatError: naming the key at fault with its path.
    """
    data = noted(data)
    size, cells = _checked_grid(data)
    clues = Clues(options)
    canvas, solution = _board(data, cells, size, clues, options)
    if canvas.top or canvas.left:
        # Every place is named by its row and column: the board is to begin in the first of them.
        data = _moved(data, canvas)
    geometry = canvas.geometry
    drawings = list(_drawn_in_grid(cells, size, canvas, clues))
    inside = [
        (_path(index, size), place, cell)
        for index, cell in enumerate(cells)
        if (place := canvas.cell(*divmod(index, size))) is not None
    ]
    givens, marks, entered, pencilled = _contents(inside, geometry, clues)
    noted_in = {index: cell.get("cornerPencilMarks") for _, index, cell in inside}
    corners = corner_marks(
        {c: n for c, n in noted_in.items() if isinstance(n, list)}, geometry, clues
    )
    for name in data:
        if name not in ("size", "grid", "solution", "negative", *_TEXTS):
            _read_key(name, data, clues, geometry, drawings)
    _read_negative(data, clues, geometry)
    _read_editor(data, clues)
    texts: dict[str, Any] = {
        name: of_kind(str, data[key], key) for key, name in _TEXTS.items() if data.get(key)
    }
    message = data.get("successMessage")
    fog = _fog(data, clues, geometry)
    clues.account(data, _HARMLESS, "f-puzzles' JSON")
    puzzle = Puzzle(geometry, givens, marks, clues.rules(geometry))
    extras = clues.extras()
    if isinstance(message, str) and message:
        extras["message"] = message
    position = player(puzzle, entered, pencilled)
    return Document(
        puzzle,
        position,
        solution=solution,
        extras=extras,
        drawings=(*drawings, *clues.blanks),
        fog=fog,
        corners=corners,
        **texts,
    )


def _checked_grid(data: Any) -> tuple[int, list[dict[str, Any]]]:
    """The size of the grid, and its cells."""
    lacking = [key for key in ("size", "grid") if not isinstance(data, dict) or key not in data]
    if lacking:
        raise FormatError(
            'this is not f-puzzles JSON: the key "{key}" is missing'
            if len(lacking) == 1
            else 'this is not f-puzzles JSON: the keys "size" and "grid" are missing',
            key=lacking[0],
        )
    size, grid = data["size"], data["grid"]
    if type(size) is not int or not 1 <= size <= MAX_SIZE:
        raise FormatError(
            '"size" must be a number from 1 to {max_size}, not {size}',
            max_size=MAX_SIZE,
            size=shown(size),
        )
    rows = [row if isinstance(row, list) else [] for row in grid] if isinstance(grid, list) else []
    if [*map(len, rows)] != [size] * size:
        raise FormatError('"grid" must be {size} rows of {size} cells', size=size)
    cells = [cell for row in rows for cell in row]
    for index, cell in enumerate(cells):
        if not isinstance(cell, dict):
            of_kind(dict, cell, _path(index, size))
    return size, cells


def _drawn_in_grid(
    cells: list[dict[str, Any]], size: int, canvas: SheetBoard, clues: Clues
) -> Iterator[Cosmetic]:
    """The colours of cells, and the digits that stand beside the board."""
    for index, cell in enumerate(cells):
        row, column = divmod(index, size)
        spot = (row - canvas.top + 0.5, column - canvas.left + 0.5)
        if coloured := cell.keys() & _COLOURS:
            know(cell, coloured)
            clues.draw("colour")
            if fill := _cell_colour(cell):
                yield Cosmetic("mark", (spot,), fill=fill, size=(1.0, 1.0))
        if canvas.cell(row, column) is None:
            if text := str(cell.get("value") or ""):
                clues.draw("digit", noun="digit beside the board")
                yield box_at(spot, text[:9])
            skip(cell)


def _path(index: int, size: int) -> str:
    row, column = divmod(index, size)
    return f"grid[{row}][{column}]"


def _board(
    data: Mapping[str, Any],
    cells: list[dict[str, Any]],
    size: int,
    clues: Clues,
    options: ReadOptions,
) -> tuple[SheetBoard, Grid | None]:
    """The board, and the solution; one that does not fit the board is noted, and left out."""
    written = data.get("solution")
    if written and clues.ignores("solution"):
        written = None
    known = _solution(written, size * size)
    if known is None and written:
        clues.leave("solution that does not fit the board")
    known = known if known and any(known) else None
    givens = [cell.get("value") if cell.get("given") is True else None for cell in cells]
    digits = [given if type(given) is int else None for given in givens]
    if known is not None:
        known = [one or other for one, other in zip(known, digits, strict=True)]
    canvas = _canvas(cells, size, known, digits, clues, options)
    if known is None:
        return canvas, None
    if (solution := canvas.grid(known, size)) is None:
        clues.leave("solution with other digits than the board")
    return canvas, solution


def _canvas(
    cells: list[dict[str, Any]],
    size: int,
    known: list[int | None] | None,
    givens: list[int | None],
    clues: Clues,
    options: ReadOptions,
) -> SheetBoard:
    """Where the board stands; it is the whole grid unless its regions or the solution say else."""
    void = frozenset(at for at, value in enumerate(known or ()) if value is None)
    highest = max((value or 0 for value in known or ()), default=0)
    regions = _stated_regions(cells, size)
    sheet = Sheet(size, size, regions, tuple(known or givens), void, fixed=True)
    wanted = options.geometry
    if wanted is not None and (wanted.grids or wanted.places):
        return find_board(sheet, wanted)
    try:
        geometry = _geometry(cells, size)
    except FormatError:
        if wanted is None and not void:
            raise
        return find_board(sheet, wanted)
    if void and highest < size and wanted is None:
        try:
            return find_board(sheet)
        except FormatError:
            clues.draw("cell", len(void), "cell that the solution leaves empty")
    return SheetBoard(geometry_of(geometry, options))


def _stated_regions(cells: list[dict[str, Any]], size: int) -> tuple[frozenset[int], ...]:
    """The places of each region, where the cells have any."""
    regions: dict[int, set[int]] = {}
    for at, label in enumerate(_labels(cells, size)):
        if label is not None:
            regions.setdefault(label, set()).add(at)
    return tuple(map(frozenset, regions.values())) if _have_regions(cells) else ()


def _have_regions(cells: list[dict[str, Any]]) -> bool:
    return any("region" in cell for cell in cells)


_CELL_NAME = re.compile(r"\s*[rR](\d{1,4})[cC](\d{1,4})\s*")


def _moved(data: Any, canvas: SheetBoard) -> Any:
    """Name every place in the data by its row and column on the board, not on the sheet."""
    if isinstance(data, dict):
        for key, item in dict.items(data):
            if isinstance(item, dict | list | str):
                dict.__setitem__(data, key, _moved(item, canvas))
    elif isinstance(data, list):
        data[:] = [_moved(item, canvas) for item in data]
    elif isinstance(data, str) and (match := _CELL_NAME.fullmatch(data)):
        return f"R{int(match[1]) - canvas.top}C{int(match[2]) - canvas.left}"
    return data


def _geometry(cells: list[dict[str, Any]], size: int) -> Geometry:
    if not _have_regions(cells):
        return Geometry.of_size(size)
    labels = _labels(cells, size)
    if len(set(labels)) == 1 and labels[0] is None:
        return Geometry.latin(size)
    if box_shape(size) is None and labels == [c // size for c in range(size * size)]:
        return Geometry.latin(size)
    for label in {x for x in labels if x is not None}:
        if labels.count(label) != size:
            raise FormatError(
                "region {label} has {count} cells, but a region of this board has {size}",
                label=label,
                count=labels.count(label),
                size=size,
            )
    return board_of_regions(labels)


def _labels(cells: list[dict[str, Any]], size: int) -> list[int | None]:
    """The region of each cell."""
    height, width = box_shape(size) or (1, size)
    labels: list[int | None] = []
    for index, cell in enumerate(cells):
        row, column = divmod(index, size)
        # Where a board of prime size has regions at all, those left out are the rows.
        region = cell.get("region", row // height * (size // width) + column // width)
        labels.append(None if region is None else integer(region, f'"{_path(index, size)}.region"'))
    return labels


def _contents(
    cells: list[tuple[str, int, dict[str, Any]]], geometry: Geometry, clues: Clues
) -> tuple[Values, Marks | None, dict[int, int], dict[int, frozenset[int]]]:
    """Givens, restrictions, digits that a player entered, and his marks."""
    givens: list[int | None] = [None] * geometry.cell_count
    marks: dict[int, frozenset[int]] = {}
    entered: dict[int, int] = {}
    pencilled: dict[int, frozenset[int]] = {}
    for path, index, cell in cells:
        if not cell:
            continue
        value = cell.get("value")
        if value is not None and value != "":
            digit = integer(value, f'"{path}.value"')
            if _is_given(cell, path):
                givens[index] = digit
            else:
                entered[index] = digit
        elif _is_given(cell, path):
            clues.leave("given without a value")
        for key, digit_sets in (("givenPencilMarks", marks), ("centerPencilMarks", pencilled)):
            if digits := cell.get(key):
                digit_sets[index] = _digits(digits, f"{path}.{key}")
        if (parity := cell.get("parity")) is not None:
            rule = parity.lower() if isinstance(parity, str) else None
            if rule not in ("odd", "even"):
                raise FormatError(
                    '"{path}.parity" is "Odd" or "Even", not {parity}',
                    path=path,
                    parity=shown(parity),
                )
            clues.add(f"{path}.parity", rule, rule, {"cells": [index]})
    # What a player has marked in a filled cell says nothing.
    pencilled = {c: m for c, m in pencilled.items() if givens[c] is None and c not in entered}
    restricted = tuple(map(marks.get, range(geometry.cell_count))) if marks else None
    return tuple(givens), restricted, entered, pencilled


def _is_given(cell: Mapping[str, Any], path: str) -> bool:
    given = cell.get("given")
    if given not in (True, False, None) or type(given) is int:
        of_kind(bool, given, f"{path}.given")
    return given is True


def _digits(digits: Any, path: str) -> frozenset[int]:
    if not isinstance(digits, list):
        raise FormatError(
            '"{path}" must be a list of digits, not {digits}', path=path, digits=shown(digits)
        )
    return frozenset(integer(digit, worded('a digit of "{path}"', path=path)) for digit in digits)


def _cell_colour(cell: Mapping[str, Any]) -> str:
    for key in ("c", "highlight", "cArray", "highlightArray"):
        value = dict(cell).get(key)
        if colour := colour_of(value[0] if isinstance(value, list) and value else value):
            return colour
    return ""


def _fog(data: Mapping[str, Any], clues: Clues, geometry: Geometry) -> Fog | None:
    lamps = [_place(_name(name)) for name in of_kind(list, data.get("foglight") or [], "foglight")]
    lit = [geometry.at(row - 1, column - 1) for row, column in lamps]
    reveals = tuple(read_triggers(data.get("triggereffect"), geometry.at))
    effects = data.get("triggereffect")
    for item in effects if isinstance(effects, list) else (effects,):
        draw(item, ("trigger", "effect"))
    count = len(effects) if isinstance(effects, list) else bool(effects)
    clues.leave("triggereffect", count - len(reveals))
    if not ("foglight" in data or reveals):
        return None
    return Fog(tuple(dict.fromkeys(cell for cell in lit if cell is not None)), reveals)


def _read_key(
    name: str, data: Mapping[str, Any], clues: Clues, geometry: Geometry, drawings: list[Cosmetic]
) -> None:
    """The clues under one key of the object, or its drawings."""
    key = _key(name)
    if name in _DRAWINGS:
        drawings += _read_drawings(name, data, clues, geometry)
    elif name == "fogofwar":
        clues.leave(name)
    if key is None:
        return
    items = data[name]
    if key.codec is _FLAG:
        # A pair with a dot is not concerned.
        dots = name == "nonconsecutive" and (data.get("difference") or data.get("ratio"))
        clues.read(_BETWEEN_DOTS if dots else key, items, name, geometry)
        return
    for index, item in enumerate(of_kind(list, items, name)):
        place = f"{name}[{index}]"
        of_kind(dict, item, place)
        if lacking := _lacking(key, item):
            if clues.ignores(name, key.rule):
                skip(item)
            else:
                know(item, (*_PLACES, "value", "values"))
                clues.blank(name, _blank(key, item), f"{name} without {lacking}")
            continue
        if dict.get(item, "value", 0) in (None, ""):
            know(item, ("value",))  # as if it were not there
        pill = name == "arrow" and len(list_in(item, "cells")) > 1
        clues.read(_PILL if pill else key, item, place, geometry)


def _lacking(key: Key, item: Mapping[str, Any]) -> str:
    """The part without which an item says nothing; empty if it is a clue."""
    if item.get("lines") == []:
        return "a line"
    if _has(key, codecs.Digits) and item.get("values") in (None, []):
        return "digits"
    if _has(key, codecs.Side, _Diagonal, _Letter):
        blank: tuple[Any, ...] = (None, "")
        if key.name not in ("sandwichsum", "skyscraper"):
            blank = (*blank, 0, "0")
        return "a value" if item.get("value") in blank else ""
    return ""


def _has(key: Key, *parts: type[codecs.Part]) -> bool:
    return isinstance(key.codec, codecs.Keyed) and key.codec.has(*parts)


def _blank(key: Key, item: Mapping[str, Any]) -> Iterator[Cosmetic]:
    """The drawing that the site makes of an item that says nothing."""
    text = str(item.get("value") or "")
    try:
        if _has(key, codecs.Side, _Diagonal):
            spot = _spot(_name(item.get("cell")))
            if (step := _STEPS.get(str(item.get("direction")))) is not None:
                yield arrow_at(spot, *step)
            else:
                yield box_at(spot, text or _SIGNS.get(key.rule, ("", ""))[1])
            return
        spots = [_spot(cell) for cell in _listed(list_in(item, "cells"))]
    except FormatError:
        return
    if spots and key.name == "arrow":
        yield from circle_at(spots)
    elif spots and _has(key, codecs.Digits, _Letter):
        middle = tuple(sum(spot[axis] for spot in spots) / len(spots) for axis in (0, 1))
        side, stroke = (0.25, "") if _has(key, _Letter) else (0.7, "#000000")
        yield from circle_at([(middle[0], middle[1])], side, stroke=stroke)


def _key(name: str) -> Key | None:
    return _BY_NAME.get(name) or TABLE.named(name)


def _letters(name: Any) -> str:
    return re.sub("[^a-z]", "", name.lower()) if isinstance(name, str) else ""


def _read_editor(data: Mapping[str, Any], clues: Clues) -> None:
    """Pass over the keys that are known to be about the editor: its tools, if they have no rule of
    their own, and texts of the metadata. What else stands there may be a rule, and stays unread."""
    tools, metadata = (dict(data).get(name) for name in ("activeConstraints", "metadata"))
    if isinstance(tools, list):
        own = dict(data)
        listed = {
            _letters(key.name) for key in TABLE if key.codec is not _FLAG or own.get(key.name)
        }
        if listed.issuperset(map(_letters, tools)):
            know(data, ("activeConstraints",))
    if isinstance(metadata, dict):
        know(data, ("metadata",))
        for key, value in metadata.items():
            if isinstance(value, str | None):
                clues.leave(f"metadata.{key[:40]}")
                know(metadata, (key,))
    if dict(data).get("cosmetic") in ([], {}, "", None):
        know(data, ("cosmetic",))


def _read_drawings(
    name: str, data: Mapping[str, Any], clues: Clues, geometry: Geometry
) -> Iterator[Cosmetic]:
    rules: dict[str, set[frozenset[str]]] | None = None
    for index, item in enumerate(of_kind(list, data[name], name)):
        of_kind(dict, item, f"{name}[{index}]")
        draw(item, (*_PLACES, *_COPIES))
        value = item.get("value")
        if item.get("fromConstraint") or item.get("isNewConstraint"):
            if rules is None:
                rules = {key: _copied(data[key]) for key in data if _key(key)}
            if _is_copy(item, rules):
                continue
        if name == "cage" and isinstance(value, str) and value[:2] == "DR" and value[2:].isdigit():
            # The one kind of drawing that Rangsk's solver takes for a rule.
            clues.read(_DIGITAL_ROOT, item, f"cage[{index}]", geometry)
        else:
            clues.draw(name)
            drawings = list(_drawings_of(name, item))
            if not drawings:
                clues.leave(f"{name} that cannot be drawn")
            yield from drawings


def _drawings_of(name: str, item: Mapping[str, Any]) -> Iterator[Cosmetic]:
    """The drawings of an item; none where it has no place."""
    outline, text = colour_of(item.get("outlineC")), item.get("value")
    text = "" if text is None or isinstance(text, dict | list) else str(text)[:500]
    try:
        if name == "line":
            for line in list_in(item, "lines"):
                spots = tuple(_spot(cell) for cell in _listed(line))
                if spots:
                    yield Cosmetic(
                        "line", spots, stroke=outline, width=length_of(item.get("width"))
                    )
            return
        spots = tuple(_spot(cell) for cell in _listed(list_in(item, "cells")))
    except FormatError:
        return
    if not spots:
        return
    ink = colour_of(item.get("fontC"))
    if name == "cage":
        yield Cosmetic("cage", spots, True, outline, text=text, ink=ink)
        return
    middle = tuple(round(sum(spot[axis] for spot in spots) / len(spots), 4) for axis in (0, 1))
    size = length_of(item.get("height")), length_of(item.get("width"))
    yield Cosmetic(
        "mark",
        ((middle[0], middle[1]),),
        name == "text" or len(spots) > 1,
        outline,
        colour_of(item.get("baseC")),
        size=(0.0, 0.0) if name == "text" else size,
        rounded=name == "circle",
        text=text,
        ink=ink,
        # The size of a text is a share of its usual one.
        font=round(length_of(item.get("size")) * _FONT, 4)
        if name == "text"
        else _FONT
        if text
        else 0.0,
        angle=length_of(item.get("angle")),
    )


def _spot(cell: str) -> Spot:
    row, column = _place(cell)
    return row - 0.5, column - 0.5


def _drawn_cells(item: Any) -> set[str]:
    """The names of all cells of an item."""
    if isinstance(item, str):
        return {item.strip().lower()}
    if isinstance(item, list):
        return set[str]().union(*map(_drawn_cells, item))
    if not isinstance(item, dict):
        return set()
    return set[str]().union(*(_drawn_cells(v) for k, v in item.items() if k in _PLACES))


def _copied(items: Any) -> set[frozenset[str]]:
    """The cells of what may be drawn of the rules under a key: an item, a line, an end."""
    copied = set[frozenset[str]]()
    for item in items if isinstance(items, list) else ():
        lines = dict(item).get("lines") if isinstance(item, dict) else None
        cells = _drawn_cells(item)
        copied.add(frozenset(cells))
        copied.update(frozenset((cell,)) for cell in cells)
        copied.update(
            frozenset(_drawn_cells(line)) for line in lines or () if isinstance(lines, list)
        )
    return copied


def _is_copy(item: Mapping[str, Any], rules: Mapping[str, set[frozenset[str]]]) -> bool:
    """Whether a drawing that is marked as the copy of a rule is one of a rule that is there."""
    cells, kind = frozenset(_drawn_cells(item)), _letters(item.get("fromConstraint"))
    return bool(cells) and any(
        cells in copied
        for key, copied in rules.items()
        if kind in ("", key) or (key == "whispers" and kind.endswith(key))
    )


def _read_negative(data: Mapping[str, Any], clues: Clues, geometry: Geometry) -> None:
    """The rules of pairs without a mark."""
    for name in of_kind(list, data.get("negative") or [], "negative"):
        rule = _NEGATIVE.get(name) if isinstance(name, str) else None
        if rule is None:
            if not clues.ignores(str(name)):
                raise FormatError(
                    '"negative" has no entry {name} that satdoku knows', name=shown(name)
                )
            continue
        fields: RuleFields = {}
        if name == "xv":
            with placed("negative", rule):
                exempt = [*_exempt(data, geometry)]
            fields = {"exempt": exempt} if exempt else {}
        clues.add("negative", f"negative {name}", rule, fields)


def _exempt(data: Mapping[str, Any], geometry: Geometry) -> Iterator[list[int]]:
    """The pairs whose X or V lacks its letter: they have a mark all the same."""
    key = _BY_NAME["xv"]
    for item in dict(data).get("xv") or ():
        if _lacking(key, item) and len(cells := _NAMES.under(item, "cells", geometry)) == 2:
            yield cells


def _solution(data: Any, count: int) -> list[int | None] | None:
    """The digits of a solution, ``None`` in a cell without one; ``None`` where it does not fit."""
    if isinstance(data, str):
        data = data.split(",") if "," in data else list(data.strip())
    if not isinstance(data, list) or len(data) != count:
        return None
    try:
        values = [
            None if v in (None, "", ".", "?", "0", 0) else integer(v, f'"solution[{i}]"')
            for i, v in enumerate(data)
        ]
    except FormatError:
        return None
    return values


def _name(name: Any) -> str:
    if not isinstance(name, str):
        raise FormatError("cells are named like R1C1, not {name}", name=shown(name))
    return name.strip().lower()


def _listed(names: Any) -> list[str]:
    """The names of a list of places, which may lie beside the board."""
    if not isinstance(names, list):
        raise FormatError("a list of cells was expected, not {names}", names=shown(names))
    return [_name(name) for name in names]


def _place(name: str) -> tuple[int, int]:
    """(row, column) of a cell, both from 1, or outside of the board."""
    row, parted, column = name.lower().removeprefix("r").partition("c")
    # Places beside a board that begins further on may have negative numbers.
    bare = [part.removeprefix("-") for part in (row, column)]
    if not (parted and all(map(str.isdecimal, bare)) and len(row) + len(column) < 9):
        raise FormatError("cells are named like R1C1, not {name}", name=shown(name))
    return int(row), int(column)


# --- writing -----------------------------------------------------------------------------------

_DRAWN = {
    "renban": ("Renban", "#F067F0", 0.25),
    "whisper": ("German Whispers", "#67F067", 0.1875),
    "entropic-line": ("Entropic Line", "#FFCCAA", 0.15625),
    "modular-line": ("Modular Line", "#33BBBB", 0.15625),
    "region-sum": ("Region Sum Line", "#2ECBFF", 0.15625),
    "nabner": ("Nabner", "#C9C883", 0.25),
    "double-arrow": ("Double Arrow", "#C54B8B", 0.15),
    "zipper": ("Zipper Line", "#CDB1EC", 0.15625),
    "slow-thermo": ("Slow Thermometer", "#6495ED", 0.3),
    "lockout": ("Lockout", "#6A5ACD", 0.15),
}
"""Lines that the site itself does not know: the name, colour and width of their drawn copies."""
_DUTCH = ("Dutch Whispers", "#FF9A00", 0.1875)
_INDEXERS = {
    "row-indexer": ("Row Indexer", "#7CC77C"),
    "column-indexer": ("Column Indexer", "#C77C7C"),
    "box-indexer": ("Box Indexer", "#7C7CC7"),
}
_SIGNS = {"x-sum": ("X-Sum", "◯"), "skyscraper": ("Skyscraper", "▯")}


def _drawn_copies(key: Key, item: Any, geometry: Geometry) -> Iterator[tuple[str, Any]]:
    """The drawings that a site which does not know the rule shows in its stead."""
    if key.rule in _DRAWN:
        usual = str((geometry.size + 1) // 2)
        dutch = key.rule == "whisper" and item["value"] != usual
        name, colour, width = _DUTCH if dutch else _DRAWN[key.rule]
        lines = item["lines"]
        yield "line", {"lines": lines, "outlineC": colour, "width": width, "fromConstraint": name}
        fill = "#FFFFFF" if key.rule == "double-arrow" else colour
        for end in {"double-arrow": (0, -1), "slow-thermo": (0,)}.get(key.rule, ()):
            circle: dict[str, Any] = {"cells": [lines[0][end]], "baseC": fill, "outlineC": colour}
            yield "circle", circle | {"width": 0.85, "height": 0.85, "fromConstraint": name}
    elif key.rule in _INDEXERS:
        name, colour = _INDEXERS[key.rule]
        looks: dict[str, Any] = {"outlineC": colour, "fontC": "#000000", "fromConstraint": name}
        yield "cage", {"cells": item["cells"], **looks}
    elif key.rule in _SIGNS:
        name, sign = _SIGNS[key.rule]
        for text, size in ((sign, 1.2), (item["value"], 0.7)):
            looks = {"value": text, "fontC": "#000000", "size": size}
            yield "text", {"cells": [item["cell"]], **looks, "fromConstraint": name}


def to_data(document: Document, options: WriteOptions) -> dict[str, Any]:
    """The document as JSON data.

    :raises Unsupported: naming what an f-puzzles file cannot hold.
    """
    puzzle = document.puzzle
    geometry = puzzle.geometry
    size = geometry.size
    if not is_regular(geometry):
        raise no_board(geometry, _TITLE)
    data: dict[str, Any] = {"size": size}
    data |= {key: text for key, name in _TEXTS.items() if (text := getattr(document, name))}
    data["grid"] = _grid(document)
    exempt = list(_pairs_without_letter(puzzle))
    items = [*write_items(puzzle, TABLE, _TITLE, options)]
    rules = list(dict.fromkeys(key.rule for key, _ in items))  # as they are read again
    for key, item in sorted(items, key=lambda one: rules.index(one[0].rule)):
        for pair in exempt if key.rule == "negative-xv" else ():
            data.setdefault("xv", []).append({"cells": pair, "value": ""})
        _write_rule(key, item, data, puzzle)
    # Drawings that come with the marks of these pairs.
    blanks = [one for pair in exempt for one in _blank(_BY_NAME["xv"], {"cells": pair})]
    for drawing in document.drawings:
        if drawing in blanks:
            blanks.remove(drawing)
        elif (item_of := _item_of(drawing)) is not None:
            name, item = item_of
            data.setdefault(name, []).append(item)
    if document.fog is not None:
        data["foglight"] = _NAMES.names(document.fog.lamps, geometry)
        if document.fog.reveals:
            data["triggereffect"] = triggers(document.fog, geometry)
    solution = document.solution
    if solution is not None and solution.is_full:
        data["solution"] = list(solution.values)
    if "message" in document.extras:
        data["successMessage"] = document.extras["message"]
    return data


def _pairs_without_letter(puzzle: Puzzle) -> Iterator[list[str]]:
    """The pairs that have a mark without a letter, so that no X or V lacks there."""
    for rule in puzzle.constraints:
        if rule.name == "negative-xv":
            for pair in rule.arguments()["exempt"] or ():
                yield _NAMES.names(pair, puzzle.geometry)


def _write_rule(key: Key, item: Any, data: dict[str, Any], puzzle: Puzzle) -> None:
    """Write a rule, and the drawings for sites that do not know it."""
    dots = {"white-dot", "black-dot"}.intersection(rule.name for rule in puzzle.constraints)
    if key.rule == "non-consecutive" and dots:
        raise Unsupported(
            "{title} cannot hold the rule 'non-consecutive' beside dots: it would leave out"
            " their pairs",
            title=_TITLE,
        )
    if key.name == "negative":
        data.setdefault("negative", []).append(key.rule.removeprefix("negative-"))
    elif key.codec is _FLAG:
        data[key.name] = True
    else:
        data.setdefault(key.name, []).extend(item if isinstance(item, list) else [item])
        for name, copy in _drawn_copies(key, item, puzzle.geometry):
            data.setdefault(name, []).append(copy)


def _pointing(drawing: Cosmetic) -> dict[str, Any] | None:
    """The little killer without a sum that is drawn as this arrow."""
    (row, column), (low, right) = drawing.spots[0], drawing.spots[-1]
    spot = floor(row) + 0.5, floor(column) + 0.5
    for direction, step in _STEPS.items():
        if ((low > row) - (low < row), (right > column) - (right < column)) == step:
            if drawing.spots != arrow_at(spot, *step).spots or min(spot) < -1:
                return None
            return {"cell": f"R{floor(row) + 1}C{floor(column) + 1}", "direction": direction}
    return None


def _item_of(drawing: Cosmetic) -> tuple[str, dict[str, Any]] | None:
    """The list that a drawing stands in, and its item there; ``None`` where no cells have its
    place, or it is an arrow that no clue beside the board has."""
    item: dict[str, Any]
    if drawing.head:
        little_killer = _pointing(drawing)
        return None if little_killer is None else ("littlekillersum", little_killer)
    places = [_cells_around(spot) for spot in drawing.spots]
    colours = {"outlineC": drawing.stroke, "fontC": drawing.ink}
    if drawing.kind == "mark":
        if not places[0]:
            return None
        height, width = drawing.size
        name = "circle" if drawing.rounded else "rectangle" if any(drawing.size) else "text"
        item = {"cells": places[0], "baseC": drawing.fill, **colours, "value": drawing.text}
        if name == "text":
            item["size"] = round(drawing.font / _FONT, 4) if drawing.font else ""
        else:
            item |= {"width": width, "height": height}
        item["angle"] = drawing.angle or ""
    else:
        if any(len(cells) != 1 for cells in places):
            return None
        cells = [cells[0] for cells in places]
        if drawing.kind == "line":
            name, item = "line", {"lines": [cells], **colours, "width": drawing.width}
        else:
            name, item = "cage", {"cells": cells, **colours, "value": drawing.text}
    return name, {key: value for key, value in item.items() if value != ""}


def _cells_around(spot: Spot) -> list[str]:
    """The one, two or four cells whose middle a place is."""
    across = []
    for value in spot:
        if (2 * value) % 1:
            return []
        whole = int(value) if value >= 0 or value == int(value) else int(value) - 1
        across.append((whole + 1,) if value != whole else (whole, whole + 1))
    if any(number < 0 for numbers in across for number in numbers):
        return []
    return [f"R{row}C{column}" for row in across[0] for column in across[1]]


def _grid(document: Document) -> list[list[dict[str, Any]]]:
    puzzle = document.puzzle
    geometry = puzzle.geometry
    size = geometry.size
    entered, pencilled = player_marks(document, _TITLE)
    cells: list[dict[str, Any]] = [{} for _ in range(geometry.cell_count)]
    for index, cell in enumerate(cells):
        if (given := puzzle.givens[index]) is not None:
            cell |= {"value": given, "given": True}
        elif index in entered:
            cell["value"] = entered[index]
        if index in pencilled:
            cell["centerPencilMarks"] = sorted(pencilled[index])
        if index in document.corners:
            cell["cornerPencilMarks"] = sorted(document.corners[index])
        marks = None if puzzle.pencil_marks is None else puzzle.pencil_marks[index]
        if marks is not None:
            if not marks:
                raise Unsupported(
                    "{title} cannot hold {cell}, which no digit is left for",
                    title=_TITLE,
                    cell=geometry.name(index),
                )
            cell["givenPencilMarks"] = sorted(marks)
    if geometry != Geometry.of_size(size):
        for cell, region in zip(cells, geometry.region_of, strict=True):
            cell["region"] = region
    if _geometry(cells, size) != geometry:
        raise no_board(geometry, _TITLE)
    return [cells[row * size : (row + 1) * size] for row in range(size)]


def write(document: Document, options: WriteOptions) -> str:
    """A link, on one line."""
    return links.packed(_ADDRESS, to_data(document, options))
