"""The sentences in English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, assert_never

from satdoku.board.grid import Grid
from satdoku.explaining.hints import PatternPart
from satdoku.explaining.lists import capitalised, grid_line, joined
from satdoku.explaining.names import Lang, title, title_key
from satdoku.explaining.words import MANY, Words
from satdoku.techniques.step import (
    AlignedProof,
    AlsProof,
    AssumptionProof,
    BlossomProof,
    BugProof,
    Candidate,
    CellSet,
    Chain,
    ClassProof,
    ClueProof,
    ConflictProof,
    Contradiction,
    CycleProof,
    DirectProof,
    ExclusionProof,
    ExtraLock,
    ExtraSet,
    FactsProof,
    FishProof,
    ForcingProof,
    HiddenSetProof,
    House,
    IntersectionProof,
    JointProof,
    KillerSetProof,
    LeftoverProof,
    LoopProof,
    NakedSetProof,
    Node,
    Rule,
    SingleProof,
    Step,
    SumProof,
    TrialProof,
    WingProof,
)

if TYPE_CHECKING:
    from satdoku.rating.trials import Trials

__all__ = ["English"]

_PAIRS = {"non-consecutive": "may not be consecutive"}
"""What rules say of two cells, where that takes fewer words than their title."""

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def _count(n: int) -> str:
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)


def _all(n: int) -> str:
    """Some things mentioned just before: ``both cells``, ``all of them``."""
    return "both cells" if n == 2 else "all of them"


_SOUGHT = {
    "pointing": "locked candidates: pointing",
    "claiming": "locked candidates: claiming",
    "direct-pointing": "locked candidates: direct pointing",
    "direct-claiming": "locked candidates: direct claiming",
    "nishio": "a Nishio contradiction",
    "dynamic-forcing-chains-plus": "dynamic forcing chains (+)",
}
"""What one looks for, where an article before the technique's name does not do."""


def _sought(technique: str) -> str:
    name = title(technique, "en")
    if technique in _SOUGHT or name.endswith("s"):
        return _SOUGHT.get(technique, name)
    vowel = name[0] in "aeio" or name.startswith(("X", "ALS", "Sbit", "Intersection"))
    return f"{'an' if vowel else 'a'} {name}"


_ROLES = {
    "houses": "{houses}",
    "cells": "{cells}",
    "digits": "digit {digits}|digits {digits}",
    "inside": "all in {houses}",
    "then": "then {houses}",
    "base": "base {houses}",
    "cover": "cover {houses}",
    "pivot": "pivot {held}",
    "pincers": "pincers {held}",
    "ring": "ring {cells}",
    "extra": "further candidates in {held}",
    "only": "in {houses} the digit {digits} only in {cells}",
    "not-bivalue": "only {held} has more than two candidates|"
    "only {held} have more than two candidates",
    "naked-set": "naked set in {houses} with {cells}, digits {digits}",
    "hidden-set": "hidden set in {houses} with {cells}, digits {digits}",
    "base-cells": "base cells {held}",
    "excluders": "excluder {held}|excluders {held}",
    "links": "links {text}",
    "assumption": "suppose a candidate of {cells}",
    "clash": "see {held} become both true and false",
    "places": "suppose each place of {digits} in {houses}: {cells}",
    "both-ways": "suppose {held} true, then false",
    "each-candidate": "suppose each candidate of {held}",
    "set": "{name} = {cells} ({digits})",
    "commons": "restricted common {digits}|restricted commons {digits}",
    "stem": "stem {held}",
}
"""What the parts of a pattern are called; after ``|`` where there are several."""


def _a_digit(digit: int) -> str:
    """``a 7``, ``an 8``."""
    return f"{'an' if digit in (8, 11, 18) or 80 <= digit < 90 else 'a'} {digit}"


def _span(digits: Sequence[int]) -> str:
    """``1 to 4``, ``1, 3 or 4``."""
    if len(digits) > 3 and digits[-1] - digits[0] == len(digits) - 1:
        return f"{digits[0]} to {digits[-1]}"
    return joined(map(str, digits), "or")


