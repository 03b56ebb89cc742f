"""The values of parameters, by kind: from plain data, to plain data, and from words.

Plain data is what JSON holds: names of cells, integers, text, lists of them. A word is an argument
of the command line: cells joined by ``+`` (``r1c1+r1c2``), ``r1c1-r1c5`` for a straight line of
cells (in a set: for a rectangle), lists parted by ``/``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from typing import Any, cast

from satdoku.base.errors import FormatError
from satdoku.base.worded import worded
from satdoku.board.constraint import DIRECTIONS, SIDES, Parameter
from satdoku.board.geometry import Geometry
from satdoku.constraints.rows import Rows

__all__ = [
    "MAX_NUMBER",
    "cells_of",
    "fits",
    "from_plain",
    "from_word",
    "moved",
    "names_cells",
    "out_of_range",
    "shown",
    "split_outside",
    "to_plain",
    "to_word",
    "words_of",
]

MAX_NUMBER = 10**18
"""A number of a rule, where its parameter names no bounds of its own, lies in ``-MAX_NUMBER ..
MAX_NUMBER``: no digits come near it, and it still fits the 64 bits of other programs."""

_CELLS = ("cells", "line")
_CELL_LISTS = ("sets", "lines")
_NUMBERS = ("integer", "index")
_NUMBER_LISTS = ("integers", "digits")
_TABLES = ("groups", "tuples")
_CHOICES = {"side": SIDES, "direction": DIRECTIONS}
_FLAGS = {"yes": True, "true": True, "no": False, "false": False}
_NUMBERED_RUN = re.compile(r"([A-Z]{1,8})(\d{1,3})-([A-Z]{1,8})(\d{1,3})")
_RUN = re.compile(r"(?:r\d+c\d+){2,}", re.IGNORECASE)
_ONE = re.compile(r"r\d+c\d+", re.IGNORECASE)
_NUMBER = re.compile(r"-?\d+")
_BRACKETS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
_LISTED_NUMBERS = re.compile(r"\s*-?\d+\s*([+/]\s*-?\d+\s*)*")


# -- cells of a value ------------------------------------------------------------------------------


def names_cells(parameter: Parameter) -> bool:
    """Whether its values name cells."""
    return parameter.kind == "cell" or parameter.kind in _CELLS or parameter.kind in _CELL_LISTS


def cells_of(parameter: Parameter, value: Any) -> tuple[int, ...]:
    """The cells that a value names, in its order."""
    if value is None:
        return ()
    if parameter.kind == "cell":
        return (value,)
    if parameter.kind in _CELLS:
        return tuple(value)
    if parameter.kind in _CELL_LISTS:
        return tuple(chain.from_iterable(value))
    return ()


def moved(parameter: Parameter, value: Any, cells: Sequence[int]) -> Any:
    """The value with cell ``i`` replaced by ``cells[i]``; the value itself where it has none."""
    if value is None:
        return None
    if parameter.kind == "cell":
        return cells[value]
    if parameter.kind in _CELLS:
        return tuple([cells[cell] for cell in value])
    if parameter.kind in _CELL_LISTS:
        return tuple([tuple([cells[cell] for cell in part]) for part in value])
    return value


# -- plain data ------------------------------------------------------------------------------------


def to_plain(parameter: Parameter, value: Any, geometry: Geometry) -> Any:
    """A value as JSON can hold it."""
    if parameter.kind == "cell":
        return geometry.name(value)
    if parameter.kind in _CELLS:
        return [geometry.name(cell) for cell in value]
    if parameter.kind in _CELL_LISTS:
        return [[geometry.name(cell) for cell in cells] for cells in value]
    if parameter.kind in _NUMBER_LISTS:
        return list(value)
    if parameter.kind in _TABLES:
        return [list(group) for group in value]
    return value


def from_plain(rule: str, parameter: Parameter, value: object, geometry: Geometry) -> Any:
    """The value that plain data describes.

    :raises FormatError: naming the rule, the parameter and the reason.
    """
    kind = parameter.kind
    # Most values are right and of these kinds.
    if type(value) is int and kind in _NUMBERS and not out_of_range(parameter, value):
        return value
    if type(value) is str and value in _CHOICES.get(kind, parameter.choices):
        return value
    own = parameter.name
    if kind == "cell":
        return _cell(rule, value, geometry)
    if kind in _CELLS:
        return _cells(rule, items_of(rule, own, value, "cells"), geometry)
    if kind in _CELL_LISTS:
        parts = items_of(rule, own, value, "lists of cells")
        return tuple(
            _cells(rule, items_of(rule, own, part, "cells", number), geometry)
            for number, part in enumerate(parts, 1)
        )
    if kind in _NUMBERS:
        return _integer(place_of(rule, own), value, parameter)
    if kind == "integers":
        place = place_of(rule, own)
        items = items_of(rule, own, value, "integers")
        return tuple(_integer(place, item, parameter) for item in items)
    if kind == "digits":
        return _digits(rule, parameter, items_of(rule, own, value, "digits"), geometry)
    if kind == "groups":
        groups = items_of(rule, own, value, "lists of digits")
        return tuple(
            _digits(rule, parameter, items_of(rule, own, group, "digits", n), geometry)
            for n, group in enumerate(groups, 1)
        )
    if kind == "tuples":
        lists = items_of(rule, own, value, "lists of integers")
        if (rows := _plain_rows(lists, parameter)) is not None:
            return rows
        return tuple(
            tuple(
                _integer(place_of(rule, own), v, parameter)
                for v in items_of(rule, own, row, "integers", n)
            )
            for n, row in enumerate(lists, 1)
        )
    place = place_of(rule, own)
    if kind == "flag":
        if not isinstance(value, bool):
            raise FormatError(
                "{place} is true or false, not {culprit}", place=place, culprit=shown(value)
            )
        return value
    if not isinstance(value, str):
        raise FormatError("{place} is text, not {culprit}", place=place, culprit=shown(value))
    if kind == "text":
        return value
    choices = _CHOICES.get(kind, parameter.choices)
    if value not in choices:
        raise FormatError(
            "{place} is one of {choices}, not {value}",
            place=place,
            choices=", ".join(choices),
            value=shown(value),
            text=value,
        )
    return value


def _plain_rows(
    lists: Sequence[object], parameter: Parameter
) -> tuple[tuple[int, ...], ...] | None:
    """Lists of integers without a fault, checked at once, since automata have thousands."""
    if isinstance(lists, Rows) and lists:
        ends = lists.numbers[0], lists.numbers[-1]
        return lists if not any(out_of_range(parameter, end) for end in ends) else None
    if not set(map(type, lists)) <= {list, tuple}:
        return None
    rows = tuple(map(tuple, cast(Sequence[Sequence[int]], lists)))
    if set(map(type, chain.from_iterable(rows))) != {int}:
        return None
    ends = min(chain.from_iterable(rows)), max(chain.from_iterable(rows))
    return rows if not any(out_of_range(parameter, end) for end in ends) else None


def out_of_range(parameter: Parameter, value: int) -> str | None:
    """The bound that a number of a parameter breaks, as the end of a sentence."""
    least = 1 if parameter.kind == "index" else parameter.least
    least = -MAX_NUMBER if least is None else least
    most = MAX_NUMBER if parameter.most is None else parameter.most
    if least <= value <= most:
        return None
    if value < least:
        return worded("is at least {least}, not {value}", least=least, value=shown(value))
    return worded("is at most {most}, not {value}", most=most, value=shown(value))


_LISTS = {
    "cells": "{place} is a list of cells, not {culprit}",
    "lists of cells": "{place} is a list of lists of cells, not {culprit}",
    "integers": "{place} is a list of integers, not {culprit}",
    "lists of integers": "{place} is a list of lists of integers, not {culprit}",
    "digits": "{place} is a list of digits, not {culprit}",
    "lists of digits": "{place} is a list of lists of digits, not {culprit}",
    "rules": "{place} is a list of rules, not {culprit}",
}


def place_of(rule: str, name: str, number: int | None = None) -> str:
    """A parameter of a rule in a sentence, or a part of its value."""
    if number is None:
        return worded("{rule}: {name!r}", rule=rule, name=name)
    return worded("{rule}: {name!r}, number {number}", rule=rule, name=name, number=number)


def items_of(
    rule: str, name: str, value: object, of: str, number: int | None = None
) -> Sequence[object]:
    if type(value) is not list and (isinstance(value, str) or not isinstance(value, Sequence)):
        place = place_of(rule, name, number)
        raise FormatError(_LISTS[of], place=place, culprit=shown(value))
    return value


def _integer(place: str, value: object, parameter: Parameter) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise FormatError("{place} is an integer, not {culprit}", place=place, culprit=shown(value))
    if reason := out_of_range(parameter, value):
        raise FormatError("{place} {why}", place=place, why=reason, text=shown(value))
    return value


def _digits(
    rule: str, parameter: Parameter, value: Sequence[object], geometry: Geometry
) -> tuple[int, ...]:
    digits = []
    for digit in value:
        if type(digit) is not int or digit not in geometry.digits:
            raise FormatError(
                "{rule}: {culprit} in {name!r} is not a digit of the board, which has {digits} to"
                " {digits_2}",
                rule=rule,
                culprit=shown(digit),
                name=parameter.name,
                digits=geometry.digits[0],
                digits_2=geometry.digits[-1],
            )
        digits.append(digit)
    return tuple(sorted(digits))


def _cells(rule: str, names: Sequence[object], geometry: Geometry) -> tuple[int, ...]:
    try:
        return tuple([geometry.numbers[name] for name in names])  # type: ignore[index]
    except (KeyError, TypeError):  # otherwise spelled, or wrong
        return tuple([_cell(rule, name, geometry) for name in names])


def _cell(rule: str, name: object, geometry: Geometry) -> int:
    if not isinstance(name, str):
        raise FormatError(
            "{rule}: cells are named like 'r1c1', not {name}",
            rule=rule,
            name=shown(name),
            text=str(name),
        )
    try:
        return geometry.cell(name)
    except ValueError as error:
        raise FormatError("{rule}: {error}", rule=rule, error=error, text=name) from None


# -- words -----------------------------------------------------------------------------------------


def fits(parameter: Parameter, word: str) -> bool:
    """Whether an argument without a name has the form of this parameter's kind."""
    kind = parameter.kind
    if kind in _NUMBERS:
        return _NUMBER.fullmatch(word) is not None
    if kind in (*_NUMBER_LISTS, *_TABLES):
        return _LISTED_NUMBERS.fullmatch(word) is not None
    if kind in (*_CHOICES, "choice"):
        return word.lower() in _CHOICES.get(kind, parameter.choices)
    if kind == "flag":
        return word.lower() == parameter.name
    if kind == "rules":
        return word.startswith("(")
    return _LISTED_NUMBERS.fullmatch(word) is None or kind == "text"


