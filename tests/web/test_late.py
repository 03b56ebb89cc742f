"""Answers that come late: to an earlier board, beside a newer question, after their view was left.

Questions are held back until what overtakes them has been done: nothing depends on how fast the
machine is.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.drawing import Hand, choose, turned
from tests.web.test_play import EASY, NEARLY, chosen, helped, label, said
from tests.web.test_setting import EMPTY, doc, settled
from tests.web.test_start import _PASTE, OTHER, holds

if TYPE_CHECKING:
    from playwright.sync_api import Page

View = Callable[..., "Page"]
THERMOS = [{"rule": "thermo", "cells": [f"r{row}c1", f"r{row}c2"]} for row in range(1, 5)]


def hold(page: Page, *questions: str) -> None:
    for one in questions:
        page.evaluate("(one) => hold(one)", one)


def release(page: Page, *questions: str) -> None:
    """Send what was held back, and wait until all that is not held back is answered."""
    for one in questions:
        page.wait_for_function("(one) => asked.some(({ ask }) => ask === one)", arg=one)
        page.evaluate("(one) => release(one)", one)
    for _ in range(2):  # an answer may lead to the next question
        page.wait_for_function("isQuiet")
        page.wait_for_timeout(100)


def written(page: Page) -> dict[str, int]:
    """The player's digits by the number of their cell."""
    page.evaluate("dispatchEvent(new Event('pagehide'))")  # keeps the game
    values: dict[str, int] = page.evaluate("JSON.parse(localStorage.play).now.values")
    return values


# -- the view that was wanted last is shown --------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "question"), [("Generate", "rules"), ("Learn", "techniques"), ("Set", "rules")]
)
def test_a_view_opens_whatever_is_done_before_it_is_there(
    opened: View, name: str, question: str
) -> None:
    page = opened()
    hold(page, question)
    page.locator("#cell-r1c3").click()
    page.get_by_role("link", name=name, exact=True).click()
    page.wait_for_function("(one) => asked.some(({ ask }) => ask === one)", arg=question)
    page.keyboard.press("Digit4")  # forgets what was said, and asked
    page.keyboard.press("h")
    release(page, question)
    page.locator(f"main[data-ready={name.lower()}]").wait_for()
    assert page.locator("main .playing").count() == 0


def test_a_setting_does_not_bring_the_game_back_over_another_view(opened: View) -> None:
    page = opened()
    chosen(page, "Settings")
    hold(page, "view")
    page.get_by_role("checkbox", name="Number rows").uncheck()
    page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_role("link", name="Learn", exact=True).click()
    page.locator("main[data-ready=learn] .tiles").first.wait_for()
    release(page, "view")
    assert page.locator("main .tiles").count() > 1


def test_what_was_asked_of_a_view_that_was_left_does_not_open_another(opened: View) -> None:
    page = opened("#learn")
    hold(page, "practise")
    page.get_by_role("link", name="Naked pair").click()
    page.get_by_role("button", name="Practice").click()
    page.get_by_role("link", name="All techniques").click()
    page.locator("main .tiles").first.wait_for()
    release(page, "practise")
    assert page.evaluate("location.hash") == "#learn"


def test_a_dialog_that_was_closed_starts_no_game(opened: View) -> None:
    page = opened()
    hold(page, "generate")
    page.get_by_role("button", name="New").click()
    page.locator("dialog [data-level=easy]").click()
    page.get_by_role("button", name="Close", exact=True).click()
    release(page, "generate")
    assert label(page, "r1c1").endswith("given 5")
    assert page.evaluate("asked.filter(({ ask }) => ask === 'view').length") == 1


def test_a_late_dialog_takes_no_place_of_another(opened: View) -> None:
    page = opened()
    hold(page, "convert")
    chosen(page, "Share")
    chosen(page, "Settings")
    release(page, "convert")
    assert page.locator("dialog .copy").count() == 0
    assert page.locator("dialog h2").inner_text() == "Settings"


# -- the board looks as was wanted last ------------------------------------------------------------


def test_a_pasted_game_comes_in_the_theme_that_was_chosen_meanwhile(opened: View) -> None:
    page = opened()
    hold(page, "view")
    page.evaluate(_PASTE, OTHER)
    page.locator("#theme").click()
    release(page, "view")
    holds(page, "r9c9", "given 7")
    page.locator("svg.printed").wait_for(state="attached")  # beside a dark board alone


