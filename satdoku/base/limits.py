"""How far a search may go. Every search takes a Limit and reports which part of it ran out."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextvars import ContextVar, Token
from dataclasses import field, replace
from typing import Literal

from satdoku.base.errors import Undecided
from satdoku.base.records import dataclass

Stop = Literal["seconds", "solutions", "nodes", "cancelled"]
"""Why a search ended before it had seen everything."""

MAX_JOBS = 1024
"""More processes than any machine has processors would stop it."""

PUZZLE_SECONDS = 60.0
"""How long a puzzle is explained or rated where no other limit is set."""

OPEN_END_SECONDS = 30.0
"""How long a puzzle without exactly one solution is followed where no other limit is set, and any
puzzle by trial: no argument need ever come to an end."""

_FOREVER = 1e9
"""Seconds (30 years) from which on a limit is none: no timer of any engine takes more."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How far a search may go; ``None`` means no bound.

    seconds    wall-clock time, from the moment the search starts; infinity and anything beyond
               30 years become ``None``
    solutions  stop once this many different solutions are known
    nodes      engine steps (conflicts for ``sat`` and ``cpsat``, guesses for ``native``)
    cancel     polled now and then; true ends the search
    progress   called now and then with the number of solutions found so far
    """

    seconds: float | None = None
    solutions: int | None = None
    nodes: int | None = None
    cancel: Callable[[], bool] | None = None
    progress: Callable[[int], None] | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not self.seconds >= 0:
            raise ValueError(f"a time limit is a number of seconds >= 0, not {self.seconds!r}")
        if self.seconds is not None and self.seconds >= _FOREVER:
            object.__setattr__(self, "seconds", None)
        for name in ("solutions", "nodes"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise ValueError(f"a limit on {name} is a number >= 1, not {value!r}")

    def start(self) -> Clock:
        """Start the clock of this limit."""
        deadline = None if self.seconds is None else time.monotonic() + self.seconds
        return Clock(self, deadline)


UNLIMITED = Limit()


_LATEST = 15
"""How many times its processor time a search under :func:`of_work` may take by the clock: an engine
that waits for a thread of its own spends none."""


_spent: Callable[[], float] = getattr(time, "thread_time", time.monotonic)
"""The processor time of this thread; in a browser, where there is none, the time."""


def of_work(seconds: float) -> Limit:
    """A limit on the processor time of this thread from now on, so that a search goes as far on a
    busy machine as on an idle one."""
    until = _spent() + seconds
    return Limit(seconds=_LATEST * seconds, cancel=lambda: _spent() >= until)


@dataclass(slots=True, eq=False)
class Clock:
    """A Limit that is running. One Clock can bound several searches in a row."""

    limit: Limit
    deadline: float | None
    nodes: int = field(default=0)

    def remaining(self) -> float | None:
        """Seconds left (never negative), or ``None`` where time is not limited."""
        if self.deadline is None:
            return None
        return max(0.0, self.deadline - time.monotonic())

    def rest(self) -> Limit:
        """A limit for further questions, of the time that is left."""
        limit = self.limit
        return Limit(seconds=self.remaining(), nodes=limit.nodes, cancel=limit.cancel)

    def part(self, share: float) -> Clock:
        """A clock under the same limit with a share (0 to 1) of the time that is left."""
        left = self.remaining()
        deadline = None if left is None else time.monotonic() + share * left
        return Clock(self.limit, deadline, self.nodes)

    def of_nodes(self, nodes: int | None) -> Clock:
        """A clock with the same time, and its own count and bound of nodes."""
        return Clock(replace(self.limit, nodes=nodes), self.deadline)

    def stopped(self) -> Stop | None:
        """Which bound has run out (time, nodes or a cancellation), if any."""
        limit = self.limit
        if limit.cancel is not None and limit.cancel():
            return "cancelled"
        if self.deadline is not None and time.monotonic() >= self.deadline:
            return "seconds"
        if limit.nodes is not None and self.nodes >= limit.nodes:
            return "nodes"
        return None

    def check(self, before: str = "") -> None:
        """Go on only while no bound has run out.

        :raises RanOut: where one has; ``before`` names the event that did not happen in time (``the
            proof was found``).
        """
        stop = self.stopped()
        if stop is not None:
            raise RanOut(stop, before)


ENDLESS = UNLIMITED.start()
"""A clock that never runs out."""


class RanOut(Undecided):
    """A limit ran out in the middle of a search; ``stop`` is which."""

    def __init__(self, stop: Stop, before: str = "") -> None:
        self.stopped = self.stop = stop
        sentence = (
            "the search was cancelled" if stop == "cancelled" else f"the limit on {stop} ran out"
        )
        super().__init__(f"{sentence} before {before}" if before else sentence)


_RUNNING: ContextVar[Clock] = ContextVar("running", default=ENDLESS)


class under:  # noqa: N801
    """Put the block, in this thread, under a clock: ``with under(clock): ...``.

    It bounds code that takes no clock: the model and the faults of a puzzle are computed wherever
    they are first used. A clock without bounds leaves the outer one in force.
    """

    __slots__ = ("_clock", "_token")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._token: Token[Clock] | None = None

    def __enter__(self) -> Clock:
        limit = self._clock.limit
        if self._clock.deadline is not None or limit.cancel is not None or limit.nodes is not None:
            self._token = _RUNNING.set(self._clock)
        return self._clock

    def __exit__(self, *_: object) -> None:
        if self._token is not None:
            _RUNNING.reset(self._token)


def running() -> Clock:
    """The clock that this thread is under."""
    return _RUNNING.get()


def tick() -> None:
    """Go on only while the clock that this thread is under has not run out.

    :raises RanOut: where it has.
    """
    clock = _RUNNING.get()
    if clock is ENDLESS:
        return
    limit, deadline = clock.limit, clock.deadline
    # The usual case at once: a puzzle's rules ask some hundred times.
    if limit.cancel or limit.nodes is not None or deadline is None or time.monotonic() >= deadline:
        clock.check()
