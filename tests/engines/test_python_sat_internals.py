"""What satdoku relies on inside python-sat, beyond its documented calls: a release that changes
one of these must fail here, by name, and not as a wrong answer or a hang elsewhere."""

from __future__ import annotations

import pytest
from pysat import solvers
from pysat.solvers import Solver, SolverNames

from satdoku.engines.sat import SOLVERS, without_interrupts

CLAUSES = [[1, 2], [-1, 2], [1, -2, 3]]


@pytest.mark.parametrize("name", SOLVERS)
def test_the_solvers_calls_are_there(name: str) -> None:
    with Solver(name=getattr(SolverNames, name)[-1]) as wrapper:
        inner = wrapper.solver
        inner.append_formula(CLAUSES, no_return=True)
        inner.add_clause([-3])
        inner.conf_budget(1000)
        assert inner.solve_limited([]) is True
        model = inner.get_model()
        assert set(model) >= {2, -3}
        assert {"conflicts", "propagations"} <= set(inner.accum_stats())
        assert inner.solve_limited([-2]) is False
        assert inner.get_core() == [-2]
        assert inner.solve_limited([]) is True, "an unsatisfied question must not stick"


@pytest.mark.parametrize("name", SOLVERS)
def test_the_interrupt_guard_replaces_a_name_that_the_solver_looks_up(name: str) -> None:
    """``without_interrupts`` works by the global name ``MainThread`` of pysat.solvers."""
    assert callable(solvers.MainThread.check)
    with Solver(name=getattr(SolverNames, name)[-1], bootstrap_with=CLAUSES) as wrapper:
        method = wrapper.solver.solve_limited
        assert "MainThread" in method.__func__.__code__.co_names
        guarded = without_interrupts(method)
        assert guarded.__func__.__globals__["MainThread"].check() is False
        assert guarded([]) is True


def test_cadical_can_be_configured_and_propagates() -> None:
    with Solver(name="cadical153") as wrapper:
        inner = wrapper.solver
        inner.configure({"stabilizeonly": 1})
        inner.append_formula(CLAUSES, no_return=True)
        consistent, literals = inner.propagate([-2])
        assert not consistent
        consistent, literals = inner.propagate([-3])
        assert consistent
        assert -3 in literals
