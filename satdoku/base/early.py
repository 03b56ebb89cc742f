"""Ctrl-C while the command ``satdoku`` is loaded ends it as Ctrl-C does later: one line on standard
error and the exit code 130, where Python would print a traceback of its imports.

The package imports this first. A program that imports the package keeps its own handler.
"""

from __future__ import annotations

import _thread
import os
import signal
import sys
import time

_LATER = 0.01  # seconds


def ended_early(number: int, frame: object) -> None:
    """End the process at a signal, until the command line handles it (cli/__init__.py)."""
    try:
        os.write(2, b"satdoku: interrupted\n")
    finally:
        os._exit(128 + number)


def interrupt_again() -> None:
    """Let Ctrl-C be handled once more in the main thread, a little later.

    This is for places where Python or a library would drop the KeyboardInterrupt.
    """

    def later() -> None:
        time.sleep(_LATER)
        _thread.interrupt_main()

    _thread.start_new_thread(later, ())


def prepared() -> None:
    """Let Ctrl-C end the process like this, if it is the command."""
    words = getattr(sys, "argv", None) or [""]
    name = words[0].replace("\\", "/").rpartition("/")[2].partition(".")[0]
    # Of `python -m satdoku` the name is not known yet.
    if name not in ("satdoku", "-m", "satdoku-script"):
        return
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        try:
            signal.signal(signal.SIGINT, ended_early)
        except ValueError:  # this is another thread
            return


prepared()
