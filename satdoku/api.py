"""The everyday functions: a puzzle in, an answer out; one file, since it is what users look up.

An answer's ``to_dict()`` is the object that the command of the same name prints with ``--json``,
without what only a run over files has (``line``, ``source``, ``seconds``).

``givens_only`` leaves out of a puzzle what a player has entered since: digits and pencil marks in a
link, in a file or in a :class:`Position`. A grid of candidates does not say which of its digits are
given; all that are placed count as givens.
"""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from functools import lru_cache, partial, wraps
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast, get_args, overload

from satdoku import solving
from satdoku.answers.puzzle_input import input_of, read_puzzle
from satdoku.answers.question import A, Question, ask
from satdoku.base.errors import SatdokuError, Undecided
from satdoku.base.late import late_names
from satdoku.base.limits import MAX_JOBS, UNLIMITED, Limit, Stop
from satdoku.base.options import KINDS, kind_of, require_kind, require_one_of
from satdoku.board import Geometry, Grid
from satdoku.engines import Backend, EngineOptions
from satdoku.messages import SOURCE, languages, no_language
from satdoku.puzzle import Position, Puzzle
from satdoku.solving.uniqueness import at_once

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from satdoku.answers.board import CheckAnswer
    from satdoku.answers.converting import ConvertAnswer
    from satdoku.answers.counting import CandidatesAnswer, CountAnswer
    from satdoku.answers.described import AnswerVerdict
    from satdoku.answers.diagnosis import DiagnosisAnswer
    from satdoku.answers.explain import Explanation, TrialExplanation
    from satdoku.answers.generated import GeneratedAnswer
    from satdoku.answers.hint import Hint
    from satdoku.answers.learning import Course, Lesson
    from satdoku.answers.minimal import MinimizedAnswer
    from satdoku.answers.paths import PresetName, StepStyle
    from satdoku.answers.practice import Drill, Grade, PractisedPosition
    from satdoku.answers.rating import BothRatings, RatingAnswer
    from satdoku.answers.rules import RuleRecord
    from satdoku.answers.sets import (
        BackdoorsAnswer,
        FewestCluesAnswer,
        RedundantAnswer,
        UnavoidableAnswer,
    )
    from satdoku.answers.shown import ShownAnswer
    from satdoku.answers.solving import SolveAnswer, UniquenessAnswer
    from satdoku.answers.steps import Steps
    from satdoku.answers.suggestions import SuggestAnswer
    from satdoku.answers.symmetry import SameAnswer, TransformAnswer
    from satdoku.answers.techniques import TechniqueRecord
    from satdoku.answers.themes import SetValuesAnswer
    from satdoku.answers.verification import VerificationAnswer
    from satdoku.answers.why import ClaimVerdict, Why
    from satdoku.answers.wishes import Difficulty, GivenPattern, PlacedClues
    from satdoku.batch.many import Errors, RatedOn
    from satdoku.explaining import Lang, Strength
    from satdoku.formats import Entry
    from satdoku.puzzle.cells import AnyPuzzle, Cells, PlayerMarks
    from satdoku.render.book import PageOrder, Paper, PerPage, SolutionsAt, SolutionsPerPage

__all__ = [
    "AnswerVerdict", "BackdoorsAnswer", "BothRatings", "CandidatesAnswer", "CheckAnswer",
    "ClaimVerdict", "ConvertAnswer", "Count", "CountAnswer", "Course", "DiagnosisAnswer",
    "Drill", "Explanation", "FewestCluesAnswer", "GeneratedAnswer", "Grade", "Hint", "Lesson",
    "MinimizedAnswer", "PractisedPosition", "RatingAnswer", "RedundantAnswer", "SameAnswer",
    "SetValuesAnswer", "ShownAnswer", "SolveAnswer", "Steps", "SuggestAnswer", "TransformAnswer",
    "TrialExplanation", "UnavoidableAnswer", "UniquenessAnswer", "VerificationAnswer", "Why",
    "backdoors", "book", "candidates", "canonical", "certify", "check", "check_unique", "convert",
    "count", "describe", "diagnose", "explain", "fewest_clues", "generate", "hint", "is_unique",
    "is_unique_many", "judge", "known_rules", "known_techniques", "learn", "minimize", "parse",
    "practice", "rate", "rate_many", "read", "redundant", "same", "set_values", "show",
    "solutions", "solve", "steps", "suggest", "transform", "unavoidable", "verify", "why",
    "worksheet",
]  # fmt: skip

_ANSWERS = {
    "board": "CheckAnswer",
    "converting": "ConvertAnswer",
    "counting": "CandidatesAnswer CountAnswer",
    "described": "AnswerVerdict",
    "diagnosis": "DiagnosisAnswer",
    "explain": "Explanation TrialExplanation",
    "generated": "GeneratedAnswer",
    "hint": "Hint",
    "learning": "Course Lesson",
    "minimal": "MinimizedAnswer",
    "practice": "Drill Grade PractisedPosition",
    "rating": "BothRatings RatingAnswer",
    "sets": "BackdoorsAnswer FewestCluesAnswer RedundantAnswer UnavoidableAnswer",
    "shown": "ShownAnswer",
    "solving": "SolveAnswer UniquenessAnswer",
    "steps": "Steps",
    "suggestions": "SuggestAnswer",
    "symmetry": "SameAnswer TransformAnswer",
    "themes": "SetValuesAnswer",
    "verification": "VerificationAnswer",
    "why": "ClaimVerdict Why",
}
"""The kinds of answers by their files, which are loaded when a name is asked for."""

if not TYPE_CHECKING:
    __getattr__ = late_names(
        "satdoku", ((f"answers.{file}", names.split()) for file, names in _ANSWERS.items())
    )

F = TypeVar("F", bound=Callable[..., object])

_DEFAULT = EngineOptions()
_OF_CORE = ("auto", "native")
_NO_OPTIONS = ("time_limit", "givens_only")
"""The arguments that are no options of a question."""


def _in_language(function: F) -> F:
    """A function whose errors are in the language of its argument ``lang``."""

    @wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        try:
            return function(*arguments, **named)
        except SatdokuError as error:
            from satdoku.messages.refusals import translated

            given = inspect.signature(function).bind(*arguments, **named).arguments
            error.reworded(partial(translated, lang=given.get("lang", SOURCE)))
            raise

    return cast(F, call)


class Count(int):
    """A number of solutions: an ``int`` with the attribute ``exact``, false for a lower bound.

    If a limit ended the count, ``str`` returns ``>=300`` and ``stopped`` names the limit.
    ``answer`` is the whole answer, with the puzzle.
    """

    exact: bool
    stopped: Stop | None
    backend: str
    seconds: float
    answer: CountAnswer

    @staticmethod
    def of(answer: CountAnswer) -> Count:
        """The number of an answer."""
        number = Count(answer.count)
        number.answer = answer
        for name in ("exact", "stopped", "backend", "seconds"):
            setattr(number, name, getattr(answer, name))
        return number

    def __str__(self) -> str:
        return f"{'' if self.exact else '>='}{int(self)}"

    def to_dict(self) -> dict[str, Any]:
        """The object that ``satdoku count --json`` prints, without place and time."""
        return self.answer.to_dict()


def parse(text: str, *, givens_only: bool = False) -> Puzzle:
    """The only puzzle of a text in any format that satdoku reads.

    :raises FormatError: naming line, column and reason, where the text cannot be read.

    A puzzle that breaks its own rules is returned too: :meth:`Puzzle.problems` lists its faults.
    """
    _require_arguments(parse, locals())
    return _puzzle(text, givens_only=givens_only)


