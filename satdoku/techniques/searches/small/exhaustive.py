"""Conclusions that only an exhaustive search shows, without an argument that a person would read.

Where no short argument is found, the compiled search supposes that a cell holds another digit than
in the solution, or a candidate that is not in it. Whatever little work refutes is
concluded: a digit, or else all these candidates at once. The rest follows only from the uniqueness
of the solution, which takes the whole search. All bounds count work and not time, so that the same
position always has the same answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING

from satdoku.base.errors import Unsupported
from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.puzzle import Puzzle
from satdoku.techniques.searches.small.position import EVERY, Allowed, Facts
from satdoku.techniques.searches.small.solver import FactSolver
from satdoku.techniques.searches.small.trail import follow

if TYPE_CHECKING:
    from satdoku.encodings.program import Narrowing

_WORK = (20_000, 200_000)
"""How long the compiled search tries one assumption; a million units are some 3 to 6 ms."""

_ALL_WORK = 12_000_000
"""How long it tries all candidates."""

_AT_ONCE = 10_000_000
"""How long it does so before the clock is looked at."""

_UNIT = 5000
"""The work of the compiled search that takes as long as a unit of ``Facts.work``, about."""

_NAMING = 1000
"""Conflicts after which all facts are named, in place of those that a solver needs."""

_THINNING = 3000
"""How much is done (``Facts.work``) to leave facts out."""

_SEVERAL = 3
"""Of more candidates, no solver is asked which facts exclude them."""

_TRIED = 12
"""The number of digits that are followed to see which leads to most."""

_WORTH = 8
"""Fewer candidates than this are not concluded where a digit can be."""

_KEPT = 100


@dataclass(frozen=True, slots=True)
class Searched:
    """The conclusion of an exhaustive search.

    on     whether the candidates are true; of these there is one
    cases  how many were tried, 0 where that is not known
    uses   the facts that it rests on
    """

    candidates: tuple[int, ...]
    on: bool
    cases: int
    uses: Allowed


def searched(facts: Facts) -> Searched | None:
    """The conclusion that takes the least search, up to three digits where they take as much;
    ``None`` where little search shows nothing, and there is not exactly one solution."""
    true = true_candidates(facts)
    if true is None:
        return None
    search = Refuting.of(facts)
    refuted = None if search is None else _refuted(facts, search, true)
    if refuted is not None:
        candidates, on, cases = refuted
        return Searched(candidates, on, cases, named_facts(facts, candidates, on))
    if not true:
        return None
    return Searched(tuple(_most_telling(facts, true)[:1]), True, 0, facts.whole)


def effect(facts: Facts, v: int, on: bool, allowed: Allowed | None = EVERY) -> int:
    """How much follows by single facts from a candidate being true (or false)."""
    trail = follow(facts, (v, on))
    trail.run(allowed)
    return trail.false.bit_count() + 3 * trail.true.bit_count()


def _most_telling(facts: Facts, candidates: Iterable[int]) -> list[int]:
    """Of some true candidates those from which most follows; of many a few are tried."""
    some = sorted(candidates, key=lambda v: (-facts.near[v].bit_count(), v))[:_TRIED]
    quick = facts.quick
    return sorted(some, key=lambda v: (-effect(facts, v, True, quick), v))[:_SEVERAL]


def true_candidates(facts: Facts) -> set[int] | None:
    """The candidates of the only solution, none where there are more; ``None`` where one of them
    was crossed out."""
    digits = _only_solution(facts.cands.puzzle, facts.clock)
    return set() if digits is None else _of_solution(facts, digits)


def known_true(facts: Facts) -> set[int] | None:
    """The candidates of the only solution, where it has been searched for before and none of them
    was crossed out; else ``None``."""
    digits = _solutions(facts.cands.puzzle).get(facts.cands.puzzle.givens)
    return None if digits is None else _of_solution(facts, digits)


def _of_solution(facts: Facts, digits: tuple[int, ...]) -> set[int] | None:
    true = {v for v, (cell, d) in enumerate(facts.pairs) if digits[cell] == d}
    return true if len(true) == len(facts.in_cell) else None


def _solutions(puzzle: Puzzle) -> dict[object, tuple[int, ...] | None]:
    """The known solutions of puzzles on this board, by givens."""
    known: dict[object, tuple[int, ...] | None] = puzzle.model.kept(_only_solution, lambda _: {})
    return known


def _only_solution(puzzle: Puzzle, clock: Clock) -> tuple[int, ...] | None:
    """The only solution, as places of digits, or ``None``.

    :raises RanOut: where the clock runs out first.
    """
    from satdoku.engines import choose

    known = _solutions(puzzle)
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


def _refuted(
    facts: Facts, search: Refuting, true: set[int]
) -> tuple[tuple[int, ...], bool, int] | None:
    """The conclusion of a little work of the compiled search: candidates, whether they are true,
    and the number of cases."""
    for work in _WORK:
        placed = {v: tried for tried, v in search.cases(facts, sorted(true), False, work)}
        if placed:
            least = min(placed.values())
            placing = _most_telling(facts, [v for v, tried in placed.items() if tried == least])
            return tuple(sorted(placing)), True, least * len(placing)
    for work in _WORK:
        failing = sorted(search.refuted(facts, work), key=lambda item: item[1])
        # A few candidates tell a reader less than a digit does.
        if len(failing) >= (_WORTH if true else 1):
            return tuple([v for _, v in failing]), False, sum(tried for tried, _ in failing)
    return None


class Refuting:
    """Candidates of a position supposed in the compiled search, a little work each."""

    def __init__(self, search: Narrowing, start: list[int], most: int) -> None:
        self._search, self._start, self._most = search, start, most
        self._lock = Lock()
        self._known: dict[int, list[tuple[int, int]]] = {}

    @staticmethod
    def of(facts: Facts) -> Refuting | None:
        """The search of a position; ``None`` where the compiled core does not take all rules."""
        return facts.cands.once("refuting", lambda: Refuting._begun(facts))

    @staticmethod
    def _begun(facts: Facts) -> Refuting | None:
        from satdoku.encodings.program import Narrowing, program_of

        puzzle, cands = facts.cands.puzzle, facts.cands
        program = puzzle.model.kept("program", program_of)
        if program is None or not program.is_whole:
            return None
        start = [
            1 << value if value >= 0 else mask
            for value, mask in zip(cands.values, cands.cand, strict=True)
        ]
        # A unit of what takes a solver long takes the compiled search longer too.
        most = _ALL_WORK if facts.quick is EVERY else _ALL_WORK // 4
        return Refuting(Narrowing(program, start, puzzle.geometry.digits), start, most)

    def cases(
        self, facts: Facts, candidates: Sequence[int], on: bool, work: int
    ) -> Iterator[tuple[int, int]]:
        """In how many cases, each a candidate, it is refuted that it is true (or false): those of
        which little work refutes it, until all work is done."""
        search, pairs, start = self._search, facts.pairs, self._start
        masks = [(cell, 1 << d if on else start[cell] & ~(1 << d)) for cell, d in pairs]
        done = spent = 0
        while done < len(candidates) and spent < self._most:
            facts.clock.check()
            some = candidates[done:]
            most = min(_AT_ONCE, self._most - spent)
            with self._lock:  # what is done is counted
                before = search.work
                counts = search.supposed(start, [masks[v] for v in some], work, most)
                taken = search.work - before
            spent += taken
            facts.work += 1 + taken // _UNIT
            yield from ((tried, v) for v, tried in zip(some, counts, strict=False) if tried)
            done += len(counts)

    def refuted(self, facts: Facts, work: int) -> list[tuple[int, int]]:
        """The candidates that cannot be true, the easiest first: (cases, candidate)."""
        if work not in self._known:
            true = known_true(facts) or ()  # nothing refutes these
            others = [v for v in range(len(facts.pairs)) if v not in true]
            self._known[work] = sorted(self.cases(facts, others, True, work))
        return self._known[work]


def named_facts(facts: Facts, candidates: tuple[int, ...], on: bool) -> Allowed:
    """Facts from which all of it follows: those that a solver needs, or all that there are."""
    if len(candidates) > _SEVERAL:
        return facts.whole
    try:
        solver = FactSolver(facts)
    except Unsupported:
        return facts.whole
    needs: set[int] = set()
    rules: set[int] = set()
    with solver.clauses:
        for v in candidates:
            supposed = ~v if on else v
            _, core = solver.core(supposed, _NAMING)
            if core is None:
                return facts.whole
            core = solver.thinned(core, supposed, _THINNING)
            needs |= core.needs
            rules |= core.rules
    return Allowed(frozenset(needs), frozenset(rules))
