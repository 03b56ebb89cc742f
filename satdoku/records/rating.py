"""How hard a puzzle is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from satdoku.records.base import Record

__all__ = ["BothRecord", "RatingRecord", "ScoreNames"]


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


@dataclass(frozen=True, slots=True)
class RatingRecord(ScoreNames, Record):
    """A puzzle's rating: its numbers, the hardest technique, how often each was used, the steps.

    ``scores`` are the numbers by the columns of the scale, fields of the object and attributes: of
    a classic puzzle Sudoku Explainer's ``er``, ``ep`` and ``ed``; of one with rules, with ``scale``
    satdoku, ``points``, which are no ER (docs/scale.md); with ``scale`` hodoku, HoDoKu's ``score``
    (docs/hodoku.md), whose ``techniques`` have HoDoKu's names. ``level`` is left out where the
    puzzle has not exactly one solution, or the scale has none; ``hardest`` and ``techniques`` where
    only the numbers were asked for; ``scale`` on Sudoku Explainer's. ``open_min``, ``open_mean``
    and ``depth`` are the shape of the path (docs/scale.md): how many of its steps are open at once,
    and how many the longest chain has of which each rests on the one before. They are there where
    ``path_shape`` asks for them and the puzzle has steps. ``stuck`` is true where the puzzle has
    one solution and the techniques of the scale do not solve it; Sudoku Explainer's ``er`` is 20.0
    then, and ``ep`` and ``ed`` are those of the path so far (0.0 where there are none).
    """

    SPREAD: ClassVar[tuple[str, ...]] = ("scores",)

    scores: Mapping[str, float]
    level: str | None
    hardest: str | None
    techniques: Mapping[str, int] | None
    steps: int
    seconds: float
    scale: str | None = None
    stuck: bool | None = None
    open_min: int | None = None
    open_mean: float | None = None
    depth: int | None = None

    @property
    def ratings(self) -> tuple[RatingRecord, ...]:
        """Itself, as a record of two scales has two."""
        return (self,)


@dataclass(frozen=True, slots=True)
class BothRecord(Record):
    """A puzzle's ratings on Sudoku Explainer's scale and on HoDoKu's."""

    se: RatingRecord
    hodoku: RatingRecord
    seconds: float
    scale: str = "both"

    @property
    def ratings(self) -> tuple[RatingRecord, ...]:
        """Both of them."""
        return self.se, self.hodoku

    def data(self) -> dict[str, Any]:
        """The puzzle once, and each rating as an object."""
        found = Record.data(self)
        for name in ("se", "hodoku"):
            found[name] = {k: v for k, v in found[name].items() if k not in _OF_BOTH}
        return found


_OF_BOTH = ("line", "puzzle", "source", "left_out", "doubtful", "seconds")
