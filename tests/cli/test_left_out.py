"""Every answer states the parts of a text that do not belong to the puzzle."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import satdoku
from satdoku.explaining.names import Lang
from satdoku.explaining.unread import unread_sentences
from satdoku.formats import lzstring
from satdoku.puzzle.listing import Listing

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
    _, _, err = satdoku("check-unique", "--ignore", "B", text)
    assert "left nothing out" not in err


def test_what_cannot_be_read_may_have_the_name(satdoku: Call) -> None:
    _, _, err = satdoku("check-unique", "--ignore", "thermo", FOG)
    assert "left nothing out" not in err


CLUES = (
    "the text also draws 1 circle that carries no rule that satdoku knows; if it is a clue, this "
    "answer is about another puzzle"
)


def test_drawings_are_stated(satdoku: Call) -> None:
    code, out, err = satdoku("check-unique", "--json", DRAWN)
    assert code == 0
    answer = json.loads(out)
    assert (answer["verdict"], answer["doubtful"]) == ("unique", True)
    assert answer["left_out"] == {"drawings": "1 circle"}
    assert err == f"satdoku: {CLUES}\n"
    assert "doubtful" not in json.loads(satdoku("check-unique", "--json", GIVENS)[1])


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(
    "ask",
    [
        lambda lang: satdoku.hint(DRAWN, lang=lang),
        lambda lang: satdoku.hint(DRAWN, strength=3, lang=lang),
        lambda lang: satdoku.explain(DRAWN, lang=lang),
        lambda lang: satdoku.explain(DRAWN, preset="trial", lang=lang),
        lambda lang: satdoku.steps(DRAWN, "full-house", lang=lang),
        lambda lang: satdoku.diagnose(DRAWN, lang=lang),
    ],
)
def test_an_answer_in_words_states_drawings(ask: Callable[[Lang], Any], lang: Lang) -> None:
    answer = ask(lang)
    stated = next(unread_sentences({"drawings": Listing(["1 circle"], 1)}, link=False, lang=lang))
    assert answer.text().split("\n")[-1] == stated


@pytest.mark.parametrize(
    ("command", "mark"),
    [
        ("check-unique", "unique?\t"),
        ("diagnose", "unique?\t"),
        ("check", "fine?\t"),
        ("redundant", "redundant?\t"),
    ],
)
def test_a_verdict_about_a_puzzle_with_drawings_is_marked(
    satdoku: Call, command: str, mark: str
) -> None:
    _, out, _ = satdoku(command, DRAWN)
    assert out.startswith(mark)


def test_what_has_no_answer_is_marked_too(satdoku: Call) -> None:
    twice = json.loads(DRAWN)
    twice["grid"][0][2] = {"value": 1, "given": True}
    _, out, _ = satdoku("hint", "--json", json.dumps(twice))
    assert json.loads(out)["doubtful"]
    code, out, _ = satdoku("solve", json.dumps(twice))
    assert (code, out) == (1, "none?\n")


@pytest.mark.parametrize("command", ["check-unique", "solve", "count", "rate", "explain"])
def test_strict_refuses_what_may_have_other_clues(satdoku: Call, command: str) -> None:
    code, out, err = satdoku(command, "--strict", DRAWN)
    assert code == 2
    assert "unique" not in out
    assert "1 circle" in err
    assert "--strict refuses" in err
    # What is left out by name is no doubt, and neither is what says nothing about the solution.
    code, _, err = satdoku(command, "--strict", "--ignore", "circle", DRAWN)
    assert (code, err) == (0, "satdoku: left out, as --ignore asks: circle\n")
    fog = json.dumps({"size": 9, "grid": GRID, "fogofwar": ["R1C1"]})
    code, _, err = satdoku(command, "--strict", fog)
    said = "not read, and taken to say nothing about the solution: 1 fogofwar"
    assert (code, err) == (0, f"satdoku: {said}\n")


def test_strict_refuses_what_was_drawn_before(satdoku: Call) -> None:
    _, text, _ = satdoku("convert", "--to", "json", DRAWN)
    assert json.loads(text)["extras"] == {"drawings": "1 circle"}
    assert satdoku("check-unique", text)[1].startswith("unique?\t")
    assert satdoku("check-unique", "--strict", text)[0] == 2


def test_links_are_called_links_and_several_drawings_listed() -> None:
    left_out = {
        "drawings": Listing(["17 texts", "17 circles"], 34),
        "unused": Listing(["1 fogofwar"], 1),
    }
    first, second = unread_sentences(left_out, link=True)
    assert first == (
        "the link also draws 17 texts and 17 circles that carry no rule that satdoku knows; if "
        "they are clues, this answer is about another puzzle"
    )
    assert second.endswith("1 fogofwar")
    japanese = [
        *unread_sentences(left_out | {"ignored": Listing(["thermo"])}, link=False, lang="ja")
    ]
    assert len(japanese) == 3
    assert "文字17個・円17個" in japanese[0]


def test_a_run_into_a_directory_states_it(satdoku: Call, tmp_path: Path) -> None:
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text(f"{DRAWN}\n{json.dumps({'size': 9, 'grid': GRID})}\n")
    run = tmp_path / "run"
    satdoku("batch", str(puzzles), "-o", str(run), "--to", "jsonl", "-j", "1")
    rows = [json.loads(line) for line in next(run.glob("*.jsonl")).read_text().splitlines()]
    assert [row["verdict"] for row in rows] == ["unique", "unique"]
    assert [row.get("message") for row in rows] == [CLUES, None]


SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def entered(digits: str) -> str:
    """A link in which digits are entered beside the givens."""
    grid = [[dict(cell) for cell in row] for row in GRID]
    for index, digit in enumerate(digits):
        grid[index // 9][index % 9].setdefault("value", int(digit))
    data = json.dumps({"size": 9, "grid": grid})
    return f"https://f-puzzles.com/?load={lzstring.compress(data)}"


@pytest.mark.parametrize("command", ["explain", "hint"])
def test_a_link_with_its_solution_entered_is_begun_from_the_givens(
    satdoku: Call, command: str
) -> None:
    code, out, err = satdoku(command, entered(SOLUTION))
    assert code == 0
    assert err == (
        "satdoku: the solution is entered in the link (51 digits); the answer starts from the "
        "givens\n"
    )
    assert out.splitlines()[1:] == satdoku(command, GIVENS)[1].splitlines()[1:]
    _, out, _ = satdoku(command, "--json", entered(SOLUTION))
    answer = json.loads(out)
    assert answer["left_out"] == {"entered": "51 digits"}
    assert answer.get("outcome") in ("solved", "found")
    _, out, err = satdoku(command, "--lang", "ja", entered(SOLUTION))
    assert "(51マス)" in err
    # Neither a part of it nor a wrong one is left aside.
    _, out, err = satdoku(command, entered(SOLUTION[:78] + "279"))
    assert "starts from" not in err
    _, out, err = satdoku(command, "--json", entered(SOLUTION[:40]))
    assert "entered" not in out + err


@pytest.mark.parametrize("name", ["Thermometers", "thermo meter", "THERMO", "thermometer"])
def test_what_is_left_out_is_named_as_people_write_it(
    name: str, satdoku: Call, tmp_path: Path
) -> None:
    link = tmp_path / "link.txt"
    words = ("convert", "." * 81, "--rules", "thermo:r1c1+r1c2", "--to", "fpuzzles")
    link.write_text(satdoku(*words)[1])
    code, out, err = satdoku("convert", str(link), "--to", "json", "--ignore", name)
    assert (code, '"constraints"' in out, "left nothing out" in err) == (0, False, False)
    _, out, err = satdoku("convert", str(link), "--to", "json", "--ignore", "x sum")
    assert '"rule": "thermo"' in out
    assert "--ignore x sum left nothing out" in err
