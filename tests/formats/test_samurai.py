"""Overlapping grids, a line each, and when five lines are five puzzles."""

from __future__ import annotations

import io
import random
from itertools import pairwise

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry
from satdoku.formats import ReadOptions
from satdoku.formats.boards import board_of_words
from satdoku.formats.samurai import grids_in
from satdoku.puzzle import Document, Puzzle
from tests.formats.common import EXAMPLES, GIVENS, PUZZLE, P, S
from tests.shared import shared_file

TEXT = (EXAMPLES / "samurai.samurai").read_text()
LINES = TEXT.split()
SAMURAI = board_of_words("samurai")
SHAPE = ReadOptions(geometry=SAMURAI)
BLANK = [60, 61, 62, 69, 70, 71, 78, 79, 80]
"""The cells of a last box."""


def read(text: str, options: ReadOptions = ReadOptions()) -> list[formats.Entry]:  # noqa: B008
    return list(formats.read(io.StringIO(text), options))


def blanked(line: str, cells: list[int]) -> str:
    return "".join("." if at in cells else symbol for at, symbol in enumerate(line))


def without_shared(*grids: int) -> list[str]:
    """The example without the shared boxes of some grids."""
    corners = {0: BLANK, 1: [c - 6 for c in BLANK], 3: [c - 54 for c in BLANK]}
    corners |= {4: [c - 60 for c in BLANK], 2: [c - d for d in (0, 6, 54, 60) for c in BLANK]}
    return [blanked(one, corners[at]) if at in grids else one for at, one in enumerate(LINES)]


def test_five_lines_and_one_of_405_are_one_puzzle() -> None:
    document = formats.parse(TEXT)
    puzzle = document.puzzle
    assert puzzle.geometry == SAMURAI
    for name, given in (("r1c3", 2), ("r7c9", 5), ("r21c17", None), ("r21c18", 4)):
        assert puzzle.givens[SAMURAI.cell(name)] == given
    assert not puzzle.problems()
    for text in ("".join(LINES), "\n\n".join(LINES), "# one\n" + TEXT.replace(".", "0")):
        assert formats.detect(text) == "samurai"
        assert formats.parse(text).puzzle == puzzle
        for options in (ReadOptions(), SHAPE, ReadOptions(format="samurai")):
            (entry,) = read(text, options)
            assert entry.document is not None
            assert entry.document.puzzle == puzzle
    assert formats.write(document, "samurai") == TEXT
    twice = read(TEXT + "".join(LINES) + "\n" + TEXT, SHAPE)
    assert [entry.document and entry.document.puzzle for entry in twice] == [puzzle] * 3
    assert [entry.line for entry in twice] == [1, 6, 7]


def test_what_one_grid_leaves_out_another_says() -> None:
    whole = formats.parse(TEXT).puzzle
    for grids in ((2,), (0, 1, 3, 4), (0, 4)):
        lines = without_shared(*grids)
        assert formats.parse("\n".join(lines), SHAPE).puzzle == whole
        assert grids_in(lines) == "samurai"  # the middle grid has few givens


FULL = [S, *(S[9 * n :] + S[: 9 * n] for n in (3, 6))]


def test_five_lines_that_may_be_either_are_refused() -> None:
    """Full of digits, and nothing in the boxes that are shared."""
    corners = (60, 54, (60, 54, 6, 0), 6, 0)
    lines = []
    for number, at in enumerate(corners):
        starts = at if isinstance(at, tuple) else (at,)
        cells = [start + 9 * r + c for start in starts for r in range(3) for c in range(3)]
        lines.append(blanked(FULL[number % 3], cells))
    assert grids_in(lines) == "either"
    text = "\n".join(lines)
    (entry,) = read(text)
    assert entry.error is not None
    assert "--shape samurai reads one puzzle, --shape size=9 reads five" in str(entry.error)
    with pytest.raises(FormatError, match="line 1: these five lines may be"):
        formats.parse(text)
    assert formats.parse(text, SHAPE).puzzle.geometry == SAMURAI
    for options in (ReadOptions(geometry=Geometry.classic()), ReadOptions(format="line")):
        assert len(read(text, options)) == 5
    # A line more, and nobody asks.
    assert [entry.error for entry in read(text + "\n" + P)] == [None] * 6


