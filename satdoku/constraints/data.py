"""Rules as plain data, for files, and as words, for the command line.

In data a rule is a mapping with the key ``rule`` and one key a parameter: cells as names, digits
and sums as integers. In words it is its name, followed by its arguments after colons; cells are
joined by ``+``::

    {"rule": "killer-cage", "cells": ["r1c1", "r1c2"], "sum": 10}
    killer-cage:10:r1c1+r1c2

Both raise an error for an unknown name: a rule that is skipped makes every answer wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from satdoku.errors import FormatError
from satdoku.puzzle.constraint import Constraint, Parameter
from satdoku.puzzle.geometry import Geometry

__all__ = ["from_data", "parse_rules", "to_data"]


def to_data(constraint: Constraint, geometry: Geometry) -> dict[str, Any]:
    """A rule as data that JSON can hold; parameters that are not set are left out."""
    data: dict[str, Any] = {"rule": constraint.name}
    values = constraint.arguments()
    for parameter in constraint.parameters:
        value = values[parameter.name]
        if value is None and parameter.optional:
            continue
        if parameter.kind == "cells":
            data[parameter.name] = [geometry.name(cell) for cell in value]
        elif parameter.kind == "digits":
            data[parameter.name] = sorted(value)
        else:
            data[parameter.name] = value
    return data


def from_data(data: object, geometry: Geometry) -> Constraint:
    """The rule that some data describes.

    :raises FormatError: naming the rule, the parameter and the reason, where the rule or a
        parameter is unknown, a parameter is missing or of the wrong kind, a cell lies outside of
        the board, or the board cannot have the rule.
    """
    if not isinstance(data, Mapping):
        raise FormatError(
            f"a rule is an object with the key 'rule', not {_shown(data)}", text=str(data)
        )
    if "rule" not in data:
        raise FormatError("a rule without the key 'rule'", text=str(dict(data)))
    kind = _class(data["rule"])
    known = {parameter.name for parameter in kind.parameters}
    for key in data:
        if key != "rule" and key not in known:
            takes = f"it takes {_listed(sorted(known))}" if known else "it takes none"
            raise FormatError(
                f"{kind.name}: unknown parameter {_shown(key)}; {takes}", text=str(key)
            )
    values: dict[str, Any] = {}
    for parameter in kind.parameters:
        value = data.get(parameter.name)
        if value is not None:
            values[parameter.name] = _value(kind.name, parameter, value, geometry)
        elif not parameter.optional:
            raise FormatError(
                f"{kind.name}: the parameter {parameter.name!r} ({parameter.meaning}) is missing"
            )
    return _build(kind, values, geometry)


def parse_rules(text: str, geometry: Geometry) -> tuple[Constraint, ...]:
    """The rules that a comma list names: ``anti-knight,killer-cage:10:r1c1+r1c2``.

    Each argument is recognised by its form (a number, or cells joined by ``+``), so their order
    is free. No rules in an empty text.

    :raises FormatError: naming the rule and the reason; an unknown rule is answered with the
        nearest name and the list of all.
    """
    if not text.strip():
        return ()
    return tuple(_parse_rule(item.strip(), geometry) for item in text.split(","))


def _parse_rule(text: str, geometry: Geometry) -> Constraint:
    name, *arguments = (part.strip() for part in text.split(":"))
    kind = _class(name.lower())
    values: dict[str, Any] = {}
    for argument in arguments:
        is_number = argument.removeprefix("-").isdecimal()
        parameter = next(
            (
                p
                for p in kind.parameters
                if p.name not in values and is_number == (p.kind == "integer")
            ),
            None,
        )
        if parameter is None:
            raise FormatError(
                f"{kind.name}: the argument {_shown(argument)} has no place in {_shown(text)}; "
                f"{_usage(kind)}",
                text=text,
            )
        try:
            value: object = int(argument) if is_number else argument.split("+")
        except ValueError:
            raise FormatError(
                f"{kind.name}: {_shown(argument)} is too long for a number", text=text
            ) from None
        if parameter.kind == "digits":
            value = [int(part) if part.isdecimal() else part for part in argument.split("+")]
        elif parameter.kind == "text":
            value = argument
        values[parameter.name] = _value(kind.name, parameter, value, geometry)
    for parameter in kind.parameters:
        if parameter.name not in values and not parameter.optional:
            raise FormatError(
                f"{kind.name}: {parameter.meaning} must be named; {_usage(kind)}", text=text
            )
    return _build(kind, values, geometry)


def _class(name: object) -> type[Constraint]:
    from satdoku.constraints import REGISTRY

    if isinstance(name, str) and name in REGISTRY:
        return REGISTRY[name]
    if name == "":
        raise FormatError("a rule without a name (a comma too many?)", text="")
    from difflib import get_close_matches

    wanted = str(name).lower().replace("_", "-").replace(" ", "-")
    near = get_close_matches(wanted, REGISTRY, 1)
    hint = f"did you mean {near[0]}? " if near else ""
    raise FormatError(
        f"unknown rule {_shown(name)}; {hint}the rules are {_listed(list(REGISTRY))}",
        text=str(name),
    )


def _build(kind: type[Constraint], values: Mapping[str, Any], geometry: Geometry) -> Constraint:
    try:
        constraint = kind(**values)
    except ValueError as error:
        raise FormatError(str(error)) from None
    if reason := constraint.unfit(geometry):
        raise FormatError(reason, text=kind.name)
    return constraint


def _value(rule: str, parameter: Parameter, value: object, geometry: Geometry) -> Any:
    if parameter.kind == "integer":
        if isinstance(value, bool) or not isinstance(value, int):
            raise FormatError(
                f"{rule}: {parameter.name!r} is an integer, not {_shown(value)}", text=str(value)
            )
        return value
    if parameter.kind == "text":
        if not isinstance(value, str):
            raise FormatError(
                f"{rule}: {parameter.name!r} is text, not {_shown(value)}", text=str(value)
            )
        return value
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise FormatError(
            f"{rule}: {parameter.name!r} is a list of {parameter.kind}, not {_shown(value)}",
            text=str(value),
        )
    if parameter.kind == "digits":
        for digit in value:
            if type(digit) is not int or digit not in geometry.digits:
                raise FormatError(
                    f"{rule}: {_shown(digit)} in {parameter.name!r} is not a digit of the board, "
                    f"which has {geometry.digits[0]} to {geometry.digits[-1]}",
                    text=str(digit),
                )
        return frozenset(value)
    return tuple(_cell(rule, name, geometry) for name in value)


def _cell(rule: str, name: object, geometry: Geometry) -> int:
    if not isinstance(name, str):
        raise FormatError(
            f"{rule}: cells are named like 'r1c1', not {_shown(name)}", text=str(name)
        )
    try:
        return geometry.cell(name)
    except ValueError as error:
        raise FormatError(f"{rule}: {error}", text=name) from None


def _usage(kind: type[Constraint]) -> str:
    parts = [kind.name]
    for parameter in kind.parameters:
        example = {"cells": "r1c1+r1c2", "integer": "10", "digits": "1+2", "text": "TEXT"}[
            parameter.kind
        ]
        parts.append(f"[:{example}]" if parameter.optional else f":{example}")
    return "it is written " + "".join(parts)


def _shown(value: object) -> str:
    """A value as it was written, cut where it would drown the sentence."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
