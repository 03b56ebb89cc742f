"""Patterns of several digits: bent sets, guardians, exocets, wings; templates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import ClassVar

from satdoku.board.geometry import Geometry
from satdoku.techniques.arguments.checks import (
    can_assign,
    excludes,
    needs_digit,
    open_digits,
    places_of,
)
from satdoku.techniques.arguments.pieces import (
    Candidate,
    House,
    Link,
    PatternPart,
    Places,
    Rule,
    defining,
    held_in,
)
from satdoku.techniques.arguments.uniqueness import one_of
from satdoku.techniques.step import CheckContext, PatternProof, Proof, ShownPattern, Step, StepView


@dataclass(frozen=True, slots=True)
class BentSetProof(Proof):
    """Each of ``groups`` holds exactly one of the digits of ``cells``, there being as many of them.

    A group is a digit in cells that exclude each other's, so that one of them holds it at most; all
    candidates of the cells are in some group. What all of a group exclude goes. Houses that need a
    digit, ``needs``, count as further cells do, and the cells ``full`` as further groups: what
    serves two needs is in two groups.
    """

    only_excludes: ClassVar[bool] = True

    cells: tuple[int, ...]
    groups: tuple[Places, ...]
    needs: tuple[tuple[House, int], ...] = ()
    full: tuple[int, ...] = ()

    def shown(self) -> ShownPattern:
        held = dict.fromkeys(pair for group in self.groups for pair in group.candidates)
        return ShownPattern(
            digits=tuple(sorted({digit for _, digit in (*held, *self.needs)})),
            cells=tuple(dict.fromkeys((*self.cells, *self.full))),
            houses=tuple(dict.fromkeys(house for house, _ in self.needs)),
            candidates=defining(tuple(held)),
        )

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        """Whether all that serves some needs lies in as many places for one true candidate each."""
        position = context.position
        open_ = position.candidates
        needs = [{(cell, d) for d in open_[cell]} for cell in dict.fromkeys(self.cells)]
        for house, digit in dict.fromkeys(self.needs):
            if not needs_digit(house, digit, position):
                yield f"{house.name} does not need {digit}"
            needs.append({(cell, digit) for cell in house.cells if digit in open_[cell]})
        serving = set().union(*needs)
        places = [{pair for pair in group.candidates if pair in serving} for group in self.groups]
        places += [{pair for pair in serving if pair[0] == cell} for cell in self.full]
        if len(needs) != len(places) or not all(needs):
            yield f"{len(needs)} needs have {len(places)} places"
        if any(
            not excludes(*both, position) for place in places for both in combinations(place, 2)
        ):
            yield "a place has room for two"
        # True candidates of a need each, and no place with two of them: all places are used.
        spare = {
            pair: sum(pair in place for place in places) - sum(pair in need for need in needs)
            for pair in serving
        }
        if any(count < 0 for count in spare.values()):
            yield "a candidate has too few places"
        for gone in step.eliminations:
            seen = any(
                gone not in place and all(excludes(one, gone, position) for one in place)
                for place in places
            )
            if not seen and spare.get(gone, 0) <= 0:
                yield f"{position.geometry.name(gone[0])}<>{gone[1]} leaves a place for it"


@dataclass(frozen=True, slots=True)
class GuardianProof(Proof):
    """One of ``extra`` is true: without them ``cells`` cannot be filled with ``digits``.

    Where there are ``houses``, these cannot all have the digit in the cells. The cells are in the
    order of a ring, or box by box.
    """

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    houses: tuple[House, ...]
    extra: tuple[Candidate, ...]

    def shown(self) -> ShownPattern:
        ring = tuple((cell, digit) for cell in self.cells for digit in self.digits)
        return ShownPattern(
            digits=self.digits,
            cells=self.cells,
            houses=self.houses,
            candidates=(*defining(ring), ("extra", self.extra)),
        )

    def veiled(self, view: StepView) -> StepView:
        return replace(view, candidates=view.candidates[:1]) if len(self.extra) == 1 else view

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        ring = self.houses or len(self.digits) == 2
        return [
            PatternPart("houses", houses=self.houses),
            PatternPart("ring" if ring else "cells", cells=self.cells),
            PatternPart("digits", digits=self.digits),
            PatternPart("extra", held=held_in(shown.role("extra"))),
        ]

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        """Whether the pattern cannot be filled without the extra candidates, and what they show."""
        position = context.position
        left = open_digits(position)
        for cell, digit in self.extra:
            left[cell] -= {digit}
        if self.houses:
            tasks = places_of(self.houses, self.digits, left, position)
        else:
            tasks = [[(cell, digit) for digit in left[cell]] for cell in self.cells]
        if can_assign(tasks, position.puzzle):
            yield "the pattern can be filled without a guardian"
        yield from one_of(self.extra, None, step, position)


@dataclass(frozen=True, slots=True)
class ExocetProof(PatternProof):
    """The ``targets`` of each pair of ``bases`` hold the same two of ``digits`` as the pair.

    Each digit of the pair has room in two of the three ``lines`` at most, but in its targets. One
    line goes by the base, and the others through the other two boxes of its band. ``choices`` are
    the ways to fill ``cells``, where they are few.
    """

    bases: tuple[tuple[int, int], ...]
    targets: tuple[tuple[int, int], ...]
    digits: tuple[int, ...]
    lines: tuple[House, House, House]
    choices: tuple[tuple[int, ...], ...] = ()

    @property
    def cells(self) -> tuple[int, ...]:
        """The bases and their targets, each cell once."""
        pairs = zip(self.bases, self.targets, strict=True)
        return tuple(dict.fromkeys(x for base, ends in pairs for x in (*base, *ends)))

    def shown(self) -> ShownPattern:
        own, others = (
            tuple((x, digit) for pair in pairs for x in pair for digit in self.digits)
            for pairs in (self.bases, self.targets)
        )
        return ShownPattern(
            digits=self.digits,
            cells=self.cells,
            houses=self.lines,
            candidates=(("defining", own), ("second", others)),
        )

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        targets = tuple(dict.fromkeys(x for pair in self.targets for x in pair))
        return [
            PatternPart("base-cells", held=held_in(shown.role("defining"))),
            PatternPart("targets", cells=targets),
            PatternPart("houses", houses=self.lines),
            PatternPart("digits", digits=self.digits),
        ]


@dataclass(frozen=True, slots=True)
class TemplateProof(PatternProof):
    """All ways to write ``digit`` into ``houses`` at once have in common what follows.

    ``parts`` show for other digits cells that all their ways use, each after those before it: this
    one has to leave these cells free.
    """

    digit: int
    houses: tuple[House, ...]
    parts: tuple[Step, ...] = ()

    def shown(self) -> ShownPattern:
        return ShownPattern(digits=(self.digit,), houses=self.houses, parts=self.parts)


@dataclass(frozen=True, slots=True)
class WingProof(PatternProof):
    """Whatever the ``pivot`` holds, it or a pincer holds ``digit``.

    ``pincers`` are their cells, each with the digit that it shares with the pivot beside
    ``digit``; ``in_pivot``: the pivot can hold ``digit`` itself. ``rules`` are those by which the
    cells exclude something.
    """

    pivot: int
    pincers: tuple[Candidate, Candidate]
    digit: int
    in_pivot: bool
    rules: tuple[Rule, ...] = ()

    @property
    def cells(self) -> tuple[int, int, int]:
        """Pivot, pincer, pincer."""
        return self.pivot, self.pincers[0][0], self.pincers[1][0]

    @property
    def shared(self) -> tuple[int, ...]:
        """The digits that the pivot shares with one pincer each."""
        return tuple(sorted(digit for _, digit in self.pincers))

    @property
    def pivot_digits(self) -> tuple[int, ...]:
        """The candidates of the pivot."""
        return tuple(sorted((*self.shared, *([self.digit] if self.in_pivot else []))))

    def shown(self) -> ShownPattern:
        pincers = tuple((cell, e) for cell, d in self.pincers for e in sorted((d, self.digit)))
        return ShownPattern(
            digits=(*self.shared, self.digit),
            cells=self.cells,
            candidates=(
                ("pivot", tuple((self.pivot, d) for d in self.pivot_digits)),
                ("defining", pincers),
            ),
            links=tuple(Link((self.pivot, d), (cell, d), "weak") for cell, d in self.pincers),
            rules=self.rules,
        )

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        held = tuple((cell, tuple(sorted((d, self.digit)))) for cell, d in self.pincers)
        return [
            PatternPart("pivot", held=((self.pivot, self.pivot_digits),)),
            PatternPart("pincers", held=held),
        ]

    def together(self, shown: ShownPattern) -> list[tuple[int, ...]]:
        return [(self.pivot, pincer) for pincer, _ in self.pincers]


@dataclass(frozen=True, slots=True)
class AlignedProof(PatternProof):
    """No way to fill the cells ``base`` leaves each of the ``excluders`` a candidate and keeps to
    the houses, where a base cell takes what goes. ``candidates`` are those of the base cells."""

    base: tuple[int, ...]
    candidates: tuple[Candidate, ...]
    excluders: tuple[Candidate, ...]

    def shown(self) -> ShownPattern:
        return ShownPattern(
            cells=self.base,
            candidates=(("defining", self.candidates), ("excluder", self.excluders)),
        )

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return [
            PatternPart("base-cells", held=held_in(self.candidates, self.base)),
            PatternPart("excluders", held=held_in(self.excluders)),
        ]
