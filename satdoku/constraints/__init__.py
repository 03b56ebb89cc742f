"""What a variant adds: one file a family, every rule a small frozen dataclass.

| file | rules |
|---|---|
| regions.py | ``extra-region``, ``windoku``, ``disjoint-groups`` |
| diagonals.py | ``diagonal``, ``diagonal-main``, ``diagonal-anti`` |
| chess.py | ``anti-knight``, ``anti-king`` |
| neighbours.py | ``non-consecutive`` |
| parity.py | ``odd``, ``even`` |
| cages.py | ``killer-cage`` |
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

from satdoku.constraints.data import from_data, parse_rules, to_data
from satdoku.puzzle.constraint import Constraint
from satdoku.puzzle.geometry import Geometry

if TYPE_CHECKING:
    from satdoku.constraints.cages import KillerCage
    from satdoku.constraints.chess import AntiKing, AntiKnight
    from satdoku.constraints.diagonals import AntiDiagonal, BothDiagonals, MainDiagonal
    from satdoku.constraints.neighbours import NonConsecutive
    from satdoku.constraints.parity import Even, Odd
    from satdoku.constraints.regions import DisjointGroups, ExtraRegion, Windoku

__all__ = [
    "ALIASES",
    "BUNDLES",
    "FAMILIES",
    "REGISTRY",
    "AntiDiagonal",
    "AntiKing",
    "AntiKnight",
    "BothDiagonals",
    "DisjointGroups",
    "Even",
    "ExtraRegion",
    "KillerCage",
    "MainDiagonal",
    "NonConsecutive",
    "Odd",
    "Windoku",
    "from_data",
    "parse_rules",
    "to_data",
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
