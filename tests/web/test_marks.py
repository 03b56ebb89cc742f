"""The entries of a player besides digits and candidates, and those written for him."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING

import pytest

import satdoku
from satdoku import formats
from satdoku.base.limits import RanOut
from satdoku.puzzle import Document
from satdoku.web.fields import RequestContext
from satdoku.web.questions import answer
from tests.web.test_play import EASY, NEARLY, SOLUTION, chosen, helped, label, said
from tests.web.test_views import drawn

if TYPE_CHECKING:
    from playwright.sync_api import Page

View = Callable[..., "Page"]
DOT = {"rule": "black-dot", "cells": ["r1c8", "r1c9"]}


def selected(page: Page) -> list[str]:
    values = page.evaluate("[...document.querySelectorAll('.square.chosen')].map((one) => one.id)")
    return [name.removeprefix("cell-") for name in values]


def test_a_number_of_two_digits_is_one_entry_in_one_cell(opened: View) -> None:
    page = opened("#play/" + json.dumps({"board": {"size": 16}, "givens": [[None] * 16] * 16}))
    page.locator("#cell-r8c3").click()
    page.keyboard.press("Control+1")
    page.wait_for_timeout(1000)  # the next digit is a number of its own
    page.locator("#cell-r1c1").click()
    for key in ("1", "ArrowRight", "2", "5", "ArrowRight", "1", "6"):
        page.keyboard.press(key)
    labels = [label(page, cell).rpartition(": ")[2] for cell in ("r1c1", "r1c2", "r1c3", "r8c3")]
    assert labels == ["1", "5", "16", "candidates 1"]  # the 1 of 16 took nothing away
    page.locator("#cell-r5c5").click()
    page.keyboard.press("Shift+1")
    page.keyboard.press("Shift+2")
    assert label(page, "r5c5").endswith("corner 12")
    page.keyboard.press("Control+KeyZ")
    assert label(page, "r5c5").endswith("empty")


def test_a_long_press_adds_a_cell_and_the_ground_leaves_none(opened: View) -> None:
    page = opened(has_touch=True)
    touch = """async ([cell, wait]) => {
        const one = document.getElementById(`cell-${cell}`);
        const { x, y, width, height } = one.getBoundingClientRect();
        const at = { clientX: x + width / 2, clientY: y + height / 2 };
        const event = { bubbles: true, pointerType: "touch", ...at };
        one.dispatchEvent(new PointerEvent("pointerdown", event));
        await new Promise(done => setTimeout(done, wait));
        one.dispatchEvent(new PointerEvent("pointerup", event));
    }"""
    selections = []
    for cell, wait in (("r1c3", 0), ("r5c5", 600), ("r8c2", 600), ("r5c5", 600), ("r4c4", 0)):
        page.evaluate(touch, [cell, wait])
        selections.append(selected(page))
    pair = ["r1c3", "r8c2"]
    assert selections == [["r1c3"], ["r1c3", "r5c5"], ["r1c3", "r5c5", "r8c2"], pair, ["r4c4"]]
    box = page.locator("sudoku-board").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] / 2, box["y"] + box["height"] / 2)
    assert selected(page) == []


def test_letters_by_key_and_pad(opened: View) -> None:
    page = opened()
    page.locator("#cell-r1c3").click()
    page.keyboard.press("b")
    for key in ("h", "c", "h"):  # no hint, no mode; a second one takes it away
        page.keyboard.press(key)
    assert label(page, "r1c3") == "row 1 column 3: empty, C"
    page.locator(".pad button", has_text="X").click()
    page.locator("#cell-r1c1").click()
    page.keyboard.press("a")
    assert label(page, "r1c1") == "row 1 column 1: given 5, A"  # over givens too
    assert "C X" in label(page, "r1c3")
    page.locator(".modes [data-mode=digit]").click()
    page.locator("#cell-r1c3").click()
    page.keyboard.press("4")
    assert label(page, "r1c3") == "row 1 column 3: 4, C X"
    page.reload()
    page.wait_for_selector("main[data-ready]")
    assert label(page, "r1c3") == "row 1 column 3: 4, C X"
    page.locator("#cell-r1c3").click()
    page.keyboard.press("Delete")
    page.keyboard.press("Delete")
    assert label(page, "r1c3").endswith("empty")


def test_lines_of_the_pen(opened: View) -> None:
    page = opened()
    page.keyboard.press("g")
    lines = "(document.querySelector('path.pen')?.getAttribute('d') ?? '').split('M').length - 1"
    drawn(page, ["r1c1", "r1c2", "r2c3"])
    assert page.evaluate(lines) == 2
    drawn(page, ["r1c2", "r1c1"])
    assert page.evaluate(lines) == 1
    page.keyboard.press("Control+KeyZ")
    assert page.evaluate(lines) == 2
    page.reload()
    page.wait_for_selector("main[data-ready]")
    assert page.evaluate(lines) == 2
    page.locator("#cell-r1c2").click()
    page.keyboard.press("Delete")  # all that meet the cell
    assert page.evaluate(lines) == 0


def test_a_double_click_selects_all_that_look_alike(opened: View) -> None:
    page = opened()
    page.locator("#cell-r1c5").dblclick()
    sevens = [at for at, digit in enumerate(EASY) if digit == "7"]
    assert selected(page) == [f"r{at // 9 + 1}c{at % 9 + 1}" for at in sevens]
    for cell, keys in {
        "r1c3": ["Control+1", "Control+2"],
        "r1c4": ["Control+1", "Control+2", "Control+6"],
        "r2c2": ["Control+1"],
        "r2c3": ["Shift+1"],
        "r3c1": ["Shift+1", "Control+Shift+3"],
        "r1c1": ["Control+Shift+3"],
    }.items():
        page.locator(f"#cell-{cell}").click()
        for key in keys:
            page.keyboard.press(key.replace("+", "+Digit").replace("DigitShift", "Shift"))
    page.locator("#cell-r1c3").dblclick()
    assert selected(page) == ["r1c3", "r1c4"]
    page.locator("#cell-r3c1").dblclick()
    assert selected(page) == ["r2c3", "r3c1"]
    page.keyboard.press("v")  # of colours, where colours are written
    page.locator("#cell-r3c1").dblclick()
    assert selected(page) == ["r1c1", "r3c1"]


def test_colours_have_symbols_where_they_are_wanted(opened: View) -> None:
    page = opened()
    page.locator("#cell-r1c3").click()
    page.keyboard.press("Control+Shift+Digit2")
    assert page.locator(".symbols").count() == 0
    chosen(page, "Settings")
    page.get_by_role("checkbox", name="symbol for each colour").check()
    page.get_by_role("button", name="Close", exact=True).click()
    assert page.locator("#cell-r1c3 .symbols").inner_text() == "▲"
    page.keyboard.press("v")
    signs = page.locator(".pad .swatch").all_inner_texts()
    assert len(set(signs)) == 9
    assert signs[1] == "▲"


def test_naked_singles_go_on_by_themselves_where_it_is_wanted(opened: View) -> None:
    page = opened(f"#play/{NEARLY}")
    page.locator("#cell-r1c3").click()
    page.keyboard.press("Digit4")
    assert label(page, "r1c4").endswith("empty")
    page.keyboard.press("Control+KeyZ")
    chosen(page, "Settings")
    page.get_by_role("checkbox", name="naked singles").check()
    page.get_by_role("button", name="Close", exact=True).click()
    page.locator("#cell-r1c3").click()
    page.keyboard.press("Digit4")
    said(page, "Solved")
    page.keyboard.press("Control+KeyZ")  # what followed, and then the digit
    page.keyboard.press("Control+KeyZ")
    assert label(page, "r1c3").endswith("empty")


@pytest.mark.parametrize("rules", [[], [DOT]])
def test_naked_singles_are_those_of_the_candidates(rules: list[dict[str, object]]) -> None:
    board = json.dumps({"givens": NEARLY, "constraints": rules})
    singles = answer("singles", {"puzzle": board}, RequestContext(60))["values"]
    for name, digit in singles:
        cell = 9 * (int(name[1]) - 1) + int(name[3]) - 1
        assert NEARLY[cell] == "."
        assert SOLUTION[cell] == str(digit)
    assert singles
    marks = {"r1c1": [3], "r1c2": [4, 5]}  # the candidates of the player count
    empty = {"puzzle": "." * 81, "marks": marks}
    assert answer("singles", empty, RequestContext(60))["values"] == [["r1c1", 3]]


def test_what_is_wrong_is_taken_back_at_a_click(opened: View) -> None:
    page = opened(f"#play/{NEARLY}")
    for cell, key in (("r1c3", "Digit1"), ("r1c4", "Digit6"), ("r2c3", "Control+Digit9")):
        page.locator(f"#cell-{cell}").click()
        page.keyboard.press(key)
    assert page.locator(".wrong").count() == 0  # only when asked
    page.keyboard.press("k")
    page.get_by_role("button", name="Take back what is wrong").click()
    assert label(page, "r1c3").endswith("empty")
    assert label(page, "r1c4").endswith(": 6")
    assert label(page, "r2c3").endswith("empty")
    page.keyboard.press("k")
    assert said(page, "Nothing is wrong")


@pytest.mark.parametrize("puzzle", ["classic", "variant"])
def test_the_path_has_its_hardest_step_and_takes_the_player_there(
    opened: View, puzzle: str
) -> None:
    hard = "..4.....3...1...6..8...35..1.5.....4.2....8...63.9..7.....81......7..9.5.5..2.7.."
    board = {"givens": hard} if puzzle == "classic" else {"givens": EASY, "constraints": [DOT]}
    path = answer("path", {"puzzle": json.dumps(board)}, RequestContext(60))
    points = [step["points"] for step in path["steps"]]
    assert points[path["hardest"]] == max(points)
    if path["outcome"] == "solved":
        assert path["points"] == max(points)
    page = opened(f"#play/{json.dumps(board)}")
    helped(page, "Whole path")
    page.locator(".path .steps li").first.wait_for()
    assert page.locator(".curve rect:not(.at)").count() == len(points)
    page.get_by_role("button", name="Hardest").click()
    now = page.locator(".steps button[aria-current]")
    assert now.inner_text().startswith(f"{path['hardest'] + 1}. ")
    page.locator(".layer.over").wait_for()
    page.get_by_role("button", name="The next step of the path").click()
    place = f"{path['hardest'] + 2}. "
    page.wait_for_function(
        "text => document.querySelector('.steps [aria-current]').textContent.startsWith(text)",
        arg=place,
    )
    question = {"puzzle": json.dumps(board), "step": path["hardest"] + 1}
    there = answer("path", question, RequestContext(60))
    page.get_by_role("button", name="Take me there").click()  # as soon as its board has come
    page.locator(".path").wait_for(state="detached")
    for name, digits in list(there["marks"].items())[:5]:
        assert label(page, name).endswith("candidates " + " ".join(map(str, digits)))
    for name, digit in there["values"]:
        assert label(page, name).endswith(f": {digit}")
    assert page.locator(".path, .layer").count() == 0
    page.keyboard.press("Control+KeyZ")
    assert page.locator(".square:not(.given) .digit").count() == 0


def test_a_path_that_was_overtaken_is_not_kept() -> None:
    fields = {"puzzle": json.dumps({"givens": EASY})}

    def ended_after(questions: int) -> int:
        question_numbers = count()
        context = RequestContext(60, cancelled=lambda: next(question_numbers) > questions)
        try:
            return len(answer("path", fields, context)["steps"])
        except RanOut:
            return 0

    part = next(filter(None, map(ended_after, count(50, 50))))
    assert part < len(answer("path", fields, RequestContext(60))["steps"])


def test_a_wrong_digit_does_not_block_the_path(opened: View) -> None:
    page = opened(f"#play/{EASY}")
    page.locator("#cell-r1c3").click()
    page.keyboard.press("Digit2")  # the solution has 4 there
    helped(page, "Whole path")
    assert said(page, "r1c3=2 is wrong") == "r1c3=2 is wrong."
    page.get_by_role("button", name="Take back what is wrong").wait_for()
    page.get_by_role("button", name="From the givens").click()
    page.locator(".path .steps li").first.wait_for()
    assert page.locator(".path .steps li").count() > 40
    puzzle = satdoku.parse(EASY)
    held = Document(puzzle, satdoku.Position.of(puzzle).place(2, 2))
    page = opened(f"#set/{formats.write(held, 'json')}")
    page.locator(".muted", has_text="What a player had entered is left out").wait_for()


def test_candidates_stand_in_their_places_unless_a_line_is_wanted(opened: View) -> None:
    page = opened(f"#play/{NEARLY}")
    page.locator("#cell-r1c3").click()
    for digit in (1, 5, 6):
        page.keyboard.press(f"Control+Digit{digit}")
    cell = page.locator("#cell-r1c3").bounding_box()
    assert cell is not None
    for digit, (down, right) in {1: (0, 0), 5: (1, 1), 6: (1, 2)}.items():
        mark = page.locator("#cell-r1c3 b", has_text=f"{digit}").bounding_box()
        assert mark is not None
        across = (mark["x"] + mark["width"] / 2 - cell["x"]) / cell["width"]
        height = (mark["y"] + mark["height"] / 2 - cell["y"]) / cell["height"]
        assert abs(across - (right + 0.5) / 3) < 0.08
        assert abs(height - (down + 0.5) / 3) < 0.08
    assert label(page, "r1c3").endswith("candidates 1 5 6")
    chosen(page, "Settings")
    page.get_by_role("checkbox", name="in their places").uncheck()
    page.get_by_role("button", name="Close", exact=True).click()
    assert page.locator("#cell-r1c3 .centre").inner_text() == "156"


def test_a_digit_that_is_chosen_first_goes_into_the_cells_that_are_touched(opened: View) -> None:
    page = opened(f"#play/{'1' + '.' * 80}")
    key = page.locator(".pad .digit").nth(1)
    assert key.get_attribute("aria-label") == "2, 9 left"
    key.click()
    assert key.get_attribute("aria-pressed") == "true"
    page.locator("#cell-r2c4").click()
    page.locator("#cell-r3c7").click()
    assert [label(page, cell)[-1] for cell in ("r2c4", "r3c7")] == ["2", "2"]
    assert key.get_attribute("aria-label") == "2, 7 left"
    assert selected(page) == []
    page.locator("#cell-r3c7").click()  # takes it away again
    assert label(page, "r3c7").endswith("empty")
    page.locator(".modes [data-mode=corner]").click()
    page.mouse.move(*middle(page, "r7c1"))
    page.mouse.down()
    page.mouse.move(*middle(page, "r7c3"), steps=6)
    page.mouse.up()
    assert all(label(page, f"r7c{column}").endswith("corner 2") for column in (1, 2, 3))
    page.locator("#cell-r1c1").click()  # a given is selected, which ends it
    assert selected(page) == ["r1c1"]
    assert key.get_attribute("aria-pressed") == "false"
    page.locator("#cell-r9c9").click()
    assert label(page, "r9c9").endswith("empty")
    page.keyboard.press("Escape")
    page.keyboard.press("Digit5")
    assert page.locator(".pad [aria-pressed=true]").inner_text() == "5"
    page.keyboard.press("Escape")
    assert page.locator(".pad [aria-pressed=true]").count() == 0


def middle(page: Page, cell: str) -> tuple[float, float]:
    box = page.locator(f"#cell-{cell}").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
