"""The site's own collections and tests: every entry is answered as the site answers it."""

from __future__ import annotations

import json
import lzma
from typing import Any

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError
from satdoku.base.limits import Limit
from satdoku.board import Grid
from satdoku.solving import solve
from tests.shared import shared_file

_SLOW = {
    "Chaos Construction: Sack Lunch",
    "Extreme Lunchbox 2",
    "Hard renban 1",
    "Nabner",
    "Pencilmark sudoku 3",
    "Stretching",
    "Sum lines - single line",
    "Sunblock",
    "Wecoc #1 [mod B]",
}
"""Entries that take longer than the others."""
_MINUTES = {"Killer sudoku [extended range, hard]"}
_SEVERAL = {"Sandwich snipe 18", "0-indexed: Sums and indexing"}
"""Entries that list one of several solutions."""
_ALWAYS = {
    "0-indexed: Sums and indexing",
    "16x16",
    "Cavernous Construction",
    "Doppelganger 15x15",
}


def _entries() -> list[Any]:
    packed = shared_file("variants", "iss_collections.jsonl.xz").read_bytes()
    entries = [json.loads(line) for line in lzma.decompress(packed).splitlines()]
    parameters = []
    for number, entry in enumerate(entries):
        name = entry.get("name", f"entry {number}")
        usual = name in _ALWAYS or (number % 4 == 0 and name not in _SLOW)
        tier = [pytest.mark.slow if name in _MINUTES else pytest.mark.full]
        parameters.append(pytest.param(entry, marks=[] if usual else tier, id=f"{number}-{name}"))
    return parameters


def _digits(text: str) -> tuple[int, ...]:
    """The digits of a solution, which is written in digits or in letters from A, which is 1."""
    return tuple(int(c) if c.isdecimal() else ord(c) - ord("A") + 1 for c in text)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("entry", _entries())
def test_an_entry_is_answered_as_the_site_answers_it(entry: dict[str, Any]) -> None:
    if entry["input"].startswith("/"):  # the path of a program, which makes the puzzle
        with pytest.raises(FormatError, match="neither a digit"):
            formats.parse(entry["input"])
        return
    puzzle = formats.parse(entry["input"]).puzzle
    answer = solve(puzzle, limit=Limit(solutions=2))
    assert answer.complete
    if entry["solution"] is False:
        assert answer.solutions == ()
        return
    if entry["solution"] is None:
        return
    published = Grid(puzzle.geometry, _digits(entry["solution"]))
    if entry.get("name") in _SEVERAL:
        assert len(answer.solutions) == 2
        assert puzzle.accepts(published)
    else:
        assert answer.solutions == (published,)
