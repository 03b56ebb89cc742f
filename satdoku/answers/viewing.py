"""Paths and lists of steps as one HTML page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.answers.paths import SolvingPath, summary
from satdoku.answers.steps_data import conclusion, stage_heading
from satdoku.explaining import veiled, words
from satdoku.explaining.names import Lang
from satdoku.explaining.phrases import phrases
from satdoku.messages import languages
from satdoku.rating.loop import Stage
from satdoku.render.scene import make_scene, step_scene
from satdoku.render.viewer import FrameText, ViewerFrame, viewer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.answers.positions import CheckedPosition
    from satdoku.techniques.step import Step


def path_page(path: SolvingPath, stages: Sequence[Stage], level: str | None, lang: Lang) -> str:
    """A path as one HTML page: a picture and the sentences for each step, then the end."""
    frames = [_frame(stage) for stage in stages]
    end = {}
    for language in languages():
        wording = phrases(language)
        lines = [summary(path, language)]
        if level is not None:
            lines.append(wording.level(level))
        end[language] = FrameText(wording.say("path.end"), "\n".join(lines), pattern=lines[0])
    frames.append(ViewerFrame(make_scene(path.end), end))
    input = path.checked.input
    title = phrases(lang).say("path.title", title=input.document.title or "")
    return viewer(frames, title=title, puzzle=input.text, lang=lang)


def steps_page(checked: CheckedPosition, steps: Sequence[Step], lang: Lang) -> str:
    """Every step of a position as one HTML page.

    :raises ValueError: where there are none.
    """
    frames = [_frame(Stage(checked.position, step)) for step in steps]
    title = phrases(lang).say("steps.title")
    if checked.input.document.title:
        title = f"{checked.input.document.title}: {title}"
    return viewer(frames, title=title, puzzle=checked.input.text, lang=lang)


def _frame(stage: Stage) -> ViewerFrame:
    position, step = stage.before, stage.step
    follows = conclusion(step, position).replace("<>", "≠")
    texts = {}
    for lang in languages():
        say = words(position.puzzle, lang)
        hints = say.kind(step), say.pattern(step)
        texts[lang] = FrameText(stage_heading(stage, lang), say.full(step), follows, *hints)
    pattern_scene = step_scene(position, veiled(step), conclusions=False)
    return ViewerFrame(step_scene(position, step), texts, pattern_scene)
