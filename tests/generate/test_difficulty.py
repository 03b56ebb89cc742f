"""Puzzles of a wished difficulty have it, by a fresh rating and by a solver of singles."""

from __future__ import annotations

from itertools import pairwise

import pytest

from satdoku import solving
from satdoku.generate import LEVELS, ImpossibleWish, Run, Target, Wish, parse_mask
from satdoku.generate.difficulty import TECHNIQUES, by_singles, technique_of
from satdoku.limits import Limit
from satdoku.puzzle import Geometry, Puzzle

core = pytest.importorskip("satdoku.core")
if not hasattr(core, "se_rate"):
    pytest.skip("the core has no Sudoku Explainer kernel", allow_module_level=True)
HARD = "...9.35....9.25..........8.2..3..9...1..4.......76..3.96......41.2...8...8.....6."
PLAIN = Puzzle.empty(Geometry.classic())
WELL_KNOWN = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def make(wish: Wish, count: int, **options: object) -> list[str]:
    run = Run(wish, 3, count, **options)  # type: ignore[arg-type]
    found = [made.puzzle for piece in run.pieces() for made in piece.puzzles]
    assert run.ending == "done"
    for puzzle in found:
        assert solving.Checker(backend="sat").is_unique(puzzle)
    return found


@pytest.mark.parametrize("level", LEVELS)
def test_levels(level: str) -> None:
    low, high = LEVELS[level]
    for puzzle in make(Wish(PLAIN, target=Target(er=(low, high))), 2):
        assert low <= core.se_rate(puzzle).tenths[0] <= high


def test_levels_leave_no_gap() -> None:
    ranges = list(LEVELS.values())
    assert ranges[0][0] == 10
    for (_, high), (low, _) in pairwise(ranges):
        assert Target(er=(high + 1, low - 1)).reason() is not None


def test_pearls_and_diamonds() -> None:
    target = Target(er=(66, 83), ep=(26, 83), ed=(26, 83))
    puzzle = make(Wish(PLAIN, target=target), 1)[0]
    _, ep, ed = core.se_rate(puzzle).tenths
    assert ep >= 26
    assert ed >= 26


@pytest.mark.parametrize("technique", ["x-wing", "naked-pair", "bug"])
def test_required_techniques(technique: str) -> None:
    puzzle = make(Wish(PLAIN, target=Target(requires=technique)), 1)[0]
    _, steps = core.se_path(puzzle)
    assert technique in {technique_of(step) for step in steps}


def test_only_singles_and_few_steps() -> None:
    for puzzle in make(Wish(PLAIN, target=Target(only_singles=True)), 3):
        assert by_singles(puzzle)
        assert core.se_rate(puzzle).tenths[0] <= 23
    puzzle = make(Wish(PLAIN, target=Target(er=(30, 44), max_steps=65)), 1)[0]
    assert core.se_rate(puzzle).steps <= 65
    assert by_singles(WELL_KNOWN)
    assert not by_singles("." * 81)


def test_the_other_wishes_are_kept() -> None:
    target = Target(er=(30, 72))
    for puzzle in make(Wish(PLAIN, minimal=True, symmetry="180", target=target), 1):
        assert [c == "." for c in puzzle] == [c == "." for c in puzzle[::-1]]
        for cell, given in enumerate(puzzle):
            if given != ".":
                assert core.verdict(puzzle[:cell] + "." + puzzle[cell + 1 :]) == core.MULTIPLE
    puzzle = make(Wish(PLAIN, clues=30, target=Target(er=(10, 15))), 1)[0]
    assert 81 - puzzle.count(".") == 30
    mask = parse_mask(WELL_KNOWN, PLAIN.geometry)
    puzzle = make(Wish(PLAIN, mask=mask, target=Target(er=(30, 72))), 1)[0]
    assert {c for c, given in enumerate(puzzle) if given != "."} == mask
    board = PLAIN.with_givens({0: 9, 8: 1})
    puzzle = make(Wish(board, target=Target(er=(10, 15))), 1)[0]
    assert (puzzle[0], puzzle[8]) == ("9", "1")


def test_jobs_make_no_difference() -> None:
    wish = Wish(PLAIN, target=Target(er=(20, 26)))
    assert make(wish, 6, jobs=2) == make(wish, 6)


BAD = [
    (Target(er=(21, 22)), "no technique"),
    (Target(er=(13, 14)), "no technique"),
    (Target(er=(63, 64)), "6.2 and 6.5"),
    (Target(er=(0, 9)), "no technique"),
    (Target(er=(120, 130)), "11.9"),
    (Target(er=(30, 20)), "empty"),
    (Target(er=(10, 15), ep=(20, 30)), "never above ER"),
    (Target(ep=(10, 15), ed=(20, 30)), "never above EP"),
    (Target(er=(10, 15), requires="x-wing"), "rated 3.2"),
    (Target(requires="guessing"), "cannot be required"),
    (Target(er=(30, 38), only_singles=True), "singles"),
    (Target(requires="x-wing", only_singles=True), "never needed"),
]


@pytest.mark.parametrize(("target", "reason"), BAD, ids=[reason for _, reason in BAD])
def test_impossible_targets_are_refused(target: Target, reason: str) -> None:
    with pytest.raises(ImpossibleWish, match=reason):
        Wish(PLAIN, target=target).require_possible()


def test_other_boards_have_no_rating() -> None:
    wish = Wish(Puzzle.empty(Geometry.of_size(6)), target=Target(er=(10, 15)))
    with pytest.raises(ImpossibleWish, match="classic"):
        wish.require_possible()


def test_a_time_limit_ends_the_search() -> None:
    wish = Wish(PLAIN, clues=24, minimal=True, symmetry="dihedral", target=Target(er=(115, 119)))
    run = Run(wish, 1, 1, limit=Limit(seconds=0.5))
    assert [made for piece in run.pieces() for made in piece.puzzles] == []
    assert run.ending in ("seconds", "tries")


def test_techniques_are_those_of_the_kernel() -> None:
    seen = set()
    for line in (
        WELL_KNOWN,
        HARD,
    ):
        seen |= {step["technique"].replace("_", "-") for step in core.se_path(line)[1]}
    assert seen & set(TECHNIQUES)
