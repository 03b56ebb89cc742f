"""Engines against known answers, brute force and each other."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solving_oracle import (
    BOXES4,
    ENGINES,
    JIGSAW4,
    brute,
    classic,
    lines,
    parts_of,
    spread,
)

from satdoku.base.errors import EngineDisagreement
from satdoku.base.limits import Limit
from satdoku.board import Constraint, Geometry
from satdoku.constraints import (
    AntiDiagonal,
    AntiKing,
    AntiKnight,
    BothDiagonals,
    DisjointGroups,
    Even,
    ExtraRegion,
    KillerCage,
    MainDiagonal,
    NonConsecutive,
    Odd,
)
from satdoku.puzzle import Puzzle
from satdoku.solving import (
    EngineOptions,
    UniquenessResult,
    check_unique,
    count,
    solve,
    true_candidates,
)
from satdoku.solving import count as count_question
from tests.shared import thinned

SETS = [
    "clue17.txt",
    "easy.txt",
    "hardest_1106.txt",
    "hardest_1905.txt",
    "multiple.txt",
    "sudocue.txt",
    "top1465.txt",
]

RULES: dict[str, tuple[Constraint, ...]] = {
    "extra region": (ExtraRegion((0, 5, 10, 15)),),
    "small extra region": (ExtraRegion((1, 6, 11)),),
    "diagonals": (BothDiagonals(),),
    "main diagonal": (MainDiagonal(),),
    "anti diagonal": (AntiDiagonal(),),
    "disjoint groups": (DisjointGroups(),),
    "anti-knight": (AntiKnight(),),
    "anti-king": (AntiKing(),),
    "non-consecutive": (NonConsecutive(),),
    "odd": (Odd((0, 7)),),
    "even": (Even((3, 8, 13)),),
    "cage": (KillerCage((0, 5, 6)),),
    "cage sum": (KillerCage((0, 1, 4), 7),),
    "cages": (KillerCage((0, 4), 5), KillerCage((5, 6, 10), 6), KillerCage((15, 14, 13), 9)),
    "one-cell cage": (KillerCage((6,), 3),),
    "several": (MainDiagonal(), KillerCage((2, 3), 5), Odd((12,))),
}


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("backend", ENGINES)
@pytest.mark.parametrize(
    "boards",
    [(BOXES4,), pytest.param((JIGSAW4, Geometry.latin(4)), marks=pytest.mark.full)],
    ids=["boxes", "others"],
)
def test_every_rule_by_brute_force(boards: tuple[Geometry, ...], rules: str, backend: str) -> None:
    constraints = RULES[rules]
    for board in boards:
        if rules == "disjoint groups" and board is not BOXES4:
            continue
        empty = Puzzle.empty(board, constraints)
        if empty.problems():
            continue
        chance = random.Random(rules)
        for puzzle in (empty, *parts_of(board, constraints, chance, 3)):
            result = solve(puzzle, backend=backend, limit=Limit())
            assert result.exhausted
            assert len(set(result.solutions)) == len(result.solutions)
            assert {grid.values for grid in result.solutions} == brute(puzzle)


@pytest.mark.parametrize("kind", ["minimal", "extended"])
@pytest.mark.parametrize("amo", thinned([None, "pairwise", "product", "sequential"], 4))
def test_every_encoding_by_brute_force(kind: str, amo: str | None) -> None:
    options = EngineOptions(encoding=kind, amo=amo)
    for constraints in RULES.values():
        puzzle = Puzzle.empty(BOXES4, constraints)
        result = count(puzzle, backend="sat", options=options)
        assert (result.count, result.exact) == (len(brute(puzzle)), True)


@pytest.mark.full
@pytest.mark.parametrize("amo", [None, "product", "sequential"])
def test_the_way_of_large_boards_by_brute_force(
    amo: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pruned encodings on a fresh solver, as for boards above 16x16, on every rule."""
    import satdoku.engines.sat as module

    monkeypatch.setattr(module, "SMALL_BOARD", 0)
    options = EngineOptions(amo=amo)
    chance = random.Random(2)
    for constraints in RULES.values():
        for board in (BOXES4, Geometry.latin(4)):
            if Puzzle.empty(board, constraints).problems():
                continue
            for puzzle in parts_of(board, constraints, chance, 4):
                marks = tuple(
                    frozenset(chance.sample(range(1, 5), 3)) | ({given} if given else set())
                    if chance.random() < 0.3
                    else None
                    for given in puzzle.givens
                )
                for posed in (puzzle, replace(puzzle, pencil_marks=marks)):
                    if posed.problems():
                        continue
                    result = solve(posed, backend="sat", options=options, limit=Limit())
                    assert {grid.values for grid in result.solutions} == brute(posed)
                    seen = true_candidates(posed, backend="sat", options=options).candidates
                    for cell, digits in enumerate(seen):
                        assert set(digits) == {grid[cell] for grid in result.solutions}


