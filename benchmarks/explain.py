"""Explaining variants: how many steps have no better name than small proof, and how long it takes.

    python benchmarks/explain.py [FILE] [--seconds 8] [--every 12] [--families]

Each puzzle of the file (as for ``variants.py``) that has rules is walked from its givens to its
end, on the path that ``explain`` shows, in CPU seconds. The share of a puzzle is that of small
proofs among its steps that are no single; a puzzle that runs out of time counts with the steps that
it has taken. With ``--families`` shares and medians are given by family, too (the file of
``satdoku/constraints/`` that a rule is in; a puzzle counts in each of its families).
The longest argument of a puzzle is the number of lines of its longest English text, in full.
``--texts`` appends the texts of small proofs to a file.
"""

from __future__ import annotations

import argparse
import gc
import json
import time
from collections import Counter
from pathlib import Path
from statistics import mean, median
from typing import Any

from common import CORPUS, caption, corpus, head
from common import row as printed
from variants import cpu_limit, text_of  # type: ignore[import-not-found]

from satdoku import formats
from satdoku.base.errors import SatdokuError
from satdoku.explaining import words
from satdoku.model import model_of
from satdoku.puzzle import Puzzle
from satdoku.rating import path, preset, start
from satdoku.rating.proofs import with_small_proofs
from satdoku.techniques.arguments.facts import FactsProof

SINGLES = {"full-house", "hidden-single", "naked-single"}
PROOF = "small-proof"


def walked(puzzle: Puzzle, seconds: float) -> dict[str, Any]:
    """How a puzzle is explained: outcome, CPU seconds, steps by technique."""
    model_of.cache_clear()
    gc.collect()  # what is left of the puzzle before
    started = time.process_time()
    limit = cpu_limit(seconds)
    route = path(start(puzzle), with_small_proofs(preset("human"), puzzle), limit)
    spent = time.process_time() - started
    steps = Counter(
        f"{PROOF}-single" if stage.step.variant == "single" else stage.step.technique
        for stage in route.stages
    )
    facts = Counter(
        f"{len(proof.cells)}+{len(proof.needs)}+{len(proof.rules)} {stage.step.variant}"
        for stage in route.stages
        if isinstance(proof := stage.step.proof, FactsProof)
    )
    texts = [words(puzzle.geometry, "en").full(stage.step) for stage in route.stages]
    lines = [text.count("\n") + 1 for text in texts]
    return {
        "outcome": route.outcome,
        "seconds": spent,
        "steps": dict(steps),
        "facts": dict(facts),
        "lines": lines,
        "texts": [
            f"{number}. {text}"
            for number, (stage, text) in enumerate(zip(route.stages, texts, strict=True), 1)
            if stage.step.technique == PROOF and stage.step.variant != "single"
        ],
    }


def share(row: dict[str, Any]) -> float | None:
    """The share of small proofs among the steps that are no single; ``None`` without such steps."""
    steps = {n: k for n, k in row["steps"].items() if n not in SINGLES and "-single" not in n}
    return steps.get(PROOF, 0) / sum(steps.values()) if steps else None


def line(name: str, rows: list[dict[str, Any]]) -> None:
    """Print a row of the table."""
    shares = [value for row in rows if (value := share(row)) is not None]
    solved = [row for row in rows if row["outcome"] == "solved"]
    named = [row for row in solved if PROOF not in row["steps"]]
    cells = [
        str(len(rows)),
        str(len(solved)),
        str(len(named)),
        f"{mean(shares):.1%}" if shares else "",
        f"{median(row['seconds'] for row in named):.2f}" if named else "",
        f"{median(row['seconds'] for row in rows):.2f}",
    ]
    printed(name, *cells)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path, nargs="?", default=CORPUS)
    parser.add_argument("--seconds", type=float, default=8.0, help="CPU seconds a puzzle")
    parser.add_argument("--every", type=int, default=12, help="one puzzle in this many")
    parser.add_argument("--first", type=int, default=0, help="the first of them")
    parser.add_argument("--families", action="store_true", help="a row for each family, too")
    parser.add_argument("--out", type=Path, help="append what is found of each puzzle as JSON")
    parser.add_argument("--texts", type=Path, help="append the texts of small proofs")
    arguments = parser.parse_args()
    read = []
    for row in corpus(arguments.file):
        try:
            text = text_of(row)
            if formats.parse(text).puzzle.constraints:
                read.append((row.get("name") or row["id"], text))
        except SatdokuError:
            continue
    results = []
    for name, text in read[arguments.first :: arguments.every]:
        puzzle = formats.parse(text).puzzle  # and with it all that is kept, before the next one
        result = walked(puzzle, arguments.seconds)
        files = {type(rule).__module__.rpartition(".")[2] for rule in puzzle.constraints}
        results.append({"name": name, "families": sorted(files), **result})
        texts = results[-1].pop("texts")
        if arguments.texts is not None and texts:
            with arguments.texts.open("a", encoding="utf-8") as out:
                print(f"# {name}", *texts, sep="\n\n", end="\n\n", file=out)
        if arguments.out is not None:
            with arguments.out.open("a", encoding="utf-8") as out:
                out.write(json.dumps(results[-1]) + "\n")
    heads = ("puzzles", "finished", "without small proofs", "share of small proofs")
    head("family", *heads, "median s without them", "median s of all")
    line("all", results)
    families = sorted({family for row in results for family in row["families"]})
    for family in families if arguments.families else ():
        line(family, [row for row in results if family in row["families"]])
    counts: Counter[str] = Counter()
    for row in results:
        counts.update(row["steps"])
    caption("Steps: " + ", ".join(f"{name} {count}" for name, count in counts.most_common(12)))
    longest = sorted(max(row["lines"], default=0) for row in results)
    if longest:
        most = longest[min(len(longest) - 1, len(longest) * 9 // 10)]
        caption(
            f"Longest argument of a puzzle: median {median(longest):g} lines, 90 % at most {most}, "
            f"most {longest[-1]}"
        )
    facts: Counter[str] = Counter()
    for row in results:
        facts.update(row["facts"])
    shown = ", ".join(f"{name}: {count}" for name, count in facts.most_common(12))
    caption(f"Small proofs by cells + houses + rules that they rest on: {shown}")


if __name__ == "__main__":
    main()
