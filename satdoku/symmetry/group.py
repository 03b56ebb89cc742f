"""SymmetryGroup: all symmetries of a board, or those that some kinds of moves make."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import permutations, product
from math import factorial, prod

from satdoku.base.records import dataclass
from satdoku.board import Geometry
from satdoku.symmetry.layout import layout_moves
from satdoku.symmetry.moves import Move, closed, row_frame
from satdoku.symmetry.symmetry import Symmetry, in_subgroup


@dataclass(frozen=True)
class SymmetryGroup:
    """The symmetries of a board that some kinds of moves make together.

    Build one with :meth:`of`. For the classic 9x9 the whole group has 9! x 3,359,232 =
    1,218,998,108,160 elements.
    """

    geometry: Geometry
    moves: frozenset[Move]

    @staticmethod
    def of(geometry: Geometry, moves: Iterable[Move | str] | None = None) -> SymmetryGroup:
        """The group of these kinds of moves, or of all that the board has.

        Together with transposition, ``rows`` brings ``columns`` and ``bands`` brings ``stacks``.

        :raises Unsupported: where the board lacks one of the kinds.
        :raises ValueError: where a name is not a kind of move.
        """
        return SymmetryGroup(geometry, closed(geometry, moves))

    @property
    def order(self) -> int:
        """The exact number of symmetries.

        :raises Unsupported: for an irregular board with too many of its own to list.
        """
        size = self.geometry.size
        height, width = row_frame(self.geometry)
        bands, stacks = size // height, size // width
        ways = {
            Move.RELABEL: factorial(size),
            Move.ROWS: factorial(height) ** bands,
            Move.BANDS: factorial(bands),
            Move.COLUMNS: factorial(width) ** stacks,
            Move.STACKS: factorial(stacks),
            Move.TRANSPOSE: 2,
            Move.LAYOUT: len(layout_moves(self.geometry)) if Move.LAYOUT in self.moves else 1,
        }
        return prod(ways[move] for move in self.moves)

    def __contains__(self, symmetry: object) -> bool:
        return (
            isinstance(symmetry, Symmetry)
            and symmetry.geometry == self.geometry
            and in_subgroup(symmetry, self.moves)
        )

    @property
    def identity(self) -> Symmetry:
        """The symmetry that moves nothing."""
        return Symmetry.identity(self.geometry)

    def random(self, seed: int | random.Random) -> Symmetry:
        """A symmetry drawn uniformly; equal seeds give equal symmetries on every platform."""
        rng = random.Random(seed) if isinstance(seed, int) else seed
        geometry, moves = self.geometry, self.moves
        size = geometry.size
        height, width = row_frame(geometry)
        digits = list(geometry.digits)
        if Move.RELABEL in moves:
            rng.shuffle(digits)
        transpose = Move.TRANSPOSE in moves and rng.randrange(2) == 1
        rows = _shuffled(size, height, Move.ROWS in moves, Move.BANDS in moves, rng)
        columns = _shuffled(size, width, Move.COLUMNS in moves, Move.STACKS in moves, rng)
        if Move.LAYOUT in moves:
            transpose, rows, columns = rng.choice(layout_moves(geometry))
        return Symmetry(geometry, rows, columns, transpose, tuple(digits))

    def elements(self) -> Iterator[Symmetry]:
        """Every symmetry, one by one. There may be a great many: look at ``order`` first."""
        geometry = self.geometry
        for transpose, rows, columns in self._line_moves():
            for digits in (
                permutations(geometry.digits)
                if Move.RELABEL in self.moves
                else iter((geometry.digits,))
            ):
                yield Symmetry(geometry, rows, columns, transpose, digits)

    def _line_moves(self) -> Iterator[tuple[bool, tuple[int, ...], tuple[int, ...]]]:
        geometry, moves = self.geometry, self.moves
        if Move.LAYOUT in moves:
            yield from layout_moves(geometry)
            return
        size = geometry.size
        height, width = row_frame(geometry)
        for transpose in (False, True) if Move.TRANSPOSE in moves else (False,):
            for rows in _arrangements(size, height, Move.ROWS in moves, Move.BANDS in moves):
                for columns in _arrangements(
                    size, width, Move.COLUMNS in moves, Move.STACKS in moves
                ):
                    yield transpose, rows, columns


def _shuffled(
    size: int, part: int, inside: bool, whole: bool, rng: random.Random
) -> tuple[int, ...]:
    order = list(range(size // part))
    if whole:
        rng.shuffle(order)
    images: list[int] = []
    for block in order:
        lines = list(range(block * part, (block + 1) * part))
        if inside:
            rng.shuffle(lines)
        images += lines
    return tuple(images)


def _arrangements(size: int, part: int, inside: bool, whole: bool) -> Iterator[tuple[int, ...]]:
    blocks = range(size // part)
    for order in permutations(blocks) if whole else (tuple(blocks),):
        choices = [
            permutations(lines) if inside else (tuple(lines),)
            for lines in (range(block * part, (block + 1) * part) for block in order)
        ]
        for chosen in product(*choices):
            yield tuple(line for block in chosen for line in block)