def from_word(rule: str, parameter: Parameter, word: str, geometry: Geometry) -> Any:
    """The value that an argument of the command line names.

    :raises FormatError: naming the rule, the parameter and the reason.
    """
    kind = parameter.kind
    plain: object = word
    if kind in _CELLS:
        plain = _cell_names(rule, kind, word, geometry)
    elif kind in _CELL_LISTS:
        parts = [part.strip() for part in word.split("/")]
        empty = kind == "lines"
        plain = [
            [] if empty and not part else _cell_names(rule, kind, part, geometry) for part in parts
        ]
    elif kind in _NUMBERS:
        plain = _number(rule, word)
    elif kind in _NUMBER_LISTS:
        plain = [_number(rule, part) for part in word.split("+")]
    elif kind in _TABLES:
        plain = [[_number(rule, part) for part in group.split("+")] for group in word.split("/")]
    elif kind == "flag":
        plain = _FLAGS.get(word.lower(), word.lower() == parameter.name or word)
    elif kind != "text":
        plain = word.lower()
    return from_plain(rule, parameter, plain, geometry)


def to_word(parameter: Parameter, value: Any, geometry: Geometry) -> str:
    """A value as an argument of the command line; a text with ``:`` or ``,`` outside of brackets
    has none.
    """
    return words_of(to_plain(parameter, value, geometry))


