"""The equations of the 45 rule, on boards with clues that are true of a known grid."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from satdoku.base.limits import ENDLESS
from satdoku.board import Constraint, Geometry
from satdoku.constraints import REGISTRY, KillerCage, PairSum, parse_rules
from satdoku.constraints.neighbours import neighbours
from satdoku.generating import full_grid
from satdoku.puzzle import Puzzle
from satdoku.techniques.searches.clues.sums import equations_of

BOARDS = {
    "9x9": Geometry.classic(),
    "6x6": Geometry.boxes(6, 3, 2),
    "8x8 of 1 to 9": Geometry.rectangle(8, 8, digits=range(1, 10), box=None),
    "6x9": Geometry.rectangle(6, 9, box=(3, 3)),
}


def clues_of(
    geometry: Geometry, values: tuple[int, ...], chance: random.Random
) -> list[Constraint]:
    """Sums of touching cells, each cell in one clue or none, such that some stick out of houses."""
    free = set(range(geometry.cell_count))
    clues: list[Constraint] = []
    for start in chance.sample(sorted(free), len(free)):
        if start not in free or chance.random() < 0.04:
            continue
        cells = [start]
        for _ in range(chance.randint(1, 4)):
            around = {n for cell in cells for n in neighbours(geometry, cell)} & free - {*cells}
            near = [n for n in sorted(around) if values[n] not in {values[cell] for cell in cells}]
            if near:
                cells.append(chance.choice(near))
        total = sum(values[cell] for cell in cells)
        if len(cells) == 2 and chance.random() < 0.5:
            clues.append(PairSum((cells[0], cells[1]), total))
        elif chance.random() < 0.5:
            clues.append(KillerCage(tuple(sorted(cells)), total))
        else:
            clues.append(REGISTRY["sum"](cells=tuple(cells), total=total))
        free -= {*cells}
    return clues


@pytest.mark.parametrize(
    ("name", "seeds"), [("9x9", 1), ("6x6", 3), ("8x8 of 1 to 9", 1), ("6x9", 1)]
)
def test_every_equation_is_true_of_the_grid(name: str, seeds: int) -> None:
    """Innies, outies, and both, of one house and of several."""
    geometry = BOARDS[name]
    rules = parse_rules("diagonals", geometry) if name == "9x9" else ()
    kinds: Counter[tuple[bool, bool, bool]] = Counter()
    for seed in range(seeds):
        grid = full_grid(Puzzle.empty(geometry, rules), seed)
        assert grid is not None
        values = tuple(value for value in grid.values if value is not None)
        clues = clues_of(geometry, values, random.Random(seed))
        puzzle = Puzzle.empty(geometry, (*rules, *clues))
        for equation in equations_of(puzzle, ENDLESS):
            plus, minus = (
                sum(values[c] for c in cells) for cells in (equation.plus, equation.minus)
            )
            assert plus - minus == equation.total, (equation.houses, equation.rules)
            assert all(house.complete for house in equation.houses)
            kinds[bool(equation.plus), bool(equation.minus), len(equation.houses) > 1] += 1
    if name == "8x8 of 1 to 9":
        assert not kinds  # every house may lack a digit
    else:
        assert min(kinds[True, False, more] for more in (False, True)) > 2
        assert sum(kinds[True, True, more] for more in (False, True)) > 20