def test_a_theme_that_is_set_back_before_the_board_comes(opened: View) -> None:
    page = opened(color_scheme="light")
    names = []
    hold(page, "view")
    for _ in range(3):
        page.locator("#theme").click()
        names.append(page.locator("#theme").get_attribute("aria-label"))
    assert [str(name).rpartition(": ")[2] for name in names] == ["dark", "light", "as the system"]
    release(page, "view")
    page.wait_for_function("isQuiet()")
    assert page.locator("svg.printed").count() == 0
    assert page.locator("html").get_attribute("data-theme") == "light"
    page.emulate_media(color_scheme="dark")
    page.locator("html[data-theme=dark]").wait_for()
    page.locator("svg.printed").wait_for(state="attached")


def test_another_theme_leaves_what_is_open_chosen_and_asked(opened: View) -> None:
    page = opened(f"#play/{NEARLY}")
    hold(page, "view", "hint")
    page.keyboard.press("h")
    page.locator("#theme").click()
    page.locator("#cell-r1c3").click()
    page.locator(".menu summary").click()
    release(page, "view")
    page.locator("svg.printed").wait_for(state="attached")
    assert page.locator("#cell-r1c3.chosen").count() == 1
    assert page.evaluate("document.activeElement.textContent").startswith("Puzzle")
    assert page.get_by_role("button", name="Saves").is_visible()
    release(page, "hint")
    said(page, "Look for")


def test_cards_stay_open_or_closed_where_the_board_is_drawn_anew(opened: View) -> None:
    clue = {"rule": "thermo", "cells": ["r5c5", "r5c6", "r5c7"]}
    puzzle = {"board": {"size": 9, "box": [3, 3]}, "givens": "." * 81, "constraints": [clue]}
    page = opened(f"#play/{json.dumps(puzzle)}")
    hold(page, "view")
    page.evaluate("document.querySelector('sudoku-board').old = true")
    page.locator("#lang").select_option("ja")  # another theme leaves the page as it is
    page.locator(".about summary").click()
    page.locator(".menu summary").click()
    release(page, "view")
    page.wait_for_function("() => document.querySelector('sudoku-board')?.old === undefined")
    assert not page.locator(".about li").is_visible()
    page.get_by_role("button", name="保存").click()
    page.locator("dialog[open]").wait_for()


# -- nothing is written where it does not belong ---------------------------------------------------


def test_a_step_is_not_written_into_another_game(opened: View) -> None:
    page = opened()
    hold(page, "hint")
    page.keyboard.press("n")
    page.evaluate(_PASTE, OTHER)
    holds(page, "r9c9", "given 7")
    release(page, "hint")
    assert written(page) == {}


def test_singles_of_a_digit_that_was_taken_back_are_not_written(opened: View) -> None:
    page = opened()
    hold(page, "singles")
    page.evaluate("localStorage.options = JSON.stringify({ follow: true })")
    page.locator("#cell-r1c3").click()
    page.keyboard.press("Digit4")
    page.keyboard.press("Control+KeyZ")
    release(page, "singles")
    assert written(page) == {}


def test_a_step_is_not_written_on_a_board_that_has_changed_since(opened: View) -> None:
    step = {"in": [], "out": [[2, 4]]}
    hint = {"outcome": "found", "text": "A step.", "layers": None, "concludes": step}
    page = opened(answers={"hint": hint})
    hold(page, "marks")
    page.keyboard.press("n")
    page.wait_for_function("() => asked.some(({ ask }) => ask === 'marks')")
    page.locator("#cell-r1c4").click()
    page.keyboard.press("Digit2")
    release(page, "marks")
    assert label(page, "r1c3").endswith("empty")
    assert page.locator(".answer").first.inner_text() == ""


def test_the_step_that_is_shown_is_gone_to(opened: View) -> None:
    page = opened(f"#play/{EASY}")
    helped(page, "Whole path")
    page.locator(".layer.over").wait_for()
    hold(page, "path")
    page.locator(".steps button").nth(4).click()
    page.get_by_role("button", name="Take me there").click()
    release(page, "path")
    page.wait_for_function("() => document.querySelectorAll('.square .digit').length === 34")
    assert len(written(page)) == 4


# -- the setter ------------------------------------------------------------------------------------


