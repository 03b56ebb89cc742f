"""OpenSudoku's XML."""

from __future__ import annotations

import io
import time

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError
from satdoku.formats import ReadOptions
from satdoku.puzzle import Document
from tests.formats.common import GIVENS, PUZZLE, P

DIGITS = P.replace(".", "0")


def test_folders_and_games() -> None:
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku version="2">\n'
        f'<folder name="One" created="1">\n<game state="1" data="{DIGITS}"/>\n'
        f'<game data="{"0" * 81}"/></folder></opensudoku>\n'
    )
    assert formats.detect(text) == "opensudoku"
    first, second = formats.read(io.StringIO(text))
    assert first.document is not None
    assert first.document.puzzle == PUZZLE
    assert first.document.extras == {"folder": "One"}
    assert (first.line, second.line) == (4, 5)


@pytest.mark.parametrize(
    ("version", "none", "notes"), [(3, "0", "34"), (1, "-", "2,6,"), (2, "", "34")]
)
def test_a_game_in_progress(version: int, none: str, notes: str) -> None:
    cells = [f"{digit or 0}|{none}|{int(digit is None)}|" for digit in GIVENS]
    cells[2], cells[3] = f"4|{none}|1|", f"0|{notes}|1|"
    data = f"version: {version}&#10;{''.join(cells)}"
    document = formats.parse(f'<opensudoku><game data="{data}"/></opensudoku>')
    position = document.position
    assert document.puzzle == PUZZLE
    assert position is not None
    assert position.values[2] == 4
    assert position.candidates[3] == {2, 6}


def test_many() -> None:
    text = "".join(formats.write_all([Document(PUZZLE), Document(PUZZLE)], "opensudoku"))
    entries = list(formats.read(io.StringIO(text)))
    assert [e.document and e.document.puzzle for e in entries] == [PUZZLE, PUZZLE]
    with pytest.raises(FormatError, match="holds 2 games"):
        formats.parse(text)


@pytest.mark.full
def test_a_long_name_takes_time_by_its_length() -> None:
    for one in ("a\n", "a</name><name>"):

        def seconds(times: int, one: str = one) -> float:
            text = f'<opensudoku><name>{one * times}</name><game data="{DIGITS}"/></opensudoku>'
            start = time.process_time()
            formats.parse(text, ReadOptions(format="opensudoku"))
            return time.process_time() - start

        # Quadratic, the second took 16 times as long and more.
        assert min(seconds(400_000) for _ in range(2)) < 8 * max(seconds(100_000), 0.1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<opensudoku><game/></opensudoku>", 'no "data"'),
        ("<opensudoku></opensudoku>", "holds no game"),
        (f'<opensudoku><game data="{DIGITS[1:]}"/></opensudoku>', "line 1: the data of a game"),
        ('<opensudoku><game data="version: 3 1|0|0|"/></opensudoku>', "3 fields"),
        ('<opensudoku version="9"></opensudoku>', "version '9'"),
        (f'<opensudoku>\n<game data="{DIGITS}">', "line 2.*not XML"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><opensudoku/>', "document type"),
        ("<sudoku><opensudoku/></sudoku>", "of 'sudoku'"),
    ],
)
def test_bad_input(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        formats.parse(text)
