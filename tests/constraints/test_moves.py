from collections.abc import Iterator
from typing import Any

import pytest
from constraint_oracle import BOXES, JIGSAW, faults_agree, image_is_right, kept, relations_agree

from satdoku.board import Constraint, Geometry
from satdoku.constraints import (
    AntiTaxicab,
    Chess,
    DiagonalNonConsecutive,
    Knightmare,
    Taxicab,
    from_data,
    parse_rules,
    to_data,
    to_words,
)
from satdoku.puzzle import Puzzle
from satdoku.solving import enumerate_solutions

RAW = Geometry(2, 4, (1, 2, 3), ())
RULES = (
    AntiTaxicab(),
    Taxicab(3),
    Chess((1, 2)),
    Chess((0, 2, 1, 1), values=(1, 3)),
    Chess((1, 1), cells=(0, 5)),
    Knightmare((4, 5)),
    DiagonalNonConsecutive(),
)


@pytest.mark.parametrize("rule", RULES)
def test_by_brute_force(rule: Constraint) -> None:
    # The raw board tests every pair; the others that a house may be relied upon.
    assert len(kept(rule, RAW)) < 3**8
    relations_agree(rule, RAW)
    for board in (BOXES, JIGSAW):
        relations_agree(rule, board)
        faults_agree(rule, board)
    assert image_is_right(rule) > 0
    for board in (BOXES, RAW):
        assert from_data(to_data(rule, board), board) == rule
        assert parse_rules(to_words(rule, board), board) == (rule,)


@pytest.mark.parametrize("backend", ["sat", "cpsat"])
def test_engines_count_the_same(backend: str) -> None:
    for rule in RULES:
        puzzle = Puzzle.empty(BOXES, [rule]).with_givens({0: 1, 1: 2})
        wanted = {v for v in kept(rule, BOXES) if v[:2] == (1, 2)}
        assert {g.values for g in enumerate_solutions(puzzle, backend=backend)} == wanted


def test_equal_digits_of_the_listed_values_only() -> None:
    rule = Chess((0, 2), values=(2,))
    assert {pairs for _, _, pairs in rule.forbids(RAW)} == {frozenset({(2, 2)})}
    assert {(a, b) for a, b, _ in rule.forbids(RAW)} == {
        (0, 2), (1, 3), (4, 6), (5, 7),
    }  # fmt: skip


def test_refusals() -> None:
    zero = Geometry(3, 3, (0, 1, 2), ())
    assert "digit 0" in (AntiTaxicab().unfit(zero) or "")
    assert "7 is not a digit" in (Chess((1, 1), values=(7,)).unfit(RAW) or "")
    assert "lacks" in (Chess((1, 1), cells=(8,)).unfit(RAW) or "")
    with pytest.raises(ValueError, match="pairs of numbers"):
        Chess((1,))
    with pytest.raises(ValueError, match="stays in its cell"):
        Chess((0, 0))


def test_the_cells_of_a_rule_of_the_board_are_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    geometries = []
    forbids = AntiTaxicab.forbids

    def counted(self: AntiTaxicab, geometry: Geometry) -> Iterator[Any]:
        geometries.append(geometry)
        return forbids(self, geometry)

    monkeypatch.setattr(AntiTaxicab, "forbids", counted)
    geometry = Geometry.boxes(7, 1, 7)  # no other test has it
    assert {AntiTaxicab().scope(geometry) for _ in range(3)} == {tuple(range(49))}
    assert len(geometries) <= 1
