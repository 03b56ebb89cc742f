import pytest
from trials import trial

from satdoku.board import Constraint, Geometry
from satdoku.constraints.own_numbers import DigitClass, High, Low
from satdoku.symmetry import Symmetry

NAMES = (
    "friendly",
    "unfriendly",
    "digit-class",
    "low",
    "high",
)


@pytest.mark.parametrize("name", NAMES)
def test_by_brute_force(name: str) -> None:
    trial(name)


@pytest.mark.parametrize("rule", [Low((3,)), High((3, 4)), DigitClass((3,), (1, 5))])
def test_moved_there_and_back_it_has_its_name_again(rule: Constraint) -> None:
    swap = Symmetry.relabelling(Geometry.classic(), (5, 2, 3, 4, 1, 9, 7, 8, 6))
    image = swap(rule)
    assert swap.inverse()(image) == rule


def test_a_class_of_the_low_digits_is_not_renamed_where_its_digits_stay() -> None:
    rule = DigitClass((3,), (1, 2, 3, 4))
    relabelling = Symmetry.relabelling(Geometry.classic(), (2, 1, 3, 4, 5, 6, 7, 8, 9))
    assert relabelling(rule) == rule
