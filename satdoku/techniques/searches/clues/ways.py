"""The ways to fill a few cells that keep a clue; one file, since two methods give one answer.

What the searches of clues.py and sums.py share. Cells that see each other by a house or by any rule
hold digits that may stand together; that is taken for granted as everywhere else. Few ways are
listed; where there are many, the compiled search or a SAT solver is asked for single ones, so that
the answer is exact in both cases.
Ways once met are kept (``met.py``): most questions are about fewer candidates of the same cells.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field
from functools import cached_property, lru_cache
from itertools import combinations, permutations
from math import inf, prod
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.model import Model
from satdoku.relations import AllDifferent, Linear, PairTable, Relation, variables_of
from satdoku.techniques.arguments.bounds import LongSum, long_sums
from satdoku.techniques.board import Board, Candidates, bits
from satdoku.techniques.searches.clues.met import Met
from satdoku.techniques.step import Candidate, Rule

if TYPE_CHECKING:
    from satdoku.encodings.program import Narrowing
    from satdoku.engines.incremental import Clauses

T = TypeVar("T")

MAX_SHOWN = 6
"""Up to this many ways are shown to the reader one by one."""

_MAX_LISTED = 300
"""More ways than this are not listed."""

_FEWER = 8
"""The factor by which combinations of candidates have to become fewer before it is tried again."""

_KEPT = 3000

_WORK = 500_000
"""How long the compiled core searches for a way, or for all of them, some 2 ms, before a solver is
asked."""

_PROPAGATIONS = 500_000
"""The work for all ways where the core does not take a clue, in literals that a solver propagates.
"""

_SLICE = 4 * _WORK
"""The work for all candidates of the cells, before the clock is looked at."""

_MOST_LOST = 3
"""Searches of a clue that this is too little for, less those that it is enough for: then the solver
is asked at once."""

_CONFLICTS, _FEWER_CONFLICTS = 300, 100
"""The conflicts that a solver may take for a way, and where a clue has many relations: where it
knows of none then, there may be one, and nothing follows."""

_UNKNOWN = 1
"""Questions about the same candidates left open, after which of the others only those go that unit
propagation refutes."""

_BOXES = 100
"""The number of sets of candidates without a way that are remembered."""

_COMMON, _UNCOMMON = 400, 16
"""Sets of candidates of which it is asked whether every way has one, and of how many of these that
may stay open; of the others those follow that unit propagation shows."""


def is_sum(relation: object, cells: int) -> bool:
    """Whether a relation is an equation between cells."""
    return (
        isinstance(relation, Linear)
        and relation.comparison == "="
        and relation.guard is None
        and len(set(relation.variables)) == len(relation.variables)
        and all(v < cells for v in relation.variables)
    )


@lru_cache(maxsize=256)
def allowed_pairs(rows: tuple[int, ...], digits: tuple[int, ...]) -> frozenset[tuple[int, int]]:
    """The digits that two cells may hold, where each of the first excludes these of the second."""
    pairs = zip(digits, rows, strict=True)
    return frozenset([(a, b) for a, out in pairs for e, b in enumerate(digits) if not out >> e & 1])


def between(board: Board, cells: Sequence[int], *, pairs: bool = True) -> list[Relation]:
    """The relations by which two of some cells exclude candidates of each other, whatever a clue
    asks; without ``pairs`` only that some differ."""
    own, digits, peers = set(cells), board.digits, board.geometry.peers
    differ = [tuple([c for c in house.cells if c in own]) for house in board.geometry.houses]
    relations: list[Relation] = [AllDifferent(group) for group in differ if len(group) > 1]
    alike = tuple([1 << d for d in range(board.size)])
    for first, second in combinations(cells, 2):
        rows = board.between(first, second)
        if not pairs:
            rows = alike if board.peers[first] >> second & 1 else None
        if rows is not None and (rows != alike or second not in peers[first]):
            relations.append(PairTable(first, second, allowed_pairs(rows, digits)))
    return relations


@lru_cache(maxsize=256)
def _refused(
    allowed: frozenset[tuple[int, int]], digits: tuple[int, ...]
) -> tuple[tuple[int, int], ...]:
    """For each digit of either cell those of the other that a table does not allow."""
    there = [sum([1 << e for e, b in enumerate(digits) if (a, b) not in allowed]) for a in digits]
    back = [sum([1 << e for e, b in enumerate(digits) if (b, a) not in allowed]) for a in digits]
    return tuple(zip(there, back, strict=True))


@dataclass(slots=True)
class Fillings:
    """The ways to fill the cells with the digits that are left to them.

    support  the digits of each cell that occur in some way, as a set; empty without a way
    ways     all ways where ``all``, else some that have all of ``support`` between them: candidates
             as bit ``place * size + d``
    common   sets of candidates that were asked about → whether every way has one of them
    unknown  of how many of them that is not known
    either   the pairs of candidates of which every way has one, once they were asked for
    reached  the candidates of other cells that each of ``ways`` excludes, as ``Candidates.every``,
             once they were asked for
    """

    support: tuple[int, ...]
    ways: list[int]
    all: bool
    common: dict[int, bool] = field(default_factory=dict)
    unknown: int = 0
    either: tuple[tuple[int, int], ...] | None = None
    reached: int | None = None
    kept: dict[object, object] = field(default_factory=dict)
    """The data that searches keep with it."""


def _joint(ways: Iterable[int]) -> int:
    """The candidates that all of some ways have; of no ways, none."""
    ways = iter(ways)
    joint = next(ways, 0)
    for way in ways:
        joint &= way
        if not joint:
            break
    return joint


class Ways:
    """The ways to keep some relations about ``cells``."""

    def __init__(self, board: Board, model: Model, cells: tuple[int, ...]) -> None:
        self.board, self.model, self.cells = board, model, cells
        self.size = board.size
        self.mask = sum([1 << cell for cell in cells])
        """The cells as a bit set."""
        self.simple = all(
            v < board.count for relation in model.others for v in variables_of(relation)
        )
        """Whether no relation needs more than the cells."""
        self._lock = Lock()
        self._memo: dict[tuple[int, ...], Fillings] = {}
        self._some: dict[tuple[int, ...], bool | None] = {}
        self._supports: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._met = Met(self.size, len(cells))
        """Some ways."""
        self._all = Met(self.size, len(cells))
        """All ways within some domains."""
        self._prices: dict[tuple[int, ...], int] = {}
        self._many: float = inf
        """The number of combinations of candidates when not all ways could be listed last."""
        self._kept: list[tuple[int, int]] = []
        """Domains, each within those before it, and what of them is not known to occur in no way.
        """
        self._lost = 0
        self._empty: deque[int] = deque(maxlen=_BOXES)
        """All but the candidates between which there is no way."""
        self._paired: tuple[int, tuple[int, ...]] = 0, ()
        """The candidates when pairs were looked for last, and those of which every way has one."""
        self._solver: Clauses | None = None
        self._literals: list[int] = []
        self._outside: dict[tuple[int, int], int] | None = None
        self._shadows: list[int] | None = None

    @property
    def is_hard(self) -> bool:
        """Whether a solver is asked for its ways: the compiled core takes too long, or cannot."""
        return self._lost > _MOST_LOST

    def price(self, domains: tuple[int, ...]) -> int:
        """How much a solver propagated, in literals, when it was asked about some domains."""
        return self._prices.get(domains, 0)

    # -- what is asked ---------------------------------------------------------------------------

    def domains(self, cands: Candidates) -> tuple[int, ...]:
        """The digits that are left to each cell."""
        values, cand = cands.values, cands.cand
        return tuple([1 << values[c] if values[c] >= 0 else cand[c] for c in self.cells])

    def fillings(self, domains: tuple[int, ...], clock: Clock) -> Fillings:
        """The candidates that occur in some way, with the ways."""
        known = self._memo.get(domains)
        if known is None:
            known = self._keep(self._memo, self._find, domains, clock)
        return known

    def support(self, domains: tuple[int, ...], clock: Clock) -> tuple[int, ...]:
        """``Fillings.support``, without the ways."""
        if domains in self._memo:
            return self._memo[domains].support
        known = self._supports.get(domains)
        if known is None:
            known = self._keep(self._supports, self._support, domains, clock)
        return known

    def possible(self, domains: tuple[int, ...], clock: Clock) -> bool:
        """Whether there is any way, or may be one."""
        if domains in self._memo:
            return bool(self._memo[domains].support)
        known = self._some.get(domains)
        if domains not in self._some:
            known = self._keep(self._some, self._any, domains, clock)
        return known is not False

    def seen(
        self, cands: Candidates, clock: Clock
    ) -> dict[tuple[Candidate, ...], tuple[Candidate, ...]]:
        """Candidates of the cells of which every way has one, each time with the open candidates of
        other cells that all of them exclude."""
        domains = self.domains(cands)
        return self.seen_in(self.fillings(domains, clock), domains, cands, clock)

    def conclusions(
        self, cands: Candidates, clock: Clock
    ) -> dict[tuple[Candidate, ...], tuple[Candidate, ...]]:
        """The eliminations from the cells themselves, by no candidates; without any, ``seen``."""
        domains = self.domains(cands)
        fillings = self.fillings(domains, clock)
        own = self.impossible(domains, fillings)
        return {(): own} if own else self.seen_in(fillings, domains, cands, clock)

    def seen_in(
        self, fillings: Fillings, domains: tuple[int, ...], cands: Candidates, clock: Clock
    ) -> dict[tuple[Candidate, ...], tuple[Candidate, ...]]:
        """``seen`` for some of the ways; nothing where there are none."""
        if not fillings.support:
            return {}
        if fillings.reached is None:
            fillings.reached = self._reached(fillings.ways)
        hit = fillings.reached & cands.every
        if not hit:
            return {}
        names, size, count = self.board.digits, self.size, self.board.count
        alive = self._join(fillings.support)
        excluded: dict[int, list[Candidate]] = {}
        outside, order = self.outside, self._order
        # Where there is no way, what no cell here excludes is still among them.
        some = [one for k in bits(hit) if (one := (k % count, k // count)) in order]
        for cell, d in sorted(some, key=order.__getitem__):
            mask = outside[cell, d] & alive
            if self._is_common(fillings, domains, mask, clock):
                excluded.setdefault(mask, []).append((cell, names[d]))
        for mask in sorted(excluded, key=int.bit_count, reverse=True):
            # What every way has in two cells, it has in three: the shorter reason is enough.
            shorter = next((m for m in excluded if m != mask and not m & ~mask), None)
            if shorter is not None:
                excluded[shorter] += excluded.pop(mask)
        return {
            tuple((self.cells[k // size], names[k % size]) for k in bits(mask)): tuple(sorted(out))
            for mask, out in excluded.items()
        }

    def _reached(self, ways: list[int]) -> int:
        """The candidates of other cells that each of some ways excludes."""
        shared, reach = self._beyond, self._reach
        for way in ways:
            seen = 0
            for k in bits(way):
                seen |= reach[k]
            shared &= seen
            if not shared:
                break
        return shared

    @cached_property
    def _beyond(self) -> int:
        """All candidates of other cells, as ``Candidates.every``."""
        board = self.board
        return board.across((1 << board.count) - 1 & ~self.mask)

    @cached_property
    def _reach(self) -> list[int]:
        """The candidates that each of the cells excludes, as ``Candidates.every``."""
        reach, size = self.board.reach, self.size
        return [reach[cell * size + d] for cell in self.cells for d in range(size)]

    @cached_property
    def _order(self) -> dict[tuple[int, int], int]:
        """The place of each candidate in ``outside``."""
        return {candidate: at for at, candidate in enumerate(self.outside)}

    def either(self, cands: Candidates, clock: Clock) -> tuple[tuple[int, int], ...]:
        """Pairs of candidates of two cells, as in ``Fillings.ways``, of which every way has one."""
        domains = self.domains(cands)
        if len(self.cells) == 2 and self.simple and self.model.only_pairs:
            return self._either_of_two(*domains)
        fillings = self.fillings(domains, clock)
        if fillings.either is None:
            fillings.either = tuple(self._either(fillings, domains, clock))
            pairs = tuple([1 << one | 1 << other for one, other in fillings.either])
            self._paired = self._join(domains), pairs
        return fillings.either

    def _either_of_two(self, one: int, other: int) -> tuple[tuple[int, int], ...]:
        """The pairs of two cells without listing the ways: rules of the board have thousands."""
        rivals, size = self.rivals, self.size
        for e in bits(other):
            other &= ~(rivals[size + e] >> size & 1 << e)
        ways = []
        every = several = 0
        for d in bits(one):
            if not rivals[d] >> d & 1 and (left := other & ~(rivals[d] >> size)):
                # Where one digit of two leaves several of the other, neither is ever needed.
                several += left & (left - 1) > 0
                if several > 1:
                    return ()
                ways.append((d, left))
                every |= left
        pairs = []
        for d, _ in ways if every & (every - 1) else ():
            rest = 0
            for other_d, left in ways:
                if other_d != d:
                    rest |= left
            if rest and not rest & (rest - 1):
                pairs.append((d, size + rest.bit_length() - 1))
        return tuple(pairs)

    def _either(
        self, fillings: Fillings, domains: tuple[int, ...], clock: Clock
    ) -> Iterator[tuple[int, int]]:
        always, here = _joint(fillings.ways), self.board.all_digits
        if fillings.all:
            having = self.having(fillings.ways)
            every = (1 << len(fillings.ways)) - 1
            some = bits(self._join(fillings.support) & ~always)
            for at, k in enumerate(some, 1):
                lacking, place = every & ~having[k], k // self.size
                for other in some[at:]:
                    if not lacking & ~having[other] and other // self.size != place:
                        yield k, other
            return
        alive, several = self._join(domains), self._join(fillings.support) & ~always
        wider, pairs = self._paired
        # A pair of which every way has one is so, too, where fewer ways are left.
        known = () if alive & ~wider else [pair for pair in pairs if not pair & ~several]
        fillings.common.update(dict.fromkeys(known, True))
        for k in bits(several):
            # Only those behind it in other cells, so that it is soon seen where there are none.
            behind = several & ~(here << k // self.size * self.size) >> k << k
            others = bits(_joint(way & behind for way in fillings.ways if not way >> k & 1))
            open_ = tuple([other for other in others if 1 << k | 1 << other not in fillings.common])
            if len(open_) > 1:
                self._try_without(fillings, domains, k, open_, clock)
            for other in others:
                if self._is_common(fillings, domains, 1 << k | 1 << other, clock):
                    yield k, other

    def having(self, ways: Sequence[int]) -> list[int]:
        """For each candidate those of some ways that have it, as bit sets of their places."""
        having = [0] * (self.size * len(self.cells))
        for at, way in enumerate(ways):
            for k in bits(way):
                having[k] |= 1 << at
        return having

    def _try_without(
        self,
        fillings: Fillings,
        domains: tuple[int, ...],
        k: int,
        others: tuple[int, ...],
        clock: Clock,
    ) -> None:
        """Note those of some candidates that every way without ``k`` has, as far as the compiled
        core shows it."""
        if self.is_hard or (search := self._narrowing) is None:
            return
        clock.check()
        masks = self.masks(self.split(self._join(domains) & ~(1 << k)))
        each = []
        for place, d in (divmod(other, self.size) for other in others):
            each.append((self.cells[place], domains[place] & ~(1 << d)))
        with self._lock:
            refuted = search.supposed(masks, each, _WORK, _SLICE)
        for other, is_refuted in zip(others, refuted, strict=False):
            if is_refuted:
                fillings.common[1 << k | 1 << other] = True

    def digits(self, way: int) -> tuple[int, ...]:
        """A way as the digits of the cells in order."""
        names, size = self.board.digits, self.size
        return tuple(
            names[(way >> place * size & self.board.all_digits).bit_length() - 1]
            for place in range(len(self.cells))
        )

    def left(self, cands: Candidates, fillings: Fillings) -> tuple[Candidate, ...]:
        """The candidates of the open cells that occur in some way."""
        names = self.board.digits
        return tuple(
            (cell, names[d])
            for cell, mask in zip(self.cells, fillings.support, strict=False)
            if cands.values[cell] < 0
            for d in bits(mask)
        )

    def impossible(self, domains: tuple[int, ...], fillings: Fillings) -> tuple[Candidate, ...]:
        """The candidates that are left to the cells and occur in no way; nothing where there is no
        way."""
        if domains == fillings.support:
            return ()
        names = self.board.digits
        return tuple(
            sorted(
                (cell, names[d])
                for cell, domain, support in zip(
                    self.cells, domains, fillings.support, strict=False
                )
                for d in bits(domain & ~support)
            )
        )

    def listed(self, fillings: Fillings, most: int = MAX_SHOWN) -> tuple[tuple[int, ...], ...]:
        """All ways, where they are few."""
        if not fillings.all or len(fillings.ways) > most:
            return ()
        return tuple(sorted(map(self.digits, fillings.ways)))

    @property
    def outside(self) -> dict[tuple[int, int], int]:
        """For the candidates of other cells: those of the cells here that exclude them."""
        if self._outside is None:
            board, size, count = self.board, self.size, self.board.count
            beyond = self._beyond
            each = (1 << count) - 1
            excluding: dict[int, int] = {}
            for place, cell in enumerate(self.cells):
                for d in range(size):
                    mask = board.reach[cell * size + d] & beyond
                    same = mask & each << d * count
                    bit = 1 << place * size + d
                    for k in (*bits(same), *bits(mask ^ same)):
                        excluding[k] = excluding.get(k, 0) | bit
            self._outside = {(k % count, k // count): mask for k, mask in excluding.items()}
        return self._outside

    def excluded(self, way: int) -> int:
        """The candidates that a way excludes from other cells: bit ``cell * size + d``."""
        if self._shadows is None:
            self._shadows = [0] * (len(self.cells) * self.size)
            for (cell, d), mask in self.outside.items():
                for k in bits(mask):
                    self._shadows[k] |= 1 << cell * self.size + d
        excluded = 0
        for k in bits(way):
            excluded |= self._shadows[k]
        return excluded

    def _is_common(
        self, fillings: Fillings, domains: tuple[int, ...], mask: int, clock: Clock
    ) -> bool:
        """Whether every way has one of some candidates."""
        if fillings.common.get(mask):
            return True
        if any(not way & mask for way in fillings.ways):
            return False
        if fillings.all:
            return bool(fillings.ways)
        if mask not in fillings.common:
            if len(fillings.common) > _COMMON:
                return False
            without = self.split(self._join(domains) & ~mask)
            with self._lock:
                if fillings.unknown > _UNCOMMON:
                    is_refuted = not self._loaded().propagate(self._gone(without))[0]
                    way = 0 if is_refuted else self._met.any(without) or None
                else:
                    way = self._way(without, clock)
            if way:
                fillings.ways.append(way)  # which answers for other candidates, too
                return False
            fillings.common[mask] = way is not None
            fillings.unknown += way is None
        return fillings.common[mask]

    # -- how it is found ---------------------------------------------------------------------------

    def _keep(
        self,
        memo: dict[tuple[int, ...], T],
        find: Callable[[tuple[int, ...], Clock], T],
        domains: tuple[int, ...],
        clock: Clock,
    ) -> T:
        with self._lock:
            before = self._propagated
            known = find(domains, clock)
            if len(memo) > _KEPT:
                memo.clear()
            memo[domains] = known
            if self._propagated > before:
                if len(self._prices) > _KEPT:
                    self._prices.clear()
                self._prices[domains] = self._propagated - before
        return known

    @property
    def _propagated(self) -> int:
        return 0 if self._solver is None else self._solver.propagations

    def _find(self, domains: tuple[int, ...], clock: Clock) -> Fillings:
        if not all(domains):
            return Fillings((), [], all=True)
        if self._list(domains, clock):
            return Fillings(self._all.support(domains), self._all.ways(domains), all=True)
        support = self._support(domains, clock)
        return Fillings(support, self._met.cover(domains, support), all=False)

    def _list(self, domains: tuple[int, ...], clock: Clock) -> bool:
        """List all ways, unless those of wider domains are known, which on a path they are, since
        candidates only go; whether that did not take too long."""
        if self._all.complete(domains):
            return True
        # Where there were too many there still are, until much less is left.
        size = prod([mask.bit_count() for mask in domains])
        if size * _FEWER > self._many:
            return False
        clock.check()
        if (search := self._narrowing) is None:
            columns, complete = self._enumerated(domains, clock)
        elif self.is_hard:
            return False
        else:
            search.restart(self.masks(domains))
            columns, complete = search.columns(self.cells, _WORK, _MAX_LISTED)
        if complete:
            self._all.fill(columns, domains)
        else:
            self._many = size
            # Some that have between them all that occurs.
            some = {column.index(d) for column in columns for d in set(column)}
            self._met.extend(self._join([1 << column[at] for column in columns]) for at in some)
        return complete

    def _support(self, domains: tuple[int, ...], clock: Clock) -> tuple[int, ...]:
        if not all(domains):
            return ()
        if self._all.complete(domains):
            return self._all.support(domains)
        table = self._met
        table.forget()
        alive, seen = self._join(domains), self._join(table.support(domains))
        # What occurred in no way within wider domains occurs in none within these.
        while self._kept and alive & ~self._kept[-1][0]:
            self._kept.pop()
        left = alive & self._kept[-1][1] if self._kept else alive
        left &= ~self._out_of_reach(domains)
        if not all(self.split(left)):
            return ()
        unknown = 0
        any_way = not seen
        while left & ~seen:
            if self._lost <= _MOST_LOST:
                search = self._narrowing
                if search is None:
                    self._lost = _MOST_LOST + 1
                    continue
                left, seen, lost = self._occurring(search, left, seen, clock)
                if not lost:
                    continue
            rest = left & ~seen
            # Where there is no way, one question shows it for all candidates.
            k = -1 if any_way and not seen else (rest & -rest).bit_length() - 1
            any_way = False
            way = self._ask(domains, k, clock, searching=False)
            if way:
                seen |= way
            elif way is None and k >= 0:
                unknown += 1
                if unknown > _UNKNOWN:
                    left &= ~self._failing(domains, rest)
                    break
                seen |= 1 << k
            elif way == 0:
                left = left & ~(1 << k) if k >= 0 else 0
        self._kept.append((alive, left))
        return self.split(left) if left else ()

    def _out_of_reach(self, domains: tuple[int, ...]) -> int:
        """The candidates with which a sum of many cells is too low or too high, house by house:
        of such sums a solver finds out little."""
        if not self.long_sums:
            return 0
        digits, index, size = self.board.digits, self.board.index_of, self.size
        open_ = {
            cell: frozenset([digits[d] for d in bits(mask)])
            for cell, mask in zip(self.cells, domains, strict=True)
        }
        places = {cell: place * size for place, cell in enumerate(self.cells)}
        refuted = [pair for one in self.long_sums for pair in one.refuted(open_)]
        return sum({1 << places[cell] + index[digit] for cell, digit, _ in refuted})

    def _failing(self, domains: tuple[int, ...], some: int) -> int:
        """The candidates among some that unit propagation refutes, which takes little."""
        solver = self._loaded()
        assumptions, failing = self._gone(domains), 0
        for k in bits(some):
            if not solver.propagate([*assumptions, self._literals[k]])[0]:
                failing |= 1 << k
        return failing

    def _gone(self, domains: tuple[int, ...]) -> list[int]:
        """The literals by which nothing else is left to the cells."""
        literals = self._literals
        # As text, which is faster than hundreds of shifts of a long number.
        left = bin(self._join(domains) | 1 << len(literals))[:2:-1]
        return [-literal for literal, bit in zip(literals, left, strict=True) if bit == "0"]

    def _occurring(
        self, search: Narrowing, left: int, seen: int, clock: Clock
    ) -> tuple[int, int, bool]:
        """The candidates left of some, and those that occur, where some are known to, after some
        work of the compiled core; whether the first that is open takes it too much."""
        clock.check()
        domains = self.masks(self.split(left)), self.masks(self.split(seen))
        masks, known, grids, lost = search.occurring(*domains, _WORK, _SLICE)
        after = self._join([masks[cell] for cell in self.cells])
        seen = self._join([known[cell] for cell in self.cells])
        size = self.size
        self._met.extend(
            sum([1 << place * size + grid[c] for place, c in enumerate(self.cells)])
            for grid in grids
        )
        self._lost = max(0, self._lost - len(grids)) + lost
        return after, seen, lost

    def _any(self, domains: tuple[int, ...], clock: Clock) -> bool | None:
        """Whether there is any way; ``None``: not known."""
        way = self._way(domains, clock)
        return None if way is None else bool(way)

    def _way(self, domains: tuple[int, ...], clock: Clock) -> int | None:
        """Any way, 0 where there is none; ``None``: not known."""
        if not all(domains):
            return 0
        if self._all.complete(domains):
            return self._all.any(domains)
        return self._met.any(domains) or self._ask(domains, -1, clock)

    def _join(self, domains: Sequence[int]) -> int:
        joined = shift = 0
        for mask in domains:
            joined |= mask << shift
            shift += self.size
        return joined

    def split(self, alive: int) -> tuple[int, ...]:
        """The digits of each cell among some candidates."""
        every = self.board.all_digits
        return tuple([alive >> p * self.size & every for p in range(len(self.cells))])

    def clashes(self, *, pairs: bool = True) -> list[int]:
        """The candidates of the other cells that each candidate excludes, as :func:`between`."""
        board, size, cells = self.board, self.size, self.cells
        rows: list[int] = []
        for cell in cells:
            peers = board.peers[cell]
            alike = sum([1 << at * size for at, other in enumerate(cells) if peers >> other & 1])
            rows += [alike << d for d in range(size)]
        if pairs and board.conflicts:
            for (place, cell), (at, other) in permutations(enumerate(cells), 2):
                for k, row in enumerate(board.between(cell, other) or (), place * size):
                    rows[k] |= row << at * size
        return rows

    @cached_property
    def rivals(self) -> list[int]:
        """The candidates of the other cells that each candidate excludes, as in
        ``Fillings.ways``."""
        board, model, cells, size = self.board, self.model, self.cells, self.size
        place_of = {cell: place for place, cell in enumerate(cells)}
        rivals = self.clashes()
        groups = [group for group in model.different if set(group) <= place_of.keys()]
        for a, b in {pair for group in groups for pair in permutations(group, 2)}:
            if not board.peers[a] >> b & 1:
                for d in range(size):
                    rivals[place_of[a] * size + d] |= 1 << place_of[b] * size + d
        for table in model.tables:
            a, b = place_of[table.first] * size, place_of[table.second] * size
            for d, (there, back) in enumerate(_refused(table.allowed, board.digits)):
                rivals[a + d] |= there << b
                rivals[b + d] |= back << a
        for cell, allowed in model.domains.items():
            for d, digit in enumerate(board.digits):
                if digit not in allowed:
                    rivals[place_of[cell] * size + d] |= 1 << place_of[cell] * size + d
        return rivals

    def _ask(
        self, domains: tuple[int, ...], having: int, clock: Clock, *, searching: bool = True
    ) -> int | None:
        """A way with one candidate (-1: with any), 0 where there is none; ``None``: not known."""
        if having >= 0:
            place, d = divmod(having, self.size)
            domains = (*domains[:place], 1 << d, *domains[place + 1 :])
        candidates = self._join(domains)
        if 0 in map(candidates.__and__, self._empty):
            return 0
        way = self._searched(domains, clock) if searching else None
        if way is None:
            way = self._solved(domains, clock)
        if way:
            self._met.extend((way,))
        elif way == 0:
            self._empty.append(~candidates)
        return way

    def _searched(self, domains: tuple[int, ...], clock: Clock) -> int | None:
        """A way as the compiled core finds it, 0 where there is none; ``None``: not known."""
        if self._lost > _MOST_LOST or (search := self._narrowing) is None:
            return None
        clock.check()
        grid = search.one(self.masks(domains), self.cells, _WORK)
        if grid is None:
            self._lost += 1
            return None
        self._lost = max(0, self._lost - 1)
        return sum([1 << place * self.size + d for place, d in enumerate(grid)])

    @cached_property
    def long_sums(self) -> list[LongSum]:
        """Its sums of so many cells that not all ways to fill them are gone through."""
        return long_sums(self.model.relations, self.board)

    @cached_property
    def _narrowing(self) -> Narrowing | None:
        """The program that the compiled core searches; ``None`` where it cannot."""
        from satdoku.encodings.program import searching

        return searching(
            self.model.geometry, (*self.model.lowered, *between(self.board, self.cells))
        )

    def masks(self, domains: Sequence[int]) -> list[int]:
        """For each cell of the board what is left to it, as the compiled core reads it: of other
        cells one digit."""
        masks = [1] * self.board.count
        for cell, mask, allowed in zip(self.cells, domains, self._allowed, strict=True):
            masks[cell] = mask & allowed
        return masks

    @cached_property
    def _allowed(self) -> list[int]:
        """The digits that each cell may hold whatever is in the others, which no program says."""
        board, of_cell = self.board, self.model.domains
        allowed_digits = []
        for cell in self.cells:
            allowed = of_cell.get(cell, board.digits)
            allowed_digits.append(
                sum([1 << d for d, digit in enumerate(board.digits) if digit in allowed])
            )
        return allowed_digits

    def _solved(self, domains: tuple[int, ...], clock: Clock) -> int | None:
        """A way as a SAT solver finds it, 0 where there is none; ``None``: not known."""
        solver = self._loaded()
        clock.check()
        answer = solver.attempt(self._gone(domains), self._conflicts)
        if not answer:
            return None if answer is None else 0
        return sum([1 << k for k in self._modelled(solver)])

    def _enumerated(self, domains: tuple[int, ...], clock: Clock) -> tuple[list[bytes], bool]:
        """As ``Narrowing.columns``, one way after another from a solver."""
        columns = [b""] * len(self.cells)
        if not self.simple:
            return columns, False
        solver = self._loaded()
        self._top += 1
        assumptions = [*self._gone(domains), self._top]
        most = solver.propagations + _PROPAGATIONS
        ways: list[bytes] = []
        answer: bool | None = None
        while len(ways) <= _MAX_LISTED and solver.propagations < most:
            clock.check()
            answer = solver.attempt(assumptions, self._conflicts)
            if not answer:
                break
            way = self._modelled(solver)
            ways.append(bytes([k % self.size for k in way]))
            solver.add([-self._top, *(-self._literals[k] for k in way)])
        solver.add([-self._top])
        return list(map(bytes, zip(*ways, strict=True))) or columns, answer is False

    def _modelled(self, solver: Clauses) -> list[int]:
        """The way that a solver has just found, as numbers of candidates."""
        model = solver.model()
        return [k for k, literal in enumerate(self._literals) if model[literal - 1] > 0]

    def _loaded(self) -> Clauses:
        """The solver that has the clauses of the ways."""
        if self._solver is None:
            self._solver = self._load()
        return self._solver

    def _load(self) -> Clauses:
        from satdoku.encodings.cnf import encode_alone, is_long
        from satdoku.encodings.variables import Variables
        from satdoku.engines.incremental import Clauses

        size, count = self.size, self.board.count
        masks = [0] * count
        for cell in self.cells:
            masks[cell] = self.board.all_digits
        variables = Variables.pruned(self.board.geometry, masks)
        formula = encode_alone(variables, self.model, top=variables.count)
        self._top = formula.top
        self._literals = [variables.table[cell][d] for cell in self.cells for d in range(size)]
        solver = Clauses(formula.clauses(), solver="minisat22")
        self._conflicts = _FEWER_CONFLICTS if is_long(self.model) else _CONFLICTS
        literals = self._literals
        for place in range(len(self.cells)):
            row = literals[place * size : (place + 1) * size]
            solver.add(row)
            solver.extend([-a, -b] for i, a in enumerate(row) for b in row[i + 1 :])
        solver.extend(
            [-literals[k], -literals[other]]
            for k, mask in enumerate(self.rivals)
            for other in bits(mask)
            if other >= k
        )
        return solver


@dataclass(frozen=True)
class ClueWays:
    """One clue: the rule with the cells that it is about, what reads it, and its ways;
    ``has_parts``: clues inside of it are read alone."""

    rule: Rule
    technique: str
    ways: Ways
    has_parts: bool = False
