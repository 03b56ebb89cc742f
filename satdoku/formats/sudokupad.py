"""SudokuPad's links and JSON, read and written; one file, since it is one format.

The part of a link that follows the address is a kind and a text: ``scl`` (or ``ctc``) SudokuPad's
own JSON, plain or abbreviated, packed by :mod:`satdoku.formats.lzstring`; ``fpuz`` (or
``fpuzzles``) that of f-puzzles; ``scf`` a classic in run lengths. SudokuPad's JSON holds drawings:
only givens, regions, cages whose digits differ, the solution and the flags of anti-knight and
anti-king are more. The rest is kept as drawings, counted in ``extras["drawings"]`` and never taken
for a rule. What is written of a rule are the drawings of its ``shapes``, by the recipes of
SudokuPad's own loader of f-puzzles; the rules themselves stand in a key ``satdoku`` besides, which
is read where the drawings are still those of them.
"""

from __future__ import annotations

import json as jsonlib
import re
import string
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from math import floor
from typing import Any, TypeVar

from satdoku.base.errors import FormatError, SatdokuError, Unsupported
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board.constraint import Constraint, Shape
from satdoku.board.geometry import MAX_SIZE, Geometry
from satdoku.board.grid import Grid
from satdoku.formats import links
from satdoku.formats.accounts import Known, draw, know, noted, skip
from satdoku.formats.base import ReadOptions, WriteOptions, no_board, of_kind, shown
from satdoku.formats.boards import not_stated
from satdoku.formats.clues import (
    Clues,
    corner_marks,
    fields_of,
    geometry_of,
    integer,
    player,
    player_marks,
    rules_text,
)
from satdoku.formats.cosmetics import (
    SHAPE_COLOURS,
    box_at,
    colour_of,
    length_of,
    middles,
    path_of,
    read_triggers,
    spot_of,
    triggers,
)
from satdoku.formats.json import from_data as from_own
from satdoku.formats.json import load
from satdoku.formats.json import to_data as to_own
from satdoku.formats.sheets import Sheet, SheetBoard, cells_of_solution, find_board, same_board
from satdoku.puzzle.cosmetic import Cosmetic, Fog, Spot
from satdoku.puzzle.document import Document
from satdoku.puzzle.puzzle import Puzzle

T = TypeVar("T")

_ADDRESS = "https://sudokupad.app/scl"
_TITLE = worded("a SudokuPad file")
_DRAWINGS = ("lines", "arrows", "overlays", "underlays")
_FOG = ("foglight", "foglink", "triggereffect")
_PAINT = frozenset(("c", "color", "colour", "highlight", "highlightArray"))
_ANYWHERE = range(-1000, 1000)
_CAGES = (None, "", "cage", "extraregion", "killer", "killercage", "region", "rowcol")
"""The types of cages; what a cage says is in its other keys."""
_HARMLESS: Known = {
    "": frozenset(("id", "cellSize", "settings", "videos", "duration", "version", "width")),
    "cages[]": frozenset((
        "borderColor", "color", "fontC", "fontColor", "fontSize", "hidden", "outlineC", "style",
    )),
    "drawn": frozenset((
        "angle", "backgroundColor", "borderColor", "borderSize", "borderWidth", "cells", "center",
        "class", "className", "color", "d", "dashArray", "effect", "fill", "fill-opacity",
        "fill-rule", "fillOpacity", "fontSize", "headLength", "height", "opacity", "rounded",
        "stroke", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin",
        "stroke-opacity", "stroke-width", "strokeWidth", "target", "text", "textStroke",
        "thickness", "trigger", "type", "value", "wayPoints", "width",
    )),
}  # fmt: skip
"""Keys about the editor and about looks, and a player's notes."""
_MORE = frozenset(("bgimage", "bgimageopacity", "editor", "id", "url"))
_FLAGS = {"antiknight": "anti-knight", "antiking": "anti-king"}
_TEXTS = ("title", "author", "rules", "solution", "source", "msgcorrect")
_OWN = re.compile(r'"satdoku"\s*:\s*\{')
_METADATA = re.compile(r"\s*([A-Za-z]+)\s*:\s*(.*)", re.DOTALL)


# --- reading -----------------------------------------------------------------------------------


