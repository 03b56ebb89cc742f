"""The servers in one event loop, from their ports to Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any, TypeAlias

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from satdoku.base.errors import SatdokuError
from satdoku.web.jobs import Jobs
from satdoku.web.rest import ApiSettings, api
from satdoku.web.server import MAX_FRAME_BYTES, app
from satdoku.web.socket import answering

LOADED = ("satdoku.web.loaded",)
"""Modules that a worker finds imported."""

_HOSTS = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))

_NO_LOOPBACK = "this machine has no loopback address"

_HEADER_SECONDS = 10.0
"""Seconds that the headers of a request may take."""

_MAX_FILES = 20_000
"""Connections, and other open files, that the interface for programs asks the system for."""


def bound(port: int, advice: str, address: str | None = None) -> list[socket.socket]:
    """Sockets on a port of this machine, for both kinds of addresses where it has both.

    :param advice: the advice in the message where the port is not available.
    :param address: the address of the machine, where other machines are to reach the port.
    :raises SatdokuError: where the port is taken or not allowed, or there is no such address.
    """
    sockets: list[socket.socket] = []
    hosts: Sequence[tuple[socket.AddressFamily, str]] = _HOSTS
    if address is not None:
        hosts = ((socket.AF_INET6 if ":" in address else socket.AF_INET, address),)
    try:
        for family, host in hosts:
            try:
                # By the protocol asyncio knows that no answer has to wait for more of it.
                one = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
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
            raise SatdokuError("this machine has no such address" if address else _NO_LOOPBACK)
        return sockets
    except BaseException:
        for one in sockets:
            one.close()
        raise


class _Server(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield  # one place handles Ctrl-C for all servers


ServedPart: TypeAlias = Callable[[Jobs], contextlib.AbstractAsyncContextManager[None]]
"""A server that answers by the workers while its context is open."""


def serve(
    parts: Sequence[ServedPart], ready: Callable[[], None], loaded: Sequence[str] = LOADED
) -> None:
    """Serve until Ctrl-C or a termination signal.

    :param ready: called once all ports answer.
    :param loaded: modules that a worker finds imported.
    """
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(parts, ready, loaded))


async def _serve(
    parts: Sequence[ServedPart], ready: Callable[[], None], loaded: Sequence[str]
) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(number, stop.set)
    jobs = Jobs(loaded=loaded)
    try:
        async with contextlib.AsyncExitStack() as stack:
            for part in parts:
                await stack.enter_async_context(part(jobs))
            ready()
            await stop.wait()
    finally:
        await jobs.close()


def for_pages(sockets: Sequence[socket.socket]) -> ServedPart:
    """The app, on these sockets."""
    port = sockets[0].getsockname()[1]
    options = {
        "ws": "websockets-sansio",
        "ws_max_size": MAX_FRAME_BYTES,
        "ws_per_message_deflate": False,
    }
    return lambda jobs: _answering(sockets, app(port, jobs), **options)


def for_frames(sockets: Sequence[socket.socket], origins: Sequence[str] = ()) -> ServedPart:
    """The answers to f-puzzles and to pages of further origins, on these sockets."""
    return lambda jobs: answering(sockets, jobs, origins)


def for_programs(sockets: Sequence[socket.socket], settings: ApiSettings) -> ServedPart:
    """The interface for programs, on these sockets."""
    _raise_limit_of_files()

    @contextlib.asynccontextmanager
    async def part(jobs: Jobs) -> AsyncIterator[None]:
        options = {"ws": "none", "http": _Patient}
        async with _answering(sockets, api(jobs, settings), **options):
            await jobs.warm()
            yield

    return part


def _raise_limit_of_files() -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, _MAX_FILES)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class _Patient(H11Protocol):
    """A connection that is closed where the headers of a request take too long."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._stop_waiting()
        elif self._waiting is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._waiting = self.loop.call_later(_HEADER_SECONDS, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


@contextlib.asynccontextmanager
async def _answering(
    sockets: Sequence[socket.socket], answers: ASGIApp, **options: Any
) -> AsyncIterator[None]:
    server = _Server(
        uvicorn.Config(
            answers,
            log_level="warning",
            lifespan="off",
            timeout_graceful_shutdown=5,
            server_header=False,
            **options,
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
