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
from dataclasses import replace
from itertools import combinations
from operator import neg
from typing import Any

from satdoku.base.errors import ImpossibleWish, Unsupported
from satdoku.base.limits import Clock, RanOut
from satdoku.base.records import dataclass
from satdoku.board import Constraint, Grid
from satdoku.board.constraint import BoardMap
from satdoku.constraints.modifiers import Modifier
from satdoku.engines.incremental import SwitchedRules
from satdoku.generating.clues import ClueKind, ClueWish, counts_together, sizes_together
from satdoku.generating.modified import Modified, ModifiedKind
from satdoku.generating.randomness import Stream
from satdoku.generating.symmetric import ANY_SHAPES, Symmetric
from satdoku.model import Model
from satdoku.puzzle import Puzzle

_MAX_CHOICES = 12
"""Random clues, the best of which is placed, as long as there is room."""

_MAX_DRAWS = 60
"""Random clues drawn to find that many that do not overlap others of their kind."""

_STRONG = 0.7
"""Of the clues that break at least this part of the grids that the best one breaks, the one that
lies farthest from others is placed, so that clues are spread over the board."""

_NEAR_CELLS = 2
"""Rows and columns between cells that are near to each other."""

_MIN_OTHER_GRIDS = 12
"""Other grids that are looked for before a clue is chosen."""

_FEW_CONFLICTS = 200
"""Conflicts of the solver after which a clue is chosen without a further other grid."""

_MANY_CONFLICTS = 2000
"""Conflicts after which a further clue is added where there may be one."""

_MAX_OTHER_GRIDS = 600
"""Other grids that are kept; the search forgets the oldest."""

_MAX_POOL = 600
"""Clues of a kind that are kept for exchanges; the search forgets the oldest."""

_DRAWN_CLUES = 4
"""Clues that are drawn before each exchange."""

_MAX_MOVES = 300
"""Clues moved to make room for another one before the search gives up."""

_TRIED_SOLUTIONS = 4
"""Other solutions on which kinds of clues are tried before they are refused."""

_MAX_ROUNDS = 3000
"""Clues added or exchanged, and other grids found, before a search without givens gives up."""

_MAX_EXCHANGES = 400
"""Clues exchanged before it gives up; most existing puzzles take fewer."""

_MAX_CONFLICTS = 200_000
"""Conflicts after which it gives up without knowing whether there is another grid."""

_SEARCHING = 0.9
"""The part of the time after which the clues so far are made a puzzle by givens."""

_MAX_MORE = 12
"""Clues of a kind, more than wished, that are tried to find how many would do."""

_MORE_CONFLICTS = 20_000
"""Conflicts after which such clues are not taken to exclude all other grids."""

_TABU_ROUNDS = 8
"""Rounds for which a removed clue may not be placed again."""


class Unmarked(Exception):
    """The modifiers find no places on a solution."""


@dataclass(eq=False, slots=True)
class _Drawn:
    """A clue that may be placed, with its images under the wished symmetry.

    clues   the clue and its images
    area    the places that they cover, as bits: clues whose areas meet cannot both be drawn
    broken  the other grids that break them, as bits, of the first ``seen`` ones
    switch  its switch in the solver; ``None``: not there yet
    back    the round from which it may be placed again
    """

    kind: ClueKind
    clues: tuple[Constraint, ...]
    area: int
    broken: int = 0
    seen: int = 0
    switch: int | None = None
    back: int = 0


@dataclass(frozen=True, slots=True)
class NearClues:
    """Clues that leave other solutions, and what they lack.

    puzzle  the board with the clues, and with givens that leave one solution
    givens  how many givens these are
    enough  a kind with the number of its clues that did without givens: ``thermo:5``; ``None``:
            none was found
    """

    puzzle: Puzzle
    givens: int
    enough: str | None


