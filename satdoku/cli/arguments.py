"""What an argument is: the name of a file, or a puzzle."""

from __future__ import annotations

import re
from pathlib import Path

from satdoku.formats import FORMATS

__all__ = ["looks_like_a_path"]

_SHORTEST_PUZZLE = 16
_PLAIN_SYMBOLS = set("0123456789.*_ ")
_LINK = re.compile(
    r"\s*([a-z]+://|\?|([a-z0-9-]+\.)+[a-z]+/.*[?#]|N4Ig|(scl|ctc|fpuz|scf).{16}|\..*~)", re.I
)
"""How a link begins, or a string of Interactive Sudoku Solver; such a text is no path."""


def looks_like_a_path(argument: str) -> bool:
    """Whether an argument was meant as the name of a file rather than as a puzzle."""
    if "\n" in argument or (argument and not set(argument) - _PLAIN_SYMBOLS):
        return False
    if _LINK.match(argument) or FORMATS["iss"].detect(argument):
        return False
    return (
        len(argument) < _SHORTEST_PUZZLE
        or "/" in argument
        or bool(Path(argument).suffix[1:2].isalpha())
    )
