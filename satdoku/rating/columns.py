"""What each scale says of a rating and of every technique, as tables (scales.py has the scales).

Each table has a row for every technique of the catalogue, empty where the scale does not rate it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from satdoku.techniques.vocabulary import CLUE_TECHNIQUES, FAMILIES, FISH

__all__ = [
    "B_COLUMNS",
    "HODOKU_COLUMNS",
    "HODOKU_LEVELS",
    "OFF_THE_PATH",
    "SATDOKU_COLUMNS",
    "SE_COLUMNS",
    "SE_POSSIBLE",
    "SE_RATINGS",
    "SE_USUAL",
    "SE_WORDS",
    "SINGLES",
    "WORTH",
    "W_COLUMNS",
    "Column",
    "RatedSteps",
    "TechniqueRatings",
]

TechniqueRatings = tuple[int | None, ...]
"""What a step of a technique is rated; ``None`` at the end: and more, for longer ones. In the unit
of the scale's numbers (:attr:`Scale.unit`)."""

RatedSteps = Sequence[tuple[float, bool]]
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
    of: Callable[[RatedSteps], float]


def _hardest(path: RatedSteps) -> float:
    return max([rating for rating, _ in path])


def _to_a_digit(path: RatedSteps) -> float:
    first = next(at for at, (_, places) in enumerate(path) if places)
    return _hardest(path[: first + 1])


def _first(path: RatedSteps) -> float:
    return path[0][0]


# ------------------------------------------------------------------------------------------------
# The tables.

_FISH = tuple(item.name for item in FISH)
_WITH_FINS = [f"{kind}-{name}" for kind in ("finned", "sashimi") for name in _FISH[:3]]

SINGLES = ("full-house", "hidden-single", "naked-single")

SE_COLUMNS = (
    Column("er", "ER", "Sudoku Explainer's rating: the hardest step", _hardest),
    Column("ep", "EP", "the hardest up to the first placement", _to_a_digit),
    Column("ed", "ED", "the first step", _first),
)

_EXOTIC = (
    *("almost-locked-triple", "multi-sector-locked-set", "twinned-xy-chains"),
    *(
        "domino-loop",
        "tridagon",
        "broken-wing",
        "medusa-3d",
        "symmetrical-placement",
        "whip",
        "braid",
    ),
)
"""Techniques of SudokuWiki, Sudoku Studio and the forums that no scale rates."""

_EXOTIC_WORTH = {
    "chute-remote-pair": 43,
    **{f"extended-rectangle-{number}": 48 for number in (1, 2, 3, 4)},
    "almost-locked-pair": 51,
    "bug-n": 60,
    "bivalue-oddagon": 73,
    "fireworks-triple": 74,
    "fireworks-quadruple": 74,
    "junior-exocet": 75,
    "senior-exocet": 75,
    "double-exocet": 76,
}
"""Those of the preset ``human``, with what they are worth on the satdoku scale."""

_BEYOND_SE = {
    **dict.fromkeys(("w-wing", "m-wing", "s-wing", "l-wing", "h-wing"), 62),
    "w-wing": 45,
    "wxyz-wing": 55,
    **dict.fromkeys(("vwxyz-wing", "uvwxyz-wing", "tuvwxyz-wing"), 66),
    "sue-de-coq": 60,
    "xy-chain": 66,
    **dict.fromkeys(("aic", "discontinuous-nice-loop", "continuous-nice-loop"), 68),
    **dict.fromkeys(
        ("grouped-aic", "grouped-discontinuous-nice-loop", "grouped-continuous-nice-loop"), 70
    ),
}
"""Patterns and chains that Sudoku Explainer lacks, or has under other names, with what they are
worth."""

