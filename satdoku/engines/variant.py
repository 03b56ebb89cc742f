"""The engine ``variant``: the compiled search over relations, for any board and rules.

The relations of the model are written as numbers (:mod:`satdoku.encodings.program`), which
``core.Narrowing`` propagates and searches; docs/encodings.md explains how. No clause is written and
no other solver is asked. One node is one guess.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import ClassVar

from satdoku.base.compiled import compiled_core
from satdoku.base.errors import EngineUnavailable
from satdoku.base.limits import Clock
from satdoku.encodings.program import Narrowing, fitted, narrowing_of, why_not_written
from satdoku.encodings.prune import start_masks
from satdoku.engines.protocol import (
    Ending,
    Engine,
    EngineOptions,
    Occurrences,
    Search,
    SeenReport,
    Session,
    Solution,
)
from satdoku.model import Model
from satdoku.puzzle.puzzle import Puzzle

SLICE = 2_000_000
"""Work between two looks at the clock, some 10 ms."""
_LIMITED_SLICE = 20_000
"""Work between two looks where nodes are limited, some hundred nodes at most."""
_MAX_BATCH = 1000


def narrowed(
    narrowing: Narrowing, clock: Clock, ending: Ending, *, wanted: int, work: int | None = None
) -> Generator[Solution, None, None]:
    """Solutions of a search, until ``wanted`` in all are known or, for about ``work``, it ends.

    Notes in ``ending`` whether these are all, or what ran out; neither where it stops before.
    """
    slice_ = SLICE if clock.limit.nodes is None else _LIMITED_SLICE
    until = None if work is None else narrowing.work + work
    while narrowing.is_whole and (until is None or narrowing.work < until):
        ending.stopped = clock.stopped()
        if ending.stopped is not None:
            return
        before = narrowing.guesses
        some = slice_ if until is None else min(slice_, until - narrowing.work)
        solutions = list(narrowing.advance(some, wanted))
        clock.nodes += narrowing.guesses - before
        ending.exhausted = narrowing.exhausted
        yield from solutions
        if ending.exhausted or narrowing.found >= wanted:
            return


class VariantEngine(Engine):
    """The engine ``variant``.

    :raises EngineUnavailable: where the compiled core is not installed.
    """

    name: ClassVar[str] = "variant"

    def __init__(self, options: EngineOptions) -> None:
        if compiled_core("Narrowing") is None:
            raise EngineUnavailable(
                "the engine 'variant' needs satdoku's compiled core, which is not installed; "
                "install a C++ compiler (g++ or clang), then pip install --force-reinstall satdoku"
            )

    def supports(self, model: Model) -> float | str:
        """Every board and rule that can be written; else the reason."""
        return why_not_written(model) or 0.5

    def prepare(self, model: Model) -> VariantSession:
        """A session; the program is kept with the model."""
        return VariantSession(model)


class VariantSession(Session):
    """Searches; a search that has ended is kept, to be begun again for another puzzle."""

    name = "variant"

    def __init__(self, model: Model) -> None:
        self._model = model
        self._idle: dict[Model, Narrowing] = {}

    @contextmanager
    def begun(self, puzzle: Puzzle) -> Iterator[Narrowing | None]:
        """A search of this puzzle; ``None`` as for :func:`narrowing_of`."""
        model = fitted(puzzle, self._model)
        narrowing = self._idle.pop(model, None)
        if narrowing is None:
            narrowing = narrowing_of(puzzle, model)
        else:
            narrowing.restart(start_masks(puzzle, model))
        try:
            yield narrowing
        finally:
            if narrowing is not None:
                self._idle = {model: narrowing}

    def search(self, puzzle: Puzzle, clock: Clock, wanted: int | None = None) -> Search:
        return Search(partial(_solutions, self, puzzle, clock))

    def candidates(
        self,
        puzzle: Puzzle,
        clock: Clock,
        cap: int,
        known: Sequence[Solution] = (),
        report: SeenReport | None = None,
    ) -> Occurrences:
        """Search for two solutions; then for one with each candidate that was not seen.

        The search tries unseen digits first, so that most candidates need none of their own.
        """
        result = Occurrences([{} for _ in puzzle.givens], stopped=clock.stopped())
        if result.stopped is None:
            with self.begun(puzzle) as narrowing:
                assert narrowing is not None, "the engine supports the model"
                occurrences(narrowing, puzzle, clock, cap, result, known, report)
        return result


def _solutions(
    session: VariantSession, puzzle: Puzzle, clock: Clock, ending: Ending
) -> Generator[Solution, None, None]:
    ending.stopped = clock.stopped()
    if ending.stopped is not None:
        return
    with session.begun(puzzle) as narrowing:
        assert narrowing is not None, "the engine supports the model"
        # The first two at once: most questions are about them.
        wanted = 2
        while not ending.over:
            yield from narrowed(narrowing, clock, ending, wanted=wanted)
            wanted += _MAX_BATCH


def occurrences(
    narrowing: Narrowing,
    puzzle: Puzzle,
    clock: Clock,
    cap: int,
    result: Occurrences,
    known: Sequence[Solution] = (),
    report: SeenReport | None = None,
    work: int | None = None,
) -> None:
    """Note in ``result`` the number of solutions, up to ``cap``, in which each candidate occurs.

    If ``work`` is done first, neither ``exhausted`` nor ``stopped`` is noted.
    """
    left = narrowing.left
    if left is None:
        result.exhausted = result.settled = True
        return
    seeking = _Seeking(narrowing, puzzle.geometry.digits, clock, cap, result, report, work)
    for solution in known:
        seeking.meet(solution)
    if seeking.all_of(2):
        result.exhausted = result.settled = True
        return
    masks = list(left.masks)
    for goal in (1, cap) if cap > 1 else (1,):
        if not seeking.reach(goal, masks):
            return
        result.settled = True
    result.exhausted = True


class _Seeking:
    """The searches for the solutions of each candidate."""

    def __init__(
        self,
        narrowing: Narrowing,
        digits: tuple[int, ...],
        clock: Clock,
        cap: int,
        result: Occurrences,
        report: SeenReport | None,
        work: int | None,
    ) -> None:
        self.narrowing, self.clock = narrowing, clock
        self.cap, self.result, self.report = cap, result, report
        self.until = None if work is None else narrowing.work + work
        self.met: set[Solution] = set()
        self.goal = 1
        self.bit = {digit: 1 << i for i, digit in enumerate(digits)}
        self.wanted = [-1] * len(result.counts)
        """Of each cell the digits that were seen less than ``goal`` times."""

    def meet(self, solution: Solution) -> None:
        """Count a solution, once."""
        if solution in self.met:
            return
        self.met.add(solution)
        if self.result.add(solution, self.cap):
            self.result.seen.append(solution)
            for cell, digit in enumerate(solution):
                if self.result.counts[cell][digit] >= self.goal:
                    self.wanted[cell] &= ~self.bit[digit]
            if self.report is not None:
                self.report(self.result)

    def all_of(self, wanted: int) -> bool | None:
        """Look for ``wanted`` solutions, and return whether there are no more; ``None`` where the
        time, the nodes or the work did not suffice."""
        ending = Ending()
        left = None if self.until is None else self.until - self.narrowing.work
        for solution in narrowed(self.narrowing, self.clock, ending, wanted=wanted, work=left):
            self.meet(solution)
        self.result.stopped = ending.stopped
        if ending.exhausted:
            return True
        return False if ending.stopped is None and self.narrowing.found >= wanted else None

    def reach(self, goal: int, masks: list[int]) -> bool:
        """Find solutions until each candidate was seen ``goal`` times or in all of its solutions,
        and return whether the search came to the end. ``masks`` loses the digits that occur in no
        solution."""
        counts, bit = self.result.counts, self.bit
        self.goal = goal
        self.wanted = [
            sum([bit[digit] for digit in bit if tally.get(digit, 0) < goal]) for tally in counts
        ]
        for cell, tally in enumerate(counts):
            possible = masks[cell]
            for digit, one in bit.items():
                if not possible & one or not self.wanted[cell] & one:
                    continue
                masks[cell] = one
                self.narrowing.restart(masks, self.wanted)
                if self.all_of(goal) is None:
                    return False
                if not tally.get(digit):
                    possible ^= one
            masks[cell] = possible
        return True
