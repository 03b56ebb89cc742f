"""Mutated files of every format, through detection, the parsers, the stream reader and back."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry
from satdoku.formats import (
    FORMATS,
    Entry,
    Letters,
    Reader,
    ReadOptions,
    WriteOptions,
    detect,
    parse,
    unread_rules,
    write,
    write_all,
)
from satdoku.formats.iss import table as iss_table
from satdoku.formats.spans import spans
from satdoku.formats.texts import numbered
from satdoku.puzzle import Document
from tests.formats.bad_inputs import BAD
from tests.fuzz.mutation import mutated_bytes, mutated_text, smaller_texts
from tests.fuzz.tries import Wrong, expect

ROOT = Path(__file__).resolve().parents[2]
_MAX_CHARACTERS = 1500

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
    return tuple(["\n".join(text[:_MAX_CHARACTERS].split("\n")[:20]) for text in texts])


_ARGUMENTS = (
    "", "0", "1", "-1", "5", "44", "9" * 20, "R1C1", "R1C2", "r2c1", "R9C9", "Rg", "R1", "C9",
    "CC1", "CC82", "VA", "VA3", "DGC1", "-", "_x", "LOOP", "1_2", "1_=_1_2", "R1C1_5", "R1C1_1_2",
    "9x9", "4x4", "0-8", "11", "A", "abc", "!", "é", "_____________H", "111222333" * 9, "R", "any",
)  # fmt: skip
_BETWEEN = ("", " ", "\n", "\n", "\n\n", "\n# a remark\n")


@cache
def _types() -> tuple[str, ...]:
    named = dict.fromkeys(key.name for key in iss_table.TABLE)
    return (
        *named, *iss_table.OLD_TABLES, *iss_table.STRICT, "", "Shape",
        "NoBoxes", "Jigsaw", "RegionSize", "Var", "Or", "And", "Replicate", "End", "FullRankTies",
    )  # fmt: skip


def items(chance: random.Random) -> str:
    """Items of Interactive Sudoku Solver with any arguments, on one line or on several."""
    between = chance.choice(_BETWEEN)
    parts = [chance.choice(("", ".Shape~4x4", ".ChaosConstruction.NoBoxes", ".Var~A~x~3"))]
    for _ in range(chance.randrange(1, 6)):
        some = chance.choices(_ARGUMENTS, k=chance.randrange(5))
        parts.append("~".join([f".{chance.choice(_types())}", *some]))
        parts.append(between if chance.random() < 0.8 else chance.choice(_BETWEEN))
    return "".join(parts)


def draw(chance: random.Random) -> Case:
    """A seed, mutated; now and then as bytes too."""
    if chance.random() < 0.1:
        streamed = chance.random() < 0.5
        return Case(items(chance).encode(), None, "auto", None, "iss", streamed)
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
    sentence = str(error)
    expect("a fault of satdoku" not in sentence, "a reader fails", sentence[:200])
    expect(
        sentence.strip() and "\n" not in sentence,
        "a fault that is not one sentence",
        repr(sentence[:200]),
    )
    expect(len(sentence) < 1000, "an endless sentence", sentence[:200])
    if text is not None and isinstance(error, FormatError):
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if error.line is not None:
            expect(1 <= error.line <= len(lines), "a line that is not there", sentence)
            if error.column is not None:
                longest = len(lines[error.line - 1].removeprefix("\ufeff"))
                expect(1 <= error.column <= longest + 1, "a column that is not there", sentence)


def _written(document: Document, case: Case) -> None:
    puzzle = document.puzzle
    if case.target == "iss":
        _both(document)
    for problem in puzzle.problems():
        expect(problem.message and "\n" not in problem.message, "a problem that is not a sentence")
    options = WriteOptions(letters="10" if puzzle.geometry.size > 9 else "auto")
    try:
        text = write(document, case.target, options)
    except Unsupported as error:
        said(error)
        return
    expect(text.endswith("\n"), f"{case.target} does not end its line")
    reading = ReadOptions(case.target, letters="10" if puzzle.geometry.size > 9 else "auto")
    gives_back(document, text, reading, options)


def _both(document: Document) -> None:
    """Two puzzles of a file are two, whatever they state."""
    try:
        text = "".join(write_all([document, document], "iss"))
    except Unsupported:
        return
    documents = [entry.document for entry in Reader(io.StringIO(text), ReadOptions("iss"))]
    expect(
        len(documents) == 2 and documents[0] == documents[1],
        "two puzzles are read as others",
        text[:300],
    )


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
        # Some formats hold the question that a position poses, others the puzzle it began with.
        begun, begun_again = ((one.position or one).puzzle for one in (document, again))
        expect(
            puzzle.givens == again.puzzle.givens or begun.givens == begun_again.givens,
            f"{name} changes givens",
            text[:300],
        )
        expect(again.puzzle.geometry == puzzle.geometry, f"{name} changes the board", text[:300])
    if not unread_rules(document, text, name, writing):
        twice = write(again, name, writing)
        if name == "iss":  # a table that stands for another rule has that rule's name as its label
            text, twice = (re.sub("~_[^~.]*", "~", one) for one in (text, twice))
        expect(twice == text, f"{name} written twice differs", text[:300])


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
            _is_counted(reader, case, entries)
    except FormatError as error:
        said(error)


def _is_counted(reader: Reader, case: Case, entries: list[Entry]) -> None:
    """As many entries as lines that hold anything; where a puzzle may have several, each line in
    one."""
    if case.data[:2] in (b"\x1f\x8b", b"\xfd7", b"BZ", b"\xff\xfe", b"\xfe\xff"):
        return
    text = case.data.decode("utf-8-sig", "surrogateescape")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if reader.format in ("line", "sdm", "numbers", "library", "pencilmarks"):
        held, count = _data(lines), len(entries)
        expect(count == len(held), f"{len(held)} lines of {reader.format} gave {count} entries")
    elif FORMATS[reader.format].many == "mixed":
        errors = " ".join(str(entry.error) for entry in entries if entry.error)
        counted = _data(line for entry in entries for line in entry.text.split("\n"))
        dropped = "and those up to a blank line" in errors
        # A list or an object in JSON may hold several puzzles, each an entry.
        dropped |= reader.format == "json" and len(entries) > sum(1 for _ in spans(numbered(text)))
        expect(
            dropped or counted == _data(lines),
            f"lines of {reader.format} are lost",
            str(counted)[:300],
        )


def _data(lines: Iterable[str]) -> list[str]:
    return [line for line in lines if line.strip() and line.lstrip()[0] != "#"]


def smaller(case: Case) -> Iterator[Case]:
    """Plain options, less text."""
    plain = replace(case, format=None, letters="auto", board=None)
    if plain != case:
        yield plain
    for less in smaller_texts(case.data):
        yield replace(case, data=less)
