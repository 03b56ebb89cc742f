"""``explain``, ``hint`` and ``steps``: texts, boards, JSON, positions, limits and bad input."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import satdoku as toolkit
from satdoku.answers.positions import check_position
from satdoku.answers.puzzle_input import input_of
from satdoku.base.codes import BUG
from satdoku.base.errors import EngineDisagreement
from satdoku.base.limits import Clock
from satdoku.cli.app import run
from satdoku.puzzle import Position
from satdoku.techniques.arguments.fish import FishProof
from satdoku.techniques.arguments.sets import SingleProof
from satdoku.techniques.searches.houses.singles import FullHouse
from satdoku.techniques.step import Step
from tests.shared import cpu_below, in_time, thinned

FOUR_BY_FOUR = "1....2..4......3"
UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
MULTIPLE = UNIQUE.replace("1", ".").replace("2", ".")
NONE = "12345678." + "........9" + "." * 63
# Sets on the way, and chains under se.
CHAINS = "000704005020010070000080002090006250600070008053200010400090000030060090200407000"
# One solution with different digits on both diagonals.
DIAGONAL = "...8.124....7......4.56..1...9.8.3...38...6.22..9..45.....7...........3....4...8."
INKALA = "800000000003600000070090200050007000000045700000100030001000068008500010090000400"

Output = Callable[..., tuple[int, str, str]]
Shared = Callable[[str], Path]


@pytest.fixture
def objects(satdoku: Output) -> Callable[..., list[dict[str, Any]]]:
    def call(*arguments: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in satdoku(*arguments, "--json")[1].splitlines()]

    return call


# -- explain -------------------------------------------------------------------------------------

SMALL_WAY = """\
1....2..4......3

1. Hidden single
+----------+---------+
| 1   3+4* | 234  24 |
| 3   2    | 134  14 |
+----------+---------+
| 4*  13   | 12   12 |
| 2   1    | 124  3  |
+----------+---------+
* the pattern   +n written
   In box 1 the digit 4 can only be in r1c2: column 1 (r3c1) has it already. So r1c2 = 4.

2. Full house
+---------+---------+
| 1    4  | 23   2  |
| +3*  2  | 134  14 |
+---------+---------+
| 4    13 | 12   12 |
| 2    1  | 124  3  |
+---------+---------+
* the pattern   +n written
   Box 1 has one empty cell left, r2c1, and 3 is the digit it lacks: r2c1 = 3.

