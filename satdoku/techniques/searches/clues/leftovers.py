"""The law of leftovers: rows or columns against irregular regions.

As many houses of one kind as of another hold every digit as often. The cells that they share hold
the same, so those that are left on one side hold the same digits as those on the other. Irregular
regions that almost fill some rows leave few cells. The same argument finds the hidden houses of
windoku: three rows without two windows.

Where lines cross boxes, two rows and two columns hold the same digits as the four boxes in which
they cross. Of the ring around the box in the middle, rows 3 and 7 and columns 3 and 7 against the
boxes in the corners, this is the best known case.

Other names: LoL; set equivalence theory (SET), the Phistomefel ring.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import combinations, product
from typing import ClassVar, TypeAlias

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.model import Model
from satdoku.puzzle import Puzzle
from satdoku.techniques.arguments.sums import LeftoverProof, same_digits
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Board, Candidates, bits, board_of
from satdoku.techniques.names.terms import Term
from satdoku.techniques.searches.clues.clues import at_once
from satdoku.techniques.searches.clues.ways import Fillings, Ways
from satdoku.techniques.step import Candidate, House, Step

_MAX_CELLS = 5
"""The most cells that may be left on each side."""

_KEPT = 500
"""The ways to fill so many pairs of sides are remembered."""


@dataclass(frozen=True)
class _Balance:
    """Houses against houses; fields as of LeftoverProof."""

    first: tuple[House, ...]
    second: tuple[House, ...]
    plus: tuple[int, ...]
    minus: tuple[int, ...]
    ways: Ways


@dataclass(frozen=True, slots=True)
class Leftovers(Technique):
    """The cells by which some lines and as many regions differ hold the same digits on both sides.

    Say rows 1 and 2 share all cells but two with regions 1 and 2. Both hold every digit twice, so
    the two cells of the rows outside of the regions hold the same digits as the two cells of the
    regions outside of the rows. Candidates that one side cannot hold are eliminated on the other,
    and so is all that every way to fill both sides excludes. Lines with one region less leave a
    set of cells that holds every digit once.

    ``most`` is the number of cells that may be left on each side.

    Pattern: ``houses`` the lines, then the others; ``cells`` those left on either side. ``variant``
    ``inside`` or ``outside``: whether what is eliminated is in these cells.
    """

    most: int = _MAX_CELLS
    name: ClassVar[str] = "law-of-leftovers"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        values = cands.values
        for balance in balances_of(cands.puzzle, clock):
            clock.check()
            cells = balance.ways.cells
            size = len(balance.minus) or _MAX_CELLS
            if size <= self.most and any(values[cell] < 0 for cell in cells):
                yield from _steps(cands, balance, clock)


def _steps(cands: Candidates, balance: _Balance, clock: Clock) -> Iterator[Step]:
    ways = balance.ways
    fillings = ways.fillings(ways.domains(cands), clock)
    if fillings.support:  # houses that cannot be filled: other techniques show which
        conclusions = ways.conclusions(cands, clock).items()
        yield from at_once(_step(cands, balance, fillings, *pair) for pair in conclusions)


def _step(
    cands: Candidates,
    balance: _Balance,
    fillings: Fillings,
    common: tuple[Candidate, ...],
    eliminated: tuple[Candidate, ...],
) -> Step:
    sides = balance.first, balance.second, balance.plus, balance.minus
    ways = balance.ways
    proof = LeftoverProof(*sides, ways.left(cands, fillings), ways.listed(fillings), common)
    variant = "outside" if common else "inside"
    return Step(Leftovers.name, proof, eliminations=eliminated, variant=variant)


# ------------------------------------------------------------------------------------------------
# What is left.


def balances_of(puzzle: Puzzle, clock: Clock) -> tuple[_Balance, ...]:
    """The sets of lines and other houses of a board that leave few cells, the fewest first."""
    return puzzle.model.kept(_Balance, lambda _: _balances(board_of(puzzle), clock))


def _balances(board: Board, clock: Clock) -> tuple[_Balance, ...]:
    extras = [h for h in board.wide_extras if board.complete[h]]
    # Lines against boxes show nothing that locked candidates do not.
    regions = [] if board.geometry.box is not None else list(board.regions)
    families = [[h for h in family if board.complete[h]] for family in (regions, extras) if family]
    differences: dict[frozenset[int], tuple[tuple[int, ...], tuple[int, ...], int, int]] = {}
    houses = set(board.mask)
    for lines in _groups(board) if families else ():
        area = 0
        for h in lines:
            area |= board.mask[h]
        for family in families:
            clock.check()
            for taken in _taken(board, area, family, len(lines)):
                cover = 0
                for h in taken:
                    cover |= board.mask[h]
                plus, minus = area & ~cover, cover & ~area
                even = len(taken) == len(lines) and 0 < plus.bit_count() <= _MAX_CELLS
                house = len(taken) == len(lines) - 1 and not minus and plus not in houses
                if even or house:
                    differences.setdefault(frozenset((plus, minus)), (lines, taken, plus, minus))
    chosen = sorted(differences.values(), key=lambda item: (item[2] | item[3]).bit_count())
    return tuple(_balance(board, *item) for item in chosen)


def _groups(board: Board) -> Iterator[tuple[int, ...]]:
    """Lines side by side."""
    for across, down in board.crossings:
        for lines in (across, down):
            for size in range(1, len(lines)):
                for at in range(len(lines) - size + 1):
                    group = lines[at : at + size]
                    if all(board.complete[h] for h in group):
                        yield group


def _taken(board: Board, area: int, family: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    """Houses of a family, no two with a common cell, that fill lines but for a few cells."""
    inner = [(h, (board.mask[h] & ~area).bit_count()) for h in family if board.mask[h] & area]

    def grow(at: int, chosen: tuple[int, ...], cover: int, out: int) -> Iterator[tuple[int, ...]]:
        if len(chosen) >= count - 1:
            yield chosen
        if len(chosen) == count:
            return
        for place in range(at, len(inner)):
            h, over = inner[place]
            if out + over <= _MAX_CELLS and not board.mask[h] & cover:
                yield from grow(place + 1, (*chosen, h), cover | board.mask[h], out + over)

    yield from grow(0, (), 0, 0)


def _balance(
    board: Board,
    lines: tuple[int, ...],
    taken: tuple[int, ...],
    plus: int,
    minus: int,
) -> _Balance:
    first, second = tuple(bits(plus)), tuple(bits(minus))
    return _Balance(
        board.houses_at(lines),
        board.houses_at(taken),
        first,
        second,
        _ways(board, first, second),
    )


# ------------------------------------------------------------------------------------------------
# Lines that cross boxes.


@dataclass(frozen=True)
class _Crossed:
    """Two rows and two columns, the four boxes in which they cross, and the cells by which both
    sides differ."""

    lines: tuple[int, ...]
    boxes: tuple[int, ...]
    plus: int
    minus: int


@dataclass(frozen=True, slots=True)
class SetEquivalence(Technique):
    """Two rows and two columns hold the same digits as the four boxes in which they cross.

    Each side holds every digit four times. What they share is taken off both, and so are digits
    that stand on both sides: the cells that are left on one side hold the same digits as those on
    the other, each as often. So candidates that one side cannot hold are eliminated on the
    other, and so is all that every way to fill both sides excludes.

    ``most`` is how many cells may be left on each side, and ``open`` how many of all are open.

    Pattern: ``houses`` the lines, then the boxes; ``cells`` those left on either side. ``variant``
    ``inside`` or ``outside``: whether what is eliminated is in these cells.
    """

    most: int = 6
    open: int = 7
    name: ClassVar[str] = "set-equivalence"

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Boxes and lines that cross them are needed."""
        if puzzle.geometry.box is None:
            return "the board has no boxes"
        return None

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        values = cands.values
        opened = sum(1 << cell for cell, value in enumerate(values) if value < 0)
        vain: set[frozenset[_Side]] = set()
        for crossed in crossed_of(cands.puzzle):
            clock.check()
            both = crossed.plus | crossed.minus
            if 0 < (both & opened).bit_count() <= self.open:
                yield from self._steps(cands, crossed, vain, clock)

    def _steps(
        self, cands: Candidates, crossed: _Crossed, vain: set[frozenset[_Side]], clock: Clock
    ) -> Iterator[Step]:
        board, values = cands.board, cands.values
        sides = [list(bits(crossed.plus)), list(bits(crossed.minus))]
        held = [Counter(values[cell] for cell in side if values[cell] >= 0) for side in sides]
        common = held[0] & held[1]
        cancelled: list[int] = []
        left: list[tuple[int, ...]] = []
        for side in sides:
            spare = common.copy()
            rest = []
            for cell in side:
                if values[cell] >= 0 and spare[values[cell]]:
                    spare[values[cell]] -= 1
                    cancelled.append(cell)
                else:
                    rest.append(cell)
            left.append(tuple(rest))
        plus, minus = left
        if len(plus) > self.most or len(plus) != len(minus):
            return
        # Other lines leave the same open cells and as many of each digit: they show as little.
        both = frozenset(_parted(side, values) for side in left)
        if both in vain:
            return
        ways = _known_ways(cands, plus, minus)
        fillings = ways.fillings(ways.domains(cands), clock)
        conclusions = ways.conclusions(cands, clock) if fillings.support else {}
        if not conclusions:
            vain.add(both)
        for shared, out in conclusions.items():
            lines, boxes = board.houses_at(crossed.lines), board.houses_at(crossed.boxes)
            of_ways = ways.left(cands, fillings), ways.listed(fillings)
            proof = LeftoverProof(lines, boxes, plus, minus, *of_ways, shared, tuple(cancelled))
            variant = "outside" if shared else "inside"
            yield Step(self.name, proof, eliminations=out, variant=variant)