def is_unique(
    puzzle: AnyPuzzle,
    backend: Backend = "auto",
    *,
    options: EngineOptions = _DEFAULT,
    givens_only: bool = False,
    time_limit: float | None = None,
) -> bool:
    """Whether a puzzle has exactly one solution (``False``: several, or none).

    :raises FormatError: where the text cannot be read.
    :raises InvalidPuzzle: where the puzzle breaks its own rules; lists every fault.
    :raises Undecided: where ``time_limit`` (seconds) ran out first.
    """
    if time_limit is None and backend in _OF_CORE and options is _DEFAULT and not givens_only:
        answer = at_once(puzzle)
        if answer is not None:
            return bool(answer)
    given = {"puzzle": puzzle, "backend": backend, "options": options, "time_limit": time_limit}
    _require_arguments(is_unique, given | {"givens_only": givens_only})
    read, limit = _puzzle(puzzle, givens_only=givens_only), Limit(seconds=time_limit)
    return solving.is_unique(read, backend=backend, options=options, limit=limit)


@_in_language
def check_unique(
    puzzle: AnyPuzzle,
    backend: Backend = "auto",
    *,
    options: EngineOptions = _DEFAULT,
    givens_only: bool = False,
    lang: Lang = "en",
    time_limit: float | None = None,
) -> UniquenessAnswer:
    """The verdict (unique, multiple, none, undecided) with its witnesses.

    ``witnesses`` holds the solution, or two different ones where there are several.

    :raises FormatError: where the text cannot be read.
    :raises InvalidPuzzle: where the puzzle breaks its own rules; lists every fault.
    """
    from satdoku.answers.solving import UniqueQuestion

    return _answer_to(check_unique, UniqueQuestion, locals())


@_in_language
def solve(
    puzzle: AnyPuzzle,
    backend: Backend = "auto",
    *,
    limit: int | None = 1,
    options: EngineOptions = _DEFAULT,
    givens_only: bool = False,
    lang: Lang = "en",
    time_limit: float | None = None,
) -> SolveAnswer:
    """Solve a puzzle: up to ``limit`` different solutions (``None``: up to a million, for at most
    30 seconds if there is no ``time_limit``). Never raises for none or many.

    With ``limit=1`` the verdict is ``solved`` and not ``unique``. ``more`` is whether there are
    other solutions, or ``None`` if a short search did not tell; :func:`is_unique` decides it.

    :raises FormatError: where the text cannot be read.
    :raises InvalidPuzzle: where the puzzle breaks its own rules; lists every fault.
    """
    from satdoku.answers.solving import SolveQuestion

    return _answer_to(solve, SolveQuestion, locals())


def solutions(
    puzzle: AnyPuzzle,
    backend: Backend = "auto",
    *,
    limit: int | None = None,
    options: EngineOptions = _DEFAULT,
    givens_only: bool = False,
    time_limit: float | None = None,
) -> Iterator[Grid]:
    """Every solution, each once, as they are found; at most ``limit`` of them.

    At the end the iterator's ``exhausted`` is true if these were all solutions. It is false if
    ``limit`` ended the search, even if there are no more.

    :raises FormatError: where the text cannot be read.
    :raises InvalidPuzzle: where the puzzle breaks its own rules; lists every fault.
    """
    _require_arguments(solutions, locals())
    bounds = replace(UNLIMITED, seconds=time_limit, solutions=limit)
    read = _puzzle(puzzle, givens_only=givens_only)
    return solving.enumerate_solutions(read, backend=backend, options=options, limit=bounds)


@_in_language
def count(
    puzzle: AnyPuzzle,
    backend: Backend = "auto",
    *,
    limit: int | None = None,
    options: EngineOptions = _DEFAULT,
    givens_only: bool = False,
    lang: Lang = "en",
    time_limit: float | None = None,
) -> Count:
    """The number of solutions, an ``int`` whose ``exact`` is false if a limit ended the count.

    :raises FormatError: where the text cannot be read.
    :raises InvalidPuzzle: where the puzzle breaks its own rules; lists every fault.
    """
    from satdoku.answers.counting import CountQuestion

    return Count.of(_answer_to(count, CountQuestion, locals()))


# ------------------------------------------------------------------------------------------------
# Steps as a person would find them.


@_in_language
def hint(
    puzzle: AnyPuzzle,
    *,
    board: AnyPuzzle | None = None,
    marks: PlayerMarks | None = None,
    strength: Strength = 1,
    preset: PresetName = "human",
    style: StepStyle = "auto",
    givens_only: bool = False,
    lang: Lang = "en",
    time_limit: float | None = None,
    allow_multiple: bool = False,
    full: bool = False,
) -> Hint:
    """The next step of a puzzle or of a partly solved puzzle.

    ``strength`` is how much ``text()`` and ``to_dict()`` show: 1 the kind of step and the place, 2
    the pattern (and what shows the borders of unknown regions that it rests on), 3 the whole step.
    ``preset`` names the techniques. With the style ``auto`` a small
    proof is used if they find nothing; ``techniques`` uses none, ``mus`` only small proofs.

    ``board`` has the player's digits so far, in any form that a puzzle can have. ``marks`` are the
    pencil marks: a mapping from names of cells to digits, or a list with the digits of each cell.
    A cell without marks keeps all its candidates; a candidate that is missing in the marks of a
    cell is not used.

    >>> import satdoku
    >>> answer = satdoku.hint("1....2..4......3", strength=3)
    >>> answer.outcome, answer.step.technique
    ('found', 'hidden-single')
    >>> print(answer.text())  # doctest: +NORMALIZE_WHITESPACE
    Hidden single: In box 1 the digit 4 can only be in r1c2: column 1 (r3c1) has it already.
    So r1c2 = 4.
    >>> answer = satdoku.hint("1....2..4......3", board="14...2..4......3", marks={"r1c3": [3]})
    >>> answer.text()
    'Look for a full house in box 1.'

    :raises FormatError, InvalidPuzzle: where a text cannot be read or breaks its own rules, and
        where ``board`` or ``marks`` contradict the solution (:func:`check` lists every error).
    :raises NoSolution, NotUnique: where there is not exactly one solution (unless
        ``allow_multiple``), or a position contradicts the solution; the sentence names the place.
    :raises Undecided: where the time ran out before the solutions were known.
    """
    from satdoku.answers.hint import HintQuestion

    return _answer_to(hint, HintQuestion, locals())


@overload
def explain(
    puzzle: AnyPuzzle,
    *,
    board: AnyPuzzle | None = ...,
    marks: PlayerMarks | None = ...,
    preset: Literal["trial"],
    style: StepStyle = ...,
    givens_only: bool = ...,
    lang: Lang = ...,
    limit: int | None = ...,
    time_limit: float | None = ...,
    allow_multiple: bool = ...,
    full: bool = ...,
) -> TrialExplanation: ...
@overload
def explain(
    puzzle: AnyPuzzle,
    *,
    board: AnyPuzzle | None = ...,
    marks: PlayerMarks | None = ...,
    preset: Literal["human", "se", "hodoku", "six-elements", "euler96"] = ...,
    style: StepStyle = ...,
    givens_only: bool = ...,
    lang: Lang = ...,
    limit: int | None = ...,
    step: int | None = ...,
    time_limit: float | None = ...,
    allow_multiple: bool = ...,
    full: bool = ...,
) -> Explanation: ...
@_in_language
def explain(
    puzzle: AnyPuzzle,
    *,
    board: AnyPuzzle | None = None,
    marks: PlayerMarks | None = None,
    preset: PresetName = "human",
    style: StepStyle = "auto",
    givens_only: bool = False,
    lang: Lang = "en",
    limit: int | None = None,
    step: int | None = None,
    time_limit: float | None = None,
    allow_multiple: bool = False,
    full: bool = False,
) -> Explanation | TrialExplanation:
    """The whole path from a puzzle or a position to the solution, as a person would solve it.

    ``board`` and ``marks`` give the position, as for :func:`hint`. ``limit`` is the largest number
    of steps; ``step`` selects one step by its number, with the position before it. The preset
    ``trial`` lists all solutions by singles and trial: ``limit`` is then the largest number of
    solutions (by default 300), and the default time limit is 30 seconds. Unless ``full`` is set,
    ``text()`` shortens arguments of more than 20 lines.

    >>> import satdoku
    >>> path = satdoku.explain("1....2..4......3")
    >>> path.outcome, len(path), str(path.grid)
    ('solved', 12, '1432321443212143')
    >>> path.steps[0].technique
    'hidden-single'

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or breaks its own rules.
    :raises NoSolution, NotUnique: where there is not exactly one solution (unless
        ``allow_multiple``), or a position contradicts the solution; the sentence names the place.
    :raises Undecided: where the time ran out before the solutions, or that step, were known.
    """
    from satdoku.answers.explain import ExplainQuestion

    return _answer_to(explain, ExplainQuestion, locals())


