"""What a technique is, and the catalogue of all of them.

A technique finds; it never changes anything. It is a small frozen value: the search, with its
dialect as fields (how many cells, whose preconditions). ``find`` yields every instance in a
position, lazily and in the field's usual order, so that taking the first one is cheap.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from importlib import import_module
from typing import ClassVar

from satdoku.limits import ENDLESS, Clock
from satdoku.puzzle import Position, Puzzle
from satdoku.techniques.board import Marks, marks_of
from satdoku.techniques.step import Step
from satdoku.techniques.vocabulary import canonical, nearest

__all__ = [
    "MODULES",
    "Technique",
    "all_techniques",
    "technique",
    "technique_names",
]


class Technique(ABC):
    """One way to make progress. Subclasses are frozen dataclasses whose fields are the dialect."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The name in the catalogue, as HoDoKu and SudokuWiki have it."""

    needs_uniqueness: ClassVar[bool] = False
    """Whether the argument assumes that the puzzle has exactly one solution."""

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Why the technique does not hold on this puzzle, or ``None`` where it does."""
        return None

    def applies(self, puzzle: Puzzle) -> bool:
        """Whether the technique's argument holds on this puzzle."""
        return self.refusal(puzzle) is None

    def find(self, position: Position, clock: Clock = ENDLESS) -> Iterator[Step]:
        """Every instance in a position; nothing where the technique does not apply.

        What is found is the same whatever the clock, as far as it gets.

        :raises RanOut: where the clock runs out first.
        """
        if self.refusal(position.puzzle) is None:
            clock.check()
            yield from self.search(marks_of(position), clock)

    def first(self, position: Position, clock: Clock = ENDLESS) -> Step | None:
        """The first instance, or ``None``.

        :raises RanOut: where the clock runs out first.
        """
        return next(self.find(position, clock), None)

    @abstractmethod
    def search(self, marks: Marks, clock: Clock) -> Iterator[Step]:
        """The search itself, on the compact form. A long one calls ``clock.check()`` so often that
        no more than a tenth of a second passes between two calls."""


MODULES: tuple[str, ...] = (
    "singles",
    "locked",
    "subsets",
    "fish",
    "wings",
    "uniqueness",
    "bug",
    "aligned",
    "als",
    "chains",
    "forcing",
    "negation",
    "trial",
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

    Families that go on have a name for each size: ``naked-set-5``, ``hidden-set-5``, ``fish-5``,
    ``enclosure(3)``, ``exclosure(3)``, ``negation(3)``.

    :raises ValueError: where there is none; the message names the nearest.
    """
    catalogue = _catalogue()
    own = canonical(name)
    if own in catalogue:
        return catalogue[own]
    sized = re.fullmatch(r"([a-z-]+?)-(\d{1,2})", own)
    if sized is not None and (found := _sized(sized[1], int(sized[2]))) is not None:
        return found
    near = nearest(name, catalogue)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    raise ValueError(f"there is no technique called {name!r}{hint}")
