import pickle

import pytest

from satdoku.base.errors import InvalidPuzzle
from satdoku.board import Geometry, Grid
from satdoku.constraints import AntiKnight, KillerCage, Odd, Windoku
from satdoku.puzzle import Puzzle
from satdoku.relations import AllDifferent, Domain

CLASSIC = Geometry.classic()
SOLVED = "685473921432195876179682345354821697296357184817964532563248719748519263921736458"


def _puzzle(givens: dict[int, int | None]) -> Puzzle:
    return Puzzle.empty(CLASSIC).with_givens(givens)


def _messages(puzzle: Puzzle) -> list[str]:
    return [problem.message for problem in puzzle.problems()]


@pytest.mark.parametrize(
    ("givens", "message", "house", "cells"),
    [
        ({0: 5, 8: 5}, "5 appears twice in row 1: r1c1 and r1c9", "row 1", (0, 8)),
        ({3: 2, 75: 2}, "2 appears twice in column 4: r1c4 and r9c4", "column 4", (3, 75)),
        ({60: 1, 80: 1}, "1 appears twice in box 9: r7c7 and r9c9", "box 9", (60, 80)),
    ],
)
def test_two_equal_givens_name_the_house_and_both_cells(
    givens: dict[int, int | None], message: str, house: str, cells: tuple[int, ...]
) -> None:
    (problem,) = _puzzle(givens).problems()
    assert (problem.kind, problem.message) == ("repeat", message)
    assert (problem.house, problem.cells) == (house, cells)


def test_every_house_at_fault_is_named() -> None:
    assert _messages(_puzzle({0: 5, 1: 5, 2: 5, 9: 5})) == [
        "5 appears 3 times in row 1: r1c1, r1c2 and r1c3",
        "5 appears twice in column 1: r1c1 and r2c1",
        "5 appears 4 times in box 1: r1c1, r1c2, r1c3 and r2c1",
    ]


def test_digits_out_of_range() -> None:
    assert _messages(_puzzle({0: 0, 40: 10, 80: -3})) == [
        "r1c1 is 0, but the digits are 1 to 9",
        "r5c5 is 10, but the digits are 1 to 9",
        "r9c9 is -3, but the digits are 1 to 9",
    ]


def test_pencil_marks_at_fault() -> None:
    marks: list[frozenset[int] | None] = [None] * 81
    marks[0] = frozenset()
    marks[1] = frozenset({1, 10, 12})
    marks[2] = frozenset({3, 4})
    marks[3] = frozenset({3, 4})
    puzzle = Puzzle(CLASSIC, (None, None, 5, 3, *[None] * 77), tuple(marks))
    assert [(p.kind, p.message) for p in puzzle.problems()] == [
        ("no-candidate", "r1c1 has no candidate left"),
        ("digit", "r1c2 has the pencil mark 10, 12, but the digits are 1 to 9"),
        ("no-candidate", "r1c3 is 5, but its pencil marks leave 5 out"),
    ]


def test_regions_at_fault() -> None:
    puzzle = Puzzle.empty(Geometry.jigsaw([1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, None, None]))
    assert [(p.kind, p.message) for p in puzzle.problems()] == [
        ("region", "region 1, which holds r1c1, has 5 cells, but a region needs 4"),
        ("region", "region 2, which holds r2c2, has 3 cells, but a region needs 4"),
        ("region", "region 4, which holds r4c1, has 2 cells, but a region needs 4"),
        ("region", "no region covers r4c3 and r4c4"),
    ]
    lost = Geometry.jigsaw([1] * 9 + [None] * 72)
    assert _messages(Puzzle.empty(lost)) == [
        "no region covers r2c1, r2c2, r2c3, r2c4, r2c5 and 67 more cells"
    ]


def test_rules_tell_their_own_faults() -> None:
    puzzle = Puzzle.empty(CLASSIC, [KillerCage((0, 1), 18), Odd((0,))]).with_givens({0: 2})
    assert _messages(puzzle) == [
        "killer cage of 18 in r1c1 and r1c2: its digits (given r1c1=2) can only reach from 3 to 11",
        "r1c1 is 2, but must be odd",
    ]


