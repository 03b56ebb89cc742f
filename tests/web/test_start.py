"""How a game begins, what is kept of it, and what the player sets."""

from __future__ import annotations

import base64
import json
import re
import struct
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

import satdoku
from satdoku.base.errors import SatdokuError
from satdoku.web.fields import RequestContext
from satdoku.web.questions import answer
from tests.web.drawing import turned
from tests.web.test_play import EASY, chosen, label

if TYPE_CHECKING:
    from playwright.sync_api import Page

View = Callable[..., "Page"]
OTHER = "." * 80 + "7"
_DROP = """([name, type, bytes]) => {
    const data = new DataTransfer();
    const held = typeof bytes === "number" ? "1".repeat(bytes) : new Uint8Array(bytes);
    data.items.add(new File([held], name, { type }));
    const event = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
    document.querySelector("header").dispatchEvent(event);
}"""
_PASTE = """(text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true });
    document.body.dispatchEvent(event);
}"""


def holds(page: Page, cell: str, text: str) -> None:
    page.wait_for_function(
        "([id, text]) => document.getElementById(id)?.ariaLabel.endsWith(text)",
        arg=[f"cell-{cell}", text],
    )


def test_a_new_puzzle_of_each_level_and_by_rule(opened: View) -> None:
    generated = {"puzzles": [{"puzzle": OTHER}]}
    page = opened(answers={"generate": generated}, late={"generate": 5000})
    page.get_by_role("button", name="New").click()
    page.locator("dialog [data-rule=anti-king]").wait_for()
    levels = ["daily", "easy", "medium", "hard", "expert", "diabolical"]
    tiles = page.locator("dialog .levels").first.locator("button")
    assert [tile.get_attribute("data-level") for tile in tiles.all()] == levels
    assert tiles.nth(2).inner_text() == "Medium\n★★☆☆☆"
    tiles.last.click()
    holds(page, "r9c9", "given 7")
    page.get_by_role("button", name="New").click()
    page.locator("dialog [data-rule=anti-king]").click()
    page.wait_for_function("() => asked.filter(({ ask }) => ask === 'generate').length === 2")
    wished = page.evaluate("asked.filter(({ ask }) => ask === 'generate')")
    assert [(one.get("level"), one.get("rules")) for one in wished] == [
        ("diabolical", None),
        (None, "anti-king"),
    ]
    page.get_by_role("button", name="Cancel").click()  # long work can be ended
    assert page.locator("dialog .busy").count() == 0
    page.get_by_role("button", name="Set your own").click()
    page.locator("main[data-ready=set]").wait_for()


def test_a_new_puzzle_has_its_level(opened: View) -> None:
    page = opened()
    page.get_by_role("button", name="New").click()
    page.locator("dialog [data-level=medium]").click()
    page.locator("dialog[open]").wait_for(state="detached")
    givens = page.evaluate("JSON.parse(localStorage.play).puzzle.givens")
    rating = satdoku.rate(givens)
    assert not isinstance(rating, list)
    assert rating.level == "medium"


