"""Engines by name, and what they refuse."""

from __future__ import annotations

import pytest

import satdoku.engines as engines
from satdoku.constraints import KillerCage
from satdoku.engines import EngineOptions, choose, engines_for, get
from satdoku.errors import EngineUnavailable, Unsupported
from satdoku.puzzle import Geometry, Puzzle

EMPTY = Puzzle.empty(Geometry.boxes(4, 2, 2))


def test_names() -> None:
    assert get("sat").name == "sat"
    assert get("cpsat").name == "cpsat"
    assert get("sat") is get("sat")
    with pytest.raises(ValueError, match="sat, cpsat, native"):
        get("dlx")
    with pytest.raises(ValueError, match="auto, sat"):
        choose("dlx", EMPTY)


def test_a_missing_engine_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        engines._ENGINES, "native", ("satdoku.engines.absent", "Absent", "pip install absent")
    )
    get.cache_clear()
    engines._native.cache_clear()
    try:
        with pytest.raises(EngineUnavailable, match=r"absent.*pip install absent"):
            choose("native", EMPTY)
        assert choose("auto", EMPTY).name == "sat"
        assert {engine.name for engine in engines_for(EMPTY)} == {"sat", "cpsat"}
    finally:
        get.cache_clear()
        engines._native.cache_clear()


def test_a_rule_that_is_too_large_is_refused_by_one_and_taken_by_the_other() -> None:
    board = Geometry.of_size(100)
    puzzle = Puzzle.empty(board, [KillerCage(tuple(range(50)), 2525)])
    with pytest.raises(Unsupported, match="sum over 50 cells"):
        choose("sat", puzzle)
    assert choose("cpsat", puzzle).name == "cpsat"
    assert [engine.name for engine in engines_for(puzzle)] == ["cpsat"]


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"encoding": "x"}, "minimal, extended"),
        ({"amo": "x"}, "pairwise, product, sequential"),
        ({"model": "x"}, "integer, boolean"),
        ({"workers": 0}, "at least 1"),
        ({"seed": -1}, "seed"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, object], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        EngineOptions(**options)  # type: ignore[arg-type]
