"""The app in its states, sizes, themes and languages, as pictures to look at.

``python -m tests.web.states FOLDER [WORDS]`` draws them all, or those whose names hold each of the
words (``hint 390x844 dark de``), but none that is in the folder already; then sheets of several. It
needs the extras ``serve`` and ``test``, and Chromium.
"""

from __future__ import annotations

import json
import shutil
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import satdoku
from satdoku.formats import parse, write
from tests.web.conftest import ended, hint_of, started
from tests.web.drawing import choose, turned

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SIZES = ((390, 844), (820, 1180), (1366, 768), (1920, 1080))
THEMES = ("light", "dark")
LANGUAGES = ("en", "de", "ja")
LOCALES = {"en": "en-GB", "de": "de-DE", "es": "es-ES", "fr": "fr-FR", "ja": "ja-JP"}
SHEET = 1600  # pixels of its sides, at most
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

_EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
_SOLVED = str(satdoku.solve(_EASY).solutions[0].text())
_X_WING = write(parse((EXAMPLES / "techniques" / "x-wing.txt").read_text("utf-8")), "json").strip()
_CLUES: list[dict[str, Any]] = [
    {"rule": "anti-king"},
    {"rule": "thermo", "cells": ["r2c2", "r2c3", "r2c4", "r3c4", "r4c4"]},
    {"rule": "arrow", "bulb": "r1c9", "cells": ["r2c8", "r3c7"]},
    {"rule": "killer-cage", "cells": ["r5c1", "r5c2", "r6c1"], "sum": 9},
    {"rule": "whisper", "cells": ["r4c8", "r5c8", "r6c8", "r6c7"]},
    {"rule": "quadruple", "cells": ["r7c3", "r7c4", "r8c3", "r8c4"], "digits": [1, 2, 5, 7]},
    {"rule": "black-dot", "cells": ["r1c1", "r1c2"]},
    {"rule": "white-dot", "cells": ["r9c5", "r9c6"]},
    {"rule": "sandwich", "side": "left", "index": 5, "sum": 12},
    {"rule": "little-killer", "start": "r1c5", "direction": "down-left", "sum": 18},
]
_VARIANT = {
    "title": "Between the rivers",
    "author": "A setter",
    "rules": "Normal sudoku rules apply. Digits along a thermometer rise from its bulb.\n"
    "Digits along an arrow add up to the digit in its circle.",
    "givens": "." * 72 + "....2....",
    "constraints": _CLUES,
    "drawings": [
        {"kind": "mark", "spots": [[0.5, 3.5]], "size": [1, 1], "fill": "#ffffae"},
        {"kind": "mark", "spots": [[8.5, 4.5]], "size": [1, 1], "fill": "#aeffae"},
    ],
}
_PATH = json.loads((EXAMPLES / "constraints" / "thermo.json").read_text("utf-8"))
_SET = {**_VARIANT, "constraints": [one for one in _CLUES if "side" not in one]}


def _kept(**values: Any) -> str:
    """A script that fills the browser's own store before the page is there."""
    return "".join(
        f"localStorage.setItem({json.dumps(name)}, {json.dumps(json.dumps(value))});"
        for name, value in values.items()
    )


def _marked(page: Page) -> None:
    page.locator("#cell-r1c3").click()
    for key in ("Digit4", "ArrowRight", "Control+Digit2", "Control+Digit6", "ArrowDown"):
        page.keyboard.press(key)
    page.locator("#cell-r2c2").click()
    for key in ("Shift+Digit7", "Shift+Digit2", "ArrowRight", "Digit1"):  # 1 is wrong
        page.keyboard.press(key)
    page.keyboard.press("m")
    page.wait_for_function("() => document.getElementById('cell-r5c2').ariaLabel.includes('2')")
    for cell, key in (("r5c5", "3"), ("r5c6", "6"), ("r8c1", "8")):
        page.locator(f"#cell-{cell}").click()
        page.keyboard.press(f"Control+Shift+Digit{key}")


def _answered(page: Page) -> None:
    page.wait_for_function("() => !document.querySelector('.busy')")


def _hinted(page: Page) -> None:
    for strength in (1, 2, 3):
        page.keyboard.press("h")
        page.wait_for_function(
            "n => document.querySelectorAll('.answer > span:not(.busy)').length === n", arg=strength
        )
    page.locator(".layer.over").wait_for()


def _finished(page: Page) -> None:
    page.locator("#cell-r1c3").click()
    page.keyboard.press("Digit4")
    page.locator(".facts li").nth(3).wait_for()  # the last of the figures that come later


def _ruled(page: Page) -> None:
    page.locator(".about .kind").first.wait_for(state="attached")


def _set(page: Page) -> None:
    choose(page, "arrow")
    page.locator(".verdict[data-verdict=multiple], .verdict[data-verdict=unique]").wait_for()
    page.locator(".choices .icon svg").first.wait_for(state="attached")
    _answered(page)


def _read(page: Page) -> None:
    page.locator(".reading").wait_for(state="attached")
    turned(page, "list")
    page.locator(".reading li").first.scroll_into_view_if_needed()


def _made(page: Page) -> None:
    page.locator(".wishes").first.wait_for()
    page.locator(".card > .row > button.main").click()
    page.locator(".made article").nth(2).wait_for()
    _answered(page)


def _pictured(page: Page) -> None:
    page.wait_for_function("() => document.querySelectorAll('.tiles .icon svg').length > 2")


def _library(page: Page) -> None:
    page.locator(".title button.main").click()
    page.locator("dialog .few .tile").first.wait_for()


def _statistics(page: Page) -> None:
    page.locator(".menu > summary").click()
    page.locator(".menu .sheet button").nth(3).click()
    page.locator("dialog .stats").wait_for()


