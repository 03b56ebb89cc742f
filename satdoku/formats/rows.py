"""Rows of drawn grids: what is a row, what is only drawing, and where each cell stands."""

from __future__ import annotations

import re
from collections.abc import Callable

from satdoku.base.errors import FormatError
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.formats.base import MIN_BOARD
from satdoku.formats.symbols import BLANKS, NO_BRACKETS, is_symbol, normalise
from satdoku.formats.texts import numbered

_BARS = "|│┃║¦╎┆┊▏"
_RULE = re.compile(r"[-+=*.:'|\s\u2500-\u257f]+")
_DASH = re.compile(r"[-=\u2500\u2501\u2504\u2505\u2508\u2509\u2550\u254c-\u254f]")
_SIGNS = re.compile(r"\s*([+~^%&:=/\\\"'`@$!<>])(\s*\1){3,}\s*")  # one that is no cell
_DASHES = re.compile(rf"[-\s{_BARS}]*-[-\s{_BARS}]*")
_BRACKETS = re.compile(r"\s*[\[\](){}]+\s*[,;]?\s*")
_BELOW_HEADER = re.compile(r"\s*\|?(\s*:?-+:?\s*\|){3,}(\s*:?-+:?)?\s*")  # of a Markdown table
_LIST_END = re.compile(r"([\])}]\s*)[,;](\s*)$")
_TEX_END = re.compile(r"([^|.]*(?=\|(?:.*\|)?\s+\|)\|[^.]*\|\s*)\.(\s*)")
_BLANK_BARS = re.compile(r"\|\s+\|")
_BLANK_FIELD = re.compile(r"[,;\t]\s*[,;\t]")
_TO_SPACE = str.maketrans(dict.fromkeys(_BARS, " "))
_ONE_BAR = str.maketrans(dict.fromkeys(_BARS, "|"))
_TOKEN = re.compile(r"[^\s,;]+")
# What Simple Sudoku writes below a copied grid.
_FOOTER = re.compile(r"\s*(Simple Sudoku|Version [\w.]+)\s*", re.IGNORECASE)
_DATE = re.compile(  # with - and . in ten characters, as nine may be a row of a grid
    r"\s*(\d{4}/\d{1,2}/\d{1,2}|\d{1,2}/\d{1,2}/\d{4}|"
    r"(19|20)\d\d([-.])[01]\d\3[0-3]\d|[0-3]\d([-.])[01]\d\4(19|20)\d\d)\s*"
)
_MOST_ROWS = 100

EMPTY_FIELDS = ("", "None", "null")
"""The texts between two commas or bars where a cell is empty."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row as drawn: its text between the bars, in several ways."""

    line: int
    text: str  # as it stands, with | for every bar and spaces for brackets and quotes
    tokens: tuple[tuple[int, str], ...]  # (column from 0, text) parted by spaces and bars
    barred: bool
    fields: tuple[tuple[int, str], ...] | None  # a cell each, where commas or bars part them all

    @property
    def symbols(self) -> str:
        """Every character that is no space and no bar."""
        return "".join(text for _, text in self.tokens)

    @property
    def numeric(self) -> bool:
        """Whether the tokens read as the numbers of one row of a large board."""
        count = len(self.tokens)
        return count >= 10 and all(_is_number(text, count) for _, text in self.tokens)

    @property
    def width(self) -> int:
        """The number of cells that the row seems to have."""
        if self.fields is not None:
            return len(self.fields)
        return len(self.tokens) if self.numeric else len(self.symbols)

    @property
    def room(self) -> int:
        """The number of characters inside the frame, where bars part boxes and not cells."""
        text = self.text.strip()
        framed = self.fields is None and len(text) > 1 and text[0] == text[-1] == "|"
        return len(text) - text.count("|") if framed else 0

    @property
    def has_blank(self) -> bool:
        """Whether two bars have only blanks between them, or commas part all cells and one of them
        is left empty.

        Two bars without a space between them are a border between boxes.
        """
        if _BLANK_BARS.search(self.text) is not None:
            parts = set(map(str.strip, self.text.split("|"))) - {""}
            return bool(parts) and parts.isdisjoint(BLANKS)
        return self.fields is not None and _BLANK_FIELD.search(self.text) is not None

    def symbol_columns(self) -> list[int]:
        """The column, from 1, of each of the symbols."""
        return [start + i + 1 for start, text in self.tokens for i in range(len(text))]


def _is_number(text: str, count: int) -> bool:
    if len(text) == 1:
        return is_symbol(text)
    return text.isascii() and text.isdigit() and text[0] != "0" and int(text[:6]) <= count


def is_skipped(text: str) -> bool:
    """Whether a line is no part of a grid: blank, a comment, bracket, fence, footer or date."""
    bare = text.strip()
    if not bare:
        return text.count("\t") < MIN_BOARD - 1  # else a row of empty cells
    return (
        bare[0] == "#"
        or bare.startswith("```")
        or _FOOTER.fullmatch(text) is not None
        or _BRACKETS.fullmatch(text) is not None
        or _DATE.fullmatch(text) is not None
    )


