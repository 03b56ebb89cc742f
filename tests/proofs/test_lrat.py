"""LRAT against a judge of the test's own, dratify, ACL2's checker, and damage of every kind."""

from __future__ import annotations

import random
import shutil
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import dratify
import pytest
from proof_samples import EASY, HARD, OTHER, classic, example, files_of, judge

from satdoku import proofs
from satdoku.base.errors import EngineDisagreement, EngineUnavailable, Unsupported
from satdoku.base.limits import ENDLESS, Limit
from satdoku.constraints import REGISTRY
from satdoku.proofs import certifying
from satdoku.proofs.certifying import PROOF_SOLVERS
from satdoku.proofs.drat import DratStep, NotAProof, write_proof
from satdoku.proofs.formula import ProofFormula, formula_of
from satdoku.proofs.lrat import check_lrat, lrat_of, lrat_steps
from satdoku.proofs.outside import refusal
from satdoku.puzzle import Puzzle
from tests.shared import fewer, thinned


def clauses_of(formula: bytes) -> list[list[int]]:
    rows = formula.decode().splitlines()
    return [[*map(int, row.split())][:-1] for row in rows if row[0] not in "cp"]


def holds(clauses: list[list[int]], proof: bytes, *, exactly: bool = False) -> bool:
    """Whether the proof holds; ``exactly`` also that each hint is needed where it stands."""
    known = dict(enumerate(clauses, 1))
    refuted, highest = False, len(clauses)
    if not proof.endswith(b"\n"):
        return False
    for row in proof.decode("latin-1").split("\n")[:-1]:
        words = row.split(" ")
        if len(words) > 1 and words[1] == "d":
            if not all(word.isdigit() for word in words[2:]) or words[-1] != "0":
                return False
            for word in words[2:-1]:
                known.pop(int(word), None)
            continue
        try:
            number, *rest = map(int, words)
        except ValueError:
            return False
        if row != " ".join(map(str, (number, *rest))) or rest.count(0) != 2 or rest[-1] != 0:
            return False
        lemma, hints = rest[: rest.index(0)], rest[rest.index(0) + 1 : -1]
        if number <= highest or any(hint not in known for hint in hints):
            return False
        false, conflict = set(lemma), any(-literal in lemma for literal in lemma)
        for hint in [] if conflict else hints:
            left = [literal for literal in known[hint] if literal not in false]
            if exactly:
                assert not conflict
                assert len(left) == (hint is not hints[-1] and 1) or not left
                assert not left or -left[0] not in false
            if not left:
                conflict = True
                if not exactly:
                    break
            elif len(left) > 1:
                return False
            else:
                false.add(-left[0])
        if not conflict:
            return False
        known[number], highest = lemma, number
        refuted = refuted or not lemma
    return refuted


def agreed(puzzle: Puzzle, **options: str) -> dict[str, bytes]:
    files = files_of(puzzle, proof_format="lrat", **options)
    assert judge(files).proved
    assert holds(clauses_of(files["x.cnf"]), files["x.lrat"], exactly=True)
    lemmas = write_proof(lrat_steps(files["x.lrat"]), "text").decode()
    assert dratify.check_proof(dratify.parse_dimacs(files["x.cnf"].decode()), lemmas).ok
    return files


@pytest.mark.parametrize("solver", PROOF_SOLVERS)
@pytest.mark.parametrize("text", [EASY, HARD, OTHER])
def test_classic_puzzles(text: str, solver: str) -> None:
    files = agreed(classic(text), solver=solver)
    again = files_of(classic(text), solver=solver)
    assert files["x.cnf"] == again["x.cnf"]
    # Only what the empty clause needs is left.
    assert len([*lrat_steps(files["x.lrat"])]) < again["x.drat"].count(b"\n") + 200


def test_no_solution_and_several() -> None:
    files = agreed(classic("12345678." + "........9" + "." * 63))
    assert files["x.lrat"].count(b"\n") < 10
    several = files_of(classic(EASY.replace("6", ".")), proof_format="lrat")
    assert [*several] == ["x.json"]


