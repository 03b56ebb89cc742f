"""Files of puzzles to blocks: consecutive entries as bytes, the same for every worker."""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import field, replace
from functools import cached_property
from hashlib import file_digest
from io import BufferedReader
from itertools import chain, islice
from pathlib import Path
from typing import Any

from satdoku.answers.puzzle_input import one_line, shown_text
from satdoku.base.compiled import compiled_core
from satdoku.base.errors import FormatError, SatdokuError
from satdoku.base.records import dataclass
from satdoku.formats import Entry, LineReader, Reader, ReadOptions
from satdoku.formats.source import RawLines
from satdoku.puzzle import Document

_PARSED = 1 << 12
"""Most entries of a block where puzzles are sent instead of lines: each takes kilobytes."""

_CLASSIC = 81


@dataclass(frozen=True)
class Block:
    """Consecutive entries of one source.

    number   the place in the run, from 0
    source   the name of the source; ``None`` for standard input
    data     the texts, UTF-8 (bytes that are none as they were), with line ends between them
    length   how many texts there are
    first    the line of the first text
    lines    how texts are read that ``read`` does not have
    quick    the compiled core may judge the texts as they are
    numbers  the lines of the texts, where they do not follow each other
    read     what the coordinator has read by itself: a puzzle, or why it cannot be read
    """

    number: int
    source: str | None
    data: bytes
    length: int
    first: int
    lines: LineReader
    quick: bool = False
    numbers: Sequence[int] | None = None
    read: Mapping[int, Document | str] = field(default_factory=dict)

    @cached_property
    def texts(self) -> list[str]:
        """The texts; not to be changed."""
        return self.data.decode("utf-8", "surrogateescape").split("\n")

    def __getstate__(self) -> dict[str, Any]:
        # The data holds the texts.
        return {name: value for name, value in vars(self).items() if name != "texts"}

    @property
    def checksum(self) -> int:
        """Differs between the blocks of two inputs (CRC-32)."""
        return zlib.crc32(self.data)

    def line(self, index: int) -> int:
        """The line of a text."""
        return self.first + index if self.numbers is None else self.numbers[index]

    def part(self, start: int, stop: int) -> Block:
        """The texts from ``start`` to before ``stop``."""
        texts = self.data.split(b"\n")[start:stop]
        return replace(
            self,
            data=b"\n".join(texts),
            length=len(texts),
            first=self.line(start),
            numbers=None if self.numbers is None else self.numbers[start:stop],
            read={i - start: read for i, read in self.read.items() if start <= i < stop},
        )


