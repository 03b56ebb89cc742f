"""Clues without a number as the app shows them: with a question mark, and in the list of clues."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from satdoku.generating.open_clues import open_clues
from satdoku.messages import Lang
from satdoku.puzzle.document import OPEN_CLUES

if TYPE_CHECKING:
    from satdoku.puzzle import Document
    from satdoku.render.scene import Scene


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
    data = json.loads(document.extras[OPEN_CLUES]) if clues else []
    return [
        {"kind": words_of_rule(clue, lang)[0], "data": one}
        for clue, one in zip(clues, data, strict=True)
    ]