@_in_language
def steps(
    puzzle: AnyPuzzle,
    technique: str,
    *,
    board: AnyPuzzle | None = None,
    marks: PlayerMarks | None = None,
    limit: int | None = None,
    givens_only: bool = False,
    lang: Lang = "en",
    time_limit: float | None = None,
    full: bool = False,
) -> Steps:
    """Every instance of a technique in a position, at most ``limit`` of them.

    ``board`` and ``marks`` give the position, as for :func:`hint`; ``full`` is as for
    :func:`explain`.

    >>> import satdoku
    >>> answer = satdoku.steps("1....2..4......3", "hidden-single")
    >>> answer.complete, answer.steps[0].placements
    (True, ((1, 4),))

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or breaks its own rules.
    :raises Unsupported: where the technique does not hold for such a puzzle.
    :raises NoSolution, NotUnique, Undecided: where the technique needs exactly one solution.
    :raises ValueError: where there is no such technique.
    """
    from satdoku.answers.steps import StepsQuestion

    return _answer_to(steps, StepsQuestion, locals())


@_in_language
def why(
    puzzle: AnyPuzzle,
    claims: str | Iterable[str] = (),
    *,
    transcript: str | Iterable[str] | None = None,
    board: AnyPuzzle | None = None,
    marks: PlayerMarks | None = None,
    up_to: str | None = None,
    givens_only: bool = False,
    lang: Lang = "en",
    time_limit: float | None = None,
    full: bool = False,
) -> Why:
    """Whether each claim about a position is ``forced``, ``known``, a ``guess`` or ``false``.

    A claim is ``r1c3=4``, ``r5c2<>7`` or the name of a technique with a place (``naked pair in box
    7``). It is forced if a technique up to ``up_to`` concludes it after eliminations by such
    techniques, without placing other digits. Without ``up_to`` a small proof counts too.
    ``transcript`` is a text with a move in each line, in place of claims; each move is judged in
    the position after the moves before it. ``board`` and ``marks`` give the position, as for
    :func:`hint`; ``full`` is as for
    :func:`explain`. docs/why.md has the definitions.

    >>> import satdoku
    >>> answer = satdoku.why("1....2..4......3", ["r1c2=4", "r1c3=2"])
    >>> [one.answer for one in answer]
    ['forced', 'false']
    >>> print(answer.claims[0].step.technique)
    hidden-single

    :raises FormatError, InvalidPuzzle: where a text cannot be read, a claim names an unknown cell,
        digit or technique, or the board contradicts the solution.
    :raises NoSolution, NotUnique: where there is not exactly one solution.
    :raises Undecided: where the time ran out before the solutions were known.
    """
    _require_arguments(why, locals())
    from satdoku.answers.why import WhyQuestion

    question = WhyQuestion(
        claims=_texts("claims", claims),
        transcript=None if transcript is None else _texts("transcript", transcript),
        up_to=up_to,
        lang=lang,
        full=full,
        board=board,
        marks=marks,
    )
    return ask(question, input_of(puzzle, givens_only=givens_only), Limit(seconds=time_limit))


# ------------------------------------------------------------------------------------------------
# How hard, what is wrong, what could go.


@overload
def rate(
    puzzle: AnyPuzzle,
    *,
    scale: Literal["se", "hodoku", "satdoku", "w", "b"] | None = None,
    allow_multiple: bool = False,
    path_shape: bool = False,
    certify: str | os.PathLike[str] | None = None,
    givens_only: bool = False,
    lang: Lang = "en",
    time_limit: float | None = None,
) -> RatingAnswer: ...
@overload
def rate(
    puzzle: AnyPuzzle,
    *,
    scale: Literal["both"],
    path_shape: bool = False,
    givens_only: bool = False,
    lang: Lang = "en",
    time_limit: float | None = None,
) -> BothRatings: ...
@_in_language
def rate(
    puzzle: AnyPuzzle,
    *,
    scale: Literal["se", "hodoku", "both", "satdoku", "w", "b"] | None = None,
    allow_multiple: bool = False,
    path_shape: bool = False,
    certify: str | os.PathLike[str] | None = None,
    givens_only: bool = False,
    lang: Lang = "en",
    time_limit: float | None = None,
) -> RatingAnswer | BothRatings:
    """Sudoku Explainer's ratings of a classic puzzle: ER (the hardest step), EP and ED.

    Puzzles with rules and on boards other than the classic 9x9 get ``points`` on the satdoku
    scale (docs/scale.md); ``scale="satdoku"`` rates classic puzzles on it too.
    ``scale="hodoku"`` returns HoDoKu's level and score (docs/hodoku.md), ``"both"`` an answer with
    the attributes ``se`` and ``hodoku``; these two need a classic puzzle of givens. ``"w"`` and
    ``"b"`` return Denis Berthier's ratings by whips and braids (docs/scale.md), on every board
    whose rules follow from what two cells exclude. If Sudoku Explainer's techniques do not solve a
    puzzle, ``er`` is 20.0 and ``stuck`` is true. The answer's ``shape`` (docs/scale.md) is computed
    on first use; with ``path_shape`` the plain data (``to_dict``) has it too. ``certify`` is a
    directory for the certificate of the path, which :func:`verify` checks; the answer's
    ``certificate`` is its path, or ``None`` where the path does not solve the puzzle.

    >>> import satdoku
    >>> answer = satdoku.rate(
    ...     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ... )
    >>> answer.er, answer.level, answer.hardest
    (1.2, 'easy', 'hidden-single')
    >>> answer = satdoku.rate(
    ...     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ...     scale="hodoku",
    ... )
    >>> answer.level, answer.score, answer.steps
    ('easy', 204, 51)

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or breaks its own rules.
    :raises NoSolution, NotUnique: where there is not exactly one solution; ``allow_multiple`` rates
        puzzles with several as far as the path goes, on Sudoku Explainer's scale.
    :raises Undecided: where the time ran out first.
    :raises Unsupported: where the scale does not cover the puzzle.
    :raises EngineUnavailable: where the compiled core is not installed.
    :raises ValueError: where there is no such scale, or it does not go with ``allow_multiple``.
    """
    _require_arguments(rate, locals())
    from satdoku.answers.rating import RateQuestion

    certify = None if certify is None else Path(certify)
    return _answer_to(rate, RateQuestion, locals())


@_in_language
def diagnose(
    puzzle: AnyPuzzle,
    *,
    all: int = 1,
    choices: int = 100,
    givens_only: bool = False,
    lang: Lang = "en",
    time_limit: float | None = 10.0,
) -> DiagnosisAnswer:
    """Why a puzzle has no solution or several, and which changes would correct it.

    ``all`` is the largest number of clashes to list, ``choices`` that of corrections. Two equal
    digits in a house are reported as a clash; they raise no error. docs/diagnose.md explains the
    terms and the method (minimal unsatisfiable sets by implicit hitting sets).

    >>> import satdoku
    >>> answer = satdoku.diagnose("1...2......12...")
    >>> answer.verdict, answer.cells()
    ('none', ('r2c1', 'r4c1'))
    >>> [fact.digits for fact in answer.clash.facts]
    [(2,), (2,)]

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or the board is malformed.
    :raises Unsupported: where a rule cannot be written as clauses.
    """
    from satdoku.answers.diagnosis import DiagnoseQuestion

    return _answer_to(diagnose, DiagnoseQuestion, locals())


