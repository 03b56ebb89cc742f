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
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import inf
from multiprocessing.connection import Connection
from typing import Any, TypeAlias

from satdoku.base.errors import DIED, ProgramFault, SatdokuError, WorkerDied
from satdoku.base.records import dataclass
from satdoku.base.workers import portable, started
from satdoku.web.fields import RequestContext

Job: TypeAlias = Callable[[Any, RequestContext], Any]
"""A function of a module: takes an item and its request's context, and returns the answer."""

_GRACE_SECONDS = 0.4
"""Seconds that a worker has to stop by itself before it is killed."""

_START_SECONDS = 60.0
"""Seconds that a worker has to start and to take a question."""

_READING_SECONDS = 5.0
"""Seconds that it then has to read the puzzle of the question; for so long one client may keep the
others waiting in vain."""

_STAGES = ("taken", "read")

_SHORT_SECONDS = 60.0
"""Questions with a longer limit leave a worker to the others."""

_MAX_WORKER_BYTES = 1 << 30
"""Bytes that a worker may take, where the system can hold it to that."""

_MAX_TAKEN_BYTES = 32 << 20
"""Bytes that the workers may have taken since their starts, all together, before one that is idle
gives its place to a new one, which is there in some milliseconds."""

_MAX_RESTING_BYTES = 16 << 20
"""Bytes that the worker may have taken that is kept while all are at rest."""

_REST_SECONDS = 300.0
"""Seconds without a question after which the workers are at rest."""

_QUICK_SECONDS = 3.0
_POLL_SECONDS = 0.02


class OutOfTime(Exception):
    """The limit of a question ran out."""


@dataclass(slots=True)
class _Use:
    """A question's hold on a worker.

    taken  the worker, once it is there: starting one goes on where the question is cancelled
    sent   the question on its way to it
    ended  whether the worker has answered and is free
    spent  whether the worker must not be asked again
    """

    slots: Sequence[asyncio.Semaphore]
    taken: asyncio.Task[_Worker]
    sent: asyncio.Task[None] | None = None
    ended: bool = False
    spent: bool = False

    def release(self) -> None:
        for slot in self.slots:
            slot.release()


