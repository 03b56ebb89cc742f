"""``satdoku mcp``: tools for language models, over standard input and output."""

from __future__ import annotations

import sys

from satdoku.cli.output import DONE

__all__ = ["EXAMPLES", "LISTED", "mcp"]

LISTED = 630, "Serve tools for language models (Model Context Protocol)"
EXAMPLES = ("satdoku mcp",)


def mcp() -> int:
    """Answer a language model: the Model Context Protocol on standard input and output.

    The tools are solve, check, hint, why, show, describe and judge. It ends with the input.
    """
    from satdoku.programs.mcp import served

    for reply in served(sys.stdin):
        sys.stdout.write(f"{reply}\n")
        sys.stdout.flush()
    return DONE
