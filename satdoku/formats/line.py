"""One puzzle a line, one symbol a cell: 81 symbols for a 9x9.

The lines of collections everywhere (top1465, Royle's 17s, ...). A note may follow the puzzle,
parted from it by white space, ``#``, ``,``, ``;`` or ``:``; it is kept as ``extras["note"]``.
A note that begins with as many symbols as the puzzle has cells is a solution of it, or labels the
regions of a jigsaw; a line with any other is refused. The labels of a jigsaw may also follow the
givens without anything in between. Where a line begins with something else, the one field that is
a board is the puzzle (``1: 53..7....``, ``1f00a7c2b35d 53..7.... 1.2``), and what stands before it
is kept as ``extras["id"]``. A position as HoDoKu and Sudoku Studio write it (``53+4.7...:411 611``)
is read as the library's.
"""

from __future__ import annotations

import re
from math import isqrt

from satdoku.base.errors import FormatError
from satdoku.board.geometry import Geometry
from satdoku.formats.base import (
    MIN_BOARD,
    USUAL_SIZES,
    ReadOptions,
    Sizes,
    WriteOptions,
    board,
    own_puzzle,
    plain_puzzle,
)
from satdoku.formats.source import check_text
from satdoku.formats.symbols import (
    BLANKS,
    MAX_SYMBOLS,
    NO_CELL,
    is_symbol,
    may_be_cells,
    normalise,
    read_cells,
    write_cells,
)
from satdoku.formats.texts import by_lines, is_layout, sample_lines
from satdoku.puzzle.document import Document

_FIELD_END = re.compile(r"[\s#,;:]")
_FIELD = re.compile(r"[^\s#,;:|\"'=()\[\]{}]+")
_ROW_END = re.compile(r"[ ,;:/|]")
_AROUND = " \t#,;:|\"'=()[]{}"
_PLAIN = re.compile(r"[0-9.]{81}").fullmatch
_NINE = {".": None, "0": None, **{str(digit): digit for digit in range(1, 10)}}


def puzzle_field(text: str) -> tuple[int, str, str]:
    """Where the puzzle of a (normalised) line starts, its symbols, and the note after it.

    A line whose every character is a symbol, blanks written as spaces included, is a puzzle as a
    whole if its length fits a board; else the puzzle is the first field, what stands in quotes, or
    the rows of a board up to 9x9 with one character between them.
    """
    start = len(text) - len(text.lstrip())
    if (quote := text[start : start + 1]) in ("'", '"'):
        end = text.find(quote, start + 1)
        if end > 0:
            return start + 1, text[start + 1 : end], text[end + 1 :].strip().lstrip("#,;: \t")
    if (joined := _rows(text)) is not None:
        return start, joined, ""
    end = field_end.start() if (field_end := _FIELD_END.search(text, start)) else len(text)
    head, note = text[start:end], text[end:].strip()
    if (note or start) and " " in text and _fits(len(text)) and all(map(is_symbol, text)):
        one_blank = not any(c in BLANKS for c in text.replace(" ", ""))
        if not _fits(len(head)) and one_blank and is_board(text) and not _spaced_numbers(text):
            return 0, text, ""
        if _fits(len(head)) and start == 0 and all(map(is_symbol, note)):
            raise FormatError(
                "this line can be read as {count} cells and a note, or as {count_2} cells with "
                "spaces for the empty ones; write the empty cells as '.'",
                count=len(head),
                count_2=len(text),
            )
    return start, head, note.lstrip("#,;: \t")


def _rows(text: str) -> str | None:
    """The rows of a line such as ``53..7..../6..195.../...`` put together."""
    parts = _ROW_END.split(text.strip())
    size = len(parts)
    if not MIN_BOARD <= size <= 9 or any(len(part) != size for part in parts):
        return None
    joined = "".join(parts)
    return joined if all(c.isdecimal() or c in BLANKS for c in joined) else None


def _fits(length: int) -> bool:
    size = isqrt(length)
    return MIN_BOARD <= size <= MAX_SYMBOLS and size * size == length


def _spaced_numbers(text: str) -> bool:
    tokens = text.split()
    return len(tokens) >= MIN_BOARD * MIN_BOARD and _fits(len(tokens))


