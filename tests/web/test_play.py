"""A person plays in a real browser."""

from __future__ import annotations

import base64
import json
import re
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import satdoku
from satdoku import formats
from satdoku.messages import catalogue, languages
from satdoku.web.fields import RequestContext
from satdoku.web.labels import LANGUAGES, app_labels
from satdoku.web.questions import answer
from tests.web.test_views import SCREENS

if TYPE_CHECKING:
    from playwright.sync_api import Page

View = Callable[..., "Page"]
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
NEARLY = SOLUTION[:2] + ".." + SOLUTION[4:11] + "." + SOLUTION[12:60] + ".." + SOLUTION[62:]


def label(page: Page, cell: str) -> str:
    return page.locator(f"#cell-{cell}").get_attribute("aria-label") or ""


def said(page: Page, words: str) -> str:
    """The answer once it holds some words."""
    page.wait_for_function(
        "words => document.querySelector('.answer').textContent.includes(words)", arg=words
    )
    return page.locator(".answer").first.inner_text()


def chosen(page: Page, name: str) -> None:
    """Choose an entry of the puzzle's menu."""
    page.locator(".menu summary").click()
    page.get_by_role("button", name=name).click()


def helped(page: Page, name: str) -> None:
    """Choose an entry of the menu of helps."""
    page.locator(".helps summary").click()
    page.locator(".helps").get_by_role("button", name=name).click()


def test_digits_marks_and_undo_by_keyboard_alone(opened: View) -> None:
    page = opened()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # skip to the board
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "cell-r1c1"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    for key in ("Shift+Digit1", "Control+Digit4", "Control+Digit2"):
        page.keyboard.press(key)
    assert label(page, "r1c3") == "row 1 column 3: candidates 2 4, corner 1"
    page.keyboard.press("Digit4")
    assert label(page, "r1c3") == "row 1 column 3: 4"
    page.keyboard.press("Control+KeyZ")
    assert label(page, "r1c3") == "row 1 column 3: candidates 2 4, corner 1"
    page.keyboard.press("Control+KeyY")
    page.keyboard.press("Backspace")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Digit9")
    assert label(page, "r1c2") == "row 1 column 2: given 3"  # a given stays
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Digit5")
    assert "wrong" in label(page, "r1c3")  # a second 5 in the row, seen at once


def test_the_skip_link_keeps_the_view(opened: View) -> None:
    page = opened("#learn")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    assert page.evaluate("location.hash") == "#learn"


def test_a_whole_session_check_hint_step_and_solution(opened: View) -> None:
    page = opened(f"#play/{NEARLY}")
    page.locator("#cell-r1c3").click()
    page.keyboard.press("Digit1")
    page.keyboard.press("k")
    assert "4" not in said(page, "r1c3")  # named, not revealed
    assert "wrong" in label(page, "r1c3")
    page.keyboard.press("Control+KeyZ")
    page.keyboard.press("h")
    first = said(page, "Look for")
    assert not re.search(r"r\dc\d = ", first)
    page.keyboard.press("h")
    page.locator(".layer.over").wait_for()
    page.keyboard.press("h")
    place = re.search(r"(r\dc\d) = (\d)", said(page, " = "))
    assert place is not None
    page.get_by_role("button", name="Apply this step").click()
    assert label(page, place[1]).endswith(place[2])
    page.keyboard.press("n")
    said(page, " = ")
    for cell, digit in enumerate(SOLUTION):
        name = f"r{cell // 9 + 1}c{cell % 9 + 1}"
        if NEARLY[cell] == "." and "empty" in label(page, name):
            page.locator(f"#cell-{name}").click()
            page.keyboard.press(digit)
    said(page, "Solved")


@pytest.mark.full
def test_candidates_rating_and_path(opened: View) -> None:
    page = opened()
    page.keyboard.press("m")
    page.wait_for_function(
        "() => document.getElementById('cell-r1c3').ariaLabel.endsWith('candidates 1 2 4')"
    )
    helped(page, "Rating")
    assert f"ER {satdoku.rate(EASY).er}" in said(page, "ER")  # type: ignore[union-attr]
    helped(page, "Whole path")
    said(page, "solved")
    page.locator(".steps li button").nth(4).click()
    page.locator(".steps li button[aria-current]").wait_for()
    page.locator(".layer.over").wait_for()


