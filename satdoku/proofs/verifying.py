"""Judge a certificate: from the puzzle alone, without the solver or the encoder that made it.

Every fault found is reported, each with the part it is in: a file whose hash is not the
certificate's, a solution that breaks a rule (by the plain ``holds`` of every rule), a formula that
is not the one the puzzle and its solution give (line by line), a proof step that does not follow.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import Any, Literal

from satdoku.base.errors import FormatError, Undecided
from satdoku.base.limits import UNLIMITED, Clock, Limit, Stop
from satdoku.base.problem import Problem
from satdoku.base.records import dataclass
from satdoku.base.worded import plural, worded
from satdoku.proofs.certificate import (
    MAX_CERTIFICATE,
    SOLUTIONS,
    Certificate,
    CertifiedVerdict,
    members_of,
    read,
)
from satdoku.proofs.drat import NotAProof, proof_steps, where
from satdoku.proofs.formula import ProofFormula, formula_of
from satdoku.proofs.lrat import ProofFormat, check_lrat
from satdoku.proofs.rup import RupChecker
from satdoku.puzzle import Puzzle

MAX_FILE = 1 << 28
"""Larger formulas and proofs are not read: Python could not check them in reasonable time."""

CertificatePart = Literal["puzzle", "solution", "formula", "proof", "path"]


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason why a certificate proves nothing: the part at fault and a sentence;
    ``problem`` where it is a fault of the puzzle itself."""

    part: CertificatePart
    message: str
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class Verification:
    """The claim of a certificate, and the faults due to which it does not prove it, if any.

    lemmas   the clauses of the proof that were checked
    stopped  which limit ran out before the proof was checked to its end
    """

    puzzle: Puzzle
    verdict: CertifiedVerdict
    faults: tuple[Fault, ...]
    lemmas: int
    stopped: Stop | None = None

    @property
    def proved(self) -> bool:
        """Whether the verdict is proved."""
        return not self.faults and self.stopped is None


def verify(
    certificate: str | os.PathLike[str],
    *,
    puzzle: Puzzle | None = None,
    checker: str | None = None,
    limit: Limit = UNLIMITED,
) -> Verification:
    """Judge a certificate file; formula and proof are looked for beside it.

    With ``puzzle``, the certificate must be about this puzzle. With ``checker`` a program of others
    must accept the proof, too: ``acl2``, ``drup`` or the path of one (proofs/outside.py).

    :raises EngineUnavailable: where the checker is not installed, or reads no such proofs.
    :raises FormatError: where the certificate or a file that it names cannot be read.
    :raises Unsupported: where the formula would be too large to be made anew.
    """
    path = Path(certificate)

    def beside(name: str) -> bytes:
        return file_bytes(path.parent / name)

    return verify_files(
        certificate_bytes(path), beside, puzzle=puzzle, checker=checker, limit=limit
    )


def verify_files(
    certificate: bytes,
    beside: Callable[[str], bytes],
    *,
    puzzle: Puzzle | None = None,
    checker: str | None = None,
    limit: Limit = UNLIMITED,
) -> Verification:
    """Judge a certificate in memory; ``beside`` gives the files that it names.

    :raises EngineUnavailable, FormatError, Unsupported: as :func:`verify`.
    """
    whole = members_of(certificate)
    return verify_members(whole, beside, puzzle=puzzle, checker=checker, limit=limit)


def verify_members(
    whole: dict[str, Any],
    beside: Callable[[str], bytes],
    *,
    puzzle: Puzzle | None = None,
    checker: str | None = None,
    limit: Limit = UNLIMITED,
) -> Verification:
    """Judge the certificate that has some members, as :func:`verify_files` does."""
    clock = limit.start()
    claim = read(whole)
    faults: list[Fault] = []
    lemmas = 0
    stopped: Stop | None = None
    faults += puzzle_faults(claim.puzzle, puzzle)
    faults += _solution_faults(claim)
    if claim.verdict != "multiple":
        formula_file = beside(claim.formula_file)
        proof_file = beside(claim.proof_file)
        if sha256(formula_file).hexdigest() != claim.formula_hash:
            faults.append(Fault("formula", _other_file(claim.formula_file)))
        if sha256(proof_file).hexdigest() != claim.proof_hash:
            faults.append(Fault("proof", _other_file(claim.proof_file)))
        try:
            # The formula is made anew from the puzzle; the file only has to say the same.
            excluded = claim.solutions[0] if claim.solutions else None
            formula = formula_of(claim.puzzle, excluded, clock)
            faults += _formula_faults(claim, formula, formula_file)
            lemmas = check_proof(formula, proof_file, claim.proof_format, clock)
            if checker is not None:
                from satdoku.proofs.outside import refusal  # few ask for one

                said = refusal(checker, formula, proof_file, claim.proof_format, clock)
                if said is not None:
                    other = worded(
                        "{checker} does not accept it: {why}"
                        if said
                        else "{checker} does not accept it and says nothing",
                        checker=checker,
                        why=said,
                    )
                    faults.append(Fault("proof", other))
        except NotAProof as error:
            reason = worded("{where}: {why}", where=claim.proof_file, why=error.reason)
            faults.append(Fault("proof", reason))
        except Undecided:
            stopped = clock.stopped() or "seconds"
    return Verification(claim.puzzle, claim.verdict, tuple(faults), lemmas, stopped)