def test_five_puzzles_stay_five_puzzles() -> None:
    chance = random.Random(4)
    for _ in range(60):
        lines = []
        for _ in range(5):
            digits = dict(zip("123456789", chance.sample("123456789", 9), strict=True))
            rows = [P[at : at + 9] for at in range(0, 81, 9)]
            bands = [rows[3 * n : 3 * n + 3] for n in chance.sample(range(3), 3)]
            mixed = "".join(row for band in bands for row in chance.sample(band, 3))
            lines.append("".join(digits.get(c, c) for c in mixed))
        assert grids_in(lines) == "puzzles"
        entries = read("\n".join(lines))
        assert [len(entry.text) for entry in entries] == [81] * 5
        assert all(entry.document is not None for entry in entries)
    for lines in ([P] * 5, ["." * 81] * 5, ["1" + "." * 80] * 5, LINES[:4], [*LINES, P]):
        assert formats.detect("\n".join(lines)) == "line"
        assert len(read("\n".join(lines))) == len(lines)
    # A digit in a shared box that the other grid has at another place.
    wrong = [LINES[0][:60] + "9" + LINES[0][61:], *LINES[1:]]
    assert grids_in(wrong) == "puzzles"


@pytest.mark.full
@pytest.mark.parametrize("name", ["clue17", "easy", "top1465", "sudocue", "multiple"])
def test_no_five_lines_of_a_collection_are_a_samurai(name: str) -> None:
    path = shared_file("speed", f"{name}.txt")
    lines = [line[:81] for line in path.read_text(encoding="utf-8").split("\n") if len(line) > 80]
    for at in range(0, len(lines) - 5, 3):
        assert grids_in(lines[at : at + 5]) == "puzzles"


def test_what_does_not_fit_is_named() -> None:
    clash = [LINES[0][:62] + "9" + LINES[0][63:], *LINES[1:]]
    with pytest.raises(FormatError, match=r"r7c9 is 9 in grid 1 and 5 in grid 3, but it is a cell"):
        formats.parse("\n".join(clash), SHAPE)
    with pytest.raises(FormatError, match=r"line 4: the 5 grids of this board take 405.*are 324"):
        formats.parse("\n".join(LINES[:4]), SHAPE)
    with pytest.raises(FormatError, match=r"line 3: a grid of this board has 81 cells.*has 80"):
        formats.parse("\n".join([*LINES[:2], LINES[2][1:], *LINES[3:]]), SHAPE)
    with pytest.raises(FormatError, match="after the one on line 1 comes more"):
        formats.parse(TEXT + TEXT, SHAPE)
    with pytest.raises(Unsupported, match="cannot hold a board of one grid"):
        formats.write(Document(PUZZLE), "samurai")
    two = Puzzle.empty(board_of_words("twodoku"))
    with pytest.raises(Unsupported, match="cannot hold the board 15x15"):
        formats.write(Document(two), "samurai")
    options = ReadOptions(format="samurai", geometry=Geometry.classic())
    with pytest.raises(FormatError, match="overlapping grids, not 9x9"):
        formats.parse(TEXT, options)


def test_other_boards_of_overlapping_grids_are_read_where_they_are_named() -> None:
    board = board_of_words("size=6 grids=r1c1,r5c5")
    lines = ["1" + "." * 34 + "2", "2" + "." * 34 + "3"]
    puzzle = formats.parse("\n".join(lines), ReadOptions(geometry=board)).puzzle
    given = {board.name(c): v for c, v in enumerate(puzzle.givens) if v is not None}
    assert given == {"r1c1": 1, "r6c6": 2, "r5c5": 2, "r10c10": 3}


def test_lines_keep_their_numbers_and_their_order() -> None:
    text = "\n".join(f"# {n}\n{line}" for n, line in enumerate([*LINES, P]))
    entries = read(text)
    assert [entry.line for entry in entries] == [2, 4, 6, 8, 10, 12]
    assert all(a.line < b.line for a, b in pairwise(entries))
    last = entries[-1].document
    assert last is not None
    assert last.puzzle.givens == GIVENS


@pytest.mark.parametrize("joint", ["", "\n"])
def test_a_wrong_symbol_is_placed(joint: str) -> None:
    lines = ["." * 81, "." * 81, "." * 40 + "a" + "." * 40, "." * 81, "." * 81]
    with pytest.raises(FormatError) as error:
        formats.parse(joint.join(lines), formats.ReadOptions(format="samurai"))
    assert (error.value.line, error.value.column) == ((3, 41) if joint else (1, 203))
