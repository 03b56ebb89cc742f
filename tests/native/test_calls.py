"""Input kinds, text entry, limits, threads and streams."""

import os
import random
import subprocess
import sys
import threading
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.shared import cpu_below, in_time

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


@pytest.mark.parametrize(
    "wrong",
    [5, None, EMPTY.encode(), [EMPTY], [0] * 80, [True] * 81, [10] * 81, [-1] * 81, [10**30] * 81,
     [1.0] * 81, ["5"] * 81, np.zeros(81, np.uint8), "." * 80, " " * 81, "\n" * 81,
     f"\n{EMPTY}", "é" * 81, "\ud800" * 81, "11" + "." * 79, [1, 1] + [0] * 79],
    ids=lambda wrong: ascii(wrong)[:30],
)  # fmt: skip
def test_what_is_not_judged_at_once_is_left_to_the_caller(wrong: object) -> None:
    assert core.is_unique(wrong) is None


def test_lists_and_text_are_judged_at_once() -> None:
    for text in (EMPTY, f"{EMPTY}\n", f"{EMPTY}\r\n"):
        assert core.is_unique(text) is False
    for empty in (0, None):
        assert core.is_unique([empty] * 81) is False
        assert core.is_unique((1, *[empty] * 80)) is False


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
    with pytest.raises(ValueError, match="nodes must not be negative"):
        core.verdict(EMPTY, -1)
    with pytest.raises(ValueError, match="threads must be at least 1"):
        core.verdicts([EMPTY], threads=0)
    with pytest.raises(TypeError, match="nodes must be an int, not str"):
        core.check(EMPTY, nodes="5")
    with pytest.raises(TypeError, match="seconds must be a number, not str"):
        core.check(EMPTY, seconds="5")
    # A bound that no search reaches is none, however large.
    assert core.verdict(EMPTY, 2**80) == core.MULTIPLE
    search = core.Solutions(EMPTY)
    assert [len(search.next_batch(10, nodes=2**64 - 1)) for _ in range(3)] == [10, 10, 10]


def test_every_reader_of_text_takes_the_same_characters() -> None:
    """The kernel's (with each instruction set) and the one of all other calls: byte by byte."""
    text = PUZZLES[0].encode()
    cell = text.index(b".")
    solution = core.check(text)[1].encode()
    for value in range(256):
        character = bytes([value])
        one = text[:cell] + character + text[cell + 1 :]
        readable = character in b"123456789.0*_xX "
        for name in core.simd_levels():
            core.set_simd_level(name)
            assert (core.verdict(one) != core.UNREADABLE) == readable, value
        keep = character + b"." * 80
        calls = [
            lambda one=one: core.se_rate(one, nodes=1),
            lambda one=one: core.se_path(one, nodes=1),
            lambda one=one: core.se_find(one, nodes=1),
            lambda keep=keep: core.make_puzzles(1, 1, 0, keep=keep),
            lambda keep=keep: core.make_puzzles(1, 1, 0, grid=keep),
            lambda keep=keep: core.fill_mask(1, "1" * 81, keep=keep, steps=0),
        ]
        for call in calls:
            if readable:
                call()
            else:
                with pytest.raises(ValueError, match="81 characters"):
                    call()
        assert (core.se_rate_batch([one], nodes=1)[0].status != "invalid") == (
            core.verdict(one) not in (core.UNREADABLE, core.INVALID)
        )
        full = character + solution[1:]
        is_form = len(core.canonical_forms(full)) == 81
        assert is_form == (core.verdict(full) not in (core.UNREADABLE, core.INVALID))
    for empty in ".0*_xX ":
        written = PUZZLES[0].replace(".", empty)
        assert core.verdict(written) == core.UNIQUE
        assert core.se_rate(written).exact == core.se_rate(PUZZLES[0]).exact
        assert core.canonical_forms(written.encode()) == core.canonical_forms(text)