class English(Words):
    """See :class:`~satdoku.explaining.words.Words`."""

    lang: Lang = "en"

    def join(self, items: Sequence[str]) -> str:
        """a, b and c."""
        return joined(items)

    def either(self, digits: Sequence[int]) -> str:
        """3 or 5."""
        return joined(map(str, digits), "or")

    def some_cell(self, cells: Sequence[int]) -> str:
        """r1c1 or r1c2."""
        return joined(map(self.cell, cells), "or")

    def some_kind(self, kinds: Sequence[str]) -> str:
        """row, column or box."""
        return joined(kinds, "or")

    def house(self, house: House) -> str:
        """row 3."""
        return f"the {house.name}" if house.kind == "extra" else house.name

    def is_not(self, cells: str, digits: str, many: bool) -> str:
        """r1c1 and r1c2 are not 5."""
        return f"{cells} {'are' if many else 'is'} not {digits}"

    def look_for(self, technique: str, place: str) -> str:
        """Strength 1."""
        return f"Look for {_sought(technique)}" + (f" in {place}." if place else ".")

    def lines_of(self, houses: Sequence[House]) -> str:
        """rows 3, 4 and 9."""
        lines = []
        for group in self.by_kind(houses):
            kind = "boxes" if group[0].kind == "box" else f"{group[0].kind}s"
            one = self.house(group[0])
            many = f"{kind} {self.digits([h.number for h in group])}"
            if group[0].grid:
                many += f" of grid {group[0].grid}"
            lines.append(many if group[1:] else one)
        return ", and ".join(lines) if len(lines) == 2 < len(houses) else self.join(lines)

    def pattern_of(self, step: Step, parts: Sequence[str]) -> str:
        """Strength 2."""
        name = capitalised(title(title_key(step), "en"))
        if isinstance(step.proof, FactsProof):
            name += f" from {self._facts(step.proof)}"
        return f"{name}: {'; '.join(parts)}."

    def role(self, part: PatternPart) -> str:
        """A part of a pattern."""
        one, _, many = _ROLES[part.role].partition("|")
        form = many if many and max(len(part.digits), len(part.held)) > 1 else one
        return form.format(
            houses=self.lines_of(part.houses),
            cells=self.cells(part.cells),
            held=self.join([f"{self.cell(c)}{self._among(ds)}" for c, ds in part.held]),
            digits=self.digits(part.digits),
            name=part.name,
            text=part.text,
        )

    def _among(self, digits: Sequence[int]) -> str:
        return f" ({self.either(digits)})" if digits else ""

    # -- a trace of trials -------------------------------------------------------------------------

    def followed(self, assumed: Candidate | None, singles: Sequence[Step]) -> str:
        """r2c8 = 2, then r2c9 = 6 (last place in row 2)."""
        lines = []
        for step in singles:
            houses = self.houses(step.view.houses)
            why = f"last place in {houses}" if step.view.houses else "last candidate"
            lines.append(f"{self.holds(*step.placements[0])} ({why})")
        follows = ", ".join(lines)
        if assumed is None:
            return f"{follows}."
        return f"{self.holds(*assumed)}{', then ' if lines else ''}{follows}."

    def tried(self, proof: TrialProof) -> str:
        """Try each candidate of r2c8 (2 or 6):"""
        return f"Try each candidate of {self.cell(proof.cell)} ({self.either(proof.digits)}):"

    def dead_end(self, wrong: Contradiction) -> str:
        """Box 3 has no place left for 1: a contradiction."""
        if wrong.rule is not None:
            why = f"{self.rule(wrong.rule)} is broken in {self.cells(wrong.cells)}"
        elif wrong.house is not None:
            why = f"{self.house(wrong.house)} has no place left for {wrong.digits[0]}"
        else:
            why = f"{self.cells(wrong.cells)} has no candidate left"
        return f"{capitalised(why)}: a contradiction."

    def answer(self, number: int, grid: Grid) -> str:
        """Solution 1: 1234..."""
        return f"Solution {number}: {grid_line(grid)}"

    def all_tried(self, trials: Trials) -> str:
        """How it ended."""
        n, tried = len(trials.solutions), trials.tried
        many = f"{_count(n)} solution{'' if n == 1 else 's'}"
        text = f"{tried} candidate{' was' if tried == 1 else 's were'} tried."
        if trials.stopped == "solutions":
            return f"Stopped after {many}, as asked; there may be more. {capitalised(text)}"
        if trials.stopped is not None:
            return f"The time ran out after {many}; there may be more. {capitalised(text)}"
        if not n:
            return f"There is no solution: every way ends in a contradiction. {capitalised(text)}"
        others = "there is no other" if n == 1 else "there are no others"
        return f"{capitalised(many)}; {others}. {capitalised(text)}"

    # -- singles and locked digits -----------------------------------------------------------------

    def wrong(self, found: Contradiction) -> str:
        """What cannot be filled."""
        house = self.house(found.house) if found.house else ""
        if found.kind == "no-candidate":
            return f"{self.cells(found.cells)} has no candidate left"
        if found.kind == "no-place":
            return f"{house} has no place left for {found.digits[0]}"
        if found.kind == "few-digits":
            return (
                f"in {house} the {_count(len(found.cells))} cells {self.cells(found.cells)} share "
                f"only {self.digits(found.digits)}, so they cannot all be filled"
            )
        return (
            f"in {house} the {_count(len(found.digits))} digits {self.digits(found.digits)} have "
            f"only {self.cells(found.cells)}, so they cannot all be placed"
        )

    def contradiction(self, found: Contradiction) -> str:
        """Nothing fits."""
        return f"{capitalised(self.wrong(found))}: there is no solution."

    def full_house(self, cell: int, digit: int, house: House) -> str:
        """Last cell of a house."""
        return (
            f"{capitalised(self.house(house))} has one empty cell left, {self.cell(cell)}, "
            f"and {digit} is the digit it lacks: {self.cell(cell)} = {digit}."
        )

    def hidden_single(self, cell: int, digit: int, house: House) -> str:
        """Only place in a house."""
        return (
            f"{digit} is excluded from every other empty cell of {self.house(house)}, "
            f"so {self.cell(cell)} = {digit}."
        )

    def naked_single(self, cell: int, digit: int) -> str:
        """Only candidate of a cell."""
        return (
            f"Every digit but {digit} is excluded from {self.cell(cell)}, so "
            f"{self.cell(cell)} = {digit}."
        )

    def locked(self, step: Step, proof: IntersectionProof) -> str:
        """Pointing and claiming."""
        first, second = (self.house(house) for house in (proof.first, proof.second))
        digit = proof.digit
        all_ = "both" if len(proof.cells) == 2 else "all"
        return (
            f"In {first} the digit {digit} can only be in {self.some_cell(proof.cells)}, and "
            f"{all_} lie in {second}. Wherever the {digit} of {first} goes, it is the {digit} of "
            f"{second} too, so no other cell of {second} can hold it: {self.out(step)}."
        )

    def locked_links(self, step: Step, proof: ExclusionProof) -> str:
        """Places or candidates that all exclude the same."""
        why = f" ({self.linked_by(proof.rules)})" if proof.rules else ""
        if proof.house is None:
            return (
                f"{self.cells(proof.cells)} can only be {self.either(proof.digits)}. Whichever it "
                f"is, {self.out(step)}{why}."
            )
        locked = (
            f"In {self.house(proof.house)} the digit {proof.digits[0]} can only be in "
            f"{self.some_cell(proof.cells)}"
        )
        if not why:
            seen = _all(len(proof.cells))
            return f"{locked}, so no cell that sees {seen} can hold it: {self.out(step)}."
        return f"{locked}. Wherever it goes, {self.out(step)}{why}."

    def also(self, rules: Sequence[str]) -> str:
        """Further rules."""
        return f"Other rules that this uses: {'; '.join(rules)}."

    def name_of(self, rule: Rule) -> str:
        """anti-knight."""
        return rule.title

    def linked(self, rule: Rule) -> str:
        """A rule about two cells, or a clue."""
        if len(rule.cells) > 2:
            return self.rule(rule)
        cells = self.cells(rule.cells)
        return f"{cells} {_PAIRS[rule.name]}" if rule.name in _PAIRS else f"{rule.title}: {cells}"

    def direct_locked(self, proof: DirectProof, locked: IntersectionProof) -> str:
        """Pointing or claiming that places a digit at once."""
        first, second = self.house(locked.first), self.house(locked.second)
        cell, digit = proof.placed
        all_ = "both" if len(locked.cells) == 2 else "all"
        return (
            f"In {first} the digit {digit} can only be in {self.some_cell(locked.cells)}, {all_} "
            f"in {second}; so no other cell of {second} is {digit}. In {self.house(proof.house)} "
            f"that leaves {self.cell(cell)} as the one place for {digit}: "
            f"{self.cell(cell)} = {digit}."
        )

    # -- sets --------------------------------------------------------------------------------------

    def direct_hidden(self, proof: DirectProof, hidden: HiddenSetProof) -> str:
        """A hidden set that places a digit at once."""
        house = self.house(proof.house)
        cell, digit = proof.placed
        return (
            f"In {house} the digits {self.digits(hidden.digits)} can only be in "
            f"{self.cells(hidden.cells)}, so these cells hold nothing else. That leaves "
            f"{self.cell(cell)} as the one place for {digit} in {house}: "
            f"{self.cell(cell)} = {digit}."
        )

    def naked_set(self, step: Step, proof: NakedSetProof) -> str:
        """n cells, n digits."""
        n = len(proof.cells)
        every = "both digits" if n == 2 else f"all {_count(n)}"
        if n == 1:
            return (
                f"{self.cell(proof.cells[0])} can only be {proof.digits[0]}, so no cell that sees "
                f"it can: {self.out(step)}."
            )
        cells = f"the {_count(n)} cells {self.cells(proof.cells)}"
        if proof.house is not None:
            cells = f"In {self.house(proof.house)} {cells}"
        else:
            cells = f"{capitalised(cells)}, no two of which can hold the same digit,"
        start = (
            f"{cells} have only the digits {self.digits(proof.digits)} between them. They use up "
            f"{every}, so "
        )
        if proof.rules:
            return f"{start}what each place of one excludes goes: {self._goes(step, proof.rules)}."
        if proof.house is None:
            return f"{start}no cell that sees each place of one can hold it: {self.out(step)}."
        return f"{start}no other cell that sees {_all(n)} can hold one: {self.out(step)}."

    def _goes(self, step: Step, rules: Sequence[Rule]) -> str:
        """What goes, by which rules."""
        return f"{self.out(step)} ({self.linked_by(rules)})"

    def hidden_set(self, step: Step, proof: HiddenSetProof) -> str:
        """n digits, n cells."""
        n = len(proof.digits)
        house = self.house(proof.house)
        if n == 1:
            return (
                f"In {house} the digit {proof.digits[0]} can only be in "
                f"{self.cell(proof.cells[0])}, so that cell is nothing else: {self.out(step)}."
            )
        return (
            f"In {house} the {_count(n)} digits {self.digits(proof.digits)} have only the cells "
            f"{self.cells(proof.cells)} between them. They fill these cells, so nothing else can "
            f"be there: {self.out(step)}."
        )

    def fish(self, step: Step, proof: FishProof) -> str:
        """n lines in n crossing lines."""
        base, cover = proof.base, proof.cover
        digit, n = proof.digit, _count(len(base))
        return (
            f"In {self.houses(base)} the digit {digit} can only be in "
            f"{joined(map(self.house, cover), 'or')}. The "
            f"{n} lines need {n} of it, one in each of these {n} crossing lines, so "
            f"{self.houses(cover)} have no {digit} elsewhere: {self.out(step)}."
        )

    def wing(self, step: Step, proof: WingProof) -> str:
        """Pivot and pincers."""
        pivot = self.cell(proof.pivot)
        z = proof.digit
        held = {cell: self.either(sorted((digit, z))) for cell, digit in proof.pincers}
        cases = [
            f"if it is {digit}, {self.cell(cell)} must be {z}"
            for cell, digit in sorted(proof.pincers, key=lambda pincer: pincer[1])
        ]
        if proof.in_pivot:
            cases.append(f"else it is {z} itself")
        seen = "all three" if proof.in_pivot else "both pincers"
        one = (
            "Whichever it is, one of the three"
            if proof.in_pivot
            else "Either way one of the pincers"
        )
        so = f"so no cell that sees {seen} can be {z}: {self.out(step)}"
        if proof.rules:
            so = f"so what {seen} exclude goes: {self._goes(step, proof.rules)}"
        return (
            f"{pivot} is {self.either(proof.pivot_digits)}; it sees "
            f"{' and '.join(f'{self.cell(c)} ({digits})' for c, digits in held.items())}. "
            f"Look at {pivot}: {'; '.join(cases)}. {one} is {z}, {so}."
        )

    # -- uniqueness --------------------------------------------------------------------------------

    def unique(self, step: Step, proof: LoopProof) -> str:
        """Unique rectangles and loops."""
        pair = proof.digits
        ring = (
            f"If {self.cells(proof.ring)} held only {self.digits(pair)}, each house that they "
            f"touch ({self.kinds()}) would have {pair[0]} in one of them and {pair[1]} in another. "
            "Exchanging the two digits in all of them would then give a second solution. "
        )
        extra = proof.extra
        cells = self.where(extra)
        either = self.some_cell(tuple(dict.fromkeys(cell for cell, _ in extra)))
        match proof.how:
            case None if proof.type == 1:
                others = self.either([digit for _, digit in extra])
                return (
                    f"{ring}Only {cells} can prevent that, by holding {others}: {self.out(step)}."
                )
            case None:
                return (
                    f"{ring}So {either} must be {extra[0][1]}, and no cell that sees "
                    f"{_all(len(dict(extra)))} can be {extra[0][1]}: {self.out(step)}."
                )
            case ExtraLock(house, locked):
                removed = pair[1] if locked == pair[0] else pair[0]
                return (
                    f"{ring}In {self.house(house)} the digit {locked} can only be in "
                    f"{either}. If one of these were {removed}, the other would be {locked}, and "
                    f"that is the forbidden case: {self.out(step)}."
                )
            case ExtraSet(house, CellSet("naked")) as found:
                others = self.either(sorted({d for _, d in extra}))
                return f"{ring}So {either} is {others}. {self._fills(step, found)}"
            case ExtraSet(house, found):
                return (
                    f"{ring}So {either} is neither {pair[0]} nor {pair[1]}. In "
                    f"{self.house(house)} the digits {self.digits(found.digits)} can only be in "
                    f"these two cells and {self.cells(found.cells)}; the two take one of them at "
                    f"most, so the others fill {self.cells(found.cells)}: {self.out(step)}."
                )
            case unknown:
                assert_never(unknown)

    def _fills(self, step: Step, how: ExtraSet) -> str:
        """One of some cells and a named set fill their house with as many digits."""
        found, house = how.others, self.house(how.house)
        n = len(found.digits)
        every = "both digits" if n == 2 else f"all {_count(n)}"
        if not found.cells:
            return f"Nowhere else in {house} can it be: {self.out(step)}."
        return (
            f"That cell and {self.cells(found.cells)} are {_count(n)} cells of {house} that hold "
            f"only {self.digits(found.digits)} and use up {every}: {self.out(step)}."
        )

    def bug(self, step: Step, proof: BugProof) -> str:
        """Bivalue universal grave."""
        extra = proof.extra
        named = self.join([f"{d} in {self.cell(c)}" for c, d in extra])
        grave = (
            f"Without {named}, every open cell would have two candidates and every digit two "
            "places in each house: such a position has no solution or several, and this puzzle "
            "has one. "
        )
        cells = tuple(dict.fromkeys(cell for cell, _ in extra))
        either = self.some_cell(cells)
        held = " or ".join(f"{self.cell(c)} = {d}" for c, d in extra)
        match proof.how:
            case None if proof.type == 1:
                return f"{grave}So {held}: {self.out(step)}."
            case None:
                return (
                    f"{grave}So {either} is {extra[0][1]}, and no cell that sees "
                    f"{_all(len(cells))} can be {extra[0][1]}: {self.out(step)}."
                )
            case ExtraLock(house, digit):
                return (
                    f"{grave}So {held}. In {self.house(house)} the digit {digit} can only be in "
                    f"{either}, so the other of the two is {digit}, and neither is anything else: "
                    f"{self.out(step)}."
                )
            case ExtraSet() as found:
                return f"{grave}So {held}. {self._fills(step, found)}"
            case unknown:
                assert_never(unknown)

    def aligned(self, step: Step, proof: AlignedProof) -> str:
        """Aligned exclusion."""
        lines = [f"Try each way to fill {self.cells(proof.base)}:"]
        for (cell, digit), cases in self.impossible(step, proof):
            lines.append(self.indent(f"{self.cell(cell)} = {digit} fails in every way:"))
            for way, why in cases:
                held = self.join([f"{self.cell(c)} = {self.either(ds)}" for c, ds in way])
                lines.append(self.indent(f"- with {held}, {why}.", "    "))
        lines.append(f"So {self.out(step)}.")
        return "\n".join(lines)

    def same_house(self, a: int, b: int) -> str:
        """Two equal digits."""
        return f"{self.cell(a)} and {self.cell(b)}, which see each other, would be equal"

    def emptied(self, cell: int, digits: Sequence[int]) -> str:
        """A cell that sees all of them."""
        return (
            f"nothing is left for {self.cell(cell)} ({self.either(digits)}), which sees these cells"
        )

    def sentence(self, text: str) -> str:
        """With a capital letter and a full stop."""
        return capitalised(text) + self.stop

    # -- chains ------------------------------------------------------------------------------------

    def claim(self, node: Node, part: Step | None = None) -> str:
        """One link."""
        name = self.cell(node.cell)
        what = f"{name} = {node.digit}" if node.on else f"{name} is not {node.digit}"
        if node.cause == "start":
            return f"suppose {what}"
        if part is not None:
            return f"{what} ({self.phrase(part) or title(part.technique, 'en')})"
        if node.cause == "cell":
            why = f"nothing else is left in {name}" if node.on else "one digit a cell"
            return f"{what} ({why})"
        if node.house is not None:
            house = self.house(node.house)
            why = f"the last place in {house}" if node.on else house
            return f"{what} ({why})"
        if node.rule is None:
            return what
        return f"{what} ({self.needing(node.rule) if node.on else self.linked(node.rule)})"

    def needing(self, rule: Rule) -> str:
        """A rule by which one of two candidates must be true."""
        why = self.linked(rule) if rule.name in _PAIRS else self.rule(rule)
        return f"one of the two must be true: {why}"

    def phrase(self, part: Step) -> str:
        """Locked digits and sets."""
        match part.proof:
            case _ if not part.eliminations:
                return ""
            case IntersectionProof(digit, first, second):
                return f"the {digit} of {self.house(first)} is in {self.house(second)}"
            case ExclusionProof(house=House() as house) as proof:
                cells = self.cells(proof.cells)
                return f"the {self.either(proof.digits)} of {self.house(house)} is in {cells}"
            case ExclusionProof() as proof:
                return f"{self.cells(proof.cells)} is {self.either(proof.digits)}"
            case NakedSetProof(cells, digits):
                return f"{self.cells(cells)} hold {self.digits(digits)}"
            case HiddenSetProof(cells, digits, house=house):
                return (
                    f"the {self.digits(digits)} of {self.house(house)} are in {self.cells(cells)}"
                )
            case _:
                return ""

    def pattern_says(self, part: Step) -> str:
        """A pattern under an assumption."""
        return f"{self.out(part)} ({self.phrase(part)})"

    def because(self, numbers: Sequence[int], own: int) -> str:
        """References."""
        if not numbers or list(numbers) == [own - 1]:
            return ""
        return f" [from {', '.join(map(str, sorted(numbers)))}]"

    def cycle(self, step: Step, proof: CycleProof) -> str:
        """A ring."""
        one, other = map(self.join, self.two_ways(proof.chain))
        gone = self._goes(step, proof.rules) if proof.rules else self.out(step)
        return (
            "A ring of links that holds both ways round:"
            f"\n{self.indent(self.chain_text(proof.chain))}\n"
            f"Either {one}; or, the other way round, {other}. A candidate that "
            f"{'something excludes' if proof.rules else 'sees its digit'} in "
            f"both cases is excluded: {gone}."
        )

    def chain(self, chain: Chain) -> str:
        """One assumption that refutes or proves itself."""
        text = f"Follow the links:\n{self.indent(self.chain_text(chain))}"
        end, before = chain.end, chain.nodes[-2]
        name = self.cell(end.cell)
        if end.on:
            if end.rule is not None:
                wrong = (
                    f"If {name} were not {end.digit}, {self.cell(before.cell)} would not be "
                    f"{before.digit}, but {self.needing(end.rule)}"
                )
                return f"{text}\n{wrong}. So {name} = {end.digit}."
            needs = name if end.house is None else self.house(end.house)
            left = "candidate" if end.house is None else f"place for {end.digit}"
            wrong = f"If {name} were not {end.digit}, {needs} would have no other {left} left"
            return f"{text}\n{wrong}. So {name} = {end.digit}."
        if end.rule is not None:
            wrong = (
                f"If {name} were {end.digit}, {self.cell(before.cell)} would be {before.digit}, "
                "but "
            )
            if end.rule.name in _PAIRS:
                wrong += self.linked(end.rule)
            else:
                wrong += f"{self.rule(end.rule)} does not allow both"
        elif end.house is None:
            wrong = f"If {name} were {end.digit}, it would also have to be {before.digit}"
        else:
            wrong = (
                f"If {name} were {end.digit}, {self.cell(before.cell)} would be {end.digit} as "
                f"well, in the same {'house' if end.house.kind == 'extra' else end.house.kind}"
            )
        return f"{text}\n{wrong}. So {name} is not {end.digit}."

    def forcing(self, step: Step, proof: ForcingProof) -> str:
        """Several assumptions."""
        if proof.case == "contradiction":
            chains = self.chain_texts(proof.chains)
        else:
            chains = [self.chain_text(chain) for chain in proof.chains]
        cell, digit = self.cell(proof.source[0]), proof.source[1]
        if step.placements:
            place, d = step.placements[0]
            result = f"{self.cell(place)} = {d}"
        else:
            result = self.out(step)
        if proof.case == "contradiction":
            start = proof.chains[0].start
            assumed = f"{cell} {'=' if start.on else 'is not'} {digit}"
            intro = f"If {assumed}, a statement and its opposite both follow:"
            end = proof.chains[0].end
            outro = (
                f"{capitalised(self.cell(end.cell))} cannot be {end.digit} and not be "
                f"{end.digit}, so the assumption is wrong: {result}."
            )
        elif proof.case == "double":
            intro = f"Whether {cell} is {digit} or not, the same follows:"
            outro = f"So {result}."
        elif proof.case == "cell":
            intro = f"Whichever digit {cell} takes, the same follows:"
            outro = f"So {result}."
        elif proof.case == "clue":
            assert proof.rule is not None
            held = self.one_of([(c.start.cell, c.start.digit) for c in proof.chains])
            intro = f"{capitalised(self.rule(proof.rule))}: {held}. In each case the same follows:"
            outro = f"So {result}."
        else:
            house = self.houses(() if proof.house is None else (proof.house,))
            intro = f"Wherever {digit} goes in {house}, the same follows:"
            outro = f"So {result}."
        return "\n".join([intro, *(self.indent(text) for text in chains), outro])

    # -- almost locked sets ----------------------------------------------------------------------

    def als_chain(self, step: Step, proof: AlsProof) -> str:
        """Sets in a row."""
        commons, goes = proof.commons, proof.goes
        first, last = proof.sets[0], proof.sets[-1]
        parts = [self._sets(proof.sets), f"If {first.name} has no {goes[0]}:"]
        lines = [f"{first.name} holds {self._held(first, commons[0])}."]
        gains = [*commons[1:], goes[0]]
        for before, found, lost, gain in zip(
            proof.sets, proof.sets[1:], commons, gains, strict=False
        ):
            lines.append(
                f"{self._all_see(step, lost, before, found)}: {found.name} has no {lost} and holds "
                f"{self._held(found, gain)}."
            )
        parts += [self.indent(f"{number}. {line}") for number, line in enumerate(lines, 1)]
        if goes[1:]:
            parts.append(f"The same follows if {first.name} has no {self.either(goes[1:])}.")
        groups = [self.places(first, z) + self.places(last, z) for z in goes]
        either = "; ".join(
            f"{z} is in {first.name} ({self._in(first, z)}) or in {last.name} ({self._in(last, z)})"
            for z in goes
        )
        seen = self._seen_places(step, proof.rules, groups)
        parts.append(f"So {either}. {seen}\n  {proof.notation}")
        return "\n".join(parts)

    def _sets(self, sets: Sequence[CellSet]) -> str:
        """The sets, and what follows from them."""
        intro = (
            "Almost locked sets have one digit more than cells: without one of its digits, a set "
            "holds all the others."
        )
        lines = [f"{s.name} = {self.cells(s.cells)} with {self.digits(s.digits)}" for s in sets]
        return "\n".join([intro, *map(self.indent, lines)])

    def _in(self, found: CellSet, digit: int) -> str:
        return self.some_cell(self.places(found, digit))

    def _held(self, found: CellSet, digit: int) -> str:
        return f"{digit} in {self._in(found, digit)}"

    def _all_see(self, step: Step, digit: int, one: CellSet, other: CellSet) -> str:
        """Why a digit is a restricted common."""
        here, there = self.places(one, digit), self.places(other, digit)
        rules = self.between(step, here, there)
        why = f" by {self.join(self.pairs_of(rules))}" if rules else ""
        return (
            f"Every {digit} of {one.name} ({self.cells(here)}) {'excludes' if why else 'sees'} "
            f"every {digit} of {other.name} ({self.cells(there)}){why}"
        )

    def _seen_places(
        self, step: Step, rules: Sequence[Rule], groups: Sequence[Sequence[int]]
    ) -> str:
        """What goes, where one cell of each group holds its digit."""
        digits = {digit for _, digit in step.eliminations}
        if rules:
            return f"What all these places of a digit exclude goes: {self._goes(step, rules)}."
        seen = "both" if max(len(set(cells)) for cells in groups) == 2 else "all these cells"
        if len(digits) == 1:
            return f"No cell that sees {seen} can be {digits.pop()}: {self.out(step)}."
        return f"No cell that sees {seen} of a digit can be that digit: {self.out(step)}."

    def doubly_linked(self, step: Step, proof: AlsProof) -> str:
        """Two restricted commons."""
        a, b = proof.sets
        x, y = proof.commons[:2]
        lines = [
            self._sets(proof.sets),
            f"{self._all_see(step, x, a, b)}. {self._all_see(step, y, a, b)}. So neither {x} nor "
            f"{y} is in both sets. As a set lacks one digit at most, one lacks {x}, the other "
            f"lacks {y}, and each holds all its other digits.",
        ]
        found, groups = [], []
        for digit, having in self.held(step, proof):
            groups.append([cell for s in having for cell in self.places(s, digit)])
            where = " or ".join(f"{s.name} ({self._in(s, digit)})" for s in having)
            found.append(f"{digit} is in {where}")
        seen = self._seen_places(step, proof.rules, groups)
        lines.append(f"So {'; '.join(found)}. {seen}\n  {proof.notation}")
        return "\n".join(lines)

    def blossom(self, step: Step, proof: BlossomProof) -> str:
        """Stem and petals."""
        stem = self.cell(proof.stem)
        goes = proof.goes
        lines = [
            self._sets(proof.petals),
            f"Whichever digit {stem} takes, one of the sets lacks a digit:",
        ]
        for digit, petal in zip(proof.digits, proof.petals, strict=True):
            held = " and ".join(self._held(petal, z) for z in goes)
            there = self.places(petal, digit)
            rules = self.between(step, [proof.stem], there)
            why = f" by {self.join(self.pairs_of(rules))}" if rules else ""
            lines.append(
                self.indent(
                    f"- {stem} = {digit}: it {'excludes' if why else 'sees'} every {digit} of "
                    f"{petal.name} ({self.cells(there)}){why}, so {petal.name} holds {held}."
                )
            )
        groups = [[cell for s in proof.petals for cell in self.places(s, z)] for z in goes]
        verb = "is" if len(goes) == 1 else "are each"
        seen = self._seen_places(step, (), groups)
        lines.append(f"So {self.digits(goes)} {verb} in one of these cells. {seen}")
        return "\n".join(lines)

    # -- assumptions -----------------------------------------------------------------------------

    def refuted(self, assumed: Candidate, lines: str) -> str:
        """Assume, follow, contradict."""
        cell, digit = assumed
        # Said once, where some line needs it.
        how = ""
        if "[from " in lines:
            how = " (a line rests on the one before it, or on those that it names)"
        return (
            f"If {self.cell(cell)} were {digit}, a contradiction would follow{how}:\n{lines}\n"
            f"So {self.cell(cell)} is not {digit}."
        )

    def nested(self, part: Step) -> str:
        """A refutation inside."""
        return f"{self.out(part)}, because a contradiction would follow:"

    def trial(self, step: Step, proof: TrialProof) -> str:
        """A tree of trials."""
        lines = [f"Try every candidate of {self.cell(proof.cell)} in turn:"]
        lines += [self.indent(self.full(branch)) for branch in proof.branches]
        if step.placements:
            cell, digit = step.placements[0]
            lines.append(f"Only one is left: {self.cell(cell)} = {digit}.")
        elif step.contradiction is not None:
            lines.append("None of them works.")
        elif step.eliminations:
            lines.append(f"So {self.out(step)}.")
        return "\n".join(lines)

    def assumption(self, proof: AssumptionProof) -> str:
        """One branch of a trial."""
        cell, digit = proof.assumed
        singles = [part for part in proof.parts if isinstance(part.proof, SingleProof)]
        rest = [part for part in proof.parts if part not in singles]
        text = f"{self.cell(cell)} = {digit}"
        if singles:
            text += ", then " + ", ".join(
                f"{self.cell(c)} = {d}" for part in singles for c, d in part.placements
            )
        if proof.ending == "solution":
            ending = " - a solution." if not rest else ""
        elif proof.ending == "open":
            ending = " - not followed to the end."
        else:
            ending = ""
        lines = [text + ending if ending or not rest else text]
        for part in rest:
            if isinstance(part.proof, TrialProof):
                lines[-1] += "." if not ending else ""
                lines.append(self.indent(self.trial(part, part.proof)))
            else:
                assert part.contradiction is not None
                lines[-1] += f". {capitalised(self.wrong(part.contradiction))}: a contradiction."
        return "\n".join(lines)

    # -- clues -------------------------------------------------------------------------------------

    def one_of(self, common: Sequence[Candidate]) -> str:
        """every way has a 9 in r1c1 or r1c2."""
        digits = {digit for _, digit in common}
        if len(digits) == 1:
            cells = self.some_cell([cell for cell, _ in common])
            return f"every way that is left has {_a_digit(*digits)} in {cells}"
        names = joined([f"{self.cell(cell)} = {digit}" for cell, digit in common], "or")
        return f"every way that is left has {names}"

    def only_ways(self, cells: Sequence[int], ways: Sequence[str]) -> str:
        """r1c1 and r1c2 can only be 1-2 or 3-4."""
        each = " in this order" if len(cells) > 1 else ""
        return f"{self.cells(cells)} can only be {joined(ways, 'or')}{each}"

    def can_only_be(self, held: Sequence[tuple[Sequence[int], Sequence[int]]]) -> str:
        """r1c1 can only be 1 to 3."""
        return "; ".join(f"{self.cells(cells)} can only be {_span(ds)}" for cells, ds in held)

    def clue(self, step: Step, proof: ClueProof, left: str) -> str:
        """What the ways to keep a clue have in common."""
        named = capitalised(self.rule(proof.rule))
        count = len(proof.rule.cells)
        if count > MANY and not proof.ways:
            named += f" ({count} cells, whose ways are computed)"
        return f"{named}: {left}. So {self.out(step)}."

    def sums(self, step: Step, proof: SumProof, left: str) -> str:
        """The 45 rule."""
        every = sum(self.geometry.digits) * len(proof.houses)
        verb = "adds" if len(proof.houses) == 1 else "add"
        rules = self.join([self.rule(rule) for rule in proof.rules])
        inner = {cell for house in proof.houses for cell in house.cells}
        covered = every - proof.total if set(proof.plus) <= inner else every + proof.total
        text = f"{capitalised(self.houses(proof.houses))} {verb} up to {every}, and {rules} "
        text += f"{'has' if len(proof.rules) == 1 else 'have'} the sum {covered}. "
        total = " + ".join(map(self.cell, proof.plus))
        if len(proof.minus) > 1:
            total += f" - ({' + '.join(map(self.cell, proof.minus))})"
        elif proof.minus:
            total += f" - {self.cell(proof.minus[0])}"
        text += f"So {total} = {proof.total}"
        if step.contradiction is not None:
            return f"{text}, which cannot be. {self.unsolvable()}"
        if len(proof.plus) + len(proof.minus) == 1:
            return f"{text}: {self.out(step)}."
        return f"{text}: {left}. So {self.out(step)}."

    def leftovers(self, step: Step, proof: LeftoverProof, left: str) -> str:
        """Lines against regions."""
        first, second = capitalised(self.lines_of(proof.first)), self.lines_of(proof.second)
        if not proof.minus:
            text = f"{first} without {second}: {self.cells(proof.plus)} hold each digit once"
        else:
            held = "hold" if len(proof.plus) > 1 else "holds"
            verb = "hold" if len(proof.first) > 1 else "holds"
            text = (
                f"{first} {verb} the same digits as {second}, so what is left of each beside the "
                f"other does too: {self.cells(proof.plus)} {held} the same digits as "
                f"{self.cells(proof.minus)}"
            )
        return f"{text}. {capitalised(left)}. So {self.out(step)}."

    def joint(self, step: Step, proof: JointProof, left: str) -> str:
        """Several clues together."""
        rules = self.join([self.rule(rule) for rule in proof.rules])
        if step.contradiction is not None:
            return f"{capitalised(rules)} cannot be kept together. {self.unsolvable()}"
        return f"{capitalised(rules)}: together, {left}. So {self.out(step)}."

    def killer_set(self, step: Step, proof: KillerSetProof) -> str:
        """A naked set with clues."""
        parts = []
        if proof.cells:
            held = "hold" if len(proof.cells) > 1 else "holds"
            parts.append(f"{self.cells(proof.cells)} {held} only {self.either(proof.digits)}")
        for rule, places in zip(proof.rules, proof.places, strict=True):
            of = "them" if parts else self.digits(proof.digits)
            parts.append(
                f"every way that is left to {self.rule(rule)} has {_count(proof.least)} of {of} in "
                f"{self.cells(places)}"
            )
        return (
            f"In {self.house(proof.house)}, {self.join(parts)}. That uses "
            f"{self.digits(proof.digits)} up. So {self.out(step)}."
        )

    def class_chain(self, step: Step, proof: ClassProof) -> str:
        """Classes of digits along clues."""
        links: list[str] = []
        for found in proof.statements:
            what = f"{self.cell(found.cell)} is {self._class(proof, found.digits)}"
            if found.reason is None:
                links.append(f"suppose {what}" if not links else f"{what} (its candidates)")
            else:
                links.append(f"{what} ({self._reason(found.reason)})")
        because = [proof.statements[at] for at in proof.because]
        if isinstance(proof.reason, House):
            kind = self._class(proof, because[0].digits)
            cells = self.cells([found.cell for found in because])
            wrong = (
                f"then {cells} would be {kind}, more cells than {self.house(proof.reason)} still "
                "has such digits for"
            )
        else:
            wrong = f"then {self._reason(proof.reason)} could not be kept"
        text = capitalised(self.arrow.join(links))
        return f"{text}; {wrong}. So {self.out(step)}."

    def _class(self, proof: ClassProof, digits: Sequence[int]) -> str:
        if proof.kind == "parity":
            return "odd" if digits[0] % 2 else "even"
        return self.either(digits)

    def _reason(self, reason: Rule | House) -> str:
        return self.house(reason) if isinstance(reason, House) else self.rule(reason)

    def conflict(self, step: Step, proof: ConflictProof, left: str) -> str:
        """Ways to keep a clue that leave something else none."""
        lost = [f"no digit for {self.cell(cell)}" for cell in proof.cells]
        lost += [f"no place for {digit} in {self.house(house)}" for house, digit in proof.needs]
        lost += [f"no way to keep {self.rule(other)}" for other in proof.others]
        if step.contradiction is not None:
            text = f"Every way to keep {self.rule(proof.rule)} leaves {joined(lost, 'or')}"
            return f"{text}. {self.unsolvable()}"
        text = f"Some ways to keep {self.rule(proof.rule)} leave {joined(lost, 'or')}"
        return f"{text}. Without them, {left}. So {self.out(step)}."

    # -- small proofs ------------------------------------------------------------------------------

    def _facts(self, proof: FactsProof) -> str:
        n = proof.size
        return f"{_count(n)} fact{'' if n == 1 else 's'}"

    def rule(self, rule: Rule) -> str:
        """the killer cage of 3 in r1c1 and r1c2; the rule "Nabner" in r1c1 and r1c2."""
        whole = len(rule.cells) == self.geometry.cell_count
        return f"the rule {rule.title}" if whole else f"the {rule.title}"

    def house_fact(self, house: House, digits: Sequence[int]) -> str:
        """row 2 must hold a 5."""
        held = _a_digit(digits[0]) if len(digits) == 1 else self.digits(digits)
        return f"{self.house(house)} must hold {held}"

    def cell_fact(self, cells: Sequence[int]) -> str:
        """r4c4 must hold a digit."""
        each = "" if len(cells) == 1 else " each"
        return f"{self.cells(cells)} must{each} hold a digit"

    def enough(self, step: Step, proof: FactsProof, facts: Sequence[str]) -> str:
        """The facts."""
        listed = "; ".join(facts)
        if step.contradiction is not None:
            these = "This fact cannot be" if len(facts) == 1 else "These facts cannot all be"
            return f"{these}: {listed}."
        verb = "is" if self._facts(proof).startswith("one ") else "are"
        return f"{capitalised(self._facts(proof))} {verb} enough: {listed}."

    def direct_house(self, step: Step, house: House, digit: int, cells: Sequence[int]) -> str:
        """A digit locked in a house."""
        return (
            f"In {self.house(house)} the digit {digit} can only be in "
            f"{self.some_cell(cells)}, so no cell that sees {_all(len(cells))} can hold it: "
            f"{self.out(step)}."
        )

    def direct_rule(self, step: Step, rule: Rule, left: str = "") -> str:
        """What a constraint excludes, or the constraint itself."""
        if step.placements:
            cell, digit = step.placements[0]
            return (
                f"{capitalised(self.rule(rule))}: every way that is left to keep it has "
                f"{digit} in {self.cell(cell)}. So {self.cell(cell)} = {digit}."
            )
        named = capitalised(self.rule(rule))
        if ways := self.ways(rule):
            if left:
                only = f"{named} can only be {joined(ways, 'or')}"
                return f"{only}; as the candidates stand, {left}. So {self.out(step)}."
            so = ", so" if self.rules_out_by_itself(step, rule) else "; as the candidates stand,"
            return f"{named} can only be {joined(ways, 'or')}{so} {self.out(step)}."
        return f"{named}: no way that is left to keep it allows these, so {self.out(step)}."

    def suppose(self, node: Node) -> str:
        """The assumption."""
        return f"Suppose {self.cell(node.cell)} {'=' if node.on else 'is not'} {node.digit}:"

    def excluded(self, node: Node) -> str:
        """An assumption inside."""
        name = f"{self.cell(node.cell)}"
        return f"{name} is not {node.digit}; for suppose {name} = {node.digit}:"

    def ruled(self, rule: Rule, what: str, why: str) -> str:
        """What a constraint states."""
        return f"{what}, by {self.rule(rule)}{self._given(why)}."

    def _given(self, why: str) -> str:
        return f" ({why})" if why else ""

    def only(self, node: Node, why: str) -> str:
        """A fact with one way left."""
        name = f"{self.cell(node.cell)} = {node.digit}"
        if node.house is None:
            return f"{name}, the one digit left there{self._given(why)}."
        place = f"the one place left for {node.digit} in {self.house(node.house)}"
        return f"{name}, {place}{self._given(why)}."

    def broken(self, rule: Rule, why: str) -> str:
        """A constraint with no way left."""
        return f"{capitalised(self.rule(rule))} cannot be kept{self._given(why)}."

    def clash(self, cell: int, digit: int) -> str:
        """Both true and false."""
        return f"{self.cell(cell)} would both be {digit} and not be {digit}."

    def nothing(
        self, cell: int | None, house: House | None, digits: Sequence[int], why: str
    ) -> str:
        """A fact with no way left."""
        if cell is not None:
            return f"Nothing is left for {self.cell(cell)}{self._given(why)}."
        assert house is not None
        return f"No place is left for {digits[0]} in {self.house(house)}{self._given(why)}."

    def it_sees(self, digits: Sequence[Candidate]) -> str:
        """The digits that a cell sees."""
        return f"it sees {self.join([f'{digit} in {self.cell(by)}' for digit, by in digits])}"

    def excludes(self, by: Candidate, lost: Sequence[Node]) -> str:
        """What a digit excludes by a rule."""
        gone = [
            f"{self.either(digits)} from {self.cells(cells)}"
            for cells, digits in self.grouped((node.cell, node.digit) for node in lost)
        ]
        return f"{self.holds(*by)} excludes {joined(gone)}"

    def they_see(self, cells: Sequence[int], by: int) -> str:
        """Cells that see another."""
        return f"{self.cells(cells)} {'sees' if len(cells) == 1 else 'see'} {self.cell(by)}"

    def unsolvable(self) -> str:
        """The conclusion of facts that cannot all be."""
        return "So there is no solution."

    def therefore(self, start: Node, further: str) -> str:
        """The conclusion."""
        name = self.cell(start.cell)
        text = f"So {name} {'is not' if start.on else '='} {start.digit}."
        if further:
            text += f" The same facts exclude more, each in the same way: {further}."
        return text
