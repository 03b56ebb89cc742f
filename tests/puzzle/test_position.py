import pytest

from satdoku.board import Geometry, Grid
from satdoku.puzzle import Document, Position, Puzzle

CLASSIC = Geometry.classic()


def test_the_start_of_a_puzzle() -> None:
    puzzle = Puzzle.empty(CLASSIC).with_givens({0: 5, 40: 7})
    position = Position.of(puzzle)
    assert position.values == puzzle.givens
    assert position.candidates[0] == frozenset()
    assert position.candidates[1] == frozenset(range(1, 10)) - {5}
    assert position.candidates[4] == frozenset(range(1, 10)) - {5, 7}
    assert position.candidates[80] == frozenset(range(1, 10))
    assert position.grid == Grid(CLASSIC, puzzle.givens)
    assert position.geometry is CLASSIC
    assert not position.is_solved


def test_pencil_marks_bound_the_candidates() -> None:
    marks = (None, frozenset({1, 5, 6}), *[None] * 79)
    position = Position.of(Puzzle(CLASSIC, (5, *[None] * 80), marks))
    assert position.candidates[1] == frozenset({1, 6})


def test_placing_and_eliminating() -> None:
    start = Position.of(Puzzle.empty(CLASSIC))
    placed = start.place(0, 5)
    assert placed.values[0] == 5
    assert placed.candidates[0] == frozenset()
    assert all(5 not in placed.candidates[peer] for peer in CLASSIC.peers[0])
    assert 5 in placed.candidates[80]
    assert start.values[0] is None
    fewer = placed.eliminate([(80, 1), (80, 2), (1, 5)])
    assert fewer.candidates[80] == frozenset(range(3, 10))
    assert fewer.candidates[1] == placed.candidates[1]


def test_a_position_poses_a_puzzle() -> None:
    position = Position.of(Puzzle.empty(CLASSIC)).place(0, 5).eliminate([(80, 1)])
    puzzle = position.as_puzzle()
    assert puzzle.givens[0] == 5
    assert puzzle.domain(80) == frozenset(range(2, 10))
    assert puzzle.pencil_marks is not None
    assert puzzle.pencil_marks[0] is None
    assert puzzle.problems() == ()
    assert Position.of(puzzle).candidates == position.candidates


def test_marks_outside_of_the_board_are_refused() -> None:
    puzzle = Puzzle.empty(Geometry.of_size(4))
    values = (1, *[None] * 15)
    for cell in (-1, 16, 2**64):
        with pytest.raises(ValueError, match=f"{cell} is not a cell of a board of 16 cells"):
            Position.with_marks(puzzle, values, {cell: frozenset((1, 2))})
    assert Position.with_marks(puzzle, values, {15: frozenset((1, 2))}).noted == {15}


def test_a_document_is_a_puzzle_with_its_surroundings() -> None:
    puzzle = Puzzle.empty(CLASSIC)
    first = Document(puzzle, title="Easy", extras={"source": "me"})
    assert first == Document(puzzle, title="Easy", extras={"source": "me"})
    assert hash(first) == hash(Document(puzzle, title="Easy", extras={"source": "me"}))
    assert first != Document(puzzle, title="Easy")
    assert Document(puzzle).extras == {}
