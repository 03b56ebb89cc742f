"""Canonical form, automorphisms and the number of different images of a grid or a puzzle.

The canonical form is the least image under the symmetries, read row by row with an empty cell as 0
("minlex"). Two puzzles are equivalent exactly when their canonical forms are equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from math import factorial
from typing import Generic, TypeVar, cast

from satdoku.base.errors import InvalidPuzzle, Unsupported
from satdoku.base.limits import UNLIMITED, Limit
from satdoku.base.records import dataclass
from satdoku.board import Geometry, Grid
from satdoku.puzzle import Puzzle
from satdoku.symmetry.group import SymmetryGroup
from satdoku.symmetry.layout import layout_moves
from satdoku.symmetry.moves import Move, board_moves, row_frame
from satdoku.symmetry.native import native_symmetry
from satdoku.symmetry.search import Frame, LeastImage, search
from satdoku.symmetry.symmetry import Symmetry, inverse

GridOrPuzzle = TypeVar("GridOrPuzzle", bound=Grid | Puzzle)
Moves = Iterable[Move | str] | None


@dataclass(frozen=True)
class Automorphisms:
    """The symmetries of a group that map a grid or puzzle to itself.

    order       their exact number
    generators  some of them that make all of them; none where only the identity does it
    """

    group: SymmetryGroup
    order: int
    generators: tuple[Symmetry, ...]

    @property
    def images(self) -> int:
        """The exact number of different images: the order of the group over that of these."""
        return self.group.order // self.order

    def elements(self) -> Iterator[Symmetry]:
        """Every automorphism, identity first. There may be a great many: see ``order``."""
        seen = {self.group.identity}
        queue = [self.group.identity]
        for element in queue:
            yield element
            for generator in self.generators:
                image = element.then(generator)
                if image not in seen:
                    seen.add(image)
                    queue.append(image)


@dataclass(frozen=True)
class Canonical(Generic[GridOrPuzzle]):
    """A canonical form, and a symmetry that takes the source to it.

    form                the least image of ``source``
    symmetry            takes the source to the form
    automorphism_count  how many symmetries of the group take the source to itself
    """

    source: GridOrPuzzle
    form: GridOrPuzzle
    symmetry: Symmetry
    group: SymmetryGroup
    automorphism_count: int

    @property
    def images(self) -> int:
        """The exact number of different images."""
        return self.group.order // self.automorphism_count


def canonicalize(
    board: GridOrPuzzle, moves: Moves = None, *, limit: Limit = UNLIMITED
) -> Canonical[GridOrPuzzle]:
    """The canonical form of a grid or puzzle, a symmetry that leads to it, and the orbit's size.

    ``moves`` are the kinds of moves allowed (all that the board has, by default).

    :raises InvalidPuzzle: where a row, column or region repeats a digit, and the like.
    :raises Unsupported: for pencil marks, for constraints (by name), for a kind of move that the
        board lacks.
    :raises Undecided: where the limit runs out.
    """
    group = SymmetryGroup.of(board.geometry, moves)
    values = _values(board)
    geometry = board.geometry
    if Move.LAYOUT in board_moves(geometry):
        listed = _listed(values, group)
        image, symmetry, count = listed.values, listed.symmetry, len(listed.alike)
    else:
        least = _least_image(values, group, limit)
        image, symmetry, count = least.values, _symmetry(values, least, group), least.order
    if Move.RELABEL in group.moves:
        count *= factorial(geometry.size - len(set(values) - {0}))
    return Canonical(board, _like(board, image), symmetry, group, count)


def canonical(
    board: GridOrPuzzle, moves: Moves = None, *, limit: Limit = UNLIMITED
) -> GridOrPuzzle:
    """The canonical form of a grid or puzzle: its least image, row by row, empty as 0.

    Two puzzles are equivalent exactly when their canonical forms are equal.

    :raises InvalidPuzzle, Unsupported, Undecided: as :func:`canonicalize`.
    """
    return canonicalize(board, moves, limit=limit).form


def automorphisms(
    board: Grid | Puzzle, moves: Moves = None, *, limit: Limit = UNLIMITED
) -> Automorphisms:
    """The symmetries that take a grid or puzzle to itself.

    :raises InvalidPuzzle, Unsupported, Undecided: as :func:`canonicalize`.
    """
    group = SymmetryGroup.of(board.geometry, moves)
    geometry = board.geometry
    values = _values(board)
    size = geometry.size
    unused = [digit for digit in range(1, size + 1) if digit not in values]
    if Move.LAYOUT in board_moves(geometry):
        listed = _listed(values, group)
        order = len(listed.alike)
        back = listed.symmetry.inverse()
        generators = [symmetry.then(back) for symmetry in listed.alike]
    else:
        # Generators come from the search in Python; the compiled one only counts.
        least = search(values, _frame(group), limit)
        order = least.order
        generators = [_automorphism(values, lines, geometry) for lines in least.generators]
    if Move.RELABEL in group.moves:
        order *= factorial(len(unused))
        digits = geometry.digits
        for a, b in pairwise(unused):
            swap = {digits[a - 1]: digits[b - 1], digits[b - 1]: digits[a - 1]}
            generators.append(Symmetry.relabelling(geometry, swap))
    chosen = dict.fromkeys(generator for generator in generators if not generator.is_identity)
    return Automorphisms(group, order, tuple(chosen))


def images(board: Grid | Puzzle, moves: Moves = None, *, limit: Limit = UNLIMITED) -> int:
    """The exact number of different grids or puzzles that the moves make of this one.

    :raises InvalidPuzzle, Unsupported, Undecided: as :func:`canonicalize`.
    """
    puzzle = Puzzle(board.geometry, board.values) if isinstance(board, Grid) else board
    return canonicalize(puzzle, moves, limit=limit).images


def equivalence(
    first: GridOrPuzzle, second: GridOrPuzzle, moves: Moves = None, *, limit: Limit = UNLIMITED
) -> Symmetry | None:
    """A symmetry that takes the first to the second, or ``None``: they are not equivalent.

    Puzzles with rules are equivalent only if they are equal, apart from the order of the rules.

    :raises InvalidPuzzle, Unsupported, Undecided: as :func:`canonicalize`.
    """
    if first.geometry != second.geometry:
        return None
    if (
        isinstance(first, Puzzle)
        and isinstance(second, Puzzle)
        and first.constraints
        and first.poses_the_same(second)
    ):
        return Symmetry.identity(first.geometry)
    a = canonicalize(first, moves, limit=limit)
    b = canonicalize(second, moves, limit=limit)
    return a.symmetry.then(b.symmetry.inverse()) if a.form == b.form else None


def canonical_bytes(puzzles: bytes) -> bytes:
    """Many classic 9x9 at once: 81 characters each, one after the other, no line ends.

    Digits stand for themselves, ``.`` or ``0`` for an empty cell; the answer has ``.``.

    :raises InvalidPuzzle: naming the first puzzle (from 1) that repeats a digit in a house.
    :raises ValueError: where the length is not a multiple of 81, or for another character.
    """
    if len(puzzles) % 81:
        raise ValueError(f"{len(puzzles)} characters are not a whole number of 9x9 puzzles")
    if puzzles.translate(None, b".0123456789"):
        raise ValueError("a 9x9 puzzle is written with the digits 0 to 9 and . only")
    native = native_symmetry()
    if native is None:
        return b"".join(
            canonical(_classic(puzzles, start)).grid.text().encode()
            for start in range(0, len(puzzles), 81)
        )
    answer = native.canonical_forms(puzzles)
    if len(answer) < len(puzzles):
        _classic(puzzles, len(answer))
    return answer


# Inside -----------------------------------------------------------------------------------------


def _classic(puzzles: bytes, start: int) -> Puzzle:
    """:raises InvalidPuzzle: naming the puzzle by its number, where it is faulty."""
    givens = (None if symbol in b".0" else symbol - 48 for symbol in puzzles[start : start + 81])
    puzzle = Puzzle(Geometry.classic(), tuple(givens))
    if problems := puzzle.problems():
        place = f"puzzle {start // 81 + 1}"
        raise InvalidPuzzle([replace(p, message=f"{place}: {p.message}") for p in problems])
    return puzzle


def _values(board: Grid | Puzzle) -> list[int]:
    """The digits by their places from 1, and 0 for an empty cell."""
    puzzle = Puzzle(board.geometry, board.values) if isinstance(board, Grid) else board
    for constraint in puzzle.constraints:
        raise Unsupported(
            "symmetry: a canonical form is made of givens alone; this puzzle has "
            f"{constraint.describe(puzzle.geometry)} ({constraint.name})"
        )
    if puzzle.is_sukaku:
        raise Unsupported(
            "symmetry: a canonical form is made of givens alone; this puzzle has pencil marks"
        )
    puzzle.require_valid()
    place = {digit: index for index, digit in enumerate(board.geometry.digits, 1)}
    return [0 if value is None else place[value] for value in puzzle.givens]


def _like(board: GridOrPuzzle, image: Sequence[int]) -> GridOrPuzzle:
    digits = board.geometry.digits
    values = tuple(digits[value - 1] if value else None for value in image)
    kind = Grid if isinstance(board, Grid) else Puzzle
    return cast(GridOrPuzzle, kind(board.geometry, values))


def _frame(group: SymmetryGroup) -> Frame:
    height, width = row_frame(group.geometry)
    has = group.moves.__contains__
    return Frame(
        group.geometry.size,
        height,
        width,
        has(Move.RELABEL),
        has(Move.ROWS),
        has(Move.COLUMNS),
        has(Move.BANDS),
        has(Move.STACKS),
        has(Move.TRANSPOSE),
    )


def _least_image(values: list[int], group: SymmetryGroup, limit: Limit) -> LeastImage:
    native = native_symmetry()
    if (
        native is None
        or not group.geometry.is_classic
        or group.moves != board_moves(group.geometry)
    ):
        return search(values, _frame(group), limit)
    image, transpose, rows, columns, order = native.canonical_form(bytes(values))
    return LeastImage(tuple(image), transpose, rows, columns, order, ())


def _relabelling(pairs: dict[int, int], geometry: Geometry) -> tuple[int, ...]:
    """The images of all digits, those that do not occur in ascending order."""
    size = geometry.size
    free = iter(sorted(set(range(1, size + 1)) - set(pairs.values())))
    return tuple(
        geometry.digits[(pairs[digit] if digit in pairs else next(free)) - 1]
        for digit in range(1, size + 1)
    )


def _symmetry(values: list[int], least: LeastImage, group: SymmetryGroup) -> Symmetry:
    geometry = group.geometry
    size = geometry.size
    pairs: dict[int, int] = {}
    for r, row in enumerate(least.rows):
        for c, column in enumerate(least.columns):
            source = column * size + row if least.transpose else row * size + column
            if values[source]:
                pairs[values[source]] = least.values[r * size + c]
    if Move.RELABEL not in group.moves:
        pairs = {digit: digit for digit in range(1, size + 1)}
    return Symmetry(
        geometry,
        inverse(least.rows),
        inverse(least.columns),
        least.transpose,
        _relabelling(pairs, geometry),
    )


def _automorphism(values: list[int], lines: tuple[int, ...], geometry: Geometry) -> Symmetry:
    """A permutation of lines (rows, then columns) that is known to keep the puzzle."""
    size = geometry.size
    transpose = lines[0] >= size
    # After a transposition the old columns are the rows.
    rows = lines[size:] if transpose else lines[:size]
    columns = lines[:size] if transpose else lines[size:]
    moved = Symmetry(geometry, rows, tuple(c - size for c in columns), transpose, geometry.digits)
    pairs = {value: values[cell] for value, cell in zip(values, moved.cells, strict=True) if value}
    return Symmetry(geometry, moved.rows, moved.columns, transpose, _relabelling(pairs, geometry))


@dataclass(frozen=True)
class _Listed:
    """The least image over a list of symmetries, and all of the list that lead to it."""

    values: tuple[int, ...]
    alike: tuple[Symmetry, ...]

    @cached_property
    def symmetry(self) -> Symmetry:
        return self.alike[0]


def _listed(values: list[int], group: SymmetryGroup) -> _Listed:
    geometry = group.geometry
    size = geometry.size
    relabel = Move.RELABEL in group.moves
    line_moves = (
        layout_moves(geometry)
        if Move.LAYOUT in group.moves
        else ((False, tuple(range(size)), tuple(range(size))),)
    )
    best: tuple[int, ...] | None = None
    alike: list[Symmetry] = []
    for transpose, rows, columns in line_moves:
        moved = Symmetry(geometry, rows, columns, transpose, geometry.digits)
        image = [0] * len(values)
        for cell, value in zip(moved.cells, values, strict=True):
            image[cell] = value
        pairs = {0: 0}
        for value in image:
            pairs.setdefault(value, len(pairs) if relabel else value)
        least = tuple(pairs[value] for value in image)
        if best is None or least <= best:
            if best != least:
                best, alike = least, []
            del pairs[0]
            digits = _relabelling(pairs, geometry) if relabel else geometry.digits
            alike.append(Symmetry(geometry, rows, columns, transpose, digits))
    assert best is not None
    return _Listed(best, tuple(alike))
