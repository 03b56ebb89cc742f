"""Counting by frontier: known numbers, brute force on small boards, symmetry, limits."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from satdoku.base.errors import InvalidPuzzle
from satdoku.base.limits import UNLIMITED, Limit
from satdoku.board import Geometry
from satdoku.constraints import REGISTRY
from satdoku.puzzle import Puzzle
from satdoku.solving import frontier
from satdoku.solving.frontier import FrontierCount, count_by_frontier, frontier_refusal
from tests.shared import cpu_below, in_time, thinned

Runner = Literal["native", "python"]


NATIVE = frontier._native_counter()

needs_native = pytest.mark.skipif(NATIVE is None, reason="the compiled counter is not built")
both = pytest.mark.parametrize("runner", ["python", pytest.param("native", marks=needs_native)])
RUNNERS: tuple[Runner, ...] = ("python",) if NATIVE is None else ("python", "native")


def count(puzzle: Puzzle, runner: Runner, **bounds: Any) -> FrontierCount:
    counted = count_by_frontier(puzzle, UNLIMITED.start(), runner=runner, **bounds)
    assert counted is not None
    return counted


def brute_force(puzzle: Puzzle, rule: Callable[[dict[int, int]], bool] | None = None) -> int:
    """Every solution, one by one, by the plainest of means; ``rule`` is asked of full grids."""
    geometry = puzzle.geometry
    values: dict[int, int] = {}
    domains = [puzzle.domain(cell) for cell in range(geometry.cell_count)]
    full = geometry.cell_count

    def search() -> int:
        if len(values) == full:
            return 1 if rule is None or rule(values) else 0
        best: tuple[int, list[int]] | None = None
        for cell in range(full):
            if cell in values:
                continue
            taken = {values[p] for p in geometry.peers[cell] if p in values}
            options = [d for d in domains[cell] if d not in taken]
            if best is None or len(options) < len(best[1]):
                best = cell, options
                if len(options) < 2:
                    break
        assert best is not None
        cell, options = best
        total = 0
        for digit in options:
            values[cell] = digit
            total += search()
            del values[cell]
        return total

    return search()


def random_regions(size: int, rng: random.Random, swaps: int = 200) -> list[int]:
    """A jigsaw layout: boxes or rows, then random exchanges that keep every region in one piece."""
    label = [cell // size for cell in range(size * size)]

    def connected(region: int) -> bool:
        cells = {c for c in range(size * size) if label[c] == region}
        todo = [min(cells)]
        seen = set(todo)
        while todo:
            r, c = divmod(todo.pop(), size)
            for rr, cc in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                near = rr * size + cc
                if 0 <= rr < size and 0 <= cc < size and near in cells and near not in seen:
                    seen.add(near)
                    todo.append(near)
        return len(seen) == len(cells)

    for _ in range(swaps):
        a, b = rng.randrange(size * size), rng.randrange(size * size)
        if label[a] == label[b]:
            continue
        label[a], label[b] = label[b], label[a]
        if not (connected(label[a]) and connected(label[b])):
            label[a], label[b] = label[b], label[a]
    return label


def full_grid(geometry: Geometry, rng: random.Random) -> list[int] | None:
    """Some solution of the empty board, found at random, or ``None`` where it has none."""
    values: list[int | None] = [None] * geometry.cell_count

    def search() -> bool:
        cells = [c for c, v in enumerate(values) if v is None]
        if not cells:
            return True

        def options(cell: int) -> list[int]:
            taken = {values[p] for p in geometry.peers[cell]}
            return [d for d in geometry.digits if d not in taken]

        cell = min(cells, key=lambda c: len(options(c)))
        for digit in rng.sample(options(cell), len(options(cell))):
            values[cell] = digit
            if search():
                return True
        values[cell] = None
        return False

    return [v for v in values if v is not None] if search() else None


def random_puzzle(geometry: Geometry, rng: random.Random, clues: int, marked: int) -> Puzzle:
    """Givens out of one grid (mostly solvable), and marks that strike random digits."""
    grid = full_grid(geometry, rng)
    givens: list[int | None] = [None] * geometry.cell_count
    if grid is not None:
        for cell in rng.sample(range(geometry.cell_count), clues):
            givens[cell] = grid[cell]
    marks: list[frozenset[int] | None] = [None] * geometry.cell_count
    for cell in rng.sample(range(geometry.cell_count), marked):
        digits = {d for d in geometry.digits if rng.random() < 0.6}
        if grid is not None and rng.random() < 0.9:
            digits.add(grid[cell])
        if digits and (givens[cell] is None or givens[cell] in digits):
            marks[cell] = frozenset(digits)
    return Puzzle(geometry, tuple(givens), tuple(marks) if marked else None)


def boards(rng: random.Random) -> Iterator[Geometry]:
    for size in (2, 3, 4, 5):
        yield Geometry.latin(size)
        yield Geometry.jigsaw(random_regions(size, rng))
    yield from (Geometry.boxes(4, 2, 2), Geometry.boxes(6, 2, 3), Geometry.boxes(6, 3, 2))
    yield Geometry.boxes(4, 1, 4)
    yield Geometry.jigsaw(random_regions(6, rng))


KNOWN = [
    (Geometry.latin(1), 1),
    (Geometry.latin(2), 2),
    (Geometry.latin(3), 12),
    (Geometry.latin(4), 576),
    (Geometry.latin(5), 161_280),
    (Geometry.latin(6), 812_851_200),
    (Geometry.latin(7), 61_479_419_904_000),
    (Geometry.boxes(4, 2, 2), 288),
    (Geometry.boxes(6, 2, 3), 28_200_960),
    (Geometry.boxes(6, 3, 2), 28_200_960),
]


@both
@pytest.mark.parametrize(("geometry", "number"), KNOWN, ids=lambda x: getattr(x, "size", None))
def test_known_numbers(geometry: Geometry, number: int, runner: Runner) -> None:
    counted = count(Puzzle.empty(geometry), runner)
    assert (counted.count, counted.exact, counted.runner) == (number, True, runner)


@needs_native
@pytest.mark.parametrize(
    ("geometry", "number"),
    [
        (Geometry.boxes(8, 2, 4), 29_136_487_207_403_520),
        (Geometry.boxes(8, 4, 2), 29_136_487_207_403_520),
        (Geometry.latin(8), 108_776_032_459_082_956_800),
    ],
)
def test_known_numbers_of_order_8(geometry: Geometry, number: int) -> None:
    """OEIS A107739 (sudoku) and A002860 (Latin squares)."""
    assert count(Puzzle.empty(geometry), "native").count == number


@both
def test_six_by_six_expands_few_states(runner: Runner) -> None:
    assert count(Puzzle.empty(Geometry.boxes(6, 2, 3)), runner).expanded < 500


@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.full) for seed in range(3, 12))]
)
def test_brute_force_agrees(seed: int) -> None:
    rng = random.Random(seed)
    for geometry in boards(rng):
        cells = geometry.cell_count
        # Enough clues that listing stays quick.
        least = {5: 4, 6: 15}.get(geometry.size, 0)
        for _ in range(3):
            clues = rng.randint(least, max(least, cells // 2))
            puzzle = random_puzzle(geometry, rng, clues, rng.choice((0, 0, 2, cells // 3)))
            if puzzle.problems():
                continue
            expected = brute_force(puzzle)
            for runner in RUNNERS:
                assert count(puzzle, runner).count == expected, (seed, puzzle, runner)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_brute_force_agrees_widely(seed: int) -> None:
    test_brute_force_agrees(seed)


RULES: list[tuple[str, dict[str, Any], Geometry]] = [
    ("diagonal", {}, Geometry.boxes(4, 2, 2)),
    ("diagonal", {}, Geometry.latin(5)),
    ("diagonal-main", {}, Geometry.boxes(4, 2, 2)),
    ("diagonal-anti", {}, Geometry.latin(4)),
    ("extra-region", {"cells": (0, 5, 10)}, Geometry.boxes(4, 2, 2)),
    ("extra-region", {"cells": (1, 6, 11, 12)}, Geometry.latin(4)),
    ("killer-cage", {"cells": (2, 7, 9)}, Geometry.latin(4)),
    ("windoku", {}, Geometry.boxes(4, 2, 2)),
    ("disjoint-groups", {}, Geometry.boxes(4, 2, 2)),
]


@both
@pytest.mark.parametrize(("name", "arguments", "geometry"), thinned(RULES, 2, rows=True))
def test_rules_that_are_sets_of_different_digits(
    name: str, arguments: dict[str, Any], geometry: Geometry, runner: Runner
) -> None:
    rule = REGISTRY[name](**arguments)
    rng = random.Random(name)
    for clues in (0, 2, 4):
        if geometry.size == 5:
            clues += 4
        plain = random_puzzle(geometry, rng, clues, 2)
        puzzle = Puzzle(geometry, plain.givens, plain.pencil_marks, (rule,))
        if puzzle.problems():
            continue

        def holds(values: dict[int, int], puzzle: Puzzle = puzzle) -> bool:
            grid = puzzle.with_givens(values).grid
            return rule.holds(grid)

        assert count(puzzle, runner).count == brute_force(plain, holds)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("anti-knight", {}), ("anti-king", {}), ("killer-cage", {"cells": (0, 5), "sum": 4})],
)
def test_other_rules_are_refused_by_name(name: str, arguments: dict[str, Any]) -> None:
    puzzle = Puzzle.empty(Geometry.boxes(4, 2, 2), [REGISTRY[name](**arguments)])
    try:
        sets_only = frontier_refusal(puzzle) is None
    except ValueError:
        pytest.skip("the rule does not fit this board")
    if sets_only:
        # A rule may lower to sets of different digits (two cells each); then it must be right.
        rule = puzzle.constraints[0]
        expected = brute_force(
            Puzzle.empty(puzzle.geometry), lambda v: rule.holds(puzzle.with_givens(v).grid)
        )
        assert count(puzzle, "python").count == expected
        return
    assert "lowers to" in (frontier_refusal(puzzle) or "")
    assert count_by_frontier(puzzle, UNLIMITED.start()) is None
    assert not frontier.prefer_frontier(puzzle)


def image(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """A puzzle with as many solutions: turned, bands and lines exchanged, digits renamed."""
    geometry = puzzle.geometry
    assert geometry.box is not None
    height, width = geometry.box
    size = geometry.size

    def lines(group: int) -> list[int]:
        groups = [list(range(i, i + group)) for i in range(0, size, group)]
        for lines in groups:
            rng.shuffle(lines)
        rng.shuffle(groups)
        return [line for lines in groups for line in lines]

    rows, columns = lines(height), lines(width)
    digits = dict(zip(geometry.digits, rng.sample(geometry.digits, size), strict=True))
    turn = height == width and rng.random() < 0.5
    givens: list[int | None] = [None] * geometry.cell_count
    for cell, value in enumerate(puzzle.givens):
        row, column = divmod(cell, size)
        row, column = rows[row], columns[column]
        if turn:
            row, column = column, row
        givens[row * size + column] = None if value is None else digits[value]
    return Puzzle(geometry, tuple(givens))


@pytest.mark.full
@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from([(6, 2, 3), (6, 3, 2), (4, 2, 2)]))
def test_symmetric_images_have_equal_counts(
    rng: random.Random, shape: tuple[int, int, int]
) -> None:
    geometry = Geometry.boxes(*shape)
    puzzle = random_puzzle(geometry, rng, rng.randint(0, 2 * geometry.size), 0)
    numbers = {
        count(version, runner).count
        for runner in RUNNERS
        for version in (puzzle, image(puzzle, rng))
    }
    assert len(numbers) == 1


@pytest.mark.full
@needs_native
@settings(max_examples=8, deadline=None)
@given(st.randoms(use_true_random=False))
def test_symmetric_images_of_classic_puzzles(rng: random.Random) -> None:
    puzzle = random_puzzle(Geometry.classic(), rng, rng.randint(21, 30), 0)
    counts = [
        count_by_frontier(p, Limit(nodes=300_000).start(), runner="native")
        for p in (puzzle, image(puzzle, rng), image(puzzle, rng))
    ]
    assert len({f.count for f in counts if f is not None and f.exact}) <= 1


@pytest.mark.full
@settings(max_examples=40, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from([3, 4, 5]), st.booleans())
def test_the_runners_agree_on_jigsaws(rng: random.Random, size: int, marked: bool) -> None:
    geometry = Geometry.jigsaw(random_regions(size, rng))
    puzzle = random_puzzle(geometry, rng, rng.randint(0, size), size if marked else 0)
    assume(not puzzle.problems())
    assert len({count(puzzle, runner).count for runner in RUNNERS}) == 1


@pytest.mark.full
def test_givens_split_the_count_of_the_board() -> None:
    """The digits of one cell part the solutions: no symmetry may count one twice."""
    geometry = Geometry.jigsaw(random_regions(6, random.Random(3)))
    empty = Puzzle.empty(geometry)
    for runner in RUNNERS:
        total = count(empty, runner).count
        for cell in (8, 21):
            parts = [count(empty.with_givens({cell: d}), runner).count for d in geometry.digits]
            assert sum(parts) == total
            assert len(set(parts)) == 1


@both
def test_limits_are_honoured(runner: Runner) -> None:
    puzzle = Puzzle.empty(Geometry.boxes(9, 3, 3))
    for limit, stopped in (
        (Limit(seconds=0.2), "seconds"),
        (Limit(nodes=500), "nodes"),
        (Limit(cancel=lambda: True), "cancelled"),
    ):
        clock = limit.start()
        with cpu_below(5):
            counted = count_by_frontier(puzzle, clock, runner=runner)
        assert counted is not None
        assert (counted.count, counted.exact, counted.stopped) == (0, False, stopped)
        assert clock.nodes == counted.expanded <= max(limit.nodes or 0, counted.expanded)
    counted = count(puzzle, runner, max_states=50)
    assert (counted.count, counted.exact, counted.stopped) == (0, False, "states")


@both
def test_a_node_limit_is_exact(runner: Runner) -> None:
    clock = Limit(nodes=500).start()
    counted = count_by_frontier(Puzzle.empty(Geometry.latin(7)), clock, runner=runner)
    assert counted is not None
    assert counted.expanded <= 756


@both
def test_hopeless_boards_end_at_once(runner: Runner) -> None:
    for geometry in (Geometry.boxes(16, 4, 4), Geometry.latin(40)):
        with cpu_below(20):
            counted = count(Puzzle.empty(geometry), runner)
        assert (counted.count, counted.stopped) == (0, "states")
        assert not frontier.prefer_frontier(Puzzle.empty(geometry))


@both
def test_numbers_beyond_128_and_512_bits(runner: Runner) -> None:
    """Boards whose only house is the first row: the other cells are free to take any digit."""
    for size in (9, 30):
        latin = Geometry.latin(size)
        geometry = Geometry(size, size, latin.digits, latin.houses[:1])
        factorial = 1
        for i in range(2, size + 1):
            factorial *= i
        expected = factorial * size ** (size * (size - 1))
        assert count(Puzzle.empty(geometry), runner).count == expected


@both
def test_boards_without_solutions(runner: Runner) -> None:
    geometry = Geometry.boxes(4, 2, 2)
    clash = Puzzle.empty(geometry).with_givens({0: 1, 1: 2, 6: 3, 10: 4})
    assert count(clash, runner).count == brute_force(clash)
    none = frozenset((1, 2))
    marks = (none, none, none, *(None,) * 13)
    assert count(Puzzle(geometry, (None,) * 16, marks), runner).count == 0


def test_faulty_puzzles_and_bounds_raise() -> None:
    faulty = Puzzle.empty(Geometry.latin(4)).with_givens({0: 1, 1: 1})
    with pytest.raises(InvalidPuzzle):
        count_by_frontier(faulty, UNLIMITED.start())
    with pytest.raises(ValueError, match="bound on states"):
        count_by_frontier(Puzzle.empty(Geometry.latin(4)), UNLIMITED.start(), max_states=0)


def test_a_missing_core_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontier, "_native_counter", lambda: None)
    puzzle = Puzzle.empty(Geometry.latin(4))
    with pytest.raises(ImportError, match=r"satdoku\.core"):
        count_by_frontier(puzzle, UNLIMITED.start(), runner="native")
    counted = count_by_frontier(puzzle, UNLIMITED.start())
    assert counted is not None
    assert (counted.count, counted.runner) == (576, "python")


def test_the_policy() -> None:
    assert frontier.prefer_frontier(Puzzle.empty(Geometry.classic()))
    assert frontier.prefer_frontier(Puzzle.empty(Geometry.boxes(8, 2, 4)))
    grid = full_grid(Geometry.classic(), random.Random(1))
    assert grid is not None
    assert not frontier.prefer_frontier(
        Puzzle(Geometry.classic(), tuple(v if i % 2 else None for i, v in enumerate(grid)))
    )


@needs_native
@pytest.mark.slow
@pytest.mark.parametrize(
    ("geometry", "number"),
    [
        (Geometry.classic(), 6_670_903_752_021_072_936_960),
        (Geometry.latin(9), 5_524_751_496_156_892_842_531_225_600),
    ],
)
def test_known_numbers_of_order_9(geometry: Geometry, number: int) -> None:
    assert count(Puzzle.empty(geometry), "native").count == number


# --- as count(backend="auto") uses it ------------------------------------------------------------


@pytest.mark.full
@pytest.mark.parametrize(
    ("geometry", "count"),
    thinned(
        [
            (Geometry.boxes(6, 2, 3), 28_200_960),
            (Geometry.boxes(6, 3, 2), 28_200_960),
            (Geometry.latin(6), 812_851_200),
            (Geometry.latin(7), 61_479_419_904_000),
        ],
        3,
        rows=True,
    ),
)
def test_counting_takes_the_shorter_way(geometry: Geometry, count: int) -> None:
    from satdoku.solving import count as ask

    answer = ask(Puzzle.empty(geometry))
    assert (answer.count, answer.exact, answer.backend) == (count, True, "frontier")
    cut = ask(Puzzle.empty(geometry), limit=Limit(solutions=1_000_000_000))
    assert cut.count == min(count, 1_000_000_000)
    assert cut.exact == (count <= 1_000_000_000)


def test_what_was_listed_first_is_never_lost() -> None:
    from satdoku.solving import count as ask

    result = in_time(
        lambda seconds: ask(Puzzle.empty(Geometry.classic()), limit=Limit(seconds=seconds)),
        lambda result: result.count >= 1_000,
    )
    assert not result.exact
    assert result.stopped == "seconds"
    assert result.count >= 1_000