@_in_language
def suggest(
    puzzle: AnyPuzzle,
    kinds: str,
    *,
    count: int = 5,
    pairs: bool = False,
    solution: str | Grid | Cells | None = None,
    seed: int = 0,
    givens_only: bool = False,
    lang: Lang = "en",
    time_limit: float | None = 10.0,
) -> SuggestAnswer:
    """The clues of some kinds that would leave the fewest solutions, and the redundant rules.

    ``kinds`` are written as for ``satdoku suggest --rule``: ``"thermo"``, ``"thermo:3-5,arrow"``.
    ``pairs`` lists pairs of clues, for puzzles that no single clue makes unique. With ``solution``
    all clues are true of this grid; another ``seed`` draws other clues.

    >>> import satdoku
    >>> answer = satdoku.suggest("1....2..4.......", "killer-cage:2-3", count=1)
    >>> answer.verdict, answer.solutions, answer.suggested[0].left
    ('multiple', 6, 1)

    :raises FormatError, InvalidPuzzle: where a text or ``kinds`` cannot be read, ``solution`` does
        not solve the puzzle, or the puzzle breaks its own rules.
    :raises ImpossibleWish: where clues of a kind cannot be placed.
    :raises Undecided: where the time ran out before a solution was found.
    :raises Unsupported: where a rule cannot be written as clauses.
    """
    from satdoku.answers.suggestions import SuggestQuestion

    return _answer_to(suggest, SuggestQuestion, locals())


@_in_language
def set_values(
    puzzle: AnyPuzzle,
    *,
    free: str | None = None,
    no_givens: bool = False,
    level: str | None = None,
    requires: str | None = None,
    first_step: str | None = None,
    only_singles: bool = False,
    max_steps: int | None = None,
    seed: int = 0,
    givens_only: bool = False,
    lang: Lang = "en",
    time_limit: float | None = 60.0,
) -> SetValuesAnswer:
    """Values for the clues of a theme with which it has exactly one solution, or the nearest.

    The values in the theme do not count: new ones replace them. ``free`` names the kinds of clues
    that get values (all), ``level`` and the rest how hard the puzzle is to be.

    >>> import json, satdoku
    >>> cages = ["r1c1 r1c2 r2c1", "r3c3 r3c4", "r1c4 r2c4", "r2c2 r3c2", "r4c1 r4c2", "r1c3 r2c3"]
    >>> rules = [{"rule": "killer-cage", "cells": cells.split()} for cells in cages]
    >>> satdoku.set_values(json.dumps({"givens": "." * 16, "constraints": rules})).verdict
    'unique'

    :raises FormatError, InvalidPuzzle: where the theme cannot be read or its board is malformed.
    :raises ImpossibleWish, Unsupported: where clues of ``free``, or all, have no values.
    :raises EngineUnavailable: where the compiled core is missing, or the theme too large for it.
    """
    from satdoku.answers.themes import SetValuesQuestion

    return _answer_to(set_values, SetValuesQuestion, locals())


@_in_language
def check(
    board: AnyPuzzle,
    puzzle: AnyPuzzle | None = None,
    *,
    marks: PlayerMarks | None = None,
    reveal: bool = False,
    lang: Lang = "en",
    time_limit: float | None = None,
) -> CheckAnswer:
    """Which digits and pencil marks of a player's board are wrong.

    ``puzzle`` has the givens, which are assumed to be right. Without it every digit counts as the
    player's, unless the board is a :class:`Position`, which knows its givens. ``marks`` are pencil
    marks, as for :func:`hint`. The right digits are reported only with ``reveal``.

    >>> import satdoku
    >>> answer = satdoku.check("13...2..4......3", puzzle="1....2..4......3")
    >>> answer.verdict, answer.text()
    ('wrong', 'r1c2=3 is wrong.')
    >>> satdoku.check("14...2..4......3", "1....2..4......3", marks={"r1c3": [2]}).verdict
    'wrong'

    :raises FormatError, InvalidPuzzle: where a text cannot be read, breaks its own rules, or the
        board lacks a given of the puzzle.
    """
    _require_arguments(check, locals())
    from satdoku.answers.board import CheckQuestion

    input = input_of(board, "board")
    if isinstance(board, Position):
        input = replace(input, written=board.grid.text())
        puzzle = board.puzzle if puzzle is None else puzzle
    return ask(CheckQuestion(puzzle, marks, reveal, lang), input, Limit(seconds=time_limit))


def minimize(
    puzzle: AnyPuzzle,
    *,
    all: int | None = None,
    fewest: bool = False,
    seed: int = 0,
    givens_only: bool = False,
    time_limit: float | None = None,
) -> MinimizedAnswer:
    """A puzzle without its redundant givens: one solution, and every given is needed.

    ``all`` lists every minimal sub-puzzle, at most this many. ``fewest`` searches for a sub-puzzle
    with the fewest givens (by default for 10 seconds).

    >>> import satdoku
    >>> answer = satdoku.minimize("1234341221434321")
    >>> answer.minimal, answer.clues
    (('..3..4...1....2.',), (4,))

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or breaks its own rules.
    :raises NoSolution, NotUnique: where there is not exactly one solution.
    :raises Undecided: where the time ran out first.
    """
    from satdoku.answers.minimal import MinimizeQuestion

    return _answer_to(minimize, MinimizeQuestion, locals())


@_in_language
def candidates(
    puzzle: AnyPuzzle,
    backend: Backend = "auto",
    *,
    cap: int | None = None,
    options: EngineOptions = _DEFAULT,
    givens_only: bool = False,
    lang: Lang = "en",
    time_limit: float | None = None,
) -> CandidatesAnswer:
    """The candidates that occur in some solution; with ``cap`` also in how many, up to ``cap``.

    >>> import satdoku
    >>> answer = satdoku.candidates("1....2..4.......")
    >>> answer.candidates["r1c2"], answer.candidates["r1c3"]
    ({4: 1}, {2: 1, 3: 1})

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or breaks its own rules.
    """
    from satdoku.answers.counting import CandidatesQuestion

    return _answer_to(candidates, CandidatesQuestion, locals())


# ------------------------------------------------------------------------------------------------
# What a puzzle could spare, and what it hangs on.


@_in_language
def redundant(
    puzzle: AnyPuzzle,
    backend: Literal["auto", "native", "sat"] = "auto",
    *,
    givens_only: bool = False,
    lang: Lang = "en",
    time_limit: float | None = None,
) -> RedundantAnswer:
    """The givens and rules that are redundant, and a maximal set that can be removed together.

    >>> import satdoku
    >>> answer = satdoku.redundant("14...2..4......3")
    >>> answer.verdict, answer.givens, str(answer.rest.grid)
    ('redundant', ('r1c2=4', 'r2c2=2'), '1....2..4......3')
    >>> answer.givens[0].cell.column, answer.givens[0].digit
    (2, 4)

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or breaks its own rules.
    :raises NoSolution, NotUnique, Undecided: where there is not exactly one solution.
    """
    from satdoku.answers.sets import RedundantQuestion

    return _answer_to(redundant, RedundantQuestion, locals())


