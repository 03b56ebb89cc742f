"""Sentences of variants: how long the longest step of each puzzle is, and of which technique.

    python benchmarks/sentences.py [FILE] [--seconds 60] [--every 1] [--steps FILE]

Each puzzle of the file (as for ``explain.py``) that has rules is walked from its givens to its
end, on the path that ``explain`` shows, in CPU seconds, and each step is written in English, in
full. ``--steps`` appends the steps as JSON lines, for a look at the longest.
"""

from __future__ import annotations

import argparse
import gc
import json
import time
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any

from common import SHARED, caption, corpus, head, spread
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

LONG, SHORT = 700, 300
"""Characters that no step should have, and that the median of the longest steps should have."""

COMPUTED = "computation over all ways"


def walked(puzzle: Puzzle, seconds: float) -> tuple[str, list[dict[str, Any]]]:
    """How a path ends, and its steps."""
    route = path(start(puzzle), with_small_proofs(preset("human"), puzzle), cpu_limit(seconds))
    says = words(puzzle.geometry, "en")
    steps = []
    for number, stage in enumerate(route.stages, 1):
        proof, text = stage.step.proof, says.full(stage.step)
        searched = isinstance(proof, FactsProof) and proof.tried is not None
        steps.append(
            {
                "step": number,
                "technique": stage.step.technique,
                "searched": searched,
                "computed": text.count(COMPUTED),
                "length": len(text),
                "text": text,
            }
        )
    return route.outcome, steps


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    file = SHARED / "data" / "variants" / "ctc.jsonl"
    parser.add_argument("file", type=Path, nargs="?", default=file)
    parser.add_argument("--seconds", type=float, default=60.0, help="CPU seconds a puzzle")
    parser.add_argument("--every", type=int, default=1, help="one puzzle in this many")
    parser.add_argument("--first", type=int, default=0, help="the first of them")
    parser.add_argument("--steps", type=Path, help="append each step as JSON")
    arguments = parser.parse_args()
    outcomes: Counter[str] = Counter()
    longest, seconds, searches, computed = list[int](), list[float](), 0, 0
    most: Counter[str] = Counter()
    lengths: dict[str, list[int]] = {}
    for row in corpus(arguments.file, arguments.every, arguments.first):
        try:
            puzzle = formats.parse(text_of(row)).puzzle
        except SatdokuError:
            continue
        if not puzzle.constraints:
            continue
        model_of.cache_clear()
        gc.collect()  # what is left of the puzzle before
        started = time.process_time()
        outcome, steps = walked(puzzle, arguments.seconds)
        seconds.append(time.process_time() - started)
        outcomes[outcome] += 1
        name = row.get("name") or row["id"]
        if arguments.steps is not None:
            with arguments.steps.open("a", encoding="utf-8") as out:
                for step in steps:
                    out.write(json.dumps({"name": name, "outcome": outcome, **step}) + "\n")
        for step in steps:
            lengths.setdefault(step["technique"], []).append(step["length"])
            searches += step["searched"]
            computed += step["computed"]
        if steps:
            top = max(steps, key=lambda step: step["length"])
            longest.append(top["length"])
            if top["length"] > LONG:
                most[top["technique"]] += 1
    caption(
        f"{len(seconds)} puzzles ({', '.join(f'{n} {k}' for n, k in outcomes.most_common())}), "
        f"{spread(seconds)} CPU seconds (median / most)"
    )
    long = sum(length > LONG for length in longest)
    caption(
        f"Longest step of a puzzle: median {median(longest):g} characters, most {max(longest)}; "
        f"{long} puzzles have one over {LONG}; "
        f"{sum(length <= SHORT for length in longest)} none over {SHORT}"
    )
    caption(f"Exhaustive searches: {searches}; computations over all ways: {computed}")
    names = ("steps", "median", f"over {SHORT}", f"over {LONG}", "most", "longest of puzzles")
    head("technique", *names)
    for technique, own in sorted(
        lengths.items(), key=lambda item: -sum(length > LONG for length in item[1])
    ):
        printed(
            technique,
            len(own),
            f"{median(own):g}",
            sum(length > SHORT for length in own),
            sum(length > LONG for length in own),
            max(own),
            most[technique],
        )


if __name__ == "__main__":
    main()
