"""Values of the other variables, where the cells are known."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from itertools import combinations

from satdoku.base.errors import Undecided
from satdoku.base.limits import ENDLESS, Clock, running
from satdoku.base.oracles import solver_of
from satdoku.relations import Domain, Relation, Variable
from satdoku.relations.clauses import clauses_of

__all__ = ["filling"]

_CONFLICTS = 300_000
"""What the solver may spend where no clock is given, some ten seconds."""
_HIDDEN = "a rule with cells outside of the grid or unknown regions"
_BEFORE = f"it was decided whether {_HIDDEN} holds"
_FIRST_SLICE, _SLICE = 100, 5_000
"""Conflicts between two looks at the clock, at first and at most."""


def filling(
    relations: Iterable[Relation], known: Mapping[Variable, int], clock: Clock | None = None
) -> dict[Variable, int] | None:
    """Values that make all relations true, those of ``known`` among them; ``None``: there are none.

    Every variable that is not known has a :class:`Domain`. What is left where the cells are known
    may still take a search (regions, shadings), so it is a solver's.

    :raises TooLarge: where a relation takes too many states.
    :raises Undecided: where the clock ran out, this one or the one that the thread is under, or
        without any a number of conflicts.
    """
    if clock is None and running() is not ENDLESS:
        clock = running()
    waiting = list(relations)
    allowed: dict[Variable, frozenset[int]] = {v: frozenset((d,)) for v, d in known.items()}
    for relation in waiting:
        if isinstance(relation, Domain):
            variable = relation.variable
            allowed[variable] = allowed.get(variable, relation.digits) & relation.digits
    top = 0

    def fresh() -> int:
        nonlocal top
        top += 1
        return top

    literals = {v: {d: fresh() for d in sorted(values)} for v, values in allowed.items()}
    with solver_of("cadical153") as solver:
        for here in literals.values():
            solver.add_clause(list(here.values()))
            for a, b in combinations(here.values(), 2):
                solver.add_clause([-a, -b])
        for relation in waiting:
            if clock is not None:
                clock.check(_BEFORE)
            for clause in clauses_of(relation, literals, fresh):
                solver.add_clause(clause)
        budget = _CONFLICTS if clock is None else _FIRST_SLICE
        while True:
            solver.conf_budget(budget)
            started = time.monotonic()
            if (found := solver.solve_limited()) is not None:
                break
            if clock is None:
                raise Undecided(
                    f"whether {_HIDDEN} holds was not decided within {_CONFLICTS} conflicts"
                )
            clock.nodes += budget
            clock.check(_BEFORE)
            remaining, taken = clock.remaining(), time.monotonic() - started
            longest = _SLICE if remaining is None else int(budget * remaining / max(taken, 1e-6))
            budget = max(10, min(2 * budget, _SLICE, longest))
        if not found:
            return None
        model = set(solver.get_model() or ())
    return {
        v: next(d for d, literal in here.items() if literal in model)
        for v, here in literals.items()
    }
