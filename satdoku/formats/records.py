"""Records: JSON objects with a puzzle of any format in them, as collections and programs keep them.

``{"id": 7, "title": "Renban", "puzzle": ".Renban~R1C1~R1C2", "solution": "1234..."}``. The puzzle
is a text or an object; title (or name), author and solution are about it; every other key is kept
in ``extras`` under its name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from satdoku.base.errors import FormatError
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid
from satdoku.formats.base import ReadOptions, shown
from satdoku.formats.boards import KEYS, board_of
from satdoku.formats.clues import Clues, is_about_rules, says_rules
from satdoku.formats.detect import detect
from satdoku.formats.json import APART_KEYS, from_data, load, read_values
from satdoku.formats.registry import FORMATS
from satdoku.formats.source import check_text
from satdoku.formats.texts import is_layout, placed
from satdoku.puzzle.document import Document

__all__ = ["parse_json"]

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
    return _of_record(data, options, parse) if _is_record(data) else from_data(data, options)


def _of_record(data: dict[str, Any], options: ReadOptions, parse: Parse) -> Document:
    held = data["puzzle"]
    text = held if isinstance(held, str) else json.dumps(held, ensure_ascii=False)
    inside = replace(options, format=None)
    with placed('"puzzle"'):
        if _is_record(load(text) if text.lstrip().startswith("{") else None):
            raise FormatError("a record stands inside of another")
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
    extras: dict[str, str] = {}
    for key, value in data.items():
        if key in _AROUND or value is None:
            continue
        words = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        names = isinstance(value, list) and all(isinstance(name, str) for name in value)
        told = " ".join(value) if names else words
        objects = is_about_rules(key) and bool(value) and re.search("{.", words) is not None
        plain = not by_itself and not puzzle.constraints
        if plain and len(words) == puzzle.geometry.cell_count and is_layout(words):
            raise FormatError(
                '"{key}" labels the cells, as "regions" beside "givens" does',
                key=key[:40],
                text=words[:80],
            )
        may_be_rules = objects or (plain and says_rules(key, told))
        if may_be_rules and not clues.ignores(key):
            raise FormatError(
                '"{key}": satdoku reads no rules from here, and {told} may be some; --ignore '
                "{key} reads the puzzle without them",
                key=key[:40],
                told=shown(told),
                text=told[:80],
            )
        extras[key] = words
    return replace(
        document,
        title=_words(data, "title") or _words(data, "name") or document.title,
        author=_words(data, "author") or document.author,
        solution=_solution(data, puzzle.geometry, options, parse) or document.solution,
        extras={**_apart(extras), **document.extras, **clues.extras()},
    )


def _is_record(data: Any) -> bool:
    """Whether JSON data are an object with a puzzle in it."""
    return (
        isinstance(data, dict)
        and isinstance(data.get("puzzle"), str | dict)
        and not any(key in data for key in APART_KEYS)
    )


def _apart(extras: dict[str, str]) -> dict[str, str]:
    """Extras under names that stand for nothing else."""
    taken = ("ignored", "drawings", "unused", "repeated", "solution")
    return {f"record.{key}" if key in taken else key: value for key, value in extras.items()}


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


def _solution(
    data: dict[str, Any], geometry: Geometry, options: ReadOptions, parse: Parse
) -> Grid | None:
    value = data.get("solution")
    if value is None or value == "":
        return None
    if isinstance(value, str) and value[0].isalnum() and not value.isdigit():
        # Letters are read as a puzzle's are.
        whole = replace(options, format=None, geometry=geometry, constraints=(), ignore=())
        with placed('"solution"'):
            return Grid(geometry, parse(value, whole).puzzle.givens)
    return Grid(geometry, read_values(value, geometry, "solution"))
