"""satdoku's own JSON, one object a puzzle, or lines of it; one file, since it is one format.

``{"satdoku": 1, "board": {"size": 9, "box": [3, 3]}, "givens": "53..7...."}`` and, where there is
more, ``pencil_marks``, ``constraints``, ``position``, ``title``, ``author``, ``rules``,
``solution``, ``drawings``, ``fog``, ``extras``. Whatever is not known (a key, a version, a rule) is
refused by its name.
By hand ``{"givens": "53..7...."}`` will do, and so will a bare array of rows, ``[[5, 3, 0, ...]]``.
Records with a puzzle of another format in them are read too (records.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any

from satdoku.base.errors import CONTROLS, FormatError, Unsupported
from satdoku.base.worded import worded
from satdoku.board.constraint import Constraint
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid, Marks, Values
from satdoku.formats.base import ReadOptions, WriteOptions, board, shown
from satdoku.formats.boards import KEYS, board_data, board_of, not_stated, stated_rules
from satdoku.formats.clues import Clues, geometry_of, refuse_drawings
from satdoku.formats.cosmetics import (
    clue_drawing_data,
    drawings_data,
    fog_data,
    read_clue_drawing,
    read_drawings,
    read_fog,
)
from satdoku.formats.numbers import read_number, write_numbers
from satdoku.formats.source import check_text
from satdoku.puzzle.document import Document
from satdoku.puzzle.drawn_reading import ClueDrawing
from satdoku.puzzle.listing import LISTED, Listing
from satdoku.puzzle.position import Position
from satdoku.puzzle.puzzle import Puzzle

VERSION = 1

OWN_KEYS = ("satdoku", "givens")
"""One of them stands in every object of satdoku's JSON."""
APART_KEYS = (*OWN_KEYS, "formatVersion")
"""One of them stands in objects that are no records though they may have a key "puzzle": those of
satdoku's JSON and of SudokuMaker."""
_TEXTS = ("title", "author", "rules")
_KEYS = (
    "$schema", "satdoku", *_TEXTS, "board", *KEYS, "givens", "pencil_marks", "constraints",
    "solution", "position", "corner_marks", "drawings", "fog", "extras",
)  # fmt: skip
"""At ``$schema`` editors find `satdoku rules --schema`; it says nothing of the puzzle."""


# --- writing -----------------------------------------------------------------------------------


def to_data(document: Document) -> dict[str, Any]:
    """The document as JSON data: dicts, lists, strings and numbers.

    :raises Unsupported: where a rule cannot be written.
    """
    puzzle = document.puzzle
    data: dict[str, Any] = {"satdoku": VERSION}
    for name in _TEXTS:
        if (value := getattr(document, name)) is not None:
            data[name] = value
    data["board"] = board_data(puzzle.geometry)
    data |= _puzzle_data(puzzle)
    if document.solution is not None:
        if document.solution.geometry != puzzle.geometry:
            raise Unsupported("satdoku's JSON cannot hold a solution on another board")
        data["solution"] = values_data(document.solution.values, puzzle.geometry)
    if document.position is not None:
        data["position"] = _position_data(document.position, puzzle)
    if document.corners:
        data["corner_marks"] = _marks_data(
            map(document.corners.get, range(puzzle.geometry.cell_count)), puzzle.geometry
        )
    if document.drawings:
        data["drawings"] = drawings_data(document.drawings)
    if document.fog is not None:
        data["fog"] = fog_data(document.fog, puzzle.geometry)
    if document.extras:
        data["extras"] = dict(document.extras)
    return data


def _puzzle_data(puzzle: Puzzle) -> dict[str, Any]:
    geometry = puzzle.geometry
    data: dict[str, Any] = {"givens": values_data(puzzle.givens, geometry)}
    if puzzle.pencil_marks is not None:
        data["pencil_marks"] = _marks_data(puzzle.pencil_marks, geometry)
    if rules := not_stated(geometry, puzzle.constraints):
        write_rule = _rules().to_data
        data["constraints"] = [
            write_rule(rule, geometry) | _drawn_data(puzzle.drawn.get(rule), geometry)
            for rule in rules
        ]
    return data


