"""Why a clue does not allow digits: what its other cells add up to, a cell that would be left
without a digit, or would have to be one that it cannot be, and where nothing shorter is known, the
two extreme ways."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import combinations, groupby, product, starmap
from operator import itemgetter
from typing import TypeAlias

from satdoku.base.records import dataclass
from satdoku.techniques.arguments.bounds import assigned, long_sums
from satdoku.techniques.arguments.checks import (
    Open,
    exclude_each_other,
    house_exists,
    open_digits,
)
from satdoku.techniques.arguments.filling import (
    KeptRules,
    can_keep,
    can_keep_widely,
    relations_about,
)
from satdoku.techniques.arguments.pieces import Candidate, House, Rule, grouped
from satdoku.techniques.arguments.saying import (
    CellName,
    CellNames,
    Joined,
    Sentence,
    SentenceValue,
    Spanned,
    Text,
    candidate,
    say,
)
from satdoku.techniques.board import board_of
from satdoku.techniques.step import CheckContext, Step


@dataclass(frozen=True, slots=True)
class SumBound:
    """The cells add up to ``digits`` at least, or at ``most``."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    most: bool

    def text(self) -> Sentence:
        """The arithmetic: "r1c1 and r1c2 are at least 1 + 2 = 3"."""
        return say(
            "reason.bound",
            cells=CellNames(self.cells),
            side="most" if self.most else "least",
            digits=Joined(tuple(map(str, self.digits)), "plus"),
            total=str(sum(self.digits)) if len(self.digits) > 1 else "none",
        )

    def fault(self, step: Step, rule: Rule, context: CheckContext, open_: Open) -> str | None:
        """Why the cells can add up to more or less."""
        if not all(open_[cell] for cell in self.cells):
            return None  # they add up to nothing at all
        position = context.position
        puzzle = position.puzzle
        digit = position.geometry.digits[0]

        def differ(one: int, other: int) -> bool:
            return exclude_each_other(puzzle, (one, digit), (other, digit))

        total = sum(reached(self.cells, open_, differ, self.most))
        if total > sum(self.digits) if self.most else total < sum(self.digits):
            return f"{position.geometry.names(self.cells)} can add up to {total}"
        return None


def reached(
    cells: Iterable[int],
    open_: Mapping[int, Set[int]] | Sequence[Set[int]],
    differ: Callable[[int, int], bool],
    most: bool,
) -> tuple[int, ...]:
    """Digits of some cells with the least sum, or the most; in groups of cells that all differ,
    different ones."""
    groups: list[list[int]] = []
    for cell in cells:
        for group in groups:
            if all(differ(cell, other) for other in group):
                group.append(cell)
                break
        else:
            groups.append([cell])
    chosen: dict[int, int] = {}
    for group in groups:
        chosen |= zip(group, assigned([open_[cell] for cell in group], most), strict=True)
    return tuple([chosen[cell] for cell in cells])


@dataclass(frozen=True, slots=True)
class HouseSum:
    """Cells of a house, or one cell alone, with the least or most that they add up to."""

    house: House | None
    cells: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True)
