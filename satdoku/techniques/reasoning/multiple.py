"""Several assumptions at once."""

from __future__ import annotations

from collections.abc import Iterator

from satdoku.base.limits import Clock
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
    """What several assumptions agree on, and assumptions that refute themselves.

    For each candidate: both ways of it (*double*), itself alone (*contradiction*), all candidates
    of its cell (*cell*), all places of its digit in a house (*region*). Static runs have
    no contradictions and no doubles. ``nishio`` keeps to one digit and to contradictions.

    :raises RanOut: where the clock runs out first.
    """
    board = cands.board
    size = board.size
    cand, where = cands.cand, cands.where
    runs: dict[int, Consequences] = {}
    # Without candidates refuted on the way, what cases agree on is seen before any is followed.
    reached = None if dynamic else _Reached(cands, clock)

    def run(start: int) -> Consequences:
        found = runs.get(start)
        if found is None:
            clock.check()
            reach = ANY_LENGTH
            if bound is not None and bound.hint is not None:
                # Two ends at least share the complexity of a hint that could still win.
                reach = max(map(bound.longest, _KINDS)) - 1
            found = runs[start] = propagate(
                cands,
                start,
                clock,
                dynamic=dynamic,
                use_cell=not nishio,
                bound=reach,
            )
        return found

    def hint(
        kind: ChainKind,
        ends: tuple[DerivedStatement, ...],
        target: int,
        source: int,
        house: int = -1,
    ) -> Iterator[FoundChain]:
        if bound is not None and sum([end.size for end in ends]) > bound.longest(kind):
            return
        cell, d = divmod(target >> 1, size)
        on = None
        gone: tuple[tuple[int, int], ...] = ((cell, d),)
        if target & 1:
            on = target >> 1
            gone = tuple([(cell, e) for e in bits(cand[cell] & ~(1 << d))])
        elif not cand[cell] & (1 << d):
            return
        if gone:
            found = FoundChain(kind, ends, on, gone, source, house)
            if bound is not None:
                bound.offer(found)
            yield found

    def agreed(
        kind: ChainKind, cases: list[Consequences], source: int, house: int = -1
    ) -> Iterator[FoundChain]:
        for sign in ("on", "off"):
            sets: list[dict[int, DerivedStatement]] = [getattr(case, sign) for case in cases]
            shared = sets[0].keys() & sets[1].keys() if len(sets) > 1 else sets[0].keys()
            for other in sets[2:]:
                shared = shared & other.keys()
            if shared:
                for number in sets[0]:
                    if number in shared:
                        ends = tuple([found[number] for found in sets])
                        yield from hint(kind, ends, number, source, house)

    for cell, digits in enumerate(cand):
        count = digits.bit_count()
        if count < (2 if dynamic else 3):
            continue
        members = bits(digits)
        for d in members:
            number = cell * size + d
            if dynamic:
                true = run(2 * number + 1)
                if true.clash is not None:
                    yield from hint("contradiction", true.clash, 2 * number, number)
                false = run(2 * number)
                if false.clash is not None:
                    yield from hint("contradiction", false.clash, 2 * number + 1, number)
                if not nishio and count >= 3:
                    yield from agreed("double", [true, false], number)
            if nishio:
                continue
            for h in board.houses_of[cell]:
                spots = where[d] & board.mask[h]
                if not board.complete[h] or not spots & (spots - 1):
                    continue
                places = [c for c in board.members[h] if spots & (1 << c)]
                if places[0] == cell and (
                    reached is None or reached.agree([(c, d) for c in places])
                ):
                    cases = [run(2 * (c * size + d) + 1) for c in places]
                    yield from agreed("region", cases, number, h)
        if not nishio and (reached is None or reached.agree([(cell, d) for d in members])):
            cases = [run(2 * (cell * size + d) + 1) for d in members]
            yield from agreed("cell", cases, cell * size + members[0])


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
                    gone = self._rivals[t % count * size + t // count] & self._every
                    false |= gone
                    for f in bits(gone & self._leading):
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
    """What is true where a candidate is false, as :func:`partners_of`, by rules too."""
    cand, count, size = cands.cand, cands.board.count, cands.board.size
    found = dict(partners_of(cands))
    for key, links in strong_links(cands, clock).items():
        cell, d = divmod(key, size)
        for number, _ in open_links(links, cand, size, None) if cand[cell] >> d & 1 else ():
            v = d * count + cell
            found[v] = found.get(v, 0) | 1 << number % size * count + number // size
    return found
