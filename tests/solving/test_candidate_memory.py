"""True candidates of boards that follow one another are those of each board alone."""

from __future__ import annotations

import pytest

from satdoku.base.errors import InvalidPuzzle
from satdoku.base.limits import Limit
from satdoku.board import Geometry, Grid
from satdoku.constraints import parse_rules
from satdoku.engines import EngineOptions
from satdoku.engines.protocol import Occurrences
from satdoku.puzzle import Puzzle
from satdoku.solving import CandidateMemory, true_candidates
from tests.shared import cpu_below

OTHER = EngineOptions(solver="glucose4")
BOARD = Geometry.of_size(6)
RULES = ("killer-cage:r1c1+r1c2+r2c1:11", "thermo:r3c1-r3c4", "anti-knight", "white-dot:r5c5+r5c6")


def board(rules: int, givens: dict[int, int]) -> Puzzle:
    rules_of_puzzle = parse_rules(",".join(RULES[:rules]), BOARD) if rules else ()
    return Puzzle.empty(BOARD, rules_of_puzzle).with_givens(givens)


def test_each_change_has_the_answer_of_a_new_question() -> None:
    memory = CandidateMemory()
    given = {0: 2, 35: 3}
    changes = [
        board(1, {}),
        board(2, {}),
        board(3, {}),
        board(3, given),
        board(4, given),
        board(4, {**given, 9: 2}),  # no solution, or others than before
        board(4, given),  # undone
        board(2, {0: 3}),  # fewer rules, another given
        Puzzle.empty(Geometry.of_size(4), parse_rules("anti-king", Geometry.of_size(4))),
        board(4, {0: 3}),
    ]
    for puzzle in changes:
        for cap in (1, 5):
            result = memory.true_candidates(puzzle, cap=cap)
            alone = true_candidates(puzzle, cap=cap, backend="sat", options=OTHER)
            assert result.complete
            assert result.candidates == alone.candidates


def test_solutions_are_taken_over_and_what_was_ruled_out_stays_out() -> None:
    memory = CandidateMemory()
    first = memory.true_candidates(board(2, {}), cap=3)
    given = {17: first.solutions[0][17]}
    later = memory.true_candidates(board(2, given), cap=3)
    fits = [one for one in first.solutions if one[17] == given[17]]
    assert later.solutions[0] in fits
    assert set(later.solutions) & set(fits)
    accepts = board(2, given).accepts
    assert all(accepts(Grid(BOARD, one)) for one in later.solutions)


def test_reports_go_from_what_was_met_to_all_that_occur() -> None:
    seen: list[tuple[bool, int]] = []

    def report(occurrences: Occurrences) -> None:
        seen.append((occurrences.settled, sum(map(len, occurrences.counts))))

    puzzle = board(2, {})
    result = true_candidates(puzzle, cap=4, report=report)
    total = sum(map(len, result.candidates))
    settled = [number for done, number in seen if done]
    assert seen[0] == (False, BOARD.cell_count)
    assert settled
    assert set(settled) == {total}


def test_what_a_search_that_ran_out_has_met_is_kept() -> None:
    memory = CandidateMemory()
    counts: list[int] = []
    limit = Limit(cancel=lambda: len(counts) > 5)
    cut = memory.true_candidates(
        board(2, {}),
        cap=4,
        limit=limit,
        report=lambda occurrences: counts.append(len(occurrences.seen)),
    )
    assert not cut.complete
    assert cut.solutions
    whole = memory.true_candidates(board(2, {}), cap=4)
    assert whole.complete
    assert set(cut.solutions) & set(whole.solutions)


def test_a_faulty_board_is_refused_and_forgotten() -> None:
    memory = CandidateMemory()
    with pytest.raises(InvalidPuzzle):
        memory.true_candidates(board(0, {0: 1, 1: 1}))
    assert memory.true_candidates(board(1, {})).complete


def test_candidates_of_very_many_solutions_come_soon_where_they_can_be_cancelled() -> None:
    """No engine counts the solutions of the empty board one by one."""
    puzzle = Puzzle.empty(Geometry.classic())
    with cpu_below(10):
        result = true_candidates(puzzle, cap=1, limit=Limit(seconds=60, cancel=lambda: False))
    assert result.settled
    assert all(len(counts) == 9 for counts in result.candidates)
    cancelled = true_candidates(puzzle, cap=1, limit=Limit(cancel=lambda: True))
    assert (cancelled.settled, cancelled.stopped) == (False, "cancelled")
