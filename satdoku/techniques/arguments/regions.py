"""Regions that are to be found: which cells share one, which do not, and what that excludes.

A region is connected, has as many cells as there are digits, and holds each digit once. What is
shown of two cells is kept in the position (``Position.regions``), as a solver draws borders.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import combinations
from typing import ClassVar, Literal, TypeAlias

from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.constraints.unknown_regions import ChaosConstruction
from satdoku.model import Model
from satdoku.puzzle import Position, Puzzle
from satdoku.puzzle.position import RegionFact
from satdoku.techniques.arguments.checks import Open, open_digits
from satdoku.techniques.arguments.filling import constraint_of
from satdoku.techniques.arguments.pieces import House, Rule, some
from satdoku.techniques.arguments.saying import (
    CellName,
    CellNames,
    RuleKind,
    Text,
    say,
    sentences,
)
from satdoku.techniques.arguments.ways import OfClues
from satdoku.techniques.board import bits, board_of
from satdoku.techniques.step import CheckContext, ShownPattern, Step

RegionKind: TypeAlias = Literal[
    "join", "holds", "only", "places", "claims", "set", "apart", "most", "least", "narrow"
]


@dataclass(frozen=True, slots=True)
class RegionRules:
    """The counts of regions of a rule, and the pairs of cells that it joins or parts.

    counts  (cell, cells): the digit of the cell is the number of regions of the others
    facts   which cells share a region, and which do not
    """

    geometry: Geometry
    counts: tuple[tuple[int, tuple[int, ...]], ...]
    facts: tuple[RegionFact, ...]

    @staticmethod
    def of(rule: ChaosConstruction, puzzle: Puzzle) -> RegionRules:
        """The counts and pairs of a rule of the puzzle."""

        def read(model: Model) -> RegionRules:
            board = model.geometry
            facts = tuple(
                [RegionFact(*pair, both) for pair, both in rule.region_pairs(board).items()]
            )
            return RegionRules(board, tuple(rule.region_counts(board)), facts)

        known: RegionRules = puzzle.model.kept(("regions", rule), read)
        return known


@lru_cache(maxsize=1 << 14)
def _flooded(start: int, allowed: int, size: int) -> int:
    """The cells that a connected region of ``size`` cells can have, which has those of ``start``.
    From one position of a path to the next few of them change."""
    not_first = allowed & ~_first_column(size)
    not_last = allowed & ~(_first_column(size) << size - 1)
    now = start
    for _ in range(size - start.bit_count()):
        wider = now | now << size | now >> size
        wider |= now << 1 & not_first | now >> 1 & not_last
        wider &= allowed
        if wider == now:
            break
        now = wider
    return now


@cache
def _first_column(size: int) -> int:
    return sum([1 << cell for cell in range(0, size * size, size)])


class RegionMap:
    """The regions of a board as far as they are known; cells as bit sets.

    groups  the cells that share a region, for each group
    at      for each cell the place of its group
    """

    def __init__(
        self,
        rules: RegionRules,
        values: Sequence[int | None],
        facts: Iterable[RegionFact],
    ) -> None:
        geometry = rules.geometry
        self.size, self.count = geometry.size, geometry.grid_count
        self.values = values
        self._all = (1 << self.count) - 1
        group = [1 << cell for cell in range(self.count)]
        parted: set[tuple[int, int]] = set()
        for fact in (*rules.facts, *facts):
            if fact.together:
                both = group[fact.first] | group[fact.second]
                for cell in bits(both):
                    group[cell] = both
            else:
                parted.add((fact.first, fact.second))
        self.groups = list(dict.fromkeys(group))
        number = {mask: at for at, mask in enumerate(self.groups)}
        self.at = [number[mask] for mask in group]
        self.filled: dict[int, int] = {}
        for cell in range(self.count):
            if (digit := values[cell]) is not None:
                self.filled[digit] = self.filled.get(digit, 0) | 1 << cell
        self._parted = parted

    @cached_property
    def apart(self) -> list[int]:
        """For each group the cells that are in other regions: as a rule or a step says so, as they
        hold a digit that it has, as there are too many of them, or as they are too far away."""
        apart = [0] * len(self.groups)
        for one, other in self._parted:
            apart[self.at[one]] |= self.groups[self.at[other]]
            apart[self.at[other]] |= self.groups[self.at[one]]
        lengths = [mask.bit_count() for mask in self.groups]
        for at, mask in enumerate(self.groups):
            same = 0
            for digit in self.digits(at):
                same |= self.filled[digit]
            apart[at] |= self.widened(same & ~mask)
            for other in range(at):
                if lengths[at] + lengths[other] > self.size:
                    apart[at] |= self.groups[other]
                    apart[other] |= mask
        reached = [self._flood(at, apart[at]) for at in range(len(self.groups))]
        for at, mask in enumerate(self.groups):
            for other in range(at):
                theirs = self.groups[other]
                if theirs & ~reached[at] or mask & ~reached[other]:
                    apart[at] |= theirs
                    apart[other] |= mask
        return apart

    def digits(self, at: int) -> set[int]:
        """The digits that are written in a group."""
        return {d for cell in bits(self.groups[at]) if (d := self.values[cell]) is not None}

    def widened(self, cells: int) -> int:
        """Some cells with all that share a region with one of them."""
        every = 0
        while cells:
            mask = self.groups[self.at[cells.bit_length() - 1]]
            every |= mask
            cells &= ~mask
        return every

    def reach(self, at: int, without: int = 0) -> int:
        """The cells that the region of a group can have at most, if not some."""
        return self._flood(at, self.apart[at] | without)

    def _flood(self, at: int, barred: int) -> int:
        return _flooded(self.groups[at], self._all & ~barred, self.size)

    def is_apart(self, one: int, other: int) -> bool:
        """Whether two cells are in two regions."""
        return bool(self.apart[self.at[one]] >> other & 1)

    def lacks(self, cells: int, digit: int | None, places: PlacesOfDigits) -> bool:
        """Whether these cells are too few for a region, or none of them can hold a digit."""
        return cells.bit_count() < self.size if digit is None else not cells & places[digit]


PlacesOfDigits: TypeAlias = Mapping[int, int]
"""For each digit the cells that hold it or can, as a bit set."""


def digit_places(position: Position) -> dict[int, int]:
    """The places of the digits of a position."""
    open_ = open_digits(position)
    digits = position.geometry.digits
    return {d: sum(1 << cell for cell, own in enumerate(open_) if d in own) for d in digits}


def region_map(
    position: Position, rule: ChaosConstruction, more: Iterable[RegionFact] = ()
) -> RegionMap:
    """The regions that are known in a position."""
    rules = RegionRules.of(rule, position.puzzle)
    return RegionMap(rules, position.values, (*sorted(position.regions), *more))


def fact_of(one: int, other: int, together: bool) -> RegionFact:
    """A fact about two cells, in reading order."""
    return RegionFact(min(one, other), max(one, other), together)


@dataclass(frozen=True, slots=True)
class RegionJoin:
    """A cell that a region must have.

    Without it, the region could have only the cells of ``reach``; these are too few, or none of
    them can hold ``digit``.
    """

    cell: int
    reach: tuple[int, ...]
    digit: int | None = None


@dataclass(frozen=True, slots=True)
class RegionProof(OfClues):
    """The known regions of ``rule`` show more of them, or exclude digits.

    By ``kind``:
    join    the region of ``first`` has the cells of ``joins``, one after another
    holds   ``first`` holds ``digit``, so no other cell of its region does
    only    in the region of ``first``, ``digit`` can only be in ``cells``, one cell
    places  there it can only be in ``cells``, and no cell that sees all of them can hold it
    claims  in ``house`` it can only be in ``cells``, which share the region of ``first``
    set     ``cells`` share it and have only as many ``digits`` between them
    apart   ``first`` counts the regions of ``cells``; there can be no fewer, so none of them share
            one but those that are known to
    most    ``first`` counts them, and there are ``number`` at most
    least   ``first`` counts the regions of cells, of which ``cells`` are all apart
    narrow  if ``first`` held ``digit``, its region could have only ``cells``, which are too few, or
            have no place for ``number``
    """

    rules_are_parts: ClassVar[bool] = True

    rule: Rule
    kind: RegionKind
    first: int
    cells: tuple[int, ...] = ()
    digit: int | None = None
    number: int | None = None
    joins: tuple[RegionJoin, ...] = ()
    house: House | None = None
    digits: tuple[int, ...] = ()

    @property
    def names_all_rules(self) -> bool:
        return True

    def shown(self) -> ShownPattern:
        cells = (self.first, *(join.cell for join in self.joins), *self.cells)
        digits = self.digits if self.digit is None else (self.digit,)
        unique = tuple(dict.fromkeys(cells))
        houses = some(self.house)
        return ShownPattern(cells=unique, digits=digits, houses=houses, rules=(self.rule,))

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        """Whether the regions as they are known show it."""
        position = context.position
        rule = constraint_of(self.rule, position.puzzle, ChaosConstruction)
        if rule is None or step.contradiction:
            yield "the puzzle has no such regions"
            return
        known, places = region_map(position, rule), digit_places(position)
        if step.regions and self.kind not in ("join", "apart"):
            yield f"{self.kind} shows nothing of two cells"
        if step.placements and self.kind != "only":
            yield f"{self.kind} places no digit"
        if self.kind in ("join", "apart") and step.eliminations:
            yield f"{self.kind} excludes no digit"
        match self.kind:
            case "join":
                yield from self._not_joined(step, position, rule, places)
            case "holds":
                group = known.groups[known.at[self.first]]
                for cell, digit in step.eliminations:
                    if position.values[self.first] != digit or not group >> cell & 1:
                        yield f"{position.geometry.name(cell)} need not share a region with it"
            case "only":
                left = known.reach(known.at[self.first]) & places.get(self.digit or 0, 0)
                if (
                    step.eliminations
                    or self.cells != bits(left)
                    or tuple((c, self.digit) for c in bits(left)) != step.placements
                ):
                    yield "the digit has other places in the region"
            case "places" | "claims":
                yield from self._not_only_there(step, position, known, places)
            case "set":
                yield from self._no_set(step, known, open_digits(position))
            case "narrow":
                yield from self._not_narrow(step, known, places)
            case _:
                counts = RegionRules.of(rule, position.puzzle).counts
                yield from self._not_counted(step, known, counts, open_digits(position))

    def _not_joined(
        self, step: Step, position: Position, rule: ChaosConstruction, places: PlacesOfDigits
    ) -> Iterator[str]:
        facts: list[RegionFact] = []
        for join in self.joins:
            known = region_map(position, rule, facts)
            left = known.reach(known.at[self.first], 1 << join.cell)
            said = join.digit is not None or join.reach == bits(left)
            if not said or not known.lacks(left, join.digit, places):
                yield f"the region can do without {position.geometry.name(join.cell)}"
            facts.append(fact_of(self.first, join.cell, True))
        if tuple(facts) != step.regions:
            yield "what is joined is not what is shown"

    def _not_only_there(
        self, step: Step, position: Position, known: RegionMap, places: PlacesOfDigits
    ) -> Iterator[str]:
        digit, group = self.digit or 0, known.groups[known.at[self.first]]
        if self.house is None:
            held, has_all = known.reach(known.at[self.first]), True
            excluded = board_of(position.puzzle).common_peers(self.cells)
        else:
            held, has_all = sum(1 << cell for cell in self.house.cells), self.house.complete
            excluded = group if all(group >> cell & 1 for cell in self.cells) else 0
        if not has_all or self.cells != bits(held & places.get(digit, 0)):
            yield "the digit has other places there"
        for cell, lost in step.eliminations:
            if lost != digit or cell in self.cells or not excluded >> cell & 1:
                yield f"{position.geometry.name(cell)} does not see all of these places"

    def _no_set(self, step: Step, known: RegionMap, open_: Open) -> Iterator[str]:
        group, own = known.groups[known.at[self.first]], {*self.cells}
        held = {digit for cell in own for digit in open_[cell]}
        if not held <= {*self.digits} or not len({*self.digits}) == len(own) == len(self.cells):
            yield "the cells are not as many as their digits"
        for cell in (*own, *(cell for cell, _ in step.eliminations)):
            if not group >> cell & 1:
                yield "the cells need not share a region"
        for cell, digit in step.eliminations:
            if cell in own or digit not in held:
                yield "what is eliminated is not used up"

    def _not_narrow(self, step: Step, known: RegionMap, places: PlacesOfDigits) -> Iterator[str]:
        at, digit = known.at[self.first], self.digit or 0
        left = known.reach(at, known.widened(known.filled.get(digit, 0)))
        if step.eliminations != ((self.first, digit),):
            yield "one candidate is supposed"
        others = left if self.number in (None, digit) else left & ~(1 << self.first)
        if self.cells != bits(left) or not known.lacks(others, self.number, places):
            yield "the region can be found with the digit"

    def _not_counted(
        self,
        step: Step,
        known: RegionMap,
        counts: Iterable[tuple[int, tuple[int, ...]]],
        open_: Open,
    ) -> Iterator[str]:
        every = [cells for control, cells in counts if control == self.first]  # may be several
        if self.kind == "least":
            counted = next((cells for cells in every if {*self.cells} <= {*cells}), ())
        else:
            counted = self.cells if self.cells in every else ()
        if not counted:
            yield "the regions of these cells are not counted"
            return
        most = len({known.at[cell] for cell in counted})
        if self.number != (None if self.kind == "least" else most):
            yield f"{most} groups of cells are counted"
        if self.kind == "apart":
            if min(open_[self.first], default=0) < most:
                yield "two more of the cells may share a region"
            pairs = [(a, b) for a in counted for b in counted if known.at[a] != known.at[b]]
            if not {*step.regions} <= {fact_of(*pair, False) for pair in pairs}:
                yield "a fact is not about two of these groups"
            return
        for cell, digit in step.eliminations:
            if cell != self.first:
                yield "the number is in another cell"
            elif (self.kind == "most" and digit <= most) or (
                self.kind == "least" and digit >= len(self.cells)
            ):
                yield f"there can be {digit} regions"
        apart = all(known.is_apart(*pair) for pair in combinations(self.cells, 2))
        if self.kind == "least" and not apart:
            yield "two of the cells may share a region"

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        kind, first = RuleKind(self.rule), CellName(self.first)
        cells, digit = CellNames(self.cells), self.digit or 0
        if self.kind == "join":
            texts = [self._joined(join, geometry) for join in self.joins]
            joined = CellNames((self.first, *(join.cell for join in self.joins)))
            together = say("regions.together", cells=joined)
            return sentences(say("regions", rule=kind, text=texts[0]), *texts[1:], together)
        if self.kind == "narrow" and self.number is not None:
            text = say("regions.no-place", cell=first, digit=digit, cells=cells, place=self.number)
        elif self.kind == "only":
            text = say("regions.only", cell=first, digit=digit, place=cells)
        elif self.kind == "set":
            text = say("regions.set", cells=cells, digits=self.digits)
        elif self.house is not None:
            text = say("regions.claims", house=self.house, digit=digit, cells=cells)
        else:
            text = say(
                f"regions.{self.kind}",
                cell=first,
                digit=digit,
                cells=cells,
                n=geometry.size,
                number=self.number or len(self.cells),
            )
        text = say("regions", rule=kind, text=text)
        return sentences(text, say("so", out=step.out)) if step.eliminations else text

    def _joined(self, join: RegionJoin, geometry: Geometry) -> Text:
        cell, first = CellName(join.cell), CellName(self.first)
        if join.digit is not None:
            return say("regions.needs", cell=cell, first=first, digit=join.digit)
        reach = CellNames(join.reach)
        return say("regions.few", cell=cell, first=first, cells=reach, n=geometry.size)
