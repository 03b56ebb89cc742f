"""Rules as data and as words: round trips and refusals."""

import json

import pytest
from constraint_oracle import read_example
from hypothesis import given, settings
from hypothesis import strategies as st

from satdoku.base.errors import FormatError
from satdoku.board import Geometry
from satdoku.constraints import (
    ALIASES,
    BUNDLES,
    REGISTRY,
    AntiKing,
    AntiKnight,
    BothDiagonals,
    Even,
    ExtraRegion,
    KillerCage,
    NonConsecutive,
    Odd,
    Windoku,
    from_data,
    parse_rules,
    to_data,
)

BOARD = Geometry.classic()


@pytest.mark.parametrize("name", REGISTRY)
def test_examples_round_trip(name: str) -> None:
    puzzle = read_example(name)
    for rule in puzzle.constraints:
        data = json.loads(json.dumps(to_data(rule, puzzle.geometry)))
        assert from_data(data, puzzle.geometry) == rule
        assert list(data) == ["rule", *(p.name for p in rule.parameters if p.name in data)]


def test_the_words_of_the_format() -> None:
    assert to_data(KillerCage((1, 0), 10), BOARD) == {
        "rule": "killer-cage",
        "cells": ["r1c1", "r1c2"],
        "sum": 10,
    }
    assert to_data(KillerCage((1, 0)), BOARD) == {"rule": "killer-cage", "cells": ["r1c1", "r1c2"]}
    assert to_data(AntiKnight(), BOARD) == {"rule": "anti-knight"}
    assert from_data({"rule": "killer-cage", "cells": ["R1C1"], "sum": None}, BOARD) == KillerCage(
        (0,)
    )


CELLS = st.lists(st.integers(0, 80), min_size=1, max_size=12)


