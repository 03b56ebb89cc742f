"""One puzzle a line: empty cells, notes, letters, boards."""

from __future__ import annotations

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry
from satdoku.formats import Letters, ReadOptions, WriteOptions
from satdoku.puzzle import Document, Puzzle
from tests.formats.common import PUZZLE, P

SIXTEEN = Geometry.of_size(16)


def givens(text: str, letters: Letters = "auto") -> tuple[int | None, ...]:
    return formats.parse(text, ReadOptions(letters=letters)).puzzle.givens


@pytest.mark.parametrize("empty", ".0*_xX ")
def test_symbols_of_an_empty_cell(empty: str) -> None:
    assert formats.parse(P.replace(".", empty)).puzzle == PUZZLE


def test_spaces_at_the_ends_are_cells_or_margin() -> None:
    turned = P[2:] + P[:2]  # an empty cell first
    blank = turned[::-1].replace(".", " ")
    assert blank[0] != " " or blank[-1] != " "
    text = (".." + P[2:79] + "..").replace(".", " ")
    assert givens(text) == (None, None, *PUZZLE.givens[2:79], None, None)
    assert formats.parse(f"   {P}\t ").puzzle == PUZZLE


@pytest.mark.parametrize(
    ("tail", "note"),
    [
        (" # easy one", "easy one"),
        ("#easy", "easy"),
        (",26,easy", "26,easy"),
        (";26", "26"),
        (":1:" + "1" * 81, "1:" + "1" * 81),
        ("\t26\t1.2", "26\t1.2"),
        ("  ", None),
    ],
)
def test_what_may_follow(tail: str, note: str | None) -> None:
    document = formats.parse(P + tail)
    assert document.puzzle == PUZZLE
    assert dict(document.extras) == ({} if note is None else {"note": note})
    assert document.solution is None


def test_the_number_of_symbols_makes_the_board() -> None:
    for size in (4, 6, 8, 9, 10, 12, 16, 25, 35):
        assert formats.parse("." * size * size).puzzle.geometry == Geometry.of_size(size)


def test_a_forced_board() -> None:
    latin = Geometry.latin(9)
    assert formats.parse(P, ReadOptions(geometry=latin)).puzzle.geometry == latin
    with pytest.raises(FormatError, match=r"expected 16 cells \(4x4 with 2x2 boxes\), got 81"):
        formats.parse(P, ReadOptions(geometry=Geometry.of_size(4)))


def test_a_digit_beyond_the_board_is_the_puzzles_problem() -> None:
    (problem,) = formats.parse("...7" + "." * 12).puzzle.problems()
    assert problem.message == "r1c4 is 7, but the digits are 1 to 4"


def test_two_equal_givens_are_the_puzzles_problem() -> None:
    assert "appears twice in row 1" in formats.parse("55" + "." * 79).puzzle.problems()[0].message


# --- letters -----------------------------------------------------------------------------------


def line(*values: str, size: int = 16) -> str:
    text = "".join(values)
    return text + "." * (size * size - len(text))


def test_conventions_by_name() -> None:
    assert givens(line("1F"), "10")[:2] == (1, 15)
    assert givens(line("1F"), "hex")[:2] == (2, 16)
    assert givens(line("AF"), "1")[:2] == (1, 6)
    assert givens(line("0f"), "hex")[:2] == (1, 16)
    assert givens(line("0f"), "10")[:2] == (None, 15)
    assert formats.parse("A" + "." * 80, ReadOptions(letters="1")).puzzle.givens[0] == 1
    with pytest.raises(FormatError, match="'1' is neither a digit of a 16x16 board") as caught:
        givens(line("1F"), "1")
    assert (caught.value.text, caught.value.column) == ("1", 1)
    with pytest.raises(FormatError, match="16x16 boards"):
        givens(P, "hex")


def test_conventions_without_doubt() -> None:
    assert givens(line("1G"))[:2] == (1, 16)  # only A=10 has both
    assert givens(line("AP"))[:2] == (1, 16)  # only A=1 has P on a 16x16
    assert givens(line())[:2] == (None, None)  # all agree
    assert givens(line("1A", size=25))[:2] == (1, 10)  # there is no hexadecimal 25x25
    assert givens(line("1a", size=12))[:2] == (1, 10)
    assert givens(line("YA", size=25))[:2] == (25, 1)
    assert givens(line("0F1"))[:3] == (1, 16, 2)  # two symbols for empty: 0 is a digit


def test_full_grids() -> None:
    hexadecimal = "0123456789ABCDEF"
    rows = [hexadecimal[i:] + hexadecimal[:i] for r in range(16) for i in [r * 4 % 16 + r // 4]]
    values = givens("".join(rows))
    assert values[:2] == (1, 2)
    assert sorted(v for v in values[:16] if v) == list(range(1, 17))
    # A 0 twice in a row, and no other symbol for empty: 0 is empty.
    assert givens("12A" + "0" * 253)[:4] == (1, 2, 10, None)


@pytest.mark.parametrize(
    "text",
    [line("1"), line("9F"), line("A"), line("0"), line("0", "1" * 3), line("A", size=25)],
)
def test_conventions_in_doubt_are_asked_for(text: str) -> None:
    with pytest.raises(FormatError, match=r"name the one that is meant") as caught:
        formats.parse(text)
    assert "--letters 10" in str(caught.value)
    assert caught.value.line == 1


def test_x_is_empty_only_where_it_is_no_digit() -> None:
    assert givens("x" * 81) == (None,) * 81
    assert givens(line("X", size=1225 // 35))[0] == 33
    assert givens(line("1X", size=25))[:2] == (1, None)  # with A=10, P is the last letter
    assert givens(line("YX", size=25))[:2] == (25, 24)  # with A=1, Y is


def test_writing_letters() -> None:
    document = Document(Puzzle(SIXTEEN, (1, 10, 16, *[None] * 253)))
    for letters, text in (("auto", "1AG."), ("10", "1AG."), ("1", "AJP."), ("hex", "09F.")):
        assert formats.write(document, "line", WriteOptions(letters=letters)).startswith(text)
    with pytest.raises(Unsupported, match="'0' cannot stand for an empty cell"):
        formats.write(document, "line", WriteOptions(letters="hex", empty="0"))
    with pytest.raises(Unsupported, match="hexadecimal"):
        formats.write(Document(PUZZLE), "line", WriteOptions(letters="hex"))
    with pytest.raises(Unsupported, match="digit 17"):
        formats.write(Document(Puzzle(SIXTEEN, (17, *[None] * 255))), "line")
