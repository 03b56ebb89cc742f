"""Simple patterns and chains inside a run: dynamic forcing chains plus, and nested ones.

| level | a run may also use |
|---|---|
| 1 | locked candidates, pairs, X-wings |
| 2 | and single chains |
| 3 | and static forcing chains |
| 4 | patterns, then dynamic forcing chains |
| 5 | and dynamic forcing chains that use single chains |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from satdoku.base.limits import Clock
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.fish import Fish
from satdoku.techniques.locked import Locked
from satdoku.techniques.reasoning.multiple import multiple
from satdoku.techniques.reasoning.propagate import Advanced
from satdoku.techniques.reasoning.single import single
from satdoku.techniques.reasoning.statements import (
    ADVANCED,
    CELL,
    START,
    Bound,
    ChainOrder,
    DerivedStatement,
    FoundChain,
)
from satdoku.techniques.step import (
    ExclusionProof,
    FishProof,
    HiddenSetProof,
    House,
    IntersectionProof,
    NakedSetProof,
    Step,
)
from satdoku.techniques.subsets import HiddenSet, NakedSet

__all__ = ["forcing"]

_PATTERNS: tuple[tuple[Locked | HiddenSet | NakedSet | Fish, ...], ...] = (
    (Locked(), Locked(claiming=True)),
    (HiddenSet(2, "se"),),
    (NakedSet(2, "se"),),
    (Fish(2, dialect="se"),),
)


def forcing(
    cands: Candidates,
    clock: Clock,
    order: ChainOrder,
    *,
    dynamic: bool,
    nishio: bool = False,
    level: int = 0,
    bound: Bound | None = None,
) -> Iterator[FoundChain]:
    """:func:`multiple` with what a level allows inside a run; ``order`` decides which of several
    chains found there is used first.

    :raises RanOut: where the clock runs out first.
    """
    advanced = _advanced(level, order, clock) if level else None
    return multiple(cands, clock, dynamic=dynamic, nishio=nishio, advanced=advanced, bound=bound)


def _advanced(level: int, order: ChainOrder, clock: Clock) -> Advanced:
    nested_rules = _nested_rules(level, order, clock)

    def follow(
        first: Candidates, now: Candidates, off: dict[int, DerivedStatement]
    ) -> list[DerivedStatement]:
        """What the first useful rule concludes about the candidates that a run has left."""
        clock.check()
        size, index = now.board.size, now.board.index_of
        for rules in _PATTERNS:
            found: list[DerivedStatement] = []
            for rule in rules:
                for step in rule.search(now, clock):
                    reasons = _pattern_parents(first, now, step)
                    if reasons:
                        parents = tuple([off[2 * x] for x in reasons])
                        found += [
                            DerivedStatement(2 * (c * size + index[digit]), parents, ADVANCED, step)
                            for c, digit in step.eliminations
                        ]
            if found:
                return found
        for nested in nested_rules:
            found = []
            for hint in nested(now):
                reasons = _chain_parents(first, now, hint)
                if reasons:
                    parents = tuple([off[2 * x] for x in reasons])
                    found += [
                        DerivedStatement(2 * (c * size + d), parents, ADVANCED, hint)
                        for c, d in hint.gone
                    ]
            if found:
                return found
        return []

    return follow


def _nested_rules(
    level: int, order: ChainOrder, clock: Clock
) -> list[Callable[[Candidates], list[FoundChain]]]:
    def chains(cands: Candidates) -> list[FoundChain]:
        return _ordered(single(cands, clock), order)

    def static(cands: Candidates) -> list[FoundChain]:
        return _ordered(forcing(cands, clock, order, dynamic=False), order)

    def dynamic(cands: Candidates) -> list[FoundChain]:
        return _ordered(forcing(cands, clock, order, dynamic=True), order)

    def deeper(cands: Candidates) -> list[FoundChain]:
        return _ordered(forcing(cands, clock, order, dynamic=True, level=2), order)

    rules: dict[int, list[Callable[[Candidates], list[FoundChain]]]] = {
        2: [chains],
        3: [chains, static],
        4: [dynamic],
        5: [dynamic, deeper],
    }
    return rules.get(level, [])


def _ordered(hints: Iterator[FoundChain], order: ChainOrder) -> list[FoundChain]:
    """Sorted, later ones with the same eliminations left out."""
    found: list[FoundChain] = []
    seen: set[frozenset[tuple[int, int]]] = set()
    for hint in sorted(hints, key=lambda hint: order(hint.kind, hint.complexity)):
        gone = frozenset(hint.gone)
        if gone not in seen:
            seen.add(gone)
            found.append(hint)
    return found


def _pattern_parents(first: Candidates, now: Candidates, step: Step) -> list[int]:
    """The refuted candidates (as numbers) without which a simple pattern would not stand."""
    size, index = now.board.size, now.board.index_of

    def lost(house: House, digit: int) -> list[int]:
        """The places of a digit in a house that are refuted."""
        d = index[digit]
        gone = first.where[d] & ~now.where[d]
        return [c * size + d for c in house.cells if gone >> c & 1]

    def others(cells: Iterable[int], digits: Iterable[int]) -> list[int]:
        """The candidates of some cells beside these digits."""
        mask = sum([1 << index[digit] for digit in digits])
        return [c * size + d for c in cells for d in bits(first.cand[c] & ~mask)]

    match step.proof:
        case ExclusionProof(house=House() as house) as locked:
            return lost(house, locked.digits[0])
        case IntersectionProof(digit, house, second):
            outside = set(house.cells) - set(second.cells)
            return [v for v in lost(house, digit) if v // size in outside]
        case FishProof(digit, base, cover):
            covered = {c for house in cover for c in house.cells}
            return [v for house in base for v in lost(house, digit) if v // size not in covered]
        case HiddenSetProof(_, digits, _, house):
            names = [index[digit] for digit in digits]
            mask = sum([1 << d for d in names])
            return [
                c * size + d
                for c in house.cells
                if not now.cand[c] & mask
                for d in names
                if first.cand[c] & (1 << d)
            ]
        case NakedSetProof(cells, digits):
            return others(cells, digits)
        case ExclusionProof() as own:
            return others(own.cells, own.digits)
        case _:
            raise AssertionError(f"{step.technique} is no pattern inside a chain")


def _chain_parents(first: Candidates, now: Candidates, hint: FoundChain) -> list[int]:
    """The refuted candidates without which some link of a nested chain would not stand."""
    board = now.board
    size = board.size
    found: dict[int, None] = {}
    for end in hint.ends:
        for statement in end.walk():
            cause = statement.cause
            if cause == START:
                # The cases of a cell or house are complete only because of what has gone from it.
                cause = {"cell": CELL, "region": hint.house}.get(hint.kind, START)
            if not statement.id & 1 or cause in (START, ADVANCED) or cause >= len(board.houses):
                continue  # what a rule needs rests on the first marks (see propagate.py)
            cell, d = divmod(statement.id >> 1, size)
            if cause == CELL:
                for e in bits(first.cand[cell] & ~now.cand[cell]):
                    found[cell * size + e] = None
            else:
                lost = first.where[d] & ~now.where[d] & board.mask[cause]
                for x in bits(lost):
                    found[x * size + d] = None
    return list(found)
