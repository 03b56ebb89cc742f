"""The symmetries of an irregular board: rows, columns and transposition that keep its regions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from satdoku.base.errors import Unsupported
from satdoku.board import Geometry

LineMove = tuple[bool, tuple[int, ...], tuple[int, ...]]
"""(transpose first, where each row then goes, where each column then goes)"""

MAX_LAYOUT_MOVES = 100_000
"""More symmetries than this are not listed: boxes in disguise would have millions."""


@lru_cache(maxsize=16)
def layout_moves(geometry: Geometry) -> tuple[LineMove, ...]:
    """Every move of rows and columns that takes the set of regions to itself, identity first.

    Rows and columns are mapped in turns, so that each pair of choices is checked against all
    earlier ones at once: cells of one region must go to cells of one region.

    :raises Unsupported: where there are more than :data:`MAX_LAYOUT_MOVES`.
    """
    moves: list[LineMove] = []
    for transpose in (False, True):
        for rows, columns in _maps(geometry, transpose):
            moves.append((transpose, rows, columns))
            if len(moves) > MAX_LAYOUT_MOVES:
                raise Unsupported(
                    "symmetry: these irregular regions have more than "
                    f"{MAX_LAYOUT_MOVES:,} symmetries of their own"
                )
    return tuple(moves)


def _profile(lines: list[list[int]], sizes: Counter[int]) -> list[tuple[tuple[int, int], ...]]:
    """For each line the regions in it: the cells of the line and of the whole region. A symmetry
    keeps these numbers."""
    return [
        tuple(sorted((count, sizes[region]) for region, count in Counter(line).items()))
        for line in lines
    ]


def _maps(geometry: Geometry, transpose: bool) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    size = geometry.size
    labels = [-1 if region is None else region for region in geometry.region_of]
    target = [labels[r * size : (r + 1) * size] for r in range(size)]
    target_columns = [list(column) for column in zip(*target, strict=True)]
    source = target_columns if transpose else target
    source_columns = target if transpose else target_columns
    sizes = Counter(labels)
    # Axis 0 holds the rows and axis 1 the columns; lines are mapped in the order r0, c0, r1, ...
    before = (_profile(source, sizes), _profile(source_columns, sizes))
    after = (_profile(target, sizes), _profile(target_columns, sizes))
    maps: tuple[list[int], list[int]] = ([], [])
    used = ([False] * size, [False] * size)
    region_map: dict[int, int] = {-1: -1}
    taken: set[int] = {-1}

    def join(axis: int, image: int) -> list[int] | None:
        """Map the next line of an axis; the regions newly tied, or ``None`` where they clash."""
        line = len(maps[axis])
        tied: list[int] = []
        for other, other_image in enumerate(maps[1 - axis]):
            if axis == 0:
                a, b = source[line][other], target[image][other_image]
            else:
                a, b = source[other][line], target[other_image][image]
            known = region_map.get(a)
            if known is None and b not in taken:
                region_map[a] = b
                taken.add(b)
                tied.append(a)
            elif known != b:
                untie(tied)
                return None
        return tied

    def untie(tied: list[int]) -> None:
        for region in tied:
            taken.discard(region_map.pop(region))

    def extend(depth: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        if depth == 2 * size:
            yield tuple(maps[0]), tuple(maps[1])
            return
        axis, line = depth % 2, depth // 2
        for image in range(size):
            if used[axis][image] or before[axis][line] != after[axis][image]:
                continue
            tied = join(axis, image)
            if tied is None:
                continue
            maps[axis].append(image)
            used[axis][image] = True
            yield from extend(depth + 1)
            used[axis][image] = False
            maps[axis].pop()
            untie(tied)

    yield from extend(0)
