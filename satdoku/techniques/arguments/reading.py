"""How long the sentence of a step is, about, so that a short argument can be preferred.

The letters are counted that the messages of English have, with names of cells, houses and rules as
they are in most languages. So a path is the same whatever language it is told in, and no sentence
has to be written to choose a step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import TypeAlias

from satdoku.board.geometry import Geometry
from satdoku.messages import catalogue
from satdoku.messages.patterns import Choice, Hole, Pattern, read_pattern
from satdoku.techniques.arguments.pieces import House, Rule, grouped
from satdoku.techniques.arguments.saying import (
    CellName,
    CellNames,
    CrossedOut,
    Excluding,
    HouseNames,
    IfWorded,
    Indented,
    Joined,
    Linked,
    RuleKind,
    RuleKinds,
    RuleNames,
    RulePairs,
    Sentence,
    SentenceValue,
    Spanned,
    TechniqueName,
    height,
)

_Size: TypeAlias = "tuple[int, int]"
"""How many letters a value has, and how many items."""

_AND, _COMMA = 5, 2
"""The letters between the last two items of a list, and between any others."""

_FEW_PAIRS, _FEW_CELLS = 2, 4
"""Of more pairs of cells of a rule none is named, and of more cells of a clue the first."""


def length(text: SentenceValue, geometry: Geometry) -> int:
    """The letters of a sentence in English, about."""
    return _sizes(geometry).of(text)[0]


@lru_cache(maxsize=8)
def _sizes(geometry: Geometry) -> _Sizes:
    return _Sizes(geometry)


@cache
def _pattern(key: str) -> Pattern:
    return read_pattern(catalogue("en", "steps").texts[key])


def _listed(sizes: Iterable[int], between: int = _COMMA) -> _Size:
    """The size of a list with "and"."""
    every = list(sizes)
    last = _AND - between if between == _COMMA and len(every) > 1 else 0
    return sum(every) + between * max(0, len(every) - 1) + last, len(every)


def _kind(rule: Rule) -> str:
    return rule.called or rule.name


def _by(key: Callable[[Rule], str], rules: Iterable[Rule]) -> Iterable[tuple[str, list[Rule]]]:
    """The rules that have a key in common, with it, in the order of the first of each."""
    groups: dict[str, list[Rule]] = {}
    for rule in rules:
        groups.setdefault(key(rule), []).append(rule)
    return groups.items()


class _Sizes:
    """The sizes of values about one board."""

    def __init__(self, geometry: Geometry) -> None:
        self._geometry = geometry
        self._cells = [len(geometry.name(cell)) for cell in range(geometry.cell_count)]

    def of(self, value: SentenceValue) -> _Size:
        """How long a value is, and how many items it has; of a number, the number."""
        match value:
            case Sentence(key, values):
                return self._filled(_pattern(key), dict(values)), 1
            case int():
                return len(str(value)), value
            case str():
                return len(value), 1
            case tuple():
                return _listed(size for one in value for size in self._items(one))
            case CellName(cell):
                return self._cell(cell), 1
            case CellNames(cells):
                return _listed(map(self._cell, cells))
            case House():
                return len(value.name), 1
            case HouseNames(houses):
                return _listed(len(house.name) for house in houses)
            case Rule() | Linked():
                return self._rule(value if isinstance(value, Rule) else value.rule), 1
            case RuleNames(rules):
                return _listed(self._kinds(rules))
            case RulePairs(rules):
                return _listed(self._pairs(rules))
            case Excluding(rules):
                return _listed(self._excluding(rules))
            case RuleKind(rule):
                return len(_kind(rule)) + len("the "), 1
            case RuleKinds(rules):
                return _listed(map(len, set(map(_kind, rules))))
            case TechniqueName(name):
                return len(name), 1
            case Spanned(digits):
                return _spanned(digits)
            case CrossedOut(candidates):
                parts = [self._out(*group) for group in grouped(candidates)]
                return _listed(parts, _COMMA + 1)
            case Joined(texts, style):
                between = {"lines": 1, "sentences": 1, "run": 0, "plus": 3}.get(style, _COMMA)
                return _listed([self.of(text)[0] for text in texts], between)
            case Indented(text, by):
                return self.of(text)[0] + len(by) * height(text), 1
            case IfWorded(_, worded, _):
                return self.of(worded)

    def _items(self, value: SentenceValue) -> list[int]:
        """The sizes of an item of a list; clues are items of their own."""
        if isinstance(value, RuleNames):
            return self._kinds(value.rules)
        return [self.of(value)[0]]

    def _cell(self, cell: int) -> int:
        return self._cells[cell]

    @staticmethod
    def _rule(rule: Rule) -> int:
        return len("the ") + len(rule.title)

    def _kinds(self, rules: Iterable[Rule]) -> list[int]:
        """The sizes of clues with their places, several of a kind by cells in a row."""
        return [
            self._rule(own[0])
            if len(own) == 1
            else len(f"the {kind} at ") + _listed(map(self._place, own))[0]
            for kind, own in _by(_kind, rules)
        ]

    def _place(self, rule: Rule) -> int:
        """The size of "r1c1-r1c2", or of the first of many cells."""
        cells = rule.cells if len(rule.cells) <= _FEW_CELLS else rule.cells[:1]
        return sum(map(self._cell, cells)) + len(cells) - 1

    def _pairs(self, rules: Iterable[Rule]) -> list[int]:
        return [len(name) + self._places(own) for name, own in _by(_kind, rules)]

    def _places(self, rules: Sequence[Rule]) -> int:
        """The size of the places of pairs of cells of a rule, of few pairs or where it has a name
        with its place."""
        placed = any(f" {at} " in rules[0].title for at in ("in", "at"))
        if len(rules) > (_FEW_CELLS if placed else _FEW_PAIRS):
            return 0
        return sum(map(len, map(self._named, rules)))

    def _excluding(self, rules: Iterable[Rule]) -> list[int]:
        """The sizes of rules by which cells exclude each other, the pairs of one together."""
        by_title = _by(lambda rule: rule.title, rules)
        return [len(title) + 2 + _listed(map(self._place, own))[0] for title, own in by_title]

    def _named(self, rule: Rule) -> str:
        return f" ({self._geometry.names(rule.cells)})"

    def _out(self, cells: tuple[int, ...], digits: list[int]) -> int:
        """The size of "r1c1 and r1c2 are not 3"."""
        names, many = self.of(CellNames(cells))
        return names + len(" are not " if many > 1 else " is not ") + _spanned(digits)[0]

    def _filled(self, pattern: Pattern, values: Mapping[str, SentenceValue]) -> int:
        total = 0
        for piece in pattern:
            match piece:
                case str():
                    total += len(piece)
                case Hole(name):
                    total += self.of(values[name])[0]
                case Choice():
                    total += self._filled(self._form(piece, values[piece.name]), values)
        return total

    def _form(self, choice: Choice, value: SentenceValue) -> Pattern:
        """The form of a choice that is taken for a value."""
        forms = choice.forms
        if choice.kind == "select":
            own = str(value) if isinstance(value, (str, int)) else "other"
            size = self.of(value)[0]
            return forms.get(own if size else "none", forms["other"])
        number = self.of(value)[1]
        exact = forms.get(f"={number}")
        if exact is not None:
            return exact
        return forms["one"] if number == 1 and "one" in forms else forms["other"]


def _spanned(digits: Iterable[int]) -> _Size:
    """The size of digits in a list, more than three in a row by the first and the last."""
    own = sorted(digits)
    names, run = [len(str(digit)) for digit in own[:1]], 1
    for before, digit in pairwise(own):
        run = run + 1 if digit - before == 1 else 1
        names.append(len(str(digit)))
        if run == 4:
            names[-4:] = [len("1 to 4")]
        elif run > 4:
            names.pop()
    return _listed(names)
