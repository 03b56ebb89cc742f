"""The ids of Solo."""

from __future__ import annotations

import random

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry
from satdoku.constraints import from_data, to_data
from satdoku.formats import ReadOptions
from satdoku.puzzle import Document, Puzzle

LAYOUT = "0001022133213321"


@pytest.mark.parametrize("seed", range(25))
def test_round_trip(seed: int) -> None:
    chance = random.Random(seed)
    geometry = chance.choice(
        (
            Geometry.classic(),
            Geometry.of_size(16),
            Geometry.boxes(6, 3, 2),
            Geometry.jigsaw(map(int, LAYOUT)),
        )
    )
    size = geometry.size
    share = chance.choice((0.05, 0.3, 1))
    givens = tuple(
        chance.randint(1, size) if chance.random() < share else None for _ in range(size * size)
    )
    rules = [{"rule": "diagonal"}] if chance.random() < 0.5 else []
    for row in range(1, size, 2) if chance.random() < 0.6 else ():
        cells = [f"r{row}c{column}" for column in range(1, chance.randint(3, size))]
        total = {"sum": chance.randint(1, 40)} if chance.random() < 0.8 else {}
        rules.append({"rule": "killer-cage", "cells": cells} | total)
    puzzle = Puzzle(geometry, givens, None, tuple(from_data(rule, geometry) for rule in rules))
    text = formats.write(Document(puzzle), "solo")
    assert formats.detect(text) == "solo"
    assert formats.parse(text).puzzle == puzzle


def test_ids_worked_out_by_hand() -> None:
    puzzle = formats.parse("2x2xdu:1_2c3j").puzzle
    assert puzzle.givens == (1, 2, None, None, None, 3, *[None] * 10)
    assert [rule.name for rule in puzzle.constraints] == ["diagonal"]
    # A border between the columns 2 and 3 in each row, none between rows, and the one at the end.
    puzzle = formats.parse("2x2k:p,abbbm,15a20m").puzzle
    assert [to_data(rule, puzzle.geometry) for rule in puzzle.constraints] == [
        {"rule": "killer-cage", "cells": [f"r{r}c{c}" for r in range(1, 5) for c in half]}
        | {"sum": total}
        for half, total in (((1, 2), 15), ((3, 4), 20))
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3x3#123456", "seed of Solo's generator"),
        ("2x2:a", "has 1 cells, but the board has 16"),
        ("2x2k:p", "1 parts, and 3 were expected"),
        ("4j:p,abc", "edges"),
        ("4j:p,zy", "edges|regions"),
        ("9x9:a", "2 to 35 rows"),
        ("2x2:9999999o", "too long"),
    ],
)
def test_bad_input(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        formats.parse(text)


def test_links() -> None:
    link = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/solo.html#2x2:1o"
    assert formats.detect(link) == "solo"
    assert formats.parse(link).puzzle.clues == 1
    with pytest.raises(FormatError, match="written 3x3"):
        formats.parse("nonsense", ReadOptions(format="solo"))


def test_what_cannot_be_written_is_refused() -> None:
    geometry = Geometry.of_size(4)
    for data, words in (
        ({"rule": "anti-knight"}, "anti-knight"),
        ({"rule": "diagonal-anti"}, "diagonal-anti"),
        ({"rule": "killer-cage", "cells": ["r1c1", "r3c3"]}, "not connected"),
    ):
        puzzle = Puzzle.empty(geometry, [from_data(data, geometry)])
        with pytest.raises(Unsupported, match=words):
            formats.write(Document(puzzle), "solo")
    with pytest.raises(Unsupported, match="without boxes"):
        formats.write(Document(Puzzle.empty(Geometry.latin(5))), "solo")


def test_a_number_that_no_board_has_is_read_back_or_refused() -> None:
    for given in (99_993, 999_999):
        puzzle = Puzzle(Geometry.classic(), (given, *[None] * 80))
        assert formats.parse(formats.write(Document(puzzle), "solo")).puzzle == puzzle
    puzzle = Puzzle(Geometry.classic(), (1_000_000, *[None] * 80))
    for name in ("solo", "json", "numbers", "ipuz"):
        with pytest.raises(Unsupported, match="r1c1 holds a number of more than 6 digits"):
            formats.write(Document(puzzle), name)
        with pytest.raises(Unsupported, match="r1c1 holds a number of more than 6 digits"):
            list(formats.write_all([Document(puzzle)], name))
