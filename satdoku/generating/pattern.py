"""Patterns of givens: their symmetries, masks in text, and patterns without puzzles."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from itertools import combinations, pairwise

from satdoku.base.errors import FormatError
from satdoku.board import BoardMap, Constraint, Geometry
from satdoku.puzzle import Puzzle

_Move = Callable[[int, int, int, int], tuple[int, int]]
"""Row, column, last row and last column to the row and column of the image."""

SYMMETRIES: dict[str, tuple[_Move, ...]] = {
    "none": (),
    "180": (lambda r, c, m, n: (m - r, n - c),),
    "90": (lambda r, c, m, n: (c, n - r),),
    "horizontal": (lambda r, c, m, n: (r, n - c),),
    "vertical": (lambda r, c, m, n: (m - r, c),),
    "diagonal": (lambda r, c, m, n: (c, r),),
    "anti-diagonal": (lambda r, c, m, n: (n - c, m - r),),
    "dihedral": (lambda r, c, m, n: (c, n - r), lambda r, c, m, n: (c, r)),
}
"""Names of pattern symmetries and moves that make them: 180 and 90 degrees turn the board,
horizontal mirrors left and right, vertical top and bottom, diagonal along the main diagonal."""

_FILLED = set("xX#oO@123456789ABCDEFGHIJKLMNPQRSTUVWYZ")
_EMPTY = set(".0-_")


@lru_cache(maxsize=64)
def images(geometry: Geometry, symmetry: str) -> tuple[tuple[int, ...], ...]:
    """The ways in which a symmetry moves the cells, the identity first: cell ``i`` to place ``i``.

    :raises ValueError: where there is no symmetry of this name, or the board does not have it.
    """
    if symmetry not in SYMMETRIES:
        raise ValueError(f"{symmetry!r} is not a symmetry; there are {', '.join(SYMMETRIES)}")
    last = geometry.rows - 1, geometry.columns - 1
    steps = []
    for move in SYMMETRIES[symmetry]:
        places = [
            geometry.at(*move(*geometry.row_column(cell), *last))
            for cell in range(geometry.cell_count)
        ]
        step = tuple(place for place in places if place is not None)
        if len(step) < len(places):
            raise ValueError(f"{geometry.describe()} does not have the symmetry {symmetry}")
        steps.append(step)
    reached = [tuple(range(geometry.cell_count))]
    for image in reached:
        for step in steps:
            further = tuple(step[cell] for cell in image)
            if further not in reached:
                reached.append(further)
    return tuple(reached)


@lru_cache(maxsize=64)
def orbits(geometry: Geometry, symmetry: str) -> tuple[tuple[int, ...], ...]:
    """The sets of cells that a symmetry moves into each other, in order of their first cells.

    :raises ValueError: where there is no symmetry of this name, or the board does not have it.
    """
    moved = zip(*images(geometry, symmetry), strict=True)
    return tuple(dict.fromkeys(tuple(sorted(set(cells))) for cells in moved))


@lru_cache(maxsize=64)
def moves(geometry: Geometry, symmetry: str) -> tuple[BoardMap, ...]:
    """The maps of the board other than the identity that a symmetry consists of; digits stay.

    :raises ValueError: as :func:`images`.
    """
    same = {digit: digit for digit in geometry.digits}
    return tuple([BoardMap(geometry, cells, same) for cells in images(geometry, symmetry)[1:]])


def whole_orbits(geometry: Geometry, symmetry: str, cells: Collection[int]) -> frozenset[int]:
    """The cells of a set whose images are all in it."""
    every = set(cells)
    whole = (orbit for orbit in orbits(geometry, symmetry) if every.issuperset(orbit))
    return frozenset(cell for orbit in whole for cell in orbit)


def _has(geometry: Geometry, symmetry: str) -> bool:
    try:
        orbits(geometry, symmetry)
    except ValueError:
        return False
    return True


def pattern_symmetries(geometry: Geometry, cells: Collection[int]) -> tuple[str, ...]:
    """The names of the symmetries that a pattern has (``none`` left out)."""
    chosen = set(cells)
    return tuple(
        name
        for name in SYMMETRIES
        if name != "none"
        and _has(geometry, name)
        and chosen == whole_orbits(geometry, name, chosen)
    )


def parse_mask(text: str, geometry: Geometry) -> frozenset[int]:
    """The cells that a pattern fills, row by row; spaces and line ends have no meaning.

    ``. 0 - _`` are empty; ``x X # o O @`` and digits are filled, so that a puzzle is a pattern too.

    :raises FormatError: for another symbol (``*`` is refused: it means empty in puzzles and
        filled in drawings), or where the number of cells is wrong.
    """
    cells: set[int] = set()
    number = 0
    for line_number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("# "):
            continue
        for column, symbol in enumerate(line, 1):
            if symbol.isspace():
                continue
            if symbol in _FILLED:
                cells.add(number)
            elif symbol not in _EMPTY:
                hint = "; * could mean either" if symbol == "*" else ""
                raise FormatError(
                    f"{symbol!r} in a mask: x marks a cell to be filled and . an empty one{hint}",
                    line=line_number,
                    column=column,
                    text=symbol,
                )
            number += 1
    if number != geometry.cell_count:
        raise FormatError(
            f"the mask has {number} cells, but {geometry.describe()} has {geometry.cell_count}"
        )
    return frozenset(cells)


def digits_are_alike(geometry: Geometry, constraints: Collection[Constraint]) -> bool:
    """Whether any relabelling of the digits keeps the rules."""
    cells = tuple(range(geometry.cell_count))
    for a, b in pairwise(geometry.digits):
        digits = {d: d for d in geometry.digits} | {a: b, b: a}
        board_map = BoardMap(geometry, cells, digits)
        if any(constraint.image(board_map) != constraint for constraint in constraints):
            return False
    return True


@lru_cache(maxsize=16)
def board_symmetries(
    geometry: Geometry, constraints: tuple[Constraint, ...]
) -> tuple[tuple[int, ...], ...]:
    """The turns and mirrorings of the board that keep all houses and rules.

    Each is a tuple: the cell that comes to place 0, to place 1 ... The first is the identity.
    """
    n, m = geometry.columns - 1, geometry.rows - 1
    same = {d: d for d in geometry.digits}
    houses = {frozenset(house.cells) for house in geometry.houses}
    cells = range(geometry.cell_count)
    symmetries = [tuple(cells)]
    moves: tuple[Callable[[int, int], tuple[int, int]], ...] = (
        lambda r, c: (c, n - r),
        lambda r, c: (m - r, n - c),
        lambda r, c: (n - c, r),
        lambda r, c: (r, n - c),
        lambda r, c: (m - r, c),
        lambda r, c: (c, r),
        lambda r, c: (n - c, m - r),
    )
    for move in moves:
        places = [geometry.at(*move(*geometry.row_column(cell))) for cell in cells]
        image = [place for place in places if place is not None]
        if len(image) < len(cells):
            continue
        if any(frozenset(image[c] for c in house) not in houses for house in houses):
            continue
        board_map = BoardMap(geometry, tuple(image), same)
        if {rule.image(board_map) for rule in constraints} == set(constraints):
            symmetries.append(tuple(sorted(cells, key=image.__getitem__)))
    return tuple(symmetries)


def impossible_clues(puzzle: Puzzle, clues: int, minimal: bool) -> str | None:
    """Why no puzzle of this many givens can be made on this board, or ``None``.

    Sources: no 16-clue classic exists (McGuire, Tugemann, Civario, "There is no 16-Clue Sudoku",
    2012); minimal classics of 40 clues are known and none of more.
    """
    geometry = puzzle.geometry
    if clues > geometry.cell_count:
        return f"the board has only {geometry.cell_count} cells, so {clues} clues are impossible"
    if clues < geometry.size - 1 and digits_are_alike(geometry, puzzle.constraints):
        return (
            f"{clues} clues leave at least two of the {geometry.size} digits unplaced; "
            "exchanging them gives a second solution, so no such puzzle exists"
        )
    if geometry.is_classic and not puzzle.constraints:
        if clues <= 16:
            return (
                f"no 9x9 Sudoku of {clues} clues has one solution: 17 is the fewest "
                "(McGuire, Tugemann and Civario 2012)"
            )
        if minimal and clues > 40:
            return (
                f"no minimal 9x9 Sudoku of {clues} clues is known; the most ever found is 40 "
                "(whether more exist is not known)"
            )
    return None


def impossible_mask(puzzle: Puzzle, mask: Collection[int]) -> str | None:
    """Why no puzzle with one solution can have exactly these givens, or ``None``.

    It detects too few cells, and two exchangeable rows or columns without a given.
    """
    geometry = puzzle.geometry
    reason = impossible_clues(puzzle, len(mask), minimal=False)
    if reason is not None:
        return f"no puzzle on this mask has one solution: {reason}"
    for kind, first, second, cells in _exchangeable_lines(puzzle):
        if mask.isdisjoint(cells) if isinstance(mask, frozenset) else not set(mask) & set(cells):
            return (
                f"no puzzle on this mask has one solution: {kind}s {first} and {second} are both "
                f"empty and may change places on {geometry.describe()}"
            )
    return None


def _exchangeable_lines(puzzle: Puzzle) -> Iterator[tuple[str, int, int, tuple[int, ...]]]:
    """Pairs of rows or columns whose exchange keeps every house and rule."""
    geometry = puzzle.geometry
    if geometry.grids:
        return
    houses = {frozenset(house.cells) for house in geometry.houses}
    lines = {
        "row": [h.cells for h in geometry.houses if h.kind == "row"],
        "column": [h.cells for h in geometry.houses if h.kind == "column"],
    }
    same = {d: d for d in geometry.digits}
    for kind, parallel in lines.items():
        for (i, a), (j, b) in combinations(enumerate(parallel, 1), 2):
            image = list(range(geometry.cell_count))
            for x, y in zip(a, b, strict=True):
                image[x], image[y] = y, x
            if any(frozenset(image[c] for c in house) not in houses for house in houses):
                continue
            board_map = BoardMap(geometry, tuple(image), same)
            if all(rule.image(board_map) == rule for rule in puzzle.constraints):
                yield kind, i, j, (*a, *b)


def reachable_sums(sizes: Collection[int]) -> set[int]:
    """Every number of cells that some of the orbits hold together."""
    sums = {0}
    for size in sizes:
        sums |= {total + size for total in sums}
    return sums
