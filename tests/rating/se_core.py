"""The kernel under test, and where its reference data lies."""

from __future__ import annotations

from satdoku.base.compiled import compiled_core
from tests.shared import DATA

RATING = DATA / "rating"
SPEED = DATA / "speed"

core = compiled_core("se_rate")
