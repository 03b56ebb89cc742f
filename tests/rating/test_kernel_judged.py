"""The Python techniques judge the kernel, step by step.

Every step of the kernel below the chains must be one that the Python technique of the same name
finds in that position, and every chain is checked link by link. Data:
../shared/data (skipped where it is absent). ``-m full`` takes more puzzles, ``-m slow`` all.
"""

from __future__ import annotations

import csv
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from satdoku.base.errors import InvalidPuzzle, Unsupported
from satdoku.board import Geometry
from satdoku.explaining import Lang, explain
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import start
from satdoku.rating.columns import printed
from satdoku.rating.kernel import why_no_rating
from satdoku.rating.se_ratings import statements
from satdoku.techniques.board import advance
from satdoku.techniques.catalogue import technique
from satdoku.techniques.check import faults
from satdoku.techniques.compiled.steps import se_step
from satdoku.techniques.step import Step
from tests.shared import fewer, thinned
from tests.techniques.support import with_chains, with_runs

core = pytest.importorskip("satdoku.core", reason="the compiled core is not built here")

from test_se_kernel import (  # noqa: E402  (it skips as a whole where there is no core)
    HARD,
    PEERS,
    loop_on_grid,
    masks,
    near_grave,
    solved_grid,
    spread_pair,
    text,
)

Shared = Callable[[str], Path]

BOARD = Geometry.classic()
LANGS: tuple[Lang, ...] = ("en", "ja")
BANDS = ((1.0, 2.0), (2.0, 3.0), (3.0, 4.5), (4.5, 6.2), (6.2, 7.5), (7.5, 8.5), (8.5, 12.0))


def puzzle_of(line: str) -> Puzzle:
    return Puzzle(BOARD, tuple(int(c) if c in "123456789" else None for c in line[:81]))


def rated(file: Path, low: float, high: float) -> list[str]:
    with file.open() as lines:
        rows = csv.DictReader(lines)
        return [row["puzzle"] for row in rows if low <= float(row["ER"]) < high]


def kernel_path(at: Puzzle | Position) -> list[tuple[float, Step]]:
    """The kernel's path from a puzzle or a position: each step with its rating."""
    position = at if isinstance(at, Position) else start(at)
    position.puzzle.require_valid()
    reason = why_no_rating(position.puzzle)
    if reason is not None:
        raise Unsupported(reason)
    text = "".join("." if value is None else str(value) for value in position.values)
    cands = [sum(1 << (digit - 1) for digit in digits) for digits in position.candidates]
    _, steps = core.se_path(text, cands)
    path = []
    for record in steps:
        step = se_step(record, position)
        path.append((float(record["rating"]), step))
        position = advance(position, step)
    return path


def stages(at: Puzzle | Position) -> Iterator[tuple[Position, float, Step]]:
    """Each step of the kernel's path with the position before it."""
    position = at if isinstance(at, Position) else start(at)
    for rating, step in kernel_path(position):
        yield position, rating, step
        position = advance(position, step)
    assert position.is_solved


# --- one step -------------------------------------------------------------------------------------


def wider(step: Step, other: Step) -> bool:
    """Whether ``other`` is the same naked set, whichever house it is told for, reaching as far."""
    same, theirs = (
        (view.technique, view.cells, view.digits, [(s.cells, s.digits) for s in view.sets])
        for view in (step.view, other.view)
    )
    return same == theirs and set(other.eliminations) >= set(step.eliminations)


def check_pattern(step: Step, before: Position, counts: Counter[str]) -> None:
    """A step below the chains is, to the last field, one that Python finds."""
    steps = list(technique(step.technique).find(before))
    if step in steps:
        counts["equal"] += 1
        return
    # The catalogue crosses a naked set's digits out in every house that holds the set, the scale
    # in one.
    assert step.technique.startswith("naked-") or step.variant == "type 3 naked", step
    counts["wider"] += 1
    assert any(wider(step, other) for other in steps), step


def check_text(step: Step, lang: Lang) -> None:
    """The text ends in the conclusion, all of it."""
    said = explain(step, BOARD, lang)
    assert said == said.strip()
    assert "None" not in said.replace("None of", ""), said
    last = with_runs(said.splitlines()[-1])
    for cell, digit in step.placements:
        assert re.search(rf"{BOARD.name(cell)} ?= ?{digit}", last), said
    for cell, digit in step.eliminations:
        assert re.search(rf"{BOARD.name(cell)}(?!\d)", last), said
        assert re.search(rf"(?<![rc\d]){digit}(?!\d)", last), said


def judge(puzzle: str, counts: Counter[str]) -> None:
    """The whole path of a puzzle."""
    raw = core.se_path(puzzle)[1]
    for (before, rating, step), record in zip(stages(puzzle_of(puzzle)), raw, strict=True):
        counts[step.technique] += 1
        assert rating == record["rating"]
        assert faults(step, before) == (), (puzzle, step)
        if step.view.chains:
            counts["chains"] += len(step.view.chains)
            counts["links"] += sum(len(chain.nodes) - 1 for chain in step.view.chains)
            count_parts(step, counts)
            assert statements(step) == record["complexity"], (puzzle, step)
        else:
            check_pattern(step, before, counts)
        for lang in LANGS:
            check_text(step, lang)


