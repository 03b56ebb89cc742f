"""The engine ``cpsat``: OR-Tools CP-SAT.

CP-SAT searches in a thread of its own while the caller waits, so that Ctrl-C, cancellation and the
clock reach it at any moment. Enumeration takes one worker (CP-SAT demands it) and hands out each
grid once. With several workers the first two solutions are found by two searches, the second with
the first solution forbidden; which of several solutions they find may change from run to run. So
is every solution of a model with auxiliary variables, which may have very many values for a grid.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Generator, Iterator, Sequence
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, ClassVar, cast

from ortools.sat.python import cp_model

from satdoku.base.limits import Clock, RanOut, Stop
from satdoku.encodings.cpsat import CpModel, ModelKind, build
from satdoku.engines.at_exit import closed_at_exit
from satdoku.engines.protocol import (
    Ending,
    Engine,
    EngineOptions,
    Occurrences,
    Search,
    SeenReport,
    Session,
    Solution,
)
from satdoku.model import Model
from satdoku.puzzle.puzzle import Puzzle

_POLL_SECONDS = 0.05
_PATIENCE_SECONDS = 0.5
_MAX_WAITING_SOLUTIONS = 256
"""Solutions that CP-SAT may find before the caller has taken them."""

_MIN_PRESOLVED_VARIABLES = 4_000
"""Variables from which presolve pays for itself."""


class _Callback(cp_model.CpSolverSolutionCallback):
    def __init__(self, run: _Run) -> None:
        super().__init__()
        self.run = run

    def on_solution_callback(self) -> None:
        run = self.run
        if not run.closing:
            run.queue.put(list(self.response_proto.solution))
            run.credit.acquire()
        if run.closing:
            self.stop_search()


class _Run:
    """One CP-SAT search, in a thread of its own."""

    def __init__(self, model: CpModel, options: EngineOptions, clock: Clock, every: bool) -> None:
        self.queue: SimpleQueue[list[int] | None] = SimpleQueue()
        self.credit = threading.Semaphore(_MAX_WAITING_SOLUTIONS)
        self.closing = False
        self.closed = False
        self.clock = clock
        self.every = every
        self.error: BaseException | None = None
        self.solver = cp_model.CpSolver()
        parameters = self.solver.parameters
        parameters.num_workers = 1 if every else options.workers
        parameters.enumerate_all_solutions = every
        parameters.random_seed = options.seed
        parameters.catch_sigint_signal = False
        if len(model.meaning) < _MIN_PRESOLVED_VARIABLES:
            parameters.cp_model_presolve = False
            parameters.symmetry_level = 0
            parameters.linearization_level = 0
        remaining = clock.remaining()
        if remaining is not None:
            parameters.max_time_in_seconds = remaining
        if clock.limit.nodes is not None:
            parameters.max_number_of_conflicts = clock.limit.nodes - clock.nodes
        self.status: Any = None
        self.stopped: Stop | None = None
        self.thread = threading.Thread(target=self._work, args=(model.model,), daemon=True)
        closed_at_exit(self, _Run.end)
        self.thread.start()

    def _work(self, model: cp_model.CpModel) -> None:
        try:
            self.status = self.solver.solve(model, _Callback(self))
        except BaseException as error:  # handed to the waiting thread
            self.error = error
        finally:
            self.queue.put(None)

    def solutions(self) -> Iterator[list[int]]:
        """The solutions as they come; sets ``stopped`` where the search did not finish."""
        try:
            while True:
                try:
                    solution = self.queue.get(timeout=_POLL_SECONDS)
                except Empty:
                    self._look_at_clock()
                    if self.stopped is not None:
                        return
                    continue
                if solution is None:
                    break
                yield solution
                self.credit.release()
                self._look_at_clock()
                if self.stopped is not None:
                    return
            self._finish()
        finally:
            self.close()

    def _look_at_clock(self) -> None:
        if self.stopped is None:
            self.stopped = self.clock.stopped()
        if self.stopped is not None:
            self.closing = True
            self.solver.stop_search()

    def _finish(self) -> None:
        if self.error is not None:
            raise self.error
        clock = self.clock
        if clock.limit.nodes is not None:
            clock.nodes += self.solver.num_conflicts
        if self.exhausted or self.stopped is not None:
            return
        if self.status in (cp_model.OPTIMAL, cp_model.FEASIBLE) and not self.every:
            return
        self.stopped = clock.stopped()
        if self.stopped is None and self.status in (cp_model.UNKNOWN, cp_model.FEASIBLE):
            # CP-SAT's own clock and counters run a little ahead of ours.
            if clock.deadline is not None:
                self.stopped = "seconds"
            elif clock.limit.nodes is not None:
                self.stopped = "nodes"
        if self.stopped is None:
            raise RuntimeError(f"CP-SAT ended with status {self.solver.status_name(self.status)}")

    @property
    def exhausted(self) -> bool:
        """Whether CP-SAT has seen every solution."""
        return self.status == cp_model.INFEASIBLE or (
            self.every and self.status == cp_model.OPTIMAL
        )

    def close(self) -> None:
        """End the search and its thread."""
        if self.closed:
            return
        self.closing = self.closed = True
        self.credit.release(_MAX_WAITING_SOLUTIONS)
        patience = time.monotonic() + _PATIENCE_SECONDS
        # On huge boards CP-SAT's presolve ignores a stop for many seconds. The limit matters more:
        # the thread ends by itself after presolve.
        while self.thread.is_alive() and time.monotonic() < patience:
            # The first call has no effect on a search that has not quite begun.
            self.solver.stop_search()
            self.thread.join(0.01)

    def end(self) -> None:
        """Close, however long it takes: a thread that outlives the interpreter aborts it."""
        self.close()
        self.thread.join()


def _solutions(
    options: EngineOptions, puzzle: Puzzle, clock: Clock, wanted: int | None, ending: Ending
) -> Generator[Solution, None, None]:
    ending.stopped = clock.stopped()
    if ending.stopped is not None:
        return
    try:
        model = build(puzzle, cast("ModelKind | None", options.model), clock.check)
    except RanOut as error:
        ending.stopped = error.stop
        return
    if model is None:
        ending.exhausted = True
        return
    if model.auxiliary or wanted == 1 or (wanted == 2 and options.workers > 1):
        yield from _one_by_one(model, options, clock, ending)
        return
    run = _Run(model, options, clock, every=True)
    seen: set[Solution] = set()
    try:
        for solution in run.solutions():
            values = model.values(solution)
            if values not in seen:
                seen.add(values)
                yield values
        ending.stopped = run.stopped
        ending.exhausted = run.stopped is None and run.exhausted
    finally:
        run.close()


def _one_by_one(
    model: CpModel, options: EngineOptions, clock: Clock, ending: Ending
) -> Iterator[Solution]:
    while True:
        solution, ending.stopped = _one(model, options, clock)
        if solution is None:
            ending.exhausted = ending.stopped is None
            return
        yield solution
        model.forbid(solution)


def _one(
    model: CpModel, options: EngineOptions, clock: Clock
) -> tuple[Solution | None, Stop | None]:
    """A solution, or ``None`` and the limit that ran out (``None``: there is no solution)."""
    stop = clock.stopped()
    if stop is not None:
        return None, stop
    run = _Run(model, options, clock, every=False)
    try:
        for solution in run.solutions():
            return model.values(solution), None
        return None, run.stopped
    finally:
        run.close()


class CpSatEngine(Engine):
    name: ClassVar[str] = "cpsat"

    def __init__(self, options: EngineOptions) -> None:
        self.options = options

    def supports(self, model: Model) -> float | str:
        """Every board and rule."""
        return 3.0

    def prepare(self, model: Model) -> Session:
        """A session; models are built for each puzzle, over the candidates that singles leave."""
        return CpSatSession(self.options)


class CpSatSession(Session):
    """Keeps nothing between puzzles."""

    name = "cpsat"

    def __init__(self, options: EngineOptions) -> None:
        self.options = options

    def search(self, puzzle: Puzzle, clock: Clock, wanted: int | None = None) -> Search:
        return Search(partial(_solutions, self.options, puzzle, clock, wanted))

    def candidates(
        self,
        puzzle: Puzzle,
        clock: Clock,
        cap: int,
        known: Sequence[Solution] = (),
        report: SeenReport | None = None,
    ) -> Occurrences:
        """Solve for some candidate seen less than ``cap`` times until there is no solution."""
        result = Occurrences([{} for _ in range(puzzle.geometry.cell_count)])
        result.stopped = clock.stopped()
        if result.stopped is not None:
            return result
        try:
            model = build(puzzle, "boolean", clock.check)
        except RanOut as error:
            result.stopped = error.stop
            return result
        if model is None:
            result.exhausted = True
            return result
        fewer = dict(zip(model.meaning, model.variables, strict=True))
        while True:
            # Hints lead each search to many candidates not seen yet: fifty times fewer searches.
            model.model.clear_hints()  # type: ignore[no-untyped-call]
            for variable in fewer.values():
                model.model.add_hint(variable, 1)
            solution, result.stopped = _one(model, self.options, clock)
            if solution is None:
                result.exhausted = result.stopped is None
                return result
            closed = False
            for cell, digit in enumerate(solution):
                number = result.counts[cell].get(digit, 0)
                if number < cap:
                    result.counts[cell][digit] = number + 1
                if number + 1 == cap and (cell, digit) in fewer:
                    del fewer[cell, digit]
                    closed = True
            if None not in model.fixed:
                # No variable is left: this is the only solution.
                result.exhausted = True
                return result
            if cap > 1:
                model.forbid(solution)
            if closed:
                model.model.add_bool_or(list(fewer.values()))
