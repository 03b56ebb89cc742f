"""A verdict, or the path of a rating, with its certificate as texts for other programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Annotated, Literal

from satdoku.answers.certificate import rated_path
from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.answers.question import Question, Reporter, SpokenIn, values_of
from satdoku.answers.rating import rating_of
from satdoku.answers.verification import VerificationAnswer, verification_of
from satdoku.base.errors import Unsupported
from satdoku.base.limits import Limit
from satdoku.base.options import Option
from satdoku.base.records import dataclass
from satdoku.messages import SOURCE, Lang, catalogue
from satdoku.proofs.certifying import certify, stem_of
from satdoku.rating.scales import SE


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
        clock, puzzle = limit.start(), input.puzzle
        stem = stem_of(puzzle)
        if self.claim == "verdict":
            written = certify(puzzle, proof_format=self.proof_format, limit=limit).files(stem)
        else:
            rating = rating_of(input, scale=SE, limit=limit).rating
            if rating.status != "ok":
                raise Unsupported("Sudoku Explainer's techniques do not solve the puzzle")
            written = rated_path(puzzle, rating, clock).files(stem)
        *_, name = written
        verified = verification_of(name, files=written, limit=clock.rest(), lang=self.lang)
        files = {name: data.decode("ascii") for name, data in written.items()}
        return CertificateAnswer(**values_of(replace(verified, input=input)), files=files)
