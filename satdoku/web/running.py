"""The servers in one event loop, from their ports to Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Sequence

import uvicorn

from satdoku.base.errors import SatdokuError
from satdoku.web.jobs import Jobs
from satdoku.web.server import MAX_FRAME_BYTES, app
from satdoku.web.socket import answering

LOADED = ("satdoku.web.loaded",)
"""Modules that a worker finds imported."""

_HOSTS = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))


def bound(port: int, advice: str) -> list[socket.socket]:
    """Sockets on a port of this machine, for both kinds of addresses where it has both.

    :param advice: the advice in the message where the port is not available.
    :raises SatdokuError: where the port is taken or not allowed.
    """
    sockets: list[socket.socket] = []
    try:
        for family, host in _HOSTS:
            try:
                one = socket.socket(family, socket.SOCK_STREAM)
            except OSError:
                continue  # no such addresses here
            sockets.append(one)
            if family == socket.AF_INET6:
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            if hasattr(socket, "SO_REUSEADDR") and not hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
                one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                one.bind((host, port))
                one.listen(128)
            except OSError as error:
                if error.errno == errno.EADDRNOTAVAIL:
                    one.close()
                    sockets.pop()
                    continue
                reason = {
                    errno.EADDRINUSE: "is taken by another program (or by a satdoku that runs)",
                    errno.EACCES: "is not allowed to this user",
                }.get(error.errno or 0, f"cannot be used: {error.strerror}")
                raise SatdokuError(f"port {port} of {host} {reason}; {advice}") from None
            port = one.getsockname()[1]  # the same for both where it was 0
            one.setblocking(False)
        if not sockets:
            raise SatdokuError("this machine has no loopback address")
        return sockets
    except BaseException:
        for one in sockets:
            one.close()
        raise


class _Server(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield  # one place handles Ctrl-C for all servers


def serve(
    pages: Sequence[socket.socket],
    frames: Sequence[socket.socket],
    ready: Callable[[], None],
    origins: Sequence[str] = (),
) -> None:
    """Serve until Ctrl-C or a termination signal.

    :param pages: the sockets of the app; none: no app.
    :param frames: the sockets that f-puzzles asks; none: they are not answered.
    :param ready: called once all ports answer.
    :param origins: pages that may ask like f-puzzles.
    """
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(pages, frames, ready, origins))


async def _serve(
    pages: Sequence[socket.socket],
    frames: Sequence[socket.socket],
    ready: Callable[[], None],
    origins: Sequence[str],
) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(number, stop.set)
    jobs = Jobs(loaded=LOADED)
    try:
        async with contextlib.AsyncExitStack() as stack:
            if pages:
                await stack.enter_async_context(_app(pages, jobs))
            if frames:
                await stack.enter_async_context(answering(frames, jobs, origins))
            ready()
            await stop.wait()
    finally:
        await jobs.close()


@contextlib.asynccontextmanager
async def _app(sockets: Sequence[socket.socket], jobs: Jobs) -> AsyncIterator[None]:
    port = sockets[0].getsockname()[1]
    server = _Server(
        uvicorn.Config(
            app(port, jobs),
            ws="websockets-sansio",
            ws_max_size=MAX_FRAME_BYTES,
            ws_per_message_deflate=False,
            log_level="warning",
            lifespan="off",
            timeout_graceful_shutdown=5,
            server_header=False,
        )
    )
    task = asyncio.create_task(server.serve(list(sockets)))
    try:
        while not server.started and not task.done():
            await asyncio.sleep(0.01)
        yield
    finally:
        server.should_exit = True
        await task
