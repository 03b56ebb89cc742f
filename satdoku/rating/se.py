"""The scale of Sudoku Explainer 1.2.1: its producers in its order, with their ratings.

The behaviour is described in the project's notes on Sudoku Explainer (facts, never its code).
"""

from __future__ import annotations

from dataclasses import replace

from satdoku.base.compiled import required_core
from satdoku.base.records import dataclass
from satdoku.puzzle import Puzzle
from satdoku.rating.kernel import why_no_rating
from satdoku.rating.se_ratings import (
    CHAIN_BASES,
    bug_rating,
    direct_rating,
    length_rating,
    locking_rating,
    loop_rating,
    single_rating,
    statements,
    unary_rating,
)
from satdoku.rating.table import Preset, PresetEntry, Rate, StepOrder
from satdoku.techniques.arguments.uniqueness import LoopProof
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
from satdoku.techniques.step import Step


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


def _loop_order(step: Step) -> tuple[float, ...]:
    assert isinstance(step.proof, LoopProof)
    return loop_rating(step), step.proof.type


_RANKS: dict[ChainKind, int] = {
    "double": 1, "x-cycle": 2, "x-chain": 2, "y-cycle": 3, "xy-cycle": 4, "xy-chain": 4,
    "cell": 5, "region": 6, "contradiction": 7,
}  # fmt: skip


def se_order(kind: ChainKind, statements: int) -> tuple[float, ...]:
    """The key by which Sudoku Explainer sorts the chains of a producer: rating, statements, kind.

    Forcing chains of one producer share a base, which then makes no difference.
    """
    return CHAIN_BASES.get(kind, 0.0) + length_rating(statements), statements, _RANKS[kind]


def _line(
    producer: int, search: Technique, rate: Rate, order: StepOrder | None = None
) -> PresetEntry:
    chains = isinstance(search, UnaryChains | ForcingChains)
    return PresetEntry(search, rate, order, easiest=chains, producer=producer)


SE = Preset(
    "se",
    "Sudoku Explainer 1.2.1",
    (
        _line(1, FullHouse(), single_rating),
        _line(1, HiddenSingle(), single_rating),
        _line(2, Locked(direct=True), direct_rating),
        _line(2, Locked(direct=True, claiming=True), direct_rating),
        _line(3, DirectHiddenSet(2), Flat(2.0)),
        _line(4, NakedSingle(), Flat(2.3)),
        _line(5, DirectHiddenSet(3), Flat(2.5)),
        _line(6, Locked(), locking_rating),
        _line(6, Locked(claiming=True), locking_rating),
        _line(7, NakedSet(2), Flat(3.0)),
        _line(8, Fish(2), Flat(3.2)),
        _line(9, HiddenSet(2), Flat(3.4)),
        _line(10, NakedSet(3), Flat(3.6)),
        _line(11, Fish(3), Flat(3.8)),
        _line(12, HiddenSet(3), Flat(4.0)),
        _line(13, Wing(), Flat(4.2)),
        _line(14, Wing(with_pivot=True), Flat(4.4)),
        _line(15, UniqueLoops(), loop_rating, _loop_order),
        _line(16, NakedSet(4), Flat(5.0)),
        _line(17, Fish(4), Flat(5.2)),
        _line(18, HiddenSet(4), Flat(5.4)),
        _line(19, Bug(), bug_rating),
        _line(20, AlignedExclusion(2), Flat(6.2)),
        _line(21, UnaryChains(order=se_order), unary_rating),
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
    lines: dict[int, list[PresetEntry]] = {}
    for entry in preset.entries:
        if entry.producer is not None:
            lines.setdefault(entry.producer, []).append(entry)
    entries = []
    for producer, (first, *more) in lines.items():
        names = dict.fromkeys(name for entry in (first, *more) for name in entry.search.names)
        search = KernelSearch(first.search.name, producer, tuple(names))
        entries.append(PresetEntry(search, first.rate, producer=producer))
    return replace(preset, entries=tuple(entries))
