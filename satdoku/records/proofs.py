"""Verdicts with certificates, and whether these prove them."""

from __future__ import annotations

from dataclasses import dataclass, field

from satdoku.records.base import Record
from satdoku.records.solving import UniquenessRecord

__all__ = [
    "CertifiedRecord",
    "VerificationRecord",
]


@dataclass(frozen=True, slots=True)
class CertifiedRecord(UniquenessRecord):
    """A ``UniquenessRecord`` with the path of the certificate, if there is one."""

    certificate: str | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class VerificationRecord(Record):
    """What ``verify`` found of a certificate (``source``).

    verdict  what the certificate claims: unique | none | multiple
    answer   proved | not proved | undecided
    faults   why it is not proved, each sentence with the part at fault
    lemmas   the proof's clauses that were checked
    """

    verdict: str
    answer: str
    faults: tuple[str, ...]
    lemmas: int
    stopped: str | None
    seconds: float
