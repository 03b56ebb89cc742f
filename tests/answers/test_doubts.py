"""Signs that a text holds more than the puzzle that was read, and the solution in a text."""

from __future__ import annotations

import json
from typing import Any

import pytest

import satdoku
from satdoku import formats
from satdoku.answers import doubts
from satdoku.answers.puzzle_input import left_out, unread
from satdoku.base.errors import InvalidPuzzle, NotUnique
from satdoku.base.limits import Limit, RanOut, under
from satdoku.board import Geometry, Grid
from satdoku.puzzle import Document, Position, Puzzle
from satdoku.puzzle.listing import Listing

RIGHT = "1234341221434321"
PUBLISHED = "4321214334121234"
EMPTY = "." * 16
UNIQUE = "1..4.4...1...32."
CAGE = {"rule": "killer-cage", "cells": ["r1c1", "r1c2"], "sum": 3}
WRONG = CAGE | {"sum": 7}
NORMAL = "Normal sudoku rules apply."
ENTROPY = "Each square of four cells holds a low digit."


def text(givens: str = EMPTY, *rules: dict[str, Any], **more: str) -> str:
    return json.dumps({"givens": givens, "constraints": list(rules), **more})


def lost(written: str) -> dict[str, str]:
    return left_out(formats.parse(written)) or {}


def test_a_solution_that_keeps_the_rules_leaves_no_doubt() -> None:
    assert lost(text(EMPTY, CAGE, solution=RIGHT, rules=NORMAL)) == {}
    assert lost(text(UNIQUE, solution=RIGHT)) == {}
    assert satdoku.is_unique(UNIQUE)


def test_a_solution_that_breaks_a_rule() -> None:
    doubts = lost(text(EMPTY, WRONG, solution=RIGHT))
    assert list(doubts) == ["solution"]
    assert "killer cage of 7 in r1c1 and r1c2" in doubts["solution"]
    doubts = lost(text("2" + EMPTY[1:], solution=RIGHT))
    assert doubts["solution"] == "r1c1 is 2, not 1"
    repeats = "11" + RIGHT[2:]
    assert lost(text(EMPTY, solution=repeats))["solution"].startswith("1 appears twice in row 1")
    several = [WRONG | {"cells": [f"r{row}c1", f"r{row}c2"], "sum": 9 - row} for row in range(1, 5)]
    several += [{"rule": "odd", "cells": ["r1c2"]}]
    assert lost(text(EMPTY, *several, solution=RIGHT))["solution"].endswith("; and 1 more")


def test_a_unique_solution_that_is_not_the_one_in_the_text() -> None:
    other = "1243342121344312"
    record = satdoku.check_unique(text(UNIQUE, solution=other)).to_dict()
    assert record["verdict"] == "unique"
    assert record["doubtful"] is True
    assert "r1c4 is 4, not 3" in record["left_out"]["solution"]


def test_a_puzzle_with_one_solution_needs_no_more_rules() -> None:
    assert lost(text(UNIQUE, rules=f"{NORMAL} {ENTROPY}")) == {}


def marked(count: int) -> Document:
    """An empty board with the digits of its first cells as marks."""
    puzzle = Puzzle.empty(Geometry.of_size(4))
    every = frozenset(puzzle.geometry.digits)
    marks = tuple(
        frozenset({int(digit)}) if cell < count else every for cell, digit in enumerate(RIGHT)
    )
    return Document(puzzle, Position(puzzle, (None,) * 16, marks))


def test_words_about_another_board() -> None:
    """One solution does not settle it: a digit may stand for another."""
    digits = "Use the digits 0-3."
    assert lost(text(UNIQUE, rules=digits)) == {"board": digits}
    assert lost(text(UNIQUE, rules=digits, solution=RIGHT)) == {}
    assert satdoku.check_unique(text(UNIQUE, rules=digits)).to_dict()["doubtful"] is True
    assert lost(text(UNIQUE, rules="Normal sudoku rules do not apply.")).keys() == {"board"}


def test_marks_that_are_the_puzzle() -> None:
    assert left_out(marked(12)) == {"marks": "12"}
    # Marks that leave several solutions are a player's.
    assert left_out(marked(2)) is None


def test_python_says_the_same() -> None:
    answer = satdoku.solve(text(EMPTY, solution=PUBLISHED))
    assert answer.to_dict()["left_out"]["published"] == PUBLISHED
    assert answer.solution == Grid(Geometry.of_size(4), tuple(map(int, PUBLISHED)))
    assert not answer.doubtful
    assert satdoku.check_unique(text(EMPTY, WRONG, solution=RIGHT)).doubtful
    assert not satdoku.check_unique(UNIQUE).doubtful
    with pytest.raises(InvalidPuzzle) as raised:
        satdoku.solve(text("12" + EMPTY[2:], WRONG, solution=RIGHT))
    (note,) = raised.value.__notes__
    assert note.startswith("the solution in the text does not keep the rules that were read")
    with pytest.raises(NotUnique) as several:
        satdoku.rate(text(EMPTY, solution=PUBLISHED))
    assert "of which the one in the text is one" in several.value.__notes__[0]


def test_a_solution_of_another_size_is_no_doubt() -> None:
    document = formats.parse(text(EMPTY))
    nine = Grid(Geometry.classic(), (None,) * 81)
    assert left_out(Document(document.puzzle, solution=nine)) is None


def test_clues_that_were_read_are_named_in_each_language() -> None:
    notes = {"read": Listing(["3 renban lines", '1 clue "at least 15"', "anti-knight"], 5)}
    said = {lang: unread(notes, EMPTY, lang)[0] for lang in ("en", "ja", "zh")}
    assert '3 renban lines, 1 clue "at least 15" and anti-knight; so' in said["en"]
    assert "連番ライン3個・手がかり「at least 15」1個・アンチナイト。" in said["ja"]
    assert "连续线 3 个、线索“at least 15” 1 个、无马。" in said["zh"]


def test_a_question_that_was_ended_says_nothing_about_the_puzzle() -> None:
    puzzle = satdoku.parse(text(RIGHT, {"rule": "anti-knight"}))
    with under(Limit(cancel=lambda: True).start()), pytest.raises(RanOut):
        doubts._is_unique(puzzle)
