"""Verdicts on other boards, under every rule of the registry; judged as in verdicts.py."""

from __future__ import annotations

import random

from tests.fuzz import puzzles
from tests.fuzz.verdicts import Case, case_of, judge, smaller

__all__ = ["draw", "judge", "smaller"]


def draw(chance: random.Random) -> Case:
    """Most boards are small, where trying every grid is the referee, and many kinds of rules meet.

    Every engine that can answer is asked; CP-SAT, which is slow, now and then.
    """
    kind = chance.random()
    sizes = "four" if kind < 0.75 else "six" if kind < 0.95 else "small classic middle large"
    others = [name for name, share in _OTHERS if chance.random() < share]
    drawn = puzzles.puzzle(chance, sizes, clues=(0, 1, 1, 2, 4, 6, 8, 10))
    return case_of(drawn, ("auto", *others), chance)


_OTHERS = (("variant", 0.9), ("sat", 0.25), ("cpsat", 0.02), ("all", 0.004))
