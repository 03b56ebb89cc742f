"""Arguments from uniqueness that the reference never met, on positions of their own."""

from __future__ import annotations

import random

import pytest

import satdoku
from satdoku.board import Geometry
from satdoku.puzzle import Position, Puzzle
from satdoku.techniques.arguments.uniqueness import DeadlyProof
from satdoku.techniques.catalogue import technique, technique_names
from satdoku.techniques.check import faults
from satdoku.techniques.names.vocabulary import canonical
from satdoku.techniques.searches.houses.bug import Bug, BugType
from satdoku.techniques.searches.houses.uniqueness import DeadlyLoop, UniqueLoops
from satdoku.techniques.step import Step

from .support import assert_sound, example, position_of, solve


def test_bug_3() -> None:
    position = example("bug-3")
    step = BugType(3).first(position)
    assert step is not None
    name = position.geometry.cell
    assert set(step.view.cells) == {name("r4c2"), name("r4c9")}
    assert set(step.view.role("extra")) == {(name("r4c2"), 7), (name("r4c9"), 5)}
    assert step.view.houses[0].name == "row 4"
    assert set(step.view.sets[0].cells) == {name("r4c7")}
    assert step.view.sets[0].digits == (5, 7)
    assert step.eliminations == ((name("r4c3"), 5),)
    # Sudoku Explainer looks for type 4 first where there are two cells.
    techniques = [s.technique for s in Bug().find(position)]
    assert techniques[0] == "bug-4"
    assert set(techniques[1:]) == {"bug-3"}
    assert faults(step, position) == ()


def test_loop_3() -> None:
    position = example("unique-loop-3")
    solution = solve(position)
    assert solution is not None
    steps = list(DeadlyLoop(3, loop=True).find(position))
    assert steps
    for step in steps:
        assert len(step.view.cells) >= 6
        assert_sound(step, solution)
        assert faults(step, position) == ()


def test_a_loop_must_balance_every_house() -> None:
    for name in ("unique-rectangle-1", "unique-loop-1", "unique-loop-2", "unique-loop-4"):
        position = example(name)
        steps = list(UniqueLoops().find(position))
        assert name in {step.technique for step in steps}
        for step in steps:
            for house in position.geometry.houses:
                inside = [i for i, cell in enumerate(step.view.cells) if cell in house.cells]
                assert len(inside) in (0, 2)
                assert not inside or (inside[0] + inside[1]) % 2


def test_missing_candidates_are_a_dialect() -> None:
    board = Geometry.classic()
    marks = [frozenset(board.digits)] * 81
    for name, digits in (("r1c1", "12"), ("r1c4", "2"), ("r2c1", "12"), ("r2c4", "125")):
        marks[board.cell(name)] = frozenset(map(int, digits))
    position = Position(Puzzle.empty(board), (None,) * 81, tuple(marks))
    assert not list(DeadlyLoop(1).find(position))
    steps = list(DeadlyLoop(1, dialect="missing").find(position))
    assert [set(s.eliminations) for s in steps] == [
        {(board.cell("r2c4"), 1), (board.cell("r2c4"), 2)}
    ]
    restricted = Position(position.as_puzzle(), position.values, position.candidates)
    assert not list(DeadlyLoop(1, dialect="missing").find(restricted))


def test_type_4_needs_a_house_that_holds_every_digit() -> None:
    """Where a row may lack the digit that has two places in it, neither place need hold it."""
    marks = {"r1c1": "12", "r1c2": "12", "r2c1": "123", "r2c2": "124"}

    def steps(digits: range) -> list[Step]:
        board = Geometry.rectangle(5, 5, digits=digits, box=None)
        left = [
            frozenset(digits) - {1} if cell // 5 == 1 else frozenset(digits) for cell in range(25)
        ]
        for name, inside in marks.items():
            left[board.cell(name)] = frozenset(map(int, inside))
        position = Position(Puzzle.empty(board), (None,) * 25, tuple(left))
        return list(DeadlyLoop(4).find(position))

    (step,) = steps(range(1, 6))
    assert step.eliminations == ((5, 2), (6, 2))
    assert steps(range(1, 8)) == []


