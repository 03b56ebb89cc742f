"""Rules whose parameters are unknown numbers, and rules about such numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from math import prod
from typing import Any, Self, cast

from satdoku.base.records import dataclass
from satdoku.base.worded import value_error, worded
from satdoku.board.constraint import BoardMap, Constraint, Shape, Unknown
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import NEVER, Clue, whole_in_values
from satdoku.constraints.parameters import moved
from satdoku.relations import (
    AllDifferent,
    Among,
    DigitSetSum,
    Domain,
    Guard,
    Linear,
    Lowered,
    Or,
    PairTable,
    Relation,
    Table,
    spelled_out,
)

__all__ = ["OpenRule", "open_rule"]

_MAX_CASES = 2_000
"""Values of the unknown numbers of one rule, together."""
_TRIED = range(60)
"""Numbers that are tried for a parameter whose value is unknown."""


def open_rule(kind: type[Constraint], values: Mapping[str, Any], geometry: Geometry) -> Constraint:
    """The rule with these parameters, some of which are unknown, or whose cells are numbers.

    :raises ValueError: where there is no such rule.
    """
    unknown = {name: value for name, value in values.items() if isinstance(value, Unknown)}
    if not issubclass(kind, Clue):
        if unknown:
            raise value_error("{name}: only the number of a clue can be unknown", name=kind.name)
        return kind(**values)
    if not unknown:
        rule = kind(**values)
        cells = rule.named
        return OpenRule(rule) if any(cell in geometry.ranged for cell in cells) else rule
    reason: ValueError | None = None
    for number in _TRIED:
        try:
            rule = kind(**{**values, **dict.fromkeys(unknown, number)})
        except ValueError as error:
            reason = reason or error
            continue
        if isinstance(rule, Clue) and (why := rule.unfit(geometry)) is None:
            return OpenRule(rule, tuple(sorted(unknown.items())))
        reason = reason or ValueError(why)
    raise reason or value_error("{name}: no number fits", name=kind.name)


@dataclass(frozen=True)
class OpenRule(Clue):
    """A rule of which some parameters are unknown numbers; about unknown numbers too.

    sample   the rule with any numbers in their place
    unknown  the names of the parameters, and the numbers
    """

    name = "open-rule"
    summary = "A rule with unknown numbers holds."
    repeats_allowed = True

    sample: Clue
    unknown: tuple[tuple[str, Unknown], ...] = ()

    def __post_init__(self) -> None:
        for fact in ("name", "title", "noun", "plural", "summary", "parameters"):
            object.__setattr__(self, fact, getattr(self.sample, fact))

    def arguments(self) -> dict[str, Any]:
        return self.sample.arguments() | dict(self.unknown)

    @cached_property
    def named(self) -> tuple[int, ...]:
        return (*self.sample.named, *(number.cell for _, number in self.unknown))

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        own = (number.cell for _, number in self.unknown)
        return tuple(sorted({*self.sample.scope(geometry), *own}))

    def in_values(self, geometry: Geometry) -> tuple[Sequence[Constraint], Sequence[Constraint]]:
        sample = whole_in_values(self.sample, geometry)
        return (), (type(self)(cast("Clue", sample), self.unknown),)

    def board_of(self, geometry: Geometry) -> Geometry:
        """The board of the sample: with all numbers as digits, where its cells are numbers."""
        return geometry.wide if geometry.ranged.intersection(self.sample.named) else geometry

    def with_numbers(self, numbers: Sequence[int], geometry: Geometry) -> Clue | None:
        """The rule with these numbers; ``None`` where there is none on the board."""
        if not self.unknown:
            rule = self.sample
        else:
            values = dict(zip([name for name, _ in self.unknown], numbers, strict=True))
            try:
                rule = type(self.sample)(**(self.sample.arguments() | values))
            except ValueError:
                return None
        return rule if rule.is_sound(self.board_of(geometry)) else None

    def unfit(self, geometry: Geometry) -> str | None:
        cases = prod(len(geometry.values_of(number.cell)) for _, number in self.unknown)
        if cases > _MAX_CASES:
            return worded(
                "{name}: its unknown numbers have {cases} values, and {most} are the most",
                name=self.name,
                cases=cases,
                most=_MAX_CASES,
            )
        return self.sample.unfit(self.board_of(geometry))

    def is_sound(self, geometry: Geometry) -> bool:
        inside = all(0 <= cell < geometry.cell_count for cell in self.named)
        return (
            inside
            and self.unfit(geometry) is None
            and self.sample.is_sound(self.board_of(geometry))
        )

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        rule = self.with_numbers([values[number.cell] for _, number in self.unknown], geometry)
        return rule is not None and rule.fits(values, self.board_of(geometry))

    def may_hold(self, values: Sequence[int | None], geometry: Geometry) -> bool:
        numbers = [values[number.cell] for _, number in self.unknown]
        known = [number for number in numbers if number is not None]
        if len(known) < len(numbers):
            return True
        rule = self.with_numbers(known, geometry)
        return rule is not None and rule.may_hold(values, self.board_of(geometry))

    def lowering(self, geometry: Geometry) -> Iterable[Lowered]:
        board = self.board_of(geometry)
        if not self.unknown:
            return self.sample.relations(board)
        cells = [number.cell for _, number in self.unknown]
        cases = {
            numbers: tuple(spelled_out(rule.relations(board)))
            for numbers in product(*(geometry.values_of(cell) for cell in cells))
            if (rule := self.with_numbers(numbers, geometry)) is not None
        }
        cases = {n: own for n, own in cases.items() if Domain not in map(type, own) or _may(own)}
        if not cases:
            return NEVER
        if len(cells) == 1:
            by_number = {n: own for (n,), own in cases.items()}
            return (Domain(cells[0], frozenset(by_number)), *joined(cells[0], by_number, board))
        return one_of_cases(cells, cases, board)

    def carried(self, board_map: BoardMap) -> Self | None:
        sample = self.sample.carried(board_map)
        unknown = [(name, replace(n, cell=board_map.cells[n.cell])) for name, n in self.unknown]
        return None if sample is None else type(self)(sample, tuple(unknown))

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        return self if self.sample.keeps == "any" and not self.unknown else None

    def placed(self, cells: Sequence[int]) -> Self:
        """The rule with cell ``i`` at ``cells[i]``."""
        values = self.sample.arguments()
        moved_values = {p.name: moved(p, values[p.name], cells) for p in self.parameters}
        unknown = [(name, replace(n, cell=cells[n.cell])) for name, n in self.unknown]
        return type(self)(type(self.sample)(**moved_values), tuple(unknown))

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        names = {str(getattr(self.sample, name)): number.name for name, number in self.unknown}
        shapes = self.sample.shapes(self.board_of(geometry))
        return tuple(
            replace(shape, label=shape.label and names.get(shape.label, shape.label))
            for shape in shapes
            if shape.kind != "none"
        ) or (Shape("none", label=self.describe(geometry)),)

    def describe(self, geometry: Geometry) -> str:
        board = self.board_of(geometry)
        cells = self.sample.describe(board).removeprefix(self.sample.head(board))
        return self.head(geometry) + cells

    def head(self, geometry: Geometry) -> str:
        head = self.sample.head(self.board_of(geometry))
        if not self.unknown:
            return head
        names = ", ".join(number.name for _, number in self.unknown)
        number = f" of {getattr(self.sample, self.unknown[0][0])}"
        alone = len(self.unknown) == 1 and head.count(number) == 1
        return head.replace(number, f" of {names}") if alone else f"{self.sample.noun} of {names}"


def _may(relations: Iterable[Relation]) -> bool:
    """Whether no relation leaves a variable no value."""
    return not any(isinstance(one, Domain) and not one.digits for one in relations)


def one_of_cases(
    numbers: Sequence[int], cases: Mapping[tuple[int, ...], Sequence[Relation]], board: Geometry
) -> Iterator[Relation]:
    """The relations of one case hold, and the numbers are those of the case."""
    groups = []
    known: dict[int, frozenset[int]] = {}
    for values, own in cases.items():
        group = [Domain(v, frozenset((n,))) for v, n in zip(numbers, values, strict=True)]
        for relation in own:
            if isinstance(relation, Domain) and relation.variable >= board.cell_count:
                before = known.get(relation.variable, frozenset())
                known[relation.variable] = before | relation.digits
        groups.append((*group, *own))
    yield from (Domain(variable, values) for variable, values in known.items())
    yield Or(tuple(groups))


def joined(
    number: int, cases: Mapping[int, Sequence[Relation]], board: Geometry
) -> Iterator[Relation]:
    """Relations that mean those of the case that a number, which is a variable, names."""
    if len({len(own) for own in cases.values()}) > 1:
        yield from one_of_cases((number,), {(n,): own for n, own in cases.items()}, board)
        return
    values = list(cases)
    for relations in zip(*cases.values(), strict=True):
        yield from _as_one(number, dict(zip(values, relations, strict=True)), board)


def _as_one(number: int, cases: dict[int, Relation], board: Geometry) -> Iterator[Relation]:
    """One relation over the number and the variables of the cases, or one case for each."""
    first = next(iter(cases.values()))
    if all(one == first for one in cases.values()):
        yield first
        return
    match first:
        case DigitSetSum() if all(_alike(first, one, total=0) for one in cases.values()):
            yield AllDifferent(first.variables)
            ones = (1,) * len(first.variables)
            sums: dict[int, Relation] = {
                n: Linear(one.variables, ones, "=", one.total)
                for n, one in cases.items()
                if isinstance(one, DigitSetSum)
            }
            yield from _as_one(number, sums, board)
        case Linear() if all(_alike(first, one, total=0) for one in cases.values()):
            totals = {n: one.total for n, one in cases.items() if isinstance(one, Linear)}
            step, start = _line(totals)
            if step is None:
                yield from _each(number, cases)
            else:
                variables, coefficients = (*first.variables, number), (*first.coefficients, -step)
                yield replace(first, variables=variables, coefficients=coefficients, total=start)
        case Among(counter=None) if all(_alike(first, one, number=0) for one in cases.values()):
            counts = {n: one.number for n, one in cases.items() if isinstance(one, Among)}
            step, start = _line(counts)
            if step != 1:
                yield from _each(number, cases)
            else:
                yield replace(first, counter=number, number=start)
        case PairTable() if all(_alike(first, one, allowed=frozenset()) for one in cases.values()):
            rows = [
                (n, *pair)
                for n, one in cases.items()
                if isinstance(one, PairTable)
                for pair in one.allowed
            ]
            yield Table((number, first.first, first.second), frozenset(rows))
        case Domain() if all(_alike(first, one, digits=frozenset()) for one in cases.values()):
            domains = {n: one.digits for n, one in cases.items() if isinstance(one, Domain)}
            if first.variable >= board.cell_count:
                yield Domain(first.variable, frozenset().union(*domains.values()))
            pairs = [(n, digit) for n, digits in domains.items() for digit in digits]
            yield PairTable(number, first.variable, frozenset(pairs))
        case _:
            yield from _each(number, cases)


def _alike(first: Relation, other: Relation, **apart: Any) -> bool:
    """Whether two relations are of one kind and differ at most in one field."""
    return type(first) is type(other) and replace(first, **apart) == replace(other, **apart)


def _line(numbers: Mapping[int, int]) -> tuple[int | None, int]:
    """The step and start of a line through points; no step where they are on no line."""
    (a, first), (b, second), *_ = numbers.items()
    step = (second - first) // (b - a)
    start = first - step * a
    return (step if all(step * n + start == m for n, m in numbers.items()) else None), start


def _each(number: int, cases: Mapping[int, Relation]) -> Iterator[Relation]:
    for value, relation in cases.items():
        yield Or(((relation,),), guard=Guard(number, value))