Stopped after 2 steps, as asked; 10 cells are open; the hardest: Hidden single.
"""


def test_the_way_through_a_small_puzzle(satdoku: Output) -> None:
    printed = satdoku("explain", FOUR_BY_FOUR, "--board", "--ascii", "--limit", "2")
    assert printed == (0, SMALL_WAY, "")


def test_the_whole_way(satdoku: Output) -> None:
    code, out, err = satdoku("explain", UNIQUE)
    assert (code, err) == (0, "")
    assert out.startswith(f"{UNIQUE}\n\n1. Hidden single\n   In box 2 the digit 8 can only")
    numbers = [int(n) for n in re.findall(r"^(\d+)\. ", out, re.MULTILINE)]
    assert numbers == list(range(1, 52))
    assert "┃" not in out  # no board off a terminal
    assert out.endswith("Solved in 51 steps; the hardest: Hidden single.\nLevel: easy.\n")


def test_the_board_shows_what_goes(satdoku: Output) -> None:
    out = satdoku("explain", CHAINS, "--board")[1]
    pair = out[out.index("Naked pair") :].split("\n   ")[0]
    eliminated = re.findall(r"-\d", pair.split("\n* ")[0])
    assert eliminated
    assert "*" in pair
    assert "* the pattern   -n crossed out" in pair


def test_japanese(satdoku: Output) -> None:
    code, out, _ = satdoku("explain", FOUR_BY_FOUR, "--lang", "ja", "--limit", "1", "--board")
    assert code == 0
    assert "1. 隠れた単独候補\n" in out
    assert "* 注目するマス   +n 入る数字\n" in out
    assert (
        "   ブロック1で4が入るのはr1c2だけです(列1(r3c1)にはもうあります)。よってr1c2=4です。"
        in out
    )
    assert out.endswith(
        "指定どおり1手で止めました。11マスが残っています。最も難しい手筋:隠れた単独候補。\n"
    )


# What each community writes in Latin letters in Japanese text too.
LATIN = (
    r"r\d+c\d+|X-Wing|[T-W]+XYZ|XYZ|XY|XZ|X|Y|BUG|ALS|ER|EP|ED|Sudoku Explainer|"
    "Sbit|Ubit|Intersection|Enclosure|Exclosure|Negation"
)


@pytest.mark.parametrize("preset", thinned(["human", "se", "six-elements", "euler96"], 2))
def test_no_english_is_left_in_japanese(satdoku: Output, preset: str) -> None:
    _, out, err = satdoku("explain", CHAINS, "--lang", "ja", "--preset", preset, "--board")
    assert err == ""
    rest = re.sub(LATIN, "", out.replace(CHAINS, ""))
    rest = re.sub(r"[-+]n ", "", rest)  # the legend's signs
    notation = re.sub(r"[A-Z]?\(\d\)|A|B|C|D|- loop", "", rest)  # names of sets, Eureka
    assert re.findall(r"[A-Za-z]+", notation) == []


def test_ratings_stand_in_the_text_under_se(satdoku: Output) -> None:
    out = satdoku("explain", UNIQUE, "--preset", "se")[1]
    assert "1. Hidden single (1.2)\n" in out
    assert out.endswith("the hardest: Hidden single (1.2); ER 1.2, EP 1.2, ED 1.2.\nLevel: easy.\n")
    assert "ER " not in satdoku("explain", UNIQUE)[1]


HODOKU = "..348.........1.8.....7.65.5...3.9...8.....6.2..6.4...6.8.....94.7..28...9.....4."


def test_hodoku_s_own_names_and_scores_stand_in_the_text(satdoku: Output) -> None:
    pytest.importorskip("satdoku.core", reason="the compiled core is not built here")
    code, out, _ = satdoku("explain", HODOKU, "--preset", "hodoku", "--board")
    assert code == 0
    assert "1. Hidden Single (14)\n" in out
    assert ". Forcing Chain Contradiction (500)\n" in out
    assert out.endswith(
        "Solved in 99 steps; the hardest: Forcing Chain Contradiction (500); HoDoKu score 14306.\n"
        "Level: extreme.\n"
    )
    japanese = satdoku("explain", HODOKU, "--preset", "hodoku", "--lang", "ja", "--limit", "1")[1]
    assert "1. 隠れた単独候補 (Hidden Single, 14)\n" in japanese
    hinted = satdoku("hint", HODOKU, "--preset", "hodoku", "--strength", "3")[1]
    assert hinted.startswith("Hidden Single: ")


@pytest.mark.full
def test_what_hodoku_s_preset_does_not_take(satdoku: Output, tmp_path: Path) -> None:
    pytest.importorskip("satdoku.core", reason="the compiled core is not built here")
    path = tmp_path / "p.txt"
    path.write_text(f"{HODOKU}\n{MULTIPLE}\n{HODOKU}\n")
    command = ("explain", str(path), "--preset", "hodoku", "--limit", "2")
    code, out, err = satdoku(*command)
    assert code == 1
    assert out.count("Stopped after 2 steps, as asked") == 2
    assert "line 2: the puzzle has several solutions" in err
    code, _, err = satdoku(*command, "--allow-multiple")
    assert code == 2
    assert "line 2: the preset hodoku leads to the one solution of a puzzle, and this" in err
    wrong = HODOKU.replace("..3", "1.3", 1)
    code, _, err = satdoku("explain", HODOKU, "--from", wrong, "--preset", "hodoku")
    assert (code, "r1c1" in err) == (2, True)
    code, _, err = satdoku("explain", HODOKU, "--rules", "diagonal", "--preset", "hodoku")
    assert (code, "covers no extra rules" in err) == (2, True)
    code, _, err = satdoku("explain", FOUR_BY_FOUR, "--preset", "hodoku")
    assert code == 2
    assert "HoDoKu's scale is for the classic 9x9, and this is 4x4" in err


def test_several_puzzles(satdoku: Output, tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text(f"{UNIQUE}\nbad\n{MULTIPLE}\n{UNIQUE}\n")
    code, out, err = satdoku("explain", str(path), "--limit", "1")
    assert code == 2
    assert out.count(UNIQUE) == 2
    assert out.count("Stopped after 1 step, as asked") == 2
    assert [line.split(": ")[2] for line in err.splitlines()] == ["line 2", "line 3"]


# -- JSON ------------------------------------------------------------------------------------------

STEP_KEYS = {
    "technique", "name", "rating", "placements", "eliminations", "text", "digits", "cells",
    "houses", "candidates", "links", "chains",
}  # fmt: skip
RARE_KEYS = {"contradiction", "variant", "sets", "parts", "notation", "rules", "size"}


def follow(record: dict[str, Any], solution: str) -> None:
    """Every conclusion is true, every pattern is on the board, and the way reaches the end."""
    values = {f"r{i // 9 + 1}c{i % 9 + 1}": int(d) for i, d in enumerate(solution)}
    written = {cell for i, cell in enumerate(values) if record["puzzle"][i] not in ".0"}
    for step in record["steps"]:
        assert STEP_KEYS <= step.keys() <= STEP_KEYS | RARE_KEYS
        assert step["placements"] or step["eliminations"]
        for said in step["placements"]:
            cell, _, digit = said.partition("=")
            assert values[cell] == int(digit)
            assert cell not in written
            written.add(cell)
        for said in step["eliminations"]:
            cell, _, digit = said.partition("<>")
            assert values[cell] != int(digit)
        for cell in step["cells"]:
            assert cell in values
        for house in step["houses"]:
            assert house.keys() == {"kind", "number", "name", "cells"}
        for chain in step["chains"]:
            assert all(p < at for at, node in enumerate(chain["nodes"]) for p in node["from"])
            assert all(re.fullmatch(r"r\dc\d(=|<>)\d", node["says"]) for node in chain["nodes"])
        for said in (pair for pairs in step["candidates"].values() for pair in pairs):
            assert re.fullmatch(r"r\dc\d=\d", said)
        assert step["text"]
    if record["outcome"] == "solved":
        assert record["grid"] == solution
        assert written == values.keys()


def test_json(objects: Callable[..., list[dict[str, Any]]]) -> None:
    (record,) = objects("explain", CHAINS)
    assert list(record)[:3] == ["schema", "line", "puzzle"]
    assert record["preset"] == "human"
    assert record["verdict"] == "unique"
    assert record["outcome"] == "solved"
    assert record["hardest"] in {step["technique"] for step in record["steps"]}
    assert not {"er", "ep", "ed"} & record.keys()
    assert all(step["rating"] is None for step in record["steps"])
    solution = toolkit.solve(CHAINS).solution
    assert solution is not None
    follow(record, solution.text())


@pytest.mark.full
@pytest.mark.parametrize("preset", thinned(["human", "se", "hodoku", "six-elements", "euler96"], 5))
def test_every_step_is_true_of_the_solution(
    objects: Callable[..., list[dict[str, Any]]], shared: Shared, tmp_path: Path, preset: str
) -> None:
    with shared("data/rating/se_reference.csv").open(encoding="ascii") as file:
        rows = [row for row in csv.DictReader(file) if float(row["ER"]) < 8.6][::30]
    path = tmp_path / "p.txt"
    path.write_text("".join(row["puzzle"] + "\n" for row in rows))
    records = objects("explain", str(path), "--preset", preset)
    assert len(records) == len(rows) > 15
    for row, record in zip(rows, records, strict=True):
        solution = toolkit.solve(row["puzzle"]).solution
        assert solution is not None
        follow(record, solution.text())
        if preset == "se":
            numbers = [record[key] for key in ("er", "ep", "ed")]
            assert numbers == [float(row[key]) for key in ("ER", "EP", "ED")]
        if preset == "hodoku":
            rating = toolkit.rate(row["puzzle"], scale="hodoku")
            assert (record["score"], record["level"]) == (rating.score, rating.level)
            assert record["score"] == sum(step["rating"] for step in record["steps"])
            assert record["hardest"] in {step["name"] for step in record["steps"]}
        if preset != "euler96":
            assert record["outcome"] == "solved"


@pytest.mark.full
def test_se_goes_to_the_top_of_the_scale(
    satdoku: Output, objects: Callable[..., list[dict[str, Any]]]
) -> None:
    pytest.importorskip("satdoku.core", reason="the compiled core is not built here")
    (rated,) = objects("rate", INKALA)
    (record,) = objects("explain", INKALA, "--preset", "se")
    solution = toolkit.solve(INKALA).solution
    assert solution is not None
    follow(record, solution.text())
    assert [record[key] for key in ("er", "ep", "ed")] == [rated[k] for k in ("er", "ep", "ed")]
    assert record["hardest"] == "nested-forcing-chains"
    nested = [step for step in record["steps"] if step["technique"] == "nested-forcing-chains"]
    assert any(chain.get("parts") for step in nested for chain in step["chains"])


def test_a_time_limit_ends_the_core_too(satdoku: Output, shared: Shared) -> None:
    with shared("data/rating/hardest_published.csv").open(encoding="ascii") as file:
        hardest = max(csv.DictReader(file), key=lambda row: float(row["ER"]))["puzzle"]
    with cpu_below(5):
        assert satdoku("explain", hardest, "--preset", "se", "--time-limit", "0.3")[0] == 3


def test_errors_are_objects_too(objects: Callable[..., list[dict[str, Any]]]) -> None:
    (record,) = objects("explain", MULTIPLE)
    assert record["verdict"] == "multiple"
    assert {"line", "puzzle", "error"} <= record.keys()


# -- what can go wrong -----------------------------------------------------------------------------

OTHER = UNIQUE.replace("3", "4", 1)
BAD = [
    ("several solutions", 1, ["explain", MULTIPLE], "the puzzle has several solutions"),
    ("no solution", 1, ["explain", NONE], "the puzzle has no solution"),
    ("hint, several", 1, ["hint", MULTIPLE], "the puzzle has several solutions"),
    ("hint, none", 1, ["hint", NONE], "the puzzle has no solution"),
    ("equal givens", 2, ["explain", "55" + UNIQUE[2:]], "5 appears twice in row 1: r1c1 and r1c2"),
    ("unreadable", 2, ["hint", UNIQUE[:80]], "expected 81 cells"),
    ("no file", 2, ["explain", "no/such.txt"], "there is no such file"),
    ("preset", 2, ["explain", UNIQUE, "--preset", "easy"], "'easy' is not one of 'human', 'se'"),
    ("language", 2, ["hint", UNIQUE, "--lang", "xx"], "no language 'xx'; there are en, "),
    ("strength", 2, ["hint", UNIQUE, "--strength", "4"], "Invalid value for '--strength'"),
    ("--from, a given", 2, ["explain", UNIQUE, "--from", OTHER], "r1c2, where the puzzle has 3"),
    (
        "--from, a given missing",
        2,
        ["explain", UNIQUE, "--from", "." + SOLUTION[1:]],
        "--from leaves r1c1 empty, where the puzzle has 5",
    ),
    (
        "--from, a repeat",
        2,
        ["explain", UNIQUE, "--from", "538" + UNIQUE[3:]],
        "--from is at fault: 8 appears twice in column 3: r1c3 and r3c3",
    ),
    (
        "--from, a wrong digit",
        2,
        ["hint", UNIQUE, "--from", "531" + UNIQUE[3:]],
        "--from has 1 in r1c3, but the puzzle's solution has another digit there",
    ),
    ("--from, a board", 2, ["hint", UNIQUE, "--from", FOUR_BY_FOUR], "--from is a board 4x4"),
    ("--from, unreadable", 2, ["hint", UNIQUE, "--from", "xyzzy"], "--from cannot be read"),
    ("--from, for two", 2, ["hint", UNIQUE, UNIQUE, "--from", UNIQUE], "more than one"),
    (
        "technique",
        2,
        ["steps", UNIQUE, "--technique", "naked-par"],
        "there is no technique called 'naked-par'; did you mean naked-pair",
    ),
    ("no technique", 2, ["steps", UNIQUE], "--technique is missing; satdoku techniques lists"),
    ("no position", 2, ["steps", "-t", "x-wing"], "a position is missing"),
    ("library and more", 2, ["steps", UNIQUE, "--library", "f"], "--library names its own"),
    ("no library", 2, ["steps", "--library", "no/such.txt"], "there is no such file"),
    ("uniqueness", 1, ["steps", MULTIPLE, "-t", "bug-1"], "the puzzle has several solutions"),
    (
        "a rule that might notice",
        2,
        ["steps", FOUR_BY_FOUR, "-t", "bug-1", "--rules", "anti-knight"],
        "bug-1 does not hold here",
    ),
    ("none found", 1, ["steps", UNIQUE, "-t", "bug-3"], "there is no bug-3"),
]


@pytest.mark.parametrize(
    ("code", "arguments", "said"), [b[1:] for b in BAD], ids=[b[0] for b in BAD]
)
def test_bad_input_is_one_sentence(
    satdoku: Output, code: int, arguments: list[str], said: str
) -> None:
    exit_code, out, err = satdoku(*arguments)
    assert said in err
    assert exit_code == code
    assert len(err.splitlines()) == 1
    assert err.startswith("satdoku: ")
    assert "Traceback" not in err
    if arguments[-1] != UNIQUE:
        assert "1. " not in out


def test_multiple_solutions_on_request(satdoku: Output) -> None:
    limited = ("--allow-multiple", "--json", "--time-limit")
    code, out, err = in_time(
        lambda seconds: satdoku("explain", MULTIPLE, *limited, str(seconds)),
        lambda printed: '"multiple"' in printed[1],
    )
    record = json.loads(out)
    assert (err, record["verdict"]) == ("", "multiple")
    assert (code, record["outcome"]) in [(1, "stuck"), (3, "stopped")]
    for grid in toolkit.solutions(MULTIPLE, limit=20):
        follow(record, grid.text())
    assert not any(s["technique"].startswith(("unique", "bug")) for s in record["steps"])


@pytest.mark.parametrize("command", ["hint", "explain"])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_has_not_one_solution_leads_on(command: str, lang: str, satdoku: Output) -> None:
    """A board with a wrong digit is the commonest puzzle without a solution."""
    for puzzle, named in ((NONE, ("satdoku check", "satdoku diagnose")), (MULTIPLE, ("diagnose",))):
        code, out, err = satdoku(command, puzzle, "--lang", lang)
        assert (code, out, err.count("\n")) == (1, "", 1)
        assert all(name in err for name in (*named, "--allow-multiple"))


def test_no_solution_on_request(satdoku: Output) -> None:
    code, out, _ = satdoku("explain", NONE, "--allow-multiple")
    assert code == 1
    assert "it is certain that no grid keeps all the rules" in out
    assert "there is no solution" in out


def test_stuck(satdoku: Output) -> None:
    code, out, _ = satdoku("explain", INKALA, "--preset", "euler96", "--style", "techniques")
    assert code == 1
    assert "the preset euler96 finds nothing more, and 60 cells are open" in out
    code, out, _ = satdoku("hint", INKALA, "--preset", "euler96", "--style", "techniques")
    assert (code, out[:19]) == (1, "Stuck after 0 steps")


# -- small proofs ----------------------------------------------------------------------------------

STUCK = "...9.35....9.25..........8.2..3..9...1..4.......76..3.96......41.2...8...8.....6."
CAGED = {
    "satdoku": 1,
    "board": {"size": 4, "box": [2, 2]},
    "givens": "................",
    "constraints": [
        {"rule": "killer-cage", "cells": ["r1c1", "r2c1"], "sum": 4},
        {"rule": "killer-cage", "cells": ["r1c2", "r1c3", "r1c4"], "sum": 7},
        {"rule": "killer-cage", "cells": ["r2c2", "r2c3"], "sum": 5},
        {"rule": "killer-cage", "cells": ["r2c4"], "sum": 4},
        {"rule": "killer-cage", "cells": ["r3c1"], "sum": 2},
        {"rule": "killer-cage", "cells": ["r3c2", "r3c3"], "sum": 5},
        {"rule": "killer-cage", "cells": ["r3c4", "r4c4"], "sum": 4},
        {"rule": "killer-cage", "cells": ["r4c1", "r4c2", "r4c3"], "sum": 9},
    ],
}


@pytest.mark.full
def test_where_techniques_end_small_proofs_go_on(objects: Callable[..., Any]) -> None:
    (record,) = objects("explain", STUCK, "--preset", "euler96")
    assert record["outcome"] == "solved"
    assert record["preset"] == "euler96"
    follow(record, record["grid"])
    used = [step["technique"] for step in record["steps"]]
    assert "small-proof" in used
    assert used[0] != "small-proof"
    proofs = [step for step in record["steps"] if step["technique"] == "small-proof"]
    for step in proofs:
        assert step["rating"] is None
        assert step["size"] == len(step["cells"]) + len(step["houses"]) + len(step.get("rules", ()))
        (chain,) = step["chains"]
        assert chain["conflict"]["from"]
        assert chain["nodes"][0]["cause"] == "start"


def test_small_proofs_throughout(satdoku: Output, objects: Callable[..., Any]) -> None:
    (record,) = objects("explain", UNIQUE, "--style", "mus")
    assert (record["preset"], record["outcome"], record["grid"]) == ("mus", "solved", SOLUTION)
    assert {step["technique"] for step in record["steps"]} == {"small-proof"}
    code, out, _ = satdoku("explain", UNIQUE, "--style", "mus", "--lang", "ja", "--limit", "1")
    assert code == 0
    assert "小さな証明" in out
    code, out, _ = satdoku("hint", STUCK, "--style", "mus", "--strength", "2")
    assert (code, out) == (0, "Small proof from one fact: box 3 must hold a 9.\n")


def test_rules_that_no_technique_knows(
    satdoku: Output, objects: Callable[..., Any], tmp_path: Path
) -> None:
    path = tmp_path / "cages.json"
    path.write_text(json.dumps(CAGED))
    for style in ("auto", "mus"):
        (record,) = objects("explain", str(path), "--style", style)
        assert record["outcome"] == "solved"
        assert any(step.get("rules") for step in record["steps"])
    code, out, _ = satdoku("explain", str(path), "--board", "--ascii")
    assert code == 0
    assert "killer cage of 7 in r1c2, r1c3 and r1c4" in out.lower()


def test_no_ratings_where_a_step_has_none(objects: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "cages.json"
    path.write_text(json.dumps(CAGED))
    (record,) = objects("explain", str(path), "--preset", "se")
    assert record["outcome"] == "solved"
    assert not {"er", "ep", "ed"} & set(record)
    ratings = [step["rating"] for step in record["steps"]]
    assert None in ratings
    assert any(rating is not None for rating in ratings)


def test_a_time_limit_ends_small_proofs(satdoku: Output) -> None:
    def explained(seconds: float) -> tuple[int, str, str]:
        with cpu_below(10 + seconds):
            return satdoku("explain", STUCK, "--style", "mus", "--time-limit", str(seconds))

    code, out, _ = in_time(explained, lambda printed: "The time ran out" in printed[1])
    assert code == 3
    assert "The time ran out" in out


def test_an_unknown_style_is_refused(satdoku: Output) -> None:
    code, _, err = satdoku("explain", UNIQUE, "--style", "poem")
    assert code == 2
    assert "'poem' is not one of 'auto', 'techniques', 'mus'" in err


def test_a_full_grid(satdoku: Output) -> None:
    assert satdoku("hint", SOLUTION) == (0, "The grid is full: nothing is left to find.\n", "")
    code, out, _ = satdoku("explain", SOLUTION, "--preset", "se")
    assert (code, out) == (0, f"{SOLUTION}\n\nThe grid is full already: nothing is left to do.\n")


@pytest.mark.parametrize("command", [["explain"], ["steps", "-t", "negation-2"]])
def test_a_time_limit_ends_the_longest_search(satdoku: Output, command: list[str]) -> None:
    with cpu_below(10):
        code, _, err = satdoku(*command, INKALA, "--time-limit", "0.2")
    assert code == 3
    assert len(err.splitlines()) <= 1
    code, _, err = satdoku("hint", INKALA, "--time-limit", "0")
    assert (code, "was not decided in time" in err) == (3, True)


def test_a_step_that_the_solution_refutes_is_never_told(
    satdoku: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lie(self: FullHouse, position: Position, clock: Clock) -> Step:
        return Step("full-house", SingleProof(2, 1, last=True), placements=((2, 1),))

    monkeypatch.setattr(FullHouse, "first_bare", lie)
    for command in ("explain", "hint"):
        code, out, err = satdoku(command, UNIQUE)
        assert code == BUG
        assert "contradicts the solution" in err
        assert "please report it" in err
        assert "r1c3 = 1" not in out
    checked = check_position(input_of(UNIQUE))
    with pytest.raises(EngineDisagreement):
        checked.require_right(Step("x-wing", FishProof(4, (), (), ()), eliminations=((2, 4),)))


# -- positions -------------------------------------------------------------------------------------


def test_from_a_partly_solved_grid(objects: Callable[..., list[dict[str, Any]]]) -> None:
    whole = objects("explain", UNIQUE)[0]
    later = UNIQUE[:2] + "4" + UNIQUE[3:]
    rest = objects("explain", UNIQUE, "--from", later)[0]
    assert len(rest["steps"]) == len(whole["steps"]) - 1
    assert rest["grid"] == SOLUTION
    (hint,) = objects("hint", UNIQUE, "--from", SOLUTION[:2] + "." + SOLUTION[3:], "-s", "3")
    assert hint["step"]["placements"] == ["r1c3=4"]


def test_from_a_grid_of_candidates(satdoku: Output, tmp_path: Path) -> None:
    grid = satdoku("convert", CHAINS, "--to", "candidates")[1]
    fewer = grid.replace("13689 ", "1389  ", 1)  # r1c7 has lost its 6
    assert fewer != grid
    position = json.loads(satdoku("hint", fewer, "--json", "--strength", "3")[1])
    assert position["outcome"] == "found"
    out = satdoku("steps", fewer, "-t", "trial", "--limit", "1", "--json")[1]
    cells = json.loads(out)["steps"][0]
    assert cells["technique"] == "trial"
    out = satdoku("explain", CHAINS, "--from", fewer, "--limit", "1", "--board", "--ascii")[1]
    assert re.search(r"1389 +368 +5", out)
    wrong = grid.replace("13689 ", "1689  ", 1)  # r1c7 is 3
    code, _, err = satdoku("explain", wrong)
    assert (code, "r1c7" in err) == (1, True)
    code, _, err = satdoku("explain", CHAINS, "--from", wrong)
    assert (code, "leaves r1c7 without the digit that the solution has" in err) == (2, True)


def test_a_library_line_is_a_position(satdoku: Output) -> None:
    line = satdoku("convert", CHAINS, "--to", "library")[1].strip()
    assert line.startswith(":0000:")
    assert satdoku("hint", line)[:2] == (0, "Look for a hidden single in box 2.\n")


def test_other_boards_and_rules(
    satdoku: Output, objects: Callable[..., list[dict[str, Any]]]
) -> None:
    (record,) = objects("explain", FOUR_BY_FOUR)
    assert record["outcome"] == "solved"
    out = satdoku("check-unique", DIAGONAL, "--rules", "diagonal", "--json")[1]
    (solution,) = json.loads(out)["witnesses"]
    (record,) = objects("explain", DIAGONAL, "--rules", "diagonal")
    assert record["outcome"] == "solved"
    follow(record, solution)
    assert any("diagonal" in house["name"] for s in record["steps"] for house in s["houses"])


# -- hint ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strength", "lang", "text"),
    [
        ("1", "en", "Look for a hidden single in box 2.\n"),
        ("2", "en", "Hidden single: box 2; digit 2.\n"),
        (
            "3",
            "en",
            "Hidden single: In box 2 the digit 2 can only be in r1c5: row 2 (r2c2) and row 3 "
            "(r3c9) have it already. So r1c5 = 2.\n",
        ),
        ("1", "ja", "ブロック2で「隠れた単独候補」を探してみましょう。\n"),
        ("2", "ja", "隠れた単独候補:ブロック2、数字2。\n"),
        (
            "3",
            "ja",
            "隠れた単独候補:ブロック2で2が入るのはr1c5だけです(行2(r2c2)・行3(r3c9)にはもうあります)。よってr1c5=2です。\n",
        ),
    ],
)
def test_hints(satdoku: Output, strength: str, lang: str, text: str) -> None:
    assert satdoku("hint", CHAINS, "--strength", strength, "--lang", lang) == (0, text, "")


def test_hints_in_json_give_away_what_was_asked_for(
    objects: Callable[..., list[dict[str, Any]]],
) -> None:
    one, two, three = (objects("hint", CHAINS, "-s", s)[0] for s in "123")
    assert not {"cells", "digits", "houses", "step"} & one.keys()
    assert one["technique"] == "hidden-single"
    # A hidden single's cell is what the hint is about.
    assert (two["cells"], two["digits"], two["candidates"]) == ([], [2], {})
    assert [house["name"] for house in two["houses"]] == ["box 2"]
    assert "step" not in two
    assert three["step"]["placements"] == ["r1c5=2"]


def test_a_terminal_gets_the_board_in_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    monkeypatch.setattr(sys, "stdout", screen)
    pair = ".37....8..5....3..1.4..6...2....4.5.....2...7.15.8.....9....6.1361..7..9.......3."
    assert run(["hint", pair, "--strength", "2"]) == 0
    shown = screen.getvalue()
    assert "\x1b[1;32;100m28\x1b[0m" in shown  # the pattern's candidate, on a background
    assert "(--strength 3 shows more)" in shown
    assert "-2" not in shown
    monkeypatch.setattr(sys, "stdout", single := Terminal())
    assert run(["hint", CHAINS, "--strength", "2"]) == 0
    assert "\x1b[1;32;100m" not in single.getvalue()  # its cell would be the answer
    monkeypatch.setattr(sys, "stdout", other := Terminal())
    assert run(["hint", CHAINS, "--no-board", "-s", "3"]) == 0
    assert "┃" not in other.getvalue()
    assert all(len(line) <= 100 for line in other.getvalue().splitlines())


# -- steps -----------------------------------------------------------------------------------------


def test_every_instance(satdoku: Output, objects: Callable[..., list[dict[str, Any]]]) -> None:
    code, out, err = satdoku("steps", CHAINS, "--technique", "pointing")
    line = "r7c7<>1 r8c7<>1 r9c7<>1\tPointing: box 3; r1c7 and r3c7; all in column 7; digit 1.\n"
    assert (code, out, err) == (0, line, "")
    (record,) = objects("steps", UNIQUE, "-t", "hidden-single")
    assert record["complete"]
    assert len(record["steps"]) > 5
    follow({"puzzle": UNIQUE, "outcome": "", "steps": record["steps"][:1]}, SOLUTION)
    (few,) = objects("steps", UNIQUE, "-t", "Hidden Single", "--limit", "2")
    assert (len(few["steps"]), few["complete"], few["stopped"]) == (2, False, "steps")


def test_steps_with_boards(satdoku: Output) -> None:
    out = satdoku("steps", CHAINS, "-t", "pointing", "--board", "--lang", "ja", "--ascii")[1]
    assert out.startswith("1. r7c7<>1 r8c7<>1 r9c7<>1\n+-----")
    assert "| 4      1678  15678  | 1358  9   12358 | -135678  2368  1367 |" in out
    assert "* 注目するマス   -n 消える候補\n   ブロック3で1が入るのは" in out


def library(shared: Shared, tmp_path: Path, step: int, *more: str) -> Path:
    lines = shared("data/techniques/reglib-1.4-visible.txt").read_text("utf-8").splitlines()
    cases = [line for line in lines if line.startswith(":")]
    path = tmp_path / "library.txt"
    path.write_text("# a comment\n" + "\n".join([*cases[::step], *more]) + "\n")
    return path


@pytest.mark.slow
def test_a_whole_library_is_replayed(satdoku: Output, shared: Shared, tmp_path: Path) -> None:
    path = library(shared, tmp_path, 1)
    code, out, err = satdoku("steps", "--library", str(path))
    rows = [line.split("\t") for line in out.splitlines() if "\t" in line]
    statuses = [row[0] for row in rows]
    assert len(rows) == 772
    assert "\n772 cases: " in out
    assert (code, err) == (0, "")
    assert set(statuses) == {"found", "absent"}
    assert statuses.count("found") == 769


@pytest.mark.full
def test_a_library_is_replayed(satdoku: Output, shared: Shared, tmp_path: Path) -> None:
    path = library(shared, tmp_path, 12)
    cases = len(path.read_text().splitlines()) - 1
    code, out, err = satdoku("steps", "--library", str(path))
    rows = [line.split("\t") for line in out.splitlines() if "\t" in line]
    statuses = {row[0] for row in rows}
    assert len(rows) == cases
    assert f"\n{cases} cases: " in out
    assert (code, err) == (0, "")
    assert statuses <= {"found", "absent"}


def test_a_case_that_is_ours_must_be_found(satdoku: Output, shared: Shared, tmp_path: Path) -> None:
    lines = shared("data/techniques/reglib-1.4-visible.txt").read_text("utf-8").splitlines()
    fields = next(line for line in lines if line.startswith(":0300:")).split(":")
    fields[5] = fields[5].split()[0] + " 999"
    wrong = ":".join(fields)
    negative = wrong.replace(":0300:", ":0300-x:", 1)
    path = tmp_path / "library.txt"
    path.write_text(f"{wrong}\n{negative}\nrubbish\n")
    code, out, err = satdoku("steps", "--library", str(path), "--json")
    first, second, broken, counts = map(json.loads, out.splitlines())
    assert (first["status"], second["status"]) == ("not found", "unexpected")
    assert first["techniques"] == ["x-wing"]
    assert "error" in broken
    assert counts == {
        "schema": 2, "cases": 2, "not found": 1, "unexpected": 1, "not_implemented": {},
    }  # fmt: skip
    assert code == 2
    assert len(err.splitlines()) == 1
    path.write_text(wrong + "\n")
    assert satdoku("steps", "--library", str(path))[0] == 1


# -- one step ------------------------------------------------------------------------------------


def test_one_step_of_a_path_and_the_position_before_it(
    satdoku: Output, objects: Callable[..., list[dict[str, Any]]], tmp_path: Path
) -> None:
    whole = toolkit.explain(CHAINS)
    parts = whole.text().split("\n\n")
    for number in (1, 9, len(whole)):
        code, out, err = satdoku("explain", CHAINS, "--step", str(number))
        assert (code, err) == (0, "")
        assert out.rstrip() == parts[number - 1].rstrip()
        [data] = objects("explain", CHAINS, "--step", str(number))
        [step] = data["steps"]
        assert step["number"] == number
        before = satdoku("explain", CHAINS, "--step", str(number), "--before")[1]
        assert step["before"] == before.strip()
        position = toolkit.convert(step["before"], "candidates").text
        assert position == toolkit.convert(whole.stages[number - 1].before, "candidates").text
        # The path goes on from there as it did.
        last = parts[number - 1].splitlines()[-1].strip()
        assert satdoku("hint", before.strip(), "-s", "3")[1].rstrip().endswith(last)
    drawn = tmp_path / "step.svg"
    plain = tmp_path / "before.svg"
    assert satdoku("explain", CHAINS, "--step", "9", "--svg", str(drawn))[0] == 0
    more = ("--before", "--svg", str(plain))
    assert satdoku("explain", CHAINS, "--step", "9", *more)[0] == 0
    assert "<svg" in plain.read_text() != drawn.read_text()
    assert toolkit.explain(CHAINS, step=9).steps == whole.steps[8:9]
    assert "before" not in objects("explain", FOUR_BY_FOUR)[0]["steps"][0]


def test_a_picture_of_every_step(satdoku: Output, tmp_path: Path) -> None:
    assert satdoku("explain", FOUR_BY_FOUR, "--svg", str(tmp_path / "way.svg")) == (0, "", "")
    assert len(list(tmp_path.glob("way-*.svg"))) == len(toolkit.explain(FOUR_BY_FOUR))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--step", "99"), "there is no step 99: the path has 12"),
        (("--step", "0"), "--step"),
        (("--step", "2", "--limit", "3"), "--step and --limit cannot be asked for together"),
        (("--step", "2", "--preset", "trial"), "--step: is about the steps of a path"),
        (("--before",), "--before belongs to --step"),
        (("--preset", "trial", "--svg", "x.svg"), "pictures show the steps of a path"),
    ],
)
def test_a_step_that_there_is_not(
    satdoku: Output, arguments: tuple[str, ...], sentence: str
) -> None:
    code, out, err = satdoku("explain", FOUR_BY_FOUR, FOUR_BY_FOUR, *arguments)
    assert (code, out) == (2, "")
    assert sentence in err


def test_a_step_that_is_not_reached_in_time(satdoku: Output) -> None:
    code, out, err = satdoku("explain", INKALA, "--step", "200", "--time-limit", "0.3")
    assert (code, out) == (3, "")
    assert "the time ran out after" in err or "not decided" in err


@pytest.mark.parametrize(
    ("code", "nearest"),
    [("0609", "0608"), ("9999", "0904"), ("0606x", "0606"), ("x", "0000"), ("", "0000")],
)
def test_a_code_that_the_library_lacks(
    satdoku: Output, tmp_path: Path, code: str, nearest: str
) -> None:
    position = satdoku("convert", CHAINS, "--to", "library")[1].strip().split(":")
    pointing = ":".join([*position[:1], "0100", "1", *position[3:5], "177 187 197", ""])
    wrong = ":".join(["", code, "1", *position[3:5], "177 187 197", ""])
    path = tmp_path / "library.txt"
    path.write_text(f"{pointing}\n{wrong}\n{pointing}\n")
    exit_code, out, err = satdoku("steps", "--library", str(path))
    assert exit_code == 2
    assert [line.split("\t")[0] for line in out.splitlines()] == [
        "found",
        "found",
        "2 cases: 2 found",
    ]
    assert f"line 2: {code!r} is not a code of HoDoKu's library; the nearest is {nearest} (" in err
    records = satdoku("steps", "--library", str(path), "--json")[1].splitlines()
    assert [json.loads(line).get("status") for line in records] == ["found", None, "found", None]


# -- what is written about it ----------------------------------------------------------------------

ROOT = Path(__file__).resolve().parents[2]
SHOWN = [
    (name, *block.split("\n", 1))
    for name in ("docs/explaining.md",)
    for block in re.findall(
        r"```console\n\$ satdoku (.*?)```", (ROOT / name).read_text("utf-8"), re.DOTALL
    )
]


@pytest.mark.parametrize(("file", "command", "output"), SHOWN, ids=[s[0] for s in SHOWN])
def test_what_is_shown_is_what_happens(
    satdoku: Output, file: str, command: str, output: str
) -> None:
    assert satdoku(*command.split()) == (0, output, "")


def test_the_chain_shown_is_told(satdoku: Output) -> None:
    text = (ROOT / "docs" / "explaining.md").read_text("utf-8")
    blocks = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    (block,) = [block for block in blocks if "Follow the links" in block]
    assert block in satdoku("explain", CHAINS, "--preset", "se")[1]
