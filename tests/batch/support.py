"""Puzzles for batch runs, and what a run left in its directory."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from satdoku.batch.exporting import stored

__all__ = ["LINES", "UNIQUE", "Run", "files", "puzzles", "rows"]

UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

LINES = (
    UNIQUE,
    "# a comment",
    "",
    UNIQUE.replace(".", "0") + " a note",
    "5" + "." * 80,
    "3.." + UNIQUE[3:],
    "abc",
    "55" + UNIQUE[2:],
    "." * 9 + UNIQUE[9:],
    "12345678." + "." * 17 + "9" + "." * 54,
)
"""One solution, several, none; comments, notes, lines that are no puzzles or break the rules."""

Run = Callable[..., tuple[int, str, str]]


def puzzles(count: int, seed: int = 1) -> list[str]:
    """Different minimal puzzles."""
    core = pytest.importorskip("satdoku.core", reason="makes its puzzles by the core")
    made_puzzles, _ = core.make_puzzles(seed, 0, count)
    return [puzzle for puzzle, _ in filter(None, made_puzzles)]


def files(directory: Path) -> dict[str, bytes]:
    """Every file of a directory with what it holds."""
    return {path.name: path.read_bytes() for path in sorted(directory.iterdir())}


def rows(directory: Path) -> list[dict[str, Any]]:
    """The answers of a finished run, without what is empty."""
    run = stored(directory)
    assert run.ended
    records = []
    for table in run.tables:
        for values in zip(*(table[column.name] for column in run.columns), strict=True):
            row = {c.name: v for c, v in zip(run.columns, values, strict=True) if v is not None}
            records.append(json.loads(json.dumps(row)))
    return records
