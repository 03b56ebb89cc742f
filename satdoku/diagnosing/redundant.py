"""Redundant givens and rules: those whose removal adds no solution.

Each given, and each rule of a variant (a cage, a diagonal, "no two equal digits a knight's move
apart"), is left out by itself while all others stay. If the solution is still the only one, the
part is redundant: it follows from the others. Two redundant parts may each follow from the other,
so they cannot necessarily be removed together. One set that can, and that is maximal by inclusion,
is found by removing the redundant parts in reading order, givens before rules, as long as one
solution is left.

``native``  the compiled engine, for the classic 9x9: all givens in one call
``sat``     a solver with a switch for each rule; every other solution found shows at once which
            parts are needed against it

Rows, columns and regions are the board, not rules of it; pencil marks stay as they are.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Literal, get_args

from satdoku.base.compiled import required_core
from satdoku.base.errors import EngineUnavailable, Unsupported
from satdoku.base.limits import UNLIMITED, Clock, Limit
from satdoku.base.records import dataclass
from satdoku.board import Constraint, Grid
from satdoku.diagnosing.solution import digits_of, only_solution, require_manageable
from satdoku.formats.boards import stated_rules
from satdoku.puzzle import Puzzle

RedundantBackend = Literal["auto", "native", "sat"]


@dataclass(frozen=True, slots=True)
class Redundant:
    """The redundant parts of a puzzle with one solution.

    givens, rules      each of these can go while all else stays: cells, and positions in
                       ``puzzle.constraints``
    together_givens,   these can all go at once, and then nothing else can
    together_rules
    """

    puzzle: Puzzle
    solution: Grid
    givens: tuple[int, ...]
    rules: tuple[int, ...]
    together_givens: tuple[int, ...]
    together_rules: tuple[int, ...]
    backend: Literal["native", "sat"]
    seconds: float

    @property
    def minimal(self) -> bool:
        """Whether every given and every rule is needed."""
        return not self.givens and not self.rules

    def digits(self, cells: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Cells with their digits."""
        for cell in cells:
            digit = self.solution[cell]
            assert digit is not None
            yield cell, digit

    @property
    def rest(self) -> Puzzle:
        """The puzzle without the parts that can go together."""
        puzzle = self.puzzle.with_givens(dict.fromkeys(self.together_givens))
        removed = set(self.together_rules)
        rules = tuple(rule for i, rule in enumerate(puzzle.constraints) if i not in removed)
        return Puzzle(puzzle.geometry, puzzle.givens, puzzle.pencil_marks, rules)


def find_redundant(
    puzzle: Puzzle, *, backend: RedundantBackend = "auto", limit: Limit = UNLIMITED
) -> Redundant:
    """The redundant givens and rules, and a maximal set that can be removed together.

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    :raises NoSolution, NotUnique: where it has not exactly one solution.
    :raises RanOut: where the limit runs out first.
    :raises Unsupported: where the backend cannot take the board or a rule.
    :raises EngineUnavailable: where ``native`` is asked for and not installed.
    :raises ValueError: where there is no such backend.
    """
    if backend not in get_args(RedundantBackend):
        raise ValueError(
            f"there is no backend {backend!r}; there are {', '.join(get_args(RedundantBackend))}"
        )
    started = time.perf_counter()
    clock = limit.start()
    require_manageable(puzzle.geometry)
    solution = only_solution(puzzle, clock)
    plain = puzzle.is_classic
    if backend == "native" and not plain:
        raise Unsupported("the compiled engine takes the classic 9x9 without pencil marks only")
    if backend != "sat" and plain:
        try:
            alone, together = redundant_givens([puzzle.grid.text()])[0]
        except EngineUnavailable:
            if backend == "native":
                raise
        else:
            seconds = time.perf_counter() - started
            return Redundant(puzzle, solution, alone, (), together, (), "native", seconds)
    parts = [
        *(("given", c) for c, given in enumerate(puzzle.givens) if given is not None),
        *(("rule", i) for i in range(len(puzzle.constraints))),
    ]
    judge = _Judge(puzzle, solution, clock)
    try:
        everything = frozenset(range(len(parts)))
        stated = stated_rules(puzzle.geometry)
        may = [
            number
            for number, (kind, at) in enumerate(parts)
            if kind == "given" or puzzle.constraints[at] not in stated
        ]
        spare = [part for part in may if judge.is_enough(everything - {part})]
        left = everything
        for part in spare:
            if judge.is_enough(left - {part}):
                left -= {part}
    finally:
        judge.close()

    def pick(kind: str, chosen: Sequence[int]) -> tuple[int, ...]:
        return tuple(parts[part][1] for part in chosen if parts[part][0] == kind)

    removed = sorted(everything - left)
    return Redundant(
        puzzle,
        solution,
        pick("given", spare),
        pick("rule", spare),
        pick("given", removed),
        pick("rule", removed),
        "sat",
        time.perf_counter() - started,
    )


