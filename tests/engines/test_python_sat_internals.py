"""Internals of python-sat that satdoku relies on beyond documented calls: a release that changes
one of these must fail here, by name, and not as a wrong answer or a hang elsewhere."""

from __future__ import annotations

import gc
import re
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from pysat import solvers
from pysat.card import pycard
from pysat.solvers import Solver, SolverNames, pysolvers

from satdoku.engines.oracles import counter_of, solver_of
from satdoku.engines.sat import SOLVERS
from tests.formats.common import ROOT
from tests.shared import thinned

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
    """It works by the global name ``MainThread`` of pysat.solvers."""
    assert callable(solvers.MainThread.check)
    inner = solver_of(getattr(SolverNames, name)[-1])
    inner.append_formula(CLAUSES, no_return=True)
    function = inner.solve_limited.__func__
    assert "MainThread" in function.__code__.co_names
    assert function.__globals__["MainThread"].check() is False
    assert inner.solve_limited([]) is True
    inner.delete()
    inner.delete()


class Freed:
    """Counts what is freed in C, and is interrupted right after it."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        gc.collect()  # what earlier tests left is freed as ever
        self.times = 0
        for module in (pysolvers, pycard):
            for name in dir(module):
                if name.endswith("_del"):
                    patch.setattr(module, name, partial(self.free, getattr(module, name)))

    def free(self, real: Callable[..., None], *arguments: Any) -> None:
        real(*arguments)
        self.times += 1
        raise KeyboardInterrupt


def made(name: str) -> Any:
    if name == "counter":
        return counter_of([1, 2, 3], 2, 3)
    return solver_of(getattr(SolverNames, name)[-1])


@pytest.mark.parametrize("name", thinned(["counter", *SOLVERS], 10))
def test_what_was_interrupted_while_it_was_freed_is_not_freed_again(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = made(name)
    freed = Freed(monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        opened.delete()
    del opened
    gc.collect()
    assert freed.times == 1


def test_ctrl_c_while_a_solver_is_dropped_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python drops what ``__del__`` raises; the run would go on as if nobody had pressed it."""
    opened = made("cadical153")
    freed = Freed(monkeypatch)
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012
        del opened
        end = time.monotonic() + 60
        while time.monotonic() < end:
            time.sleep(0.001)
    assert freed.times == 1


def test_no_other_file_makes_a_solver() -> None:
    """Hitman makes its own, which is guarded behind it."""
    for path in (ROOT / "satdoku").rglob("*.py"):
        text = path.read_text("utf-8")
        if path.name != "oracles.py":
            run = re.sub(r"^if TYPE_CHECKING:\n(( .*)?\n)+", "", text, flags=re.MULTILINE)
            assert not re.search(r"import .*\b(Solver|ITotalizer)\b", run), path
            assert "pysat.examples" not in text or "guard(" in text, path


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
