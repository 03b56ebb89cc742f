"""CPU time of the kernels of Sudoku Explainer's and HoDoKu's scales against the programs' own.

    python benchmarks/se_rating.py [--hodoku | --path] [--hardest] [--repeat 2]

The programs' seconds are those of the files in ../shared/data/rating (a warm JVM, measured when the
files were made, on another machine). Each band or level is rated --repeat times, and the best run
counts. Puzzles a second are those of the batch call on one core. --path: what ``rate`` takes
for the numbers, for the techniques too, and for the shape of the path.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections import defaultdict
from collections.abc import Callable, Sequence

from common import RATING, caption, figure, head, lines_of, row

from satdoku import core
from satdoku.rating.explainer import rate_text


def best(rate: Callable[[Sequence[str]], object], puzzles: Sequence[str], repeat: int) -> float:
    """CPU seconds of the fastest run."""
    times = []
    for _ in range(repeat):
        begun = time.process_time()
        rate(puzzles)
        times.append(time.process_time() - begun)
    return min(times)


def bands(
    rate: Callable[[Sequence[str]], object], of: dict[str, list[tuple[str, float]]], repeat: int
) -> None:
    """Print a row for each group of puzzles and the program's seconds, and their sum."""
    whole = [0.0, 0.0]
    for name, puzzles in of.items():
        theirs = sum(seconds for _, seconds in puzzles)
        ours = best(rate, [puzzle for puzzle, _ in puzzles], repeat)
        whole = [whole[0] + theirs, whole[1] + ours]
        row(name, len(puzzles), f"{theirs:.3f}", f"{ours:.4f}", f"{ours / theirs:.4f}")
    total = sum(map(len, of.values()))
    row("all", total, f"{whole[0]:.2f}", f"{whole[1]:.3f}", f"{whole[1] / whole[0]:.4f}")


def parts(repeat: int) -> None:
    """Print CPU ms a puzzle for the parts of a rating."""
    ways: dict[str, Callable[[str], object]] = {
        "the numbers (`rate`, piped)": lambda puzzle: rate_text(puzzle, names=False),
        "and the techniques (`rate --json`)": rate_text,
        "and the shape (`rate --json --path-shape`)": lambda puzzle: rate_text(puzzle).shape,
    }
    sets = {name: lines_of(name, 100) for name in ("easy", "clue17", "top1465")}
    head("a rating with", *(f"{name}, CPU ms" for name in sets))
    for what, ask in ways.items():
        taken = [
            best(lambda some, ask=ask: [ask(one) for one in some], puzzles, repeat) / len(puzzles)
            for puzzles in sets.values()
        ]
        row(what, *(f"{1000 * seconds:.3f}" for seconds in taken))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hodoku", action="store_true", help="HoDoKu's scale instead")
    parser.add_argument("--path", action="store_true", help="the parts of a rating")
    parser.add_argument("--hardest", action="store_true", help="also hardest_published.csv")
    parser.add_argument("--repeat", type=int, default=2)
    args = parser.parse_args()
    if args.path:
        parts(args.repeat)
        return
    of: dict[str, list[tuple[str, float]]] = defaultdict(list)
    if args.hodoku:
        with (RATING / "hodoku_full_paths.tsv").open(encoding="utf-8") as file:
            for one in csv.DictReader(file, delimiter="\t"):
                of[one["level"].title()].append((one["puzzle"], float(one["cpu_seconds"])))
        head("level", "puzzles", "HoDoKu, CPU s", "satdoku, CPU s", "ratio")
        bands(core.hodoku_rate_batch, of, args.repeat)
        return
    with (RATING / "se_reference.csv").open(encoding="utf-8") as file:
        for one in sorted(csv.DictReader(file), key=lambda one: float(one["ER"])):
            band = f"{int(2 * float(one['ER'])) / 2:.1f}"
            of[band].append((one["puzzle"], float(one["cpu_seconds_java"])))
    head("ER from", "puzzles", "Sudoku Explainer, CPU s", "satdoku, CPU s", "ratio")
    bands(core.se_rate_batch, of, args.repeat)
    speeds = []
    for name in ("easy", "clue17", "top1465"):
        puzzles = lines_of(name, 1000)
        speeds.append(f"{name} {figure(len(puzzles) / best(core.se_rate_batch, puzzles, 1))}")
    caption(f"Puzzles rated in a second: {', '.join(speeds)}.")
    if args.hardest:
        with (RATING / "hardest_published.csv").open(encoding="utf-8") as file:
            hard = [one["puzzle"] for one in csv.DictReader(file)]
        times = [best(core.se_rate_batch, [puzzle], 1) for puzzle in hard]
        spent = f"{sum(times):.1f} s, {max(times):.2f} s at most"
        caption(f"hardest_published.csv: {len(hard)} puzzles, {spent}.")


if __name__ == "__main__":
    main()
