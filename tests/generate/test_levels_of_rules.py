"""Levels of puzzles with rules and of other sizes: what is made is rated as it was wished."""

from __future__ import annotations

import contextlib
import io
from itertools import count

import pytest

import satdoku
from satdoku.base.limits import UNLIMITED
from satdoku.cli.app import run
from satdoku.constraints.data import parse_rules
from satdoku.generating.difficulty import NO_EFFORT, Target, harder_by
from satdoku.rating.by_path import rate_by_path
from satdoku.rating.levels import LEVELS
from satdoku.rating.worth import worth
from satdoku.techniques.step import Step
from tests.shared import thinned

MEDIUM = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
HARD = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"


def _made(wish: list[str]) -> list[str]:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        assert run(["generate", *wish]) == 0
    return printed.getvalue().split("\n")[:-1]


@pytest.mark.parametrize("level", thinned(["easy", "medium", "hard"], 3))
@pytest.mark.parametrize(
    ("wish", "rules"),
    [
        (("--size", "6"), None),
        pytest.param(("--rules", "diagonal"), "diagonal", marks=pytest.mark.full),
        (("--clues-of", "thermo:3"), None),
    ],
)
def test_a_puzzle_is_of_the_level_that_was_wished(
    wish: tuple[str, ...], rules: str | None, level: str
) -> None:
    (text,) = _made([*wish, "--level", level, "--seed", "4", "-n", "1"])
    puzzle = satdoku.parse(text)
    if rules is not None:
        held = parse_rules(rules, puzzle.geometry)
        puzzle = satdoku.Puzzle(puzzle.geometry, puzzle.givens, None, held)
    assert satdoku.is_unique(puzzle)
    assert rate_by_path(puzzle).level == level
    assert _made([*wish, "--level", level, "--seed", "4", "-n", "1"]) == [text]


def test_the_level_is_the_same_however_slow_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = satdoku.parse(MEDIUM)
    wished = [Target(level=level) for level in LEVELS]
    before = [harder_by(target, puzzle, UNLIMITED.start()) for target in wished]
    times = count(0.0, 60.0)
    monkeypatch.setattr("time.monotonic", lambda: next(times))
    assert [harder_by(target, puzzle, UNLIMITED.start()) for target in wished] == before


def test_a_puzzle_is_followed_no_further_than_it_takes_to_see_that_it_is_too_hard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken: list[str] = []

    def counted(step: Step) -> int:
        taken.append(step.technique)
        return worth(step)

    monkeypatch.setattr("satdoku.rating.worth.worth", counted)
    puzzle = satdoku.parse(HARD)
    assert harder_by(Target(level="easy"), puzzle, UNLIMITED.start()) > 0
    assert len(taken) < 20


def test_a_level_that_is_not_reached_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    wish = ["generate", "--size", "4", "--level", "diabolical", "--tries", "2", "--seed", "1"]
    assert run(wish) == 3
    assert "nearest to the difficulty was a puzzle of the level easy (" in capsys.readouterr().err


def test_the_nearest_level_is_kept() -> None:
    target = Target(level="hard")
    effort = NO_EFFORT.with_level(target, -2)
    assert (effort.nearest, effort.distance) == ("the level easy", 2)
    effort = effort.with_level(target, 1).with_level(target, -2)
    assert (effort.nearest, effort.distance) == ("the level expert or a harder one", 1)
    assert effort.ratings == 3
