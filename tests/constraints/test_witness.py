"""Values of hidden cells that an engine hands over are looked at, and never trusted."""

from __future__ import annotations

import random

import pytest

from satdoku import formats, solving
from satdoku.base.limits import ENDLESS, Limit
from satdoku.board import Grid
from satdoku.constraints import hidden
from satdoku.engines import get
from tests.constraints.constraint_oracle import full_grids
from tests.shared import thinned

TEXTS = {
    "cells outside": ".Shape~4x4.Var~A~A~2.Thermo~VA1~R1C1~VA2.Sum~5~VA1~VA2",
    "after another rule": ".Shape~4x4.Thermo~R4C1~R4C2.Var~B~B~1.Renban~VB~R1C1~R2C2",
    "two rules": ".Shape~4x4.ChaosConstruction.Var~A~A~1.Thermo~R1C1~VA",
    "regions": ".Shape~4x4.NoBoxes.ChaosConstruction",
    "clues about regions": ".Shape~4x4.NoBoxes.ChaosConstruction.ChaosArrow~R1C1~0~R1C2~R1C3~R1C4",
}


@pytest.mark.parametrize("text", thinned(TEXTS.values(), 2), ids=TEXTS)
def test_a_witness_changes_no_verdict(text: str) -> None:
    puzzle = formats.parse(text).puzzle
    session = get("variant").prepare(puzzle.model)
    (values,) = session.first(puzzle, Limit().start(), 1).solutions
    handed_over: dict[int, int] = values.hidden  # type: ignore[attr-defined]
    chance = random.Random(1)
    others = {variable: chance.choice((1, 2, 99)) for variable in handed_over}
    grid = Grid(puzzle.geometry, values)
    assert puzzle.accepts(grid)
    assert puzzle.accepts(grid, None, handed_over)
    for some in (values, *chance.sample(full_grids(puzzle.geometry), 40)):
        grid = Grid(puzzle.geometry, some)
        for known in (handed_over, others, {}, dict(list(handed_over.items())[:2])):
            assert puzzle.accepts(grid, None, known) is puzzle.accepts(grid), (some, known)


def test_what_an_engine_hands_over_is_not_searched_for(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        ".Var~A~A~8.Sum~20~VA1~VA2~VA3~VA4~R1C1.Sum~21~VA5~VA6~VA7~VA8~R9C9"
        ".Sum~30~VA1~VA3~VA5~VA8~R5C5"
    )
    puzzle = formats.parse(text).puzzle
    monkeypatch.setattr(hidden._Search, "_worth", lambda *_: pytest.fail("it guesses"))
    result = solving.solve(puzzle, backend="variant")
    assert result.solution is not None
    with pytest.raises(pytest.fail.Exception, match="it guesses"):
        puzzle.accepts(result.solution, ENDLESS)
