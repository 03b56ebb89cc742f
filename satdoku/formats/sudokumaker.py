"""SudokuMaker's links and JSON, read and written; one file, since it is one format.

A link is ``https://sudokumaker.app/?puzzle=`` and the JSON packed by
:mod:`satdoku.formats.lzstring` in the alphabet of addresses. A constraint is an object with the
number of its type; cells are numbered row by row from 0, edges, corners and the cells outside of
the board by formulas of the board's width. Drawings and fog are kept, and have no meaning; scripts
are carried out by :mod:`satdoku.formats.scripts`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import permutations
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Any

from satdoku.base.errors import FormatError, Unsupported
from satdoku.base.records import dataclass
from satdoku.base.worded import listed, worded
from satdoku.board.geometry import MAX_SIZE, Geometry
from satdoku.board.grid import Values
from satdoku.formats import codecs, links, lzstring
from satdoku.formats.accounts import Known, draw, know, noted, skip
from satdoku.formats.base import (
    ReadOptions,
    WriteOptions,
    has_whole_regions,
    no_board,
    of_kind,
    shown,
)
from satdoku.formats.boards import board_of
from satdoku.formats.clues import (
    Clues,
    Key,
    RuleFields,
    corner_marks,
    geometry_of,
    integer,
    list_in,
    player,
    player_marks,
    rules_text,
)
from satdoku.formats.cosmetics import (
    arrow_at,
    box_at,
    circle_at,
    colour_of,
    length_of,
    middles,
    spot_of,
)
from satdoku.formats.places import STEPS, Alphabet
from satdoku.formats.tables import LinkTable, write_items
from satdoku.formats.texts import placed
from satdoku.puzzle.cosmetic import Cosmetic, Fog, Spot
from satdoku.puzzle.document import Document
from satdoku.puzzle.puzzle import Puzzle

_ADDRESS = "https://sudokumaker.app/?puzzle="
_TITLE = worded("a SudokuMaker file")
_VERSION = "1.6.0"
_KNOWN = re.compile(r"1\.[0-6]\.\d{1,3}")
"""Links of 1.2.0, 1.5.0 and 1.6.0 have one form; what is new in another is refused by its name."""


# --- numbers of places -------------------------------------------------------------------------


class _Numbers(Alphabet):
    """Cells row by row from 0; the ring around the board is a board of its own."""

    def cell(self, name: Any, geometry: Geometry) -> int:
        if type(name) is not int or not 0 <= name < geometry.cell_count:
            raise FormatError(
                "{number} is not a cell; a cell is a number from 0 to {cell_count}",
                number=shown(name),
                cell_count=geometry.cell_count - 1,
            )
        return name

    def name(self, cell: int, geometry: Geometry) -> int:
        return cell

    def beside(self, name: Any, geometry: Geometry) -> tuple[int, int]:
        row, column = divmod(integer(name, "an outer cell"), geometry.columns + 2)
        if not 0 <= row < geometry.rows + 2:
            raise FormatError("{number} is not a cell beside the board", number=shown(name))
        return row, column

    def beside_name(self, row: int, column: int, geometry: Geometry) -> int:
        return column + row * (geometry.columns + 2)

    def no_side(self, name: Any, row: int, column: int) -> FormatError:
        return FormatError("{outercell} is beside no row and no column", outercell=shown(name))


_NUMBERS = _Numbers()


# --- how constraints are written ---------------------------------------------------------------


class _Edge(codecs.Part):
    """The two cells beside an edge."""

    field = "cells"

    def read(self, item: Any, geometry: Geometry) -> RuleFields:
        number, width = item.get("edge"), geometry.columns
        row, place = divmod(integer(number, "an edge"), 2 * width)
        across = place < width
        first = row * width + (place - 1 if across else place - width)
        second = first + (1 if across else width)
        if place == 0 or not 0 <= first < second < geometry.cell_count:
            raise FormatError("{number} is not an edge between two cells", number=shown(number))
        return {"cells": [first, second]}

    def write(self, fields: RuleFields, geometry: Geometry) -> Mapping[str, Any] | None:
        width = geometry.columns
        first, second = sorted(fields["cells"])
        row, column = divmod(first, width)
        if second == first + 1 and column + 1 < width:
            return {"edge": 2 * width * row + column + 1}
        return {"edge": 2 * width * row + width + column} if second == first + width else None


class _Corner(codecs.Part):
    """The four cells around a corner."""

    field = "cells"

    def read(self, item: Any, geometry: Geometry) -> RuleFields:
        number, width = item.get("corner"), geometry.columns
        row, column = divmod(integer(number, "a corner"), width + 1)
        if not (0 < row < geometry.rows and 0 < column < width):
            raise FormatError("{corner} is not a corner of four cells", corner=shown(number))
        first = (row - 1) * width + column - 1
        return {"cells": [first, first + 1, first + width, first + width + 1]}

    def write(self, fields: RuleFields, geometry: Geometry) -> Mapping[str, Any] | None:
        cells, width = sorted(fields["cells"]), geometry.columns
        if cells != [cells[0] + step for step in (0, 1, width, width + 1)]:
            return None
        row, column = divmod(cells[-1], width)
        return {"corner": column + row * (width + 1)}


class _CornerDigits(codecs.Digits):
    def read(self, item: Any, geometry: Geometry) -> RuleFields:
        if not isinstance(digits := item.get("digits"), list):
            raise FormatError(
                "the digits of a corner are a list, not {digits}", digits=shown(digits)
            )
        return super().read(item, geometry)


_STEPS = ((1, (-1, 1)), (1, (1, -1)), (-1, (1, 1)), (-1, (-1, -1)))
"""The diagonals that the site knows by their slope: it leads into the board one way."""


class _Diagonal(codecs.Part):
    fields = ("start", "direction")

    def read(self, item: Any, geometry: Geometry) -> RuleFields:
        row, column = _NUMBERS.beside(item.get("outerCell"), geometry)
        inside = [
            (name, cell)
            for name, step in STEPS.items()
            if (cell := geometry.at(row + step[0] - 1, column + step[1] - 1)) is not None
            and any(step == other and slope == item.get("diagonal") for slope, other in _STEPS)
        ]
        if len(inside) != 1:
            raise FormatError(
                "no such diagonal starts at {outercell}", outercell=shown(item.get("outerCell"))
            )
        return {"start": inside[0][1], "direction": inside[0][0]}

    def write(self, fields: RuleFields, geometry: Geometry) -> Mapping[str, Any] | None:
        if (place := codecs.outer_start(fields, geometry)) is None:
            return None
        down, right = STEPS[fields["direction"]]
        outer = _NUMBERS.beside_name(*place, geometry)
        return {"outerCell": outer, "diagonal": 1 if down != right else -1}


class _Listed(codecs.Keyed):
    """Cells; without one it says nothing."""

    def read(self, item: Any, geometry: Geometry) -> Iterator[RuleFields]:
        return (fields for fields in super().read(item, geometry) if fields["cells"])


class _Indexers(_Listed):
    """It is not known which place the site gives the digit 0."""

    def read(self, item: Any, geometry: Geometry) -> Iterator[RuleFields]:
        if geometry.digits[0] == 0:
            raise FormatError("which place the digit 0 names is not known")
        return super().read(item, geometry)

    def write(self, fields: RuleFields, geometry: Geometry) -> Any | None:
        return None if geometry.digits[0] == 0 else super().write(fields, geometry)


class _Half(codecs.Verbatim):
    """The difference of a whisper, which the site always states."""

    def read(self, item: Any, geometry: Geometry) -> RuleFields:
        fields = super().read(item, geometry)
        return {} if fields.get(self.field) == (geometry.size + 1) // 2 else fields

    def write(self, fields: RuleFields, geometry: Geometry) -> Mapping[str, Any] | None:
        return super().write({self.field: (geometry.size + 1) // 2} | fields, geometry)


class _GroupLine:
    """Lines on which digits of groups take turns; the groups are bit sets."""

    def read(self, item: Any, geometry: Geometry) -> Iterator[RuleFields]:
        groups = [_digits(mask) for mask in list_in(item, "groups")]
        return (fields | {"groups": groups} for fields in _LINES.read(item, geometry))

    def write(self, fields: RuleFields, geometry: Geometry) -> Any | None:
        groups = fields.get("groups") or self.usual(geometry)
        if set(fields) - {"cells", "groups"} or not groups:
            return None
        lines = [_NUMBERS.names(fields["cells"], geometry)]
        return {"lines": lines} | _written_groups(groups)

    def usual(self, geometry: Geometry) -> list[list[int]]:
        return []


@dataclass(frozen=True, slots=True)
class _Residues(_GroupLine):
    """The groups of a modular or parity line."""

    modulus: int

    def usual(self, geometry: Geometry) -> list[list[int]]:
        digits = geometry.digits
        return [[d for d in digits if d % self.modulus == r] for r in range(self.modulus)]


class _Thirds(_GroupLine):
    def usual(self, geometry: Geometry) -> list[list[int]]:
        third, over = divmod(geometry.size, 3)
        if over:
            return []
        return [list(geometry.digits[i * third : (i + 1) * third]) for i in range(3)]


@dataclass(frozen=True, slots=True)
class _Squares(_GroupLine):
    """Groups that occur in every square of two by two cells."""

    line: _GroupLine

    def read(self, item: Any, geometry: Geometry) -> Iterator[RuleFields]:
        yield {}

    def write(self, fields: RuleFields, geometry: Geometry) -> Any | None:
        groups = self.usual(geometry)
        return _written_groups(groups) if groups and not fields else None

    def usual(self, geometry: Geometry) -> list[list[int]]:
        return self.line.usual(geometry)


class _OwnSquares(_GroupLine):
    """Any other groups in every square of two by two cells."""

    def read(self, item: Any, geometry: Geometry) -> Iterator[RuleFields]:
        yield {"groups": [_digits(mask) for mask in list_in(item, "groups")]}

    def write(self, fields: RuleFields, geometry: Geometry) -> Any | None:
        return _written_groups(fields["groups"]) if fields else None


def _written_groups(groups: Iterable[Iterable[int]]) -> dict[str, Any]:
    return {"groups": [_mask(group) for group in groups]}


class _Text(codecs.Part):
    """The text of a cage."""

    field = "text"

    def read(self, item: Any, geometry: Geometry) -> RuleFields:
        return {"text": str(item.get("value"))}

    def write(self, fields: RuleFields, geometry: Geometry) -> Mapping[str, Any] | None:
        return {"value": fields["text"]}


class _Cages(codecs.Each):
    def read(self, item: Any, geometry: Geometry) -> Iterator[RuleFields]:
        for cage in list_in(item, "cages"):
            if not isinstance(cage, dict):
                raise FormatError("a cage must be an object, not {cage}", cage=shown(cage))
            yield from self.clue.read(cage, geometry)


class _Bulbs:
    def read(self, item: Any, geometry: Geometry) -> Iterator[RuleFields]:
        for bulb in list_in(item, "bulbsWithArrows"):
            if not isinstance(bulb, dict):
                raise FormatError("a bulb must be an object, not {bulb}", bulb=shown(bulb))
            yield from _ARROWS.read(bulb, geometry)

    def write(self, fields: RuleFields, geometry: Geometry) -> Any | None:
        return {"bulbsWithArrows": [_ARROWS.write(fields, geometry)]}


# The cells of a pill are listed from the ones on.
_ARROWS = codecs.Arrows(
    _NUMBERS,
    "bulbCells",
    "arrows",
    lambda cells: cells[::-1],
    worded("an arrow begins in a cell of its bulb"),
)


def _mask(digits: Iterable[int]) -> int:
    return sum(1 << digit for digit in digits)


def _digits(mask: Any) -> list[int]:
    """The digits of a bit set, in which bit d is the digit d."""
    if type(mask) is not int or not 0 <= mask < 1 << (MAX_SIZE + 1):
        raise FormatError("a set of digits is a number, not {mask}", mask=shown(mask))
    return [digit for digit in range(mask.bit_length()) if mask >> digit & 1]


_CELLS = codecs.Cells(_NUMBERS)
_VALUE = worded("the value of a clue")
_LOCKOUT = codecs.Implied("diff", 4, lambda board: board.size == 9, anywhere=True)
"""The site knows the difference 4 alone."""
_CAGE_SUM = codecs.Number(
    "sum", name=worded("the value of a cage"), none=(None, "", 0, "0"), text=False, blank=(0,)
)
_QUADRUPLES = codecs.Each("clues", _Corner(), _CornerDigits("digits", worded("a digit")))
_MERGED = codecs.Verbatim("singleRegionTotals", "merge", False)
_FLAG, _LINES, _LIST = codecs.Flag({}), codecs.Lines(_NUMBERS), _Listed(_CELLS)


def _line(colour: str, *parts: codecs.Part) -> codecs.Lines:
    style = codecs.Looks({"style": {"color": colour, "thickness": 0.15}})
    return codecs.Lines(_NUMBERS, (*parts, style))


def _thermo(colour: str, *, slow: bool) -> codecs.Lines:
    style = {"style": {"color": colour, "thickness": 0.3}, "slow": slow}
    return codecs.Lines(_NUMBERS, (codecs.Looks(style),), "thermometers")


def _edges(field: str, usual: int | None = None) -> codecs.Each:
    none: tuple[Any, ...] = () if usual is None else (None,)
    # The site states what is usual too.
    value = codecs.Number(
        field, usual, name=_VALUE, none=none, text=False, stated=True, dropped=True
    )
    return codecs.Each("clues", value, _Edge())


_BESIDE = codecs.Side(_NUMBERS, "outerCell")


def _outer(field: str, place: codecs.Part = _BESIDE) -> codecs.Each:
    return codecs.Each("clues", codecs.Number(field, name=_VALUE, none=(), text=False), place)


TYPES: dict[int, tuple[Key, ...]] = {
    10: (Key("diagonal -", "diagonal-main", _FLAG),),
    11: (Key("diagonal +", "diagonal-anti", _FLAG),),
    12: (Key("anti-king", "anti-king", _FLAG),),
    13: (Key("anti-knight", "anti-knight", _FLAG),),
    14: (Key("disjoint groups", "disjoint-groups", _FLAG),),
    15: (Key("nonconsecutive", "non-consecutive", _FLAG),),
    16: (
        Key("global entropy", "global-entropy", _Squares(_Thirds())),
        Key("global mod 3", "global-mod", _Squares(_Residues(3))),
        Key("global entropy", "global-entropy", _OwnSquares()),
    ),
    100: (Key("even", "even", _LIST),),
    101: (Key("odd", "odd", _LIST),),
    102: (Key("maximum", "maximum", _LIST),),
    103: (Key("minimum", "minimum", _LIST),),
    200: (Key("difference", "white-dot", _edges("diff", 1)),),
    201: (Key("ratio", "black-dot", _edges("ratio", 2)),),
    202: (Key("xv", "xv", _edges("total")), Key("xv", "pair-sum", _edges("total"))),
    300: (
        Key("thermometer", "thermo", _thermo("#cccccc", slow=False)),
        Key("slow thermometer", "slow-thermo", _thermo("#6495ed", slow=True)),
    ),
    301: (Key("killer cage", "killer-cage", _Cages("cages", _CELLS, _CAGE_SUM)),),
    303: (Key("quadruple", "quadruple", _QUADRUPLES),),
    304: (Key("look-and-say cage", "look-and-say", _Cages("cages", _CELLS, _Text())),),
    305: (Key("extra region", "extra-region", _LIST),),
    400: (Key("renban", "renban", _line("#f067f0")),),
    401: (Key("whisper", "whisper", _line("#67f067", _Half("minDifference", "diff"))),),
    402: (Key("palindrome", "palindrome", _line("#cfcfcf")),),
    403: (Key("between", "between", _line("#cfcfcf")),),
    404: (Key("region sum", "region-sum", _line("#2ecbff", _MERGED)),),
    405: (Key("sequence", "sequence-line", _line("#c9c883")),),
    406: (
        Key("digit groups", "group-line", _GroupLine()),
        Key("digit groups", "entropic-line", _Thirds()),
        Key("digit groups", "modular-line", _Residues(3)),
        Key("digit groups", "parity-line", _Residues(2)),
    ),
    407: (Key("lockout", "lockout", _line("#6a5acd", _LOCKOUT)),),
    408: (Key("arrow", "arrow", _Bulbs()), Key("arrow", "pill-arrow", _Bulbs())),
    409: (Key("double arrow", "double-arrow", _line("#c54b8b")),),
    500: (Key("little killer", "little-killer", _outer("sum", _Diagonal())),),
    501: (Key("sandwich", "sandwich", _outer("sum")),),
    502: (Key("x-sum", "x-sum", _outer("sum")),),
    503: (Key("skyscraper", "skyscraper", _outer("value")),),
    504: (Key("numbered room", "numbered-room", _outer("value")),),
    600: (Key("row indexer", "row-indexer", _Indexers(_CELLS)),),
    601: (Key("column indexer", "column-indexer", _Indexers(_CELLS)),),
}
"""The types that are rules: the first key is the one that is read, unless the item says more."""

_TABLE = LinkTable("sudokumaker", (key for keys in TYPES.values() for key in keys))
_NUMBER = {key.rule: number for number, keys in TYPES.items() for key in keys}
_DRAWINGS = {2000: "lines", 2001: "cages", 2002: "symbols"}
_FOG = (4000, 4001)
_REFUSED = {
    302: ("clone", worded("how SudokuMaker lists the cells of a clone is not documented")),
}
_SCRIPT = 1000
_ON_EDGES = (200, 201, 202)
_AROUND = [0, 1, 2]
"""The cells that a right digit clears where nothing else is said: its own, and those around it."""
_ALL_AROUND = tuple(map(list, permutations(_AROUND)))
_PALETTE = (
    "#ffffff", "#f28b82", "#f7b26a", "#fff176", "#b7e39b", "#7ccf7c", "#9fd6f5", "#7da7e8",
    "#b9a3e3", "#e6a3d3", "#cfcfcf", "#8f8f8f", "#333333", "#ff66b3", "#a1724e", "#c9e265",
    "#53b8b0", "#4169e1", "#8a2be2",
)  # fmt: skip
"""The colours of cells by number, about as the site has them."""
_ROWS = 2003
_BOARD = (0, 1)
_BLANK = {303: "digits", 500: "value", 501: "value", 502: "value", 503: "value", 504: "value"}
"""Clues that say nothing without this key: circles and cells to write in."""
_HARMLESS: Known = {
    "puzzle": frozenset(("export", "exportSettings", "messages", "id", "creationTimestamp")),
    "puzzle.constraints[]": frozenset(("name", "style")),
    "drawn": frozenset((
        "angle", "bulbRadius", "cages", "cells", "color", "dash", "effects", "fill", "fontSize",
        "headSize", "height", "label", "layer", "length", "lightCells", "lines", "name", "opacity",
        "params", "patterns", "position", "r", "rx", "ry", "size", "stroke", "strokeWidth", "style",
        "symbols", "text", "thickness", "triggers", "type", "value", "width", "x", "y",
    )),
}  # fmt: skip
"""Keys about the editor and about looks, and a player's notes."""