@pytest.mark.parametrize(
    "text",
    ["position", *(pytest.param(one, marks=pytest.mark.full) for one in ("f-puzzles", "broken"))],
)
def test_import_by_paste_keeps_a_game_in_progress(opened: View, text: str) -> None:
    from satdoku.formats import write
    from satdoku.puzzle import Document, Position

    start = Position.of(satdoku.parse(EASY))
    moved = start.place(2, 4)
    sources = {
        "f-puzzles": write(Document(satdoku.parse(EASY)), "fpuzzles"),
        "position": write(Document(moved.as_puzzle(), moved), "json"),
        "broken": "12..x",
    }
    page = opened(f"#play/{'.' * 81}")
    assert "empty" in label(page, "r1c1")
    chosen(page, "Import")
    page.locator("#import").fill(sources[text])
    page.get_by_role("button", name="Load").click()
    if text == "broken":
        page.locator("dialog .answer.bad").wait_for()
        return
    page.wait_for_function(
        "() => document.getElementById('cell-r1c1').ariaLabel === 'row 1 column 1: given 5'"
    )
    assert label(page, "r1c3").endswith(": 4" if text == "position" else "empty")


@pytest.mark.full
def test_share_offers_links_that_satdoku_reads_back(opened: View) -> None:
    page = opened()
    chosen(page, "Share")
    page.locator("dialog .copy").nth(3).wait_for()
    texts = [one.input_value() for one in page.locator("dialog .copy input").all()]
    own = page.context.new_page()
    own.goto(texts[0])
    own.wait_for_selector("main[data-ready]")
    assert label(own, "r1c1") == "row 1 column 1: given 5"
    for text in texts[1:]:
        assert satdoku.parse(text).grid.text() == EASY


def colour(page: Page, cell: str, across: float = 0.5, down: float = 0.2) -> tuple[int, ...]:
    """The colour of a cell at a place of it."""
    picture = base64.b64encode(page.locator(f"#cell-{cell}").screenshot()).decode()
    values = page.evaluate(
        """async ([text, across, down]) => {
            const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
            const image = await createImageBitmap(new Blob([bytes]));
            const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
            context.drawImage(image, 0, 0);
            return [...context.getImageData(across * image.width, down * image.height, 1, 1).data];
        }""",
        [picture, across, down],
    )
    return tuple(values[:3])


@pytest.mark.parametrize("options", SCREENS)
def test_selection_check_and_hint_leave_the_colours_of_the_player(
    opened: View, options: dict[str, Any]
) -> None:
    page = opened(f"#play/{NEARLY}", **options)
    plain = colour(page, "r1c4")
    page.locator("#cell-r1c4").click()
    page.keyboard.press("Control+Shift+Digit3")
    page.locator("#cell-r9c9").click()
    washed = colour(page, "r1c4")
    assert max(abs(a - b) for a, b in zip(plain, washed, strict=True)) > 40
    page.locator("#cell-r1c3").click()  # sees it
    page.keyboard.press("Digit1")
    seen = colour(page, "r1c4")
    page.locator("#cell-r1c4").click()
    page.keyboard.press("Digit2")
    page.keyboard.press("k")
    page.locator("#cell-r1c4 .wrong").wait_for()
    page.locator("#cell-r1c3").click()
    for now in (seen, colour(page, "r1c4")):
        assert max(abs(a - b) for a, b in zip(now, washed, strict=True)) < 25
    page.keyboard.press("Control+KeyZ")
    page.keyboard.press("Control+KeyZ")
    for _ in range(3):
        page.keyboard.press("h")
        page.wait_for_function("() => document.querySelector('.answer').textContent.length > 9")
    assert page.locator(".layer.over").count() == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_dots_have_their_colours_on_the_board(opened: View, scheme: str) -> None:
    dots = [
        {"rule": f"{name}-dot", "cells": [f"r1c{at}", f"r2c{at}"]}
        for name, at in (("white", 1), ("black", 2))
    ]
    page = opened(
        f"#play/{json.dumps({'givens': '.' * 81, 'constraints': dots})}", color_scheme=scheme
    )
    assert colour(page, "r2c1", 0.5, 0.08) == (255, 255, 255)
    assert colour(page, "r2c2", 0.5, 0.08) == (0, 0, 0)


