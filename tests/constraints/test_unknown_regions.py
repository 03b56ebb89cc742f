import random
from collections.abc import Iterator

import pytest
from constraint_oracle import full_grids

from satdoku.base.errors import FormatError, Undecided
from satdoku.base.limits import ENDLESS, Limit, RanOut
from satdoku.board import BoardMap, Constraint, Geometry, Grid
from satdoku.constraints import (
    AnyOf,
    ChaosArrow,
    ChaosConstruction,
    ChaosCount,
    Connected,
    CountDistinct,
    from_data,
    parse_rules,
)
from satdoku.engines import EngineOptions
from satdoku.puzzle import Puzzle
from satdoku.solving import enumerate_solutions
from tests.shared import thinned

BOARD = Geometry.latin(4)


def near(cell: int, size: int) -> list[int]:
    """The cells beside a cell."""
    row, column = divmod(cell, size)
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * size + c for r, c in around if 0 <= r < size and 0 <= c < size]


NEAR = [near(cell, 4) for cell in range(16)]


def partitions(
    values: tuple[int, ...], size: int = 4, taken: frozenset[int] = frozenset()
) -> Iterator[list[set[int]]]:
    """Every way to part the board into connected regions with each digit once."""
    if len(taken) == size * size:
        yield []
        return
    pieces = {frozenset((min(set(range(size * size)) - taken),))}
    for _ in range(size - 1):
        pieces = {
            piece | {other}
            for piece in pieces
            for cell in piece
            for other in near(cell, size)
            if other not in piece | taken and values[other] not in {values[c] for c in piece}
        }
    for piece in pieces:
        for rest in partitions(values, size, taken | piece):
            yield [set(piece), *rest]


def seen(regions: list[set[int]], rule: ChaosArrow | ChaosCount | CountDistinct) -> int:
    first = sum(map(len, regions))
    if isinstance(rule, CountDistinct):
        return sum(not region.isdisjoint(c - first for c in rule.cells) for region in regions)
    own = next(region for region in regions if rule.start in region)
    count = 0 if rule.without_start else 1
    for group in rule.groups():
        for cell in group:
            if cell not in own:
                break
            count += 1
    return count


def clues(
    chance: random.Random, count: int, size: int = 4
) -> tuple[ChaosArrow | ChaosCount | CountDistinct, ...]:
    cells = size * size
    cell, other = chance.sample(range(cells), 2)
    right = tuple(range(cell + 1, cell - cell % size + size))
    down = tuple(range(cell + size, cells, size))
    around = tuple(chance.sample([c for c in range(cells) if c != other], 4))
    labels = tuple(cells + c for c in chance.sample(range(cells), 6))
    all_three: tuple[ChaosArrow | ChaosCount | CountDistinct, ...] = (
        ChaosArrow(cell, cell, (right, down), chance.random() < 0.3),
        ChaosCount(cell, other, around, chance.random() < 0.3),
        CountDistinct(chance.randrange(cells), labels),
    )
    return tuple(chance.sample(all_three, count))


