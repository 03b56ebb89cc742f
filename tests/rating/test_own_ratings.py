"""Ratings and paths of our own puzzles, on both published scales.

own_ratings.tsv holds puzzles that satdoku made (seed 20261128), chosen such that nearly every
technique on the paths of 2,500 of them is on two paths here. The answers were stored when all
reference files in ../shared/data/rating agreed with satdoku, so that those who do not have these
files have the same check.
"""

from __future__ import annotations

import csv
import hashlib
from collections import Counter
from pathlib import Path

import pytest

from satdoku.rating.explainer import rate_text
from satdoku.rating.scales import SE

core = pytest.importorskip("satdoku.core", reason="rating needs the compiled core")

FILE = Path(__file__).with_name("own_ratings.tsv")
COLUMNS = (
    "puzzle", "er", "ep", "ed", "level", "hardest", "techniques", "path", "hodoku_level",
    "hodoku_score", "hodoku_techniques", "hodoku_path",
)  # fmt: skip


def digest(path: list[dict[str, object]]) -> str:
    """The steps in order, in few characters: the name of each, and what follows from it."""
    steps = [(step["name"], step["place"], sorted(step["eliminations"])) for step in path]  # type: ignore[call-overload]
    return hashlib.sha256(repr(steps).encode()).hexdigest()[:16]


def described(puzzle: str) -> dict[str, str]:
    """The row of a puzzle."""
    rated = rate_text(puzzle)
    hodoku, steps = core.hodoku_path(puzzle)

    def listed(techniques: dict[str, int]) -> str:
        return ";".join(f"{name}:{count}" for name, count in sorted(techniques.items()))

    return {
        "puzzle": puzzle,
        **{name: SE.shown(score) for name, score in rated.scores.items()},
        "level": str(rated.level),
        "hardest": str(rated.hardest),
        "techniques": listed(dict(rated.techniques)),
        "path": digest(core.se_path(puzzle)[1]),
        "hodoku_level": hodoku.level,
        "hodoku_score": str(hodoku.score),
        "hodoku_techniques": listed(dict(hodoku.techniques)),
        "hodoku_path": digest(steps),
    }


def rows() -> list[dict[str, str]]:
    with FILE.open(newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


@pytest.mark.parametrize("part", range(4))
def test_the_stored_answers(part: int) -> None:
    for row in rows()[part::4]:
        assert described(row["puzzle"]) == row


def test_the_puzzles_show_most_techniques() -> None:
    names = Counter(
        (scale, entry.partition(":")[0])
        for row in rows()
        for scale in ("techniques", "hodoku_techniques")
        for entry in row[scale].split(";")
    )
    assert sum(scale == "techniques" for scale, _ in names) > 35
    assert sum(scale == "hodoku_techniques" for scale, _ in names) > 50
    assert {row["level"] for row in rows()} == {"easy", "medium", "hard", "expert", "diabolical"}
    assert {row["hodoku_level"] for row in rows()} == {
        "easy",
        "medium",
        "hard",
        "unfair",
        "extreme",
    }
