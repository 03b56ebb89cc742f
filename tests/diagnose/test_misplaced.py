"""A given one cell off, or two exchanged: the true move is always among the cures."""

from __future__ import annotations

import random

import pytest

from satdoku.base.limits import UNLIMITED, Limit
from satdoku.board import Geometry
from satdoku.constraints import parse_rules
from satdoku.diagnosing.diagnosis import diagnose
from satdoku.diagnosing.misplaced import moved, moves
from satdoku.explaining.findings import findings
from satdoku.generating import Run, Wish
from satdoku.puzzle import Puzzle
from satdoku.solving import check_unique
from tests.shared import in_time, thinned

EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CLASSIC = Geometry.classic()


def classic(text: str) -> Puzzle:
    return Puzzle(CLASSIC, tuple(None if symbol == "." else int(symbol) for symbol in text))


def shifted(puzzle: Puzzle, chance: random.Random, exchange: bool) -> tuple[int, int]:
    """Two cells to exchange: a given and a given, or an empty cell of its houses or beside it."""
    geometry = puzzle.geometry
    while True:
        cell, to = chance.sample(range(geometry.cell_count), 2)
        here, there = puzzle.givens[cell], puzzle.givens[to]
        if here is None or here == there or (there is not None) is not exchange:
            continue
        row, column = geometry.row_column(cell)
        other_row, other_column = geometry.row_column(to)
        beside = max(abs(row - other_row), abs(column - other_column)) == 1
        if exchange or beside or to in geometry.peers[cell]:
            return cell, to


def puzzles(number: int) -> list[Puzzle]:
    run = Run(Wish(Puzzle.empty(CLASSIC)), 5, number)
    return [classic(each.puzzle) for piece in run.pieces() for each in piece.puzzles]


def judge(good: Puzzle, cell: int, to: int) -> str:
    """That the true move is listed as leaving one solution; the verdict of the moved puzzle."""
    wrong = moved(good, cell, to)
    if not wrong.problems():
        verdict = check_unique(wrong).verdict
        if verdict != "none":
            listed = moves(wrong, (), UNLIMITED.start())
            pairs = {frozenset((move.cell, move.to)) for move in listed if move.unique}
            assert verdict == "unique" or frozenset((cell, to)) in pairs
            return verdict
    diagnosis = diagnose(wrong)
    assert diagnosis.verdict == "none"
    assert diagnosis.complete
    pairs = {frozenset((move.cell, move.to)) for move in diagnosis.moves if move.unique}
    assert frozenset((cell, to)) in pairs
    for move in diagnosis.moves[:3]:
        cured = check_unique(moved(wrong, move.cell, move.to))
        assert (cured.verdict == "unique") is move.unique
    return diagnosis.verdict


def judge_many(number: int, exchange: bool) -> None:
    chance = random.Random(7)
    verdicts = []
    sound = puzzles(number // 2)
    while len(verdicts) < number:
        good = chance.choice(sound)
        verdict = judge(good, *shifted(good, chance, exchange))
        if verdict != "unique":
            verdicts.append(verdict)
    assert {"none", "multiple"} == set(verdicts) or exchange


@pytest.mark.parametrize("exchange", thinned([False, True], 2))
def test_the_true_move_is_listed(exchange: bool) -> None:
    judge_many(20, exchange)


@pytest.mark.slow
@pytest.mark.parametrize("exchange", [False, True])
def test_the_true_move_is_listed_for_200_puzzles(exchange: bool) -> None:
    judge_many(200, exchange)


@pytest.mark.full
def test_the_nearest_comes_first() -> None:
    good = classic(EXAMPLE)
    say = findings(good.geometry)
    diagnosis = diagnose(moved(good, 1, 2))
    assert diagnosis.verdict == "none"
    assert say.move(diagnosis.moves[0]) == "move the 3 of r1c3 to r1c2"
    diagnosis = diagnose(moved(good, 0, 1))
    assert "exchange r1c1 and r1c2" in [say.move(move) for move in diagnosis.moves[:12]]


def test_a_move_may_leave_one_of_several_solutions() -> None:
    good = classic(EXAMPLE)
    wrong = next(
        puzzle
        for cell, to in ((a, b) for a in range(81) for b in good.geometry.peers[a])
        if good.givens[cell] is not None and good.givens[to] is None
        if not (puzzle := moved(good, cell, to)).problems()
        if check_unique(puzzle).verdict == "multiple"
    )
    diagnosis = in_time(
        lambda seconds: diagnose(wrong, limit=Limit(seconds=seconds)),
        lambda diagnosis: any(moved(wrong, move.cell, move.to) == good for move in diagnosis.moves),
    )
    assert diagnosis.verdict == "multiple"
    assert diagnosis.ambiguity is not None
    assert any(moved(wrong, move.cell, move.to) == good for move in diagnosis.moves)


def test_rules_and_pencil_marks_are_kept() -> None:
    diagonal = Puzzle.empty(Geometry.boxes(4, 2, 2), parse_rules("diagonal", Geometry.of_size(4)))
    good = diagonal.with_givens({0: 1, 5: 3})
    every = list(moves(good, (), UNLIMITED.start()))
    for move in every:
        puzzle = moved(good, move.cell, move.to)
        assert check_unique(puzzle).verdict == ("unique" if move.unique else "multiple")
    marks: list[frozenset[int] | None] = [None] * 16
    marks[1] = frozenset((2, 3))
    marked = Puzzle(good.geometry, good.givens, tuple(marks), good.constraints)
    assert {(m.cell, m.to) for m in moves(marked, (), UNLIMITED.start())} <= {
        (m.cell, m.to) for m in every if (m.cell, m.to) != (0, 1)
    }


def test_the_clock_is_kept() -> None:
    diagnosis = diagnose(moved(classic(EXAMPLE), 1, 2), limit=Limit(seconds=0))
    assert diagnosis.stopped == "seconds"
    assert not diagnosis.moves
