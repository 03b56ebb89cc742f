"""The way on, where something went wrong: a file that cannot be had, a wrong digit, a number half
typed, a link that nobody else can open."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.drawing import Hand, choose, turned
from tests.web.test_play import EASY, NEARLY, chosen, helped, label, said
from tests.web.test_setting import doc, settled

if TYPE_CHECKING:
    from playwright.sync_api import Page

View = Callable[..., "Page"]


def failing(page: Page, name: str) -> None:
    """The next request of a file fails, once."""
    page.route(f"**/{name}.js", lambda route: route.abort(), times=1)


@pytest.fixture
def unlucky(browser: Any, address: str) -> Any:
    """A page of the app that may report failed requests, but no other fault."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(60_000)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(address)
    page.wait_for_selector("main[data-ready=play]")
    yield page
    context.close()
    assert faults == []


def test_a_view_that_cannot_be_loaded_is_tried_again_and_others_open(unlucky: Any) -> None:
    page = unlucky
    failing(page, "learn")
    page.get_by_role("link", name="Learn").click()
    page.locator("main [role=alert]", has_text="could not be loaded").wait_for()
    page.get_by_role("link", name="Play").click()
    page.wait_for_selector("main[data-ready=play] .pad")
    failing(page, "set")
    page.get_by_role("link", name="Set").click()
    page.locator("main [role=alert]", has_text="could not be loaded").wait_for()
    page.get_by_role("button", name="Try again").click()
    page.wait_for_selector("main[data-ready=set] .pad")
    page.get_by_role("link", name="Learn").click()
    page.wait_for_selector("main[data-ready=learn] .tiles")


def test_a_dialog_that_cannot_be_loaded_says_so_and_opens_later(unlucky: Any) -> None:
    page = unlucky
    for name, file in (("Picture", "picture"), ("Import", "start"), ("Share", "links")):
        failing(page, file)
        chosen(page, name)
        page.locator("dialog .bad", has_text="could not be loaded").wait_for()
        page.keyboard.press("Escape")
        chosen(page, name)
        page.locator("dialog:not(:has(.bad)) h2", has_text=name).wait_for()
        page.keyboard.press("Escape")


def test_a_link_that_could_not_be_unpacked_is_opened_later(unlucky: Any, address: str) -> None:
    page = unlucky
    code = "async (text) => (await import('./links.js')).linkTo(text)"
    link = page.evaluate(code, NEARLY)
    page.goto("about:blank")
    failing(page, "links")
    page.goto(link)
    page.locator("main [role=alert]", has_text="could not be loaded").wait_for()
    page.get_by_role("button", name="Try again").click()
    page.wait_for_selector("main[data-ready=play] .pad")
    assert label(page, "r9c9").endswith("given 9")
    assert label(page, "r1c4").endswith("empty")


def test_an_app_without_its_texts_says_so(browser: Any, address: str) -> None:
    page = browser.new_page()
    page.route("**/strings.json", lambda route: route.abort())
    page.goto(address)
    page.locator("main [role=alert]", has_text="Reload").wait_for()
    page.close()


def test_a_fault_of_a_view_does_not_end_the_app(browser: Any, address: str) -> None:
    page = browser.new_page(locale="en-GB")
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    broken = "export const learn = () => { throw new TypeError('broken'); };"
    page.route("**/learn.js", lambda one: one.fulfill(body=broken, content_type="text/javascript"))
    page.goto(f"{address}#learn")
    page.locator("main [role=alert]", has_text="fault").wait_for()
    page.get_by_role("link", name="Play").click()
    page.wait_for_selector("main[data-ready=play] .pad")
    assert [one for one in faults if "broken" in one]  # and it is reported
    page.close()


def typed(page: Page, cell: str, key: str) -> None:
    page.locator(f"#cell-{cell}").click()
    page.keyboard.press(key)


def test_the_move_that_is_judged_is_on_the_board(opened: View) -> None:
    page = opened(f"#play/{EASY}")
    typed(page, "r1c3", "Digit1")
    page.keyboard.press("w")
    said(page, "r1c3=1 is wrong.")
    typed(page, "r1c3", "Digit4")
    page.keyboard.press("w")
    assert "wrong" not in said(page, "r1c3=4")
    typed(page, "r1c3", "Digit0")
    page.keyboard.press("w")
    said(page, "No digit has been written")


