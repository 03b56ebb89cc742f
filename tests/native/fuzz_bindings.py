"""Every public name of ``satdoku.core``, called with random and hostile arguments.

    python -m tests.native.fuzz_bindings --tries 10000 --seed 1

A call may return, or raise one of ``ALLOWED``; an alarm ends a long one, as Ctrl-C would, and it
has to end soon. What a call returned is compared with a second way: one thread, and each buffer
as a plain copy or as text. ``test_sanitizers.py`` runs this under ASan and UBSan.
"""

from __future__ import annotations

import argparse
import array
import ctypes
import itertools
import math
import random
import signal
import time
import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from satdoku import core
from tests.native.fuzz_narrowing import small_model

ALLOWED = (TypeError, ValueError, OverflowError, MemoryError)
CONSTANTS = {"NONE", "UNIQUE", "MULTIPLE", "UNDECIDED", "INVALID", "UNREADABLE", "SOLVABLE"} | {
    "INTERFACE",
    "RELATIONS",
    "COMPARISONS",
    "LIMITS",
}
SECONDS = 0.05  # before the alarm
GRACE = 10.0  # seconds within which a call has to end after it, on a busy machine under a sanitizer


class HostileError(Exception):
    """Raised by an argument; a call may let it through."""


class TimeUpError(Exception):
    """Raised by the alarm."""


class Raiser:
    """Raises whatever it is asked for."""

    def __getattr__(self, name: str) -> Any:
        raise HostileError(name)

    def __index__(self) -> int:
        raise HostileError

    __int__ = __float__ = __iter__ = __len__ = __bool__ = __index__  # type: ignore[assignment]


class Liar:
    """A sequence whose length is not true and whose items are wrong."""

    def __len__(self) -> int:
        return 10**6

    def __getitem__(self, i: int) -> object:
        if i > 90:
            raise IndexError
        return self


class Index:
    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


class Text(str):
    __slots__ = ()


class Fuzz:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.puzzles = [core.minimal_puzzle(s, uniform=False) for s in range(8)]
        self.puzzles += ["." * 81, core.random_grid(1), "11" + "." * 79, "x" * 81, "\0" * 81, ""]

    def chance(self, p: float) -> bool:
        return self.rng.random() < p

    # --- values

    def characters(self) -> str:
        rng = self.rng
        text = list(rng.choice(self.puzzles))
        for _ in range(rng.choice((0, 0, 0, 1, 3))):
            if text:
                text[rng.randrange(len(text))] = rng.choice(".0*_xX 123456789\0\n\r\t/:é\ud800 ")
        if self.chance(0.1):
            text = text[: rng.randrange(82)] + ["."] * rng.choice((0, 1, 81))
        return "".join(text)

    def bytes(self) -> bytes:
        return self.characters().encode("utf-8", "surrogatepass")

    def block(self) -> bytes:
        end = self.rng.choice((b"", b"\n", b"\r\n", b"\0"))
        return end.join(self.bytes() for _ in range(self.rng.randrange(6)))

    def number(self) -> Any:
        edge = self.rng.choice((0, 1, 2, 9, 81, 2**31, 2**32, 2**63, 2**64, 10**30, 10**400))
        number = self.rng.choice((1, 1, -1)) * edge + self.rng.choice((-1, 0, 0, 1))
        return self.rng.choice((int, int, int, Index))(number)

    def array(self) -> Any:
        """A numpy array of any type, shape, order and alignment."""
        rng = self.rng
        kind = rng.choice(("u1", "u1", "u2", "u2", "?", "i1", "i8", ">u2", "f8", "c16", "S81"))
        classic = [(81,), (9, 9), (3, 81), (3, 81), (70, 81), (0, 81), (729,), (81, 9)]
        other = [(), (81, 3), (1, 81), (2, 3, 81), (162,), (0,), (81, 0), (3, 80)]
        shape = rng.choice(classic if self.chance(0.6) else other)
        top = rng.choice((10, 10, 2, 256, 512, 1024))
        numbers = np.random.default_rng(rng.randrange(2**32)).integers(0, top, shape)
        if self.chance(0.4):
            numbers[...] = rng.choice((0, 1, 511, 46))
        array: Any = np.asarray(numbers).astype(rng.choice((kind, kind, "O", "U81", "M8[s]")))
        if array.dtype == np.bool_ and self.chance(0.5):  # bytes that are neither 0 nor 1
            array = np.asarray(numbers).astype(np.uint8).view(np.bool_)
        how = rng.randrange(9)
        if how == 0:
            array = np.asfortranarray(array)
        elif how == 1:
            array = np.repeat(array, 2, axis=0)[::2] if array.ndim else array
        elif how == 2:
            array = array[..., ::-1] if array.ndim else array
        elif how == 3:
            array = array.T
        elif how == 4:
            array = np.broadcast_to(array[:1], array.shape) if array.ndim else array
        elif how == 5 and array.dtype.kind in "bui":
            raw = bytearray(array.nbytes + 1)
            moved = np.frombuffer(raw, array.dtype, array.size, 1).reshape(array.shape)
            moved[...] = array
            array = moved
        elif how == 6:
            array.flags.writeable = False
        elif how == 7 and array.dtype.kind in "bui":
            array = memoryview(array)
        elif how == 8 and array.ndim == 2:
            wide = np.zeros((array.shape[0], array.shape[1] + 5), array.dtype)
            wide[:, 2:-3] = array
            array = wide[:, 2:-3]
        return array

    def buffer(self) -> Any:
        data = self.rng.choice((self.block, self.bytes, lambda: b"", lambda: bytes(81)))()
        how = self.rng.randrange(7)
        if how == 0:
            return bytearray(data)
        if how == 1:
            return memoryview(data)[:: self.rng.choice((1, 2, -1))]
        if how == 2:
            return array.array(self.rng.choice("BHbI"), [1] * 81)
        if how == 3:
            return (ctypes.c_uint16 * 81)(*[511] * self.rng.randrange(82))
        if how == 4:
            return ((ctypes.c_uint8 * 81) * 2)()
        if how == 5:
            return memoryview(data).cast("c")
        return memoryview(bytes(162)).cast("H")

    def anything(self, depth: int = 0) -> Any:
        rng = self.rng
        simple: list[Callable[[], Any]] = [
            lambda: None,
            self.number,
            self.number,
            lambda: rng.choice((math.nan, math.inf, -math.inf, -1.0, 0.0, 1e-9, 1e308, 2.5)),
            lambda: rng.choice((True, False)),
            self.characters,
            self.bytes,
            self.block,
            self.array,
            self.array,
            self.buffer,
            lambda: Text(self.characters()),
            Raiser,
            Liar,
            object,
            lambda: {self.characters(): 1},
            lambda: range(rng.randrange(100)),
            lambda: int,
            lambda: np.uint8(rng.randrange(256)),
            lambda: "\0" * rng.randrange(5),
        ]
        if depth < 3 and self.chance(0.25):
            items = [self.anything(depth + 1) for _ in range(rng.choice((0, 1, 2, 5, 81)))]
            # An iterator inside another argument could not be given a second time.
            return rng.choice((list, tuple, deque, *(() if depth else (iter,))))(items)
        return rng.choice(simple)()

    # --- likely arguments

    def one(self) -> Any:
        return self.rng.choice((self.characters, self.characters, self.bytes, self.array))()

    def many(self) -> Any:
        some = [self.rng.choice((self.characters, self.bytes))() for _ in range(5)]
        return self.rng.choice(
            (lambda: some, lambda: iter(some), self.block, self.array, self.array, self.buffer)
        )()

    def marks(self) -> Any:
        top = self.rng.choice((512, 512, 513, 1))
        masks = [self.rng.randrange(top) for _ in range(self.rng.choice((81, 81, 81, 80)))]
        return self.rng.choice((masks, masks, np.array(masks, np.uint16), None, None, iter(masks)))

    def limits(self) -> dict[str, Any]:
        limits: dict[str, Any] = {"nodes": self.rng.choice((1, 50, 500, 3000))}
        if self.chance(0.1):
            limits["seconds"] = self.rng.choice((0.0, 0.001, 1e300, math.inf))
        return limits

    def batch(self) -> dict[str, Any]:
        return self.limits() | {"threads": self.rng.choice((1, 1, 2, 3, 1000))}

    def seed(self) -> int:
        return self.rng.choice((0, 1, 2**64 - 1, self.rng.randrange(2**64)))


