"""A verdict with a certificate that anyone can check, as plain data."""

from __future__ import annotations

import time
from pathlib import Path

from satdoku.answers.asked import Asked
from satdoku.base.errors import Undecided
from satdoku.base.limits import Limit
from satdoku.engines import EngineOptions
from satdoku.proofs.certifying import certify_result, stem_of, write_certificate
from satdoku.proofs.drat import ProofFormat
from satdoku.records.proofs import CertifiedRecord
from satdoku.solving import check_unique

__all__ = ["certified_of"]


def certified_of(
    asked: Asked,
    directory: Path,
    *,
    form: ProofFormat,
    solver: str,
    backend: str,
    options: EngineOptions,
    limit: Limit,
) -> CertifiedRecord:
    """Whether there is exactly one solution; the certificate is written into the directory."""
    started = time.perf_counter()
    clock = limit.start()
    found = check_unique(asked.puzzle, backend=backend, options=options, limit=limit)
    verdict: str = found.verdict
    stopped: str | None = found.stopped
    path = None
    if verdict != "undecided":
        rest = Limit(seconds=clock.remaining())
        try:
            certified = certify_result(
                asked.puzzle, found, solver=solver, proof_format=form, limit=rest
            )
        except Undecided:
            # A verdict was asked for that is certified, and there is none.
            verdict, stopped = "undecided", "seconds"
        else:
            path = write_certificate(certified, directory, stem_of(asked.puzzle, asked.line))
    return CertifiedRecord(
        **asked.place,
        verdict=verdict,
        witnesses=tuple(grid.text() for grid in found.witnesses),
        stopped=stopped,
        backend=found.backend,
        seconds=round(time.perf_counter() - started, 6),
        certificate=None if path is None else str(path),
    )
