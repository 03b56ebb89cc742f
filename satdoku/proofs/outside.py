"""Proof checkers of other people, so that satdoku's own need not be trusted.

``acl2`` is the LRAT checker of ACL2's books, which is proved correct (Heule, Hunt, Kaufmann &
Wetzler, "Efficient, Verified Checking of Propositional Proofs", ITP 2017; Debian's packages acl2
and acl2-books). ``drup`` is a DRUP checker that is extracted from a Why3 proof (PyPI's package
drup). Anything else is a program that is called with a formula and a proof and prints a line that
begins with ``s VERIFIED``, as cake_lpr, lrat-check and drat-trim do.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from satdoku.base.errors import EngineUnavailable, SatdokuError
from satdoku.base.limits import Clock, RanOut
from satdoku.proofs.drat import proof_steps, write_proof
from satdoku.proofs.formula import ProofFormula
from satdoku.proofs.lrat import ProofFormat, lrat_steps

_ACL2 = """(include-book "projects/sat/lrat/list-based/run" :dir :system)
(lrat::lrat-check "formula.cnf" "proof.lrat")
"""
_DRUP = """import sys
from drup import check_proof_from_files
from drup.wrappers import Outcome
if check_proof_from_files(*sys.argv[1:]).outcome == Outcome.VALID:
    print("s VERIFIED")
"""
_MOST_SHOWN = 200  # characters of what a program says


def refusal(
    checker: str, formula: ProofFormula, proof: bytes, form: ProofFormat, clock: Clock
) -> str | None:
    """The last line of a checker that does not accept the proof; ``None`` where it does.

    :raises EngineUnavailable: where the checker is not installed, or reads no such proofs.
    :raises Undecided: where the clock ran out first.
    """
    if checker == "acl2" and form != "lrat":
        raise EngineUnavailable(
            "acl2 checks LRAT alone, and this proof is DRAT; to get one that it checks: "
            "satdoku check-unique PUZZLES --certify DIR --proof-format lrat"
        )
    words = _program(checker)
    with tempfile.TemporaryDirectory(prefix="satdoku-") as folder:
        # Without comments: not every checker knows them.
        lines = [f"p cnf {formula.top} {len(formula.clauses)}"]
        lines += (" ".join(map(str, (*clause, 0))) for clause in formula.clauses)
        names = ("formula.cnf", f"proof.{'lrat' if form == 'lrat' else 'drat'}")
        if checker == "drup" and form != "text":
            steps = lrat_steps(proof) if form == "lrat" else proof_steps(proof, form, formula.top)
            proof = write_proof(steps, "text")
        Path(folder, names[0]).write_text("\n".join(lines) + "\n", "ascii")
        Path(folder, names[1]).write_bytes(proof)
        said = _answer([*words, *(() if checker == "acl2" else names)], checker, folder, clock)
    rows = [row for row in said.splitlines() if row.strip()]
    if any(row.startswith("s VERIFIED") for row in rows):
        return None
    return rows[-1].strip()[:_MOST_SHOWN] if rows else ""


def _program(checker: str) -> list[str]:
    if checker == "drup":
        if find_spec("drup") is None:
            raise EngineUnavailable("drup is not installed; to get it: pip install drup")
        return [sys.executable, "-c", _DRUP]
    path = shutil.which(checker)
    if path is None and checker == "acl2":
        raise EngineUnavailable("acl2 is not installed; on Debian: apt-get install acl2 acl2-books")
    if path is None:
        raise EngineUnavailable(
            f"there is no program {checker!r} that checks proofs; --checker takes acl2, drup, "
            "or the path of a program such as cake_lpr"
        )
    return [str(Path(path).absolute())]


def _answer(words: Sequence[str], checker: str, folder: str, clock: Clock) -> str:
    try:
        done = subprocess.run(
            words,
            cwd=folder,
            input=_ACL2.encode() if checker == "acl2" else b"",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=clock.remaining(),
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise RanOut("seconds", f"{checker} had checked the proof") from None
    except OSError as error:
        raise SatdokuError(f"{checker} cannot be started: {error.strerror or error}") from None
    return done.stdout.decode("utf-8", "replace")
