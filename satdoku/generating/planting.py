"""Puzzles planted around a pattern, so that a technique finds a step where singles are stuck.

A pattern is what the proof of a step counts: the candidates that are there, and those that must be
absent. It is taken from the technique's example and moved to another place. A SAT solver then finds
a full grid and the cells that are known beside the pattern, so that no single (and, if asked, no
pointing or claiming) goes on. Where the known cells leave more solutions, one more of the cells in
which they differ must be known. Known cells that singles find again are no givens.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from dataclasses import field
from functools import cache
from itertools import chain, combinations
from types import ModuleType
from typing import Any

from satdoku.base.errors import FormatError
from satdoku.base.limits import ENDLESS, Clock
from satdoku.base.records import dataclass
from satdoku.engines.oracles import solver_of
from satdoku.generating.examples import technique_example
from satdoku.generating.needs import BARE, CHAINS, TechniqueNeed
from satdoku.generating.randomness import Stream
from satdoku.puzzle import Position
from satdoku.symmetry import Symmetry, SymmetryGroup
from satdoku.techniques.catalogue import technique
from satdoku.techniques.step import Candidate, Step

_CELLS, _DIGITS = range(81), range(1, 10)
_CONFLICTS = 3_000
_ROUNDS = 40
"""Sets of known cells that are looked at; most have one solution after a few."""

_OTHERS = 10
"""Solutions that are told apart at a time."""


@dataclass(frozen=True, slots=True)
class StepPattern:
    """The digits and candidates that a step rests on.

    known     digits that are written
    present   candidates of the cells and houses that its proof counts
    absent    candidates that are missing there
    loose     likewise, but of the pattern's own digits in its cells, so that they may be there too
              if need be
    removed   candidates that the step excludes; the last of them must be there
    placed    those that it places
    """

    known: tuple[Candidate, ...]
    present: tuple[Candidate, ...]
    absent: tuple[Candidate, ...]
    loose: tuple[Candidate, ...]
    removed: tuple[Candidate, ...]
    placed: tuple[Candidate, ...]

    @staticmethod
    def of(position: Position, step: Step) -> StepPattern:
        """The pattern of a step in a position."""
        values, candidates = position.values, position.candidates
        placed, removed = step.conclusion
        known, absent = set(), set()
        present = {*placed, *removed}
        for cells, digit in step.proof.counted():
            for cell in cells:
                if (value := values[cell]) is not None:
                    if digit is None:
                        known.add((cell, value))
                    elif value != digit:
                        absent.add((cell, digit))
                    continue
                for d in _DIGITS if digit is None else (digit,):
                    (present if d in candidates[cell] else absent).add((cell, d))
        shown = step.proof.shown()
        written = {c: v for house in shown.houses for c in house.cells if (v := values[c])}
        if written and _rests_on(position, step):
            known |= set(written.items())
        loose = {(cell, d) for cell, d in absent if cell in shown.cells and d in shown.digits}
        sets = (known, present - removed, absent - loose, loose, removed, placed)
        return StepPattern(*(tuple(sorted(each)) for each in sets))

    def image(self, moved: Symmetry, stream: Stream) -> StepPattern:
        """The pattern in another place, with other digits, and what it excludes in random order."""
        known, present, absent, loose, removed, placed = (
            tuple(sorted((moved.cells[cell], moved.digits[d - 1]) for cell, d in each))
            for each in (
                self.known, self.present, self.absent, self.loose, self.removed, self.placed
            )
        )  # fmt: skip
        return StepPattern(known, present, absent, loose, tuple(stream.shuffled(removed)), placed)


def _rests_on(position: Position, step: Step) -> bool:
    """Whether a step is lost where the written digits of one of its houses are open."""
    search = technique(step.technique)
    for house in step.proof.shown().houses:
        opened = {c: v for c in house.cells if (v := position.values[c]) is not None}
        before = Position(
            position.puzzle.with_givens(dict.fromkeys(opened)),
            tuple(None if c in opened else v for c, v in enumerate(position.values)),
            tuple(
                frozenset([opened[c]]) if c in opened else here
                for c, here in enumerate(position.candidates)
            ),
        )
        first = search.first_bare(before)
        if first is None or first.conclusion != step.conclusion:
            return True
    return False


@cache
def patterns(names: tuple[str, ...]) -> tuple[StepPattern, ...]:
    """The patterns of the examples of techniques; none of chains, which are everywhere."""
    shown = []
    for search in map(technique, names):
        try:
            position = technique_example(search.name)
        except FormatError:
            continue
        puzzle = position.puzzle
        if search.file in CHAINS or puzzle.constraints or puzzle.geometry != BARE.geometry:
            continue
        if (step := search.first(position)) is not None:
            shown.append(StepPattern.of(position, step))
    return tuple(shown)


def _value(cell: int, digit: int) -> int:
    return 9 * cell + digit


def _known(cell: int, digit: int) -> int:
    return 729 + 9 * cell + digit


def _candidate(cell: int, digit: int) -> int:
    return 1458 + 9 * cell + digit


def _any_known(cell: int) -> int:
    return 2188 + cell


_LOCKED = 2269
"""True where pointing and claiming must not go on."""


@cache
def _clauses() -> tuple[list[int], ...]:
    """A grid, of which some cells are known, and the candidates of the others; each house and each
    cell has two for what it lacks, so that no single goes on."""
    geometry = BARE.geometry
    clauses: list[list[int]] = []
    for c in _CELLS:
        clauses.append([_value(c, d) for d in _DIGITS])
        clauses.append([-_any_known(c), *[_known(c, d) for d in _DIGITS]])
        clauses += [[-_value(c, a), -_value(c, b)] for a, b in combinations(_DIGITS, 2)]
        for d in _DIGITS:
            clauses += [[-_known(c, d), _value(c, d)], [-_known(c, d), _any_known(c)]]
            clauses += [[-_candidate(c, d), -_any_known(c)]]
            seen = [_known(p, d) for p in geometry.peers[c]]
            clauses += [[-_candidate(c, d), -one] for one in seen]
            clauses += [[_candidate(c, d), _any_known(c), *seen]]
            clauses += [[-_value(c, d), -_value(p, d)] for p in geometry.peers[c] if p > c]
            clauses += [[_any_known(c), *[_candidate(c, e) for e in _DIGITS if e != d]]]
    houses = [house.cells for house in geometry.houses]
    for cells in houses:
        for d in _DIGITS:
            clauses.append([_value(c, d) for c in cells])
            there = [_known(c, d) for c in cells]
            clauses += [[*there, *[_candidate(c, d) for c in cells if c != e]] for e in cells]
    for one in houses:
        for other in houses:
            common = set(one).intersection(other)
            if 1 < len(common) < 9:
                rest = [c for c in one if c not in common]
                for d in _DIGITS:
                    there = [_candidate(c, d) for c in rest] + [_known(c, d) for c in one]
                    outside = (c for c in other if c not in common)
                    clauses += [[-_LOCKED, -_candidate(c, d), *there] for c in outside]
    return tuple(clauses)


@dataclass
class Planter:
    """Puzzles around the patterns of a technique, from a stream."""

    core: ModuleType
    need: TechniqueNeed
    stream: Stream
    clock: Clock = ENDLESS
    _solver: Any = field(default=None, repr=False)

    def puzzles(self, count: int) -> Iterator[tuple[str, str]]:
        """As many tries: each a puzzle with its solution, if it has one.

        :raises RanOut: where the clock runs out first.
        """
        shown = patterns(self.need.search.names)
        if not shown:
            return
        draw = random.Random(self.stream.bits64())
        group = SymmetryGroup.of(BARE.geometry)
        for _ in range(count):
            pattern = self.stream.choice(shown).image(group.random(draw), self.stream)
            if (planted := self._planted(pattern)) is not None:
                values, known = planted
                yield self._dug(values, known), "".join(map(str, values))

    def _planted(self, pattern: StepPattern) -> tuple[list[int], set[int]] | None:
        """A grid, and the known cells that leave no other one."""
        if self._solver is None:
            self._solver = solver_of("glucose4")
            self._solver.append_formula(_clauses(), no_return=True)
        fixed, loose = self._conditions(pattern)
        self._prefer_random()
        grid: list[int] = []
        for _ in range(_ROUNDS):
            self.clock.check()
            # The grid stays while some of its cells are enough.
            model = self._model([*fixed, *loose, *grid]) if grid else None
            while model is None:
                model = self._model([*fixed, *loose])
                if model is None:
                    excess = set(loose).intersection(self._solver.get_core() or ())
                    if not excess:
                        return None
                    own = sorted(one for one in excess if one < 0) or sorted(excess)
                    loose.remove(self.stream.choice(own))
            values = [next(d for d in _DIGITS if model[_value(c, d) - 1] > 0) for c in _CELLS]
            known = {c for c in _CELLS if model[_any_known(c) - 1] > 0}
            grid = [_value(c, d) for c, d in enumerate(values)]
            solutions = self.core.Solutions(_text(values, known)).next_batch(_OTHERS).tolist()
            if len(solutions) == 1:
                return values, known
            for other in solutions:
                apart = [c for c in _CELLS if other[c] != values[c]]
                if apart:
                    as_now = [-grid[c] for c in apart]
                    self._solver.add_clause([*map(_any_known, apart), *as_now])
        return None

    def _conditions(self, pattern: StepPattern) -> tuple[list[int], list[int]]:
        """The literals that must be true, and those that may be left out."""
        last = (pattern.removed or pattern.placed)[-1]
        cells = {cell for cell, _ in chain(pattern.present, pattern.placed, [last])}
        fixed = [
            *[_known(*pair) for pair in pattern.known],
            *[-_any_known(cell) for cell in sorted(cells)],
            *[-_candidate(*pair) for pair in pattern.absent],
            *[-_value(*pair) for pair in pattern.removed],
            *[_value(*pair) for pair in pattern.placed],
            _candidate(*last),
            _LOCKED if self.stream.below(2) else -_LOCKED,
        ]
        loose = [_candidate(*pair) for pair in pattern.present]
        return fixed, loose + [-_candidate(*pair) for pair in pattern.loose]

    def _model(self, assumed: list[int]) -> list[int] | None:
        self._solver.conf_budget(_CONFLICTS)
        return self._solver.get_model() if self._solver.solve_limited(assumed) else None

    def _prefer_random(self) -> None:
        """Have the solver guess random digits first, and a random share of the cells as known."""
        share = 2 + self.stream.below(7)
        phases = []
        for c in _CELLS:
            chosen = self.stream.choice(_DIGITS)
            phases += [_value(c, d) if d == chosen else -_value(c, d) for d in _DIGITS]
            phases.append(_any_known(c) if self.stream.below(10) < share else -_any_known(c))
        self._solver.set_phases(phases)

    def _dug(self, values: list[int], known: Collection[int]) -> str:
        """The puzzle without the givens that singles find again."""
        given = set(known)
        for cell in self.stream.shuffled(sorted(known)):
            text = _text(values, given - {cell})
            end = self.need.stuck(text, 0)
            if end is not None and known == {c for c in _CELLS if end.values[c] is not None}:
                given.remove(cell)
        return _text(values, given)


def _text(values: list[int], given: Collection[int]) -> str:
    return "".join(str(d) if c in given else "." for c, d in enumerate(values))
