"""Numbers outside of the grid, with ranges of their own, in rules and as their parameters."""

import itertools
import random
from typing import Any

import pytest

from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Constraint, Geometry, Grid
from satdoku.constraints import VariablesRule, from_data, parse_rules, to_data, to_words
from satdoku.formats import write
from satdoku.puzzle import Document, Puzzle
from satdoku.solving import enumerate_solutions
from tests.constraints.constraint_oracle import full_grids, symmetries

BOARD = Geometry.boxes(4, 2, 2)

DIGIT = "variables:VA:(whisper:r1c1+r1c2:diff=VA,thermo:VA+r4c4)"
RULES = [
    ("same-for-all:2:3:(whisper:r1c1+r1c2:diff=N,white-dot:r2c3+r2c4:diff=N)", 144),
    (
        "variables:N*2=3-8:(killer-cage:r1c1+r1c2+r2c1:sum=N1,"
        "killer-cage:r3c3+r3c4+r4c3:sum=N2,whisper:N1+N2:diff=2)",
        36,
    ),
    (
        "variables:N*3=3-7:(sum:r1c1+r1c2:total=N1,sum:r2c3+r3c3:total=N2,"
        "x-sum:left:4:sum=N3,extra-region:N1-N3)",
        22,
    ),
    ("variables:N=2-11:(sum:r1c1+r1c2+r1c3+r2c2:total=N,pair-table:N+r4c4:5+1/7+2/11+3)", None),
    (
        "same-for-all:0:4:(skyscraper:left:1:value=N,skyscraper:top:3:value=N,"
        "sandwich:left:2:sum=N)",
        14,
    ),
    ("same-for-all:1:2:(for-each:rows:least=2:(sum:X1+X2:total=N))", 0),
    pytest.param(
        "same-for-all:3:7:(for-each:left-right:least=3:(sum:X1+X2:total=N))",
        240,
        marks=pytest.mark.full,
    ),
    pytest.param(
        "same-for-all:3:7:(count-of:1:1:(sum:r1c1+r1c2:total=N,"
        "sum:r2c1+r2c2:total=N),not:(sum:r3c1+r3c2:total=N))",
        192,
        marks=pytest.mark.full,
    ),
    ("same-for-all:1:3:(count-distinct:r1c1:r2c1+r3c3,whisper:r1c1+r4c4:diff=N)", 54),
    pytest.param(DIGIT, 216, marks=pytest.mark.full),
    pytest.param(
        "variables:M=4-6:(for-each:edges:most=2:(sum:X1+X2:total=M),thermo:r1c1+M)",
        None,
        marks=pytest.mark.full,
    ),
    (
        "same-for-all:1:40:(product-cage:r1c1+r1c2:value=N,"
        "product-cage:r4c1+r4c2+r3c1:value=N)",
        None,
    ),
]  # fmt: skip


def read(words: str) -> Constraint:
    (rule,) = parse_rules(words, BOARD)
    return rule


@pytest.mark.parametrize(("words", "count"), RULES)
def test_engines_find_what_the_rules_mean(words: str, count: int | None) -> None:
    rule = read(words)
    assert read(to_words(rule, BOARD)) == rule
    assert from_data(to_data(rule, BOARD), BOARD) == rule
    wanted = {values for values in full_grids(BOARD) if rule.holds(Grid(BOARD, values))}
    assert len(wanted) == count or count is None
    assert wanted != set(full_grids(BOARD))
    for engine in ("sat", "cpsat", "variant"):
        grids = enumerate_solutions(Puzzle.empty(BOARD, [rule]), backend=engine)
        assert {grid.values for grid in grids} == wanted, engine
    for values in full_grids(BOARD)[::30]:
        assert bool(list(rule.faults(Grid(BOARD, values)))) is (values not in wanted)
    assert rule.describe(BOARD)
    assert rule.shapes(BOARD)


def test_a_rule_with_a_number_holds_where_it_does_with_some_value() -> None:
    chance = random.Random(3)
    for _ in range(25):
        template = chance.choice(
            ("whisper:r1c1+r1c2:diff={}", "sum:r1c1+r2c2+r3c4:total={}", "x-sum:top:2:sum={}",
             "killer-cage:r3c3+r3c4:sum={}", "white-dot:r2c2+r2c3:diff={}",
             "skyscraper:left:3:value={}", "sandwich:right:4:sum={}",
             "arrow:r1c1:r1c2,sum:r1c4+r4c1:total={}")
        )  # fmt: skip
        other = chance.choice(("sum:r4c3+r4c4:total={}", "whisper:r2c1+r2c2:diff={}"))
        least = chance.randint(1, 5)
        most = least + chance.randint(0, 4)
        rule = read(f"same-for-all:{least}:{most}:({template},{other})".replace("{}", "N"))
        plain: list[list[Constraint]] = []
        for number in range(least, most + 1):
            try:
                plain.append([*parse_rules(f"{template},{other}".format(number, number), BOARD)])
            except FormatError:
                continue
        for values in full_grids(BOARD)[::5]:
            grid = Grid(BOARD, values)
            right = any(all(one.holds(grid) for one in rules) for rules in plain)
            assert rule.holds(grid) is right


