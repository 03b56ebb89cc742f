"""Chains of inferences, alone and from several assumptions; alternating chains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import ClassVar, Literal, assert_never

from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.puzzle import Position
from satdoku.techniques.arguments.chain_lines import (
    cases,
    chains_from_one,
    linked_lines,
    node_text,
)
from satdoku.techniques.arguments.checks import (
    exclude_each_other,
    excludes,
    house_exists,
    needs_digit,
    open_digits,
)
from satdoku.techniques.arguments.eureka import eureka
from satdoku.techniques.arguments.filling import can_keep, is_of_puzzle
from satdoku.techniques.arguments.linked import chain_faults
from satdoku.techniques.arguments.pieces import (
    Candidate,
    CellSet,
    House,
    Link,
    PatternPart,
    Places,
    Rule,
    Statement,
    defining,
    grouped,
    held_in,
    opposite,
    set_part,
    some,
)
from satdoku.techniques.arguments.saying import (
    CellName,
    CellNames,
    Excluding,
    IfWorded,
    Indented,
    Linked,
    Sentence,
    SentenceValue,
    Text,
    fact,
    lines,
    needing,
    say,
    sets_said,
    stated,
)
from satdoku.techniques.arguments.uniqueness import LoopProof
from satdoku.techniques.arguments.ways import one_of
from satdoku.techniques.step import (
    Chain,
    CheckContext,
    CountedCells,
    Proof,
    ShownPattern,
    Step,
    StepView,
    cells_of,
)


@dataclass(frozen=True, slots=True)
class CycleProof(Proof):
    """A ring of links that holds both ways round: each link has one true end.

    ``kind``: x, the links of one digit; y, strong links in cells; xy, both. ``rules`` are those by
    which something is excluded in both cases.
    """

    only_excludes: ClassVar[bool] = True

    kind: Literal["x", "y", "xy"]
    chain: Chain
    rules: tuple[Rule, ...] = ()

    def shown(self) -> ShownPattern:
        return replace(_of_chains((self.chain,)), rules=self.rules)

    def counted(self) -> Iterator[CountedCells]:
        return self.chain.counted()

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        """Whether each link holds, and the ring closes; what is eliminated goes in both cases.

        A ring holds both ways round only if every strong link is one by itself: two places, or two
        candidates, in the position as it stands. The links show that, there being one parent.
        """
        position, nodes = context.position, self.chain.nodes
        yield from chain_faults(self.chain, position)
        if nodes[0].statement != nodes[-1].statement:
            yield "the ring does not close"
        if not self.chain.is_line:
            yield "the ring branches"
        for cell, digit in step.eliminations:
            seen = {
                node.on
                for node in nodes
                if exclude_each_other(position.puzzle, (node.cell, node.digit), (cell, digit))
            }
            if len(seen) != 2 or cell in {node.cell for node in nodes}:
                name = position.geometry.name(cell)
                yield f"{name}<>{digit} is excluded by one kind of statement only"

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        nodes = self.chain.nodes[:-1]
        end = say(
            "cycle.end.rules" if self.rules else "cycle.end",
            one=tuple(fact(node.cell, node.digit) for node in nodes if node.on),
            other=tuple(fact(node.cell, node.digit) for node in nodes if not node.on),
            out=step.out,
            rules=Excluding(self.rules),
        )
        return lines(say("cycle"), Indented(linked_lines(self.chain, geometry)), end)

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return _roles_of_chain(shown, geometry)


@dataclass(frozen=True, slots=True)
class ChainProof(Proof):
    """One assumption from which its opposite follows. ``kind`` as of :class:`CycleProof`."""

    kind: Literal["x", "xy"]
    chain: Chain

    def shown(self) -> ShownPattern:
        return _of_chains((self.chain,))

    def counted(self) -> Iterator[CountedCells]:
        return self.chain.counted()

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        yield from chain_faults(self.chain, context.position)
        start, end, aim = self.chain.start.statement, self.chain.end.statement, _aim(step)
        if aim is None:
            yield "chains conclude one thing at a time"
        elif (start, end) != (opposite(aim), aim):
            yield "the chain does not lead from the opposite to the conclusion"

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        text = Indented(linked_lines(self.chain, geometry, open_end=True))
        return lines(say("chain"), text, self._end())

    def _end(self) -> SentenceValue:
        """The conclusion with its reason."""
        end, rule = self.chain.end, self.chain.end.rule
        truth = "true" if end.on else "false"
        if rule is None:
            return self._concluded(f"{truth}.{'cell' if end.house is None else 'house'}")
        by_rule = self._concluded(f"{truth}.rule")
        return by_rule if end.on else IfWorded(rule, self._concluded("false.linked"), by_rule)

    def _concluded(self, key: str) -> Sentence:
        end, before = self.chain.end, self.chain.nodes[-2]
        return say(
            f"chain.{key}",
            cell=CellName(end.cell),
            digit=end.digit,
            other=CellName(before.cell),
            other_digit=before.digit,
            needing="" if end.rule is None else needing(end.rule),
            linked="" if end.rule is None else Linked(end.rule),
            rule=end.rule or "",
            house=end.house or "",
            kind="" if end.house is None else end.house.kind,
        )

    def veiled(self, view: StepView) -> StepView:
        inner = self.inner()
        pairs = tuple(dict.fromkeys((node.cell, node.digit) for node in inner.nodes))
        return replace(
            view,
            chains=(inner,),
            cells=cells_of(pairs),
            digits=tuple(dict.fromkeys(digit for _, digit in pairs)),
            candidates=(("defining", pairs),),
        )

    def inner(self) -> Chain:
        """The chain between its first and its last statement."""
        nodes = [
            replace(node, parents=(at - 1,) if at else (), part=None)
            for at, node in enumerate(self.chain.nodes[1:-1])
        ]
        return Chain(tuple(nodes))

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return _roles_of_chain(shown, geometry)


@dataclass(frozen=True, slots=True)
class AicProof(Proof):
    """Nodes joined by strong and weak links in turn, from a strong link to a strong link.

    Each node at an even place and the next node cannot both be false, for the reason in ``strong``:
    a house that needs the digit, an almost locked set (a cell of two candidates is the smallest),
    or a rule. That next node and the node after it cannot both be true. So the first node or the
    last is true, and what both exclude is eliminated; if they are the same node, it is true. In a
    ``ring`` the last node and the first cannot both be true either: then exactly one node of each
    linked pair is true, and each set holds all its other digits. ``notation`` is the chain in
    Eureka notation, without the conclusion; ``rules`` are the rules by which candidates are
    excluded.
    """

    only_excludes: ClassVar[bool] = True

    nodes: tuple[Places, ...]
    strong: tuple[House | CellSet | Rule, ...]
    ring: bool = False
    notation: str = ""
    rules: tuple[Rule, ...] = ()

    @property
    def pairs(self) -> tuple[tuple[Places, Places, House | CellSet | Rule], ...]:
        """The strong links, each with its reason."""
        return tuple(zip(self.nodes[::2], self.nodes[1::2], self.strong, strict=False))

    @property
    def sets(self) -> tuple[CellSet, ...]:
        """The almost locked sets of more than one cell."""
        cell_sets = (s for s in self.strong if isinstance(s, CellSet) and len(s.cells) > 1)
        return tuple(dict.fromkeys(cell_sets))

    @property
    def grouped(self) -> bool:
        """Whether some node has several cells."""
        return any(len(node.cells) > 1 for node in self.nodes)

    def shown(self) -> ShownPattern:
        pairs = tuple(dict.fromkeys(pair for node in self.nodes for pair in node.candidates))
        cells = (*cells_of(pairs), *(cell for s in self.sets for cell in s.cells))
        return ShownPattern(
            digits=tuple(dict.fromkeys(node.digit for node in self.nodes)),
            cells=tuple(dict.fromkeys(cells)),
            candidates=defining(pairs),
            links=tuple(self.links()),
            sets=self.sets,
            notation=self.notation,
            rules=(*(link for link in self.strong if isinstance(link, Rule)), *self.rules),
        )

    def counted(self) -> Iterator[CountedCells]:
        for one, _, reason in self.pairs:
            yield reason.cells, one.digit if isinstance(reason, House) else None

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        """Whether each link holds, and what is eliminated is excluded by all of some candidates of
        which one is true."""
        nodes, position = self.nodes, context.position
        open_ = position.candidates
        if not nodes or len(nodes) != 2 * len(self.strong) or not all(n.cells for n in nodes):
            yield "a chain has two nodes for each strong link"
            return
        if any(node.digit not in open_[cell] for node in nodes for cell in node.cells):
            yield "a node is not a candidate"
            return
        for pair in self.pairs:
            if not _is_strong(*pair, position):
                yield "both ends of a strong link can be false"
        weak = list(zip(nodes[1::2], nodes[2::2] + nodes[:1], strict=True))
        pairs = (product(a.candidates, b.candidates) for a, b in (weak if self.ring else weak[:-1]))
        if not all(excludes(*pair, position) for each in pairs for pair in each):
            yield "both ends of a weak link can be true"
        true = [(*a.candidates, *b.candidates) for a, b in (weak if self.ring else weak[-1:])]
        true += self._other_digits(position) if self.ring else ()
        for out in step.eliminations:
            if not any(all(excludes(one, out, position) for one in each) for each in true):
                yield f"{position.geometry.name(out[0])}<>{out[1]} is not excluded by both ends"

    def _other_digits(self, position: Position) -> Iterator[tuple[Candidate, ...]]:
        """For each digit that a set of a ring holds beside the linked ones its candidates there."""
        open_ = position.candidates
        for one, other, reason in self.pairs:
            if isinstance(reason, CellSet):
                digits = {d for cell in reason.cells for d in open_[cell]}
                for digit in digits - {one.digit, other.digit}:
                    yield tuple((c, digit) for c in reason.cells if digit in open_[c])

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        """Either A or B; if not A, then ... B. With the line in notation below."""
        nodes, key = self.nodes, ""
        if nodes[0] == nodes[-1]:
            key = ".one"
        elif self.ring:
            key = ".ring"
        either = say(
            "aic.one" if key == ".one" else "aic",
            first=node_text(nodes[0], on=True),
            last=node_text(nodes[-1], on=True),
            n=len(nodes[0].cells),
        )
        links = [_linked_text(not at, *pair) for at, pair in enumerate(self.pairs)]
        out, sets = step.out, tuple(s.name for s in self.sets)
        end = say(f"aic.end{key}", out=out, sets=sets) if key else self._end(step)
        if self.rules:
            end = say("aic.rules", end=end, rules=Excluding(self.rules))
        excluded = "; ".join(
            f"{','.join(map(geometry.name, cells))}<>{''.join(map(str, digits))}"
            for cells, digits in grouped(step.eliminations)
        )
        return lines(
            *([sets_said(self.sets)] if sets else []),
            either,
            *map(Indented, links),
            end,
            f"  {self.notation} => {excluded}",
        )

    def _end(self, step: Step) -> Sentence:
        """The conclusion from both ends: a cell sees both, or it is the cell of one of them."""
        first, last = self.nodes[0], self.nodes[-1]
        cells, ends = cells_of(step.eliminations), (*first.cells, *last.cells)
        digits = {first.digit, last.digit} | {digit for _, digit in step.eliminations}
        if not self.rules and len(digits) == 1 and not {*cells} & {*ends}:
            return say("aic.end.see", cells=CellNames(cells), ends=CellNames(ends), out=step.out)
        for here, there in ((first, last), (last, first)):
            if step.eliminations == ((here.cells[0], there.digit),) and len(here.cells) == 1:
                return say(
                    "aic.end.own",
                    here=node_text(here, on=True),
                    there=node_text(there, on=True),
                    cell=CellName(here.cells[0]),
                    out=step.out,
                )
        return say("aic.end", out=step.out)

    def links(self) -> Iterable[Link]:
        """The strong links, then the weak ones, as pairs of candidates."""
        for one, other, reason in self.pairs:
            for a in one.candidates:
                for b in other.candidates:
                    house = reason if isinstance(reason, House) else None
                    rule = reason if isinstance(reason, Rule) else None
                    yield Link(a, b, "strong", house, rule)
        after = (*self.nodes[2::2], *(self.nodes[:1] if self.ring else ()))
        for one, other in zip(self.nodes[1::2], after, strict=False):
            for a in one.candidates:
                for b in other.candidates:
                    yield Link(a, b, "weak")

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return [
            PatternPart("digits", digits=tuple(sorted(shown.digits))),
            PatternPart("links", text=self.notation),
            *map(set_part, self.sets),
        ]

    def together(self, shown: ShownPattern) -> list[tuple[int, ...]]:
        return [*(s.cells for s in self.sets), *(node.cells for node in self.nodes)]


@dataclass(frozen=True, slots=True)
class ForcingProof(Proof):
    """Several assumptions that agree, also on several exclusions, or one from which a statement and
    its opposite follow.

    ``case`` is which: ``contradiction``; ``double``, a candidate true and false; ``cell``, all
    candidates of a cell; ``region``, all places of a digit in ``house``; ``clue``, candidates of
    which every way to keep ``rule`` has one; ``rectangle``, the further candidates of ``loop``.
    ``source`` is the candidate assumed; of a cell, a house, a clue or a rectangle the first of its
    candidates.
    """

    case: Literal["contradiction", "double", "cell", "region", "clue", "rectangle"]
    source: Candidate
    chains: tuple[Chain, ...]
    house: House | None = None
    rule: Rule | None = None
    loop: LoopProof | None = None

    def shown(self) -> ShownPattern:
        return replace(
            _of_chains(self.chains),
            digits=(self.source[1],) if self.loop is None else self.loop.digits,
            cells=(self.source[0],) if self.loop is None else self.loop.ring,
            houses=some(self.house),
            rules=() if self.rule is None else (self.rule,),
        )

    def counted(self) -> Iterator[CountedCells]:
        cell, digit = self.source
        if self.case == "cell":
            yield (cell,), None
        if self.house is not None:
            yield self.house.cells, digit
        if self.rule is not None:
            yield self.rule.cells, None
        for chain in self.chains:
            yield from chain.counted()

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        for chain in self.chains:
            yield from chain_faults(chain, context.position)
        starts = [chain.start.statement for chain in self.chains]
        ends = [chain.end.statement for chain in self.chains]
        aim = _aim(step)
        if step.contradiction is not None or (aim is None and self.case == "contradiction"):
            yield "chains conclude one thing at a time"
            return
        if aim is None or self.case != "contradiction":
            aims = {(*pair, True) for pair in step.placements}
            aims |= {(*pair, False) for pair in step.eliminations}
            if any({node.statement for node in chain.ends} != aims for chain in self.chains):
                yield "the cases do not agree on the conclusion"
            yield from self._missing_cases(starts, context.position)
            return
        if any(start != opposite(aim) for start in starts):
            yield "the contradiction does not start from the opposite of the conclusion"
        if len(ends) != 2 or ends[0] != opposite(ends[1]):
            yield "the ends do not clash"

    def _missing_cases(self, starts: Sequence[Statement], position: Position) -> Iterator[str]:
        """Whether one of the statements at which the chains start must be true."""
        cases = {(cell, digit) for cell, digit, on in starts if on}
        (cell, digit), house, rule = self.source, self.house, self.rule
        match self.case:
            case "double":
                if set(starts) != {(cell, digit, True), (cell, digit, False)}:
                    yield "a double needs a candidate and its opposite"
            case "cell":
                if not cases or cases != {(cell, d) for d in position.candidates[cell]}:
                    yield f"not every candidate of {position.geometry.name(cell)} is followed"
            case "region":
                if house is None:
                    yield "the cases need a house"
                elif not needs_digit(house, digit, position) or cases != {
                    (c, digit) for c in house.cells if digit in position.candidates[c]
                }:
                    yield f"not every place of {digit} in {house.name} is followed"
            case "clue":
                if rule is None or not is_of_puzzle(rule, position.puzzle):
                    yield "the cases need a clue of the puzzle"
                elif not _has_one_of(rule, cases, position):
                    yield f"{rule.title} can be kept without these candidates"
            case _:
                if self.loop is None or cases != set(self.loop.extra):
                    yield "not every further candidate of the rectangle is followed"
                else:
                    yield from self.loop.ring_faults(position)

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        (cell, digit), chains, loop = self.source, self.chains, self.loop
        starts = [(chain.start.cell, chain.start.digit) for chain in chains]
        intro = say(
            f"forcing.{self.case}",
            assumed=stated((cell, digit, chains[0].start.on)),
            cell=CellName(cell),
            digit=digit,
            rule=self.rule or "",
            ways=one_of(starts) if self.rule is not None else "",
            facts=tuple(fact(*pair) for pair in starts),
            ring="" if loop is None else CellNames(loop.ring),
            pair=() if loop is None else loop.digits,
            house=self.house or "",
        )
        result: SentenceValue = step.out
        if step.placements:
            place, d = step.placements[0]
            result = say("placed", cell=CellName(place), digit=d)
        if self.case != "contradiction":
            texts, end = cases(chains, geometry), say("so", out=result)
        else:
            texts, clash = chains_from_one(chains, geometry), chains[0].end
            end = say(
                "forcing.contradiction.end",
                cell=CellName(clash.cell),
                digit=clash.digit,
                result=result,
            )
        return lines(intro, *map(Indented, texts), end)

    def veiled(self, view: StepView) -> StepView:
        if self.case == "contradiction":
            end = self.chains[0].end
            clash = ((end.cell, end.digit),) if end.cell != self.source[0] else ()
            return replace(view, digits=(), chains=(), candidates=(("extra", clash),))
        starts = tuple(dict.fromkeys((c.start.cell, c.start.digit) for c in self.chains))
        return replace(view, chains=(), candidates=(("defining", starts),))

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        starts = held_in(shown.role("defining"))
        match self.case:
            case "contradiction":
                clash = PatternPart("clash", held=held_in(shown.role("extra")))
                return [PatternPart("assumption", cells=shown.cells), clash]
            case "region":
                places = tuple(cell for cell, _ in starts)
                return [PatternPart("places", shown.houses, places, digits=shown.digits)]
            case "double":
                return [PatternPart("both-ways", held=starts)]
            case "rectangle":
                return [
                    PatternPart("ring", cells=shown.cells),
                    PatternPart("digits", digits=shown.digits),
                    PatternPart("extra", held=starts),
                ]
            case "cell" | "clue":
                return [PatternPart("each-candidate", held=starts)]
            case unknown:
                assert_never(unknown)


def _aim(step: Step) -> Statement | None:
    """The one thing that chains conclude."""
    if step.contradiction or len(step.placements) + len(step.eliminations) != 1:
        return None
    return (*(*step.placements, *step.eliminations)[0], bool(step.placements))


def _linked_text(
    is_first: bool, one: Places, other: Places, reason: House | CellSet | Rule
) -> Sentence:
    """The true node where the one before is false: "Then r1c1 is not 5, so it is 4"."""
    off = node_text(one, on=False)
    if isinstance(reason, CellSet) and len(reason.cells) == 1:
        key = "aic.first.cell" if is_first else "aic.next.cell"
        return say(key, off=off, digit=other.digit)
    on, why = node_text(other, on=True), _why_strong(one, other, reason)
    return say("aic.first" if is_first else "aic.next", off=off, on=on, why=why)


def _why_strong(one: Places, other: Places, reason: House | CellSet | Rule) -> SentenceValue:
    match reason:
        case House():
            return say("why.last-place", house=reason, n=len(other.cells))
        case CellSet(name):
            return say("aic.set", set=name, lost=one.digit)
        case Rule():
            return needing(reason)
        case unknown:
            assert_never(unknown)


def _is_strong(
    one: Places, other: Places, reason: House | CellSet | Rule, position: Position
) -> bool:
    """Whether two nodes cannot both be false, for the reason that a chain names."""
    both, open_ = {*one.candidates, *other.candidates}, position.candidates
    match reason:
        case House():
            needed = {(c, one.digit) for c in reason.cells if one.digit in open_[c]}
            needs = needs_digit(reason, one.digit, position)
            return needs and needed <= both and house_exists(reason, position)
        case CellSet(cells=cells):
            held = {(c, d) for c in cells for d in (one.digit, other.digit) if d in open_[c]}
            return held == both and _is_almost_locked(cells, position)
        case Rule():
            return is_of_puzzle(reason, position.puzzle) and _has_one_of(reason, both, position)
        case unknown:
            assert_never(unknown)


def _has_one_of(rule: Rule, pairs: Iterable[Candidate], position: Position) -> bool:
    """Whether a clue cannot be kept without some candidates."""
    refuted = [(*pair, False) for pair in pairs]
    return not can_keep(rule, position.puzzle, open_digits(position), refuted)


def _is_almost_locked(cells: Sequence[int], position: Position) -> bool:
    """Whether different cells have one digit more than they are, none of which fits in two."""
    held = [(cell, d) for cell in cells for d in position.candidates[cell]]
    apart = all(
        exclude_each_other(position.puzzle, a, b)
        for a, b in combinations(held, 2)
        if a[0] != b[0] and a[1] == b[1]
    )
    filled = any(position.values[cell] is not None for cell in cells)
    digits = {d for _, d in held}
    return apart and not filled and len(set(cells)) == len(cells) == len(digits) - 1


def _of_chains(chains: tuple[Chain, ...]) -> ShownPattern:
    """Chains with their candidates; the cells of a single chain are those of the whole chain."""
    used = tuple(dict.fromkeys((node.cell, node.digit) for c in chains for node in c.nodes))
    return ShownPattern(
        digits=(chains[0].start.digit,),
        cells=cells_of(used),
        candidates=(("defining", used),),
        chains=chains,
    )


def _roles_of_chain(shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
    (chain,) = shown.chains
    links = eureka(chain, geometry, inner=not chain.cycle)
    digits = tuple(sorted({node.digit for node in chain.nodes}))
    shape = PatternPart("links", text=links) if links else PatternPart("cells", cells=shown.cells)
    return [PatternPart("digits", digits=digits), shape]
