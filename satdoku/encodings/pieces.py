"""Regions that are to be found: no connected piece that is too small is all of a region.

The relations that :class:`~satdoku.relations.Regions` stands for express this by steps from a cell,
which a learning solver uses late. Clauses for every piece express the same: they are thousands, and
the solver needs a hundredth of the conflicts (docs/encodings.md).
"""

from __future__ import annotations

from collections.abc import Mapping

from satdoku.base.compiled import compiled_core
from satdoku.model import Model
from satdoku.relations import Regions

_MAX_LITERALS = 1_000_000
"""Literals of all the clauses; on an empty 9x9 that is enough for pieces of up to 7 cells."""


def pieces(model: Model, literals: Mapping[int, Mapping[int, int]]) -> list[list[int]]:
    """Clauses that follow from the regions of a model.

    ``literals`` has the literal of each value of each variable that it can still have. Without the
    compiled core there are no clauses: the other relations mean the same.
    """
    core = compiled_core("pieces")
    clauses: list[list[int]] = []
    for regions in model.connected:
        if core is None or not isinstance(regions, Regions):
            continue
        borders: list[int] = []
        for first, second, flag, touch in regions.edges:
            row = literals[flag]
            if touch and 1 in row:
                borders += (first, second, row[1] if 0 in row else 0)
        clauses += core.pieces(len(regions.cells), borders, model.geometry.size, _MAX_LITERALS)
    return clauses
