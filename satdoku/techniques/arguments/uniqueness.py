"""Arguments that assume one solution; symmetry of the givens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import ClassVar, assert_never

from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.model import Model
from satdoku.puzzle import Position
from satdoku.techniques.arguments.checks import (
    Open,
    can_assign,
    excludes,
    open_digits,
    places_of,
    suppositions,
)
from satdoku.techniques.arguments.naming import Named
from satdoku.techniques.arguments.pieces import (
    Candidate,
    CellSet,
    House,
    PatternPart,
    Roles,
    held_in,
)
from satdoku.techniques.arguments.saying import (
    CellName,
    CellNames,
    HouseNames,
    Sentence,
    Text,
    candidate,
    fact,
    house_kinds,
    say,
    sentences,
)
from satdoku.techniques.board import board_of
from satdoku.techniques.step import CheckContext, Proof, ShownPattern, Step, StepView, cells_of


@dataclass(frozen=True, slots=True)
class ExtraSet:
    """The cells with extra candidates act as one cell of a set in ``house`` with ``others``.

    ``others.name`` is ``naked`` or ``hidden``.
    """

    type: ClassVar[int] = 3

    house: House
    others: CellSet

    def add_to(self, shown: ShownPattern) -> ShownPattern:
        locked: Roles = (("locked", self.others.candidates),)
        candidates = (*shown.candidates, *locked)
        return replace(shown, houses=(self.house,), sets=(self.others,), candidates=candidates)

    def role(self, cells: tuple[int, ...]) -> PatternPart:
        name, digits = f"{self.others.name}-set", self.others.digits
        return PatternPart(name, (self.house,), self.others.cells, digits=digits)

    def tasks(self, open_: Open, position: Position) -> list[list[Candidate]]:
        if self.others.name == "naked":
            return [[(cell, digit) for digit in sorted(open_[cell])] for cell in self.others.cells]
        return places_of((self.house,), self.others.digits, open_, position)

    def fills(self, step: Step) -> Sentence:
        """One of some cells and a named set fill their house with as many digits."""
        others, house, out = self.others, self.house, step.out
        if not others.cells:
            return say("fills.house", house=house, out=out)
        cells, n = CellNames(others.cells), len(others.digits)
        return say("fills", cells=cells, n=n, house=house, digits=others.digits, out=out)


@dataclass(frozen=True, slots=True)
class ExtraLock:
    """In ``house``, ``digit`` has only the two cells with extra candidates as places."""

    type: ClassVar[int] = 4

    house: House
    digit: int

    def add_to(self, shown: ShownPattern) -> ShownPattern:
        others = (digit for digit in shown.digits if digit != self.digit)
        return replace(shown, digits=(self.digit, *others), houses=(self.house,))

    def role(self, cells: tuple[int, ...]) -> PatternPart:
        return PatternPart("only", (self.house,), cells, digits=(self.digit,))

    def tasks(self, open_: Open, position: Position) -> list[list[Candidate]]:
        return places_of((self.house,), (self.digit,), open_, position)


@dataclass(frozen=True, slots=True)
class RingLock:
    """In each of ``houses``, ``digit`` has its places in the ring only.

    Four houses: the rows and columns of two opposite cells of a rectangle, where it goes. Two: the
    row and the column of a cell that the other digit leaves.
    """

    houses: tuple[House, ...]
    digit: int

    @property
    def type(self) -> int:
        """6 or 7."""
        return 6 if len(self.houses) > 2 else 7

    def add_to(self, shown: ShownPattern) -> ShownPattern:
        return replace(shown, houses=self.houses)

    def role(self, cells: tuple[int, ...]) -> PatternPart:
        return PatternPart("locked", self.houses, digits=(self.digit,))

    def tasks(self, open_: Open, position: Position) -> list[list[Candidate]]:
        return places_of(self.houses, (self.digit,), open_, position)


class ExtrasProof(Proof):
    """An argument by which one of the ``extra`` candidates is true, and ``how`` they lead on."""

    __slots__ = ()

    extra: tuple[Candidate, ...]
    how: ExtraSet | ExtraLock | RingLock | None
    names_all_rules = True

    @property
    def type(self) -> int:
        """1: one cell has extra candidates; 2: all of them are one digit; 3: they act as a cell of
        a set; 4: one of the digits is locked; 6, 7: it is locked in the rows and columns of two
        cells, or of one (a hidden rectangle)."""
        if self.how is not None:
            return self.how.type
        return 1 if len(cells_of(self.extra)) == 1 else 2

    def pattern(
        self, digits: tuple[int, ...], cells: tuple[int, ...], candidates: Roles
    ) -> ShownPattern:
        """A pattern with the houses and sets by which its extra candidates lead on; a locked digit
        comes first."""
        shown = ShownPattern(digits=digits, cells=cells, candidates=candidates)
        return shown if self.how is None else self.how.add_to(shown)

    def name(self, named: Named, model: Model) -> None:
        if isinstance(self.how, ExtraSet):
            named.cells |= dict.fromkeys(self.how.others.cells)
            for house in self.shown().houses:
                named.house(house, self.how.others.digits)

    def lead(self) -> list[PatternPart]:
        """The part of the pattern by which the extra candidates lead on."""
        return [] if self.how is None else [self.how.role(cells_of(self.extra))]

    def ending(self, step: Step) -> Iterable[Sentence]:
        """The sentences about what follows where one of the extra candidates is true."""
        pair, cells, out = self.shown().digits, CellNames(cells_of(self.extra)), step.out
        low, *_, high = pair
        digits = tuple(sorted({digit for _, digit in self.extra}))
        match self.how:
            case None if len(cells.cells) == 1:
                yield say("loop.1", cells=cells, digits=digits, out=out)
            case None:
                yield say("loop.2", cells=cells, digit=self.extra[0][1], out=out)
            case ExtraLock(house, locked):
                removed = tuple(digit for digit in pair if digit != locked)
                yield say(
                    "loop.lock", house=house, locked=locked, cells=cells, removed=removed, out=out
                )
            case RingLock(houses, locked):
                ring = self.shown().cells
                corner = step.eliminations[0][0]
                crossing = len(houses) > 2
                yield say(
                    "loop.crossing" if crossing else "loop.corner",
                    houses=HouseNames(houses),
                    locked=locked,
                    cells=cells if crossing else CellNames((corner,)),
                    far=CellName(ring[(ring.index(corner) + 2) % 4]),
                    pair=pair,
                    removed=high if locked == low else low,
                    out=out,
                )
            case ExtraSet(house, others) if others.name == "naked":
                yield say("loop.naked", cells=cells, digits=digits)
                yield self.how.fills(step)
            case ExtraSet(house, others):
                yield say(
                    "loop.hidden",
                    cells=cells,
                    pair=pair,
                    low=low,
                    high=high,
                    house=house,
                    digits=others.digits,
                    others=CellNames(others.cells),
                    out=out,
                )
            case unknown:
                assert_never(unknown)


@dataclass(frozen=True, slots=True)
class LoopProof(ExtrasProof):
    """Were the cells of ``ring`` left with the ``digits`` alone, there would be two solutions.

    With two digits, the cells of the ring hold one and the other in turn. With more digits, the
    cells at even places of the ring and the cells after them are two sides, each with all of the
    digits; the two sides can be exchanged. ``defining`` is where the digits can be in the ring;
    ``extra`` the further candidates of the ring, one of which is true; ``how`` they lead to the
    conclusion, where it is not by themselves.
    """

    ring: tuple[int, ...]
    digits: tuple[int, ...]
    defining: tuple[Candidate, ...]
    extra: tuple[Candidate, ...]
    how: ExtraSet | ExtraLock | RingLock | None = None

    def shown(self) -> ShownPattern:
        candidates: Roles = (("defining", self.defining), ("extra", self.extra))
        return self.pattern(self.digits, self.ring, candidates)

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return [
            PatternPart("ring", cells=self.ring),
            PatternPart("digits", digits=self.digits),
            PatternPart("extra", held=held_in(self.extra)),
            *self.lead(),
        ]

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        position = context.position
        yield from one_of(self.extra, self.how, step, position)
        yield from self.ring_faults(position)

    def ring_faults(self, position: Position) -> Iterator[str]:
        """Whether a ring without its extra candidates could exchange its digits."""
        yield from _exchange(position)
        board = board_of(position.puzzle)
        pair = set(self.digits)
        sides = self.ring[::2], self.ring[1::2]
        touched = [sorted(h for cell in side for h in board.houses_of[cell]) for side in sides]
        if len(pair) == 2:
            balanced = touched[0] == touched[1] and len(set(touched[0])) == len(touched[0])
        else:
            balanced = len(pair) == len(sides[0]) == len(sides[1]) and _sides_balance(
                sides, position
            )
        if not balanced or not self.ring or len(set(self.ring)) < len(self.ring):
            yield "the exchange does not keep every house"
        extra = set(self.extra)
        for cell in self.ring:
            value = position.values[cell]
            cands = position.candidates[cell] if value is None else frozenset((value,))
            if position.puzzle.givens[cell] is not None:
                yield f"{position.geometry.name(cell)} is a given"
            exchanged = pair <= position.puzzle.domain(cell)
            if not (exchanged and cands & pair) or {(cell, d) for d in cands - pair} - extra:
                yield f"{position.geometry.name(cell)} does not fit the ring"

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        ring, (low, *_, high) = self.ring, self.digits
        start = say(
            "loop" if len(self.digits) == 2 else "loop.sides",
            ring=CellNames(ring),
            pair=self.digits,
            low=low,
            high=high,
            kinds=house_kinds(geometry),
            first=CellNames(ring[::2]),
            second=CellNames(ring[1::2]),
            pairs=tuple(map(CellNames, zip(ring[::2], ring[1::2], strict=True))),
        )
        with_candidates = cells_of((*self.defining, *self.extra))
        filled = tuple(cell for cell in ring if cell not in with_candidates)
        others = [say("loop.filled", cells=CellNames(filled))] if filled else []
        return sentences(start, *others, *self.ending(step))


@dataclass(frozen=True, slots=True)
class DeadlyProof(ExtrasProof):
    """Were the ``cells`` left with the ``digits`` alone, there would be two solutions.

    However they are filled then, there is another way with the same digits in each house.
    ``defining`` is where the digits can be in the cells; ``extra`` the further candidates, one of
    which is true; ``how`` they lead to the conclusion, where it is not by themselves.
    """

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    defining: tuple[Candidate, ...]
    extra: tuple[Candidate, ...]
    how: ExtraSet | ExtraLock | None = None

    def shown(self) -> ShownPattern:
        candidates: Roles = (("defining", self.defining), ("extra", self.extra))
        return self.pattern(self.digits, self.cells, candidates)

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return [
            PatternPart("cells", cells=self.cells),
            PatternPart("digits", digits=self.digits),
            PatternPart("extra", held=held_in(self.extra)),
            *self.lead(),
        ]

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        """Whether each way to fill the cells without the extras leaves another one."""
        position = context.position
        yield from _exchange(position)
        yield from _other_marks(position)
        yield from one_of(self.extra, self.how, step, position)
        cells, extra = self.cells, set(self.extra)
        left = [
            {d for d in position.candidates[c] if (c, d) not in extra and d in self.digits}
            for c in cells
        ]
        for cell, digits in zip(cells, left, strict=True):
            if position.values[cell] is not None:
                yield f"{position.geometry.name(cell)} is filled"
            elif {(cell, d) for d in position.candidates[cell] - digits} - extra:
                yield f"{position.geometry.name(cell)} has other candidates"
        geometry = position.geometry
        houses = [
            inside
            for h in board_of(position.puzzle).houses
            if (inside := [at for at, cell in enumerate(cells) if cell in h.cells])
        ]
        apart = [
            [b for b, y in enumerate(cells[:a]) if y in geometry.peers[x]]
            for a, x in enumerate(cells)
        ]
        seen: Counter[tuple[frozenset[int], ...]] = Counter()
        fitting: set[tuple[frozenset[int], ...]] = set()
        for way in _ways_apart(apart, [self.digits] * len(cells)):
            key = tuple(frozenset(way[at] for at in inside) for inside in houses)
            seen[key] += 1
            if all(d in digits for d, digits in zip(way, left, strict=True)):
                fitting.add(key)
        if any(seen[key] < 2 for key in fitting):
            yield "the cells may be filled in one way only"

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        cells, kinds = CellNames(self.cells), house_kinds(geometry)
        start = say("deadly", cells=cells, digits=self.digits, kinds=kinds)
        return sentences(start, *self.ending(step))


@dataclass(frozen=True, slots=True)
class CrossedProof(ExtrasProof):
    """Were the two ``corners`` to hold two of ``digits``, and ``crossing`` both of these, there
    would be two solutions.

    The two could change places there, and the digits of the two ``lines`` follow across them:
    the lines are filled in the same places with the same digits, but for one cell. The ``crossing``
    is what of their cells is open in ``box`` and in line with a corner. One of ``extra`` is true:
    the further candidates of the corners, or the places of the digits in the box elsewhere.
    """

    corners: tuple[int, int]
    crossing: tuple[int, ...]
    lines: tuple[House, House]
    box: House
    digits: tuple[int, ...]
    extra: tuple[Candidate, ...]
    how: ExtraSet | ExtraLock | None = None

    @property
    def cells(self) -> tuple[int, ...]:
        """The corners and the crossing."""
        return (*self.corners, *self.crossing)

    def shown(self) -> ShownPattern:
        shown = self.pattern(self.digits, self.cells, (("extra", self.extra),))
        return replace(shown, houses=(*shown.houses, *self.lines, self.box))

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return [
            PatternPart("houses", houses=(*self.lines, self.box)),
            PatternPart("cells", cells=shown.cells),
            PatternPart("digits", digits=self.digits),
            PatternPart("extra", held=held_in(self.extra)),
            *self.lead(),
        ]

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        """Whether the corners and the crossing could exchange two digits, and the lines follow."""
        position = context.position
        yield from _exchange(position)
        yield from _other_marks(position)
        yield from one_of(self.extra, self.how, step, position)
        houses = board_of(position.puzzle).houses
        others = [set(house.cells) for house in houses if house not in self.lines]
        first, second = (set(line.cells) for line in self.lines)
        crossed = [h & (first | second) for h in others if len(h & first) == len(h & second) == 1]
        pairs = [sorted(pair) for pair in {frozenset(pair) for pair in crossed}]
        left = [[cell for cell in pair if position.values[cell] is None] for pair in pairs]
        yield from self._line_faults(position, others, pairs, left)
        yield from self._exchange_faults(position.geometry, others, left)
        yield from self._other_candidates(position)

    def _line_faults(
        self,
        position: Position,
        others: list[set[int]],
        pairs: list[list[int]],
        left: list[list[int]],
    ) -> Iterator[str]:
        """Whether the lines lie side by side in ``pairs`` of cells, and ``left``, those that are
        open, can exchange their digits."""
        if not all(house.complete for house in (*self.lines, self.box)):
            yield "the lines or the box may lack a digit"
        if sorted(cell for pair in pairs for cell in pair) != sorted(
            {cell for line in self.lines for cell in line.cells}
        ):
            yield "the cells of the lines are not side by side"
        first, second = ({position.values[cell] for cell in line.cells} for line in self.lines)
        alone = [cells for cells in left if len(cells) == 1]
        if len(alone) > 1 or len((first ^ second) - {None}) > 1:
            yield "the lines are not filled alike"
        both = [set(cells) for cells in left if len(cells) == 2]
        if any(len(house & cells) == 1 for cells in both for house in others):
            yield "a house notices an exchange in the lines"

    def _exchange_faults(
        self, geometry: Geometry, others: list[set[int]], left: list[list[int]]
    ) -> Iterator[str]:
        """Whether another house notices that the corners and the crossing exchange two digits."""
        corners = self.corners
        sides = [
            cells
            for corner in corners
            for cells in left
            if cells and {*cells} <= {*self.crossing} & {*geometry.peers[corner]}
        ]
        if (
            len(sides) != 2
            or {*sides[0], *sides[1]} != {*self.crossing}
            or not {*self.crossing} <= {*self.box.cells}
            or corners[1] not in geometry.peers[corners[0]]
            or any(
                ({corners[0]} <= house) + ({*sides[1]} <= house)
                != ({corners[1]} <= house) + ({*sides[0]} <= house)
                for house in others
            )
        ):
            yield "the corners and the crossing cannot exchange two digits"

    def _other_candidates(self, position: Position) -> Iterator[str]:
        """Whether the corners hold other digits, or the box has the digits elsewhere."""
        name, digits, extra = position.geometry.name, set(self.digits), set(self.extra)
        for cell in self.corners:
            if {(cell, d) for d in position.candidates[cell] - digits} - extra:
                yield f"{name(cell)} has other candidates"
        for cell in self.box.cells:
            elsewhere = {(cell, d) for d in position.candidates[cell] & digits}
            if position.values[cell] in digits or (cell not in self.crossing and elsewhere - extra):
                yield f"the box has one of the digits in {name(cell)}"

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        box, digits, crossing = self.box, self.digits, CellNames(self.crossing)
        start = say(
            "crossed",
            lines=HouseNames(self.lines),
            corners=CellNames(self.corners),
            crossing=crossing,
            box=box,
            digits=digits,
        )
        in_corners = {cell for cell, _ in self.extra} <= {*self.corners}
        locked = say("crossed.box", box=box, digits=digits, crossing=crossing)
        return sentences(start, *([locked] if in_corners else []), *self.ending(step))


@dataclass(frozen=True, slots=True)
class BugProof(ExtrasProof):
    """Without the ``extra`` candidates, every cell and digit would have two or none.

    ``rest`` is what else their cells can hold; ``how`` they lead to the conclusion, where it is not
    by themselves.
    """

    extra: tuple[Candidate, ...]
    rest: tuple[Candidate, ...]
    how: ExtraSet | ExtraLock | None = None

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells with extra candidates."""
        return cells_of(self.extra)

    @property
    def digits(self) -> tuple[int, ...]:
        """The extra digits; of type 4 the locked one."""
        if isinstance(self.how, ExtraLock):
            return (self.how.digit,)
        return tuple(sorted({digit for _, digit in self.extra}))

    def shown(self) -> ShownPattern:
        candidates: Roles = (("extra", self.extra), ("defining", self.rest))
        return replace(self.pattern((), self.cells, candidates), digits=self.digits)

    def veiled(self, view: StepView) -> StepView:
        return replace(view, digits=(), candidates=()) if self.type == 1 else view

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        # Of type 1 the extra candidate is what follows.
        held = held_in(shown.role("extra"), self.cells)
        return [PatternPart("not-bivalue", held=held), *self.lead()]

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        position = context.position
        yield from _exchange(position)
        yield from one_of(self.extra, self.how, step, position)
        board = board_of(position.puzzle)
        extra = set(self.extra)
        for house in board.houses:
            for digit in board.digits:
                places = [
                    c
                    for c in house.cells
                    if digit in position.candidates[c] and (c, digit) not in extra
                ]
                if len(places) not in (0, 2):
                    yield f"{digit} has {len(places)} places in {house.name} without the extras"
        for cell, cands in enumerate(position.candidates):
            left = {d for d in cands if (cell, d) not in extra}
            if position.values[cell] is None and len(left) != 2:
                yield f"{position.geometry.name(cell)} has not two candidates without the extras"

    def name(self, named: Named, model: Model) -> None:
        named.cells |= dict.fromkeys(
            range(model.geometry.cell_count)
        )  # it is about all that is open

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        extra = tuple(candidate(*pair) for pair in self.extra)
        return sentences(say("bug", extra=extra, kinds=house_kinds(geometry)), *self._ending(step))

    def _ending(self, step: Step) -> Iterable[Sentence]:
        facts = tuple(fact(*pair) for pair in self.extra)
        cells, out = CellNames(self.cells), step.out
        match self.how:
            case ExtraLock(house, digit):
                yield say("bug.lock", facts=facts, house=house, digit=digit, cells=cells, out=out)
            case ExtraSet():
                yield say("bug.set", facts=facts)
                yield self.how.fills(step)
            case None if self.type == 1:
                yield say("bug.1", facts=facts, out=out)
            case None if len(self.digits) > 1:
                yield say("guardians", facts=facts, out=out)
            case None:
                yield say("bug.2", cells=cells, digit=self.extra[0][1], out=out)
            case unknown:
                assert_never(unknown)


