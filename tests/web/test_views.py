"""Setting, generating and learning in a real browser; every view without a fault of access."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

import satdoku
from satdoku.formats import write
from satdoku.puzzle import Document, Position
from satdoku.web.fields import RequestContext
from satdoku.web.questions import answer as ask
from tests.shared import thinned
from tests.web.drawing import choose, turned

if TYPE_CHECKING:
    from playwright.sync_api import Page

View = Callable[..., "Page"]
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


SCREENS: list[dict[str, Any]] = [
    {"viewport": {"width": 1280, "height": 800}},
    {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark", "locale": "ja-JP"},
    {"viewport": {"width": 844, "height": 390}, "locale": "ja-JP"},
    {"viewport": {"width": 844, "height": 390}, "color_scheme": "dark"},
]


def label(page: Page, cell: str) -> str:
    return page.locator(f"#cell-{cell}").get_attribute("aria-label") or ""


def verdict(page: Page, name: str) -> None:
    page.locator(f".verdict[data-verdict={name}]").wait_for()


def drawn(page: Page, cells: list[str]) -> None:
    """Drag over some cells."""
    boxes = [page.locator(f"#cell-{cell}").bounding_box() for cell in cells]
    places = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    page.mouse.move(*places[0])
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*place, steps=4)
    page.mouse.up()


def test_draw_rules_and_see_the_verdict_and_the_candidates(opened: View) -> None:
    page = opened(f'#set/{{"givens":"{"." * 16}"}}')
    verdict(page, "multiple")
    shown = page.locator(".all:visible")
    assert label(page, "r1c2").endswith("candidates 1 2 3 4")
    assert shown.count() == 0  # nothing is excluded yet
    choose(page, "thermo")
    drawn(page, ["r1c1", "r1c2", "r1c3", "r1c4"])
    page.locator(".list li", has_text="thermometer").wait_for()
    page.wait_for_function(
        "() => document.getElementById('cell-r1c2').ariaLabel.endsWith('candidates 2')"
    )
    assert page.locator("#cell-r1c2 .all").is_visible()
    choose(page, "killer-cage")
    page.locator("input[type=number]").fill("7")
    drawn(page, ["r2c1", "r3c1"])
    page.locator(".list li", has_text="killer cage of 7").wait_for()
    page.locator("#cell-r4c4").click()
    page.keyboard.press("Digit1")  # also the tap on one cell must add no cage of one cell
    page.wait_for_function(
        "() => document.getElementById('cell-r4c4').ariaLabel.includes('given 1')"
    )
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function(
        "() => document.getElementById('cell-r4c4').ariaLabel.includes('candid')"
    )
    page.get_by_role("button", name=re.compile("^Remove: thermo")).click()
    page.wait_for_function(
        "() => document.getElementById('cell-r1c2').ariaLabel.endsWith('1 2 3 4')"
    )


def test_a_rule_that_is_refused_can_be_mended(opened: View) -> None:
    page = opened(f'#set/{{"givens":"{"." * 16}"}}')
    choose(page, "contain")
    drawn(page, ["r1c1", "r1c2"])
    page.locator("section input[inputmode=numeric]").fill("7")
    page.get_by_role("button", name="Add this rule").click()
    page.locator(".answer.bad").wait_for()
    page.locator("section input[inputmode=numeric]").fill("2")
    page.get_by_role("button", name="Add this rule").click()
    page.locator(".list li", has_text="content clue of 2 in r1c1 and r1c2").wait_for()
    assert page.locator(".answer.bad").count() == 0


def answer(page: Page) -> str:
    return page.locator(".answer").first.inner_text()


def test_givens_typed_fast_all_arrive_and_go_back_one_by_one(opened: View) -> None:
    page = opened(f'#set/{{"givens":"{"." * 81}"}}', late={"view": 300, "judge": 300})
    page.locator("[data-rule=anti-king]").click()
    page.get_by_role("button", name="Add this rule").click()  # on its way while digits are typed
    page.locator("#cell-r1c1").click()
    for digit in "534678912":
        page.keyboard.press(f"Digit{digit}")
        page.keyboard.press("ArrowRight")
    page.locator(".list li", has_text="anti-king").wait_for()
    page.wait_for_function(
        "() => document.getElementById('cell-r1c9').ariaLabel.endsWith('given 2')"
    )
    typed = [label(page, f"r1c{column}")[-1] for column in range(1, 10)]
    assert "".join(typed) == "534678912"
    for _ in range(5):
        page.keyboard.press("Control+KeyZ")
    page.keyboard.press("Control+KeyY")
    page.wait_for_function(
        "() => !document.getElementById('cell-r1c6').ariaLabel.includes('given')"
        " && document.getElementById('cell-r1c5').ariaLabel.includes('given')"
    )
    # The language is changed in the middle of it: nothing is lost.
    page.locator("#cell-r9c1").click()
    page.keyboard.press("Digit1")
    page.locator("#lang").select_option("ja")
    page.locator("#cell-r9c2").click()
    page.get_by_role("heading", name="作る").wait_for()
    page.keyboard.press("Digit4")  # in the cell that was chosen before the page was built anew
    page.wait_for_function("() => /4$/.test(document.getElementById('cell-r9c2').ariaLabel)")
    assert label(page, "r9c1").endswith("1")
    assert label(page, "r1c5").endswith("7")
    assert page.locator(".list li", has_text="アンチキング").count() == 1


def test_what_was_known_of_the_board_before_goes_at_once(opened: View) -> None:
    clue = '{"rule":"thermo","cells":["r1c1","r1c2","r1c3","r1c4"]}'
    page = opened(f'#set/{{"givens":"{"." * 16}","constraints":[{clue}]}}', late={"judge": 1500})
    verdict(page, "multiple")
    page.locator("#cell-r1c2 .only").wait_for()
    page.get_by_role("button", name="What can be removed?").click()
    page.wait_for_function("() => document.querySelector('.answer').textContent.length > 9")
    page.get_by_role("button", name=re.compile("^Remove: thermo")).click()
    page.locator(".list li", has_text="None yet").wait_for()
    assert page.locator(".verdict").get_attribute("data-verdict") == "asked"
    assert page.locator(".only").count() == 0
    assert label(page, "r1c2").endswith("empty")
    assert (
        float(page.locator("#cell-r1c2 .all").evaluate("one => getComputedStyle(one).opacity")) < 1
    )
    assert answer(page) == ""
    verdict(page, "multiple")
    assert label(page, "r1c2").endswith("1 2 3 4")
    page.locator("#cell-r1c1").click()
    page.keyboard.press("Digit1")
    page.locator(".title summary").click()
    page.get_by_role("button", name="Import").click()  # another puzzle: nothing of this one
    page.locator("#import").fill("....")
    page.locator("#import").fill("." * 81)
    page.get_by_role("button", name="Load").click()
    page.locator("#cell-r9c9").wait_for()
    assert page.locator(".all").count() == 0


def test_an_answer_to_the_board_before_is_not_shown(opened: View) -> None:
    page = opened('#set/{"givens":"123............1"}', late={"diagnose": 3000})
    verdict(page, "multiple")
    page.get_by_role("button", name="What is wrong?").click()
    page.locator(".busy").first.wait_for()
    page.locator("#cell-r2c4").click()
    page.keyboard.press("Digit2")
    page.wait_for_timeout(3500)
    assert answer(page) == ""
    assert page.evaluate("asked.map(({ ask }) => ask)").count("cancel") == 1


@pytest.mark.parametrize("options", SCREENS)
def test_one_stroke_draws_a_circle_and_its_cells(opened: View, options: dict[str, Any]) -> None:
    page = opened(f'#set/{{"givens":"{"." * 16}"}}', **options)
    assert page.evaluate("document.documentElement.scrollWidth") <= options["viewport"]["width"]
    choose(page, "arrow")
    page.locator("sudoku-board").scroll_into_view_if_needed()
    box = page.locator("sudoku-board").bounding_box()
    assert box is not None
    assert box["height"] <= options["viewport"]["height"]  # all of it can be seen at once
    drawn(page, ["r1c1", "r2c1", "r3c1"])
    words = "アロー(r1c1・r2c1・r3c1)" if "locale" in options else "arrow in r1c1, r2c1 and r3c1"
    page.locator(".list li", has_text=words).wait_for(state="attached")
    page.keyboard.press("Control+KeyZ")
    page.locator(".list li", has_text=words).wait_for(state="detached")


def test_a_circle_can_be_chosen_first(opened: View) -> None:
    page = opened(f'#set/{{"givens":"{"." * 16}"}}')
    choose(page, "arrow")
    page.locator("#cell-r1c2").click()  # the circle first, then a stroke that begins there
    drawn(page, ["r1c2", "r2c2", "r3c2"])
    page.locator(".list li", has_text="arrow in r1c2, r2c2 and r3c2").wait_for()
    page.locator("#cell-r1c3").click()
    drawn(page, ["r2c3", "r3c3"])
    page.locator(".list li", has_text="arrow in r1c3, r2c3 and r3c3").wait_for()
    choose(page, "ambiguous-arrow")
    drawn(page, ["r4c4", "r3c4", "r2c4"])
    drawn(page, ["r4c4", "r4c3"])
    page.get_by_role("button", name="Add this rule").click()
    page.locator(".list li", has_text="r3c4").wait_for()
    rules = page.evaluate("JSON.parse(localStorage.set).constraints")
    assert rules[-1]["bulb"] == "r4c4"
    assert rules[-1]["lines"] == [["r3c4", "r2c4"], ["r4c3"]]
    assert len(rules) == 3


def test_a_clue_with_a_fault_stays_a_draft_with_its_reason(opened: View) -> None:
    page = opened(f'#set/{{"givens":"{"." * 16}"}}')
    verdict(page, "multiple")
    choose(page, "killer-cage")
    page.locator("input[type=number]").fill("30")
    drawn(page, ["r1c1", "r1c2"])
    page.locator(".answer.bad", has_text="30").wait_for()
    assert page.locator(".verdict").get_attribute("data-verdict") == "multiple"
    assert page.locator(".square.look").count() == 2
    assert page.locator(".list li", has_text="None yet").count() == 1
    page.locator("input[type=number]").fill("3")
    page.get_by_role("button", name="Add this rule").click()
    page.locator(".list li", has_text="killer cage of 3").wait_for()
    assert page.locator(".square.look").count() == 0


@pytest.mark.full
def test_a_clash_is_explained_and_a_spare_clue_named(opened: View) -> None:
    page = opened('#set/{"givens":"123............1"}')
    page.locator("#cell-r2c4").click()
    page.keyboard.press("Digit4")
    verdict(page, "none")
    page.get_by_role("button", name="What is wrong?").click()
    page.wait_for_function("() => /r2c4/.test(document.querySelector('.answer').textContent)")
    page.keyboard.press("Delete")
    verdict(page, "multiple")


CAGE = {"rule": "killer-cage", "cells": ["r2c1", "r2c2"], "sum": 3}
THERMO = {"rule": "thermo", "cells": ["r2c4", "r3c4", "r4c4"]}


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(
    ("givens", "rules", "cells"),
    [
        ("1234...........4", [], "r1c4 r4c4"),
        (f"{'.' * 11}1....", [THERMO], "r2c4 r3c4 r4c4"),
        ("..............21", [CAGE, {**CAGE, "sum": 4}], "r2c1 r2c2"),
        ("12343412214.4321", [], ""),
    ],
)
def test_the_cells_of_a_diagnosis_come_from_its_data(
    lang: str, givens: str, rules: list[dict[str, Any]], cells: str
) -> None:
    """Whatever stands around them in a sentence; and it begins with no word for scripts."""
    puzzle = json.dumps({"givens": givens, "constraints": rules})
    answer = ask("diagnose", {"puzzle": puzzle, "lang": lang}, RequestContext(60))
    assert sorted(answer["cells"]) == cells.split()
    assert not re.match("[a-z]+:", answer["text"])


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_cells_that_could_be_spared_are_those_of_givens_and_clues(lang: str) -> None:
    board = {"givens": "1234..1221434321", "constraints": [{**CAGE, "sum": 7}]}
    answer = ask("spare", {"puzzle": json.dumps(board), "lang": lang}, RequestContext(60))
    assert {"r2c1", "r2c2", "r4c4"} <= set(answer["cells"])
    assert not re.search("(^|\n *)[a-z]+:", answer["text"])


def test_a_rule_is_told_as_on_its_page() -> None:
    from satdoku.answers.pages import rule_parts
    from satdoku.constraints import REGISTRY

    page = ask("rule", {"rule": "thermo", "lang": "de"}, RequestContext(60))
    assert page == {"rule": "thermo", "parts": rule_parts(REGISTRY["thermo"], "de")}


def test_a_rating_has_the_level_of_hodoku_beside_it() -> None:
    from satdoku.answers.rating import RatingAnswer

    pytest.importorskip("satdoku.core", reason="rating needs the compiled core")
    puzzle = ".37....8..5....3..1.4..6...2....4.5.....2...7.15.8.....9....6.1361..7..9.......3."
    rated = ask("rate", {"puzzle": puzzle, "lang": "de"}, RequestContext(60))
    beside = satdoku.rate(puzzle, scale="hodoku")
    assert isinstance(beside, RatingAnswer)
    assert rated["hodoku"]["score"] == beside.scores["score"]
    assert (beside.level, rated["hodoku"]["level"]) == ("medium", "mittel")


def test_a_page_of_a_technique_without_time_has_no_picture() -> None:
    page = ask("technique", {"technique": "x-wing"}, RequestContext(0))
    assert len(page["parts"]) == 4
    assert "shown" not in page


@pytest.mark.parametrize("lang", ["ja", pytest.param("en", marks=pytest.mark.full)])
@pytest.mark.parametrize("part", thinned(range(9), 9))
def test_a_page_of_a_technique_shows_no_names_of_the_code(lang: str, part: int) -> None:
    from satdoku.techniques.catalogue import all_techniques

    for one in all_techniques()[part::9]:
        page = ask("technique", {"technique": one.name, "lang": lang}, RequestContext(60))
        texts = [text for _, paragraphs in page["parts"] for text in paragraphs]
        assert len(texts) >= 4
        assert lang == "en" or not any(text.isascii() for text in texts)
        assert not any("`" in text or "Pattern:" in text for text in texts)


@pytest.mark.full
def test_rules_by_keyboard_alone(opened: View) -> None:
    page = opened(f'#set/{{"givens":"{"." * 16}"}}')
    page.locator("input[type=search]").fill("renban")
    page.locator("[data-rule=renban]").focus()
    page.keyboard.press("Enter")
    page.locator("#cell-r1c1").focus()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("NumpadEnter")
    page.locator(".list li", has_text="r1c1, r1c2 and r1c3").wait_for()


def test_outside_clues_are_placed_by_click_tap_and_keyboard(opened: View) -> None:
    empty = f'#set/{{"givens":"{"." * 16}"}}'
    page = opened(empty, has_touch=True, viewport={"width": 390, "height": 844})
    choose(page, "sandwich")
    assert page.locator(".beyond").count() == 16
    page.get_by_role("button", name="left 2", exact=True).tap()
    page.keyboard.type("5")
    page.locator(".list li", has_text="sandwich of 5 in row 2").wait_for(state="attached")
    page.locator("section input[type=number]").last.fill("0")
    page.get_by_role("button", name="bottom 3", exact=True).click()  # the number is known
    page.locator(".list li", has_text="sandwich of 0 in column 3").wait_for(state="attached")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    choose(page, "little-killer")
    page.locator("#cell-r1c1").focus()
    page.keyboard.press("ArrowUp")  # beyond the border
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.ariaLabel") == "top 2"
    page.keyboard.press("Enter")
    page.get_by_role("button", name="top 2", exact=True).press("Enter")  # the other direction
    page.keyboard.type("6")
    page.locator(".list li", has_text="little killer of 6 from r1c3").wait_for(state="attached")
    assert page.evaluate("document.activeElement.ariaLabel") == "top 2"  # of the board drawn anew
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.id") == "cell-r1c2"
    choose(page, "little-killer")  # put away
    assert page.locator(".beyond").count() == 0


def test_names_and_labels_of_rules_in_japanese(opened: View) -> None:
    page = opened(f'#set/{{"givens":"{"." * 16}"}}')
    choose(page, "sandwich")
    page.locator("#lang").select_option("ja")
    page.get_by_role("button", name="左 2").wait_for()  # what is drawn stays
    assert page.get_by_label("間の数字の合計").count() == 1
    choose(page, "sandwich")  # by any of its names
    assert (
        page.locator("[data-rule=sandwich] > :last-child").inner_text().startswith("サンドイッチ")
    )


def test_every_rule_has_a_form_and_what_it_asks_is_what_the_server_reads(opened: View) -> None:
    """Forms come from the parameters alone: each rule shows one part for each of them."""
    from satdoku.constraints import REGISTRY

    page = opened(f'#set/{{"givens":"{"." * 16}"}}')
    shown = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('[data-rule]')].map(one => {
            one.click();
            const parts = document.querySelectorAll('label.field, .drawn, #add-rule ~ *, .tick');
            const form = document.getElementById('add-rule').closest('section');
            const count = form.querySelectorAll('.drawn, h2 ~ label.tick, h2 ~ label.field').length;
            one.click();
            return [one.dataset.rule, count];
        }))"""
    )
    assert shown == {name: len(kind.parameters) for name, kind in REGISTRY.items()}


