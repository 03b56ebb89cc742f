"""Labels and separators of drawn grids: which rows and columns of a run of rows are no cells.

A run of adjacent rows is judged as a whole. Nine rows of nine cells are a grid, and so are ten of
which the first counts the columns, or eleven of which one behind each band is drawn with a single
symbol. Where the rows are neither a grid nor several, no part of them is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from satdoku.base.errors import FormatError
from satdoku.board.geometry import MAX_SIZE, Geometry
from satdoku.formats.base import MIN_BOARD
from satdoku.formats.rows import Row, is_rule, is_skipped, row_of
from satdoku.formats.symbols import BLANKS, may_be_cells, normalise

_USUAL = (4, 6, 9, 12, 16, 25)
"""Sizes of boards of which one with a column more is rather a board with labels."""
_PADDED = re.compile(r"\s*(\w+) +[,;\t|]")
_JOINT = re.compile(r"[,;\t|]")
_NAMED = re.compile(r"([a-z]*?) ?_?(\d+)")
_NAMES = ("", "r", "c", "row", "col", "column")
_WORD = re.compile(r"[^\W\d_]{2,}")
_FRAMED = re.compile(r"[=#~+<>]+\d+[=#~+<>]+")
_EMPTY_WORDS = re.compile(r"(none|null|nan|na|x+)", re.IGNORECASE)

Width = Callable[[Row], int]


def is_note(text: str) -> bool:
    """Whether a line is words, so that it is no row of a grid."""
    bare = normalise(text)
    if is_skipped(bare) or is_rule(bare):
        return False
    words = [word for word in _WORD.findall(bare) if not _EMPTY_WORDS.fullmatch(word)]
    symbols = row_of(1, bare).symbols
    if not words:
        # A number in a frame: === 3 ===
        numbers = re.findall(r"\d+", symbols)
        return len(numbers) == 1 and len(numbers[0]) < 5 and bool(_FRAMED.fullmatch(symbols))
    return not may_be_cells(symbols, len(symbols))


def only_grid(rows: list[Row], width: Width) -> list[Row]:
    """The rows of the grid that these rows are with labels or separators, or else all of them.

    :raises FormatError: where there is a second reading.
    """
    grids = grids_of(rows, width)
    if grids is not None:
        return grids[0] if len(grids) == 1 else rows
    square = all(len(row.tokens) == len(rows) for row in rows)
    if rows and (_are_padded(rows) or (square and _is_doubtful(rows))):
        raise _doubt(rows)
    return rows


def _doubt(rows: list[Row]) -> FormatError:
    return FormatError(
        "these {count} rows can be read as cells throughout, or with lines or columns among "
        "them that are labels or separators; leave those out",
        count=len(rows),
        line=rows[0].line,
    )


def grids_of(rows: list[Row], width: Width) -> list[list[Row]] | None:
    """The grids of which a run of rows consists, without labels, headers and separators.

    :return: ``None`` where the rows are not whole grids.
    :raises FormatError: where they are in two ways.
    """
    if not rows:
        return None
    widths = {width(row) for row in rows}
    readings: list[list[list[Row]]] = []
    if len(widths) == 1:
        size = widths.pop()
        if not MIN_BOARD <= size <= MAX_SIZE:
            return None
        whole = len(rows) % size == 0
        if whole:
            readings.append(_cut(rows, size))
        if len(rows) != size:
            readings += [_cut(rest, size) for rest in _without_separators(rows, size)]
    if (labelled := _without_labels(rows, width)) is not None:
        readings.append(labelled)
    if len(readings) > 1 and len(readings[0]) == 1 and clashes(readings[0][0]):
        del readings[0]
    if len(readings) > 1 or (len(readings) == 1 and any(map(_is_doubtful, readings[0]))):
        raise _doubt(rows)
    return readings[0] if readings else None


def _cut(rows: list[Row], size: int) -> list[list[Row]]:
    return [rows[i : i + size] for i in range(0, len(rows), size)]


def _without_separators(rows: list[Row], size: int) -> list[list[Row]]:
    """Each way to take lines of one blank symbol out that leaves whole bands or grids between."""
    marks = [single_blank(row) for row in rows]
    box = Geometry.of_size(size).box
    ways: dict[tuple[int, ...], list[Row]] = {}
    for unit in {size, box[0] if box else size}:
        for lead in (0, 1):
            for trail in (0, 1):
                blocks, left = divmod(len(rows) - lead - trail + 1, unit + 1)
                if left or not blocks or blocks * unit % size or (blocks == 1 and unit == size):
                    continue
                _note_separators(ways, rows, marks, range(unit * (1 - lead), len(rows), unit + 1))
    if box and box[0] < size:
        # Bands are parted, but grids follow each other at once.
        period = size + size // box[0] - 1
        if len(rows) % period == 0 and len(rows) > period:
            places = [
                start + box[0] + (box[0] + 1) * band
                for start in range(0, len(rows), period)
                for band in range(size // box[0] - 1)
            ]
            _note_separators(ways, rows, marks, places)
    return list(ways.values())


def _note_separators(
    ways: dict[tuple[int, ...], list[Row]], rows: list[Row], marks: list[str], places: Sequence[int]
) -> None:
    """Note the rows without those at some places, where these may be separators."""
    if places and marks[places[0]] and len({marks[place] for place in places}) == 1:
        out = frozenset(places)
        gaps = [below.line - row.line for row, below in pairwise(rows)]
        inner = {gap for at, gap in enumerate(gaps) if out.isdisjoint((at, at + 1))}
        around = {
            gaps[at]
            for place in out
            if 0 < place <= len(gaps)
            for at in (place - 1, place)
            if at < len(gaps)
        }
        if len(inner) > 1 or len(around) > 1:
            return  # blank lines or rules part rows that would be neighbours
        ways[tuple(places)] = [row for at, row in enumerate(rows) if at not in out]


def clashes(rows: list[Row]) -> bool:
    """Whether a symbol stands twice in a house of a square grid."""
    size = len(rows)
    cells: list[str] = []
    for row in rows:
        if row.fields is not None:
            cells += [text or "." for _, text in row.fields]
        else:
            texts = [text for _, text in row.tokens]
            cells += texts if len(texts) == size else row.symbols
    if len(cells) != size * size or (size < 10 and any(len(cell) > 1 for cell in cells)):
        return False  # no grid of digits; there may be candidates in it
    houses = ([cells[cell] for cell in house.cells] for house in Geometry.of_size(size).houses)
    filled = ([text for text in house if text not in BLANKS] for house in houses)
    return any(len({*house}) < len(house) for house in filled)


def single_blank(row: Row) -> str:
    """The blank symbol that a row consists of, or nothing."""
    symbols = set(row.symbols)
    return row.symbols[0] if len(symbols) == 1 and symbols <= set(BLANKS) else ""


def _is_doubtful(rows: list[Row]) -> bool:
    """Whether a row of a grid may be a separator or count the columns, or a column the rows.

    An empty row of another symbol than the other empty cells may part bands, and a first row that
    counts from 0 in a table, or is drawn in another way than the others, may stand above them, and
    a first column that counts, or alone has no empty cell, beside them.
    """
    return any(may_hold_labels(rows) for may_hold_labels in _DOUBTS)


def _counts_from_zero(rows: list[Row]) -> bool:
    head = rows[0]
    counted = len(head.symbols) == len(rows) > MIN_BOARD and _counted(head.symbols)
    return counted and head.fields is not None and head.symbols[0] == "0"


def _has_other_blanks(rows: list[Row]) -> bool:
    """Whether an empty row is of another symbol than the empty cells of the other rows."""
    marks = [single_blank(row) for row in rows]
    used = {c for row, mark in zip(rows, marks, strict=True) if not mark for c in row.symbols}
    blanks = used & set(BLANKS)
    return bool(blanks) and any(mark and mark not in blanks for mark in marks)


def _are_pairs(rows: list[Row]) -> bool:
    """Whether each row may be a label and cells, where one label is wrong or stands twice."""
    return all(len(row.tokens) == 2 and len(row.tokens[0][1]) < 3 for row in rows)


def _are_padded(rows: list[Row]) -> bool:
    """Whether what counts the rows stands in their first fields."""
    firsts = [_PADDED.match(row.text) for row in rows]
    return all(firsts) and _counted([first[1] for first in firsts if first])


def _count_unusual(rows: list[Row]) -> bool:
    """Whether the first tokens count rows that are not as many as a board usually has."""
    return len(rows) not in _USUAL and _count_on(rows)


def _repeat_labelled(rows: list[Row]) -> bool:
    """Whether a row stands twice, and the others have labels without it."""
    symbols = [row.symbols for row in rows]
    return len({*symbols}) < len(rows) and any(
        symbols.count(row.symbols) > 1 and _count_on(rows[:at] + rows[at + 1 :])
        for at, row in enumerate(rows)
    )


def _part_first_otherwise(rows: list[Row]) -> bool:
    """Whether commas or bars part all cells of all rows but the first of each from the second."""
    between = [
        [
            _JOINT.search(row.text[at + len(text) : after]) is not None
            for (at, text), (after, _) in pairwise(row.tokens)
        ]
        for row in rows
    ]
    return all(len(parted) > 1 and not parted[0] and all(parted[1:]) for parted in between)


def _only_first_column_is_full(rows: list[Row]) -> bool:
    """Whether the first column alone has no empty cell, and without it a board is usual."""
    square = all(len(row.tokens) == len(rows) for row in rows)
    if not square or len(rows) - 1 not in _USUAL:
        return False
    blanks = ([text in BLANKS for _, text in row.tokens] for row in rows)
    first, *others = zip(*blanks, strict=True)
    return not any(first) and all(map(any, others))


def _ends_otherwise(rows: list[Row]) -> bool:
    """Whether the first or the last row counts or is empty, and is drawn in another way."""
    return any(
        len(end.symbols) == len(rows)
        and (_counted(end.symbols) or single_blank(end))
        and len({len(row.tokens) for row in others}) == 1
        and len(end.tokens) != len(others[0].tokens)
        for end, others in ((rows[0], rows[1:]), (rows[-1], rows[:-1]))
    )


_DOUBTS = (
    *(_counts_from_zero, _has_other_blanks, _are_pairs, _are_padded, _count_unusual),
    *(_repeat_labelled, _part_first_otherwise, _only_first_column_is_full, _ends_otherwise),
)


def _without_labels(rows: list[Row], width: Width) -> list[list[Row]] | None:
    """The grids of rows that begin with labels, or stand below a line that counts the columns."""
    if counts_columns(rows[0], rows[1:2]):
        first = rows[0].symbols
        starts = [at for at, row in enumerate(rows) if row.symbols == first]
    else:
        label = rows[0].tokens[0][1] if rows[0].tokens else ""
        if not _counted((label,), least=1):
            return None
        starts = [at for at, row in enumerate(rows) if row.tokens and row.tokens[0][1] == label]
    grids: list[list[Row]] = []
    for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
        if end == len(rows) == start + 1 and grids:
            continue  # the columns are counted below the last row once more
        if (grid := _unlabelled(rows[start:end], width)) is None:
            return None
        grids.append(grid)
    return grids if len({*map(len, grids)}) == 1 else None


def _unlabelled(rows: list[Row], width: Width) -> list[Row] | None:
    """The rows of one grid without labels and the line that counts the columns."""
    headed = counts_columns(rows[0], rows[1:2])
    for rest in (rows[1:], rows) if headed else (rows,):
        size = len(rest)
        if not MIN_BOARD <= size <= MAX_SIZE or not _are_labelled(rest):
            continue
        bare = [_without_label(row) for row in rest]
        if all(width(row) == size for row in bare):
            # Rows of a larger board may begin with 1 to 8 too.
            return bare if headed or size in _USUAL else None
        if headed and size < len(rows) and all(row.barred for row in bare):
            return bare
        grids = grids_of(bare, width)  # other labels or lines are counted too
        if grids is not None and len(grids) == 1:
            return grids[0]
    return rows[1:] if headed and _is_below_head(rows[1:], rows[0], width) else None


def _is_below_head(rows: list[Row], head: Row, width: Width) -> bool:
    """Whether rows are a grid for sure, and not their head a first row that counts too: then the
    row too many is another."""
    size = len(rows)
    if any(width(row) != size for row in rows):
        return False
    if not any(_counted(texts) and len(texts) == size for texts in _head_texts(head)):
        return False
    named = any(c.isalpha() for c in head.symbols)
    table = head.symbols[0] == "0" and head.fields is not None
    return named or table or not (clashes(rows) or any(map(single_blank, rows)))


def _are_labelled(rows: list[Row]) -> bool:
    """Whether the first tokens of rows count them."""
    return all(len(row.tokens) > 1 for row in rows) and _counted([r.tokens[0][1] for r in rows])


def _count_on(rows: list[Row]) -> bool:
    """Whether the first tokens of rows count, from any number on."""
    firsts = [row.tokens[0][1] if len(row.tokens) > 1 else "" for row in rows]
    if not all(text.isascii() and text.isdigit() and len(text) < 4 for text in firsts):
        return _are_labelled(rows)
    return all(int(below) == int(text) + 1 for text, below in pairwise(firsts))


def _head_texts(row: Row) -> Iterator[Sequence[str]]:
    """The texts that may count the columns of a row; the first may stand in the corner."""
    texts = [text for _, text in row.tokens]
    yield texts
    yield texts[1:]
    yield row.symbols


def counts_columns(row: Row, below: Sequence[Row]) -> bool:
    """Whether a row counts the columns of the row below it, or of one with a label more."""
    if not below:
        return False
    row_below = below[0]
    wide = {len(row_below.tokens), len(row_below.symbols), row_below.width}
    wide |= {count - 1 for count in wide}
    if row_below.tokens:
        wide.add(len(row_below.symbols) - len(row_below.tokens[0][1]))
    return any(len(texts) in wide and _counted(texts) for texts in _head_texts(row))


def _counted(labels: Sequence[str], least: int = MIN_BOARD) -> bool:
    """Whether labels count from 0, 1 or A on."""
    bare = [label.strip("[](){}:.,|").lower() for label in labels]
    if len(bare) < least or not all(bare):
        return False
    if all(len(label) == 1 and label.isalpha() for label in bare):
        return "".join(bare) == "abcdefghijklmnopqrstuvwxyz"[: len(bare)]
    parts = [_NAMED.fullmatch(label) for label in bare]
    numbers = [int(part[2][:6]) for part in parts if part is not None and part[1] in _NAMES]
    names = {part[1] for part in parts if part is not None}
    return (
        len(numbers) == len(bare)
        and len(names) == 1
        and numbers[0] in (0, 1)
        and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    )


def _without_label(row: Row) -> Row:
    """A row without its first token, and without the last where it is the same."""
    start, label = row.tokens[0]
    end = start + len(label)
    text = " " * end + re.sub(r"^ *[,;\t]", " ", row.text[end:])
    last, again = row.tokens[-1]
    if again == label and not label.isdigit():
        text = text[:last]
    return row_of(row.line, text)
