"""Ratings on every scale, of hard puzzles of candidates too: a rating, or one reason for none.

The referee knows what belongs together: who is stuck has 20.0 and no level, numbers ascend from the
first step to the hardest, a shorter limit gives the same numbers or none, and a file has a row for
each of its puzzles, in order, whatever became of those before.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import satdoku
from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.answers.question import ask
from satdoku.answers.rating import RateQuestion, RatingAnswer, rating_line
from satdoku.base.errors import NoSolution, NotUnique, Undecided, Unsupported
from satdoku.base.limits import Limit
from satdoku.batch.ordered import map_ordered
from satdoku.puzzle import Puzzle
from satdoku.rating.levels import LEVELS
from satdoku.rating.scales import SCALES, SE
from satdoku.solving import check_unique, solve
from tests.fuzz import puzzles
from tests.fuzz.tries import expect

SECONDS = 2.0
_REFUSALS = NoSolution, NotUnique, Undecided, Unsupported


@dataclass(frozen=True)
class Case:
    """Puzzles in a row, the scale, and a limit of a part of the time."""

    puzzles: tuple[Puzzle, ...]
    scale: str | None
    several: bool
    share: float


def draw(chance: random.Random) -> Case:
    """Mostly puzzles of candidates on the way to having no candidate to spare."""
    some = [
        _sukaku(chance) if chance.random() < 0.5 else puzzles.puzzle(chance, "small classic")
        for _ in range(chance.randint(1, 3))
    ]
    scale = chance.choice((None, None, *SCALES))
    return Case(tuple(some), scale, chance.random() < 0.2, chance.choice((0.0, 0.01, 1.0)))


def _sukaku(chance: random.Random) -> Puzzle:
    """Candidates around a solution; each that another solution has in place of it goes."""
    board = Puzzle.empty(satdoku.Geometry.classic())
    shown = chance.sample(range(1, 10), 9)
    right = [shown[(3 * (r % 3) + r // 3 + c) % 9] for r in range(9) for c in range(9)]
    share = chance.uniform(0.2, 0.7)
    marks = [{d for d in range(1, 10) if d == own or chance.random() < share} for own in right]
    for _ in range(chance.choice((0, 400))):
        marked = replace(board, pencil_marks=tuple(map(frozenset, marks)))
        solutions = [grid.values for grid in solve(marked, limit=Limit(solutions=2)).solutions]
        others = [values for values in solutions if list(values) != right]
        if not others:
            break
        cell = chance.choice([cell for cell in range(81) if others[0][cell] != right[cell]])
        marks[cell].discard(others[0][cell] or 0)
    return replace(board, pencil_marks=tuple(map(frozenset, marks)))


def judge(case: Case) -> None:
    """Each puzzle by itself, then all in a row."""
    if any(puzzle.problems() for puzzle in case.puzzles):
        return
    scale = None if case.scale is None else SCALES[case.scale]
    several = case.several and (scale is None or scale.several)
    question = RateQuestion(scale=case.scale, allow_multiple=several)  # type: ignore[arg-type]
    rate = partial(_rated, question, SECONDS)
    rows = list(map_ordered(rate, case.puzzles))
    expect(len(rows) == len(case.puzzles), "a row is lost")
    for puzzle, answer in zip(case.puzzles, rows, strict=True):
        if isinstance(answer, RatingAnswer):
            _whole(puzzle, answer)
        early = _rated(question, SECONDS * case.share, puzzle)
        if isinstance(early, RatingAnswer) and isinstance(answer, RatingAnswer):
            expect(early.scores == answer.scores, "a limit changes the rating", early.scores)


def _rated(question: RateQuestion, seconds: float, puzzle: Puzzle) -> object:
    try:
        return ask(question, puzzle, Limit(seconds=seconds))
    except _REFUSALS as error:
        expect("\n" not in str(error) and str(error), "no one sentence", str(error))
        return type(error)


def _whole(puzzle: Puzzle, answer: RatingAnswer) -> None:
    verdict = check_unique(puzzle).verdict
    level, status = answer.level, answer.rating.status
    expect(answer.stuck == (status == "stuck" and verdict == "unique"), "stuck", verdict)
    expect((level is None) == (status == "stuck" or answer.scale in ("w", "b")), "level", level)
    expect(level is None or answer.scale == "hodoku" or level in LEVELS, "no level", level)
    if answer.scale == SE.name:
        er, ep, ed = (answer.scores[column.name] for column in SE.columns)
        expect((er == 20.0) == (status == "stuck"), "20.0", (er, status))
        expect(er >= ep >= ed or (status == "stuck" and ep == 0), "numbers", (er, ep, ed))
        expect(answer.level != "diabolical" or er >= 7.3, "diabolical", er)
    shape = answer.shape
    expect(shape is None or 1 <= shape.open_min <= shape.open_mean <= answer.steps, "shape", shape)
    expect(answer.puzzle in rating_line(answer), "the row has the puzzle")
    expect(("stuck" in rating_line(answer).split("\t")) == answer.stuck, "the row says stuck")
    expect(isinstance(answer.input, PuzzleInput) and answer.text(), "text")


def smaller(case: Case) -> Iterator[Case]:
    """Fewer puzzles, then less of each."""
    for at in range(len(case.puzzles)):
        yield replace(case, puzzles=case.puzzles[:at] + case.puzzles[at + 1 :])
    for puzzle in puzzles.smaller_puzzles(case.puzzles[0]) if case.puzzles else ():
        yield replace(case, puzzles=(puzzle, *case.puzzles[1:]))
