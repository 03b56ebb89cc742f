"""Certificates measured: time to certify and to verify, proof sizes by encoding and by solver.

CPU time of this process, which the engine, the SAT solver and the checker all run in, warm;
load on a shared machine does not count.

    python benchmarks/proofs.py [--count 60] [--sets clue17 ...] [--encodings | --lrat | --rules]
        [--theorem]

The table of docs/certificates.md by encoding is that of ``--encodings --sets hardest_1905``;
``--rules`` takes the example of each rule instead of a set. ``--lrat`` writes LRAT, and lets ACL2's
verified checker, where it is installed, judge every proof. ``--theorem`` lets coqc judge the
theorems, with ``--rules`` those of the examples; it takes the CPU time of coqc alone.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from common import caption, head, lines_of, row, spread

from satdoku.base.errors import Unsupported
from satdoku.base.limits import ENDLESS
from satdoku.base.shipped import shipped
from satdoku.board import Grid
from satdoku.encodings.cnf import encode_pruned
from satdoku.encodings.dimacs import write_dimacs
from satdoku.encodings.formula import AMO, KINDS
from satdoku.formats import parse
from satdoku.proofs import certify, verify_files
from satdoku.proofs.certifying import PROOF_SOLVERS
from satdoku.proofs.drat import read_proof, write_proof
from satdoku.proofs.formula import formula_of
from satdoku.proofs.outside import refusal
from satdoku.proofs.theorem import theorem_of
from satdoku.puzzle import Puzzle
from satdoku.solving import solve

SETS = ["clue17", "hardest_1905", "hardest_1106"]


def sample(name: str, count: int) -> list[Puzzle]:
    return [parse(line).puzzle for line in lines_of(name, count)]


def times(name: str, puzzles: list[Puzzle]) -> None:
    for solver in PROOF_SOLVERS:
        certifying, verifying, formulas, texts, binaries = [], [], [], [], []
        alone = 0
        for index, puzzle in enumerate([puzzles[0], *puzzles]):
            start = time.process_time()
            files = certify(puzzle, solver=solver).files("x")
            middle = time.process_time()
            verification = verify_files(files["x.json"], files.__getitem__)
            end = time.process_time()
            assert verification.proved, (puzzle.grid.text(), verification.faults)
            if not index:
                continue  # the first one warms up
            alone += files["x.drat"] == b"0\n"
            certifying.append((middle - start) * 1e3)
            verifying.append((end - middle) * 1e3)
            formulas.append(float(len(files["x.cnf"])))
            texts.append(float(len(files["x.drat"])))
            steps = read_proof(files["x.drat"], "text", 10**6)
            binaries.append(float(len(write_proof(steps, "binary"))))
        row(
            name,
            solver,
            spread(certifying),
            spread(verifying),
            spread(formulas, ",.0f"),
            spread(texts, ",.0f"),
            spread(binaries, ",.0f"),
            f"{alone} of {len(puzzles)}",
        )


def encodings(puzzle: Puzzle, solution: Grid) -> Iterator[tuple[str, list[list[int]]]]:
    """The formula of a certificate and those of the encoder, pruned and not."""
    import io

    yield "open-candidates", [list(c) for c in formula_of(puzzle, solution).clauses]
    for kind in KINDS:
        for amo in AMO:
            formula = encode_pruned(puzzle, kind=kind, amo=amo)
            assert formula is not None
            literal = formula.variables.literal
            last = [-literal(cell, d) for cell, d in enumerate(solution.values) if d is not None]
            yield f"pruned {kind} {amo}", [*formula.clauses(), last]
    stream = io.StringIO()
    write_dimacs(puzzle, stream)
    lines = [line.split() for line in stream.getvalue().splitlines() if line[0] not in "cp"]
    last = [-(9 * cell + d) for cell, d in enumerate(solution.values) if d is not None]
    yield "whole extended pairwise", [*([int(x) for x in line[:-1]] for line in lines), last]


def sizes(name: str, puzzles: list[Puzzle]) -> None:
    from pysat.solvers import Solver

    sizes: dict[tuple[str, str], list[tuple[float, float, float]]] = {}
    for puzzle in puzzles:
        solution = solve(puzzle).solution
        assert solution is not None
        for label, clauses in encodings(puzzle, solution):
            for solver in PROOF_SOLVERS:
                start = time.process_time()
                with Solver(name=solver, with_proof=True) as run:
                    for clause in clauses:
                        run.add_clause(clause)
                    assert run.solve() is False
                    proof = run.get_proof()
                taken = (time.process_time() - start) * 1e3
                size = float(sum(len(line.strip()) + 1 for line in proof))
                sizes.setdefault((label, solver), []).append((len(clauses), size, taken))
    for (label, solver), values in sizes.items():
        clauses_, bytes_, taken_ = map(list, zip(*values, strict=True))
        row(name, label, solver, spread(clauses_, ",.0f"), spread(bytes_, ",.0f"), spread(taken_))


def examples() -> Iterator[tuple[str, Puzzle]]:
    """The example of each rule with its name."""
    folder = shipped("examples/constraints")
    assert folder is not None
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        if path.name.endswith(".json"):
            yield path.name.removesuffix(".json"), parse(path.read_text("utf-8")).puzzle


def rules() -> None:
    """Print how long the examples of the rules take, and the longest of them by name."""
    certifying, verifying = {}, {}
    for name, puzzle in examples():
        start = time.process_time()
        made = certify(puzzle).files("x")
        middle = time.process_time()
        verification = verify_files(made["x.json"], made.__getitem__)
        assert verification.proved, (name, verification.faults)
        certifying[name], verifying[name] = middle - start, time.process_time() - middle
    head("examples of rules", "median s", "p90", "largest", "of", "within a second")
    for what, seconds in (("certify", certifying), ("verify", verifying)):
        ordered = sorted(seconds.values())
        shown = ordered[len(ordered) // 2], ordered[int(0.9 * len(ordered))], ordered[-1]
        slowest = max(seconds, key=seconds.__getitem__)
        quick = f"{sum(one < 1 for one in ordered)} of {len(ordered)}"
        row(what, *(f"{one:.2f}" for one in shown), f"`{slowest}`", quick)


def lrat(name: str, puzzles: list[Puzzle]) -> None:
    """Print the time to certify with LRAT beside that with DRAT, and what ACL2 accepts of it."""
    drat, made, verifying, proofs = [], [], [], []
    accepted = 0
    acl2 = shutil.which("acl2") is not None
    for index, puzzle in enumerate([puzzles[0], *puzzles]):
        start = time.process_time()
        certify(puzzle)
        middle = time.process_time()
        certified = certify(puzzle, proof_format="lrat")
        end = time.process_time()
        files = certified.files("x")
        assert verify_files(files["x.json"], files.__getitem__).proved, puzzle.grid.text()
        if not index:
            continue  # the first one warms up
        verifying.append((time.process_time() - end) * 1e3)
        drat.append((middle - start) * 1e3)
        made.append((end - middle) * 1e3)
        proofs.append(float(len(files["x.lrat"])))
        if acl2:
            formula = formula_of(puzzle, certified.solutions[0])
            accepted += refusal("acl2", formula, files["x.lrat"], "lrat", ENDLESS) is None
    of_all = f"{accepted} of {len(puzzles)}" if acl2 else "not installed"
    row(name, spread(drat), spread(made), spread(verifying), spread(proofs, ",.0f"), of_all)


def theorems(title: str, puzzles: Iterable[tuple[str, Puzzle]], coq: Path) -> None:
    """Print how long coqc takes for theorems, and how many it accepts."""
    seconds: dict[str, float] = {}
    sizes, refused = [], []
    for name, puzzle in puzzles:
        path = coq / "theorem_1.v"
        try:
            path.write_text(theorem_of(certify(puzzle), path.name))
        except Unsupported:
            refused.append(name)
            continue
        words = ["coqc", "-noglob", "-Q", str(coq), "Satdoku", str(path)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert (done.returncode, done.stdout) == (0, "Closed under the global context\n"), (
            name,
            done,
        )
        seconds[name] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        sizes.append(path.stat().st_size / 1e3)
    slowest = max(seconds, key=seconds.__getitem__)
    accepted = f"{len(seconds)} of {len(seconds) + len(refused)}"
    row(title, spread(sizes, ",.0f"), spread([*seconds.values()]), slowest, accepted, len(refused))


def built(folder: str) -> Path:
    """The Coq development of the checkout, compiled into a directory."""
    coq = Path(folder, "coq")
    shutil.copytree(Path(__file__).parents[1] / "proofs/coq", coq)
    for line in (coq / "_CoqProject").read_text().splitlines()[1:]:
        subprocess.run(["coqc", "-noglob", "-Q", coq, "Satdoku", coq / line], check=True)
    return coq


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--sets", nargs="*", default=SETS)
    parser.add_argument("--encodings", action="store_true", help="sizes by encoding instead")
    parser.add_argument("--lrat", action="store_true", help="LRAT beside DRAT instead")
    parser.add_argument("--rules", action="store_true", help="the examples of the rules instead")
    parser.add_argument("--theorem", action="store_true", help="theorems for Coq instead")
    options = parser.parse_args()
    if options.theorem:
        caption("Median / worst")
        head("set", "kB", "s of coqc", "the slowest", "accepted", "too large")
        with tempfile.TemporaryDirectory() as folder:
            coq = built(folder)
            if options.rules:
                theorems("examples of rules", examples(), coq)
                return
            for name in options.sets:
                texts = ((p.grid.text(), p) for p in sample(name, options.count))
                theorems(name, texts, coq)
        return
    if options.rules:
        rules()
        return
    caption("Median / worst")
    if options.encodings:
        heads = ("clauses", "proof bytes (text)", "ms to load, solve, read proof")
        head("set", "encoding", "solver", *heads, left=3)
    elif options.lrat:
        heads = ("certify with DRAT, ms", "with LRAT, ms", "verify LRAT, ms", "LRAT bytes")
        head("set", *heads, "accepted by ACL2")
    else:
        heads = ("certify, ms", "verify, ms", "cnf bytes", "proof bytes (text)", "(binary)")
        head("set", "solver", *heads, "by propagation alone", left=2)
    for name in options.sets:
        puzzles = sample(name, options.count)
        if options.encodings:
            sizes(name, puzzles)
        elif options.lrat:
            lrat(name, puzzles)
        else:
            times(name, puzzles)


if __name__ == "__main__":
    main()