def _drawn_data(drawing: ClueDrawing | None, geometry: Geometry) -> dict[str, Any]:
    return {} if drawing is None else {"drawn": clue_drawing_data(drawing, geometry)}


def _position_data(position: Position, puzzle: Puzzle) -> dict[str, Any]:
    own = position.puzzle
    if own.geometry != puzzle.geometry or own.constraints != puzzle.constraints:
        raise Unsupported("satdoku's JSON cannot hold a position on another board or other rules")
    geometry = own.geometry
    data: dict[str, Any] = {"givens": values_data(own.givens, geometry)}
    if own.pencil_marks is not None:
        data["pencil_marks"] = _marks_data(own.pencil_marks, geometry)
    data["values"] = values_data(position.values, geometry)
    data["candidates"] = {
        geometry.name(cell): sorted(here)
        for cell, here in enumerate(position.candidates)
        if here or position.values[cell] is None
    }
    return data


def values_data(values: Values, geometry: Geometry) -> str | list[int | None]:
    """The digits of a grid, as ``givens`` and ``solution`` have them."""
    lowest = geometry.digits[0]
    if geometry.digits[-1] <= 9 and all(v is None or lowest <= v <= 9 for v in values):
        return "".join("." if value is None else str(value) for value in values)
    if any(value is not None and value < lowest for value in values):
        raise Unsupported(
            "satdoku's JSON cannot hold a digit below {lowest} on this board", lowest=lowest
        )
    # A text that is one number could be as many cells as it has digits.
    return write_numbers(values) if len(values) > 1 else list(values)


def _marks_data(marks: Iterable[frozenset[int] | None], geometry: Geometry) -> dict[str, list[int]]:
    return {geometry.name(c): sorted(here) for c, here in enumerate(marks) if here is not None}


def write(document: Document, options: WriteOptions) -> str:
    """One object on one line, so that files of many are JSON lines."""
    return line_of(to_data(document))


def line_of(data: object) -> str:
    """Data as a line of JSON, control characters escaped as JSON has it."""
    import json

    text = json.dumps(data, ensure_ascii=False)
    return CONTROLS.sub(lambda control: f"\\u{ord(control[0]):04x}", text) + "\n"


# --- reading -----------------------------------------------------------------------------------


