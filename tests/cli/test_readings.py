"""Drawings and words on the command line: what is read, what the options use of it, what stays."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import satdoku as package
from satdoku.web.fields import RequestContext
from satdoku.web.questions import answer

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "reading"
PROVED, PLAUSIBLE = str(EXAMPLES / "drawn.json"), str(EXAMPLES / "no_solution.json")
RULES = "3 renban lines, 2 thermometers and 4 white dots"

Command = Callable[..., tuple[int, str, str]]


@pytest.mark.parametrize(
    ("arguments", "verdict", "said"),
    [
        ((PROVED,), "unique\t", f"read from drawings and words: {RULES}"),
        ((PROVED, "--strict"), "unique\t", "the one in the text"),
        ((PROVED, "--drawings", "off"), "multiple?\t", "also draws 5 lines"),
        ((PLAUSIBLE,), "unique?\t", "holds none to compare it with"),
        ((PLAUSIBLE, "--drawings", "proved"), "multiple?\t", f"not taken for rules: {RULES}"),
        ((PLAUSIBLE, "--strict"), "invalid\t", "--strict refuses"),
    ],
)
def test_what_options_use_of_a_reading(
    satdoku: Command, arguments: tuple[str, ...], verdict: str, said: str
) -> None:
    _, out, err = satdoku("check-unique", *arguments)
    assert out.startswith(verdict)
    assert said in err


def test_drawings_are_read_beside_the_rules_that_options_add(
    satdoku: Command, tmp_path: Path
) -> None:
    """No sentence tells the thermometers, and lines and dots alone leave several solutions."""
    rules = json.loads(satdoku("check-unique", "--json", PROVED)[1])["reading"]["rules"]
    data = json.loads(Path(PROVED).read_text())
    sentences = data["metadata"]["rules"].splitlines()
    data["metadata"]["rules"] = "\n".join(one for one in sentences if "thermo" not in one)
    (tmp_path / "puzzle.json").write_text(json.dumps(data))
    file = str(tmp_path / "puzzle.json")
    assert satdoku("check-unique", file)[1].startswith("multiple?\t")
    _, out, err = satdoku("check-unique", file, "--rules", ",".join(rules[1]["clues"]))
    assert out.startswith("unique\t")
    assert "3 renban lines and 4 white dots;" in err


def test_json_has_the_rules_with_their_sentences(satdoku: Command) -> None:
    _, out, _ = satdoku("check-unique", "--json", PROVED)
    reading = json.loads(out)["reading"]
    assert reading["certainty"] == "proved"
    assert [(rule["rule"], len(rule["clues"])) for rule in reading["rules"]] == [
        ("renban", 3),
        ("thermo", 2),
        ("white-dot", 4),
    ]
    assert reading["rules"][1]["sentence"] == "Digits rise along a thermometer, from the bulb on."
    assert "doubtful" not in json.loads(out)


def test_a_doubt_stays_where_the_puzzle_goes(satdoku: Command, tmp_path: Path) -> None:
    """A plausible reading keeps its question mark in satdoku's JSON, and in the app."""
    _, out, _ = satdoku("convert", PLAUSIBLE, "--to", "json")
    (tmp_path / "puzzle.json").write_text(out)
    assert satdoku("check-unique", str(tmp_path / "puzzle.json"))[1].startswith("unique?\t")
    board = answer("view", {"puzzle": Path(PLAUSIBLE).read_text()}, RequestContext(60))
    assert len(board["rules"]) == 9
    assert "guessed" in board["puzzle"]["extras"]


def test_python_reads_alike() -> None:
    text = Path(PROVED).read_text()
    assert package.is_unique(text)
    record = package.check_unique(text).to_dict()
    assert record["reading"]["certainty"] == "proved"
    assert package.check_unique(Path(PLAUSIBLE).read_text()).doubtful


def test_sentences_of_a_text(satdoku: Command) -> None:
    text = (
        "Digits on grey lines form a consecutive set of digits in any order."
        " Digits along a green line differ by at least 4."
        " The digits 1, 2 and 3 are marked by circles."
    )
    code, out, _ = satdoku("rules", "--text", text)
    assert code == 0
    first, second, third = out.splitlines()  # without the relations that tell the rules
    assert first.startswith("renban\t")
    assert second.startswith("whisper:diff=4\t")
    assert third.startswith("digit-class:digits=1+2+3:only=yes\t")
    assert satdoku("rules", "renban", "--text", text)[0] == 2


@pytest.mark.parametrize(("text", "said"), [(" ", "is empty"), ("no/rules.txt", "no such file")])
def test_what_is_no_text_of_rules(satdoku: Command, text: str, said: str) -> None:
    code, out, err = satdoku("rules", "--text", text)
    assert (code, out) == (2, "")
    assert said in err