class HouseBounds:
    """The cells of all of ``sums`` add up to as much at least, or at ``most``."""

    sums: tuple[HouseSum, ...]
    most: bool

    @property
    def cells(self) -> tuple[int, ...]:
        """All its cells."""
        return tuple([cell for part in self.sums for cell in part.cells])

    def text(self) -> Sentence:
        """The sum of each house: "31 cells add up to at least 93: 6 in box 2, 10 in box 3"."""
        parts = tuple(
            say("reason.bound.part", total=one.total, where=one.house or CellNames(one.cells))
            for one in self.sums
        )
        return say(
            "reason.bound.houses",
            n=len(self.cells),
            side="most" if self.most else "least",
            total=sum(one.total for one in self.sums),
            parts=parts,
        )

    def fault(self, step: Step, rule: Rule, context: CheckContext, open_: Open) -> str | None:
        """Why the cells of a house can add up to something else, or nothing follows from that."""
        position, names = context.position, context.position.geometry.names
        if not all(one.cells for one in self.sums) or not self._excludes(step, rule, context):
            return f"{rule.title}: a bound excludes nothing"
        if not all(open_[cell] for cell in self.cells):
            return None  # they add up to nothing at all
        for one in self.sums:
            if one.house is None:
                is_house = len(one.cells) == 1
            else:
                is_house = {*one.cells} <= {*one.house.cells} and house_exists(one.house, position)
            if not is_house:
                return f"{names(one.cells)} are not in one house"
            total = sum(assigned([open_[cell] for cell in one.cells], self.most))
            if total != one.total:
                return f"{names(one.cells)} can add up to {total}"
        return None

    def _excludes(self, step: Step, rule: Rule, context: CheckContext) -> bool:
        """Whether a sum of the clue has its cells and one more, which loses a digit by that."""
        puzzle, reach = context.position.puzzle, sum(one.total for one in self.sums)
        return any(
            one.is_plain
            and sorted((*self.cells, cell)) == sorted(one.cells)
            and self.most in one.ends()
            and one.is_missed_by(reach + digit, self.most)
            for one in long_sums(relations_about(rule, puzzle), board_of(puzzle))
            for cell, digit in step.eliminations
        )


@dataclass(frozen=True, slots=True)
class Alone:
    """The clue does not allow any of ``supposed`` beside some placed digits, whatever is in its
    other cells."""

    supposed: tuple[Candidate, ...]
    beside: tuple[Candidate, ...] = ()

    def text(self) -> Sentence:
        """The cells that cannot hold them: "r1c1 cannot be 1 because of 3 in r1c2"."""
        parts = tuple(
            say("reason.cannot", cells=CellNames(cells), digits=Spanned(tuple(sorted(digits))))
            for cells, digits in grouped(self.supposed)
        )
        if not self.beside:
            return say("reason.alone", parts=parts)
        placed = tuple(starmap(candidate, self.beside))
        return say("reason.beside", placed=placed, parts=parts)

    def fault(
        self, step: Step, rule: Rule | KeptRules, context: CheckContext, open_: Open
    ) -> str | None:
        """Why another cell matters, or a digit of these is not placed."""
        position = context.position
        every = frozenset(position.geometry.digits)
        for cell, digit in self.beside:
            if open_[cell] != {digit}:
                return f"{position.geometry.name(cell)} is not {digit}"
        placed = [cell for cell, _ in self.beside]
        if not self.supposed or not _are_other_cells(self.supposed, placed, rule):
            return f"{rule.title}: a reason is about no digit, or not about its cells"
        beside = dict(self.beside)
        domains: Open = [open_[c] if c in beside else every for c in range(len(open_))]
        if fault := _none_excluded(self.supposed, step, rule, context):
            return fault
        for pair in self.supposed:
            domains[pair[0]] = frozenset((pair[1],))
            if can_keep_widely(rule, step, context, domains):
                return f"{rule.title} allows {pair[1]} in {position.geometry.name(pair[0])}"
            domains[pair[0]] = every
        return None


def argued(reasons: Iterable[Alone | Followed]) -> set[Candidate]:
    """The candidates that some reasons are against."""
    return {pair for one in reasons for pair in one.supposed}


def first_parts(reasons: Iterable[AgainstDigits], most: int) -> list[AgainstDigits]:
    """The first of some reasons, in which candidates are named at most so many times."""
    parts: list[AgainstDigits] = []
    for reason in reasons:
        if most > 0:
            if isinstance(reason, SumBound | HouseBounds | Extremes):
                most -= 1
            else:
                groups = grouped(reason.supposed)
                if len(groups) > most:
                    pairs = [pair for own in groups[:most] for pair in product(*own)]
                    reason = replace(reason, supposed=tuple(pairs))
                most -= len(groups)
            parts.append(reason)
    return parts


