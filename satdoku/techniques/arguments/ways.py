"""The base of arguments from all ways to fill some cells, with sentences about what these leave."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from itertools import pairwise, permutations
from typing import ClassVar

from satdoku.board.geometry import Geometry
from satdoku.relations import DigitSetSum
from satdoku.techniques.arguments.pieces import Candidate, House, Roles, Rule, defining, grouped
from satdoku.techniques.arguments.saying import (
    CellName,
    CellNames,
    CrossedOut,
    Joined,
    Sentence,
    SentenceValue,
    Spanned,
    Text,
    say,
    sentences,
)
from satdoku.techniques.step import Proof, Step, StepView

_MAX_CAGE_SUMS = 5
_SHORT_LIST = 3
"""Lists of more are said in other words where there are any."""

_MANY_CELLS = 9
"""Of more cells, the open ones alone are listed with their ways."""

_MAX_REASONS = 6
"""Of more reasons for one step, those about many cells are not listed."""


class OfClues(Proof):
    """An argument about clues."""

    __slots__ = ()

    rules_are_parts: ClassVar[bool] = True

    def veiled(self, view: StepView) -> StepView:
        return replace(view, candidates=(), chains=())


class WaysProof(OfClues):
    """An argument from all ways to fill some cells.

    The fields are those of :class:`~satdoku.techniques.arguments.clues.ClueProof`.
    """

    __slots__ = ()

    left: tuple[Candidate, ...]
    ways: tuple[tuple[int, ...], ...]
    common: tuple[Candidate, ...]
    each: tuple[Step, ...] = ()

    states_equality: ClassVar[bool] = False
    """Whether it is said already that two cells hold the same digit."""

    @property
    def own_cells(self) -> Set[int]:
        """The open cells of the one clue that the argument is about."""
        return frozenset()

    @property
    def highlights(self) -> Roles:
        """The candidates that are left, apart from those that all ways have in common."""
        others = tuple(pair for pair in self.left if pair not in self.common)
        return (*defining(others), *((("locked", self.common),) if self.common else ()))

    def reasons(self, step: Step) -> list[tuple[Step, tuple[Candidate, ...]]]:
        """The parts of a step, each with what every way has one of: of most there is one part."""
        parts = [(part, part.proof) for part in self.each]
        return [(part, proof.common) for part, proof in parts if isinstance(proof, WaysProof)] or [
            (step, self.common)
        ]

    def are_equal(self) -> bool:
        """Whether two cells hold the same digit in every way."""
        pairs = [way for way in self.ways if len(way) == 2 and way[0] == way[1]]
        return bool(self.ways) and not self.common and len(pairs) == len(self.ways)

    def left_text(self, step: Step, cells: tuple[int, ...]) -> Text:
        """The part of the sentence about what all ways have in common: "r1c1 is 1 to 3"."""
        if self.common:
            return self._common_text(step)
        if self.are_equal():
            same = Spanned(tuple(sorted(way[0] for way in self.ways)))
            key = "left.cells" if self.states_equality else "ways.equal"
            return say(key, cells=CellNames(cells), digits=same)
        return self._ways_text(cells) if self.ways else self._cells_text(step)

    def _ways_text(self, cells: tuple[int, ...]) -> Text:
        """The cells with a list of the ways that are left; of many cells the open ones alone, since
        the others hold in every way what is written."""
        if len(cells) > _MANY_CELLS and self.own_cells:
            places = [place for place, cell in enumerate(cells) if cell in self.own_cells]
            open_cells = CellNames(tuple([cells[place] for place in places]))
            ways = tuple(["-".join([str(way[place]) for place in places]) for way in self.ways])
            return say("ways", cells=open_cells, ways=ways)
        free, ways = self.listed_ways()
        return say("ways.any-order" if free else "ways", cells=CellNames(cells), ways=ways)

    def listed_ways(self) -> tuple[bool, tuple[str, ...]]:
        """The ways as a list, and whether each stands for all orders of its digits."""
        sets = sorted({tuple(sorted(way)) for way in self.ways})
        short = (digits for digits in sets if len(digits) <= _SHORT_LIST)
        orders = sum(len(set(permutations(digits))) for digits in short)
        free = len(sets) < len(self.ways) == orders
        return free, tuple("-".join(map(str, way)) for way in (sets if free else self.ways))

    def _cells_text(self, step: Step) -> Text:
        """The digits that are left to the cells that lose some; of many digits those that go."""
        by_digits: dict[tuple[int, ...], list[int]] = {}
        lost: list[Candidate] = []
        for cell in dict.fromkeys(cell for cell, _ in step.eliminations):
            digits = tuple(digit for c, digit in self.left if c == cell)
            many = len(digits) > _SHORT_LIST and any(b - a != 1 for a, b in pairwise(digits))
            if many or not digits:
                # What goes is shorter than a list of what stays, or all goes.
                lost += [pair for pair in step.eliminations if pair[0] == cell]
            else:
                by_digits.setdefault(digits, []).append(cell)
        parts = [_can_only(cells, digits) for digits, cells in by_digits.items()] + [
            say("left.not", cells=CellNames(cells), digits=Spanned(tuple(digits)))
            for cells, digits in grouped(lost)
        ]
        return say("left", parts=tuple(parts))

    def _common_text(self, step: Step) -> Text:
        """That every way has one of some candidates; where these are a long list, that what goes
        leaves no way."""
        places: dict[tuple[int, ...], list[int]] = {}
        others: list[Text] = []
        without: list[Candidate] = []
        reasons = self.reasons(step)
        for part, common in reasons:
            cells = tuple(dict.fromkeys(cell for cell, _ in common))
            digits = {digit for _, digit in common}
            if len(reasons) > _MAX_REASONS and len(cells) > _SHORT_LIST:
                without += part.eliminations
            elif len(digits) == 1:
                places.setdefault(cells, []).extend(digits)
            elif len(cells) == 1:
                others.append(_can_only(cells, sorted(digits)))
            elif len(common) - len(cells) < _SHORT_LIST - 1:
                others.append(one_of(common))
            else:
                without += part.eliminations
        if without:
            placed = tuple(
                say("left.placed", cells=CellNames(cells), digits=tuple(digits))
                for cells, digits in grouped(without)
            )
            others.append(say("common.without", gone=placed))
        if places:
            others.insert(0, _in_places(places, self.own_cells))
        return say("left", parts=tuple(others))

    def out_text(self, step: Step, geometry: Geometry) -> Text:
        """The part of the sentence about what goes; many cells of the houses in which a digit has
        its places are said by the names of these houses."""
        digits_of: dict[tuple[House, ...], list[int]] = {}
        named: list[Candidate] = []
        for part, common in self.reasons(step):
            houses = _emptied(part, common, geometry)
            if houses:
                digits_of.setdefault(houses, []).append(common[0][1])
            else:
                named += part.eliminations
        last = None if named else next(reversed(digits_of), None)
        texts: list[SentenceValue] = [
            say(
                "out.rest" if houses == last else "out.rest.more",
                houses=houses,
                digits=tuple(sorted(digits)),
            )
            for houses, digits in digits_of.items()
        ]
        return Joined((*texts, *([CrossedOut(tuple(named))] if named else ())), "clauses")

    def so(self, step: Step, geometry: Geometry) -> tuple[Text, ...]:
        """The part about what goes, unless the part about what is left says it: "r1c1 can only be
        1 to 3"."""
        said = self.left and not self.common and (not self.ways or self.are_equal())
        if said:
            return ()
        if self.ways and not self.common and (remaining := self._remaining(step)) is not None:
            return (remaining,)
        return (self.out_text(step, geometry),)

    def _remaining(self, step: Step) -> Text | None:
        """The digits that are left to the cells that lose some, where that is shorter than what
        they lose."""
        remaining: dict[tuple[int, ...], list[int]] = {}
        for cell in dict.fromkeys(cell for cell, _ in step.eliminations):
            remaining.setdefault(tuple(digit for c, digit in self.left if c == cell), []).append(
                cell
            )
        lost = sum(len(cells) + _named(digits) for cells, digits in grouped(step.eliminations))
        if () in remaining or sum(len(cells) + _named(d) for d, cells in remaining.items()) >= lost:
            return None
        return say("left", parts=tuple(_can_only(cells, d) for d, cells in remaining.items()))


