"""Questions in threads, and in worker processes that can be killed.

What the compiled core answers at once runs in a thread. Everything else runs in one of a few
worker processes: one that is asked to stop and does not is killed, so that no question can hold a
worker beyond its limit. A process is started when it is first needed and then kept.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeAlias

from satdoku.errors import DIED, SatdokuError, WorkerDied
from satdoku.web.fields import Desk
from satdoku.workers import portable, started

__all__ = ["Job", "Jobs", "OutOfTime"]

Job: TypeAlias = Callable[[Any, Desk], Any]
"""A function of a module: what to answer, and the desk that it is answered at."""

_GRACE = 0.4
"""Seconds that a worker has to stop by itself before it is killed."""

_QUICK_SECONDS = 3.0
_POLL = 0.02
_LOADED = (
    "satdoku.web.questions",
    "satdoku.answers.candidates",
    "satdoku.answers.hint",
    "satdoku.engines.sat",
    "satdoku.render",
)


class OutOfTime(Exception):
    """The limit of a question ran out."""


class Jobs:
    """The threads and the workers. At most ``workers`` questions run in processes at a time; the
    others wait, each within its own limit."""

    def __init__(self, workers: int | None = None) -> None:
        self._slots = asyncio.Semaphore(workers or max(2, min(4, os.cpu_count() or 2)))
        self._threads = ThreadPoolExecutor(8, "satdoku-question")
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._retiring: set[asyncio.Task[None]] = set()

    async def warm(self) -> None:
        """Start the first worker, so that the first long question need not wait for that."""
        if not self._all and not self._slots.locked():
            async with self._slots:
                self._idle.append(await asyncio.to_thread(self._start))

    async def in_thread(self, job: Job, item: Any, seconds: float) -> Any:
        """The answer of a quick question. Where nobody waits for it any more it goes on to its
        limit, which is short: the compiled core is slower where it must ask.

        :raises OutOfTime: where the time ran out first.
        """
        desk = Desk(min(seconds, _QUICK_SECONDS))
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(seconds + 1):
                return await loop.run_in_executor(self._threads, job, item, desk)
        except TimeoutError:
            raise OutOfTime from None

    async def in_worker(
        self,
        job: Job,
        item: Any,
        seconds: float,
        report: Callable[[Any], None],
        client: object = None,
    ) -> Any:
        """The answer of a question that may take long; cancelling it stops or kills the worker.

        :param client: who asks: the worker that answered it last is taken where it is idle, as that
            one may know the board.
        :raises OutOfTime: where the time ran out first.
        :raises WorkerDied: where the worker died.
        """
        await self._slots.acquire()
        try:
            worker = await self._taken(client)
        except BaseException:
            self._slots.release()
            raise
        worker.listen(asyncio.get_running_loop())
        ended = False
        try:
            worker.send((job, item, seconds))
            async with asyncio.timeout(seconds + 1):
                while True:
                    kind, value = await worker.messages.get()
                    if kind == "report":
                        report(value)
                        continue
                    ended = True
                    if kind == "error":
                        raise value
                    return value
        except TimeoutError:
            raise OutOfTime from None
        finally:
            if ended and not worker.gone:
                self._idle.append(worker)
                self._slots.release()
            else:
                task = asyncio.create_task(self._retire(worker, ended))
                self._retiring.add(task)
                task.add_done_callback(self._retiring.discard)

    async def _taken(self, client: object) -> _Worker:
        """An idle worker, or a new one; those that have died since their last answer are
        dropped."""
        for dead in [one for one in self._idle if not one.is_alive]:
            self._idle.remove(dead)
            self._all.discard(dead)
        if self._idle:
            known = (one for one in reversed(self._idle) if one.client is client)
            worker = next(known, self._idle[-1])
            self._idle.remove(worker)
        else:
            worker = await asyncio.to_thread(self._start)
        worker.client = client
        return worker

    def _start(self) -> _Worker:
        worker = _Worker()
        self._all.add(worker)
        return worker

    async def _retire(self, worker: _Worker, ended: bool) -> None:
        try:
            if not ended and not worker.gone:
                worker.send("stop")
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(_GRACE):
                        while (await worker.messages.get())[0] == "report":
                            pass
                        ended = True
            if ended and not worker.gone:
                self._idle.append(worker)
            else:
                self._all.discard(worker)
                await asyncio.to_thread(worker.kill)
        finally:
            self._slots.release()

    async def close(self) -> None:
        """Kill the workers and let the threads end."""
        for task in list(self._retiring):
            task.cancel()
        for worker in list(self._all):
            await asyncio.to_thread(worker.kill)
        self._threads.shutdown(wait=False, cancel_futures=True)


class _Worker:
    """A process, and a thread that waits for what it says."""

    def __init__(self) -> None:
        self._pipe, self._process = _process()
        self._loop: asyncio.AbstractEventLoop | None = None
        self.messages: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
        self.gone = False
        self.client: object = None

    @property
    def is_alive(self) -> bool:
        """Whether the process can take a question."""
        return not self.gone and self._process.is_alive()

    def listen(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._loop is None:
            self._loop = loop
            threading.Thread(target=self._receive, args=(loop,), daemon=True).start()

    def _receive(self, loop: asyncio.AbstractEventLoop) -> None:
        while not self.gone:
            try:
                message = self._pipe.recv()
            except (EOFError, OSError):
                self.gone = True
                message = "error", WorkerDied(DIED)
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self.messages.put_nowait, message)

    def send(self, message: Any) -> None:
        try:
            self._pipe.send(message)
        except OSError:
            self.gone = True

    def kill(self) -> None:
        self._process.kill()
        self._process.join()


def _process() -> tuple[Connection, BaseProcess]:
    return started(_serve, None, _LOADED)


def _serve(pipe: Connection, _: None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    checked = [0.0, False]

    def cancelled() -> bool:
        # Asking the pipe each time would cost more than the search between two questions.
        now = time.monotonic()
        if now - checked[0] > _POLL:
            checked[:] = now, pipe.poll()
        return bool(checked[1])

    def report(value: Any) -> None:
        pipe.send(("report", value))

    while True:
        try:
            message = pipe.recv()
        except EOFError:
            return
        if message == "stop":  # it came after the answer
            continue
        job, item, seconds = message
        checked[:] = 0.0, False
        try:
            answer = "answer", job(item, Desk(seconds, report, cancelled))
        except SatdokuError as error:
            answer = "error", portable(error)
        except Exception as error:  # a bug: explained to the user, and the worker goes on
            answer = "error", RuntimeError(f"{type(error).__name__}: {error}")
        try:
            pipe.send(answer)
        except OSError:
            return