Arguments = dict[str, Any]


def check(f: Fuzz) -> Arguments:
    return {"puzzle": f.one(), "solutions": f.rng.choice((1, 2))} | f.limits()


def count(f: Fuzz) -> Arguments:
    return {"puzzle": f.one(), "limit": f.rng.choice((None, 0, 1, 500, 2**80))} | f.limits()


def make_puzzles(f: Fuzz) -> Arguments:
    rng = f.rng
    orbits = bytes(rng.randrange(rng.choice((81, 82, 9))) for _ in range(81))
    return {
        "seed": f.seed(),
        "first": f.seed(),
        "count": rng.randrange(3),
        "orbits": rng.choice((None, None, orbits)),
        "clues": rng.choice((0, 0, 0, 24, 30, 81)),
        "strict": f.chance(0.5),
        "grid": rng.choice((None, None, f.puzzles[9], f.characters())),
        "keep": rng.choice((None, None, "1" + "." * 80, f.characters())),
        "attempts": rng.choice((1, 3)),
    }


def fill_mask(f: Fuzz) -> Arguments:
    mask = "".join(f.rng.choice(".1\0") for _ in range(81))
    keep = f.rng.choice((None, None, f.characters()))
    return {"seed": f.seed(), "mask": mask, "keep": keep, "steps": f.rng.choice((0, 1, 20))}


def canonical_form(f: Fuzz) -> Arguments:
    digits = [int(c) if c in "123456789" else 0 for c in f.characters()]
    return {"cells": bytes(digits)}


