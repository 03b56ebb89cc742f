"""Clues: what the ways to keep them, one or several together, have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from typing import TypeVar

from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.techniques.arguments.checks import open_digits, step_faults
from satdoku.techniques.arguments.filling import (
    KeptRules,
    filled_faults,
    is_all_named,
    is_of_puzzle,
    joint_faults,
    relations_about,
)
from satdoku.techniques.arguments.pieces import (
    Candidate,
    House,
    PatternPart,
    Rule,
    of_same_needs,
)
from satdoku.techniques.arguments.reasons import (
    AgainstDigits,
    Alone,
    Extremes,
    Followed,
    JointExtremes,
    Required,
    are_alone,
    argued,
    reason_faults,
    reasons_said,
    way_fault,
)
from satdoku.techniques.arguments.saying import (
    CellName,
    CellNames,
    CrossedOut,
    HouseNames,
    Joined,
    RuleNames,
    SentenceValue,
    Spanned,
    Text,
    lines,
    say,
    sentences,
)
from satdoku.techniques.arguments.small_lines import small_proofs
from satdoku.techniques.arguments.ways import (
    OfClues,
    WaysProof,
    cage_sums,
    digits_in,
    unsolvable,
)
from satdoku.techniques.step import (
    CheckContext,
    Contradiction,
    CountedCells,
    ShownPattern,
    Step,
    cells_of,
    houses_and_cells,
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ClueProof(WaysProof):
    """All ways to fill the cells of one clue that keep it, and what they have in common.

    ``left`` are the candidates of its open cells that occur in some way; ``ways`` all ways, the
    digits of ``rule.cells`` in order, where they are few. Every way has one of ``common``, each of
    which excludes what is eliminated; without them what is eliminated occurs in no way.

    ``each``: such arguments about several clues of a kind, each by itself, the first being
    ``rule``; ``left`` is what is left to all of them. Or several steps of one clue, each with
    something that every way has; ``common`` is all of that. Nothing else is filled in.

    ``against`` are reasons why no way has what is eliminated, or where every way has one of
    ``common``, why there is none without those that ``reasons`` names first, which are one digit;
    ``more``: of the rest it is so likewise.
    """

    rule: Rule
    left: tuple[Candidate, ...]
    ways: tuple[tuple[int, ...], ...] = ()
    common: tuple[Candidate, ...] = ()
    each: tuple[Step, ...] = ()
    against: tuple[AgainstDigits, ...] = ()
    more: bool = False

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The clue, or each of several."""
        own = [part.proof.rule for part in self.each if isinstance(part.proof, ClueProof)]
        return tuple(dict.fromkeys(own)) or (self.rule,)

    def shown(self) -> ShownPattern:
        return ShownPattern(
            cells=tuple(dict.fromkeys(cell for rule in self.rules for cell in rule.cells)),
            candidates=self.highlights,
            rules=self.rules,
        )

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        # Clues that are named with their places need no more.
        return (
            [] if is_placed(self.rule, geometry) or len(self.rules) > 1 else houses_and_cells(shown)
        )

    @property
    def own_cells(self) -> Set[int]:
        return {cell for cell, _ in self.left}

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        position, rule = context.position, self.rule
        if self.each:
            yield from self._each_faults(step, context)
        elif is_of_puzzle(rule, position.puzzle):
            yield from filled_faults(
                step,
                position,
                rule.cells,
                relations_about(rule, position.puzzle),
                left=self.left,
                clock=context.clock,
            )
        else:
            yield f"the puzzle has no {rule.title}"
            return
        without = self.reasons(step)[0][1]
        yield from reason_faults(self.against, step, rule, context, without)
        alone = [one for one in self.against if isinstance(one, Alone)]
        if self._are_all and argued(alone) != {*step.eliminations}:
            yield f"no reason is named for all that {rule.title} excludes"

    def _each_faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        """Whether each of several clues excludes its part by itself."""
        shown: set[Candidate] = set()
        for part in self.each:
            if not isinstance(part.proof, ClueProof) or part.proof.each:
                yield "a part is more than what one clue excludes"
                return
            yield from step_faults(replace(part, besides=step.besides), context)
            shown |= set(part.eliminations)
        if step.placements or step.contradiction or not set(step.eliminations) <= shown:
            yield "no clue shows all of it"

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        rule, count = self.rule, len(self.rule.cells)
        if step.contradiction is not None:
            return unsolvable(say("proof.broken", rule=rule, given=""))
        if self.each and not self.common:
            return self._each_text(step, geometry)
        left = self.left_text(step, rule.cells)
        if sums := cage_sums(rule, geometry):
            # The sums that are left, where that is known.
            first = self.each[0].proof if self.each else self
            ways = first.ways if isinstance(first, ClueProof) else ()
            now = tuple("+".join(map(str, way)) for way in sorted({tuple(sorted(w)) for w in ways}))
            key, out = "direct.ways.left", self.so(step, geometry)
            if self._is_of_sums(step, sums):
                key, out = "direct.ways", (self.out_text(step, geometry),)
            elif self._is_of_sums(step, now):
                key, out = "direct.ways.now", (self.out_text(step, geometry),)
            return say(key, rule=rule, ways=sums, now=now, left=left, out=out)
        out = self.so(step, geometry)
        if self.ways and not self.are_equal() and is_named(rule, geometry):
            free, listed = self.listed_ways()
            if self.common:
                order = "any" if free else "this"
                return say("clue.shared", rule=rule, ways=listed, order=order, left=left, out=out)
            key = "clue.ways.any-order" if free else "clue.ways"
            return say(key, rule=rule, ways=listed, out=out)
        if self.common and self.against:
            return say(
                "clue.needed",
                rule=rule,
                left=left,
                digit=self.reasons(step)[0][1][0][1],
                more="yes" if self.more else "none",
                why=reasons_said(self.against),
                out=out,
            )
        if self.ways and self.common:
            left = say("left", parts=(self._ways_text(rule.cells), left))
        if self.ways or self.common:
            return say("clue", rule=rule, left=left, out=out)
        if not self.against:
            return say("clue.computed", rule=rule, n=count, left=left, out=out)
        if self._are_all or self._is_of_one(step):
            return _all_text(rule, self.against, step)
        return say("clue.why", rule=rule, why=self._against(), left=left, out=out)

    @property
    def _are_all(self) -> bool:
        """Whether the reasons say all that goes."""
        each = all(isinstance(one, Alone) for one in self.against)
        return bool(self.against) and each and not (self.more or self.common)

    def _is_of_one(self, step: Step) -> bool:
        """Whether it is said of the only cell that loses digits which digit it holds."""
        match self.against:
            case (Extremes() as only,) if only.low[only.at] == only.high[only.at]:
                return not self.more and {cell for cell, _ in step.eliminations} == {only.cell}
        return False

    def _against(self) -> Text:
        """The reasons against what is eliminated."""
        return reasons_said(self.against, more=self.more)

    def _is_of_sums(self, step: Step, sums: Sequence[str]) -> bool:
        """Whether what goes follows from the sums that a cage can be: in its own cells a digit of
        none of them, elsewhere one of all of them where all cells that may have it are seen."""
        ways = digits_in(sums)
        for part, common in self.reasons(step):
            digits = {digit for _, digit in common}
            places = {cell for cell, digit in self.left if digit in digits}
            if not ways or len(digits) > 1:
                return False
            if digits and not (
                all(digits <= way for way in ways) and places == {cell for cell, _ in common}
            ):
                return False
            if not digits and any(digit in way for _, digit in part.eliminations for way in ways):
                return False
        return True

    def _each_text(self, step: Step, geometry: Geometry) -> Text:
        """Clues of a kind, each by itself on a line."""
        alike: dict[object, list[Step]] = {}
        for number, part in enumerate(self.each):
            alike.setdefault(likeness(part, geometry) or number, []).append(part)
        texts = [
            _alike_text(parts) if len(parts) > 1 else parts[0].sentence(geometry)
            for parts in alike.values()
        ]
        if len(texts) == 1:
            return texts[0]
        return lines(
            say("clue.each", n=len(self.each)), *(Joined(("  - ", text), "run") for text in texts)
        )


