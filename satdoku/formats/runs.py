"""Runs of rows: which lines of a source are one grid, and which are several or none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from itertools import pairwise, takewhile

from satdoku.base.errors import FormatError
from satdoku.base.records import dataclass
from satdoku.board.geometry import MAX_SIZE, Geometry
from satdoku.formats.base import MIN_BOARD, Line
from satdoku.formats.columns import cell_columns
from satdoku.formats.labels import Width, clashes, counts_columns, grids_of, is_note, single_blank
from satdoku.formats.rows import (
    Row,
    below_header,
    collect,
    dashed,
    is_rule,
    is_skipped,
    may_be_row,
    row_of,
)
from satdoku.formats.symbols import is_symbol

_MOST_LINES = 10_000

Clean = Callable[[str], str]


@dataclass
class _Held:
    """Lines that may be one grid, or several without anything between them."""

    width: Width
    clean: Clean
    first: int = 0
    texts: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    even: bool = True  # every row so far has as many cells as the first
    noted: bool = False  # words stand among the rows
    headed: bool = False  # a header stands above the rows
    doubtful: int = 0  # lines of dashes that may be rows
    table: list[int] = field(default_factory=list)  # rows above each end of a table's header
    gap: int = 0  # blank lines since the last row
    first_gap: int = 0  # blank lines where the first were

    def add(self, number: int, text: str) -> None:
        """Another line that is no row."""
        if not self.texts:
            self.first = number
        self.texts.append(text)

    def add_row(self, row: Row, text: str) -> None:
        """Another row."""
        self.add(row.line, text)
        self.rows.append(row)
        self.even = self.even and self.width(row) == self.width(self.rows[0])
        self.first_gap = self.first_gap or self.gap
        self.gap = 0

    @property
    def last(self) -> int:
        """The number of the last line."""
        return self.first + len(self.texts) - 1

    @property
    def is_grid(self) -> bool:
        """Whether the rows are one grid as they stand."""
        count = len(self.rows) - (self.table == [1])
        if self.noted or (self.doubtful and dashed(self.rows)):
            return False
        return (self.even and count == self.width(self.rows[0])) or (
            count == self.rows[0].room and all(row.room == count for row in self.rows)
        )

    def grids(self) -> list[list[Row]] | None:
        """The grids of which the rows consist; ``None`` where they are not whole.

        Where they are several, the number of a row's line is that in the lines held.
        """
        if self.noted or not self.rows:
            return None
        if self.is_grid:
            return [self.rows] if self._are_ruled_alike([self.rows], self.first) else None
        # Words may be as long as a row.
        rows = collect("\n".join("" if is_note(t) else self.clean(t) for t in self.texts))
        room = rows[0].room if rows else 0
        if len({tuple(at for at, _ in row.tokens) for row in rows}) == 1:
            room = 0  # no cell is left empty where all rows have theirs in the same places
        if room >= MIN_BOARD and len(rows) % room == 0 and all(r.room == room for r in rows):
            return [rows[i : i + room] for i in range(0, len(rows), room)]
        try:
            if (grids := grids_of(rows, self.width)) is None and cell_columns(rows) is not None:
                return [rows]
        except FormatError:
            return [rows]  # what is in doubt is for the reader to say
        whole = grids is None or (self._are_ruled_alike(grids) and _belong_together(grids))
        return grids if whole else None

    def _are_ruled_alike(self, grids: list[list[Row]], first: int = 1) -> bool:
        """Whether rules part the same rows of each grid, which are none, all of them or its bands;
        else some grid lacks rows.

        :param first: the number of the first line that is held, as the rows have it.
        """
        ruled = {
            number
            for number, text in enumerate(self.texts, first)
            if is_rule(text) and not below_header(text)
        }
        places = {
            tuple(
                at
                for at, (row, below) in enumerate(pairwise(grid), 1)
                if not ruled.isdisjoint(range(row.line + 1, below.line))
            )
            for grid in grids
        }
        size = len(grids[0])
        box = Geometry.of_size(size).box if MIN_BOARD <= size <= MAX_SIZE else None
        ends = [range(0), range(1, size)] + ([range(box[0], size, box[0])] if box else [])
        return len(places) == 1 and (box is None or places <= {*map(tuple, ends)})

    @property
    def is_below_wider_gap(self) -> bool:
        """Whether more blank lines stand below the last row than where the first were."""
        return self.gap > self.first_gap > 0

    @property
    def goes_on(self) -> bool:
        """Whether more rows may follow a blank line."""
        if self.noted:
            return False
        if not self.even:
            return _spaced(self.rows) or self._is_begun
        more = self.doubtful if dashed(self.rows) else 0
        more += all(row.fields is not None and not row.fields[-1][1] for row in self.rows)
        return len(self.rows) + more < self.width(self.rows[0])

    @property
    def _is_begun(self) -> bool:
        """Whether rows are still to come below a line that counts the columns."""
        first, *rest = self.rows
        return (
            counts_columns(first, rest[:1])
            and len(rest) < min(len(first.tokens), len(first.symbols))
            and len({*map(self.width, rest)}) == 1
        )

    def may_belong_to(self, above: _Held) -> bool:
        """Whether rows above, which are no grid, end where a band does.

        The last bands of one grid and the first of the next look like a grid between blank lines.
        """
        size = self.width(self.rows[0])
        box = Geometry.of_size(size).box if MIN_BOARD <= size <= MAX_SIZE else None
        count = sum(1 for _ in takewhile(lambda row: self.width(row) == size, above.rows[::-1]))
        if dashed(above.rows):
            dashes = [row_of(0, text) for text in above.texts if may_be_row(text)]
            count += sum(self.width(row) == size for row in dashes)
        begun = count % size
        return box is not None and begun > 0 and begun % box[0] == 0

    def pieces(self) -> Iterator[Line]:
        """A text for each grid, or one for all."""
        grids = self.grids()
        if grids is None or len(grids) < 2:
            yield self.first, "\n".join(self.texts)
            return
        rows = {row.line - self.first for row in self.rows if single_blank(row)}
        start = 0
        for at, grid in enumerate(grids, 1):
            end = len(self.texts) if at == len(grids) else grid[-1].line
            own = {row.line - 1 for row in grid}
            yield (
                self.first + start,
                "\n".join(
                    "" if line in rows and line not in own else self.texts[line]
                    for line in range(start, end)
                ),
            )
            start = end

    def cut(self, line: int) -> _Held:
        """Take the lines from ``line`` on away from these, and return them."""
        at = line - self.first
        rows = [row for row in self.rows if row.line >= line]
        other = _Held(self.width, self.clean, line, self.texts[at:], rows)
        self.texts, self.rows = self.texts[:at], [r for r in self.rows if r.line < line]
        self.even = len({*map(self.width, self.rows)}) == 1
        return other


def chunks(
    lines: Iterable[Line],
    width: Width,
    is_header: Callable[[str], bool] | None = None,
    clean: Clean = str,
) -> Iterator[Line]:
    """Cut a stream of drawn grids into texts of one grid each.

    A grid ends at a blank line, at a header or at words, where it has as many rows as its first
    row has cells; several without anything between them are cut where the run as a whole is
    grids. Rows that are no grid are one text with all that follows, up to words or to a whole grid
    between blank lines. Words above a grid belong to it, those at the end to the last grid.

    :param clean: takes from a line what is no cell.
    """
    last: Line | None = None
    for first, text, rows in _Cutter(width, clean).pieces(lines, is_header):
        if last is not None:
            if not rows:
                gap = first - last[0] - last[1].count("\n")
                last = last[0], last[1] + "\n" * gap + text
                continue
            yield last
        last = first, text
    if last is not None:
        yield last


class _Cutter:
    """Cuts lines into texts, each with its first line and whether it has rows."""

    def __init__(self, width: Width, clean: Clean) -> None:
        self.width = width
        self.clean = clean
        self.held = _Held(width, clean)
        self.spoiled: _Held | None = None  # rows that are no grid, and what follows them
        self.skip = False  # rows that belong to a run too long to be held

    def pieces(
        self, lines: Iterable[Line], is_header: Callable[[str], bool] | None
    ) -> Iterator[tuple[int, str, bool]]:
        """All texts."""
        for number, text in lines:
            if is_header is not None and is_header(text):
                yield from self.flush()
                self.held.add(number, text)
                self.held.headed, self.skip = True, False
            elif is_skipped(text):
                self.skip = False
                yield from self.add_blank(number, text)
            elif is_rule(text):
                yield from self.add_rule(number, text)
            elif is_note(text):
                self.skip = False
                if self.held.grids() is not None or (self.spoiled and not self.held.rows):
                    yield from self.flush()
                self.held.noted = bool(self.held.rows)
                self.held.add(number, text)
            elif not self.skip:
                if self.held.is_below_wider_gap:
                    yield from self.flush()
                self.held.add_row(row_of(number, self.clean(text)), text)
            if any(run and len(run.texts) > _MOST_LINES for run in (self.held, self.spoiled)):
                yield from self.end_long_run(number)
        yield from self.flush()

    def flush(self) -> Iterator[tuple[int, str, bool]]:
        """All lines that are held."""
        if self.spoiled is not None:
            self.join(self.spoiled)
            yield self.spoiled.first, "\n".join(self.spoiled.texts), True
            self.spoiled = None
        if self.held.rows or self.held.headed:
            for first, text in self.held.pieces():
                yield first, text, True
        elif any(map(str.strip, self.held.texts)):
            yield self.held.first, "\n".join(self.held.texts), False
        self.held = _Held(self.width, self.clean)

    def join(self, above: _Held) -> bool:
        """Add the rows that are held to those above, which are no grid, unless they are one."""
        held = self.held
        if not held.rows or not (held.grids() is None or held.may_belong_to(above)):
            return False
        above.texts += [""] * (held.first - above.last - 1) + held.texts
        above.rows += held.rows
        self.held = _Held(self.width, self.clean)
        return True

    def add_blank(self, number: int, text: str) -> Iterator[tuple[int, str, bool]]:
        """Add a line that is blank or a comment; a grid may end at it."""
        held = self.held
        if not (held.rows or held.texts):
            return
        held.add(number, text)
        if held.rows and not text.strip():
            held.gap += 1
            joined = self.spoiled is not None and self.join(self.spoiled)
            if not joined and not held.goes_on:
                if held.grids() is None:
                    self.spoiled, self.held = held, _Held(self.width, self.clean)
                else:
                    yield from self.flush()

    def add_rule(self, number: int, text: str) -> Iterator[tuple[int, str, bool]]:
        """Add a line of drawing; below the header of a table another grid begins."""
        if below_header(text):
            if len(self.held.rows) > 1:
                table = self.held.cut(self.held.rows[-1].line)
                yield from self.flush()
                self.held = table
            self.held.table.append(len(self.held.rows))
        if may_be_row(text):
            if self.held.is_below_wider_gap and dashed(self.held.rows):
                yield from self.flush()
            self.held.doubtful += 1
        self.held.add(number, text)

    def end_long_run(self, number: int) -> Iterator[tuple[int, str, bool]]:
        """The whole grids of more lines than are held, or all of these."""
        if (rest := _rest_of_long_run(self.held)) is None:
            self.skip = bool(self.held.rows) and self.held.rows[-1].line == number
        yield from self.flush()
        self.held = rest or self.held


def _rest_of_long_run(held: _Held) -> _Held | None:
    """The rows at the end of a run of whole grids that are a grid not yet complete."""
    if not held.rows or not held.even:
        return None
    size = held.width(held.rows[0])
    for period in (size, size + 1):
        left = len(held.rows) % period if size else 0
        rest = held.cut(held.rows[-left].line if left else held.last + 1)
        grids = held.grids()
        if grids is not None and len(grids) > 1 and _belong_together(grids):
            return rest
        held.texts += rest.texts
        held.rows += rest.rows
    return None


def _belong_together(grids: list[list[Row]]) -> bool:
    """Whether rows seem to be where they belong: others repeat digits in columns and boxes."""
    return len(grids) == 1 or 2 * sum(map(clashes, grids)) <= len(grids)


def _spaced(rows: list[Row]) -> bool:
    """Whether spaces seem to be empty cells, and rows are still to come."""
    return (
        not any(row.barred for row in rows)
        and any(" " in row.text.strip() for row in rows)
        and all(is_symbol(char) for row in rows for char in row.text)
        and len(rows) < max(len(row.text.rstrip()) for row in rows)
    )
