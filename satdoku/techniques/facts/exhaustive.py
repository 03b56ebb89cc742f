"""What only an exhaustive search shows: a conclusion without an argument that a person would read.

Where no short argument is found, the compiled search supposes that a cell holds another digit than
in the solution, or a candidate that is not in it. What little work refutes is concluded: a digit,
or else all such candidates at once. What is left follows from the solution being the only one,
which takes all of the search. Every bound is one of work and none of time, so that the same
position has the same answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from satdoku.base.errors import Unsupported
from satdoku.base.limits import Clock
from satdoku.puzzle import Puzzle
from satdoku.techniques.board import bits
from satdoku.techniques.facts.position import Allowed, Facts
from satdoku.techniques.facts.solver import FactSolver

__all__ = ["Searched", "named_facts", "searched"]

_WORK = (20_000, 200_000)
"""How long the compiled search tries one assumption; a million units are some 3 to 6 ms."""

_ALL_WORK = 40_000_000
"""How long it tries them all."""

_NAMING = 1000
"""Conflicts after which all facts are named, in place of those that a solver needs."""

_THINNING = 3000
"""How much is done (``Facts.work``) to leave facts out."""

_SEVERAL = 3
"""Of more candidates, no solver is asked which facts exclude them."""

_KEPT = 100


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search shows.

    on     whether the candidates are true; of these there is one
    cases  how many were tried, 0 where that is not known
    uses   the facts that it rests on
    """

    candidates: tuple[int, ...]
    on: bool
    cases: int
    uses: Allowed


def searched(facts: Facts) -> Searched | None:
    """The conclusion that takes the least search; ``None`` where little search shows nothing, and
    the puzzle does not have exactly one solution."""
    digits = _only_solution(facts.cands.puzzle, facts.clock)
    true = set[int]()
    if digits is not None:
        true = {v for v, (cell, d) in enumerate(facts.pairs) if digits[cell] == d}
        if len(true) != len(facts.in_cell):
            return None  # a true candidate was crossed out
    found = _refuted(facts, true)
    if found is not None:
        candidates, on, cases = found
        return Searched(candidates, on, cases, named_facts(facts, candidates, on))
    if not true:
        return None
    least = min(facts.in_cell.values(), key=lambda mask: (mask.bit_count(), mask & -mask))
    return Searched(tuple(true & set(bits(least))), True, 0, _every(facts))


def _only_solution(puzzle: Puzzle, clock: Clock) -> tuple[int, ...] | None:
    """The only solution, as places of digits, or ``None``.

    :raises RanOut: where the clock runs out first.
    """
    from satdoku.engines import choose

    known: dict[object, tuple[int, ...] | None] = puzzle.model.kept(_only_solution, lambda _: {})
    if puzzle.givens not in known:
        index = {digit: d for d, digit in enumerate(puzzle.geometry.digits)}
        search = choose("auto", puzzle).search(puzzle, clock, 2)
        grids = list(islice(search, 2))
        if len(grids) < 2 and not search.exhausted:
            clock.check()
            return None
        if len(known) > _KEPT:
            known.clear()
        only = tuple([index[digit] for digit in grids[0]]) if len(grids) == 1 else None
        known[puzzle.givens] = only
    return known[puzzle.givens]


def _refuted(facts: Facts, true: set[int]) -> tuple[tuple[int, ...], bool, int] | None:
    """What little work of the compiled search shows: candidates, whether they are true, cases."""
    from satdoku.encodings.program import Narrowing, program_of

    puzzle, cands = facts.cands.puzzle, facts.cands
    program = puzzle.model.kept("program", program_of)
    if program is None or not program.is_whole:
        return None
    start = [
        1 << value if value >= 0 else mask
        for value, mask in zip(cands.values, cands.cand, strict=True)
    ]
    search = Narrowing(program, start, puzzle.geometry.digits)
    end = search.work + _ALL_WORK

    def cases(v: int, on: bool, work: int) -> int | None:
        """How many cases it takes to refute that a candidate is true (or false), or ``None``."""
        facts.clock.check()
        cell, d = facts.pairs[v]
        masks = start[:]
        masks[cell] = 1 << d if on else masks[cell] & ~(1 << d)
        before = search.guesses
        search.restart(masks)
        if any(True for _ in search.advance(work, 1)):
            return None
        return search.guesses - before + 1 if search.exhausted else None

    for work in _WORK:
        placed = [
            (tried, v)
            for v in sorted(true)
            if search.work < end and (tried := cases(v, False, work)) is not None
        ]
        if placed:
            tried, v = min(placed)
            return (v,), True, tried
        gone = [
            (tried, v)
            for v in range(len(facts.pairs))
            if v not in true and search.work < end and (tried := cases(v, True, work)) is not None
        ]
        if gone:
            return tuple([v for _, v in gone]), False, sum(tried for tried, _ in gone)
    return None


def _every(facts: Facts) -> Allowed:
    return Allowed(frozenset(range(len(facts.live))), frozenset(range(len(facts.clues))))


def named_facts(facts: Facts, candidates: tuple[int, ...], on: bool) -> Allowed:
    """Facts from which all of it follows: those that a solver needs, or all that there are."""
    if len(candidates) > _SEVERAL:
        return _every(facts)
    try:
        solver = FactSolver(facts)
    except Unsupported:
        return _every(facts)
    needs: set[int] = set()
    rules: set[int] = set()
    with solver.clauses:
        for v in candidates:
            supposed = ~v if on else v
            _, core = solver.core(supposed, _NAMING)
            if core is None:
                return _every(facts)
            core = solver.thinned(core, supposed, _THINNING)
            needs |= core.needs
            rules |= core.rules
    return Allowed(frozenset(needs), frozenset(rules))