def test_the_puzzle_of_the_day_is_one_and_is_counted(opened: View) -> None:
    page = opened(viewport={"width": 1366, "height": 768})

    def of_today() -> str:
        page.get_by_role("button", name="New").click()
        page.locator("dialog [data-level=daily]").click()
        page.locator("dialog[open]").wait_for(state="detached")
        givens: str = page.evaluate("JSON.parse(localStorage.play).puzzle.givens")
        return givens

    givens = of_today()
    wished = page.evaluate("asked.filter(({ ask }) => ask === 'generate')")
    assert [(one["level"] is not None, one["seed"] > 20_260_101) for one in wished] == [
        (True, True)
    ]
    # Another device has the same; here it is gone on with and not asked for again.
    puzzles = answer("generate", {"level": wished[0]["level"], "seed": wished[0]["seed"]},
                  RequestContext(60))  # fmt: skip
    assert json.loads(puzzles["puzzles"][0]["puzzle"])["givens"] == givens
    (solution,) = satdoku.solutions(givens, limit=1)
    cell = givens.index(".")
    page.locator(f"#cell-r{cell // 9 + 1}c{cell % 9 + 1}").click()
    page.keyboard.press(f"Digit{solution.values[cell]}")
    assert of_today() == givens
    assert page.evaluate("asked.filter(({ ask }) => ask === 'generate').length") == 1
    done = {f"{at}": digit for at, digit in enumerate(solution.values) if givens[at] == "."}
    del done[f"{cell}"]
    page.evaluate(
        "(done) => { const all = JSON.parse(localStorage.play); all.now.values = done;"
        " addEventListener('pagehide', () => { localStorage.play = JSON.stringify(all); }); }",
        done,
    )
    page.reload()
    page.wait_for_selector("main[data-ready]")
    page.locator(f"#cell-r{cell // 9 + 1}c{cell % 9 + 1}").click()
    page.keyboard.press(f"Digit{solution.values[cell]}")
    page.locator("strong.won").wait_for()
    page.wait_for_function("() => localStorage.solved")
    chosen(page, "Statistics")
    row = page.locator(".stats tbody tr")
    assert row.inner_text().split("\t")[1:3] == ["1", "1"]
    assert page.locator("dialog p").first.inner_text().endswith("days in a row: 1")
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as JSON").click()
    exported = json.loads(download.value.path().read_text("utf-8"))
    assert [(one["time"], one["hints"]) for one in exported["solved"]] == [(None, 0)]
    page.get_by_role("button", name="Forget all").click()
    page.get_by_role("button", name="Forget all").click()
    assert "Nothing has been solved" in page.locator("dialog").inner_text()


def test_the_last_games_can_be_gone_on_with(opened: View) -> None:
    page = opened()
    for number in range(10):  # eight are kept, the newest first
        board = {"givens": "." * 80 + "7", "title": f"Game {number}"}
        page.evaluate(_PASTE, json.dumps(board))
        page.get_by_role("heading", name=f"Game {number}").wait_for()
        page.locator("#cell-r1c1").click()
        page.keyboard.press(f"Digit{number % 9 + 1}")
    page.get_by_role("button", name="New").click()
    games = page.locator("dialog .games button")
    games.first.wait_for()
    assert [one.split("\n")[0][:6] for one in games.all_inner_texts()] == [
        f"Game {number}" for number in (8, 7, 6, 5, 4, 3, 2, 1)
    ]
    games.nth(1).click()
    page.get_by_role("heading", name="Game 7").wait_for()
    assert label(page, "r1c1").endswith(": 8")


def test_games_are_saved_under_names(opened: View) -> None:
    page = opened()
    page.locator("#cell-r1c3").click()
    for digit, name in ((4, "First"), (2, "Second"), (1, "Second")):
        page.keyboard.press(f"Digit{digit}")
        chosen(page, "Saves")
        page.locator("dialog input").fill(name)
        page.get_by_role("button", name="Save", exact=True).click()
        page.get_by_role("button", name="Close", exact=True).click()
        page.locator("#cell-r1c3").click()
    page.reload()
    page.wait_for_selector("main[data-ready]")
    chosen(page, "Saves")
    page.locator("dialog .games > li").first.wait_for()
    assert page.locator("dialog .games > li").count() == 2
    page.locator("dialog .games button", has_text="First").click()
    holds(page, "r1c3", ": 4")
    chosen(page, "Saves")
    page.get_by_role("button", name="Delete: First").click()
    assert page.locator("dialog .games > li").count() == 1
    page.locator("dialog .games button", has_text="Second").click()
    holds(page, "r1c3", ": 1")
    page.goto(re.sub("#.*|$", f"#play/{'.' * 81}", page.url, count=1))
    holds(page, "r1c1", "empty")
    chosen(page, "Saves")
    page.locator("dialog input").fill("Second")  # another puzzle does not take its place
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator("dialog .games button", has_text="Second (2)").wait_for()
    assert page.locator("dialog .games > li").count() == 2


