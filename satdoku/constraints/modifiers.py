"""Cells that count with other values than their digits: doublers, negators, hot and cold cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Any, ClassVar, TypeAlias

from satdoku.base.limits import Clock, Limit, RanOut
from satdoku.base.problem import Problem
from satdoku.base.records import dataclass
from satdoku.base.worded import value_error, worded
from satdoku.board.constraint import Aliases, BoardMap, Constraint, Parameter
from satdoku.board.geometry import BoardHouse, Geometry
from satdoku.board.grid import Grid
from satdoku.constraints.combined import RULES, CountOf, Hiding, lowered_apart
from satdoku.constraints.common import Clue, board_cells, full_values, off_grid
from satdoku.constraints.hidden import filling, held
from satdoku.model.model import apart
from satdoku.relations import (
    Among,
    Comparison,
    Domain,
    Lowered,
    PairTable,
    Relation,
    renumbered,
    spelled_out,
    variables_of,
)

__all__ = ["Modifier"]

_MARKS = "MODIFIER"
"""The name of the hidden cells that hold the number of each cell's modifier, 0 where it has
none."""
_MAX_VALUE = 999
_MARKS_SECONDS = 2.0
"""How long the marks of a solution are looked for."""
_WORD = re.compile(r"\*-?\d{1,3}|[+-]\d{1,3}|rows|columns|boxes|-?\d{1,3}(?:/-?\d{1,3})+")
_EACH: Mapping[str, tuple[str, ...]] = {
    "rows": ("row",),
    "columns": ("column",),
    "boxes": ("box", "region"),
}

_Values: TypeAlias = tuple[tuple[int | None, ...], ...]
"""For each modifier, 0 the absent one, and each digit of the board the value."""


@dataclass(frozen=True)
class Modifier(Hiding):
    """Some cells are modified, and all rules inside count with their values.

    A grid keeps it where some places of the modifiers make all of the rules true.
    """

    may_be_empty = True  # refused on a board, but known before there are rules

    name = "modifier"
    title = "Modified cells"
    plural = noun = "modified cells"
    aliases: ClassVar[Aliases] = {
        "doubler": lambda _: {"does": "*2"},
        "negator": lambda _: {"does": "*-1"},
        "hot-and-cold": lambda _: {"does": "+1 -1"},
    }
    sought = ("doubler", "negator", "hot cell", "cold cell", "multiplier", "value")
    summary = "Some cells count with other values than their digits, and the rules read the values."
    told = (
        "Some cells count with other values than their digits ({does}; {where}), and the rules of "
        "the group read the values."
    )
    parameters = (
        Parameter(
            "does",
            "text",
            "what the modifiers do, one word for each kind: *2, *-1, +1, rows (the number of the "
            "row), 3/1/4/2 (a value for each digit)",
        ),
        RULES,
        Parameter(
            "each",
            "text",
            "where one of each kind is: rows, columns, boxes",
            optional=True,
            default="",
        ),
        Parameter(
            "count",
            "integer",
            "the number of cells of each kind",
            optional=True,
            default=None,
            least=0,
        ),
        Parameter(
            "cells",
            "cells",
            "the cells that may be modified, by default all; without 'each' and 'count' all of "
            "them are",
            optional=True,
            default=(),
        ),
        Parameter(
            "different",
            "flag",
            "whether no digit is modified twice in the same way",
            optional=True,
            default=False,
        ),
    )

    does: str
    rules: tuple[Constraint, ...]
    each: str = ""
    count: int | None = None
    cells: tuple[int, ...] = ()
    different: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "does", " ".join(self.does.split()))
        object.__setattr__(self, "each", " ".join(dict.fromkeys(self.each.split())))
        object.__setattr__(self, "cells", tuple(sorted({*self.cells})))
        if not self.kinds:
            raise value_error("{name}: at least one kind of modifier is needed", name=self.name)
        for word in self.kinds:
            if not _WORD.fullmatch(word):
                raise value_error(
                    "{name}: a modifier is written *2, *-1, +1, -1, rows, columns, boxes or "
                    "3/1/4/2 (a value for each digit), not {word!r}",
                    name=self.name,
                    word=word[:40],
                )
        for word in self.each.split():
            if word not in _EACH:
                raise value_error(
                    "{name}: one modifier can be in each of the rows, columns and boxes, not "
                    "{word!r}",
                    name=self.name,
                    word=word[:40],
                )
        if not self.each and self.count is None and not self.cells:
            raise value_error(
                "{name}: where the modifiers are is not said; one of 'each', 'count' and 'cells' "
                "is needed",
                name=self.name,
            )

    def numbers(self, geometry: Geometry) -> Mapping[str, Any]:
        return {"does": self.does, "where": self.where(geometry)}

    def where(self, geometry: Geometry) -> str:
        """The parameters that place the modifiers, as in words."""
        words = [f"each={self.each}"] if self.each else []
        words += [] if self.count is None else [f"count={self.count}"]
        words += [f"cells={geometry.names(self.cells)}"] if self.cells else []
        return ", ".join(words + ["different=yes"] * self.different)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The words for what each kind of modifier does."""
        return tuple(self.does.split())

    @property
    def must(self) -> bool:
        """Whether each of the cells is modified."""
        return not self.each and self.count is None

    def places(self, geometry: Geometry) -> tuple[int, ...]:
        """The cells that may be modified."""
        return board_cells(self.cells, geometry) or tuple(range(geometry.grid_count))

    def marks(self, geometry: Geometry) -> list[set[int]]:
        """The marks that each cell may have: the numbers of the kinds, and 0 for none."""
        places, marks = {*self.places(geometry)}, range(self.must, len(self.kinds) + 1)
        return [{*marks} if cell in places else {0} for cell in range(geometry.grid_count)]

    def houses(self, geometry: Geometry) -> tuple[BoardHouse, ...]:
        """The houses that have one modifier of each kind."""
        kinds = {kind for word in self.each.split() for kind in _EACH[word]}
        return tuple(house for house in geometry.houses if house.kind in kinds)

    def values_in(self, cell: int, geometry: Geometry) -> _Values:
        """The values of the digits in a cell."""
        row, column = geometry.row_column(cell)
        region = geometry.region_of[cell]
        box = None if region is None else region + 1
        return _values(self.kinds, geometry.digits, (row + 1, column + 1, box))

    def value_board(self, geometry: Geometry) -> Geometry:
        """The board of the rules inside: with every number that may be a value as a digit."""
        places = self.places(geometry)
        values = {
            value for cell in places for row in self.values_in(cell, geometry) for value in row
        }
        known = {*geometry.digits, *(value for value in values if value is not None)}
        return _with_digits(geometry, min(known), max(known))

    def halves(
        self, rules: Iterable[Constraint], geometry: Geometry
    ) -> tuple[list[Constraint], list[Constraint]]:
        """The rules about digits and those about values that rules inside together are."""
        halves = [rule.in_values(geometry) for rule in rules]
        return (
            [rule for own, _ in halves for rule in own],
            [rule for _, own in halves for rule in own],
        )

    def with_hidden(self, geometry: Geometry) -> Geometry:
        span = (_MARKS, 0, len(self.kinds))
        group = (_MARKS, geometry.grid_count, geometry.grid_count)
        return geometry.with_extra(group, ranges=(span,))

    def with_marks_as_digits(self, geometry: Geometry) -> Geometry:
        """The board with a cell for the mark of each cell, which holds a digit in its place.

        :raises ValueError: where there are more kinds than digits for them.
        """
        if len(self.kinds) >= geometry.size:
            raise value_error(
                "{name}: {count} kinds are too many for the board", name=self.name,
                count=len(self.kinds),
            )  # fmt: skip
        return geometry.with_extra((_MARKS, geometry.grid_count, geometry.grid_count))

    def _misfit(self, geometry: Geometry) -> str | None:
        if not self.rules:
            return worded("{name}: at least one rule is needed", name=self.name)
        return self.unplaced(geometry) or self._unread(geometry)

    def unplaced(self, geometry: Geometry) -> str | None:
        """Why the modifiers have no places or values on a board, or ``None``."""
        if (reason := off_grid(self.name, self.cells, geometry)) is not None:
            return reason
        if self.cells and not 0 <= self.cells[0] <= self.cells[-1] < geometry.grid_count:
            return worded("{name}: a cell that may be modified is not on the board", name=self.name)
        try:
            self.with_hidden(geometry)
        except ValueError as error:
            return worded("{name}: {error}", name=self.name, error=error)
        return self._why_no_values(geometry) or self._why_no_places(geometry)

    def _why_no_values(self, geometry: Geometry) -> str | None:
        for word in self.kinds:
            entries = word.count("/") + 1
            if "/" in word and entries != geometry.size:
                return worded(
                    "{name}: the table {word} has {entries} values, and the board has {size} "
                    "digits",
                    name=self.name,
                    word=word[:40],
                    entries=entries,
                    size=geometry.size,
                )
        for cell in self.places(geometry):
            if any(None in row for row in self.values_in(cell, geometry)):
                return worded(
                    "{name}: {cell} is in no box, whose number would be its value",
                    name=self.name,
                    cell=geometry.name(cell),
                )
        digits = self.value_board(geometry).digits
        if max(-digits[0], digits[-1]) > _MAX_VALUE:
            return worded(
                "{name}: a value is -{most} to {most}, and the modifiers make {low} to {high}",
                name=self.name,
                most=_MAX_VALUE,
                low=digits[0],
                high=digits[-1],
            )
        return None

    def _why_no_places(self, geometry: Geometry) -> str | None:
        places, kinds = set(self.places(geometry)), len(self.kinds)
        for word in self.each.split():
            houses = [house for house in geometry.houses if house.kind in _EACH[word]]
            if not houses:
                return worded("{name}: the board has no {word}", name=self.name, word=word)
            for house in houses:
                if (cells := len(places & {*house.cells})) < kinds:
                    return worded(
                        "{name}: {house} needs {kinds} modified cells, and only {cells} of its "
                        "cells may be modified",
                        name=self.name,
                        house=house.name,
                        kinds=kinds,
                        cells=cells,
                    )
        needed = ((word, self._needed(word, geometry)) for word in self.each.split())
        counts = {word: count for word, count in needed if count is not None}
        if self.count is not None:
            counts["count"] = self.count
        if len({*counts.values()}) > 1:
            (one, first), (other, second) = next(
                pair
                for pair in zip(counts.items(), [*counts.items()][1:], strict=False)
                if pair[0][1] != pair[1][1]
            )
            return worded(
                "{name}: {one!r} makes {first} modified cells of each kind, and {other!r} {second}",
                name=self.name,
                one=one,
                first=first,
                other=other,
                second=second,
            )
        most = max(counts.values(), default=0)
        if most * kinds > len(places):
            return worded(
                "{name}: {count} cells would be modified, and only {cells} may be",
                name=self.name,
                count=most * kinds,
                cells=len(places),
            )
        if self.different and most > geometry.size:
            return worded(
                "{name}: {count} modified cells cannot hold different digits; the board has {size}",
                name=self.name,
                count=most,
                size=geometry.size,
            )
        return None

    def _needed(self, word: str, geometry: Geometry) -> int | None:
        """How many cells of each kind one in each of these houses makes, where they cover all."""
        houses = [house.cells for house in geometry.houses if house.kind in _EACH[word]]
        cells = list(chain.from_iterable(houses))
        whole = len(cells) == len({*cells}) == geometry.grid_count
        return len(houses) if whole else None

    def _unread(self, geometry: Geometry) -> str | None:
        board = self.value_board(geometry)
        try:
            own, valued = self.halves(self.rules, geometry)
        except ValueError as error:
            return worded(
                "{name}: {why}; a rule that is to read digits is written outside of {name}",
                name=self.name,
                why=error,
            )
        for rule in self.rules:
            if rule not in valued and (reason := rule.unfit(geometry)) is not None:
                return reason
        for rules, on in ((own, geometry), (valued, board)):
            for rule in rules:
                if reason := rule.unfit(on):
                    return reason
        return None

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        if self.unfit(geometry) is not None:
            return ()
        inside = (cell for rule in self.rules for cell in rule.scope(geometry))
        return tuple(sorted({*inside, *self.places(geometry)}))

    def filled(
        self,
        values: tuple[int, ...],
        geometry: Geometry,
        left: Mapping[int, Iterable[int]],
        clock: Clock | None,
    ) -> Sequence[int] | None:
        own, valued = self.halves(self.rules, geometry)
        grid = Grid(geometry, values)
        if not all(rule.holds_within(grid, clock) for rule in own):
            return None
        board = self.with_hidden(geometry)
        first, places = geometry.cell_count, self.places(geometry)
        may = {first + cell for cell in places}
        allowed = range(self.must, len(self.kinds) + 1)
        left = {
            mark: set(some).intersection(allowed if mark in may else (0,))
            for mark, some in left.items()
        }
        if not all(left.values()):
            return None
        layer = _Layer(self, geometry, first, {*places}, self.value_board(geometry))
        rules: list[Clue] = [_OnValues(rule, layer) for rule in _apart(valued, layer.board)]
        for kind in range(1, len(self.kinds) + 1):
            for cells, number in self.numbered(geometry):
                marks = tuple(first + cell for cell in cells)
                rules.append(_Numbered(marks, kind, number))
            if self.different:
                rules.append(_Different(places, first, kind))
        return filling(board, values, left, rules, clock)

    def solved_marks(self, solution: Grid) -> Mapping[int, str]:
        geometry, values = solution.geometry, full_values(solution)
        board, first = self.with_hidden(geometry), geometry.cell_count
        left = {cell: board.values_of(cell) for cell in range(first, board.cell_count)}
        try:
            marks = self.filled(values, geometry, left, Limit(_MARKS_SECONDS).start()) or ()
        except RanOut:
            return {}
        return {cell: self.kinds[kind - 1] for cell, kind in enumerate(marks[first:]) if kind}

    def lowering(self, geometry: Geometry) -> Iterable[Lowered]:
        return self.about(self.rules, set(range(geometry.grid_count)), geometry)

    def read_alone(self, geometry: Geometry) -> Iterator[tuple[Constraint, tuple[Relation, ...]]]:
        for rule in self.rules:
            cells = {*rule.scope(geometry)}
            yield rule, tuple(spelled_out(self.about((rule,), cells, geometry)))

    def about(
        self,
        rules: Sequence[Constraint],
        about: set[int],
        geometry: Geometry,
        marks: Sequence[int] | None = None,
    ) -> Iterator[Lowered]:
        """The relations of some rules inside and of the modifiers in all their cells, or more.

        ``marks`` are the values of the marks, first that of a cell without a modifier.
        """
        marks = range(len(self.kinds) + 1) if marks is None else marks
        size, first = geometry.size, geometry.cell_count
        own, valued = self.halves(rules, geometry)
        places = [cell for cell in self.places(geometry) if cell in about]
        top = first + geometry.grid_count
        tags = {cell: top + i for i, cell in enumerate(places)}
        top += len(tags)
        read: list[Relation] = []
        for relations in lowered_apart(valued, self.value_board(geometry)):
            moved_apart, top = apart(relations, first, top)
            read += spelled_out(moved_apart)
        # The values of a cell are told from its digit only where a rule reads them.
        named = {v for relation in read for v in variables_of(relation)}
        shown = {cell: top + i for i, cell in enumerate(places) if cell in named}
        yield from (one for rule in own for one in rule.relations(geometry))
        for cell in sorted(about):
            if cell in tags:
                chosen = marks[self.must : len(self.kinds) + 1]
                yield Domain(first + cell, frozenset(chosen))
                yield from self._tagged(cell, tags[cell], shown.get(cell), geometry, marks)
            elif cell < geometry.grid_count:
                yield Domain(first + cell, frozenset(marks[:1]))
        for relation in read:
            yield renumbered(relation, shown)
        for kind in range(1, len(self.kinds) + 1):
            for cells, number in self.numbered(geometry):
                here = tuple(first + cell for cell in cells if cell in about)
                how: Comparison = "=" if len(here) == len(cells) else "<="
                if how == "=" or len(here) > number:
                    yield Among(here, frozenset(marks[kind : kind + 1]), how, number)
            if self.different and len(tags) > 1:
                # As many cells as digits hold each of them once, which prunes more.
                numbers = {self._needed(word, geometry) for word in self.each.split()}
                full = size in numbers | {self.count} and len(about) == geometry.grid_count
                for code in range(kind * size, (kind + 1) * size):
                    yield Among(tuple(tags.values()), frozenset((code,)), "=" if full else "<=", 1)

    def numbered(self, geometry: Geometry) -> list[tuple[tuple[int, ...], int]]:
        """Sets of cells of which so many have a modifier of each kind."""
        groups = [(house.cells, 1) for house in self.houses(geometry)]
        return groups if self.count is None else [*groups, (self.places(geometry), self.count)]

    def _tagged(
        self, cell: int, tag: int, shown: int | None, geometry: Geometry, marks: Sequence[int]
    ) -> Iterator[Relation]:
        """A variable for the digit and the modifier of a cell together, and one for its value."""
        size, mark = geometry.size, geometry.cell_count + cell
        values = self.values_in(cell, geometry)
        codes = [
            (kind * size + i, kind, digit, values[kind][i])
            for kind in range(self.must, len(values))
            for i, digit in enumerate(geometry.digits)
        ]
        yield Domain(tag, frozenset(code for code, *_ in codes))
        yield PairTable(cell, tag, frozenset((digit, code) for code, _, digit, _ in codes))
        yield PairTable(mark, tag, frozenset((marks[kind], code) for code, kind, *_ in codes))
        if shown is not None:
            pairs = frozenset((value or 0, code) for code, *_, value in codes)
            yield Domain(shown, frozenset(value for value, _ in pairs))
            yield PairTable(shown, tag, pairs)

    def broken(self, grid: Grid) -> Iterator[Problem]:
        # The rules inside read values, which a solver finds; the digits alone show no fault.
        return iter(())

    def image(self, board_map: BoardMap) -> Constraint | None:
        geometry = board_map.geometry
        if self.unfit(geometry) is not None or board_map.relabels or {*self.kinds} & {*_EACH}:
            return None
        images = [rule.image(board_map) for rule in self.rules]
        rules = tuple(image for image in images if image is not None)
        wanted = {
            frozenset(board_map.cells[cell] for cell in house.cells)
            for house in self.houses(geometry)
        }
        swapped = {"rows": "columns", "columns": "rows"}
        turned = " ".join(swapped.get(word, word) for word in self.each.split())
        for each in (self.each, turned):
            cells = tuple(board_map.cells[cell] for cell in self.cells)
            rule = replace(self, rules=rules or self.rules, each=each, cells=cells)
            if len(rules) == len(self.rules) and wanted == {
                frozenset(house.cells) for house in rule.houses(geometry)
            }:
                return rule
        return None

    def lead(self) -> str:
        return worded("cells that are modified by {does}", does=self.does)


