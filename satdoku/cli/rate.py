"""``satdoku rate``: how hard each puzzle is, on Sudoku Explainer's scale or HoDoKu's."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any

import typer

from satdoku.answers.rating import both_ratings_of, rating_line, rating_of, rating_text
from satdoku.base.compiled import required_core
from satdoku.base.errors import FormatError, NotUnique
from satdoku.batch.plain import Plain
from satdoku.batch.questions import plain_rate
from satdoku.cli.asking import Asked, answer_all, run
from satdoku.cli.groups import Asking, InputGroup, RunGroup
from satdoku.cli.named import technique_option
from satdoku.cli.options import PuzzleArguments
from satdoku.cli.output import DONE, Report
from satdoku.cli.report import print_summary
from satdoku.cli.scales import AnyRating, ScaleChoice, ratings, require_fitting, unknown, uses
from satdoku.cli.waiting import waited
from satdoku.rating.scales import HODOKU, SCALES

__all__ = ["rate"]


def rate(
    puzzles: PuzzleArguments,
    common: RunGroup,
    input: InputGroup,
    scale: Annotated[
        ScaleChoice,
        typer.Option(help="Sudoku Explainer's scale, HoDoKu's (level and score), or both."),
    ] = ScaleChoice.se,
    er: Annotated[
        str | None, typer.Option(metavar="LOW..HIGH", help="Print just the puzzles in this range.")
    ] = None,
    requires: Annotated[
        list[str] | None,
        technique_option(text="Print just the puzzles that use this technique."),
    ] = None,
    allow_multiple: Annotated[
        bool, typer.Option(help="Rate puzzles with several solutions as far as the way goes.")
    ] = False,
    summary: Annotated[
        bool, typer.Option("--summary", help="Print what all ratings show: histogram, quantiles.")
    ] = False,
) -> int:
    """Rate each puzzle: Sudoku Explainer's ER (the hardest step), EP and ED.

    Off a terminal: ER/EP/ED, the puzzle and its level, with tabs between them, a line each; with a
    filter just the puzzles. With --scale hodoku the numbers are hodoku: and the score.
    A puzzle with rules is rated on the satdoku scale (docs/scale.md), which is no ER: its points
    after satdoku:, and the hardest technique.
    A puzzle with no or several solutions gets none, or multiple, in place of the numbers.
    """
    required_core("rating")
    low, high = _range(er)
    wanted = list(requires or ())
    require_fitting(scale, er=er is not None, allow_multiple=allow_multiple, summary=summary)
    for name in wanted:
        if why := unknown(scale, name):
            raise FormatError(f"--requires: {why}")
    names = common.json or bool(wanted) or summary or sys.stdout.isatty()
    how = _How(scale, names, allow_multiple, common.time_limit)
    filtered = er is not None or bool(wanted)

    def keep(record: AnyRating) -> bool:
        if er is not None and not any(low <= value <= high for value in ratings(record, "er")):
            return False
        return all(uses(record, name) for name in wanted)

    report = Report[AnyRating](
        lines=lambda record: (record.puzzle if filtered else rating_line(record),),
        text=rating_text,
        code=lambda record: DONE,
        keep=keep,
        filter=" ".join([f"--er {er}"] * (er is not None) + [f"--requires {n}" for n in wanted]),
    )
    if filtered:
        report = replace(report, invalid=lambda record: ())
    plain = _plain(how, common.jobs)
    ask, asking = partial(_ask, how), Asking(input.reading())
    if summary:
        records = waited(answer_all(ask, puzzles, asking, common.jobs, plain), puzzles)
        return print_summary(records, keep, json=common.json)
    return run(ask, puzzles, asking, report, common, plain=plain)


@dataclass(frozen=True)
class _How:
    scale: ScaleChoice
    names: bool
    allow_multiple: bool
    seconds: float | None


def _range(text: str | None) -> tuple[float, float]:
    if text is None:
        return 0.0, 99.0
    low, dots, high = text.partition("..")
    try:
        bounds = float(low or 0), float((high or 99) if dots else low)
    except ValueError:
        raise FormatError(f"--er is a range such as 3.0..4.5, not {text!r}") from None
    if not bounds[0] <= bounds[1]:
        raise FormatError(f"--er {text}: no rating is both above {low} and below {high}")
    return bounds


def _plain(how: _How, jobs: int) -> Plain[Any] | None:
    """How files of plain lines are answered."""
    if how.scale is ScaleChoice.both:
        return None
    scale = SCALES[how.scale.value]
    return plain_rate(scale=scale, names=how.names, seconds=how.seconds, jobs=jobs)


def _ask(how: _How, asking: Asking, asked: Asked) -> AnyRating:
    """Rate one puzzle the general way."""
    if how.scale is ScaleChoice.hodoku:
        return rating_of(asked, scale=HODOKU, seconds=how.seconds)
    if how.scale is ScaleChoice.both:
        return both_ratings_of(asked, names=how.names, seconds=how.seconds)
    try:
        return rating_of(
            asked, names=how.names, allow_multiple=how.allow_multiple, seconds=how.seconds
        )
    except NotUnique as error:
        raise NotUnique(f"{error}; --allow-multiple rates it all the same") from None
