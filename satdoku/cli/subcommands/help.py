"""``satdoku help``: the list of commands, or the help of one."""

from __future__ import annotations

from typing import Annotated

import typer

from satdoku.cli.completing import commands

LISTED = 810, "Print this list, or the help of a command"
EXAMPLES = ("satdoku help", "satdoku help generate")


def help(
    command: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[COMMAND]", help="A command.", show_default=False, autocompletion=commands
        ),
    ] = None,
) -> int:
    """Print the list of commands, or the help of one of them."""
    from satdoku.cli.app import run

    return run([*(command or ()), "--help"])
