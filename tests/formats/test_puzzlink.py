"""Addresses of puzz.link."""

from __future__ import annotations

import random

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry
from satdoku.puzzle import Document, Puzzle

HEAD = "https://puzz.link/p?sudoku/"


@pytest.mark.parametrize("seed", range(12))
def test_round_trip(seed: int) -> None:
    chance = random.Random(seed)
    size, box = chance.choice([(4, (2, 2)), (6, (2, 3)), (9, (3, 3)), (16, (4, 4)), (25, (5, 5))])
    share = chance.choice((0.02, 0.3, 1))
    givens = tuple(
        chance.randint(1, size) if chance.random() < share else None for _ in range(size * size)
    )
    puzzle = Puzzle(Geometry.boxes(size, *box), givens)
    text = formats.write(Document(puzzle), "puzzlink")
    assert formats.detect(text) == "puzzlink"
    assert formats.parse(text).puzzle == puzzle
    for other in ("https://pzv.jp/p.html?", "http://puzz.link/p.html?"):
        assert formats.parse(text.replace("https://puzz.link/p?", other)).puzzle == puzzle


def test_an_address_worked_out_by_hand() -> None:
    puzzle = formats.parse(f"{HEAD}4/4/1h2k3j4g").puzzle
    assert puzzle.givens == tuple(None if c == "." else int(c) for c in "1..2.....3....4.")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("https://puzz.link/p?slither/4/4/g", ("genre slither",)),
        (f"{HEAD}8/8/z", ("8x8",)),
        (f"{HEAD}4/9/z", ("4x9",)),
        (f"{HEAD}4/4/1h2k", ("9 cells", "16")),
        (f"{HEAD}4/4/1.z", ("'.z'",)),
        (f"{HEAD}4/4/1-g", ("'-g'",)),
        ("https://puzz.link/p?", ("sudoku/9/9/",)),
    ],
)
def test_bad_addresses(text: str, words: tuple[str, ...]) -> None:
    with pytest.raises(FormatError) as caught:
        formats.parse(text)
    assert all(word in str(caught.value) for word in words), caught.value


def test_what_it_cannot_hold() -> None:
    with pytest.raises(Unsupported, match="5x5"):
        formats.write(Document(Puzzle.empty(Geometry.of_size(5))), "puzzlink")
