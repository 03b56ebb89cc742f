"""More random clues of every rule against brute force; the tests of each family try a few."""

from __future__ import annotations

import pytest
from trials import trial

from tests.constraints.planting import PLANTS

NOWHERE = {"anti-taxicab", "doppelganger", "dutch-flatmates", "global-entropy", "global-mod"}
"""Rules that no grid of these small boards keeps."""


@pytest.mark.full
@pytest.mark.parametrize("name", sorted(PLANTS.keys() - NOWHERE))
def test_by_brute_force(name: str) -> None:
    trial(name, seeds=range(1, 4), broken=False)
