"""Moves: a given written one cell off, or two givens exchanged.

Each puzzle that a move could have come from is tried, nearest first: a given goes to an empty cell
of its houses or to one that touches it, two givens change places wherever they are. Moves that put
a digit twice in a house, or that leave a known clash as it is, are not tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace

from satdoku.base.limits import Clock, RanOut
from satdoku.base.records import dataclass
from satdoku.diagnosing.facts import require_sound
from satdoku.engines import choose
from satdoku.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class MovedGiven:
    """A given that goes from its cell to an empty one, or that another given changes places with.

    Then the puzzle has a solution; ``unique`` is true where it has just one. ``other`` is the digit
    that comes back from ``to``; ``None`` where that cell is empty.
    """

    cell: int
    to: int
    digit: int
    other: int | None
    unique: bool


def moved(puzzle: Puzzle, cell: int, to: int) -> Puzzle:
    """The puzzle with the contents of two cells exchanged.

    :raises ValueError: where one of them is no cell of the board.
    """
    puzzle.geometry.require((cell, to))
    return puzzle.with_givens({cell: puzzle.givens[to], to: puzzle.givens[cell]})


def moves(
    puzzle: Puzzle, clashes: Collection[Collection[int]], clock: Clock
) -> Iterator[MovedGiven]:
    """Every move of a given, and every exchange of two, after which there is a solution.

    ``clashes`` are sets of cells whose givens cannot all stay. The nearest come first.

    :raises InvalidPuzzle: where the board itself is malformed
        (:func:`satdoku.diagnosing.facts.require_sound`).
    :raises RanOut: where the clock runs out first.
    """
    require_sound(puzzle)
    for cell, to in _possible(puzzle, clashes):
        clock.check()
        count = solutions_up_to_two(moved(puzzle, cell, to), clock)
        if count:
            digit = puzzle.givens[cell]
            assert digit is not None
            yield MovedGiven(cell, to, digit, puzzle.givens[to], count == 1)


def solutions_up_to_two(puzzle: Puzzle, clock: Clock) -> int:
    """0, 1 or 2 (for several) solutions; the board must be sound, the givens may clash.

    :raises RanOut: where the clock runs out first.
    """
    session = choose("auto", puzzle)
    limit = clock.limit
    if limit.nodes is not None or limit.progress is not None:
        limit = replace(limit, nodes=None, progress=None)
    counted = session.count(puzzle, Clock(limit, clock.deadline), 2)
    if counted.stopped is not None:
        raise RanOut(counted.stopped)
    return counted.count


def _possible(puzzle: Puzzle, clashes: Collection[Collection[int]]) -> list[tuple[int, int]]:
    """Cells that might have been mistaken for each other, the nearest first; a given in the first.

    Of the same distance, moves come before exchanges.
    """
    geometry, givens = puzzle.geometry, puzzle.givens
    peers = [frozenset(cells) for cells in geometry.peers]
    seen = [Counter(givens[peer] for peer in cells) for cells in peers]
    cells = [cell for cell, given in enumerate(givens) if given is not None]

    def fits(digit: int | None, cell: int, leaving: int) -> bool:
        return digit is None or seen[cell][digit] <= (leaving in peers[cell])

    places = [geometry.row_column(cell) for cell in range(geometry.cell_count)]
    moves = []
    for cell in cells:
        digit, (row, column) = givens[cell], places[cell]
        for to, other in enumerate(givens):
            down, right = places[to][0] - row, places[to][1] - column
            if other is None:
                if to not in peers[cell] and max(abs(down), abs(right)) > 1:
                    continue
            elif to <= cell or other == digit:
                continue
            if not fits(digit, to, cell) or not fits(other, cell, to):
                continue
            if all(cell in clash or to in clash for clash in clashes):
                distance = abs(down) + abs(right)
                moves.append((distance, other is not None, down, right, cell, to))
    return [(cell, to) for *_, cell, to in sorted(moves)]
