"""``satdoku explain``: the whole way through a puzzle, as a person would go it."""

from __future__ import annotations

import json as jsonlib
import time
from typing import Annotated

import typer

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
    as_printed,
    error_code,
    on_terminal,
    picture,
    posed,
    preset_of,
    step_record,
    summary,
    title_key,
    title_of,
    wrapped,
)
from satdoku.records import ErrorRecord, ExplainRecord

__all__ = ["explain"]

ALLOWED_SECONDS = 30.0
"""How long a puzzle without exactly one solution is followed where no other limit is set: no
argument need ever come to an end."""


_LEVELS_JA = {
    "easy": "初級",
    "medium": "中級",
    "hard": "上級",
    "expert": "超上級",
    "diabolical": "最上級",
}


def explain(
    puzzles: PuzzleArguments,
    preset: PresetOption = PresetName.human,
    style: StyleOption = Style.auto,
    lang: LangOption = Lang.en,
    resume: FromOption = None,
    limit: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Tell the first N steps only.")
    ] = None,
    time_limit: TimeLimitOption = None,
    allow_multiple: Annotated[
        bool,
        typer.Option(
            "--allow-multiple",
            help="Go as far as it goes where there are no or several solutions, without "
            "arguments from uniqueness.",
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
    """Tell the whole way to the solution, step by step, with the reason for each.

    A puzzle, or a position in the middle of one: a grid of candidates, or a puzzle with --from.
    Exit codes: 0 solved (or as far as --limit asked), 1 stuck, 2 bad input, 3 out of time.
    """
    reading = Reading.of(format, letters, box, rules)
    allowed = ALLOWED_SECONDS if allow_multiple else None
    found = posed(puzzles, reading, Asking(time_limit, allow_multiple=allowed), resume)
    drawn = on_terminal() if board is None else board
    code = DONE
    for number, item in enumerate(found):
        if isinstance(item, ErrorRecord):
            code = gravest(code, error_code(item))
            if json:
                print(jsonlib.dumps(item.as_dict(), ensure_ascii=False))
            complain(item.error)
            continue
        journey = Journey(item, preset_of(preset, item, style), limit)
        if json:
            record = _record(item, journey, lang)
            print(jsonlib.dumps(record.as_dict(), ensure_ascii=False), flush=on_terminal())
        else:
            if number:
                print()
            _tell(item, journey, lang, board=drawn, ascii=ascii)
        code = gravest(code, _code(journey))
    return code


def _tell(item: Posed, journey: Journey, lang: Lang, *, board: bool, ascii: bool) -> None:
    """Print each step as it is found: nobody should wait for the last to read the first."""
    from satdoku.explain import explain as sentences

    count = 0
    print(item.text, flush=True)
    for count, stage in enumerate(journey, 1):
        step = stage.step
        rating = "" if stage.rating is None else f" ({as_printed(stage.rating):.1f})"
        print(f"\n{count}. {title_of(title_key(step), lang)}{rating}")
        if board:
            print(picture(stage.before, step, lang, ascii=ascii))
        told = sentences(step, stage.before.geometry, lang.value)
        print(wrapped(told, lang, "   "), flush=True)
    print(f"\n{wrapped(summary(journey, count, lang), lang)}", flush=True)
    level = _level(item)
    if level is not None:
        named = f"難易度:{_LEVELS_JA[level]}。" if lang is Lang.ja else f"Level: {level}."
        print(named, flush=True)


def _level(item: Posed) -> str | None:
    """The level of a whole puzzle; nothing of a position in the middle of one."""
    from satdoku.rating import start
    from satdoku.rating.explainer import level_of

    puzzle = item.position.puzzle
    whole = None in puzzle.givens and item.position == start(puzzle)
    if item.verdict != "unique" or not whole or item.clock.stopped():
        return None
    return level_of(puzzle, seconds=item.clock.remaining())


def _record(item: Posed, journey: Journey, lang: Lang) -> ExplainRecord:
    from satdoku.explain import explain as sentences

    started = time.perf_counter()
    steps = tuple(
        step_record(
            stage.step,
            stage.before,
            sentences(stage.step, stage.before.geometry, lang.value),
            lang,
            stage.rating,
        )
        for stage in journey
    )
    er, ep, ed = journey.numbers
    end = journey.end.grid
    return ExplainRecord(
        item.line,
        item.text,
        er,
        ep,
        ed,
        journey.preset.name,
        journey.outcome,
        journey.stopped,
        item.verdict,
        _level(item),
        journey.hardest,
        end.text() if end.geometry.size <= 9 else " ".join(str(v or ".") for v in end.values),
        steps,
        round(time.perf_counter() - started, 6),
        source=item.source,
    )


def _code(journey: Journey) -> int:
    if journey.outcome == "stopped":
        return UNDECIDED if journey.stopped == "seconds" else DONE
    return DONE if journey.outcome == "solved" else NO
