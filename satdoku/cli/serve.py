"""``satdoku serve``: the app in a browser on this machine."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from satdoku.cli.output import DONE
from satdoku.errors import EngineUnavailable

__all__ = ["serve"]

PORT = 8642


def serve(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The app's port; 0: any that is free.")
    ] = PORT,
    socket: Annotated[
        bool, typer.Option("--socket/--no-socket", help="Answer f-puzzles on port 4545 too.")
    ] = True,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the app in the browser.")
    ] = True,
) -> int:
    """Serve the app on this machine: play, set, generate and learn in a browser.

    It answers this machine alone, and ends with Ctrl-C.
    """
    try:
        from satdoku.web.running import bound, serve
    except ImportError as error:
        raise EngineUnavailable(
            f"satdoku serve needs {error.name}: pip install 'satdoku[serve]'"
        ) from None
    sockets = bound(port, "--port")
    address = f"http://127.0.0.1:{sockets[0].getsockname()[1]}/"

    def ready() -> None:
        print(f"satdoku serves {address} for this machine alone; Ctrl-C ends it")
        sys.stdout.flush()
        if open_browser:
            import webbrowser

            webbrowser.open(address)

    serve(sockets, ready)
    return DONE
