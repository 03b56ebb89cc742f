"""How ``diagnose`` shows a puzzle with several solutions to a person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from satdoku.board import Grid
from satdoku.cli.terminal import wrapped
from satdoku.messages import SOURCE, Lang
from satdoku.puzzle import Puzzle

__all__ = ["ambiguity_text"]


def ambiguity_text(
    puzzle: Puzzle,
    pair: tuple[Grid, Grid],
    fields: Mapping[str, Any],
    *,
    lang: Lang = SOURCE,
    color: bool = False,
    ascii: bool = False,
    width: int = 80,
) -> str:
    """Two solutions side by side, what differs marked, and the sentences.

    ``fields`` are those of :func:`~satdoku.answers.diagnosis.ambiguity_fields`, ``pair`` its two
    solutions.
    """
    from satdoku.explaining.findings import findings
    from satdoku.render.scene import Highlight, make_scene
    from satdoku.render.terminal import render_pair

    cells = map(puzzle.geometry.cell, fields["differ"])
    differing: dict[int, Highlight] = dict.fromkeys(cells, "differs")
    first, second = (make_scene(puzzle, solution=grid, highlights=differing) for grid in pair)
    picture = render_pair(
        first,
        second,
        titles=findings(puzzle.geometry, lang).pair(),
        width=width,
        color=color,
        ascii=ascii,
    )
    return "\n".join(
        [picture, *(wrapped(sentence, lang, always=True) for sentence in fields["sentences"])]
    )
