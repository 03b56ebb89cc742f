"""The compiled search for variants with one idea switched off at a time, by family of rules.

    python benchmarks/ablation.py [FILE] [--every 2] [--seconds 0.1] [--ideas ...]

The file is as for benchmarks/variants.py. Each puzzle is read and compiled in Python, which is not
measured, and asked for a second solution of the core alone, the program read anew: CPU time, the
least of some rounds, up to a limit. A process of its own has each idea switched off, by the
environment variable SATDOKU_WITHOUT (native/narrowing/ideas.hpp) or in the program. The tables have
the geometric means of the ratios to the search with all ideas; what is unfinished counts as its
limit. Verdicts must agree.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter, defaultdict
from itertools import chain
from math import exp, log
from pathlib import Path
from typing import Any, NamedTuple

from common import CORPUS, corpus, head
from common import row as printed

from satdoku import formats
from satdoku.base.errors import SatdokuError
from satdoku.encodings import program
from satdoku.encodings.prune import start_masks
from satdoku.model import Model
from satdoku.puzzle import Puzzle

IDEAS = {
    "bands": "bands (houses and pairs of them apart)",
    "pairs": "what two houses leave of each other, bands too",
    "groups": "sums by sets of cells that differ",
    "wide": "such groups with more than 200 sets",
    "counts": "counts by cells that differ",
    "outside": "needed digits out of outside cells",
    "cliques": "sets of cells each two of which are in one table",
    "places": "guesses of digits with two places",
    "blame": "blame (fewest digits first)",
    "borders": "borders of regions guessed first",
    "restarts": "long searches for regions begin again",
    "fitted": "digits that are left to no cell left out",
    "implied": "implied sums",
    "longer": "those of five cells and more",
    "merged": "merged sums",
    "automata": "a choice of automata as one",
}
SLICE = 1_000_000


class Run(NamedTuple):
    """The cost of a puzzle; ``found`` are its solutions, two at most, ``None`` where unfinished."""

    seconds: float
    guesses: int
    found: int | None


def switch_off(idea: str) -> None:
    """Switch off what Python writes into the program."""

    def nothing(model: Model) -> Model:
        return Model(model.geometry, ())

    off: dict[str, dict[str, Any]] = {
        "implied": {"implied": nothing, "longer_implied": nothing},
        "longer": {"longer_implied": nothing},
        "fitted": {"fitted": lambda _, model: model},
        "merged": {"merged": nothing},
        "automata": {"_as_automaton": lambda _: None},
    }
    for name, instead in off.get(idea, {}).items():
        setattr(program, name, instead)


def searched(puzzle: Puzzle, written: program.Program, limit: float) -> Run:
    """One search, with the program read."""
    masks, digits = start_masks(puzzle), puzzle.geometry.digits
    started = time.process_time()
    search = program.Narrowing(written, masks, digits)
    solutions = 0
    while not search.exhausted and solutions < 2 and time.process_time() - started < limit:
        solutions += len(list(search.advance(SLICE, 2)))
    seconds = time.process_time() - started
    return Run(seconds, search.guesses, solutions if search.exhausted or solutions > 1 else None)


def family(puzzle: Puzzle) -> str:
    """The family of most of its rules, which is their module."""
    rules = [type(rule).__module__.rpartition(".")[2] for rule in puzzle.constraints]
    return Counter(rules).most_common(1)[0][0]


def measure(path: Path, every: int, idea: str, seconds: float, rounds: int) -> None:
    """Print a JSON object: of each puzzle its family and its best run."""
    switch_off(idea)
    fastest: dict[str, tuple[str, Run]] = {}
    for row in corpus(path, every):
        text = row["puzzle"] if isinstance(row["puzzle"], str) else json.dumps(row["puzzle"])
        try:
            puzzle = formats.parse(text).puzzle
        except SatdokuError:
            continue
        model = program.fitted(puzzle, puzzle.model)
        written = program.program_of(model) if puzzle.constraints else None
        if written is None or not written.is_whole:
            continue
        runs = [searched(puzzle, written, seconds)]
        while len(runs) < rounds and runs[0].seconds < seconds:
            runs.append(searched(puzzle, written, seconds))
        fastest[row["id"]] = family(puzzle), min(runs)
    json.dump(fastest, sys.stdout)


def mean(ratios: list[float]) -> float:
    """The geometric mean."""
    return exp(sum(map(log, ratios)) / len(ratios))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path, nargs="?", default=CORPUS)
    parser.add_argument("--every", type=int, default=2, help="one puzzle in this many")
    parser.add_argument("--seconds", type=float, default=0.1, help="CPU limit a puzzle")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--least", type=int, default=8, help="puzzles of a family with a column")
    parser.add_argument("--ideas", nargs="+", default=[*IDEAS], choices=[*IDEAS])
    parser.add_argument("--without", help=argparse.SUPPRESS)  # what the processes are told
    options = parser.parse_args()
    if options.without is not None:
        measure(options.file, options.every, options.without, options.seconds, options.rounds)
        return
    results: dict[str, dict[str, tuple[str, Run]]] = {}
    for idea in ("", *options.ideas):
        command = [sys.executable, __file__, str(options.file), "--without", idea]
        command += ["--every", str(options.every)]
        command += ["--seconds", str(options.seconds), "--rounds", str(options.rounds)]
        environment = os.environ | {"SATDOKU_WITHOUT": idea or "-"}
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
        read = json.loads(done.stdout)
        results[idea] = {key: (name, Run(*run)) for key, (name, run) in read.items()}
    every = results.pop("")
    of: dict[str, list[str]] = defaultdict(list)
    for key, (name, _) in every.items():
        of[name].append(key)
    small = [name for name, keys in of.items() if len(keys) < options.least]
    of["other"] = [*chain.from_iterable(of.pop(name) for name in small)]
    names = sorted(of, key=lambda name: (name == "other", name))
    left = sum(run.found is None for _, run in every.values())
    heads = [f"{name} ({len(of[name])})" for name in names]
    head("without", "guesses", "time", f"unfinished ({left})", *heads)
    for idea, own in results.items():
        times, guesses = {}, {}
        for key, (_, before) in every.items():
            _, after = own[key]
            if None not in (before.found, after.found) and before.found != after.found:
                raise SystemExit(f"{key}: {after.found} solutions without {idea}")
            if before.found is None and after.found is None:
                continue
            times[key] = after.seconds / before.seconds
            guesses[key] = (after.guesses + 1) / (before.guesses + 1)
        cells = [f"{mean([*guesses.values()]):.2f}", f"{mean([*times.values()]):.2f}"]
        cells.append(str(sum(run.found is None for _, run in own.values())))
        for name in names:
            known = [times[key] for key in of[name] if key in times]
            cells.append(f"{mean(known):.2f}" if known else "")
        printed(IDEAS[idea], *cells)


if __name__ == "__main__":
    main()
