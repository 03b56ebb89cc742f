"""The preset ``trial``: its answers against the engines', its trace, and its limits."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable

import pytest

import satdoku
from satdoku.base.limits import Limit
from satdoku.board import Constraint, Geometry, Grid
from satdoku.cli.app import run
from satdoku.constraints import AntiKing, KillerCage, NonConsecutive
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import start
from satdoku.rating.trials import Branch, Trials
from tests.shared import cpu_below

from .support import INKALA_2012, puzzle_of

FOUR, SIX, NINE = Geometry.boxes(4, 2, 2), Geometry.boxes(6, 2, 3), Geometry.classic()
HUNDREDS = "....567.....1....645.......3....98..6.5......74..8.3.2...5...94.64..1............"
FIVE = "....567.....12...645689....3..7.98.56.531..4.74..8.3.22..5...94.64..1.7.5........"
NONE = "12345678." + "........9" + "." * 63
CAGES = (KillerCage((0, 1), 3), KillerCage((4, 8), 6), KillerCage((6, 7, 11), 7))

CASES: dict[str, tuple[Geometry, str, tuple[Constraint, ...], int | None]] = {
    "4x4, none": (FOUR, "123....4........", (), 0),
    "4x4, one": (FOUR, "....3.4...12...4", (), 1),
    "4x4, five": (FOUR, "3..4........23.1", (), 5),
    "4x4, all": (FOUR, "." * 16, (), 288),
    "6x6, none": (SIX, "12345......6" + "." * 24, (), 0),
    "6x6, one": (SIX, "..3.5.4..1.32..36.3.5...5316.2.42.3.", (), 1),
    "6x6, five": (SIX, "..3...4..1.32..36.3.....531..2.42.3.", (), 5),
    "6x6, hundreds": (SIX, "..3.........2...6.......5.1..2.4....", (), None),
    "9x9, none": (NINE, NONE, (), 0),
    "9x9, one": (NINE, INKALA_2012, (), 1),
    "9x9, five": (NINE, FIVE, (), 5),
    "9x9, hundreds": (NINE, HUNDREDS, (), None),
    "anti-king, one": (SIX, "....1..16.....5.2.......5......4....", (AntiKing(),), 1),
    "anti-king, five": (SIX, "....1..16.......2.......5......4....", (AntiKing(),), 5),
    "anti-king, hundreds": (SIX, "..3.....................5.1.........", (AntiKing(),), None),
    "non-consecutive": (FOUR, "." * 16, (NonConsecutive(),), 0),
    "non-consecutive 6x6": (SIX, "." * 36, (NonConsecutive(),), 48),
    "killer": (FOUR, "." * 16, CAGES, 2),
}


def values(grids: Iterable[Grid]) -> set[tuple[int | None, ...]]:
    return {grid.values for grid in grids}


def held(trials: Trials, branches: list[Branch]) -> None:
    """Every digit of the trace follows from those before it on its branch."""
    path: list[Position] = []
    for branch in branches:
        assert branch.depth == (0 if branch.assumed is None else len(path[: branch.depth]))
        path = path[: branch.depth]
        if branch.assumed is not None:
            cell, digit = branch.assumed
            assert digit in path[-1].candidates[cell]
        singles = [step.placements[0] for step in branch.singles]
        new = [] if branch.assumed is None else [branch.assumed]
        before = path[-1] if path else trials.position
        for cell, digit in (*new, *singles):
            assert before.values[cell] is None
            assert branch.position.values[cell] == digit
        path.append(branch.position)


@pytest.mark.parametrize("name", CASES)
def test_the_answers_are_the_engines(name: str) -> None:
    geometry, text, rules, count = CASES[name]
    plain = puzzle_of(text, geometry)
    puzzle = Puzzle(geometry, plain.givens, None, rules)
    trials = Trials(start(puzzle), Limit(solutions=300, seconds=60))
    branches = list(trials)
    answers = values(trials.solutions)
    assert len(answers) == len(trials.solutions)
    held(trials, branches)
    assert [b.number for b in branches if b.number] == list(range(1, len(answers) + 1))
    assert trials.tried == len(branches) - 1
    if count is None:
        assert (trials.stopped, len(answers)) == ("solutions", 300)
        assert all(puzzle.accepts(grid) for grid in trials.solutions)
    else:
        assert (trials.stopped, len(answers)) == (None, count)
        assert answers == values(satdoku.solutions(puzzle))


def test_a_limit_ends_the_search() -> None:
    trials = Trials(start(Puzzle.empty(Geometry.boxes(16, 4, 4))), Limit(seconds=0.3))
    with cpu_below(5):
        list(trials)
    assert trials.stopped == "seconds"


Output = Callable[..., tuple[int, str, str]]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Output:
    def call(*arguments: str) -> tuple[int, str, str]:
        code = run(["explain", "--preset", "trial", *arguments])
        return code, *capsys.readouterr()

    return call


def test_the_tree_as_text(command: Output) -> None:
    code, out, err = command("3..4........23.1")
    assert (code, err) == (0, "")
    answers = re.findall(r"^ *Solution (\d): (\d{16})$", out, re.M)
    assert [int(number) for number, _ in answers] == [1, 2, 3, 4, 5]
    assert {text for _, text in answers} == {
        grid.text() for grid in satdoku.solutions("3..4........23.1")
    }
    assert out.endswith("Five solutions; there are no others. 8 candidates were tried.\n"), out
    depths = [len(m) for m in re.findall(r"^( *)- r\dc\d = \d", out, re.M)]
    assert depths[0] == 0
    assert max(depths) >= 2
    assert re.search(r"^Try each candidate of r\dc\d \(\d or \d\):$", out, re.M)


def test_the_board_with_its_candidates(command: Output) -> None:
    _, out, _ = command("." * 16, "--board", "--ascii", "--limit", "1")
    assert out.count("* the pattern") >= 2
    assert "\n  +---" in out  # moved in with its branch
    assert "\n  | 1    234* | 234   234  |\n" in out
    assert "as asked; there may be more." in out


def test_none_and_contradictions(command: Output) -> None:
    code, out, _ = command(NONE)
    assert code == 1
    assert "r1c9 has no candidate left: a contradiction." in out
    assert out.endswith(
        "There is no solution: every way ends in a contradiction. 0 candidates were tried.\n"
    )
    code, _, err = command("55" + "." * 79)
    assert code == 2
    assert "r1c1 and r1c2" in err
    code, out, _ = command("." * 16, "--rules", "non-consecutive")
    assert code == 1
    assert out.endswith(
        "There is no solution: every way ends in a contradiction. 4 candidates were tried.\n"
    )


def test_at_most_300(command: Output) -> None:
    code, out, _ = command(HUNDREDS, "--json")
    record = json.loads(out)
    assert code == 0
    assert (len(record["solutions"]), record["outcome"], record["stopped"]) == (
        300,
        "stopped",
        "solutions",
    )
    kinds = {branch["ending"] for branch in record["trace"]}
    assert kinds <= {"trial", "contradiction", "solution"}
    first = record["trace"][0]
    assert first["depth"] == 0
    assert "assumed" not in first
    assert {"cell", "digits"} <= first.keys()
    numbers = [b["number"] for b in record["trace"] if b["ending"] == "solution"]
    assert numbers == list(range(1, 301))
    assert record["verdict"] == "multiple"


def test_japanese(command: Output) -> None:
    _, out, _ = command(FIVE, "--lang", "ja")
    assert out.endswith("です。\n")
    assert "解は5つで、ほかにはありません。" in out
    assert not re.search("[A-Za-z]", re.sub(r"r\dc\d", "", out))
    assert "300個の解" in command(HUNDREDS, "--lang", "ja")[1]


def test_out_of_time(command: Output) -> None:
    with cpu_below(10):
        code, out, _ = command("." * 256, "--time-limit", "1", "--limit", "100000")
    assert (code, "The time ran out after" in out) == (3, True)


def test_hints_of_the_preset(capsys: pytest.CaptureFixture[str]) -> None:
    for strength, text in (
        ("1", "Look for a naked single in box 5.\n"),
        ("2", "Naked single: r5c5.\n"),
    ):
        puzzle = "53..7....6...95....98....6.8...6...34..8.3...7...2...6.6....28....419..5....8..79"
        assert run(["hint", "--preset", "trial", "-s", strength, puzzle]) == 0
        assert capsys.readouterr().out == text
