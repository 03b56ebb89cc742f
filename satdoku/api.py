"""The everyday functions, for scripts: text (or a Puzzle) in, an answer out.

An answer's ``to_dict()`` is the object that the command of the same name prints with ``--json``,
without what only a run over files has (``line``, ``source``, ``seconds``).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast, overload

from satdoku import solving
from satdoku.answers.asked import Asked, asked_of, document_of
from satdoku.arguments import require_arguments
from satdoku.base.errors import FormatError, ImpossibleWish, Undecided
from satdoku.base.limits import MAX_JOBS, UNLIMITED, Limit, Stop
from satdoku.board import Geometry, Grid
from satdoku.engines import Backend, EngineOptions
from satdoku.formats import parse as parse_document
from satdoku.puzzle import Position, Puzzle, puzzle_of_cells
from satdoku.puzzle.cells import kind_of
from satdoku.solving.uniqueness import at_once

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from satdoku.answers.diagnosis import DiagnosisAnswer
    from satdoku.answers.explain import Explanation, TrialExplanation
    from satdoku.answers.hint import Hint
    from satdoku.answers.paths import PresetName, StepStyle
    from satdoku.answers.positions import CheckedPosition, PlayerMarks
    from satdoku.answers.results import SolveAnswer, UniquenessAnswer
    from satdoku.answers.steps import Steps
    from satdoku.batch.many import Errors
    from satdoku.explaining import Lang, Strength
    from satdoku.formats import Entry
    from satdoku.puzzle.cells import AnyPuzzle, Cells
    from satdoku.records.findings import (
        BackdoorsRecord,
        CheckRecord,
        FewestCluesRecord,
        RedundantRecord,
        UnavoidableRecord,
    )
    from satdoku.records.proofs import CertifiedRecord, VerificationRecord
    from satdoku.records.puzzles import (
        ConvertedRecord,
        GeneratedRecord,
        MinimizedRecord,
        SameRecord,
        ShownRecord,
        TransformRecord,
    )
    from satdoku.records.rating import BothRecord, RatingRecord
    from satdoku.records.rules import RuleRecord, SuggestRecord
    from satdoku.records.solving import CandidatesRecord
    from satdoku.records.steps import TechniqueRecord
    from satdoku.techniques.base import Technique

__all__ = [
    "Backend",
    "Count",
    "backdoors",
    "candidates",
    "canonical",
    "certify",
    "check",
    "check_unique",
    "convert",
    "count",
    "diagnose",
    "explain",
    "fewest_clues",
    "generate",
    "hint",
    "is_unique",
    "is_unique_many",
    "known_rules",
    "known_techniques",
    "minimize",
    "parse",
    "rate",
    "rate_many",
    "read",
    "redundant",
    "same",
    "show",
    "solutions",
    "solve",
    "steps",
    "suggest",
    "transform",
    "unavoidable",
    "verify",
]

_DEFAULT = EngineOptions()
_OF_CORE = ("auto", "native")


class Count(int):
    """A number of solutions: an ``int`` with the attribute ``exact``, false for a lower bound.

    ``str`` gives ``>=300`` where counting stopped early; ``stopped`` names the limit that ended it.
    """

    exact: bool
    stopped: Stop | None
    backend: str
    seconds: float
    puzzle: str | Puzzle

    @staticmethod
    def of(result: solving.CountResult, puzzle: str | Puzzle) -> Count:
        """The number that a result holds, with how it was found and for which puzzle."""
        number = Count(result.count)
        number.puzzle = puzzle
        number.exact = result.exact
        number.stopped = result.stopped
        number.backend = result.backend
        number.seconds = result.seconds
        return number

    def __str__(self) -> str:
        return f"{'' if self.exact else '>='}{int(self)}"

    def to_dict(self) -> dict[str, Any]:
        """What ``satdoku count --json`` prints, without place and time."""
        from satdoku.answers.solving import count_record

        found = solving.CountResult(int(self), self.exact, self.stopped, self.backend, self.seconds)
        return count_record(found, asked_of(self.puzzle)).to_dict()


def parse(text: str) -> Puzzle:
    """The one puzzle that a text holds, in any format that satdoku reads.

    :raises FormatError: naming line, column and reason, where the text cannot be read.

    A puzzle that breaks its own rules can still be read: see :meth:`Puzzle.problems`.
    """
    require_arguments(parse, locals())
    return parse_document(text).puzzle


def is_unique(
    puzzle: AnyPuzzle,
    backend: Backend = "auto",
    *,
    options: EngineOptions = _DEFAULT,
    time_limit: float | None = None,
) -> bool:
    """Whether a puzzle has exactly one solution (``False``: several, or none).

    :raises FormatError: where the text cannot be read.
    :raises InvalidPuzzle: where the puzzle breaks its own rules; lists every fault.
    :raises Undecided: where ``time_limit`` (seconds) ran out first.
    """
    if time_limit is None and backend in _OF_CORE and options is _DEFAULT:
        answer = at_once(puzzle)
        if answer is not None:
            return bool(answer)
    require_arguments(
        is_unique,
        {"puzzle": puzzle, "backend": backend, "options": options, "time_limit": time_limit},
    )
    limit = Limit(seconds=time_limit)
    return solving.is_unique(_puzzle(puzzle), backend=backend, options=options, limit=limit)


def check_unique(
    puzzle: AnyPuzzle,
    backend: Backend = "auto",
    *,
    options: EngineOptions = _DEFAULT,
    time_limit: float | None = None,
) -> UniquenessAnswer:
    """The verdict (unique, multiple, none, undecided) with its witnesses.

    ``witnesses`` holds the solution, or two different ones where there are several.

    :raises FormatError: where the text cannot be read.
    :raises InvalidPuzzle: where the puzzle breaks its own rules; lists every fault.
    """
    require_arguments(check_unique, locals())
    asked = _kept(puzzle)
    from satdoku.answers.results import UniquenessAnswer

    limit = Limit(seconds=time_limit)
    found = solving.check_unique(_puzzle(asked), backend=backend, options=options, limit=limit)
    return UniquenessAnswer.of(found, asked)


def solve(
    puzzle: AnyPuzzle,
    backend: Backend = "auto",
    *,
    limit: int = 1,
    options: EngineOptions = _DEFAULT,
    time_limit: float | None = None,
) -> SolveAnswer:
    """Solve a puzzle: up to ``limit`` different solutions. Never raises for none or many.

    Where one solution is asked for, the verdict is ``solved``, not ``unique``: whether there are
    others is the question of :func:`is_unique`, or of ``limit=2``.

    :raises FormatError: where the text cannot be read.
    :raises InvalidPuzzle: where the puzzle breaks its own rules; lists every fault.
    """
    require_arguments(solve, locals())
    asked = _kept(puzzle)
    from satdoku.answers.results import SolveAnswer

    bounds = Limit(seconds=time_limit, solutions=limit)
    found = solving.solve(_puzzle(asked), backend=backend, options=options, limit=bounds)
    return SolveAnswer.of(found, asked)


def solutions(
    puzzle: AnyPuzzle,
    backend: Backend = "auto",
    *,
    limit: int | None = None,
    options: EngineOptions = _DEFAULT,
    time_limit: float | None = None,
) -> Iterator[Grid]:
    """Every solution, each once, as they are found; at most ``limit`` of them.

    The iterator's ``exhausted`` is true at the end where these were all (false where ``limit``
    ended it, whether there are more or not).

    :raises FormatError: where the text cannot be read.
    :raises InvalidPuzzle: where the puzzle breaks its own rules; lists every fault.
    """
    require_arguments(solutions, locals())
    bounds = replace(UNLIMITED, seconds=time_limit, solutions=limit)
    return solving.enumerate_solutions(
        _puzzle(puzzle), backend=backend, options=options, limit=bounds
    )


def count(
    puzzle: AnyPuzzle,
    backend: Backend = "auto",
    *,
    limit: int | None = None,
    options: EngineOptions = _DEFAULT,
    time_limit: float | None = None,
) -> Count:
    """The number of solutions, an ``int`` whose ``exact`` is false where a limit cut the count.

    :raises FormatError: where the text cannot be read.
    :raises InvalidPuzzle: where the puzzle breaks its own rules; lists every fault.
    """
    require_arguments(count, locals())
    asked = _kept(puzzle)
    bounds = Limit(seconds=time_limit, solutions=limit)
    found = solving.count(_puzzle(asked), backend=backend, options=options, limit=bounds)
    return Count.of(found, asked)


# ------------------------------------------------------------------------------------------------
# Steps as a person would find them.


def hint(
    puzzle: AnyPuzzle,
    *,
    board: AnyPuzzle | None = None,
    marks: PlayerMarks | None = None,
    strength: Strength = 1,
    preset: PresetName = "human",
    style: StepStyle = "auto",
    lang: Lang = "en",
    time_limit: float | None = None,
    allow_multiple: bool = False,
) -> Hint:
    """The next step of a puzzle, or of a position in the middle of one.

    ``strength`` is how much of it ``text()`` and ``to_dict()`` show: 1 what kind and where, 2
    which pattern, 3 all of it. ``preset`` names the techniques; with the style ``auto`` a small
    proof stands in where they find nothing (``techniques``: never, ``mus``: always).

    ``board`` is what a player has made of the puzzle: the digits so far, in any form that a puzzle
    takes. ``marks`` are the pencil marks: the digits of cells by name (or a list with those of each
    cell); cells without any count as not noted. What the player has crossed out is not used again.

    >>> import satdoku
    >>> found = satdoku.hint("1....2..4......3", strength=3)
    >>> found.outcome, found.step.technique
    ('found', 'hidden-single')
    >>> print(found.text())
    Hidden single: 4 is excluded from every other empty cell of box 1, so r1c2 = 4.
    >>> found = satdoku.hint("1....2..4......3", board="14...2..4......3", marks={"r1c3": [3]})
    >>> found.text()
    'Look for a full house in box 1.'

    :raises FormatError, InvalidPuzzle: where a text cannot be read or breaks its own rules, and
        where ``board`` or ``marks`` have left the solution (:func:`check` names all that is wrong).
    :raises NoSolution, NotUnique: where there is not exactly one solution (unless
        ``allow_multiple``), or a position contradicts the solution; the sentence names the place.
    :raises Undecided: where the time ran out before the solutions were known.
    """
    require_arguments(hint, locals())
    from satdoku.answers.hint import hint_of
    from satdoku.answers.paths import preset_of

    by_trial = preset == "trial"
    checked = _checked(puzzle, board, marks, time_limit, allow_multiple or by_trial, lang)
    return hint_of(checked, preset_of(preset, checked, style), strength, lang)


@overload
def explain(
    puzzle: AnyPuzzle,
    *,
    board: AnyPuzzle | None = ...,
    marks: PlayerMarks | None = ...,
    preset: Literal["trial"],
    style: StepStyle = ...,
    lang: Lang = ...,
    limit: int | None = ...,
    time_limit: float | None = ...,
    allow_multiple: bool = ...,
) -> TrialExplanation: ...
@overload
def explain(
    puzzle: AnyPuzzle,
    *,
    board: AnyPuzzle | None = ...,
    marks: PlayerMarks | None = ...,
    preset: Literal["human", "se", "six-elements", "euler96"] = ...,
    style: StepStyle = ...,
    lang: Lang = ...,
    limit: int | None = ...,
    time_limit: float | None = ...,
    allow_multiple: bool = ...,
) -> Explanation: ...
def explain(
    puzzle: AnyPuzzle,
    *,
    board: AnyPuzzle | None = None,
    marks: PlayerMarks | None = None,
    preset: PresetName = "human",
    style: StepStyle = "auto",
    lang: Lang = "en",
    limit: int | None = None,
    time_limit: float | None = None,
    allow_multiple: bool = False,
) -> Explanation | TrialExplanation:
    """The whole path through a puzzle, or from a position on, as a person would go it.

    ``board`` and ``marks`` are where a player stands, as for :func:`hint`. ``limit`` is the most
    steps. With the preset ``trial``: every answer by singles and trial
    (``limit`` is then the most answers, 300 where it is not given), within 30 seconds.

    >>> import satdoku
    >>> path = satdoku.explain("1....2..4......3")
    >>> path.outcome, len(path), str(path.grid)
    ('solved', 12, '1432321443212143')
    >>> path.steps[0].technique
    'hidden-single'

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or breaks its own rules.
    :raises NoSolution, NotUnique: where there is not exactly one solution (unless
        ``allow_multiple``), or a position contradicts the solution; the sentence names the place.
    :raises Undecided: where the time ran out before the solutions were known.
    """
    require_arguments(explain, locals())
    from satdoku.answers.explain import explanation_of, trial_explanation_of
    from satdoku.answers.paths import preset_of
    from satdoku.answers.positions import OPEN_END_SECONDS

    if preset == "trial":
        seconds = OPEN_END_SECONDS if time_limit is None else time_limit
        return trial_explanation_of(
            _checked(puzzle, board, marks, seconds, True, lang), limit, lang
        )
    checked = _checked(puzzle, board, marks, time_limit, allow_multiple, lang)
    return explanation_of(checked, preset_of(preset, checked, style), limit, lang)


def steps(
    puzzle: AnyPuzzle,
    technique: str,
    *,
    board: AnyPuzzle | None = None,
    marks: PlayerMarks | None = None,
    limit: int | None = None,
    lang: Lang = "en",
    time_limit: float | None = None,
) -> Steps:
    """Every instance of a technique in a position; ``limit`` is the most.

    ``board`` and ``marks`` are where a player stands, as for :func:`hint`.

    >>> import satdoku
    >>> found = satdoku.steps("1....2..4......3", "hidden-single")
    >>> found.complete, found.steps[0].placements
    (True, ((1, 4),))

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or breaks its own rules.
    :raises Unsupported: where the technique does not hold for such a puzzle.
    :raises NoSolution, NotUnique, Undecided: where the technique needs exactly one solution.
    :raises ValueError: where there is no such technique.
    """
    require_arguments(steps, locals())
    from satdoku.answers.steps import steps_of
    from satdoku.techniques.catalogue import technique as technique_of

    search = technique_of(technique)
    checked = _checked(puzzle, board, marks, time_limit, False, lang, search)
    return steps_of(checked, search, limit, lang)


# ------------------------------------------------------------------------------------------------
# How hard, what is wrong, what could go.


@overload
def rate(
    puzzle: AnyPuzzle,
    *,
    scale: Literal["se", "hodoku"] = "se",
    allow_multiple: bool = False,
    time_limit: float | None = None,
) -> RatingRecord: ...
@overload
def rate(
    puzzle: AnyPuzzle, *, scale: Literal["both"], time_limit: float | None = None
) -> BothRecord: ...
def rate(
    puzzle: AnyPuzzle,
    *,
    scale: Literal["se", "hodoku", "both"] = "se",
    allow_multiple: bool = False,
    time_limit: float | None = None,
) -> RatingRecord | BothRecord:
    """Sudoku Explainer's ratings of a classic puzzle: ER (the hardest step), EP and ED.

    A puzzle with rules is rated on the satdoku scale instead (docs/scale.md): ``points``.
    ``scale="hodoku"`` gives HoDoKu's level and score (docs/hodoku.md), ``"both"`` an answer with
    the attributes ``se`` and ``hodoku``; these two need a classic puzzle of givens.

    >>> import satdoku
    >>> found = satdoku.rate(
    ...     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ... )
    >>> found.er, found.level, found.hardest
    (1.2, 'easy', 'hidden-single')
    >>> found = satdoku.rate(
    ...     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ...     scale="hodoku",
    ... )
    >>> found.level, found.score, found.steps
    ('easy', 204, 51)

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or breaks its own rules.
    :raises NoSolution, NotUnique: where there is not exactly one solution; ``allow_multiple`` rates
        puzzles with several as far as the path goes, on Sudoku Explainer's scale.
    :raises Undecided: where the time ran out first.
    :raises Unsupported: where the scale does not cover the puzzle.
    :raises EngineUnavailable: where the compiled core is not installed.
    :raises ValueError: where there is no such scale, or it does not go with ``allow_multiple``.
    """
    require_arguments(rate, locals())
    from satdoku.answers.rating import both_ratings_of, rating_of
    from satdoku.rating.scales import SCALES

    asked = asked_of(puzzle)
    if scale != "se" and allow_multiple:
        raise ValueError(f"scale={scale!r} needs exactly one solution; leave allow_multiple out")
    if scale == "both":
        return both_ratings_of(asked, seconds=time_limit)
    wanted = None if scale == "se" else SCALES[scale]
    return rating_of(asked, scale=wanted, allow_multiple=allow_multiple, seconds=time_limit)


def diagnose(
    puzzle: AnyPuzzle,
    *,
    all: int = 1,
    choices: int = 100,
    lang: Lang = "en",
    time_limit: float | None = 10.0,
) -> DiagnosisAnswer:
    """What is wrong with a puzzle that has not exactly one solution, and what would cure it.

    ``all`` is the most clashes to list, ``choices`` the most ways to cure. Faults that the rules
    show at once (two equal digits in a row) are diagnosed like any other, not raised.

    >>> import satdoku
    >>> found = satdoku.diagnose("1...2......12...")
    >>> found.verdict, found.clashes[0]["facts"]
    ('none', ['r2c1=2', 'r4c1=2'])

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or the board is malformed.
    :raises Unsupported: where a rule cannot be written as clauses.
    """
    require_arguments(diagnose, locals())
    from satdoku.answers.diagnosis import DiagnosisAnswer, diagnosis_of

    asked = asked_of(puzzle)
    limit = Limit(seconds=time_limit)
    found = diagnosis_of(asked, clashes=all, choices=choices, lang=lang, limit=limit)
    return DiagnosisAnswer.of(found, asked.puzzle, lang)


def suggest(
    puzzle: AnyPuzzle,
    kinds: str,
    *,
    count: int = 5,
    pairs: bool = False,
    solution: str | Grid | Cells | None = None,
    seed: int = 0,
    lang: Lang = "en",
    time_limit: float | None = 10.0,
) -> SuggestRecord:
    """Which further clue of some kinds would leave the fewest solutions, and which rule can go.

    ``kinds`` are written as for ``satdoku suggest --rule``: ``"thermo"``, ``"thermo:3-5,arrow"``.
    ``pairs`` lists two clues at a time, for where one does not do. ``solution`` keeps to clues that
    this grid keeps; another ``seed`` draws other clues.

    >>> import satdoku
    >>> found = satdoku.suggest("1....2..4.......", "killer-cage:2-3", count=1)
    >>> found.verdict, found.solutions, found.clues[0]["left"]
    ('multiple', 6, 1)

    :raises FormatError, InvalidPuzzle: where a text or ``kinds`` cannot be read, ``solution`` is no
        solution of the puzzle, or the puzzle breaks its own rules.
    :raises ImpossibleWish: where clues of a kind cannot be placed.
    :raises Undecided: where the time ran out before a solution was found.
    :raises Unsupported: where a rule cannot be written as clauses.
    """
    require_arguments(suggest, locals())
    from satdoku.answers.suggestions import suggested_of, wishes_of

    if count < 1:
        raise ValueError(f"count is a number >= 1, not {count}")
    asked = asked_of(puzzle)
    geometry = asked.puzzle.geometry
    limit = Limit(seconds=time_limit)
    wished = None if solution is None else Grid(geometry, _values(solution, geometry, "solution"))
    if wished is not None and not asked.puzzle.accepts(wished, limit.start()):
        raise FormatError("solution: the grid is no solution of the puzzle")
    return suggested_of(
        asked,
        kinds,
        wishes_of(kinds, geometry),
        count=count,
        pairs=pairs,
        solution=wished,
        seed=seed,
        lang=lang,
        limit=limit,
    )


def check(
    board: AnyPuzzle,
    puzzle: AnyPuzzle | None = None,
    *,
    marks: PlayerMarks | None = None,
    reveal: bool = False,
    lang: Lang = "en",
    time_limit: float | None = None,
) -> CheckRecord:
    """Which digits and pencil marks of a player's board are wrong.

    ``puzzle`` is what the board is of; without it every digit counts as the player's, unless the
    board (a :class:`Position`) knows its givens. ``marks`` are pencil marks, as for :func:`hint`.
    Right digits are left out without ``reveal``.

    >>> import satdoku
    >>> found = satdoku.check("13...2..4......3", puzzle="1....2..4......3")
    >>> found.verdict, found.text()
    ('wrong', 'r1c2=3 is wrong.')
    >>> satdoku.check("14...2..4......3", "1....2..4......3", marks={"r1c3": [2]}).verdict
    'wrong'

    :raises FormatError, InvalidPuzzle: where a text cannot be read, breaks its own rules, or the
        board is not one of the puzzle.
    """
    require_arguments(check, locals())
    from satdoku.answers.board import board_record
    from satdoku.answers.positions import player_marks
    from satdoku.diagnosing.board import PlayerBoard, check_board

    document, text = document_of(board, "board")
    if isinstance(board, Position) and puzzle is None:
        puzzle = board.puzzle
    if document.position is not None and isinstance(board, Position):
        text = board.grid.text()
    held = PlayerBoard.of(document, None if puzzle is None else _puzzle(puzzle))
    if marks is not None:
        noted = zip(player_marks(marks, held.puzzle.geometry), held.marks, held.values, strict=True)
        held = replace(held, marks=tuple((a or b) if v is None else None for a, b, v in noted))
    found = check_board(held, limit=Limit(seconds=time_limit))
    return board_record(found, Asked(held.puzzle, 1, text, None), reveal=reveal, lang=lang)


def minimize(
    puzzle: AnyPuzzle,
    *,
    all: int | None = None,
    fewest: bool = False,
    seed: int = 0,
    time_limit: float | None = None,
) -> MinimizedRecord:
    """A puzzle without its redundant givens: one solution, and every given is needed.

    ``all``: every minimal sub-puzzle, up to so many. ``fewest``: one with the fewest givens that
    are found in the time (10 seconds where it is not given).

    >>> import satdoku
    >>> found = satdoku.minimize("1234341221434321")
    >>> found.minimal, found.clues
    (('..3..4...1....2.',), (4,))

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or breaks its own rules.
    :raises NoSolution, NotUnique: where there is not exactly one solution.
    :raises Undecided: where the time ran out first.
    """
    require_arguments(minimize, locals())
    from satdoku.answers.minimal import minimized_of

    if all is not None and fewest:
        raise ValueError("all and fewest cannot be asked for together")
    return minimized_of(asked_of(puzzle), most=all, fewest=fewest, seed=seed, seconds=time_limit)


def candidates(
    puzzle: AnyPuzzle,
    backend: Backend = "auto",
    *,
    cap: int | None = None,
    options: EngineOptions = _DEFAULT,
    time_limit: float | None = None,
) -> CandidatesRecord:
    """Which candidates occur in some solution; with ``cap``, in how many up to it.

    >>> import satdoku
    >>> found = satdoku.candidates("1....2..4.......")
    >>> found.candidates["r1c2"], found.candidates["r1c3"]
    ({'4': 1}, {'2': 1, '3': 1})

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or breaks its own rules.
    """
    require_arguments(candidates, locals())
    from satdoku.answers.candidates import candidates_of

    limit = Limit(seconds=time_limit)
    return candidates_of(asked_of(puzzle), cap=cap, backend=backend, options=options, limit=limit)


# ------------------------------------------------------------------------------------------------
# What a puzzle could spare, and what it hangs on.


def redundant(
    puzzle: AnyPuzzle,
    backend: Literal["auto", "native", "sat"] = "auto",
    *,
    lang: Lang = "en",
    time_limit: float | None = None,
) -> RedundantRecord:
    """Which givens and rules can be spared, one at a time, and which can go all together.

    >>> import satdoku
    >>> found = satdoku.redundant("14...2..4......3")
    >>> found.verdict, found.givens, found.together["puzzle"]
    ('redundant', ('r1c2=4', 'r2c2=2'), '1....2..4......3')

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or breaks its own rules.
    :raises NoSolution, NotUnique, Undecided: where there is not exactly one solution.
    """
    require_arguments(redundant, locals())
    from satdoku.answers.sets import redundant_of

    limit = Limit(seconds=time_limit)
    return redundant_of(
        asked_of(puzzle), backend=backend, lang=lang, limit=limit, rules_known=False
    )


def backdoors(
    puzzle: AnyPuzzle,
    *,
    by: Literal["singles", "naked", "hidden"] = "singles",
    all: bool = False,
    time_limit: float | None = None,
) -> BackdoorsRecord:
    """The fewest cells that, once they hold their digits, let singles finish the puzzle.

    ``by`` are the singles that finish it; ``all``: every backdoor of the smallest size.

    >>> import satdoku
    >>> satdoku.backdoors("1....2..4......3").size
    0

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or breaks its own rules.
    :raises NoSolution, NotUnique, Undecided: where there is not exactly one solution.
    """
    require_arguments(backdoors, locals())
    from satdoku.answers.sets import backdoors_of

    return backdoors_of(asked_of(puzzle), by=by, every=all, limit=Limit(seconds=time_limit))


def unavoidable(
    grid: AnyPuzzle,
    size: int = 12,
    backend: Literal["auto", "native", "sat"] = "auto",
    *,
    time_limit: float | None = None,
) -> UnavoidableRecord:
    """The minimal unavoidable sets of a grid, or of a puzzle's solution, up to ``size`` cells.

    Every puzzle of the grid must give one cell of each.

    >>> import satdoku
    >>> found = satdoku.unavoidable("1234341221434321", 4)
    >>> found.count, found.sets[0]
    (8, ('r1c1', 'r1c2', 'r3c1', 'r3c2'))

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or breaks its own rules.
    :raises NoSolution, NotUnique, Undecided: where there is not exactly one solution.
    """
    require_arguments(unavoidable, locals())
    from satdoku.answers.sets import unavoidable_of

    limit = Limit(seconds=time_limit)
    return unavoidable_of(
        asked_of(grid, "grid"), size, backend=backend, letters="auto", limit=limit
    )


def fewest_clues(
    grid: AnyPuzzle, *, seed: int = 0, time_limit: float | None = 10.0
) -> FewestCluesRecord:
    """How few givens can pose a grid (or a puzzle's solution): bounds, and the best puzzle found.

    >>> import satdoku
    >>> found = satdoku.fewest_clues("1234341221434321")
    >>> found.clues, found.exact
    (4, True)

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or breaks its own rules.
    :raises NoSolution, NotUnique, Undecided: where there is not exactly one solution.
    """
    require_arguments(fewest_clues, locals())
    from satdoku.answers.sets import fewest_clues_of

    limit = Limit(seconds=time_limit)
    return fewest_clues_of(
        asked_of(grid, "grid"), seed=seed, letters="auto", limit=limit, rules_known=False
    )


# ------------------------------------------------------------------------------------------------
# Symmetry.


def canonical(puzzle: AnyPuzzle, *, time_limit: float | None = None) -> TransformRecord:
    """The least image (minlex) of a puzzle: two puzzles are equivalent when these are equal.

    >>> import satdoku
    >>> found = satdoku.canonical("1....2..4......3")
    >>> found.image, found.images
    ('.......1.2..3.4.', 3072)

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or breaks its own rules.
    :raises Unsupported: for pencil marks and for constraints.
    """
    require_arguments(canonical, locals())
    return transform(puzzle, to="canonical", time_limit=time_limit)


def transform(
    puzzle: AnyPuzzle,
    to: str = "random",
    *,
    seed: int | None = None,
    moves: str | None = None,
    time_limit: float | None = None,
) -> TransformRecord:
    """A puzzle with its rows, columns and digits moved: what is equivalent to it.

    ``to`` is ``random`` (by ``seed``), ``canonical``, ``count`` (the number of different images
    alone) or the name of a symmetry, such as ``rotate-90``; ``moves`` are the kinds of moves
    allowed, such as ``relabel,rows,columns``.

    >>> import satdoku
    >>> satdoku.transform("1....2..4......3", "transpose").image
    '1.4..2.........3'
    >>> satdoku.transform("1....2..4......3", seed=1) == satdoku.transform(
    ...     "1....2..4......3", seed=1
    ... )
    True

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or breaks its own rules.
    :raises Unsupported: for what cannot be moved about, by name.
    :raises ValueError: where there is no such symmetry or kind of move.
    """
    require_arguments(transform, locals())
    import secrets

    from satdoku.answers.symmetry import image_of
    from satdoku.symmetry import NAMED_SYMMETRIES, parse_moves

    if to not in ("random", "canonical", "count", *NAMED_SYMMETRIES):
        names = ", ".join(("random", "canonical", "count", *NAMED_SYMMETRIES))
        raise ValueError(f"{to!r} is no symmetry; there are {names}")
    named = to in NAMED_SYMMETRIES
    kind = cast(Literal["random", "named", "canonical", "count"], "named" if named else to)
    return image_of(
        asked_of(puzzle),
        kind,
        None if moves is None else parse_moves(moves),
        seed=secrets.randbits(64) if seed is None else seed,
        name=to if named else None,
        limit=Limit(seconds=time_limit),
    )


def same(first: AnyPuzzle, second: AnyPuzzle, *, time_limit: float | None = None) -> SameRecord:
    """Whether two puzzles are equivalent, and by which symmetry.

    >>> import satdoku
    >>> satdoku.same("1....2..4......3", "2....1..3......4").same
    True

    :raises FormatError, InvalidPuzzle: where a text cannot be read, or breaks its own rules.
    """
    require_arguments(same, locals())
    from satdoku.answers.symmetry import same_of

    record, _ = same_of(
        _puzzle(first, "first"), _puzzle(second, "second"), limit=Limit(seconds=time_limit)
    )
    return record


# ------------------------------------------------------------------------------------------------
# Making puzzles.


def generate(
    count: int = 1,
    *,
    seed: int | None = None,
    board: AnyPuzzle | None = None,
    clues: int | None = None,
    minimal: bool = False,
    symmetry: str = "none",
    mask: str | None = None,
    grid: str | Grid | Cells | None = None,
    killer: bool = False,
    single_cages: bool = False,
    clues_of: str | None = None,
    clues_on: str | None = None,
    no_givens: bool = False,
    full: bool = False,
    uniform: bool = False,
    level: str | None = None,
    levels: str | None = None,
    er: str | None = None,
    ep: str | None = None,
    ed: str | None = None,
    requires: str | None = None,
    preset: Literal["human", "se"] = "human",
    only_singles: bool = False,
    max_steps: int | None = None,
    jobs: int = 1,
    time_limit: float | None = None,
    tries: int | None = None,
) -> Iterator[GeneratedRecord]:
    """New puzzles with one solution, no two of them equivalent, as they are found.

    ``board`` is the board with its rules, and the digits that every puzzle must give (the classic
    9x9 where it is not given); the other wishes are those of ``satdoku generate``
    (docs/generate.md): ``er="3.0..3.8"``, ``level="hard"``, ``symmetry="180"``, or
    ``levels="easy:40,medium:60"`` for levels that take turns by their shares. The same seed and
    wishes give the same puzzles, whatever ``jobs`` is: threads for plain classic puzzles, else
    processes, for which a script needs ``if __name__ == "__main__":``.

    >>> import satdoku
    >>> [made] = satdoku.generate(seed=2026)
    >>> made.puzzle
    '.7.9....35....7..28.3.5....2...8..9.6...9.8.7.5...3......5..4....4.....9.......31'
    >>> satdoku.is_unique(made.puzzle)
    True

    :raises FormatError, InvalidPuzzle: where ``board``, ``mask`` or ``grid`` cannot be read.
    :raises SatdokuError: where ``levels`` or a range of ratings cannot be read.
    :raises ImpossibleWish: where no puzzle can be as wished.
    :raises Undecided: after the puzzles found, where a limit came before all that were asked for.
    """
    require_arguments(generate, locals())
    import secrets

    from satdoku.answers.generated import (
        is_rated,
        levels_of,
        range_of,
        record_of,
        row_of,
        target_of,
        why_ended,
    )
    from satdoku.batch.executors import Threads
    from satdoku.generating import Run, Wish, parse_mask
    from satdoku.generating.clues import parse_clues
    from satdoku.generating.making import is_quick

    if count < 1:
        raise ValueError(f"count is a number >= 1, not {count}")
    _require_jobs(jobs)
    both = [
        name
        for name, value in (("er", er), ("level", level), ("levels", levels))
        if value is not None
    ]
    if len(both) > 1:
        raise ImpossibleWish(f"{both[0]} and {both[1]} both set the difficulty; give one of them")
    plain = Puzzle.empty(Geometry.classic()) if board is None else _puzzle(board, "board")
    geometry = plain.geometry
    solution = None if grid is None else _values(grid, geometry, "grid")
    texts = {"er": er, "ep": ep, "ed": ed}
    target = target_of(
        level=level,
        requires=requires,
        preset=preset,
        only_singles=only_singles,
        max_steps=max_steps,
        ranges={name: range_of(text, name) for name, text in texts.items() if text is not None},
    )
    wish = Wish(
        plain,
        clues,
        minimal,
        symmetry,
        None if mask is None else parse_mask(mask, geometry),
        solution,
        killer,
        full,
        uniform,
        target,
        () if clues_of is None else parse_clues(clues_of, geometry),
        None if clues_on is None else parse_mask(clues_on, geometry),
        no_givens,
        single_cages,
    )
    number = secrets.randbelow(1 << 32) if seed is None else seed
    shares = {} if levels is None else levels_of(levels, "levels")
    run = Run(wish, number, count, jobs, Limit(seconds=time_limit), tries, shares)
    for each in run.wishes:
        each.require_possible()
    run.describe = partial(row_of, is_rated(run.wishes[0]))
    if jobs > 1 and all(is_quick(each) and not each.full for each in run.wishes):
        run.executor = partial(Threads, jobs=jobs)

    def made() -> Iterator[GeneratedRecord]:
        found = 0
        for piece in run.pieces():
            for puzzle in piece.puzzles:
                found += 1
                assert puzzle.row is not None
                yield record_of(puzzle.row, wish, number)
        if run.ending != "done":
            raise Undecided(f"{why_ended(run)}: {found} of {count} found")

    return made()


def _values(grid: str | Grid | Cells, geometry: Geometry, name: str) -> tuple[int, ...]:
    values = grid.values if isinstance(grid, Grid) else _puzzle(grid, name).givens
    if None in values or len(values) != geometry.cell_count:
        raise FormatError(f"{name}: every cell of the solution must hold a digit")
    return tuple(value for value in values if value is not None)


# ------------------------------------------------------------------------------------------------
# Files and formats; what is known of rules and techniques.


def read(source: str | os.PathLike[str], *, format: str | None = None) -> Iterator[Entry]:
    """The puzzles of a file (``-``: standard input) in any format, also gzip and xz, as they come.

    An entry has the ``line`` on which its ``text`` begins and its ``document``, or else its
    ``error``: an entry that cannot be read does not end the reading.

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
    require_arguments(read, locals())
    from satdoku.formats import ReadOptions
    from satdoku.formats import read as read_entries

    return read_entries(source, ReadOptions(format=format))


def convert(
    puzzle: AnyPuzzle, to: str = "line", *, letters: Literal["auto", "10", "1", "hex"] = "auto"
) -> ConvertedRecord:
    """A puzzle in another format (docs/formats): ``text`` is what a file of the format would hold.

    ``lost`` are rules that the format has as drawings or in words only; ``letters`` says what
    letters stand for above 9.

    >>> import satdoku
    >>> satdoku.convert("1....2..4......3", "csv").text
    'puzzle\\n1....2..4......3\\n'

    :raises FormatError: where the text cannot be read, or there is no such format.
    :raises Unsupported: naming what the format cannot hold.
    """
    require_arguments(convert, locals())
    from satdoku.formats import WriteOptions, get_format, unread_rules, write
    from satdoku.records.puzzles import ConvertedRecord

    options = WriteOptions(letters=letters)
    document, text = document_of(puzzle)
    name = get_format(to).name
    new = write(document, name, options)
    return ConvertedRecord(1, text, to, new, unread_rules(document, new, name, options) or None)


def show(puzzle: AnyPuzzle) -> ShownRecord:
    """What a puzzle is, in words: its board, its rules, its candidates and its faults.

    :mod:`satdoku.render` draws it (docs/pictures.md).

    >>> import satdoku
    >>> found = satdoku.show("1....2..4......3")
    >>> found.board, found.clues, found.candidates["r1c2"]
    ('4x4 with 2x2 boxes', 4, (3, 4))

    :raises FormatError: where the text cannot be read.
    """
    require_arguments(show, locals())
    from satdoku.answers.shown import shown_record

    return shown_record(document_of(puzzle)[0], 1, None)


def known_rules(name: str | None = None) -> tuple[RuleRecord, ...]:
    """What is known of every rule, or of those that a name stands for: parameters, page, picture.

    >>> import satdoku
    >>> [thermo] = satdoku.known_rules("thermometer")
    >>> thermo.rule, thermo.usage
    ('thermo', 'thermo:r1c1+r1c2')

    :raises FormatError: where there is no such rule, with the nearest name.
    """
    require_arguments(known_rules, locals())
    from satdoku.answers.rules import all_rules, rule_record, rules_called

    return tuple(map(rule_record, all_rules() if name is None else rules_called(name)))


def known_techniques(name: str | None = None) -> tuple[TechniqueRecord, ...]:
    """What is known of every technique, or of those that have this name among their names.

    >>> import satdoku
    >>> [found] = satdoku.known_techniques("swordfish")
    >>> found.title, found.se, found.family
    ('swordfish', '3.8', 'fish')

    :raises ValueError: where there is no such technique, with the nearest name.
    """
    require_arguments(known_techniques, locals())
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
    proof_format: Literal["text", "binary"] = "text",
    proof_solver: str = "cadical153",
    options: EngineOptions = _DEFAULT,
    time_limit: float | None = None,
) -> CertifiedRecord:
    """Whether a puzzle has exactly one solution, with a certificate that anyone can check.

    The certificate (with formula and proof) is written into the directory, which is made where it
    is missing; ``certificate`` is its path, ``None`` where the time ran out.

    >>> import tempfile, satdoku
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     found = satdoku.certify("1....2..4......3", directory)
    ...     found.verdict, satdoku.verify(found.certificate).answer
    ('unique', 'proved')

    :raises FormatError, InvalidPuzzle: where the text cannot be read, or breaks its own rules.
    :raises Unsupported: where a rule has no clauses, or there would be too many.
    :raises SatdokuError: where the directory cannot be written.
    """
    require_arguments(certify, locals())
    from satdoku.answers.certificate import certified_of
    from satdoku.proofs.certifying import make_directory

    path = Path(directory)
    make_directory(path)
    return certified_of(
        asked_of(puzzle),
        path,
        form=proof_format,
        solver=proof_solver,
        backend=backend,
        options=options,
        limit=Limit(seconds=time_limit),
    )


