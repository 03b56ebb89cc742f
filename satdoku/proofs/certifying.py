"""Find a verdict, have it proved by a SAT solver that writes its proof, and write it all down.

The solver is not trusted: its proof is checked by our own checker before it is handed out, so a
certificate that does not hold is never written.
"""

from __future__ import annotations

import os
import platform
import secrets
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from satdoku.base.errors import EngineDisagreement, EngineUnavailable, SatdokuError, Undecided
from satdoku.base.limits import UNLIMITED, Clock, Limit, RanOut
from satdoku.base.version import __version__
from satdoku.proofs.certificate import Certified, puzzle_digest
from satdoku.proofs.drat import (
    DratStep,
    NotAProof,
    read_proof,
    sniffed_as_text,
    write_proof,
)
from satdoku.proofs.formula import ProofFormula, formula_of
from satdoku.proofs.lrat import FORMATS, ProofFormat, lrat_of, write_lrat
from satdoku.proofs.rup import RupChecker
from satdoku.proofs.verifying import check_proof
from satdoku.puzzle import Puzzle
from satdoku.solving import EngineOptions, UniquenessResult, check_unique

PROOF_SOLVERS = ("cadical153", "glucose4")
"""The python-sat solvers that may write proofs; the first is the default."""


def certify(
    puzzle: Puzzle,
    *,
    backend: str = "auto",
    options: EngineOptions | None = None,
    solver: str = PROOF_SOLVERS[0],
    proof_format: ProofFormat = "text",
    limit: Limit = UNLIMITED,
) -> Certified:
    """Whether the puzzle has exactly one solution, none or several, with a checked proof.

    :raises Undecided: where the limit ran out first.
    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    :raises Unsupported: where a rule has no clauses, or there would be too many.
    :raises EngineUnavailable: where python-sat, or the backend named, is not installed.
    :raises EngineDisagreement: where verdict, proof and rules contradict each other: a bug.
    """
    clock = limit.start()
    result = check_unique(
        puzzle, backend=backend, options=options or EngineOptions(), limit=clock.rest()
    )
    if result.verdict == "undecided":
        raise Undecided(f"the limit on {result.stopped} ran out before the verdict was known")
    return certify_result(
        puzzle, result, solver=solver, proof_format=proof_format, limit=clock.rest()
    )


def certify_result(
    puzzle: Puzzle,
    result: UniquenessResult,
    *,
    solver: str = PROOF_SOLVERS[0],
    proof_format: ProofFormat = "text",
    limit: Limit = UNLIMITED,
) -> Certified:
    """A certificate of a verdict that is known already.

    :raises Undecided, Unsupported, EngineUnavailable, EngineDisagreement: as :func:`certify`.
    :raises ValueError: where the verdict is ``undecided``, or a solver or format is not known.
    """
    if solver not in PROOF_SOLVERS:
        raise ValueError(f"{solver!r} writes no proofs here; there are {', '.join(PROOF_SOLVERS)}")
    if proof_format not in FORMATS:
        raise ValueError(
            f"{proof_format!r} is not a format of proofs; there are {', '.join(FORMATS)}"
        )
    if result.verdict == "undecided":
        raise ValueError("a verdict that is undecided has no certificate")
    if result.verdict == "multiple":
        return Certified(
            puzzle,
            "multiple",
            result.witnesses,
            None,
            None,
            proof_format,
            0,
            (0, 0),
            programs(None),
        )
    clock = limit.start()
    formula = formula_of(puzzle, result.witnesses[0] if result.witnesses else None, clock)
    needed = None if RupChecker(formula.top, formula.clauses, clock).refuted else solver
    # Where unit propagation alone refutes the formula, the empty clause is the whole proof.
    steps = [DratStep(0, False, ())] if needed is None else _proof(formula, needed, puzzle, clock)
    try:
        if proof_format == "lrat":
            proof = write_lrat(lrat_of(formula, steps, clock))
        else:
            proof = write_proof(steps, proof_format)
        check_proof(formula, proof, proof_format, clock)
    except NotAProof as error:
        raise EngineDisagreement(
            f"the solver {solver!r} wrote a proof that does not hold for {puzzle.grid.text()}: "
            f"{error}. This is a bug; please report it."
        ) from None
    return Certified(
        puzzle,
        result.verdict,
        result.witnesses,
        formula.dimacs(),
        proof,
        proof_format,
        formula.version,
        (formula.top, len(formula.clauses)),
        programs(needed),
    )


