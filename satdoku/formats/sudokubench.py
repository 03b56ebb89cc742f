"""Sudoku-Bench's records: a board, the words of its rules, and its drawings as named elements.

An object with ``initial_board`` and ``visual_elements``, a list (or a text that is one) of objects
with a type: ``lines`` and ``arrows`` through cells, ``underlays`` and ``overlays`` in a cell, on an
edge or on a corner, ``cage``, ``inequality``, arrows beside a number, and notes. Cages of killers
and the rules that ``global`` names are rules; all else is drawn.
"""

from __future__ import annotations

import json as jsonlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from satdoku.base.errors import FormatError, Unsupported
from satdoku.base.worded import worded
from satdoku.board.constraint import Constraint
from satdoku.board.geometry import MAX_SIZE, Geometry
from satdoku.board.grid import Grid
from satdoku.formats.accounts import draw, noted
from satdoku.formats.base import MIN_BOARD, ReadOptions, WriteOptions, no_board, of_kind, shown
from satdoku.formats.clues import Clues, geometry_of, rules_text
from satdoku.formats.cosmetics import arrow_at, colour_of, length_of
from satdoku.formats.json import line_of, load, read_values
from satdoku.formats.source import check_text
from satdoku.formats.symbols import write_symbols
from satdoku.formats.texts import placed
from satdoku.puzzle.colours import colour_word
from satdoku.puzzle.cosmetic import Cosmetic, Spot
from satdoku.puzzle.document import Document
from satdoku.puzzle.listing import LISTED
from satdoku.puzzle.puzzle import Puzzle

_TITLE = worded("a record of Sudoku-Bench")
_KEYS = ("title", "author", "rules", "initial_board", "solution", "rows", "cols", "visual_elements")
_POINTS = 64
"""The units of a line's thickness in a cell."""
_FONT = 0.4375
_HEAD = 0.3
_NAME = re.compile(r"r(-?\d{1,3}(?:\.\d+)?)c(-?\d{1,3}(?:\.\d+)?)", re.IGNORECASE)
_WAYS = {
    "up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1), "upper left": (-1, -1),
    "upper right": (-1, 1), "lower left": (1, -1), "lower right": (1, 1),
}  # fmt: skip
_SIGNS = {"<": "<", ">": ">", "^": "\u2227", "v": "\u2228"}
_GLOBAL = ("anti-knight", "anti-king")
_PLACES = {1: "cell", 4: "corner"}
"""The place of a mark, by the number of the cells around it; two have an edge between them."""


