"""Input kinds, text entry, limits, threads and streams."""

import random
import subprocess
import sys
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

core = pytest.importorskip("satdoku.core", reason="satdoku.core is not compiled here")

from .conftest import satisfies_rules  # noqa: E402

EMPTY = "." * 81
PUZZLES = [core.minimal_puzzle(seed, uniform=False) for seed in range(40)]
MIXED = [
    PUZZLES[0],
    EMPTY,
    "11" + "." * 79,
    "not a puzzle",
    core.random_grid(3),
    "1234567.." + "." * 9 + "......8.." + "." * 9 + ".......8." + "." * 36,
]
MIXED_CODES = [
    core.UNIQUE,
    core.MULTIPLE,
    core.INVALID,
    core.UNREADABLE,
    core.UNIQUE,
    core.NONE,  # 8 has no place in row 1
]


def test_every_kind_of_input() -> None:
    joined = "\n".join(MIXED).encode()
    assert core.verdicts(MIXED).tolist() == MIXED_CODES
    assert core.verdicts(tuple(MIXED)).tolist() == MIXED_CODES
    assert core.verdicts([p.encode() for p in MIXED]).tolist() == MIXED_CODES
    assert core.verdicts(joined).tolist() == MIXED_CODES
    assert core.verdicts(joined + b"\n").tolist() == MIXED_CODES
    assert core.verdicts(bytearray(joined)).tolist() == MIXED_CODES
    assert core.verdicts(joined.replace(b"\n", b"\r\n")).tolist() == MIXED_CODES
    plain = [p for p in MIXED if len(p) == 81]
    codes = [c for c in MIXED_CODES if c != core.UNREADABLE]
    assert core.verdicts("".join(plain).encode()).tolist() == codes
    digits = np.array([[int(c) for c in p.replace(".", "0")] for p in plain], np.uint8)
    assert core.verdicts(digits).tolist() == codes
    assert [core.check(row)[0] for row in digits] == codes
    assert core.verdicts([]).tolist() == []
    assert core.verdicts(b"").tolist() == []
    digits[0, 0] = 10
    assert core.verdicts(digits).tolist()[0] == core.UNREADABLE
    digits[0, 0] = 250  # '0' + 250 wraps round to '*'
    assert core.verdicts(digits).tolist()[0] == core.UNREADABLE


@pytest.mark.parametrize(
    "wrong",
    [5, None, EMPTY, np.zeros((3, 80), np.uint8), np.zeros((3, 81), np.int64), [EMPTY, 5]],
    ids=repr,
)
def test_wrong_types_are_refused(wrong: object) -> None:
    with pytest.raises(TypeError):
        core.verdicts(wrong)


@pytest.mark.parametrize("wrong", [5, None, [EMPTY], np.zeros(80, np.uint8)], ids=repr)
def test_wrong_single_types_are_refused(wrong: object) -> None:
    with pytest.raises(TypeError):
        core.check(wrong)
    with pytest.raises(TypeError):
        core.verdict(wrong)


def test_wrong_limits_are_refused() -> None:
    with pytest.raises(ValueError, match="seconds"):
        core.check(EMPTY, seconds=-1.0)
    with pytest.raises(ValueError, match="seconds"):
        core.check(EMPTY, seconds=float("nan"))
    with pytest.raises(ValueError, match="limit"):
        core.count(EMPTY, limit=-1)
    with pytest.raises(ValueError, match="cap"):
        core.true_candidates(EMPTY, cap=0)
    with pytest.raises(TypeError):
        core.verdict(EMPTY, "many")
    with pytest.raises((OverflowError, TypeError)):
        core.verdict(EMPTY, -1)


def test_every_empty_character() -> None:
    text = PUZZLES[0]
    for empty in ".0*_xX ":
        assert core.verdict(text.replace(".", empty)) == core.UNIQUE


@given(st.text(max_size=90) | st.text("123456789.0*_xX -\n", min_size=81, max_size=81))
def test_text_entry_never_guesses(text: str) -> None:
    code = core.verdict(text)
    readable = len(text) == 81 and set(text) <= set("123456789.0*_xX ")
    assert (code == core.UNREADABLE) != readable


@given(st.binary(max_size=200))
def test_bytes_never_crash(data: bytes) -> None:
    core.verdict(data)
    core.verdicts(data)
    parts, others, codes = core.check_lines(data)
    assert len(parts) == len(others) + 1
    assert len(codes) == len(others) + sum(part.count(b"\n") for part in parts)


def test_lone_surrogates_are_unreadable() -> None:
    assert core.verdict("\ud800" * 81) == core.UNREADABLE
    assert core.verdict("\u0661" * 81) == core.UNREADABLE


