"""Killer Sudoku: cages with sums and no givens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from satdoku.base.limits import Clock, RanOut
from satdoku.board import Geometry
from satdoku.constraints import KillerCage
from satdoku.constraints.neighbours import are_connected, neighbours
from satdoku.engines.incremental import SwitchedRules
from satdoku.engines.protocol import Solution
from satdoku.generating.randomness import Stream
from satdoku.generating.sat import Cut
from satdoku.model import Model
from satdoku.puzzle import Puzzle

Cage = tuple[int, ...]

_MAX_CAGE_CELLS = 5
"""Cells of the largest cage."""

_MAX_TRIES = 40
_MAX_ROUNDS = 1500


def killer_puzzle(
    board: Puzzle, solution: Solution, stream: Stream, clock: Clock, *, single: bool
) -> Puzzle | None:
    """The board with cages that leave only this solution, or ``None``: not found.

    Random cages cover the board. Where there is a second solution, a cage whose digits it puts
    otherwise is cut in two, or together with a neighbour divided in another way. ``single``: a cage
    may have one cell.

    :raises Cut: where the clock runs out.
    """
    rules = SwitchedRules(board.geometry, clock.check)
    try:
        return _search_cages(board, solution, stream, clock, rules, single)
    except RanOut as ended:
        raise Cut(f"the limit on {ended.stop} ran out") from None
    finally:
        rules.close()


def _search_cages(
    board: Puzzle,
    solution: Solution,
    stream: Stream,
    clock: Clock,
    rules: SwitchedRules,
    single: bool,
) -> Puzzle | None:
    # Each round either finds a further grid that keeps the cages, or changes a cage that such a
    # grid keeps; the cages, their switches and the known grids are used in both.
    geometry = board.geometry
    every = range(geometry.cell_count)
    tries = (_divided(geometry, solution, every, stream, single) for _ in range(_MAX_TRIES))
    cages = next(filter(None, tries), None)
    if cages is None:
        return None
    for part in board.model.parts:
        rules.solver.add([rules.add(part)])
    away = rules.fresh()
    rules.forbid(solution, away)
    switches: dict[Cage, int] = {}
    others: list[Solution] = []
    for _ in range(_MAX_ROUNDS):
        left = [other for other in others if _keeps(other, solution, cages)]
        if not left:
            for cage in cages:
                if cage not in switches:
                    rule = _rule(cage, solution)
                    switches[cage] = rules.add(Model(geometry, rule.relations(geometry)))
            if not rules.solver.solve([away, *(switches[cage] for cage in cages)], clock):
                constraints = tuple(_rule(cage, solution) for cage in sorted(cages))
                return replace(board, constraints=board.constraints + constraints)
            left = [rules.values()]
            others += left
        wrong = [cage for cage in cages if any(solution[c] != left[0][c] for c in cage)]
        splittable = [cage for cage in wrong if len(cage) > 1]
        if not splittable:
            return None
        changed = _changed(geometry, solution, cages, splittable, stream, single)
        if changed is None:
            continue
        # What lets more of the known grids in is seldom taken.
        after = sum(_keeps(other, solution, changed) for other in others)
        if after <= len(left) or stream.below(20) == 0:
            cages = changed
    return None


def _changed(
    geometry: Geometry,
    solution: Solution,
    cages: list[Cage],
    splittable: list[Cage],
    stream: Stream,
    single: bool,
) -> list[Cage] | None:
    """The cages, of which a splittable one is cut, or divided anew together with a neighbour where
    it is too small; ``None`` where that fails."""
    # Large cages say least: the largest is cut.
    largest = max(map(len, splittable))
    chosen = stream.choice([cage for cage in splittable if len(cage) == largest])
    removed = [chosen]
    if largest < (2 if single else 4):
        around = {n for cell in chosen for n in neighbours(geometry, cell)}
        removed += [stream.choice([c for c in cages if c != chosen and around & set(c)])]
        parts = _divided(geometry, solution, [*removed[0], *removed[1]], stream, single)
    else:
        parts = _cut(geometry, chosen, stream, 1 if single else 2)
    return None if parts is None else [cage for cage in cages if cage not in removed] + parts


def _rule(cage: Cage, solution: Solution) -> KillerCage:
    return KillerCage(cage, sum(solution[cell] for cell in cage))


def _keeps(other: Solution, solution: Solution, cages: Iterable[Cage]) -> bool:
    """Whether another grid of the board keeps all cages."""
    for cage in cages:
        digits = [other[cell] for cell in cage]
        if sum(digits) != sum(solution[cell] for cell in cage) or len(set(digits)) < len(cage):
            return False
    return True


def _divided(
    geometry: Geometry, solution: Solution, cells: Sequence[int], stream: Stream, single: bool
) -> list[Cage] | None:
    """The cells in random cages; ``None`` where one would have a single cell, against the wish."""
    free = set(cells)
    cages: list[list[int]] = []
    for start in stream.shuffled(cells):
        if start not in free:
            continue
        free.discard(start)
        cage = _grown(geometry, solution, [start], free, 2 + stream.below(3), stream)
        if len(cage) > 1:
            cages.append(cage)
            continue
        # A cell that is left alone joins a neighbour's cage where its digit is not there yet.
        near = set(neighbours(geometry, start))
        for other in stream.shuffled(cages):
            digits = {solution[cell] for cell in other}
            if near & set(other) and len(other) < _MAX_CAGE_CELLS and solution[start] not in digits:
                other.append(start)
                break
        else:
            if not single:
                return None
            cages.append(cage)
    return [tuple(sorted(cage)) for cage in cages]


def _grown(
    geometry: Geometry,
    solution: Solution,
    cage: list[int],
    free: set[int],
    size: int,
    stream: Stream,
) -> list[int]:
    while len(cage) < size:
        digits = {solution[cell] for cell in cage}
        border = sorted(
            {
                n
                for cell in cage
                for n in neighbours(geometry, cell)
                if n in free and solution[n] not in digits
            }
        )
        if not border:
            break
        cell = stream.choice(border)
        free.discard(cell)
        cage.append(cell)
    return cage


def _cut(geometry: Geometry, cage: Cage, stream: Stream, least: int) -> list[Cage] | None:
    """The cage in two connected parts of at least that many cells."""
    for _ in range(_MAX_TRIES):
        free = set(cage)
        start = stream.choice(sorted(free))
        free.discard(start)
        size = least + stream.below(len(cage) - 2 * least + 1)
        part = [start]
        while len(part) < size:
            border = sorted({n for c in part for n in neighbours(geometry, c) if n in free})
            if not border:
                break
            cell = stream.choice(border)
            free.discard(cell)
            part.append(cell)
        if len(part) >= least and len(free) >= least and are_connected(geometry, free):
            return [tuple(sorted(part)), tuple(sorted(free))]
    return None
