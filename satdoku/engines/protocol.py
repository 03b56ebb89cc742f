"""The interface of an engine; the questions in :mod:`satdoku.solving` use nothing else of it.

An :class:`Engine` returns what a board and its rules cost it, and prepares a :class:`Session` for
them, which answers for any givens and pencil marks. A session implements :meth:`Session.search`;
the other questions have defaults on top of it, which it overrides where it has a shorter way (a
native engine counts without building grids).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import field
from typing import Annotated, ClassVar, TypeAlias

from satdoku.base.limits import Clock, Stop
from satdoku.base.options import Option
from satdoku.base.records import dataclass
from satdoku.model import Model
from satdoku.puzzle.puzzle import Puzzle

SMALL_BOARD = 4096
"""Up to this many candidates (16x16) all clauses of a board are loaded at once; larger boards are
encoded for each puzzle."""

Solution: TypeAlias = tuple[int, ...]
"""A full grid, row by row. Engines return these; ``solving`` makes Grids of them."""


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """Settings of an engine; an engine ignores those that do not concern it.

    solver    the SAT solver, by its python-sat name; ``None``: the engine chooses (``sat``)
    workers   threads of a search for one solution (``cpsat``); enumeration always takes one
    seed      random seed (``cpsat``)
    encoding  ``minimal`` or ``extended`` clauses (``sat``)
    amo       at-most-one: ``pairwise``, ``product``, ``sequential``; ``None`` by size (``sat``)
    model     ``integer`` or ``boolean`` variables; ``None`` for what measures faster (``cpsat``)
    """

    solver: Annotated[
        str | None,
        Option("Use this solver of python-sat, such as cadical153 (sat only).", metavar="NAME"),
    ] = None
    workers: Annotated[int, Option("Run N worker threads of CP-SAT (cpsat only).", least=1)] = 1
    seed: Annotated[int, Option("Set the random seed of CP-SAT (cpsat only).", least=0)] = 0
    encoding: str = "extended"
    amo: str | None = None
    model: str | None = None

    @property
    def chooses_clauses(self) -> bool:
        """Whether the solver and the encoding are left to the engine ``sat``."""
        return self.solver is None and self.amo is None and self.encoding == "extended"

    def __post_init__(self) -> None:
        for name, value, known in (
            ("encoding", self.encoding, ("minimal", "extended")),
            ("at-most-one", self.amo, (None, "pairwise", "product", "sequential")),
            ("CP-SAT model", self.model, (None, "integer", "boolean")),
        ):
            if value not in known:
                names = ", ".join(k for k in known if k is not None)
                raise ValueError(f"{value!r} is not a {name}; there are {names}")
        if self.workers < 1:
            raise ValueError(f"the number of workers is at least 1, not {self.workers}")
        if not 0 <= self.seed < 2**31:
            raise ValueError(f"a seed is a number from 0 to {2**31 - 1}, not {self.seed}")


@dataclass(slots=True)
class Ending:
    """The end of a search: ``exhausted``, or the limit that ``stopped`` it."""

    exhausted: bool = False
    stopped: Stop | None = None

    @property
    def over(self) -> bool:
        """Whether the search has ended."""
        return self.exhausted or self.stopped is not None


class Search(Iterator[Solution]):
    """Different solutions of one puzzle, one at a time.

    ``run`` is the engine's generator; it notes in the :class:`Ending` it is given how it ended:
    ``exhausted`` (there are no more; it may note that before it yields the last one), or
    ``stopped``. A search that is closed, dropped or ended frees what it holds.
    """

    def __init__(self, run: Callable[[Ending], Generator[Solution, None, None]]) -> None:
        # The generator must not hold this object, or a dropped search would wait for the collector.
        self._ending = Ending()
        self._run = run(self._ending)

    def __next__(self) -> Solution:
        return next(self._run)

    @property
    def exhausted(self) -> bool:
        """Whether the solutions handed out are all there are."""
        return self._ending.exhausted

    @property
    def stopped(self) -> Stop | None:
        """The limit that ended the search early, if one did."""
        return self._ending.stopped

    def close(self) -> None:
        """Free what the search holds; it gives no more solutions."""
        self._run.close()


@dataclass(slots=True)
class FoundSolutions:
    """Some solutions, all different; ``exhausted`` where there are no others."""

    solutions: list[Solution]
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
    """For each cell, digit -> number of solutions it was seen in (absent: none), up to a cap.

    seen       the solutions found, where the engine keeps them
    settled    no other candidates occur than those seen; the numbers may be too low
    exhausted  the numbers are exact, or have reached the cap
    """

    counts: list[dict[int, int]] = field(default_factory=list)
    exhausted: bool = False
    stopped: Stop | None = None
    settled: bool = False
    seen: list[Solution] = field(default_factory=list)

    def add(self, solution: Solution, cap: int) -> bool:
        """Count a solution, and return whether it raised a number."""
        raised = False
        for tally, digit in zip(self.counts, solution, strict=True):
            number = tally.get(digit, 0)
            if number < cap:
                tally[digit] = number + 1
                raised = True
        return raised


SeenReport: TypeAlias = Callable[[Occurrences], None]


class Session(ABC):
    """An engine prepared for one board and its rules.

    Every method takes a puzzle of this board without :meth:`Puzzle.problems`, and obeys the clock.
    A session answers one question at a time; a search that it began may go on in another thread.
    """

    name: str
    """The name of its engine."""
    lists_faults: ClassVar[bool] = False
    """Whether it checks the faults of a puzzle itself, before a long search; it then takes puzzles
    that are only sound (:meth:`Puzzle.require_sound`)."""
    is_sound: bool = False
    """Whether the board and its rules are known to be sound, so that only pencil marks are checked.
    """

    @abstractmethod
    def search(self, puzzle: Puzzle, clock: Clock, wanted: int | None = None) -> Search:
        """Start a search for different solutions; the caller takes at most ``wanted``.

        ``wanted`` only lets the engine prepare; the caller stops by itself.
        """

    def first(self, puzzle: Puzzle, clock: Clock, wanted: int) -> FoundSolutions:
        """Up to ``wanted`` different solutions. The fast path of solving and uniqueness."""
        search = self.search(puzzle, clock, wanted)
        try:
            solutions = []
            for values in search:
                solutions.append(values)
                if len(solutions) == wanted:
                    break
            return FoundSolutions(solutions, search.exhausted, search.stopped)
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

    def candidates(
        self,
        puzzle: Puzzle,
        clock: Clock,
        cap: int,
        known: Sequence[Solution] = (),
        report: SeenReport | None = None,
    ) -> Occurrences:
        """The number of solutions, up to ``cap``, in which each candidate occurs.

        :param known: different solutions, which need not be found again.
        :param report: called with intermediate results by engines that have some.
        """
        occurrences = Occurrences([{} for _ in puzzle.givens])
        search = self.search(puzzle, clock)
        try:
            for values in search:
                occurrences.add(values, cap)
            occurrences.exhausted, occurrences.stopped = search.exhausted, search.stopped
            return occurrences
        finally:
            search.close()


class Engine(ABC):
    """A maker of sessions. Engines may be used from several threads.

    :raises ValueError: where the options name something that it does not have.
    """

    name: ClassVar[str]

    @abstractmethod
    def __init__(self, options: EngineOptions) -> None:
        """An engine with these options; those that do not concern it are ignored."""

    @abstractmethod
    def supports(self, model: Model) -> float | str:
        """The cost of a question on a board with rules, or a short reason why it has no answer.

        The cost is CPU time as a multiple of what the engine ``sat`` takes, as measured on typical
        boards of this kind; ``auto`` takes the engine of the least.
        """

    @abstractmethod
    def prepare(self, model: Model) -> Session:
        """A session for a board with rules that the engine supports."""
