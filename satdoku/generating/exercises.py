"""Exercises: positions of new puzzles where a technique is the next step, and nothing easier is.

Puzzles come from a seed and are numbered, so that a seed always gives the same positions. The
compiled core skips most puzzles that do not need the technique (needs.py). If a technique
is too rare to be needed by any of a bounded number of puzzles, images of its example (with rows,
columns and digits moved) are used instead, and each exercise states which kind it is. Images are
also used on boards with rules, and where the compiled core is not installed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count

from satdoku.base.errors import Unsupported
from satdoku.base.limits import ENDLESS, Clock
from satdoku.generating.maker import make_puzzles, posed
from satdoku.generating.needs import (
    BARE,
    BATCH_PUZZLES,
    TechniqueNeed,
    core_for_needs,
    stage_before,
)
from satdoku.generating.randomness import child_seed
from satdoku.generating.wish import Wish
from satdoku.puzzle import Position
from satdoku.rating import Stage, start
from satdoku.symmetry import SymmetryGroup
from satdoku.techniques.base import Technique

_MAX_PUZZLES = 6_000
"""Puzzles that are looked at for one exercise."""
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
        is_classic = self.example.geometry == BARE.geometry and not self.example.puzzle.constraints
        if not is_classic or core_for_needs() is None:
            yield from self._images()
            return
        need = TechniqueNeed.of(self.search)
        looked = walked = 0
        for texts in self._puzzles():
            self.tried += len(texts)
            looked += len(texts)
            self.clock.check()
            for text in need.likely(texts, self.clock):
                walked += 1
                stage = need.stage(start(posed(text, BARE)), self.clock)
                if stage is not None:
                    looked = walked = 0
                    yield Exercise(stage, is_new=True, is_next=True)
            if looked >= _MAX_PUZZLES or walked >= _MAX_PATHS:
                break
        yield from self._images()

    def _puzzles(self) -> Iterator[list[str]]:
        wish = Wish(BARE)
        for first in count(0, BATCH_PUZZLES):
            results = make_puzzles(wish, self.seed, first, BATCH_PUZZLES, None).results
            yield [generated.puzzle for generated in results if generated is not None]

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
            stage = stage_before(self.search, position, self.clock)
            is_next = stage is not None
            if stage is None:
                step = self.search.first(position, self.clock)
                assert step is not None, self.search.name
                stage = Stage(position, step)
            yield Exercise(stage, is_new=False, is_next=is_next)
