"""A link of any site with a puzzle of 81 cells, one symbol each, somewhere in it.

Such links are made by solvers (sudokuwiki.org's ``?bd=``), generators and blogs. Written is that of
sudokuwiki.org.
"""

from __future__ import annotations

from satdoku.base.errors import Unsupported
from satdoku.formats import line, links
from satdoku.formats.base import ReadOptions, WriteOptions, own_puzzle
from satdoku.formats.source import check_text
from satdoku.puzzle.document import Document

__all__ = ["detect", "parse", "read_body", "write"]

_ADDRESS = "https://www.sudokuwiki.org/sudoku.htm?bd="


def detect(text: str) -> int:
    """Never: links are recognised by their site."""
    return 0


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this link."""
    check_text(text)
    return links.parse(text, options, "url")


def read_body(body: str, options: ReadOptions) -> Document:
    """The puzzle of the 81 cells."""
    return line.parse(body, options)


def write(document: Document, options: WriteOptions) -> str:
    """A link, on one line."""
    puzzle = own_puzzle(document, "a link of 81 cells", options)
    if not puzzle.geometry.is_classic:
        raise Unsupported(f"a link of 81 cells cannot hold the board {puzzle.geometry.describe()}")
    return f"{_ADDRESS}{''.join(str(digit or 0) for digit in puzzle.givens)}\n"
