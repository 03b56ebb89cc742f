"""``satdoku diagnose``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import satdoku
from satdoku.cli.app import run
from tests.shared import thinned

UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MULTIPLE = UNIQUE.replace("1", ".").replace("2", ".")
REPEAT = UNIQUE[:80] + "8"
# 5 has no place in box 9.
NO_PLACE = "." * 54 + "5........" + "...5....." + "......123"


def record(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    code = run(["diagnose", "--json", *arguments])
    diagnosis = json.loads(capsys.readouterr().out)
    assert isinstance(diagnosis, dict)
    return code, diagnosis


def test_a_clash_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    code, diagnosis = record(capsys, NO_PLACE)
    assert code == 1
    assert diagnosis["verdict"] == "none"
    (clash,) = diagnosis["clashes"]
    assert clash["facts"] == ["r7c1=5", "r8c4=5", "r9c7=1", "r9c8=2", "r9c9=3"]
    assert clash["smallest"] is True
    assert clash["argument"]["kind"] == "direct"
    assert clash["argument"]["sentences"] == [
        "r7c1=5, r8c4=5 and the givens in r9c7, r9c8 and r9c9 leave no place for 5 in box 9."
    ]
    assert len(clash["argument"]["cells"]) == 9
    assert diagnosis["exhausted"] is True
    assert diagnosis["complete"] is True
    assert diagnosis["drop"] == []
    assert [choice["facts"] for choice in diagnosis["remove"]] == [
        [fact] for fact in clash["facts"]
    ]
    assert {"cell": "r9c7", "from": 1, "to": 5} in [c["cells"][0] for c in diagnosis["change"]]
    assert "stopped" not in diagnosis


@pytest.mark.full
@pytest.mark.parametrize("lang", thinned(["en", "ja"], 2))
@pytest.mark.parametrize("puzzle", thinned([REPEAT, UNIQUE, MULTIPLE, NO_PLACE], 2))
def test_the_text_of_a_terminal_off_one(
    puzzle: str,
    lang: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    seen_at_a_terminal: Callable[..., tuple[int, str]],
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    code = run(["diagnose", "--text", "--lang", lang, puzzle])
    assert (code, capsys.readouterr().out) == seen_at_a_terminal("diagnose", "--lang", lang, puzzle)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_texts_of_several_have_their_own_boards(
    jobs: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "puzzles.txt"
    puzzles = [REPEAT, NO_PLACE, UNIQUE, MULTIPLE]
    path.write_text("\n".join((*puzzles[:2], UNIQUE[:80], *puzzles[2:])))
    assert run(["diagnose", "--text", str(path), "--jobs", jobs]) == 2
    captured = capsys.readouterr()
    alone = []
    for puzzle in puzzles:
        run(["diagnose", "--text", puzzle])
        alone.append(f"{puzzle}\n{capsys.readouterr().out}")
    assert captured.out == "\n".join(alone)
    assert captured.err.count("\n") == 1


def test_a_line_a_puzzle(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{UNIQUE}\n# a comment\n{REPEAT}\n{UNIQUE[:80]}\n{MULTIPLE}\n")
    assert run(["diagnose", str(path)]) == 2
    captured = capsys.readouterr()
    unique, repeat, bad, multiple = captured.out.splitlines()
    assert unique == f"unique\t{UNIQUE}"
    assert repeat.split("\t") == [
        "none", REPEAT, "r7c8=8 r9c9=8", "smallest", "r9c9=8!", "r9c9=8>9!", "r9c9=8>>r2c9!"
    ]  # fmt: skip
    assert bad == f"invalid\t{UNIQUE[:80]}"
    verdict, puzzle, first, second, count, cells, added, _moves = multiple.split("\t")
    assert (verdict, puzzle) == ("multiple", MULTIPLE)
    places = [(int(name[1]) - 1) * 9 + int(name[3]) - 1 for name in cells.split()]
    assert places == [i for i in range(81) if first[i] != second[i]]
    assert int(count) == satdoku.count(MULTIPLE)
    filled = list(MULTIPLE)
    for given in added.split():
        filled[(int(given[1]) - 1) * 9 + int(given[3]) - 1] = given[-1]
    assert satdoku.is_unique("".join(filled))
    assert captured.err.startswith(f"satdoku: {path}: line 4: ")
    assert run(["diagnose", str(path), "--jobs", "2"]) == 2
    assert capsys.readouterr().out == captured.out


@pytest.mark.parametrize(
    ("puzzle", "code"), [(UNIQUE, 0), (REPEAT, 1), (MULTIPLE, 1), (UNIQUE[:80], 2)]
)
def test_exit_codes(puzzle: str, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["diagnose", puzzle]) == code
    capsys.readouterr()


@pytest.mark.parametrize("puzzle", [UNIQUE, REPEAT, NO_PLACE])
def test_no_time(puzzle: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, diagnosis = record(capsys, puzzle, "--time-limit", "0")
    assert code == 3
    assert diagnosis["complete"] is False
    assert diagnosis["stopped"] == "seconds"
    assert diagnosis["verdict"] == ("none" if puzzle == REPEAT else "undecided")


def test_several_clashes(capsys: pytest.CaptureFixture[str]) -> None:
    _, diagnosis = record(capsys, REPEAT, "--all", "1")
    assert len(diagnosis["clashes"]) == 1
    assert diagnosis["exhausted"] is False
    _, diagnosis = record(capsys, REPEAT, "--all", "50")
    assert diagnosis["exhausted"] is True
    assert [clash["facts"] for clash in diagnosis["clashes"]] == [
        ["r7c8=8", "r9c9=8"],
        ["r9c5=8", "r9c9=8"],
    ]
    run(["diagnose", REPEAT, "--all", "2", "--choices", "1"])
    assert "\tr7c8=8 r9c9=8;r9c5=8 r9c9=8\t" in capsys.readouterr().out


def test_rules_and_marks(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    corners = "3" + "." * 14 + "3"
    code, diagnosis = record(capsys, corners, "--rules", "diagonal,anti-knight")
    assert code == 1
    assert diagnosis["clashes"][0]["facts"] == ["diagonal", "anti-knight"]
    code, diagnosis = record(capsys, corners, "--rules", "diagonal")
    assert code == 1
    assert diagnosis["clashes"][0]["facts"] == ["r1c1=3", "r4c4=3", "diagonal"]
    assert diagnosis["clashes"][0]["told"][-1] == 'the rule "diagonals"'
    assert [choice["facts"] for choice in diagnosis["drop"]] == [["diagonal"]]
    code, diagnosis = record(capsys, "." * 16, "--rules", "killer-cage:9:r1c1+r1c2,diagonal")
    assert code == 1
    assert diagnosis["clashes"][0]["facts"] == ["killer-cage@r1c1"]
    assert diagnosis["remove"] == diagnosis["change"] == []
    path = tmp_path / "marks.json"
    marks = {"r1c1": [1, 2], "r1c2": [1, 2], "r1c3": [1, 2]}
    board = {"satdoku": 1, "board": {"size": 4, "box": [2, 2]}, "givens": "." * 16}
    path.write_text(json.dumps(board | {"pencil_marks": marks}))
    code, diagnosis = record(capsys, str(path))
    assert code == 1
    assert diagnosis["clashes"][0]["facts"] == ["r1c1=1/2", "r1c2=1/2", "r1c3=1/2"]


def test_rules_that_begin_in_one_cell_are_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    rules = "killer-cage:3:r1c1+r1c2,killer-cage:4:r1c1+r1c2"
    code, diagnosis = record(capsys, "." * 16, "--rules", rules)
    names = ["killer-cage@r1c1", "killer-cage@r1c1#2"]
    assert code == 1
    assert diagnosis["clashes"][0]["facts"] == names
    assert [choice["facts"] for choice in diagnosis["drop"]] == [[name] for name in names]
    assert [choice["told"] for choice in diagnosis["drop"]] == [
        [f'the rule "killer cage of {total} in r1c1 and r1c2"'] for total in (3, 4)
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([""], "the argument is empty"),
        (["no/such/file.txt"], "there is no such file"),
        ([UNIQUE, "--rules", "no-such-rule"], "no-such-rule"),
        ([UNIQUE, "--all", "0"], "--all"),
        ([UNIQUE, "--choices", "0"], "--choices"),
        (["." * 16, "--rules", "killer-cage:3:r1c1+r9c9"], "r9c9"),
        ([UNIQUE, "--time-limit", "-1"], "--time-limit"),
        ([UNIQUE, "--time-limit", "nan"], "nan is not a number of seconds"),
    ],
)
def test_bad_input(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["diagnose", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.startswith("satdoku: ")


def test_regions_of_a_wrong_size(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "jigsaw.json"
    regions = ["AAAB", "AABB", "CCBB", "CCDD"]
    path.write_text(json.dumps({"grid": ["...."] * 4, "regions": regions}))
    assert run(["diagnose", str(path)]) == 2
    assert "region" in capsys.readouterr().err


@pytest.mark.full
def test_without_colours(
    monkeypatch: pytest.MonkeyPatch, at_a_terminal: Callable[..., tuple[int, str]]
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    for command in (["diagnose", MULTIPLE], ["hint", UNIQUE]):  # show: tests/render/test_terminal
        # A slow machine shows how long it takes, on a line that is cleared.
        assert "\x1b" not in at_a_terminal(*command)[1].replace("\r\x1b[K", "")
    text = at_a_terminal("diagnose", REPEAT)[1]
    assert "\x1b" not in text
    assert re.findall(r"[1-9]\*", text) == ["8*", "8*"]
    assert "* the givens that clash" in text


@pytest.mark.full
@pytest.mark.parametrize("puzzle", thinned([NO_PLACE, REPEAT], 2))
def test_on_a_terminal(puzzle: str, at_a_terminal: Callable[..., tuple[int, str]]) -> None:
    code, text = at_a_terminal("diagnose", puzzle, columns=100)
    assert code == 1
    red = re.findall("\x1b\\[1;31m([1-9])\x1b", text)
    assert red == (["5", "5", "1", "2", "3"] if puzzle == NO_PLACE else ["8", "8"])
    assert "In red the givens that clash, shaded where it shows." in text
    plain = " ".join(re.sub("\x1b\\[[0-9;]*m", "", text).split())
    if puzzle == NO_PLACE:
        assert "leave no place for 5 in box 9." in plain
        assert "These 5 givens clash, and no fewer do: r7c1=5," in plain
    else:
        assert "r9c9 from 8 to 9: then there is exactly one solution" in plain
    assert plain.startswith("none: no solution ┏")
