"""The server that userscripts connect to, on port 4545 of this machine: the solver's of f-puzzles,
and satdoku's own for SudokuPad, which asks some questions of the app at the path ``/ask``."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import socket
from collections.abc import AsyncIterator, Sequence
from http import HTTPStatus

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request as Handshake
from websockets.http11 import Response
from websockets.typing import Origin

from satdoku.web.fpuzzles import FPuzzlesDialect
from satdoku.web.jobs import Jobs
from satdoku.web.server import LOOPBACK, MAX_CLIENTS, MAX_FRAME_BYTES, AppDialect
from satdoku.web.session import Dialect, Message, Request, SocketSession

PORT = 4545
ORIGINS = (
    "https://f-puzzles.com",
    "https://www.f-puzzles.com",
    "https://sudokupad.app",
    "https://www.sudokupad.app",
    "https://alpha.sudokupad.app",
    "https://beta.sudokupad.app",
    "https://app.crackingthecryptic.com",
)
"""The pages that may ask. Programs that are no browser send no origin and may ask too."""

_LOG = logging.getLogger("satdoku.web")


ASKED = ("view", "judge", "hint", "why")
"""The questions of the app that the userscript for SudokuPad asks; no others are answered here."""


class AskedDialect(AppDialect):
    """The app's own words, for a few of its questions."""

    def read(self, frame: str | bytes) -> Request | None:
        request = super().read(frame)
        if request is None or request.job is None or request.item[0] in ASKED:
            return request
        name = request.item[0]
        return Request(request.nonce, refusal=f"the question {name!r} is not answered here")


def permission(port: int) -> str:
    """The advice that the user needs before the page can connect."""
    return (
        f"f-puzzles with its solver userscript can ask satdoku at ws://localhost:{port}.\n"
        "Chromium browsers ask first: allow local network access for f-puzzles.com.\n"
        "SudokuPad can too: satdoku socket --userscript prints the script for it."
    )


@contextlib.asynccontextmanager
async def answering(
    sockets: Sequence[socket.socket], jobs: Jobs, origins: Sequence[str] = ()
) -> AsyncIterator[None]:
    """Answers on these sockets while the context is open.

    :param origins: pages that may ask besides those of f-puzzles and SudokuPad.
    """
    port = sockets[0].getsockname()[1]
    hosts = {f"{host}:{port}" for host in LOOPBACK}
    clients: set[ServerConnection] = set()

    def admitted(connection: ServerConnection, handshake: Handshake) -> Response | None:
        named = handshake.headers.get_all("Host")
        if len(named) != 1 or named[0] not in hosts:
            return connection.respond(HTTPStatus.MISDIRECTED_REQUEST, "this machine alone\n")
        if len(clients) >= MAX_CLIENTS:
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "too many clients\n")
        return None

    async def talk(connection: ServerConnection) -> None:
        async def send(message: Message) -> None:
            await connection.send(json.dumps(message))
            if message["type"] == "invalid":
                _LOG.info("invalid: %s", message["message"])

        asks = connection.request is not None and connection.request.path == "/ask"
        dialect: Dialect = AskedDialect() if asks else FPuzzlesDialect()
        session = SocketSession(dialect, jobs, send)
        clients.add(connection)
        try:
            async for frame in connection:
                await session.receive(frame)
        except (ConnectionClosed, ConnectionError):
            pass  # it has gone in the middle of work
        finally:
            clients.discard(connection)
            await session.close()

    allowed = [*(Origin(one) for one in (*ORIGINS, *origins)), None]
    async with contextlib.AsyncExitStack() as stack:
        for one in sockets:
            server = serve(
                talk,
                sock=one,
                origins=allowed,
                process_request=admitted,
                max_size=MAX_FRAME_BYTES,
                max_queue=8,
                compression=None,
                close_timeout=1,
                logger=logging.getLogger("satdoku.web.frames"),
                server_header=None,
            )
            await stack.enter_async_context(server)
        await asyncio.sleep(0)
        yield
