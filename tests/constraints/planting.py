"""Random clues that are true of a given grid, one function a rule."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import groupby
from math import prod

from satdoku.board import Constraint, Geometry, Grid
from satdoku.board.constraint import DIRECTIONS, SIDES
from satdoku.constraints import (
    REGISTRY,
    XV,
    Arrow,
    Between,
    BlackDot,
    Clone,
    LessThan,
    LittleKiller,
    Maximum,
    Minimum,
    NegativeDifference,
    NegativeRatio,
    NegativeXV,
    PairSum,
    Palindrome,
    PillArrow,
    Quadruple,
    RegionSum,
    Renban,
    SameValues,
    Sandwich,
    Skyscraper,
    SlowThermo,
    Thermo,
    Whisper,
    WhiteDot,
    XSum,
)
from satdoku.constraints.common import lines_from
from satdoku.constraints.neighbours import neighbours
from satdoku.constraints.squares import squares
from satdoku.constraints.unknown_regions import piece_of

Plant = Callable[[random.Random, Geometry, Sequence[int]], Constraint | None]
PLANTS: dict[str, Plant] = {}
"""For each rule a function that makes a clue of it, or ``None`` where its dice find none."""


def plant(name: str) -> Callable[[Plant], Plant]:
    def add(function: Plant) -> Plant:
        PLANTS[name] = function
        return function

    return add


def walk(
    chance: random.Random,
    board: Geometry,
    length: int,
    allowed: Callable[[list[int], int], bool] = lambda path, cell: True,
) -> tuple[int, ...] | None:
    """A path of touching cells; ``allowed`` judges each next cell by the path before it."""
    path = [chance.randrange(board.cell_count)]
    while len(path) < length:
        row, column = board.row_column(path[-1])
        around = [
            r * board.columns + c
            for r in range(max(row - 1, 0), min(row + 2, board.rows))
            for c in range(max(column - 1, 0), min(column + 2, board.columns))
        ]
        around = [cell for cell in around if cell not in path and allowed(path, cell)]
        if not around:
            return None
        path.append(chance.choice(around))
    return tuple(path)


def straight(chance: random.Random, board: Geometry) -> tuple[int, ...]:
    """A cell and those that follow it to the border in a straight line."""
    cell: int | None = chance.randrange(board.cell_count)
    step = chance.choice([(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c])
    cells = []
    while cell is not None:
        cells.append(cell)
        cell = board.beside(cell, *step)
    return tuple(cells)


def edge(chance: random.Random, board: Geometry) -> tuple[int, int]:
    cell = chance.randrange(board.cell_count)
    return cell, chance.choice(list(neighbours(board, cell)))


def true_of(rule: Constraint, board: Geometry, values: Sequence[int]) -> Constraint | None:
    return rule if rule.holds(Grid(board, tuple(values))) else None


@plant("thermo")
def _thermo(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    cells = walk(chance, board, chance.randint(2, 4), lambda path, c: values[c] > values[path[-1]])
    return cells and Thermo(cells)


@plant("slow-thermo")
def _slow(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    cells = walk(chance, board, chance.randint(2, 5), lambda path, c: values[c] >= values[path[-1]])
    return cells and SlowThermo(cells)


@plant("whisper")
def _whisper(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    diff = chance.choice((None, max(1, (board.size + 1) // 2 - 1)))
    least = (board.size + 1) // 2 if diff is None else diff
    cells = walk(
        chance,
        board,
        chance.randint(2, 5),
        lambda path, c: abs(values[c] - values[path[-1]]) >= least,
    )
    return cells and Whisper(cells, diff)


@plant("renban")
def _renban(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    cells = walk(chance, board, chance.randint(2, min(5, board.size)))
    return cells and true_of(Renban(cells), board, values)


@plant("palindrome")
def _palindrome(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    cells = walk(chance, board, chance.randint(3, 5))
    return cells and true_of(Palindrome(cells), board, values)


@plant("between")
def _between(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    cells = walk(chance, board, chance.randint(3, 5))
    return cells and true_of(Between(cells), board, values)


@plant("region-sum")
def _region_sum(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    cells = walk(chance, board, chance.randint(3, 6))
    rule = RegionSum(cells, chance.random() < 0.3) if cells and board.regions else None
    return rule and true_of(rule, board, values) if rule and len(rule.pieces(board)) > 1 else None


@plant("white-dot")
def _white(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    a, b = edge(chance, board)
    diff = abs(values[a] - values[b])
    return WhiteDot((a, b), diff) if diff in (1, 1 + chance.randrange(8)) else None


@plant("black-dot")
def _black(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    return true_of(BlackDot(edge(chance, board), chance.choice((2, 2, 2, 3))), board, values)


@plant("xv")
def _xv(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    return true_of(XV(edge(chance, board), chance.choice((5, 10))), board, values)


@plant("pair-sum")
def _pair_sum(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    a, b = edge(chance, board)
    return PairSum((a, b), values[a] + values[b])


@plant("less-than")
def _less(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    return true_of(LessThan(edge(chance, board)), board, values)


@plant("quadruple")
def _quadruple(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    row, column = chance.randrange(board.rows - 1), chance.randrange(board.columns - 1)
    first = row * board.columns + column
    cells = (first, first + 1, first + board.columns, first + board.columns + 1)
    chosen = chance.sample(cells, chance.randint(1, 4))
    return Quadruple(cells, tuple(values[cell] for cell in chosen))


@plant("minimum")
def _minimum(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    cells = tuple(chance.sample(range(board.cell_count), chance.randint(1, 2)))
    return true_of(Minimum(cells), board, values)


@plant("maximum")
def _maximum(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    cells = tuple(chance.sample(range(board.cell_count), chance.randint(1, 2)))
    return true_of(Maximum(cells), board, values)


@plant("negative-difference")
def _no_difference(
    chance: random.Random, board: Geometry, values: Sequence[int]
) -> Constraint | None:
    return true_of(NegativeDifference(chance.randint(1, 3)), board, values)


@plant("negative-ratio")
def _no_ratio(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    return true_of(NegativeRatio(chance.choice((None, (3,), (4, 3)))), board, values)


@plant("negative-xv")
def _no_xv(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    return true_of(NegativeXV(chance.choice(((5, 10), (5,), (3, 7)))), board, values)


@plant("arrow")
def _arrow(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    cells = walk(chance, board, chance.randint(2, 4))
    return cells and true_of(Arrow(cells[0], cells[1:]), board, values)


@plant("pill-arrow")
def _pill(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    cells = walk(chance, board, chance.randint(5, 7))
    if not cells or abs(cells[1] - cells[0]) not in (1, board.columns):
        return None
    return true_of(PillArrow(cells[1::-1], cells[2:]), board, values)


@plant("little-killer")
def _little(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    start = LittleKiller(chance.randrange(board.cell_count), chance.choice(DIRECTIONS), 0)
    line = start.line(board)
    if start.unfit(board) or len(line) < 2:
        return None
    return LittleKiller(start.start, start.direction, sum(values[cell] for cell in line))


def _outside(chance: random.Random, board: Geometry) -> tuple[str, int, tuple[int, ...]]:
    side = chance.choice(SIDES)
    index, line = chance.choice(list(lines_from(board, side).items()))
    return side, index, line


@plant("sandwich")
def _sandwich(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    side, index, line = _outside(chance, board)
    digits = [values[cell] for cell in line]
    if sorted(digits) != list(board.digits):
        return None
    usual = (board.digits[0], board.digits[-1])
    crusts = chance.choice((usual, tuple(sorted(chance.sample(board.digits, 2)))))
    a, b = sorted(map(digits.index, crusts))
    own = () if crusts == usual else crusts
    return true_of(Sandwich(side, index, sum(digits[a + 1 : b]), own), board, values)


@plant("x-sum")
def _x_sum(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    side, index, line = _outside(chance, board)
    digits = [values[cell] for cell in line]
    return true_of(XSum(side, index, sum(digits[: digits[0]])), board, values)


@plant("skyscraper")
def _skyscraper(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    side, index, line = _outside(chance, board)
    seen = sum(values[c] > max([0, *(values[b] for b in line[:i])]) for i, c in enumerate(line))
    return Skyscraper(side, index, seen)


@plant("clone")
def _clone(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    cells = walk(chance, board, chance.randint(1, 3))
    shift = chance.randrange(1, board.cell_count)
    if not cells or any(cell + shift >= board.cell_count for cell in cells):
        return None
    return true_of(Clone(cells, tuple(cell + shift for cell in cells)), board, values)


@plant("same-values")
def _same(chance: random.Random, board: Geometry, values: Sequence[int]) -> Constraint | None:
    size = chance.randint(1, 3)
    sets = [walk(chance, board, size) for _ in range(2)]
    if sets[0] is None or sets[1] is None:
        return None
    return true_of(SameValues((sets[0], sets[1])), board, values)


# --- the rules of the second and third tier ---

Dice = random.Random
Values = Sequence[int]


def plain(name: str) -> None:
    """A rule without parameters is planted where a grid happens to keep it."""
    rule = REGISTRY[name]()

    @plant(name)
    def _(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
        return true_of(rule, board, values)


for _name in (
    "anti-taxicab",
    "diagonal-nonconsecutive",
    "doppelganger",
    "dutch-flatmates",
    "global-entropy",
    "global-mod",
    "region-same-values",
):
    plain(_name)


def along(name: str, lengths: tuple[int, int], **options: Callable[..., object]) -> None:
    """A rule on a line: random walks, with options that the dice and the digits give."""
    kind = REGISTRY[name]

    @plant(name)
    def _(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
        cells = walk(chance, board, chance.randint(*lengths))
        if cells is None:
            return None
        inside = [values[cell] for cell in cells]
        given = {key: option(chance, board, inside) for key, option in options.items()}
        try:
            rule = kind(cells=cells, **given)
        except ValueError:
            return None
        return true_of(rule, board, values)


def _pairs_text(chance: Dice, board: Geometry, inside: list[int]) -> str:
    named = chance.sample(board.digits, chance.randint(1, 3))
    return "".join(f"{inside.count(digit)}{digit}" for digit in named)


def _some(chance: Dice, board: Geometry, inside: list[int]) -> tuple[int, ...]:
    return tuple(chance.sample(inside, chance.randint(1, len(inside))))


def _all_of_some(chance: Dice, board: Geometry, inside: list[int]) -> tuple[int, ...]:
    chosen = chance.choice(inside)
    return (chosen,) * inside.count(chosen)


def _groups(chance: Dice, board: Geometry, inside: list[int]) -> tuple[tuple[int, ...], ...]:
    digits = chance.sample(board.digits, len(board.digits))
    cut = chance.randint(1, len(digits) - 2)
    return tuple(digits[:cut]), tuple(digits[cut : len(digits) - chance.randint(0, 1)])


def _between(chance: Dice, board: Geometry, inside: list[int]) -> int:
    a, b = sorted((inside.index(min(inside)), inside.index(max(inside))))
    return sum(inside[a + 1 : b])


along("entropic-line", (2, 5))
along("modular-line", (2, 5), mod=lambda c, b, v: c.choice((2, 3)))
along("parity-line", (2, 4))
along("high-low-line", (2, 4))
along("group-line", (2, 4), groups=_groups)
along("unimodular-line", (2, 3), mod=lambda c, b, v: c.choice((2, 3)))
along("zipper", (3, 5))
along("double-arrow", (3, 5))
along("split-peas", (4, 8))
along(
    "sum-line",
    (2, 6),
    sum=lambda c, b, v: c.choice((sum(v), max(1, sum(v) // 2), 5)),
    loop=lambda c, b, v: c.random() < 0.5,
)
along("lunchbox", (2, 4), sum=_between)
along("nabner", (2, 3))
along("lockout", (2, 5), diff=lambda c, b, v: c.randint(1, 3))
along("same-difference", (3, 4))
along("sequence-line", (3, 4))
along("fuzzy-thermo", (2, 4))
along("index-line", (2, 4))
along("contain", (2, 5), digits=_some)
along("contain-exact", (2, 5), digits=_all_of_some)
along("house-digits", (2, 5), digits=lambda c, b, v: tuple(sorted(v)))
along("look-and-say", (2, 5), text=_pairs_text)
along("equality-cage", (2, 4))
along("counting-circles", (1, 6))
along("rellik", (1, 3), sum=lambda c, b, v: c.randint(1, 9))
along("product-cage", (1, 4), value=lambda c, b, v: prod(v))
along("digital-root-cage", (1, 4), value=lambda c, b, v: (sum(v) - 1) % 9 + 1)
along(
    "calculation-cage",
    (2, 2),
    value=lambda c, b, v: c.choice((sum(v), prod(v), max(v) - min(v), max(v) // (min(v) or 1))),
    of=lambda c, b, v: c.choice(("sum", "product", "difference", "ratio")),
)
along("friendly", (1, 3))
along("unfriendly", (1, 3))
along("low", (1, 3))
along("high", (1, 3))
along(
    "company",
    (1, 3),
    diff=lambda c, b, v: c.choice((0, 1, 2)),
    diagonal=lambda c, b, v: c.random() < 0.4,
)
along("paced-thermo", (2, 4), pace=lambda c, b, v: c.choice(("consecutive", "fast", "speeding")))
along("fibonacci-line", (3, 5))
along("doubling-line", (2, 6))
along("run-on-renban", (3, 6), window=lambda c, b, v: c.choice((2, 3, 3)))
along("zigzag-line", (3, 5))
along("row-indexer", (1, 2))
along("column-indexer", (1, 2))
along("box-indexer", (1, 2))


def beside(name: str, **options: Callable[..., object]) -> None:
    """A clue beside a line, with options that the dice and the digits give."""
    kind = REGISTRY[name]

    @plant(name)
    def _(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
        side = chance.choice(SIDES)
        index, line = chance.choice(list(lines_from(board, side).items()))
        inside = [values[cell] for cell in line]
        given = {key: option(chance, board, inside) for key, option in options.items()}
        return true_of(kind(side=side, index=index, **given), board, values)


def _any_digit(chance: Dice, board: Geometry, inside: list[int]) -> int:
    return chance.choice(inside)


def _next_to(chance: Dice, board: Geometry, inside: list[int]) -> tuple[int, ...]:
    if board.digits[-1] not in inside:
        return (board.digits[0],)
    place = inside.index(board.digits[-1])
    return tuple(inside[max(0, place - 1) : place] + inside[place + 1 : place + 2])


def _length(chance: Dice, board: Geometry, inside: list[int]) -> int | None:
    return chance.choice((None, 2))


def _order(chance: Dice, board: Geometry, inside: list[int]) -> str:
    return chance.choice(("rise", "fall", "neither"))


def _small(chance: Dice, board: Geometry, inside: list[int]) -> int:
    return chance.randint(0, 2 * board.digits[-1])


beside("hidden-skyscraper", value=_any_digit)
beside("first-seen-odd", value=_any_digit)
beside("first-seen-even", value=_any_digit)
beside("rossini", order=_order)
beside("frame-sum", sum=_small, length=_length, skipped=lambda c, b, v: c.choice((0, 1)))
beside(
    "frame-number",
    value=lambda c, b, v: c.choice((1, 2, v[0], min(v[:2]) + max(v[:2]))),
    of=lambda c, b, v: c.choice(("ends", "middle", "place")),
    length=lambda c, b, v: c.choice((None, 2, 3)),
)
beside("product-frame", value=lambda c, b, v: prod(v[:2]), length=lambda c, b, v: 2)
beside("before-hi", sum=_small)
beside(
    "doppelblock",
    sum=lambda c, b, v: sum(v[v.index(0) : len(v) - v[::-1].index(0)] if 0 in v else ()),
)
beside(
    "japanese-sums",
    sums=lambda c, b, v: tuple(sum(g) for filled, g in groupby(v, bool) if filled) or (1,),
)
beside("end-view", value=lambda c, b, v: next((d for d in v if d), 1))
beside("parity-party", sum=_small)
beside("battlefield", sum=_small)
beside("position-sum", upper=lambda c, b, v: sum(v[:2]), lower=lambda c, b, v: None)
beside("numbered-room", value=_any_digit)
beside("outside", digits=lambda c, b, v: tuple(v[:2]), length=_length)
beside("next-to-hi", digits=_next_to)
beside("ascending-starter", sum=_small)
beside(
    "longest-run",
    of=lambda c, b, v: c.choice(("rising", "parity")),
    value=lambda c, b, v: c.randint(1, 4),
)
beside(
    "side-by-side", digits=lambda c, b, v: tuple(v[1:3]), ordered=lambda c, b, v: c.random() < 0.5
)
beside(
    "coast-to-coast", digits=lambda c, b, v: (v[0], v[-1]) if c.random() < 0.5 else (v[-2], v[1])
)
beside("descriptive-pair", digits=lambda c, b, v: c.choice(((2, v[1]), (v[0], 1))))
beside(
    "sandwiched-digit",
    digits=lambda c, b, v: tuple(c.sample(v[1:-1], 1)),
    by=lambda c, b, v: c.choice(("even", "odd", "sum")),
)


@plant("position-sum")
def _position_sum(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    side = chance.choice(SIDES)
    index, line = chance.choice(list(lines_from(board, side).items()))
    inside = [values[cell] for cell in line]
    a, b, *_ = inside
    if not (0 < a <= len(line) and 0 < b <= len(line)):
        return None
    upper = chance.choice((None, a + b))
    return REGISTRY["position-sum"](side, index, upper, inside[a - 1] + inside[b - 1])


@plant("full-rank")
def _full_rank(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    side, index = chance.choice(SIDES), chance.randint(1, board.rows)
    ties = chance.choice(("none", "unclued", "any"))
    for rank in range(1, 4 * board.rows + 1):
        rule = REGISTRY["full-rank"](side, index, rank, ties)
        if rule.unfit(board) is None and rule.holds(Grid(board, tuple(values))):
            return rule
    return None


@plant("value-indexing")
def _value_indexing(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    cells = walk(chance, board, chance.randint(3, 5))
    if cells is None:
        return None
    first = cells[2] if chance.random() < 0.3 else cells[0]
    return true_of(REGISTRY["value-indexing"]((first, *cells[1:])), board, values)


@plant("count-distinct")
def _count_distinct(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    cells = walk(chance, board, chance.randint(2, 5))
    if cells is None:
        return None
    counted = cells if chance.random() < 0.5 else cells[1:]
    return true_of(REGISTRY["count-distinct"](cells[0], counted), board, values)


@plant("sum")
def _sum(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    cells = walk(chance, board, chance.randint(1, 4))
    if cells is None:
        return None
    cells += chance.choice(((), cells[:1]))
    most = chance.choice((3, 3, 3, 10**9, 10**16))  # beyond 2^53 no float is exact
    weights = tuple(chance.randint(-2 * most // 3, most) for _ in cells)
    total = sum(w * values[c] for w, c in zip(weights, cells, strict=True))
    if chance.random() < 0.3:
        return REGISTRY["sum"](cells, sum(values[cell] for cell in cells))
    return REGISTRY["sum"](cells, total, weights)


@plant("equal-sum")
def _equal_sum(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    sets = [walk(chance, board, chance.randint(1, 3)) for _ in range(chance.randint(2, 3))]
    known = tuple(cells for cells in sets if cells is not None)
    return true_of(REGISTRY["equal-sum"](known), board, values) if len(known) > 1 else None


@plant("magic-square")
def _magic(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    side = chance.choice((2, 3)) if not board.houses else 2
    row, column = chance.randint(0, board.rows - side), chance.randint(0, board.columns - side)
    cells = [(row + r) * board.columns + column + c for r in range(side) for c in range(side)]
    return true_of(REGISTRY["magic-square"](tuple(cells)), board, values)


def shaft(name: str, lengths: tuple[int, int]) -> None:
    @plant(name)
    def _(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
        cells = walk(chance, board, 1 + chance.randint(*lengths))
        return cells and true_of(REGISTRY[name](cells[0], cells[1:]), board, values)


shaft("average-arrow", (1, 4))
shaft("product-arrow", (1, 3))
shaft("maximum-arrow", (1, 4))
shaft("difference-arrow", (2, 2))
shaft("vudoku", (2, 2))


@plant("ambiguous-arrow")
def _ambiguous(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    cells = walk(chance, board, 5)
    if cells is None:
        return None
    shafts = (cells[1:3], cells[3:])
    return true_of(REGISTRY["ambiguous-arrow"](cells[0], shafts), board, values)


def around(name: str, **options: Callable[..., object]) -> None:
    """A mark on a corner, with options that the dice and the four digits give."""

    @plant(name)
    def _(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
        cells = chance.choice(squares(board))
        inside = [values[cell] for cell in cells]
        given = {key: option(chance, board, inside) for key, option in options.items()}
        return true_of(REGISTRY[name](cells=cells, **given), board, values)


around(
    "quad-number",
    of=lambda c, b, v: c.choice(("highest", "lowest", "even", "odd", "sum")),
    value=lambda c, b, v: c.choice((max(v), min(v), sum(v), 2)),
)
around("exclusion", digits=lambda c, b, v: tuple(c.sample(b.digits, c.randint(1, 2))))
around("battenburg")
around("clock-face", way=lambda c, b, v: c.choice(("clockwise", "back")))
around(
    "mathrax",
    value=lambda c, b, v: c.choice((None, v[0] + v[3], v[0] * v[3], abs(v[0] - v[3]))),
    of=lambda c, b, v: c.choice(("sum", "difference", "product", "ratio")),
)


def _some_digits(name: str) -> None:
    @plant(name)
    def _(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
        digits = chance.sample(board.digits, chance.randint(1, board.size - 1))
        return true_of(REGISTRY[name](tuple(digits)), board, values)


for shading in ("yin-yang", "cave", "tapa", "closed-loop", "snake", "star-battle"):
    _some_digits(shading)


@plant("nurikabe")
def _nurikabe(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    """An island at each cell of its own on land, with its size or the digit of its start."""
    digits = tuple(chance.sample(board.digits, chance.randint(1, board.size - 1)))
    land = {cell for cell, value in enumerate(values) if value not in digits}
    starts, sizes = [], []
    while land:
        island = piece_of(min(land), land, board)
        starts.append(chance.choice(sorted(island)))
        sizes.append(len(island))
        land -= island
    given = chance.choice((tuple(sizes), ()))
    rule = starts and REGISTRY["nurikabe"](digits, starts=tuple(starts), sizes=given)
    return rule and true_of(rule, board, values)


@plant("tapa-clue")
def _tapa_clue(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    digits = tuple(chance.sample(board.digits, chance.randint(1, board.size - 1)))
    lengths = tuple(chance.choice((0, 1, 1, 2, 3)) for _ in range(chance.randint(1, 2)))
    return true_of(REGISTRY["tapa-clue"](digits, edge(chance, board)[0], lengths), board, values)


@plant("in-sight")
def _in_sight(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    digits = tuple(chance.sample(board.digits, chance.randint(1, board.size - 1)))
    start, control = edge(chance, board)[:2]
    given = chance.choice(({"number": chance.randint(1, 5)}, {"control": control}, {}))
    return true_of(REGISTRY["in-sight"](digits, start, **given), board, values)


@plant("blanks")
def _blanks(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    return true_of(REGISTRY["blanks"](chance.choice((None, 1))), board, values)


@plant("digit-class")
def _digit_class(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    digits = tuple(chance.sample(board.digits, 2))
    cells = [cell for cell, value in enumerate(values) if value in digits]
    only = chance.random() < 0.5
    chosen = tuple(cells if only else cells[:3])
    return REGISTRY["digit-class"](chosen, digits, only) if chosen else None


@plant("pointer")
def _pointer(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    bulb, *cells = straight(chance, board)
    to = chance.choice(REGISTRY["pointer"].parameters[-1].choices)
    return true_of(REGISTRY["pointer"](bulb, tuple(cells), to), board, values) if cells else None


@plant("counting-cell")
def _counting_cell(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    bulb, *seen = straight(chance, board)
    of = chance.choice(REGISTRY["counting-cell"].parameters[1].choices)
    cells = chance.choice(((), tuple(seen)))
    return true_of(REGISTRY["counting-cell"](bulb, of, cells), board, values)


@plant("taxicab")
def _taxicab(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    return true_of(REGISTRY["taxicab"](chance.randint(1, 5)), board, values)


@plant("chess")
def _chess(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    leaps = tuple(chance.randint(0, 3) for _ in range(2 * chance.randint(1, 2)))
    if (0, 0) in zip(leaps[::2], leaps[1::2], strict=True):
        return None
    digits = chance.choice((None, tuple(chance.sample(board.digits, 2))))
    cells = chance.choice((None, edge(chance, board)))
    return true_of(REGISTRY["chess"](leaps, digits, cells), board, values)


@plant("knightmare")
def _knightmare(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    sums = chance.choice(((5, 15), (2, 8), (3,), (0, 7)))
    return true_of(REGISTRY["knightmare"](sums), board, values)
