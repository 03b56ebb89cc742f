"""Digits of a kind, counted: houses and clues that need as many of them as others have room for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar, TypeAlias

from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.relations import Among
from satdoku.relations.kinds import Comparison
from satdoku.techniques.arguments.checks import Open, open_digits
from satdoku.techniques.arguments.filling import can_be_filled, is_of_puzzle, relations_about
from satdoku.techniques.arguments.pieces import Candidate, House, Rule
from satdoku.techniques.arguments.saying import (
    CellNames,
    CrossedOut,
    HouseNames,
    RuleNames,
    Sentence,
    Spanned,
    Text,
    say,
)
from satdoku.techniques.arguments.ways import OfClues
from satdoku.techniques.step import CheckContext, ShownPattern, Step

Counts: TypeAlias = tuple[tuple[House | Rule, int], ...]
"""Houses and clues, each with a number of digits of the kind in its cells."""


@dataclass(frozen=True, slots=True)
class CountProof(OfClues):
    """``needs`` have at least so many of ``digits`` each and ``rooms`` at most so many, beside the
    cells ``sure`` that hold one for certain.

    Both are as many in all, and no other cell is in more needs than rooms. So each need and each
    room has just so many, and a cell that is in more rooms than needs holds none of the digits.
    """

    only_excludes: ClassVar[bool] = True

    digits: tuple[int, ...]
    needs: Counts
    rooms: Counts
    sure: tuple[int, ...] = ()

    def shown(self) -> ShownPattern:
        holders = [holder for holder, _ in (*self.needs, *self.rooms)]
        return ShownPattern(
            digits=self.digits,
            cells=self.sure,
            houses=tuple([holder for holder in holders if isinstance(holder, House)]),
            rules=tuple([holder for holder in holders if isinstance(holder, Rule)]),
        )

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        """Whether the numbers are right, and what goes is in no cell that is left over."""
        position, kind = context.position, {*self.digits}
        open_ = open_digits(position)
        sure = {cell for cell, digits in enumerate(open_) if digits and digits <= kind}
        holders = [holder for holder, _ in (*self.needs, *self.rooms)]
        if {*self.sure} != sure.intersection(cell for one in holders for cell in one.cells):
            yield "other cells hold one for certain"
        beyond, exact, left = self.beyond(), list[tuple[Rule, int]](), 0
        for side, sign in ((self.needs, -1), (self.rooms, 1)):
            for holder, number in side:
                left += sign * number
                every = number + len(sure.intersection(holder.cells))
                if isinstance(holder, House):
                    if not holder.complete or every != len(
                        kind.intersection(position.geometry.digits)
                    ):
                        yield f"{holder.name} has another number of them"
                elif not is_of_puzzle(holder, position.puzzle):
                    yield f"the puzzle has no {holder.title}"
                    return
                elif self._can_have(
                    holder, every + sign, "<=" if sign < 0 else ">=", context, open_
                ):
                    yield f"{holder.title} can have another number of them"
                else:
                    exact.append((holder, every))
        if left:
            yield "there are not as many needed as there is room for"
        for cell, number in sorted(beyond.items()):
            if number < 0 and open_[cell] & kind:
                yield f"{position.geometry.name(cell)} is needed more often than there is room"
        for cell, digit in step.eliminations:
            if self._is_left_over((cell, digit), beyond):
                continue
            fixed = list(open_)
            fixed[cell] = {digit}
            own = [(rule, number) for rule, number in exact if cell in rule.cells]
            if all(self._can_have(*one, "=", context, fixed) for one in own):
                yield f"{position.geometry.name(cell)} can hold {digit}"

    def _can_have(
        self, rule: Rule, number: int, comparison: Comparison, context: CheckContext, open_: Open
    ) -> bool:
        """Whether a clue can be kept with so many digits of the kind, or fewer or more."""
        puzzle = context.position.puzzle
        count = Among(rule.cells, frozenset(self.digits), comparison, number)
        relations = [*relations_about(rule, puzzle), count]
        return can_be_filled(puzzle, rule.cells, relations, open_, clock=context.clock)

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        beyond = self.beyond()
        none = tuple([pair for pair in step.eliminations if self._is_left_over(pair, beyond)])
        exact = tuple([pair for pair in step.eliminations if pair not in none])
        return say(
            "counts",
            digits=Spanned(self.digits),
            sure=CellNames(self.sure),
            needs=_said(self.needs, "least"),
            needed=len(self.needs),
            rooms=_said(self.rooms, "most"),
            roomy=len(self.rooms),
            total=sum([number for _, number in self.needs]),
            exact=(CrossedOut(exact),) if exact else (),
            none=(CrossedOut(none),) if none else (),
        )

    def beyond(self) -> Counter[int]:
        """How many more rooms than needs each cell is in, but for those that hold one for
        certain."""
        beyond = Counter[int]()
        for holder, _ in self.rooms:
            beyond.update(holder.cells)
        for holder, _ in self.needs:
            beyond.subtract(holder.cells)
        for cell in self.sure:
            del beyond[cell]
        return beyond

    def _is_left_over(self, pair: Candidate, beyond: Counter[int]) -> bool:
        """Whether a candidate is one of the digits where there are none."""
        cell, digit = pair
        return digit in self.digits and beyond[cell] > 0


def _said(counts: Counts, bound: str) -> tuple[Sentence, ...]:
    """The texts that houses have so many each, and clues at least or at most so many."""
    texts: list[Sentence] = []
    for kind in (House, Rule):
        numbers: dict[int, list[House | Rule]] = {}
        for holder, number in counts:
            if isinstance(holder, kind):
                numbers.setdefault(number, []).append(holder)
        for number, holders in sorted(numbers.items(), reverse=True):
            houses = HouseNames(tuple([one for one in holders if isinstance(one, House)]))
            rules = RuleNames(tuple([one for one in holders if isinstance(one, Rule)]))
            texts.append(
                say(
                    "counts.in",
                    n=number,
                    each=len(holders),
                    bound="just" if kind is House else bound,
                    holders=houses if kind is House else rules,
                )
            )
    return tuple(texts)
