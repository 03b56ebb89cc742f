"""Whether a certificate proves its verdict, as plain data; loads no solver."""

from __future__ import annotations

import time

from satdoku import proofs
from satdoku.answers.asked import one_line
from satdoku.base.limits import Limit
from satdoku.puzzle import Puzzle
from satdoku.records.proofs import VerificationRecord

__all__ = ["verification_of"]


def verification_of(
    path: str, puzzle: Puzzle | None = None, *, number: int = 1, limit: Limit
) -> VerificationRecord:
    """Whether a certificate proves its verdict; ``puzzle`` is what it must be about.

    :raises FormatError: where a file cannot be read.
    """
    started = time.perf_counter()
    found = proofs.verify(path, puzzle=puzzle, limit=limit)
    return VerificationRecord(
        number,
        one_line(found.puzzle),
        found.verdict,
        "undecided" if found.stopped else "proved" if found.proved else "not proved",
        tuple(f"{fault.part}: {fault.message}" for fault in found.faults),
        found.lemmas,
        found.stopped,
        round(time.perf_counter() - started, 6),
        source=path,
    )
