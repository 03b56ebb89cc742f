"""Places of a digit that lie in two houses, or that all exclude the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.puzzle import Position
from satdoku.techniques.arguments.brute import Need, PatternProof, other_places
from satdoku.techniques.arguments.pieces import (
    Candidate,
    House,
    PatternPart,
    Roles,
    Rule,
    defining,
    some,
)
from satdoku.techniques.arguments.saying import CellName, CellNames, Excluding, Sentence, Text, say
from satdoku.techniques.arguments.sets import HiddenSetProof
from satdoku.techniques.step import Proof, ShownPattern, Step, StepView, cells_of

_FEW_CELLS = 3
"""An extra house of more cells has a long name."""


@dataclass(frozen=True, slots=True)
class IntersectionProof(PatternProof):
    """All places of ``digit`` in the ``first`` house, ``cells``, lie in the ``second`` too."""

    digit: int
    first: House
    second: House
    cells: tuple[int, ...]

    @property
    def houses(self) -> tuple[House, House]:
        """The first house and the second."""
        return self.first, self.second

    def shown(self) -> ShownPattern:
        return ShownPattern(
            digits=(self.digit,),
            cells=self.cells,
            houses=self.houses,
            candidates=(("locked", tuple((cell, self.digit) for cell in self.cells)),),
        )

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return _roles(shown, self.first, self.second)

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        # A house with a long name is named once.
        long = any(house.kind == "extra" and len(house.cells) > _FEW_CELLS for house in self.houses)
        return say(
            "locked.both" if long else "locked",
            first=self.first,
            second=self.second,
            digit=self.digit,
            cells=CellNames(self.cells),
            out=step.out,
        )

    def phrase(self) -> Sentence | None:
        return say("phrase.locked", digit=self.digit, first=self.first, second=self.second)

    def to_fill(self) -> Iterable[Need]:
        return ((self.first, self.digit),)

    def shape_faults(self, step: Step, position: Position) -> Iterator[str]:
        return other_places(self.cells, (self.digit,), self.first, position)


@dataclass(frozen=True, slots=True)
class ExclusionProof(PatternProof):
    """One of ``candidates`` is true, and each excludes what is eliminated.

    They are the places of a digit in ``house``, or the candidates of one cell. ``rules`` are those
    by which they exclude.
    """

    candidates: tuple[Candidate, ...]
    house: House | None = None
    rules: tuple[Rule, ...] = ()

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of the candidates, each once."""
        return cells_of(self.candidates)

    @property
    def digits(self) -> tuple[int, ...]:
        """The digits of the candidates, each once."""
        return tuple(dict.fromkeys(digit for _, digit in self.candidates))

    def shown(self) -> ShownPattern:
        return ShownPattern(
            digits=self.digits,
            cells=self.cells,
            houses=some(self.house),
            candidates=(("locked", self.candidates),),
            rules=self.rules,
        )

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return _roles(shown, self.house)

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        rules, cells, out = Excluding(self.rules), CellNames(self.cells), step.out
        if self.house is None:
            return say("links.cells", cells=cells, digits=self.digits, out=out, rules=rules)
        house, digit = self.house, self.digits[0]
        if not self.rules:
            return say("links.house", house=house, digit=digit, cells=cells, out=out)
        return say("links.house.rules", house=house, digit=digit, cells=cells, out=out, rules=rules)

    def phrase(self) -> Sentence | None:
        cells, digits = CellNames(self.cells), self.digits
        if self.house is None:
            return say("phrase.cells", cells=cells, digits=digits)
        return say("phrase.house", digits=digits, house=self.house, cells=cells)

    def to_fill(self) -> Iterable[Need]:
        return self.cells if self.house is None else product((self.house,), self.digits)

    def shape_faults(self, step: Step, position: Position) -> Iterator[str]:
        if self.house is not None:
            yield from other_places(self.cells, self.digits, self.house, position)


@dataclass(frozen=True, slots=True)
class DirectProof(PatternProof):
    """``pattern`` takes the cells ``lost`` from a digit: it has one place left in ``house``."""

    pattern: IntersectionProof | HiddenSetProof
    placed: Candidate
    house: House
    lost: tuple[int, ...]

    def shown(self) -> ShownPattern:
        pattern = self.pattern.shown()
        own = defining((self.placed,))
        extra: Roles = (("extra", tuple((cell, self.placed[1]) for cell in self.lost)),)
        if isinstance(self.pattern, HiddenSetProof):
            locked: Roles = (("locked", self.pattern.candidates),)
            return replace(pattern, candidates=(*own, *locked, *extra))
        return replace(
            pattern,
            houses=(*pattern.houses, self.house),
            candidates=(*pattern.candidates, *own, *extra),
        )

    def veiled(self, view: StepView) -> StepView:
        # What is locked and what it excludes; not where the digit goes.
        shown = tuple((role, pairs) for role, pairs in view.candidates if role != "defining")
        return replace(view, candidates=shown)

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        if isinstance(self.pattern, HiddenSetProof):
            return Proof.roles(self, shown, geometry)
        return _roles(shown, self.pattern.first, self.pattern.second, self.house)

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        cell, digit, pattern = CellName(self.placed[0]), self.placed[1], self.pattern
        house, cells = self.house, CellNames(pattern.cells)
        if isinstance(pattern, HiddenSetProof):
            digits = pattern.digits
            return say(
                "direct.hidden", house=house, digits=digits, cells=cells, cell=cell, digit=digit
            )
        return say(
            "direct.locked",
            first=pattern.first,
            second=pattern.second,
            cells=cells,
            house=house,
            cell=cell,
            digit=digit,
        )

    def to_fill(self) -> Iterable[Need]:
        return (*self.pattern.to_fill(), (self.house, self.placed[1]))

    def shape_faults(self, step: Step, position: Position) -> Iterator[str]:
        if isinstance(self.pattern, HiddenSetProof) and self.pattern.house != self.house:
            yield "the digit is placed in another house"


def _roles(
    shown: ShownPattern,
    first: House | None,
    second: House | None = None,
    third: House | None = None,
) -> list[PatternPart]:
    # What every place excludes by a rule goes without a second house, or without any.
    return [
        PatternPart("houses", houses=some(first)),
        PatternPart("cells", cells=shown.cells),
        PatternPart("inside", houses=some(second)),
        PatternPart("then", houses=some(third)),
        PatternPart("digits", digits=shown.digits),
    ]
