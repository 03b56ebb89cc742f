"""A verdict, or a rating, with a certificate that anyone can check: in a directory for the command
line and Python, as texts for other programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.answers.question import Question, Reporter, SpokenIn, values_of
from satdoku.answers.verification import VerificationAnswer, verification_of
from satdoku.base.errors import Undecided, Unsupported
from satdoku.base.limits import Clock, Limit, RanOut
from satdoku.base.options import Option
from satdoku.messages import SOURCE, Lang, catalogue
from satdoku.proofs.certifying import (
    certify,
    certify_result,
    make_directory,
    stem_of,
    write_certificate,
)
from satdoku.proofs.lrat import ProofFormat
from satdoku.puzzle import Puzzle
from satdoku.rating.explainer import Rating
from satdoku.rating.scales import SE
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
        proved = _path(puzzle, rating, limit.start())
    except RanOut:
        return None
    return write_certificate(proved, directory, stem_of(puzzle, line))


def _path(puzzle: Puzzle, rating: Rating, clock: Clock) -> RatedPath:
    from satdoku.rating.certified import path_of  # loads all arguments

    return path_of(puzzle, () if rating.walked is None else rating.walked(), clock)


@dataclass(frozen=True, slots=True)
class CertificateAnswer(VerificationAnswer):
    """A certificate, and whether it proves its verdict.

    files  its files by name, as texts: the certificate, which ends with ``.json``, and of a verdict
           its formula and its proof
    """

    JSON = (*VerificationAnswer.JSON, "files")

    files: Mapping[str, str] = field(kw_only=True, repr=False)

    def text(self, lang: Lang | None = None) -> str:
        """The proved verdict, and the names of the files."""
        say = catalogue(lang or self.lang, "phrases").say
        names = [say("answer.certificate", path=name) for name in self.files]
        return "\n".join([VerificationAnswer.text(self, lang), *names])


@dataclass(frozen=True)
class CertifyQuestion(Question[CertificateAnswer]):
    """A certificate of the verdict on a puzzle, or of a path whose steps are no harder than its
    rating, as the files that ``verify`` takes."""

    claim: Annotated[
        Literal["verdict", "rating"],
        Option("Prove the verdict, or that a path solves the puzzle (Sudoku Explainer's scale)."),
    ] = "verdict"
    proof_format: Annotated[
        Literal["text", "lrat"], Option("Write the proof of a verdict as DRAT or as LRAT.")
    ] = "text"
    lang: SpokenIn = SOURCE

    def answer(
        self, input: PuzzleInput, limit: Limit, report: Reporter = None
    ) -> CertificateAnswer:
        """:raises NoSolution, NotUnique, Unsupported: where no path solves the puzzle.
        :raises Undecided: where the time ran out first.
        """
        from satdoku.answers.rating import rating_of

        clock, puzzle = limit.start(), input.puzzle
        stem = stem_of(puzzle)
        if self.claim == "verdict":
            written = certify(puzzle, proof_format=self.proof_format, limit=limit).files(stem)
        else:
            rating = rating_of(input, scale=SE, limit=limit).rating
            if rating.status != "ok":
                raise Unsupported("Sudoku Explainer's techniques do not solve the puzzle")
            written = _path(puzzle, rating, clock).files(stem)
        *_, name = written
        verified = verification_of(name, files=written, limit=clock.rest(), lang=self.lang)
        files = {name: data.decode("ascii") for name, data in written.items()}
        return CertificateAnswer(**values_of(replace(verified, input=input)), files=files)
