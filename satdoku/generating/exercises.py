"""Exercises: positions of new puzzles where a technique is the next step, and nothing easier is.

Puzzles come from a seed and are numbered, so that a seed always gives the same positions. The
compiled core skips most puzzles that do not need the technique (needs.py); where the technique is
rare, puzzles are grown until they need it (growing.py). On a board with rules, new clues of the
kinds of the example are placed. Where a bounded number of puzzles does not do, images of
the example (with rows, columns and digits moved) are used instead, and each exercise states which
kind it is; on classic boards also where the compiled core is not installed.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import count
from types import ModuleType

from satdoku.base.errors import ImpossibleWish, InvalidPuzzle, Unsupported
from satdoku.base.limits import ENDLESS, Clock
from satdoku.base.records import dataclass
from satdoku.board.constraint import BoardMap
from satdoku.constraints.modifiers import Modifier
from satdoku.generating.clues import ClueWish
from satdoku.generating.growing import STARTS, Growth
from satdoku.generating.maker import Generated, make_puzzles, posed
from satdoku.generating.needs import (
    BARE,
    BATCH_PUZZLES,
    TechniqueNeed,
    core_for_needs,
    stage_before,
    why_replaced,
)
from satdoku.generating.pattern import board_symmetries, orbits
from satdoku.generating.randomness import Stream, child_seed
from satdoku.generating.wish import Wish
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import Stage, start
from satdoku.symmetry import SymmetryGroup
from satdoku.techniques.base import Technique

_MAX_PUZZLES = 6_000
"""Puzzles that are looked at for one exercise."""
_MAX_PATHS = 40
"""Paths that are followed for one exercise."""
_MAX_STARTS = 24
"""Starts that are grown for one exercise."""
_MAX_GROWN = 3_000
"""Puzzles that are looked at from these starts."""
_MAX_MISSED = 4
"""Puzzles with new clues that are made for one exercise."""
_DRAWN_IN_A_ROW = 3
"""Puzzles with clues in new places before one with those of the example."""
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
        core = core_for_needs()
        if not is_classic or core is None:
            if not is_classic:
                yield from self._with_clues()
            yield from self._images()
            return
        if why_replaced(self.search.name, self.search.names):
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
        yield from self._grown(core, need)
        yield from self._images()

    def _grown(self, core: ModuleType, need: TechniqueNeed) -> Iterator[Exercise]:
        """Exercises of puzzles that are grown; they end where one takes too many."""
        stream = Stream(child_seed(self.seed, 0))

        def begin(solution: str | None) -> list[tuple[str, str]]:
            grid = None if solution is None else tuple(map(int, solution))
            puzzles = self._made(Wish(BARE, grid=grid), stream.bits64(), 0, BATCH_PUZZLES)
            return [(one.puzzle, one.solution) for one in puzzles]

        def stage_of(puzzle: str) -> Stage | None:
            return need.stage(start(posed(puzzle, BARE)), self.clock)

        growth = Growth(
            core, need, stream, orbits(BARE.geometry, "none"), frozenset(), False, None,
            begin, lambda puzzle: stage_of(puzzle) is not None, lambda _: self.clock.check(),
            self.clock,
        )  # fmt: skip
        turn = last = seen = 0
        while turn - last < _MAX_STARTS and growth.looked - seen < _MAX_GROWN:
            before = growth.looked
            pair = growth.attempt(STARTS[turn % len(STARTS)])
            self.tried += growth.looked - before
            turn += 1
            if pair is not None and (stage := stage_of(pair[0])) is not None:
                last, seen = turn, growth.looked
                yield Exercise(stage, is_new=True, is_next=True)

    def _with_clues(self) -> Iterator[Exercise]:
        """Exercises with new clues of the kinds of the example; they end where too many puzzles in
        a row lack the technique."""
        missed = 0
        for index, wish in enumerate(clued_wishes(self.example, self.seed)):
            if missed >= _MAX_MISSED:
                return
            self.clock.check()
            missed += 1
            self.tried += 1
            for generated in self._made(wish, self.seed, index, 1):
                puzzle = generated.posed(wish.board)
                stage = stage_before(self.search, start(puzzle), self.clock)
                if stage is not None:
                    missed = 0
                    yield Exercise(stage, is_new=True, is_next=True)

    def _made(self, wish: Wish, seed: int, first: int, count: int) -> list[Generated]:
        left = self.clock.remaining()
        until = None if left is None else time.time() + left
        return [one for one in make_puzzles(wish, seed, first, count, until).results if one]

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


def clued_wishes(example: Position, seed: int) -> Iterator[Wish]:
    """Endless wishes for new puzzles like an example: with as many clues of each of its kinds in
    new places, in turn with its own clues, turned or mirrored, for other solutions. Only the latter
    where clues of its kinds are not drawn."""
    board, rules, stream = example.geometry, example.puzzle.constraints, Stream(seed)
    under = next((rule for rule in rules if isinstance(rule, Modifier)), None)
    kinds = Counter(rule.name for rule in (rules if under is None else under.rules))
    placed = tuple(ClueWish(kind, number) for kind, number in kinds.items())
    modifier = None if under is None else replace(under, rules=())
    wish = Wish(Puzzle.empty(board), placed=placed, under=modifier)
    try:
        wish.require_possible()
        drawn: tuple[Wish, ...] = (wish,)
    except (ImpossibleWish, InvalidPuzzle):
        drawn = ()
    same = {digit: digit for digit in board.digits}
    while True:
        yield from _DRAWN_IN_A_ROW * drawn
        if drawn and under is not None:
            continue  # other solutions seldom have room for the modifiers
        turned = BoardMap(board, stream.choice(board_symmetries(board, ())), same)
        moved = tuple([image for rule in rules if (image := rule.image(turned)) is not None])
        whole = moved if len(moved) == len(rules) else rules  # a rule may hold in its place alone
        yield Wish(replace(Puzzle.empty(board), constraints=whole))