def test_threads_leave_the_order_of_canonical_forms_and_where_they_end() -> None:
    lines = [core.minimal_puzzle(seed, uniform=False).encode() for seed in range(300)]
    forms = core.canonical_forms(b"".join(lines))
    assert forms == b"".join(map(core.canonical_forms, lines))
    for threads in (2, 7):
        assert core.canonical_forms(b"".join(lines), threads) == forms
        faulty = b"".join([*lines[:130], b"11" + b"." * 79, *lines[130:], b"x" * 80 + b"y"])
        assert core.canonical_forms(faulty, threads) == forms[: 130 * 81]


def test_a_puzzle_is_minimal_where_each_given_is_needed() -> None:
    rng, puzzles = random.Random(5), list[str]()
    for seed in range(40):
        puzzle = core.minimal_puzzle(seed, uniform=False)
        solution = core.check(puzzle)[1]
        for spare in (0, 1, 20):
            cells = rng.sample([cell for cell in range(81) if puzzle[cell] == "."], spare)
            given = [solution[c] if c in cells else d for c, d in enumerate(puzzle)]
            puzzles.append("".join(given))
    plain = [
        all(
            core.verdict(puzzle[:cell] + "." + puzzle[cell + 1 :]) != core.UNIQUE
            for cell in range(81)
            if puzzle[cell] != "."
        )
        for puzzle in puzzles
    ]
    assert 30 < sum(plain) < 60
    for threads in (1, 2):
        assert core.minimal_many(puzzles, threads).tolist() == plain
    assert core.minimal_many(["x" * 9, "11" + "." * 79, PUZZLES[0]])[:2].tolist() == [False, False]


def arrays(plain: np.ndarray) -> list[np.ndarray]:
    """The items in every layout."""
    rows, columns = plain.shape
    wide = np.zeros((rows, columns + 9), plain.dtype)
    wide[:, 4:-5] = plain
    unaligned = np.frombuffer(bytes(1) + plain.tobytes(), plain.dtype, plain.size, 1)
    return [
        plain,
        np.asfortranarray(plain),
        np.repeat(plain, 3, axis=0)[::3],
        plain[::-1].copy()[::-1],
        plain[:, ::-1].copy()[:, ::-1],
        plain.T.copy().T,
        wide[:, 4:-5],
        unaligned.reshape(plain.shape),
    ]


def test_arrays_of_every_layout() -> None:
    rows = [core.random_grid(s) for s in range(20)] + PUZZLES[:29] + ["11" + "." * 79]
    digits = np.array([[int(c) for c in row.replace(".", "0")] for row in rows], np.uint8)
    masks = np.where(digits > 0, 1 << (digits.astype(np.uint16) + 9) % 10, 511).astype(np.uint16)
    codes = [core.verdict(row) for row in rows]
    assert set(codes) == {core.UNIQUE, core.INVALID}
    masked = [core.NONE if code == core.INVALID else code for code in codes]
    for array in arrays(digits):
        assert core.verdicts(array).tolist() == codes
        assert core.check_many(array, threads=2)[0].tolist() == codes
        assert core.count_many(array)[0].tolist() == codes
        assert [r.status for r in core.se_rate_batch(array, nodes=1)][-1] == "invalid"
        for row, text in zip(array[::7], rows[::7], strict=True):
            assert core.check(row) == core.check(text)
            assert core.se_rate(row).exact == core.se_rate(text).exact
    for array in arrays(masks):
        assert core.verdicts(array).tolist() == masked
        assert core.count_many(array)[0].tolist() == masked
        assert [core.check(row)[0] for row in array] == masked
    full = np.full((50, 81), 511, np.uint16)
    assert core.verdicts(np.asfortranarray(full)).tolist() == [core.MULTIPLE] * 50
    text = np.frombuffer("".join(rows).encode(), np.uint8).reshape(-1, 81)
    assert core.verdicts(text).tolist() == codes
    assert core.check(memoryview(text[0])) == core.check(rows[0])
    assert core.check(bytearray(rows[0].encode())) == core.check(rows[0])
    for wrong in (full.astype(">u2"), full.astype("i2"), full.astype(float), text.view("S81")):
        with pytest.raises(TypeError, match="shape"):
            core.verdicts(wrong)


