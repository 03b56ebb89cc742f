"""At most one of some literals.

``pairwise``    n(n-1)/2 clauses, no new variables; pairs shared by two houses are written once
``product``     2n + O(sqrt n) clauses: the literals on a p x q rectangle, at most one row and one
                column of it (Chen, "A new SAT encoding of the at-most-one constraint", 2010)
``sequential``  3n - 4 clauses, n - 1 new variables: a running "one was seen" (Sinz, "Towards an
                optimal CNF encoding of Boolean cardinality constraints", 2005)

The default is pairwise where that stays below five million clauses, else product.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import ceil, sqrt
from typing import TYPE_CHECKING, Any

from satdoku.encodings.formula import Amo, Builder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from satdoku.encodings.formula import Block

PAIRWISE_LIMIT = 5_000_000
"""The number of pairwise clauses from which product is the default."""

_NUMPY_FROM = 50_000
"""Pairwise clauses from which numpy is worth its 0.15 s of import."""


def pairwise(
    builder: Builder, groups: list[tuple[int, ...]], rows: list[list[int]], limit: int | None = None
) -> bool:
    """Write pairwise clauses: no digit twice in a group of cells, one literal of each row.

    False, with nothing written, where there would be more than ``limit``.
    """
    in_cells = sum(len(row) * (len(row) - 1) // 2 for row in rows)
    open_groups = groups
    if not builder.variables.is_full:
        # A solved cell shares no candidate with its peers: singles have removed them all.
        single = [sum(map(bool, row)) < 2 for row in builder.table]
        open_groups = [tuple(c for c in group if not single[c]) for group in groups]
        fixed_groups = _unpropagated(builder, groups, single)
        open_groups += fixed_groups
    bound = sum(len(g) * (len(g) - 1) // 2 for g in open_groups) * builder.size
    if bound + in_cells <= _NUMPY_FROM:
        _pairwise_plain(builder, open_groups, rows)
        return True
    return _pairwise_bulk(builder, open_groups, rows, in_cells, limit)


def _unpropagated(
    builder: Builder, groups: list[tuple[int, ...]], single: list[bool]
) -> list[tuple[int, int]]:
    """Pairs with a one-candidate cell whose digit a peer still has (none after pruning)."""
    clashes: set[tuple[int, int]] = set()
    table = builder.table
    for group in groups:
        for cell in group:
            if single[cell]:
                i = next((i for i, literal in enumerate(table[cell]) if literal), None)
                if i is None:
                    continue
                for other in group:
                    if other != cell and table[other][i]:
                        clashes.add((min(cell, other), max(cell, other)))
    return list(clashes)


def _pairwise_plain(
    builder: Builder, groups: Iterable[tuple[int, ...]], rows: list[list[int]]
) -> None:
    clauses = [[-a, -b] for row in rows for a, b in combinations(row, 2)]
    table = builder.table
    for a, b in sorted({pair for group in groups for pair in combinations(group, 2)}):
        clauses += [[-x, -y] for x, y in zip(table[a], table[b], strict=True) if x and y]
    builder.blocks.append(clauses)


def _pairwise_bulk(
    builder: Builder,
    groups: list[tuple[int, ...]],
    rows: list[list[int]],
    in_cells: int,
    limit: int | None,
) -> bool:
    import numpy as np

    cell_count = len(builder.table)
    if limit is not None and in_cells > limit:
        return False
    keys: list[NDArray[np.int64]] = []
    triangles: dict[int, Any] = {}
    for group in groups:
        if len(group) < 2:
            continue
        builder.tick()
        if len(group) not in triangles:
            triangles[len(group)] = np.triu_indices(len(group), 1)
        left, right = triangles[len(group)]
        cells = np.array(group, dtype=np.int64)
        keys.append(cells[left] * cell_count + cells[right])
    blocks: list[Block] = []
    if keys:
        pairs = np.unique(np.concatenate(keys))
        total = in_cells
        if builder.variables.is_full and limit is not None:
            if total + len(pairs) * builder.size > limit:
                return False
        elif limit is not None and total > limit:
            return False
        table = np.array([list(row) for row in builder.table], dtype=np.int32)
        first, second = np.divmod(pairs, cell_count)
        step = max(1, 4_000_000 // builder.size)
        for start in range(0, len(pairs), step):
            builder.tick()
            a = table[first[start : start + step]].ravel()
            b = table[second[start : start + step]].ravel()
            if not builder.variables.is_full:
                both = (a != 0) & (b != 0)
                a, b = a[both], b[both]
            total += len(a)
            if limit is not None and total > limit:
                return False
            blocks.append(np.stack((-a, -b), axis=1))
    by_length: dict[int, list[list[int]]] = defaultdict(list)
    for row in rows:
        by_length[len(row)].append(row)
    for equal in by_length.values():
        blocks.append(_pairs(np.array(equal, dtype=np.int32)))
    builder.blocks += blocks
    return True


def _by_product_or_sequence(builder: Builder, groups: NDArray[np.int32], amo: Amo) -> None:
    """At most one literal of each row of ``groups``, by product or sequential."""
    import numpy as np

    builder.tick()
    count, length = groups.shape
    if length <= 4:
        builder.blocks.append(_pairs(groups))
    elif amo == "sequential":
        seen = _fresh_rows(builder, count, length - 1)
        builder.blocks += [
            np.stack((-groups[:, :-1].ravel(), seen.ravel()), axis=1),
            np.stack((-seen[:, :-1].ravel(), seen[:, 1:].ravel()), axis=1),
            np.stack((-groups[:, 1:].ravel(), -seen.ravel()), axis=1),
        ]
    else:
        height = ceil(sqrt(length))
        width = ceil(length / height)
        rows = _fresh_rows(builder, count, height)
        columns = _fresh_rows(builder, count, width)
        place = np.arange(length)
        builder.blocks += [
            np.stack((-groups.ravel(), rows[:, place // width].ravel()), axis=1),
            np.stack((-groups.ravel(), columns[:, place % width].ravel()), axis=1),
        ]
        _by_product_or_sequence(builder, rows, amo)
        _by_product_or_sequence(builder, columns, amo)


def _fresh_rows(builder: Builder, count: int, width: int) -> NDArray[np.int32]:
    import numpy as np

    first = builder.fresh(count * width)
    return np.arange(first, first + count * width, dtype=np.int32).reshape(count, width)


def by_rows(builder: Builder, rows: Iterable[Sequence[int]], amo: Amo) -> None:
    """At most one literal of each row, by product or sequential."""
    by_length: dict[int, list[Sequence[int]]] = defaultdict(list)
    for row in rows:
        by_length[len(row)].append(row)
    import numpy as np

    for equal in by_length.values():
        builder.tick()
        _by_product_or_sequence(builder, np.array(equal, dtype=np.int32), amo)


def _pairs(groups: NDArray[np.int32]) -> NDArray[np.int32]:
    import numpy as np

    left, right = np.triu_indices(groups.shape[1], 1)
    return np.stack((-groups[:, left].ravel(), -groups[:, right].ravel()), axis=1)
