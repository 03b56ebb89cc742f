"""The cost of drawing a clue: strokes and keys once its rule is chosen, counted as they are done
in a real browser.

``python -m tests.web.drawing`` prints the table of docs/serve-set.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

Spot = tuple[float, float]
"""(row, column) in cells, from the upper left corner of the board."""


@dataclass
class Hand:
    """A setter's mouse and keyboard, which counts."""

    page: Page
    strokes: int = 0
    keys: int = 0
    _unit: tuple[float, float, float] = field(default=(0, 0, 0), init=False)

    def _at(self, spot: Spot) -> tuple[float, float]:
        # At once: an answer may come at any time and draw the board anew.
        box = self.page.evaluate("document.getElementById('cell-r1c1').getBoundingClientRect()")
        return box["x"] + spot[1] * box["width"], box["y"] + spot[0] * box["height"]

    def stroke(self, *spots: Spot) -> None:
        """Press, go through some places, and release."""
        self.strokes += 1
        self.page.locator("sudoku-board").scroll_into_view_if_needed()
        self.page.mouse.move(*self._at(spots[0]))
        self.page.mouse.down()
        for spot in spots[1:]:
            self.page.mouse.move(*self._at(spot), steps=4)
        self.page.mouse.up()

    def cells(self, *names: str) -> None:
        """A stroke through the middles of cells."""
        self.stroke(*(middle(name) for name in names))

    def press(self, *keys: str) -> None:
        """Press some keys."""
        for key in keys:
            self.keys += 1
            self.page.keyboard.press(key)


def middle(name: str) -> Spot:
    """The middle of a cell."""
    row, column = name[1:].split("c")
    return int(row) - 0.5, int(column) - 0.5


@dataclass(frozen=True)
class Drawn:
    """A clue: what draws it, what comes of it, and the strokes and keys of the best other tool
    (../shared/facts/app_reviewed.md, and what its table leaves out from knowledge of the sites)."""

    rule: str
    moves: tuple[Any, ...]
    data: dict[str, Any]
    others: tuple[int, int]


CLUES = (
    Drawn("thermo", (["r1c1", "r1c2", "r1c3"],), {"cells": ["r1c1", "r1c2", "r1c3"]}, (1, 0)),
    Drawn("whisper", (["r2c1", "r2c2", "r2c3"],), {"cells": ["r2c1", "r2c2", "r2c3"]}, (1, 0)),
    Drawn("renban", (["r3c1", "r3c2", "r3c3"],), {"cells": ["r3c1", "r3c2", "r3c3"]}, (1, 0)),
    Drawn("palindrome", (["r4c1", "r4c2"],), {"cells": ["r4c1", "r4c2"]}, (1, 0)),
    Drawn(
        "arrow", (["r5c1", "r5c2", "r5c3"],), {"bulb": "r5c1", "cells": ["r5c2", "r5c3"]}, (1, 0)
    ),
    Drawn("killer-cage", (["r6c1", "r6c2"], "16"), {"cells": ["r6c1", "r6c2"], "sum": 16}, (1, 2)),
    Drawn(
        "extra-region", (["r9c1", "r9c9"],), {"cells": [f"r9c{n}" for n in range(1, 10)]}, (1, 0)
    ),
    Drawn("white-dot", ((1.5, 5.0),), {"cells": ["r2c5", "r2c6"]}, (1, 0)),
    Drawn("black-dot", ((3.0, 5.5),), {"cells": ["r3c6", "r4c6"]}, (1, 0)),
    Drawn("xv", ((4.5, 6.0), "x"), {"cells": ["r5c6", "r5c7"], "total": 10}, (1, 1)),
    Drawn("quadruple", ((5.0, 8.0), "12"), {"cells": ["r5c8", "r5c9", "r6c8", "r6c9"]}, (1, 2)),
    Drawn("odd", ((7.5, 4.5),), {"cells": ["r8c5"]}, (1, 0)),
    Drawn("sandwich", ((2.5, -0.5), "12"), {"side": "left", "index": 3, "sum": 12}, (1, 2)),
    Drawn(
        "little-killer",
        ((-0.5, 5.5), "18"),
        {"start": "r1c5", "direction": "down-left", "sum": 18},
        (1, 2),
    ),
)


def turned(page: Page, part: str) -> None:
    """Turn to a part of Set: the rules, the clue, the list, or publishing."""
    button = page.locator(f".parts [data-part={part}]")
    if button.is_visible():
        button.click()


def choose(page: Page, rule: str) -> None:
    """Choose a rule in the picker."""
    turned(page, "rules")
    page.locator("input[type=search]").fill(rule)
    page.locator(f"[data-rule={rule}]").click()


def draw(page: Page, clue: Drawn) -> tuple[int, int]:
    """Draw a clue; the strokes and keys that it took."""
    choose(page, clue.rule)
    hand = Hand(page)
    for move in clue.moves:
        if isinstance(move, list):
            hand.cells(*move)
        elif isinstance(move, tuple):
            hand.stroke(move)
        else:
            hand.press(*move)
    wanted = {"rule": clue.rule, **clue.data}
    page.wait_for_function(
        """wanted => JSON.parse(localStorage.set ?? "{}").constraints?.some(one =>
            Object.entries(wanted).every(([name, value]) =>
                JSON.stringify(one[name]) === JSON.stringify(value)))""",
        arg=wanted,
    )
    return hand.strokes, hand.keys


def main() -> None:
    """Print the table."""
    from playwright.sync_api import sync_playwright

    from tests.web.conftest import ended, started

    process, line = started("serve", "--port", "0", "--no-open", "--no-socket")
    address = next(word for word in line.split() if word.startswith("http"))
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium")
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(f"{address}#set")
            page.wait_for_selector("main[data-ready=set]")
            print("| clue | strokes | keys | the best other tool |\n|---|---:|---:|---|")
            for clue in CLUES:
                strokes, keys = draw(page, clue)
                print(f"| {clue.rule} | {strokes} | {keys} | {clue.others[0]} + {clue.others[1]} |")
            browser.close()
    finally:
        ended(process)


if __name__ == "__main__":
    main()
