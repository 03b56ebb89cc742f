"""``satdoku rate``: how hard each puzzle is, on Sudoku Explainer's scale."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Annotated

import typer

from satdoku.answers.rating import rating_of, rating_record
from satdoku.cli.asking import Asked, Asking, Plain, answer_all
from satdoku.cli.inputs import Reading
from satdoku.cli.options import (
    FormatOption,
    JobsOption,
    JsonOption,
    PuzzleArguments,
    TimeLimitOption,
)
from satdoku.cli.output import DONE, Report, report_all
from satdoku.errors import FormatError, NoSolution, NotUnique, Undecided
from satdoku.rating.explainer import Rating, kernel, rate_text
from satdoku.rating.names import is_called, technique_names, unknown
from satdoku.records.base import ErrorRecord
from satdoku.records.steps import RatingRecord

__all__ = ["rate"]


def rate(
    puzzles: PuzzleArguments,
    er: Annotated[
        str | None, typer.Option(metavar="LOW..HIGH", help="Print just the puzzles in this range.")
    ] = None,
    requires: Annotated[
        list[str] | None,
        typer.Option(metavar="TECHNIQUE", help="Print just the puzzles that use this technique."),
    ] = None,
    allow_multiple: Annotated[
        bool, typer.Option(help="Rate puzzles with several solutions as far as the way goes.")
    ] = False,
    time_limit: TimeLimitOption = None,
    jobs: JobsOption = 1,
    format: FormatOption = None,
    json: JsonOption = False,
) -> int:
    """Rate each puzzle: Sudoku Explainer's ER (the hardest step), EP and ED.

    Off a terminal: ER/EP/ED, the puzzle and its level, with tabs between them, a line each; with a
    filter just the puzzles.
    A puzzle with no or several solutions gets none, or multiple, in place of the numbers.
    """
    kernel()
    low, high = _range(er)
    wanted = list(requires or ())
    for name in wanted:
        if why := unknown(name, technique_names("se"), "Sudoku Explainer"):
            raise FormatError(f"--requires: {why}")
    names = json or bool(wanted) or sys.stdout.isatty()
    how = _How(names, allow_multiple, time_limit)
    reading = Reading.of(format, "auto", None, None)
    filtered = er is not None or bool(wanted)

    def keep(record: RatingRecord) -> bool:
        used = record.techniques or ()
        return low <= record.er <= high and all(
            any(is_called(have, name) for have in used) for name in wanted
        )

    report = Report[RatingRecord](
        lines=lambda record: (
            record.puzzle
            if filtered
            else f"{_numbers(record)}\t{record.puzzle}\t{record.level or '-'}",
        ),
        text=RatingRecord.text,
        code=lambda record: DONE,
        keep=keep,
    )
    if filtered:
        report = Report(report.lines, report.text, report.code, keep, invalid=lambda record: ())
    records = answer_all(partial(_ask, how), puzzles, Asking(reading), jobs, _plain(how, jobs))
    return report_all(records, report, json)


@dataclass(frozen=True)
class _How:
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


def _numbers(record: RatingRecord) -> str:
    return f"{record.er:.1f}/{record.ep:.1f}/{record.ed:.1f}"


def _plain(how: _How, jobs: int) -> Plain[RatingRecord]:
    """Plain lines: the core has judged them unique when they come here."""
    core = kernel()
    leave = [core.INVALID, core.NONE, core.MULTIPLE]

    def records(
        rows: list[list[str]], first: int, source: str | None, _: float
    ) -> Iterator[RatingRecord | ErrorRecord]:
        texts = [row[0] for row in rows]
        if how.names or jobs == 1 or how.seconds is not None:
            for line, text in enumerate(texts, first):
                started = time.perf_counter()
                found = rate_text(text, names=how.names, seconds=how.seconds)
                seconds = time.perf_counter() - started
                yield _record(found, line, text, source, seconds)
            return
        size = 16 * jobs
        for start in range(0, len(texts), size):
            started = time.perf_counter()
            piece = texts[start : start + size]
            ratings = core.se_rate_batch(piece, threads=jobs)
            seconds = (time.perf_counter() - started) / len(piece)
            for line, (text, rated) in enumerate(zip(piece, ratings, strict=True), first + start):
                found = Rating.of(rated, text)
                yield _record(found, line, text, source, seconds)

    return Plain(ready=None, columns="pv", records=records, leave=leave)


def _ask(how: _How, asking: Asking, asked: Asked) -> RatingRecord | ErrorRecord:
    """Rate one puzzle the general way."""
    try:
        return rating_of(
            asked, names=how.names, allow_multiple=how.allow_multiple, seconds=how.seconds
        )
    except NoSolution as error:
        return _refused(asked, "none", str(error))
    except NotUnique as error:
        return _refused(asked, "multiple", f"{error}; --allow-multiple rates it all the same")
    except Undecided as error:
        return _refused(asked, "undecided", str(error))


def _refused(asked: Asked, verdict: str, sentence: str) -> ErrorRecord:
    place = f"{asked.source}: " if asked.source else ""
    placed = f"{place}line {asked.line}: {sentence}"
    return ErrorRecord(asked.line, asked.text, placed, verdict, source=asked.source)


def _record(
    found: Rating, line: int, text: str, source: str | None, seconds: float
) -> RatingRecord | ErrorRecord:
    """The record of a plain line, which has one solution."""
    try:
        return rating_record(found, line, text, source, seconds)
    except Undecided as error:
        place = f"{source}: " if source else ""
        placed = f"{place}line {line}: {error}"
        return ErrorRecord(line, text, placed, "undecided", source=source)