@pytest.mark.parametrize("model", thinned(["integer", "boolean"], 2))
def test_every_cp_sat_model_by_brute_force(model: str) -> None:
    options = EngineOptions(model=model)
    for constraints in RULES.values():
        for puzzle in parts_of(BOXES4, constraints, random.Random(1), 2):
            result = count(puzzle, backend="cpsat", options=options)
            assert (result.count, result.exact) == (len(brute(puzzle)), True)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.data())
def test_random_small_puzzles(data: st.DataObject) -> None:
    board = data.draw(st.sampled_from([BOXES4, JIGSAW4, Geometry.latin(4)]))
    rules = data.draw(st.sampled_from([(), *RULES.values()]))
    cells = data.draw(st.dictionaries(st.integers(0, 15), st.integers(1, 4), max_size=6))
    marks = data.draw(
        st.none()
        | st.lists(
            st.none() | st.frozensets(st.integers(1, 4), min_size=1), min_size=16, max_size=16
        )
    )
    puzzle = Puzzle(
        board,
        tuple(cells.get(cell) for cell in range(16)),
        None if marks is None else tuple(marks),
        rules,
    )
    if puzzle.problems():
        return
    solutions = brute(puzzle)
    result = solve(puzzle, backend="all", limit=Limit())
    assert {grid.values for grid in result.solutions} == solutions
    verdict = check_unique(puzzle, backend="all").verdict
    assert verdict == ("none" if not solutions else "multiple" if len(solutions) > 1 else "unique")
    candidates = true_candidates(puzzle, backend="all").candidates
    for cell, digits in enumerate(candidates):
        assert set(digits) == {solution[cell] for solution in solutions}


@pytest.mark.full
@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.integers(0, 10**9), st.integers(17, 34))
def test_random_classic_puzzles(seed: int, clues: int) -> None:
    from solving_oracle import SOLVED

    chance = random.Random(seed)
    relabel = dict(zip("123456789", chance.sample("123456789", 9), strict=True))
    keep = set(chance.sample(range(81), clues))
    text = "".join(relabel[d] if i in keep else "." for i, d in enumerate(SOLVED))
    assert count(classic(text), backend="all", limit=Limit(solutions=50)).count >= 1


def agree(puzzles: Iterable[str], verdict: str | None) -> None:
    for text in puzzles:
        result = check_unique(classic(text), backend="all")
        assert result.verdict == verdict if verdict else result.verdict != "undecided"


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("count", [6, pytest.param(25, marks=pytest.mark.full)])
def test_speed_sets(count: int, name: str) -> None:
    agree(spread(lines(name), count), "multiple" if name == "multiple.txt" else "unique")


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_speed_sets_in_full(name: str) -> None:
    agree(spread(lines(name), 500), "multiple" if name == "multiple.txt" else "unique")


@pytest.mark.full
@pytest.mark.parametrize("backend", thinned(ENGINES, 2))
def test_known_counts(backend: str) -> None:
    for line in lines("known_counts.txt"):
        text, number, *_ = line.split(":")
        result = count(classic(text), backend=backend)
        assert (result.count, result.exact) == (int(number), True)


@pytest.mark.parametrize(
    ("name", "size", "some"),
    [
        ("grid16.txt", 16, 4),
        ("grid25.txt", 25, 1),
        pytest.param("grid25.txt", 25, 4, marks=pytest.mark.full),
    ],
)
def test_larger_boards(name: str, size: int, some: int) -> None:
    board = Geometry.of_size(size)
    for line in spread(lines(name), some):
        givens = tuple(int(value) or None for value in line.split("#")[0].split())
        puzzle = Puzzle(board, givens)
        result = check_unique(puzzle, backend="all", limit=Limit(seconds=30))
        assert result.verdict in ("unique", "multiple")
        assert all(puzzle.accepts(grid) for grid in result.witnesses)


def test_disagreement_is_loud(monkeypatch: pytest.MonkeyPatch) -> None:
    import satdoku.solving.uniqueness as module

    honest = module.check_with

    def lying(engine: object, puzzle: Puzzle, clock: object, started: float) -> UniquenessResult:
        result = honest(engine, puzzle, clock, started)  # type: ignore[arg-type]
        if engine.name == "cpsat":  # type: ignore[attr-defined]
            return UniquenessResult("none", (), None, "cpsat", 0.0)
        return result

    monkeypatch.setattr(module, "check_with", lying)
    text = lines("clue17.txt")[0]
    with pytest.raises(EngineDisagreement) as caught:
        check_unique(classic(text), backend="all")
    assert text in str(caught.value)
    assert "cpsat: none" in str(caught.value)
    assert "sat: unique" in str(caught.value)


def test_count_disagreement_is_loud(monkeypatch: pytest.MonkeyPatch) -> None:
    from satdoku.engines import choose
    from satdoku.engines.protocol import Counted

    session = choose("cpsat", Puzzle.empty(BOXES4))
    monkeypatch.setattr(type(session), "count", lambda *_: Counted(287, True, None))
    with pytest.raises(EngineDisagreement, match="cpsat: 287"):
        count_question(Puzzle.empty(BOXES4), backend="all")
