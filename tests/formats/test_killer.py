"""Killers as text."""

from __future__ import annotations

import json
import random

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry, Grid
from satdoku.constraints import from_data, to_data
from satdoku.formats import ReadOptions
from satdoku.puzzle import Document, Puzzle
from tests.formats.common import PUZZLE
from tests.shared import shared_file

BOARD = Geometry.classic()


def killer(*cages: tuple[list[str], int | None], diagonals: bool = False) -> Puzzle:
    rules = [{"rule": "diagonal"}] if diagonals else []
    for cells, total in cages:
        rules.append({"rule": "killer-cage", "cells": cells} | ({"sum": total} if total else {}))
    return Puzzle.empty(BOARD, [from_data(rule, BOARD) for rule in rules])


@pytest.mark.parametrize("seed", range(10))
def test_round_trip(seed: int) -> None:
    chance = random.Random(seed)
    cells = [BOARD.name(cell) for cell in chance.sample(range(81), 40)]
    cages = [(sorted(cells[i : i + 4]), chance.choice((None, 13, 45))) for i in range(0, 40, 4)]
    puzzle = killer(*cages, diagonals=seed % 2 == 1)
    text = formats.write(Document(puzzle), "killer")
    assert formats.detect(text) == "killer"
    back = formats.parse(text).puzzle
    assert set(back.constraints) == set(puzzle.constraints)


def test_pointers() -> None:
    rows = ("3<<A00000", "000^0000j", "0000000'0")
    puzzle = formats.parse("".join(rows) + "0" * 54).puzzle
    assert [to_data(rule, BOARD) for rule in puzzle.constraints] == [
        {"rule": "killer-cage", "cells": ["r1c1", "r1c2", "r1c3"], "sum": 3},
        {"rule": "killer-cage", "cells": ["r1c4", "r2c4"], "sum": 10},
        {"rule": "killer-cage", "cells": ["r2c9", "r3c8"], "sum": 45},
    ]


def test_corpus() -> None:
    path = shared_file("variants", "corpus.jsonl")
    done = 0
    for line in path.read_text(encoding="utf-8").split("\n"):
        item = json.loads(line) if line else {"format": ""}
        if item["format"] != "text" or formats.detect(item["puzzle"]) != "killer":
            continue
        puzzle = formats.parse(item["puzzle"]).puzzle
        cages = [rule for rule in puzzle.constraints if rule.name == "killer-cage"]
        assert len(cages) > 5
        solution = item["solution"] or ""
        if len(solution) == 81:
            assert puzzle.accepts(Grid(BOARD, tuple(map(int, solution)))), item["name"]
        done += 1
    assert done >= 20


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3x3::k:1:2:3", "81 numbers were expected after the head, got 3"),
        ("3x3::k:" + ":".join(["x"] * 81), "'x' is not a number"),
        ("3x3::k:" + ":".join(["257", "513", *["0"] * 79]), "cage 1 has the sums 1 and 2"),
        ("<" * 81, "r1c1 points out of the board"),
        ("><" + "0" * 79, "go round without a sum"),
    ],
)
def test_bad_input(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        formats.parse(text)


def test_bad_text_under_its_name() -> None:
    with pytest.raises(FormatError, match="81 sums and pointers"):
        formats.parse("hello", ReadOptions(format="killer"))


def test_what_cannot_be_written_is_refused() -> None:
    with pytest.raises(Unsupported, match="givens"):
        formats.write(Document(PUZZLE), "killer")
    puzzle = killer((["r1c1", "r1c2"], 3), (["r1c2", "r1c3"], 5))
    with pytest.raises(Unsupported, match="overlap"):
        formats.write(Document(puzzle), "killer")
    main = from_data({"rule": "diagonal-main"}, BOARD)
    with pytest.raises(Unsupported, match=r"diagonal-main"):
        formats.write(Document(Puzzle.empty(BOARD, [main])), "killer")