def parse_line(text: str, options: ReadOptions, sizes: Sizes) -> Document:
    """The puzzle of one line.

    :raises FormatError: with the column at fault, but without a line.
    """
    if (
        _PLAIN(text)
        and options.geometry is None
        and options.letters in ("auto", "10")
        and (sizes is None or sizes.cells in (None, 81))
    ):
        givens = tuple([_NINE[symbol] for symbol in text])
        return Document(plain_puzzle(board(81, options), givens, options))
    check_text(text)
    plain = normalise(text)
    if (position := _position(plain, options)) is not None:
        sizes.require(81, usual=True)
        return position
    start, symbols, note = puzzle_field(plain)
    before = ""
    if not _may_be_board(symbols, options) and (inside := only_field(plain, options)):
        start, symbols = inside
        before, note = plain[:start], plain[start + len(symbols) :]
        before, note = before.strip(_AROUND), note.strip(_AROUND)
    rest = plain[start + len(symbols) :]
    symbols, labels, note = regions_apart(symbols, note, rest)
    if labels is None and options.geometry is None:
        _refuse_second(symbols, rest)
    if len(symbols) < MIN_BOARD * MIN_BOARD and any(c.isalpha() and c not in "xX" for c in symbols):
        raise FormatError(
            "{quoted!r} is not a puzzle; a line holds one symbol a cell, 81 for a 9x9",
            quoted=text.strip()[:40],
            text=text[:80],
        )
    _check_characters(symbols, start, options)
    _refuse_odd_end(symbols)
    sizes.require(len(symbols), usual=is_board(symbols))
    geometry = board(len(symbols), options, any_board=True)
    if labels is not None:
        geometry = _regions(labels, options)
    givens = read_cells(symbols, geometry, options.letters, lambda i: (None, start + i + 1))
    puzzle = plain_puzzle(geometry, givens, options)
    extras = {name: text for name, text in (("id", before), ("note", note)) if text}
    return Document(puzzle, extras=extras) if extras else Document(puzzle)


parse, entries = by_lines(parse_line)


def _position(text: str, options: ReadOptions) -> Document | None:
    """A position that programs write without the fields that a library line begins with."""
    if ("+" not in text and ":" not in text) or options.geometry not in (None, Geometry.classic()):
        return None
    from satdoku.formats import library  # few lines have positions

    return library.bare_position(text, options)


def _may_be_board(symbols: str, options: ReadOptions) -> bool:
    """Whether symbols are as many as a board has cells, and each can be one of them."""
    if options.geometry is not None:
        return len(symbols) == options.geometry.cell_count and all(map(is_symbol, symbols))
    return _fits(len(symbols)) and may_be_cells(symbols, isqrt(len(symbols)))


def is_board(symbols: str) -> bool:
    """Whether symbols are the cells of a board that has all of their digits, some given."""
    size = isqrt(len(symbols))
    return (
        _fits(len(symbols))
        and may_be_cells(symbols, size)
        and not all(symbol in BLANKS for symbol in symbols)
        and (size >= 9 or all(not c.isdigit() or int(c) <= size for c in symbols))
        and (size <= 9 or not symbols.isalpha())
    )


def fields_of(text: str) -> list[str]:
    """The parts of a line between white space, punctuation and brackets."""
    return _FIELD.findall(text)


def only_field(text: str, options: ReadOptions) -> tuple[int, str] | None:
    """Where the only field of a line that is a board starts, and its symbols; ``None`` where none
    is, or another field may be a part of one.

    :raises FormatError: where several are.
    """
    fields = [(match.start(), match[0]) for match in _FIELD.finditer(text)]
    boards = [
        field
        for field in fields
        if is_board(field[1])
        and (
            len(field[1]) in USUAL_SIZES
            if options.geometry is None
            else _may_be_board(field[1], options)
        )
    ]
    if not boards:
        return None
    start, symbols = boards[0]
    if len(boards) == 2 and len(boards[1][1]) == len(symbols):
        if _may_solve(symbols, boards[1][1]):
            return boards[1]
        if is_layout(boards[1][1]) or _may_solve(boards[1][1], symbols):
            return boards[0]
    if len(boards) > 1:
        raise _two_boards(symbols, boards[1][1])
    for place, field in fields:
        cells = all(symbol in BLANKS or symbol.isdigit() for symbol in field)
        if place != start and cells and 2 * len(field) > len(symbols) and not is_layout(field):
            return None
    return start, symbols


def _refuse_second(symbols: str, rest: str) -> None:
    """:raises FormatError: where a puzzle as large, or larger, follows, before any ``#``."""
    if len(rest) < len(symbols):
        return
    for field in _FIELD.findall(rest.partition("#")[0]):
        if len(field) >= len(symbols) and is_board(field) and not _repeats(field):
            if len(field) == len(symbols) and _may_solve(field, symbols):
                continue
            raise _two_boards(symbols, field)


def _repeats(symbols: str) -> bool:
    """Whether a digit stands twice in a row or column."""
    size = isqrt(len(symbols))
    rows = [symbols[i : i + size] for i in range(0, len(symbols), size)]
    lines = ([c for c in line if c not in BLANKS] for line in (*rows, *zip(*rows, strict=True)))
    return any(len({*line}) < len(line) for line in lines)


def _two_boards(one: str, other: str) -> FormatError:
    return FormatError(
        "two parts of this line may be the puzzle, {one} and {other}; leave one out, or begin a "
        "comment with '#'",
        one=_short(one),
        other=_short(other),
    )


def _short(text: str) -> str:
    return text if len(text) <= 24 else f"{text[:20]}... ({len(text)})"


