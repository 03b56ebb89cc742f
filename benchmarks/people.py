"""How long people take: fits the model of docs/human.md, and compares it with other ratings.

    python benchmarks/people.py [--write] [--figure docs/human.svg] [--held-out FILE]

The times are ``shared/data/human/times.csv``: classic puzzles, each with the number of people who
solved it and their mean seconds (CC0; from synnwang/sudoku_dataset_difficulty). ``--write`` writes
the fitted table to ``satdoku/rating/people.json``. ``--held-out`` compares the table that is there
with another file of the same form, and fits nothing.
"""

from __future__ import annotations

import argparse
import csv
import json
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from common import ROOT, SHARED, caption, head, lines_of, row
from numpy.typing import NDArray

from satdoku import core, rate_many
from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.answers.rating import RatingAnswer
from satdoku.api import rate
from satdoku.rating.explainer import rate_text
from satdoku.rating.levels import LEVELS
from satdoku.rating.people import PeopleTable, table_of

TIMES = SHARED / "data" / "human" / "times.csv"
TABLE = ROOT / "satdoku" / "rating" / "people.json"
FEW, MANY = 10, 20
FOLDS, REPEATS = 10, 3
WALKS = 16
"""More than the model takes when it is used, so that chance has less part in the fit."""

Numbers = NDArray[np.float64]

_START = (("box", 25.0), ("line", 65.0), ("line_more", 1.1), ("cell", 250.0), ("cell_more", 1.35),
          ("other", 33.0), ("power", 0.5), ("writing", 3.0))  # fmt: skip
"""Round numbers to begin from, and toward which the fit leans a little."""
_LEANING = np.array([0.06, 0.06, 0.6, 0.06, 0.6, 0.06, 0.2, 0.1]) ** 2 * 20
_HUBER = 0.35
"""Logarithms of minutes beyond which a puzzle counts less: somebody went for lunch."""
_MOST = {"line_more": 2.0, "cell_more": 2.0, "power": 2.0}
_LEAST = {"line_more": 1.0, "cell_more": 1.0}
"""With more empty cells in a house nothing is found sooner."""


def usual_table(values: dict[str, float]) -> PeopleTable:
    """A table of the fitted numbers alone."""
    rest = {"low": 1.0, "high": 1.0, "fast": 1.0, "most_tenths": 999, "quantiles": (0.0, 1.0)}
    return table_of(values | rest)


class Walked:
    """The positions of walks, as counts of what can be found in each."""

    def __init__(self, texts: Sequence[str], table: PeopleTable, walks: int) -> None:
        people = table.people(walks)
        parts = [np.frombuffer(people.walks(t), np.uint8).reshape(-1, 33) for t in texts]
        lengths = np.array([len(part) for part in parts])
        self.starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        self.walks = walks
        rows = np.concatenate(parts)
        self.empty = np.log(rows[:, 1] / 40)
        self.written = 1.0 - rows[:, 32]
        box, line, cell = rows[:, 2:12], rows[:, 12:22], rows[:, 22:32]
        boxes = box.sum(1, dtype=np.int64) + line[:, 1]
        self.counts = np.c_[boxes, line[:, 2:], cell[:, 2:], rows[:, 32]].astype(np.float32)
        more = np.arange(2, 10) - 5.0
        self.design = np.zeros((18, 6))
        self.design[0, 0] = self.design[17, 5] = 1
        self.design[1:9, 1] = self.design[9:17, 3] = 1
        self.design[1:9, 2] = self.design[9:17, 4] = more

    def mean(self, each: Numbers) -> Numbers:
        """The sums of the walks of each puzzle, divided by their number."""
        return np.add.reduceat(each, self.starts, axis=0) / self.walks

    def log_seconds(self, fitted: Numbers) -> tuple[Numbers, Numbers]:
        """The logarithms of the seconds, and how they change with each fitted number."""
        rates = np.exp(-self.design @ fitted[:6]).astype(np.float32)
        pace = (self.counts @ rates).astype(float)
        scan = np.exp(fitted[6] * self.empty) / pace
        parts = self.counts @ (rates[:, None] * self.design).astype(np.float32)
        writing = np.exp(fitted[7]) * self.written
        seconds = self.mean(scan + writing)
        change = np.c_[
            self.mean((scan / pace)[:, None] * parts),
            self.mean(scan * self.empty),
            self.mean(writing),
        ]
        return np.log(seconds), change / seconds[:, None]


def _coded(values: dict[str, float]) -> Numbers:
    return np.array([v if name == "power" else np.log(v) for name, v in values.items()])