def test_a_wrong_move_is_refuted_on_wish_and_taken_back(opened: View) -> None:
    page = opened(f"#play/{EASY}")
    typed(page, "r1c3", "Digit2")
    page.keyboard.press("w")
    assert said(page, "r1c3=2 is wrong.") == "r1c3=2 is wrong."
    page.get_by_role("button", name="Why is it wrong?").click()
    said(page, "Suppose r1c3 = 2")
    page.get_by_role("button", name="Take back what is wrong").click()
    assert label(page, "r1c3").endswith("empty")


@pytest.mark.parametrize("name", ["Whole path", "Hint", "Next step", "Rating"])
def test_what_a_wrong_digit_prevents_offers_to_take_it_back(opened: View, name: str) -> None:
    page = opened(f"#play/{EASY}")
    typed(page, "r1c3", "Digit2")
    if name == "Hint":
        page.get_by_role("button", name="Hint").click()
    else:
        helped(page, name)
    if name == "Rating":  # is about the puzzle
        said(page, "ER 1.2")
        return
    said(page, "r1c3=2 is wrong.")
    page.locator("#cell-r1c3 .wrong").wait_for()
    page.get_by_role("button", name="Take back what is wrong").click()
    assert label(page, "r1c3").endswith("empty")


def test_a_number_that_no_clue_can_have_leaves_nothing_of_itself(opened: View) -> None:
    page = opened("#set")
    choose(page, "little-killer")
    hand = Hand(page)
    hand.stroke((-0.5, 2.5))  # before two cells
    hand.press("2", "0")
    page.locator(".said .bad").wait_for()
    settled(page, "!doc.constraints?.length")
    page.locator(".said .bad").wait_for()  # it is still said
    hand.press("Backspace", "Backspace", "1", "6")
    settled(page, "doc.constraints?.length === 1 && doc.constraints[0].sum === 16")
    hand.press("1")
    page.locator(".said .bad").wait_for()
    settled(page, "!doc.constraints?.length")
    hand.press("Backspace")
    settled(page, "doc.constraints?.[0]?.sum === 16")


def test_a_number_that_a_clue_cannot_have_leaves_it_as_it_was(opened: View) -> None:
    page = opened(
        '#set/{"givens": "%s", "constraints": [{"rule": "killer-cage", "cells": ["r1c1", "r1c2"],'
        ' "sum": 9}]}' % ("." * 81)
    )
    page.locator("button.clue").first.click()
    hand = Hand(page)
    before = doc(page)
    hand.press("3")
    settled(page, "doc.constraints[0].sum === 3")
    hand.press("5")
    page.locator(".said .bad").wait_for()
    settled(page, "doc.constraints[0].sum === 9")
    assert doc(page) == before
    undo = page.get_by_role("button", name="Undo")
    steps = 0
    while undo.is_enabled():
        undo.click()
        page.wait_for_timeout(300)
        steps += 1
    assert steps <= 1  # from the empty board to the link


def test_a_link_of_this_machine_says_so(opened: View) -> None:
    page = opened(f"#play/{NEARLY}")
    chosen(page, "Share")
    page.locator("dialog .muted", has_text="only on this machine").wait_for()
    assert page.locator("dialog .qr").count() == 0  # of a link that nobody else can open
    site = page.get_by_label("Address of an app")
    site.fill("ftp://there")
    site.blur()
    assert not site.evaluate("one => one.validity.valid")
    site.fill("https://there.example/app/#play")
    site.blur()
    page.get_by_role("img", name="QR code").wait_for()
    link = page.locator("dialog .copy input").first.input_value()
    assert link.startswith("https://there.example/app/#p=")
    assert page.locator("dialog .muted", has_text="only on this machine").count() == 0
    site.fill("")
    site.blur()
    page.locator("dialog .muted", has_text="only on this machine").wait_for()
    page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_role("link", name="Set").click()
    page.wait_for_selector("main[data-ready=set]")
    turned(page, "publish")
    page.get_by_role("button", name="Links").click()
    page.locator("dialog .muted", has_text="only on this machine").wait_for()


def test_the_search_of_techniques_says_what_it_is_for(opened: View) -> None:
    page = opened("#learn")
    assert page.locator("input[type=search]").get_attribute("placeholder")
    assert json.dumps(page.locator(".read > .muted").inner_text()).count("Sudoku Explainer") == 1