def test_a_sound_puzzle_has_no_problem_and_an_unsound_one_raises_them_all() -> None:
    _puzzle({0: 5}).require_valid()
    with pytest.raises(InvalidPuzzle) as caught:
        _puzzle({0: 5, 1: 5, 80: 11}).require_valid()
    assert [p.kind for p in caught.value.problems] == ["digit", "repeat", "repeat"]
    assert "5 appears twice in row 1: r1c1 and r1c2; 5 appears twice in box 1" in str(caught.value)


def test_a_contradiction_of_two_houses_is_not_a_problem() -> None:
    # r1c9 sees 1-8 in its row and 9 in its column: for the solver to find.
    puzzle = _puzzle({**{c: c + 1 for c in range(8)}, 80: 9})
    assert puzzle.problems() == ()


def test_wrong_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="a board of 81 cells was given 80 givens"):
        Puzzle(CLASSIC, (None,) * 80)
    with pytest.raises(ValueError, match="a board of 81 cells was given pencil marks for 3"):
        Puzzle(CLASSIC, (None,) * 81, (None,) * 3)


def test_accepts_is_the_plain_meaning() -> None:
    values = tuple(map(int, SOLVED))
    grid = Grid(CLASSIC, values)
    assert Puzzle.empty(CLASSIC).accepts(grid)
    assert Puzzle.empty(CLASSIC, [Windoku()]).accepts(grid)
    assert not Puzzle.empty(CLASSIC, [AntiKnight()]).accepts(grid)
    assert _puzzle({0: 6}).accepts(grid)
    assert not _puzzle({0: 5}).accepts(grid)
    assert not Puzzle.empty(CLASSIC).accepts(Grid(CLASSIC, (None, *values[1:])))
    assert not Puzzle.empty(CLASSIC).accepts(Grid(CLASSIC, (values[1], values[0], *values[2:])))
    assert not Puzzle.empty(CLASSIC).accepts(Grid(CLASSIC, (66, *values[1:])))
    assert not Puzzle.empty(Geometry.latin(9)).accepts(grid)
    marks = (frozenset({1, 2}), *[None] * 80)
    assert not Puzzle(CLASSIC, (None,) * 81, marks).accepts(grid)


def test_relations_of_a_puzzle() -> None:
    marks = (None, frozenset({1, 2}), *[None] * 79)
    puzzle = Puzzle(CLASSIC, (7, *[None] * 80), marks, (Windoku(),))
    board = tuple(puzzle.board_relations())
    assert len(board) == 27 + 4
    assert all(isinstance(relation, AllDifferent) for relation in board)
    assert tuple(puzzle.relations())[31:] == (
        Domain(0, frozenset({7})),
        Domain(1, frozenset({1, 2})),
    )
    assert puzzle.domain(2) == frozenset(range(1, 10))


def test_value_semantics() -> None:
    first = Puzzle.empty(CLASSIC, [KillerCage((0, 1), 10)]).with_givens({3: 4})
    second = Puzzle.empty(CLASSIC, [KillerCage((1, 0), 10)]).with_givens({3: 4})
    assert first == second
    assert hash(first) == hash(second)
    assert first.model is first.model is second.model
    assert pickle.loads(pickle.dumps(first)) == first
    assert b"model" not in pickle.dumps(first)
    assert first != first.with_givens({3: None})
    assert first.clues == 1
    assert not first.is_classic
    assert _puzzle({}).is_classic
    assert first.with_givens([None] * 81).clues == 0
    assert not first.is_sukaku
    assert Puzzle(CLASSIC, (None,) * 81, (frozenset({1}),) * 81).is_sukaku
    assert not Puzzle(CLASSIC, (None,) * 81, (None,) * 81).is_sukaku


def test_givens_of_cells_that_are_none_are_refused() -> None:
    puzzle = Puzzle.empty(Geometry.classic())
    for cell in (-1, 81):
        with pytest.raises(ValueError, match=f"{cell} is not a cell of a board of 81 cells"):
            puzzle.with_givens({cell: 1})