def verify(
    certificate: str | os.PathLike[str],
    puzzle: AnyPuzzle | None = None,
    *,
    time_limit: float | None = None,
) -> VerificationRecord:
    """Whether a certificate proves its verdict; no solver is trusted, nor loaded.

    ``puzzle`` is what the certificate must be about. See :func:`certify` for an example.

    :raises FormatError: where the certificate or a file that it names cannot be read.
    """
    require_arguments(verify, locals())
    from satdoku.answers.verification import verification_of

    asked = None if puzzle is None else _puzzle(puzzle)
    return verification_of(os.fspath(certificate), asked, limit=Limit(seconds=time_limit))


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

    Puzzles in (any iterable, read as the answers are taken): an iterator out. A numpy array of
    shape (n, 81) or (n, 9, 9) of digits (0: empty) in: an array of bool out; ``time_limit``, for
    each puzzle, has no meaning there. ``jobs`` threads work at classic puzzles without
    ``time_limit`` and at arrays, ``jobs`` processes at others: a script then needs
    ``if __name__ == "__main__":``.

    A puzzle that is faulty or not decided raises its error, which names its index from 0;
    with ``errors="mark"`` it leaves ``None`` in its place (an array out is one of objects then).

    >>> import satdoku
    >>> list(satdoku.is_unique_many(["1....2..4......3", "." * 16]))
    [True, False]
    >>> list(satdoku.is_unique_many(["1....2..4......3", "11" + "." * 14], errors="mark"))
    [True, None]
    """
    require_arguments(is_unique_many, locals())
    from satdoku.batch import many

    _require_many(puzzles, jobs)
    if many.is_array(puzzles):
        return many.unique_array(puzzles, jobs, errors)
    return many.unique_each(puzzles, jobs, errors, time_limit)


@overload
def rate_many(  # type: ignore[overload-overlap]
    puzzles: NDArray[np.integer[Any]], jobs: int = ..., *, errors: Errors = ...
) -> NDArray[np.float64]: ...
@overload
def rate_many(
    puzzles: Iterable[AnyPuzzle],
    jobs: int = ...,
    *,
    errors: Errors = ...,
    time_limit: float | None = ...,
) -> Iterator[RatingRecord | None]: ...
def rate_many(
    puzzles: Any, jobs: int = 1, *, errors: Errors = "raise", time_limit: float | None = None
) -> Any:
    """The ratings of many puzzles, in order: ER, EP and ED, without the techniques.

    Puzzles in (any iterable): an iterator of :func:`rate`'s answers out; puzzles with rules are
    rated on the satdoku scale, as there. A numpy array of shape (n, 81) of digits (0: empty) in: an
    array of shape (n, 3) out. ``jobs`` and ``errors`` as in :func:`is_unique_many`; marked rows of
    an array are nan.

    >>> import satdoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> [found.er for found in satdoku.rate_many([puzzle])]
    [1.2]

    :raises EngineUnavailable: where the compiled core is not installed.
    """
    require_arguments(rate_many, locals())
    from satdoku.batch import many

    _require_many(puzzles, jobs)
    if many.is_array(puzzles):
        return many.rate_array(puzzles, jobs, errors)
    return many.rate_each(puzzles, jobs, errors, time_limit)


# ------------------------------------------------------------------------------------------------


def _require_jobs(jobs: int) -> None:
    if not 1 <= jobs <= MAX_JOBS:
        raise ValueError(f"jobs is a number from 1 to {MAX_JOBS}, not {jobs}")


def _require_many(puzzles: object, jobs: int) -> None:
    _require_jobs(jobs)
    if isinstance(puzzles, str | bytes | Puzzle):
        raise TypeError("puzzles is a list or another iterable of puzzles, not one puzzle")
    if not isinstance(puzzles, Iterable):
        raise TypeError(f"puzzles is an iterable of puzzles, not {kind_of(puzzles)}")


def _puzzle(puzzle: AnyPuzzle, name: str = "puzzle") -> Puzzle:
    if isinstance(puzzle, str):
        return parse(puzzle)
    if isinstance(puzzle, Position):
        return puzzle.as_puzzle()
    return puzzle if isinstance(puzzle, Puzzle) else puzzle_of_cells(puzzle, name)


def _kept(puzzle: AnyPuzzle) -> str | Puzzle:
    """What an answer is about, as it can be kept: lists can change."""
    return puzzle if isinstance(puzzle, str) else _puzzle(puzzle)


def _checked(
    puzzle: AnyPuzzle,
    board: AnyPuzzle | None,
    marks: PlayerMarks | None,
    seconds: float | None,
    allow_multiple: bool,
    lang: Lang,
    search: Technique | None = None,
) -> CheckedPosition:
    from satdoku.answers.positions import check_position, player_document

    document, text = document_of(puzzle)
    return check_position(
        document,
        text,
        later=player_document(board, marks, document.puzzle),
        called="board",
        seconds=seconds,
        search=search,
        allow_multiple=allow_multiple,
        lang=lang,
    )
