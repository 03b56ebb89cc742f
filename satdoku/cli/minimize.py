"""``satdoku minimize``: puzzles without their redundant givens."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Annotated

import typer

from satdoku.base.errors import SatdokuError
from satdoku.cli.asking import Asked, answer_all
from satdoku.cli.groups import Asking, InputGroup
from satdoku.cli.options import JsonOption, PuzzleArguments, real_seconds
from satdoku.cli.output import DONE, UNDECIDED, Report, complain, report_all
from satdoku.cli.waiting import waited
from satdoku.records.puzzles import MinimizedRecord

__all__ = ["minimize"]


def minimize(
    puzzles: PuzzleArguments,
    input: InputGroup,
    all: Annotated[
        int | None,
        typer.Option("--all", min=1, metavar="N", help="Every minimal sub-puzzle, up to N."),
    ] = None,
    fewest: Annotated[
        bool,
        typer.Option("--fewest", help="The fewest givens found in the time, proved where it can."),
    ] = False,
    seed: Annotated[
        int, typer.Option(min=0, help="The order in which givens are tried (without --all).")
    ] = 0,
    time_limit: Annotated[
        float | None,
        typer.Option(
            min=0.0,
            metavar="SECONDS",
            callback=real_seconds,
            help="For each puzzle; with --fewest 10 by default.",
        ),
    ] = None,
    json: JsonOption = False,
) -> int:
    """Drop redundant givens: every puzzle printed has one solution and needs all its givens.

    A puzzle a line, in input order; none, multiple, undecided or invalid stands in the place of a
    puzzle that has not exactly one solution. Exit codes: 0 done, 1 not unique, 2 bad input, 3 a
    limit came first (--all: there are more; --fewest: not proved).
    """
    if all is not None and fewest:
        raise SatdokuError("--all and --fewest cannot be asked for together")
    ask = partial(_ask, _How(all, fewest, seed))
    asking = Asking(input.reading(), seconds=time_limit)
    records = waited(answer_all(ask, puzzles, asking, jobs=1), puzzles)
    report = Report[MinimizedRecord](
        lines=lambda record: record.minimal,
        code=lambda record: DONE if record.complete else UNDECIDED,
        text=lambda record: "\n".join(record.minimal),
        invalid=lambda record: (record.called,),
        silent=("none", "multiple", "undecided"),
    )
    return report_all(records, report, json)


@dataclass(frozen=True)
class _How:
    most: int | None
    fewest: bool
    seed: int


def _ask(how: _How, asking: Asking, asked: Asked) -> MinimizedRecord:
    from satdoku.answers.minimal import minimized_of

    found = minimized_of(
        asked,
        most=how.most,
        fewest=how.fewest,
        seed=how.seed,
        seconds=asking.seconds,
        rules_known=asking.reading.knows(asked.puzzle),
    )
    if not found.complete:
        _complain(found)
    return found


def _complain(found: MinimizedRecord) -> None:
    place = f"{found.source}: line {found.line}: " if found.source else f"line {found.line}: "
    if found.at_least is None:
        count = len(found.minimal)
        complain(f"{place}there are more than these {count}, or the time was over")
        return
    least = f" (at least {found.at_least} are needed)" if found.at_least else ""
    complain(f"{place}{found.clues[0]} givens found, not proved to be the fewest{least}")
