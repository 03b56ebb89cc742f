"""What the app asks. A question takes the fields of a request and gives plain data.

A board comes as ``puzzle`` (a text in any format; the app sends satdoku's JSON) with the player's
``values`` (``{"r1c2": 5}``) and ``marks`` (``{"r1c3": [1, 2]}``; the candidates of the cells that
have some, all of them open in the others).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, cast

from satdoku import formats
from satdoku.answers.asked import Asked, left_out
from satdoku.errors import FormatError, InvalidPuzzle, SatdokuError
from satdoku.puzzle import Document, Position, Puzzle
from satdoku.web.fields import Desk, Fields

__all__ = ["QUESTIONS", "Question", "answer", "is_quick", "view"]

_STYLES = ("light", "dark", "print")
_QUICK_TEXT = 4000  # characters


@dataclass(frozen=True, slots=True)
class Question:
    """A question: what answers it, the seconds it may take, and where it is answered
    (``thread``, ``worker``, or ``board``: in a thread where the board is a plain classic one)."""

    run: Callable[[Fields, Desk], dict[str, Any]]
    seconds: float
    where: Literal["thread", "worker", "board"]


def answer(name: str, data: Mapping[str, Any], desk: Desk) -> dict[str, Any]:
    """The answer to a question, as plain data.

    :raises SatdokuError: where there is none; the sentence is for the user.
    """
    return QUESTIONS[name].run(Fields(data), desk)


def is_quick(name: str, data: Mapping[str, Any]) -> bool:
    """Whether the compiled core answers at once."""
    where = QUESTIONS[name].where
    if where != "board":
        return where == "thread"
    text = data.get("puzzle")
    if not isinstance(text, str) or len(text) > _QUICK_TEXT:
        return False
    try:
        puzzle = _read(text).puzzle
    except SatdokuError:
        return True  # the sentence is all there is to answer
    return puzzle.geometry.is_classic and not puzzle.constraints and puzzle.pencil_marks is None


# -- boards ----------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _read(text: str) -> Document:
    return formats.parse(text)


def _puzzle(fields: Fields) -> Puzzle:
    document = _read(fields.text("puzzle"))
    return document.puzzle if document.position is None else document.position.puzzle


def _noted(fields: Fields, puzzle: Puzzle) -> tuple[dict[int, int], dict[int, frozenset[int]]]:
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
            elif puzzle.givens[cell] not in (None, *digits):
                raise FormatError(f"values: {key} is {digits[0]}, where the puzzle gives another")
            elif len(digits) == 1:
                values[cell] = digits[0]
    return values, marks


def _position(fields: Fields) -> Position:
    """The puzzle with the player's digits, and only his candidates where he wrote some."""
    puzzle = _puzzle(fields)
    puzzle.require_valid()
    position = Position.of(puzzle)
    values, marks = _noted(fields, puzzle)
    for cell, digit in values.items():
        position = position.place(cell, digit)
    return position.eliminate(
        (cell, digit)
        for cell, digits in marks.items()
        if position.values[cell] is None
        for digit in position.candidates[cell] - digits
    )


def _document(fields: Fields) -> Document:
    position = _position(fields)
    if not fields.digits("values") and not fields.digits("marks"):
        return Document(position.puzzle)
    return Document(position.as_puzzle(), position)


def view(document: Document, fields: Fields) -> dict[str, Any]:
    """A board as the app holds it: the puzzle as satdoku's JSON, what is written in it, what its
    rules say, and a picture of all but the digits."""
    from satdoku.constraints import to_data
    from satdoku.explaining.findings import findings
    from satdoku.render import make_scene, svg

    position = document.position
    puzzle = document.puzzle if position is None else position.puzzle
    geometry = puzzle.geometry
    name = geometry.name
    bare = replace(document, puzzle=puzzle, position=None, solution=None, extras={})
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
    style = fields.one_of("style", _STYLES, "light")
    empty = replace(puzzle, givens=(None,) * geometry.cell_count)
    return {
        "puzzle": data,
        "digits": list(geometry.digits),
        "cells": [list(geometry.row_column(cell)) for cell in range(geometry.cell_count)],
        "regions": list(geometry.region_of),
        "houses": [list(house.cells) for house in geometry.houses],
        "givens": {name(c): d for c, d in enumerate(puzzle.givens) if d is not None},
        **written,
        "rules": [
            {"text": wording.constraint(rule), "data": to_data(rule, geometry)}
            for rule in puzzle.constraints
        ],
        "board": geometry.describe(),
        "problems": [wording.faulty(problem, puzzle) for problem in puzzle.problems()],
        "left_out": left_out(document),
        "picture": svg(make_scene(empty), style, ids="b-"),
        "title": document.title,
        "author": document.author,
        "written_rules": document.rules,
    }


def _view(fields: Fields, desk: Desk) -> dict[str, Any]:
    text = fields.text("puzzle")
    if not text.strip():
        raise FormatError("there is nothing to read")
    return view(_read(text), fields)


# -- what there is to know -------------------------------------------------------------------------


def _asked(puzzle: Puzzle) -> Asked:
    return Asked(puzzle, 1, "", None)


