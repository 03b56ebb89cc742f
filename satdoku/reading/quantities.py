"""Numbers that words make of digits: "the largest digit around the circle".

A sentence of a clue with a number says which quantity of which cells the number is: their sum, the
largest of them, how many are even. Other sentences say how the digits of a figure are related
without a number. Both are read as the digits that the cells may hold, whatever name the rule has.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from functools import lru_cache, partial
from itertools import islice, pairwise
from math import prod
from operator import add

from satdoku.base.records import dataclass
from satdoku.board import Constraint
from satdoku.constraints.custom import AutomatonRule
from satdoku.reading.folds import (
    DigitTuple,
    Fold,
    StatesAndMoves,
    as_many_as_the_first,
    before,
    between,
    count,
    longest_run,
    machine,
    nowhere,
    somewhere,
    whole,
)
from satdoku.reading.forms import Forms
from satdoku.reading.pairs import is_prime, is_square
from satdoku.reading.pointers import sign_step


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number or a relation that a sentence states of the digits of a figure.

    form     the form that the sentence has, with the number in it
    test     whether digits are right, beside what is written in the figure; ``None`` where that is
             not what the sentence is about
    measure  the number that the digits make, where the figure has to show it or to hold it
    in_row   whether it is about a whole row or column, where the figure stands beside it
    """

    form: str
    test: Callable[[str], Fold | None] = field(compare=False)
    measure: Fold | None = field(default=None, compare=False)
    in_row: bool = False

    def allows(self, values: Sequence[int], label: str = "") -> bool:
        """Whether these digits are right."""
        fold = self.test(label)
        return fold is not None and bool(fold.of(values))


def _bare(relation: Fold) -> Callable[[str], Fold | None]:
    """The test of a figure without digits."""
    return lambda label: None if digits_of(label) else relation


def _listed(of_list: Callable[[DigitTuple], Fold]) -> Callable[[str], Fold | None]:
    """The test of a figure that lists digits."""
    return lambda label: of_list(digits) if (digits := digits_of(label)) else None


def _numbered(of_number: Callable[[int], Fold]) -> Callable[[str], Fold | None]:
    """The test of a figure with a number."""
    return lambda label: None if (number := number_of(label)) is None else of_number(number)


def number_of(label: str) -> int | None:
    """The number that a label is; one with a sign of arithmetic is its number."""
    match = re.fullmatch(r"[=+\u00d7x*-]?\s*(\d{1,6})\s*[=+\u00d7x*-]?", label.strip(), re.ASCII)
    return int(match[1]) if match else None


def digits_of(label: str) -> DigitTuple:
    """The digits that a label lists."""
    return tuple(map(int, re.findall(r"\d", label, re.ASCII))) if len(label) < 20 else ()


