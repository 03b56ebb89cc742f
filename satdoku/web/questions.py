"""What the app asks. A question takes the fields of a request and gives plain data.

A board comes as ``puzzle`` (a text in any format; the app sends satdoku's JSON) with the player's
``values`` (``{"r1c2": 5}``) and ``marks`` (``{"r1c3": [1, 2]}``; the candidates of the cells that
have some, all of them open in the others).
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from satdoku import formats
from satdoku.base.compiled import compiled_core
from satdoku.base.errors import FormatError, SatdokuError
from satdoku.puzzle import Document, Puzzle
from satdoku.web import teaching
from satdoku.web.boards import (
    STYLES,
    asked_about,
    document_of,
    is_plain,
    noted,
    position_of,
    puzzle_of,
    read,
    view,
)
from satdoku.web.fields import QUICK_TEXT, Desk, Fields

if TYPE_CHECKING:
    from satdoku.engines.protocol import Occurrences

__all__ = ["QUESTIONS", "AppQuestion", "answer", "is_quick"]

_BETWEEN = 0.1
"""Seconds between two reports of true candidates."""


@dataclass(frozen=True, slots=True)
class AppQuestion:
    """A question: what answers it, the seconds it may take, and where it is answered
    (``thread``, ``worker``, or ``board``: in a thread where the board is a plain classic one)."""

    run: Callable[[Fields, Desk], dict[str, Any]]
    seconds: float
    where: Literal["thread", "worker", "board"]


def answer(name: str, data: Mapping[str, Any], desk: Desk) -> dict[str, Any]:
    """The answer to a question, as plain data.

    :raises SatdokuError: where there is none; the sentence is for the user.
    """
    text = data.get("puzzle")
    if isinstance(text, str):
        with suppress(SatdokuError):  # what needs the puzzle raises it
            read(text)
            desk.read()
    else:
        desk.read()
    return QUESTIONS[name].run(Fields(data), desk)


def is_quick(name: str, data: Mapping[str, Any]) -> bool:
    """Whether the compiled core answers at once."""
    where = QUESTIONS[name].where
    if where != "board":
        return where == "thread"
    text = data.get("puzzle")
    if not isinstance(text, str) or len(text) > QUICK_TEXT or not is_plain(text):
        return False
    try:
        puzzle = read(text).puzzle
    except SatdokuError:
        return True  # the sentence is all there is to answer
    return puzzle.geometry.is_classic and not puzzle.constraints and puzzle.pencil_marks is None


def _view(fields: Fields, desk: Desk) -> dict[str, Any]:
    text = fields.text("puzzle")
    if not text.strip():
        raise FormatError("there is nothing to read")
    return view(read(text), fields, text)


# -- what there is to know -------------------------------------------------------------------------


class _Local(threading.local):
    def __init__(self) -> None:
        from satdoku.solving import CandidateMemory

        self.memory = CandidateMemory()


_LOCAL = _Local()


def _judge(fields: Fields, desk: Desk) -> dict[str, Any]:
    """True candidates with counts, and the verdict that follows from them. What is known is
    reported now and then: those that were met; then all that occur; then their counts."""
    from satdoku.solving import true_candidates

    puzzle = puzzle_of(fields)
    cap = fields.number("cap", 1, 1000, 1)
    ask = true_candidates if puzzle.is_classic else _LOCAL.memory.true_candidates
    last = time.monotonic()
    settled = False

    def report(found: Occurrences) -> None:
        nonlocal last, settled
        now = time.monotonic()
        if found.settled != settled or now - last > _BETWEEN:
            last, settled = now, found.settled
            desk.report(_judged(puzzle, found.counts, settled, cap=1))

    # What was found when the time is nearly over is an answer too.
    limit = replace(desk.limit(), seconds=0.9 * desk.left)
    found = ask(puzzle, cap=cap, limit=limit, report=report)
    # Numbers that may still rise are not shown.
    return _judged(puzzle, found.candidates, found.settled, cap=cap if found.complete else 1)


def _judged(
    puzzle: Puzzle, counts: Sequence[Mapping[int, int]], settled: bool, *, cap: int
) -> dict[str, Any]:
    numbers = [len(digits) for digits in counts]
    verdict = "multiple" if max(numbers) > 1 else "undecided"
    if settled and verdict == "undecided":
        verdict = "unique" if min(numbers) else "none"
    name = puzzle.geometry.name
    return {
        "verdict": verdict,
        "candidates": {name(cell): digits for cell, digits in enumerate(counts)},
        "cap": cap,
        "complete": settled,
    }


def _check(fields: Fields, desk: Desk) -> dict[str, Any]:
    """What is wrong with the player's board, without the right digits."""
    from satdoku.answers.board import CheckAnswer
    from satdoku.diagnosing.board import PlayerBoard, check_board

    puzzle = puzzle_of(fields)
    puzzle.require_valid()
    values, marks = noted(fields, puzzle)
    written = tuple(
        values.get(cell) if given is None else given for cell, given in enumerate(puzzle.givens)
    )
    held = tuple(marks.get(cell) if value is None else None for cell, value in enumerate(written))
    board = PlayerBoard(puzzle, written, held, True)
    found = check_board(board, limit=desk.limit())
    return CheckAnswer(asked_about(puzzle), found, lang=fields.lang).to_dict()


