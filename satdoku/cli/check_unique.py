"""``satdoku check-unique``: does each puzzle have exactly one solution?"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from satdoku import solving
from satdoku.answers.solving import uniqueness_record
from satdoku.batch.questions import plain_uniqueness
from satdoku.cli.asking import Asked, run
from satdoku.cli.groups import Asking, EngineGroup, InputGroup, RunGroup
from satdoku.cli.options import PuzzleArguments
from satdoku.cli.output import DONE, NO, UNDECIDED, Report
from satdoku.records.solving import UniquenessRecord

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
    engine: EngineGroup,
    common: RunGroup,
    input: InputGroup,
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
) -> int:
    """Does each puzzle have exactly one solution?

    Off a terminal: unique, multiple, none, undecided or invalid, a tab and the puzzle, a line
    each, in input order; with --certify also a tab and the certificate, for satdoku verify.
    """
    asking = Asking.of(input, common, engine)
    if certify is not None:
        from satdoku.proofs.certifying import make_directory

        make_directory(certify)
        ask = partial(_certified, certify, proof_format.value, proof_solver.value)
        return run(ask, puzzles, asking, _report(only), common)
    plain = plain_uniqueness(records=common.json or only is not None, witnesses=common.json)
    return run(_ask, puzzles, asking, _report(only), common, plain=plain)


def _ask(asking: Asking, asked: Asked) -> UniquenessRecord:
    found = solving.check_unique(asked.puzzle, **asking.common)
    return uniqueness_record(found, asked, asking.reading.options.letters)


def _certified(
    directory: Path, form: ProofFormat, solver: str, asking: Asking, asked: Asked
) -> UniquenessRecord:
    """Ask whether there is exactly one solution, and write the certificate of the answer."""
    from satdoku.answers.certificate import certified_of

    return certified_of(asked, directory, form=form, solver=solver, **asking.common)


def _report(only: Only | None) -> Report[UniquenessRecord]:
    if only is None:
        return Report(_lines, _code, _text)
    return Report(
        lines=lambda record: (record.puzzle,),
        text=lambda record: record.puzzle,
        code=_code,
        keep=lambda record: record.verdict == only.value,
        invalid=lambda record: (),
    )


def _lines(record: UniquenessRecord) -> Iterable[str]:
    certificate = _certificate(record)
    return (
        f"{record.marked(record.verdict)}\t{record.puzzle}"
        + (f"\t{certificate}" if certificate else ""),
    )


def _certificate(record: UniquenessRecord) -> str | None:
    return getattr(record, "certificate", None)


def _code(record: UniquenessRecord) -> int:
    return {"unique": DONE, "undecided": UNDECIDED}.get(record.verdict, NO)


def _text(record: UniquenessRecord) -> str:
    certificate = _certificate(record)
    return _answer(record) + (f"\ncertificate: {certificate}" if certificate else "")


def _answer(record: UniquenessRecord) -> str:
    verdict = record.marked(record.verdict)
    match record.verdict:
        case "unique":
            return f"{verdict}: exactly one solution\n  {record.witnesses[0]}"
        case "multiple":
            first, second = record.witnesses
            return f"{verdict}: more than one solution, such as\n  {first}\n  {second}"
        case "none":
            return f"{verdict}: no solution"
        case _:
            return f"{verdict}: the limit on {record.stopped} ran out"