@pytest.mark.parametrize("view", ["", "#learn", "#set"])
def test_paste_and_drop_anywhere(opened: View, view: str) -> None:
    page = opened(view)
    page.evaluate(_PASTE, ".Thermo~R1C5~R1C6.~R1C1_2")  # in any format
    holds(page, "r1c1", "given 2")
    assert page.locator("main").get_attribute("data-view") == ("set" if view == "#set" else "play")
    page.evaluate(_DROP, ["puzzle.txt", "text/plain", list(OTHER.encode())])
    holds(page, "r9c9", "given 7")
    page.evaluate(_PASTE, "milk, eggs")
    page.locator(".bad").wait_for()
    assert label(page, "r9c9").endswith("given 7")  # the puzzle stays


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (["photo.jpg", "image/jpeg", [255, 216, 255]], "photo.jpg is a picture"),
        (["photo", "", [255, 216, 255, 0, 1]], "photo is not a text file"),
        (["big.txt", "text/plain", 1_000_001], "big.txt is not a text file"),
        (["notes.txt", "text/plain", list(b"milk, eggs")], "is not a puzzle"),
        (["book.pdf", "application/pdf", [37, 80, 68, 70]], "book.pdf is a picture"),
    ],
)
def test_what_holds_no_puzzle_gets_a_sentence(opened: View, file: list[object], words: str) -> None:
    page = opened()
    page.evaluate(_DROP, file)
    page.locator("dialog .bad").wait_for()
    assert words in page.locator("dialog .bad").inner_text()
    assert label(page, "r1c1").endswith("given 5")  # the game stays


_STORAGE = {
    "full": "const kept = localStorage; Object.defineProperty(window, 'localStorage', { value:"
    " new Proxy(kept, { set() { throw new DOMException('', 'QuotaExceededError'); } }) });",
    "blocked": "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty("
    "window, name, { get() { throw new DOMException('', 'SecurityError'); } });",
}


@pytest.mark.parametrize("fault", _STORAGE)
def test_storage_that_keeps_nothing_is_reported_once(opened: View, fault: str) -> None:
    page = opened()
    page.context.add_init_script(_STORAGE[fault])
    page.reload()
    page.locator("dialog[open]").wait_for()
    assert "storage" in page.locator("dialog").inner_text()
    page.get_by_role("button", name="Close", exact=True).click()
    page.locator("#cell-r1c3").click()
    page.keyboard.press("Digit4")
    page.keyboard.press("Control+Shift+Digit3")
    page.locator("#theme").click()
    holds(page, "r1c3", "4, Colour 3")
    chosen(page, "Saves")  # they last as long as the page
    page.get_by_role("button", name="Save", exact=True).click()
    assert page.locator("dialog .games > li").count() == 1
    assert "storage" not in page.locator("dialog").inner_text()


def test_settings_are_kept_and_hold_at_once(opened: View) -> None:
    page = opened()
    page.locator("#cell-r1c3").click()
    page.keyboard.press("Digit5")
    page.locator("#cell-r2c2").click()
    assert page.locator(".clash").count() > 0
    assert page.locator(".see").count() > 0
    numbers = page.locator(".numbers > span")
    assert not numbers.first.is_visible()  # unless they are wanted, or a hint names cells
    chosen(page, "Settings")
    page.get_by_role("checkbox", name="Number rows").check()
    for name in ("clash", "selected one sees", "takes its marks"):
        page.get_by_role("checkbox", name=name).uncheck()
    page.locator("dialog select").select_option("1.25")
    page.get_by_role("button", name="Close", exact=True).click()
    page.locator("#cell-r2c2.chosen").wait_for()  # of the board drawn anew
    for _ in range(2):
        assert sorted(numbers.all_inner_texts()) == sorted(2 * [*"123456789"])
        assert all(one.is_visible() for one in numbers.all())
        page.locator("#cell-r2c2").click()
        assert page.locator(".clash, .see").count() == 0
        page.keyboard.press("Control+Digit4")
        size = page.locator("#cell-r2c2 .centre").evaluate("one => getComputedStyle(one).fontSize")
        assert float(size.removesuffix("px")) > 18
        page.keyboard.press("Control+Digit4")
        page.reload()
        page.wait_for_selector("main[data-ready]")
    page.locator("#cell-r1c3").click()
    page.keyboard.press("Delete")
    page.locator("#cell-r1c4").click()
    page.keyboard.press("Control+Digit2")
    page.locator("#cell-r1c6").click()
    page.keyboard.press("Digit2")
    assert label(page, "r1c4").endswith("candidates 2")
    page.keyboard.press("Control+KeyZ")
    page.keyboard.press("Control+KeyZ")
    chosen(page, "Settings")
    page.get_by_role("checkbox", name="Number rows").uncheck()
    page.get_by_role("button", name="Close", exact=True).click()
    assert not numbers.first.is_visible()
    page.keyboard.press("h")  # its picture fits the board
    page.get_by_role("button", name="A stronger hint").click()
    page.locator(".layer.over svg").wait_for()
    assert numbers.first.is_visible()
    pictures = "[...document.querySelectorAll('.field-of-play svg')]"
    boxes = page.evaluate(f"{pictures}.map((one) => one.getAttribute('viewBox'))")
    assert len(set(boxes)) == 1


