"""satdoku's own JSON."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given, settings

import satdoku.constraints
from satdoku import formats
from satdoku.base.errors import FormatError
from satdoku.board import Geometry, Grid
from satdoku.formats import ReadOptions
from satdoku.formats.json import from_data, to_data
from satdoku.puzzle import Document, Position, Puzzle
from tests.formats.common import GIVENS, PUZZLE, SOLUTION, P, positions

FULL = Document(
    Puzzle(PUZZLE.geometry, GIVENS, (None, None, frozenset((1, 2)), *[None] * 78)),
    Position.of(PUZZLE).eliminate([(2, 4)]),
    "A title",
    "作者",
    "Normal rules.",
    SOLUTION,
    {"level": "1"},
)


def test_everything_is_held() -> None:
    text = formats.write(FULL, "json")
    assert text.count("\n") == 1
    back = formats.parse(text)
    assert back == FULL
    assert dict(back.extras) == {"level": "1"}
    assert json.loads(text)["satdoku"] == 1
    assert formats.parse(json.dumps(json.loads(text), indent=2)) == FULL


@settings(max_examples=40, deadline=None)
@given(positions(4, 6, 9))
def test_positions_are_held_exactly(position: Position) -> None:
    document = Document(position.puzzle, position)
    assert formats.parse(formats.write(document, "json")) == document


@pytest.mark.parametrize(
    "geometry",
    [
        Geometry.latin(9),
        Geometry.boxes(6, 3, 2),
        Geometry.jigsaw([c // 5 for c in range(25)]),
        Geometry.jigsaw([None, *[1] * 15]),
        Geometry.of_size(100),
        Geometry.latin(1),
    ],
)
def test_boards(geometry: Geometry) -> None:
    values = tuple(c % (geometry.size + 2) or None for c in range(geometry.cell_count))
    document = Document(Puzzle(geometry, values), solution=Grid(geometry, values))
    assert formats.parse(formats.write(document, "json")) == document


def test_rules_are_held() -> None:
    if not hasattr(satdoku.constraints, "from_data"):
        pytest.skip("the constraints are not built yet")
    board = Geometry.classic()
    rules = tuple(
        satdoku.constraints.from_data(data, board)
        for data in (
            {"rule": "anti-knight"},
            {"rule": "killer-cage", "cells": ["r1c1", "r1c2"], "sum": 10},
        )
    )
    document = Document(Puzzle(board, GIVENS, None, rules), Position.of(PUZZLE))
    assert document.position is not None
    document = Document(
        document.puzzle, Position.of(Puzzle(board, GIVENS, None, rules)), "with rules"
    )
    text = formats.write(document, "json")
    assert '{"rule": "anti-knight"}' in text
    assert formats.parse(text) == document
    added = formats.parse(formats.write(Document(PUZZLE), "json"), ReadOptions(constraints=rules))
    assert added.puzzle.constraints == rules


def test_a_board_of_one_cell() -> None:
    for digit in (None, 1, 16):
        document = Document(Puzzle(Geometry.of_size(1), (digit,)))
        assert formats.parse(formats.write(document, "json")) == document


def test_lines_and_one_object_on_many_lines() -> None:
    line = formats.write(FULL, "json")
    entries = list(formats.read(io.StringIO(f"{line}\n{line[:50]}\n{{}}\n{line}")))
    assert [e.line for e in entries] == [1, 3, 4, 5]
    assert [e.error is None for e in entries] == [True, False, False, True]
    assert str(entries[1].error).startswith("line 3, column")
    drawn = json.dumps(json.loads(line), indent=1)
    (entry,) = formats.read(io.StringIO("\n" + drawn))
    assert entry.line == 2
    assert entry.document == FULL
    (bad,) = formats.read(io.StringIO("\n" + drawn.replace('"A title"', "A title")))
    assert bad.error is not None
    assert bad.error.line == 4


def test_a_forced_board_must_be_the_same() -> None:
    text = formats.write(Document(PUZZLE), "json")
    assert formats.parse(text, ReadOptions(geometry=Geometry.classic())).puzzle == PUZZLE
    with pytest.raises(FormatError, match="was asked for"):
        formats.parse(text, ReadOptions(geometry=Geometry.latin(9)))


GOOD = to_data(FULL)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"title": 1}, '"title" must be a text'),
        ({"rules": [{"rule": "thermo"}]}, 'clues with their cells are "constraints"'),
        ({"extras": {"a": 1}}, '"extras.a"'),
        ({"extras": []}, '"extras"'),
        ({"board": 9}, '"board" must be an object'),
        ({"board": {"size": True}}, '"size"'),
        ({"board": {"size": 9, "box": [3, 3], "regions": []}}, "not both"),
        ({"board": {"size": 9, "box": [3]}}, '"box" must be'),
        ({"board": {"size": 9, "regions": [1] * 80}}, "80 cells"),
        ({"board": {"size": 9, "regions": [-1] * 81}}, '"regions" must be'),
        ({"board": {"size": 9, "colour": 1}}, "'colour'"),
        ({"pencil_marks": []}, '"pencil_marks" must be an object'),
        ({"pencil_marks": {"r1c1": 1}}, '"pencil_marks.r1c1" must be a list'),
        ({"pencil_marks": {"r1c1": [1, 1]}}, "different digits"),
        ({"pencil_marks": {"r1c1": [1], "R1C1": [2]}}, "appears twice"),
        ({"constraints": {}}, '"constraints" must be a list'),
        ({"constraints": [1]}, "number 1"),
        ({"solution": P[:80]}, '"solution" has 80 cells'),
        ({"position": []}, '"position" must be an object'),
        ({"position": {"givens": P}}, '"position" lacks'),
        ({"position": {"givens": P, "values": P, "candidates": {}}}, "leaves out the empty r1c3"),
        ({"satdoku": "1"}, "version '1'"),
        ({"satdoku": True}, "version True"),
    ],
)
def test_values_of_the_wrong_kind(change: dict[str, object], words: str) -> None:
    with pytest.raises(FormatError) as caught:
        from_data({**GOOD, **change})
    assert words in str(caught.value)
