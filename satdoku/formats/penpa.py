"""Penpa+'s links, read and written; one file, since it is one format.

A link is ``.../penpa-edit/#m=edit&p=`` (or ``#m=solve``, or with ``?``) and a text of 19 lines,
deflated without a header and in base 64; ``&a=`` is the answer, a list in JSON packed alike. The
text holds drawings in layers. Only the live cells, the digits in them, the regions that thick lines
make, the candidates and digits of the layer of answers, and the answer are more; the rest is
counted in ``extras["drawings"]`` and never taken for a rule. Rules are drawn when they are written.

Cells and points have numbers on a board with two more cells on each side: with ``n`` cells in all,
cell ``i`` has its bottom right corner at ``n + i``, its lower edge at ``2n + i``, its right edge at
``3n + i``, and the four corners inside it at ``4(n + i)`` and the three after.
"""

from __future__ import annotations

import json as jsonlib
import re
import zlib
from base64 import b64decode, b64encode
from dataclasses import replace
from itertools import pairwise
from typing import Any

from satdoku.base.errors import FormatError, Unsupported
from satdoku.base.worded import worded
from satdoku.board.constraint import Constraint, Shape
from satdoku.board.geometry import MAX_SIZE, Geometry
from satdoku.board.grid import Grid
from satdoku.formats import links
from satdoku.formats.base import ReadOptions, WriteOptions, no_board, of_kind, shown
from satdoku.formats.clues import Clues, geometry_of, player, player_marks, rules_text
from satdoku.formats.cosmetics import SHAPE_COLOURS
from satdoku.formats.json import load
from satdoku.formats.penpa_drawings import (
    NUMBER_DIRECTIONS,
    PenpaBoard,
    PenpaLayer,
    read_layer,
    write_drawings,
)
from satdoku.formats.sheets import Sheet, SheetBoard, find_board
from satdoku.formats.source import check_text
from satdoku.puzzle.document import Document
from satdoku.puzzle.puzzle import Puzzle

_ADDRESS = "https://swaroopg92.github.io/penpa-edit/#m="
_TITLE = worded("a link of Penpa+")
_MAX_BYTES = 1 << 24
"""Longest text that is unpacked."""

_NAMES = {
    "z9": '"qa"', "zQ": '"pu_q"', "zA": '"pu_a"', "zG": '"grid"', "zM": '"edit_mode"',
    "zS": '"surface"', "zL": '"line"', "zE": '"lineE"', "zW": '"wall"', "zC": '"cage"',
    "zN": '"number"', "zY": '"symbol"', "zP": '"special"', "zB": '"board"',
    "zR": '"command_redo"', "zU": '"command_undo"', "z8": '"command_replay"', "z1": '"numberS"',
    "zF": '"freeline"', "z2": '"freelineE"', "zT": '"thermo"', "z3": '"arrows"',
    "zD": '"direction"', "z0": '"squareframe"', "z5": '"polygon"', "z4": '"deletelineE"',
    "z6": '"killercages"', "z7": '"nobulbthermo"', "z_": '"__a"', "zO": "null",
}  # fmt: skip
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|z[0-9A-Z_]')
_MAPS = (
    "surface", "number", "numberS", "symbol", "freeline", "freelineE", "line", "lineE", "wall",
    "cage", "deletelineE",
)  # fmt: skip
_LISTS = (
    "thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo",
)  # fmt: skip
_STACKS = ("command_redo", "command_undo", "command_replay")
_THICK = (2, 21)
_DIAGONALS = {"diagonal-main": 11, "diagonal-anti": 14}
_FLAGS = _DIAGONALS | {"flag-2": 12, "flag-3": 13}
"""Where the first line says that a diagonal is drawn, or what is not known."""
_NOUNS = {"lineE": "line on edges", "numberS": "small number"}


# --- the text of a link ------------------------------------------------------------------------


