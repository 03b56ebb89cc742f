"""Arguments to entries, and entries to puzzles."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from satdoku.constraints import parse_rules
from satdoku.errors import FormatError, SatdokuError
from satdoku.formats import Entry, ReadOptions, parse, read
from satdoku.puzzle import Constraint, Document, Geometry, Puzzle

__all__ = ["Item", "Reading", "input_bytes", "is_file", "items", "one_document"]

_SHORTEST_PUZZLE = 16


@dataclass(frozen=True)
class Reading:
    """How puzzles are read: what --format, --letters, --box and --rules say."""

    options: ReadOptions
    latin: bool = False
    rules: str | None = None

    @staticmethod
    def of(
        format_name: str | None, letters: str, box: str | None, rules: str | None
    ) -> Reading:
        """:raises FormatError: where the box is not of the form 2x3 (or none)."""
        latin = box is not None and box.strip().lower() == "none"
        geometry = None if box is None or latin else _box_geometry(box)
        if letters not in ("auto", "10", "1", "hex"):
            raise FormatError(f"--letters is auto, 10, 1 or hex, not {letters}")
        options = ReadOptions(format=format_name, geometry=geometry, letters=letters)  # type: ignore[arg-type]
        return Reading(options, latin, rules)

    def document(self, entry: Entry) -> Document:
        """The entry's document on the board and under the rules that the options name.

        :raises FormatError: the fault of an entry that cannot be read.
        """
        document = entry.document
        if document is None:
            raise entry.error or FormatError("there is no puzzle here", line=entry.line)
        return self.adapt(document)

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
            position = replace(position, puzzle=replace(puzzle, pencil_marks=None))
        return replace(document, puzzle=puzzle, position=position)

    def puzzle(self, entry: Entry) -> Puzzle:
        """The entry's puzzle on the board and under the rules that the options name.

        :raises FormatError: the fault of an entry that cannot be read.
        """
        return self.document(entry).puzzle


@lru_cache(maxsize=8)
def _rules(text: str, geometry: Geometry) -> tuple[Constraint, ...]:
    return parse_rules(text, geometry)


def _box_geometry(text: str) -> Geometry:
    height, cross, width = text.strip().lower().partition("x")
    if not (cross and height.isdecimal() and width.isdecimal()):
        raise FormatError(f"--box is a height and a width such as 2x3, or none, not {text!r}")
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
    if "\n" in argument:
        return False
    return len(argument) < _SHORTEST_PUZZLE or "/" in argument or bool(Path(argument).suffix[1:2].isalpha())


@dataclass(frozen=True, slots=True)
class Item:
    """An entry and the file it came from (``None``: the command line or standard input)."""

    entry: Entry
    source: str | None = None


def items(arguments: Sequence[str], reading: Reading) -> Iterator[Item]:
    """Every entry of every argument, in order. A source that cannot be opened is one bad entry."""
    for argument in arguments:
        if is_file(argument):
            source = None if argument == "-" else argument
            try:
                for entry in read(argument, reading.options):
                    yield Item(entry, source)
            except FormatError as error:
                yield Item(_bad("", error, line=0), source or "standard input")
        elif _looks_like_a_path(argument):
            shown = argument if argument.strip() else "an empty argument"
            yield Item(_bad("", FormatError(f"{shown} is neither a file nor a puzzle"), line=0))
        else:
            yield Item(_one(argument, reading))


def _one(text: str, reading: Reading) -> Entry:
    try:
        document = parse(text, reading.options)
    except FormatError as error:
        return _bad(text, error, line=1)
    return Entry(line=1, text=text.strip("\r\n"), document=document, error=None)


def _bad(text: str, error: FormatError, line: int) -> Entry:
    return Entry(line=line, text=text, document=None, error=error)


def one_document(argument: str, reading: Reading) -> Document:
    """The one puzzle that an argument holds.

    :raises FormatError: where there is none, more than one, or one that cannot be read.
    """
    found = items([argument], reading)
    first = next(found, None)
    if first is None:
        raise FormatError(f"{argument} holds no puzzle")
    document = reading.document(first.entry)
    if next(found, None) is not None:
        raise FormatError(f"{argument} holds more than one puzzle, and this command takes one")
    return document


def input_bytes(arguments: Sequence[str]) -> int | None:
    """The size of all files together, where it is known and tells how far a run has come."""
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
