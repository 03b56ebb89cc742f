"""A sentence as data: the key of a message, and values that each language writes in its own way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from satdoku.techniques.arguments.pieces import Candidate, House, Rule


@dataclass(frozen=True, slots=True)
class CellName:
    """One cell."""

    cell: int


@dataclass(frozen=True, slots=True)
class CellNames:
    """Some cells, as a list of their names."""

    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HouseNames:
    """Some houses, those of a kind together."""

    houses: tuple[House, ...]


@dataclass(frozen=True, slots=True)
class Excluding:
    """The rules by which a pattern excludes something; empty where there are none."""

    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class CrossedOut:
    """Candidates that are eliminated."""

    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A message with its values."""

    key: str
    values: Mapping[str, SentenceValue]


SentenceValue: TypeAlias = (
    str
    | int
    | tuple[int, ...]
    | CellName
    | CellNames
    | HouseNames
    | Excluding
    | CrossedOut
    | House
    | Rule
)
"""What a sentence is made with: digits and counts, and what languages write in their own way."""


def say(key: str, **values: SentenceValue) -> Sentence:
    """A sentence by the key of its message."""
    return Sentence(key, values)
