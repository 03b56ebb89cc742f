"""A layered diagram: the values that may follow each other along an ordered list of variables.

It has one layer for each variable, unrolled from states and steps. States with equal futures become
one node, and states without a future are dropped. A nondeterministic diagram stays so.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from satdoku.base.limits import tick
from satdoku.base.records import dataclass

MAX_NODES = 200_000

State = TypeVar("State", bound=Hashable)
Branching: TypeAlias = Mapping[int, frozenset[int]]
"""For each value that may come next, the nodes of the next layer that it may lead to."""


class TooLarge(ValueError):
    """A relation takes more states than any encoding of it should."""


@dataclass(frozen=True)
class Diagram:
    """``layers[i]`` holds the nodes before ``variables[i]``; the last leads to node 0, the end.

    An assignment is allowed where some path from one of ``starts`` follows its values. Every node
    lies on a path to the end, so there is no assignment where ``starts`` is empty.
    """

    variables: tuple[int, ...]
    layers: tuple[tuple[Branching, ...], ...]
    starts: frozenset[int]

    def support(self) -> list[frozenset[int]]:
        """The values that each place of the list takes on some path."""
        values_by_place = []
        reached = self.starts
        for layer in self.layers:
            values_by_place.append(frozenset(value for node in reached for value in layer[node]))
            reached = frozenset(
                n for node in reached for after in layer[node].values() for n in after
            )
        return values_by_place


def unroll(
    variables: Sequence[int],
    domains: Sequence[Iterable[int]],
    starts: Iterable[State],
    step: Callable[[int, State, int], Iterable[State]],
    accepts: Callable[[State], bool],
) -> Diagram:
    """The diagram of these states; ``step(i, state, value)`` gives the states after place ``i``.

    :raises TooLarge: where there are more than :data:`MAX_NODES` states.
    """
    reached: list[dict[State, dict[int, tuple[State, ...]]]] = []
    states: dict[State, None] = dict.fromkeys(starts)
    first = tuple(states)
    total = len(states)
    for i, domain in enumerate(domains):
        values = sorted(domain)
        layer: dict[State, dict[int, tuple[State, ...]]] = {}
        later: dict[State, None] = {}
        for state in states:
            tick()
            moves = layer[state] = {value: tuple(step(i, state, value)) for value in values}
            for after in moves.values():
                for one in after:
                    later[one] = None
            if total + len(later) > MAX_NODES:
                raise TooLarge(f"a relation over {len(variables)} variables takes too many states")
        total += len(later)
        reached.append(layer)
        states = later
    number = {state: 0 for state in states if accepts(state)}
    layers: list[tuple[Branching, ...]] = []
    for layer in reversed(reached):
        nodes: dict[tuple[tuple[int, frozenset[int]], ...], int] = {}
        here: dict[State, int] = {}
        alone = {state: frozenset((node,)) for state, node in number.items()}
        for state, moves in layer.items():
            tick()
            future = []
            for value, after in moves.items():
                if len(after) == 1:
                    alive = alone.get(after[0])
                else:
                    alive = frozenset(number[s] for s in after if s in number)
                if alive:
                    future.append((value, alive))
            if future:
                here[state] = nodes.setdefault(tuple(future), len(nodes))
        layers.append(tuple(dict(future) for future in nodes))
        number = here
    starts_alive = frozenset(number[state] for state in first if state in number)
    return Diagram(tuple(variables), tuple(reversed(layers)), starts_alive)