def _all_text(
    rule: SentenceValue, reasons: Sequence[AgainstDigits | JointExtremes], step: Step
) -> Text:
    """Reasons that say all that goes, which is not said again."""
    if are_alone(reasons):
        # The cells can hold more, whatever is elsewhere, than what is left to them now.
        return say("clue.alone", rule=rule, left=CrossedOut(step.eliminations))
    return say("clue.beside", rule=rule, why=reasons_said(reasons))


def is_placed(rule: Rule, geometry: Geometry) -> bool:
    """Whether the name of a clue gives all its cells."""
    return rule.title.endswith(f" in {geometry.names(rule.cells)}")


def is_named(rule: Rule, geometry: Geometry) -> bool:
    """Whether the name of a clue gives all its cells in order."""
    return rule.reading in ((), rule.cells) and is_placed(rule, geometry)


def likeness(part: Step, geometry: Geometry) -> object:
    """The digits that some cell of a clue loses, with its kind: clues that have this in common are
    named together. ``None`` of a clue whose sums or ways are said, or of one that needs other
    rules."""
    proof = part.proof
    if not isinstance(proof, ClueProof) or proof.ways or part.besides:
        return None
    if cage_sums(proof.rule, geometry):
        return None
    lost: dict[int, list[int]] = {}
    for cell, digit in part.eliminations:
        lost.setdefault(cell, []).append(digit)
    return proof.rule.kind, proof.rule.called, frozenset(map(tuple, lost.values()))


