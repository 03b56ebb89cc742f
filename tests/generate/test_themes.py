"""Values for drawn clues: every answer is judged by all grids of a small board."""

from __future__ import annotations

import json
from functools import cache
from itertools import count
from typing import Any

import pytest

import satdoku
from satdoku import formats
from satdoku.answers.puzzle_input import input_of
from satdoku.answers.themes import SetValuesQuestion
from satdoku.base.limits import Limit
from satdoku.board import Geometry, Grid
from satdoku.constraints import parse_rules
from satdoku.generating.themes import ThemeSearch, parse_open
from satdoku.puzzle import Document, Puzzle
from satdoku.puzzle.document import OPEN_CLUES
from satdoku.techniques.names.vocabulary import canonical
from tests.generate.test_commands import call

BOARD = Geometry.of_size(4)
THEMES = (
    "killer-cage:r1c1+r1c2+r2c1,killer-cage:r3c3+r3c4,killer-cage:r1c4+r2c4,"
    "killer-cage:r2c2+r3c2,killer-cage:r4c1+r4c2,killer-cage:r1c3+r2c3",
    "killer-cage:3:r1c1+r2c1,little-killer:r1c2:down-right:5,little-killer:r1c4:down-left:5,"
    "sandwich:left:1:0,thermo:r2c3+r3c3",
    "quadruple:r1c1+r1c2+r2c1+r2c2:1+2,quadruple:r2c2+r2c3+r3c2+r3c3:1+2+3,x-sum:top:1:5,"
    "x-sum:left:4:5",
    "skyscraper:left:1:1,skyscraper:top:2:1,skyscraper:right:3:2,skyscraper:bottom:1:3,"
    "white-dot:r2c2+r2c3",
)


@cache
def all_grids() -> tuple[Grid, ...]:
    return tuple(satdoku.solutions(Puzzle.empty(BOARD)))


def kept(puzzle: Puzzle) -> list[Grid]:
    """The grids of the 4x4 that keep a puzzle, by its rules' own definitions."""
    return [
        grid
        for grid in all_grids()
        if all(g in (None, v) for g, v in zip(puzzle.givens, grid.values, strict=True))
        and all(rule.holds(grid) for rule in puzzle.constraints)
    ]


def theme_of(rules: str) -> Puzzle:
    return Puzzle.empty(BOARD, parse_rules(rules, BOARD))


@pytest.mark.parametrize("rules", THEMES)
def test_values_leave_one_of_all_grids(rules: str) -> None:
    theme = theme_of(rules)
    assert len(all_grids()) == 288
    for seed in range(3):
        answer = satdoku.set_values(theme, seed=seed, time_limit=20)
        puzzle = answer.found.puzzle
        assert answer.verdict == "unique"
        assert puzzle is not None
        assert answer.exit_code == 0
        assert [grid.text() for grid in kept(puzzle)] == [answer.solution]
        for drawn, clue in zip(theme.constraints, puzzle.constraints, strict=True):
            values = {"sum", "digits", "value", "count", "visible"}
            assert type(drawn) is type(clue)
            for name, value in drawn.arguments().items():
                assert name in values or getattr(clue, name) == value
    again = satdoku.set_values(theme, seed=2, time_limit=20)
    assert again.values == answer.values


def test_clues_without_a_number_get_one_and_are_never_left_with_any() -> None:
    clue = {"rule": "sandwich", "side": "left", "index": 2}
    document = Document(theme_of(THEMES[0]), extras={OPEN_CLUES: json.dumps([clue])})
    theme = formats.write(document, "json")
    answer = satdoku.set_values(theme, time_limit=20)
    puzzle = answer.found.puzzle
    assert puzzle is not None
    assert puzzle.constraints[-1].name == "sandwich"
    assert [grid.text() for grid in kept(puzzle)] == [answer.solution]
    with pytest.raises(satdoku.OptionError, match="sandwich has clues without a number"):
        satdoku.set_values(theme, free="killer-cage", time_limit=20)


def test_a_quadruple_keeps_its_number_of_digits() -> None:
    puzzle = satdoku.set_values(theme_of(THEMES[2])).found.puzzle
    assert puzzle is not None
    counts = [len(rule.arguments()["digits"]) for rule in puzzle.constraints[:2]]
    assert counts == [2, 3]


def test_dots_become_one_or_the_other_and_other_kinds_stay() -> None:
    pairs = ("r1c1+r1c2", "r1c3+r2c3", "r2c1+r3c1", "r3c3+r3c4", "r4c1+r4c2", "r3c2+r4c2")
    rules = ",".join(f"white-dot:{pair}" for pair in pairs) + ",killer-cage:5:r2c2+r3c2"
    theme = theme_of(rules)
    answer = satdoku.set_values(theme, free="white-dot/black-dot", time_limit=5)
    puzzle = answer.found.puzzle or answer.found.nearest
    assert puzzle is not None
    assert {rule.name for rule in puzzle.constraints[:-1]} <= {"white-dot", "black-dot"}
    assert puzzle.constraints[-1] == theme.constraints[-1]
    assert len(kept(puzzle)) == 1


