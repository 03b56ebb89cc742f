"""The few figures that a visitor wants, on satdoku's own puzzles: CPU time, the median of rounds.

    python benchmarks/figures.py            print the table of docs/BENCHMARKS.md
    python benchmarks/figures.py --write    write it there, and its first rows into README.md

It takes a minute of one core. ``benchmarks/all.py`` measures everything else too.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import satdoku
from satdoku.base.shipped import shipped
from satdoku.batch.torture import trials_of

ROOT = Path(__file__).parents[1]
SHOWN = 4
"""So many rows are in the README too."""
_COMMAND = "`python benchmarks/figures.py`"
_BLOCK = re.compile(r"(<!-- figures -->\n).*?(<!-- end of figures -->\n)", re.DOTALL)


def each(things: list[str], ask: Callable[[str], object], rounds: int = 5) -> float:
    """CPU seconds a thing, warm: the median of rounds, each about other things."""
    ask(things[0])
    found = []
    for part in (things[at::rounds] for at in range(rounds)) if len(things) > 1 else [things] * 5:
        started = time.process_time()
        for thing in part:
            ask(thing)
        found.append((time.process_time() - started) / len(part))
    return statistics.median(found)


def cold(words: list[str], rounds: int = 5) -> float:
    """CPU seconds of a new process of the command line."""
    import resource

    def used() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    found = []
    for _ in range(rounds):
        started = used()
        subprocess.run([sys.executable, "-m", "satdoku", *words], check=True, capture_output=True)
        found.append(used() - started)
    return statistics.median(found)


def rows() -> list[tuple[str, str]]:
    """What is measured, with its figure."""
    few = [trial.text for trial in trials_of("few", 1, 300)]
    hard = [trial.text for trial in trials_of("hard", 1, 300)]
    folder = shipped("examples/constraints")
    assert folder is not None
    killer = (folder / "killer-cage.json").read_text("utf-8")
    thermo = (folder / "thermo.json").read_text("utf-8")

    def made(count: str) -> None:
        for _ in satdoku.generate(int(count), seed=1):
            pass

    of_rate = _shown(each(hard[:25], satdoku.rate))
    of_few = _shown(each(few, satdoku.is_unique))
    return [
        ("unique or not: a 9x9 of 21 givens or 22, `is_unique`", of_few),
        ("a rating on Sudoku Explainer's scale, ER 8.4 to 9, `rate`", of_rate),
        ("a new puzzle with one solution, `generate`", _shown(each(["200"], made) / 200)),
        ("a new process: `satdoku check-unique PUZZLE`", _shown(cold(["check-unique", few[0]]))),
        ("the same 9x9 by the SAT solver, `is_unique(..., backend=\"sat\")`",
         _shown(each(few[100:150], lambda text: satdoku.is_unique(text, backend="sat")))),
        ("the same 9x9 by CP-SAT, `is_unique(..., backend=\"cpsat\")`",
         _shown(each(few[200:225], lambda text: satdoku.is_unique(text, backend="cpsat")))),
        ("all solutions of a 9x9 with hundreds, `count`",
         _shown(each([t.text for t in trials_of("several", 1, 50)], satdoku.count))),
        ("the example of killer cages, `is_unique`", _shown(each([killer], satdoku.is_unique))),
        ("the example of thermometers, `is_unique`", _shown(each([thermo], satdoku.is_unique))),
        ("the next step of a hard puzzle, `hint`", _shown(each(hard[:25], satdoku.hint))),
        ("the canonical form of a 9x9, `canonical`", _shown(each(few, satdoku.canonical))),
        ("a new process: `satdoku hint PUZZLE`", _shown(cold(["hint", few[0]]))),
    ]  # fmt: skip


def _shown(seconds: float) -> str:
    """Two digits, in a unit that fits."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size or unit == "us":
            value = float(f"{seconds / size:.2g}")
            return f"{value:g} {unit}"
    raise AssertionError


def machine() -> str:
    """The processor and what runs on it."""
    info = Path("/proc/cpuinfo")
    text = info.read_text("utf-8") if info.is_file() else ""
    found = re.search(r"^model name\s*: (.*)$", text, re.MULTILINE)
    name = found[1] if found else platform.processor() or platform.machine()
    from satdoku.base.compiled import compiled_core

    core = compiled_core("simd_level")
    simd = core.simd_level() if core else "no compiled core"
    load = f", load average {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{name}, {simd}{load}, {platform.python_implementation()} {platform.python_version()}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    write = parser.parse_args().write
    found = rows()
    today = datetime.datetime.now(tz=datetime.UTC).date()
    about = f"CPU time of one core, medians; {machine()}; {today}; {_COMMAND}."
    table = "\n".join(["| what | time |", "|---|---:|", *(f"| {a} | {b} |" for a, b in found)])
    print(f"{about}\n\n{table}")
    if not write:
        return
    short = "\n".join(f"| {a} | {b} | {_COMMAND} |" for a, b in found[:SHOWN])
    head = "| CPU time of one core | | |\n|---|---|---|\n"
    for name, text in (
        ("docs/BENCHMARKS.md", f"{about}\n\n{table}\n"),
        ("README.md", f"{head}{short}\n"),
    ):
        page = ROOT / name
        old = page.read_text("utf-8")
        assert _BLOCK.search(old), f"{name} has no place for figures"
        page.write_text(_BLOCK.sub(lambda m, t=text: f"{m[1]}{t}{m[2]}", old), encoding="utf-8")


if __name__ == "__main__":
    main()
