"""The shape of a path: how many of its steps are open at once, and how long they wait for others.

A step rests on an earlier one if the earlier step removed a candidate whose absence its argument
needs. An argument needs the absence of every candidate that it counts but does not mention: for a
naked single the other digits of the cell, for a hidden single the other places of the digit in the
house, for a clue what its cells cannot hold (the method ``counted`` of arguments). Each candidate
is removed by exactly one step, so the relation is well defined; candidates that the givens exclude
are absent from the beginning.

A step is open from the position on in which all steps that it rests on have been taken. Only the
steps of the path itself are counted, so the path is read once.
"""

from __future__ import annotations

from collections.abc import Sequence

from satdoku.base.records import dataclass
from satdoku.puzzle import Position
from satdoku.techniques.board import open_candidates
from satdoku.techniques.step import Step


@dataclass(frozen=True, slots=True)
class PathShape:
    """The shape of a path.

    open_min, open_mean  how many of the steps that are still to come rest on no other one of them,
                         the least and the mean over the positions of the first half of the path
    depth                how many steps the longest chain has of which each rests on the one before
    """

    open_min: int
    open_mean: float
    depth: int


def shape_of(stages: Sequence[tuple[Position, Step]]) -> PathShape | None:
    """The shape of a path: its steps, each with the position before it; ``None`` without steps.

    Towards the end few steps are left that could be open, so the first half counts.
    """
    if not stages:
        return None
    taken: dict[tuple[int, int], int] = {}
    before: list[int] = []
    digits = stages[0][0].geometry.digits
    opened: list[int] = []
    depths: list[int] = []
    for number, (position, step) in enumerate(stages):
        cands = open_candidates(position)
        left = [1 << v if v >= 0 else c for v, c in zip(cands.values, cands.cand, strict=True)]
        for cell, (old, new) in enumerate(zip(before, left, strict=False)):
            if old != new:
                removed = old & ~new
                taken |= {(cell, x): number - 1 for d, x in enumerate(digits) if removed >> d & 1}
        before = left
        rests = {
            taken[cell, digit]
            for cells, one in step.proof.counted()
            for cell in cells
            for digit in (digits if one is None else (one,))
            if (cell, digit) in taken
        }
        opened.append(max(rests, default=-1) + 1)
        depths.append(1 + max((depths[at] for at in rests), default=0))
    half = (len(stages) + 1) // 2
    open_at = [sum(first <= at for first in opened[at:]) for at in range(half)]
    return PathShape(min(open_at), round(sum(open_at) / len(open_at), 2), max(depths))
