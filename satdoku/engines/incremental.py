"""A bare SAT solver under a clock, for questions that are many small searches.

The engine ``sat`` answers for whole puzzles; questions about parts of one (which givens clash,
which rules prove a step, which sets hit all others) load clauses of their own here.
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
from satdoku.engines.sat import LARGEST_SLICE, SLICE_PROPAGATIONS, solver_name
from satdoku.model import Model

_FIRST_SLICE = 2000

_CHUNK = 50_000
"""Clauses that are loaded between two looks at the clock."""

_LAYERS = 500
"""So many layers are put on clauses before these are loaded anew, without what is left of them."""


class Clauses:
    """Clauses in one python-sat solver, asked under assumptions.

    ``solver`` is a python-sat name. Literals are integers other than 0, as in DIMACS. The solver
    is freed when the object is closed, dropped or used up as a context manager. ``with_proof``
    lets it write down what it learns.

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
            while chunk := list(islice(stream, _CHUNK)):
                tick()
                self._inner.append_formula(chunk, no_return=True)

    def prefer(self, literals: Sequence[int]) -> None:
        """Where the solver must guess, let it try these literals true first."""
        self._inner.set_phases(list(literals))

    def solve(self, assumptions: Sequence[int], clock: Clock) -> bool:
        """Whether the clauses have a model in which all the assumptions are true.

        ``clock.nodes`` is not counted: the searches are small, and their number is the caller's.

        :raises RanOut: where the clock runs out first.
        """
        asked = list(assumptions)
        budget = _FIRST_SLICE
        while True:
            stop = clock.stopped()
            if stop is not None:
                raise RanOut(stop)
            self._inner.conf_budget(budget)
            before = self._inner.accum_stats()["propagations"]
            started = time.monotonic()
            answer = self._inner.solve_limited(asked)
            if answer is not None:
                return bool(answer)
            taken = time.monotonic() - started
            if self._inner.accum_stats()["propagations"] - before < SLICE_PROPAGATIONS:
                budget = min(budget + budget // 2, LARGEST_SLICE)
            remaining = clock.remaining()
            if remaining is not None and taken > remaining:
                budget = max(10, int(budget * remaining / taken))

    def attempt(self, assumptions: Sequence[int], conflicts: int) -> bool | None:
        """As :meth:`solve`, but ``None`` after this many conflicts without an answer."""
        self._inner.conf_budget(conflicts)
        answer = self._inner.solve_limited(list(assumptions))
        return None if answer is None else bool(answer)

    @property
    def propagations(self) -> int:
        """How much has been propagated so far, in literals."""
        return int(self._inner.accum_stats()["propagations"])

    def model(self) -> list[int]:
        """The literals of the model last found, one a variable, ascending by variable."""
        found: list[int] = self._inner.get_model()
        return found

    def core(self) -> list[int]:
        """Those of the last assumptions that cannot all be true together (not always fewest)."""
        found: list[int] | None = self._inner.get_core()
        return found or []

    def proof(self) -> list[str]:
        """The lines of the proof (DRAT) that the clauses have no model."""
        found: list[str] = self._inner.get_proof()
        return found

    def propagate(self, assumptions: Sequence[int]) -> tuple[bool, list[int]]:
        """What unit propagation alone makes of the assumptions: (no conflict met, true literals).

        Where it meets a conflict the literals are of no use. Literals that hold without any
        assumption (unit clauses and what follows from them) may be missing.
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
    """A model of many relations (unknown regions, say) as clauses that stay loaded, for one thread
    at a time: along a path of positions they are the same, and loading them takes long.

    guard  the literal behind which all of them are
    top    the highest variable that they, or the literals of layers, use

    :raises Unsupported: where a relation cannot be written as clauses.
    """

    def __init__(self, model: Model, top: int) -> None:
        self._clauses, self.guard = encode_long(model, top=top)
        self.top = self.guard + _LAYERS
        self.lock = RLock()
        self._left = 0

    @staticmethod
    def of(model: Model, top: int) -> LongClauses:
        """Those of a model, with variables above ``top``; kept with the model."""
        return model.kept((LongClauses, top), lambda model: LongClauses(model, top))

    def switch(self) -> tuple[Any, int]:
        """The solver, and a literal that no other layer has."""
        if not self._left:
            self._loaded = Clauses(self._clauses, solver="minisat22")
            self._left = _LAYERS
        self._left -= 1
        return self._loaded._inner, self.top - self._left


class ClauseLayer(Clauses):
    """Clauses on top of others that stay loaded, behind a literal that each question supposes; from
    when it is closed it is false. What is learned below the layer lasts."""

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
    solver     the clauses; a literal that :meth:`fresh` gave is no other rule's

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