def test_a_theme_may_change_again_before_the_board_comes(opened: View) -> None:
    page = opened(late={"view": 300}, color_scheme="light")
    for _ in range(4):  # dark, light, as the system, dark
        page.locator("#theme").click()
    page.wait_for_function(
        "() => document.querySelector('.field-of-play > .printed')"
        " && document.documentElement.dataset.theme === 'dark'"
    )


def test_a_game_that_cannot_be_gone_on_with_gets_a_sentence(opened: View) -> None:
    page = opened()
    page.evaluate("localStorage.recent = JSON.stringify([{ puzzle: '12..x', title: 'Old' }])")
    page.get_by_role("button", name="New").click()
    page.locator("dialog .games button", has_text="Old").click()
    page.locator("dialog .bad", has_text="do not make a board").wait_for()
    page.get_by_role("button", name="Close", exact=True).click()
    assert label(page, "r1c1").endswith("given 5")


def test_a_worksheet_of_the_board_and_of_new_puzzles(opened: View) -> None:
    pytest.importorskip("typst")
    page = opened()
    chosen(page, "Worksheet")
    page.get_by_label("Title").fill("Monday")
    assert not page.get_by_label("How many").is_visible()
    page.get_by_role("button", name="Make the PDF").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="PDF").click()
    assert download.value.path().read_bytes().startswith(b"%PDF")


# The colours of a PNG at some places, in cells from the upper left corner of the board.
_COLOURS = """async ([bytes, spots, margin]) => {
    const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    const at = (part) => Math.round(2 * (margin + 64 * part));
    return spots.map(([down, right]) => [...canvas.getImageData(at(right), at(down), 1, 1).data]);
}"""


LATE = """() => {
    const decode = HTMLImageElement.prototype.decode;
    HTMLImageElement.prototype.decode = async function () {
        HTMLImageElement.prototype.decode = decode;
        await new Promise((done) => setTimeout(done, 1500));
        return decode.call(this);
    };
}"""