@_in_language
def backdoors(
    puzzle: AnyPuzzle,
    *,
    by: Literal["singles", "naked", "hidden"] = "singles",
    all: bool = False,
    givens_only: bool = False,
    lang: Lang = "en",
    time_limit: float | None = None,
) -> BackdoorsAnswer:
    """The fewest cells whose digits, once known, let singles solve the rest of the puzzle.

    ``by`` chooses the kinds of singles; ``all`` lists every backdoor of the smallest size.

    >>> import satdoku
    >>> satdoku.backdoors("1....2..4......3").size
    0

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or breaks its own rules.
    :raises NoSolution, NotUnique, Undecided: where there is not exactly one solution.
    """
    from satdoku.answers.sets import BackdoorsQuestion

    return _answer_to(backdoors, BackdoorsQuestion, locals())


@_in_language
def unavoidable(
    grid: AnyPuzzle,
    size: int = 12,
    backend: Literal["auto", "native", "sat"] = "auto",
    *,
    givens_only: bool = False,
    lang: Lang = "en",
    time_limit: float | None = None,
) -> UnavoidableAnswer:
    """The minimal unavoidable sets of a grid, or of a puzzle's solution, up to ``size`` cells.

    Every puzzle whose only solution is the grid has a given in each of them.

    >>> import satdoku
    >>> answer = satdoku.unavoidable("1234341221434321", 4)
    >>> answer.count, answer.sets[0]
    (8, ('r1c1', 'r1c2', 'r3c1', 'r3c2'))

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or breaks its own rules.
    :raises NoSolution, NotUnique, Undecided: where there is not exactly one solution.
    """
    from satdoku.answers.sets import UnavoidableQuestion

    return _answer_to(unavoidable, UnavoidableQuestion, locals())


@_in_language
def fewest_clues(
    grid: AnyPuzzle,
    *,
    seed: int = 0,
    lang: Lang = "en",
    time_limit: float | None = 10.0,
    givens_only: bool = False,
) -> FewestCluesAnswer:
    """The fewest givens that determine a grid (or a puzzle's solution): bounds, and a puzzle.

    >>> import satdoku
    >>> answer = satdoku.fewest_clues("1234341221434321")
    >>> answer.clues, answer.exact
    (4, True)

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or breaks its own rules.
    :raises NoSolution, NotUnique, Undecided: where there is not exactly one solution.
    """
    from satdoku.answers.sets import FewestCluesQuestion

    return _answer_to(fewest_clues, FewestCluesQuestion, locals())


# ------------------------------------------------------------------------------------------------
# Symmetry.


@_in_language
def canonical(
    puzzle: AnyPuzzle,
    *,
    lang: Lang = "en",
    time_limit: float | None = None,
    givens_only: bool = False,
) -> TransformAnswer:
    """The canonical form (minlex, the least image) of a puzzle, equal for equivalent puzzles.

    >>> import satdoku
    >>> answer = satdoku.canonical("1....2..4......3")
    >>> answer.image, answer.images
    ('.......1.2..3.4.', 3072)

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or breaks its own rules.
    :raises Unsupported: for pencil marks and for constraints.
    """
    _require_arguments(canonical, locals())
    return transform(puzzle, "canonical", lang=lang, time_limit=time_limit, givens_only=givens_only)


@_in_language
def transform(
    puzzle: AnyPuzzle,
    to: str = "random",
    *,
    seed: int | None = None,
    moves: str | None = None,
    givens_only: bool = False,
    lang: Lang = "en",
    time_limit: float | None = None,
) -> TransformAnswer:
    """An equivalent puzzle, in which rows, columns and digits are exchanged.

    ``to`` is ``random`` (by ``seed``), ``canonical``, ``count`` (only the number of different
    images) or the name of a symmetry, such as ``rotate-90``; ``moves`` are the kinds of moves
    allowed, such as ``relabel,rows,columns``.

    >>> import satdoku
    >>> satdoku.transform("1....2..4......3", "transpose").image
    '1.4..2.........3'
    >>> satdoku.transform("1....2..4......3", seed=1) == satdoku.transform(
    ...     "1....2..4......3", seed=1
    ... )
    True

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or breaks its own rules.
    :raises Unsupported: where a rule does not survive the move; the error names the rule.
    :raises ValueError: where there is no such symmetry or kind of move.
    """
    _require_arguments(transform, locals())
    from satdoku.answers.symmetry import TransformQuestion
    from satdoku.symmetry import NAMED_SYMMETRIES

    if to not in ("random", "canonical", "count", *NAMED_SYMMETRIES):
        names = ", ".join(("random", "canonical", "count", *NAMED_SYMMETRIES))
        raise ValueError(f"{to!r} is not a symmetry; there are {names}")
    question = TransformQuestion(
        seed if to == "random" else None,
        to if to in NAMED_SYMMETRIES else None,
        moves,
        canonical=to == "canonical",
        count=to == "count",
        lang=lang,
    )
    return ask(question, input_of(puzzle, givens_only=givens_only), Limit(seconds=time_limit))


@_in_language
def same(
    first: AnyPuzzle,
    second: AnyPuzzle,
    *,
    givens_only: bool = False,
    lang: Lang = "en",
    time_limit: float | None = None,
) -> SameAnswer:
    """Whether two puzzles are equivalent, and by which symmetry.

    >>> import satdoku
    >>> satdoku.same("1....2..4......3", "2....1..3......4").same
    True

    :raises FormatError, InvalidPuzzle: where a text cannot be read, or breaks its own rules.
    """
    _require_arguments(same, locals())
    from satdoku.answers.symmetry import same_of

    limit = Limit(seconds=time_limit)
    one = input_of(first, "first", givens_only=givens_only)
    other = input_of(second, "second", givens_only=givens_only)
    return same_of(one, other, limit=limit, lang=lang)


# ------------------------------------------------------------------------------------------------
# Making puzzles.


def generate(
    count: int = 1,
    *,
    board: AnyPuzzle | None = None,
    pattern: GivenPattern | None = None,
    placed: PlacedClues | None = None,
    difficulty: Difficulty | str | None = None,
    seed: int | None = None,
    jobs: int = 1,
    time_limit: float | None = None,
    tries: int | None = None,
) -> Iterator[GeneratedAnswer]:
    """New puzzles with one solution, no two of them equivalent, as they are found.

    ``board`` is the board with its rules and the digits that every puzzle must give; by default
    the classic 9x9. ``pattern`` describes the given cells
    (``GivenPattern(symmetry="180", clues=24)``), ``placed`` the clues of rules
    (``PlacedClues(clues_of="thermo:3")``), and ``difficulty`` is a level such as
    ``"hard"``, ``Difficulty(er="3.0..3.8")``, or ``Difficulty(levels="easy:40,medium:60")`` for
    several levels in these shares. The groups have the options of ``satdoku generate``
    (docs/generate.md).

    The same seed and options give the same puzzles for every number of ``jobs``. Jobs are threads
    for plain classic puzzles, otherwise processes; a script then needs
    ``if __name__ == "__main__":``.

    >>> import satdoku
    >>> [made] = satdoku.generate(seed=2026)
    >>> made.puzzle
    '.7.9....35....7..28.3.5....2...8..9.6...9.8.7.5...3......5..4....4.....9.......31'
    >>> satdoku.is_unique(made.puzzle)
    True

    :raises FormatError, InvalidPuzzle: where ``board``, a mask, a grid, shares of levels or
        a range of ratings cannot be read.
    :raises ImpossibleWish: where no puzzle can have these properties, or there is no such level.
    :raises Undecided: where a limit ran out before ``count`` puzzles were found; the puzzles found
        are returned first.
    """
    _require_arguments(generate, locals())
    import secrets

    from satdoku.answers.generated import answer_of_row, is_rated, row_of, why_ended
    from satdoku.answers.wishes import question_of
    from satdoku.generating import Run
    from satdoku.generating.maker import is_quick

    if count < 1:
        raise ValueError(f"count is a number >= 1, not {count}")
    _require_jobs(jobs)
    question = question_of(pattern, placed, difficulty)
    plain = Puzzle.empty(Geometry.classic()) if board is None else _puzzle(board, "board")
    wish = question.wish(plain)
    number = secrets.randbelow(1 << 32) if seed is None else seed
    shares = question.difficulty.shares()
    run = Run(wish, number, count, jobs, Limit(seconds=time_limit), tries, shares)
    for each in run.wishes:
        each.require_possible()
    run.describe = partial(row_of, is_rated(run.wishes[0]))
    if jobs > 1 and all(is_quick(each) and not each.full for each in run.wishes):
        from satdoku.batch.executors import Threads

        run.executor = partial(Threads, jobs=jobs)

    def puzzles() -> Iterator[GeneratedAnswer]:
        number_made = 0
        for piece in run.pieces():
            for puzzle in piece.puzzles:
                number_made += 1
                assert puzzle.row is not None
                yield answer_of_row(puzzle.row, run.wishes[0], number)
        if run.ending != "done":
            error = Undecided(
                "{reason}: {number} of {count} found",
                reason=why_ended(run),
                number=number_made,
                count=count,
            )
            error.nearest = run.missed.puzzle
            raise error

    return puzzles()


