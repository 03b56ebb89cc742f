"""Puzzles, strategies and places that the tests of formats share."""

from __future__ import annotations

import io
from pathlib import Path

from hypothesis import strategies as st

from satdoku import formats
from satdoku.board import Geometry, Grid
from satdoku.puzzle import Document, Position, Puzzle

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "formats"
SHARED = ROOT.parent / "shared" / "data"

P = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
S = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROWS = [P[i : i + 9] for i in range(0, 81, 9)]
GIVENS = tuple(None if c == "." else int(c) for c in P)
CLASSIC = Geometry.classic()
PUZZLE = Puzzle(CLASSIC, GIVENS)
SOLUTION = Grid(CLASSIC, tuple(map(int, S)))


def read(text: str) -> list[Document]:
    """The puzzles of a file, all of which can be read."""
    documents = []
    for entry in formats.read(io.StringIO(text)):
        assert entry.error is None
        assert entry.document is not None
        documents.append(entry.document)
    return documents


def puzzle_of(text: str, size: int = 9) -> Puzzle:
    """The puzzle of a line of digits and dots."""
    values = tuple(None if c == "." else int(c) for c in text)
    return Puzzle(Geometry.of_size(size), values)


def puzzles(*sizes: int) -> st.SearchStrategy[Puzzle]:
    """Puzzles of these sizes with any digits, whether or not they break a rule."""

    def of(size: int) -> st.SearchStrategy[Puzzle]:
        value = st.none() | st.integers(1, size)
        cells = st.lists(value, min_size=size * size, max_size=size * size)
        return cells.map(lambda values: Puzzle(Geometry.of_size(size), tuple(values)))

    return st.sampled_from(sizes).flatmap(of)


@st.composite
def positions(draw: st.DrawFn, *sizes: int) -> Position:
    """Positions reached by placing and eliminating, so that every empty cell keeps a candidate."""
    size = draw(st.sampled_from(sizes))
    position = Position.of(Puzzle.empty(Geometry.of_size(size)))
    steps = draw(
        st.lists(
            st.tuples(st.integers(0, size * size - 1), st.integers(0, size - 1), st.booleans()),
            max_size=3 * size,
        )
    )
    for cell, index, place in steps:
        here = sorted(position.candidates[cell])
        if not here:
            continue
        digit = here[index % len(here)]
        after = position.place(cell, digit) if place else position.eliminate([(cell, digit)])
        if all(v is not None or c for v, c in zip(after.values, after.candidates, strict=True)):
            position = after
    return position


texts = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=30)
"""All of them can be written as UTF-8, for surrogates are of category C: with ``codec="utf-8"``
each process would look through all characters for seconds."""


def around(puzzle: st.SearchStrategy[Puzzle]) -> st.SearchStrategy[Document]:
    """Documents with a title and an author."""
    return st.builds(Document, puzzle, title=st.none() | texts, author=st.none() | texts)