def test_generate_play_and_edit(opened: View) -> None:
    page = opened("#generate")
    page.get_by_label("Size").select_option("4")
    page.get_by_label("How many").select_option("1")
    page.get_by_text("Rules", exact=True).click()
    page.locator("[data-rule=diagonal]").click()
    page.locator("[data-rule=disjoint-groups]").click()
    page.get_by_role("button", name="Make puzzles").click()
    page.locator("article svg").wait_for()
    page.get_by_role("button", name="Edit").click()
    page.locator(".list li", has_text="diagonal").wait_for()
    page.locator(".list li", has_text="disjoint groups").wait_for()
    verdict(page, "unique")
    turned(page, "publish")
    page.get_by_role("button", name="Play it").click()
    page.wait_for_selector("main[data-ready=play]")
    assert page.locator("[role=gridcell]").count() == 16


def test_generated_puzzles_have_level_and_minutes(opened: View) -> None:
    page = opened("#generate")
    page.locator(".levels [data-level=easy]").click()
    page.get_by_label("How many").select_option("1")
    page.get_by_role("button", name="Make puzzles").click()
    words = page.locator("article .muted").inner_text()
    assert re.fullmatch(r"\d+ givens · easy, ER [12]\.\d · about \d+ min", words)


def test_the_course_has_an_order_and_counts_what_was_practised(opened: View) -> None:
    page = opened("#learn")
    first = page.locator(".tiles").first.locator("a")
    assert first.all_inner_texts()[0] == "Full house\n1 · SE 1.0"
    heads = page.locator("h2.level").all_inner_texts()
    assert [words.split()[0] for words in heads[:3]] == ["Easy", "Medium", "Hard"]
    page.get_by_role("link", name="Go on: full house").click()
    page.get_by_role("link", name="hidden single →").wait_for()
    page.get_by_role("button", name="Practice").click()
    page.wait_for_selector("main[data-ready=play]")
    page.get_by_role("link", name="Learn").click()
    page.get_by_role("link", name="Go on: hidden single").wait_for()
    assert page.locator(".tiles a.done").all_inner_texts() == [
        "Full house\n1 · SE 1.0 · ✓ practised 1×"
    ]
    assert page.locator(".course p").inner_text().startswith("1 of ")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_lesson_shows_its_pictures_one_after_the_other(opened: View, motion: str) -> None:
    """By themselves, until one is chosen; not where the system asks for less motion."""
    page = opened("#learn", reduced_motion=motion)
    page.clock.install()
    page.locator(".tiles a").first.click()
    steps = page.locator(".lesson > .row > button[aria-pressed]")
    steps.first.wait_for()

    def shown() -> str:
        (number,) = page.locator(".lesson [aria-pressed=true]").all_inner_texts()
        assert page.locator(".lesson .now").count() == 2  # a picture and its sentence
        page.clock.run_for(3600)
        return number

    if motion == "reduce":
        assert [shown() for _ in range(3)] == ["1", "1", "1"]
        return
    assert [shown() for _ in range(4)] == ["1", "2", "3", "3"]
    page.get_by_role("button", name="Restart").click()
    assert [shown() for _ in range(2)] == ["1", "2"]
    page.get_by_role("button", name="Restart").click()
    page.get_by_role("button", name="Step 2").click()
    assert [shown() for _ in range(3)] == ["2", "2", "2"]


