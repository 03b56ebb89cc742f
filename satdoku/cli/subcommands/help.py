"""``satdoku help``: the list of commands, or the help of one."""

from __future__ import annotations

from typing import Annotated

from satdoku.cli.completing import commands
from satdoku.cli.options import LangOption, argument
from satdoku.messages import SOURCE

LISTED = 810, "Print this list, or the help of a command"
EXAMPLES = ("satdoku help", "satdoku help generate", "satdoku help --lang de")


def help(
    command: Annotated[
        list[str] | None,
        argument(metavar="[COMMAND]", text="A command.", show_default=False, values=commands),
    ] = None,
    lang: LangOption = SOURCE,
) -> int:
    """Print the list of commands, or the help of one of them."""
    from satdoku.cli.app import answer

    return answer([*(command or ()), "--help"])