def detect(text: str) -> int:
    """Sure where the text is an object with cells and what goes with them."""
    bare = text.lstrip()
    keys = '"cells"' in bare and ('"regions"' in bare or '"cages"' in bare or '"cellSize"' in bare)
    own = '"givens"' in bare and not _OWN.search(bare)
    return 99 if keys and bare.startswith("{") and not own else 0


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this text: a link or the JSON itself."""
    return links.parse_json(text, options, "sudokupad", from_data)


def link_body(address: links.Address) -> str:
    """The id in a link, which is the puzzle."""
    body = address.parameter("puzzleid") or re.sub(r"^/(sudoku/)?", "", address.path)
    if not body:
        raise FormatError("this link of {culprit} carries no puzzle", culprit=address.host)
    if not re.match(r"scl|ctc|fpuz|scf", body):
        raise links.short_id(address.host, body)
    return body


def read_body(body: str, options: ReadOptions) -> Document:
    """The puzzle of an id."""
    kind = re.match(r"scl|ctc|fpuzzles|fpuz|scf", body)
    assert kind is not None
    body = body[kind.end() :]
    if kind[0].startswith("fpuz"):
        from satdoku.formats import fpuzzles

        return fpuzzles.read_body(body.replace("\\", "/"), options)
    if kind[0] == "scf":
        return _classic(links.unquoted(body), options)
    text = links.payload(body)
    if text.startswith('{"'):
        return from_data(links.inside(load, text), options)
    return from_data(links.inside(unzip, text), options)


_KEYS = {
    "ca": "cages", "ce": "cells", "re": "regions", "l": "lines", "a": "arrows", "o": "overlays",
    "u": "underlays", "wp": "wayPoints", "v": "value", "te": "text", "ct": "center",
    "c": "color", "c1": "borderColor", "c2": "backgroundColor", "w": "width", "h": "height",
    "r": "rounded", "th": "thickness", "hl": "headLength", "fs": "fontSize", "cs": "cellSize",
    "t": "title", "d": "duration", "vd": "videos",
}  # fmt: skip
_TOKEN = re.compile(r"'((?:[^'\\]|\\.)*)'|([{}\[\],:])|([^{}\[\],:']+)|(.)", re.DOTALL)
_WORDS = {"t": True, "true": True, "f": False, "false": False, "null": None, "n": None}
_HEX = re.compile(r"[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?")


def unzip(text: str) -> Any:
    """The data of SudokuPad's abbreviated JSON.

    Keys are short and without quotes, texts stand in single quotes, an empty object is nothing
    between two commas, and ``t``, ``f``, ``#0`` and six hexadecimal digits are true, false, black
    and a colour.

    :raises FormatError: where it is not of this form.
    """
    return _Abbreviated(text).data()


_TEXT, _MARK, _WORD = 1, 2, 3
"""The kinds of tokens: the groups of ``_TOKEN``."""


class _Abbreviated:
    """A text in abbreviated JSON, as tokens that are read one after the other."""

    def __init__(self, text: str) -> None:
        matches = _TOKEN.finditer(text)
        self.tokens = [(m.lastindex, m[m.lastindex or 0], m.start()) for m in matches]
        self.tokens.append((_MARK, "", len(text)))
        self.at = 0

    def data(self) -> Any:
        """The whole text."""
        value = self.value(0)
        if self.at != len(self.tokens) - 1:
            raise self.bad()
        return value

    def bad(self) -> FormatError:
        """The error of a token that cannot stand where it does."""
        _, token, place = self.tokens[self.at]
        return FormatError(
            "abbreviated JSON: {what} is not allowed at character {place}"
            if token
            else "abbreviated JSON: the end is not allowed at character {place}",
            what=shown(token),
            place=place + 1,
        )

    def is_next(self, mark: str) -> bool:
        """Whether this mark comes next; it is then passed."""
        is_next = self.tokens[self.at][:2] == (_MARK, mark)
        self.at += is_next
        return is_next

    def ends(self, mark: str) -> bool:
        """Whether a list or an object ends here with this mark, or goes on after a comma."""
        if not (ended := self.is_next(mark)) and not self.is_next(","):
            raise self.bad()
        return ended

    def value(self, depth: int) -> Any:
        """The next value."""
        kind, token, _ = self.tokens[self.at]
        if depth > 50:
            raise FormatError("this abbreviated JSON is nested too deeply")
        if kind == _TEXT:
            self.at += 1
            return token.replace("\\'", "'").replace("\\n", "\n").replace("\\\\", "\\")
        if kind == _WORD:
            self.at += 1
            return _word(token.strip())
        if self.is_next("{"):
            return self.members(depth)
        if self.is_next("["):
            return self.elements(depth)
        if token in (",", "]", "}"):
            return {}
        raise self.bad()

    def elements(self, depth: int) -> list[Any]:
        """The elements of a list."""
        elements: list[Any] = []
        ended = self.is_next("]")
        while not ended:
            elements.append(self.value(depth + 1))
            ended = self.ends("]")
        return elements

    def members(self, depth: int) -> dict[str, Any]:
        """The members of an object."""
        members: dict[str, Any] = {}
        ended = self.is_next("}")
        while not ended:
            kind, token, _ = self.tokens[self.at]
            if kind not in (_TEXT, _WORD):
                raise self.bad()
            self.at += 1
            if self.tokens[self.at][1] != ":":
                raise self.bad()
            self.at += 1
            name = _KEYS.get(token.strip(), token.strip())
            if name in members:
                raise FormatError(
                    "abbreviated JSON: an object has two keys {name}", name=shown(name)
                )
            members[name] = self.value(depth + 1)
            ended = self.ends("}")
        return members


def _word(token: str) -> Any:
    """A value without quotes."""
    if token in _WORDS:
        return _WORDS[token]
    if token.startswith("#"):
        return {"#0": "#000000", "#F": "#FFFFFF"}.get(token, token)
    for number in (int, float):
        with suppress(ValueError):
            return number(token)
    return f"#{token}" if _HEX.fullmatch(token) else token


_RUNS = string.digits + string.ascii_uppercase + string.ascii_lowercase
"""The characters of a classic in run lengths, in the order of their numbers."""


def _classic(text: str, options: ReadOptions) -> Document:
    """A 9x9 in run lengths: a character is a digit and up to five empty cells after it."""
    cells: list[int | None] = []
    at = 0
    while len(cells) < 81 and at < len(text):
        char = text[at]
        number = int(char) if char.isdecimal() else _RUNS.find(char)
        if not 0 <= number < 60:
            raise FormatError("{culprit!r} cannot occur in an id of the kind scf", culprit=char)
        digit, blanks = number % 10, number // 10
        cells += [digit or None, *[None] * blanks]
        at += 1
    if len(cells) != 81:
        raise FormatError(
            worded(
                "an id of the kind scf has 81 cells, and this one {count}: it was cut",
                count=len(cells),
            )
            if len(cells) < 81
            else "an id of the kind scf has 81 cells, and this one more"
        )
    clues = Clues(options)
    for char in text[at:]:
        rule = {"w": "windoku", "x": "diagonal"}.get(char)
        if rule is None:
            raise FormatError("an id of the kind scf knows no rule {culprit!r}", culprit=char)
        clues.add("scf", char, rule)
    geometry = geometry_of(Geometry.classic(), options)
    return Document(
        Puzzle(geometry, tuple(cells), None, clues.rules(geometry)), extras=clues.extras()
    )


def from_data(data: Any, options: ReadOptions) -> Document:
    """The document of SudokuPad's JSON.

    :raises FormatError: naming the key at fault with its path.
    """
    if not isinstance(data, dict) or not isinstance(data.get("cells"), list):
        raise FormatError('this is not JSON of SudokuPad: the key "cells" is missing')
    data = noted(data)
    rows, columns = _sides(data["cells"])
    clues = Clues(options)
    if (own := _own(data, clues, options)) is not None:
        return own
    metadata = _metadata(data, clues)
    written = _Written([], {}, {}, {}, [])
    for index, cell in enumerate(cell for row in data["cells"] for cell in row):
        _read_cell(cell, divmod(index, columns), written, clues)
    canvas, solution = _board(data, metadata, written.digits, (rows, columns), clues, options)
    geometry = canvas.geometry
    givens: list[int | None] = [None] * geometry.cell_count
    drawings = written.drawings
    for index, digit in enumerate(written.digits):
        place = divmod(index, columns)
        if (cell := canvas.cell(*place)) is not None:
            givens[cell] = digit
        elif digit is not None:
            clues.draw("digit", noun="digit beside the board")
            drawings.append(box_at(_middle(*place), str(digit)))
    cages: list[Cosmetic] = []
    for index, cage in enumerate(_list(data, "cages")):
        cages += _read_cage(cage, f"cages[{index}]", clues, canvas, (rows, columns))
    drawings += _read_drawings(data, clues)
    fog = _read_fog(data, clues, canvas, (rows, columns))
    corners = corner_marks(_on_board(written.corners, canvas), geometry, clues)
    _read_flags(data, metadata, clues)
    clues.account(data, _HARMLESS, "SudokuPad's JSON")
    puzzle = Puzzle(geometry, tuple(givens), None, clues.rules(geometry))
    extras = clues.extras()
    for name, key in (("source", "source"), ("msgcorrect", "message")):
        if metadata.get(name):
            extras[key] = str(metadata[name])
    title, author, rules = (str(metadata.get(name) or "") or None for name in _TEXTS[:3])
    return Document(
        puzzle,
        player(puzzle, _on_board(written.entered, canvas), _on_board(written.marks, canvas)),
        title,
        author,
        rules,
        solution,
        extras,
        tuple(map(canvas.moved, (*drawings, *cages))),
        fog,
        corners=corners,
    )


def _middle(row: int, column: int) -> Spot:
    return row + 0.5, column + 0.5


def _sides(table: list[Any]) -> tuple[int, int]:
    """How many rows and columns of cells there are.

    :raises FormatError: where they are no rectangle.
    """
    rows, columns = len(table), len(table[0]) if table and isinstance(table[0], list) else 0
    if not (1 <= rows <= MAX_SIZE and 1 <= columns <= MAX_SIZE):
        raise FormatError('"cells" must be a list of rows')
    for number, row in enumerate(table):
        if not isinstance(row, list) or len(row) != columns:
            raise FormatError(
                '"cells[{number}]" must be a row of {columns} cells, as the first',
                number=number,
                columns=columns,
            )
    return rows, columns


def _read_drawings(data: dict[str, Any], clues: Clues) -> Iterator[Cosmetic]:
    """The lines, arrows and marks, each of them counted."""
    for name in _DRAWINGS:
        if name in data:
            clues.draw(name, len(_list(data, name)))
            for item in _list(data, name):
                draw(item)
                if (drawing := _drawing_of(name, item)) is None:
                    clues.leave(f"{name} that cannot be drawn")
                else:
                    yield drawing


def _read_flags(data: dict[str, Any], metadata: dict[str, Any], clues: Clues) -> None:
    """The rules that are stated by their names."""
    for name in _list(data, "global"):
        rule = _FLAGS.get(str(name).lower().replace("-", ""), str(name))
        clues.add("global", str(name), rule)
    for name, rule in _FLAGS.items():
        if _is_on(metadata.get(name), f"metadata.{name}"):
            clues.add(f"metadata.{name}", name, rule)


def _board(
    data: dict[str, Any],
    metadata: dict[str, Any],
    givens: list[int | None],
    sides: tuple[int, int],
    clues: Clues,
    options: ReadOptions,
) -> tuple[SheetBoard, Grid | None]:
    """The board, and the solution; one that does not fit the board is noted, and left out."""
    rows, columns = sides
    words = str(metadata.get("rules") or "")
    text = "".join(str(metadata.get("solution") or "").split())
    if text and (not {*text} - {*"0.?"} or clues.ignores("solution")):
        text = ""  # without a digit it says nothing about the board
    known = cells_of_solution(text, givens, columns, words) if text else None
    void = () if known is None else [at for at, value in enumerate(known) if value is None]
    raw = _is_on(metadata.get("norowcol"), "metadata.norowcol") and not _has_lines(
        data, rows, columns
    )
    regions = _regions(data.get("regions") or [], rows, columns)
    sheet = Sheet(rows, columns, regions, known or tuple(givens), frozenset(void), words, raw)
    canvas = find_board(sheet, options.geometry)
    if not regions and any(canvas.cell(*divmod(place, columns)) is not None for place in void):
        clues.draw("cell", len(void), "cell that the solution leaves empty")
    if known is None:
        if text:
            clues.leave("solution that does not fit the board")
        return canvas, None
    if (solution := canvas.grid(known, columns)) is None:
        clues.leave("solution with other digits than the board")
    return canvas, solution


def _own(data: dict[str, Any], clues: Clues, options: ReadOptions) -> Document | None:
    """The puzzle that satdoku has written beside the drawings, where they are still those of it."""
    if "satdoku" not in data:
        return None
    skip(own := data["satdoku"])
    rest = {key: value for key, value in data.items() if key != "satdoku"}
    if not clues.ignores("satdoku"):
        with suppress(SatdokuError):
            document = from_own(own)
            if _compared(_drawn(document, WriteOptions())) == _compared(rest):
                return from_own(own, options)
        clues.leave("satdoku")
    return None


def _compared(data: dict[str, Any]) -> str:
    """A text that is the same for equal data: 1 and 1.0 are equal there, and 1 and true are not."""
    return jsonlib.dumps(jsonlib.loads(jsonlib.dumps(data), parse_int=float), sort_keys=True)


def _read_fog(
    data: dict[str, Any], clues: Clues, canvas: SheetBoard, sides: tuple[int, int]
) -> Fog | None:
    parts = {name: data[name] for name in _FOG if data.get(name)}
    lamps: list[int] = []
    places: list[tuple[int, int]] = []
    if isinstance(parts.get("foglight"), list):
        places = _places_of(parts["foglight"], "foglight", *map(range, sides))
        lamps = [c for place in places if (c := canvas.cell(*place)) is not None]
    reveals = tuple(read_triggers(parts.get("triggereffect"), canvas.cell))
    for name, items in parts.items():
        for item in items if isinstance(items, list) else (items,):
            draw(item)
        used = {"foglight": len(places), "triggereffect": len(reveals)}.get(name, 0)
        clues.leave(name, (len(items) if isinstance(items, list) else 1) - used)
    return Fog(tuple(dict.fromkeys(lamps)), reveals) if lamps or reveals else None


def _drawing_of(name: str, item: Any) -> Cosmetic | None:
    """A drawing of a list, or nothing where it has no place."""
    if not isinstance(item, dict):
        return None
    if name in ("lines", "arrows"):
        points = item.get("wayPoints")
        spots = tuple(map(spot_of, points)) if isinstance(points, list) else ()
        if not spots and isinstance(text := item.get("d2") or item.get("d"), str):
            return _path(item, text)
        if not spots or None in spots:
            return None
        return Cosmetic(
            "line",
            tuple(spot for spot in spots if spot is not None),
            item.get("target") == "overlay",
            colour_of(item.get("color")) or ("" if colour_of(item.get("fill")) else "#000000"),
            colour_of(item.get("fill")),
            length_of(item.get("thickness"), _CELL_SIZE),
            length_of(item.get("headLength")) if name == "arrows" else 0.0,
        )
    spot = spot_of(item.get("center"))
    if spot is None:
        return None
    widths = (item.get(key) for key in ("borderSize", "borderWidth", "thickness"))
    return Cosmetic(
        "mark",
        (spot,),
        name == "overlays",
        colour_of(item.get("borderColor")),
        colour_of(item.get("backgroundColor")),
        next((length_of(w, _CELL_SIZE) for w in widths if w is not None), 0.0),
        size=(length_of(item.get("height")), length_of(item.get("width"))),
        rounded=item.get("rounded") is True,
        text=_text_of(item.get("text")),
        ink=colour_of(item.get("color")),
        font=length_of(item.get("fontSize"), _CELL_SIZE),
        angle=length_of(item.get("angle")),
    )


def _path(item: dict[str, Any], text: str) -> Cosmetic | None:
    """A drawing whose form is a path of SVG, as a converter of Penpa+ writes dots."""
    if (outline := path_of(text, _CELL_SIZE)) is None:
        return None
    spots, radius = outline
    over = item.get("target") == "overlay"
    looks = colour_of(item.get("color")), colour_of(item.get("fill"))
    width = length_of(item.get("thickness"), _CELL_SIZE)
    if radius:
        side = round(2 * radius, 4)
        return Cosmetic("mark", spots, over, *looks, width, size=(side, side), rounded=True)
    return Cosmetic("line", spots, over, *looks, width)


def _list(data: dict[str, Any], name: str) -> list[Any]:
    return of_kind(list, data.get(name) or [], name)


def _is_on(value: Any, path: str) -> bool:
    """Whether a switch is on; some files write it as a text."""
    text = str(value).strip().lower()
    if text in ("true", "1"):
        return True
    if text not in ("false", "0", "none", "null", ""):
        of_kind(bool, value, path)
    return False


def _cells(places: Any, path: str, rows: int, columns: int) -> list[int]:
    """The numbers of cells written as [row, column] from 0."""
    pairs = _places_of(places, path, range(rows), range(columns))
    return [row * columns + column for row, column in pairs]


def _places_of(places: Any, path: str, rows: range, columns: range) -> list[tuple[int, int]]:
    """Cells written as [row, column]."""
    if not isinstance(places, list):
        raise FormatError(
            '"{path}" must be a list of cells, not {found}', path=path, found=shown(places)
        )
    for place in places:
        if (
            not isinstance(place, list)
            or [type(n) for n in place] != [int, int]
            or place[0] not in rows
            or place[1] not in columns
        ):
            raise FormatError(
                '"{path}": {place} is not a [row, column] of the board',
                path=path,
                place=shown(place),
            )
    return [(row, column) for row, column in places]


def _has_lines(data: dict[str, Any], rows: int, columns: int) -> bool:
    """Whether there are cages for all rows and columns, where these are houses by cages alone."""
    unique = {
        frozenset(_cells(cage.get("cells") or [], f"cages[{index}].cells", rows, columns))
        for index, cage in enumerate(_list(data, "cages"))
        if isinstance(cage, dict) and _is_on(cage.get("unique"), f"cages[{index}].unique")
    }
    cells = range(rows * columns)
    lines = [cells[row * columns : (row + 1) * columns] for row in range(rows)]
    return unique.issuperset(map(frozenset, [*lines, *(cells[c::columns] for c in range(columns))]))


def _regions(regions: Any, rows: int, columns: int) -> tuple[frozenset[int], ...]:
    """The places of each region; those of several grids may share some."""
    parts = (
        frozenset(_cells(region, f"regions[{number}]", rows, columns))
        for number, region in enumerate(of_kind(list, regions, "regions"))
    )
    return tuple(dict.fromkeys(filter(None, parts)))


def _metadata(data: dict[str, Any], clues: Clues) -> dict[str, Any]:
    """The metadata; in old files they stand in cages without cells.

    :raises FormatError: where one that is not known may be a rule: it is no text.
    """
    skip(metadata := of_kind(dict, data.get("metadata") or {}, "metadata"))
    metadata = dict(metadata)
    for name in _TEXTS:
        if name in data:
            metadata.setdefault(name, data[name])
    for cage in _list(data, "cages"):
        if isinstance(cage, dict) and not cage.get("cells") and isinstance(cage.get("value"), str):
            if (entry := _METADATA.fullmatch(cage["value"])) is not None:
                metadata.setdefault(entry[1], entry[2])
            else:
                clues.leave("cage without cells")
    for name, value in metadata.items():
        if name in _TEXTS:
            if isinstance(value, dict | list) and value:
                of_kind(str, value, name)
        elif name not in (*_FLAGS, "norowcol", *_MORE):
            _leave_metadata(name, value, clues)
    return metadata


def _leave_metadata(name: str, value: Any, clues: Clues) -> None:
    """:raises FormatError: where a key that is not known is on, or is no text."""
    is_on = str(value).strip().lower() in ("true", "1")
    if value is None or (type(value) in (str, int, float) and not is_on):
        clues.leave(f"metadata.{name[:40]}")
    elif value is False:
        clues.leave(f"metadata.{name[:40]} that is off")
    elif not clues.ignores(name):
        raise FormatError(
            "metadata: SudokuPad's JSON has no key {name} here that satdoku knows; --ignore"
            " {name_2} reads the puzzle without it",
            name=shown(name),
            name_2=name[:40],
            text=name[:80],
        )


@dataclass(frozen=True, slots=True)
class _Written:
    """The cells of a file: the digit of each that is no player's, the digits, marks and corner
    marks of a player by the row and column, and the colours."""

    digits: list[int | None]
    entered: dict[tuple[int, int], int]
    marks: dict[tuple[int, int], frozenset[int]]
    corners: dict[tuple[int, int], list[Any]]
    drawings: list[Cosmetic]


def _read_cell(cell: Any, place: tuple[int, int], written: _Written, clues: Clues) -> None:
    path = f"cells[{place[0]}][{place[1]}]"
    of_kind(dict, cell, path)
    written.digits.append(None)
    if not cell:
        return
    if coloured := cell.keys() & _PAINT:
        know(cell, coloured)
        clues.draw("cell colour")
        if fill := colour_of(cell.get("c") or cell.get("color")):
            looks = Cosmetic("mark", (_middle(*place),), fill=fill, size=(1.0, 1.0))
            written.drawings.append(looks)
    notes = {
        name: words if isinstance(words, list) else str(words).split(",")
        for name in ("centremarks", "cornermarks", "pencilMarks")
        if (words := cell.get(name))
    }
    if marks := notes.pop("centremarks", None):
        written.marks[place] = frozenset(
            integer(d, worded('a digit of "{path}.centremarks"', path=path)) for d in marks
        )
    if notes:
        written.corners[place] = [word for words in notes.values() for word in words]
    value = cell.get("value")
    given = cell.get("given") is None or _is_on(cell["given"], f"{path}.given")
    if value is None or value == "":
        return
    written.marks.pop(place, None)
    digit = integer(value, f'"{path}.value"')
    if given:
        written.digits[-1] = digit
    else:
        written.entered[place] = digit


def _on_board(contents: Mapping[tuple[int, int], T], canvas: SheetBoard) -> dict[int, T]:
    """The contents of the places that are cells of the board."""
    return {c: held for place, held in contents.items() if (c := canvas.cell(*place)) is not None}


def _read_cage(
    cage: Any, path: str, clues: Clues, canvas: SheetBoard, sides: tuple[int, int]
) -> Iterator[Cosmetic]:
    """Read a cage; it is given back where it is a drawing."""
    of_kind(dict, cage, path)
    total, label, kind = cage.get("sum"), _label(cage), cage.get("type")
    unique = _is_on(cage.get("unique"), f"{path}.unique")
    # What is only drawn may lie beside the board.
    anywhere = (_ANYWHERE, _ANYWHERE) if not (unique or total) else map(range, sides)
    places = _places_of(cage.get("cells") or [], f"{path}.cells", *anywhere)
    cells = [c for row, column in places if (c := canvas.cell(row, column)) is not None]
    if not places:
        return  # metadata
    if len(cells) < len(places):
        unique, total = False, None
    if (unique or total) and clues.ignores("cages", "killer-cage"):
        skip(cage)
        return
    _check_cage(kind, total, label, path)
    if unique:
        _add_cage(cage, cells, total or label, path, clues, canvas.geometry)
    elif total or not _is_unseen(cage, cells, label, canvas.geometry):
        if total:
            fields = {"cells": cells, "total": integer(total, f'"{path}.sum"')}
            clues.add(path, "cages", "sum", fields)
        else:
            clues.draw("cages")
            draw(cage)
            stroke = colour_of(cage.get("outlineC") or cage.get("borderColor"))
            ink = colour_of(cage.get("fontC") or cage.get("fontColor"))
            spots = tuple(_middle(row, column) for row, column in places)
            yield Cosmetic("cage", spots, True, stroke, text=_text_of(label), ink=ink)


def _label(cage: dict[str, Any]) -> Any:
    """The text that a cage shows."""
    label, named = cage.get("value"), cage.get("cageValue")
    if named is not None and label is None:
        # A converter of Penpa+'s drawings names the cell before the sum: "r4c2=14".
        label = re.sub(r"^\s*r\d+c\d+\s*=\s*", "", str(named), flags=re.IGNORECASE)
    return label


def _text_of(text: Any) -> str:
    return "" if text is None or isinstance(text, dict | list) else str(text)[:500]


def _check_cage(kind: Any, total: Any, label: Any, path: str) -> None:
    """:raises FormatError: where a cage is of no type that is known, or shows another sum."""
    if kind not in _CAGES:
        raise FormatError(
            '"{path}.type": SudokuPad has no cages of the type {kind} that satdoku knows; '
            "--ignore cages reads the puzzle without cages",
            path=path,
            kind=shown(kind),
        )
    if total and label not in (None, "") and str(label).strip() != str(total).strip():
        raise FormatError(
            '"{path}" has the sum {total}, but shows {label}',
            path=path,
            total=shown(total),
            label=shown(label),
        )


def _is_unseen(cage: dict[str, Any], cells: list[int], label: Any, geometry: Geometry) -> bool:
    """Whether a cage that holds no rule is not drawn either.

    The rows, columns and regions that a checker of solutions uses are cages too, and so are the
    corners of the canvas.
    """
    checked = cage.get("type") in ("rowcol", "region") and bool(cells)
    within = checked and any(set(cells) <= set(house.cells) for house in geometry.houses)
    return not label and (within or cage.get("hidden") is True)


def _add_cage(
    cage: dict[str, Any], cells: list[int], total: Any, path: str, clues: Clues, geometry: Geometry
) -> None:
    """Add the rule of a cage without repeats, which may also be a house more."""
    fields: dict[str, Any] = {"cells": cells}
    if total not in (None, "", 0):
        fields["sum"] = integer(total, f'"{path}.value"')
    elif cage.get("hidden") and len(cells) == geometry.size:
        if set(cells) not in [set(house.cells) for house in geometry.houses]:
            clues.add(path, "cages", "extra-region", fields)
        return
    clues.add(path, "cages", "killer-cage", fields)


# --- writing -----------------------------------------------------------------------------------

_CELL_SIZE = 64
"""Widths of strokes are in points, and a cell has this many of them."""


def write(document: Document, options: WriteOptions) -> str:
    """A link, on one line."""
    return links.packed(_ADDRESS, to_data(document, options))


def to_data(document: Document, options: WriteOptions) -> dict[str, Any]:
    """The document as SudokuPad's JSON: rules that it has no place for are drawn and described.

    :raises Unsupported: naming what cannot even be drawn.
    """
    puzzle = document.puzzle
    geometry = puzzle.geometry
    data = _drawn(document, options)
    board = _board_of(data)
    if board is None or not same_board(board, geometry):
        raise no_board(geometry, _TITLE)
    held = ("killer-cage", *_FLAGS.values())
    if any(rule.name not in held for rule in puzzle.constraints if rule not in options.constraints):
        # The rules themselves, for a reader that finds their drawings as they are here.
        data["satdoku"] = to_own(document)
    return data


def _drawn(document: Document, options: WriteOptions) -> dict[str, Any]:
    """The document as SudokuPad's JSON, without the key that only satdoku reads."""
    puzzle = document.puzzle
    geometry = puzzle.geometry
    data: dict[str, Any] = {"cellSize": 50, "metadata": _written_metadata(document)}
    if geometry.is_raw:
        data["metadata"]["norowcol"] = True
    data["cells"] = _written_cells(document)
    names: tuple[str, ...] = ("arrows", "cages", "lines", "overlays", "underlays")
    drawn: dict[str, list[Any]] = {name: [] for name in names}
    for constraint in not_stated(geometry, puzzle.constraints):
        if constraint in options.constraints:
            continue
        rule, fields = constraint.name, fields_of(constraint)
        if rule in _FLAGS.values():
            name = next(name for name, flag in _FLAGS.items() if flag == rule)
            data["metadata"][name] = True
        elif rule == "killer-cage":
            cage = {"cells": _places(constraint.scope(geometry), geometry), "unique": True}
            if "sum" in fields:
                cage |= {"value": str(fields["sum"]), "sum": fields["sum"]}
            drawn["cages"].append(cage)
        else:
            for shape in constraint.shapes(geometry):
                for name, item in _drawing(shape, geometry):
                    drawn[name].append(item)
    for drawing in document.drawings:
        name, item = _item_of(drawing)
        drawn[name].append(item)
    data |= drawn
    data["regions"] = [_places(region.cells, geometry) for region in geometry.regions]
    if document.fog is not None:
        data["foglight"] = _places(document.fog.lamps, geometry)
        if document.fog.reveals:
            data["triggereffect"] = triggers(document.fog, geometry)
    if (board := _board_of(data)) is None or board.digits != geometry.digits:
        sentence = f"The digits are {geometry.digits[0]} to {geometry.digits[-1]}."
        metadata = data["metadata"]
        # The keys stay in their order, so that what is read again is written as it was.
        behind = {key: metadata.pop(key) for key in _BEHIND_RULES if key in metadata}
        metadata["rules"] = " ".join(filter(None, (sentence, metadata.get("rules"))))
        metadata |= behind
    return data


