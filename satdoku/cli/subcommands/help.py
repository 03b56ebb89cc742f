"""``satdoku help``: the list of commands, or the help of one."""

from __future__ import annotations

from typing import Annotated

from satdoku.cli.completing import commands
from satdoku.cli.options import argument

LISTED = 810, "Print this list, or the help of a command"
EXAMPLES = ("satdoku help", "satdoku help generate")


def help(
    command: Annotated[
        list[str] | None,
        argument(metavar="[COMMAND]", text="A command.", show_default=False, values=commands),
    ] = None,
) -> int:
    """Print the list of commands, or the help of one of them."""
    from satdoku.cli.app import run

    return run([*(command or ()), "--help"])
