"""Puzzles whose only clues stand beside the board: skyscrapers, little killers.

Even all clues of one of these kinds determine few solutions, so the solution is chosen for its
clues. Digits, rows, columns, bands and stacks of a grid are exchanged as long as its clues become
rarer (simulated annealing: a rare clue is true of few grids), then as long as fewer other grids
keep all clues. When no other grid keeps them, clues are removed, those of long lines first, until
all that remain are needed. A change that the compiled search cannot judge after some guesses is
not made.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, product
from typing import TypeAlias

from satdoku.base.compiled import compiled_core
from satdoku.base.limits import Clock, Limit
from satdoku.board import BoardMap, Constraint
from satdoku.generating.clues import ClueKind, ClueWish
from satdoku.generating.randomness import Stream
from satdoku.puzzle import Puzzle
from satdoku.solving import count

_ANNEALING_STEPS = 1500
"""Changes of a grid that are tried before its clues are counted."""

_SAMPLE_CHANGES = 60
"""Changes from which the rarity of each clue is learnt."""

_UNSEEN_BITS = 12.0
"""The bits of a clue that did not occur in the sample."""

_START_HEAT_BITS = 3.0
"""The bits of rarity that a change may lose in the beginning."""

_MAX_GUESSES = 5000
"""Guesses in which it must be decided whether a clue can go."""

_MAX_OTHERS = 200
"""Solutions beyond which a grid is given up."""

_MAX_CLIMBING_STEPS = 150
"""Changes that are tried to leave fewer other grids, before another start."""

_MAX_STARTS = 30
"""Solutions that are chosen before a puzzle is given up; ten of them make most skyscrapers."""

_Digits: TypeAlias = tuple[int, ...]
_Change: TypeAlias = Callable[[_Digits], _Digits]


def is_beside(board: Puzzle, wishes: Sequence[ClueWish]) -> bool:
    """Whether clues of these kinds are chosen with their solution: they stand beside the board,
    their number is free, and a number is read off their line."""
    if compiled_core("Narrowing") is None or any(given is not None for given in board.givens):
        return False
    kinds = [ClueKind(wish, board.geometry) for wish in wishes]
    return bool(kinds) and all(
        kind.is_outside and kind.wish.count is None and kind.placing.numbers for kind in kinds
    )


def clues_beside(
    board: Puzzle,
    start: tuple[int, ...],
    wishes: Sequence[ClueWish],
    is_chosen: bool,
    stream: Stream,
    clock: Clock,
) -> tuple[Puzzle, tuple[int, ...]] | None:
    """The board with clues that leave one solution, none of which can be spared, and the solution.

    ``None`` where none was found; ``is_chosen``: no other solution than ``start`` would do.

    :raises RanOut: where the clock runs out.
    """
    search = _Search(board, wishes, stream, clock)
    if is_chosen:
        return search.reduced(start) if search.others(search.clues(start), 2) == 1 else None
    search.learn(start)
    for _ in range(_MAX_STARTS):
        grid = search.climbed(search.annealed(start))
        reduced = None if grid is None else search.reduced(grid)
        if reduced is not None:
            return reduced
    return None


class _Search:
    """The clues of grids of one board."""

    def __init__(
        self, board: Puzzle, wishes: Sequence[ClueWish], stream: Stream, clock: Clock
    ) -> None:
        self.board, self.geometry = board, board.geometry
        self.stream, self.clock = stream, clock
        self.kinds = [ClueKind(wish, board.geometry) for wish in wishes]
        self.places = [(kind, line, make) for kind in self.kinds for line, make in kind.lines()]
        self.changes = list(_changes(board))
        self.rarity: dict[tuple[str, int, int], float] = {}

    def readings(self, grid: _Digits) -> list[tuple[str, int, int]]:
        """For each place the rule, the length of the line and the number of the clue."""
        readings = []
        for kind, line, _ in self.places:
            numbers = kind.placing.numbers
            assert numbers is not None
            (number,) = numbers([grid[cell] for cell in line])
            readings.append((kind.name, len(line), number))
        return readings

    def clues(self, grid: _Digits) -> list[Constraint]:
        """All clues of a grid, those of long lines first."""
        read = zip(self.places, self.readings(grid), strict=True)
        by_length = [(len(line), make(number)) for (_, line, make), (_, _, number) in read]
        return [
            clue for _, clue in sorted(self.stream.shuffled(by_length), key=lambda pair: -pair[0])
        ]

    def learn(self, grid: _Digits) -> None:
        """How rare each clue is in grids that are made of this one, in bits; short lines, whose
        clues say more of each cell, count for more."""
        seen: Counter[tuple[str, int, int]] = Counter()
        every: Counter[tuple[str, int]] = Counter()
        for _ in range(_SAMPLE_CHANGES):
            for _ in range(4):
                grid = self.stream.choice(self.changes)(grid)
            for name, length, number in self.readings(grid):
                seen[name, length, number] += 1
                every[name, length] += 1
        for (name, length, number), times in seen.items():
            self.rarity[name, length, number] = math.log2(every[name, length] / times) / math.sqrt(
                length
            )

    def score(self, grid: _Digits) -> float:
        """How rare the clues of a grid are."""
        return sum(
            self.rarity.get(read, _UNSEEN_BITS / math.sqrt(read[1])) for read in self.readings(grid)
        )

    def annealed(self, grid: _Digits) -> _Digits:
        """A grid with rare clues."""
        now = self.score(grid)
        for step in range(_ANNEALING_STEPS):
            if step % 64 == 0:
                self.clock.check()
            changed = self.stream.choice(self.changes)(grid)
            score = self.score(changed)
            heat = _START_HEAT_BITS * (1 - step / _ANNEALING_STEPS) + 0.05
            chance = self.stream.below(1 << 30) / (1 << 30)
            if score >= now or chance < math.exp((score - now) / heat):
                grid, now = changed, score
        return grid

    def others(self, clues: Sequence[Constraint], most: int) -> int | None:
        """How many grids keep clues, up to ``most``; ``None`` where that takes long."""
        posed = replace(self.board, constraints=(*self.board.constraints, *clues))
        self.clock.check()
        limit = Limit(
            seconds=self.clock.remaining(),
            nodes=_MAX_GUESSES,
            solutions=most,
            cancel=self.clock.limit.cancel,
        )
        counted = count(posed, backend="variant", limit=limit)
        self.clock.check()
        return counted.count if counted.exact or counted.count >= most else None

    def climbed(self, grid: _Digits) -> _Digits | None:
        """A grid that alone keeps all of its clues; ``None`` where few changes found none."""
        now = self.others(self.clues(grid), _MAX_OTHERS)
        if now is None or now >= _MAX_OTHERS:
            return None
        for _ in range(_MAX_CLIMBING_STEPS):
            if now == 1:
                return grid
            changed = self.stream.choice(self.changes)(grid)
            others = self.others(self.clues(changed), now + 1)
            if others is not None and others <= now:
                grid, now = changed, others
        return None

    def reduced(self, grid: _Digits) -> tuple[Puzzle, _Digits] | None:
        """The board with clues of a grid that leave it alone, none of which can be spared; ``None``
        where that is not decided."""
        clues = self.clues(grid)
        doubtful = False
        for clue in list(clues):
            less = [other for other in clues if other is not clue]
            others = self.others(less, 2)
            doubtful = doubtful or others is None
            if others == 1:
                clues = less
        if doubtful and any(
            self.others([other for other in clues if other is not clue], 2) != 2 for clue in clues
        ):
            return None
        rules = (*self.board.constraints, *reversed(clues))
        return replace(self.board, constraints=rules), grid


def _changes(board: Puzzle) -> list[_Change]:
    """The changes that keep full grids of a board: two digits, two rows or columns, or two bands or
    stacks change places."""
    geometry = board.geometry
    same = {digit: digit for digit in geometry.digits}
    cells = tuple(range(geometry.cell_count))
    changes: list[_Change] = []
    for a, b in combinations(geometry.digits, 2):
        digits = same | {a: b, b: a}
        if _keeps(board, cells, digits):
            changes.append(partial(_relabelled, digits))
    moves = []
    for of, wide in product((geometry.rows, geometry.columns), (1, *_boxes(board))):
        is_row = of == geometry.rows
        for a, b in combinations(range(0, of, wide), 2):
            moves.append((is_row, a, b, wide))
            moves.append((not is_row, a, b, wide))
    for is_row, a, b, wide in dict.fromkeys(moves):
        image = list(cells)
        for cell in cells:
            place = list(geometry.row_column(cell))
            line = place[not is_row]
            if a <= line < a + wide:
                place[not is_row] = line - a + b
            elif b <= line < b + wide:
                place[not is_row] = line - b + a
            moved = geometry.at(*place)
            image[cell] = -1 if moved is None else moved
        if sorted(image) == list(cells) and _keeps(board, tuple(image), same):
            changes.append(partial(_moved, tuple(image)))
    return changes


def _relabelled(digits: dict[int, int], grid: _Digits) -> _Digits:
    return tuple([digits[digit] for digit in grid])


def _moved(places: tuple[int, ...], grid: _Digits) -> _Digits:
    return tuple([grid[cell] for cell in places])


def _boxes(board: Puzzle) -> set[int]:
    return set(board.geometry.box or ()) - {1}


def _keeps(board: Puzzle, cells: tuple[int, ...], digits: dict[int, int]) -> bool:
    """Whether moved cells and changed digits leave the board's houses and rules."""
    geometry = board.geometry
    houses = {frozenset(house.cells) for house in geometry.houses}
    if any(frozenset(cells[c] for c in house) not in houses for house in houses):
        return False
    board_map = BoardMap(geometry, cells, digits)
    return {rule.image(board_map) for rule in board.constraints} == {*board.constraints}
