"""Exercises: positions of new puzzles where a technique is the next step, and nothing easier is.

Puzzles come from a seed and are numbered, so that a seed always gives the same positions. If
HoDoKu's or Sudoku Explainer's scale has the technique under the same name, the compiled core skips
puzzles whose path on that scale lacks it; the path of the preset ``human`` decides. If a technique
is too rare to be needed by any of a bounded number of puzzles, images of its example (with rows,
columns and digits moved) are used instead, and each exercise states which kind it is. Images are
also used on boards with rules, and where the compiled core is not installed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count

from satdoku.base.compiled import required_core
from satdoku.base.errors import Unsupported
from satdoku.base.limits import ENDLESS, Clock
from satdoku.board import Geometry
from satdoku.generating.maker import compiled, make_puzzles, posed
from satdoku.generating.randomness import child_seed
from satdoku.generating.wish import Wish
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import Preset, Stage, preset, start, walk
from satdoku.rating.columns import SINGLES, WORTH
from satdoku.rating.names import technique_names
from satdoku.rating.proofs import with_small_proofs
from satdoku.rating.scales import SE
from satdoku.rating.table import PresetEntry
from satdoku.symmetry import SymmetryGroup
from satdoku.techniques.base import Technique
from satdoku.techniques.compiled.se_names import name_of
from satdoku.techniques.names.vocabulary import canonical

_BATCH_PUZZLES = 64
_MAX_PUZZLES = 6_000
"""Puzzles that are asked for one exercise, where the compiled core leaves most of them out."""
_MAX_PATHS = 120
"""Paths that are followed for one exercise."""
_MAX_REPEATED_IMAGES = 60
"""Images in a row that are like earlier ones: then there are no others."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position before a step of a technique.

    stage    the position, and the step that the path takes there
    is_new   it is of a new puzzle; else it is an image of the technique's example
    is_next  no easier technique goes on there
    """

    stage: Stage
    is_new: bool
    is_next: bool

    @property
    def position(self) -> Position:
        """The position before the step."""
        return self.stage.before


def table_before(search: Technique, puzzle: Puzzle) -> Preset:
    """The preset ``human`` up to the first lines that find a technique.

    A technique that the preset lacks stands behind all lines that are worth less.
    """
    human = with_small_proofs(preset("human"), puzzle)
    lines = human.entries
    ends = [end for name in search.names if (end := _last_line(lines, name)) is not None]
    if ends:
        # Singles go on where there are any, whichever of them is practised.
        singles = max(end for name in SINGLES if (end := _last_line(lines, name)) is not None)
        return replace(human, entries=lines[: max(*ends, singles) + 1])
    own = min(map(_worth, search.names))
    easier = [line for line in lines if max(map(_worth, line.search.names)) < own]
    return replace(human, entries=(*easier, PresetEntry(search)))


def _last_line(lines: Sequence[PresetEntry], name: str) -> int | None:
    """The last line that finds a technique; the first of those that search for nothing else."""
    alone = (at for at, line in enumerate(lines) if line.search.name == name)
    beside = [at for at, line in enumerate(lines) if name in line.search.names]
    return next(alone, beside[-1] if beside else None)


def _worth(name: str) -> float:
    least = SE.least(name)
    return WORTH.get(name, float("inf") if least is None else least)


@dataclass
class Exercises:
    """The exercises of a technique from a seed: iterate over them; they end where a board with
    rules has no further images.

    tried  the puzzles that were looked at so far
    """

    search: Technique
    example: Position
    seed: int
    clock: Clock = ENDLESS
    tried: int = 0

    def __iter__(self) -> Iterator[Exercise]:
        is_classic = self.example.geometry == _BARE.geometry and not self.example.puzzle.constraints
        if not is_classic or compiled() is None:
            yield from self._images()
            return
        looked = walked = 0
        for text in self._puzzles():
            self.tried += 1
            looked += 1
            self.clock.check()
            if self._may_have(text):
                walked += 1
                stage = self._stage(start(posed(text, _BARE)))
                if stage is not None:
                    looked = walked = 0
                    yield Exercise(stage, is_new=True, is_next=True)
            if looked >= _MAX_PUZZLES or walked >= _MAX_PATHS:
                break
        yield from self._images()

    def _puzzles(self) -> Iterator[str]:
        wish = Wish(_BARE)
        for first in count(0, _BATCH_PUZZLES):
            for generated in make_puzzles(wish, self.seed, first, _BATCH_PUZZLES, None).results:
                if generated is not None:
                    yield generated.puzzle

    def _images(self) -> Iterator[Exercise]:
        known: set[Position] = set()
        group = SymmetryGroup.of(self.example.geometry) if self.example.geometry.is_square else None
        stale = 0
        for index in count():
            if stale > _MAX_REPEATED_IMAGES:
                return
            self.clock.check()
            draw = random.Random(child_seed(self.seed, index))
            position = self.example
            if group is not None:
                with suppress(Unsupported):  # a rule that holds in its place alone
                    position = group.random(draw)(position)
            if position in known:
                stale += 1
                continue
            known.add(position)
            stale = 0
            stage = self._stage(position)
            is_next = stage is not None
            if stage is None:
                step = self.search.first(position, self.clock)
                assert step is not None, self.search.name
                stage = Stage(position, step)
            yield Exercise(stage, is_new=False, is_next=is_next)

    def _stage(self, position: Position) -> Stage | None:
        """The first stage of the path that is a step of the technique."""
        for stage in walk(position, table_before(self.search, position.puzzle), self.clock):
            if stage.step.technique in self.search.names:
                return stage
        return None

    @cached_property
    def _may_have(self) -> Callable[[str], bool]:
        """Whether it is worth following the path of a puzzle."""
        core, wanted = required_core("rating"), set(self.search.names)
        hodoku = {name for name in core.hodoku_names() if canonical(name) in wanted}
        if hodoku:
            return lambda text: not hodoku.isdisjoint(core.hodoku_rate(text).techniques)
        if wanted.issubset(technique_names("se")) and all(_worth(name) < 65 for name in wanted):
            return lambda text: any(name_of(step) in wanted for step in core.se_path(text)[1])
        return lambda _: True


_BARE = Puzzle.empty(Geometry.classic())
