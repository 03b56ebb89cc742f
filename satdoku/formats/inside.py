"""The boards inside of a text that is in no format: of a program, a post, a table of a page.

A board is a list in brackets, rows below each other, or one field of a line, with as many cells as
a board has; everything else is a note. A part of a list or of a block is never a board: where
cells are left over beside it, nothing is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from math import isqrt

from satdoku.base.errors import FormatError
from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid, Values
from satdoku.formats import candidates, grid, line
from satdoku.formats.base import MIN_BOARD, Entry, ReadOptions, Sizes, plain_puzzle
from satdoku.formats.clues import Clues, variant_in
from satdoku.formats.labels import is_note
from satdoku.formats.lists import is_line, line_values, lists_in
from satdoku.formats.markup import without_markup
from satdoku.formats.rows import Row, collect, is_rule, is_skipped, row_of
from satdoku.formats.runs import chunks
from satdoku.formats.symbols import BLANKS, NO_BRACKETS, is_symbol, normalise
from satdoku.formats.texts import numbered
from satdoku.puzzle.document import Document

_FORMATS = frozenset(("line", "numbers", "grid", "candidates", "ss", "euler", "json"))
"""Formats of texts that hold nothing but cells; where another is recognised, its reader knows why
it refuses."""
_OBJECT = re.compile(r"\s*(\[\s*)*\{\s*(\"|'|\}|$)")
_MAX_LENGTH = 1 << 17
_MOST_BOARDS = 1000
_LONGEST_NOTE = 1000
_LONGEST_TITLE = 80


@dataclass(frozen=True, slots=True)
class _Board:
    """A board in a text: where it starts and ends there, and its document."""

    start: int
    end: int
    document: Document
    spaced: bool = False  # a space is an empty cell of it


def may_be_inside(text: str, format: str, options: ReadOptions) -> bool:
    """Whether boards are to be looked for in a text that this format does not read."""
    geometry = options.geometry
    return (
        options.format is None
        and format in _FORMATS
        and len(text) <= _MAX_LENGTH
        and (geometry is None or geometry.is_square)
        and _OBJECT.match(text) is None
    )


def only_inside(
    text: str, options: ReadOptions, error: FormatError | None = None
) -> Document | None:
    """The only board in a text; ``None`` where there is none.

    :param error: why the text is in no format.
    :raises FormatError: where there are several boards.
    """
    boards = boards_inside(text, options)
    if len(boards) > 1:
        if error is not None and error.line is not None and "one puzzle" in error.reason:
            raise error
        raise FormatError(
            "one puzzle was expected, but here are {count}",
            count=len(boards),
            line=text.count("\n", 0, boards[1].start) + 1,
        )
    return boards[0].document if boards else None


def entries_inside(text: str, first: int, options: ReadOptions) -> list[Entry]:
    """The boards in a text as entries, each with the text before it and the last with the rest.

    :param first: the number of the first line.
    """
    boards = boards_inside(text, options)
    entries = []
    start = 0
    for at, board in enumerate(boards, 1):
        line_end = text.find("\n", board.end)
        end = len(text) if at == len(boards) or line_end < 0 else line_end
        blank = len(text[start:end]) - len(text[start:end].lstrip("\n"))
        entries.append(
            Entry(
                first + text.count("\n", 0, start + blank),
                text[start + blank : end].rstrip("\n"),
                lambda board=board: board.document,  # type: ignore[misc]
            )
        )
        start = max(start, end)
    return entries


def boards_inside(text: str, options: ReadOptions) -> list[_Board]:
    """The boards in a text, with what stands around them as notes.

    :raises FormatError: where what stands around may be rules, or two readings differ.
    """
    plain = without_markup(text)
    boards = _lists(plain, options)
    blocks = _blocks(plain, options)
    if boards and (others := [one for one in blocks if not _is_among(one, boards)]):
        raise _doubt(boards, others)
    boards = boards or blocks or _lines(plain, options)
    if not 0 < len(boards) <= _MOST_BOARDS:
        return []
    rest = _around(plain, boards)
    least = min(5, isqrt(min(len(board.document.puzzle.givens) for board in boards)))
    if any(_is_like_cells(line, least) for line in rest):
        return []
    spaced = [len(board.document.puzzle.givens) for board in boards if board.spaced]
    if spaced and any(_may_be_spaced_row(line, min(spaced)) for line in rest):
        return []
    solutions = [grid for line in rest for grid in _solutions(line, boards)]
    clues = Clues(options)
    variant = None if options.constraints else variant_in("\n".join(rest))
    if variant is not None and not clues.ignores(variant):
        raise FormatError(
            "the text around the puzzle says {culprit!r}, and no rules are read from it; --ignore"
            " {culprit} reads the puzzle as an ordinary Sudoku",
            culprit=variant,
        )
    return _with_notes(plain, _with_solutions(boards, solutions), clues.extras())


def _is_among(board: _Board, boards: Sequence[_Board]) -> bool:
    return any(board.document.puzzle.givens == one.document.puzzle.givens for one in boards)


def _doubt(boards: Sequence[_Board], others: Sequence[_Board]) -> FormatError:
    return FormatError(
        "this text can be read as {one} or as {other}; leave out what is not the puzzle",
        one=_named(boards[0]),
        other=_named(others[0]),
    )


def _named(board: _Board) -> str:
    text = board.document.puzzle.grid.text()
    return text if len(text) <= 24 else f"{text[:20]}... ({len(text)})"


# --- lists, blocks and lines ---------------------------------------------------------------------


def _lists(text: str, options: ReadOptions) -> list[_Board]:
    """The lists that are boards."""
    forced = options.geometry
    return [
        _Board(board.start, board.end, _document(board.values, options))
        for board in lists_in(text, None if forced is None else forced.cell_count)
    ]


def _document(values: Values, options: ReadOptions) -> Document:
    geometry = options.geometry or Geometry.of_size(isqrt(len(values)))
    return Document(plain_puzzle(geometry, values, options))


def _blocks(text: str, options: ReadOptions) -> list[_Board]:
    """The grids drawn in rows."""
    lines = [text for _, text in numbered(text)]
    starts = [0]
    for one in lines:
        starts.append(starts[-1] + len(one) + 1)
    rows = "\n".join("" if is_note(one) else one for one in lines)
    many = candidates.detect(rows) > 0
    boards = []
    for first, chunk in chunks(numbered(text), candidates.width if many else _width):
        parts = chunk.split("\n")
        inner = [at for at, one in enumerate(parts) if not _is_apart(one)]
        if not inner:
            continue
        begin, end = inner[0], inner[-1] + 1
        if end - begin > MIN_BOARD and _is_number(parts[begin], parts[begin + 1]):
            begin += 1
        block = "\n".join(parts[begin:end])
        with suppress(FormatError):
            read = candidates.parse if candidates.detect(block) >= 90 else grid.parse
            document = _of_column(block, options) or read(block, options)
            place = first - 1 + begin
            stop = min(len(text), starts[place + end - begin])
            boards.append(_Board(starts[place], stop, document, _is_spaced(block, document)))
    return boards


def _is_number(text: str, below: str) -> bool:
    """Whether a line is the number of the grid below it."""
    bare = text.strip().strip("#.:()")
    rows = [row_of(1, one) for one in (text, below)]
    return bare.isdigit() and len(bare) < 5 and rows[0].width != rows[1].width


def _width(row: Row) -> int:
    return row.width


def _is_spaced(text: str, document: Document) -> bool:
    """Whether a space is an empty cell of a grid without bars."""
    rows = collect(text)
    symbols = sum(len(row.symbols) for row in rows)
    return symbols < len(document.puzzle.givens) and not any(row.barred for row in rows)


def _is_apart(text: str) -> bool:
    """Whether a line at the edge of a block is no part of it."""
    return is_note(text) or is_skipped(text)


def _of_column(text: str, options: ReadOptions) -> Document | None:
    """The puzzle of a cell a line."""
    rows = collect(text)
    if len(rows) < MIN_BOARD**2 or any(len(row.tokens) != 1 for row in rows):
        return None
    symbols = "".join(row.symbols for row in rows)
    return line.parse(symbols, options) if len(symbols) == len(rows) else None


def _lines(text: str, options: ReadOptions) -> list[_Board]:
    """The lines with a field that is a board."""
    boards = []
    start = 0
    for _, one in numbered(text):
        with suppress(FormatError):
            if line.only_field(normalise(one), options) is not None:
                document = line.parse_line(one, options, Sizes())
                boards.append(_Board(start, start + len(one), document))
        start += len(one) + 1
    return boards


# --- what stands around --------------------------------------------------------------------------

_DATE = re.compile(r"\b\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b|\b\d{1,2}:\d{2}(:\d{2})?\b")
_MANY_CELLS = re.compile(r"[0-9.*_?]{30,}")
_APART_CELLS = re.compile(r"(?:(?<![^\W_])[0-9._*?xX-](?:[\s,;|]+|$)){5,}")


def _around(text: str, boards: Sequence[_Board]) -> list[str]:
    """The lines of a text without the boards."""
    parts, end = [], 0
    for board in boards:
        parts.append(text[end : board.start])
        end = board.end
    parts.append(text[end:])
    return [one for part in parts for one in part.split("\n") if one.strip()]


def _is_like_cells(text: str, least: int) -> bool:
    """Whether a line beside a board may be a part of one.

    :param least: how many digits and blanks a row has that may be one.
    """
    bare = _DATE.sub("", normalise(text))
    if is_skipped(bare) or is_rule(bare):
        return False
    if is_note(bare):
        if _APART_CELLS.search(bare.translate(NO_BRACKETS)):
            return True
        return any(not line.is_board(match[0]) for match in _MANY_CELLS.finditer(bare))
    symbols = row_of(1, bare).symbols
    return sum(c.isdigit() or c in BLANKS for c in symbols) >= least


def _may_be_spaced_row(text: str, cells: int) -> bool:
    """Whether a line beside a board may be a row of a larger one, whose empty rows are blank."""
    bare = normalise(_DATE.sub("", text))
    if is_skipped(bare) or is_rule(bare) or is_note(bare):
        return False
    if cells >= 81 and bare[:1].isdigit() and bare.strip().isdigit():
        return False  # a number above the grid
    return any(is_symbol(c) for c in row_of(1, bare).symbols)


def _solutions(text: str, boards: Sequence[_Board]) -> Iterator[Grid]:
    """The solutions in a line beside the boards.

    :raises FormatError: where a field is a board, but no solution.
    """
    for field in line.fields_of(normalise(text)):
        if not is_line(field):
            continue
        values = line_values(field)
        solved = [one for one in boards if _solves(values, one.document)]
        if not solved:
            raise FormatError(
                "this text can be read as {one} or as {other}; leave out what is not the puzzle",
                one=_named(boards[0]),
                other=field if len(field) <= 24 else f"{field[:20]}... ({len(field)})",
            )
        yield Grid(solved[0].document.puzzle.geometry, values)


def _solves(values: Sequence[int | None], document: Document) -> bool:
    givens = document.puzzle.givens
    return (
        len(values) == len(givens)
        and None not in values
        and None in givens
        and all(given in (None, value) for given, value in zip(givens, values, strict=True))
    )


def _with_solutions(boards: Sequence[_Board], solutions: Sequence[Grid]) -> list[_Board]:
    """The boards, those that solve another as its solution."""
    unsolved: list[_Board] = []
    full = [one.document.puzzle.grid for one in boards if None not in one.document.puzzle.givens]
    used = set()
    for board in boards:
        for grid_ in (*solutions, *full):
            if _solves(grid_.values, board.document):
                used.add(grid_.values)
                board = replace(board, document=replace(board.document, solution=grid_))
                break
        unsolved.append(board)
    return [one for one in unsolved if one.document.puzzle.givens not in used]


_NAMES = frozenset(("board", "grid", "puzzle", "sudoku", "problem", "matrix", "start", "data"))
"""Names of variables that are no titles."""


def _with_notes(text: str, boards: Sequence[_Board], extras: Mapping[str, str]) -> list[_Board]:
    """The boards with the text around them: a line above is the title, and the rest a note."""
    noted = []
    end = 0
    for at, board in enumerate(boards):
        before = [one.strip() for one in text[end : board.start].split("\n")]
        before = [one for one in before if re.search(r"\w", one)]
        end = board.end
        after = text[end:].split("\n") if at == len(boards) - 1 else []
        after = [one.strip() for one in after if re.search(r"\w", one)]
        title = board.document.title
        if len(before) == 1 and len(before[0]) <= _LONGEST_TITLE:
            name = before.pop().strip(" \t#*=:|`'\"-<>").rstrip("[{(<=: ")
            title = title or (name if name.lower() not in _NAMES else None) or None
        note = "\n".join((*before, *after))[:_LONGEST_NOTE]
        more = {**board.document.extras, **extras}
        if note:
            more["note"] = "\n".join(filter(None, (more.get("note"), note)))
        noted.append(replace(board, document=replace(board.document, title=title, extras=more)))
    return noted
