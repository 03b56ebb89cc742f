"""What an engine promises. The questions in :mod:`satdoku.solving` know nothing else of it.

An engine implements :class:`Engine` by one method, :meth:`Engine.search`; the others have defaults
on top of it, which an engine overrides where it knows a shorter way (a native engine counts
without building grids, and answers many puzzles in one call).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

from satdoku.limits import Clock, Stop
from satdoku.puzzle.puzzle import Puzzle

__all__ = ["Counted", "Engine", "EngineOptions", "Found", "Occurrences", "Search", "Values"]

Values: TypeAlias = tuple[int, ...]
"""A full grid, row by row. Engines speak in these; ``solving`` makes Grids of them."""


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """How an engine is to work; an engine ignores what does not concern it.

    solver    the SAT solver, by its python-sat name (``sat``)
    workers   threads of a search for one solution (``cpsat``); enumeration always takes one
    seed      random seed (``cpsat``)
    encoding  ``minimal`` or ``extended`` clauses (``sat``)
    amo       at-most-one: ``pairwise``, ``product``, ``sequential``; ``None`` by size (``sat``)
    model     ``integer`` or ``boolean`` variables; ``None`` for what measures faster (``cpsat``)
    """

    solver: str = "cadical153"
    workers: int = 1
    seed: int = 0
    encoding: str = "extended"
    amo: str | None = None
    model: str | None = None

    def __post_init__(self) -> None:
        for name, value, known in (
            ("encoding", self.encoding, ("minimal", "extended")),
            ("at-most-one", self.amo, (None, "pairwise", "product", "sequential")),
            ("CP-SAT model", self.model, (None, "integer", "boolean")),
        ):
            if value not in known:
                names = ", ".join(k for k in known if k is not None)
                raise ValueError(f"{value!r} is no {name}; there are {names}")
        if self.workers < 1:
            raise ValueError(f"the number of workers is at least 1, not {self.workers}")
        if not 0 <= self.seed < 2**31:
            raise ValueError(f"a seed is a number from 0 to {2**31 - 1}, not {self.seed}")


class Search(ABC):
    """Different solutions of one puzzle, one at a time.

    Until the iteration ends, ``exhausted`` is false and ``stopped`` is ``None``. When it ends,
    either ``exhausted`` is true (there are no more) or ``stopped`` says what ran out. ``close``
    frees what the search holds; a search that ended has closed itself.
    """

    exhausted: bool = False
    stopped: Stop | None = None

    @abstractmethod
    def __next__(self) -> Values: ...

    def __iter__(self) -> Iterator[Values]:
        return self

    def close(self) -> None:  # noqa: B027 - nothing to free unless the engine says so
        """Free what the search holds; it gives no more solutions."""


@dataclass(slots=True)
class Found:
    """Some solutions, all different; ``exhausted`` where there are no others."""

    solutions: list[Values]
    exhausted: bool
    stopped: Stop | None


@dataclass(slots=True)
class Counted:
    """A number of solutions: exact where ``exhausted``, else a lower bound."""

    count: int
    exhausted: bool
    stopped: Stop | None


@dataclass(slots=True)
class Occurrences:
    """For each cell, digit -> number of solutions it was seen in (absent: none), up to a cap."""

    counts: list[dict[int, int]] = field(default_factory=list)
    exhausted: bool = False
    stopped: Stop | None = None


class Engine(ABC):
    """Who answers. Every method takes a puzzle without :meth:`Puzzle.problems` and obeys the clock.

    Engines must be safe to use from several threads, each search from one thread at a time.
    """

    name: ClassVar[str]

    @abstractmethod
    def why_not(self, puzzle: Puzzle) -> str | None:
        """Why this engine cannot take this puzzle, in a few words; ``None`` where it can."""

    @abstractmethod
    def search(self, puzzle: Puzzle, clock: Clock, wanted: int | None = None) -> Search:
        """Start a search for different solutions; the caller wants at most ``wanted``.

        ``wanted`` only lets the engine prepare; the caller stops by itself.
        """

    def first(self, puzzle: Puzzle, clock: Clock, wanted: int) -> Found:
        """Up to ``wanted`` different solutions. The fast path of solving and uniqueness."""
        search = self.search(puzzle, clock, wanted)
        try:
            solutions = []
            for values in search:
                solutions.append(values)
                if len(solutions) == wanted:
                    break
            return Found(solutions, search.exhausted, search.stopped)
        finally:
            search.close()

    def count(self, puzzle: Puzzle, clock: Clock, wanted: int | None = None) -> Counted:
        """The number of solutions, up to ``wanted``."""
        search = self.search(puzzle, clock, wanted)
        progress = clock.limit.progress
        count = 0
        try:
            for _ in search:
                count += 1
                if progress is not None and count % 256 == 0:
                    progress(count)
                if count == wanted:
                    break
            return Counted(count, search.exhausted, search.stopped)
        finally:
            search.close()

    @abstractmethod
    def candidates(
        self, puzzle: Puzzle, clock: Clock, cap: int, wanted: int | None = None
    ) -> Occurrences:
        """In how many solutions, up to ``cap``, each candidate occurs.

        ``wanted`` bounds the solutions looked at (then ``stopped`` is ``"solutions"``).
        """

    def first_many(self, puzzles: Iterable[Puzzle], clock: Clock, wanted: int) -> Iterator[Found]:
        """:meth:`first` for many puzzles, in order; an engine with a batch call overrides it."""
        for puzzle in puzzles:
            yield self.first(puzzle, clock, wanted)