def test_rules_about_numbers_alone_by_every_value() -> None:
    rule = read(
        "variables:N*3=2-13:(whisper:N1-N3:diff=4,extra-region:N1-N3,sum:r1c1+r1c2:total=N1,"
        "pair-sum:N2+N3:15)"
    )
    for values in full_grids(BOARD)[::3]:
        first = values[0] + values[1]
        right = any(
            b + c == 15 and abs(first - b) >= 4 and abs(b - c) >= 4 and len({first, b, c}) == 3
            for b, c in itertools.product(range(2, 14), repeat=2)
        )
        assert rule.holds(Grid(BOARD, values)) is right


def test_symmetries_carry_the_cells_and_keep_the_numbers() -> None:
    rule = read("same-for-all:3:7:(sum:r1c1+r1c2:total=N,killer-cage:r3c3+r4c3:sum=N)")
    images = 0
    for board_map in symmetries()[:60]:
        image = rule.image(board_map)
        if image is None:
            continue
        images += 1
        for values in full_grids(BOARD)[::11]:
            moved: list[Any] = [None] * 16
            for cell, value in enumerate(values):
                moved[board_map.cells[cell]] = board_map.digits[value]
            assert image.holds(Grid(BOARD, tuple(moved))) is rule.holds(Grid(BOARD, values))
    assert images


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("not:(same-for-all:1:3:(whisper:r1c1+r1c2:diff=N))", "has unknown values of its own"),
        ("same-for-all:3:1:(even:r1c1)", "N is 3 to 1; the smaller number must come first"),
        ("variables:N=1-5000:(even:N)", "N has 5000 values, and 1000 are the most"),
        ("killer-cage:r1c1+r1c2:sum=N", "'sum' is an integer, not 'N'"),
        ("variables:N=1-9:(killer-cage:r1c1+r1c2:sum=M)", "'sum' is an integer, not 'M'"),
        ("same-for-all:1:9:(anti-knight)", "anti-knight is a rule of the whole board"),
        ("variables:N*2=1-9 N=1-3:(even:r1c1)", "two groups of cells have the name N"),
        ("variables:N=1..9:(even:r1c1)", "is written VA*8, VA*3x4 or N*2=1-45"),
        ("variables:N=0-999 M=0-999:(for-each:rows:(sum:X1+X2:total=N)):x", "argument 'x'"),
        ("same-for-all:1:9:(or:())", "at least one rule is needed"),
    ],
)
def test_what_is_no_number_is_refused(words: str, reason: str) -> None:
    with pytest.raises(FormatError) as error:
        parse_rules(words, BOARD)
    assert reason in str(error.value)


def test_a_range_without_a_fitting_number_leaves_no_grid() -> None:
    rule = read("variables:N=70-80:(sum:r1c1+r1c2:total=N)")
    assert not any(rule.holds(Grid(BOARD, values)) for values in full_grids(BOARD)[::10])
    for engine in ("sat", "cpsat", "variant"):
        assert not list(enumerate_solutions(Puzzle.empty(BOARD, [rule]), backend=engine))


@pytest.mark.parametrize("words", [RULES[0][0], RULES[1][0], DIGIT])
def test_strings_that_cannot_hold_them_are_not_written(words: str) -> None:
    board = Geometry.classic()
    document = Document(Puzzle.empty(board, parse_rules(words.replace("r4c4", "r5c5"), board)))
    with pytest.raises(Unsupported, match="cannot hold the rule"):
        write(document, "iss")


def test_numbers_have_their_own_values() -> None:
    rule = read("variables:VA*2 N*2=-3-12:(even:VA1)")
    assert isinstance(rule, VariablesRule)
    board = rule.inside(BOARD)
    assert [board.values_of(cell) for cell in (0, 16, 17)] == [(1, 2, 3, 4)] * 3
    assert board.values_of(18) == board.values_of(19) == tuple(range(-3, 13))
    assert board.ranged == {18, 19}
    assert board.wide.digits == tuple(range(-3, 13))
