"""The questions over HTTP, for other programs: ``satdoku serve --api`` (docs/http.md).

Each request stands for itself. Its body, its time and the answer's way back are bounded; the work
is done where it can be ended (jobs.py). Pages may not ask unless their origins are named.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import re
import time
from collections import deque
from collections.abc import AsyncIterator, Collection, Coroutine, Mapping
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.requests import Request as HttpRequest
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from satdoku.base.compiled import compiled_core
from satdoku.base.errors import ProgramFault, SatdokuError, Undecided, naming_faults
from satdoku.base.records import dataclass
from satdoku.base.version import __version__
from satdoku.messages import SOURCE
from satdoku.web.calls import CALLS, SUBJECTS, call, puzzle_value, strict_json
from satdoku.web.fields import RequestContext
from satdoku.web.jobs import Jobs, OutOfTime
from satdoku.web.metrics import Metrics
from satdoku.web.openapi import TYPES, document
from satdoku.web.problems import ProblemRecord, geometry_of, problem, problem_of

_LOG = logging.getLogger("satdoku.web")

MAX_BODY_BYTES = 1 << 20
"""Bytes of the body of a call, and of a line of a batch."""

MAX_BATCH_BYTES = 8 << 20
MAX_BATCH_LINES = 10_000

MAX_WAITING = 200
"""Requests that are answered or wait for a worker."""

_BODY_SECONDS = 10.0
"""Seconds for a body to arrive, and for a client to take a piece of an answer."""

_JSON = "application/json"
_LINES = "application/x-ndjson"
_PROBLEM = "application/problem+json"
_HEADERS = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}
_AT_ONCE = ("check-unique", "solve")
"""Calls that the compiled core answers at once for a classic puzzle of at least 17 givens."""

_COUNTED = frozenset((*CALLS, "health", "metrics", "openapi.json"))
"""The names by which requests are counted."""

_CLASSIC = re.compile(r"[0-9.]{81}")
_FEWEST_GIVENS = 17


@dataclass(frozen=True)
class ApiSettings:
    """Who may ask, and how long a request may take.

    seconds  the largest time limit of a call
    token    what requests have to name as ``Authorization: Bearer TOKEN``; ``None``: nothing
    origins  pages that may ask
    hosts    the names and ports by which the server is called; ``None``: any
    """

    seconds: float = 30.0
    token: str | None = None
    origins: Collection[str] = ()
    hosts: Collection[str] | None = None


class _PendingCall(NamedTuple):
    """A call to be answered: the argument of :func:`_answered`."""

    name: str
    arguments: Mapping[str, Any]
    media: str


class _Body(NamedTuple):
    """The content of a response."""

    status: int
    media: str
    content: bytes


class _Refused(Exception):
    """A request that gets no answer, and why."""

    def __init__(self, record: ProblemRecord, **headers: str) -> None:
        super().__init__(record.detail)
        self.body = _problem_body(record)
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


def _problem_body(record: ProblemRecord) -> _Body:
    return _Body(record.status, _PROBLEM, json.dumps(record.data()).encode())


def _answered(pending: _PendingCall, context: RequestContext) -> _Body:
    """The response to a call, in whatever process that is."""
    arguments = pending.arguments
    lang = arguments.get("lang", SOURCE)
    try:
        with naming_faults():
            said = call(pending.name).answer(arguments, context)
            if pending.media == "text/plain":
                content = said.text(lang)
            elif pending.media == "image/svg+xml":
                content = said.svg()  # type: ignore[attr-defined]  # where TYPES has it
            else:
                content = json.dumps(said.to_dict(lang))
        return _Body(200, pending.media, content.encode("utf-8", "backslashreplace"))
    except SatdokuError as error:
        geometry = None
        if error.problems:
            puzzles = (puzzle_value(arguments.get(name), name) for name in SUBJECTS)
            geometry = next(filter(None, map(geometry_of, puzzles)), None)
        return _problem_body(problem_of(error, lang, geometry))


def api(jobs: Jobs, settings: ApiSettings) -> ASGIApp:
    """The interface as an ASGI application."""
    return _Guard(_Api(jobs, settings))


class _Api:
    def __init__(self, jobs: Jobs, settings: ApiSettings) -> None:
        self.jobs, self.settings, self.metrics = jobs, settings, Metrics()
        self._waiting = 0
        routes = [
            Route("/", self._index, methods=["GET"]),
            Route("/health", self._health, methods=["GET"]),
            Route("/metrics", self._counts, methods=["GET"]),
            Route("/openapi.json", self._document, methods=["GET"]),
            Route("/v1/{name}", self._call, methods=["POST"]),
            Route("/v1/{name}/batch", self._batch, methods=["POST"]),
        ]
        self.routes = Starlette(routes=routes)
        self.routes.router.redirect_slashes = False
        self.routes.add_exception_handler(HTTPException, _http_problem)
        self.routes.add_exception_handler(_Refused, _refused)

    async def _index(self, request: HttpRequest) -> Response:
        about = {"satdoku": __version__, "document": "/openapi.json", "calls": list(CALLS)}
        return _response(_Body(200, _JSON, json.dumps(about).encode()))

    async def _health(self, request: HttpRequest) -> Response:
        count, idle = self.jobs.processes
        state = {
            "status": "ok",
            "version": __version__,
            "core": compiled_core() is not None,
            "waiting": self._waiting,
            "workers": {"processes": count, "idle": idle, "most": self.jobs.most},
        }
        return _response(_Body(200, _JSON, json.dumps(state).encode()))

    async def _counts(self, request: HttpRequest) -> Response:
        count, idle = self.jobs.processes
        text = self.metrics.text(
            waiting=self._waiting, worker_processes=count, idle_worker_processes=idle
        )
        return _response(_Body(200, "text/plain; version=0.0.4", text.encode()))

    async def _document(self, request: HttpRequest) -> Response:
        text = await asyncio.to_thread(document, self.settings.seconds)
        return _response(_Body(200, _JSON, text.encode()))

    async def _call(self, request: HttpRequest) -> Response:
        name = _name_of(request)
        media = _accepted(request.headers.get("accept"), TYPES[name])
        _require_type(request, _JSON)
        body = await _body_of(request, MAX_BODY_BYTES)
        pending = self._pending(name, body, media)
        return _response(await self._while_wanted(request, self._answer(pending)))

    async def _batch(self, request: HttpRequest) -> Response:
        name = _name_of(request)
        _accepted(request.headers.get("accept"), (_LINES,))
        _require_type(request, _LINES)
        body = await _body_of(request, MAX_BATCH_BYTES)
        lines = [line for line in body.split(b"\n") if line.strip()]
        if len(lines) > MAX_BATCH_LINES:
            raise _too_large(f"a batch has at most {MAX_BATCH_LINES:,} lines, not {len(lines):,}")
        headers = {**_HEADERS, "X-Accel-Buffering": "no"}
        return StreamingResponse(self._each(name, lines), media_type=_LINES, headers=headers)

    async def _each(self, name: str, lines: list[bytes]) -> AsyncIterator[bytes]:
        """The answers to the lines, in order, as many at a time as there are workers."""
        tasks: deque[tuple[int, asyncio.Task[_Body]]] = deque()

        async def one(line: bytes) -> _Body:
            try:
                if len(line) > MAX_BODY_BYTES:
                    raise _too_large(f"a line has at most {MAX_BODY_BYTES:,} bytes")
                return await self._answer(self._pending(name, line, _JSON))
            except _Refused as refused:
                return refused.body

        def written(number: int, body: _Body) -> bytes:
            member = b"answer" if body.status == 200 else b"problem"
            return b'{"line": %d, "%b": %b}\n' % (number, member, body.content)

        try:
            for number, line in enumerate(lines, 1):
                tasks.append((number, asyncio.create_task(one(line))))
                if len(tasks) > self.jobs.most:
                    first, task = tasks.popleft()
                    yield written(first, await task)
            while tasks:
                first, task = tasks.popleft()
                yield written(first, await task)
        finally:
            for _, task in tasks:
                task.cancel()

    def _pending(self, name: str, body: bytes, media: str) -> _PendingCall:
        """:raises _Refused: where the body is no JSON, or no arguments of the call."""
        try:
            arguments = strict_json(body)
        except (ValueError, RecursionError) as error:
            where = f": {error}" if isinstance(error, json.JSONDecodeError) else ""
            raise _Refused(problem("request", 400, f"the body is not JSON{where}"[:200])) from None
        refusal = call(name).refusal(arguments, self.settings.seconds)
        if refusal is not None:
            argument, sentence = refusal
            raise _Refused(problem("option", 400, sentence, argument=argument))
        return _PendingCall(name, arguments, media)

    async def _answer(self, pending: _PendingCall) -> _Body:
        if self._waiting >= MAX_WAITING:
            raise _Refused(problem("busy", 503, f"{MAX_WAITING} requests wait"), Retry_After="1")
        seconds = call(pending.name).seconds_of(pending.arguments, self.settings.seconds)
        lang = pending.arguments.get("lang", SOURCE)
        self._waiting += 1
        try:
            if _is_at_once(pending):
                body: _Body = await self.jobs.in_thread(_answered, pending, seconds)
            else:
                body = await self.jobs.in_worker(_answered, pending, seconds, lambda report: None)
        except OutOfTime:
            error: SatdokuError = Undecided("the time limit ran out before there was an answer")
            body = _problem_body(problem_of(error, lang))
        except SatdokuError as error:
            body = _problem_body(problem_of(error, lang))
        except Exception as error:
            _LOG.exception("a call failed")
            body = _problem_body(problem_of(ProgramFault.of(error), lang))
        finally:
            self._waiting -= 1
        if body.status == 500:
            _LOG.error("a call failed: %s", body.content.decode())
        return body

    async def _while_wanted(self, request: HttpRequest, work: Coroutine[Any, Any, _Body]) -> _Body:
        """The result of work that ends where the client goes away.

        :raises ClientDisconnect: where it has gone.
        """
        answer = asyncio.create_task(work)
        departure = asyncio.ensure_future(request.receive())
        try:
            await asyncio.wait((answer, departure), return_when=asyncio.FIRST_COMPLETED)
            if answer.done():
                return answer.result()
            raise ClientDisconnect
        finally:
            answer.cancel()
            departure.cancel()
            await asyncio.gather(answer, departure, return_exceptions=True)


def _is_at_once(pending: _PendingCall) -> bool:
    puzzle, backend = pending.arguments.get("puzzle"), pending.arguments.get("backend", "auto")
    return (
        pending.name in _AT_ONCE
        and isinstance(puzzle, str)
        and backend in ("auto", "native")
        and pending.arguments.get("limit", 1) == 1
        and pending.media == _JSON
        and _CLASSIC.fullmatch(puzzle) is not None
        and sum(map(puzzle.count, ".0")) <= 81 - _FEWEST_GIVENS
    )


# -- requests --------------------------------------------------------------------------------------


def _name_of(request: HttpRequest) -> str:
    name: str = request.path_params["name"]
    if name not in CALLS:
        shown = ", ".join(CALLS)
        raise _Refused(
            problem("not-found", 404, f"there is no call {name!r:.60}; there are {shown}")
        )
    return name


def _require_type(request: HttpRequest, wanted: str) -> None:
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if given != wanted:
        record = problem("media-type", 415, f"the body is {wanted}, not {given or 'untyped'!r:.60}")
        raise _Refused(record, Accept_Post=wanted)


def _accepted(header: str | None, types: Collection[str]) -> str:
    """The first of the types that a client prefers."""
    best, chosen = 0.0, ""
    for entry in (header or "*/*").split(","):
        kind, _, more = entry.strip().partition(";")
        match = re.search(r"(?:^|;)\s*q=([01](?:\.\d{0,3})?)\s*(?:;|$)", more)
        weight = float(match[1]) if match else 1.0
        for known in types:
            wild = kind.strip().lower() in ("*/*", known, f"{known.partition('/')[0]}/*")
            if wild and weight > best:
                best, chosen = weight, known
                break
    if not chosen:
        raise _Refused(problem("not-acceptable", 406, f"the answer is {' or '.join(types)}"))
    return chosen


async def _body_of(request: HttpRequest, most: int) -> bytes:
    """:raises _Refused: where the body is too large or too slow."""
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length[:20]) > most:
        raise _too_large(f"the body has at most {most:,} bytes, not {int(length[:20]):,}")
    body = bytearray()
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            async for piece in request.stream():
                body += piece
                if len(body) > most:
                    raise _too_large(f"the body has at most {most:,} bytes")
    except TimeoutError:
        sentence = f"the body took more than {_BODY_SECONDS:g} seconds"
        raise _Refused(problem("slow", 408, sentence), Connection="close") from None
    return bytes(body)


def _too_large(sentence: str) -> _Refused:
    return _Refused(problem("too-large", 413, sentence), Connection="close")


# -- responses -------------------------------------------------------------------------------------


def _response(body: _Body, **headers: str) -> Response:
    return Response(body.content, body.status, {**_HEADERS, **headers}, body.media)


def _refused(request: HttpRequest, error: Exception) -> Response:
    assert isinstance(error, _Refused)
    return _response(error.body, **error.headers)


def _http_problem(request: HttpRequest, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    path = request.url.path[:100]
    record = problem("not-found", 404, f"there is nothing at {path!r}; /openapi.json lists all")
    if error.status_code == 405:
        allowed = (error.headers or {}).get("Allow", "another method")
        record = problem("method", 405, f"{path!r} takes {allowed}, not {request.method:.20}")
    return _response(_problem_body(record), **dict(error.headers or {}))


class _Guard:
    """Lets those in who may ask, counts the requests, and gives up clients that take no answer."""

    def __init__(self, inner: _Api) -> None:
        self._inner, self._settings = inner, inner.settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
            return
        request = HttpRequest(scope)
        origin = request.headers.get("origin")
        status, started = 0, time.monotonic()

        async def send_in_time(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                if origin in self._settings.origins:
                    message = {**message, "headers": [*message["headers"], *_shared(origin)]}
            async with asyncio.timeout(_BODY_SECONDS):
                await send(message)

        response = self._own_response(request, origin)
        try:
            await (response or self._inner.routes)(scope, receive, send_in_time)
        except (TimeoutError, ClientDisconnect):
            status = 0  # what was begun for nobody is no answer
            _LOG.info("a client went away, or took no answer")
        finally:
            called = scope.get("path_params", {}).get("name", scope["path"].strip("/"))
            name = called if called in _COUNTED else "other"
            self._inner.metrics.count(name, status, time.monotonic() - started)

    def _own_response(self, request: HttpRequest, origin: str | None) -> Response | None:
        """The response to a request that does not reach the calls."""
        settings = self._settings
        hosts = request.headers.getlist("host")
        if settings.hosts is not None and (len(hosts) != 1 or hosts[0] not in settings.hosts):
            record = problem("forbidden", 421, "this server answers this machine alone")
            return _response(_problem_body(record))
        if origin is not None and origin not in settings.origins:
            record = problem("forbidden", 403, f"pages of {origin!r:.100} may not ask (--origin)")
            return _response(_problem_body(record))
        if origin is not None and request.method == "OPTIONS":
            return Response(status_code=204, headers=_HEADERS)
        if settings.token is not None and request.url.path != "/health":
            given = request.headers.get("authorization", "").encode("utf-8", "replace")
            wanted = f"Bearer {settings.token}".encode()
            if not hmac.compare_digest(given, wanted):
                record = problem("unauthorized", 401, "the header Authorization has no valid token")
                return _response(_problem_body(record), **{"WWW-Authenticate": "Bearer"})
        return None


def _shared(origin: str | None) -> list[tuple[bytes, bytes]]:
    """The headers by which a browser gives an answer to the page that asked."""
    return [
        (b"access-control-allow-origin", (origin or "").encode("latin-1")),
        (b"access-control-allow-methods", b"GET, POST"),
        (b"access-control-allow-headers", b"authorization, content-type"),
        (b"access-control-max-age", b"600"),
        (b"vary", b"origin"),
    ]
