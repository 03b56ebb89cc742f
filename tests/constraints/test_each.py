import itertools
import random

import pytest
from trials import trial

import tests.constraints.planting_custom  # noqa: F401
from satdoku.base.errors import FormatError
from satdoku.board import Constraint, Geometry, Grid
from satdoku.constraints import ForEach, Negative, parse_rules
from satdoku.constraints.each import places
from satdoku.puzzle import Puzzle
from satdoku.solving import enumerate_solutions
from tests.constraints.constraint_oracle import full_grids

BOARD = Geometry.classic()
BOARD4 = Geometry.boxes(4, 2, 2)


def read(words: str, board: Geometry = BOARD) -> Constraint:
    (rule,) = parse_rules(words, board)
    return rule


@pytest.mark.parametrize("name", ["for-each", "negative"])
def test_by_brute_force(name: str) -> None:
    trial(name, range(1))


@pytest.mark.parametrize(
    ("over", "torus", "count", "length"),
    [
        ("cells", False, 81, 1),
        ("rows", False, 9, 9),
        ("lines", False, 18, 9),
        ("boxes", False, 9, 9),
        ("box-places", False, 9, 9),
        ("diagonals", False, 2, 9),
        ("edges", False, 144, 2),
        ("edges", True, 162, 2),
        ("corners", False, 128, 2),
        ("neighbours", True, 324, 2),
        ("leaper 1 2", False, 224, 2),
        ("leaper 1 2", True, 324, 2),
        ("leaper 2 2", False, 98, 2),
        ("step -1 3", False, 48, 2),
        ("window 2x3", False, 56, 6),
        ("window 2x3", True, 81, 6),
        ("half-turn", False, 40, 2),
        ("quarter-turn", False, 20, 4),
        ("left-right", False, 36, 2),
        ("antidiagonal", False, 36, 2),
    ],
)
def test_places(over: str, torus: bool, count: int, length: int) -> None:
    every, _ = places(BOARD, over, torus)
    assert len(every) == len({*map(frozenset, every)}) == count
    assert {*map(len, every)} == {length}
    assert all(len({*place}) == length for place in every)


def test_pairs_at_an_offset_by_their_rows_and_columns() -> None:
    board = Geometry.rectangle(4, 5, digits=range(1, 6), box=None)
    for torus in (False, True):
        wanted = set()
        for a, b in itertools.combinations(range(20), 2):
            down, right = abs(a // 5 - b // 5), abs(a % 5 - b % 5)
            if torus:
                down, right = min(down, 4 - down), min(right, 5 - right)
            if {(down, right)} & {(1, 2), (2, 1)}:
                wanted.add((a, b))
        answers = places(board, "leaper 2 1", torus)[0]
        assert {tuple(sorted(pair)) for pair in answers} == wanted


@pytest.mark.parametrize(
    ("words", "same"),
    [
        ("for-each:leaper 1 2:(extra-region:X1+X2)", "anti-knight"),
        ("for-each:neighbours:(extra-region:X1+X2)", "anti-king"),
        ("for-each:edges:(not:(white-dot:X1+X2))", "non-consecutive"),
        ("negative:(white-dot:X1+X2)", "non-consecutive"),
        ("for-each:box-places:(extra-region:X1-X4)", "disjoint-groups"),
        ("for-each:diagonals:(extra-region:X1+X2+X3+X4)", "diagonal"),
    ],
)
def test_rules_of_the_catalogue_as_rules_at_every_place(words: str, same: str) -> None:
    one, other = read(words, BOARD4), read(same, BOARD4)
    chance = random.Random(words)
    grids = [*full_grids(BOARD4), *(chance.choices(BOARD4.digits, k=16) for _ in range(300))]
    judged = [(one.holds(g), other.holds(g)) for v in grids if (g := Grid(BOARD4, tuple(v)))]
    assert all(a is b for a, b in judged)


def test_a_mark_exempts_its_place() -> None:
    rules = parse_rules(
        "white-dot:r1c1+r1c2,pair-sum:7:r4c3+r4c4,negative:(white-dot:X1+X2)", BOARD4
    )
    puzzle = Puzzle.empty(BOARD4, rules).with_givens({0: 1, 1: 2})
    (negative,) = (rule for rule in puzzle.constraints if isinstance(rule, Negative))
    assert len(negative.members(BOARD4)) == 23
    for engine in ("sat", "cpsat", "variant"):
        answers = {grid.values for grid in enumerate_solutions(puzzle, backend=engine)}
        assert answers == {v for v in full_grids(BOARD4) if puzzle.accepts(Grid(BOARD4, v))}


def test_a_rule_at_every_place_may_have_cells_of_its_own_and_be_denied() -> None:
    words = "not:(for-each:edges:(not:(white-dot:X1+X2)))"
    some = read(words, BOARD4)
    for values in full_grids(BOARD4)[::7]:
        grid = Grid(BOARD4, values)
        assert some.holds(grid) is not read("non-consecutive", BOARD4).holds(grid)
    rule = read("for-each:window 1x2:(variables:VA*1:(arrow:VA:X1+X2))", BOARD4)
    assert isinstance(rule, ForEach)
    assert not any(rule.holds(Grid(BOARD4, values)) for values in full_grids(BOARD4)[::20])


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("for-each:foo:(even:X1)", "'foo' names no places; there are cells, rows"),
        ("for-each:step 0 9:(even:X1)", "'step 0 9' names 0 places"),
        ("for-each:step 0 0:(even:X1)", "'step 0 0' names 0 places"),
        ("for-each:window 0x3:(even:X1)", "'window 0x3' is not a rectangle"),
        ("for-each:rows:torus:(even:X1)", "a torus has edges"),
        ("for-each:edges:(even:X3)", "X3"),
        ("for-each:edges:(for-each:rows:(even:X1))", "two groups of cells have the name X"),
        ("for-each:edges:(thermo:X1+X2+r1c1)", "thermometer in r1c1 and r1c2 cannot be"),
        ("for-each:rows:least=8:most=3:(even:X1)", "no number is at least 8 and at most 3"),
        ("for-each:rows:least=10:(even:X1)", "of 9 rules, no number is at least 10"),
        ("for-each:edges:most=3:(count-distinct:X1:X2)", "has unknown values of its own"),
        ("for-each:edges:()", "at least one rule is needed"),
        ("for-each:edges:(anti-king)", "anti-king is a rule of the whole board"),
        ("or:(negative:(xv:5:X1+X2))", "negative is about what other rules leave unmarked"),
        ("for-each:edges:(even:X1-X999999)", "X1-X999999"),
    ],
)  # fmt: skip
def test_what_is_no_place_is_refused(words: str, reason: str) -> None:
    with pytest.raises(FormatError) as error:
        parse_rules(words, BOARD)
    assert reason in str(error.value)


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("Wrogn", "not or count-of"),
        ("letters", "variables or same-for-all"),
        ("leaper", "for-each"),
        ("toroidal", "for-each"),
    ],
)
def test_a_word_leads_to_the_composition_that_says_it(name: str, near: str) -> None:
    with pytest.raises(FormatError, match=rf"did you mean {near}\?"):
        parse_rules(name, BOARD)
