"""Relations of two digits in words: "sum to at least 15", "one odd and one even digit".

Marks between two cells and steps along lines have more relations than have names. A sentence that
states one by arithmetic is read as the pairs of digits that keep it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import isqrt

_NEITHER = r"\b(?:not|no|never)\b.* (?:duplicat|repeat)\w+ (?:or|nor|and) (?:any )?consecutive"
_DIFFERENT = (
    r"\b(?:can ?not|may not|must not|never|do not|don't|no) (?:digit may |digits? )?repeat"
    r"|\bmust all be different|\ball different|\b1 ?(?:-|to|through) ?9\b.*\bonce\b"
    r"|\bcontains? (?:all )?(?:the )?digits 1 ?(?:-|to|through) ?9\b"
)
"""Words for cells of which no two are equal, or equal or consecutive."""

PairTest = Callable[[int, int], bool]
Pairs = tuple[tuple[int, int], ...]

_BOUND = (
    r"(?:(?P<least>at least|no less than|a minimum of)"
    r"|(?P<most>at most|no more than|a maximum of)"
    r"|(?P<below>less than|lower than|smaller than|below)"
    r"|(?P<above>greater than|more than|larger than|higher than|above))?"
)
_OF_KIND = r"(?: an?| the)?(?: value| number)?(?: that is)? ?"


def is_prime(number: int) -> bool:
    """Whether a number is prime."""
    return number > 1 and all(number % n for n in range(2, isqrt(number) + 1))


def is_square(number: int) -> bool:
    """Whether a number is a square."""
    return isqrt(number) ** 2 == number


_KINDS: tuple[tuple[str, Callable[[int], bool]], ...] = (
    (r"odd\b", lambda n: n % 2 == 1),
    (r"even\b", lambda n: n % 2 == 0),
    (r"prime\b", is_prime),
    (r"square\b", is_square),
)
"""Kinds of numbers, by the words for them."""
_OF_NUMBERS: tuple[tuple[str, Callable[[int, int], float]], ...] = (
    (
        r"\b(?:sums?|add(?:s|ing)?(?: up)?|totals?)\b(?: to| of| is| equal| that is|,)*",
        lambda a, b: a + b,
    ),
    (r"\b(?:differences?|differs?|differing)\b(?: by| of| is)*", lambda a, b: abs(a - b)),
    (r"\b(?:product|multiply)\b(?: to| of| is| that is)*", lambda a, b: a * b),
    (
        r"\b2 digit (?:numbers?|values?)?\b[a-z ,()]{0,80}?"
        r"(?=\b(?:prime|square|divisible|a multiple|multiple)\b)",
        lambda a, b: 10 * a + b,
    ),
    (r"\b(?:average|mean)\b(?: of| is| that is)*", lambda a, b: (a + b) / 2),
)
_REMAINDER = r"\b(?:same|different) remainders?\b.*\bdivided by (\d)\b"
_DIVISIBLE = r"(?:divisible by|(?:a )?multiple of) (\d)\b"
_NOT_CONSECUTIVE = r"\b(?:non ?consecutive|(?:not|never) (?:be |contain |have )?consecutive)"
_OTHER_PARITY = (
    r"\b1 (?:is |digit is )?(?:even|odd)\b.{0,20}\b1 (?:is |digit is )?(?:even|odd)\b"
    r"|\b(?:different|opposite|opposing) parit"
)
_WHOLE: tuple[tuple[str, PairTest], ...] = (
    (_NOT_CONSECUTIVE, lambda a, b: abs(a - b) != 1),
    (
        r"(?<!not )(?<!non )(?<!non)(?<!never )(?<!not be )(?<!never be )\bconsecutive\b",
        lambda a, b: abs(a - b) == 1,
    ),
    (r"\b(?:1:2|2:1|1 to 2|2 to 1)\b|\bdouble\b|\btwice\b", lambda a, b: a == 2 * b or b == 2 * a),
    (_OTHER_PARITY, lambda a, b: (a + b) % 2 == 1),
    (r"\bincreas\w+ from left to right\b", lambda a, b: a < b),
    (r"\bsame parity\b", lambda a, b: (a + b) % 2 == 0),
    (r"\bboth (?:\w+ )*odd\b", lambda a, b: a % 2 == b % 2 == 1),
    (r"\bboth (?:\w+ )*even\b", lambda a, b: a % 2 == b % 2 == 0),
)
"""Relations of two digits, by the words for them."""


def pairs_in(plain: str, digits: Sequence[int]) -> Pairs:
    """The pairs of digits that keep what a plain sentence says of two; none where it says nothing.

    Several relations have to hold all, or with "or" between them one.
    """
    relations: list[tuple[int, PairTest]] = []
    for form, relation in _WHOLE:
        if (match := re.search(form, plain)) is not None:
            relations.append((match.start(), relation))
    if match := re.search(_REMAINDER, plain):
        equal, number = "same" in match[0], int(match[1])
        relations.append((match.start(), lambda a, b: (a % number == b % number) == equal))
    for form, value in _OF_NUMBERS:
        own = [
            (match.start(), one)
            for match in re.finditer(form, plain)
            if (one := _of_number(plain[match.end() :], value)) is not None
        ]
        relations += own if " or " in plain else own[:1]
    if not relations:
        return ()
    relations.sort(key=lambda item: item[0])
    start, end = relations[0][0], relations[-1][0]
    either = (
        any
        if re.search(r"\bor\b(?! (?:more|less|greater|fewer|higher|lower))", plain[start:end])
        else all
    )
    return tuple(
        (a, b)
        for a in digits
        for b in digits
        if either(relation(a, b) for _, relation in relations)
    )


def all_pairs_in(plain: str, digits: Sequence[int]) -> Pairs:
    """The pairs of digits that any two cells may hold of those that a plain sentence is about."""
    if re.search(_NEITHER, plain):
        return tuple((a, b) for a in digits for b in digits if abs(a - b) > 1)
    if re.search(_DIFFERENT, plain):
        return tuple((a, b) for a in digits for b in digits if a != b)
    return ()


def _of_number(rest: str, value: Callable[[int, int], float]) -> PairTest | None:
    """The relation that the words behind the name of a number state of it."""
    for form, is_kind in _KINDS:
        if re.match(_OF_KIND + form, rest):
            return lambda a, b: is_kind(int(value(a, b)))
    if match := re.match(_OF_KIND + _DIVISIBLE, rest):
        divisor = int(match[1])
        return lambda a, b: divisor > 0 and value(a, b) % divisor == 0
    match = re.match(r"[a-z', ]{0,40}?" + _BOUND + r" ?(?P<number>\d+)\b", rest)
    if match is None:
        return None
    number = int(match["number"])
    after = rest[match.end() : match.end() + 20]
    if match["least"] or re.match(r" or (?:more|greater|higher|larger)", after):
        return lambda a, b: value(a, b) >= number
    if match["most"] or re.match(r" or (?:less|fewer|lower|smaller)", after):
        return lambda a, b: value(a, b) <= number
    if match["below"]:
        return lambda a, b: value(a, b) < number
    if match["above"]:
        return lambda a, b: value(a, b) > number
    numbers = {
        number,
        *map(int, re.findall(r"(?:, | or )(\d+)\b", re.split(r"[a-z]{3}", after)[0])),
    }
    return lambda a, b: value(a, b) in numbers
