"""The compiled bit-parallel engine (``satdoku.core``): the classic 9x9 and its pencil marks.

docs/native.md explains the algorithm. One node is one guess.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from satdoku.base.compiled import required_core
from satdoku.base.limits import Clock, Stop
from satdoku.engines.protocol import (
    Counted,
    Ending,
    Engine,
    EngineOptions,
    FoundSolutions,
    Occurrences,
    Search,
    SeenReport,
    Session,
    Solution,
)
from satdoku.model import Model
from satdoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

core = required_core("the engine native")

_Input: TypeAlias = "str | NDArray[np.uint16]"

_SYMBOLS: dict[int | None, str] = {None: ".", **{digit: str(digit) for digit in range(1, 10)}}
_SLICE_SECONDS = 0.05
_FIRST_BATCH = 64
_MAX_BATCH = 8192


class NativeEngine(Engine):
    """The compiled engine."""

    name: ClassVar[str] = "native"

    def __init__(self, options: EngineOptions) -> None:
        """Ignore the options, which are all for other engines."""

    def supports(self, model: Model) -> float | str:
        if model.constraints:
            return "it supports no extra rules"
        if not model.geometry.is_classic:
            return f"it supports the classic 9x9 only, and this is {model.geometry.describe()}"
        return 0.05

    def prepare(self, model: Model) -> Session:
        return NativeSession()


class NativeSession(Session):
    """Keeps nothing between puzzles."""

    name = "native"

    def search(self, puzzle: Puzzle, clock: Clock, wanted: int | None = None) -> Search:
        return Search(lambda ending: _batches(puzzle, clock, wanted, ending))

    def first(self, puzzle: Puzzle, clock: Clock, wanted: int) -> FoundSolutions:
        limit = clock.limit
        if wanted > 2 or limit.cancel is not None:
            return super().first(puzzle, clock, wanted)
        if (stopped := clock.stopped()) is not None:
            return FoundSolutions([], False, stopped)
        verdict, one, two, nodes = core.check(_input(puzzle), wanted, *_bounds(clock))
        clock.nodes += nodes
        solutions = [tuple(map(int, text)) for text in (one, two) if text is not None]
        if verdict == core.UNDECIDED:
            return FoundSolutions(solutions, False, _ran_out(clock))
        return FoundSolutions(solutions, verdict in (core.NONE, core.UNIQUE), None)

    def count(self, puzzle: Puzzle, clock: Clock, wanted: int | None = None) -> Counted:
        limit = clock.limit
        if limit.cancel is not None or limit.progress is not None:
            return super().count(puzzle, clock, wanted)
        if (stopped := clock.stopped()) is not None:
            return Counted(0, False, stopped)
        verdict, count, exact = core.count(_input(puzzle), wanted, *_bounds(clock))
        cut = verdict == core.UNDECIDED or (not exact and (wanted is None or count < wanted))
        return Counted(count, exact, _ran_out(clock) if cut else None)

    def candidates(
        self,
        puzzle: Puzzle,
        clock: Clock,
        cap: int,
        known: Sequence[Solution] = (),
        report: SeenReport | None = None,
    ) -> Occurrences:
        if cap >= 2**32:
            return super().candidates(puzzle, clock, cap)
        if (stopped := clock.stopped()) is not None:
            return Occurrences([{} for _ in range(81)], False, stopped)
        # The core asks nobody whether it is to go on, so it gets some time, then twice as much.
        share = _SLICE_SECONDS
        while True:
            nodes, seconds = _bounds(clock)
            last = clock.limit.cancel is None or nodes > 0 or 0 < seconds <= share
            _, table, sure = core.true_candidates(
                _input(puzzle), cap, nodes, seconds if last else share
            )
            if sure or last or clock.stopped() is not None:
                break
            share *= 2
        counts = [
            {digit: times for digit, times in enumerate(row, 1) if times} for row in table.tolist()
        ]
        return Occurrences(counts, sure, None if sure else _ran_out(clock))


def _batches(
    puzzle: Puzzle, clock: Clock, wanted: int | None, ending: Ending
) -> Generator[Solution, None, None]:
    """Solutions, found in growing batches: the first comes at once, and the rest are cheap."""
    source = core.Solutions(_input(puzzle))
    size = min(_FIRST_BATCH, wanted or _FIRST_BATCH)
    spent = 0
    while not source.finished:
        ending.stopped = clock.stopped()
        if ending.stopped is not None:
            return
        nodes, seconds = _bounds(clock)
        if clock.limit.cancel is not None:
            seconds = min(seconds or _SLICE_SECONDS, _SLICE_SECONDS)
        rows = source.next_batch(size, nodes, seconds).tolist()
        clock.nodes += source.nodes - spent
        spent = source.nodes
        size = min(2 * size, _MAX_BATCH)
        last = rows.pop() if rows and source.finished else None
        for row in rows:
            yield tuple(row)
        if last is not None:
            # Set before the last is yielded, so that a caller who stops there sees it.
            ending.exhausted = True
            yield tuple(last)
    ending.exhausted = True


def _input(puzzle: Puzzle) -> _Input:
    if not puzzle.is_sukaku:
        return "".join([_SYMBOLS[given] for given in puzzle.givens])
    import numpy as np

    masks = [sum(1 << (digit - 1) for digit in puzzle.domain(cell)) for cell in range(81)]
    return np.array(masks, dtype=np.uint16)


def _bounds(clock: Clock) -> tuple[int, float]:
    """Nodes and seconds left, as the core takes them: 0 is no limit."""
    remaining = clock.remaining()
    limit = clock.limit.nodes
    nodes = 0 if limit is None else max(1, limit - clock.nodes)
    return nodes, 0.0 if remaining is None else max(remaining, 1e-6)


def _ran_out(clock: Clock) -> Stop:
    return clock.stopped() or ("nodes" if clock.limit.nodes is not None else "seconds")
