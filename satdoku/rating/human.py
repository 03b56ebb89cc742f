"""The preset ``human``: easy to follow. What is seen at a glance comes first, named patterns
before chains, short chains before long ones, and nothing is rated."""

from __future__ import annotations

from satdoku.rating.se import se_order
from satdoku.rating.table import Preset, PresetEntry
from satdoku.techniques.als import AlsChain, AlsXyWing, AlsXz, BentWing, DeathBlossom
from satdoku.techniques.alternating import AlternatingChains, Wings
from satdoku.techniques.bent import SueDeCoq
from satdoku.techniques.bug import BugMany, BugType
from satdoku.techniques.exocet import DoubleExocet, JuniorExocet, SeniorExocet
from satdoku.techniques.fish import AnyFish, Fish
from satdoku.techniques.forcing import ForcingChains
from satdoku.techniques.guardians import BivalueOddagon
from satdoku.techniques.locked import Locked
from satdoku.techniques.medusa import ChuteRemotePair
from satdoku.techniques.negation import Negation
from satdoku.techniques.rank import AlmostLockedCandidates, Fireworks
from satdoku.techniques.single_digit import (
    Colouring,
    EmptyRectangle,
    RemotePair,
    StrongPairs,
)
from satdoku.techniques.singles import FullHouse, HiddenSingle, NakedSingle
from satdoku.techniques.subsets import HiddenSet, LockedSet, NakedSet
from satdoku.techniques.trial import Trial
from satdoku.techniques.uniqueness import DeadlyLoop, ExtendedRectangle, RectangleTest
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
        PresetEntry(LockedSet(2)),
        PresetEntry(NakedSet(2)),
        PresetEntry(HiddenSet(2)),
        PresetEntry(LockedSet(3)),
        PresetEntry(NakedSet(3)),
        PresetEntry(HiddenSet(3)),
        PresetEntry(Fish(2)),
        PresetEntry(StrongPairs("skyscraper")),
        PresetEntry(StrongPairs("two-string-kite", dual=True)),
        PresetEntry(StrongPairs("two-string-kite")),
        PresetEntry(AnyFish("finned", 2)),
        PresetEntry(AnyFish("sashimi", 2)),
        PresetEntry(StrongPairs("turbot-fish")),
        PresetEntry(EmptyRectangle(dual=True)),
        PresetEntry(EmptyRectangle()),
        PresetEntry(Wing()),
        PresetEntry(RemotePair()),
        PresetEntry(ChuteRemotePair()),
        PresetEntry(DeadlyLoop(1)),
        PresetEntry(RectangleTest("5")),
        PresetEntry(DeadlyLoop(2)),
        PresetEntry(DeadlyLoop(4)),
        PresetEntry(RectangleTest("6")),
        PresetEntry(RectangleTest("hidden")),
        PresetEntry(RectangleTest("avoidable-1")),
        PresetEntry(RectangleTest("avoidable-2")),
        PresetEntry(BugType(1)),
        PresetEntry(Fish(3)),
        PresetEntry(Wing(with_pivot=True)),
        PresetEntry(Wings("w-wing")),
        PresetEntry(Colouring("simple-colours-wrap")),
        PresetEntry(Colouring("simple-colours-trap")),
        PresetEntry(AnyFish("finned", 3)),
        PresetEntry(AnyFish("sashimi", 3)),
        PresetEntry(NakedSet(4)),
        PresetEntry(HiddenSet(4)),
        PresetEntry(AlmostLockedCandidates(2)),
        PresetEntry(Colouring("multi-colours-1")),
        PresetEntry(Colouring("multi-colours-2")),
        PresetEntry(Fish(4)),
        PresetEntry(AnyFish("finned", 4)),
        PresetEntry(AnyFish("sashimi", 4)),
        PresetEntry(DeadlyLoop(3)),
        PresetEntry(BugType(2)),
        PresetEntry(BugType(3)),
        PresetEntry(BugType(4)),
        PresetEntry(BugMany()),
        *(PresetEntry(DeadlyLoop(number, loop=True)) for number in (1, 2, 4, 3)),
        *(PresetEntry(ExtendedRectangle(number)) for number in (1, 2, 4, 3)),
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
        PresetEntry(BivalueOddagon()),
        PresetEntry(Fireworks(3)),
        PresetEntry(Fireworks(4)),
        PresetEntry(JuniorExocet()),
        PresetEntry(SeniorExocet()),
        PresetEntry(DoubleExocet()),
        PresetEntry(ForcingChains("static", se_order, producer=24), easiest=True),
        PresetEntry(AlsChain(largest=3, longest=5)),
        PresetEntry(Negation(1), easiest=True),
        PresetEntry(Negation(1, "all"), easiest=True),
        PresetEntry(Negation(2)),
        PresetEntry(Negation(2, "all")),
        PresetEntry(Trial()),
    ),
)
