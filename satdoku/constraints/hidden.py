"""Digits of cells that nobody sees: a backtracking search that asks rules what they mean.

What a rule with cells outside of the grid or with unknown regions means is that some values of
these cells keep it. The search reads what rules say of digits (:meth:`Clue.fits`,
:meth:`Clue.may_fit`) and never their relations, so that it judges what engines find.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import TypeAlias

from satdoku.base.errors import Undecided
from satdoku.base.limits import ENDLESS, Clock, Limit, RanOut, running
from satdoku.board.constraint import Constraint
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid
from satdoku.constraints.common import Clue

__all__ = ["Choices", "filling"]

Choices: TypeAlias = dict[int, frozenset[int]]
"""What is left to each hidden cell."""

_GUESSES = 5_000
"""What the search may spend where no clock runs, some ten seconds."""
_FEW_WAYS = 128
"""Ways to fill the empty cells of a rule that are all looked at."""
_FEW_CELLS = 10
"""Empty cells of a rule of which each value is looked at."""
_HIDDEN = "a rule with cells outside of the grid or unknown regions"
_BEFORE = f"it was decided whether {_HIDDEN} holds"


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
    ``narrow`` takes values away that a rule besides excludes; false where that shows that there
    are no digits.

    :raises Undecided: where the clock ran out, this one or the one that the thread is under, or
        without any a number of guesses.
    """
    own = clock is None and running() is ENDLESS
    if clock is None:
        clock = Limit(nodes=_GUESSES).start() if own else running()
    search = _Search(board, rules, clock, narrow)
    values: list[int | None] = [*known, *[None] * (board.cell_count - len(known))]
    try:
        return search.run(values, {cell: frozenset(some) for cell, some in left.items()})
    except RanOut:
        if own:
            raise Undecided(
                "whether {hidden} holds was not decided within {guesses} guesses",
                hidden=_HIDDEN,
                guesses=_GUESSES,
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
        waiting = [(values, left, tuple(range(len(self.rules))))]
        while waiting:
            self.clock.check(_BEFORE)
            values, left, asked = waiting.pop()
            if not self._settle(values, left, asked):
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
        """Few values, and many rules that failed: what is tried first."""
        return len(left[cell]) / (1 + sum([self.failed[n] for n in self.users.get(cell, ())]))

    def _settle(self, values: list[int | None], left: Choices, asked: Sequence[int]) -> bool:
        """Take away what one rule excludes, until nothing changes; whether all have values."""
        queue = dict.fromkeys(asked)
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
        if prod([len(left[cell]) for cell in empty]) <= _FEW_WAYS:
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
        if not rule.may_hold(values, self.board):
            return False
        for cell in empty if len(empty) <= _FEW_CELLS else ():
            kept = set()
            for value in left[cell]:
                values[cell] = value
                if rule.may_hold(values, self.board):
                    kept.add(value)
            values[cell] = None
            if len(kept) < len(left[cell]):
                left[cell] = frozenset(kept)
                if not kept:
                    return False
        return True

    def _holds(self, rule: Constraint, values: list[int | None]) -> bool:
        if isinstance(rule, Clue):
            return rule.fits(values, self.board)  # type: ignore[arg-type]  # its cells have values
        lowest = self.board.digits[0]
        full = tuple([lowest if value is None else value for value in values])
        return rule.holds_within(Grid(self.board, full), self.clock)