@dataclass(frozen=True, slots=True)
class SymmetryProof(Proof):
    """A symmetry of the board takes the givens to the givens, so it takes the solution to itself.

    ``images`` are where the cells go, ``partners`` what the digits of the board become, in order;
    ``givens`` the cells of the givens.
    """

    only_excludes: ClassVar[bool] = True

    images: tuple[int, ...]
    partners: tuple[int, ...]
    givens: tuple[int, ...]

    def shown(self) -> ShownPattern:
        return ShownPattern(digits=self.partners, cells=self.givens)

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        """Whether the givens have the symmetry, and what is eliminated breaks it."""
        position = context.position
        puzzle, digits = position.puzzle, position.geometry.digits
        partner = dict(zip(digits, self.partners, strict=True))
        houses = {frozenset(house.cells) for house in position.geometry.houses}
        moved = {frozenset(self.images[cell] for cell in house) for house in houses}
        filled = tuple(cell for cell, digit in enumerate(puzzle.givens) if digit is not None)
        same = sorted(self.images) == list(range(len(puzzle.givens))) and moved == houses
        same &= self.givens == filled
        for cell, given in enumerate(puzzle.givens):
            image = puzzle.givens[self.images[cell]] if same else None
            same &= image == (None if given is None else partner[given])
        if not same or sorted(partner.values()) != sorted(digits):
            yield "the givens do not have the symmetry"
            return
        if puzzle.constraints or puzzle.pencil_marks is not None:
            yield "a rule may not have the symmetry"
        held = open_digits(position)
        for eliminated in step.eliminations:
            orbit = [eliminated]
            while (after := (self.images[orbit[-1][0]], partner[orbit[-1][1]])) != eliminated:
                orbit.append(after)
            missing = any(digit not in held[cell] for cell, digit in orbit)
            if not missing and not any(
                excludes(*both, position) for both in combinations(orbit, 2)
            ):
                yield f"{position.geometry.name(eliminated[0])}<>{eliminated[1]} has its partners"

    names_all_rules = True

    def name(self, named: Named, model: Model) -> None:
        named.cells |= dict.fromkeys(
            range(model.geometry.cell_count)
        )  # it is about all that is open

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        partners = zip(geometry.digits, self.partners, strict=True)
        return say(
            "symmetric",
            cells=CellNames(tuple(range(geometry.size))),
            images=CellNames(self.images[: geometry.size]),
            partners=tuple(
                say("symmetric.partner", digit=digit, partner=partner)
                for digit, partner in partners
            ),
            out=step.out,
        )


