import pytest
from constraint_oracle import BOXES, LATIN, faults_agree, image_is_right, kept, relations_agree

from satdoku.board import Geometry
from satdoku.constraints import FullRank, from_data, parse_rules, to_data, to_words
from satdoku.puzzle import Puzzle
from satdoku.solving import enumerate_solutions

RULES = [FullRank("left", 2, 6), FullRank("bottom", 1, 16, "any"), FullRank("top", 3, 9, "none")]


@pytest.mark.parametrize("rule", RULES)
def test_by_brute_force(rule: FullRank) -> None:
    assert kept(rule, BOXES)
    for board in (BOXES, LATIN):
        relations_agree(rule, board)
    faults_agree(rule, BOXES)
    assert image_is_right(rule) > 0
    assert from_data(to_data(rule, BOXES), BOXES) == rule
    assert parse_rules(to_words(rule, BOXES), BOXES) == (rule,)
    for backend in ("sat", "cpsat"):
        puzzle = Puzzle.empty(BOXES, [rule])
        assert len(list(enumerate_solutions(puzzle, backend=backend))) == len(kept(rule, BOXES))


def test_each_rank_is_that_of_one_line_where_none_tie() -> None:
    places = [(side, n) for side in ("left", "right", "top", "bottom") for n in (1, 2, 3, 4)]
    values = min(kept(RULES[2], BOXES))
    ranks = [
        rank
        for side, n in places
        for rank in range(1, 17)
        if FullRank(side, n, rank, "none").fits(values, BOXES)
    ]
    assert sorted(ranks) == list(range(1, 17))


def test_refusals() -> None:
    assert "1 to 16, not 17" in (FullRank("left", 1, 17).unfit(BOXES) or "")
    assert "no row 5" in (FullRank("left", 5, 1).unfit(BOXES) or "")
    raw = Geometry(3, 3, (1, 2, 3), ())
    assert "hold every digit" in (FullRank("left", 1, 1).unfit(raw) or "")


def test_two_clues_of_one_rank() -> None:
    two = [FullRank("left", 1, 3), FullRank("top", 2, 3)]
    problems = [p.message for p in Puzzle.empty(BOXES, two).problems()]
    assert len(problems) == 2
    assert "column 2 from the top has the same rank" in problems[0]
    ties = [FullRank("left", 1, 3, "any"), FullRank("top", 2, 3, "any")]
    assert Puzzle.empty(BOXES, ties).problems() == ()
