"""Redundant givens and rules against all grids, and two engines against each other."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satdoku import parse
from satdoku.base.errors import InvalidPuzzle, NoSolution, NotUnique, Unsupported
from satdoku.base.limits import Limit, RanOut
from satdoku.board import Constraint, Grid
from satdoku.constraints import AntiKnight, Even, KillerCage, MainDiagonal
from satdoku.diagnosing.redundant import find_redundant
from satdoku.generating.reducing import Reducer
from satdoku.puzzle import Puzzle
from satdoku.solving import check_unique

from .boards import FOUR, SIX, Values, agreeing, four_grids, grid_of, keeping

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "...9.35....9.25..........8.2..3..9...1..4.......76..3.96......41.2...8...8.....6."


def is_enough(values: Values, cells: tuple[int, ...], rules: tuple[Constraint, ...]) -> bool:
    return len(agreeing(keeping(rules), cells, values)) == 1


@given(st.data())
@settings(max_examples=30)
def test_against_all_grids(data: st.DataObject) -> None:
    values = data.draw(st.sampled_from(four_grids()))
    cells = tuple(sorted(data.draw(st.sets(st.integers(0, 15), min_size=2))))
    grid = Grid(FOUR, values)
    wishes: list[Constraint] = [
        KillerCage((0, 1, 4), values[0] + values[1] + values[4]),
        KillerCage((10, 11)),
        MainDiagonal(),
        AntiKnight(),
        Even((5,)),
    ]
    holding = [rule for rule in wishes if rule.holds(grid)]
    rules = tuple(rule for rule in holding if data.draw(st.booleans()))
    puzzle = Puzzle.empty(FOUR, rules).with_givens({cell: values[cell] for cell in cells})
    if not is_enough(values, cells, rules):
        with pytest.raises(NotUnique):
            find_redundant(puzzle)
        return
    redundant = find_redundant(puzzle)
    assert redundant.solution == grid

    def without(removed: tuple[int, ...], dropped: tuple[int, ...]) -> bool:
        left = tuple(rule for i, rule in enumerate(rules) if i not in dropped)
        return is_enough(values, tuple(c for c in cells if c not in removed), left)

    assert redundant.givens == tuple(cell for cell in cells if without((cell,), ()))
    assert redundant.rules == tuple(i for i in range(len(rules)) if without((), (i,)))
    assert redundant.minimal is (not redundant.givens and not redundant.rules)
    together = redundant.together_givens, redundant.together_rules
    assert without(*together)
    assert not any(without((*together[0], c), together[1]) for c in set(cells) - set(together[0]))
    others = set(range(len(rules))) - set(together[1])
    assert not any(without(together[0], (*together[1], i)) for i in others)
    assert check_unique(redundant.rest).verdict == "unique"
    assert redundant.rest.clues == len(cells) - len(together[0])
    assert len(redundant.rest.constraints) == len(rules) - len(together[1])


@pytest.mark.full
def test_two_engines_agree_on_9x9() -> None:
    pytest.importorskip("satdoku.core", reason="satdoku.core is not compiled here")
    from satdoku import core

    for seed in range(12):
        text = core.minimal_puzzle(seed)
        minimal = find_redundant(parse(text), backend="native")
        assert minimal.minimal
        assert minimal.rest == parse(text)
        solution = minimal.solution.text()
        more = "".join(
            solution[i] if symbol == "." and i % 7 == seed % 7 else symbol
            for i, symbol in enumerate(text)
        )
        puzzle = parse(more)
        native, sat = (find_redundant(puzzle, backend=b) for b in ("native", "sat"))
        assert (native.backend, sat.backend) == ("native", "sat")
        assert native.givens == sat.givens == Reducer(puzzle).redundant()
        assert native.together_givens == sat.together_givens
        assert native.givens


def test_known_puzzles() -> None:
    redundant = find_redundant(parse(WIKIPEDIA))
    assert len(redundant.givens) == 22
    assert redundant.rest.clues == 23
    assert find_redundant(redundant.rest).minimal
    assert find_redundant(parse(HARD)).minimal


def test_a_rule_that_the_givens_make_needless() -> None:
    """Three givens need the diagonal; four other ones leave it nothing to do."""
    diagonal = (MainDiagonal(),)
    for values in keeping(diagonal)[:6]:
        for cells in combinations(range(16), 4):
            if is_enough(values, cells, ()):
                puzzle = Puzzle.empty(FOUR, diagonal).with_givens({c: values[c] for c in cells})
                assert 0 in find_redundant(puzzle).rules
                break
        else:
            raise AssertionError


def test_pencil_marks_stay() -> None:
    values = four_grids()[0]
    marks = tuple(frozenset((d, d % 4 + 1)) if c % 3 else None for c, d in enumerate(values))
    grids = [
        v for v in four_grids() if all(m is None or d in m for d, m in zip(v, marks, strict=True))
    ]
    for cells in combinations(range(16), 3):
        if len(agreeing(grids, cells, values)) == 1:
            puzzle = Puzzle(
                FOUR, tuple(d if c in cells else None for c, d in enumerate(values)), marks
            )
            redundant = find_redundant(puzzle)
            needless = [c for c in cells if len(agreeing(grids, set(cells) - {c}, values)) == 1]
            assert list(redundant.givens) == needless
            break
    else:
        raise AssertionError


def test_what_has_not_one_solution() -> None:
    with pytest.raises(NotUnique, match="several solutions"):
        find_redundant(Puzzle.empty(SIX))
    with pytest.raises(NoSolution, match="no solution"):
        find_redundant(parse("12345678." + "........9" + "." * 63))
    with pytest.raises(InvalidPuzzle, match="appears twice"):
        find_redundant(parse("55" + WIKIPEDIA[2:]))


def test_limits_and_backends() -> None:
    with pytest.raises(RanOut, match="the limit on seconds ran out"):
        find_redundant(parse(HARD), backend="sat", limit=Limit(seconds=0))
    six = Puzzle.empty(SIX).with_givens(grid_of("123456456123231564564231312645645312").values)
    with pytest.raises(Unsupported, match="classic 9x9"):
        find_redundant(six, backend="native")
    with pytest.raises(Unsupported, match="classic 9x9"):
        find_redundant(replace(parse(HARD), pencil_marks=(None,) * 81), backend="native")


def test_no_such_backend_and_a_search_cancelled() -> None:
    with pytest.raises(ValueError, match="there is no backend 'cpsat'; there are auto, native"):
        find_redundant(parse(HARD), backend="cpsat")  # type: ignore[arg-type]
    with pytest.raises(RanOut, match=r"^the search was cancelled$"):
        find_redundant(parse(HARD), limit=Limit(cancel=lambda: True))
