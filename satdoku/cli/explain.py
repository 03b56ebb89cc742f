"""``satdoku explain``: the whole way through a puzzle, as a person would go it."""

from __future__ import annotations

import json as jsonlib
import textwrap
from functools import partial
from typing import TYPE_CHECKING, Annotated

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
from satdoku.cli.output import DONE, NO, UNDECIDED, gravest, named
from satdoku.cli.telling import (
    BoardOption,
    FromOption,
    Lang,
    LangOption,
    PresetName,
    PresetOption,
    Style,
    StyleOption,
    on_terminal,
    picture,
    positions,
    report_error,
    wrapped,
)
from satdoku.records import ErrorRecord

if TYPE_CHECKING:
    from satdoku.answers.paths import SolvingPath
    from satdoku.answers.positions import CheckedPosition
    from satdoku.rating.trials import Trials

__all__ = ["explain"]


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
    from satdoku.answers.explain import explanation_of
    from satdoku.answers.paths import SolvingPath, preset_of
    from satdoku.answers.positions import OPEN_END_SECONDS, check_position

    reading = Reading.of(format, letters, box, rules)
    by_trial = preset is PresetName.trial
    if by_trial and time_limit is None:
        time_limit = OPEN_END_SECONDS
    check = partial(check_position, seconds=time_limit, allow_multiple=allow_multiple or by_trial)
    drawn = on_terminal() if board is None else board
    code = DONE
    for number, item in enumerate(positions(puzzles, reading, check, resume=resume, lang=lang)):
        if isinstance(item, ErrorRecord):
            code = gravest(code, report_error(item, json=json))
            continue
        if number and not json:
            print()
        if by_trial:
            code = gravest(code, _by_trial(item, limit, lang, json=json, board=board, ascii=ascii))
            continue
        chosen = preset_of(preset.value, item, style.value)
        if json:
            found = explanation_of(item, chosen, limit, lang.value)
            path = found.path
            print(jsonlib.dumps(found.record().as_dict(), ensure_ascii=False), flush=on_terminal())
        else:
            path = SolvingPath(item, chosen, limit)
            _print(item, path, lang, board=drawn, ascii=ascii)
        code = gravest(code, _code(path))
    return code


def _print(
    checked: CheckedPosition, path: SolvingPath, lang: Lang, *, board: bool, ascii: bool
) -> None:
    """Print each step as it is found: nobody should wait for the last to read the first."""
    from satdoku.answers.explain import level_of_position, stage_heading, stage_text
    from satdoku.answers.paths import summary
    from satdoku.explain.phrases import phrases

    count = 0
    print(named(checked.text), flush=True)
    for count, stage in enumerate(path, 1):
        print(f"\n{count}. {stage_heading(stage, lang.value)}")
        if board:
            print(picture(stage.before, stage.step, lang, ascii=ascii))
        print(wrapped(stage_text(stage, lang.value), lang, "   "), flush=True)
    print(f"\n{wrapped(summary(path, count, lang.value), lang)}", flush=True)
    level = level_of_position(checked)
    if level is not None:
        print(phrases(lang.value).level(level), flush=True)


def _by_trial(
    checked: CheckedPosition,
    limit: int | None,
    lang: Lang,
    *,
    json: bool,
    board: bool | None,
    ascii: bool,
) -> int:
    """Print the branches of a search by trial as they come, or make a record of them."""
    from satdoku.answers.explain import trial_explanation_of, trials_of
    from satdoku.explain import words
    from satdoku.techniques.step import Step

    if json:
        found = trial_explanation_of(checked, limit, lang.value)
        print(jsonlib.dumps(found.record().as_dict(), ensure_ascii=False), flush=on_terminal())
        return _trial_code(found.trials)
    trials = trials_of(checked, limit)
    speaker = words(checked.position.geometry, lang.value)
    print(checked.text, end="\n\n", flush=True)
    for branch in trials:
        lines = speaker.branch(branch)
        print("\n".join(wrapped(line, lang) for line in lines), flush=True)
        if board and branch.tried is not None:
            drawn = picture(branch.position, Step("trial", branch.tried), lang, ascii=ascii)
            print(textwrap.indent(drawn, "  " * branch.depth), flush=True)
    checked.require_all(trials.solutions, complete=trials.stopped is None)
    print(f"\n{wrapped(speaker.all_tried(trials), lang)}", flush=True)
    return _trial_code(trials)


def _trial_code(trials: Trials) -> int:
    if trials.stopped == "seconds":
        return UNDECIDED
    return DONE if trials.solutions else NO


def _code(path: SolvingPath) -> int:
    if path.outcome == "stopped":
        return UNDECIDED if path.stopped == "seconds" else DONE
    return DONE if path.outcome == "solved" else NO
