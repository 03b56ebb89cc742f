"""Clues of every kind behind a switch; what is wrong with puzzles of clues, and what they spare."""

from __future__ import annotations

from dataclasses import replace

import pytest

from satdoku import api, solving
from satdoku.base.limits import Limit
from satdoku.board import Constraint, Geometry, Grid
from satdoku.constraints import parse_rules
from satdoku.diagnosing.facts import Ground
from satdoku.diagnosing.redundant import find_redundant
from satdoku.diagnosing.suggest import suggest
from satdoku.generating.clues import ClueKind, ClueWish
from satdoku.generating.randomness import Stream
from satdoku.generating.reducing import Reducer
from satdoku.puzzle import Puzzle
from tests.generate.placing import placed_kinds

CLASSIC = Geometry.classic()
EMPTY = "." * 81
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def grid(text: str) -> Grid:
    return Grid(CLASSIC, tuple(map(int, text)))


def puzzle(rules: str, text: str = EMPTY) -> Puzzle:
    givens = [None if c == "." else int(c) for c in text]
    return Puzzle.empty(CLASSIC, parse_rules(rules, CLASSIC)).with_givens(givens)


def other_grids() -> list[Grid]:
    turned = "".join(SOLUTION[9 * (8 - c) + r] for r in range(9) for c in range(9))
    mirrored = SOLUTION.translate(str.maketrans("123456789", "987654321"))
    return [grid(t) for t in (turned, mirrored, SOLUTION[::-1], SOLUTION[27:] + SOLUTION[:27])]


@pytest.mark.full
def test_clues_of_every_kind_hold_behind_their_switches_exactly_where_they_hold() -> None:
    stream = Stream(8)
    clues: list[Constraint] = []
    for name in placed_kinds(CLASSIC):
        kind = ClueKind(ClueWish(name), CLASSIC)
        # Not every cell has a clue of every kind.
        drawn = (kind.random(grid(SOLUTION), stream) for _ in range(500))
        clues.append(next(clue for clue in drawn if clue is not None))
    ground = Ground(Puzzle.empty(CLASSIC, tuple(clues)), Limit().start())
    clock = Limit().start()
    broken = set()
    for one in (grid(SOLUTION), *other_grids()):
        digits = [(cell, digit) for cell, digit in enumerate(one.values) if digit is not None]
        for fact in ground.facts:
            assert fact.rule is not None
            assert ground.hold([fact], clock, digits) is fact.rule.holds(one), fact.rule
            if not fact.rule.holds(one):
                broken.add(fact.rule.name)
    assert ground.hold(ground.facts, clock)
    assert len(broken) > 0.8 * len(clues)


CLASHES = {
    "thermo:r1c1-r1c5,thermo:r1c5+r2c5+r2c4+r2c3,less-than:r2c3+r1c1,odd:r9c9": (
        ["thermo", "thermo", "less-than"],
        "r1c5 has no candidate left: there is no solution.",
    ),
    "between:r1c1-r1c5,thermo:r1c5-r1c1,less-than:r1c1+r1c3": (
        ["thermo", "less-than"],
        "r1c1 can only be 5: box 1 has 6; r1c3 = 6, so r1c1 is not 7, 8 or 9 (the inequality sign",
    ),
    "entropic-line:r1c1-r1c3,killer:24;r1c1-3,diagonal": (
        ["entropic-line", "killer-cage"],
        'The rule "killer cage of 24 in r1c1, r1c2 and r1c3" leaves only 7, 8 and 9',
    ),
    "x-sum:left:1:3,before-hi:left:1:0": (
        ["x-sum", "before-hi"],
        "The x-sum cannot be kept (r1c1 is not 2).",
    ),
    "equality-cage:r1c1-r1c2,renban:r1c1-r1c2,even:r1c1": (
        ["equality-cage", "renban"],
        "r1c2 has no candidate left: there is no solution.",
    ),
    "diagonal,v:r1c2+r2c2,high:r1c2": (
        ["xv", "high"],
        'The rule "V in r1c2 and r2c2" and the rule "high cells in r1c2" leave no digit for r1c2.',
    ),
}


@pytest.mark.parametrize("rules", CLASHES)
def test_contradictory_clues_are_named_with_their_place_and_why(rules: str) -> None:
    board = puzzle(rules)
    names, why = CLASHES[rules]
    diagnosis = api.diagnose(board, time_limit=20)
    assert diagnosis.verdict == "none"
    text = diagnosis.text()
    assert why in text
    clash = [rule for rule in board.constraints if rule.name in names]
    assert [rule.name for rule in clash] == names
    for rule in clash:
        assert f'the rule "{rule.describe(CLASSIC)}"' in text
        rest = replace(board, constraints=tuple(r for r in board.constraints if r is not rule))
        if len(names) == len(board.constraints) - 1:
            assert solving.check_unique(rest).verdict == "multiple"


def test_what_a_puzzle_of_clues_can_spare() -> None:
    """Rules and givens alike; each answer is checked by solving the puzzle without it."""
    shown = "534.7....6..195....98....6.8...6...34..8.3..1....2...6.6....28....4.9..5....8...."
    board = puzzle("thermo:r6c8+r5c8+r5c7,killer:8:r1c1+r1c2,quadruple:r4c2-r5c3:5+2", shown)
    redundant = find_redundant(board)
    left_out = [
        replace(board, constraints=board.constraints[:i] + board.constraints[i + 1 :])
        for i in range(3)
    ]
    verdicts = [solving.check_unique(one, backend="cpsat").verdict for one in left_out]
    assert redundant.rules == tuple(i for i in range(3) if verdicts[i] == "unique")
    assert 0 not in redundant.rules
    assert 1 in redundant.rules
    assert suggest(board, ()).spare == redundant.rules
    assert solving.check_unique(redundant.rest).verdict == "unique"
    least = Reducer(board).minimal()
    assert least.constraints == board.constraints
    assert least.clues < board.clues
    assert solving.check_unique(least).verdict == "unique"
