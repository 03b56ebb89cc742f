"""The kinds of parameter: plain data and words, there and back, and what is refused."""

import json

import pytest

from satdoku.base.errors import FormatError
from satdoku.board import Geometry
from satdoku.board.constraint import DIRECTIONS, SIDES, Parameter, ParameterKind
from satdoku.constraints import REGISTRY
from satdoku.constraints.parameters import (
    cells_of,
    fits,
    from_plain,
    from_word,
    moved,
    to_plain,
)

BOARD = Geometry.classic()


def parameter(kind: ParameterKind) -> Parameter:
    choices = ("none", "any") if kind == "choice" else ()
    bounds = (1, 10) if kind in ("integer", "integers") else (None, None)
    return Parameter("it", kind, "what it is", False, None, *bounds, choices)


@pytest.mark.parametrize(
    ("kind", "word", "value", "plain"),
    [
        ("cell", "r1c2", 1, "r1c2"),
        ("cells", "r1c2+R2C1", (1, 9), ["r1c2", "r2c1"]),
        ("cells", "r1c1-r2c2", (0, 1, 9, 10), ["r1c1", "r1c2", "r2c1", "r2c2"]),
        ("line", "r2c1+r1c2", (9, 1), ["r2c1", "r1c2"]),
        ("line", "r1c3 - r1c1", (2, 1, 0), ["r1c3", "r1c2", "r1c1"]),
        ("line", "r3c3-r1c1+r1c2", (20, 10, 0, 1), ["r3c3", "r2c2", "r1c1", "r1c2"]),
        ("line", "r9c1-r7c1", (72, 63, 54), ["r9c1", "r8c1", "r7c1"]),
        ("line", "r1c1-r1c1", (0,), ["r1c1"]),
        ("line", "r1c1r2c2r1c1", (0, 10, 0), ["r1c1", "r2c2", "r1c1"]),
        ("sets", "r1c1+r1c2/r2c1", ((0, 1), (9,)), [["r1c1", "r1c2"], ["r2c1"]]),
        ("lines", "r1c2-r1c1/r2c1", ((1, 0), (9,)), [["r1c2", "r1c1"], ["r2c1"]]),
        ("integer", "7", 7, 7),
        ("integers", "8+1+1", (8, 1, 1), [8, 1, 1]),
        ("index", "4", 4, 4),
        ("digits", "9+2+2", (2, 2, 9), [2, 2, 9]),
        ("groups", "3+1/9+8", ((1, 3), (8, 9)), [[1, 3], [8, 9]]),
        ("text", "a b", "a b", "a b"),
        ("choice", "ANY", "any", "any"),
        ("side", "Left", "left", "left"),
        ("direction", "up-left", "up-left", "up-left"),
        ("flag", "no", False, False),
        ("flag", "true", True, True),
        ("flag", "it", True, True),
    ],
)
def test_there_and_back(kind: ParameterKind, word: str, value: object, plain: object) -> None:
    of = parameter(kind)
    assert from_word("rule", of, word, BOARD) == value
    assert json.loads(json.dumps(to_plain(of, value, BOARD))) == plain
    assert from_plain("rule", of, plain, BOARD) == value
    assert kind == "flag" or fits(of, word)


