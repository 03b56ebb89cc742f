"""Verdicts on other boards, under every rule of the registry; judged as in verdicts.py."""

from __future__ import annotations

import random

from tests.fuzz import puzzles
from tests.fuzz.verdicts import Case, case_of, judge, smaller

__all__ = ["draw", "judge", "smaller"]


def draw(chance: random.Random) -> Case:
    """Most boards are small, where trying every grid is the referee."""
    kind = chance.random()
    sizes = "small" if kind < 0.9 else "classic" if kind < 0.95 else "middle large"
    engines = ("variant", "variant", "sat", "cpsat", "all")
    backends = [chance.choice(engines)] if chance.random() < 0.25 else []
    drawn = puzzles.puzzle(chance, sizes, clues=(0, 1, 1, 2, 4, 8))
    return case_of(drawn, ("auto", *backends), chance)