def _decoded(fitted: Numbers) -> dict[str, float]:
    pairs = zip(dict(_START), fitted, strict=True)
    return {name: float(v if name == "power" else np.exp(v)) for name, v in pairs}


def _fit_once(walked: Walked, times: Numbers, weights: Numbers, fitted: Numbers) -> Numbers:
    """Least squares of the logarithms, without much weight for outliers (Gauss and Newton)."""
    start = _coded(dict(_START))
    names = list(dict(_START))
    low = np.array([np.log(_LEAST.get(name, 1e-3)) for name in names])
    high = np.array([np.log(_MOST.get(name, 1e6)) for name in names])
    at = names.index("power")
    low[at], high[at] = 0.0, _MOST["power"]
    for _ in range(12):
        guess, change = walked.log_seconds(fitted)
        off = times - guess
        weight = weights / np.sqrt(1 + (off / _HUBER) ** 2)
        left = (change * weight[:, None]).T
        right = left @ off - _LEANING * (fitted - start)
        step = np.clip(np.linalg.solve(left @ change + np.diag(_LEANING), right), -0.7, 0.7)
        fitted = np.clip(fitted + step, low, high)
        if np.abs(step).max() < 1e-3:
            break
    return fitted


def fit(
    texts: Sequence[str], times: Numbers, weights: Numbers, rounds: int, walks: int
) -> dict[str, float]:
    """The fitted numbers; the walks are those of people who find things as the last round says."""
    values = dict(_START)
    for _ in range(rounds):
        walked = Walked(texts, usual_table(values), walks)
        values = _decoded(_fit_once(walked, times, weights, _coded(values)))
    return values


def seconds_of(texts: Sequence[str], values: dict[str, float]) -> Numbers:
    """What the model says with the number of walks that it takes in use."""
    people = usual_table(values).people()
    return np.array([core.se_rate(text, people=people).people for text in texts])


def ranks(values: Numbers) -> Numbers:
    """The rank of each value; equal ones share theirs."""
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(count) - (count - 1) / 2)[place])


def spearman(one: Numbers, other: Numbers) -> float:
    """The rank correlation."""
    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def interval(one: Numbers, other: Numbers, draws: int = 1000) -> tuple[float, float]:
    """Where the rank correlation lies for 95 of 100 samples of the same puzzles."""
    random = np.random.default_rng(1)
    size = len(one)
    drawn = [random.integers(0, size, size) for _ in range(draws)]
    low, high = np.quantile([spearman(one[at], other[at]) for at in drawn], [0.025, 0.975])
    return float(low), float(high)


def held_out(texts: Sequence[str], times: Numbers, weights: Numbers) -> Numbers:
    """The seconds of each puzzle by fits that have not seen it, a row for each repetition."""
    random = np.random.default_rng(0)
    guesses = np.zeros((REPEATS, len(texts)))
    for guess in guesses:
        order = random.permutation(len(texts))
        for fold in range(FOLDS):
            out = order[fold::FOLDS]
            known = np.setdiff1d(order, out)
            values = fit([texts[i] for i in known], times[known], weights[known], 2, 4)
            guess[out] = seconds_of([texts[i] for i in out], values)
    return guesses


def within_puzzles(off: Numbers, players: Numbers) -> tuple[float, float]:
    """The spread of people about the mean of a puzzle, as the deviation of a logarithm, and that of
    the model's error: what of the squared distances falls with the number of people, and the rest.

    Distances are cut at 0.9, where single people decide.
    """
    squares = np.minimum(np.abs(off), 0.9) ** 2
    columns = np.c_[np.ones(len(off)), 1 / players]
    rest, falling = np.linalg.lstsq(columns, squares, rcond=None)[0]
    return float(np.sqrt(np.log1p(max(falling, 0.0)))), float(np.sqrt(max(rest, 0.0)))


def others(texts: Sequence[str]) -> dict[str, Numbers]:
    """What other ratings say about the puzzles."""
    explained = np.array([found.er for found in rate_many(texts)])
    hodoku = np.array([core.hodoku_rate(text).score for text in texts], float)
    points = np.array([rate(text, scale="satdoku").points for text in texts], float)
    return {
        "Sudoku Explainer's ER": explained,
        "HoDoKu's score": hodoku,
        "satdoku scale": points,
    }


def compare(name: str, guesses: Sequence[Numbers], times: Numbers, players: Numbers) -> None:
    """Print a row of rank correlations, the mean of those of some guesses."""
    cells = []
    for least in (FEW, MANY):
        some = players >= least
        low, high = interval(guesses[0][some], times[some])
        middle = np.mean([spearman(guess[some], times[some]) for guess in guesses])
        cells.append(f"{middle:.3f} ({low:.2f} to {high:.2f})")
    row(name, *cells)


