"""A puzzle with its text and place, as every question takes it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from satdoku.errors import FormatError, SatdokuError
from satdoku.formats import Letters, ReadOptions, WriteOptions, parse, write
from satdoku.puzzle import Document, Grid, Position, Puzzle

__all__ = ["Asked", "asked_of", "document_of", "ending", "one_line", "shown_text"]


@dataclass(frozen=True, slots=True)
class Asked:
    """A puzzle to be asked about: the line it stood on, its text, the file it came from."""

    puzzle: Puzzle
    line: int
    text: str
    source: str | None

    def write(self, grid: Grid, letters: Letters) -> str:
        """A solution on one line, its digits written as those of the puzzle are."""
        size = grid.geometry.size
        if size <= 9:
            return grid.text()
        if size > 35 or " " in self.text or "," in self.text:
            return " ".join(map(str, grid.values))
        filled = Document(Puzzle(grid.geometry, grid.values))
        convention = _convention(self.text, self.puzzle, letters)
        return write(filled, "line", WriteOptions(convention, geometry=grid.geometry)).strip()

    @property
    def place(self) -> dict[str, Any]:
        """What every record begins with."""
        return {"line": self.line, "puzzle": self.text, "source": self.source}


@lru_cache(maxsize=16)
def _convention(text: str, puzzle: Puzzle, letters: Letters) -> Letters:
    """What letters stand for in a puzzle's own text; A=10 where it does not say."""
    if letters != "auto":
        return letters
    conventions: tuple[Letters, ...] = ("10", "1", "hex")
    for convention in conventions:
        options = ReadOptions("line", puzzle.geometry, convention)
        try:
            if parse(text, options).puzzle.givens == puzzle.givens:
                return convention
        except FormatError:
            continue
    return "10"


class _Found(Protocol):
    @property
    def stopped(self) -> str | None: ...
    @property
    def backend(self) -> str: ...
    @property
    def seconds(self) -> float: ...


def ending(found: _Found) -> dict[str, Any]:
    """What every record of an engine's answer ends with."""
    return {
        "stopped": found.stopped,
        "backend": found.backend,
        "seconds": round(found.seconds, 6),
    }


def one_line(puzzle: Puzzle, title: str | None = None) -> str:
    """The puzzle on one line, in the plainest format that holds all of it (JSON its title too)."""
    document = Document(puzzle, title=title)
    for name in ("line", "numbers", "pencilmarks", "json"):
        try:
            text = write(document, name).strip()
        except SatdokuError:
            continue
        if "\n" not in text:
            return text
    return puzzle.grid.text()


def shown_text(text: str, document: Document) -> str:
    """A puzzle's text on one line: as it was written, where that is one line."""
    text = text.strip()
    if "\n" in text or not text:
        text = one_line(document.puzzle, document.title)
    return text.replace("\t", " ")


def document_of(puzzle: str | Puzzle | Position) -> tuple[Document, str]:
    """What is asked about, and its text on one line.

    :raises FormatError: where the text cannot be read.
    """
    if isinstance(puzzle, str):
        document = parse(puzzle)
        return document, shown_text(puzzle, document)
    if isinstance(puzzle, Position):
        document = Document(puzzle.as_puzzle(), puzzle)
    else:
        document = Document(puzzle)
    return document, one_line(document.puzzle)


def asked_of(puzzle: str | Puzzle) -> Asked:
    """A puzzle that comes from no file.

    :raises FormatError: where the text cannot be read.
    """
    document, text = document_of(puzzle)
    return Asked(document.puzzle, 1, text, None)
