"""The demand of a table of pairs or of an automaton, in few numbers where it is a law with words.

An automaton for a line of a known length is compared with the laws exactly: two states are the same
where they accept the same digits for the rest of the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import lru_cache
from typing import Any

from satdoku.base.records import dataclass
from satdoku.constraints.patterns import Machine

__all__ = ["Law", "law_of_machine", "law_of_pairs"]

_MAX_STATES = 2000
"""States of an automaton, by what is left of the line, that are compared."""
_MAX_TOTALS = 20_000
"""Totals of the first digits of a line, by their number, that are compared."""
_MIN_RANGE = 4
"""Successive numbers that are written as a range."""


@dataclass(frozen=True)
class Law:
    """The name of a law, and the values for its sentence."""

    name: str
    values: Mapping[str, Any]


def law_of_pairs(pairs: Set[tuple[int, int]], digits: Sequence[int]) -> Law:
    """``differences``, ``sums`` or, where neither says it all, ``follow``: which digits come after
    each."""
    kinds: tuple[tuple[str, Callable[[int, int], int]], ...] = (
        ("differences", lambda a, b: abs(a - b)),
        ("sums", lambda a, b: a + b),
    )
    for name, of in kinds:
        numbers = {of(a, b) for a, b in pairs}
        if pairs and {(a, b) for a in digits for b in digits if of(a, b) in numbers} == pairs:
            return Law(name, {"numbers": _listed(numbers)})
    after = {a: sorted(b for one, b in pairs if one == a) for a in digits}
    rows = "; ".join(f"{a} → {_together(some)}" for a, some in after.items() if some)
    return Law("follow", {"pairs": rows or "–"})


@lru_cache(maxsize=64)
def law_of_machine(machine: Machine, length: int, digits: tuple[int, ...]) -> Law | None:
    """``total`` of all digits, ``count`` of some digits, whichever has fewer numbers, or a law of
    successive digits, as :func:`law_of_pairs`; ``None`` where it is none of these, or too large to
    tell."""
    ends = _Ends(digits)
    try:
        root = ends.of(machine, machine.starts, length)
        laws = []
        if total := ends.totals(root, length, {digit: digit for digit in digits}):
            laws.append(Law("total", {"numbers": _listed(total)}))
        classes: dict[int, list[int]] = {}
        for digit, end in zip(digits, ends.after(root), strict=True):
            classes.setdefault(end, []).append(digit)
        if len(classes) == 2:
            counted = min(classes.values(), key=len)
            if count := ends.totals(root, length, {digit: digit in counted for digit in digits}):
                values = {"digits": _together(counted), "numbers": _listed(count)}
                laws.append(Law("count", values))
        if laws:
            return min(laws, key=lambda law: len(law.values["numbers"]))
        pairs = ends.pairs(root, length)
        again = Machine(
            frozenset([-1]),
            frozenset(digits),
            frozenset([(-1, d, d) for d in digits] + [(a, b, b) for a, b in pairs]),
        )
        if length > 1 and ends.of(again, again.starts, length) == root:
            return law_of_pairs(pairs, digits)
    except OverflowError:
        pass
    return None


class _Ends:
    """Numbers for states: the same where the same digits lead on to the end of the line."""

    def __init__(self, digits: Sequence[int]) -> None:
        self.digits = digits
        self._children: list[tuple[int, ...]] = [(), ()]  # 0: refused, 1: accepted
        self._numbers: dict[tuple[int, ...], int] = {}

    def of(self, machine: Machine, states: frozenset[int], left: int) -> int:
        """The number of some states with so many digits left.

        :raises OverflowError: where there are too many.
        """
        layers = [{states}]
        for _ in range(left):
            layers.append({to for some in layers[-1] for to in self._steps(machine, some)})
            if sum(map(len, layers)) > _MAX_STATES:
                raise OverflowError
        numbers = {some: int(bool(some & machine.accepting)) for some in layers.pop()}
        for layer in reversed(layers):
            numbers = {
                some: self._numbered(tuple([numbers[to] for to in self._steps(machine, some)]))
                for some in layer
            }
        return numbers[states]

    def _steps(self, machine: Machine, states: frozenset[int]) -> list[frozenset[int]]:
        return [machine.step(states, (digit,)) for digit in self.digits]

    def _numbered(self, after: tuple[int, ...]) -> int:
        if not any(after):
            return 0
        if after not in self._numbers:
            self._numbers[after] = len(self._children)
            self._children.append(after)
        return self._numbers[after]

    def after(self, number: int) -> tuple[int, ...]:
        """The numbers after each digit."""
        return self._children[number] if number else (0,) * len(self.digits)

    def totals(self, root: int, length: int, weights: Mapping[int, int]) -> set[int]:
        """The totals that are accepted; empty where the totals do not say it all.

        :raises OverflowError: where there are too many.
        """
        layer = {0: root}
        seen = 0
        for _ in range(length):
            seen += len(layer)
            if seen > _MAX_TOTALS:
                raise OverflowError
            later: dict[int, int] = {}
            for total, number in layer.items():
                for digit, end in zip(self.digits, self.after(number), strict=True):
                    if later.setdefault(total + weights[digit], end) != end:
                        return set()
            layer = later
        return {total for total, number in layer.items() if number}

    def pairs(self, root: int, length: int) -> set[tuple[int, int]]:
        """The digits that come after one another in lines that are accepted."""
        successive: set[tuple[int, int]] = set()
        layer = {(digit, end) for digit, end in self._each(root)}
        for _ in range(length - 1):
            later = set()
            for digit, number in layer:
                for after, end in self._each(number):
                    successive.add((digit, after))
                    later.add((after, end))
            layer = later
        return successive

    def _each(self, number: int) -> Iterable[tuple[int, int]]:
        return [(d, end) for d, end in zip(self.digits, self.after(number), strict=True) if end]


def _listed(numbers: Iterable[int]) -> str:
    """Numbers in order, successive ones as a range: ``0, 2, 5–9``."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [
        [f"{run[0]}–{run[-1]}"] if len(run) >= _MIN_RANGE else list(map(str, run)) for run in runs
    ]
    return ", ".join(part for some in parts for part in some)


def _together(digits: Iterable[int]) -> str:
    return " ".join(map(str, digits))
