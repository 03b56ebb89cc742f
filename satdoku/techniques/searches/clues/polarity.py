"""Whisper polarity: a whisper line coloured low and high alternately.

Two neighbours on a German whisper differ by 5 or more, so one of them is low (1 to 4) and the other
high (6 to 9). So the cells of the line are low and high alternately: one colour is low, the other
high. Other names: colouring a whisper; high-low colouring.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.constraints.group_lines import halves
from satdoku.puzzle import Puzzle
from satdoku.relations import PairTable
from satdoku.techniques.arguments.polarity import PolarityProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.names.terms import Term
from satdoku.techniques.searches.clues.clues import pair_rules
from satdoku.techniques.step import House, Rule, Step

_FAMILY = "whisper-partners"

_FEWEST = 3
"""The cells that lose digits where one cell of a line shows which colour is low."""


@dataclass(frozen=True, slots=True)
class _Coloured:
    """Cells that lines join, in two colours, with the lines."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class WhisperPolarity(Technique):
    """The cells of whisper lines are low and high alternately, and one of the two ways fails.

    Colour the cells of a whisper line alternately. One colour holds low digits, the other high
    ones, as two neighbours cannot both be low or both be high. A house of nine cells has four low
    and four high digits. If a colour has more cells in a house than there are low digits left for,
    it is high, and all other cells of the line follow.

    Pattern: ``rules`` the lines; ``cells`` their cells; ``houses`` the house that would have too
    many digits of one half. Lines that share cells are coloured together.
    """

    name: ClassVar[str] = "whisper-polarity"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        board = cands.board
        if board.plain:
            return
        low, high = halves(board.digits)
        for coloured in _coloured(cands, _mask(cands, low), _mask(cands, high)):
            clock.check()
            for one, other in (
                (coloured.first, coloured.second),
                (coloured.second, coloured.first),
            ):
                # Supposed: the first of the two is high.
                reason = _failing(cands, one, other, low, high)
                if reason is None:
                    continue
                eliminated = cands.hits(
                    [(_cells(one), board.index_of[digit]) for digit in high]
                    + [(_cells(other), board.index_of[digit]) for digit in low]
                )
                # What one cell says of its neighbours is no colouring.
                alone = reason[1] is None and len({cell for cell, _ in eliminated}) < _FEWEST
                if eliminated and not alone:
                    proof = PolarityProof(coloured.rules, one, other, low, high, *reason)
                    yield Step(self.name, proof, eliminations=eliminated)


def _mask(cands: Candidates, digits: tuple[int, ...]) -> int:
    return sum(1 << cands.board.index_of[digit] for digit in digits)


def _cells(cells: tuple[int, ...]) -> int:
    return sum(1 << cell for cell in cells)


def _coloured(cands: Candidates, low: int, high: int) -> Iterator[_Coloured]:
    """The open cells that whisper lines join, low and high alternately, as far as their candidates
    are of these halves."""
    near: dict[int, dict[int, Rule]] = {}
    for rule, tables in cands.puzzle.model.kept(_lines, lambda _: _lines(cands.puzzle)):
        for table in tables:
            if _alternates(cands, table, low, high):
                near.setdefault(table.first, {}).setdefault(table.second, rule)
                near.setdefault(table.second, {}).setdefault(table.first, rule)
    seen: set[int] = set()
    for start in near:
        if start in seen:
            continue
        colour, rules, waiting = {start: 0}, dict[Rule, None](), [start]
        for cell in waiting:
            for other, rule in near[cell].items():
                rules[rule] = None
                if other not in colour:
                    colour[other] = 1 - colour[cell]
                    waiting.append(other)
        seen |= colour.keys()
        sides = [tuple(c for c in colour if colour[c] == side) for side in (0, 1)]
        yield _Coloured(sides[0], sides[1], tuple(rules))


def _lines(puzzle: Puzzle) -> tuple[tuple[Rule, Sequence[PairTable]], ...]:
    """The whisper lines, however long, with what each pair of their cells allows."""
    model = puzzle.model
    return tuple(
        (rule, model.parts[rule.constraint].tables)
        for rule in pair_rules(puzzle)
        if model.constraints[rule.constraint].technique == _FAMILY
    )


def _alternates(cands: Candidates, table: PairTable, low: int, high: int) -> bool:
    """Whether two open cells of a line are of different halves in any case."""
    one, other = cands.cand[table.first], cands.cand[table.second]
    if not one or not other or (one | other) & ~(low | high):
        return False
    return _differ(table.allowed, one, other, (low, high), cands.board.digits)


@lru_cache(maxsize=4096)
def _differ(
    allowed: frozenset[tuple[int, int]],
    one: int,
    other: int,
    halves: tuple[int, int],
    digits: tuple[int, ...],
) -> bool:
    """Whether two cells with these candidates are of different halves in any case."""
    return not any(
        (digits[d], digits[e]) in allowed
        for half in halves
        for d in bits(one & half)
        for e in bits(other & half)
    )


def _failing(
    cands: Candidates,
    high_cells: tuple[int, ...],
    low_cells: tuple[int, ...],
    low: tuple[int, ...],
    high: tuple[int, ...],
) -> tuple[tuple[int, ...], House | None, int] | None:
    """Why these cells cannot be high and those low: a cell without such a digit, or a house with
    more of them than it has room for."""
    cand = cands.cand
    sides = [(high_cells, _mask(cands, high)), (low_cells, _mask(cands, low))]
    for cells, half in sides:
        for cell in cells:
            if not cand[cell] & half:
                return (cell,), None, 0
    both = _cells(high_cells) | _cells(low_cells)
    rooms = [(cells, _cells(cells), *_room(cands, half)) for cells, half in sides]
    for place, (h, mask) in enumerate(cands.board.complete_houses):
        for cells, own, alone, room in rooms:
            if own & mask and (mask & (own | alone & ~both)).bit_count() > room[place]:
                here = [c for c in cells if mask >> c & 1]
                here += [c for c in cands.board.members[h] if alone & ~both & 1 << c]
                return tuple(here), cands.board.houses[h], room[place]
    return None


def _room(cands: Candidates, half: int) -> tuple[int, list[int]]:
    """The open cells that can only have digits of a half, and how many of these each complete house
    still needs."""

    def compute() -> tuple[int, list[int]]:
        alone = _cells(tuple(c for c, own in enumerate(cands.cand) if own and not own & ~half))
        members, values = cands.board.members, cands.values
        room = []
        for h, _ in cands.board.complete_houses:
            written = sum({1 << values[c] for c in members[h] if values[c] >= 0})
            room.append((half & ~written).bit_count())
        return alone, room

    return cands.once(f"room {half}", compute)


TERMS = (
    Term(
        WhisperPolarity(),
        aliases=("whisper colouring", "polarity of a whisper line"),
        points=28,
    ),
)