def _alike_text(parts: Sequence[Step]) -> Text:
    """Clues of which the same can be said, together."""
    proofs = [part.proof for part in parts if isinstance(part.proof, ClueProof)]
    rules = tuple(proof.rule for proof in proofs)
    lost = dict.fromkeys(pair for part in parts for pair in part.eliminations)
    left = dict.fromkeys(pair for proof in proofs for pair in proof.left if pair not in lost)
    merged = replace(proofs[0], left=tuple(left))
    step = Step(parts[0].technique, merged, eliminations=tuple(sorted(lost)))
    text, named = merged.left_text(step, ()), Joined((RuleNames(rules),))
    if not merged.against:
        count = len(rules[0].cells)
        return say("clue.computed", rule=named, n=count, left=text, out=())
    return say("clue.alike", rule=named, why=merged._against(), left=text)


@dataclass(frozen=True, slots=True)
class JointProof(WaysProof):
    """All ways to fill ``cells`` that keep several clues together, and give each house of ``needs``
    a place for its digit; otherwise as :class:`ClueProof`. ``arguments``: small proofs on these
    facts that show to a reader why each candidate is eliminated, of a step that is chosen.
    ``extremes``: in their place the ways in which cells hold least and most, or reasons as those of
    one clue."""

    rules: tuple[Rule, ...]
    cells: tuple[int, ...]
    left: tuple[Candidate, ...]
    ways: tuple[tuple[int, ...], ...] = ()
    common: tuple[Candidate, ...] = ()
    needs: tuple[tuple[House, int], ...] = ()
    arguments: tuple[Step, ...] = ()
    each: tuple[Step, ...] = ()
    extremes: tuple[JointExtremes | Alone | Followed, ...] = ()

    def kept_rules(self, step: Step) -> KeptRules:
        """The clues and the houses, with all their cells and those that lose digits."""
        cells = [cell for house, _ in self.needs for cell in house.cells]
        lost = [cell for cell, _ in step.eliminations]
        every = tuple(dict.fromkeys((*self.cells, *cells, *lost)))
        return KeptRules(self.rules, self.needs, every)

    def held(self, lost: Iterable[Candidate]) -> list[tuple[int, list[int]]]:
        """The cells that are in no clue and must hold a digit, with their candidates before
        ``lost`` went."""
        of_rules = {cell for rule in self.rules for cell in rule.cells}
        every = sorted({*self.left, *lost})
        cells = [cell for cell in self.cells if cell not in of_rules]
        return [(cell, [digit for c, digit in every if c == cell]) for cell in cells]

    def shown(self) -> ShownPattern:
        cells = self.cells
        if self.needs:
            cells = tuple(dict.fromkeys((*cells, *cells_of(self.common))))
        return ShownPattern(
            digits=tuple(digit for _, digit in self.needs),
            cells=cells,
            houses=tuple(house for house, _ in self.needs),
            candidates=self.highlights,
            rules=self.rules,
        )

    def counted(self) -> Iterator[CountedCells]:
        yield self.cells, None
        yield from ((house.cells, digit) for house, digit in self.needs)

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        needed = dict.fromkeys((*shown.digits, *(digit for _, digit in self.common)))
        digits = tuple(needed) if self.needs else ()
        return [*houses_and_cells(shown), PatternPart("digits", digits=digits)]

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        yield from joint_faults(
            step, context, self.rules, self.cells, needs=self.needs, left=self.left
        )
        for part in self.arguments:
            yield from step_faults(part, context)
        rules, open_ = self.kept_rules(step), open_digits(context.position)
        yield from filter(None, (one.fault(step, rules, context, open_) for one in self.extremes))

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        text = self._own_text(step, geometry)
        if not self.arguments:
            return text
        argued = {pair for part in self.arguments for pair in part.eliminations}
        others = [say("joint.others")] if argued < {*step.eliminations} else []
        return lines(text, small_proofs(self.arguments, self.rules, geometry), *others)

    @property
    def _how(self) -> str:
        """The way to see the conclusion: the ways are told, arguments follow, or it is computed."""
        return "told" if self.ways or self.common or self.arguments else "computed"

    def _own_text(self, step: Step, geometry: Geometry) -> Text:
        rules, wrong = RuleNames(self.rules), step.contradiction is not None
        if wrong and not self.needs:
            return unsolvable(say("joint.wrong", rules=rules))
        held = self.held(step.eliminations)
        if self.extremes:
            return self._between(step, geometry)
        if not (self.needs or (self.common and not self.left) or held):
            left = self.left_text(step, self.cells) if self.left else ""
            return say(
                "joint",
                rules=rules,
                n=len(self.cells),
                how=self._how,
                left=left,
                out=self.so(step, geometry),
            )
        needs = self._needs_said
        if self.common:
            digit = self.common[0][1]
            needs += [say("need.rule", rule=rule, digit=digit) for rule in self.rules]
            return say(
                "joint.places",
                needs=Joined(tuple(needs), "stops"),
                how="argued" if self.arguments else "told",
                digit=digit,
                cells=CellNames(tuple(cell for cell, _ in step.eliminations)),
                out=CrossedOut(step.eliminations),
            )
        needs += [
            say("left.cells", cells=CellNames((cell,)), digits=Spanned(tuple(digits)))
            for cell, digits in held
        ]
        text = say(
            "joint.needs",
            needs=Joined(tuple(needs), "stops"),
            rules=rules,
            n=len(self.cells),
            how="told" if wrong else self._how,
            left=say("joint.none") if wrong else self.left_text(step, self.cells),
            out=() if wrong else self.so(step, geometry),
        )
        return unsolvable(text) if wrong else text

    @property
    def _needs_said(self) -> list[SentenceValue]:
        return [
            say("need.house", houses=HouseNames(houses), n=len(houses), digits=digits)
            for digits, houses in of_same_needs(self.needs)
        ]

    def _between(self, step: Step, geometry: Geometry) -> Text:
        """The sentence with reasons, or with the ways in which cells hold least and most."""
        needs = tuple(self._needs_said)
        reasons = [one for one in self.extremes if not isinstance(one, JointExtremes)]
        is_partial = bool(reasons) and argued(reasons) < {*step.eliminations}
        rule = Joined((RuleNames(self.rules),))
        if all(isinstance(one, Alone) for one in self.extremes) and not is_partial:
            text = _all_text(rule, self.extremes, step)
        else:
            why = reasons_said(self.extremes, more=is_partial)
            left, out = self.left_text(step, self.cells), self.so(step, geometry)
            text = say("clue.why", rule=rule, why=why, left=left, out=out)
        return sentences(say("joint.given", needs=Joined(needs, "stops")), text) if needs else text


