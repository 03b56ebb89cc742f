"""(cell, digit) <-> literal. The only place that defines which number stands for which candidate.

Literal numbers start at 1 and run through the cells in row-major order and, in a cell, through
the digits in ascending order; a candidate that was pruned away has no number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.puzzle.puzzle import Puzzle


@dataclass(frozen=True)
class Variables:
    """The numbering of one board's candidates.

    ``table[cell][i]`` is the literal that states "the cell holds the board's i-th digit", or 0
    where that candidate is ruled out. ``count`` is the highest number used.
    """

    geometry: Geometry
    table: tuple[Sequence[int], ...]
    count: int

    @staticmethod
    def full(geometry: Geometry) -> Variables:
        """Every digit in every cell."""
        size = geometry.size
        count = geometry.cell_count * size
        table = tuple(range(first, first + size) for first in range(1, count + 1, size))
        return Variables(geometry, table, count)

    @staticmethod
    def pruned(geometry: Geometry, masks: Sequence[int]) -> Variables:
        """Only the candidates left: bit ``i`` of ``masks[cell]`` stands for the i-th digit."""
        places = range(geometry.size)
        count = 0
        table = []
        for mask in masks:
            row = [0] * geometry.size
            for i in places:
                if mask >> i & 1:
                    count += 1
                    row[i] = count
            table.append(row)
        return Variables(geometry, tuple(table), count)

    @staticmethod
    def sparse(geometry: Geometry, masks: Sequence[int]) -> Variables:
        """The candidates left, with their numbers from :meth:`full`."""
        size = geometry.size
        table = [
            [cell * size + i + 1 if mask >> i & 1 else 0 for i in range(size)]
            for cell, mask in enumerate(masks)
        ]
        return Variables(geometry, tuple(table), len(masks) * size)

    def gone(self) -> list[list[int]]:
        """Unit clauses: each candidate that :meth:`sparse` leaves out is false."""
        size = self.geometry.size
        rows = enumerate(self.table)
        return [[-(c * size + i + 1)] for c, row in rows for i, own in enumerate(row) if not own]

    @property
    def is_full(self) -> bool:
        """Whether every candidate has a number."""
        return all(map(all, self.table))

    @cached_property
    def candidates(self) -> tuple[tuple[int, int], ...]:
        """The (cell, digit) of each literal; entry 0 is a placeholder."""
        digits = self.geometry.digits
        candidates = [(-1, 0)]
        for cell, row in enumerate(self.table):
            candidates.extend((cell, digits[i]) for i, literal in enumerate(row) if literal)
        return tuple(candidates)

    @cached_property
    def digit_of(self) -> tuple[int, ...]:
        """The digit of each literal; entry 0 is a placeholder."""
        return tuple(digit for _, digit in self.candidates)

    @cached_property
    def index_of(self) -> dict[int, int]:
        """The position of each digit in the board's digits."""
        return {digit: i for i, digit in enumerate(self.geometry.digits)}

    def literal(self, cell: int, digit: int) -> int:
        """The literal of a candidate, 0 where it was pruned away."""
        return self.table[cell][self.index_of[digit]]

    def literals(self, values: Iterable[int]) -> list[int]:
        """The literal of each cell's digit, cell by cell; 0 where that was pruned."""
        index = self.index_of
        return [row[index[digit]] for row, digit in zip(self.table, values, strict=True)]

    def values(self, literals: Iterable[int]) -> tuple[int, ...]:
        """The digits that a model's true literals write, cell by cell.

        :raises ValueError: where the model does not put exactly one digit in every cell.
        """
        count = self.count
        true = sorted(literal for literal in literals if 0 < literal <= count)
        digit_of = self.digit_of
        if len(true) == self.geometry.cell_count:
            candidates = self.candidates
            if all(candidates[literal][0] == cell for cell, literal in enumerate(true)):
                return tuple([digit_of[literal] for literal in true])
        raise ValueError("the model does not put exactly one digit in every cell")


def given_literals(puzzle: Puzzle, variables: Variables) -> list[int]:
    """The literals that givens and pencil marks fix: a given is true, a missing mark false."""
    index = variables.index_of
    table = variables.table
    literals = [
        table[cell][index[given]] for cell, given in enumerate(puzzle.givens) if given is not None
    ]
    if puzzle.pencil_marks is not None:
        digits = puzzle.geometry.digits
        for cell, marks in enumerate(puzzle.pencil_marks):
            if marks is not None:
                given = puzzle.givens[cell]
                row = table[cell]
                literals += [
                    -row[i]
                    for i, digit in enumerate(digits)
                    if digit not in marks and row[i] and (given is None or digit == given)
                ]
    return literals
