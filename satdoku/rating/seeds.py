"""The presets of the project's seeds: ``six-elements``, ``euler96`` and ``trial``.

``six-elements``: Sbit (a bit that stands alone in its cell), Ubit (a bit unique in its house),
Intersection, Enclosure(n), Exclosure(n), Negation. ``euler96``: the five named techniques of a
solution of Project Euler's problem 96, enough for all fifty of its puzzles. ``trial``: naked and
hidden singles, and where they end each candidate of a cell in turn (trials.py goes all the way).
"""

from __future__ import annotations

from satdoku.rating.table import Preset, PresetEntry
from satdoku.techniques.searches.houses.fish import Fish
from satdoku.techniques.searches.houses.locked import Locked
from satdoku.techniques.searches.houses.singles import FullHouse, HiddenSingle, NakedSingle
from satdoku.techniques.searches.houses.subsets import Enclosure, Exclosure, NakedSet
from satdoku.techniques.searches.small.negation import Negation
from satdoku.techniques.searches.small.trial import Trial


def six_elements(depth: int = 2) -> Preset:
    """The six elements with Negation nested up to ``depth`` times (0: the first five alone)."""
    entries = [
        PresetEntry(NakedSingle(), name="sbit"),
        PresetEntry(FullHouse(by_place=True), name="ubit"),
        PresetEntry(HiddenSingle(), name="ubit"),
        PresetEntry(Locked(), name="intersection"),
        PresetEntry(Locked(claiming=True), name="intersection"),
        PresetEntry(Enclosure()),
        PresetEntry(Exclosure()),
    ]
    for nested in range(1, depth + 1):
        # Under an assumption the two singles are tried first: shorter, and easier to follow.
        entries += [PresetEntry(Negation(nested)), PresetEntry(Negation(nested, "all"))]
    return Preset("six-elements", "the six elements", tuple(entries))


SIX_ELEMENTS = six_elements()

EULER96 = Preset(
    "euler96",
    "Project Euler, problem 96",
    (
        PresetEntry(NakedSingle()),
        PresetEntry(HiddenSingle()),
        PresetEntry(Locked(exactly=2)),
        PresetEntry(Fish(2, exactly_two=True)),
        PresetEntry(NakedSet(2)),
    ),
)

TRIAL = Preset(
    "trial",
    "singles and trial",
    (PresetEntry(NakedSingle()), PresetEntry(HiddenSingle()), PresetEntry(Trial())),
    complete=True,
)
