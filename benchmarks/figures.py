"""The few figures that a visitor wants, on satdoku's own puzzles: CPU time, the median of rounds.

    python benchmarks/figures.py

The first rows are those of README.md.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

from common import row

import satdoku
from satdoku.base.shipped import shipped
from satdoku.lab.torture import trials_of


def each(things: list[str], ask: Callable[[str], object], rounds: int = 5) -> float:
    """CPU seconds a thing, warm: the median of rounds, each about other things."""
    ask(things[0])
    times = []
    for part in (things[at::rounds] for at in range(rounds)) if len(things) > 1 else [things] * 5:
        started = time.process_time()
        for item in part:
            ask(item)
        times.append((time.process_time() - started) / len(part))
    return statistics.median(times)


def cold(words: list[str], rounds: int = 5) -> float:
    """CPU seconds of a new process of the command line."""
    import resource

    def used() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    times = []
    for _ in range(rounds):
        started = used()
        subprocess.run([sys.executable, "-m", "satdoku", *words], check=True, capture_output=True)
        times.append(used() - started)
    return statistics.median(times)


def rows() -> Iterator[tuple[str, float, str]]:
    """The name of each measurement, its seconds, and the script that measures more of it."""
    few = [trial.text for trial in trials_of("few", 1, 300)]
    hard = [trial.text for trial in trials_of("hard", 1, 300)]
    several = [trial.text for trial in trials_of("several", 1, 50)]
    folder = shipped("examples/constraints")
    assert folder is not None
    killer = (folder / "killer-cage.json").read_text("utf-8")
    thermo = (folder / "thermo.json").read_text("utf-8")

    def made(count: str) -> None:
        for _ in satdoku.generate(int(count), seed=1):
            pass

    by_sat = partial(satdoku.is_unique, backend="sat")
    by_cpsat = partial(satdoku.is_unique, backend="cpsat")
    yield (
        "unique or not: a 9x9 of 21 givens or 22, `is_unique`",
        each(few, satdoku.is_unique),
        "native",
    )
    yield (
        "a rating on Sudoku Explainer's scale, ER 8.4 to 9, `rate`",
        each(hard[:25], satdoku.rate),
        "se_rating",
    )
    yield "a new puzzle with one solution, `generate`", each(["200"], made) / 200, "generate"
    yield "a new process: `satdoku check-unique PUZZLE`", cold(["check-unique", few[0]]), "cold"
    yield (
        'the same 9x9 by the SAT solver, `is_unique(..., backend="sat")`',
        each(few[100:150], by_sat),
        "engines",
    )
    yield (
        'the same 9x9 by CP-SAT, `is_unique(..., backend="cpsat")`',
        each(few[200:225], by_cpsat),
        "engines",
    )
    yield "all solutions of a 9x9 with hundreds, `count`", each(several, satdoku.count), "counting"
    yield (
        "the example of killer cages, `is_unique`",
        each([killer], satdoku.is_unique),
        "variants",
    )
    yield "the example of thermometers, `is_unique`", each([thermo], satdoku.is_unique), "variants"
    yield "the next step of a hard puzzle, `hint`", each(hard[:25], satdoku.hint), "human"
    yield "the canonical form of a 9x9, `canonical`", each(few, satdoku.canonical), "symmetry"
    yield "a new process: `satdoku hint PUZZLE`", cold(["hint", few[0]]), "cold"


def _shown(seconds: float) -> str:
    """Two digits, in a unit that fits."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size or unit == "us":
            value = float(f"{seconds / size:.2g}")
            return f"{value:g} {unit}"
    raise AssertionError


def main() -> None:
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    row("what", "CPU time of one core", "more by")
    print("|---|---:|---|")
    for name, seconds, script in rows():
        row(name, _shown(seconds), f"`python benchmarks/{script}.py`")


if __name__ == "__main__":
    main()
