"""Faults of a puzzle are reported by every question, and searched for where they can matter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from satdoku import formats, solving
from satdoku.base.errors import InvalidPuzzle
from satdoku.base.limits import Limit
from satdoku.base.problem import Problem
from satdoku.board import Geometry, Grid
from satdoku.constraints import Arrow, KillerCage
from satdoku.engines import auto
from satdoku.puzzle import Puzzle

QUESTIONS: dict[str, Callable[[Puzzle], object]] = {
    "check_unique": solving.check_unique,
    "is_unique": solving.is_unique,
    "solve": solving.solve,
    "enumerate": lambda puzzle: list(solving.enumerate_solutions(puzzle)),
    "count": solving.count,
    "candidates": solving.true_candidates,
    "checker": lambda puzzle: solving.Checker(puzzle).check(puzzle),
    "nodes": lambda puzzle: solving.check_unique(puzzle, limit=Limit(nodes=10)),
}
FAULTS = {
    "a given that a sum forbids": ".Cage~3~R1C1~R1C2.~R1C1_4",
    "givens of an arrow": ".Arrow~R1C1~R1C2~R1C3.~R1C1_4~R1C2_4",
    "a sum out of reach": ".Cage~40~R1C1~R1C2",
    "a repeated given": ".Cage~3~R1C1~R1C2.~R5C1_4~R5C7_4",
    "several": ".Cage~3~R1C1~R1C2.Thermo~R5C5~R5C6.~R1C1_4~R5C5_9~R1C9_4",
    "a rule about a hidden cell": ".Var~A~A~1.Thermo~VA~R1C1.~R1C1_1",
}


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("fault", FAULTS)
def test_every_question_reports_every_fault(fault: str, question: str) -> None:
    puzzle = formats.parse(FAULTS[fault]).puzzle
    problems = replace(puzzle).problems()
    assert problems
    with pytest.raises(InvalidPuzzle) as caught:
        QUESTIONS[question](puzzle)
    assert caught.value.problems == problems


def test_faults_are_asked_for_before_a_long_search(monkeypatch: pytest.MonkeyPatch) -> None:
    class Faulty(KillerCage):  # in a way that no relation says
        def faults(self, grid: Grid) -> Iterator[Problem]:
            yield Problem("rule", "it is at fault")

    monkeypatch.setattr(auto, "_SUMS_WORK", 0)
    monkeypatch.setattr(auto.InTurns, "sat", property(lambda self: pytest.fail("was asked")))
    for total, question in enumerate(("check_unique", "is_unique", "solve", "count"), 5):
        puzzle = Puzzle.empty(Geometry.classic(), [Faulty((0, 1), total)])  # a session of its own
        with pytest.raises(InvalidPuzzle, match="it is at fault"):
            QUESTIONS[question](puzzle)


def test_where_there_is_a_solution_no_rule_is_searched_for_faults(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = ".Arrow~R1C1~R1C2~R1C3.Cage~3~R9C8~R9C9"
    puzzle = formats.parse(text).puzzle
    for kind in (Arrow, KillerCage):
        monkeypatch.setattr(kind, "faults", lambda self, grid: pytest.fail("was looked at"))
    assert solving.check_unique(puzzle).verdict == "multiple"
    assert solving.solve(puzzle).solution is not None
    assert solving.true_candidates(puzzle).complete
