"""Arguments to entries, and entries to puzzles."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from satdoku.constraints import parse_rules
from satdoku.errors import FormatError, SatdokuError
from satdoku.formats import Entry, Reader, ReadOptions, parse
from satdoku.formats.boards import read_board
from satdoku.formats.source import Source
from satdoku.puzzle import Constraint, Document, Geometry

__all__ = [
    "STDIN",
    "Item",
    "Reading",
    "all_items",
    "entry_item",
    "file_items",
    "input_bytes",
    "is_file",
    "items",
    "one_document",
    "open_source",
    "text_of",
]

STDIN = "standard input"
_SHORTEST_PUZZLE = 16
_LONGEST_PATTERN = 1 << 20
_PLAIN_SYMBOLS = set("0123456789.*_ ")
_LINK = re.compile(
    r"\s*([a-z]+://|\?|([a-z0-9-]+\.)+[a-z]+/.*[?#]|N4Ig|(scl|ctc|fpuz|scf).{16}|\..*~)", re.I
)
"""How a link begins, or a string of Interactive Sudoku Solver; such a text is no path."""


@dataclass(frozen=True)
class Reading:
    """How puzzles are read: what --format, --letters, --box and --rules say."""

    options: ReadOptions
    latin: bool = False
    rules: str | None = None

    @staticmethod
    def of(format_name: str | None, letters: str, box: str | None, rules: str | None) -> Reading:
        """:raises FormatError: where the box is neither 2x3, none nor a board described."""
        latin = box is not None and box.strip().lower() == "none"
        geometry = None if box is None or latin else _box_geometry(box)
        if letters not in ("auto", "10", "1", "hex"):
            raise FormatError(f"--letters is auto, 10, 1 or hex, not {letters}")
        options = ReadOptions(format=format_name, geometry=geometry, letters=letters)  # type: ignore[arg-type]
        return Reading(options, latin, rules)

    @property
    def is_plain(self) -> bool:
        """Whether no board, letters or rules are given."""
        return (
            self.options.geometry is None
            and self.options.letters == "auto"
            and not self.latin
            and self.rules is None
        )

    def adapt(self, document: Document) -> Document:
        """The document on the board and under the rules that the options name."""
        puzzle = document.puzzle
        if self.latin:
            geometry = Geometry.latin(puzzle.geometry.rows)
            puzzle = replace(puzzle, geometry=geometry)
        if self.rules is not None:
            try:
                extra = _rules(self.rules, puzzle.geometry)
            except FormatError as error:
                # The option's fault, not the line's: the whole run ends, not each line of it.
                raise SatdokuError(f"--rules: {error.reason}") from None
            puzzle = replace(puzzle, constraints=puzzle.constraints + extra)
        if puzzle is document.puzzle:
            return document
        position = document.position
        if position is not None:
            # A position has its own givens: the text may have marked them apart from other digits.
            own = replace(puzzle, givens=position.puzzle.givens, pencil_marks=None)
            position = replace(position, puzzle=own)
        return replace(document, puzzle=puzzle, position=position)


@lru_cache(maxsize=8)
def _rules(text: str, geometry: Geometry) -> tuple[Constraint, ...]:
    return parse_rules(text, geometry)


def _box_geometry(text: str) -> Geometry:
    height, cross, width = text.strip().lower().partition("x")
    if not (cross and height.isdecimal() and width.isdecimal()):
        if not re.search(r"[={]|[a-z]{3}", text) and not is_file(text):
            raise FormatError(f"--box is a height and a width such as 2x3, or none, not {text!r}")
        try:
            return read_board(text_of(text, "--board"))
        except FormatError as error:
            raise FormatError(f"--board: {error}") from None
    try:
        return Geometry.boxes(int(height) * int(width), int(height), int(width))
    except ValueError as error:
        raise FormatError(f"--box {text}: {error}") from None


def is_file(argument: str) -> bool:
    """Whether an argument names a file (or a directory, which reading then refuses)."""
    if argument == "-":
        return True
    try:
        return os.path.exists(argument)  # noqa: PTH110  (a puzzle may be no valid path at all)
    except ValueError:
        return False


def _looks_like_a_path(argument: str) -> bool:
    if "\n" in argument or (argument and not set(argument) - _PLAIN_SYMBOLS):
        return False
    if _LINK.match(argument):
        return False
    return (
        len(argument) < _SHORTEST_PUZZLE
        or "/" in argument
        or bool(Path(argument).suffix[1:2].isalpha())
    )


@dataclass(frozen=True, slots=True)
class Item:
    """One puzzle of the input, or the reason why it cannot be read.

    ``source`` is the file it came from (``None``: the command line or standard input); ``line``
    is 0 where the fault is the whole source's. Exactly one of document and error is ``None``.
    """

    line: int
    text: str
    source: str | None
    document: Document | None
    error: FormatError | None


def items(argument: str, reading: Reading) -> Iterator[Item]:
    """Every puzzle of an argument, in order, each on its board and under its rules."""
    opened = open_source(argument, reading)
    return iter((opened,)) if isinstance(opened, Item) else file_items(opened, reading)


def all_items(arguments: Sequence[str], reading: Reading) -> Iterator[Item]:
    """Every puzzle of every argument, in order."""
    for argument in arguments:
        yield from items(argument, reading)


def open_source(argument: str, reading: Reading) -> Reader | Item:
    """The file that an argument names, or the puzzle that it is, or what is wrong with it."""
    if is_file(argument):
        try:
            return Reader(argument, reading.options)
        except FormatError as error:
            return _bad(0, "", None, error)
    if _looks_like_a_path(argument):
        what = f"{argument}: there is no such file" if argument.strip() else "the argument is empty"
        return _bad(0, "", None, FormatError(f"{what}, and this is no puzzle either"))
    try:
        return Item(1, argument, None, reading.adapt(parse(argument, reading.options)), None)
    except FormatError as error:
        return _bad(1, argument, None, error)


def file_items(reader: Reader, reading: Reading) -> Iterator[Item]:
    """Every puzzle of an open file."""
    try:
        for entry in reader:
            yield entry_item(entry, reader, reading)
    except FormatError as error:
        yield _bad(0, "", None, error)


def entry_item(entry: Entry, reader: Reader, reading: Reading) -> Item:
    """One puzzle of an open file."""
    source = None if reader.name == STDIN else reader.name
    if entry.document is None:
        return Item(entry.line, entry.text, source, None, entry.error)
    return Item(entry.line, entry.text, source, reading.adapt(entry.document), None)


def _bad(line: int, text: str, source: str | None, error: FormatError) -> Item:
    return Item(line, text, source, None, error)


def one_document(argument: str, reading: Reading) -> Document:
    """The one puzzle that an argument holds.

    :raises FormatError: where there is none, more than one, or one that cannot be read.
    """
    found = items(argument, reading)
    first = next(found, None)
    if first is None:
        raise FormatError(f"{argument} holds no puzzle")
    if first.document is None:
        raise first.error or FormatError(f"{argument} holds no puzzle")
    if next(found, None) is not None:
        raise FormatError(f"{argument} holds more than one puzzle, and this command takes one")
    return first.document


def text_of(argument: str, option: str) -> str:
    """The text of an option, a pattern of cells for instance, or of the file that it names.

    :raises SatdokuError: where the file cannot be read, is no text or is too long for a pattern.
    """
    if not is_file(argument):
        return argument
    held: list[str] = []
    length = 0
    try:
        with closing(Source(argument)) as source:
            for _, line in source.lines():
                held.append(line)
                length += len(line) + 1
                if length > _LONGEST_PATTERN:
                    raise FormatError(
                        f"{source.name} is longer than {_LONGEST_PATTERN:,} characters, "
                        "and no pattern of cells is"
                    )
    except FormatError as error:
        raise SatdokuError(f"{option}: {error}") from None
    return "\n".join(held)


def input_bytes(arguments: Sequence[str]) -> int | None:
    """The size of all files together, to measure progress by; ``None`` where it is not known."""
    total = 0
    for argument in arguments:
        if argument == "-":
            return None
        if not is_file(argument):
            total += len(argument)
            continue
        path = Path(argument)
        if not path.is_file() or path.suffix in (".gz", ".xz"):
            return None
        total += path.stat().st_size
    return total
