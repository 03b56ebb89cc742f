"""redundant, backdoors, unavoidable and fewest-clues: what they print, and their exit codes."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from satdoku.answers import sets
from satdoku.base.limits import Clock
from satdoku.board import Geometry, Grid
from satdoku.constraints import parse_rules
from satdoku.formats import detect, parse, write
from satdoku.puzzle import Document, Puzzle
from tests.shared import in_time, worked

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "...9.35....9.25..........8.2..3..9...1..4.......76..3.96......41.2...8...8.....6."
MINIMAL = ".....5..8...62..5.....392...5...2..6..18....4.2..6.1..2.3..6.4........7...53..8.."
MULTIPLE = WIKIPEDIA.replace("1", ".").replace("2", ".")
NONE = "12345678." + "........9" + "." * 63
CLASH = "55" + WIKIPEDIA[2:]
FOUR = "1234341221434321"

COMMANDS = ["redundant", "backdoors", "unavoidable", "fewest-clues"]
Output = Callable[..., tuple[int, str, str]]


def test_redundant(satdoku: Output) -> None:
    assert satdoku("redundant", HARD, MINIMAL) == (0, f"minimal\t{HARD}\nminimal\t{MINIMAL}\n", "")
    code, out, _ = satdoku("redundant", HARD, WIKIPEDIA)
    assert code == 1
    verdict, puzzle, givens, rules, together, with_them = out.splitlines()[1].split("\t")
    assert (verdict, puzzle, rules, with_them) == ("redundant", WIKIPEDIA, "", "")
    assert givens.split()[:2] == ["r1c1=5", "r1c2=3"]
    assert len(givens.split()) == 22
    # What can go together is maximal: without it the puzzle has one solution and none to spare.
    assert set(together.split()) < set(givens.split())
    removed = {(int(name[1]) - 1) * 9 + int(name[3]) - 1 for name in together.split()}
    left = "".join("." if cell in removed else symbol for cell, symbol in enumerate(puzzle))
    assert satdoku("redundant", left) == (0, f"minimal\t{left}\n", "")


def test_redundant_is_removed(satdoku: Output, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{HARD}\n{WIKIPEDIA}\n{NONE}\n{CLASH}\n")
    code, out, _ = satdoku("redundant", str(path), "--remove")
    hard, left, *others = out.splitlines()
    assert (code, hard, others) == (2, HARD, ["none", "invalid"])
    assert satdoku("redundant", left) == (0, f"minimal\t{left}\n", "")
    assert satdoku("redundant", WIKIPEDIA, "--remove") == (0, f"{left}\n", "")


@pytest.mark.parametrize("to", ["json", "fpuzzles", "iss"])
def test_redundant_rules_are_removed_from_a_link(to: str, satdoku: Output) -> None:
    geometry = Geometry.of_size(4)
    rules = parse_rules(
        "killer-cage:3:r1c1+r1c2,thermo:r2c1+r2c2,killer-cage:10:r1c3+r1c4+r2c3+r2c4", geometry
    )
    puzzle = Puzzle(geometry, (None,) * 8 + (2, 1, 4, 3, 4, 3, 2, 1), None, rules)
    link = write(Document(puzzle, title="Sparing"), to).strip()
    code, out, err = satdoku("redundant", link, "--remove")
    assert (code, err, out.count("\n")) == (0, "", 1)
    assert detect(out) == to
    left = parse(out).puzzle
    assert set(left.constraints) < set(puzzle.constraints)
    assert satdoku("redundant", out.strip())[0] == 0


def test_redundant_json_and_both_engines(satdoku: Output) -> None:
    records = []
    for backend in ("auto", "sat"):
        code, out, _ = satdoku("redundant", WIKIPEDIA, "--json", "--backend", backend)
        assert code == 1
        records.append(json.loads(out))
        assert set(records[-1]) == {
            "schema", "line", "puzzle", "verdict", "givens", "rules", "together", "backend",
            "seconds",
        }  # fmt: skip
    first, second = records
    assert first["givens"] == second["givens"]
    assert first["together"] == second["together"]
    assert len(first["together"]["givens"]) == 7
    assert satdoku("redundant", first["together"]["puzzle"])[0] == 0


def test_a_file_of_plain_puzzles_gets_the_same_answers(satdoku: Output, tmp_path: Path) -> None:
    path = tmp_path / "plain.txt"
    zeros = WIKIPEDIA.replace(".", "0")
    lines = [HARD, WIKIPEDIA, "# a comment", zeros, NONE, MULTIPLE, CLASH, "53..7", MINIMAL]
    path.write_text("\n".join(lines) + "\n")
    answers = []
    for options in ((), ("--jobs", "2"), ("--backend", "sat"), ("--time-limit", "60")):
        code, out, err = satdoku("redundant", str(path), *options)
        assert code == 2
        rows = [line.split("\t") for line in out.splitlines()]
        answers.append(([[row[0], row[1].replace("0", "."), *row[2:]] for row in rows], err))
    assert all(answer == answers[0] for answer in answers)
    verdicts = [row[0] for row in answers[0][0]]
    assert verdicts == [
        "minimal", "redundant", "redundant", "none", "multiple", "invalid", "invalid", "minimal",
    ]  # fmt: skip
    records = []
    for options in ((), ("--backend", "sat")):
        _, out, _ = satdoku("redundant", str(path), "--json", *options)
        records.append([json.loads(line) for line in out.splitlines()])
    for one, other in zip(*records, strict=True):
        for name in ("line", "verdict", "givens", "rules", "together", "source", "error"):
            assert one.get(name) == other.get(name)


def test_redundant_rules(satdoku: Output) -> None:
    """The solution given almost whole leaves a rule nothing to do."""
    full = FOUR[:-1] + "."
    code, out, _ = satdoku("redundant", full, "--rules", "disjoint-groups", "--json")
    record = json.loads(out)
    assert code == 1
    assert record["rules"] == ["disjoint groups"]
    assert len(record["givens"]) == 15
    assert "rules" in record["together"]


def test_backdoors(satdoku: Output) -> None:
    assert satdoku("backdoors", WIKIPEDIA, HARD) == (
        0,
        f"0\t{WIKIPEDIA}\t\n1\t{HARD}\tr4c2=5\n",
        "",
    )
    code, out, _ = satdoku("backdoors", HARD, "--all", "--by", "hidden", "--json")
    record = json.loads(out)
    assert code == 0
    assert (record["size"], record["at_least"], record["by"]) == (2, 2, "hidden")
    assert record["complete"] is True
    assert len(record["backdoors"]) == 61
    code, out, _ = satdoku("backdoors", HARD, "--all", "--by", "hidden")
    assert out.split("\t")[2].count(";") == 60


@pytest.mark.full
def test_unavoidable(satdoku: Output) -> None:
    code, out, err = satdoku("unavoidable", SOLUTION, "--size", "4")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == 6
    assert lines[0] == "1\t4\tr1c4 r1c5 r4c4 r4c5"
    # A puzzle stands for its solution.
    assert satdoku("unavoidable", WIKIPEDIA, "--size", "4") == (0, out, "")
    records = []
    for backend in ("auto", "sat"):
        code, out, _ = satdoku(
            "unavoidable", SOLUTION, "--size", "8", "--json", "--backend", backend
        )
        records.append(json.loads(out))
    assert records[0]["sets"] == records[1]["sets"]
    assert records[0]["counts"] == {"4": 6, "6": 21, "8": 21}
    assert records[0]["count"] == 48
    assert records[0]["complete_to"] == 8


def test_fewest_clues(satdoku: Output) -> None:
    code, out, err = satdoku("fewest-clues", FOUR)
    assert (code, err) == (0, "")
    clues, below, best = out.strip().split("\t")
    assert (clues, below) == ("4", "4")
    assert satdoku("check-unique", best) == (0, f"unique\t{best}\n", "")
    assert satdoku("solve", best)[1].strip() == FOUR
    code, out, _ = in_time(
        lambda seconds: satdoku("fewest-clues", WIKIPEDIA, "--json", "--time-limit", str(seconds)),
        lambda printed: json.loads(printed[1]).get("clues", 81) <= 24,
    )
    record = json.loads(out)
    assert code == 3
    assert record["grid"] == SOLUTION
    assert record["known_at_least"] == 17
    assert record["exact"] is False
    assert record["stopped"] == "seconds"
    assert 17 <= record["clues"] == 81 - record["best"].count(".") <= 24


@pytest.mark.parametrize("command", COMMANDS)
def test_bad_input(satdoku: Output, command: str, tmp_path: Path) -> None:
    path = tmp_path / "mixed.txt"
    path.write_text(
        "\n".join([FOUR[:3] + "." + FOUR[4:], "1234341221", ".234" * 4, "1134" + "." * 12, ""])
    )
    code, out, err = satdoku(command, str(path), "--json")
    assert code == 2
    records = [json.loads(line) for line in out.splitlines()]
    assert [record["line"] for record in records] == [1, 2, 3, 4]
    assert "error" not in records[0]
    assert all("error" in record for record in records[1:])
    assert err.count("satdoku: ") == 3
    assert "line 4: 1 appears twice in row 1" in err
    for arguments, sentence in (
        ((MULTIPLE,), "line 1: the puzzle has several solutions"),
        ((NONE,), "line 1: the puzzle has no solution"),
    ):
        code, out, err = satdoku(command, *arguments)
        assert code == 1
        assert sentence in err
        assert out.split("\t")[0] in ("multiple", "none")
    code, out, err = satdoku(command, CLASH)
    assert (code, out) == (2, f"invalid\t{CLASH}\n")
    assert "5 appears twice in row 1" in err
    code, out, err = satdoku(command, "no-such-file.txt")
    assert (code, out) == (2, "")
    assert "there is no such file" in err
    code, _, err = satdoku(command, " ".join(["0"] * 2500))
    assert code == 2
    assert "the board is too large for this question: 50x50" in err


@pytest.mark.parametrize("command", COMMANDS)
def test_no_time_at_all(satdoku: Output, command: str) -> None:
    code, out, _ = satdoku(command, HARD, "--time-limit", "0", "--json")
    record = json.loads(out)
    assert code == 3
    assert record["verdict"] == "undecided"


@pytest.mark.parametrize("command", ["unavoidable", "fewest-clues"])
def test_the_puzzle_and_its_grid_share_one_limit(
    satdoku: Output, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = sets.only_solution

    def slowly(puzzle: Puzzle, clock: Clock) -> Grid:
        time.sleep(0.3)
        return ask(puzzle, replace(clock, deadline=None))

    monkeypatch.setattr(sets, "only_solution", slowly)
    code, out, _ = satdoku(command, WIKIPEDIA, "--time-limit", "0.25")
    assert code == 3, out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("unavoidable", SOLUTION, "--size", "-1"), "it has to be at least 0, not -1"),
        (("unavoidable", SOLUTION, "--backend", "cpsat"), "'cpsat' is not one of"),
        (("backdoors", HARD, "--by", "guesses"), "'guesses' is not one of"),
        (("redundant", FOUR, "--backend", "native"), "takes the classic 9x9 without pencil marks"),
        (("fewest-clues", FOUR, "--time-limit", "-2"), "-2"),
        (("fewest-clues", FOUR, "--time-limit", "nan"), "nan is not a number of seconds"),
        (("backdoors", HARD, "--time-limit", "nan"), "nan is not a number of seconds"),
        (("redundant", HARD, "--jobs", "0"), "from 1 to 1024, not 0"),
    ],
)
def test_bad_options(satdoku: Output, arguments: tuple[str, ...], message: str) -> None:
    code, _, err = satdoku(*arguments)
    assert code == 2
    assert message in err


@pytest.mark.parametrize("command", COMMANDS[:3])
def test_processes_keep_the_order(satdoku: Output, command: str, tmp_path: Path) -> None:
    path = tmp_path / "some.txt"
    path.write_text(f"{HARD}\n{WIKIPEDIA}\n{NONE}\n{MINIMAL}\n")
    first = satdoku(command, str(path))
    second = satdoku(command, str(path), "--jobs", "2")
    assert first == second
    assert first[0] == 1


@pytest.mark.full
def test_pictures(
    at_a_terminal: Callable[..., tuple[int, str]],
    seen_at_a_terminal: Callable[..., tuple[int, str]],
) -> None:
    code, text = seen_at_a_terminal("redundant", WIKIPEDIA)
    assert code == 1
    assert "┃ 5 │ 3 │   ┃" in text
    assert "22 givens: r1c1=5, r1c2=3," in text
    assert "They cannot all go together. These can (green), and then nothing else:" in text
    assert "7 givens: r1c1=5," in text
    assert "minimal: every given is needed" in seen_at_a_terminal("redundant", HARD)[1]
    code, text = at_a_terminal("backdoors", HARD)
    assert code == 0
    assert "\x1b[1;32m5\x1b[0m" in text
    assert "size 1: with r4c2=5, singles finish the puzzle; no fewer do" in text
    assert "singles alone finish the puzzle" in seen_at_a_terminal("backdoors", WIKIPEDIA)[1]
    code, text = seen_at_a_terminal("unavoidable", SOLUTION)
    assert "309 minimal unavoidable sets of at most 12 cells, and no others" in text
    assert "  4 cells: 6 sets" in text
    assert "and 299 more (--json lists all)" in text
    code, text = seen_at_a_terminal("fewest-clues", FOUR)
    assert "exactly 4 givens: no puzzle of this grid has fewer" in text
    code, text = seen_at_a_terminal("fewest-clues", SOLUTION, "--time-limit", "0.5")
    assert code == 3
    assert "between 17 and" in text
    assert "McGuire, Tugemann and Civario, 2014" in text


@pytest.mark.full
def test_interrupted_bounds_are_printed() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "satdoku", "fewest-clues", SOLUTION, "--time-limit", "60"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    worked(process, 2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 130
    clues, below, best = out.strip().split("\t")
    assert (81 - best.count("."), below) == (int(clues), "17")
    assert err.endswith("was not decided\nsatdoku: interrupted\n")
