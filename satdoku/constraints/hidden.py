"""Digits of hidden cells: a backtracking search by the plain meaning of rules.

A rule with cells outside of the grid or with unknown regions holds if some values of these cells
keep it. The search calls :meth:`Clue.fits` and :meth:`Constraint.may_hold` and never reads
relations, so that it can judge the engines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import TypeAlias

from satdoku.base.errors import Undecided
from satdoku.base.limits import ENDLESS, Clock, Limit, RanOut, running, under
from satdoku.board.constraint import Constraint
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid
from satdoku.constraints.common import Clue

__all__ = ["Choices", "filling", "held"]

Choices: TypeAlias = dict[int, frozenset[int]]
"""The values left to each hidden cell."""

_MAX_GUESSES = 5_000
"""Guesses of a search without a clock, and searches inside of it: some ten seconds."""
_MAX_WAYS = 128
"""Ways to fill the empty cells of a rule that are all tried."""
_MAX_CELLS = 10
"""Empty cells of a rule of which each value is tried."""
_BEFORE = "it was decided whether a rule with cells outside of the grid or unknown regions holds"


def filling(
    board: Geometry,
    known: Sequence[int],
    left: Mapping[int, Iterable[int]],
    rules: Iterable[Constraint],
    clock: Clock | None = None,
    narrow: Callable[[Choices], bool] | None = None,
) -> tuple[int, ...] | None:
    """Digits of a whole board that keep all rules; ``None``: there are none.

    ``known`` are the digits of its first cells; each other cell has one of those ``left`` to it.
    ``narrow`` takes values away that another rule excludes, and returns false where that shows that
    there are no digits.

    :raises Undecided: where the clock ran out (``clock``, or else that of the thread), or a number
        of guesses without a clock.
    """
    own = clock is None and running() is ENDLESS
    if clock is None:
        clock = Limit(nodes=_MAX_GUESSES).start() if own else running()
    search = _Search(board, rules, clock, narrow)
    values: list[int | None] = [*known, *[None] * (board.cell_count - len(known))]
    try:
        with under(clock):  # searches inside of rules count with this one
            return search.run(values, {cell: frozenset(some) for cell, some in left.items()})
    except RanOut:
        if own:
            raise Undecided(
                "whether a rule with cells outside of the grid or unknown regions holds was not "
                "decided within {guesses} guesses",
                guesses=_MAX_GUESSES,
            ) from None
        raise


class _Search:
    def __init__(
        self,
        board: Geometry,
        rules: Iterable[Constraint],
        clock: Clock,
        narrow: Callable[[Choices], bool] | None,
    ) -> None:
        self.board = board
        self.rules = tuple(rules)
        self.clock = clock
        self.narrow = narrow
        self.scopes = [rule.scope(board) for rule in self.rules]
        self.users: dict[int, list[int]] = {}
        for number, scope in enumerate(self.scopes):
            for cell in scope:
                self.users.setdefault(cell, []).append(number)
        self.failed = [1] * len(self.rules)
        self.sound = all(rule.is_sound(board) for rule in self.rules)

    def run(self, values: list[int | None], left: Choices) -> tuple[int, ...] | None:
        """The digits, those of ``values`` among them."""
        if not self.sound:
            return None
        self.clock.nodes += 1
        waiting = [(values, left, tuple(range(len(self.rules))))]
        while waiting:
            self.clock.check(_BEFORE)
            values, left, changed = waiting.pop()
            if not self._settle(values, left, changed):
                continue
            unsettled = [cell for cell in left if values[cell] is None]
            if not unsettled:
                return tuple([value for value in values if value is not None])
            self.clock.nodes += 1
            cell = min(unsettled, key=lambda c: self._worth(c, left))
            for value in sorted(left[cell], reverse=True):
                one = {**left, cell: frozenset((value,))}
                waiting.append((values.copy(), one, tuple(self.users.get(cell, ()))))
        return None

    def _worth(self, cell: int, left: Choices) -> float:
        """The order in which cells are tried: few values and many failed rules come first."""
        return len(left[cell]) / (1 + sum([self.failed[n] for n in self.users.get(cell, ())]))

    def _settle(self, values: list[int | None], left: Choices, changed: Sequence[int]) -> bool:
        """Take away values that single rules exclude, until nothing changes; false where a cell has
        none left."""
        queue = dict.fromkeys(changed)
        while True:
            before = left.copy()
            if self.narrow is not None and not self.narrow(left):
                return False
            self._note(before, values, left, queue)
            if not queue:
                return True
            while queue:
                self.clock.check(_BEFORE)
                number = next(iter(queue))
                del queue[number]
                before = left.copy()
                if not self._revise(number, values, left):
                    self.failed[number] += 1
                    return False
                self._note(before, values, left, queue)
            if self.narrow is None:
                return True

    def _note(
        self, before: Choices, values: list[int | None], left: Choices, queue: dict[int, None]
    ) -> None:
        for cell, some in left.items():
            single = len(some) == 1 and values[cell] is None
            if single:
                values[cell] = next(iter(some))
            if single or some is not before[cell]:
                queue.update(dict.fromkeys(self.users.get(cell, ())))

    def _revise(self, number: int, values: list[int | None], left: Choices) -> bool:
        rule = self.rules[number]
        empty = [cell for cell in self.scopes[number] if values[cell] is None]
        if not empty:
            return self._holds(rule, values)
        if prod([len(left[cell]) for cell in empty]) <= _MAX_WAYS:
            return self._try_ways(rule, empty, values, left)
        if not rule.may_hold(values, self.board):
            return False
        for cell in empty if len(empty) <= _MAX_CELLS else ():
            supported = set()
            for value in left[cell]:
                values[cell] = value
                if rule.may_hold(values, self.board):
                    supported.add(value)
            values[cell] = None
            if len(supported) < len(left[cell]):
                left[cell] = frozenset(supported)
                if not supported:
                    return False
        return True

    def _try_ways(
        self, rule: Constraint, empty: Sequence[int], values: list[int | None], left: Choices
    ) -> bool:
        """Keep the values that occur in some way to fill the empty cells."""
        seen: list[set[int]] = [set() for _ in empty]
        for way in product(*[left[cell] for cell in empty]):
            for cell, value in zip(empty, way, strict=True):
                values[cell] = value
            if self._holds(rule, values):
                for known, value in zip(seen, way, strict=True):
                    known.add(value)
        for cell, known in zip(empty, seen, strict=True):
            values[cell] = None
            if len(known) < len(left[cell]):
                left[cell] = frozenset(known)
        return bool(seen[0])

    def _holds(self, rule: Constraint, values: list[int | None]) -> bool:
        return held(rule, values, self.board, self.clock)


def held(
    rule: Constraint, values: Sequence[int | None], board: Geometry, clock: Clock | None = None
) -> bool:
    """Whether the values of its cells keep a sound rule; the other cells may be empty."""
    if isinstance(rule, Clue):
        return rule.fits(values, board)  # type: ignore[arg-type]  # its cells have values
    lowest = board.digits[0]
    full = tuple([lowest if value is None else value for value in values])
    return rule.holds_within(Grid(board, full), clock)