# --- reading -----------------------------------------------------------------------------------


def detect(text: str) -> int:
    """Sure where the text is an object with the version of the format."""
    bare = text.lstrip()
    return 100 if bare.startswith("{") and '"formatVersion"' in bare[:400] else 0


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this text: a link or the JSON itself."""
    return links.parse_json(text, options, "sudokumaker", from_data)


def read_body(body: str, options: ReadOptions) -> Document:
    """The puzzle of what a link carries."""
    return from_data(links.packed_data(body, lzstring.URI), options)


def from_data(data: Any, options: ReadOptions) -> Document:
    """The document of SudokuMaker's JSON.

    :raises FormatError: naming the key at fault with its path.
    """
    data = noted(data)
    if not isinstance(data, dict) or not isinstance(data.get("puzzle"), dict):
        raise FormatError('this is not JSON of SudokuMaker: the key "puzzle" is missing')
    version = data.get("formatVersion")
    if not isinstance(version, str) or not _KNOWN.fullmatch(version):
        raise FormatError(
            "version {version} of SudokuMaker's JSON is not known; satdoku reads 1.0 to 1.6",
            version=shown(version),
        )
    puzzle = data["puzzle"]
    clues = Clues(options)
    if puzzle.get("solution"):
        clues.leave("solution")
        skip(puzzle["solution"])
    constraints = puzzle.get("constraints") or []
    if not isinstance(constraints, list) or not all(isinstance(c, dict) for c in constraints):
        raise FormatError(
            '"puzzle.constraints" must be a list of objects, not {constraints}',
            constraints=shown(constraints),
        )
    unsolved: list[dict[str, Any]] = []
    constraints = [
        _in_force(item, f"constraints[{index}]", clues, unsolved)
        for index, item in enumerate(constraints)
    ]
    geometry = geometry_of(_geometry(puzzle, constraints), options)
    _read_scripts(constraints, clues, geometry)
    drawings: list[Cosmetic] = []
    cells = puzzle.get("cells")
    givens, entered, pencilled = _contents(cells, geometry, clues, drawings)
    masks = {index: cell.get("cornerPencilMarks") for index, cell in enumerate(cells)}
    noted_in = {index: _digits(mask) for index, mask in masks.items() if mask is not None}
    corners = corner_marks(noted_in, geometry, clues)
    _exempt_of_negatives(constraints, clues)
    for index, item in enumerate(constraints):
        _read_constraint(item, f"constraints[{index}]", clues, geometry)
        if item.get("type") in _DRAWINGS:
            drawings += _drawings_of(item, geometry)
    for item in unsolved:
        drawings += _looks_of(item, clues, geometry)
    fog = _fog(constraints, geometry)
    title, author, rules = (
        of_kind(str, puzzle.get(key) or "", f"puzzle.{key}") or None
        for key in ("name", "author", "comment")
    )
    clues.account(data, _HARMLESS, "SudokuMaker's JSON")
    question = Puzzle(geometry, givens, None, clues.rules(geometry))
    position = player(question, entered, pencilled)
    extras = clues.extras()
    messages = dict(puzzle).get("messages")
    message = messages.get("completion") if isinstance(messages, dict) else None
    if isinstance(message, str) and message:
        extras["message"] = message
    return Document(
        question,
        position,
        title,
        author,
        rules,
        extras=extras,
        drawings=(*drawings, *clues.blanks),
        fog=fog,
        corners=corners,
    )


def _looks_of(item: dict[str, Any], clues: Clues, geometry: Geometry) -> Iterator[Cosmetic]:
    """The drawing of a constraint that the site's solver leaves out."""
    if item.get("type") in _DRAWINGS:
        yield from _drawings_of(item, geometry)
        return
    from satdoku.constraints import from_data as rule_of
    from satdoku.formats.sudokupad import looks  # few puzzles have such

    inside = clues.inside()
    with suppress(FormatError):
        _read_constraint(item, "", inside, geometry)
        for _, _, fields in inside.data():
            yield from looks(rule_of(fields, geometry, numbered=True), geometry)
    yield from inside.blanks