@dataclass(slots=True)
class _Sides:
    """The ways to fill two sides, which the positions of a path share."""

    ways: dict[tuple[tuple[int, ...], tuple[int, ...]], Ways] = field(default_factory=dict)


def _known_ways(cands: Candidates, plus: tuple[int, ...], minus: tuple[int, ...]) -> Ways:
    """The ways to fill two sides with the same digits."""
    known = cands.puzzle.model.kept(_Sides, lambda _: _Sides()).ways
    ways = known.get((plus, minus))
    if ways is None:
        if len(known) > _KEPT:
            known.clear()
        ways = known[plus, minus] = _ways(cands.board, plus, minus)
    return ways


def _ways(board: Board, plus: tuple[int, ...], minus: tuple[int, ...]) -> Ways:
    geometry = board.geometry
    relations = same_digits(geometry, plus, minus, geometry.cell_count)
    return Ways(board, Model(geometry, relations), (*plus, *minus))


_Side: TypeAlias = "tuple[tuple[int, ...], tuple[int, ...]]"
"""The open cells of a side, and the digits in its others."""


def _parted(cells: Sequence[int], values: Sequence[int]) -> _Side:
    """The open ones of some cells, and the digits in the others."""
    held = sorted([values[cell] for cell in cells if values[cell] >= 0])
    return tuple([cell for cell in cells if values[cell] < 0]), tuple(held)


