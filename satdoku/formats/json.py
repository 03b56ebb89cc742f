"""satdoku's own JSON: complete, versioned, one object a puzzle; JSON lines are read too.

``{"satdoku": 1, "board": {"size": 9, "box": [3, 3]}, "givens": "53..7...."}`` and, where there is
more, ``pencil_marks``, ``constraints``, ``position``, ``title``, ``author``, ``rules``,
``solution``, ``extras``. Whatever is not known (a key, a version, a rule) is refused by its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any

from satdoku.errors import FormatError, Unsupported
from satdoku.formats.base import (
    Entry,
    Line,
    ReadOptions,
    WriteOptions,
    chunk_entries,
    data_lines,
)
from satdoku.formats.numbers import read_number, write_numbers
from satdoku.formats.source import MAX_TEXT, check_text
from satdoku.puzzle.constraint import Constraint
from satdoku.puzzle.document import Document
from satdoku.puzzle.geometry import MAX_SIZE, Geometry
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.position import Position
from satdoku.puzzle.puzzle import Puzzle

__all__ = ["VERSION", "detect", "entries", "from_data", "parse", "to_data", "write"]

VERSION = 1

_KEYS = (
    "satdoku",
    "title",
    "author",
    "rules",
    "board",
    "givens",
    "pencil_marks",
    "constraints",
    "solution",
    "position",
    "extras",
)
Values = tuple[int | None, ...]
Marks = tuple[frozenset[int] | None, ...]


# --- writing -----------------------------------------------------------------------------------


def to_data(document: Document) -> dict[str, Any]:
    """The document as JSON data: dicts, lists, strings and numbers.

    :raises Unsupported: where a rule cannot be written.
    """
    puzzle = document.puzzle
    data: dict[str, Any] = {"satdoku": VERSION}
    for name, value in (
        ("title", document.title),
        ("author", document.author),
        ("rules", document.rules),
    ):
        if value is not None:
            data[name] = value
    data["board"] = _board_data(puzzle.geometry)
    data |= _puzzle_data(puzzle)
    if document.solution is not None:
        if document.solution.geometry != puzzle.geometry:
            raise Unsupported("satdoku's JSON cannot hold a solution on another board")
        data["solution"] = _values_data(document.solution.values, puzzle.geometry)
    if document.position is not None:
        data["position"] = _position_data(document.position, puzzle)
    if document.extras:
        data["extras"] = dict(document.extras)
    return data


def _board_data(geometry: Geometry) -> dict[str, Any]:
    size = geometry.size
    data: dict[str, Any] = {"size": size}
    if geometry.box is not None:
        data["box"] = list(geometry.box)
    elif geometry.regions:
        data["regions"] = [0 if r is None else r + 1 for r in geometry.region_of]
    if _board(data) != geometry:
        raise Unsupported(f"satdoku's JSON cannot hold this board ({geometry.describe()})")
    return data


def _puzzle_data(puzzle: Puzzle) -> dict[str, Any]:
    geometry = puzzle.geometry
    data: dict[str, Any] = {"givens": _values_data(puzzle.givens, geometry)}
    if puzzle.pencil_marks is not None:
        data["pencil_marks"] = _marks_data(puzzle.pencil_marks, geometry)
    if puzzle.constraints:
        write_rule = _rules().to_data
        data["constraints"] = [write_rule(c, geometry) for c in puzzle.constraints]
    return data


def _position_data(position: Position, puzzle: Puzzle) -> dict[str, Any]:
    own = position.puzzle
    if own.geometry != puzzle.geometry or own.constraints != puzzle.constraints:
        raise Unsupported("satdoku's JSON cannot hold a position on another board or other rules")
    geometry = own.geometry
    data: dict[str, Any] = {"givens": _values_data(own.givens, geometry)}
    if own.pencil_marks is not None:
        data["pencil_marks"] = _marks_data(own.pencil_marks, geometry)
    data["values"] = _values_data(position.values, geometry)
    data["candidates"] = {
        geometry.name(cell): sorted(here)
        for cell, here in enumerate(position.candidates)
        if here or position.values[cell] is None
    }
    return data


def _values_data(values: Values, geometry: Geometry) -> str:
    if all(value is None or 1 <= value <= 9 for value in values) and geometry.size <= 9:
        return "".join("." if value is None else str(value) for value in values)
    if any(value is not None and value < 1 for value in values):
        raise Unsupported("satdoku's JSON cannot hold a digit below 1")
    return write_numbers(values)


def _marks_data(marks: Marks, geometry: Geometry) -> dict[str, list[int]]:
    return {geometry.name(c): sorted(here) for c, here in enumerate(marks) if here is not None}


def write(document: Document, options: WriteOptions) -> str:
    """One object on one line, so that files of many are JSON lines."""
    import json

    return json.dumps(to_data(document), ensure_ascii=False) + "\n"


# --- reading -----------------------------------------------------------------------------------


def detect(text: str) -> int:
    """Sure where the text begins an object."""
    bare = text.lstrip()
    if bare.startswith("{"):
        return 100
    return 60 if re.match(r'\[\s*(\{|"|\]|$)', bare) else 0


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this text."""
    check_text(text)
    return from_data(_load(text), options)


