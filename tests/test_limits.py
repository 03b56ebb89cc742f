from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

from satdoku import engines, solving
from satdoku.base import limits
from satdoku.base.limits import ENDLESS, UNLIMITED, Limit, RanOut, of_work, running, tick, under
from satdoku.board import Geometry
from satdoku.cli.app import run
from satdoku.constraints import hidden, parse_rules
from satdoku.formats import write
from satdoku.model import model_of
from satdoku.puzzle import Document, Puzzle


def test_no_limit_never_stops() -> None:
    clock = UNLIMITED.start()
    assert clock.stopped() is None
    assert clock.remaining() is None


def test_time_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: now))
    clock = Limit(seconds=0).start()
    assert clock.stopped() == "seconds"
    assert clock.remaining() == 0.0
    clock = Limit(seconds=60).start()
    part = clock.part(0.25)
    assert (clock.stopped(), clock.remaining()) == (None, 60)
    assert (part.stopped(), part.remaining()) == (None, 15)
    now = 1015.0
    assert (clock.stopped(), clock.remaining()) == (None, 45)
    assert (part.stopped(), part.remaining()) == ("seconds", 0)
    now = 1059.5
    assert (clock.stopped(), clock.remaining()) == (None, 0.5)
    now = 1060.0
    assert (clock.stopped(), clock.remaining()) == ("seconds", 0)
    now = 9999.0
    assert (clock.stopped(), clock.remaining()) == ("seconds", 0)


@pytest.mark.parametrize("seconds", [float("inf"), 1e300, 1e12, 10**400])
def test_endless_time_is_no_limit(seconds: float) -> None:
    assert Limit(seconds=seconds) == UNLIMITED


def test_nodes_run_out() -> None:
    clock = Limit(nodes=3).start()
    clock.nodes = 2
    assert clock.stopped() is None
    clock.nodes = 3
    assert clock.stopped() == "nodes"


def test_a_cancellation_comes_first() -> None:
    polls = []

    def cancel() -> bool:
        polls.append(True)
        return len(polls) > 1

    clock = Limit(cancel=cancel, nodes=5).start()
    assert clock.stopped() is None
    clock.nodes = 5
    assert clock.stopped() == "cancelled"


