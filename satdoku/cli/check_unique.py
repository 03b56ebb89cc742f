"""``satdoku check-unique``: does each puzzle have exactly one solution?"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated

import typer

from satdoku.batch.plain import compiled_core
from satdoku.cli.asking import Plain, answer_all, uniqueness
from satdoku.cli.inputs import Reading
from satdoku.cli.options import (
    Backend,
    BackendOption,
    BoxOption,
    FormatOption,
    JobsOption,
    JsonOption,
    Letters,
    LettersOption,
    PuzzleArguments,
    RulesOption,
    SeedOption,
    SolverOption,
    TimeLimitOption,
    WorkersOption,
    asking_of,
)
from satdoku.cli.output import DONE, NO, UNDECIDED, Report, report_all
from satdoku.records import UniquenessRecord

__all__ = ["check_unique"]


class Only(StrEnum):
    """The verdicts that ``--only`` can keep."""

    unique = "unique"
    multiple = "multiple"
    none = "none"


def check_unique(
    puzzles: PuzzleArguments,
    backend: BackendOption = Backend.auto,
    only: Annotated[
        Only | None, typer.Option(help="Print just the puzzles with this verdict.")
    ] = None,
    time_limit: TimeLimitOption = None,
    jobs: JobsOption = 1,
    format: FormatOption = None,
    letters: LettersOption = Letters.auto,
    box: BoxOption = None,
    rules: RulesOption = None,
    solver: SolverOption = None,
    workers: WorkersOption = None,
    seed: SeedOption = None,
    json: JsonOption = False,
) -> int:
    """Does each puzzle have exactly one solution?

    Off a terminal: unique, multiple, none, undecided or invalid, a tab and the puzzle, a line
    each, in input order.
    """
    reading = Reading.of(format, letters, box, rules)
    asking = asking_of(reading, backend, solver, workers, seed, seconds=time_limit)
    records = answer_all(uniqueness, puzzles, asking, jobs, _plain(json, only is not None))
    return report_all(records, _report(only), json)


def _plain(json: bool, filtered: bool) -> Plain[UniquenessRecord] | None:
    core = compiled_core()
    if core is None:
        return None
    unsure = bytes((core.NONE, core.MULTIPLE))

    def code(verdicts: bytes) -> int:
        return NO if any(verdict in verdicts for verdict in unsure) else DONE

    def record(
        columns: list[str], line: int, source: str | None, seconds: float
    ) -> UniquenessRecord:
        verdict, puzzle, *witnesses = columns
        found = tuple(filter(None, witnesses))
        return UniquenessRecord(
            line, puzzle, verdict, found, None, "native", round(seconds, 9), source=source
        )

    return Plain(
        ready=None if json or filtered else ("vp", code),
        columns="vps2" if json else "vp",
        records=lambda rows, first, source, seconds: (
            record(row, line, source, seconds) for line, row in enumerate(rows, first)
        ),
        leave=(core.INVALID,),
    )


def _report(only: Only | None) -> Report[UniquenessRecord]:
    if only is None:
        return Report(_lines, _text, _code)
    return Report(
        lines=lambda record: (record.puzzle,),
        text=lambda record: record.puzzle,
        code=_code,
        keep=lambda record: record.verdict == only.value,
        invalid=lambda record: (),
    )


def _lines(record: UniquenessRecord) -> Iterable[str]:
    return (f"{record.verdict}\t{record.puzzle}",)


def _code(record: UniquenessRecord) -> int:
    return {"unique": DONE, "undecided": UNDECIDED}.get(record.verdict, NO)


def _text(record: UniquenessRecord) -> str:
    match record.verdict:
        case "unique":
            return f"unique: exactly one solution\n  {record.witnesses[0]}"
        case "multiple":
            first, second = record.witnesses
            return f"multiple: more than one solution, such as\n  {first}\n  {second}"
        case "none":
            return "none: no solution"
        case _:
            return f"undecided: the limit on {record.stopped} ran out"
