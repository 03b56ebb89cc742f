"""A preset that puts a short argument before a long one, whatever the order of its techniques.

A step whose sentence can be read at once is taken where it is found. With a longer one the lines
behind it are searched too, and the shortest is taken of what is no harder: a puzzle gets no higher
level for it. What a reader goes through decides, not the name of a technique.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from math import inf

from satdoku.base.limits import ENDLESS, Clock
from satdoku.puzzle import Position
from satdoku.rating.columns import WORTH
from satdoku.rating.levels import most_points
from satdoku.rating.table import Preset, PresetEntry, RatedStep
from satdoku.techniques.arguments.reading import length
from satdoku.techniques.board import open_candidates
from satdoku.techniques.searches.small.small_proof import SmallProof

READ_AT_ONCE = 290
"""The letters of a sentence that a reader takes in at once, about."""

_LONG_IS_HARD = 60
"""The points that a step may have in place of a longer one: one that cannot be read at once is
hard, whatever its name."""


@dataclass(frozen=True, slots=True)
class ShorterFirst(Preset):
    """A preset with which a later line is taken where its step is shorter."""

    def next(self, position: Position, clock: Clock = ENDLESS) -> RatedStep | None:
        from satdoku.rating.worth import worth

        geometry = position.geometry
        shortest: RatedStep | None = None
        fewest, most = inf, inf
        for entry in self.entries:
            if shortest is not None and _least_worth(entry) > most:
                continue
            rated = entry.first(position, clock)
            if rated is None:
                continue
            step = rated.step
            letters = length(step.sentence(geometry), geometry)
            if (letters <= READ_AT_ONCE and worth(step) <= most) or step.contradiction is not None:
                return rated
            if shortest is None:
                most = max(most_points(worth(step)), _LONG_IS_HARD)
            for other in chain([rated], self._further(entry, position, clock)):
                step = other.step
                letters = length(step.sentence(geometry), geometry)
                if letters < fewest and worth(step) <= most:
                    shortest, fewest = other, letters
                if fewest <= READ_AT_ONCE:
                    return shortest
        return shortest

    @staticmethod
    def _further(entry: PresetEntry, position: Position, clock: Clock) -> Iterator[RatedStep]:
        """More instances of a technique of which several are compared."""
        if entry.search.compared > 1:
            cands = open_candidates(position)
            bare = entry.search.bare(position, clock)
            for step in islice(bare, 1, entry.search.compared):
                yield RatedStep(entry.search.completed(cands, step, clock), entry)


def _least_worth(entry: PresetEntry) -> float:
    """The points that a step of a line has at least; a small proof is no shorter than others."""
    if isinstance(entry.search, SmallProof):
        return inf
    return min([WORTH[name] for name in entry.search.names if name in WORTH], default=0)
