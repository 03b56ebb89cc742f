"""Every question, on every engine."""

from __future__ import annotations

import sys
from dataclasses import replace
from subprocess import run

import pytest
from solving_oracle import BOXES4, CLASSIC, ENGINES, HARD, MINIMAL, SOLVED, brute, classic, on

from satdoku.base.errors import EngineDisagreement, InvalidPuzzle
from satdoku.base.limits import Limit
from satdoku.board import Geometry
from satdoku.puzzle import Puzzle
from satdoku.solving import (
    check_unique,
    count,
    enumerate_solutions,
    solve,
    true_candidates,
)

pytestmark = pytest.mark.parametrize("backend", [*ENGINES, "all", "auto"])

NONE = "12345678........9................................................................"


def without(text: str, *cells: int) -> Puzzle:
    return classic(text).with_givens(dict.fromkeys(cells))


def test_solve_stops_at_one_solution(backend: str) -> None:
    result = solve(classic("." * 81), backend=backend)
    assert (result.verdict, result.complete, result.exhausted) == ("solved", True, False)
    assert result.stopped == "solutions"
    assert len(result.solutions) == 1
    assert result.seconds > 0


def test_solve_all_of_a_unique_puzzle(backend: str) -> None:
    result = solve(classic(MINIMAL), backend=backend, limit=Limit())
    assert (result.verdict, result.complete, result.exhausted) == ("unique", True, True)
    assert result.stopped is None
    two = solve(classic(MINIMAL), backend=backend, limit=Limit(solutions=2))
    assert two.verdict == "unique"
    assert two.solutions == result.solutions


def test_solve_without_solution(backend: str) -> None:
    puzzle = classic(NONE)
    assert not puzzle.problems()
    result = solve(puzzle, backend=backend)
    assert (result.verdict, result.solutions, result.exhausted) == ("none", (), True)
    assert check_unique(puzzle, backend=backend).verdict == "none"
    assert count(puzzle, backend=backend).count == 0
    assert not any(true_candidates(puzzle, backend=backend).candidates)
    search = enumerate_solutions(puzzle, backend=backend)
    assert list(search) == []
    assert search.exhausted


def test_solved_grids_are_their_own_solution(backend: str) -> None:
    result = check_unique(classic(SOLVED), backend=backend)
    assert result.verdict == "unique"
    assert result.witnesses[0].text() == SOLVED
    occurring = true_candidates(classic(SOLVED), backend=backend)
    assert [dict(c) for c in occurring.candidates] == [{int(digit): 1} for digit in SOLVED]


@pytest.mark.full
def test_three_hundred_grids_of_the_empty_board(backend: str) -> None:
    result = solve(Puzzle.empty(CLASSIC), backend=backend, limit=Limit(solutions=300))
    assert result.verdict == "multiple"
    assert len(set(result.solutions)) == 300
    assert result.complete
    assert not result.exhausted
    assert result.seconds < 10


def test_witnesses_differ(backend: str) -> None:
    puzzle = without(HARD, 0, 1, 3)
    result = check_unique(puzzle, backend=backend)
    assert result.verdict == "multiple"
    first, second = result.witnesses
    assert first != second
    assert puzzle.accepts(first)
    assert puzzle.accepts(second)


def test_count(backend: str) -> None:
    empty = Puzzle.empty(BOXES4)
    result = count(empty, backend=backend)
    assert (result.count, result.exact, str(result)) == (288, True, "288")
    cut = count(empty, backend=backend, limit=Limit(solutions=7))
    assert (cut.count, cut.exact, cut.stopped, str(cut)) == (7, False, "solutions", ">=7")
    assert cut.complete
    exactly = count(empty, backend=backend, limit=Limit(solutions=289))
    assert (exactly.count, exactly.exact, exactly.stopped) == (288, True, None)


@pytest.mark.parametrize(
    ("board", "number"),
    [
        (Geometry.latin(1), 1),
        (Geometry.latin(2), 2),
        (Geometry.of_size(2), 2),
        (Geometry.latin(3), 12),
        (Geometry.latin(4), 576),
        (Geometry.boxes(4, 1, 4), 576),
    ],
)
def test_small_boards(backend: str, board: Geometry, number: int) -> None:
    assert count(Puzzle.empty(board), backend=backend).count == number


def test_jigsaw_and_oblong_boxes(backend: str) -> None:
    jigsaw = Geometry.jigsaw([1, 1, 1, 2, 1, 3, 2, 2, 3, 3, 2, 4, 3, 4, 4, 4])
    empty = Puzzle.empty(jigsaw)
    assert count(empty, backend=backend).count == len(brute(empty))
    six = Puzzle.empty(Geometry.boxes(6, 2, 3)).with_givens(
        [1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3, *[None] * 24]
    )
    # Every one of the 9,408 ways to fill the first band, times 6!, has this many on average.
    assert count(six, backend=backend).exact


def test_pencil_marks(backend: str) -> None:
    marks = [None] * 16
    marks[0] = frozenset({1, 2})
    marks[5] = frozenset({3})
    marks[10] = frozenset({1, 2, 4})
    puzzle = Puzzle(BOXES4, (None,) * 16, tuple(marks))
    expected = brute(puzzle)
    assert 0 < len(expected) < 288
    result = solve(puzzle, backend=backend, limit=Limit())
    assert {grid.values for grid in result.solutions} == expected
    mixed = replace(puzzle, givens=(2, *[None] * 15))
    assert {
        grid.values for grid in solve(mixed, backend=backend, limit=Limit()).solutions
    } == brute(mixed)


