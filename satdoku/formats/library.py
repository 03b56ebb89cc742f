"""HoDoKu's library lines: a grid with placed digits, deleted candidates and what a step does.

``:0600-1:23:+4+7.3..1.8...:DELETED:ELIMINATIONS:PLACEMENTS:EXTRA``. In the grid ``+`` stands
before a placed digit that is not given; the other fields hold blank-separated triples
digit, row, column. Described in HoDoKu's regression test library. Read into a Position; the fields
that describe the step are kept in ``extras``. Programs also write the grid and what follows it
without the fields before it (``53.+67....:113 213``); that is read too, and on lines of other
formats as well.
"""

from __future__ import annotations

import re
from dataclasses import replace

from satdoku.base.errors import FormatError, Unsupported
from satdoku.base.worded import worded
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Values
from satdoku.formats.base import (
    ReadOptions,
    Sizes,
    WriteOptions,
    board,
    no_board,
    plain_puzzle,
    require_no_rules,
    require_square,
)
from satdoku.formats.marks import position_document
from satdoku.formats.source import check_text
from satdoku.formats.symbols import normalise
from satdoku.formats.texts import by_lines, sample_lines
from satdoku.puzzle.document import Document
from satdoku.puzzle.position import Position
from satdoku.puzzle.puzzle import Puzzle

_START = re.compile(r"\s*:[0-9]{4,5}(-\w+)?:")
_BARE = re.compile(
    r"\s*(?P<grid>(?:[.0-9]|\+[1-9]){81})"
    r"(?:\s*|:(?P<deleted>(?:\s*[1-9]{3}\b)*)\s*(?P<more>(?::[^:]*)*)|\s*[\s#;,](?P<note>.*))"
)
_TRIPLE = re.compile(r"[1-9]{3}")
_STEP = ("technique", "digits", "eliminations", "placements", "chain_length")
_FIELDS = ("technique", "digits", "grid", "deleted", "eliminations", "placements", "chain_length")


def detect(text: str) -> int:
    """Sure where the lines begin with a technique's code."""
    lines = sample_lines(text, 16)
    good = sum(
        _START.match(line) is not None
        or ("+" in line and _BARE.fullmatch(normalise(line)) is not None)
        for line in lines
    )
    return round(97 * good / len(lines)) if lines else 0


def bare_position(text: str, options: ReadOptions) -> Document | None:
    """The position of a (normalised) line that begins with the grid; ``None`` where it is none.

    :raises FormatError: where what follows the grid may be deleted candidates or a note.
    """
    match = _BARE.fullmatch(text)
    if match is None or ("+" not in match["grid"] and not match["deleted"]):
        return None
    grid, deleted = match["grid"], (match["deleted"] or "").strip()
    if "+" not in grid:
        _, values = _grid(grid, 1)
        here = Position.of(Puzzle(Geometry.classic(), values)).candidates
        triples = _triples(deleted, 1)
        alive = sum(digit in here[cell] for cell, digit in triples)
        if not alive:
            return None
        if len(triples) == 1 or alive < len(triples):
            raise FormatError(
                "{deleted!r} after the puzzle may be a note or deleted candidates; write # before "
                "a note, or :0000:x: before the puzzle if they are candidates",
                deleted=deleted[:40],
                column=match.start("deleted") + 1,
            )
    try:
        document = _parse_line(f":0000:x:{grid}:{deleted}{match['more'] or ''}", options, Sizes())
    except FormatError as error:
        column = error.column and error.column - len(":0000:x:") + match.start("grid")
        raise FormatError(error.reason, column=column, text=error.text) from None
    extras = {
        name: text for name, text in document.extras.items() if name not in ("technique", "digits")
    }
    if note := (match["note"] or "").strip():
        extras["note"] = note
    return replace(document, extras=extras)


