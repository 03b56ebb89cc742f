"""Suggested clues: what they leave is counted again by an engine."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from satdoku import solving
from satdoku.base.limits import Limit, RanOut
from satdoku.board import Geometry, Grid
from satdoku.cli.app import run
from satdoku.constraints import parse_rules
from satdoku.diagnosing.suggest import suggest
from satdoku.generating.clues import parse_clues
from satdoku.puzzle import Puzzle
from tests.shared import thinned

CLASSIC = Geometry.classic()
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
MULTIPLE = "53..7....6..195....98....6.8...6...34..8.3..1....2...6.6....28....4.9..5....8...."
UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def puzzle(text: str, rules: str = "") -> Puzzle:
    givens = [None if c == "." else int(c) for c in text]
    return Puzzle.empty(CLASSIC, parse_rules(rules, CLASSIC)).with_givens(givens)


def count(one: Puzzle) -> int:
    return solving.count(one, backend="sat", limit=Limit(solutions=200)).count


@pytest.mark.parametrize("kinds", thinned(["sandwich", "quadruple,killer-cage:2-3", "thermo"], 3))
def test_what_clues_leave_is_exact_where_all_solutions_are_known(kinds: str) -> None:
    board = puzzle(MULTIPLE)
    suggestions = suggest(board, parse_clues(kinds, CLASSIC), count=3)
    assert (suggestions.solutions, suggestions.complete) == (13, True)
    left = [one.left for one in suggestions.clues]
    assert left == sorted(left)
    assert left
    assert left[0] < 5
    for one in suggestions.clues:
        assert one.exact
        assert count(replace(board, constraints=(one.clue,))) == one.left


@pytest.mark.full
def test_where_there_are_too_many_solutions_what_is_left_is_counted() -> None:
    board = Puzzle.empty(Geometry.of_size(6)).with_givens({0: 1, 7: 5, 14: 3, 21: 2, 28: 6})
    suggestions = suggest(board, parse_clues("thermo:4-6", board.geometry), count=2)
    assert not suggestions.complete
    assert suggestions.solutions >= 300
    assert suggestions.spare == ()
    for one in suggestions.clues:
        left = count(replace(board, constraints=(one.clue,)))
        assert left == one.left if one.exact else left >= one.left


@pytest.mark.parametrize(
    ("board", "kinds"),
    thinned(
        [
            (puzzle(MULTIPLE), "white-dot,black-dot"),
            (puzzle(MULTIPLE), "thermo:3-4"),
            (Puzzle.empty(Geometry.of_size(4)), "white-dot,killer-cage:2"),
            (Puzzle.empty(Geometry.of_size(6)).with_givens({0: 1, 7: 5, 14: 3}), "thermo:1:4"),
        ],
        2,
        rows=True,
    ),
)
def test_pairs_leave_fewer_than_each_alone(board: Puzzle, kinds: str) -> None:
    suggestions = suggest(
        board, parse_clues(kinds.replace(":2", ":1:2"), board.geometry), pairs=True
    )
    clues = [clue for one in suggestions.clues for clue in one.clues]
    assert suggestions.clues
    assert len(set(clues)) == len(clues) == 2 * len(suggestions.clues)
    left = [one.left for one in suggestions.clues if one.exact]
    assert left == sorted(left)
    for one in suggestions.clues:
        together = count(replace(board, constraints=one.clues))
        assert together == one.left if one.exact else together >= one.left
        for clue in one.clues if one.exact else ():
            assert count(replace(board, constraints=(clue,))) > together


def test_a_pair_is_one_list_of_rules(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["suggest", MULTIPLE, "--rule", "white-dot", "--pairs", "-n", "2"]
    assert run(words) == 0
    _, first, second = capsys.readouterr().out.splitlines()
    for left, rules, text in (first.split("\t"), second.split("\t")):
        assert text.count("white dot in") == len(parse_rules(rules, CLASSIC)) == 2
        assert count(puzzle(MULTIPLE, rules)) == int(left)
    assert run([*words, "--lang", "ja", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["clues"][0]["text"].count("、") >= 1


def test_nothing_is_to_spare_where_there_is_no_solution() -> None:
    board = puzzle(UNIQUE, "thermo:r1c2-r1c1,diagonal-main")
    suggestions = suggest(board, parse_clues("thermo", CLASSIC))
    assert (suggestions.solutions, suggestions.complete, suggestions.clues, suggestions.spare) == (
        0,
        True,
        (),
        (),
    )


def test_a_wished_solution_keeps_the_clues() -> None:
    wanted = Grid(CLASSIC, tuple(map(int, SOLUTION)))
    suggestions = suggest(puzzle(MULTIPLE), parse_clues("renban", CLASSIC), solution=wanted)
    assert suggestions.clues
    assert all(one.clue.holds(wanted) for one in suggestions.clues)
    with pytest.raises(ValueError, match="does not keep"):
        suggest(puzzle("1" + MULTIPLE[1:]), (), solution=wanted)


@pytest.mark.full
def test_rules_that_can_go() -> None:
    """The cage follows from the givens; the thermometer does not."""
    board = puzzle(UNIQUE, "killer:8:r1c1+r1c2")
    suggestions = suggest(board, parse_clues("thermo", CLASSIC))
    assert (suggestions.solutions, suggestions.clues, suggestions.spare) == (1, (), (0,))
    board = puzzle(MULTIPLE)
    first = suggest(board, parse_clues("thermo", CLASSIC), count=1).clues[0]
    assert first.left == 1
    both = replace(board, constraints=(first.clue, *parse_rules("killer:8:r1c1+r1c2", CLASSIC)))
    assert suggest(both, parse_clues("thermo", CLASSIC)).spare == (1,)


def test_no_time() -> None:
    with pytest.raises(RanOut):
        suggest(puzzle(MULTIPLE), parse_clues("thermo", CLASSIC), limit=Limit(seconds=0))


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["suggest", MULTIPLE, "--rule", "thermo", "-n", "2", "--seed", "3"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head == f"multiple\t13\t{MULTIPLE}"
    assert len(rows) == 2
    left, words, text = rows[0].split("\t")
    assert text.startswith("thermometer in ")
    assert count(puzzle(MULTIPLE, words)) == int(left)


@pytest.mark.full
def test_the_json_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["suggest", MULTIPLE, "--rule", "thermo", "-n", "2", "--seed", "3"]
    assert run(command) == 0
    rows = capsys.readouterr().out.splitlines()[1:]
    assert run([*command, "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert [clue["clue"] for clue in record["clues"]] == [row.split("\t")[1] for row in rows]


@pytest.mark.parametrize(
    ("words", "code", "reason"),
    [
        (["--rule", "thermmo"], 2, "--rule: unknown rule 'thermmo'"),
        (["--rule", "thermo:3"], 2, "one of 3 cells is thermo:1:3"),
        (["--rule", "anti-knight"], 2, "it is a rule of the whole board"),
        (["--rule", "thermo", "--solution", SOLUTION[::-1]], 2, "not a solution of the puzzle"),
    ],
)
def test_faults(
    words: list[str], code: int, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["suggest", MULTIPLE, *words]) == code
    assert reason in capsys.readouterr().err


def test_a_puzzle_without_a_solution(capsys: pytest.CaptureFixture[str]) -> None:
    none = "12345678." + "........9" + "." * 63
    assert run(["suggest", none, "--rule", "thermo"]) == 1
    assert capsys.readouterr().out == f"none\t0\t{none}\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (UNIQUE, "There is exactly one solution: no clue is needed.\n"),
        pytest.param(
            MULTIPLE,
            "Solutions: 13.\nClues, after the number of solutions left:\n  1  ",
            marks=pytest.mark.full,
        ),
    ],
)
def test_at_a_terminal_sentences_are_printed(
    text: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("satdoku.cli.output.on_terminal", lambda: True)
    assert run(["suggest", text, "--rule", "thermo", "-n", "2", "--seed", "3"]) == 0
    assert capsys.readouterr().out.startswith(words)


def test_a_clue_that_excludes_nothing_is_not_suggested() -> None:
    """Of a puzzle with two solutions most thermometers stand in both, or in neither."""
    board = puzzle(SOLUTION).with_givens({c: None for c, d in enumerate(SOLUTION) if d in "15"})
    suggestions = suggest(board, parse_clues("thermo:2-2", CLASSIC), count=10_000)
    assert suggestions.complete
    assert suggestions.solutions > 1
    assert suggestions.clues
    assert all(one.left < suggestions.solutions for one in suggestions.clues)
