"""The scale of Sudoku Explainer 1.2.1: its producers in its order, with their ratings.

The behaviour is described in the project's notes on Sudoku Explainer (facts, never its code).
Ratings are made as it makes them, by adding doubles in a fixed order, because they are compared
as doubles: 4.6 + 0.1 is less than 4.5 + 0.2.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from satdoku.base.compiled import required_core
from satdoku.puzzle import Puzzle
from satdoku.rating.kernel import why_no_rating
from satdoku.rating.table import Preset, PresetEntry, Rate, StepOrder
from satdoku.techniques.arguments.chains import ChainProof, CycleProof, ForcingProof
from satdoku.techniques.arguments.locked import DirectProof, ExclusionProof, IntersectionProof
from satdoku.techniques.arguments.sets import SingleProof
from satdoku.techniques.arguments.uniqueness import BugProof, ExtraSet, LoopProof
from satdoku.techniques.base import Technique
from satdoku.techniques.reasoning import ChainKind
from satdoku.techniques.searches.houses.aligned import AlignedExclusion
from satdoku.techniques.searches.houses.bug import Bug
from satdoku.techniques.searches.houses.chains import UnaryChains
from satdoku.techniques.searches.houses.fish import Fish
from satdoku.techniques.searches.houses.forcing import ForcingChains
from satdoku.techniques.searches.houses.kernel import NESTED, PLUS, KernelSearch
from satdoku.techniques.searches.houses.locked import Locked
from satdoku.techniques.searches.houses.singles import FullHouse, HiddenSingle, NakedSingle
from satdoku.techniques.searches.houses.subsets import DirectHiddenSet, HiddenSet, NakedSet
from satdoku.techniques.searches.houses.uniqueness import UniqueLoops
from satdoku.techniques.searches.houses.wings import Wing
from satdoku.techniques.step import CellSet, Chain, House, Step


@dataclass(frozen=True, slots=True)
class Flat:
    """One rating for every step."""

    rating: float

    def __call__(self, step: Step) -> float:
        return self.rating


@dataclass(frozen=True, slots=True)
class ByLength:
    """A rating that grows with the statements of a step's chains."""

    base: float

    def __call__(self, step: Step) -> float:
        return self.base + length_rating(statements(step))


def _single(step: Step) -> float:
    match step.proof:
        case SingleProof(last=True):
            return 1.0
        case SingleProof(house=House(kind="box" | "region")):
            return 1.2
        case _:
            return 1.5


def _direct_locking(step: Step) -> float:
    match step.proof:
        case DirectProof(pattern=IntersectionProof(first=House(kind="row" | "column"))):
            return 1.9
        case _:
            return 1.7


def _locking(step: Step) -> float:
    match step.proof:
        case (
            IntersectionProof(first=House(kind="row" | "column"))
            | ExclusionProof(house=House(kind="row" | "column"))
        ):
            return 2.8
        case _:
            return 2.6


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


def statements(step: Step) -> int:
    """The number of statements in a step's chains, those of each nested chain once.

    Sudoku Explainer calls it complexity. A cycle is counted once round.
    """
    chains = _chains_of(step)
    total = sum(len(chain.nodes) - chain.cycle for chain in chains)
    counted = []
    for chain in chains:
        for part in chain.parts:
            if _chains_of(part) and part not in counted:
                counted.append(part)
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
    """The addition for the length of a chain: 0.1 beyond each of 4, 6, 8, 12, ... statements."""
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
    """The key by which Sudoku Explainer sorts the chains of a producer: rating, statements, kind.

    Forcing chains of one producer share a base, which then makes no difference.
    """
    return _BASES.get(kind, 0.0) + length_rating(statements), statements, _RANKS[kind]


def _unary(step: Step) -> float:
    match step.proof:
        case CycleProof(kind="x" | "y"):
            base = _BASES["x-cycle"]
        case ChainProof(kind="x"):
            base = _BASES["x-chain"]
        case _:
            base = _BASES["xy-chain"]
    return base + length_rating(statements(step))


def _line(
    producer: int, search: Technique, rate: Rate, order: StepOrder | None = None
) -> PresetEntry:
    chains = isinstance(search, UnaryChains | ForcingChains)
    return PresetEntry(search, rate, order, easiest=chains, producer=producer)


SE = Preset(
    "se",
    "Sudoku Explainer 1.2.1",
    (
        _line(1, FullHouse(), _single),
        _line(1, HiddenSingle(), _single),
        _line(2, Locked(direct=True), _direct_locking),
        _line(2, Locked(direct=True, claiming=True), _direct_locking),
        _line(3, DirectHiddenSet(2), Flat(2.0)),
        _line(4, NakedSingle(), Flat(2.3)),
        _line(5, DirectHiddenSet(3), Flat(2.5)),
        _line(6, Locked(), _locking),
        _line(6, Locked(claiming=True), _locking),
        _line(7, NakedSet(2), Flat(3.0)),
        _line(8, Fish(2), Flat(3.2)),
        _line(9, HiddenSet(2), Flat(3.4)),
        _line(10, NakedSet(3), Flat(3.6)),
        _line(11, Fish(3), Flat(3.8)),
        _line(12, HiddenSet(3), Flat(4.0)),
        _line(13, Wing(), Flat(4.2)),
        _line(14, Wing(with_pivot=True), Flat(4.4)),
        _line(15, UniqueLoops(), _loop, _loop_order),
        _line(16, NakedSet(4), Flat(5.0)),
        _line(17, Fish(4), Flat(5.2)),
        _line(18, HiddenSet(4), Flat(5.4)),
        _line(19, Bug(), _bug),
        _line(20, AlignedExclusion(2), Flat(6.2)),
        _line(21, UnaryChains(order=se_order), _unary),
        _line(22, AlignedExclusion(3), Flat(7.5)),
        _line(23, ForcingChains("nishio", se_order), ByLength(7.5)),
        _line(24, ForcingChains("static", se_order), ByLength(8.0)),
        _line(25, ForcingChains("dynamic", se_order), ByLength(8.5)),
        _line(26, PLUS, ByLength(9.0)),
        _line(27, NESTED, ByLength(9.5)),
        _line(28, NESTED, ByLength(10.0)),
        _line(29, NESTED, ByLength(10.5)),
        _line(30, NESTED, ByLength(11.0)),
    ),
    "se",
)
"""Sudoku Explainer's order and ratings with the catalogue's searches, as they are on boards other
than the classic one. On that one the compiled core takes their place (:func:`by_kernel`)."""


def by_kernel(preset: Preset, puzzle: Puzzle) -> Preset:
    """The preset with each line of a producer searched by the compiled core, on the classic board:
    there the steps are Sudoku Explainer's own.

    :raises EngineUnavailable: on that board, where the compiled core is not installed.
    """
    if why_no_rating(puzzle) is not None:
        return preset
    required_core("the preset se on the classic board")
    lines: dict[int, PresetEntry] = {}
    for entry in preset.entries:
        if entry.producer is not None and entry.producer not in lines:
            search = KernelSearch(entry.search.name, entry.producer)
            lines[entry.producer] = PresetEntry(search, entry.rate, producer=entry.producer)
    return replace(preset, entries=tuple(lines.values()))