@dataclass(frozen=True, slots=True)
class ReverseProof(Proof):
    """All givens of two ``digits`` are among ``held``, filled cells that ``last`` would close: each
    house would have both digits there, or neither."""

    digits: tuple[int, int]
    held: tuple[int, ...]
    last: Candidate

    @property
    def cells(self) -> tuple[int, ...]:
        """The filled cells and the open one."""
        return (*self.held, self.last[0])

    def shown(self) -> ShownPattern:
        return ShownPattern(
            digits=self.digits, cells=self.cells, candidates=(("defining", (self.last,)),)
        )

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        """Whether the cells would be closed, and the others could exchange the two digits."""
        position = context.position
        yield from _exchange(position)
        yield from _other_marks(position)
        puzzle, geometry, pair = position.puzzle, position.geometry, set(self.digits)
        given = {cell for cell, digit in enumerate(puzzle.givens) if digit in pair}
        held = {cell: position.values[cell] for cell in self.held}
        if not given <= held.keys() or not pair >= set(held.values()):
            yield "the cells do not hold all givens of the two digits"
        if step.conclusion != (frozenset(), frozenset((self.last,))) or step.contradiction:
            yield "the last cell loses its digit and nothing else"
        held |= dict((self.last,))
        inside = [{held[cell] for cell in house.cells if cell in held} for house in geometry.houses]
        if len(pair) != 2 or any(values not in (set(), pair) for values in inside):
            yield "a house has one of the two digits alone there"
        if all(inside):
            yield "no house is left for the exchange"

    names_all_rules = True

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        (cell, digit), (low, high) = self.last, self.digits
        return say(
            "reverse",
            low=low,
            high=high,
            cells=CellNames(self.held),
            cell=CellName(cell),
            digit=digit,
            kinds=house_kinds(geometry),
            out=step.out,
        )


