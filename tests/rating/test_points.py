"""The words of the satdoku scale, against the published ER of classic puzzles."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import satdoku
from satdoku.base.limits import Limit
from satdoku.rating.by_path import rate_by_path
from satdoku.rating.explainer import rate
from satdoku.rating.levels import LEVELS, level_of_points
from satdoku.rating.worth import worth
from tests.shared import shared_file

THERMO = Path(__file__).parents[2] / "examples" / "techniques" / "thermo-bounds.json"


@pytest.mark.parametrize(
    ("step", "most"), [(40, 6.7), pytest.param(8, 12.0, marks=pytest.mark.slow)]
)
def test_a_level_is_that_of_the_published_rating(step: int, most: float) -> None:
    pytest.importorskip("satdoku.core", reason="ER needs the compiled core")
    with shared_file("rating", "se_reference.csv").open(encoding="utf-8") as file:
        # The bounds were chosen on rows 0, 16, 32 ...
        rows = [row for row in list(csv.DictReader(file))[3::step] if float(row["ER"]) <= most]
    names = list(LEVELS)
    equal = seen = 0
    for row in rows:
        puzzle = satdoku.parse(row["puzzle"])
        rating = rate_by_path(puzzle, limit=Limit(seconds=60))
        if rating.status != "ok":
            continue
        known = rate(puzzle, names=False).level
        assert known is not None
        assert rating.level is not None
        seen += 1
        equal += known == rating.level
        assert abs(names.index(known) - names.index(rating.level)) <= 2, row["puzzle"]
    assert seen >= 10
    assert equal >= 0.8 * seen


def test_a_variant_has_a_level_in_json_and_text() -> None:
    rating = satdoku.rate(THERMO.read_text("utf-8"), time_limit=60)
    assert rating.to_dict()["level"] == level_of_points(rating.points)
    assert f"level: {rating.level}" in rating.text()


def test_rate_and_explain_name_the_same_hardest_step_and_level() -> None:
    """Steps that are worth as much as each other, and one of a line of the preset before."""
    lines = "r2c4+r1c3+r1c4+r1c5+r1c6", "r6c5+r5c5+r5c6+r4c5", "r5c2+r6c2+r6c3"
    text = {
        "satdoku": 1,
        "board": {"size": 6, "box": [2, 3]},
        "givens": ".2.........................5.2....4.",
        "constraints": [
            {"rule": "anti-king"},
            *({"rule": "between", "cells": line.split("+")} for line in lines),
        ],
    }
    puzzle = json.dumps(text)
    explained, rated = satdoku.explain(puzzle), satdoku.rate(puzzle)
    hardest = max(map(worth, explained.steps))
    first = next(step for step in explained.steps if worth(step) == hardest)
    assert explained.path.hardest == rated.hardest == first.technique
    assert explained.level == rated.level is not None
