"""The application: its commands, and how errors become one sentence and an exit code."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from typing import Annotated

import typer

from satdoku.base.codes import BUG, INTERRUPTED, Explained
from satdoku.base.errors import ProgramFault, SatdokuError
from satdoku.base.version import __version__
from satdoku.cli.commands import documentation
from satdoku.cli.loading import SETTINGS, Commands
from satdoku.cli.output import BAD_INPUT, complain
from satdoku.cli.streams import OutputFailed, ReaderGone, discard, speak
from satdoku.messages import SOURCE

app = typer.Typer(
    name="satdoku",
    cls=Commands,
    epilog=documentation(),
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings=SETTINGS,
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"satdoku {__version__}")
        raise typer.Exit


@app.callback()
def satdoku_command(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Solve, check and count Sudoku puzzles, with answers that can be trusted.

    A PUZZLE is the puzzle itself (81 characters for a 9x9), a file of puzzles, or - for standard
    input. Exit codes: 0 yes or done, 1 no (not unique, unsolvable), 2 bad input, 3 undecided,
    70 a fault of satdoku.
    """


# typer carries its own copy of click and does not export the base of its usage errors.
_ClickException = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    complain(str(message))


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code; never a traceback for the user's faults."""
    warnings.showwarning = _show_warning
    speak(SOURCE)
    try:
        try:
            return _run(arguments)
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


def _run(arguments: Sequence[str]) -> int:
    try:
        code = app(list(arguments), standalone_mode=False)
        sys.stdout.flush()
        # typer turns Ctrl-C into this code without a word
        if code == INTERRUPTED and not isinstance(code, Explained):
            complain("interrupted")
    except SatdokuError as error:
        complain(str(error))
        return BUG if isinstance(error, ProgramFault) else BAD_INPUT
    except typer.Abort:
        raise KeyboardInterrupt from None
    except (OSError, MemoryError) as error:  # such as too many open files
        complain(str(error) or "there is not enough memory")
        return BAD_INPUT
    except Exception as error:
        if not isinstance(error, _ClickException):
            raise
        if type(error).__name__ == "NoArgsIsHelpError":
            print(error.format_message())  # type: ignore[attr-defined]
            sys.stdout.flush()
        else:
            from satdoku.cli.mistakes import sentence

            complain(sentence(error))
        return BAD_INPUT
    return code if isinstance(code, int) else 0