def _exchange(position: Position) -> Iterator[str]:
    if not board_of(position.puzzle).plain:
        yield "the puzzle has rules that an exchange might break"


def _other_marks(position: Position) -> Iterator[str]:
    if position.puzzle.pencil_marks is not None:
        yield "a mark may not allow the exchange"


def one_of(
    extra: Sequence[Candidate],
    how: ExtraSet | ExtraLock | RingLock | None,
    step: Step,
    position: Position,
) -> Iterator[str]:
    """Whether what is eliminated leaves one of the extra candidates a way to be true."""
    for fault, trial in suppositions(step, position):
        tasks = [] if how is None else how.tasks(trial, position)
        left = [(cell, digit) for cell, digit in extra if digit in trial[cell]]
        if can_assign([left, *tasks], position.puzzle):
            yield fault


def _ways_apart(
    apart: Sequence[Sequence[int]], open_: Sequence[Iterable[int]]
) -> Iterator[tuple[int, ...]]:
    """The ways to fill cells one after another, each unlike some before it."""

    def grow(way: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(way) == len(open_):
            yield way
            return
        for digit in open_[len(way)]:
            if all(way[before] != digit for before in apart[len(way)]):
                yield from grow((*way, digit))

    return grow(())


def _sides_balance(sides: tuple[Sequence[int], ...], position: Position) -> bool:
    """Whether two sides with all of some digits can change places, each cell with one beside it.

    A house then has both cells of each pair that it has one of, or all cells of a side and none of
    the other.
    """
    board, peers = board_of(position.puzzle), position.geometry.peers
    if any(b not in peers[a] for side in sides for a, b in combinations(side, 2)):
        return False
    if any(b not in peers[a] for a, b in zip(*sides, strict=True)):
        return False
    for house in board.houses:
        held = [[cell in house.cells for cell in side] for side in sides]
        sides_apart = {all(here) for here in held} == {any(here) for here in held} == {True, False}
        if held[0] != held[1] and not sides_apart:
            return False
    return True
