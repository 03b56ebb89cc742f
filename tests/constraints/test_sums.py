from __future__ import annotations

import pytest
from constraint_oracle import image_is_right
from trials import trial

from satdoku.constraints import EqualSum

NAMES = (
    "sum",
    "equal-sum",
    "magic-square",
)


@pytest.mark.parametrize("name", NAMES)
def test_by_brute_force(name: str) -> None:
    trial(name)


def test_reversed_digits_keep_equal_sums_only_of_as_many_cells() -> None:
    as_many = image_is_right(EqualSum(((0, 5), (10, 15))))
    fewer = image_is_right(EqualSum(((0,), (5, 10))))
    assert 0 < fewer < as_many
