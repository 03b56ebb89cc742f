"""A table with a header and a puzzle column: CSV, or parted by tabs or semicolons.

The sets on Kaggle and elsewhere: ``quizzes,solutions``, ``puzzle,solution``, ``id,puzzle,solution,
clues,difficulty``. A column ``regions`` labels the cells of a jigsaw. Other columns are kept in
``extras`` under their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from math import isqrt

from satdoku.base.errors import FormatError, Unsupported, legible
from satdoku.base.worded import worded
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid, Values
from satdoku.formats import line as _line
from satdoku.formats import numbers as _numbers
from satdoku.formats.base import (
    PUZZLE_NAMES,
    SOLUTION_NAMES,
    Entry,
    Line,
    ReadOptions,
    Sizes,
    WriteOptions,
    line_entry,
    on_line,
    own_puzzle,
    shown,
)
from satdoku.formats.clues import Clues, geometry_of, is_about_rules, says_rules
from satdoku.formats.rows import is_rule
from satdoku.formats.source import check_text
from satdoku.formats.symbols import BLANKS, may_be_cells, normalise, write_symbols
from satdoku.formats.texts import is_layout, numbered, sample_lines
from satdoku.puzzle.document import Document

_REGIONS = ("regions", "layout", "jigsaw")
_NAME = re.compile(r"[A-Za-z_][\w .()-]*")
_PLAIN = re.compile(r"[0-9.]{81}").fullmatch
_SOLVED = re.compile(r"[1-9]{81}|").fullmatch
_DELIMITERS = ",\t;"


def fields(line: str, delimiter: str) -> list[str]:
    """The cells of a line of a table."""
    import csv

    try:
        return [field.strip() for field in next(csv.reader([line], delimiter=delimiter), [])]
    except csv.Error:
        return [line.strip()]


def _delimiter(header: str) -> str:
    return max(
        _DELIMITERS,
        key=lambda d: (_column(fields(header, d), PUZZLE_NAMES) is not None, header.count(d)),
    )


def _column(names: list[str], wanted: tuple[str, ...]) -> int | None:
    lower = [name.lower() for name in names]
    for name in wanted:
        if name in lower:
            return lower.index(name)
    return None


def detect(text: str) -> int:
    """Sure where the first line names a puzzle column; likely where it looks like a header."""
    lines = sample_lines(text)
    if not lines:
        return 0
    header = lines[0]
    delimiter = _delimiter(header)
    names = fields(header, delimiter)
    if _column(names, PUZZLE_NAMES) is not None:
        return 98 if len(names) > 1 or len(lines) == 1 or _is_column(lines[1:], delimiter) else 0
    named = len(names) > 1 and all(_NAME.fullmatch(name) and len(name) < 40 for name in names)
    if not named or len(lines) == 1:
        return 0
    return 82 if {line.count(delimiter) for line in lines[:4]} == {len(names) - 1} else 50


def _is_column(lines: list[str], delimiter: str) -> bool:
    """Whether lines below a word are the puzzles of one column, and not the rows of a grid."""
    rows = [fields(line, delimiter) for line in lines]
    cells = [row[0] for row in rows if len(row) == 1]
    if len(cells) < len(rows[:3]) or not all(map(_is_cell, cells[:3])):
        return False
    # Each of 16 rows of 16 symbols may be a 4x4 puzzle, as far as its symbols go.
    return {*map(len, cells)} != {len(cells)} or all(
        may_be_cells(normalise(cell), isqrt(len(cell))) for cell in cells
    )


def _is_cell(text: str) -> bool:
    return not is_rule(text) and bool(_line.detect(text) or _numbers.detect(text))


def table_columns(header: str) -> tuple[str, int, int | None] | None:
    """How the cells of a table are parted, and where puzzles and solutions stand; ``None`` where
    the line is no header.

    :raises FormatError: where a column may state rules.
    """
    delimiter = _delimiter(header)
    names = fields(header, delimiter)
    if _column(names, PUZZLE_NAMES) is None:
        return None
    return delimiter, puzzle_column(names, ReadOptions()), _column(names, SOLUTION_NAMES)


def puzzle_column(names: list[str], options: ReadOptions) -> int:
    """The place of the column with the puzzles, of a table of which no other is read.

    :raises FormatError: where none has a name of the usual ones, or one has the regions or rules.
    """
    table = _Table(names)
    if table.regions is not None:
        raise FormatError("the column {names!r} is read from CSV alone", names=names[table.regions])
    clues = Clues(options)
    for place in table.suspect:
        if not clues.ignores(name := names[place]):
            raise FormatError(
                "the column {name} may state rules, and is read from CSV alone; --ignore "
                "{name_2} reads the puzzles without it",
                name=_named(name),
                name_2=_short(name),
            )
    return table.puzzle


def cell_entry(number: int, cell: str, name: str, options: ReadOptions, sizes: Sizes) -> Entry:
    """The entry of a table's row of which only the puzzle is known."""
    table = _Table([name])

    def parse(text: str, options: ReadOptions, sizes: Sizes) -> Document:
        check_text(text)
        return table.document([text.strip()], options, sizes)

    return line_entry(number, cell, options, parse, sizes, table.plain_cell([cell]))