def detect(text: str) -> int:
    """Sure where the text begins an object that is not of another format."""
    bare = text.lstrip()
    if bare.startswith("{"):
        return 100 if '"puzzle"' in text and _begins_record(bare) else 95
    if re.match(r'\[\s*["{]', bare):
        return 81  # more than lines of texts in quotes
    return 60 if re.match(r"\[\s*(\[|\]|$)", bare) else 0


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this text."""
    check_text(text)
    return from_data(load(text), options)


def _begins_record(text: str) -> bool:
    """Whether the first whole object of a text is a record, or, where none is whole, the first."""
    lines = [line for line in text.split("\n")[:64] if line.lstrip().startswith("{")]
    for part in (*lines, text):
        keys, whole = _first_keys(part)
        if whole:
            break
    return keys.get('"puzzle"', "[") in '"{' and not any(f'"{key}"' in keys for key in APART_KEYS)


def _first_keys(text: str) -> tuple[dict[str, str], bool]:
    """The keys of the object that a text begins with, the first character of each value, and
    whether the object ends."""
    keys: dict[str, str] = {}
    depth = 0
    for part in _PART.finditer(text):
        if part[0] == "{":
            depth += 1
        elif part[0] == "}":
            depth -= 1
            if not depth:
                return keys, True
        elif part[2] and depth == 1:
            keys[part[1]] = text[part.end() : part.end() + 40].lstrip()[:1]
    return keys, False


_PART = re.compile(r'("(?:[^"\\]|\\.)*")(\s*:)?|(NaN|-?Infinity)|[{}]', re.DOTALL)


def _fault(text: str) -> FormatError:
    """The fault, with its place, of JSON that Python's reader takes: a key that stands twice in an
    object, or a number that JSON does not have."""
    keys: list[set[str]] = []
    for part in _PART.finditer(text):
        line = text.count("\n", 0, part.start()) + 1
        column = part.start() - text.rfind("\n", 0, part.start())
        if part[3]:
            return FormatError(
                "{found} is not a JSON number", found=part[3], line=line, column=column
            )
        if part[0] == "{":
            keys.append(set())
        elif part[0] == "}":
            keys.pop()
        elif part[2]:
            if part[1] in keys[-1]:
                name = shown(part[1][1:-1])
                return FormatError(
                    "the key {name} appears twice in one object",
                    name=name,
                    line=line,
                    column=column,
                )
            keys[-1].add(part[1])
    return FormatError("a key appears twice in one object")  # written in two ways


_HALF = re.compile(r"\\ud[89a-f]|[\ud800-\udfff]", re.I)


def load(text: str) -> Any:
    """The data of a text in JSON; a key that stands twice is refused, and so are NaN and half of
    a character.

    :raises FormatError: with the place of the fault.
    """
    import json

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        data = dict(pairs)
        if len(data) != len(pairs):
            raise _fault(text)
        return data

    def refuse(name: str) -> Any:
        raise _fault(text)

    try:
        data = json.loads(text, object_pairs_hook=once, parse_constant=refuse)
        if not (text.isascii() and "\\u" not in text) and _HALF.search(text):
            _whole_characters(data, "")
    except FormatError:
        raise
    except json.JSONDecodeError as error:
        if '"' not in text and re.search(r"\d", text):  # a list of another language
            first = text.strip().split("\n")[0]
            raise FormatError(
                "this text is in no format that satdoku supports; its first line is {lines!r}",
                lines=first.strip()[:40],
                line=error.lineno,
                column=error.colno,
            ) from None
        raise FormatError(
            "this is not JSON: {msg}", msg=error.msg, line=error.lineno, column=error.colno
        ) from None
    except RecursionError:
        raise FormatError("this JSON is nested too deeply") from None
    except ValueError as error:  # an integer of thousands of digits
        raise FormatError("this JSON cannot be read: {error}", error=error) from None
    return data


def _whole_characters(data: Any, path: str) -> None:
    """:raises FormatError: naming the place of half of a character."""
    if isinstance(data, str):
        _text(data, path)
    elif isinstance(data, list):
        for index, item in enumerate(data):
            _whole_characters(item, f"{path}[{index}]")
    elif isinstance(data, dict):
        for key, item in data.items():
            _text(key, path or "a key")
            _whole_characters(item, f"{path}.{key}" if path else key)


def from_data(data: Any, options: ReadOptions | None = None) -> Document:
    """The document of JSON data.

    :raises FormatError: naming the key at fault.
    """
    options = options or ReadOptions()
    data = _object(data)
    geometry = geometry_of(_geometry(data, options), options)
    clues = Clues(options)
    drawn: dict[Constraint, ClueDrawing] = {}
    own_rules = _constraints(data.get("constraints", []), geometry, clues, drawn)
    stated = stated_rules(geometry, data.get("board", data).get("digits"))
    beside = [rule for rule in (*own_rules, *options.constraints) if rule not in stated]
    rules = clues.once((*stated, *beside))
    puzzle = replace(_puzzle(data, geometry, rules, ""), drawn=drawn)
    solution = None
    if "solution" in data:
        solution = Grid(geometry, read_values(data["solution"], geometry, "solution"))
    position = _position(data["position"], geometry, rules) if "position" in data else None
    if not isinstance(extras := data.get("extras", {}), dict):
        raise FormatError('"extras" must be an object of texts')
    if isinstance(data.get("rules"), list):
        raise FormatError(
            '"rules" must be a text, the rules in words; clues with their cells are "constraints"'
        )
    texts: dict[str, Any] = {
        key: _text(data[key], key) for key in _TEXTS if data.get(key) is not None
    }
    extras = _extras(extras, clues)
    corners = _digit_sets(data.get("corner_marks", {}), geometry, "corner_marks")
    _require_digits(corners.items(), geometry, "corner_marks")
    refuse_drawings(extras, options)
    return Document(
        puzzle,
        position,
        solution=solution,
        extras=extras,
        drawings=read_drawings(data["drawings"]) if "drawings" in data else (),
        fog=read_fog(data["fog"], geometry) if "fog" in data else None,
        corners=corners,
        **texts,
    )


def _object(data: Any) -> dict[str, Any]:
    """The object of a puzzle, of a known version and without unknown keys."""
    if isinstance(data, list):
        if any(isinstance(item, dict) for item in data):
            raise FormatError("this is a list of objects; one object a line is read")
        data = {"givens": data}
    if not isinstance(data, dict):
        raise FormatError('an object was expected: {"givens": "53..7....", ...}')
    if "satdoku" not in data and "givens" not in data:
        raise FormatError(
            'this is JSON, but not satdoku\'s: the keys "satdoku" and "givens" are missing'
        )
    version = data.get("satdoku", VERSION)
    if type(version) is not int or version != VERSION:
        raise FormatError(
            "version {version} of satdoku's JSON is not known; this satdoku reads {version_2}",
            version=shown(version),
            version_2=VERSION,
        )
    _only(data, _KEYS, worded("satdoku's JSON"))
    if "givens" not in data:
        raise FormatError('the key "givens" is missing')
    return data


def _extras(data: dict[str, Any], clues: Clues) -> dict[str, str]:
    """The extras of a puzzle, with what was left out of it now."""
    extras = {_text(key, "extras"): _text(value, f"extras.{key}") for key, value in data.items()}
    for key in LISTED & extras.keys():
        extras[key] = Listing.read(extras[key])
    for key, left_out in clues.extras().items():
        extras[key] = extras[key] + left_out if extras.get(key) else left_out
    return extras


def _text(data: Any, key: str) -> str:
    if not isinstance(data, str):
        raise FormatError('"{key}" must be a text', key=key[:40])
    try:
        data.encode()
    except UnicodeEncodeError as error:
        odd = data[error.start]
        raise FormatError(
            '"{key}" holds {odd!r}, which is not a character', key=ascii(key[:40])[1:-1], odd=odd
        ) from None
    return data


def _only(data: dict[str, Any], known: Iterable[str], where: str) -> None:
    if unknown := sorted(set(data) - set(known)):
        names = ", ".join(shown(name) for name in unknown[:5])
        raise FormatError("{where} has no key {names}", where=where, names=names)


def _geometry(data: dict[str, Any], options: ReadOptions) -> Geometry:
    """The board that is described in ``board`` or beside the givens, else the usual one."""
    beside = {key: data[key] for key in KEYS if key in data}
    if "board" not in data:
        if beside:
            return board_of(beside)
        if (forced := options.geometry) is not None and not forced.is_square:
            return forced
        return board(len(tokens_of(data["givens"], "givens")), options)
    if beside:
        raise FormatError(
            '"{next}" is beside "board"; write it into "board"', next=next(iter(beside))
        )
    if not isinstance(data["board"], dict):
        raise FormatError('"board" must be an object: {"size": 9, "box": [3, 3]}')
    _only(data["board"], KEYS, '"board"')
    return board_of(data["board"])


def _rules() -> Any:
    """The package of constraints, loaded only for a puzzle that has some."""
    return import_module("satdoku.constraints")


def _constraints(
    data: Any, geometry: Geometry, clues: Clues, drawn: dict[Constraint, ClueDrawing]
) -> list[Constraint]:
    """The rules; the drawings that some were read from are put into ``drawn``."""
    if not isinstance(data, list):
        raise FormatError('"constraints" must be a list')
    for index, item in enumerate(data, 1):
        if not isinstance(item, dict):
            raise FormatError('number {index} of "constraints" must be an object', index=index)
    if not data:
        return []
    read_rule = _rules().from_data
    rules: list[Constraint] = []
    for index, item in enumerate(data, 1):
        if clues.ignores(str(item.get("rule"))):
            continue
        try:
            rule = read_rule({key: item[key] for key in item if key != "drawn"}, geometry)
            if "drawn" in item:
                drawn[rule] = read_clue_drawing(item["drawn"], geometry)
            if not clues.ignores_rule(rule, geometry):
                rules.append(rule)
        except FormatError as error:
            raise FormatError(
                'number {index} of "constraints": {why}', index=index, why=error.reason
            ) from None
    return rules


def _puzzle(
    data: dict[str, Any], geometry: Geometry, rules: tuple[Constraint, ...], where: str
) -> Puzzle:
    givens = read_values(data["givens"], geometry, f"{where}givens")
    marks: Marks | None = None
    if "pencil_marks" in data:
        digits = _digit_sets(data["pencil_marks"], geometry, f"{where}pencil_marks")
        marks = tuple(digits.get(cell) for cell in range(geometry.cell_count))
    return Puzzle(geometry, givens, marks, rules)


def _position(data: Any, geometry: Geometry, rules: tuple[Constraint, ...]) -> Position:
    if not isinstance(data, dict):
        raise FormatError('"position" must be an object')
    _only(data, ("givens", "pencil_marks", "values", "candidates"), '"position"')
    for key in ("givens", "values", "candidates"):
        if key not in data:
            raise FormatError('"position" lacks the key "{key}"', key=key)
    puzzle = _puzzle(data, geometry, rules, "position.")
    values = read_values(data["values"], geometry, "position.values")
    candidates = _digit_sets(data["candidates"], geometry, "position.candidates")
    # A puzzle's own faults are listed (Puzzle.problems), but a position has to make sense.
    for key, digits in (
        ("givens", _filled(puzzle.givens)),
        ("pencil_marks", enumerate(puzzle.pencil_marks or ())),
        ("values", _filled(values)),
        ("candidates", candidates.items()),
    ):
        _require_digits(digits, geometry, f"position.{key}")
    for cell, (value, given) in enumerate(zip(values, puzzle.givens, strict=True)):
        if value is None and cell not in candidates:
            raise FormatError(
                '"position.candidates" leaves out the empty {cell}', cell=geometry.name(cell)
            )
        if given not in (None, value):
            raise FormatError(
                '"position.values": {cell} is empty, but {given} is given there'
                if value is None
                else '"position.values": {cell} is {value}, but {given} is given there',
                cell=geometry.name(cell),
                value=value,
                given=given,
            )
    return Position(
        puzzle,
        values,
        tuple(candidates.get(cell, frozenset()) for cell in range(geometry.cell_count)),
    )


def _filled(values: Values) -> Iterator[tuple[int, tuple[int, ...]]]:
    return ((cell, (value,)) for cell, value in enumerate(values) if value is not None)


def _require_digits(
    digits: Iterable[tuple[int, Iterable[int] | None]], geometry: Geometry, key: str
) -> None:
    """:raises FormatError: where a cell has what is no digit of the board."""
    for cell, here in digits:
        for digit in here or ():
            if digit not in geometry.digits:
                raise FormatError(
                    '"{key}": {cell} has {digit}, but the digits are {digits} to {digits_2}',
                    key=key,
                    cell=geometry.name(cell),
                    digit=digit,
                    digits=geometry.digits[0],
                    digits_2=geometry.digits[-1],
                )


def read_values(data: Any, geometry: Geometry, key: str) -> Values:
    """The digits of all cells, in one of the ways of :func:`tokens_of`.

    :raises FormatError: naming the key and the cell at fault.
    """
    tokens = tokens_of(data, key, geometry)
    if len(tokens) != geometry.cell_count:
        raise FormatError(
            '"{key}" has {count} cells, but the board has {cell_count} ({board})',
            key=key,
            count=len(tokens),
            cell_count=geometry.cell_count,
            board=geometry.describe(),
        )
    values = []
    for index, token in enumerate(tokens):
        try:
            values.append(read_number(token, zero=geometry.digits[0] == 0))
        except ValueError:
            raise FormatError(
                '"{key}": {token} is neither a digit of {cell} nor a blank (.)',
                key=key,
                token=shown(token),
                cell=geometry.name(index),
                text=token[:80],
            ) from None
    return tuple(values)


def tokens_of(data: Any, key: str, geometry: Geometry | None = None) -> list[str]:
    """A cell each: from a text, a list of rows (each a text or a list), or a list of cells.

    A text has one symbol a cell (rows may be parted by white space), or numbers with white space
    between them. Without a geometry the board is a square. A hole of the board is no cell.

    :raises FormatError: where it is none of these.
    """
    if isinstance(data, str):
        return _tokens_of_text(data, geometry)
    if not isinstance(data, list):
        raise FormatError('"{key}" must be a text or a list of rows', key=key)
    if len(data) == 1 and isinstance(data[0], str):
        return tokens_of(data[0], key, geometry)
    if not any(isinstance(row, list) or (isinstance(row, str) and len(row) > 3) for row in data):
        return [_token(cell, key) for cell in data]
    rows = [
        tokens_of(row, key) if isinstance(row, str) else [_token(cell, key) for cell in row]
        for row in data
        if isinstance(row, str | list)
    ]
    if len(rows) != len(data):
        raise FormatError('"{key}" mixes rows and cells', key=key)
    _require_widths(rows, key, geometry)
    return [cell for row in rows for cell in row]


def _tokens_of_text(text: str, geometry: Geometry | None) -> list[str]:
    parts = text.split()
    widths = [len(part) for part in parts]
    are_rows = len(parts) <= 9 and set(widths) == {len(parts)}
    if geometry is not None and len(parts) != geometry.cell_count:
        are_rows = are_rows or widths == _widths(geometry)
    return parts if len(parts) > 1 and not are_rows else list("".join(parts))


def _require_widths(rows: Sequence[Sequence[str]], key: str, geometry: Geometry | None) -> None:
    """:raises FormatError: where rows are not those of the board, or of a square."""
    if geometry is None or geometry.is_square:
        for number, row in enumerate(rows, 1):
            if len(row) != len(rows):
                raise FormatError(
                    'row {number} of "{key}" has {count} cells, but there are {count_2} rows',
                    number=number,
                    key=key,
                    count=len(row),
                    count_2=len(rows),
                )
        return
    widths = _widths(geometry)
    if len(rows) != len(widths):
        raise FormatError(
            '"{key}" has {count} rows, but the board has {count_2} ({board})',
            key=key,
            count=len(rows),
            count_2=len(widths),
            board=geometry.describe(),
        )
    for number, (row, width) in enumerate(zip(rows, widths, strict=True), 1):
        if len(row) != width:
            raise FormatError(
                'row {number} of "{key}" has {count} cells, but the board has {width} there',
                number=number,
                key=key,
                count=len(row),
                width=width,
            )


def _widths(geometry: Geometry) -> list[int]:
    """How many cells each row has."""
    columns = range(geometry.columns)
    return [sum(geometry.at(r, c) is not None for c in columns) for r in range(geometry.rows)]


def _token(cell: Any, key: str) -> str:
    """A cell of a list as text; null and an empty text are empty cells."""
    if cell is None or (isinstance(cell, str) and not cell.strip()):
        return "."
    if type(cell) is int and cell.bit_length() < 64:
        return str(cell)
    if isinstance(cell, str):
        return cell.strip()
    raise FormatError(
        '"{key}": {cell} is neither a digit nor a blank (null or 0)', key=key, cell=shown(cell)
    )


def _digit_sets(data: Any, geometry: Geometry, key: str) -> dict[int, frozenset[int]]:
    if not isinstance(data, dict):
        raise FormatError('"{key}" must be an object: {{"r1c1": [1, 2]}}', key=key)
    sets: dict[int, frozenset[int]] = {}
    for name, digits in data.items():
        try:
            cell = geometry.cell(name)
        except ValueError:
            raise FormatError(
                '"{key}": {name} is not a cell of the board; cells are named r1c1 to {cell}',
                key=key,
                name=shown(name),
                cell=geometry.name(geometry.cell_count - 1),
                text=name[:80],
            ) from None
        if (
            not isinstance(digits, list)
            or not all(type(d) is int for d in digits)
            or len(set(digits)) != len(digits)
        ):
            raise FormatError(
                '"{key}.{name}" must be a list of different digits', key=key, name=name
            )
        if cell in sets:
            raise FormatError('"{key}": {cell} appears twice', key=key, cell=geometry.name(cell))
        sets[cell] = frozenset(digits)
    return sets
