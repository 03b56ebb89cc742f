"""Boards as the app and the server exchange them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import lru_cache
from typing import Any

from satdoku import formats
from satdoku.answers.asked import Asked, left_out, unread
from satdoku.base.errors import FormatError
from satdoku.board import Constraint
from satdoku.explaining.names import Lang
from satdoku.puzzle import Document, Position, Puzzle
from satdoku.web.fields import Fields

__all__ = [
    "STYLES",
    "asked_about",
    "document_of",
    "is_plain",
    "noted",
    "position_of",
    "puzzle_of",
    "read",
    "view",
]

_LONGEST = 160
"""Characters of a rule in words, with its place."""

STYLES = ("light", "dark", "print")

_CLASSIC = {"size": 9, "box": [3, 3]}
_GIVENS = re.compile(r"\s*[0-9.]{81}\s*")


@lru_cache(maxsize=16)
def read(text: str) -> Document:
    """The one puzzle in a text.

    :raises FormatError: where it cannot be read.
    """
    return formats.parse(text)


def is_plain(text: str) -> bool:
    """Whether a text is a classic board alone, which takes no time to read: a line of givens, or
    satdoku's JSON with nothing but texts and numbers besides the board."""
    if _GIVENS.fullmatch(text):
        return True
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return (
        isinstance(data, dict)
        and data.pop("board", None) == _CLASSIC
        and all(isinstance(value, str | int) for value in data.values())
    )


def puzzle_of(fields: Fields) -> Puzzle:
    """The puzzle without what a player wrote."""
    document = read(fields.text("puzzle"))
    return document.puzzle if document.position is None else document.position.puzzle


def noted(fields: Fields, puzzle: Puzzle) -> tuple[dict[int, int], dict[int, frozenset[int]]]:
    """The player's digits and candidates by cell."""
    geometry = puzzle.geometry
    values: dict[int, int] = {}
    marks: dict[int, frozenset[int]] = {}
    for name in ("values", "marks"):
        for key, value in fields.digits(name).items():
            try:
                cell = geometry.cell(key)
            except ValueError as error:
                raise FormatError(f"{name}: {error}") from None
            digits = value if isinstance(value, list) else [value]
            for digit in digits:
                if type(digit) is not int or digit not in geometry.digits:
                    raise FormatError(f"{name}: {digit!r} in {key} is no digit of the board")
            if name == "marks":
                marks[cell] = frozenset(digits)
                continue
            if len(digits) != 1:
                raise FormatError(f"values: {key} holds one digit, not {len(digits)}")
            (values[cell],) = digits
            if puzzle.givens[cell] not in (None, *digits):
                raise FormatError(f"values: {key} is {digits[0]}, where the puzzle gives another")
    return values, marks


def position_of(fields: Fields) -> Position:
    """The puzzle with the player's digits, and only his candidates where he wrote some."""
    puzzle = puzzle_of(fields)
    puzzle.require_valid()
    position = Position.of(puzzle)
    values, marks = noted(fields, puzzle)
    for cell, digit in values.items():
        position = position.place(cell, digit)
    return position.eliminate(
        (cell, digit)
        for cell, digits in marks.items()
        if position.values[cell] is None
        for digit in position.candidates[cell] - digits
    )


def document_of(fields: Fields) -> Document:
    """The puzzle, and the position where a player wrote something."""
    position = position_of(fields)
    if not fields.digits("values") and not fields.digits("marks"):
        return Document(position.puzzle)
    return Document(position.as_puzzle(), position)


def view(document: Document, fields: Fields, text: str = "") -> dict[str, Any]:
    """A board as the app holds it: the puzzle as satdoku's JSON, what is written in it, what its
    rules say, and a picture of all but the digits (a dark one with another for paper)."""
    from satdoku.constraints import to_data
    from satdoku.explaining.findings import findings
    from satdoku.render import make_scene, svg
    from satdoku.render.canvas import Canvas
    from satdoku.render.style import STYLES as LOOKS

    position = document.position
    puzzle = document.puzzle if position is None else position.puzzle
    geometry = puzzle.geometry
    name = geometry.name
    bare = replace(
        document, puzzle=puzzle, position=None, solution=None, extras=left_out(document) or {}
    )
    data = json.loads(formats.write(bare, "json"))
    written: dict[str, Any] = {"values": {}, "marks": {}}
    if position is not None:
        start = Position.of(puzzle)
        for cell, value in enumerate(position.values):
            if value is not None and puzzle.givens[cell] is None:
                written["values"][name(cell)] = value
                start = start.place(cell, value)
        if start.candidates != position.candidates:
            written["marks"] = {
                name(c): sorted(digits) for c, digits in enumerate(position.candidates) if digits
            }
    wording = findings(geometry, fields.lang)
    style = fields.one_of("style", STYLES, "light")
    empty = replace(puzzle, givens=(None,) * geometry.cell_count)
    scene = make_scene(empty)
    canvas = Canvas(scene, LOOKS[style])
    return {
        "puzzle": data,
        "digits": list(geometry.digits),
        "cells": [list(geometry.row_column(cell)) for cell in range(geometry.cell_count)],
        "regions": list(geometry.region_of),
        "houses": [list(house.cells) for house in geometry.houses],
        "givens": {name(c): d for c, d in enumerate(puzzle.givens) if d is not None},
        **written,
        "rules": [
            {
                "text": _short(wording.constraint(rule), rule, fields.lang),
                "data": to_data(rule, geometry),
                "faults": [wording.faulty(fault, puzzle) for fault in rule.faults(empty.grid)],
            }
            for rule in puzzle.constraints
        ],
        "kinds": _kinds(puzzle, fields.lang),
        "board": geometry.describe(),
        "problems": [wording.faulty(problem, puzzle) for problem in puzzle.problems()],
        "unread": unread(left_out(document), text, fields.lang),
        "picture": svg(scene, style, ids="b-", words="none"),
        "printed": svg(scene, "print", ids="p-", words="none") if style == "dark" else None,
        "marks_at": {"insets": canvas.insets, "size": canvas.mark_size},
        "title": document.title,
        "author": document.author,
        "written_rules": document.rules,
    }


def _kinds(puzzle: Puzzle, lang: Lang) -> list[dict[str, Any]]:
    """What is in force, a sentence a kind of rule, with the cells of its clues."""
    from satdoku.explaining.names import words_of_rule

    found: dict[str, dict[str, Any]] = {}
    for rule in puzzle.constraints:
        title, summary = words_of_rule(rule, lang)
        kind = found.setdefault(
            rule.name, {"title": title, "summary": summary, "count": 0, "cells": []}
        )
        kind["count"] += 1
        if rule.parameters:
            cells = map(puzzle.geometry.name, rule.scope(puzzle.geometry))
            kind["cells"] = list(dict.fromkeys([*kind["cells"], *cells]))
    return list(found.values())


def _short(text: str, rule: Constraint, lang: Lang) -> str:
    """What a rule says, in a line: a table or an automaton is no sentence for a player."""
    from satdoku.explaining.names import words_of_rule

    return text if len(text) <= _LONGEST else ": ".join(words_of_rule(rule, lang))


def asked_about(puzzle: Puzzle | Document) -> Asked:
    """A puzzle that comes from no file."""
    return Asked(puzzle if isinstance(puzzle, Document) else Document(puzzle), written="")
