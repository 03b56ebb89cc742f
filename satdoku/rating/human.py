"""The preset ``human``: easy to follow. What is seen at a glance comes first, named patterns
before chains, short chains before long ones, and nothing is rated."""

from __future__ import annotations

from satdoku.rating.se import se_order
from satdoku.rating.table import Entry, Preset
from satdoku.techniques.als import AlsChain, AlsXyWing, AlsXz, DeathBlossom
from satdoku.techniques.bug import BugType
from satdoku.techniques.chains import UnaryChains
from satdoku.techniques.fish import Fish
from satdoku.techniques.forcing import ForcingChains
from satdoku.techniques.locked import Locked
from satdoku.techniques.negation import Negation
from satdoku.techniques.reasoning import ANY_LENGTH
from satdoku.techniques.singles import FullHouse, HiddenSingle, NakedSingle
from satdoku.techniques.subsets import HiddenSet, NakedSet
from satdoku.techniques.trial import Trial
from satdoku.techniques.uniqueness import DeadlyLoop
from satdoku.techniques.wings import Wing

__all__ = ["HUMAN"]


def _chains(*passes: str, longest: int = ANY_LENGTH) -> Entry:
    search = UnaryChains(passes, longest, se_order)  # type: ignore[arg-type]
    return Entry(search, easiest=search.easiest)


def _forcing(search: ForcingChains | Negation) -> Entry:
    return Entry(search, easiest=search.easiest)


HUMAN = Preset(
    "human",
    "short explanations first",
    (
        Entry(FullHouse()),
        Entry(HiddenSingle(lines=False)),
        Entry(NakedSingle()),
        Entry(HiddenSingle(lines=True)),
        Entry(Locked()),
        Entry(Locked(claiming=True)),
        Entry(NakedSet(2)),
        Entry(HiddenSet(2)),
        Entry(NakedSet(3)),
        Entry(HiddenSet(3)),
        Entry(Fish(2)),
        Entry(Wing()),
        Entry(DeadlyLoop(1)),
        Entry(DeadlyLoop(2)),
        Entry(DeadlyLoop(4)),
        Entry(BugType(1)),
        Entry(Fish(3)),
        Entry(Wing(with_pivot=True)),
        Entry(NakedSet(4)),
        Entry(HiddenSet(4)),
        Entry(Fish(4)),
        Entry(DeadlyLoop(3)),
        Entry(BugType(2)),
        Entry(BugType(3)),
        Entry(BugType(4)),
        *(Entry(DeadlyLoop(number, loop=True)) for number in (1, 2, 4, 3)),
        _chains("x", longest=8),
        _chains("y", longest=12),
        Entry(AlsXz(largest=5)),
        _chains("x", "xy", longest=12),
        Entry(AlsXyWing(largest=4)),
        _chains(),
        Entry(DeathBlossom(largest=4)),
        Entry(AlsChain(largest=3, longest=5)),
        _forcing(ForcingChains("static", order=se_order)),
        _forcing(Negation(1)),
        _forcing(Negation(1, "all")),
        Entry(Negation(2)),
        Entry(Negation(2, "all")),
        Entry(Trial()),
    ),
)