def _load(text: str) -> Any:
    import json

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise FormatError(f"the key {key[:40]!r} stands twice in one object")
            found[key] = value
        return found

    def refuse(name: str) -> Any:
        raise FormatError(f"{name} is no JSON number")

    try:
        return json.loads(text, object_pairs_hook=once, parse_constant=refuse)
    except FormatError:
        raise
    except json.JSONDecodeError as error:
        raise FormatError(
            f"this is no JSON: {error.msg}", line=error.lineno, column=error.colno
        ) from None
    except RecursionError:
        raise FormatError("this JSON is nested too deeply") from None
    except ValueError as error:  # an integer of thousands of digits
        raise FormatError(f"this JSON cannot be read: {error}") from None


def from_data(data: Any, options: ReadOptions | None = None) -> Document:
    """The document of JSON data.

    :raises FormatError: naming the key at fault.
    """
    options = options or ReadOptions()
    if not isinstance(data, dict):
        raise FormatError('an object was expected: {"satdoku": 1, ...}')
    version = data.get("satdoku")
    if version is None:
        raise FormatError('this is JSON, but not satdoku\'s: the key "satdoku" is missing')
    if type(version) is not int or version != VERSION:
        raise FormatError(
            f"version {version!r} of satdoku's JSON is not known; this satdoku reads {VERSION}"
        )
    _only(data, _KEYS, "satdoku's JSON")
    for key in ("board", "givens"):
        if key not in data:
            raise FormatError(f'the key "{key}" is missing')
    geometry = _board(data["board"])
    if options.geometry is not None and options.geometry != geometry:
        raise FormatError(
            f"the board is {geometry.describe()}, but {options.geometry.describe()} was asked for"
        )
    rules = (*_constraints(data.get("constraints", []), geometry), *options.constraints)
    puzzle = _puzzle(data, geometry, rules, "")
    solution = None
    if "solution" in data:
        solution = Grid(geometry, _values(data["solution"], geometry, "solution"))
    position = _position(data["position"], geometry, rules) if "position" in data else None
    extras = data.get("extras", {})
    if not isinstance(extras, dict) or not all(isinstance(v, str) for v in extras.values()):
        raise FormatError('"extras" must be an object of texts')
    texts = {}
    for key in ("title", "author", "rules"):
        texts[key] = data.get(key)
        if texts[key] is not None and not isinstance(texts[key], str):
            raise FormatError(f'"{key}" must be a text')
    return Document(puzzle, position, solution=solution, extras=extras, **texts)


def _only(data: dict[str, Any], known: Iterable[str], where: str) -> None:
    if unknown := sorted(set(data) - set(known)):
        names = ", ".join(repr(name[:40]) for name in unknown[:5])
        raise FormatError(f"{where} has no key {names}")


def _board(data: Any) -> Geometry:
    if not isinstance(data, dict):
        raise FormatError('"board" must be an object: {"size": 9, "box": [3, 3]}')
    _only(data, ("size", "box", "regions"), '"board"')
    size = data.get("size")
    if type(size) is not int or not 1 <= size <= MAX_SIZE:
        raise FormatError(f'"size" must be a number from 1 to {MAX_SIZE}')
    if "box" in data and "regions" in data:
        raise FormatError('a board has "box" or "regions", not both')
    try:
        if "box" in data:
            box = data["box"]
            if not isinstance(box, list) or [type(n) for n in box] != [int, int]:
                raise FormatError('"box" must be [height, width]')
            return Geometry.boxes(size, *box)
        if "regions" in data:
            regions = data["regions"]
            if not isinstance(regions, list) or not all(
                type(n) is int and 0 <= n <= MAX_SIZE**2 for n in regions
            ):
                raise FormatError('"regions" must be a list of region numbers, 0 for none')
            if len(regions) != size * size:
                raise FormatError(
                    f'"regions" labels {len(regions)} cells, but the board has {size * size}'
                )
            return Geometry.jigsaw(n or None for n in regions)
        return Geometry.latin(size)
    except FormatError:
        raise
    except ValueError as error:
        raise FormatError(f'"board": {error}') from None


