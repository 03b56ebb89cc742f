"""A board under fog: what is covered, what uncovers it, and that nothing gives away what is not
lit."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

import satdoku
from satdoku import formats
from satdoku.board import Grid
from satdoku.constraints import from_data
from satdoku.formats import write
from satdoku.puzzle import Document, Puzzle
from satdoku.puzzle.cosmetic import Fog
from satdoku.web.fields import RequestContext
from satdoku.web.fog import lit_part
from satdoku.web.questions import answer
from tests.shared import shared_file
from tests.web.test_play import SOLUTION, chosen, label, said
from tests.web.test_views import SCREENS

if TYPE_CHECKING:
    from playwright.sync_api import Page

View = Callable[..., "Page"]
LAMPS = ("r1c1", "r1c2", "r2c1")


def fogged(givens: str = SOLUTION[:40] + "." + SOLUTION[41:80] + ".", **more: Any) -> Document:
    """Givens everywhere but in two cells, and two cages; three lamps."""
    puzzle = satdoku.parse(givens)
    geometry = puzzle.geometry
    rules = (
        {"rule": "killer-cage", "cells": ["r1c3", "r1c4"], "sum": 10},
        {"rule": "killer-cage", "cells": ["r4c1", "r4c2"], "sum": 13},
    )
    puzzle = Puzzle(geometry, puzzle.givens, None, tuple(from_data(r, geometry) for r in rules))
    fog = Fog(tuple(map(geometry.cell, LAMPS)), ((geometry.cell("r1c3"), (80,)),))
    solution = Grid(geometry, tuple(map(int, SOLUTION)))
    return Document(puzzle, **{"fog": fog, "solution": solution, **more})


OPEN = "5......1." + "." * 63 + "...286179"
"""Few givens; r9c9 is hidden."""
TEXT = fogged(OPEN, extras={"message": "The fog is gone."}, title="Fog")


def entered(page: Page, digits: str) -> None:
    """Digits by their cells: ``r1c2=3``."""
    for cell, digit in re.findall(r"(r\dc\d)=(\d)", digits):
        page.locator(f"#cell-{cell}").click()
        page.keyboard.press(f"Digit{digit}")


def covered(page: Page) -> int:
    """The number of cells under fog."""
    values = page.evaluate("document.querySelector('path.fog')?.getAttribute('d') ?? ''")
    return len(re.findall("M", values))


def ready(page: Page) -> None:
    page.wait_for_function(
        "() => answered.includes('fog') && JSON.parse(localStorage.play ?? '{}').puzzle?.solution"
    )


@pytest.mark.parametrize("screen", SCREENS[:2])
def test_right_digits_clear_fog(opened: View, screen: dict[str, Any]) -> None:
    page = opened(f"#play/{write(TEXT, 'sudokupad').strip()}", **{**screen, "locale": "en-GB"})
    ready(page)
    assert covered(page) == 78
    assert label(page, "r1c1") == "row 1 column 1: given 5"
    assert label(page, "r9c9") == "row 9 column 9: empty, Fog"
    entered(page, "r2c3=9")  # a hidden given of the row below: no clash, and it is not right
    assert covered(page) == 78
    entered(page, "r2c3=2")
    assert covered(page) == 70
    assert label(page, "r2c4") == "row 2 column 4: empty"
    page.keyboard.press("Control+KeyZ")
    assert covered(page) == 78
    page.keyboard.press("Control+KeyY")
    entered(page, "r1c3=4")  # it reveals r9c9 too
    assert covered(page) == 69
    assert label(page, "r9c9") == "row 9 column 9: given 9"
    page.reload()
    page.wait_for_selector("main[data-ready]")
    page.wait_for_function(
        "() => document.querySelector('path.fog').getAttribute('d').split('M').length === 70"
    )
    page.emulate_media(media="print")
    assert page.locator("path.fog").is_visible()
    colour = page.locator("path.fog").evaluate("one => getComputedStyle(one).fill")
    assert colour not in ("none", "rgba(0, 0, 0, 0)")


def test_hidden_givens_neither_clash_nor_stand_in_the_way(opened: View) -> None:
    page = opened(f"#play/{write(TEXT, 'sudokupad').strip()}")
    ready(page)
    entered(page, "r5c9=9 r9c9=8")  # r9c9 is a given under fog, and takes a digit as others do
    assert page.locator(".clash").count() == 0
    assert label(page, "r9c9") == "row 9 column 9: 8, Fog"
    page.keyboard.press("k")
    assert "r9c9=8" in said(page, "wrong")
    entered(page, "r9c9=9 r5c9=9")
    assert covered(page) == 74  # it is right, and lights what is around it
    assert label(page, "r9c9") == "row 9 column 9: given 9"


def test_answers_are_about_what_is_lit(opened: View) -> None:
    page = opened(f"#play/{write(TEXT, 'sudokupad').strip()}")
    ready(page)
    page.locator(".helps summary").click()
    assert page.get_by_role("button", name="Next step").is_visible()
    for name in ("Whole path", "Rating"):
        assert not page.get_by_role("button", name=name).is_visible()
    page.locator(".helps summary").click()
    kind = page.locator(".kind", has_text="Killer")
    assert "2" not in kind.locator("strong").inner_text()
    kind.click()
    assert page.locator("i.look").count() == 0
    page.keyboard.press("m")
    page.wait_for_function(
        "() => document.getElementById('cell-r9c4').ariaLabel.includes('candidates 1 2 3 4 5 6')"
    )
    question = page.evaluate("asked.filter(({ ask }) => ask === 'marks')[0]")
    assert sorted(question["lit"]) == sorted(LAMPS)


def test_a_solved_board_has_no_fog_and_its_message(opened: View) -> None:
    page = opened(f"#play/{write(TEXT, 'sudokupad').strip()}")
    ready(page)
    for cell, digit in enumerate(SOLUTION):
        if OPEN[cell] == ".":
            entered(page, f"r{cell // 9 + 1}c{cell % 9 + 1}={digit}")
    said(page, "The fog is gone.")
    assert covered(page) == 0
    assert page.locator(".kind", has_text="Killer cage × 2").count() == 1


def test_fog_that_cannot_clear_is_lifted_on_wish(opened: View) -> None:
    puzzle = json.dumps({"givens": "." * 81, "fog": {"lamps": ["r1c1"]}})
    page = opened(f"#play/{puzzle}")
    said(page, "Which digits are right is not known")
    entered(page, "r1c1=5")
    assert covered(page) == 80
    chosen(page, "Lift the fog")
    page.locator("dialog").get_by_role("button", name="Lift the fog").click()
    assert covered(page) == 0
    page.reload()
    page.wait_for_selector("main[data-ready]")
    assert covered(page) == 0


IRREGULAR = {
    "board": {"size": 4, "regions": [1, 1, 1, 2, 3, 1, 2, 2, 3, 3, 4, 2, 3, 4, 4, 4]},
    "givens": "1234241331......",
    "fog": {"lamps": ["r1c1", "r1c2", "r1c3", "r2c1"]},
}


def test_regions_are_known_once_they_are_lit(opened: View) -> None:
    lit = {"puzzle": json.dumps(IRREGULAR), "lit": ["r1c1", "r1c2", "r1c3", "r2c1"]}
    assert answer("marks", lit, RequestContext(20))["marks"]["r2c2"] == [1, 3, 4]
    for question, more in {"hint": {"strength": 3}, "check": {}, "judge": {}}.items():
        assert answer(question, {**lit, **more}, RequestContext(20))
    page = opened(f"#play/{json.dumps(IRREGULAR)}")
    ready(page)
    page.locator("#cell-r2c2").click()
    assert page.locator(".see#cell-r2c4").count() == 1  # its row
    assert page.locator(".see#cell-r1c1, .see#cell-r1c3").count() == 0  # its region
    entered(page, "r2c2=4")  # which its own digit lights
    page.locator("#cell-r2c2").click()
    assert page.locator(".see#cell-r1c1").count() == 1


def test_what_others_leave_unmarked_is_not_known_under_fog() -> None:
    board = satdoku.parse(SOLUTION)
    rules = [{"rule": "black-dot", "cells": ["r1c3", "r2c3"]}, {"rule": "negative-ratio"}]
    puzzle = Puzzle.empty(board.geometry, [from_data(one, board.geometry) for one in rules])
    assert lit_part(puzzle, {0}).constraints == ()
    assert lit_part(puzzle, {2, 11}).constraints == puzzle.constraints


# -- what is answered ------------------------------------------------------------------------------


def test_a_solution_that_breaks_rules_is_not_believed() -> None:
    text = write(fogged(SOLUTION[:-1] + "."), "json")
    wrong = json.loads(text)
    wrong["solution"] = [1] * 81
    read = answer("fog", {"puzzle": json.dumps(wrong)}, RequestContext(20))
    assert read["solution"] == list(map(int, SOLUTION))


def test_hints_and_checks_name_nothing_hidden() -> None:
    text = write(fogged(), "json")
    rows = [f"r{row}c{column}" for row in (1, 2, 3) for column in range(1, 10)]
    question = {"puzzle": text, "lit": rows, "strength": 3}
    reply = answer("hint", {**question, "seconds": 2}, RequestContext(2))
    assert reply["outcome"] in ("stuck", "stopped")  # r5c5 needs the givens of its row
    reply = answer("check", {**question, "values": {"r5c5": 4}}, RequestContext(20))
    assert reply["verdict"] == "wrong"
    assert reply["sentences"] == ["r5c5=4 is wrong."]
    assert reply["wrong"] == [{"cell": "r5c5", "digit": 4, "sees": []}]
    assert reply["faulty"] == reply["mistaken"] == [40]
    with pytest.raises(satdoku.NoSolution, match=r"r5c5=4 is wrong"):
        answer("hint", {**question, "values": {"r5c5": 4}}, RequestContext(20))
    for wrong in ("r1c1", ["r99c1"], [1]):
        with pytest.raises(satdoku.FormatError, match="lit"):
            answer("hint", {**question, "lit": wrong}, RequestContext(20))


def test_the_solution_keeps_all_that_is_lit() -> None:
    """Whatever is lit: also where a rule is about what others leave unmarked, or regions are
    irregular."""
    chance = random.Random(7)
    lines = shared_file("variants/corpus.jsonl").read_text("utf-8").splitlines()
    hidden = shown = 0
    for line in lines[::6]:
        data = json.loads(line)
        if not data["solution"]:
            continue
        text = data["puzzle"] if isinstance(data["puzzle"], str) else json.dumps(data["puzzle"])
        puzzle = formats.parse(text).puzzle
        geometry = puzzle.geometry
        if not puzzle.constraints or not geometry.cell_count == len(data["solution"]) == 81:
            continue
        grid = Grid(geometry, tuple(map(int, data["solution"])))
        for share in (0.3, 0.9):
            lit = {cell for cell in range(geometry.cell_count) if chance.random() < share}
            part = lit_part(puzzle, lit)
            hidden += len(puzzle.constraints) - len(part.constraints)
            shown += len(part.constraints)
            assert part.accepts(Grid(part.geometry, grid.values)), data["name"]
    assert hidden
    assert shown
