"""The scale of Sudoku Explainer 1.2.1: its producers in its order, with their ratings.

The behaviour is described in the project's notes on Sudoku Explainer (facts, never its code).
Ratings are made as it makes them, by adding doubles in a fixed order, because they are compared
as doubles: 4.6 + 0.1 is less than 4.5 + 0.2.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from satdoku.rating.table import Preset, PresetEntry, Rate
from satdoku.techniques.aligned import AlignedExclusion
from satdoku.techniques.bug import Bug
from satdoku.techniques.chains import UnaryChains
from satdoku.techniques.fish import Fish
from satdoku.techniques.forcing import ForcingChains
from satdoku.techniques.locked import Locked
from satdoku.techniques.reasoning import ChainKind
from satdoku.techniques.singles import FullHouse, HiddenSingle, NakedSingle
from satdoku.techniques.step import (
    BugProof,
    CellSet,
    Chain,
    ChainProof,
    CycleProof,
    ExtraSet,
    ForcingProof,
    House,
    LoopProof,
    SingleProof,
    Step,
)
from satdoku.techniques.subsets import DirectHiddenSet, HiddenSet, NakedSet
from satdoku.techniques.uniqueness import UniqueLoops
from satdoku.techniques.wings import Wing

__all__ = ["SE", "SE_BASIC", "length_rating", "printed", "se_order", "statements"]

Mode: TypeAlias = Literal["nishio", "static", "dynamic"]


def printed(rating: float) -> float:
    """A rating as Sudoku Explainer prints it, with one decimal."""
    return int((rating + 0.05) * 10) / 10


def _flat(rating: float) -> Rate:
    return lambda step: rating


def _hidden_single(step: Step) -> float:
    match step.proof:
        case SingleProof(house=House(kind="box" | "region")):
            return 1.2
        case _:
            return 1.5


def _loop(step: Step) -> float:
    assert isinstance(step.proof, LoopProof)
    cells = len(step.proof.ring)
    rating = 4.5
    if cells >= 10:
        rating = rating + 0.3 + 0.2
    elif cells >= 8:
        rating += 0.2
    elif cells >= 6:
        rating += 0.1
    match step.proof.how:
        case ExtraSet(others=CellSet("naked", digits=digits)):
            return rating + (len(digits) - 1) * 0.1
        case ExtraSet(others=CellSet(cells=others)):
            return rating + (len(others) - 1) * 0.1
        case _:
            return rating


def _loop_order(step: Step) -> tuple[float, ...]:
    assert isinstance(step.proof, LoopProof)
    return _loop(step), step.proof.type


def _bug(step: Step) -> float:
    match step.proof:
        case BugProof(how=ExtraSet(others=others)):
            return 5.7 + (len(others.digits) - 1) * 0.1
        case BugProof(type=1):
            return 5.6
        case _:
            return 5.7


SE_BASIC: tuple[PresetEntry, ...] = (
    PresetEntry(FullHouse(), _flat(1.0)),
    PresetEntry(HiddenSingle(), _hidden_single),
    PresetEntry(Locked(direct=True), _flat(1.7)),
    PresetEntry(Locked(direct=True, claiming=True), _flat(1.9)),
    PresetEntry(DirectHiddenSet(2), _flat(2.0)),
    PresetEntry(NakedSingle(), _flat(2.3)),
    PresetEntry(DirectHiddenSet(3), _flat(2.5)),
    PresetEntry(Locked(), _flat(2.6)),
    PresetEntry(Locked(claiming=True), _flat(2.8)),
    PresetEntry(NakedSet(2, "se"), _flat(3.0)),
    PresetEntry(Fish(2, dialect="se"), _flat(3.2)),
    PresetEntry(HiddenSet(2, "se"), _flat(3.4)),
    PresetEntry(NakedSet(3, "se"), _flat(3.6)),
    PresetEntry(Fish(3, dialect="se"), _flat(3.8)),
    PresetEntry(HiddenSet(3, "se"), _flat(4.0)),
    PresetEntry(Wing(), _flat(4.2)),
    PresetEntry(Wing(with_pivot=True), _flat(4.4)),
    PresetEntry(UniqueLoops("se"), _loop, _loop_order),
    PresetEntry(NakedSet(4, "se"), _flat(5.0)),
    PresetEntry(Fish(4, dialect="se"), _flat(5.2)),
    PresetEntry(HiddenSet(4, "se"), _flat(5.4)),
    PresetEntry(Bug(), _bug),
    PresetEntry(AlignedExclusion(2), _flat(6.2)),
)
"""Everything below the chains."""


def statements(step: Step) -> int:
    """The number of statements in a step's chains, those of each nested chain once.

    Sudoku Explainer calls it complexity. A cycle is counted once round.
    """
    chains = _chains_of(step)
    total = sum(len(chain.nodes) - chain.cycle for chain in chains)
    met = []
    for chain in chains:
        for part in chain.parts:
            if _chains_of(part) and part not in met:
                met.append(part)
                total += statements(part)
    return total


def _chains_of(step: Step) -> tuple[Chain, ...]:
    match step.proof:
        case CycleProof(chain=chain) | ChainProof(chain=chain):
            return (chain,)
        case ForcingProof(chains=chains):
            return chains
        case _:
            return ()


def length_rating(complexity: int) -> float:
    """What the length of a chain adds: 0.1 beyond each of 4, 6, 8, 12, 16, 24, ... statements."""
    added, ceiling, odd = 0.0, 4, True
    while complexity - 2 > ceiling:
        added += 0.1
        ceiling = ceiling * 3 // 2 if odd else ceiling * 4 // 3
        odd = not odd
    return added


_RANKS: dict[ChainKind, int] = {
    "double": 1, "x-cycle": 2, "x-chain": 2, "y-cycle": 3, "xy-cycle": 4, "xy-chain": 4,
    "cell": 5, "region": 6, "contradiction": 7,
}  # fmt: skip
_BASES: dict[ChainKind, float] = {
    "x-cycle": 6.5, "y-cycle": 6.5, "x-chain": 6.6, "xy-cycle": 7.0, "xy-chain": 7.0,
}  # fmt: skip


def se_order(kind: ChainKind, statements: int) -> tuple[float, ...]:
    """How Sudoku Explainer sorts what one producer of chains finds: by rating, statements, kind.

    Forcing chains of one producer share a base, which then makes no difference.
    """
    return _BASES.get(kind, 0.0) + length_rating(statements), statements, _RANKS[kind]


def _chain(base: float) -> Rate:
    return lambda step: base + length_rating(statements(step))


def _unary(step: Step) -> float:
    match step.proof:
        case CycleProof(kind="x" | "y"):
            base = _BASES["x-cycle"]
        case ChainProof(kind="x"):
            base = _BASES["x-chain"]
        case _:
            base = _BASES["xy-chain"]
    return base + length_rating(statements(step))


_SINGLE = UnaryChains(order=se_order)


def _forcing(base: float, mode: Mode = "dynamic", level: int = 0) -> PresetEntry:
    search = ForcingChains(mode, level, se_order)
    return PresetEntry(search, _chain(base), easiest=search.easiest)


SE = Preset(
    "se",
    "Sudoku Explainer 1.2.1",
    (
        *SE_BASIC,
        PresetEntry(_SINGLE, _unary, easiest=_SINGLE.easiest),
        PresetEntry(AlignedExclusion(3), _flat(7.5)),
        _forcing(7.5, "nishio"),
        _forcing(8.0, "static"),
        _forcing(8.5),
        _forcing(9.0, level=1),
        _forcing(9.5, level=2),
        _forcing(10.0, level=3),
        _forcing(10.5, level=4),
        _forcing(11.0, level=5),
    ),
)
"""The whole of it. Ratings and steps are Sudoku Explainer's; from 9.0 up only ratings are
defined."""
