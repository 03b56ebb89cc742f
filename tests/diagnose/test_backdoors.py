"""Backdoors against the techniques' own singles, all subsets being tried."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import combinations

import pytest

from satdoku import parse
from satdoku.base.errors import NoSolution, NotUnique
from satdoku.base.limits import Limit, RanOut
from satdoku.board import Geometry, Grid
from satdoku.constraints import Even, KillerCage, MainDiagonal, NonConsecutive
from satdoku.diagnosing.backdoors import Backdoors, By, find_backdoors
from satdoku.diagnosing.unavoidable import unavoidable_sets
from satdoku.generating import full_grid
from satdoku.generating.reducing import Reducer
from satdoku.puzzle import Position, Puzzle
from satdoku.solving import check_unique, solve
from satdoku.techniques.board import apply
from satdoku.techniques.searches.houses.singles import FullHouse, HiddenSingle, NakedSingle
from tests.shared import thinned

from .boards import FOUR, NINE, SIX, agreeing, four_grids, keeping

HARD = "...9.35....9.25..........8.2..3..9...1..4.......76..3.96......41.2...8...8.....6."
OTHER = "....1...867.4.8.....13..6...9.1....64......92....74...3...4..2..6.7..3.9........."
WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
KINDS = {
    "singles": (FullHouse(), HiddenSingle(), NakedSingle()),
    "naked": (NakedSingle(),),
    "hidden": (FullHouse(), HiddenSingle()),
}


def finishes(puzzle: Puzzle, by: By) -> bool:
    """Whether the techniques' singles place every digit."""
    position = Position.of(puzzle)
    while not position.is_solved:
        step = next((s for t in KINDS[by] if (s := t.first(position)) is not None), None)
        if step is None:
            return False
        position = apply(position, step)
    return True


def opens(puzzle: Puzzle, solution: Grid, cells: Iterable[int], by: By) -> bool:
    return finishes(puzzle.with_givens({cell: solution[cell] for cell in cells}), by)


def smallest(puzzle: Puzzle, solution: Grid, by: By) -> list[tuple[int, ...]]:
    free = [cell for cell, given in enumerate(puzzle.givens) if given is None]
    for size in range(len(free) + 1):
        backdoors = [
            cells for cells in combinations(free, size) if opens(puzzle, solution, cells, by)
        ]
        if backdoors:
            return backdoors
    raise AssertionError


def agrees(puzzle: Puzzle, by: By) -> Backdoors:
    every = find_backdoors(puzzle, by=by, every=True)
    expected = smallest(puzzle, every.solution, by)
    assert list(every.sets) == expected
    assert every.size == every.at_least == len(expected[0])
    assert every.complete
    one = find_backdoors(puzzle, by=by)
    assert one.proved
    assert one.complete
    assert len(one.sets) == 1
    assert one.sets[0] in expected
    return every


@pytest.mark.parametrize("by", ["singles", "naked", "hidden"])
def test_4x4_against_all_subsets(by: By) -> None:
    chance = random.Random(by)
    sizes = set()
    for _ in range(12):
        values = chance.choice(four_grids())
        cells = chance.sample(range(16), 16)
        while len(agreeing(four_grids(), cells[1:], values)) == 1:
            cells = cells[1:]
        puzzle = Puzzle.empty(FOUR).with_givens({cell: values[cell] for cell in cells})
        sizes.add(agrees(puzzle, by).size)
    assert 0 in sizes


@pytest.mark.parametrize(
    ("board", "by"),
    thinned(
        [(SIX, "naked"), (Geometry.latin(6), "hidden"), (Geometry.latin(6), "singles")],
        3,
        rows=True,
    ),
)
def test_6x6_against_all_subsets(board: Geometry, by: By) -> None:
    sizes = set()
    for seed in range(20):
        grid = full_grid(Puzzle.empty(board), seed)
        assert grid is not None
        puzzle = Reducer(Puzzle.empty(board).with_givens(grid.values)).minimal(seed)
        sizes.add(agrees(puzzle, by).size)
    assert sizes == {0, 1}


def test_pairs_against_all_pairs() -> None:
    puzzle = parse(HARD)
    backdoors = find_backdoors(puzzle, by="naked", every=True)
    solution = [digit or 0 for digit in backdoors.solution.values]
    free = [cell for cell, given in enumerate(puzzle.givens) if given is None]
    given = set(range(81)) - set(free)
    pairs = [pair for pair in combinations(free, 2) if naked_finish({*given, *pair}, solution)]
    assert list(backdoors.sets) == pairs
    assert not any(naked_finish({*given, cell}, solution) for cell in free)


def naked_finish(known: set[int], solution: list[int]) -> bool:
    """Naked singles alone on the 9x9, digits crossed out one by one."""
    left = [set(range(1, 10)) for _ in range(81)]
    waiting = list(known)
    done = set(known)
    for cell in waiting:
        for peer in NINE.peers[cell]:
            left[peer].discard(solution[cell])
            if len(left[peer]) == 1 and peer not in done:
                done.add(peer)
                waiting.append(peer)
    return len(done) == 81


