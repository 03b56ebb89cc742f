"""The kernel under test, and where its reference data lies."""

from __future__ import annotations

from satdoku.base.compiled import core_with
from tests.shared import DATA

RATING = DATA / "rating"
SPEED = DATA / "speed"

core = core_with("se_rate")
