"""The boards inside of a text that is in no format: of a program, a post, a table of a page.

A board is a list in brackets, rows below each other, or one field of a line, with as many cells as
a board has; everything else is a note. A part of a list or of a block is never a board: where
cells are left over beside it, nothing is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from math import isqrt

from satdoku.base.errors import FormatError
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid
from satdoku.formats import candidates, grid, line
from satdoku.formats.base import MIN_BOARD, Entry, ReadOptions, Sizes, plain_puzzle
from satdoku.formats.clues import Clues, variant_in
from satdoku.formats.rows import Row, collect, is_rule, is_skipped, row_of
from satdoku.formats.runs import chunks, is_note
from satdoku.formats.symbols import BLANKS, NO_BRACKETS, normalise
from satdoku.formats.texts import numbered
from satdoku.puzzle.document import Document

__all__ = ["boards_inside", "entries_inside", "may_be_inside", "only_inside"]

_FORMATS = frozenset(("line", "numbers", "grid", "candidates", "ss", "euler", "json"))
"""Formats of texts that hold nothing but cells; where another is recognised, its reader knows why
it refuses."""
_OBJECT = re.compile(r"\s*(\[\s*)*\{\s*(\"|'|\}|$)")
_LONGEST = 1 << 17
_LONGEST_NOTE = 1000
_LONGEST_TITLE = 80


@dataclass(frozen=True, slots=True)
class _Board:
    """A board in a text: where it starts and ends there, and its document."""

    start: int
    end: int
    document: Document


def may_be_inside(text: str, format: str, options: ReadOptions) -> bool:
    """Whether boards are to be looked for in a text that this format does not read."""
    geometry = options.geometry
    return (
        options.format is None
        and format in _FORMATS
        and len(text) <= _LONGEST
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
    """The boards in a text as entries; ``first`` is the number of its first line."""
    return [
        Entry(
            first + text.count("\n", 0, board.start),
            text[board.start : board.end],
            lambda board=board: board.document,  # type: ignore[misc]
        )
        for board in boards_inside(text, options)
    ]


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
    if not boards:
        return []
    rest = _around(plain, boards)
    if any(map(_is_like_cells, rest)):
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


# --- markup --------------------------------------------------------------------------------------

_WORD_MARKS = str.maketrans(
    {**dict.fromkeys(map(ord, "\ufe0f\u20e3\u200b\u200c\u200d\u2060\ufeff"), ""),
     **dict.fromkeys(map(ord, "⬛■▪◾🟦⬚"), "."),
     **{0x2460 + i: str(i + 1) for i in range(9)},
     **{0x2776 + i: str(i + 1) for i in range(9)}}
)  # fmt: skip
_FLOAT = re.compile(r"([-+]?\d+)\.0*(?:[eE][-+]?0+)?|(?i:nan)|[.0_]|")
_BULLET = re.compile(r"^(\s*)[-*+] (?=\s*[\[{(\"'])")
_LATEX = re.compile(r"\\(hline|cline\{[^}]*\}|toprule|midrule|bottomrule)|\\\\(\[[^]]*\])?")


def without_markup(text: str) -> str:
    """A text without what HTML, LaTeX, YAML, emoji and printed floats put around digits."""
    if not text.isascii():
        text = text.translate(_WORD_MARKS)
    if re.search(r"<t[dh]\b", text, re.IGNORECASE):
        text = _of_html(text)
    tex = "\\begin{" in text or "\\hline" in text
    return "\n".join(_bare_line(line, tex) for line in text.split("\n"))


def _bare_line(line: str, tex: bool) -> str:
    if tex:
        line = _LATEX.sub(lambda found: " " * len(found[0]), line).replace("&", "|")
        line = re.sub(r"\|\s*\.\s*$", "|", line)
    line = _BULLET.sub(r"\1  ", line)
    if "." in line or "n" in line.lower():
        parts = re.split(r"([\s,;\[\]()|]+)", line)
        floats = [_FLOAT.fullmatch(part) for part in parts[::2]]
        if all(floats) and sum(bool(found and found[1]) for found in floats):
            parts[::2] = [found[1] or ("." if found[0] else "") for found in floats if found]
            line = "".join(parts)
    return line


class _Tables(HTMLParser):
    """The rows of tables as lines of cells between bars, and the other text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._cell: list[str] | None = None
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style"):
            self._hidden += 1
        elif tag == "table":
            self.lines.append("")
        elif tag == "tr":
            self.lines.append("|")
        elif tag in ("td", "th"):
            self._cell = []
        elif tag == "input" and self._cell is not None:
            self._cell += [value or "" for name, value in attrs if name == "value"]

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style"):
            self._hidden = max(0, self._hidden - 1)
        elif tag in ("td", "th") and self._cell is not None and self.lines:
            self.lines[-1] += f"{' '.join(''.join(self._cell).split()) or ' '}|"
            self._cell = None
        elif tag == "table":
            self.lines.append("")

    def handle_data(self, data: str) -> None:
        if self._hidden:
            return
        if self._cell is not None:
            self._cell.append(data)
        elif data.strip():
            self.lines += data.strip().split("\n")