def _board_of(data: dict[str, Any]) -> Geometry | None:
    """The board that written data are read as, if they are read as any."""
    givens = [cell.get("value") for row in data["cells"] for cell in row]
    sides, nothing = (len(data["cells"]), len(data["cells"][0])), ReadOptions()
    with suppress(FormatError):
        return _board(data, data["metadata"], givens, sides, Clues(nothing), nothing)[0].geometry
    return None


def _item_of(drawing: Cosmetic) -> tuple[str, dict[str, Any]]:
    """The list that a drawing stands in, and its item there; what is usual is left out."""
    item: dict[str, Any]
    if drawing.kind == "cage":
        cells = [[floor(row), floor(column)] for row, column in drawing.spots]
        item = {"cells": cells, "unique": False, "value": drawing.text}
        item |= {"outlineC": drawing.stroke, "fontC": drawing.ink}
        return "cages", {key: value for key, value in item.items() if value != ""}
    points = _points(drawing.width)
    if drawing.kind == "line":
        item = {"wayPoints": [list(spot) for spot in drawing.spots], "color": drawing.stroke}
        item |= {"fill": drawing.fill, "thickness": points, "headLength": drawing.head or ""}
        item |= {"target": "overlay" if drawing.over else ""}
        name = "arrows" if drawing.head else "lines"
        return name, {key: value for key, value in item.items() if value != ""}
    height, width = drawing.size
    item = _mark(list(drawing.spots[0]), 0, rounded=drawing.rounded or "")
    item |= {"width": width, "height": height}
    item |= {"backgroundColor": drawing.fill, "borderColor": drawing.stroke}
    item |= {"borderSize": points or "", "text": drawing.text, "color": drawing.ink}
    item |= {"fontSize": _points(drawing.font) or "", "angle": drawing.angle or ""}
    name = "overlays" if drawing.over else "underlays"
    return name, {key: value for key, value in item.items() if value != ""}


