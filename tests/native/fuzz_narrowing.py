"""Random programs of relations for ``core.Narrowing``, with their solutions found by trying all."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable
from itertools import product

__all__ = ["small_model"]

Values = tuple[int, ...]
Rule = tuple[list[int], Callable[[Values], bool]]
"""A relation: its numbers in a program, and whether the values of the variables keep it."""

_COMPARE = (operator.eq, operator.le, operator.ge, operator.ne)


def small_model(rng: random.Random) -> tuple[list[int], set[Values]]:
    """A program of every kind of relation, and the bits of its cells' values in each solution."""
    return _Model(rng).made()


class _Model:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        some = lambda most: sorted(rng.sample(range(-2, 8), rng.randrange(1, most)))  # noqa: E731
        self.scales = [some(6), some(4), some(4)]
        self.cells = rng.randrange(1, 5)
        self.scale_of = [0] * self.cells + [rng.randrange(3) for _ in range(rng.randrange(3))]
        self.tables = [self.pairs() for _ in range(2)]
        self.machines = [self.machine() for _ in range(2)]

    def made(self) -> tuple[list[int], set[Values]]:
        rng, scales = self.rng, self.scales
        masks = [
            rng.randrange(1 << len(scales[s])) if rng.random() < 0.1 else -1 for s in self.scale_of
        ]
        program = [self.cells, len(scales)]
        for scale in scales:
            program += (len(scale), *scale)
        program += (len(self.scale_of), *self.scale_of, *masks, len(self.tables))
        for first, second, allowed in self.tables:
            program += (first, second, 2 * len(allowed), *(v for pair in allowed for v in pair))
        program.append(len(self.machines))
        for states, starts, ends, moves in self.machines:
            program += (states, len(starts), *starts, len(ends), *ends)
            program += (3 * len(moves), *(number for move in moves for number in move))
        houses = [self.different() for _ in range(rng.randrange(4))]
        rules = [self.rule(0) for _ in range(rng.randrange(1, 5))]
        program.append(len(houses))
        for numbers, _ in houses:
            program += numbers[1:]  # without the kind
        program.append(len(rules))
        for numbers, _ in rules:
            program += numbers
        solutions = set()
        for bits in product(*(range(len(scales[s])) for s in self.scale_of)):
            if all(mask >> bit & 1 for mask, bit in zip(masks, bits, strict=True)):
                values = tuple(scales[s][b] for s, b in zip(self.scale_of, bits, strict=True))
                if all(holds(values) for _, holds in (*houses, *rules)):
                    solutions.add(bits[: self.cells])
        return program, solutions

    # --- parts

    def pairs(self) -> tuple[int, int, list[tuple[int, int]]]:
        first, second = self.rng.randrange(3), self.rng.randrange(3)
        every = list(product(self.scales[first], self.scales[second]))
        if self.rng.random() < 0.3:
            return first, second, [(a, b) for a, b in every if a != b]
        if first == second and self.rng.random() < 0.5:  # variables of all pairs differ
            some = [(a, b) for a, b in every if a < b and self.rng.random() < 0.8]
            back = [(b, a) for a, b in some] if self.rng.random() < 0.7 else []
            return first, second, some + back
        return first, second, self.rng.sample(every, self.rng.randrange(len(every) + 1))

    def machine(self) -> tuple[int, list[int], list[int], list[tuple[int, int, int]]]:
        rng = self.rng
        states = rng.randrange(1, 4)
        some = lambda: rng.sample(range(states), rng.randrange(states + 1))  # noqa: E731
        step = lambda: (rng.randrange(states), rng.randrange(-2, 8), rng.randrange(states))  # noqa: E731
        return states, some(), some(), [step() for _ in range(rng.randrange(25))]

    def variables(self, least: int = 0) -> list[int]:
        return [self.variable() for _ in range(self.rng.randrange(least, 5))]

    def variable(self) -> int:
        return self.rng.randrange(len(self.scale_of))

    def one_scale(self) -> list[int]:
        scale = self.scale_of[self.variable()]
        alike = [v for v, s in enumerate(self.scale_of) if s == scale]
        return self.rng.sample(alike, self.rng.randrange(1, len(alike) + 1))

    # --- relations

    def rule(self, depth: int) -> Rule:
        makers = [
            self.different, self.pair, self.sum, self.sets, self.table, self.automaton, self.among,
            self.element, self.domain, self.connection,
        ]  # fmt: skip
        if depth < 2 and self.rng.random() < 0.3:
            return self.either(depth)
        return self.rng.choice(makers)()

    def different(self) -> Rule:
        named = self.one_scale()
        return [0, len(named), *named], lambda values: len({values[v] for v in named}) == len(named)

    def pair(self) -> Rule:
        which = self.rng.randrange(len(self.tables))
        first, second, allowed = self.tables[which]
        scale_of = self.scale_of
        ends = [
            (a, b)
            for a, b in product(range(len(scale_of)), repeat=2)
            if (scale_of[a], scale_of[b]) == (first, second)
        ]
        if self.rng.random() < 0.3:
            ends = [(a, b) for a, b in ends if a < b]
        else:
            ends = self.rng.sample(ends, min(len(ends), self.rng.randrange(4)))
        numbers = [1, which, 2 * len(ends), *(v for both in ends for v in both)]
        return numbers, lambda values: all((values[a], values[b]) in allowed for a, b in ends)

    def sum(self) -> Rule:
        rng = self.rng
        wide = 100_000 if rng.random() < 0.1 else 3
        terms = [(rng.randrange(-wide, wide + 1), v) for v in self.variables()]
        how, total = rng.randrange(4), rng.randrange(-3 * wide, 3 * wide + 9)
        numbers = [2, how, total, 2 * len(terms), *(n for term in terms for n in term)]
        compare = _COMPARE[how]
        return numbers, lambda values: compare(sum(k * values[v] for k, v in terms), total)

    def sets(self) -> Rule:
        named = self.one_scale()
        scale = self.scales[self.scale_of[named[0]]]
        sets = [
            {i for i in range(len(scale)) if self.rng.random() < 0.6}
            for _ in range(self.rng.randrange(5))
        ]
        # A set is of as many values as there are variables, which differ.
        sets = [subset for subset in sets if len(subset) == len(named)]
        wanted = [{scale[i] for i in subset} for subset in sets]
        numbers = [sum(1 << i for i in subset) for subset in sets]
        return [
            3,
            len(named),
            *named,
            len(sets),
            *numbers,
        ], lambda values: {values[v] for v in named} in wanted

    def table(self) -> Rule:
        named = self.variables(1)
        rows = [
            tuple(self.rng.choice(self.scales[self.scale_of[v]]) for v in named)
            for _ in range(self.rng.randrange(12))
        ]
        rows += [tuple(self.rng.randrange(-3, 9) for _ in named)]  # values that may be none
        numbers = [4, len(named), *named, len(named) * len(rows), *(v for row in rows for v in row)]
        return numbers, lambda values: tuple(values[v] for v in named) in rows

    def automaton(self) -> Rule:
        which, named = self.rng.randrange(len(self.machines)), self.variables()
        _, starts, ends, moves = self.machines[which]

        def holds(values: Values) -> bool:
            here = set(starts)
            for v in named:
                here = {
                    after for state, value, after in moves if state in here and value == values[v]
                }
            return not here.isdisjoint(ends)

        return [5, which, len(named), *named], holds

    def among(self) -> Rule:
        rng = self.rng
        how, number = rng.randrange(4), rng.randrange(-2, 5)
        counter = [self.variable()] if rng.random() < 0.5 else []
        counted, digits = self.variables(), rng.sample(range(-2, 8), rng.randrange(6))
        numbers = [6, how, number, len(counter), *counter, len(counted), *counted]
        compare = _COMPARE[how]
        return [*numbers, len(digits), *digits], lambda values: compare(
            sum(values[v] in digits for v in counted), number + sum(values[v] for v in counter)
        )

    def element(self) -> Rule:
        index, first = self.variable(), self.rng.randrange(-2, 3)
        scale = self.scale_of[self.variable()]
        alike = [v for v, s in enumerate(self.scale_of) if s == scale]
        named = [self.rng.choice(alike) for _ in range(self.rng.randrange(1, 6))]
        *array, result = named

        def holds(values: Values) -> bool:
            place = values[index] - first
            return 0 <= place < len(array) and values[array[place]] == values[result]

        return [7, index, first, len(named), *named], holds

    def domain(self) -> Rule:
        variable, digits = self.variable(), self.rng.sample(range(-2, 8), self.rng.randrange(7))
        numbers = [8, variable, len(digits), *digits]
        return numbers, lambda values: values[variable] in digits

    def connection(self) -> Rule:
        rng, named = self.rng, self.variables(1)
        inside = rng.sample(range(-2, 8), rng.randrange(1, 8))
        pairs = list(product(range(len(named)), repeat=2))
        edges = rng.sample(pairs, rng.randrange(min(len(pairs), 6) + 1))

        def holds(values: Values) -> bool:
            members = {i for i, v in enumerate(named) if values[v] in inside}
            reached = {min(members)} if members else set()
            for _ in members:
                for a, b in edges:
                    if {a, b} <= members and reached & {a, b}:
                        reached |= {a, b}
            return bool(members) and reached == members

        numbers = [11, len(named), *named, len(inside), *inside, len(edges)]
        return [*numbers, *(place for edge in edges for place in edge)], holds

    def either(self, depth: int) -> Rule:
        rng = self.rng
        groups = [
            [self.rule(depth + 1) for _ in range(rng.randrange(3))] for _ in range(rng.randrange(4))
        ]
        numbers = [9, len(groups)]
        for group in groups:
            numbers += (len(group), *(number for part, _ in group for number in part))
        return numbers, lambda values: any(all(holds(values) for _, holds in g) for g in groups)
