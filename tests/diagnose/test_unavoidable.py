"""Unavoidable sets against all grids, two engines against each other, and the definition."""

from __future__ import annotations

import importlib.util
import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satdoku.base.errors import InvalidPuzzle, Unsupported
from satdoku.base.limits import Limit
from satdoku.board import Geometry, Grid
from satdoku.constraints import KillerCage, parse_rules
from satdoku.diagnosing.unavoidable import (
    UnavoidableBackend,
    UnavoidableSets,
    native_unavoidable,
    partitions,
    unavoidable_sets,
)
from satdoku.puzzle import Puzzle
from satdoku.solving import count, enumerate_solutions, solve
from tests.shared import cpu_below, in_time, thinned

from .boards import FOUR, NINE, SIX, differences, four_grids, grid_of, keeping

needs_core = pytest.mark.skipif(
    native_unavoidable() is None, reason="satdoku.core is not compiled here"
)
BACKENDS = [pytest.param("native", marks=needs_core), "sat"]

SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SIXES = ("123456456123231564564231312645645312", "123456456123214365365214531642642531")
RULES = ["diagonal", "diagonal-main", "anti-knight", "disjoint-groups"]


def by_size(sets: set[frozenset[int]], size: int) -> list[tuple[int, ...]]:
    cells_of_sets = [tuple(sorted(cells)) for cells in sets if len(cells) <= size]
    return sorted(cells_of_sets, key=lambda cells: (len(cells), cells))


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("size", [4, 7, 16, 20])
def test_every_set_of_a_4x4_grid(backend: UnavoidableBackend, size: int) -> None:
    for values in four_grids()[::41]:
        unavoidable = unavoidable_sets(
            Puzzle.empty(FOUR), Grid(FOUR, values), size, backend=backend
        )
        assert list(unavoidable.sets) == by_size(differences(values, four_grids()), size)
        assert unavoidable.complete
        assert unavoidable.complete_to == size
        assert unavoidable.backend == backend


@pytest.mark.parametrize("names", RULES)
def test_other_grids_must_keep_the_rules(names: str) -> None:
    rules = parse_rules(names, FOUR)
    board = Puzzle.empty(FOUR, rules)
    grids = keeping(rules)
    assert len(grids) >= 24
    for values in grids[:4]:
        unavoidable = unavoidable_sets(board, Grid(FOUR, values), 16)
        assert list(unavoidable.sets) == by_size(differences(values, grids), 16)


def test_pairs_of_digits_are_a_rule_for_the_solver() -> None:
    board = Puzzle.empty(SIX, parse_rules("non-consecutive", SIX))
    grids = list(enumerate_solutions(board))
    assert len(grids) > 10
    values = [tuple(digit or 0 for digit in grid.values) for grid in grids]
    unavoidable = unavoidable_sets(board, grids[0], 36)
    assert unavoidable.backend == "sat"
    assert list(unavoidable.sets) == by_size(differences(values[0], values), 36)


def test_a_cage_is_a_rule_for_the_solver() -> None:
    values = four_grids()[7]
    rules = (KillerCage((0, 1, 4), values[0] + values[1] + values[4]),)
    board = Puzzle.empty(FOUR, rules)
    unavoidable = unavoidable_sets(board, Grid(FOUR, values), 16)
    assert unavoidable.backend == "sat"
    assert list(unavoidable.sets) == by_size(differences(values, keeping(rules)), 16)
    with pytest.raises(Unsupported, match="the backend sat takes others"):
        unavoidable_sets(board, Grid(FOUR, values), 16, backend="native")


@needs_core
@pytest.mark.parametrize("text", SIXES)
@pytest.mark.parametrize("names", thinned(["anti-knight", "diagonal", ""], 3))
def test_two_engines_agree_on_6x6(text: str, names: str) -> None:
    rules = parse_rules(names, SIX) if names else ()
    grid = solve(Puzzle.empty(SIX, rules)).solutions[0] if rules else grid_of(text)
    board = Puzzle.empty(SIX, rules)
    first = unavoidable_sets(board, grid, 13, backend="native")
    second = unavoidable_sets(board, grid, 13, backend="sat")
    assert first.sets == second.sets
    assert first.complete
    assert second.complete


