import itertools
import random
from typing import Any, get_args

import pytest
from trials import trial

import tests.constraints.planting_custom  # noqa: F401
from satdoku.base.errors import FormatError
from satdoku.board import Geometry, Grid
from satdoku.constraints import AnyOf, Thermo, VariablesRule, from_data, parse_rules, to_words
from satdoku.constraints.denied import opposite
from satdoku.constraints.neighbours import neighbours
from satdoku.puzzle import Puzzle
from satdoku.relations import (
    AllDifferent,
    Among,
    Automaton,
    DigitSetSum,
    Domain,
    Element,
    Guard,
    Linear,
    Or,
    PairTable,
    Relation,
    Table,
    ValueSet,
    holds,
)
from satdoku.solving import enumerate_solutions
from tests.constraints.constraint_oracle import full_grids

BOARD = Geometry.classic()


@pytest.mark.parametrize(
    "name", ["or", "and", "not", "count-of", pytest.param("variables", marks=pytest.mark.full)]
)
def test_by_brute_force(name: str) -> None:
    trial(name)


def test_cells_outside_by_every_filling() -> None:
    board = Geometry.rectangle(1, 3, digits=(1, 2, 3), box=None, raw=True)
    (rule,) = parse_rules(
        "variables:VA*2:(arrow:VA1:r1c1+r1c2, or:(whisper:2:VA2+VA1, thermo:VA1+VA2+r1c3))", board
    )
    for values in itertools.product(board.digits, repeat=3):
        a, b, c = values
        right = any(
            x == a + b and (abs(x - y) >= 2 or x < y < c)
            for x, y in itertools.product(board.digits, repeat=2)
        )
        assert rule.holds(Grid(board, values)) == right


