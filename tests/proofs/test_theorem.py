"""Theorems for Coq: what their files say, and that coqc accepts them and no forgery."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from proof_samples import EASY, HARD, JIGSAW_4, classic, example, posed

from satdoku.base.errors import Unsupported
from satdoku.board import Geometry
from satdoku.proofs import certify, theorem
from satdoku.proofs.clauses import Clause
from satdoku.proofs.formula import formula_of
from satdoku.proofs.theorem import theorem_name, theorem_of
from satdoku.puzzle import Puzzle
from satdoku.relations import (
    AllDifferent,
    Among,
    Automaton,
    DigitSetSum,
    Domain,
    Element,
    Guard,
    Linear,
    Or,
    PairTable,
    Relation,
    Table,
    ValueSet,
)
from tests.model.lowered import Lowered
from tests.relations.test_kinds import AUXILIARY, BOARD, EVERY

COQ = Path(__file__).resolve().parents[2] / "proofs/coq"
PAGE = COQ.parents[1] / "docs/certificates.md"
BUILDING = ("coq_makefile -f _CoqProject -o Makefile.coq", "make -f Makefile.coq")
CAGE = {"rule": "killer-cage", "cells": ["r3c4", "r4c4"], "sum": 5}
BOXES = Geometry.boxes(4, 2, 2)
STORY = posed(".4.1.....2.3....", BOXES, CAGE, {**CAGE, "cells": ["r2c1", "r3c1"]})


def cage_of_many_sets() -> Puzzle:
    """Two rows that can be exchanged but for a cage of 8 of 16 digits: it has over 200 sets."""
    text = "".join(
        "." if row < 2 else "123456789abcdefg"[(row + column) % 16]
        for row in range(16)
        for column in range(16)
    )
    cage = {"rule": "killer-cage", "cells": [f"r1c{c}" for c in range(1, 16, 2)], "sum": 64}
    return posed(text, Geometry.latin(16), cage)


def defined(text: str, name: str) -> str:
    """The term that a file defines under a name."""
    definition = re.search(rf"Definition {name} : [^:]+ := (.*?)\.\n", text, re.DOTALL)
    assert definition, name
    return definition[1]


def test_a_theorem_states_the_puzzle_as_a_person_reads_it() -> None:
    certified = certify(STORY)
    text = theorem_of(certified, "theorem_1.v")
    puzzle = defined(text, "the_puzzle")
    assert "[o; 4; o; 1];\n    [o; o; o; o];\n    [o; 2; o; 3];\n    [o; o; o; o]\n" in puzzle
    assert "(* row 1 *)\n    AllDifferent [r1c1; r1c2; r1c3; r1c4];" in puzzle
    assert '"killer-cage", "cells": ["r3c4", "r4c4"], "sum": 5} *)' in puzzle
    assert "DigitSetSum [r3c4; r4c4] 5" in puzzle
    assert [puzzle.count(kind) for kind in ("AllDifferent", "DigitSetSum")] == [12, 2]
    assert "Definition r4c4 := 15." in text
    formula = defined(text, "the_formula").strip("[]\n").split("];\n[")
    assert len(formula) == certified.counts[1]
    assert certified.formula is not None
    assert certified.formula.endswith(formula[-1].replace(";", " ").encode() + b" 0\n")
    assert "Theorem unique : forall a, solution the_puzzle a ->" in text
    lrat = certify(STORY, proof_format="lrat")
    assert theorem_of(lrat, "theorem_1.v") == text
    for command in (*BUILDING, "coqc -Q proofs/coq Satdoku certificates/theorem_"):
        assert f"\n{command}" in PAGE.read_text("utf-8")
    assert lrat.proof is not None
    assert defined(text, "the_proof").count("(") == lrat.proof.count(b"\n")


KINDS: dict[type[Relation], tuple[Relation, str]] = {
    AllDifferent: (AllDifferent((0, 5)), "AllDifferent [r1c1; r2c2]"),
    Domain: (Domain(16, frozenset({3, -1})), "Domain 16 [-1;3]"),
    PairTable: (PairTable(0, 1, frozenset({(2, 1), (1, 2)})), "PairTable r1c1 r1c2 list1"),
    DigitSetSum: (DigitSetSum((0, 1), -5, (1, 2)), "DigitSetSum [r1c1; r1c2] (-5)"),
    Table: (Table((0,), frozenset({(1,)})), "Table [r1c1] list1"),
    Linear: (
        Linear((0, 1), (1, -2), "<=", 0, Guard(17, 1, sense=False)),
        "Guarded 17 1 false (Linear [(1, r1c1); ((-2), r1c2)] AtMost 0)",
    ),
    Automaton: (
        Automaton((0,), frozenset({1}), frozenset({2}), frozenset({(1, 4, 2)})),
        "Automaton [r1c1] [1] [2] list1",
    ),
    Among: (Among((0,), frozenset({2}), "=", 1, 16), "Among [r1c1] [2] Equal 1 (Some 16)"),
    Element: (Element(0, (1, 2), 3, 0), "Element r1c1 [r1c2; r1c3] r1c4 0"),
    ValueSet: (ValueSet((0,), frozenset({frozenset({2})})), "ValueSet [r1c1] list1"),
    Or: (Or(((AllDifferent((0, 1)),), ())), "Or [[AllDifferent [r1c1; r1c2]]; []]"),
}


def test_every_kind_of_relation_is_proved_and_written() -> None:
    assert set(KINDS) == set(get_args(Relation))
    stated = (COQ / "Puzzle.v").read_text("utf-8")
    kinds = set(re.findall(r"^  \| (\w+) \(", stated, re.MULTILINE))
    assert kinds == {kind.__name__ for kind in KINDS} | {"Guarded"}
    names = theorem._Names(BOXES)
    empty = (Table((0,), frozenset()), Automaton((0,), frozenset(), frozenset(), frozenset()))
    assert [names.relation(one)[-5:] for one in (*empty, *empty)] == 2 * ["list1", "list2"]
    for relation, text in KINDS.values():
        assert theorem._Names(BOXES).relation(relation) == text
    # A proof without an end, or a claim without a proof, would make all of it worthless.
    for path in COQ.glob("*.v"):
        assert not re.search(
            r"\b(Admitted|admit|Axiom|Parameter|Conjecture|bypass_check|Unset)\b",
            path.read_text("utf-8"),
        )


def test_what_no_theorem_can_be_about_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    certified = certify(STORY)
    monkeypatch.setattr(theorem, "MAX_NUMBERS", 100)
    with pytest.raises(Unsupported, match="more than the 100 with which"):
        theorem_of(certified, "theorem_1.v")
    negative = replace(Geometry.latin(4), digits=(-1, 0, 1, 2))
    puzzle = replace(certified.puzzle, geometry=negative, constraints=(), givens=(None,) * 16)
    with pytest.raises(Unsupported, match="boards without negative digits"):
        theorem_of(replace(certified, puzzle=puzzle), "theorem_1.v")


def test_the_option_writes_a_theorem_beside_the_certificate(
    satdoku: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    folder = tmp_path / "certificates"
    text = "1....2..4......3"
    assert satdoku("check-unique", text, "--certify", folder, "--theorem")[0] == 0
    (path,) = folder.glob("*.v")
    (certificate,) = folder.glob("*.json")
    assert path.name == theorem_name(certificate.stem)
    assert path.read_text() == theorem_of(certify(posed(text, BOXES)), path.name)
    code, _, err = satdoku("check-unique", text, "--theorem")
    assert code == 2
    assert "--theorem: needs a directory of certificates (--certify)" in err


# -- coqc ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The development, built by the commands of the page."""
    if shutil.which("coqc") is None:
        pytest.skip("coqc is not installed (apt-get install coq)")
    folder = tmp_path_factory.mktemp("proofs") / "coq"
    folder.mkdir()
    for name in ("_CoqProject", *(path.name for path in COQ.glob("*.v"))):
        shutil.copy(COQ / name, folder / name)
    for command in BUILDING:
        subprocess.run(command.split(), cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return folder


def compiled(built: Path, tmp_path: Path, text: str) -> tuple[int, str]:
    path = tmp_path / "theorem_1.v"
    path.write_text(text)
    command = ["coqc", "-Q", str(built), "Satdoku", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


EXAMPLES = ("arrow", "automaton", "blanks", "count-of", "renban", "snake", "value-indexing")

SAMPLES: dict[str, Callable[[], Puzzle]] = {
    "hard": lambda: classic(HARD),
    "easy": lambda: classic(EASY),
    "jigsaw": lambda: posed("1......4....2...", JIGSAW_4),
    "several": lambda: posed("1..............2", BOXES),
    "none": lambda: posed("12..............", BOXES, {**CAGE, "cells": ["r1c3", "r1c4"]}),
    "marks": lambda: Puzzle(
        BOXES, (None,) * 16, tuple(frozenset({1, 1 + c % 4}) for c in range(16)), ()
    ),
    "cages": lambda: STORY,
    "many sets": cage_of_many_sets,
    **{name: partial(example, name) for name in EXAMPLES},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLES)
def test_coq_accepts_the_theorem(name: str, built: Path, tmp_path: Path) -> None:
    certified = certify(SAMPLES[name]())
    code, said = compiled(built, tmp_path, theorem_of(certified, "theorem_1.v"))
    assert (code, said) == (0, "Closed under the global context\n")


def without_a_clause(text: str) -> str:
    formula = defined(text, "the_formula")
    _, rest = formula.split(";\n", 1)
    return text.replace(formula, "[" + rest)


def with_another_clause(text: str) -> str:
    return text.replace("the_formula : cnf := [\n", "the_formula : cnf := [\n[1;2];\n")


def without_a_step(text: str) -> str:
    proof = defined(text, "the_proof")
    return text.replace(proof, "[\n" + proof.split(";\n", 1)[1])


def with_another_given(text: str) -> str:
    return text.replace("[o; 4; o; 1]", "[o; 4; o; o]")


def with_another_solution(text: str) -> str:
    return text.replace("the_solution : list Z := [2;4;3;1;", "the_solution : list Z := [3;4;2;1;")


def with_another_sum(text: str) -> str:
    return text.replace("DigitSetSum [r3c4; r4c4] 5", "DigitSetSum [r3c4; r4c4] 6")


def without_a_house(text: str) -> str:
    return text.replace("AllDifferent [r1c3; r1c4; r2c3; r2c4];", "")


@pytest.mark.slow
@pytest.mark.parametrize(
    "forge",
    [
        without_a_clause,
        with_another_clause,
        without_a_step,
        with_another_given,
        with_another_solution,
        with_another_sum,
        without_a_house,
    ],
)
def test_coq_refuses_a_forgery(forge: Callable[[str], str], built: Path, tmp_path: Path) -> None:
    text = theorem_of(certify(STORY), "theorem_1.v")
    forged = forge(text)
    assert forged != text
    code, said = compiled(built, tmp_path, forged)
    assert (code, "Closed" in said) == (1, False)


def random_puzzle(chance: Random) -> Puzzle:
    """A few relations of all kinds, guarded and within others, with and without other variables."""
    domains = [Domain(v, frozenset(values)) for v, values in AUXILIARY.items()]
    kinds = chance.choices(EVERY, k=chance.choice((1, 1, 2, 4)))
    relations = [kind(chance, chance.random() < 0.6) for kind in kinds]
    givens: list[int | None] = [None] * BOARD.cell_count
    if chance.random() < 0.4:
        givens[chance.randrange(BOARD.cell_count)] = chance.choice(BOARD.digits)
    return Puzzle(BOARD, tuple(givens), None, (Lowered((*domains, *relations)),))


def module_of(puzzle: Puzzle, clauses: Iterable[Clause], name: str) -> str:
    """A module that claims that the formula of the puzzle has these clauses."""
    formula = theorem._block(map(theorem._list, clauses))
    return "\n".join(
        [
            f"Module {name}.",
            *theorem._puzzle(puzzle),
            f"Definition the_formula : cnf := {formula}.",
            "Lemma right : match encode the_puzzle with Some f => states the_formula f",
            "  | None => false end = true.",
            "Proof. vm_cast_no_check (eq_refl true). Qed.",
            f"End {name}.",
        ]
    )


@pytest.mark.slow
def test_coq_encodes_random_relations_as_satdoku_does(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(theorem, "_comment", lambda *_: "relations")
    head = theorem._HEAD.format(file="theorem_1.v") + "From Satdoku Require Import Encode.\n"
    chance = Random(5)
    puzzles = [random_puzzle(chance) for _ in range(100)]
    formulas = [formula_of(puzzle).clauses for puzzle in puzzles]
    pairs = enumerate(zip(puzzles, formulas, strict=True))
    modules = [module_of(puzzle, clauses, f"M{n}") for n, (puzzle, clauses) in pairs]
    assert compiled(built, tmp_path, "\n".join([head, *modules])) == (0, "")
    for changed in (formulas[0][1:], (*formulas[0], (1, 2))):
        wrong = module_of(puzzles[0], changed, "Wrong")
        assert compiled(built, tmp_path, f"{head}{wrong}")[0] == 1
