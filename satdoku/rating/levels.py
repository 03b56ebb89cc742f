"""Levels: names for how hard a classic puzzle is. One table, for every command.

A level is a range of Sudoku Explainer's ER, except for the easiest level: a puzzle is easy if naked
and hidden singles alone solve it, enough digits are given, and several cells are open to a single
at any time. ER does not show this. Sudoku Explainer looks for pointing (1.7) and hidden pairs that
place a digit (2.0) before naked singles (2.3), whether they are needed or not; and a puzzle of 17
givens, where one cell can be filled at a time, may have the lowest ER. The bounds follow HoDoKu's
levels (docs/generate-measured.md has the comparison).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from satdoku.base.compiled import required_core
from satdoku.base.records import dataclass

Tenths = tuple[int, int]
"""A range of ratings, both ends in it, in tenths: 3.0 to 3.8 is (30, 38)."""


@dataclass(frozen=True, slots=True)
class Level:
    """A name for how hard a puzzle is.

    bands    parts of the level, about equally worth having: generated puzzles are spread over them
    needs    the techniques that a puzzle of the level needs, for help texts
    singles  whether naked and hidden singles alone solve it; else ER decides
    givens   how many digits at least are given
    open     how many cells at least are open to a single at a time (:func:`short_of_easy`)
    """

    name: str
    bands: tuple[Tenths, ...]
    needs: str
    singles: bool = False
    givens: int = 0
    open: int = 0

    @property
    def range(self) -> Tenths:
        """The lowest and the highest rating."""
        return self.bands[0][0], self.bands[-1][1]


LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        Level(
            "easy",
            ((10, 12), (15, 15), (17, 23)),
            "naked and hidden singles",
            singles=True,
            givens=27,
            open=4,
        ),
        Level(
            "medium", ((17, 19), (20, 25), (26, 26), (28, 28), (30, 30)), "locked candidates, pairs"
        ),
        Level(
            "hard",
            ((32, 36), (38, 42), (44, 45), (46, 62), (65, 67)),
            "triples, fish, wings, unique rectangles, BUG, short X-chains",
        ),
        Level("expert", ((68, 70), (71, 71), (72, 72)), "chains"),
        Level(
            "diabolical",
            ((73, 76), (77, 82), (83, 84), (85, 89), (90, 119)),
            "long and branching chains",
        ),
    )
}
"""Every level by its name, easiest first."""


_MOST_POINTS = dict(zip(LEVELS, (20, 30, 60, 69), strict=False))
"""The most points of the satdoku scale of each level but the last, so that classic puzzles get the
levels of their published ER (docs/scale.md has the comparison)."""


def level_of_points(points: float) -> str:
    """The level of a puzzle with these points on the satdoku scale."""
    last = list(LEVELS)[-1]
    return next((name for name, most in _MOST_POINTS.items() if points <= most), last)


def most_points(points: float) -> float:
    """The most points of a puzzle of the same level."""
    return next((most for most in _MOST_POINTS.values() if points <= most), inf)


def level_name(er: int, short: Callable[[], int | None]) -> str:
    """The level of a puzzle whose ER is this many tenths.

    ``short`` returns what it lacks of an easy one (:func:`short_of_easy`), and is called only where
    ER leaves that open.
    """
    easy, *others, last = LEVELS.values()
    if er <= easy.range[1] and short() == 0:
        return easy.name
    return next((level.name for level in others if er <= level.range[1]), last.name)


def short_of_easy(puzzle: str, candidates: Sequence[int] | None = None) -> int | None:
    """How many givens, and cells that are open at a time, a classic puzzle lacks to be easy; 0
    where it is easy, ``None`` where naked and hidden singles alone do not solve it.

    Cells that are open at a time are counted where the first to come open is filled first, and
    where the last is, while more than 15 cells are empty: towards the end few can be open. Of a
    puzzle of candidates the cells count as given that have one.
    """
    fewest = _fewest_open(puzzle, candidates)
    if not fewest:
        return None
    easy = next(iter(LEVELS.values()))
    given = sum(
        symbol in "123456789" if candidates is None else candidates[cell].bit_count() == 1
        for cell, symbol in enumerate(puzzle)
    )
    return max(0, easy.givens - given) + max(0, easy.open - fewest)


def by_singles(puzzle: str) -> bool:
    """Whether naked and hidden singles alone solve a classic puzzle of 81 characters.

    The compiled core answers, which every rating needs.
    """
    return _fewest_open(puzzle, None) > 0


def _fewest_open(puzzle: str, candidates: Sequence[int] | None) -> int:
    return int(required_core("rating").open_to_singles(puzzle, candidates))
