"""How ``diagnose`` shows a puzzle with several solutions to a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.cli.terminal import wrapped
from satdoku.messages import SOURCE, Lang

if TYPE_CHECKING:
    from satdoku.diagnosing.ambiguity import Ambiguity


def ambiguity_text(
    found: Ambiguity,
    *,
    lang: Lang = SOURCE,
    color: bool = False,
    ascii: bool = False,
    width: int = 80,
) -> str:
    """Two solutions side by side, what differs marked, and the sentences."""
    from satdoku.explaining.findings import findings
    from satdoku.render.scene import Highlight, make_scene
    from satdoku.render.terminal import render_pair

    puzzle = found.puzzle
    wording = findings(puzzle.geometry, lang)
    differing: dict[int, Highlight] = dict.fromkeys(found.cells, "differs")
    first, second = (
        make_scene(puzzle, solution=grid, highlights=differing)
        for grid in (found.first, found.second)
    )
    picture = render_pair(
        first, second, titles=wording.pair(), width=width, color=color, ascii=ascii, lang=lang
    )
    said = (wrapped(sentence, lang, always=True) for sentence in wording.ambiguity(found))
    return "\n".join([picture, *said])