def _apart(rules: Iterable[Constraint], board: Geometry) -> Iterator[Constraint]:
    """Rules that hold where some rules do: the members of those that all members keep."""
    for rule in rules:
        members, least, _ = rule.counted(board) if isinstance(rule, CountOf) else ((), 1, 0)
        if least == len(members):
            yield from _apart(members, board)
        else:
            yield rule


@lru_cache(maxsize=4096)
def _values(
    kinds: tuple[str, ...], digits: tuple[int, ...], place: tuple[int, int, int | None]
) -> _Values:
    numbers = dict(zip(_EACH, place, strict=True))
    values: list[tuple[int | None, ...]] = [digits]
    for word in kinds:
        if word in numbers:
            values.append((numbers[word],) * len(digits))
        elif "/" in word:
            values.append(tuple(map(int, word.split("/"))))
        elif word[0] == "*":
            values.append(tuple(digit * int(word[1:]) for digit in digits))
        else:
            values.append(tuple(digit + int(word) for digit in digits))
    return tuple(values)


@lru_cache(maxsize=64)
def _with_digits(geometry: Geometry, least: int, most: int) -> Geometry:
    return replace(geometry, digits=tuple(range(least, most + 1)))


@dataclass(frozen=True, slots=True)
class _Layer:
    """The modifiers of a board as a search for their places sees them."""

    rule: Modifier
    geometry: Geometry
    first: int
    places: set[int]
    board: Geometry

    def value(self, cell: int, values: Sequence[int | None]) -> int | None:
        """The value of a cell; ``None`` where its modifier is not known yet."""
        digit = values[cell]
        if digit is None or cell not in self.places:
            return digit
        kind = values[self.first + cell]
        if kind is None:
            return None
        return self.rule.values_in(cell, self.geometry)[kind][self.geometry.digits.index(digit)]

    def values(self, values: Sequence[int | None]) -> list[int | None]:
        """The values of all cells."""
        return [self.value(cell, values) for cell in range(self.first)]


