"""How hard a puzzle is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from satdoku.records.base import Record

__all__ = ["RatingRecord"]


@dataclass(frozen=True, slots=True)
class RatingRecord(Record):
    """A puzzle's rating: its numbers, the hardest technique, how often each was used, the steps.

    ``scores`` are the numbers by the columns of the scale, fields of the object and attributes: of
    a classic puzzle Sudoku Explainer's ``er``, ``ep`` and ``ed``; of one with rules, with ``scale``
    satdoku, ``points``, which are no ER (docs/scale.md). ``level`` is left out where the puzzle has
    not exactly one solution, or the scale has none; ``hardest`` and ``techniques`` where only the
    numbers were asked for; ``scale`` on Sudoku Explainer's.
    """

    SPREAD: ClassVar[tuple[str, ...]] = ("scores",)

    scores: Mapping[str, float]
    level: str | None
    hardest: str | None
    techniques: Mapping[str, int] | None
    steps: int
    seconds: float
    scale: str | None = None

    def __getattr__(self, name: str) -> float:
        """A number of the scale by its column: ``found.er``."""
        if name != "scores" and name in self.scores:
            return self.scores[name]
        raise AttributeError(f"this rating has no {name!r}", name=name, obj=self)
