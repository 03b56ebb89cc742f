"""Presets: ordered lists of (search, dialect, rating), and the choice among the steps of a search.

A technique is independent of scales. A scale lists :class:`PresetEntry` objects, easiest first: the
search with its dialect, the rating of a step, and whether the first step counts or the easiest of
all (Sudoku Explainer sorts the steps of its loop and chain producers).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from satdoku.base.limits import ENDLESS, Clock
from satdoku.base.records import dataclass
from satdoku.puzzle import Position, Puzzle
from satdoku.techniques.base import Technique
from satdoku.techniques.board import open_candidates
from satdoku.techniques.step import Step

Rate: TypeAlias = Callable[[Step], float]
StepOrder: TypeAlias = Callable[[Step], tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class RatedStep:
    """A step, the line of the preset that found it, and its rating.

    ``rating`` is ``None`` where the preset has no scale. ``called`` is what the program whose path
    it is calls the step, where that is not the catalogue's name.
    """

    step: Step
    entry: PresetEntry
    rating: float | None = None
    called: str | None = None


@dataclass(frozen=True, slots=True)
class PresetEntry:
    """One line of a preset's table.

    search  the technique, with its dialect
    rate    the rating of a step of it (``None`` in presets without a scale)
    order   a sort key: of ALL steps found, take the first by this key, instead of the first found
    easiest take the step that the search reports as its easiest, where sorting all would be slow
    name    the preset's name for a step of this line (``None``: the technique's own name)
    producer  the compiled core's number of this line, if it has one (preset ``se``)
    """

    search: Technique
    rate: Rate | None = None
    order: StepOrder | None = None
    easiest: bool = False
    name: str | None = None
    producer: int | None = None

    def first(self, position: Position, clock: Clock = ENDLESS) -> RatedStep | None:
        """The step that this line would take, or ``None``.

        :raises RanOut: where the clock runs out first.
        """
        step = self.bare(position, clock)
        if step is None:
            return None
        return self.rated(self.search.completed(open_candidates(position), step, clock))

    def bare(self, position: Position, clock: Clock = ENDLESS) -> Step | None:
        """The step that this line would take, as :meth:`Technique.bare` has it, or ``None``.

        :raises RanOut: where the clock runs out first.
        """
        if self.search.refusal(position.puzzle) is not None:
            return None
        if self.easiest:
            return self.search.easiest(open_candidates(position), clock)
        if self.order is None:
            return self.search.first_bare(position, clock)
        # min is stable: among equals the one found first counts.
        return min(self.search.bare(position, clock), key=self.order, default=None)

    def all(self, position: Position, clock: Clock = ENDLESS) -> Iterator[RatedStep]:
        """Every step that this line finds, in its order.

        :raises RanOut: where the clock runs out first.
        """
        steps = self.search.find(position, clock)
        if self.order is not None:
            steps = iter(sorted(steps, key=self.order))
        return map(self.rated, steps)

    def rated(self, step: Step) -> RatedStep:
        """A step of this line with its rating."""
        if self.name is not None:
            step = step.renamed(self.name)
        return RatedStep(step, self, None if self.rate is None else self.rate(step))


@dataclass(frozen=True, slots=True)
class Preset:
    """An ordered list of searches. ``next`` takes the first line that finds anything.

    scale     the name of the scale that its ratings are of, where it has one
    complete  it goes to the end by itself: no small proofs are added to it
    """

    name: str
    title: str
    entries: tuple[PresetEntry, ...]
    scale: str | None = None
    complete: bool = False

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Why the preset has no path through this puzzle, or ``None`` where it may have one."""
        return None

    def follow(self, position: Position, clock: Clock) -> Callable[[Position], RatedStep | None]:
        """A function that returns the next step of a path from each position, in which the steps
        before it were taken.

        :raises RanOut: where the clock runs out first.
        """
        return lambda before: self.next(before, clock)

    def next(self, position: Position, clock: Clock = ENDLESS) -> RatedStep | None:
        """The next step from a position, or ``None`` where no line finds one.

        :raises RanOut: where the clock runs out first.
        """
        for entry in self.entries:
            step = entry.first(position, clock)
            if step is not None:
                return step
        return None

    def refused(self, position: Position) -> tuple[tuple[str, str], ...]:
        """The searches that do not hold on this puzzle, each with the reason."""
        refused = []
        for entry in self.entries:
            reason = entry.search.refusal(position.puzzle)
            if reason is not None:
                refused.append((entry.search.name, reason))
        return tuple(refused)
