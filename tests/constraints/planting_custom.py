"""Random clues that are true of a given grid, for the rules that are written out."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, pairwise

from satdoku.board import Constraint, Geometry
from satdoku.constraints import (
    AllOf,
    AllPairs,
    AnyOf,
    Arrow,
    AutomatonRule,
    Between,
    CountOf,
    NoneOf,
    PairTableRule,
    Regex,
    Thermo,
    VariablesRule,
    Whisper,
    parse_rules,
)
from satdoku.constraints.each import places
from tests.constraints.planting import PLANTS, plant, true_of, walk

Dice = random.Random
Values = Sequence[int]


def _table(
    chance: Dice, board: Geometry, pairs: list[tuple[int, int]]
) -> tuple[tuple[int, int], ...]:
    every = [(a, b) for a in board.digits for b in board.digits]
    return (*pairs, *chance.sample(every, chance.randint(1, 6)))


@plant("pair-table")
def _pair_table(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    cells = walk(chance, board, chance.randint(2, 4))
    inside = [values[cell] for cell in cells or ()]
    return cells and PairTableRule(cells, _table(chance, board, list(pairwise(inside))))


@plant("all-pairs")
def _all_pairs(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    cells = walk(chance, board, chance.randint(2, 4))
    inside = [values[cell] for cell in cells or ()]
    return cells and AllPairs(cells, _table(chance, board, list(combinations(inside, 2))))


@plant("automaton")
def _automaton(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    cells = walk(chance, board, chance.randint(2, 5))
    if not cells:
        return None
    states = range(chance.randint(2, 5))
    moves = tuple(
        (chance.choice(states), chance.choice(board.digits), chance.choice(states))
        for _ in range(len(states) * 5)
    )
    lines, breaks = (cells,), ()
    if chance.random() < 0.5:
        lines = chance.choice(((cells[:1], (), cells[1:]), ((), cells), (cells[:2], cells[2:])))
        breaks = tuple((state, chance.choice(states)) for state in states)
    return true_of(AutomatonRule(lines, (0, 1), (states[-1],), moves, breaks), board, values)


@plant("regex")
def _regex(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    cells = walk(chance, board, chance.randint(2, 5))
    inside = "".join(str(values[cell]) for cell in cells or ())
    last = str(board.digits[-1])
    pattern = chance.choice(
        (
            f".*({inside[:2]}|[2-{last}]1).*",
            f"[^{last}]*{last}?[^{last}]*",
            f"([1-3]{{2}}|{inside[0:1]}.?)+",
            f".{{1,2}}(1|3[24]|.){{0,3}}{inside[-1:]}",
        )
    )
    return cells and true_of(Regex(cells, pattern), board, values)


def _inner(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    name = chance.choice(("thermo", "whisper", "count-distinct", "skyscraper", "between", "regex"))
    return PLANTS[name](chance, board, values)


@plant("or")
def _or(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    right = _inner(chance, board, values)
    others = [
        _inner(chance, board, chance.sample(values, len(values)))
        for _ in range(chance.randint(0, 2))
    ]
    rules = [rule for rule in (right, *others) if rule and rule.unfit(board) is None]
    chance.shuffle(rules)
    return true_of(AnyOf(tuple(rules)), board, values) if rules else None


@plant("and")
def _and(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    rules = [_inner(chance, board, values), PLANTS["or"](chance, board, values)]
    return true_of(AllOf(tuple(rules)), board, values) if all(rules) else None


KINDS = ("renban", "quadruple", "xv", "little-killer", "regex", "between", "thermo", "sandwich")
MORE = ("value-indexing", "equal-sum", "region-sum", "x-sum", "not", "count-of", "or")


def _some(chance: Dice, board: Geometry, values: Values, number: int) -> tuple[Constraint, ...]:
    """Rules of many kinds, half of them true, some of them with rules inside."""
    rules = []
    while len(rules) < number:
        name = chance.choice((*KINDS, *MORE))
        of = values if chance.random() < 0.5 else chance.sample(values, len(values))
        rule = PLANTS[name](chance, board, of)
        if rule is not None and rule.unfit(board) is None:
            rules.append(rule)
        elif chance.random() < 0.05:
            break
    return tuple(rules)


@plant("not")
def _not(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    rules = _some(chance, board, values, chance.randint(1, 2))
    return true_of(NoneOf(rules), board, values) if rules else None


@plant("count-of")
def _count_of(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    rules = _some(chance, board, values, chance.randint(1, 4))
    if not rules:
        return None
    least, most = sorted(chance.choices(range(len(rules) + 1), k=2))
    bounds = chance.choice(((least, most), (least, least), (least, None)))
    return true_of(CountOf(rules, *bounds), board, values)


@plant("variables")
def _variables(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    one, two = board.cell_count, board.cell_count + 1
    cells = chance.sample(range(board.cell_count), 4)
    rules = (
        Arrow(one, tuple(cells[:2])),
        AnyOf((Whisper((two, one), 2), Thermo((one, two, cells[2])))),
        Between((two, cells[3], one)),
        Thermo((two, cells[3])),
    )
    return true_of(VariablesRule("VA*1 VB*1x1", tuple(chance.sample(rules, 2))), board, values)


OVERS = ("edges", "corners", "leaper 1 2", "step 1 -1", "window 2x2", "half-turn", "rows", "cells")


@plant("for-each")
def _for_each(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    over = chance.choice(OVERS)
    count = len(places(board, over, False)[0][0])
    cells = [f"X{i}" if count > 1 else "X" for i in range(1, count + 1)]
    names = "+".join(chance.sample(cells, min(count, 3)))
    template = chance.choice(
        ("regex:{}:pattern=[1-3]*.", "not:(regex:{}:pattern=1.*)", "sum:total=6:{}", "odd:{}")
    )
    bounds = chance.choice(("", "", ":least=2", ":most=3", ":least=1:most=4"))
    torus = ":torus" if over in ("edges", "window 2x2") and chance.random() < 0.5 else ""
    (rule,) = parse_rules(f"for-each:{over}{torus}{bounds}:({template.format(names)})", board)
    return true_of(rule, board, values)


@plant("negative")
def _negative(chance: Dice, board: Geometry, values: Values) -> Constraint | None:
    template = chance.choice(
        ("sum:total={}:X1+X2", "white-dot:diff={}:X1+X2", "regex:X1+X2:pattern={}.", "xv:5:X1+X2")
    )
    over = chance.choice(("", ":corners", ":window 1x2"))
    number = chance.choice(board.digits[1:])
    (rule,) = parse_rules(f"negative{over}:({template.format(number)})", board)
    return true_of(rule, board, values)