def read(file: Path) -> tuple[list[str], Numbers, Numbers]:
    """Puzzles, the number of people, and the logarithms of their mean seconds."""
    rows = list(csv.DictReader(file.read_text("utf-8").splitlines()))
    players = np.array([float(each["players"]) for each in rows])
    return [r["puzzle"] for r in rows], players, np.log([float(r["time"]) for r in rows])


def figure(guess: Numbers, times: Numbers, players: Numbers) -> str:
    """The calibration as a picture: a dot for each puzzle, and the mean of each tenth of them."""
    left, top, size = 46, 12, 380
    low, high = np.log(2.5 * 60), np.log(40 * 60)

    def at(value: float) -> float:
        return float((np.clip(value, low, high) - low) / (high - low) * size)

    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg"'
        f' viewBox="0 0 {left + size + 14} {top + size + 44}"'
        ' font-family="sans-serif" font-size="12">',
        "<title>Minutes of the model, and of people</title>",
        f'<rect x="{left}" y="{top}" width="{size}" height="{size}" fill="#fff" stroke="#888"/>',
        f'<path d="M{left} {top + size}L{left + size} {top}" stroke="#888"/>',
    ]
    for minutes in (3, 5, 10, 20, 40):
        place = at(np.log(minutes * 60))
        x, y = left + place, top + size - place
        parts.append(
            f'<text x="{x:.0f}" y="{top + size + 16}" text-anchor="middle">{minutes}</text>'
        )
        parts.append(f'<text x="{left - 6}" y="{y + 4:.0f}" text-anchor="end">{minutes}</text>')
        parts.append(f'<path d="M{x:.0f} {top + size}v4M{left} {y:.0f}h-4" stroke="#888"/>')
    for one, other, count in zip(guess, times, players, strict=True):
        radius = 1.5 if count < MANY else 2.2
        parts.append(
            f'<circle cx="{left + at(one):.1f}" cy="{top + size - at(other):.1f}" r="{radius}" '
            f'fill="{"#2a6fb0" if count < MANY else "#c2410c"}" fill-opacity="0.45"/>'
        )
    order = np.argsort(guess)
    for some in np.array_split(order, 10):
        x, y = left + at(guess[some].mean()), top + size - at(times[some].mean())
        parts.append(f'<path d="M{x - 5:.1f} {y:.1f}h10M{x:.1f} {y - 5:.1f}v10" stroke="#000"/>')
    middle = left + size / 2
    parts.append(
        f'<text x="{middle}" y="{top + size + 36}" text-anchor="middle">minutes of the model</text>'
    )
    turned = f"rotate(-90 12 {top + size / 2})"
    parts.append(
        f'<text x="12" y="{top + size / 2}" text-anchor="middle" transform="{turned}">'
        "mean minutes of people</text></svg>"
    )
    return "\n".join(parts) + "\n"


def calibrated(guess: Numbers, times: Numbers) -> None:
    """Print the mean times of puzzles that the model takes to be alike."""
    head("puzzles", "minutes of the model", "of people", "8 of 10 puzzles", left=0)
    for some in np.array_split(np.argsort(guess), 6):
        low, middle, high = np.exp(np.quantile(times[some], [0.1, 0.5, 0.9])) / 60
        model = np.exp(np.median(guess[some])) / 60
        row(len(some), f"{model:.1f}", f"{middle:.1f}", f"{low:.1f} to {high:.1f}")


def levels(texts: Sequence[str], times: Numbers) -> None:
    """Print where the levels lie among people: what of the puzzles takes less time."""
    named = np.array([found.level for found in rate_many(texts)])
    order = ranks(times) / len(times) * 100
    head("level", "puzzles", "minutes of people, 8 of 10 puzzles", "take less time, of 100")
    for level in LEVELS:
        if (some := named == level).any():
            low, middle, high = np.exp(np.quantile(times[some], [0.1, 0.5, 0.9])) / 60
            at = np.quantile(order[some], [0.1, 0.5, 0.9])
            minutes = f"{middle:.1f} ({low:.1f} to {high:.1f})"
            row(level, some.sum(), minutes, f"{at[1]:.0f} ({at[0]:.0f} to {at[2]:.0f})")


