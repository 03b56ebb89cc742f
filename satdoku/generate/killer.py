"""Killer Sudoku: cages with sums and no givens."""

from __future__ import annotations

from dataclasses import replace

from satdoku.constraints import KillerCage
from satdoku.generate.randomness import Stream
from satdoku.generate.sat import SatBoard
from satdoku.limits import Clock
from satdoku.puzzle import Geometry, Puzzle

__all__ = ["killer_puzzle"]

_MOST = 5
"""Cells of the largest cage."""

_TRIES = 40


def killer_puzzle(
    board: Puzzle, solution: tuple[int, ...], stream: Stream, clock: Clock
) -> Puzzle | None:
    """The board with cages that leave only this solution, or ``None``: not found.

    Random cages cover the board. Where there is a second solution, a cage whose digits it puts
    otherwise is cut in two; cages that were cut in vain stay cut.

    :raises Cut: where the clock runs out.
    """
    geometry = board.geometry
    cages = _random_cages(geometry, solution, stream)
    for _ in range(geometry.cell_count):
        posed = _with_cages(board, cages, solution)
        judge = SatBoard(posed, clock)
        other = judge.find([judge.activation(solution)])
        if other is None:
            return posed
        wrong = [
            i
            for i, cage in enumerate(cages)
            if len(cage) > 1 and any(solution[c] != other[c] for c in cage)
        ]
        if not wrong:
            return None
        # Large cages say least: the largest that differs is cut.
        largest = max(len(cages[i]) for i in wrong)
        chosen = stream.choice([i for i in wrong if len(cages[i]) == largest])
        parts = _cut(geometry, cages.pop(chosen), stream)
        cages += parts
    return None


def _with_cages(board: Puzzle, cages: list[tuple[int, ...]], solution: tuple[int, ...]) -> Puzzle:
    rules = tuple(
        KillerCage(cage, sum(solution[cell] for cell in cage))
        for cage in sorted(map(_sorted, cages))
    )
    return replace(board, constraints=board.constraints + rules)


def _sorted(cage: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(cage))


def _neighbours(geometry: Geometry, cell: int) -> list[int]:
    row, column = geometry.row_column(cell)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [place for r, c in around if (place := geometry.at(r, c)) is not None]


def _random_cages(
    geometry: Geometry, solution: tuple[int, ...], stream: Stream
) -> list[tuple[int, ...]]:
    free = set(range(geometry.cell_count))
    cages: list[tuple[int, ...]] = []
    for start in stream.shuffled(range(geometry.cell_count)):
        if start not in free:
            continue
        free.discard(start)
        cage = _grown(geometry, solution, [start], free, 2 + stream.below(3), stream)
        if len(cage) == 1:
            # A cell that is left alone joins a neighbour's cage where its digit is not there yet.
            for i in stream.shuffled(range(len(cages))):
                joins = any(n in cages[i] for n in _neighbours(geometry, start))
                digits = {solution[cell] for cell in cages[i]}
                if joins and len(cages[i]) < _MOST and solution[start] not in digits:
                    cages[i] = (*cages[i], start)
                    break
            else:
                cages.append(tuple(cage))
            continue
        cages.append(tuple(cage))
    return cages


def _grown(
    geometry: Geometry,
    solution: tuple[int, ...],
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
                for n in _neighbours(geometry, cell)
                if n in free and solution[n] not in digits
            }
        )
        if not border:
            break
        cell = stream.choice(border)
        free.discard(cell)
        cage.append(cell)
    return cage


def _cut(geometry: Geometry, cage: tuple[int, ...], stream: Stream) -> list[tuple[int, ...]]:
    """The cage in two connected parts."""
    for _ in range(_TRIES):
        free = set(cage)
        start = stream.choice(sorted(free))
        free.discard(start)
        size = 1 + stream.below(len(cage) - 1)
        part = [start]
        while len(part) < size:
            border = sorted({n for c in part for n in _neighbours(geometry, c) if n in free})
            if not border:
                break
            cell = stream.choice(border)
            free.discard(cell)
            part.append(cell)
        if free and _connected(geometry, free):
            return [tuple(part), tuple(sorted(free))]
    return [(cell,) for cell in cage]


def _connected(geometry: Geometry, cells: set[int]) -> bool:
    start = min(cells)
    seen, waiting = {start}, [start]
    while waiting:
        for n in _neighbours(geometry, waiting.pop()):
            if n in cells and n not in seen:
                seen.add(n)
                waiting.append(n)
    return seen == cells
