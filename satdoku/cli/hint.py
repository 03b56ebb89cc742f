"""``satdoku hint``: the next step, as much of it as is wanted."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, cast

import typer

from satdoku.answers.asked import named
from satdoku.cli.drawing import PictureGroup
from satdoku.cli.groups import InputGroup
from satdoku.cli.options import JsonOption, PuzzleArguments, TimeLimitOption
from satdoku.cli.output import DONE, NO, UNDECIDED, gravest, print_json, report_error
from satdoku.cli.paths import DrawGroup, PathGroup, PresetChoice, positions
from satdoku.cli.terminal import on_terminal, wrapped
from satdoku.cli.waiting import waited_for
from satdoku.records.base import ErrorRecord

if TYPE_CHECKING:
    from satdoku.answers.hint import Hint
    from satdoku.explaining import Strength
    from satdoku.render.scene import Scene

__all__ = ["hint"]


def hint(
    puzzles: PuzzleArguments,
    how: PathGroup,
    draw: DrawGroup,
    input: InputGroup,
    pictures: PictureGroup,
    strength: Annotated[
        int,
        typer.Option(
            "--strength", "-s", min=1, max=3, help="1 what kind and where, 2 which pattern, 3 all."
        ),
    ] = 1,
    time_limit: TimeLimitOption = None,
    allow_multiple: Annotated[
        bool,
        typer.Option(
            "--allow-multiple",
            help="Answer where there are no or several solutions too, without arguments from "
            "uniqueness.",
        ),
    ] = False,
    json: JsonOption = False,
) -> int:
    """Hint at the next step of a puzzle, or of a position in the middle of one.

    Exit codes: 0 a hint (or nothing left to do), 1 stuck, 2 bad input, 3 out of time.
    """
    from satdoku.answers.hint import hint_of
    from satdoku.answers.paths import preset_of
    from satdoku.answers.positions import check_position
    from satdoku.explaining.phrases import phrases

    # What trial shows holds of every solution, and needs none.
    allowed = allow_multiple or how.preset is PresetChoice.trial
    check = partial(check_position, seconds=time_limit, allow_multiple=allowed)
    code, lang, several = DONE, how.lang, len(puzzles) > 1
    drawn: list[tuple[Scene, str, str]] = []
    for item in positions(puzzles, input.reading(), check, resume=how.resume, lang=lang):
        if isinstance(item, ErrorRecord):
            code = gravest(code, report_error(item, json=json))
            continue
        chosen = preset_of(how.preset.value, item, how.style.value)
        found = waited_for(hint_of)(item, chosen, cast("Strength", strength), lang)
        if found.stage is None:
            code = gravest(code, _code(found))
        if pictures.wanted:
            drawn.append((found.scene(), "", found.words()))
        if json:
            print_json(found.record())
        if json or pictures.wanted:
            continue
        if several or item.source is not None:
            print(named(item.text, item.line, item.left_out, item.source))
        if draw.drawn and strength > 1 and found.stage is not None and found.step is not None:
            print(draw.picture(found.stage.before, found.step, lang))
        print(wrapped(found.words(), lang))
        if strength < 3 and found.stage is not None and on_terminal():
            print(phrases(lang).say("hint.weak", next=strength + 1))
    pictures.write(drawn, puzzles, lang)
    return code


def _code(found: Hint) -> int:
    return {"found": DONE, "solved": DONE, "stopped": UNDECIDED}.get(found.outcome, NO)