def test_truth_values_that_are_neither_0_nor_1() -> None:
    numbers = np.random.default_rng(1).integers(0, 256, 729).astype(np.uint8)
    numbers[::3] = 0
    expected = core.check((numbers != 0).copy(), nodes=500)
    assert core.check(numbers.view(np.bool_), nodes=500) == expected


def test_an_array_may_change_under_a_call() -> None:
    """The search uses the copy made at the beginning."""
    array = np.array([[int(c) for c in p.replace(".", "0")] for p in PUZZLES] * 50, np.uint8)
    codes = core.verdicts(array)
    done = threading.Event()

    def scribble() -> None:
        done.wait()
        array[:] = 255

    thread = threading.Thread(target=scribble)
    thread.start()
    timer = threading.Timer(0.0005, done.set)
    timer.start()
    verdicts = core.verdicts(array, threads=2)
    thread.join()
    # All rows as they were, or (where the copy came late) unreadable.
    assert set(verdicts.tolist()) <= {*codes.tolist(), core.UNREADABLE}


def test_want_of_memory_is_an_error() -> None:
    if "asan" in os.environ.get("LD_PRELOAD", ""):
        pytest.skip("ASan ends the process where memory is wanting")
    beyond = np.broadcast_to(np.zeros(81, np.uint8), (10**14, 81))
    with pytest.raises(MemoryError):
        core.verdicts(beyond)


def test_empty_buffers() -> None:
    for empty in (
        b"",
        bytearray(),
        memoryview(b""),
        np.zeros(0, np.uint8),
        np.zeros((0, 81), "u1"),
    ):
        assert core.verdicts(empty).tolist() == []
        assert core.se_rate_batch(empty) == []
    assert core.check_lines(b"")[2] == b""
    assert core.canonical_forms(b"") == b""


@pytest.mark.parametrize("columns", ["\0", "v\0", "vp\0s", "\ud800", "é"])
def test_columns_are_their_letters_only(columns: str) -> None:
    with pytest.raises(ValueError, match="columns"):
        core.check_lines(b"." * 81, columns=columns)


@pytest.mark.parametrize(
    "wrong",
    [
        5,
        "1" * 81,
        b"1" * 81,
        [None] * 81,
        ["1"] * 81,
        [1.0] * 81,
        [[1]] * 81,
        memoryview(np.zeros((9, 9), np.uint16)),
    ],
    ids=lambda wrong: type(wrong).__name__,  # no addresses: each worker must see the same names
)
def test_wrong_candidates_are_refused(wrong: object) -> None:
    for call in (core.se_rate, core.se_path, core.se_find):
        with pytest.raises(TypeError, match="candidates"):
            call(EMPTY, wrong)
        for values in ([512] * 81, [-1] * 81, [2**70] * 81, [511] * 80):
            with pytest.raises(ValueError, match="candidates"):
                call(EMPTY, values)


@pytest.mark.parametrize("name", ["orbits", "grid", "keep"])
def test_wrong_wishes_are_refused(name: str) -> None:
    for wrong in (5, object(), ["1"] * 81):
        with pytest.raises(TypeError):
            core.make_puzzles(1, 0, 1, **{name: wrong})
    with pytest.raises(ValueError, match=name):
        core.make_puzzles(1, 0, 1, **{name: b"\0" * 80})


def test_a_refused_plan_stays_refused() -> None:
    counter = core.FrontierCounter(9, 100)
    counter.add_layer(511, [5], [], [], [], [], [], [])
    for _ in range(2):
        with pytest.raises(ValueError, match="out of range"):
            counter.advance(100)
    assert counter.total() == []
    counter = core.FrontierCounter(9, 100)
    counter.add_layer(511, [], [], [], [], [], [], [])
    assert (counter.advance(100), counter.advance(100), counter.total()[0]) == (1, 1, 9)
    with pytest.raises(ValueError, match="begun"):
        counter.add_layer(511, [], [], [], [], [], [], [])