def _points(length: float) -> float:
    return round(length * _CELL_SIZE, 3)


_BEHIND_RULES = ("source", "msgcorrect", "solution")


def _written_metadata(document: Document) -> dict[str, Any]:
    metadata: dict[str, Any] = {}
    for name, text in (
        ("title", document.title),
        ("author", document.author),
        ("rules", rules_text(document)),
        ("source", document.extras.get("source")),
        ("msgcorrect", document.extras.get("message")),
    ):
        if text:
            metadata[name] = text
    solution = document.solution
    if solution is not None and solution.is_full and solution.geometry.digits[-1] <= 9:
        metadata["solution"] = "".join(
            "." if cell is None else str(solution[cell])
            for row in _table(solution.geometry)
            for cell in row
        )
    return metadata


def _table(geometry: Geometry) -> list[list[int | None]]:
    """The cell of every place of the rectangle, row by row."""
    columns = range(geometry.columns)
    return [[geometry.at(row, column) for column in columns] for row in range(geometry.rows)]


def _written_cells(document: Document) -> list[list[dict[str, Any]]]:
    puzzle = document.puzzle
    geometry = puzzle.geometry
    entered, pencilled = player_marks(document, _TITLE)
    if entered:
        raise Unsupported(
            "{title} cannot hold digits that a player has entered, as in {cell}; f-puzzles' can",
            title=_TITLE,
            cell=geometry.name(min(entered)),
        )
    if puzzle.is_sukaku:
        raise Unsupported("{title} cannot hold restrictions of cells; f-puzzles' can", title=_TITLE)
    cells: list[dict[str, Any]] = [{} for _ in puzzle.givens]
    for index, cell in enumerate(cells):
        if (given := puzzle.givens[index]) is not None:
            cell["value"] = given
        elif index in pencilled:
            cell["centremarks"] = sorted(pencilled[index])
        if index in document.corners:
            cell["pencilMarks"] = sorted(document.corners[index])
    return [[{} if cell is None else cells[cell] for cell in row] for row in _table(geometry)]


