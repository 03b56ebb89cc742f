"""The page of a path: complete without a script, steps with one, prints, asks nobody outside."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import satdoku
from satdoku.answers.explain import Explanation, explanation_of
from satdoku.answers.paths import preset_of
from satdoku.answers.positions import check_position
from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.answers.viewing import path_page
from satdoku.cli.app import run
from satdoku.explaining import explain, words
from satdoku.explaining.phrases import phrases
from satdoku.formats import parse as parse_document
from satdoku.messages import languages
from satdoku.render.page import board_page
from satdoku.render.scene import make_scene
from satdoku.render.viewer import FrameText, ViewerFrame, viewer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."


@cache
def path(puzzle: str = EASY, limit: int | None = None) -> Explanation:
    explanation = satdoku.explain(puzzle, preset="se", limit=limit)
    assert isinstance(explanation, Explanation)
    return explanation


@cache
def page_text(puzzle: str = EASY, limit: int | None = None) -> str:
    return path(puzzle, limit).html()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first steps of a hard path, with arguments that unfold."""
    target = tmp_path_factory.mktemp("viewer") / "path.html"
    target.write_text(page_text(HARD, 6), encoding="utf-8")
    return target


@pytest.fixture
def opened(browser: Browser) -> Iterator[Any]:
    contexts, requests, faults = [], [], []

    def view(url: str, **options: Any) -> Page:
        context = browser.new_context(offline=True, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda one: requests.append(one.url))
        page.on("pageerror", lambda one: faults.append(str(one)))
        page.goto(url)
        return page

    yield view
    for context in contexts:
        context.close()
    assert not faults
    assert all(url.startswith(("file:", "blob:", "data:font/")) for url in requests)


def test_each_step_is_there_as_picture_and_words() -> None:
    shown_path, text = path(), page_text()
    assert text.count("<section") == len(shown_path) + 1
    assert text.count("<figure><svg") == len(shown_path) + 1
    for stage in shown_path.stages:
        sentence = explain(stage.step, stage.before.geometry)
        if len(sentence) <= 400:
            assert sentence.replace("&", "&amp;").replace(">", "&gt;") in text
    assert not re.search(r'(src|href)="(?!#)', text)
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")