@dataclass(frozen=True)
class _OnValues(Clue):
    """A rule that reads the values of cells."""

    rule: Constraint
    layer: _Layer

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        cells = self.rule.scope(self.layer.board)
        marks = (self.layer.first + cell for cell in cells if cell in self.layer.places)
        return (*cells, *marks)

    def is_sound(self, geometry: Geometry) -> bool:
        return self.rule.is_sound(self.layer.board)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return held(self.rule, self.layer.values(values), self.layer.board)

    def may_hold(self, values: Sequence[int | None], geometry: Geometry) -> bool:
        return self.rule.may_hold(self.layer.values(values), self.layer.board)


@dataclass(frozen=True)
class _Numbered(Clue):
    """A number of the marks are of a kind."""

    marks: tuple[int, ...]
    kind: int
    number: int

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        return self.marks

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return sum(values[mark] == self.kind for mark in self.marks) == self.number

    def may_hold(self, values: Sequence[int | None], geometry: Geometry) -> bool:
        known = [values[mark] for mark in self.marks]
        surely = known.count(self.kind)
        return surely <= self.number <= surely + known.count(None)


@dataclass(frozen=True)
class _Different(Clue):
    """No digit stands in two cells whose marks are of a kind."""

    places: tuple[int, ...]
    first: int
    kind: int

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        return tuple(self.first + cell for cell in self.places)

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return self.may_hold(values, geometry)

    def may_hold(self, values: Sequence[int | None], geometry: Geometry) -> bool:
        digits = [values[c] for c in self.places if values[self.first + c] == self.kind]
        return len(digits) == len({*digits})