def _judge(fields: Fields, desk: Desk) -> dict[str, Any]:
    """True candidates with counts, and the verdict that follows from them."""
    from satdoku.answers.candidates import candidates_of
    from satdoku.engines import EngineOptions

    puzzle = _puzzle(fields)
    if problems := puzzle.problems():
        raise InvalidPuzzle(problems)
    found = candidates_of(
        _asked(puzzle),
        cap=fields.number("cap", 1, 1000, 1),
        backend="auto",
        options=EngineOptions(),
        limit=desk.limit(),
    )
    numbers = [len(digits) for digits in found.candidates.values()]
    several = max(numbers) > 1
    verdict = "multiple" if several else "undecided" if not found.complete else "unique"
    if found.complete and min(numbers) == 0:
        verdict = "none"
    return {"verdict": verdict, "candidates": found.candidates, "complete": found.complete}


def _check(fields: Fields, desk: Desk) -> dict[str, Any]:
    """What is wrong with the player's board, without the right digits."""
    from satdoku.answers.board import board_record
    from satdoku.diagnosing.board import PlayerBoard, check_board

    puzzle = _puzzle(fields)
    puzzle.require_valid()
    values, marks = _noted(fields, puzzle)
    written = tuple(
        values.get(cell) if given is None else given for cell, given in enumerate(puzzle.givens)
    )
    noted = tuple(marks.get(cell) if value is None else None for cell, value in enumerate(written))
    board = PlayerBoard(puzzle, written, noted, True)
    found = check_board(board, limit=desk.limit(), lang=fields.lang)
    return board_record(found, _asked(puzzle), lang=fields.lang).to_dict()


def _hint(fields: Fields, desk: Desk) -> dict[str, Any]:
    """The next step, as much of it as is wanted, with its picture."""
    from satdoku.answers.hint import hint_of
    from satdoku.answers.paths import preset_of
    from satdoku.answers.positions import check_position
    from satdoku.render import step_scene, svg

    strength = cast(Literal[1, 2, 3], fields.number("strength", 1, 3, 1))
    checked = check_position(_document(fields), "", seconds=desk.left, lang=fields.lang)
    found = hint_of(checked, preset_of("human", checked, "auto"), strength, fields.lang)
    data = found.to_dict() | {"text": found.text(), "picture": None}
    if found.stage is not None and found.step is not None and strength > 1:
        scene = step_scene(found.stage.before, found.step, conclusions=strength == 3)
        style = fields.one_of("style", _STYLES, "light")
        data["picture"] = svg(scene, style, title=found.text(), ids="h-")
    return data


@lru_cache(maxsize=2)
def _path_of(text: str, seconds: float) -> Any:
    from satdoku.answers.explain import explanation_of
    from satdoku.answers.paths import preset_of
    from satdoku.answers.positions import check_position

    fields = Fields(json.loads(text))
    checked = check_position(_document(fields), "", seconds=seconds, lang=fields.lang)
    return explanation_of(checked, preset_of("human", checked, "auto"), None, fields.lang)


def _path(fields: Fields, desk: Desk) -> dict[str, Any]:
    """The whole path; with ``step``, the picture of one of its steps."""
    from satdoku.answers.explain import stage_heading, stage_text
    from satdoku.render import step_scene, svg

    lang = fields.lang
    asked = {key: fields.data.get(key) for key in ("puzzle", "values", "marks", "lang")}
    asked = {key: value for key, value in asked.items() if value is not None}
    found = _path_of(json.dumps(asked, sort_keys=True), QUESTIONS["path"].seconds)
    if "step" in fields.data:
        stage = found.stages[fields.number("step", 0, len(found.stages) - 1, 0)]
        style = fields.one_of("style", _STYLES, "light")
        title = stage_heading(stage, lang)
        return {"picture": svg(step_scene(stage.before, stage.step), style, title=title, ids="p-")}
    return {
        "outcome": found.outcome,
        "level": found.level,
        "steps": [
            {"heading": stage_heading(stage, lang), "text": stage_text(stage, lang)}
            for stage in found.stages
        ],
    }


def _rate(fields: Fields, desk: Desk) -> dict[str, Any]:
    """How hard the puzzle is."""
    from satdoku.answers.rating import rating_of, scale_rating_of
    from satdoku.explaining import title

    asked = _asked(_puzzle(fields))
    rated = scale_rating_of if asked.puzzle.constraints else rating_of
    data = rated(asked, seconds=desk.left).to_dict()
    hardest = data.get("hardest")
    return data | {"hardest_name": title(hardest, fields.lang) if hardest else None}


def _marks(fields: Fields, desk: Desk) -> dict[str, Any]:
    """The candidates that nothing written excludes."""
    position = _position(fields)
    name = position.geometry.name
    return {
        "marks": {
            name(cell): sorted(digits)
            for cell, digits in enumerate(position.candidates)
            if position.values[cell] is None
        }
    }


def _convert(fields: Fields, desk: Desk) -> dict[str, Any]:
    """The board in other formats; why it is not possible where it is not."""
    document = _document(fields)
    document = replace(document, title=_read(fields.text("puzzle")).title)
    found = []
    for name in ("sudokupad", "fpuzzles", "sudokumaker", "line", "json"):
        try:
            found.append({"format": name, "text": formats.write(document, name).strip()})
        except SatdokuError as error:
            found.append({"format": name, "error": str(error)})
    return {"texts": found}


QUESTIONS: dict[str, Question] = {
    "view": Question(_view, 20, "board"),
    "judge": Question(_judge, 20, "board"),
    "check": Question(_check, 20, "worker"),
    "hint": Question(_hint, 60, "worker"),
    "path": Question(_path, 120, "worker"),
    "rate": Question(_rate, 60, "worker"),
    "marks": Question(_marks, 20, "board"),
    "convert": Question(_convert, 20, "board"),
}
"""Every question by its name."""
