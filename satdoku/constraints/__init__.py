"""What a variant adds: one file a family, every rule a small frozen dataclass.

| file | rules |
|---|---|
| regions.py | ``extra-region``, ``windoku``, ``disjoint-groups`` |
| diagonals.py | ``diagonal``, ``diagonal-main``, ``diagonal-anti`` |
| chess.py | ``anti-knight``, ``anti-king`` |
| neighbours.py | ``non-consecutive``, ``minimum``, ``maximum`` |
| parity.py | ``odd``, ``even`` |
| cages.py | ``killer-cage`` |
| lines.py | ``thermo``, ``slow-thermo``, ``whisper``, ``renban``, ``palindrome``, ``between`` and
``region-sum`` |
| dots.py | ``white-dot``, ``black-dot``, ``xv``, ``pair-sum``, ``less-than``, ``quadruple``,
``negative-difference``, ``negative-ratio`` and ``negative-xv`` |
| arrows.py | ``arrow``, ``pill-arrow`` |
| outside.py | ``little-killer``, ``sandwich``, ``x-sum``, ``skyscraper`` |
| clones.py | ``clone``, ``same-values`` |
| first_digits.py | ``hidden-skyscraper``, ``first-seen-odd``, ``first-seen-even``, ``rossini`` |
| side_sums.py | ``frame-sum``, ``product-frame``, ``before-hi``, ``parity-party``, ... |
| side_digits.py | ``numbered-room``, ``outside``, ``next-to-hi`` |
| ranks.py | ``full-rank`` |
| group_lines.py | ``entropic-line``, ``modular-line``, ``parity-line``, ``high-low-line``, ... |
| line_sums.py | ``zipper``, ``double-arrow``, ``split-peas``, ``sum-line``, ``lunchbox`` |
| line_steps.py | ``nabner``, ``lockout``, ``same-difference``, ``sequence-line``, ... |
| indexers.py | ``row-indexer``, ``column-indexer``, ``box-indexer``, ``index-line``, ... |
| contents.py | ``contain``, ``contain-exact``, ``look-and-say``, ``equality-cage``, ... |
| cage_kinds.py | ``rellik``, ``product-cage``, ``digital-root-cage`` |
| sums.py | ``sum``, ``equal-sum``, ``magic-square`` |
| arrow_kinds.py | ``average-arrow``, ``product-arrow``, ``difference-arrow``, ``vudoku``, ... |
| squares.py | ``global-entropy``, ``global-mod`` |
| moves.py | ``anti-taxicab``, ``taxicab``, ``chess``, ``knightmare``, ``diagonal-nonconsecutive`` |
| own_numbers.py | ``friendly``, ``unfriendly``, ``digit-class``, ``low``, ``high`` |
| flatmates.py | ``dutch-flatmates`` |
| missing_digits.py | ``doppelganger``, ``region-same-values`` |
| combined.py | ``or``, ``and``, ``variables`` |
| unknown_regions.py | ``chaos-construction``, ``chaos-arrow``, ``chaos-count``, ``connected`` |
| custom.py | ``pair-table``, ``all-pairs``, ``automaton``, ``regex`` |
| rows.py | rows of integers that many rules share |
| machines.py, sides.py | automata from steps; what clues beside a line share |
| common.py | what families share |
| parameters.py | the values of parameters, by kind: read, written, moved |
| refused.py | the rules that are refused by name, and why |
| console.py | the option text of SudokuSolver's console |
| data.py | rules as plain data (JSON) and as words of the command line |

A family is imported when one of its rules is first asked for. To add a rule, write its class,
name it in ``_WHERE``, and run tests/constraints/test_registry.py, which reports what else it needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from satdoku.constraints.data import from_data, once, parse_rules, to_data, to_words
from satdoku.late import late_names
from satdoku.puzzle.constraint import Constraint
from satdoku.puzzle.geometry import Geometry

if TYPE_CHECKING:
    from satdoku.constraints.arrow_kinds import (
        AmbiguousArrow,
        AverageArrow,
        DifferenceArrow,
        ProductArrow,
        Vudoku,
    )
    from satdoku.constraints.arrows import Arrow, PillArrow
    from satdoku.constraints.cage_kinds import DigitalRootCage, ProductCage, Rellik
    from satdoku.constraints.cages import KillerCage
    from satdoku.constraints.chess import AntiKing, AntiKnight
    from satdoku.constraints.clones import Clone, SameValues
    from satdoku.constraints.combined import AllOf, AnyOf, VariablesRule
    from satdoku.constraints.contents import (
        Contain,
        ContainExact,
        CountDistinct,
        CountingCircles,
        EqualityCage,
        LookAndSay,
    )
    from satdoku.constraints.custom import AllPairs, AutomatonRule, PairTableRule, Regex
    from satdoku.constraints.diagonals import AntiDiagonal, BothDiagonals, MainDiagonal
    from satdoku.constraints.dots import (
        XV,
        BlackDot,
        LessThan,
        NegativeDifference,
        NegativeRatio,
        NegativeXV,
        PairSum,
        Quadruple,
        WhiteDot,
    )
    from satdoku.constraints.first_digits import (
        FirstSeenEven,
        FirstSeenOdd,
        HiddenSkyscraper,
        Rossini,
    )
    from satdoku.constraints.flatmates import DutchFlatmates
    from satdoku.constraints.group_lines import (
        EntropicLine,
        GroupLine,
        HighLowLine,
        ModularLine,
        ParityLine,
        UnimodularLine,
    )
    from satdoku.constraints.indexers import (
        BoxIndexer,
        ColumnIndexer,
        IndexLine,
        RowIndexer,
        ValueIndexing,
    )
    from satdoku.constraints.line_steps import (
        FuzzyThermo,
        Lockout,
        Nabner,
        SameDifference,
        SequenceLine,
    )
    from satdoku.constraints.line_sums import DoubleArrow, Lunchbox, SplitPeas, SumLine, Zipper
    from satdoku.constraints.lines import (
        Between,
        Palindrome,
        RegionSum,
        Renban,
        SlowThermo,
        Thermo,
        Whisper,
    )
    from satdoku.constraints.missing_digits import Doppelganger, RegionSameValues
    from satdoku.constraints.moves import (
        AntiTaxicab,
        Chess,
        DiagonalNonConsecutive,
        Knightmare,
        Taxicab,
    )
    from satdoku.constraints.neighbours import Maximum, Minimum, NonConsecutive
    from satdoku.constraints.outside import LittleKiller, Sandwich, Skyscraper, XSum
    from satdoku.constraints.own_numbers import DigitClass, Friendly, High, Low, Unfriendly
    from satdoku.constraints.parity import Even, Odd
    from satdoku.constraints.ranks import FullRank
    from satdoku.constraints.regions import DisjointGroups, ExtraRegion, Windoku
    from satdoku.constraints.side_digits import NextToHighest, NumberedRoom, Outside
    from satdoku.constraints.side_sums import (
        Battlefield,
        BeforeHighest,
        FrameSum,
        ParityParty,
        PositionSum,
        ProductFrame,
    )
    from satdoku.constraints.squares import GlobalEntropy, GlobalMod
    from satdoku.constraints.sums import EqualSum, MagicSquare, Sum
    from satdoku.constraints.unknown_regions import (
        ChaosArrow,
        ChaosConstruction,
        ChaosCount,
        Connected,
    )

__all__ = [
    "ALIASES",
    "BUNDLES",
    "FAMILIES",
    "REGISTRY",
    "XV",
    "AllOf",
    "AllPairs",
    "AmbiguousArrow",
    "AntiDiagonal",
    "AntiKing",
    "AntiKnight",
    "AntiTaxicab",
    "AnyOf",
    "Arrow",
    "AutomatonRule",
    "AverageArrow",
    "Battlefield",
    "BeforeHighest",
    "Between",
    "BlackDot",
    "BothDiagonals",
    "BoxIndexer",
    "ChaosArrow",
    "ChaosConstruction",
    "ChaosCount",
    "Chess",
    "Clone",
    "ColumnIndexer",
    "Connected",
    "Contain",
    "ContainExact",
    "CountDistinct",
    "CountingCircles",
    "DiagonalNonConsecutive",
    "DifferenceArrow",
    "DigitClass",
    "DigitalRootCage",
    "DisjointGroups",
    "Doppelganger",
    "DoubleArrow",
    "DutchFlatmates",
    "EntropicLine",
    "EqualSum",
    "EqualityCage",
    "Even",
    "ExtraRegion",
    "FirstSeenEven",
    "FirstSeenOdd",
    "FrameSum",
    "Friendly",
    "FullRank",
    "FuzzyThermo",
    "GlobalEntropy",
    "GlobalMod",
    "GroupLine",
    "HiddenSkyscraper",
    "High",
    "HighLowLine",
    "IndexLine",
    "KillerCage",
    "Knightmare",
    "LessThan",
    "LittleKiller",
    "Lockout",
    "LookAndSay",
    "Low",
    "Lunchbox",
    "MagicSquare",
    "MainDiagonal",
    "Maximum",
    "Minimum",
    "ModularLine",
    "Nabner",
    "NegativeDifference",
    "NegativeRatio",
    "NegativeXV",
    "NextToHighest",
    "NonConsecutive",
    "NumberedRoom",
    "Odd",
    "Outside",
    "PairSum",
    "PairTableRule",
    "Palindrome",
    "ParityLine",
    "ParityParty",
    "PillArrow",
    "PositionSum",
    "ProductArrow",
    "ProductCage",
    "ProductFrame",
    "Quadruple",
    "Regex",
    "RegionSameValues",
    "RegionSum",
    "Rellik",
    "Renban",
    "Rossini",
    "RowIndexer",
    "SameDifference",
    "SameValues",
    "Sandwich",
    "SequenceLine",
    "Skyscraper",
    "SlowThermo",
    "SplitPeas",
    "Sum",
    "SumLine",
    "Taxicab",
    "Thermo",
    "Unfriendly",
    "UnimodularLine",
    "ValueIndexing",
    "VariablesRule",
    "Vudoku",
    "Whisper",
    "WhiteDot",
    "Windoku",
    "XSum",
    "Zipper",
    "from_data",
    "once",
    "parse_rules",
    "to_data",
    "to_words",
]

_WHERE = {
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

FAMILIES: tuple[str, ...] = tuple(dict.fromkeys(module for module, _ in _WHERE.values()))
"""The families, each a module of this package."""


class _Registry(Mapping[str, type[Constraint]]):
    """Rule name to class; the class's module is imported when it is looked up."""

    def __init__(self) -> None:
        self._loaded: dict[str, type[Constraint]] = {}

    def __getitem__(self, name: str) -> type[Constraint]:
        if (found := self._loaded.get(name)) is None:
            module, class_name = _WHERE[name]
            found = getattr(import_module(f"{__name__}.{module}"), class_name)
            self._loaded[name] = found
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(_WHERE)

    def __len__(self) -> int:
        return len(_WHERE)

    def __contains__(self, name: object) -> bool:
        return name in _WHERE


REGISTRY: Mapping[str, type[Constraint]] = _Registry()
"""Every rule: its name on the command line and in files, and its class."""


__getattr__ = late_names(__name__, ((module, (name,)) for module, name in _WHERE.values()))