def unsolvable(why: Text) -> Text:
    """A reason, and that there is no solution."""
    return sentences(why, say("proof.unsolvable"))


def one_of(common: Sequence[Candidate]) -> Sentence:
    """ "every way has a 9 in r1c1 or r1c2", "... has 3 in r1c1 or 1 or 2 in r1c2"."""
    digits = {digit for _, digit in common}
    if len(digits) == 1:
        return _in_places({tuple(cell for cell, _ in common): [*digits]}, frozenset())
    of_cell: dict[int, list[int]] = {}
    for cell, digit in common:
        of_cell.setdefault(cell, []).append(digit)
    facts = tuple(
        say("reason.supposed", cells=CellNames((cell,)), digits=Spanned(tuple(sorted(digits))))
        for cell, digits in of_cell.items()
    )
    return say("common", facts=facts)


def _named(digits: Sequence[int]) -> int:
    """How many names some ascending digits take, in rows of more than three by two."""
    ends = sum(b - a != 1 for a, b in pairwise(digits)) + 1
    return min(len(digits), 2 * ends)


def _can_only(cells: Iterable[int], digits: Iterable[int]) -> Sentence:
    """ "r1c1 is 1 to 3"."""
    return say("left.cells", cells=CellNames(tuple(cells)), digits=Spanned(tuple(digits)))


