"""Rows of drawn grids: what is a row, what is only drawing, and where each cell stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from satdoku.errors import FormatError
from satdoku.formats.base import MIN_BOARD, Line
from satdoku.formats.symbols import is_symbol, normalise
from satdoku.formats.texts import numbered

__all__ = ["Row", "check_square", "chunks", "collect", "is_rule", "is_skipped", "row_of"]

_BARS = "|│┃║¦╎┆┊▏"
_RULE = re.compile(r"[-+=*.:'|\s\u2500-\u257f]+")
_DASH = re.compile(r"[-=\u2500\u2501\u2504\u2505\u2508\u2509\u2550\u254c-\u254f]")
_TO_SPACE = str.maketrans(dict.fromkeys(_BARS, " "))
_NO_BARS = str.maketrans(dict.fromkeys(_BARS))
_TOKEN = re.compile(r"[^\s,;]+")
# What Simple Sudoku writes below a copied grid.
_FOOTER = re.compile(r"\s*(Simple Sudoku|Version [\w.]+)\s*", re.IGNORECASE)
_MOST_ROWS = 100
_MOST_LINES = 10_000  # rows, and what is drawn or noted between them


@dataclass(frozen=True, slots=True)
class Row:
    """One row as drawn: its text between the bars, in three ways."""

    line: int
    tokens: tuple[tuple[int, str], ...]  # (column from 0, text) parted by spaces and bars
    barred: bool
    raw: str  # without the bars; spaces may stand for empty cells
    raw_columns: tuple[int, ...]

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
        return len(self.tokens) if self.numeric else len(self.symbols)

    def symbol_columns(self) -> list[int]:
        """The column, from 1, of each of the symbols."""
        return [start + i + 1 for start, text in self.tokens for i in range(len(text))]


def _is_number(text: str, count: int) -> bool:
    if len(text) == 1:
        return is_symbol(text)
    return text.isascii() and text.isdigit() and text[0] != "0" and int(text[:6]) <= count


def is_skipped(text: str) -> bool:
    """Whether a line is blank, a comment, or what a program writes below its grid."""
    bare = text.strip()
    return not bare or bare[0] == "#" or _FOOTER.fullmatch(text) is not None


def is_rule(text: str) -> bool:
    """Whether a line is drawing only: ``---+---``, ``.----.``, ``╠═══╬═══╣``."""
    return _RULE.fullmatch(text) is not None and _DASH.search(text) is not None


def row_of(line: int, text: str) -> Row:
    """A line that is no rule as a row."""
    text = normalise(text)
    spaced = text.translate(_TO_SPACE)
    tokens = tuple((m.start(), m[0]) for m in _TOKEN.finditer(spaced))
    start, end = 0, len(text)
    if (bare := text.strip()) and bare[0] in _BARS and bare[-1] in _BARS:
        start = text.index(bare[0])
        end = start + len(bare)  # what stands outside the frame is margin
    columns = tuple(i + 1 for i in range(start, end) if text[i] not in _BARS)
    raw = text[start:end].translate(_NO_BARS)
    return Row(line, tokens, spaced != text, raw, columns)


def collect(text: str) -> list[Row]:
    """The rows of a text."""
    return [
        row_of(number, line)
        for number, line in numbered(text)
        if not is_skipped(line) and not is_rule(line)
    ]


def chunks(
    lines: Iterable[Line],
    width: Callable[[Row], int],
    is_header: Callable[[str], bool] | None = None,
) -> Iterator[Line]:
    """Cut a stream of drawn grids into texts of one grid each.

    A grid ends with its last row (it has as many as its first row has cells), at a header, or,
    where its rows do not agree, at a blank line.
    """
    held: list[str] = []
    first = 1
    rows: list[Row] = []
    headed = False
    even = True  # every row so far has as many cells as the first

    def flush() -> Iterator[Line]:
        nonlocal held, rows, headed, even
        if rows or headed:
            yield first, "\n".join(held)
        held, rows, headed, even = [], [], False, True

    for number, text in lines:
        if is_header is not None and is_header(text):
            yield from flush()
            headed, first, held = True, number, [text]
            continue
        skipped = is_skipped(text)
        if skipped and not rows and not headed:
            held = []
            continue
        if rows and not text.strip() and (len(rows) >= width(rows[0]) or not even):
            yield from flush()
            continue
        if not held:
            first = number
        held.append(text)
        if len(held) > _MOST_LINES:
            yield from flush()
            continue
        if skipped or is_rule(text):
            continue
        row = row_of(number, text)
        rows.append(row)
        even = even and width(row) == width(rows[0])
        wide = len(rows[0].raw)
        complete = (even and len(rows) == width(rows[0])) or (
            len(rows) == wide and all(r.barred and len(r.raw) == wide for r in rows)
        )
        if complete or len(rows) > _MOST_ROWS:
            yield from flush()
    yield from flush()


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
                f"this row has {count} cells, but the others have {size}"
                if len(rows) > 2
                else f"this row has {count} cells, but the other has {size}",
                line=row.line,
                text=row.raw[:80],
            )
    if len(rows) > size and len(rows) % size == 0:
        raise FormatError(
            f"one puzzle was expected, but here are {len(rows) // size} grids of {size} rows",
            line=rows[size].line,
        )
    if size != len(rows):
        raise FormatError(
            f"a grid of {len(rows)} {'row' if len(rows) == 1 else 'rows'} of {size} cells is not "
            f"square; {size} rows were expected",
            line=rows[-1].line,
        )
    if not MIN_BOARD <= size <= _MOST_ROWS:
        raise FormatError(f"a board has {MIN_BOARD} to 100 rows, not {size}", line=rows[0].line)
