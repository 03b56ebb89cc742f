"""Columns that lie packed are written like lists, and blocks hold every line once."""

from __future__ import annotations

from pathlib import Path

import pytest

from satdoku.batch.block_answers import answer
from satdoku.batch.blocks import Inputs
from satdoku.batch.encoding import FORMS, encode
from satdoku.batch.packed import FixedTexts, WordColumn
from satdoku.batch.schema import Questions
from satdoku.formats import ReadOptions
from tests.batch.support import LINES, puzzles

pytest.importorskip("satdoku.core", reason="only the compiled core returns packed columns")
pytest.importorskip("pyarrow", reason="writes Parquet")


def asked(*names: str) -> Questions:
    return Questions(names, None, 100, "auto", lambda document: document, False)


@pytest.mark.parametrize("line", [LINES[0], LINES[4], LINES[8]])
def test_packed_columns_are_written_like_lists(tmp_path: Path, line: str) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text("\n".join([line, *puzzles(5), LINES[-1], LINES[4].replace(".", "0")]))
    questions = asked("verdict", "solution", "canonical")
    (block,) = Inputs([str(path)], ReadOptions(), plain=True, size=64).blocks()
    table = answer(questions, block)
    assert isinstance(table["verdict"], WordColumn)
    assert isinstance(table["puzzle"], FixedTexts)
    lists = {name: list(values) for name, values in table.items()}
    for name, values in table.items():
        assert [values[i] for i in range(-8, 8)] == [*lists[name], *lists[name]]
        assert list(values[1:7:2]) == lists[name][1:7:2]
        with pytest.raises(IndexError):
            values[8]
    assert lists["puzzle"] == path.read_text().split()
    for form in FORMS:
        assert encode(table, questions.columns, form) == encode(lists, questions.columns, form)


@pytest.mark.parametrize("size", [3, 3000, 1 << 16])
def test_blocks_hold_each_line_once(tmp_path: Path, size: int) -> None:
    # More than one reading of the file holds, and lines of several lengths.
    lines = ["# first", "", *(puzzles(50) * 80), "é", "", LINES[0]]
    path = tmp_path / "puzzles.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    texts: list[str] = []
    blocks = Inputs([str(path)], ReadOptions(), plain=True, size=size).blocks()
    for number, block in enumerate(blocks):
        assert (block.number, block.first) == (number, len(texts) + 1)
        assert block.length == len(block.texts)
        texts += block.texts
        assert block.length == size or len(texts) == len(lines)
    assert texts == lines
