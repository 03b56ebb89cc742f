"""Redundant givens: dropped, in every way, and as many as can be."""

from __future__ import annotations

from itertools import combinations

import pytest

from satdoku import parse as parse_puzzle
from satdoku.base.errors import InvalidPuzzle, NoSolution, NotUnique
from satdoku.base.limits import Limit
from satdoku.board import Geometry
from satdoku.generating.reducing import Reducer
from satdoku.generating.sat import Cut
from satdoku.puzzle import Puzzle
from satdoku.solving import check_unique
from tests.shared import in_time

WELL_KNOWN = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FOUR_BY_FOUR = "12343.1.2.43.321"


def small() -> Puzzle:
    return parse_puzzle("1.34" + "3.12" + ".1.3" + "4.2.")


def unique(puzzle: Puzzle) -> bool:
    return check_unique(puzzle, backend="sat").verdict == "unique"


def by_force(puzzle: Puzzle) -> set[frozenset[int]]:
    """Minimal sub-puzzles by trying every set of givens."""
    cells = [c for c, given in enumerate(puzzle.givens) if given is not None]
    minimal: list[frozenset[int]] = []
    for size in range(len(cells) + 1):
        for chosen in combinations(cells, size):
            left = frozenset(chosen)
            if any(smaller <= left for smaller in minimal):
                continue
            removed = {c: None for c in cells if c not in left}
            if unique(puzzle.with_givens(removed)):
                minimal.append(left)
    return set(minimal)


@pytest.mark.full
def test_all_minimal_sub_puzzles_are_those_found_by_force() -> None:
    puzzle = small()
    subsets = [
        frozenset(c for c, given in enumerate(sub.givens) if given is not None)
        for sub in Reducer(puzzle).all_minimal()
    ]
    assert len(subsets) == len(set(subsets)) > 3
    assert set(subsets) == by_force(puzzle)
    assert Reducer(puzzle).fewest().puzzle.clues == min(map(len, subsets))


def test_a_minimal_sub_puzzle() -> None:
    reducer = Reducer(parse_puzzle(WELL_KNOWN))
    for seed in range(5):
        sub = reducer.minimal(seed)
        assert unique(sub)
        assert Reducer(sub).redundant() == ()
    assert reducer.minimal(3) == reducer.minimal(3)


@pytest.mark.full
def test_the_fewest_are_proved() -> None:
    best = Reducer(parse_puzzle(WELL_KNOWN)).fewest()
    assert best.proved
    assert best.puzzle.clues == 20
    assert unique(best.puzzle)
    every = [sub.clues for sub in Reducer(parse_puzzle(WELL_KNOWN)).all_minimal()]
    assert len(every) == 416
    assert min(every) == 20


def test_the_fewest_of_a_grid_are_bounded_in_time() -> None:
    grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    best = in_time(
        lambda seconds: Reducer(parse_puzzle(grid), Limit(seconds=seconds)).fewest(),
        lambda best: best.puzzle.clues < 26,
    )
    assert not best.proved
    assert best.at_least < best.puzzle.clues < 26
    assert unique(best.puzzle)


def test_puzzles_without_one_solution_are_refused() -> None:
    with pytest.raises(NotUnique):
        Reducer(parse_puzzle("." * 81))
    with pytest.raises(NoSolution):
        Reducer(parse_puzzle("12345678." + "." * 8 + "9" + "." * 63))
    with pytest.raises(InvalidPuzzle):
        Reducer(parse_puzzle("55" + "." * 79))
    with pytest.raises(Cut):
        Reducer(parse_puzzle(WELL_KNOWN), Limit(seconds=0))


@pytest.mark.full
def test_a_limit_ends_the_loading_of_a_large_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clauses of an empty 100x100 take over ten seconds and 2 GB."""

    def never(*arguments: object) -> None:
        raise AssertionError("a solver was loaded after the limit")

    monkeypatch.setattr("satdoku.engines.sat.LoadedSolver", never)
    with pytest.raises(Cut):
        Reducer(Puzzle.empty(Geometry.of_size(100)), Limit(cancel=lambda: True))


def test_pencil_marks_count() -> None:
    """They are assumptions of the solver on small boards, not clauses."""
    marks = (*[None] * 15, frozenset((1, 2)))
    given = {5: 1, 8: 3, 11: 1, 14: 4}
    latin = Puzzle.empty(Geometry.latin(4)).with_givens(given)
    posed = Puzzle(latin.geometry, latin.givens, marks)
    assert check_unique(latin).verdict == "multiple"
    assert unique(posed)
    assert Reducer(posed).redundant() == ()
    spare = Puzzle(latin.geometry, posed.with_givens({15: 2}).givens, marks)
    assert Reducer(spare).minimal().clues < spare.clues
