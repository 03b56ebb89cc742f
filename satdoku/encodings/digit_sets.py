"""Different digits with a given sum, or from a list of sets, as clauses."""

from __future__ import annotations

from collections.abc import Iterable

from satdoku.encodings.formula import Builder
from satdoku.model import Model
from satdoku.relations import DigitSetSum

_MAX_DIGIT_SETS = 1_000
_MAX_SUM_NODES = 2_000_000


def why_not(model: Model) -> str | None:
    """The reason why a model cannot be written as clauses, or ``None`` where it probably can."""
    digits = model.geometry.digits
    for relation in model.whole.sums:  # what is connected means no sum of cells
        size = len(relation.variables)
        if size <= len(digits):
            spread = sum(digits[len(digits) - size :]) - sum(digits[:size]) + 1
            if len(digits) * size * spread > _MAX_SUM_NODES:
                return (
                    f"a sum over {size} cells of {len(digits)} digits takes too many clauses "
                    "(the engine 'cpsat' can take it)"
                )
    return None


def digit_set_sum(builder: Builder, relation: DigitSetSum) -> None:
    """Different digits with a given sum.

    Few combinations: one selector each, which fixes every ``used``. Many: the decision diagram
    of "these used digits number n and add up to the total", digit by digit (a sequential sum
    counter).
    """
    size = len(relation.variables)
    if size > builder.size:
        return  # the contradiction is written already
    used = used_digits(builder, relation.variables)
    if relation.digit_set_count <= _MAX_DIGIT_SETS and _few(size, builder.size):
        by_digit_sets(builder, relation.digit_sets, used)
    else:
        _by_sum_diagram(builder, size, relation.total, used)


def used_digits(builder: Builder, cells: Iterable[int]) -> list[int]:
    """New variables: the i-th is true where the i-th digit stands in one of the cells."""
    first = builder.fresh(builder.size)
    used = [first + i for i in range(builder.size)]
    clauses: list[list[int]] = []
    for i, seen in enumerate(used):
        lits = [builder.table[cell][i] for cell in cells]
        lits = [literal for literal in lits if literal]
        clauses += [[-literal, seen] for literal in lits]
        clauses.append([-seen, *lits])
    builder.blocks.append(clauses)
    return used


def by_digit_sets(builder: Builder, digit_sets: Iterable[tuple[int, ...]], used: list[int]) -> None:
    """One of the sets of digits is the one that is used."""
    sets = [digits for digits in map(set, digit_sets) if digits.issubset(builder.geometry.digits)]
    if not sets:
        builder.contradict()
        return
    first = builder.fresh(len(sets))
    selectors = range(first, first + len(sets))
    clauses = [list(selectors)]
    for i, digit in enumerate(builder.geometry.digits):
        holding = [s for s, digit_set in zip(selectors, sets, strict=True) if digit in digit_set]
        lacking = [
            s for s, digit_set in zip(selectors, sets, strict=True) if digit not in digit_set
        ]
        clauses += [[-s, used[i]] for s in holding]
        clauses += [[-s, -used[i]] for s in lacking]
        clauses.append([-used[i], *holding])
        clauses.append([used[i], *lacking])
    builder.blocks.append(clauses)


def _by_sum_diagram(builder: Builder, size: int, total: int, used: list[int]) -> None:
    digits = builder.geometry.digits
    # The pairs (digits still to choose, sum still to reach) that are possible from place i on.
    possible: list[set[tuple[int, int]]] = [set() for _ in range(len(digits) + 1)]
    possible[-1] = {(0, 0)}
    for i in range(len(digits) - 1, -1, -1):
        later = possible[i + 1]
        possible[i] = later | {(k + 1, s + digits[i]) for k, s in later if k < size}
    start = (size, total)
    if start not in possible[0]:
        builder.contradict()
        return
    nodes = {start: builder.fresh()}
    clauses = [[nodes[start]]]
    for i, digit in enumerate(digits):
        later = possible[i + 1]
        below: dict[tuple[int, int], int] = {}
        for (k, s), node in nodes.items():
            for choice, state in ((used[i], (k - 1, s - digit)), (-used[i], (k, s))):
                if state not in later:
                    clauses.append([-node, -choice])
                    continue
                if state not in below:
                    below[state] = builder.fresh()
                clauses.append([-node, -choice, below[state]])
        nodes = below
    builder.blocks.append(clauses)


def _few(size: int, digits: int) -> bool:
    """Whether the combinations of ``size`` digits can be listed at all, to keep those that fit."""
    from math import comb

    return comb(digits, size) <= 3_000_000
