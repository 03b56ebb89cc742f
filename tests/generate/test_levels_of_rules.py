"""Levels of puzzles with rules and of other sizes: what is made is rated as it was wished."""

from __future__ import annotations

import contextlib
import io

import pytest

import satdoku
from satdoku.cli.app import run
from satdoku.constraints.data import parse_rules
from satdoku.rating.worth import rate_by_path
from tests.shared import thinned


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
