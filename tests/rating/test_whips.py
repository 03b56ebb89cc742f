"""The W and B ratings against whips and braids found by their definition, in plain Python."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import satdoku
from satdoku.base.errors import Unsupported
from tests.shared import thinned

core = pytest.importorskip("satdoku.core", reason="rating needs the compiled core")

Candidate = tuple[int, int]


class Csp:
    """A board by its rules alone: candidates, which of them exclude each other, and the variables:
    each a set of candidates of which one is true."""

    def __init__(self, text: str) -> None:
        board = satdoku.parse(text).geometry
        givens = [None if symbol == "." else int(symbol) for symbol in text]
        self.houses = [house.cells for house in board.houses]
        self.open: set[Candidate] = {(c, d) for c in range(len(text)) for d in board.digits}
        self.board = board
        cells = [{(c, d) for d in board.digits} for c in range(len(text))]
        places = [{(c, d) for c in house} for house in self.houses for d in board.digits]
        self.variables = cells + places
        self.exclude = {
            one: {other for other in self.open if other != one and self._clash(one, other)}
            for one in self.open
        }
        for cell, digit in enumerate(givens):
            if digit is not None:
                self.place((cell, digit))

    def _clash(self, one: Candidate, other: Candidate) -> bool:
        if one[0] == other[0]:
            return True
        return one[1] == other[1] and other[0] in self.board.peers[one[0]]

    def place(self, one: Candidate) -> None:
        self.open -= self.exclude[one]
        self.variables = [variable for variable in self.variables if one not in variable]

    def singles(self) -> None:
        while singles := [v & self.open for v in self.variables if len(v & self.open) == 1]:
            self.place(*singles[0])

    def chains(self, target: Candidate, longest: int, continuous: bool) -> bool:
        """Whether there is a whip (braid) of this length or less, by going through all of them."""

        def go(rights: tuple[Candidate, ...]) -> Iterator[None]:
            supposed = (target, *rights)
            lost = set().union(*(self.exclude[one] for one in supposed))
            linked = self.exclude[supposed[-1]] if continuous else lost
            for variable in self.variables:
                left = (variable & self.open) - lost
                if not variable & self.open & linked:
                    continue
                if not left:
                    yield
                elif len(left) == 1 and len(rights) + 1 < longest:
                    (right,) = left
                    if right not in supposed:
                        yield from go((*rights, right))

        return any(True for _ in go(()))

    def rating(self, continuous: bool, most: int) -> int:
        """The rating, by the shortest whips or braids at each point."""
        rating = 0
        while True:
            self.singles()
            if not self.variables:
                return rating
            targets = sorted(set().union(*self.variables) & self.open)
            for length in range(1, most + 1):
                eliminated = {one for one in targets if self.chains(one, length, continuous)}
                if eliminated:
                    rating = max(rating, length)
                    self.open -= eliminated
                    break
            else:
                pytest.fail("the example needs longer ones")


_LINES = """
.4...5...63.35......1....3...6....1. ......3..4.2.......5.26...3...1...34
2..1...1......65.2.....1..5...3..6.5 .3......2..5..5..41...5.4....2...6..
..1.2.6....1.....642.....3.......5.. ....4..3...56.......3...15..6..2.1..
6.4...1....241..2.....1.....6......3 ....52.5...45......63.....1.4......3
.42.1.6.1........5...63.......1.52.. 3....6.2.4......2......5.5...3..4...
....34.....4.2.. .......24.2..1.4
"""
SMALL_BOARDS = _LINES.split()
LONGER = (
    "96......8....47.......8..63...178...4....21...7.....5.7...2..45..9..4....3...59..",
    "...1..2.7....4...5.8...3.....5..7..9.1..5..3.2..9..5.....6...4.1...7....8.2..9...",
)
"""Puzzles that need longer whips than braids."""
BEYOND = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."


@pytest.mark.parametrize(
    "boards",
    [SMALL_BOARDS[:7], pytest.param(SMALL_BOARDS[7:], marks=pytest.mark.full)],
    ids=["first", "rest"],
)
@pytest.mark.parametrize("scale", thinned(["w", "b"], 2))
def test_small_boards_against_the_definition(scale: str, boards: list[str]) -> None:
    ratings = set()
    for puzzle in boards:
        rating = satdoku.rate(puzzle, scale=scale).scores[scale]
        assert rating == Csp(puzzle).rating(scale == "w", 6), puzzle
        ratings.add(rating)
    assert len(ratings) >= 2


@pytest.mark.full
@pytest.mark.parametrize("part", thinned(range(3), 3))
@pytest.mark.parametrize("scale", thinned(["w", "b"], 2))
def test_classic_puzzles_against_the_definition(
    shared: Callable[[str], Path], scale: str, part: int
) -> None:
    with shared("data/rating/se_reference.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    seen = set()
    for row in rows[91 + 7 * part : 200 : 21]:
        rating = satdoku.rate(row["puzzle"], scale=scale, time_limit=60)
        if rating.scores[scale] > 2:
            continue
        seen.add(rating.scores[scale])
        assert rating.scores[scale] == Csp(row["puzzle"]).rating(scale == "w", 2), row["puzzle"]
    assert seen >= {1, 2}


@pytest.mark.full
@pytest.mark.parametrize("puzzle", thinned(LONGER, 2))
def test_a_whip_goes_on_from_the_last_candidate(puzzle: str) -> None:
    """Braids may be shorter where whips have to be continuous."""
    whips, braids = (satdoku.rate(puzzle, scale=name) for name in ("w", "b"))
    assert whips.w > braids.b > 6
    assert whips.techniques is not None
    assert whips.hardest == f"whip[{whips.w:.0f}]"
    assert max(map(len, whips.techniques)) > len("whip[1]")
    assert whips.level is None


def test_what_braids_do_not_solve_has_no_rating() -> None:
    for scale in ("w", "b"):
        with pytest.raises(Unsupported, match=f"its {scale.upper()} is infinite"):
            satdoku.rate(BEYOND, scale=scale)


def test_rules_of_more_than_two_cells_are_refused() -> None:
    killer = "examples/techniques/cage-combinations.json"
    with pytest.raises(Unsupported, match="what two cells exclude"):
        satdoku.rate(Path(killer).read_text("utf-8"), scale="w")
    rating = satdoku.rate(SMALL_BOARDS[0], scale="w")
    assert rating.w == satdoku.rate(SMALL_BOARDS[0], scale="b").b