def test_a_technique_with_its_board_and_a_position_to_practise(opened: View) -> None:
    page = opened("#learn")
    page.locator("input[type=search]").fill("pinned")  # another name that it goes by
    assert page.locator(".tiles a").count()
    page.locator("input[type=search]").fill("hidden pair")
    page.locator(".tiles a").first.click()
    page.locator(".picture svg").first.wait_for()
    assert page.locator(".picture svg").count() == 3
    assert page.get_by_role("heading", name="How to spot it").count() == 1
    page.get_by_role("button", name="Worksheet").click()
    page.locator("a[download]").wait_for()
    page.goto(re.sub("#.*", "#learn/hidden-single", page.url))
    page.get_by_role("button", name="Practice").click()
    page.wait_for_selector("main[data-ready=play]")
    page.keyboard.press("h")
    page.wait_for_function(
        "() => /hidden single/i.test(document.querySelector('.answer').textContent)"
    )


@pytest.mark.parametrize(
    ("fragment", "options"),
    [
        ("#play", {}),
        pytest.param("#play", {"color_scheme": "dark", "locale": "ja-JP"}, marks=pytest.mark.full),
        (f'#play/{{"givens":"{EASY}","fog":{{"lamps":["r1c1"]}}}}', {}),
        ("#set", {}),
        pytest.param("#generate", {"color_scheme": "dark"}, marks=pytest.mark.full),
        pytest.param("#learn", {}, marks=pytest.mark.full),
        pytest.param("#learn/x-wing", {"color_scheme": "dark"}, marks=pytest.mark.full),
    ],
)
def test_no_fault_of_access(opened: View, fragment: str, options: dict[str, Any]) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = opened(fragment, bypass_csp=True, **options)
    if fragment == "#set":
        choose(page, "killer-cage")
    report = axe.run(page)
    assert report.violations_count == 0, report.generate_report()


