"""Records: JSON objects with a puzzle of any format in them, as collections and programs keep them.

``{"id": 7, "title": "Renban", "puzzle": ".Renban~R1C1~R1C2", "solution": "1234..."}``. The puzzle
is a text or an object; title (or name), author and solution are about it; every other key is kept
in ``extras`` under its name.

The puzzle may also have one of the names that a table's column has (``board``, ``quizzes``,
``question``), be a list of cells or rows, or stand deeper inside; where lists or objects hold
several puzzles, each is one, with the key that leads to it as its title. The one value that is a
board is the puzzle, and what else is said is about it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from math import isqrt
from typing import Any, TypeAlias

from satdoku.base.errors import FormatError
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid
from satdoku.formats import json as json_format
from satdoku.formats.base import PUZZLE_NAMES, SOLUTION_NAMES, Entry, Line, ReadOptions, shown
from satdoku.formats.boards import KEYS, board_of
from satdoku.formats.clues import Clues, is_about_rules, says_rules
from satdoku.formats.detect import detect
from satdoku.formats.json import APART_KEYS, OWN_KEYS, load, read_values, tokens_of
from satdoku.formats.line import is_board
from satdoku.formats.numbers import read_number, write_numbers
from satdoku.formats.registry import FORMATS
from satdoku.formats.source import check_text
from satdoku.formats.spans import span_entry, spans
from satdoku.formats.symbols import normalise
from satdoku.formats.texts import is_layout, placed
from satdoku.puzzle.document import Document
from satdoku.puzzle.listing import LISTED
from satdoku.puzzle.puzzle import Puzzle

_CHANGING = ("pencil_marks", "position", "fog")
"""Keys of satdoku's JSON that a puzzle is not the same without."""
_AROUND = ("title", "name", "author", "solution", "puzzle")


Parse: TypeAlias = Callable[[str, ReadOptions], Document]


def parse_json(text: str, options: ReadOptions, parse: Parse) -> Document:
    """The puzzle of satdoku's JSON, or of a record.

    :param parse: reads a text of any format.
    :raises FormatError: where the puzzle cannot be read, or another key may be a part of it.
    """
    check_text(text)
    data = load(text)
    if _is_record(data):
        return _of_record(data, options, parse)
    if _is_own(data):
        return json_format.from_data(data, options)
    records = list(_records(data))
    if not records:
        return json_format.from_data(data, options)
    if len(records) > 1:
        raise FormatError("one puzzle was expected, but here are {count}", count=len(records))
    if _is_of_bench(records[0]):
        # Options may say that the text is JSON, as which it would come here again.
        text = json.dumps(records[0], ensure_ascii=False)
        return parse(text, replace(options, format="sudokubench"))
    return _of_record(records[0], options, parse)


def record_entries(lines: Iterable[Line], options: ReadOptions, parse: Parse) -> Iterator[Entry]:
    """An entry for each puzzle of some lines of JSON, of which a list or an object may hold
    several."""
    for span in spans(lines):
        for text in (span.text,) if span.doubt is not None else _apart_texts(span.text):
            yield span_entry(replace(span, text=text), options, parse)


def _apart_texts(text: str) -> Iterable[str]:
    """Each of the puzzles in a text as JSON; the text itself where it is one, or cannot be read."""
    if text.lstrip()[:1] not in "{[" or (
        any(f'"{key}"' in text for key in OWN_KEYS[1:]) and (text.lstrip()[:1] == "{")
    ):
        return (text,)
    try:
        data = load(text)
        if _is_record(data) or _is_own(data):
            return (text,)
        records = list(_records(data))
    except FormatError:
        return (text,)
    if len(records) < 2:
        return (text,)
    return [json.dumps(record, ensure_ascii=False) for record in records]


def _is_own(data: Any) -> bool:
    """Whether data are satdoku's JSON: an object with its keys, or the rows or cells of a board."""
    if isinstance(data, list):
        return _board_text(data) is not None and not all(isinstance(o, dict) for o in data)
    return _is_object(data, APART_KEYS)


def _is_object(data: Any, keys: Iterable[str]) -> bool:
    """Whether data are an object with one of these keys."""
    return isinstance(data, dict) and any(key in data for key in keys)


def _records(
    data: Any, title: str | None = None, around: Mapping[str, Any] | None = None
) -> Iterator[dict[str, Any]]:
    """The puzzles in data as records, each with what is said beside the way to it.

    :raises FormatError: where two values of an object may be its puzzle.
    """
    around = around or {}
    if (text := _board_text(data)) is not None:
        yield {**around, **_titled(title), "puzzle": text, **_left_beside(data)}
    elif isinstance(data, list):
        if any(_holds_board(item) for item in data):
            for item in data:
                if _holds_board(item):
                    yield from _records(item, title, around)
                else:
                    yield {"puzzle": json.dumps(item, ensure_ascii=False)}
    elif _is_record(data) or _is_of_bench(data):
        yield {**data}
    elif _is_object(data, OWN_KEYS):
        yield {"puzzle": data}
    elif isinstance(data, dict):
        yield from _records_inside(data, title, around)


