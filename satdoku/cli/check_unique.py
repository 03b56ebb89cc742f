"""``satdoku check-unique``: does each puzzle have exactly one solution?"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from satdoku.batch.plain import compiled_core
from satdoku.cli.asking import Asked, Asking, Plain, answer_all, uniqueness
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
from satdoku.records.solving import CertifiedRecord, UniquenessRecord

if TYPE_CHECKING:
    from satdoku.proofs.drat import ProofFormat

__all__ = ["check_unique"]


class Only(StrEnum):
    """The verdicts that ``--only`` can keep."""

    unique = "unique"
    multiple = "multiple"
    none = "none"


class ProofForm(StrEnum):
    """The forms of a proof file."""

    text = "text"
    binary = "binary"


class ProofSolver(StrEnum):
    """The SAT solvers that write proofs."""

    cadical153 = "cadical153"
    glucose4 = "glucose4"


def check_unique(
    puzzles: PuzzleArguments,
    backend: BackendOption = Backend.auto,
    only: Annotated[
        Only | None, typer.Option(help="Print just the puzzles with this verdict.")
    ] = None,
    certify: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write a certificate of each verdict, with its proof."),
    ] = None,
    proof_format: Annotated[
        ProofForm, typer.Option(help="How a proof is written: DRAT as text or binary.")
    ] = ProofForm.text,
    proof_solver: Annotated[
        ProofSolver, typer.Option(help="Which SAT solver writes the proofs.")
    ] = ProofSolver.cadical153,
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
    each, in input order; with --certify also a tab and the certificate, for satdoku verify.
    """
    reading = Reading.of(format, letters, box, rules)
    asking = asking_of(reading, backend, solver, workers, seed, seconds=time_limit)
    if certify is not None:
        from satdoku.proofs.certifying import make_directory

        make_directory(certify)
        ask = partial(_certified, certify, proof_format.value, proof_solver.value)
        return report_all(answer_all(ask, puzzles, asking, jobs), _report(only), json)
    records = answer_all(uniqueness, puzzles, asking, jobs, _plain(json, only is not None))
    return report_all(records, _report(only), json)


def _certified(
    directory: Path, form: ProofFormat, solver: str, asking: Asking, asked: Asked
) -> UniquenessRecord:
    """Ask whether there is exactly one solution, and write the certificate of the answer."""
    from satdoku.answers.certificate import certified_of

    return certified_of(asked, directory, form=form, solver=solver, **asking.common)


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
    certificate = _certificate(record)
    return (f"{record.verdict}\t{record.puzzle}" + (f"\t{certificate}" if certificate else ""),)


def _certificate(record: UniquenessRecord) -> str | None:
    return record.certificate if isinstance(record, CertifiedRecord) else None


def _code(record: UniquenessRecord) -> int:
    return {"unique": DONE, "undecided": UNDECIDED}.get(record.verdict, NO)


def _text(record: UniquenessRecord) -> str:
    certificate = _certificate(record)
    return _answer(record) + (f"\ncertificate: {certificate}" if certificate else "")


def _answer(record: UniquenessRecord) -> str:
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