class _Maker:
    """The clues placed so far, and the other grids that keep them."""

    def __init__(
        self,
        board: Puzzle,
        solution: tuple[int, ...],
        wishes: Sequence[ClueWish],
        area: frozenset[int] | None,
        stream: Stream,
        clock: Clock,
        under: Modified | None = None,
        symmetric: Symmetric = ANY_SHAPES,
    ) -> None:
        self.board = board
        self.geometry = board.geometry
        self.symmetry = symmetric.name
        self.under = under
        self.wide = board.geometry if under is None else under.wide
        self.kinds = [self.kind_of(wish) for wish in wishes]
        self.area = area
        self.stream = stream
        self.clock = clock
        self.spreads = False
        self.placed: list[_Drawn] = []
        self.pools: dict[ClueKind, dict[Constraint, _Drawn]] = {kind: {} for kind in self.kinds}
        self.rules = SwitchedRules(self.wide, lambda: self.clock.check())
        for part in board.model.parts if under is None else map(under.part, board.model.parts):
            self.rules.solver.add([self.rules.add(part)])
        self._away = self.rules.fresh()
        literals = [self.rules.variables.literal(cell, d) for cell, d in enumerate(solution)]
        self.rules.solver.add([-self._away, *(-literal for literal in literals)])
        self.solution = Grid(self.wide, solution if under is None else self.marked(literals, under))
        self._literals = self.rules.variables.literals(
            d for d in self.solution.values if d is not None
        )
        self.given = [self._literals[c] for c, g in enumerate(board.givens) if g is not None]
        self.grids: list[Grid | None] = []
        self.known = 0
        self.round = 0
        self.exchanges = 0
        self._bits: dict[tuple[Any, ...], int] = {}
        for wish, orbit in symmetric.drawn:
            kind = next(kind for kind in self.kinds if kind.wish == wish)
            kind.know(orbit)
            self.pooled(kind, orbit[0])

    def kind_of(self, wish: ClueWish) -> ClueKind:
        """The kind of clue of a wish."""
        if self.under is None:
            return ClueKind(wish, self.geometry, self.symmetry)
        return ModifiedKind(wish, self.under, self.symmetry)

    def marked(self, literals: Sequence[int], under: Modified) -> tuple[int, ...]:
        """The solution with marks of modifiers at random places.

        :raises Unmarked: where they find no places on it.
        """
        self.rules.solver.add([self.rules.add(under.about())])
        marks = self.rules.variables.table[len(literals) :]
        self.rules.solver.prefer([self.stream.choice(row) for row in marks])
        if not self.rules.solver.solve(literals, self.clock):
            raise Unmarked
        return self.rules.values()

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
        assumptions = [*self.given, *switches, self._away]
        self.rules.solver.prefer(self._phases())
        if conflicts is None:
            answer: bool | None = self.rules.solver.solve(assumptions, self.clock)
        else:
            self.clock.check()
            answer = self.rules.solver.attempt(assumptions, conflicts)
        if answer:
            self.known |= 1 << len(self.grids)
            self.grids.append(Grid(self.wide, self.rules.values()))
            if len(self.grids) > _MAX_OTHER_GRIDS:
                self.known &= ~(1 << len(self.grids) - 1 - _MAX_OTHER_GRIDS)
                self.grids[len(self.grids) - 1 - _MAX_OTHER_GRIDS] = None
        return answer

    def _phases(self) -> list[int]:
        """Literals of the solution in three of four cells, and of a random grid in the others.

        The solver then finds grids that differ from the solution in few cells first, which few
        clues break.
        """
        literals = []
        for row, digit in zip(self.rules.variables.table, self._literals, strict=True):
            chosen = digit if self.stream.below(4) else self.stream.choice(row)
            literals += [c if c == chosen else -c for c in row if c]
        return literals

    def switch(self, drawn: _Drawn) -> int:
        """The switch of a clue and its images, which are added to the solver on first use."""
        if drawn.switch is None:
            if self.under is None:
                relations = [r for clue in drawn.clues for r in clue.relations(self.geometry)]
                rule = Model(self.geometry, relations)
            else:
                rule = self.under.about(drawn.clues)
            try:
                drawn.switch = self.rules.add(rule)
            except Unsupported as error:
                raise Unsupported(f"{drawn.clues[0].describe(self.geometry)}: {error}") from None
        return drawn.switch

    def broken(self, drawn: _Drawn) -> int:
        """The known other grids that break a clue."""
        for number in range(max(drawn.seen, len(self.grids) - _MAX_OTHER_GRIDS), len(self.grids)):
            grid = self.grids[number]
            if grid is not None and not all(drawn.kind.keeps(c, grid) for c in drawn.clues):
                drawn.broken |= 1 << number
        drawn.seen = len(self.grids)
        return drawn.broken & self.known

    def open(self, without: _Drawn | None = None) -> int:
        """The known other grids that keep all clues (but one)."""
        grids = self.known
        for placed in self.placed:
            if placed is not without:
                grids &= ~self.broken(placed)
        return grids

    def pooled(self, kind: ClueKind, clue: Constraint) -> _Drawn:
        """The clue in the pool of its kind, where it is added if it is new."""
        pool = self.pools.setdefault(kind, {})
        if clue not in pool:
            area, clues = 0, kind.orbit(clue)
            for part in (part for each in clues for part in kind.covered(each)):
                area |= 1 << self._bits.setdefault(part, len(self._bits))
            pool[clue] = _Drawn(kind, clues, area)
            if len(pool) > _MAX_POOL:
                del pool[next(iter(pool))]
        return pool[clue]

    def free(self, kind: ClueKind) -> Collection[int] | None:
        """The cells in which another clue of a kind may lie."""
        if kind.is_outside or kind.is_mark:
            return self.area
        cells = set(range(self.geometry.cell_count) if self.area is None else self.area)
        return cells.difference(*(self.cells(p) for p in self.placed if p.kind.name == kind.name))

    def cells(self, drawn: _Drawn) -> tuple[int, ...]:
        """The cells of a clue and its images."""
        return tuple(cell for clue in drawn.clues for cell in clue.scope(self.geometry))

    def best(self, kind: ClueKind, most_cells: int, size: int | None = None) -> _Drawn | None:
        """The clue that most open grids break, among some random clues that find room.

        ``size``: the number of clues that it is with its images; ``None``: any.
        """
        area, taken = self.free(kind), self.covered()
        drawings = {
            drawn: None
            for drawn in self.pools[kind].values()
            if not drawn.area & taken
            and len(drawn.clues[0].scope(self.geometry)) <= most_cells
            and size in (None, len(drawn.clues))
        }
        for _ in range(_MAX_DRAWS if len(drawings) < _MAX_CHOICES else 0):
            self.clock.check()
            clue = self.random(kind, area, most_cells, size)
            if clue is None:
                break
            drawn = self.pooled(kind, clue)
            if not drawn.area & taken and size in (None, len(drawn.clues)):
                drawings[drawn] = None
                if len(drawings) == _MAX_CHOICES:
                    break
        best = max(drawings, key=self.strength, default=None)
        if best is not None and self.spreads and not kind.is_outside:
            least = self.strength(best)[0] * _STRONG
            strong = [drawn for drawn in drawings if self.strength(drawn)[0] >= least]
            near = self.crowds()
            best = min(strong, key=lambda drawn: (near(drawn), *map(neg, self.strength(drawn))))
        # Where any number may be placed, a clue that excludes no grid only takes room.
        if best is not None and kind.wish.count is None and not any(self.strength(best)):
            return None
        return best

    def random(
        self,
        kind: ClueKind,
        area: Collection[int] | None,
        most_cells: int | None = None,
        size: int | None = None,
    ) -> Constraint | None:
        """A random clue, likely one of so many with its images."""
        is_whole = size is None or size > len(kind.moves)
        draw = kind.random if is_whole else kind.random_unmoved
        return draw(self.solution, self.stream, area, most_cells)

    def crowds(self) -> Callable[[_Drawn], float]:
        """A function that returns how crowded a clue would lie: the cells of placed clues that are
        near to one of its own, on average."""
        square = self.geometry.row_column
        taken = Counter(
            square(cell)
            for placed in self.placed
            if not placed.kind.is_outside
            for cell in self.cells(placed)
        )

        def crowd(drawn: _Drawn) -> float:
            cells = self.cells(drawn)
            places = [square(cell) for cell in cells]
            near = (
                number
                for (row, column), number in taken.items()
                for down, across in places
                if max(abs(row - down), abs(column - across)) <= _NEAR_CELLS
            )
            return sum(near) / len(cells)

        return crowd

    def strength(self, drawn: _Drawn) -> tuple[int, int]:
        """The numbers of open other grids, and of all known ones, that break a clue."""
        broken = self.broken(drawn)
        return (broken & self.open()).bit_count(), broken.bit_count()

    def covered(self) -> int:
        """The places that the clues placed cover, as bits."""
        area = 0
        for placed in self.placed:
            area |= placed.area
        return area

    def add(self, kind: ClueKind, most_cells: int = 1 << 30, size: int | None = None) -> bool:
        """Choose a clue of a kind and add it; false where none helps.

        ``size``: the number of clues that it is to be with its images; ``None``: any.
        """
        for _ in range(_MIN_OTHER_GRIDS - self.open().bit_count()):
            if not self.other(conflicts=_FEW_CONFLICTS):
                break
        best = self.best(kind, most_cells, size)
        if best is not None:
            self.placed.append(best)
        return best is not None

    def add_numbered(self) -> bool:
        """Add the clues of kinds with a number, in random order; false where one found no room."""
        wanted = self.stream.shuffled(
            [(kind, size) for kind in self.kinds for size in self.sizes(kind)]
        )
        while wanted:
            kind, size = wanted.pop()
            waiting = size + sum(s for k, s in wanted if k.name == kind.name)
            most = self.share(kind, waiting)
            if self.add(kind, most, size) or self.make_room(kind, most, size):
                continue
            # Fewer images at a time, where more of them move onto themselves.
            smaller = next((s for s in self.together(kind) if s < size), None)
            if smaller is None:
                return False
            wanted += [(kind, smaller)] * (size // smaller)
        return True

    def sizes(self, kind: ClueKind) -> list[int]:
        """How many clues of a kind with a number are drawn at a time, as images of each other."""
        return sizes_together(kind.wish.count or 0, self.together(kind))

    def together(self, kind: ClueKind) -> tuple[int, ...]:
        """How many clues of a kind may be images of each other, most first."""
        return counts_together(kind.wish, self.geometry, self.symmetry, self.area)

    def make_room(self, kind: ClueKind, most_cells: int, size: int) -> bool:
        """Move clues of a kind until another one fits, and add it; false where none did.

        Clues are exchanged one for one, at random: the usual search for a packing.
        """
        self.fill(kind, _MAX_POOL // 2, most_cells, size)
        for _ in range(_MAX_MOVES):
            self.clock.check()
            self.round += 1
            fits: list[_Drawn] = []
            moves: list[tuple[_Drawn, _Drawn]] = []
            for drawn in self.pools[kind].values():
                if drawn.back <= self.round and drawn not in self.placed:
                    blocking = [p for p in self.placed if p.area & drawn.area]
                    if not blocking:
                        if len(drawn.clues) == size:
                            fits.append(drawn)
                    elif len(blocking) == 1 and _changes_places(blocking[0], drawn):
                        moves.append((blocking[0], drawn))
            if fits:
                self.placed.append(max(fits, key=self.strength))
                return True
            if not moves:
                return False
            self.swap(*self.stream.choice(moves))
        return False

    def swap(self, removed: _Drawn, comes: _Drawn) -> None:
        """Place a clue for another, which stays away for a while."""
        removed.back = self.round + _TABU_ROUNDS + self.stream.below(_TABU_ROUNDS)
        self.placed[self.placed.index(removed)] = comes

    def share(self, kind: ClueKind, waiting: int) -> int:
        """The most cells of a clue that leave room for the waiting clues of its kind."""
        free = self.free(kind)
        if kind.is_outside or kind.is_mark or free is None:
            return 1 << 30
        return max(kind.sizes[0], len(free) * 4 // (5 * waiting))

    def search(self, minimal: bool, heard: Callable[[int], None]) -> bool:
        """Add and exchange clues until no other grid is left; false where that was not reached.

        ``minimal``: and until no clue can be spared. ``heard`` is told how many rounds it took.

        :raises RanOut: where the clock runs out.
        """
        for _ in range(_MAX_ROUNDS):
            self.clock.check()
            self.round += 1
            heard(self.round)
            has_other = bool(self.open()) or self.other(conflicts=_MANY_CONFLICTS)
            if has_other is not False and self.add_further():
                continue
            if has_other is None:
                has_other = self.other(conflicts=_MAX_CONFLICTS)
            if has_other is None:
                return False
            if has_other:
                if self.exchanges == _MAX_EXCHANGES or not self.exchange():
                    return False
                continue
            self.drop_spare()
            numbered = [p for p in self.placed if p.kind.wish.count is not None]
            spare = next((p for p in numbered if minimal and self.is_spare(p)), None)
            if spare is None:
                return True
            self.exchange(spare)
        return False

    def add_further(self) -> bool:
        """Add a clue of a kind without a number; false where none helps."""
        kinds = [kind for kind in self.kinds if kind.wish.count is None]
        return any(self.add(kind) for kind in self.stream.shuffled(kinds))

    def is_spare(self, placed: _Drawn) -> bool:
        """Whether the other clues exclude all other grids too."""
        return not self.open(without=placed) and not self.other(without=placed)

    def require_seen(self, is_chosen: bool) -> bool:
        """Whether every exchange of two digits, and counting them backwards, breaks some clue.

        Otherwise another solution is needed, which is of no use where the solution ``is_chosen`` or
        where other solutions have the same fault.

        :raises ImpossibleWish: naming the change that no drawn clue shows.
        """
        left = self._unseen(self.solution, self._changes(), _MAX_DRAWS)
        if not any(self._means_the_same(change) for change in left.values()):
            if not (left := self._unseen(self.solution, left, _MAX_POOL // 2)):
                return True
            for _ in range(0 if is_chosen else _TRIED_SOLUTIONS):
                self.other()
                if not (left := self._unseen(self.grids[-1] or self.solution, left, _MAX_DRAWS)):
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
        """Whether a change of digits keeps the board's rules and clues."""
        if self.under is not None:
            return False  # values are not relabelled with their digits
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
        clues: list[tuple[ClueKind, Constraint]] = []
        for kind in self.kinds:
            if solution is self.solution:
                self.fill(kind, count)
                drawings = list(self.pools[kind])
            else:
                drawn = (kind.random(solution, self.stream, self.area) for _ in range(count))
                drawings = [clue for clue in drawn if clue is not None]
            clues += [(kind, image) for clue in drawings for image in kind.orbit(clue)]
        unseen, count = {}, self.geometry.cell_count
        digits, marks = solution.values[:count], solution.values[count:]
        for words, change in changes.items():
            changed = tuple(change.get(d or 0, d) for d in digits)
            grid = Grid(self.wide, (*changed, *marks))
            if self.board.accepts(Grid(self.geometry, changed)) and all(
                kind.keeps(clue, grid) for kind, clue in clues
            ):
                unseen[words] = change
        return unseen

    def fill(
        self,
        kind: ClueKind,
        count: int,
        most_cells: int | None = None,
        size: int | None = None,
    ) -> None:
        """Draw clues of a kind, in any cells, until this many are known (if there are)."""
        for _ in range(count - len(self.pools[kind])):
            self.clock.check()
            clue = self.random(kind, self.area, most_cells, size)
            if clue is not None:
                self.pooled(kind, clue)

    def drop_spare(self) -> None:
        """Take away, in random order, the clues of kinds without a number that can be spared."""
        for placed in self.stream.shuffled([p for p in self.placed if p.kind.wish.count is None]):
            if self.is_spare(placed):
                self.placed.remove(placed)

    def exchange(self, spare: _Drawn | None = None) -> bool:
        """Exchange a clue for one that breaks more other grids; false where this is impossible.

        The new clue breaks an open grid that is drawn at random, which helps such searches to leave
        dead ends. ``spare`` is the clue to remove; by default one in the way of the new clue.
        """
        moves = self._exchanges(spare)
        if not moves:
            return False
        self.exchanges += 1
        # A weak clue is good enough in place of one that can be spared, as others may come later.
        most = max(move[0] for move in moves)
        best = [move for move in moves if spare is not None or move[0] == most]
        _, removed, comes = self.stream.choice(best)
        if removed is None:
            self.placed.append(comes)
        else:
            self.swap(removed, comes)
        return True

    def _exchanges(self, spare: _Drawn | None) -> list[tuple[int, _Drawn | None, _Drawn]]:
        """The possible exchanges: the gain in excluded grids, the removed and the new clue."""
        # One pass over all clues, with the counts of grids as bits. ``alone``: the grids that one
        # placed clue alone excludes.
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
            idle = sorted(
                (p for p in self.placed if p.kind is kind), key=lambda p: alone[p].bit_count()
            )
            for drawn in self.pools[kind].values():
                broken = self.broken(drawn)
                if drawn.back > self.round or drawn in self.placed or focus & ~broken:
                    continue
                blocking = [p for p in self.placed if p is spare or p.area & drawn.area]
                if not blocking and kind.wish.count is not None:
                    blocking = [p for p in idle if _changes_places(p, drawn)][:1]
                    if not blocking:
                        continue
                if len(blocking) <= 1 and all(_changes_places(p, drawn) for p in blocking):
                    removed = blocking[0] if blocking else None
                    lost = alone[removed] & ~broken if removed else 0
                    gain = (broken & open).bit_count() - lost.bit_count()
                    moves.append((gain, removed, drawn))
        return moves

    def draw(self, kind: ClueKind) -> None:
        """Draw clues for exchanges, in cells that are free or would be without some clue."""
        free = self.free(kind)
        same = [p for p in self.placed if p.kind.name == kind.name]
        for _ in range(_DRAWN_CLUES):
            area, size = free, None
            if same and not (kind.is_outside or kind.is_mark):
                other = self.stream.choice(same)
                area, size = {*(free or ()), *self.cells(other)}, len(other.clues)
            clue = self.random(kind, area, size=size)
            if clue is not None:
                self.pooled(kind, clue)

    def near(self) -> NearClues | None:
        """How far the clues are from one solution; ``None`` where the solver does not find out.

        :raises RanOut: where the clock runs out.
        """
        before, clued = list(self.given), self.board_with_clues()
        cells = self.givens_needed()
        self.given = before
        if cells is None:
            return None
        puzzle = clued.with_givens({cell: self.solution.values[cell] for cell in cells})
        try:
            return NearClues(puzzle, len(cells), self.enough())
        except RanOut:
            return NearClues(puzzle, len(cells), None)

    def givens_needed(self) -> list[int] | None:
        """Cells whose digits would exclude all other grids, each chosen as the one that most of
        them lack, and then given; ``None`` where the solver does not find out."""
        open = self.open()
        others = [grid for n, grid in enumerate(self.grids) if grid is not None and open >> n & 1]
        cells: list[int] = []
        right, board = self.solution.values, range(self.geometry.cell_count)
        while True:
            if not others:
                has_other = self.other(conflicts=_MANY_CONFLICTS)
                if not has_other:
                    return None if has_other is None else cells
                others = [grid for grid in self.grids[-1:] if grid is not None]
            wrong = Counter(c for g in others for c in board if g.values[c] != right[c])
            cells.append(max(wrong, key=lambda cell: wrong[cell]))
            self.given.append(self._literals[cells[-1]])
            others = [grid for grid in others if grid.values[cells[-1]] == right[cells[-1]]]

    def enough(self) -> str | None:
        """The kind of which the fewest clues beyond the wish exclude all other grids, and their
        number; ``None`` where some more of one kind do not."""
        placed, least, answer = list(self.placed), _MAX_MORE + 1, None
        for kind in self.kinds:
            for more in range(1, least) if kind.wish.count is not None else ():
                if not self.add(kind):
                    break
                if not self.open() and self.other(conflicts=_MORE_CONFLICTS) is False:
                    number = sum(len(p.clues) for p in self.placed if p.kind is kind)
                    least, answer = more, f"{kind.wish.kind}:{number}"
                    break
            self.placed = list(placed)
        return answer

    def board_with_clues(self) -> Puzzle:
        """The board with the clues placed, in the order of the wishes."""
        clues = [c for kind in self.kinds for p in self.placed if p.kind is kind for c in p.clues]
        own = clues if self.under is None else [replace(self.under.modifier, rules=tuple(clues))]
        return replace(self.board, constraints=(*self.board.constraints, *own))


def _changes_places(removed: _Drawn, comes: _Drawn) -> bool:
    """Whether a clue can take the place of another one: both are as many with their images, or any
    number does."""
    alike = removed.kind.wish.count is None or len(removed.clues) == len(comes.clues)
    return removed.kind is comes.kind and alike


def clued_board(
    board: Puzzle,
    solution: tuple[int, ...],
    wishes: Sequence[ClueWish],
    area: frozenset[int] | None,
    stream: Stream,
    clock: Clock,
    under: Modified | None = None,
    symmetric: Symmetric = ANY_SHAPES,
) -> Puzzle | None:
    """The board with the wished number of clues; ``None`` where there was no room for all.

    :raises RanOut: where the clock runs out.
    :raises Unsupported: where a clue cannot be written as clauses.
    """
    with closing(_Maker(board, solution, wishes, area, stream, clock, under, symmetric)) as maker:
        maker.spreads = True  # without givens all of the strength is needed
        return maker.board_with_clues() if maker.add_numbered() else None


def clues_alone(
    board: Puzzle,
    solution: tuple[int, ...],
    wishes: Sequence[ClueWish],
    area: frozenset[int] | None,
    minimal: bool,
    is_chosen: bool,
    stream: Stream,
    clock: Clock,
    heard: Callable[[int, NearClues | None], None],
    under: Modified | None = None,
    symmetric: Symmetric = ANY_SHAPES,
) -> Puzzle | None:
    """The board with clues that leave only this solution, its givens kept; ``None``: not found.

    ``heard`` is told how many rounds the search has taken, and at its end, where there is no
    puzzle, what the clues lack.

    Clues of kinds without a number can none be spared; with ``minimal`` no clue can.
    ``is_chosen``: no other solution would do.

    :raises ImpossibleWish: where clues of these kinds cannot do.
    :raises RanOut: where the clock runs out.
    :raises Unsupported: where a clue cannot be written as clauses.
    """
    searching = clock.part(_SEARCHING)
    with closing(
        _Maker(board, solution, wishes, area, stream, searching, under, symmetric)
    ) as maker:
        if not maker.require_seen(is_chosen) or not maker.add_numbered():
            return None
        try:
            if maker.search(minimal, lambda rounds: heard(rounds, None)):
                return maker.board_with_clues()
        except RanOut:
            maker.clock = clock
            heard(maker.round, maker.near())
            raise
        maker.clock = clock
        heard(maker.round, maker.near())
        return None


def has_spare_clue(
    puzzle: Puzzle,
    solution: tuple[int, ...],
    board: Puzzle,
    clock: Clock,
    under: Modified | None = None,
) -> bool:
    """Whether some rule of a puzzle with one solution, beyond those of its board, can go.

    :raises RanOut: where the clock runs out.
    """
    posed = replace(puzzle, constraints=board.constraints)
    clues = puzzle.constraints[len(board.constraints) :]
    if under is not None:
        clues = tuple(clue for rule in clues if isinstance(rule, Modifier) for clue in rule.rules)
    with closing(_Maker(posed, solution, (), None, Stream(0), clock, under)) as maker:
        for clue in clues:
            kind = maker.kind_of(ClueWish(clue.name, 1))
            maker.placed.append(maker.pooled(kind, clue))
        return any(maker.is_spare(placed) for placed in maker.placed)
