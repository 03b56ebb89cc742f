"""HoDoKu's kernel against HoDoKu's own paths, and every conclusion against the solution.

HoDoKu's records are in ../shared/data (skipped where it is absent); ``-m full`` takes all of them.
"""

from __future__ import annotations

import csv
import random
import signal
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import pytest
from hodoku_fish import first_fish

from tests.shared import cpu_below, fewer, shared_file, thinned

core = pytest.importorskip("satdoku.core", reason="rating needs the compiled core")

if TYPE_CHECKING:
    from satdoku.core import HodokuStep

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LIMITS = {"easy": 800, "medium": 1000, "hard": 1600, "unfair": 1800, "extreme": 2**31}
LEVELS = list(LIMITS)
PARTS = 20
FINS = ("fin", "endo_fin")


def conclusion(step: HodokuStep) -> str:
    if step["place"] is not None:
        cell, digit = step["place"]
        return f"+{digit}@{cell}"
    return ",".join(f"-{digit}@{cell}" for cell, digit in step["eliminations"])


def traced(steps: list[HodokuStep]) -> list[str]:
    return [f"{step['technique'].upper()} {conclusion(step)}" for step in steps]


@lru_cache(maxsize=1)
def full_paths() -> list[dict[str, str]]:
    with shared_file("rating", "hodoku_full_paths.tsv").open(newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


@pytest.mark.parametrize("part", thinned(range(PARTS), PARTS))
def test_reference_paths(part: int) -> None:
    """Level, score and each step: its name, and what follows, in the order of application."""
    rows = full_paths()[part::PARTS]
    for row in rows:
        rating, steps = core.hodoku_path(row["puzzle"])
        assert traced(steps) == row["path"].split(";")
        assert (rating.level, rating.score) == (row["level"].lower(), int(row["score"]))
    for row, rating in zip(
        rows, core.hodoku_rate_batch([row["puzzle"] for row in rows], threads=2), strict=True
    ):
        assert (rating.level, rating.score) == (row["level"].lower(), int(row["score"]))


def test_reference_texts() -> None:
    """HoDoKu's printed steps, up to the first of several lines: name and conclusions."""
    compared = 0
    for line in shared_file("rating", "hodoku_paths.tsv").read_text().splitlines()[::8]:
        puzzle, _, printed = line.partition("\t")
        _, steps = core.hodoku_path(puzzle)
        for text, step in zip(filter(None, printed.split(";;")), steps, strict=False):
            assert text.startswith(step["name"])
            assert text.rpartition(" ")[2] == step["conclusions"].rpartition(" ")[2]
            assert step["conclusions"] in text
            compared += 1
    assert compared > 500


def check_path(puzzle: str) -> Counter[str]:
    """The path ends in the solution, no step contradicts it, and the sums are its steps'."""
    rating, steps = core.hodoku_path(puzzle)
    assert rating.status == "ok"
    solution = core.check(puzzle)[1]
    assert rating.last == solution
    open_candidates = {(c, d) for c in range(81) for d in range(1, 10)}
    filled = {c for c, given in enumerate(puzzle) if given != "."}
    for step in steps:
        assert (step["place"] is None) == bool(step["eliminations"])
        if step["place"] is not None:
            cell, digit = step["place"]
            assert cell not in filled
            assert solution[cell] == str(digit)
            filled.add(cell)
        eliminated = set(step["eliminations"])
        assert eliminated <= open_candidates
        assert all(solution[cell] != str(digit) for cell, digit in eliminated)
        open_candidates -= eliminated
    assert filled == set(range(81))
    assert rating.steps == len(steps)
    assert rating.score == sum(step["score"] for step in steps)
    names = Counter(step["name"] for step in steps)
    assert rating.techniques == names
    assert set(names) <= set(core.hodoku_names())
    hardest = max(LEVELS.index(step["level"]) for step in steps)
    fitting = next(at for at in range(hardest, 5) if rating.score <= LIMITS[LEVELS[at]])
    assert rating.level == LEVELS[fitting]
    alone = core.hodoku_rate(puzzle)
    assert (alone.level, alone.score, alone.last, alone.techniques) == (
        rating.level, rating.score, rating.last, rating.techniques,
    )  # fmt: skip
    return names


@pytest.mark.parametrize("start", thinned(range(0, 2000, 50), 40))
def test_generated_puzzles(start: int) -> None:
    names = sum(
        (check_path(core.minimal_puzzle(seed)) for seed in range(start, start + 50)), Counter()
    )
    assert len(names) > 20


OWN = [
    (
        ".398....2..47..1..6.....3...7.9..........6..1......63..9..7..5......3..4..164....",
        "easy",
        562,
        58,
    ),
    (
        ".398....2..47..1..6.....3...7.9..........6..1......63..9..7..5......3..4..164....",
        "easy",
        562,
        58,
    ),
    (
        "..2.7.6.1.....89.7..4.3.....8...43..9.7...4.....869.......4.7...3....5.....386...",
        "medium",
        414,
        57,
    ),
    (
        "...27...8..256.3....9..1..73...9...459.6..8....4...5..4..1........35.....18.4.6..",
        "medium",
        926,
        64,
    ),
    (
        "....97..3......5........1....9.6.7....5....2.2...7.86...2.4.....3...26...7.6.1..5",
        "hard",
        652,
        62,
    ),
    (
        "94.67...2.....5....7..9.6...6.9......1.........42..1.6...58......3..7..4....4982.",
        "hard",
        1594,
        70,
    ),
    (
        "238.....4.7...........8.......5..9..6...12...5.9.47.2.4...9.6....7....9......157.",
        "unfair",
        1358,
        65,
    ),
    (
        "4..3..8.28....29.6.5.............2....9.28.6...1....7...8......6...5...323.7....4",
        "unfair",
        1708,
        71,
    ),
    (
        ".......529..583......6.....1.....38..7.9...2..26.4.1.9.1...7.....4...5.1...4.....",
        "extreme",
        3558,
        81,
    ),
    (
        "..348.........1.8.....7.65.5...3.9...8.....6.2..6.4...6.8.....94.7..28...9.....4.",
        "extreme",
        14306,
        99,
    ),
]
"""Puzzles of this project's generator, as the kernel that agreed with all references rated them."""


@pytest.mark.parametrize(("puzzle", "level", "score", "steps"), OWN)
def test_recorded_ratings(puzzle: str, level: str, score: int, steps: int) -> None:
    rating = core.hodoku_rate(puzzle)
    assert (rating.level, rating.score, rating.steps) == (level, score, steps)


@pytest.mark.full
def test_the_pattern_of_a_step() -> None:
    """The parts of a step: a fish is covered except for its fins, chains consist of candidates."""
    kinds = set()
    for seed in range(400, 640):
        board = Board(core.minimal_puzzle(seed))
        for step in core.hodoku_path(board.puzzle)[1]:
            if "Wing" in step["name"] and step["base"] and step["cover"]:
                kinds.add("fish")
                base, cover = (
                    board.places(step[part], step["digits"][0]) for part in ("base", "cover")
                )
                assert set(step["cells"]) == base
                fins = {role: [c for own, c, _ in step["marks"] if own == role] for role in FINS}
                assert base - cover | set(fins["endo_fin"]) == set(fins["fin"] + fins["endo_fin"])
            if step["search"] in ("xy_chain", "nice_loop", "grouped_nice_loop"):
                kinds.add(step["search"])
                assert step["chains"]
                for nodes, _ in step["chains"]:
                    assert all(
                        board.has(cell, digit) for cells, digit, *_ in nodes for cell in cells
                    )
            if step["search"].startswith("als_"):
                kinds.add("als")
                for cells, digits, _ in step["sets"]:
                    assert set(digits) == {d for c in cells for d in board.candidates(c)}
                    assert len(digits) == len(cells) + 1
            board.apply(step)
    assert kinds == {"fish", "xy_chain", "nice_loop", "grouped_nice_loop", "als"}


class Board:
    """The candidates of a puzzle while a path is followed."""

    def __init__(self, puzzle: str) -> None:
        self.puzzle = puzzle
        self.marks = {(c, d) for c in range(81) for d in range(1, 10)}
        for cell, given in enumerate(puzzle):
            if given != ".":
                self._place(cell, int(given))

    def has(self, cell: int, digit: int) -> bool:
        return (cell, digit) in self.marks

    def candidates(self, cell: int) -> set[int]:
        return {d for c, d in self.marks if c == cell}

    def places(self, houses: list[int], digit: int) -> set[int]:
        """The cells of some houses (blocks, rows, columns) that have the digit."""
        return {c for c, d in self.marks if d == digit and not set(_houses(c)).isdisjoint(houses)}

    def apply(self, step: HodokuStep) -> None:
        self.marks -= set(step["eliminations"])
        if step["place"] is not None:
            self._place(*step["place"])

    def _place(self, cell: int, digit: int) -> None:
        own = set(_houses(cell))
        self.marks = {
            (c, d)
            for c, d in self.marks
            if c != cell and (d != digit or own.isdisjoint(_houses(c)))
        }


def _houses(cell: int) -> tuple[int, int, int]:
    row, column = divmod(cell, 9)
    return row // 3 * 3 + column // 3, 9 + row, 18 + column


FISH = [
    *((f"{kind}{name}", size, kind != "", kind == "sashimi_", False)
      for size, name in ((2, "x_wing"), (3, "swordfish"), (4, "jellyfish"))
      for kind in ("", "finned_", "sashimi_")),
    *((f"{kind}franken_{name}", size, kind != "", False, True)
      for size, name in ((2, "x_wing"), (3, "swordfish"))
      for kind in ("", "finned_")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("search", "size", "fins", "sashimi", "franken", "seed"),
    [
        *thinned([(*fish, 0) for fish in FISH], 7, rows=True),
        *fewer([(*fish, seed) for seed in range(1, 12) for fish in FISH], 5, rows=True),
    ],
)
def test_fish_against_nested_loops(
    search: str, size: int, fins: bool, sashimi: bool, franken: bool, seed: int
) -> None:
    """One digit has random places, fewer where no fins are wanted; the others are everywhere."""
    chosen, counts = random.Random(f"{search} {seed}"), set()
    times = 100 if size == 2 else 6 if franken else 25
    for _ in range(times if seed or franken else times // 4):
        some = chosen.sample(range(81), chosen.randint(10, 44) if fins else chosen.randint(6, 14))
        candidates = [511 if cell in some else 510 for cell in range(81)]
        status, step = core.hodoku_find("." * 81, candidates, search=search)
        assert status == "ok"
        expected = first_fish(set(some), size, fins=fins, sashimi=sashimi, franken=franken)
        if step is not None:
            assert {role for role, _, _ in step["marks"]} <= set(FINS)
            counts.add(len(step["marks"]))
            assert {digit for _, digit in step["eliminations"]} == {1}
        got = step and (step["technique"], [cell for cell, _ in step["eliminations"]])
        assert got == expected
    if search == "finned_franken_x_wing" and seed == 0:
        assert max(counts) == 5, "the most fins that are allowed do not occur"


def test_batch_is_the_same_on_any_number_of_threads() -> None:
    puzzles = [EASY, "1" * 81, "nothing", EASY.replace(".", "0"), "." * 81, EASY.encode()]
    one = core.hodoku_rate_batch(puzzles)
    two = core.hodoku_rate_batch(puzzles, threads=3)
    assert [(r.status, r.score) for r in one] == [(r.status, r.score) for r in two]
    assert [r.status for r in one] == ["ok", "invalid", "invalid", "ok", "few_givens", "ok"]
    assert core.hodoku_rate_batch([]) == []


def test_statuses() -> None:
    assert core.hodoku_rate("11" + "." * 79).status == "invalid"
    assert core.hodoku_rate("123456789" + "." * 72).status == "few_givens"
    assert core.hodoku_rate("1234567894" + "." * 71).status == "not_unique"
    no_place_for_9 = "12345678." + "456......" + "........9" + "." * 54
    assert core.hodoku_rate(no_place_for_9).status == "not_unique"
    for bad in ("", "1" * 80, "y" * 81):
        with pytest.raises(ValueError, match="81 characters"):
            core.hodoku_rate(bad)
    with pytest.raises(TypeError):
        core.hodoku_rate(81)
    with pytest.raises(ValueError, match="there is no no_wing"):
        core.hodoku_find(EASY, search="no_wing")
    done = core.hodoku_rate(core.check(EASY)[1])
    assert (done.status, done.steps, done.score, done.level) == ("ok", 0, 0, "easy")


def test_limits() -> None:
    hard = max(map(core.minimal_puzzle, range(60)), key=lambda p: core.hodoku_rate(p).nodes)
    needed = core.hodoku_rate(hard)
    first = core.hodoku_rate(hard, nodes=needed.nodes // 2)
    assert first.status == "undecided"
    again = core.hodoku_rate(hard, nodes=needed.nodes // 2)
    assert (first.nodes, first.steps) == (again.nodes, again.steps)
    assert core.hodoku_rate(hard, nodes=2 * needed.nodes).score == needed.score
    assert core.hodoku_rate(hard, seconds=1e-9).status in ("undecided", "ok")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no interval timer on this system")
def test_interrupt() -> None:
    class StopError(Exception):
        pass

    def stop(*_: object) -> None:
        raise StopError

    many = list(map(core.minimal_puzzle, range(50))) * 2000
    before = signal.signal(signal.SIGALRM, stop)
    try:
        with cpu_below(10), pytest.raises(StopError):  # noqa: PT012
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            core.hodoku_rate_batch(many, threads=2)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_the_board_stays_the_caller_s() -> None:
    values: Any = bytearray(EASY, "ascii")
    core.hodoku_rate(bytes(values))
    assert values == EASY.encode()
