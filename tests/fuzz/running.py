"""The tries of a run in worker processes, so that a death or a hang of one is a finding too."""

from __future__ import annotations

import heapq
import multiprocessing
import signal
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.sharedctypes import Synchronized
from typing import Any, cast

import psutil

from tests.fuzz.tries import CLASSES, Finding

__all__ = ["Piece", "Result", "pieces", "run"]

HANG_SECONDS = 60.0
"""Of processor time; a try that takes longer is a finding."""
STILL_SECONDS = 900.0
"""By the wall; a try that waits for so long is one too."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Consecutive tries of a class."""

    name: str
    seed: int
    first: int
    count: int

    def run(self, now: Synchronized[int] | None = None) -> Result:
        """Try them all; ``now`` is told which one it is at."""
        entry = CLASSES[self.name]
        started = time.process_time()
        findings = []
        for index in range(self.first, self.first + self.count):
            if now is not None:
                now.value = index
            finding = entry.attempt(self.seed, index)
            if finding is not None:
                findings.append(finding)
        return Result(self, self.count, time.process_time() - started, tuple(findings))


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a piece; ``done`` is less than its count where the worker died."""

    piece: Piece
    done: int
    seconds: float
    findings: tuple[Finding, ...]


def pieces(tries: int, seed: int, names: Iterable[str]) -> Iterator[Piece]:
    """The pieces of a run: each class gets its share, all go forward together."""
    classes = [CLASSES[name] for name in names]
    whole = sum(entry.share for entry in classes)
    ways = []
    for place, entry in enumerate(classes):
        count = max(1, round(tries * entry.share / whole))
        ways.append(
            [
                (
                    first / count,
                    place,
                    Piece(entry.name, seed, first, min(entry.piece, count - first)),
                )
                for first in range(0, count, entry.piece)
            ]
        )
    for _, _, piece in heapq.merge(*ways):
        yield piece


@dataclass(slots=True)
class _Worker:
    pipe: Connection
    process: BaseProcess
    now: Any
    piece: Piece | None = None
    at: int = -1
    since: tuple[float, float] = (0.0, 0.0)

    def give(self, piece: Piece) -> None:
        self.piece, self.at, self.since = piece, piece.first, self.spent()
        self.now.value = piece.first
        self.pipe.send(piece)

    def spent(self) -> tuple[float, float]:
        """Processor time and the clock; on a loaded machine only the first counts for much."""
        try:
            times = psutil.Process(self.process.pid).cpu_times()
        except psutil.Error:  # it has just died
            return 0.0, time.monotonic()
        return times.user + times.system, time.monotonic()

    def hangs(self) -> str | None:
        """The part of the try that takes too long, or ``None``."""
        if self.now.value != self.at:
            self.at, self.since = self.now.value, self.spent()
        used, waited = (now - then for now, then in zip(self.spent(), self.since, strict=True))
        if used > HANG_SECONDS:
            return f"no answer in {HANG_SECONDS:.0f} seconds of processor time"
        return f"no answer in {STILL_SECONDS:.0f} seconds" if waited > STILL_SECONDS else None

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _start() -> _Worker:
    # Workers must not inherit threads (a progress bar's), so no plain fork.
    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context = cast(Any, multiprocessing.get_context(method))
    mine, theirs = context.Pipe()
    now = context.Value("q", -1)
    # A daemon could start no processes, as some commands do; it ends when its pipe is closed.
    process = context.Process(target=_serve, args=(theirs, now), daemon=False)
    process.start()
    theirs.close()
    return _Worker(mine, process, now)


def _serve(pipe: Connection, now: Synchronized[int]) -> None:
    # Ctrl-C is the parent's to handle; workers end when it ends them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            piece = pipe.recv()
        except EOFError:
            return
        pipe.send(piece.run(now))


def run(work: Iterable[Piece], jobs: int) -> Iterator[Result]:
    """The results of all pieces, as they come. Leaving early ends the workers."""
    stream = iter(work)
    workers: list[_Worker] = []
    try:
        for piece in stream:
            while len(workers) < jobs:
                workers.append(_start())
            idle = [worker for worker in workers if worker.piece is None]
            while not idle:
                yield from _finished(workers)
                workers += [_start() for _ in range(jobs - len(workers))]
                idle = [worker for worker in workers if worker.piece is None]
            idle[0].give(piece)
        while any(worker.piece is not None for worker in workers):
            yield from _finished(workers)
    finally:
        for worker in workers:
            worker.end()


def _finished(workers: list[_Worker]) -> Iterator[Result]:
    busy = {worker.pipe: worker for worker in workers if worker.piece is not None}
    for pipe in wait(list(busy), 1.0):
        worker = busy.pop(cast(Connection, pipe))
        assert worker.piece is not None
        try:
            yield worker.pipe.recv()
            worker.piece = None
        except (EOFError, OSError):
            worker.process.join()
            yield _lost(worker, f"the process died (exit code {worker.process.exitcode})")
            workers.remove(worker)
            worker.end()
    for worker in busy.values():
        if (reason := worker.hangs()) is not None:
            yield _lost(worker, reason)
            workers.remove(worker)
            worker.end()


def _lost(worker: _Worker, reason: str) -> Result:
    piece = worker.piece
    assert piece is not None
    index = worker.now.value
    finding = Finding(piece.name, piece.seed, index, reason)
    return Result(piece, index - piece.first + 1, 0.0, (finding,))
