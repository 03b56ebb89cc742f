"""Output for a terminal: colours, width, broken lines, pictures."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from satdoku.messages import SOURCE, Lang
from satdoku.puzzle import Position

if TYPE_CHECKING:
    from satdoku.answers.board import CheckAnswer
    from satdoku.render.scene import Scene
    from satdoku.techniques.step import Step, StepView


def on_terminal() -> bool:
    """Whether a person reads what is printed."""
    return sys.stdout.isatty()


def coloured() -> bool:
    """Whether what is printed may have colours: on a terminal, unless NO_COLOR is set to anything
    (https://no-color.org)."""
    return on_terminal() and not os.environ.get("NO_COLOR")


def width() -> int:
    """How many columns the terminal has; 80 where there is none."""
    import shutil

    return shutil.get_terminal_size().columns


def _has_spaces(lang: Lang) -> bool:
    """Whether a language writes spaces between words, where a line can be broken."""
    from satdoku.messages import catalogue

    return lang == SOURCE or " " in catalogue(lang, "phrases").join(["", ""], "sentences")


def wrapped(text: str, lang: Lang = "en", indent: str = "", *, always: bool = False) -> str:
    """A text for a reader: lines no longer than the terminal is wide, where there is one.

    :param always: as on a terminal of 80 columns, where there is none.
    """
    lines = text.splitlines()
    if not (always or on_terminal()) or not _has_spaces(lang):
        return "\n".join(indent + line for line in lines)
    import textwrap

    columns = max(40, min(width(), 100))
    broken = []
    for line in lines:
        inner = indent + line[: len(line) - len(line.lstrip())]
        broken += textwrap.wrap(
            line.strip(), columns, initial_indent=inner, subsequent_indent=inner
        ) or [""]
    return "\n".join(broken)


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


def picture_of_board(answer: CheckAnswer, *, ascii: bool = False) -> str:
    """A player's board with what is wrong in red."""
    from satdoku.render.terminal import render_scene

    return render_scene(
        answer.scene(),
        candidates="lines" if any(answer.result.board.position.candidates) else None,
        width=width(),
        color=coloured(),
        ascii=ascii,
        starred=True,
        lang=answer.lang,
    )