# ------------------------------------------------------------------------------------------------
# Learning techniques.


@_in_language
def learn(
    technique: str | None = None,
    *,
    drill: bool = False,
    answer: str | None = None,
    seed: int | None = None,
    lang: Lang = "en",
    time_limit: float | None = None,
) -> Course | Lesson | Drill | Grade:
    """The course; the lesson of a technique; a drill; the grade of an answer to a drill.

    ``grade`` of a drill grades an answer. Only the command ``satdoku learn`` stores progress.

    >>> import satdoku
    >>> satdoku.learn().next
    'full-house'
    >>> answer = satdoku.learn("x-wing", drill=True, seed=7)
    >>> answer.text()
    'Which candidates does the technique X-wing eliminate here?'
    >>> answer.grade("r5c1<>8").outcome, answer.grade("r5c1=8").outcome
    ('right', 'wrong')

    :raises ValueError: where there is no such technique, with the nearest name, or options exclude
        each other.
    :raises FormatError: where the answer cannot be read.
    :raises Undecided: where the time ran out before a position was found.
    """
    _require_arguments(learn, locals())
    from satdoku.answers.learning import LearnQuestion

    question = LearnQuestion(technique=technique, drill=drill, answer=answer, seed=seed, lang=lang)
    return question.of(limit=Limit(seconds=time_limit))


@_in_language
def practice(
    technique: str,
    count: int = 1,
    *,
    seed: int | None = None,
    lang: Lang = "en",
    time_limit: float | None = None,
) -> Iterator[PractisedPosition]:
    """Positions where a technique is the next step and no easier one applies, as they are found.

    The positions come from new puzzles. If the technique is so rare that none is found, they are
    images of its example, and ``exercise.is_new`` is false. The same seed gives the same
    positions.

    >>> import satdoku
    >>> [practised] = satdoku.practice("x-wing", seed=7)
    >>> practised.step.eliminations[:2], practised.exercise.is_next
    (((36, 8), (44, 8)), True)
    >>> practised.line()[:30]
    ':0300:x:28+9..+417+5+45+37+8+1'

    :raises ValueError: where there is no such technique, with the nearest name.
    :raises Undecided: where the time ran out or there are no more positions; the positions found
        are returned first.
    """
    _require_arguments(practice, locals())
    from satdoku.answers.practice import PracticeQuestion

    question = PracticeQuestion(technique=technique, count=count, seed=seed, lang=lang)
    return question.positions(Limit(seconds=time_limit))


@_in_language
def book(
    puzzles: Iterable[AnyPuzzle],
    *,
    title: str = "",
    author: str = "",
    per_page: PerPage = 6,
    paper: Paper = "a4",
    sheet: PageOrder = "single",
    cut_lines: bool = False,
    solutions: SolutionsAt = "back",
    solutions_per_page: SolutionsPerPage | None = None,
    instructions: str | None = None,
    headings: Mapping[str, str] | None = None,
    chapters: bool = False,
    dates: date | None = None,
    first: int = 1,
    rating: bool = True,
    candidates: bool = False,
    lang: Lang = "en",
    time_limit: float | None = None,
) -> bytes:
    """A PDF of puzzles to print, with stars, their rules in words, and solutions; the arguments are
    the options of ``satdoku book``.

    ``instructions`` is ``"standard"`` or a text with empty lines between its paragraphs.
    ``headings`` maps ``"solutions"``, ``"instructions"`` and names of levels to other words, and
    ``dates`` is the first day of a calendar. The same puzzles give the same bytes.

    :raises ValueError: where there is no puzzle, or options exclude each other.
    :raises FormatError, InvalidPuzzle: where a puzzle cannot be read or breaks its own rules.
    :raises NoSolution, NotUnique: where a puzzle has not exactly one solution.
    :raises Undecided: where ``time_limit`` (seconds for each puzzle) ran out.
    :raises Unsupported: where Typst is not installed, no font has a character, or the rules of a
        puzzle leave no room for its board.
    """
    _require_arguments(book, locals())
    from satdoku.answers.book import book_of, paragraphs, part_names, printed_of
    from satdoku.render.book import Book, book_pdf, require_room

    _require_many(puzzles, 1)
    standard = instructions == "standard"
    pages = Book(
        (),
        title,
        author,
        per_page,
        paper,
        solutions,
        lang,
        part_names(lang, headings or {}),
        solutions_per_page,
        () if standard else paragraphs(instructions or ""),
        first,
        sheet,
        cut_lines,
    )
    printed = []
    for puzzle in puzzles:
        one = printed_of(
            read_puzzle(puzzle), candidates=candidates, rated=rating, seconds=time_limit
        )
        require_room(pages, one.puzzle)
        printed.append(one)
    return book_pdf(book_of(printed, pages, chapters=chapters, dates=dates, standard=standard))


@_in_language
def worksheet(
    technique: str,
    count: int = 6,
    *,
    title: str = "",
    seed: int | None = None,
    lang: Lang = "en",
    time_limit: float | None = None,
) -> bytes:
    """A PDF of positions where a technique is the next step, with a lesson and the answers.

    :raises ValueError: where there is no such technique, with the nearest name.
    :raises Undecided: where the time ran out, or there are not as many positions.
    :raises Unsupported: where Typst is not installed.
    """
    _require_arguments(worksheet, locals())
    from satdoku.answers.worksheet import worksheet_of
    from satdoku.render.book import Book, book_pdf

    positions = list(practice(technique, count, seed=seed, lang=lang, time_limit=time_limit))
    return book_pdf(worksheet_of(positions, Book((), title, lang=lang)))


# ------------------------------------------------------------------------------------------------
# Files and formats; what is known of rules and techniques.


def read(source: str | os.PathLike[str], *, format: str | None = None) -> Iterator[Entry]:
    """The puzzles of a file (``-``: standard input) in any format, read one after the other.

    The file may be compressed with gzip, xz or bzip2. An entry has the ``line`` on which its
    ``text`` begins, and its ``document`` or an ``error``. Reading continues after an entry that
    cannot be read.

    >>> import pathlib, tempfile, satdoku
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "puzzles.txt"
    ...     _ = path.write_text("1....2..4......3\\nno puzzle\\n")
    ...     for entry in satdoku.read(path):
    ...         print(entry.line, entry.document and entry.document.puzzle.clues)
    1 4
    2 None

    :raises FormatError: where the file as a whole cannot be read.
    """
    _require_arguments(read, locals())
    from satdoku.formats import ReadOptions
    from satdoku.formats import read as read_entries

    return read_entries(source, ReadOptions(format=format))


