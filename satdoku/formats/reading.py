"""Reading: one puzzle from a text, or a stream of puzzles from a source."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import field, replace
from functools import partial
from typing import IO, Any

from satdoku.base.errors import FormatError, SatdokuError, Unsupported, legible
from satdoku.base.records import dataclass
from satdoku.formats.base import (
    MAX_NUMBER_DIGITS,
    Entry,
    Format,
    Line,
    ReadOptions,
    Sizes,
    WriteOptions,
    line_entry,
    relocate,
)
from satdoku.formats.detect import detect, recognise
from satdoku.formats.registry import get_format
from satdoku.formats.source import RawLines, Source, check_text
from satdoku.formats.texts import sample_lines
from satdoku.puzzle.document import Document

_DEFAULT = ReadOptions()
_PLAIN = WriteOptions()
_LINE_FORMATS = frozenset(("line", "sdm"))


def parse(text: str, options: ReadOptions = _DEFAULT) -> Document:
    """The one puzzle in this text.

    :raises FormatError: naming what is wrong and where; also where the text holds several.
    """
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    check_text(text)
    if options.format is None:
        name, sure = recognise(text, options.geometry)
        if not sure and len(lines := sample_lines(text, 2)) > 1:
            if (document := _inside(text, name, options)) is not None:
                return document
            raise FormatError(
                "this text is in no format that satdoku supports; its first line is {lines!r}",
                lines=lines[0].strip()[:40],
            )
    else:
        name = options.format
    entry = get_format(name)
    if entry.items and "\n" in text.strip():
        from satdoku.formats.spans import only_span

        text = only_span(text).text
    try:
        return _parse_as(entry, text, options)
    except FormatError as error:
        if (document := _inside(text, name, options, error)) is None:
            raise
        return document


def _inside(
    text: str, format: str, options: ReadOptions, error: FormatError | None = None
) -> Document | None:
    """The only board in a text that its format does not read."""
    from satdoku.formats import inside  # few texts hold anything else

    if not inside.may_be_inside(text, format, options):
        return None
    return inside.only_inside(text, options, error)


def _parse_as(entry: Format, text: str, options: ReadOptions) -> Document:
    if entry.name == "json":
        from satdoku.formats.records import parse_json  # few texts have records

        return parse_json(text, options, parse)
    return entry.module.parse(text, options)


@dataclass(frozen=True)
class LineReader:
    """Raw lines of one source, one puzzle each, to entries; it can be pickled.

    The first readable line fixes the size of the others.
    """

    format: str
    options: ReadOptions
    sizes: Sizes = field(default_factory=Sizes)

    def entry(self, line: int, text: str) -> Entry:
        """The entry of a line."""
        from satdoku.formats import line as lines
        from satdoku.formats import sdm

        parse_line = sdm.parse_line if self.format == "sdm" else lines.parse_line
        return line_entry(line, text, self.options, parse_line, self.sizes)

    def copy(self) -> LineReader:
        """A reader of its own with the size that is known now."""
        return replace(self, sizes=replace(self.sizes))


class Reader:
    """A source of puzzles whose format is known.

    Iterating gives an Entry for each puzzle. Where ``is_lines`` holds, :meth:`blocks` gives the
    raw lines instead, for callers that check plain lines faster than by making puzzles of them.

    :raises FormatError: where the source cannot be read or holds no puzzle.
    """

    def __init__(
        self, source: str | os.PathLike[str] | IO[Any], options: ReadOptions = _DEFAULT
    ) -> None:
        self.options = options
        self._whole: list[Entry] | None = None
        self._source = Source(source)
        self.name = self._source.name
        try:
            self.format = self._format()
            self.lines = LineReader(self.format, options)
            self._whole = self._read_whole()
        except BaseException:
            self._source.close()
            raise

    def _format(self) -> str:
        if self.options.format is not None:
            return get_format(self.options.format).name
        sample = self._source.sample()
        if _is_binary(sample):
            raise FormatError("{name} is a binary file, not text", name=self.name)
        if not sample_lines(sample, 1):
            blank = not sample.strip() and not self._source.dropped_comments
            raise FormatError("{name} is empty", name=self.name) if blank else self._nothing()
        return detect(sample, self.options.geometry)

    @property
    def is_lines(self) -> bool:
        """Whether this is a file of plain lines, one puzzle each."""
        return self.format in _LINE_FORMATS and not self._whole

    def close(self) -> None:
        """Close the source; done anyway when it has been read to its end."""
        self._source.close()

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Entry]:
        holds_any = False
        try:
            for entry in self._entries():
                if self.format == "sdk" and self._source.dropped_comments:
                    raise FormatError(
                        "the headers of {name} are too long", name=self.name, line=entry.line
                    )
                holds_any = True
                yield entry
        finally:
            self.close()
        if not holds_any:
            raise self._nothing()

    def _read_whole(self) -> list[Entry] | None:
        """The puzzles of a short text that holds more than what its format reads, or all of those
        that it reads, where they were read to see that; ``None`` where that need not be seen."""
        first, start = self.first_line(), self._source.next_number
        if self.options.format is not None or first is None:
            return None
        if self.is_lines and self.lines.copy().entry(*first).document is not None:
            return None
        from satdoku.formats import inside  # few files begin with anything else

        if not inside.may_be_inside(self._source.sample(), self.format, self.options):
            return None
        blocks = get_format(self.format).many == "blocks"
        text = self._source.whole(wait=not blocks)
        if text is None:
            return None
        lines = list(enumerate(text.split("\n"), start))
        entries = list(self._in_format(iter(lines)))
        good = [entry.document.puzzle for entry in entries if entry.document is not None]
        if len(good) == len(entries) or (len(good) > 1 and not blocks):
            return entries if blocks else None
        try:
            boards = inside.entries_inside(text, start, self.options)
        except FormatError as error:
            if good:
                return None
            self.format = "grid"
            return [_refused(first[0], "\n".join(text.split("\n")[first[0] - start :]), error)]
        puzzles = [entry.document.puzzle for entry in boards if entry.document is not None]
        if not boards or not all(puzzle in puzzles for puzzle in good):
            return None
        self.format = "grid"  # puzzles and what stands around them
        return boards

    def _entries(self) -> Iterator[Entry]:
        if self._whole is not None:
            return iter(self._whole)
        entries = self._in_format(self._source.lines())
        if self.options.format is not None or get_format(self.format).many != "blocks":
            return entries
        return (_or_inside(entry, self.format, self.options) for entry in entries)

    def _in_format(self, lines: Iterator[Line]) -> Iterator[Entry]:
        format = get_format(self.format)
        if format.name == "json":
            from satdoku.formats.records import record_entries

            return record_entries(lines, self.options, partial(_parse_as, format))
        if hasattr(format.module, "entries"):
            return format.module.entries(lines, self.options)
        from satdoku.formats.spans import span_entries

        # Of links, a list may have those of several sites.
        mixed = self.options.format is None and hasattr(format.module, "read_body")
        return span_entries(lines, self.options, parse if mixed else partial(_parse_as, format))

    def first_line(self) -> Line | None:
        """The first line that is neither blank nor a comment, without reading on."""
        for number, text in enumerate(self._source.sample().split("\n"), self._source.next_number):
            if (bare := text.lstrip()) and bare[0] != "#":
                return number, text
        return None

    def raw_blocks(self) -> Iterator[RawLines]:
        """Blocks of lines as they stand."""
        return self._source.blocks()

    def blocks(self) -> Iterator[list[Line]]:
        """Blocks of (line number, raw text); blank lines and comments are left out.

        :raises FormatError: where the format is not one of plain lines.
        """
        if not self.is_lines:
            raise FormatError(
                "{name} holds no plain lines, but the format {format!r}",
                name=self.name,
                format=self.format,
            )
        holds_any = False
        for block in self._source.blocks():
            lines = [
                (number, text)
                for number, text in enumerate(block.text.split("\n"), block.first)
                if (bare := text.lstrip()) and bare[0] != "#"
            ]
            if lines:
                holds_any = True
                yield lines
        if not holds_any:
            raise self._nothing()

    def entry(self, line: int, text: str) -> Entry:
        """The entry of a raw line from :meth:`blocks`. The first readable one fixes the size."""
        return self.lines.entry(line, text)

    def _nothing(self) -> FormatError:
        return FormatError("{name} holds no puzzle, only blank lines and comments", name=self.name)


def _refused(line: int, text: str, error: FormatError) -> Entry:
    """The entry of a text that is refused as a whole."""

    def parse() -> Document:
        raise relocate(error, line)

    return Entry(line, text, parse)


def _or_inside(entry: Entry, format: str, options: ReadOptions) -> Entry:
    """An entry, or the only board in it where its format cannot read it."""

    def parse() -> Document:
        if entry.document is not None:
            return entry.document
        assert entry.error is not None
        try:
            document = _inside(entry.text, format, options)
        except FormatError as error:
            raise relocate(error, entry.line) from None
        if document is None:
            raise entry.error
        return document

    return replace(entry, parse=parse)


def _is_binary(sample: str) -> bool:
    """Whether a tenth of the text is control characters and bytes that are not UTF-8."""
    odd = sum((c < " " and c not in "\t\n\f") or "\udc80" <= c <= "\udcff" for c in sample[:4096])
    return odd * 10 > len(sample[:4096])


def read(
    source: str | os.PathLike[str] | IO[Any], options: ReadOptions = _DEFAULT
) -> Iterator[Entry]:
    """The puzzles of a file (``-`` is standard input), one Entry each, read as they are asked for.

    :raises FormatError: where the source as a whole cannot be read; a puzzle that cannot be read
        is an Entry with its error, and reading goes on.
    """
    return iter(Reader(source, options))


def write(document: Document, format: str, options: WriteOptions = _PLAIN) -> str:
    """The document as text in this format, ending in a line end.

    :raises Unsupported: naming what the format cannot hold.
    """
    _require_short_numbers(document)
    return legible(get_format(format).module.write(document, options))


def _require_short_numbers(document: Document) -> None:
    """:raises Unsupported: where a given is so long a number that no format would read it back."""
    for cell, given in enumerate(document.puzzle.givens):
        if given is not None and given >= 10**MAX_NUMBER_DIGITS:
            raise Unsupported(
                "{cell} holds a number of more than {count} digits, which no format can hold",
                cell=document.puzzle.geometry.name(cell),
                count=MAX_NUMBER_DIGITS,
            )


def unread_rules(
    document: Document, text: str, format: str, options: WriteOptions = _PLAIN
) -> tuple[str, ...]:
    """The names of the rules that a document written in this format does not give back.

    Its text has them as drawings or in words only.
    """
    if not get_format(format).draws or not document.puzzle.constraints:
        return ()
    # What satdoku alone reads in it does not count.
    given = parse(text, ReadOptions(format=format, ignore=("satdoku",)))
    held = (*options.constraints, *given.puzzle.constraints)
    lost = (rule.name for rule in document.puzzle.constraints if rule not in held)
    return tuple(dict.fromkeys(lost))


def undrawn(document: Document, text: str, format: str) -> tuple[int, bool]:
    """How many of its drawings a document written in this format does not give back, and whether
    the fog is not."""
    drawings, fog = len(document.drawings), document.fog is not None
    if drawings or fog:
        with suppress(SatdokuError):
            given = parse(text, ReadOptions(format=format))
            return max(0, drawings - len(given.drawings)), fog and given.fog is None
    return drawings, fog


def write_all(
    documents: Iterable[Document], format: str, options: WriteOptions = _PLAIN
) -> Iterator[str]:
    """The documents as pieces of one file in this format.

    :raises Unsupported: naming what the format cannot hold, also where it holds one puzzle only
        or puzzles of one size.
    """
    entry = get_format(format)
    module = entry.module
    pieces: Callable[[Iterable[Document], WriteOptions], Iterator[str]] | None = getattr(
        module, "write_all", None
    )
    if pieces is not None:
        yield from map(legible, pieces(_checked(documents, entry), options))
        return
    drawn = entry.many == "blocks"
    for index, document in enumerate(_checked(documents, entry)):
        if index and drawn:
            yield "\n"
        yield legible(module.write(document, options))


def _checked(documents: Iterable[Document], entry: Format) -> Iterator[Document]:
    first: Document | None = None
    for document in documents:
        _require_short_numbers(document)
        if first is None:
            first = document
        elif entry.many == "one":
            raise Unsupported("a file of the format {name!r} holds one puzzle", name=entry.name)
        elif entry.many == "lines":
            sizes = [d.puzzle.geometry.rows for d in (first, document)]
            if sizes[0] != sizes[1]:
                raise Unsupported(
                    "a file of the format {name!r} holds puzzles of one size, not {sizes}x{sizes} "
                    "and {sizes_2}x{sizes_2}",
                    name=entry.name,
                    sizes=sizes[0],
                    sizes_2=sizes[1],
                )
        yield document
