"""The setter in a real browser: clues are drawn, chosen, changed and copied; what a puzzle needs
besides before it is published; and the link that is published reads back whole."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

import satdoku
from satdoku.constraints import REGISTRY
from satdoku.formats import FORMATS, parse
from tests.web.drawing import CLUES, Hand, choose, draw, middle, turned
from tests.web.test_play import EASY, SOLUTION
from tests.web.test_screens import SCREENS

if TYPE_CHECKING:
    from playwright.sync_api import Page

View = Callable[..., "Page"]
EMPTY = f'#set/{{"givens":"{"." * 16}"}}'
PHONE = {"viewport": {"width": 390, "height": 844}, "locale": "ja-JP"}


def doc(page: Page) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(page.evaluate("localStorage.set ?? '{}'"))
    return data


def settled(page: Page, test: str) -> None:
    """Wait for something of the puzzle, ``doc``."""
    page.wait_for_function(f"() => {{ const doc = JSON.parse(localStorage.set); return {test}; }}")


def test_a_clue_costs_no_more_strokes_and_keys_than_elsewhere(opened: View) -> None:
    page = opened("#set")
    costs = {clue.rule: (draw(page, clue), clue.others) for clue in CLUES}
    assert len(costs) == len(CLUES)
    assert {rule: both for rule, both in costs.items() if both[0] > both[1]} == {}


def test_the_clue_itself_is_under_the_pointer_and_fields_are_empty_after_it(opened: View) -> None:
    page = opened(EMPTY, late={"view": 2000})
    choose(page, "thermo")
    hand = Hand(page)
    page.mouse.move(*hand._at(middle("r1c1")))
    page.mouse.down()
    page.mouse.move(*hand._at(middle("r1c3")), steps=6)
    page.locator(".sketch circle.bulb").wait_for()
    page.locator('.sketch path.line[d="M32 32L96 32L160 32"]').wait_for(state="attached")
    page.mouse.up()
    page.locator(".sketch").wait_for(state="detached")
    choose(page, "white-dot")
    page.mouse.move(*hand._at((2.5, 1.0)))  # over an edge
    page.locator(".sketch circle.dot").wait_for()
    page.locator(".field-of-play circle.bulb").wait_for()  # the view is drawn anew below
    assert page.locator(".sketch circle.dot").count() == 1
    choose(page, "killer-cage")
    page.locator("input[type=number]").fill("3")
    hand.cells("r3c1", "r3c2")
    settled(page, "doc.constraints?.at(-1).sum === 3")
    assert page.locator("input[type=number]").input_value() == ""
    hand.cells("r4c1", "r4c2")
    settled(page, "doc.constraints.length === 3")
    assert "sum" not in doc(page)["constraints"][-1]


@pytest.mark.parametrize("options", [{}, PHONE])
def test_a_clue_is_chosen_changed_copied_and_deleted(opened: View, options: dict[str, Any]) -> None:
    japanese = bool(options)
    page = opened(EMPTY, **options)
    hand = Hand(page)
    choose(page, "killer-cage")
    hand.cells("r1c1", "r1c2")
    settled(page, "doc.constraints?.length === 1")
    page.keyboard.press("7")
    settled(page, "doc.constraints[0].sum === 7")
    page.keyboard.press("Backspace")
    settled(page, "!('sum' in doc.constraints[0])")
    page.keyboard.type("99")  # no sum of two cells: the clue stays as it is, with the reason
    page.locator(".answer.bad").wait_for()
    assert "sum" not in doc(page)["constraints"][0]
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")  # the rule is put away
    assert page.locator("#add-rule").count() == 0
    hand.cells("r1c1")
    hand.cells("r1c1")  # the cell first, then its clue
    assert page.locator(".clue[aria-pressed=true]").count() == 1
    page.keyboard.press("6")
    settled(page, "doc.constraints[0].sum === 6 && doc.givens[0] === '.'")
    hand.cells("r1c2", "r2c2")  # drag it larger
    settled(page, "doc.constraints[0].cells.length === 3")
    page.get_by_role("button", name="複製" if japanese else "Copy", exact=True).click()
    hand.cells("r3c3")
    settled(page, "doc.constraints.length === 2")
    assert doc(page)["constraints"][1]["cells"] == ["r3c3", "r3c4", "r4c4"]
    turned(page, "list")
    page.locator("button.clue").first.click()
    page.get_by_role("button", name="削除" if japanese else "Delete", exact=True).click()
    settled(page, "doc.constraints.length === 1")
    page.keyboard.press("Control+KeyZ")
    settled(page, "doc.constraints.length === 2")
    page.keyboard.press("Control+KeyZ")
    page.keyboard.press("Control+KeyZ")
    page.keyboard.press("Control+KeyZ")
    settled(page, "!('sum' in doc.constraints[0])")


def test_an_end_is_dragged_and_a_number_typed_goes_back_in_one_step(opened: View) -> None:
    page = opened("#set")
    hand = Hand(page)
    choose(page, "thermo")
    hand.cells("r1c1", "r1c3")
    settled(page, "doc.constraints?.length === 1")
    hand.cells("r1c2")  # a tap on it chooses it
    page.locator(".clue[aria-pressed=true]").wait_for()
    hand.cells("r1c3", "r3c3")
    settled(page, "doc.constraints[0].cells.at(-1) === 'r3c3'")
    hand.cells("r3c3", "r2c3")
    settled(page, "doc.constraints[0].cells.at(-1) === 'r2c3'")
    hand.cells("r1c1", "r2c1")  # its beginning
    settled(page, "doc.constraints[0].cells[0] === 'r2c1'")
    choose(page, "x-sum")
    hand.stroke((0.5, -0.5))
    page.keyboard.type("23")
    settled(page, "doc.constraints[1]?.sum === 23")
    page.keyboard.press("Control+KeyZ")
    settled(page, "doc.constraints.length === 1")
    page.keyboard.press("Control+KeyZ")
    settled(page, "doc.constraints[0].cells[0] === 'r1c1'")


def test_clues_are_listed_by_kind_and_pointing_shows_the_pair(opened: View) -> None:
    clues = [{"rule": "killer-cage", "cells": [f"r{n}c1", f"r{n}c2"]} for n in range(1, 10)]
    clues.append({"rule": "thermo", "cells": ["r1c4", "r1c5"]})
    page = opened("#set/" + json.dumps({"givens": "." * 81, "constraints": clues}))
    summaries = page.locator("summary").all_inner_texts()
    assert [text for text in summaries if "×" in text] == ["Killer cage × 9"]
    assert page.locator(".list li", has_text="thermometer").is_visible()  # alone of its kind
    assert not page.locator(".list li", has_text="killer cage").first.is_visible()
    page.get_by_text("Killer cage × 9").click()
    page.locator(".list li", has_text="killer cage").nth(2).hover()
    assert page.locator(".square.look").count() == 2
    assert "look" in (page.locator("#cell-r3c2").get_attribute("class") or "")
    page.mouse.move(*Hand(page)._at(middle("r1c5")))
    page.locator("li.pair", has_text="thermometer").wait_for()
    assert page.locator("li.pair").count() == 1
    page.locator(".list li", has_text="killer cage").nth(2).hover()
    page.get_by_role("button", name="Remove: killer cage in r4c1 and r4c2").press("Enter")
    settled(page, "doc.constraints.length === 9")  # the list is written anew
    assert "r5c1" in page.evaluate("document.activeElement.ariaLabel")
    page.keyboard.press("Control+KeyZ")
    settled(page, "doc.constraints.length === 10")
    choose(page, "white-dot")
    hand = Hand(page)
    hand.stroke((6.0, 6.5))
    settled(page, "doc.constraints.length === 11")
    choose(page, "white-dot")  # put away
    hand.stroke((6.0, 6.5))  # a mark is chosen by one click
    page.locator(".clue[aria-pressed=true]", has_text="white dot").wait_for()
    page.keyboard.press("Delete")
    settled(page, "doc.constraints.length === 10")


SHAPES = [
    ["r2c1", "r1c1", "r1c2", "r1c3"],
    ["r1c4", "r2c4", "r2c3", "r2c2"],
    ["r4c1", "r3c1", "r3c2", "r3c3"],
    ["r3c4", "r4c4", "r4c3", "r4c2"],
]
SEVEN: tuple[tuple[str, tuple[Any, ...], str], ...] = (
    ("thermo", (["r1c1", "r2c1"],), ""),
    ("killer-cage", (["r1c3", "r1c4"],), "4"),
    ("arrow", (["r4c4", "r4c3"],), ""),
    ("whisper", (["r2c2", "r2c3"],), ""),
    ("white-dot", ((1.0, 0.5),), ""),
    ("sandwich", ((1.5, -0.5),), "2"),
    ("little-killer", ((-0.5, 4.5),), "8"),
)


def by_mouse(page: Page, lang: str) -> None:
    """A puzzle of seven clues with regions, lamps and words, by clicks and strokes alone."""

    def tap(name: str) -> None:
        page.get_by_role("button", name=name, exact=True).click()

    hand = Hand(page)

    def on_board(move: Any) -> None:
        if isinstance(move, list):
            hand.cells(*move)
        else:
            hand.stroke(move)

    turned(page, "rules")
    page.locator("[data-tool=regions]").click()
    tap({"en": "Clear all", "ja": "すべて消す"}[lang])
    for shape in SHAPES:
        on_board(shape)
    settled(page, "doc.board?.regions")
    for rule, moves, word in SEVEN:
        turned(page, "rules")
        page.locator(f"[data-rule={rule}]").click()
        for move in moves:
            on_board(move)
        for digit in word:
            page.locator(".pad .digit", has_text=digit).first.click()
        settled(page, f"doc.constraints?.some(one => one.rule === '{rule}')")
    turned(page, "rules")
    page.locator("[data-tool=lamps]").click()
    on_board(["r1c1", "r1c2"])
    settled(page, "doc.fog?.lamps.length === 2")
    turned(page, "rules")
    page.locator("[data-tool=reveals]").click()
    on_board(["r1c1", "r2c1", "r3c1"])
    settled(page, "doc.fog?.reveals?.length === 1")
    turned(page, "publish")
    tap({"en": "Propose title and rules", "ja": "題名とルールの案"}[lang])
    settled(page, "doc.title")


@pytest.mark.parametrize(
    ("lang", "options"),
    [
        ("en", {"viewport": {"width": 1280, "height": 800}}),
        ("ja", {"viewport": {"width": 844, "height": 390}, "color_scheme": "dark"}),
        ("ja", {"viewport": {"width": 390, "height": 844}}),
        ("en", {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2}),  # zoom
    ],
)
def test_a_puzzle_is_made_by_mouse_alone_and_its_links_read_back_whole(
    opened: View, lang: str, options: dict[str, Any]
) -> None:
    page = opened(EMPTY, **options, locale={"en": "en-GB", "ja": "ja-JP"}[lang])
    by_mouse(page, lang)
    # What is typed may be: the message, the author.
    page.get_by_label({"en": "Author", "ja": "作者"}[lang]).fill("A. Setter")
    label = {"en": "Message for who has solved it", "ja": "解けたときのメッセージ"}[lang]
    page.get_by_label(label).fill("Well done!")
    page.get_by_label(label).blur()
    settled(page, "doc.extras?.message && doc.author")
    document = satdoku.formats.parse(json.dumps(doc(page)))
    assert len(document.puzzle.constraints) == len(SEVEN)
    assert [region.cells for region in document.puzzle.geometry.regions] != [
        region.cells for region in satdoku.Geometry.of_size(4).regions
    ]
    page.get_by_role("button", name={"en": "Links and formats", "ja": "リンクと形式"}[lang]).click()
    page.locator("dialog .copy").first.wait_for()
    texts = {
        title.lower(): page.get_by_label(title, exact=True).input_value()
        for title in ("SudokuPad", "SudokuMaker", "JSON")
    }
    for name, text in texts.items():
        assert FORMATS[name]
        back = parse(text)
        assert set(back.puzzle.constraints) == set(document.puzzle.constraints), name
        assert back.puzzle.geometry == document.puzzle.geometry, name
        assert (back.title, back.author, back.rules) == (
            document.title,
            document.author,
            document.rules,
        )
        assert back.extras["message"] == "Well done!", name
        assert back.fog == document.fog, name
    assert texts["sudokupad"].startswith("https://sudokupad.app/")
    addresses = [one.get_attribute("href") for one in page.locator("dialog .copy a").all()]
    assert texts["sudokupad"] in addresses
    if lang == "en":
        link = page.locator("dialog .copy input").first.input_value()
        other = opened(f"#{link.partition('#')[2]}")
        assert other.locator("h1").inner_text() == document.title
        assert other.title() == f"{document.title} – satdoku"
        assert "A. Setter" in other.locator(".about").inner_text()


def test_regions_have_their_size_and_lamps_can_be_taken_away(opened: View) -> None:
    page = opened(EMPTY)
    page.locator("[data-tool=regions]").click()
    hand = Hand(page)
    hand.cells("r1c1", "r1c4")
    page.locator(".answer.bad", has_text="more than 4 cells").wait_for()
    assert "regions" not in doc(page).get("board", {})
    page.get_by_role("button", name="The usual boxes").click()
    page.locator("[data-tool=lamps]").click()
    hand.cells("r2c2")
    settled(page, "doc.fog?.lamps.length === 1")
    assert (page.locator("#cell-r2c2").get_attribute("aria-label") or "").count("Fog lamp") == 1
    hand.cells("r2c2")
    settled(page, "!('fog' in doc)")


def test_drawings_are_made_by_hand(opened: View) -> None:
    page = opened(EMPTY)
    hand = Hand(page)
    page.locator("[data-tool=cosmetics]").click()
    hand.cells("r1c1", "r1c3")
    settled(page, "doc.drawings?.length === 1")
    kinds = page.get_by_label("What is drawn")
    kinds.select_option("circle")
    hand.stroke((1.0, 2.05))  # a corner
    settled(page, "doc.drawings.length === 2")
    kinds.select_option("text")
    page.get_by_label("Text", exact=True).fill("<b>")
    hand.cells("r4c4")
    settled(page, "doc.drawings.length === 3")
    kinds.select_option("area")
    hand.cells("r2c1", "r2c3")
    settled(page, "doc.drawings.length === 6")
    drawings = parse(json.dumps(doc(page))).drawings
    assert [one.spots[0] for one in drawings[:3]] == [(0.5, 0.5), (1.0, 2.0), (3.5, 3.5)]
    assert page.locator("g.drawing text").inner_html() == "&lt;b&gt;"
    page.get_by_role("button", name="Remove the last").click()
    settled(page, "doc.drawings.length === 5")
    page.get_by_role("button", name="Remove all").click()
    settled(page, "!('drawings' in doc)")


def test_drawings_of_a_link_are_on_the_board_and_in_its_links(opened: View) -> None:
    mark = {"kind": "mark", "spots": [[0.25, 0.3]], "size": [0.3, 0.3], "rounded": True}
    drawings = [{**mark, "fill": "#ff8800"}, {"kind": "line", "spots": [[0.5, 0.5], [2.5, 1.5]]}]
    board = json.dumps({"givens": "." * 16, "drawings": drawings, "fog": {"lamps": ["r2c2"]}})
    page = opened(f"#set/{board}")
    page.locator(".field-of-play ellipse.drawing").wait_for()
    page.locator(".list li", has_text="2 drawings without a rule").wait_for()
    turned(page, "publish")
    page.get_by_role("button", name="Links and formats").click()
    page.locator("dialog .copy").nth(2).wait_for()
    lacks = page.locator("dialog p.muted").all_inner_texts()
    assert "f-puzzles: Drawings that it does not hold: 1" in lacks  # not in the middle of a cell
    assert any(one.startswith("One line of characters: ") and "the fog" in one for one in lacks)
    link = page.get_by_label("SudokuPad", exact=True).input_value()
    assert len(parse(link).drawings) == 2
    page.keyboard.press("Escape")
    turned(page, "publish")
    page.get_by_role("button", name="Play it").click()
    page.wait_for_selector("main[data-ready=play]")
    page.locator(".field-of-play ellipse.drawing").wait_for()


def test_solutions_are_counted_and_drafts_are_saved_under_names(opened: View) -> None:
    page = opened(f"#set/{EASY[:-2]}..")
    page.locator(".verdict", has_text="2 solutions").wait_for()
    for name in ("Save", "Close"):
        if name == "Save":
            page.locator(".title summary").click()
            page.get_by_role("button", name="Saves", exact=True).click()
        page.get_by_role("button", name=name, exact=True).click()
    page.goto(re.sub("#.*", EMPTY, page.url))
    page.locator(".verdict", has_text="Several solutions").wait_for()
    page.locator(".title summary").click()
    page.get_by_role("button", name="Saves", exact=True).click()
    page.locator("dialog .games button").first.click()
    page.locator(".verdict", has_text="2 solutions").wait_for()
    page.keyboard.press("Control+KeyZ")
    page.locator(".verdict", has_text="Several solutions").wait_for()


def test_the_pad_has_the_digits_of_the_board(opened: View) -> None:
    page = opened("#set")
    keys = page.locator(".pads button")
    size = page.get_by_label("New board")
    page.locator("#cell-r1c1").click()
    page.keyboard.press("Digit1")
    settled(page, "doc.givens[0] === '1'")
    page.locator(".title summary").click()
    size.select_option("9")  # as large as it is, but empty
    settled(page, "!/[1-9]/.test(doc.givens)")
    for number, count in ((16, 17), (4, 5)):
        page.locator(".title summary").click()
        size.select_option(f"{number}")
        page.locator(f"#cell-r{number}c{number}").wait_for()
        page.wait_for_function(f"() => document.querySelectorAll('.square').length === {number**2}")
        assert len([one for one in keys.all() if one.is_visible()]) == count
    page.get_by_role("button", name="Undo").click()
    page.locator("#cell-r16c16").wait_for()
    page.locator(".pads button", has_text="16").wait_for()


def test_the_way_back_lasts_over_a_reload_and_a_link_to_another_puzzle(opened: View) -> None:
    page = opened(EMPTY)
    address = page.url.partition("#")[0]
    page.locator("#cell-r1c1").click()
    for digit in ("1", "2"):
        page.keyboard.press(digit)
        settled(page, f"doc.givens[0] === '{digit}'")
    page.reload()
    page.wait_for_selector("main[data-ready=set]")
    page.get_by_role("button", name="Undo").click()
    settled(page, "doc.givens[0] === '1'")
    page.goto("about:blank")
    page.goto(f"{address}#set/12..")
    page.locator(".answer.bad").wait_for()  # no puzzle
    assert doc(page)["givens"][0] == "1"
    page.goto("about:blank")
    page.goto(f"{address}#set/{'7' + '.' * 80}")
    settled(page, "doc.givens[0] === '7'")
    page.get_by_role("button", name="Undo").click()
    settled(page, "doc.givens[0] === '1'")


def test_rules_are_found_by_what_setters_call_them_and_the_last_used_come_first(
    opened: View,
) -> None:
    page = opened("#set")
    usual = page.locator(".tiling").first.locator("[data-rule]")
    assert usual.count() == 12
    page.wait_for_function("() => document.querySelectorAll('.tiling .icon svg').length >= 12")
    thermo = usual.and_(page.locator("[data-rule=thermo]"))
    assert thermo.locator("svg .bulb").count() == 1
    hidden = page.locator(".choices [data-rule=skyscraper] .icon")
    assert hidden.locator("svg").count() == 0  # it is out of sight
    hidden.scroll_into_view_if_needed()
    hidden.locator("svg").wait_for()
    assert page.locator(".choices [data-rule]").count() == len(REGISTRY)
    headings = page.locator(".choices h3").all_inner_texts()
    assert headings[:2] == ["The usual ones", "Board and fog"]
    search = page.locator("input[type=search]")
    for words, name in (
        ("inequality", "less-than"), ("greater", "less-than"), ("Kropki", "white-dot"),
        ("look and say", "look-and-say"), ("same sum", "region-sum"), ("不等号", "less-than"),
    ):  # fmt: skip
        search.fill(words)
        assert page.locator(f"[data-rule={name}]").count() == 1, words
    for words, name in (
        ("jigsaw", "regions"), ("irregular", "regions"), ("fog", "lamps"), ("霧", "reveals"),
    ):  # fmt: skip
        search.fill(words)
        assert page.locator(f"[data-tool={name}]").count() == 1, words
    search.fill("nabner")
    search.press("Enter")  # the first that fits; then its cells are drawn, or chosen by keyboard
    assert page.locator("[data-rule=nabner]").get_attribute("aria-pressed") == "true"
    assert page.evaluate("document.activeElement.id") == "cell-r1c1"
    search.fill("")
    page.reload()
    page.wait_for_selector("main[data-ready=set]")
    assert page.locator(".choices h3").first.inner_text() == "Last used"
    first = page.locator(".choices [data-rule]").first
    assert first.get_attribute("data-rule") == "nabner"


@pytest.mark.parametrize("screen", ["desktop", "upright", "sideways"])
def test_board_verdict_and_answer_are_in_view_whatever_is_scrolled(
    opened: View, screen: str
) -> None:
    pairs = [cell for cell in range(80) if abs(int(SOLUTION[cell]) - int(SOLUTION[cell + 1])) == 1]
    named = [[f"r{cell // 9 + 1}c{cell % 9 + 1}" for cell in (one, one + 1)] for one in pairs]
    dots = [
        {"rule": "white-dot", "cells": cells} for cells in named if cells[0][:2] == cells[1][:2]
    ]
    board = {"givens": f"{SOLUTION[:80]}.", "constraints": dots}
    page = opened(f"#set/{json.dumps(board)}", **SCREENS[screen])
    page.locator(".verdict[data-verdict=unique]").wait_for()
    turned(page, "list")
    page.locator(".row > button", has_text=re.compile("removed|省ける")).click()
    page.locator(".cures button").first.wait_for()
    hidden = page.evaluate(
        """() => [".square", ".verdict", ".title > button", ".answer", ".cures :first-child button"]
            .filter(name => [...document.querySelectorAll(name)].some(one => {
                const { top, left, right } = one.getBoundingClientRect();
                return !one.contains(document.elementFromPoint((left + right) / 2, top + 5));
            }))"""
    )
    assert not hidden
    page.locator(".hush").click()
    assert page.locator(".answer").inner_text() == ""


@pytest.mark.parametrize("options", [{}, {"locale": "ja-JP", "color_scheme": "dark"}])
def test_no_fault_of_access_while_setting(opened: View, options: dict[str, Any]) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = opened(EMPTY, bypass_csp=True, **options)
    choose(page, "killer-cage")
    Hand(page).cells("r1c1", "r1c2")
    settled(page, "doc.constraints?.length === 1")
    Hand(page).cells("r1c1")  # chosen
    page.locator("input[type=search]").fill("")
    for tool in (None, "regions", "lamps", "reveals", "cosmetics"):
        if tool:
            page.locator(f"[data-tool={tool}]").click()
        report = axe.run(page)
        assert report.violations_count == 0, report.generate_report()


def test_nothing_of_the_setter_leaves_a_narrow_screen(opened: View) -> None:
    page = opened(EMPTY, viewport={"width": 390, "height": 844}, has_touch=True)
    for tool in ("[data-tool=regions]", "[data-rule=killer-cage]", "[data-rule=sandwich]"):
        turned(page, "rules")
        page.locator(tool).click()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        box = page.locator(".card :is(#add-rule, .pad + .row)").bounding_box()  # of its form
        assert box is not None
        assert box["y"] + box["height"] <= 844
    assert re.search("Publish", page.locator("#publish-title").inner_text())


def test_numbers_are_found_for_what_is_drawn_and_undone(opened: View) -> None:
    cages = ["r1c1 r1c2 r2c1", "r3c3 r3c4", "r1c4 r2c4", "r2c2 r3c2", "r4c1 r4c2", "r1c3 r2c3"]
    rules = [{"rule": "killer-cage", "cells": cells.split()} for cells in cages]
    page = opened("#set/" + json.dumps({"givens": "." * 16, "constraints": rules, "title": "T"}))
    page.locator(".verdict[data-verdict=multiple]").wait_for()
    page.get_by_role("button", name="Find the numbers").click()
    page.locator(".said .answer", has_text="one solution").wait_for()
    page.locator(".verdict[data-verdict=unique]").wait_for()
    puzzle = doc(page)
    assert all("sum" in one for one in puzzle["constraints"])
    assert puzzle["title"] == "T"
    page.get_by_role("button", name="Undo").click()
    settled(page, "doc.constraints.every(one => !('sum' in one))")


def test_an_outside_clue_is_drawn_without_its_number_which_is_found(opened: View) -> None:
    cages = [["r1c1", "r1c2", "r2c1"], ["r3c3", "r3c4"], ["r1c4", "r2c4"], ["r2c2", "r3c2"]]
    rules = [{"rule": "killer-cage", "cells": cells} for cells in (*cages, ["r4c1", "r4c2"])]
    page = opened(f"#set/{json.dumps({'givens': '.' * 16, 'constraints': rules})}")
    leave = page.get_by_role("button", name="Leave the number open")
    choose(page, "full-rank")  # no search finds its number
    Hand(page).stroke((1.5, -0.5))
    page.get_by_text("type it, here or on the pad").wait_for()
    assert leave.count() == 0
    choose(page, "sandwich")
    Hand(page).stroke((1.5, -0.5))
    leave.click()
    settled(page, "doc.extras?.open_clues?.includes('sandwich')")
    assert "sandwich" not in json.dumps(doc(page)["constraints"])
    question = page.locator(".field-of-play > svg text.clue", has_text="?")
    assert question.count() == 1
    page.get_by_role("button", name="Undo").click()
    settled(page, "!doc.extras?.open_clues")
    page.get_by_role("button", name="Redo").click()
    settled(page, "doc.extras?.open_clues")
    turned(page, "list")
    page.get_by_role("button", name="Find the numbers").click()
    settled(page, "doc.constraints.at(-1).rule === 'sandwich'")
    assert doc(page)["constraints"][-1]["index"] == 2
    assert "open_clues" not in doc(page).get("extras", {})
    page.locator(".verdict[data-verdict=unique]").wait_for()
