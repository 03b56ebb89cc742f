"""A verdict, or the path of a rating, with its certificate in a directory."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from satdoku.base.errors import Undecided
from satdoku.base.limits import Clock, Limit, RanOut
from satdoku.proofs.certifying import (
    certify_result,
    make_directory,
    stem_of,
    write_certificate,
)
from satdoku.proofs.lrat import ProofFormat
from satdoku.puzzle import Puzzle
from satdoku.rating.explainer import Rating
from satdoku.solving import UniquenessResult

if TYPE_CHECKING:
    from satdoku.rating.certified import RatedPath


def certified(
    puzzle: Puzzle,
    line: int,
    result: UniquenessResult,
    directory: Path,
    *,
    form: ProofFormat,
    solver: str,
    theorem: bool,
    clock: Clock,
) -> Path | None:
    """Write the certificate of a verdict into a directory, which is made where it is missing.

    With ``theorem`` it is written as a theorem for Coq, too. ``None`` where there is no verdict, or
    the time runs out before it is proved.

    :raises Unsupported: where a rule has no clauses, or there would be too many, or numbers in a
        theorem.
    :raises SatdokuError: where the directory cannot be written.
    """
    make_directory(directory)
    if result.verdict == "undecided":
        return None
    stem, more = stem_of(puzzle, line), {}
    try:
        proved = certify_result(
            puzzle, result, solver=solver, proof_format=form, limit=clock.rest()
        )
        if theorem:
            from satdoku.proofs.theorem import theorem_name, theorem_of

            name = theorem_name(stem)
            more[name] = theorem_of(proved, name, clock).encode()
    except Undecided:
        return None
    return write_certificate(proved, directory, stem, more)


def certified_path(
    puzzle: Puzzle, line: int, rating: Rating, directory: Path, limit: Limit
) -> Path | None:
    """Write the certificate of the path that a rating is of into a directory.

    ``None`` where the path does not end in the solution, or the time runs out before it is checked.

    :raises SatdokuError: where the directory cannot be written.
    """
    make_directory(directory)
    if rating.status != "ok":
        return None
    try:
        proved = rated_path(puzzle, rating, limit.start())
    except RanOut:
        return None
    return write_certificate(proved, directory, stem_of(puzzle, line))


def rated_path(puzzle: Puzzle, rating: Rating, clock: Clock) -> RatedPath:
    """The path that a rating is of, with its arguments.

    :raises RanOut: where the time runs out.
    """
    from satdoku.rating.certified import path_of  # loads all arguments

    return path_of(puzzle, () if rating.walked is None else rating.walked(), clock)
