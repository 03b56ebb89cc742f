"""A house and the clues about its cells: which of them exclude a candidate together.

The search of house combinations (house_clues.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, reduce
from itertools import combinations
from operator import or_
from threading import Lock
from typing import TYPE_CHECKING, TypeAlias

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.model import Model
from satdoku.model.model import apart
from satdoku.puzzle import Puzzle
from satdoku.relations import AllDifferent, PairTable
from satdoku.techniques.board import Board, Candidates, bits, board_of
from satdoku.techniques.searches.clues.clues import clues_of
from satdoku.techniques.searches.clues.ways import ClueWays, Ways, allowed_pairs, between
from satdoku.techniques.step import Candidate

if TYPE_CHECKING:
    from satdoku.encodings.program import Narrowing, Program
    from satdoku.engines.incremental import Clauses
    from satdoku.relations import Lowered

_MOST_CELLS = 20
"""Clues that bring a house to more cells than this are left out, those that leave it most first."""

_MOST_CLUES = 3
_MOST_NEEDS = 3
_MOST_FACTS = 5
"""A step rests on no more clues, digits of the house, and of both together."""

_CONFLICTS = 20_000
"""The conflicts that a question may take; where it takes more, nothing follows and no more are
asked. This is far more than any has taken, since a solver that remembers earlier questions could
answer otherwise."""

_FEW_CLUES = 4
"""Of a house with more clues only the solver is asked: its ways keep as many of them as they can,
and so answer for many sets of clues."""

_WORK = 2_000_000
"""How long the compiled core searches before a solver is asked, some 10 ms."""

_KEPT = 2000

_MOST_SEARCHES = 100
"""Of a house, for so many sets of clues and needed digits what the core searches is remembered."""

_MOST_REFUTED = 60
"""Of a candidate, so many sets of facts are remembered that exclude it."""


@dataclass(frozen=True, slots=True)
class GroupFacts:
    """The facts that a step rests on: places of clues, and digits that the house needs."""

    clues: tuple[int, ...]
    needs: tuple[int, ...]

    @property
    def size(self) -> int:
        return len(self.clues) + len(self.needs)


_Conclusions: TypeAlias = "tuple[tuple[GroupFacts, tuple[Candidate, ...]], ...]"


class HouseGroup:
    """A house and clues about its cells: whether some facts can be where a candidate is true.

    Facts are a bit set: bit 0 is that what rules exclude of two cells counts, then comes a bit for
    each digit (the house needs it) and for each clue. This is the order in which they are left out.
    Candidates are bits ``place * size + d``.

    The compiled core searches for a way to fill the cells; where it is not asked or does not answer
    a SAT solver does, with clauses behind a literal for each fact. A question has one answer,
    whatever was asked before, and no cores are taken from the solver.
    """

    def __init__(
        self, board: Board, house: int, clues: Sequence[ClueWays], *, paired: bool
    ) -> None:
        self.board, self.house, self.clues, self.paired = board, house, tuple(clues), paired
        cells = dict.fromkeys(board.members[house])
        for clue in clues:
            cells |= dict.fromkeys(clue.ways.cells)
        self.cells = tuple(cells)
        self._places = sum([1 << place * board.size for place in range(board.size)])
        """The members of the house, which come first, for digit 0."""
        self._of_needs = range(1, 1 + board.size)
        self._of_clues = range(self._of_needs.stop, self._of_needs.stop + len(self.clues))
        self._all_clues = sum(1 << at for at in self._of_clues)
        self._known: dict[tuple[int, ...], _Conclusions] = {}
        self._met: list[tuple[int, int]] = []
        """Ways to fill cells that were found, each with the facts that it keeps."""
        self._near: list[tuple[int, int]] = []
        """The ways among them that have none but the present candidates."""
        self._having: dict[int, list[int]] = {}
        """The facts that the ways keep which have a candidate, for the candidates asked about."""
        self._refuted: dict[int, list[tuple[int, int]]] = {}
        """For candidates, facts that exclude them, each time with the candidates left then."""
        self._excluding: dict[int, list[int]] = {}
        """The facts that still exclude a candidate, for the candidates asked about."""
        self._kept_by: dict[int, tuple[list[bool], list[Lowered]]] = {}
        """The results of ``_relations`` by clues (and whether pairs count)."""
        self._programs: dict[int, Program | None] = {}
        """The programs of clues (and whether pairs count) with the house alone."""
        self._searches: dict[tuple[int, int], Narrowing | None] = {}
        """The programs that the core searches, by clues (and whether pairs count) and digits."""
        self._lock = Lock()
        self._solver: Clauses | None = None
        self._loaded = 0
        """The facts of the clues whose clauses the solver has."""

    def _demands(self, facts: int) -> tuple[list[Lowered], tuple[int, ...]]:
        """The relations of the clues of some facts, and their cells."""
        geometry = self.board.geometry
        cells: dict[int, None] = {}
        relations: list[Lowered] = []
        top = geometry.cell_count
        for at, clue in zip(self._of_clues, self.clues, strict=True):
            if facts >> at & 1:
                own, top = apart(clue.ways.model.lowered, geometry.cell_count, top)
                relations += own
                cells |= dict.fromkeys(clue.ways.cells)
        return relations, tuple(cells)

    @cached_property
    def _ways(self) -> Ways:
        """The ways to keep all facts."""
        relations, _ = self._demands(self._all_clues)
        return Ways(self.board, Model(self.board.geometry, relations), self.cells)

    @cached_property
    def _clashes(self) -> tuple[list[int], list[int]]:
        """The candidates that each excludes of the others, by houses alone, and with the rules."""
        return self._ways.clashes(pairs=False), self._ways.clashes()

    def conclusions(self, cands: Candidates, clock: Clock) -> _Conclusions:
        """The eliminations, each time with the facts that they rest on."""
        values, cand = cands.values, cands.cand
        masks = tuple([1 << values[c] if values[c] >= 0 else cand[c] for c in self.cells])
        known = self._known.get(masks)
        if known is None:
            with self._lock:
                known = tuple(self._concluded(masks, clock))
                if len(self._known) > _KEPT:
                    self._known.clear()
                self._known[masks] = known
        return known

    def example(
        self, cands: Candidates, facts: GroupFacts, pair: Candidate, clock: Clock
    ) -> dict[int, int] | None:
        """The digits of the clues of some facts in a way to keep these, and what rules exclude of
        two cells, in which a candidate is true; ``None`` where none is found."""
        values, cand, size = cands.values, cands.cand, self.board.size
        masks = [1 << values[c] if values[c] >= 0 else cand[c] for c in self.cells]
        alive = sum(mask << place * size for place, mask in enumerate(masks))
        open_ = sum(mask << p * size for p, mask in enumerate(masks) if mask & (mask - 1))
        k = self.cells.index(pair[0]) * size + self.board.index_of[pair[1]]
        wanted = 1 | sum(1 << self._of_needs[d] for d in facts.needs)
        wanted |= sum(1 << self._of_clues[at] for at in facts.clues)
        cells = {cell for at in facts.clues for cell in self.clues[at].ways.cells}
        with self._lock:
            self._start(self._every(alive, open_), alive)
            if not self._ask(wanted, k, clock):
                return None
            ways = [w for w, own in self._near if w >> k & 1 and not wanted & ~own]
        for way in ways:
            digits = {
                cell: bits(way >> place * size & self.board.all_digits)
                for place, cell in enumerate(self.cells)
                if cell in cells
            }
            if all(len(own) == 1 for own in digits.values()):
                return {cell: self.board.digits[d] for cell, (d,) in digits.items()}
        return None

    def _concluded(
        self, masks: tuple[int, ...], clock: Clock
    ) -> Iterator[tuple[GroupFacts, tuple[Candidate, ...]]]:
        if not all(masks) or sum(mask & (mask - 1) > 0 for mask in masks) < 3:
            return
        size, digits = self.board.size, self.board.digits
        alive = open_ = 0
        for place, mask in enumerate(masks):
            alive |= mask << place * size
            if mask & (mask - 1):
                open_ |= mask << place * size
        supported = self._ways.support(masks, clock)
        refuted = list(bits(open_ & ~sum(mask << p * size for p, mask in enumerate(supported))))
        if not refuted:
            return
        every = self._every(alive, open_)
        self._start(every, alive)
        while refuted:
            few = self._fewest(every, refuted[0], clock)
            if not few:
                del refuted[0]
                continue
            same = [k for k in refuted if k == refuted[0] or self._ask(few, k, clock) is False]
            refuted = [k for k in refuted if k not in same]
            eliminations = [(self.cells[k // size], digits[k % size]) for k in same]
            yield self._named(few), tuple(sorted(eliminations))

    def _start(self, every: int, alive: int) -> None:
        """Set what answers about these candidates are kept in."""
        self._alive = alive
        self._free = ~(every | self._all_clues | 1)
        self._having, self._excluding = {}, {}
        self._near = [one for one in self._met if not one[0] & ~alive]
        if len(self._met) > _KEPT:
            self._met = self._near[-_KEPT // 2 :]

    def _every(self, alive: int, open_: int) -> int:
        """All facts, where these candidates are left. A digit that is placed need not be asked
        for, unless it excludes something that is still there."""
        alike, every = self._clashes
        facts = int(alike != every)
        size, rivals = self.board.size, self._ways.rivals
        house = (1 << size * size) - 1
        placed = {k % size for k in bits(alive & ~open_ & house) if not rivals[k] & alive}
        for d, at in enumerate(self._of_needs):
            facts |= (d not in placed) << at
        return facts | self._all_clues

    def _named(self, facts: int) -> GroupFacts:
        return GroupFacts(
            tuple([at for at, bit in enumerate(self._of_clues) if facts >> bit & 1]),
            tuple([d for d, bit in enumerate(self._of_needs) if facts >> bit & 1]),
        )

    def _fewest(self, every: int, k: int, clock: Clock) -> int:
        """Few facts that exclude a candidate; 0 where these are still too many."""
        clues = [1 << at for at in self._of_clues]
        rest = every & ~self._all_clues
        for count in range(0 if self.paired else 1, min(_MOST_CLUES, len(clues)) + 1):
            for chosen in combinations(clues, count):
                facts = rest | sum(chosen)
                # That all of them exclude it is known.
                if facts != every and self._ask(facts, k, clock) is not False:
                    continue
                facts = self._shrunk(facts, k, clock)
                if not facts:
                    continue
                # What one fact shows, or the house alone, is for other techniques.
                if (facts & -2).bit_count() < 2 or not facts & (self._all_clues | 1):
                    return 0
                return facts
        return 0

    def _shrunk(self, facts: int, k: int, clock: Clock) -> int:
        """Facts that exclude a candidate without those that can be left out, one after another in
        order; 0 where these are too many."""
        needs = sum(1 << at for at in self._of_needs)
        needed = 0
        groups = [facts & of for of in (self._all_clues, needs, 1)]
        while groups:
            group = groups.pop()
            if not group:
                continue
            # What can be left out together can be so one by one.
            if self._ask(facts & ~group, k, clock) is False:
                facts &= ~group
            elif group & (group - 1):
                members = bits(group)
                first = group & (1 << members[len(members) // 2]) - 1
                groups += (group & ~first, first)
            else:
                # What cannot be left out of some facts cannot be left out of fewer either.
                needed |= group
                if (needed & needs).bit_count() > _MOST_NEEDS:
                    return 0
                if (needed & -2).bit_count() > _MOST_FACTS:
                    return 0
        return facts

    def _ask(self, facts: int, k: int, clock: Clock) -> bool | None:
        """Whether all of these can be where a candidate is true."""
        having = self._having.get(k)
        if having is None:
            having = self._having[k] = [
                kept_facts for way, kept_facts in self._near if way >> k & 1
            ]
        for kept_facts in having:
            if not facts & ~kept_facts:
                return True
        excluding = self._excluding.get(k)
        if excluding is None:
            known = self._refuted.get(k, ())
            excluding = [some for some, left in known if not self._alive & ~left]
            self._excluding[k] = excluding
        asked_for = facts | self._free
        for some in excluding:
            if not some & ~asked_for:
                return False
        clock.check()
        answer = None
        if len(self.clues) <= _FEW_CLUES:
            answer = self._searched(facts, k)
        if answer is None:
            answer = self._solved(facts, k)
        if answer is False:
            excluding.append(facts)
            known = self._refuted.setdefault(k, [])
            if len(known) >= _MOST_REFUTED:
                known.clear()
            known.append((facts, self._alive))
        return answer

    def _keep(self, way: int, kept_facts: int) -> None:
        """Remember a way, with these facts that it keeps and the others that are seen in it."""
        for d, at in enumerate(self._of_needs):
            if way & self._places << d:
                kept_facts |= 1 << at
        self._met.append((way, kept_facts))
        self._near.append((way, kept_facts))
        for k, having in self._having.items():
            if way >> k & 1:
                having.append(kept_facts)

    # -- the search of the compiled core ----------------------------------------------------------

    def _searched(self, facts: int, k: int) -> bool | None:
        """The answer of the compiled core. A digit in a cell without clues excludes nothing beyond
        the house at first; if the way that is found breaks that, it searches once more."""
        size, every = self.board.size, self.board.all_digits
        alike, excluded = self._clashes
        own, clashes = facts & (self._all_clues | 1), excluded if facts & 1 else alike
        needed = sum([1 << d for d, at in enumerate(self._of_needs) if facts >> at & 1])
        left, of_clues = self._alive & ~clashes[k], self._relations(own)[0]
        # The digits of each cell that count: all in those of clues, in others of the house those
        # that it needs. Other digits stand for no digit.
        counted = [every if of else needed if at < size else 0 for at, of in enumerate(of_clues)]
        masks = self._masks(left, counted, k)
        for stricter in (0, needed):
            search = self._search(own, stricter, counted)
            grid = None if search is None else search.one(masks, self.cells, _WORK)
            if not grid:
                return None if grid is None else False
            way, loose = 1 << k, []
            for at, (d, counts) in enumerate(zip(grid, counted, strict=True)):
                way |= (1 << d & counts) << at * size
                if not of_clues[at]:
                    loose.append(at * size + d)
            if any(clashes[a] & way for a in loose if way >> a & 1):
                continue
            # What stands for no digit can often be where it is, too.
            for a in loose:
                if left >> a & 1 and not excluded[a] & way:
                    way |= 1 << a
            self._keep(way, own | (not any(excluded[a] & way for a in bits(way))))
            return True
        return None

    def _relations(self, own: int) -> tuple[list[bool], list[Lowered]]:
        """Which cells some clues are about, and what these clues and the house ask."""
        if own not in self._kept_by:
            of_own, cells = self._demands(own)
            relations = [*of_own, *between(self.board, cells, pairs=bool(own & 1))]
            relations.append(AllDifferent(self.board.members[self.house]))
            self._kept_by[own] = [cell in cells for cell in self.cells], relations
        return self._kept_by[own]

    def _masks(self, left: int, counted: Sequence[int], k: int) -> list[int]:
        """The digits of each cell of the board for the compiled core, with a candidate placed."""
        size, every = self.board.size, self.board.all_digits
        masks = [1] * self.board.count
        for at, (cell, counts) in enumerate(zip(self.cells, counted, strict=True)):
            masks[cell] = left >> at * size & every | (every & ~counts if at < size else not counts)
        masks[self.cells[k // size]] = 1 << k % size
        return masks

    def _search(self, own: int, needed: int, counted: Sequence[int]) -> Narrowing | None:
        """The program that the core searches: some clues and the house. The digits that it needs
        exclude others in its other cells, too."""
        key = own, needed
        if key not in self._searches:
            if len(self._searches) > _MOST_SEARCHES:
                self._searches.clear()
                self._programs.clear()
            self._searches[key] = self._made(own, needed, counted)
        return self._searches[key]

    def _made(self, own: int, needed: int, counted: Sequence[int]) -> Narrowing | None:
        from satdoku.encodings.program import program_of, searching_in

        board, size = self.board, self.board.size
        of_clues, relations = self._relations(own)
        if own not in self._programs:
            self._programs[own] = program_of(Model(board.geometry, relations))
        program = self._programs[own]
        if program is None or not program.is_whole:
            return None
        tables: list[PairTable] = []
        for place in range(size if needed else 0):
            if of_clues[place]:
                continue
            # That the cells of the house differ is there already.
            rows = [
                row & ~(self._places << d) if needed >> d & 1 else 0
                for d, row in enumerate(self._clashes[own & 1][place * size : (place + 1) * size])
            ]
            reached = reduce(or_, rows)
            for at, counts in enumerate(counted):
                if reached >> at * size & counts and (of_clues[at] or place < at):
                    out = tuple([row >> at * size & counts for row in rows])
                    allowed = allowed_pairs(out, board.digits)
                    tables.append(PairTable(self.cells[place], self.cells[at], allowed))
        return searching_in(board.geometry, program.also(tables) if tables else program)

    # -- the clauses ------------------------------------------------------------------------------

    def _solved(self, facts: int, k: int) -> bool | None:
        """The answer of a SAT solver."""
        if self._solver is None:
            self._solver = self._load()
        for at in bits(facts & ~self._loaded & self._all_clues):
            self._load_clue(self._solver, at)
        switches = self._switches
        absent = [-1 - out for out in bits((1 << switches[0] - 1) - 1 & ~self._alive)]
        assumptions = [k + 1, *(switches[at] for at in bits(facts)), *absent]
        answer = self._solver.attempt(assumptions, _CONFLICTS)
        if answer:
            model = self._solver.model()
            way = sum([1 << k - 1 for k in model[: switches[0] - 1] if k > 0])
            own = [at for at in bits(1 | self._loaded) if model[switches[at] - 1] > 0]
            self._keep(way, sum(1 << at for at in own))
        return answer

    def _load(self) -> Clauses:
        from satdoku.encodings.variables import Variables
        from satdoku.engines.incremental import Clauses

        board, size, cells = self.board, self.board.size, self.cells
        table: list[list[int]] = [[0] * size for _ in range(board.count)]
        for place, cell in enumerate(cells):
            table[cell] = list(range(place * size + 1, (place + 1) * size + 1))
        top = len(cells) * size
        self._switches = range(top + 1, top + 1 + self._of_clues.stop)
        self._variables = Variables(board.geometry, tuple(table), top)
        self._top = self._switches[-1]
        clauses: list[list[int]] = []
        for cell in cells:
            clauses += [[-a, -b] for a, b in combinations(table[cell], 2)]
        pairs = self._switches[0]
        for k, (alike, others) in enumerate(zip(*self._clashes, strict=True)):
            for other in bits(others & -2 << k):
                behind = [] if alike >> other & 1 else [-pairs]
                clauses.append([-1 - k, -1 - other, *behind])
        members = board.members[self.house]
        for d, at in enumerate(self._of_needs):
            clauses.append([-self._switches[at], *(table[cell][d] for cell in members)])
        return Clauses(clauses, solver="minisat22")

    def _load_clue(self, solver: Clauses, at: int) -> None:
        from satdoku.encodings.cnf import encode_alone

        clue = self.clues[at - self._of_clues.start]
        switch, table = self._switches[at], self._variables.table
        formula = encode_alone(self._variables, clue.ways.model, top=self._top)
        self._top = formula.top
        solver.extend([-switch, *table[cell]] for cell in clue.ways.cells)
        solver.extend([-switch, *clause] for clause in formula.clauses())
        self._loaded |= 1 << at
        # A way keeps clues that it was not asked to keep where it can.
        solver.prefer([self._switches[at] for at in bits(self._loaded)])


def house_groups(puzzle: Puzzle) -> tuple[HouseGroup, ...]:
    """The complete houses that clues are about, each with these clues."""
    return puzzle.model.kept(HouseGroup, lambda model: _grouped(puzzle, model))


def _grouped(puzzle: Puzzle, model: Model) -> tuple[HouseGroup, ...]:
    board = board_of(puzzle)
    clues = [clue for clue in clues_of(puzzle) if not clue.ways.model.only_pairs]
    groups = []
    for h in (h for h in range(len(board.houses)) if board.complete[h]):
        mask = board.mask[h]
        about = []
        for clue in clues:
            inside = sum(mask >> cell & 1 for cell in clue.ways.cells)
            if inside > 1:
                about.append((len(clue.ways.cells) - inside, -inside, clue))
        about.sort(key=lambda item: item[:2])
        cells = set(board.members[h])
        chosen = []
        for *_, clue in about:
            if len(cells | set(clue.ways.cells)) <= _MOST_CELLS:
                cells |= set(clue.ways.cells)
                chosen.append(clue)
        within = set(board.members[h])
        paired = any(
            table.first in within and table.second in within
            for part in model.parts
            for table in part.tables
        )
        if chosen or paired:
            groups.append(HouseGroup(board, h, chosen, paired=paired))
    return tuple(groups)
