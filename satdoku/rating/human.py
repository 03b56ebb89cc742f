"""The preset ``human``: easy to follow. What is seen at a glance comes first, named patterns
before chains, short chains before long ones, and nothing is rated."""

from __future__ import annotations

from satdoku.rating.se import se_order
from satdoku.rating.table import Preset, PresetEntry
from satdoku.techniques.als import AlsChain, AlsXyWing, AlsXz, BentWing, DeathBlossom
from satdoku.techniques.alternating import AlternatingChains, Wings
from satdoku.techniques.bent import SueDeCoq
from satdoku.techniques.bug import BugType
from satdoku.techniques.fish import Fish
from satdoku.techniques.forcing import ForcingChains
from satdoku.techniques.locked import Locked
from satdoku.techniques.negation import Negation
from satdoku.techniques.singles import FullHouse, HiddenSingle, NakedSingle
from satdoku.techniques.subsets import HiddenSet, NakedSet
from satdoku.techniques.trial import Trial
from satdoku.techniques.uniqueness import DeadlyLoop
from satdoku.techniques.wings import Wing

__all__ = ["HUMAN"]

HUMAN = Preset(
    "human",
    "short explanations first",
    (
        PresetEntry(FullHouse()),
        PresetEntry(HiddenSingle(lines=False)),
        PresetEntry(NakedSingle()),
        PresetEntry(HiddenSingle(lines=True)),
        PresetEntry(Locked()),
        PresetEntry(Locked(claiming=True)),
        PresetEntry(NakedSet(2)),
        PresetEntry(HiddenSet(2)),
        PresetEntry(NakedSet(3)),
        PresetEntry(HiddenSet(3)),
        PresetEntry(Fish(2)),
        PresetEntry(Wing()),
        PresetEntry(DeadlyLoop(1)),
        PresetEntry(DeadlyLoop(2)),
        PresetEntry(DeadlyLoop(4)),
        PresetEntry(BugType(1)),
        PresetEntry(Fish(3)),
        PresetEntry(Wing(with_pivot=True)),
        PresetEntry(Wings("w-wing")),
        PresetEntry(NakedSet(4)),
        PresetEntry(HiddenSet(4)),
        PresetEntry(Fish(4)),
        PresetEntry(DeadlyLoop(3)),
        PresetEntry(BugType(2)),
        PresetEntry(BugType(3)),
        PresetEntry(BugType(4)),
        *(PresetEntry(DeadlyLoop(number, loop=True)) for number in (1, 2, 4, 3)),
        PresetEntry(AlternatingChains(passes="x", longest=3)),
        PresetEntry(AlternatingChains(passes="y", longest=5)),
        PresetEntry(BentWing(4)),
        PresetEntry(SueDeCoq(largest=2)),
        PresetEntry(AlsXz(largest=5)),
        PresetEntry(AlternatingChains(longest=5)),
        PresetEntry(AlsXyWing(largest=4)),
        PresetEntry(AlternatingChains()),
        PresetEntry(AlternatingChains(grouped=True)),
        PresetEntry(DeathBlossom(largest=4)),
        PresetEntry(AlsChain(largest=3, longest=5)),
        PresetEntry(ForcingChains("static", se_order), easiest=True),
        PresetEntry(Negation(1), easiest=True),
        PresetEntry(Negation(1, "all"), easiest=True),
        PresetEntry(Negation(2)),
        PresetEntry(Negation(2, "all")),
        PresetEntry(Trial()),
    ),
)
