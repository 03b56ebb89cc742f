"""The command line: ``satdoku COMMAND``. One file a command.

| file | holds |
|---|---|
| app.py | the typer application and how errors become one sentence and an exit code |
| options.py | the options that commands share |
| inputs.py | arguments (puzzle, file, ``-``) to entries, and entries to puzzles |
| asking.py | one entry to one record: the questions, as functions that worker processes can run |
| output.py | records to text, lines or JSON; the exit code; progress |
| streams.py | the standard streams, sentences on stderr, the files of ``-o`` |
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from types import FrameType

__all__ = ["INTERRUPTED", "main"]

INTERRUPTED = 130


def main() -> None:
    """Run the command line and exit with its code."""
    interrupts = []

    def interrupt(number: int, frame: FrameType | None) -> None:
        interrupts.append(number)
        signal.default_int_handler(number, frame)

    try:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, interrupt)
        from satdoku.cli.streams import prepare_streams

        prepare_streams()
        from satdoku.cli.app import run

        code = run(sys.argv[1:])
    except (KeyboardInterrupt, Exception):
        # Libraries turn a KeyboardInterrupt into errors of their own, above all while they load.
        if not interrupts:
            raise
        with suppress(OSError):
            print("satdoku: interrupted", file=sys.stderr)
        code = INTERRUPTED
    if signal.getsignal(signal.SIGINT) is interrupt:
        # Ctrl-C while the interpreter ends must end it, not print a traceback.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if code == INTERRUPTED:
        # At once: no thread of an engine is waited for.
        for stream in (sys.stdout, sys.stderr):
            with suppress(Exception):
                stream.flush()
        os._exit(code)
    sys.exit(code)
