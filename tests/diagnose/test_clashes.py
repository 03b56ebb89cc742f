"""Clashes and cures against brute force on 4x4, and against other engines on larger boards."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satdoku import solving
from satdoku.base.errors import InvalidPuzzle
from satdoku.base.limits import UNLIMITED, Limit, RanOut
from satdoku.board import Geometry
from satdoku.constraints import BothDiagonals, KillerCage
from satdoku.diagnosing.clashes import Clashes
from satdoku.diagnosing.diagnosis import Clash, Diagnosis, diagnose
from satdoku.diagnosing.facts import Fact, Ground, facts_of, with_facts, without
from satdoku.diagnosing.reasons import Argument, EmptyBoard
from satdoku.diagnosing.repairs import changed, changes, removals
from satdoku.explaining.findings import Findings, findings
from satdoku.formats import parse
from satdoku.messages import languages
from satdoku.puzzle import Puzzle
from tests.shared import thinned

from .clash_oracle import BOARD, Oracle, grids, random_puzzle

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "...9.35....9.25..........8.2..3..9...1..4.......76..3.96......41.2...8...8.....6."
OTHER = "....1...867.4.8.....13..6...9.1....64......92....74...3...4..2..6.7..3.9........."


def judge(puzzle: Puzzle) -> None:
    """Compare every part of a diagnosis with brute force."""
    oracle = Oracle(puzzle)
    clock = UNLIMITED.start()
    ground = Ground(puzzle, clock)
    if oracle.solvable:
        with pytest.raises(ValueError, match="has a solution"):
            Clashes(ground, clock)
        assert diagnose(puzzle).verdict in ("unique", "multiple")
        return
    expected = oracle.clashes()
    search = Clashes(ground, clock)
    assert oracle.bits(search.first) in expected
    clashes = [oracle.bits(clash) for clash in search.smallest_first(clock)]
    sizes = [clash.bit_count() for clash in clashes]
    assert sizes == sorted(sizes)
    assert len(clashes) == len(set(clashes))
    assert set(clashes) == expected
    for kinds in (("given",), ("marks", "rule"), ("given", "marks", "rule")):
        cures = list(removals(ground, kinds, search.known, clock))  # type: ignore[arg-type]
        assert len(cures) == len({removal.facts for removal in cures})
        assert {oracle.bits(removal.facts) for removal in cures} == oracle.removals(kinds) - {0}
        for removal in cures:
            alone = oracle.solutions(oracle.bits(removal.facts)) == 1
            assert removal.unique is alone
    search.close()

    diagnosis = diagnose(puzzle, clashes=3, choices=100_000)
    assert diagnosis.listed
    assert diagnosis.verdict == "none"
    assert diagnosis.complete
    assert diagnosis.fewest
    assert diagnosis.clash is not None
    assert diagnosis.clash.smallest
    assert len(diagnosis.clash.facts) == min(clash.bit_count() for clash in expected)
    assert {oracle.bits(clash.facts) for clash in diagnosis.clashes} <= expected
    assert len(diagnosis.clashes) == min(3, len(expected))
    assert diagnosis.exhausted is (len(expected) <= 3)
    if oracle.removals(("given",)) - {0}:
        altered = oracle.changes()
        assert {change.digits for change in diagnosis.changes} == set(altered)
        for change in diagnosis.changes:
            assert change.unique is (altered[change.digits] == 1)
    else:
        assert diagnosis.changes == ()


@pytest.mark.parametrize("seed", thinned(range(60), 4, full=2))
def test_givens_alone(seed: int) -> None:
    judge(random_puzzle(seed, rules=False))


@pytest.mark.parametrize("seed", thinned(range(60), 4, full=2))
def test_givens_marks_and_rules(seed: int) -> None:
    judge(random_puzzle(seed, rules=True))


@settings(max_examples=25, deadline=None)
@given(st.dictionaries(st.integers(0, 15), st.integers(1, 4), max_size=8))
def test_any_givens(givens: dict[int, int]) -> None:
    judge(Puzzle.empty(BOARD).with_givens(givens))


@pytest.mark.full
def test_the_samples_are_worth_the_name() -> None:
    """The random puzzles must meet what the code distinguishes."""
    oracles = [Oracle(random_puzzle(seed, rules=True)) for seed in range(60)]
    broken = [oracle for oracle in oracles if not oracle.solvable]
    assert len(broken) > 30
    assert any(len(oracle.clashes()) > 5 for oracle in broken)
    assert any(oracle.removals(("given",)) == set() for oracle in broken)
    assert any(mask.bit_count() > 1 for o in broken for mask in o.removals(("given",)))
    kinds = {o.facts[i].kind for o in broken for c in o.clashes() for i in range(20) if c >> i & 1}
    assert kinds == {"given", "marks", "rule"}


# ------------------------------------------------------------------------------------------------
# Larger boards, by other engines.


def solvable(puzzle: Puzzle, backend: str) -> bool:
    if puzzle.problems():
        return False
    return solving.solve(puzzle, backend=backend).verdict != "none"


def broken(text: str, count: int, seed: int) -> list[Puzzle]:
    """The puzzle with one given changed so that there is no solution."""
    chance, puzzles = random.Random(seed), []
    puzzle = parse(text).puzzle
    cells = [cell for cell, digit in enumerate(puzzle.givens) if digit is not None]
    while len(puzzles) < count:
        other = puzzle.with_givens({chance.choice(cells): chance.randint(1, 9)})
        if not solvable(other, "sat"):
            puzzles.append(other)
    return puzzles


def check(puzzle: Puzzle, diagnosis: Diagnosis, backend: str) -> None:
    """Every clash clashes, none of its facts can be spared, and every cure cures."""
    assert diagnosis.verdict == "none"
    for clash in diagnosis.clashes:
        assert not solvable(with_facts(puzzle, clash.facts), backend)
        for fact in clash.facts:
            rest = [other for other in clash.facts if other != fact]
            assert solvable(with_facts(puzzle, rest), backend)
    for removal in diagnosis.removals + diagnosis.drops:
        verdict = solving.check_unique(without(puzzle, removal.facts), backend=backend).verdict
        assert verdict == ("unique" if removal.unique else "multiple")
    for change in diagnosis.changes:
        cured = changed(puzzle, change.digits)
        assert all(puzzle.givens[cell] not in (None, digit) for cell, digit in change.digits)
        verdict = solving.check_unique(cured, backend=backend).verdict
        assert verdict == ("unique" if change.unique else "multiple")


@pytest.mark.full
@pytest.mark.parametrize("text", [WIKIPEDIA, HARD, OTHER])
def test_one_wrong_given(text: str) -> None:
    for puzzle in broken(text, 6, seed=7):
        diagnosis = diagnose(puzzle, clashes=5)
        assert diagnosis.complete
        assert diagnosis.clashes
        check(puzzle, diagnosis, "native")
        original = parse(text).puzzle.givens
        wrong = [c for c in range(81) if original[c] != puzzle.givens[c]]
        back = tuple((cell, original[cell]) for cell in wrong)
        assert any(change.digits == back and change.unique for change in diagnosis.changes)
        assert all(c.facts for c in diagnosis.removals)


def test_every_single_change_that_cures_is_listed() -> None:
    for puzzle in broken(OTHER, 2, seed=3):
        diagnosis = diagnose(puzzle)
        expected = {
            (((cell, digit),), solving.check_unique(other, backend="native").verdict == "unique")
            for cell, old in enumerate(puzzle.givens)
            if old is not None
            for digit in range(1, 10)
            if digit != old and solvable(other := puzzle.with_givens({cell: digit}), "native")
        }
        assert {(change.digits, change.unique) for change in diagnosis.changes} == expected


@pytest.mark.full
def test_two_wrong_givens() -> None:
    puzzle = parse(WIKIPEDIA).puzzle.with_givens({0: 6, 80: 8})
    diagnosis = diagnose(puzzle, clashes=20)
    check(puzzle, diagnosis, "native")
    assert {len(change.digits) for change in diagnosis.changes} == {2}
    assert diagnosis.changes[0].unique


def test_cages_of_a_six_by_six() -> None:
    board = Geometry.boxes(6, 2, 3)
    cages = [KillerCage((0, 1, 2), 6), KillerCage((3, 4), 9), KillerCage((5, 11), 9)]
    puzzle = Puzzle.empty(board, [*cages, BothDiagonals()])
    assert diagnose(puzzle).verdict == "multiple"
    # r1c4=3 is in the way of 1+2+3 in row 1, and r2c6=6 leaves 3 for r1c6.
    puzzle = puzzle.with_givens({3: 3, 11: 6})
    diagnosis = diagnose(puzzle, clashes=10)
    check(puzzle, diagnosis, "cpsat")
    assert diagnosis.drops
    for removal in diagnosis.drops:
        assert all(fact.kind == "rule" for fact in removal.facts)


def test_a_cage_out_of_reach_clashes_alone() -> None:
    puzzle = Puzzle.empty(BOARD, [KillerCage((0, 1), 9)])
    diagnosis = diagnose(puzzle)
    assert diagnosis.clash is not None
    assert diagnosis.clash.facts == (Fact("rule", rule=KillerCage((0, 1), 9)),)
    assert diagnosis.removals == ()
    assert [removal.facts for removal in diagnosis.drops] == [diagnosis.clash.facts]


def test_two_cages_and_marks_need_a_mixed_cure() -> None:
    # Without the givens the cages clash; without the cages the givens do.
    cages = [KillerCage((14, 15), 3), KillerCage((10, 15), 7)]
    puzzle = Puzzle.empty(BOARD, cages).with_givens({0: 1, 1: 1, 14: None})
    diagnosis = diagnose(puzzle)
    oracle = Oracle(puzzle)
    assert not diagnosis.removals
    expected = oracle.removals(("given", "marks", "rule"))
    assert {oracle.bits(removal.facts) for removal in diagnosis.drops} == expected


def test_a_board_that_cannot_be_filled() -> None:
    # Region 1 is row 1 with r2c4 in place of r1c4: these two are equal, and share column 4.
    board = Geometry.jigsaw((1, 1, 1, 2, 2, 2, 2, 1, 3, 3, 3, 3, 4, 4, 4, 4))
    puzzle = Puzzle.empty(board, [BothDiagonals()]).with_givens({8: 1})
    assert not solvable(puzzle, "cpsat")
    diagnosis = diagnose(puzzle)
    assert diagnosis.verdict == "none"
    assert diagnosis.clash is not None
    assert diagnosis.clash.facts == ()
    assert diagnosis.clash.smallest
    assert diagnosis.clash.argument is not None
    assert diagnosis.clash.argument.reasons == (EmptyBoard(),)
    assert diagnosis.removals == diagnosis.drops == diagnosis.changes == ()


# ------------------------------------------------------------------------------------------------
# Limits, and what is no diagnosis.


def test_no_time_at_all() -> None:
    repeat = parse(WIKIPEDIA).puzzle.with_givens({1: 5})
    diagnosis = diagnose(repeat, limit=Limit(seconds=0))
    assert (diagnosis.verdict, diagnosis.complete, diagnosis.stopped) == ("none", False, "seconds")
    assert diagnose(parse(HARD).puzzle, limit=Limit(seconds=0)).verdict == "undecided"


def test_what_is_known_is_kept_when_time_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> None:
        raise RanOut("seconds")

    monkeypatch.setattr("satdoku.diagnosing.hitting.HittingSets.smallest", never)
    (puzzle,) = broken(WIKIPEDIA, 1, seed=1)
    diagnosis = diagnose(puzzle)
    assert diagnosis.stopped == "seconds"
    assert not diagnosis.listed
    assert not diagnosis.fewest
    assert diagnosis.clash is not None
    assert not diagnosis.clash.smallest
    assert diagnosis.removals
    for fact in (removal := diagnosis.removals[0]).facts:
        fewer = [other for other in removal.facts if other != fact]
        assert not solvable(without(puzzle, fewer), "native")
    check(puzzle, diagnosis, "native")


def test_a_cancelled_search() -> None:
    puzzle = parse(WIKIPEDIA).puzzle.with_givens({1: 5})
    assert diagnose(puzzle, limit=Limit(cancel=lambda: True)).stopped == "cancelled"


@pytest.mark.parametrize("option", ["clashes", "choices"])
def test_none_at_all_cannot_be_asked_for(option: str) -> None:
    with pytest.raises(ValueError, match=f"the number of {option} is 1 at least, not 0"):
        diagnose(Puzzle.empty(BOARD), **{option: 0})


def test_few_choices() -> None:
    puzzle = Puzzle.empty(BOARD).with_givens({0: 1, 1: 1})
    diagnosis = diagnose(puzzle, choices=1)
    assert len(diagnosis.removals) == len(diagnosis.changes) == 1
    assert not diagnosis.listed
    # That not all removals are listed casts no doubt on what is known of rules.
    both = diagnose(replace(puzzle, constraints=(BothDiagonals(),)), choices=1)
    assert not both.drops
    assert both.fewest


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (Puzzle.empty(BOARD).with_givens({0: 5}), "r1c1 is 5, but the digits are 1 to 4"),
        (Puzzle.empty(Geometry.jigsaw([1] * 3 + [2] * 13)), "a region needs 4"),
        (Puzzle.empty(BOARD, [KillerCage((0, 99), 5)]), "has no cell"),
        (
            Puzzle(BOARD, (None,) * 16, (frozenset({9}),) + (None,) * 15),
            "the pencil mark 9",
        ),
    ],
)
def test_malformed_boards_are_bad_input(puzzle: Puzzle, message: str) -> None:
    with pytest.raises(InvalidPuzzle, match=message):
        diagnose(puzzle)


def test_facts_round_trip() -> None:
    for seed in range(20):
        puzzle = random_puzzle(seed, rules=True)
        facts = facts_of(puzzle)
        assert facts_of(with_facts(puzzle, facts)) == facts
        for size in (1, 2):
            for removed in combinations(facts, size):
                left = [fact for fact in facts if fact not in removed]
                assert list(facts_of(without(puzzle, removed))) == left


def test_changes_are_of_givens() -> None:
    puzzle = Puzzle.empty(BOARD, [KillerCage((0, 1), 9)])
    ground = Ground(puzzle, UNLIMITED.start())
    (removal,) = removals(ground, ("rule",), [], UNLIMITED.start())
    with pytest.raises(ValueError, match="only givens"):
        next(changes(ground, removal, UNLIMITED.start()))


def test_a_solved_grid_has_nothing_wrong() -> None:
    assert diagnose(Puzzle(BOARD, grids()[7].values)).verdict == "unique"


@pytest.mark.parametrize("lang", languages())
def test_a_long_argument_says_how_many_steps_it_leaves_out(
    lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clash = Clash((Fact("given", 0, (5,)), Fact("given", 1, (5,))), False, Argument("direct", ()))
    for steps in (2, 11, 12, 13, 14, 30):
        sentences = [f"step {n}\nand why" for n in range(steps)]
        monkeypatch.setattr(Findings, "argument", lambda *_, said=sentences: said)
        first, *shown = findings(Geometry.classic(), lang).clash(clash)
        assert "5" in first
        expected = [f"  {n}. step {n - 1}\n     and why" for n in range(1, min(steps, 12) + 1)]
        assert shown[:12] == expected
        if steps <= 12:
            assert shown[12:] == []
        else:
            (more,) = shown[12:]
            assert re.findall(r"\d+", more) == [str(steps - 12)]
            if lang == "en":
                assert f"and {steps - 12} more step{'s' * (steps > 13)} (" in more