@pytest.mark.parametrize("name", ["killer-cage", "thermo", *fewer(sorted(REGISTRY), 12)])
def test_the_example_of_a_rule(name: str) -> None:
    agreed(example(name))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_a_thousand_puzzles_with_17_clues(part: int, shared: Callable[[str], Path]) -> None:
    lines = shared("data/speed/clue17.txt").read_text().split()
    for line in lines[part : 1000 + part : 4]:
        agreed(classic(line.replace("0", ".")))


@pytest.mark.parametrize("seed", thinned(range(12), 6))
def test_damage_is_judged_as_the_other_judge_does(seed: int) -> None:
    chance = random.Random(seed)
    puzzle = classic(chance.choice((HARD, OTHER)))
    certified = proofs.certify(puzzle, proof_format="lrat")
    files = certified.files("x")
    clauses = clauses_of(files["x.cnf"])
    formula = formula_of(puzzle, certified.solutions[0], ENDLESS)
    rows = files["x.lrat"].split(b"\n")
    verdicts = set()
    for _ in range(60):
        damaged = [*rows]
        at = chance.randrange(len(rows) - 1)
        words = damaged[at].split(b" ")
        place = chance.randrange(len(words))
        way = chance.randrange(6)
        if way == 0:
            del words[place]
        elif way == 1:
            words[place] = b"-" + words[place] if words[place][:1] != b"-" else words[place][1:]
        elif way == 2:
            words[place] = str(chance.randrange(1, 3000)).encode()
        elif way == 3:
            words[place], words[-2] = words[-2], words[place]
        elif way == 4:
            words.insert(place, words[-2])
        damaged[at] = b" ".join(words)
        if way == 5:
            del damaged[at]
        proof = b"\n".join(damaged)
        try:
            check_lrat(formula, proof)
            accepted = True
        except NotAProof:
            accepted = False
        assert accepted == holds(clauses, proof), (at, rows[at], damaged[at])
        verdicts.add(accepted)
    assert verdicts == {True, False}


@pytest.mark.parametrize(
    ("proof", "reason"),
    [
        (b"", "ends without"),
        (b"4 1 0 1 0\n", "line 1: clause 4 does not follow from its hints"),
        (b"3 1 0 1 2 0\n", "line 1: the number 3 does not rise"),
        (b"4 1 0 1 2 0\n4 0 3 4 0\n", "line 2: the number 4 does not rise"),
        (b"4 1 0 1 2 0\n5 0 4 3 0", "line 2: '5 0 4 3 0...' is not a step"),
        (b"4 1 0 1 9 0\n", "line 1: there is no clause 9"),
        (b"4 3 0 1 2 0\n", "line 1: the literal 3 is out of range, the formula has 2 variables"),
        (b"4 1 0 -1 2 0\n", "line 1: '4 1 0 -1 2 0' is not a step"),
        (b"4 1 0 1 2 0\n4 d 2 0\n5 0 4 2 0\n", "line 3: there is no clause 2"),
        (b"\xff\n", "is not a step"),
    ],
)
def test_what_is_no_proof(proof: bytes, reason: str) -> None:
    formula = ProofFormula(1, 2, ((1, 2), (1, -2), (-1,)), ())
    assert check_lrat(formula, b"4 1 0 1 2 0\n5 0 4 3 0\n") == 2
    with pytest.raises(NotAProof) as error:
        check_lrat(formula, proof)
    assert reason in str(error.value)


def test_a_step_without_hints_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """2 follows as RAT: no clause has its opposite."""
    formula = ProofFormula(1, 2, ((1, 2),), ())
    with pytest.raises(Unsupported, match=r"RAT.*--proof-format text"):
        lrat_of(formula, [DratStep(1, False, (2,))])
    with pytest.raises(NotAProof, match="the clause 0 does not follow"):
        lrat_of(formula, [DratStep(1, False, (1, 2)), DratStep(2, False, ())])
    with pytest.raises(NotAProof, match="ends without reaching a contradiction"):
        lrat_of(formula, [DratStep(1, False, (1, 2))])
    monkeypatch.setattr(certifying, "_proof", lambda *_: [DratStep(1, False, ())])
    with pytest.raises(EngineDisagreement, match="does not hold"):
        files_of(classic(HARD), proof_format="lrat")