def _switch(item: dict[str, Any], key: str, path: str, *, usual: bool = False) -> bool:
    return of_kind(bool, usual if item.get(key) is None else item[key], f"{path}.{key}")


def _in_force(
    item: dict[str, Any], path: str, clues: Clues, unsolved: list[dict[str, Any]]
) -> dict[str, Any]:
    """A constraint, or one that says nothing in place of one that is disabled or only drawn; the
    latter is added to ``unsolved``."""
    if _switch(item, "disabled", path):
        skip(item)
        return {"type": 0}
    if _switch(item, "solverIgnored", path):
        clues.draw(f"{_called(item)} that the site's solver leaves out")
        skip(item)
        unsolved.append(item)
        return {"type": 0}
    return item


def _called(item: dict[str, Any]) -> str:
    number = item.get("type")
    if type(number) is int and number in TYPES:
        return TYPES[number][0].name
    return shown(item.get("name") or f"type {number}")


def _geometry(puzzle: dict[str, Any], constraints: list[dict[str, Any]]) -> Geometry:
    """The board; one of the type ``custom`` has rows and columns where a constraint says so."""
    if (kind := puzzle.get("type") or "sudoku") not in ("sudoku", "custom"):
        raise FormatError(
            '"puzzle.type" must be "sudoku" or "custom", not {kind}', kind=shown(kind)
        )
    custom = kind == "custom"
    usual = _number(puzzle, "size", 9, MAX_SIZE)
    columns, rows = (_number(puzzle, key, usual, MAX_SIZE) for key in ("width", "height"))
    first = _number(puzzle, "minDigit", 1, 1, least=0)
    # Nine is the last digit of a board of this type whatever its size, if it states none.
    last = _number(puzzle, "maxDigit", 9 if custom else columns + first - 1, MAX_SIZE)
    raw = custom and not any(c.get("type") == _ROWS and not c.get("areas") for c in constraints)
    board: dict[str, Any] = {"rows": rows, "columns": columns, "digits": f"{first}-{last}"}
    regions = [item for item in constraints if item.get("type") == 1]
    if not regions:
        return board_of(board | {"box": None, "raw": raw})
    labels = regions[0].get("regions")
    if not isinstance(labels, list) or len(labels) != rows * columns or len(regions) > 1:
        raise FormatError('"regions" must be one list of {rows} numbers', rows=rows * columns)
    numbers = [integer(label, "a region") for label in labels]
    return board_of(board | {"raw": raw} | _regions(numbers, last - first + 1, partly=custom))


