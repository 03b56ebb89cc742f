"""Small proofs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, product
from typing import TypeAlias

from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.model import Model
from satdoku.model.exclusions import excluded_now
from satdoku.puzzle import Position
from satdoku.techniques.arguments.checks import (
    Open,
    excludes,
    house_exists,
    joints_of,
    needs_digit,
    open_digits,
)
from satdoku.techniques.arguments.filling import can_keep, is_of_puzzle, relations_about
from satdoku.techniques.arguments.linked import at_node, exclusion_fault, links_pair
from satdoku.techniques.arguments.pieces import (
    Candidate,
    Contradiction,
    House,
    Node,
    PatternPart,
    Rule,
    Statement,
    defining,
    opposite,
)
from satdoku.techniques.arguments.saying import (
    CellName,
    CellNames,
    CrossedOut,
    Excluding,
    HouseNames,
    Indented,
    RuleKinds,
    RuleNames,
    RulePairs,
    SentenceValue,
    Text,
    lines,
    needs_said,
    say,
    sentences,
    stated,
)
from satdoku.techniques.arguments.sets import Barred, SingleProof
from satdoku.techniques.arguments.small_lines import (
    argument_of,
    briefly,
    in_short,
    linking_rules,
    listed,
    proof_lines,
)
from satdoku.techniques.arguments.ways import by_one_rule
from satdoku.techniques.step import (
    Chain,
    CheckContext,
    CountedCells,
    Proof,
    ShownPattern,
    Step,
    StepView,
)

_HINTED = 3
"""A hint names so many of the rules that an exhaustive search rests on."""

_FEW_FACTS = 4
"""A reader keeps no more facts in mind than this."""


@dataclass(frozen=True, slots=True)
class FactsProof(Proof):
    """A few facts that cannot all be true if the conclusion is false.

    The facts: each of ``cells`` holds a digit; each house in ``needs`` holds its digit; ``rules``
    are kept. ``argument`` shows that they contradict each other (``None``: one fact leaves one
    candidate); ``further`` are steps that show the same for more candidates. ``about`` are the
    candidates that the cells and houses have. ``tried``: in place of an argument, an exhaustive
    search shows it, of this many cases. ``cut``: a longer search might find a shorter argument.
    ``barred``: why one fact leaves one candidate.
    """

    cells: tuple[int, ...] = ()
    needs: tuple[tuple[House, int], ...] = ()
    rules: tuple[Rule, ...] = ()
    argument: Chain | None = None
    further: tuple[Step, ...] = ()
    about: tuple[Candidate, ...] = ()
    tried: int | None = None
    cut: bool = False
    barred: tuple[Barred, ...] = ()

    @property
    def size(self) -> int:
        """How many facts there are."""
        return len(self.cells) + len(self.needs) + len(self.rules)

    def shown(self) -> ShownPattern:
        return ShownPattern(
            digits=tuple(digit for _, digit in self.needs),
            cells=self.cells,
            houses=tuple(house for house, _ in self.needs),
            candidates=defining(self.about),
            chains=() if self.argument is None else (self.argument,),
            parts=self.further,
            rules=self.rules,
            size=self.size,
        )

    def counted(self) -> Iterator[CountedCells]:
        yield self.cells, None
        yield from ((house.cells, digit) for house, digit in self.needs)
        if self.argument is not None:
            yield from self.argument.counted()
        else:
            yield from ((rule.cells, None) for rule in self.rules)
        for part in self.further:
            yield from part.proof.counted()

    def named_besides(self, step: Step, geometry: Geometry) -> Iterable[Rule]:
        return () if self.tried is None else step.besides

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        """Every statement is replayed with the facts that the step names, and no others."""
        position = context.position
        yield from self._wrong_facts(position)
        if self.tried is not None:
            yield from self._not_implied(step, context)
        elif self.argument is None:
            yield from self._not_single(step, position)
        else:
            yield from self._not_shown(step, self.argument, position)

    def _not_shown(self, step: Step, argument: Chain, position: Position) -> Iterator[str]:
        replay = _Replay(position, _open_now(position), self.facts)
        yield from replay.faults(step, argument)
        shown: set[Candidate] = set()
        if not step.contradiction:
            shown.add(argument.start.statement[:2])
        for part in self.further:
            own = part.proof
            if not isinstance(own, FactsProof) or own.argument is None:
                yield "a small proof is one argument"
                continue
            if own.facts - self.facts:
                yield "a further candidate rests on further facts"
            yield from replace(replay, facts=own.facts).faults(part, own.argument)
            if not own.argument.start.on:
                yield "a further candidate is supposed false"
            shown.add(own.argument.start.statement[:2])
        if step.placements and (step.eliminations or self.further):
            yield "a placement is shown alone"
        if shown != {*step.placements, *step.eliminations}:
            yield "what follows is not what is shown"

    @property
    def facts(self) -> frozenset[_Fact]:
        """The facts, each as a key that does not depend on how it is named."""
        facts: set[_Fact] = {("cell", cell) for cell in self.cells}
        facts |= {("house", house.cells, digit) for house, digit in self.needs}
        return frozenset(facts | {_fact_of(rule) for rule in self.rules})

    def _wrong_facts(self, position: Position) -> Iterator[str]:
        """Facts that do not hold on this board."""
        for cell in self.cells:
            if position.values[cell] is not None:
                yield f"{position.geometry.name(cell)} is filled already"
        for house, digit in self.needs:
            if not needs_digit(house, digit, position):
                yield f"{house.name} does not need {digit}"
        for rule in self.rules:
            if not is_of_puzzle(rule, position.puzzle):
                yield f"the puzzle has no {rule.title}"

    def _not_single(self, step: Step, position: Position) -> Iterator[str]:
        """Whether one fact leaves one candidate."""
        if self.size != 1 or self.rules:
            yield "one candidate is left by one fact"
            return
        (left,) = self._needed(_open_now(position))
        if left != set(step.placements):
            yield f"{len(left)} candidates are left where the step sees one"

    def _needed(self, open_: Open) -> list[set[Candidate]]:
        """For each cell and house the candidates of which one must be true."""
        needed = [{(cell, digit) for digit in open_[cell]} for cell in self.cells]
        return needed + [
            {(c, digit) for c in house.cells if digit in open_[c]} for house, digit in self.needs
        ]

    def _not_implied(self, step: Step, context: CheckContext) -> Iterator[str]:
        """Why the facts do not imply the conclusion, by a SAT solver; nothing is to be replayed."""
        if step.contradiction:
            yield "a search shows no contradiction"
        # What few steps need is loaded where one does.
        from satdoku.encodings.cnf import encode_part
        from satdoku.encodings.variables import Variables
        from satdoku.engines.incremental import Clauses

        position = context.position
        puzzle, geometry, held = position.puzzle, position.geometry, open_digits(position)
        masks = [sum(1 << geometry.digits.index(digit) for digit in own) for own in held]
        variables = Variables.pruned(geometry, masks)
        literal, top = variables.literal, variables.count
        filled = [
            [(cell, digit)] for cell, digit in enumerate(position.values) if digit is not None
        ]
        clauses = [[literal(*pair) for pair in one] for one in (*filled, *self._needed(held))]
        for cell, others in joints_of(puzzle).items():
            of_cell = [(cell, digit) for digit in held[cell]]
            near = [(other, digit) for other in others if other > cell for digit in held[other]]
            clauses += [
                [-literal(*one), -literal(*other)]
                for one, other in (*product(of_cell, near), *combinations(of_cell, 2))
                if excludes(one, other, position)
            ]
        for rule in self.rules:
            # What two cells may not hold together is in the clauses above.
            beyond = Model(geometry, tuple(relations_about(rule, puzzle))).beyond_pairs
            if beyond is not None:
                own, top = encode_part(variables, beyond, top=top, kind="minimal")
                clauses += own
        with Clauses(clauses, solver="minisat22") as solver:
            for sign, pairs in ((-1, step.placements), (1, step.eliminations)):
                for pair in pairs:
                    if solver.solve([sign * literal(*pair)], context.clock):
                        yield "the facts do not imply what follows"

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        """The few facts, and what follows from them."""
        if self.tried is not None:
            return self._searched(step, self.tried)
        if self.argument is None:
            house = self.needs[0][0] if self.needs else None
            single = SingleProof(*step.placements[0], house, barred=self.barred)
            return single.sentence(step, geometry)
        if self.size == 1 and not self.argument.parts and step.contradiction is None:
            if self.rules:
                return self._by_rule(step, self.rules[0], geometry)
            if self.needs and step.eliminations:
                return self._by_house(step, self.argument)
        return self._argued(step, self.argument, geometry)

    def _searched(self, step: Step, tried: int) -> Text:
        """The sentence about what an exhaustive search shows."""
        texts = [
            say(
                "proof.searched",
                cases=tried,
                facts=len(self.cells) + len(self.needs),
                rules=RuleKinds(tuple(dict.fromkeys((*self.rules, *step.besides)))),
            ),
            *(say("proof.so", cell=CellName(c), digit=d) for c, d in step.placements),
        ]
        if step.eliminations:
            texts.append(say("so", out=step.out))
        return sentences(*texts)

    @property
    def _linking(self) -> tuple[Rule, ...]:
        """The rules by which cells exclude each other in the arguments."""
        chains = [*map(argument_of, self.further), *([self.argument] if self.argument else [])]
        return linking_rules(chains)

    @property
    def _facts_said(self) -> tuple[SentenceValue, ...]:
        """The facts: those of one house together, and all cells together."""
        return (*needs_said(self.cells, self.needs), RuleNames(self.rules))

    def hinted_facts(self) -> tuple[SentenceValue, ...]:
        # Of a search there are too many to be of use.
        if self.tried is not None:
            return self.rules[:_HINTED]
        if self.argument is None or self.size == 1:
            return self._facts_said
        supposed = tuple(
            say("role.assumption", cells=CellNames((cell,))) for cell in self._supposed
        )
        if self.size <= _FEW_FACTS:
            return (*supposed, *self._facts_said)
        cells, houses, rules = self._end
        at = CellNames(cells) if cells else HouseNames(houses) if houses else rules[0]
        return (*supposed, say("hint.look-at", at=at))

    @property
    def _supposed(self) -> tuple[int, ...]:
        """The cell of which a candidate is supposed true."""
        chain = self.argument
        if chain is None or not chain.nodes or chain.start.cause != "start":
            return ()
        return (chain.start.cell,) if chain.start.on else ()

    @property
    def _end(self) -> tuple[tuple[int, ...], tuple[House, ...], tuple[Rule, ...]]:
        """Where the argument comes to its contradiction: a cell, a house or a rule."""
        assert self.argument is not None
        wrong = self.argument.conflict
        assert wrong is not None
        if wrong.rule is not None:
            return (), (), (wrong.rule,)
        return ((), (wrong.house,), ()) if wrong.house is not None else (wrong.cells, (), ())

    def _by_rule(self, step: Step, rule: Rule, geometry: Geometry) -> Text:
        others = tuple(other for other in self._linking if other.constraint != rule.constraint)
        return sentences(by_one_rule(step, rule, geometry), *_also(others))

    def _by_house(self, step: Step, argument: Chain) -> Text:
        (house, digit), *_ = self.needs
        rules = self._linking
        return say(
            "links.house.rules" if rules else "direct.house",
            house=house,
            digit=digit,
            cells=CellNames(tuple(argument.nodes[at].cell for at in argument.because)),
            out=step.out,
            rules=Excluding(rules),
        )

    def _argued(self, step: Step, argument: Chain, geometry: Geometry) -> Text:
        """The facts, what follows line by line, and the conclusion."""
        texts = [*self._begun(step)]
        if argument.nodes and argument.start.cause == "start":
            texts.append(say("proof.suppose", what=stated(argument.start.statement)))
        names = briefly(self.rules, geometry)
        derived = proof_lines(argument, geometry, names)
        texts += in_short(argument, derived, geometry, names)
        texts.append(Indented(listed(derived)))
        if step.contradiction is not None:
            texts.append(say("proof.unsolvable"))
        else:
            texts.append(self._therefore(step, argument))
        if self.cut:
            texts.append(say("proof.cut"))
        return lines(*texts)

    def _begun(self, step: Step) -> Iterator[Text]:
        """The facts, where they are few; the lines name the houses and cells of many."""
        if step.contradiction is not None:
            yield say("enough.wrong", facts=self._facts_said)
        elif self.size <= _FEW_FACTS:
            yield say("enough", n=self.size, facts=self._facts_said)
        elif self.rules:
            yield say("enough.rules", rules=RuleNames(self.rules))

    def _therefore(self, step: Step, argument: Chain) -> Text:
        """The conclusion, and what the same facts exclude beside it."""
        start = argument.start
        text = say(
            "proof.so-not" if start.on else "proof.so", cell=CellName(start.cell), digit=start.digit
        )
        others = tuple(pair for pair in step.eliminations if pair != start.statement[:2])
        if not others:
            return text
        named = (*linking_rules((argument,)), *self.rules, *step.besides)
        known = {rule.constraint for rule in named}
        rules = tuple(rule for rule in self._linking if rule.constraint not in known)
        further = say("proof.further", further=CrossedOut(others))
        return sentences(text, further, *_also(rules))

    def veiled(self, view: StepView) -> StepView:
        view = replace(view, candidates=(), chains=())
        if self.tried is not None:
            return replace(view, cells=(), houses=(), digits=(), rules=self.rules[:_HINTED])
        if self.argument is None or self.size == 1:
            return view
        if self.size <= _FEW_FACTS:
            return replace(view, cells=tuple(dict.fromkeys((*self._supposed, *view.cells))))
        cells, houses, rules = self._end
        cells = tuple(dict.fromkeys((*self._supposed, *cells)))
        return replace(view, cells=cells, houses=houses, digits=(), rules=rules)

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return []  # its facts are named instead

    @property
    def names_all_rules(self) -> bool:
        return self.tried is not None  # a search names all


def _also(rules: tuple[Rule, ...]) -> list[Text]:
    """The rules that an argument rests on beside those that its sentence names."""
    return [say("also", rules=RulePairs(rules))] if rules else []


_Fact: TypeAlias = tuple[object, ...]


def _fact_of(rule: Rule) -> _Fact:
    return "rule", rule.constraint, rule.cells


def _open_now(position: Position) -> Open:
    """The open candidates, without those that filled cells exclude; none of filled cells."""
    open_: Open = [
        digits if value is None else frozenset()
        for digits, value in zip(position.candidates, position.values, strict=True)
    ]
    for cell, digit in excluded_now(position.puzzle.model, position.values):
        open_[cell] -= {digit}
    return open_


@dataclass(frozen=True, slots=True)
class _Replay:
    """An argument that is replayed with some facts, and with the statements ``known`` around it."""

    position: Position
    open_: Open
    facts: frozenset[_Fact]
    known: frozenset[Statement] = frozenset()

    def faults(self, step: Step, chain: Chain) -> Iterator[str]:
        """Why some statement of a chain does not follow, or they do not show what a step does."""
        for at, node in enumerate(chain.nodes):
            if fault := self._fault(node, at, chain):
                yield at_node(node, fault, self.position)
        ends = {chain.nodes[at].statement for at in chain.because}
        if chain.conflict is None or not self._is_contradicted(chain.conflict, ends):
            yield "the argument does not end in a contradiction"
        concluded = {(*pair, False) for pair in step.placements}
        if not step.placements and step.eliminations:
            # Further eliminations have arguments of their own.
            concluded = {(*chain.start.statement[:2], True)} & {
                (*pair, True) for pair in step.eliminations
            }
        if {node.statement for node in chain.nodes if node.cause == "start"} != concluded:
            yield "the argument does not suppose the opposite of what it shows"

    def _fault(self, node: Node, at: int, chain: Chain) -> str | None:
        """Why one statement does not follow."""
        parents = list({chain.nodes[i].statement for i in node.parents if i < at})
        if len(parents) != len(node.parents):
            return "it rests on a later statement"
        if node.digit not in self.open_[node.cell]:
            return "no such candidate"
        if node.house is not None and not house_exists(node.house, self.position):
            return "no such house"
        match node.cause:
            case "start":
                return None if at == 0 else "an assumption in the middle"
            case "known":
                return None if node.statement in self.known else "this was not stated before"
            case "rule":
                return self._rule_fault(node, parents)
            case "advanced":
                return self._nested_fault(node, parents, chain)
            case _ if node.on:
                return self._last_one_fault(node, parents)
            case _:
                return exclusion_fault(node, parents)

    def _rule_fault(self, node: Node, parents: list[Statement]) -> str | None:
        if links_pair(node, parents, self.position.puzzle):
            return None
        if node.rule is None or _fact_of(node.rule) not in self.facts:
            return "the rule is not among the facts"
        if self._keeps(node.rule, {*parents, opposite(node.statement)}):
            return f"{node.rule.title} does not imply that"
        return None

    def _nested_fault(self, node: Node, parents: list[Statement], chain: Chain) -> str | None:
        if node.part is None or node.on:
            return "a nested argument excludes a candidate"
        part = chain.parts[node.part]
        inner = part.proof
        if not isinstance(inner, FactsProof) or inner.argument is None:
            return "a small proof is one argument"
        if part.eliminations != ((node.cell, node.digit),) or inner.facts - self.facts:
            return "the nested argument shows something else"
        replay = replace(self, facts=inner.facts, known=frozenset(parents))
        return "; ".join(replay.faults(part, inner.argument)) or None

    def _last_one_fault(self, node: Node, parents: list[Statement]) -> str | None:
        """Whether the cell or the house has no other way left."""
        cell, digit, house = node.cell, node.digit, node.house
        if node.cause == "cell":
            if ("cell", cell) not in self.facts:
                return "that the cell holds a digit is not among the facts"
            needed = {(cell, d) for d in self.open_[cell]}
        else:
            if house is None or ("house", house.cells, digit) not in self.facts:
                return "that the house holds the digit is not among the facts"
            needed = {(c, digit) for c in house.cells if digit in self.open_[c]}
        left = needed - {(c, d) for c, d, on in parents if not on} - {(cell, digit)}
        return f"{len(left)} alternatives are open" if left else None

    def _is_contradicted(self, conflict: Contradiction, claimed: set[Statement]) -> bool:
        """Whether the statements come to this contradiction."""
        refuted = {(cell, digit) for cell, digit, on in claimed if not on}
        house, rule = conflict.house, conflict.rule
        if conflict.kind == "no-candidate":
            (cell,) = conflict.cells
            needed = {(cell, digit) for digit in self.open_[cell]}
            return ("cell", cell) in self.facts and needed <= refuted
        if conflict.kind == "no-place" and house is not None:
            (digit,) = conflict.digits
            needed = {(cell, digit) for cell in house.cells if digit in self.open_[cell]}
            return ("house", house.cells, digit) in self.facts and needed <= refuted
        if conflict.kind == "few-places" and house is not None:
            digits = {*conflict.digits}
            needed = {
                (cell, digit)
                for cell, digit in product(house.cells, digits)
                if digit in self.open_[cell] and cell not in conflict.cells
            }
            known = all(("house", house.cells, digit) in self.facts for digit in digits)
            return known and len({*conflict.cells}) < len(digits) and needed <= refuted
        if conflict.kind == "few-digits" and house is not None:
            cells = {*conflict.cells}
            needed = {(c, d) for c in cells for d in self.open_[c] if d not in conflict.digits}
            known = all(("cell", cell) in self.facts for cell in cells)
            apart = cells <= {*house.cells} and house_exists(house, self.position)
            return known and apart and len({*conflict.digits}) < len(cells) and needed <= refuted
        if conflict.kind == "rule" and rule is not None:
            return _fact_of(rule) in self.facts and not self._keeps(rule, claimed)
        if conflict.kind == "clash":
            pair = (conflict.cells[0], conflict.digits[0])
            return pair in refuted and (*pair, True) in claimed
        return False

    def _keeps(self, rule: Rule, claimed: set[Statement]) -> bool:
        """Whether the cells of a clue can be filled under these statements."""
        held = open_digits(self.position)
        domains = [
            digits if value is not None else open_
            for digits, value, open_ in zip(held, self.position.values, self.open_, strict=True)
        ]
        return can_keep(rule, self.position.puzzle, domains, claimed)