def test_true_candidates_are_shown_after_a_question_only(opened: View) -> None:
    page = opened()
    page.keyboard.press("t")
    page.locator("dialog[open]").wait_for()
    assert label(page, "r1c3").endswith("empty")
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("t")
    page.get_by_role("button", name="Show them").click()
    page.wait_for_function(
        "() => document.getElementById('cell-r1c3').ariaLabel.endsWith('candidates 4')"
    )
    page.keyboard.press("t")
    assert label(page, "r1c3").endswith("empty")


def test_a_hint_has_a_budget_and_can_be_ended(opened: View) -> None:
    stopped = {"outcome": "stopped", "text": ""}
    page = opened(late={"hint": 6000}, answers={"hint": stopped})
    page.keyboard.press("h")
    assert said(page, "within 3 seconds")
    page.get_by_role("button", name="Go on looking").click()
    page.get_by_role("button", name="Cancel").click()
    assert page.locator(".busy").count() == 0
    page.wait_for_timeout(6500)
    assert page.locator(".answer").first.inner_text() == ""
    page.keyboard.press("h")
    said(page, "Look for")
    hints = page.evaluate("asked.filter(({ ask }) => ask === 'hint')")
    assert [(one["strength"], one["seconds"]) for one in hints] == [(1, 3), (1, 60), (1, 3)]


def test_an_answer_goes_with_the_board_that_it_is_about(opened: View) -> None:
    page = opened(f"#play/{NEARLY}", late={"hint": 3000})
    page.keyboard.press("h")
    said(page, "Look for")
    page.locator("#cell-r1c3").click()
    page.keyboard.press("Shift+Digit4")  # no part of what was asked
    assert "Look for" in page.locator(".answer").first.inner_text()
    page.keyboard.press("h")
    page.keyboard.press("Digit4")
    page.wait_for_timeout(3500)
    assert page.locator(".answer").first.inner_text() == ""
    assert page.locator(".layer, .look").count() == 0


def test_the_timer_starts_when_wanted_pauses_lasts_and_stops(opened: View) -> None:
    page = opened(f"#play/{NEARLY}", fake_time=True)
    shown = page.locator(".clock")
    page.clock.run_for(20_000)
    page.locator(".menu summary").click()
    page.get_by_role("checkbox", name="Timer").check()
    page.keyboard.press("Escape")
    assert shown.inner_text().endswith("0:00")
    page.clock.run_for(61_000)
    assert shown.inner_text().endswith("1:01")
    page.locator("#theme").click()
    page.locator("html[data-theme=dark]").wait_for()
    page.wait_for_function("() => document.querySelector('.clock')?.textContent.includes('1:01')")
    page.clock.run_for(2_000)
    shown.click()
    page.clock.run_for(30_000)
    assert (shown.get_attribute("data-state"), shown.inner_text().strip()) == ("paused", "1:03")
    page.reload()
    page.wait_for_selector("main[data-ready]")
    assert (shown.get_attribute("data-state"), shown.inner_text().strip()) == ("paused", "1:03")
    shown.click()
    page.clock.run_for(5_000)
    for cell, digit in enumerate(SOLUTION):
        if NEARLY[cell] == ".":
            page.locator(f"#cell-r{cell // 9 + 1}c{cell % 9 + 1}").click()
            page.keyboard.press(digit)
    said(page, "Solved")
    page.clock.run_for(60_000)
    assert (shown.get_attribute("data-state"), shown.inner_text().strip()) == ("done", "1:08")


