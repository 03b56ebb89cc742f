"""The command line: ``satdoku COMMAND``. One file a command.

| file | holds |
|---|---|
| app.py | the typer application and how errors become one sentence and an exit code |
| options.py | the options that commands share |
| inputs.py | arguments (puzzle, file, ``-``) to entries, and entries to puzzles |
| asking.py | one entry to one record: the questions, as functions that worker processes can run |
| output.py | records to text, lines or JSON; the exit code; progress |
"""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line and exit with its code."""
    try:
        from satdoku.cli.app import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        # Before run could say it: half of a short run goes into imports.
        print("satdoku: interrupted", file=sys.stderr)
        code = 130
    sys.exit(code)
