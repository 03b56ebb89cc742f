"""Small helpers for reading texts of several lines."""

from __future__ import annotations

from collections.abc import Iterator

from satdoku.errors import FormatError
from satdoku.formats.base import Line, data_lines

__all__ = ["numbered", "sample_lines", "single_line"]


def numbered(text: str) -> Iterator[Line]:
    """The lines of a text with their numbers; any line end is taken."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return enumerate(text.split("\n"), 1)


def sample_lines(text: str, most: int = 64) -> list[str]:
    """The first lines that are neither blank nor comments."""
    found = []
    for _, line in data_lines(numbered(text)):
        found.append(line)
        if len(found) == most:
            break
    return found


def single_line(text: str) -> Line:
    """The only line of a text that is neither blank nor a comment.

    :raises FormatError: where there is none, or a second.
    """
    found = data_lines(numbered(text))
    first = next(found, None)
    if first is None:
        raise FormatError("there is no puzzle in this text")
    if (second := next(found, None)) is not None:
        raise FormatError(
            f"one puzzle was expected, but after the one on line {first[0]} comes more",
            line=second[0],
            text=second[1][:80],
        )
    return first
