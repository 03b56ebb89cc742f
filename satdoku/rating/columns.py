"""The columns of each scale, and its rating of every technique, as tables (scales.py has scales).

Each table has a row for every technique of the catalogue, empty where the scale does not rate it.
The values stand beside the technique, in its family's file (``techniques/names/terms.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from satdoku.base.records import dataclass
from satdoku.techniques.names.terms import Term, known, terms
from satdoku.techniques.names.vocabulary import FAMILIES

TechniqueRatings = tuple[int | None, ...]
"""The ratings of a technique's steps, in the unit of the scale's numbers (:attr:`Scale.unit`);
``None`` at the end: and more, for longer steps."""

_Value = TypeVar("_Value")

RatedSteps = Sequence[tuple[float, bool]]
"""The steps of a path: the rating of each, and whether it places a digit."""


class TechniqueTable(Mapping[str, _Value]):
    """The facts about every technique in the family files; a column is read on first use.

    A technique of which they say ``None`` is not in it.
    """

    def __init__(self, read: Callable[[Term], _Value | None]) -> None:
        self._read = read

    def __getitem__(self, technique: str) -> _Value:
        term = Term(named=technique) if technique in FAMILIES else known(technique)
        value = None if term is None else self._read(term)
        if value is None:
            raise KeyError(technique)
        return value

    def __iter__(self) -> Iterator[str]:
        return (name for name in (*(t.name for t in terms()), *FAMILIES) if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


@dataclass(frozen=True, slots=True)
class Column:
    """A number of a rating.

    name     in JSON objects, of a batch column, and of an option
    label    its name where it is printed
    meaning  a description in a few words
    of       its value for a path
    """

    name: str
    label: str
    meaning: str
    of: Callable[[RatedSteps], float]


def _hardest(path: RatedSteps) -> float:
    return max([rating for rating, _ in path])


def _to_a_digit(path: RatedSteps) -> float:
    first = next((at for at, (_, places) in enumerate(path, 1) if places), 0)
    return _hardest(path[:first]) if first else 0.0


def _first(path: RatedSteps) -> float:
    return path[0][0]


def printed(rating: float) -> float:
    """A rating as Sudoku Explainer prints it, with one decimal; HoDoKu's scores are whole."""
    return rating if isinstance(rating, int) else int((rating + 0.05) * 10) / 10


# ------------------------------------------------------------------------------------------------
# The tables.

SINGLES = ("full-house", "hidden-single", "naked-single")

SE_COLUMNS = (
    Column("er", "ER", "Sudoku Explainer's rating: the hardest step", _hardest),
    Column("ep", "EP", "the hardest step up to the first placement", _to_a_digit),
    Column("ed", "ED", "the first step", _first),
)

SE_RATINGS = TechniqueTable(lambda term: term.se)
"""Sudoku Explainer 1.2.1's ratings of a step of each technique, in tenths."""

_SE_MAX_TENTHS = 119
"""The highest ER of any published puzzle is 11.9."""

SE_POSSIBLE = frozenset(
    (
        *(10, 12, 15, 17, 19, 20, 23, 25, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44),
        *range(45, 55),  # unique rectangles and loops, naked quad, jellyfish, hidden quad
        *range(56, 61),  # BUG
        62,
        *range(65, _SE_MAX_TENTHS + 1),
    )
)

SE_USUAL = TechniqueTable(lambda term: term.usual)
"""About the ER at which others begin to appear on paths of the preset ``human``."""

SATDOKU_COLUMNS = (
    Column(
        "points",
        "satdoku scale",
        "the hardest step of a variant or another board, in points of the satdoku scale",
        _hardest,
    ),
)

WORTH = TechniqueTable(lambda term: term.points)
"""The points on the satdoku scale of the shortest step of each technique on the path of
``explain``; longer steps have more (:func:`satdoku.rating.worth.worth`)."""

STANDS_BEHIND = {
    "symmetrical-placement": "naked-single",
    "almost-locked-triple": "almost-locked-pair",
    "enclosure": "hidden-quad",
    "exclosure": "hidden-quad",
    "medusa-3d": "multi-colours-2",
    "broken-wing": "multi-colours-2",
    "unique-matrix": "borescoper-deadly-pattern-4",
    "franken": "sashimi-jellyfish",
    "finned-franken": "sashimi-jellyfish",
    "mutant": "sashimi-jellyfish",
    "finned-mutant": "sashimi-jellyfish",
    "domino-loop": "sue-de-coq",
    "template": "x-chain",
    "twinned-xy-chains": "xy-chain",
    "kraken-fish": "grouped-aic",
    "tridagon": "bivalue-oddagon",
    "multi-sector-locked-set": "fireworks-quadruple",
    "whip": "grouped-aic",
    "braid": "grouped-aic",
}
"""Behind which technique of the preset those stand that neither it nor Sudoku Explainer has."""

SATDOKU_RATINGS = TechniqueTable(lambda term: () if term.points is None else (term.points,))

HODOKU_COLUMNS = (
    Column(
        "score",
        "HoDoKu score",
        "the sum of the scores of the searches that found the steps",
        lambda path: sum(rating for rating, _ in path),
    ),
)

W_COLUMNS = (Column("w", "W", "Berthier's W rating: the longest whip that is needed", _hardest),)
B_COLUMNS = (Column("b", "B", "Berthier's B rating: the longest braid that is needed", _hardest),)

HODOKU_LEVELS = ("easy", "medium", "hard", "unfair", "extreme")

SE_WORDS = {"turbot-fish": "x-chain", "xy-chain": "forcing-chain", "aic": "forcing-chain"}
"""Under which technique of Sudoku Explainer's path what others call so is found."""


class ScoreNames:
    """The numbers of a rating as attributes; ``scores`` has all of its scale by their columns.

    :raises AttributeError: from each, where the scale of the rating has no such number.
    """

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def scores(self) -> Mapping[str, float]: ...

    def _score(self, column: str) -> float:
        if column not in self.scores:
            columns = ", ".join(self.scores)
            raise AttributeError(f"this rating has no {column!r}, but {columns}", name=column)
        return self.scores[column]

    @property
    def er(self) -> float:
        """Sudoku Explainer's rating: the hardest step."""
        return self._score("er")

    @property
    def ep(self) -> float:
        """Sudoku Explainer's rating of the hardest step up to the first placement."""
        return self._score("ep")

    @property
    def ed(self) -> float:
        """Sudoku Explainer's rating of the first step."""
        return self._score("ed")

    @property
    def points(self) -> float:
        """The points of the hardest step on the satdoku scale."""
        return self._score("points")

    @property
    def score(self) -> float:
        """HoDoKu's score."""
        return self._score("score")

    @property
    def w(self) -> float:
        """Berthier's W rating."""
        return self._score("w")

    @property
    def b(self) -> float:
        """Berthier's B rating."""
        return self._score("b")
