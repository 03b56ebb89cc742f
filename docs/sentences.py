"""Renew the sentences of docs/sentences.md: ``python docs/sentences.py``.

Grades and remarks are written by hand; the sentence of each row is that of the first step in the
position that the repository keeps for the technique.
"""

from __future__ import annotations

import re
from pathlib import Path

from satdoku.explaining import explain
from satdoku.formats import parse
from satdoku.techniques.catalogue import technique

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "sentences.md"
ROW = re.compile(r"^\| ([\w-]+) \| ([A-D][+-]?) \| (.+) \| (.*) \|$", re.MULTILINE)


def renewed(page: str) -> str:
    """The page with the sentences of today."""
    return ROW.sub(lambda row: f"| {row[1]} | {row[2]} | {sentence(row[1])} | {row[4]} |", page)


def sentence(name: str) -> str:
    """The sentence of the first step of a technique in its position, on one line."""
    (file,) = (ROOT / "examples" / "techniques").glob(f"{name}.*")
    position = parse(file.read_text("ascii")).position
    assert position is not None
    step = technique(name).first(position)
    assert step is not None
    return explain(step, position.geometry).replace("\n", "<br>")


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text("utf-8")), "utf-8")
