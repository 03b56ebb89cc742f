"""Engines by name, and what they refuse."""

from __future__ import annotations

import threading

import pytest

import satdoku.engines as engines
from satdoku.base.errors import EngineUnavailable, Unsupported
from satdoku.board import Geometry
from satdoku.constraints import KillerCage
from satdoku.engines import EngineOptions, choose, get, sessions_for
from satdoku.puzzle import Puzzle

EMPTY = Puzzle.empty(Geometry.boxes(4, 2, 2))


def forget() -> None:
    get.cache_clear()
    engines._installed.cache_clear()
    engines._LOCAL.sessions.clear()


def test_names() -> None:
    assert get("sat").name == "sat"
    assert get("cpsat").name == "cpsat"
    assert get("sat") is get("sat")
    with pytest.raises(ValueError, match="sat, cpsat, native, variant"):
        get("dlx")
    with pytest.raises(ValueError, match="auto, sat"):
        choose("dlx", EMPTY)


def test_a_missing_engine_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    absent = engines.EngineEntry(
        "satdoku.engines.absent", "Absent", "pip install absent", 0.05, True
    )
    monkeypatch.setitem(engines.ENGINES, "native", absent)
    forget()
    try:
        with pytest.raises(EngineUnavailable, match=r"absent.*pip install absent"):
            choose("native", EMPTY)
        assert choose("auto", EMPTY).name == "variant"
        assert {session.name for session in sessions_for(EMPTY)} == {"variant", "sat", "cpsat"}
    finally:
        forget()


def test_a_rule_that_is_too_large_is_refused_by_one_and_taken_by_the_other() -> None:
    board = Geometry.of_size(100)
    puzzle = Puzzle.empty(board, [KillerCage(tuple(range(50)), 2525)])
    with pytest.raises(Unsupported, match="sum over 50 cells"):
        choose("sat", puzzle)
    assert choose("cpsat", puzzle).name == "cpsat"
    assert choose("auto", puzzle).name == "cpsat"
    assert [session.name for session in sessions_for(puzzle)] == ["cpsat"]


def test_sessions_are_kept_by_board_and_rules() -> None:
    puzzle = Puzzle.empty(Geometry.latin(4))
    session = choose("sat", puzzle)
    assert choose("sat", puzzle.with_givens({0: 1})) is session
    assert choose("sat", Puzzle.empty(Geometry.latin(4), [KillerCage((0, 1), 5)])) is not session
    assert choose("sat", puzzle, EngineOptions(solver="glucose4")) is not session
    elsewhere: list[object] = []
    thread = threading.Thread(target=lambda: elsewhere.append(choose("sat", puzzle)))
    thread.start()
    thread.join()
    assert elsewhere[0] is not session
    for size in range(5, 20):
        choose("sat", Puzzle.empty(Geometry.latin(size)))
    assert len(engines._LOCAL.sessions) == 8
    assert choose("sat", puzzle) is not session


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
