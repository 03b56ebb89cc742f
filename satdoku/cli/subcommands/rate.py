"""``satdoku rate``: how hard each puzzle is, on Sudoku Explainer's scale or HoDoKu's."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, TypeAlias

from satdoku.answers.rating import BothRatings, RateQuestion, RatingAnswer
from satdoku.base.compiled import required_core
from satdoku.base.errors import FormatError
from satdoku.batch.questions import plain_rate
from satdoku.cli.driver import answer_all, run
from satdoku.cli.groups import InputGroup, RunGroup
from satdoku.cli.named import technique_option
from satdoku.cli.options import PuzzleArguments, option
from satdoku.cli.output import Report
from satdoku.cli.reports import no_row, puzzle_row
from satdoku.cli.subcommands.report import print_summary
from satdoku.cli.waiting import waited
from satdoku.rating.scales import HODOKU, SCALES, SE

LISTED = 250, "Rate each puzzle, on Sudoku Explainer's scale"
EXAMPLES = (
    "satdoku rate puzzles.txt",
    "satdoku rate puzzles.txt --er 1.2..2.5",
    "satdoku rate puzzles.txt --scale hodoku",
)


def rate(
    puzzles: PuzzleArguments,
    question: RateQuestion,
    common: RunGroup,
    input: InputGroup,
    er: Annotated[
        str | None,
        option(metavar="LOW..HIGH", text="Print only the puzzles with an ER in this range."),
    ] = None,
    requires: Annotated[
        list[str] | None,
        technique_option(text="Print only the puzzles that use this technique."),
    ] = None,
    summary: Annotated[
        bool,
        option("--summary", text="Print a summary of the ratings: histogram, quantiles."),
    ] = False,
) -> int:
    """Rate each puzzle: Sudoku Explainer's ER (the hardest step), EP and ED.

    Piped output has one line for each puzzle, separated by tabs: ER/EP/ED, the puzzle and its
    level; with a filter only the puzzles. --scale hodoku prints hodoku: and HoDoKu's score instead
    of ER/EP/ED. On a terminal HoDoKu's score and level are printed too. With --certify the
    certificate follows behind a tab.
    An ER of 1.0 to 2.3 means singles, 2.6 to 3.0 pointing, claiming and naked pairs, 3.2 to 6.2
    larger sets, fish, wings and uniqueness, 6.5 to 7.5 chains, and more forcing chains; the hardest
    puzzles known have 11.9 (docs/ratings.md).
    Puzzles with rules and on boards other than the 9x9 are rated on the satdoku scale
    (docs/scale.md): satdoku: and the points, and the hardest technique. --scale w and b print
    Berthier's W and B in the same way.
    For a puzzle with no or several solutions, none or multiple is printed instead of the numbers.
    If Sudoku Explainer's techniques do not solve a puzzle, its ER is 20.0, as in Sudoku Explainer,
    stuck is printed instead of the level, and the exit code is 1.
    """
    required_core("rating")
    low, high = _range(er)
    wanted = list(requires or ())
    scale = question.scale or "se"
    require_fitting(scale, er=er is not None, summary=summary)
    for name in wanted:
        if why := unknown(scale, name):
            raise FormatError("{name}: {error}", name="--requires", error=why)
    read = sys.stdout.isatty()
    if summary and question.path_shape:
        raise FormatError("--summary shows no shapes of paths; leave --path-shape out")
    names = common.json or bool(wanted) or summary or read or question.path_shape
    names = names or question.certify is not None
    question = replace(question, names=names, beside=read and not (common.json or summary))
    filtered = er is not None or bool(wanted)

    keep = partial(_is_wanted, None if er is None else (low, high), wanted)
    report = Report[AnyRating]()
    if filtered:
        options = [f"--er {er}"] * (er is not None) + [f"--requires {n}" for n in wanted]
        report = Report(rows=puzzle_row, keep=keep, filter=" ".join(options), invalid=no_row)
    plain = None
    if question.is_plain:
        seconds = common.time_limit
        plain = plain_rate(
            scale=SCALES[scale],
            names=names,
            path_shape=question.path_shape,
            seconds=seconds,
        )
    if summary:
        answers = answer_all(question, puzzles, input, common, plain, whole=True)
        return print_summary(waited(answers, puzzles), keep, json=common.json)
    return run(question, puzzles, input, common, report, plain=plain)


def _is_wanted(
    bounds: tuple[float, float] | None, techniques: Sequence[str], answer: AnyRating
) -> bool:
    if bounds is not None and not any(
        bounds[0] <= value <= bounds[1] for value in ratings(answer, "er")
    ):
        return False
    return all(uses(answer, name) for name in techniques)


def _range(text: str | None) -> tuple[float, float]:
    if text is None:
        return 0.0, 99.0
    low, dots, high = text.partition("..")
    try:
        bounds = float(low or 0), float((high or 99) if dots else low)
    except ValueError:
        raise FormatError("--er is a range such as 3.0..4.5, not {value!r}", value=text) from None
    if not bounds[0] <= bounds[1]:
        raise FormatError(
            "--er {value}: no rating is both above {low} and below {high}",
            value=text,
            low=low,
            high=high,
        )
    return bounds


AnyRating: TypeAlias = RatingAnswer | BothRatings


def require_fitting(scale: str, *, er: bool, summary: bool) -> None:
    """:raises FormatError: where an option is of Sudoku Explainer's scale alone."""
    if scale not in ("se", "both") and er:
        raise FormatError(
            "--er is a range of Sudoku Explainer's ratings, not of HoDoKu's scores"
            if scale == "hodoku"
            else "--er is a range of Sudoku Explainer's ratings, not of the scale {scale}",
            scale=scale,
        )
    if scale != "se" and summary:
        raise FormatError("--summary shows Sudoku Explainer's ratings; leave --scale out")


def unknown(choice: str, name: str) -> str | None:
    """Why the scale's paths have no technique of this name."""
    scales = (SE, HODOKU) if choice == "both" else (SCALES[choice],)
    whys = [scale.unknown(name) for scale in scales]
    return None if None in whys else whys[0]


def ratings(answer: AnyRating, column: str) -> Iterable[float]:
    """The number of this column in an answer that has it."""
    return [one.scores[column] for one in answer.ratings if column in one.scores]


def uses(answer: AnyRating, name: str) -> bool:
    return any(
        SCALES[one.scale].is_called(have, name)
        for one in answer.ratings
        for have in one.techniques or ()
    )
