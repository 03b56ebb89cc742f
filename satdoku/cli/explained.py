"""What ``satdoku explain`` prints as it is found, and the exit codes."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from satdoku.answers.explain import Explanation
from satdoku.answers.paths import SolvingPath
from satdoku.answers.puzzle_input import named
from satdoku.cli.output import DONE, NO, UNDECIDED
from satdoku.cli.paths import DrawGroup
from satdoku.cli.terminal import wrapped
from satdoku.cli.waiting import waited
from satdoku.messages import Lang

if TYPE_CHECKING:
    from satdoku.answers.positions import CheckedPosition
    from satdoku.rating.trials import Trials


def print_step(found: Explanation, lang: Lang, draw: DrawGroup, *, before: bool) -> None:
    """Print one step of a path, or the position before it alone."""
    from satdoku.answers.explain import said
    from satdoku.answers.places import position_line
    from satdoku.answers.steps_data import stage_heading
    from satdoku.render import render_candidates

    [(number, stage)] = found.numbered
    if before:
        drawn = draw.drawn
        board = render_candidates(stage.before, ascii=draw.ascii).rstrip() if drawn else ""
        print(board or position_line(stage.before), flush=True)
        return
    print(f"{number}. {stage_heading(stage, lang)}")
    if draw.drawn:
        print(draw.picture(stage.before, stage.step, lang))
    print(wrapped(said(stage, lang, full=found.full), lang, "   "), flush=True)


def print_path(
    checked: CheckedPosition, path: SolvingPath, lang: Lang, draw: DrawGroup, *, full: bool
) -> None:
    """Print each step as it is found: the first can be read before the last is found."""
    from satdoku.answers.explain import level_of_position, said
    from satdoku.answers.paths import summary
    from satdoku.answers.steps_data import stage_heading
    from satdoku.explaining.phrases import phrases

    asked = checked.asked
    print(named(asked.text, asked.line, asked.left_out, asked.source), flush=True)
    for count, stage in enumerate(waited(path), 1):
        print(f"\n{count}. {stage_heading(stage, lang)}")
        if draw.drawn:
            print(draw.picture(stage.before, stage.step, lang))
        print(wrapped(said(stage, lang, full=full), lang, "   "), flush=True)
    print(f"\n{wrapped(summary(path, lang), lang)}", flush=True)
    if (level := level_of_position(path)) is not None:
        print(phrases(lang).level(level), flush=True)


def print_trials(
    checked: CheckedPosition, limit: int | None, lang: Lang, draw: DrawGroup
) -> Trials:
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


def trial_code(trials: Trials | None) -> int:
    assert trials is not None
    if trials.stopped == "seconds":
        return UNDECIDED
    return DONE if trials.solutions else NO


def path_code(path: SolvingPath) -> int:
    if path.outcome == "stopped":
        return UNDECIDED if path.stopped == "seconds" else DONE
    return DONE if path.outcome == "solved" else NO
