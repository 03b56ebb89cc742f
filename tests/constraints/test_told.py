"""Sentences that no rule of a puzzle says."""

from __future__ import annotations

from typing import Any

import pytest

from satdoku.board import Constraint, Geometry
from satdoku.constraints import REGISTRY, from_data
from satdoku.constraints.told import another_board, is_usual, told_only
from satdoku.formats.boards import read_board

CLASSIC = Geometry.classic()
CELLS = ["r1c1", "r1c2", "r1c3"]


def rules(*names: str) -> list[Constraint]:
    """A rule of each name, on some cells where it has cells."""
    fields: dict[str, dict[str, Any]] = {
        "arrow": {"bulb": "r1c1", "cells": ["r1c2", "r1c3"]},
        "killer-cage": {"cells": CELLS, "sum": 12},
        "white-dot": {"cells": CELLS[:2]},
        "little-killer": {"start": "r1c2", "direction": "down-right", "sum": 20},
    }
    cells = {"cells": CELLS}
    constraints = []
    for name in names:
        own = fields.get(name, cells if REGISTRY[name].parameters else {})
        constraints.append(from_data({"rule": name, **own}, CLASSIC))
    return constraints


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Normal sudoku rules apply.",
        "Normal 9x9 Sudoku rules apply!\n\nHave fun, and thank you for solving.",
        "Place the digits 1 to 9 once each in every row, column and 3x3 box.",
        "Standard sudoku: each row, column and box must contain each digit exactly once.",
        "Fill in the empty cells. Every row, column and region holds 1-9 without repeats.",
        "Es gelten die normalen Sudoku-Regeln.",
        "各行・各列・各ブロックに1から9の数字を一つずつ入れます。",
    ],
)
def test_the_usual_rules_tell_nothing_more(text: str) -> None:
    assert told_only(text, "A title", [], CLASSIC) is None


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (["thermo"], "Digits along a thermometer must strictly increase from the bulb."),
        (
            ["killer-cage"],
            "Digits in a cage cannot repeat, and add up to its number.",
        ),
        (["arrow"], "Digits along an arrow sum to the digit in the attached circle."),
        (
            ["white-dot"],
            "Cells with a white dot between them are consecutive.",
        ),
        (["anti-knight"], "Cells a knight's move apart cannot contain the same digit."),
        (["diagonal"], "Both main diagonals contain the digits 1 to 9 once each."),
        (["renban"], "Purple lines contain consecutive digits in any order."),
        (["palindrome"], "Digits along grey lines read the same forwards and backwards."),
        (["little-killer"], "Clues outside the grid give the sum of the indicated diagonal."),
        (["disjoint-groups"], "Cells in the same position of their boxes hold different digits."),
        (["white-dot"], "There is no negative constraint: other cells may also be consecutive."),
    ],
)
def test_what_a_rule_says_is_no_more_than_it(names: list[str], text: str) -> None:
    assert told_only(f"Normal sudoku rules apply. {text}", "", rules(*names), CLASSIC) is None
    # The same words are about another puzzle where nothing was read of them.
    if "no negative" not in text:
        missed = told_only(f"Normal sudoku rules apply. {text}", "", [], CLASSIC)
        assert missed is not None
        assert text.startswith(missed.sentence)


@pytest.mark.parametrize(
    ("names", "text", "named"),
    [
        ([], "Each 2x2 square holds a low, a middle and a high digit.", "global-entropy"),
        ([], "Digits a knight's move apart differ.", "anti-knight"),
        ([], "The two main diagonals hold each digit once.", "diagonal"),
        ([], "No digit repeats in the same relative position of two boxes.", "disjoint-groups"),
        (["arrow"], "The circle is the average of the digits along its arrow.", "average-arrow"),
        (["arrow"], "The circle is the largest digit along its arrow.", None),
        (["thermo"], "Digits along a thermometer increase consecutively.", None),
        (["killer-cage"], "Digits in a cage may repeat.", None),
        (["killer-cage"], "Digits along an arrow sum to the digit in its circle.", None),
        (["thermo"], "Digits in a circle occur in the four cells around it.", None),
        (["white-dot"], "All dots are given.", None),
        (["killer-cage"], "The digits of a cage add up to a prime.", None),
        ([], "constraints: chess:1,3", None),
    ],
)
def test_another_rule_is_told(names: list[str], text: str, named: str | None) -> None:
    title = "Entropy and Average Arrow" if named in ("global-entropy", "average-arrow") else ""
    missed = told_only(f"Normal sudoku rules apply.\n{text}", title, rules(*names), CLASSIC)
    assert missed is not None
    assert missed.sentence == text
    assert named is None or named in missed.names
    assert not set(names) & set(missed.names)


def test_a_cage_without_a_number_says_no_sum() -> None:
    bare = [from_data({"rule": "killer-cage", "cells": CELLS}, CLASSIC)]
    text = "Digits in a cage do not repeat and add up to a multiple of the cage's size."
    plain = "Digits in a cage do not repeat and add up to 20."
    assert told_only(text, "", bare, CLASSIC) is not None
    assert told_only(plain, "", bare, CLASSIC) is not None
    assert told_only(plain, "", rules("killer-cage"), CLASSIC) is None


def test_the_parts_of_a_combined_rule_are_said_too() -> None:
    parts = [{"rule": "thermo", "cells": CELLS}, {"rule": "renban", "cells": CELLS}]
    either = [from_data({"rule": "or", "rules": parts}, CLASSIC)]
    text = "Each line is a thermometer, on which digits rise, or a renban of consecutive digits."
    assert told_only(text, "", either, CLASSIC) is None
    assert told_only(text, "", rules("thermo"), CLASSIC) is not None


def test_every_rule_is_about_its_own_words() -> None:
    for name, kind in REGISTRY.items():
        if not any(not parameter.optional for parameter in kind.parameters):
            stray = told_only(kind.summary, kind.title, [kind()], CLASSIC)
            # A negative rule names the mark that it is about.
            assert stray is None or name.startswith("negative-"), stray


def test_other_digits_are_another_board() -> None:
    text = "Place the digits 0 to 8 in each row, column and box."
    assert another_board(f"Normal sudoku rules apply. {text}", CLASSIC) == text
    assert told_only(text, "", [], CLASSIC) is None
    denied = "Normal sudoku rules do not apply!"
    assert another_board(denied, CLASSIC) == denied
    assert another_board(text.replace("0 to 8", "1-9"), CLASSIC) is None
    assert another_board(text, read_board("size=9 box=3x3 digits=0-8")) is None


def test_the_usual_words() -> None:
    assert is_usual("Normal Sudoku rules apply!\n\n")
    assert is_usual("")
    assert not is_usual("Normal sudoku rules apply. Windoku.")


def test_a_long_sentence_is_cut() -> None:
    missed = told_only("Arrows " + "point " * 80, "", [], CLASSIC)
    assert missed is not None
    assert len(missed.sentence) == 160
    assert missed.sentence.endswith("...")
