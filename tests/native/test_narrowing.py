"""The search of relations in the core, against trying every grid."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate, permutations, product
from itertools import count as count_from

import pytest

from tests.shared import thinned

core = pytest.importorskip("satdoku.core", reason="satdoku.core is not compiled here")

from .fuzz_narrowing import small_model  # noqa: E402


@pytest.mark.parametrize("seed", thinned(range(4), 2))
def test_random_programs(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(200):
        program, solutions = small_model(chance)
        search = core.Narrowing(program)
        if chance.random() < 0.5:  # what was searched before changes nothing
            cells = program[0]
            search.restart([chance.randrange(64) for _ in range(cells)])
            search.advance(chance.randrange(100), 1)
            search.restart([(1 << 62) - 1] * cells, [chance.randrange(64) for _ in range(cells)])
        if chance.random() < 0.2:
            search.probe(chance.randrange(10_000))
        assert search.advance(10**9, 10**6), program
        grids = [tuple(row[: program[0]]) for row in search.solutions()]
        assert sorted(grids) == sorted(solutions), program
        assert bool(search.masks) or not solutions, program
        cells = program[0]
        every = [(1 << 62) - 1] * cells
        occur = [sum({1 << row[cell] for row in solutions}) for cell in range(cells)]
        known = [mask & chance.choice((0, -1)) for mask in occur]
        left, seen, grids, lost = search.occurring(every, known, 10**9, 10**9)
        assert (left, seen, lost) == (occur, occur, False), program
        assert {tuple(row[:cells]) for row in grids} <= set(solutions), program
        each = [(chance.randrange(cells), 1 << chance.randrange(6)) for _ in range(8)]
        refuted = search.supposed(every, each, 10**9, 10**9)
        assert [not cases for cases in refuted] == [
            bool(occur[cell] & mask) for cell, mask in each
        ], program


def test_a_choice_of_nothing_never_holds() -> None:
    """Also where no variable shows that: an or without groups in an or."""
    cell = [1, 1, 2, 0, 1, 1, 0, 3]  # one cell of two values
    for choice, solutions in ([9, 0], []), ([9, 1, 1, 9, 0], []), ([9, 1, 0], [[0], [1]]):
        search = core.Narrowing([*cell, 0, 0, 0, 1, *choice])
        assert search.advance(10**6, 10)
        assert search.solutions() == solutions


@pytest.mark.parametrize("is_symmetric", [True, False])
def test_cells_of_which_each_two_are_in_one_table(is_symmetric: bool) -> None:
    """Their sets of values follow where the table is the same both ways."""
    values, cells = range(1, 6), range(4)
    for seed in range(50):
        chance = random.Random(seed)
        allowed = {
            (a, b)
            for a in values
            for b in values
            if a < b and chance.random() < 0.9 - 0.3 * (b == 5)
        }
        if is_symmetric:
            allowed |= {(b, a) for a, b in allowed}
        ends = [v for a in cells for b in cells if a < b for v in (a, b)]
        program = [4, 1, 5, *values, 4, *[0] * 4, *[-1] * 4]
        program += [1, 0, 0, 2 * len(allowed), *(v for both in sorted(allowed) for v in both)]
        program += [0, 0, 1, 1, 0, len(ends), *ends]
        search = core.Narrowing(program)
        assert search.advance(10**6, 10**4)
        grids = sorted(tuple(bit + 1 for bit in row) for row in search.solutions())
        pairs = [(a, b) for a in cells for b in cells if a < b]
        expected = [
            v for v in product(values, repeat=4) if all((v[a], v[b]) in allowed for a, b in pairs)
        ]
        assert grids == expected


@pytest.mark.parametrize("seed", range(4))
def test_automata_over_cells_that_differ(seed: int) -> None:
    """Nothing but what is in a solution is left where relations are strengthened."""
    chance = random.Random(seed)
    weaker = several = 0
    for _ in range(100):
        values, states = chance.randint(3, 5), chance.randint(1, 4)
        cells = chance.randint(2, values)
        moves = [
            (state, value, chance.randrange(states))
            for state in range(states)
            for value in range(1, values + 1)
            for _ in range(chance.choice((0, 1, 1, 2)))
        ]
        ends = [state for state in range(states) if chance.random() < 0.6]
        program = [cells, 1, values, *range(1, values + 1), cells, *[0] * cells, *[-1] * cells, 0]
        program += [1, states, 1, 0, len(ends), *ends, 3 * len(moves), *sum(moves, ())]
        program += [1, cells, *range(cells), 1, 5, 0, cells, *range(cells)]
        masks = [chance.randrange(1, 1 << values) | chance.randrange(1 << values)] * cells
        expected = []
        for row in permutations(range(values), cells):
            at = {0}
            for bit in row:
                at = {c for a, b, c in moves if a in at and b == bit + 1}
            if at & {*ends} and all(m >> bit & 1 for m, bit in zip(masks, row, strict=True)):
                expected.append(row)
        search = core.Narrowing(program)
        search.restart(masks)
        plain = list(search.masks)
        search.probe(0)
        left = [sum({1 << bit for bit in column}) for column in zip(*expected, strict=True)]
        assert list(search.masks) == left, program
        weaker += plain != left
        several += len(expected) > 1
        assert search.advance(10**9, 10**6)
        assert sorted(map(tuple, search.solutions())) == expected, program
        search.restart(masks)
        assert list(search.masks) == plain, program
    assert weaker
    assert several


@cache
def _regions(
    rows: int, columns: int, size: int
) -> tuple[list[tuple[int, int, bool]], list[tuple[int, ...]]]:
    """The pairs of places, and whether they are neighbours; and all that regions of a board can be:
    the bits of its cells, of its labels and of the flags of the pairs."""
    places = list(product(range(rows), range(columns)))
    count = len(places)
    distance = lambda a, b: sum(abs(x - y) for x, y in zip(places[a], places[b], strict=True))  # noqa: E731
    pairs = [
        (a, b, distance(a, b) == 1) for a in range(count) for b in range(a) if distance(a, b) < 3
    ]
    assignments = []
    for labels in product(range(count // size), repeat=count):
        pieces = [{i for i in range(count) if labels[i] == n} for n in range(count // size)]
        if any(len(piece) != size for piece in pieces):
            continue
        for piece in pieces:
            connected = [min(piece)]
            for i in connected:
                connected += [j for j in piece if distance(i, j) == 1 and j not in connected]
            if len(connected) < size:
                break
        else:
            flags = tuple(int(labels[a] == labels[b]) for a, b, _ in pairs)
            for orders in product(permutations(range(size)), repeat=len(pieces)):
                cells = [0] * count
                for piece, order in zip(pieces, orders, strict=True):
                    for i, value in zip(sorted(piece), order, strict=True):
                        cells[i] = value
                assignments.append((*cells, *labels, *flags))
    return pairs, assignments


def _flags(labels: Sequence[int], runs: Sequence[tuple[int, Sequence[int]]]) -> Iterator[int]:
    """Of each step of each run whether it and all before it have the label of the start."""
    for start, steps in runs:
        yield from accumulate([int(labels[place] == labels[start]) for place in steps], min)


@pytest.mark.full
@pytest.mark.parametrize("turns", thinned([20, 60], 2))
@pytest.mark.parametrize(
    "board", thinned([(2, 4, 4), (2, 2, 2), (2, 3, 3), (3, 3, 3), (1, 4, 2), (2, 3, 2)], 6)
)
def test_regions_against_all_that_there_are(board: tuple[int, int, int], turns: int) -> None:
    pairs, every = _regions(*board)
    count, size = board[0] * board[1], board[2]
    chance = random.Random(str(board))
    one = several = 0
    for turn in range(turns):
        # Runs of any places, and their flags; every third time there are none.
        runs = [
            (chance.randrange(count), chance.choices(range(count), k=chance.randrange(count)))
            for _ in range(turn % 3)
        ]
        longer = [(*values, *_flags(values[count:], runs)) for values in every]
        top = sum(len(steps) for _, steps in runs)
        shown = chance.choice(longer)
        wide = chance.random()
        masks = [
            1 << bit if chance.random() > wide else chance.randrange(1 << most) | 1 << bit
            for bit, most in zip(
                shown,
                (*[size] * count, *[count // size] * count, *[2] * (len(pairs) + top)),
                strict=True,
            )
        ]
        if chance.random() < 0.2:
            place = chance.randrange(len(masks))
            masks[place] = chance.randrange(4)
        expected = [v for v in longer if all(m >> b & 1 for m, b in zip(masks, v, strict=True))]
        # Known regions besides, and places in any order, so that they are bits of more words.
        more = chance.choice((0, *(min(most, 60 * size) - count for most in (128, 256)))) // size
        cells, labels = [*range(count)], [*range(count, 2 * count)]
        scale_of = [*[0] * count, *[1] * count, *[2] * (len(pairs) + top)]
        edges = [(a, b, 2 * count + i, near) for i, (a, b, near) in enumerate(pairs)]
        shown_more = []
        for region, bit in product(range(more), range(size)):
            cells.append(len(scale_of))
            labels.append(len(scale_of) + 1)
            scale_of += (0, 1, 2)
            shown_more += (1 << bit, 1 << (count // size + region), 2)
            if bit:
                edges.append((len(cells) - 2, len(cells) - 1, len(scale_of) - 1, True))
        order = chance.sample(range(len(cells)), len(cells))
        at = {place: i for i, place in enumerate(order)}
        program = [count, 3]
        for scale in (range(1, size + 1), range(count // size + more), range(2)):
            program += (len(scale), *scale)
        program += (len(scale_of), *scale_of, *masks, *shown_more, 0, 0, 0, 1, 10)
        for variables in cells, labels:
            program += (len(order), *(variables[i] for i in order))
        program.append(len(edges))
        for a, b, variable, near in edges:
            program += (at[a], at[b], variable, near)
        program.append(len(runs))
        flag = count_from(2 * count + len(pairs))
        for start, steps in runs:
            program += (at[start], len(steps))
            for place in steps:
                program += (at[place], next(flag))
        search = core.Narrowing(program)
        for _ in range(2):
            left = search.masks[: len(masks)]
            assert bool(left) or not expected
            for values in expected:
                assert all(m >> b & 1 for m, b in zip(left, values, strict=True)), program
            assert search.advance(10**9, 10**6)
            grids = [tuple(row[: len(masks)]) for row in search.solutions()]
            assert set(grids) <= set(expected), program
            assert sorted(v[:count] for v in grids) == sorted({v[:count] for v in expected}), (
                program
            )
            search.probe(10**9)
        one += len(expected) == 1
        several += len(expected) > 1
    assert one
    assert several


@pytest.mark.parametrize(
    "damaged",
    [
        [10, 2, 0, 1, 2, 2, 3, 1, 0, 2, 4, 1, 0],  # no such place
        [10, 2, 0, 1, 2, 2, 3, 1, 0, 1, 4, 1, 1, 2, 0],  # a run from none
        [10, 2, 0, 1, 2, 2, 3, 1, 0, 1, 4, 1, 1, 0, 1, 2, 4],  # a run to none
        [10, 2, 0, 1, 2, 2, 3, 1, 0, 1, 4, 1, 1, 0, 1, 1, 5],  # a flag that is none
        [10, 2, 0, 1, 1, 2, 1, 0, 1, 4, 1, 0],  # more cells than labels
        [10, 2, 0, 0, 2, 2, 3, 1, 0, 1, 4, 1, 0],  # a cell twice
        [10, 0, 0, 0, 0],  # no cells
        [9, 1, 1, 10, 2, 0, 1, 2, 2, 3, 1, 0, 1, 4, 1, 0],  # in an or
    ],
)
def test_regions_that_are_none(damaged: list[int]) -> None:
    head = [2, 2, 2, 1, 2, 2, 0, 1, 5, 0, 0, 0, 0, 1, 3, 3, 3, 3, 3, 0, 0, 0, 1]
    regions = [10, 2, 0, 1, 2, 2, 3, 1, 0, 1, 4, 1]
    assert core.Narrowing([*head, *regions, 0]).advance(10**6, 9)
    assert core.Narrowing([*head, *regions, 1, 0, 1, 1, 4]).advance(10**6, 9)
    with pytest.raises(ValueError, match="no relations"):
        core.Narrowing([*head, *damaged])


def _ranked(
    square: tuple[int, ...],
    own: tuple[int, ...],
    others: list[list[tuple[int, ...]]],
    first: int,
    smaller: int,
    ties: bool,
) -> bool:
    mine = [square[c] for c in own]
    lines = [[square[c] for c in line] for lines in others for line in lines]
    begin = [line for line in lines if line[0] == first == mine[0]]
    return (
        len(begin) == len(others)
        and sum(line < mine for line in begin) == smaller
        and (ties or mine not in begin)
    )


@pytest.mark.full
@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("seed", thinned(range(2), 2))
def test_ranks_against_all_latin_squares(size: int, seed: int) -> None:
    rows = list(permutations(range(size)))
    every = [
        sum(square, ())
        for square in product(rows, repeat=size)
        if all(len({*column}) == size for column in zip(*square, strict=True))
    ]
    across = [range(size * i, size * i + size) for i in range(size)]
    down = [range(i, size * size, size) for i in range(size)]
    sides = [[*map(tuple, lines)] for lines in (across, down)]
    sides += [[line[::-1] for line in lines] for lines in sides]
    chance = random.Random(seed)
    several = none = 0
    for _ in range(150):
        records, wanted = [], []
        shown = chance.choice(every)
        for _ in range(chance.randint(1, 3)):
            side = chance.randrange(4)
            own = chance.choice(sides[side])
            others = [lines for n, lines in enumerate(sides) if n != side]
            first = shown[own[0]]
            ties = chance.random() < 0.5
            smaller = sum(
                [shown[c] for c in line] < [shown[c] for c in own]
                for lines in others
                for line in lines
                if shown[line[0]] == first
            )
            smaller += chance.random() < 0.1
            wanted.append((own, others, first, smaller, ties))
            records += [12, first + 1, smaller, ties, size, *own, 3]
            for lines in others:
                records += (size, *(number for line in lines for number in (size, *line)))
        wide = chance.random()
        masks = [
            -1 if chance.random() < wide else chance.randrange(1 << size) | 1 << bit
            for bit in shown
        ]
        expected = [
            square
            for square in every
            if all(m >> bit & 1 for m, bit in zip(masks, square, strict=True))
            and all(_ranked(square, *clue) for clue in wanted)
        ]
        cells = size * size
        program = [cells, 1, size, *range(1, size + 1), cells, *[0] * cells, *masks, 0, 0]
        program += [2 * size, *(n for line in sides[0] + sides[1] for n in (size, *line))]
        search = core.Narrowing([*program, len(wanted), *records])
        for square in expected:
            assert all(m >> bit & 1 for m, bit in zip(search.masks, square, strict=True))
        assert search.advance(10**9, 10**6)
        assert sorted(map(tuple, search.solutions())) == expected
        several += len(expected) > 1
        none += not expected
    assert several
    assert none


@pytest.mark.parametrize(
    "damaged",
    [
        [12, 1, 0, 0, 0, 1, 0],  # no own line
        [12, 1, 0, 0, 2, 0, 1, 1, 1, 1, 1],  # lines of other lengths
        [12, 1, 0, 0, 2, 0, 2, 0],  # cells of other values
        [12, 1, 0, 0, 2, 0, 1, 9],  # fewer groups than said
        [9, 1, 1, 12, 1, 0, 0, 2, 0, 1, 0],  # in an or
    ],
)
def test_ranks_that_are_none(damaged: list[int]) -> None:
    head = [3, 2, 2, 1, 2, 2, 1, 3, 3, 0, 0, 1, 3, 3, 3, 0, 0, 0, 1]
    assert core.Narrowing([*head, 12, 1, 0, 0, 2, 0, 1, 0]).advance(10**6, 9)
    with pytest.raises(ValueError, match="no relations"):
        core.Narrowing([*head, *damaged])


def test_sums_that_could_leave_the_numbers_are_refused() -> None:
    terms = [number for variable in range(50_001) for number in (1, variable)]
    program = [0, 1, 2, 0, 1, 50_001, *[0] * 50_001, *[3] * 50_001, 0, 0, 0, 1]
    with pytest.raises(ValueError, match="no relations"):
        core.Narrowing([*program, 2, 0, 0, len(terms), *terms])


@pytest.mark.parametrize(
    ("relation", "left"),
    [
        ([2, 0, 3, 4, 1, 0, 1, 1], [3, 3, 12, 12]),  # a + b = 3
        ([3, 2, 0, 1, 2, 6, 10], [14, 14, 13, 13]),  # {2, 3} or {2, 4}: a 2 is there
        ([6, 2, 2, 0, 3, 0, 1, 2, 2, 1, 2], [15, 15, 15, 12]),  # two of three cells are 1 or 2
        ([6, 2, 3, 0, 3, 0, 1, 2, 2, 1, 2], []),  # all three cannot be
        ([6, 1, 0, 0, 2, 0, 1, 2, 1, 2], [12, 12, 15, 15]),  # none of two is
        ([6, 1, 1, 0, 3, 0, 1, 2, 3, 1, 2, 3], []),  # one of three cells at most, and two must be
        ([6, 1, 2, 0, 3, 0, 1, 2, 3, 1, 2, 3], [15, 15, 15, 7]),  # two: so one of them is 4
    ],
)
def test_cells_that_differ_are_seen_together(relation: list[int], left: list[int]) -> None:
    """Four cells of a house of four digits, before anything is guessed."""
    program = [4, 1, 4, 1, 2, 3, 4, 4, 0, 0, 0, 0, -1, -1, -1, -1, 0, 0]
    search = core.Narrowing([*program, 1, 4, 0, 1, 2, 3, 1, *relation])
    assert list(search.masks) == left


def _implied(
    sums: list[tuple[tuple[int, ...], int]],
    houses: list[tuple[int, ...]],
    areas: list[tuple[int, ...]],
    total: int,
) -> dict[tuple[frozenset[int], frozenset[int]], int]:
    """As ``implied_sums``, of any number of places."""
    sums_by_cells: dict[tuple[frozenset[int], frozenset[int]], int] = {}
    for area in areas:
        inside = frozenset(cell for member in area for cell in houses[member])
        for share in (1.0, 0.51, 0.01):
            covered, known = frozenset[int](), 0
            for cells, own in sums:
                if len(inside.intersection(cells)) >= share * len(cells) and covered.isdisjoint(
                    cells
                ):
                    covered, known = covered.union(cells), known + own
            more, less, rest = covered - inside, inside - covered, known - total * len(area)
            if not more:
                more, less, rest = less, more, -rest
            if covered and more and (less or all(more != {*cells} for cells, _ in sums)):
                sums_by_cells.setdefault((more, less), rest)
    return sums_by_cells


@pytest.mark.parametrize("size", [4, 9])  # one word of places, and two
def test_implied_sums_are_those_of_sets(size: int) -> None:
    chance = random.Random(size)
    cells = range(size * size)
    rows = [tuple(cells[i : i + size]) for i in range(0, len(cells), size)]
    columns = [tuple(cells[i::size]) for i in range(size)]
    houses, kinds = rows + columns, [rows, columns]
    areas = [tuple(range(i, i + n)) for n in (1, 2, 3) for i in range(size - n + 1)]
    areas += [tuple(size + member for member in area) for area in areas]
    total = size * (size + 1) // 2
    for _ in range(30):
        some = [sorted(chance.sample(cells, chance.randint(1, size))) for _ in range(size)]
        sums = [(tuple(own), chance.randint(0, 3 * size)) for own in some]
        wanted = _implied(sums, houses, areas, total)
        for few, most, tightest in ((len(cells), 0, 0), (0, len(cells), 99), (3, 7, 2)):
            implied = core.implied_sums(
                places=len(cells), sums=sums, houses=houses, areas=areas, total=total,
                different=houses, kinds=kinds, digits=range(1, size + 1), few=few,
                most=max(few, most), tightest=(tightest, 0.4),
            )  # fmt: skip
            left = {}
            distances = {}
            for (more, less), rest in wanted.items():
                low, high = len(more) - size * len(less), size * len(more) - len(less)
                count = len(more) + len(less)
                near = 3 * min(rest - low, high - rest) <= high - low
                if count <= few or (count <= most and near):
                    alike = not less and any(more.issubset(house) for house in houses)
                    left[more, less] = rest, alike
                    (least, top), (bottom, highest) = (_range(a, kinds, size) for a in (more, less))
                    distance = _distance(rest, least - highest, top - bottom)
                    if count > few:
                        distances[more, less] = distance, _number(more), _number(less)
            order = sorted(own for own in distances.values() if own[0] < 0.4)[:tightest]
            for key, own in distances.items():
                if own not in order:
                    del left[key]
            returned = {(frozenset(a), frozenset(b)): (c, d) for a, b, c, d in implied}
            assert returned == left
            assert [distances[key] for key in returned if key in distances] == order


def _range(cells: frozenset[int], kinds: list[list[tuple[int, ...]]], size: int) -> tuple[int, int]:
    """The least and most that cells add up to, from the houses of each kind alone."""
    lows, highs = [len(cells)], [size * len(cells)]
    for houses in kinds:
        counts = [len(cells.intersection(house)) for house in houses]
        if sum(counts) == len(cells):
            lows.append(sum(sum(range(1, n + 1)) for n in counts))
            highs.append(sum(sum(range(size - n + 1, size + 1)) for n in counts))
    return max(lows), min(highs)


def _distance(total: int, low: int, high: int) -> float:
    return min(total - low, high - total) / (high - low) if high > low else 1.0


def _number(cells: frozenset[int]) -> int:
    return sum(1 << cell for cell in cells)


@pytest.mark.parametrize("size", [4, 9])
def test_merged_sums_are_those_of_sets(size: int) -> None:
    chance = random.Random(size)
    cells = range(size * size)
    rows = [tuple(cells[i : i + size]) for i in range(0, len(cells), size)]
    kinds = [rows, [tuple(cells[i::size]) for i in range(size)]]
    merged_count = 0
    for _ in range(30):
        some = [frozenset(chance.sample(cells, chance.randint(1, size))) for _ in range(size)]
        sums = [(own, chance.randint(len(own), 2 * size)) for own in some]
        starts = chance.randint(0, size)
        wanted: dict[frozenset[int], int] = {}
        for together, total in sums[:starts]:
            while True:
                gains = [
                    sum(len(together & {*h}) * len(own & {*h}) for kind in kinds for h in kind)
                    * together.isdisjoint(own)
                    for own, _ in sums
                ]
                best, rest = sums[gains.index(max(gains))]
                if not max(gains) or (together := together | best) in wanted:
                    break
                total += rest
                wanted[together] = total
        tight = [
            (distance, _number(own), sorted(own), total)
            for own, total in wanted.items()
            if (distance := _distance(total, *_range(own, kinds, size))) < 0.3
        ]
        merged = core.merged_sums(
            len(cells),
            [(sorted(own), total) for own, total in sums],
            starts,
            kinds,
            list(range(1, size + 1)),
            (2, 0.3),
        )
        assert merged == [(own, total) for *_, own, total in sorted(tight)[:2]]
        merged_count += len(merged)
    assert merged_count


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"sums": [((4,), 3)]}, "not on the board"),
        ({"sums": [((-1,), 3)]}, "not on the board"),
        ({"sums": [((1,), 10**10)]}, "too large"),
        ({"houses": [(0, 1, 7)]}, "not on the board"),
        ({"areas": [(2,)]}, "no such house"),
        ({"different": [(9,)]}, "not on the board"),
        ({"places": -1}, "places"),
        ({"most": -1}, "most"),
        ({"digits": (0, 10**12)}, "too large"),
        ({"digits": ()}, "ascending"),
        ({"kinds": [[(0, 4)]]}, "not on the board"),
        ({"tightest": (-1, 0.1)}, "tightest"),
    ],
)
def test_sums_of_places_that_there_are_not_are_refused(
    changed: dict[str, object], fault: str
) -> None:
    given: dict[str, object] = {
        "places": 4,
        "sums": [((0, 1), 3)],
        "houses": [(0, 1), (2, 3)],
        "areas": [(0,), (0, 1)],
        "total": 3,
        "different": [(0, 1)],
        "few": 2,
        "most": 3,
        "kinds": [[(0, 1), (2, 3)]],
        "digits": (1, 2),
        "tightest": (1, 0.5),
    }
    assert core.implied_sums(**given) == [([2, 3], [], 3, False)]
    with pytest.raises(ValueError, match=fault):
        core.implied_sums(**given | changed)
