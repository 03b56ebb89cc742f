"""Answers depend on the question alone, not on what the process was asked before."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from solving_oracle import CLASSIC, HARD, MINIMAL, SOLVED, classic

from satdoku.base.limits import Limit
from satdoku.board import Geometry
from satdoku.constraints import parse_rules
from satdoku.puzzle import Puzzle
from satdoku.solving import check_unique, count, solve, true_candidates
from tests.shared import thinned

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TWO = "53..7....6..1.5....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8...."


def puzzles() -> list[Puzzle]:
    chance = random.Random(3)
    some = {cell: int(SOLVED[cell]) for cell in chance.sample(range(81), 20)}
    diagonals = Puzzle.empty(CLASSIC, parse_rules("diagonal", CLASSIC))
    return [
        classic(EASY),
        classic(HARD),
        classic(MINIMAL),
        classic(TWO),
        Puzzle.empty(CLASSIC).with_givens(some),
        Puzzle.empty(CLASSIC),
        diagonals.with_givens({0: 1, 12: 7, 40: 5}),
        classic("12345678........9" + "." * 64),
        Puzzle.empty(Geometry.boxes(6, 2, 3)),
    ]


def plain(result: Any) -> Any:
    """Without what may depend on earlier questions: who answered, and how fast."""
    return replace(result, seconds=0.0, backend="")


def questions(backend: str) -> list[Callable[[Puzzle], Any]]:
    return [
        lambda p: plain(solve(p, backend=backend)),
        lambda p: plain(solve(p, backend=backend, limit=Limit(solutions=2))),
        lambda p: plain(solve(p, backend=backend, limit=Limit(solutions=5))),
        lambda p: plain(check_unique(p, backend=backend)),
        lambda p: plain(check_unique(p, backend=backend, limit=Limit(nodes=3))),
        lambda p: plain(count(p, backend=backend, limit=Limit(solutions=1))),
        lambda p: plain(count(p, backend=backend, limit=Limit(solutions=2))),
        lambda p: plain(count(p, backend=backend, limit=Limit(solutions=12))),
        lambda p: [dict(c) for c in true_candidates(p, cap=2, backend=backend).candidates],
    ]


@pytest.mark.parametrize("backend", thinned(["sat", "auto"], 2))
def test_random_orders_of_questions_give_the_same_answers(backend: str) -> None:
    posed = puzzles()
    order = [(q, p) for q in range(len(questions(backend))) for p in range(len(posed))]
    ask = questions(backend)
    first: dict[tuple[int, int], Any] = {}
    for seed in range(2):
        random.Random(seed).shuffle(order)
        for question, puzzle in order:
            answer = ask[question](posed[puzzle])
            assert first.setdefault((question, puzzle), answer) == answer


def test_engines_answer_alike() -> None:
    """Answers that name no solution and no engine are the same from every engine."""

    def shape(result: Any) -> Any:
        number = len(result.solutions) if hasattr(result, "solutions") else result.count
        names = ("verdict", "exhausted", "complete", "stopped", "exact")
        return number, [getattr(result, name, None) for name in names]

    for puzzle in (classic(EASY), classic(HARD), classic(TWO)):
        total = count(puzzle).count
        for wanted in (1, 2, 3):
            limit = Limit(solutions=wanted)
            for ask in (solve, count):
                answers = [
                    shape(ask(puzzle, backend=backend, limit=limit))
                    for backend in ("auto", "sat", "cpsat", "all")
                ]
                assert answers == answers[:1] * 4
                reached = total >= wanted
                assert answers[0][1][3] == ("solutions" if reached else None)