def test_a_game_in_progress_is_shared_as_it_is(opened: View) -> None:
    """The app's own link has all that was written, f-puzzles' digits and candidates; SudokuPad's,
    which could not hold them, has the puzzle."""
    page = opened()
    for cell, key in (("r1c3", "Digit4"), ("r1c4", "Control+Digit2"), ("r1c6", "Shift+Digit8")):
        page.locator(f"#cell-{cell}").click()
        page.keyboard.press(key)
    chosen(page, "Share")
    page.locator("dialog .copy").nth(4).wait_for()
    labels = page.locator("dialog .copy label").all_inner_texts()
    links = [one.input_value() for one in page.locator("dialog .copy input").all()]
    own, pad, other = links[:3]
    assert "SudokuPad (the puzzle alone)" in labels[1]
    assert "f-puzzles" in labels[2]
    assert satdoku.parse(pad).grid.text() == EASY
    page.goto("about:blank")
    page.goto(own)
    page.wait_for_selector("main[data-ready]")
    assert label(page, "r1c3").endswith(": 4")
    assert label(page, "r1c4").endswith(": candidates 2")
    assert label(page, "r1c6").endswith(": corner 8")
    chosen(page, "Import")
    page.locator("#import").fill(other)
    page.get_by_role("button", name="Load").click()
    page.locator("dialog[open]").wait_for(state="detached")
    assert label(page, "r1c3").endswith(": 4")
    assert label(page, "r1c4").endswith(": candidates 2")
    odd = json.dumps({"puzzle": EASY, "now": {"values": {"2": 11, "x": 1}, "centre": {"3": "2"}}})
    page.goto("about:blank")
    page.goto(f"{own.partition('#')[0]}#play/{odd}")
    page.wait_for_selector("main[data-ready]")
    assert label(page, "r1c3").endswith("empty")
    assert label(page, "r1c4").endswith("empty")


def test_links_keep_title_and_author() -> None:
    board = {"givens": EASY, "title": "First", "author": "Somebody"}
    fields = {"puzzle": json.dumps(board), "values": {"r1c3": 4}}
    texts = {one["format"]: one for one in answer("convert", fields, RequestContext(60))["texts"]}
    assert [name for name, one in texts.items() if one.get("alone")] == ["sudokupad", "line"]
    for name in ("sudokupad", "fpuzzles", "sudokumaker", "json"):
        document = formats.parse(texts[name]["text"])
        assert (document.title, document.author) == ("First", "Somebody")
    fields = {"puzzle": json.dumps(board), "corners": {"r1c4": [2, 6]}}
    texts = {one["format"]: one for one in answer("convert", fields, RequestContext(60))["texts"]}
    for name in ("sudokupad", "fpuzzles", "sudokumaker", "json"):
        read_again = answer("view", {"puzzle": texts[name]["text"]}, RequestContext(60))
        assert read_again["corners"] == {"r1c4": [2, 6]}
        assert "corner_marks" not in read_again["puzzle"]


@pytest.mark.parametrize("options", SCREENS)
def test_the_rules_come_first_in_the_words_of_the_author_and_a_sentence_a_kind(
    opened: View, options: dict[str, Any]
) -> None:
    dots = [{"rule": "white-dot", "cells": [f"r{row}c1", f"r{row}c2"]} for row in (1, 5)]
    board = {
        "givens": "." * 81, "title": "Dots", "author": "Somebody", "rules": "- first\n- second",
        "constraints": [*dots, {"rule": "anti-king"}],
    }  # fmt: skip
    page = opened(f"#play/{json.dumps(board)}", **options)
    width = options["viewport"]["width"]
    about = page.locator(".about")
    if width <= 860:  # a fold on a phone
        assert not about.locator("li").first.is_visible()
        about.locator("summary").click()
    assert "- first\n- second" in about.inner_text()
    assert about.locator("li").count() == 2
    names = (
        ("白ドット × 2", "アンチキング") if "locale" in options else ("White dot × 2", "Anti-king")
    )
    for one, name in zip(about.locator("li").all_inner_texts(), names, strict=True):
        assert one.startswith(name)
    about.locator("button").first.click()
    assert page.locator(".square.look").count() == 4
    about.locator("button").first.click()
    assert page.locator(".square.look").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_tables_and_automata_are_no_words_for_a_player(lang: str) -> None:
    """Neither in the list of rules nor under the picture of a hint."""
    pairs = [[a, b] for a in range(1, 10) for b in range(1, 10) if a != b]
    table = {"rule": "pair-table", "cells": ["r1c3", "r1c4"], "table": pairs}
    board = {"givens": EASY, "constraints": [table]}
    question = {"puzzle": json.dumps(board), "lang": lang, "strength": 3}
    (rule,) = answer("view", question, RequestContext(60))["rules"]
    assert len(rule["text"]) <= 160
    assert "1-2" not in rule["text"]
    assert 'class="words"' not in answer("hint", question, RequestContext(60))["layers"]["over"]