def is_rule(text: str) -> bool:
    """Whether a line is drawing only: ``---+---``, ``.----.``, ``╠═══╬═══╣``."""
    text = normalise(text)
    if _RULE.fullmatch(text) is not None and _DASH.search(text) is not None:
        return True
    return _SIGNS.fullmatch(text) is not None


def below_header(text: str) -> bool:
    """Whether a line ends the header of a Markdown table."""
    return _BELOW_HEADER.fullmatch(text) is not None


def may_be_row(text: str) -> bool:
    """Whether a rule may also be a row whose cells are all empty, if ``-`` is an empty cell."""
    return _DASHES.fullmatch(normalise(text)) is not None


def dashed(rows: list[Row]) -> bool:
    """Whether ``-`` is an empty cell of these rows."""
    return any("-" in row.symbols for row in rows)


def row_of(line: int, text: str) -> Row:
    """A line that is no rule as a row."""
    text = _LIST_END.sub(r"\1 \2", normalise(text)).replace("][", " |").translate(NO_BRACKETS)
    if (ended := _TEX_END.fullmatch(text)) is not None:
        text = f"{ended[1]} {ended[2]}"  # a blank field is an empty cell, so the point is none
    spaced = text.translate(_TO_SPACE)
    tokens = tuple((m.start(), m[0]) for m in _TOKEN.finditer(spaced))
    text = text.translate(_ONE_BAR)
    return Row(line, text, tokens, "|" in text, _fields(text))


def _fields(text: str) -> tuple[tuple[int, str], ...] | None:
    """The cells of a row in which each is parted from the next by a bar, a comma or a tab."""
    for joint in "|,;\t":
        if text.count(joint) < MIN_BOARD - 1:
            continue
        fields: list[tuple[int, str]] = []
        start = 0
        for part in text.split(joint):
            fields.append((start + len(part) - len(part.lstrip()), part.strip()))
            start += len(part) + 1
        if joint == "|" and text[0] == "|" and not fields[-1][1]:
            fields = fields[1:-1]
        if len(fields) < MIN_BOARD:
            continue
        texts = {field for _, field in fields}
        if not texts.isdisjoint(EMPTY_FIELDS) and not texts.isdisjoint(BLANKS):
            continue  # what is left empty is no cell where another symbol is an empty one
        if all(field in EMPTY_FIELDS or _is_number(field, len(fields)) for field in texts):
            return tuple(fields)
    return None


def collect(text: str, *, blank: bool = False) -> list[Row]:
    """The rows of a text; with ``blank`` also the blank lines between them.

    A line of dashes as long as a row is one, where the other rows write empty cells so.
    """
    rows: list[Row] = []
    header: list[int] = []
    doubtful: list[Row] = []
    between: list[Row] = []
    for number, line in numbered(text):
        if blank and rows and not line.strip():
            between.append(row_of(number, line))
        elif is_skipped(line):
            continue
        elif not is_rule(line):
            rows += [*between, row_of(number, line)]
            between = []
        else:
            if below_header(line):
                header.append(len(rows))
            if may_be_row(line):
                doubtful.append(row_of(number, line))
    if header == [1] and len(rows) == rows[0].width + 1:
        return rows[1:]
    if doubtful and dashed(rows):
        rows += [row for row in doubtful if row.width == rows[0].width]
        rows.sort(key=lambda row: row.line)
    return rows


def check_square(rows: list[Row], width: Callable[[Row], int]) -> None:
    """:raises FormatError: where the rows are not as many as each has cells."""
    if not rows:
        raise FormatError("there is no puzzle in this text")
    widths = [width(row) for row in rows]
    size = max(set(widths), key=lambda w: (widths.count(w), w == len(rows), w))
    if not size:
        raise FormatError("there are no cells in these rows", line=rows[0].line)
    for count, row in zip(widths, rows, strict=True):
        if count != size:
            raise FormatError(
                worded(
                    "this row has {count} cells, but the others have {size}", count=count, size=size
                )
                if len(rows) > 2
                else worded(
                    "this row has {count} cells, but the other has {size}", count=count, size=size
                ),
                line=row.line,
                text=row.text[:80],
            )
    if len(rows) > size and len(rows) % size == 0:
        raise FormatError(
            "one puzzle was expected, but here are {count} grids of {size} rows",
            count=len(rows) // size,
            size=size,
            line=rows[size].line,
        )
    if size != len(rows):
        raise FormatError(
            "a grid of 1 row of {size} cells is not square; {size} rows were expected"
            if len(rows) == 1
            else "a grid of {count} rows of {size} cells is not square; {size} rows were expected",
            count=len(rows),
            size=size,
            line=rows[-1].line,
        )
    if not MIN_BOARD <= size <= _MOST_ROWS:
        raise FormatError(
            "a board has {min_board} to 100 rows, not {size}",
            min_board=MIN_BOARD,
            size=size,
            line=rows[0].line,
        )
