"""What a text holds that is no part of the puzzle is stated in every answer."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

Call = Callable[..., tuple[int, str, str]]
GIVENS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
GRID = [
    [{"value": int(c), "given": True} if c != "." else {} for c in GIVENS[9 * r : 9 * r + 9]]
    for r in range(9)
]
FOG = json.dumps({"size": 9, "grid": GRID, "wizardry": [{"cell": "R1C1"}]})
DRAWN = json.dumps({"size": 9, "grid": GRID, "circle": [{"cells": ["R1C1"]}]})
COMMANDS = ("check-unique", "solve", "count", "candidates", "explain", "hint", "diagnose")


def test_an_unknown_rule_is_refused_by_name(satdoku: Call) -> None:
    code, out, err = satdoku("check-unique", FOG)
    assert code == 2
    assert "'wizardry'" in err
    assert "--ignore wizardry" in err
    assert "unique" not in out


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_ignored_is_stated(satdoku: Call, command: str) -> None:
    _, out, err = satdoku(command, "--ignore", "wizardry", "--json", FOG)
    assert json.loads(out)["left_out"] == {"ignored": "wizardry"}
    assert err == "satdoku: left out, as --ignore asks: wizardry\n"


def test_drawings_are_stated(satdoku: Call) -> None:
    code, out, err = satdoku("check-unique", "--json", DRAWN)
    assert code == 0
    assert json.loads(out)["left_out"] == {"drawings": "1 circle"}
    assert err == "satdoku: drawings are no rules: 1 circle\n"