# --- checkers of other people ------------------------------------------------------------------


@pytest.fixture
def certificate(tmp_path: Path) -> str:
    certified = proofs.certify(classic(HARD), proof_format="lrat")
    return str(proofs.write_certificate(certified, tmp_path / "proofs", "x"))


def program(folder: Path, body: str) -> str:
    path = folder / "checker"
    path.write_text(f"#!{sys.executable}\nimport sys, time\n{body}\n", "utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_a_program_is_given_formula_and_proof(tmp_path: Path, certificate: str) -> None:
    body = "formula, proof = map(open, sys.argv[1:])\n"
    body += "assert formula.readline().startswith('p cnf ')\n"
    body += "print('s', 'VERIFIED UNSAT' if proof.read().count(' 0\\n') > 3 else 'NOT VERIFIED')"
    assert proofs.verify(certificate, checker=program(tmp_path, body)).proved
    (fault,) = proofs.verify(certificate, checker=program(tmp_path, "print('no')")).faults
    assert fault.part == "proof"
    assert fault.message.endswith("checker does not accept it: no")
    (fault,) = proofs.verify(certificate, checker=program(tmp_path, "")).faults
    assert fault.message.endswith("does not accept it and says nothing")
    sleeping = program(tmp_path, "time.sleep(99)")
    late = proofs.verify(certificate, checker=sleeping, limit=Limit(seconds=3))
    assert (late.proved, late.stopped) == (False, "seconds")


def test_bad_checkers(
    certificate: str, satdoku: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    code, out, err = satdoku("verify", certificate, "--checker", str(tmp_path / "none"))
    assert (code, out) == (2, f"unreadable\t\t\t{certificate}\n")
    assert "there is no program" in err
    assert "--checker takes acl2, drup, or the path of a program" in err
    path = tmp_path / "text"
    path.write_text("no program")
    assert satdoku("verify", certificate, "--checker", str(path))[0] == 2
    path.chmod(0o755)
    code, _, err = satdoku("verify", certificate, "--checker", str(path))
    assert code == 2
    assert "cannot be started" in err


def test_the_door(satdoku: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    folder = str(tmp_path / "proofs")
    words = ("check-unique", HARD, "--certify", folder, "--proof-format", "lrat")
    assert satdoku(*words)[0] == 0
    code, out, _ = satdoku("verify", folder)
    assert (code, out.split("\t")[:2]) == (0, ["proved", "unique"])
    (proof,) = (tmp_path / "proofs").glob("*.lrat")
    proof.write_bytes(proof.read_bytes().replace(b" 0\n", b" 7 0\n", 1))
    assert satdoku("verify", folder)[0] == 1


def test_acl2_needs_lrat(tmp_path: Path) -> None:
    certified = proofs.certify(classic(EASY))
    path = proofs.write_certificate(certified, tmp_path)
    with pytest.raises(EngineUnavailable, match="--proof-format lrat"):
        proofs.verify(path, checker="acl2")


@pytest.mark.full
@pytest.mark.parametrize("name", ["classic", "killer-cage", "thermo", "renban", "region-sum"])
def test_a_proved_checker_accepts_and_refuses(name: str, tmp_path: Path) -> None:
    if shutil.which("acl2") is None:
        pytest.skip("acl2 and acl2-books are not installed")
    puzzle = classic(HARD) if name == "classic" else example(name)
    certified = proofs.certify(puzzle, proof_format="lrat")
    path = proofs.write_certificate(certified, tmp_path)
    assert proofs.verify(path, checker="acl2").proved
    formula = formula_of(puzzle, certified.solutions[0], ENDLESS)
    rows = (certified.proof or b"").splitlines(keepends=True)
    for at in {0, len(rows) // 2, len(rows) - 1}:
        number, rest = rows[at].split(b" ", 1)
        clause, _, hints = rest.partition(b"0 ") if rest[:1] != b"0" else (b"", b"", rest[2:])
        forged = b"%s %s0 %s" % (number, clause, hints.split(b" ", 1)[1])  # a hint is missing
        proof = b"".join([*rows[:at], forged, *rows[at + 1 :]])
        assert refusal("acl2", formula, proof, "lrat", ENDLESS) is not None