def crossed_of(puzzle: Puzzle) -> tuple[_Crossed, ...]:
    """Two rows and two columns of a board that cross in four boxes, each with these."""
    return puzzle.model.kept(_Crossed, lambda model: tuple(_crossed(board_of(puzzle))))


def _crossed(board: Board) -> Iterator[_Crossed]:
    boxes = [h for h in board.regions if board.complete[h]]
    mask = board.mask
    for across, down in board.crossings:
        pairs = [
            [pair for pair in combinations(lines, 2) if _apart(board, pair, boxes)]
            for lines in (across, down)
        ]
        corner = {
            (row, column): [h for h in boxes if mask[h] & mask[row] & mask[column]]
            for row, column in product(across, down)
        }
        for rows, columns in product(*pairs):
            corners = [corner[row, column] for row in rows for column in columns]
            if any(len(corner) != 1 for corner in corners):
                continue
            taken = tuple(sorted(corner[0] for corner in corners))
            # No two rows, columns or boxes of these share a cell.
            row, column = (mask[a] | mask[b] for a, b in (rows, columns))
            box = mask[taken[0]] | mask[taken[1]] | mask[taken[2]] | mask[taken[3]]
            twice = row & column
            if not twice & ~box:
                plus = (row ^ column) & ~box | twice
                yield _Crossed((*rows, *columns), taken, plus, box & ~(row | column))


def _apart(board: Board, pair: tuple[int, int], boxes: Sequence[int]) -> bool:
    """Whether two lines are complete, share no cell and cross no box both."""
    a, b = (board.mask[h] for h in pair)
    return (
        all(board.complete[h] for h in pair)
        and not a & b
        and not any(board.mask[box] & a and board.mask[box] & b for box in boxes)
    )


TERMS = (
    Term(
        Leftovers(),
        aliases=("LoL", "leftovers"),
        covers=(
            "hidden windows",
            "windoku hidden windows",
            "double pointing",
            "double line-box",
            "double claiming",
        ),
        points=28,
    ),
    Term(
        SetEquivalence(),
        aliases=(
            "set equivalence theory",
            "SET",
            "Phistomefel ring",
            "set theory",
            "Fistemafel ring",
        ),
        points=56,
    ),
)
