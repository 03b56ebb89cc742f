"""The command line: ``satdoku COMMAND``. One file a command.

A command declares its options, calls a driver and prints; what it answers with is made in
:mod:`satdoku.answers`. No file has 150 lines.

| file | holds |
|---|---|
| commands.py, examples.py | every command in its section, with its line of the help; examples |
| app.py, loading.py | the typer application and how errors become one sentence and an exit code |
| mistakes.py, completing.py | what was probably meant; the values that the shell completes |
| codes.py | exit codes beside those of answers |
| options.py, groups.py, merging.py | the options that commands share, alone and in groups |
| wishes.py, targets.py, boards.py | the options of ``generate`` |
| pages.py | those of ``book`` |
| reading.py, inputs.py, texts.py | how puzzles and options are read; arguments to puzzles |
| asking.py | the driver: a question to every puzzle, in processes, with errors and exit code |
| paths.py | the same for ``explain``, ``hint`` and ``steps``, which go on from positions |
| reports.py, output.py | records to text, lines or JSON and the exit code |
| progress.py | the progress of a run |
| terminal.py, pictures.py, pairing.py, ambiguity.py | what a person at a terminal is shown |
| markdown.py | pages of the documentation as text |
| streams.py, files.py | the standard streams and sentences on stderr; the files of ``-o`` |
| answering.py | one puzzle of the input to its answer, in whatever process that is |
| batch_progress.py | how far a batch run is, and what it came to |
| drawing.py | pictures as files: the options that commands share, and the writing |
| named.py | techniques by the names that options give |
| replay.py | ``satdoku steps --library``: every case of a library, replayed |
| scales.py | what ``satdoku rate`` prints and matches on each scale |
| themes.py | how pictures look: the choices that commands offer |
| waiting.py | the time that one answer takes, on stderr: all the time on a terminal |
| explained.py | what ``satdoku explain`` prints as it is found, and the exit codes |

Begin with hint.py.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from contextlib import suppress
from types import FrameType

from satdoku.cli.codes import BUG, INTERRUPTED

__all__ = ["main"]


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
    except (KeyboardInterrupt, Exception) as error:
        # Libraries turn a KeyboardInterrupt into errors of their own, above all while they load.
        code = INTERRUPTED if interrupts or isinstance(error, KeyboardInterrupt) else BUG
        with suppress(OSError):
            if code == INTERRUPTED:
                print("satdoku: interrupted", file=sys.stderr)
            else:
                traceback.print_exc()
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
