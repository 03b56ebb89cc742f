"""The path: apply a step, start again from the easiest, until the end.

The path is the only place where techniques meet change. It keeps every step with the position
that it was found in, so that texts, pictures and checks can look back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from satdoku.base.garbage import seldom_gc
from satdoku.base.limits import ENDLESS, UNLIMITED, Clock, Limit, RanOut, Stop, under
from satdoku.base.records import dataclass
from satdoku.puzzle import Position, Puzzle
from satdoku.rating.table import Preset, PresetEntry, RatedStep
from satdoku.techniques.board import advance, open_candidates
from satdoku.techniques.searches.small.settle import end_step, placed_cells, visible_end
from satdoku.techniques.step import Step


@dataclass(frozen=True, slots=True)
class Stage:
    """One step of a path: the position before it, the step, its rating, and the preset's line.

    ``entry`` is ``None`` of the end that the loop sees by itself: a house or a cell without a
    candidate. ``called`` is as of :class:`RatedStep`.
    """

    before: Position
    step: Step
    rating: float | None = None
    entry: PresetEntry | None = None
    called: str | None = None


@dataclass(frozen=True, slots=True)
class Path:
    """A path and how it ended.

    outcome  ``solved``; ``stuck``: no technique of the preset finds anything more;
             ``contradiction``: the last step, or the filled board, shows that nothing keeps all
             the rules;
             ``stopped``: the limit ran out (``stop`` is which)
    """

    preset: str
    stages: tuple[Stage, ...]
    end: Position
    outcome: Literal["solved", "stuck", "contradiction", "stopped"]
    stop: Stop | None = None

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps alone."""
        return tuple([stage.step for stage in self.stages])

    def histogram(self) -> dict[str, int]:
        """How often each technique was used, in order of first use."""
        counts: dict[str, int] = {}
        for stage in self.stages:
            counts[stage.step.technique] = counts.get(stage.step.technique, 0) + 1
        return counts


@seldom_gc()
def start(puzzle: Puzzle) -> Position:
    """The position a solver starts from: :meth:`Position.of`."""
    return Position.of(puzzle)


def walk(position: Position, preset: Preset, clock: Clock = ENDLESS) -> Iterator[Stage]:
    """The stages of a path, one at a time; ends where :func:`path` would.

    :raises RanOut: where the clock runs out first.
    """
    following: Callable[[Position], RatedStep | None] | None = None
    while not position.is_solved:
        with under(clock):
            clock.check()
            cands = open_candidates(position)
            end = visible_end(cands, placed_cells(cands))
        if end is not None:
            # Anything follows from a contradiction, and nothing more would help a reader.
            yield Stage(position, end_step(cands, end))
            return
        with seldom_gc(), under(clock):  # not while the caller has the step, perhaps for good
            following = following or preset.follow(position, clock)
            rated = following(position)
        if rated is None:
            return
        yield Stage(position, rated.step, rated.rating, rated.entry, rated.called)
        if rated.step.contradiction is not None:
            return
        after = advance(position, rated.step)
        # A search that offers what has no effect would make the path run for ever.
        if after == position:
            raise AssertionError(f"{rated.step.technique} found a step that changes nothing")
        position = after


@seldom_gc()
def path(position: Position, preset: Preset, limit: Limit = UNLIMITED) -> Path:
    """The whole path from a position under a preset."""
    clock = limit.start()
    stages: list[Stage] = []
    end = position
    try:
        for stage in walk(position, preset, clock):
            stages.append(stage)
            if stage.step.contradiction is not None:
                return Path(preset.name, tuple(stages), stage.before, "contradiction")
            end = advance(stage.before, stage.step)
        right = not end.is_solved or end.puzzle.accepts(end.grid, clock)
    except RanOut as error:
        return Path(preset.name, tuple(stages), end, "stopped", error.stop)
    if not right:
        # Every step follows, so a filled board that breaks a rule shows that nothing keeps it.
        return Path(preset.name, tuple(stages), end, "contradiction")
    if end.is_solved:
        return Path(preset.name, tuple(stages), end, "solved")
    return Path(preset.name, tuple(stages), end, "stuck")