def _in_places(places: Mapping[tuple[int, ...], list[int]], own_cells: Set[int]) -> Sentence:
    """ "every way has a 9 in r1c1 or r1c2"; of all open cells of a clue: "has a 9"."""
    where = []
    for cells, digits in sorted(places.items(), key=lambda item: -len(item[0])):
        key = "common.place" if len(digits) < len(cells) else "common.places"
        if len(cells) >= _SHORT_LIST and set(cells) == own_cells:
            key = "common.anywhere"
        where.append(say(key, cells=CellNames(cells), digits=tuple(sorted(digits))))
    return say("common.digits", places=tuple(where))


def _emptied(step: Step, common: Sequence[Candidate], geometry: Geometry) -> tuple[House, ...]:
    """The houses in which a digit has its places, where they name what goes in short."""
    digits = {digit for _, digit in (*common, *step.eliminations)}
    lost = {cell for cell, _ in step.eliminations}
    if not common or len(digits) > 1 or len(lost) <= _SHORT_LIST:
        return ()
    places = {cell for cell, _ in common}
    homes = [
        House(house.kind, house.number, house.cells, grid=house.grid)
        for house in (*geometry.regions, *geometry.houses)
        if places <= set(house.cells) and not lost.isdisjoint(house.cells)
    ]
    covered = {cell for house in homes for cell in house.cells}
    return tuple(dict.fromkeys(homes)) if lost <= covered else ()


def cage_sums(rule: Rule, geometry: Geometry) -> tuple[str, ...]:
    """The sums that a cage can be, ``1+7``, where they are few enough to be read."""
    from satdoku.constraints.cages import KillerCage  # few steps are about cages

    if rule.name != KillerCage.name or not rule.label.isdecimal():
        return ()
    sums = DigitSetSum(rule.cells, int(rule.label), geometry.digits)
    if sums.digit_set_count > _MAX_CAGE_SUMS:
        return ()
    return tuple("+".join(map(str, digits)) for digits in sums.digit_sets)


def digits_in(sums: Iterable[str]) -> list[Set[int]]:
    """The digits of each sum."""
    return [set(map(int, way.split("+"))) for way in sums]


def by_one_rule(step: Step, rule: Rule, geometry: Geometry) -> Text:
    """The sentence of a step that one constraint shows at once."""
    if step.placements:
        cell, digit = step.placements[0]
        return say("direct.placed", rule=rule, cell=CellName(cell), digit=digit)
    out = CrossedOut(step.eliminations)
    if not (sums := cage_sums(rule, geometry)):
        return say("direct.none", rule=rule, out=out)
    ways, peers = digits_in(sums), geometry.peers
    # The sums show it where none of them has the digit in the cage, or all of them have it and
    # all cells of the cage are seen.
    shown = all(
        not any(digit in way for way in ways)
        if cell in rule.cells
        else all(digit in way for way in ways) and set(rule.cells) <= set(peers[cell])
        for cell, digit in step.eliminations
    )
    return say("direct.ways" if shown else "direct.ways.candidates", rule=rule, ways=sums, out=out)
