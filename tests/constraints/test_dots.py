"""Marks between cells, by brute force, and what their absence means."""

import itertools

import pytest
from constraint_oracle import BOXES, full_grids, meant
from trials import trial

from satdoku.base.errors import FormatError
from satdoku.board import BoardMap, Constraint, Geometry, Grid
from satdoku.constraints import (
    XV,
    BlackDot,
    LessThan,
    NegativeDifference,
    NegativeRatio,
    NegativeXV,
    PairSum,
    Quadruple,
    WhiteDot,
    parse_rules,
)
from satdoku.constraints.neighbours import neighbours
from satdoku.puzzle import Puzzle
from satdoku.solving import enumerate_solutions

BOARD = Geometry.classic()
NAMES = (
    "white-dot", "black-dot", "xv", "pair-sum", "less-than", "quadruple", "negative-difference",
    "negative-ratio", "negative-xv",
)  # fmt: skip
TURNED = BoardMap(BOARD, tuple(80 - c for c in range(81)), {d: 10 - d for d in range(1, 10)})


@pytest.mark.parametrize("name", NAMES)
def test_by_brute_force(name: str) -> None:
    trial(name)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("white-dot:0:r1c1+r1c2", "white-dot: the difference is at least 1, not 0"),
        ("black-dot:1:r1c1+r1c2", "black-dot: the ratio is at least 2, not 1"),
        ("black-dot:r1c1+r1c2:1.5", "black-dot: the argument '1.5' has no place in"),
        ("white-dot:r1c1-r1c3", "white-dot: 2 cells are needed"),
        ("xv:7:r1c1+r1c2", "xv: the total is 10 (X) or 5 (V), not 7 (pair-sum takes any)"),
        ("x:5:r1c1+r1c2", "xv: the argument '5' has no place in"),
        ("less-than:r1c1", "less-than: 2 cells are needed"),
        ("quad:1+2+3+4+5:r1c1-r2c2", "quadruple: one to four digits fit into four cells, not 5"),
        ("quad:0:r1c1-r2c2", "quadruple: 0 in 'digits' is not a digit of the board"),
        ("quad:1:r1c1-r1c2", "quadruple: 4 cells are needed"),
        ("negative-ratio:1", "negative-ratio: 'ratios' is at least 2, not 1"),
    ],
)
def test_refusals(words: str, reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_rules(words, BOARD)
    assert reason in str(caught.value)


def test_names() -> None:
    assert parse_rules("x:r1c1r1c2,V:r1c2r1c1,ratio:r1c1r2c1:3", BOARD) == (
        XV((0, 1), 10),
        XV((0, 1), 5),
        BlackDot((0, 9), 3),
    )
    assert parse_rules("quad:2+2+9:r1c1-r2c2", BOARD) == (Quadruple((0, 1, 9, 10), (2, 2, 9)),)


def test_a_total_out_of_reach_is_a_fault() -> None:
    (problem,) = Puzzle.empty(BOARD, [PairSum((0, 1), 30)]).problems()
    assert problem.message == "pair sum of 30 in r1c1 and r1c2: no two digits of the board fit it"


def test_relabellings() -> None:
    assert XV((0, 1), 10).image(TURNED) == XV((79, 80), 10)
    assert XV((0, 1), 5).image(TURNED) == PairSum((79, 80), 15)
    assert PairSum((0, 1), 15).image(TURNED) == XV((79, 80), 5)
    assert LessThan((0, 1)).image(TURNED) == LessThan((79, 80))
    assert BlackDot((0, 1)).image(TURNED) is None
    assert Quadruple((0, 1, 9, 10), (1, 2)).image(TURNED) == Quadruple((70, 71, 79, 80), (8, 9))


def _marked(negative: Constraint, values: tuple[int, ...]) -> list[Constraint]:
    """The rule, and a mark wherever a grid would break it."""
    rules: list[Constraint] = [negative]
    for cell in range(16):
        for other in neighbours(BOXES, cell):
            a, b = values[cell], values[other]
            if other < cell:
                continue
            if isinstance(negative, NegativeDifference) and abs(a - b) == 1:
                rules.append(WhiteDot((cell, other)))
            elif isinstance(negative, NegativeRatio) and max(a, b) == 2 * min(a, b):
                rules.append(BlackDot((cell, other)))
            elif isinstance(negative, NegativeXV) and a + b == 5:
                rules.append(XV((cell, other), 5))
    return rules


@pytest.mark.parametrize("negative", [NegativeDifference(), NegativeRatio(), NegativeXV()])
def test_only_unmarked_pairs_are_meant(negative: Constraint) -> None:
    values = full_grids(BOXES)[77]
    rules = _marked(negative, values)
    puzzle = Puzzle.empty(BOXES, rules)
    assert puzzle.with_givens(values).problems() == ()
    wanted = {v for v in full_grids(BOXES) if puzzle.accepts(Grid(BOXES, v))}
    assert values in wanted
    test = meant(list(puzzle.relations()), 16)
    assert wanted == {v for v in full_grids(BOXES) if test(v)}
    for engine in ("sat", "cpsat"):
        assert {g.values for g in enumerate_solutions(puzzle, backend=engine)} == wanted
    # A mark less, and the grid breaks the rule.
    fewer = Puzzle.empty(BOXES, rules[:-1])
    assert not fewer.accepts(Grid(BOXES, values))
    assert puzzle.constraints[0] == negative


PAIR = Geometry(1, 2, tuple(range(1, 10)), ())
"""Two cells side by side."""
MARKS = {
    WhiteDot: [WhiteDot((0, 1)), WhiteDot((0, 1), 2)],
    BlackDot: [BlackDot((0, 1)), BlackDot((0, 1), 4)],
    XV: [XV((0, 1), 5), XV((0, 1), 10)],
    PairSum: [PairSum((0, 1), total) for total in (3, 5, 10)],
    LessThan: [LessThan((0, 1))],
}
EXEMPT = {
    NegativeDifference(): {WhiteDot, BlackDot},
    NegativeRatio((2, 4)): {WhiteDot, BlackDot},
    NegativeXV(): {XV, PairSum},
}


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("negative", EXEMPT, ids=lambda rule: rule.name)
def test_every_mark_beside_every_absence(
    negative: NegativeDifference | NegativeRatio | NegativeXV, mark: type[Constraint]
) -> None:
    """A pair that the absence of marks forbids is allowed with its marks, and with no others."""
    clashing = [
        (one, values)
        for one in MARKS[mark]
        for values in itertools.product(PAIR.digits, repeat=2)
        if negative.clash(*values) and one.holds(Grid(PAIR, values))
    ]
    assert clashing
    for one, values in clashing:
        puzzle = Puzzle.empty(PAIR, [negative, one])
        right = mark in EXEMPT[negative]
        assert (puzzle.with_givens(values).problems() == ()) == right, (one, values)
        assert meant(list(puzzle.relations()), 2)(values) == right, (one, values)


def test_the_ratios_are_those_of_the_black_dots() -> None:
    free = Puzzle.empty(BOARD, [NegativeRatio(), BlackDot((0, 1), 3)])
    assert not free.with_givens({40: 2, 41: 4}).problems()
    assert free.with_givens({40: 2, 41: 6}).problems()
    assert not free.with_givens({0: 2, 1: 6}).problems()
    # A white dot exempts its pair too, an X does not.
    dotted = Puzzle.empty(BOARD, [NegativeRatio(), WhiteDot((0, 1)), XV((3, 4), 10)])
    assert not dotted.with_givens({0: 1, 1: 2}).problems()
    assert (
        Puzzle.empty(BOARD, [NegativeDifference(), PairSum((3, 4), 9)])
        .with_givens({3: 4, 4: 5})
        .problems()
    )


def test_pairs_with_a_blank_mark_are_exempt() -> None:
    rule = NegativeXV(exempt=((1, 0),))
    values = next(v for v in full_grids(BOXES) if v[0] + v[1] == 5)
    marks = [mark for mark in _marked(NegativeXV(), values) if isinstance(mark, XV)]
    rest = [mark for mark in marks if mark.cells != (0, 1)]
    assert len(rest) == len(marks) - 1
    puzzle = Puzzle.empty(BOXES, [rule, *rest])
    assert puzzle.accepts(Grid(BOXES, values))
    assert not Puzzle.empty(BOXES, [NegativeXV(), *rest]).accepts(Grid(BOXES, values))
    wanted = {v for v in full_grids(BOXES) if puzzle.accepts(Grid(BOXES, v))}
    for engine in ("sat", "cpsat"):
        assert {g.values for g in enumerate_solutions(puzzle, backend=engine)} == wanted
    turned = BoardMap(BOXES, tuple(range(15, -1, -1)), {d: 5 - d for d in range(1, 5)})
    assert NegativeXV((5,), ((1, 0),)).image(turned) == NegativeXV((5,), ((14, 15),))
    with pytest.raises(FormatError, match="of two cells, not 3"):
        parse_rules("negative-xv:5:r1c1r1c2r1c3", BOARD)


def test_marks_move_along() -> None:
    rule = Puzzle.empty(BOARD, [NegativeDifference(), WhiteDot((0, 1))]).constraints[0]
    image = rule.image(TURNED)
    assert isinstance(image, NegativeDifference)
    assert image.marked == {(79, 80)}
