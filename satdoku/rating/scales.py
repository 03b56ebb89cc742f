"""Scales: the columns of a rating, and what each of them says of every technique, as tables.

| scale | rates | columns |
|---|---|---|
| se | classic 9x9, by the compiled kernel | er, ep, ed |
| satdoku | any puzzle, by the path that ``explain`` shows (worth.py) | points |

A score travels as ``{column: value}``: in a rating, its JSON, a batch, a summary. Each table has a
row for every technique of the catalogue; a scale that does not rate a technique has an empty one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from satdoku.rating.kernel import why_no_rating
from satdoku.rating.levels import LEVELS, Level

if TYPE_CHECKING:
    from satdoku.base.limits import Limit
    from satdoku.puzzle import Puzzle
    from satdoku.rating.explainer import Rating

__all__ = ["SATDOKU", "SCALES", "SE", "SINGLES", "WORTH", "Column", "Ratings", "Scale", "scale_of"]

Ratings = tuple[int | None, ...]
"""What a step of a technique is rated; ``None`` at the end: and more, for longer ones. In the unit
of the scale's numbers (:attr:`Scale.unit`)."""

Rated = Sequence[tuple[float, bool]]
"""The steps of a path: the rating of each, and whether it places a digit."""


@dataclass(frozen=True, slots=True)
class Column:
    """A number of a rating.

    name     in JSON objects, of a batch column, and of an option
    label    what it is called where it is printed
    meaning  what it is, in a few words
    of       its value for a path
    """

    name: str
    label: str
    meaning: str
    of: Callable[[Rated], float]