def count_parts(step: Step, counts: Counter[str], depth: int = 1) -> None:
    for chain in step.view.chains:
        for part in chain.parts:
            counts[f"parts {depth}"] += 1
            count_parts(part, counts, depth + 1)


# --- whole paths ----------------------------------------------------------------------------------


@pytest.mark.parametrize("band", thinned(BANDS, 2))
@pytest.mark.parametrize(
    ("every", "least"), [(60, 10), pytest.param(4, 100, marks=pytest.mark.full)]
)
def test_reference_puzzles(
    every: int, least: int, band: tuple[float, float], shared: Shared
) -> None:
    counts: Counter[str] = Counter()
    puzzles = rated(shared("data/rating/se_reference.csv"), *band)
    for puzzle in puzzles[::every]:
        judge(puzzle, counts)
    assert counts["equal"] > least


@pytest.mark.parametrize("part", fewer(range(2), 2))
def test_hardest_puzzles(part: int, shared: Shared) -> None:
    counts: Counter[str] = Counter()
    for puzzle in rated(shared("data/rating/hardest_published.csv"), 10.0, 12.0)[
        5 + 36 * part :: 72
    ]:
        judge(puzzle, counts)
    assert counts["parts 1"] > 250, counts


@pytest.mark.slow
def test_all_reference_puzzles(shared: Shared) -> None:
    counts: Counter[str] = Counter()
    for puzzle in rated(shared("data/rating/se_reference.csv"), 1.0, 12.0):
        judge(puzzle, counts)
    print(sorted(counts.items()))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(6))
def test_all_hardest_puzzles(part: int, shared: Shared) -> None:
    counts: Counter[str] = Counter()
    for puzzle in rated(shared("data/rating/hardest_published.csv"), 10.0, 12.0)[part::6]:
        judge(puzzle, counts)
    print(sorted(counts.items()))


@pytest.mark.slow
@pytest.mark.parametrize("file", ["top1465.txt", "hardest_1106.txt", "sudocue.txt", "clue17.txt"])
def test_more_puzzles(file: str, shared_lines: Callable[..., list[str]]) -> None:
    counts: Counter[str] = Counter()
    lines = [line for line in shared_lines(f"data/speed/{file}") if len(line) >= 81]
    thin = {"top1465.txt": 1, "hardest_1106.txt": 5}.get(file, 10)
    for line in lines[::thin]:
        judge(line[:81], counts)
    print(sorted(counts.items()))


@pytest.mark.parametrize("part", fewer(range(2), 2))
def test_each_level_of_chains(part: int, shared: Shared) -> None:
    """Where an easier search would do, ask the others as well: nesting shows up more often."""
    file = shared("data/rating/se_reference.csv")
    counts: Counter[str] = Counter()
    for puzzle in [*rated(file, 8.3, 9.5)[15 * part :: 30], *rated(file, 9.5, 12.0)[part::2]]:
        walked = stages(puzzle_of(puzzle))
        before = next(before for before, rating, _ in walked if rating >= 8.0)
        for producer in (21, *range(23, 30)):
            status, record = core.se_find(
                text([v or 0 for v in before.values]),
                masks([set(digits) for digits in before.candidates]),
                producer=producer,
            )
            if status == "ok":
                step = se_step(record, before)
                counts[f"level {record['level']}"] += 1
                count_parts(step, counts)
                assert faults(step, before) == (), (puzzle, step)
                assert statements(step) == record["complexity"]
                for lang in LANGS:
                    check_text(step, lang)
    print(sorted(counts.items()))
    assert all(counts[f"level {level}"] > 3 for level in range(5)), counts


# --- rare patterns, on positions made up for them -------------------------------------------------


def made(values: Sequence[int], marks: Sequence[set[int]]) -> Position | None:
    """A position; what a placed digit rules out is no candidate. None where digits clash."""
    if any(values[c] and values[c] == values[p] for c in range(81) for p in PEERS[c]):
        return None
    left = [
        frozenset(marks[c] - {values[p] for p in PEERS[c]}) if not values[c] else frozenset[int]()
        for c in range(81)
    ]
    return Position(Puzzle.empty(BOARD), tuple(v or None for v in values), tuple(left))


