"""CP-SAT: distinct grids, workers, seeds."""

from __future__ import annotations

import threading

import pytest

from satdoku.base.limits import UNLIMITED, Limit
from satdoku.board import Geometry
from satdoku.engines import EngineOptions, choose
from satdoku.engines.cpsat import CpSatEngine
from satdoku.puzzle import Puzzle
from satdoku.solving import check_unique, count, solve
from tests.shared import thinned

CLASSIC = Geometry.classic()
BOXES4 = Geometry.boxes(4, 2, 2)
HARD = "...9.35....9.25..........8.2..3..9...1..4.......76..3.96......41.2...8...8.....6."


def classic(text: str) -> Puzzle:
    return Puzzle(CLASSIC, tuple(int(s) if s != "." else None for s in text))


def test_grids_reported_twice_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model with a free auxiliary variable: CP-SAT reports every grid twice."""
    import satdoku.engines.cpsat as module

    honest = module.build

    def doubled(puzzle: Puzzle, kind: str | None = None, tick: object = None) -> object:
        model = honest(puzzle, kind)  # type: ignore[arg-type]
        assert model is not None
        free = model.model.new_bool_var("free")
        model.model.add_bool_or([free, ~free])
        read = type(model).values
        monkeypatch.setattr(
            type(model), "values", lambda self, s: read(self, s[: len(self.meaning)])
        )
        return model

    monkeypatch.setattr(module, "build", doubled)
    session = CpSatEngine(EngineOptions()).prepare(Puzzle.empty(BOXES4).model)
    assert session.count(Puzzle.empty(BOXES4), UNLIMITED.start()).count == 288
    monkeypatch.setattr(module, "build", doubled)
    one = classic(HARD)
    first = session.first(one, UNLIMITED.start(), 2)
    assert len(first.solutions) == 1
    assert first.exhausted


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("model", thinned([None, "integer", "boolean"], 3))
def test_workers_seeds_and_models(workers: int, model: str | None) -> None:
    options = EngineOptions(workers=workers, seed=7, model=model)
    assert check_unique(classic(HARD), backend="cpsat", options=options).verdict == "unique"
    two = check_unique(classic("." * 81), backend="cpsat", options=options)
    assert two.verdict == "multiple"
    assert solve(classic(HARD), backend="cpsat", options=options).solutions
    none = classic("12345678........9" + "." * 64)
    assert check_unique(none, backend="cpsat", options=options).verdict == "none"
    assert count(Puzzle.empty(BOXES4), backend="cpsat", options=options).count == 288


def test_a_seed_repeats_itself() -> None:
    empty = Puzzle.empty(CLASSIC)
    first, second = (
        solve(empty, backend="cpsat", options=EngineOptions(seed=5)).solutions for _ in range(2)
    )
    assert first == second


def test_no_thread_is_left_behind() -> None:
    before = set(threading.enumerate())
    session = choose("cpsat", Puzzle.empty(CLASSIC))
    search = session.search(Puzzle.empty(CLASSIC), UNLIMITED.start())
    next(search)
    next(search)
    search.close()
    other = session.search(Puzzle.empty(CLASSIC), Limit(seconds=30).start())
    next(other)
    del other
    assert set(threading.enumerate()) <= before  # one of an earlier test may end
