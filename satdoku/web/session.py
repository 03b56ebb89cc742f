"""One client: its newest request, and exactly one last message for each.

The app's websocket and the socket of f-puzzles differ only in their dialect: a :class:`Dialect`
reads a frame and writes the answers; the session runs requests, ends those that were overtaken, and
ensures that every request ends in one last message.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import field, replace
from math import isfinite
from typing import Any, Protocol

from satdoku.base.errors import ProgramFault, SatdokuError
from satdoku.base.records import dataclass
from satdoku.web.jobs import Job, Jobs, OutOfTime

_LOG = logging.getLogger("satdoku.web")

_SEND_SECONDS = 20.0
"""Seconds after which a client that takes no message is given up."""

_MAX_NONCE_LENGTH = 100

_IN_TIME = 0.95
"""The share of a budget after which the answer goes out, on a busy machine too."""

Message = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """A request of a client: its number, and the way to answer it.

    job      the function that answers it; ``None`` for a cancellation or a frame that cannot be
             understood
    item     the argument of the job
    seconds  the time that it may take
    quick    whether it is answered in a thread
    refusal  the reason why there is no job; empty for a cancellation
    budget   seconds from its arrival after which it gets an answer in any case
    arrived  the time of its arrival (:func:`time.monotonic`)
    """

    nonce: Any
    job: Job | None = None
    item: Any = None
    seconds: float = 0.0
    quick: bool = False
    refusal: str = ""
    budget: float | None = None
    arrived: float = field(default_factory=time.monotonic)

    @property
    def left(self) -> float | None:
        """Seconds of its budget that are left, some of which the way back takes."""
        if self.budget is None:
            return None
        return self.arrived + _IN_TIME * self.budget - time.monotonic()


def is_nonce(value: Any) -> bool:
    """Whether this can be the number of a request, which every message to it repeats."""
    return (
        value is None
        or isinstance(value, int)
        or (isinstance(value, float) and isfinite(value))
        or (isinstance(value, str) and len(value) <= _MAX_NONCE_LENGTH)
    )


class Dialect(Protocol):
    """The form of the messages of a protocol."""

    def read(self, frame: str | bytes) -> Request | None:
        """The request of a frame; ``None`` where nothing can be answered."""

    def progress(self, request: Request, value: Any) -> Message:
        """An intermediate message of a request."""

    def answer(self, request: Request, value: Any) -> Message:
        """The last message of a request that was answered."""

    def refusal(self, request: Request, sentence: str) -> Message:
        """The last message of a request that has no answer."""

    def cancelled(self, request: Request, why: str) -> Message:
        """The last message of a request that was ended: ``cancelled``, ``overtaken``, ``time``."""


class SocketSession:
    """A connection. :meth:`receive` takes its frames one after the other; :meth:`close` ends it.

    :param send: sends a message to the client; called by one task at a time.
    """

    def __init__(
        self, dialect: Dialect, jobs: Jobs, send: Callable[[Message], Awaitable[None]]
    ) -> None:
        self._dialect = dialect
        self._jobs = jobs
        self._send_one = send
        self._sending = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._last: asyncio.Task[None] | None = None  # the last message of that task on its way

    async def receive(self, frame: str | bytes) -> None:
        """Take a frame: end the running request, and begin that of the frame.

        :raises ConnectionError: where the client takes no messages any more.
        """
        arrived = time.monotonic()
        request = await asyncio.to_thread(self._dialect.read, frame)
        if request is None:
            return
        request = replace(request, arrived=arrived)
        await self._end()
        if request.job is None:
            if request.refusal:
                await self._send(self._dialect.refusal(request, request.refusal))
            else:
                await self._send(self._dialect.cancelled(request, "cancelled"))
            return
        self._task = asyncio.create_task(self._run(request, request.job))

    async def close(self) -> None:
        """End the running request; nothing more is sent."""
        for task in (self._task, self._last):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    async def _end(self) -> None:
        if self._task is not None:
            self._task.cancel("overtaken")
            await asyncio.gather(self._task, return_exceptions=True)
            if self._last is not None:
                await asyncio.gather(self._last, return_exceptions=True)
            self._task = self._last = None

    async def _run(self, request: Request, job: Job) -> None:
        last: Message
        reports: asyncio.Queue[Any] = asyncio.Queue(1)
        reporter = asyncio.create_task(self._report(request, reports))
        try:
            async with asyncio.timeout(request.left):
                if request.quick:
                    value = await self._jobs.in_thread(job, request.item, request.seconds)
                else:
                    value = await self._jobs.in_worker(
                        job,
                        request.item,
                        request.seconds,
                        lambda v: _newest(reports, v),
                        self,
                        request.arrived,
                    )
            last = self._dialect.answer(request, value)
        except (OutOfTime, TimeoutError):
            last = self._dialect.cancelled(request, "time")
        except SatdokuError as error:
            if isinstance(error, ProgramFault):
                _LOG.error("a question failed: %s", error)
            last = self._dialect.refusal(request, str(error))
        except asyncio.CancelledError as stop:
            if stop.args != ("overtaken",):
                raise
            last = self._dialect.cancelled(request, "overtaken")
        except Exception as error:
            _LOG.exception("a question failed")
            last = self._dialect.refusal(request, str(ProgramFault.of(error)))
        finally:
            reporter.cancel()
        # A request that is overtaken from here on still gets its whole last message.
        self._last = asyncio.create_task(self._finish(request, reporter, last))
        await asyncio.shield(self._last)

    async def _finish(self, request: Request, reporter: asyncio.Task[None], last: Message) -> None:
        await asyncio.gather(reporter, return_exceptions=True)
        try:
            await self._send(last)
        except (TypeError, ValueError) as error:  # an answer that is no plain data
            _LOG.exception("an answer could not be written")
            await self._send(self._dialect.refusal(request, str(ProgramFault.of(error))))

    async def _report(self, request: Request, reports: asyncio.Queue[Any]) -> None:
        while True:
            value = await reports.get()
            await asyncio.shield(self._send(self._dialect.progress(request, value)))

    async def _send(self, message: Message) -> None:
        try:
            async with self._sending, asyncio.timeout(_SEND_SECONDS):
                await self._send_one(message)
        except TimeoutError:
            raise ConnectionError("the client takes no messages") from None


def _newest(reports: asyncio.Queue[Any], value: Any) -> None:
    """A slow reader gets the newest report, and the memory holds one."""
    if reports.full():
        reports.get_nowait()
    reports.put_nowait(value)
