"""A position as facts: the rules that something must be, gathered from cells, houses and clues.

A *fact* is that a cell holds a digit, that a complete house holds a digit, or that a constraint (a
cage, say) is kept. What a rule forbids is free: two digits in a cell, a digit twice in a house, two
digits that two cells may not hold, and what has been crossed out. So a naked or hidden single rests
on one fact, a locked digit on one, a pair or an X-wing on two.
"""

from __future__ import annotations

from copy import copy
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Literal, TypeAlias

from satdoku.base.compiled import compiled_core
from satdoku.base.limits import ENDLESS, Clock
from satdoku.base.records import dataclass
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.searches.clues.clues import clues_of
from satdoku.techniques.searches.clues.ways import ClueWays, Ways

if TYPE_CHECKING:
    from satdoku.core import Allowed as CoreAllowed
    from satdoku.core import Facts as CoreFacts
    from satdoku.core import Work as CoreWork

PROPAGATIONS = 50
"""The propagations of a solver that take as long as a unit of ``Facts.work``, about."""

_HARD = 30
"""The cost of a candidate of a clue with hard ways, at least, in that unit."""

_KEPT = 1000

_MAX_SINGLY = 3
"""The most candidates of a clue for each of which a question of its own is quicker."""

NeedOrRule: TypeAlias = tuple[Literal["need", "rule"], int]
"""A place in ``Facts.live``, or one in ``Facts.clues``."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """The facts that an argument may use: places in ``Facts.live`` and in ``Facts.clues``."""

    needs: frozenset[int]
    rules: frozenset[int]

    @property
    def size(self) -> int:
        """How many they are."""
        return len(self.needs) + len(self.rules)

    def each(self) -> list[NeedOrRule]:
        """The facts one by one, in order."""
        needs: list[NeedOrRule] = [("need", need) for need in sorted(self.needs)]
        return needs + [("rule", rule) for rule in sorted(self.rules)]

    def has(self, fact: NeedOrRule) -> bool:
        """Whether a fact is among them."""
        kind, place = fact
        return place in (self.needs if kind == "need" else self.rules)

    def without(self, fact: NeedOrRule) -> Allowed:
        """The others."""
        kind, place = fact
        if kind == "need":
            return Allowed(self.needs - {place}, self.rules)
        return Allowed(self.needs, self.rules - {place})


EVERY: Allowed | None = None
"""Every fact of the position."""


@dataclass(frozen=True, slots=True)
class Filter:
    """A clue, which limits the candidates that are left in its cells.

    rule   the fact's place in ``Facts.clues``
    cells  its cells
    scope  their open candidates
    ways   the ways to fill them
    """

    rule: int
    cells: tuple[int, ...]
    scope: int
    ways: Ways


@dataclass(slots=True)
class _Work:
    """The work so far; the compiled core counts it in an object of its own."""

    done: int = 0
    end: float = inf


class Facts:
    """The open candidates of a position and the facts about them.

    pairs     candidate → (cell, d)
    near      candidate → the candidates that it excludes
    live      fact → the candidates one of which must be true; first the cells, then the houses
    names     fact → (cell, -1) or (d, house), as a Failure of ``settle.py``
    of        candidate → the facts that need it
    clues     the clues that exclude more than what two cells may not hold
    filters   what they say, in the same order

    ``within``: at least these cells (all by default), with the houses and clues in them.
    """

    def __init__(self, cands: Candidates, clock: Clock = ENDLESS, within: int = -1) -> None:
        known = cands.memo.get("facts")
        if isinstance(known, Facts):
            vars(self).update(vars(known))
        else:
            self._read(cands, clock, within)
            if within == -1:
                cands.memo["facts"] = copy(self)
        self.clock = clock
        compiled = compiled_core("Trail")
        self._work: CoreWork | _Work = _Work() if compiled is None else compiled.Work()
        self.end = inf
        self._allowed: dict[Allowed, CoreAllowed] = {}
        self._domains: dict[int, int] = {}
        self._settled: dict[tuple[int, int], tuple[int, int] | None] = {}

    def _read(self, cands: Candidates, clock: Clock, within: int) -> None:
        board = cands.board
        self.cands, self.board = cands, board
        open_ = [(c, mask) for c, mask in enumerate(cands.cand) if mask and within >> c & 1]
        self.pairs = [(cell, d) for cell, mask in open_ for d in bits(mask)]
        self.number = {pair: v for v, pair in enumerate(self.pairs)}
        self.every = (1 << len(self.pairs)) - 1
        self.in_cell: dict[int, int] = {}
        # The candidates of a digit in a house, by house and digit.
        size = board.size
        in_house = [0] * (size * len(board.houses))
        for v, (cell, d) in enumerate(self.pairs):
            self.in_cell[cell] = self.in_cell.get(cell, 0) | 1 << v
            for h in board.houses_of[cell]:
                in_house[h * size + d] |= 1 << v
        self._read_exclusions(clock, within, in_house, *self._read_needs(within, in_house))
        self._read_clues(within)

    def _read_needs(self, within: int, in_house: list[int]) -> tuple[dict[int, int], list[int]]:
        """Set ``live`` and ``names``; return the facts by cell, and by house and digit (or -1)."""
        cands, board, size = self.cands, self.board, self.board.size
        self.live: list[int] = []
        self.names: list[tuple[int, int]] = []
        of_cell: dict[int, int] = {}
        for cell, value in enumerate(cands.values):
            if value < 0 and within >> cell & 1:
                of_cell[cell] = len(self.live)
                self.live.append(self.in_cell.get(cell, 0))
                self.names.append((cell, -1))
        of_house = [-1] * len(in_house)
        for h, cells in enumerate(board.members):
            if board.complete[h] and not board.mask[h] & ~within:
                written = {cands.values[cell] for cell in cells}
                for d in range(size):
                    if d not in written:
                        of_house[h * size + d] = len(self.live)
                        self.live.append(in_house[h * size + d])
                        self.names.append((d, h))
        return of_cell, of_house

    def _read_exclusions(
        self,
        clock: Clock,
        within: int,
        in_house: list[int],
        of_cell: dict[int, int],
        of_house: list[int],
    ) -> None:
        """Set ``near`` and ``of``."""
        board, size, number, where = self.board, self.board.size, self.number, self.cands.where
        self.near: list[int] = []
        self.of: list[list[int]] = []
        last = -1
        for v, (cell, d) in enumerate(self.pairs):
            if cell != last:
                clock.check()
                last, houses = cell, [h * size for h in sorted(board.houses_of[cell])]
            mask = self.in_cell[cell]
            facts = [of_cell[cell]]
            for at in houses:
                mask |= in_house[at + d]
                if of_house[at + d] >= 0:
                    facts.append(of_house[at + d])
            if board.conflicts:
                for e, others in board.conflicts[cell * size + d]:
                    for other in bits(where[e] & others & within):
                        mask |= 1 << number[other, e]
            self.near.append(mask & ~(1 << v))
            self.of.append(facts)

    def _read_clues(self, within: int) -> None:
        """Set ``clues`` and ``filters``."""
        self.clues: list[ClueWays] = []
        self.filters: list[Filter] = []
        for clue in clues_of(self.cands.puzzle):
            cells = clue.ways.cells
            scope = sum(self.in_cell.get(cell, 0) for cell in cells)
            if within != -1 and not all(within >> cell & 1 for cell in cells):
                continue
            if scope and clue.ways.model.beyond_pairs is not None:
                self.filters.append(Filter(len(self.clues), cells, scope, clue.ways))
                self.clues.append(clue)

    @property
    def whole(self) -> Allowed:
        """All of the facts."""
        return Allowed(frozenset(range(len(self.live))), frozenset(range(len(self.clues))))

    @property
    def quick(self) -> Allowed | None:
        """The facts but for clues of which a solver has to be asked what they say."""
        every = self.whole
        easy = frozenset(rule for rule in every.rules if not self.clues[rule].ways.is_hard)
        return EVERY if easy == every.rules else Allowed(every.needs, easy)

    @property
    def work(self) -> int:
        """How much has been done with these facts, in steps of some 20 microseconds of Python."""
        return self._work.done

    @work.setter
    def work(self, work: int) -> None:
        self._work.done = work

    @property
    def end(self) -> float:
        """How much may be done before what is found so far is taken."""
        return self._work.end

    @end.setter
    def end(self, end: float) -> None:
        self._work.end = end

    @property
    def is_spent(self) -> bool:
        """Whether all has been done that may be."""
        return self._work.done > self._work.end

    # -- in the compiled core ----------------------------------------------------------------------

    @cached_property
    def compiled(self) -> CoreFacts | None:
        """These facts in the compiled core, which follows trails; ``None`` without it, and where
        the board is too large for it."""
        core = compiled_core("Trail")
        if core is None or isinstance(self._work, _Work):
            return None
        limits = core.LIMITS
        if self.board.size > limits["trail_digits"]:
            return None
        if len(self.pairs) > limits["trail_candidates"]:
            return None
        width = len(self.pairs) // 8 + 1
        near, live = (
            b"".join([mask.to_bytes(width, "little") for mask in masks])
            for masks in (self.near, self.live)
        )
        cells = [one.cells for one in self.filters]
        values = self.cands.values
        facts: CoreFacts = core.Facts(near, live, width, self.pairs, values, cells, self._work)
        return facts

    def allowed(self, allowed: Allowed | None) -> CoreAllowed | None:
        """Some facts, for the compiled core."""
        if allowed is None:
            return None
        known = self._allowed.get(allowed)
        if known is None:
            assert self.compiled is not None
            known = self.compiled.allowed(list(allowed.needs), list(allowed.rules))
            if len(self._allowed) > _KEPT:
                self._allowed.clear()
            self._allowed[allowed] = known
        return known

    # -- what clues say ----------------------------------------------------------------------------

    def asked(self, at: int, domains: tuple[int, ...], count: int) -> tuple[int, ...] | None:
        """The digits of some that a filter leaves for its cells, a set for each cell; empty where
        the rule cannot be kept. ``None``: the clue is one that a solver is asked about, and the
        work is spent. ``count``: how many candidates are left."""
        ways = self.filters[at].ways
        if self.is_spent and ways.is_hard:
            return None
        self.work += 10 + (_HARD * count if ways.is_hard else 0)
        supported = ways.support(domains, self.clock)
        self.work += ways.price(domains) // PROPAGATIONS
        return supported

    def may_hold(self, at: int, domains: tuple[int, ...]) -> bool:
        """Whether a filter can be kept with some digits for its cells."""
        ways = self.filters[at].ways
        self.work += 1 + (_HARD if ways.is_hard else 0)
        possible = ways.possible(domains, self.clock)
        self.work += ways.price(domains) // PROPAGATIONS
        return possible

    def is_hard(self, at: int) -> bool:
        """Whether a solver is asked about a filter."""
        return self.filters[at].ways.is_hard

    def settle(self, at: int, alive: int) -> tuple[int, int] | None:
        """The candidates left that a filter excludes, and those that it makes true; or ``None``
        where the rule cannot be kept. Of a clue that a solver is asked about, nothing is known anew
        once the work is spent."""
        key = at, alive & self.filters[at].scope
        if key not in self._settled:
            domains = tuple(self._domains_of(at, alive))
            supported = self.asked(at, domains, key[1].bit_count())
            if supported is None:
                return 0, 0
            self._settled[key] = self._changed(at, domains, supported)
        answer = self._settled[key]
        return answer if answer is None else (answer[0] & alive, answer[1])

    def shows(self, at: int, alive: int, excluded: int, forced: int) -> bool:
        """Whether a filter makes some of the candidates left go and others be true, or cannot be
        kept (where none are named: only that); the rest is not asked about, which takes long."""
        key = at, alive & self.filters[at].scope
        if key in self._settled or (excluded | forced).bit_count() > _MAX_SINGLY:
            left = self.settle(at, alive)
            if left is None:
                return True
            return bool(excluded | forced) and not (excluded & ~left[0] or forced & ~left[1])
        domains = self._domains_of(at, alive)
        supposed = [(v, True) for v in bits(excluded)] + [(v, False) for v in bits(forced)]
        for v, on in supposed or [(-1, True)]:
            tried = domains[:]
            if v >= 0:
                cell, d = self.pairs[v]
                place = self.filters[at].cells.index(cell)
                tried[place] = 1 << d if on else domains[place] & ~(1 << d)
            if self.may_hold(at, tuple(tried)):
                return False
        return True

    def _changed(
        self, at: int, domains: tuple[int, ...], leaves: tuple[int, ...]
    ) -> tuple[int, int] | None:
        """An answer of ``asked`` as sets of candidates."""
        values = self.cands.values
        if not all(leaves or (0,)):
            return None
        excluded = forced = 0
        for cell, domain, supported in zip(self.filters[at].cells, domains, leaves, strict=True):
            if values[cell] >= 0:
                continue
            for d in bits(domain & ~supported):
                excluded |= 1 << self.number[cell, d]
            if not supported & (supported - 1):
                forced |= 1 << self.number[cell, supported.bit_length() - 1]
        return excluded, forced

    def _domains_of(self, at: int, alive: int) -> list[int]:
        """The digits that some candidates leave to each cell of a filter."""
        values, pairs = self.cands.values, self.pairs
        domains = []
        for cell in self.filters[at].cells:
            if values[cell] >= 0:
                domains.append(1 << values[cell])
            else:
                here = alive & self.in_cell.get(cell, 0)
                domain = self._domains.get(here, -1)
                if domain < 0:
                    domain = sum(1 << pairs[v][1] for v in bits(here))
                    self._domains[here] = domain
                domains.append(domain)
        return domains