def rectangle_with_partners(rng: random.Random) -> tuple[list[int], list[set[int]]]:
    """A rectangle with two wide corners, and cells beside them that hold the same extras."""
    low, high, *rest = rng.sample(range(1, 10), 9)
    extras, others = rest[: rng.choice([2, 2, 3])], rest[3:]
    top, bottom = rng.sample(range(3), 2)
    left, right = rng.choice(range(3)), rng.choice(range(3, 9))
    corners = [(top, left), (top, right), (bottom, right), (bottom, left)]
    wide = corners[:2] if rng.random() < 0.4 else corners[1:3]
    marks = {(r, c): set(rng.sample(others, 3)) for r in range(9) for c in range(9)}
    # Nothing else may confine the pair, or a locked digit (type 4) would come first.
    for _ in range(30):
        marks[rng.choice(list(marks))].add(rng.choice([low, high, *extras]))
    for corner in corners:
        marks[corner] = {low, high}
    cut = rng.randrange(1, len(extras))
    marks[wide[0]] |= set(extras[:cut])
    marks[wide[1]] |= set(extras[cut:])
    house = [(top, c) for c in range(9)] if wide == corners[:2] else [(r, right) for r in range(9)]
    free = [cell for cell in house if cell not in corners]
    for cell in rng.sample(free, len(extras) - 1):
        marks[cell] = set(extras)
    turn = rng.random() < 0.5
    cells = [marks[c % 9, c // 9] if turn else marks[c // 9, c % 9] for c in range(81)]
    return [0] * 81, cells


LOOPS = {"type 1", "type 2", "type 4"}
THIRD = {"type 3 naked", "type 3 hidden"}


@pytest.mark.parametrize(
    ("producer", "maker", "tries", "kinds"),
    [
        (19, near_grave, 300, {"type 1", "type 2", "type 3", "type 4"}),
        (15, spread_pair, 200, LOOPS),
        pytest.param(
            19,
            near_grave,
            600,
            {"type 1", "type 2", "type 3", "type 4"},
            marks=pytest.mark.full,
        ),
        pytest.param(15, spread_pair, 400, LOOPS, marks=pytest.mark.full),
        pytest.param(15, rectangle_with_partners, 400, THIRD, marks=pytest.mark.full),
        pytest.param(
            15,
            lambda rng: loop_on_grid(rng, solved_grid(rng)),
            600,
            LOOPS,
            marks=pytest.mark.full,
        ),
    ],
    ids=["graves", "loops", "more graves", "more loops", "third", "loops on grids"],
)
def test_graves_and_loops(
    producer: int,
    maker: Callable[[random.Random], tuple[list[int], list[set[int]]]],
    tries: int,
    kinds: set[str],
) -> None:
    rng = random.Random(producer)
    counts: Counter[str] = Counter()
    for _ in range(tries):
        before = made(*maker(rng))
        if before is None:
            continue
        status, record = core.se_find(
            text([v or 0 for v in before.values]),
            masks([set(digits) for digits in before.candidates]),
            producer=producer,
            nodes=8_000,
        )
        if status != "ok":
            continue
        step = se_step(record, before)
        counts[step.variant] += 1
        assert faults(step, before) == (), step
        check_pattern(step, before, counts)
        for lang in LANGS:
            check_text(step, lang)
    print(sorted(counts.items()))
    assert kinds <= set(counts), counts


# --- the judge itself -----------------------------------------------------------------------------


@pytest.mark.full
def test_the_judge_sees_what_is_missing(shared: Shared) -> None:
    """Take any reason from any statement of a chain, or change what it says: it is noticed."""
    puzzle = rated(shared("data/rating/se_reference.csv"), 9.5, 12.0)[0]
    tried = 0
    for before, _, step in stages(puzzle_of(puzzle)):
        if not step.view.chains or tried > 3000:
            continue
        for c, chain in enumerate(step.view.chains):
            for n, node in enumerate(chain.nodes):
                damaged = [replace(node, digit=node.digit % 9 + 1), replace(node, on=not node.on)]
                for parent in node.parents:
                    rest = tuple(p for p in node.parents if p != parent)
                    damaged.append(replace(node, parents=rest))
                for other in damaged:
                    nodes = (*chain.nodes[:n], other, *chain.nodes[n + 1 :])
                    chains = list(step.view.chains)
                    chains[c] = replace(chain, nodes=nodes)
                    tried += 1
                    wrong = with_chains(step, *chains)
                    assert faults(wrong, before), (step.technique, c, n, node, other)
    assert tried > 1000


# --- the programming interface --------------------------------------------------------------------


def test_a_path_from_a_position_goes_on() -> None:
    whole = list(stages(puzzle_of(HARD)))
    for k in (30, len(whole) // 2):
        assert kernel_path(whole[k][0]) == [(rating, step) for _, rating, step in whole[k:]]
    assert printed(max(rating for _, rating, _ in whole)) == 9.4


def test_a_path_of_pencil_marks() -> None:
    """Every digit ruled out by hand: the same path as the puzzle's."""
    puzzle = puzzle_of(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    )
    marks = tuple(frozenset({v}) if v else None for v in puzzle.givens)
    path_of_marks = kernel_path(Puzzle(BOARD, puzzle.givens, marks))
    assert path_of_marks == kernel_path(puzzle)


def test_what_has_no_path() -> None:
    with pytest.raises(InvalidPuzzle):
        kernel_path(puzzle_of("11" + "." * 79))
    with pytest.raises(Unsupported):
        kernel_path(Puzzle.empty(Geometry.boxes(4, 2, 2)))
