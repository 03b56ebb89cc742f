"""Addresses of puzz.link."""

from __future__ import annotations

import random

import pytest

from satdoku import check_unique, formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Constraint, Geometry
from satdoku.constraints import (
    BlackDot,
    CalculationCage,
    LessThan,
    NegativeDifference,
    NegativeRatio,
    Skyscraper,
    WhiteDot,
)
from satdoku.puzzle import Document, Puzzle
from tests.formats.latin import edges, latin_square

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
        ("https://puzz.link/p?slither/4/4/g", ("genre slither", "sudoku, skyscrapers")),
        ("https://puzz.link/p?skyscrapers/4/5/z", ("4x5",)),
        ("https://puzz.link/p?skyscrapers/4/4/z", ("20 cells", "16")),
        ("https://puzz.link/p?kropki/4/4/aa7fioc", ("21 cells", "24")),
        ("https://puzz.link/p?minarism/4/4/ggg", ("3 cells", "24")),
        ("https://puzz.link/p?minarism/4/4/.z", ("'.z'",)),
        ("https://puzz.link/p?factors/4/4/67g", ("3 cells", "6")),
        ("https://puzz.link/p?factors/4/4/67gdu8g-12-18-1811", ("r1c1", "no number")),
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


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("skyscrapers/4/4/23j3k24g1", {"skyscraper"}),
        (
            "kropki/4/4/l5c7da7d",
            {"white-dot", "black-dot", "negative-difference", "negative-ratio"},
        ),
        ("minarism/4/4/ggj3gk1i1ohgk", {"less-than", "white-dot"}),
        ("factors/4/4/67gdu8-20-12-18-1811", {"calculation-cage"}),
    ],
)
def test_latin_squares(text: str, rules: set[str]) -> None:
    link = f"https://puzz.link/p?{text}"
    puzzle = formats.parse(link).puzzle
    assert puzzle.geometry == Geometry.latin(4)
    assert {rule.name for rule in puzzle.constraints} == rules
    assert check_unique(link).verdict == "unique"
    assert formats.write(Document(puzzle), "puzzlink") == f"{link}\n"


def test_latin_squares_worked_out_by_hand() -> None:
    # Above the first column 3, to the left of the third row 1.
    puzzle = formats.parse("https://puzz.link/p?building/3/3/3l1j").puzzle
    assert puzzle.constraints == (Skyscraper("top", 1, 3), Skyscraper("left", 2, 1))
    # r1c1 < r1c2, r1c2 > r1c3, r2c2 and r2c3 differ by 2, r1c1 > r2c1.
    puzzle = formats.parse("https://puzz.link/p?minarism/3/3/ghi2jhm").puzzle
    assert puzzle.constraints == (
        LessThan((0, 1)),
        LessThan((2, 1)),
        WhiteDot((4, 5), 2),
        LessThan((3, 0)),
    )
    # Digits of base 27: 9 is a white dot, 2 and 0 a black dot, at the first and sixth edge.
    puzzle = formats.parse("https://puzz.link/p?kropki/3/3/9200").puzzle
    assert puzzle.constraints[:2] == (WhiteDot((0, 1)), BlackDot((7, 8)))
    # Numbers of each form, in a row of cages of one cell or more.
    numbers = "-ff+fff=fff%fff*ffff$fffff"
    puzzle = formats.parse(f"https://puzz.link/p?factors/6/6/000000vvvvvv{numbers}").puzzle
    assert [rule.value for rule in puzzle.constraints] == [
        255, 4095, 8191, 12287, 77775, 1126351,
    ]  # fmt: skip
    assert puzzle.constraints[0].cells == (0, 1, 2, 3, 4, 5)
    text = formats.write(Document(puzzle), "puzzlink")
    assert text.endswith(f"{numbers}\n")
    assert formats.parse(text).puzzle == puzzle


@pytest.mark.parametrize("seed", range(12))
def test_round_trip_of_latin_squares(seed: int) -> None:
    chance = random.Random(seed)
    values = latin_square(chance, chance.randint(3, 9))
    clues: list[Constraint] = [NegativeDifference(), NegativeRatio()] if seed % 2 else []
    for a, b in edges(values.geometry):
        low, high = sorted((values[a], values[b]))
        if seed % 2 and (high - low == 1 or high == 2 * low):
            clues.append(WhiteDot((a, b)) if high - low == 1 else BlackDot((a, b)))
        elif seed % 2 == 0 and chance.random() < 0.2:
            sign = LessThan((a, b) if values[a] < values[b] else (b, a))
            clues.append(sign if chance.random() < 0.5 else WhiteDot((a, b), high - low))
    puzzle = Puzzle.empty(values.geometry, clues)
    read = formats.parse(formats.write(Document(puzzle), "puzzlink")).puzzle
    assert read.geometry == puzzle.geometry
    assert set(read.constraints) == set(clues)


def test_what_it_cannot_hold() -> None:
    board = Geometry.latin(4)
    for clues, words in (
        ([BlackDot((0, 1))], "black-dot"),
        ([NegativeDifference(), WhiteDot((0, 1))], "negative-difference"),
        ([LessThan((0, 1)), WhiteDot((0, 1))], "white-dot"),
        ([LessThan((0, 5))], "less-than"),
        ([Skyscraper("top", 1, 2), LessThan((0, 1))], "less-than"),
        ([CalculationCage(tuple(range(16)), 40, "sum")], "not with a sum"),
    ):
        with pytest.raises(Unsupported, match=words):
            formats.write(Document(Puzzle.empty(board, clues)), "puzzlink")
    puzzle = Puzzle(board, (1, *[None] * 15), None, (LessThan((0, 1)),))
    with pytest.raises(Unsupported, match="givens"):
        formats.write(Document(puzzle), "puzzlink")
    with pytest.raises(Unsupported, match="5x5"):
        formats.write(Document(Puzzle.empty(Geometry.of_size(5))), "puzzlink")