def _regions(numbers: list[int], usual: int, *, partly: bool) -> dict[str, Any]:
    """The regions as a board has them.

    :param numbers: the region of each cell; a negative one is none.
    :param partly: whether a region may have fewer cells than there are digits.
    """
    sizes = Counter(numbers)
    for number, size in sizes.items():
        if number >= 0 and (size > usual or (size < usual and not partly)):
            raise FormatError(
                "region {number} has {found} cells, but a region of this board has {count}",
                number=number,
                found=size,
                count=usual,
            )
    known = {number: index for index, number in enumerate(sorted(n for n in sizes if n >= 0), 1)}
    regions = [known.get(number, 0) for number in numbers]
    if min(sizes) < 0 or len(set(sizes.values())) > 1:
        return {"regions": regions, "partial": True}
    return {"regions": regions, "region_size": sizes[numbers[0]]}


def _number(puzzle: dict[str, Any], key: str, usual: Any, most: int, *, least: int = 1) -> int:
    value = puzzle.get(key, usual)
    if type(value) is not int or not least <= value <= most:
        raise FormatError(
            '"puzzle.{key}" must be a number from {least} to {most}',
            key=key,
            least=least,
            most=most,
        )
    return value


def _read_areas(areas: Any, path: str, clues: Clues, geometry: Geometry) -> None:
    """The rows and columns of the rectangles in which alone digits do not repeat."""
    if not isinstance(areas, list):
        raise FormatError(
            '"{path}.areas" must be a list of rectangles, not {areas}',
            path=path,
            areas=shown(areas),
        )
    for index, area in enumerate(areas):
        place = f"{path}.areas[{index}]"
        of_kind(dict, area, place)
        x, y = (integer(area.get(key), f'"{place}.{key}"') for key in ("x", "y"))
        width, height = (integer(area.get(key), f'"{place}.{key}"') for key in ("width", "height"))
        if not (0 <= x < x + width <= geometry.columns and 0 <= y < y + height <= geometry.rows):
            raise FormatError('"{place}" is not a rectangle of this board', place=place)
        lines = [[(row, x + k) for k in range(width)] for row in range(y, y + height)]
        for line in (*lines, *map(list, zip(*lines, strict=True))):
            cells = [cell for place in line if (cell := geometry.at(*place)) is not None]
            if len(cells) > 1:
                clues.add(place, "rows and columns", "extra-region", {"cells": cells})


