"""Places of a digit that lie in two houses, or that all exclude the same."""

from __future__ import annotations

from dataclasses import dataclass, replace

from satdoku.techniques.arguments.pieces import Candidate, House, Roles, Rule, defining, some
from satdoku.techniques.arguments.sets import HiddenSetProof
from satdoku.techniques.step import PatternProof, ShownPattern, cells_of


@dataclass(frozen=True, slots=True)
class IntersectionProof(PatternProof):
    """All places of ``digit`` in the ``first`` house, ``cells``, lie in the ``second`` too."""

    digit: int
    first: House
    second: House
    cells: tuple[int, ...]

    def shown(self) -> ShownPattern:
        return ShownPattern(
            digits=(self.digit,),
            cells=self.cells,
            houses=(self.first, self.second),
            candidates=(("locked", tuple((cell, self.digit) for cell in self.cells)),),
        )


@dataclass(frozen=True, slots=True)
class ExclusionProof(PatternProof):
    """One of ``candidates`` is true, and each excludes what is eliminated.

    They are the places of a digit in ``house``, or the candidates of one cell. ``rules`` are those
    by which they exclude.
    """

    candidates: tuple[Candidate, ...]
    house: House | None = None
    rules: tuple[Rule, ...] = ()

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of the candidates, each once."""
        return cells_of(self.candidates)

    @property
    def digits(self) -> tuple[int, ...]:
        """The digits of the candidates, each once."""
        return tuple(dict.fromkeys(digit for _, digit in self.candidates))

    def shown(self) -> ShownPattern:
        return ShownPattern(
            digits=self.digits,
            cells=self.cells,
            houses=some(self.house),
            candidates=(("locked", self.candidates),),
            rules=self.rules,
        )


@dataclass(frozen=True, slots=True)
class DirectProof(PatternProof):
    """``pattern`` takes the cells ``lost`` from a digit: it has one place left in ``house``."""

    pattern: IntersectionProof | HiddenSetProof
    placed: Candidate
    house: House
    lost: tuple[int, ...]

    def shown(self) -> ShownPattern:
        pattern = self.pattern.shown()
        own = defining((self.placed,))
        extra: Roles = (("extra", tuple((cell, self.placed[1]) for cell in self.lost)),)
        if isinstance(self.pattern, HiddenSetProof):
            locked: Roles = (("locked", self.pattern.candidates),)
            return replace(pattern, candidates=(*own, *locked, *extra))
        return replace(
            pattern,
            houses=(*pattern.houses, self.house),
            candidates=(*pattern.candidates, *own, *extra),
        )
