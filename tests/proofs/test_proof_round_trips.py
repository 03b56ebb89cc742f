"""Certify, then verify, and let PyPI's dratify judge as well: every size, every rule."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import dratify
import pytest
from proof_samples import EASY, HARD, NINE_DIGITS, OTHER, classic, example, files_of, judge, posed

from satdoku.base.errors import InvalidPuzzle, Undecided
from satdoku.base.limits import Limit
from satdoku.board import Geometry
from satdoku.constraints import REGISTRY, from_data
from satdoku.formats import parse
from satdoku.proofs import certify
from satdoku.proofs.certifying import PROOF_SOLVERS, certify_result
from satdoku.proofs.drat import read_proof, sniffed_as_text, write_proof
from satdoku.proofs.formula import formula_of
from satdoku.puzzle import Puzzle
from satdoku.solving import UniquenessResult
from tests.constraints.planting import PLANTS
from tests.shared import in_time, thinned

SETS = ["clue17", "easy", "hardest_1106", "hardest_1905", "multiple", "sudocue", "top1465"]


def all_agree(puzzle: Puzzle, verdict: str, **options: str) -> dict[str, bytes]:
    files = files_of(puzzle, **options)
    judged = judge(files)
    assert judged.proved, judged.faults
    assert judged.verdict == verdict
    if verdict != "multiple":
        form = options.get("proof_format", "text")
        assert dratify_accepts(files["x.cnf"], files["x.drat"], form)
    return files


def dratify_accepts(formula: bytes, proof: bytes, form: str) -> bool:
    parsed = dratify.parse_dimacs(formula.decode())
    steps = read_proof(proof, form, parsed.nvars)  # type: ignore[arg-type]
    text = write_proof(steps, "text").decode()
    return bool(dratify.check_proof(parsed, text).ok)


@pytest.mark.full
@pytest.mark.parametrize("name", thinned(SETS, 4))
def test_a_sample_of_every_speed_set(name: str, shared: Callable[[str], Path]) -> None:
    lines = shared(f"data/speed/{name}.txt").read_text().split()
    for line in lines[:: len(lines) // 6]:
        all_agree(classic(line.replace("0", ".")), "multiple" if name == "multiple" else "unique")


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_much_of_every_speed_set(name: str, shared: Callable[[str], Path]) -> None:
    lines = shared(f"data/speed/{name}.txt").read_text().split()
    for index, line in enumerate(lines[:: max(1, len(lines) // 300)]):
        verdict = "multiple" if name == "multiple" else "unique"
        solver = PROOF_SOLVERS[index % 2]
        form = ("text", "binary")[index // 2 % 2]
        all_agree(classic(line.replace("0", ".")), verdict, solver=solver, proof_format=form)


@pytest.mark.parametrize("name", ["grid16", "grid25"])
def test_larger_boards(name: str, shared: Callable[[str], Path]) -> None:
    puzzle = parse(shared(f"data/speed/{name}.txt").read_text().splitlines()[1]).puzzle
    all_agree(puzzle, "unique")


@pytest.mark.parametrize("solver", PROOF_SOLVERS)
@pytest.mark.parametrize("proof_format", ["text", "binary"])
def test_every_solver_and_format(solver: str, proof_format: str) -> None:
    for text in (EASY, HARD, OTHER):
        all_agree(classic(text), "unique", solver=solver, proof_format=proof_format)


QUICK = sorted(set(REGISTRY) - set(PLANTS) - {"non-consecutive", "modifier"})
"""Rules of basic relations; tests/proofs/test_proof_formula.py has the others on small boards."""

KINDS = ["sum", "product-cage", "rossini", "quadruple", "value-indexing", "renban", "same-values"]
"""A rule for each kind of relation that is not basic; the last has auxiliary variables."""


@pytest.mark.parametrize("name", thinned([*QUICK, *KINDS, *NINE_DIGITS[:3], "thermo"], 8))
def test_a_rule_on_its_example(name: str) -> None:
    all_agree(example(name), "unique")


@pytest.mark.slow
@pytest.mark.parametrize("name", REGISTRY)
def test_every_rule_on_its_example(name: str) -> None:
    puzzle = example(name)
    assert judge(files_of(puzzle)).proved


SIX = Geometry.boxes(6, 2, 3)
FOUR = Geometry.boxes(4, 2, 2)


@pytest.mark.parametrize(
    ("puzzle", "verdict"),
    [
        (posed("1.............4.", FOUR, {"rule": "anti-king"}), None),
        (posed("12............3.", FOUR, {"rule": "diagonal"}), None),
        (posed("1...............", FOUR, {"rule": "disjoint-groups"}), None),
        (posed(".1..3...........", FOUR, {"rule": "even", "cells": ["r1c1", "r4c4"]}), None),
        (posed("..1...4.........", FOUR, {"rule": "odd", "cells": ["r1c1", "r4c4"]}), None),
        (
            posed("." * 16, FOUR, {"rule": "killer-cage", "cells": ["r1c2", "r1c3"], "sum": 4}),
            "multiple",
        ),
        (posed("1" + "." * 35, SIX, {"rule": "non-consecutive"}), None),
        (posed("12" + "." * 34, SIX, {"rule": "anti-knight"}), None),
        (posed(".5..3.1..4..2....6.......3.....1....", SIX), None),
        (posed("1234" + "." * 10 + ".1", Geometry.latin(4)), None),
        (posed("1...2.......34..", Geometry.jigsaw(map(int, "1112132233243444"))), None),
        (posed("1", Geometry.latin(1)), "unique"),
        (posed(".", Geometry.latin(1)), "unique"),
        (classic("12345678." + "........9" + "." * 63), "none"),
        (classic(EASY.replace("6", ".")), "multiple"),
    ],
    ids=range(15),
)
def test_small_boards_jigsaws_and_latin_squares(puzzle: Puzzle, verdict: str | None) -> None:
    from satdoku.solving import check_unique

    answer = check_unique(puzzle, backend="cpsat").verdict
    assert verdict in (None, answer)
    for form in ("text", "binary"):
        all_agree(puzzle, answer, proof_format=form)


def test_puzzles_without_a_solution_that_search_must_refute() -> None:
    """A second digit changed in a hard puzzle, where propagation alone does not see it."""
    long = 0
    for cell in range(81):
        for digit in "123456789":
            text = HARD[:cell] + digit + HARD[cell + 1 :]
            if HARD[cell] != "." or classic(text).problems():
                continue
            puzzle = classic(text)
            certified = certify(puzzle)
            files = certified.files("x")
            assert judge(files).proved
            if certified.verdict == "none":
                assert dratify_accepts(files["x.cnf"], files["x.drat"], "text")
                long += len(files["x.drat"]) > 2
                break
        if long > 3:
            return
    raise AssertionError("no such puzzle was found")


def test_a_puzzle_given_by_pencil_marks() -> None:
    puzzle = classic(HARD)
    marks = tuple(
        frozenset((given,)) if given else frozenset(puzzle.geometry.digits)
        for given in puzzle.givens
    )
    sukaku = replace(puzzle, givens=(None,) * 81, pencil_marks=marks)
    files = all_agree(sukaku, "unique")
    assert files["x.cnf"] == files_of(puzzle)["x.cnf"]


def test_where_propagation_suffices_the_proof_is_the_empty_clause() -> None:
    files = files_of(classic(EASY))
    assert files["x.drat"] == b"0\n"
    assert files_of(classic(EASY), proof_format="binary")["x.drat"] == b"a\0"
    assert b"solver" not in files["x.json"]  # none was asked
    # The empty file is as valid: nothing needs to be said.
    from proof_samples import rebound

    assert judge(rebound({**files, "x.drat": b""})).proved


@pytest.mark.parametrize("text", [EASY, HARD, OTHER, "12345678." + "........9" + "." * 63])
def test_binary_proofs_are_never_taken_for_text(text: str) -> None:
    for solver in PROOF_SOLVERS:
        proof = files_of(classic(text), solver=solver, proof_format="binary")["x.drat"]
        assert not sniffed_as_text(proof)


def test_certificates_are_the_same_every_time() -> None:
    assert files_of(classic(HARD)) == files_of(classic(HARD))


def test_what_cannot_be_certified() -> None:
    with pytest.raises(InvalidPuzzle):
        certify(classic("55" + EASY[2:]))
    with pytest.raises(Undecided):
        certify(classic(HARD), limit=Limit(seconds=0))
    with pytest.raises(ValueError, match="minisat22"):
        certify(classic(EASY), solver="minisat22")
    with pytest.raises(ValueError, match="lrat"):
        certify(classic(EASY), proof_format="frat")  # type: ignore[arg-type]


def test_a_verification_that_runs_out_of_time_is_undecided() -> None:
    files = files_of(classic(HARD))
    judged = judge(files, limit=Limit(seconds=0))
    assert (judged.stopped, judged.proved, judged.faults) == ("seconds", False, ())


def test_a_proof_that_takes_long_ends_with_its_clock() -> None:
    # Ten values that differ, of nine: no short proof by resolution.
    geometry = Geometry.classic()
    differ = [[a, b] for a in geometry.digits for b in geometry.digits if a != b]
    pairs = {"rule": "all-pairs", "cells": [f"VA{n}" for n in range(1, 11)], "table": differ}
    rule = from_data({"rule": "variables", "groups": "VA*10", "rules": [pairs]}, geometry)
    known = UniquenessResult("none", (), None, "sat", 0.0)

    def ending(seconds: float) -> str:
        with pytest.raises(Undecided) as ended:
            certify_result(Puzzle.empty(geometry, [rule]), known, limit=Limit(seconds=seconds))
        return str(ended.value)

    wanted = "seconds ran out before the proof was found"
    assert wanted in in_time(ending, lambda output: wanted in output)


@pytest.mark.parametrize("form", ["text", "binary"])
def test_drat_trim_accepts(form: str, tmp_path: Path) -> None:
    program = shutil.which("drat-trim")
    if program is None:
        pytest.skip("drat-trim is not installed")
    for number, text in enumerate((EASY, HARD, OTHER)):
        for name, data in files_of(classic(text), proof_format=form).items():
            (tmp_path / f"{number}{name}").write_bytes(data)
        command = [program, str(tmp_path / f"{number}x.cnf"), str(tmp_path / f"{number}x.drat")]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        assert "s VERIFIED" in result.stdout, result.stdout


def test_the_verifier_loads_no_solver_and_no_encoder(tmp_path: Path) -> None:
    from satdoku.proofs import write_certificate

    path = write_certificate(certify(example("killer-cage")), tmp_path)
    code = (
        "import sys, satdoku.proofs; "
        "before = {*sys.modules}; "
        f"assert satdoku.proofs.verify({str(path)!r}).proved; "
        "print(*before, '|', *sys.modules)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    before, after = (set(part.split()) for part in result.stdout.split("|"))
    foreign = ("pysat", "pysolvers", "numpy", "ortools", "typer")
    ours = tuple(f"satdoku.{room}" for room in ("encodings", "engines", "solving", "core"))
    assert not {name for name in after if name.startswith((*foreign, *ours))}
    assert not {name for name in before if name.startswith("satdoku.proofs.")}


def test_the_formula_has_the_solution_as_its_only_missing_model() -> None:
    """Without its last clause the formula is satisfied by the solution, and by nothing else."""
    from proof_samples import models

    puzzle = classic(HARD)
    certified = certify(puzzle)
    assert len(models(formula_of(puzzle).clauses, 729)) == 1
    assert models(formula_of(puzzle, certified.solutions[0]).clauses, 729) == set()
