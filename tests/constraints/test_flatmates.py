from constraint_oracle import meant, random_grids

from satdoku.board import BoardMap, Geometry, Grid
from satdoku.constraints import DutchFlatmates
from satdoku.puzzle import Puzzle
from satdoku.solving import solve

STRIP = Geometry(3, 2, tuple(range(1, 10)), ())
RULE = DutchFlatmates()


def test_relations_and_faults_mean_the_rule() -> None:
    test = meant(tuple(RULE.relations(STRIP)), 6)
    count = 0
    for grid in random_grids(STRIP, 1500):
        values = tuple({2: 5, 3: 1, 4: 9}.get(v or 0, v) for v in grid.values)
        grid = Grid(STRIP, values)
        holds = RULE.holds(grid)
        count += holds
        assert holds == test([v for v in values if v is not None])
        assert bool(list(RULE.faults(grid))) != holds
    assert 100 < count < 1400


def test_engines_agree() -> None:
    board = Geometry.classic()
    for engine in ("sat", "cpsat"):
        solution = solve(Puzzle.empty(board, [RULE]), backend=engine).solution
        assert solution is not None
        assert RULE.holds(solution)


def test_images() -> None:
    board = Geometry.classic()
    left = tuple(9 * (cell // 9) + 8 - cell % 9 for cell in range(81))
    down = tuple(9 * (8 - cell // 9) + cell % 9 for cell in range(81))
    same = {digit: digit for digit in range(1, 10)}
    back = {digit: 10 - digit for digit in range(1, 10)}
    assert RULE.image(BoardMap(board, left, same)) == RULE
    assert RULE.image(BoardMap(board, down, same)) is None
    assert RULE.image(BoardMap(board, down, back)) == RULE
    assert RULE.image(BoardMap(board, left, back)) is None


def test_refused_for_other_digits() -> None:
    assert "1 to 9" in (RULE.unfit(Geometry.boxes(4, 2, 2)) or "")