def test_the_singles_of_a_variant() -> None:
    """Sets of different cells and the digits of a cell are known to singles; here by brute force
    in the plain words of the documentation."""
    chance = random.Random(5)
    for number in range(8):
        rules = (MainDiagonal(), Even((1,)), KillerCage((7,), number % 4 + 1))
        grids = keeping(rules)
        values = chance.choice(grids)
        cells = chance.sample(range(16), 16)
        while cells and len(agreeing(grids, cells[1:], values)) == 1:
            cells = cells[1:]
        puzzle = Puzzle.empty(FOUR, rules).with_givens({cell: values[cell] for cell in cells})
        backdoors = find_backdoors(puzzle, every=True)
        free = [cell for cell in range(16) if cell not in cells]
        expected = None
        for size in range(len(free) + 1):
            # The cage of one cell is as good as a given.
            expected = [c for c in combinations(free, size) if plain({7, *cells, *c}, values)]
            if expected:
                break
        assert list(backdoors.sets) == expected


def plain(known: set[int], values: tuple[int, ...]) -> bool:
    groups = [set(house.cells) for house in FOUR.houses] + [{0, 5, 10, 15}]
    digits = {c: {values[c]} if c in known else {1, 2, 3, 4} for c in range(16)}
    digits[1] &= {2, 4}
    changed = True
    while changed:
        changed = False
        for group in groups:
            for cell in group:
                if len(digits[cell]) == 1:
                    for other in group - {cell}:
                        if digits[other] & digits[cell]:
                            digits[other] -= digits[cell]
                            changed = True
            for digit in (1, 2, 3, 4):
                places = [cell for cell in group if digit in digits[cell]]
                if len(places) == 1 and len(digits[places[0]]) > 1:
                    digits[places[0]] = {digit}
                    changed = True
    return all(len(left) == 1 for left in digits.values())


@pytest.mark.parametrize("text", [HARD, OTHER])
def test_9x9_by_the_techniques(text: str) -> None:
    puzzle = parse(text)
    backdoors = find_backdoors(puzzle, every=True)
    singles = [
        (cell,)
        for cell, given in enumerate(puzzle.givens)
        if given is None and opens(puzzle, backdoors.solution, (cell,), "singles")
    ]
    assert not finishes(puzzle, "singles")
    if backdoors.size == 1:
        assert list(backdoors.sets) == singles
    else:
        assert not singles
        assert all(
            opens(puzzle, backdoors.solution, cells, "singles") for cells in backdoors.sets[:20]
        )


def test_known_sizes() -> None:
    backdoors = find_backdoors(parse(WIKIPEDIA))
    assert (backdoors.size, backdoors.sets, backdoors.complete) == (0, ((),), True)
    assert find_backdoors(parse(HARD)).size == 1
    assert find_backdoors(parse(HARD), by="naked").size == 2


def test_a_rule_that_singles_do_not_know() -> None:
    board = Puzzle.empty(SIX, (NonConsecutive(),))
    grid = solve(board).solutions[0]
    full = board.with_givens(grid.values)
    assert find_backdoors(full).size == 0
    # Four cells of two digits that only "not next to each other" tells apart.
    for cells in unavoidable_sets(Puzzle.empty(SIX), grid, 9).sets:
        puzzle = full.with_givens(dict.fromkeys(cells))
        if check_unique(puzzle).verdict == "unique":
            backdoors = find_backdoors(puzzle)
            assert backdoors.size >= 1
            assert backdoors.solution == grid
            break
    else:
        raise AssertionError


def test_facts_of_the_rules_alone() -> None:
    """Every digit follows from cages of one cell, and on the 1x1 board from nothing."""
    values = four_grids()[5]
    cages = tuple(KillerCage((cell,), digit) for cell, digit in enumerate(values))
    assert find_backdoors(Puzzle.empty(FOUR, cages)).size == 0
    assert find_backdoors(Puzzle.empty(FOUR, cages[:15])).size == 0
    assert find_backdoors(Puzzle.empty(Geometry.latin(1))).size == 0


def test_a_limit_leaves_what_is_known() -> None:
    puzzle = parse(OTHER)
    with pytest.raises(RanOut):
        find_backdoors(puzzle, limit=Limit(seconds=0))
    polls = iter([False] * 4 + [True] * 100_000)
    backdoors = find_backdoors(puzzle, every=True, limit=Limit(cancel=lambda: next(polls)))
    assert not backdoors.complete
    assert backdoors.stopped == "cancelled"
    assert 1 <= backdoors.at_least <= backdoors.size
    solution = backdoors.solution
    assert all(opens(puzzle, solution, cells, "singles") for cells in backdoors.sets)


def test_what_has_not_one_solution() -> None:
    with pytest.raises(NotUnique):
        find_backdoors(Puzzle.empty(FOUR))
    with pytest.raises(NoSolution):
        find_backdoors(parse("12345678." + "........9" + "." * 63))


def test_other_singles_are_refused() -> None:
    with pytest.raises(ValueError, match="there are no singles 'guesses'"):
        find_backdoors(parse(HARD), by="guesses")  # type: ignore[arg-type]