_GAME = {
    "puzzle": json.loads(_X_WING),
    "now": {"values": {"2": 4}} | {name: {} for name in ("corner", "centre", "colours", "letters")},
    "rated": {"level": "hard", "er": 3.2},
    "title": "Hard, 26 givens, ER 3.2",
    "empty": 55,
    "when": 1_795_000_000_000,
}  # fmt: skip
_SOLVED_BEFORE = [
    {"date": "2026-11-28", "level": level, "er": 1.2, "time": time, "hints": hints, "daily": None}
    for level, time, hints in (("easy", 200_000, 0), ("hard", 900_000, 2), (None, None, 0))
]


@dataclass(frozen=True)
class State:
    """Where a state of the app begins, and what leads to it."""

    fragment: str
    act: Callable[[Page], None] = lambda page: None
    store: str = ""


STATES = {
    "empty": State("#play/" + "." * 81),
    "marks": State(f"#play/{_EASY}", _marked),
    "hint": State(f"#play/{_X_WING}", _hinted),
    "finished": State(f"#play/{_SOLVED[:2]}.{_SOLVED[3:]}", _finished),
    "variant": State(f"#play/{json.dumps(_VARIANT)}", _ruled),
    "set": State(f"#set/{json.dumps(_SET)}", _set),
    "reading": State(f"#set/{(EXAMPLES / 'reading' / 'drawn.json').read_text('utf-8')}", _read),
    "learn": State("#learn", _pictured, _kept(practised={"hidden-single": 2})),
    "lesson": State("#learn/x-wing"),
    "generate": State("#generate", _made),
    "library": State("#play", _library, _kept(recent=[_GAME], saves={"Between the rivers": _GAME})),
    "statistics": State("#play", _statistics, _kept(solved=_SOLVED_BEFORE)),
}  # fmt: skip

_NAMES = (*STATES, "path")


def walked(page: Page, address: str, state: State) -> None:
    """Bring a page of a new context to a state."""
    if state.store:
        page.add_init_script(state.store)
    page.goto(address + quote(state.fragment, safe="#/"))
    page.wait_for_selector("main[data-ready]")
    page.evaluate("document.fonts.ready")
    state.act(page)


@contextmanager
def _served() -> Iterator[str]:
    process, line = started("serve", "--port", "0", "--no-open", "--no-socket")
    address = next(word for word in line.split() if word.startswith("http"))
    try:
        hint_of(address, "." * 79 + "12")
        yield address
    finally:
        ended(process)


def _path_page(folder: Path, lang: str) -> str:
    page = folder / f"{lang}.html"
    page.write_text(satdoku.explain(json.dumps(_PATH), lang=lang).html(lang=lang), "utf-8")
    return f"{page.as_uri()}#step=4"


def draw(browser: Browser, folder: Path, words: list[str]) -> None:
    """Write ``STATE-SIZE-THEME-LANGUAGE.png`` for each state whose name holds all the words, where
    it is not there yet."""
    from playwright.sync_api import TimeoutError

    with _served() as address, TemporaryDirectory() as pages:
        paths = {lang: _path_page(Path(pages), lang) for lang in LANGUAGES}
        every = [
            (name, size, theme, lang)
            for lang in LANGUAGES for theme in THEMES for size in SIZES for name in _NAMES
        ]  # fmt: skip
        for name, (width, height), theme, lang in every:
            file = folder / f"{name}-{width}x{height}-{theme}-{lang}.png"
            if file.exists() or not {*words} <= {*file.stem.split("-")}:
                continue
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme=theme,  # type: ignore[arg-type]
                locale=LOCALES[lang],
                reduced_motion="reduce",
                has_touch=width < 1000,
            )
            page = context.new_page()
            page.set_default_timeout(40_000)
            page.on("pageerror", lambda error, file=file: print(file.name, error))
            try:
                if name == "path":
                    page.goto(paths[lang])
                    page.wait_for_selector(".js .step.now")
                else:
                    walked(page, address, STATES[name])
                page.screenshot(path=file)
                print(file.name, flush=True)
            except TimeoutError as error:  # on a busy machine; the next run draws what is missing
                print(file.name, error, flush=True)
            context.close()


def sheets(browser: Browser, folder: Path, words: list[str]) -> None:
    """Write ``sheet-SIZE-THEME-LANGUAGE-NUMBER.png`` with as many states as can be read on one."""
    page = browser.new_page()
    for width, height in SIZES:
        for theme in THEMES:
            for lang in LANGUAGES:
                end = f"-{width}x{height}-{theme}-{lang}.png"
                files = [folder / f"{name}{end}" for name in _NAMES]
                files = [file for file in files if file.exists()]
                if not {*words} - {*_NAMES} <= {*end[1:-4].split("-")}:
                    continue
                across, down = max(1, SHEET // width), max(1, SHEET // height)
                for number in range(0, len(files), across * down):
                    some = files[number : number + across * down]
                    _sheet(page, some, across, folder / f"sheet{end[:-4]}-{number}.png")
    page.close()


def _sheet(page: Page, files: list[Path], across: int, target: Path) -> None:
    pictures = "".join(
        f'<figure><img src="data:image/png;base64,{b64encode(file.read_bytes()).decode()}">'
        f"<figcaption>{file.stem}</figcaption></figure>"
        for file in files
    )
    page.set_content(
        f"<style>body{{display:grid;grid-template-columns:repeat({across},max-content);gap:8px;"
        f"margin:0;width:max-content}}figure{{margin:0}}</style>{pictures}"
    )
    page.locator("body").screenshot(path=target)


def main(folder: Path, words: list[str]) -> None:
    """Draw the states, then the sheets."""
    from playwright.sync_api import sync_playwright

    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        draw(browser, folder, words)
        sheets(browser, folder, words)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
