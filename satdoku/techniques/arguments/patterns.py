"""Patterns of several digits: bent sets, guardians, exocets, wings; templates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations, product
from typing import ClassVar, TypeAlias

from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.puzzle import Position
from satdoku.techniques.arguments.brute import Need, PatternProof
from satdoku.techniques.arguments.checks import (
    Open,
    can_assign,
    excludes,
    fix_digit,
    needs_digit,
    open_digits,
    places_of,
    step_faults,
)
from satdoku.techniques.arguments.pieces import (
    Candidate,
    Held,
    House,
    Link,
    PatternPart,
    Places,
    Rule,
    defining,
    held_in,
)
from satdoku.techniques.arguments.saying import (
    CellName,
    CellNames,
    Excluding,
    HouseNames,
    Indented,
    Sentence,
    Text,
    fact,
    held,
    lines,
    needs_said,
    say,
    sentences,
)
from satdoku.techniques.arguments.uniqueness import one_of
from satdoku.techniques.step import (
    CheckContext,
    CountedCells,
    Proof,
    ShownPattern,
    Step,
    StepView,
    cells_of,
)


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
        for out in step.eliminations:
            seen = any(
                out not in place and all(excludes(one, out, position) for one in place)
                for place in places
            )
            if not seen and spare.get(out, 0) <= 0:
                yield f"{position.geometry.name(out[0])}<>{out[1]} leaves a place for it"

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        if (crossing := self._crossing(step, geometry)) is not None:
            return crossing
        n, out = len(self.cells), step.out
        groups = [
            say("als.held", digit=group.digit, cells=CellNames(group.cells))
            for group in self.groups
        ]
        if not self.needs:
            return say("bent-set", n=n, cells=CellNames(self.cells), groups=tuple(groups), out=out)
        groups += [say("bent-set.full", cell=CellName(cell)) for cell in self.full]
        n += len(self.needs)
        needs = needs_said(self.cells, self.needs)
        return say("bent-set.needs", n=n, needs=needs, groups=tuple(groups), out=out)

    def _crossing(self, step: Step, geometry: Geometry) -> Text | None:
        """The argument as one of two houses: the digits that the cells take are needed in a house
        as well, whose other places for them see the cells; nothing where it is another argument."""
        houses, own = {house for house, _ in self.needs}, {*self.cells, *self.full}
        digits = tuple(sorted({group.digit for group in self.groups}))
        there = tuple(sorted({c for group in self.groups for c in group.cells} - own))
        if (
            len(houses) != 1
            or not self.full
            or {digit for _, digit in self.needs} != {*digits}
            or not all({*group.cells} & {*self.cells} for group in self.groups)
            or {cell for cell, _ in step.eliminations} & {*there, *self.cells}
            or not {*there, *self.full} <= {*(house := houses.pop()).cells}
            or not all(c in geometry.peers[cell] for cell in self.cells for c in there)
        ):
            return None
        rest = any(cell not in self.full for cell, _ in step.eliminations)
        n, cells, places = len(self.full), CellNames(self.cells), CellNames(there)
        full, out = CellNames(self.full), step.out
        if rest:
            end = say(
                "bent-set.crossing.rest",
                n=n,
                full=full,
                digits=digits,
                there=places,
                cells=cells,
                out=out,
            )
        else:
            end = say("bent-set.crossing.end", n=n, full=full, out=out)
        return sentences(
            say("bent-set.crossing", n=n, cells=cells, digits=digits, house=house, there=places),
            end,
        )


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

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        kind = "ring" if len(self.digits) == 2 else "cells"
        start = say(
            "guardians.houses" if self.houses else f"guardians.{kind}",
            houses=HouseNames(self.houses),
            cells=CellNames(self.cells),
            n=len(self.cells),
            digits=self.digits,
        )
        facts = tuple(fact(*pair) for pair in self.extra)
        key = "guardians.one" if step.placements else "guardians"
        return sentences(start, say(key, facts=facts, out=step.out))


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

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        return say(
            "exocet" if len(self.bases) == 1 else "exocet.double",
            base=CellNames(self.bases[0]),
            targets=CellNames(self.targets[0]),
            other=CellNames(self.bases[-1]),
            ends=CellNames(self.targets[-1]),
            digits=self.digits,
            lines=HouseNames(self.lines),
            cells=CellNames(self.cells),
            choices=tuple("-".join(map(str, way)) for way in self.choices),
            out=step.out,
        )

    def to_fill(self) -> Iterable[Need]:
        return (*product(self.lines, self.digits), *self.cells)

    def shape_faults(self, step: Step, position: Position) -> Iterator[str]:
        if not self.choices:
            return
        for way in self._ways(self.cells, position, open_digits(position)):
            if way not in self.choices:
                yield "the cells of the exocet can be filled in another way"

    def _ways(
        self, cells: Sequence[int], position: Position, open_: Open
    ) -> Iterator[tuple[int, ...]]:
        """The digits of some cells in every way to fill the pattern."""
        if not cells:
            yield ()
            return
        cell, *others = cells
        for digit in sorted(open_[cell]):
            trial = list(open_)
            fix_digit(trial, position, cell, digit)
            if all(trial[other] for other in others) and self.is_fillable(trial, position):
                for way in self._ways(others, position, trial):
                    yield digit, *way


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

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        parts: list[Text] = [say("template.parts")] if self.parts else []
        for part in self.parts:
            cells = CellNames(cells_of(part.placements))
            digit = part.placements[0][1]
            parts.append(Indented(say("template.part", digit=digit, cells=cells)))
        end = say(
            "template.set" if step.placements else "template.delete",
            digit=self.digit,
            cells=CellNames(cells_of(step.placements)),
            out=step.out,
            free=len(self.parts),
        )
        return lines(*parts, end)

    def to_fill(self) -> Iterable[Need]:
        return product(self.houses, (self.digit,))

    def counted(self) -> Iterator[CountedCells]:
        yield from PatternProof.counted(self)
        for part in self.parts:
            yield from part.proof.counted()

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        """Cells that all templates of a digit use are taken; those of other digits leave them
        free."""
        position = context.position
        for part in self.parts:
            if not isinstance(part.proof, TemplateProof) or part.proof.parts or not part.placements:
                yield "what other digits use is shown by their templates"
                return
            yield from step_faults(part, CheckContext(position))
            taken = dict(part.placements)
            position = position.eliminate(
                (cell, d) for cell in taken for d in position.candidates[cell] - {taken[cell]}
            )
        open_ = tuple((cell, d) for cell, d in step.eliminations if d in position.candidates[cell])
        yield from self.filling_faults(replace(step, eliminations=open_), position)


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

    counted = Proof.counted

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        held = tuple((cell, tuple(sorted((d, self.digit)))) for cell, d in self.pincers)
        return [
            PatternPart("pivot", held=((self.pivot, self.pivot_digits),)),
            PatternPart("pincers", held=held),
        ]

    def together(self, shown: ShownPattern) -> list[tuple[int, ...]]:
        return [(self.pivot, pincer) for pincer, _ in self.pincers]

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        pivot, z = CellName(self.pivot), self.digit
        cases = [
            say("wing.case", digit=digit, cell=CellName(cell), z=z)
            for cell, digit in sorted(self.pincers, key=lambda pincer: pincer[1])
        ]
        if self.in_pivot:
            cases.append(say("wing.pivot", pivot=pivot, z=z))
        return say(
            f"wing{'.three' if self.in_pivot else ''}{'.rules' if self.rules else ''}",
            pivot=pivot,
            digits=self.pivot_digits,
            pincers=tuple(held(cell, tuple(sorted((d, z)))) for cell, d in self.pincers),
            cells=CellNames(cells_of(self.pincers)),
            cases=tuple(cases),
            z=z,
            out=step.out,
            rules=Excluding(self.rules),
        )

    def to_fill(self) -> Iterable[Need]:
        return self.cells


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

    counted = Proof.counted

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return [
            PatternPart("base-cells", held=held_in(self.candidates, self.base)),
            PatternPart("excluders", held=held_in(self.excluders)),
        ]

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        texts: list[Text] = [say("aligned", cells=CellNames(self.base))]
        for (cell, digit), cases in self.impossible(step, geometry):
            heading = say("aligned.candidate", cell=CellName(cell), digit=digit)
            texts.append(Indented(heading))
            for way, why in cases:
                facts = [say("aligned.cell", cell=CellName(c), digits=ds) for c, ds in way]
                case = say("aligned.case", facts=tuple(facts), why=why)
                texts.append(Indented(case, "    "))
        return lines(*texts, say("so", out=step.out))

    def impossible(
        self, step: Step, geometry: Geometry
    ) -> list[tuple[Candidate, list[tuple[Held, Sentence]]]]:
        """For each candidate that is removed: the ways to fill the other base cells beside it, and
        what is wrong with each."""
        ways = []
        for pair in step.eliminations:
            others = [cell for cell in self.base if cell != pair[0]]
            orders = [self._cases(pair, order, geometry) for order in permutations(others)]
            cases = [(way, _why(clash)) for way, clash in min(orders, key=len)]
            ways.append((pair, cases))
        return ways

    def _cases(self, pair: Candidate, order: Sequence[int], geometry: Geometry) -> list[_Case]:
        """The ways by the digit of the first other cell; the last one's digits where they matter,
        those with the same reason together."""
        base = dict(held_in(self.candidates, self.base))
        first, *rest = order
        cases: list[_Case] = []
        for digit in base[first]:
            way, begun = (pair, (first, digit)), (first, (digit,))
            clash = self._clash(way, geometry)
            if not rest or clash:
                cases.append(((begun,), clash or _repeated(way)))
                continue
            alike: dict[_Clash, list[int]] = {}
            for last in base[rest[0]]:
                filled = (*way, (rest[0], last))
                clash = self._clash(filled, geometry) or _repeated(filled)
                alike.setdefault(clash, []).append(last)
            cases += [((begun, (rest[0], tuple(ds))), clash) for clash, ds in alike.items()]
        return cases

    def _clash(self, way: Sequence[Candidate], geometry: Geometry) -> _Clash | None:
        """Why base cells cannot hold these digits together; nothing where they might."""
        for (a, x), (b, y) in combinations(way, 2):
            if x == y and b in geometry.peers[a]:
                return a, b
        digits = {digit for _, digit in way}
        return next((one for one in held_in(self.excluders) if digits.issuperset(one[1])), None)

    def to_fill(self) -> Iterable[Need]:
        return (*self.base, *cells_of(self.excluders))


_Clash: TypeAlias = tuple[int, int | tuple[int, ...]]
"""Two cells that would be equal, or one that would lose all its digits, and these."""

_Case: TypeAlias = tuple[Held, _Clash]
"""Some cells with their digits, and why that cannot be."""


def _repeated(way: Sequence[Candidate]) -> _Clash:
    """The two cells that a rule of a variant keeps apart, the step being sound."""
    return next((a, b) for (a, x), (b, y) in combinations(way, 2) if x == y)


def _why(clash: _Clash) -> Sentence:
    cell, other = clash
    if isinstance(other, int):
        return say("aligned.equal", first=CellName(cell), second=CellName(other))
    return say("aligned.emptied", cell=CellName(cell), digits=other)
