"""The presets of the project's seeds: ``six-elements``, ``euler96`` and ``trial``.

``six-elements``: Sbit (a bit that stands alone in its cell), Ubit (a bit unique in its house),
Intersection, Enclosure(n), Exclosure(n), Negation. ``euler96``: the five named techniques of a
solution of Project Euler's problem 96, enough for all fifty of its puzzles. ``trial``: naked and
hidden singles, and where they end each candidate of a cell in turn (trials.py goes all the way).
"""

from __future__ import annotations

from satdoku.rating.table import Entry, Preset
from satdoku.techniques.fish import Fish
from satdoku.techniques.locked import Locked
from satdoku.techniques.negation import Negation
from satdoku.techniques.singles import FullHouse, HiddenSingle, NakedSingle
from satdoku.techniques.subsets import Enclosure, Exclosure, NakedSet
from satdoku.techniques.trial import Trial

__all__ = ["EULER96", "SIX_ELEMENTS", "TRIAL", "six_elements"]


def six_elements(depth: int = 2) -> Preset:
    """The six elements with Negation nested up to ``depth`` times (0: the first five alone)."""
    entries = [
        Entry(NakedSingle(), name="sbit"),
        Entry(FullHouse(by_place=True), name="ubit"),
        Entry(HiddenSingle(), name="ubit"),
        Entry(Locked(), name="intersection"),
        Entry(Locked(claiming=True), name="intersection"),
        Entry(Enclosure()),
        Entry(Exclosure()),
    ]
    for nested in range(1, depth + 1):
        # Under an assumption the two singles are tried first: shorter, and easier to follow.
        entries += [Entry(Negation(nested)), Entry(Negation(nested, "all"))]
    return Preset("six-elements", "the six elements", tuple(entries))


SIX_ELEMENTS = six_elements()

EULER96 = Preset(
    "euler96",
    "Project Euler, problem 96",
    (
        Entry(NakedSingle()),
        Entry(HiddenSingle()),
        Entry(Locked(exactly=2)),
        Entry(Fish(2, exactly_two=True)),
        Entry(NakedSet(2)),
    ),
)

TRIAL = Preset(
    "trial", "singles and trial", (Entry(NakedSingle()), Entry(HiddenSingle()), Entry(Trial()))
)