@pytest.mark.parametrize(
    ("kind", "word", "reason"),
    [
        ("cell", "r1", "rule: 'r1' is not a cell"),
        ("line", "r1c1-r2c3", "rule: r1c1-r2c3 is not a straight line of cells"),
        ("line", "r1c1-r9c10", "rule: r9c10 lies outside the board"),
        ("line", "r1c1-", "rule: 'r1c1-' is not a cell"),
        ("sets", "r1c1//r1c2", "rule: '' is not a cell"),
        ("integer", "0", "rule: 'it' is at least 1, not 0"),
        ("integer", "11", "rule: 'it' is at most 10, not 11"),
        ("integer", "many", "rule: 'it' is an integer, not 'many'"),
        ("integers", "1+11", "rule: 'it' is at most 10, not 11"),
        ("index", "0", "rule: 'it' is at least 1, not 0"),
        ("digits", "1+10", "rule: 10 in 'it' is not a digit of the board, which has 1 to 9"),
        ("digits", "x", "rule: 'x' in 'it' is not a digit of the board"),
        ("groups", "1+2/0", "rule: 0 in 'it' is not a digit of the board"),
        ("choice", "some", "rule: 'it' is one of none, any, not 'some'"),
        ("side", "north", "rule: 'it' is one of left, right, top, bottom, not 'north'"),
        ("direction", "up", "rule: 'it' is one of up-left, up-right, down-left, down-right"),
        ("flag", "perhaps", "rule: 'it' is true or false, not 'perhaps'"),
    ],
)
def test_bad_words(kind: ParameterKind, word: str, reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        from_word("rule", parameter(kind), word, BOARD)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "plain", "reason"),
    [
        ("cell", 3, "rule: cells are named like 'r1c1', not 3"),
        ("line", "r1c1", "rule: 'it' is a list of cells, not 'r1c1'"),
        ("lines", ["r1c1"], "rule: 'it', number 1 is a list of cells, not 'r1c1'"),
        ("sets", 5, "rule: 'it' is a list of lists of cells, not 5"),
        ("integers", 5, "rule: 'it' is a list of integers, not 5"),
        ("integers", [True], "rule: 'it' is an integer, not True"),
        ("digits", [2.0], "rule: 2.0 in 'it' is not a digit"),
        ("groups", [[1], 2], "rule: 'it', number 2 is a list of digits, not 2"),
        ("text", 5, "rule: 'it' is text, not 5"),
        ("choice", 5, "rule: 'it' is text, not 5"),
        ("flag", "yes", "rule: 'it' is true or false, not 'yes'"),
        ("tuples", [[1, 10**18 + 1]], f"rule: 'it' is at most {10**18}, not {10**18 + 1}"),
        pytest.param(
            "integer", 10**5000, "rule: 'it' is at most 10, not a number of that length", id="long"
        ),
    ],
)
def test_bad_data(kind: ParameterKind, plain: object, reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        from_plain("rule", parameter(kind), plain, BOARD)
    assert reason in str(caught.value)


def test_cells_of_values_and_their_moves() -> None:
    turned = tuple(80 - cell for cell in range(81))
    for kind, value, cells, after in (
        ("cell", 3, (3,), 77),
        ("line", (3, 1), (3, 1), (77, 79)),
        ("lines", ((3, 1), (5,)), (3, 1, 5), ((77, 79), (75,))),
        ("integer", 3, (), 3),
        ("cells", None, (), None),
    ):
        assert cells_of(parameter(kind), value) == cells  # type: ignore[arg-type]
        assert moved(parameter(kind), value, turned) == after  # type: ignore[arg-type]


def test_the_words_of_sides_and_directions() -> None:
    assert SIDES == ("left", "right", "top", "bottom")
    assert {a + "-" + b for a in ("up", "down") for b in ("left", "right")} == set(DIRECTIONS)


@pytest.mark.parametrize("sign", [1, -1])
def test_a_number_without_bounds_of_its_own_has_64_bits(sign: int) -> None:
    """The bound is that of every reader: data (JSON, links) and words."""
    large, end = sign * 10**18, "most" if sign > 0 else "least"
    for of in (Parameter("it", "integer", "x"), Parameter("it", "integers", "x")):
        several = of.kind == "integers"
        assert from_word("rule", of, str(large), BOARD) == ((large,) if several else large)
        for read, value in ((from_word, str(large + sign)), (from_plain, large + sign)):
            plain = [value] if several and read is from_plain else value
            with pytest.raises(FormatError) as caught:
                read("rule", of, plain, BOARD)
            assert str(caught.value) == f"rule: 'it' is at {end} {large}, not {large + sign}"


def test_a_rule_that_is_made_without_being_read_has_its_bounds() -> None:
    with pytest.raises(ValueError, match="sandwich: 'sum' is at least 0, not -5"):
        REGISTRY["sandwich"](side="left", index=1, sum=-5)
