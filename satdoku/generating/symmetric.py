"""A solution for symmetric clues without numbers.

A random solution seldom keeps a thermometer and its three images under a quarter turn, or eight
white dots. So these are drawn first, without looking at a solution, and a solver looks for a
solution that keeps them all. Clues with numbers are true of every solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from satdoku.base.errors import ImpossibleWish
from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.board import Constraint, Grid
from satdoku.engines.incremental import SwitchedRules
from satdoku.generating.clues import ClueWish, UnreadKind, counts_together, sizes_together
from satdoku.generating.randomness import Stream
from satdoku.model import Model
from satdoku.puzzle import Puzzle

__all__ = ["ANY_SHAPES", "Symmetric", "fitted"]

_MAX_SHAPES = 40
"""Shapes that are drawn for a clue and its images before another solution must do."""

_FREE_CLUES = 8
"""Clues that are drawn of a kind without a number."""

_MIN_SHAPES = 5
"""Shapes without a solution after which a kind is refused."""

_MAX_CONFLICTS = 500
"""Conflicts after which shapes are taken to leave no solution."""


@dataclass(frozen=True)
class Symmetric:
    """The symmetry of the clues to place.

    name    one of :data:`SYMMETRIES`
    drawn   clues with their images that the solution keeps, each with its wish
    """

    name: str = "none"
    drawn: tuple[tuple[ClueWish, tuple[Constraint, ...]], ...] = ()


ANY_SHAPES = Symmetric()


def fitted(
    board: Puzzle,
    start: tuple[int, ...],
    wishes: Sequence[ClueWish],
    area: frozenset[int] | None,
    symmetry: str,
    stream: Stream,
    clock: Clock,
) -> tuple[tuple[int, ...], Symmetric]:
    """A solution that keeps clues of the kinds without numbers, with these clues; ``start`` where
    there are no such kinds.

    :raises ImpossibleWish: where clues of a kind that are moved onto themselves have no solution.
    :raises RanOut: where the clock runs out.
    :raises Unsupported: where a clue cannot be written as clauses.
    """
    geometry = board.geometry
    cells = range(geometry.cell_count) if area is None else area
    kinds = [kind for kind in (UnreadKind(w, geometry, symmetry) for w in wishes) if not kind.reads]
    if symmetry == "none" or not kinds:
        return start, Symmetric(symmetry)
    drawn: list[tuple[ClueWish, tuple[Constraint, ...]]] = []
    grid, covered = Grid(geometry, start), set[tuple[object, ...]]()
    wanted = stream.shuffled(
        [
            (kind, size)
            for kind in kinds
            for size in sizes_together(
                kind.wish.count or _FREE_CLUES,
                counts_together(kind.wish, geometry, symmetry, area),
            )
        ]
    )
    share = len(cells) * 4 // (5 * sum(size for _, size in wanted))
    with closing(SwitchedRules(geometry, clock.check)) as rules:
        for part in board.model.parts:
            rules.solver.add([rules.add(part)])
        literal = rules.variables.literal
        given = [literal(cell, d) for cell, d in enumerate(board.givens) if d is not None]
        assumptions = list(given)
        for kind, size in wanted:
            draw = kind.random if size > len(kind.moves) else kind.random_unmoved
            tried: list[int] = []
            for _ in range(_MAX_SHAPES):
                clock.check()
                clue = draw(grid, stream, cells, share)
                orbit = () if clue is None else kind.orbit(clue)
                own = {place for each in orbit for place in kind.covered(each)}
                if len(orbit) != size or not covered.isdisjoint(own):
                    continue
                relations = [r for each in orbit for r in each.relations(geometry)]
                tried.append(rules.add(Model(geometry, relations)))
                if rules.solver.attempt([*assumptions, tried[-1]], _MAX_CONFLICTS):
                    assumptions.append(tried[-1])
                    covered |= own
                    drawn.append((kind.wish, orbit))
                    break
            else:
                alone = (rules.solver.attempt([*given, one], _MAX_CONFLICTS) for one in tried)
                if len(tried) >= _MIN_SHAPES and all(answer is False for answer in alone):
                    sets = "that is its own image" if size == 1 else f"in a set of {size}"
                    raise ImpossibleWish(
                        f"{kind.wish.count or size} clues of {kind.wish.kind} cannot have the "
                        f"symmetry {symmetry}: no solution keeps one {sets} of those drawn"
                    )
        rules.solver.prefer([stream.choice(row) for row in rules.variables.table])
        if not rules.solver.solve(assumptions, clock):
            return start, Symmetric(symmetry)
        return rules.values(), Symmetric(symmetry, tuple(drawn))