def test_the_nearest_puzzle_has_givens_that_make_it_unique() -> None:
    theme = theme_of("killer-cage:r1c1+r1c2,thermo:r3c3+r3c4")
    polls = count()
    answer = SetValuesQuestion().answer(
        input_of(theme, "theme"), Limit(cancel=lambda: next(polls) > 3000)
    )
    assert (answer.verdict, answer.stopped, answer.exit_code) == ("undecided", "cancelled", 3)
    near = answer.found.nearest
    assert near is not None
    assert len(answer.givens) == near.clues > 0
    assert len(kept(near)) == 1
    assert f"with {near.clues} more givens" in answer.text() or near.clues == 1


def test_shapes_that_clash_are_named() -> None:
    rules = "thermo:r1c1+r1c2+r1c3+r1c4,thermo:r1c4+r2c4,killer-cage:r3c1+r3c2,thermo:r4c1+r4c2"
    answer = satdoku.set_values(theme_of(rules), time_limit=20)
    assert (answer.verdict, answer.exit_code) == ("none", 1)
    assert not kept(theme_of(rules.replace(",killer-cage:r3c1+r3c2", "")))
    assert len(answer.clash) == 2
    assert all("thermometer" in fact for fact in answer.clash)
    assert "No values satisfy" in answer.text()


def test_a_cut_refutes_only_what_has_another_solution() -> None:
    theme = theme_of(THEMES[0])
    search = ThemeSearch(theme, parse_open(None, theme), None, 1)
    search.clock = Limit(seconds=20).start()
    refuted = 0
    for _ in range(200):
        solution = search.proposal(None, frozenset())
        assert solution is not None
        clues: Any = tuple(search.read(solution))
        others = [g for g in kept(search.posed(clues)) if g.values != solution]
        if search._is_cut(solution, clues):
            refuted += 1
            assert others
        judged = search.judged(solution, clues)
        assert judged is not None
        assert judged.counted
        assert sorted(judged.others) == sorted(grid.values for grid in others)
        search._keep_cuts(judged)
    assert refuted > 20


def test_what_cannot_be_set_is_one_sentence() -> None:
    plain = "1" + "." * 15
    for words, reason in (
        ((plain,), "the theme has no clue with a value"),
        ((plain, "--rules", "thermo:r1c1+r1c2"), "the theme has no clue with a value"),
        ((plain, "--rules", THEMES[0], "--free", "arrow"), "the theme has no arrow"),
        ((plain, "--rules", THEMES[1], "--free", "thermo"), "thermo has no value that could"),
        ((plain, "--rules", THEMES[0], "--free", "cat"), "unknown rule 'cat'"),
        ((plain, "--rules", THEMES[0], "--level", "grim"), "'grim' is not a level"),
        ((plain, "--rules", THEMES[0], "--requires", "catch"), "catch"),
        ((plain, "--rules", THEMES[0], "--first-step", "catch"), "catch"),
    ):
        code, _out, err = call("set-values", *words)
        assert (code, reason in err) == (2, True), (words, err)


def test_the_path_begins_with_the_technique_that_is_asked_for() -> None:
    theme = theme_of(THEMES[1])
    for name in ("sandwich sets", "little-killer-bounds"):
        puzzle = satdoku.set_values(theme, first_step=name, seed=1, time_limit=20).found.puzzle
        assert puzzle is not None
        assert satdoku.explain(puzzle).steps[0].technique == canonical(name)
        assert len(kept(puzzle)) == 1
    answer = satdoku.set_values(theme_of(THEMES[0]), first_step="x-wing", time_limit=0.5)
    assert (answer.verdict, answer.exit_code) == ("undecided", 3)
    assert answer.found.nearest is not None


def test_the_command_prints_a_puzzle_of_the_level() -> None:
    words = ("set-values", "." * 16, "--rules", THEMES[0], "--json", "--no-givens")
    code, out, _ = call(*words, "--level", "medium")
    record = json.loads(out)
    assert (code, record["verdict"], "nearest" in record) == (0, "unique", False)
    assert call("solve", record["values"])[1].strip().endswith(record["solution"])
    assert satdoku.rate(record["values"]).level == "medium"
    code, out, _ = call(*words, "--level", "easy", "--time-limit", "0.5")
    record = json.loads(out)
    assert (code, record["verdict"], record["harder_by"]) == (3, "undecided", 1)
    assert satdoku.is_unique(record["nearest"])
