"""Project Euler 96."""

from __future__ import annotations

import io

import pytest

from satdoku import formats
from satdoku.puzzle import Document
from tests.formats.common import PUZZLE, ROWS, SHARED

GRID = "\n".join(ROWS).replace(".", "0")


def test_a_stream_with_a_bad_grid() -> None:
    bad = GRID.replace("\n600195000", "", 1)
    text = f"Grid 01\n{GRID}\nGrid 02\n{bad}\nGrid 03\n\n{GRID}\n\nGrid 04\n{GRID}x\n"
    entries = list(formats.read(io.StringIO(text)))
    assert [e.line for e in entries] == [1, 11, 20, 32]
    assert [e.error is None for e in entries] == [True, False, True, False]
    assert str(entries[1].error).startswith("line 19: a grid of 8 rows of 9 cells")
    assert entries[2].document is not None
    assert entries[2].document.title == "Grid 03"
    assert entries[2].document.puzzle == PUZZLE


def test_the_title_is_the_header() -> None:
    text = formats.write(Document(PUZZLE, title="Grid 42"), "euler")
    assert text == f"Grid 42\n{GRID}\n"
    assert formats.detect(text) == "euler"
    assert formats.parse(text).title == "Grid 42"
    assert formats.write(Document(PUZZLE, title="Mine"), "euler").startswith("Grid 01\n")


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared data is not there")
def test_the_fifty() -> None:
    entries = list(formats.read(SHARED / "euler096.txt"))
    assert [e.line for e in entries] == list(range(1, 501, 10))
    documents = [e.document for e in entries]
    assert [d and d.title for d in documents] == [f"Grid {i:02}" for i in range(1, 51)]
    assert all(d and not d.puzzle.problems() for d in documents)