def test_the_page_states_a_policy_that_lets_its_own_script_run_and_loads_nothing() -> None:
    text = page_text()
    head, _, body = text.partition("<title>")
    (policy,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">', head)
    assert policy.startswith("default-src 'none'; ")
    (script,) = re.findall(r"<script>(.*?)</script>", body, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert policy.endswith(f"; script-src 'sha256-{digest}'")
    assert not re.search(r"<[^>]+ on[a-z]+=", body)
    board = board_page(make_scene(path().stages[0].before.puzzle), "a", "b")
    assert "default-src 'none'" in board
    assert "script-src" not in board


@pytest.mark.full
def test_every_use_finds_what_it_uses() -> None:
    for text in (page_text(), page_text(HARD, 6)):
        names = re.findall(r' id="([^"]+)"', text)
        assert len(names) == len(set(names))
        assert set(re.findall(r'<use href="#([^"]+)"', text)) <= set(names)


def test_pictures_show_the_digits_and_candidates_of_their_step() -> None:
    """The shared parts of a picture are the digits and candidates before the step."""
    text, shown_path = page_text(HARD, 6), path(HARD, 6)
    groups = dict(re.findall(r'<g id="([adAD]\d+)">(.*?)</g>', text))

    def opened_up(name: str) -> Iterator[str]:
        for inner in re.findall(r'<use href="#([adAD]\d+)"', groups[name]):
            yield from opened_up(inner)
        yield from re.findall(r'id="m-(r\dc\d-\d)"', groups[name])
        yield from re.findall(r'<text x="([\d.]+" y="[\d.]+)" font-size="39.68"', groups[name])

    figures = re.findall(r"<figure>(.*?)</figure>", text)
    for stage, figure in zip(shown_path.stages, figures, strict=False):
        uses = re.findall(r'<use href="#([adAD]\d+)"', figure)
        shown = [one for name in uses for one in opened_up(name)]
        assert len(shown) == len(set(shown))
        name = stage.before.geometry.name
        marks = {
            f"{name(cell)}-{digit}"
            for cell, digits in enumerate(stage.before.candidates)
            if stage.before.values[cell] is None
            for digit in digits
        }
        assert {one for one in shown if one.startswith("r")} == marks
        digits = sum(value is not None for value in stage.before.values)
        assert len(shown) - len(marks) == digits


@pytest.mark.slow
def test_a_hard_path_stays_small() -> None:
    route = path(HARD)
    assert route.outcome == "solved"
    assert len(route) > 115
    assert len(page_text(HARD).encode()) / len(route) < 5_000  # bytes a step, in all languages


def test_nothing_to_show_is_refused() -> None:
    with pytest.raises(ValueError, match="without steps"):
        viewer([], title="", puzzle="")


def test_keys_slider_and_address(opened: Any, file: Path) -> None:
    page = opened(f"{file.as_uri()}#step=4")
    digits = "document.fonts.load('20px \"satdoku digits\"', '5').then((all) => all.length)"
    assert page.evaluate(digits) == 1  # the font of the app, from the page itself
    shown = page.locator(".step:visible")
    assert shown.count() == 1
    assert shown.get_attribute("id") == "step-4"
    for key, step in (("ArrowRight", 5), ("ArrowLeft", 4), ("End", 7), ("Home", 1)):
        page.keyboard.press(key)
        assert shown.get_attribute("id") == f"step-{step}"
        assert page.url.endswith(f"#step={step}")
    page.locator("#slider").fill("5")
    assert shown.get_attribute("id") == "step-5"
    assert page.locator("#spoken").inner_text()
    page.locator("#list a").nth(2).click()
    page.locator("#step-3").wait_for()  # the address changes later
    page.locator("#next").click()
    assert page.locator("#place").inner_text() == "4 / 7"


def test_hints_of_three_strengths(opened: Any, file: Path) -> None:
    """Each step has the hints of the play page; their strength is kept from step to step."""
    page = opened(f"{file.as_uri()}#step=2")
    step, list_ = page.locator("#step-2"), page.locator("#list")
    whole = step.inner_html()
    stages = path(HARD, 6).stages
    said = [explain(stage.step, stage.before.geometry, "en", 1) for stage in stages]
    pattern = explain(stages[1].step, stages[1].before.geometry, "en", 2)
    follows = page.locator("#list .follows").nth(1)
    assert follows.is_visible()
    page.keyboard.press("1")
    step.locator(".hint").wait_for()  # as soon as they are unpacked
    assert step.locator(".text").inner_text().split("\n")[-1] == said[1]
    assert step.locator(".pattern, .link, .house, use[href*=put], use[href*=out]").count() == 0
    assert not follows.is_visible()
    assert list_.inner_text().count("excluded") == list_.inner_text().count("=") == 0
    page.keyboard.press("h")
    assert step.locator(".hint").inner_text() == pattern
    assert step.locator(".pattern").count()
    assert step.locator("use[href*=put], use[href*=out]").count() == 0
    page.locator("#more").click()
    assert step.inner_html() == whole
    assert page.locator("#more").is_disabled()
    page.keyboard.press("ArrowRight")
    assert page.locator("#step-3 .hint").inner_text() == said[2]
    page.keyboard.press("l")
    lang = languages()[1]
    # The page's policy forbids the evaluation by which a condition is waited for.
    page.locator(f"html[lang={lang}]").wait_for(state="attached")
    kind = explain(stages[2].step, stages[2].before.geometry, lang, 1)
    assert page.locator("#step-3 .hint").inner_text() == kind
    assert page.locator("#spoken").text_content() == kind
    page.keyboard.press("End")  # the end is no step
    assert page.locator(".hint").count() == 0
    page.keyboard.press("Home")
    page.locator("#strength").select_option("3")
    assert page.locator(".hint").count() == 0


def test_a_page_changes_to_every_language_and_back(opened: Any, file: Path) -> None:
    page = opened(file.as_uri())
    before = page.locator("#steps").inner_html()
    position, step = path(HARD, 6).stages[0].before, path(HARD, 6).stages[0].step
    order = [*languages()[1:], languages()[0]]
    for number, lang in enumerate(order):
        if number % 2:
            page.locator("#language").select_option(lang)
        else:
            page.keyboard.press("l")
        page.locator(f"html[lang={lang}]").wait_for(state="attached")
        assert page.locator("#language").input_value() == lang
        assert explain(step, position.geometry, lang) in page.locator("#step-1").inner_text()
        assert page.locator("#more").inner_text() == phrases(lang).say("viewer.more")
        page.locator("#strength").select_option("1")
        assert page.locator(".hint").inner_text() == words(position.puzzle, lang).kind(step)
        page.locator("#strength").select_option("3")
        page.locator("body").click(position={"x": 1, "y": 1})
    assert page.locator("#steps").inner_html() == before


def test_without_a_script_and_on_paper(opened: Any, file: Path) -> None:
    page = opened(file.as_uri(), java_script_enabled=False)
    assert page.locator(".step:visible").count() == 7
    box = page.locator("#step-5 figure svg").bounding_box()
    assert box["width"] > 200
    assert not page.locator("#controls").is_visible()
    printed = opened(f"{file.as_uri()}#step=3", color_scheme="dark")
    printed.emulate_media(media="print")
    assert printed.locator(".step:visible").count() == 7
    colour = printed.evaluate("getComputedStyle(document.body).backgroundColor")
    assert colour == "rgb(255, 255, 255)"


def test_long_arguments_unfold(opened: Any, file: Path) -> None:
    page = opened(file.as_uri())
    (number,) = (
        n
        for n, stage in enumerate(path(HARD, 6).stages, 1)
        if n == 2 and len(explain(stage.step, stage.before.geometry)) > 400
    )
    page.goto(f"{file.as_uri()}#step={number}")
    inferences = page.locator(f"#step-{number} details .why")
    assert not inferences.is_visible()
    page.locator(f"#step-{number} summary").click()
    assert "1. suppose" in inferences.inner_text()


@pytest.mark.full
def test_a_page_has_the_title_of_its_puzzle_and_the_sign_for_unequal() -> None:
    document = parse_document(json.dumps({"givens": HARD, "title": "Orbit <1>"}))
    checked = check_position(PuzzleInput(document))
    explanation = explanation_of(checked, preset_of("human", checked), 9)
    page = path_page(explanation.path, explanation.stages, explanation.level, "en")
    assert "<title>Orbit &lt;1&gt;, step by step</title>" in page
    assert "<h1>Orbit &lt;1&gt;, step by step</h1>" in page
    assert "≠" in page
    assert "&lt;&gt;" not in page


@pytest.mark.parametrize("width", [390, 844, 1280])
def test_the_numbers_in_the_list_of_steps_stand_free(
    opened: Any, tmp_path: Path, width: int
) -> None:
    scene = make_scene(satdoku.parse(EASY))
    frames = []
    for number in range(120):
        text = FrameText(
            "Between ends", "", "r1c2≠1 " * (number % 9) + "r2c3≠" + "1" * (number % 5)
        )
        frames.append(ViewerFrame(scene, {"en": text, "ja": text}))
    out = tmp_path / "long.html"
    out.write_text(viewer(frames, title="Long", puzzle=EASY), "utf-8")
    page = opened(out.as_uri(), viewport={"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    near = page.evaluate(
        """() => {
            const items = [...document.querySelectorAll("#list li")];
            const number = items.length.toString().length * 9 + 12;  // digits, point and a gap
            const texts = items.map((item) => [...item.firstChild.getClientRects()]);
            const boxes = items.map((item) => item.getBoundingClientRect());
            return boxes.flatMap((box, one) => texts.flat().filter((text) =>
                text.left < box.left && text.right > box.left - number
                && text.top < box.bottom && text.bottom > box.top)).length
                + boxes.filter((box) => box.left < number).length;
        }"""
    )
    assert near == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_accessible(opened: Any, file: Path, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = opened(f"{file.as_uri()}#step=2", color_scheme=scheme)
    completed = axe.Axe().run(page)
    assert completed.violations_count == 0, completed.generate_report()


def test_explain_writes_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "path.html"
    assert run(["explain", EASY, "--html", str(out), "--lang", "ja", "--preset", "se"]) == 0
    assert out.read_text("utf-8") == path().html("ja")
    assert not capsys.readouterr().out
    assert run(["explain", EASY, "--html", "-", "--preset", "trial"]) == 2
    assert "trial has none" in capsys.readouterr().err
