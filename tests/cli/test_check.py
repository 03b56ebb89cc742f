"""``satdoku check``."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from satdoku import solving
from satdoku.answers import board as answers_board
from satdoku.board import Geometry
from satdoku.cli.app import run
from satdoku.cli.reading import Reading
from satdoku.constraints.cages import KillerCage
from satdoku.formats import WriteOptions, parse, write
from satdoku.puzzle import Document, Position, Puzzle
from tests.shared import thinned

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
BOARD = "534.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..51...8..79"
SEVERAL = PUZZLE[:-2] + ".."
ROOT = Path(__file__).resolve().parents[2]

Check = Callable[..., tuple[int, str, str]]


@pytest.fixture
def check(capsys: pytest.CaptureFixture[str]) -> Check:
    def call(*arguments: str) -> tuple[int, str, str]:
        code = run(["check", *arguments])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return call


def put(text: str, **digits: int) -> str:
    """A board with digits written, named as ``r1c1=5``."""
    symbols = list(text)
    for name, digit in digits.items():
        symbols[(int(name[1]) - 1) * 9 + int(name[3]) - 1] = str(digit)
    return "".join(symbols)


def test_one_line_a_board(check: Check) -> None:
    assert check(BOARD, "--puzzle", PUZZLE) == (1, f"wrong\t{BOARD}\tr9c1=1\n", "")
    fine = put(PUZZLE, r1c3=4)
    assert check(fine, "-p", PUZZLE) == (0, f"fine\t{fine}\t\n", "")
    assert check(SOLUTION, "-p", PUZZLE) == (0, f"solved\t{SOLUTION}\t\n", "")
    assert check(fine) == (0, f"fine\t{fine}\t\n", "")
    clash = put(PUZZLE, r1c3=3)
    assert check(clash) == (1, f"wrong\t{clash}\tr1c2=3+r1c3=3\n", "")
    several = put(SEVERAL, r1c7=1, r5c7=7)
    assert check(several, "-p", SEVERAL) == (1, f"wrong\t{several}\tr1c7=1+r5c7=7\n", "")


def test_the_right_digit_is_told_only_when_asked_for(check: Check) -> None:
    code, out, _ = check(BOARD, "-p", PUZZLE, "--reveal")
    assert (code, out) == (1, f"wrong\t{BOARD}\tr9c1=1\tr9c1=3\n")
    record = json.loads(check(BOARD, "-p", PUZZLE, "--json")[1])
    assert "right" not in record
    assert SOLUTION not in json.dumps(record)
    record = json.loads(check(BOARD, "-p", PUZZLE, "--json", "--reveal")[1])
    assert record["right"] == {"r9c1": 3}


@pytest.mark.full
@pytest.mark.parametrize("part", thinned(range(3), 3))
def test_nothing_but_what_is_on_the_board_is_told(check: Check, part: int) -> None:
    """Every candidate that any output names is one that the player has written."""
    for cell in range(part, 81, 3):
        if PUZZLE[cell] != ".":
            continue
        for digit in range(1, 10):
            board = BOARD[:cell] + str(digit) + BOARD[cell + 1 :]
            code, out, err = check(board, "-p", PUZZLE, "--json")
            revealed = set(re.findall(r"r(\d)c(\d)=(\d)", out + err))
            assert all(board[9 * int(r) + int(c) - 10] == d for r, c, d in revealed)
            wrong = {w["cell"] for w in json.loads(out)["wrong"]}
            here = f"r{cell // 9 + 1}c{cell % 9 + 1}"
            assert (here in wrong) == (str(digit) != SOLUTION[cell])
            assert code == (1 if wrong else 0)


def position(values: str, marks: dict[int, set[int]], rest: frozenset[int]) -> Document:
    """A board of the puzzle with marks in all of its open cells."""
    puzzle = parse(PUZZLE).puzzle
    digits = parse(values).puzzle.givens
    return Document(
        puzzle,
        Position(
            puzzle,
            digits,
            tuple(
                frozenset() if d is not None else frozenset(marks.get(c, rest))
                for c, d in enumerate(digits)
            ),
        ),
    )


def test_pencil_marks(check: Check, tmp_path: Path) -> None:
    document = position(put(PUZZLE, r1c3=4), {3: {2, 7}, 5: {2, 8}}, frozenset(range(1, 10)))
    path = tmp_path / "board.json"
    path.write_text(write(document, "json", WriteOptions()))
    code, out, _ = check(str(path), "--json")
    record = json.loads(out)
    assert code == 1
    assert record["givens"] == "known"
    assert record["lost"] == ["r1c4"]
    assert record["sentences"][0] == "r1c4 has lost its digit."
    assert {"cell": "r1c4", "digit": 7, "reason": "r1c5 is 7"} in record["no_longer"]
    assert "right" not in record
    assert record["solutions"] == "one"
    text = write(document, "candidates", WriteOptions())
    path.write_text(text)
    assert json.loads(check(str(path), "-p", PUZZLE, "--json")[1])["lost"] == ["r1c4"]


def test_stale_marks_alone_are_nothing_wrong(check: Check, tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text(write(position(PUZZLE, {}, frozenset(range(1, 10))), "json", WriteOptions()))
    code, out, _ = check(str(path))
    assert code == 0
    verdict, _, faults = out.rstrip("\n").split("\t")
    assert verdict == "fine"
    assert "r1c3<>5" in faults.split()


def test_a_file_is_answered_line_by_line(check: Check, tmp_path: Path) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text(f"{BOARD}\n{SOLUTION}\nrubbish\n{put(PUZZLE, r1c1=6)}\n{PUZZLE}\n")
    code, out, err = check(str(boards), "-p", PUZZLE)
    assert code == 2
    assert [line.split("\t")[0] for line in out.splitlines()] == [
        "wrong",
        "solved",
        "invalid",
        "invalid",
        "fine",
    ]
    first, second = err.splitlines()
    assert f"{boards}: line 3: " in first
    assert f"{boards}: line 4: this is not a board of that puzzle: r1c1 is 6" in second


def test_a_puzzle_for_each_board(check: Check, tmp_path: Path) -> None:
    boards, puzzles = tmp_path / "boards.txt", tmp_path / "puzzles.txt"
    boards.write_text(f"{BOARD}\n{put(SEVERAL, r1c7=1)}\n{PUZZLE}\n")
    puzzles.write_text(f"{PUZZLE}\n{SEVERAL}\nrubbish\n")
    code, out, err = check(str(boards), "-p", str(puzzles))
    assert code == 2
    assert [line.split("\t")[0] for line in out.splitlines()] == ["wrong", "fine", "invalid"]
    assert "its puzzle cannot be read" in err
    boards.write_text(f"{BOARD}\n")
    code, out, err = check(str(boards), "-p", str(puzzles))
    assert (code, out) == (2, "")
    assert err == "satdoku: --puzzle holds 3 puzzles for 1 board; it takes one, or one for each\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((put(PUZZLE, r1c1=6), "-p", PUZZLE), "r1c1 is 6, where the puzzle gives 5"),
        (("." * 81, "-p", PUZZLE), "r1c1 is open, where the puzzle gives 5"),
        (("." * 16, "-p", PUZZLE), "the board is 4x4 with 2x2 boxes, and the puzzle is 9x9"),
        ((BOARD, "-p", "nothing.txt"), "--puzzle cannot be read: nothing.txt: there is no such"),
        ((BOARD, "-p", "55" + PUZZLE[2:]), "its puzzle is at fault: 5 appears twice in row 1"),
        (("nothing.txt",), "there is no such file"),
        ((BOARD, "--rules", "fairy"), "fairy"),
        ((BOARD, "--time-limit", "nan"), "nan is not a number of seconds"),
    ],
)
def test_bad_input(check: Check, arguments: tuple[str, ...], sentence: str) -> None:
    code, _, err = check(*arguments)
    assert code == 2
    assert sentence in err
    assert err.count("\n") == 1


def test_a_puzzle_without_a_solution(check: Check) -> None:
    code, out, _ = check("123....4........", "-p", "123....4........")
    assert (code, out.split("\t")[0]) == (1, "unsolvable")


def test_out_of_time(check: Check) -> None:
    code, out, _ = check(BOARD, "-p", PUZZLE, "--time-limit", "0", "--json")
    record = json.loads(out)
    assert code == 3
    assert (record["verdict"], record["stopped"]) == ("undecided", "seconds")


def test_the_puzzle_and_the_board_share_one_limit(
    check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = solving.check_unique

    def slowly(puzzle: Puzzle, **options: Any) -> solving.UniquenessResult:
        time.sleep(0.3)
        return ask(puzzle, **options)

    monkeypatch.setattr(answers_board, "check_unique", slowly)
    code, out, _ = check(SEVERAL, "-p", SEVERAL, "--time-limit", "0.25")
    assert (code, out.split("\t")[0]) == (3, "undecided")


def test_other_boards_and_rules(check: Check) -> None:
    assert check("1..............1", "--rules", "diagonal")[0] == 1
    assert check("1..............1")[0] == 0
    assert check("12" + "." * 34, "--box", "3x2")[0] == 0
    big = "G" + "." * 255
    assert check(big, "-p", big, "--letters", "10")[0] == 0


def test_a_killer_is_named_by_its_file(check: Check, tmp_path: Path) -> None:
    """The rules are the puzzle's; a board is a plain line."""
    board = Geometry.boxes(4, 2, 2)
    cages = (KillerCage((0, 1), 3), KillerCage((4, 5), 7), KillerCage((2, 6), 4))
    puzzle = Puzzle(board, (*(None,) * 15, 1), None, cages)
    path = tmp_path / "killer.json"
    path.write_text(write(Document(puzzle), "json", WriteOptions()))
    code, out, _ = check("4..............1", "-p", str(path), "--json")
    record = json.loads(out)
    assert code == 1
    assert record["wrong"] == [{"cell": "r1c1", "digit": 4, "sees": []}]
    assert check("..34...........1", "-p", str(path))[0] == 0
    assert check("1...............", "-p", str(path))[0] == 2


