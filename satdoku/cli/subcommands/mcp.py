"""``satdoku mcp``: tools for language models, over standard input and output."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator

from satdoku.base.errors import FormatError
from satdoku.cli.inputs import STDIN
from satdoku.cli.output import DONE
from satdoku.cli.streams import reason_of

LISTED = 630, "Serve tools for language models (Model Context Protocol)"
EXAMPLES = ("satdoku mcp",)


def mcp() -> int:
    """Answer a language model: the Model Context Protocol on standard input and output.

    The tools solve, check, explain, rate, make and mend puzzles of any rules (docs/programs.md
    lists them). It ends with the input.
    """
    from satdoku.programs.mcp import serve

    def send(reply: str) -> None:
        sys.stdout.write(f"{reply}\n")
        sys.stdout.flush()

    serve(_lines(), send)
    return DONE


def _lines() -> Iterator[str]:
    if isinstance(sys.stdin, io.TextIOWrapper):
        # What is no UTF-8 is no JSON either, and the message is refused.
        sys.stdin.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        yield from sys.stdin
    except OSError as error:
        why = reason_of(error)
        raise FormatError("{name} cannot be read: {why}", name=STDIN, why=why) from None