def _records_inside(
    data: Mapping[str, Any], title: str | None, around: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    """The puzzles under the keys of an object that is none itself."""
    boards = {key: text for key, value in data.items() if (text := _board_text(value))}
    rest = {key: value for key, value in data.items() if key not in boards}
    if boards and not _are_titles(boards, rest):
        yield _record_of(boards, {**around, **_titled(title), **rest})
        return
    ways = [key for key, value in data.items() if _holds_board(value)]
    beside = {key: value for key, value in data.items() if key not in ways}
    for key in ways:
        only = len(data) == 1 and title is None and isinstance(data[key], list)
        name = key if len(ways) > 1 or only else title
        yield from _records(data[key], name, {**around, **beside})


def _titled(title: str | None) -> dict[str, str]:
    return {} if title is None else {"title": title}


def _are_titles(boards: Mapping[str, str], rest: Mapping[str, Any]) -> bool:
    """Whether the keys of an object are the titles of puzzles."""
    return (
        len(boards) > 1
        and not rest
        and not any(key.lower() in (*PUZZLE_NAMES, *SOLUTION_NAMES) for key in boards)
    )


def _record_of(boards: Mapping[str, str], rest: Mapping[str, Any]) -> dict[str, Any]:
    """The record of an object, of which some values are boards."""
    solutions = [key for key in boards if key.lower() in SOLUTION_NAMES]
    puzzles = [key for key in boards if key not in solutions]
    if len(puzzles) > 1:
        full = [
            key
            for key in puzzles
            if any(_solves(boards[key], boards[other]) for other in puzzles if other != key)
        ]
        solutions += full
        puzzles = [key for key in puzzles if key not in full]
    if len(puzzles) != 1 or len(solutions) > 1:
        one, other = (
            (puzzles if len(puzzles) > 1 else list(boards))[:2]
            if len(boards) > 1
            else (*boards, *boards)
        )
        raise FormatError(
            '"{one}" and "{other}" may both be the puzzle; name it "puzzle", or leave one out',
            one=one[:40],
            other=other[:40],
        )
    record = {key: value for key, value in rest.items() if key not in ("puzzle", "solution")}
    record["puzzle"] = boards[puzzles[0]]
    if solutions:
        record["solution"] = boards[solutions[0]]
    return record


def _solves(field: str, puzzle: str) -> bool:
    one, other = field.split() or [""], puzzle.split()
    pairs = zip(field, puzzle, strict=True) if len(one) == 1 else zip(one, other, strict=True)
    return (
        len(field.split()) == len(other)
        and "." not in (field if len(one) == 1 else one)
        and (len(one) > 1 or len(field) == len(puzzle))
        and all(b in (".", a) for a, b in pairs)
    )


def _holds_board(data: Any, depth: int = 8) -> bool:
    """Whether a board stands in data, or a record of satdoku's."""
    if _board_text(data) is not None:
        return True
    if not depth or not isinstance(data, list | dict):
        return False
    if isinstance(data, dict):
        if _is_record(data) or _is_of_bench(data) or _is_object(data, OWN_KEYS):
            return True
        data = list(data.values())
    return any(_holds_board(item, depth - 1) for item in data)


_VALUES = ("val", "value", "digit", "number", "given", "v", "n")


def _board_text(data: Any) -> str | None:
    """A text for data that are the cells of a board, some of them given; else ``None``."""
    if isinstance(data, str):
        text = normalise(data.strip())
        return text if is_board(text) else None
    if not isinstance(data, list) or len(data) < 4:
        return None
    try:
        tokens = tokens_of(_cells_of(data), "puzzle")
        values = [read_number(token) for token in tokens]
    except (FormatError, ValueError):
        return None
    size = isqrt(len(values))
    digits = [value for value in values if value]
    if size * size != len(values) or size < 4 or not digits or max(digits) > size:
        return None
    return write_numbers(values) if size > 9 else "".join(str(v or ".") for v in values)


def _cells_of(data: list[Any]) -> list[Any]:
    """The cells of a list, out of the objects of a board where it has these."""
    if len(data) >= 16 and all(isinstance(item, dict) for item in data):
        keys = [key for key in _VALUES if any(key in item for item in data)]
        if len(keys) == 1:
            return [item.get(keys[0]) for item in data]
    return data


def _left_beside(data: Any) -> dict[str, str]:
    """The keys of cells besides their digits, as a note of things unused."""
    if not isinstance(data, list):
        return {}
    keys = {key for item in data if isinstance(item, dict) for key, v in item.items() if v}
    other = sorted(keys.difference(_VALUES))
    return {"cells": ", ".join(other)} if other else {}


def _of_record(data: dict[str, Any], options: ReadOptions, parse: Parse) -> Document:
    held = data["puzzle"]
    text = held if isinstance(held, str) else json.dumps(held, ensure_ascii=False)
    inside = replace(options, format=None)
    with placed('"puzzle"'):
        if _is_record(load(text) if text.lstrip().startswith("{") else None):
            raise FormatError("a record is inside of another")
        document = parse(text, inside)
        by_itself = FORMATS[detect(text, options.geometry)].many == "mixed"
    puzzle, clues = document.puzzle, Clues(options)
    for key in _CHANGING:
        if data.get(key) and not clues.ignores(key):
            raise FormatError(
                '"{key}" is read beside "givens", not beside "puzzle"; --ignore {key} reads the'
                " puzzle without it",
                key=key,
            )
    if not by_itself:
        _require_board({key: data[key] for key in KEYS if key in data}, puzzle.geometry, clues)
    extras = {
        key: _said_beside(key, value, puzzle, clues, by_itself=by_itself)
        for key, value in data.items()
        if key not in _AROUND and value is not None
    }
    solution = _take_solution(data, extras, puzzle.geometry, options, parse)
    return replace(
        document,
        title=_words(data, "title") or _words(data, "name") or document.title,
        author=_words(data, "author") or document.author,
        solution=solution or document.solution,
        extras={**_apart(extras), **document.extras, **clues.extras()},
    )


def _take_solution(
    data: dict[str, Any],
    extras: dict[str, str],
    geometry: Geometry,
    options: ReadOptions,
    parse: Parse,
) -> Grid | None:
    """The first solution of a record; what has the name of one, and is none, is an extra."""
    solution = None
    for key in SOLUTION_NAMES:
        try:
            solution = solution or _solution(data.get(key), geometry, options, parse)
        except FormatError:
            extras[key] = str(data[key])
        else:
            extras.pop(key, None)
    return solution


def _said_beside(key: str, value: Any, puzzle: Puzzle, clues: Clues, *, by_itself: bool) -> str:
    """The words of a key beside a puzzle.

    :param by_itself: whether the puzzle is in a format that states its own rules.
    :raises FormatError: where they may be rules, or label the cells.
    """
    words = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    are_names = isinstance(value, list) and all(isinstance(name, str) for name in value)
    said = " ".join(value) if are_names else words
    objects = is_about_rules(key) and bool(value) and re.search("{.", words) is not None
    plain = not by_itself and not puzzle.constraints
    if plain and len(words) == puzzle.geometry.cell_count and is_layout(words):
        raise FormatError(
            '"{key}" labels the cells, as "regions" beside "givens" does',
            key=key[:40],
            text=words[:80],
        )
    if (objects or (plain and says_rules(key, said))) and not clues.ignores(key):
        raise FormatError(
            '"{key}": satdoku reads no rules from here, and {told} may be some; --ignore '
            "{key} reads the puzzle without them",
            key=key[:40],
            told=shown(said),
            text=said[:80],
        )
    return words


def _is_record(data: Any) -> bool:
    """Whether JSON data are an object with a puzzle in it."""
    return (
        isinstance(data, dict)
        and isinstance(data.get("puzzle"), str | dict)
        and not any(key in data for key in APART_KEYS)
    )


def _is_of_bench(data: Any) -> bool:
    """Whether JSON data are a record of Sudoku-Bench, which has a format of its own."""
    return isinstance(data, dict) and {"initial_board", "visual_elements"} <= data.keys()


def _apart(extras: dict[str, str]) -> dict[str, str]:
    """Extras under names that stand for nothing else."""
    return {
        f"record.{key}" if key == "solution" or key in LISTED else key: value
        for key, value in extras.items()
    }


def _words(data: dict[str, Any], key: str) -> str | None:
    value = data.get(key)
    if value is not None and not isinstance(value, str):
        raise FormatError('"{key}" must be a text', key=key)
    return value or None


def _require_board(beside: dict[str, Any], geometry: Geometry, clues: Clues) -> None:
    """:raises FormatError: where keys beside the cells describe another board than theirs."""
    described = {key: value for key, value in beside.items() if not clues.ignores(key)}
    try:
        same = not described or board_of(described) == geometry
    except FormatError:
        same = False
    if not same:
        key = next(iter(described))
        raise FormatError(
            '"{key}": a board is described beside "givens", not beside "puzzle"; --ignore '
            "{key} reads the puzzle without it",
            key=key,
        )


def _solution(value: Any, geometry: Geometry, options: ReadOptions, parse: Parse) -> Grid | None:
    if value is None or value == "":
        return None
    if isinstance(value, str) and value[0].isalnum() and not value.isdigit():
        # Letters are read as a puzzle's are.
        whole = replace(options, format=None, geometry=geometry, constraints=(), ignore=())
        with placed('"solution"'):
            return Grid(geometry, parse(value, whole).puzzle.givens)
    return Grid(geometry, read_values(value, geometry, "solution"))
