"""Random boards, full grids, rules and puzzles with none, one, two or many solutions.

Nothing here asks the product for an answer: full grids come from the cyclic pattern, moved about,
and from a few known puzzles.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache

import tests.constraints.planting_custom  # noqa: F401  (adds to PLANTS)
from satdoku.base.errors import FormatError
from satdoku.board import Constraint, Geometry, Grid
from satdoku.constraints import (
    REGISTRY,
    ChaosArrow,
    ChaosConstruction,
    ChaosCount,
    Connected,
    Even,
    ExtraRegion,
    KillerCage,
    Odd,
    parse_rules,
)
from satdoku.formats.boards import board_of_words, stated_rules
from satdoku.puzzle import Puzzle
from tests.constraints.constraint_oracle import kept, read_example, solutions
from tests.constraints.planting import PLANTS
from tests.fuzz.grammar import composed
from tests.solving.solving_oracle import HARD, MINIMAL, full_grids
from tests.symmetry.grids import cyclic

__all__ = ["CLASSIC", "board", "grid_of", "puzzle", "random_puzzle", "rule", "smaller_puzzles"]

Values = tuple[int, ...]

SEEDS = (
    MINIMAL,
    HARD,
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "....1...867.4.8.....13..6...9.1....64......92....74...3...4..2..6.7..3.9.........",
    "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
)
"""Puzzles with one solution."""

_SMALL_BOARDS = (
    Geometry.boxes(4, 2, 2), Geometry.boxes(4, 1, 4), Geometry.boxes(4, 4, 1), Geometry.latin(4),
    Geometry.latin(3), Geometry.latin(2), Geometry.latin(1),
)  # fmt: skip
_SIX = (Geometry.boxes(6, 2, 3), Geometry.boxes(6, 3, 2), Geometry.latin(6), Geometry.latin(5))
_MIDDLE = (
    Geometry.boxes(6, 2, 3), Geometry.boxes(6, 3, 2), Geometry.latin(5), Geometry.latin(6),
    Geometry.boxes(8, 2, 4), Geometry.latin(7), Geometry.boxes(9, 1, 9),
)  # fmt: skip
_LARGE_BOARDS = (
    Geometry.boxes(10, 2, 5), Geometry.boxes(12, 3, 4), Geometry.boxes(12, 4, 3),
    Geometry.boxes(16, 4, 4), Geometry.boxes(15, 3, 5),
)  # fmt: skip
_PARTED = tuple(
    board_of_words(text)
    for text in (
        "grids=r1c1:2,r2c2:3", "grids=r1c1:2,r2c2:3,r4c1:2",
        "size=4 box=none void=r2c3-r3c4", "size=3 box=none void=r2c2",
    )
)  # fmt: skip
"""Grids of unequal sizes, and boards with holes."""
CLASSIC = Geometry.classic()
_FOUR = tuple(board for board in _SMALL_BOARDS if board.rows == 4)
_BOARDS = {
    "small": _SMALL_BOARDS,
    "four": _FOUR,
    "six": _SIX,
    "middle": _MIDDLE,
    "large": _LARGE_BOARDS,
    "classic": (CLASSIC,),
}


def board(chance: random.Random, sizes: str = "small middle") -> tuple[Geometry, Values]:
    """A board with a full grid of it; ``sizes`` among small, four, six, classic, middle, large."""
    size = chance.choice(sizes.split())
    geometry = chance.choice(_BOARDS[size])
    values = grid_of(geometry, chance)
    if size != "classic" and geometry.rows > 3 and chance.random() < 0.3:
        geometry = _jigsaw(geometry, values, chance)
    return geometry, values


def grid_of(geometry: Geometry, chance: random.Random) -> Values:
    """A full grid: the cyclic one with its lines and digits moved."""
    size = geometry.size
    height, width = geometry.box or (1, size)
    plain = geometry if geometry.box else Geometry.boxes(size, 1, size)
    start = _cyclic(plain)
    rows, columns = _order(size, height, chance), _order(size, width, chance)
    digits = [*geometry.digits]
    chance.shuffle(digits)
    return tuple([digits[start[r * size + c] - 1] for r in rows for c in columns])


@cache
def _cyclic(geometry: Geometry) -> Values:
    return tuple([value or 0 for value in cyclic(geometry).values])


def _order(size: int, part: int, chance: random.Random) -> list[int]:
    parts = [list(range(start, start + part)) for start in range(0, size, part)]
    chance.shuffle(parts)
    for lines in parts:
        chance.shuffle(lines)
    return [line for lines in parts for line in lines]


def _jigsaw(geometry: Geometry, values: Values, chance: random.Random) -> Geometry:
    """Irregular regions of which the grid keeps every one: equal digits change places."""
    size = geometry.size
    regions = [house.cells for house in geometry.regions] or [
        tuple(range(r * size, (r + 1) * size)) for r in range(size)
    ]
    labels = [0] * len(values)
    for number, cells in enumerate(regions, 1):
        for cell in cells:
            labels[cell] = number
    where: dict[int, list[int]] = {}
    for cell, value in enumerate(values):
        where.setdefault(value, []).append(cell)
    for _ in range(chance.randrange(1, 4 * size)):
        a, b = chance.sample(where[chance.choice(values)], 2)
        labels[a], labels[b] = labels[b], labels[a]
    return Geometry.jigsaw(labels)


_PLACED = (Odd, Even, ExtraRegion, KillerCage)
_DRAWN = [
    kind
    for name, kind in REGISTRY.items()
    if name not in PLANTS
    and kind.__module__.split(".")[-1] not in ("combined", "unknown_regions")
    and (kind in _PLACED or all(parameter.optional for parameter in kind.parameters))
]
"""The rules that are drawn with parameters from here; :func:`clue` draws those of PLANTS."""


def rule(geometry: Geometry, values: Values, chance: random.Random) -> Constraint | None:
    """A rule of the registry with random parameters, which the grid mostly keeps.

    ``None`` where the board cannot have the rule drawn, or a large grid breaks it all over.
    """
    kind = chance.choice(_DRAWN)
    loose = chance.random() < 0.1
    cells = chance.sample(range(len(values)), min(len(values), chance.randrange(1, 6)))
    if kind in (Odd, Even):
        right = [c for c in cells if loose or values[c] % 2 == (kind is Odd)]
        return kind(tuple(right)) if right else None
    if kind in (ExtraRegion, KillerCage):
        if not loose:
            cells = list({values[c]: c for c in cells}.values())
        if kind is ExtraRegion:
            return ExtraRegion(tuple(cells))
        total = sum(values[c] for c in cells) + (chance.choice((-1, 1, 2)) if loose else 0)
        return KillerCage(tuple(cells), None if chance.random() < 0.2 else total)
    clue = kind()
    if clue.unfit(geometry) or not (
        geometry in _SMALL_BOARDS or clue.holds(Grid(geometry, values))
    ):
        return None
    return clue


def clue(geometry: Geometry, values: Values, chance: random.Random) -> Constraint | None:
    """A clue of another rule, which the grid mostly keeps; ``None`` where the dice find none."""
    if geometry.rows < 4:
        return None
    if chance.random() < 0.03:
        digits = [*geometry.digits]
        chance.shuffle(digits)
        values = tuple([digits[value - 1] for value in values])
    for _ in range(8):
        clue = chance.choice(list(PLANTS.values()))(chance, geometry, values)
        if clue is not None and clue.unfit(geometry) is None:
            return clue
    return None


def hidden(geometry: Geometry, chance: random.Random) -> Constraint | None:
    """A rule with hidden values on a small board: rules of rules, connected digits, or unknown
    regions."""
    if chance.random() < 0.5:
        with suppress(FormatError):
            return parse_rules(composed(geometry, chance), geometry)[0]
    if chance.random() < 0.5:
        digits = tuple(sorted(chance.sample(geometry.digits, chance.randint(1, geometry.size))))
        return Connected(digits)
    cells, clues = range(geometry.cell_count), list[Constraint]()
    for _ in range(chance.choice((0, 1, 2))):
        start = chance.choice(cells)
        row = tuple(range(start + 1, (start // geometry.columns + 1) * geometry.columns))
        if chance.random() < 0.5:
            clues.append(ChaosArrow(start, start, (row,) if row else ()))
        else:
            others = tuple(chance.sample([c for c in cells if c != start], 3))
            clues.append(ChaosCount(chance.choice(cells), start, others, chance.random() < 0.3))
    construction = ChaosConstruction(tuple(clues))
    return construction if construction.unfit(geometry) is None else None


def puzzle(
    chance: random.Random,
    sizes: str = "small middle",
    marked: float = 0.2,
    clues: tuple[int, ...] = (0, 0, 0, 0, 1, 2),
) -> Puzzle:
    """A puzzle on a random board, perhaps under rules and with pencil marks.

    ``clues`` are the numbers of tries to plant a clue, of which one is chosen.
    """
    geometry, values = board(chance, sizes)
    count = chance.choice(clues)
    rules: list[Constraint] = []
    if geometry in _FOUR and chance.random() < 0.1:
        geometry = chance.choice(_PARTED)
        rules = [*stated_rules(geometry)]
        values = chance.choice(_kept_by_all(geometry))
        drawn = (rule(geometry, values, chance) for _ in range(chance.randrange(3)))
        rules += [one for one in drawn if one is not None]
        return random_puzzle(geometry, values, tuple(rules), chance, marked)
    if geometry is CLASSIC and chance.random() < 0.1:
        name, values = chance.choice(_ruled())
        rules = [REGISTRY[name]()]
        values = tuple([10 - value for value in values]) if chance.random() < 0.5 else values
        return random_puzzle(geometry, values, tuple(rules), chance, marked)
    if chance.random() < 0.5:
        drawn = (rule(geometry, values, chance) for _ in range(chance.randrange(1, 4)))
        rules = [one for one in drawn if one is not None]
        if geometry in _SMALL_BOARDS and (grids := _keeping(geometry, rules)):
            values = chance.choice(grids)
    elif geometry is CLASSIC and not count and chance.random() < 0.7:
        return classic_puzzle(chance, marked)
    planted = [clue(geometry, values, chance) for _ in range(count)]
    if geometry in _FOUR and count and chance.random() < 0.2:
        planted.append(hidden(geometry, chance))
    rules += [one for one in planted if one is not None]
    return random_puzzle(geometry, values, tuple(rules), chance, marked)


@cache
def _kept_by_all(geometry: Geometry) -> list[Values]:
    """The full grids of a board that keep what it states."""
    rules = stated_rules(geometry)
    grids = full_grids(geometry)
    return [v for v in grids if all(one.holds(Grid(geometry, v)) for one in rules)]


@cache
def _ruled() -> list[tuple[str, Values]]:
    """Full 9x9 grids that keep a rule of the whole board."""
    named_grids = []
    for name in REGISTRY:
        if not REGISTRY[name].parameters and (example := read_example(name)).geometry == CLASSIC:
            (grid,) = solutions(example, 1)
            named_grids.append((name, tuple([value or 0 for value in grid.values])))
    return named_grids


def _keeping(geometry: Geometry, rules: list[Constraint]) -> list[Values]:
    holding = [r for r in rules if not r.parameters]
    return [v for v in full_grids(geometry) if all(v in kept(r, geometry) for r in holding)]


def random_puzzle(
    geometry: Geometry,
    values: Values,
    rules: tuple[Constraint, ...],
    chance: random.Random,
    marked: float = 0.2,
) -> Puzzle:
    """Some digits of a full grid given, now and then one of them changed."""
    few = len(rules) > 3 and geometry.size < 8
    share = chance.uniform(0, 0.3) if few else chance.uniform(0.1, 0.75)
    share = min(1.0, share + (0.25 if geometry.size > 8 else 0))
    givens = [value if chance.random() < share else None for value in values]
    return _spoilt(Puzzle(geometry, tuple(givens), None, rules), values, chance, marked)


def classic_puzzle(chance: random.Random, marked: float = 0.2) -> Puzzle:
    """A seed moved about, perhaps a few givens the less."""
    text = chance.choice(SEEDS)
    rows, columns = _order(9, 3, chance), _order(9, 3, chance)
    digits = ["123456789"[i] for i in range(9)]
    chance.shuffle(digits)
    turned = chance.random() < 0.5
    cells = [text[c * 9 + r] if turned else text[r * 9 + c] for r in rows for c in columns]
    givens = [None if symbol == "." else int(digits[int(symbol) - 1]) for symbol in cells]
    filled = [cell for cell, given in enumerate(givens) if given]
    for cell in chance.sample(filled, chance.choice((0, 0, 0, 1, 1, 2, 4))):
        givens[cell] = None
    return _spoilt(Puzzle(CLASSIC, tuple(givens)), None, chance, marked)


def _spoilt(puzzle: Puzzle, values: Values | None, chance: random.Random, marked: float) -> Puzzle:
    digits = puzzle.geometry.digits
    if chance.random() < 0.15:
        puzzle = puzzle.with_givens({chance.randrange(len(puzzle.givens)): chance.choice(digits)})
    if chance.random() < marked:
        marks: list[frozenset[int] | None] = []
        for cell, given in enumerate(puzzle.givens):
            some = {digit for digit in digits if chance.random() < 0.7}
            right = given if values is None else values[cell]
            kind = chance.random()
            if right is None or kind < 0.5:
                marks.append(None if kind < 0.5 else frozenset(digits))
            else:
                marks.append(frozenset(some if kind < 0.501 else some | {right}))
        puzzle = replace(puzzle, pencil_marks=tuple(marks))
    return puzzle


def smaller_puzzles(puzzle: Puzzle) -> Iterator[Puzzle]:
    """A puzzle with fewer rules, marks or givens."""
    stated = stated_rules(puzzle.geometry)  # what the board says stays
    for number, one in enumerate(puzzle.constraints):
        if one not in stated:
            rules = puzzle.constraints[:number] + puzzle.constraints[number + 1 :]
            yield replace(puzzle, constraints=rules)
    if puzzle.pencil_marks is not None:
        yield replace(puzzle, pencil_marks=None)
        for cell, marks in enumerate(puzzle.pencil_marks):
            if marks is not None:
                fewer = (*puzzle.pencil_marks[:cell], None, *puzzle.pencil_marks[cell + 1 :])
                yield replace(puzzle, pencil_marks=fewer)
    for cell, given in enumerate(puzzle.givens):
        if given is not None:
            yield puzzle.with_givens({cell: None})