class _Table:
    """The columns of a table, from its header."""

    def __init__(self, names: list[str], puzzle: int | None = None) -> None:
        self.names = names
        lower = [name.lower() for name in names]
        if puzzle is None:
            puzzle = _column(names, PUZZLE_NAMES)
        if puzzle is None:
            columns = ", ".join(map(_named, names[:10]))
            raise FormatError(
                "the table has no puzzle column (found: {found}); one must be named {puzzle} or"
                " {puzzle_2}",
                found=columns,
                puzzle=", ".join(PUZZLE_NAMES[:-1]),
                puzzle_2=PUZZLE_NAMES[-1],
            )
        for name in (*PUZZLE_NAMES, *SOLUTION_NAMES, *_REGIONS, "title", "author"):
            if lower.count(name) > 1:
                raise FormatError("the table has two columns named {name!r}", name=name)
        self.puzzle = puzzle
        self.solution = _column(names, SOLUTION_NAMES)
        self.regions = _column(names, _REGIONS)
        read = (self.puzzle, self.solution, self.regions)
        self.suspect = [
            place for place, name in enumerate(names) if place not in read and is_about_rules(name)
        ]

    def document(self, row: list[str], options: ReadOptions, sizes: Sizes) -> Document:
        """The document of a row."""
        if len(row) != len(self.names):
            raise FormatError(
                "this row has {count} fields, but the header {count_2}",
                count=len(row),
                count_2=len(self.names),
            )
        puzzle = self._cell(row, self.puzzle, options, sizes).puzzle
        solution = None
        if self.solution is not None and row[self.solution].strip():
            solved = self._cell(row, self.solution, options, Sizes()).puzzle
            if solved.geometry != puzzle.geometry:
                raise FormatError(
                    "the solution is {board}, but the puzzle {board_2}",
                    board=solved.geometry.describe(),
                    board_2=puzzle.geometry.describe(),
                )
            solution = Grid(puzzle.geometry, solved.givens)
        if self.regions is not None and (labels := row[self.regions].strip()):
            if len(labels) != len(puzzle.givens) or not is_layout(labels):
                raise FormatError(
                    "column {names!r}: this labels no regions of the board",
                    names=self.names[self.regions],
                    text=labels[:80],
                )
            geometry = geometry_of(Geometry.jigsaw(map(ord, labels)), options)
            puzzle = replace(puzzle, geometry=geometry)
            solution = solution and Grid(geometry, solution.values)
        around: dict[str, str] = {}
        extras: dict[str, str] = {}
        clues = Clues(options)
        for index, (name, value) in enumerate(zip(self.names, row, strict=True)):
            if index in (self.puzzle, self.solution, self.regions) or not value:
                continue
            if len(value) == len(puzzle.givens) and is_layout(value):
                raise FormatError(
                    "column {name} labels the cells, as the column 'regions' of a jigsaw does",
                    name=_named(name),
                    text=value[:80],
                )
            if says_rules(name, value) and not clues.ignores(name):
                raise FormatError(
                    "column {name}: satdoku reads no rules from here, and {value} may be some; "
                    "--ignore {name_2} reads the puzzle without them",
                    name=_named(name),
                    value=shown(value),
                    name_2=_short(name),
                    text=value[:80],
                )
            if name.lower() in ("title", "author"):
                around[name.lower()] = value
            else:
                extras[name] = value
        return Document(
            puzzle,
            title=around.get("title"),
            author=around.get("author"),
            solution=solution,
            extras=extras | clues.extras(),
        )

    def plain_cell(self, row: list[str]) -> str | None:
        """The puzzle of a row in which nothing else can be wrong; ``None`` for other rows."""
        if len(row) != len(self.names) or not _PLAIN(row[self.puzzle]):
            return None
        plain = self.solution is None or _SOLVED(row[self.solution]) is not None
        for place, cell in enumerate(row):
            if len(cell) == 81 and place not in (self.puzzle, self.solution) and is_layout(cell):
                return None
        plain = plain and (self.regions is None or not row[self.regions])
        plain = plain and not any(says_rules(self.names[at], row[at]) for at in self.suspect)
        return row[self.puzzle] if plain else None

    def _cell(self, row: list[str], column: int, options: ReadOptions, sizes: Sizes) -> Document:
        text = row[column].strip()
        parse = _numbers.parse_line if re.search(r"\S\s+\S", text) else _line.parse_line
        try:
            if not text:
                raise FormatError("the cell is empty")
            document = parse(text, options, sizes)
            if document.extras:
                raise FormatError("the cell holds more than a puzzle", text=text[:80])
        except FormatError as error:
            name, at = self.names[column], error.column
            place = (
                worded("column {name!r}", name=name)
                if at is None
                else worded("column {name!r}, character {at}", name=name, at=at)
            )
            raise FormatError(
                "{place}: {why}", place=place, why=error.reason, text=error.text
            ) from None
        return document


