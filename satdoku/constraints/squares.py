"""Rules of the whole board about every square of two by two cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import ClassVar

from satdoku.base.problem import Problem
from satdoku.base.records import dataclass
from satdoku.base.worded import value_error, worded
from satdoku.board.constraint import Aliases, BoardMap, Constraint, Parameter
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid
from satdoku.constraints.common import NEVER, full_values
from satdoku.constraints.group_lines import residues, thirds
from satdoku.relations import Among, Relation

__all__ = ["GlobalEntropy", "GlobalMod", "squares"]


@lru_cache(maxsize=16)
def squares(geometry: Geometry) -> tuple[tuple[int, ...], ...]:
    """All squares of two by two cells, each row by row."""
    at = {geometry.row_column(cell): cell for cell in range(geometry.cell_count)}
    whole = []
    for r, c in at:
        corners = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]
        if all(place in at for place in corners):
            whole.append(tuple(at[place] for place in corners))
    return tuple(whole)


class _Squares(Constraint):
    """Every square of two by two cells has a digit of each of some groups."""

    def parts(self, digits: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """The groups of digits."""
        raise NotImplementedError

    def words(self) -> tuple[str, ...]:
        """The name for a digit of each group."""
        raise NotImplementedError

    def unfit(self, geometry: Geometry) -> str | None:
        if geometry.size == 9:
            return None
        return worded(
            "{name}: the rule is about nine digits, and the board has {size}",
            name=self.name,
            size=geometry.size,
        )

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        return tuple(sorted({cell for square in squares(geometry) for cell in square}))

    def holds(self, grid: Grid) -> bool:
        values, geometry = full_values(grid), grid.geometry
        return self.unfit(geometry) is None and all(
            any(values[cell] in group for cell in square)
            for square in squares(geometry)
            for group in self.parts(geometry.digits)
        )

    def relations(self, geometry: Geometry) -> Iterable[Relation]:
        if self.unfit(geometry) is not None:
            return NEVER
        groups = [frozenset(group) for group in self.parts(geometry.digits)]
        return tuple(
            Among(square, group, ">=", 1) for square in squares(geometry) for group in groups
        )

    def faults(self, grid: Grid) -> Iterator[Problem]:
        geometry = grid.geometry
        if reason := self.unfit(geometry):
            yield Problem("rule", reason)
            return
        for square in squares(geometry):
            inside = grid.filled(square)
            missing = [
                word
                for word, group in zip(self.words(), self.parts(geometry.digits), strict=True)
                if not set(group) & set(inside)
            ]
            if len(missing) > 4 - len(inside):
                yield Problem(
                    "rule",
                    f"{self.name}: {geometry.names(square)} leave no cell for {missing[-1]}",
                    square,
                )

    def image(self, board_map: BoardMap) -> Constraint | None:
        if self.unfit(board_map.geometry) is not None:
            return None
        groups = set(map(frozenset, self.parts(board_map.geometry.digits)))
        mapped = {frozenset(board_map.digits[digit] for digit in group) for group in groups}
        return self if mapped == groups and self._keeps_squares(board_map) else None

    def _keeps_squares(self, board_map: BoardMap) -> bool:
        """Whether a symmetry takes squares to squares."""
        own = set(map(frozenset, squares(board_map.geometry)))
        return {frozenset(board_map.cells[cell] for cell in square) for square in own} == own


@dataclass(frozen=True)
class GlobalEntropy(_Squares):
    """Every two by two cells hold a low, a middle and a high digit, or one of each given group."""

    name = "global-entropy"
    sought = ("entropy",)
    aliases: ClassVar[Aliases] = {"globalentropy": None}
    technique = "group-patterns"
    plural = "squares of global entropy"
    summary = (
        "Every square of two by two cells holds a low, a middle and a high digit (1-3, 4-6, 7-9), "
        "or a digit of each of the rule's groups."
    )
    in_words = (
        r"\b2x2\b.*(?:low|entrop)",
        r"entropy sudoku|global entropy",
        r"\b2x2\b.*\b123\b.*\b456\b.*\b789\b",
    )
    parameters = (
        Parameter(
            "groups",
            "groups",
            "the groups of digits; without them low, middle and high ones",
            optional=True,
        ),
    )

    groups: tuple[tuple[int, ...], ...] | None = None

    def __post_init__(self) -> None:
        if self.groups is not None:
            groups = tuple(sorted({tuple(sorted({*group})) for group in self.groups}))
            object.__setattr__(self, "groups", groups)
            if not 1 <= len(groups) <= 4 or () in groups:
                raise value_error(
                    "{name}: one to four groups of digits fit into four cells", name=self.name
                )
            every = [digit for group in groups for digit in group]
            if repeated := [digit for digit in every if every.count(digit) > 1]:
                raise value_error(
                    "{name}: {repeated} is named more than once in the groups",
                    name=self.name,
                    repeated=repeated[0],
                )

    def unfit(self, geometry: Geometry) -> str | None:
        for digit in (digit for group in self.groups or () for digit in group):
            if digit not in geometry.digits:
                return worded(
                    "{name}: {digit} is not a digit of the board", name=self.name, digit=digit
                )
        return super().unfit(geometry) if self.groups is None else None

    def parts(self, digits: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        return thirds(digits) if self.groups is None else self.groups

    def words(self) -> tuple[str, ...]:
        if self.groups is None:
            return ("a low digit", "a middle digit", "a high digit")
        return tuple(f"one of {'-'.join(map(str, group))}" for group in self.groups)

    def image(self, board_map: BoardMap) -> Constraint | None:
        if self.groups is None:
            return super().image(board_map)
        if self.unfit(board_map.geometry) is not None or not self._keeps_squares(board_map):
            return None
        digits = board_map.digits
        return GlobalEntropy(tuple(tuple(digits[d] for d in group) for group in self.groups))


@dataclass(frozen=True)
class GlobalMod(_Squares):
    """Every two by two cells hold digits of all three remainders by 3."""

    name = "global-mod"
    in_links = ("iss:GlobalMod",)
    aliases: ClassVar[Aliases] = {"globalmod": None}
    technique = "group-patterns"
    title = "Global mod 3"
    plural = "squares of global mod 3"
    summary = (
        "Every square of two by two cells holds a digit of 3-6-9, one of 1-4-7 and one of 2-5-8."
    )
    in_words = (r"\b2x2\b.*(?:modular|147|remainder)",)

    def parts(self, digits: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        return residues(digits, 3)

    def words(self) -> tuple[str, ...]:
        return (
            "a digit divisible by 3",
            "a digit with the remainder 1 when divided by 3",
            "a digit with the remainder 2 when divided by 3",
        )