def _proof(formula: ProofFormula, solver: str, puzzle: Puzzle, clock: Clock) -> list[DratStep]:
    """A refutation by the solver, ended with the empty clause.

    A solver may stop writing once unit propagation does the rest. That is a valid proof, and the
    empty clause, which then follows at once, makes it one that every checker takes.
    """
    lines = _solve(formula, solver, puzzle, clock)
    text = "".join(f"{line.strip()}\n" for line in lines).encode("ascii")
    try:
        steps = read_proof(text, "text", formula.top)
    except NotAProof as error:
        raise EngineDisagreement(
            f"the solver {solver!r} wrote what is not a proof for {puzzle.grid.text()}: {error}. "
            "This is a bug; please report it."
        ) from None
    if not steps or steps[-1].clause or steps[-1].deletes:
        steps.append(DratStep(0, False, ()))
    if sniffed_as_text(write_proof(steps[:1], "binary")):
        # A copy of a short clause of the formula always follows, and shows what the file is.
        steps.insert(0, DratStep(0, False, min(formula.clauses, key=len)))
    return steps


def _solve(formula: ProofFormula, solver: str, puzzle: Puzzle, clock: Clock) -> list[str]:
    try:
        from satdoku.engines.incremental import Clauses
    except ImportError as error:
        raise EngineUnavailable(
            f"proofs are written by python-sat, which is not installed ({error}); "
            "to get it: pip install python-sat"
        ) from error
    clauses = map(list, formula.clauses)
    with Clauses(clauses, solver=solver, with_proof=True) as solver_with_proof:
        try:
            possible = solver_with_proof.solve((), clock)
        except RanOut as error:
            raise RanOut(error.stop, "the proof was found") from None
        if possible:
            raise EngineDisagreement(
                f"the solver {solver!r} found a solution of {puzzle.grid.text()} that the engine "
                "reported not to exist. This is a bug; please report it."
            )
        return solver_with_proof.proof()


@lru_cache(maxsize=4)
def programs(solver: str | None) -> dict[str, str]:
    """The programs that make a certificate, with their versions."""
    from importlib.metadata import version

    versions = {"satdoku": __version__, "python": platform.python_version()}
    if solver is not None:
        versions |= {"python-sat": version("python-sat"), "solver": solver}
    return versions


def stem_of(puzzle: Puzzle, line: int | None = None) -> str:
    """The name of the files of a certificate, without suffix: ``000017-3f9a0c12d4e5``.

    It has the line of the puzzle, where there is one, and a hash of the puzzle, so that a
    certificate is only ever replaced by one of the same puzzle.

    :raises Unsupported: where satdoku's JSON cannot hold the puzzle.
    """
    digest = puzzle_digest(puzzle)
    return digest if line is None else f"{line:06d}-{digest}"


def make_directory(directory: Path) -> None:
    """Make a directory, with its parents, unless it exists.

    :raises SatdokuError: where it cannot be made, or is no directory (gives the reason).
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(directory, "directory", error) from None


def _unwritable(path: Path, kind: str, error: OSError) -> SatdokuError:
    return SatdokuError(f"the {kind} {path} cannot be written: {error.strerror or error}")


class Certifies(Protocol):
    """A certificate that can be written: of a verdict, or of a path."""

    @property
    def puzzle(self) -> Puzzle: ...

    def files(self, stem: str) -> dict[str, bytes]: ...


def write_certificate(
    certified: Certifies,
    directory: str | os.PathLike[str],
    stem: str | None = None,
    more: Mapping[str, bytes] | None = None,
) -> Path:
    """Write the files of a certificate, and ``more``, and return the path of its ``.json``.

    The directory is made where it is missing. All files are written under other names first, and
    the ``.json`` gets its name last: under a final name stands a whole file or none.

    :raises SatdokuError: where they cannot be written (gives the reason); none of them is left
    behind.
    :raises Unsupported: where satdoku's JSON cannot hold the puzzle.
    """
    own = certified.files(stem_of(certified.puzzle) if stem is None else stem)
    files = {**(more or {}), **own}
    folder = Path(directory)
    token = f".{os.getpid()}-{secrets.token_hex(4)}.part"
    written: list[Path] = []
    path = folder
    make_directory(folder)
    try:
        for name, data in files.items():
            path = folder / f".{name}{token}"
            written.append(path)
            _write(path, data)
        *_, certificate = files
        # An older certificate must not stand beside files that it does not bind.
        (folder / certificate).unlink(missing_ok=True)
        for name in files:
            path = folder / name
            written[0].replace(path)
            written = [*written[1:], path]
    except OSError as error:
        _remove(written)
        raise _unwritable(path, "certificate", error) from None
    except BaseException:
        _remove(written)
        raise
    return folder / certificate


def _write(path: Path, data: bytes) -> None:
    with path.open("xb") as stream:
        stream.write(data)


def _remove(paths: Iterable[Path]) -> None:
    for path in paths:
        try:
            path.unlink(missing_ok=True)
        except OSError:
            continue  # the first error is the one to report