def detect(text: str) -> int:
    """Sure where the text is an object with the keys of a record."""
    bare = text.lstrip()
    sure = bare.startswith("{") and '"visual_elements"' in bare and '"initial_board"' in bare
    return 100 if sure else 0


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this text."""
    check_text(text)
    data = noted(load(text))
    if not isinstance(data, dict) or "initial_board" not in data:
        raise FormatError('this is not a record of Sudoku-Bench: "initial_board" is missing')
    clues = Clues(options)
    elements = _elements(data.get("visual_elements"))
    cages = [cage for item in elements if item.get("style") == "box" for cage in _cells(item)]
    geometry = geometry_of(_geometry(data, cages), options)
    givens = read_values(data["initial_board"], geometry, "initial_board")
    solution = data.get("solution")
    if clues.ignores("solution"):
        solution = None
    drawings = [
        drawing
        for number, item in enumerate(elements)
        for drawing in _read(item, f"visual_elements[{number}]", clues, geometry)
    ]
    for key, value in data.items():
        if not isinstance(value, dict | list):
            data.get(key)  # words and numbers beside the puzzle are kept as they stand
    clues.account(data, {}, _TITLE)
    extras = {
        f"record.{key}" if key in LISTED else key: str(value)
        for key, value in data.items()
        if key not in _KEYS and value is not None
    }
    return Document(
        Puzzle(geometry, givens, None, clues.rules(geometry)),
        title=_words(data, "title"),
        author=_words(data, "author"),
        rules=_unquoted(_words(data, "rules")),
        solution=Grid(geometry, read_values(solution, geometry, "solution")) if solution else None,
        extras={**extras, **clues.extras()},
        drawings=tuple(drawings),
    )


def _words(data: Mapping[str, Any], key: str) -> str | None:
    value = data.get(key)
    if value is not None and not isinstance(value, str):
        raise FormatError('"{key}" must be a text', key=key)
    return value or None


def _unquoted(words: str | None) -> str | None:
    """Words without the quotation marks of JSON in which some copies have them."""
    if words is None or len(words) < 2 or not words.startswith('"') or not words.endswith('"'):
        return words
    try:
        inner = jsonlib.loads(words, strict=False)
    except (ValueError, RecursionError):
        return words
    return inner if isinstance(inner, str) else words


def _elements(held: Any) -> list[dict[str, Any]]:
    """The drawings, which some copies have as a text."""
    elements = held or []
    if isinstance(held, str) and held.strip():
        with placed('"visual_elements"'):  # not in a line and column of the record
            elements = noted(load(held))
    for number, item in enumerate(of_kind(list, elements, "visual_elements")):
        of_kind(dict, item, f"visual_elements[{number}]")
    return list(elements)


def _geometry(data: Mapping[str, Any], boxes: Sequence[list[tuple[int, int]]]) -> Geometry:
    """The board: with the regions that are outlined, where these are all of it."""
    rows, columns = data.get("rows"), data.get("cols")
    if rows is None and columns is None:
        rows = columns = round(len(_words(data, "initial_board") or "") ** 0.5)
    if type(rows) is not int or rows != columns or not MIN_BOARD <= rows <= MAX_SIZE:
        raise FormatError(
            "the board has {rows} rows and {cols} columns, and must be a square of at least "
            "{min_board}",
            rows=shown(rows),
            cols=shown(columns),
            min_board=MIN_BOARD,
        )
    labels: dict[tuple[int, int], int] = {
        place: number for number, cells in enumerate(boxes) for place in cells
    }
    places = [(row, column) for row in range(rows) for column in range(rows)]
    whole = sum(map(len, boxes)) == len(places) and all(len(cells) == rows for cells in boxes)
    if whole and all(place in labels for place in places):
        regular = Geometry.of_size(rows)
        jigsaw = Geometry.jigsaw([labels[place] for place in places])
        same = {frozenset(region.cells) for region in regular.regions} == {
            frozenset(region.cells) for region in jigsaw.regions
        }
        return regular if same else jigsaw
    return Geometry.of_size(rows)


# --- drawings ------------------------------------------------------------------------------------


def _spots(item: Mapping[str, Any], key: str) -> tuple[Spot, ...]:
    """The middles of the cells that an element names, which may be beside the board."""
    names = item.get(key)
    places = [
        _NAME.fullmatch(name.strip()) if isinstance(name, str) else None
        for name in (names if isinstance(names, list) else ())
    ]
    spots = [(float(one[1]) - 0.5, float(one[2]) - 0.5) for one in places if one is not None]
    return tuple(spots) if len(spots) == len(places) else ()


def _cells(item: Mapping[str, Any]) -> Iterator[list[tuple[int, int]]]:
    if spots := _spots(item, "cells"):
        yield [(int(row // 1), int(column // 1)) for row, column in spots]


def _read(item: dict[str, Any], place: str, clues: Clues, geometry: Geometry) -> Iterator[Cosmetic]:
    """The drawings of an element; what is a rule, or no drawing, goes to the clues."""
    kind, words = str(item.get("type")), str(item.get("text", "") or "").strip()
    if kind == "global" and words.lower() in _GLOBAL:
        clues.add(place, words.lower(), words.lower())
        return
    drawn: Cosmetic | None = None
    if kind == "cage":
        cells = [geometry.at(*one) for cage in _cells(item) for one in cage]
        value = str(item.get("value", "") or "").strip()
        known = value.isdecimal() and value.isascii() and len(value) < 10
        if item.get("style") == "box":
            return  # a region
        if item.get("style") == "killer" and cells and None not in cells and (known or not value):
            fields = {"cells": cells} | ({"sum": int(value)} if known else {})
            clues.add(place, "cage", "killer-cage", fields)
            return
        if spots := _spots(item, "cells"):
            drawn = Cosmetic("cage", spots, True, text=value)
    elif spots := _spots(item, "cells" if kind == "inequality" else "coords"):
        drawn = _drawing(kind, item, spots, words)
    draw(item, item)
    if drawn is not None:
        yield drawn
    clues.draw(kind[:40], noun="sign" if kind == "inequality" else None)


def _drawing(
    kind: str, item: Mapping[str, Any], spots: tuple[Spot, ...], words: str
) -> Cosmetic | None:
    colour, direction = colour_of(item.get("color_hex")), str(item.get("direction"))
    middle = _middle(spots)
    if kind in ("lines", "arrows"):
        width = length_of(item.get("thickness"), _POINTS)
        head = _HEAD if kind == "arrows" else 0.0
        return Cosmetic("line", spots, stroke=colour, width=width, head=head)
    if kind.endswith(" arrow") and direction in _WAYS:
        return arrow_at(middle, *_WAYS[direction])
    if kind == "inequality" and direction in _SIGNS:
        return Cosmetic("mark", (middle,), True, text=_SIGNS[direction], font=_FONT)
    if kind in ("underlays", "overlays"):
        shape = item.get("shape")
        return Cosmetic(
            "mark",
            (middle,),
            kind == "overlays",
            colour_of(item.get("border_color_hex")),
            colour,
            size=(length_of(item.get("height")), length_of(item.get("width"))),
            rounded=shape == "circle",
            text=words[:500],
            font=_FONT if words else 0.0,
            angle=45.0 if shape == "diamond" else 0.0,
        )
    return None


def _middle(spots: Sequence[Spot]) -> Spot:
    row, column = (sum(part) / len(spots) for part in zip(*spots, strict=True))
    return round(row, 4), round(column, 4)


# --- writing -----------------------------------------------------------------------------------


def write(document: Document, options: WriteOptions) -> str:
    """The document as an object in JSON, on one line.

    :raises Unsupported: where the record cannot hold the board or what a player has entered.
    """
    puzzle = document.puzzle
    geometry = puzzle.geometry
    if not _is_held(geometry):
        raise no_board(geometry, _TITLE)
    if document.position is not None:
        raise Unsupported("{title} cannot hold a position; satdoku's JSON can", title=_TITLE)
    if puzzle.is_sukaku:
        raise Unsupported("{title} cannot hold pencil marks", title=_TITLE)
    elements: list[dict[str, Any]] = []
    if geometry != Geometry.of_size(geometry.size):
        for region in geometry.regions:
            names = [geometry.name(cell) for cell in region.cells]
            elements.append({"type": "cage", "style": "box", "cells": names, "value": ""})
    for rule in puzzle.constraints:
        if rule not in options.constraints:
            elements += _of_rule(rule, geometry)
    for drawing in document.drawings:
        elements += _element(drawing)
    data: dict[str, Any] = {
        key: text
        for key, text in (
            ("title", document.title),
            ("author", document.author),
            ("rules", rules_text(document)),
        )
        if text
    }
    data["initial_board"] = write_symbols(puzzle.givens, geometry.size, "auto", ".")
    if document.solution is not None and document.solution.is_full:
        data["solution"] = document.solution.text()
    data |= {"rows": geometry.rows, "cols": geometry.columns}
    data["visual_elements"] = jsonlib.dumps(elements, ensure_ascii=False)
    return line_of(data)


def _is_held(geometry: Geometry) -> bool:
    """Whether a record can hold a board: with the usual boxes, or as many regions as rows."""
    if not geometry.is_square or geometry.size > 9:
        return False
    if geometry == Geometry.of_size(geometry.size):
        return True
    labels = [region for region in geometry.region_of if region is not None]
    whole = len(labels) == geometry.cell_count
    alike = {labels.count(label) for label in labels} == {geometry.size}
    return whole and alike and geometry == Geometry.jigsaw(labels)


def _of_rule(rule: Constraint, geometry: Geometry) -> Iterator[dict[str, Any]]:
    if rule.name in _GLOBAL:
        yield {"type": "global", "text": rule.name}
    elif rule.name == "killer-cage":
        names = [geometry.name(cell) for cell in rule.scope(geometry)]
        value = getattr(rule, "sum", None)
        yield {"type": "cage", "style": "killer", "cells": names, "value": value or ""}
    else:
        from satdoku.formats.sudokupad import looks  # few puzzles have such

        for drawing in looks(rule, geometry):
            yield from _element(drawing)


def _element(drawing: Cosmetic) -> Iterator[dict[str, Any]]:
    """The element that a drawing is; none where it does not stand at cells."""
    if drawing.kind == "cage":
        yield {
            "type": "cage", "style": "", "cells": _names(drawing.spots), "value": drawing.text
        }  # fmt: skip
    elif drawing.kind == "line":
        yield from _line(drawing)
    else:
        (row, column) = drawing.spots[0]
        rows, columns = (
            [part - 0.5, part + 0.5] if part % 1 == 0 else [part] for part in (row, column)
        )
        coords = _names((r, c) for r in rows for c in columns)
        if not coords:
            return
        way = "vertical edge" if len(columns) == 2 else "horizontal edge"
        height, width = drawing.size
        side = max(drawing.size)
        yield {
            "type": "overlays" if drawing.over else "underlays",
            "coords": coords,
            "loc": _PLACES.get(len(coords), way),
            "shape": "circle" if drawing.rounded else "diamond" if drawing.angle % 90 else "square",
            **_colours("", drawing.fill),
            **_colours("border_", drawing.stroke),
            "size": "small" if side < 0.35 else "medium" if side < 0.75 else "large",
            "text": drawing.text,
            "width": width,
            "height": height,
        }


def _line(drawing: Cosmetic) -> Iterator[dict[str, Any]]:
    spots = drawing.spots
    if drawing.head and len(spots) > 1:  # the shaft may begin at the rim of a circle
        spots = ((spots[0][0] // 1 + 0.5, spots[0][1] // 1 + 0.5), *spots[1:])
        (row, column), (end_row, end_column) = drawing.spots[0], drawing.spots[-1]
        way = (end_row > row) - (end_row < row), (end_column > column) - (end_column < column)
        name = next((name for name, step in _WAYS.items() if step == way), None)
        if name and (end_row // 1, end_column // 1) == (row // 1, column // 1):
            kind = "diagonal" if all(way) else "vertical" if way[0] else "horizontal"
            yield {
                "type": f"{kind} arrow",
                "coords": _names(spots[:1]),
                "direction": name,
                **_colours("", drawing.stroke),
                "thickness": round(drawing.width * _POINTS, 2),
            }
            return
    if coords := _names(spots):
        yield {
            "type": "arrows" if drawing.head else "lines",
            "coords": coords,
            **_colours("", drawing.stroke),
            "thickness": round(drawing.width * _POINTS, 2),
        }


def _names(spots: Iterable[Spot]) -> list[str]:
    """The names of the cells with these middles; none where one is no middle."""
    spots = list(spots)
    if any(row % 1 != 0.5 or column % 1 != 0.5 for row, column in spots):
        return []
    return [f"r{int(row + 0.5)}c{int(column + 0.5)}" for row, column in spots]


def _colours(before: str, colour: str) -> dict[str, str]:
    return {f"{before}color_name": colour_word(colour), f"{before}color_hex": colour}
