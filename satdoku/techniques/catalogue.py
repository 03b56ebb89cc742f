"""The catalogue of all techniques, by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import get_args

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.base.worded import either, value_error
from satdoku.puzzle import Puzzle
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates
from satdoku.techniques.names.terms import terms
from satdoku.techniques.names.vocabulary import canonical, members, nearest
from satdoku.techniques.step import Step


@lru_cache(maxsize=1)
def _catalogue() -> dict[str, Technique]:
    return {term.name: term.search for term in terms() if term.search is not None}


def all_techniques() -> tuple[Technique, ...]:
    """Every technique of the catalogue, easiest family first."""
    return tuple(_catalogue().values())


def technique_names() -> tuple[str, ...]:
    """The names of the catalogue."""
    return tuple(_catalogue())


def _sized(family: str, size: int) -> Technique | None:
    from satdoku.techniques.searches.houses.fish import AnyFish, Fish, FishKind
    from satdoku.techniques.searches.houses.subsets import Enclosure, Exclosure, HiddenSet, NakedSet
    from satdoku.techniques.searches.small.negation import Negation

    if size < 1:
        return None
    if family == "enclosure":
        return Enclosure(size, size)
    if family == "exclosure":
        return Exclosure(size, size)
    if family == "negation":
        return Negation(size)
    kind = family.removesuffix("-fish")
    for known in get_args(FishKind):
        if kind == known and size > 1:
            return AnyFish(known, size)
    makers: dict[str, type[NakedSet | HiddenSet | Fish]] = {
        "naked-set": NakedSet,
        "hidden-set": HiddenSet,
        "fish": Fish,
    }
    return makers[family](size) if family in makers and size > 1 else None


@dataclass(frozen=True, slots=True)
class TechniqueGroup(Technique):
    """Techniques that have one name together, the gentlest first."""

    group: str
    searches: tuple[Technique, ...]

    @property
    def name(self) -> str:
        """The name that they have together."""
        return self.group

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the steps of each."""
        return tuple(name for search in self.searches for name in search.names)

    @property
    def file(self) -> str:
        """That of the first."""
        return self.searches[0].file

    @property
    def needs_uniqueness(self) -> bool:  # type: ignore[override]
        """Whether one of them does."""
        return any(search.needs_uniqueness for search in self.searches)

    def in_library(self, code: str) -> Technique:
        """Each in the dialect of the code."""
        return replace(self, searches=tuple(one.in_library(code) for one in self.searches))

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Why none of them holds on this puzzle."""
        reasons = [search.refusal(puzzle) for search in self.searches]
        return None if None in reasons else reasons[0]

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        """One after another, those that hold."""
        for search in self.searches:
            if search.refusal(cands.puzzle) is None:
                yield from search.search(cands, clock)


def called(name: str) -> tuple[Technique, ...]:
    """The techniques of a name: those of a group, or one.

    :raises ValueError: where there is none; the message names the nearest.
    """
    search = technique(name)
    return search.searches if isinstance(search, TechniqueGroup) else (search,)


def technique(name: str) -> Technique:
    """The technique of this name, or of any other name that it has (vocabulary.py).

    ``clue-combinations`` is what any clue excludes. Families that go on have a name for each size:
    ``naked-set-5``, ``hidden-set-5``, ``fish-5``,
    ``enclosure(3)``, ``exclosure(3)``, ``negation(3)``. ``unique-rectangle`` is all of its types.
    A code of HoDoKu's (``0402-1``, ``kf1``) is the search in the dialect that HoDoKu has for it.

    :raises ValueError: where there is none; the message names the nearest.
    """
    search, code = _named(name), name.strip().lower()
    return search.in_library(code) if _CODE.fullmatch(code) else search


_CODE = re.compile(r"\d{4}1?(-[1-4x])?|kf\d")


def _named(name: str) -> Technique:
    catalogue = _catalogue()
    own = canonical(name)
    if own in catalogue:
        return catalogue[own]
    if members(own):
        parts = [catalogue.get(one) or technique(one) for one in members(own)]
        return TechniqueGroup(own, tuple(parts))
    if own == "clue-combinations":
        from satdoku.techniques.searches.clues.clues import ClueCombinations

        return ClueCombinations()
    sized = re.fullmatch(r"([a-z-]+?)-(\d{1,2})", own)
    if sized is not None and (search := _sized(sized[1], int(sized[2]))) is not None:
        return search
    near = nearest(name, catalogue)
    if not near:
        raise value_error(
            "there is no technique called {name!r}; `satdoku techniques` lists them all", name=name
        )
    raise value_error(
        "there is no technique called {name!r}; did you mean {near}?", name=name, near=either(near)
    )
