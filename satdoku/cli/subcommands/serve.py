"""``satdoku serve``: the app in a browser on this machine."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

from satdoku.base.errors import SatdokuError
from satdoku.base.worded import worded
from satdoku.cli.options import option, seconds_option
from satdoku.cli.output import DONE
from satdoku.cli.streams import reason_of
from satdoku.cli.subcommands.socket import SOCKET_PORT, OriginOption, web

LISTED = 610, "Open the app on this machine: play, set, generate, learn"
EXAMPLES = (
    "satdoku serve",
    "satdoku serve --port 8000 --no-open --no-socket",
    "satdoku serve --api --port 8000",
)

PORT = 8642
API_SECONDS = 30.0
_MAX_SECONDS = 3600.0
_SHORTEST_TOKEN = 16
_SOCKET_TAKEN = (
    "f-puzzles asks this port: --no-socket serves the app without it, and --socket-port PORT "
    "chooses another"
)


def serve(
    port: Annotated[
        int, option(min=0, max=65535, text="Serve the app on this port; 0: on any free port.")
    ] = PORT,
    socket: Annotated[
        bool, option("--socket/--no-socket", text="Answer the userscript of f-puzzles too.")
    ] = True,
    socket_port: Annotated[
        int, option(min=0, max=65535, text="Answer f-puzzles on this port.")
    ] = SOCKET_PORT,
    origin: OriginOption = None,
    open_browser: Annotated[
        bool, option("--open/--no-open", text="Open the app in the browser.")
    ] = True,
    api: Annotated[
        bool, option("--api", text="Answer programs instead: the questions over HTTP.")
    ] = False,
    address: Annotated[
        str | None,
        option(
            text="Serve on this address of the machine, which others reach, or on 0.0.0.0 "
            "(with --api)."
        ),
    ] = None,
    token_file: Annotated[
        Path | None,
        option(text="Require the token in this file of every request (with --api)."),
    ] = None,
    time_limit: Annotated[
        float, seconds_option("Answer each question within this time at most (with --api).")
    ] = API_SECONDS,
) -> int:
    """Serve the app on this machine: play, set, generate and learn in a browser.

    It accepts requests from this machine only, also from f-puzzles' solver userscript (satdoku
    socket). With --api it answers programs, at the same port and without the app: /openapi.json
    describes the questions (docs/http.md). Ctrl-C ends it.
    """
    running, frames = web("serve")
    if api:
        return _serve_api(running, port, address, origin, token_file, time_limit)
    if address is not None or token_file is not None:
        option = "--address" if address is not None else "--token-file"
        raise SatdokuError("{option} needs --api: the app is for this machine alone", option=option)
    pages = running.bound(
        port, f"http://127.0.0.1:{port}/ may be the app already, and --port PORT chooses another"
    )
    try:
        for_setters = running.bound(socket_port, _SOCKET_TAKEN) if socket else []
    except SatdokuError:
        for one in pages:
            one.close()
        raise
    address = f"http://127.0.0.1:{pages[0].getsockname()[1]}/"

    def ready() -> None:
        print(f"satdoku serves {address} for this machine alone; Ctrl-C ends it")
        if for_setters:
            print(frames.permission(for_setters[0].getsockname()[1]))
        sys.stdout.flush()
        if open_browser:
            import webbrowser

            webbrowser.open(address)

    parts = [running.for_pages(pages)]
    if for_setters:
        parts.append(running.for_frames(for_setters, origin or ()))
    running.serve(parts, ready)
    return DONE


def _serve_api(
    running: Any,
    port: int,
    address: str | None,
    origins: list[str] | None,
    token_file: Path | None,
    seconds: float,
) -> int:
    from satdoku.web.rest import ApiSettings
    from satdoku.web.server import LOOPBACK

    if not 0 < seconds <= _MAX_SECONDS:
        raise SatdokuError(
            "--time-limit is a number of seconds above 0 and up to {most:g}, not {seconds:g}",
            most=_MAX_SECONDS,
            seconds=seconds,
        )
    token = None if token_file is None else _token_of(token_file)
    sockets = running.bound(port, "--port PORT chooses another", address)
    host, number, *_ = sockets[0].getsockname()
    hosts = frozenset(f"{name}:{number}" for name in LOOPBACK) if address is None else None
    settings = ApiSettings(seconds, token, tuple(origins or ()), hosts)

    def ready() -> None:
        shown = f"[{host}]" if ":" in host else host
        who = "this machine alone" if address is None else "whoever reaches it"
        print(f"satdoku answers programs at http://{shown}:{number}/ for {who}; Ctrl-C ends it")
        if address is not None and token is None:
            print("no token is wanted: --token-file FILE sets one")
        sys.stdout.flush()

    loaded = (*running.LOADED, "satdoku.web.rest")
    running.serve([running.for_programs(sockets, settings)], ready, loaded)
    return DONE


def _token_of(file: Path) -> str:
    """:raises SatdokuError: where the file holds no token."""
    try:
        token = file.read_text("utf-8").strip()
    except OSError as error:
        why = worded("{name} cannot be read: {why}", name=file, why=reason_of(error))
        raise SatdokuError("{option}: {reason}", option="--token-file", reason=why) from None
    except ValueError:
        token = ""
    if len(token) < _SHORTEST_TOKEN or not token.isascii() or not token.isprintable():
        raise SatdokuError(
            "--token-file: {file} holds no token: one line of at least {least} characters "
            "without accents",
            file=file,
            least=_SHORTEST_TOKEN,
        )
    return token