def without_unnamed(step: Step, context: CheckContext) -> Step:
    """A step without reasons that rest on rules which it does not name: to say that something holds
    whatever is elsewhere may take more of them than the step itself."""
    proof, open_ = step.proof, open_digits(context.position)

    def those_that_hold(reasons: tuple[T, ...], rule: Rule | KeptRules) -> tuple[T, ...]:
        doubted = [one for one in reasons if isinstance(one, Alone | Followed | Required)]
        if not doubted or is_all_named(rule, step, context.position.puzzle):
            return reasons
        wrong = [one for one in doubted if one.fault(step, rule, context, open_)]
        return tuple([one for one in reasons if one not in wrong])

    if isinstance(proof, JointProof):
        rules = proof.kept_rules(step)
        extremes = those_that_hold(proof.extremes, rules)
        if extremes != proof.extremes:
            return replace(step, proof=replace(proof, extremes=extremes))
    elif isinstance(proof, ClueProof):
        for cell, digit in proof.reasons(step)[0][1]:
            open_[cell] -= {digit}
        against = those_that_hold(proof.against, proof.rule)
        if against != proof.against:
            proof = replace(proof, against=against, more=bool(against))
        each = []
        for part in proof.each:
            own = replace(part, besides=step.besides)
            each.append(replace(part, proof=without_unnamed(own, context).proof))
        if tuple(each) != proof.each:
            proof = replace(proof, each=tuple(each))
        if proof != step.proof:
            return replace(step, proof=proof)
    return step


