"""Puzzles of a wished difficulty have it, by a fresh rating and by a solver of singles."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Literal

import pytest

from satdoku import solving
from satdoku.base.limits import Limit
from satdoku.board import Geometry
from satdoku.cli.app import run as run_command
from satdoku.generating import LEVELS, ImpossibleWish, Run, Target, Wish, parse_mask
from satdoku.puzzle import Puzzle
from satdoku.rating import PRESETS, path, preset, start
from satdoku.rating.explainer import rate_text
from satdoku.rating.levels import by_singles, level_name, short_of_easy
from satdoku.rating.names import is_called, path_names, technique_names
from satdoku.rating.scales import HODOKU, SE
from tests.shared import thinned

core = pytest.importorskip("satdoku.core")
if not hasattr(core, "se_rate"):
    pytest.skip("the core has no Sudoku Explainer kernel", allow_module_level=True)
PLAIN = Puzzle.empty(Geometry.classic())
WELL_KNOWN = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def make(wish: Wish, count: int, **options: object) -> list[str]:
    run = Run(wish, 3, count, **options)  # type: ignore[arg-type]
    puzzles = [each.puzzle for piece in run.pieces() for each in piece.puzzles]
    assert run.ending == "done"
    for puzzle in puzzles:
        assert solving.Checker(backend="sat").is_unique(puzzle)
    return puzzles


@pytest.mark.parametrize(
    "level",
    [pytest.param(one, marks=pytest.mark.full if one == "diabolical" else ()) for one in LEVELS],
)
def test_levels(level: str) -> None:
    for puzzle in make(Wish(PLAIN, target=Target(level=level)), 3):
        assert rate_text(puzzle).level == level
        assert by_singles(puzzle) is (level == "easy")
        assert (short_of_easy(puzzle) == 0) is (level == "easy")


def test_an_easy_puzzle_has_enough_givens() -> None:
    few = Wish(PLAIN, clues=26, target=Target(level="easy"))
    with pytest.raises(ImpossibleWish, match="the level easy has 27 givens or more, and 26 are"):
        make(few, 1)
    (puzzle,) = make(replace(few, clues=27), 1)
    assert puzzle.count(".") == 54
    (puzzle,) = make(Wish(PLAIN, target=Target(level="medium", only_singles=True)), 1)
    assert rate_text(puzzle).level == "medium"
    assert by_singles(puzzle)


@pytest.mark.parametrize("level", HODOKU.levels)
def test_levels_of_hodoku(level: str) -> None:
    for puzzle in make(Wish(PLAIN, target=Target(level=f"hodoku:{level}")), 3):
        assert core.hodoku_rate(puzzle).level == level
        assert by_singles(puzzle) or level != "easy"


@pytest.mark.parametrize("fixed", ["nothing", "clues", "mask"])
def test_both_scales_are_met(fixed: str) -> None:
    target = Target({"er": (30, 42), "score": (700, 900)}, max_steps=75)
    mask = parse_mask(WELL_KNOWN, PLAIN.geometry) if fixed == "mask" else None
    clues = 27 if fixed == "clues" else None
    [puzzle] = make(Wish(PLAIN, mask=mask, clues=clues, target=target), 1)
    assert 30 <= core.se_rate(puzzle).tenths[0] <= 42
    assert 700 <= core.hodoku_rate(puzzle).score <= 900


@pytest.mark.parametrize("jobs", thinned([2, 1], 2))
def test_scales_that_exclude_each_other_end_with_the_nearest(jobs: int) -> None:
    target = Target({"er": (10, 12), "score": (900, 5000)})  # singles alone reach 896
    run = Run(Wish(PLAIN, target=target), 3, 1, jobs, tries=2)
    assert not [each for piece in run.pieces() for each in piece.puzzles]
    assert run.ending == "tries"
    assert re.fullmatch(r"ER \d+\.\d, HoDoKu \w+ \d+", run.missed.nearest or "")
    assert run.missed.distance is not None
    assert 0 < run.missed.distance < 20


def test_every_rating_has_one_level() -> None:
    order = list(LEVELS)
    for short in (0, 3, None):
        names = [level_name(er, lambda: short) for er in sorted(SE.possible)]  # noqa: B023
        assert [order.index(name) for name in names] == sorted(map(order.index, names))
        assert set(names) == set(order) - (set() if short == 0 else {"easy"})
    for level in LEVELS.values():
        for low, high in level.bands:
            assert low <= high
            assert Target({"er": (low, high)}, level=level.name).reason() is None
        for (_, high), (low, _) in pairwise(level.bands):
            assert Target({"er": (high + 1, low - 1)}).reason() is not None


@pytest.mark.full
def test_the_puzzles_of_a_level_are_spread_over_it() -> None:
    """No part of it has more than three times its share."""
    for name, most in (("easy", 24), ("medium", 18)):
        level = LEVELS[name]
        ratings = [
            core.se_rate(puzzle).tenths[0]
            for puzzle in make(Wish(PLAIN, target=Target(level=name)), 30)
        ]
        for low, high in level.bands:
            assert 1 <= sum(low <= er <= high for er in ratings) <= most


@pytest.mark.full
def test_hodokus_readers_find_their_levels(shared: Callable[[str], Path]) -> None:
    ours = dict(zip(("EASY", "MEDIUM", "HARD", "UNFAIR", "EXTREME"), LEVELS, strict=True))
    with shared("data/rating/hodoku_reference.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    levels = [(rate_text(row["puzzle"], names=False).level, ours[row["level"]]) for row in rows]
    harder = [row for row in rows if not by_singles(row["puzzle"])]
    assert {row["level"] for row in rows if row not in harder} == {"EASY"}
    agreed = sum(own == theirs != "easy" for own, theirs in levels)
    assert len(harder) == 129
    assert agreed >= 108


@pytest.mark.full
def test_other_wishes_give_other_grids() -> None:
    seen: list[str] = []
    wishes = [Wish(PLAIN, target=Target(level=level)) for level in list(LEVELS)[:2]]
    wishes += [
        Wish(PLAIN),
        Wish(PLAIN, minimal=True),
        Wish(PLAIN, symmetry="180"),
        Wish(PLAIN, full=True),
        Wish(PLAIN, clues=30),
        Wish(PLAIN, target=Target({"er": (10, 12)})),
        Wish(PLAIN, target=Target(only_singles=True)),
        Wish(PLAIN, mask=parse_mask(WELL_KNOWN, PLAIN.geometry)),
    ]
    for wish in wishes:
        run = Run(wish, 3, 5)
        seen += [each.solution for piece in run.pieces() for each in piece.puzzles]
    assert len(set(seen)) == len(seen) == 50


@pytest.mark.full
def test_pearls_and_diamonds() -> None:
    target = Target({"er": (30, 83), "ep": (26, 83), "ed": (26, 83)})
    puzzle = make(Wish(PLAIN, target=target), 1)[0]
    _, ep, ed = core.se_rate(puzzle).tenths
    assert ep >= 26
    assert ed >= 26


@pytest.mark.parametrize("name", thinned(["human", "se"], 2))
@pytest.mark.parametrize("technique", thinned(["x-wing", "bug", "als-xz", "naked-triplet"], 4))
def test_required_techniques(
    technique: str, name: Literal["human", "se"], capsys: pytest.CaptureFixture[str]
) -> None:
    """The promised difficulty is the one that ``explain`` shows."""
    target = Target(requires=technique, preset=name)
    if name == "se" and technique == "als-xz":
        assert "not a technique of the preset se" in (target.reason() or "")
        return
    for puzzle in make(Wish(PLAIN, target=target), 2):
        options = () if name == "human" else ("--preset", name)
        assert run_command(["explain", puzzle, "--json", *options]) == 0
        steps = json.loads(capsys.readouterr().out)["steps"]
        assert any(is_called(step["technique"], technique) for step in steps)


@pytest.mark.full
@pytest.mark.parametrize("name", ["human", "se"])
def test_the_names_of_a_path(name: str, shared: Callable[[str], Path]) -> None:
    names = technique_names(name)
    with shared("data/rating/se_reference.csv").open(newline="") as stream:
        rows = [row for row in csv.DictReader(stream) if float(row["ER"]) < 8.0][::40]
    for row in rows:
        puzzle = PLAIN.with_givens([None if c == "." else int(c) for c in row["puzzle"]])
        used = list(path_names(puzzle, name))
        assert set(used) <= set(names)
        if name == "human":
            assert used == [step.technique for step in path(start(puzzle), preset(name)).steps]


def test_every_technique_of_se_has_a_rating() -> None:
    assert {"human", "se"} <= set(PRESETS)
    for name in technique_names("se"):
        assert SE.least(name) is not None


def test_only_singles_and_few_steps() -> None:
    for puzzle in make(Wish(PLAIN, target=Target(only_singles=True)), 3):
        assert by_singles(puzzle)
        assert core.se_rate(puzzle).tenths[0] <= 23
    puzzle = make(Wish(PLAIN, target=Target({"er": (30, 44)}, max_steps=65)), 1)[0]
    assert core.se_rate(puzzle).steps <= 65
    assert by_singles(WELL_KNOWN)
    assert not by_singles("." * 81)


def test_the_other_wishes_are_kept() -> None:
    target = Target({"er": (30, 72)})
    for puzzle in make(Wish(PLAIN, minimal=True, symmetry="180", target=target), 1):
        assert [c == "." for c in puzzle] == [c == "." for c in puzzle[::-1]]
        for cell, given in enumerate(puzzle):
            if given != ".":
                assert core.verdict(puzzle[:cell] + "." + puzzle[cell + 1 :]) == core.MULTIPLE
    puzzle = make(Wish(PLAIN, clues=30, target=Target({"er": (10, 15)})), 1)[0]
    assert 81 - puzzle.count(".") == 30
    mask = parse_mask(WELL_KNOWN, PLAIN.geometry)
    puzzle = make(Wish(PLAIN, mask=mask, target=Target({"er": (30, 72)})), 1)[0]
    assert {c for c, given in enumerate(puzzle) if given != "."} == mask
    board = PLAIN.with_givens({0: 9, 8: 1})
    puzzle = make(Wish(board, target=Target({"er": (10, 15)})), 1)[0]
    assert (puzzle[0], puzzle[8]) == ("9", "1")


def test_jobs_make_no_difference() -> None:
    wish = Wish(PLAIN, target=Target({"er": (20, 26)}))
    assert make(wish, 6, jobs=2) == make(wish, 6)


BAD = [
    (Target({"er": (21, 22)}), "no technique"),
    (Target({"er": (13, 14)}), "no technique"),
    (Target({"er": (63, 64)}), "6.2 and 6.5"),
    (Target({"er": (0, 9)}), "no technique"),
    (Target({"er": (120, 130)}), "11.9"),
    (Target({"er": (30, 20)}), "empty"),
    (Target({"er": (10, 15), "ep": (20, 30)}), "never above ER"),
    (Target({"ep": (10, 15), "ed": (20, 30)}), "never above EP"),
    (Target({"er": (10, 15)}, requires="x-wing"), "never needed"),
    (Target(level="easy", requires="x-wing"), "never needed"),
    (Target(level="medium", requires="x-wing", preset="se"), "rated 3.2"),
    (Target(level="gentle"), "there are easy, medium"),
    (Target({"ep": (30, 30)}, level="easy"), "never above ER"),
    (Target(level="hodoku:gentle"), "there are easy, medium, .*hodoku:extreme"),
    (Target(level="hodoku:hard", only_singles=True), "never solve"),
    (Target(level="hodoku:easy", requires="x-wing"), "never needed"),
    (Target({"score": (1500, 1200)}), "1500 to 1200 is empty"),
    (Target({"score": (897, 900)}, only_singles=True), "the most is 896"),
    (Target(requires="divination"), "not a technique of classic puzzles"),
    (Target(requires="arrow-summs"), "did you mean arrow-sums"),
    (Target(requires="franken-x-wing"), "pointing or claiming"),
    (Target(requires="finned-franken-x-wing", preset="hodoku"), "or empty-rectangle"),
    (Target(requires="x-wnig"), "did you mean x-wing"),
    (Target({"er": (30, 38)}, only_singles=True), "singles"),
    (Target(requires="x-wing", only_singles=True), "never needed"),
]


@pytest.mark.parametrize(("target", "reason"), BAD, ids=[reason for _, reason in BAD])
def test_impossible_targets_are_refused(target: Target, reason: str) -> None:
    with pytest.raises(ImpossibleWish, match=reason):
        Wish(PLAIN, target=target).require_possible()


def test_other_boards_have_no_rating() -> None:
    wish = Wish(Puzzle.empty(Geometry.of_size(6)), target=Target({"er": (10, 15)}))
    with pytest.raises(ImpossibleWish, match="classic"):
        wish.require_possible()


def test_a_time_limit_ends_the_search() -> None:
    wish = Wish(
        PLAIN, clues=24, minimal=True, symmetry="dihedral", target=Target({"er": (115, 119)})
    )
    run = Run(wish, 1, 1, limit=Limit(seconds=0.5))
    assert [each for piece in run.pieces() for each in piece.puzzles] == []
    assert run.ending in ("seconds", "tries")


def test_seeds_draw_from_a_target_as_they_always_did() -> None:
    """The recipe of a run has a field for each number of the scale."""
    assert Target({"er": (30, 38)}, level=None, max_steps=60).data() == {
        "er": (30, 38), "ep": None, "ed": None, "requires": None, "only_singles": False,
        "max_steps": 60, "level": None, "preset": "human",
    }  # fmt: skip
