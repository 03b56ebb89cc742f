"""Symmetry: one way to move rows, columns and digits that turns good grids into good grids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from math import lcm
from typing import overload

from satdoku.base.errors import Unsupported
from satdoku.base.records import dataclass
from satdoku.board import BoardMap, Constraint, Geometry, Grid, Marks
from satdoku.puzzle import Document, Position, Puzzle
from satdoku.puzzle.document import OPEN_CLUES
from satdoku.symmetry.moves import Move, board_moves, row_frame

NAMED_SYMMETRIES = (
    "identity",
    "transpose",
    "anti-transpose",
    "rotate-90",
    "rotate-180",
    "rotate-270",
    "mirror-left-right",
    "mirror-top-bottom",
)
"""The symmetries of the square, by name: clockwise turns, and reflections."""


@dataclass(frozen=True)
class Symmetry:
    """A symmetry of a board: transpose first (if at all), then rows, columns and digits move.

    rows       row ``i`` (of the transposed board) goes to ``rows[i]``
    columns    column ``j`` (of the transposed board) goes to ``columns[j]``
    transpose  whether rows and columns change roles before that
    digits     the image of each digit, in the order of ``geometry.digits``

    :raises ValueError: where these are not permutations, or do not keep the board's regions.
    :raises Unsupported: where the board is not of N rows, N columns and N digits.
    """

    geometry: Geometry
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    transpose: bool
    digits: tuple[int, ...]

    def __post_init__(self) -> None:
        geometry = self.geometry
        moves = board_moves(geometry)
        lines = list(range(geometry.size))
        if sorted(self.rows) != lines or sorted(self.columns) != lines:
            raise ValueError(f"rows and columns must be permutations of 0 to {geometry.size - 1}")
        if tuple(sorted(self.digits)) != geometry.digits:
            raise ValueError("digits must be a permutation of the board's digits")
        if geometry.box is not None:
            if self.transpose and Move.TRANSPOSE not in moves:
                raise ValueError(f"the {geometry.describe()} cannot be transposed")
            height, width = geometry.box
            for images, part, name in (
                (self.rows, height, "rows of a band"),
                (self.columns, width, "columns of a stack"),
            ):
                for first in range(0, geometry.size, part):
                    if len({image // part for image in images[first : first + part]}) != 1:
                        raise ValueError(f"the {name} must stay together")
        elif geometry.regions:
            regions = {frozenset(region.cells) for region in geometry.regions}
            if {frozenset(self.cells[c] for c in region) for region in regions} != regions:
                raise ValueError("the regions must go to regions")

    @staticmethod
    def identity(geometry: Geometry) -> Symmetry:
        """The symmetry that moves nothing."""
        lines = tuple(range(geometry.size))
        return Symmetry(geometry, lines, lines, False, geometry.digits)

    @staticmethod
    def relabelling(geometry: Geometry, digits: Iterable[int] | Mapping[int, int]) -> Symmetry:
        """The symmetry that only changes digits (a mapping may leave out those that stay).

        :raises ValueError: where two digits would become one.
        """
        if isinstance(digits, Mapping):
            digits = [digits.get(digit, digit) for digit in geometry.digits]
        lines = tuple(range(geometry.size))
        return Symmetry(geometry, lines, lines, False, tuple(digits))

    @staticmethod
    def named(geometry: Geometry, name: str) -> Symmetry:
        """One of :data:`NAMED_SYMMETRIES`.

        :raises ValueError: where there is no such name.
        :raises Unsupported: where the board's regions do not allow it.
        """
        if name not in NAMED_SYMMETRIES:
            raise ValueError(
                f"{name!r} is not a named symmetry; there are {', '.join(NAMED_SYMMETRIES)}"
            )
        forth = tuple(range(geometry.size))
        back = forth[::-1]
        transpose = name in ("transpose", "anti-transpose", "rotate-90", "rotate-270")
        rows_turn = name in ("anti-transpose", "rotate-180", "rotate-270", "mirror-top-bottom")
        columns_turn = name in ("anti-transpose", "rotate-90", "rotate-180", "mirror-left-right")
        try:
            return Symmetry(
                geometry,
                back if rows_turn else forth,
                back if columns_turn else forth,
                transpose,
                geometry.digits,
            )
        except ValueError as error:
            raise Unsupported(
                f"symmetry: {name} is not a symmetry of the {geometry.describe()}: {error}"
            ) from None

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """Where each cell goes."""
        size = self.geometry.size
        if self.transpose:
            return tuple(
                self.rows[column] * size + self.columns[row]
                for row in range(size)
                for column in range(size)
            )
        return tuple(row * size + column for row in self.rows for column in self.columns)

    @cached_property
    def digit_map(self) -> Mapping[int, int]:
        """Where each digit goes."""
        return dict(zip(self.geometry.digits, self.digits, strict=True))

    @property
    def is_identity(self) -> bool:
        """Whether the symmetry is the identity."""
        lines = tuple(range(self.geometry.size))
        return (
            not self.transpose
            and self.rows == self.columns == lines
            and self.digits == self.geometry.digits
        )

    @property
    def order(self) -> int:
        """The order of the symmetry: the number of repetitions that give the identity."""
        return lcm(*_cycles(self.cells), *_cycles(self._digit_places))

    @property
    def _digit_places(self) -> tuple[int, ...]:
        place = {digit: index for index, digit in enumerate(self.geometry.digits)}
        return tuple(place[digit] for digit in self.digits)

    @property
    def parities(self) -> tuple[int, int, int]:
        """Of rows, columns and digits: 0 for an even, 1 for an odd permutation.

        An even permutation takes an even number of swaps, however it is made; an odd one an odd
        number.
        """
        rows, columns, digits = (
            sum(length - 1 for length in _cycles(images)) % 2
            for images in (self.rows, self.columns, self._digit_places)
        )
        return rows, columns, digits

    def then(self, other: Symmetry) -> Symmetry:
        """This symmetry followed by another one.

        :raises ValueError: where the other one is of another board.
        """
        if other.geometry != self.geometry:
            raise ValueError("symmetries of different boards cannot follow each other")
        # A transposition moves past the first one's rows and columns by changing their roles.
        rows, columns = (self.columns, self.rows) if other.transpose else (self.rows, self.columns)
        digit_map = other.digit_map
        return Symmetry(
            self.geometry,
            tuple(other.rows[i] for i in rows),
            tuple(other.columns[i] for i in columns),
            self.transpose != other.transpose,
            tuple(digit_map[digit] for digit in self.digits),
        )

    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        rows, columns = inverse(self.rows), inverse(self.columns)
        if self.transpose:
            rows, columns = columns, rows
        back = {image: digit for digit, image in self.digit_map.items()}
        return Symmetry(
            self.geometry,
            rows,
            columns,
            self.transpose,
            tuple(back[digit] for digit in self.geometry.digits),
        )

    def board_map(self) -> BoardMap:
        """The symmetry as plain data, for constraints."""
        return BoardMap(self.geometry, self.cells, self.digit_map)

    @overload
    def __call__(self, source: Puzzle) -> Puzzle: ...
    @overload
    def __call__(self, source: Grid) -> Grid: ...
    @overload
    def __call__(self, source: Position) -> Position: ...
    @overload
    def __call__(self, source: Document) -> Document: ...
    @overload
    def __call__(self, source: Constraint) -> Constraint: ...

    def __call__(
        self, source: Puzzle | Grid | Position | Document | Constraint
    ) -> Puzzle | Grid | Position | Document | Constraint:
        """The image of a puzzle, grid, position, document or constraint.

        A document keeps its title and author; its rules text is kept as it is, and describes the
        puzzle as it was found. Drawings, fog and clues without a number are left out.

        :raises Unsupported: naming the first constraint that does not survive.
        :raises ValueError: where the source is of another board.
        """
        if isinstance(source, Constraint):
            return self._constraint(source)
        if isinstance(source, Document):
            return Document(
                self(source.puzzle),
                None if source.position is None else self(source.position),
                source.title,
                source.author,
                source.rules,
                None if source.solution is None else self(source.solution),
                {name: text for name, text in source.extras.items() if name != OPEN_CLUES},
                corners={
                    self.cells[cell]: frozenset(map(self._digit, digits))
                    for cell, digits in source.corners.items()
                },
            )
        if source.geometry != self.geometry:
            raise ValueError(
                f"a symmetry of the {self.geometry.describe()} cannot be applied to the "
                f"{source.geometry.describe()}"
            )
        if isinstance(source, Grid):
            return Grid(self.geometry, self.values(source.values))
        if isinstance(source, Position):
            candidates = [frozenset[int]()] * len(self.cells)
            for cell, digits in zip(self.cells, source.candidates, strict=True):
                candidates[cell] = frozenset(self._digit(digit) for digit in digits)
            return Position(self(source.puzzle), self.values(source.values), tuple(candidates))
        return Puzzle(
            self.geometry,
            self.values(source.givens),
            None if source.pencil_marks is None else self.marks(source.pencil_marks),
            tuple(map(self._constraint, source.constraints)),
        )

    def values(self, values: Sequence[int | None]) -> tuple[int | None, ...]:
        """The image of a digit (or ``None``) for each cell."""
        image: list[int | None] = [None] * len(self.cells)
        for cell, value in zip(self.cells, values, strict=True):
            if value is not None:
                image[cell] = self._digit(value)
        return tuple(image)

    def marks(self, marks: Marks) -> Marks:
        """The image of pencil marks."""
        image: list[frozenset[int] | None] = [None] * len(self.cells)
        for cell, digits in zip(self.cells, marks, strict=True):
            if digits is not None:
                image[cell] = frozenset(self._digit(digit) for digit in digits)
        return tuple(image)

    def _digit(self, digit: int) -> int:
        # A digit that the board does not have is a fault of the puzzle, and must stay visible.
        return self.digit_map.get(digit, digit)

    def _constraint(self, constraint: Constraint) -> Constraint:
        image = constraint.image(self.board_map())
        if image is None:
            raise Unsupported(
                f"symmetry: {constraint.describe(self.geometry)} ({constraint.name}) does not "
                "survive this symmetry"
            )
        return image

    def describe(self) -> str:
        """A description: for each row and column of the image its source."""
        parts = (f"{name} {images}".rstrip() for name, images in self.parts().items())
        return ", ".join(parts) or "nothing moves"

    def parts(self) -> dict[str, str]:
        """The moves: ``transpose``, and ``rows``, ``columns`` and ``digits`` with their sources;
        empty where nothing moves."""
        lines = tuple(range(self.geometry.size))
        parts = {"transpose": ""} if self.transpose else {}
        for name, images in (("rows", self.rows), ("columns", self.columns)):
            if images != lines:
                parts[name] = " ".join(str(i + 1) for i in inverse(images))
        if self.digits != self.geometry.digits:
            shown = zip(self.geometry.digits, self.digits, strict=True)
            parts["digits"] = " ".join(f"{a}>{b}" for a, b in shown if a != b)
        return parts


def inverse(images: Sequence[int]) -> tuple[int, ...]:
    """The permutation that takes each image back."""
    back = [0] * len(images)
    for index, image in enumerate(images):
        back[image] = index
    return tuple(back)


def _cycles(images: Sequence[int]) -> list[int]:
    """The lengths of the cycles of a permutation."""
    seen = [False] * len(images)
    lengths = []
    for start in range(len(images)):
        length = 0
        while not seen[start]:
            seen[start] = True
            start = images[start]
            length += 1
        if length:
            lengths.append(length)
    return lengths


def in_subgroup(symmetry: Symmetry, moves: frozenset[Move]) -> bool:
    """Whether a symmetry is made of (closed) kinds of moves."""
    geometry = symmetry.geometry
    if Move.RELABEL not in moves and symmetry.digits != geometry.digits:
        return False
    lines = tuple(range(geometry.size))
    if Move.LAYOUT in board_moves(geometry):
        return Move.LAYOUT in moves or (
            not symmetry.transpose and symmetry.rows == symmetry.columns == lines
        )
    if symmetry.transpose and Move.TRANSPOSE not in moves:
        return False
    height, width = row_frame(geometry)
    for images, part, inside, whole in (
        (symmetry.rows, height, Move.ROWS, Move.BANDS),
        (symmetry.columns, width, Move.COLUMNS, Move.STACKS),
    ):
        if inside not in moves and any(image % part != i % part for i, image in enumerate(images)):
            return False
        if whole not in moves and any(image // part != i // part for i, image in enumerate(images)):
            return False
    return True
