"""One symbol a cell: what digits, letters and blanks mean.

Letters above 9 have three conventions: A=10 (``1``-``9``, ``A``, ``B``, ...; up to 35x35), A=1
(letters only; up to 26x26), and 0-based hexadecimal (``0``-``9``, ``A``-``F``; 16x16 only, where
``0`` is a digit). Which one a text uses is detected only where no doubt is possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Literal

from satdoku.base.errors import FormatError, Unsupported
from satdoku.base.worded import worded
from satdoku.board.geometry import Geometry
from satdoku.formats.base import Letters

MAX_SYMBOLS = 35
"""Largest board that one symbol a cell can hold."""

BLANKS = ".0-*_?xX "
"""Symbols of an empty cell; ``0``, ``x`` and ``X`` only where they are no digits."""

NO_CELL = worded("is neither a digit nor a blank (. 0 - * _ ? x)")
"""The fault of a symbol that can be no cell."""

Value = int | None
Convention = Literal["10", "1", "hex"]
_MEANING: dict[Convention, str] = {"10": "A=10", "1": "A=1", "hex": worded("0-based hexadecimal")}
_UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

# Japanese sources use full-width digits and 中黒 or an ideographic space for blanks; word
# processors make longer dashes and bullets of what is typed.
_WIDE = {
    **{0xFF10 + i: ord("0") + i for i in range(10)},
    **{0xFF21 + i: ord("A") + i for i in range(26)},
    **{0xFF41 + i: ord("a") + i for i in range(26)},
    **dict.fromkeys(map(ord, "・･·•∙⋅．　□◻⬜"), ord(".")),
    **dict.fromkeys(map(ord, "－‐‑‒–—―−"), ord("-")),
    ord("＊"): ord("*"),
    ord("＿"): ord("_"),
    ord("\u00a0"): ord(" "),
    ord("｜"): ord("|"),
    ord("？"): ord("?"),
    ord("；"): ord(";"),
    ord("＋"): ord("+"),
    ord("，"): ord(","),
    ord("＃"): ord("#"),
    ord("："): ord(":"),
}


NO_BRACKETS = str.maketrans(dict.fromkeys("[](){}\"'", " "))
"""Takes brackets and quotes, as in the lists of programming languages, for white space."""


def normalise(text: str) -> str:
    """The text with full-width characters made narrow, each at its old place."""
    return text if text.isascii() else text.translate(_WIDE)


def is_symbol(char: str) -> bool:
    """Whether this (normalised) character can be a cell of some board."""
    return char.isascii() and (char.isalnum() or char in BLANKS)


@lru_cache(maxsize=128)
def _table(size: int, convention: Convention) -> dict[str, Value]:
    table: dict[str, Value] = dict.fromkeys(BLANKS)
    if convention == "hex":
        table |= {symbol: value for value, symbol in enumerate("0123456789ABCDEF", 1)}
        table |= {symbol: value for value, symbol in enumerate("abcdef", 11)}
        return table
    if convention == "10":
        # 5-9 on a 4x4 are readable digits that the board does not have: the puzzle reports where.
        table |= {str(digit): digit for digit in range(1, 10)}
    first = 10 if convention == "10" else 1
    for index, letter in enumerate(_UPPER[: max(0, size - first + 1)]):
        table[letter] = table[letter.lower()] = first + index
    return table


def may_be_cells(text: str, size: int) -> bool:
    """Whether each symbol of a normalised text can be a cell of a board of this size."""
    return size <= MAX_SYMBOLS and any(
        _table(size, convention).keys() >= set(text) for convention in _conventions(size)
    )


def _conventions(size: int) -> list[Convention]:
    conventions: list[Convention] = ["10"]
    if 9 < size <= 26:
        conventions.append("1")
    if size == 16:
        conventions.append("hex")
    return conventions


Place = Callable[[int], tuple[int | None, int | None]]
"""Where the n-th symbol of a text stands: line and column, both from 1."""


def in_line(index: int) -> tuple[int | None, int | None]:
    return None, index + 1


def read_symbols(
    text: str, size: int, letters: Letters = "auto", place: Place = in_line
) -> tuple[Value, ...]:
    """The values of a normalised text of one symbol a cell, for a board of this size.

    :raises FormatError: at the first symbol that is none, or where letters can mean two things.
    """
    if size > MAX_SYMBOLS:
        raise FormatError(
            "one symbol a cell holds boards up to {max_symbols}x{max_symbols}, not "
            "{size}x{size}; write the cells as numbers with spaces between them",
            max_symbols=MAX_SYMBOLS,
            size=size,
        )
    if letters != "auto":
        if letters == "hex" and size != 16:
            raise FormatError(
                "0-based hexadecimal is for 16x16 boards; this one is {size}x{size}", size=size
            )
        if letters == "1" and size > 26:
            raise FormatError("A=1 is for boards up to 26x26; this one is {size}x{size}", size=size)
        return _read(text, size, letters, place)
    if size <= 9:
        return _read(text, size, "10", place)
    readings: dict[Convention, tuple[Value, ...]] = {}
    for convention in _conventions(size):
        table = _table(size, convention)
        if all(symbol in table for symbol in text):
            readings[convention] = tuple([table[symbol] for symbol in text])
    if not readings:
        # The fault is named under the convention that reads furthest.
        far = max(
            _conventions(size), key=lambda c: next(_strangers(text, _table(size, c)), len(text))
        )
        return _read(text, size, far, place)
    if len(set(readings.values())) > 1:
        return readings[_settle(text, size, readings, place)]
    return next(iter(readings.values()))


def _settle(
    text: str, size: int, readings: dict[Convention, tuple[Value, ...]], place: Place
) -> Convention:
    """Choose between readings of a text that differ, where only one can be meant."""
    if "0" in text and set(readings) == {"10", "hex"}:
        values = readings["hex"]
        lines = [values[i : i + size] for i in range(0, len(values), size)]
        lines += [values[i::size] for i in range(size)]
        zeros_fit = all(line.count(1) <= 1 for line in lines)
        if None not in values:
            # 0 is the only blank there is: either this is a full grid, or 0 means empty.
            return "hex" if all(len(set(line)) == size for line in lines) else "10"
        if zeros_fit and any(c in "ABCDEFabcdef" for c in text):
            # Nobody writes two symbols for empty, and there is no G: 0 is a digit.
            return "hex"
    *others, last = readings  # 0-based hexadecimal is the last, where it is one
    line, column = place(next(i for i in range(len(text)) if _differs(i, readings)))
    raise FormatError(
        "the symbols of this {size}x{size} board can be read as {names} or {name} "
        "(--letters {letters}); name the one that is meant",
        size=size,
        names=", ".join(f"{_MEANING[c]} (--letters {c})" for c in others),
        name=_MEANING[last],
        letters=last,
        line=line,
        column=column,
    )


def _differs(index: int, readings: dict[Convention, tuple[Value, ...]]) -> bool:
    return len({values[index] for values in readings.values()}) > 1


def _strangers(text: str, table: dict[str, Value]) -> Iterator[int]:
    return (index for index, symbol in enumerate(text) if symbol not in table)


def _read(text: str, size: int, convention: Convention, place: Place) -> tuple[Value, ...]:
    table = _table(size, convention)
    try:
        return tuple([table[symbol] for symbol in text])
    except KeyError:
        pass
    index = next(i for i, symbol in enumerate(text) if symbol not in table)
    line, column = place(index)
    raise FormatError(
        "{culprit!r} is neither a digit of a {size}x{size} board ({digits}) nor a blank (. 0 - "
        "* _ ? x)",
        culprit=text[index],
        size=size,
        digits=_digits(size, convention),
        line=line,
        column=column,
    )


def _digits(size: int, convention: Convention) -> str:
    if convention == "hex":
        return "0-F"
    if convention == "1":
        return f"A-{_UPPER[size - 1]}"
    return f"1-{size}" if size <= 9 else f"1-9 and A-{_UPPER[size - 10]}"


def write_symbols(values: tuple[Value, ...], size: int, letters: Letters, empty: str) -> str:
    """The values as text, one symbol a cell.

    :raises Unsupported: where the convention cannot hold the board or the empty symbol is a digit.
    """
    convention: Convention = "10" if letters == "auto" else letters
    if size > MAX_SYMBOLS or (convention == "1" and size > 26):
        raise Unsupported(
            "one symbol a cell ({meaning}) cannot hold a {size}x{size} board; 'numbers' and"
            " 'json' can",
            meaning=_MEANING[convention],
            size=size,
        )
    if convention == "hex" and size != 16:
        raise Unsupported("0-based hexadecimal is for 16x16 boards, not {size}x{size}", size=size)
    table = _table(size, convention)
    if len(empty) != 1 or table.get(empty, 0) is not None:
        raise Unsupported(
            "{empty!r} cannot stand for an empty cell of a {size}x{size} board",
            empty=empty,
            size=size,
        )
    symbols: dict[Value, str] = {value: symbol.upper() for symbol, value in table.items()}
    symbols[None] = empty
    try:
        return "".join([symbols[value] for value in values])
    except KeyError as error:
        raise Unsupported(
            "no symbol stands for the digit {args} on a {size}x{size} board",
            args=error.args[0],
            size=size,
        ) from None


def read_cells(
    text: str, geometry: Geometry, letters: Letters = "auto", place: Place = in_line
) -> tuple[Value, ...]:
    """The digits of symbols on any board; see :func:`read_symbols`.

    Where the board is no square of digits from 1, letters are A=10, and ``0`` is the digit where
    the board has it, else a blank.

    :raises FormatError: at the first symbol that is none.
    """
    if geometry.is_square:
        return read_symbols(text, geometry.size, letters, place)
    table = _any_table(geometry, letters, FormatError)
    for index, symbol in enumerate(text):
        if symbol not in table:
            line, column = place(index)
            raise FormatError(
                "{culprit!r} is neither a digit of the board ({digits} to {digits_2}) nor a "
                "blank (.)",
                culprit=symbol,
                digits=geometry.digits[0],
                digits_2=geometry.digits[-1],
                line=line,
                column=column,
            )
    return tuple([table[symbol] for symbol in text])


def write_cells(values: tuple[Value, ...], geometry: Geometry, letters: Letters, empty: str) -> str:
    """Values on any board as symbols; see :func:`read_cells`.

    :raises Unsupported: where the symbols cannot hold the board or a value.
    """
    if geometry.is_square:
        return write_symbols(values, geometry.size, letters, empty)
    table = _any_table(geometry, letters, Unsupported)
    if len(empty) != 1 or table.get(empty, 0) is not None:
        raise Unsupported("{empty!r} cannot stand for an empty cell of this board", empty=empty)
    symbols: dict[Value, str] = {value: symbol.upper() for symbol, value in table.items()}
    symbols[None] = empty
    for value in values:
        if value not in symbols:
            raise Unsupported("no symbol stands for the digit {value} on this board", value=value)
    return "".join([symbols[value] for value in values])


def _any_table(
    geometry: Geometry, letters: Letters, error: type[FormatError | Unsupported]
) -> dict[str, Value]:
    highest = geometry.digits[-1]
    if letters not in ("auto", "10"):
        raise error(worded("letters are A=10 on the board {board}", board=geometry.describe()))
    if highest > MAX_SYMBOLS:
        raise error(
            worded(
                "one symbol a cell holds digits up to {max_symbols}, not {highest}",
                max_symbols=MAX_SYMBOLS,
                highest=highest,
            )
        )
    table = dict(_table(highest, "10"))
    if geometry.digits[0] == 0:
        table["0"] = 0
    return table
