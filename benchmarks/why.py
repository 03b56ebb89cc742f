"""Claims judged: classic claims a second, and the time of a claim about positions of variants.

    python benchmarks/why.py ../shared/data/variants/corpus.jsonl [--every 4]

Classic: claims about puzzles of ``shared/data/speed/top1465.txt``, half of them false. Variants: of
each puzzle of the file that has rules and a published solution, positions on a random way to it (a
share of the cells filled) and random claims about their open cells. Each answer is held against the
solution: a false claim must be ``false``, a true one anything else. CPU seconds, at most 20 for the
claims about a position (then they are ``undecided``); the time of a position's first claim has in
it what the next ones use.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from pathlib import Path

from variants import cpu_limit, line, text_of  # type: ignore[import-not-found]

import satdoku
from satdoku import formats
from satdoku.base.errors import SatdokuError
from satdoku.base.limits import Limit
from satdoku.diagnosing.judging import CandidateClaim, Judge
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import preset, start
from satdoku.rating.proofs import with_small_proofs
from satdoku.rating.table import Preset
from satdoku.solving import check_unique
from satdoku.techniques.negation import Negation
from satdoku.techniques.trial import Trial

SPEED = Path(__file__).resolve().parents[2] / "shared" / "data" / "speed" / "top1465.txt"


def table_of(puzzle: Puzzle) -> Preset:
    """The techniques that ``why`` asks."""
    table = with_small_proofs(preset("human"), puzzle)
    entries = tuple(e for e in table.entries if not isinstance(e.search, Negation | Trial))
    return Preset(table.name, table.title, entries)


def claims(
    position: Position, solution: tuple[int, ...], count: int, rng: random.Random
) -> list[CandidateClaim]:
    """Random claims about open cells, about half of them true."""
    cells = [cell for cell, value in enumerate(position.values) if value is None]
    found = []
    for _ in range(count if cells else 0):
        cell, holds = rng.choice(cells), rng.random() < 0.5
        digit = solution[cell] if rng.random() < 0.5 else rng.choice(position.geometry.digits)
        found.append(CandidateClaim(cell, digit, holds))
    return found


def judged(
    puzzle: Puzzle, count: int, seconds: float, share: float, rng: random.Random
) -> tuple[list[float], Counter[str], int]:
    """The CPU seconds of each claim, the answers, and how many of them are wrong."""
    verdict = check_unique(puzzle, limit=Limit(seconds=seconds))
    if verdict.verdict != "unique":
        return [], Counter(), 0
    grid = verdict.witnesses[0]
    solution = tuple(grid.values)
    position = start(puzzle)
    for cell, digit in enumerate(solution):
        if position.values[cell] is None and rng.random() < share:
            position = position.place(cell, digit)
    spent: list[float] = []
    answers: Counter[str] = Counter()
    wrong = 0
    judge = None
    limit = cpu_limit(seconds)
    for claim in claims(position, solution, count, rng):
        began = time.process_time()
        if judge is None:
            judge = Judge(position, table_of(puzzle), grid, limit.start())
        found = judge.judge(claim)
        spent.append(time.process_time() - began)
        answers[found.answer] += 1
        true = (solution[claim.cell] == claim.digit) == claim.holds
        wrong += (found.answer != "false") != true
    return spent, answers, wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--every", type=int, default=4, help="one puzzle in this many")
    parser.add_argument("--first", type=int, default=0, help="the first of them")
    parser.add_argument("--claims", type=int, default=6, help="claims about a position")
    parser.add_argument("--classic", type=int, default=40, help="classic puzzles")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    lines = SPEED.read_text(encoding="ascii").splitlines()
    classic = [satdoku.parse(text[:81]) for text in rng.sample(lines, arguments.classic)]
    corpus = []
    for row in map(json.loads, arguments.file.read_text().splitlines()):
        try:
            puzzle = formats.parse(text_of(row)).puzzle
        except SatdokuError:
            continue
        if puzzle.constraints:
            corpus.append(puzzle)
    corpus = corpus[arguments.first :: arguments.every]
    print("| claims about | claims | median ms | 90 % ms | worst ms | all s |")
    print("|---|---:|---:|---:|---:|---:|")
    every: Counter[str] = Counter()
    errors = 0
    for name, puzzles in (("classic puzzles", classic), ("variants", corpus)):
        seconds: list[float] = []
        for puzzle in puzzles:
            spent, answers, wrong = judged(
                puzzle, arguments.claims, 20.0, rng.choice((0.0, 0.2, 0.4)), rng
            )
            seconds += spent
            every += answers
            errors += wrong
        print(line(name, seconds), flush=True)
    print("\nAnswers:", ", ".join(f"{name} {count}" for name, count in every.most_common()))
    print("Wrong labels:", errors)


if __name__ == "__main__":
    main()
