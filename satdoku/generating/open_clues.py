"""Clues that a setter has drawn without their number, which is to be found.

They are no rules of the puzzle: its extras hold them as data without the number. The app draws
them, and a search for the values of a theme gives them numbers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from satdoku.base.errors import FormatError
from satdoku.board import Constraint, Geometry
from satdoku.board.constraint import Parameter
from satdoku.constraints import REGISTRY, from_data
from satdoku.puzzle import Document, Puzzle
from satdoku.puzzle.document import OPEN_CLUES

_MAX_CLUES = 400
_MAX_TRIED = 10
"""Numbers of which a clue takes one: an XV the 5, a first even digit the 2."""


def open_clues(document: Document) -> list[Constraint]:
    """The clues with a number that stands for any, in the order of their data.

    :raises FormatError: where they are no list of clues that need nothing but a number.
    """
    text = document.extras.get(OPEN_CLUES)
    if not text:
        return []
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, list) or len(data) > _MAX_CLUES:
        raise FormatError(f'"extras.{OPEN_CLUES}" must be a list of at most {_MAX_CLUES} clues')
    return [_with_any_number(one, document.puzzle.geometry) for one in data]


def theme_of(document: Document) -> Puzzle:
    """The puzzle with the open clues as rules, for a search that gives them numbers.

    :raises FormatError: as :func:`open_clues`.
    """
    puzzle = document.puzzle
    return replace(puzzle, constraints=(*puzzle.constraints, *open_clues(document)))


def _with_any_number(data: Any, geometry: Geometry) -> Constraint:
    from satdoku.generating.themes import open_names

    name = data.get("rule") if isinstance(data, dict) else None
    rule = REGISTRY[name] if isinstance(name, str) and name in REGISTRY else None
    parameters = () if rule is None else rule.parameters
    lacking = [p for p in parameters if p.name not in data and not p.optional]
    if rule is None or len(lacking) != 1 or lacking[0].name not in open_names(rule):
        raise FormatError(f'"extras.{OPEN_CLUES}" must hold clues that lack nothing but a number')
    *others, last = _values(lacking[0], geometry)
    for value in others:
        try:
            return from_data({**data, lacking[0].name: value}, geometry)
        except FormatError:
            continue
    return from_data({**data, lacking[0].name: last}, geometry)


def _values(parameter: Parameter, geometry: Geometry) -> Iterator[Any]:
    """Numbers, or digits one more each time, of which a clue takes one unless it is wrong
    otherwise."""
    least = max(1, parameter.least or 0)
    for more in range(_MAX_TRIED):
        yield least + more if parameter.kind == "integer" else list(geometry.digits[: 1 + more])
