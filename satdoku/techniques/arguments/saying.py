"""A sentence as data: the key of a message, and values that each language writes in its own way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from satdoku.techniques.arguments.pieces import Candidate, House, Rule

if TYPE_CHECKING:
    from satdoku.techniques.step import Step


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
class RuleNames:
    """Some clues with their places, as a list; those of a kind together."""

    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Spanned:
    """Ascending digits, as a list; more than three in a row by the first and the last."""

    digits: tuple[int, ...]


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


@dataclass(frozen=True, slots=True)
class Joined:
    """Texts as one: ``style`` is that of a list, or ``lines`` for a line each."""

    texts: tuple[SentenceValue, ...]
    style: str = "and"


@dataclass(frozen=True, slots=True)
class Indented:
    """A text with each line moved in."""

    text: SentenceValue
    by: str = "  "


Text: TypeAlias = Sentence | Joined | Indented

SentenceValue: TypeAlias = (
    "str | int | CellName | CellNames | HouseNames | RuleNames | Spanned | Excluding | CrossedOut"
    "| House | Rule | Text | Step | tuple[SentenceValue, ...]"
)
"""What a sentence is made with: digits, counts, lists, further sentences, and what languages write
in their own way. A step is written with its reason."""


def say(key: str, **values: SentenceValue) -> Sentence:
    """A sentence by the key of its message."""
    return Sentence(key, values)
