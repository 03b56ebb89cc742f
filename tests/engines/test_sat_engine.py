"""python-sat: every solver, one solver for many puzzles, nothing left behind."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import pytest

from satdoku.base.limits import UNLIMITED, Limit
from satdoku.board import Geometry
from satdoku.constraints import parse_rules
from satdoku.engines import EngineOptions, choose, sat
from satdoku.engines.sat import _REFUSED, SOLVERS, SatEngine, solver_name
from satdoku.puzzle import Puzzle
from satdoku.solving import check_unique, count, true_candidates
from tests.shared import thinned

CLASSIC = Geometry.classic()
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "...9.35....9.25..........8.2..3..9...1..4.......76..3.96......41.2...8...8.....6."


def classic(text: str) -> Puzzle:
    return Puzzle(CLASSIC, tuple(int(s) if s != "." else None for s in text))


@pytest.mark.parametrize("solver", thinned(SOLVERS, 2))
def test_every_solver(solver: str) -> None:
    options = EngineOptions(solver=solver)
    assert check_unique(classic(HARD), backend="sat", options=options).verdict == "unique"
    assert check_unique(classic("." * 81), backend="sat", options=options).verdict == "multiple"
    empty = Puzzle.empty(Geometry.boxes(4, 2, 2))
    assert count(empty, backend="sat", options=options).count == 288
    none = classic("12345678........9" + "." * 64)
    assert check_unique(none, backend="sat", options=options).verdict == "none"
    # A solver that has learned from this puzzle may need no more conflicts: take a fresh one.
    puzzle = classic(HARD)
    cut = SatEngine(options).prepare(puzzle.model).first(puzzle, Limit(nodes=1).start(), 2)
    assert (cut.exhausted, cut.stopped) == (False, "nodes")
    result = true_candidates(classic(HARD), backend="sat", options=options)
    assert all(len(cell) == 1 for cell in result.candidates)


def test_names_of_solvers() -> None:
    assert solver_name("g4") == "glucose4"
    assert solver_name("CD15") == "cadical153"
    assert solver_name("minisat-gh") == "minisatgh"
    for name in _REFUSED:
        with pytest.raises(ValueError, match="cannot be used"):
            solver_name(name)
    with pytest.raises(ValueError, match="there is no solver 'zchaff'; there are cadical103"):
        check_unique(classic(HARD), backend="sat", options=EngineOptions(solver="zchaff"))


def puzzles(number: int) -> list[Puzzle]:
    chance = random.Random(11)
    drawn = []
    for _ in range(number):
        relabel = dict(zip("123456789", chance.sample("123456789", 9), strict=True))
        keep = set(chance.sample(range(81), chance.randint(24, 36)))
        drawn.append(
            classic("".join(relabel[d] if i in keep else "." for i, d in enumerate(SOLVED)))
        )
    return drawn


def resident() -> int:
    """Memory of this process in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def rounds() -> tuple[list[float], list[int]]:
    """Of five rounds of 250 puzzles, the CPU seconds of a quick puzzle and the memory after it."""
    batch = puzzles(250)
    session = SatEngine(EngineOptions()).prepare(batch[0].model)
    quick = []
    sizes = []
    for _ in range(5):
        times = []
        for puzzle in batch:
            started = time.thread_time()
            session.first(puzzle, UNLIMITED.start(), 2)
            times.append(time.thread_time() - started)
        quick.append(sorted(times)[25])  # what else the machine does makes some of them slow
        sizes.append(resident())
    return quick, sizes


@pytest.mark.full
def test_many_puzzles_do_not_fill_memory() -> None:
    _, sizes = rounds()
    assert sizes[-1] - sizes[0] < 30_000_000


@pytest.mark.slow  # a machine whose speed swings fails it
def test_many_puzzles_do_not_slow_it_down() -> None:
    quick, _ = rounds()
    assert quick[-1] < 1.6 * quick[0]


def test_an_abandoned_search_leaves_nothing_behind() -> None:
    empty = Puzzle.empty(Geometry.boxes(4, 2, 2))
    session = SatEngine(EngineOptions()).prepare(empty.model)
    for _ in range(20):
        search = session.search(empty, UNLIMITED.start())
        next(search)
        next(search)
        del search
    assert session.count(empty, UNLIMITED.start()).count == 288


def test_a_search_outlives_its_solver() -> None:
    """The cache may drop or rebuild the solver of a search that is still going on."""
    empty = Puzzle.empty(Geometry.boxes(4, 2, 2))
    search = choose("sat", empty).search(empty, UNLIMITED.start())
    solutions = {next(search)}
    for size in range(5, 15):
        other = Puzzle.empty(Geometry.latin(size))
        choose("sat", other).first(other, UNLIMITED.start(), 1)
    solutions.update(search)
    assert len(solutions) == 288
    assert search.exhausted


@pytest.mark.parametrize("name", ["cadical153", "minisat22", "glucose4"])
def test_a_solver_that_is_named_is_the_one_that_is_loaded(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also the one that the engine would choose itself, with rules and without."""
    loaded: list[str] = []
    solver_of = vars(sat)["solver_of"]

    def spy(solver: str) -> Any:
        loaded.append(solver)
        return solver_of(solver)

    monkeypatch.setattr(sat, "solver_of", spy)
    for rules in ((), tuple(parse_rules("diagonal", Geometry.boxes(4, 2, 2)))):
        puzzle = Puzzle.empty(Geometry.boxes(4, 2, 2), rules).with_givens({0: 1, 1: 2})
        for backend in ("auto", "sat"):
            result = check_unique(puzzle, backend=backend, options=EngineOptions(solver=name))
            assert (result.verdict, result.backend) == ("multiple", "sat")
    assert {solver_name(solver) for solver in loaded} == {name}