def _contents(
    cells: Any, geometry: Geometry, clues: Clues, drawings: list[Cosmetic]
) -> tuple[Values, dict[int, int], dict[int, frozenset[int]]]:
    if not isinstance(cells, list) or len(cells) != geometry.cell_count:
        raise FormatError(
            '"puzzle.cells" must be a list of {cell_count} cells', cell_count=geometry.cell_count
        )
    givens: list[int | None] = [None] * len(cells)
    entered: dict[int, int] = {}
    pencilled: dict[int, frozenset[int]] = {}
    for index, cell in enumerate(cells):
        path = f"puzzle.cells[{index}]"
        of_kind(dict, cell, path)
        if not cell:
            continue
        if colours := cell.get("colors"):
            clues.draw("colours")
            if type(colours) is int and 0 < colours < 1 << len(_PALETTE):
                fill = _PALETTE[colours.bit_length() - 1]
                drawings.append(
                    Cosmetic("mark", middles((index,), geometry), fill=fill, size=(1, 1))
                )
        candidates, given = cell.get("candidates"), _switch(cell, "given", path)
        if (value := cell.get("value")) is not None:
            digit = integer(value, f'"{path}.value"')
            if given:
                givens[index] = digit
            else:
                entered[index] = digit
        elif given:
            clues.leave("given without a value")
        elif candidates:
            pencilled[index] = frozenset(_digits(candidates))
    return tuple(givens), entered, pencilled


def _drawings_of(item: dict[str, Any], geometry: Geometry) -> Iterator[Cosmetic]:
    """The drawings of an item, as many of them as have a place."""
    style = item.get("style")
    style = style if isinstance(style, dict) else {}
    if item["type"] == 2000:
        return _lines_of(item, style)
    if item["type"] == 2001:
        return _cages_of(item, style, geometry)
    return _symbols_of(item)


def _lines_of(item: dict[str, Any], style: dict[str, Any]) -> Iterator[Cosmetic]:
    for line in _listed(item, "lines"):
        points = line if isinstance(line, list) else ()
        spots = tuple(spot for point in points if (spot := _spot(point)) is not None)
        if spots and len(spots) == len(points):
            over, stroke = style.get("layer") == "foreground", colour_of(style.get("color"))
            yield Cosmetic("line", spots, over, stroke, width=length_of(style.get("thickness")))


def _cages_of(
    item: dict[str, Any], style: dict[str, Any], geometry: Geometry
) -> Iterator[Cosmetic]:
    stroke, ink = (
        colour_of(part.get("color")) if isinstance(part := style.get(name), dict) else ""
        for name in ("cage", "text")
    )
    for cage in _listed(item, "cages"):
        numbers = cage.get("cells") if isinstance(cage, dict) else None
        if isinstance(numbers, list) and numbers:
            with suppress(FormatError):
                spots = middles(_NUMBERS.cells(numbers, geometry), geometry)
                text = str(cage.get("value") or "")[:500]
                yield Cosmetic("cage", spots, True, stroke, text=text, ink=ink)


