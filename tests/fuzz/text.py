"""Mutated files of every format, through detection, the parsers, the stream reader and back."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from satdoku.errors import FormatError, Unsupported
from satdoku.formats import (
    FORMATS,
    Letters,
    Reader,
    ReadOptions,
    WriteOptions,
    detect,
    parse,
    unread_rules,
    write,
)
from satdoku.puzzle import Document, Geometry
from tests.formats.bad_inputs import BAD
from tests.fuzz.mutation import mutated_bytes, mutated_text, smaller_texts
from tests.fuzz.tries import Wrong, expect

ROOT = Path(__file__).resolve().parents[2]
_LONGEST = 1500

_LETTERS: tuple[Letters, ...] = ("auto", "10", "1", "hex")
_BOARDS = (None, None, Geometry.classic(), Geometry.latin(4), Geometry.boxes(6, 2, 3))
_ENCODINGS = ("utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1")
_PACKERS = (gzip.compress, lzma.compress, bz2.compress)


@dataclass(frozen=True)
class Case:
    """A file with how it is to be read, and the format that what it holds is written in."""

    data: bytes
    format: str | None
    letters: Letters
    board: Geometry | None
    target: str
    streamed: bool

    @property
    def options(self) -> ReadOptions:
        """How to read it."""
        return ReadOptions(self.format, self.board, self.letters)


@cache
def seeds() -> tuple[str, ...]:
    """The texts that are mutated: every example of a format and of a rule, every bad input."""
    files = sorted((ROOT / "examples").glob("*/*.*"))
    texts = [path.read_text("utf-8") for path in files if path.parent.name != "techniques"]
    texts += [text for _, text, _, _ in BAD]
    texts.append(" ".join("0" for _ in range(256)))
    return tuple(["\n".join(text[:_LONGEST].split("\n")[:20]) for text in texts])


def draw(chance: random.Random) -> Case:
    """A seed, mutated; now and then as bytes too."""
    text = mutated_text(chance.choice(seeds()), chance, chance.choice(seeds()))
    plain = chance.random() < 0.85
    encoding = "utf-8" if plain else chance.choice(_ENCODINGS)
    data = text.encode(encoding, "surrogateescape" if encoding == "utf-8" else "replace")
    if not plain:
        if chance.random() < 0.3:
            data = chance.choice(_PACKERS)(data)
        if chance.random() < 0.5:
            data = mutated_bytes(data, chance)
    named = chance.random() < 0.6
    return Case(
        data,
        chance.choice(list(FORMATS)) if named else None,
        chance.choice(_LETTERS) if chance.random() < 0.3 else "auto",
        chance.choice(_BOARDS) if chance.random() < 0.3 else None,
        chance.choice(list(FORMATS)),
        not plain or chance.random() < 0.4,
    )


def judge(case: Case) -> None:
    """Only FormatError and Unsupported, each one sentence; what is read can be written again."""
    if case.streamed:
        _stream(case)
        return
    text = case.data.decode("utf-8", "surrogateescape")
    if case.format is None:
        try:
            expect(detect(text) in FORMATS, "a format that is none")
        except FormatError as error:
            said(error, text)
    try:
        document = parse(text, case.options)
    except FormatError as error:
        said(error, text)
    else:
        _written(document, case)


def said(error: Exception, text: str | None = None) -> None:
    """A fault is told in one sentence of bearable length, its place within the text."""
    told = str(error)
    expect(told.strip() and "\n" not in told, "a fault that is not one sentence", repr(told[:200]))
    expect(len(told) < 1000, "an endless sentence", told[:200])
    if text is not None and isinstance(error, FormatError):
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if error.line is not None:
            expect(1 <= error.line <= len(lines), "a line that is not there", told)
            if error.column is not None:
                longest = len(lines[error.line - 1].removeprefix("\ufeff"))
                expect(1 <= error.column <= longest + 1, "a column that is not there", told)


def _written(document: Document, case: Case) -> None:
    puzzle = document.puzzle
    for problem in puzzle.problems():
        expect(problem.message and "\n" not in problem.message, "a problem that is no sentence")
    options = WriteOptions(letters="10" if puzzle.geometry.size > 9 else "auto")
    try:
        text = write(document, case.target, options)
    except Unsupported as error:
        said(error)
        return
    expect(text.endswith("\n"), f"{case.target} does not end its line")
    reading = ReadOptions(case.target, letters="10" if puzzle.geometry.size > 9 else "auto")
    gives_back(document, text, reading, options)


def gives_back(document: Document, text: str, reading: ReadOptions, writing: WriteOptions) -> None:
    """Whether a format reads what it wrote of a document, and writes it again as it was."""
    name, puzzle = reading.format, document.puzzle
    assert name is not None
    try:
        again = parse(text, reading)
    except FormatError as error:
        raise Wrong(f"{name} cannot read what it wrote", error) from None
    if name == "json":
        expect(again == document, "json does not give the document back", text[:300])
    elif name not in ("candidates", "pencilmarks", "library") and not puzzle.is_sukaku:
        expect(again.puzzle.givens == puzzle.givens, f"{name} changes givens", text[:300])
        expect(again.puzzle.geometry == puzzle.geometry, f"{name} changes the board", text[:300])
    if not unread_rules(document, text, name, writing):
        expect(write(again, name, writing) == text, f"{name} written twice differs", text[:300])


def _stream(case: Case) -> None:
    number = 0
    entries = []
    try:
        with Reader(io.BytesIO(case.data), case.options) as reader:
            expect(reader.format in FORMATS, "a format that is none", reader.format)
            for entry in reader:
                expect(entry.line >= number, "entries out of order")
                number = entry.line
                expect((entry.document is None) != (entry.error is None), "document or error")
                if entry.error is not None:
                    said(entry.error)
                entries.append(entry)
            _is_counted(reader, case, len(entries))
    except FormatError as error:
        said(error)


def _is_counted(reader: Reader, case: Case, count: int) -> None:
    """As many entries as lines that hold anything."""
    if case.data[:2] in (b"\x1f\x8b", b"\xfd7", b"BZ", b"\xff\xfe", b"\xfe\xff"):
        return
    text = case.data.decode("utf-8-sig", "surrogateescape")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if reader.format in ("line", "sdm", "numbers", "library", "pencilmarks"):
        held = [line for line in lines if line.strip() and line.lstrip()[0] != "#"]
        expect(count == len(held), f"{len(held)} lines of {reader.format} gave {count} entries")


def smaller(case: Case) -> Iterator[Case]:
    """Plain options, less text."""
    plain = replace(case, format=None, letters="auto", board=None)
    if plain != case:
        yield plain
    for less in smaller_texts(case.data):
        yield replace(case, data=less)
