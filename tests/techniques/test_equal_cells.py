"""Equal cells: a digit is followed from house to house, whichever it is."""

from __future__ import annotations

import pytest

from satdoku.base.limits import ENDLESS, Clock
from satdoku.board import Geometry
from satdoku.constraints.data import parse_rules
from satdoku.explaining import explain
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import start
from satdoku.techniques.arguments.equal import EqualCellsProof
from satdoku.techniques.board import Candidates, advance
from satdoku.techniques.catalogue import technique
from satdoku.techniques.check import faults
from satdoku.techniques.searches.clues.ways import Ways
from satdoku.techniques.step import Step

from .named import unnamed
from .support import assert_sound, begun_positions, solve

BOARD = Geometry.classic()
LINE = "region-sum:r4c3+r5c4+r6c4+r7c5+r6c5+r6c6"
"""In boxes 4 and 8 a cell each, in box 5 two pairs: four parts with one total."""

CROSSBOWS = Geometry.jigsaw([int(c) for c in "011111002221300024333224335554555444"])


def of(step: Step) -> EqualCellsProof:
    assert isinstance(step.proof, EqualCellsProof)
    return step.proof


def only(position: Position) -> tuple[Step, EqualCellsProof]:
    step = next(technique("equal-cells").find(position))
    assert not faults(step, position)
    assert unnamed(step, position) is None
    return step, of(step)


def cells(names: str, geometry: Geometry = BOARD) -> set[int]:
    return {geometry.cell(name) for name in names.split()}


def test_a_line_and_a_box_hold_one_digit_in_three_cells() -> None:
    """The pairs of box 5 add up to the digit, so that none of their cells can hold it."""
    position = start(Puzzle.empty(BOARD, parse_rules(LINE, BOARD)))
    position = position.eliminate((BOARD.cell("r5c6"), digit) for digit in (1, 2, 3, 4, 8))
    position = position.eliminate(
        (cell, digit) for cell in cells("r4c3 r7c5") for digit in (1, 2, 3, 4)
    )
    step, proof = only(position)
    assert {*proof.cells} == cells("r4c3 r7c5 r5c6")
    assert proof.left == (5, 6, 7, 9)
    assert {*step.eliminations} == {(cell, 8) for cell in cells("r4c3 r7c5")}
    assert explain(step, BOARD) == (
        "Let x be the digit of r4c3. r7c5 is x too, by the region sum line at r4c3. "
        "In box 5 only r5c6 can be x (r4c4, r4c5 and r4c6 see r4c3; r5c5 and r6c5 see r7c5; "
        "r5c4, r6c4 and r6c6 are not x by the region sum line at r4c3). "
        "So x is 5, 6, 7 or 9: r4c3 and r7c5 are not 8."
    )


def test_the_clue_of_two_equal_cells_excludes_more() -> None:
    """With one digit in both, the line leaves no 1 or 2 for it, and no 9 to any pair."""
    step, proof = only(start(Puzzle.empty(BOARD, parse_rules(LINE, BOARD))))
    assert proof.rule is not None
    assert {(BOARD.cell("r4c3"), digit) for digit in (1, 2)} <= {*step.eliminations}
    assert {(BOARD.cell("r5c4"), 9)} <= {*step.eliminations}


def test_irregular_regions_are_followed_without_clues() -> None:
    """In row 1 and region 2 five cells are common, so that the two others hold one digit."""
    first = CROSSBOWS.cell("r1c1")
    position = start(Puzzle.empty(CROSSBOWS)).eliminate([(first, 4), (first, 2)])
    step, proof = only(position)
    assert {*proof.cells} == cells("r1c1 r2c6", CROSSBOWS)
    assert step.eliminations == tuple((CROSSBOWS.cell("r2c6"), digit) for digit in (2, 4))


def test_a_digit_that_leaves_a_house_no_place_is_out() -> None:
    """In r1c1 and r2c6, 5 would leave row 3 no place: its cells see them or cannot be 5."""
    position = start(Puzzle.empty(CROSSBOWS))
    position = position.eliminate([(CROSSBOWS.cell("r3c5"), 5)])
    steps = [*technique("equal-cells").find(position)]
    pairs = {pair for step in steps for pair in step.eliminations}
    assert {(cell, 5) for cell in cells("r1c1 r2c6", CROSSBOWS)} <= pairs
    assert all(not faults(step, position) for step in steps)


