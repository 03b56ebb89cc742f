"""Folds: numbers that digits make one after the other, and the automata that follow them.

A fold starts in a state, changes it with every digit and has a value in the end. The digits along
some cells whose value is the one that a clue gives are those that an automaton accepts: its states
are those of the fold, of which those that go on alike are one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from satdoku.base.records import dataclass

DigitTuple = tuple[int, ...]
StatesAndMoves = tuple[DigitTuple, DigitTuple, tuple[DigitTuple, ...]]
"""Starts, accepting states and moves of an automaton."""

_MAX_STATES = 12_000
"""States of a fold that are looked at; each of them once for every digit."""
_MAX_MOVES = 25_000
"""Moves of an automaton; a rule with more is none that a setter would state."""


@dataclass(frozen=True, slots=True)
class Fold:
    """A number or a truth that digits make one after the other.

    start  the state before the first digit
    step   the state after one more; ``None`` where no digits can follow
    value  what the digits have made
    """

    start: Any
    step: Callable[[Any, int], Any]
    value: Callable[[Any], Any]

    def of(self, values: Sequence[int]) -> Any:
        """The value of some digits; ``None`` where they cannot follow one another."""
        state = self.start
        for digit in values:
            state = self.step(state, digit)
            if state is None:
                return None
        return self.value(state)

    def is_number(self, number: object) -> Fold:
        """Whether the number is this one."""
        return Fold(self.start, self.step, lambda state: self.value(state) == number)

    def denied(self) -> Fold:
        """Whether the digits are wrong, of which all can follow one another."""
        return Fold(self.start, self.step, lambda state: not self.value(state))

    def is_first_digit(self) -> Fold:
        """Whether the first digit is the number that the others make."""

        def step(state: Any, digit: int) -> Any:
            if state == ():
                return digit, self.start
            rest = self.step(state[1], digit)
            return None if rest is None else (state[0], rest)

        return Fold((), step, lambda state: state != () and self.value(state[1]) == state[0])


def whole(value: Callable[[DigitTuple], Any]) -> Fold:
    """A fold of a few digits, all of which have to be known."""
    return Fold((), lambda state, digit: (*state, digit), value)


def count(test: Callable[[int], bool]) -> Fold:
    """How many digits pass a test."""
    return Fold(0, lambda state, digit: state + test(digit), lambda state: state)


def longest_run(follows: Callable[[int, int], bool]) -> Fold:
    """The length of the longest run of digits of which each may follow the one before."""

    def step(state: Any, digit: int) -> Any:
        before, length, longest = state
        length = length + 1 if before and follows(before, digit) else 1
        return digit, length, max(longest, length)

    return Fold((0, 0, 0), step, lambda state: state[2])


def somewhere(length: int, test: Callable[[DigitTuple], bool]) -> Fold:
    """Whether so many digits, one after the other, pass a test in some place."""

    def step(state: Any, digit: int) -> Any:
        if state is True:
            return True
        last = (*state, digit)[-length:]
        return True if len(last) == length and test(last) else last[1 - length :]

    return Fold((), step, lambda state: state is True)


def nowhere(length: int, test: Callable[[DigitTuple], bool]) -> Fold:
    """Whether so many digits, one after the other, pass a test in no place."""

    def step(state: Any, digit: int) -> Any:
        last = (*state, digit)[-length:]
        if len(last) == length and test(last):
            return None
        return last[1 - length :] if len(last) == length else last

    return Fold((), step, lambda _: True)


def between(fold: Fold, low: int, high: int) -> Fold:
    """The value of the digits between two others."""

    def step(state: Any, digit: int) -> Any:
        if state is None or state == ():
            return (low + high - digit, fold.start) if digit in (low, high) else ()
        other, inner = state
        if not other:
            return state
        if digit == other:
            return 0, inner
        inner = fold.step(inner, digit)
        return None if inner is None else (other, inner)

    return Fold((), step, lambda state: fold.value(state[1]) if state and not state[0] else None)


def before(fold: Fold, end: int) -> Fold:
    """The value of the digits before another."""

    def step(state: Any, digit: int) -> Any:
        ended, inner = state
        if ended or digit == end:
            return True, inner
        inner = fold.step(inner, digit)
        return None if inner is None else (False, inner)

    return Fold((False, fold.start), step, lambda state: fold.value(state[1]) if state[0] else None)


def as_many_as_the_first(fold: Fold) -> Fold:
    """The value of the first digits, as many as the first of them says."""

    def step(state: Any, digit: int) -> Any:
        left, inner = state or (digit, fold.start)
        if not left:
            return state
        inner = fold.step(inner, digit)
        return None if inner is None else (left - 1, inner)

    return Fold((), step, lambda state: fold.value(state[1]) if state and not state[0] else None)


def machine(fold: Fold, count: int, digits: Sequence[int]) -> StatesAndMoves | None:
    """The automaton of so many digits for which a fold is true; ``None`` where there are none,
    where all are, or where it is too large."""
    layers: list[dict[Any, list[tuple[int, Any]]]] = []
    states: list[Any] = [fold.start]
    looked_at = 0
    for _ in range(count):
        looked_at += len(states)
        if looked_at > _MAX_STATES:
            return None
        layer = {
            state: [
                (digit, after) for digit in digits if (after := fold.step(state, digit)) is not None
            ]
            for state in states
        }
        layers.append(layer)
        states = list(dict.fromkeys(after for moves in layer.values() for _, after in moves))
    return _merged(layers, {state: 0 for state in states if fold.value(state)}, len(digits))


def _merged(
    layers: Sequence[dict[Any, list[tuple[int, Any]]]], ends: dict[Any, int], width: int
) -> StatesAndMoves | None:
    """The automaton of the states in layers, from the last on, of which those that go on alike are
    one; it accepts in the one of the ``ends``."""
    numbers: dict[frozenset[tuple[int, int]], int] = {}
    after, ways = ends, dict.fromkeys(ends, 1)
    for layer in reversed(layers):
        here: dict[Any, int] = {}
        ways_here: dict[Any, int] = {}
        for state, moves in layer.items():
            steps = frozenset((digit, after[to]) for digit, to in moves if to in after)
            if steps:
                here[state] = numbers.setdefault(steps, len(numbers) + 1)
                ways_here[state] = sum(ways[to] for _, to in moves if to in after)
        after, ways = here, ways_here
    moves_of = tuple(
        (number, digit, to) for steps, number in numbers.items() for digit, to in sorted(steps)
    )
    if not after or len(moves_of) > _MAX_MOVES or sum(ways.values()) == width ** len(layers):
        return None
    (start,) = after.values()
    return (start,), (0,), moves_of