def are_alone(reasons: Iterable[AgainstDigits | JointExtremes]) -> bool:
    """Whether all reasons hold whatever is in the other cells."""
    return all(isinstance(one, Alone) and not one.beside for one in reasons)


def _are_other_cells(
    supposed: Sequence[Candidate], others: Sequence[int], rule: Rule | KeptRules
) -> bool:
    """Whether candidates and other cells are each once, and all of a rule."""
    cells = {cell for cell, _ in supposed}
    every = cells.union(others)
    return len(every) == len(cells) + len(others) and every <= {*rule.cells}


def _supposing(pairs: Iterable[Candidate]) -> tuple[Sentence, ...]:
    """Candidates of which one is supposed: "2 or 6 in r1c8", "6 in r3c8"."""
    return tuple(
        say("reason.supposed", cells=CellNames(cells), digits=Spanned(tuple(sorted(digits))))
        for cells, digits in grouped(pairs)
    )


def _none_excluded(
    pairs: Iterable[Candidate], step: Step, rule: Rule | KeptRules, context: CheckContext
) -> str | None:
    """Why some candidates are not all excluded by a step, which is checked."""
    for cell, digit in pairs:
        if (cell, digit) not in step.eliminations:
            return f"{rule.title} allows {digit} in {context.position.geometry.name(cell)}"
    return None


@dataclass(frozen=True, slots=True)
class Emptied:
    """Each of ``supposed`` leaves nothing for one of ``victims``; where none is, nothing is left in
    any case."""

    supposed: tuple[Candidate, ...]
    victims: tuple[int, ...]

    def text(self) -> Sentence:
        """The cell that would be left without a digit."""
        victims = CellNames(self.victims)
        if not self.supposed:
            return say("reason.none", victims=victims)
        return say("reason.emptied", supposed=_supposing(self.supposed), victims=victims)

    def fault(self, step: Step, rule: Rule, context: CheckContext, open_: Open) -> str | None:
        """Why the digits are none that the step, which is checked, excludes."""
        if other := set(self.victims) - set(rule.cells):
            return f"{context.position.geometry.name(min(other))} is not of {rule.title}"
        return _none_excluded(self.supposed, step, rule, context)


@dataclass(frozen=True, slots=True)
class Followed:
    """With each of ``supposed`` the clue leaves other cells the digits of ``links``, to each by
    what is left to those before it, no digits standing for all its candidates, and so nothing to
    ``victim``, which would have to be one of ``needed`` where these are few."""

    supposed: tuple[Candidate, ...]
    links: tuple[tuple[int, tuple[int, ...]], ...]
    victim: int
    needed: tuple[int, ...] = ()

    @property
    def told(self) -> list[tuple[int, tuple[int, ...]]]:
        """The links that say something new."""
        return [link for link in self.links if link[1]]

    def text(self) -> Sentence:
        """The digits that each cell would have left: "4 in r1c2 would leave only 1 for r1c3, and
        nothing for r1c4"."""
        supposed = _supposing(self.supposed)
        links = tuple(
            say("reason.left", cells=CellNames(tuple([c for c, _ in own])), digits=Spanned(left))
            for left, own in groupby(self.told, key=itemgetter(1))
        )
        if not links:
            if not self.needed:
                return Emptied(self.supposed, (self.victim,)).text()
            return Required(self.supposed, self.victim, self.needed).text()
        return say(
            "reason.followed",
            supposed=supposed,
            links=links,
            victim=CellName(self.victim),
            needed=Spanned(self.needed) if self.needed else "",
            how="needed" if self.needed else "none",
        )

    def fault(
        self, step: Step, rule: Rule | KeptRules, context: CheckContext, open_: Open
    ) -> str | None:
        """Why more is left to one of the other cells."""
        others = [*[other for other, _ in self.links], self.victim]
        if not self.supposed or not _are_other_cells(self.supposed, others, rule):
            return f"{rule.title}: a reason is about no digit, or not about its cells"
        if fault := _none_excluded(self.supposed, step, rule, context):
            return fault
        cells = dict.fromkeys(cell for cell, _ in self.supposed)
        faults = (self._fault_of(cell, step, rule, context, open_) for cell in cells)
        return next(filter(None, faults), None)

    def _fault_of(
        self, cell: int, step: Step, rule: Rule | KeptRules, context: CheckContext, open_: Open
    ) -> str | None:
        position, names = context.position, context.position.geometry.names
        every = frozenset(position.geometry.digits)

        def keeps(domains: Open) -> bool:
            return can_keep_widely(rule, step, context, domains)

        # What is said to follow has to follow from what is said before it, and from placed digits.
        domains: Open = [own if len(own) < 2 else every for own in open_]
        domains[cell] = frozenset(digit for own, digit in self.supposed if own == cell)
        for other, left in self.links:
            trial = [*domains]
            trial[other] = open_[other] - {*left}
            if left and not trial[other]:
                return f"{names((other,))} could be nothing else before"
            if left and trial[other] and keeps(trial):
                return f"{rule.title} leaves more to {names((other,))}"
            domains[other] = frozenset(left) or open_[other]
        domains[self.victim] = every - {*self.needed} if self.needed else open_[self.victim]
        if open_[self.victim] & {*self.needed} or keeps(domains):
            return f"{rule.title} leaves more to {names((self.victim,))}"
        return None