def _symbols_of(item: dict[str, Any]) -> Iterator[Cosmetic]:
    """The symbols of an item: each has looks and a layer of its own, or one of those of the item,
    the first where it states none: ``[x, y, 2]`` has the third."""
    shared = _listed(item, "params")
    for symbol in _listed(item, "symbols"):
        own = symbol if isinstance(symbol, dict) else {}
        point = own.get("position") if own else symbol
        which: object = 0
        if isinstance(point, list) and len(point) == 3:
            *point, which = point
        spot, looks = _spot(point), own.get("params")
        if looks is None and type(which) is int and 0 <= which < len(shared):
            looks = shared[which]
        if isinstance(looks, dict) and spot is not None:
            yield from _symbol(looks, spot, (own or item).get("layer") == "foreground")


def _listed(item: dict[str, Any], name: str) -> list[Any]:
    """A list of an item; empty where it is none."""
    items = item.get(name)
    return items if isinstance(items, list) else []


def _spot(point: Any) -> Spot | None:
    """A place written as [x, y], or as an object of both."""
    if isinstance(point, dict):
        point = [point.get("x"), point.get("y")]
    return spot_of(point[::-1]) if isinstance(point, list) else None


def _symbol(looks: dict[str, Any], spot: Spot, over: bool) -> Iterator[Cosmetic]:
    kind = looks.get("type")
    if kind == "arrow":
        turn = radians(length_of(looks.get("angle")))
        half = length_of(looks.get("length")) / 2
        down, right = half * sin(turn), half * cos(turn)
        ends = ((spot[0] - down, spot[1] - right), (spot[0] + down, spot[1] + right))
        yield Cosmetic(
            "line",
            tuple((round(row, 4), round(column, 4)) for row, column in ends),
            over,
            colour_of(looks.get("stroke")),
            width=length_of(looks.get("strokeWidth")),
            head=length_of(looks.get("headSize")) or 0.2,
        )
        return
    width, height = (
        (2 * length_of(looks.get(name)) for name in ("rx", "ry"))
        if kind == "ellipse"
        else (length_of(looks.get(name)) for name in ("width", "height"))
    )
    text = str(looks.get("text") or "")[:500] if kind == "text" else ""
    ink = colour_of(looks.get("fill")) if text else ""
    yield Cosmetic(
        "mark",
        (spot,),
        over,
        "" if text else colour_of(looks.get("stroke")),
        "" if text else colour_of(looks.get("fill")),
        length_of(looks.get("strokeWidth")),
        size=(round(height, 4), round(width, 4)),
        rounded=kind == "ellipse",
        text=text,
        ink="" if ink == "#000000" else ink,
        font=length_of(looks.get("size")) if text else 0.0,
        angle=length_of(looks.get("angle")),
    )


def _fog(constraints: list[dict[str, Any]], geometry: Geometry) -> Fog | None:
    """The lamps, and what is lit by digits in cells of the same label."""
    lamps: list[int] = []
    reveals: list[tuple[int, tuple[int, ...]]] = []
    for index, item in enumerate(constraints):
        with placed(f"constraints[{index}]"):
            if item.get("type") == 4000:
                cells = item.get("lightCells") or item.get("cells") or []
                lamps += _NUMBERS.cells(cells, geometry)
            elif item.get("type") == 4001:
                lit: dict[str, list[int]] = {}
                for effect in _listed(item, "effects"):
                    if isinstance(effect, dict):
                        cells = _NUMBERS.under(effect, "cells", geometry)
                        lit.setdefault(str(effect.get("label")), []).extend(cells)
                for trigger in _listed(item, "triggers"):
                    if isinstance(trigger, dict):
                        cells = lit.get(str(trigger.get("label")), [])
                        for cell in _NUMBERS.under(trigger, "cells", geometry):
                            if cells:
                                reveals.append((cell, tuple(cells)))
    if not any(item.get("type") in _FOG for item in constraints):
        return None
    return Fog(tuple(dict.fromkeys(lamps)), tuple(reveals))


def _read_constraint(item: dict[str, Any], path: str, clues: Clues, geometry: Geometry) -> None:
    number = item.get("type")
    if type(number) is not int:
        raise FormatError(
            "{path}: the type of a constraint is a number, not {number}",
            path=path,
            number=shown(number),
        )
    if number == _ROWS:
        if item.get("areas") and geometry.is_raw:
            _read_areas(item["areas"], path, clues, geometry)
        else:
            # Where the whole board has rows and columns, those of a part say nothing more.
            skip(item.get("areas"))
    elif number in _DRAWINGS:
        clues.draw(_DRAWINGS[number])
        draw(item)
    elif number in _FOG:
        if item.get("overrides") or (item.get("patterns") or _AROUND) not in _ALL_AROUND:
            clues.leave("way of clearing fog")
        draw(item)
    elif number in TYPES:
        _read_rules(number, item, path, clues, geometry)
    elif number not in _BOARD:
        _refuse(number, item, path, clues)
        skip(item)


def _named(item: dict[str, Any], kind: str) -> str:
    """The name that an author has given to a constraint, else that of its kind."""
    definition = item.get("definition")
    name = item.get("name") or (isinstance(definition, dict) and definition.get("name"))
    return str(name or kind)


def _read_scripts(constraints: list[dict[str, Any]], clues: Clues, geometry: Geometry) -> None:
    """Add the rules of all scripts that are not left out.

    :raises FormatError: naming those that cannot be read, and why not the first of them.
    """
    scripts = [
        (f"constraints[{index}]", item, _named(item, "script"))
        for index, item in enumerate(constraints)
        if item.get("type") == _SCRIPT
    ]
    if not scripts:
        return
    from satdoku.constraints.custom import MAX_NAME_LENGTH
    from satdoku.formats.scripts import running
    from satdoku.formats.scripts.refusals import Refused  # few puzzles have scripts
    from satdoku.formats.scripts.site import rules_of

    steps = running.StepBudget(running.MAX_STEPS)
    refused: list[tuple[str, str, str]] = []
    for path, item, name in scripts:
        if clues.ignores("script", name):
            skip(item)
            continue
        data = item.get("input")
        skip(data)
        try:
            called = "".join(filter(str.isprintable, name))[:MAX_NAME_LENGTH]
            for rule in rules_of(item.get("definition"), data, geometry, called, steps):
                clues.add(path, name, rule.pop("rule"), rule)
        except Refused as error:
            refused.append((path, name, error.sentence()))
    if refused:
        raise FormatError(
            "{path}: {called} (script) cannot be read: {why}; --ignore script reads the puzzle "
            "without it, and --rules adds a rule that says the same, where there is one (satdoku "
            "rules lists them)",
            path=refused[0][0],
            called=listed([shown(name) for name in dict.fromkeys(name for _, name, _ in refused)]),
            why=refused[0][2],
        )


