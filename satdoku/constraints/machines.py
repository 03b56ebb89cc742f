"""Automata from states and steps, for rules that read cells in order."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

from satdoku.relations import Automaton

__all__ = ["machine"]

State = TypeVar("State", bound=Hashable)


def machine(
    variables: Sequence[int],
    digits: Iterable[int],
    starts: Iterable[State],
    step: Callable[[State, int], State | None],
    accepts: Callable[[State], bool],
) -> Automaton:
    """The automaton of the states that can be reached within the length of the list.

    ``step(state, value)`` gives the state after a value, ``None`` where the value cannot come.
    """
    first = tuple(dict.fromkeys(starts))
    number: dict[State, int] = {state: place for place, state in enumerate(first)}
    moves: list[tuple[int, int, int]] = []
    values = tuple(digits)
    layer: Sequence[State] = first
    for _ in variables:
        later: list[State] = []
        for state in layer:
            for value in values:
                after = step(state, value)
                if after is None:
                    continue
                if after not in number:
                    number[after] = len(number)
                    later.append(after)
                moves.append((number[state], value, number[after]))
        layer = later
    return Automaton(
        tuple(variables),
        frozenset(number[state] for state in first),
        frozenset(place for state, place in number.items() if accepts(state)),
        frozenset(moves),
    )
