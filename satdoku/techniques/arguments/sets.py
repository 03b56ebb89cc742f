"""Cells or places of digits, as many as digits: singles, naked and hidden sets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.puzzle import Position
from satdoku.techniques.arguments.brute import Need, PatternProof, other_places
from satdoku.techniques.arguments.filling import excludes_by
from satdoku.techniques.arguments.pieces import Candidate, House, Rule, defining, some
from satdoku.techniques.arguments.saying import (
    CellName,
    CellNames,
    Excluding,
    HouseNames,
    RuleNames,
    Sentence,
    Spanned,
    Text,
    contradiction,
    excluded,
    fact,
    say,
)
from satdoku.techniques.step import ShownPattern, Step, StepView, cells_of


@dataclass(frozen=True, slots=True)
class Barred:
    """Candidates ``lost`` because of ``by``, a house or a rule with the digit written ``at`` a
    cell; without ``at`` because of the rule alone, without either in an earlier step."""

    lost: tuple[Candidate, ...]
    by: House | Rule | None = None
    at: Candidate | None = None

    def faults(self, position: Position) -> Iterator[str]:
        """Why the candidates are not excluded so."""
        for cell, digit in self.lost:
            if digit in position.candidates[cell]:
                yield f"{position.geometry.name(cell)} can be {digit}"
        if self.at is None or self.by is None:
            return
        cell, digit = self.at
        if position.values[cell] != digit:
            yield f"{digit} is not written in {position.geometry.name(cell)}"
        if not all(self._excludes(self.at, one, position) for one in self.lost):
            yield f"{self.by.name} does not exclude what it is said to"

    def _excludes(self, at: Candidate, one: Candidate, position: Position) -> bool:
        """Whether a written digit excludes a candidate by the house or the rule."""
        if isinstance(self.by, House):
            return at[1] == one[1] and {at[0], one[0]} <= {*self.by.cells}
        return excludes_by(self.by, position.puzzle, at, one)


@dataclass(frozen=True, slots=True)
class SingleProof(PatternProof):
    """One place is left for ``digit`` in ``house``; without a house, one candidate in ``cell``.

    ``last``: the cell is the one empty cell of the house. ``barred``: why each other place, or
    each other candidate, is excluded.
    """

    cell: int
    digit: int
    house: House | None = None
    last: bool = False
    barred: tuple[Barred, ...] = ()

    def shown(self) -> ShownPattern:
        written = dict.fromkeys(one.at for one in self.barred if one.at is not None)
        return ShownPattern(
            digits=(self.digit,),
            cells=(self.cell,),
            houses=some(self.house),
            candidates=(
                ("defining", ((self.cell, self.digit),)),
                *((("placed", tuple(written)),) if written else ()),
            ),
        )

    def veiled(self, view: StepView) -> StepView:
        if self.house is None or self.last:
            return replace(view, digits=(), candidates=())
        return replace(view, cells=(), candidates=())

    names_all_rules = True

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        cell, digit = CellName(self.cell), self.digit
        if self.last and self.house is not None:
            return say("full-house", cell=cell, digit=digit, house=self.house)
        if self.house is None:
            return say("naked-single", cell=cell, digit=digit, why=self._why())
        return say("hidden-single", cell=cell, digit=digit, house=self.house, why=self._why())

    def _why(self) -> tuple[Text, ...]:
        """The reasons why the digit has no other place, or the cell no other digit: houses first,
        those of one kind of reason together."""
        houses: dict[House, list[Barred]] = {}
        written: dict[tuple[Candidate, Rule], list[Candidate]] = {}
        alone: dict[object, tuple[list[Rule], list[Candidate]]] = {}
        before: list[Candidate] = []
        for one in self.barred:
            if isinstance(one.by, House):
                houses.setdefault(one.by, []).append(one)
            elif one.by is None:
                before += one.lost
            elif one.at is None:
                rules, lost_by = alone.setdefault((one.by.name, one.by.called), ([], []))
                if one.by.title not in [rule.title for rule in rules]:
                    rules.append(one.by)
                lost_by += one.lost
            else:
                written.setdefault((one.at, one.by), []).extend(one.lost)
        hidden = self.house is not None
        return (
            *(_places(houses) if hidden else _digits(houses)),
            *(
                say("single.rule", fact=fact(*at), out=excluded(lost), rule=rule)
                for (at, rule), lost in written.items()
            ),
            *(
                say("single.alone", out=excluded(sorted(lost)), rule=(RuleNames(tuple(rules)),))
                for rules, lost in alone.values()
            ),
            *((say("single.before", out=excluded(before)),) if before else ()),
        )

    def to_fill(self) -> Iterable[Need]:
        return (self.cell,) if self.house is None else ((self.house, self.digit),)

    def shape_faults(self, step: Step, position: Position) -> Iterator[str]:
        for one in self.barred:
            yield from one.faults(position)
        if self.house is not None:
            yield from other_places((self.cell,), (self.digit,), self.house, position)
        elif position.candidates[self.cell] != {self.digit}:
            yield f"{position.geometry.name(self.cell)} has another candidate"


def _places(houses: Mapping[House, Sequence[Barred]]) -> Iterator[Sentence]:
    """That some houses have a digit already, and where."""
    places = [
        say("single.place", house=house, cells=CellNames(cells_of(filter(None, ats))))
        for house, each in houses.items()
        if (ats := [one.at for one in each])
    ]
    if places:
        yield say("single.places", places=tuple(places))


def _digits(houses: Mapping[House, Sequence[Barred]]) -> Iterator[Sentence]:
    """That some houses have digits already."""
    for house, each in houses.items():
        digits = sorted({digit for one in each for _, digit in one.lost})
        yield say("single.digits", house=house, digits=Spanned(tuple(digits)))


@dataclass(frozen=True, slots=True)
class NakedSetProof(PatternProof):
    """``cells``, no two of which can be equal, hold only ``digits``, as many or fewer.

    They lie in ``house`` (a box, and in ``line`` too, where both lose something), or ``rules`` keep
    them apart; ``rules`` are also those by which the digits exclude something.
    """

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    candidates: tuple[Candidate, ...] = ()
    house: House | None = None
    rules: tuple[Rule, ...] = ()
    line: House | None = None

    def shown(self) -> ShownPattern:
        return ShownPattern(
            digits=self.digits,
            cells=self.cells,
            houses=(*some(self.house), *some(self.line)),
            candidates=defining(self.candidates),
            rules=self.rules,
        )

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        if step.contradiction is not None:
            return contradiction(step.contradiction)
        out, cells, n = step.out, CellNames(self.cells), len(self.cells)
        digits = self.digits
        if n == 1:
            return say("naked-set.one", cell=CellName(self.cells[0]), digit=digits[0], out=out)
        if self.line is not None and self.house is not None:
            houses = HouseNames((self.house, self.line))
            return say("naked-set.locked", houses=houses, n=n, cells=cells, digits=digits, out=out)
        key = f"naked-set{'' if self.house is not None else '.apart'}"
        return say(
            f"{key}{'.rules' if self.rules else ''}",
            house=self.house if self.house is not None else "",
            n=n,
            cells=cells,
            digits=digits,
            out=out,
            rules=Excluding(self.rules),
        )

    def phrase(self) -> Sentence | None:
        key = "phrase.naked.apart" if self.house is None else "phrase.naked"
        return say(key, cells=CellNames(self.cells), digits=self.digits)

    def to_fill(self) -> Iterable[Need]:
        return self.cells

    def shape_faults(self, step: Step, position: Position) -> Iterator[str]:
        if any(position.candidates[cell] - set(self.digits) for cell in self.cells):
            yield "the cells hold other digits"


@dataclass(frozen=True, slots=True)
class HiddenSetProof(PatternProof):
    """In ``house``, ``digits`` have only ``cells`` as places, as many or fewer."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    candidates: tuple[Candidate, ...]
    house: House

    def shown(self) -> ShownPattern:
        return ShownPattern(
            digits=self.digits,
            cells=self.cells,
            houses=(self.house,),
            candidates=defining(self.candidates),
        )

    def veiled(self, view: StepView) -> StepView:
        return replace(view, cells=(), candidates=()) if len(self.digits) == 1 else view

    names_all_rules = True

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        if step.contradiction is not None:
            return contradiction(step.contradiction)
        out, cells, n = step.out, CellNames(self.cells), len(self.digits)
        house, digits = self.house, self.digits
        if n == 1:
            return say(
                "hidden-set.one",
                house=house,
                digit=digits[0],
                cell=CellName(self.cells[0]),
                out=out,
            )
        return say("hidden-set", house=house, n=n, digits=digits, cells=cells, out=out)

    def phrase(self) -> Sentence | None:
        cells = CellNames(self.cells)
        return say("phrase.hidden", digits=self.digits, house=self.house, cells=cells)

    def to_fill(self) -> Iterable[Need]:
        return product((self.house,), self.digits)

    def shape_faults(self, step: Step, position: Position) -> Iterator[str]:
        return other_places(self.cells, self.digits, self.house, position)