def _rules() -> Any:
    """The package of constraints, loaded only for a puzzle that has some."""
    return import_module("satdoku.constraints")


def _constraints(data: Any, geometry: Geometry) -> list[Constraint]:
    if not isinstance(data, list):
        raise FormatError('"constraints" must be a list')
    for index, item in enumerate(data, 1):
        if not isinstance(item, dict):
            raise FormatError(f'number {index} of "constraints" must be an object')
    if not data:
        return []
    read_rule = _rules().from_data
    found: list[Constraint] = []
    for index, item in enumerate(data, 1):
        try:
            found.append(read_rule(item, geometry))
        except FormatError as error:
            raise FormatError(f'number {index} of "constraints": {error.reason}') from None
    return found


def _puzzle(
    data: dict[str, Any], geometry: Geometry, rules: tuple[Constraint, ...], where: str
) -> Puzzle:
    givens = _values(data["givens"], geometry, f"{where}givens")
    marks: Marks | None = None
    if "pencil_marks" in data:
        found = _digit_sets(data["pencil_marks"], geometry, f"{where}pencil_marks")
        marks = tuple(found.get(cell) for cell in range(geometry.cell_count))
    return Puzzle(geometry, givens, marks, rules)


def _position(data: Any, geometry: Geometry, rules: tuple[Constraint, ...]) -> Position:
    if not isinstance(data, dict):
        raise FormatError('"position" must be an object')
    _only(data, ("givens", "pencil_marks", "values", "candidates"), '"position"')
    for key in ("givens", "values", "candidates"):
        if key not in data:
            raise FormatError(f'"position" lacks the key "{key}"')
    puzzle = _puzzle(data, geometry, rules, "position.")
    values = _values(data["values"], geometry, "position.values")
    found = _digit_sets(data["candidates"], geometry, "position.candidates")
    for cell, value in enumerate(values):
        if value is None and cell not in found:
            raise FormatError(f'"position.candidates" leaves out the empty {geometry.name(cell)}')
    return Position(
        puzzle,
        values,
        tuple(found.get(cell, frozenset()) for cell in range(geometry.cell_count)),
    )


def _values(data: Any, geometry: Geometry, key: str) -> Values:
    """A text of one digit a cell (boards up to 9x9), or of numbers with spaces between them."""
    if not isinstance(data, str):
        raise FormatError(f'"{key}" must be a text of {geometry.cell_count} cells')
    tokens = data.split()
    cells = tokens if len(tokens) > 1 else list(data.strip())
    if len(cells) != geometry.cell_count:
        raise FormatError(
            f'"{key}" has {len(cells)} cells, but the board has {geometry.cell_count} '
            f"({geometry.describe()})"
        )
    found = []
    for index, token in enumerate(cells):
        try:
            found.append(read_number(token))
        except ValueError:
            raise FormatError(
                f'"{key}": {token[:20]!r} is no digit of {geometry.name(index)} and no blank (.)',
                text=token[:80],
            ) from None
    return tuple(found)


def _digit_sets(data: Any, geometry: Geometry, key: str) -> dict[int, frozenset[int]]:
    if not isinstance(data, dict):
        raise FormatError(f'"{key}" must be an object: {{"r1c1": [1, 2]}}')
    found: dict[int, frozenset[int]] = {}
    for name, digits in data.items():
        try:
            cell = geometry.cell(name)
        except ValueError as error:
            raise FormatError(f'"{key}": {error}', text=name[:80]) from None
        if (
            not isinstance(digits, list)
            or not all(type(d) is int for d in digits)
            or len(set(digits)) != len(digits)
        ):
            raise FormatError(f'"{key}": {name} must be a list of different digits')
        if cell in found:
            raise FormatError(f'"{key}": {geometry.name(cell)} stands twice')
        found[cell] = frozenset(digits)
    return found


def entries(lines: Iterable[Line], options: ReadOptions) -> Iterator[Entry]:
    """An object a line, or one object on many lines."""
    found = data_lines(lines)
    first = next(found, None)
    if first is None:
        return
    try:
        _load(first[1])
        a_line_each = True
    except FormatError:
        a_line_each = first[1].rstrip().endswith("}")
    if a_line_each:
        yield from chunk_entries(_again(first, found), options, parse)
        return
    number, text = first
    held = [text]
    length = len(text)
    last = number
    for line, text in found:
        held.append("\n" * (line - last - 1) + text)
        last = line
        length += len(text)
        if length > MAX_TEXT:
            raise FormatError("this JSON is too long for one puzzle", line=line)
    yield from chunk_entries([(number, "\n".join(held))], options, parse)


def _again(first: Line, rest: Iterator[Line]) -> Iterator[Line]:
    yield first
    yield from rest
