"""``satdoku explain``: the whole way through a puzzle, as a person would go it."""

from __future__ import annotations

import textwrap
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from satdoku.answers.asked import named
from satdoku.answers.explain import ExplainQuestion, Explanation, TrialExplanation
from satdoku.answers.paths import SolvingPath
from satdoku.base.limits import Limit
from satdoku.cli.drawing import write_text
from satdoku.cli.groups import InputGroup
from satdoku.cli.options import JsonOption, PuzzleArguments, TimeLimitOption
from satdoku.cli.output import DONE, NO, UNDECIDED, gravest, print_json, report_error
from satdoku.cli.paths import DrawGroup, FromOption, going_on, positions
from satdoku.cli.terminal import wrapped
from satdoku.cli.waiting import waited, waited_for
from satdoku.messages import Lang
from satdoku.records.base import ErrorRecord

if TYPE_CHECKING:
    from satdoku.answers.positions import CheckedPosition
    from satdoku.rating.trials import Trials

__all__ = ["explain"]


def explain(
    puzzles: PuzzleArguments,
    question: ExplainQuestion,
    draw: DrawGroup,
    input: InputGroup,
    resume: FromOption = None,
    time_limit: TimeLimitOption = None,
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
    reading, lang, code, pages = input.reading(), question.lang, DONE, 0
    if question.by_trial and html is not None:
        raise typer.BadParameter("--html shows the steps of a path, and trial has none")
    question = going_on(question, resume, reading)
    check = partial(question.checked, limit=question.limited(Limit(seconds=time_limit)))
    single = resume is not None
    for number, item in enumerate(positions(puzzles, reading, check, single=single, lang=lang)):
        if isinstance(item, ErrorRecord):
            code = gravest(code, report_error(item, json=json))
            continue
        if number and not json and html is None:
            print()
        if json or html is not None:
            found = waited_for(question.of)(item)
            if json:
                print_json(found.record())
            if html is not None and isinstance(found, Explanation):
                write_text(html, found.html(), pages, puzzles)
                pages += 1
            path = found.path if isinstance(found, Explanation) else None
            trials = found.trials if isinstance(found, TrialExplanation) else None
        elif question.by_trial:
            path, trials = None, _by_trial(item, question.limit, lang, draw)
        else:
            path = SolvingPath(item, question.preset_for(item), question.limit)
            trials = None
            _print(item, path, lang, draw)
        code = gravest(code, _trial_code(trials) if path is None else _code(path))
    return code


def _print(checked: CheckedPosition, path: SolvingPath, lang: Lang, draw: DrawGroup) -> None:
    """Print each step as it is found: the first can be read before the last is found."""
    from satdoku.answers.explain import level_of_position, stage_text
    from satdoku.answers.paths import summary
    from satdoku.answers.steps_data import stage_heading
    from satdoku.explaining.phrases import phrases

    count = 0
    asked = checked.asked
    print(named(asked.text, asked.line, asked.left_out, asked.source), flush=True)
    for count, stage in enumerate(waited(path), 1):
        print(f"\n{count}. {stage_heading(stage, lang)}")
        if draw.drawn:
            print(draw.picture(stage.before, stage.step, lang))
        print(wrapped(stage_text(stage, lang), lang, "   "), flush=True)
    print(f"\n{wrapped(summary(path, count, lang), lang)}", flush=True)
    if (level := level_of_position(checked, path.preset)) is not None:
        print(phrases(lang).level(level), flush=True)


def _by_trial(checked: CheckedPosition, limit: int | None, lang: Lang, draw: DrawGroup) -> Trials:
    """Print the branches of a search by trial as they come."""
    from satdoku.answers.explain import trials_of
    from satdoku.explaining import words
    from satdoku.techniques.step import Step

    trials = trials_of(checked, limit)
    wording = words(checked.position.geometry, lang)
    print(checked.asked.text, end="\n\n", flush=True)
    for branch in trials:
        print("\n".join(wrapped(line, lang) for line in wording.branch(branch)), flush=True)
        if draw.board and branch.tried is not None:
            drawn = draw.picture(branch.position, Step("trial", branch.tried), lang)
            print(textwrap.indent(drawn, "  " * branch.depth), flush=True)
    checked.require_all(trials.solutions, complete=trials.stopped is None)
    print(f"\n{wrapped(wording.all_tried(trials), lang)}", flush=True)
    return trials


def _trial_code(trials: Trials | None) -> int:
    assert trials is not None
    if trials.stopped == "seconds":
        return UNDECIDED
    return DONE if trials.solutions else NO


def _code(path: SolvingPath) -> int:
    if path.outcome == "stopped":
        return UNDECIDED if path.stopped == "seconds" else DONE
    return DONE if path.outcome == "solved" else NO
