"""The kernel under test, and where its reference data lies."""

from __future__ import annotations

from pathlib import Path

from satdoku.compiled import core_with

SHARED = Path(__file__).resolve().parents[3] / "shared"
RATING = SHARED / "data" / "rating"
SPEED = SHARED / "data" / "speed"

core = core_with("se_rate")
