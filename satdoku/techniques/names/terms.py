"""The facts about every technique beside its search: each family file says it of its own.

A family file has ``TERMS``, a :class:`Term` for each technique that it adds, and ``HUMAN``, the
places of its searches in the preset ``human``. Names, codes, scales and the preset are read from
these (vocabulary.py, ``satdoku.rating``). A file is loaded when something of it is asked for.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

from satdoku.base.records import dataclass

if TYPE_CHECKING:
    from satdoku.techniques.base import Technique

_HOUSES = (
    "singles", "locked", "subsets", "fish", "single_digit", "wings", "uniqueness", "deadly", "bug",
    "reverse", "aligned", "bent", "rank", "guardians", "medusa", "exocet", "symmetric", "als",
    "alternating", "chains", "forcing", "kernel",
)  # fmt: skip
_CLUES = (
    "clues", "sums", "totals", "leftovers", "equal_cells", "joined", "digit_places", "house_clues",
    "classes", "polarity", "marks", "liars", "region_borders", "conflicts", "digit_counts",
    "clue_chains", "clue_negation",
)  # fmt: skip
_ANY_BOARD = (*(f"houses.{name}" for name in _HOUSES), "small.negation", "small.trial")
MODULES = (
    *_ANY_BOARD,
    *(f"clues.{name}" for name in _CLUES),
    *("small.whips", "small.small_proof"),
)
"""One file a family, easiest first. Those of the second group have no place in a preset: what clues
show is added to the paths of boards that have some (``satdoku.rating.proofs``)."""


@dataclass(frozen=True, slots=True)
class Term:
    """A technique: its search, what it is called, and what scales say of it.

    search   the search by which the catalogue finds it; ``None`` if only steps have the name
    english  its title, if that is not the name with spaces for hyphens; titles in other
             languages are messages (``techniques.po``)
    aliases  its other names, in Sudoku Explainer, HoDoKu, SudokuWiki and others
    covers   names of special cases that have no search of their own: this one finds them
    codes    the codes of HoDoKu's library under which its steps are expected, its own first: what
             HoDoKu calls a hidden single may be the last cell of another house, and a locked pair
             is a naked pair in two houses
    se       Sudoku Explainer 1.2.1's ratings of a step, in tenths; ``None`` at the end: longer
             steps have higher ratings; empty if Sudoku Explainer does not rate it
    usual    for a technique that Sudoku Explainer does not rate: about the ER, in tenths, at which
             it begins to appear on paths of the preset ``human``
    points   the points of its shortest step on the satdoku scale; longer steps have more
             (:func:`satdoku.rating.worth.worth`); ``None``: never on the path of ``explain``
    named    the canonical name, if there is no search that has it
    """

    search: Technique | None = None
    english: str = ""
    aliases: tuple[str, ...] = ()
    covers: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    se: tuple[int | None, ...] = ()
    usual: int | None = None
    points: int | None = None
    named: str = ""

    @property
    def name(self) -> str:
        """The canonical name."""
        return self.named if self.search is None else self.search.name

    @property
    def title(self) -> str:
        """The English title."""
        return self.english or self.name.replace("-", " ")


@lru_cache(maxsize=1)
def terms() -> tuple[Term, ...]:
    """The facts about all techniques, easiest family first.

    :raises ValueError: where two techniques have one name.
    """
    every = [term for family in MODULES for term in terms_of(family)]
    seen: set[str] = set()
    for term in every:
        if term.name in seen:
            raise ValueError(f"two techniques are called {term.name}")
        seen.add(term.name)
    return tuple(every)


def terms_of(family: str) -> tuple[Term, ...]:
    """The facts about the techniques of a family file."""
    terms: tuple[Term, ...] = import_module(f"satdoku.techniques.searches.{family}").TERMS
    return terms


@lru_cache(maxsize=512)
def known(name: str) -> Term | None:
    """That of a canonical name. Loaded families are asked first, and the others only where they do
    not have it: a path asks for the names of the steps that its searches have found."""
    loaded = [f"satdoku.techniques.searches.{family}" in sys.modules for family in MODULES]
    for wanted in (True, False):
        for family, is_loaded in zip(MODULES, loaded, strict=True):
            if is_loaded is wanted:
                for term in terms_of(family):
                    if term.name == name:
                        return term
    return None


def human_searches() -> Iterator[Technique]:
    """The searches of the preset ``human``, in its order."""
    places: dict[int, Technique] = {}
    for family in _ANY_BOARD:
        own = getattr(import_module(f"satdoku.techniques.searches.{family}"), "HUMAN", {})
        if shared := places.keys() & own.keys():
            raise ValueError(f"two searches have the place {min(shared)} in the preset human")
        places |= own
    for _, search in sorted(places.items(), key=lambda item: item[0]):
        yield search
