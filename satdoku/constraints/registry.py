"""Where each rule is: names to classes, which are imported when they are looked up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any

from satdoku.board.constraint import Constraint
from satdoku.board.geometry import Geometry

__all__ = ["ALIASES", "BUNDLES", "FAMILIES", "REGISTRY", "WHERE"]

WHERE: Mapping[str, tuple[str, str]] = {
    "extra-region": ("regions", "ExtraRegion"),
    "windoku": ("regions", "Windoku"),
    "disjoint-groups": ("regions", "DisjointGroups"),
    "diagonal": ("diagonals", "BothDiagonals"),
    "diagonal-main": ("diagonals", "MainDiagonal"),
    "diagonal-anti": ("diagonals", "AntiDiagonal"),
    "anti-knight": ("chess", "AntiKnight"),
    "anti-king": ("chess", "AntiKing"),
    "non-consecutive": ("neighbours", "NonConsecutive"),
    "odd": ("parity", "Odd"),
    "even": ("parity", "Even"),
    "killer-cage": ("cages", "KillerCage"),
    "minimum": ("neighbours", "Minimum"),
    "maximum": ("neighbours", "Maximum"),
    "thermo": ("lines", "Thermo"),
    "slow-thermo": ("lines", "SlowThermo"),
    "whisper": ("lines", "Whisper"),
    "renban": ("lines", "Renban"),
    "palindrome": ("lines", "Palindrome"),
    "between": ("lines", "Between"),
    "region-sum": ("lines", "RegionSum"),
    "white-dot": ("dots", "WhiteDot"),
    "black-dot": ("dots", "BlackDot"),
    "xv": ("dots", "XV"),
    "pair-sum": ("dots", "PairSum"),
    "less-than": ("dots", "LessThan"),
    "quadruple": ("dots", "Quadruple"),
    "negative-difference": ("dots", "NegativeDifference"),
    "negative-ratio": ("dots", "NegativeRatio"),
    "negative-xv": ("dots", "NegativeXV"),
    "arrow": ("arrows", "Arrow"),
    "pill-arrow": ("arrows", "PillArrow"),
    "little-killer": ("outside", "LittleKiller"),
    "sandwich": ("outside", "Sandwich"),
    "x-sum": ("outside", "XSum"),
    "skyscraper": ("outside", "Skyscraper"),
    "clone": ("clones", "Clone"),
    "same-values": ("clones", "SameValues"),
    "hidden-skyscraper": ("first_digits", "HiddenSkyscraper"),
    "first-seen-odd": ("first_digits", "FirstSeenOdd"),
    "first-seen-even": ("first_digits", "FirstSeenEven"),
    "rossini": ("first_digits", "Rossini"),
    "frame-sum": ("side_sums", "FrameSum"),
    "product-frame": ("side_sums", "ProductFrame"),
    "before-hi": ("side_sums", "BeforeHighest"),
    "parity-party": ("side_sums", "ParityParty"),
    "battlefield": ("side_sums", "Battlefield"),
    "position-sum": ("side_sums", "PositionSum"),
    "numbered-room": ("side_digits", "NumberedRoom"),
    "outside": ("side_digits", "Outside"),
    "next-to-hi": ("side_digits", "NextToHighest"),
    "full-rank": ("ranks", "FullRank"),
    "entropic-line": ("group_lines", "EntropicLine"),
    "modular-line": ("group_lines", "ModularLine"),
    "parity-line": ("group_lines", "ParityLine"),
    "high-low-line": ("group_lines", "HighLowLine"),
    "group-line": ("group_lines", "GroupLine"),
    "unimodular-line": ("group_lines", "UnimodularLine"),
    "zipper": ("line_sums", "Zipper"),
    "double-arrow": ("line_sums", "DoubleArrow"),
    "split-peas": ("line_sums", "SplitPeas"),
    "sum-line": ("line_sums", "SumLine"),
    "lunchbox": ("line_sums", "Lunchbox"),
    "nabner": ("line_steps", "Nabner"),
    "lockout": ("line_steps", "Lockout"),
    "same-difference": ("line_steps", "SameDifference"),
    "sequence-line": ("line_steps", "SequenceLine"),
    "fuzzy-thermo": ("line_steps", "FuzzyThermo"),
    "row-indexer": ("indexers", "RowIndexer"),
    "column-indexer": ("indexers", "ColumnIndexer"),
    "box-indexer": ("indexers", "BoxIndexer"),
    "index-line": ("indexers", "IndexLine"),
    "value-indexing": ("indexers", "ValueIndexing"),
    "contain": ("contents", "Contain"),
    "contain-exact": ("contents", "ContainExact"),
    "look-and-say": ("contents", "LookAndSay"),
    "equality-cage": ("contents", "EqualityCage"),
    "counting-circles": ("contents", "CountingCircles"),
    "count-distinct": ("contents", "CountDistinct"),
    "rellik": ("cage_kinds", "Rellik"),
    "product-cage": ("cage_kinds", "ProductCage"),
    "digital-root-cage": ("cage_kinds", "DigitalRootCage"),
    "sum": ("sums", "Sum"),
    "equal-sum": ("sums", "EqualSum"),
    "magic-square": ("sums", "MagicSquare"),
    "average-arrow": ("arrow_kinds", "AverageArrow"),
    "product-arrow": ("arrow_kinds", "ProductArrow"),
    "difference-arrow": ("arrow_kinds", "DifferenceArrow"),
    "vudoku": ("arrow_kinds", "Vudoku"),
    "ambiguous-arrow": ("arrow_kinds", "AmbiguousArrow"),
    "global-entropy": ("squares", "GlobalEntropy"),
    "global-mod": ("squares", "GlobalMod"),
    "anti-taxicab": ("moves", "AntiTaxicab"),
    "taxicab": ("moves", "Taxicab"),
    "chess": ("moves", "Chess"),
    "knightmare": ("moves", "Knightmare"),
    "diagonal-nonconsecutive": ("moves", "DiagonalNonConsecutive"),
    "friendly": ("own_numbers", "Friendly"),
    "unfriendly": ("own_numbers", "Unfriendly"),
    "digit-class": ("own_numbers", "DigitClass"),
    "low": ("own_numbers", "Low"),
    "high": ("own_numbers", "High"),
    "dutch-flatmates": ("flatmates", "DutchFlatmates"),
    "doppelganger": ("missing_digits", "Doppelganger"),
    "region-same-values": ("missing_digits", "RegionSameValues"),
    "pair-table": ("custom", "PairTableRule"),
    "all-pairs": ("custom", "AllPairs"),
    "automaton": ("custom", "AutomatonRule"),
    "regex": ("custom", "Regex"),
    "or": ("combined", "AnyOf"),
    "and": ("combined", "AllOf"),
    "variables": ("combined", "VariablesRule"),
    "chaos-construction": ("unknown_regions", "ChaosConstruction"),
    "chaos-arrow": ("unknown_regions", "ChaosArrow"),
    "chaos-count": ("unknown_regions", "ChaosCount"),
    "connected": ("unknown_regions", "Connected"),
}
"""Every rule: its name on the command line and in files, its module and its class."""

AliasFields = Callable[[Geometry], dict[str, Any]]


def _columns_1_5_9(board: Geometry) -> dict[str, Any]:
    places = ((cell, board.row_column(cell)[1] + 1) for cell in range(board.cell_count))
    return {"cells": tuple(cell for cell, column in places if column in (1, 5, 9))}


ALIASES: Mapping[str, tuple[str, AliasFields | None]] = {
    "extra": ("extra-region", None),
    "extraregion": ("extra-region", None),
    "hyper": ("windoku", None),
    "djg": ("disjoint-groups", None),
    "x-sudoku": ("diagonal", None),
    "diagonals": ("diagonal", None),
    "dneg": ("diagonal-main", None),
    "dpos": ("diagonal-anti", None),
    "knight": ("anti-knight", None),
    "king": ("anti-king", None),
    "nonconsecutive": ("non-consecutive", None),
    "cage": ("killer-cage", None),
    "killer": ("killer-cage", None),
    "min": ("minimum", None),
    "max": ("maximum", None),
    "thermometer": ("thermo", None),
    "slowthermo": ("slow-thermo", None),
    "slow-thermometer": ("slow-thermo", None),
    "whispers": ("whisper", None),
    "german-whisper": ("whisper", None),
    "dutch-whisper": ("whisper", lambda board: {"diff": (board.size + 1) // 2 - 1}),
    "betweenline": ("between", None),
    "between-line": ("between", None),
    "rsl": ("region-sum", None),
    "region-sum-line": ("region-sum", None),
    "kropki-white": ("white-dot", None),
    "difference": ("white-dot", None),
    "kropki-black": ("black-dot", None),
    "ratio": ("black-dot", None),
    "x": ("xv", lambda board: {"total": 10}),
    "v": ("xv", lambda board: {"total": 5}),
    "quad": ("quadruple", None),
    "lk": ("little-killer", None),
    "xsum": ("x-sum", None),
    "hiddenskyscraper": ("hidden-skyscraper", None),
    "numberedroom": ("numbered-room", None),
    "numbered-rooms": ("numbered-room", None),
    "fullrank": ("full-rank", None),
    "framesum": ("frame-sum", None),
    "battlefields": ("battlefield", None),
    "entropic": ("entropic-line", None),
    "entropicline": ("entropic-line", None),
    "entrol": ("entropic-line", None),
    "modular": ("modular-line", None),
    "modularline": ("modular-line", None),
    "modl": ("modular-line", None),
    "parity": ("parity-line", None),
    "highlow": ("high-low-line", None),
    "unimodular": ("unimodular-line", None),
    "zipperline": ("zipper", None),
    "zipper-line": ("zipper", None),
    "doublearrow": ("double-arrow", None),
    "double-arrow-line": ("double-arrow", None),
    "nabner-line": ("nabner", None),
    "lockout-line": ("lockout", None),
    "sumline": ("sum-line", None),
    "ten-line": ("sum-line", lambda board: {"sum": 10}),
    "sequence": ("sequence-line", None),
    "fuzzythermo": ("fuzzy-thermo", None),
    "countingcircles": ("counting-circles", None),
    "rowindexer": ("row-indexer", None),
    "columnindexer": ("column-indexer", None),
    "colindexer": ("column-indexer", None),
    "boxindexer": ("box-indexer", None),
    "159": ("column-indexer", _columns_1_5_9),
    "rellik-cage": ("rellik", None),
    "equalsum": ("equal-sum", None),
    "magicsquare": ("magic-square", None),
    "taxi": ("taxicab", None),
    "selftaxi": ("anti-taxicab", None),
    "antitaxicab": ("anti-taxicab", None),
    "dnc": ("diagonal-nonconsecutive", None),
    "globalentropy": ("global-entropy", None),
    "globalmod": ("global-mod", None),
    "flatmates": ("dutch-flatmates", None),
}
"""Other names of rules that are read, each with its rule and the parameters that it stands for on
a board (``None``: the name alone)."""

BUNDLES: Mapping[str, tuple[str, ...]] = {
    "miracle": ("anti-knight", "anti-king", "non-consecutive")
}
"""Names on the command line that stand for several rules."""

FAMILIES: tuple[str, ...] = tuple(dict.fromkeys(module for module, _ in WHERE.values()))
"""The families, each a module of this package."""


class _Registry(Mapping[str, type[Constraint]]):
    """Rule name to class; the class's module is imported when it is looked up."""

    def __init__(self) -> None:
        self._loaded: dict[str, type[Constraint]] = {}

    def __getitem__(self, name: str) -> type[Constraint]:
        if (found := self._loaded.get(name)) is None:
            module, class_name = WHERE[name]
            found = getattr(import_module(f"{__package__}.{module}"), class_name)
            self._loaded[name] = found
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(WHERE)

    def __len__(self) -> int:
        return len(WHERE)

    def __contains__(self, name: object) -> bool:
        return name in WHERE


REGISTRY: Mapping[str, type[Constraint]] = _Registry()
"""Every rule: its name on the command line and in files, and its class."""
