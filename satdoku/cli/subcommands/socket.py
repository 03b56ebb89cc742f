"""``satdoku socket``: the solver that f-puzzles asks."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from typing import Annotated, Any

from satdoku.base.errors import EngineUnavailable
from satdoku.base.worded import worded
from satdoku.cli.options import bad_value, option
from satdoku.cli.output import DONE

LISTED = 620, "Answer the userscripts of f-puzzles and SudokuPad"
EXAMPLES = ("satdoku socket", "satdoku socket --userscript > sudokupad.user.js")

SOCKET_PORT = 4545


def _origins(origins: list[str] | None) -> list[str] | None:
    """Browsers send scheme, host and port: anything else would match no page."""
    for one in origins or ():
        if not re.fullmatch(r"https?://[^/?#\s]+", one):
            raise bad_value(
                worded("{value!r} is not an origin, such as https://example.org", value=one)
            )
    return origins


OriginOption = Annotated[
    list[str] | None,
    option(
        metavar="URL",
        text="Accept requests of this page too, such as https://example.org.",
        callback=_origins,
    ),
]


def web(command: str) -> tuple[Any, Any]:
    """The modules that run the servers.

    :raises EngineUnavailable: where their packages are not installed.
    """
    try:
        return import_module("satdoku.web.running"), import_module("satdoku.web.socket")
    except ImportError as error:
        raise EngineUnavailable(
            f"satdoku {command} needs {error.name}: pip install 'satdoku[serve]'"
        ) from None


def socket(
    port: Annotated[
        int, option(min=0, max=65535, text="Answer on this port; f-puzzles uses only 4545.")
    ] = SOCKET_PORT,
    origin: OriginOption = None,
    userscript: Annotated[
        bool, option("--userscript", text="Print the userscript for SudokuPad and end.")
    ] = False,
) -> int:
    """Answer f-puzzles with its solver userscript, and SudokuPad with satdoku's.

    It accepts requests from this machine only, on ws://localhost:4545. Ctrl-C ends it.
    """
    if userscript:
        from satdoku.web.labels import userscript as script

        print(script(port or SOCKET_PORT), end="")
        return DONE
    running, frames = web("socket")
    sockets = running.bound(
        port,
        f"f-puzzles asks {SOCKET_PORT} alone; --port PORT chooses another for others",
    )

    def ready() -> None:
        print(frames.permission(sockets[0].getsockname()[1]))
        sys.stdout.flush()

    running.serve([running.for_frames(sockets, origin or ())], ready)
    return DONE
