"""``satdoku explain``: the whole way through a puzzle, as a person would go it."""

from __future__ import annotations

from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Annotated

import typer

from satdoku.answers.explain import ExplainQuestion, TrialExplanation
from satdoku.answers.paths import SolvingPath
from satdoku.base.limits import Limit
from satdoku.cli.drawing import PictureGroup, write_text
from satdoku.cli.explained import path_code, print_path, print_step, print_trials, trial_code
from satdoku.cli.groups import InputGroup
from satdoku.cli.options import JsonOption, PuzzleArguments, TimeLimitOption
from satdoku.cli.output import print_json
from satdoku.cli.paths import DrawGroup, FromOption, answer_each, going_on, positions
from satdoku.cli.waiting import waited_for

if TYPE_CHECKING:
    from satdoku.answers.positions import CheckedPosition
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
        typer.Option("--html", metavar="FILE", help="Write a page to step through instead."),
    ] = None,
    before: Annotated[
        bool, typer.Option("--before", help="With --step: the position before it, without it.")
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
        raise typer.BadParameter("--html shows the steps of a path, and trial has none")
    if question.by_trial and pictures.wanted:
        raise typer.BadParameter("pictures show the steps of a path, and trial has none")
    if before and question.step is None:
        raise typer.BadParameter("--before belongs to --step")
    drawn: list[tuple[Scene, str, str]] = []
    question = going_on(question, resume, reading)
    check = partial(question.checked, limit=question.limited(Limit(seconds=time_limit)))
    single = resume is not None
    files = html is not None or pictures.wanted
    read = positions(puzzles, reading, check, single=single, lang=lang)
    pages, numbers = count(), count()

    def explained(item: CheckedPosition) -> int:
        if next(numbers) and not json and not files and not before:
            print()
        if json or files or question.step is not None:
            found = waited_for(question.of)(item)
            if json:
                print_json(found)
            if isinstance(found, TrialExplanation):
                return trial_code(found.trials)
            if html is not None:
                write_text(html, found.html(), next(pages), puzzles)
            drawn.extend(found.drawn(before=before) if pictures.wanted else ())
            if not json and not files:
                print_step(found, lang, draw, before=before)
            return path_code(found.path)
        if question.by_trial:
            return trial_code(print_trials(item, question.limit, lang, draw))
        path = SolvingPath(item, question.preset_for(item), question.limit)
        print_path(item, path, lang, draw, full=question.full)
        return path_code(path)

    code = answer_each(read, explained, json=json)
    pictures.write(drawn if pictures.wanted else (), puzzles, lang)
    return code
