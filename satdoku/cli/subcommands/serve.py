"""``satdoku serve``: the app in a browser on this machine."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from satdoku.base.errors import SatdokuError
from satdoku.cli.output import DONE
from satdoku.cli.subcommands.socket import SOCKET_PORT, OriginOption, web

LISTED = 610, "Open the app on this machine: play, set, generate, learn"
EXAMPLES = ("satdoku serve", "satdoku serve --port 8000 --no-open --no-socket")

PORT = 8642
_SOCKET_TAKEN = (
    "f-puzzles asks this port: --no-socket serves the app without it, and --socket-port PORT "
    "chooses another"
)


def serve(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port of the app; 0: any free port.")
    ] = PORT,
    socket: Annotated[
        bool, typer.Option("--socket/--no-socket", help="Answer f-puzzles' userscript too.")
    ] = True,
    socket_port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port for f-puzzles.")
    ] = SOCKET_PORT,
    origin: OriginOption = None,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the app in the browser.")
    ] = True,
) -> int:
    """Serve the app on this machine: play, set, generate and learn in a browser.

    It accepts requests from this machine only, also from f-puzzles' solver userscript (satdoku
    socket). Ctrl-C ends it.
    """
    running, frames = web("serve")
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

    running.serve(pages, for_setters, ready, origin or ())
    return DONE