def regions_apart(symbols: str, note: str, rest: str) -> tuple[str, str | None, str]:
    """The givens, the labels of the regions behind them where there are some, and the note.

    :raises FormatError: where a note as long as the puzzle is neither regions nor a solution.
    """
    half, odd = divmod(len(symbols), 2)
    if not odd and _fits(half) and is_layout(symbols[half:]):
        return symbols[:half], symbols[half:], note
    field = _FIELD_END.split(note, maxsplit=1)[0].strip("'\"")
    if len(field) != len(symbols) or not _fits(len(field)) or rest.lstrip(" \t'\"").startswith("#"):
        return symbols, None, note
    if _may_solve(field, symbols):
        return symbols, None, note
    if not is_layout(field):
        raise FormatError(
            "the text behind the puzzle has {count} symbols, as many as the puzzle has "
            "cells, but neither labels its regions nor is a solution of it; a comment "
            "begins with '#'",
            count=len(field),
            text=field[:80],
        )
    more = note[note.index(field) + len(field) :].lstrip("'\"#,;: \t")
    return symbols, field, more


def _may_solve(field: str, symbols: str) -> bool:
    """Whether a full grid has the givens, and no symbol twice in a row or column."""
    size = isqrt(len(field))
    rows = [field[i : i + size] for i in range(0, len(field), size)]
    lines = [*rows, *zip(*rows, strict=True)]
    return all(len({*line}) == size for line in lines) and all(
        given in BLANKS or given.upper() == digit.upper()
        for given, digit in zip(symbols, field, strict=True)
    )


def _regions(labels: str, options: ReadOptions) -> Geometry:
    from satdoku.formats.clues import geometry_of  # few lines have regions

    return geometry_of(Geometry.jigsaw(map(ord, labels)), options)


def _is_drawn(symbols: str) -> bool:
    """Whether a line is drawing only, as between the rows of a grid."""
    return "-" in symbols and not symbols.strip("-.")


def _refuse_odd_end(symbols: str) -> None:
    """:raises FormatError: where a mark before or behind the cells may stand for one of them."""
    for end in (symbols[:1], symbols[-1:]):
        others = {symbol for symbol in BLANKS if symbol != end and symbol in symbols}
        if end in ("-", "*", "?", "_") and symbols.count(end) == 1 and others:
            raise FormatError(
                "{culprit!r} at an end of the cells is either a mark or an empty cell, which is "
                "{other!r} elsewhere; write every empty cell with one symbol",
                culprit=end,
                other=min(others),
            )


def _check_characters(symbols: str, start: int, options: ReadOptions) -> None:
    """A stray character is named before a wrong length is."""
    if _is_drawn(symbols):
        raise FormatError(
            "a line of dashes is not a puzzle; write the empty cells of a board as '.'"
        )
    for index, char in enumerate(symbols):
        if not is_symbol(char):
            raise FormatError(
                "{culprit!r} {no_cell}", culprit=char, no_cell=NO_CELL, column=start + index + 1
            )
    # A line of some 81 symbols with a letter in it: the letter is the news, not the length.
    if options.geometry is None and len(symbols) < 100 and not _fits(len(symbols)):
        for index, char in enumerate(symbols):
            if char.isalpha() and char not in BLANKS:
                raise FormatError(
                    "{culprit!r} is neither a digit of a board up to 9x9 nor a blank (. 0 - * _ "
                    "? x), "
                    "and {count} cells do not make a larger board",
                    culprit=char,
                    count=len(symbols),
                    column=start + index + 1,
                )


def detect(text: str) -> int:
    """The share of the lines that look like puzzles."""
    lines = sample_lines(text)
    good = sum(map(_looks_like_puzzle, lines))
    return round(80 * good / len(lines)) if lines else 0


def _looks_like_puzzle(text: str) -> bool:
    if _PLAIN(text):
        return True
    try:
        plain = normalise(text)
        if _position(plain, ReadOptions()) is not None:
            return True
        _, symbols, _ = puzzle_field(plain)
        symbols, _, _ = regions_apart(symbols, "", "")
        if not (_fits(len(symbols)) and may_be_cells(symbols, isqrt(len(symbols)))):
            if plain.lstrip()[:1] in "{[":
                return False
            _, symbols = only_field(plain, ReadOptions()) or (0, symbols)
    except FormatError:
        return True  # in doubt between two readings of this format
    # Words are letters only; a puzzle of letters only (A=1) is at least 16x16 in practice.
    return (
        _fits(len(symbols))
        and all(map(is_symbol, symbols))
        and not _is_drawn(symbols)
        and (not symbols.isalpha() or len(symbols) >= 100)
    )


def write(document: Document, options: WriteOptions) -> str:
    """The givens in one line."""
    puzzle = own_puzzle(document, "a line of symbols", options, any_board=True)
    text = write_cells(puzzle.givens, puzzle.geometry, options.letters, options.empty)
    return text + "\n"
