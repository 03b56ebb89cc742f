"""Many puzzles, no two equivalent, the same whatever the number of processes."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from functools import cached_property, partial
from math import inf
from typing import Any, TypeAlias

from satdoku.base.errors import DIED, WorkerDied
from satdoku.base.limits import UNLIMITED, Limit
from satdoku.base.records import dataclass
from satdoku.base.workers import Executor, Inline, Processes
from satdoku.generating.difficulty import NO_EFFORT, SearchEffort, Target
from satdoku.generating.keys import Keys
from satdoku.generating.maker import Batch, Generated, batch_size, make_puzzles, patience
from satdoku.generating.wish import Wish

Describe: TypeAlias = Callable[[Wish, Generated], Mapping[str, Any]]
"""The row that a worker computes for each puzzle."""

_MAX_PIECE_NUMBERS = 4096
_MIN_PIECE_SECONDS, _MAX_PIECE_SECONDS = 0.1, 0.5
"""The least and most seconds of a piece of work, so that handing it over costs little."""

CLUED_SECONDS = 60.0
"""Seconds for each puzzle of clues without givens, if neither a limit nor a number of tries is set:
such clues may never suffice."""

_MAX_WAITING_PIECES = 16
"""Pieces that may wait for an earlier one, for each piece in work."""


@dataclass(frozen=True, slots=True)
class RunPlace:
    """The progress of a run.

    found    puzzles so far
    numbers  for each wish the first number that was not looked at
    stale    for each wish the numbers in a row without a new puzzle
    """

    found: int
    numbers: tuple[int, ...]
    stale: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """The results of a piece of a run.

    puzzles  new ones, in order
    place    where the run stands after them
    tried    numbers looked at so far in this run
    effort   of the search for a difficulty, in this run
    """

    puzzles: tuple[Generated, ...]
    place: RunPlace
    tried: int
    effort: SearchEffort


@dataclass(frozen=True, slots=True)
class NumberRange:
    """A piece of work: consecutive numbers of one of the wishes."""

    wish: int
    first: int
    size: int


@dataclass
class _Stream:
    """The numbers of one wish: results not taken yet, and the next number to assign."""

    tries: int
    size: int
    number: int
    stale: int
    ready: deque[Generated | None] = field(default_factory=deque)
    waiting: dict[int, Batch] = field(default_factory=dict)
    arrived: int = 0
    assigned: int = 0

    def __post_init__(self) -> None:
        self.arrived = self.assigned = self.number

    def arrive(self, batch: Batch, seconds: float) -> None:
        self.waiting[batch.first] = batch
        while self.arrived in self.waiting:
            results = self.waiting.pop(self.arrived).results
            self.ready.extend(results)
            self.arrived += len(results)
        if seconds < _MIN_PIECE_SECONDS:
            self.size = min(2 * self.size, _MAX_PIECE_NUMBERS)
        elif seconds > _MAX_PIECE_SECONDS:
            self.size = max(1, self.size // 2)


@dataclass
class Run:
    """``count`` puzzles of a seed: those with the smallest numbers, no two equivalent.

    Of equivalent puzzles the first is kept. ``levels`` maps levels to weights: puzzles of these
    levels take turns, each level as often as its weight. Each level numbers its own puzzles, so
    these are the puzzles that the same seed gives for the level alone (except for equivalent ones).

    ``place`` is the progress of the run. If the run continues an earlier one, ``known`` has the
    keys of the puzzles found by that one. After :meth:`pieces` has ended, ``ending`` is the reason:
    ``done``, ``seconds``, ``cancelled``, ``tries`` (no new puzzle in :attr:`tries` numbers in a
    row) or ``single`` (the wish leaves one puzzle); ``missed`` has the puzzle that was nearest to a
    difficulty where a piece of work did not reach it. ``executor`` runs the work, by default in
    ``jobs`` processes; ``describe`` computes :attr:`Generated.row`.
    """

    wish: Wish
    seed: int
    count: int
    jobs: int = 1
    limit: Limit = UNLIMITED
    tries: int | None = None
    levels: Mapping[str, int] = field(default_factory=dict)
    place: RunPlace | None = None
    known: Keys | None = None
    ending: str = ""
    missed: SearchEffort = NO_EFFORT
    report: Callable[[SearchEffort], None] | None = None
    describe: Describe | None = None
    executor: Callable[[Callable[[NumberRange], Any]], Executor[NumberRange]] | None = None

    @cached_property
    def wishes(self) -> tuple[Wish, ...]:
        """The wishes of the run: the wish, or the wish at each level."""
        if not self.levels:
            return (self.wish,)
        target = self.wish.target or Target()
        return tuple(replace(self.wish, target=replace(target, level=name)) for name in self.levels)

    @property
    def is_limited(self) -> bool:
        """Whether each puzzle has :data:`CLUED_SECONDS`, since nothing else ends the run."""
        is_endless = self.limit.seconds is None and self.tries is None
        return is_endless and self.wish.no_givens and bool(self.wish.placed)

    @cached_property
    def turns(self) -> tuple[int, ...]:
        """The order in which puzzles take wishes, repeated."""
        weights = list(self.levels.values()) or [1]
        total = sum(weights)
        taken = [0] * len(weights)
        turns = []
        for turn in range(1, total + 1):
            due = [turn * weight - total * had for weight, had in zip(weights, taken, strict=True)]
            turns.append(due.index(max(due)))
            taken[turns[-1]] += 1
        return tuple(turns)

    def pieces(self) -> Iterator[Piece]:
        """Make the puzzles piece by piece; every piece may be kept.

        :raises ImpossibleWish: where the wish can be seen to be impossible.
        :raises InvalidPuzzle: where the digits wished for clash.
        :raises WorkerDied: where a worker process was killed.
        """
        for wish in self.wishes:
            wish.require_possible()
        zero = (0,) * len(self.wishes)
        place = self.place = self.place or RunPlace(0, zero, zero)
        if place.found >= self.count:
            self.ending = "done"
            return
        streams = [
            _Stream(patience(w) if self.tries is None else self.tries, batch_size(w), number, stale)
            for w, number, stale in zip(self.wishes, place.numbers, place.stale, strict=True)
        ]
        limit, seconds = self.limit, CLUED_SECONDS * (self.count - place.found)
        if self.is_limited:
            limit = replace(limit, seconds=seconds)
        deadline = None if limit.seconds is None else time.time() + limit.seconds
        known = Keys() if self.known is None else self.known
        ratings = 0

        def heard(now: SearchEffort) -> None:
            if self.report is not None:
                self.report(replace(now, ratings=ratings + now.ratings))

        # A function of this process cannot be called from another.
        report = heard if self.jobs == 1 and self.executor is None else None
        work = partial(_work, self.wishes, self.seed, deadline, report, self.describe)
        if self.executor is not None:
            workers = self.executor(work)
        else:
            workers = Inline(work) if self.jobs == 1 else Processes(work, self.jobs)
        try:
            for effort, stop in self._efforts(workers, streams, limit):
                puzzles = tuple(self._next_puzzles(streams, known))
                self.ending = self.ending or stop
                ratings += effort.ratings
                if effort.distance and effort.distance < (self.missed.distance or inf):
                    self.missed = effort
                tried = sum(s.number for s in streams) - sum(place.numbers)
                yield Piece(puzzles, self.place, tried, replace(effort, ratings=ratings))
                if self.ending:
                    return
        finally:
            workers.close()
            if self.known is None:
                known.close()

    def _efforts(
        self, workers: Executor[NumberRange], streams: list[_Stream], limit: Limit
    ) -> Iterator[tuple[SearchEffort, str]]:
        """Let the workers work; what each piece took, and why it was the last (or nothing)."""
        clock = limit.start()
        inside = 0
        cut = False
        while True:
            ahead = _MAX_WAITING_PIECES * workers.window * max(stream.size for stream in streams)
            while not cut and inside < workers.window:
                if inside and sum(s.assigned - s.number for s in streams) >= ahead:
                    break
                piece = self._next_range(streams, workers.window)
                if piece is None:
                    break
                workers.submit(piece)
                inside += 1
            piece, result = workers.finished()
            inside -= 1
            if result is None:
                raise WorkerDied(DIED)
            batch, seconds = result
            streams[piece.wish].arrive(batch, seconds)
            stopped = clock.stopped()
            cut = cut or batch.cut or stopped is not None
            over = stopped == "cancelled" or (cut and not inside)
            yield batch.effort, (stopped or "seconds") if over else ""

    def _next_range(self, streams: list[_Stream], window: int) -> NumberRange | None:
        """The next range of numbers for a worker; ``None`` where enough are assigned."""
        assert self.place is not None
        covered = [stream.assigned - stream.number for stream in streams]
        for slot in range(self.place.found, self.count):
            wish = self.turns[slot % len(self.turns)]
            covered[wish] -= 1
            if covered[wish] < 0:
                stream = streams[wish]
                left = -(-(self.count - slot) // (window * len(streams)))
                piece = NumberRange(wish, stream.assigned, max(1, min(stream.size, left)))
                stream.assigned += piece.size
                return piece
        return None

    def _next_puzzles(self, streams: list[_Stream], known: Keys) -> Iterator[Generated]:
        """The next puzzles in order; sets :attr:`place`, and :attr:`ending` where it is reached."""
        assert self.place is not None
        slot = self.place.found
        while not self.ending:
            stream = streams[self.turns[slot % len(self.turns)]]
            generated = None
            while generated is None and stream.ready and not self.ending:
                generated = stream.ready.popleft()
                stream.number += 1
                stream.stale += 1
                if generated is not None and not known.add(generated.key):
                    generated = None
                if generated is not None:
                    stream.stale = 0
                    slot += 1
                    yield generated
                if slot == self.count:
                    self.ending = "done"
                elif self.wish.is_determined:
                    self.ending = "single"
                elif stream.stale >= stream.tries:
                    self.ending = "tries"
            if generated is None:
                break
        numbers = tuple(stream.number for stream in streams)
        self.place = RunPlace(slot, numbers, tuple(stream.stale for stream in streams))


def _work(
    wishes: tuple[Wish, ...],
    seed: int,
    deadline: float | None,
    report: Callable[[SearchEffort], None] | None,
    describe: Describe | None,
    piece: NumberRange,
) -> tuple[Batch, float]:
    started = time.perf_counter()
    wish = wishes[piece.wish]
    batch = make_puzzles(wish, seed, piece.first, piece.size, deadline, report)
    if describe is not None:
        results = tuple(
            generated and replace(generated, row=describe(wish, generated))
            for generated in batch.results
        )
        batch = replace(batch, results=results)
    return batch, time.perf_counter() - started
