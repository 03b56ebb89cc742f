"""More random clues of every rule against brute force; the tests of each family try a few."""

from __future__ import annotations

import pytest
from trials import trial

from tests.constraints.planting import PLANTS


@pytest.mark.full
@pytest.mark.parametrize("name", PLANTS)
def test_by_brute_force(name: str) -> None:
    trial(name, seeds=range(1, 4))
