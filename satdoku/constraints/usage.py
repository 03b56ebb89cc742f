"""The form of a rule on the command line: its example, made short.

The form is taken from the puzzle that comes with the rule (``examples/constraints``), so that what
is printed can be pasted: one of its clues, cut to few cells and moved towards r1c1 as far as the
board and the rule allow.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from satdoku.base.errors import FormatError
from satdoku.base.shipped import shipped
from satdoku.board.constraint import Constraint, Parameter
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid
from satdoku.constraints.parameters import words_of
from satdoku.constraints.registry import REGISTRY

__all__ = ["usage"]

_CELL = re.compile(r"r(\d+)c(\d+)")
_CUT = ("cells", "line", "lines", "tuples", "rules")
"""The kinds of parameters whose lists are cut."""
_MAX_ENTRIES = 9
"""Entries of a list up to which shorter lists are tried."""
_MAX_TRIED_DIGITS = 800
"""Digits that are tried to see that a shortened or moved clue can be kept."""
_VALUES: Mapping[str, tuple[object, ...]] = {
    "flag": (True,),
    "integer": (5, 4, 3, 2, 1, 10),
    "integers": ([1, 2], [2], [1]),
    "digits": ([1, 2], [1]),
    "cells": (["r1c1", "r1c2"],),
    "tuples": ([[0, 1]],),
    "text": ("NAME",),
}
"""Values for an optional parameter that no clue of the example has."""


FromData: TypeAlias = Callable[[dict[str, Any], Geometry], Constraint]


@lru_cache(maxsize=512)
def usage(kind: type[Constraint], geometry: Geometry, from_data: FromData) -> str:
    """The form of a rule on the command line, with optional parameters in brackets.

    :param from_data: :func:`satdoku.constraints.data.from_data`, whose errors print this.
    :param geometry: the board that the form is for; where the rule fits no such board, the form is
        one for the board of its example.
    """
    outer, clues = _clues(kind.name)
    forms = [form for clue in clues for form in _short(kind, clue)]
    if not forms:  # a rule without an example
        parts = (p.name.upper() for p in kind.parameters if not p.optional)
        return ":".join((kind.name, *parts))
    if outer is not None:  # a rule that belongs inside of another
        board = REGISTRY[outer].board(geometry, {})
        return f"{outer}:({_written(kind, forms, clues, board, from_data)})"
    return _written(kind, forms, clues, geometry, from_data)


def _written(
    kind: type[Constraint],
    forms: list[dict[str, Any]],
    clues: list[dict[str, Any]],
    geometry: Geometry,
    from_data: FromData,
) -> str:
    def is_valid(data: dict[str, Any], search: bool = False) -> bool:
        try:
            rule = from_data(data, geometry)
        except FormatError:
            return False
        return _is_kept(rule, geometry, search)

    form = next((form for form in forms if is_valid(form, form not in clues)), forms[-1])
    bare: Collection[str] = form.keys() - {p.name for p in kind.parameters if p.optional}
    if bare != form.keys() and not is_valid({key: form[key] for key in bare}, True):
        bare = form.keys()
    written = kind.name
    for parameter in kind.parameters:
        value = form.get(parameter.name)
        if parameter.optional and parameter.name in bare:
            written += f":{parameter.name}={_word(parameter, value)}"
        elif not parameter.optional:
            written += f":{_word(parameter, value)}"
        elif (value := _optional(parameter, form, clues, is_valid)) is not None:
            written += f"[:{parameter.name}={_word(parameter, value)}]"
    return written


def _clues(name: str) -> tuple[str | None, list[dict[str, Any]]]:
    """The rule that a rule stands inside of in its example, and its clues there as plain data:
    the shortest first, but those of one cell last.
    """
    file = shipped(f"examples/constraints/{name}.json")
    if file is None:
        return None, []
    rules = json.loads(file.read_text(encoding="utf-8"))["constraints"]
    own = [rule for rule in rules if rule["rule"] == name]
    outer = None
    for rule in () if own else rules:
        if inside := [inner for inner in rule.get("rules", []) if inner["rule"] == name]:
            outer, own = rule["rule"], inside
            break
    return outer, sorted(own, key=lambda rule: (len(rule.get("cells", "  ")) == 1, len(str(rule))))


def _short(kind: type[Constraint], clue: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A clue with few entries in its lists, at r1c1 and where it is, and last as it is."""
    lists = {p.name: p.kind for p in kind.parameters if p.kind in _CUT and p.name in clue}
    longest = max((len(clue[name]) for name in lists), default=0)
    for most in range(min(2, longest), min(longest, _MAX_ENTRIES) + 1):
        cut = clue | {name: _cut(clue[name], of, most) for name, of in lists.items()}
        cells = _CELL.findall(json.dumps(cut))
        if cells:
            top, left = (min(int(cell[i]) for cell in cells) - 1 for i in (0, 1))
            yield _moved(cut, top, left)
        yield cut
    yield clue


def _cut(value: list[Any], kind: str, most: int) -> list[Any]:
    if kind == "lines":
        return [line[:most] for line in value]
    return value[: 4 * most if kind == "tuples" else most]


def _moved(value: Any, up: int, left: int) -> Any:
    """Plain data with its cells moved."""
    if isinstance(value, dict):
        return {key: _moved(inner, up, left) for key, inner in value.items()}
    if isinstance(value, list):
        return [_moved(inner, up, left) for inner in value]
    if isinstance(value, str) and (cell := _CELL.fullmatch(value)):
        return f"r{int(cell[1]) - up}c{int(cell[2]) - left}"
    return value


def _is_kept(rule: Constraint, geometry: Geometry, search: bool) -> bool:
    """Whether a rule has no fault and, with ``search``, a short search finds no contradiction."""
    cells = rule.scope(geometry)
    values: list[int | None] = [None] * geometry.cell_count
    tries = iter(range(_MAX_TRIED_DIGITS))

    def filled(number: int) -> bool:
        if next(tries, None) is None:
            return True
        if next(iter(rule.faults(Grid(geometry, tuple(values)))), None) is not None:
            return False
        if number == len(cells) or len(cells) > _MAX_ENTRIES or not search:
            return True
        cell = cells[number]
        seen = {values[peer] for peer in geometry.peers[cell]} if cell < geometry.grid_count else ()
        for digit in geometry.digits:
            if digit not in seen:
                values[cell] = digit
                if filled(number + 1):
                    return True
        values[cell] = None
        return False

    return filled(0)


def _optional(
    parameter: Parameter,
    form: dict[str, Any],
    clues: list[dict[str, Any]],
    is_valid: Callable[[dict[str, Any]], bool],
) -> object:
    """A value for an optional parameter of a form; ``None`` where none fits."""
    own = [clue[parameter.name] for clue in (form, *clues) if parameter.name in clue]
    choices = [choice for choice in parameter.choices if choice != parameter.default]
    values = (*own, *choices, *_VALUES.get(parameter.kind, ()))
    fit = (value for value in values if is_valid(form | {parameter.name: value}))
    return next(fit, own[0] if own else None)


def _word(parameter: Parameter, value: Any) -> str:
    if parameter.kind != "rules":
        return words_of(value)
    rules = (":".join((rule["rule"], *_named(rule))) for rule in value)
    return f"({','.join(rules)})"


def _named(rule: dict[str, Any]) -> Iterator[str]:
    """The parameters of a rule inside of another, by position where they are cells."""
    for parameter in REGISTRY[rule["rule"]].parameters:
        if parameter.name in rule:
            word = _word(parameter, rule[parameter.name])
            yield f"{parameter.name}={word}" if parameter.optional else word
