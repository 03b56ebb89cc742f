"""A bare SAT solver under a clock, for questions that take many small searches.

The engine ``sat`` answers for whole puzzles. Questions about parts of a puzzle (which givens clash,
which rules prove a step, which sets hit all others) load their own clauses here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from threading import RLock
from typing import Any, Self

from satdoku.base.garbage import no_gc
from satdoku.base.limits import Clock, RanOut, tick
from satdoku.board import Geometry
from satdoku.encodings.cnf import bare_board, encode_alone, encode_long
from satdoku.engines.oracles import solver_of
from satdoku.engines.sat import MAX_SLICE, SLICE_PROPAGATIONS, solver_name
from satdoku.model import Model

_FIRST_SLICE_CONFLICTS = 2000

_CLAUSES_PER_LOOK = 50_000
"""Clauses that are loaded between two looks at the clock."""

_MAX_LAYERS = 500
"""Layers on clauses after which the clauses are loaded anew, without the remains of layers."""


class Clauses:
    """Clauses in one python-sat solver, asked under assumptions.

    ``solver`` is a python-sat name. Literals are integers other than 0, as in DIMACS. The solver
    is freed when the object is closed or dropped, or at the end of its ``with`` block.
    ``with_proof`` lets it log the clauses that it learns.

    :raises ValueError: where there is no such solver.
    """

    def __init__(
        self,
        clauses: Iterable[Sequence[int]] = (),
        *,
        solver: str = "cadical153",
        with_proof: bool = False,
    ) -> None:
        # Clauses come later: Glucose logs nothing of what it learns from those that it is made of.
        self._inner: Any = solver_of(solver_name(solver), with_proof=with_proof)
        self.extend(clauses)

    def add(self, clause: Sequence[int]) -> None:
        """Add one clause."""
        self._inner.add_clause(clause)

    def extend(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add many clauses."""
        stream = iter(clauses)
        with no_gc():
            while chunk := list(islice(stream, _CLAUSES_PER_LOOK)):
                tick()
                self._inner.append_formula(chunk, no_return=True)

    def prefer(self, literals: Sequence[int]) -> None:
        """Let the solver guess that these literals are true first."""
        self._inner.set_phases(list(literals))

    def solve(self, assumptions: Sequence[int], clock: Clock) -> bool:
        """Whether the clauses have a model in which all the assumptions are true.

        ``clock.nodes`` is not counted; the caller counts its searches.

        :raises RanOut: where the clock runs out first.
        """
        literals = list(assumptions)
        budget = _FIRST_SLICE_CONFLICTS
        while True:
            stop = clock.stopped()
            if stop is not None:
                raise RanOut(stop)
            self._inner.conf_budget(budget)
            before = self._inner.accum_stats()["propagations"]
            started = time.monotonic()
            answer = self._inner.solve_limited(literals)
            if answer is not None:
                return bool(answer)
            taken = time.monotonic() - started
            if self._inner.accum_stats()["propagations"] - before < SLICE_PROPAGATIONS:
                budget = min(budget + budget // 2, MAX_SLICE)
            remaining = clock.remaining()
            if remaining is not None and taken > remaining:
                budget = max(10, int(budget * remaining / taken))

    def attempt(self, assumptions: Sequence[int], conflicts: int) -> bool | None:
        """:meth:`solve`, with ``None`` after this many conflicts without an answer."""
        self._inner.conf_budget(conflicts)
        answer = self._inner.solve_limited(list(assumptions))
        return None if answer is None else bool(answer)

    @property
    def propagations(self) -> int:
        """The number of literals propagated so far."""
        return int(self._inner.accum_stats()["propagations"])

    def model(self) -> list[int]:
        """The literals of the model last found, one a variable, ascending by variable."""
        literals: list[int] = self._inner.get_model()
        return literals

    def core(self) -> list[int]:
        """Last assumptions that cannot all be true together (not always the fewest)."""
        literals: list[int] | None = self._inner.get_core()
        return literals or []

    def proof(self) -> list[str]:
        """The lines of the proof (DRAT) that the clauses have no model."""
        lines: list[str] = self._inner.get_proof()
        return lines

    def propagate(self, assumptions: Sequence[int]) -> tuple[bool, list[int]]:
        """Unit propagation of the assumptions: (no conflict met, true literals).

        After a conflict the literals are of no use. Literals that hold without any assumption (unit
        clauses and their consequences) may be missing.
        """
        consistent, literals = self._inner.propagate(list(assumptions))
        return bool(consistent), literals

    def close(self) -> None:
        """Free the solver; it answers nothing more."""
        self._inner.delete()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class LongClauses:
    """A model of many relations (unknown regions, say) as clauses that stay loaded along a path of
    positions, since loading them takes long. For one thread at a time.

    guard  the literal that enables all of them
    top    the highest variable in them or in the layers

    :raises Unsupported: where a relation cannot be written as clauses.
    """

    def __init__(self, model: Model, top: int) -> None:
        self._clauses, self.guard = encode_long(model, top=top)
        self.top = self.guard + _MAX_LAYERS
        self.lock = RLock()
        self._left = 0

    @staticmethod
    def of(model: Model, top: int) -> LongClauses:
        """The clauses of a model, with variables above ``top``; kept with the model."""
        return model.kept((LongClauses, top), lambda model: LongClauses(model, top))

    def switch(self) -> tuple[Any, int]:
        """The solver, and a literal that no other layer has."""
        if not self._left:
            self._loaded = Clauses(self._clauses, solver="minisat22")
            self._left = _MAX_LAYERS
        self._left -= 1
        return self._loaded._inner, self.top - self._left


class ClauseLayer(Clauses):
    """Clauses on top of others that stay loaded. Each question assumes the literal that enables the
    layer; closing the layer makes it false. Clauses learned below the layer are kept."""

    def __init__(self, below: LongClauses, clauses: Iterable[Sequence[int]] = ()) -> None:
        below.lock.acquire()
        self._below = below
        try:
            self._inner, self._switch = below.switch()
            self._before = super().propagations
            self.extend(clauses)
        except BaseException:
            below.lock.release()
            raise

    def add(self, clause: Sequence[int]) -> None:
        super().add([-self._switch, *clause])

    def extend(self, clauses: Iterable[Sequence[int]]) -> None:
        super().extend([[-self._switch, *clause] for clause in clauses])

    def solve(self, assumptions: Sequence[int], clock: Clock) -> bool:
        return super().solve([self._switch, *assumptions], clock)

    def attempt(self, assumptions: Sequence[int], conflicts: int) -> bool | None:
        return super().attempt([self._switch, *assumptions], conflicts)

    @property
    def propagations(self) -> int:
        return super().propagations - self._before

    def core(self) -> list[int]:
        return [literal for literal in super().core() if literal != self._switch]

    def propagate(self, assumptions: Sequence[int]) -> tuple[bool, list[int]]:
        return super().propagate([self._switch, *assumptions])

    def close(self) -> None:
        self._inner.add_clause([-self._switch])
        self._below.lock.release()


class SwitchedRules:
    """The houses of a board in one solver, and rules that hold where their switches are assumed.

    variables  the literals of the candidates
    solver     the clauses; a literal from :meth:`fresh` belongs to no other rule

    ``tick`` is called while clauses are made, and may raise.

    :raises Unsupported: where the board cannot be written as clauses.
    """

    def __init__(self, geometry: Geometry, tick: Callable[[], None] | None = None) -> None:
        base = bare_board(geometry, tick=tick)
        self.variables = base.variables
        self.solver = Clauses(base.clauses())
        self._top = base.top

    def fresh(self) -> int:
        """A new literal."""
        self._top += 1
        return self._top

    def add(self, rule: Model) -> int:
        """Add the relations of a rule; returns its switch.

        :raises Unsupported: where they cannot be written as clauses.
        """
        switch = self.fresh()
        alone = encode_alone(self.variables, rule, top=switch)
        self._top = max(switch, alone.top)
        self.solver.extend([*clause, -switch] for clause in alone.clauses())
        return switch

    def forbid(self, values: Sequence[int], switch: int) -> None:
        """Forbid one full grid where the switch is assumed."""
        self.solver.add([-switch, *(-x for x in self.variables.literals(values))])

    def values(self) -> tuple[int, ...]:
        """The grid last found."""
        return self.variables.values(self.solver.model())

    def close(self) -> None:
        """Free the solver."""
        self.solver.close()
