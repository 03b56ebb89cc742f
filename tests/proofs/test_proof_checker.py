"""The proof checker accepts what follows and nothing else; drat files say what they mean."""

from __future__ import annotations

import tracemalloc
from itertools import count, product
from random import Random
from types import SimpleNamespace

import dratify
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satdoku.base import limits
from satdoku.base.errors import Undecided
from satdoku.base.limits import UNLIMITED, Limit
from satdoku.board import Geometry
from satdoku.proofs.drat import (
    DratStep,
    NotAProof,
    read_proof,
    sniffed_as_text,
    write_proof,
)
from satdoku.proofs.formula import ProofFormula, formula_of
from satdoku.proofs.rup import RupChecker
from satdoku.proofs.verifying import check_proof
from satdoku.puzzle import Puzzle
from tests.shared import cpu_below, thinned

TOP = 6
Clauses = list[tuple[int, ...]]


def satisfiable(clauses: Clauses) -> bool:
    for values in product((False, True), repeat=TOP):
        if all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses):
            return True
    return False


def random_clause(rng: Random, longest: int = 3) -> tuple[int, ...]:
    variables = rng.sample(range(1, TOP + 1), rng.randint(1, longest))
    return tuple(rng.choice((x, -x)) for x in variables)


def second_judge(clauses: Clauses, steps: list[DratStep]) -> bool:
    text = write_proof(steps, "text").decode()
    cnf = f"p cnf {TOP} {len(clauses)}\n" + "".join(
        " ".join([*map(str, clause), "0"]) + "\n" for clause in clauses
    )
    return bool(dratify.check_proof(dratify.parse_dimacs(cnf), text).ok)


def ours(clauses: Clauses, steps: list[DratStep]) -> bool:
    checker = RupChecker(TOP, clauses)
    for step in steps:
        if step.deletes:
            checker.delete(step.clause)
        elif not checker.add(step.clause):
            return False
    return checker.refuted


@pytest.mark.parametrize("seed", thinned(range(20), 2))
def test_no_lemma_makes_a_satisfiable_formula_unsatisfiable(seed: int) -> None:
    rng = Random(seed)
    for _ in range(20):
        _add_lemmas(rng)


def _add_lemmas(rng: Random) -> None:
    clauses = [random_clause(rng) for _ in range(rng.randint(4, 22))]
    checker = RupChecker(TOP, clauses)
    possible = satisfiable(clauses)
    assert not (checker.refuted and possible)
    clauses_left = list(clauses)
    for _ in range(40):
        lemma = random_clause(rng)
        if rng.random() < 0.2 and clauses_left:
            deleted = rng.choice(clauses_left)
            checker.delete(rng.sample(deleted, len(deleted)))
            continue
        if checker.add(lemma):
            clauses_left.append(lemma)
            if not possible:
                break
            assert satisfiable([*_units(checker), *_left(checker)])
        assert not (checker.refuted and possible)
    assert not (possible and checker.add(()))


def _units(checker: RupChecker) -> Clauses:
    return [(literal,) for literal in checker._fixed]


def _left(checker: RupChecker) -> Clauses:
    pairs = [(-x, y) for x, others in checker._pairs.items() for y in others]
    return [*pairs, *(tuple(clause) for clause in checker._long if clause)]


@pytest.mark.parametrize("first", thinned(range(0, 300, 20), 3))
def test_agrees_with_dratify_on_random_proofs(first: int) -> None:
    for seed in range(first, first + 20):
        judged_alike(seed)


def judged_alike(seed: int) -> None:
    """Real lemmas of a solver, and the same with a literal changed or a step lost."""
    from pysat.solvers import Solver

    rng = Random(1000 + seed)
    clauses: Clauses = [tuple(random_clause(rng)) for _ in range(30)]
    if satisfiable(clauses):
        clauses += [(x,) for x in (1, -1)] if seed % 2 else []
    with Solver(name=rng.choice(["cadical153", "glucose4"]), with_proof=True) as solver:
        for clause in clauses:
            solver.add_clause(list(clause))
        if solver.solve():
            lines = [" ".join([*map(str, random_clause(rng)), "0"]) for _ in range(4)] + ["0"]
        else:
            lines = solver.get_proof()
    steps = read_proof("".join(f"{line}\n" for line in lines).encode(), "text", TOP)
    for _ in range(4):
        assert ours(clauses, steps) == second_judge(clauses, steps)
        if steps and rng.random() < 0.5:
            steps.pop(rng.randrange(len(steps)))
        elif steps:
            steps[rng.randrange(len(steps))] = DratStep(0, False, random_clause(rng))