def pack(text: str) -> str:
    """A text deflated and in base 64."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return b64encode(deflate.compress(text.encode()) + deflate.flush()).decode()


def unpack(packed: str) -> str:
    """The text of a parameter of a link.

    :raises FormatError: where it is damaged or cut.
    """
    packed = (links.unquoted(packed) if "%" in packed else packed).replace(" ", "+")
    packed = "".join(packed.split()).rstrip("=")
    if bad := re.search(r"[^A-Za-z0-9+/]", packed):
        raise FormatError(
            "character {start} of the compressed text, {culprit!r}, cannot occur there",
            start=bad.start() + 1,
            culprit=bad[0],
        )
    cut = FormatError(
        "the compressed text ends too soon, after {count} characters: it was cut, or "
        "lost characters",
        count=len(packed),
    )
    if len(packed) % 4 == 1:
        raise cut
    inflate = zlib.decompressobj(-15)
    try:
        data = inflate.decompress(b64decode(packed + "=" * (-len(packed) % 4)), _MAX_BYTES)
        if inflate.unconsumed_tail:
            raise FormatError("the compressed text is longer than any puzzle")
        if not inflate.eof:
            raise cut
        return data.decode()
    except (zlib.error, UnicodeDecodeError):
        raise FormatError(
            "the compressed text is damaged: characters of it were changed or lost"
        ) from None


def _data(text: str, line: int) -> Any:
    """The JSON of a line, its names written out."""
    full = _TOKEN.sub(lambda token: _NAMES.get(token[0], token[0]), text)
    try:
        return load(full)
    except FormatError as error:
        raise FormatError(
            "line {number} inside the link: {why}", number=line, why=error.reason
        ) from None


# --- reading -----------------------------------------------------------------------------------


def detect(text: str) -> int:
    """Never: links are recognised by their site."""
    return 0


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this link."""
    check_text(text)
    return links.parse(text, options, "penpa")


def link_body(address: links.Address) -> str:
    """The parameters of a link, which stand behind ``#`` or ``?``."""
    return address.fragment.lstrip("?") if links.parameter(address.fragment, "p") else address.query


def read_body(body: str, options: ReadOptions) -> Document:
    """The puzzle of the parameters of a link."""
    packed = links.parameter(body, "p")
    if packed is None:
        raise FormatError("this link of Penpa+ carries no puzzle (p=...)")
    lines = unpack(packed).split("\n")
    header = lines[0].replace("zO", "null").split(",")
    if header[0] not in ("square", "sudoku") or len(header) < 11 or len(lines) < 6:
        raise FormatError(
            "inside the link: a drawing of the type {header}; satdoku reads those of the "
            "types 'square' and 'sudoku', made by Penpa+ since 2020",
            header=shown(header[0]),
            text=header[0][:40],
        )
    board, live = _board(header, _data(lines[5], 6))
    clues = Clues(options)
    layer = _data(lines[3], 4)
    if not isinstance(layer, dict):
        raise FormatError(
            "line 4 inside the link: an object was expected, not {layer}", layer=shown(layer)
        )
    texts = [*header[15:19], "", "", "", ""]
    words = _plain(texts[3])
    edges = _of(layer, "lineE")
    canvas = _canvas(edges, board, live, words, clues, options.geometry)
    geometry = geometry_of(canvas.geometry, options)
    if geometry.places is not None or (canvas.top, canvas.left) != (0, 0):
        board = replace(
            board,
            first=board.point(canvas.top, canvas.left),
            rows=geometry.rows,
            columns=geometry.columns,
            cells={place: cell for cell, place in enumerate(geometry.places or ())} or None,
        )
    givens: list[int | None] = [None] * geometry.cell_count
    pencilled: dict[int, frozenset[int]] = {}
    _read_question(layer, board, geometry, clues, givens, pencilled)
    for name, at in _FLAGS.items():
        if header[at : at + 1] not in ([], ["0"]):
            clues.draw(name)
    entered = _read_answers(lines[4], board, geometry, givens, pencilled, clues)
    drawings = tuple(
        read_layer(
            layer,
            _colours(lines),
            board,
            lambda key, item: _is_digit(key, item, board, geometry),
            clues.leave,
        )
    )
    puzzle = Puzzle(geometry, tuple(givens), None, clues.rules(geometry))
    extras = clues.extras()
    title = texts[0].removeprefix("Title:").strip()
    author = texts[1].removeprefix("Author:").strip()
    if texts[2]:
        extras["source"] = texts[2]
    return Document(
        puzzle,
        player(puzzle, entered, pencilled),
        _plain(title) or None,
        _plain(author) or None,
        words or None,
        _solution(links.parameter(body, "a"), board, puzzle),
        extras,
        drawings,
    )