def test_a_search_through_many_fillings() -> None:
    # Nine cells outside that hold what the row does, in the other order: 9^9 fillings.
    inside = [{"rule": "extra-region", "cells": [f"VA{i}" for i in range(1, 10)]}]
    inside += [
        {"rule": "same-values", "sets": [[f"VA{i}"], [f"r1c{10 - i}"]]} for i in range(1, 10)
    ]
    inside += [{"rule": "thermo", "cells": ["VA9", "VA8", "VA7"]}]
    rule = from_data({"rule": "variables", "groups": "VA*9", "rules": inside}, BOARD)
    rows = [tuple((r * 3 + r // 3 + c) % 9 + 1 for c in range(9)) for r in range(9)]
    right = Grid(BOARD, tuple(d for row in rows for d in row))
    wrong = Grid(BOARD, tuple(d for row in rows[::-1] for d in row[::-1]))
    assert rule.holds(right)
    assert not list(rule.faults(right))
    assert not rule.holds(wrong)
    assert list(rule.faults(wrong))


@pytest.mark.parametrize("seed", range(6))
def test_hidden_cells_of_a_6x6_by_every_filling(seed: int) -> None:
    chance = random.Random(seed)
    board = Geometry.latin(6)
    hidden = ["VA1", "VA2", "VA3"]

    def some(least: int, most: int) -> list[str]:
        names = hidden + [f"r{r}c{c}" for r in (1, 2) for c in range(1, 7)]
        return chance.sample(names, chance.randint(least, most))

    def clue() -> dict[str, Any]:
        return chance.choice(
            [
                {"rule": "thermo", "cells": some(2, 3)},
                {"rule": "whisper", "cells": some(2, 3), "diff": 2},
                {"rule": "extra-region", "cells": [*hidden, "r1c1"]},
                {"rule": "regex", "cells": some(2, 4), "pattern": "[1-3]*[2-6]+"},
                {"rule": "contain", "cells": some(3, 5), "digits": [chance.randint(1, 6)]},
                {"rule": "count-distinct", "control": some(1, 1)[0], "cells": some(2, 4)},
                {"rule": "sum", "cells": some(2, 4), "total": chance.randint(5, 14)},
            ]
        )

    seen = set()
    for _ in range(12):
        rules = [clue() for _ in range(chance.randint(1, 4))]
        rules.append({"rule": chance.choice(("or", "and")), "rules": [clue(), clue()]})
        rule = from_data({"rule": "variables", "groups": "VA*3", "rules": rules}, board)
        assert isinstance(rule, VariablesRule)
        inside = rule.inside(board)
        order = chance.sample(range(6), 6)
        values = tuple((r + c) % 6 + 1 for r in order for c in order)
        right = any(
            all(one.holds(Grid(inside, (*values, *more))) for one in rule.rules)
            for more in itertools.product(board.digits, repeat=3)
        )
        assert rule.holds(Grid(board, values)) == right, rule
        seen.add(right)
    assert seen == {True, False}


def test_names_of_cells_outside() -> None:
    board = BOARD.with_extra(("VA", 1, 1), ("VB", 6, 3))
    assert board.cell_count == 88
    assert [board.name(c) for c in range(80, 88)] == [
        "r9c9",
        "VA",
        *(f"VB{i}" for i in range(1, 7)),
    ]
    assert board.cell("VB6") == 87
    assert board.beside(board.cell("VB2"), 1, 0) == board.cell("VB5")
    assert board.beside(board.cell("VB2"), 0, 1) == board.cell("VB3")
    assert board.beside(board.cell("VB3"), 0, 1) is None


def test_no_step_leads_from_the_grid_to_a_cell_outside_of_it_or_from_group_to_group() -> None:
    board = BOARD.with_extra(("VA", 81, 9), ("VB", 81, 9))
    assert {board.at(row, column) for row in range(9, 60) for column in range(9)} == {None}
    groups = [range(81), range(81, 162), range(162, 243)]
    for cell in (0, 72, 80, 81, 153, 161, 162, 242):
        (own,) = (group for group in groups if cell in group)
        steps = itertools.product(range(-30, 31), range(-9, 10))
        others = [board.beside(cell, down, right) for down, right in steps]
        assert {other for other in others if other is not None} == {*own}


def test_groups_of_cells_outside_have_rows_before_columns() -> None:
    words = "variables:VA*2x3 VB*3x2:(minimum:VA2,maximum:VB3)"
    (rule,) = parse_rules(words, BOARD)
    assert isinstance(rule, VariablesRule)
    inside = rule.inside(BOARD)
    around = {
        name: {inside.name(cell) for cell in neighbours(inside, inside.cell(name))}
        for name in ("VA2", "VA4", "VB3", "VB6")
    }
    assert around == {
        "VA2": {"VA1", "VA3", "VA5"},
        "VA4": {"VA1", "VA5"},
        "VB3": {"VB1", "VB4", "VB5"},
        "VB6": {"VB4", "VB5"},
    }
    assert parse_rules(to_words(rule, BOARD), BOARD) == (rule,)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("and:(negative-xv)", "negative-xv is about what other rules leave unmarked"),
        ("not:(thermo:r1c1+r1c1)", "r1c1 is named more than once"),
        ("not:(count-distinct:r1c1:r1c2+r1c3)", "has unknown values of its own"),
        ("not:(variables:VA*1:(thermo:r1c1+VA))", "has unknown values of its own"),
        ("count-of:3:(even:r1c1)", "of 1 rules, no number is at least 3"),
        ("count-of:2:1:(even:r1c1,odd:r1c2)", "at least 2 and at most 1"),
        ("or:()", "at least one rule is needed"),
        ("or:thermo", "the argument 'thermo' has no place"),
        ("or:rules=thermo", "a list of rules in brackets"),
        ("or:(thermo:r1c1+VA1)", "VA1"),
        ("variables:VA*8:(thermo:VA9+r1c1)", "VA9"),
        ("variables:VA*0:(thermo:VA1+r1c1)", "VA has 0 cells"),
        ("variables:va*3:(thermo:va1+r1c1)", "written VA*8, VA*3x4 or N*2=1-45"),
        ("variables:VA*3 VA*2:(thermo:VA1+r1c1)", "two groups of cells have the name VA"),
        ("variables:VA*2:(disjoint-groups)", "disjoint-groups is a rule of the whole board"),
    ],
)
def test_what_cannot_be_inside_is_refused(words: str, reason: str) -> None:
    with pytest.raises(FormatError) as error:
        parse_rules(words, BOARD)
    assert reason in str(error.value)


def test_data_inside_names_its_place() -> None:
    data = {"rule": "or", "rules": [{"rule": "thermo", "cells": ["r1c1", "r1c2"]}, {"rule": "x"}]}
    with pytest.raises(FormatError, match="parameter 'cells'"):
        from_data(data, BOARD)
    with pytest.raises(FormatError, match="'rules' is a list of rules"):
        from_data({"rule": "or", "rules": "thermo"}, BOARD)


def test_rules_inside_are_what_the_words_say() -> None:
    (rule,) = parse_rules(
        "variables:VA*2:(thermo:VA1+r1c1,or:(thermo:VA1+VA2,thermo:VA2+VA1))", BOARD
    )
    either = AnyOf((Thermo((81, 82)), Thermo((82, 81))))
    assert rule == VariablesRule("VA*2", (Thermo((81, 0)), either))
    assert rule.scope(BOARD) == (0,)


def test_words_of_nested_rules_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    geometry = Geometry.classic()
    rule: AnyOf = AnyOf((Thermo((0, 1)), Thermo((9, 10))))
    for _ in range(10):
        rule = AnyOf((rule,))
    described = []
    plain = Thermo.describe

    def describe(self: Thermo, board: Geometry) -> str:
        described.append(self)
        return plain(self, board)

    monkeypatch.setattr(Thermo, "describe", describe)
    shapes = rule.shapes(geometry)
    assert len(described) == 2
    assert [shape.cells for shape in shapes if shape.cells] == [(0, 1), (9, 10)]


FLAG = Guard(3, 2)
MOVES = frozenset(((0, 1, 1), (1, 2, 1), (1, 3, 0), (0, 1, 0)))
RELATIONS: list[Relation] = [
    AllDifferent((0, 1, 2)),
    AllDifferent((1, 3)),
    AllDifferent((2, 2)),
    Domain(1, frozenset((1, 3))),
    PairTable(0, 2, frozenset(((1, 2), (3, 3), (2, 1)))),
    DigitSetSum((0, 1, 3), 6, (1, 2, 3)),
    Table((0, 2, 1), frozenset(((1, 2, 3), (1, 1, 1), (3, 2, 1)))),
    Table((0, 1), frozenset(((2, 1), (1, 3))), guard=FLAG),
    *(Linear((0, 1, 2), (1, 2, -1), how, 4) for how in ("=", "!=", "<=", ">=")),
    Automaton((0, 1, 2), frozenset((0, 1)), frozenset((1,)), MOVES),
    Among((0, 1, 2), frozenset((1, 2)), "=", 0, counter=3),
    Among((0, 1, 2), frozenset((2,)), ">=", 1, guard=Guard(3, 1, sense=False)),
    Element(0, (1, 2), 3),
    ValueSet((0, 1), frozenset((frozenset((1, 2)), frozenset((1, 2, 3)))), guard=FLAG),
    Or(((AllDifferent((0, 1)), Domain(2, frozenset((1,)))), (Linear((0, 3), (1, 1), ">=", 5),))),
]  # fmt: skip


def test_the_opposite_of_every_kind_of_relation() -> None:
    assert {type(one) for one in RELATIONS} == {*get_args(Relation)}
    pairs = list(itertools.product(RELATIONS, repeat=2))
    board = Geometry.rectangle(1, 4, digits=(1, 2, 3), box=None, raw=True)
    for some in [(), *((one,) for one in RELATIONS), *pairs[::7]]:
        opposed = opposite(some, board)
        assert {*opposed}  # models keep relations in sets
        for row in itertools.product((1, 2, 3), repeat=4):
            values = dict(enumerate(row))
            all_hold = all(holds(one, values) for one in some)
            assert all_hold is not all(holds(one, values) for one in opposed), (some, row)


def test_too_many_cases_are_refused_by_name() -> None:
    line = "+".join(f"r{r}c{c}" for r in (1, 2, 3) for c in range(1, 10))
    with pytest.raises(FormatError, match="has too many cases"):
        parse_rules(f"not:(regex:{line}:(.*1.{{13}}))", BOARD)


def test_a_rule_of_the_whole_board_may_be_one_of_several() -> None:
    board = Geometry.boxes(4, 2, 2)
    (rule,) = parse_rules("count-of:1:1:(anti-king,non-consecutive,diagonal)", board)
    puzzle = Puzzle.empty(board, [rule])
    wanted = {values for values in full_grids(board) if rule.holds(Grid(board, values))}
    assert 0 < len(wanted) < 288
    for engine in ("sat", "cpsat", "variant"):
        solutions = enumerate_solutions(puzzle, backend=engine)
        assert {grid.values for grid in solutions} == wanted
