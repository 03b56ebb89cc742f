"""``--lang`` wherever reasons are printed: no English is left, and nothing else changes."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from satdoku.board import Geometry
from satdoku.cli.app import run
from satdoku.explaining.findings import findings
from satdoku.messages import no_language
from tests.languages import LETTER
from tests.shared import thinned

Output = Callable[..., tuple[int, str, str]]

UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
MULTIPLE = UNIQUE.replace("1", ".")
NONE = "12345678." + "........9" + "." * 63
CLASH = "55" + UNIQUE[2:]
HARD = "...9.35....9.25..........8.2..3..9...1..4.......76..3.96......41.2...8...8.....6."
DEEP = HARD[:-1] + "2"
WRONG = "533" + UNIQUE[3:]
EMPTY = "." * 16
COMMANDS = [
    ("diagnose", NONE),
    ("diagnose", CLASH),
    ("diagnose", UNIQUE),
    ("diagnose", MULTIPLE),
    ("diagnose", EMPTY),
    ("diagnose", DEEP),
    ("diagnose", "12" + EMPTY[2:], "--rules", "non-consecutive"),
    ("diagnose", "1....1" + EMPTY[6:], "--rules", "diagonal"),
    ("check", WRONG),
    ("check", WRONG, "--puzzle", UNIQUE, "--reveal"),
    ("check", WRONG, "--puzzle", MULTIPLE),
    ("check", SOLUTION, "--puzzle", UNIQUE),
    ("check", UNIQUE, "--puzzle", UNIQUE),
    ("check", "11" + EMPTY[2:]),
    ("redundant", UNIQUE),
    ("redundant", HARD),
    ("redundant", "123434122143432.", "--rules", "disjoint-groups"),
    ("backdoors", HARD),
    ("backdoors", UNIQUE, "--by", "hidden"),
    ("unavoidable", "1234341221434321"),
    ("fewest-clues", "1234341221434321"),
    ("rate", UNIQUE),
    ("check-unique", NONE),
    ("check-unique", MULTIPLE),
    ("solve", NONE),
    ("count", UNIQUE),
    ("count", EMPTY, "--limit", "5"),
    ("candidates", NONE),
    ("rate", UNIQUE, "--scale", "both"),
    ("transform", UNIQUE, "--count"),
    ("transform", "1" + EMPTY[1:], "--count", "--moves", "rows,relabel"),
    ("same", UNIQUE, MULTIPLE),
    ("same", "12" + EMPTY[2:], "21" + EMPTY[2:]),
    ("same", UNIQUE, UNIQUE),
    ("show", "12" + EMPTY[2:], "--rules", "killer-cage:r1c2+r1c3+r2c3:7,thermo:r4c1+r4c2"),
    ("show", "13" + EMPTY[2:], "--rules", "non-consecutive", "--marks"),
]
LATIN = r"r\d+c\d+|--puzzle|--json|HoDoKu score|ER|EP|ED"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    "command",
    [
        *thinned([c for c in COMMANDS if DEEP not in c], 2),
        *(pytest.param(c, marks=pytest.mark.full) for c in COMMANDS if DEEP in c),
    ],
    ids=lambda c: " ".join(c)[:40],
)
def test_no_english_is_left(
    monkeypatch: pytest.MonkeyPatch, veiled: str, command: tuple[str, ...]
) -> None:
    texts = []
    codes = []
    for options in ((), ("--lang", veiled)):
        monkeypatch.setattr(sys, "stdout", screen := Terminal())
        codes.append(run([*command, *options]))
        texts.append(re.sub(r"\x1b\[[\d;]*m", "", screen.getvalue()))
    english, text = texts
    assert LETTER not in english.lower()
    assert len(set(codes)) == 1
    assert LETTER in text.lower()
    assert not re.search("[A-Za-z]", re.sub(LATIN, "", text)), text
    # The same cells are named; order and wording are the language's.
    cells = [set(re.findall(r"r\d+c\d+", text)) for text in texts]
    assert cells[0] == cells[1] or EMPTY in command


# Of many solutions any two may be shown; the other takes long.
STABLE = [command for command in COMMANDS if not {EMPTY, DEEP} & {*command}]


@pytest.mark.parametrize("command", thinned(STABLE, 2), ids=lambda c: " ".join(c)[:40])
def test_the_json_differs_in_its_sentences_alone(satdoku: Output, command: tuple[str, ...]) -> None:
    def bare(value: object) -> object:
        if isinstance(value, dict):
            words = ("seconds", "told", "sentence", "sentences", "rules", "reason")
            return {key: bare(item) for key, item in value.items() if key not in words}
        return [bare(item) for item in value] if isinstance(value, list) else value

    records = []
    for options in ((), ("--lang", "ja")):
        _, out, err = satdoku(*command, *options, "--json")
        assert err == ""
        records.append(json.loads(out))
    assert bare(records[0]) == bare(records[1])


def test_faults_that_are_printed_apart(satdoku: Output, veiled: str, tmp_path: Path) -> None:
    """The faults of a puzzle that is shown, and of a certificate."""
    lang = veiled
    code, _, error = satdoku("show", CLASH, "--lang", lang)
    assert code == 2
    assert not re.search("[A-Za-z]", re.sub(LATIN, "", error.replace("satdoku:", "")))
    assert satdoku("check-unique", UNIQUE, "--certify", str(tmp_path))[0] == 0
    (path,) = tmp_path.glob("*.json")
    (proof,) = tmp_path.glob("*.drat")
    proof.write_bytes(b"hello\n")
    code, out, error = satdoku("verify", str(path), "--lang", lang)
    assert (code, out) == (1, satdoku("verify", str(path))[1])
    assert error.count("\n") == 2
    names = f"{re.escape(str(path))}|{proof.name}|satdoku|sha256|'hello'"
    assert not re.search("[A-Za-z]", re.sub(names, "", error))
    proof.unlink()
    code, _, error = satdoku("verify", str(path), "--lang", lang)
    assert code == 2
    assert not re.search("[A-Za-z]", re.sub(rf"{names}|{re.escape(str(proof))}", "", error))


QUAD = "quadruple:r1c1+r1c2+r2c1+r2c2"
CSV = f"puzzle,solution\n{UNIQUE},\n5x3,\n"
BAD = [  # an argument or a text of a file; a rule; the names in the sentence
    (UNIQUE, "killer-cage:sum=10", "killer-cage|'cells'|:[-a-z0-9+:=[]+]"),
    (UNIQUE, "killer-cage:r1c1+r1c1", "killer-cage"),
    (UNIQUE, "white-dot:r1c1", "white-dot"),
    (UNIQUE, "regex:r1c1+r1c2:pattern=(", "regex"),
    (UNIQUE, "sandwich:left:12:10", "sandwich"),
    (UNIQUE, "sandwich:side=lft:index=1:sum=10", "sandwich|'side'|left|right|top|bottom|'lft'"),
    (UNIQUE, f"{QUAD}:1+2+3+4+5", "quadruple"),
    (UNIQUE, f"{QUAD}:77", "quadruple|'digits'"),
    (UNIQUE, "renban:" + "+".join(f"r{i}c{j}" for i in (1, 2) for j in range(1, 7)), "renban"),
    (CLASH, "", "satdoku"),
    ("1234567890ABCDEF" * 16, "", "satdoku"),  # as long as a sentence may be
    (".Cage~x~R1C1", "", ".Cage|'x'"),
    (".BinaryX~!!~R1C1~R1C2", "", ".BinaryX"),
    (".Diagonal~q", "", r".Diagonal|\['q'\]"),
    (".Thermo~R1C1~R1C2\n" * 2, "", ".Thermo~R1C1~R1C2"),
    ("https://example.org/x", "", r"example\.org|(?<=жж )S.*Keen"),
    ("./nothing", "", "./nothing"),
    ("%PDF-1.4\n", "", "satdoku"),
    (CSV, "", "'puzzle'"),
    (f'{{"givens": "{UNIQUE}", "constraints": [{{"rule": "thermo", "cells": 5}}]}}', "",
     "thermo|'cells'"),
    (EMPTY, "--shape=size=4 digits=1-3", "satdoku"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "option", "names"), BAD, ids=lambda part: part[:20])
def test_bad_input_is_refused_without_english(
    satdoku: Output, veiled: str, tmp_path: Path, text: str, option: str, names: str
) -> None:
    options = [option if option.startswith("--") else f"--rules={option}"] if option else []
    path = tmp_path / "file"
    if text.startswith(("%", "{", "puzzle")):
        path.write_text(text)
        text = str(path)
    code, _, error = satdoku("solve", text, *options, "--lang", veiled)
    assert code == 2
    assert LETTER in error
    own = rf"{names}|{re.escape(str(path))}|^satdoku:|--[a-z]+|r\d+c\d+|\dx\d"
    assert not re.search("[A-Za-z]", re.sub(own, "", error, flags=re.MULTILINE)), error


def test_verdicts_of_explain(satdoku: Output) -> None:
    for command in ("explain", "hint"):
        code, out, err = satdoku(command, MULTIPLE, "--lang", "ja")
        assert (code, out) == (1, "")
        assert err.startswith("satdoku: 1行目:この問題には解が複数あるので、")
        _, _, err = satdoku(command, MULTIPLE, "--lang", "fr")
        assert err.startswith("satdoku: ligne 1\u00a0: le problème a plusieurs solutions")
        assert "解がないので" in satdoku(command, NONE, "--lang", "ja")[2]
        for form in ((), ("--json",)):
            code, out, err = satdoku(command, "12", "--lang", "ja", *form)
            assert code == 2
            assert err.startswith("satdoku: 1行目:2マスでは盤面になりません")
            assert form == () or json.loads(out)["error"].startswith("1行目:2マス")
        assert "satdoku: line 1: 2 cells" in satdoku(command, "12")[2]
    assert satdoku("steps", UNIQUE, "-t", "swordfish", "--lang", "ja") == (
        1,
        "",
        "satdoku: この局面に「ソードフィッシュ」はありません。\n",
    )


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match=re.escape(no_language("xx"))):
        findings(Geometry.classic(), "xx")
