"""Single chains and cycles.

One breadth-first search from each candidate being true gives its cycles and the chain that refutes
it; one from its being false gives the chain that proves it.
"""

from __future__ import annotations

from collections.abc import Iterator

from satdoku.base.limits import Clock
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.reasoning.links import Links, Pass, links_of
from satdoku.techniques.reasoning.statements import (
    ANY_LENGTH,
    START,
    Bound,
    ChainKind,
    DerivedStatement,
    FoundChain,
)

_CYCLES: dict[Pass, ChainKind] = {"x": "x-cycle", "y": "y-cycle", "xy": "xy-cycle"}
_CHAINS: dict[Pass, ChainKind] = {"x": "x-chain", "xy": "xy-chain"}


def single(
    cands: Candidates,
    clock: Clock,
    passes: tuple[Pass, ...] = ("x", "y", "xy"),
    bound: Bound | None = None,
    longest: int = ANY_LENGTH,
) -> Iterator[FoundChain]:
    """Single chains and cycles, in the order of the passes, then of their starts.

    With a ``bound`` only hints that are easier are looked for; ``longest`` caps the number of
    statements.

    :raises RanOut: where the clock runs out first.
    """
    size = cands.board.size
    for p in passes:
        links = links_of(cands, p, clock)
        for cell, digits in enumerate(cands.cand):
            count = digits.bit_count()
            if count < 2 or (p == "y" and count > 2):
                continue
            clock.check()
            for d in bits(digits):
                start = cell * size + d
                for hint in _from_true(cands, links, p, start, bound, longest):
                    if bound is not None:
                        bound.offer(hint)
                    yield hint
                if p != "y":
                    proof = _from_false(cands, links, p, start, bound, longest)
                    if proof is not None:
                        if bound is not None:
                            bound.offer(proof)
                        yield proof


_Parents = dict[int, tuple[int, int]]
"""Candidate number -> (the candidate number it follows from, the cause)."""


def _limit(longest: int, bound: Bound | None, kind: ChainKind) -> int:
    return longest if bound is None else min(longest, bound.longest(kind))


def _from_true(
    cands: Candidates, links: Links, p: Pass, start: int, bound: Bound | None, longest: int
) -> list[FoundChain]:
    """The cycles through a candidate, then the chain that refutes it."""
    weak, strong = links.off, links.on
    partners = dict(strong[start])
    longest_cycle = _limit(longest, bound, _CYCLES[p]) if partners else 0
    longest_chain = _limit(longest, bound, _CHAINS[p]) if p in _CHAINS else 0
    on: _Parents = {start: (-1, START)}
    off: _Parents = {}
    layer = [start]
    length = 0
    chains: list[FoundChain] = []
    refuted: FoundChain | None = None
    while layer:
        length += 2
        if length > longest_cycle and length > longest_chain:
            break
        reached = []
        closing = 4 <= length <= longest_cycle
        for true in layer:
            for q, cause in weak[true]:
                if q not in off:
                    off[q] = true, cause
                    reached.append(q)
                    if q == start and length <= longest_chain:
                        end = _line(on, off, start, q, on_end=False)
                        cell, d = divmod(start, cands.board.size)
                        refuted = FoundChain(_CHAINS[p], (end,), None, ((cell, d),), start)
                        longest_chain = 0
                if closing and q in partners and not _passed(on, off, true, q):
                    hint = _cycle(cands, p, start, (true, q, cause), partners[q], on, off)
                    if hint is not None:
                        chains.append(hint)
                        if bound is not None:
                            # Anything further from here is as long or longer, and so loses.
                            longest_cycle, closing = 0, False
        layer = []
        for q in reached:
            for true, cause in strong[q]:
                if true not in on:
                    on[true] = q, cause
                    layer.append(true)
    if refuted is not None:
        chains.append(refuted)
    return chains


def _from_false(
    cands: Candidates, links: Links, p: Pass, start: int, bound: Bound | None, longest: int
) -> FoundChain | None:
    """The chain that proves a candidate from its being false."""
    longest = _limit(longest, bound, _CHAINS[p])
    weak, strong = links.off, links.on
    on: _Parents = {}
    off: _Parents = {start: (-1, START)}
    layer = [start]
    length = 0
    while layer:
        length += 2
        if length > longest:
            return None
        reached = []
        for false in layer:
            for q, cause in strong[false]:
                if q in on:
                    continue
                on[q] = false, cause
                reached.append(q)
                if q == start:
                    end = _line(on, off, start, q, on_end=True)
                    cell, d = divmod(start, cands.board.size)
                    others = bits(cands.cand[cell] & ~(1 << d))
                    excluded = tuple([(cell, e) for e in others])
                    return FoundChain(_CHAINS[p], (end,), start, excluded, start)
        layer = []
        for true in reached:
            for q, cause in weak[true]:
                if q not in off:
                    off[q] = true, cause
                    layer.append(q)
    return None


def _passed(on: _Parents, off: _Parents, true: int, q: int) -> bool:
    """Whether "q is false" lies on the way that led to "true is true"."""
    while True:
        false, _ = on[true]
        if false < 0:
            return False
        if false == q:
            return True
        true, _ = off[false]


def _line(on: _Parents, off: _Parents, start: int, end: int, *, on_end: bool) -> DerivedStatement:
    """The statements from the start to an end, joined by their parents."""
    way: list[tuple[int, bool, int]] = []
    number, sign = end, on_end
    while True:
        parent, cause = (on if sign else off)[number]
        way.append((number, sign, cause))
        if parent < 0:
            break
        number, sign = parent, not sign
    statement: DerivedStatement | None = None
    for number, sign, cause in reversed(way):
        parents = () if statement is None else (statement,)
        statement = DerivedStatement(2 * number + sign, parents, cause)
    assert statement is not None
    return statement


def _cycle(
    cands: Candidates,
    p: Pass,
    start: int,
    last: tuple[int, int, int],
    closing_cause: int,
    on: _Parents,
    off: _Parents,
) -> FoundChain | None:
    """The cycle start ... true -> q false -> start, if it crosses anything out.

    Going round one way makes every second candidate true, going round the other way the rest: so
    what one of the first AND one of the second kind exclude is false either way.
    """
    board = cands.board
    size = board.size
    true, q, cause = last
    numbers = [q]
    number, sign = true, True
    while number >= 0:
        numbers.append(number)
        number = (on if sign else off)[number][0]
        sign = not sign
    inside = 0
    seen_true = [0] * size
    seen_false = [0] * size
    for i, number in enumerate(numbers):
        cell, d = divmod(number, size)
        inside |= 1 << cell
        seen = seen_true if i % 2 else seen_false
        for e, cells in board.excluded(cell, d).items():
            seen[e] |= cells
    eliminated = [
        (x, d)
        for d in range(size)
        for x in bits(seen_true[d] & seen_false[d] & ~inside & cands.where[d])
    ]
    if not eliminated:
        return None
    off_way = _line(on, off, start, true, on_end=True)
    before = DerivedStatement(2 * q, (off_way,), cause)
    end = DerivedStatement(2 * start + 1, (before,), closing_cause)
    back: DerivedStatement | None = None
    chain = [end]
    while chain[-1].parents:
        chain.append(chain[-1].parents[0])
    for statement in chain:
        parents = () if back is None else (back,)
        back = DerivedStatement(statement.id ^ 1, parents, statement.cause)
    assert back is not None
    return FoundChain(_CYCLES[p], (end, back), None, tuple(eliminated), start)
