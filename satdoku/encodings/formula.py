"""A formula, and its builder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Literal, TypeAlias

from satdoku.base.records import dataclass
from satdoku.encodings.variables import Variables

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Block: TypeAlias = list[list[int]] | NDArray[np.int32]

ClauseKind = Literal["minimal", "extended"]
Amo = Literal["pairwise", "product", "sequential"]
KINDS: tuple[ClauseKind, ...] = ("minimal", "extended")
AMO: tuple[Amo, ...] = ("pairwise", "product", "sequential")

_CHUNK = 100_000


@dataclass(frozen=True)
class Formula:
    """Clauses over ``variables`` and, above them, auxiliary variables up to ``top``.

    Every solution of the puzzle is a model, and every model restricted to the board's literals is
    a solution. One solution may have several models where there are auxiliary variables.

    ``at_most_one`` holds groups of literals of which at most one is true, without clauses for this.
    It is filled only for solvers that support such groups.
    """

    variables: Variables
    top: int
    blocks: tuple[Block, ...]
    kind: ClauseKind
    amo: Amo
    at_most_one: tuple[list[int], ...] = ()

    @property
    def clause_count(self) -> int:
        """The number of clauses."""
        return sum(len(block) for block in self.blocks)

    @property
    def auxiliary_count(self) -> int:
        """The number of variables that stand for no candidate."""
        return self.top - self.variables.count

    def chunks(self) -> Iterator[list[list[int]]]:
        """The clauses as lists, some 100,000 at a time, so that few live at once."""
        for block in self.blocks:
            if isinstance(block, list):
                yield block
            else:
                for start in range(0, len(block), _CHUNK):
                    yield block[start : start + _CHUNK].tolist()

    def clauses(self) -> Iterator[list[int]]:
        """Every clause in turn."""
        for chunk in self.chunks():
            yield from chunk


class Builder:
    """A formula that grows: its blocks of clauses, and the highest variable in use."""

    def __init__(self, variables: Variables, tick: Callable[[], None] | None = None) -> None:
        self.tick = tick or (lambda: None)
        self.variables = variables
        self.table = variables.table
        self.geometry = variables.geometry
        self.size = variables.geometry.size
        self.top = variables.count
        self.blocks: list[Block] = []

    def fresh(self, count: int = 1) -> int:
        """The first of ``count`` new variables."""
        first = self.top + 1
        self.top += count
        return first

    def contradict(self) -> None:
        """Add clauses that nothing satisfies."""
        new = self.fresh()
        self.blocks.append([[new], [-new]])
