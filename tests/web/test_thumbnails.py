"""Small pictures of rules and techniques, and the numbers of a theme, as the app asks for them."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest

import satdoku
from satdoku.answers.pages import clue_of
from satdoku.base.errors import FormatError
from satdoku.constraints import REGISTRY
from satdoku.techniques.catalogue import all_techniques
from satdoku.web.fields import RequestContext
from satdoku.web.questions import answer
from tests.shared import thinned


def pictures(**fields: Any) -> dict[str, str | None]:
    data: dict[str, str | None] = answer("thumbnails", fields, RequestContext(60))["pictures"]
    return data


@pytest.mark.parametrize("style", ["light", "dark"])
@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.full)])
def test_a_rule_that_is_drawn_has_a_picture_of_its_clue(style: str, every: int) -> None:
    names = ["killer-cage", "thermo", *[*REGISTRY][::every]]
    data = pictures(rules=names, style=style)
    for name, text in data.items():
        puzzle, rule = clue_of(name)
        assert (text is None) == all(one.kind == "none" for one in rule.shapes(puzzle.geometry))
    for name, text in data.items():
        if text is None:
            continue
        root = ElementTree.fromstring(text)
        _, _, width, height = map(float, root.attrib["viewBox"].split())
        assert width == height <= 9 * 64 + 90, name
        ids = re.findall(r' id="([^"]*)"', text)
        assert all(one.startswith(f"n-{name}-") for one in ids), name
    assert 'class="cage"' in (data["killer-cage"] or "")
    assert "bulb" in (data["thermo"] or "")


def test_only_the_cells_round_the_clue_are_seen() -> None:
    for name, most in {"killer-cage": 3, "white-dot": 3, "sandwich": 4}.items():
        box = ElementTree.fromstring(pictures(rules=[name])[name] or "").attrib["viewBox"]
        assert float(box.split()[2]) <= most * 64, name


@pytest.mark.parametrize("search", thinned(all_techniques(), 30))
def test_the_picture_of_a_technique_has_what_follows(search: Any) -> None:
    from satdoku.render.style import STYLES

    text = pictures(techniques=[search.name])[search.name] or ""
    roles = STYLES["light"].roles
    assert text.count(roles["out"]) + text.count(roles["put"]) >= 1


def test_a_name_that_is_none_has_no_picture_and_what_is_no_list_is_refused() -> None:
    assert pictures(rules=["no-such-rule"]) == {"no-such-rule": None}
    with pytest.raises(FormatError, match="a list of names"):
        pictures(rules="thermo")
    with pytest.raises(FormatError, match="the most is 200"):
        pictures(techniques=["x-wing"] * 201)


CAGES = ["r1c1 r1c2 r2c1", "r3c3 r3c4", "r1c4 r2c4", "r2c2 r3c2", "r4c1 r4c2", "r1c3 r2c3"]
THEME: dict[str, Any] = {
    "givens": "." * 16,
    "constraints": [{"rule": "killer-cage", "cells": cells.split()} for cells in CAGES],
}


def found_numbers(theme: dict[str, Any], seconds: float = 60, **more: Any) -> dict[str, Any]:
    pytest.importorskip("satdoku.core")
    fields = {"puzzle": json.dumps(theme), **more}
    return answer("find-numbers", fields, RequestContext(seconds))


def test_the_numbers_of_a_theme_leave_one_solution() -> None:
    data = found_numbers(THEME)
    assert (data["verdict"], data["text"], data["added"]) == ("unique", "", ())
    puzzle = satdoku.parse(json.dumps(data["puzzle"]))
    assert satdoku.check_unique(puzzle).verdict == "unique"
    drawn = [one["cells"] for one in data["puzzle"]["constraints"]]
    assert drawn == [one["cells"] for one in THEME["constraints"]]
    assert all("sum" in one for one in data["puzzle"]["constraints"])


def test_shapes_that_clash_are_named_and_a_theme_without_numbers_is_refused() -> None:
    lines = [["r1c1", "r1c2"], ["r1c2", "r1c1"]]
    clash = [{"rule": "thermo", "cells": cells} for cells in lines]
    data = found_numbers({**THEME, "constraints": [*THEME["constraints"], *clash]}, lang="de")
    assert (data["verdict"], data["puzzle"]) == ("none", None)
    assert data["text"].startswith("Keine Werte passen")
    assert data["text"].count("Thermometer") == 2
    with pytest.raises(satdoku.SatdokuError, match="no clue with a value"):
        found_numbers({"givens": "." * 16, "constraints": clash[:1]})


OPEN = [
    {"rule": "sandwich", "side": "left", "index": 2},
    {"rule": "little-killer", "start": "r1c2", "direction": "down-right"},
]


def test_clues_without_a_number_are_drawn_and_get_one() -> None:
    theme = {**THEME, "extras": {"open_clues": json.dumps(OPEN)}}
    view = answer("view", {"puzzle": json.dumps(theme), "lang": "de"}, RequestContext(60))
    assert view["puzzle"]["constraints"] == THEME["constraints"]  # they demand nothing
    assert view["puzzle"]["extras"] == theme["extras"]
    assert view["picture"].count(">?<") == len(OPEN)
    assert [one["data"] for one in view["open"]] == OPEN
    data = found_numbers(view["puzzle"])
    assert data["verdict"] == "unique"
    assert satdoku.check_unique(json.dumps(data["puzzle"])).verdict == "unique"
    *_, first, last = data["puzzle"]["constraints"]
    assert [{**first, "sum": 0}, {**last, "sum": 0}] == [{**one, "sum": 0} for one in OPEN]


@pytest.mark.parametrize(
    "clue",
    [
        {"rule": "xv", "cells": ["r1c1", "r1c2"]},
        {"rule": "first-seen-even", "side": "left", "index": 2},
        {"rule": "house-digits", "cells": ["r1c1", "r2c1", "r1c2"]},
    ],
)
def test_a_clue_that_takes_few_numbers_is_drawn_without_one(clue: dict[str, Any]) -> None:
    theme = {**THEME, "extras": {"open_clues": json.dumps([clue])}}
    view = answer("view", {"puzzle": json.dumps(theme)}, RequestContext(60))
    assert [one["data"] for one in view["open"]] == [clue]


def test_what_the_writers_of_the_app_leave_out_is_counted() -> None:
    theme = {**THEME, "extras": {"open_clues": json.dumps(OPEN)}}
    texts = answer("convert", {"puzzle": json.dumps(theme)}, RequestContext(60))["texts"]
    counts = {one["format"]: one["unnumbered"] for one in texts if "unnumbered" in one}
    assert (counts["sudokupad"], counts["json"]) == (2, 0)


@pytest.mark.parametrize(
    ("clues", "reason"),
    [
        ("no JSON", "a list of at most"),
        ([1], "nothing but a number"),
        ([{"rule": "thermo", "cells": ["r1c1", "r1c2"]}], "nothing but a number"),
        ([{"rule": "sandwich"}], "nothing but a number"),
        ([{"rule": "sandwich", "side": "left", "index": 7}], "has no row 7"),
        ([OPEN[0]] * 401, "a list of at most"),
    ],
)
def test_what_is_no_clue_without_a_number_is_refused(clues: object, reason: str) -> None:
    text = clues if isinstance(clues, str) else json.dumps(clues)
    puzzle = json.dumps({**THEME, "extras": {"open_clues": text}})
    with pytest.raises(FormatError, match=reason):
        answer("view", {"puzzle": puzzle}, RequestContext(60))


@pytest.mark.full
def test_the_nearest_puzzle_has_one_solution_with_what_it_adds() -> None:
    theme = {"givens": "." * 16, "constraints": THEME["constraints"][:1]}
    data = found_numbers(theme, 8)
    assert data["verdict"] == "undecided"
    assert data["text"]
    puzzle = satdoku.parse(json.dumps(data["puzzle"]))
    assert satdoku.check_unique(puzzle).verdict == "unique"
    assert len(data["added"]) == sum(digit is not None for digit in puzzle.givens) > 0
