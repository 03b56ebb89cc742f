"""The report of ``diagnose`` on a puzzle with several solutions, as text and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from satdoku.cli.telling import Lang, wrapped
from satdoku.puzzle import Grid, Puzzle

if TYPE_CHECKING:
    from satdoku.diagnose.ambiguity import Ambiguity

__all__ = ["ambiguity_fields", "ambiguity_text"]


def ambiguity_fields(
    found: Ambiguity,
    write: Callable[[Grid], str] = lambda grid: grid.text(),
    lang: Lang = Lang.en,
) -> dict[str, Any]:
    """The JSON fields of a puzzle with several solutions; ``write`` puts a grid on one line."""
    from satdoku.diagnose.ambiguity import ambiguity_data

    fields = ambiguity_data(found, lang.value)
    fields["solutions"] = [write(found.first), write(found.second)]
    if found.additions is not None:
        fields["additions"]["solution"] = write(found.additions.solution)
    return fields


def ambiguity_text(
    puzzle: Puzzle,
    pair: tuple[Grid, Grid],
    fields: Mapping[str, Any],
    *,
    lang: Lang = Lang.en,
    color: bool = False,
    ascii: bool = False,
    width: int = 80,
) -> str:
    """Two solutions side by side, what differs marked, and what there is to say.

    ``fields`` are those of :func:`ambiguity_fields`, and ``pair`` its two solutions.
    """
    from satdoku.explain.findings import findings
    from satdoku.render.scene import Highlight, make_scene
    from satdoku.render.terminal import render_pair

    cells = map(puzzle.geometry.cell, fields["differ"])
    differing: dict[int, Highlight] = dict.fromkeys(cells, "differs")
    first, second = (make_scene(puzzle, solution=grid, highlights=differing) for grid in pair)
    picture = render_pair(
        first,
        second,
        titles=findings(puzzle.geometry, lang.value).pair(),
        width=width,
        color=color,
        ascii=ascii,
    )
    return "\n".join([picture, *(wrapped(sentence, lang) for sentence in fields["sentences"])])