def _places(cells: Iterable[int], geometry: Geometry) -> list[list[int]]:
    return [list(geometry.row_column(cell)) for cell in cells]


def looks(rule: Constraint, geometry: Geometry) -> Iterator[Cosmetic]:
    """The drawings that stand for a rule where it is none."""
    for shape in rule.shapes(geometry):
        for name, item in _drawing(shape, geometry):
            if name == "cages":
                yield Cosmetic("cage", middles(shape.cells, geometry), True, text=shape.label or "")
            elif (drawing := _drawing_of(name, item)) is not None:
                yield drawing


def _centre(cells: tuple[int, ...], geometry: Geometry) -> list[float]:
    places = [geometry.row_column(cell) for cell in cells]
    return [sum(p[axis] for p in places) / len(places) + 0.5 for axis in (0, 1)]


def _mark(centre: list[float], side: float, **looks: Any) -> dict[str, Any]:
    return {"center": centre, "width": side, "height": side, **looks}


def _drawing(shape: Shape, geometry: Geometry) -> Iterator[tuple[str, Any]]:
    """The items that draw a shape."""
    cells = shape.cells
    colour = SHAPE_COLOURS.get(shape.colour, SHAPE_COLOURS["grey"])
    if shape.kind == "none" or not cells:
        return
    if shape.kind == "cage":
        cage = {"cells": _places(cells, geometry), "unique": False}
        yield "cages", cage | ({"value": shape.label} if shape.label else {})
    elif shape.kind == "area":
        for cell in cells:
            yield "underlays", _mark(_centre((cell,), geometry), 1, backgroundColor=colour)
    elif shape.kind == "arrow":
        yield from _arrow([_centre((cell,), geometry) for cell in cells], bulb=shape.bulb)
    elif shape.kind == "line":
        points = [_centre((cell,), geometry) for cell in cells]
        usual = 2 / _CELL_SIZE if shape.colour == "blue" else 0.25
        thickness = round((shape.width or usual) * _CELL_SIZE, 1)
        if shape.bulb:
            turned: dict[str, Any] = {"angle": 45} if shape.diamond else {"rounded": True}
            turned |= {"backgroundColor": colour, "borderColor": colour}
            yield "underlays", _mark(points[0], 0.6 if shape.diamond else 0.85, **turned)
        yield "lines", {"wayPoints": points, "color": colour, "thickness": thickness}
    elif shape.kind in ("circle", "square"):
        for cell in cells:
            looks = {"rounded": shape.kind == "circle", "backgroundColor": colour}
            yield "underlays", _mark(_centre((cell,), geometry), 0.7, **looks)
    elif shape.kind == "dot":
        yield "overlays", _dot(shape, _centre(cells, geometry))
    else:
        first = _centre(cells[:1], geometry)
        second = _centre(cells[1:2] or cells[:1], geometry)
        centre = [2 * a - b for a, b in zip(first, second, strict=True)]
        yield "overlays", _mark(centre, 0.9, text=shape.label, fontSize=28)
        step = [a - b for a, b in zip(first, centre, strict=True)]
        if all(step):  # a diagonal, which nothing else shows
            ends = [
                [a + part * b for a, b in zip(centre, step, strict=True)] for part in (0.3, 0.48)
            ]
            arrow = {"wayPoints": ends, "color": "#000000", "thickness": 2, "headLength": 0.2}
            yield "arrows", arrow


def _arrow(points: list[list[float]], *, bulb: bool) -> Iterator[tuple[str, Any]]:
    if bulb and len(points) > 1:
        looks = {"rounded": True, "backgroundColor": "#FFFFFF", "borderColor": "#A1A1A1"}
        yield "overlays", _mark(points[0], 0.75, **looks)
        points[0] = [a + 0.3 * (b - a) for a, b in zip(*points[:2], strict=True)]
    stroke = {"wayPoints": points, "color": "#A1A1A1", "thickness": 5, "headLength": 0.3}
    yield "arrows", stroke


def _dot(shape: Shape, centre: list[float]) -> dict[str, Any]:
    colour = "#000000" if shape.filled else "#FFFFFF"
    looks = {"rounded": True, "backgroundColor": colour, "borderColor": "#000000"}
    if shape.label:
        looks |= {"text": shape.label, "fontSize": 14}
        if shape.filled:
            looks["color"] = "#FFFFFF"
    return _mark(centre, 0.3 if len(shape.cells) < 4 else 0.7, **looks)
