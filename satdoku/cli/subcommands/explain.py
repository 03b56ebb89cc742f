"""``satdoku explain``: the whole way through a puzzle, as a person would go it."""

from __future__ import annotations

import textwrap
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Annotated

from satdoku.answers.explain import ExplainQuestion, Explanation, TrialExplanation
from satdoku.answers.paths import SolvingPath
from satdoku.answers.puzzle_input import named
from satdoku.base.limits import Limit
from satdoku.cli.drawing import PictureGroup, write_text
from satdoku.cli.groups import InputGroup
from satdoku.cli.options import JsonOption, PuzzleArguments, TimeLimitOption, bad_value, option
from satdoku.cli.output import DONE, NO, UNDECIDED, print_json
from satdoku.cli.paths import DrawGroup, FromOption, answer_each, going_on, positions
from satdoku.cli.terminal import wrapped
from satdoku.cli.waiting import waited, waited_for
from satdoku.messages import Lang

if TYPE_CHECKING:
    from satdoku.answers.positions import CheckedPosition
    from satdoku.rating.trials import Trials
    from satdoku.render.scene import Scene

LISTED = 210, "Explain the whole way to the solution, step by step"
EXAMPLES = (
    "satdoku explain puzzle.txt",
    "satdoku explain puzzle.txt --html way.html",
    "satdoku explain puzzle.txt --step 5 --board",
)


def explain(
    puzzles: PuzzleArguments,
    question: ExplainQuestion,
    draw: DrawGroup,
    input: InputGroup,
    pictures: PictureGroup,
    resume: FromOption = None,
    time_limit: TimeLimitOption = None,
    html: Annotated[
        str | None,
        option("--html", metavar="FILE", text="Write a page to step through instead."),
    ] = None,
    before: Annotated[
        bool,
        option(
            "--before", text="Print the position before step N instead of the step (with --step N)."
        ),
    ] = False,
    json: JsonOption = False,
) -> int:
    """Explain the whole way to the solution, step by step, with the reason for each.

    The input is a puzzle, or a position: a grid of candidates, or a puzzle with --from.
    --step prints one step. --before prints the position before that step, drawn or as one line that
    every command reads. Pictures show this step, or all steps.
    Exit codes: 0 solved (or as far as --limit asked), 1 stuck, 2 bad input, 3 out of time.
    """
    reading, lang = input.reading(), question.lang
    if question.by_trial and html is not None:
        raise bad_value("--html shows the steps of a path, and trial has none")
    if question.by_trial and pictures.wanted:
        raise bad_value("pictures show the steps of a path, and trial has none")
    if before and question.step is None:
        raise bad_value("--before belongs to --step")
    drawn: list[tuple[Scene, str, str]] = []
    question = going_on(question, resume, reading)
    check = partial(question.checked, limit=question.limited(Limit(seconds=time_limit)))
    single = resume is not None
    files = html is not None or pictures.wanted
    read = positions(puzzles, reading, check, single=single, lang=lang)
    pages, numbers = count(), count()

    def separate() -> None:
        if next(numbers) and not before:
            print()

    def explained(item: CheckedPosition) -> int:
        if json or files or question.step is not None:
            explanation = waited_for(question.of)(item)
            if json:
                print_json(explanation)
            if isinstance(explanation, TrialExplanation):
                return trial_code(explanation.trials)
            if html is not None:
                write_text(html, explanation.html(), next(pages), puzzles)
            drawn.extend(explanation.drawn(before=before) if pictures.wanted else ())
            if not json and not files:
                separate()
                print_step(explanation, lang, draw, before=before)
            return path_code(explanation.path)
        separate()
        if question.by_trial:
            return trial_code(print_trials(item, question.limit, lang, draw))
        path = SolvingPath(item, question.preset_for(item), question.limit)
        print_path(item, path, lang, draw, full=question.full)
        return path_code(path)

    code = answer_each(read, explained, json=json)
    pictures.write(drawn if pictures.wanted else (), puzzles, lang)
    return code


def print_step(explanation: Explanation, lang: Lang, draw: DrawGroup, *, before: bool) -> None:
    """Print one step of a path, or the position before it alone."""
    from satdoku.answers.explain import said
    from satdoku.answers.places import position_line
    from satdoku.answers.steps_data import stage_heading
    from satdoku.render import render_candidates

    [(number, stage)] = explanation.numbered
    if before:
        drawn = draw.drawn
        board = render_candidates(stage.before, ascii=draw.ascii).rstrip() if drawn else ""
        print(board or position_line(stage.before), flush=True)
        return
    print(f"{number}. {stage_heading(stage, lang)}")
    if draw.drawn:
        print(draw.picture(stage.before, stage.step, lang))
    print(wrapped(said(stage, lang, full=explanation.full), lang, "   "), flush=True)


def print_path(
    checked: CheckedPosition, path: SolvingPath, lang: Lang, draw: DrawGroup, *, full: bool
) -> None:
    """Print each step as it is found: the first can be read before the last is found."""
    from satdoku.answers.explain import level_of_position, said
    from satdoku.answers.paths import summary
    from satdoku.answers.steps_data import stage_heading
    from satdoku.explaining.phrases import phrases

    input = checked.input
    print(named(input.text, input.line, input.left_out, input.source), flush=True)
    for number, stage in enumerate(waited(path), 1):
        print(f"\n{number}. {stage_heading(stage, lang)}")
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
    wording = words(checked.position.puzzle, lang)
    print(checked.input.text, end="\n\n", flush=True)
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