def _hint(fields: Fields, desk: Desk) -> dict[str, Any]:
    """The next step, as much of it as is wanted, with its picture."""
    from satdoku.web.hints import hint

    return hint(fields, desk)


@lru_cache(maxsize=2)
def _path_of(text: str, seconds: float) -> Any:
    from satdoku.answers.explain import explanation_of
    from satdoku.answers.paths import preset_of
    from satdoku.answers.positions import check_position

    fields = Fields(json.loads(text))
    checked = check_position(asked_about(document_of(fields)), seconds=seconds, lang=fields.lang)
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
        style = fields.one_of("style", STYLES, "light")
        title = stage_heading(stage, lang)
        scene = step_scene(stage.before, stage.step)
        return {"picture": svg(scene, style, title=title, ids="p-", words="none", lang=lang)}
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
    from satdoku.answers.rating import rating_of
    from satdoku.explaining import title
    from satdoku.rating.scales import SATDOKU

    asked = asked_about(puzzle_of(fields))
    # Sudoku Explainer's scale needs the compiled core; the satdoku scale has classic puzzles too.
    scale = SATDOKU if compiled_core("se_rate") is None else None
    data = rating_of(asked, scale=scale, limit=desk.limit()).to_dict()
    hardest = data.get("hardest")
    return data | {"hardest_name": title(hardest, fields.lang) if hardest else None}


def _marks(fields: Fields, desk: Desk) -> dict[str, Any]:
    """The candidates that nothing written excludes."""
    position = position_of(fields)
    name = position.geometry.name
    return {
        "marks": {
            name(cell): sorted(digits)
            for cell, digits in enumerate(position.candidates)
            if position.values[cell] is None
        }
    }


def _convert(fields: Fields, desk: Desk) -> dict[str, Any]:
    """The board in other formats: with what the player wrote where one can hold it, else the puzzle
    ``alone``; the titles of the rules that are ``lost`` to a reader of the text, which has them as
    drawings or in words only; why it is not possible where it is not."""
    from satdoku.constraints import REGISTRY
    from satdoku.explaining.names import words_of_rule

    position = document_of(fields).position
    alone = replace(read(fields.text("puzzle")), puzzle=puzzle_of(fields), position=None)

    def written(name: str, document: Document) -> dict[str, Any]:
        text = formats.write(document, name)
        lost = formats.unread_rules(document, text, name)
        titles = [words_of_rule(REGISTRY[rule], fields.lang)[0] for rule in lost]
        return {"format": name, "text": text.strip(), "lost": titles}

    found: list[dict[str, Any]] = []
    for name in ("sudokupad", "fpuzzles", "sudokumaker", "line", "json"):
        if position is not None and name != "line":
            with suppress(SatdokuError):
                found.append(written(name, replace(alone, position=position)))
                continue
        try:
            found.append({**written(name, alone), "alone": position is not None})
        except SatdokuError as error:
            found.append({"format": name, "error": str(error)})
    return {"texts": found}


QUESTIONS: dict[str, AppQuestion] = {
    "view": AppQuestion(_view, 20, "board"),
    "judge": AppQuestion(_judge, 20, "board"),
    "check": AppQuestion(_check, 20, "worker"),
    "hint": AppQuestion(_hint, 60, "worker"),
    "path": AppQuestion(_path, 120, "worker"),
    "rate": AppQuestion(_rate, 60, "worker"),
    "marks": AppQuestion(_marks, 20, "board"),
    "convert": AppQuestion(_convert, 20, "board"),
    "rules": AppQuestion(teaching.catalogue, 20, "worker"),
    "diagnose": AppQuestion(teaching.diagnose, 30, "worker"),
    "spare": AppQuestion(teaching.spare, 60, "worker"),
    "suggest": AppQuestion(teaching.suggest, 30, "worker"),
    "generate": AppQuestion(teaching.generate, 120, "worker"),
    "techniques": AppQuestion(teaching.techniques, 20, "worker"),
    "technique": AppQuestion(teaching.technique_page, 30, "worker"),
    "practise": AppQuestion(teaching.practise, 40, "worker"),
}
"""Every question by its name."""
