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
| registry.py | where each rule is, its other names, names that stand for several |
| data.py | rules as plain data (JSON) and as words of the command line |

A family is imported when one of its rules is first asked for. To add a rule, write its class,
name it in ``WHERE`` (registry.py), and run tests/constraints/test_registry.py, which reports what
else it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.base.late import late_names
from satdoku.constraints.data import from_data, parse_rules, to_data, to_words
from satdoku.constraints.registry import ALIASES, BUNDLES, FAMILIES, REGISTRY, WHERE

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
    "parse_rules",
    "to_data",
    "to_words",
]

__getattr__ = late_names(__name__, ((module, (name,)) for module, name in WHERE.values()))
