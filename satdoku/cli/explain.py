"""``satdoku explain``: the whole way through a puzzle, as a person would go it."""

from __future__ import annotations

import textwrap
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from satdoku.answers.asked import named
from satdoku.cli.drawing import write_text
from satdoku.cli.groups import InputGroup
from satdoku.cli.options import JsonOption, PuzzleArguments, TimeLimitOption
from satdoku.cli.output import DONE, NO, UNDECIDED, gravest, print_json, report_error
from satdoku.cli.paths import DrawGroup, PathGroup, PresetChoice, positions
from satdoku.cli.terminal import wrapped
from satdoku.cli.waiting import waited, waited_for
from satdoku.messages import Lang
from satdoku.records.base import ErrorRecord

if TYPE_CHECKING:
    from satdoku.answers.paths import SolvingPath
    from satdoku.answers.positions import CheckedPosition
    from satdoku.rating.trials import Trials

__all__ = ["explain"]


def explain(
    puzzles: PuzzleArguments,
    how: PathGroup,
    draw: DrawGroup,
    input: InputGroup,
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
    html: Annotated[
        str | None,
        typer.Option("--html", metavar="FILE", help="Write a page to step through instead."),
    ] = None,
    json: JsonOption = False,
) -> int:
    """Explain the whole way to the solution, step by step, with the reason for each.

    A puzzle, or a position in the middle of one: a grid of candidates, or a puzzle with --from.
    Exit codes: 0 solved (or as far as --limit asked), 1 stuck, 2 bad input, 3 out of time.
    """
    from satdoku.answers.explain import explanation_of
    from satdoku.answers.paths import SolvingPath, preset_of
    from satdoku.answers.positions import OPEN_END_SECONDS, check_position

    reading, lang, code, pages = input.reading(), how.lang, DONE, 0
    by_trial = how.preset is PresetChoice.trial
    if by_trial and html is not None:
        raise typer.BadParameter("--html shows the steps of a path, and trial has none")
    if by_trial and time_limit is None:
        time_limit = OPEN_END_SECONDS
    check = partial(check_position, seconds=time_limit, allow_multiple=allow_multiple or by_trial)
    for number, item in enumerate(positions(puzzles, reading, check, resume=how.resume, lang=lang)):
        if isinstance(item, ErrorRecord):
            code = gravest(code, report_error(item, json=json))
            continue
        if number and not json and html is None:
            print()
        if by_trial:
            code = gravest(code, _by_trial(item, limit, lang, draw, json=json))
            continue
        chosen = preset_of(how.preset.value, item, how.style.value)
        if json or html is not None:
            found = waited_for(explanation_of)(item, chosen, limit, lang)
            path = found.path
            if json:
                print_json(found.record())
            if html is not None:
                write_text(html, found.html(), pages, puzzles)
                pages += 1
        else:
            path = SolvingPath(item, chosen, limit)
            _print(item, path, lang, draw)
        code = gravest(code, _code(path))
    return code


def _print(checked: CheckedPosition, path: SolvingPath, lang: Lang, draw: DrawGroup) -> None:
    """Print each step as it is found: the first can be read before the last is found."""
    from satdoku.answers.explain import level_of_position, stage_heading, stage_text
    from satdoku.answers.paths import summary
    from satdoku.explaining.phrases import phrases

    count = 0
    print(named(checked.text, checked.line, checked.left_out, checked.source), flush=True)
    for count, stage in enumerate(waited(path), 1):
        print(f"\n{count}. {stage_heading(stage, lang)}")
        if draw.drawn:
            print(draw.picture(stage.before, stage.step, lang))
        print(wrapped(stage_text(stage, lang), lang, "   "), flush=True)
    print(f"\n{wrapped(summary(path, count, lang), lang)}", flush=True)
    if (level := level_of_position(checked)) is not None:
        print(phrases(lang).level(level), flush=True)


def _by_trial(
    checked: CheckedPosition, limit: int | None, lang: Lang, draw: DrawGroup, *, json: bool
) -> int:
    """Print the branches of a search by trial as they come, or make a record of them."""
    from satdoku.answers.explain import trial_explanation_of, trials_of
    from satdoku.explaining import words
    from satdoku.techniques.step import Step

    if json:
        found = trial_explanation_of(checked, limit, lang)
        print_json(found.record())
        return _trial_code(found.trials)
    trials = trials_of(checked, limit)
    wording = words(checked.position.geometry, lang)
    print(checked.text, end="\n\n", flush=True)
    for branch in trials:
        print("\n".join(wrapped(line, lang) for line in wording.branch(branch)), flush=True)
        if draw.board and branch.tried is not None:
            drawn = draw.picture(branch.position, Step("trial", branch.tried), lang)
            print(textwrap.indent(drawn, "  " * branch.depth), flush=True)
    checked.require_all(trials.solutions, complete=trials.stopped is None)
    print(f"\n{wrapped(wording.all_tried(trials), lang)}", flush=True)
    return _trial_code(trials)


def _trial_code(trials: Trials) -> int:
    if trials.stopped == "seconds":
        return UNDECIDED
    return DONE if trials.solutions else NO


def _code(path: SolvingPath) -> int:
    if path.outcome == "stopped":
        return UNDECIDED if path.stopped == "seconds" else DONE
    return DONE if path.outcome == "solved" else NO