def words_of(plain: Any) -> str:
    """Plain data as an argument of the command line, but for rules inside of a rule."""
    if isinstance(plain, bool):
        return "yes" if plain else "no"
    if not isinstance(plain, list):
        return str(plain)
    return "/".join(
        "+".join(map(str, part))
        for part in (plain if plain and isinstance(plain[0], list) else [plain])
    )


def split_outside(text: str, mark: str) -> list[str]:
    """The parts of a text between marks that stand outside of brackets, without blanks around."""
    parts, depth, begin = [], 0, 0
    for place, char in enumerate(text):
        depth += _BRACKETS.get(char, 0)
        if char == mark and depth <= 0:
            parts.append(text[begin:place].strip())
            begin = place + 1
    return [*parts, text[begin:].strip()]


def _number(rule: str, word: str) -> object:
    word = word.strip()
    if not _NUMBER.fullmatch(word):
        return word
    try:
        return int(word)
    except ValueError:
        raise FormatError(
            "{rule}: {word} is too long for a number", rule=rule, word=shown(word), text=word
        ) from None


def _cell_names(rule: str, kind: str, word: str, geometry: Geometry) -> list[str]:
    names: list[str] = []
    for part in (part.strip() for part in word.split("+")):
        ends = [end.strip() for end in part.split("-")]
        if len(ends) == 2 and all(map(_ONE.fullmatch, ends)):
            first, last = (_cell(rule, end, geometry) for end in ends)
            span = _rectangle if kind in ("cells", "sets") else _straight
            names += map(geometry.name, span(rule, part, first, last, geometry))
        elif (run := _NUMBERED_RUN.fullmatch(part)) and run[1] == run[3]:
            step = 1 if int(run[2]) <= int(run[4]) else -1
            numbers = range(int(run[2]), int(run[4]) + step, step)
            names += [f"{run[1]}{number}" for number in numbers]
        elif _RUN.fullmatch(part):
            names += _ONE.findall(part)
        else:
            names.append(part)
    return names


