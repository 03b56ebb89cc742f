"""Puzzles with clues on a random solution; one file, since it is one local search.

Clues are chosen against other grids: grids other than the solution, most of them near to it, that
keep the board, its rules and the clues placed so far. Several random clues that are true of the
solution are compared, and the one that most of the known other grids break is placed. With givens,
the requested number of clues is placed, and givens are then removed until all that remain are
needed. Without givens, the search goes on until no other grid is left. Kinds without a number get
more clues, and the redundant ones are removed at the end. Clues of kinds with a number are
exchanged, each time for a clue that breaks an open grid and leaves the fewest known grids open (a
local search on the sets to hit, with a tabu list).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from satdoku.base.errors import ImpossibleWish, Unsupported
from satdoku.base.limits import Clock
from satdoku.board import Constraint, Grid
from satdoku.board.constraint import BoardMap
from satdoku.engines.incremental import SwitchedRules
from satdoku.generating.clues import ClueKind, ClueWish
from satdoku.generating.randomness import Stream
from satdoku.model import Model
from satdoku.puzzle import Puzzle

_CHOICES = 12
"""Random clues of which the best is placed, as long as there is room."""

_DRAWS = 60
"""Random clues drawn to have this many that do not overlap others of their kind."""

_OTHERS = 12
"""Other grids that are looked for before a clue is chosen."""

_FEW_CONFLICTS = 200
"""Conflicts of the solver after which a clue is chosen without another grid more."""

_MANY_CONFLICTS = 2000
"""Conflicts after which a clue more is added where there may be one."""

_KNOWN = 600
"""Other grids that are kept; the search forgets the oldest."""

_POOL = 600
"""Clues of a kind that are kept for exchanges; the search forgets the oldest."""

_FRESH = 4
"""Clues that are drawn before each exchange."""

_MOVES = 300
"""Clues moved to make room for another before their number is given up."""

_SOLUTIONS = 4
"""Other solutions on which kinds of clues are tried before they are refused."""

_ROUNDS = 3000
"""Clues added or exchanged, and other grids found, before a search without givens gives up."""

_EXCHANGES = 400
"""Clues exchanged before it gives up: a puzzle that there is takes fewer most of the time."""

_MOST_CONFLICTS = 200_000
"""Conflicts after which it gives up, as whether there is another grid is not known."""

_TABU = 8
"""Rounds for which a clue that went stays away."""


@dataclass(eq=False, slots=True)
class _Drawn:
    """A clue that may be placed.

    area    what it covers, a bit each: clues whose areas meet cannot both be drawn
    broken  the other grids that break it, a bit each, of the first ``seen`` ones
    switch  its switch in the solver; ``None``: not there yet
    back    the round from which on it may be placed again
    """

    kind: ClueKind
    clue: Constraint
    area: int
    broken: int = 0
    seen: int = 0
    switch: int | None = None
    back: int = 0


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
        self.placed: list[_Drawn] = []
        self.pools: dict[ClueKind, dict[Constraint, _Drawn]] = {kind: {} for kind in self.kinds}
        self.rules = SwitchedRules(board.geometry, clock.check)
        for part in board.model.parts:
            self.rules.solver.add([self.rules.add(part)])
        self._away = self.rules.fresh()
        self.rules.forbid(solution, self._away)
        self._literals = self.rules.variables.literals(solution)
        self.given = [self._literals[c] for c, g in enumerate(board.givens) if g is not None]
        self.grids: list[Grid | None] = []
        self.known = 0
        self.round = 0
        self.exchanges = 0
        self._bits: dict[tuple[Any, ...], int] = {}

    def close(self) -> None:
        """Free the solver."""
        self.rules.close()

    def other(self, without: _Drawn | None = None, conflicts: int | None = None) -> bool | None:
        """Look for another grid that keeps all clues (but one): whether there is one.

        ``None`` where that is not known after this many ``conflicts`` of the solver.

        :raises RanOut: where the clock runs out.
        :raises Unsupported: where a clue cannot be written as clauses.
        """
        switches = [self.switch(placed) for placed in self.placed if placed is not without]
        asked = [*self.given, *switches, self._away]
        self.rules.solver.prefer(self._phases())
        if conflicts is None:
            answer: bool | None = self.rules.solver.solve(asked, self.clock)
        else:
            self.clock.check()
            answer = self.rules.solver.attempt(asked, conflicts)
        if answer:
            self.known |= 1 << len(self.grids)
            self.grids.append(Grid(self.geometry, self.rules.values()))
            if len(self.grids) > _KNOWN:
                self.known &= ~(1 << len(self.grids) - 1 - _KNOWN)
                self.grids[len(self.grids) - 1 - _KNOWN] = None
        return answer

    def _phases(self) -> list[int]:
        """Those of the solution in three of four cells, and of a random grid in the others.

        Grids that differ from the solution in few cells are those that few clues break, and the
        ones that are found soonest.
        """
        found = []
        for row, digit in zip(self.rules.variables.table, self._literals, strict=True):
            chosen = digit if self.stream.below(4) else self.stream.choice(row)
            found += [c if c == chosen else -c for c in row if c]
        return found

    def switch(self, drawn: _Drawn) -> int:
        """The switch of a clue, which the solver learns when it is first asked about it."""
        if drawn.switch is None:
            rule = Model(self.geometry, drawn.clue.relations(self.geometry))
            try:
                drawn.switch = self.rules.add(rule)
            except Unsupported as error:
                raise Unsupported(f"{drawn.clue.describe(self.geometry)}: {error}") from None
        return drawn.switch

    def broken(self, drawn: _Drawn) -> int:
        """The known other grids that break a clue."""
        for number in range(max(drawn.seen, len(self.grids) - _KNOWN), len(self.grids)):
            grid = self.grids[number]
            if grid is not None and not drawn.clue.holds(grid):
                drawn.broken |= 1 << number
        drawn.seen = len(self.grids)
        return drawn.broken & self.known

    def open(self, without: _Drawn | None = None) -> int:
        """The known other grids that keep all clues (but one)."""
        found = self.known
        for placed in self.placed:
            if placed is not without:
                found &= ~self.broken(placed)
        return found

    def drawn(self, kind: ClueKind, clue: Constraint) -> _Drawn:
        """The clue as the pool of its kind has it from now on."""
        pool = self.pools.setdefault(kind, {})
        if clue not in pool:
            area = 0
            for part in kind.covered(clue):
                area |= 1 << self._bits.setdefault(part, len(self._bits))
            pool[clue] = _Drawn(kind, clue, area)
            if len(pool) > _POOL:
                del pool[next(iter(pool))]
        return pool[clue]

    def free(self, kind: ClueKind) -> Collection[int] | None:
        """The cells in which another clue of a kind may lie."""
        if kind.is_outside or kind.is_mark:
            return self.area
        cells = set(range(self.geometry.cell_count) if self.area is None else self.area)
        return cells.difference(
            *(p.clue.scope(self.geometry) for p in self.placed if p.clue.name == kind.name)
        )

    def best(self, kind: ClueKind, most_cells: int) -> _Drawn | None:
        """Of some random clues of a kind that find room, one that most open grids break."""
        area, taken = self.free(kind), self.taken()
        found = {
            drawn: None
            for drawn in self.pools[kind].values()
            if not drawn.area & taken and len(drawn.clue.scope(self.geometry)) <= most_cells
        }
        for _ in range(_DRAWS if len(found) < _CHOICES else 0):
            clue = kind.random(self.solution, self.stream, area, most_cells)
            if clue is None:
                break
            drawn = self.drawn(kind, clue)
            if not drawn.area & taken:
                found[drawn] = None
                if len(found) == _CHOICES:
                    break
        best = max(found, key=self.strength, default=None)
        # Where any number may be placed, one that does nothing only takes room.
        if best is not None and kind.wish.count is None and not any(self.strength(best)):
            return None
        return best

    def strength(self, drawn: _Drawn) -> tuple[int, int]:
        """How many of the other grids that are open break a clue, and how many of all known."""
        broken = self.broken(drawn)
        return (broken & self.open()).bit_count(), broken.bit_count()

    def taken(self) -> int:
        """What the clues placed cover."""
        found = 0
        for placed in self.placed:
            found |= placed.area
        return found

    def add(self, kind: ClueKind, most_cells: int = 1 << 30) -> bool:
        """Choose a clue of a kind and add it; false where there is none that helps."""
        for _ in range(_OTHERS - self.open().bit_count()):
            if not self.other(conflicts=_FEW_CONFLICTS):
                break
        best = self.best(kind, most_cells)
        if best is not None:
            self.placed.append(best)
        return best is not None

    def add_numbered(self) -> bool:
        """The clues of kinds with a number, in random order; false where one found no room."""
        wanted = self.stream.shuffled(
            [kind for kind in self.kinds for _ in range(kind.wish.count or 0)]
        )
        while wanted:
            kind = wanted.pop()
            most = self.share(kind, 1 + sum(k.name == kind.name for k in wanted))
            if not self.add(kind, most) and not self.make_room(kind, most):
                return False
        return True

    def make_room(self, kind: ClueKind, most_cells: int) -> bool:
        """Move clues of a kind until another one fits, and add it; false where none did.

        Clues are exchanged one for one, at random: the usual search for a packing.
        """
        self.fill(kind, _POOL // 2, most_cells)
        for _ in range(_MOVES):
            self.clock.check()
            self.round += 1
            fits: list[_Drawn] = []
            moves: list[tuple[_Drawn, _Drawn]] = []
            for drawn in self.pools[kind].values():
                if drawn.back <= self.round and drawn not in self.placed:
                    gone = [p for p in self.placed if p.area & drawn.area]
                    if not gone:
                        fits.append(drawn)
                    elif len(gone) == 1 and gone[0].kind is kind:
                        moves.append((gone[0], drawn))
            if fits:
                self.placed.append(max(fits, key=self.strength))
                return True
            if not moves:
                return False
            self.swap(*self.stream.choice(moves))
        return False

    def swap(self, goes: _Drawn, comes: _Drawn) -> None:
        """Place a clue for another, which stays away for a while."""
        goes.back = self.round + _TABU + self.stream.below(_TABU)
        self.placed[self.placed.index(goes)] = comes

    def share(self, kind: ClueKind, waiting: int) -> int:
        """The cells that a clue may have, so that others of its kind that wait find room too."""
        free = self.free(kind)
        if kind.is_outside or kind.is_mark or free is None:
            return 1 << 30
        return max(kind.sizes[0], len(free) * 4 // (5 * waiting))

    def search(self, minimal: bool, heard: Callable[[int], None]) -> bool:
        """Add and exchange clues until no other grid is left; false where that was not reached.

        ``minimal``: and until no clue can be spared. ``heard`` is told how many rounds it took.

        :raises RanOut: where the clock runs out.
        """
        for _ in range(_ROUNDS):
            self.clock.check()
            self.round += 1
            heard(self.round)
            found = bool(self.open()) or self.other(conflicts=_MANY_CONFLICTS)
            if found is not False and self.more():
                continue
            if found is None:
                found = self.other(conflicts=_MOST_CONFLICTS)
            if found is None:
                return False
            if found:
                if self.exchanges == _EXCHANGES or not self.exchange():
                    return False
                continue
            self.drop_spare()
            numbered = [p for p in self.placed if p.kind.wish.count is not None]
            spare = next((p for p in numbered if minimal and self.is_spare(p)), None)
            if spare is None:
                return True
            self.exchange(spare)
        return False

    def more(self) -> bool:
        """Add a clue of a kind without a number; false where none helps."""
        kinds = [kind for kind in self.kinds if kind.wish.count is None]
        return any(self.add(kind) for kind in self.stream.shuffled(kinds))

    def is_spare(self, placed: _Drawn) -> bool:
        """Whether no other grid comes in without a clue."""
        return not self.open(without=placed) and not self.other(without=placed)

    def require_seen(self, is_chosen: bool) -> bool:
        """Whether every exchange of two digits, and counting them backwards, breaks some clue.

        Otherwise another solution has to be taken, which is of no use where the solution
        ``is_chosen`` or where the same is true of others.

        :raises ImpossibleWish: with what no clue that was drawn shows.
        """
        left = self._unseen(self.solution, self._changes(), _DRAWS)
        if not any(self._means_the_same(change) for change in left.values()):
            if not (left := self._unseen(self.solution, left, _POOL // 2)):
                return True
            for _ in range(0 if is_chosen else _SOLUTIONS):
                self.other()
                if not (left := self._unseen(self.grids[-1] or self.solution, left, _DRAWS)):
                    return False
        raise ImpossibleWish(
            f"no clue of these kinds that was drawn shows whether {next(iter(left))}, so without "
            "givens there are two solutions; add another kind of clue"
        )

    def _changes(self) -> dict[str, dict[int, int]]:
        digits = self.geometry.digits
        backwards = dict(zip(digits, reversed(digits), strict=True))
        pairs = combinations(digits, 2)
        return {"all digits count backwards": backwards} | {
            f"{a} and {b} change places": {a: b, b: a} for a, b in pairs
        }

    def _means_the_same(self, change: dict[int, int]) -> bool:
        """Whether a change of digits leaves the board's rules and clues that they are."""
        every = {digit: change.get(digit, digit) for digit in self.geometry.digits}
        moved = BoardMap(self.geometry, tuple(range(self.geometry.cell_count)), every)
        rules = (*self.board.constraints, *(clue for pool in self.pools.values() for clue in pool))
        return all(rule.image(moved) == rule for rule in rules)

    def _unseen(
        self, solution: Grid, changes: dict[str, dict[int, int]], count: int
    ) -> dict[str, dict[int, int]]:
        """The changes of a solution's digits that keep the board and every clue that is drawn."""
        if not changes:
            return changes
        clues: list[Constraint] = []
        for kind in self.kinds:
            if solution is self.solution:
                self.fill(kind, count)
                clues += self.pools[kind]
            else:
                drawn = (kind.random(solution, self.stream, self.area) for _ in range(count))
                clues += [clue for clue in drawn if clue is not None]
        found = {}
        for words, change in changes.items():
            grid = Grid(self.geometry, tuple(change.get(d or 0, d) for d in solution.values))
            if self.board.accepts(grid) and all(clue.holds(grid) for clue in clues):
                found[words] = change
        return found

    def fill(self, kind: ClueKind, count: int, most_cells: int | None = None) -> None:
        """Draw clues of a kind, in any cells, so that this many are known (if there are)."""
        for _ in range(count - len(self.pools[kind])):
            clue = kind.random(self.solution, self.stream, self.area, most_cells)
            if clue is not None:
                self.drawn(kind, clue)

    def drop_spare(self) -> None:
        """Take away, in random order, the clues of kinds without a number that can be spared."""
        for placed in self.stream.shuffled([p for p in self.placed if p.kind.wish.count is None]):
            if self.is_spare(placed):
                self.placed.remove(placed)

    def exchange(self, spare: _Drawn | None = None) -> bool:
        """Exchange a clue for one that breaks more other grids; false where none can be.

        It breaks an open grid, drawn at random, which is how such searches leave dead ends.
        ``spare`` is the clue that goes; by default one that is in the way of the one that comes.
        """
        # The grids that one clue alone keeps out.
        once = twice = 0
        for placed in self.placed:
            broken = self.broken(placed)
            twice |= once & broken
            once |= broken
        alone = {p: p.broken & self.known & ~twice for p in self.placed}
        open = self.known & ~once
        numbers = [n for n in range(len(self.grids)) if open >> n & 1]
        focus = 1 << self.stream.choice(numbers) if numbers else 0
        moves: list[tuple[int, _Drawn | None, _Drawn]] = []
        for kind in self.kinds if spare is None else [spare.kind]:
            self.draw(kind)
            same = [p for p in self.placed if p.kind is kind]
            idlest = min(same, key=lambda p: alone[p].bit_count(), default=None)
            for drawn in self.pools[kind].values():
                broken = self.broken(drawn)
                if drawn.back > self.round or drawn in self.placed or focus & ~broken:
                    continue
                gone = [p for p in self.placed if p is spare or p.area & drawn.area]
                if not gone and kind.wish.count is not None and idlest is not None:
                    gone = [idlest]
                if len(gone) <= 1 and all(p.kind is kind for p in gone):
                    goes = gone[0] if gone else None
                    lost = alone[goes] & ~broken if goes else 0
                    gain = (broken & open).bit_count() - lost.bit_count()
                    moves.append((gain, goes, drawn))
        if not moves:
            return False
        self.exchanges += 1
        # In place of one that can be spared a weak clue is as good, and others may be needed then.
        most = max(move[0] for move in moves)
        best = [move for move in moves if spare is not None or move[0] == most]
        _, goes, comes = self.stream.choice(best)
        if goes is None:
            self.placed.append(comes)
        else:
            self.swap(goes, comes)
        return True

    def draw(self, kind: ClueKind) -> None:
        """More clues for exchanges: in cells that are free, or would be without some clue."""
        free = self.free(kind)
        same = [p for p in self.placed if p.kind.name == kind.name]
        for _ in range(_FRESH):
            area = free
            if same and not (kind.is_outside or kind.is_mark):
                area = {*(free or ()), *self.stream.choice(same).clue.scope(self.geometry)}
            clue = kind.random(self.solution, self.stream, area)
            if clue is not None:
                self.drawn(kind, clue)

    def givens_needed(self) -> int | None:
        """How many digits of the solution, each the one that most other grids lack, leave no other
        grid beside the clues placed; ``None`` where the solver does not find out."""
        open = self.open()
        others = [grid for n, grid in enumerate(self.grids) if grid is not None and open >> n & 1]
        before, right = len(self.given), self.solution.values
        while True:
            if not others:
                found = self.other(conflicts=_MANY_CONFLICTS)
                if not found:
                    return None if found is None else len(self.given) - before
                others = [grid for grid in self.grids[-1:] if grid is not None]
            wrong = Counter(c for g in others for c, d in enumerate(g.values) if d != right[c])
            cell = max(wrong, key=lambda cell: wrong[cell])
            self.given.append(self._literals[cell])
            others = [grid for grid in others if grid.values[cell] == right[cell]]

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
    is_chosen: bool,
    stream: Stream,
    clock: Clock,
    heard: Callable[[int, int | None], None],
) -> Puzzle | None:
    """The board with clues that leave only this solution, its givens kept; ``None``: not found.

    ``heard`` is told how many rounds the search has taken, and at its end, where there is no
    puzzle, how many givens make one of the clues.

    Clues of kinds without a number can none be spared; with ``minimal`` no clue can.
    ``is_chosen``: no other solution would do.

    :raises ImpossibleWish: where clues of these kinds cannot do.
    :raises RanOut: where the clock runs out.
    :raises Unsupported: where a clue cannot be written as clauses.
    """
    with closing(_Maker(board, solution, wishes, area, stream, clock)) as maker:
        if not maker.require_seen(is_chosen):
            return None
        if not maker.add_numbered():
            return None
        if not maker.search(minimal, lambda rounds: heard(rounds, None)):
            heard(maker.round, maker.givens_needed())
            return None
        return maker.board_with_clues()


def has_spare_clue(puzzle: Puzzle, solution: tuple[int, ...], board: Puzzle, clock: Clock) -> bool:
    """Whether some rule of a puzzle with one solution, beyond those of its board, can go.

    :raises RanOut: where the clock runs out.
    """
    posed = replace(puzzle, constraints=board.constraints)
    with closing(_Maker(posed, solution, (), None, Stream(0), clock)) as maker:
        for clue in puzzle.constraints[len(board.constraints) :]:
            kind = ClueKind(ClueWish(clue.name, 1), puzzle.geometry)
            maker.placed.append(maker.drawn(kind, clue))
        return any(maker.is_spare(placed) for placed in maker.placed)
