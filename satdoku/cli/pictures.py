"""Pictures of puzzles, boards and steps for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from satdoku.cli.terminal import coloured, width, wrapped
from satdoku.messages import SOURCE, Lang
from satdoku.puzzle import Position

if TYPE_CHECKING:
    from satdoku.answers.board import CheckAnswer
    from satdoku.render.scene import Scene
    from satdoku.techniques.step import Step, StepView


def drawn(scene: Scene, lang: Lang = SOURCE) -> str:
    """A scene as a person at a terminal is shown it."""
    from satdoku.render.terminal import render_scene

    return render_scene(scene, width=width(), color=coloured(), lang=lang)


def shown(answer: Any) -> str:
    """An answer as a person at a terminal is shown it: its picture and its text."""
    return f"{drawn(answer.scene(), answer.lang)}\n{wrapped(answer.text(), answer.lang)}"


def picture_of_step(
    position: Position, step: Step | StepView, lang: Lang, *, ascii: bool = False
) -> str:
    """The board before a step, and the pattern of the step in it."""
    from satdoku.render.terminal import render_step

    return render_step(position, step, color=coloured(), ascii=ascii, lang=lang)


def picture_of_board(found: CheckAnswer, *, ascii: bool = False) -> str:
    """A player's board with what is wrong in red."""
    from satdoku.render.terminal import render_scene

    return render_scene(
        found.scene(),
        candidates="lines" if any(found.found.board.position.candidates) else None,
        width=width(),
        color=coloured(),
        ascii=ascii,
        starred=True,
        lang=found.lang,
    )
