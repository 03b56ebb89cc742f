"""A link of any site with a puzzle of 81 cells, one symbol each, somewhere in it.

Such links are made by solvers (sudokuwiki.org's ``?bd=``), generators and blogs. Written is that of
sudokuwiki.org.
"""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import unquote

from satdoku.base.errors import FormatError, Unsupported
from satdoku.formats import line, links
from satdoku.formats.base import ReadOptions, WriteOptions, own_puzzle, shown
from satdoku.formats.clues import Clues, says_rules, variant_in
from satdoku.formats.source import check_text
from satdoku.formats.symbols import write_cells
from satdoku.puzzle.document import Document

_LINE = re.compile(r"(?<![0-9.])[0-9.]{81}(?![0-9.])")
_ADDRESS = "https://www.sudokuwiki.org/sudoku.htm?bd="


def detect(text: str) -> int:
    """Never: links are recognised by their site."""
    return 0


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this link."""
    check_text(text)
    return links.parse(text, options, "url")


def link_body(address: links.Address) -> str:
    """The whole address."""
    return address.whole


def read_body(body: str, options: ReadOptions) -> Document:
    """The puzzle of the 81 cells; what else the address says is named.

    :raises FormatError: where it may be a rule.
    """
    clues = Clues(options)
    address = unquote(body)
    match = _LINE.search(address)
    assert match is not None
    path, *parameters = re.split("[?#&;]", address.replace(match[0], ""))
    if (variant := variant_in(path)) is not None and not clues.ignores(variant):
        raise FormatError(
            "the address says {culprit!r}, and no rules are read from such a link; --ignore"
            " {culprit} reads the puzzle as an ordinary Sudoku",
            culprit=variant,
        )
    for parameter in parameters:
        name, equals, value = parameter.partition("=")
        if says_rules(name, value or "on") and not clues.ignores(name):
            raise FormatError(
                "the link has the parameter {parameter}, and no rules are read from such a "
                "link; --ignore {name} reads the puzzle without it",
                parameter=shown(parameter),
                name=name[:40],
                text=parameter[:80],
            )
        if value or (name and not equals):
            clues.leave(f"parameter {name[:40]}")
    document = line.parse(match[0], options)
    return replace(document, extras={**document.extras, **clues.extras()})


def write(document: Document, options: WriteOptions) -> str:
    """A link, on one line."""
    puzzle = own_puzzle(document, "a link of 81 cells", options)
    if not puzzle.geometry.is_classic:
        raise Unsupported(
            "a link of 81 cells cannot hold the board {board}", board=puzzle.geometry.describe()
        )
    return f"{_ADDRESS}{write_cells(puzzle.givens, puzzle.geometry, options.letters, '0')}\n"