def speed() -> None:
    """Print what the minutes cost: CPU milliseconds for each puzzle, the least of seven rounds."""
    head("set", "rate --json without minutes", "with minutes", "ratio")
    for name in ("easy", "clue17", "top1465"):
        texts = lines_of(name, 300)

        def used(human: bool, texts: list[str] = texts) -> float:
            began = time.process_time()
            for text in texts:
                rating = rate_text(text)
                rating = rating if human else replace(rating, timed=None)
                answer = RatingAnswer.of(PuzzleInput(None, 1, text), rating, 0.001)
                assert json.dumps(answer.as_dict())
            return (time.process_time() - began) / len(texts) * 1e3

        rounds = [(used(False), used(True)) for _ in range(7)]
        without, both = (min(each) for each in zip(*rounds, strict=True))
        row(name, f"{without:.3f}", f"{both:.3f}", f"{both / without:.2f}")


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write the table of the model")
    parser.add_argument("--figure", type=Path, help="write the calibration as SVG")
    parser.add_argument("--held-out", type=Path, help="compare with times that were kept back")
    parser.add_argument("--speed", action="store_true", help="only measure what the minutes cost")
    options = parser.parse_args()
    if options.speed:
        speed()
        return
    texts, players, times = read(options.held_out or TIMES)
    weights = players / players.mean()
    names = list(dict(_START))
    guesses: Any
    if options.held_out is not None:
        table = json.loads(TABLE.read_text("utf-8"))
        guesses = [np.log(seconds_of(texts, {name: table[name] for name in names}))]
    else:
        guesses = np.log(held_out(texts, times, weights))
    caption("Rank correlation with the mean time (and its 95 % interval)")
    head("rating", *(f"{sum(players >= n)} puzzles, {n} people or more" for n in (FEW, MANY)))
    compare("minutes of the model", guesses, times, players)
    ratings = others(texts)
    for name, rated in ratings.items():
        compare(name, [rated], times, players)
    guess = guesses[0]
    caption("Calibration")
    calibrated(guess, times)
    caption("The levels")
    levels(texts, times)
    if options.figure:
        options.figure.write_text(figure(guess, times, players), encoding="utf-8")
    if options.held_out is not None:
        return
    values = fit(texts, times, weights, 4, WALKS)
    off = times - guess
    people, model = within_puzzles(off, players)
    low, high = (float(np.exp(q)) for q in np.quantile(off, [0.1, 0.9]))
    # The mean of a lognormal time is above its middle; the fastest tenth is 1.28 deviations below.
    fast = float(np.exp(-1.2816 * people - people**2 / 2))
    quantiles = np.quantile(seconds_of(texts, values), np.linspace(0, 1, 21)) / 60
    caption("The fitted numbers, and their 95 % intervals")
    intervals(texts, times, weights, values)
    caption("Spread")
    random = np.random.default_rng(3)
    samples = [random.integers(0, len(off), len(off)) for _ in range(400)]
    drawn = np.array([within_puzzles(off[at], players[at]) for at in samples])
    head("of", "deviation of a logarithm", "95 %")
    for name, value, column in (
        ("people about the mean of a puzzle", people, drawn[:, 0]),
        ("the model's error", model, drawn[:, 1]),
    ):
        least, most = np.quantile(column, [0.025, 0.975])
        row(name, f"{value:.2f}", f"{least:.2f} to {most:.2f}")
    tenths = sorted(round(10 * float(er)) for er in ratings["Sudoku Explainer's ER"])
    if options.write:
        data = {
            "about": "Fitted by benchmarks/people.py; docs/human.md says what the numbers mean.",
            "data": "synnwang/sudoku_dataset_difficulty, CC0-1.0",
            "puzzles": len(texts),
            "people": int(players.sum()),
            **{name: float(f"{value:.4g}") for name, value in values.items()},
            "low": round(low, 3),
            "high": round(high, 3),
            "fast": round(fast, 3),
            # Five puzzles that are harder would be too few to judge by.
            "most_tenths": tenths[-6],
            "quantiles": [round(float(q), 2) for q in quantiles],
        }
        TABLE.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def intervals(
    texts: Sequence[str], times: Numbers, weights: Numbers, values: dict[str, float]
) -> None:
    """Print the fitted numbers with intervals: fits to samples of the puzzles on the same walks."""
    walked = Walked(texts, usual_table(values), 4)
    random = np.random.default_rng(2)
    drawn = []
    for _ in range(40):
        count = np.bincount(random.integers(0, len(texts), len(texts)), minlength=len(texts))
        drawn.append(_decoded(_fit_once(walked, times, weights * count, _coded(values))))
    head("number", "fitted", "95 %")
    for name, value in values.items():
        low, high = np.quantile([each[name] for each in drawn], [0.025, 0.975])
        row(name, f"{value:.3g}", f"{low:.3g} to {high:.3g}")


if __name__ == "__main__":
    main()