@_in_language
def describe(puzzle: AnyPuzzle, lang: Lang = "en", *, givens_only: bool = False) -> str:
    """A puzzle as text for a prompt: the board, the rules in words, the cells, the form of the answer.

    :func:`judge` judges such an answer.

    >>> import satdoku
    >>> print(satdoku.describe("1....2..4......3"))
    A Sudoku on a board 4x4 with 2x2 boxes. The digits are 1 to 4; no digit occurs twice in a row, column or box.
    The cells row by row, a dot for an empty one (r1c2 is the second cell of the first row):
    1...
    .2..
    4...
    ...3
    Answer with the 16 digits of the solution, row by row, and nothing else.

    :raises FormatError: where the text cannot be read.
    """  # noqa: E501
    _require_arguments(describe, locals())
    from satdoku.answers.described import described

    return described(_puzzle(puzzle, givens_only=givens_only), lang)


def judge(puzzle: AnyPuzzle, answer: str, *, givens_only: bool = False) -> AnswerVerdict:
    """Whether a text is a solution of a puzzle: ``right``, ``wrong`` or ``malformed``.

    The judge is strict: the text must contain the cells row by row and nothing else, and every
    given, pencil mark and rule must be satisfied. ``faults`` are the reasons.

    >>> import satdoku
    >>> satdoku.judge("1....2..4......3", "1432 3214 4321 2143").verdict
    'right'
    >>> satdoku.judge("1....2..4......3", "The answer is 1").faults
    ('the answer has something else than digits',)

    :raises FormatError: where the puzzle cannot be read.
    """
    _require_arguments(judge, locals())
    from satdoku.answers.described import judged_answer

    return judged_answer(_puzzle(puzzle, givens_only=givens_only), answer)


def convert(
    puzzle: AnyPuzzle,
    to: str = "line",
    *,
    letters: Literal["auto", "10", "1", "hex"] = "auto",
    givens_only: bool = False,
) -> ConvertAnswer:
    """A puzzle in another format (docs/formats); ``text()`` is the content of a file in the format.

    ``lost`` are the rules that the format holds only as drawings or words; ``undrawn`` and
    ``unfogged`` are drawings and fog that it cannot hold, and ``unnumbered`` is how many clues
    without their number it cannot hold. ``letters`` is the convention for letters as digits
    above 9.

    >>> import satdoku
    >>> satdoku.convert("1....2..4......3", "csv").text()
    'puzzle\\n1....2..4......3\\n'

    :raises FormatError: where the text cannot be read, or there is no such format.
    :raises Unsupported: naming what the format cannot hold.
    """
    _require_arguments(convert, locals())
    from satdoku.answers.converting import ConvertQuestion

    return ask(ConvertQuestion(to, letters), input_of(puzzle, givens_only=givens_only))


@_in_language
def show(
    puzzle: AnyPuzzle,
    *,
    solved: bool = False,
    givens_only: bool = False,
    lang: Lang = "en",
    time_limit: float | None = None,
) -> ShownAnswer:
    """The board, rules, candidates and faults of a puzzle; with ``solved`` also its solution.

    :mod:`satdoku.render` draws pictures (docs/pictures.md).

    >>> import satdoku
    >>> answer = satdoku.show("1....2..4......3", solved=True)
    >>> answer.board, answer.clues, answer.candidates["r1c2"]
    ('4x4 with 2x2 boxes', 4, (3, 4))
    >>> str(answer.solution)
    '1432321443212143'

    :raises FormatError: where the text cannot be read.
    :raises InvalidPuzzle, NoSolution, NotUnique, Undecided: with ``solved``, where there is not
        exactly one solution.
    """
    from satdoku.answers.shown import ShowQuestion

    return _answer_to(show, ShowQuestion, locals())


def known_rules(name: str | None = None) -> tuple[RuleRecord, ...]:
    """The parameters, page and picture of every rule, or of the rules that a name stands for.

    >>> import satdoku
    >>> [thermo] = satdoku.known_rules("thermometer")
    >>> thermo.rule, thermo.usage
    ('thermo', 'thermo:r1c1+r1c2')

    :raises FormatError: where there is no such rule, with the nearest name.
    """
    _require_arguments(known_rules, locals())
    from satdoku.answers.rules import all_rules, rule_record, rules_called

    return tuple(map(rule_record, all_rules() if name is None else rules_called(name)))


def known_techniques(name: str | None = None) -> tuple[TechniqueRecord, ...]:
    """The facts about every technique, or about the techniques that have this name.

    >>> import satdoku
    >>> [swordfish] = satdoku.known_techniques("swordfish")
    >>> swordfish.title, swordfish.se, swordfish.family
    ('swordfish', '3.8', 'fish')

    :raises ValueError: where there is no such technique, with the nearest name.
    """
    _require_arguments(known_techniques, locals())
    from satdoku.answers.techniques import technique_record
    from satdoku.techniques.catalogue import all_techniques, called

    return tuple(map(technique_record, all_techniques() if name is None else called(name)))


# ------------------------------------------------------------------------------------------------
# Proofs.


def certify(
    puzzle: AnyPuzzle,
    directory: str | os.PathLike[str],
    backend: Backend = "auto",
    *,
    proof_format: Literal["text", "binary", "lrat"] = "text",
    proof_solver: Literal["cadical153", "glucose4"] = "cadical153",
    theorem: bool = False,
    options: EngineOptions = _DEFAULT,
    givens_only: bool = False,
    time_limit: float | None = None,
) -> UniquenessAnswer:
    """Whether a puzzle has exactly one solution, with a certificate that anyone can check.

    The certificate (with formula and proof) is written into the directory, which is created if it
    does not exist. ``certificate`` is its path, or ``None`` if the time ran out. The proof is DRAT
    (Wetzler, Heule and Hunt 2014), or LRAT, which checkers that are themselves proved read;
    docs/certificates.md describes the format. With ``theorem`` the certificate is also written as a
    theorem for Coq.

    >>> import tempfile, satdoku
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     answer = satdoku.certify("1....2..4......3", directory)
    ...     answer.verdict, satdoku.verify(answer.certificate).answer
    ('unique', 'proved')

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or breaks its own rules.
    :raises Unsupported: where a rule has no clauses, or there would be too many.
    :raises SatdokuError: where the directory cannot be written.
    """
    _require_arguments(certify, locals())
    from satdoku.answers.solving import UniqueQuestion

    question = UniqueQuestion(
        Path(directory), proof_format, proof_solver, theorem, backend=backend, options=options
    )
    return ask(question, input_of(puzzle, givens_only=givens_only), Limit(seconds=time_limit))


@_in_language
def verify(
    certificate: str | os.PathLike[str],
    puzzle: AnyPuzzle | None = None,
    *,
    checker: str | None = None,
    lang: Lang = "en",
    time_limit: float | None = None,
) -> VerificationAnswer:
    """Whether a certificate proves its verdict, or the rating of its path; the check uses no
    solver.

    With ``puzzle`` the certificate must be about this puzzle. With ``checker`` another program must
    accept the proof, too: ``acl2``, ``drup``, or the path of one. See :func:`certify` for an
    example.

    :raises EngineUnavailable: where the checker is not installed, or reads no such proofs.

    :raises FormatError: where the certificate or a file that it names cannot be read.
    """
    _require_arguments(verify, locals())
    from satdoku.answers.verification import verification_of

    expected = None if puzzle is None else _puzzle(puzzle)
    limit = Limit(seconds=time_limit)
    return verification_of(
        os.fspath(certificate), expected, checker=checker, limit=limit, lang=lang
    )


# ------------------------------------------------------------------------------------------------
# Many puzzles.


