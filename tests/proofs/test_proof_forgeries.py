"""Whatever a forger changes, and however carefully, the verifier names it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from hashlib import sha256

import dratify
import pytest
from proof_samples import (
    EASY,
    HARD,
    OTHER,
    altered,
    classic,
    example,
    files_of,
    judge,
    rebound,
)

from satdoku.base.errors import FormatError
from satdoku.board import Grid
from satdoku.proofs.drat import DratStep, NotAProof, read_proof, write_proof
from satdoku.proofs.formula import formula_of
from tests.shared import thinned

Files = dict[str, bytes]


@cache
def genuine(text: str = HARD, form: str = "text", solver: str = "cadical153") -> Files:
    return files_of(classic(text), proof_format=form, solver=solver)


def claim(files: Files) -> dict[str, object]:
    data: dict[str, object] = json.loads(files["x.json"])
    return data


def steps_of(files: Files, form: str = "text") -> list[DratStep]:
    return read_proof(files["x.drat"], form, 729)  # type: ignore[arg-type]


def with_steps(files: Files, steps: list[DratStep], form: str = "text") -> Files:
    return rebound({**files, "x.drat": write_proof(steps, form)})  # type: ignore[arg-type]


def with_formula(files: Files, change: Callable[[list[bytes]], list[bytes]]) -> Files:
    lines = change(files["x.cnf"].splitlines())
    return rebound({**files, "x.cnf": b"\n".join(lines) + b"\n"})


def refused(files: Files, part: str, message: str) -> None:
    judged = judge(files)
    assert not judged.proved
    messages = [f"{fault.part}: {fault.message}" for fault in judged.faults]
    assert any(line.startswith(f"{part}: ") and message in line for line in messages), messages


def dratify_refuses(files: Files) -> bool:
    parsed = dratify.parse_dimacs(files["x.cnf"].decode())
    return not dratify.check_proof(parsed, files["x.drat"].decode()).ok


def first_lemma_that_matters(files: Files, change: Callable[[DratStep], list[DratStep]]) -> Files:
    """The proof with one step changed where that breaks it, as near to the middle as can be."""
    steps = steps_of(files)
    places = sorted(range(len(steps) - 1), key=lambda i: abs(i - len(steps) // 2))
    for index in places:
        if not steps[index].deletes:
            forged = with_steps(files, [*steps[:index], *change(steps[index]), *steps[index + 1 :]])
            if dratify_refuses(forged):
                return forged
    raise AssertionError("no step matters")


def test_the_genuine_ones_are_proved() -> None:
    for text in (HARD, OTHER, EASY):
        for form in ("text", "binary"):
            assert judge(genuine(text, form)).proved
            assert judge(rebound(genuine(text, form))).proved


def test_a_changed_literal() -> None:
    def change(step: DratStep) -> list[DratStep]:
        return [step._replace(clause=(-step.clause[0], *step.clause[1:]))]

    refused(first_lemma_that_matters(genuine(), change), "proof", "does not follow")


def test_a_lost_literal() -> None:
    def change(step: DratStep) -> list[DratStep]:
        return [step._replace(clause=step.clause[1:])] if step.clause[2:] else [step]

    refused(first_lemma_that_matters(genuine(), change), "proof", "does not follow")


def test_a_lemma_dropped_in_the_middle() -> None:
    refused(first_lemma_that_matters(genuine(), lambda step: []), "proof", "does not follow")


@pytest.mark.full
def test_every_single_change_of_a_proof_is_judged_as_dratify_judges_it() -> None:
    files = genuine(OTHER)
    steps = steps_of(files)
    for index in range(0, len(steps), 37):
        forged = with_steps(files, [*steps[:index], *steps[index + 1 :]])
        assert judge(forged).proved != dratify_refuses(forged)


@pytest.mark.parametrize("cut", [1, 2, 3, 40, 1000])
def test_a_truncated_binary(cut: int) -> None:
    files = genuine(HARD, "binary")
    # The whole of the search is needed, and the last lemmas end it.
    forged = {**files, "x.drat": files["x.drat"][: len(files["x.drat"]) // 2 - cut]}
    refused(forged, "proof", "sha256")
    judged = judge(rebound(forged))
    assert not judged.proved
    assert any(
        "is cut off" in fault.message or "without reaching a contradiction" in fault.message
        for fault in judged.faults
    )


def test_a_text_truncated_in_a_line() -> None:
    files = genuine()
    half = files["x.drat"][: len(files["x.drat"]) // 2].rstrip(b"0123456789")
    refused(rebound({**files, "x.drat": half.rstrip(b" \n") + b" 1"}), "proof", "is cut off")


def test_a_literal_out_of_range() -> None:
    steps = steps_of(genuine())
    steps.insert(2, DratStep(0, False, (730, 1)))
    refused(with_steps(genuine(), steps), "proof", "line 3: the literal 730 is out of range")


def test_the_certificate_of_another_puzzle() -> None:
    forged = altered(genuine(), puzzle=claim(genuine(OTHER))["puzzle"])
    refused(forged, "formula", "but the formula of the puzzle and its solution has")
    refused(forged, "solution", "is not a solution of the puzzle")
    judged = judge(genuine(), puzzle=classic(OTHER))
    assert [fault.part for fault in judged.faults] == ["puzzle"]
    assert "about another puzzle" in judged.faults[0].message
    assert judge(genuine(), puzzle=classic(HARD)).proved


def test_a_changed_given() -> None:
    puzzle = {**claim(genuine())["puzzle"]}  # type: ignore[dict-item]
    puzzle["givens"] = puzzle["givens"].replace("5", ".", 1)
    forged = altered(genuine(), puzzle=puzzle)
    refused(forged, "formula", "x.cnf, line ")


def test_a_given_that_contradicts_the_solution() -> None:
    puzzle = {**claim(genuine())["puzzle"]}  # type: ignore[dict-item]
    puzzle["givens"] = "2" + puzzle["givens"][1:]
    refused(altered(genuine(), puzzle=puzzle), "solution", "is not a solution")


def test_a_changed_solution() -> None:
    text = claim(genuine())["solutions"][0]  # type: ignore[index]
    forged = altered(genuine(), solutions=["9" + text[1:]])
    refused(forged, "solution", "is not a solution of the puzzle")
    refused(forged, "formula", "but the formula of the puzzle and its solution has")
    for odd in (" ".join(["12"] * 81), "." * 81, "0" * 81):
        refused(altered(genuine(), solutions=[odd]), "solution", "is not a solution of the puzzle")
    refused(altered(genuine(), solutions=[]), "solution", "needs 1 solution, not 0")
    refused(altered(genuine(), solutions=[text, text]), "solution", "needs 1 solution, not 2")


@pytest.mark.parametrize("part", ["formula", "proof"])
def test_a_changed_hash(part: str) -> None:
    wrong = sha256(b"another file").hexdigest()
    refused(altered(genuine(), **{f"{part}__sha256": wrong}), part, "its sha256 differs")


def test_swapped_proof_files() -> None:
    forged = {**genuine(), "x.drat": genuine(OTHER)["x.drat"]}
    refused(forged, "proof", "its sha256 differs")
    refused(rebound(forged), "proof", "does not follow")


def test_the_solution_clause_left_out() -> None:
    def change(lines: list[bytes]) -> list[bytes]:
        return lines[:-1]

    refused(with_formula(genuine(), change), "formula", "this is the end of the file")


def test_the_formula_of_a_puzzle_without_a_solution_claimed_unique() -> None:
    """A verdict changed: the formula has no clause against the solution, or one too many."""
    refused(altered(genuine(), verdict="none"), "solution", "needs no solution, not 1")
    refused(altered(genuine(), verdict="none", solutions=[]), "formula", "line 3")


def test_an_empty_proof() -> None:
    refused(rebound({**genuine(), "x.drat": b""}), "proof", "the proof is empty, but")
    refused(with_steps(genuine(), [DratStep(0, False, ())]), "proof", "lemma 1 (0) does not follow")
    assert judge(rebound({**genuine(EASY), "x.drat": b""})).proved


def test_an_extra_clause_in_the_formula() -> None:
    def unit(lines: list[bytes]) -> list[bytes]:
        return [*lines, b"1 0"]

    def counted(lines: list[bytes]) -> list[bytes]:
        lines[3] = lines[3].replace(b"1587", b"1588")
        return [*lines, b"1 0"]

    refused(with_formula(genuine(), unit), "formula", "this is '1 0'")
    forged = altered(with_formula(genuine(), counted), formula__clauses=1588)
    refused(
        forged, "formula", "but the formula of the puzzle and its solution has 'p cnf 729 1587'"
    )
    refused(forged, "formula", "states 729 variables and 1588 clauses")


def test_other_changes_of_the_formula() -> None:
    def swapped(lines: list[bytes]) -> list[bytes]:
        return [*lines[:5], lines[6], lines[5], *lines[7:]]

    def longer(lines: list[bytes]) -> list[bytes]:
        return [*lines[:4], lines[4][:-1] + b" 0", *lines[5:]]

    refused(with_formula(genuine(), swapped), "formula", "line 6")
    refused(with_formula(genuine(), longer), "formula", "line 5")
    refused(rebound({**genuine(), "x.cnf": b""}), "formula", "line 1: this is the end of the file")


def test_deletions_cannot_help_a_forger() -> None:
    """Everything deleted at once: then nothing follows any more."""
    formula = formula_of(classic(HARD), Grid(classic(HARD).geometry, _solution()))
    deletions = [DratStep(0, True, clause) for clause in formula.clauses]
    refused(with_steps(genuine(), [*deletions, *steps_of(genuine())]), "proof", "does not follow")
    refused(with_steps(genuine(), [*deletions, DratStep(0, False, ())]), "proof", "does not follow")


def _solution() -> tuple[int, ...]:
    text: str = claim(genuine())["solutions"][0]  # type: ignore[index]
    return tuple(map(int, text))


def test_a_puzzle_with_several_solutions_cannot_be_certified_unique() -> None:
    """The right formula for a false claim is satisfiable: no list of lemmas can refute it."""
    text = HARD.replace("5", ".")
    multiple = files_of(classic(text))
    assert claim(multiple)["verdict"] == "multiple"
    solution: str = claim(multiple)["solutions"][0]  # type: ignore[index]
    puzzle = classic(text)
    formula = formula_of(puzzle, Grid(puzzle.geometry, tuple(map(int, solution))))
    forged = altered(
        {**genuine(), "x.cnf": formula.dimacs()},
        puzzle=claim(multiple)["puzzle"],
        solutions=[solution],
        formula__clauses=len(formula.clauses),
    )
    judged = judge(rebound(forged))
    assert [fault.part for fault in judged.faults] == ["proof"]
    for proof in ([DratStep(0, False, ())], [], [DratStep(0, False, (-x,)) for x in range(1, 730)]):
        refused(with_steps(forged, proof), "proof", "x.drat: ")


def test_multiple_needs_two_different_solutions() -> None:
    files = files_of(classic(EASY.replace("6", ".")))
    first, second = claim(files)["solutions"]  # type: ignore[misc]
    assert judge(files).proved
    refused(altered(files, solutions=[first, first]), "solution", "are the same")
    refused(altered(files, solutions=[first]), "solution", "needs 2 solutions, not 1")
    swapped = "".join({"1": "2", "2": "1"}.get(digit, digit) for digit in second)
    refused(altered(files, solutions=[first, swapped]), "solution", "is not a solution")


def test_a_puzzle_at_fault() -> None:
    puzzle = {**claim(genuine())["puzzle"]}  # type: ignore[dict-item]
    puzzle["givens"] = "55" + puzzle["givens"][2:]
    refused(altered(genuine(), puzzle=puzzle), "puzzle", "5 appears")


@pytest.mark.parametrize(("kind", "version"), [("open-candidates", 3), ("extended", 1), (None, 1)])
def test_an_unknown_encoding(kind: object, version: object) -> None:
    with pytest.raises(FormatError, match=r"encoding .* is not known; this satdoku verifies"):
        judge(altered(genuine(), encoding={"kind": kind, "version": version}))


def test_a_proof_told_to_be_in_the_other_format() -> None:
    refused(altered(genuine(), proof__format="binary"), "proof", "begins no step of a proof")
    forged = altered(genuine(HARD, "binary"), proof__format="text")
    refused(forged, "proof", "line 1")


VARIANTS = [
    "killer-cage",
    "sum",
    "product-cage",
    "rossini",
    "quadruple",
    "value-indexing",
    "renban",
]
"""A rule for each kind of relation."""


@pytest.mark.parametrize("name", VARIANTS)
def test_a_clue_left_out_of_a_variant(name: str) -> None:
    """The formula of the puzzle without a clue is not the formula of the puzzle."""
    files = files_of(example(name))
    puzzle = {**claim(files)["puzzle"]}  # type: ignore[dict-item]
    puzzle["constraints"] = puzzle["constraints"][1:]
    refused(altered(files, puzzle=puzzle), "formula", "but the formula of the puzzle")


@pytest.mark.parametrize(("name", "key"), [("killer-cage", "sum"), ("sum", "total")])
def test_a_changed_sum_of_a_variant(name: str, key: str) -> None:
    files = files_of(example(name))
    forged = {**claim(files)["puzzle"]}  # type: ignore[dict-item]
    first, *others = forged["constraints"]
    forged["constraints"] = [{**first, key: first[key] + 1}, *others]
    files = altered(files, puzzle=forged)
    refused(files, "formula", "but the formula of the puzzle")
    refused(files, "solution", "is not a solution of the puzzle")


@pytest.mark.parametrize(("name", "version"), [("sum", 1), ("killer-cage", 2)])
def test_the_version_of_another_puzzle(name: str, version: int) -> None:
    files = altered(files_of(example(name)), encoding__version=version)
    refused(files, "formula", f"states version {version} of the encoding, but")


@pytest.mark.parametrize(("tries", "least"), thinned([(25, 1), (80, 6)], 2, rows=True))
def test_a_damaged_proof_is_a_fault_or_still_a_proof(tries: int, least: int) -> None:
    """Random damage never ends in anything but a verdict; dratify has the same, where it parses."""
    from random import Random

    rng = Random(7)
    files = genuine(HARD, "binary")
    ends: Counter[str] = Counter()
    for _ in range(tries):
        data = bytearray(files["x.drat"])
        for _ in range(rng.randint(1, 2)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        forged = rebound({**files, "x.drat": bytes(data)})
        judged = judge(forged)
        assert judged.proved is (not judged.faults)
        assert {fault.part for fault in judged.faults} <= {"proof"}
        try:
            steps = read_proof(bytes(data), "binary", 729)
        except NotAProof:
            ends["no proof"] += 1
            assert not judged.proved
            continue
        ends["proved" if judged.proved else "refused"] += 1
        assert judged.proved is not dratify_refuses(with_steps(forged, steps))
    assert ends["no proof"] >= least, ends
    assert ends["refused"] + ends["proved"] >= least, ends
