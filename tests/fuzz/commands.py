"""Every command in this process, on mutated files and options: codes, sentences, a row a puzzle."""

from __future__ import annotations

import contextlib
import io
import json
import random
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import cast

from satdoku.board import Geometry, Grid
from satdoku.cli.app import run
from satdoku.cli.commands import commands
from satdoku.encodings.dimacs import write_dimacs
from satdoku.puzzle import Puzzle
from tests.fuzz import text
from tests.fuzz.mutation import mutated_text, smaller_texts
from tests.fuzz.puzzles import SEEDS
from tests.fuzz.tries import expect, in_a_folder

FILE = "FILE"
FORMULA = "puzzle.cnf"
"""A formula of an empty 4x4 board, which is there for each try."""

_OPTIONS: dict[str, tuple[str, ...]] = {
    "solve": ("", "--limit 3", "--backend sat", "--backend native", "--time-limit 0.05"),
    "check-unique": ("", "--only unique", "--backend sat", "--time-limit 0"),
    "count": ("--limit 100", "--limit 5 --backend sat", "--time-limit 0.05"),
    "candidates": ("--time-limit 0.1", "--cap 2 --time-limit 0.1"),
    "show": ("", "--ascii", "--candidates", "--solved --time-limit 0.2", "--svg - --width 99"),
    "convert": ("--to line", "--to grid", "--to json", "--to candidates", "--to csv", "--to x"),
    "canonical": ("--time-limit 0.1",),
    "transform": ("--seed 1", "--by rotate-90", "--count --time-limit 0.1", "--moves relabel"),
    "minimize": ("--time-limit 0.2", "--all 2 --time-limit 0.2", "--fewest --time-limit 0.1"),
    "redundant": ("--time-limit 0.2", "--remove --time-limit 0.2"),
    "diagnose": ("--time-limit 0.1", "--all 2 --time-limit 0.1", "--text --time-limit 0.1"),
    "suggest": (
        "--rule thermo:1:3 --time-limit 0.2",
        "--rule white-dot,killer-cage:2-3 --pairs --time-limit 0.2",
    ),
    "set-values": ("--time-limit 0.3", "--no-givens --level hard --time-limit 0.2"),
    "decode": (FORMULA, f"{FORMULA} --json"),
    "check": ("--time-limit 0.1", "--reveal --time-limit 0.1"),
    "rate": ("--time-limit 0.1", "--allow-multiple --time-limit 0.1"),
    "hint": ("--time-limit 0.2", "-s 3 --lang ja --time-limit 0.2"),
    "explain": ("--limit 2 --time-limit 0.2", "--limit 1 --preset se --time-limit 0.2"),
    "steps": ("--time-limit 0.1", "--technique naked-single"),
    "encode": ("",),
    "backdoors": ("--time-limit 0.05",),
    "unavoidable": ("--size 4 --time-limit 0.1",),
    "fewest-clues": ("--time-limit 0.05",),
    "verify": ("",),
    "same": (FILE, SEEDS[0]),
    "bench": ("--solvers native --first 2 --time-limit 0.1",),
    "generate": (
        "--count 1 --time-limit 0.1",
        "--count 1 --size 4 --time-limit 0.1",
        "--count 1 --minutes 1..60 --time-limit 0.2",
        "--count 1 --minutes 12..3",
    ),
    "batch": ("-o run", "-o run --ask minutes,verdict --to csv --time-limit 0.1 -j 1"),
    "rules": ("", "--text"),
}
_ANYWHERE = (
    "--json", "--json", "--json", "--format line", "--format json", "--format x", "--letters hex",
    "--box 3x3", "--box none", "--box 0x0", "--rules diagonal", "--rules x", "--rules odd:r1c1",
    "--time-limit nan", "--time-limit -1", "--jobs 0", "--no-such", "--seed 1", "--lang xx",
)  # fmt: skip
_GRID = "1234341221434321"
_MODEL = " ".join(
    str(n if n % 4 == int(_GRID[(n - 1) // 4]) % 4 else -n) for n in range(1, 4 * 16 + 1)
)
_ANSWERS = (
    f"c by a solver\ns SATISFIABLE\nv {_MODEL} 0\n",
    f"SAT\n{_MODEL} 0\n",
    "s UNSATISFIABLE\n",
    "s UNKNOWN\n",
)
_ROW_EACH = ("solve", "check-unique", "count", "canonical", "minimize")
"""Commands whose plain output has a row for each puzzle, whatever is wrong with it."""


@dataclass(frozen=True)
class Case:
    """A command line; FILE in it is a file with this content, ``-`` reads it from stdin."""

    words: tuple[str, ...]
    data: bytes


def draw(chance: random.Random) -> Case:
    """A command with options that it mostly has, and a small file."""
    name = chance.choice(list(commands()))
    words = [*name.split(), *chance.choice(_OPTIONS.get(name, ("",))).split()]
    if chance.random() < 0.4:
        words += chance.choice(_ANYWHERE).split()
    if chance.random() < 0.5:
        lines = [chance.choice(SEEDS) for _ in range(chance.randrange(1, 4))]
        content = "\n".join(lines) + chance.choice(("\n", ""))
        if chance.random() < 0.7:
            content = mutated_text(content, chance, lines[0])
    else:
        content = mutated_text(chance.choice(text.seeds()), chance, chance.choice(SEEDS))
    if name == "decode":
        content = mutated_text(chance.choice(_ANSWERS), chance, _ANSWERS[0])
    data = content.encode("utf-8", "surrogateescape")
    if name != "generate":
        argument = chance.choice((FILE, FILE, "-", "-" if name == "decode" else content[:300]))
        # The name of a file is echoed as it is, and it may be of several lines.
        words.append(FILE if name == "verify" or "\0" in argument else argument)
    return Case(tuple(words), data[:2000])


def judge(case: Case) -> None:
    """A documented exit code, one sentence a fault, no traceback, a row for each puzzle."""
    code, out, err = answered(case)
    expect(code in (0, 1, 2, 3), "exit code", code)
    for line in err.splitlines():
        if case.words[0] in ("batch", "collection") and line.startswith('{"schema": '):
            continue  # how far a run of several seconds is
        expect(line.startswith("satdoku: "), "a complaint that is not a sentence", line[:200])
    expect("Traceback" not in out + err, "a traceback")
    expect(code != 2 or out or err, "bad input without a word")
    if case.words[0] == "decode" and case.words[1:2] == (FORMULA,) and (code, err) == (0, ""):
        grids = [line for line in out.splitlines() if "--json" not in case.words]
        board = Puzzle.empty(Geometry.of_size(4))
        for grid in grids:
            digits = tuple(map(int, grid))
            expect(
                board.accepts(Grid(board.geometry, digits)), "a grid that is not a solution", grid
            )
    if "--json" in case.words and case.words[0] not in ("convert", "encode", "show", "same"):
        for row in out.splitlines():
            if not row.startswith("{"):
                continue
            record = json.loads(row)
            expect(isinstance(record, dict), "a JSON row that is not an object", row[:200])
    elif case.words[0] in _ROW_EACH and case.words[1:] == (FILE,):
        _rows(case, code, out, err)


def _rows(case: Case, code: int, out: str, err: str) -> None:
    plain = case.data.decode("utf-8", "replace")
    lines = [line for line in plain.split("\n") if line.strip() and line.lstrip()[0] != "#"]
    if all(len(line) == 81 and not set(line) - set("0123456789.") for line in lines) and lines:
        rows = out.splitlines()
        expect(
            len(rows) == len(lines), f"{len(lines)} puzzles, {len(rows)} rows of {case.words[0]}"
        )


def answered(case: Case) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a command line."""
    out, err = (_stream() for _ in range(2))
    before, shown = sys.stdin, warnings.showwarning
    with in_a_folder() as folder:
        path = folder / "puzzles.txt"
        path.write_bytes(case.data)
        if FORMULA in case.words:
            with (folder / FORMULA).open("w") as stream:
                write_dimacs(Puzzle.empty(Geometry.of_size(4)), stream)
        sys.stdin = io.TextIOWrapper(io.BytesIO(case.data), encoding="utf-8")
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = run([path.name if word == FILE else word for word in case.words])
                out.flush()
                err.flush()
        except SystemExit as error:
            raise AssertionError(f"the command left by SystemExit({error.code})") from None
        finally:
            sys.stdin, warnings.showwarning = before, shown
    streams = [
        cast(io.BytesIO, stream.buffer).getvalue().decode("utf-8", "replace")
        for stream in (out, err)
    ]
    return code, streams[0], streams[1]


def _stream() -> io.TextIOWrapper:
    # As the standard output of the command is set up (cli/streams.py).
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace")


def smaller(case: Case) -> Iterator[Case]:
    """Fewer words, a smaller file."""
    for number in range(1, len(case.words)):
        yield replace(case, words=case.words[:number] + case.words[number + 1 :])
    for less in smaller_texts(case.data):
        yield replace(case, data=less)
