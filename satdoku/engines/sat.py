"""The engine ``sat``, a kept solver a board; one file, since all questions share that solver.

Small boards: the clauses of the board and its rules are loaded once; the givens of each puzzle are
assumptions. A solution found is blocked by a clause behind an activation literal of its own
question, and retired with it, so any number of questions may share a solver.
Large boards: the candidates that the givens leave are encoded afresh.

Which solution a solver finds first depends on all that it was asked before, and so does the number
of conflicts it takes. A shared solver therefore answers only what does not depend on it: whether
there is no solution, one (and which) or several, and which candidates occur. Where there are
several solutions, or conflicts are limited, the puzzle gets a solver of its own: what it finds
depends on the puzzle alone. So do the first puzzles of a new board or new rules, which cost more to
load for all givens than for some.

Without ``options.solver`` the engine chooses: a quick solver with few conflicts, then one without
a bound. With it, that solver alone is asked, and loaded.

A search runs in slices of this many conflicts. Between slices it looks at the clock, and Ctrl-C
takes effect.

Threads: each has solvers of its own, and a lock in each solver lets a search begun in one thread go
on in another. python-sat holds the interpreter's lock during a slice: threads take turns.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Sequence
from functools import partial
from itertools import islice
from typing import ClassVar, cast

from pysat.solvers import SolverNames

from satdoku.base.garbage import no_gc
from satdoku.base.limits import Clock, RanOut, Stop
from satdoku.encodings.cnf import encode_board, encode_pruned
from satdoku.encodings.digit_sets import why_not
from satdoku.encodings.formula import Amo, ClauseKind, Formula
from satdoku.encodings.prune import Left
from satdoku.encodings.variables import given_literals
from satdoku.engines.oracles import solver_of
from satdoku.engines.protocol import (
    SMALL_BOARD,
    Counted,
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

SOLVERS: tuple[str, ...] = (
    "cadical103",
    "cadical153",
    "cadical195",
    "cadical300",
    "gluecard3",
    "gluecard4",
    "glucose3",
    "glucose4",
    "glucose42",
    "maplechrono",
    "maplecm",
    "maplesat",
    "mergesat3",
    "minicard",
    "minisat22",
    "minisatgh",
)
"""The python-sat solvers that can do all that a search needs, by their longest names."""

_REFUSED = {
    "lingeling": "it has no budget, so no time limit could be kept",
    "kissat404": "it cannot be asked a second time",
    "cryptosat": "it needs the package pycryptosat and has no budget",
    "ergo": "it is experimental in python-sat",
    "minisatep": "it is experimental in python-sat",
}

_PROPAGATE_FIRST = {"cadical153", "glucose3", "glucose4", "glucose42", "minisat22", "minicard"}
"""Solvers whose ``propagate`` costs less than the searches that it saves (measured)."""

_MAX_RETIRED = 2000
_MIN_SHARED_QUESTIONS = 2
"""Questions on a board and its rules before a solver is loaded for all their puzzles."""
_QUICK_SOLVER = "gluecard4"
_QUICK_CONFLICTS = 3000
"""The first puzzles of a board are put to a solver that takes "at most one" of a group as it is,
without a clause a pair: most need fewer conflicts, and it is loaded in a third of the time."""

_SOLVER = "cadical153"
"""The last solver, where the engine chooses."""
_RULES_SOLVER = "glucose4"
"""The last solver where variables are no cells: it takes less time there (measured)."""

_FIRST_SLICE_CONFLICTS = 1000
_MAX_AIMS = 4096
"""The most candidates of which a solution is to have one, in a search for candidates."""
SLICE_PROPAGATIONS = 2_000_000
"""A slice with fewer, some 0.5 s of work, lets the next be half as large again (in conflicts)."""
MAX_SLICE = 50_000
"""For the solvers that count no propagations."""


def solver_name(name: str) -> str:
    """The full name of a python-sat solver: ``g4`` → ``glucose4``.

    :raises ValueError: where there is none, or it cannot do what a search needs; states which can.
    """
    wanted = name.lower()
    for full in (*SOLVERS, *_REFUSED):
        if wanted == full or wanted in getattr(SolverNames, full, ()):
            if full in _REFUSED:
                reason = f"the solver {name!r} cannot be used: {_REFUSED[full]}"
                break
            return full
    else:
        reason = f"there is no solver {name!r}"
    raise ValueError(f"{reason}; there are {', '.join(SOLVERS)}")


class LoadedSolver:
    """A solver loaded with one formula, and the activation literals handed out so far."""

    def __init__(self, formula: Formula, solver: str, tick: Callable[[], None]) -> None:
        self.formula = formula
        self.variables = formula.variables
        self.count = formula.variables.count
        self.cells = formula.variables.geometry.cell_count
        self.digit_of = formula.variables.digit_of
        self.candidates = formula.variables.candidates
        inner = self.inner = solver_of(getattr(SolverNames, solver)[-1])
        self.takes_phases = solver in (_QUICK_SOLVER, "cadical153")
        if solver == "cadical153" and not formula.variables.is_full:
            # Large boards near the phase transition: twice as fast, and steadier (measured).
            inner.configure({"stabilizeonly": 1})
        with no_gc():
            for chunk in formula.chunks():
                inner.append_formula(chunk, no_return=True)
                tick()
            for group in formula.at_most_one:
                inner.add_atmost(group, 1)
        self.add_clause: Callable[[list[int]], None] = inner.add_clause
        self.get_model: Callable[[], list[int]] = inner.get_model
        self.conf_budget: Callable[[int], None] = inner.conf_budget
        self.accum_stats: Callable[[], dict[str, int]] = inner.accum_stats
        self.solve_limited: Callable[[list[int]], bool | None] = inner.solve_limited
        self.propagate: Callable[[list[int]], tuple[bool, list[int]]] | None = None
        if (
            solver in _PROPAGATE_FIRST
            and formula.kind == "extended"
            and not formula.auxiliary_count
        ):
            self.propagate = inner.propagate
        self.lock = threading.Lock()
        self.next_variable = formula.top
        self.retired = 0

    def close(self) -> None:
        """Free the solver at once; it answers nothing more."""
        self.inner.delete()

    def prefer(self, literals: list[int]) -> None:
        """Let the solver guess that these literals are true first, if it can."""
        if self.takes_phases:
            with self.lock:
                self.inner.set_phases(literals)

    def activate(self) -> int:
        """A new activation literal."""
        with self.lock:
            self.next_variable += 1
            return self.next_variable

    def retire(self, activation: int) -> None:
        """Switch the clauses behind an activation literal off for good."""
        with self.lock:
            self.add_clause([-activation])
            self.retired += 1

    def block(self, clause: list[int]) -> None:
        """Add a clause."""
        with self.lock:
            self.add_clause(clause)

    def forbid(self, values: Solution) -> None:
        """Exclude a solution."""
        self.block([-literal for literal in self.variables.literals(values)])

    def fixed_by(self, assumptions: list[int]) -> list[int] | bool:
        """The result of unit propagation: the true literals where it fills the board without
        conflict (there is no other solution), false where it meets a conflict, else true."""
        if self.propagate is None:
            return True
        with self.lock:
            consistent, literals = self.propagate(assumptions)
        if not consistent:
            return False
        if len(literals) < self.count:
            return True
        count = self.count
        true = sorted([literal for literal in literals if 0 < literal <= count])
        return true if len(true) == self.cells else True

    def ask(self, assumptions: list[int], clock: Clock) -> list[int] | Stop | None:
        """The true board literals of a model, ``None`` without one, or the limit that ran out."""
        limit = clock.limit
        size = _FIRST_SLICE_CONFLICTS
        budget = size
        while True:
            stop = clock.stopped()
            if stop is not None:
                return stop
            with self.lock:
                if limit.nodes is not None:
                    budget = min(budget, limit.nodes - clock.nodes)
                before = self.accum_stats()
                self.conf_budget(budget)
                started = time.monotonic()
                status = self.solve_limited(assumptions)
                model = self.get_model() if status else None
                after = self.accum_stats()
                if limit.nodes is not None:
                    clock.nodes += max(0, after["conflicts"] - before["conflicts"])
            if model is not None:
                count = self.count
                return [literal for literal in model[:count] if literal > 0]
            if status is False:
                return None
            taken = time.monotonic() - started
            # Each slice begins CaDiCaL's search modes afresh: slices that stay short keep it from
            # ever reaching the stable mode, without which 36x36 boards take minutes. (Measured by
            # propagations, not by time, or what is found would depend on the machine.)
            if after["propagations"] - before["propagations"] < SLICE_PROPAGATIONS:
                size = min(size + size // 2, MAX_SLICE)
            budget = size
            remaining = clock.remaining()
            if remaining is not None and taken > 0:
                # Conflicts become dearer on large boards, so half of what seems to fit.
                budget = max(10, min(size, int(budget / taken * remaining / 2)))

    def settle(self, assumptions: list[int], clock: Clock, ending: Ending) -> list[Solution]:
        """The only solution, or none; notes in ``ending`` whether that is all.

        Where it is not and nothing ran out there are several, and the solution is any of them.
        """
        fixed = self.fixed_by(assumptions)
        if fixed is not True:
            ending.exhausted = True
            return [] if fixed is False else [self.values(fixed)]
        first = self.ask(assumptions, clock)
        if not isinstance(first, list):
            ending.exhausted = first is None
            ending.stopped = first
            return []
        known = set(assumptions)
        activation = self.activate()
        try:
            self.block([-activation, *[-x for x in first if x not in known]])
            second = self.ask([*assumptions, activation], clock)
        finally:
            self.retire(activation)
        if not isinstance(second, list):
            ending.exhausted = second is None
            ending.stopped = second
        return [self.values(first)]

    def values(self, true: list[int]) -> Solution:
        """The digits of a model, cell by cell."""
        digit_of = self.digit_of
        return tuple([digit_of[literal] for literal in true])


def _solutions(
    session: SatSession, puzzle: Puzzle, clock: Clock, ending: Ending
) -> Generator[Solution, None, None]:
    ending.stopped = clock.stopped()
    known: list[Solution] = []
    try:
        yield from session.settled(puzzle, clock, ending)
        if session.takes_quick and session.shares(clock) and not ending.over:
            yield from session.quickly(puzzle, clock, ending, known)
        if not ending.over:
            yield from session.to_the_end(puzzle, clock, ending, known)
    except RanOut as error:
        ending.stopped = error.stop


class SatEngine(Engine):
    """The engine ``sat``.

    :raises ValueError: where ``options.solver`` names no solver that can be used.
    """

    name: ClassVar[str] = "sat"

    def __init__(self, options: EngineOptions) -> None:
        self.options = options
        self.solver = _SOLVER if options.solver is None else solver_name(options.solver)
        self.kind = cast(ClauseKind, options.encoding)
        self.amo = cast("Amo | None", options.amo)
        self.chooses = options.chooses_clauses
        """Whether solver and encoding are left to the engine."""

    def supports(self, model: Model) -> float | str:
        """Every board; a reason where a rule has too many clauses."""
        return why_not(model) or 1.0

    def prepare(self, model: Model) -> SatSession:
        """A session; its clauses are loaded with the first question."""
        return SatSession(self, model)


class SatSession(Session):
    """A board with its rules, and on small boards the solver that its puzzles share."""

    name = "sat"

    def __init__(self, engine: SatEngine, model: Model) -> None:
        self.engine = engine
        self.model = model
        literals = model.geometry.cell_count * model.geometry.size
        self.is_small = literals <= SMALL_BOARD
        self._loaded: LoadedSolver | None = None
        self.takes_quick = self.is_small and engine.chooses
        self.searches = 0

    def is_new(self) -> bool:
        """Whether few puzzles of this board with rules were asked: encoding the candidates of one
        puzzle then costs less than encoding the board and its rules for all."""
        return self.takes_quick and self.searches < _MIN_SHARED_QUESTIONS

    def settled(
        self, puzzle: Puzzle, clock: Clock, ending: Ending
    ) -> Generator[Solution, None, None]:
        """All solutions, where the shared solver may answer and there is at most one.

        :raises RanOut: where a limit runs out first.
        """
        if ending.over or not self.shares(clock):
            return
        if not self.is_new():
            shared, assumptions = self.shared(puzzle, clock)
            settled = shared.settle(assumptions, clock, ending)
            if ending.over:
                yield from settled
                return
        # Several solutions come from a solver of their own at every question, or they would depend
        # on how many were asked before.
        self.searches += 1

    def quickly(
        self,
        puzzle: Puzzle,
        clock: Clock,
        ending: Ending,
        known: list[Solution],
        left: Left | None = None,
    ) -> Generator[Solution, None, None]:
        """The new solutions that the quick solver finds in few conflicts; they are added to
        ``known``.

        ``left`` are the values left to the variables, where they are known.

        :raises RanOut: where a limit runs out first.
        """
        quick = self.own(puzzle, clock, solver=_QUICK_SOLVER, left=left)
        if quick is None:
            ending.exhausted = True
            return
        for values in known:
            quick.forbid(values)
        few = clock.of_nodes(_QUICK_CONFLICTS)
        while isinstance(answer := quick.ask([], few), list):
            known.append(quick.values(answer))
            yield known[-1]
            quick.block([-x for x in answer])
        if answer != "nodes":
            ending.exhausted = answer is None
            ending.stopped = answer

    def to_the_end(
        self,
        puzzle: Puzzle,
        clock: Clock,
        ending: Ending,
        known: Sequence[Solution],
        left: Left | None = None,
    ) -> Generator[Solution, None, None]:
        """All other solutions, by a solver without a bound; ``left`` as for :meth:`quickly`.

        :raises RanOut: where a limit runs out while the clauses are loaded.
        """
        chosen = self.takes_quick and self.shares(clock) and self.model.auxiliary
        own = self.own(puzzle, clock, solver=_RULES_SOLVER if chosen else None, left=left)
        if own is None:
            ending.exhausted = True
            return
        for values in known:
            own.forbid(values)
        while True:
            answer = own.ask([], clock)
            if not isinstance(answer, list):
                ending.exhausted = answer is None
                ending.stopped = answer
                return
            yield own.values(answer)
            own.block([-x for x in answer])

    def open(self, puzzle: Puzzle, clock: Clock) -> tuple[LoadedSolver, list[int]] | None:
        """A solver for this puzzle and the assumptions; ``None`` where there is surely no solution.

        :raises RanOut: where a limit runs out first.
        """
        if self.shares(clock):
            return self.shared(puzzle, clock)
        own = self.own(puzzle, clock)
        return None if own is None else (own, [])

    def shares(self, clock: Clock) -> bool:
        """Whether a solver shared with other puzzles may answer under this limit."""
        return self.is_small and clock.limit.nodes is None

    def shared(self, puzzle: Puzzle, clock: Clock) -> tuple[LoadedSolver, list[int]]:
        """The solver of this board and its rules, and the assumptions for this puzzle.

        :raises RanOut: where a limit runs out first.
        """
        loaded = self._loaded
        if loaded is None or loaded.retired >= _MAX_RETIRED:
            engine, tick = self.engine, clock.check
            formula = (
                encode_board(self.model, kind=engine.kind, amo=engine.amo, tick=tick)
                if loaded is None
                else loaded.formula
            )
            self._loaded = loaded = LoadedSolver(formula, engine.solver, tick)
        return loaded, given_literals(puzzle, loaded.variables)

    def own(
        self, puzzle: Puzzle, clock: Clock, *, solver: str | None = None, left: Left | None = None
    ) -> LoadedSolver | None:
        """A new solver for this puzzle alone; ``None`` where it surely has no solution.

        ``left`` are the values left to the variables, where they are known.
        ``solver`` names another solver than the engine's.

        :raises RanOut: where a limit runs out first.
        """
        tick = clock.check
        engine = self.engine
        formula = encode_pruned(
            puzzle,
            kind=engine.kind,
            amo=engine.amo,
            tick=tick,
            groups=solver == _QUICK_SOLVER,
            left=left,
        )
        return None if formula is None else LoadedSolver(formula, solver or engine.solver, tick)

    def search(self, puzzle: Puzzle, clock: Clock, wanted: int | None = None) -> Search:
        return Search(partial(_solutions, self, puzzle, clock))

    def count(self, puzzle: Puzzle, clock: Clock, wanted: int | None = None) -> Counted:
        """The number of solutions; a shared solver decides whether it is 0, 1 or more."""
        ending = Ending(stopped=clock.stopped())
        shared = self.shares(clock) and not self.is_new()
        if wanted != 2 or ending.stopped is not None or not shared:
            return super().count(puzzle, clock, wanted)
        try:
            loaded, assumptions = self.shared(puzzle, clock)
        except RanOut as error:
            return Counted(0, False, error.stop)
        count = len(loaded.settle(assumptions, clock, ending))
        if ending.exhausted or ending.stopped is not None:
            return Counted(count, ending.exhausted, ending.stopped)
        return Counted(2, False, None)

    def candidates(
        self,
        puzzle: Puzzle,
        clock: Clock,
        cap: int,
        known: Sequence[Solution] = (),
        report: SeenReport | None = None,
    ) -> Occurrences:
        """Ask for a solution with some candidate not seen until there is none; then, for counts,
        with some candidate seen less than ``cap`` times.

        Each solution found is blocked, so counts below the cap are exact once the answer is no.
        """
        result = Occurrences([{} for _ in range(puzzle.geometry.cell_count)])
        result.stopped = clock.stopped()
        if result.stopped is not None:
            return result
        for solution in known:
            if result.add(solution, cap):
                result.seen.append(solution)
        try:
            if self.takes_quick and self.shares(clock):
                few = clock.of_nodes(_QUICK_CONFLICTS)
                quick = self.own(puzzle, clock, solver=_QUICK_SOLVER)
                opened = None if quick is None else (quick, list[int]())
                _occurrences(opened, few, cap, result, report)
                if result.stopped != "nodes":
                    return result
            _occurrences(self.open(puzzle, clock), clock, cap, result, report)
        except RanOut as error:
            result.stopped = error.stop
        return result


def _occurrences(
    opened: tuple[LoadedSolver, list[int]] | None,
    clock: Clock,
    cap: int,
    result: Occurrences,
    report: SeenReport | None,
) -> None:
    """Add to a result, by a solver and the assumptions for the puzzle."""
    result.stopped = None
    if opened is None:
        result.exhausted = result.settled = True
        return
    loaded, assumptions = opened
    fixed = set(assumptions)
    activation = loaded.activate()
    assumed = [*assumptions, activation]
    for solution in result.seen:
        loaded.block(
            [-activation, *[-x for x in loaded.variables.literals(solution) if x not in fixed]]
        )
    try:
        for goal in (1, cap) if cap > 1 and not result.settled else (cap,):
            stop = _reach(goal, loaded, assumed, clock, cap, result, report)
            if stop is not None:
                result.stopped = stop
                return
            result.settled = True
            if report is not None and goal < cap:
                report(result)
        result.exhausted = True
    finally:
        loaded.retire(activation)


def _reach(
    goal: int,
    loaded: LoadedSolver,
    assumed: list[int],
    clock: Clock,
    cap: int,
    result: Occurrences,
    report: SeenReport | None,
) -> Stop | None:
    """Find solutions until each candidate that occurs was seen ``goal`` times, or ever."""
    # One loop, since each solution changes the sets of candidates that the next search aims at.
    numbers = result.counts
    below = {
        literal
        for literal, (cell, digit) in enumerate(loaded.candidates)
        if literal
        and (number := numbers[cell].get(digit, 0)) < goal
        and (number or not result.settled)
    }
    fixed = set(assumed)
    wanted = [x if x in below else -x for x in range(1, loaded.count + 1)]
    while below:
        # A conflict that a clause causes costs as much as the clause is long.
        aims = below if len(below) <= _MAX_AIMS else set(islice(sorted(below), _MAX_AIMS))
        level = loaded.activate()
        try:
            closed = [0]
            while aims:
                if closed:
                    loaded.block([-level, *aims])
                loaded.prefer(wanted)  # each time, as the solver forgets: half the searches
                answer = loaded.ask([*assumed, level], clock)
                if answer is None:
                    break
                if not isinstance(answer, list):
                    return answer
                solution = loaded.values(answer)
                result.add(solution, cap)
                result.seen.append(solution)
                loaded.block([-assumed[-1], *[-x for x in answer if x not in fixed]])
                closed = [
                    literal
                    for literal in below.intersection(answer)
                    if numbers[loaded.candidates[literal][0]][loaded.digit_of[literal]] >= goal
                ]
                below.difference_update(closed)
                if aims is not below:
                    aims.difference_update(closed)
                for literal in closed:
                    wanted[literal - 1] = -literal
                if report is not None:
                    report(result)
        finally:
            loaded.retire(level)
        for literal in aims:
            wanted[literal - 1] = -literal
        below = below - aims
    return None
