"""A verdict with a certificate that anyone can check."""

from __future__ import annotations

from pathlib import Path

from satdoku.base.errors import Undecided
from satdoku.base.limits import Clock
from satdoku.proofs.certifying import (
    certify_result,
    make_directory,
    stem_of,
    write_certificate,
)
from satdoku.proofs.lrat import ProofFormat
from satdoku.puzzle import Puzzle
from satdoku.solving import UniquenessResult


def certified(
    puzzle: Puzzle,
    line: int,
    result: UniquenessResult,
    directory: Path,
    *,
    form: ProofFormat,
    solver: str,
    clock: Clock,
) -> Path | None:
    """Write the certificate of a verdict into a directory, which is made where it is missing.

    ``None`` where there is no verdict, or the time runs out before it is proved.

    :raises Unsupported: where a rule has no clauses, or there would be too many.
    :raises SatdokuError: where the directory cannot be written.
    """
    make_directory(directory)
    if result.verdict == "undecided":
        return None
    try:
        proved = certify_result(
            puzzle, result, solver=solver, proof_format=form, limit=clock.rest()
        )
    except Undecided:
        return None
    return write_certificate(proved, directory, stem_of(puzzle, line))
