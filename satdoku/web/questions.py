"""The questions of the app. A question takes the fields of a request and returns plain data.

A board comes as ``puzzle`` (a text in any format; the app sends satdoku's JSON) with the player's
``values`` (``{"r1c2": 5}``) and ``marks`` (``{"r1c3": [1, 2]}``; the candidates of the cells that
have some, all of them open in the others). ``givens_only`` leaves both out of a hint or a path.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from satdoku.answers.question import ask
from satdoku.base.compiled import compiled_core
from satdoku.base.errors import MAX_PROBLEMS, FormatError, InvalidPuzzle, SatdokuError
from satdoku.base.limits import under
from satdoku.base.records import dataclass
from satdoku.messages import SOURCE
from satdoku.puzzle import Document, Position, Puzzle
from satdoku.web import teaching
from satdoku.web.boards import (
    STYLES,
    asked_about,
    board_check,
    corners_of,
    document_of,
    is_plain,
    layers,
    picture,
    position_of,
    puzzle_of,
    read,
    sketch,
    view,
)
from satdoku.web.fields import QUICK_TEXT, Fields, RequestContext
from satdoku.web.fog import right_digits
from satdoku.web.thumbnails import thumbnails

if TYPE_CHECKING:
    from satdoku.answers.explain import Explanation
    from satdoku.engines.protocol import Occurrences

_SECONDS_BETWEEN_REPORTS = 0.1
"""Seconds between two reports of true candidates."""


@dataclass(frozen=True, slots=True)
class AppQuestion:
    """A question: what answers it, the seconds it may take, and where it is answered
    (``thread``, ``worker``, or ``board``: in a thread where the board is a plain classic one); and
    whether its ``seconds`` are a budget, at whose end the answer is that it ``stopped``."""

    run: Callable[[Fields, RequestContext], dict[str, Any]]
    seconds: float
    where: Literal["thread", "worker", "board"]
    budgeted: bool = False


def answer(name: str, data: Mapping[str, Any], context: RequestContext) -> dict[str, Any]:
    """The answer to a question, as plain data.

    :raises SatdokuError: where there is none; the sentence is for the user.
    """
    text, fields = data.get("puzzle"), Fields(data)
    fields.lang  # noqa: B018 - another one is refused, whether or not the answer has words
    with under(context.clock):
        if isinstance(text, str):
            with suppress(SatdokuError):  # what needs the puzzle raises it
                read(text)
                context.read()
        else:
            context.read()
        try:
            return QUESTIONS[name].run(fields, context)
        except SatdokuError as error:
            if (
                isinstance(error, FormatError)
                and isinstance(text, str)
                and "\n" not in text.strip()
            ):
                error.line = None  # a link or a line has no other
            if fields.lang == SOURCE and error.option is None:
                raise
            raise SatdokuError(_in_words(error, fields)) from error


def _in_words(error: SatdokuError, fields: Fields) -> str:
    """The reason why a question has no answer, in the language of the page."""
    from satdoku.messages.refusals import translated

    if not isinstance(error, InvalidPuzzle):
        return translated(error.sentence, fields.lang)  # a page has no options of commands
    from satdoku.explaining.findings import findings

    puzzle = puzzle_of(fields)
    wording = findings(puzzle.geometry, fields.lang)
    return "\n".join(wording.faulty(problem, puzzle) for problem in error.problems[:MAX_PROBLEMS])


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


def _view(fields: Fields, context: RequestContext) -> dict[str, Any]:
    text = fields.text("puzzle")
    if not text.strip():
        raise FormatError("there is nothing to read")
    return view(read(text, fields.texts("decided")), fields, text)


def _picture(fields: Fields, context: RequestContext) -> dict[str, Any]:
    return {"picture": picture(fields)}


def _sketch(fields: Fields, context: RequestContext) -> dict[str, Any]:
    """The picture of a clue that is being drawn; empty where it is incomplete."""
    from satdoku.constraints import from_data
    from satdoku.formats.json import from_data as document_from
    from satdoku.formats.json import load

    board, rule = (fields.text(name) for name in ("board", "rule"))
    if max(len(board), len(rule)) > QUICK_TEXT:
        return {"picture": None}
    geometry = document_from(load(board)).puzzle.geometry
    with suppress(SatdokuError):
        clue = from_data(load(rule), geometry)
        style = fields.one_of("style", STYLES, "light")
        return {"picture": sketch(geometry, clue, style, blank=fields.flag("blank"))}
    return {"picture": None}


# -- what there is to know -------------------------------------------------------------------------


class _Local(threading.local):
    def __init__(self) -> None:
        from satdoku.solving import CandidateMemory

        self.memory = CandidateMemory()


_LOCAL = _Local()


def _judge(fields: Fields, context: RequestContext) -> dict[str, Any]:
    """True candidates with counts, and the verdict that follows from them. Reports follow now and
    then: candidates seen so far; then all that occur; then their counts."""
    from satdoku.answers.counting import CandidatesQuestion

    puzzle = puzzle_of(fields)
    cap = fields.number("cap", 1, 1000, 1)
    question = fields.question(CandidatesQuestion, cap=cap, memory=_LOCAL.memory)
    last = time.monotonic()
    settled = False

    def report(seen: Occurrences) -> None:
        nonlocal last, settled
        now = time.monotonic()
        if seen.settled != settled or now - last > _SECONDS_BETWEEN_REPORTS:
            last, settled = now, seen.settled
            context.report(_candidates_data(puzzle, seen.counts, settled, cap=1))

    # Results from just before the end of the time are an answer too.
    limit = replace(context.limit(), seconds=0.9 * context.left)
    seen = ask(question, asked_about(puzzle), limit, report).result
    # Counts that may still rise are not shown.
    return _candidates_data(puzzle, seen.candidates, seen.settled, cap=cap if seen.complete else 1)


def _candidates_data(
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


def _check(fields: Fields, context: RequestContext) -> dict[str, Any]:
    """The errors on the player's board, without the right digits: the record, the numbers of all
    faulty cells, and those of cells that are wrong by themselves."""
    answer = board_check(fields, context)
    check = answer.result
    wrong = {*(one.cell for one in check.wrong), *check.lost, *check.lost_together}
    return answer.to_dict() | {"faulty": list(check.faulty_cells), "mistaken": sorted(wrong)}


def _fog(fields: Fields, context: RequestContext) -> dict[str, Any]:
    """The digits that clear fog; none where the right digits are not known."""
    right = right_digits(read(fields.text("puzzle")), context.limit())
    return {"solution": None if right is None else list(right.values)}


def _hint(fields: Fields, context: RequestContext) -> dict[str, Any]:
    from satdoku.web.hints import hint

    return hint(fields, context)


def _move(fields: Fields, context: RequestContext) -> dict[str, Any]:
    from satdoku.web.moves import judge_move

    return judge_move(fields, context)


def _why(fields: Fields, context: RequestContext) -> dict[str, Any]:
    """Whether a ``claim`` (``r1c3=4``, ``naked pair in box 7``) is forced on the player's board,
    known, false or a guess, with the reason."""
    from satdoku.answers.why import WhyQuestion

    question = fields.question(WhyQuestion, claims=(fields.text("claim"),), lang=fields.lang)
    answer = ask(question, asked_about(document_of(fields)), context.limit())
    return {"verdict": answer.claims[0].answer, "text": answer.text()}


_OF_PATH = ("puzzle", "values", "marks", "givens_only", "lang")
"""The fields that a path depends on."""

_PATHS: dict[str, Explanation] = {}
"""The last path, of which single steps are asked for."""


def _path_of(data: dict[str, Any], context: RequestContext) -> Explanation:
    from satdoku.answers.explain import ExplainQuestion, Explanation
    from satdoku.web.hints import reporting

    text = json.dumps(data, sort_keys=True)
    if text in _PATHS:
        return _PATHS[text]
    fields = Fields(data)
    question = fields.question(ExplainQuestion, lang=fields.lang)
    checked = question.checked(asked_about(document_of(fields)), context.limit())
    preset = reporting(question.preset_for(checked), context, question.lang)
    explanation = question.of(checked, preset)
    assert isinstance(explanation, Explanation)
    _PATHS.clear()
    # Nobody waits for one that was ended, and the next question wants the whole path.
    if not explanation.path.stopped or context.clock.stopped() != "cancelled":
        _PATHS[text] = explanation
    return explanation


def _path(fields: Fields, context: RequestContext) -> dict[str, Any]:
    """The whole path with the points of each step; with ``step``, one of its steps on the board,
    and the board before it."""
    from satdoku.answers.explain import stage_text
    from satdoku.answers.steps_data import conclusion, stage_heading
    from satdoku.rating.worth import worth
    from satdoku.render import step_scene

    lang = fields.lang
    key_fields = {key: fields.data.get(key) for key in _OF_PATH}
    key_fields = {key: value for key, value in key_fields.items() if value is not None}
    explanation = _path_of(key_fields, context)
    if "step" in fields.data:
        stage = explanation.stages[fields.number("step", 0, len(explanation.stages) - 1, 0)]
        board = stage.before
        name = board.geometry.name
        return {
            "layers": layers(step_scene(board, stage.step), fields),
            "values": [
                [name(cell), value]
                for cell, value in enumerate(board.values)
                if value is not None and board.puzzle.givens[cell] is None
            ],
            "marks": _open(board),
        }
    points = [worth(stage.step) for stage in explanation.stages]
    return {
        "outcome": explanation.outcome,
        "level": explanation.level,
        "points": max(points, default=None) if explanation.outcome == "solved" else None,
        "hardest": points.index(max(points)) if points else None,
        "steps": [
            {
                "heading": stage_heading(stage, lang),
                "text": stage_text(stage, lang),
                "follows": conclusion(stage.step, stage.before).replace("<>", "≠"),
                "points": point,
            }
            for stage, point in zip(explanation.stages, points, strict=True)
        ],
    }


def _rate(fields: Fields, context: RequestContext) -> dict[str, Any]:
    from satdoku.answers.rating import RateQuestion, RatingAnswer
    from satdoku.explaining import title
    from satdoku.explaining.phrases import phrases
    from satdoku.techniques.names.vocabulary import without_length

    # The second rating needs the core, which a page without a server has in a form of its own.
    question = fields.question(RateQuestion, anyhow=True, beside=compiled_core() is not None)
    answer = ask(question, asked_about(puzzle_of(fields)), context.limit())
    data = answer.to_dict()
    if isinstance(answer, RatingAnswer) and (beside := answer.beside) is not None:
        level = phrases(fields.lang).named("level", str(beside.level))
        data["hodoku"] = {"level": level, **beside.scores}
    hardest = data.get("hardest")
    name = title(without_length(hardest), fields.lang) if hardest else None
    return data | {"hardest_name": name}


def _open(position: Position) -> dict[str, list[int]]:
    """The candidates of the open cells by name."""
    name = position.geometry.name
    return {
        name(cell): sorted(digits)
        for cell, digits in enumerate(position.candidates)
        if position.values[cell] is None
    }


def _marks(fields: Fields, context: RequestContext) -> dict[str, Any]:
    """The candidates that no entry excludes."""
    return {"marks": _open(position_of(fields))}


def _singles(fields: Fields, context: RequestContext) -> dict[str, Any]:
    """The naked singles, and those that they leave, in order."""
    position = position_of(fields)
    name = position.geometry.name
    placed: list[list[Any]] = []
    while True:
        context.clock.check()
        single = next(
            (
                (cell, *digits)
                for cell, digits in enumerate(position.candidates)
                if position.values[cell] is None and len(digits) == 1
            ),
            None,
        )
        if single is None:
            return {"values": placed}
        placed.append([name(single[0]), single[1]])
        position = position.place(*single)


def _convert(fields: Fields, context: RequestContext) -> dict[str, Any]:
    """The board in other formats: with what the player wrote where one can hold it, else the puzzle
    ``alone``; the titles of the rules that are ``lost`` to a reader of the text, which has them as
    drawings or in words only; how many drawings and clues without a number are not in it, and
    whether the fog is not; why it is not possible where it is not."""
    from satdoku.answers.converting import ConvertQuestion
    from satdoku.constraints import REGISTRY
    from satdoku.explaining.names import words_of_rule
    from satdoku.messages.refusals import translated

    position = document_of(fields).position
    alone = replace(read(fields.text("puzzle")), puzzle=puzzle_of(fields), position=None)
    corners = corners_of(fields, alone.puzzle.geometry)
    is_begun = position is not None or bool(corners)

    def written(name: str, document: Document) -> dict[str, Any]:
        converted = ask(fields.question(ConvertQuestion, to=name), asked_about(document))
        return {
            "format": name,
            "text": converted.text().strip(),
            "lost": [words_of_rule(REGISTRY[rule], fields.lang)[0] for rule in converted.lost],
            "undrawn": converted.undrawn,
            "unfogged": converted.unfogged,
            "unnumbered": converted.unnumbered,
        }

    texts: list[dict[str, Any]] = []
    for name in ("sudokupad", "fpuzzles", "sudokumaker", "line", "json"):
        if is_begun and name != "line":
            with suppress(SatdokuError):
                begun = replace(alone, position=position, corners=corners)
                texts.append(written(name, begun))
                continue
        try:
            texts.append({**written(name, alone), "alone": is_begun})
        except SatdokuError as error:
            if name != "line":  # holds plain boards alone, which is no news to who has another
                texts.append({"format": name, "error": translated(str(error), fields.lang)})
    return {"texts": texts}


QUESTIONS: dict[str, AppQuestion] = {
    "view": AppQuestion(_view, 20, "board"),
    "picture": AppQuestion(_picture, 20, "board"),
    "sketch": AppQuestion(_sketch, 5, "thread"),
    "judge": AppQuestion(_judge, 20, "board"),
    "check": AppQuestion(_check, 20, "worker"),
    "fog": AppQuestion(_fog, 20, "worker"),
    "hint": AppQuestion(_hint, 60, "worker", budgeted=True),
    "why": AppQuestion(_why, 60, "worker"),
    "move": AppQuestion(_move, 60, "worker", budgeted=True),
    "path": AppQuestion(_path, 120, "worker"),
    "rate": AppQuestion(_rate, 60, "worker"),
    "marks": AppQuestion(_marks, 20, "board"),
    "singles": AppQuestion(_singles, 20, "board"),
    "convert": AppQuestion(_convert, 20, "board"),
    "rules": AppQuestion(teaching.catalogue, 20, "worker"),
    "rule": AppQuestion(teaching.rule_page, 20, "worker"),
    "thumbnails": AppQuestion(thumbnails, 30, "worker"),
    "diagnose": AppQuestion(teaching.diagnose, 30, "worker"),
    "spare": AppQuestion(teaching.spare, 60, "worker"),
    "suggest": AppQuestion(teaching.suggest, 30, "worker"),
    "find-numbers": AppQuestion(teaching.find_numbers, 90, "worker"),
    "generate": AppQuestion(teaching.generate, 120, "worker"),
    "techniques": AppQuestion(teaching.techniques, 20, "worker"),
    "technique": AppQuestion(teaching.technique_page, 30, "worker"),
    "practise": AppQuestion(teaching.practise, 40, "worker"),
    "worksheet": AppQuestion(teaching.worksheet, 60, "worker"),
}
"""Every question by its name."""