@dataclass(frozen=True, slots=True)
class Required:
    """With each of ``supposed``, digits of cells, only ``digits`` in ``other`` would keep the clue,
    and none of them is left to it; where nothing is supposed, this is so in any case."""

    supposed: tuple[Candidate, ...]
    other: int
    digits: tuple[int, ...]

    def text(self) -> Sentence:
        """The digits that the other cell would have to have: "with 4 in r1c2, r1c3 would have to be
        6"."""
        other, digits = CellName(self.other), Spanned(self.digits)
        if not self.supposed:
            return say("reason.required.alone", other=other, digits=digits)
        supposed = _supposing(self.supposed)
        return say("reason.required", supposed=supposed, other=other, digits=digits)

    def fault(
        self, step: Step, rule: Rule | KeptRules, context: CheckContext, open_: Open
    ) -> str | None:
        """Why another digit would do, or one of these is open."""
        position = context.position
        name = position.geometry.name(self.other)
        if not _are_other_cells(self.supposed, (self.other,), rule):
            return f"{rule.title}: a reason is not about its cells"
        if fault := _none_excluded(self.supposed, step, rule, context):
            return fault
        if possible := open_[self.other] & set(self.digits):
            return f"{name} can be {min(possible)}"
        removed = open_digits(position)[self.other] - open_[self.other]
        others = set(position.geometry.digits) - removed - set(self.digits)
        for pair in self.supposed or (None,):
            wider = [others if c == self.other else own for c, own in enumerate(open_)]
            if pair:
                wider[pair[0]] = wider[pair[0]] & {pair[1]}
            if can_keep_widely(rule, step, context, wider):
                return f"{rule.title} leaves more to {name}"
        return None


@dataclass(frozen=True, slots=True)
class Extremes:
    """The ways, with the digits of the clue's cells in order, in which ``cell`` holds least and
    most; one where it holds the same digit in every way."""

    cell: int
    low: tuple[int, ...]
    high: tuple[int, ...]
    at: int

    def text(self) -> Sentence:
        """The digits of the two ways."""
        first, last = ("-".join(map(str, way)) for way in (self.low, self.high))
        return _between(self.cell, (self.low[self.at], first), (self.high[self.at], last))

    def fault(self, step: Step, rule: Rule, context: CheckContext, open_: Open) -> str | None:
        """Why one of them is none, or the cell can hold less or more."""
        name = context.position.geometry.name(self.cell)
        for way in (self.low, self.high):
            if fault := way_fault(rule, way, context):
                return fault
        if rule.cells[self.at : self.at + 1] != (self.cell,):
            return f"{rule.title} has {name} in another place"
        between = range(self.low[self.at], self.high[self.at] + 1)
        for digit in sorted(open_[self.cell]):
            if digit not in between and (self.cell, digit) not in step.eliminations:
                return f"{name} can be {digit}"
        return None