@pytest.mark.full
@pytest.mark.parametrize("view", ["play", "set"])
def test_a_picture_of_the_board_to_keep(opened: View, view: str) -> None:
    rules = [{"rule": "thermo", "cells": ["r5c5", "r5c6", "r5c7"]}]
    puzzle = {"board": {"size": 9, "box": [3, 3]}, "givens": "7" + "." * 80, "constraints": rules}
    page = opened(f"#{view}/{json.dumps(puzzle)}", viewport={"width": 390, "height": 844})
    if view == "play":
        for cell, keys in {"r1c2": "v2", "r1c3": "z1", "r1c4": "c3", "r9c9": "v7"}.items():
            page.locator(f"#cell-{cell}").click()
            for key in keys:
                page.keyboard.press(key)
        page.locator(".menu summary").press("Enter")
    else:
        turned(page, "publish")
    page.evaluate(LATE)  # the picture with labels is drawn after the one without
    page.get_by_role("button", name="Picture").press("Enter")
    page.locator(".picture img").wait_for()
    page.get_by_label("Number rows and columns").uncheck()
    page.wait_for_timeout(2000)
    pictures = {}
    for kind in ("SVG", "PNG"):
        link = page.get_by_role("link", name=kind)
        link.wait_for()
        with page.expect_download() as download:
            link.press("Enter")
        assert download.value.suggested_filename == f"sudoku.{kind.lower()}"
        pictures[kind] = download.value.path().read_bytes()
    assert b"<text" not in pictures["SVG"]  # the digits are outlines, the same everywhere
    wide, high = struct.unpack(">II", pictures["PNG"][16:24])
    margin = (wide - 2 * 9 * 64) / 4
    assert pictures["PNG"].startswith(b"\x89PNG")
    assert wide == high
    assert 0 < margin < 20  # no labels
    spots = [(0.5, 0.9), (0.5, 1.1), (0.5, 3.1), (8.9, 8.9), (4.5, 4.3), (0.0, 4.5)]
    paper, orange, *white, thermo, line = page.evaluate(
        _COLOURS, [list(pictures["PNG"]), spots, margin]
    )
    assert paper == white[0] == [255, 255, 255, 255]
    assert line == [0, 0, 0, 255]
    assert [orange == paper, white[1] == paper] == 2 * [view == "set"]  # nothing is written there
    assert thermo[0] == thermo[1] == thermo[2] < 255


def test_worksheets_hold_what_is_asked_for() -> None:
    pytest.importorskip("typst")
    fields = {"puzzle": EASY, "level": "easy", "count": 2, "per-page": "2", "lang": "ja"}
    worksheet = answer("worksheet", fields, RequestContext(60))
    assert worksheet["count"] == 2
    assert base64.b64decode(worksheet["pdf"]).startswith(b"%PDF")
    drills = answer(
        "worksheet", {"technique": "naked-pair", "count": 2, "lang": "ja"}, RequestContext(60)
    )
    assert drills["count"] == 2
    assert base64.b64decode(drills["pdf"]).startswith(b"%PDF")
    for wrong in (
        {"puzzle": "." * 81},
        {"puzzle": EASY, "per-page": "3"},
        {"level": "odd"},
        {"technique": "odd"},
    ):
        with pytest.raises(SatdokuError):
            answer("worksheet", {"puzzle": EASY, **wrong}, RequestContext(60))


def test_a_link_is_short_and_reads_back_whole(opened: View) -> None:
    page = opened(f"#play/{EASY}")
    chosen(page, "Share")
    link = page.locator("dialog[open] .copy input").first.input_value()
    assert len(link.partition("#p=")[2]) < 100
    page.get_by_role("button", name="Close", exact=True).click()
    page.locator("#cell-r1c3").click()
    page.keyboard.press("Digit4")
    page.keyboard.press("Control+Shift+Digit3")
    chosen(page, "Share")
    begun = page.locator("dialog[open] .copy input").first.input_value()
    other = opened(f"#{link.partition('#')[2]}")
    assert label(other, "r1c1").endswith("given 5")
    assert label(other, "r1c3").endswith("empty")
    other = opened(f"#play/{'.' * 81}")
    chosen(other, "Import")
    other.locator("#import").fill(f"{begun}\n")
    other.get_by_role("button", name="Load").click()
    holds(other, "r1c3", "4, Colour 3")
    other = opened(f"#{begun.partition('#')[2]}")
    assert label(other, "r1c3").endswith("4, Colour 3")
    for wrong in (begun[:-9], f"{begun[:-9]}!", "#p="):
        other = opened(f"#{wrong.partition('#')[2]}")
        other.wait_for_function(
            "() => document.querySelector('.answer').textContent.includes('link is damaged')"
        )
        assert label(other, "r1c1").endswith("given 5")


def test_a_link_that_unpacks_to_more_than_a_puzzle_is_refused(opened: View) -> None:
    packed = base64.urlsafe_b64encode(zlib.compress(b"1" * 2_000_000, wbits=-15)).decode()
    page = opened(f"#p={packed.rstrip('=')}")
    page.wait_for_function(
        "() => document.querySelector('.answer').textContent.includes('link is damaged')"
    )