@overload
def is_unique_many(  # type: ignore[overload-overlap]
    puzzles: NDArray[np.integer[Any]], jobs: int = ..., *, errors: Errors = ...
) -> NDArray[np.bool_]: ...
@overload
def is_unique_many(
    puzzles: Iterable[AnyPuzzle],
    jobs: int = ...,
    *,
    errors: Errors = ...,
    time_limit: float | None = ...,
) -> Iterator[bool | None]: ...
def is_unique_many(
    puzzles: Any, jobs: int = 1, *, errors: Errors = "raise", time_limit: float | None = None
) -> Any:
    """Whether each of many puzzles has exactly one solution, in order.

    An iterable of puzzles returns an iterator, which reads the iterable as answers are taken. A
    numpy array of digits of shape (n, 81) or (n, 9, 9), with 0 for empty cells, returns an array of
    n bools. ``time_limit`` (seconds for each puzzle) has no effect on arrays. Classic puzzles
    without ``time_limit`` and arrays use ``jobs`` threads. Other puzzles use ``jobs`` processes,
    for which a script needs ``if __name__ == "__main__":``.

    A puzzle that is invalid or undecided raises its error, which names the index from 0.
    With ``errors="mark"`` its answer is ``None`` instead (and an array has the dtype object).

    >>> import satdoku
    >>> list(satdoku.is_unique_many(["1....2..4......3", "." * 16]))
    [True, False]
    >>> list(satdoku.is_unique_many(["1....2..4......3", "11" + "." * 14], errors="mark"))
    [True, None]
    """
    _require_arguments(is_unique_many, locals())
    from satdoku.batch import many

    _require_many(puzzles, jobs)
    if many.is_array(puzzles):
        return many.unique_array(puzzles, jobs, errors)
    return many.unique_each(puzzles, jobs, errors, time_limit)


@overload
def rate_many(  # type: ignore[overload-overlap]
    puzzles: NDArray[np.integer[Any]],
    jobs: int = ...,
    *,
    errors: Errors = ...,
    scale: RatedOn = ...,
) -> NDArray[np.float64]: ...
@overload
def rate_many(
    puzzles: Iterable[AnyPuzzle],
    jobs: int = ...,
    *,
    errors: Errors = ...,
    time_limit: float | None = ...,
    scale: RatedOn = ...,
) -> Iterator[RatingAnswer | None]: ...
def rate_many(
    puzzles: Any,
    jobs: int = 1,
    *,
    errors: Errors = "raise",
    time_limit: float | None = None,
    scale: RatedOn = "se",
) -> Any:
    """The ratings of many puzzles, in order: ER, EP and ED, without the techniques; with
    ``scale="hodoku"`` HoDoKu's score and level.

    An iterable of puzzles returns an iterator of the answers of :func:`rate`; puzzles with rules
    are rated on the satdoku scale, as there. A numpy array of digits of shape (n, 81), with 0 for
    empty cells, returns an array of shape (n, 3) with ER, EP and ED, or of shape (n, 1) with
    HoDoKu's score. ``jobs`` and ``errors`` are as in :func:`is_unique_many`; marked rows of an
    array are nan.

    >>> import satdoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> [answer.er for answer in satdoku.rate_many([puzzle])]
    [1.2]

    :raises EngineUnavailable: where the compiled core is not installed.
    """
    _require_arguments(rate_many, locals())
    from satdoku.batch import many

    _require_many(puzzles, jobs)
    if many.is_array(puzzles):
        return many.rate_array(puzzles, jobs, errors, scale)
    return many.rate_each(puzzles, jobs, errors, time_limit, scale)


# ------------------------------------------------------------------------------------------------


_CHOICES = {
    "Backend": "satdoku.engines",
    "Errors": "satdoku.batch.many",
    "RatedOn": "satdoku.batch.many",
    "Paper": "satdoku.render.book",
    "PerPage": "satdoku.render.book",
    "PageOrder": "satdoku.render.book",
    "SolutionsAt": "satdoku.render.book",
    "SolutionsPerPage": "satdoku.render.book",
    "PresetName": "satdoku.answers.paths",
    "StepStyle": "satdoku.answers.paths",
    "Strength": "satdoku.explaining",
}
"""Where the values are listed that an annotation allows; loaded when an argument is given."""

_TYPES = {
    "None" if kind is type(None) else kind.__name__: known for kind, known in KINDS.items()
} | {
    "Mapping[str, str]": ("a dictionary", lambda value: isinstance(value, Mapping)),
    "date": ("a date", lambda value: isinstance(value, date)),
    "os.PathLike[str]": ("a path", lambda value: isinstance(value, os.PathLike)),
    "EngineOptions": ("EngineOptions", lambda value: isinstance(value, EngineOptions)),
}
"""The meaning of annotations; one with any other part is left to the function."""


def _require_arguments(function: Callable[..., Any], given: Mapping[str, Any]) -> None:
    """Check the arguments of a call against the annotations of the function.

    :raises TypeError: where a value is not of the type; the sentence names the argument.
    :raises ValueError: where it is none of the values that there are; likewise.
    """
    for name, parts, default in _parameters(function):
        value = given[name]
        if value is default:
            continue
        if parts[0] == "Lang" and isinstance(value, str) and value not in languages():
            raise ValueError(no_language(value))
        if (choices := _choices(parts[0])) is not None:
            if value is not None or "None" not in parts:
                require_one_of(name, choices, value)
        elif all(part in _TYPES for part in parts):
            require_kind(name, [_TYPES[part] for part in parts], value)


@lru_cache(maxsize=64)
def _parameters(function: Callable[..., Any]) -> tuple[tuple[str, list[str], Any], ...]:
    """The name, the parts of the annotation and the default of each parameter."""
    parameters = inspect.signature(function).parameters.values()
    return tuple(
        (each.name, re.split(r" \| (?![^\[]*\])", str(each.annotation)), each.default)
        for each in parameters
    )


def _choices(annotation: str) -> tuple[Any, ...] | None:
    if annotation.startswith("Literal["):
        return get_args(eval(annotation, {"Literal": Literal}))
    if annotation == "Lang":
        return languages()
    if annotation in _CHOICES:
        return get_args(getattr(import_module(_CHOICES[annotation]), annotation))
    return None


def _answer_to(
    function: Callable[..., object], question: Callable[..., Question[A]], given: dict[str, Any]
) -> A:
    """The answer to a question whose options are arguments of a function, the first its puzzle."""
    _require_arguments(function, given)
    name, *options = (name for name, *_ in _parameters(function) if name not in _NO_OPTIONS)
    input = input_of(given[name], name, givens_only=given["givens_only"])
    with_options = question(**{option: given[option] for option in options})
    return ask(with_options, input, Limit(seconds=given["time_limit"]))


def _require_jobs(jobs: int) -> None:
    if not 1 <= jobs <= MAX_JOBS:
        raise ValueError(f"jobs is a number from 1 to {MAX_JOBS}, not {jobs}")


def _require_many(puzzles: object, jobs: int) -> None:
    _require_jobs(jobs)
    if isinstance(puzzles, str | bytes | Puzzle):
        raise TypeError("puzzles is a list or another iterable of puzzles, not one puzzle")
    if not isinstance(puzzles, Iterable):
        raise TypeError(f"puzzles is an iterable of puzzles, not {kind_of(puzzles)}")


def _puzzle(puzzle: AnyPuzzle, name: str = "puzzle", *, givens_only: bool = False) -> Puzzle:
    document = read_puzzle(puzzle, name)
    return document.givens_only().puzzle if givens_only else document.puzzle


def _texts(name: str, value: str | Iterable[str]) -> str | tuple[str, ...]:
    if isinstance(value, str):
        return value
    texts = tuple(value) if isinstance(value, Iterable) else ()
    if not isinstance(value, Iterable) or not all(isinstance(text, str) for text in texts):
        raise TypeError(f"{name} is a text or several, not {kind_of(value)}")
    return texts