def test_a_count_with_too_many_states_stays_so() -> None:
    counter = core.FrontierCounter(9, 2)
    for i in range(3):
        moves = [(0 if i else -1, 0, True, 0, False)]
        counter.add_layer(511, [0] if i else [], [], moves, [], [], [], [])
    assert [counter.advance(10**6) for _ in range(5)] == [2] * 5


def test_a_group_names_a_cell_once() -> None:
    with pytest.raises(ValueError, match="twice"):
        core.unavoidable_sets([0, 1], 2, [[0, 0]], [], 2)


def test_threads_share_an_object() -> None:
    search = core.Solutions(EMPTY)
    grids: list[bytes] = []
    states = []

    def work() -> None:
        for _ in range(20):
            grids.extend(bytes(grid) for grid in search.next_batch(50))
            states.append((search.found, search.nodes, search.status, search.cut))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(grids)) == len(grids) == search.found == 4000
    assert set(grids) == {bytes(grid) for grid in core.Solutions(EMPTY).next_batch(4000)}
    assert all(number % 50 == 0 and not cut for number, _, _, cut in states)

    counter = core.FrontierCounter(9, 10**6)
    for i in range(9):
        moves = [(0 if i else -1, 0, True, 0, False)] if i < 8 else []
        counter.add_layer(511, [0] if i else [], [], moves, [], [], [], [])
    ends: list[int] = []
    drivers = [
        threading.Thread(target=lambda: ends.extend(counter.advance(3) for _ in range(2000)))
        for _ in range(3)
    ]
    for driver in drivers:
        driver.start()
    for driver in drivers:
        driver.join()
    assert ends[-1] == 1
    assert counter.total()[0] == 362_880


@settings(max_examples=50)
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
    verdict, number, exact = core.count(EMPTY, nodes=5000)
    assert verdict == core.MULTIPLE
    assert number > 1000
    assert core.check(EMPTY, nodes=5000)[0] == core.MULTIPLE
    assert not exact
    assert core.count(EMPTY, limit=5)[1:] == (5, False)
    assert core.count(PUZZLES[0], limit=1) == (core.SOLVABLE, 1, False)
    assert core.check(PUZZLES[0], solutions=1)[0] == core.SOLVABLE


@pytest.mark.parametrize("threads", [1, 3])
def test_deadline(threads: int) -> None:
    def counted(seconds: float) -> Any:
        with cpu_below(10 + threads * seconds):
            # More than are counted at once.
            return core.count_many([EMPTY] * 8 + PUZZLES, seconds=seconds, threads=threads)

    codes, counts, exact = in_time(counted, lambda answer: answer[1][0] > 1000)
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
    start = time.process_time()
    try:
        timer.start()
        call()
    except KeyboardInterrupt:
        pass
    else:
        sys.exit("the call went to its end")
    timer.join()
    return time.process_time() - start < 10

