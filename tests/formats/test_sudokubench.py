"""Sudoku-Bench's records."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from typing import Any

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry, Grid
from satdoku.constraints import parse_rules
from satdoku.formats import ReadOptions
from satdoku.puzzle import Cosmetic, Document, Puzzle
from satdoku.reading import read_drawn
from tests.shared import DATA

BOARD = Geometry.of_size(4)
SOLUTION = "1234341221434321"


def record(*elements: dict[str, Any], as_text: bool = True, **more: Any) -> str:
    data: dict[str, Any] = {
        "id": "7", "title": "Bench", "rules": '"Thermometers rise.\\nHave fun."',
        "initial_board": "1...............", "solution": SOLUTION, "rows": 4, "cols": 4,
        "visual_elements": json.dumps(elements) if as_text else list(elements),
    }  # fmt: skip
    return json.dumps({**data, **more})


def mark(*coords: str, **more: Any) -> dict[str, Any]:
    return {
        "type": "overlays", "coords": coords, "loc": "edge", "shape": "circle", "text": "",
        "color_name": "white", "color_hex": "#FFFFFF", "border_color_name": "black",
        "border_color_hex": "#000000", "size": "small", "width": 0.3, "height": 0.3, **more,
    }  # fmt: skip


@pytest.mark.parametrize("as_text", [True, False])
def test_fields_and_elements(as_text: bool) -> None:
    elements: list[dict[str, Any]] = [
        {"type": "cage", "style": "killer", "cells": ["r1c1", "r1c2"], "value": "3"},
        {"type": "cage", "style": "killer", "cells": ["r4c1", "r4c2"], "value": ""},
        {"type": "global", "text": "anti-king"},
        {"type": "lines", "coords": ["r1c1", "r2c2"], "color_hex": "#cccf", "thickness": 16},
        {"type": "arrows", "coords": ["r3c1", "r3c2"], "color_hex": "#a1a1a1", "thickness": 3.2},
        mark("r1c3", "r1c4"),
        mark("r2c2", "r2c3", "r3c2", "r3c3", shape="diamond", text=12),
        {"type": "diagonal arrow", "coords": ["r0c1"], "direction": "lower right"},
        {"type": "inequality", "direction": "^", "cells": ["r1c1", "r2c1"], "thickness": 1},
        {"type": "manual", "text": "castle at r1c3"},
        {"type": "cage", "style": "", "cells": ["r4c4"], "value": "a"},
    ]
    document = formats.parse(record(*elements, as_text=as_text))
    assert (document.title, document.rules) == ("Bench", "Thermometers rise.\nHave fun.")
    assert document.solution == Grid(BOARD, tuple(map(int, SOLUTION)))
    rules = "killer-cage:r1c1+r1c2:3,killer-cage:r4c1+r4c2,anti-king"
    assert document.puzzle.constraints == parse_rules(rules, BOARD)
    line, arrow, dot, corner, beside, sign, cage = document.drawings
    assert (line.spots, line.stroke, line.width) == (((0.5, 0.5), (1.5, 1.5)), "#cccf", 0.25)
    assert (arrow.head > 0, arrow.width) == (True, 0.05)
    assert (dot.spots, dot.fill, dot.rounded, dot.over) == (((0.5, 3.0),), "#ffffff", True, True)
    assert (corner.spots, corner.text, corner.angle) == (((2.0, 2.0),), "12", 45.0)
    assert beside.head > 0
    assert beside.spots[0] < beside.spots[1] < (0.0, 1.0)
    assert (sign.text, sign.spots) == ("\u2227", ((1.0, 0.5),))
    assert (cage.kind, cage.text) == ("cage", "a")
    assert document.extras["id"] == "7"
    assert "1 manual" in document.extras["drawings"]


@pytest.mark.parametrize(
    "element",
    [
        {"type": None},
        {"type": "lines", "coords": None},
        {"type": "overlays", "coords": ["r1c1"], "width": "x", "height": [], "shape": {}},
        {"type": "cage", "style": "killer", "cells": ["r99c99"], "value": "9" * 50},
        {"type": "cage", "style": "box", "cells": [5]},
        {"type": "diagonal arrow", "coords": ["r0c0"], "direction": [7]},
        {"type": "inequality", "cells": [], "direction": "<"},
    ],
)
def test_an_element_of_another_form_is_counted_as_a_drawing(element: dict[str, Any]) -> None:
    document = formats.parse(record(element))
    assert document.puzzle.constraints == ()
    assert len(document.drawings) <= 1
    assert element.get("style") == "box" or "drawings" in document.extras


def test_regions_are_the_cages_of_boxes_where_they_are_the_whole_board() -> None:
    rows = [
        {"type": "cage", "style": "box", "cells": [f"r{r}c{c}" for c in range(1, 5)]}
        for r in range(1, 5)
    ]
    jigsaw = Geometry.jigsaw([row for row in range(4) for _ in range(4)])
    assert formats.parse(record(*rows)).puzzle.geometry == jigsaw
    assert formats.parse(record(*rows[1:])).puzzle.geometry == BOARD


def test_what_is_written_is_read_again() -> None:
    rules = parse_rules(
        "killer-cage:r1c1+r1c2:3,anti-knight,thermo:r2c1+r2c2,xv:r3c3+r3c4:5", BOARD
    )
    line = Cosmetic("line", ((0.5, 0.5), (2.5, 2.5)), stroke="#8000ff", width=0.1)
    document = Document(
        Puzzle(BOARD, (1, *[None] * 15), None, rules), title="T", rules="Words.", drawings=(line,)
    )
    back = formats.parse(formats.write(document, "sudoku-bench"))
    assert (back.title, back.rules) == ("T", "Words.")
    assert back.puzzle.constraints == rules[:2]
    assert back.drawings[-1] == line
    assert {one.text for one in back.drawings} == {"", "V"}
    assert formats.parse(formats.write(back, "sudokubench")) == back


def test_records_of_a_list_are_puzzles_of_their_own() -> None:
    text = f"[{record()}, {record(title='Second')}]"
    entries = formats.read(io.StringIO(text))
    assert [entry.document and entry.document.title for entry in entries] == ["Bench", "Second"]
    assert formats.parse(f"[{record()}]").title == "Bench"


@pytest.mark.parametrize("options", [ReadOptions("json"), ReadOptions(geometry=BOARD)])
def test_a_record_is_read_so_where_it_is_said_to_be_json(options: ReadOptions) -> None:
    plain = formats.parse(record())
    for text in (record(), f"[{record()}]", json.dumps({"rows": [json.loads(record())]})):
        assert formats.parse(text, replace(options, format="json")) == plain
        (entry,) = formats.read(io.StringIO(text), replace(options, format="json"))
        assert entry.document == plain
    with pytest.raises(FormatError, match=r'^"visual_elements": this is not JSON'):
        formats.parse(record(visual_elements="[{"), replace(options, format="json"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (record(rows=5), "5 rows and 4 columns"),
        (record(rows="4"), "'4' rows|\"4\" rows"),
        (record(initial_board="12"), "initial_board"),
        (record(initial_board=5, rows=None, cols=None), '"initial_board" must be a text'),
        (record(solution="12"), "solution"),
        (record(visual_elements="{"), '^"visual_elements": this is not JSON'),
        (record(visual_elements=5), "visual_elements"),
        (record(visual_elements=[5]), r"visual_elements\[0\]"),
        (record(title=5), '"title" must be a text'),
        (record(cells=[{"a": 1}]), "no key 'cells'.*--ignore cells"),
    ],
)
def test_bad_input(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        formats.parse(text)


def test_what_a_record_cannot_hold() -> None:
    marks = Puzzle(BOARD, (None,) * 16, (frozenset((1, 2)), *[None] * 15))
    for puzzle in (Puzzle.empty(Geometry.latin(4)), Puzzle.empty(Geometry.of_size(16)), marks):
        with pytest.raises(Unsupported, match="Sudoku-Bench"):
            formats.write(Document(puzzle), "sudokubench")
    zero = Puzzle(BOARD, (0, *[None] * 15))
    with pytest.raises(Unsupported, match="no symbol stands for the digit 0"):
        formats.write(Document(zero), "sudokubench")


@pytest.mark.full
def test_published_records_are_read_as_their_links_are() -> None:
    path = DATA / "drawn" / "challenge.jsonl.xz"
    if not path.is_file():
        pytest.skip("no shared data")
    readings = {"record": 0, "link": 0}
    for entry in formats.read(path, ReadOptions()):
        assert entry.document is not None, entry.error
        link = entry.document.extras["link"]
        for name, document in (("record", entry.document), ("link", formats.parse(link))):
            reading = read_drawn(document).reading
            readings[name] += reading is not None and reading.certainty == "proved"
    assert readings["record"] >= readings["link"] - 3 > 20