def test_candidates_alone_make_a_puzzle(backend: str) -> None:
    solution = SOLVED
    marks = tuple(frozenset({int(d), int(d) % 9 + 1}) for d in solution)
    sukaku = Puzzle(CLASSIC, (None,) * 81, marks)
    result = solve(sukaku, backend=backend, limit=Limit(solutions=1000))
    assert result.exhausted
    assert solution in {grid.text() for grid in result.solutions}


def test_true_candidates(backend: str) -> None:
    puzzle = on(BOXES4, 1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 3, 0, 0)
    solutions = brute(puzzle)
    for cap in (None, 1, 2, 5, 1000):
        result = true_candidates(puzzle, cap=cap, backend=backend)
        assert result.complete
        for cell, counts in enumerate(result.candidates):
            expected = {d: sum(s[cell] == d for s in solutions) for d in BOXES4.digits}
            bound = cap or 1
            assert dict(counts) == {d: min(n, bound) for d, n in expected.items() if n}
    with pytest.raises(ValueError, match="cap"):
        true_candidates(puzzle, cap=0, backend=backend)


def test_enumerate_one_at_a_time(backend: str) -> None:
    search = enumerate_solutions(Puzzle.empty(BOXES4), backend=backend)
    first, second = next(search), next(search)
    assert first != second
    assert (search.exhausted, search.stopped, search.complete) == (False, None, False)
    rest = list(search)
    assert len({first, second, *rest}) == 288
    assert (search.exhausted, search.stopped, search.complete) == (True, None, True)
    cut = enumerate_solutions(Puzzle.empty(BOXES4), backend=backend, limit=Limit(solutions=5))
    assert len(set(cut)) == 5
    assert (cut.exhausted, cut.stopped, cut.complete) == (False, "solutions", True)
    closed = enumerate_solutions(Puzzle.empty(BOXES4), backend=backend)
    next(closed)
    closed.close()
    assert list(closed) == []
    assert not closed.complete


def test_searches_do_not_disturb_each_other(backend: str) -> None:
    one = enumerate_solutions(Puzzle.empty(BOXES4), backend=backend)
    two = enumerate_solutions(on(BOXES4, 1, *[0] * 15), backend=backend)
    pairs = list(zip(one, two, strict=False))
    assert len({a for a, _ in pairs}) == len({b for _, b in pairs}) == 72
    assert count(Puzzle.empty(BOXES4), backend=backend).count == 288
    assert len(list(one)) == 288 - len(pairs) - 1  # zip took one more than it gave


def test_invalid_puzzles_raise(backend: str) -> None:
    broken = classic("11" + "." * 79)
    for question in (solve, count, check_unique, true_candidates, enumerate_solutions):
        with pytest.raises(InvalidPuzzle, match="row 1"):
            question(broken, backend=backend)  # type: ignore[operator]


def test_the_question_names_its_engine(backend: str) -> None:
    result = check_unique(classic(MINIMAL), backend=backend)
    assert result.backend == backend or backend == "auto"


def test_time_zero_is_undecided(backend: str) -> None:
    limit = Limit(seconds=0)
    puzzle = classic(MINIMAL)
    result = solve(puzzle, backend=backend, limit=limit)
    assert (result.verdict, result.complete, result.stopped) == ("undecided", False, "seconds")
    assert check_unique(puzzle, backend=backend, limit=limit).verdict == "undecided"
    assert str(count(puzzle, backend=backend, limit=limit)) == ">=0"
    assert not true_candidates(puzzle, backend=backend, limit=limit).complete


def test_nothing_heavy_is_imported(backend: str) -> None:
    code = (
        "import satdoku.solving, sys;"
        "print([m for m in ('numpy', 'pysat', 'ortools', 'pandas') if m in sys.modules])"
    )
    done = run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_wrong_answers_are_loud(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from satdoku.engines import choose

    session = choose("sat", Puzzle.empty(CLASSIC))
    lie = tuple(int(d) for d in SOLVED[::-1])
    monkeypatch.setattr(
        type(session),
        "first",
        lambda *_: __import__("types").SimpleNamespace(
            solutions=[lie], exhausted=True, stopped=None
        ),
    )
    if backend == "cpsat":
        pytest.skip("the lie is told by sat")
    if backend == "auto" and check_unique(Puzzle.empty(CLASSIC)).backend != "sat":
        pytest.skip("the lie is told by sat")
    with pytest.raises(EngineDisagreement, match="breaks the rules"):
        check_unique(classic(MINIMAL), backend=backend)


def test_unknown_backends_are_refused(backend: str) -> None:
    with pytest.raises(ValueError, match="auto, sat, cpsat, native, variant, all"):
        solve(classic(MINIMAL), backend=backend + "x")


def test_true_candidates_of_the_empty_board(backend: str) -> None:
    result = true_candidates(Puzzle.empty(CLASSIC), backend=backend)
    assert result.complete
    assert all(set(cell) == set(range(1, 10)) for cell in result.candidates)
    assert result.seconds < 5