@pytest.mark.parametrize("seed", thinned([0, 1, 2, 3, 4, 5], 6))
def test_the_referee_of_a_6x6_by_every_partition(seed: int) -> None:
    chance = random.Random(seed)
    board = Geometry.latin(6)
    rows, columns = (chance.sample(range(6), 6) for _ in range(2))
    start = chance.choice([lambda r, c: r + c, lambda r, c: 3 * (r % 2) + r // 2 + c])
    values = tuple(start(r, c) % 6 + 1 for r in rows for c in columns)
    grid = Grid(board, values)
    every = list(partitions(values, 6))
    assert ChaosConstruction().holds(grid) == bool(every)
    answers = set()
    for _ in range(15):
        rule = ChaosConstruction(clues(chance, chance.randint(1, 3), 6))
        right = any(
            all(values[r.control] == seen(regions, r) for r in rule.rules)  # type: ignore[attr-defined, arg-type]
            for regions in every
        )
        assert rule.holds(grid) == right, rule
        answers.add(right)
    assert answers == ({True, False} if every else {False})


@pytest.mark.parametrize(
    ("seed", "count"), thinned([(3, 3), (0, 0), (1, 1), (2, 2), (4, 2), (5, 1)], 6, rows=True)
)
def test_regions_by_every_partition(seed: int, count: int) -> None:
    chance = random.Random(seed)
    rule = ChaosConstruction(clues(chance, count))
    grids = chance.sample(full_grids(BOARD), 25)
    holding = {
        values: any(
            all(values[r.control] == seen(regions, r) for r in rule.rules)  # type: ignore[attr-defined, arg-type]
            for regions in partitions(values)
        )
        for values in grids
    }
    for values, right in holding.items():
        grid = Grid(BOARD, values)
        assert rule.holds(grid) == right
        assert bool(list(rule.faults(grid))) != right
    values = next((v for v, right in holding.items() if right), grids[0])
    givens = {c: values[c] for c in range(14) if c != 5}
    puzzle = Puzzle.empty(BOARD, [rule]).with_givens(givens)
    wanted = {
        v
        for v in full_grids(BOARD)
        if all(v[c] == d for c, d in givens.items()) and rule.holds(Grid(BOARD, v))
    }
    # With a solver named, nothing is left to the compiled core.
    for engine, solver in (("sat", "cadical153"), ("sat", "glucose4"), ("cpsat", "cadical153")):
        solutions = enumerate_solutions(
            puzzle, backend=engine, options=EngineOptions(solver=solver)
        )
        assert {g.values for g in solutions} == wanted


@pytest.mark.parametrize("size", [None, 12, 11])
def test_connected_by_brute_force(size: int | None) -> None:
    rule = Connected((1, 2, 3), (), size)
    chance = random.Random(1)
    right = set()
    for values in full_grids(BOARD):
        inside = {c for c in range(16) if values[c] in (1, 2, 3)}
        reached = [min(inside)]
        for cell in reached:
            reached += [o for o in NEAR[cell] if o in inside and o not in reached]
        if len(reached) == len(inside) and size in (None, len(inside)):
            right.add(values)
    assert right == {v for v in full_grids(BOARD) if rule.holds(Grid(BOARD, v))}
    assert bool(right) == (size != 11)
    start = chance.choice(sorted(right or full_grids(BOARD)))
    givens = {c: start[c] for c in (0, 5, 10)}
    puzzle = Puzzle.empty(BOARD, [rule]).with_givens(givens)
    wanted = {v for v in right if all(v[c] == d for c, d in givens.items())}
    for engine in ("variant", "sat", "cpsat"):
        assert {g.values for g in enumerate_solutions(puzzle, backend=engine)} == wanted
    turn = BoardMap(
        BOARD, tuple((c % 4) * 4 + 3 - c // 4 for c in range(16)), {1: 2, 2: 3, 3: 4, 4: 1}
    )
    assert rule.image(turn) == Connected((2, 3, 4), (), size)


@pytest.mark.parametrize(
    ("words", "board", "reason"),
    [
        ("chaos-arrow:r1c1:r1c1:r1c2+r1c3", BOARD, "belongs inside of chaos-construction"),
        ("chaos-count:r1c1:r1c1:r1c2+r1c3", BOARD, "belongs inside of chaos-construction"),
        ("chaos-construction", Geometry.rectangle(4, 6), "needs N rows, N columns and N digits"),
        ("chaos-construction:(box-indexer:r1c1)", BOARD, "box"),
        ("chaos-construction:(region-sum:r1c1+r2c1)", BOARD, "region"),
        ("chaos-construction:(disjoint-groups)", BOARD, "disjoint-groups"),
        ("chaos-construction:(chaos-arrow:r1c1:r1c1:r1c2+CC3)", BOARD, "CC3 is not a cell of"),
        ("chaos-construction:(chaos-arrow:r1c1:CC1:r1c2)", BOARD, "CC1 is not a cell of"),
        ("chaos-construction:(chaos-count:r1c1:r1c1:r1c2+CC3)", BOARD, "CC3 is not a cell of"),
        ("variables:VA*4x4:(row-indexer:VA2)", BOARD, "VA2 is not a cell of the grid"),
        ("variables:VA*4x4:(column-indexer:VA2)", BOARD, "VA2 is not a cell of the grid"),
        ("variables:VA*4x4:(box-indexer:VA2)", BOARD, "VA2 is not a cell of the grid"),
        ("variables:VA*4x4:(friendly:VA2)", BOARD, "VA2 is not a cell of the grid"),
        ("variables:VA*4x4:(unfriendly:VA2)", BOARD, "VA2 is not a cell of the grid"),
        ("variables:VA*4x4:(little-killer:VA1:down-right:9)", BOARD, "VA1 is not a cell of"),
        ("connected:7", BOARD, "7"),
    ],
)
def test_what_is_refused(words: str, board: Geometry, reason: str) -> None:
    with pytest.raises(FormatError) as error:
        parse_rules(words, board)
    assert reason in str(error.value)


def test_regions_have_the_number_of_the_row_of_their_lowest_digit() -> None:
    # Rows of 1 2 3 4 in each order: the rows themselves are such regions.
    values = (1, 2, 3, 4, 2, 1, 4, 3, 3, 4, 1, 2, 4, 3, 2, 1)
    for number, right in ((1, True), (2, False)):
        data = {
            "rule": "chaos-construction",
            "rules": [
                *({"rule": "same-values", "sets": [[f"CC{c}"], [f"CC{c + 1}"]]} for c in (1, 2, 3)),
                {"rule": "regex", "cells": ["CC4"], "pattern": str(number)},
            ],
        }
        assert from_data(data, BOARD).holds(Grid(BOARD, values)) == right


def pigeons() -> tuple[Constraint, Grid]:
    """A rule that asks for seven different digits of six, and a grid."""
    geometry = Geometry.latin(6)
    names = [f"VA{number}" for number in range(1, 8)]
    differ = [[a, b] for a in geometry.digits for b in geometry.digits if a != b]
    pairs = {"rule": "all-pairs", "cells": names, "table": differ}
    rule = from_data({"rule": "variables", "groups": "VA*7", "rules": [pairs]}, geometry)
    return rule, Grid(geometry, tuple((r + c) % 6 + 1 for r in range(6) for c in range(6)))


def test_a_referee_that_runs_out_of_budget_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    rule, cyclic = pigeons()
    assert not rule.holds(cyclic)
    monkeypatch.setattr("satdoku.constraints.hidden._MAX_GUESSES", 1)
    with pytest.raises(Undecided, match="was not decided within 1 guesses"):
        rule.holds(cyclic)


def test_searches_inside_of_a_search_share_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """One for each way to modify a cell, which alone ends without a guess."""
    board = Geometry.boxes(4, 2, 2)
    totals = "pair-sum:total=K1:r1c1+r1c2,pair-sum:total=K2:r2c1+r2c2"
    (rule,) = parse_rules(f"modifier:+1:count=1:(variables:K*2=9-12:({totals}))", board)
    grid = Grid(board, full_grids(board)[0])
    assert not rule.holds(grid)
    monkeypatch.setattr("satdoku.constraints.hidden._MAX_GUESSES", 10)
    with pytest.raises(Undecided, match="was not decided within 10 guesses"):
        rule.holds(grid)


def test_a_search_for_hidden_values_ends_with_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    rule, cyclic = pigeons()
    assert not rule.holds_within(cyclic, ENDLESS)
    ended = Limit(seconds=0).start()
    with pytest.raises(RanOut, match="before it was decided whether a rule"):
        rule.holds_within(cyclic, ended)
    puzzle = Puzzle.empty(cyclic.geometry, [AnyOf((rule,))])
    with pytest.raises(RanOut):
        puzzle.accepts(cyclic, ended)


def test_the_boxes_of_a_6x6_are_regions_that_its_arrows_allow() -> None:
    # What the lowering says besides the rule excludes nothing: with the whole of a 6x6 and arrows
    # that fit its boxes, the boxes are regions that keep it.
    board = Geometry.boxes(6, 2, 3)
    values = tuple((3 * (r % 2) + r // 2 + c) % 6 + 1 for r in range(6) for c in range(6))
    boxes = [set(house.cells) for house in board.houses if house.kind not in ("row", "column")]
    arms = {c: tuple(range(c + 1, c - c % 6 + 6)) for c in range(36)}
    rules = []
    for cell, arm in arms.items():
        clue = ChaosArrow(values.index(1), cell, (arm,)) if arm else None
        if clue is None:
            continue
        control = next(c for c in range(36) if values[c] == seen(boxes, clue))
        rules.append(ChaosArrow(control, cell, (arm,)))
    geometry = Geometry.rectangle(6, 6)
    rule = ChaosConstruction(tuple(rules))
    assert rule.holds(Grid(geometry, values))
    wrong = next(c for c in range(36) if values[c] != values[rules[0].control])
    other = ChaosConstruction((ChaosArrow(wrong, rules[0].start, rules[0].lines), *rules))
    assert not other.holds(Grid(geometry, values))