@dataclass(frozen=True)
class Scale:
    """A scale of difficulty.

    name      of the scale; ``title`` for people
    columns   the numbers of a rating; the first is that of the puzzle, which levels go by
    ratings   what a step of each technique is rated, in units
    rate      rates a puzzle under a ``limit``; ``unique``: it has exactly one solution; ``names``:
              the techniques are asked for too
    refusal   why the scale does not cover a puzzle, or ``None``
    unit      how many units a printed number has: 10 where there is one decimal
    levels    names for ranges of the first column, easiest first; empty where there are none
    usual     about where techniques that the scale does not rate begin to appear on paths, in units
    possible  the ratings that some step can have, in units; empty: any
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    ratings: Mapping[str, Ratings]
    rate: Callable[..., Rating]
    refusal: Callable[[Puzzle], str | None]
    unit: int = 1
    levels: Mapping[str, Level] = field(default_factory=dict)
    usual: Mapping[str, int] = field(default_factory=dict)
    possible: frozenset[int] = frozenset()

    def shown(self, value: float) -> str:
        """A number of the scale as it is printed."""
        return f"{value:.1f}" if self.unit == 10 else f"{value:.0f}"

    def row(self, technique: str) -> Ratings:
        """What a step of a technique is rated; empty where the scale does not rate it.

        Families that go on (``fish-6``) have one row.

        :raises KeyError: for a name that the table lacks.
        """
        family, _, size = technique.rpartition("-")
        known = technique in self.ratings or not size.isdecimal()
        return self.ratings[technique if known else family]

    def least(self, technique: str) -> int | None:
        """The lowest rating of a step of a technique, or where it usually appears, in units;
        ``None`` where neither is known.

        :raises KeyError: for a name that the table lacks.
        """
        rated = self.row(technique)
        return rated[0] if rated else self.usual.get(technique)

    def rating_of(self, technique: str) -> str | None:
        """The ratings of a technique's steps as text (``1.2, 1.5``, ``4.5 and more``), or ``None``.

        :raises KeyError: for a name that the table lacks.
        """
        rated = self.row(technique)
        numbers = ", ".join([self.shown(one / self.unit) for one in rated if one is not None])
        return numbers + " and more" * (None in rated) or None


def _hardest(path: Rated) -> float:
    return max([rating for rating, _ in path])


def _to_a_digit(path: Rated) -> float:
    first = next(at for at, (_, places) in enumerate(path) if places)
    return _hardest(path[: first + 1])


def _first(path: Rated) -> float:
    return path[0][0]


# ------------------------------------------------------------------------------------------------
# The tables.

_FAMILIES = ("naked-set", "hidden-set", "fish")
"""Those that go on, beyond the sizes that have names."""

SINGLES = ("full-house", "hidden-single", "naked-single")

_CLUES = (
    "clue-combinations",
    "cage-combinations",
    "thermo-bounds",
    "arrow-sums",
    "dot-pairs",
    "whisper-partners",
    "renban-range",
    "between-ends",
    "sandwich-sets",
    "little-killer-bounds",
    "line-sums",
    "outside-clues",
    "group-patterns",
    "indexer-places",
    "quadruple-digits",
)
"""What one clue of a variant excludes, by the family of its rule."""

SE_RATINGS: dict[str, Ratings] = {
    "full-house": (10,),
    "hidden-single": (12, 15),
    "naked-single": (23,),
    "pointing": (26,),
    "claiming": (28,),
    "direct-pointing": (17,),
    "direct-claiming": (19,),
    "naked-pair": (30,),
    "naked-triple": (36,),
    "naked-quad": (50,),
    "hidden-pair": (34,),
    "hidden-triple": (40,),
    "hidden-quad": (54,),
    "direct-hidden-pair": (20,),
    "direct-hidden-triple": (25,),
    "x-wing": (32,),
    "swordfish": (38,),
    "jellyfish": (52,),
    "xy-wing": (42,),
    "xyz-wing": (44,),
    "unique-rectangle-1": (45, None),
    "unique-rectangle-2": (45, None),
    "unique-rectangle-3": (45, None),
    "unique-rectangle-4": (45, None),
    "unique-loop-1": (46, None),
    "unique-loop-2": (46, None),
    "unique-loop-3": (46, None),
    "unique-loop-4": (46, None),
    "bug-1": (56,),
    "bug-2": (57,),
    "bug-3": (58, None),
    "bug-4": (57,),
    "aligned-pair-exclusion": (62,),
    "aligned-triplet-exclusion": (75,),
    "x-cycle": (65, None),
    "y-cycle": (65, None),
    "xy-cycle": (70, None),
    "x-chain": (66, None),
    "forcing-chain": (70, None),
    "nishio": (75, None),
    "cell-forcing-chains": (80, None),
    "region-forcing-chains": (80, None),
    "dynamic-forcing-chains": (85, None),
    "dynamic-forcing-chains-plus": (90, None),
    "nested-forcing-chains": (95, None),
    **dict.fromkeys(
        (
            *_FAMILIES,
            "enclosure",
            "exclosure",
            "sbit",
            "ubit",
            "intersection",
            "als-xz",
            "als-xy-wing",
            "als-chain",
            "death-blossom",
            "negation",
            "negation-2",
            "trial",
            "assumption",
            "innies-outies",
            "law-of-leftovers",
            "joined-clues",
            "killer-pair",
            "killer-triple",
            "parity-chain",
            "modulus-chain",
            "high-low-chain",
            "entropy-chain",
            "clue-chain",
            "clue-forcing-chains",
            "conflicting-combinations",
            "small-proof",
            *_CLUES,
        ),
        (),
    ),
}
"""What Sudoku Explainer 1.2.1 rates a step of each technique, in tenths."""

_SE_HIGHEST = 119
"""The highest ER of any published puzzle is 11.9."""

_SE_POSSIBLE = frozenset(
    (
        *(10, 12, 15, 17, 19, 20, 23, 25, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44),
        *range(45, 55),  # unique rectangles and loops, naked quad, jellyfish, hidden quad
        *range(56, 61),  # BUG
        62,
        *range(65, _SE_HIGHEST + 1),
    )
)

WORTH: dict[str, int] = {
    "full-house": 10,
    "hidden-single": 12,
    "naked-single": 20,
    **dict.fromkeys(_CLUES, 24),
    "pointing": 26,
    "claiming": 28,
    "law-of-leftovers": 28,
    "naked-pair": 30,
    "innies-outies": 30,
    "joined-clues": 30,
    "killer-pair": 31,
    "killer-triple": 37,
    "x-wing": 32,
    "conflicting-combinations": 34,
    "hidden-pair": 34,
    "naked-triple": 36,
    "swordfish": 38,
    "hidden-triple": 40,
    "xy-wing": 42,
    "xyz-wing": 44,
    "unique-rectangle-1": 45,
    "unique-rectangle-2": 45,
    "unique-rectangle-4": 46,
    "unique-rectangle-3": 47,
    "unique-loop-1": 47,
    "unique-loop-2": 47,
    "unique-loop-4": 48,
    "unique-loop-3": 49,
    "naked-quad": 50,
    "jellyfish": 52,
    "hidden-quad": 54,
    "bug-1": 56,
    "bug-2": 57,
    "bug-4": 58,
    "bug-3": 59,
    **dict.fromkeys(("parity-chain", "modulus-chain", "high-low-chain", "entropy-chain"), 32),
    "clue-chain": 58,
    "clue-forcing-chains": 59,
    "small-proof": 60,
    "x-cycle": 64,
    "x-chain": 65,
    "als-xz": 67,
    "y-cycle": 66,
    "xy-cycle": 68,
    "forcing-chain": 68,
    "als-xy-wing": 70,
    "death-blossom": 72,
    "als-chain": 72,
    "cell-forcing-chains": 76,
    "region-forcing-chains": 76,
    "negation": 80,
    "negation-2": 95,
    "trial": 110,
}
"""What the shortest step of each technique on the path of ``explain`` is worth on the satdoku
scale; longer ones are worth more (:func:`satdoku.rating.worth.worth`)."""

_OFF_THE_PATH = (
    *_FAMILIES,
    "enclosure",
    "exclosure",
    "sbit",
    "ubit",
    "intersection",
    "assumption",
    "direct-pointing",
    "direct-claiming",
    "direct-hidden-pair",
    "direct-hidden-triple",
    "aligned-pair-exclusion",
    "aligned-triplet-exclusion",
    "nishio",
    "dynamic-forcing-chains",
    "dynamic-forcing-chains-plus",
    "nested-forcing-chains",
)
"""Techniques that the preset ``human`` does not use."""


def _by_explainer(puzzle: Puzzle, *, unique: bool, names: bool, limit: Limit) -> Rating:
    from satdoku.rating.explainer import rate

    return rate(puzzle, names=names, seconds=limit.seconds)


def _by_path(puzzle: Puzzle, *, unique: bool, names: bool, limit: Limit) -> Rating:
    from satdoku.rating.worth import rate_by_path

    return rate_by_path(puzzle, unique=unique, limit=limit)


SE = Scale(
    "se",
    "Sudoku Explainer",
    (
        Column("er", "ER", "Sudoku Explainer's rating: the hardest step", _hardest),
        Column("ep", "EP", "the hardest up to the first placement", _to_a_digit),
        Column("ed", "ED", "the first step", _first),
    ),
    SE_RATINGS,
    _by_explainer,
    why_no_rating,
    unit=10,
    levels=LEVELS,
    usual={
        "als-xz": 66,
        "als-xy-wing": 71,
        "als-chain": 72,
        "death-blossom": 72,
        "negation": 83,
        "trial": 90,
    },
    possible=_SE_POSSIBLE,
)

SATDOKU = Scale(
    "satdoku",
    "satdoku",
    (
        Column(
            "points",
            "satdoku scale",
            "a variant's hardest step on the satdoku scale, no ER",
            _hardest,
        ),
    ),
    {name: (points,) for name, points in WORTH.items()} | dict.fromkeys(_OFF_THE_PATH, ()),
    _by_path,
    lambda puzzle: None,
)

SCALES: dict[str, Scale] = {scale.name: scale for scale in (SE, SATDOKU)}
"""Every scale by its name; the first is that of a classic puzzle where none is asked for."""


def scale_of(puzzle: Puzzle) -> Scale:
    """The scale that rates a puzzle where none is asked for: rules have no ER."""
    return SATDOKU if puzzle.constraints else SE
