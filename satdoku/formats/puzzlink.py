"""The addresses of puzz.link and pzv.jp: ``https://puzz.link/p?sudoku/9/9/...``.

The number of columns and of rows, and the cells row by row: a digit of base 16, ``-`` and two of
them, or ``+`` and three for larger numbers, ``.`` a question mark; a letter from ``g`` to ``z`` is
a run of 1 to 20 empty cells.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from satdoku.base.errors import FormatError, Unsupported
from satdoku.board.geometry import Geometry
from satdoku.formats import links
from satdoku.formats.base import ReadOptions, WriteOptions, no_board, own_puzzle
from satdoku.formats.clues import geometry_of
from satdoku.formats.source import check_text
from satdoku.formats.texts import numbered
from satdoku.puzzle.document import Document
from satdoku.puzzle.puzzle import Puzzle

_ADDRESS = "https://puzz.link/p?"
_TITLE = "an address of puzz.link"
_BODY = re.compile(
    r"(?P<genre>[a-z0-9_-]+)/(?:v:/)?(?P<columns>\d{1,3})/(?P<rows>\d{1,3})/(?P<text>.*)"
)
_CELL = re.compile(
    r"(?P<one>[0-9a-f])|-(?P<two>[0-9a-f]{2})|\+(?P<three>[0-9a-f]{3})|(?P<run>[g-z])"
)
_BOARDS = {4: (2, 2), 6: (2, 3), 9: (3, 3), 16: (4, 4), 25: (5, 5)}
"""The boxes of the boards that the site has: rows and columns."""


def detect(text: str) -> int:
    """Never: links are recognised by their site."""
    return 0


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this link, or of what stands in one behind the question mark."""
    check_text(text)
    bare = [line for _, line in numbered(text) if line.strip()]
    if len(bare) == 1 and bare[0].strip().startswith("sudoku/"):
        return read_body(bare[0].strip(), options)
    return links.parse(text, options, "puzzlink")


def link_body(address: links.Address) -> str:
    """The first parameter of a link, which has no name."""
    return unquote(address.query.split("&")[0])


def read_body(body: str, options: ReadOptions) -> Document:
    """The puzzle of an address, from its genre on."""
    match = _BODY.fullmatch(body)
    if match is None:
        raise FormatError(
            "{title} has sudoku/9/9/ and the cells, not {body!r}",
            title=_TITLE,
            body=body[:40],
            text=body[:80],
        )
    if match["genre"] != "sudoku":
        raise FormatError(
            "this is a puzzle of the genre {found}, and no Sudoku", found=match["genre"]
        )
    columns, rows = int(match["columns"]), int(match["rows"])
    if columns != rows or rows not in _BOARDS:
        raise FormatError(
            "a Sudoku of puzz.link has 4, 6, 9, 16 or 25 rows, not {columns}x{rows}",
            columns=columns,
            rows=rows,
        )
    cells: list[int | None] = []
    text, at = match["text"].rstrip("/"), 0
    while at < len(text):
        token = _CELL.match(text, at)
        if token is None:
            raise FormatError("{culprit!r} is no cell of puzz.link", culprit=text[at : at + 4])
        at = token.end()
        if token["run"]:
            cells += [None] * (int(token["run"], 36) - 15)
        else:
            cells.append(int(token["one"] or token["two"] or token["three"], 16))
    if len(cells) != rows * columns:
        raise FormatError(
            "the address has {count} cells, but the board {rows}: was it cut?",
            count=len(cells),
            rows=rows * columns,
        )
    geometry = geometry_of(Geometry.boxes(rows, *_BOARDS[rows]), options)
    return Document(Puzzle(geometry, tuple(cells), None, options.constraints))


def write(document: Document, options: WriteOptions) -> str:
    """A link, on one line."""
    puzzle = own_puzzle(document, _TITLE, options)
    geometry = puzzle.geometry
    if geometry.size not in _BOARDS or geometry != Geometry.boxes(
        geometry.size, *_BOARDS[geometry.size]
    ):
        raise no_board(geometry, _TITLE)
    text, run = "", 0
    for given in [*puzzle.givens, 0]:
        if given is None:
            run += 1
            continue
        text += "z" * (run // 20) + ("ghijklmnopqrstuvwxyz"[run % 20 - 1] if run % 20 else "")
        run = 0
        if not 0 <= given < 4096:
            raise Unsupported("{title} cannot hold the number {given}", title=_TITLE, given=given)
        text += f"{given:x}" if given < 16 else f"-{given:02x}" if given < 256 else f"+{given:03x}"
    return f"{_ADDRESS}sudoku/{geometry.size}/{geometry.size}/{text[:-1]}\n"
