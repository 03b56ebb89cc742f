"""Which format a text is in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from satdoku.base.errors import FormatError
from satdoku.board.geometry import Geometry
from satdoku.formats.registry import FORMATS
from satdoku.formats.texts import looks_like_layout, sample_lines

_PLAIN = re.compile(r"[0-9.]{81}").fullmatch
_OBJECT = re.compile(r'\s*\{\s*("|\}|$)').match
_OBJECTS = ("sudokubench", "json", "fpuzzles", "sudokumaker", "lisudoku", "ipuz")
"""The formats that are sure of some JSON objects, in the order in which they are tried: of texts
that begin with a brace no other is sure, and some take long to see that."""


def detect(text: str, geometry: Geometry | None = None) -> str:
    """The name of the format that the text is most likely in.

    A text that is in none gets the name of the format whose reader reports best what is wrong.
    ``geometry`` is the board, where it is known.

    :raises FormatError: where there is nothing to read.
    """
    return recognise(text, geometry)[0]


def recognise(text: str, geometry: Geometry | None = None) -> tuple[str, int]:
    """The most likely format, and how sure that is: 0 where it is only a last resort."""
    lines = sample_lines(text)
    if not lines:
        raise FormatError(
            "there is nothing but comments in this text" if text.strip() else "the text is empty"
        )
    sure = _at_sight(text, lines, geometry)
    if sure is not None:
        return sure
    if geometry is not None and not geometry.is_square:
        return _on_board(text, lines[0], geometry), 100
    for name in _OBJECTS if lines[0].lstrip().startswith("{") else ():
        if FORMATS[name].detect(text) == 100:
            return name, 100
    best, name = 0, "line"
    for entry in FORMATS.values():
        if entry.name == "samurai" and geometry is not None:
            continue  # a square board is asked for
        score = entry.detect(text)
        if score > best:
            best, name = score, entry.name
    return _of_lines(lines) if name == "line" else name, best


def _at_sight(text: str, lines: Sequence[str], geometry: Geometry | None) -> tuple[str, int] | None:
    """The format of plain lines, which need no other format loaded, of links and of items."""
    plain = _PLAIN(lines[0]) and not (geometry is not None and geometry.grids)
    if plain and (len(lines) == 1 or (_PLAIN(lines[1]) and not looks_like_layout(lines[1]))):
        if len(lines) == 5 and geometry is None and FORMATS["samurai"].detect(text):
            return "samurai", 100
        return _of_lines(lines), 100
    start = lines[0].lstrip()[:1]
    if start.isalpha() or start == "?":
        from satdoku.formats.links import is_link, link_of

        if is_link(lines[0]):
            try:
                return link_of(lines[0]).format, 100
            except FormatError:
                return "fpuzzles", 99  # which reports the fault
    if start == "." and FORMATS["iss"].detect(text) == 100:
        return "iss", 100
    return None


def _of_lines(lines: Iterable[str]) -> str:
    """The format of a file whose first line is cells: one of many formats, where it has others."""
    for line in lines:
        if _OBJECT(line) or (line.lstrip()[0] == "." and "~" in line):
            return "iss"
    return "line"


def _on_board(text: str, first: str, geometry: Geometry) -> str:
    """The format of a text on a board that no length of a text stands for."""
    for name in ("json", "board", "sudokupad", "fpuzzles"):
        if FORMATS[name].detect(text) >= 99:
            return name
    if len(first.split()) == geometry.cell_count > 1:
        return "numbers"
    if geometry.grids:
        counts = [part.cell_count for part in geometry.parts]
        if len(first.strip()) in (counts[0], sum(counts)):
            return "samurai"
    return "grid" if len("".join(first.split())) <= geometry.columns else "line"
