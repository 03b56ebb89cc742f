"""Harder and harder puzzles, for techniques that only the hardest need.

A puzzle is hard here if little follows from its candidates. Each is supposed and followed by
singles and locked candidates; those that lead to a contradiction go, and the rest are supposed
again, a few times. The candidates that are left undecided are counted each time.

Some puzzles are kept. One of them is changed a few hundred times, and each change may make it a
little easier; the hardest puzzle on this way takes its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from types import ModuleType

from satdoku.base.records import dataclass
from satdoku.generating.randomness import Stream

_KEPT = 12
_CHANGES = 400
_RATING_WORK = 2_000_000
"""Work spent on one rating; a puzzle that takes more is hard enough."""

_ROUNDS = 4
"""How often the candidates are supposed."""

_EASIER = 10
"""A change may make a puzzle easier by one less than this, on average."""

_RATED_TENTHS = 90
"""The rating below which it may not fall, or below that of the puzzle it came from, if that is
lower: easy steps may lead on where little follows from any single candidate."""

_BEHIND = 5, 4
"""The least hard puzzle is replaced if it is less than 4/5 as hard as the parent."""

SolvedPuzzle = tuple[str, str]
"""A puzzle and its solution."""


@dataclass
class Climb:
    """The search for hard puzzles.

    begin    random puzzles
    changed  a neighbour of a puzzle with a solution, if there is one
    """

    core: ModuleType
    stream: Stream
    begin: Callable[[], Iterable[SolvedPuzzle]]
    changed: Callable[[str, str], SolvedPuzzle | None]
    kept: list[tuple[int, SolvedPuzzle]] = field(default_factory=list)

    def harder(self) -> SolvedPuzzle | None:
        """The hardest puzzle of some changes; ``None`` where none is harder than the first."""
        if len(self.kept) < _KEPT:
            begun = [(hardness(self.core, pair[0]), pair) for pair in self.begin()]
            self.kept += [max(begun)] if begun else []
            return None
        at = max(self.stream.below(_KEPT), self.stream.below(_KEPT), key=lambda n: self.kept[n][0])
        first, parent = best = self.kept[at]
        pair = parent
        now = first
        for _ in range(_CHANGES):
            other = self.changed(*pair)
            if other is None or other[0] == pair[0]:
                continue
            hard = hardness(self.core, other[0])
            if hard < now and hard < now - self._allowance():
                continue
            now, pair = hard, other
            best = max(best, (now, pair))
        if best[0] == first or self._rating(best[1]) < min(self._rating(parent), _RATED_TENTHS):
            return None
        least = self.kept.index(min(self.kept))
        is_behind = _BEHIND[0] * self.kept[least][0] < _BEHIND[1] * first
        self.kept[least if is_behind else at] = best
        return best[1]

    def _rating(self, pair: SolvedPuzzle) -> int:
        rating = self.core.se_rate(pair[0], nodes=_RATING_WORK)
        return int(rating.tenths[0]) if rating.status == "ok" else _RATED_TENTHS

    def _allowance(self) -> int:
        """By how much a change may make a puzzle easier."""
        allowed = 0
        while self.stream.below(_EASIER):
            allowed += 1
        return allowed


def hardness(core: ModuleType, puzzle: str) -> int:
    """How many candidates of a puzzle are undecided, over all rounds."""
    counts: list[int] = core.undecided(puzzle, _ROUNDS)
    return sum(counts) + (_ROUNDS - len(counts)) * counts[-1]