@dataclass(frozen=True, slots=True)
class KillerSetProof(OfClues):
    """In ``house``, ``cells`` and the clues ``rules`` use ``digits`` up.

    The cells hold no other digits; every way that is left to a clue has some of them in its cells
    of the house, ``places``.
    """

    house: House
    digits: tuple[int, ...]
    cells: tuple[int, ...]
    rules: tuple[Rule, ...]
    places: tuple[tuple[int, ...], ...]

    @property
    def least(self) -> int:
        """How many of the digits each clue has."""
        return (len(self.digits) - len(self.cells)) // len(self.rules)

    def shown(self) -> ShownPattern:
        return ShownPattern(
            digits=self.digits,
            cells=(*self.cells, *(cell for own in self.places for cell in own)),
            houses=(self.house,),
            rules=self.rules,
        )

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        cells = (*self.cells, *(cell for rule in self.rules for cell in rule.cells))
        yield from joint_faults(step, context, self.rules, cells)

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        digits, parts = self.digits, list[SentenceValue]()
        if self.cells:
            parts.append(say("killer-set.cells", cells=CellNames(self.cells), digits=digits))
        for rule, places in zip(self.rules, self.places, strict=True):
            cells = CellNames(places)
            parts.append(say("killer-set.rule", rule=rule, least=self.least, cells=cells))
        out = CrossedOut(step.eliminations)
        return say("killer-set", house=self.house, parts=tuple(parts), digits=digits, out=out)


@dataclass(frozen=True, slots=True)
class ConflictProof(WaysProof):
    """All ways to keep ``rule`` that leave each of ``cells`` a candidate, each house of ``needs`` a
    place for its digit, and each of the clues ``others`` a way; otherwise as :class:`ClueProof`.
    ``broken``: the ways that do not, where they are few."""

    rule: Rule
    left: tuple[Candidate, ...]
    ways: tuple[tuple[int, ...], ...]
    common: tuple[Candidate, ...]
    cells: tuple[int, ...] = ()
    needs: tuple[tuple[House, int], ...] = ()
    others: tuple[Rule, ...] = ()
    broken: tuple[tuple[int, ...], ...] = ()

    @property
    def size(self) -> int:
        """How many conditions there are beside the clue."""
        return len(self.cells) + len(self.needs) + len(self.others)

    def shown(self) -> ShownPattern:
        return ShownPattern(
            digits=tuple(digit for _, digit in self.needs),
            cells=(*self.rule.cells, *self.cells),
            houses=tuple(house for house, _ in self.needs),
            candidates=self.highlights,
            rules=(self.rule, *self.others),
        )

    def counted(self) -> Iterator[CountedCells]:
        yield self.cells, None
        yield from ((house.cells, digit) for house, digit in self.needs)
        yield from ((one.cells, None) for one in (self.rule, *self.others))

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        rules = (self.rule, *self.others)
        cells = (*(cell for rule in rules for cell in rule.cells), *self.cells)
        yield from joint_faults(step, context, rules, cells, needs=self.needs)
        for way in self.broken:
            if fault := way_fault(self.rule, way, context):
                yield fault
            position, own = context.position, zip(self.rule.cells, way, strict=True)
            others = [(c, d) for c, digit in own for d in position.candidates[c] if d != digit]
            none_left = Step(step.technique, self, contradiction=Contradiction("rule"))
            within = replace(context, position=position.eliminate(others))
            yield from joint_faults(none_left, within, rules, cells, needs=self.needs)

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        rule = self.rule
        lost = (
            *(say("conflict.cell", cell=CellName(cell)) for cell in self.cells),
            *(say("conflict.house", house=house, digit=digit) for house, digit in self.needs),
            *(say("conflict.rule", rule=other) for other in self.others),
        )
        if step.contradiction is not None:
            return unsolvable(say("conflict.wrong", rule=rule, lost=lost))
        left = self.left_text(step, rule.cells) if self.left or self.ways else ""
        broken = ["-".join(map(str, way)) for way in self.broken if is_named(rule, geometry)]
        return say(
            "conflict",
            rule=rule,
            ways=tuple(broken),
            lost=lost,
            left=left,
            out=self.so(step, geometry),
        )
