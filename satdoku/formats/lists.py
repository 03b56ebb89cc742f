"""Lists of programming languages that are boards: rows of cells in brackets, or all cells.

Brackets are those of any language, with commas, semicolons, bars or white space between the cells,
and names of functions before them (``Array(...)``, ``c(...)``). A list is a board as a whole or not
at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import isqrt

from satdoku.base.errors import FormatError
from satdoku.base.records import dataclass
from satdoku.board.geometry import MAX_SIZE
from satdoku.board.grid import Values
from satdoku.formats.base import MIN_BOARD
from satdoku.formats.line import is_board
from satdoku.formats.symbols import BLANKS, normalise

_TOKEN = re.compile(
    r"(?P<comment>//[^\n]*|/\*.{0,200}?\*/|(?:#|%|--)[ \t][^\n]*)"
    r"|(?P<string>\"[^\"\n]*\"|'[^'\n]*')"
    r"|(?P<open>\[\||[\[({])|(?P<close>\|\]|[\])}])"
    r"|(?P<number>[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)[LuU]?(?![\w.])"
    r"|(?P<word>[^\W\d][\w.!:]*)"
    r"|(?P<joint>[,;|]|\n)"
    r"|(?P<other>\S)",
    re.DOTALL,
)
_EMPTY = frozenset(
    ("none", "null", "nil", "nan", "na", "nothing", "undefined", "_", "x", "", *BLANKS)
)
_TURNED = frozenset(("cbind", "hcat", "transpose", "matrix", "reshape"))
"""Functions that fill or join columns."""


@dataclass(frozen=True, slots=True)
class List:
    """A board in brackets or quotes: where it starts and ends in the text, and its digits."""

    start: int
    end: int
    values: Values


@dataclass(frozen=True, slots=True)
class _Cells:
    """Rows of cells that stand in a pair of brackets."""

    rows: list[list[str]]


@dataclass(frozen=True, slots=True)
class _Text:
    """A text in quotes with several symbols."""

    text: str


_Item = _Cells | _Text | str
"""An item in brackets: other brackets, a text, a cell or a joint."""


class _Open:
    """A bracket that is open."""

    __slots__ = ("items", "start", "strange", "turned")

    def __init__(self, start: int, turned: bool) -> None:
        self.start = start
        self.turned = turned
        self.items: list[_Item] = []
        self.strange = False  # it holds what is no cell

    def add(self, item: _Item | None) -> None:
        """Add an item; ``None`` stands for anything that is no cell."""
        if item is None:
            self.strange = True
        else:
            self.items.append(item)

    def rows(self) -> list[list[str]] | None:
        """The rows of cells in it; ``None`` where it holds anything else."""
        if self.strange or any(map(_is_name, self.items)):
            return None
        lists = self._lists()
        if not lists:
            return None
        if all(len(items) == 1 for items in lists):
            lists = [[items[0] for items in lists]]
        if len(lists) > 1:
            rows = [[item for item in items if isinstance(item, str)] for items in lists]
            return rows if [*map(len, rows)] == [*map(len, lists)] else None
        return _rows_of(lists[0])

    def _lists(self) -> list[list[_Item]] | None:
        """The cells or groups, of each line where lines are rows; ``None`` where there are others.

        Lines are rows where bars or semicolons end them, or where nothing parts cells.
        """
        row_end = next((mark for mark in ("\n|", "\n;") if mark in self.items), None)
        parts = _split(self.items, row_end) if row_end else [self.items]
        lists = _fields_of(part for part in parts if any(item != "\n\n" for item in part))
        if lists is None or len(lists) != 1 or row_end or "\n," in self.items:
            return lists
        lines = [line for line in map(_fields, _split(self.items, "\n\n")) if line]
        of_cells = all(isinstance(item, str) for line in lines for item in line)
        return lines if of_cells and len(lines) > 1 else lists


def _is_name(item: _Item) -> bool:
    return isinstance(item, str) and item[0] == "\n" and item[1:].isidentifier()


def _rows_of(items: Sequence[_Item]) -> list[list[str]] | None:
    """The rows that items are: cells, rows in brackets, or texts of a symbol a cell."""
    if all(isinstance(item, str) for item in items):
        return [[item for item in items if isinstance(item, str)]]
    inner = [item.rows for item in items if isinstance(item, _Cells)]
    if len(inner) == len(items):
        if len(inner) == 1:
            return inner[0]
        return [rows[0] for rows in inner] if all(len(rows) == 1 for rows in inner) else None
    texts = [item.text for item in items if isinstance(item, _Text)]
    if len(texts) == len(items) and {*map(len, texts)} == {len(texts)}:
        return [["." if c in BLANKS else c for c in text] for text in texts]
    return None


def _split(items: Sequence[_Item], mark: str) -> list[list[_Item]]:
    parts: list[list[_Item]] = [[]]
    for item in items:
        if item == mark:
            parts.append([])
        else:
            parts[-1].append(item)
    return parts


def _fields_of(parts: Iterable[Sequence[_Item]]) -> list[list[_Item]] | None:
    """The fields of every part; ``None`` where one has fields that are no cells or groups."""
    fields = [_fields(part) for part in parts]
    return None if None in fields else [items for items in fields if items is not None]


def _fields(items: Sequence[_Item]) -> list[_Item] | None:
    """The cells or groups that commas or white space part; nothing between commas is empty."""
    items = [item for item in items if item != "\n\n"]
    if "\n," not in items:
        return items
    parts = _split(items, "\n,")
    if not parts[-1] and all(parts[:-1]):
        parts.pop()  # a comma at the end
    if any(len(part) > 1 for part in parts):
        return None
    return [part[0] if part else "." for part in parts]


def lists_in(text: str, cells: int | None = None) -> list[List]:
    """The lists that are boards, save for those inside of one; and the texts of a symbol a cell.

    :param cells: how many cells a board has, where that is known.
    :raises FormatError: where a list is a board, and so are others inside of it.
    """
    boards: list[List] = []
    stack: list[_Open] = []
    name, name_end = "", -1
    for match in _TOKEN.finditer(text):
        kind, token = match.lastgroup, match[match.lastgroup or 0]  # a number without its suffix
        if kind == "open":
            stack.append(_opened(match, name if name_end == match.start() else "", stack))
        elif kind == "close" and stack:
            values = _closed(bracket := stack.pop(), stack, cells)
            if values is not None:
                if _is_turned(match, (bracket, *stack)):
                    return []  # the rows are columns
                boards = _with_list(boards, List(bracket.start, match.end(), values), text)
        elif (
            kind == "string" and is_line(token[1:-1]) and cells in (None, len(normalise(token)) - 2)
        ):
            boards.append(List(match.start(), match.end(), line_values(token[1:-1])))
            if stack:
                stack[-1].add(None)
        elif stack and kind != "comment":
            stack[-1].add(_cell(kind or "", token))
        if kind == "word":
            name, name_end = token, match.end()
    return boards


def _opened(bracket: re.Match[str], called: str, stack: Sequence[_Open]) -> _Open:
    """A bracket that opens behind the name of a function, which is no item of the one around it."""
    if stack and called and stack[-1].items[-1:] == [f"\n{called}"]:
        stack[-1].items.pop()
    by_column = bracket.string.find("byrow", bracket.end()) < 0
    return _Open(bracket.start(), called.lower() in _TURNED and by_column)


def _closed(bracket: _Open, stack: Sequence[_Open], cells: int | None) -> Values | None:
    """The digits of a bracket that is a board; its rows are an item of the one around it."""
    rows = bracket.rows()
    if stack:
        stack[-1].add(None if rows is None else _Cells(rows))
    return None if rows is None else _values_of(rows, cells)


def _is_turned(close: re.Match[str], brackets: Iterable[_Open]) -> bool:
    """Whether the rows of a bracket are columns: a function says so, or a mark behind it."""
    return close.string.startswith("'", close.end()) or any(one.turned for one in brackets)


def _with_list(boards: Sequence[List], board: List, text: str) -> list[List]:
    """The boards with one more, save for those inside of it.

    :raises FormatError: where one inside of it is another board.
    """
    inner = [one for one in boards if one.start >= board.start]
    if inner and all(one.values != board.values for one in inner):
        raise FormatError(
            "the list that begins here is a board, and so are lists in it; write one of them alone",
            line=text.count("\n", 0, board.start) + 1,
        )
    return [*(one for one in boards if one.start < board.start), board]


def _cell(kind: str, token: str) -> _Item | None:
    """The item of a token in brackets: a cell, a text, a joint (after a line end), a name."""
    if kind == "joint":
        return f"\n{token}"
    if kind == "number":
        value = float(token)
        return (str(int(value)) if value else ".") if 0 <= value < 1000 and value % 1 == 0 else None
    bare = token[1:-1].strip() if kind == "string" else token
    if bare.lower() in _EMPTY:
        return "."
    if kind == "string":
        if len(bare) == 1:
            return bare if bare.isdigit() else None
        return _Text(bare) if all(c in BLANKS or c.isdigit() for c in bare) else None
    return f"\n{token}" if kind == "word" else None


def _values_of(rows: list[list[str]], count: int | None) -> Values | None:
    """The digits of rows that are as many as each has cells, or of one row of all cells."""
    cells = [cell for row in rows for cell in row]
    size = isqrt(len(cells))
    if size * size != len(cells) or not MIN_BOARD <= size <= MAX_SIZE:
        return None
    if (len(rows) > 1 and any(len(row) != size for row in rows)) or count not in (None, len(cells)):
        return None
    if not all(cell == "." or cell.isdigit() for cell in cells):
        return None
    values = tuple(None if cell == "." else int(cell) for cell in cells)
    if not any(values) or any(value is not None and value > size for value in values):
        return None
    return None if _labels_regions(values, size) else values


def _labels_regions(values: Sequence[int | None], size: int) -> bool:
    """Whether numbers label regions, or stand twice in rows of a board so small that they may be
    anything."""
    rows = [values[i : i + size] for i in range(0, len(values), size)]
    lines = [[v for v in line if v is not None] for line in (*rows, *zip(*rows, strict=True))]
    repeats = any(len({*line}) < len(line) for line in lines)
    counts = {values.count(value) for value in {*values}}
    return repeats and (size < 6 or counts == {size})


def is_line(text: str) -> bool:
    """Whether a text is a board of one symbol a cell."""
    return len(text) >= MIN_BOARD**2 and is_board(normalise(text)) and not text.isalpha()


def line_values(text: str) -> Values:
    """The digits of a text of one symbol a cell."""
    return tuple(None if c in BLANKS else int(c, 36) for c in normalise(text))