def _refuse(number: int, item: dict[str, Any], path: str, clues: Clues) -> None:
    """:raises FormatError: where a constraint that cannot be read may not be left out."""
    if number == _SCRIPT:
        return
    if number not in _REFUSED:
        if not clues.ignores(str(number)):
            raise FormatError(
                "{path}: satdoku knows no type {number} of SudokuMaker; --ignore {number_2} "
                "reads the puzzle without it",
                path=path,
                number=shown(number),
                number_2=str(number)[:20],
            )
        return
    kind, reason = _REFUSED[number]
    own = _named(item, kind)
    if not clues.ignores(kind, own):
        raise FormatError(
            "{path}: {called} cannot be read: {why}; --ignore {kind} reads the puzzle without it",
            path=path,
            called=kind if own == kind else f"{shown(own)} ({kind})",
            why=reason,
            kind=kind,
        )


def _read_rules(
    number: int, item: dict[str, Any], path: str, clues: Clues, geometry: Geometry
) -> None:
    try:
        with placed(path):
            parts = list(_parts(number, item, clues, geometry))
    except FormatError:
        if clues.ignores(*(name for key in TYPES[number] for name in (key.name, key.rule))):
            skip(item)
            return
        raise
    for key, part in parts:
        clues.read(key, part, path, geometry)
    if number in _ON_EDGES and (negative := item.get("negative")):
        _read_negative(number, negative, path, clues)


def _parts(
    number: int, item: dict[str, Any], clues: Clues, geometry: Geometry
) -> Iterator[tuple[Key, dict[str, Any]]]:
    """A constraint as items of a single rule each."""
    keys = TYPES[number]
    key = keys[0]
    if number == 16:
        key = _of_groups(item, geometry, keys[:2]) or keys[2]
    elif number == 300 and item.get("slow"):
        key = keys[1]
    elif number == 406:
        named = _of_groups(item, geometry, keys[1:])
        key = Key(named.name, named.rule, _Ungrouped()) if named else key
    elif number == 408:
        # Pills and circles may stand in one item.
        bulbs = list_in(item, "bulbsWithArrows")
        for arrow, pill in zip(keys, (False, True), strict=True):
            if part := [bulb for bulb in bulbs if _is_pill(bulb) == pill]:
                yield arrow, {"bulbsWithArrows": part}
        return
    elif number == 202 and any(clue.get("value") not in (5, 10) for clue in codecs.clues_of(item)):
        key = keys[1]
    if blank := _BLANK.get(number):
        written = []
        for clue in codecs.clues_of(item):
            if clue.get(blank) in (None, "", []):
                lacking = "digits" if number == 303 else "a value"
                clues.blank(key.name, _blank(clue, geometry), f"{key.name} without {lacking}")
                know(clue, ("corner", "outerCell", "diagonal"))
            else:
                written.append(clue)
        item = {"clues": written}
    yield key, item


def _blank(clue: dict[str, Any], geometry: Geometry) -> Iterator[Cosmetic]:
    """The drawing of a circle on a corner without digits, or beside the board without a value."""
    with suppress(FormatError):
        if "corner" in clue:
            row, column = divmod(integer(clue["corner"], "a corner"), geometry.columns + 1)
            yield from circle_at([(row, column)], 0.7, stroke="#000000")
            return
        row, column = _NUMBERS.beside(clue.get("outerCell"), geometry)
        spot = row - 0.5, column - 0.5
        for slope, step in _STEPS:
            if (
                slope == clue.get("diagonal")
                and geometry.at(row + step[0] - 1, column + step[1] - 1) is not None
            ):
                yield arrow_at(spot, *step)
                return
        yield box_at(spot)


def _is_pill(bulb: Any) -> bool:
    cells = bulb.get("bulbCells") if isinstance(bulb, dict) else None
    return isinstance(cells, list) and len(cells) > 1


def _of_groups(item: dict[str, Any], geometry: Geometry, keys: Iterable[Key]) -> Key | None:
    """The key whose usual groups of digits are those of an item."""
    groups = sorted(_digits(mask) for mask in list_in(item, "groups"))
    for key in keys:
        assert isinstance(key.codec, _GroupLine)
        if groups and sorted(key.codec.usual(geometry)) == groups:
            return key
    return None


class _Ungrouped(_GroupLine):
    def read(self, item: Any, geometry: Geometry) -> Iterator[RuleFields]:
        return ({"cells": fields["cells"]} for fields in super().read(item, geometry))


def _exempt_of_negatives(constraints: list[dict[str, Any]], clues: Clues) -> None:
    """:raises FormatError: where pairs with a dot of one colour are not exempt of what holds
    without a dot of the other."""
    negative = [
        number
        for item in constraints
        if (number := item.get("type")) in _ON_EDGES and item.get("negative")
    ]
    for index, item in enumerate(constraints):
        for number, key, other, rule in (
            (200, "overrideNegativeRatios", 201, "negative-ratio"),
            (201, "overrideNegativeDifferences", 200, "negative-difference"),
        ):
            if item.get("type") != number or _switch(
                item, key, f"constraints[{index}]", usual=True
            ):
                continue
            if item.get("clues") and other in negative and not clues.ignores(key, rule):
                raise FormatError(
                    'constraints[{index}]: "{key}" is off, but in satdoku negative differences and '
                    "ratios concern no pair with a dot of either colour; --ignore {key} reads the "
                    "puzzle so",
                    index=index,
                    key=key,
                )