def _colours(lines: list[str]) -> dict[str, Any]:
    """The layer of colours that were chosen for single drawings, where it is switched on."""
    if len(lines) < 15 or lines[13].strip('" ') not in ("true", "1"):
        return {}
    colours = _data(lines[14], 15)
    return colours if isinstance(colours, dict) else {}


def _is_digit(key: str, item: Any, board: PenpaBoard, geometry: Geometry) -> bool:
    """Whether a number is a given or candidates, and no drawing."""
    cell = board.named_cell(key)
    kind, digits = _digits(item, geometry)
    return cell is not None and kind in ("digit", "marks") and bool(digits)


_ESCAPES = {"%2C": ",", "%2D": "\n", "%2E": "&", "%2F": "="}
"""How the first line of a text writes characters that part it."""


def _plain(text: str) -> str:
    return re.sub(r"%2[C-F]", lambda code: _ESCAPES[code[0]], text)


def _escaped(text: str) -> str:
    return re.sub(r"[,\n&=]", lambda char: _CODES[char[0]], text)


_CODES = {char: code for code, char in _ESCAPES.items()}


def _of(layer: dict[str, Any], name: str) -> dict[str, Any]:
    return of_kind(dict, layer.get(name) or {}, name)


def _board(header: list[str], steps: Any) -> tuple[PenpaBoard, frozenset[int]]:
    """The rectangle of a drawing, and the places in it that are live cells."""
    try:
        columns, rows = int(header[1]), int(header[2])
    except ValueError:
        columns = rows = 0
    if not (1 <= columns <= MAX_SIZE + 20 and 1 <= rows <= MAX_SIZE + 20):
        raise FormatError(
            "inside the link: {header} is not a size of a board",
            header=shown(",".join(header[1:3])),
        )
    width, count = columns + 4, (columns + 4) * (rows + 4)
    if not isinstance(steps, list) or not all(type(step) is int for step in steps):
        raise FormatError(
            "line 6 inside the link: no list of cells, but {steps}", steps=shown(steps)
        )
    live: set[int] = set()
    at = 0
    for step in steps:
        at += step
        live.add(at)
    if not live or not all(0 <= point < count for point in live):
        raise FormatError("line 6 inside the link: the live cells are not cells of the drawing")
    down, across = [point // width for point in live], [point % width for point in live]
    top, left = min(down), min(across)
    rows, columns = max(down) - top + 1, max(across) - left + 1
    if max(rows, columns) > MAX_SIZE:
        raise FormatError(
            "the live cells of this drawing are in {rows} rows and {columns} columns, more than "
            "{max_size}",
            rows=rows,
            columns=columns,
            max_size=MAX_SIZE,
        )
    board = PenpaBoard(width, count, top * width + left, rows, columns)
    return board, frozenset(place for p in live if (place := board.place(p)) is not None)


def _between(key: str, board: PenpaBoard) -> tuple[int | None, int | None]:
    """The places on both sides of a line between two corners, ``None`` where there are none."""
    try:
        low, high = sorted(int(part) - board.count for part in key.split(","))
    except ValueError:
        return None, None
    if high - low == 1:  # the corners at the bottom of a cell
        return board.place(high), board.place(high + board.width)
    if high - low == board.width:
        return board.place(high), board.place(high + 1)
    return None, None


def _canvas(
    edges: dict[str, Any],
    board: PenpaBoard,
    live: frozenset[int],
    words: str,
    clues: Clues,
    wanted: Geometry | None,
) -> SheetBoard:
    """The board whose regions thick lines separate; lines that separate none are drawings."""
    rows, columns = board.rows, board.columns
    whole = rows == columns and len(live) == rows * columns
    if clues.ignores("lineE"):
        if whole:
            return SheetBoard(Geometry.of_size(rows))
        parts = []
    else:
        parts = _parts(edges, board, live, clues)
    if len(parts) == 1 and whole:
        return SheetBoard(Geometry.latin(rows))
    sizes = {len(part) for part in parts}
    if not whole:
        void = frozenset(range(rows * columns)) - live
        regions = tuple(parts) if len(parts) > 1 else ()
        return find_board(Sheet(rows, columns, regions, (), void, words, has_cells=True), wanted)
    if sizes != {rows}:
        raise FormatError(
            "the thick lines (lineE) part this board of {size} rows into regions of {map} "
            "cells; --ignore lineE reads the usual boxes",
            size=rows,
            map=", ".join(map(str, sorted(sizes))),
        )
    of = {place: number for number, part in enumerate(parts) for place in part}
    return SheetBoard(Geometry.jigsaw(of[place] for place in sorted(live)))


def _parts(
    edges: dict[str, Any], board: PenpaBoard, live: frozenset[int], clues: Clues
) -> list[frozenset[int]]:
    """The places that thick lines part, by their first ones."""
    columns = board.columns
    thick: set[tuple[int, int]] = set()
    for key, style in edges.items():
        one, other = _between(key, board)
        if one is not None and other is not None and style in _THICK:
            if live.issuperset((one, other)):
                thick.add((one, other))
        elif style not in _THICK or one is other:
            clues.draw("lineE", noun=_NOUNS["lineE"])  # and no frame of the board
    of: dict[int, int] = {}
    parts: list[list[int]] = []
    for start in sorted(live):
        if start in of:
            continue
        of[start] = len(parts)
        part = [start]
        for cell in part:
            for other, wall in (
                (cell + 1, (cell, cell + 1)),
                (cell - 1, (cell - 1, cell)),
                (cell + columns, (cell, cell + columns)),
                (cell - columns, (cell - columns, cell)),
            ):
                beside = abs(other - cell) == columns or other // columns == cell // columns
                if beside and other in live and wall not in thick and other not in of:
                    of[other] = len(parts)
                    part.append(other)
        parts.append(part)
    within = sum(of[one] == of[other] for one, other in thick)
    clues.draw("lineE", within, _NOUNS["lineE"])
    return [*map(frozenset, parts)]


def _digits(item: Any, geometry: Geometry) -> tuple[str, tuple[int, ...]]:
    """The kind of an item of the layer of numbers, and its digits; none where it is a text."""
    if not isinstance(item, list) or len(item) < 3:
        return "", ()
    value, kind = item[0], str(item[2])
    if kind == "7" and isinstance(value, list):
        return "marks", tuple(d for d, flag in enumerate(value, 1) if flag == 1)
    text = str(value).strip()
    if not (text.isdecimal() and text.isascii() and len(text) < 20):
        return "", ()
    if kind in ("1", "10"):
        return ("digit", (int(text),)) if int(text) in geometry.digits else ("", ())
    digits = tuple(int(char) for char in text)
    marks = kind in ("5", "6") and len(set(digits)) == len(digits) and geometry.size < 10
    return ("small", digits) if marks and set(digits) <= set(geometry.digits) else ("", ())


def _read_question(
    layer: dict[str, Any],
    board: PenpaBoard,
    geometry: Geometry,
    clues: Clues,
    givens: list[int | None],
    pencilled: dict[int, frozenset[int]],
) -> None:
    """The digits of the layer of the question, and its drawings counted."""
    for key, item in _of(layer, "number").items():
        cell = board.named_cell(key)
        kind, digits = _digits(item, geometry)
        if cell is None or kind not in ("digit", "marks") or not digits:
            clues.draw("number")
        elif len(digits) == 1:
            givens[cell] = digits[0]
        else:
            pencilled[cell] = frozenset(digits)
    for name in layer:
        if name in _LISTS:
            items = of_kind(list, layer[name] or [], name)
            clues.draw(name, sum(bool(item) for item in items))
        elif name in _MAPS:
            if name not in ("number", "lineE"):
                clues.draw(name, len(_of(layer, name)), _NOUNS.get(name))
        elif name not in _STACKS and layer[name] and not clues.ignores(name):
            raise FormatError(
                "Penpa+'s drawings have no layer {name} that satdoku knows; --ignore {name_2} "
                "reads the puzzle without it",
                name=shown(name),
                name_2=name[:40],
                text=name[:80],
            )


def _read_answers(
    line: str,
    board: PenpaBoard,
    geometry: Geometry,
    givens: list[int | None],
    pencilled: dict[int, frozenset[int]],
    clues: Clues,
) -> dict[int, int]:
    """The digits that stand in the layer of answers; its candidates are added to the others."""
    entered: dict[int, int] = {}
    layer = _data(line, 5) if line.strip() else {}
    if not isinstance(layer, dict):
        raise FormatError(
            "line 5 inside the link: an object was expected, not {layer}", layer=shown(layer)
        )
    # What a player has drawn is no part of the question.
    for name, items in layer.items():
        if name not in ("number", *_STACKS) and items:
            clues.leave(f"answer.{name[:40]}")
    for key, item in _of(layer, "number").items():
        cell = board.named_cell(key)
        kind, digits = _digits(item, geometry)
        if cell is None or givens[cell] is not None or not digits:
            continue
        if kind == "digit" or (kind == "marks" and len(digits) == 1):
            entered[cell] = digits[0]
            pencilled.pop(cell, None)
        else:
            pencilled[cell] = frozenset(digits)
    return entered


def _solution(packed: str | None, board: PenpaBoard, puzzle: Puzzle) -> Grid | None:
    """The digits of the answer, which leaves the givens out, where it has digits."""
    if packed is None:
        return None
    data = links.inside(load, unpack(packed))
    numbers = data[4] if isinstance(data, list) and len(data) > 4 else None
    if not isinstance(numbers, list):
        return None  # an answer of another kind: lines, shading
    values = list(puzzle.givens)
    for item in numbers:
        pair = re.fullmatch(r"(\d{1,9}),(\d{1,3})", item) if isinstance(item, str) else None
        cell = board.cell(int(pair[1])) if pair else None
        if pair is not None and cell is not None and values[cell] is None:
            values[cell] = int(pair[2])
    if tuple(values) == puzzle.givens:
        return None
    return Grid(puzzle.geometry, tuple(values))


# --- writing -----------------------------------------------------------------------------------

_STYLES = {
    "green": 3, "grey": 5, "dark": 5, "red": 8, "orange": 8, "blue": 9, "sky": 9, "teal": 9,
    "black": 2,
}  # fmt: skip
"""The styles of lines that come next to a colour; another colour is grey."""

_SURFACES = {"grey": 3, "green": 2, "blue": 5, "red": 6, "yellow": 7, "purple": 11, "orange": 10}


def write(document: Document, options: WriteOptions) -> str:
    """A link, on one line: to edit where a player has a position, else to solve.

    :raises Unsupported: naming what cannot even be drawn.
    """
    puzzle = document.puzzle
    geometry = puzzle.geometry
    if puzzle.is_sukaku:
        raise Unsupported("{title} cannot hold restrictions of cells; f-puzzles' can", title=_TITLE)
    rules = [rule for rule in puzzle.constraints if rule not in options.constraints]
    shapes = [shape for rule in rules for shape in rule.shapes(geometry)]
    margin = int(any(shape.kind == "outside" for shape in shapes))
    rows, columns = geometry.rows, geometry.columns
    width, height = columns + 2 * margin + 4, rows + 2 * margin + 4
    board = PenpaBoard(width, width * height, (2 + margin) * (width + 1), rows, columns)
    layer = PenpaLayer(_layer(), _layer(), board)
    _write_borders(layer.parts, board, geometry)
    _require_read(layer.parts, board, geometry, rules_text(document) or "")
    _write_givens(layer.parts, board, puzzle)
    flags = [0, 0, 0, 0]
    for rule in rules:
        _write_rule(rule, layer, flags, geometry)
    write_drawings(document.drawings, layer)
    answers = _answers(document, board)
    text = _text(_header(document, board, flags), margin, layer, answers, geometry)
    link = f"{_ADDRESS}{'solve' if answers is None else 'edit'}&p={pack(text)}"
    solution = document.solution
    if solution is not None and solution.is_full:
        numbers = [
            f"{_centre(cell, geometry, board)},{digit}"
            for cell, digit in enumerate(solution.values)
            if puzzle.givens[cell] is None
        ]
        if numbers:  # what the givens leave open
            link += f"&a={pack(_dumped([[], [], [], [], numbers, []]))}"
    return f"{link}\n"


def _write_givens(layer: dict[str, Any], board: PenpaBoard, puzzle: Puzzle) -> None:
    for cell, given in enumerate(puzzle.givens):
        if given is None:
            continue
        if given not in puzzle.geometry.digits:
            # A number that is no digit of the board is read as a drawing.
            raise Unsupported(
                "{title} cannot hold {given} in {cell}, which is not a digit of the board",
                title=_TITLE,
                given=given,
                cell=puzzle.geometry.name(cell),
            )
        layer["number"][_centre(cell, puzzle.geometry, board)] = [str(given), 1, "1"]


def _answers(document: Document, board: PenpaBoard) -> dict[str, Any] | None:
    """The layer of answers, with the digits and marks of a player, if there are any."""
    entered, marks = player_marks(document, _TITLE)
    geometry = document.puzzle.geometry
    if marks and geometry.digits[-1] > 9:
        raise Unsupported("{title} cannot hold pencil marks on boards above 9x9", title=_TITLE)
    layer = _layer()
    for cell, digit in entered.items():
        layer["number"][_centre(cell, geometry, board)] = [str(digit), 2, "1"]
    for cell, digits in marks.items():
        # One flag alone is shown as a digit that is entered, so a small digit stands for it.
        flagged = [int(digit in digits) for digit in range(1, 10)]
        single = [str(min(digits)), 2, "5"]
        centre = _centre(cell, geometry, board)
        layer["number"][centre] = [flagged, 2, "7"] if len(digits) > 1 else single
    return layer if entered or marks else None


def _layer() -> dict[str, Any]:
    stacks: dict[str, Any] = {name: {"__a": []} for name in _STACKS}
    return stacks | {name: {} for name in _MAPS} | {name: [] for name in _LISTS}


def _centre(cell: int, geometry: Geometry, board: PenpaBoard) -> str:
    return str(board.point(*geometry.row_column(cell)))


def _require_read(layer: dict[str, Any], board: PenpaBoard, geometry: Geometry, words: str) -> None:
    """:raises Unsupported: where the cells and thick lines would be read as another board."""
    points = [board.point(*geometry.row_column(cell)) for cell in range(geometry.grid_count)]
    live = frozenset(place for point in points if (place := board.place(point)) is not None)
    try:
        canvas = _canvas(layer["lineE"], board, live, words, Clues(ReadOptions()), None)
    except FormatError:
        raise no_board(geometry, _TITLE) from None
    if canvas.geometry != geometry:
        raise no_board(geometry, _TITLE)


def _header(document: Document, board: PenpaBoard, flags: list[int]) -> str:
    """The first line: the canvas, what is drawn by flags, and the texts."""
    height, width = board.count // board.width - 4, board.width - 4
    middle = (2 + (height - 1) // 2) * board.width + 2 + (width - 1) // 2
    # The middle of a cell, of its lower or right edge, or the corner between them.
    kind = {(1, 1): 0, (0, 0): 1, (0, 1): 2, (1, 0): 3}[height % 2, width % 2]
    centre = middle + kind * board.count
    rules = rules_text(document)
    texts = [
        f"Title: {_escaped(' '.join((document.title or '').split()))}",
        f"Author: {_escaped(' '.join((document.author or '').split()))}",
        re.sub(r"[,\s]", "", document.extras.get("source", "")),
        _escaped(rules or ""),
    ]
    canvas = [38 * (side + 1) for side in (width, height)]
    numbers = [width, height, 38, 0, 1, 1, *canvas, centre, centre, *flags]
    return ",".join(["sudoku", *map(str, numbers), *texts, "OFF", "false"])


def _dumped(data: Any) -> str:
    return jsonlib.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _text(
    head: str,
    margin: int,
    layer: PenpaLayer,
    answers: dict[str, Any] | None,
    geometry: Geometry,
) -> str:
    live = [int(_centre(cell, geometry, layer.board)) for cell in range(geometry.grid_count)]
    steps = live[:1] + [b - a for a, b in pairwise(live)]
    tools: dict[str, Any] = {
        "edit_mode": "sudoku", "surface": ["", 1], "line": ["1", 2], "lineE": ["1", 2],
        "wall": ["", 2], "cage": ["1", 10], "number": ["1", 1], "symbol": ["circle_L", 1],
        "special": ["thermo", ""], "board": ["", ""], "move": ["1", ""],
        "combi": ["battleship", ""], "sudoku": ["1", 1],
    }  # fmt: skip
    grid = ["1", "2", "1"]
    mode = {"qa": "pu_a", "grid": grid, "pu_q": tools, "pu_a": tools | {"sudoku": ["1", 9]}}
    return "\n".join(
        [
            head,
            _dumped([margin] * 4),
            f'{_dumped(grid)}~"sudoku"~["1",9]' if answers is None else _dumped(mode),
            _dumped(layer.parts),
            "" if answers is None else _dumped(answers),
            _dumped(steps),
            _dumped(["Surface", "Sudoku Normal", "Sudoku Corner", "Sudoku Centre"]),
            _dumped({"sol_number": True}),
            _dumped("x"),
            _dumped("x"),
            _dumped([3, 1, 3]),
            _dumped(mode),
            _dumped("x"),
            _dumped("true") if layer.colours != _layer() else "0",
            _dumped(layer.colours),
            "x" if answers is None else _dumped(_layer()),
            _dumped({}),
            _dumped([]),
            "false",
        ]
    )


def _write_borders(layer: dict[str, Any], board: PenpaBoard, geometry: Geometry) -> None:
    regions: dict[int, set[int]] = {cell: set() for cell in range(geometry.grid_count)}
    for number, house in enumerate(geometry.regions):
        for cell in house.cells:
            regions[cell].add(number)
    for cell, own in regions.items():
        row, column = geometry.row_column(cell)
        corner = board.count + board.point(row, column)  # at the bottom right of the cell
        right, below = geometry.at(row, column + 1), geometry.at(row + 1, column)
        if right is not None and regions[right] != own:
            layer["lineE"][f"{corner - board.width},{corner}"] = 2
        if below is not None and regions[below] != own:
            layer["lineE"][f"{corner - 1},{corner}"] = 2


def _write_rule(rule: Constraint, layer: PenpaLayer, flags: list[int], geometry: Geometry) -> None:
    name, board = rule.name, layer.board
    if name in ("diagonal", *_DIAGONALS):
        # The drawing that the site makes itself where its board of Sudoku has diagonals.
        first = board.count + board.first - board.width - 1
        for which, at, start, step in (
            ("diagonal-main", 0, first, board.width + 1),
            ("diagonal-anti", 3, first + board.rows, board.width - 1),
        ):
            if name in ("diagonal", which):
                flags[at] = 1
                points = [start + i * step for i in range(board.rows + 1)]
                layer.put_line(points, "", 12)
        return
    for shape in rule.shapes(geometry):
        _draw(shape, layer, geometry)


def _draw(shape: Shape, layer: PenpaLayer, geometry: Geometry) -> None:
    """A shape in the part of the layer that the site has for it."""
    board = layer.board
    points = [board.point(*geometry.row_column(cell)) for cell in shape.cells]
    if shape.kind == "none" or not points:
        return
    colour = SHAPE_COLOURS.get(shape.colour, SHAPE_COLOURS["grey"])
    if shape.kind == "cage":
        layer.put_cage(points, shape.label or "")
    elif shape.kind == "area":
        known = _SURFACES.get(shape.colour or "grey")
        for point in points:
            layer.put("surface", str(point), known or 3, "" if known else colour)
    elif shape.kind == "arrow":
        layer.add("arrows" if shape.bulb else "direction", points)
    elif shape.kind == "line":
        _draw_line(shape, points, layer, colour)
    elif shape.kind in ("circle", "square"):
        for point in points:
            layer.put("symbol", str(point), [3, f"{shape.kind}_L", 2])
    elif shape.kind == "dot":
        at, style = _middle(points, board), 7 if shape.filled else 6
        if shape.label:
            _note(shape.label, at, [style, "5"], layer)
        else:
            layer.put("symbol", str(at), [2 if shape.filled else 8, "circle_SS", 2])
    else:
        first, second = points[0], points[1] if len(points) > 1 else points[0]
        before = 2 * first - second
        way = tuple(
            b - a
            for a, b in zip(divmod(before, board.width), divmod(first, board.width), strict=True)
        )
        if all(way):  # a diagonal, which nothing else shows
            arrow = NUMBER_DIRECTIONS.index(way)
            _note(f"{shape.label or ''}_{arrow}", before, [1, "2"], layer)
        else:
            _note(shape.label or "", before, [1, "1"], layer)


def _draw_line(shape: Shape, points: list[int], layer: PenpaLayer, colour: str) -> None:
    if shape.colour in ("", "grey") and (shape.bulb or shape.width) and len(points) > 1:
        layer.add("thermo" if shape.bulb else "nobulbthermo", points)
        return
    if len(points) > 1:
        layer.put_line(points, colour, _STYLES.get(shape.colour, 5))
    if shape.bulb:
        kind = "diamond" if shape.diamond else "circle"
        layer.put_symbol(points[0], kind, "L", (colour, ""), over=False)


def _note(text: str, at: int, style: list[Any], layer: PenpaLayer) -> None:
    """A text at a point; in the corner of a cell of the board, where it would be a given."""
    board, small = layer.board, layer.parts["numberS"]
    if board.cell(at) is None:
        layer.parts["number"][str(at)] = [text, *style]
    else:
        # The first corner is that of a cage's sum.
        corners = (str(4 * (board.count + at) + corner) for corner in (1, 2, 3))
        free = (corner for corner in corners if corner not in small)
        small[next(free, str(4 * (board.count + at) + 1))] = [f" {text}", 1]


def _middle(points: list[int], board: PenpaBoard) -> int:
    """The point in the middle of one, two or four cells."""
    low, high = min(points), max(points)
    if low == high:
        return low
    if high - low == 1:
        return 3 * board.count + low
    if high - low == board.width:
        return 2 * board.count + low
    return board.count + low
