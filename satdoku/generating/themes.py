"""Values for clues that are drawn without them, so that the puzzle has one solution.

The values follow from a solution. So the search proposes a solution of the board, reads off the
values, and looks for other solutions with the same values. How such a solution differs is kept as
a cut: a proposal with the same digits there is refuted without a search. The next proposal differs
from the last one around a part of the board where other solutions differ, and takes its place if it
leaves fewer solutions, or a few more (simulated annealing, as for masks). Some starts are chosen
for rare values, because few grids have them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeAlias

from satdoku.base.errors import EngineUnavailable, FormatError, ImpossibleWish, Unsupported
from satdoku.base.limits import Clock, RanOut, Stop
from satdoku.base.records import dataclass
from satdoku.board import Constraint, Geometry, Grid
from satdoku.board.constraint import Parameter
from satdoku.constraints.cages import KillerCage
from satdoku.constraints.combined import AnyOf
from satdoku.constraints.data import named_rule
from satdoku.encodings.program import narrowing_of
from satdoku.encodings.prune import start_masks
from satdoku.generating.clues import ClueKind, ClueWish
from satdoku.generating.difficulty import Target, follows, harder_by
from satdoku.generating.randomness import Stream
from satdoku.model import model_of
from satdoku.puzzle import Puzzle
from satdoku.rating.names import is_called, path_names
from satdoku.solving import check_unique

_Digits: TypeAlias = tuple[int, ...]

_PLACES = ("cell", "cells", "line", "side", "direction", "index", "sets", "lines")

_MOST_NUMBER = 99
"""The largest number that a clue with few values is tried with."""

_FEW_VALUES = 4
"""Values of a clue up to which the board says that it has one of them."""

_MOST_KNOWN = 20_000
"""Values that are kept of a clue, by the digits that it reads."""

_MOST_OTHERS = 64
"""Other solutions that are looked for before their number is only estimated."""

_JUDGING_WORK = 400_000
"""Work of one search for other solutions, some 2 ms."""

_FIRST_WORK = 100_000_000
_NEXT_WORK = 2_000_000
"""Work of one search for a first proposal, and for one near another."""

_UNKNOWN = 6.0
"""The cost of more solutions than are counted, to which a part of what is left to the cells is
added, in bits."""
_BITS_PER_COST = 10
_HEAT = 0.6

_STALE = 150
"""Proposals that are judged without fewer solutions before another start."""

_ANNEALING_STEPS = (100, 0, 1000, 3000)
"""Steps in which the values of a start are made rarer; the starts take turns."""
_ANNEALING_HEAT = 3.0

_SAMPLES = 80
"""Solutions from which the rarity of values is learnt."""

_MOST_CUTS = 400
_CUTS_PER_PROPOSAL = 8
_CELLS_PER_CUT = 30
"""Bounds of cuts; the search forgets the oldest, and large ones seldom come again."""

_MOST_PROPOSALS = 5_000_000
"""Proposals after which the search gives up, where no clock ends it before."""

_MOST_GIVENS = 40
"""Givens that the nearest puzzle gets at most."""

_SEARCHING = 0.9
"""The part of the time after which givens are added to the nearest puzzle."""

_PROOF_SECONDS = 10.0
"""Seconds for a second engine to confirm a puzzle."""


class OpenClue:
    """A clue on known cells whose value is open, or whose kind is one of several."""

    def __init__(self, clue: Constraint, kinds: Sequence[str], geometry: Geometry) -> None:
        self.clue, self.geometry = clue, geometry
        self.cells = clue.scope(geometry)
        self.kinds = [_Kind(clue, kind, geometry) for kind in kinds]
        self._known: dict[_Digits, Constraint | None] = {}

    def of(self, solution: _Digits, stream: Stream) -> Constraint | None:
        """The clue with a value that is true of a solution; ``None`` where there is none."""
        digits = tuple([solution[cell] for cell in self.cells])
        if digits not in self._known:
            if len(self._known) == _MOST_KNOWN:
                self._known.clear()
            grid = Grid(self.geometry, solution)
            read = (kind.read(grid, stream) for kind in stream.shuffled(self.kinds))
            self._known[digits] = next((clue for clue in read if clue is not None), None)
        return self._known[digits]

    def shape(self) -> Constraint | None:
        """The rule that the clue is without its value, if any."""
        if isinstance(self.clue, KillerCage):
            return replace(self.clue, sum=None)
        few = [kind.few for kind in self.kinds]
        return AnyOf(tuple(c for clues in few for c in clues)) if all(few) else None


class _Kind(ClueKind):
    """A kind that a clue may be of, on the cells of the clue."""

    drawn = False

    def __init__(self, clue: Constraint, name: str, geometry: Geometry) -> None:
        values = clue.arguments()
        rule = type(clue) if name == clue.name else named_rule(name, geometry)[0]
        free = open_names(rule)
        place = {
            p.name: values[p.name]
            for p in rule.parameters
            if p.name not in free and p.name in values
        }
        if missing := [
            p.name for p in rule.parameters if not p.optional and p.name not in (*place, *free)
        ]:
            raise ImpossibleWish(f"{clue.name} does not say the {missing[0]} of {name}")
        digits = [values[n] for n in free if isinstance(values.get(n), tuple)]
        count = len(digits[0]) if digits else None
        super().__init__(ClueWish(name, count, None, tuple(place.items())), geometry)
        self.cells = clue.scope(geometry)

    def read(self, grid: Grid, stream: Stream) -> Constraint | None:
        """The clue that is true of a full grid; ``None`` where there is none."""
        return self._completed(self.preset, grid, stream)

    def _readings(
        self, parameter: Parameter, values: Mapping[str, Any], grid: Grid, stream: Stream
    ) -> Iterator[Any]:
        count = self.wish.count
        if parameter.kind != "digits" or self.placing.any_digits or not count:
            yield from super()._readings(parameter, values, grid, stream)
            return
        digits = [digit for cell in self.cells if (digit := grid.values[cell]) is not None]
        some = [tuple(sorted(stream.shuffled(digits)[:count])) for _ in range(2 * count)]
        yield from dict.fromkeys(some)  # as many digits as are drawn

    @cached_property
    def few(self) -> tuple[Constraint, ...]:
        """The clues with all values that it may have, where these are few; else none."""
        if not self.open:
            return (self.rule(**self.preset),)
        if len(self.open) > 1 or self.open[0].kind != "integer" or self.placing.numbers is None:
            return ()
        empty = Grid(self.geometry, (None,) * self.geometry.cell_count)
        possible: list[Constraint] = []
        for number in range(_MOST_NUMBER + 1):
            clue = self._with(number)
            if clue is not None and clue.is_sound(self.geometry) and not any(clue.faults(empty)):
                possible.append(clue)
                if len(possible) > _FEW_VALUES:
                    return ()
        return tuple(possible)

    def _with(self, number: int) -> Constraint | None:
        try:
            return self.rule(**self.preset, **{self.open[0].name: number})
        except ValueError:
            return None


def open_names(rule: type[Constraint]) -> frozenset[str]:
    """The parameters of a rule that are values read off a solution."""
    places = [p for p in rule.parameters if p.kind in _PLACES and not p.optional]
    if rule.placing.refused is not None or not places:
        return frozenset()
    return frozenset(
        p.name
        for p in rule.parameters
        if p.kind in ("integer", "digits") and (not p.optional or p.name == rule.placing.chosen)
    )


def parse_open(text: str | None, theme: Puzzle) -> dict[str, tuple[str, ...]]:
    """For each rule of a theme whose values are open, the kinds that each of its clues may be of.

    ``None``: all rules with values. ``killer-cage,white-dot/black-dot``: these; a dot becomes one
    or the other.

    :raises FormatError: where a name is no rule.
    :raises ImpossibleWish: where a kind has no values.
    :raises Unsupported: where the theme has no such clues.
    """
    names = list(dict.fromkeys(rule.name for rule in theme.constraints))
    with_values = {rule.name for rule in theme.constraints if open_names(type(rule))}
    if text is None:
        if with_values:
            return {name: (name,) for name in names if name in with_values}
        raise Unsupported("the theme has no clue with a value")
    chosen: dict[str, tuple[str, ...]] = {}
    for item in text.split(","):
        kinds = tuple(
            named_rule(word.strip().lower(), theme.geometry)[0].name for word in item.split("/")
        )
        if not set(kinds).intersection(names):
            raise Unsupported(f"the theme has no {kinds[0]}")
        for kind in kinds:
            if len(kinds) == 1 and kind not in with_values:
                raise ImpossibleWish(f"{kind} has no value that could be found")
            if kind in chosen:
                raise FormatError(f"{kind} is named twice", text=text)
            chosen[kind] = kinds
    return chosen


@dataclass(frozen=True, slots=True)
class Proposal:
    """A solution of the board, the clues with its values, and what else keeps them.

    others  other solutions; all of them where ``counted``
    cost    their number as a logarithm, where not counted with what is left to the cells
    """

    solution: _Digits
    clues: tuple[Constraint, ...]
    others: tuple[_Digits, ...]
    counted: bool
    cost: float


@dataclass(frozen=True, slots=True)
class SetTheme:
    """The outcome of a search for the values of a theme.

    puzzle         a puzzle with one solution, as wished; ``None``: not found
    solved         its solution
    nearest        where none was found, the puzzle that came nearest, with further givens
    added          the cells of these givens; empty where many would not do
    off            by how many levels the nearest is harder than wished (negative: easier);
                   ``None``: it has several solutions without the givens
    tried          how many proposals were judged
    is_impossible  no values satisfy the shapes
    stopped        the limit that ran out, where none was found
    """

    puzzle: Puzzle | None = None
    solved: Grid | None = None
    nearest: Puzzle | None = None
    added: tuple[int, ...] = ()
    off: int | None = None
    tried: int = 0
    is_impossible: bool = False
    stopped: Stop | None = None


class ThemeSearch:
    """The search for the values of one theme; ``first_step`` is the technique of the first step.

    :raises EngineUnavailable: where the compiled core is missing or the board too large for it.
    """

    def __init__(
        self,
        theme: Puzzle,
        kinds: Mapping[str, Sequence[str]],
        target: Target | None,
        seed: int,
        first_step: str | None = None,
    ) -> None:
        self.theme, self.geometry, self.target = theme, theme.geometry, target
        self.first_step = first_step
        self.stream = Stream(seed)
        self.open = [
            OpenClue(rule, kinds[rule.name], self.geometry)
            for rule in theme.constraints
            if rule.name in kinds
        ]
        self.fixed = tuple(rule for rule in theme.constraints if rule.name not in kinds)
        self.shapes = tuple(shape for clue in self.open if (shape := clue.shape()) is not None)
        model = model_of(self.geometry, (*self.fixed, *self.shapes))
        board = narrowing_of(theme, model)
        if board is None or not board.is_whole:
            raise EngineUnavailable(
                "this theme is too large for the compiled search, or there is none"
            )
        self._board = board
        self._masks = start_masks(theme, model)
        self._bit = {digit: 1 << i for i, digit in enumerate(self.geometry.digits)}
        self._cuts: list[tuple[list[int], list[int], list[int]]] = []
        self._reach = 0
        self._start_count = 0
        self.tried = 0
        self.best: Proposal | None = None
        self.rated: tuple[int, Puzzle] | None = None
        self._near = self._neighbours()

    def _neighbours(self) -> list[set[int]]:
        near: list[set[int]] = [set() for _ in range(self.geometry.cell_count)]
        groups = [clue.cells for clue in self.open] + [h.cells for h in self.geometry.houses]
        for cells in groups:
            for cell in cells:
                near[cell].update(cells)
        return near

    def run(self, clock: Clock, heard: Callable[[int | None], None]) -> SetTheme:
        """Search until a puzzle is found or the clock runs out.

        ``heard`` is told how few solutions the best proposal has; ``None``: not counted.
        """
        self.clock = clock.part(_SEARCHING)
        try:
            if self.proposal(None, frozenset()) is None and self._board.exhausted:
                return SetTheme(is_impossible=True)
            self._learn()
            if (unique := self._climb(heard)) is not None:
                puzzle, solution = unique
                return SetTheme(puzzle, Grid(self.geometry, solution), tried=self.tried)
            return self._nearest("nodes")
        except RanOut as ended:
            return self._nearest(ended.stop)

    def _nearest(self, stopped: Stop) -> SetTheme:
        if self.rated is not None:
            off, near = self.rated
            return SetTheme(nearest=near, off=off, tried=self.tried, stopped=stopped)
        try:
            nearest, added = self._with_givens()
        except RanOut:
            nearest, added = None, ()
        return SetTheme(nearest=nearest, added=added, tried=self.tried, stopped=stopped)

    def proposal(self, now: _Digits | None, freed: frozenset[int] | set[int]) -> _Digits | None:
        """A random solution of the board; with the digits of ``now`` but in the freed cells."""
        self.clock.check()
        masks = list(self._masks)
        if now is not None:
            for cell, digit in enumerate(now):
                if cell not in freed:
                    masks[cell] &= self._bit[digit]
        size = self.geometry.size
        self._board.restart(masks, [1 << self.stream.below(size) for _ in masks])
        work = _FIRST_WORK if now is None else _NEXT_WORK
        until = self._board.work + work
        while not self._board.exhausted and self._board.work < until:
            for solution in self._board.advance(_NEXT_WORK, 1):
                return tuple(solution)
            self.clock.check()
        return None

    def read(self, solution: _Digits) -> list[Constraint | None]:
        """The clues with the values of a solution; ``None`` where a clue has none."""
        return [clue.of(solution, self.stream) for clue in self.open]

    def posed(self, clues: Sequence[Constraint]) -> Puzzle:
        """The puzzle with these clues, in the order of the theme."""
        values = dict(zip([one.clue for one in self.open], clues, strict=True))
        rules = tuple(values.get(rule, rule) for rule in self.theme.constraints)
        return replace(self.theme, constraints=rules)

    def judged(self, solution: _Digits, clues: tuple[Constraint, ...]) -> Proposal | None:
        """The proposal with other solutions; ``None`` where it breaks a rule of the theme."""
        posed = self.posed(clues)
        narrowing = narrowing_of(posed)
        left = None if narrowing is None else narrowing.left
        if narrowing is None or left is None or not narrowing.is_whole:
            return None
        bits = sum([math.log2(mask.bit_count()) for mask in left.masks])
        others_first = [~self._bit[digit] & (1 << self.geometry.size) - 1 for digit in solution]
        narrowing.restart(start_masks(posed), others_first)
        solutions = [tuple(one) for one in narrowing.advance(_JUDGING_WORK, _MOST_OTHERS)]
        counted = narrowing.exhausted
        if counted and solution not in solutions:
            return None
        self.tried += 1
        others = tuple([one for one in solutions if one != solution])
        cost = math.log2(len(others) + 1) if counted else _UNKNOWN + bits / _BITS_PER_COST
        return Proposal(solution, clues, others, counted, cost)

    def _climb(self, heard: Callable[[int | None], None]) -> tuple[Puzzle, _Digits] | None:
        now: Proposal | None = None
        stale = idle = 0
        for _ in range(_MOST_PROPOSALS):
            solution = self._next(now)
            idle += 1
            if idle > 20 * _STALE:  # nothing near differs
                now, stale, idle = None, 0, 0
            if solution is None or (now is not None and solution == now.solution):
                self._reach += 1
                continue
            read = self.read(solution)
            clues = tuple([clue for clue in read if clue is not None])
            if len(clues) < len(read) or (now is not None and clues == now.clues):
                self._reach += len(clues) == len(read)
                continue
            if (now is None or now.counted) and self._is_cut(solution, clues):
                continue
            self._reach = max(0, self._reach - 1)
            judged = self.judged(solution, clues)
            if judged is None:
                continue
            idle = 0
            self._keep_cuts(judged)
            if self.best is None or judged.cost < self.best.cost:
                self.best = judged
            heard(len(self.best.others) + 1 if self.best.counted else None)
            if judged.counted and not judged.others and self._is_wished(judged):
                return self.posed(clues), solution
            worse = 0.0 if now is None else judged.cost - now.cost
            stale = 0 if worse < 0 else stale + 1
            if worse <= 0 or self._chance() < math.exp(-worse / _HEAT):
                now = judged
            if stale > _STALE:
                now, stale = None, 0
        return None

    def _chance(self) -> float:
        return self.stream.below(1 << 30) / (1 << 30)

    def _next(self, now: Proposal | None) -> _Digits | None:
        if now is not None:
            return self.proposal(now.solution, self._region(now))
        steps = _ANNEALING_STEPS[self._start_count % len(_ANNEALING_STEPS)]
        self._start_count += 1
        self._reach = 0
        return self._annealed(steps)

    def _is_wished(self, judged: Proposal) -> bool:
        """Whether two engines confirm a puzzle with one solution, and it is as hard as wished."""
        puzzle = self.posed(judged.clues)
        for backend in ("variant", "sat"):
            limit = replace(self.clock.rest(), seconds=_PROOF_SECONDS)
            if check_unique(puzzle, backend=backend, limit=limit).verdict != "unique":
                return False
        target = self.target or Target()
        off = harder_by(target, puzzle, self.clock)
        if self.rated is None or abs(off) < abs(self.rated[0]):
            self.rated = off, puzzle
        return off == 0 and follows(target, puzzle, self.clock) and self._begins(puzzle)

    def _begins(self, puzzle: Puzzle) -> bool:
        """Whether the first step of the path is of the technique that is wished for there."""
        if self.first_step is None:
            return True
        steps = path_names(puzzle, "human", self.clock)
        return is_called(next(steps, ""), self.first_step)

    def _region(self, now: Proposal) -> set[int]:
        """Cells around those in which another solution differs."""
        stream, houses = self.stream, self.geometry.houses
        if now.others:
            other = stream.choice(now.others)
            cells = {cell for cell, digit in enumerate(other) if digit != now.solution[cell]}
        else:
            cells = {stream.below(self.geometry.cell_count)}
        way = stream.below(3)
        for _ in range(1 + stream.below(3)):
            if way == 0:
                cells.update(stream.choice(self.open).cells)
            elif way == 1 and houses:
                cells.update(stream.choice(houses).cells)
            else:
                cells |= self._near[stream.choice(sorted(cells))]
        return self._widened(cells, 14 + self._reach)

    def _widened(self, cells: set[int], least: int) -> set[int]:
        """The cells with random houses, until there are so many."""
        least = min(least, self.geometry.cell_count)
        while len(cells) < least:
            if not self.geometry.houses:
                return set(range(self.geometry.cell_count))
            cells.update(self.stream.choice(self.geometry.houses).cells)
            cells.add(self.stream.below(self.geometry.cell_count))
        return cells

    def _is_cut(self, solution: _Digits, clues: Sequence[Constraint]) -> bool:
        """Whether a known difference makes another solution with the same values of this one."""
        for cells, before, after in reversed(self._cuts):
            if all(solution[cell] == digit for cell, digit in zip(cells, before, strict=True)):
                values = list(solution)
                for cell, digit in zip(cells, after, strict=True):
                    values[cell] = digit
                grid, touched = Grid(self.geometry, tuple(values)), set(cells)
                rules = (*clues, *self.fixed)
                if all(
                    touched.isdisjoint(rule.scope(self.geometry)) or rule.holds(grid)
                    for rule in rules
                ):
                    return True
        return False

    def _keep_cuts(self, judged: Proposal) -> None:
        for other in judged.others[:_CUTS_PER_PROPOSAL]:
            cells = [cell for cell, digit in enumerate(other) if digit != judged.solution[cell]]
            if len(cells) <= _CELLS_PER_CUT:
                one, two = [judged.solution[c] for c in cells], [other[c] for c in cells]
                self._cuts += [(cells, one, two), (cells, two, one)]
        del self._cuts[:-_MOST_CUTS]

    # Rare values

    def _learn(self) -> None:
        """Learn how rare each value is in random solutions."""
        self._seen: list[Counter[Any]] = [Counter() for _ in self.open]
        numbers: list[list[int]] = [[] for _ in self.open]
        grid: _Digits | None = None
        for sample in range(_SAMPLES):
            solution = (
                self.proposal(None, frozenset())
                if sample % 4 == 0 or grid is None
                else self.proposal(grid, self._around())
            )
            grid = solution or grid
            for i, clue in enumerate(() if solution is None else self.read(solution)):
                if clue is not None:
                    value = _value(clue)
                    self._seen[i][value] += 1
                    if len(value) == 2 and isinstance(value[1], int):
                        numbers[i].append(value[1])
        self._normal = [_normal(values) for values in numbers]

    def _rarity(self, clues: Sequence[Constraint | None]) -> float:
        """How rare the values of clues are, in bits; a clue without a value is as bad as can be."""
        bits = 0.0
        for clue, seen, normal in zip(clues, self._seen, self._normal, strict=True):
            if clue is None:
                bits -= 20
                continue
            value = _value(clue)
            if normal is None:
                bits += math.log2((seen.total() + 4) / (seen[value] + 0.5))
            else:
                mean, deviation = normal
                off = (value[1] - mean) / deviation
                bits += off * off / math.log(4) + math.log2(math.sqrt(math.tau) * deviation)
        return bits

    def _around(self) -> set[int]:
        cells = {cell for _ in range(2) for cell in self.stream.choice(self.open).cells}
        return self._widened(cells, 18)

    def _annealed(self, steps: int) -> _Digits | None:
        """A solution of the board with rare values."""
        now = self.proposal(None, frozenset())
        score = -math.inf
        for step in range(steps):
            solution = now and self.proposal(now, self._around())
            if solution is None or solution == now:
                continue
            rarity = self._rarity(self.read(solution))
            heat = _ANNEALING_HEAT * (1 - step / steps) + 0.05
            if rarity >= score or self._chance() < math.exp((rarity - score) / heat):
                now, score = solution, rarity
        return now

    # The nearest puzzle

    def _with_givens(self) -> tuple[Puzzle | None, tuple[int, ...]]:
        """The best puzzle with givens that make it unique; without any where many are needed."""
        if self.best is None:
            return None, ()
        puzzle, solution, others = self.posed(self.best.clues), self.best.solution, self.best.others
        added: list[int] = []
        narrowing = narrowing_of(puzzle)
        assert narrowing is not None
        while len(added) < _MOST_GIVENS:
            if not others:
                preferred = [~self._bit[d] & (1 << self.geometry.size) - 1 for d in solution]
                narrowing.restart(start_masks(puzzle), preferred)
                more = narrowing.advance(_FIRST_WORK // 10, _MOST_OTHERS)
                others = tuple([other for one in more if (other := tuple(one)) != solution])
                if not others:
                    return puzzle, tuple(added) if narrowing.exhausted else ()
            wrong = Counter(c for one in others for c, d in enumerate(one) if d != solution[c])
            cell = max(wrong, key=wrong.__getitem__)
            added.append(cell)
            puzzle = puzzle.with_givens({cell: solution[cell]})
            others = tuple([one for one in others if one[cell] == solution[cell]])
        return self.posed(self.best.clues), ()


def _value(clue: Constraint) -> tuple[Any, ...]:
    """The kind and the values of a clue."""
    return (clue.name, *[getattr(clue, name) for name in sorted(open_names(type(clue)))])


def _normal(values: Sequence[int]) -> tuple[float, float] | None:
    """The mean and deviation of numbers, if there are enough of them."""
    if len(values) < _SAMPLES // 8:
        return None
    mean = sum(values) / len(values)
    return mean, math.sqrt(sum([(v - mean) ** 2 for v in values]) / len(values) + 0.25)