def test_the_rules_are_told_with_the_numbers_of_the_clues() -> None:
    """Where these are equal; else in general."""
    numbers_said = []
    for numbers in ([5], [3, 3], [3, 5]):
        lines = [[f"r{row}c1", f"r{row}c2"] for row in range(1, len(numbers) + 1)]
        clues: list[dict[str, object]] = [
            {"rule": "whisper", "diff": diff, "cells": line}
            for diff, line in zip(numbers, lines, strict=True)
        ]
        clues.append({"rule": "black-dot", "cells": ["r4c4", "r4c5"]})
        board = json.dumps({"givens": "." * 81, "constraints": clues})
        kinds = answer("view", {"puzzle": board}, RequestContext(60))["kinds"]
        assert [one["count"] for one in kinds] == [len(numbers), 1]
        assert kinds[0]["cells"] == [cell for line in lines for cell in line]
        assert kinds[1]["summary"].endswith("one is twice the other.")
        numbers_said.append(kinds[0]["summary"].partition(" at least ")[2].split()[0])
    assert numbers_said == ["5.", "3.", "its"]


def test_a_link_that_has_a_rule_as_drawing_only_says_so() -> None:
    board = {"givens": "." * 16, "constraints": [{"rule": "thermo", "cells": ["r1c1", "r1c2"]}]}
    question = {"puzzle": json.dumps(board)}
    for lang, title in (("en", "Thermometer"), ("ja", "サーモ")):
        texts = answer("convert", {**question, "lang": lang}, RequestContext(60))["texts"]
        lost = {one["format"]: one["lost"] for one in texts if "text" in one}
        assert lost == {"sudokupad": [title], "sudokumaker": [], "json": [], "fpuzzles": []}


