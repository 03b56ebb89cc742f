"""Sentences about small proofs: a few facts, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import TypeAlias

from satdoku.explaining.pieces import Pieces
from satdoku.techniques.arguments.facts import FactsProof
from satdoku.techniques.arguments.pieces import grouped
from satdoku.techniques.arguments.sets import SingleProof
from satdoku.techniques.arguments.ways import by_one_rule
from satdoku.techniques.step import (
    LINE_LINKS,
    Candidate,
    Chain,
    House,
    Node,
    Places,
    Rule,
    Step,
    alternating_line,
)

LONG = 20
"""An argument of more lines begins with where it leads to."""

SHOWN = 3


def _shape(chain: Chain) -> object:
    """What an argument has in common with one that differs in its digits alone."""
    wrong = chain.conflict
    return (
        tuple((node.cell, node.on, node.cause, node.house, node.rule) for node in chain.nodes),
        None if wrong is None else (wrong.kind, wrong.cells, wrong.house, wrong.rule),
        tuple(_shape(part.proof.argument) for part in chain.parts
              if isinstance(part.proof, FactsProof) and part.proof.argument is not None),
    )  # fmt: skip


_Locked: TypeAlias = tuple[int, House, tuple[int, ...], tuple[Node, ...]]
"""A digit, a house, its places there, and what says that there are no others."""


def _locked(chain: Chain) -> _Locked | None:
    """What shows at once that a candidate is false: it sees all places that a house has left for
    its digit; ``None`` where an argument is another."""
    wrong = chain.conflict
    if wrong is None or wrong.kind != "no-place" or wrong.house is None:
        return None
    if chain.start.digit != wrong.digits[0] or any(node.on for node in chain.nodes[1:]):
        return None
    lost = [chain.nodes[at] for at in chain.because]
    known = tuple(node for node in lost if node.cause == "known")
    seen = [node for node in lost if node.cause == "house" and node.parents == (0,)]
    if len(known) + len(seen) < len(lost) or len(seen) < 2:
        return None
    return wrong.digits[0], wrong.house, tuple(node.cell for node in seen), known


_Alternating: TypeAlias = tuple[tuple[Places, ...], tuple[Node, ...]]
"""The nodes of an alternating chain, and what says that its strong links have no further places."""


def alternating(chain: Chain) -> _Alternating | None:
    """An argument read as one chain from strong link to strong link; ``None`` where statements
    rest on several others, or it is too long for a line."""
    nodes, wrong = chain.nodes, chain.conflict
    if wrong is None or wrong.kind not in ("no-candidate", "no-place") or chain.parts:
        return None
    known: dict[int, Node] = {}

    def lost_by(because: Iterable[int]) -> dict[int, list[Node]] | None:
        """The candidates that a strong link has lost, by the statement that excludes them."""
        found: dict[int, list[Node]] = {}
        for at in because:
            node = nodes[at]
            if node.cause == "known":
                known[at] = node
            elif node.on or node.cause not in ("cell", "house") or len(node.parents) != 1:
                return None
            else:
                found.setdefault(node.parents[0], []).append(node)
        return found

    ends = lost_by(chain.because)
    if ends is None or len(ends) != 2:
        return None
    halves: list[list[Places]] = []
    followed: list[int] = []
    for by, group in ends.items():
        half = [_places(group)]
        while by:
            followed.append(by)
            half.append(_places([nodes[by]]))
            before = lost_by(nodes[by].parents)
            if before is None or len(before) != 1:
                return None
            ((by, group),) = before.items()
            half.append(_places(group))
        halves.append(half)
    line = (*reversed(halves[0]), *halves[1])
    if len(followed) != len(set(followed)) or not 2 < len(line) <= 2 * LINE_LINKS:
        return None
    return line, tuple(known[at] for at in sorted(known))


def _places(group: Sequence[Node]) -> Places:
    return Places(tuple(sorted(node.cell for node in group)), group[0].digit)


def _links(steps: Iterable[Step], chain: Chain | None) -> dict[Rule, None]:
    """The rules by which cells exclude each other in an argument, and in those of some steps."""
    found = dict[Rule, None]()
    for part in steps:
        if isinstance(part.proof, FactsProof):
            found |= _links((), part.proof.argument)
    if chain is not None:
        links = (node.rule for node in chain.nodes if chain.is_link(node))
        found |= {rule: None for rule in links if rule is not None}
        found |= _links(chain.parts, None)
    return found


def _linking(proof: FactsProof) -> list[Rule]:
    """The rules by which cells exclude each other in the arguments of a proof."""
    return list(_links(proof.further, proof.argument))


class SmallProofWords(Pieces):
    """The sentences about small proofs: a few facts, and what follows from them."""

    brief = False
    """Whether reasons in brackets are left out."""

    def small_proof(self, step: Step, proof: FactsProof) -> str:
        """The few facts, and what follows from them."""
        chain = proof.argument
        if proof.tried is not None:
            return self._searched(step, proof, proof.tried)
        if chain is None:
            house = proof.needs[0][0] if proof.needs else None
            single = SingleProof(*step.placements[0], house)
            return self.text(single.sentence(step, self.geometry))
        at_once = proof.size == 1 and not chain.parts and step.contradiction is None
        if at_once and proof.rules:
            text = self.text(by_one_rule(step, proof.rules[0], self.geometry))
            rules = [
                rule for rule in _linking(proof) if rule.constraint != proof.rules[0].constraint
            ]
            also = [self.say("also", rules=self.pairs_of(rules))] if rules else []
            return self.join([text, *also], "sentences")
        if at_once and proof.needs and step.eliminations:
            (house, digit), *_ = proof.needs
            rules = _linking(proof)
            return self.say(
                "links.house.rules" if rules else "direct.house",
                house=self.house(house),
                digit=digit,
                cells=self.names(chain.nodes[at].cell for at in chain.because),
                out=self.out(step),
                rules=self.linked_by(rules),
            )
        key = "enough" if step.contradiction is None else "enough.wrong"
        lines = [self.say(key, n=proof.size, facts=self.facts(proof))]
        if chain.nodes and chain.start.cause == "start":
            lines.append(self.say("proof.suppose", what=self._statement(chain.start)))
        argument = "\n".join(f"- {line}" for line in self.proof_lines(chain))
        if argument.count("\n") >= LONG and chain.nodes:
            lines.append(self._in_short(chain))
        lines.append(self.indent(argument))
        if step.contradiction is not None:
            lines.append(self.say("proof.unsolvable"))
        else:
            lines.append(self._therefore(step, chain))
        if proof.cut:
            lines.append(self.say("proof.cut"))
        return "\n".join(lines)

    def _in_short(self, chain: Chain) -> str:
        """Where a long argument leads to, before it is read."""
        placed = [self.holds(node.cell, node.digit) for node in chain.nodes[1:] if node.on]
        return self.say(
            "proof.in-short", placed=placed[:SHOWN], n=len(placed), end=self._conflicting(chain)
        )

    def _searched(self, step: Step, proof: FactsProof, tried: int) -> str:
        """What an exhaustive search shows."""
        text = self.say(
            "proof.searched",
            cases=tried,
            facts=len(proof.cells) + len(proof.needs),
            rules=self.kinds_of(dict.fromkeys((*proof.rules, *step.besides))),
        )
        placed = [self.say("proof.so", cell=self.cell(c), digit=d) for c, d in step.placements]
        gone = [self.say("so", out=self.out(step))] if step.eliminations else []
        return self.join([text, *placed, *gone], "sentences")

    def facts(self, proof: FactsProof) -> list[str]:
        """The facts of a small proof: those of one house together, and all cells together."""
        return self.needs(proof.cells, proof.needs) + self.rules(proof.rules)

    def arguments(self, parts: Sequence[Step]) -> str:
        """Why each candidate is eliminated: those with the same argument together, a short argument
        on one line."""
        brief = self._in_brief()
        alike: dict[tuple[str, ...], list[tuple[Candidate, Chain]]] = {}
        for part in parts:
            assert isinstance(part.proof, FactsProof)
            assert part.proof.argument is not None
            chain = part.proof.argument
            found = alike.setdefault(tuple(brief.proof_lines(chain)), [])
            found.append((part.eliminations[0], chain))
        rows: list[str] = []
        for short, group in alike.items():
            lines = short if len(group) > 1 else self.proof_lines(group[0][1])
            head = self._supposed([pair for pair, _ in group])
            if len(lines) <= SHOWN and not any("\n" in line for line in lines):
                rows.append(self.join([f"  - {head}", *lines], "sentences"))
            else:
                rows.append(f"  - {head}")
                rows += [self.indent(f"- {line}", "    ") for line in lines]
        return "\n".join(rows)

    def _in_brief(self) -> SmallProofWords:
        brief = copy(self)
        brief.brief = True
        return brief

    def _supposed(self, pairs: Sequence[Candidate]) -> str:
        """That one of some candidates is supposed true."""
        (cells, digits), *others = grouped(pairs)
        if len(pairs) > 1 and not others:
            return self.say("proof.suppose.one", digits=sorted(digits), cells=self.names(cells))
        return self.say(
            "proof.suppose", what=self.join([self.holds(*pair) for pair in pairs], "or")
        )

    def proof_lines(self, chain: Chain) -> list[str]:
        """What follows, a statement a line; what a digit excludes is written where it matters."""
        parts = []
        shown: dict[object, Node] = {}
        joint: dict[tuple[Rule, tuple[int, ...]], list[Node]] = {}
        cases: dict[object, list[Node]] = {}
        inside: dict[int, tuple[Chain, str]] = {}
        brief = self._in_brief()
        groups: dict[str, list[int]] = {}
        group_of: dict[int, tuple[list[int], str]] = {}
        locked: dict[int, _Locked] = {}
        linked: dict[int, _Alternating] = {}
        # The rule of a link is named where the link is a reason; an argument inside gives none.
        said = {*chain.because}.union(*(n.parents for n in chain.nodes if n.cause != "advanced"))
        ruled = {
            at
            for at, node in enumerate(chain.nodes)
            if node.cause == "rule" and (at not in said or not chain.is_link(node))
        }
        for at, node in enumerate(chain.nodes):
            if at in ruled and node.rule is not None:
                joint.setdefault((node.rule, node.parents), []).append(node)
            elif node.cause == "advanced" and node.part is not None:
                nested = chain.parts[node.part].proof
                assert isinstance(nested, FactsProof), "a small proof has small proofs as parts"
                assert nested.argument is not None, "an assumption has an argument"
                at_once = _locked(nested.argument)
                if at_once is not None:
                    locked[at] = at_once
                    cases.setdefault(at_once, []).append(node)
                    continue
                line = alternating(nested.argument)
                if line is not None:
                    linked[at] = line
                    cases.setdefault((node.digit, line), []).append(node)
                    continue
                inner = "\n".join(f"- {line}" for line in self.proof_lines(nested.argument))
                inside[at] = nested.argument, inner
                short = "\n".join(f"- {line}" for line in brief.proof_lines(nested.argument))
                group = groups.setdefault(short, [])
                # What shows it may itself rest on what is shown after the first of them.
                later = group and max(node.parents, default=0) > group[0]
                if later and inner != inside[group[0]][1]:
                    group = groups[short] = []
                group.append(at)
                group_of[at] = group, short
        for at, node in enumerate(chain.nodes):
            parents = [chain.nodes[at] for at in node.parents]
            if at in locked:
                if node is cases[locked[at]][0]:
                    parts.append(self._without_place(locked[at], cases[locked[at]]))
            elif at in linked:
                same = cases[node.digit, linked[at]]
                if node is same[0]:
                    parts.append(self._by_chain(linked[at], same))
            elif at in inside:
                argument, inner = inside[at]
                group, short = group_of[at]
                if at != group[0]:
                    continue
                same = [chain.nodes[other] for other in group]
                cells = self.names(case.cell for case in same)
                like = shown.setdefault(_shape(argument), node)
                if len({(chain.nodes[other].digit, inside[other][1]) for other in group}) > 1:
                    gone = self.excluded_as_reason((case.cell, case.digit) for case in same)
                    parts.append(
                        f"{self.say('proof.excluded.each', gone=gone)}\n{self.indent(short)}"
                    )
                elif like is not node:
                    case = self.holds(like.cell, like.digit)
                    parts.append(
                        self.say("proof.likewise", cells=cells, digit=node.digit, like=case)
                    )
                else:
                    start = self.say("proof.excluded", cells=cells, digit=node.digit)
                    parts.append(f"{start}\n{self.indent(inner)}")
            elif at in ruled and node.rule is not None:
                what = joint[node.rule, node.parents]
                if node is what[0]:
                    parts.append(self._ruled(chain, node.rule, what, parents))
            elif node.on and node.cause in ("cell", "house"):
                parts.append(self._only(chain, node, parents))
        if chain.conflict is not None:
            parts.append(self._conflicting(chain))
        return parts

    def _without_place(self, locked: _Locked, cases: Sequence[Node]) -> str:
        """Candidates that would leave a digit without a place in a house."""
        digit, house, places, known = locked
        return self.say(
            "proof.locked",
            house=self.house(house),
            digit=digit,
            places=self.names(places),
            given=self._given(self._says(known)) if known else "",
            cells=self.names(node.cell for node in cases),
        )

    def _by_chain(self, found: _Alternating, cases: Sequence[Node]) -> str:
        """Candidates that see both ends of a chain."""
        line, known = found
        return self.say(
            "proof.chain",
            chain=alternating_line(self.geometry, line),
            given=self._given(self._says(known)) if known else "",
            cells=self.names(node.cell for node in cases),
            digit=cases[0].digit,
        )

    def _statement(self, node: Node) -> str:
        return self.statement_of(node.cell, node.digit, node.on)

    def _ruled(self, chain: Chain, rule: Rule, what: Sequence[Node], why: Sequence[Node]) -> str:
        """What a constraint states."""
        given = self._given(self._premises(chain, why))
        return self.say("proof.ruled", rule=self.rule(rule), what=self._says(what), given=given)

    def _only(self, chain: Chain, node: Node, parents: Sequence[Node]) -> str:
        """A fact with one way left."""
        cell, given = self.cell(node.cell), self.reasons(chain, parents, node.house is None)
        if node.house is None:
            return self.say("proof.only-candidate", cell=cell, digit=node.digit, given=given)
        house = self.house(node.house)
        return self.say("proof.only-place", cell=cell, digit=node.digit, house=house, given=given)

    def _conflicting(self, chain: Chain) -> str:
        """A fact with no way left."""
        wrong = chain.conflict
        assert wrong is not None
        because = [chain.nodes[at] for at in chain.because]
        if wrong.rule is not None:
            given = self._given(self._premises(chain, because))
            return self.say("proof.broken", rule=self.rule(wrong.rule), given=given)
        if wrong.kind == "clash":
            return self.say("proof.clash", cell=self.cell(wrong.cells[0]), digit=wrong.digits[0])
        if wrong.kind == "no-candidate":
            given = self.reasons(chain, because, one_cell=True)
            return self.say("proof.no-candidate", cell=self.cell(wrong.cells[0]), given=given)
        assert wrong.house is not None
        given = self.reasons(chain, because, one_cell=False)
        house = self.house(wrong.house)
        return self.say("proof.no-place", digit=wrong.digits[0], house=house, given=given)

    def _given(self, why: str, *, cause: bool = False) -> str:
        """A reason in brackets; ``cause``: it is said as a cause already."""
        if not why or self.brief:
            return ""
        return self.say("proof.given.cause" if cause else "proof.given", why=why)

    def _premises(self, chain: Chain, nodes: Iterable[Node]) -> str:
        """Statements in a row, with the rule of each that another cell excludes by one: houses
        are seen without being named."""
        said, excluded = list[Node](), dict[Candidate, list[Node]]()
        for node in nodes:
            if node.cause == "rule" and chain.is_link(node):
                cause = chain.nodes[node.parents[0]]
                excluded.setdefault((cause.cell, cause.digit), []).append(node)
            else:
                said.append(node)
        lines = [self._says(said)] if said else []
        lines += [self._excludes(by, lost) for by, lost in excluded.items()]
        return self.join(lines, "clauses")

    def _says(self, nodes: Iterable[Node]) -> str:
        """Statements in a row: "r1c1 = 6; r1c2 is not 3 or 4"."""
        nodes = list(nodes)
        lines = [self.holds(node.cell, node.digit) for node in nodes if node.on]
        gone = sorted((node.cell, node.digit) for node in nodes if not node.on)
        if gone:
            lines.append(self.excluded_as_reason(gone))
        return self.join(lines, "clauses")

    def reasons(self, chain: Chain, lost: Sequence[Node], one_cell: bool) -> str:
        """Why these candidates are gone, in brackets: of one cell, or of a digit in a house."""
        seen: dict[int, list[Node]] = {}
        taken: dict[Candidate, None] = {}
        excluded: dict[Candidate, list[Node]] = {}
        others: list[Node] = []
        for node in lost:
            causes = [chain.nodes[at] for at in node.parents]
            if node.cause == "rule" and chain.is_link(node):
                excluded.setdefault((causes[0].cell, causes[0].digit), []).append(node)
            elif node.cause not in ("cell", "house") or len(causes) != 1:
                others.append(node)
            elif causes[0].cell == node.cell:
                taken[node.cell, causes[0].digit] = None
            else:
                seen.setdefault(causes[0].cell, []).append(node)
        lines = []
        if not one_cell:
            lines += [
                self.say("proof.see", cells=self.names(n.cell for n in nodes), cell=self.cell(by))
                for by, nodes in seen.items()
            ]
        elif seen:
            candidates = [self.candidate(by, nodes[0].digit) for by, nodes in seen.items()]
            lines.append(self.say("proof.sees", candidates=candidates))
        cause = (bool(lines) and not taken) or bool(excluded)
        lines += [self.holds(cell, digit) for cell, digit in taken]
        lines += [self._excludes(by, nodes) for by, nodes in excluded.items()]
        if others:
            lines.append(self._says(others))
        return self._given(self.join(lines, "clauses"), cause=cause and not others)

    def _excludes(self, by: Candidate, lost: Sequence[Node]) -> str:
        """ "r1c1 = 5 excludes 4 from r1c2 by the thermometer": a rule that two cells can break."""
        of_kind: dict[str, list[Candidate]] = {}
        for node in lost:
            assert node.rule is not None
            of_kind.setdefault(self.any_of(node.rule), []).append((node.cell, node.digit))
        gone = []
        for rule, pairs in of_kind.items():
            parts = [
                self.say(
                    "proof.excludes.from",
                    cells=self.names(cells),
                    digits=self.spanned(sorted(digits)),
                )
                for cells, digits in grouped(pairs)
            ]
            gone.append(self.say("proof.excludes.by", gone=parts, rule=rule))
        return self.say("proof.excludes", fact=self.holds(*by), gone=gone)

    def _therefore(self, step: Step, chain: Chain) -> str:
        """The conclusion, and what the same facts exclude beside it."""
        start = chain.start
        key = "proof.so-not" if start.on else "proof.so"
        text = self.say(key, cell=self.cell(start.cell), digit=start.digit)
        own = {(node.cell, node.digit) for node in chain.nodes[:1]}
        others = [pair for pair in step.eliminations if pair not in own]
        if not others:
            return text
        further = self.say("proof.further", further=self.crossed_out(others))
        assert isinstance(step.proof, FactsProof)
        said = {rule.constraint for rule in (*_links((), chain), *step.proof.rules, *step.besides)}
        rules = [rule for rule in _linking(step.proof) if rule.constraint not in said]
        also = [self.say("also", rules=self.pairs_of(rules))] if rules else []
        return self.join([text, further, *also], "sentences")
