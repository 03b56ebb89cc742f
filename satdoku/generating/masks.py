"""Digits for a given pattern of cells, on any board (the classic 9x9 has its own in the core).

The search keeps a puzzle with one solution: digits on the mask, and a few helpers off it. A step
removes a helper, opens some cells of the mask and lists the solutions. If some digits for the
opened cells leave one solution, the result is a puzzle with one helper fewer. Digits that leave few
solutions are accepted if one new helper makes the solution unique. The search ends when no helper
is left.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection

from satdoku.generating.randomness import Stream
from satdoku.generating.sat import SatBoard

_MAX_SOLUTIONS = 300
"""Solutions listed in a step; a more open position is left alone."""

_MAX_STALE_STEPS = 300


def fill_mask(
    board: SatBoard, mask: Collection[int], stream: Stream, *, steps: int, minimal: bool
) -> tuple[tuple[int, ...], set[int]] | None:
    """(solution, the mask's cells) of a puzzle with one solution, or ``None``: not found.

    The board's givens are digits that must stand; they lie on the mask.

    :raises Cut: where the clock runs out.
    """
    # One step of the search of the module docstring after the other; each uses the opened cells and
    # the solutions of the one before.
    givens = board.board.givens
    free = [cell for cell in sorted(mask) if givens[cell] is None]
    cells = range(len(givens))
    spent = 0
    while spent < steps:
        grid = board.random_grid(stream)
        if grid is None:
            return None
        solution = grid
        off = [(cell,) for cell in cells if cell not in mask]
        helpers = sorted(board.reduce(solution, off, mask, 0, stream) - set(mask))
        stale = 0
        while stale < _MAX_STALE_STEPS and spent < steps:
            if not helpers:
                if minimal and not board.is_minimal(solution, mask):
                    break
                return solution, set(mask)
            spent += 1
            stale += 1
            helper = stream.choice(helpers)
            opened = stream.shuffled(free)[: min(len(free), 2 + stream.below(2))]
            closed = (set(mask) | set(helpers)) - {helper, *opened}
            solutions = board.list(board.literals(sorted(closed), solution), _MAX_SOLUTIONS)
            if solutions is None or not solutions:
                continue
            keys: dict[tuple[int, ...], list[tuple[int, ...]]] = defaultdict(list)
            for other in solutions:
                keys[tuple(other[cell] for cell in opened)].append(other)
            fewest = min(map(len, keys.values()))
            best = stream.choice([key for key, group in keys.items() if len(group) == fewest])
            rest = keys[best]
            if fewest == 1:
                solution = rest[0]
                helpers.remove(helper)
                idle = [(cell,) for cell in helpers]
                given = {*mask, *helpers}
                left = board.reduce(solution, idle, mask, 0, stream, given)
                helpers = sorted(left - set(mask))
                stale = 0
                continue
            seen = Counter(
                (cell, other[cell]) for other in rest for cell in cells if cell not in mask
            )
            settling = sorted(candidate for candidate, times in seen.items() if times == 1)
            if settling:
                cell, digit = stream.choice(settling)
                solution = next(other for other in rest if other[cell] == digit)
                helpers = sorted({*helpers} - {helper} | {cell})  # they may be the same cell
    return None
