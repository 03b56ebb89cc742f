"""The digits of a figure that sentences allow, and the automata that accept just these."""

from __future__ import annotations

from itertools import product

import pytest

from satdoku.board import Geometry, Grid
from satdoku.reading.quantities import clue_of, quantities_in
from satdoku.reading.words import plain_words

SENTENCES = [
    ("The circle shows the largest digit around it.", "7", (1, 7, 2, 3), (1, 8, 7, 3)),
    ("It tells how many of the cells are even.", "2", (2, 3, 4, 5), (2, 4, 6, 1)),
    ("It is the sum of the largest and smallest digit.", "9", (2, 7, 5), (2, 8, 5)),
    ("The middle digit of the three is given.", "5", (9, 5, 1), (5, 9, 8)),
    ("The digits rise clockwise.", "", (1, 2, 7, 4), (1, 2, 4, 7)),
    ("Both diagonals have the same sum.", "", (1, 2, 3, 4), (1, 2, 4, 4)),
    ("The longest run of increasing digits.", "3", (4, 1, 5, 9, 2), (1, 4, 5, 9, 2)),
    ("The longest stretch that is all odd or all even.", "2", (1, 3, 2), (1, 3, 5)),
    ("The sum of the digits touching the 9 in the row.", "5", (9, 5, 1), (1, 9, 5)),
    ("They are neighbours in the given order.", "12", (3, 1, 2), (2, 1)),
    ("Both digits must appear adjacent to each other.", "12", (3, 2, 1), (2, 3, 1)),
    ("The digits are sandwiched between two even digits.", "3", (1, 4, 3, 2), (1, 3, 2)),
    ("Each clue is equal to the sum of its two neighbours.", "37", (1, 3, 2, 5, 7, 2), (3, 2)),
    ("One of them is in the xth position or the other in the yth.", "13", (5, 2, 1), (1, 2, 5)),
    ("Digits in circles may not appear in the cells around.", "18", (2, 3), (2, 8)),
    ("The digits must appear in the cells around.", "11", (1, 2, 1), (1, 2, 3)),
    ("Three consecutive cells somewhere sum to the clue.", "6", (9, 1, 2, 3, 9), (1, 2, 4, 5)),
    ("The first x cells sum to the clue.", "6", (1, 5, 9), (7, 1)),
    ("It is the total of all but one digit.", "6", (1, 2, 3, 9), (1, 1, 1)),
    ("How many even digits are between the 1 and the 9.", "2", (9, 2, 4, 1), (2, 1, 4, 9)),
    ("The product of the digits before the 9.", "6", (2, 3, 9, 1), (2, 9, 3, 1)),
    ("The largest of the first X digits.", "5", (3, 1, 5, 9), (2, 1, 5, 9)),
    ("Digits in circles must be next to the 5.", "12", (1, 5, 2), (1, 2, 5)),
    ("The number shows the position of the 9.", "3", (1, 2, 9), (1, 9, 2)),
    ("The sum of the skyscrapers that are visible.", "10", (3, 1, 7, 2), (3, 4, 7, 2)),
    ("The last digit of the sum of the digits.", "2", (9, 3), (2, 1)),
    ("The sum of the odd digits.", "4", (3, 1, 8), (3, 8, 8)),
    ("They sum to a number with a remainder of X when divided by 5.", "2", (3, 4), (1, 2)),
    ("One digit (12), one digit (34) and one digit (56).", "", (1, 3, 5), (1, 2, 5)),
    ("The cells must not be in a checkerboard pattern.", "", (1, 2, 3, 4), (1, 2, 2, 1)),
    ("A line contains only two distinct digits.", "", (1, 2, 2), (1, 2, 3)),
    ("They sum to a value ending in 5.", "", (9, 6), (9, 5)),
    ("They add up to a prime.", "", (9, 8), (9, 7)),
    ("A cage of size N contains the digits from 1 through N.", "", (3, 1, 2), (1, 2, 4)),
    ("Each digit on it occurs twice.", "", (3, 1, 1, 3), (1, 1, 1)),
    ("The digits have the same parity.", "", (3, 1, 9), (1, 2, 3)),
    ("The sum of the even digits equals the sum of the odd digits.", "", (3, 2, 4, 3), (1, 2, 3)),
    ("The sum of the first two equals the sum of the last two.", "", (1, 5, 4, 2), (1, 2, 3, 4)),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "label", "allowed", "broken"), SENTENCES)
def test_a_sentence_allows_digits_and_its_clue_just_these(
    sentence: str, label: str, allowed: tuple[int, ...], broken: tuple[int, ...]
) -> None:
    quantities = quantities_in(plain_words(sentence))
    *_, quantity = (one for one in quantities if one.allows(allowed, label))
    assert not quantity.allows(broken, label)
    geometry = Geometry.classic()
    count = min(len(allowed), 4)
    clue = clue_of(quantity, range(count), label, geometry.digits, "")
    assert (clue is None) == (
        not any(quantity.allows(v, label) for v in product(geometry.digits, repeat=count))
    )
    for values in product((1, 2, 3, 7, 9), repeat=count) if clue else ():
        grid = Grid(geometry, (*values, *(5,) * (81 - count)))
        assert clue.holds(grid) == quantity.allows(values, label)


def test_the_digit_in_a_bulb_is_the_number_of_the_others() -> None:
    (quantity,) = quantities_in(plain_words("The number of odd digits along the line."))
    geometry = Geometry.classic()
    clue = clue_of(quantity, (1, 2, 3), "", geometry.digits, "", bulb=0)
    assert clue is not None
    for values in product((1, 2, 3, 4), repeat=4):
        grid = Grid(geometry, (*values, *(5,) * 77))
        assert clue.holds(grid) == (sum(n % 2 for n in values[1:]) == values[0])