def test_a_digit_has_other_places_beside_the_equal_cells() -> None:
    """The 9 of box 5 is in r5c6, where r4c3 is 9 too, or in r4c4 or r4c5: in row 4 either way."""
    position = start(Puzzle.empty(BOARD, parse_rules(LINE, BOARD)))
    wrong = [(cell, digit) for cell in cells("r4c3 r7c5 r5c6") for digit in (1, 2)]
    wrong += [(cell, 9) for cell in cells("r4c6 r5c4 r5c5 r6c4 r6c5 r6c6")]
    position = position.eliminate(wrong)
    step, proof = only(position)
    while not proof.places:  # what the line itself does not allow comes first
        position = advance(position, step)
        step, proof = only(position)
    text = explain(step, BOARD)
    assert "In box 5 the 9 is x or in r4c4 or r4c5. So a cell that sees r4c4 and r4c5 " in text
    assert {(BOARD.cell("r4c9"), 9)} <= {*step.eliminations}


def test_what_it_shows_is_true() -> None:
    """With some digits of a grid, and wrong candidates crossed out at random."""
    puzzle = Puzzle.empty(BOARD, parse_rules(LINE, BOARD))
    solution = solve(start(puzzle))
    assert solution is not None
    ends = set()
    for position in begun_positions(puzzle, solution, 60, 1 / 3):
        for step in technique("equal-cells").find(position):
            proof = of(step)
            assert_sound(step, solution)
            assert not faults(step, position)
            assert unnamed(step, position) is None
            ends.add((proof.house is None, proof.rule is None, bool(proof.places)))
    assert len(ends) == 3


def asked_of_clues(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, ...]]:
    """The candidates of the cells of clues for which it is asked what these leave, as it is."""
    questions: list[tuple[int, ...]] = []
    support = Ways.support

    def counted(ways: Ways, domains: tuple[int, ...], clock: Clock) -> tuple[int, ...]:
        questions.append(domains)
        return support(ways, domains, clock)

    monkeypatch.setattr(Ways, "support", counted)
    return questions


def test_no_clue_is_asked_whose_other_cells_cannot_hold_the_digit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A cell sees all others of a cage in a row, and one of a cage with cells elsewhere."""
    questions = asked_of_clues(monkeypatch)
    for rules, is_asked in (("killer:10:r1c1+r1c2", False), ("arrow:r1c1:r1c2+r5c5", True)):
        position = start(Puzzle.empty(BOARD, parse_rules(rules, BOARD)))
        position = position.eliminate((BOARD.cell("r1c1"), digit) for digit in range(5, 10))
        questions.clear()
        assert not list(technique("equal-cells").find(position))
        assert bool(questions) is is_asked


def test_no_further_digit_is_asked_where_no_cell_is_settled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With a 3 in r5c5 the circle can be 5 to 9, and r1c2 can be 3 or another digit."""
    questions = asked_of_clues(monkeypatch)
    position = start(Puzzle.empty(BOARD, parse_rules("arrow:r1c1:r1c2+r5c5", BOARD)))
    position = position.eliminate((BOARD.cell("r1c1"), digit) for digit in range(1, 5))
    position = position.eliminate((BOARD.cell("r5c5"), digit) for digit in range(5, 10))
    assert not list(technique("equal-cells").find(position))
    assert {own for *_, own in questions if own.bit_count() == 1} == {1 << d for d in (0, 1, 2)}


def test_a_cell_that_led_nowhere_is_followed_again_where_something_changed() -> None:
    """Its clue leaves less to others, or a house has one place less for its digit."""
    puzzle = Puzzle.empty(BOARD, parse_rules("arrow:r1c2:r1c1+r5c5", BOARD))
    box = next(house for house in BOARD.houses if house.name == "box 5")
    places = {BOARD.cell("r4c6"), BOARD.cell("r5c5"), BOARD.cell("r6c4")}
    pair = start(puzzle).eliminate((BOARD.cell("r1c1"), d) for d in (1, *range(4, 10)))
    pair = pair.eliminate((cell, d) for cell in {*box.cells} - places for d in (2, 3))
    search = technique("equal-cells")
    for other, name, lost in (
        ("r6c4", "r1c2", (2, 3, 4, 6, 7, 8, 9)),  # the circle is 1 or 5: no digit is there twice
        ("r5c5", "r6c4", (2, 3)),
    ):
        known = dict[tuple[object, int], tuple[object, object]]()
        position = pair.eliminate((BOARD.cell(other), d) for d in (2, 3))
        after = position.eliminate((BOARD.cell(name), d) for d in lost)
        steps = []
        for one in (position, after):
            cands = Candidates.of(one)
            cands.kept = known  # as the positions of a path have it
            steps.append(list(search.search(cands, ENDLESS)))
        assert steps == [[], list(search.search(Candidates.of(after), ENDLESS))]
        assert BOARD.cell("r4c6") in {cell for cell, _ in steps[1][0].eliminations}