def _parse_line(text: str, options: ReadOptions, sizes: Sizes) -> Document:
    check_text(text)
    plain = normalise(text)
    if not plain.lstrip().startswith(":") and (bare := bare_position(plain, options)) is not None:
        return bare
    parts = plain.split(":")
    if len(parts) < 4 or parts[0].strip() or any(map(str.strip, parts[8:])):
        raise FormatError(
            "a library line has the fields :technique:digits:grid:deleted:eliminations:placements:",
            text=text[:80],
        )
    starts: list[int] = []
    column = 1
    for part in parts:
        starts.append(column)
        column += len(part) + 1
    fields = dict(zip(_FIELDS, parts[1:], strict=False))
    start = dict(zip(_FIELDS, starts[1:], strict=False))
    givens, values = _grid(fields["grid"], start["grid"])
    geometry = board(81, options)
    position = Position.of(Puzzle(geometry, values))
    deleted = _triples(fields.get("deleted", ""), start.get("deleted", 1))
    for name in ("eliminations", "placements"):
        _triples(fields.get(name, ""), start.get(name, 1))
    position = position.eliminate(deleted)
    puzzle = plain_puzzle(geometry, givens, options)
    extras = {name: value for name in _STEP if (value := fields.get(name, "").strip())}
    return position_document(Position(puzzle, position.values, position.candidates), extras=extras)


parse, entries = by_lines(_parse_line)


def _grid(text: str, start: int) -> tuple[Values, Values]:
    givens: list[int | None] = []
    values: list[int | None] = []
    placed = False
    for index, char in enumerate(text):
        if char == "+" and not placed:
            placed = True
            continue
        if char in ".0" and not placed:
            value = None
        elif char.isascii() and char.isdigit() and char != "0":
            value = int(char)
        else:
            raise FormatError(
                "{culprit!r} is not a cell of a library line (digit, +digit or .)",
                culprit=char,
                column=start + index,
            )
        givens.append(None if placed else value)
        values.append(value)
        placed = False
    if len(values) != 81:
        raise FormatError("expected 81 cells (9x9), got {count}", count=len(values), column=start)
    if placed:
        raise FormatError("'+' is not before a digit", column=start + len(text) - 1)
    return tuple(givens), tuple(values)


def _triples(text: str, start: int) -> list[tuple[int, int]]:
    triples = []
    for token in re.finditer(r"\S+", text):
        if not _TRIPLE.fullmatch(token[0]):
            raise FormatError(
                "{token!r} is not a candidate; 436 means digit 4 in row 3, column 6",
                token=token[0][:20],
                column=start + token.start(),
                text=token[0][:80],
            )
        digit, row, column = map(int, token[0])
        triples.append(((row - 1) * 9 + column - 1, digit))
    return triples


def write(document: Document, options: WriteOptions) -> str:
    """The position as a library line; without a step in ``extras`` as HoDoKu exports it."""
    title = worded("a library line")
    position = document.position or Position.of(document.puzzle)
    geometry = position.geometry
    require_no_rules(position.puzzle, title, options)
    require_square(geometry, title)
    if geometry not in (Geometry.classic(), options.geometry) or geometry.size != 9:
        raise no_board(geometry, title)
    cells = []
    for cell, value in enumerate(position.values):
        if value is not None and not 1 <= value <= 9:
            raise Unsupported(
                "{title} cannot hold {cell}, which is {value}",
                title=title,
                cell=geometry.name(cell),
                value=value,
            )
        given = position.puzzle.givens[cell]
        if given is not None and given != value:
            raise Unsupported(
                "{title} cannot hold {cell}: given and value differ",
                title=title,
                cell=geometry.name(cell),
            )
        cells.append("." if value is None else str(value) if given else f"+{value}")
    start = Position.of(Puzzle(geometry, position.values)).candidates
    deleted = []
    for digit in geometry.digits:
        for cell, here in enumerate(position.candidates):
            if digit in here and digit not in start[cell]:
                raise Unsupported(
                    "{title} cannot hold the candidate {digit} of {cell}, which a placed digit "
                    "rules out",
                    title=title,
                    digit=digit,
                    cell=geometry.name(cell),
                )
            if digit in start[cell] and digit not in here:
                row, column = geometry.row_column(cell)
                deleted.append(f"{digit}{row + 1}{column + 1}")
    extras = document.extras
    fields = {name: extras.get(name, "") for name in _FIELDS}
    fields |= {"grid": "".join(cells), "deleted": " ".join(deleted)}
    if not fields["technique"]:
        fields |= {"technique": "0000", "digits": "x"}
    return ":" + ":".join(fields[name] for name in _FIELDS) + "\n"
