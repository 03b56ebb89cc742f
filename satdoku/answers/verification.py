"""Whether a certificate proves its verdict; loads no solver."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from satdoku import proofs
from satdoku.answers.asked import Asked
from satdoku.answers.question import Answer
from satdoku.base.limits import Limit
from satdoku.puzzle import Document, Puzzle
from satdoku.records.base import plural
from satdoku.records.proofs import VerificationRecord

if TYPE_CHECKING:
    from satdoku.messages import Lang
    from satdoku.proofs import Verification

__all__ = ["VerificationAnswer", "verification_of"]

_CLAIMS = {
    "unique": "exactly one solution",
    "none": "no solution",
    "multiple": "more than one solution",
}


@dataclass(frozen=True, slots=True)
class VerificationAnswer(Answer):
    """Whether a certificate proves its verdict.

    asked    the puzzle of the certificate; ``asked.source`` is the file
    found    what the certificate claims, and the faults that were found, each with its part
    seconds  how long that took
    """

    asked: Asked = field(repr=False)
    found: Verification
    seconds: float = field(compare=False)

    @property
    def verdict(self) -> str:
        """What the certificate claims: ``unique``, ``none`` or ``multiple``."""
        return self.found.verdict

    @property
    def answer(self) -> Literal["proved", "not proved", "undecided"]:
        """Whether that is proved; ``undecided`` where the time ran out."""
        if self.found.stopped:
            return "undecided"
        return "proved" if self.found.proved else "not proved"

    @property
    def lemmas(self) -> int:
        """How many clauses of the proof were checked."""
        return self.found.lemmas

    @property
    def stopped(self) -> str | None:
        """Which limit ran out."""
        return self.found.stopped

    def record(self, lang: Lang | None = None) -> VerificationRecord:
        return VerificationRecord(
            self.asked.line,
            self.asked.text,
            self.verdict,
            self.answer,
            tuple(f"{fault.part}: {fault.message}" for fault in self.found.faults),
            self.lemmas,
            self.stopped,
            round(self.seconds, 6),
            source=self.asked.source,
        )

    def text(self, lang: Lang | None = None) -> str:
        """What is proved, or why it is not."""
        if self.answer == "proved":
            lemmas = "" if self.verdict == "multiple" else f", by {plural(self.lemmas, 'lemma')}"
            return f"proved: {self.asked.text} has {_CLAIMS[self.verdict]}{lemmas}"
        if self.answer == "undecided":
            return f"undecided: the limit on {self.stopped} ran out"
        faults = (f"  {fault.part}: {fault.message}" for fault in self.found.faults)
        return "\n".join(["not proved:", *faults])


def verification_of(
    path: str, puzzle: Puzzle | None = None, *, number: int = 1, limit: Limit
) -> VerificationAnswer:
    """Whether a certificate proves its verdict; ``puzzle`` is what it must be about.

    :raises FormatError: where a file cannot be read.
    """
    started = time.perf_counter()
    found = proofs.verify(path, puzzle=puzzle, limit=limit)
    asked = Asked(Document(found.puzzle), number, source=path)
    return VerificationAnswer(asked, found, time.perf_counter() - started)