def clues(page: Page) -> list[dict[str, Any]]:
    constraints: list[dict[str, Any]] = doc(page).get("constraints", [])
    return constraints


def test_the_clues_that_were_removed_are_gone_and_no_other(opened: View) -> None:
    puzzle = {"givens": "." * 16, "constraints": THERMOS}
    page = opened(f"#set/{json.dumps(puzzle)}")
    hold(page, "view")
    remove = page.get_by_role("button", name="Remove: ")
    remove.nth(0).dblclick()
    remove.nth(1).click()
    release(page, "view")
    assert clues(page) == THERMOS[2:]


def test_cells_that_are_clicked_fast_are_one_clue(opened: View) -> None:
    page = opened(EMPTY)
    hold(page, "view")
    choose(page, "odd")
    hand = Hand(page)
    for cell in ("r1c1", "r2c2", "r3c3"):
        hand.cells(cell)
    release(page, "view")
    assert clues(page) == [{"rule": "odd", "cells": ["r1c1", "r2c2", "r3c3"]}]


def test_two_values_of_a_clue_are_both_kept(opened: View) -> None:
    clue = {"rule": "sum-line", "cells": ["r1c1", "r1c2", "r2c2"]}
    page = opened(f"#set/{json.dumps({'givens': '.' * 16, 'constraints': [clue]})}")
    hold(page, "view")
    page.locator("button.clue").click()
    page.locator("input[type=number]").fill("7")
    page.locator(".side .card input[type=checkbox]").first.check()
    release(page, "view")
    assert clues(page) == [{**clue, "sum": 7, "loop": True}]


def test_what_was_drawn_last_is_played_and_asked_about(opened: View) -> None:
    page = opened(EMPTY)
    hold(page, "view")
    hand = Hand(page)
    choose(page, "thermo")
    hand.cells("r1c1", "r1c2")
    page.get_by_role("button", name="What can be removed?").click()
    release(page, "view")
    page.wait_for_function("() => document.querySelector('.said .answer').textContent.length > 9")
    hold(page, "view")
    hand.cells("r2c1", "r2c2")
    turned(page, "publish")
    page.get_by_role("button", name="Play it").click()
    release(page, "view")
    page.locator("main[data-ready=play]").wait_for()
    assert page.locator(".about li").inner_text().startswith("Thermometer × 2")


def test_another_theme_leaves_what_is_being_drawn(opened: View) -> None:
    page = opened(EMPTY)
    hold(page, "view")
    choose(page, "killer-cage")
    page.locator("#theme").click()
    page.locator("input[type=number]").fill("3")
    release(page, "view")
    page.locator("svg.printed").wait_for(state="attached")
    Hand(page).cells("r3c1", "r3c2")
    settled(page, "doc.constraints?.at(-1).sum === 3")


def test_a_change_that_comes_after_the_view_was_left_leaves_the_next_alone(opened: View) -> None:
    page = opened()
    page.get_by_role("link", name="Set", exact=True).click()
    page.locator("main[data-ready=set]").wait_for()
    choose(page, "thermo")
    hold(page, "view", "hint")
    Hand(page).cells("r1c1", "r1c2")
    page.get_by_role("link", name="Play", exact=True).click()
    page.locator("main[data-ready=play] .playing").wait_for()
    page.keyboard.press("h")
    release(page, "view")
    release(page, "hint")
    said(page, "Look for")
    settled(page, "doc.constraints?.length === 1")


def test_a_puzzle_is_told_before_its_board_is_drawn(opened: View) -> None:
    clue = {"rule": "killer-cage", "cells": ["r1c1", "r1c2"], "sum": 3}
    puzzle = {"givens": "." * 15 + "4", "constraints": [clue], "title": "T", "author": "A"}
    page = opened(late={"view": 1500})
    address = page.url.partition("#")[0]
    for shown in (json.dumps(puzzle), "1" + "." * 80):
        page.goto("about:blank")
        page.goto(f"{address}#play/{shown}")
        if shown[0] == "{":
            page.locator(".early h1", has_text="T").wait_for()
            assert page.locator(".early section").inner_text().split("\n\n") == ["A", "Killer cage"]
            assert page.locator(".early text").all_text_contents() == ["4"]
        page.wait_for_selector("main[data-ready=play]")
        assert page.locator(".early").count() == 0
    assert page.locator("sudoku-board").count() == 1
