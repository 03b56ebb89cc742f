"""The command line: ``satdoku COMMAND``.

A command that only puts a question and prints the answer is made from its question
(:class:`satdoku.answers.question.Command`); the others are in ``subcommands/``, one file each.

| file | holds |
|---|---|
| commands.py | the list of commands by section, found without loading them |
| generated_output.py, kept_output.py | where ``generate`` and collections put their puzzles |
| app.py | runs a command line; how errors become one sentence |
| functions.py | the functions of commands; calls of them without options, which need no typer |
| loading.py | the typer application and its commands, for lines with options |
| helping.py | the help of the commands, in the language that is spoken |
| mistakes.py, completing.py | suggestions for misspelled words; values that the shell completes |
| options.py, groups.py, merging.py | the options that commands share, alone and in groups |
| pages.py | the options of ``book`` and ``worksheet`` |
| additions.py | the rules and givens that options add to puzzles |
| reading.py, inputs.py, texts.py | how puzzles and options are read; arguments to puzzles |
| driver.py | asks a question of every puzzle, in processes; errors, exit code |
| plain_lines.py | files of plain lines, answered a block at a time |
| paths.py | the driver of ``explain``, ``hint`` and ``steps``, which continue from positions |
| reports.py, output.py | answers to text, lines or JSON and the exit code |
| progress.py | the progress of a run |
| terminal.py | the answers as a terminal shows them |
| markdown.py | pages of the documentation as text |
| streams.py, files.py | the standard streams and sentences on stderr; the files of ``-o`` |
| batch_progress.py | the progress of a batch run, and its result |
| drawing.py | pictures as files: the options that commands share, and the writing |
| named.py | from technique names in options to techniques |
| themes.py | how pictures look: the choices that commands offer |
| waiting.py | the time that an answer has taken, on stderr; on a terminal continuously |

Begin with app.py.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from contextlib import suppress
from types import FrameType

from satdoku.base.codes import BUG, INTERRUPTED
from satdoku.base.early import ended_early, interrupt_again
from satdoku.base.garbage import seldom_gc

__all__ = ["main"]


def main() -> None:
    """Run the command line and exit with its code."""
    interrupts = []
    waiting = []  # interrupts that did not end the work yet
    ended: list[bool] = []  # the work is over: an interrupt that comes again ends nothing

    def later() -> None:
        waiting.append(True)
        interrupt_again()

    def unraisable(dropped: sys.UnraisableHookArgs) -> None:
        # Python drops what is raised while an object is freed.
        if isinstance(dropped.exc_value, KeyboardInterrupt):
            later()
        else:
            sys.__unraisablehook__(dropped)

    def interrupt(number: int, frame: FrameType | None) -> None:
        interrupts.append(number)
        if ended:
            return
        if _is_importing(frame):
            later()
        else:
            waiting.clear()
            signal.default_int_handler(number, frame)

    try:
        if signal.getsignal(signal.SIGINT) in (signal.default_int_handler, ended_early):
            signal.signal(signal.SIGINT, interrupt)
            sys.unraisablehook = unraisable
        from satdoku.cli.streams import prepare_streams

        prepare_streams()
        with seldom_gc():
            from satdoku.cli.app import run

            code = run(sys.argv[1:])
            # What is left needs no collector, which would look through all of it as Python ends: a
            # tenth of a short run.
            gc.freeze()
        ended.append(True)
        if waiting:
            raise KeyboardInterrupt
    except (KeyboardInterrupt, Exception) as error:
        ended.append(True)
        # Libraries turn a KeyboardInterrupt into errors of their own, above all while they load.
        code = INTERRUPTED if interrupts or isinstance(error, KeyboardInterrupt) else BUG
        with suppress(OSError):
            if code == INTERRUPTED:
                print("satdoku: interrupted", file=sys.stderr)
            else:
                import traceback  # it loads much, and until main begins Ctrl-C prints a traceback

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


def _is_importing(frame: FrameType | None) -> bool:
    """Whether a module is being imported: the import system and compiled modules drop exceptions
    here and there, and Ctrl-C with them."""
    while frame is not None and frame.f_code is not main.__code__:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False