SE_RATINGS: dict[str, TechniqueRatings] = {
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
            *FAMILIES,
            "enclosure",
            "exclosure",
            "sbit",
            "ubit",
            "intersection",
            "als-xz",
            "als-xy-wing",
            "als-chain",
            "death-blossom",
            *_BEYOND_SE,
            "template-set",
            "template-delete",
            "negation",
            "negation-2",
            "trial",
            "assumption",
            "skyscraper",
            "two-string-kite",
            "turbot-fish",
            "empty-rectangle",
            "dual-two-string-kite",
            "dual-empty-rectangle",
            "remote-pair",
            "simple-colours-trap",
            "simple-colours-wrap",
            "multi-colours-1",
            "multi-colours-2",
            "unique-rectangle-5",
            "unique-rectangle-6",
            "hidden-rectangle",
            "avoidable-rectangle-1",
            "avoidable-rectangle-2",
            "locked-pair",
            "locked-triple",
            "innies-outies",
            "law-of-leftovers",
            "set-equivalence",
            "joined-clues",
            "digit-places",
            "house-combinations",
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
            *(name for name in _FISH if name not in ("x-wing", "swordfish", "jellyfish")),
            "kraken-fish-1",
            "kraken-fish-2",
            *CLUE_TECHNIQUES,
            *_EXOTIC,
            *_EXOTIC_WORTH,
        ),
        (),
    ),
}
"""What Sudoku Explainer 1.2.1 rates a step of each technique, in tenths."""

_SE_HIGHEST = 119
"""The highest ER of any published puzzle is 11.9."""

SE_POSSIBLE = frozenset(
    (
        *(10, 12, 15, 17, 19, 20, 23, 25, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44),
        *range(45, 55),  # unique rectangles and loops, naked quad, jellyfish, hidden quad
        *range(56, 61),  # BUG
        62,
        *range(65, _SE_HIGHEST + 1),
    )
)

SE_USUAL = {
    **_BEYOND_SE,
    "als-xz": 66,
    "als-xy-wing": 71,
    "als-chain": 72,
    "death-blossom": 72,
    "negation": 83,
    "trial": 90,
}
"""About the ER at which others begin to appear on paths of the preset ``human``."""

SATDOKU_COLUMNS = (
    Column(
        "points", "satdoku scale", "a variant's hardest step on the satdoku scale, no ER", _hardest
    ),
)

WORTH: dict[str, int] = {
    **dict(zip(_WITH_FINS, (40, 47, 55, 42, 49, 56), strict=True)),
    "full-house": 10,
    "hidden-single": 12,
    "naked-single": 20,
    **dict.fromkeys(CLUE_TECHNIQUES, 24),
    "pointing": 26,
    "claiming": 28,
    "law-of-leftovers": 28,
    "set-equivalence": 56,
    "locked-pair": 29,
    "locked-triple": 35,
    "naked-pair": 30,
    "innies-outies": 30,
    "joined-clues": 30,
    "killer-pair": 31,
    "killer-triple": 37,
    "x-wing": 32,
    "conflicting-combinations": 34,
    "digit-places": 42,
    "house-combinations": 34,
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
    "skyscraper": 40,
    "two-string-kite": 41,
    "turbot-fish": 42,
    "empty-rectangle": 43,
    "dual-two-string-kite": 42,
    "dual-empty-rectangle": 44,
    "remote-pair": 43,
    "simple-colours-trap": 46,
    "simple-colours-wrap": 46,
    "multi-colours-1": 50,
    "multi-colours-2": 51,
    "unique-rectangle-5": 46,
    "unique-rectangle-6": 46,
    "hidden-rectangle": 47,
    "avoidable-rectangle-1": 46,
    "avoidable-rectangle-2": 46,
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
    **_BEYOND_SE,
    **_EXOTIC_WORTH,
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

HODOKU_COLUMNS = (
    Column(
        "score",
        "HoDoKu score",
        "the sum of what the searches are worth that found the steps",
        lambda path: sum(rating for rating, _ in path),
    ),
)

W_COLUMNS = (Column("w", "W", "Berthier's W rating: the longest whip that is needed", _hardest),)
B_COLUMNS = (Column("b", "B", "Berthier's B rating: the longest braid that is needed", _hardest),)

HODOKU_LEVELS = ("easy", "medium", "hard", "unfair", "extreme")

OFF_THE_PATH = (
    *FAMILIES,
    *_EXOTIC,
    *(name for name in _FISH[3:] if name not in _WITH_FINS),
    "kraken-fish-1",
    "kraken-fish-2",
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
    "xy-cycle",
    "forcing-chain",
    "template-set",
    "template-delete",
    "nishio",
    "dynamic-forcing-chains",
    "dynamic-forcing-chains-plus",
    "nested-forcing-chains",
)
"""Techniques that the preset ``human`` does not use."""

SE_WORDS = {"turbot-fish": "x-chain", "xy-chain": "forcing-chain", "aic": "forcing-chain"}
"""Under which technique of Sudoku Explainer's path what others call so is found."""
