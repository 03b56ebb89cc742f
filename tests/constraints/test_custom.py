import random
import re

import pytest
from trials import trial

import tests.constraints.planting_custom  # noqa: F401
from satdoku.base.errors import FormatError
from satdoku.board import Geometry
from satdoku.constraints import AutomatonRule, from_data
from satdoku.constraints.patterns import compiled

NAMES = ("pair-table", "all-pairs", "automaton", "regex")
BOARD = Geometry.classic()


@pytest.mark.parametrize("name", NAMES)
def test_by_brute_force(name: str) -> None:
    trial(name, seeds=range(2))


PATTERNS = (
    "1(2|3)*4",
    "(1|2){2,3}.",
    "(?:12?)+",
    "[^1-3]{2,}",
    "(1*|2){0,2}3?",
    "((1|2)+3)*",
    "^.[13]?$",
    "(12|1)(21|1)",
    "a{0}1".replace("a", "2"),
    "|1|22",
)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_patterns_against_the_standard_library(pattern: str) -> None:
    chance = random.Random(pattern)
    digits = (1, 2, 3, 4)
    machine = compiled(pattern, digits)
    other = re.compile(pattern.replace(".", "[1-4]").replace("[^1-3]", "4"))
    texts = {"", *("".join(chance.choices("1234", k=chance.randint(1, 6))) for _ in range(400))}
    for text in texts:
        assert machine.accepts(map(int, text)) == bool(other.fullmatch(text)), text


def test_letters_are_digits_above_nine() -> None:
    machine = compiled("A[B-D]", tuple(range(1, 17)))
    assert {digit for _, digit, _ in machine.moves} == {10, 11, 12, 13}


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("(12", "bracket ( is not closed"),
        ("12)", "bracket ) closes nothing"),
        ("*1", "'*' has nothing before it to repeat"),
        ("1{x}", "a repetition is written {2}"),
        ("1{3,2}", "at least 3 and at most 2 times is never"),
        ("[3-1]", "a range in [ ] runs upwards"),
        ("[12", "it ends too early"),
        ("1\\d", "has no meaning"),
        ("(.{999}){999}", "more than 2000 places"),
        ("(" * 5000, "too many brackets inside of each other"),
    ],
)
def test_what_is_no_pattern_is_explained(pattern: str, reason: str) -> None:
    with pytest.raises(FormatError, match="regex: ") as error:
        from_data({"rule": "regex", "cells": ["r1c1"], "pattern": pattern}, BOARD)
    assert reason in str(error.value)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"rule": "pair-table", "cells": ["r1c1", "r1c2"], "table": [[1]]}, "pairs of digits"),
        ({"rule": "pair-table", "cells": ["r1c1", "r1c2"], "table": [[0, 1]]}, "0 is not a digit"),
        ({"rule": "all-pairs", "cells": ["r1c1"], "table": []}, "at least 2 cells are needed"),
        (
            {"rule": "automaton", "lines": [[]], "starts": [0], "accepting": [0], "moves": []},
            "no line has cells",
        ),
        (
            {"rule": "automaton", "lines": [["r1c1"]], "starts": [0], "accepting": [0],
             "moves": [[0, 1]]},
            "an entry of 'moves' has 3 numbers",
        ),
        (
            {"rule": "automaton", "lines": [["r1c1"]], "starts": [0], "accepting": [0],
             "moves": [[0, 12, 0]]},
            "12 is not a digit of the board",
        ),
    ],
)  # fmt: skip
def test_faults_are_named(data: object, reason: str) -> None:
    with pytest.raises(FormatError) as error:
        from_data(data, BOARD)
    assert reason in str(error.value)


def test_a_large_automaton_is_never_made_deterministic() -> None:
    # "The digit before the last 14 is a 1" takes 2^14 states where it is deterministic.
    moves = [(0, d, 0) for d in range(1, 10)] + [(0, 1, 1)]
    moves += [(state, d, state + 1) for state in range(1, 15) for d in range(1, 10)]
    rule = AutomatonRule((tuple(range(27)),), (0,), (15,), tuple(moves))
    (relation,) = rule.relations(BOARD)
    layers = relation.diagram(dict.fromkeys(range(27), BOARD.digits)).layers
    assert max(map(len, layers)) <= 16


def test_an_automaton_is_told_by_the_digits_that_lead_from_state_to_state() -> None:
    moves = tuple((state, digit, digit % 2) for state in (0, 1) for digit in (1, 2, 3, 4))
    rule = AutomatonRule(((0, 1, 2),), (0,), (1,), moves, ((1, 0),))
    assert rule.sentence(BOARD) == (
        "Each digit of a line, in order, changes a state, which is 0 at first (0: 1 3 → 1, "
        "2 4 → 0; 1: 1 3 → 1, 2 4 | → 0) and at the end one of these: 1."
    )
