"""Clones and sets with the same digits, by brute force, and what they refuse."""

import pytest
from trials import trial

from satdoku.base.errors import FormatError
from satdoku.board import Geometry
from satdoku.constraints import Clone, SameValues, parse_rules
from satdoku.puzzle import Puzzle

BOARD = Geometry.classic()


@pytest.mark.parametrize("name", ["clone", "same-values"])
def test_by_brute_force(name: str) -> None:
    trial(name)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("clone:r1c1+r1c2:r5c5", "clone: both shapes have one number of cells, not 2 and 1"),
        ("same-values:r1c1/r2c1+r2c2", "same-values: at least two sets of one number of cells are "
         "needed, not 2 of 1 and 2"),
        ("same-values:r1c1", "not 1 of 1"),
        ("same-values:r1c1+r1c1/r2c1+r2c2", "same-values: set 1 names a cell more than once"),
    ],
)  # fmt: skip
def test_refusals(words: str, reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_rules(words, BOARD)
    assert reason in str(caught.value)


def test_words_and_faults() -> None:
    rules = parse_rules("clone:r1c1r1c2:r5c5r5c6,same-values:r1c1/r9c9/r5c4", BOARD)
    assert rules == (Clone((0, 1), (40, 41)), SameValues(((0,), (80,), (39,))))
    puzzle = Puzzle.empty(BOARD, rules[:1]).with_givens({0: 1, 40: 2})
    assert [p.message for p in puzzle.problems()] == [
        "clone in r1c1, r1c2, r5c5 and r5c6: r1c1 and r5c5 are 1 and 2, but one is the clone of "
        "the other"
    ]
