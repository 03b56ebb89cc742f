"""Play on the screens that people have: all of it in view, nothing to scroll."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import satdoku
from tests.shared import fewer
from tests.web.test_play import NEARLY, chosen, helped, label, said

if TYPE_CHECKING:
    from playwright.sync_api import Page

View = Callable[..., "Page"]
SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "upright": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
    "short": {"viewport": {"width": 390, "height": 664}, "locale": "ja-JP"},
    "smallest": {"viewport": {"width": 360, "height": 640}, "locale": "de-DE"},
    "sideways": {"viewport": {"width": 844, "height": 390}, "locale": "ja-JP"},
    "zoomed": {"viewport": {"width": 640, "height": 400}, "color_scheme": "dark"},
}
"""``zoomed``: the desktop at 200 %, which makes a pixel of the page two of the screen."""

# What of the page cannot be seen whole, or lies under something else.
_OUT_OF_VIEW = """() => {
    const names = [".square", ".pad button", ".modes button", ".history button"];
    const all = [...document.querySelectorAll(names.join())].filter((one) => one.checkVisibility());
    const shown = all.filter((one) => {
        const { top, left, right, bottom } = one.getBoundingClientRect();
        const within = top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight;
        const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return within && one.contains(there);
    });
    const [page, main] = [document.scrollingElement, document.querySelector("main")];
    const scrolls = page.scrollHeight > innerHeight || page.scrollWidth > innerWidth
        || main.scrollHeight > main.clientHeight || main.scrollWidth > main.clientWidth;
    return [scrolls, all.filter((one) => !shown.includes(one)).map((one) => one.outerHTML)];
}"""


# What is wider than its place: a view in the header, the language that is chosen (of a native list
# the arrow takes some 16 pixels), or the words of a button that asks something.
_CUT = """() => {
    const [nav, list] = [document.querySelector("nav"), document.querySelector("#lang")];
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = getComputedStyle(list).font;
    const words = pen.measureText(list.selectedOptions[0].text).width + 16;
    if (list.checkVisibility() && words > list.clientWidth) return list.selectedOptions[0].text;
    const width = (one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getBoundingClientRect().width;
    };
    const buttons = [...document.querySelectorAll(".asks button")];
    const asks = buttons.filter((one) => one.checkVisibility());
    const cut = [nav, ...nav.children].find((one) => one.scrollWidth > one.clientWidth)
        ?? asks.find((one) => width(one) > one.clientWidth - 4);
    return cut?.outerHTML ?? null;
}"""


def subs(shared: Callable[[str], Path]) -> str:
    """A puzzle with thermometers and dots, as it was published."""
    rows = map(json.loads, shared("data/variants/corpus.jsonl").read_text("utf-8").splitlines())
    return json.dumps(next(row["puzzle"] for row in rows if row["name"] == "300 Subs!"))


def many_thermometers() -> str:
    """A variant whose rules would fill a screen."""
    lines = [
        [f"r{row}c{column + n}" for n in range(3)] for row in range(1, 10) for column in (1, 5)
    ]
    rules = [{"rule": "thermo", "cells": cells} for cells in lines]
    words = "\n".join(f"Rule {n}: digits along a thermometer rise." for n in range(30))
    return json.dumps({"givens": "." * 81, "rules": words, "constraints": rules})


@pytest.mark.parametrize(
    ("board", "screen"),
    [
        *(("thermometers", screen) for screen in SCREENS),
        *fewer((("16x16", screen) for screen in SCREENS), 2, rows=True),
    ],
)
def test_board_and_pad_are_in_view_together(opened: View, screen: str, board: str) -> None:
    empty = {"board": {"size": 16, "box": [4, 4]}, "givens": [[None] * 16 for _ in range(16)]}
    text = many_thermometers() if board == "thermometers" else json.dumps({"satdoku": 1, **empty})
    page = opened(f"#play/{text}", **SCREENS[screen])
    assert page.evaluate(_OUT_OF_VIEW) == [False, []]
    page.locator("#cell-r2c3").click()
    page.locator(".pad button").nth(0 if board == "thermometers" else 15).click()
    assert label(page, "r2c3").endswith("1" if board == "thermometers" else "16")
    for mode in ("corner", "colour", "letter", "pen"):
        page.locator(f".modes [data-mode={mode}]").click()
        if (mode, screen) != ("letter", "zoomed"):  # there the pad scrolls, but nothing else
            assert page.evaluate(_OUT_OF_VIEW) == [False, []]
        assert page.evaluate(_OUT_OF_VIEW)[0] is False
    box = page.locator("header").bounding_box()
    assert box is not None
    assert box["height"] <= 60  # one row
    assert page.evaluate(_CUT) is None
    if screen == "desktop":
        page.set_viewport_size({"width": 1060, "height": 745})
        assert page.evaluate(_OUT_OF_VIEW) == [False, []]
        assert page.evaluate(_CUT) is None
    small = page.evaluate(
        """() => [...document.querySelectorAll("header a, main button, summary")]
            .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.9)
            .map((one) => one.outerHTML)"""
    )
    assert small == []


@pytest.mark.parametrize("lang", ["en", "de", "fr"])
@pytest.mark.parametrize("screen", ["upright", "smallest"])
def test_the_board_has_the_width_of_a_phone(opened: View, screen: str, lang: str) -> None:
    page = opened(viewport=SCREENS[screen]["viewport"], locale=lang)
    first, last = (page.locator(f"#cell-{name}").bounding_box() for name in ("r1c1", "r1c9"))
    assert first is not None
    assert last is not None
    assert last["x"] + last["width"] - first["x"] >= 0.95 * SCREENS[screen]["viewport"]["width"]
    assert page.evaluate(_OUT_OF_VIEW) == [False, []]
    assert page.evaluate(_CUT) is None
    letters = "getComputedStyle(document.querySelector('.top nav a')).fontSize"
    assert float(page.evaluate(letters).removesuffix("px")) >= 13
    assert not page.locator("#lang").is_visible()
    page.locator("#menu").click()
    assert page.locator("#theme").is_visible()
    assert page.evaluate(_CUT) is None  # with the list of languages
    page.locator("#lang").select_option("ja")
    page.locator("nav a", has_text="遊ぶ").wait_for()
    assert not page.locator("#lang").is_visible()


@pytest.mark.parametrize("screen", ["upright", "sideways", "zoomed"])
def test_a_variant_is_solved_without_scrolling(
    opened: View, shared: Callable[[str], Path], screen: str
) -> None:
    puzzle = subs(shared)
    (solution,) = satdoku.solutions(puzzle, limit=1)
    (clicked := set(range(0, 81, 4))).update((8, 72))  # some in each row and box, and all corners
    done = {f"{cell}": digit for cell, digit in enumerate(solution.values) if cell not in clicked}
    game = {"puzzle": json.loads(puzzle), "now": {"values": done}}
    page = opened(f"#play/{json.dumps(game)}", **SCREENS[screen])
    page.evaluate(
        "() => { window.scrolled = 0; addEventListener('scroll', () => scrolled++, true); }"
    )
    page.locator(".about summary").click()
    assert "increase" in page.locator(".about .sheet").inner_text()
    page.locator(".about .fold button").click()
    scrolled = page.evaluate("scrolled")
    keys = page.locator(".pad button")
    for cell in sorted(clicked):
        digit = solution.values[cell]
        place = page.locator(f"#cell-r{cell // 9 + 1}c{cell % 9 + 1}")
        box = place.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        key = keys.nth(digit - 1).bounding_box()
        assert key is not None
        page.mouse.click(key["x"] + 9, key["y"] + 9)
    said(page, "Solved" if screen != "sideways" else "完成")
    assert page.evaluate("scrolled") == scrolled
    assert page.evaluate("[scrollY, document.querySelector('main').scrollTop]") == [0, 0]


@pytest.mark.parametrize(
    "screen",
    [
        "desktop",
        "upright",
        "sideways",
        "zoomed",
        pytest.param("short", marks=pytest.mark.slow),
    ],
)
def test_a_hint_lies_on_the_board_and_its_words_where_they_are_seen(
    opened: View, screen: str
) -> None:
    page = opened(f"#play/{NEARLY}", **SCREENS[screen])
    before = page.locator("sudoku-board").bounding_box()
    words = []
    boxes = []
    for strength in (1, 2, 3):
        page.keyboard.press("h")
        page.wait_for_function(
            "n => document.querySelectorAll('.answer > span:not(.busy)').length === n", arg=strength
        )
        words.append(page.locator(".answer > span").all_inner_texts())
        boxes.append(page.locator(".said").bounding_box())
        last = page.locator(".answer > span").last.bounding_box()
        box = boxes[-1]
        assert last is not None
        assert box is not None
        assert (
            box["y"]
            <= last["y"]
            < box["y"] + box["height"]
            <= SCREENS[screen]["viewport"]["height"]
        )
    assert words[2][:2] == words[1]  # they open one after another
    assert words[1][:1] == words[0]
    assert boxes[0] == boxes[1] == boxes[2]
    assert page.locator("sudoku-board").bounding_box() == before
    assert page.locator(".picture").count() == 0
    assert page.locator(".layer.over .veil").count() == 1
    assert page.locator(".layer.over .put").count() == 1
    page.locator("#cell-r5c5").click()  # a tap on the board lays the sheet aside
    if screen != "desktop":
        assert not page.locator(".said").is_visible()
        page.locator(".asks > .main").click()
        page.locator(".said").wait_for()
    page.locator(".hush").click()
    assert page.locator(".layer").count() == 0


@pytest.mark.parametrize("screen", ["upright", "desktop", "zoomed"])
def test_long_words_of_a_hint_are_read_from_their_beginning_and_their_conclusion_is_seen(
    opened: View, screen: str
) -> None:
    step = {
        "outcome": "found", "text": "A long argument. " * 80, "layers": None,
        "concludes": {"in": [[4, 5]], "out": [[2, 4], [3, 2], [2, 7]]},
    }  # fmt: skip
    first = {
        "outcome": "found",
        "text": "Look.",
        "layers": None,
        "concludes": {"in": [], "out": []},
    }
    page = opened(f"#play/{NEARLY}", answers={"hint": first}, **SCREENS[screen])
    page.keyboard.press("h")
    page.wait_for_function("() => document.querySelectorAll('.answer > span:not(.busy)').length")
    page.keyboard.press("h")
    page.wait_for_function("() => document.querySelectorAll('.answer > span').length === 2")
    assert page.locator(".conclusion").count() == 0
    page.evaluate(
        """(step) => {
            const old = WebSocket.prototype.send;
            WebSocket.prototype.send = function (text) {
                const { nonce, ask } = JSON.parse(text);
                if (ask !== "hint") return old.call(this, text);
                const data = JSON.stringify({ nonce, type: "answer", data: step });
                return this.onmessage({ data });
            };
        }""",
        step,
    )
    page.keyboard.press("h")
    page.locator(".answer > span", has_text="long").wait_for()
    shown = page.locator(".said").bounding_box()
    words = page.locator(".answer > span").last.bounding_box()
    end = page.locator(".conclusion").bounding_box()
    button = page.get_by_role("button", name="Apply").bounding_box()
    assert words is not None
    assert shown is not None
    assert end is not None
    assert button is not None
    assert words["y"] >= shown["y"] - 1
    assert shown["y"] < end["y"] < end["y"] + end["height"] <= button["y"]
    assert button["y"] + button["height"] <= shown["y"] + shown["height"]
    assert page.locator(".conclusion b").all_inner_texts() == ["r1c5 = 5", "r1c3 ≠ 4 7", "r1c4 ≠ 2"]


def test_the_panel_is_never_empty_and_the_rules_make_way_for_an_answer(opened: View) -> None:
    page = opened(f"#play/{NEARLY}", **SCREENS["desktop"])
    rules = page.get_by_text("each digit from 1 to 9 once")
    assert rules.is_visible()
    for _ in range(3):
        page.keyboard.press("h")
        page.wait_for_function("() => !document.querySelector('.busy')")
    assert not rules.is_visible()
    words = page.locator(".answer").bounding_box()
    button = page.get_by_role("button", name="Apply").bounding_box()
    assert words is not None
    assert button is not None
    assert button["y"] - words["y"] - words["height"] < 80  # with the conclusion between
    page.locator(".hush").click()
    assert rules.is_visible()
    page.locator(".about summary").click()  # a player folds them: they stay so
    page.keyboard.press("k")
    said(page, "wrong")
    page.locator(".hush").click()
    assert not rules.is_visible()


def test_marks_of_the_player_make_room_for_those_of_a_hint(opened: View) -> None:
    page = opened(f"#play/{NEARLY}")
    page.keyboard.press("m")
    page.locator(".square > .centre").first.wait_for()
    for _ in range(3):
        page.keyboard.press("h")
        page.wait_for_function("() => !document.querySelector('.busy')")
    cell = page.locator(".square.hidden:not(.given)").first
    shown = cell.locator(".centre").evaluate("one => getComputedStyle(one).visibility")
    assert shown == "hidden"
    page.get_by_role("button", name="Apply this step").click()
    assert page.locator(".square.hidden").count() == 0


@pytest.mark.parametrize(
    ("screen", "scheme"),
    [
        ("desktop", "light"),
        ("upright", "dark"),
        ("sideways", "light"),
        *(
            pytest.param(*others, marks=pytest.mark.slow)
            for others in (("desktop", "dark"), ("upright", "light"), ("sideways", "dark"))
        ),
    ],
)
@pytest.mark.parametrize("part", ["hint", "menu", "helps", "start", "settings", "path"])
def test_no_fault_of_access_where_something_is_open(
    opened: View, screen: str, scheme: str, part: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    options = SCREENS[screen] | {"locale": "en-GB"}
    page = opened(bypass_csp=True, color_scheme=scheme, **options)
    if part == "hint":
        for _ in range(3):
            page.keyboard.press("h")
            page.wait_for_function("() => !document.querySelector('.busy')")
    elif part == "path":
        helped(page, "Whole path")
        page.locator(".layer.over").wait_for()
    elif part == "start":
        page.get_by_role("button", name="New").click()
        page.locator("dialog[open]").wait_for()
    elif part == "settings":
        chosen(page, "Settings")
    else:
        page.locator(f".{part} summary").click()
    report = axe.run(page)
    assert report.violations_count == 0, report.generate_report()


def test_the_left_hand_has_the_pad_on_its_side(opened: View) -> None:
    page = opened(viewport={"width": 844, "height": 390})
    chosen(page, "Settings")
    page.get_by_role("checkbox", name="Pad on the left").check()
    page.get_by_role("button", name="Close", exact=True).click()
    pad, board = page.locator(".pad").bounding_box(), page.locator("sudoku-board").bounding_box()
    assert pad is not None
    assert board is not None
    assert pad["x"] < board["x"]
    assert page.evaluate(_OUT_OF_VIEW) == [False, []]