def test_japanese_dark_and_touch_on_a_narrow_screen(opened: View) -> None:
    page = opened(
        locale="ja-JP",
        color_scheme="dark",
        has_touch=True,
        viewport={"width": 390, "height": 844},
    )
    assert page.locator("html").get_attribute("lang") == "ja"
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("#cell-r1c3").tap()
    page.locator(".pad button").nth(3).tap()
    assert label(page, "r1c3") == "1行3列: 4"
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, a, input, select')]
            .filter(one => one.checkVisibility() && !one.matches('.skip, [type=checkbox]'))
            .filter(one => { const box = one.getBoundingClientRect();
                             return box.height < 44 || box.width < 44; })
            .map(one => one.outerHTML.slice(0, 80))"""
    )
    assert small == []
    page.get_by_role("button", name="ヒント").tap()
    said(page, "探してみましょう")


def test_print_shows_the_board_alone(opened: View) -> None:
    page = opened()
    page.locator("#cell-r1c3").click()
    page.locator("#theme").click()  # dark on the screen, but not on paper
    page.locator("svg.printed").wait_for(state="attached")
    page.emulate_media(media="print")
    assert page.locator("sudoku-board").is_visible()
    assert page.locator("sudoku-board svg:visible .paper").get_attribute("fill") == "#ffffff"
    colours = "one => [getComputedStyle(one).color, getComputedStyle(one).outlineStyle]"
    assert page.locator("h1").evaluate(colours)[0] == "rgb(29, 33, 37)"
    assert page.locator("#cell-r1c3").evaluate(colours)[1] == "none"
    assert not page.locator(".side").is_visible()
    assert not page.locator("header").is_visible()


@pytest.mark.full
def test_forced_colours_keep_the_selection_visible(opened: View) -> None:
    page = opened(forced_colors="active")
    page.locator("#cell-r5c5").click()
    line = page.locator(".selection > path").last
    stroke = line.evaluate("one => getComputedStyle(one).stroke")
    paper = page.locator(".grounds").evaluate("one => getComputedStyle(one).backgroundColor")
    assert stroke not in ("none", paper)
    assert stroke == page.evaluate(
        """() => {
            const one = document.createElement("i");
            one.style.color = "Highlight";
            document.body.append(one);
            return getComputedStyle(one).color;
        }"""
    )
    assert 4 * 50 < line.evaluate("one => one.getTotalLength()") < 4 * 64  # round the cell


def test_a_link_that_was_cut_is_named(opened: View) -> None:
    page = opened("#play/%E0%A4%A")
    assert said(page, "is not a puzzle")


def test_reload_goes_on_where_the_player_was(opened: View) -> None:
    page = opened()
    page.locator("#cell-r1c3").click()
    page.keyboard.press("Digit4")
    page.keyboard.press("Digit2")
    page.keyboard.press("Control+KeyZ")
    page.keyboard.press("v")
    page.reload()
    page.wait_for_selector("main[data-ready]")
    assert label(page, "r1c3") == "row 1 column 3: 4"
    assert page.locator("[data-mode=colour][aria-pressed=true]").count() == 1
    page.keyboard.press("Control+KeyY")
    assert label(page, "r1c3") == "row 1 column 3: 2"
    page.keyboard.press("Control+KeyZ")
    page.keyboard.press("Control+KeyZ")
    assert label(page, "r1c3") == "row 1 column 3: empty"


def test_the_labels_are_those_of_the_catalogues(address: str) -> None:
    with urllib.request.urlopen(f"{address}strings.json") as page:
        assert page.headers["Content-Type"] == "application/json"
        strings = json.load(page)
    assert strings == app_labels()
    assert strings["apply"]["en"] == "Apply this step"
    assert strings["cell"]["ja"] == "{row}行{column}列"
    assert strings[LANGUAGES] == {lang: catalogue(lang, "common").name for lang in languages()}
    assert all(set(texts) == {*languages()} and all(texts.values()) for texts in strings.values())


@pytest.mark.parametrize(
    ("locale", "lang"), [("de-AT", "de"), pytest.param("pt-PT", "en", marks=pytest.mark.full)]
)
def test_the_app_is_in_every_language_of_the_catalogues(
    opened: View, locale: str, lang: str
) -> None:
    page = opened(locale=locale)
    chosen = page.get_by_label(catalogue(lang, "app").texts["language"], exact=True)
    assert chosen.input_value() == lang
    names = chosen.locator("option").all_text_contents()
    assert names == [catalogue(code, "common").name for code in languages()]
    assert {"English", "日本語", "简体中文", "Deutsch"} <= {*names}
    for other in languages():
        chosen = page.locator("#lang")
        chosen.select_option(other)
        page.locator(f"html[lang={other}]").wait_for()
        page.get_by_role("button", name=app_labels()["check"][other]).wait_for()
        assert label(page, "r1c1").startswith(app_labels()["cell"][other].format(row=1, column=1))
    page.reload()
    page.locator(f"html[lang={other}]").wait_for()


def test_assets_are_small() -> None:
    folder = Path(satdoku.__file__).parent / "web" / "static"
    fetched = [file for file in folder.iterdir() if not file.name.startswith("screen-")]
    assert sum(file.stat().st_size for file in fetched) <= 300_000


def test_screenshots_are_there_and_small() -> None:
    docs = Path(__file__).parents[2] / "docs"
    pages = "".join(path.read_text(encoding="utf-8") for path in docs.glob("*.md"))
    named = re.findall(r"\]\(([\w-]+)\.png\)", pages)
    assert {"serve-play", "serve-set", "path-viewer", "book-page", "book-worksheet"} <= {*named}
    for name in named:
        assert 5_000 < (docs / f"{name}.png").stat().st_size < 60_000


def test_moves_are_judged() -> None:
    moves = {"r1c6=8": "forced", "r1c3<>5": "known", "r1c3<>4": "false", "r1c4=2": "false"}
    for lang, words in (("en", "hidden single"), ("ja", "隠れた単独候補")):
        question = {"puzzle": EASY, "moves": list(moves), "lang": lang}
        judged = answer("move", question, RequestContext(60))["moves"]
        assert [one["verdict"] for one in judged] == list(moves.values())
        assert words in judged[0]["text"]
        assert [one["text"] for one in judged[1:]] == [None] * 3  # what is right is not given away


def test_a_move_that_nothing_shows_is_a_guess() -> None:
    question = {"puzzle": "1....2..4......3", "moves": ["r1c2=4"]}
    (forced,) = answer("move", question, RequestContext(60))["moves"]
    (guess,) = answer("move", {**question, "lit": ["r1c1"]}, RequestContext(60))["moves"]
    assert (forced["verdict"], guess["verdict"]) == ("forced", "guess")
    for wrong in ([], "r1c2=1", ["r1c2"], ["r99c1=1"], ["r1c2=0"]):
        with pytest.raises(satdoku.FormatError, match=r"moves|claim"):
            answer("move", {**question, "moves": wrong}, RequestContext(60))


def test_the_players_own_move_is_named(opened: View) -> None:
    page = opened(f"#play/{EASY}")
    page.keyboard.press("w")
    said(page, "No digit has been written")
    page.locator("#cell-r1c6").click()
    page.keyboard.press("Digit8")
    page.keyboard.press("Control+Shift+Digit3")  # a colour is no move
    page.keyboard.press("w")
    assert said(page, "hidden single").endswith("So r1c6 = 8.")
    page.locator("#cell-r1c3").click()
    page.keyboard.press("Digit1")
    helped(page, "What did I do?")
    said(page, "r1c3=1 is wrong.")
    page.keyboard.press("Control+KeyZ")
    for digit in (4, 1, 1):  # a candidate is taken away
        page.keyboard.press(f"Control+Digit{digit}")
    page.keyboard.press("w")
    said(page, "r1c3≠1 is forced")


def test_a_solved_puzzle_ends_with_how_it_went_and_ways_on(opened: View) -> None:
    page = opened(f"#play/{NEARLY}", reduced_motion="no-preference")
    page.keyboard.press("h")
    said(page, "Look for")
    for cell, digit in enumerate(SOLUTION):
        if NEARLY[cell] == ".":
            page.locator(f"#cell-r{cell // 9 + 1}c{cell % 9 + 1}").click()
            page.keyboard.press(digit)
    said(page, "Solved!")
    facts = page.locator(".facts")
    facts.get_by_text("Usual time for this puzzle").wait_for()
    clues = 81 - NEARLY.count(".")
    assert facts.inner_text().split("\n")[:2] == [f"Easy, {clues} givens, ER 1.0", "Hints used: 1"]
    assert page.locator("h1").inner_text() == f"Easy, {clues} givens, ER 1.0"
    moving = "one => getComputedStyle(one).animationName"
    digits = page.locator("sudoku-board .digit")
    assert digits.first.evaluate(moving) == "won"
    page.emulate_media(reduced_motion="reduce")
    assert digits.first.evaluate(moving) == "none"
    page.get_by_role("button", name="Another puzzle").click()
    page.wait_for_function("() => document.querySelectorAll('.square .digit').length < 60")
    assert re.fullmatch(r"Easy, \d\d givens, ER [12]\.\d", page.locator("h1").inner_text())
    page.get_by_role("button", name="New").click()
    game = page.locator("dialog .games button")
    assert f"Easy, {clues} givens, ER 1.0" in game.inner_text()
    assert game.locator("svg .own").count() == 1
    given = game.locator("svg path").nth(1).get_attribute("d") or ""
    assert given.count("M") == clues
    assert game.locator("progress").evaluate("one => one.value / one.max") == 1
