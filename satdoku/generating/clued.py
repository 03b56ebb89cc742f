"""Puzzles with clues of wished kinds on a random solution.

Clues are chosen against other grids: those that keep the board, its rules and the clues placed
so far and are not the solution. Of some random clues that the solution keeps, the one that most of
the known other grids break is placed. With givens, as many clues are placed as are wished for and
givens are then taken away until none can go. Without, the search goes on until no other grid is
left: kinds with no number get more clues, of which those that can be spared go in the end; of kinds
with a number, a clue that does least is exchanged for another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from satdoku.engines.incremental import SwitchedRules
from satdoku.engines.protocol import ticker
from satdoku.errors import ImpossibleWish, Unsupported
from satdoku.generating.clues import ClueKind, ClueWish
from satdoku.generating.randomness import Stream
from satdoku.limits import Clock, RanOut
from satdoku.model import Model
from satdoku.puzzle import Constraint, Grid, Puzzle
from satdoku.puzzle.constraint import BoardMap

__all__ = ["clued_board", "clues_alone", "has_spare_clue"]

_CHOICES = 12
"""Random clues of which the best is placed."""

_DRAWS = 60
"""Random clues drawn to have so many that do not overlap others of their kind."""

_OTHERS = 12
"""Other grids that are looked for before a clue is chosen."""

_KNOWN = 600
"""Other grids that are kept; the search forgets the oldest."""

_MOVES = 60
"""How often clues make room for others before their number is given up."""

_ROUNDS = 600
"""Clues added or exchanged before a search without givens gives up."""


@dataclass(eq=False, slots=True)
class _Placed:
    """A clue, its kind, its switch in the solver, and the known other grids that break it."""

    kind: ClueKind
    clue: Constraint
    switch: int
    broken: set[int]


class _Maker:
    """The clues placed so far, and the other grids that keep them."""

    def __init__(
        self,
        board: Puzzle,
        solution: tuple[int, ...],
        wishes: Sequence[ClueWish],
        area: Collection[int] | None,
        stream: Stream,
        clock: Clock,
    ) -> None:
        self.board = board
        self.geometry = board.geometry
        self.solution = Grid(board.geometry, solution)
        self.kinds = [ClueKind(wish, board.geometry) for wish in wishes]
        self.area = area
        self.stream = stream
        self.clock = clock
        self.placed: list[_Placed] = []
        self.rules = SwitchedRules(board.geometry, ticker(clock))
        for part in board.model.parts:
            self.rules.solver.add([self.rules.add(part)])
        self._away = self.rules.fresh()
        self.rules.forbid(solution, self._away)
        literals = self.rules.variables.literals(solution)
        self.given = [literals[c] for c, given in enumerate(board.givens) if given is not None]
        self.known: dict[int, Grid] = {}
        self.found = 0

    def close(self) -> None:
        """Free the solver."""
        self.rules.close()

    def other(self, without: _Placed | None = None) -> Grid | None:
        """Another grid that keeps all clues (but one), or ``None`` where there is none.

        :raises RanOut: where the clock runs out.
        """
        candidates = [c for row in self.rules.variables.table for c in row]
        chosen = self.stream.shuffled(candidates)[: len(candidates) // len(self.geometry.digits)]
        self.rules.solver.prefer(chosen)
        switches = [placed.switch for placed in self.placed if placed is not without]
        if not self.rules.solver.solve([*self.given, *switches, self._away], self.clock):
            return None
        grid = Grid(self.geometry, self.rules.values())
        self.found += 1
        self.known[self.found] = grid
        if len(self.known) > _KNOWN:
            del self.known[next(iter(self.known))]
        for placed in self.placed:
            if not placed.clue.holds(grid):
                placed.broken.add(self.found)
        return grid

    def open(self, without: _Placed | None = None) -> list[Grid]:
        """The known other grids that keep all clues (but one)."""
        broken = set().union(*(p.broken for p in self.placed if p is not without))
        return [grid for number, grid in self.known.items() if number not in broken]

    def free(self, kind: ClueKind) -> Collection[int] | None:
        """The cells in which another clue of a kind may lie."""
        if kind.is_outside or kind.is_mark:
            return self.area
        cells = set(range(self.geometry.cell_count) if self.area is None else self.area)
        return cells.difference(
            *(p.clue.scope(self.geometry) for p in self.placed if p.clue.name == kind.name)
        )

    def best(
        self, kind: ClueKind, against: Sequence[Grid], most_cells: int = 1 << 30
    ) -> Constraint | None:
        """Of some random clues of a kind, the one that most of these grids break."""
        clues = [placed.clue for placed in self.placed]
        found: list[tuple[int, Constraint]] = []
        area = self.free(kind)
        for _ in range(_DRAWS):
            clue = kind.random(self.solution, self.stream, area)
            if clue is None:
                break
            if not kind.is_apart(clue, clues) or len(clue.scope(self.geometry)) > most_cells:
                continue
            found.append((sum(not clue.holds(grid) for grid in against), clue))
            if not against or len(found) == _CHOICES:
                break
        most, clue = max(found, key=lambda pair: pair[0], default=(0, None))
        # Where any number may be placed, one that does nothing only takes room.
        return clue if most or not against or kind.wish.count is not None else None

    def place(self, kind: ClueKind, clue: Constraint) -> None:
        """Add a clue."""
        try:
            switch = self.rules.add(Model(self.geometry, clue.relations(self.geometry)))
        except Unsupported as error:
            raise Unsupported(f"{clue.describe(self.geometry)}: {error}") from None
        broken = {number for number, grid in self.known.items() if not clue.holds(grid)}
        self.placed.append(_Placed(kind, clue, switch, broken))

    def add(self, kind: ClueKind, most_cells: int = 1 << 30) -> bool:
        """Choose a clue of a kind and add it; false where there is none that helps."""
        against = self.open()
        while len(against) < _OTHERS and (grid := self.other()) is not None:
            against.append(grid)
        clue = self.best(kind, against, most_cells)
        if clue is not None:
            self.place(kind, clue)
        return clue is not None

    def add_numbered(self) -> bool:
        """The clues of kinds with a number, in random order; false where one found no room."""
        wanted = self.stream.shuffled(
            [kind for kind in self.kinds for _ in range(kind.wish.count or 0)]
        )
        moves = _MOVES
        while wanted:
            kind = wanted.pop()
            if self.add(kind, self.share(kind, 1 + sum(k.name == kind.name for k in wanted))):
                continue
            # Clues of the same kind make room, and are placed again elsewhere.
            same = [p for p in self.placed if p.clue.name == kind.name]
            moves -= 1
            if not same or not moves:
                return False
            for placed in self.stream.shuffled(same)[:3]:
                self.placed.remove(placed)
                wanted.append(placed.kind)
            wanted.append(kind)
        return True

    def share(self, kind: ClueKind, waiting: int) -> int:
        """The cells that a clue may have, so that others of its kind that wait find room too."""
        free = self.free(kind)
        if kind.is_outside or kind.is_mark or free is None:
            return 1 << 30
        return max(kind.sizes[0], len(free) * 4 // (5 * waiting))

    def search(self, minimal: bool) -> bool:
        """Add and exchange clues until no other grid is left; false where that was not reached.

        ``minimal``: and until no clue can be spared.

        :raises RanOut: where the clock runs out.
        """
        full: set[str] = set()
        for _ in range(_ROUNDS):
            if (stop := self.clock.stopped()) is not None:
                raise RanOut(stop)
            spare = None
            if not self.open() and self.other() is None:
                self.drop_spare()
                numbered = [p for p in self.placed if p.kind.wish.count is not None]
                spare = next((p for p in numbered if minimal and self.is_spare(p)), None)
                if spare is None:
                    return True
            free = [k for k in self.kinds if k.wish.count is None and k.name not in full]
            if free and spare is None:
                kind = self.stream.choice(free)
                if not self.add(kind):
                    full.add(kind.name)
            elif self.placed:
                self.exchange(spare)
                full.clear()
            else:
                return False
        return False

    def is_spare(self, placed: _Placed) -> bool:
        """Whether no other grid comes in without a clue."""
        return not self.open(without=placed) and self.other(without=placed) is None

    def mirrored(self) -> bool:
        """Whether the solution with its digits counted backwards keeps all that can be placed."""
        geometry = self.geometry
        total = geometry.digits[0] + geometry.digits[-1]
        backwards = BoardMap(
            geometry,
            tuple(range(geometry.cell_count)),
            {digit: total - digit for digit in geometry.digits},
        )
        rules: list[Constraint | None] = list(self.board.constraints)
        rules += [
            k.random(self.solution, self.stream, self.area) for k in self.kinds for _ in range(4)
        ]
        return not self.given and all(rule and rule.image(backwards) == rule for rule in rules)

    def drop_spare(self) -> None:
        """Take away, in random order, the clues of kinds without a number that can be spared."""
        for placed in self.stream.shuffled([p for p in self.placed if p.kind.wish.count is None]):
            if self.is_spare(placed):
                self.placed.remove(placed)

    def exchange(self, spare: _Placed | None) -> None:
        """Exchange a clue, by default the one that fewest known grids need to be broken by.

        One that does worse is seldom taken.
        """
        goes = spare or self._idlest()
        before = len(self.open())
        self.placed.remove(goes)
        clue = self.best(goes.kind, self.open())
        if clue is not None:
            self.place(goes.kind, clue)
        elif goes.kind.wish.count is not None:
            self.placed.append(goes)
        if spare is None and len(self.open()) > before + 2 and self.stream.below(20):
            if clue is not None:
                self.placed.pop()
            if goes not in self.placed:
                self.placed.append(goes)

    def _idlest(self) -> _Placed:
        if self.stream.below(3) == 0:
            return self.stream.choice(self.placed)
        times = Counter(number for placed in self.placed for number in placed.broken)
        idle = [sum(times[number] == 1 for number in placed.broken) for placed in self.placed]
        least = min(idle)
        return self.stream.choice(
            [p for p, count in zip(self.placed, idle, strict=True) if count == least]
        )

    def board_with_clues(self) -> Puzzle:
        """The board with the clues placed, in the order of the wishes."""
        clues = [p.clue for kind in self.kinds for p in self.placed if p.kind is kind]
        return replace(self.board, constraints=(*self.board.constraints, *clues))


def clued_board(
    board: Puzzle,
    solution: tuple[int, ...],
    wishes: Sequence[ClueWish],
    area: Collection[int] | None,
    stream: Stream,
    clock: Clock,
) -> Puzzle | None:
    """The board with as many clues as are wished for; ``None`` where there was no room for all.

    :raises RanOut: where the clock runs out.
    :raises Unsupported: where a clue cannot be written as clauses.
    """
    with closing(_Maker(board, solution, wishes, area, stream, clock)) as maker:
        return maker.board_with_clues() if maker.add_numbered() else None


def clues_alone(
    board: Puzzle,
    solution: tuple[int, ...],
    wishes: Sequence[ClueWish],
    area: Collection[int] | None,
    minimal: bool,
    stream: Stream,
    clock: Clock,
) -> Puzzle | None:
    """The board with clues that leave only this solution, its givens kept; ``None``: not found.

    Clues of kinds without a number can none be spared; with ``minimal`` no clue can.

    :raises ImpossibleWish: where clues of these kinds cannot do.
    :raises RanOut: where the clock runs out.
    :raises Unsupported: where a clue cannot be written as clauses.
    """
    with closing(_Maker(board, solution, wishes, area, stream, clock)) as maker:
        if maker.mirrored():
            raise ImpossibleWish(
                "these clues mean the same where all digits count backwards, so without givens "
                "there are always two solutions; add another kind of clue"
            )
        if not maker.add_numbered() or not maker.search(minimal):
            return None
        return maker.board_with_clues()


def has_spare_clue(puzzle: Puzzle, solution: tuple[int, ...], board: Puzzle, clock: Clock) -> bool:
    """Whether some rule of a puzzle with one solution, beyond those of its board, can go.

    :raises RanOut: where the clock runs out.
    """
    posed = replace(puzzle, constraints=board.constraints)
    with closing(_Maker(posed, solution, (), None, Stream(0), clock)) as maker:
        for clue in puzzle.constraints[len(board.constraints) :]:
            maker.place(ClueKind(ClueWish(clue.name, 1), puzzle.geometry), clue)
        return any(maker.is_spare(placed) for placed in maker.placed)