def unavoidable_sets(f: Fuzz) -> Arguments:
    rng = f.rng
    size = rng.choice((2, 4, 4, 9, 32))
    digits = [(r + c) % size for r in range(size) for c in range(size)]
    if f.chance(0.3):
        digits[rng.randrange(len(digits))] = rng.randrange(-1, size + 1)
    rows = [list(range(r * size, (r + 1) * size)) for r in range(size)]
    columns = [list(range(c, size * size, size)) for c in range(size)]
    partitions = [[i // size for i in range(size * size)]] if f.chance(0.5) else []
    return {
        "digits": digits,
        "digit_count": rng.choice((size, size, size, 64, 65)),
        "groups": rows + (columns if f.chance(0.8) else [[rng.randrange(20)] * 2]),
        "partitions": partitions,
        "size": rng.randrange(7),
        "most": rng.choice((0, 1, 100)),
    }


def braid_path(f: Fuzz) -> Arguments:
    lists = {name: value for name, value in net_refutations(f).items() if name in ("near", "facts")}
    return {
        **lists,
        "continuous": f.chance(0.5),
        "longest": f.rng.choice((0, 3, 40, 1 << 15)),
        "seconds": 0.05,
    }


def net_refutations(f: Fuzz) -> Arguments:
    rng = f.rng
    count = rng.choice((0, 1, 5, 30, 70))
    near: list[list[int]] = [[] for _ in range(count)]
    for a, b in itertools.combinations(range(count), 2):
        if f.chance(0.2):
            near[a].append(b)
            near[b].append(a)
    if count and f.chance(0.1):
        near[rng.randrange(count)].append(rng.randrange(-1, count + 1))
    facts = [sorted({rng.randrange(max(count, 1)) for _ in range(rng.randrange(4))}) for _ in near]
    return {
        "near": near,
        "facts": facts,
        "depth": rng.choice((1, 2, 2, 3)),
        "kept": rng.choice((0, 1, 100)),
        "work": rng.choice((0, 10, 100_000)),
    }


def field(f: Fuzz) -> Arguments:
    """Houses and candidates of a board of rows and columns."""
    rng = f.rng
    size = rng.choice((1, 4, 6, 9, 12, 16))
    houses = [list(range(r * size, (r + 1) * size)) for r in range(size)]
    houses += [list(range(c, size * size, size)) for c in range(size)]
    candidates = [rng.randrange(1 << size) & rng.randrange(1 << size) for _ in range(size * size)]
    if f.chance(0.1):
        rng.choice(houses).append(rng.randrange(-1, 300))
    if f.chance(0.1):
        candidates[rng.randrange(size * size)] = rng.choice((-1, 1 << size, 2**31 - 1))
    digits = rng.choice((size, size, size, 0, 17))
    return {"houses": houses, "candidates": candidates, "digits": digits}


def almost_locked_sets(f: Fuzz) -> Arguments:
    arguments, rng = field(f), f.rng
    order = [rng.randrange(len(arguments["houses"])) for _ in range(rng.randrange(20))]
    return arguments | {
        "kind": rng.choice(("pairs", "wings", "chains", "blossoms", "", "\0")),
        "order": order + [rng.choice((-1, 99))] * f.chance(0.1),
        "largest": rng.randrange(7),
        "shortest": rng.randrange(6),
        "longest": rng.randrange(9),
        "most": rng.choice((0, 1, 4, 1000)),
    }


def alternating_chains(f: Fuzz) -> Arguments:
    arguments, rng = field(f), f.rng
    houses = len(arguments["houses"]) - f.chance(0.1)
    return arguments | {
        "complete": [f.chance(0.9) for _ in range(houses)],
        "passes": rng.choice(("x", "y", "xy", "", "z")),
        "groups": f.chance(0.5),
        "longest": rng.choice((0, 3, 100)),
        "most": rng.choice((0, 1, 4, 1000)),
    }


def members(f: Fuzz) -> Arguments:
    width = f.rng.choice((0, 1, 3, 9))
    return {"rows": f.rng.randbytes(width * f.rng.randrange(5)), "width": width + f.chance(0.1)}


def pieces(f: Fuzz) -> Arguments:
    rng = f.rng
    places = rng.choice((0, 1, 4, 9, 25))
    borders = [rng.randrange(max(places, 1)) for _ in range(3 * rng.randrange(2 * places + 1))]
    if f.chance(0.1):
        borders += [rng.choice((0, -1, 2**31 - 1, -(2**31)))] * rng.randrange(4)
    return {"places": places, "borders": borders, "size": rng.randrange(1, 12), "most": 10_000}


def sums(f: Fuzz, places: int) -> Arguments:
    rng = f.rng
    first, last = rng.choice((1, 0, -(10**9))), rng.choice((9, 1, 10**9, 2**63 - 1))
    totals = (0, 7, -3, 45, 10**9, 2**63 - 1)
    return {
        "places": places,
        "sums": [(cells, rng.choice(totals)) for cells in groups(f, places)],
        "kinds": [groups(f, places) for _ in range(rng.randrange(4))],
        "digits": sorted({first, last, *range(rng.randrange(6))}),
        "tightest": (rng.choice((0, 1, 9, -1)), rng.choice((0.0, 0.3, 2.0, float("nan")))),
    }


def groups(f: Fuzz, below: int) -> list[list[int]]:
    rng = f.rng
    stray = [rng.choice((0, -1, below, 2**31 - 1))] * f.chance(0.02)
    return [
        [rng.randrange(below) for _ in range(rng.randrange(10))] + stray
        for _ in range(rng.randrange(6) if below else 0)
    ]


def implied_sums(f: Fuzz) -> Arguments:
    rng = f.rng
    places = rng.choice((0, 1, 4, 16, 81))
    houses = groups(f, places)
    return sums(f, places) | {
        "houses": houses,
        "areas": groups(f, len(houses)),
        "total": rng.choice((45, 0, -(10**9), 2**63 - 1)),
        "different": groups(f, places),
        "few": rng.randrange(10),
        "most": rng.randrange(20),
    }


def merged_sums(f: Fuzz) -> Arguments:
    arguments = sums(f, f.rng.choice((0, 1, 4, 16, 81)))
    return arguments | {"starts": f.rng.randrange(len(arguments["sums"]) + 2)}


SEARCHES = ("hidden_single", "naked_pair", "finned_swordfish", "sue_de_coq", "xy_chain", "als_xz",
            "grouped_nice_loop", "forcing_chain", "forcing_net")  # fmt: skip
"""Some of HoDoKu's."""


def plain(f: Fuzz) -> Arguments:
    return {"puzzle": f.one(), "nodes": f.rng.choice((1, 100, 20_000))}


def se(f: Fuzz) -> Arguments:
    arguments = {"puzzle": f.one(), "nodes": f.rng.choice((1, 100, 20_000))}
    return arguments | {"candidates": f.marks()}


# The likely arguments of each function; some are then replaced by hostile ones.
FUNCTIONS: dict[str, Callable[[Fuzz], Arguments]] = {
    "check": check,
    "count": count,
    "true_candidates": lambda f: {"puzzle": f.one(), "cap": f.rng.randrange(4)} | f.limits(),
    "undecided": lambda f: {"puzzle": f.one(), "rounds": f.rng.randrange(4)},
    "verdicts": lambda f: {"puzzles": f.many()} | f.batch(),
    "check_many": lambda f: {"puzzles": f.many(), "solutions": f.rng.choice((1, 2))} | f.batch(),
    "minimal_many": lambda f: {"puzzles": f.many(), "threads": f.rng.choice((1, 2))},
    "count_many": lambda f: {"puzzles": f.many(), "limit": f.rng.choice((None, 3))} | f.batch(),
    "check_lines": lambda f: (
        {"block": f.block(), "columns": f.rng.choice(("vp", "vps2", "s", "", "\0", "v\0"))}
        | f.batch()
    ),
    "random_grid": lambda f: {"seed": f.seed(), "uniform": f.chance(0.2)},
    "minimal_puzzle": lambda f: {"seed": f.seed(), "start": f.rng.choice((None, f.one()))},
    "child_seed": lambda f: {"seed": f.seed(), "index": f.seed()},
    "shuffled": lambda f: (
        {word: f.rng.choice((0, f.seed())) for word in "abcd"}
        | {"items": ["x"] * f.rng.choice((0, 1, 2, 81, 1000))}
    ),
    "make_puzzles": make_puzzles,
    "fill_mask": fill_mask,
    "canonical_form": canonical_form,
    "canonical_forms": lambda f: {
        "lines": b"".join(f.bytes() for _ in range(2)),
        "threads": f.rng.choice((1, 2)),
    },
    "almost_locked_sets": almost_locked_sets,
    "alternating_chains": alternating_chains,
    "braid_path": braid_path,
    "members": members,
    "net_refutations": net_refutations,
    "unavoidable_sets": unavoidable_sets,
    "pieces": pieces,
    "implied_sums": implied_sums,
    "merged_sums": merged_sums,
    "se_rate": se,
    "se_path": se,
    "se_find": lambda f: se(f) | {"producer": f.rng.randrange(32)},
    "se_chains": lambda f: se(f) | {"producer": f.rng.randrange(32)},
    "hodoku_rate": plain,
    "hodoku_path": lambda f: se(f) | {"values": f.rng.choice((None, f.one()))},
    "hodoku_find": lambda f: se(f) | {"search": f.rng.choice((*SEARCHES, "", "X-Wing", "\0"))},
    "hodoku_names": lambda f: {},
    "hodoku_reach": lambda f: {
        "puzzles": f.many(),
        "names": f.rng.choices((*core.hodoku_names(), "", "x_wing"), k=3),
        "wanted": f.rng.choice(((), ("Skyscraper",), ("Brute Force",))),
        "nodes": 2000,
    },
    "hodoku_rate_batch": lambda f: (
        {"puzzles": f.many(), "threads": f.rng.choice((1, 3)), "nodes": 2000}
    ),
    "open_to_singles": lambda f: {k: v for k, v in se(f).items() if k in ("puzzle", "candidates")},
    "se_rate_batch": lambda f: (
        {"puzzles": f.many(), "threads": f.rng.choice((1, 3)), "nodes": 2000}
    ),
    "lz_unpack": lambda f: {"packed": f.characters(), "last": f.rng.choice(("/", "-", "", "é"))},
    "simd_levels": lambda f: {},
    "simd_level": lambda f: {},
    "set_simd_level": lambda f: {"name": f.rng.choice((*core.simd_levels(), "mmx", "avx2\0"))},
}


# --- objects with a state ------------------------------------------------------------------------


def solutions(f: Fuzz) -> None:
    puzzle = f.anything() if f.chance(0.3) else f.one()
    search = core.Solutions(puzzle)
    again = core.Solutions(plainly(puzzle, "puzzle"))
    for _ in range(f.rng.randrange(4)):
        size = f.number() if f.chance(0.2) else f.rng.randrange(50)
        nodes = f.rng.choice((1, 30, 500))
        try:
            batch = search.next_batch(size, nodes)
        except ALLOWED:
            continue
        agree(batch, again.next_batch(int(size), nodes))
        for name in ("status", "finished", "cut", "found", "nodes"):
            agree(getattr(search, name), getattr(again, name))
    if f.chance(0.1):
        search.__init__(f.one())  # type: ignore[misc]
    if f.chance(0.1):
        _ = core.Solutions.__new__(core.Solutions).status


def frontier(f: Fuzz) -> None:
    rng = f.rng
    if f.chance(0.2):
        core.FrontierCounter(f.anything(), f.anything(), f.anything())
    digits = rng.choice((1, 4, 9, 20, 32))
    cells = rng.randrange(1, min(digits, 4) + 1)
    sound = f.chance(0.4)
    layers: list[list[Any]] = []
    for i in range(cells):
        move = (0 if i else -1, 0, True, 0, False)
        moves = [move] if i + 1 < cells else []
        layer: list[Any] = [(1 << digits) - 1, [0] if i else [], [], moves, [], [], [], []]
        if not sound:
            layer = [layer[k] if f.chance(0.6) else part(f, k) for k in range(8)]
        layers.append(layer)
    answers = []
    for budget in (10**6, rng.choice((1, 7, 2**70))):
        counter = core.FrontierCounter(digits, 2000, rng.choice((1, 2, 8)))
        for layer in layers:
            counter.add_layer(*layer)
        while (status := counter.advance(budget)) == 0:
            pass
        if status == 1 and f.chance(0.2):
            counter.advance(1)
        total = sum(word << 64 * i for i, word in enumerate(counter.total()))
        answers.append((status, total, counter.peak, counter.layer, counter.states))
    if answers[0][0] == 1:
        assert not sound or answers[0][1] == math.perm(digits, cells), (digits, cells, answers)
        agree(answers[0], answers[1])


def part(f: Fuzz, place: int) -> Any:
    """One argument of add_layer: of the right type or any, in range or not."""
    rng = f.rng
    if f.chance(0.1):
        return f.anything()
    mask = lambda: rng.choice((0, 1, 3, 2**9 - 1, 2**32 - 1))  # noqa: E731
    slot = lambda: rng.choice((-2, -1, 0, 0, 0, 1, 63, 64))  # noqa: E731
    some = lambda make: [make() for _ in range(rng.choice((0, 1, 1, 2, 3)))]  # noqa: E731
    truth = lambda: f.chance(0.5)  # noqa: E731
    makers: list[Callable[[], Any]] = [
        mask,
        lambda: some(slot),
        lambda: some(mask),
        lambda: (
            some(lambda: (slot(), mask(), truth(), mask(), truth())) * rng.choice((1, 1, 1, 30, 65))
        ),
        lambda: some(lambda: (mask(), some(slot))),
        lambda: some(mask),
        lambda: some(lambda: some(slot)),
        lambda: some(lambda: some(lambda: some(lambda: some(slot)))),
    ]
    return makers[place]()


def patterns(f: Fuzz) -> None:
    rng, board = f.rng, field(f)
    houses, open_, digits = board["houses"], board["candidates"], board["digits"]
    count = len(open_)
    complete = [f.chance(0.9) for _ in houses]
    some = lambda least, most: [rng.randrange(least, most) for _ in range(rng.randrange(6))]  # noqa: E731
    wrong = -f.chance(0.1)
    order = list(range(wrong, len(houses)))
    if f.chance(0.1):
        core.Patterns(f.anything(), f.anything(), f.anything(), f.anything(), f.anything())
    patterns = core.Patterns(houses, order, complete, count + f.chance(0.1), digits)
    cells = lambda n: [rng.randrange(wrong, count) for _ in range(n)]  # noqa: E731
    pairs = lambda most: [(*cells(1), rng.randrange(wrong, most)) for _ in range(3)]  # noqa: E731
    lines = lambda n: [rng.randrange(wrong, len(houses)) for _ in range(n)]  # noqa: E731
    values = [rng.choice((-1, -1, rng.randrange(digits))) for _ in range(count + wrong)]
    size, most = rng.randrange(5), rng.choice((0, 3, 4, 16))
    sides = [(some(wrong, len(houses)), some(0, len(houses))) for _ in range(rng.randrange(3))]
    seat = (cells(3), lines(3), lines(3), lines(4), (*lines(2),), *lines(1))
    table: list[Callable[[], Any]] = [
        lambda: patterns.add_squares([(cells(4 + f.chance(0.1)), pairs(count), pairs(count))]),
        lambda: patterns.add_seats([(*seat, (pairs(len(houses)), pairs(len(houses))))]),
        lambda: patterns.add_exchanges([cells(6) for _ in range(4)]),
        lambda: patterns.rings(open_),
        lambda: patterns.exchanges(open_),
        lambda: patterns.borescoper(open_),
        lambda: patterns.exocets(open_, values, most, f.chance(0.5)),
        lambda: patterns.crossed_sets(lines(2), lines(2), open_, size),
        lambda: patterns.almost_locked_candidates(open_, values, size),
        lambda: patterns.fish(open_, rng.randrange(-1, digits + 1), size, cells(3), sides),
        lambda: patterns.naked_sets(order, open_, size, rng.randrange(3)),
        lambda: patterns.hidden_sets(order, open_, values, size, rng.randrange(3)),
        lambda: patterns.possible(open_, rng.randrange(-1, digits + 1)),
        lambda: patterns.possible(f.anything(), f.anything()),
    ]
    for ask in table:
        try:
            ask()
        except ALLOWED:
            continue


def digit_places(f: Fuzz) -> None:
    rng = f.rng
    places = sorted(rng.sample(range(128), rng.randrange(12)))
    where = sum(1 << place for place in places)

    def sets(count: int) -> bytes:
        strange = f.chance(0.1) and rng.getrandbits(128)
        rows = [where & rng.getrandbits(128) | strange for _ in range(count)]
        return b"".join(row.to_bytes(16, "little") for row in rows) + b"\0" * f.chance(0.05)

    arguments = [
        places,
        sets(len(places) + f.chance(0.1)),
        sets(rng.randrange(9)),
        rng.randrange(-1, 9),
    ]
    if f.chance(0.1):
        arguments[rng.randrange(4)] = f.anything()
    needed = core.digit_places(*arguments)
    agree(needed, core.digit_places(*arguments))
    for cell, needs in needed:
        assert cell in places
        assert 2 <= len(needs) <= 3


def rules(f: Fuzz) -> None:
    arguments, rng = almost_locked_sets(f), f.rng
    count, digits = len(arguments["candidates"]), max(1, arguments["digits"])
    if f.chance(0.1):
        core.Rules(f.anything(), f.anything())
    low = -f.chance(0.1)
    rows: list[list[tuple[int, list[int]]]] = [
        [(rng.randrange(low, digits), [rng.randrange(low, count) for _ in range(rng.randrange(3))])]
        for _ in range((count + f.chance(0.1)) * digits + f.chance(0.1))
    ]
    rules = core.Rules(rows, digits)
    answers = [core.almost_locked_sets(**arguments, rules=rules) for _ in range(2)]
    agree(*answers)


def narrowing(f: Fuzz) -> None:
    rng = f.rng
    if f.chance(0.2):
        core.Narrowing(f.anything())
    program, solutions = small_model(rng)
    sound = f.chance(0.5)
    if not sound:
        for _ in range(rng.randrange(1, 6)):
            edges = (-1, *range(12), 63, 64, 65, 10**6, 10**15, 2**40, 2**63 - 1, -(2**63))
            start = rng.randrange(len(program))
            # One number is changed, added, or left out, or some are said twice.
            end = rng.choice((start, start + 1, start + 1, rng.randrange(len(program))))
            put = rng.choice(([], [rng.choice(edges)], [rng.choice(edges)], program[start:end] * 2))
            program[start:end] = put
            program = program or [0]
    answers = []
    for budget in (10**9, rng.choice((1, 50, 2**70))):
        search = core.Narrowing(program)
        for _ in range(10_000):
            if search.advance(budget, 10**6):
                break
        if not answers:
            rows = search.solutions()
        else:  # the same by variable
            rows = list(map(list, zip(*search.columns(range(len(search.masks))), strict=True)))
        answers.append((search.masks, sorted(rows)))
        if f.chance(0.1):
            search.columns(f.anything())
    if sound:
        cells = [row[: program[0]] for row in answers[0][1]]
        assert sorted(cells) == sorted(map(list, solutions)), (program, answers)
        agree(answers[0], answers[1])
        for row in answers[0][1]:
            assert all(mask >> bit & 1 for mask, bit in zip(answers[0][0], row, strict=True))


class RandomClues:
    """Answers as those of a Python ``Facts``, most of them possible."""

    def __init__(self, f: Fuzz) -> None:
        self.f = f

    def asked(self, at: int, domains: tuple[int, ...], count: int) -> Any:
        if self.f.chance(0.02):
            return self.f.anything()
        if self.f.chance(0.1):
            return ()
        return tuple(mask & ~(1 << self.f.rng.randrange(4)) for mask in domains)

    def may_hold(self, at: int, domains: tuple[int, ...]) -> Any:
        return self.f.anything() if self.f.chance(0.02) else self.f.chance(0.5)

    def is_hard(self, at: int) -> bool:
        return self.f.chance(0.9)


def position_facts(f: Fuzz) -> Any:
    """Random candidates, what they exclude, and facts."""
    rng = f.rng
    cells = rng.randrange(1, 30)
    pairs = [(cell, d) for cell in range(cells) for d in range(4) if f.chance(0.6)]
    width = len(pairs) // 8 + 1
    rows = [
        sum(1 << v for v in range(len(pairs)) if f.chance(share)).to_bytes(width, "little")
        for share, count in ((0.1, len(pairs)), (0.05, rng.randrange(20)))
        for _ in range(count)
    ]
    arguments: list[Any] = [
        b"".join(rows[: len(pairs)]),
        b"".join(rows[len(pairs) :]),
        width,
        pairs,
        [-1 if any(cell == c for c, _ in pairs) else rng.randrange(4) for cell in range(cells)],
        [rng.sample(range(cells), min(cells, 3)) for _ in range(rng.randrange(4))],
        core.Work(),
    ]
    if f.chance(0.3):
        arguments[rng.randrange(7)] = f.anything()
    return core.Facts(*arguments)


def trails(f: Fuzz) -> None:
    rng = f.rng
    clues = RandomClues(f)
    first, second = position_facts(f), position_facts(f)
    every = [first.allowed(list(range(rng.randrange(9))), list(range(rng.randrange(4)))), None]
    proofs: list[Any] = [None]
    for _ in range(20):
        try:
            trail = core.Trail(rng.choice((first, first, second)), rng.randrange(-2, 40), True)
            for _ in range(rng.randrange(6)):
                trail.advance(rng.choice(every), clues)
            if f.chance(0.5):
                trail = trail.inside(rng.randrange(-2, 40))
            if f.chance(0.5):
                trail.lose(rng.randrange(-1, 40), rng.choice(proofs))
            if trail.run(rng.choice(every), rng.choice((clues, clues, clues, None))):
                proofs.append(trail.trace(clues))
                assert proofs[-1].length >= len(proofs[-1].statements()[1])
            assert len(trail.why) <= trail.true.bit_count()
            trail.trace(clues)
        except (*ALLOWED, RuntimeError):
            continue


def propagation(f: Fuzz) -> None:
    """Compared with trying what follows literal by literal."""
    rng = f.rng
    if f.chance(0.2):
        core.Propagation(f.anything())
    top = rng.randrange(1, 12)

    def literals(count: int) -> list[int]:
        return [rng.choice((1, -1)) * rng.randint(1, top) for _ in range(count)]

    clauses = [literals(rng.randrange(1, 5)) for _ in range(rng.randrange(25))]
    propagation = core.Propagation(top)
    half = rng.randrange(len(clauses) + 1)
    propagation.extend(clauses[:half])
    propagation.extend(clauses[half:])
    for _ in range(3):
        base, tried = literals(rng.randrange(3)), literals(6)
        failing = []
        for place, literal in enumerate(tried):
            true = {*base, literal}
            while True:
                open_ = [[x for x in clause if -x not in true] for clause in clauses]
                fresh = {c[0] for c in open_ if len(set(c)) == 1} - true
                if any(-x in true for x in true) or [] in open_:
                    failing.append(place)
                    break
                if not fresh:
                    break
                true |= fresh
        agree([place for place, _ in propagation.failing(base, tried)], failing)
    propagation.failing([rng.choice((0, top + 1, -(2**31), 2**31))], tried)


def rating(f: Fuzz) -> None:
    rating = core.se_rate(f.puzzles[f.rng.randrange(8)], nodes=50_000)
    names = ("status", "er", "ep", "ed", "tenths", "exact", "steps", "hardest", "nodes", "people")
    assert all(hasattr(rating, name) for name in names)
    repr(rating)
    core.SeRating(f.anything())  # type: ignore[call-arg]


def people(f: Fuzz) -> None:
    rates = [f.rng.choice((0, 1, 30_000, 10_000_000)) for _ in range(10)]
    arguments: dict[str, Any] = {"box": rates, "line": rates, "cell": rates, "other": 1000}
    arguments |= {"slow": [1.0] * 82, "writing": 3.0, "walks": f.rng.choice((1, 3))}
    if f.chance(0.4):
        arguments[f.rng.choice(list(arguments))] = f.anything()
    crowd = core.People(**arguments)
    core.se_rate(f.one(), nodes=50_000, people=crowd)
    crowd.walks(f.puzzles[f.rng.randrange(8)])


def hodoku_rating(f: Fuzz) -> None:
    rating = core.hodoku_rate(f.puzzles[f.rng.randrange(8)], nodes=50_000)
    assert all(
        hasattr(rating, name) for name in ("status", "level", "score", "steps", "techniques")
    )
    repr(rating)
    core.HodokuRating(f.anything())  # type: ignore[call-arg]


def verdict(f: Fuzz) -> None:
    """Positional only."""
    arguments = [f.one(), *([f.rng.choice((1, 100))] if f.chance(0.5) else [])]
    if f.chance(0.3):
        arguments[f.rng.randrange(len(arguments))] = f.anything()
    if f.chance(0.05):
        arguments = [f.anything() for _ in range(f.rng.randrange(5))]
    verdict = core.verdict(*arguments)
    if len(arguments) == 1:
        agree(verdict, core.check(arguments[0])[0])


def is_unique(f: Fuzz) -> None:
    """Text, a list or a tuple; ``None`` stands for whatever else it is given."""
    text = f.one()
    if not isinstance(text, str) or f.chance(0.2):
        core.is_unique(f.anything())
        return
    unique = core.is_unique(text)
    if unique is not None:
        agree(unique, core.verdict(text) == core.UNIQUE)


OTHERS: dict[str, Callable[[Fuzz], None]] = {
    "is_unique": is_unique,
    "Solutions": solutions,
    "FrontierCounter": frontier,
    "Narrowing": narrowing,
    **dict.fromkeys(("Allowed", "Facts", "Proof", "Trail", "Work"), trails),
    "Propagation": propagation,
    "Patterns": patterns,
    "digit_places": digit_places,
    "Rules": rules,
    "SeRating": rating,
    "People": people,
    "HodokuRating": hodoku_rating,
    "verdict": verdict,
}

NAMES = CONSTANTS | FUNCTIONS.keys() | OTHERS.keys()


# --- judging -------------------------------------------------------------------------------------


def plainly(value: Any, name: str) -> Any:
    """An argument in its plainest form."""
    if isinstance(value, Index):
        return value.value
    if isinstance(value, bytearray | memoryview) and name == "puzzles":
        view = memoryview(value)
        if view.ndim == 1 and view.format in ("B", "c"):
            return view.tobytes()
    if isinstance(value, memoryview) and value.format in ("B", "H", "?"):
        if value.ndim == 0 or (value.ndim > 1 and not name.startswith("puzzle")):
            return value  # an array would be a number here, or rows
        value = np.array(value)
    if isinstance(value, np.ndarray):
        if value.dtype == np.bool_ and value.size == 729:
            bits = (value.view(np.uint8) if value.flags.c_contiguous else value) != 0
            masks = bits.reshape(81, 9) @ (1 << np.arange(9))
            return masks.astype(np.uint16) if name == "puzzle" else value.copy()
        rows = value.reshape(-1, 81) if value.size == 81 and name == "puzzle" else value
        if value.dtype == np.uint8 and rows.ndim == 2 and rows.shape[1] == 81:
            text = [bytes(row + 48 if row.max() <= 9 else row) for row in rows]
            if name == "puzzles" and value.ndim == 2:
                return text
            if name == "puzzle":
                return text[0] if len(text) == 1 else np.ascontiguousarray(value)
        return np.ascontiguousarray(value) if value.ndim else value.copy()
    return value


def outcome(value: Any) -> Any:
    """The result of a call, in a form to be compared."""
    if isinstance(value, np.ndarray):
        return (str(value.dtype), value.shape, value.tolist())
    if isinstance(value, core.SeRating):
        return (value.status, value.exact, value.steps, value.nodes, value.last)
    if isinstance(value, core.HodokuRating):
        return (value.status, value.level, value.score, value.steps, value.nodes)
    if isinstance(value, tuple | list):
        return [outcome(item) for item in value]
    return value


def agree(one: Any, two: Any) -> None:
    assert outcome(one) == outcome(two), (one, two)


def ask(name: str, arguments: Arguments) -> Any:
    try:
        return outcome(getattr(core, name)(**arguments))
    except ALLOWED as error:
        return type(error)


def function(f: Fuzz, name: str) -> None:
    arguments = FUNCTIONS[name](f)
    if arguments and f.chance(0.4):
        for _ in range(f.rng.choice((1, 1, 2))):
            arguments[f.rng.choice(list(arguments))] = f.anything()
    if f.chance(0.02):
        arguments[f.rng.choice(("puzzle", "\0", "é", "nodes"))] = f.anything()
    again = dict(arguments)
    for key, value in arguments.items():
        if isinstance(value, Iterator):
            arguments[key], again[key] = itertools.tee(value)
        else:
            again[key] = plainly(value, key)
    if isinstance(arguments.get("threads"), int) and arguments["threads"] > 0:
        again["threads"] = 1
    answer = ask(name, arguments)
    # Two runs against the clock differ.
    if "seconds" not in arguments:
        second = ask(name, again)
        assert answer == second, f"{answer!r:.300} but in the second way {second!r:.300}"
    if isinstance(answer, type):
        raise answer


def run(tries: int, seed: int) -> Counter[str]:
    """Counts how the calls ended; raises AssertionError or whatever must not come out."""
    warnings.simplefilter("ignore", RuntimeWarning)  # nanobind's, of uninitialised objects
    f = Fuzz(seed)
    ends: Counter[str] = Counter()
    names = sorted(NAMES - CONSTANTS)

    def alarm(*_: object) -> None:
        raise TimeUpError

    has_alarm = hasattr(signal, "setitimer")
    if has_alarm:
        signal.signal(signal.SIGALRM, alarm)
    for attempt in range(tries):
        name = f.rng.choice(names)
        state = f.rng.getstate()
        begun = time.process_time()
        try:
            try:
                if has_alarm:
                    signal.setitimer(signal.ITIMER_REAL, SECONDS)
                if name in FUNCTIONS:
                    function(f, name)
                else:
                    OTHERS[name](f)
                ends["returned"] += 1
            finally:
                if has_alarm:
                    signal.setitimer(signal.ITIMER_REAL, 0)
        except (*ALLOWED, HostileError, TimeUpError) as error:
            ends[type(error).__name__] += 1
        except BaseException as error:
            f.rng.setstate(state)
            raise AssertionError(f"{name}, try {attempt} of seed {seed}: {error!r}") from error
        assert time.process_time() - begun < SECONDS + GRACE, (
            f"{name}, try {attempt} of seed {seed}"
        )
    return ends


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tries", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    ends = run(chosen.tries, chosen.seed)
    print(", ".join(f"{times} {name}" for name, times in ends.most_common()))


if __name__ == "__main__":
    main()
