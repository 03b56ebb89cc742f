"""Edits proposed to a setter are done at a click, and have the stated effect."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

import satdoku
from satdoku.web.fields import RequestContext
from satdoku.web.questions import answer as ask
from tests.shared import in_time, thinned
from tests.web.drawing import turned
from tests.web.test_play import EASY
from tests.web.test_views import SCREENS, answer, verdict

if TYPE_CHECKING:
    from playwright.sync_api import Page

View = Callable[..., "Page"]
CAGE = {"rule": "killer-cage", "cells": ["r1c3", "r1c4"]}
ODD = {"rule": "odd", "cells": ["r1c1"]}
CASES: dict[str, dict[str, Any]] = {
    "clash": {"givens": "55" + "." * 79},
    "clash-16": {"board": {"size": 16}, "givens": [16, 16] + [None] * 254},
    "rule": {"givens": EASY, "constraints": [ODD, {**CAGE, "sum": 17}]},
    "marks": {"givens": EASY, "pencil_marks": {"r1c3": [1, 2], "r1c4": [6]}},
    "several": {"givens": EASY[:-2] + "..", "constraints": [ODD]},
    "many": {"givens": "12" + "." * 79},
    "spare": {"givens": "534" + EASY[3:], "constraints": [ODD, {**CAGE, "sum": 10}]},
}


def applied(puzzle: dict[str, Any], edit: dict[str, Any]) -> str:
    """The puzzle after an edit by set.js."""
    read = satdoku.parse(json.dumps(puzzle))
    name = read.geometry.name
    digits = {name(cell): digit for cell, digit in enumerate(read.givens)} | edit.get("givens", {})
    rules = [
        rule
        for number, rule in enumerate(puzzle.get("constraints", []))
        if number not in edit.get("rules", [])
    ]
    marks = {
        cell: here
        for cell, here in puzzle.get("pencil_marks", {}).items()
        if cell not in edit.get("marks", [])
    }
    changed = {"givens": list(digits.values()), "constraints": rules}
    return json.dumps(puzzle | changed | ({"pencil_marks": marks} if marks else {}))


@pytest.mark.parametrize("lang", thinned(["en", "ja"], 2))
@pytest.mark.parametrize("case", thinned(CASES, 2))
def test_a_cure_does_what_it_says(case: str, lang: str) -> None:
    puzzle = CASES[case]
    question = "spare" if case == "spare" else "diagnose"
    # Where there are more solutions than can be seen, half of the time is spent on them.
    answer = in_time(
        lambda seconds: ask(
            question,
            {"puzzle": json.dumps(puzzle), "lang": lang},
            RequestContext(4 * seconds if case == "many" else 60),
        ),
        lambda answer: answer["cures"],
    )
    assert answer["cures"]
    unsure = False  # the sure ones come first
    for cure in answer["cures"]:
        left = satdoku.check_unique(applied(puzzle, cure["edit"])).verdict
        assert left == "unique" if cure["unique"] else left in ("unique", "multiple")
        assert not (unsure and cure["unique"])
        unsure = not cure["unique"]
        assert cure["what"]


@pytest.mark.parametrize(
    ("case", "question", "before", "after", "screen"),
    [
        ("rule", "diagnose", "none", "unique", SCREENS[0]),
        ("rule", "diagnose", "none", "unique", SCREENS[1]),
        ("several", "diagnose", "multiple", "unique", SCREENS[0]),
        ("spare", "spare", "unique", "unique", SCREENS[1]),
    ],
)
def test_do_it_and_undo(
    opened: View, case: str, question: str, before: str, after: str, screen: dict[str, Any]
) -> None:
    page = opened(
        f"#set/{json.dumps(CASES[case] | {'title': 'Kept'})}", **screen | {"locale": "en-GB"}
    )
    verdict(page, before)
    stored = page.evaluate("localStorage.set")
    start = json.loads(stored)
    name = {"diagnose": "What is wrong?", "spare": "What can be removed?"}[question]
    turned(page, "list")
    page.get_by_role("button", name=name).click()
    page.locator(".cures button").first.click()
    page.locator(".cures").wait_for(state="detached")
    verdict(page, after)
    assert answer(page) == ""  # it was about the board before
    done = page.evaluate("JSON.parse(localStorage.set)")
    assert (done["givens"], done.get("constraints")) != (start["givens"], start["constraints"])
    assert done["title"] == "Kept"
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function("kept => localStorage.set === kept", arg=stored)
    verdict(page, before)
