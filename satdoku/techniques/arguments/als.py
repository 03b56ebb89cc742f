"""Almost locked sets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.techniques.arguments.brute import Need, PatternProof
from satdoku.techniques.arguments.pieces import (
    Candidate,
    CellSet,
    Link,
    PatternPart,
    Roles,
    Rule,
    set_part,
)
from satdoku.techniques.arguments.saying import (
    CellName,
    CellNames,
    Excluding,
    Indented,
    RulePairs,
    Sentence,
    Text,
    lines,
    say,
    sentences,
    sets_said,
)
from satdoku.techniques.step import ShownPattern, Step, StepView


@dataclass(frozen=True, slots=True)
class AlsProof(PatternProof):
    """Almost locked sets in a row, neighbours sharing a restricted common digit.

    ``commons`` are these digits in the order of the row; ``goes`` the digits that one of its ends
    holds. ``doubly_linked``: two sets share two or more commons, so that each loses one of them.
    ``rules`` are those by which the sets exclude something.
    """

    sets: tuple[CellSet, ...]
    commons: tuple[int, ...]
    goes: tuple[int, ...]
    notation: str
    doubly_linked: bool = False
    rules: tuple[Rule, ...] = ()

    def joints(self) -> Iterable[tuple[int, CellSet, CellSet]]:
        """Each restricted common with the two sets that share it."""
        last = len(self.sets) - 2
        for at, common in enumerate(self.commons):
            yield common, self.sets[min(at, last)], self.sets[min(at, last) + 1]

    def shown(self) -> ShownPattern:
        joints = list(self.joints())
        common = [pair for x, one, other in joints for s in (one, other) for pair in _of(s, x)]
        return ShownPattern(
            digits=(*self.commons, *self.goes),
            cells=tuple(dict.fromkeys(cell for s in self.sets for cell in s.cells)),
            candidates=_sets_roles(self.sets, common),
            links=tuple(
                Link(a, b, "weak")
                for x, one, other in joints
                for a in _of(one, x)
                for b in _of(other, x)
            ),
            sets=self.sets,
            notation=self.notation,
            rules=self.rules,
        )

    def veiled(self, view: StepView) -> StepView:
        return replace(view, digits=self.commons)

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return [*map(set_part, self.sets), PatternPart("commons", digits=self.commons)]

    def together(self, shown: ShownPattern) -> list[tuple[int, ...]]:
        return [s.cells for s in self.sets]

    def named_besides(self, step: Step, geometry: Geometry) -> Iterable[Rule]:
        for digit, one, other in self.joints():
            yield from step.between(geometry, one.places(digit), other.places(digit))

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        return (self._double if self.doubly_linked else self._row)(step, geometry)

    def _row(self, step: Step, geometry: Geometry) -> Text:
        commons, ends = self.commons, self.goes
        first, last = self.sets[0], self.sets[-1]
        links = [say("als.holds", set=first.name, held=_held(first, commons[0]))]
        gains = [*commons[1:], ends[0]]
        for (lost, before, after), gain in zip(self.joints(), gains, strict=False):
            sees = _all_see(step, geometry, after.places(lost), before.places(lost))
            held = _held(after, gain)
            links.append(say("als.step", sees=sees, set=after.name, lost=lost, held=held))
        places = [
            say(
                "als.ends",
                digit=z,
                first=first.name,
                here=CellNames(first.places(z)),
                last=last.name,
                there=CellNames(last.places(z)),
            )
            for z in ends
        ]
        return lines(
            sets_said(self.sets),
            say("als.assume", set=first.name, digit=ends[0]),
            *(Indented(link, f"  {number}. ") for number, link in enumerate(links, 1)),
            *([say("als.same", set=first.name, digits=ends[1:])] if ends[1:] else []),
            self._so(step, places, [first.places(z) + last.places(z) for z in ends]),
        )

    def _double(self, step: Step, geometry: Geometry) -> Text:
        a, b = self.sets
        x, y = self.commons[:2]
        double = say(
            "als.double",
            first=x,
            second=y,
            sees_first=_all_see(step, geometry, a.places(x), b.places(x)),
            sees_second=_all_see(step, geometry, a.places(y), b.places(y)),
        )
        places, groups = [], []
        for digit, having in self.holding(step):
            groups.append(tuple(cell for s in having for cell in s.places(digit)))
            sets = [say("als.in", set=s.name, cells=CellNames(s.places(digit))) for s in having]
            places.append(say("als.place", digit=digit, sets=tuple(sets)))
        return lines(sets_said(self.sets), double, self._so(step, places, groups))

    def holding(self, step: Step) -> list[tuple[int, tuple[CellSet, ...]]]:
        """For the digits that two doubly linked sets exclude: the sets that hold it between them.

        A restricted common is in one of the two, any other digit in each set that has it.
        """
        held: list[tuple[int, tuple[CellSet, ...]]] = []
        for digit in sorted({digit for _, digit in step.eliminations}):
            having = tuple(s for s in self.sets if digit in s.digits)
            held += [(digit, having)] if digit in self.commons else [(digit, (s,)) for s in having]
        return held

    def _so(
        self, step: Step, places: Iterable[Sentence], groups: Iterable[tuple[int, ...]]
    ) -> Text:
        out = _seen(step, self.rules, groups)
        return lines(sentences(say("als.so", places=tuple(places)), out), f"  {self.notation}")

    def to_fill(self) -> Iterable[Need]:
        return (cell for s in self.sets for cell in s.cells)


@dataclass(frozen=True, slots=True)
class BlossomProof(PatternProof):
    """Whichever of ``digits`` the cell ``stem`` takes, one of ``petals`` loses it and is locked.

    ``petals`` are almost locked sets, one for each digit; ``goes`` what each of them then holds.
    """

    stem: int
    digits: tuple[int, ...]
    petals: tuple[CellSet, ...]
    goes: tuple[int, ...]

    def shown(self) -> ShownPattern:
        both = zip(self.digits, self.petals, strict=True)
        common = [pair for d, s in both for pair in _of(s, d)]
        cells = (self.stem, *(cell for s in self.petals for cell in s.cells))
        return ShownPattern(
            digits=(*self.digits, *self.goes),
            cells=tuple(dict.fromkeys(cells)),
            candidates=(
                ("pivot", tuple((self.stem, d) for d in self.digits)),
                *_sets_roles(self.petals, common),
            ),
            sets=self.petals,
        )

    def veiled(self, view: StepView) -> StepView:
        return replace(view, digits=self.digits)

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        stem = PatternPart("stem", held=((self.stem, self.digits),))
        return [stem, *map(set_part, self.petals)]

    def together(self, shown: ShownPattern) -> list[tuple[int, ...]]:
        return [(self.stem,), *(s.cells for s in self.petals)]

    def named_besides(self, step: Step, geometry: Geometry) -> Iterable[Rule]:
        for digit, petal in zip(self.digits, self.petals, strict=True):
            yield from step.between(geometry, [self.stem], petal.places(digit))

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        stem, petals = CellName(self.stem), []
        for digit, petal in zip(self.digits, self.petals, strict=True):
            there = petal.places(digit)
            rules = step.between(geometry, [self.stem], there)
            petals.append(
                say(
                    "blossom.petal.rules" if rules else "blossom.petal",
                    stem=stem,
                    digit=digit,
                    set=petal.name,
                    cells=CellNames(there),
                    rules=RulePairs(rules),
                    held=tuple(_held(petal, z) for z in self.goes),
                )
            )
        groups = [tuple(cell for s in self.petals for cell in s.places(z)) for z in self.goes]
        return lines(
            sets_said(self.petals),
            say("blossom", stem=stem),
            *map(Indented, petals),
            sentences(say("blossom.so", digits=self.goes), _seen(step, (), groups)),
        )

    def to_fill(self) -> Iterable[Need]:
        return (self.stem, *(cell for s in self.petals for cell in s.cells))


def _of(cell_set: CellSet, digit: int) -> list[Candidate]:
    """The candidates of a named set that are this digit."""
    return [pair for pair in cell_set.candidates if pair[1] == digit]


def _sets_roles(sets: Iterable[CellSet], common: Iterable[Candidate]) -> Roles:
    commons = dict.fromkeys(common)
    others = dict.fromkeys(pair for s in sets for pair in s.candidates if pair not in commons)
    return (("common", tuple(commons)), ("defining", tuple(others)))


def _held(cell_set: CellSet, digit: int) -> Sentence:
    return say("als.held", digit=digit, cells=CellNames(cell_set.places(digit)))


def _all_see(
    step: Step, geometry: Geometry, here: tuple[int, ...], there: tuple[int, ...]
) -> Sentence:
    """Why a digit is a restricted common of two sets, by its cells in each."""
    rules = step.between(geometry, here, there)
    return say(
        "als.sees.rules" if rules else "als.sees",
        here=CellNames(here),
        there=CellNames(there),
        rules=RulePairs(rules),
    )


def _seen(step: Step, rules: tuple[Rule, ...], groups: Iterable[tuple[int, ...]]) -> Sentence:
    """The conclusion where one cell of each group holds its digit."""
    digits, out = {digit for _, digit in step.eliminations}, step.out
    if rules:
        return say("als.out.rules", out=out, rules=Excluding(rules))
    n = max(len(set(cells)) for cells in groups)
    if len(digits) == 1:
        return say("als.out.one", n=n, digit=digits.pop(), out=out)
    return say("als.out", n=n, out=out)
