"""The SAT solver's part in arguments: which assumptions fail, and by which facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from threading import Lock
from typing import TYPE_CHECKING, TypeAlias

from satdoku.base.compiled import compiled_core
from satdoku.model import Model
from satdoku.techniques.board import bits
from satdoku.techniques.searches.small.position import PROPAGATIONS, Allowed, Facts

if TYPE_CHECKING:
    from satdoku.engines.incremental import Clauses

_CONFLICTS = 30
"""Conflicts after which a smaller set of facts does not count as sufficient: what takes a solver
longer would take a reader pages."""

_RETRIED = 2000
"""Conflicts for a set that is known to suffice: the solver may have forgotten why."""

_WRITTEN = 20
"""Clauses that are written, or loaded once more, in the time of a unit of ``Facts.work``, about."""

_PROMISING = 8

_VARIABLES = 1 << 22
"""The compiled core propagates in clauses of no more variables."""

_AT_ONCE = 100
"""The number of assumptions that are followed before the clock is looked at."""


def promising(facts: Facts, starts: list[tuple[int, bool]]) -> list[tuple[int, bool]]:
    """The assumptions that fail by unit propagation, those with the fewest consequences.

    To follow every assumption through every clue takes seconds where clues have many ways; a solver
    finds out in milliseconds which are worth it.
    """
    from satdoku.base.errors import Unsupported

    try:
        table, failing = facts.cands.puzzle.model.kept(_propagating, _propagating)
    except Unsupported:
        return starts
    literals = [table[cell][d] for cell, d in facts.pairs]
    excluded = [
        -literal
        for cell, (value, mask) in enumerate(zip(facts.cands.values, facts.cands.cand, strict=True))
        for d, literal in enumerate(table[cell])
        if (value >= 0 and d != value) or (value < 0 and not mask >> d & 1)
    ]
    supposed = [literals[v] if on else -literals[v] for v, on in starts]
    failed = []
    for first in range(0, len(starts), _AT_ONCE):
        facts.clock.check()
        for place, count in failing(excluded, supposed[first : first + _AT_ONCE]):
            v, on = starts[first + place]
            failed.append((count, not on, v))
    failed.sort()
    return [(v, not off) for _, off, v in failed[:_PROMISING]]


_Failing: TypeAlias = Callable[[list[int], list[int]], list[tuple[int, int]]]
"""Which of some literals fail by unit propagation beside others that are true: their places, each
with how many literals follow."""


def _propagating(model: Model) -> tuple[tuple[Sequence[int], ...], _Failing]:
    """The literals of a board's candidates, and what unit propagation in all its rules refutes.

    :raises Unsupported: where a rule cannot be written as clauses.
    """
    from satdoku.encodings.cnf import encode
    from satdoku.encodings.variables import Variables
    from satdoku.engines.incremental import Clauses

    variables = Variables.full(model.geometry)
    formula = encode(model)
    core = compiled_core("Propagation")
    if core is not None and formula.top <= _VARIABLES:
        propagation = core.Propagation(formula.top)
        for chunk in formula.chunks():
            propagation.extend(chunk)
        return variables.table, propagation.failing
    clauses, lock = Clauses(formula.clauses(), solver="minisat22"), Lock()

    def failing(base: list[int], tried: list[int]) -> list[tuple[int, int]]:
        failed = []
        for place, literal in enumerate(tried):
            with lock:
                possible, implied = clauses.propagate([*base, literal])
            if not possible:
                failed.append((place, len(implied)))
        return failed

    return variables.table, failing


class FactSolver:
    """The facts as clauses, each behind a selector of its own.

    :raises Unsupported: where a rule cannot be written as clauses.
    """

    def __init__(self, facts: Facts) -> None:
        from satdoku.encodings.cnf import encode_part, is_long
        from satdoku.encodings.variables import Variables
        from satdoku.engines.incremental import LongClauses

        self.facts = facts
        cands, board = facts.cands, facts.board
        masks = [
            1 << value if value >= 0 else mask
            for value, mask in zip(cands.values, cands.cand, strict=True)
        ]
        models = [clue.ways.model for clue in facts.clues]
        long = next(filter(is_long, models), None)
        variables = (Variables.sparse if long else Variables.pruned)(board.geometry, masks)
        self.literal = [variables.table[cell][d] for cell, d in facts.pairs]
        top = variables.count
        clauses: list[list[int]] = [
            [variables.table[cell][value]] for cell, value in enumerate(cands.values) if value >= 0
        ]
        self._below = None
        if long is not None:
            clauses += variables.gone()
            self._below = LongClauses.of(long, top)
            top = self._below.top
        for v, mask in enumerate(facts.near):
            clauses += [[-self.literal[v], -self.literal[w]] for w in bits(mask) if w > v]
        bodies: list[list[list[int]]] = [
            [[self.literal[v] for v in bits(mask)]] for mask in facts.live
        ]
        for clue in facts.clues:
            if self._below is not None and clue.ways.model is long:
                bodies.append([[self._below.guard]])
                continue
            beyond = clue.ways.model.beyond_pairs
            assert beyond is not None, "the clue is one of those that say more than pairs"
            body, top = encode_part(variables, beyond, top=top, kind="minimal")
            bodies.append(body)
        self.selectors = range(top + 1, top + 1 + len(bodies))
        for selector, body in zip(self.selectors, bodies, strict=True):
            clauses += [[-selector, *clause] for clause in body]
        self._written = clauses
        facts.work += len(clauses) // _WRITTEN
        self.restart()

    def restart(self) -> None:
        """Forget what was learned, on which the facts that are named depend; what was learned of
        clauses that stay loaded is kept."""
        self._clauses: Clauses | None = None
        self._done = 0

    @property
    def clauses(self) -> Clauses:
        """The solver, which knows the clauses alone at first."""
        if self._clauses is None:
            from satdoku.engines.incremental import ClauseLayer, Clauses

            self.facts.work += len(self._written) // _WRITTEN
            if self._below is None:
                self._clauses = Clauses(self._written, solver="minisat22")
            else:
                self._clauses = ClauseLayer(self._below, self._written)
        return self._clauses

    def _facts(self, selectors: Iterable[int]) -> Allowed:
        first, needs = self.selectors.start, len(self.facts.live)
        places = [s - first for s in selectors if s >= first]
        return Allowed(
            frozenset(p for p in places if p < needs),
            frozenset(p - needs for p in places if p >= needs),
        )

    def _ask(self, allowed: Allowed | None, v: int | None, conflicts: int | None) -> bool | None:
        """Whether these facts can be where a candidate is true (``~v``: where ``v`` is false)."""
        assumptions = self._asked(allowed, v)
        if conflicts is None:
            answer: bool | None = self.clauses.solve(assumptions, self.facts.clock)
        else:
            self.facts.clock.check()  # hundreds of these may follow each other
            answer = self.clauses.attempt(assumptions, conflicts)
        done = self.clauses.propagations
        self.facts.work += 1 + (done - self._done) // PROPAGATIONS
        self._done = done
        return answer

    def _asked(self, allowed: Allowed | None, v: int | None) -> list[int]:
        first, needs = self.selectors.start, len(self.facts.live)
        if allowed is None:
            assumptions = list(self.selectors)
        else:
            assumptions = [first + n for n in sorted(allowed.needs)]
            assumptions += [first + needs + r for r in sorted(allowed.rules)]
        if v is not None:
            assumptions.insert(0, self.literal[v] if v >= 0 else -self.literal[~v])
        return assumptions

    def refutes(self, allowed: Allowed, v: int) -> bool:
        """Whether these facts exclude a candidate."""
        return self._ask(allowed, v, _CONFLICTS) is False

    def excluded(self, allowed: Allowed, some: Sequence[int], end: float) -> Iterator[int]:
        """Yield the candidates of ``some`` that these facts exclude, until the work reaches
        ``end``."""
        possible = 0
        for at, v in enumerate(some):
            if possible >> v & 1:
                continue
            if self.facts.work > end:
                return
            # A model with many of those that are not known yet saves as many questions.
            self.clauses.prefer([self.literal[w] for w in some[at:] if not possible >> w & 1])
            answer = self._ask(allowed, v, _CONFLICTS)
            if answer:
                possible |= self.model()
            elif answer is False:
                yield v

    def excludes(self, allowed: Allowed, v: int, *, on: bool) -> bool:
        """Whether these facts imply, however long that takes, that a candidate is not true (or not
        false)."""
        return self._ask(allowed, v if on else ~v, None) is False

    def core(
        self, v: int | None, conflicts: int | None = None
    ) -> tuple[bool | None, Allowed | None]:
        """Whether all facts can be if a candidate is true (``~v``: if ``v`` is false), and if not,
        some that cannot; neither where that takes more conflicts."""
        answer = self._ask(None, v, conflicts)
        return answer, self._facts(self.clauses.core()) if answer is False else None

    def model(self) -> int:
        """The candidates that are true in the last answer."""
        model = self.clauses.model()
        return sum([1 << v for v, literal in enumerate(self.literal) if model[literal - 1] > 0])

    def trimmed(self, allowed: Allowed, v: int | None) -> Allowed:
        """The facts that the solver names when it is asked again with those it named, as long as
        the work of the step is not spent."""
        while not self.facts.is_spent and self._ask(allowed, v, _RETRIED) is False:
            fewer = self._facts(self.clauses.core())
            if fewer.size >= allowed.size:
                break
            allowed = fewer
        return allowed

    def thinned(self, allowed: Allowed, v: int | None, most: float | None = None) -> Allowed:
        """Leave facts out as long as the rest suffice, and the work of the step is not spent, or,
        where it is given, ``most`` is not done."""
        end = self.facts.end if most is None else self.facts.work + most
        for fact in allowed.each():
            if self.facts.work > end:
                break
            if not allowed.has(fact):
                continue
            fewer = allowed.without(fact)
            if self._ask(fewer, v, _CONFLICTS) is False:
                allowed = self._facts(self.clauses.core())
        return allowed