def test_clocks_of_one_limit_are_independent() -> None:
    limit = Limit(nodes=1)
    first, second = limit.start(), limit.start()
    first.nodes = 1
    assert first.stopped() == "nodes"
    assert second.stopped() is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seconds": -1}, "a time limit is a number of seconds >= 0, not -1"),
        ({"seconds": float("nan")}, "a time limit is a number of seconds >= 0, not nan"),
        ({"solutions": 0}, "a limit on solutions is a number >= 1, not 0"),
        ({"nodes": -5}, "a limit on nodes is a number >= 1, not -5"),
    ],
)
def test_limits_that_mean_nothing(arguments: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Limit(**arguments)  # type: ignore[arg-type]


def test_limits_compare_by_value() -> None:
    assert Limit(seconds=2) == Limit(seconds=2)
    assert hash(Limit(solutions=3)) == hash(Limit(solutions=3))
    assert Limit() == UNLIMITED


def test_a_part_of_the_time() -> None:
    clock = Limit(seconds=100).start()
    left = clock.part(0.25).remaining()
    assert left is not None
    assert 24 < left <= 25
    assert Limit().start().part(0.5).remaining() is None
    assert Limit(seconds=0).start().part(0.5).stopped() == "seconds"


def test_what_is_done_under_a_clock_asks_it() -> None:
    tick()
    clock = Limit(cancel=lambda: True).start()
    with under(clock):
        assert running() is clock
        with under(UNLIMITED.start()), pytest.raises(RanOut):
            tick()  # a clock without bounds leaves the one outside
    tick()
    assert running() is ENDLESS


def _hidden() -> Puzzle:
    """A full board of one cell, and 25 cells outside of it that are to be found: there are none,
    as their rows add up to another total than their columns, which no engine sees at once."""
    geometry = Geometry.rectangle(1, 1, digits=tuple(range(1, 10)), box=None, raw=True)
    rows = [[f"VA{5 * row + column}" for column in range(1, 6)] for row in range(5)]
    lines = [*rows, *zip(*rows, strict=True)]
    sums = [f"sum:{25 + (at == 9)}:{'+'.join(line)}" for at, line in enumerate(lines)]
    text = f"variables:VA*5x5:({','.join(sums)})"
    return Puzzle(geometry, (1,), None, parse_rules(text, geometry))


def _crowded() -> Puzzle:
    """Many rules, none twice."""
    geometry = Geometry.boxes(25, 5, 5)
    names = [f"r{r}c{c}" for r in range(1, 26) for c in range(1, 26)]
    cages = [f"killer-cage:{3 + i % 20}:{a}+{b}" for i, (a, b) in enumerate(pairwise(names))]
    return Puzzle.empty(geometry, parse_rules(",".join(cages), geometry))


def _deep() -> Puzzle:
    """One rule that takes long to write."""
    geometry = Geometry.boxes(16, 4, 4)
    return Puzzle.empty(geometry, parse_rules("connected:1+2+3", geometry))


QUESTIONS: dict[str, Callable[[Puzzle, Limit], object]] = {
    "check_unique": lambda puzzle, limit: solving.check_unique(puzzle, limit=limit).stopped,
    "solve": lambda puzzle, limit: solving.solve(puzzle, limit=limit).stopped,
    "count": lambda puzzle, limit: solving.count(puzzle, limit=limit).stopped,
    "true_candidates": lambda puzzle, limit: solving.true_candidates(puzzle, limit=limit).stopped,
    "check": lambda puzzle, limit: solving.Checker(puzzle, limit=limit).check(puzzle).stopped,
}


@pytest.mark.parametrize("make", [_hidden, _crowded, pytest.param(_deep, marks=pytest.mark.full)])
@pytest.mark.parametrize("name", QUESTIONS)
def test_every_stage_is_under_the_clock(name: str, make: Callable[[], Puzzle]) -> None:
    """Faults, compiling, encoding, searching: wherever the limit runs out, little is done after."""
    if name == "check" and make is not _hidden:
        return  # a checker compiles its board before it is asked
    # A search asks some fifty times a second, other stages as fast as they go.
    for many in (0, 1, 10, 30) if make is _hidden else (0, 1, 10, 100, 1000):
        model_of.cache_clear()
        engines._LOCAL.sessions.clear()
        polls = 0

        def cancel() -> bool:
            nonlocal polls
            polls += 1
            return polls > many  # noqa: B023

        ending = QUESTIONS[name](make(), Limit(cancel=cancel))
        assert ending == "cancelled"
        assert polls <= many + 8


@pytest.mark.full
def test_validity_spends_few_conflicts_on_what_takes_a_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without a limit too: whether hidden values exist is an answer, not a fault."""
    monkeypatch.setattr(hidden, "_MAX_GUESSES", 1)
    assert _hidden().problems() == ()


@pytest.mark.parametrize("command", ["check-unique", "hint", "explain", "rate"])
def test_a_full_board_that_was_not_judged_is_not_called_wrong(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "hidden.json"
    path.write_text(write(Document(_hidden()), "json"), "utf-8")
    assert run([command, str(path), "--time-limit", "0.001"]) == 3
    assert "breaks" not in "".join(capsys.readouterr())


def test_more_connected_cells_than_there_are_is_a_fault() -> None:
    geometry = Geometry.boxes(4, 2, 2)
    (rule,) = parse_rules("connected:1+2:100000000", geometry)
    puzzle = Puzzle.empty(geometry, [rule])
    assert [p.message for p in puzzle.problems()] == [
        "connected digits 1, 2: there are only 16 cells, not 100000000"
    ]
    assert len(tuple(rule.relations(geometry))) == 1


def test_a_limit_of_work_counts_no_time_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    spent = iter((1.0, 1.4, 1.6))
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 100.0))
    monkeypatch.setattr(limits, "_spent", lambda: next(spent))
    clock = of_work(0.5).start()
    assert clock.stopped() is None
    assert clock.rest().start().stopped() == "cancelled"