def _between(
    cell: int, least: tuple[int, SentenceValue], most: tuple[int, SentenceValue]
) -> Sentence:
    """The least and the most digit of a cell, each with a way; one where it is the same."""
    (low, first), (high, last) = least, most
    key = "reason.extremes" if low != high else "reason.example"
    return say(key, cell=CellName(cell), low=low, high=high, first=first, last=last)


def way_fault(rule: Rule, way: Sequence[int], context: CheckContext) -> str | None:
    """Why the digits of the clue's cells in order do not keep it."""
    position = context.position
    open_ = open_digits(position)
    pairs = list(zip(rule.cells, way, strict=True))
    if any(digit not in open_[cell] for cell, digit in pairs) or not can_keep(
        rule, position.puzzle, open_, [(*pair, True) for pair in pairs], context.clock
    ):
        return f"{rule.title} cannot be {'-'.join(map(str, way))}"
    return None


@dataclass(frozen=True, slots=True)
class JointExtremes:
    """The ways to keep several clues in which ``cell`` holds ``low`` and ``high``, the least and
    the most that it can: the digits of each clue's cells in order."""

    cell: int
    low: int
    high: int
    lowest: tuple[tuple[int, ...], ...]
    highest: tuple[tuple[int, ...], ...]

    def text(self) -> Sentence:
        """The digits of the two ways."""
        first, last = (
            Joined(tuple("-".join(map(str, digits)) for digits in way))
            for way in (self.lowest, self.highest)
        )
        return _between(self.cell, (self.low, first), (self.high, last))

    def fault(self, step: Step, rules: KeptRules, context: CheckContext, open_: Open) -> str | None:
        """Why one of them is none."""
        position = context.position
        name = position.geometry.name
        for own, way in ((self.low, self.lowest), (self.high, self.highest)):
            chosen: dict[int, int] = {}
            for rule, digits in zip(rules.rules, way, strict=True):
                if fault := way_fault(rule, digits, context):
                    return fault
                for cell, digit in zip(rule.cells, digits, strict=True):
                    if chosen.setdefault(cell, digit) != digit:
                        return f"{name(cell)} holds two digits"
            if chosen.get(self.cell) != own:
                return f"{name(self.cell)} is not {own} there"
            for one, other in combinations(chosen.items(), 2):
                if exclude_each_other(position.puzzle, one, other):
                    return f"{name(one[0])} and {name(other[0])} exclude each other"
            for house, digit in rules.needs:
                if not any(digit == chosen.get(c, digit) in open_[c] for c in house.cells):
                    return f"{house.name} has no place for {digit}"
        return None


AgainstDigits: TypeAlias = SumBound | HouseBounds | Alone | Emptied | Required | Followed | Extremes


def reasons_said(reasons: Iterable[AgainstDigits | JointExtremes], *, more: bool = False) -> Text:
    """Some reasons, and whether they are not against all."""
    every = tuple(reasons)
    ranges = all(isinstance(one, Extremes | JointExtremes) for one in every)
    return say(
        "reasons",
        reasons=tuple(reason.text() for reason in every),
        more="none" if not more else "likewise" if ranges else "yes",
    )


def reason_faults(
    reasons: Iterable[AgainstDigits],
    step: Step,
    rule: Rule,
    context: CheckContext,
    without: Iterable[Candidate] = (),
) -> Iterator[str]:
    """Why reasons against digits of a clue are wrong, where some candidates are left out."""
    open_ = open_digits(context.position)
    for cell, digit in without:
        open_[cell] -= {digit}
    for reason in reasons:
        if fault := reason.fault(step, rule, context, open_):
            yield fault
