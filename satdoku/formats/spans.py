"""Lines to puzzles, where a puzzle may stand on several: objects of JSON, and strings of items."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from satdoku.base.errors import FormatError
from satdoku.formats.base import Entry, Line, ReadOptions, Span, relocate
from satdoku.formats.iss import detect as begins_item
from satdoku.formats.iss.lines import ItemLines
from satdoku.formats.links import is_link
from satdoku.formats.source import MAX_TEXT
from satdoku.formats.texts import numbered
from satdoku.puzzle.document import Document

_STRING = re.compile(r'"(?:[^"\\]|\\.)*(?:"|$)')
_BRACKET = re.compile(r"[][{}]")


def span_entries(
    lines: Iterable[Line], options: ReadOptions, parse: Callable[[str, ReadOptions], Document]
) -> Iterator[Entry]:
    """An entry for each puzzle of some lines."""
    for span in spans(lines):
        yield span_entry(span, options, parse)


def span_entry(
    span: Span, options: ReadOptions, parse: Callable[[str, ReadOptions], Document]
) -> Entry:
    """The entry of the lines of one puzzle."""

    def make() -> Document:
        if span.doubt is not None:
            raise FormatError(span.doubt, line=span.line)
        try:
            return parse(span.text, options)
        except FormatError as error:
            raise relocate(error, span.line) from None

    return Entry(span.line, span.text, make)


def only_span(text: str) -> Span:
    """The lines of the only puzzle of a text.

    :raises FormatError: where there may be several, or none.
    """
    all_spans = spans(numbered(text))
    first = next(all_spans, None)
    if first is None:
        raise FormatError("there is no puzzle in this text")
    if first.doubt is not None:
        raise FormatError(first.doubt, line=first.line)
    if (second := next(all_spans, None)) is not None:
        raise FormatError(
            "one puzzle was expected, but after the one on line {number}, which a blank "
            "line or another puzzle ends, comes more",
            number=first.line,
            line=second.line,
            text=second.text[:80],
        )
    return first


def spans(lines: Iterable[Line]) -> Iterator[Span]:
    """The lines of each puzzle; a line that begins nothing known is one by itself.

    Blank lines and comments are left out, but counted.
    """
    items, data = ItemLines(), _Object()
    for number, text in lines:
        bare = text.lstrip()
        if bare and bare[0] == "#":
            continue
        if data.is_open and bare:
            yield from data.add(number, text)
        elif not bare:
            yield from items.close()
        elif (bare[0] == "." and begins_item(bare) == 100) or (
            items.goes_on(bare) and not is_link(bare)
        ):
            yield from items.add(number, text)
        else:
            yield from items.close()
            if bare[0] in "{[":
                yield from data.add(number, text)
            else:
                yield Span(number, text)
    yield from items.close()
    yield from data.close()


class _Object:
    """Lines that are one object or list of JSON."""

    def __init__(self) -> None:
        self._held: list[str] = []
        self._first = self._last = self._length = 0
        self._open: list[str] = []

    @property
    def is_open(self) -> bool:
        return bool(self._held)

    def add(self, number: int, text: str) -> Iterator[Span]:
        """Another line; the object, where it is complete by then."""
        bare = text.lstrip()
        if self._held and bare[0] in "{[" and not self._may_begin():
            yield from self.close()  # it was cut, and here begins another
        if not self._held:
            self._first = self._last = number
        self._held.append("\n" * (number - self._last) + text)
        self._last = number
        self._length += len(text)
        if self._length > MAX_TEXT:
            raise FormatError("this JSON is too long for one puzzle", line=number)
        for bracket in _BRACKET.finditer(_STRING.sub('""', text)):
            if bracket[0] in "{[":
                self._open.append(bracket[0])
            elif self._open:
                self._open.pop()
        if not self._open:
            yield from self.close()

    def _may_begin(self) -> bool:
        """Whether an object or a list can follow what is held."""
        end = self._held[-1].rstrip()[-1:]
        return end in ("[", ":") or (end == "," and self._open[-1:] == ["["])

    def close(self) -> Iterator[Span]:
        """The lines that are held."""
        held, first = self._held, self._first
        self.__init__()  # type: ignore[misc]
        if held:
            yield Span(first, "".join(held))
