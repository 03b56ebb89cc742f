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
| common.py | what families share |
| parameters.py | the values of parameters, by kind: read, written, moved |
| data.py | rules as plain data (JSON) and as words of the command line |

A family is imported when one of its rules is first asked for. To add a rule, write its class,
name it in ``_WHERE``, and run tests/constraints/test_registry.py, which reports what else it needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from satdoku.constraints.data import from_data, parse_rules, to_data, to_words
from satdoku.puzzle.constraint import Constraint
from satdoku.puzzle.geometry import Geometry

if TYPE_CHECKING:
    from satdoku.constraints.arrows import Arrow, PillArrow
    from satdoku.constraints.cages import KillerCage
    from satdoku.constraints.chess import AntiKing, AntiKnight
    from satdoku.constraints.clones import Clone, SameValues
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
    from satdoku.constraints.lines import (
        Between,
        Palindrome,
        RegionSum,
        Renban,
        SlowThermo,
        Thermo,
        Whisper,
    )
    from satdoku.constraints.neighbours import Maximum, Minimum, NonConsecutive
    from satdoku.constraints.outside import LittleKiller, Sandwich, Skyscraper, XSum
    from satdoku.constraints.parity import Even, Odd
    from satdoku.constraints.regions import DisjointGroups, ExtraRegion, Windoku

__all__ = [
    "ALIASES",
    "BUNDLES",
    "FAMILIES",
    "REGISTRY",
    "XV",
    "AntiDiagonal",
    "AntiKing",
    "AntiKnight",
    "Arrow",
    "Between",
    "BlackDot",
    "BothDiagonals",
    "Clone",
    "DisjointGroups",
    "Even",
    "ExtraRegion",
    "KillerCage",
    "LessThan",
    "LittleKiller",
    "MainDiagonal",
    "Maximum",
    "Minimum",
    "NegativeDifference",
    "NegativeRatio",
    "NegativeXV",
    "NonConsecutive",
    "Odd",
    "PairSum",
    "Palindrome",
    "PillArrow",
    "Quadruple",
    "RegionSum",
    "Renban",
    "SameValues",
    "Sandwich",
    "Skyscraper",
    "SlowThermo",
    "Thermo",
    "Whisper",
    "WhiteDot",
    "Windoku",
    "XSum",
    "from_data",
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
}

Preset = Callable[[Geometry], dict[str, Any]]

ALIASES: Mapping[str, tuple[str, Preset | None]] = {
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
}
"""Other names of rules that are read, each with its rule and the parameters that it stands for on
a board (``None``: the name alone)."""

BUNDLES: Mapping[str, tuple[str, ...]] = {
    "miracle": ("anti-knight", "anti-king", "non-consecutive")
}
"""Names on the command line that stand for several rules."""

_CLASSES = {class_name: module for module, class_name in _WHERE.values()}

FAMILIES: tuple[str, ...] = tuple(dict.fromkeys(module for module, _ in _WHERE.values()))
"""The families, each a module of this package."""


class _Registry(Mapping[str, type[Constraint]]):
    """Rule name to class; the class's module is imported when it is looked up."""

    def __getitem__(self, name: str) -> type[Constraint]:
        module, class_name = _WHERE[name]
        found: type[Constraint] = getattr(import_module(f"{__name__}.{module}"), class_name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(_WHERE)

    def __len__(self) -> int:
        return len(_WHERE)

    def __contains__(self, name: object) -> bool:
        return name in _WHERE


REGISTRY: Mapping[str, type[Constraint]] = _Registry()
"""Every rule: its name on the command line and in files, and its class."""


def __getattr__(name: str) -> Any:
    if name in _CLASSES:
        return getattr(import_module(f"{__name__}.{_CLASSES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
