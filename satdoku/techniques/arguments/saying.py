"""A sentence as data: the key of a message, and values that each language writes in its own way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.techniques.arguments.pieces import (
    Candidate,
    CellSet,
    Contradiction,
    House,
    Rule,
    Statement,
    grouped,
    of_same_needs,
)

MANY_CELLS = 12
"""A clue about more cells is none that a reader goes through."""

MAX_LINES = 20
"""An argument of more lines is shown in short."""


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
class RulePairs:
    """Rules about pairs of cells, as a list; the pairs of one rule together."""

    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Linked:
    """Why two candidates exclude each other: what a rule demands of two cells."""

    rule: Rule


@dataclass(frozen=True, slots=True)
class IfWorded:
    """A text where there are words for what a rule demands of two cells, and one where not."""

    rule: Rule
    worded: SentenceValue
    otherwise: SentenceValue


@dataclass(frozen=True, slots=True)
class RuleKind:
    """A rule without its place."""

    rule: Rule


@dataclass(frozen=True, slots=True)
class RuleKinds:
    """Clues by their kinds, as a list."""

    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class TechniqueName:
    """The name of a technique."""

    name: str


@dataclass(frozen=True, slots=True)
class CrossedOut:
    """Candidates that are eliminated."""

    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A message with its values."""

    key: str
    values: tuple[tuple[str, SentenceValue], ...]


@dataclass(frozen=True, slots=True)
class Joined:
    """Texts as one: ``style`` is that of a list, ``lines`` for a line each, or ``run`` where
    nothing is between them."""

    texts: tuple[SentenceValue, ...]
    style: str = "and"


@dataclass(frozen=True, slots=True)
class Indented:
    """A text with each line moved in."""

    text: SentenceValue
    by: str = "  "


Text: TypeAlias = Sentence | Joined | Indented

NamedValue: TypeAlias = (
    CellName | CellNames | HouseNames | House | Rule | RuleNames | RulePairs | RuleKind | RuleKinds
    | Linked | Excluding | TechniqueName | Spanned | CrossedOut
)  # fmt: skip
"""Cells, houses, rules, digits and candidates, which languages name in their own way."""

SentenceValue: TypeAlias = "str | int | Text | IfWorded | NamedValue | tuple[SentenceValue, ...]"
"""Everything that a sentence is made with: digits, counts, lists, further sentences, and names."""


def say(key: str, **values: SentenceValue) -> Sentence:
    """A sentence by the key of its message."""
    return Sentence(key, tuple(values.items()))


def sentences(*texts: SentenceValue) -> Joined:
    """Sentences one after another."""
    return Joined(texts, "sentences")


def lines(*texts: SentenceValue) -> Joined:
    """Texts on a line each."""
    return Joined(texts, "lines")


def fact(cell: int, digit: int) -> Sentence:
    """That a cell holds a digit: "r1c1 = 5"."""
    return say("fact", cell=CellName(cell), digit=digit)


def stated(statement: Statement) -> Sentence:
    """ "r1c1 = 5" or "r1c1 is not 5"."""
    cell, digit, on = statement
    return say("fact" if on else "fact.not", cell=CellName(cell), digit=digit)


def excluded(pairs: Iterable[Candidate]) -> Joined:
    """That candidates are false, where it is not the conclusion but what leads to it."""
    return Joined(
        tuple(
            say("excluded", cells=CellNames(cells), digits=Spanned(tuple(sorted(digits))))
            for cells, digits in grouped(pairs)
        ),
        "clauses",
    )


def needing(rule: Rule) -> IfWorded:
    """A rule by which one of two candidates must be true."""
    return IfWorded(rule, say("needing.linked", linked=Linked(rule)), say("needing", rule=rule))


def candidate(cell: int, digit: int) -> Sentence:
    """A digit with its cell: "5 in r1c1"."""
    return say("candidate", cell=CellName(cell), digit=digit)


def held(cell: int, digits: tuple[int, ...]) -> Sentence:
    """A cell with those of its digits that matter: "r1c1 (2 or 3)"."""
    return say("held", cell=CellName(cell), digits=digits)


def house_kinds(geometry: Geometry) -> Sentence:
    """The kinds of houses of a board: "row, column or box"."""
    kinds = dict.fromkeys(house.kind for house in geometry.houses)
    return say("house-kinds", kinds=tuple(say("house-kind", kind=kind) for kind in kinds))


def wrong(why: Contradiction) -> Sentence:
    """Why nothing fits, as a clause: "row 3 has no place left for 5"."""
    kind, house = why.kind, why.house or ""
    cells, digits = CellNames(why.cells), why.digits
    if kind == "no-candidate":
        return say("wrong.no-candidate", cells=cells)
    if kind == "no-place":
        return say("wrong.no-place", house=house, digits=digits)
    few = kind == "few-digits"
    key, n = ("few-digits", len(cells.cells)) if few else ("few-places", len(digits))
    return say(f"wrong.{key}", house=house, cells=cells, digits=digits, n=n)


def contradiction(why: Contradiction) -> Sentence:
    """That nothing fits."""
    return say("contradiction", wrong=wrong(why))


def sets_said(sets: tuple[CellSet, ...]) -> Joined:
    """Almost locked sets, and what they are."""
    each = [
        say("als.set", name=own.name, cells=CellNames(own.cells), digits=own.digits) for own in sets
    ]
    return lines(say("als.sets"), *map(Indented, each))


def needs_said(cells: tuple[int, ...], needs: Iterable[tuple[House, int]]) -> tuple[Sentence, ...]:
    """That houses and cells need digits: those of one house together, houses that need the same
    digits together, and all cells."""
    of_houses = [
        say("fact.house", houses=HouseNames(houses), n=len(houses), digits=digits)
        for digits, houses in of_same_needs(needs)
    ]
    return (*of_houses, *([say("fact.cell", cells=CellNames(cells))] if cells else []))


def height(text: SentenceValue) -> int:
    """How many lines a text has."""
    match text:
        case Joined(texts, style):
            total = sum(map(height, texts))
            return total if style == "lines" else total - len(texts) + 1
        case Indented(inner):
            return height(inner)
        case _:
            return 1
