"""Take away the candidates that the givens rule out, before anything is encoded.

Naked and hidden singles in the houses and all-different rules, to a fixpoint. Only candidates that
occur in no solution are removed, so the solutions stay the same; a large board shrinks by orders
of magnitude (engines.md, 7: 100x100 with 75 % given falls from 100 million clauses to 61 thousand).
"""

from __future__ import annotations

from satdoku.puzzle.puzzle import Puzzle

__all__ = ["prune"]


def prune(puzzle: Puzzle) -> list[int] | None:
    """For each cell a bit mask of the digits left (bit i: the board's i-th digit).

    ``None`` where singles alone show that the puzzle has no solution. Relations of other kinds
    take no part: what they exclude stays, and is encoded.
    """
    geometry = puzzle.geometry
    size = geometry.size
    everything = (1 << size) - 1
    bit = {digit: 1 << i for i, digit in enumerate(geometry.digits)}
    masks = [everything] * geometry.cell_count
    model = puzzle.model
    groups = model.different
    for cell, allowed in model.domains.items():
        masks[cell] &= sum(bit.get(digit, 0) for digit in allowed)
    marks = puzzle.pencil_marks
    for cell, given in enumerate(puzzle.givens):
        if given is not None or (marks is not None and marks[cell] is not None):
            masks[cell] &= sum(bit.get(digit, 0) for digit in puzzle.domain(cell))
    if any(len(cells) > size for cells in groups):
        return None
    of_cell: list[list[int]] = [[] for _ in masks]
    for index, cells in enumerate(groups):
        for cell in cells:
            of_cell[cell].append(index)
    used = [0] * len(groups)
    waiting = [list(cells) for cells in groups]
    full = [index for index, cells in enumerate(groups) if len(cells) == size]
    solved = [False] * len(masks)
    open_cells = list(range(len(masks)))
    while True:
        still_open = []
        fixed = False
        for cell in open_cells:
            mask = masks[cell]
            for index in of_cell[cell]:
                mask &= ~used[index]
            if not mask:
                return None
            masks[cell] = mask
            if mask & (mask - 1):
                still_open.append(cell)
                continue
            fixed = solved[cell] = True
            for index in of_cell[cell]:
                used[index] |= mask
        open_cells = still_open
        if fixed:
            continue
        for index in full:
            once = twice = 0
            left = [cell for cell in waiting[index] if not solved[cell]]
            waiting[index] = left
            for cell in left:
                twice |= once & masks[cell]
                once |= masks[cell]
            if once | used[index] != everything:
                return None
            single = once & ~twice & ~used[index]
            if single:
                for cell in left:
                    here = masks[cell] & single
                    if here & (here - 1):
                        return None
                    if here and here != masks[cell]:
                        masks[cell] = here
                        fixed = True
        if not fixed:
            return masks