def _of_html(text: str) -> str:
    tables = _Tables()
    tables.feed(text)
    tables.close()
    return "\n".join(tables.lines)


# --- lists ---------------------------------------------------------------------------------------

_TOKEN = re.compile(
    r"(?P<comment>//[^\n]*|/\*.*?\*/|(?:#|%|--)[ \t][^\n]*)"
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


@dataclass(slots=True)
class _Cells:
    """Rows of cells that stand in a pair of brackets."""

    rows: list[list[str]]


@dataclass(slots=True)
class _Text:
    """A text in quotes with several symbols."""

    text: str


_Item = _Cells | _Text | str
"""What stands in brackets: other brackets, a text, a cell or a joint."""


class _Open:
    """A bracket that is open."""

    __slots__ = ("items", "start", "strange", "turned")

    def __init__(self, start: int, turned: bool) -> None:
        self.start = start
        self.turned = turned
        self.items: list[_Item] = []
        self.strange = False  # it holds what is no cell

    def rows(self) -> list[list[str]] | None:
        """The rows of cells in it; ``None`` where it holds anything else."""
        if self.strange:
            return None
        strong = next((mark for mark in ("\n|", "\n;") if mark in self.items), None)
        parts = _split(self.items, strong) if strong else [self.items]
        parts = [part for part in parts if any(item != "\n\n" for item in part)]
        fields = [_fields(part) for part in parts]
        if not fields or None in fields:
            return None
        lists = [items for items in fields if items is not None]
        if len(lists) == 1 and strong is None and "\n," not in self.items:
            by_line = [_fields(part) for part in _split(self.items, "\n\n")]
            lines = [items for items in by_line if items]
            if len(lines) > 1 and all(isinstance(i, str) for items in lines for i in items):
                lists = lines
        if all(len(items) == 1 for items in lists):
            lists = [[items[0] for items in lists]]
        if len(lists) > 1:
            rows = [[item for item in items if isinstance(item, str)] for items in lists]
            return rows if [*map(len, rows)] == [*map(len, lists)] else None
        return _rows_of(lists[0])


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


def _lists(text: str, options: ReadOptions) -> list[_Board]:
    """The lists that are boards, save for those inside of one."""
    boards: list[_Board] = []
    stack: list[_Open] = []
    name, name_end = "", -1
    for found in _TOKEN.finditer(text):
        kind, token = found.lastgroup, found[0]
        top = stack[-1] if stack else None
        if kind == "open":
            called = name if name_end == found.start() else ""
            if top is not None and top.items and called and top.items[-1] == f"\n{called}":
                top.items.pop()
            turned = called.lower() in _TURNED and "byrow" not in text[found.end() :]
            stack.append(_Open(found.start(), turned))
        elif kind == "close":
            if top is None:
                continue
            stack.pop()
            if any(
                isinstance(item, str) and item[:1] == "\n" and item[1:2].isalpha()
                for item in top.items
            ):
                top.strange = True
            rows = top.rows()
            turned = top.turned or text[found.end() : found.end() + 1] == "'"
            if rows is not None and (board := _board_of(rows, top.start, found.end(), options)):
                if turned or any(group.turned for group in stack):
                    return []
                inner = [one for one in boards if one.start >= top.start]
                if inner and not _is_among(board, inner):
                    raise _doubt([board], inner)
                boards = [one for one in boards if one.start < top.start] + [board]
            if stack:
                if rows is None:
                    stack[-1].strange = True
                else:
                    stack[-1].items.append(_Cells(rows))
        elif kind == "string" and _is_line(token[1:-1]):
            values = _values(token[1:-1])
            boards.append(_Board(found.start(), found.end(), _document(values, options)))
            if top is not None:
                top.strange = True
        elif top is not None and kind != "comment":
            if kind == "word":
                name, name_end = token, found.end()
            cell = _cell(kind or "", token)
            if cell is None:
                top.strange = True
            else:
                top.items.append(cell)
        elif kind == "word":
            name, name_end = token, found.end()
    return boards


def _cell(kind: str, token: str) -> _Item | None:
    """What a token in brackets is: a cell, a text, a joint (after a line end), a name."""
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


def _board_of(rows: list[list[str]], start: int, end: int, options: ReadOptions) -> _Board | None:
    """The board of rows that are as many as each has cells, or of one row of all cells."""
    cells = [cell for row in rows for cell in row]
    size = isqrt(len(cells))
    if size * size != len(cells) or not MIN_BOARD <= size <= 100:
        return None
    if len(rows) > 1 and any(len(row) != size for row in rows):
        return None
    if not all(cell == "." or cell.isdigit() for cell in cells):
        return None
    values = tuple(None if cell == "." else int(cell) for cell in cells)
    if options.geometry is not None and options.geometry.cell_count != len(values):
        return None
    if any(value is not None and value > size for value in values) or not any(values):
        return None
    if _labels_regions(values, size):
        return None
    return _Board(start, end, _document(values, options))


def _labels_regions(values: Sequence[int | None], size: int) -> bool:
    """Whether numbers label regions, or stand twice in rows of a board so small that they may be
    anything."""
    rows = [values[i : i + size] for i in range(0, len(values), size)]
    lines = [[v for v in line if v is not None] for line in (*rows, *zip(*rows, strict=True))]
    repeats = any(len({*line}) < len(line) for line in lines)
    counts = {values.count(value) for value in {*values}}
    return repeats and (size < 6 or counts == {size})


def _is_line(text: str) -> bool:
    return len(text) >= 16 and line.is_board(normalise(text)) and not text.isalpha()


def _values(text: str) -> tuple[int | None, ...]:
    return tuple(None if c in BLANKS else int(c, 36) for c in normalise(text))


def _document(values: tuple[int | None, ...], options: ReadOptions) -> Document:
    geometry = options.geometry or Geometry.of_size(isqrt(len(values)))
    return Document(plain_puzzle(geometry, values, options))


# --- blocks and lines ----------------------------------------------------------------------------


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
        kept = [at for at, one in enumerate(parts) if not _is_apart(one)]
        if not kept:
            continue
        begin, end = kept[0], kept[-1] + 1
        if end - begin > MIN_BOARD and _is_number(parts[begin], parts[begin + 1]):
            begin += 1
        block = "\n".join(parts[begin:end])
        with suppress(FormatError):
            read = candidates.parse if candidates.detect(block) >= 90 else grid.parse
            document = _of_column(block, options) or read(block, options)
            place = first - 1 + begin
            boards.append(
                _Board(starts[place], min(len(text), starts[place + end - begin]), document)
            )
    return boards


def _is_number(text: str, below: str) -> bool:
    """Whether a line is the number of the grid below it."""
    bare = text.strip().strip("#.:()")
    rows = [row_of(1, one) for one in (text, below)]
    return bare.isdigit() and len(bare) < 5 and rows[0].width != rows[1].width


def _width(row: Row) -> int:
    return row.width


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


def _is_like_cells(text: str) -> bool:
    """Whether a line beside a board may be a part of one."""
    bare = _DATE.sub("", normalise(text))
    if is_skipped(bare) or is_rule(bare):
        return False
    if is_note(bare):
        if _APART_CELLS.search(bare.translate(NO_BRACKETS)):
            return True
        return any(not line.is_board(found[0]) for found in _MANY_CELLS.finditer(bare))
    symbols = row_of(1, bare).symbols
    return sum(c.isdigit() or c in BLANKS for c in symbols) > 4


def _solutions(text: str, boards: Sequence[_Board]) -> Iterator[Grid]:
    """The solutions in a line beside the boards.

    :raises FormatError: where a field is a board, but no solution.
    """
    for field in line.fields_of(normalise(text)):
        if not _is_line(field):
            continue
        values = _values(field)
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
    found: list[_Board] = []
    full = [one.document.puzzle.grid for one in boards if None not in one.document.puzzle.givens]
    used = set()
    for board in boards:
        for grid_ in (*solutions, *full):
            if _solves(grid_.values, board.document):
                used.add(grid_.values)
                board = replace(board, document=replace(board.document, solution=grid_))
                break
        found.append(board)
    return [one for one in found if one.document.puzzle.givens not in used]


_NAMES = frozenset(("board", "grid", "puzzle", "sudoku", "problem", "matrix", "start", "data"))
"""Names of variables that are no titles."""


def _with_notes(text: str, boards: Sequence[_Board], extras: Mapping[str, str]) -> list[_Board]:
    """The boards with the text around them: a line above is the title, and the rest a note."""
    found = []
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
        found.append(replace(board, document=replace(board.document, title=title, extras=more)))
    return found
