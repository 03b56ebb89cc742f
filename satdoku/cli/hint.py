"""``satdoku hint``: the next step, as much of it as is wanted."""

from __future__ import annotations

import json as jsonlib
from typing import TYPE_CHECKING, Annotated

import typer

from satdoku.cli.explain import ALLOWED_SECONDS
from satdoku.cli.inputs import Reading
from satdoku.cli.options import (
    BoxOption,
    FormatOption,
    JsonOption,
    Letters,
    LettersOption,
    PuzzleArguments,
    RulesOption,
    TimeLimitOption,
)
from satdoku.cli.output import DONE, NO, UNDECIDED, complain, gravest
from satdoku.cli.telling import (
    Asking,
    BoardOption,
    FromOption,
    Journey,
    Lang,
    LangOption,
    Posed,
    PresetName,
    PresetOption,
    Style,
    StyleOption,
    error_code,
    heading,
    on_terminal,
    picture,
    posed,
    preset_of,
    step_record,
    summary,
    wrapped,
)
from satdoku.records import ErrorRecord, HintRecord

if TYPE_CHECKING:
    from satdoku.rating import Stage
    from satdoku.techniques.step import Step

__all__ = ["hint"]


def hint(
    puzzles: PuzzleArguments,
    strength: Annotated[
        int,
        typer.Option(
            "--strength", "-s", min=1, max=3, help="1 what kind and where, 2 which pattern, 3 all."
        ),
    ] = 1,
    preset: PresetOption = PresetName.human,
    style: StyleOption = Style.auto,
    lang: LangOption = Lang.en,
    resume: FromOption = None,
    time_limit: TimeLimitOption = None,
    allow_multiple: Annotated[
        bool,
        typer.Option(
            "--allow-multiple",
            help="Answer where there are no or several solutions too, without arguments from "
            "uniqueness.",
        ),
    ] = False,
    board: BoardOption = None,
    ascii: Annotated[bool, typer.Option("--ascii", help="Draw with - | + only.")] = False,
    format: FormatOption = None,
    letters: LettersOption = Letters.auto,
    box: BoxOption = None,
    rules: RulesOption = None,
    json: JsonOption = False,
) -> int:
    """Hint at the next step of a puzzle, or of a position in the middle of one.

    Exit codes: 0 a hint (or nothing left to do), 1 stuck, 2 bad input, 3 out of time.
    """
    reading = Reading.of(format, letters, box, rules)
    # What trial shows holds of every solution, and needs none.
    allowed = ALLOWED_SECONDS if allow_multiple or preset is PresetName.trial else None
    found = posed(puzzles, reading, Asking(time_limit, allow_multiple=allowed, lang=lang), resume)
    drawn = on_terminal() if board is None else board
    code = DONE
    several = len(puzzles) > 1
    for item in found:
        if isinstance(item, ErrorRecord):
            code = gravest(code, error_code(item))
            if json:
                print(jsonlib.dumps(item.as_dict(), ensure_ascii=False))
            complain(item.error)
            continue
        journey = Journey(item, preset_of(preset, item, style), 1)
        stage = next(iter(journey), None)
        if stage is None:
            code = gravest(code, _code(journey))
        if json:
            record = _record(item, journey, stage, strength, lang)
            print(jsonlib.dumps(record.as_dict(), ensure_ascii=False))
            continue
        if several or item.source is not None:
            print(item.text)
        if stage is None:
            print(wrapped(_nothing(journey, lang), lang))
        else:
            if drawn and strength > 1:
                print(picture(stage.before, _shown(stage, strength), lang, ascii=ascii))
            _tell(stage, strength, lang)
    return code


def _text(stage: Stage, strength: int, lang: Lang) -> str:
    from satdoku.explain import explain as sentences

    return sentences(stage.step, stage.before.geometry, lang.value, strength)  # type: ignore[arg-type]


def _shown(stage: Stage, strength: int) -> Step:
    """As much of the step as a hint may show."""
    from satdoku.explain import veiled

    return stage.step if strength == 3 else veiled(stage.step)


def _tell(stage: Stage, strength: int, lang: Lang) -> None:
    text = _text(stage, strength, lang)
    if strength == 3:
        name = heading(stage.step, lang)
        gap = "\n" if "\n" in text else "" if lang is Lang.ja else " "
        text = f"{name}:{gap}{text}"
    print(wrapped(text, lang))
    if strength < 3 and on_terminal():
        from satdoku.explain.phrases import phrases

        print(phrases(lang.value).weak.format(next=strength + 1))


def _record(
    item: Posed, journey: Journey, stage: Stage | None, strength: int, lang: Lang
) -> HintRecord:
    if stage is None:
        told = _nothing(journey, lang)
        outcome: str = journey.outcome
        return HintRecord(
            item.line,
            item.text,
            journey.preset.name,
            strength,
            outcome,
            told,
            source=item.source,
        )
    text = _text(stage, strength, lang)
    full = step_record(_shown(stage, strength), stage.before, text, lang, stage.rating)
    pattern = strength == 2
    return HintRecord(
        item.line,
        item.text,
        journey.preset.name,
        strength,
        "contradiction" if stage.step.contradiction is not None else "found",
        text,
        full.technique,
        full.name,
        full.rating,
        full.digits if pattern else None,
        full.cells if pattern else None,
        full.houses if pattern else None,
        full.candidates if pattern else None,
        full.sets if pattern and full.sets else None,
        full if strength == 3 else None,
        source=item.source,
    )


def _nothing(journey: Journey, lang: Lang) -> str:
    from satdoku.explain.phrases import phrases

    words = phrases(lang.value)
    if not journey.end.is_solved:
        return summary(journey, 0, lang)
    return words.full if journey.outcome == "solved" else words.full_wrong


def _code(journey: Journey) -> int:
    return {"solved": DONE, "stopped": UNDECIDED}.get(journey.outcome, NO)