@pytest.mark.full
@needs_core
def test_two_engines_agree_on_9x9_and_on_a_latin_square() -> None:
    board, grid = Puzzle.empty(NINE), grid_of(SOLUTION)
    native = unavoidable_sets(board, grid, 9, backend="native")
    assert native.sets == unavoidable_sets(board, grid, 9, backend="sat").sets
    assert len(native.sets) == 59
    latin = Puzzle.empty(Geometry.latin(5))
    square = solve(latin).solutions[0]
    by_engine = [unavoidable_sets(latin, square, 14, backend=b).sets for b in ("native", "sat")]
    assert by_engine[0] == by_engine[1]
    assert by_engine[0]


@pytest.mark.parametrize("text", SIXES)
def test_each_set_by_the_definition(text: str) -> None:
    """Without the set there is another solution; with any one cell of it back there is none."""
    grid = grid_of(text)
    board = Puzzle.empty(SIX)
    for cells in unavoidable_sets(board, grid, 10).sets[::3]:
        emptied = dict.fromkeys(cells)
        without = board.with_givens(grid.values).with_givens(emptied)
        assert count(without).count >= 2
        for cell in cells:
            assert count(without.with_givens({cell: grid[cell]})).count == 1


@needs_core
@pytest.mark.parametrize("seed", [11, 12])
def test_sets_of_four_and_six_by_digits_taken_away(seed: int) -> None:
    """A set of six cells has each of its digits twice at least, so three digits at most: taking
    all of three digits away and listing the solutions shows every such set."""
    from satdoku import core

    text = core.random_grid(seed)
    expected: set[frozenset[int]] = set()
    for digits in combinations("123456789", 3):
        holes = "".join("." if symbol in digits else symbol for symbol in text)
        for other in core.Solutions(holes).next_batch(100_000):
            cells = frozenset(i for i in range(81) if int(text[i]) != other[i])
            if 0 < len(cells) <= 6:
                expected.add(cells)
    expected = {cells for cells in expected if not any(less < cells for less in expected)}
    unavoidable = unavoidable_sets(Puzzle.empty(NINE), grid_of(text), 6)
    assert list(unavoidable.sets) == by_size(expected, 6)
    # Two rows of a band, or columns of a stack, with two digits that change places.
    assert {len(cells) for cells in unavoidable.sets} <= {4, 6}


@needs_core
@pytest.mark.slow
def test_sets_of_eight_by_digits_taken_away() -> None:
    from satdoku import core

    text = core.random_grid(13)
    expected: set[frozenset[int]] = set()
    for digits in combinations("123456789", 4):
        source = core.Solutions("".join("." if s in digits else s for s in text))
        while not source.finished:
            for other in source.next_batch(10_000).tolist():
                cells = [i for i, (a, b) in enumerate(zip(text, other, strict=True)) if int(a) != b]
                if 0 < len(cells) <= 8:
                    expected.add(frozenset(cells))
    expected = {cells for cells in expected if not any(less < cells for less in expected)}
    unavoidable = unavoidable_sets(Puzzle.empty(NINE), grid_of(text), 8)
    assert list(unavoidable.sets) == by_size(expected, 8)


@pytest.mark.full
@needs_core
@given(st.integers(0, 2**63), st.integers(0, 11))
@settings(max_examples=15)
def test_smaller_sizes_give_the_same_sets(seed: int, size: int) -> None:
    from satdoku import core

    board, grid = Puzzle.empty(NINE), grid_of(core.random_grid(seed))
    more = unavoidable_sets(board, grid, 11).sets
    assert unavoidable_sets(board, grid, size).sets == tuple(c for c in more if len(c) <= size)
    assert unavoidable_sets(board, grid, size, limit=Limit(seconds=60)).sets == tuple(
        c for c in more if len(c) <= size
    )