def _rectangle(rule: str, part: str, first: int, last: int, geometry: Geometry) -> list[int]:
    (top, left), (bottom, right) = geometry.row_column(first), geometry.row_column(last)
    rows = range(min(top, bottom), max(top, bottom) + 1)
    columns = range(min(left, right), max(left, right) + 1)
    places = [geometry.at(row, column) for row in rows for column in columns]
    cells = [cell for cell in places if cell is not None]
    if len(cells) < len(places):
        raise FormatError(
            "{rule}: {culprit} reaches over a hole of the board", rule=rule, culprit=part
        )
    return cells


def _straight(rule: str, part: str, first: int, last: int, geometry: Geometry) -> list[int]:
    (top, left), (bottom, right) = geometry.row_column(first), geometry.row_column(last)
    down, across = bottom - top, right - left
    length = max(abs(down), abs(across))
    if down and across and abs(down) != abs(across):
        raise FormatError(
            "{rule}: {culprit} is not a straight line of cells", rule=rule, culprit=part
        )
    if not length:
        return [first]
    step = down // length, across // length
    places = [geometry.at(top + i * step[0], left + i * step[1]) for i in range(length + 1)]
    cells = [cell for cell in places if cell is not None]
    if len(cells) < len(places):
        raise FormatError(
            "{rule}: {culprit} reaches over a hole of the board", rule=rule, culprit=part
        )
    return cells


def shown(value: object) -> str:
    """A value as it was written, shortened for a sentence."""
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 200:
        return "a number of that length"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