def _middle(values: DigitTuple) -> float:
    return sorted(values)[len(values) // 2]


def is_run(values: DigitTuple) -> bool:
    """Whether some digits are different and consecutive, in any order."""
    return max(values) - min(values) == len(values) - 1 == len({*values}) - 1


def _rises_round(values: DigitTuple) -> bool:
    """Whether four digits around a corner, clockwise, rise from one of them on."""
    turns = (values[at:] + values[:at] for at in range(len(values)))
    return any(map(_rises, turns))


def _rises(values: DigitTuple) -> bool:
    return all(a < b for a, b in pairwise(values))


def _rounded(values: DigitTuple) -> float | None:
    """The number that two digits make, rounded to tens."""
    return (10 * values[0] + values[1] + 5) // 10 * 10 if len(values) == 2 else None


def _clockwise(values: DigitTuple) -> DigitTuple:
    """Four digits around a corner, read row by row, in the order of a clock."""
    return (values[0], values[1], values[3], values[2]) if len(values) == 4 else values


def _crossed(value: Callable[[int, int], float]) -> Fold:
    return whole(lambda v: len(v) == 4 and value(v[0], v[3]) == value(v[1], v[2]))


def _kept(start: int, best: Callable[[int, int], int]) -> Fold:
    return Fold(start, best, lambda state: state)


def _is_even(digit: int) -> bool:
    return digit % 2 == 0


def _is_odd(digit: int) -> bool:
    return digit % 2 == 1


_SIGNED = _kept(0, lambda total, n: total + (n if n % 2 else -n))
_DISTINCT = Fold(frozenset(), lambda state, digit: state | {digit}, len)
_FIRST_DIGITS = Fold(
    frozenset(),
    lambda state, digit: None if digit in state else state | {digit},
    lambda state: max(state) == len(state),
)
_SEEN = Fold(
    (0, 0), lambda s, digit: (max(s[0], digit), s[1] + digit * (digit > s[0])), lambda s: s[1]
)
_EXTREMES = Fold((99, 0), lambda s, digit: (min(s[0], digit), max(s[1], digit)), lambda s: s)
_ZIGZAG = nowhere(3, lambda v: (v[1] - v[0]) * (v[2] - v[1]) >= 0)


def _of_sum(value: Callable[[int], object]) -> Fold:
    return Fold(0, add, value)


_SUM_OF = _of_sum(lambda total: total)


def _of_extremes(value: Callable[[int, int], int]) -> Fold:
    return Fold(_EXTREMES.start, _EXTREMES.step, lambda state: value(*state))


def _twice_each() -> Fold:
    def step(state: tuple[frozenset[int], frozenset[int]], digit: int) -> object:
        once, twice = state
        if digit in twice:
            return None
        return (once - {digit}, twice | {digit}) if digit in once else (once | {digit}, twice)

    return Fold((frozenset(), frozenset()), step, lambda state: not state[0])


def _beside(top: int) -> Fold:
    """The sum of the digits on both sides of one."""

    def step(state: tuple[int, int], digit: int) -> tuple[int, int]:
        before, total = state
        total += digit if before == top else 0
        return digit, total + (before if digit == top else 0)

    return Fold((0, 0), step, lambda state: state[1])


_SUM = r"\b(?:sums?|total|add up|adds?)\b"
_TOP = r"(?:largest|highest|greatest|biggest|maximum)"
_BOTTOM = r"(?:smallest|lowest|least|minimum)"
_HOW_MANY = r"\b(?:how many|number|total number|count)\b"
_WORDS = r"(?:(?!odd|even)\w+ ){0,12}"
_UNLIKE = r"(?:different|distinct|unique)"
_DENIED = re.compile(
    r"\b(?:not|never|no)\b(?: (?:be|form|in|a|an|any|have|hold|contain))* ?[\"']?$"
)
_GROUP = re.compile(r"\b1 (?:\w+ ){1,4}(?:from )?[({\[](\d{2,})[)}\]]")
"""One digit of a group of digits, as in "one low digit (123)"."""
_POINTS_AT_TOP = r"\bpoints? (?:to|at|towards?) the (?:\w+ )?(?:largest|highest|greatest)"
_NEXT_TO = r"\b(?:adjacent to|next to|beside|neighbou?rs? of|touch\w*) (?:the |a )?(\d)s?\b"
_IN_ROW = r"\b(?:longest|maximum length|max\w*) .*"
_IN_ORDER = r"(?:in|keep\w*|with) (?:the given|this|that|the shown) order|in the order"

MEASURES: tuple[tuple[str, Fold, bool], ...] = (
    (_IN_ROW + r"(?:all odd or all even|same parity|odd.*even)",
     longest_run(lambda a, b: (a + b) % 2 == 0), True),
    (_IN_ROW + r"(?:increas|ascend|rising)", longest_run(lambda a, b: a < b), True),
    (_IN_ROW + r"(?:decreas|descend|falling)", longest_run(lambda a, b: a > b), True),
    (_SUM + r".*\b(?:touching|next to|beside|adjacent to|either side of) (?:the )?9\b",
     _beside(9), True),
    (_SUM + r".*\b(?:skyscrapers?|buildings?|visible (?:digits|numbers))\b", _SEEN, True),
    (r"\b(?:last|units?|ones|final) digit of (?:the |their )?(?:sum|total)",
     _of_sum(lambda total: total % 10), False),
    (r"\bdigital root\b", _of_sum(lambda total: 1 + (total - 1) % 9), False),
    (_SUM + r" of (?:all |the )*odd digits", _kept(0, lambda s, n: s + n * (n % 2)), False),
    (_SUM + r" of (?:all |the )*even digits", _kept(0, lambda s, n: s + n * (1 - n % 2)), False),
    (rf"{_SUM} of (?:the )?{_TOP}.*{_BOTTOM}|{_SUM} of (?:the )?{_BOTTOM}.*{_TOP}",
     _of_extremes(lambda low, high: low + high), False),
    (rf"difference (?:between|of) (?:the )?{_TOP}.*{_BOTTOM}",
     _of_extremes(lambda low, high: high - low), False),
    (rf"position of (?:the )?{_TOP}", whole(lambda v: v.index(max(v)) + 1), False),
    (r"\b(?:median|middle (?:digit|value|number|of))\b", whole(_middle), False),
    (rf"\b\*?{_TOP}\b\*?(?: digit| number| value| of)",
     _of_extremes(lambda low, high: high), False),
    (rf"\b\*?{_BOTTOM}\b\*?(?: digit| number| value| of)",
     _of_extremes(lambda low, high: low), False),
    (rf"{_HOW_MANY} {_WORDS}even\b", count(_is_even), False),
    (rf"{_HOW_MANY} {_WORDS}odd\b", count(_is_odd), False),
    (rf"\b(?:how many|number of) {_UNLIKE}\b", _DISTINCT, False),
    (rf"{_HOW_MANY} (?:\w+ )?(?:cells|digits|spaces)\b.*\bbetween\b", count(lambda _: True), False),
    (r"determinant", whole(lambda v: v[0] * v[3] - v[1] * v[2] if len(v) == 4 else None), False),
    (r"\btens? digit of .*(?:product|multiply)", whole(lambda v: prod(v) // 10), False),
    (r"\bround(?:ed|ing)\b.*\bnearest\b", whole(_rounded), False),
    (r"\bproduct\b|\bmultipl(?:y|ied|ying)\b", _kept(1, lambda a, b: a * b), False),
    (r"\b(?:differences?|differ)\b",
     whole(lambda v: abs(v[0] - v[1]) if len(v) == 2 else None), False),
    (r"\b(?:average|arithmetic mean|mean of|mean value)\b",
     whole(lambda v: sum(v) / len(v)), False),
    (_SUM, _SUM_OF, False),
)  # fmt: skip
"""Numbers that digits make, by the words for them, and whether they are about whole rows; the first
that fits counts."""

RELATIONS: tuple[tuple[str, Fold], ...] = (
    (r"checker ?board",
     whole(lambda v: [n % 2 for n in v] in ([0, 1, 1, 0], [1, 0, 0, 1]))),
    (r"diagonal\w* .*\bsame (?:sum|total)|\bboth diagonal.*same sum",
     _crossed(lambda a, b: a + b)),
    (r"(?:diagonal\w*|both pairs) .*\bsame difference", _crossed(lambda a, b: abs(a - b))),
    (r"counter ?clockwise|anti ?clockwise", whole(lambda v: _rises_round(_clockwise(v)[::-1]))),
    (r"(?<!anti)(?<!counter) ?\bclockwise", whole(lambda v: _rises_round(_clockwise(v)))),
    (r"(?<!or )(?<!of )consecutive (?:set|digits)|set of consecutive", whole(is_run)),
    (r"1 .*\bsum of (?:the )?other", whole(lambda v: any(2 * n == sum(v) for n in v))),
    (r"product of the (?:2 )?digits in the (?:top|upper)",
     whole(lambda v: len(v) == 4 and v[0] * v[1] == 10 * v[2] + v[3])),
    (r"\b2 .*even\b.*\b2 .*odd\b", whole(lambda v: sum(n % 2 for n in v) == 2)),
    (r"\bsame parity\b|all (?:\w+ )*odd,? or all (?:\w+ )*even|either all .*\bodd.*\beven",
     nowhere(2, lambda v: (v[0] + v[1]) % 2 == 1)),
    (r"1 odd .*1 even|1 even .*1 odd", whole(lambda v: len(v) == 2 and sum(v) % 2 == 1)),
    (r"must increase|increasing order|ascending order", nowhere(2, lambda v: v[0] >= v[1])),
    (r"increas\w+ and decreas\w+|alternate between increas", _ZIGZAG),
    (r"sum of (?:the )?even digits .*sum of (?:the )?odd", _SIGNED.is_number(0)),
    (r"\bexactly (?:2 times|twice)\b|\boccur\w* (?:2 times|twice)\b", _twice_each()),
    (r"first 2 (?:\w+ )?equals? (?:the )?(?:sum|total) of (?:the )?last 2",
     whole(lambda v: len(v) == 4 and v[0] + v[1] == v[2] + v[3])),
)  # fmt: skip
"""Relations of the digits of a figure, by the words for them."""


def _contain(digits: DigitTuple) -> Fold:
    """Whether some digits are among others, each as often as it is listed."""

    def step(state: DigitTuple, digit: int) -> DigitTuple:
        if digit not in state:
            return state
        at = state.index(digit)
        return (*state[:at], *state[at + 1 :])

    return Fold(tuple(sorted(digits)), step, lambda state: not state)


def _lack(digits: DigitTuple) -> Fold:
    return nowhere(1, lambda v: v[0] in digits)


def _in_order(digits: DigitTuple) -> Fold:
    return somewhere(len(digits), lambda v: v == digits)


def _in_any_order(digits: DigitTuple) -> Fold:
    return somewhere(len(digits), lambda v: sorted(v) == sorted(digits))


def _each_between(digits: DigitTuple, test: Callable[[int, int, int], bool]) -> Fold:
    """Whether each of some digits stands between two others with which it passes a test."""

    def step(state: tuple[DigitTuple, frozenset[int]], digit: int) -> object:
        last, passed = state
        if len(last) == 2 and last[1] in digits and test(last[1], last[0], digit):
            passed |= {last[1]}
        return (*last, digit)[-2:], passed

    return Fold(((), frozenset()), step, lambda state: state[1] == {*digits})


def _next_to(digit: int, digits: DigitTuple) -> Fold:
    """Whether each of some digits stands beside another one."""

    def step(state: tuple[int, frozenset[int]], here: int) -> tuple[int, frozenset[int]]:
        last, passed = state
        if digit in (last, here):
            passed |= {last, here} & {*digits}
        return here, passed

    return Fold((0, frozenset()), step, lambda state: state[1] == {*digits})


def _described(digits: DigitTuple) -> Fold:
    """Whether, of two digits, one stands in the place that the other is."""

    def step(state: tuple[int, bool], digit: int) -> tuple[int, bool]:
        at = state[0] + 1
        return at, state[1] or {at, digit} == {*digits} or at == digit == digits[0] == digits[-1]

    return Fold((0, False), step, lambda state: state[1] and len(digits) == 2)


def _in_ratio(digits: DigitTuple) -> Fold:
    """Whether two digits are in the ratio of two numbers, in either order."""
    first, second = (*digits, 0, 0)[:2]
    return whole(
        lambda v: (
            len(v) == len(digits) == 2
            and (v[0] * second == v[1] * first or v[1] * second == v[0] * first)
        )
    )


LISTS: tuple[tuple[str, Callable[[DigitTuple], Fold], bool], ...] = (
    (r"\b(?:neighbou?rs|adjacent|next to each other|consecutive cells|together)\b"
     rf".*(?:{_IN_ORDER})", _in_order, True),
    (r"\b(?:must|have to|that) (?:appear|be|stand|occur)\b.*"
     r"\b(?:adjacent|next to each other|neighbou?rs)\b", _in_any_order, True),
    (r"\bsandwiched\b.*\b2 even\b",
     lambda digits: _each_between(digits, lambda _, a, b: a % 2 == b % 2 == 0), True),
    (r"\bsandwiched\b.*\b2 odd\b",
     lambda digits: _each_between(digits, lambda _, a, b: a % 2 == b % 2 == 1), True),
    (r"equal to the sum of (?:its|their) (?:2 )?neighbou?rs",
     lambda digits: _each_between(digits, lambda n, a, b: n == a + b), True),
    (r"\b(?:xth|yth|\dth|\d(?:st|nd|rd)) position\b.*\bor\b|describe the position",
     _described, True),
    (r"\bratios?\b", _in_ratio, False),
    (r"\b(?:not|never) (?:appear|occur|be (?:placed|found))\b", _lack, False),
    (r"(?<!not )\b(?:appear|occur|be placed|be found)\b", _contain, False),
)  # fmt: skip
"""Rules of the digits that a figure lists, by the words for it, and whether that is about
whole rows; the first that fits counts."""


def _prefix_sum(total: int) -> Fold:
    def step(state: int, digit: int) -> int | None:
        if state == total:
            return state
        return None if state + digit > total else state + digit

    return Fold(0, step, lambda state: state == total)


def _window_sum(length: int) -> Callable[[int], Fold]:
    return lambda total: somewhere(length, lambda v: sum(v) == total)


def _sum_but_one(total: int) -> Fold:
    return Fold(
        (0, frozenset()),
        lambda state, digit: (state[0] + digit, state[1] | {digit}),
        lambda state: state[0] - total in state[1],
    )


def _remainder(divisor: int) -> Callable[[int], Fold]:
    size = max(divisor, 1)
    return Fold(0, lambda s, n: (s + n) % size, lambda state: state).is_number


def _all_remainders(length: int) -> Fold:
    return nowhere(length, lambda v: len({n % length for n in v}) < length)


def _place_of(digit: int) -> Callable[[int], Fold]:
    def of_place(place: int) -> Fold:
        def step(at: int, here: int) -> int | None:
            return None if (here == digit) != (at + 1 == place) else at + 1

        return Fold(0, step, lambda at: at >= place)

    return of_place


WITH_TOTAL: tuple[tuple[str, Callable[[int], Callable[[int], Fold]], bool], ...] = (
    (rf"\b(\d) (?:consecutive|adjacent|neighbou?ring|successive) (?:cells|digits).*{_SUM}",
     _window_sum, True),
    (rf"\bfirst [xn] (?:cells|digits)\b.*{_SUM}.*", lambda _: _prefix_sum, True),
    (r"\ball but 1\b", lambda _: _sum_but_one, False),
    (r"\b(?:position|location) of (?:the )?(?:digit )?(\d)\b", _place_of, True),
    (rf"{_SUM}.*\bremainder\b.*\bdivided by (\d)\b", _remainder, False),
)  # fmt: skip
"""Sums of some of the digits, by the words for them: the number in the words and the one that the
figure shows make the fold."""

CONSTANTS: tuple[tuple[str, Callable[[int], Fold]], ...] = (
    (rf"\b(?:contains?|has|have|holds?) (?:only |exactly )?(\d) {_UNLIKE} (?:digit|number|value)",
     lambda number: _DISTINCT.is_number(number)),
    (rf"{_SUM} to (?:a |an )?(?:value|number|total)? ?ending (?:in|with) (?:a |an )?(\d)\b",
     lambda number: _of_sum(lambda total: total % 10 == number)),
    (rf"{_SUM} to (?:a |an )?(?:number |value )?(?:that is )?(?:a multiple of|divisible by) (\d)\b",
     lambda number: _remainder(number)(0)),
    (r"\ball (?:the )?remainders\b.*\bdivided by (\d)\b", _all_remainders),
    (rf"{_SUM} to (?:a|an) square ", lambda _: _of_sum(is_square)),
    (rf"{_SUM} to (?:a|an) prime\b", lambda _: _of_sum(is_prime)),
    (r"digits (?:from )?1 (?:through|to|-) n\b",
     lambda _: _FIRST_DIGITS),
)  # fmt: skip
"""Relations with a number that the words state."""


def _of_each_group(groups: Sequence[str]) -> Fold:
    """Whether at least one digit of each of some groups is among others."""

    def step(state: frozenset[str], digit: int) -> frozenset[str]:
        return frozenset(group for group in state if str(digit) not in group)

    return Fold(frozenset(groups), step, lambda state: not state)


def _pointed(label: str) -> Fold | None:
    """Whether the largest of four digits around a corner is where an arrow points."""
    step = sign_step(label)
    if step is None or 0 in step:
        return None
    at = (step[0] > 0) * 2 + (step[1] > 0)
    return whole(lambda v: len(v) == 4 and v.count(max(v)) == 1 and v.index(max(v)) == at)


_RELATIONS = Forms((row[0], "", row) for row in RELATIONS)
_CONSTANTS = Forms((row[0], "", row) for row in CONSTANTS)
_LISTS = Forms((row[0], "", row) for row in LISTS)
_WITH_TOTAL = Forms((row[0], "", row) for row in WITH_TOTAL)
_MEASURES = Forms((row[0], "", row) for row in MEASURES)


def quantities_in(plain: str) -> Iterator[Quantity]:
    """The quantities that a plain sentence states of the digits of a figure."""
    for (form, relation), match in _RELATIONS.matches(plain):
        denied = _DENIED.search(plain[: match.start()]) is not None
        relation = relation.denied() if denied else relation
        yield Quantity(f"{form} {denied}", _bare(relation))
    if len(groups := _GROUP.findall(plain)) > 1:
        yield Quantity(" ".join(groups), _bare(_of_each_group(groups)))
    for (form, of_number), match in _CONSTANTS.matches(plain):
        number = _number_in(match)
        yield Quantity(f"{form} {number}", _bare(of_number(number)))
    if re.search(_POINTS_AT_TOP, plain):
        yield Quantity(_POINTS_AT_TOP, _pointed)
    for (form, of_list, in_row), _ in islice(_LISTS.matches(plain), 1):
        yield Quantity(form, _listed(of_list), None, in_row)
    for (form, of_numbers, in_row), match in islice(_WITH_TOTAL.matches(plain), 1):
        number = _number_in(match)
        yield Quantity(f"{form} {number}", _numbered(of_numbers(number)), None, in_row)
    for (form, measure, in_row), _ in _MEASURES.matches(plain):
        yield Quantity(form, _numbered(measure.is_number), measure, in_row)
        for part, of_part in _parts_of_row(plain, measure):
            form = f"{form} {part}"
            yield Quantity(form, _numbered(of_part.is_number), of_part, in_row=True)
        return
    if beside := re.search(_NEXT_TO, plain):
        of_list = partial(_next_to, int(beside[1]))
        yield Quantity(beside[0], _listed(of_list), None, in_row=True)


def _parts_of_row(plain: str, measure: Fold) -> Iterator[tuple[str, Fold]]:
    """A number that is made of a part of a row only, with what says which part."""
    match = re.search(r"\bbetween (?:the )?(\d)s? and (?:the )?(\d)s?\b", plain)
    if match is not None and match[1] != match[2]:
        yield match[0], between(measure, int(match[1]), int(match[2]))
    if match := re.search(r"\b(?:before|prior to|until) (?:the )?(?:first )?(\d)\b", plain):
        yield match[0], before(measure, int(match[1]))
    if match := re.search(r"\bfirst [xn] (?:digits|cells|numbers)\b", plain):
        yield match[0], as_many_as_the_first(measure)


def _number_in(match: re.Match[str]) -> int:
    """The number that a form has found; 0 where it looks for none."""
    return next((int(group) for group in match.groups() if group and group.isdecimal()), 0)


ENDS = slice(0, 0)
"""The place of the first and the last cell of a row."""


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
    if re.search(r"\bfirst and (?:the )?last\b|\b(?:both|2) (?:ends|outermost)\b", plain):
        return ENDS
    if match := re.search(r"\b(\d) (?:digits|cells|numbers) (?:nearest|closest|adjacent)", plain):
        return slice(0, int(match[1]))
    return None


def clue_of(
    quantity: Quantity,
    cells: Sequence[int],
    label: str,
    digits: Sequence[int],
    called: str,
    bulb: int | None = None,
    *,
    deny: bool = False,
) -> Constraint | None:
    """A clue that allows the cells just what a quantity does; ``None`` where there is no way to
    fill them, every way is allowed, or there are too many to look at.

    :param bulb: a cell that holds the number, where no label shows it.
    :param deny: whether to allow all but these.
    """
    cells = tuple(dict.fromkeys(cells))
    if bulb is not None:
        if quantity.measure is None or bulb in cells:
            return None
        cells = (bulb, *cells)
    automaton = _machine(quantity, bulb is not None, len(cells), label, tuple(digits), deny)
    if automaton is None or not cells:
        return None
    return AutomatonRule((cells,), *automaton, called=called)


@lru_cache(maxsize=512)
def _machine(
    quantity: Quantity, in_bulb: bool, count: int, label: str, digits: DigitTuple, deny: bool
) -> StatesAndMoves | None:
    fold = quantity.test(label)
    if in_bulb and quantity.measure is not None:
        fold = quantity.measure.is_first_digit()
    if fold is None:
        return None
    return machine(fold.denied() if deny else fold, count, digits)
