"""The app: its pages and its websocket, for this machine alone.

Any page that the user visits can reach a server on this machine. So the host must be this machine's
(against a name that is made to point here), a websocket must come from the app's own page, and the
page may load nothing from elsewhere. Files are looked up in a table that is read at the start: no
path of a request ever reaches the file system.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request as HttpRequest
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from satdoku.web.fields import RequestContext
from satdoku.web.jobs import Jobs
from satdoku.web.labels import USERSCRIPT, strings_json, userscript
from satdoku.web.questions import QUESTIONS, answer, is_quick
from satdoku.web.session import Message, Request, SocketSession, is_nonce

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")

MAX_FRAME_BYTES = 1 << 20
"""Bytes of a frame. The largest puzzles that are pasted have some 100 kB."""

MAX_CLIENTS = 200

_POLICY = (
    "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
_TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
    "woff": "font/woff",
}


class AppDialect:
    """The app's own words: ``{"nonce": 1, "ask": "hint", ...}``, and back ``nonce`` with ``type``:
    ``progress``, ``answer``, ``refusal`` (with a sentence) or ``cancelled`` (with the reason)."""

    def read(self, frame: str | bytes) -> Request | None:
        try:
            data = json.loads(frame)
        except (ValueError, RecursionError):
            return Request(None, refusal="the frame is not JSON")
        if not isinstance(data, dict):
            return Request(None, refusal="the frame is not a JSON object")
        nonce, name = data.get("nonce"), data.get("ask")
        if not is_nonce(nonce):
            return Request(None, refusal="the nonce is a number or a short text")
        if name == "cancel":
            return Request(nonce)
        question = QUESTIONS.get(name) if isinstance(name, str) else None
        if not isinstance(name, str) or question is None:
            return Request(nonce, refusal=f"there is no question {name!r:.60}")
        budget = data.get("seconds") if question.budgeted else None
        return Request(
            nonce,
            _job,
            (name, data),
            question.seconds,
            is_quick(name, data),
            budget=budget if isinstance(budget, int) and 0 < budget <= question.seconds else None,
        )

    def progress(self, request: Request, value: Any) -> Message:
        return {"nonce": request.nonce, "type": "progress", "data": value}

    def answer(self, request: Request, value: Any) -> Message:
        return {"nonce": request.nonce, "type": "answer", "data": value}

    def refusal(self, request: Request, sentence: str) -> Message:
        return {"nonce": request.nonce, "type": "refusal", "error": sentence}

    def cancelled(self, request: Request, why: str) -> Message:
        if why == "time" and request.budget is not None:
            return self.answer(request, {"outcome": "stopped"})
        return {"nonce": request.nonce, "type": "cancelled", "why": why}


def _job(item: tuple[str, Mapping[str, Any]], context: RequestContext) -> dict[str, Any]:
    return answer(*item, context)


async def _warm(jobs: Jobs) -> None:
    """Load the modules of both kinds of questions while the page is loaded."""
    first = "judge", {"puzzle": f"1{'.' * 80}"}
    await asyncio.gather(jobs.warm(), jobs.in_thread(_job, first, 3), return_exceptions=True)


@lru_cache(maxsize=1)
def _pages() -> dict[str, tuple[bytes, str, str]]:
    """The files of the app: content, type, and a tag that changes with the content."""
    from satdoku.render.fonts import DIGIT_FILES, FOLDER

    contents = {"strings.json": strings_json().encode()}
    digits = [FOLDER / name for name in DIGIT_FILES]
    for file in (*files("satdoku.web").joinpath("static").iterdir(), *digits):
        contents[file.name] = file.read_bytes()
    contents[USERSCRIPT] = userscript().encode()
    pages = {}
    for name, content in contents.items():
        kind = _TYPES.get(name.rpartition(".")[2])
        if kind is not None:
            pages[f"/{name}"] = content, kind, f'"{sha256(content).hexdigest()[:16]}"'
    return pages | {"/": pages["/index.html"]}


def app(port: int, jobs: Jobs) -> ASGIApp:
    """The app as an ASGI application; ``port`` is the one that it is reached at."""
    hosts = frozenset(f"{host}:{port}" for host in LOOPBACK)
    origins = frozenset(f"http://{host}" for host in hosts)
    clients: set[SocketSession] = set()
    warming: list[asyncio.Task[None]] = []  # at most one: it is done once

    async def page(request: HttpRequest) -> Response:
        entry = _pages().get(request.url.path)
        if entry is None:
            return PlainTextResponse("there is no such page", 404, _HEADERS)
        content, kind, tag = entry
        headers = _HEADERS | {"ETag": tag}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(content, media_type=kind, headers=headers)

    async def talk(socket: WebSocket) -> None:
        if not origins.issuperset(socket.headers.getlist("origin")):
            await socket.close(1008)
            return
        await socket.accept()
        if len(clients) >= MAX_CLIENTS:
            await socket.close(1013, "there are too many clients")
            return

        async def send(message: Message) -> None:
            await socket.send_text(json.dumps(message))

        session = SocketSession(AppDialect(), jobs, send)
        clients.add(session)
        if not warming:
            warming.append(asyncio.create_task(_warm(jobs)))
        try:
            while True:
                frame = await socket.receive()
                if frame["type"] == "websocket.disconnect":
                    return
                await session.receive(frame.get("text") or frame.get("bytes") or "")
        except (WebSocketDisconnect, ConnectionError, RuntimeError):
            return  # it has gone in the middle of work
        finally:
            clients.discard(session)
            await session.close()

    routes = [WebSocketRoute("/ws", talk), Route("/{path:path}", page, methods=["GET"])]
    return _Here(Starlette(routes=routes), hosts)


class _Here:
    """Only requests to this machine by its own names go on."""

    def __init__(self, inner: ASGIApp, hosts: frozenset[str]) -> None:
        self._inner = inner
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            named = [v.decode("latin-1") for name, v in scope["headers"] if name == b"host"]
            if len(named) != 1 or named[0] not in self._hosts:
                if scope["type"] == "websocket":
                    await send({"type": "websocket.close", "code": 1008})
                    return
                response = PlainTextResponse(
                    "this server answers this machine alone", 421, _HEADERS
                )
                await response(scope, receive, send)
                return
        await self._inner(scope, receive, send)