class _Core:
    """The two questions to the compiled core."""

    def __init__(self) -> None:
        core = required_core("this search")
        self.unique = core.UNIQUE
        self.verdict = core.verdict
        self.verdicts = core.verdicts


def redundant_givens(
    texts: Sequence[str], threads: int = 1
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """For each puzzle, the givens that can go one at a time, and those that can go together.

    For many plain classic puzzles at once: 81 characters each, whatever stands for an empty
    cell, and known to have exactly one solution.

    :raises EngineUnavailable: where the compiled core is not installed.
    """
    core = _Core()
    without: list[str] = []
    givens: list[list[int]] = []
    for text in texts:
        cells = [cell for cell, symbol in enumerate(text) if symbol in "123456789"]
        givens.append(cells)
        without += [f"{text[:cell]}.{text[cell + 1 :]}" for cell in cells]
    verdicts = iter(bytes(core.verdicts(without, threads)) if without else b"")
    redundant = []
    for text, cells in zip(texts, givens, strict=True):
        alone = tuple([cell for cell in cells if next(verdicts) == core.unique])
        together: list[int] = []
        for cell in alone:
            shorter = f"{text[:cell]}.{text[cell + 1 :]}"
            if not together or core.verdict(shorter) == core.unique:
                text = shorter
                together.append(cell)
        redundant.append((alone, tuple(together)))
    return redundant


class _Judge:
    """Decides whether parts of a puzzle leave one solution. Givens are numbered first."""

    def __init__(self, puzzle: Puzzle, solution: Grid, clock: Clock) -> None:
        from satdoku.encodings.variables import given_literals
        from satdoku.engines.incremental import SwitchedRules

        self.puzzle = puzzle
        self.clock = clock
        self.cells = [c for c, given in enumerate(puzzle.givens) if given is not None]
        self.board = SwitchedRules(puzzle.geometry)
        same = self.board.variables.literals(digits_of(solution))
        marked = puzzle.with_givens((None,) * puzzle.geometry.cell_count)
        self.board.solver.extend([x] for x in given_literals(marked, self.board.variables))
        self.board.solver.add([-literal for literal in same])
        switches = [self.board.add(part) for part in puzzle.model.parts]
        self.assumed = [*(same[cell] for cell in self.cells), *switches]
        self.broken: list[frozenset[int]] = []
        """For each other solution found, the parts that it breaks: one of them is needed."""

    def is_enough(self, parts: frozenset[int]) -> bool:
        """Whether these parts leave one solution.

        :raises RanOut: where the clock runs out.
        """
        if any(parts.isdisjoint(broken) for broken in self.broken):
            return False
        if not self.board.solver.solve([self.assumed[p] for p in sorted(parts)], self.clock):
            return True
        self.broken.append(self._broken_by(self.board.values()))
        return False

    def _broken_by(self, values: tuple[int, ...]) -> frozenset[int]:
        grid = Grid(self.puzzle.geometry, values)
        givens = self.puzzle.givens
        broken = [part for part, cell in enumerate(self.cells) if values[cell] != givens[cell]]
        rules: Sequence[Constraint] = self.puzzle.constraints
        broken += [i for i, rule in enumerate(rules, len(self.cells)) if not rule.holds(grid)]
        return frozenset(broken)

    def close(self) -> None:
        """Free the solver."""
        self.board.close()
