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

import signal
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line and exit with its code."""
    try:
        from satdoku.cli.streams import prepare_streams

        prepare_streams()
        from satdoku.cli.app import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        # Before run could say it: half of a short run goes into imports.
        print("satdoku: interrupted", file=sys.stderr)
        code = 130
    finally:
        # Ctrl-C while the interpreter ends must end it, not print a traceback.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(code)
