"""Rules by name: a family is imported when one of its rules is looked up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from threading import RLock
from typing import Any, TypeGuard, TypeVar

from satdoku.board.constraint import Constraint
from satdoku.board.geometry import Geometry

__all__ = [
    "ALIASES",
    "BUNDLES",
    "FAMILIES",
    "REGISTRY",
    "known_name",
    "linked",
    "rule_called",
    "rule_class",
]

T = TypeVar("T")

FAMILIES: Mapping[str, str] = {
    "regions": "board", "diagonals": "board", "chess": "board", "neighbours": "board",
    "parity": "cells", "cages": "cages", "lines": "lines", "dots": "marks", "arrows": "arrows",
    "outside": "outside", "clones": "cages", "first_digits": "outside", "side_sums": "outside",
    "side_digits": "outside", "runs": "outside", "blanks": "outside", "ranks": "outside",
    "group_lines": "lines",
    "line_sums": "lines", "line_steps": "lines", "indexers": "cells", "contents": "cages",
    "cage_kinds": "cages", "sums": "cages", "arrow_kinds": "arrows", "squares": "marks",
    "corners": "marks", "moves": "board", "own_numbers": "cells", "pointers": "cells",
    "flatmates": "more", "missing_digits": "more", "custom": "more", "combined": "more",
    "each": "more", "unknown_regions": "more", "shadings": "more", "modifiers": "more",
}  # fmt: skip
"""The families in the order in which they are listed, each a module of this package; and the group
that the app offers its rules in."""

BUNDLES: Mapping[str, tuple[str, ...]] = {
    "miracle": ("anti-knight", "anti-king", "non-consecutive")
}
"""Names on the command line that stand for several rules."""

_Preset = Callable[[Geometry], dict[str, Any]] | None


class _Families:
    """The names of the families that were loaded so far."""

    def __init__(self) -> None:
        self.rules: dict[str, type[Constraint]] = {}
        self.aliases: dict[str, tuple[str, _Preset]] = {}
        self.classes: dict[str, type[Constraint]] = {}
        self.links: dict[str, type[Constraint]] = {}
        self._missing = list(FAMILIES)
        self.lock = RLock()  # questions are answered in threads

    def _load(self, family: str) -> None:
        module = import_module(f"{__package__}.{family}")
        for kind in vars(module).values():
            if _is_rule(kind) and kind.__module__ == module.__name__:
                self.rules[kind.name] = self.classes[kind.__name__] = kind
                for alias, preset in vars(kind).get("aliases", {}).items():
                    self.aliases[alias] = kind.name, preset
                self.links |= dict.fromkeys(kind.in_links, kind)

    def load_all(self) -> None:
        """Load every family; the names are then in the order of the families."""
        with self.lock:
            if not self._missing:
                return
            self._missing = []
            for known in (self.rules, self.aliases, self.classes, self.links):
                known.clear()
            for family in FAMILIES:
                self._load(family)

    def load_for(self, name: str, *, surely: bool = True) -> None:
        """Load families until one has the name, those first whose text has it.

        :param surely: also load the others where no text mentions the name.
        """
        known = (self.rules, self.aliases, self.classes, self.links)
        with self.lock:
            for family in [family for family in self._missing if _mentions(family, name)]:
                if any(name in names for names in known):
                    return
                self._load(family)
                self._missing.remove(family)
            missed = not any(name in names for names in known)
            if missed and (surely or not any(map(_source, FAMILIES))):
                self.load_all()


def _is_rule(kind: object) -> TypeGuard[type[Constraint]]:
    return isinstance(kind, type) and issubclass(kind, Constraint) and "name" in vars(kind)


def _mentions(family: str, name: str) -> bool:
    text = _source(family)
    return f'"{name}"' in text or f"class {name}(" in text


@lru_cache(maxsize=64)
def _source(family: str) -> str:
    """The text of a module; empty where it was installed without."""
    spec = find_spec(f"{__package__}.{family}")
    read = getattr(spec and spec.loader, "get_source", None)
    return (spec and read and read(spec.name)) or ""


_families = _Families()


class _Names(Mapping[str, T]):
    """A mapping from names, listed in the order of the families."""

    def __init__(self, known: dict[str, T]) -> None:
        self._known = known

    def __getitem__(self, name: str) -> T:
        if (value := self._known.get(name)) is not None:
            return value
        with _families.lock:
            _families.load_for(name)
            return self._known[name]

    def get(self, name: str, default: Any = None) -> Any:
        value = self._known.get(name)
        return super().get(name, default) if value is None else value

    def __contains__(self, name: object) -> bool:
        return name in self._known or super().__contains__(name)

    def __iter__(self) -> Iterator[str]:
        _families.load_all()
        return iter(self._known)

    def __len__(self) -> int:
        _families.load_all()
        return len(self._known)


REGISTRY: Mapping[str, type[Constraint]] = _Names(_families.rules)
"""Every rule: its name on the command line and in files, and its class."""

ALIASES: Mapping[str, tuple[str, _Preset]] = _Names(_families.aliases)
"""Other names of rules that are read, each with its rule and the parameters that it stands for."""

_CLASSES: Mapping[str, type[Constraint]] = _Names(_families.classes)


def rule_class(name: str) -> type[Constraint]:
    """The class of a rule by its own name, ``KillerCage``.

    :raises KeyError: where there is none.
    """
    return _CLASSES[name]


@lru_cache(maxsize=4096)
def linked(name: str) -> type[Constraint] | None:
    """The rule with this name in a format of links (``in_links``): ``fpuzzles:renban``.

    Most keys of a link are no rules, and no family is loaded for them.
    """
    with _families.lock:
        if name not in _families.links:
            _families.load_for(name, surely=False)
        return _families.links.get(name)


def known_name(name: str) -> str:
    """The name, alias or bundle that is written with capitals, with blanks or underscores for
    hyphens, without hyphens, or as a plural; an unknown name with hyphens."""
    plain = "-".join(name.lower().replace("_", " ").replace("-", " ").split())
    joined = plain.replace("-", "")
    for spelt in (plain, joined, plain.removesuffix("s"), joined.removesuffix("s")):
        if spelt in BUNDLES or spelt in REGISTRY or spelt in ALIASES:
            return spelt
    return plain


def rule_called(name: str) -> str:
    """The rule of a name as for :func:`known_name`; an unknown name with hyphens."""
    own = known_name(name)
    return ALIASES[own][0] if own not in REGISTRY and own in ALIASES else own
