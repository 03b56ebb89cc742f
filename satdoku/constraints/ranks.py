"""Full rank: the place of a line among all lines, read as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache, partial
from itertools import combinations
from typing import ClassVar, Self, TypeAlias

from satdoku.base.problem import Problem
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board.constraint import SIDES, Aliases, BoardMap, Constraint, Parameter, Placing
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid
from satdoku.constraints.common import OutsideClue, full_values, lines_from
from satdoku.constraints.machines import machine
from satdoku.relations import (
    Automaton,
    Domain,
    Guard,
    Linear,
    Lowered,
    Or,
    PairTable,
    Ranking,
    Relation,
)

__all__ = ["FullRank"]

_State: TypeAlias = "tuple[int, int | None] | None"
"""(the flag, the digit of the other line that waits for ours), ``None`` at the start."""
_DECIDED = 2


@dataclass(frozen=True)
class FullRank(OutsideClue):
    """The rank of a line among all rows and columns, read from both ends as numbers."""

    name = "full-rank"
    aliases: ClassVar[Aliases] = {"fullrank": None}
    placing = Placing(refused="its number depends on the other clues of its kind")
    summary = (
        "Every row and column is read from both ends as a number; a full rank clue is the place of "
        "its line among all of them, in ascending order from 1."
    )
    in_words = (
        r"\bfull rank",
        r"(?:9|6|4) digit numbers?.*(?:rank|order)",
        r"\brank\w*\b.*\bdigit numbers?",
    )
    parameters = (
        *OutsideClue.place,
        Parameter("value", "integer", "the rank, 1 for the smallest number", least=1),
        Parameter(
            "ties",
            "choice",
            "which lines may be equal: none at all, only those without a clue, or any, which then "
            "share the lower rank",
            optional=True,
            default="unclued",
            choices=("none", "unclued", "any"),
        ),
    )

    value: int
    ties: str = "unclued"
    twin: str | None = field(default=None, compare=False, repr=False, kw_only=True)
    """The place of another clue of the puzzle with the same rank, where lines may not tie."""

    @property
    def label(self) -> str:
        return str(self.value)

    def unfit(self, geometry: Geometry) -> str | None:
        if reason := super().unfit(geometry):
            return reason
        size = geometry.size
        if not _is_latin_square(geometry):
            return worded(
                "{name}: the rule needs a square board whose rows and columns hold every digit, "
                "not {board} with {size} digits",
                name=self.name,
                board=geometry.describe(),
                size=size,
            )
        if self.value > 4 * size:
            return worded(
                "{name}: the ranks are 1 to {most}, not {value}",
                name=self.name,
                most=4 * size,
                value=self.value,
            )
        return None

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        return tuple(range(geometry.cell_count)) if self.line(geometry) else ()

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        entries = {
            place: [values[cell] for cell in line] for place, line in _entries(geometry).items()
        }
        own = entries[self.side, self.index]
        if self.ties == "none" and any(a == b for a, b in combinations(entries.values(), 2)):
            return False
        if self.ties == "unclued" and list(entries.values()).count(own) > 1:
            return False
        return 1 + sum(entry < own for entry in entries.values()) == self.value

    def lowering(self, geometry: Geometry) -> Iterable[Lowered]:
        # Each digit starts four entries, one a side: the first digit gives the rank but for the
        # other three entries that start with it. An auxiliary variable for each of these sides
        # is 1 where its entry is smaller.
        digits, own = geometry.digits, self.line(geometry)
        first, smaller = digits[(self.value - 1) // 4], (self.value - 1) % 4
        yield Domain(own[0], frozenset((first,)))
        others = [side for side in SIDES if side != self.side]
        flags = range(geometry.cell_count, geometry.cell_count + 3)
        groups = tuple([tuple(lines_from(geometry, side).values()) for side in others])
        ties = self.ties == "any"

        meaning = partial(_meaning, own, groups, flags, digits, first, smaller, ties)
        yield Ranking(flags, meaning, own, groups, first, smaller, ties)
        if self.ties == "none":
            entries = _entries(geometry)
            unequal = frozenset((a, b) for a in digits for b in digits if a != b)
            for (one, first_line), (other, second_line) in combinations(entries.items(), 2):
                if one[0] != other[0]:
                    cells = zip(first_line, second_line, strict=True)
                    yield Or(tuple((PairTable(a, b, unequal),) for a, b in cells if a != b))

    def carried(self, board_map: BoardMap) -> Self | None:
        # The other lines count too: all must be read as before.
        entries = set(_entries(board_map.geometry).values())
        moved = {tuple(board_map.cells[cell] for cell in line) for line in entries}
        return super().carried(board_map) if moved == entries else None

    def among(self, rules: Sequence[Constraint]) -> FullRank:
        twins = (
            rule
            for rule in rules
            if isinstance(rule, FullRank)
            and (rule.value, rule.ties) == (self.value, self.ties)
            and (rule.side, rule.index) != (self.side, self.index)
            and self.ties != "any"
        )
        return replace(self, twin=next((f"{r.where()} from the {r.side}" for r in twins), None))

    def faults(self, grid: Grid) -> Iterator[Problem]:
        if self.twin is not None:
            message = f"{self.describe(grid.geometry)}: {self.twin} has the same rank"
            yield Problem("rule", message, tuple(sorted(self.line(grid.geometry))))
        yield from super().faults(grid)

    def broken(self, grid: Grid) -> Iterator[Problem]:
        # Comparing all lines takes too long for a check of the givens.
        geometry = grid.geometry
        place, wanted = self.describe(geometry), geometry.digits[(self.value - 1) // 4]
        (first, *_), full = self.line(geometry), grid.is_full
        if grid[first] not in (None, wanted):
            message = f"{place}: {geometry.name(first)} must be {wanted}, not {grid[first]}"
            yield Problem("rule", message, (first,))
        elif full and not self.fits(full_values(grid), geometry):
            yield Problem(
                "rule", f"{place}: the digits of the full board break it", self.scope(geometry)
            )


def _meaning(
    own: tuple[int, ...],
    groups: tuple[tuple[tuple[int, ...], ...], ...],
    flags: Sequence[int],
    digits: tuple[int, ...],
    first: int,
    smaller: int,
    ties: bool,
) -> Iterator[Relation]:
    """A :class:`Ranking` in other relations; a flag says that its group has a smaller entry."""
    for lines, flag in zip(groups, flags, strict=True):
        yield Domain(flag, frozenset((0, 1)))
        for line in lines:
            compared = _compared(line, own, digits, ties, flag)
            at_first = line[0] == own[0]
            yield compared if at_first else replace(compared, guard=Guard(line[0], first))
    yield Linear(tuple(flags), (1, 1, 1), "=", smaller)


@lru_cache(maxsize=16)
def _is_latin_square(geometry: Geometry) -> bool:
    """Whether the board is square, and each row and column holds every digit."""
    houses = {frozenset(house.cells) for house in geometry.houses}
    square = geometry.rows == geometry.columns == geometry.size
    return square and all(frozenset(line) in houses for line in _entries(geometry).values())


@lru_cache(maxsize=16)
def _entries(geometry: Geometry) -> Mapping[tuple[str, int], tuple[int, ...]]:
    """Every row and column from both ends, by side and number."""
    return {
        (side, number): line
        for side in SIDES
        for number, line in lines_from(geometry, side).items()
    }


def _compared(
    line: tuple[int, ...], own: tuple[int, ...], digits: tuple[int, ...], ties: bool, flag: int
) -> Automaton:
    """The flag is 1 where ``line`` is smaller than ``own``, else 0; both start with one digit."""
    pairs = zip(line[1:], own[1:], strict=True)
    variables = (flag, *(cell for pair in pairs for cell in pair))
    return replace(_comparison(len(variables), digits, ties), variables=variables)


@lru_cache(maxsize=8)
def _comparison(length: int, digits: tuple[int, ...], ties: bool) -> Automaton:

    def step(state: _State, value: int) -> _State | None:
        if state is None:
            return (value, None) if value in (0, 1) else None
        flagged, before = state
        if flagged == _DECIDED:
            return state
        if before is None:
            return flagged, value
        if before == value:
            return flagged, None
        return (_DECIDED, None) if (before < value) == bool(flagged) else None

    def accepts(state: _State) -> bool:
        return state == (_DECIDED, None) or (ties and state == (0, None))

    start: list[_State] = [None]
    return machine(range(length), sorted({0, 1, *digits}), start, step, accepts)
