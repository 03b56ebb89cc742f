"""The 45 rule: innies and outies.

The digits of a house have a known sum (45 with the digits 1 to 9). Clues with sums (cages, little
killers, X and V) that cover most of one, two or three houses leave an equation for the cells that
they do not cover (innies) and for those by which they stick out (outies).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.model import Model
from satdoku.puzzle import Puzzle
from satdoku.relations import Linear
from satdoku.techniques.arguments.sums import SumProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Board, Candidates, bits, board_of
from satdoku.techniques.names.terms import Term
from satdoku.techniques.searches.clues.clues import at_once
from satdoku.techniques.searches.clues.ways import Ways, is_sum
from satdoku.techniques.step import Candidate, Contradiction, House, Rule, Step

_CELLS = 8
"""An equation about more cells than this is not looked at."""

_MAX_EQUATIONS = 800
_CROSSING = 6


@dataclass(frozen=True)
class Equation:
    """The sums of houses less those of clues; fields as of SumProof."""

    houses: tuple[House, ...]
    rules: tuple[Rule, ...]
    plus: tuple[int, ...]
    minus: tuple[int, ...]
    total: int
    ways: Ways

    @property
    def cells(self) -> tuple[int, ...]:
        """All its cells."""
        return (*self.plus, *self.minus)


@dataclass(frozen=True, slots=True)
class InniesOuties(Technique):
    """The digits of a house add up to 45, and clues in it have sums: the rest is known.

    ``most`` is the number of open cells up to which an equation is looked at.

    Of one house, two that clues join, or three of a kind that lie together, the clues with sums
    are taken that are inside, and those that stick out or do not. The cells of the houses that no
    clue covers (innies) less the cells of the clues outside of the houses (outies) add up to the
    difference. All ways to fill these cells are gone through, as for a clue: candidates that no
    way has, or that every way excludes, are eliminated.

    Pattern: ``houses``; ``rules`` the clues; ``cells`` innies and outies. ``variant`` ``innies``,
    ``outies`` or ``both``.
    """

    most: int = 4
    name: ClassVar[str] = "innies-outies"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        if cands.board.plain:
            return
        values = cands.values
        near = []
        for place, equation in enumerate(equations_of(cands.puzzle, clock)):
            count = sum(values[cell] < 0 for cell in equation.cells)
            if 0 < count <= self.most:
                near.append((count, len(equation.houses), len(equation.rules), place, equation))
        near.sort(key=lambda item: item[:4])
        for *_, equation in near:
            clock.check()
            yield from _steps(cands, equation, clock)


def _steps(cands: Candidates, equation: Equation, clock: Clock) -> Iterator[Step]:
    ways = equation.ways
    if ways.fillings(ways.domains(cands), clock).support:
        conclusions = ways.conclusions(cands, clock).items()
        yield from at_once(_step(cands, equation, *pair, None, clock) for pair in conclusions)
    elif equation.rules:
        wrong = Contradiction("rule", rule=equation.rules[0])
        yield _step(cands, equation, (), (), wrong, clock)


def _step(
    cands: Candidates,
    equation: Equation,
    common: tuple[Candidate, ...],
    eliminated: tuple[Candidate, ...],
    wrong: Contradiction | None,
    clock: Clock,
) -> Step:
    ways = equation.ways
    fillings = ways.fillings(ways.domains(cands), clock)
    sides = "both" if equation.plus and equation.minus else None
    inner = {cell for house in equation.houses for cell in house.cells}
    one = "innies" if set(equation.cells) <= inner else "outies"
    return Step(
        InniesOuties.name,
        SumProof(
            equation.houses,
            equation.rules,
            equation.plus,
            equation.minus,
            equation.total,
            ways.left(cands, fillings),
            ways.listed(fillings),
            common,
        ),
        eliminations=eliminated,
        contradiction=wrong,
        variant=sides or one,
    )


# ------------------------------------------------------------------------------------------------
# Equations.


@dataclass(frozen=True)
class _Sum:
    rule: Rule
    mask: int
    total: int


def _sums(model: Model) -> tuple[_Sum, ...]:
    """The clues whose cells, each counted once, have a known sum."""
    sums: list[_Sum] = []
    geometry = model.geometry
    for place, (constraint, part) in enumerate(zip(model.constraints, model.parts, strict=True)):
        known = [(total.variables, total.total) for total in part.sums]
        for other in part.others:
            if is_sum(other, geometry.cell_count):
                assert isinstance(other, Linear)
                if set(other.coefficients) == {1}:
                    known.append((other.variables, other.total))
        if len(part.tables) == 1:
            table = part.tables[0]
            totals = {a + b for a, b in table.allowed}
            if len(totals) == 1:
                known.append(((table.first, table.second), totals.pop()))
        if len(known) == 1:
            cells, total = known[0]
            mask = sum(1 << cell for cell in cells)
            shapes = constraint.shapes(geometry)
            label = next((s.label for s in shapes if s.label and s.kind != "none"), "")
            title = constraint.describe(geometry)
            rule = Rule(place, constraint.name, title, tuple(cells), label)
            sums.append(_Sum(rule, mask, total))
    return tuple(sums)


def equations_of(puzzle: Puzzle, clock: Clock) -> tuple[Equation, ...]:
    """The equations of a puzzle, those about the fewest cells first."""
    return puzzle.model.kept(Equation, lambda model: _equations(board_of(puzzle), model, clock))


def _equations(board: Board, model: Model, clock: Clock) -> tuple[Equation, ...]:
    sums = _sums(model)
    if not sums:
        return ()
    equations: dict[tuple[int, int], tuple[int, tuple[int, ...], list[_Sum]]] = {}
    every = sum(board.digits)
    for houses in _groups(board, sums):
        clock.check()
        area = 0
        for h in houses:
            area |= board.mask[h]
        _of_area(equations, houses, area, every * len(houses), sums)
    chosen = sorted(equations.items(), key=lambda item: (item[0][0] | item[0][1]).bit_count())[
        :_MAX_EQUATIONS
    ]
    return tuple(_equation(board, model, plus, minus, *rest) for (plus, minus), rest in chosen)


def _groups(board: Board, sums: tuple[_Sum, ...]) -> Iterator[tuple[int, ...]]:
    """One to three lines side by side; one region; two houses of any kind that clues join; three
    regions of which clues join two pairs."""
    yield from _side_by_side(board)
    regions = [h for h in board.regions if board.complete[h]]
    for h in regions:
        yield (h,)
    complete = [h for h in range(len(board.houses)) if board.complete[h]]
    beside = {
        pair for across_down in board.crossings for lines in across_down for pair in pairwise(lines)
    }
    joined = {
        (a, b)
        for a, b in combinations(complete, 2)
        if not board.mask[a] & board.mask[b]
        and any(one.mask & board.mask[a] and one.mask & board.mask[b] for one in sums)
    }
    yield from sorted(joined - beside)
    for three in combinations(regions, 3):
        if sum(pair in joined for pair in combinations(three, 2)) > 1:
            yield three


def _side_by_side(board: Board) -> Iterator[tuple[int, ...]]:
    """One to three complete lines side by side."""
    for across, down in board.crossings:
        for lines in (across, down):
            for size in (1, 2, 3):
                for at in range(len(lines) - size + 1):
                    group = lines[at : at + size]
                    if all(board.complete[h] for h in group):
                        yield group


def _of_area(
    equations: dict[tuple[int, int], tuple[int, tuple[int, ...], list[_Sum]]],
    houses: tuple[int, ...],
    area: int,
    every: int,
    sums: tuple[_Sum, ...],
) -> None:
    """Add the equations that some houses and their clues give, each from the fewest clues."""
    touching = [one for one in sums if one.mask & area]
    within = sorted([o for o in touching if not o.mask & ~area], key=lambda o: -o.mask.bit_count())
    inside, covered = _disjoint(within, 0)
    across = [one for one in touching if one.mask & ~area and not one.mask & covered]
    across.sort(key=lambda one: (one.mask & ~area).bit_count() - (one.mask & area).bit_count())
    across = across[:_CROSSING]
    for count in range(len(across) + 1):
        for taken in combinations(across, count):
            used, cover = _disjoint(taken, covered)
            clues = [*inside, *used]
            plus, minus = area & ~cover, cover & ~area
            size = (plus | minus).bit_count()
            if len(used) != count or not clues or not 0 < size <= _CELLS:
                continue
            rest = every - sum(one.total for one in clues)
            key = (plus, minus) if plus else (minus, plus)
            if key not in equations or len(equations[key][2]) > len(clues):
                equations[key] = (rest if plus else -rest, houses, clues)


def _disjoint(clues: Iterable[_Sum], covered: int) -> tuple[list[_Sum], int]:
    """The clues, one after another, that share no cell with those before; and all their cells."""
    chosen = []
    for one in clues:
        if not one.mask & covered:
            chosen.append(one)
            covered |= one.mask
    return chosen, covered


def _equation(
    board: Board,
    model: Model,
    plus: int,
    minus: int,
    total: int,
    houses: tuple[int, ...],
    clues: list[_Sum],
) -> Equation:
    first, second = tuple(bits(plus)), tuple(bits(minus))
    cells = (*first, *second)
    linear = Linear(cells, (1,) * len(first) + (-1,) * len(second), "=", total)
    return Equation(
        board.houses_at(houses),
        tuple(one.rule for one in clues),
        first,
        second,
        total,
        Ways(board, Model(model.geometry, (linear,)), cells),
    )


TERMS = (
    Term(
        InniesOuties(),
        "innies and outies",
        aliases=("45 rule", "rule of 45", "cage splitting", "innies", "outies"),
        points=30,
    ),
)
