"""Sentences about chains, and about what follows from an assumption."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import assert_never

from satdoku.explaining.pieces import Pieces
from satdoku.techniques.arguments.assumptions import AssumptionProof, NegationProof, TrialProof
from satdoku.techniques.arguments.chains import AicProof, CycleProof, ForcingProof
from satdoku.techniques.arguments.eureka import eureka
from satdoku.techniques.arguments.fish import FishProof
from satdoku.techniques.arguments.pieces import grouped
from satdoku.techniques.arguments.saying import sets_said
from satdoku.techniques.arguments.sets import SingleProof
from satdoku.techniques.arguments.ways import one_of
from satdoku.techniques.step import (
    Cause,
    CellSet,
    Chain,
    House,
    Node,
    Places,
    Rule,
    Statement,
    Step,
)

SHORT = 6
"""A chain of up to this many statements is written as one sentence, a longer one line by line."""


class ChainWords(Pieces):
    """The sentences about chains, forcing chains, refutations and trials."""

    # -- statements and their reasons --------------------------------------------------------------

    def claim(self, node: Node, part: Step | None = None) -> str:
        """A statement with its reason; ``part`` is the step that excludes a candidate."""
        what = self.statement_of(node.cell, node.digit, node.on)
        if node.cause == "start":
            return self.say("suppose", what=what)
        why = self._why(node, part)
        return self.say("reason", what=what, why=why) if why else what

    def _why(self, node: Node, part: Step | None) -> str:
        if part is not None:
            return self.phrase(part) or self.technique(part.technique)
        if node.cause == "cell":
            if node.on:
                return self.say("why.last-candidate", cell=self.cell(node.cell))
            return self.say("why.one-digit")
        if node.house is not None:
            house = self.house(node.house)
            return self.say("why.last-place", house=house, n=1) if node.on else house
        if node.rule is None:
            return ""
        return self.needing(node.rule) if node.on else self.linked(node.rule)

    def needing(self, rule: Rule) -> str:
        """A rule by which one of two candidates must be true."""
        if self.is_said(rule):
            return self.say("needing.linked", linked=self.linked(rule))
        return self.say("needing", rule=self.rule(rule))

    def statement(self, chain: Chain, at: int) -> str:
        """One statement of a chain with its reason: "r1c5 is not 7 (row 1)"."""
        node = chain.nodes[at]
        return self.claim(node, None if node.part is None else chain.parts[node.part])

    def because(self, numbers: Sequence[int], own: int) -> str:
        """A reference to the lines a statement rests on, where it is not just the one above."""
        if not numbers or list(numbers) == [own - 1]:
            return ""
        return f" {self.say('from', lines=sorted(numbers))}"

    # -- chains ------------------------------------------------------------------------------------

    def lines(self, chain: Chain, known: dict[Statement, int] | None = None) -> str:
        """A chain's statements, one a line, each with its reason and numbered for reference.

        ``known`` maps earlier statements to their numbers. These statements are left out, together
        with those that only they rest on; the statements of this chain are added to ``known``.
        """
        known = {} if known is None else known
        nodes = chain.nodes
        wanted = [False] * len(nodes)
        wanted[-1] = True
        for at in range(len(nodes) - 1, -1, -1):
            if wanted[at] and _statement_of(nodes[at]) not in known:
                for parent in nodes[at].parents:
                    wanted[parent] = True
        lines = []
        met = {at for at, part in enumerate(chain.parts) if self.phrase(part)}
        line = chain.is_line and not known
        for at, node in enumerate(nodes):
            if not wanted[at] or _statement_of(node) in known:
                continue
            number = known[_statement_of(node)] = len(known) + 1
            rests_on = sorted({known[_statement_of(nodes[p])] for p in node.parents})
            others = "" if line else self.because(rests_on, number)
            lines.append(f"{number}. {self.statement(chain, at)}{others}")
            if node.part is not None and node.part not in met:
                met.add(node.part)
                lines.append(self.indent(self.full(chain.parts[node.part]), "   | "))
        return "\n".join(lines)

    def chain_texts(self, chains: Sequence[Chain]) -> list[str]:
        """Chains from one assumption, each with its end: one numbered argument."""
        if all(self._is_short(chain) for chain in chains):
            return self.contrasted([self.chain_text(chain) for chain in chains])
        known: dict[Statement, int] = {}
        return self.contrasted([self._noted(chain, self.lines(chain, known)) for chain in chains])

    def contrasted(self, texts: Sequence[str]) -> list[str]:
        """Texts with a word of contrast between them."""
        return [texts[0], *(f"{self.say('contrast')}\n{text}" for text in texts[1:])]

    def _is_short(self, chain: Chain) -> bool:
        return len(chain.nodes) <= SHORT and chain.is_line and not chain.parts

    def chain_text(self, chain: Chain) -> str:
        """A chain as text: one sentence when short, else line by line, with its notation below."""
        if not self._is_short(chain):
            return self._noted(chain, self.lines(chain))
        links = [self.statement(chain, at) for at in range(len(chain.nodes))]
        return self._noted(chain, self.say("sentence", text=self.join(links, "arrows")))

    def cases(self, chains: Sequence[Chain]) -> list[str]:
        """Chains from several assumptions; those that go on alike are one sentence."""
        alike: dict[object, list[Chain]] = {}
        for chain in chains:
            rest = [self.statement(chain, at) for at in range(1, len(chain.nodes))]
            key = (chain.start.on, *rest) if self._is_short(chain) else chain
            alike.setdefault(key, []).append(chain)
        return [
            self.chain_text(same[0]) if len(same) == 1 else self._together_text(same)
            for same in alike.values()
        ]

    def _together_text(self, chains: Sequence[Chain]) -> str:
        starts = [chain.start for chain in chains]
        first, cells = chains[0], {start.cell for start in starts}
        if starts[0].on and len(cells) == 1:
            digits = self.spanned(sorted(start.digit for start in starts))
            begin = self.say("suppose.one", cell=self.cell(starts[0].cell), digits=digits)
        else:
            facts = [self.statement_of(start.cell, start.digit, start.on) for start in starts]
            begin = self.say("suppose", what=self.join(facts, "alternatives"))
        links = [self.statement(first, at) for at in range(1, len(first.nodes))]
        return self.say("sentence", text=self.join([begin, *links], "arrows"))

    def _noted(self, chain: Chain, text: str) -> str:
        note = eureka(chain, self.geometry)
        return text + (f"\n  {note}" if note else "")

    def cycle(self, step: Step, proof: CycleProof) -> str:
        """A ring of links."""
        nodes = proof.chain.nodes[:-1]
        end = self.say(
            "cycle.end.rules" if proof.rules else "cycle.end",
            one=[self.holds(node.cell, node.digit) for node in nodes if node.on],
            other=[self.holds(node.cell, node.digit) for node in nodes if not node.on],
            out=self.out(step),
            rules=self.linked_by(proof.rules),
        )
        return "\n".join([self.say("cycle"), self.indent(self.chain_text(proof.chain)), end])

    def alternating(self, step: Step, proof: AicProof) -> str:
        """Either A or B; if not A, then ... B. With the line in notation below."""
        nodes, key = proof.nodes, ""
        if nodes[0] == nodes[-1]:
            key = ".one"
        elif proof.ring:
            key = ".ring"
        first, last = self.node(nodes[0], True), self.node(nodes[-1], True)
        lines = [self.text(sets_said(proof.sets))] if proof.sets else []
        n = len(nodes[0].cells)
        lines.append(self.say("aic.one" if key == ".one" else "aic", first=first, last=last, n=n))
        for at, (one, other, reason) in enumerate(proof.pairs):
            text = self.say(
                "aic.next" if at else "aic.first",
                off=self.node(one, False),
                on=self.node(other, True),
                why=self._strong(one, other, reason),
            )
            lines.append(self.indent(text))
        sets = [found.name for found in proof.sets]
        end = self.say(f"aic.end{key}", out=self.out(step), sets=sets)
        if proof.rules:
            end = self.say("aic.rules", end=end, rules=self.linked_by(proof.rules))
        gone = "; ".join(
            f"{','.join(self.names(cells))}<>{''.join(map(str, digits))}"
            for cells, digits in grouped(step.eliminations)
        )
        return "\n".join([*lines, end, f"  {proof.notation} => {gone}"])

    def node(self, node: Places, on: bool) -> str:
        """A node of an alternating chain: "r1c1 = 5", "5 is in r1c1 or r1c2"."""
        key = "node" if on else "node.not"
        return self.say(key, cells=self.names(node.cells), digit=node.digit)

    def _strong(self, one: Places, other: Places, reason: House | CellSet | Rule) -> str:
        match reason:
            case House():
                n = len(other.cells)
                return self.say("why.last-place", house=self.house(reason), n=n)
            case CellSet(name, cells):
                if len(cells) == 1:
                    return self.say("why.last-candidate", cell=self.cell(cells[0]))
                return self.say("aic.set", set=name, lost=one.digit)
            case Rule():
                return self.needing(reason)
            case unknown:
                assert_never(unknown)

    def chain(self, chain: Chain) -> str:
        """One assumption that refutes or proves itself."""
        end, before = chain.end, chain.nodes[-2]
        if end.rule is not None:
            key = "true.rule"
            if not end.on:
                key = "false.linked" if self.is_said(end.rule) else "false.rule"
        else:
            key = f"{'true' if end.on else 'false'}.{'cell' if end.house is None else 'house'}"
        rule, house = end.rule, end.house
        conclusion = self.say(
            f"chain.{key}",
            cell=self.cell(end.cell),
            digit=end.digit,
            other=self.cell(before.cell),
            other_digit=before.digit,
            needing=self.needing(rule) if rule is not None else "",
            linked=self.linked(rule) if rule is not None else "",
            rule=self.rule(rule) if rule is not None else "",
            house=self.house(house) if house is not None else "",
            kind=house.kind if house is not None else "",
        )
        return "\n".join([self.say("chain"), self.indent(self.chain_text(chain)), conclusion])

    def forcing(self, step: Step, proof: ForcingProof) -> str:
        """Chains from several assumptions, or two from one."""
        if proof.case == "contradiction":
            chains = self.chain_texts(proof.chains)
        else:
            chains = self.cases(proof.chains)
        cell, digit = proof.source
        result = self.out(step)
        if step.placements:
            place, d = step.placements[0]
            result = self.say("placed", cell=self.cell(place), digit=d)
        house, rule, start = proof.house, proof.rule, proof.chains[0].start
        starts = [(c.start.cell, c.start.digit) for c in proof.chains]
        intro = self.say(
            f"forcing.{proof.case}",
            assumed=self.statement_of(cell, digit, start.on),
            cell=self.cell(cell),
            digit=digit,
            rule=self.rule(rule) if rule is not None else "",
            ways=self.text(one_of(starts)) if rule is not None else "",
            facts=[self.holds(*pair) for pair in starts],
            ring="" if proof.loop is None else self.names(proof.loop.ring),
            pair=() if proof.loop is None else proof.loop.digits,
            house="" if house is None else self.house(house),
        )
        outro = self.say("so", out=result)
        if proof.case == "contradiction":
            end = proof.chains[0].end
            outro = self.say(
                "forcing.contradiction.end",
                cell=self.cell(end.cell),
                digit=end.digit,
                result=result,
            )
        return "\n".join([intro, *map(self.indent, chains), outro])

    def kraken(self, step: Step, proof: FishProof) -> str:
        """A fish with chains from its fins, and from its places in one line of the cover."""
        ((cell, digit),) = step.eliminations
        chains = [self.indent(self.chain_text(chain)) for chain in proof.chains]
        starts = {chain.start.cell for chain in proof.chains}
        places = [place for place in proof.cells if place in starts]
        holding = [h for h in proof.cover if [c for c in proof.cells if c in h.cells] == places]
        intro = self.say(
            "kraken.places" if places else "kraken",
            base=self.lines_of(proof.base),
            cover=self.lines_of(proof.cover),
            digit=proof.digit,
            fins=self.names(proof.fins),
            seen=self.names(fin for fin in proof.fins if fin not in starts),
            rest=self.names(fin for fin in proof.fins if fin in starts),
            house=self.houses(holding[:1]),
            places=self.names(places),
            cell=self.cell(cell),
            other=digit,
        )
        return "\n".join([intro, *chains, self.say("so", out=self.out(step))])

    # -- refutations -------------------------------------------------------------------------------

    def negation(self, proof: NegationProof) -> str:
        """An assumption, what follows from it line by line, and the contradiction."""
        lines, refers = self.refutation(proof, {}, count(1))
        cell, digit = self.cell(proof.assumed[0]), proof.assumed[1]
        # The lines that are referred to are explained once, where some line needs it.
        start = self.say("refuted.numbered" if refers else "refuted", cell=cell, digit=digit)
        end = self.say("refuted.so", cell=cell, digit=digit)
        return "\n".join([start, self.indent("\n".join(lines)), end])

    def refutation(
        self, proof: NegationProof, known: dict[Statement, int], numbers: Iterator[int]
    ) -> tuple[list[str], bool]:
        """The lines of a refutation, and whether any names the lines that it rests on.

        ``known`` gives the lines of the statements made before.
        """
        start = Node(*proof.assumed, on=True)
        known[*proof.assumed, True] = number = next(numbers)
        lines, refers = [f"{number}. {self.claim(start)}"], False
        for part in proof.parts:
            number = next(numbers)
            others = self.because(sorted({known[reason] for reason in part.because}), number)
            if isinstance(part.proof, NegationProof):
                inner, referring = self.refutation(part.proof, known.copy(), numbers)
                refers = refers or referring
                excluded = self.excluded_as_reason(part.eliminations)
                lines.append(f"{number}. {self.say('nested', excluded=excluded)}")
                lines.append(self.indent("\n".join(inner), "     "))
            else:
                refers = refers or bool(others)
                if part.besides:
                    pairs = self.pairs_of(part.besides)
                    others = f" {self.say('rules.before-reference', rules=pairs)}{others}"
                lines.append(f"{number}. {self._refuting(part)}{others}")
            known |= {(*pair, True): number for pair in part.placements}
            known |= {(*pair, False): number for pair in part.eliminations}
        return lines, refers

    def _refuting(self, part: Step) -> str:
        """A line of a refutation: a contradiction, a single or a pattern."""
        if part.contradiction is not None:
            return self.wrong(part.contradiction)
        if isinstance(part.proof, SingleProof):
            house = part.proof.house
            cause: Cause = "cell" if house is None else "house"
            return self.claim(Node(*part.placements[0], on=True, cause=cause, house=house))
        return self.pattern_says(part)

    # -- trials ------------------------------------------------------------------------------------

    def trial(self, step: Step, proof: TrialProof) -> str:
        """A tree of trials."""
        lines = [self.say("trial", cell=self.cell(proof.cell))]
        lines += [self.indent(self.full(branch)) for branch in proof.branches]
        if step.placements:
            cell, digit = step.placements[0]
            lines.append(self.say("trial.placed", cell=self.cell(cell), digit=digit))
        elif step.contradiction is not None:
            lines.append(self.say("trial.none"))
        elif step.eliminations:
            lines.append(self.say("so", out=self.out(step)))
        return "\n".join(lines)

    def assumption(self, proof: AssumptionProof) -> str:
        """One branch of a trial."""
        text = self.holds(*proof.assumed)
        follow = [part for part in proof.parts if isinstance(part.proof, SingleProof)]
        rest = [part for part in proof.parts if part not in follow]
        if follow:
            facts = [self.holds(*pair) for part in follow for pair in part.placements]
            text = self.say("assumed.follows", assumed=text, facts=facts)
        if not rest:
            known = proof.ending in ("solution", "open")
            return self.say(f"assumed.{proof.ending if known else 'end'}", text=text)
        lines = [text]
        for part in rest:
            if isinstance(part.proof, TrialProof):
                lines[-1] = self.say("assumed.trial", text=lines[-1])
                lines.append(self.indent(self.trial(part, part.proof)))
            else:
                assert part.contradiction is not None
                wrong = self.wrong(part.contradiction)
                lines[-1] = self.say("assumed.wrong", text=lines[-1], wrong=wrong)
        return "\n".join(lines)


def _statement_of(node: Node) -> Statement:
    return node.cell, node.digit, node.on