def test_a_rat_lemma_is_accepted_on_its_first_literal_only() -> None:
    # 3 <-> (1 and 2), defined in three RAT steps as extended resolution does.
    fresh = RupChecker(TOP, [(1, 2, 5), (-5, 1, 2)])
    assert fresh.add((3, -1, -2))
    assert fresh.add((-3, 1))
    assert fresh.add((-3, 2))
    # Not RUP, and not RAT on -1: (1, 2, 5) resolves with it to (-3, 2, 5).
    other = RupChecker(TOP, [(1, 2, 5), (3, 4)])
    assert not other.add((-1, -3))
    assert not other.add((-3, -1))
    assert other.add((6, -1))


def test_a_rat_lemma_against_a_fixed_literal_is_refused() -> None:
    checker = RupChecker(TOP, [(-1,), (1, 2)])
    checker.delete((-1,))
    assert not checker.add((1, 3))
    assert not checker.add((1,))


def test_deleting() -> None:
    checker = RupChecker(TOP, [(1, 2), (1, -2), (3, 4, 5)])
    assert checker.delete((2, 1))
    assert not checker.delete((2, 1))
    assert not checker.add((2, 1)) or not checker.refuted
    assert checker.delete((5, 3, 4))
    assert not checker.delete((5, 3, 4))
    assert not checker.delete((3,))


def test_an_empty_formula_and_an_empty_clause() -> None:
    assert not RupChecker(TOP, []).refuted
    assert not RupChecker(TOP, []).add(())
    assert RupChecker(0, [()]).refuted
    assert RupChecker(TOP, [(1,), (-1,)]).refuted


# --- files ------------------------------------------------------------------------------------

literals = st.integers(1, 1 << 29).flatmap(lambda x: st.sampled_from((x, -x)))
steps_of_any_kind = st.lists(st.tuples(st.booleans(), st.lists(literals, max_size=8)), max_size=10)


@settings(deadline=None, max_examples=50)
@given(steps_of_any_kind, st.sampled_from(["text", "binary"]))
def test_what_is_written_is_read(steps: list[tuple[bool, list[int]]], form: str) -> None:
    written = [DratStep(0, deletes, tuple(clause)) for deletes, clause in steps]
    data = write_proof(written, form)  # type: ignore[arg-type]
    read = read_proof(data, form, 1 << 29)  # type: ignore[arg-type]
    assert [step[1:] for step in read] == [step[1:] for step in written]


@settings(deadline=None, max_examples=100)
@given(st.binary(max_size=40), st.sampled_from(["text", "binary"]))
def test_any_bytes_are_read_or_refused(data: bytes, form: str) -> None:
    try:
        steps = read_proof(data, form, 1000)  # type: ignore[arg-type]
    except NotAProof as error:
        place = str(error).split()[0]
    else:
        place = "line"
        again = write_proof(steps, form)  # type: ignore[arg-type]
        assert [s[1:] for s in read_proof(again, form, 1000)] == [s[1:] for s in steps]  # type: ignore[arg-type]
    assert place in ("line", "byte")


def test_the_binary_form_is_the_documented_one() -> None:
    # The example of the DRAT-trim page.
    steps = [DratStep(0, True, (-63, -8193)), DratStep(0, False, (129, -8191))]
    data = write_proof(steps, "binary")
    assert data == bytes.fromhex("64 7f 838001 00 61 8202 ff7f 00")


@pytest.mark.parametrize(
    ("data", "form", "message"),
    [
        (b"1 2 0\n3 4", "text", "line 2: the proof is cut off in the middle of '3 4'"),
        (b"1 2 0\n3 4 \n", "text", "line 2: the proof is cut off"),
        (b"1 2 0\n-", "text", "line 2: the proof is cut off"),
        (b"1 2 0\nhello\n0\n", "text", "line 2: 'hello' is not a step"),
        (b"1  2 0\n0\n", "text", "line 1: '1  2 0' is not a step"),
        (b"1 0 2 0\n0\n", "text", "line 1: '1 0 2 0' is not a step"),
        (b"01 0\n0\n", "text", "line 1: '01 0' is not a step"),
        (b"1_0 0\n0\n", "text", "line 1: '1_0 0' is not a step"),
        (b"\n0\n", "text", "line 1: '' is not a step"),
        (b"1 2 0\r\n0\n", "text", "line 1"),
        (b"1 31 0\n", "text", "line 1: the literal 31 is out of range, the formula has 30"),
        (b"d -99 0\n", "text", "line 1: the literal -99 is out of range"),
        (b"a\x02", "binary", "byte 2: the proof is cut off in the step that begins at byte 0"),
        (b"a\x02\x00a\x82", "binary", "byte 5: the proof is cut off in the step that begins at 3"),
        (b"a", "binary", "byte 1: the proof is cut off"),
        (b"b\x02\x00", "binary", "byte 0: 0x62 begins no step"),
        (b"a\x02\x00\x00", "binary", "byte 3: 0x00 begins no step"),
        (b"a\x01\x00", "binary", "byte 1: 0x01 is not a literal"),
        (b"a\xff\xff\xff\xff\xff\x01\x00", "binary", "byte 6: a literal has more than 5 bytes"),
        (b"a\x3e\x00", "binary", "byte 0: the literal 31 is out of range"),
    ],
)
def test_what_is_no_proof_is_refused_with_its_place(data: bytes, form: str, message: str) -> None:
    with pytest.raises(NotAProof) as caught:
        read_proof(data, form, 30)  # type: ignore[arg-type]
    assert message.replace("at 3", "at byte 3") in str(caught.value)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"d\x02\x00", True),
        (b"", True),
        (b"a\x30\x31\x32\x33\x34\x35\x36\x37\x38\x00", True),
        (b"a\x02\x00", False),
        (b"a\x82\x02\x00", False),
    ],
)
def test_what_drat_trim_takes_for_text(data: bytes, text: bool) -> None:
    assert sniffed_as_text(data) == text