empty = "." * 81
assert interrupted(lambda: core.count(empty))
assert interrupted(lambda: core.count_many([empty] * 200, threads=3))
forever = core.Solutions(empty)
assert interrupted(lambda: [forever.next_batch(10**5) for _ in range(1000)])
assert forever.found == 10**5 * (forever.found // 10**5)  # a batch that raises gives nothing
assert len({bytes(grid) for grid in forever.next_batch(100)}) == 100
grid = core.random_grid(1).encode()
assert interrupted(lambda: core.canonical_forms(grid * 10**5))
assert interrupted(lambda: core.se_rate_batch([empty] * 3, threads=3))
rows = [list(range(r, r + 9)) for r in range(0, 81, 9)]
columns = [list(range(c, 81, 9)) for c in range(9)]
latin = [(c // 9 + c) % 9 for c in range(81)]
assert interrupted(lambda: core.unavoidable_sets(latin, 9, rows + columns, [], 81))
counter = core.FrontierCounter(32, 10**7)
for i in range(20):
    move = (0 if i else -1, 0, True, 0, False)
    counter.add_layer(2**32 - 1, [0] if i else [], [], [move], [], [], [], [])
assert interrupted(lambda: counter.advance(2**70))
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


@pytest.mark.parametrize("nodes", [0, 1, 30])
@pytest.mark.parametrize("limit", [0, 1, 2, 1000])
def test_puzzles_together_are_counted_as_alone(level: str, limit: int, nodes: int) -> None:
    rng = random.Random(8)
    open_puzzles = [puzzle[:-20] + "." * 20 for puzzle in PUZZLES]
    for size in [*range(7), 150]:
        puzzles = rng.choices([*MIXED, *PUZZLES, *open_puzzles], k=size)
        together = core.count_many(puzzles, limit=limit, nodes=nodes)
        alone = [core.count(puzzle, limit=limit, nodes=nodes) for puzzle in puzzles]
        assert list(zip(*(part.tolist() for part in together), strict=True)) == alone
        alone = [core.verdict(puzzle, nodes) for puzzle in puzzles]
        assert core.verdicts(puzzles, nodes=nodes).tolist() == alone
        lines = "\n".join(puzzles).encode()
        assert [*core.check_lines(lines, "v", nodes=nodes)[2]] == alone


def test_check_lines() -> None:
    lines = [*MIXED, "", "# a comment", PUZZLES[1] + " trailing", PUZZLES[2]]
    block = "\n".join(lines).encode()
    parts, others, codes = core.check_lines(block)
    assert [i for i, _ in others] == [3, 6, 7, 8]
    assert [line.decode() for _, line in others] == [lines[i] for i, _ in others]
    assert [*codes] == MIXED_CODES + [core.UNREADABLE] * 3 + [core.UNIQUE]
    assert parts[0].decode() == (f"unique\t{MIXED[0]}\nmultiple\t{MIXED[1]}\ninvalid\t{MIXED[2]}\n")
    assert parts[-1].decode() == f"unique\t{PUZZLES[2]}\n"
    solution = core.check(PUZZLES[2])[1]
    parts, _, _ = core.check_lines(f"{PUZZLES[2]}\r\n{EMPTY}\n".encode(), columns="svp2")
    first, second = parts[0].decode().splitlines()
    assert first == f"{solution}\tunique\t{PUZZLES[2]}\t"
    assert [len(field) for field in second.split("\t")] == [81, 8, 81, 81]
    assert core.check_lines(PUZZLES[2].encode(), columns="s")[2] == bytes([core.SOLVABLE])
    with pytest.raises(ValueError, match="columns"):
        core.check_lines(b"", columns="q")


def test_random_grids() -> None:
    grids = [core.random_grid(seed, uniform) for seed in range(50) for uniform in (True, False)]
    assert all(satisfies_rules([int(c) for c in grid]) for grid in grids)
    assert len(set(grids)) == 100
    assert grids[:10] == [core.random_grid(s, u) for s in range(5) for u in (True, False)]


def test_uniform_grids_prefer_neither_of_two_that_differ_by_a_swap() -> None:
    grids = np.array([list(core.random_grid(seed)) for seed in range(350)]).reshape(-1, 9, 9)
    first = 0
    both = 0
    for r, s in combinations(range(3, 9), 2):
        for c, d in combinations(range(3, 9), 2):
            if (r // 3 == s // 3) == (c // 3 == d // 3):
                continue
            a, b = grids[:, r, c], grids[:, r, d]
            swap = (grids[:, s, c] == b) & (grids[:, s, d] == a)
            both += swap.sum()
            first += (swap & (a < b)).sum()
    assert both > 700
    assert abs(first / both - 0.5) < 0.05


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
