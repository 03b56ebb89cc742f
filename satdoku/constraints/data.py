"""Rules as plain data, for files, and as words, for the command line.

In data a rule is a mapping with the key ``rule`` and one key a parameter: cells as names, digits
and sums as integers. In words it is its name, followed by its arguments after colons; cells are
joined by ``+``::

    {"rule": "killer-cage", "cells": ["r1c1", "r1c2"], "sum": 10}
    killer-cage:10:r1c1+r1c2
    killer-cage:sum=10:cells=r1c1+r1c2

The option text of SudokuSolver's console (``killer:10;r1c1r1c2``) is read too (console.py). Aliases
(``killer``, ``thermometer``) are read and never written. An unknown name is an error: a
rule that is skipped makes every answer wrong.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from functools import lru_cache
from typing import Any

from satdoku.base.errors import FormatError
from satdoku.base.worded import either, listed, worded
from satdoku.board.constraint import Constraint, Parameter, Unknown
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import opened, require_depth
from satdoku.constraints.console import console_rules, is_console
from satdoku.constraints.parameters import (
    cells_of,
    fits,
    from_plain,
    from_word,
    items_of,
    shown,
    split_outside,
    to_plain,
    to_word,
)
from satdoku.constraints.registry import ALIASES, BUNDLES, REGISTRY, known_name

_NO_NAME = re.compile(r"-?\d|[rR]\d|[vV]\d|neg|$")
"""The beginnings of further options of a rule after a comma."""

__all__ = [
    "from_data",
    "named_rule",
    "parse_parameter",
    "parse_rules",
    "parse_words",
    "to_data",
    "to_words",
]


def to_data(constraint: Constraint, geometry: Geometry) -> dict[str, Any]:
    """A rule as data that JSON can hold; optional parameters at their default are left out.

    :raises ValueError: where a cell is not on the board.
    """
    data: dict[str, Any] = {"rule": constraint.name}
    values, geometry = _arguments(constraint, geometry)
    for parameter in constraint.parameters:
        value = values[parameter.name]
        if not parameter.optional or value != parameter.default:
            data[parameter.name] = _to_plain(parameter, value, geometry)
    return data


def to_words(constraint: Constraint, geometry: Geometry) -> str:
    """A rule as :func:`parse_rules` reads it; optional parameters at their default are left out.

    :raises ValueError: where a cell is not on the board.
    """
    values, geometry = _arguments(constraint, geometry)
    words = [
        f"{parameter.name}={_to_word(parameter, values[parameter.name], geometry)}"
        for parameter in constraint.parameters
        if not parameter.optional or values[parameter.name] != parameter.default
    ]
    return ":".join([constraint.name, *words])


def _arguments(constraint: Constraint, geometry: Geometry) -> tuple[dict[str, Any], Geometry]:
    """The parameters of a rule, and the board that they are written on.

    :raises ValueError: where a cell is not on the board.
    """
    values = constraint.arguments()
    geometry = constraint.board(geometry, values)
    geometry.require(constraint.scope(geometry))
    return values, geometry


# Rules inside of rules are values like any other, but only this module makes rules.


def _to_plain(parameter: Parameter, value: Any, geometry: Geometry) -> Any:
    if parameter.kind == "rules":
        return [to_data(rule, geometry) for rule in value]
    return to_plain(parameter, value, geometry) if not isinstance(value, Unknown) else value.name


def _from_plain(
    rule: str, parameter: Parameter, value: object, geometry: Geometry, around: int, numbered: bool
) -> Any:
    if parameter.kind == "rules":
        require_depth(around, rule)
        parts = items_of(rule, parameter.name, value, "rules")
        return tuple(
            from_data(part, geometry, around=around + 1, numbered=numbered) for part in parts
        )
    if (number := _unknown(parameter, value, geometry)) is not None:
        return number
    return from_plain(rule, parameter, value, geometry)


_OF_NUMBERS: dict[str, Callable[[Any], Any]] = {
    "cell": lambda cell: cell,
    "cells": tuple,
    "line": tuple,
    "sets": lambda sets: tuple(map(tuple, sets)),
    "lines": lambda lines: tuple(map(tuple, lines)),
}
"""Cells of a value, by the kind of its parameter, where they are given by their numbers."""


def _require_cells(rule: str, cells: Sequence[int], geometry: Geometry) -> None:
    count = geometry.cell_count
    if not cells or ({*map(type, cells)} == {int} and min(cells) >= 0 and max(cells) < count):
        return
    strange = next(cell for cell in cells if type(cell) is not int or not 0 <= cell < count)
    error = worded(
        "{cell} is not a cell of a board of {cell_count} cells",
        cell=shown(strange),
        cell_count=count,
    )
    raise FormatError("{rule}: {error}", rule=rule, error=error, text=str(strange))


def _unknown(parameter: Parameter, value: object, geometry: Geometry) -> Any:
    """The number in a cell outside of the grid that the value of a parameter names, or ``None``."""
    if not geometry.extra or parameter.kind != "integer" or not isinstance(value, str):
        return None
    cell = geometry.numbers.get(value.strip().upper(), 0)
    return Unknown(cell, geometry.name(cell)) if cell >= geometry.grid_count else None


def _to_word(parameter: Parameter, value: Any, geometry: Geometry) -> str:
    if parameter.kind == "rules":
        return f"({','.join(to_words(rule, geometry) for rule in value)})"
    return to_word(parameter, value, geometry) if not isinstance(value, Unknown) else value.name


def _from_word(
    rule: str, parameter: Parameter, word: str, geometry: Geometry, around: int = 0
) -> Any:
    if (number := _unknown(parameter, word, geometry)) is not None:
        return number
    if parameter.kind != "rules":
        return from_word(rule, parameter, word, geometry)
    if not (word.startswith("(") and word.endswith(")")):
        raise FormatError(
            "{rule}: {name!r} is a list of rules in brackets, not {word}",
            rule=rule,
            name=parameter.name,
            word=shown(word),
            text=word,
        )
    require_depth(around, rule)
    return parse_rules(word[1:-1], geometry, around=around + 1)


def from_data(
    data: object, geometry: Geometry, *, around: int = 0, numbered: bool = False
) -> Constraint:
    """The rule that some data describes.

    :param around: how many rules it is inside of.
    :param numbered: whether cells are numbers, as the readers of formats have them, not names.
    :raises FormatError: naming the rule, the parameter and the reason, where the rule or a
        parameter is unknown, a parameter is missing or of the wrong kind, a cell lies outside of
        the board, or the board cannot have the rule.
    """
    if type(data) is not dict and not isinstance(data, Mapping):
        raise FormatError(
            "a rule is an object with the key 'rule', not {data}", data=shown(data), text=str(data)
        )
    if "rule" not in data:
        raise FormatError("a rule without the key 'rule'", text=str(dict(data)))
    kind, values = named_rule(data["rule"], geometry)
    known, parameters = _form(kind)
    if not data.keys() <= known:
        raise _unknown_parameter(kind, next(key for key in data if key not in known))
    for name, parameter, of_numbers in parameters:
        if (value := data.get(name)) is not None:
            if name in values:
                raise FormatError(
                    "{name}: {data} already means the {name_2!r} {values}",
                    name=kind.name,
                    data=shown(data["rule"]),
                    name_2=name,
                    values=shown(values[name]),
                )
            if numbered and of_numbers is not None:
                values[name] = of_numbers(value)
                _require_cells(kind.name, cells_of(parameter, values[name]), geometry)
            else:
                board = _board(kind, geometry, values) if parameter.kind == "rules" else geometry
                values[name] = _from_plain(kind.name, parameter, value, board, around, numbered)
        elif not parameter.optional and name not in values:
            raise FormatError(
                "{name}: the parameter {name_2!r} ({meaning}) is missing",
                name=kind.name,
                name_2=name,
                meaning=parameter.meaning,
            )
    return _build(kind, values, geometry)


def parse_rules(text: str, geometry: Geometry, *, around: int = 0) -> tuple[Constraint, ...]:
    """The rules that a comma list names: ``anti-knight,killer-cage:10:r1c1+r1c2``.

    An argument is a value with the name of its parameter (``sum=10``) or without; without, it is
    recognised by its form (a number, cells, a word), and where several parameters have one form
    they come in their order. No rules in an empty text.

    :param around: how many rules they are inside of.
    :raises FormatError: naming the rule and the reason; an unknown rule is answered with the
        nearest name and the list of all.
    """
    if not text.strip():
        return ()
    words = [word for item in _items(text) for word in _bundled(item)]
    return tuple(rule for word in words for rule in _parse_rules_of(word, geometry, around))


def once(rules: Sequence[Constraint]) -> tuple[tuple[Constraint, ...], Counter[str]]:
    """The rules, each once, and the names of repeated rules."""
    distinct = tuple(dict.fromkeys(rules))
    again = Counter[str]()
    if len(distinct) < len(rules):
        again.update(rule.name for rule in rules)
        again -= Counter(rule.name for rule in distinct)
    return distinct, again


def _bundled(item: str) -> tuple[str, ...]:
    """The rules that a name without arguments stands for."""
    return (item,) if ":" in item else BUNDLES.get(known_name(item), (item,))


def _items(text: str) -> list[str]:
    """The rules of a comma list; a comma before what is no name belongs to the rule before it."""
    items: list[str] = []
    for piece in split_outside(text, ","):
        head = piece.partition(":")[0].strip()
        if items and ":" in items[-1] and _NO_NAME.match(head) and not _is_known(head):
            items[-1] += f",{piece}"
        else:
            items.append(piece)
    return [item.strip() for item in items]


def _is_known(name: str) -> bool:
    own = known_name(name)
    return own in REGISTRY or own in ALIASES or own in BUNDLES


def _parse_rules_of(text: str, geometry: Geometry, around: int) -> tuple[Constraint, ...]:
    name, _, options = text.partition(":")
    name = name.strip().lower()
    if not is_console(name, options):
        return (_parse_rule(text, geometry, around),)

    def build(rule: str, values: dict[str, Any]) -> Constraint:
        kinds = named_rule(rule, geometry)[0].parameters
        plain = {p.name: _to_plain(p, values[p.name], geometry) for p in kinds if p.name in values}
        return from_data({"rule": rule} | plain, geometry)

    return console_rules(name, options, geometry, build)


def parse_words(
    text: str, geometry: Geometry, around: int = 0
) -> tuple[type[Constraint], dict[str, Any]]:
    """The rule that some words name, and those of its parameters that they give.

    :raises FormatError: where a word is no value of a parameter.
    """
    name, *arguments = split_outside(text, ":")
    kind, values = named_rule(name.lower(), geometry)
    for argument in arguments:
        key, equals, word = _assigned(argument)
        parameter = _parameter(kind, key) if equals else None
        if parameter is None:
            parameter, word = _by_form(kind, argument, values), argument
            if equals and (parameter is None or parameter.kind != "text"):
                raise _unknown_parameter(kind, key)
        if parameter is None:
            raise FormatError(
                "{name}: the argument {argument} has no place in {quoted}; it is written {usage}",
                name=kind.name,
                argument=shown(argument),
                quoted=shown(text),
                usage=_usage(kind, geometry),
                text=text,
            )
        if parameter.name in values:
            raise FormatError(
                "{name}: {name_2!r} is given twice in {quoted}",
                name=kind.name,
                name_2=parameter.name,
                quoted=shown(text),
                text=text,
            )
        board = _board(kind, geometry, values) if parameter.kind == "rules" else geometry
        values[parameter.name] = _from_word(kind.name, parameter, word, board, around)
    return kind, values


def _parse_rule(text: str, geometry: Geometry, around: int) -> Constraint:
    kind, values = parse_words(text, geometry, around)
    for parameter in kind.parameters:
        if parameter.name not in values and not parameter.optional:
            raise FormatError(
                "{name}: the parameter {name_2!r} ({meaning}) is missing; it is written {usage}",
                name=kind.name,
                name_2=parameter.name,
                meaning=parameter.meaning,
                usage=_usage(kind, geometry),
                text=text,
            )
    return _build(kind, values, geometry)


def _assigned(argument: str) -> tuple[str, str, str]:
    """The name of a parameter, ``=`` and its value; the name is the argument where there is none,
    as in brackets, where ``=`` belongs to the rules inside."""
    if argument.startswith("("):
        return argument, "", ""
    key, equals, word = argument.partition("=")
    return key.strip(), equals, word.strip()


def parse_parameter(kind: type[Constraint], text: str, geometry: Geometry) -> tuple[str, Any]:
    """A parameter of a rule and its value, from ``diff=4``.

    :raises FormatError: where the rule has no such parameter or the value is none of it.
    """
    key, _, word = (part.strip() for part in text.partition("="))
    parameter = _parameter(kind, key)
    if parameter is None:
        raise _unknown_parameter(kind, key)
    return parameter.name, _from_word(kind.name, parameter, word, geometry)


def _usage(kind: type[Constraint], geometry: Geometry) -> str:
    from satdoku.constraints.usage import usage  # loads what a short search needs

    return usage(kind, geometry, from_data)


def _board(kind: type[Constraint], geometry: Geometry, values: Mapping[str, Any]) -> Geometry:
    try:
        return kind.board(geometry, values)
    except ValueError as error:
        raise FormatError("{name}: {error}", name=kind.name, error=error) from None


def _by_form(kind: type[Constraint], argument: str, values: Mapping[str, Any]) -> Parameter | None:
    """The parameter without a value that an argument without a name is for."""
    free = [p for p in kind.parameters if p.name not in values and fits(p, argument)]
    # Choices, flags and rules are recognised exactly; cells and text take what is left.
    exact = [p for p in free if p.kind in ("choice", "side", "direction", "flag", "rules")]
    return next(iter(exact or free), None)


def named_rule(name: object, geometry: Geometry) -> tuple[type[Constraint], dict[str, Any]]:
    """The rule of a name or alias, and the parameters that the alias stands for on a board.

    :raises FormatError: where there is no such rule, with the nearest name or why it is refused.
    """
    if isinstance(name, str):
        if (kind := REGISTRY.get(name)) is not None:
            return kind, {}
        own = known_name(name)
        if own in REGISTRY:
            return REGISTRY[own], {}
        if own in ALIASES:
            canonical, preset = ALIASES[own]
            return REGISTRY[canonical], {} if preset is None else preset(geometry)
    if name == "":
        raise FormatError("a rule without a name (a comma too many?)", text="")
    from satdoku.constraints.refused import meant, refusal

    if reason := refusal(str(name)):
        raise FormatError(reason, text=str(name)[:100])
    wanted = known_name(str(name)[:100])
    near = meant(wanted)
    hint = worded("did you mean {near}? ", near=either(near)) if near else ""
    raise FormatError(
        "unknown rule {name}; {hint}`satdoku rules` lists all {count}",
        name=shown(name),
        hint=hint,
        count=len(REGISTRY),
        text=str(name),
    )


@lru_cache(maxsize=1024)
def _form(
    kind: type[Constraint],
) -> tuple[Set[str], Sequence[tuple[str, Parameter, Callable[[Any], Any] | None]]]:
    """The keys of a rule in data, and its parameters with their names and with what reads cells of
    their values that are given by numbers."""
    fields = [(p.name, p, _OF_NUMBERS.get(p.kind)) for p in kind.parameters]
    return frozenset(["rule", *[name for name, _, _ in fields]]), fields


@lru_cache(maxsize=1024)
def _parameter(kind: type[Constraint], name: object) -> Parameter | None:
    return next((p for p in kind.parameters if p.name == name), None)


def _unknown_parameter(kind: type[Constraint], name: object) -> FormatError:
    known = sorted(parameter.name for parameter in kind.parameters)
    takes = worded("it takes {listed}", listed=listed(known)) if known else worded("it takes none")
    return FormatError(
        "{name}: unknown parameter {name_2}; {takes}",
        name=kind.name,
        name_2=shown(name),
        takes=takes,
        text=str(name),
    )


def _made(kind: type[Constraint], values: Mapping[str, Any], geometry: Geometry) -> Constraint:
    if not geometry.extra:
        return kind(**values)
    from satdoku.constraints.open_rules import open_rule

    return open_rule(kind, values, geometry)


def _build(kind: type[Constraint], values: dict[str, Any], geometry: Geometry) -> Constraint:
    if kind.closed_as:
        values["cells"] = opened(kind, values["cells"], geometry)
    try:
        constraint = _made(kind, values, geometry)
    except ValueError as error:
        raise FormatError(str(error)) from None
    if reason := constraint.unfit(geometry):
        raise FormatError(reason, text=kind.name)
    return constraint
