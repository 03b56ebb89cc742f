"""The looks of the app: the size of the board, what lies over what on it, contrast, and paper."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from satdoku.formats import write
from tests.web.drawing import choose
from tests.web.test_fog import IRREGULAR, TEXT, entered, ready
from tests.web.test_play import NEARLY, chosen, colour, label
from tests.web.test_screens import many_thermometers

if TYPE_CHECKING:
    from playwright.sync_api import Page

View = Callable[..., "Page"]
DOTS = json.dumps(
    {
        "givens": "." * 81,
        "title": "Dots",
        "author": "Somebody",
        "rules": "All of it.",
        "constraints": [
            {"rule": "white-dot", "cells": ["r5c4", "r5c5"]},
            {"rule": "black-dot", "cells": ["r5c5", "r5c6"]},
            {"rule": "thermo", "cells": ["r8c1", "r8c2", "r8c3"]},
        ],
    }
)

_SIZES = """() => {
    const box = (name) => document.querySelector(name).getBoundingClientRect().toJSON();
    const all = [...document.querySelectorAll(".whole > *")].filter((one) => one.checkVisibility());
    const left = Math.min(...all.map((one) => one.getBoundingClientRect().left));
    return [box("sudoku-board"), box(".field-of-play"), box(".parts, .side"), left];
}"""


@pytest.mark.parametrize("view", ["play", "set"])
@pytest.mark.parametrize(
    "sizes",
    [
        [(1440, 900), (1920, 1080), (2560, 1440), (1680, 1050), (1440, 1080)],
        [(1024, 1366), (820, 1180)],
    ],
    ids=["wide", "upright"],
)
def test_the_board_fills_its_screen_and_the_card_is_no_larger(
    opened: View, sizes: list[tuple[int, int]], view: str
) -> None:
    """The page is opened on the first screen and takes the size of the others."""
    width, height = sizes[0]
    page = opened(f"#{view}", viewport={"width": width, "height": height})
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(
            "() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))"
        )
        card, field, side, left = page.evaluate(_SIZES)
        assert abs(card["height"] - field["height"]) <= 4
        assert abs(card["width"] - field["width"]) <= 4
        if height > width:
            share = 0.95 if view == "play" else 0.6
            assert card["width"] >= share * width
            assert side["top"] >= card["bottom"]
        else:
            assert card["height"] >= 0.88 * height
            assert side["left"] >= card["right"]
            # All of it stands in the middle of a wide screen.
            assert abs(left - (width - side["right"])) < 0.1 * width


def test_digits_of_board_pad_and_pictures_have_one_font(opened: View) -> None:
    page = opened(f"#play/{DOTS}")
    page.locator("#cell-r1c1").click()
    page.keyboard.press("4")
    families = page.evaluate(
        """async () => {
            await document.fonts.ready;
            const names = [".square > .digit", ".pad .digit", ".field-of-play svg"];
            return names.map((name) => getComputedStyle(document.querySelector(name)).fontFamily);
        }"""
    )
    assert [one.split(",")[0] for one in families] == ['"satdoku digits"'] * 3
    loaded = page.evaluate("[...document.fonts].filter((one) => one.status === 'loaded').length")
    assert loaded >= 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_lie_below_the_clues_and_the_selection_within_its_cells(
    opened: View, scheme: str
) -> None:
    """Dots keep their colours whatever their cells are: coloured, selected, or seen by another."""
    page = opened(f"#play/{DOTS}", color_scheme=scheme)
    thermo = colour(page, "r8c2", 0.5, 0.5)
    dots = (255, 255, 255), (0, 0, 0)
    for cell in ("r5c4", "r5c5", "r5c6", "r8c2"):
        page.locator(f"#cell-{cell}").click()
        page.keyboard.press("Control+Shift+Digit6")
        for at in ((0.14, 0.5), (0.86, 0.5)) if cell == "r5c5" else ():
            assert colour(page, "r5c5", *at) in dots
    page.locator("#cell-r5c1").click()  # sees them
    assert (colour(page, "r5c5", 0.04, 0.5), colour(page, "r5c5", 0.96, 0.5)) == dots
    assert colour(page, "r8c2", 0.5, 0.5) == thermo
    plain = colour(page, "r8c9", 0.5, 0.1)
    assert max(abs(a - b) for a, b in zip(plain, colour(page, "r8c2", 0.5, 0.1), strict=True)) > 30


def _light(colours: tuple[int, ...]) -> float:
    parts = [part / 255 for part in colours]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_digits_on_coloured_cells_can_be_read_in_the_dark(opened: View) -> None:
    """On the colours of a link, on those of the player, and on both."""
    fills = ["#ffffae", "#ff9f9f", "#aeffae", "#ffffff", "#0000ff80"]
    drawings = [
        {"kind": "mark", "spots": [[0.5, n + 0.5]], "size": [1, 1], "fill": fill}
        for n, fill in enumerate(fills)
    ]
    board = json.dumps({"givens": "123456789" + "." * 72, "drawings": drawings})
    page = opened(f"#play/{board}", color_scheme="dark")
    for column in range(1, 10):
        page.locator(f"#cell-r1c{column}").click()
        page.keyboard.press(f"Control+Shift+Digit{column}")
        page.locator(f"#cell-r2c{column}").click()
        page.keyboard.press(f"Digit{(column + 2) % 9 + 1}")
        page.keyboard.press(f"Control+Shift+Digit{column}")
    page.locator("#cell-r9c9").click()
    for row in (1, 2):
        for column in range(1, 10):
            cell = f"r{row}c{column}"
            ink = page.locator(f"#cell-{cell} .digit").evaluate(
                "one => getComputedStyle(one).color"
            )
            inks = tuple(map(int, re.findall(r"\d+", ink)))
            low, high = sorted((_light(inks[:3]), _light(colour(page, cell, 0.1, 0.1))))
            assert (high + 0.05) / (low + 0.05) >= 4.5, cell


_OTHERS = """(rows) => rows.filter((row) => {
    const { left, top, height } = document.getElementById(`cell-r${row}c1`).getBoundingClientRect();
    const there = document.elementFromPoint(left + 5, top + height / 2);
    return !there.closest(".square");
})"""


@pytest.mark.parametrize("rule", ["sandwich", "little-killer"])
def test_places_outside_of_the_board_cover_no_cell_of_it(opened: View, rule: str) -> None:
    page = opened("#set", viewport={"width": 390, "height": 844}, has_touch=True)
    choose(page, rule)
    page.locator(".beyond").first.wait_for()
    assert page.evaluate(_OTHERS, list(range(1, 10))) == []
    boxes = [one.bounding_box() for one in page.locator(".beyond").all()]
    sides = [box["x"] + box["width"] for box in boxes if box]
    assert max(sides) <= 390
    tops = sorted((box["x"], box["y"], box["width"]) for box in boxes if box)
    above = [one for one in tops if one[1] == min(y for _, y, _ in tops)]
    assert all(a[0] + a[2] <= b[0] + 1 for a, b in pairwise(above))


def test_box_lines_lie_over_the_fog_and_unknown_regions_below(opened: View) -> None:
    page = opened(f"#play/{write(TEXT, 'sudokupad').strip()}", color_scheme="light")
    ready(page)
    for cell in ("r4c4", "r7c7"):
        assert sum(colour(page, cell, 0.0, 0.5)) < 100  # a thick line between boxes
    assert "fog" in page.locator(".about li").last.inner_text()
    page.locator("#cell-r7c2").click()
    page.keyboard.press("Control+Shift+Digit2")
    page.locator("#cell-r9c9").click()
    assert max(colour(page, "r7c2")) - min(colour(page, "r7c2")) > 60  # seen on the fog
    entered(page, "r2c3=2")
    assert label(page, "r2c4") == "row 2 column 4: empty"
    page.goto("about:blank")
    dark = IRREGULAR | {"fog": {"lamps": ["r1c1"]}}
    page = opened(f"#play/{json.dumps(dark)}", color_scheme="light")
    assert sum(colour(page, "r3c2", 0.0, 0.5)) > 300  # regions are not known
    assert sum(colour(page, "r1c1", 0.0, 0.5)) < 100  # the edge of the board is


def test_a_printed_puzzle_has_title_author_and_rules(opened: View) -> None:
    page = opened(f"#play/{DOTS}", color_scheme="dark", viewport={"width": 390, "height": 844})
    assert not page.get_by_text("All of it.").is_visible()  # a fold on a phone
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1047})  # A4 within its margins
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    rules = page.locator(".about").bounding_box()
    assert rules is not None
    assert rules["width"] > 500  # no column of a few letters
    title, board = page.locator("h1").bounding_box(), page.locator("sudoku-board").bounding_box()
    assert title is not None
    assert board is not None
    assert title["y"] + title["height"] <= board["y"]
    for text in ("Dots", "Somebody", "All of it.", "Thermometer"):
        assert page.get_by_text(text).first.is_visible(), text
    for name in (".pad", ".asks", ".said", ".top", ".history"):
        assert not page.locator(name).is_visible()
    ink = page.get_by_text("All of it.").evaluate("one => getComputedStyle(one).color")
    assert ink == "rgb(0, 0, 0)"
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    assert not page.get_by_text("All of it.").is_visible()


STEP = "A long argument in many words, which says in the end what follows. " * 6 + "So r1c1 is 7."


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1366, 768), (1280, 720)])
def test_an_answer_has_room_beside_long_rules(opened: View, width: int, height: int) -> None:
    step = {"outcome": "found", "text": STEP, "layers": None, "concludes": {"in": [], "out": []}}
    page = opened(
        f"#play/{many_thermometers()}",
        answers={"hint": step},
        viewport={"width": width, "height": height},
    )
    page.keyboard.press("h")
    page.locator(".answer > span", has_text="So r1c1").wait_for()
    shown, needed = page.evaluate(
        "(({ clientHeight, scrollHeight }) => [clientHeight, scrollHeight])"
        "(document.querySelector('.answer'))"
    )
    assert shown >= min(needed, 150), (shown, needed)
    assert not page.locator(".kind").first.is_visible()
    page.locator(".about summary").click()  # they can be read again
    assert page.locator(".kind").first.is_visible()
    page.locator(".hush").click()
    assert page.locator(".kind").first.is_visible()
    assert page.locator(".asks").is_visible()


def test_while_the_timer_stands_still_nobody_sees_the_board(opened: View) -> None:
    page = opened(f"#play/{NEARLY}")
    page.locator(".menu summary").click()
    page.get_by_role("checkbox", name="Timer").check()
    page.locator(".clock").click()
    page.locator(".curtain").wait_for()
    above = page.evaluate(
        """() => [...document.querySelectorAll(".square")].filter((one) => {
            const { left, top, width, height } = one.getBoundingClientRect();
            const there = document.elementFromPoint(left + width / 2, top + height / 2);
            return there.closest(".square");
        }).length"""
    )
    assert above == 0
    page.locator(".pad .digit").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Digit4")
    page.reload()
    page.wait_for_selector("main[data-ready]")
    page.locator(".curtain").get_by_role("button").click()
    assert not page.locator(".curtain").is_visible()
    assert page.evaluate("JSON.parse(localStorage.play).now.values") == {}
    page.locator("#cell-r1c3").click()
    page.keyboard.press("Digit4")
    assert label(page, "r1c3").endswith(": 4")


def test_menus_and_dialogs_close_by_a_click_beside_them(opened: View) -> None:
    page = opened()
    page.locator(".menu summary").click()
    page.locator("#cell-r5c5").click()
    assert page.locator(".menu[open]").count() == 0
    chosen(page, "Settings")
    page.locator("dialog[open]").wait_for()
    page.locator("dialog h2").click()
    assert page.locator("dialog[open]").count() == 1
    page.mouse.click(5, 300)
    assert page.locator("dialog[open]").count() == 0


@pytest.mark.parametrize("view", ["#play", "#set", "#generate", "#learn"])
def test_nothing_is_called_null(opened: View, view: str) -> None:
    page = opened(view)
    for attribute in page.evaluate(
        """() => [...document.querySelectorAll("*")].flatMap((one) =>
            [...one.attributes].map(({ name, value }) => [name, value]))"""
    ):
        name, value = attribute
        assert value not in ("null", "undefined", "false" if name == "title" else "null"), attribute
