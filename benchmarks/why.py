"""Claims judged: classic claims a second, and the time of a claim about positions of variants.

    python benchmarks/why.py [FILE] [--every 12] [--seconds 5]

Classic: claims about puzzles of ``shared/data/speed/top1465.txt``, half of them false. Variants: of
each puzzle of the file that has rules and a published solution, positions on a random way to it (a
share of the cells filled) and random claims about their open cells. Each answer is held against the
solution: a false claim must be ``false``, a true one anything else. CPU seconds, at most 5 for the
claims about a position (then they are ``undecided``); the time of a position's first claim has in
it what the next ones use.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from pathlib import Path

from common import CORPUS, caption, corpus, head, lines_of, tally
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
from satdoku.techniques.searches.small.negation import Negation
from satdoku.techniques.searches.small.trial import Trial


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
    claims = []
    for _ in range(count if cells else 0):
        cell, holds = rng.choice(cells), rng.random() < 0.5
        digit = solution[cell] if rng.random() < 0.5 else rng.choice(position.geometry.digits)
        claims.append(CandidateClaim(cell, digit, holds))
    return claims


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
        judged = judge.judge(claim)
        spent.append(time.process_time() - began)
        answers[judged.answer] += 1
        true = (solution[claim.cell] == claim.digit) == claim.holds
        wrong += (judged.answer != "false") != true
    return spent, answers, wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path, nargs="?", default=CORPUS)
    parser.add_argument("--every", type=int, default=12, help="one puzzle in this many")
    parser.add_argument("--first", type=int, default=0, help="the first of them")
    parser.add_argument("--claims", type=int, default=6, help="claims about a position")
    parser.add_argument("--classic", type=int, default=40, help="classic puzzles")
    parser.add_argument("--seconds", type=float, default=5.0, help="for one position")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    classic = [satdoku.parse(text) for text in rng.sample(lines_of("top1465"), arguments.classic)]
    variants = []
    for row in corpus(arguments.file):
        try:
            puzzle = formats.parse(text_of(row)).puzzle
        except SatdokuError:
            continue
        if puzzle.constraints:
            variants.append(puzzle)
    variants = variants[arguments.first :: arguments.every]
    head("claims about", "claims", "median ms", "90 % ms", "worst ms", "all s")
    every: Counter[str] = Counter()
    errors = 0
    for name, puzzles in (("classic puzzles", classic), ("variants", variants)):
        seconds: list[float] = []
        for puzzle in puzzles:
            spent, answers, wrong = judged(
                puzzle, arguments.claims, arguments.seconds, rng.choice((0.0, 0.2, 0.4)), rng
            )
            seconds += spent
            every += answers
            errors += wrong
        line(name, seconds)
    caption(f"Answers: {tally(every)}. Wrong labels: {errors}.")


if __name__ == "__main__":
    main()
