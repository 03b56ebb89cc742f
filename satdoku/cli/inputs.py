"""Arguments to entries, and entries to puzzles."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import isqrt
from pathlib import Path

from satdoku.answers.doubts import too_doubtful
from satdoku.answers.json_object import ErrorRecord, is_doubtful
from satdoku.answers.puzzle_input import PuzzleInput, left_out, refusal, shown_text, unread
from satdoku.base.errors import FormatError, ProgramFault, SatdokuError, in_source, naming_faults
from satdoku.base.records import dataclass
from satdoku.cli.files import is_file
from satdoku.cli.reading import Reading
from satdoku.cli.streams import complain
from satdoku.formats import FORMATS, Entry, Letters, Reader, parse
from satdoku.puzzle import Document

_SHORTEST_PUZZLE = 16
_PLAIN_SYMBOLS = set("0123456789.*_ ")
_LINK = re.compile(
    r"\s*([a-z]+://|\?|([a-z0-9-]+\.)+[a-z]+/.*[?#]|N4Ig|(scl|ctc|fpuz|scf).{16}|\..*~)", re.I
)
"""How a link begins, or a string of Interactive Sudoku Solver; such a text is no path."""
_GRID = re.compile(r"[0-9A-Za-z.*_]{100,}", re.ASCII)
"""Digits beyond 9 are letters, and only boards of more than 9x9 cells have them."""


def looks_like_a_path(argument: str) -> bool:
    """Whether an argument was meant as the name of a file rather than as a puzzle."""
    if "\n" in argument or (argument and not set(argument) - _PLAIN_SYMBOLS):
        return False
    if _LINK.match(argument) or FORMATS["iss"].detect(argument):
        return False
    if any(form.detect(argument) == 100 for form in FORMATS.values()):
        return False  # an id of a game, which may be short
    return (
        len(argument) < _SHORTEST_PUZZLE
        or "/" in argument
        or (bool(Path(argument).suffix[1:2].isalpha()) and not _is_grid(argument))
    )


def _is_grid(argument: str) -> bool:
    """Whether a text may be the cells of a board whose digits are letters too."""
    return bool(_GRID.fullmatch(argument)) and isqrt(len(argument)) ** 2 == len(argument)


STDIN = "standard input"
_LONGEST_NAME = 200  # that a message repeats


@dataclass(frozen=True, slots=True)
class Item:
    """One puzzle of the input, or the reason why it cannot be read.

    ``source`` is the file it came from (``None``: the command line or standard input); ``line``
    is 0 where the fault is the whole source's. Exactly one of document and error is ``None``.
    ``left_out`` has the parts of the text that are no part of the puzzle.
    """

    line: int
    text: str
    source: str | None
    document: Document | None
    error: SatdokuError | None
    left_out: Mapping[str, str] | None = None

    def placed(self, sentence: str) -> str:
        """A sentence about the puzzle, which begins with its place in a file."""
        return in_source(sentence, self.source, self.line)

    def input(
        self, text: str | None, letters: Letters = "auto", *, rules_known: bool = False
    ) -> PuzzleInput:
        """The puzzle as questions take it; ``text`` is what it is called by in answers."""
        assert self.document is not None
        place = (self.line, text, self.source, self.left_out)
        return PuzzleInput(self.document, *place, letters, rules_known)

    def refused(self, error: SatdokuError, text: str, **said: str) -> ErrorRecord:
        """Why it has no answer; see :func:`satdoku.answers.puzzle_input.refusal`."""
        left = PuzzleInput(self.document, left_out=self.left_out).after(error).left_out
        return refusal(error, self.line, text, self.source, left_out=left, **said)

    def unreadable(self) -> ErrorRecord:
        """Why it cannot be read."""
        assert self.error is not None
        return refusal(self.error, self.line, " ".join(self.text.split()), self.source)

    def asked(self, reading: Reading) -> PuzzleInput | ErrorRecord:
        """The puzzle to be asked about, or why it cannot be read."""
        document = self.document
        if document is None:
            return self.unreadable()
        try:
            with naming_faults():
                text, known = shown_text(self.text, document), reading.knows(document.puzzle)
                return self.input(text, reading.options.letters, rules_known=known)
        except ProgramFault as error:
            return self.refused(error, " ".join(self.text.split()))


def items(argument: str, reading: Reading) -> Iterator[Item]:
    """Every puzzle of an argument, in order, each on its board and under its rules."""
    return opened_items(open_source(argument, reading), reading)


def all_items(arguments: Sequence[str], reading: Reading) -> Iterator[Item]:
    """Every puzzle of every argument, in order."""
    for argument in arguments:
        yield from items(argument, reading)
    reading.complain_of_unmatched()


def open_source(argument: str, reading: Reading) -> Reader | Item:
    """The file that an argument names, or the puzzle that it is, or an item with the error."""
    if is_file(argument):
        try:
            return Reader(argument, reading.options)
        except FormatError as error:
            return Item(0, "", None, None, error)
    if looks_like_a_path(argument):
        start = argument if len(argument) <= _LONGEST_NAME else f"{argument[:_LONGEST_NAME]}..."
        if not argument.strip():
            form = (
                "the argument is empty, and this is not a puzzle either; a puzzle is 81 "
                "characters, a link in quotes or a file"
            )
        elif "://" in argument:
            form = (
                "{name}: there is no such file, and the link in it has to be alone, without "
                "quotes or brackets"
            )
        else:
            form = (
                "{name}: there is no such file, and this is not a puzzle either; a puzzle is 81 "
                "characters, a link in quotes or a file"
            )
        return Item(0, "", None, None, FormatError(form, name=start))
    try:
        return _good(1, argument, None, parse(argument, reading.options), reading)
    except FormatError as error:
        return Item(1, argument, None, None, error)


def opened_items(opened: Reader | Item, reading: Reading) -> Iterator[Item]:
    """Every puzzle of a file, or the one that the argument is; see :func:`open_source`."""
    for item in (opened,) if isinstance(opened, Item) else _file_items(opened, reading):
        reading.match(item.document)
        yield item


def _file_items(reader: Reader, reading: Reading) -> Iterator[Item]:
    try:
        for entry in reader:
            yield entry_item(entry, source_of(reader), reading)
    except FormatError as error:
        yield Item(0, "", None, None, error)


def source_of(reader: Reader) -> str | None:
    """The file that is read; ``None`` for standard input."""
    return None if reader.name == STDIN else reader.name


def entry_item(entry: Entry, source: str | None, reading: Reading) -> Item:
    """One puzzle of a file."""
    if entry.document is None:
        return Item(entry.line, entry.text, source, None, entry.error)
    return _good(entry.line, entry.text, source, entry.document, reading)


def _good(line: int, text: str, source: str | None, document: Document, reading: Reading) -> Item:
    """The item of a puzzle; the parts of its text that are no part of it are reported at once."""
    try:
        with naming_faults():
            document = reading.adapt(document)
            item = Item(line, text, source, document, None, left_out(document))
    except FormatError as error:
        return Item(line, text, source, None, error.at(line))
    except ProgramFault as error:
        return Item(line, text, source, None, error)
    sentences = unread(item.left_out, text)
    if reading.strict and is_doubtful(item.left_out, None):
        return Item(line, text, source, None, too_doubtful(sentences).at(line))
    for sentence in sentences:
        complain(item.placed(sentence))
    return item


def one_document(argument: str, reading: Reading) -> Document:
    """The one puzzle that an argument holds.

    :raises FormatError: where there is none, more than one, or one that cannot be read.
    """
    stream = all_items([argument], reading)
    first = next(stream, None)
    if first is None:
        raise FormatError("{name} holds no puzzle", name=argument)
    if first.document is None:
        raise first.error or FormatError("{name} holds no puzzle", name=argument)
    if next(stream, None) is not None:
        raise FormatError(
            "{name} holds more than one puzzle, and this command takes one", name=argument
        )
    return first.document