@pytest.mark.full
def test_the_whole_app_on_a_narrow_screen(opened: View) -> None:
    page = opened("#set", viewport={"width": 390, "height": 844}, has_touch=True)
    for view in ("#set", "#generate", "#learn", "#learn/x-wing"):
        page.goto(re.sub("#.*", view, page.url))
        page.locator("h1").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.full
def test_a_puzzle_shared_with_rules_is_the_same_puzzle(opened: View) -> None:
    page = opened(f'#set/{{"givens":"{EASY}","constraints":[{{"rule":"anti-king"}}]}}')
    turned(page, "publish")
    page.get_by_role("button", name="Links and formats").click()
    page.locator("dialog .copy").nth(1).wait_for()
    texts = [one.input_value() for one in page.locator("dialog .copy input").all()]
    own, *others = texts
    assert len(others) >= 3
    for text in others:
        assert [one.name for one in satdoku.parse(text).constraints] == ["anti-king"]
    assert "given 5" in label(page, "r1c1")
    other = opened(f'#set/{{"givens":"{"." * 81}"}}')  # the app reads its own links
    other.locator(".title summary").click()
    other.get_by_role("button", name="Import").click()
    other.locator("#import").fill(own)
    other.get_by_role("button", name="Load").click()
    other.locator(".list li", has_text="anti-king").wait_for()


def test_a_setter_imports_a_game_in_progress_as_its_puzzle(opened: View) -> None:
    game = Position.of(satdoku.parse("12..34......4321")).place(2, 3)
    page = opened(f'#set/{{"givens":"{"." * 16}"}}')
    page.locator(".title summary").click()
    page.get_by_role("button", name="Import").click()
    page.locator("#import").fill(write(Document(game.puzzle, game), "json"))
    page.get_by_role("button", name="Load").click()
    page.locator("dialog[open]").wait_for(state="detached")
    assert "given 1" in label(page, "r1c1")
    assert "given" not in label(page, "r1c3")


def test_links_name_the_rules_that_they_only_draw(opened: View) -> None:
    clue = '{"rule":"thermo","cells":["r1c1","r1c2"]}'
    page = opened(f'#set/{{"givens":"{"." * 16}","constraints":[{clue}]}}')
    turned(page, "publish")
    page.get_by_role("button", name="Links").click()
    drawn_only = page.locator("dialog p.muted", has_text="drawings or words only")
    drawn_only.wait_for()
    assert drawn_only.all_inner_texts()[0].startswith("SudokuPad: ")
    assert drawn_only.all_inner_texts()[0].endswith(": Thermometer")
    assert drawn_only.count() == 1