@needs_core
def test_symmetric_images_have_the_images_of_the_sets() -> None:
    grid = grid_of(SOLUTION)
    chance = random.Random(3)
    rows = [
        band * 3 + row for band in chance.sample(range(3), 3) for row in chance.sample(range(3), 3)
    ]
    names = chance.sample(range(1, 10), 9)
    # Transposed, rows moved inside their bands, bands moved, digits renamed.
    source = [9 * (i % 9) + rows[i // 9] for i in range(81)]
    values = tuple(names[(grid[cell] or 0) - 1] for cell in source)
    board = Puzzle.empty(NINE)
    image = unavoidable_sets(board, Grid(NINE, values), 10)
    expected = {
        frozenset(source.index(c) for c in cells)
        for cells in unavoidable_sets(board, grid, 10).sets
    }
    assert {frozenset(cells) for cells in image.sets} == expected


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_limit_leaves_what_is_known(backend: UnavoidableBackend) -> None:
    board, grid = Puzzle.empty(NINE), grid_of(SOLUTION)
    nothing = unavoidable_sets(board, grid, 12, backend=backend, limit=Limit(seconds=0))
    assert (nothing.sets, nothing.complete_to, nothing.stopped) == ((), 0, "seconds")
    assert not nothing.complete
    polls = iter([False] * 4 + [True] * 1000)
    cut = unavoidable_sets(
        board, grid, 81, backend=backend, limit=Limit(cancel=lambda: next(polls))
    )
    assert cut.stopped == "cancelled"
    full = unavoidable_sets(board, grid, max(cut.complete_to, 8)).sets
    assert cut.sets == tuple(cells for cells in full if len(cells) <= cut.complete_to)


@needs_core
def test_a_time_limit_is_kept() -> None:
    puzzle, grid = Puzzle.empty(NINE), grid_of(SOLUTION)

    def listed(seconds: float) -> UnavoidableSets:
        with cpu_below(5 + seconds):
            return unavoidable_sets(puzzle, grid, 40, limit=Limit(seconds=seconds))

    result = in_time(listed, lambda result: result.complete_to >= 8)
    assert result.stopped == "seconds"
    assert 8 <= result.complete_to < 40
    assert all(len(cells) <= result.complete_to for cells in result.sets)


def test_what_is_no_solution_is_refused() -> None:
    board = Puzzle.empty(NINE)
    with pytest.raises(InvalidPuzzle, match="the grid is not full"):
        unavoidable_sets(board, Grid(NINE, (None, *grid_of(SOLUTION).values[1:])))
    with pytest.raises(InvalidPuzzle, match="appears twice in row 1"):
        unavoidable_sets(board, Grid(NINE, (3, *grid_of(SOLUTION).values[1:])))
    ruled = Puzzle.empty(NINE, parse_rules("anti-king", NINE))
    with pytest.raises(InvalidPuzzle):
        unavoidable_sets(ruled, grid_of(SOLUTION))
    with pytest.raises(ValueError, match="a number >= 0, not -1"):
        unavoidable_sets(board, grid_of(SOLUTION), -1)


def test_givens_and_marks_do_not_count() -> None:
    board = Puzzle.empty(FOUR)
    grid = Grid(FOUR, four_grids()[0])
    assert unavoidable_sets(board.with_givens(grid.values), grid).sets
    assert (
        unavoidable_sets(board.with_givens(grid.values), grid).sets
        == unavoidable_sets(board, grid).sets
    )


def test_parts_are_met_twice() -> None:
    """The search relies on this property of its partitions; checked on all 4x4 grids."""
    for values in four_grids()[::41]:
        parts = partitions(Grid(FOUR, values))
        assert len(parts) == 4
        for cells in differences(values, four_grids()):
            for part_of in parts:
                parts_seen = [part_of[cell] for cell in cells]
                assert all(parts_seen.count(part) >= 2 for part in parts_seen)


@pytest.mark.skipif(
    importlib.util.find_spec("satdoku.core") is None, reason="satdoku.core is not compiled here"
)
def test_the_core_refuses_numbers_out_of_range() -> None:
    from satdoku import core

    good = ([0, 1, 1, 0], 2, [[0, 1], [2, 3], [0, 2], [1, 3]], [[0, 0, 1, 1]], 4)
    assert core.unavoidable_sets(*good) == ([[0, 1, 2, 3]], True, core.unavoidable_sets(*good)[2])
    bad: list[tuple[int, object, str]] = [
        (0, [0, 1, 1, 2], "a digit's index"),
        (0, [], "1 to 1024 cells"),
        (1, 65, "digit_count must be 1 to 64"),
        (2, [[0, 4]], "a group holds a cell"),
        (3, [[0, 0, 1]], "numbers every cell"),
        (3, [[0, 0, 1, 9]], "a part's number"),
        (4, -1, "size must be 0 to"),
    ]
    for place, value, message in bad:
        arguments = [*good[:place], value, *good[place + 1 :]]
        with pytest.raises(ValueError, match=message):
            core.unavoidable_sets(*arguments)
    with pytest.raises(ValueError, match="seconds must be"):
        core.unavoidable_sets(*good, seconds=-1.0)


def test_other_backends_are_refused() -> None:
    with pytest.raises(ValueError, match="there is no backend 'cpsat'; there are auto, native"):
        unavoidable_sets(
            Puzzle.empty(FOUR),
            Grid(FOUR, four_grids()[0]),
            backend="cpsat",  # type: ignore[arg-type]
        )
