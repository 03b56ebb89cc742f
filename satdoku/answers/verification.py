"""Whether a certificate proves its verdict, or what its path is rated; loads no solver."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.answers.question import Answer, Mode, verdict_in_words
from satdoku.base.codes import DONE, NO, UNDECIDED
from satdoku.base.errors import FormatError
from satdoku.base.limits import Limit
from satdoku.base.records import dataclass
from satdoku.messages import SOURCE, Lang, catalogue
from satdoku.proofs.certificate import PATH_LAYOUT, members_of
from satdoku.proofs.verifying import certificate_bytes, file_bytes, verify_members
from satdoku.puzzle import Document, Puzzle

if TYPE_CHECKING:
    from satdoku.proofs import Verification
    from satdoku.proofs.verifying import Fault
    from satdoku.rating.certified import PathVerification, RatedPath


@dataclass(frozen=True, slots=True)
class VerificationAnswer(Answer):
    """Whether a certificate proves its verdict.

    input    the puzzle of the certificate; ``input.source`` is the file
    result   the claim of the certificate, and its faults, each with the part that has it
    seconds  how long that took
    lang     the language of the sentences

    Of a path that is proved, ``rating`` and ``hardest`` are those of its hardest step, and
    ``assumes_unique`` is whether some step holds only where the puzzle has one solution. It is not
    checked whether there is an easier path.
    """

    JSON: ClassVar[tuple[str, ...]] = (
        "verdict", "answer", "faults=reasons", "lemmas", "rating", "hardest", "assumes_unique",
        "stopped", "seconds",
    )  # fmt: skip

    input: PuzzleInput = field(repr=False)
    result: Verification | PathVerification
    seconds: float = field(compare=False)
    lang: Lang = field(default=SOURCE, repr=False)

    @property
    def verdict(self) -> str:
        """The verdict that the certificate claims: ``unique``, ``none`` or ``multiple``; of a path
        ``solved``."""
        return self.result.verdict

    @property
    def _path(self) -> RatedPath | None:
        """The path that is proved, if it is one."""
        return getattr(self.result, "path", None) if self.result.proved else None

    @property
    def rating(self) -> float | None:
        """The rating of the hardest step of a path; ``None`` of a verdict."""
        return None if self._path is None else self._path.rating

    @property
    def hardest(self) -> str | None:
        """The technique of the hardest step of a path; ``None`` of a verdict."""
        return None if self._path is None else self._path.hardest

    @property
    def assumes_unique(self) -> bool | None:
        """Whether a step of a path assumes that the puzzle has one solution."""
        return None if self._path is None else self._path.assumes_unique

    @property
    def answer(self) -> Literal["proved", "not proved", "undecided"]:
        """Whether that is proved; ``undecided`` where the time ran out."""
        if self.result.stopped:
            return "undecided"
        return "proved" if self.result.proved else "not proved"

    @property
    def lemmas(self) -> int:
        """How many clauses of the proof, or steps of the path, were checked."""
        return self.result.lemmas

    def rows(self) -> Iterable[str]:
        """Whether it is proved, the verdict, the puzzle and the file; of a path also the rating
        and the technique of its hardest step."""
        path = "" if self._path is None else f"\t{self.rating:.1f}\t{self.hardest}"
        return (f"{self.answer}\t{self.verdict}\t{self.puzzle}\t{self.input.source}{path}",)

    def remarks(self, mode: Mode) -> Iterable[str]:
        """Why it is not proved, which the text and the JSON object say themselves."""
        faults = self.reasons() if mode == "lines" else ()
        return (f"{self.input.source}: {fault}" for fault in faults)

    @property
    def exit_code(self) -> int:
        """No where it is not proved."""
        return {"proved": DONE, "undecided": UNDECIDED}.get(self.answer, NO)

    def text(self, lang: Lang | None = None) -> str:
        """The proved verdict, or why it is not proved."""
        say, n = catalogue(lang or self.lang, "phrases").say, self.lemmas
        if self.answer == "proved":
            puzzle, number = self.input.text, f"{n:,}"
            if self._path is not None:
                return self._proved_path(lang or self.lang)
            return say("proved", puzzle=puzzle, verdict=self.verdict, n=n, number=number)
        if self.answer == "undecided":
            return verdict_in_words("undecided", "", self.stopped, lang or self.lang)
        return "\n  ".join([say("proved.not"), *self.reasons(lang)])

    def _proved_path(self, lang: Lang) -> str:
        from satdoku.explaining.names import title

        say, n = catalogue(lang, "phrases").say, self.lemmas
        return say(
            "proved.path",
            puzzle=self.input.text,
            n=n,
            number=f"{n:,}",
            technique=title(self.hardest, lang) if self.hardest else "-",
            rating=f"{self.rating:.1f}",
            assumes="yes" if self.assumes_unique else "",
        )

    def reasons(self, lang: Lang | None = None) -> tuple[str, ...]:
        """Why it is not proved: each fault with the part that has it."""
        spoken = lang or self.lang
        say = catalogue(spoken, "phrases").say
        return tuple(
            say("proved.fault", part=fault.part, message=self._reason(fault, spoken))
            for fault in self.result.faults
        )

    def _reason(self, fault: Fault, lang: Lang) -> str:
        from satdoku.explaining.findings import findings
        from satdoku.messages.refusals import translated

        if fault.problem is None:
            return translated(fault.message, lang)
        puzzle = self.input.puzzle
        return findings(puzzle.geometry, lang).fault(fault.problem, puzzle)


def verification_of(
    path: str,
    puzzle: Puzzle | None = None,
    *,
    number: int = 1,
    checker: str | None = None,
    limit: Limit,
    lang: Lang = SOURCE,
    files: Mapping[str, bytes] | None = None,
) -> VerificationAnswer:
    """Whether a certificate proves its verdict; ``puzzle`` is what it must be about.

    :param checker: a program of others that must accept the proof, too.
    :param files: the certificate and what belongs to it, by name, if they are no files on a disk.
    :raises EngineUnavailable: where that is not installed, or reads no such proofs.
    :raises FormatError: where a file cannot be read.
    """
    started = time.perf_counter()
    verification: Verification | PathVerification

    def beside(name: str) -> bytes:
        if files is None:
            return file_bytes(Path(path).parent / name)
        if name not in files:
            raise FormatError("{file} is not among the files", file=name)
        return files[name]

    whole = members_of(certificate_bytes(Path(path)) if files is None else beside(path))
    if whole["satdoku_certificate"] == PATH_LAYOUT:
        from satdoku.rating.certified import verify_path  # loads all arguments

        if checker is not None:
            raise FormatError(
                "this certificate is of a path, and has no proof that another program could check; "
                "leave out --checker"
            )
        verification = verify_path(whole, puzzle=puzzle, limit=limit)
    else:
        verification = verify_members(whole, beside, puzzle=puzzle, checker=checker, limit=limit)
    input = PuzzleInput(Document(verification.puzzle), number, source=path)
    return VerificationAnswer(input, verification, time.perf_counter() - started, lang)
