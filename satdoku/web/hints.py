"""Hints within a budget: the next step, as much of it as is wanted, with its picture."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import field, fields, replace
from typing import Any

from satdoku.answers.hint import HintQuestion
from satdoku.answers.paths import StepStyle
from satdoku.answers.positions import CheckedPosition
from satdoku.base.errors import NoSolution, Undecided
from satdoku.base.limits import ENDLESS, Clock, under
from satdoku.base.records import dataclass
from satdoku.explaining import title
from satdoku.messages import Lang
from satdoku.puzzle import Position
from satdoku.rating import Preset, PresetEntry
from satdoku.render import step_scene
from satdoku.techniques import Step
from satdoku.web.boards import asked_about, board_check, document_of, layers, read
from satdoku.web.fields import Fields, RequestContext
from satdoku.web.fog import right_digits

_SECONDS_BETWEEN_REPORTS = 0.5
"""Seconds between two reports of the technique that is searched."""


def hint_context(fields: Fields, context: RequestContext) -> RequestContext:
    """The context with the requested budget."""
    return context.within(fields.number("seconds", 1, 60, 60))


def hint_question(fields: Fields) -> HintQuestion:
    """The question about a step; under fog without small proofs, which may need hidden cells."""
    fogged = "lit" in fields.data
    style: StepStyle = "techniques" if fogged else "auto"
    return fields.question(
        HintQuestion, "strength", lang=fields.lang, style=style, allow_multiple=fogged, full=True
    )


def checked_position(
    question: HintQuestion, fields: Fields, context: RequestContext
) -> CheckedPosition:
    """The player's checked board; under fog its lit part."""
    fogged = "lit" in fields.data
    if fogged and (wrong := board_check(fields, context)).verdict == "wrong":
        raise NoSolution(" ".join(wrong.text().splitlines()))
    checked = question.checked(asked_about(document_of(fields)), context.limit())
    if fogged and (right := right_digits(read(fields.text("puzzle")), context.limit())):
        checked = replace(checked, witnesses=(right,))
    return checked


def hint(fields: Fields, context: RequestContext) -> dict[str, Any]:
    """The next step, and at full strength its conclusions by the numbers of cells; with
    ``seconds``, ``stopped`` where none is found within them. Under fog it follows from what is lit.
    """
    question, context = hint_question(fields), hint_context(fields, context)
    try:
        with under(context.clock):
            checked = checked_position(question, fields, context)
            preset = reporting(question.preset_for(checked), context, question.lang)
            answer = question.of(checked, preset)
    except Undecided as error:
        if context.left > context.seconds / 2:  # another limit ran out
            raise
        return {"outcome": "stopped", "text": str(error)}
    data = answer.to_dict() | {"text": answer.words()}
    if answer.stage is not None and answer.step is not None and question.strength > 1:
        scene = step_scene(answer.stage.before, answer.step, conclusions=question.strength == 3)
        data["layers"] = layers(scene, fields)
        if question.strength == 3:
            data["concludes"] = {"in": answer.step.placements, "out": answer.step.eliminations}
    return data


@dataclass(frozen=True, slots=True)
class _Reported(PresetEntry):
    """A line of a preset that reports when it is searched."""

    begin: Callable[[str], None] = field(default=lambda _: None)

    def bare(self, position: Position, clock: Clock = ENDLESS) -> Step | None:
        self.begin(self.search.name)
        return PresetEntry.bare(self, position, clock)


def reporting(preset: Preset, context: RequestContext, lang: Lang) -> Preset:
    """A preset that reports now and then the technique that it searches."""
    last = time.monotonic()

    def begin(name: str) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last > _SECONDS_BETWEEN_REPORTS:
            last = now
            context.report({"doing": title(name, lang)})

    names = [one.name for one in fields(PresetEntry)]
    entries = [
        _Reported(**{name: getattr(entry, name) for name in names}, begin=begin)
        for entry in preset.entries
    ]
    return replace(preset, entries=tuple(entries))
