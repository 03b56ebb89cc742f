"""Verdicts, counts and candidates, against referees that share no code with them.

Small boards are judged by trying all full grids (``holds``), the classic 9x9 by a few lines of CNF
(tests/native/referee.py), the others by the plainest encoding there is
(tests/constraints/constraint_oracle.py).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import satdoku
from satdoku import solving
from satdoku.base.errors import EngineUnavailable, InvalidPuzzle, Unsupported
from satdoku.base.limits import Limit, of_work, under
from satdoku.puzzle import Puzzle
from tests.constraints import constraint_oracle
from tests.fuzz import puzzles
from tests.fuzz.tries import Wrong, expect
from tests.native.referee import Referee
from tests.solving.solving_oracle import full_grids

MAX_SOLUTIONS = 5
"""The referee looks no further on large boards; more than any limit that is drawn here."""

Values = tuple[int, ...]


@dataclass(frozen=True)
class Case:
    """Puzzles of one board, asked in this order of one checker, and each of these engines."""

    puzzles: tuple[Puzzle, ...]
    backends: tuple[str, ...]
    limit: int
    cap: int


def draw(chance: random.Random) -> Case:
    """The plain classic 9x9 and its pencil marks, which the compiled engine takes."""
    first = puzzles.classic_puzzle(chance)
    backends = [name for name, share in _OTHERS if chance.random() < share]
    return case_of(first, ("auto", *backends), chance)


_OTHERS = (("native", 0.2), ("sat", 0.005), ("cpsat", 0.002), ("all", 0.001))


def case_of(first: Puzzle, backends: tuple[str, ...], chance: random.Random) -> Case:
    """A case about a puzzle, now and then with others of its kind."""
    others = [_another(first, chance) for _ in range(2)] if chance.random() < 0.1 else []
    return Case((first, *others), backends, chance.randrange(1, 5), chance.randrange(1, 4))


def _another(first: Puzzle, chance: random.Random) -> Puzzle:
    """A puzzle with a given moved, dropped or changed."""
    filled = [cell for cell, given in enumerate(first.givens) if given]
    changes: dict[int, int | None] = {}
    if filled:
        changes[chance.choice(filled)] = chance.choice((None, chance.choice(first.geometry.digits)))
    changes[chance.randrange(len(first.givens))] = chance.choice(first.geometry.digits)
    return first.with_givens(changes)


def judge(case: Case) -> None:
    """Every question to every engine."""
    first = case.puzzles[0]
    checker = solving.Checker(first) if len(case.puzzles) > 1 else None
    for puzzle in case.puzzles:
        truth, whole = solutions(puzzle)
        if puzzle.problems():
            expect(
                not truth, "a fault in a puzzle that has a solution", puzzle.problems()[0].message
            )
            _refused(puzzle)
            continue
        verdict = _verdict(truth)
        if checker is not None:
            _check(puzzle, checker.check(puzzle), verdict, truth, whole)
        for backend in case.backends:
            try:
                _ask(puzzle, backend, case, truth, whole)
            except (EngineUnavailable, Unsupported):
                if backend == "auto":
                    raise
        if puzzle.is_classic:
            for form in (puzzle.grid.text(), list(puzzle.givens), puzzle):
                for ask in (satdoku.is_unique, solving.Checker().is_unique):
                    answer = ask(form)
                    expect(
                        answer == (verdict == "unique"), "is_unique of a line, list, puzzle", answer
                    )


_QUESTIONS: tuple[Callable[[Puzzle], object], ...] = (
    solving.check_unique,
    solving.is_unique,
    solving.solve,
    solving.count,
    solving.true_candidates,
    lambda puzzle: solving.Checker(puzzle).check(puzzle),
)


def _refused(puzzle: Puzzle) -> None:
    for ask in _QUESTIONS:
        try:
            ask(replace(puzzle))  # one whose faults nobody has looked for
        except InvalidPuzzle as error:
            expect(error.problems == puzzle.problems(), "other faults", error.problems)
        else:
            raise Wrong("a puzzle with a fault was answered")


REFEREE_SECONDS = 20
"""The processor time in which all grids of a small board are tried; only rules inside of rules that
are tried with many cells outside of the grid take longer."""


def solutions(puzzle: Puzzle) -> tuple[set[Values], bool]:
    """Solutions by the referee, and whether these are all.

    :raises Undecided: where it takes too long.
    """
    geometry = puzzle.geometry
    if geometry.cell_count <= 16:
        cells = [(cell, puzzle.domain(cell)) for cell in range(geometry.cell_count)]
        restricted = [(cell, digits) for cell, digits in cells if len(digits) < geometry.size]
        with under(of_work(REFEREE_SECONDS).start()):
            keeping = {
                values
                for values in full_grids(geometry)
                if all(values[cell] in digits for cell, digits in restricted)
                and all(
                    rule.holds(replace(puzzle.grid, values=values)) for rule in puzzle.constraints
                )
            }
        return keeping, True
    if puzzle.geometry.is_classic and not puzzle.constraints:
        allowed = [set(puzzle.domain(cell)) for cell in range(81)]
        grids = [tuple(grid) for grid in _referee().solutions(allowed, MAX_SOLUTIONS)]
        return set(grids), len(grids) < MAX_SOLUTIONS
    if puzzle.problems():
        return set(), True
    listed = constraint_oracle.solutions(puzzle, MAX_SOLUTIONS)
    for grid in listed:
        expect(puzzle.accepts(grid), "relations and holds differ", grid)
    return {_full(grid.values) for grid in listed}, len(listed) < MAX_SOLUTIONS


_REFEREES: list[Referee] = []


def _referee() -> Referee:
    """One that has not grown too large with the puzzles it was asked."""
    if not _REFEREES or _REFEREES[0].next > 1500:
        _REFEREES[:] = [Referee()]
    return _REFEREES[0]


def _full(values: Sequence[int | None]) -> Values:
    return tuple([value or 0 for value in values])


def _verdict(truth: set[Values]) -> str:
    return ("none", "unique")[len(truth)] if len(truth) < 2 else "multiple"


def _check(
    puzzle: Puzzle,
    result: solving.UniquenessResult,
    verdict: str,
    truth: set[Values],
    whole: bool,
) -> None:
    expect(
        result.verdict == verdict,
        f"verdict of {result.backend}",
        f"{result.verdict}, not {verdict}",
    )
    shown = {_full(grid.values) for grid in result.witnesses}
    expect(len(shown) == min(2, len(truth)) == len(result.witnesses), "number of witnesses")
    _are_solutions(puzzle, shown, truth, whole)


def _are_solutions(puzzle: Puzzle, shown: set[Values], truth: set[Values], whole: bool) -> None:
    if whole:
        expect(shown <= truth, "a solution that is none", shown - truth)
        return
    for values in shown:
        expect(
            puzzle.accepts(replace(puzzle.grid, values=values)), "a solution breaks a rule", values
        )


def _ask(puzzle: Puzzle, backend: str, case: Case, truth: set[Values], whole: bool) -> None:
    result = solving.check_unique(puzzle, backend=backend)
    _check(puzzle, result, _verdict(truth), truth, whole)
    bound = Limit(solutions=case.limit)
    some = solving.solve(puzzle, backend=backend, limit=bound)
    least = min(case.limit, len(truth))
    expect(
        len(set(some.solutions)) == len(some.solutions) >= least, f"solve by {backend}", len(truth)
    )
    expect(len(some.solutions) <= case.limit, "more solutions than asked for")
    _are_solutions(puzzle, {_full(grid.values) for grid in some.solutions}, truth, whole)
    if some.exhausted:
        expect(whole and len(some.solutions) == len(truth), "not all solutions", backend)
    counted = solving.count(puzzle, backend=backend, limit=bound)
    expect(counted.count == least, f"count by {backend} up to {case.limit}", counted)
    expect(not counted.exact or (whole and counted.count == len(truth)), "an exact count", counted)
    if not whole:
        return
    counted = solving.count(puzzle, backend=backend)
    expect(counted.exact and counted.count == len(truth), f"count by {backend}", counted)
    seen = solving.true_candidates(puzzle, cap=case.cap, backend=backend)
    expect(seen.complete, f"candidates by {backend} not complete")
    for cell, table in enumerate(seen.candidates):
        times: dict[int, int] = {}
        for values in truth:
            times[values[cell]] = min(case.cap, times.get(values[cell], 0) + 1)
        expect(
            dict(table) == times, f"candidates by {backend}", f"{cell}: {dict(table)}, not {times}"
        )


def smaller(case: Case) -> Iterator[Case]:
    """Fewer puzzles, fewer engines, less of each puzzle."""
    for items in ("puzzles", "backends"):
        held = getattr(case, items)
        for number in range(len(held) if len(held) > 1 else 0):
            yield replace(case, **{items: held[:number] + held[number + 1 :]})
    for number, puzzle in enumerate(case.puzzles):
        for less in puzzles.smaller_puzzles(puzzle):
            yield replace(case, puzzles=(*case.puzzles[:number], less, *case.puzzles[number + 1 :]))