class Inputs:
    """The sources of a run, read in order and never held whole.

    :param arguments: names of files; ``-`` is standard input.
    :param plain: whether the compiled core may judge plain classic lines.
    :param size: entries a block.
    :raises FormatError: where a source cannot be opened.
    """

    def __init__(
        self, arguments: Sequence[str], options: ReadOptions, *, plain: bool, size: int
    ) -> None:
        if arguments.count("-") > 1:
            raise FormatError("standard input can be read once only")
        self._arguments = arguments
        self._options = options
        self._plain = plain and compiled_core() is not None
        self._size = size
        self._total = 0
        self._number = 0
        self._before = 0  # bytes of the sources that were read to their end
        self._stream: BufferedReader | None = None
        self._blocks = self._all()
        self._begun: list[Block] = []
        for name in arguments:
            if name != "-":
                with _opened(name) as stream:
                    self._total += os.fstat(stream.fileno()).st_size

    @property
    def fraction(self) -> float | None:
        """How much of the input was read; ``None`` where its size is not known."""
        if "-" in self._arguments or not self._total:
            return None
        here = 0 if self._stream is None or self._stream.closed else self._stream.tell()
        return min(1.0, (self._before + here) / self._total)

    def fingerprint(self) -> list[dict[str, Any]]:
        """Each source by name, a file with its size and SHA-256, to refuse another one."""
        sources: list[dict[str, Any]] = []
        for name in self._arguments:
            if name == "-":
                sources.append({"name": "-"})
                continue
            with _opened(name) as stream:
                # The name of a single file has no part in the answers.
                named = {"name": name} if len(self._arguments) > 1 else {}
                size = os.fstat(stream.fileno()).st_size
                digest = file_digest(stream, "sha256").hexdigest()
                sources.append(named | {"bytes": size, "sha256": digest})
        return sources

    def begin(self) -> None:
        """Read the first block, so that an input without puzzles is refused before a run begins.

        :raises FormatError: where the first source cannot be read, or holds no puzzle.
        """
        self._begun += islice(self._blocks, 1 - len(self._begun))

    def blocks(self) -> Iterator[Block]:
        """Every block of every source, once.

        :raises FormatError: where a source as a whole cannot be read, or holds no puzzle.
        """
        return chain(self._begun, self._blocks)

    def _all(self) -> Iterator[Block]:
        for name in self._arguments:
            with ExitStack() as stack:
                source = None if name == "-" else name
                stream: Any = sys.stdin.buffer if source is None else None
                if source is not None:
                    stream = self._stream = stack.enter_context(_opened(source))
                yield from self._of_source(source, stream)
                if source is not None:
                    self._before += Path(source).stat().st_size
                    self._stream = None

    def _of_source(self, source: str | None, stream: Any) -> Iterator[Block]:
        if source is not None and stream.peek(4)[:4] == b"PAR1":
            from satdoku.batch.parquet import entries

            yield from self._of_entries(entries(stream, source, self._options), source, table=True)
            return
        reader = Reader("-" if source is None else stream, self._options)
        if reader.is_lines:
            yield from self._of_lines(reader, source)
        else:
            yield from self._of_entries(reader, source, table=reader.format == "csv")

    def _block(
        self, source: str | None, data: bytes, length: int, first: int, lines: LineReader
    ) -> Block:
        """The next block of the run."""
        self._number += 1
        return Block(self._number - 1, source, data, length, first, lines)

    def _of_lines(self, reader: Reader, source: str | None) -> Iterator[Block]:
        lines = reader.lines
        any_entry = False
        held: list[Block] = []
        for first, length, data in _cut(reader.raw_blocks(), self._size):
            block = self._block(source, data, length, first, lines)
            if lines.sizes.cells is None:
                for number, text in enumerate(block.texts, first):
                    if is_entry(text) and lines.entry(number, text).document:
                        break
            quick = self._plain and lines.sizes.cells == _CLASSIC
            held.append(replace(block, lines=lines.copy(), quick=quick))
            any_entry = any_entry or any(map(is_entry, block.texts))
            if any_entry:
                yield from held
                held = []
        if not any_entry:
            raise FormatError(f"{reader.name} holds no puzzle, only blank lines and comments")

    def _of_entries(
        self, entries: Iterable[Entry], source: str | None, *, table: bool
    ) -> Iterator[Block]:
        """Blocks of entries that do not follow from their lines alone."""
        texts: list[str] = []
        numbers: list[int] = []
        read: dict[int, Document | str] = {}
        classic: bool | None = None
        lines = LineReader("line", ReadOptions())

        def block() -> Block:
            quick = self._plain and bool(classic)
            data = _encoded("\n".join(texts))
            plain = self._block(source, data, len(texts), numbers[0], lines)
            return replace(plain, quick=quick, numbers=numbers, read=read)

        for entry in entries:
            numbers.append(entry.line)
            if self._plain and classic and entry.cell is not None:
                texts.append(entry.cell)
            elif (document := entry.document) is None:
                read[len(texts)] = str(entry.error)
                texts.append(" ".join(entry.text.split()))
            else:
                if classic is None:
                    classic = document.puzzle.geometry.is_classic
                    lines.sizes.cells, lines.sizes.line = _CLASSIC, entry.line
                read[len(texts)] = document
                texts.append(entry.cell or _shown(entry.text, document, table))
            if len(texts) == self._size or len(read) == _PARSED:
                yield block()
                texts, numbers, read = [], [], {}
        if texts:
            yield block()


def _shown(text: str, document: Document, table: bool) -> str:
    # A row of a table holds more than the puzzle.
    return one_line(document.puzzle, document.title) if table else shown_text(text, document)


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _cut(blocks: Iterable[RawLines], size: int) -> Iterator[tuple[int, int, bytes]]:
    """The lines, ``size`` at a time: the number of the first, how many, and their bytes."""
    held: list[bytes] = []
    first = count = 0
    for block in blocks:
        number, left, text = block.first, block.count, block.text
        begin, end = 0, -1
        while left:
            if not count:
                first = number
            taken = min(left, size - count)
            if taken == left:
                end = len(text)
            else:
                for _ in range(taken):
                    end = text.find("\n", end + 1)
            held.append(_encoded(text[begin:end]))
            begin = end + 1
            number += taken
            left -= taken
            count += taken
            if count == size:
                yield first, count, b"\n".join(held)
                held, count = [], 0
    if held:
        yield first, count, b"\n".join(held)


def is_entry(text: str) -> bool:
    """Whether a raw line is more than a blank line or a comment."""
    bare = text.lstrip()
    return bool(bare) and bare[0] != "#"


def _opened(name: str) -> BufferedReader:
    """An input file.

    :raises FormatError: where it is none.
    """
    try:
        path = Path(name)
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise FormatError(f"{name} is not a regular file; pipes are read as -, standard input")
        if not path.is_file():
            Reader(name).close()  # which has a sentence for each reason
        return Path(name).open("rb")
    except (OSError, ValueError) as error:
        if isinstance(error, SatdokuError):
            raise
        raise FormatError(f"{name} cannot be opened: {error}") from None