class Jobs:
    """The threads and the workers.

    There are never more than ``workers`` processes: a question holds its slot until its worker is
    idle or dead, also where it is cancelled. A client has one worker at a time, and questions that
    may take long leave one slot to the short ones. The others wait. A worker loads the modules
    ``loaded`` when it starts.
    """

    def __init__(self, workers: int | None = None, loaded: Sequence[str] = ()) -> None:
        self.most = workers or max(2, min(4, os.cpu_count() or 2))
        self._loaded = loaded
        self._slots = asyncio.Semaphore(self.most)
        self._long = asyncio.Semaphore(max(1, self.most - 1))
        self._threads = ThreadPoolExecutor(8, "satdoku-question")
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._retiring: dict[asyncio.Task[None], object] = {}
        self._resting: asyncio.TimerHandle | None = None

    @property
    def processes(self) -> tuple[int, int]:
        """How many worker processes there are, and how many of them are idle."""
        return len(self._all), len(self._idle)

    async def warm(self) -> None:
        """Start the first worker, so that the first long question need not wait for that."""
        if not self._all and not self._slots.locked():
            async with self._slots:
                self._idle.append(await asyncio.to_thread(self._start))

    async def in_thread(self, job: Job, item: Any, seconds: float) -> Any:
        """The answer of a quick question. If it is cancelled it still runs to its limit, which is
        short, since polling would slow the compiled core.

        :raises OutOfTime: where the time ran out first.
        """
        context = RequestContext(min(seconds, _QUICK_SECONDS))
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(seconds + 1):
                return await loop.run_in_executor(self._threads, job, item, context)
        except TimeoutError:
            raise OutOfTime from None

    async def in_worker(
        self,
        job: Job,
        item: Any,
        seconds: float,
        report: Callable[[Any], None],
        client: object = None,
        arrived: float | None = None,
    ) -> Any:
        """The answer of a question that may take long; cancelling it stops or kills the worker.

        :param arrived: the time when it was asked, if that is not now.
        :param client: the client; the worker that answered it last is preferred, as it may know the
            board.
        :raises OutOfTime: where the time ran out first, or that for reading the puzzle.
        :raises WorkerDied: where the worker died.
        """
        arrived = time.monotonic() if arrived is None else arrived
        if before := [task for task, who in self._retiring.items() if who is client is not None]:
            await asyncio.wait(before)
        use = await self._use(seconds, client)
        try:
            return await self._ask(use, (job, item, seconds, arrived), report)
        finally:
            if use.ended and not use.taken.result().gone:
                self._idle.append(use.taken.result())
                use.release()
                self._later(self._shrink(), None)
            else:
                self._later(self._retire(use), client)
            self._rest_later()

    def _later(self, work: Coroutine[Any, Any, None], client: object) -> None:
        task = asyncio.create_task(work)
        self._retiring[task] = client
        task.add_done_callback(self._retiring.pop)

    def _rest_later(self) -> None:
        if self._resting is not None:
            self._resting.cancel()
        loop = asyncio.get_running_loop()
        self._resting = loop.call_later(_REST_SECONDS, lambda: self._later(self.rest(), None))

    async def _shrink(self) -> None:
        """Give up idle workers, the largest first, while all together have taken too much."""
        while self._idle and sum(worker.memory for worker in self._all) > _MAX_TAKEN_BYTES:
            large = max(self._idle, key=lambda worker: worker.memory)
            self._idle.remove(large)
            self._all.discard(large)
            await asyncio.to_thread(large.kill)

    async def rest(self) -> None:
        """Keep one small worker where none is at work: the boards that the others have cached are
        worth less than their memory."""
        if len(self._idle) < len(self._all):
            self._rest_later()
            return
        small = min(self._idle, key=lambda worker: worker.memory, default=None)
        keep = small if small is not None and small.memory <= _MAX_RESTING_BYTES else None
        large = [worker for worker in self._idle if worker is not keep]
        self._idle = [] if keep is None else [keep]
        for worker in large:
            self._all.discard(worker)
            await asyncio.to_thread(worker.kill)
        await self.warm()

    async def _use(self, seconds: float, client: object) -> _Use:
        async with contextlib.AsyncExitStack() as held:
            slots = (self._long, self._slots) if seconds > _SHORT_SECONDS else (self._slots,)
            for slot in slots:
                await held.enter_async_context(slot)
            held.pop_all()
            return _Use(slots, asyncio.create_task(self._take_worker(client)))

    async def _ask(
        self, use: _Use, question: tuple[Job, Any, float, float], report: Callable[[Any], None]
    ) -> Any:
        loop = asyncio.get_running_loop()
        seconds = question[2]
        worker = await asyncio.shield(use.taken)
        worker.listen(loop)
        # A large frame fills the pipe: the loop does not wait until the worker takes it out.
        use.sent = asyncio.create_task(asyncio.to_thread(worker.send, question))
        try:
            async with asyncio.timeout(_START_SECONDS) as limit:
                await asyncio.shield(use.sent)
                while True:
                    kind, value = await worker.messages.get()
                    if kind in _STAGES:
                        left = min(seconds + 1, _READING_SECONDS if kind == "taken" else inf)
                        limit.reschedule(loop.time() + left)
                    elif kind == "report":
                        report(value)
                    elif kind == "memory":
                        worker.memory = value
                    else:
                        use.spent = kind == "spent" or worker.memory > _MAX_TAKEN_BYTES
                        use.ended = not use.spent
                        if kind == "answer":
                            return value
                        raise value
        except TimeoutError:
            raise OutOfTime from None

    async def _take_worker(self, client: object) -> _Worker:
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
        worker = _Worker(self._loaded)
        self._all.add(worker)
        return worker

    async def _retire(self, use: _Use) -> None:
        try:
            try:
                worker = await use.taken
            except SatdokuError:  # there is none, and the client knows it
                return
            free = use.ended or use.sent is None
            if use.sent is not None and not (use.ended or use.spent or worker.gone):
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(_GRACE_SECONDS):
                        await asyncio.shield(use.sent)
                        worker.send("stop")
                        while (await worker.messages.get())[0] in (*_STAGES, "report", "memory"):
                            pass
                        free = True
            if free and not worker.gone:
                self._idle.append(worker)
            else:
                self._all.discard(worker)
                await asyncio.to_thread(worker.kill)
        finally:
            use.release()

    async def close(self) -> None:
        """Kill the workers and let the threads end."""
        if self._resting is not None:
            self._resting.cancel()
        for task in list(self._retiring):
            task.cancel()
        for worker in list(self._all):
            await asyncio.to_thread(worker.kill)
        self._threads.shutdown(wait=False, cancel_futures=True)


class _Worker:
    """A process, and a thread that waits for its messages."""

    def __init__(self, loaded: Sequence[str]) -> None:
        self._pipe, self._process = started(_serve, None, loaded)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.messages: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
        self.gone = False
        self.client: object = None
        self.memory = 0

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


def _hold_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    with contextlib.suppress(OSError, ValueError):  # a lower limit holds already
        resource.setrlimit(resource.RLIMIT_DATA, (_MAX_WORKER_BYTES, _MAX_WORKER_BYTES))


def _memory() -> int:
    """Bytes that this process has taken at most, where the system counts them."""
    try:
        import resource
    except ImportError:  # Windows
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def _serve(pipe: Connection, _: None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _hold_memory()
    before = _memory()
    checked = [0.0, False]

    def cancelled() -> bool:
        # Asking the pipe each time would cost more than the search between two questions.
        now = time.monotonic()
        if now - checked[0] > _POLL_SECONDS:
            checked[:] = now, pipe.poll()
        return bool(checked[1])

    def report(value: Any) -> None:
        pipe.send(("report", value))

    def read() -> None:
        pipe.send(("read", None))

    while True:
        try:
            message = pipe.recv()
        except EOFError:
            return
        if message == "stop":  # it came after the answer
            continue
        job, item, seconds, arrived = message
        checked[:] = 0.0, False
        try:
            pipe.send(("taken", None))
            answer = "answer", job(item, RequestContext(seconds, report, cancelled, read, arrived))
        except SatdokuError as error:
            answer = "error", portable(error)
        except MemoryError:
            gibibytes = _MAX_WORKER_BYTES >> 30
            answer = "spent", SatdokuError(f"the answer takes more than {gibibytes} GiB of memory")
        except Exception as error:  # a bug: explained to the user, and the worker goes on
            answer = "error", portable(ProgramFault.of(error))
        try:
            pipe.send(("memory", _memory() - before))
            pipe.send(answer)
        except OSError:
            return
