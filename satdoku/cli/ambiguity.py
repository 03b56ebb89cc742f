"""How a puzzle with several solutions is told: by ``diagnose``, as text and as JSON."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from satdoku.cli.telling import Lang, on_terminal, wrapped
from satdoku.puzzle import Grid

if TYPE_CHECKING:
    from satdoku.diagnose.ambiguity import Ambiguity

__all__ = ["ambiguity_fields", "ambiguity_text"]


def ambiguity_fields(
    found: Ambiguity, write: Callable[[Grid], str] = lambda grid: grid.text()
) -> dict[str, Any]:
    """The JSON fields of a puzzle with several solutions; ``write`` puts a grid on one line."""
    from satdoku.diagnose.ambiguity import ambiguity_data

    fields = ambiguity_data(found)
    fields["solutions"] = [write(found.first), write(found.second)]
    if found.additions is not None:
        fields["additions"]["solution"] = write(found.additions.solution)
    return fields


def ambiguity_text(
    found: Ambiguity,
    *,
    drawn: bool = True,
    color: bool | None = None,
    ascii: bool = False,
    width: int | None = None,
) -> str:
    """Two solutions side by side, what differs marked, and what there is to say.

    ``color`` and ``width`` are the terminal's where they are left out.
    """
    from satdoku.diagnose.ambiguity import ambiguity_sentences

    told = [wrapped(sentence, Lang.en) for sentence in ambiguity_sentences(found)]
    if drawn:
        told.insert(0, _picture(found, color, ascii, width))
    return "\n".join(told)


def _picture(found: Ambiguity, color: bool | None, ascii: bool, width: int | None) -> str:
    from satdoku.render.scene import Highlight, make_scene
    from satdoku.render.terminal import render_pair

    differing: dict[int, Highlight] = dict.fromkeys(found.cells, "differs")
    first, second = (
        make_scene(found.puzzle, solution=grid, highlights=differing)
        for grid in (found.first, found.second)
    )
    return render_pair(
        first,
        second,
        titles=("one solution", "another"),
        width=shutil.get_terminal_size().columns if width is None else width,
        color=on_terminal() if color is None else color,
        ascii=ascii,
    )
