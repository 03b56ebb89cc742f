"""Wishes that can never be met are refused, with the reason."""

from __future__ import annotations

import pytest

import satdoku
from satdoku.answers.wishes import Difficulty
from satdoku.base.errors import FormatError, InvalidPuzzle, OptionError
from satdoku.board import Geometry
from satdoku.constraints import parse_rules
from satdoku.generating import SYMMETRIES, ImpossibleWish, Wish, parse_mask, pattern_symmetries
from satdoku.generating.pattern import orbits
from satdoku.puzzle import Puzzle

CLASSIC = Geometry.classic()
PLAIN = Puzzle.empty(CLASSIC)
DIAGONAL = Puzzle.empty(CLASSIC, parse_rules("diagonal", CLASSIC))
GRID = tuple(
    map(int, "534678912672195348198342567859761423426853791713924856961537284287419635345286179")
)


def cells(*rows: int) -> frozenset[int]:
    """All cells but those of some rows (from 1)."""
    return frozenset(c for c in range(81) if c // 9 + 1 not in rows)


BAD = [
    (Wish(PLAIN, clues=16), "McGuire"),
    (Wish(PLAIN, clues=3), "unplaced"),
    (Wish(PLAIN, clues=82), "only 81 cells"),
    (Wish(PLAIN, clues=-1), "cannot be -1"),
    (Wish(PLAIN, clues=41, minimal=True), "is known"),
    (Wish(PLAIN, clues=30, symmetry="90"), "sets of 1, 4"),
    (Wish(PLAIN, symmetry="spiral"), "there are none, 180"),
    (Wish(PLAIN, mask=cells(4, 5)), "rows 4 and 5"),
    (Wish(PLAIN, mask=frozenset(c for c in range(81) if c % 9 not in (6, 8))), "columns 7 and 9"),
    (Wish(PLAIN, mask=frozenset(range(0, 81, 10))), "unplaced|17 is the fewest"),
    (Wish(PLAIN, mask=frozenset(range(7))), "unplaced"),
    (Wish(DIAGONAL, mask=frozenset(range(7))), "unplaced"),
    (Wish(PLAIN, mask=frozenset(range(81)) - {0}, symmetry="180"), "does not have the symmetry"),
    (Wish(PLAIN, mask=cells(1), clues=5), "fills 72 cells"),
    (Wish(PLAIN.with_givens({0: 1}), mask=cells(1)), "r1c1"),
    (Wish(PLAIN.with_givens(dict.fromkeys(range(0, 81, 10), None) | {0: 1}), clues=0), "unplaced"),
    (Wish(PLAIN.with_givens(dict(enumerate(GRID[:20]))), clues=19), "20 clues already"),
    (Wish(PLAIN, full=True, minimal=True), "together with minimal"),
    (Wish(PLAIN, full=True, killer=True), "together with killer"),
    (Wish(PLAIN, killer=True, clues=5), "together with a number of clues"),
    (Wish(PLAIN, grid=(*GRID[::-1][:-1], 1)), "does not keep the rules"),
    (Wish(DIAGONAL, uniform=True), "classic 9x9"),
    (Wish(PLAIN, uniform=True, mask=cells(1)), "uniform grids .* a mask"),
    (Wish(PLAIN, uniform=True, grid=GRID), "uniform grids .* a grid"),
    (Wish(PLAIN.with_givens({0: 1}), uniform=True), "uniform grids .* digits wished for"),
    (Wish(PLAIN.with_givens({0: 1}), grid=GRID), "or the digits wished for"),
    (Wish(Puzzle.empty(Geometry.of_size(27))), "4x4 to 25x25"),
    (Wish(Puzzle.empty(Geometry.of_size(3))), "4x4 to 25x25"),
    (Wish(Puzzle.empty(Geometry.latin(9)), mask=cells(1, 9)), "rows 1 and 9"),
]


@pytest.mark.parametrize(("wish", "reason"), BAD, ids=[reason for _, reason in BAD])
def test_refused_with_the_reason(wish: Wish, reason: str) -> None:
    with pytest.raises(ImpossibleWish, match=reason):
        wish.require_possible()


@pytest.mark.parametrize(
    "wish",
    [
        Wish(PLAIN, clues=17),
        Wish(PLAIN, clues=40, minimal=True),
        Wish(PLAIN, mask=cells(1, 4)),
        Wish(PLAIN, clues=29, symmetry="90"),
        # The diagonals stop the exchange of rows 2 and 3, and 12 clues may do.
        Wish(DIAGONAL, mask=cells(2, 3)),
        Wish(DIAGONAL, clues=12),
        Wish(PLAIN, grid=GRID),
        Wish(Puzzle.empty(Geometry.of_size(25))),
        Wish(Puzzle.empty(Geometry.of_size(4))),
    ],
)
def test_not_refused(wish: Wish) -> None:
    wish.require_possible()


def test_clashing_givens_are_invalid() -> None:
    with pytest.raises(InvalidPuzzle, match="5 appears twice"):
        Wish(PLAIN.with_givens({0: 5, 1: 5})).require_possible()


@pytest.mark.parametrize("name", SYMMETRIES)
@pytest.mark.parametrize("size", [4, 6, 9])
def test_orbits_cover_the_board(name: str, size: int) -> None:
    geometry = Geometry.of_size(size)
    cells = [cell for orbit in orbits(geometry, name) for cell in orbit]
    assert sorted(cells) == list(range(size * size))
    for orbit in orbits(geometry, name):
        assert name == "none" or name in pattern_symmetries(geometry, orbit)


def test_masks_are_read() -> None:
    geometry = Geometry.of_size(4)
    assert parse_mask("x..#\n....\n0-_1\n....", geometry) == {0, 3, 11}
    with pytest.raises(FormatError, match="either"):
        parse_mask("*" + "." * 15, geometry)
    with pytest.raises(FormatError, match="line 2, column 2"):
        parse_mask("....\n.?..\n....\n....", geometry)
    with pytest.raises(FormatError, match="15 cells"):
        parse_mask("." * 15, geometry)


def test_minutes_of_people() -> None:
    (one, other) = satdoku.generate(2, seed=4, difficulty=Difficulty(minutes="7..8"))
    for generated in (one, other):
        assert 7 <= satdoku.rate(generated.puzzle).human.minutes <= 8
        assert generated.rated["minutes"] == satdoku.rate(generated.puzzle).human.minutes
    for minutes, reason in (("12..8", "range 12 to 8 is empty"), ("90..99", "no puzzle of 90")):
        with pytest.raises(ImpossibleWish, match=reason):
            list(satdoku.generate(1, difficulty=Difficulty(minutes=minutes)))
    with pytest.raises(OptionError, match="both set the difficulty"):
        Difficulty(minutes="8..12", level="easy")
    with pytest.raises(OptionError, match="number of minutes"):
        Difficulty(minutes="long")