def _read_negative(number: int, negative: Any, path: str, clues: Clues) -> None:
    of_kind(list, negative, f"{path}.negative")
    values = [
        integer(value, worded('a number of "{path}.negative"', path=path)) for value in negative
    ]
    if number == 200:
        for value in values:
            clues.add(path, "negative", "negative-difference", {"diff": value})
    elif number == 201:
        clues.add(path, "negative", "negative-ratio", {"ratios": values})
    else:
        clues.add(path, "negative", "negative-xv", {"totals": values})


# --- writing -----------------------------------------------------------------------------------


def write(document: Document, options: WriteOptions) -> str:
    """A link, on one line."""
    return links.packed(_ADDRESS, to_data(document, options), lzstring.URI)


def to_data(document: Document, options: WriteOptions) -> dict[str, Any]:
    """The document as SudokuMaker's JSON.

    :raises Unsupported: naming what it cannot hold.
    """
    puzzle = document.puzzle
    geometry = puzzle.geometry
    whole = has_whole_regions(geometry)
    # Regions of another size than the board asks for are a fault of the puzzle.
    if (
        geometry.grids
        or geometry.places is not None
        or not (whole or geometry.region_size is not None)
    ):
        raise no_board(geometry, _TITLE)
    sides = {geometry.rows, geometry.columns, geometry.size}
    custom = len(sides) > 1 or geometry.is_raw or not whole
    if puzzle.is_sukaku:
        raise Unsupported("{title} cannot hold restrictions of cells; f-puzzles' can", title=_TITLE)
    constraints = list(_written_constraints(document, options, custom=custom))
    data: dict[str, Any] = {"name": document.title or "", "author": document.author or ""}
    if text := rules_text(document):
        data["comment"] = text
    if custom:
        data["type"] = "custom"
    digits = geometry.digits
    if custom or digits != tuple(range(1, 10)):
        data |= {"width": geometry.columns, "height": geometry.rows}
        data |= {"minDigit": digits[0], "maxDigit": digits[-1]}
    if message := document.extras.get("message"):
        data["messages"] = {"completion": message}
    data |= {"cells": _written_cells(document), "constraints": constraints}
    return {"formatVersion": _VERSION, "puzzle": data}


def _written_constraints(
    document: Document, options: WriteOptions, *, custom: bool
) -> Iterator[dict[str, Any]]:
    """The constraints, drawings and fog."""
    geometry = document.puzzle.geometry
    yield {"type": 0}
    if custom and not geometry.is_raw:
        yield {"type": _ROWS}
    if geometry.regions:
        labels = [-1 if region is None else region for region in geometry.region_of]
        yield {"type": 1, "regions": labels}
    for key, item in write_items(document.puzzle, _TABLE, _TITLE, options):
        yield {"type": _NUMBER[key.rule], **item}
    for drawing in document.drawings:
        yield _item_of(drawing, geometry)
    if document.fog is not None:
        yield from _fog_items(document.fog)


def _item_of(drawing: Cosmetic, geometry: Geometry) -> dict[str, Any]:
    """A drawing as an item of its own."""
    layer = "foreground" if drawing.over else "default"
    points = [[column, row] for row, column in drawing.spots]
    if drawing.kind == "cage":
        style = {"cage": {"color": drawing.stroke}, "text": {"color": drawing.ink}}
        places = (geometry.at(int(row), int(column)) for row, column in drawing.spots)
        cells = [cell for cell in places if cell is not None]
        return {"type": 2001, "cages": [{"cells": cells, "value": drawing.text}], "style": style}
    if drawing.head and len(points) == 2:
        (x, y), (x2, y2) = points
        arrow: dict[str, Any] = {
            "type": "arrow",
            "length": round(hypot(x2 - x, y2 - y), 4),
            "headSize": drawing.head,
            "angle": round(degrees(atan2(y2 - y, x2 - x)), 4),
            "stroke": drawing.stroke,
            "strokeWidth": drawing.width,
        }
        middle = [round((x + x2) / 2, 4), round((y + y2) / 2, 4)]
        return {"type": 2002, "params": [arrow], "symbols": [middle], "layer": layer}
    if drawing.kind == "line":
        style_: dict[str, Any] = {"color": drawing.stroke, "thickness": drawing.width}
        return {"type": 2000, "lines": [points], "style": style_ | {"layer": layer}}
    height, width = drawing.size
    looks: dict[str, Any] = {"angle": drawing.angle, "strokeWidth": drawing.width}
    params = []
    if any(drawing.size) or not drawing.text:
        shape: dict[str, Any] = (
            {"type": "ellipse", "rx": width / 2, "ry": height / 2}
            if drawing.rounded
            else {"type": "rectangle", "width": width, "height": height}
        )
        fill, stroke = drawing.fill or "#ffffff00", drawing.stroke or "#ffffff00"
        params.append(shape | looks | {"fill": fill, "stroke": stroke})
    if drawing.text:
        text = {"type": "text", "text": drawing.text, "size": drawing.font or 0.5}
        params.append(text | looks | {"fill": drawing.ink or "#000000", "stroke": "#ffffff00"})
    symbols = [[*points[0], *([which] if which else [])] for which in range(len(params))]
    return {"type": 2002, "params": params, "symbols": symbols, "layer": layer}


def _fog_items(fog: Fog) -> Iterator[dict[str, Any]]:
    yield {"type": 4000, "lightCells": list(fog.lamps)}
    if fog.reveals:
        labels = [str(number) for number in range(1, len(fog.reveals) + 1)]
        pairs = list(zip(labels, fog.reveals, strict=True))
        yield {
            "type": 4001,
            "patterns": _AROUND,
            "triggers": [{"label": label, "cells": [cell]} for label, (cell, _) in pairs],
            "effects": [{"label": label, "cells": list(cells)} for label, (_, cells) in pairs],
        }


def _written_cells(document: Document) -> list[dict[str, Any]]:
    entered, pencilled = player_marks(document, _TITLE)
    cells: list[dict[str, Any]] = []
    for index, given in enumerate(document.puzzle.givens):
        if given is not None:
            cells.append({"given": True, "value": given})
        elif index in entered:
            cells.append({"value": entered[index]})
        elif index in pencilled:
            cells.append({"candidates": _mask(pencilled[index])})
        else:
            cells.append({})
        if index in document.corners:
            cells[-1]["cornerPencilMarks"] = _mask(document.corners[index])
    return cells