@pytest.mark.parametrize(
    ("rows", "columns", "digits", "sound"),
    [(5, 5, 5, True), (4, 5, 5, False), (5, 4, 5, False), (5, 5, 6, False)],
)
@pytest.mark.parametrize("name", ["hidden-rectangle", "unique-rectangle-6"])
def test_both_lines_of_a_rectangle_hold_the_digit_that_is_locked(
    name: str, rows: int, columns: int, digits: int, sound: bool
) -> None:
    """A row or a column that may lack the digit locks it nowhere."""
    board = Geometry.rectangle(rows, columns, digits=range(1, digits + 1), box=None)
    corners = {"r1c1": "12", "r1c2": "123", "r2c1": "124", "r2c2": "123"}
    if name == "unique-rectangle-6":
        corners |= {"r1c2": "123", "r2c1": "123", "r2c2": "12"}
    lines = (1,) if name == "hidden-rectangle" else (0, 1)
    left = []
    for cell in range(board.cell_count):
        row, column = board.row_column(cell)
        lacking = {1} if row in lines or column in lines else set()
        left.append(frozenset(board.digits) - lacking)
    for corner, inside in corners.items():
        left[board.cell(corner)] = frozenset(map(int, inside))
    position = Position(Puzzle.empty(board), (None,) * board.cell_count, tuple(left))
    steps = list(technique(name).find(position))
    if name == "hidden-rectangle":
        expected = {(board.cell("r2c2"), 2)}
    else:
        expected = {(board.cell("r1c2"), 1), (board.cell("r2c1"), 1)}
    assert any(set(step.eliminations) == expected for step in steps) == sound
    assert all(faults(step, position) == () for step in steps)
    assert sound or not steps


def _exchangeable(position: Position, pair: tuple[int, int], cell: int, digit: int) -> bool:
    """Whether two digits could change places in cells without a given, were a cell to hold one: by
    sets of places alone, the cells that a given or the cell ties to others one after another."""
    geometry, values = position.geometry, list(position.values)
    values[cell] = digit
    fixed = {c for c, given in enumerate(position.puzzle.givens) if given in pair} | {cell}
    todo = list(fixed)
    while todo:
        here = todo.pop()
        for house in geometry.houses:
            if here in house.cells:
                partner = [c for c in house.cells if c != here and values[c] in pair]
                if not partner:
                    return False
                todo += [c for c in partner if c not in fixed]
                fixed |= set(partner)
    return any(fixed.isdisjoint(house.cells) for house in geometry.houses)


@pytest.mark.full
def test_reverse_bugs_are_those_that_the_definition_has() -> None:
    core = pytest.importorskip("satdoku.core")
    count, rng = 0, random.Random(7)
    for puzzle, solution in filter(None, 2 * core.make_puzzles(1, 0, 80)[0]):
        position = position_of(puzzle)
        open_ = [cell for cell, value in enumerate(position.values) if value is None]
        for cell in rng.sample(open_, rng.randrange(15, 45)):
            position = position.place(cell, int(solution[cell]))
        steps = list(technique("reverse-bug").find(position))
        for step in steps:
            assert faults(step, position) == ()
            assert all(int(solution[cell]) != digit for cell, digit in step.eliminations)
        expected = {
            (cell, digit)
            for cell, digits in enumerate(position.candidates)
            if position.values[cell] is None
            for digit in digits
            for other in position.geometry.digits
            if other != digit and _exchangeable(position, (digit, other), cell, digit)
        }
        assert {pair for step in steps for pair in step.eliminations} == expected
        count += len(expected)
    assert count > 3


