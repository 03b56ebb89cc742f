"""``satdoku explain``: the whole way through a puzzle, as a person would go it."""

from __future__ import annotations

import json as jsonlib
import textwrap
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
from satdoku.cli.output import DONE, NO, UNDECIDED, complain, gravest, named
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
    branch_data,
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
from satdoku.limits import Limit
from satdoku.records import ErrorRecord, ExplainRecord, TrialsRecord

__all__ = ["explain"]

ALLOWED_SECONDS = 30.0
"""How long a puzzle without exactly one solution is followed where no other limit is set, and any
puzzle by trial: no argument need ever come to an end."""

SOLUTIONS = 300
"""The answers of the preset ``trial`` where --limit does not say."""


def explain(
    puzzles: PuzzleArguments,
    preset: PresetOption = PresetName.human,
    style: StyleOption = Style.auto,
    lang: LangOption = Lang.en,
    resume: FromOption = None,
    limit: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="The first N steps only (--preset trial: N solutions, or 300)."
        ),
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
    by_trial = preset is PresetName.trial
    if by_trial and time_limit is None:
        time_limit = ALLOWED_SECONDS
    allowed = ALLOWED_SECONDS if allow_multiple or by_trial else None
    found = posed(puzzles, reading, Asking(time_limit, allow_multiple=allowed, lang=lang), resume)
    drawn = on_terminal() if board is None else board
    code = DONE
    for number, item in enumerate(found):
        if isinstance(item, ErrorRecord):
            code = gravest(code, error_code(item))
            if json:
                print(jsonlib.dumps(item.as_dict(), ensure_ascii=False))
            complain(item.error)
            continue
        if number and not json:
            print()
        if by_trial:
            code = gravest(code, _by_trial(item, limit, lang, json=json, board=board, ascii=ascii))
            continue
        journey = Journey(item, preset_of(preset, item, style), limit)
        if json:
            record = _record(item, journey, lang)
            print(jsonlib.dumps(record.as_dict(), ensure_ascii=False), flush=on_terminal())
        else:
            _tell(item, journey, lang, board=drawn, ascii=ascii)
        code = gravest(code, _code(journey))
    return code


def _tell(item: Posed, journey: Journey, lang: Lang, *, board: bool, ascii: bool) -> None:
    """Print each step as it is found: nobody should wait for the last to read the first."""
    from satdoku.explain import explain as sentences

    count = 0
    print(named(item.text), flush=True)
    for count, stage in enumerate(journey, 1):
        step = stage.step
        rating = "" if stage.rating is None else f" ({as_printed(stage.rating):.1f})"
        print(f"\n{count}. {heading(step, lang)}{rating}")
        if board:
            print(picture(stage.before, step, lang, ascii=ascii))
        told = sentences(step, stage.before.geometry, lang.value)
        print(wrapped(told, lang, "   "), flush=True)
    print(f"\n{wrapped(summary(journey, count, lang), lang)}", flush=True)
    from satdoku.explain.phrases import phrases

    level = _level(item)
    if level is not None:
        print(phrases(lang.value).level(level), flush=True)


def _level(item: Posed) -> str | None:
    """The level of a whole puzzle; nothing of a position in the middle of one."""
    from satdoku.rating import start
    from satdoku.rating.explainer import level_of

    puzzle = item.position.puzzle
    whole = None in puzzle.givens and item.position == start(puzzle)
    if item.verdict != "unique" or not whole or item.clock.stopped():
        return None
    return level_of(puzzle, seconds=item.clock.remaining())


def _by_trial(
    item: Posed, limit: int | None, lang: Lang, *, json: bool, board: bool | None, ascii: bool
) -> int:
    """Print the branches of a search by trial as they come, or make a record of them."""
    from satdoku.explain import words
    from satdoku.explain.lists import grid_line
    from satdoku.rating.trials import Trials

    started = time.perf_counter()
    bounds = Limit(seconds=item.clock.remaining(), solutions=limit or SOLUTIONS)
    trials = Trials(item.position, bounds)
    speaker = words(item.position.geometry, lang.value)
    told: list[str] = []
    trace = []
    if not json:
        print(item.text, end="\n\n", flush=True)
    for branch in trials:
        lines = speaker.branch(branch)
        if json:
            told += lines
            trace.append(branch_data(branch))
            continue
        print("\n".join(wrapped(line, lang) for line in lines), flush=True)
        if board and branch.ending == "trial":
            drawn = picture(branch.position, branch.step, lang, ascii=ascii)
            print(textwrap.indent(drawn, "  " * branch.depth), flush=True)
    item.judge_all(trials.solutions, complete=trials.stopped is None)
    end = speaker.all_tried(trials)
    if json:
        outcome = "stopped" if trials.stopped else "solved" if trials.solutions else "none"
        record = TrialsRecord(
            item.line,
            item.text,
            PresetName.trial.value,
            outcome,
            trials.stopped,
            item.verdict,
            tuple(map(grid_line, trials.solutions)),
            trials.tried,
            tuple(trace),
            (*told, end),
            round(time.perf_counter() - started, 6),
            source=item.source,
        )
        print(jsonlib.dumps(record.as_dict(), ensure_ascii=False), flush=on_terminal())
    else:
        print(f"\n{wrapped(end, lang)}", flush=True)
    if trials.stopped == "seconds":
        return UNDECIDED
    return DONE if trials.solutions else NO


def _record(item: Posed, journey: Journey, lang: Lang) -> ExplainRecord:
    from satdoku.explain import explain as sentences
    from satdoku.explain.lists import grid_line

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
        grid_line(end),
        steps,
        round(time.perf_counter() - started, 6),
        source=item.source,
    )


def _code(journey: Journey) -> int:
    if journey.outcome == "stopped":
        return UNDECIDED if journey.stopped == "seconds" else DONE
    return DONE if journey.outcome == "solved" else NO
