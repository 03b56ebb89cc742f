"""Boards of digits other than 1 to the side, as sites draw them, with and without what says so."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from satdoku.answers.puzzle_input import left_out
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry, Grid
from satdoku.formats import ReadOptions, WriteOptions, parse, write
from satdoku.formats.sudokupad import to_data
from satdoku.puzzle import Document, Puzzle
from tests.fuzz import puzzles
from tests.fuzz.text import gives_back, said
from tests.fuzz.tries import expect

_FORMATS = (
    "sudokupad",
    "sudokupad",
    "sudokupad",
    "json",
    "fpuzzles",
    "sudokumaker",
    "penpa",
    "iss",
)
_BOXES = {4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3)}


@dataclass(frozen=True)
class Case:
    """A puzzle and its solution, the format, and what a drawing of it lacks."""

    puzzle: Puzzle
    solution: tuple[int, ...]
    format: str
    said: bool
    solved: bool


def draw(chance: random.Random) -> Case:
    """A grid of as many of the digits as a house has cells."""
    side = chance.choice((4, 6, 6, 8, 9, 9))
    first = chance.choice((0, 0, 1))
    number = side + chance.choice((0, 0, 0, 1, 2))
    digits = tuple(range(first, min(first + number, 10)))
    geometry = Geometry.rectangle(
        side,
        side,
        digits=digits if len(digits) >= side else tuple(range(10)),
        box=chance.choice((_BOXES[side], None)),
        region_size=side,
    )
    used = sorted(chance.sample(geometry.digits, side))
    shape = Geometry.boxes(side, *_BOXES[side])
    values = tuple([used[value - 1] for value in puzzles.grid_of(shape, chance)])
    share = chance.choice((0.1, 0.3, 0.8))
    givens = tuple([value if chance.random() < share else None for value in values])
    formed = chance.choice(_FORMATS)
    said_so, solved = chance.random() < 0.5, chance.random() < 0.7
    return Case(Puzzle(geometry, givens), values, formed, said_so, solved)


def judge(case: Case) -> None:
    """A written board is read back equal; from a drawing alone no digit in it is lost."""
    geometry = case.puzzle.geometry
    solution = Grid(geometry, case.solution) if case.solved else None
    document = Document(case.puzzle, solution=solution, title="t")
    try:
        text = write(document, case.format)
    except Unsupported as error:
        said(error)
    else:
        gives_back(document, text, ReadOptions(case.format), WriteOptions())
    if case.format == "sudokupad":
        _drawn_alone(case, document)


def _drawn_alone(case: Case, document: Document) -> None:
    geometry = case.puzzle.geometry
    try:
        data: dict[str, Any] = to_data(document, WriteOptions())
    except Unsupported:
        return
    data.pop("satdoku", None)
    words = f"Place the digits {geometry.digits[0]}-{geometry.digits[-1]} in every row."
    data["metadata"]["rules"] = words if case.said else ""
    text = json.dumps(data)
    try:
        read = parse(text, ReadOptions("sudokupad"))
    except FormatError as error:
        said(error, text)
        return
    digits = {*read.puzzle.geometry.digits}
    expect(read.puzzle.givens == case.puzzle.givens, "other givens", text[:500])
    expect(digits >= {*case.puzzle.givens} - {None}, "a given is not a digit", sorted(digits))
    if case.said:
        doubted = "board" in (left_out(read) or {}) or read.solution is not None
        expect(read.puzzle.geometry == geometry or doubted, "another board than in words", text)
    if case.solved and read.solution is not None:
        expect(read.solution.values == case.solution, "another solution", text[:500])
        expect(digits >= {*case.solution}, "a digit of the solution is none", sorted(digits))
    if case.solved:
        lost = read.solution is None and "solution" not in read.extras.get("unused", "")
        expect(not lost, "a solution is lost in silence", text[:500])


def smaller(case: Case) -> Iterator[Case]:
    """Fewer givens."""
    yield replace(case, solved=False)
    for puzzle in puzzles.smaller_puzzles(case.puzzle):
        yield replace(case, puzzle=puzzle)