@pytest.mark.full
def test_qiu_s_corners_can_exchange_two_digits() -> None:
    """In full grids, two lines open but for one cell: with the corners exchanged there is another
    way to fill them, where each corner's digit stands in line with the other corner."""
    core = pytest.importorskip("satdoku.core")
    board, rng, tried = Geometry.classic(), random.Random(3), 0
    for _, solution in filter(None, core.make_puzzles(5, 0, 60)[0]):
        grid = [[int(solution[9 * r + c]) for c in range(9)] for r in range(9)]
        for one, other in ((r, s) for b in (0, 3, 6) for r in (b, b + 1) for s in (r + 1, b + 2)):
            if one == other:
                continue
            for i, j in (
                (c, d) for b in (0, 3, 6) for c in (b, b + 1) for d in range(c + 1, b + 3)
            ):
                for r in range(9):
                    a, b = grid[r][i], grid[r][j]
                    crosswise = b in (grid[one][i], grid[other][i]) and a in (
                        grid[one][j],
                        grid[other][j],
                    )
                    in_a_row = {a, b} in (
                        {grid[one][i], grid[one][j]},
                        {grid[other][i], grid[other][j]},
                    )
                    if r // 3 == one // 3 or not crosswise or in_a_row:
                        continue
                    filled = rng.choice([c for c in range(9) if grid[one][c] not in (a, b)])
                    cells: list[int | None] = [value for line in grid for value in line]
                    for c in range(9):
                        cells[9 * other + c] = None
                        if c != filled:
                            cells[9 * one + c] = None
                    cells[9 * r + i], cells[9 * r + j] = b, a
                    assert satdoku.solve(Puzzle(board, tuple(cells))).solution is not None
                    tried += 1
    assert tried > 20


@pytest.mark.parametrize("name", ["borescoper-deadly-pattern", "unique-matrix"])
def test_deadly_cells_have_a_second_filling(name: str) -> None:
    """A full grid with these digits in the cells of a pattern is not the only one without them."""
    core = pytest.importorskip("satdoku.core")
    board, tried, shapes = Geometry.classic(), 0, set()
    for number in (1, 2, 3, 4):
        position = example(f"{name}-{number}")
        for step in technique(f"{name}-{number}").find(position):
            assert isinstance(step.proof, DeadlyProof)
            shapes.add((step.proof.cells, len(step.proof.digits)))
    for _, solution in filter(None, core.make_puzzles(6, 0, 400)[0]):
        for cells, n in shapes:
            for turned in range(9):
                here = [
                    (c + 27 * (turned % 3)) % 81 // 9 * 9 + (c % 9 + 3 * (turned // 3)) % 9
                    for c in cells
                ]
                if len({solution[c] for c in here}) <= n:
                    givens = [None if c in here else int(solution[c]) for c in range(81)]
                    assert satdoku.count(Puzzle(board, tuple(givens)), limit=2) == 2
                    tried += 1
    assert tried > 0


@pytest.mark.slow
def test_a_weak_exocet_s_conclusions_are_those_of_nested_negation() -> None:
    """The position of Sudoku Studio's notes: base r5c4 and r5c6, targets r4c9 and r6c3."""
    assert canonical("Weak Exocet") == "negation-2"
    text = "....5...94..1...3..6.7..1....59......8..7.......5.2..73......6...8.9...2.1....4.."
    position = position_of(text)
    name = position.geometry.cell
    wanted = {(name("r4c9"), 8), (name("r6c3"), 9)}
    for step in technique("negation-2").find(position):
        wanted -= set(step.eliminations)
        if not wanted:
            return
    raise AssertionError(wanted)


def _with_marks(position: Position) -> Position:
    """The position, as marks of the puzzle instead of conclusions."""
    values = position.values
    marks = tuple(
        position.candidates[cell] if value is None else frozenset((value,))
        for cell, value in enumerate(values)
    )
    marked = Position.of(
        Puzzle(position.geometry, (None,) * position.geometry.cell_count, pencil_marks=marks)
    )
    for cell, value in enumerate(values):
        if value is not None:
            marked = marked.place(cell, value)
    return marked


UNIQUENESS = [name for name in technique_names() if technique(name).needs_uniqueness]


def test_marks_of_the_puzzle_must_allow_the_exchange() -> None:
    """Where a digit was excluded, an exchange leads to it all the same; where it is no mark of the
    puzzle, it does not."""
    counts: dict[str, int] = {}
    for name in UNIQUENESS:
        search, position = technique(name), _with_marks(example(name))
        if search.refusal(position.puzzle) is None:
            steps = list(search.find(position))
            counts[name] = len(steps)
            assert [faults(step, position) for step in steps] == [()] * len(steps), name
    assert len(counts) > 10
    assert sum(map(bool, counts.values())) > 5
