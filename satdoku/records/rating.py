"""How hard a puzzle is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from satdoku.records.base import Record, plural

__all__ = ["BothRecord", "HodokuRecord", "RatingRecord", "ScaleRecord"]


@dataclass(frozen=True, slots=True)
class RatingRecord(Record):
    """Sudoku Explainer's ratings, the hardest technique, how often each was used, the steps.

    ``level`` is left out where the puzzle has not exactly one solution;
    ``hardest`` and ``techniques`` where only the numbers were asked for.
    """

    er: float
    ep: float
    ed: float
    level: str | None
    hardest: str | None
    techniques: Mapping[str, int] | None
    steps: int
    seconds: float

    def text(self) -> str:
        """The rating for a person, a line each."""
        lines = [
            f"ER {self.er:.1f}  EP {self.ep:.1f}  ED {self.ed:.1f}  {plural(self.steps, 'step')}"
        ]
        if self.level is not None:
            lines.append(f"level: {self.level}")
        if self.hardest is not None:
            lines.append(f"hardest: {self.hardest}")
        lines += [f"{times:>5}  {name}" for name, times in (self.techniques or {}).items()]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class ScaleRecord(Record):
    """A variant's rating on the satdoku scale (docs/scale.md), which is no ER.

    ``points`` is what the hardest step is worth.
    """

    points: int
    hardest: str | None
    techniques: Mapping[str, int]
    steps: int
    seconds: float
    scale: str = "satdoku"

    def text(self) -> str:
        """The rating for a person, a line each."""
        lines = [f"satdoku scale {self.points}  {plural(self.steps, 'step')}"]
        if self.hardest is not None:
            lines.append(f"hardest: {self.hardest}")
        lines += [f"{times:>5}  {name}" for name, times in self.techniques.items()]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class HodokuRecord(Record):
    """A puzzle's level and score on HoDoKu's scale (docs/hodoku.md), and how often each of
    HoDoKu's techniques was used."""

    level: str
    score: int
    techniques: Mapping[str, int]
    steps: int
    seconds: float
    scale: str = "hodoku"

    def text(self) -> str:
        """The rating for a person, a line each."""
        lines = [f"HoDoKu {self.level}, score {self.score:,}  {plural(self.steps, 'step')}"]
        lines += [f"{times:>5}  {name}" for name, times in self.techniques.items()]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class BothRecord(Record):
    """A puzzle's ratings on Sudoku Explainer's scale and on HoDoKu's."""

    se: RatingRecord
    hodoku: HodokuRecord
    seconds: float
    scale: str = "both"

    def data(self) -> dict[str, Any]:
        """The puzzle once, and each rating as an object."""
        found = Record.data(self)
        for name in ("se", "hodoku"):
            found[name] = {k: v for k, v in found[name].items() if k not in _OF_BOTH}
        return found

    def text(self) -> str:
        """One rating after the other."""
        return f"{self.se.text()}\n{self.hodoku.text()}"


_OF_BOTH = ("line", "puzzle", "source", "left_out", "doubtful", "seconds")
