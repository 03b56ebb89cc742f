"""The catalogue of all techniques, by name."""

from __future__ import annotations

import re
from importlib import import_module

from satdoku.techniques.base import Technique
from satdoku.techniques.vocabulary import canonical, nearest

__all__ = [
    "MODULES",
    "all_techniques",
    "technique",
    "technique_names",
]


MODULES: tuple[str, ...] = (
    "singles",
    "locked",
    "subsets",
    "fish",
    "wings",
    "uniqueness",
    "bug",
    "aligned",
    "bent",
    "als",
    "alternating",
    "chains",
    "forcing",
    "kernel",
    "negation",
    "trial",
    "clues",
    "sums",
    "leftovers",
    "joined",
    "classes",
    "conflicts",
    "clue_chains",
    "small_proof",
)
"""One file a family, easiest first. Each has ``TECHNIQUES``, the techniques it adds."""


def _catalogue() -> dict[str, Technique]:
    if not _CATALOGUE:
        for name in MODULES:
            module = import_module(f"satdoku.techniques.{name}")
            for found in module.TECHNIQUES:
                if found.name in _CATALOGUE:
                    raise ValueError(f"two techniques are called {found.name}")
                _CATALOGUE[found.name] = found
    return _CATALOGUE


_CATALOGUE: dict[str, Technique] = {}


def all_techniques() -> tuple[Technique, ...]:
    """Every technique of the catalogue, easiest family first."""
    return tuple(_catalogue().values())


def technique_names() -> tuple[str, ...]:
    """The names of the catalogue."""
    return tuple(_catalogue())


def _sized(family: str, size: int) -> Technique | None:
    from satdoku.techniques.fish import Fish
    from satdoku.techniques.negation import Negation
    from satdoku.techniques.subsets import Enclosure, Exclosure, HiddenSet, NakedSet

    if size < 1:
        return None
    if family == "enclosure":
        return Enclosure(size, size)
    if family == "exclosure":
        return Exclosure(size, size)
    if family == "negation":
        return Negation(size)
    makers: dict[str, type[NakedSet | HiddenSet | Fish]] = {
        "naked-set": NakedSet,
        "hidden-set": HiddenSet,
        "fish": Fish,
    }
    return makers[family](size) if family in makers and size > 1 else None


def technique(name: str) -> Technique:
    """The technique of this name, or of any other name that it has (vocabulary.py).

    ``clue-combinations`` is what any clue excludes. Families that go on have a name for each size:
    ``naked-set-5``, ``hidden-set-5``, ``fish-5``,
    ``enclosure(3)``, ``exclosure(3)``, ``negation(3)``.

    :raises ValueError: where there is none; the message names the nearest.
    """
    catalogue = _catalogue()
    own = canonical(name)
    if own in catalogue:
        return catalogue[own]
    if own == "clue-combinations":
        from satdoku.techniques.clues import ClueCombinations

        return ClueCombinations()
    sized = re.fullmatch(r"([a-z-]+?)-(\d{1,2})", own)
    if sized is not None and (found := _sized(sized[1], int(sized[2]))) is not None:
        return found
    near = nearest(name, catalogue)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    raise ValueError(f"there is no technique called {name!r}{hint}")
