"""Several assumptions at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.reasoning.links import open_links, partners_of
from satdoku.techniques.reasoning.propagate import Consequences, propagate
from satdoku.techniques.reasoning.statements import (
    ANY_LENGTH,
    Bound,
    ChainKind,
    DerivedStatement,
    FoundChain,
)
from satdoku.techniques.searches.clues.strong import strong_links

_KINDS: tuple[ChainKind, ...] = ("double", "cell", "region", "contradiction")


def multiple(
    cands: Candidates,
    clock: Clock,
    *,
    dynamic: bool,
    nishio: bool = False,
    bound: Bound | None = None,
) -> Iterator[FoundChain]:
    """The conclusions on which several assumptions agree, and assumptions that refute themselves.

    For each candidate: both ways of it (*double*), itself alone (*contradiction*), all candidates
    of its cell (*cell*), all places of its digit in a house (*region*). Static runs have
    no contradictions and no doubles. ``nishio`` keeps to one digit and to contradictions.

    :raises RanOut: where the clock runs out first.
    """
    return _Multiple(cands, clock, dynamic, nishio, bound).chains()


@dataclass(slots=True)
class _Multiple:
    """A search of :func:`multiple`, with the runs from the statements assumed so far."""

    cands: Candidates
    clock: Clock
    dynamic: bool
    nishio: bool
    bound: Bound | None
    runs: dict[int, Consequences] = field(default_factory=dict)

    def chains(self) -> Iterator[FoundChain]:
        cands, dynamic, nishio, run = self.cands, self.dynamic, self.nishio, self.run
        size = cands.board.size
        # Without candidates refuted on the way, agreement of cases is seen before any is followed.
        reached = None if dynamic else _Reached(cands, self.clock)
        for cell, digits in enumerate(cands.cand):
            count = digits.bit_count()
            if count < (2 if dynamic else 3):
                continue
            members = bits(digits)
            for d in members:
                if dynamic:
                    yield from self.both_ways(cell * size + d, count)
                if not nishio:
                    yield from self.regions(cell, d, reached)
            if not nishio and (reached is None or reached.agree([(cell, d) for d in members])):
                cases = [run(2 * (cell * size + d) + 1) for d in members]
                yield from self.agreed("cell", cases, cell * size + members[0])

    def both_ways(self, number: int, count: int) -> Iterator[FoundChain]:
        """The conclusions from a candidate being true, and being false; ``count`` of its cell."""
        true = self.run(2 * number + 1)
        if true.clash is not None:
            yield from self.hint("contradiction", true.clash, 2 * number, number)
        false = self.run(2 * number)
        if false.clash is not None:
            yield from self.hint("contradiction", false.clash, 2 * number + 1, number)
        if not self.nishio and count >= 3:
            yield from self.agreed("double", [true, false], number)

    def regions(self, cell: int, d: int, reached: _Reached | None) -> Iterator[FoundChain]:
        """The conclusions from the places of a digit in the houses of which a cell is the first."""
        board, where = self.cands.board, self.cands.where[d]
        for h in board.houses_of[cell]:
            spots = where & board.mask[h]
            if not board.complete[h] or not spots & (spots - 1):
                continue
            places = [c for c in board.members[h] if spots & (1 << c)]
            if places[0] == cell and (reached is None or reached.agree([(c, d) for c in places])):
                cases = [self.run(2 * (c * board.size + d) + 1) for c in places]
                yield from self.agreed("region", cases, cell * board.size + d, h)

    def run(self, start: int) -> Consequences:
        """The consequences of a statement."""
        consequences = self.runs.get(start)
        if consequences is None:
            self.clock.check()
            reach, bound = ANY_LENGTH, self.bound
            if bound is not None and bound.hint is not None:
                # Two ends at least share the complexity of a hint that could still win.
                reach = max(map(bound.longest, _KINDS)) - 1
            consequences = self.runs[start] = propagate(
                self.cands,
                start,
                self.clock,
                dynamic=self.dynamic,
                use_cell=not self.nishio,
                bound=reach,
            )
        return consequences

    def agreed(
        self, kind: ChainKind, cases: list[Consequences], source: int, house: int = -1
    ) -> Iterator[FoundChain]:
        """The conclusions on which all cases agree."""
        for sign in ("on", "off"):
            sets: list[dict[int, DerivedStatement]] = [getattr(case, sign) for case in cases]
            shared = sets[0].keys() & sets[1].keys() if len(sets) > 1 else sets[0].keys()
            for other in sets[2:]:
                shared = shared & other.keys()
            if shared:
                for number in sets[0]:
                    if number in shared:
                        ends = tuple([statements[number] for statements in sets])
                        yield from self.hint(kind, ends, number, source, house)

    def hint(
        self,
        kind: ChainKind,
        ends: tuple[DerivedStatement, ...],
        target: int,
        source: int,
        house: int = -1,
    ) -> Iterator[FoundChain]:
        """The chains to a conclusion, where it eliminates something and is not too long."""
        cand, bound = self.cands.cand, self.bound
        if bound is not None and sum([end.size for end in ends]) > bound.longest(kind):
            return
        cell, d = divmod(target >> 1, self.cands.board.size)
        on = None
        eliminated: tuple[tuple[int, int], ...] = ((cell, d),)
        if target & 1:
            on = target >> 1
            eliminated = tuple([(cell, e) for e in bits(cand[cell] & ~(1 << d))])
        elif not cand[cell] & (1 << d):
            return
        if eliminated:
            chain = FoundChain(kind, ends, on, eliminated, source, house)
            if bound is not None:
                bound.offer(chain)
            yield chain


class _Reached:
    """All candidates that are true, and all that are false, where one is: each as a bit set (as
    ``Candidates.every``), so that few cases have to be followed statement by statement."""

    def __init__(self, cands: Candidates, clock: Clock) -> None:
        self._clock, self._count, self._size = clock, cands.board.count, cands.board.size
        self._rivals, self._every = cands.board.rivals, cands.every
        self._strong = _strong(cands, clock)
        self._leading = sum([1 << v for v in self._strong])
        self._all: dict[int, tuple[int, int]] = {}

    def _from(self, v: int) -> tuple[int, int]:
        known, strong, count, size = self._all, self._strong, self._count, self._size
        if v not in known:
            self._clock.check()
            true, false, waiting = 1 << v, 0, 1 << v
            while waiting:
                low = waiting & -waiting
                waiting ^= low
                t = low.bit_length() - 1
                if t in known:
                    true |= known[t][0]
                    false |= known[t][1]
                    waiting &= ~known[t][0]
                else:
                    excluded = self._rivals[t % count * size + t // count] & self._every
                    false |= excluded
                    for f in bits(excluded & self._leading):
                        waiting |= strong[f] & ~true
                        true |= strong[f]
            known[v] = true, false
        return known[v]

    def agree(self, candidates: list[tuple[int, int]]) -> bool:
        """Whether anything is true, or anything false, wherever one of these (cell, d) is true."""
        true = false = -1
        for cell, d in candidates:
            here = self._from(d * self._count + cell)
            true &= here[0]
            false &= here[1]
            if not true | false:
                return False
        return True


def _strong(cands: Candidates, clock: Clock) -> dict[int, int]:
    """The candidates that are true where a candidate is false, as :func:`partners_of`, by rules
    too."""
    cand, count, size = cands.cand, cands.board.count, cands.board.size
    strong = dict(partners_of(cands))
    for key, links in strong_links(cands, clock).items():
        cell, d = divmod(key, size)
        for number, _ in open_links(links, cand, size, None) if cand[cell] >> d & 1 else ():
            v = d * count + cell
            strong[v] = strong.get(v, 0) | 1 << number % size * count + number // size
    return strong
