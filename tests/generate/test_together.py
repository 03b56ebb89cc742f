"""Wishes that are made together: each pair is refused with a reason, or both are met."""

from __future__ import annotations

from itertools import combinations, islice
from typing import Any

import pytest

from satdoku import solving
from satdoku.base.limits import Limit
from satdoku.board import Geometry
from satdoku.generating import ImpossibleWish, Run, Target, Wish, parse_mask, pattern_symmetries
from satdoku.generating.clues import ClueWish
from satdoku.puzzle import Puzzle
from satdoku.rating.names import path_names
from tests.shared import thinned

core = pytest.importorskip("satdoku.core")
PLAIN = Puzzle.empty(Geometry.classic())
GRID = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
MASK = "xx..x....x..xxx....xx....x.x...x...xx..x.x..xx...x...x.x....xx....xxx..x....x..xx"
SOLUTION = tuple(map(int, GRID))
CELLS = parse_mask(MASK, PLAIN.geometry)

WISHES: dict[str, dict[str, Any]] = {
    "minimal": {"minimal": True},
    "clues": {"clues": 30},
    "few clues": {"clues": 20},
    "symmetry": {"symmetry": "180"},
    "mask": {"mask": CELLS},
    "digits": {"board": PLAIN.with_givens({0: 5, 80: 9})},
    "grid": {"grid": SOLUTION},
    "full": {"full": True},
    "killer": {"killer": True},
    "placed": {"placed": (ClueWish("thermo", 2), ClueWish("quadruple", 3))},
    "uniform": {"uniform": True},
    "easy": {"target": Target({"er": (10, 15)})},
    "hard": {"target": Target({"er": (30, 90)})},
    "score": {"target": Target({"score": (300, 700)})},
    "singles": {"target": Target(only_singles=True)},
    "steps": {"target": Target(max_steps=58)},
    "requires": {"target": Target(requires="pointing")},
}


def is_met(name: str, wish: Wish, puzzle: Puzzle, solution: str) -> bool:
    """Whether a puzzle is as one wish wants it, by engines that did not make it."""
    given = {cell for cell, digit in enumerate(puzzle.givens) if digit is not None}
    if wish.target is not None and not puzzle.constraints:
        rated = core.se_rate(puzzle.grid.text())
        low, high = wish.target.ranges.get("er", (0, 119))
        if not low <= rated.tenths[0] <= high:
            return False
        low, high = wish.target.ranges.get("score", (0, 1 << 20))
        if not low <= core.hodoku_rate(puzzle.grid.text()).score <= high:
            return False
    if name == "minimal":
        return all(
            solving.check_unique(puzzle.with_givens({c: None}), backend="sat").verdict == "multiple"
            for c in given
        )
    if name in ("clues", "few clues"):
        return len(given) == wish.clues
    if name == "symmetry":
        return "180" in pattern_symmetries(wish.geometry, given)
    if name == "mask":
        return given == wish.mask
    if name == "digits":
        return puzzle.givens[0] == 5 and puzzle.givens[80] == 9
    if name == "grid":
        return solution == GRID
    if name == "full":
        return len(given) == 81
    if name == "placed":
        return len(puzzle.constraints) == 5
    if name == "killer":
        return not given and bool(puzzle.constraints)
    if name == "singles":
        if puzzle.constraints:
            return all(name.endswith(("single", "house")) for name in path_names(puzzle, "human"))
        return bool(rated.tenths[0] <= 23)
    if name == "steps":
        return len(list(islice(path_names(puzzle, "human"), 59))) <= 58
    if name == "requires":
        return "pointing" in path_names(puzzle, "human")
    # No puzzle shows the first; the ratings were checked.
    return name in ("uniform", "easy", "hard", "score")


PAIRS = [pair for pair in combinations(WISHES, 2) if len({k for n in pair for k in WISHES[n]}) == 2]


@pytest.mark.parametrize(
    ("first", "second"), thinned(PAIRS, 16, rows=True), ids=["+".join(pair) for pair in PAIRS]
)
def test_each_pair_is_refused_or_met(first: str, second: str) -> None:
    parts: dict[str, Any] = {"board": PLAIN} | WISHES[first] | WISHES[second]
    wish = Wish(**parts)
    seconds = 200 if {first, second} in MUST_BE_MET else 0.3
    run = Run(wish, 3, 1, limit=Limit(seconds=seconds), tries=3)
    try:
        puzzles = [generated for piece in run.pieces() for generated in piece.puzzles]
    except ImpossibleWish:
        assert {first, second} not in MUST_BE_MET
        return
    assert puzzles or {first, second} not in MUST_BE_MET
    for generated in puzzles:
        puzzle = generated.posed(wish.board)
        result = solving.check_unique(puzzle, backend="sat")
        assert result.verdict == "unique"
        assert result.witnesses[0].text() == generated.solution
        assert is_met(first, wish, puzzle, generated.solution)
        assert is_met(second, wish, puzzle, generated.solution)


MUST_BE_MET = [
    {"minimal", "symmetry"},
    {"minimal", "digits"},
    {"minimal", "grid"},
    {"clues", "symmetry"},
    {"clues", "grid"},
    {"clues", "digits"},
    {"clues", "easy"},
    {"few clues", "digits"},
    {"few clues", "minimal"},
    {"symmetry", "grid"},
    {"symmetry", "hard"},
    {"symmetry", "mask"},
    {"mask", "digits"},
    {"mask", "grid"},
    {"mask", "hard"},
    {"digits", "grid"},
    {"digits", "full"},
    {"grid", "killer"},
    {"grid", "placed"},
    {"digits", "placed"},
    {"grid", "singles"},
    {"full", "uniform"},
    {"minimal", "uniform"},
]


def test_the_puzzle_of_a_mask_and_a_grid() -> None:
    """It is the grid's digits on the mask, or there is none."""
    wish = Wish(PLAIN, mask=CELLS, grid=SOLUTION)
    run = Run(wish, 1, 4)
    puzzles = [each for piece in run.pieces() for each in piece.puzzles]
    shown = "".join(d if m == "x" else "." for d, m in zip(GRID, MASK, strict=True))
    assert [each.puzzle for each in puzzles] == [shown]
    assert run.ending == "single"
    sparse = frozenset([*sorted(CELLS)[:20], 65, 77])
    refused = {
        "more than one solution": Wish(PLAIN, mask=sparse, grid=SOLUTION),
        "not minimal": Wish(PLAIN, mask=frozenset(range(72)), grid=SOLUTION, minimal=True),
        "another difficulty: ER": Wish(
            PLAIN, mask=frozenset(range(72)), grid=SOLUTION, target=Target({"er": (90, 100)})
        ),
    }
    for reason, wish in refused.items():
        with pytest.raises(ImpossibleWish, match=reason):
            list(Run(wish, 1, 1).pieces())


def test_the_puzzle_of_a_mask_whose_digits_are_all_given() -> None:
    given = {cell: int(GRID[cell]) for cell in CELLS}
    wish = Wish(PLAIN.with_givens(given), mask=CELLS)
    assert [m.solution for p in Run(wish, 1, 1).pieces() for m in p.puzzles] == [GRID]
    few = {cell: int(GRID[cell]) for cell in [*sorted(CELLS)[:20], 65, 77]}
    wish = Wish(PLAIN.with_givens(few), mask=frozenset(few))
    with pytest.raises(ImpossibleWish, match="more than one solution"):
        list(Run(wish, 1, 1).pieces())