def puzzle_faults(puzzle: Puzzle, expected: Puzzle | None) -> Iterator[Fault]:
    """Why the puzzle of a certificate is not the one that is expected, or breaks its own rules."""
    if expected is not None and expected != puzzle:
        text = puzzle.grid.text()
        other = worded("the certificate is about another puzzle: {puzzle}", puzzle=text)
        yield Fault("puzzle", other)
    for problem in puzzle.problems():
        yield Fault("puzzle", problem.message, problem)


def certificate_bytes(path: Path) -> bytes:
    """The bytes of the file of a certificate.

    :raises FormatError: where it cannot be read, or is too large to be one.
    """
    return file_bytes(path, MAX_CERTIFICATE)


def _other_file(name: str) -> str:
    return worded(
        "{file} is not the file that the certificate was made with (its sha256 differs)", file=name
    )


_NEEDED = {
    0: "the verdict {verdict} needs no solution, not {found}",
    1: "the verdict {verdict} needs 1 solution, not {found}",
    2: "the verdict {verdict} needs 2 solutions, not {found}",
}


def _solution_faults(claim: Certificate) -> Iterator[Fault]:
    wanted = SOLUTIONS[claim.verdict]
    if len(claim.solutions) != wanted:
        verdict, count = repr(claim.verdict), len(claim.solutions)
        yield Fault("solution", worded(_NEEDED[wanted], verdict=verdict, found=count))
    elif wanted == 2 and claim.solutions[0] == claim.solutions[1]:
        yield Fault("solution", worded("the two solutions are the same"))
    for grid in claim.solutions:
        if not claim.puzzle.accepts(grid):
            text = grid.text()
            yield Fault(
                "solution", worded("the grid {grid} is not a solution of the puzzle", grid=text)
            )


def _formula_faults(claim: Certificate, formula: ProofFormula, file: bytes) -> Iterator[Fault]:
    if claim.version != formula.version:
        other = worded(
            "the certificate states version {stated} of the encoding, but this puzzle is written "
            "in version {version}",
            stated=claim.version,
            version=formula.version,
        )
        yield Fault("formula", other)
    counts = (formula.top, len(formula.clauses))
    if claim.counts != counts:
        other = worded(
            "the certificate states {variables} variables and {clauses} clauses, but the puzzle's "
            "formula has {right_variables} and {right_clauses}",
            variables=claim.counts[0],
            clauses=claim.counts[1],
            right_variables=counts[0],
            right_clauses=counts[1],
        )
        yield Fault("formula", other)
    wanted = formula.dimacs()
    if file == wanted:
        return
    pairs = zip_longest(_lines(file), _lines(wanted))
    for number, (actual, expected) in enumerate(pairs, 1):
        if actual != expected:
            other = worded(
                "{file}, line {number}: this is {found}, but the formula of the puzzle and its "
                "solution has {expected}",
                file=claim.formula_file,
                number=number,
                found=_quoted(actual),
                expected=_quoted(expected),
            )
            yield Fault("formula", other)
            return


def _lines(data: bytes) -> Iterator[bytes]:
    """The lines one after the other: a list of all could take many times the memory."""
    start = 0
    while (end := data.find(b"\n", start)) >= 0:
        yield data[start:end]
        start = end + 1
    yield data[start:]


def _quoted(line: bytes | None) -> str:
    if not line:
        return worded("the end of the file")
    shown = line.decode("latin-1")
    return repr(shown if len(shown) <= 60 else f"{shown[:57]}...")


def check_proof(formula: ProofFormula, data: bytes, form: ProofFormat, clock: Clock) -> int:
    """The number of lemmas checked until the formula was refuted.

    :raises NotAProof: where the proof does not refute the formula; states which step fails.
    :raises Undecided: where the clock ran out.
    """
    if form == "lrat":
        return check_lrat(formula, data, clock)
    checker = RupChecker(formula.top, formula.clauses, clock)
    lemmas = 0
    empty = True
    for step in proof_steps(data, form, formula.top):
        empty = False
        clock.check(f"more than {plural(lemmas, 'lemma')} of the proof were checked")
        if checker.refuted:
            continue  # what follows needs no check, but must be a proof
        if step.deletes:
            checker.delete(step.clause)
            continue
        lemmas += 1
        if not checker.add(step.clause):
            shown = " ".join([*map(str, step.clause[:12]), "..." if step.clause[12:] else "0"])
            raise NotAProof(
                "{place}: lemma {number} ({clause}) does not follow from the formula and the "
                "lemmas before it",
                place=where(step.place, form),
                number=lemmas,
                clause=shown,
            )
    if not checker.refuted:
        raise NotAProof(
            "the proof is empty, but unit propagation alone does not refute the formula"
            if empty
            else "the proof ends without reaching a contradiction (lemmas: {lemmas})",
            lemmas=lemmas,
        )
    return lemmas


def file_bytes(path: Path, most: int = MAX_FILE) -> bytes:
    """The bytes of a file.

    :raises FormatError: where it cannot be read, or has more than ``most``.
    """
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            kind = worded("a directory" if stat.S_ISDIR(status.st_mode) else "a device or a pipe")
            raise FormatError("{path} is {what}, not a file", path=path, what=kind)
        if status.st_size > most:
            raise FormatError("{path} is larger than {most} bytes", path=path, most=f"{most:,}")
        return path.read_bytes()
    except FileNotFoundError:
        raise FormatError("{path}: there is no such file", path=path) from None
    except FormatError:
        raise
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        raise FormatError("{path} cannot be read: {why}", path=path, why=str(reason)) from None
