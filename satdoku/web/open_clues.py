"""Clues that a setter has drawn without their number, which *Find the numbers* is to give them.

They are no rules of the puzzle: its extras hold them as data without the number (``open``), and the
board shows them with a question mark.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from satdoku.base.errors import FormatError
from satdoku.board import Constraint, Geometry
from satdoku.constraints import REGISTRY, from_data
from satdoku.messages import Lang

if TYPE_CHECKING:
    from satdoku.puzzle import Document, Puzzle
    from satdoku.render.scene import Scene

KEY = "open"
"""The name of their data among the extras."""

_MAX_CLUES = 400


def open_clues(document: Document) -> list[Constraint]:
    """The clues with a number that stands for any, in the order of their data.

    :raises FormatError: where they are no list of clues that need nothing but a number.
    """
    text = document.extras.get(KEY)
    if not text:
        return []
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, list) or len(data) > _MAX_CLUES:
        raise FormatError(f'"extras.{KEY}" must be a list of at most {_MAX_CLUES} clues')
    return [_with_any_number(one, document.puzzle.geometry) for one in data]


def _with_any_number(data: Any, geometry: Geometry) -> Constraint:
    from satdoku.generating.themes import open_names

    name = data.get("rule") if isinstance(data, dict) else None
    rule = REGISTRY[name] if isinstance(name, str) and name in REGISTRY else None
    parameters = () if rule is None else rule.parameters
    lacking = [p for p in parameters if p.name not in data and not p.optional]
    if rule is None or len(lacking) != 1 or lacking[0].name not in open_names(rule):
        raise FormatError(f'"extras.{KEY}" must hold clues that lack nothing but a number')
    least = max(1, lacking[0].least or 0)
    number = least if lacking[0].kind == "integer" else [geometry.digits[0]]
    return from_data({**data, lacking[0].name: number}, geometry)


def theme_of(puzzle: Puzzle, document: Document) -> Puzzle:
    """The puzzle with the open clues as rules, for a search that gives them numbers."""
    return replace(puzzle, constraints=(*puzzle.constraints, *open_clues(document)))


def with_questions(scene: Scene, count: int) -> Scene:
    """The scene of a theme with a question mark in the place of the last rules' numbers."""
    if not count:
        return scene
    known, waiting = scene.rules[:-count], scene.rules[-count:]
    return replace(
        scene,
        rules=(
            *known,
            *(
                replace(rule, shapes=tuple(replace(s, label=s.label and "?") for s in rule.shapes))
                for rule in waiting
            ),
        ),
    )


def open_data(document: Document, lang: Lang) -> list[dict[str, Any]]:
    """For the list of clues: the name of each kind in a language, and the data."""
    from satdoku.explaining.names import words_of_rule

    clues = open_clues(document)
    data = json.loads(document.extras[KEY]) if clues else []
    return [
        {"kind": words_of_rule(clue, lang)[0], "data": one}
        for clue, one in zip(clues, data, strict=True)
    ]
