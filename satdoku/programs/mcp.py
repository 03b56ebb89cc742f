"""The Model Context Protocol over standard input and output: one JSON-RPC message a line.

Its client libraries change their interfaces from version to version and bring a web server along;
of the protocol a server of tools needs a few requests, which are here. Tools answer in worker
processes, so that every other message is answered at once; a cancelled one has no reply.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from satdoku.base.errors import ProgramFault, SatdokuError
from satdoku.base.version import __version__
from satdoku.programs.tools import TOOLS, answered, failed, listed, refusal, seconds_of
from satdoku.web.calls import strict_json
from satdoku.web.jobs import Jobs, OutOfTime

_VERSIONS = ("2025-06-18", "2025-03-26", "2024-11-05")
_MAX_MESSAGE_LENGTH = 1_000_000
"""Characters of a message."""

_MAX_CALLS = 100
"""Calls that are answered or wait for a worker."""

_PROGRESS_SECONDS = 1.0
"""Seconds between two messages about a call whose client wants to hear of its progress."""

_LOADED = ("satdoku.programs.loaded",)
"""Modules that a worker finds imported."""

Reply = dict[str, Any]


def serve(lines: Iterable[str], send: Callable[[str], None], jobs: Jobs | None = None) -> None:
    """Answer the messages of a client until they end; each reply is one line of JSON.

    :param send: takes a reply.
    :param jobs: the workers; by default some that end with this.
    :raises Exception: what reading the lines raises.
    """
    asyncio.run(_serve(lines, send, jobs))


async def _serve(lines: Iterable[str], send: Callable[[str], None], jobs: Jobs | None) -> None:
    own = Jobs(loaded=_LOADED) if jobs is None else jobs
    try:
        await _Server(own).run(lines, send)
    finally:
        if jobs is None:
            await own.close()


class _Server:
    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._calls: dict[Any, asyncio.Task[Reply | None]] = {}
        self._count = 0
        self._notify: Callable[[Reply], None] = _unheard
        self._warming: asyncio.Task[None] | None = None

    async def run(self, lines: Iterable[str], send: Callable[[str], None]) -> None:
        """Read in a thread, and write here alone."""
        loop = asyncio.get_running_loop()
        events: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
        tasks: set[asyncio.Task[None]] = set()

        def put(kind: str, value: object) -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(events.put_nowait, (kind, value))

        def read() -> None:
            try:
                for line in lines:
                    put("line", line)
                put("end", None)
            except Exception as error:
                put("end", error)

        self._notify = lambda message: events.put_nowait(("reply", _written(message)))

        async def answer(message: Any) -> None:
            try:
                if (reply := await self._replies(message)) is not None:
                    events.put_nowait(("reply", _written(reply)))
            except Exception as error:
                number = message.get("id") if isinstance(message, dict) else None
                reply = _error(number, -32603, str(ProgramFault.of(error)))
                events.put_nowait(("reply", _written(reply)))

        threading.Thread(target=read, daemon=True).start()
        reading, first = True, True
        while reading or tasks or not events.empty():
            kind, value = await events.get()
            if kind == "reply":
                send(value)
            elif kind == "done":
                tasks.discard(value)
            elif kind == "end":
                reading = False
                if value is not None:
                    raise value
            else:
                text = value.removeprefix("\ufeff") if first else value
                first = False
                if not text.strip():
                    continue
                # Messages without a worker are answered before the next line is read.
                task = asyncio.create_task(answer(_read(text)))
                tasks.add(task)
                task.add_done_callback(lambda done: events.put_nowait(("done", done)))
                await asyncio.sleep(0)

    async def _replies(self, message: Any) -> Any:
        """The reply to a line; ``None`` where it wants none."""
        if isinstance(message, _Unread):
            return _error(None, -32700, "the message is not JSON on one line")
        if not (isinstance(message, list) and message):
            return await self._reply_to(message)
        # Several at once, as the version of March has it.
        replies = await asyncio.gather(*map(self._reply_to, message))
        return [reply for reply in replies if reply is not None] or None

    async def _reply_to(self, message: Any) -> Reply | None:
        if not isinstance(message, dict):
            return _error(None, -32600, "the message is not a JSON-RPC request")
        number = message.get("id")
        named = isinstance(number, str | int | float | None) and not isinstance(number, bool)
        if not isinstance(message.get("method"), str):
            if "result" in message or "error" in message:
                return None
            number = number if named else None
            return _error(number, -32600, "the message is not a JSON-RPC request")
        given = message.get("params")
        params = given if isinstance(given, dict) else {}
        if "id" not in message:
            if message["method"] == "notifications/cancelled":
                self._cancel(params.get("requestId"))
            return None
        if not named:
            return _error(None, -32600, "the id of a request is a text or a number")
        if message["method"] == "tools/call":
            return await self._call(number, params)
        if message["method"] == "initialize":
            self._warming = asyncio.create_task(self._jobs.warm())
        return _reply(number, message["method"], params)

    def _cancel(self, number: Any) -> None:
        if isinstance(number, str | int | float) and (task := self._calls.get(number)):
            task.cancel()

    async def _call(self, number: Any, params: dict[str, Any]) -> Reply | None:
        name, arguments = params.get("name"), params.get("arguments")
        arguments = {} if arguments is None else arguments
        if not isinstance(name, str) or name not in TOOLS:
            return _error(number, -32602, f"there is no tool {str(name)[:100]!r}")
        if reason := refusal(name, arguments):
            return _result(number, failed(reason))
        if self._count >= _MAX_CALLS:
            return _result(number, failed("too many tools are at work; wait for their answers"))
        meta = params.get("_meta")
        token = meta.get("progressToken") if isinstance(meta, dict) else None
        progress = None
        if isinstance(token, str | int) and not isinstance(token, bool):
            progress = _Progress(token, self._notify)
        task = asyncio.create_task(self._answered(number, name, arguments, progress))
        self._count += 1
        self._calls[number] = task
        try:
            return await task
        except asyncio.CancelledError:
            if not task.cancelled():  # the server ends
                task.cancel()
                raise
            return None
        finally:
            self._count -= 1
            if self._calls.get(number) is task:
                del self._calls[number]

    async def _answered(
        self, number: Any, name: str, arguments: dict[str, Any], progress: _Progress | None
    ) -> Reply:
        seconds = seconds_of(name, arguments)
        telling = None if progress is None else asyncio.create_task(progress.tell(seconds))
        report = _unheard if progress is None else progress.report
        try:
            result = await self._jobs.in_worker(answered, (name, arguments), seconds, report)
        except OutOfTime:
            result = failed(f"the time limit of {seconds:g} s ran out before there was an answer")
        except SatdokuError as error:
            result = failed(str(error))
        finally:
            if telling is not None:
                telling.cancel()
        return _result(number, result)


class _Progress:
    """The news of a call that takes long: the seconds so far, and the newest report."""

    def __init__(self, token: str | int, send: Callable[[Reply], None]) -> None:
        self._token, self._send = token, send
        self._newest: object = None

    def report(self, value: object) -> None:
        """Take a number of what was found so far."""
        self._newest = value

    async def tell(self, seconds: float) -> None:
        """Send the news now and then until it is cancelled."""
        started = time.monotonic()
        while True:
            await asyncio.sleep(_PROGRESS_SECONDS)
            news: dict[str, Any] = {
                "progressToken": self._token,
                "progress": round(time.monotonic() - started, 1),
                "total": seconds,
            }
            if isinstance(self._newest, int):
                news["message"] = f"{self._newest} found so far"
            self._send({"jsonrpc": "2.0", "method": "notifications/progress", "params": news})


def _unheard(report: object) -> None:
    """Nobody asked for news."""


class _Unread:
    """A line that is no JSON."""


def _read(line: str) -> Any:
    if len(line) > _MAX_MESSAGE_LENGTH:
        return None
    try:
        return strict_json(line)
    except (ValueError, RecursionError):
        return _Unread()


def _written(reply: Any) -> str:
    """One line that every JSON reader takes, whatever the encoding of the output is."""
    return json.dumps(reply, allow_nan=False)


def _reply(number: Any, method: str, params: dict[str, Any]) -> Reply:
    if method == "initialize":
        wanted = params.get("protocolVersion")
        return _result(
            number,
            {
                "protocolVersion": wanted if wanted in _VERSIONS else _VERSIONS[0],
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "satdoku", "version": __version__},
            },
        )
    if method == "ping":
        return _result(number, {})
    if method == "tools/list":
        return _result(number, {"tools": [*map(listed, TOOLS)]})
    return _error(number, -32601, f"there is no method {method[:100]!r}")


def _result(number: Any, result: dict[str, Any]) -> Reply:
    return {"jsonrpc": "2.0", "id": number, "result": result}


def _error(number: Any, code: int, sentence: str) -> Reply:
    return {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": sentence}}
