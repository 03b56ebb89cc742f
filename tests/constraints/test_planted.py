"""More random clues of every rule against brute force; the tests of each family try a few."""

from __future__ import annotations

import pytest
from trials import trial

from tests.constraints.planting import PLANTS
from tests.shared import fewer

SLOW = {"cave", "nurikabe"}
"""Rules that take minutes here; test_shadings.py compares them with all small grids."""
NOWHERE = {"anti-taxicab", "doppelganger", "dutch-flatmates", "global-entropy", "global-mod"}
"""Rules that no grid of these small boards keeps."""


@pytest.mark.parametrize("seeds", fewer([1, 3], 2))
@pytest.mark.parametrize("name", sorted(PLANTS.keys() - NOWHERE - SLOW))
def test_by_brute_force(name: str, seeds: int) -> None:
    trial(name, seeds=range(1, seeds + 1), broken=False, images=40)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", sorted(SLOW))
def test_long_rules_by_brute_force(name: str) -> None:
    trial(name, seeds=range(1, 3), broken=False)
