"""The rules that SudokuMaker's own components are.

Each translation says the same of every full grid as the component does by the site's description
of it; where the two may differ for some arguments, these are refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise, product
from operator import mul
from typing import Any

from satdoku.base.worded import worded
from satdoku.board.geometry import Geometry
from satdoku.formats.clues import RuleFields
from satdoku.formats.scripts.library import argument
from satdoku.formats.scripts.refusals import Refused, failing, unknown
from satdoku.formats.scripts.running import Runner
from satdoku.formats.scripts.values import (
    Array,
    Builtin,
    Carrier,
    Host,
    KeyedValues,
    Opaque,
    PlainObject,
    kind_of,
    truth,
)

_MAX_STATES = 20_000

Rules = Iterator[RuleFields]


class DigitSet(Host):
    """A set of digits, as the site has it."""

    __slots__ = ("digits",)

    def __init__(self, digits: Iterable[int]) -> None:
        self.digits = frozenset(digits)
        super().__init__(
            "DigitSet",
            {
                "[iterator]": lambda: iter(sorted(map(float, self.digits))),
                "has": Builtin("has", lambda run, this, v: integer(argument(v)) in self.digits),
                "size": float(len(self.digits)),
            },
        )


class Component(Host):
    """A component that a script has made: its kind, and the arguments after its name."""

    __slots__ = ("_before", "given")

    def __init__(self, kind: str, given: list[Any], run: Carrier) -> None:
        super().__init__(kind, {})
        self.given = given
        self._before = content(given, run)

    def arguments(self, run: Carrier) -> list[Any]:
        """The arguments, which a script has not changed since.

        :raises Refused: where it has: it is not known which of them the site takes.
        """
        if content(self.given, run) != self._before:
            raise unknown("array that changes after it is given to a component")
        return self.given


def constructor(name: str) -> Builtin:
    """The constructor of components of a kind."""
    return Builtin(name, make=lambda run, this, given: Component(name, given[1:], run))


def content(value: Any, run: Carrier) -> Hashable:
    """The parts of an argument; those that only the site makes do not change."""
    if isinstance(value, list):
        run.spend(len(value))
        return tuple(content(item, run) for item in value)
    if isinstance(value, Array):
        return content(value.items, run)
    if type(value) is PlainObject:
        return content([part for field in value.fields.items() for part in field], run)
    if isinstance(value, KeyedValues):
        return content([part for entry in value.entries.values() for part in entry], run)
    return value  # type: ignore[no-any-return]


def integer(value: Any) -> int:
    """A whole number; a text is refused, of which the site may make another one."""
    if isinstance(value, Opaque):
        value = value.read()
    if not isinstance(value, float) or not value.is_integer():
        raise failing(f"number: {kind_of(value)}")
    return int(value)


def cell_of(value: Any, board: Geometry) -> int:
    """The number of a cell of a board."""
    cell = integer(value)
    if not 0 <= cell < board.cell_count:
        raise failing(f"cell {cell}")
    return cell


class Translator:
    """Makes rules for a board from the arguments of components.

    :param called: the name of the script, which rules have that are written out.
    """

    def __init__(self, geometry: Geometry, runner: Runner, called: str) -> None:
        self.geometry = geometry
        self.runner = runner
        self.called = called
        self.digits = geometry.digits

    # --- arguments -------------------------------------------------------------------------

    def numbers(self, value: Any) -> list[int]:
        """A number, or several."""
        items = self.runner.items(value) if isinstance(value, Array) else [value]
        return [integer(item) for item in items]

    def cell(self, value: Any) -> int:
        return cell_of(value, self.geometry)

    def cells(self, value: Any) -> list[int]:
        if not isinstance(value, Array):
            raise failing(f"cells: {kind_of(value)}")
        return [self.cell(item) for item in value.items]

    def distinct(self, value: Any) -> list[int]:
        """Cells, none of them twice."""
        cells = self.cells(value)
        if len(set(cells)) < len(cells):
            raise self.beyond()
        return cells

    def some(self, value: Any) -> list[int]:
        """One cell or several."""
        return self.cells(value) if isinstance(value, Array) else [self.cell(value)]

    def set_of(self, value: Any) -> frozenset[int]:
        if isinstance(value, DigitSet):
            return value.digits & frozenset(self.digits)
        raise failing(f"DigitSet: {kind_of(value)}")

    def groups(self, value: Any) -> list[frozenset[int]]:
        """Sets of digits that do not overlap."""
        groups = [self.set_of(item) for item in self.runner.items(value)]
        if sum(map(len, groups)) > len(frozenset().union(*groups)):
            raise self.beyond()
        return groups

    def beyond(self) -> Refused:
        """The refusal of arguments with which a component has no exact translation."""
        return Refused(worded("satdoku has no rule for a component with such arguments"))

    # --- rules -----------------------------------------------------------------------------

    def table(self, cells: Sequence[int], allows: Callable[..., bool]) -> Rules:
        """The rule that a condition on the digits of a few cells is, each of them named once."""
        self.runner.spend(len(self.digits) ** len(cells))
        rows = [row for row in product(self.digits, repeat=len(cells)) if allows(*row)]
        if len(rows) == len(self.digits) ** len(cells):
            return
        if len(cells) == 1 and rows:
            digits = [digit for (digit,) in rows]
            yield {"rule": "digit-class", "cells": list(cells), "digits": digits}
        elif len(cells) == 2 and rows:
            if cells[0] > cells[1]:
                cells, rows = cells[::-1], sorted((b, a) for a, b in rows)
            yield {"rule": "pair-table", "cells": list(cells), "table": rows, "called": self.called}
        else:
            yield from self.automaton(
                cells, (), lambda state, digit: (*state, digit), lambda state: allows(*state)
            )

    def pair(self, one: Any, other: Any, allows: Callable[[int, int], bool]) -> Rules:
        cells = [self.cell(one), self.cell(other)]
        if cells[0] == cells[1]:
            raise self.beyond()
        return self.table(cells, allows)

    def automaton(
        self,
        cells: Sequence[int],
        start: Hashable,
        step: Callable[[Any, int], Hashable],
        accepts: Callable[[Any], bool],
    ) -> Rules:
        """The rule that reads cells in order: the state after a digit, and which last are right.

        A state from which no right one is reached is left out, and states that read the same on
        are one, so that the automaton is the least one.
        """
        layers: list[list[Hashable]] = [[start]]
        for _ in cells:
            after = dict.fromkeys(step(state, d) for state in layers[-1] for d in self.digits)
            layers.append([*after])
            self.runner.spend(len(layers[-2]) * len(self.digits))
            if len(layers[-1]) > _MAX_STATES:
                raise self.beyond()
        names: dict[Hashable, int | None] = {
            state: 0 if accepts(state) else None for state in layers[-1]
        }
        known: dict[Hashable, int] = {}
        moves: list[tuple[int, int, int]] = []
        for layer in reversed(layers[:-1]):
            named: dict[Hashable, int | None] = {}
            for state in layer:
                ways = tuple(
                    (d, to) for d in self.digits if (to := names.get(step(state, d))) is not None
                )
                if ways and ways not in known:
                    known[ways] = len(known) + 1
                    moves += [(known[ways], digit, to) for digit, to in ways]
                named[state] = known.get(ways)
            names = named
        first = names[start]
        # Where nothing is right, it has no moves.
        yield {
            "rule": "automaton", "lines": [list(cells)], "starts": [first or 0],
            "accepting": [0] if first is not None else [], "moves": moves, "called": self.called,
        }  # fmt: skip

    def different(self, cells: list[int]) -> Rules:
        if len(cells) > 1:
            yield {"rule": "extra-region", "cells": cells}

    def total(self, counts: dict[int, int], totals: list[int], *, negative: bool = False) -> Rules:
        """The rule that the cells, each so many times, have one of some totals, or none of them."""
        cells, weights = list(counts), list(counts.values())
        plain = set(weights) == {1}
        if len(totals) == 1 and len(cells) == 2 and plain and not negative:
            yield {"rule": "pair-sum", "cells": sorted(cells), "total": totals[0]}
        elif len(totals) == 1 and len(cells) > 2:
            rule: RuleFields = {"rule": "sum", "cells": cells, "total": totals[0]}
            rule |= {} if plain else {"coefficients": weights}
            yield {"rule": "not", "rules": [rule]} if negative else rule
        elif len(cells) < 3:
            yield from self.table(
                cells,
                lambda *row: (sum(map(mul, weights, row)) in totals) != negative,
            )
        else:
            yield from self.automaton(
                cells,
                (0, 0),
                lambda state, digit: (state[0] + 1, state[1] + weights[state[0]] * digit),
                lambda state: (state[1] in totals) != negative,
            )


def _sum(board: Translator, totals: Any, cells: Any) -> Rules:
    return board.total(Counter(board.cells(cells)), board.numbers(totals))


def _negative_sum(board: Translator, totals: Any, cells: Any) -> Rules:
    return board.total(Counter(board.cells(cells)), board.numbers(totals), negative=True)


def _weighted_sum(board: Translator, totals: Any, weights: Any) -> Rules:
    if not isinstance(weights, KeyedValues) or weights.is_set:
        raise board.beyond()
    counts = {board.cell(key): integer(value) for key, value in weights.entries.values()}
    if any(weight <= 0 for weight in counts.values()):
        raise board.beyond()
    return board.total(counts, board.numbers(totals))


def _same_sum(board: Translator, groups: Any) -> Rules:
    sets = []
    for group in board.runner.items(groups):
        if type(group) is not PlainObject or {"weights"} & group.fields.keys():
            raise board.beyond()
        if truth(group.fields.get("asNumber", False)):
            raise board.beyond()
        sets.append(board.distinct(group.fields.get("cells")))
    if not all(sets):
        raise board.beyond()
    if len(sets) > 1:
        yield {"rule": "equal-sum", "sets": sets}


def _house(board: Translator, cells: Any, kind: Any = None) -> Rules:
    members = board.distinct(cells)
    if len(members) != len(board.digits):
        raise board.beyond()
    return board.different(members)


def _difference(board: Translator, differences: Any, one: Any, other: Any) -> Rules:
    wanted = board.numbers(differences)
    return board.pair(one, other, lambda a, b: abs(a - b) in wanted)


def _negative_difference(board: Translator, differences: Any, one: Any, other: Any) -> Rules:
    wanted = board.numbers(differences)
    return board.pair(one, other, lambda a, b: abs(a - b) not in wanted)


def _maximum_difference(board: Translator, most: Any, one: Any, other: Any) -> Rules:
    limit = integer(most)
    return board.pair(one, other, lambda a, b: abs(a - b) <= limit)


def _minimum_difference(board: Translator, least: Any, one: Any, other: Any) -> Rules:
    limit = integer(least)
    return board.pair(one, other, lambda a, b: abs(a - b) >= limit)


def _ratio(board: Translator, ratios: Any, one: Any, other: Any) -> Rules:
    wanted = board.numbers(ratios)
    return board.pair(one, other, lambda a, b: any(a == r * b or b == r * a for r in wanted))


def _negative_ratio(board: Translator, ratios: Any, one: Any, other: Any) -> Rules:
    wanted = board.numbers(ratios)
    if 0 in wanted or 0 in board.digits:
        raise board.beyond()
    return board.pair(one, other, lambda a, b: all(a != r * b and b != r * a for r in wanted))


def _greater(board: Translator, lesser: Any, greater: Any) -> Rules:
    return board.pair(lesser, greater, lambda a, b: a < b)


def _not_less(board: Translator, lesser: Any, greater: Any) -> Rules:
    return board.pair(lesser, greater, lambda a, b: a <= b)


def _pair(board: Translator, allowed: Any, one: Any, other: Any) -> Rules:
    if kind_of(allowed) != "function":
        raise board.beyond()
    call = board.runner.call
    return board.pair(one, other, lambda a, b: truth(call(allowed, None, [float(a), float(b)])))


def _weak_link(board: Translator, one: Any, first: Any, other: Any, second: Any) -> Rules:
    pair = integer(first), integer(second)
    return board.pair(one, other, lambda a, b: (a, b) != pair)


def _weak_links(board: Translator, ones: Any, first: Any, others: Any, second: Any) -> Rules:
    left, right = board.set_of(first), board.set_of(second)
    for one in board.some(ones):
        for other in board.some(others):
            yield from board.pair(
                float(one), float(other), lambda a, b: not (a in left and b in right)
            )


def _predefined(board: Translator, digits: Any, cells: Any) -> Rules:
    wanted = board.set_of(digits)
    for cell in board.some(cells):
        yield from board.table([cell], lambda digit: digit in wanted)


def _forbidden(board: Translator, digits: Any, cells: Any) -> Rules:
    wanted = board.set_of(digits)
    for cell in board.some(cells):
        yield from board.table([cell], lambda digit: digit not in wanted)


def _index(board: Translator, value: Any, indexer: Any, cells: Any) -> Rules:
    """For each place: where the indexer names it, the cell there holds the value."""
    digit, place, members = integer(value), board.cell(indexer), board.cells(cells)
    yield from board.table([place], lambda d: 1 <= d <= len(members))
    for number, cell in enumerate(members, 1):
        yield from _where(board, place, number, cell, lambda d: d == digit)


def _negative_index(board: Translator, value: Any, indexer: Any, cells: Any) -> Rules:
    digit, place = integer(value), board.cell(indexer)
    for number, cell in enumerate(board.cells(cells), 1):
        yield from _where(board, place, number, cell, lambda d: d != digit)


def _where(
    board: Translator, place: int, number: int, cell: int, right: Callable[[int], bool]
) -> Rules:
    """A cell is right where another holds a number."""
    if number not in board.digits:
        return
    if cell == place:
        yield from board.table([cell], lambda d: d != number or right(d))
    else:
        yield from board.table([place, cell], lambda a, b: a != number or right(b))


def _in_groups(
    board: Translator, groups: Any, cells: Any, allows: Callable[[Any, Any], bool]
) -> Rules:
    """Each digit is in a group, and the groups of every two cells are allowed."""
    sets, members = board.groups(groups), board.distinct(cells)
    of = dict.fromkeys(board.digits, None) | {d: i for i, group in enumerate(sets) for d in group}
    if len(members) == 1:
        yield from board.table(members, lambda d: of[d] is not None)
    for pair in combinations(members, 2):
        yield from board.table(
            pair, lambda a, b: None not in (of[a], of[b]) and allows(of[a], of[b])
        )


def _different_groups(board: Translator, groups: Any, cells: Any) -> Rules:
    return _in_groups(board, groups, cells, lambda a, b: a != b)


def _same_group(board: Translator, groups: Any, cells: Any) -> Rules:
    return _in_groups(board, groups, cells, lambda a, b: a == b)


def _required_groups(board: Translator, groups: Any, cells: Any) -> Rules:
    members = board.distinct(cells)
    for group in board.groups(groups):
        yield from _seen(board, members, group)


def _seen(board: Translator, cells: list[int], group: frozenset[int]) -> Rules:
    """Some cell holds one of the digits."""
    return board.automaton(cells, False, lambda seen, digit: seen or digit in group, bool)


def _diverse_groups(board: Translator, groups: Any, cells: Any) -> Rules:
    count, members = len(board.groups(groups)), board.distinct(cells)
    if len(members) <= count:
        yield from _different_groups(board, groups, cells)
    if len(members) >= count and len(members) > 1:
        yield from _required_groups(board, groups, cells)


def _different_combinations(board: Translator, groups: Any) -> Rules:
    """The digits of one set of cells are left, and those of another struck out of them."""
    sets = [board.distinct(group) for group in board.runner.items(groups)]
    # The site compares texts of digits, in which 1 and 0 are 10.
    if board.digits[-1] > 9 or len({len(cells) for cells in sets}) > 1 or not all(sets):
        raise board.beyond()

    def step(state: tuple[int, tuple[int, ...]], digit: int) -> tuple[int, tuple[int, ...]]:
        count, left = state
        if count < len(sets[0]):
            return count + 1, tuple(sorted((*left, digit)))
        place = left.index(digit) if digit in left else len(left)
        return count + 1, left[:place] + left[place + 1 :]

    for one, other in combinations(sets, 2):
        yield from board.automaton([*one, *other], (0, ()), step, lambda state: bool(state[1]))


def _same_digit(board: Translator, cells: Any) -> Rules:
    members = board.distinct(cells)
    for one, other in pairwise(members):
        yield from board.table([one, other], lambda a, b: a == b)


def _count(board: Translator, cells: Any, digit: Any, right: Callable[[int], bool]) -> Rules:
    wanted = integer(digit)
    return board.automaton(board.distinct(cells), 0, lambda count, d: count + (d == wanted), right)


def _most_of_digit(board: Translator, digit: Any, most: Any, cells: Any) -> Rules:
    limit = integer(most)
    return _count(board, cells, digit, lambda count: count <= limit)


def _number_of_digit(board: Translator, digit: Any, count: Any, cells: Any) -> Rules:
    wanted = integer(count)
    return _count(board, cells, digit, lambda number: number == wanted)


def _count_digits(board: Translator, digits: Any, counter: Any, cells: Any) -> Rules:
    wanted = board.set_of(digits)
    return board.automaton(
        [board.cell(counter), *board.distinct(cells)],
        (),
        lambda state, d: (d,) if not state else (state[0] - (d in wanted),),
        lambda state: state == (0,),
    )


def _count_digit(board: Translator, digit: Any, counter: Any, cells: Any) -> Rules:
    return _count_digits(board, DigitSet([integer(digit)]), counter, cells)


def _required(board: Translator, digits: Any, cells: Any) -> Rules:
    wanted, members = board.numbers(digits), board.distinct(cells)
    if wanted:
        yield {"rule": "contain", "cells": members, "digits": wanted}


def _consecutive(board: Translator, cells: Any) -> Rules:
    members = board.distinct(cells)
    if len(members) > 1:
        yield {"rule": "renban", "cells": members}


def _sequence(board: Translator, cells: Any) -> Rules:
    members = board.distinct(cells)
    if len(members) > 2:
        yield {"rule": "sequence-line", "cells": members}


def _between(board: Translator, ends: Any, cells: Any) -> Rules:
    limits = board.distinct(ends)
    if len(limits) != 2:
        raise board.beyond()
    first, last = limits
    for cell in board.distinct(cells):
        if cell in (first, last):
            raise board.beyond()
        yield from board.table([first, cell, last], lambda a, d, b: a < d < b or b < d < a)


def _skyscraper(board: Translator, amount: Any, cells: Any) -> Rules:
    if 0 in board.digits:
        raise board.beyond()
    wanted = integer(amount)
    return board.automaton(
        board.distinct(cells),
        (0, 0),
        lambda state, d: (max(state[0], d), state[1] + (d > state[0])),
        lambda state: state[1] == wanted,
    )


def _x_sum(board: Translator, total: Any, counter: Any, cells: Any) -> Rules:
    members, wanted = board.distinct(cells), integer(total)
    if 0 in board.digits or board.digits[-1] > len(members):
        raise board.beyond()
    return board.automaton(
        [board.cell(counter), *members],
        (-1, 0),
        lambda state, d: (
            (d, 0) if state[0] < 0 else (max(0, state[0] - 1), state[1] + d * (state[0] > 0))
        ),
        lambda state: state[1] == wanted,
    )


def _product(board: Translator, products: Any, cells: Any) -> Rules:
    wanted = board.numbers(products)

    def step(value: int, digit: int) -> int:
        # A product that no longer divides one that is wanted is as good as none.
        value *= digit
        return value if any(n == value == 0 or (value and n % value == 0) for n in wanted) else -1

    return board.automaton(board.distinct(cells), 1, step, lambda value: value in wanted)


TRANSLATED: dict[str, tuple[int, Callable[..., Rules]]] = {
    "AsymmetricalPair": (3, _pair),
    "Between": (2, _between),
    "ConsecutiveDigitsSet": (1, _consecutive),
    "CountDigit": (3, _count_digit),
    "CountDigits": (3, _count_digits),
    "Difference": (3, _difference),
    "DifferentCombinations": (1, _different_combinations),
    "DifferentDigits": (1, lambda board, cells: board.different(board.distinct(cells))),
    "DifferentGroups": (2, _different_groups),
    "DiverseGroups": (2, _diverse_groups),
    "ExactDigitCount": (3, _number_of_digit),
    "ForbiddenCandidates": (2, _forbidden),
    "GreaterThan": (2, _greater),
    "GreaterThanOrEquals": (2, _not_less),
    "House": (1, _house),
    "Index": (3, _index),
    "LessThan": (2, _greater),
    "MaxDigitCount": (3, _most_of_digit),
    "MaximumDifference": (3, _maximum_difference),
    "MinimumDifference": (3, _minimum_difference),
    "NegativeDifference": (3, _negative_difference),
    "NegativeIndex": (3, _negative_index),
    "NegativeRatio": (3, _negative_ratio),
    "NegativeSum": (2, _negative_sum),
    "Pair": (3, _pair),
    "PredefinedCandidates": (2, _predefined),
    "Product": (2, _product),
    "Ratio": (3, _ratio),
    "RequiredDigits": (2, _required),
    "RequiredGroups": (2, _required_groups),
    "SameDigit": (1, _same_digit),
    "SameGroup": (2, _same_group),
    "SameSum": (1, _same_sum),
    "Sequence": (1, _sequence),
    "Skyscraper": (2, _skyscraper),
    "Sum": (2, _sum),
    "WeakLink": (4, _weak_link),
    "WeakLinks": (4, _weak_links),
    "WeightedSum": (2, _weighted_sum),
    "XSum": (3, _x_sum),
}
"""The site's components: how many arguments each has after its name, and the rules that it is."""
