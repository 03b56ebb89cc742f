"""Rules that were read from drawings and words, as the app shows them and a player changes them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from satdoku.base.errors import FormatError
from satdoku.web.fields import RequestContext
from satdoku.web.questions import answer
from tests.web.drawing import Hand, choose, turned

if TYPE_CHECKING:
    from playwright.sync_api import Page

View = Callable[..., "Page"]
EXAMPLE = (Path(__file__).parents[2] / "examples/reading/drawn.json").read_text("utf-8")
DRAWN = EXAMPLE.replace("Not all dots are given.", "All dots are short renbans.")
UNPROVED = DRAWN.replace('"solution"', '"solution_of_another"')


def view_of(text: str = DRAWN, **more: Any) -> dict[str, Any]:
    return answer("view", {"puzzle": text, **more}, RequestContext(60))


def taken(view: dict[str, Any]) -> dict[str, str]:
    """The rule of each style, by its name for people."""
    return {style["name"]: style["taken"] for style in view["reading"]["styles"]}


def test_a_view_lists_what_was_read_and_reads_again_with_a_choice() -> None:
    view = view_of()
    assert view["reading"]["certainty"] == "proved"
    rules = {"purple lines": "renban", "grey lines": "thermo", "white dots": "white-dot"}
    assert taken(view) == rules
    lines, _, dots = view["reading"]["styles"]
    assert lines["candidates"][0]["sentence"].startswith("The digits on a purple line")
    assert [one["key"] for one in dots["candidates"]] == ["white-dot", "renban"]
    # The same drawings as another rule: sets of two digits, which are consecutive too.
    chosen = {one["key"]: one["taken"] for one in (lines, view["reading"]["styles"][1])}
    other = view_of(decided={**chosen, dots["key"]: "renban"})
    assert taken(other) == rules | {"white dots": "renban"}
    assert other["reading"]["certainty"] == "proved"
    assert {data["data"]["rule"] for data in other["rules"]} == {"renban", "thermo"}
    # Without them it has several solutions, and says so; what was decided stays, and is no doubt.
    fewer = view_of(decided={**chosen, dots["key"]: ""})
    assert taken(fewer) == rules | {"white dots": ""}
    assert fewer["reading"]["certainty"] == "partial"
    assert {data["data"]["rule"] for data in fewer["rules"]} == {"renban", "thermo"}
    assert fewer["drawings"] == 4
    assert fewer["doubtful"]


def test_the_rest_is_proved_again_around_what_a_player_decides() -> None:
    first = view_of()["reading"]["styles"][0]
    view = view_of(decided={first["key"]: "renban"})
    assert view["reading"]["certainty"] == "proved"
    assert set(taken(view).values()) == {"renban", "thermo", "white-dot"}


@pytest.mark.parametrize(
    ("lang", "name", "title"), [("ja", "紫の線", "連番ライン"), ("zh", "紫色线", "连续线")]
)
def test_a_reading_is_named_in_each_language(lang: str, name: str, title: str) -> None:
    first = view_of(lang=lang)["reading"]["styles"][0]
    assert (first["name"], first["candidates"][0]["title"]) == (name, title)


@pytest.mark.parametrize(
    "decided", [{"drawing-0": "thermo-9"}, {"drawing-77": "renban"}, {"drawing-0": 3}, "renban"]
)
def test_a_choice_that_is_none_is_refused(decided: object) -> None:
    with pytest.raises(FormatError, match=r"not a choice for|an object of texts"):
        view_of(decided=decided)


@pytest.mark.full
@pytest.mark.parametrize("lang", ["en-GB", "ja-JP", "zh-CN"])
def test_a_player_changes_what_was_read_by_keyboard(opened: View, lang: str) -> None:
    page = opened(f"#play/{quote(UNPROVED)}", locale=lang)
    page.locator(".reading").wait_for()
    boxes = page.locator(".reading input[type=checkbox]")
    assert [boxes.nth(n).is_checked() for n in range(3)] == [True, True, True]
    page.locator("#cell-r1c1").click()
    page.keyboard.press("Digit8")
    boxes.nth(2).focus()
    page.keyboard.press("Space")
    page.wait_for_function("() => !document.querySelectorAll('.reading input')[2].checked")
    page.wait_for_function("() => document.querySelector('.said .answer').textContent.length > 9")
    assert page.evaluate("document.activeElement.id") == "reading-drawing-5"
    assert boxes.nth(0).is_checked()
    page.reload()  # the choice and the player's digit stay
    page.locator(".reading").wait_for()
    assert [boxes.nth(n).is_checked() for n in range(3)] == [True, True, False]
    assert "8" in (page.locator("#cell-r1c1").get_attribute("aria-label") or "")
    page.locator("#rule-drawing-5").select_option("renban")
    page.wait_for_function("() => document.querySelectorAll('.reading input')[2].checked")
    assert page.locator("#rule-drawing-5").input_value() == "renban"
    assert page.locator("#rule-drawing-5").get_attribute("aria-label")


@pytest.mark.full
def test_no_fault_of_access_in_the_list_of_what_was_read(opened: View) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = opened(f"#play/{quote(DRAWN)}")
    page.locator(".reading").wait_for()
    report = axe.run(page)
    assert report.violations_count == 0, report.generate_report()


@pytest.mark.full
def test_a_setter_changes_what_was_read_and_keeps_what_was_drawn(opened: View) -> None:
    page = opened(f"#set/{quote(UNPROVED)}")
    turned(page, "list")
    boxes = page.locator(".reading input[type=checkbox]")
    boxes.nth(2).wait_for()
    rules = settled_rules(page, 3)
    choose(page, "odd")
    Hand(page).cells("r1c1")
    settled_rules(page, 4)
    turned(page, "list")
    boxes.nth(2).uncheck()
    assert settled_rules(page, 3) == rules - {"white-dot"} | {"odd"}
    page.wait_for_function("() => !document.querySelectorAll('.reading input')[2].checked")
    page.reload()
    boxes.nth(2).wait_for()
    assert [boxes.nth(n).is_checked() for n in range(3)] == [True, True, False]
    page.get_by_role("button", name="Undo").click()
    assert settled_rules(page, 4) == rules | {"odd"}


def settled_rules(page: Page, count: int) -> set[str]:
    """The kinds of rules of the setter's puzzle, once there are as many."""
    page.wait_for_function(
        """count => new Set(JSON.parse(localStorage.set ?? "{}").constraints
            ?.map(({ rule }) => rule)).size === count""",
        arg=count,
    )
    kinds = page.evaluate("JSON.parse(localStorage.set).constraints.map(({ rule }) => rule)")
    return set(kinds)