@pytest.mark.parametrize(
    ("data", "form", "place"),
    [
        (b"0\n" + b"1 -2 " * 400_000 + b"0\n", "text", "line 2"),
        (b"a\0a" + b"\x02" * 2_000_000 + b"\0", "binary", "byte 2"),
    ],
)
def test_a_long_step_is_refused_before_it_is_read(data: bytes, form: str, place: str) -> None:
    formula = ProofFormula(1, 30, ((1,), (-1,)), ())
    tracemalloc.start()
    with pytest.raises(NotAProof, match=f"{place}: this step is longer than 60 literals can be"):
        # What follows the contradiction is not checked, but must be a proof.
        check_proof(formula, data, form, UNLIMITED.start())  # type: ignore[arg-type]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1 << 20  # some 250 MB when the step was read first


def test_the_clock_counts_while_a_proof_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = count()  # each takes a thousandth of a second
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: next(looks) / 1000))
    formula = ProofFormula(1, 30, ((1, 2),), ())
    proof = b"d 3 4 0\n" * 4_000_000
    clock = Limit(seconds=0.3).start()
    with (
        cpu_below(5),  # some 20 s when all was read first
        pytest.raises(Undecided, match="limit on seconds ran out before more than 0 lemmas"),
    ):
        check_proof(formula, proof, "text", clock)
    with pytest.raises(Undecided, match="before the formula was loaded"):
        check_proof(formula, b"", "text", clock)
    with pytest.raises(Undecided, match="before the formula was made"):
        formula_of(Puzzle.empty(Geometry.of_size(4)), None, clock)


class Counted(int):
    """A literal that counts how often another is compared with it."""

    compared = 0
    __hash__ = int.__hash__

    def __eq__(self, other: object) -> bool:
        Counted.compared += 1
        return int(self) == other


def test_a_rat_lemma_looks_at_the_clauses_with_its_literal_alone() -> None:
    clauses = [tuple(map(Counted, (x, x + 1, x + 2))) for x in range(100, 2000)]
    checker = RupChecker(2002, clauses)
    assert checker.add((1, -100))
    before = Counted.compared
    assert all(checker.add((x, -100)) for x in range(2, 99))
    assert Counted.compared - before < len(clauses)


def test_the_clock_counts_while_a_lemma_is_checked() -> None:
    calls = 0

    def cancelled() -> bool:
        nonlocal calls
        calls += 1
        return calls > 500

    clauses = [(-1, x, x + 1) for x in range(2, 1000)] + [(x, x + 1, x + 2) for x in range(2, 998)]
    clock = Limit(cancel=cancelled).start()
    with pytest.raises(Undecided, match="cancelled before the lemma was checked"):
        # Each clause with -1 has a literal that the lemma denies.
        RupChecker(1001, clauses, clock).add((1, *(-x for x in range(2, 1001))))
    assert calls == 501


@pytest.mark.full
def test_a_proof_takes_little_memory() -> None:
    formula = formula_of(Puzzle.empty(Geometry.classic()), None)
    draw = Random(4)
    longer = [
        (*clause, *(x for x in draw.sample(range(1, 730), 50) if x not in clause))
        for clause in draw.choices([c for c in formula.clauses if all(x < 0 for x in c)], k=1000)
    ]
    data = write_proof([DratStep(0, False, clause) for clause in longer], "binary")
    tracemalloc.start()
    with pytest.raises(NotAProof, match=r"lemmas: 1000\b"):
        check_proof(formula, data, "binary", UNLIMITED.start())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 12 * len(data)  # 21 times where each clause has numbers of its own
