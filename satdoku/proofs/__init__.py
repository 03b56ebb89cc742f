"""Verdicts that anyone can check, without trusting the solver or the encoder that found them.

| file | holds |
|---|---|
| formula.py | the encoding of certificates, from a puzzle to clauses; short enough to be read |
| clauses.py | the clauses of every relation that is not basic |
| drat.py | proofs as files: text and binary DRAT |
| rup.py | the proof checker: unit propagation and nothing else |
| lrat.py | proofs that name what each step follows from: made, written, checked |
| outside.py | checkers of other people |
| theorem.py | a certificate as a theorem for Coq, by what ``proofs/coq`` proves |
| certificate.py | the .json file that binds puzzle, verdict, formula and proof |
| certifying.py | :func:`certify`: a verdict with its proof; :func:`write_certificate` |
| verifying.py | :func:`verify`: judge a certificate |

``verify`` and the modules that it uses load neither the encodings nor the engines nor any solver; a
test checks this. ``docs/certificates.md`` follows one certificate byte by byte.

Begin with formula.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.base.late import late_names

if TYPE_CHECKING:
    from satdoku.proofs.certificate import Certified
    from satdoku.proofs.certifying import certify, write_certificate
    from satdoku.proofs.verifying import Fault, Verification, verify, verify_files

__all__ = [
    "Certified",
    "Fault",
    "Verification",
    "certify",
    "verify",
    "verify_files",
    "write_certificate",
]

_HOMES = {
    "certificate": ("Certified",),
    "certifying": ("certify", "write_certificate"),
    "verifying": ("Fault", "Verification", "verify", "verify_files"),
}
if not TYPE_CHECKING:  # else a wrong name would have any type
    __getattr__ = late_names(__name__, _HOMES.items())