def test_a_rule_leaves_a_library_line_its_givens() -> None:
    """--rules must not make givens of the digits that a line marks as placed."""
    reading = Reading.of(None, "auto", None, "anti-knight")
    grid = "+1" + "." * 80
    document = reading.adapt(parse(f":0000:x:{grid}:::::"))
    assert document.position is not None
    assert document.position.puzzle.givens == (None,) * 81
    assert document.position.values[0] == 1


def test_on_a_terminal(monkeypatch: pytest.MonkeyPatch, check: Check) -> None:
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda self: True)
    code, out, _ = check(BOARD, "-p", PUZZLE)
    assert code == 1
    assert "\x1b[1;31m1\x1b[0m" in out
    assert out.endswith("\nr9c1=1 is wrong.\n")


SHOWN = re.findall(
    r"```console\n\$ satdoku check (.*?)\n(.*?)```",
    (ROOT / "docs/check.md").read_text("utf-8"),
    re.DOTALL,
)


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command[-24:] for command, _ in SHOWN])
def test_what_is_shown_is_what_happens(check: Check, command: str, output: str) -> None:
    printed = check(*command.split())
    said, shown = (re.sub(r'"seconds": [0-9.e-]+', "", text) for text in (printed[1], output))
    assert (said, printed[2]) == (shown, "")