@pytest.mark.parametrize("cell", range(0, 81, 7))
def test_clashes_are_invalid_not_none(cell: int) -> None:
    row, column = divmod(cell, 9)
    box = 9 * (row // 3 * 3 + (row + 1) % 3) + column // 3 * 3 + (column + 1) % 3
    for other in (9 * row + (column + 4) % 9, 9 * ((row + 4) % 9) + column, box):
        text = list(EMPTY)
        text[cell] = text[other] = "5"
        assert core.verdict("".join(text)) == core.INVALID
    # Row 1 leaves only 9 for r1c9, which column 9 refuses.
    assert core.verdict("12345678." + "." * 8 + "9" + "." * 63) == core.NONE


def test_node_budget() -> None:
    code, _first, _, nodes = core.check(EMPTY, nodes=3)
    assert (code, nodes) == (core.UNDECIDED, 3)
    assert core.verdict(EMPTY, 3) == core.UNDECIDED
    verdict, found, exact = core.count(EMPTY, nodes=5000)
    assert verdict == core.MULTIPLE
    assert found > 1000
    assert core.check(EMPTY, nodes=5000)[0] == core.MULTIPLE
    assert not exact
    assert core.count(EMPTY, limit=5)[1:] == (5, False)
    assert core.count(PUZZLES[0], limit=1) == (core.SOLVABLE, 1, False)
    assert core.check(PUZZLES[0], solutions=1)[0] == core.SOLVABLE


@pytest.mark.parametrize("threads", [1, 3])
def test_deadline(threads: int) -> None:
    start = time.monotonic()
    codes, counts, exact = core.count_many([EMPTY] * 3 + PUZZLES, seconds=0.2, threads=threads)
    assert time.monotonic() - start < 2
    assert counts[0] > 1000
    assert not exact[0]
    assert codes[0] == core.MULTIPLE
    assert core.UNDECIDED in codes


INTERRUPTED = """
import signal, sys, threading, time
import numpy  # else the core imports it in the call, and the interrupt may come then
from satdoku import core

def interrupted(call):
    timer = threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    start = time.monotonic()
    try:
        call()
    except KeyboardInterrupt:
        pass
    else:
        sys.exit("the call went to its end")
    timer.join()
    return time.monotonic() - start

empty = "." * 81
assert interrupted(lambda: core.count(empty)) < 2
assert interrupted(lambda: core.count_many([empty] * 200, threads=3)) < 2
forever = core.Solutions(empty)
assert interrupted(lambda: [forever.next_batch(10**5) for _ in range(1000)]) < 3
"""


def test_interrupt_ends_a_search() -> None:
    """In a process of its own: the signal is for the main thread, which may not be the test's."""
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_threads_keep_the_order() -> None:
    rng = random.Random(5)
    puzzles = [rng.choice(MIXED + PUZZLES) for _ in range(3000)]
    one = core.check_many(puzzles)
    many = core.check_many(puzzles, threads=4)
    assert all((a == b).all() for a, b in zip(one, many, strict=True))
    assert core.count_many(puzzles, limit=3, threads=4)[1].max() == 3


def test_check_lines() -> None:
    lines = [*MIXED, "", "# a comment", PUZZLES[1] + " trailing", PUZZLES[2]]
    block = "\n".join(lines).encode()
    parts, others, codes = core.check_lines(block)
    assert [i for i, _ in others] == [3, 6, 7, 8]
    assert [line.decode() for _, line in others] == [lines[i] for i, _ in others]
    assert codes.tolist() == MIXED_CODES + [core.UNREADABLE] * 3 + [core.UNIQUE]
    assert parts[0].decode() == (f"unique\t{MIXED[0]}\nmultiple\t{MIXED[1]}\ninvalid\t{MIXED[2]}\n")
    assert parts[-1].decode() == f"unique\t{PUZZLES[2]}\n"
    solution = core.check(PUZZLES[2])[1]
    parts, _, _ = core.check_lines(f"{PUZZLES[2]}\r\n{EMPTY}\n".encode(), columns="svp2")
    first, second = parts[0].decode().splitlines()
    assert first == f"{solution}\tunique\t{PUZZLES[2]}\t"
    assert [len(field) for field in second.split("\t")] == [81, 8, 81, 81]
    assert core.check_lines(PUZZLES[2].encode(), columns="s")[2].tolist() == [core.SOLVABLE]
    with pytest.raises(ValueError, match="columns"):
        core.check_lines(b"", columns="q")


def test_random_grids() -> None:
    grids = [core.random_grid(seed, uniform) for seed in range(50) for uniform in (True, False)]
    assert all(satisfies_rules([int(c) for c in grid]) for grid in grids)
    assert len(set(grids)) == 100
    assert grids[:10] == [core.random_grid(s, u) for s in range(5) for u in (True, False)]


def test_minimal_puzzles(level: str) -> None:
    for seed in range(10):
        puzzle = core.minimal_puzzle(seed, uniform=False)
        assert puzzle == PUZZLES[seed]
        assert core.verdict(puzzle) == core.UNIQUE
        for i in range(81):
            if puzzle[i] != ".":
                assert core.verdict(puzzle[:i] + "." + puzzle[i + 1 :]) == core.MULTIPLE
    grid = core.random_grid(9)
    puzzle = core.minimal_puzzle(4, start=grid)
    assert core.check(puzzle)[:2] == (core.UNIQUE, grid)
    assert core.minimal_puzzle(5, start=puzzle) == puzzle
    with pytest.raises(ValueError, match="multiple"):
        core.minimal_puzzle(5, start=EMPTY)


def test_levels_can_be_named() -> None:
    assert core.simd_level() in core.simd_levels()
    assert core.simd_levels()[0] == "baseline"
    with pytest.raises(ValueError, match="no such kernel"):
        core.set_simd_level("mmx")


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**64 - 1))
def test_any_seed_works(seed: int) -> None:
    assert core.verdict(core.minimal_puzzle(seed, uniform=False)) == core.UNIQUE
