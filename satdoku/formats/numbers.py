"""One puzzle a line, cells as numbers with spaces or commas between them; any board to 100x100.

Used for large boards by solvers and collections without a common name. ``0``, ``.``, ``-``, ``_``,
``*``, ``?`` and ``x`` are empty cells, and so is nothing between two commas, semicolons or tabs.
Brackets and quotes around the numbers have no meaning. A comment may follow after ``#`` and is kept
as ``extras["note"]``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import isqrt

from satdoku.base.errors import FormatError, Unsupported
from satdoku.formats.base import (
    MAX_NUMBER_DIGITS,
    MIN_BOARD,
    ReadOptions,
    Sizes,
    WriteOptions,
    board,
    own_puzzle,
    plain_puzzle,
)
from satdoku.formats.source import check_text
from satdoku.formats.symbols import NO_BRACKETS, normalise
from satdoku.formats.texts import by_lines, sample_lines
from satdoku.puzzle.document import Document

_TOKEN = re.compile(r"[^\s,;]+")
_EMPTY = frozenset((".", "-", "_", "*", "?", "x", "X"))
_DELIMITERS = ",;\t"
_GROUP = re.compile(r"[\[({]([^][(){}]+)")


def read_number(token: str, *, zero: bool = False) -> int | None:
    """The value of a cell; ``None`` for an empty one, which 0 is too unless ``zero`` is a digit.

    :raises ValueError: where it is no number.
    """
    if token in _EMPTY:
        return None
    if len(token) > MAX_NUMBER_DIGITS or not (token.isascii() and token.isdigit()):
        raise ValueError(token)
    value = int(token)
    return value if value or zero else None


def tokens_of(text: str) -> list[tuple[int, str]]:
    """The cells of a (normalised) line, each with its column from 0; ``""`` is an empty cell.

    Where nothing but white space stands between two commas, semicolons or tabs, there is an empty
    cell; what follows the last of them may be nothing at all.
    """
    text = text.translate(NO_BRACKETS)
    tokens = [(token.start(), token[0]) for token in _TOKEN.finditer(text)]
    joint = next((d for d in _DELIMITERS if d in text), None)
    if joint is None:
        return tokens
    start = 0
    fields = []
    for part in text.split(joint):
        fields.append((start + len(part) - len(part.lstrip()), part.strip()))
        start += len(part) + 1
    if all(field for _, field in fields) or any(" " in field for _, field in fields):
        return tokens
    if not fields[-1][1] and isqrt(len(fields)) ** 2 == len(fields) - 1:
        fields.pop()  # a comma at the end
    return fields


def parse_line(text: str, options: ReadOptions, sizes: Sizes) -> Document:
    """The puzzle of one line.

    :raises FormatError: with the column at fault, but without a line.
    """
    check_text(text)
    body, _, note = normalise(text).partition("#")
    values: list[int | None] = []
    zero = options.geometry is not None and options.geometry.digits[0] == 0
    groups = [group.split(",") for group in _GROUP.findall(body) if group.strip()]
    cut = max(map(body.rfind, "[({")) > max(map(body.rfind, "])}"))
    if cut or len({*map(len, groups)}) > 1:
        raise FormatError("the lists on this line are of different lengths")
    for start, token in tokens_of(body):
        try:
            values.append(read_number(token, zero=zero) if token else None)
        except ValueError:
            raise FormatError(
                "{token!r} is neither the number of a cell nor a blank (0 . - * _ ? x)",
                token=token[:20],
                column=start + 1,
                text=token[:80],
            ) from None
    size = isqrt(len(values))
    fits = any(values) and all(value is None or value <= size for value in values)
    sizes.require(len(values), usual=fits)
    puzzle = plain_puzzle(board(len(values), options, any_board=True), tuple(values), options)
    note = note.strip()
    return Document(puzzle, extras={"note": note}) if note else Document(puzzle)


parse, entries = by_lines(parse_line)


def detect(text: str) -> int:
    """The share of the lines that are numbers of a board; hopeful where they nearly are."""
    lines = sample_lines(text, 16)
    if not lines:
        return 0
    scores = [_score(line) for line in lines]
    return round(sum(scores) / len(scores))


def _score(text: str) -> int:
    tokens = [token for _, token in tokens_of(normalise(text).partition("#")[0])]
    if len(tokens) < MIN_BOARD * MIN_BOARD:
        return 0
    blanks = {"", *_EMPTY}
    if not all(t in blanks or (len(t) <= 3 and t.isascii() and t.isdigit()) for t in tokens):
        return 0
    # Sixteen numbers may also be a row of a 16x16 grid; a number above 4 shows it.
    size = isqrt(len(tokens))
    fits = size * size == len(tokens) and all(t in blanks or int(t) <= size for t in tokens)
    return 85 if fits else 45


def write_numbers(values: Iterable[int | None], empty: str = ".") -> str:
    """The values with spaces between them."""
    return " ".join([empty if value is None else str(value) for value in values])


def write(document: Document, options: WriteOptions) -> str:
    """The givens in one line."""
    if options.empty != "0" and options.empty not in _EMPTY:
        raise Unsupported(
            "{empty!r} cannot stand for an empty cell among numbers", empty=options.empty
        )
    puzzle = own_puzzle(document, "a line of numbers", options, any_board=True)
    if 0 in puzzle.givens and puzzle.geometry.digits[0] != 0:
        raise Unsupported("a line of numbers cannot hold the digit 0 on this board")
    if options.empty == "0" and puzzle.geometry.digits[0] == 0:
        raise Unsupported("0 cannot stand for an empty cell of a board with the digit 0")
    return write_numbers(puzzle.givens, options.empty) + "\n"
