"""What an argument is: the name of a file, or a puzzle."""

from __future__ import annotations

import re
from math import isqrt
from pathlib import Path

from satdoku.formats import FORMATS

_SHORTEST_PUZZLE = 16
_PLAIN_SYMBOLS = set("0123456789.*_ ")
_LINK = re.compile(
    r"\s*([a-z]+://|\?|([a-z0-9-]+\.)+[a-z]+/.*[?#]|N4Ig|(scl|ctc|fpuz|scf).{16}|\..*~)", re.I
)
"""How a link begins, or a string of Interactive Sudoku Solver; such a text is no path."""
_GRID = re.compile(r"[0-9A-Za-z.*_]{100,}", re.ASCII)
"""Digits beyond 9 are letters, and only boards of more than 9x9 cells have them."""


def looks_like_a_path(argument: str) -> bool:
    """Whether an argument was meant as the name of a file rather than as a puzzle."""
    if "\n" in argument or (argument and not set(argument) - _PLAIN_SYMBOLS):
        return False
    if _LINK.match(argument) or FORMATS["iss"].detect(argument):
        return False
    return (
        len(argument) < _SHORTEST_PUZZLE
        or "/" in argument
        or (bool(Path(argument).suffix[1:2].isalpha()) and not _is_grid(argument))
    )


def _is_grid(argument: str) -> bool:
    """Whether a text may be the cells of a board whose digits are letters too."""
    return bool(_GRID.fullmatch(argument)) and isqrt(len(argument)) ** 2 == len(argument)
