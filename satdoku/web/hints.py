"""Hints within a budget: the next step, as much of it as is wanted, with what it draws on the
board."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Any

from satdoku.answers.hint import HintQuestion
from satdoku.answers.paths import StepStyle
from satdoku.answers.positions import CheckedPosition
from satdoku.base.errors import NoSolution, Undecided
from satdoku.base.limits import ENDLESS, Clock, under
from satdoku.explaining import title
from satdoku.messages import Lang
from satdoku.puzzle import Position
from satdoku.rating import Preset, PresetEntry
from satdoku.rating.table import RatedStep
from satdoku.render import step_scene
from satdoku.web.boards import asked_about, board_check, document_of, layers, read
from satdoku.web.fields import Fields, RequestContext
from satdoku.web.fog import right_digits

_BETWEEN = 0.5
"""Seconds between two reports of what is looked for."""


def hint_context(asked: Fields, context: RequestContext) -> RequestContext:
    """The context with the budget that is asked for."""
    return context.within(asked.number("seconds", 1, 60, 60))


def hint_question(asked: Fields) -> HintQuestion:
    """What is asked about a step. Under fog there are no small proofs, which may need what is
    hidden."""
    fogged = "lit" in asked.data
    style: StepStyle = "techniques" if fogged else "auto"
    return asked.question(
        HintQuestion, "strength", lang=asked.lang, style=style, allow_multiple=fogged, full=True
    )


def checked_position(
    question: HintQuestion, asked: Fields, context: RequestContext
) -> CheckedPosition:
    """The player's board with what is proved about it; under fog what is lit of it."""
    fogged = "lit" in asked.data
    if fogged and (wrong := board_check(asked, context)).verdict == "wrong":
        raise NoSolution(" ".join(wrong.text().splitlines()))
    found = question.checked(asked_about(document_of(asked)), context.limit())
    if fogged and (right := right_digits(read(asked.text("puzzle")), context.limit())):
        found = replace(found, witnesses=(right,))
    return found


def hint(asked: Fields, context: RequestContext) -> dict[str, Any]:
    """The next step, and at full strength its conclusions by the numbers of cells; with
    ``seconds``, ``stopped`` where none is found within them. Under fog it follows from what is lit.
    """
    question, context = hint_question(asked), hint_context(asked, context)
    try:
        with under(context.clock):
            checked = checked_position(question, asked, context)
            preset = reporting(question.preset_for(checked), context, question.lang)
            found = question.of(checked, preset)
    except Undecided as error:
        if context.left > context.seconds / 2:  # another limit ran out
            raise
        return {"outcome": "stopped", "text": str(error)}
    data = found.to_dict() | {"text": found.words()}
    if found.stage is not None and found.step is not None and question.strength > 1:
        scene = step_scene(found.stage.before, found.step, conclusions=question.strength == 3)
        data["layers"] = layers(scene, asked)
        if question.strength == 3:
            data["concludes"] = {"in": found.step.placements, "out": found.step.eliminations}
    return data


@dataclass(frozen=True, slots=True)
class _Reported(PresetEntry):
    """A line of a table that says when it is asked."""

    begin: Callable[[str], None] = field(default=lambda _: None)

    def first(self, position: Position, clock: Clock = ENDLESS) -> RatedStep | None:
        self.begin(self.search.name)
        return PresetEntry.first(self, position, clock)


def reporting(preset: Preset, context: RequestContext, lang: Lang) -> Preset:
    """A preset that reports now and then what it looks for."""
    last = time.monotonic()

    def begin(name: str) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last > _BETWEEN:
            last = now
            context.report({"doing": title(name, lang)})

    names = [one.name for one in fields(PresetEntry)]
    entries = [
        _Reported(**{name: getattr(entry, name) for name in names}, begin=begin)
        for entry in preset.entries
    ]
    return replace(preset, entries=tuple(entries))
