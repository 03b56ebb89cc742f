"""Numbers that words make of a few digits: "the largest digit around the circle".

A sentence of a clue with a number says which quantity of which cells the number is: their sum, the
largest of them, how many are even. Other sentences say how the digits of a figure are related
without a number. Both are read as the digits that the cells may hold, whatever name the rule has.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product
from math import prod

from satdoku.board import Constraint
from satdoku.constraints.custom import AutomatonRule

DigitTuple = tuple[int, ...]
Measure = Callable[[DigitTuple], float | None]

_MAX_TUPLES = 7_000
"""Ways to fill the cells of a figure that are looked at: those of four cells with nine digits."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """The number or the relation that a sentence states of the digits of a figure.

    form     the form that the sentence has
    measure  the number that the digits make, which the figure's own has to be; ``None`` where the
             sentence states a relation, which :attr:`relation` is
    """

    form: str
    measure: Measure | None = None
    relation: Callable[[DigitTuple], bool] | None = None

    def allows(self, values: DigitTuple, label: int | None) -> bool:
        """Whether digits in order keep what is said, beside this number."""
        if self.relation is not None:
            return self.relation(values)
        return self.measure is not None and label is not None and self.measure(values) == label


def _count(test: Callable[[int], bool]) -> Measure:
    return lambda values: sum(map(test, values))


def _middle(values: DigitTuple) -> float:
    return sorted(values)[len(values) // 2]


def _consecutive(values: DigitTuple) -> bool:
    return max(values) - min(values) == len(values) - 1 == len({*values}) - 1


def _rises_round(values: DigitTuple) -> bool:
    """Whether four digits around a corner, clockwise, rise from one of them on."""
    turns = (values[at:] + values[:at] for at in range(len(values)))
    return any(map(_rises, turns))


def _rises(values: DigitTuple) -> bool:
    return all(a < b for a, b in pairwise(values))


def _zigzags(values: DigitTuple) -> bool:
    return all(
        (b - a) * (c - b) < 0 for a, b, c in zip(values, values[1:], values[2:], strict=False)
    )


def _rounded(values: DigitTuple) -> float | None:
    """The number that two digits make, rounded to tens."""
    return (10 * values[0] + values[1] + 5) // 10 * 10 if len(values) == 2 else None


def _clockwise(values: DigitTuple) -> DigitTuple:
    """Four digits around a corner, read row by row, in the order of a clock."""
    return (values[0], values[1], values[3], values[2]) if len(values) == 4 else values


def _crossed(value: Callable[[int, int], float]) -> Callable[[DigitTuple], bool]:
    return lambda v: len(v) == 4 and value(v[0], v[3]) == value(v[1], v[2])


_SUM = r"\b(?:sums?|total|add up|adds?)\b"
_TOP = r"(?:largest|highest|greatest|biggest|maximum)"
_BOTTOM = r"(?:smallest|lowest|least|minimum)"

MEASURES: tuple[tuple[str, Measure], ...] = (
    (rf"{_SUM} of (?:the )?{_TOP}.*{_BOTTOM}|{_SUM} of (?:the )?{_BOTTOM}.*{_TOP}",
     lambda v: max(v) + min(v)),
    (rf"difference (?:between|of) (?:the )?{_TOP}.*{_BOTTOM}", lambda v: max(v) - min(v)),
    (rf"position of (?:the )?{_TOP}", lambda v: v.index(max(v)) + 1),
    (r"\b(?:median|middle (?:digit|value|number|of))\b", _middle),
    (rf"\b{_TOP}\b(?: digit| number| value| of)", max),
    (rf"\b{_BOTTOM}\b(?: digit| number| value| of)", min),
    (r"\b(?:how many|number|total number|count) .*\beven\b", _count(lambda n: n % 2 == 0)),
    (r"\b(?:how many|number|total number|count) .*\bodd\b", _count(lambda n: n % 2 == 1)),
    (r"\bhow many (?:different|distinct|unique)\b|\bnumber of (?:different|distinct|unique)\b",
     lambda v: len({*v})),
    (r"determinant", lambda v: v[0] * v[3] - v[1] * v[2] if len(v) == 4 else None),
    (r"\btens? digit of .*(?:product|multiply)", lambda v: prod(v) // 10),
    (r"\bround(?:ed|ing)\b.*\bnearest\b", _rounded),
    (r"\bproduct\b|\bmultipl(?:y|ied|ying)\b", prod),
    (r"\b(?:differences?|differ)\b", lambda v: abs(v[0] - v[1]) if len(v) == 2 else None),
    (r"\b(?:average|mean)\b", lambda v: sum(v) / len(v)),
    (_SUM, sum),
)  # fmt: skip
"""Numbers that digits make, by the words for them; the first that fits counts."""

RELATIONS: tuple[tuple[str, Callable[[DigitTuple], bool]], ...] = (
    (r"checker ?board", lambda v: [n % 2 for n in v] in ([0, 1, 1, 0], [1, 0, 0, 1])),
    (r"diagonal\w* .*\bsame (?:sum|total)|\bboth diagonal.*same sum", _crossed(lambda a, b: a + b)),
    (r"diagonal\w* .*\bsame difference", _crossed(lambda a, b: abs(a - b))),
    (r"counter ?clockwise|anti ?clockwise", lambda v: _rises_round(_clockwise(v)[::-1])),
    (r"(?<!anti)(?<!counter) ?\bclockwise", lambda v: _rises_round(_clockwise(v))),
    (r"consecutive (?:set|digits)|set of consecutive", _consecutive),
    (r"1 .*\bsum of (?:the )?other", lambda v: any(2 * n == sum(v) for n in v)),
    (r"\b2 .*even\b.*\b2 .*odd\b", lambda v: sum(n % 2 for n in v) == 2),
    (r"\bsame parity\b|all (?:\w+ )*odd,? or all (?:\w+ )*even|either all .*\bodd.*\beven",
     lambda v: len({n % 2 for n in v}) == 1),
    (r"1 odd .*1 even|1 even .*1 odd", lambda v: len(v) == 2 and sum(v) % 2 == 1),
    (r"must increase|increasing order|ascending order", _rises),
    (r"increas\w+ and decreas\w+|alternate between increas", _zigzags),
    (r"sum of (?:the )?even digits .*sum of (?:the )?odd",
     lambda v: sum(n if n % 2 else -n for n in v) == 0),
)  # fmt: skip
"""Relations of the digits of a figure, by the words for them."""


def quantities_in(plain: str) -> Iterator[Quantity]:
    """The quantities that a plain sentence states of the digits of a figure."""
    for form, relation in RELATIONS:
        if re.search(form, plain):
            yield Quantity(form, relation=relation)
    for form, measure in MEASURES:
        if re.search(form, plain):
            yield Quantity(form, measure)
            return


def place_in(plain: str) -> slice | None:
    """The cells from a clue beside the board on that a plain sentence is about."""
    if re.search(
        r"\b(?:2nd|second),? (?:3rd|third),? (?:and|or|and/or|through) (?:4th|fourth)", plain
    ):
        return slice(1, 4)
    if match := re.search(
        r"\b(?:first|nearest|closest|outermost) (\d) (?:digits|cells|numbers)", plain
    ):
        return slice(0, int(match[1]))
    if match := re.search(r"\b(\d) (?:digits|cells|numbers) (?:nearest|closest|adjacent)", plain):
        return slice(0, int(match[1]))
    return None


def clue_of(
    quantity: Quantity,
    cells: Sequence[int],
    label: int | None,
    digits: Sequence[int],
    called: str,
) -> Constraint | None:
    """A clue that allows the cells just what a quantity does; ``None`` where there is no way to
    fill them, every way is allowed, or there are too many to look at."""
    count = len(cells)
    if not count or len(digits) ** count > _MAX_TUPLES:
        return None
    machine = _machine(quantity, count, label, tuple(digits))
    if machine is None:
        return None
    starts, accepting, moves = machine
    return AutomatonRule((tuple(cells),), starts, accepting, moves, called=called)


@lru_cache(maxsize=512)
def _machine(
    quantity: Quantity, count: int, label: int | None, digits: DigitTuple
) -> tuple[DigitTuple, DigitTuple, tuple[DigitTuple, ...]] | None:
    """The automaton that accepts the digits which a quantity allows: a tree of their beginnings,
    in which ends that go on alike are one state."""
    ways = [w for w in product(digits, repeat=count) if quantity.allows(w, label)]
    if not ways or len(ways) == len(digits) ** count:
        return None
    numbers: dict[frozenset[tuple[int, int]] | str, int] = {"end": 0}
    moves: list[DigitTuple] = []

    def state(rest: list[DigitTuple]) -> int:
        if not rest[0]:
            return 0
        following: dict[int, list[DigitTuple]] = {}
        for way in rest:
            following.setdefault(way[0], []).append(way[1:])
        steps = frozenset((digit, state(tails)) for digit, tails in following.items())
        if steps not in numbers:
            numbers[steps] = len(numbers)
            moves.extend((numbers[steps], digit, to) for digit, to in sorted(steps))
        return numbers[steps]

    start = state(ways)
    return (start,), (0,), tuple(moves)
