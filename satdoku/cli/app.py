"""The application: its commands, and how errors become one sentence and an exit code."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence

from satdoku.base.codes import BUG, INTERRUPTED, Explained
from satdoku.base.errors import ProgramFault, SatdokuError
from satdoku.cli.functions import bare_call
from satdoku.cli.output import BAD_INPUT, complain
from satdoku.cli.streams import OutputFailed, ReaderGone, discard, speak


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    complain(str(message))


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code; never a traceback for the user's faults."""
    warnings.showwarning = _show_warning
    speak(arguments)
    try:
        try:
            return answer(arguments)
        except KeyboardInterrupt:
            complain("interrupted")
            return INTERRUPTED
    except ReaderGone:
        discard(sys.stdout)
        return 0
    except OutputFailed as error:
        discard(sys.stdout)
        complain(str(error))
        return BAD_INPUT
    finally:
        speak(())


def answer(arguments: Sequence[str]) -> int:
    """:func:`run` inside of another command, in its language."""
    try:
        code = _called(arguments)
        sys.stdout.flush()
        # typer turns Ctrl-C into this code without a word
        if code == INTERRUPTED and not isinstance(code, Explained):
            complain("interrupted")
    except SatdokuError as error:
        complain(str(error))
        return BUG if isinstance(error, ProgramFault) else BAD_INPUT
    except (OSError, MemoryError) as error:  # such as too many open files
        complain(str(error) or "there is not enough memory")
        return BAD_INPUT
    except Exception as error:
        from satdoku.cli.mistakes import report_mistake

        report_mistake(error)
        return BAD_INPUT
    return code if isinstance(code, int) else 0


def _called(arguments: Sequence[str]) -> object:
    call = bare_call(arguments)
    if call is not None:
        return call()
    from satdoku.cli.loading import app

    return app(list(arguments), standalone_mode=False)
