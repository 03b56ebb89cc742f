"""``satdoku count``: how many solutions each puzzle has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from satdoku import solving
from satdoku.answers.solving import count_record
from satdoku.cli.asking import Asked, run
from satdoku.cli.groups import Asking, EngineGroup, InputGroup, RunGroup
from satdoku.cli.options import PuzzleArguments
from satdoku.cli.output import DONE, NO, UNDECIDED, Report
from satdoku.records.solving import CountRecord

__all__ = ["count"]


def count(
    puzzles: PuzzleArguments,
    engine: EngineGroup,
    common: RunGroup,
    input: InputGroup,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Stop counting a puzzle at so many solutions.")
    ] = None,
) -> int:
    """Count the solutions of each puzzle: exactly, or "at least" where a limit cut it.

    Off a terminal: the number (>=N where cut), a tab and the puzzle, a line each.
    """
    asking = Asking.of(input, common, engine, limit)
    return run(_ask, puzzles, asking, Report(_lines, _code, _text), common)


def _ask(asking: Asking, asked: Asked) -> CountRecord:
    return count_record(solving.count(asked.puzzle, **asking.common), asked)


def _lines(record: CountRecord) -> Iterable[str]:
    return (f"{'' if record.exact else '>='}{record.count}\t{record.puzzle}",)


def _code(record: CountRecord) -> int:
    if record.stopped not in (None, "solutions"):
        return UNDECIDED
    return DONE if record.count else NO


def _text(record: CountRecord) -> str:
    number = f"{record.count:,} solution{'' if record.count == 1 else 's'}"
    text = number if record.exact else f"at least {number} (the {record.stopped} limit ran out)"
    known = record.published
    if known is None:
        return text
    if record.exact:
        same = "the same number" if known["count"] == record.count else f"{known['count']:,}"
        return f"{text}\ncounted here; {known['source']} published {same}"
    return f"{text}\n{known['count']:,} are known ({known['source']}); they were not counted here"
