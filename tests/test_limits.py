from types import SimpleNamespace

import pytest

from satdoku import limits
from satdoku.limits import UNLIMITED, Limit


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
    asked = []

    def cancel() -> bool:
        asked.append(True)
        return len(asked) > 1

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