def _board_column(row: list[str]) -> int | None:
    """The only column whose cell is a board with empty cells."""
    boards = [
        at
        for at, cell in enumerate(row)
        if _line.is_board(cell) and any(symbol in BLANKS for symbol in cell)
    ]
    return boards[0] if len(boards) == 1 else None


def entries(lines: Iterable[Line], options: ReadOptions) -> Iterator[Entry]:
    """A puzzle a row."""
    import csv

    numbered_lines = iter(lines)
    header: Line | None = None
    for number, text in numbered_lines:
        if text.strip() and text.lstrip()[0] != "#":
            header = number, text
            break
    if header is None:
        return
    delimiter = _delimiter(header[1])
    names = fields(header[1], delimiter)
    second = next((line for line in numbered_lines if line[1].strip()), None)
    numbered_lines = chain(() if second is None else (second,), numbered_lines)
    with on_line(header[0]):
        puzzle = None
        if _column(names, PUZZLE_NAMES) is None and second is not None:
            row = fields(second[1], delimiter)
            puzzle = _board_column(row) if len(row) == len(names) else None
        table = _Table(names, puzzle)
    taken: list[Line] = []

    def feed() -> Iterator[str]:
        for line in numbered_lines:
            taken.append(line)
            yield line[1] + "\n"

    reader = csv.reader(feed(), delimiter=delimiter, strict=True)
    sizes = Sizes()
    while True:
        taken.clear()
        try:
            row = next(reader)
            problem = None
        except StopIteration:
            break
        except csv.Error as error:
            row, problem = [], worded("this row is not CSV: {error}", error=error)
        if not problem and not any(field.strip() for field in row):
            continue
        number = taken[0][0] if taken else header[0]
        text = "\n".join(line for _, line in taken)

        def parse(
            text: str,
            options: ReadOptions,
            sizes: Sizes,
            row: list[str] = row,
            problem: str | None = problem,
        ) -> Document:
            check_text(text)
            if problem:
                raise FormatError(problem, text=text[:80])
            return table.document(row, options, sizes)

        cell = None if problem else table.plain_cell(row)
        yield line_entry(number, text, options, parse, sizes, cell)


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this table."""
    check_text(text)
    rows = entries(numbered(text), options)
    first = next(rows, None)
    if first is None:
        raise FormatError("the table has no row below its header")
    if (second := next(rows, None)) is not None:
        raise FormatError(
            "one puzzle was expected, but after the one on line {number} comes more",
            number=first.line,
            line=second.line,
        )
    if first.error is not None:
        raise first.error
    assert first.document is not None
    return first.document


def write(document: Document, options: WriteOptions) -> str:
    """A header and one row; large boards as numbers."""
    return "".join(write_all([document], options))


def write_all(documents: Iterable[Document], options: WriteOptions) -> Iterator[str]:
    """A header, then a row for each document; the first document decides which columns there
    are."""
    import csv
    import io

    names: list[str] | None = None
    for document in documents:
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        row = _row(document, options)
        if names is None:
            names = list(row)
            writer.writerow(names)
        elif new := [name for name in row if name not in names]:
            raise Unsupported(
                "a CSV table has one header, and {new} is not in it", new=_named(new[0])
            )
        writer.writerow([legible(row.get(name, "")) for name in names])
        yield out.getvalue()


def _row(document: Document, options: WriteOptions) -> dict[str, str]:
    puzzle = own_puzzle(document, "a CSV table", options)
    size = puzzle.geometry.size

    def text(values: Values) -> str:
        if size <= 9 or options.letters != "auto":
            return write_symbols(values, size, options.letters, options.empty)
        return _numbers.write_numbers(values, options.empty)

    row = {"puzzle": text(puzzle.givens)}
    if document.solution is not None:
        row["solution"] = text(document.solution.values)
    for name, value in (("title", document.title), ("author", document.author)):
        if value is not None:
            row[name] = value
    reserved = {*PUZZLE_NAMES, *SOLUTION_NAMES, *_REGIONS, "title", "author"}
    row |= {name: value for name, value in document.extras.items() if name.lower() not in reserved}
    return row


def _short(column: str) -> str:
    """The name of a column, cut where it would drown the sentence."""
    return column if len(column) <= 40 else f"{column[:37]}..."


def _named(column: str) -> str:
    return repr(_short(column))
