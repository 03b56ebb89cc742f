"""What a text holds that is no part of the puzzle is stated in every answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

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


def test_a_rule_of_our_json_is_left_out(satdoku: Call) -> None:
    rules = [{"rule": "anti-knight"}, {"rule": "made-up"}]
    text = json.dumps({"givens": "." * 16, "constraints": rules})
    assert satdoku("count", text)[0] == 2
    code, out, err = satdoku(
        "count", "--json", "--ignore", "Anti-Knight", "--ignore", "made-up", text
    )
    assert (code, json.loads(out)["count"]) == (0, 288)
    assert json.loads(out)["left_out"] == {"ignored": "anti-knight, made-up"}
    assert err == "satdoku: left out, as --ignore asks: anti-knight, made-up\n"


def test_a_name_that_left_nothing_out_is_reported(satdoku: Call, tmp_path: Path) -> None:
    options = ("--ignore", "wizardry", "--ignore", "thermo")
    left_out = "left out, as --ignore asks: wizardry\n"
    _, _, err = satdoku("check-unique", *options, FOG)
    assert err == f"satdoku: {left_out}satdoku: --ignore thermo left nothing out\n"
    several = tmp_path / "several.txt"
    odd = json.dumps({"givens": GIVENS, "constraints": [{"rule": "wizardry"}]})
    several.write_text(f'{{"givens": "{GIVENS}"}}\n{odd}\n')
    _, out, err = satdoku("check-unique", *options, str(several))
    assert len(out.splitlines()) == 2
    assert err == (
        f"satdoku: {several}: line 2: {left_out}satdoku: --ignore thermo left nothing out\n"
    )
    plain = tmp_path / "plain.txt"
    plain.write_text(f"{GIVENS}\n" * 3)
    _, _, err = satdoku("check-unique", *options, str(plain))
    assert err.count("left nothing out") == 2
    # Arguments are looked at together.
    _, _, err = satdoku("check-unique", *options[:2], GIVENS, FOG)
    assert err == f"satdoku: {left_out}"


def test_what_was_left_out_before_is_stated_too(satdoku: Call) -> None:
    rules = [{"rule": "anti-king"}]
    text = json.dumps({"givens": GIVENS, "constraints": rules, "extras": {"ignored": "a, b"}})
    _, out, _ = satdoku("check-unique", "--json", "--ignore", "anti-king", text)
    assert json.loads(out)["left_out"] == {"ignored": "a, b, anti-king"}
    _, _, err = satdoku("check-unique", "--ignore", "a, b", text)
    assert "left nothing out" not in err


def test_what_cannot_be_read_may_have_the_name(satdoku: Call) -> None:
    _, _, err = satdoku("check-unique", "--ignore", "thermo", FOG)
    assert "left nothing out" not in err


def test_drawings_are_stated(satdoku: Call) -> None:
    code, out, err = satdoku("check-unique", "--json", DRAWN)
    assert code == 0
    assert json.loads(out)["left_out"] == {"drawings": "1 circle"}
    assert err == "satdoku: drawings are no rules: 1 circle\n"
