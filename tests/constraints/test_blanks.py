"""Blank cells against all grids of a small board."""

from __future__ import annotations

from itertools import groupby, product

import pytest
from trials import trial

from satdoku import check_unique, formats
from satdoku.base.limits import Limit
from satdoku.board import Constraint, Geometry
from satdoku.constraints import Blanks, Doppelblock, EndView, JapaneseSums, parse_rules
from satdoku.puzzle import Puzzle
from satdoku.solving import enumerate_solutions
from tests.shared import thinned

BOARD = Geometry.rectangle(3, 3, digits=range(3), box=None, raw=True)
NAMES = ("doppelblock", "japanese-sums", "end-view")


@pytest.mark.parametrize("name", NAMES)
def test_by_brute_force(name: str) -> None:
    trial(name)


def _lines(grid: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [grid[0:3], grid[3:6], grid[6:9], grid[0::3], grid[1::3], grid[2::3]]


def _latin(grid: tuple[int, ...], count: int | None) -> bool:
    """Rows and columns by counting, otherwise than the rule does."""
    return all(
        line.count(1) < 2 and line.count(2) < 2 and count in (None, line.count(0))
        for line in _lines(grid)
    )


@pytest.mark.parametrize("engine", ["variant", "sat", "cpsat"])
@pytest.mark.parametrize(
    ("rules", "clue"),
    [
        ((), lambda grid: True),
        (
            (Doppelblock("left", 1, 0),),
            lambda grid: grid[:3] in {(0, 0, 1), (0, 0, 2), (1, 0, 0), (2, 0, 0)},
        ),
        ((Doppelblock("right", 1, 2),), lambda grid: grid[:3] == (0, 2, 0)),
        (
            (JapaneseSums("bottom", 1, (2, 1)),),
            lambda grid: [sum(g) for f, g in groupby(grid[6::-3], bool) if f] == [2, 1],
        ),
        ((EndView("top", 2, 2),), lambda grid: [d for d in grid[1::3] if d][:1] == [2]),
    ],
    ids=["none", "adjacent", "apart", "sums", "view"],
)
@pytest.mark.parametrize("count", [None, *thinned((1, 2), 2)])
def test_all_grids(engine: str, rules: tuple[Constraint, ...], clue: object, count: int) -> None:
    assert callable(clue)
    puzzle = Puzzle.empty(BOARD, (Blanks(count), *rules))
    wanted = {g for g in product(range(3), repeat=9) if _latin(g, count) and clue(g)}
    if any(rule.name == "doppelblock" for rule in rules) and count == 1:
        assert not wanted
    solutions = enumerate_solutions(puzzle, backend=engine, limit=Limit(solutions=5000))
    assert {solution.values for solution in solutions} == wanted


def test_a_board_without_0_is_refused() -> None:
    rule = Blanks(1)
    assert "0, which is not a digit" in str(rule.unfit(Geometry.classic()))
    assert "3 cells with 0 blank has 3 others" in str(Blanks(0).out_of_reach(BOARD))
    assert "2 cells of each row" in Blanks(2).sentence(BOARD)
    assert Blanks().sentence(BOARD) == Blanks.summary


def test_repeats_and_chosen_digits_are_composed() -> None:
    board = Geometry.rectangle(4, 4, digits=range(1, 3), box=None, raw=True)
    rules = parse_rules(
        "for-each:rows:(contain-exact:X1+X2+X3+X4:1+1+2+2),"
        "for-each:columns:(contain-exact:X1+X2+X3+X4:1+1+2+2)",
        board,
    )
    solutions = enumerate_solutions(Puzzle.empty(board, rules), limit=Limit(solutions=200))
    # The number of 4x4 binary matrices with two ones in each row and column.
    assert len(list(solutions)) == 90


@pytest.mark.parametrize(
    "text",
    ["doppelblock/5/5/g034001011", "easyasabc/4/4/3/1m2h3g3h", "easyasabc/3/3/2/12h1h1i1k2g1g"],
)
def test_links_of_doppelblock_and_easy_as_abc(text: str) -> None:
    link = f"https://puzz.link/p?{text}"
    assert check_unique(link).verdict == "unique"
    assert formats.write(formats.parse(link), "puzzlink") == f"{link}\n"