@settings(deadline=None)
@given(
    st.one_of(
        CELLS.map(lambda cells: ExtraRegion(tuple(cells))),
        CELLS.map(lambda cells: Odd(tuple(cells))),
        CELLS.map(lambda cells: Even(tuple(cells))),
        st.tuples(CELLS, st.one_of(st.none(), st.integers(-9, 99))).map(
            lambda pair: KillerCage(tuple(pair[0]), pair[1])
        ),
    )
)
def test_any_rule_round_trips(rule: KillerCage) -> None:
    assert from_data(to_data(rule, BOARD), BOARD) == rule
    words = [rule.name, "+".join(map(BOARD.name, rule.cells))]
    if (total := rule.arguments().get("sum")) is not None:
        words.insert(1, str(total))
    assert parse_rules(":".join(words), BOARD) == (rule,)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("", ()),
        ("  ", ()),
        ("anti-knight", (AntiKnight(),)),
        (
            "diagonal, windoku,Anti-Knight , non-consecutive",
            (BothDiagonals(), Windoku(), AntiKnight(), NonConsecutive()),
        ),
        ("killer-cage:10:r1c1+r1c2", (KillerCage((0, 1), 10),)),
        ("killer-cage:r1c1+r1c2:10", (KillerCage((0, 1), 10),)),
        ("killer-cage: r1c2 + r1c1", (KillerCage((0, 1)),)),
        ("odd:r1c1+r2c2,even:r9c9", (Odd((0, 10)), Even((80,)))),
        ("extra-region:r1c1+r9c9", (ExtraRegion((0, 80)),)),
        ("killer:cells=r1c1+r1c2:sum=10", (KillerCage((0, 1), 10),)),
        ("cage:sum = 10: r1c1-r1c3", (KillerCage((0, 1, 2), 10),)),
        ("extra:r1c1-r2c2+r9c9", (ExtraRegion((0, 1, 9, 10, 80)),)),
        ("extra:R1C1r9c9", (ExtraRegion((0, 80)),)),
        ("hyper,Miracle", (Windoku(), AntiKnight(), AntiKing(), NonConsecutive())),
    ],
)
def test_rules_of_the_command_line(text: str, rules: tuple[object, ...]) -> None:
    assert parse_rules(text, BOARD) == rules


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "antiknight",
            "unknown rule 'antiknight'; did you mean anti-knight? `satdoku rules` lists all",
        ),
        ("nonconsekutive", "did you mean nonconsecutive?"),
        ("killr", "did you mean killer?"),
        ("killer_cagge", "did you mean killer-cage?"),
        ("qqq", "unknown rule 'qqq'; `satdoku rules` lists all"),
        ("windoku,", "a rule without a name (a comma too many?)"),
        ("windoku,,odd:r1c1", "a rule without a name (a comma too many?)"),
        (":", "a rule without a name"),
        ("odd", "odd: the parameter 'cells' (the cells that are odd) is missing; it is written "
         "odd:r1c1+r2c1"),
        ("odd:", "odd: '' is not a cell; cells are named like r1c1"),
        ("odd:r1c1+", "odd: '' is not a cell"),
        ("odd:r1c10", "odd: r1c10 lies outside the board of 9 rows and 9 columns"),
        ("odd:r0c1", "odd: r0c1 lies outside the board"),
        ("odd:5", "odd: the argument '5' has no place in 'odd:5'"),
        ("odd:r1c1:r1c2", "odd: the argument 'r1c2' has no place"),
        ("killer-cage:10", "killer-cage: the parameter 'cells' (the cells of the cage) is missing; "
         "it is written killer-cage:r1c1+r2c1[:sum=9]"),
        ("killer-cage:ten:r1c1", "killer-cage: 'ten' is not a cell"),
        ("killer-cage:10:12:r1c1", "the argument '12' has no place"),
        ("killer-cage:1.5:r1c1", "killer-cage: '1.5' is not a cell"),
        ("killer-cage:r1c1:" + "9" * 5000, "is too long for a number"),
        ("z" * 100_000, "unknown rule '" + "z" * 56 + "...; `satdoku rules` lists all"),
        ("odd:cell=r1c1", "odd: unknown parameter 'cell'; it takes cells"),
        ("killer:sum=ten:r1c1", "killer-cage: 'sum' is an integer, not 'ten'"),
        ("killer:sum=1:sum=2:r1c1", "killer-cage: 'sum' is given twice in"),
        ("anti-knight:r1c1", "anti-knight: the argument 'r1c1' has no place in"),
    ],
)  # fmt: skip
def test_bad_words(text: str, reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_rules(text, BOARD)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("anti-knight", "a rule is an object with the key 'rule', not 'anti-knight'"),
        (None, "a rule is an object with the key 'rule', not None"),
        ([], "a rule is an object"),
        ({}, "a rule without the key 'rule'"),
        ({"cells": ["r1c1"]}, "a rule without the key 'rule'"),
        ({"rule": "hamster"}, "unknown rule 'hamster'; `satdoku rules` lists all"),
        ({"rule": 7}, "unknown rule 7"),
        ({"rule": None}, "unknown rule None"),
        ({"rule": ["odd"]}, "unknown rule ['odd']"),
        ({"rule": "anti-knight", "cells": []}, "anti-knight: unknown parameter 'cells'; it takes "
         "none"),
        ({"rule": "odd", "cell": ["r1c1"]}, "odd: unknown parameter 'cell'; it takes cells"),
        ({"rule": "odd"}, "odd: the parameter 'cells' (the cells that are odd) is missing"),
        ({"rule": "odd", "cells": None}, "odd: the parameter 'cells'"),
        ({"rule": "odd", "cells": []}, "odd: at least one cell is needed"),
        ({"rule": "odd", "cells": "r1c1"}, "odd: 'cells' is a list of cells, not 'r1c1'"),
        ({"rule": "odd", "cells": {"r1c1": 1}}, "odd: 'cells' is a list of cells"),
        ({"rule": "odd", "cells": [0]}, "odd: cells are named like 'r1c1', not 0"),
        ({"rule": "odd", "cells": ["a1"]}, "odd: 'a1' is not a cell"),
        ({"rule": "odd", "cells": ["r10c1"]}, "odd: r10c1 lies outside the board"),
        ({"rule": "killer-cage", "cells": ["r1c1"], "sum": "10"}, "killer-cage: 'sum' is an "
         "integer, not '10'"),
        ({"rule": "killer-cage", "cells": ["r1c1"], "sum": 1.5}, "not 1.5"),
        ({"rule": "killer-cage", "cells": ["r1c1"], "sum": True}, "not True"),
        ({"rule": "killer-cage", "cells": ["r1c1"], "total": 3}, "killer-cage: unknown parameter "
         "'total'; it takes cells and sum"),
    ],
)  # fmt: skip
def test_bad_data(data: object, reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        from_data(data, BOARD)
    assert reason in str(caught.value)


def test_a_board_that_cannot_have_the_rule() -> None:
    for board, words in (
        (Geometry.boxes(6, 2, 3), "windoku"),
        (Geometry.latin(9), "windoku"),
        (Geometry.latin(9), "disjoint-groups"),
    ):
        with pytest.raises(FormatError, match=f"{words}: .*{board.describe()}"):
            parse_rules(words, board)
        with pytest.raises(FormatError, match=f"{words}: "):
            from_data({"rule": words}, board)


def test_aliases_are_read_as_their_rules() -> None:
    assert not set(ALIASES) & set(REGISTRY)
    for alias, (name, _) in ALIASES.items():
        assert REGISTRY[name]
        assert alias == alias.lower()
    assert from_data({"rule": "killer", "cells": ["r1c1"]}, BOARD) == KillerCage((0,))
    with pytest.raises(FormatError, match=r"xv: 'x\\n' already means the 'total' 10$"):
        from_data({"rule": "x\n", "cells": ["r1c1", "r1c2"], "total": 5}, BOARD)
    for names in BUNDLES.values():
        assert set(names) <= set(REGISTRY)


@pytest.mark.parametrize(
    ("rule", "fields", "strange"),
    [
        ("killer-cage", {"cells": [-1, 3], "sum": 7}, "-1"),
        ("killer-cage", {"cells": [3, 81], "sum": 7}, "81"),
        ("odd", {"cells": "12"}, "'1'"),
        ("odd", {"cells": [True]}, "True"),
        ("clone", {"cells": [0, 1], "clones": [9, 100]}, "100"),
    ],
)
def test_numbers_of_cells_are_cells_of_the_board(
    rule: str, fields: dict[str, object], strange: str
) -> None:
    with pytest.raises(FormatError, match=f"^{rule}: {strange} is not a cell of a board of 81"):
        from_data({"rule": rule, **fields}, BOARD, numbered=True)
