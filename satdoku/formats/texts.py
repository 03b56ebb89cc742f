"""Small helpers for reading texts of several lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from math import isqrt
from typing import TypeVar

from satdoku.base.errors import FormatError
from satdoku.base.worded import worded
from satdoku.formats.base import (
    Entry,
    Line,
    ParseLine,
    ReadOptions,
    Sizes,
    data_lines,
    line_entries,
)
from satdoku.formats.places import NoCell
from satdoku.puzzle import Document

T = TypeVar("T")


def numbered(text: str) -> Iterator[Line]:
    """The lines of a text with their numbers; any line end is taken."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return enumerate(text.split("\n"), 1)


def sample_lines(text: str, most: int = 64) -> list[str]:
    """The first lines that are neither blank nor comments."""
    first_lines = []
    for _, line in data_lines(numbered(text)):
        first_lines.append(line)
        if len(first_lines) == most:
            break
    return first_lines


def single_line(text: str) -> Line:
    """The only line of a text that is neither blank nor a comment.

    :raises FormatError: where there is none, or a second.
    """
    return only(data_lines(numbered(text)), lambda line: line)


def only(items: Iterator[T], line_of: Callable[[T], Line]) -> T:
    """The only item of a text.

    :param line_of: the number of an item's line, and its text.
    :raises FormatError: where there is none, or a second.
    """
    first = next(items, None)
    if first is None:
        raise FormatError("there is no puzzle in this text")
    if (second := next(items, None)) is not None:
        line, text = line_of(second)
        raise FormatError(
            "one puzzle was expected, but after the one on line {first} comes more",
            first=line_of(first)[0],
            line=line,
            text=text[:80],
        )
    return first


def parse_only_line(text: str, options: ReadOptions, parse_line: ParseLine) -> Document:
    """The document of a text that is one line; a fault is placed on that line.

    :raises FormatError: where there is not exactly one line, or it cannot be read.
    """
    number, line = single_line(text)
    try:
        return parse_line(line, options, Sizes())
    except FormatError as error:
        raise error.at(number) from None


def by_lines(
    parse_line: ParseLine,
) -> tuple[
    Callable[[str, ReadOptions], Document], Callable[[Iterable[Line], ReadOptions], Iterator[Entry]]
]:
    """``parse`` and ``entries`` of a format that has a puzzle a line, all of one size."""
    return partial(parse_only_line, parse_line=parse_line), partial(
        line_entries, parse_line=parse_line
    )


class placed:  # noqa: N801 - a context manager, made for every clue: no generator
    """Puts the place of what cannot be read before the reason, as :func:`at_place`."""

    __slots__ = ("_place", "_rule")

    def __init__(self, place: str, rule: str = "") -> None:
        self._place, self._rule = place, rule

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, FormatError):
            raise at_place(error, self._place, self._rule) from None


def at_place(error: FormatError, place: str, rule: str = "") -> FormatError:
    """A fault with its place before the reason, and the name of its rule before a cell that the
    board does not have."""
    why = error.reason
    if rule and isinstance(error, NoCell):
        why = worded("{rule}: {error}", rule=rule, error=why)
    return FormatError("{place}: {why}", place=place, why=why, text=error.text)


def is_layout(labels: str) -> bool:
    """Whether symbols label the cells of a square board: as many labels as its side, each for as
    many cells, some of them in one row or column.

    Where none are, it is a solution of a puzzle.
    """
    size = isqrt(len(labels))
    if size < 4 or size * size != len(labels) or not labels.isalnum():
        return False
    rows = [labels[i : i + size] for i in range(0, len(labels), size)]
    lines = (*rows, *zip(*rows, strict=True))
    return {labels.count(label) for label in {*labels}} == {size} and any(
        len({*line}) < size for line in lines
    )


def looks_like_layout(text: str) -> bool:
    """Whether a line of one symbol a cell labels regions: equal symbols lie side by side.

    In a puzzle they never do, save for the empty cells, which are one symbol of many.
    """
    size = isqrt(len(text))
    if size < 4 or size * size != len(text):
        return False
    touching: dict[str, int] = {}
    for index, label in enumerate(text):
        if (index + 1) % size and text[index + 1] == label:
            touching[label] = touching.get(label, 0) + 1
        if index + size < len(text) and text[index + size] == label:
            touching[label] = touching.get(label, 0) + 1
    labels = set(text) - {"."}
    together = sum(touching.get(label, 0) >= max(1, text.count(label) - 1) for label in labels)
    return len(labels) >= 3 and 4 * together >= 3 * len(labels)
