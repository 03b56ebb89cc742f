"""What the two languages share: grouping, numbering, and which sentence a step needs.

:class:`Words` is the frame; ``english.py`` and ``japanese.py`` fill in the sentences. The dispatch
lives here once, so that neither language can lack a family: a missing method is a type error.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, count, permutations
from typing import TYPE_CHECKING, TypeAlias, assert_never

from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid
from satdoku.explaining.eureka import eureka
from satdoku.explaining.hints import PatternPart, parts_of, spots
from satdoku.explaining.names import Lang, title_key
from satdoku.relations import DigitSetSum
from satdoku.techniques.step import (
    AlignedProof,
    AlsProof,
    AssumptionProof,
    BlossomProof,
    BugProof,
    Candidate,
    Cause,
    CellSet,
    Chain,
    ChainProof,
    ClassProof,
    ClueProof,
    ConflictProof,
    Contradiction,
    CycleProof,
    DirectProof,
    ExclusionProof,
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
    NegationProof,
    Node,
    Rule,
    SingleProof,
    Statement,
    Step,
    SumProof,
    TrialProof,
    WingProof,
)

if TYPE_CHECKING:
    from satdoku.rating.trials import Branch, Trials

__all__ = ["MANY", "Words"]

Case: TypeAlias = tuple[list[tuple[int, list[int]]], str]
"""Some cells with their digits, and why that cannot be."""

_FEW_WAYS = 5

MANY = 12
"""A clue about more cells is none that a reader goes through."""

SHORT = 6
"""A chain of up to this many statements is written as one sentence, a longer one line by line."""


_OF_CLUES = (ClueProof, SumProof, JointProof, KillerSetProof, ClassProof, ConflictProof)
"""Proofs whose clues are part of the pattern."""


class Words(ABC):
    """The sentences of one language for the steps of one board."""

    lang: Lang

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry

    # -- pieces ----------------------------------------------------------------------------------

    @abstractmethod
    def join(self, items: Sequence[str]) -> str:
        """A list in a sentence."""

    @abstractmethod
    def house(self, house: House) -> str:
        """The name of a house inside a sentence."""

    @abstractmethod
    def is_not(self, cells: str, digits: str, many: bool) -> str:
        """ "r1c1 and r1c2 are not 5"."""

    def cell(self, cell: int) -> str:
        """The name of a cell."""
        return self.geometry.name(cell)

    def cells(self, cells: Iterable[int]) -> str:
        """The names of some cells, in a sentence."""
        return self.join([self.cell(cell) for cell in cells])

    def digits(self, digits: Iterable[int]) -> str:
        """Some digits, in a sentence."""
        return self.join([str(digit) for digit in digits])

    def houses(self, houses: Iterable[House]) -> str:
        """The names of some houses, in a sentence."""
        return self.join([self.house(house) for house in houses])

    def out(self, step: Step) -> str:
        """What is crossed out: "r1c2 and r1c3 are not 5; r1c2 is not 7"."""
        return self.crossed_out(step.eliminations)

    def crossed_out(self, pairs: Iterable[Candidate]) -> str:
        """Candidates that are crossed out."""
        parts = [
            self.is_not(self.cells(cells), self.either(digits), len(cells) > 1)
            for cells, digits in self.grouped(pairs)
        ]
        return self.semicolon.join(parts)

    def excluded_as_reason(self, pairs: Sequence[Candidate]) -> str:
        """The same where it is not the conclusion but what leads to it."""
        return self.crossed_out(pairs)

    def grouped(self, pairs: Iterable[Candidate]) -> list[tuple[tuple[int, ...], list[int]]]:
        """Candidates as groups of cells, each with the digits that all of these cells share."""
        groups: dict[tuple[int, ...], list[int]] = {}
        by_digit: dict[int, list[int]] = {}
        for cell, digit in pairs:
            by_digit.setdefault(digit, []).append(cell)
        for digit, cells in by_digit.items():
            groups.setdefault(tuple(cells), []).append(digit)
        return list(groups.items())

    semicolon = "; "
    space = " "
    """What stands between two sentences."""

    def either(self, digits: Sequence[int]) -> str:
        """Digits after a negation: "3 or 5"."""
        return self.digits(digits)

    def where(self, pairs: Iterable[Candidate]) -> str:
        """The cells of some candidates."""
        return self.cells(dict.fromkeys(cell for cell, _ in pairs))

    # -- the three strengths -----------------------------------------------------------------------

    def kind(self, step: Step) -> str:
        """Strength 1: what kind, and where to look."""
        return self.look_for(title_key(step), self.place(step))

    @abstractmethod
    def look_for(self, technique: str, place: str) -> str:
        """ "Look for a naked pair in row 3."."""

    def place(self, step: Step) -> str:
        """Where to look: the houses and the rules of the pattern, and those its cells lie in."""
        houses = spots(step, self.geometry)
        parts = [self.lines_of(houses)] if houses else []
        return self.join([*parts, *(self.rule(rule) for rule in step.view.rules)])

    @abstractmethod
    def lines_of(self, houses: Sequence[House]) -> str:
        """Houses, those of a kind together: "rows 2 and 4 and box 7"."""

    def pattern(self, step: Step) -> str:
        """Strength 2: the pattern by its roles, without what follows."""
        if isinstance(step.proof, FactsProof):
            return self.pattern_of(step, self.facts(step.proof))
        roles = [self.role(part) for part in parts_of(step, self.geometry)]
        if isinstance(step.proof, _OF_CLUES):
            roles = [*map(self.rule, step.view.rules), *roles]
        return self.pattern_of(step, roles)

    @abstractmethod
    def pattern_of(self, step: Step, parts: Sequence[str]) -> str:
        """ "Naked pair: box 7; r7c3 and r9c3; digits 2 and 8."."""

    @abstractmethod
    def role(self, part: PatternPart) -> str:
        """A part of a pattern with what it does there: "pivot r6c9 (2 or 3)"."""

    def by_kind(self, houses: Sequence[House]) -> list[list[House]]:
        """Houses of the same kind together by number, in the order of the first of each kind."""
        found: dict[object, list[House]] = {}
        for house in houses:
            key = house if house.kind == "extra" else (house.kind, house.grid)
            found.setdefault(key, []).append(house)
        return [sorted(group, key=lambda house: house.number) for group in found.values()]

    def full(self, step: Step) -> str:
        """Strength 3: everything, with the reason."""
        rules = [rule for rule in step.besides if rule not in self._mentioned(step)]
        text = self._body(step)
        if not rules:
            return text
        return text + ("\n" if "\n" in text else self.space) + self.also(self.pairs_of(rules))

    def _mentioned(self, step: Step) -> set[Rule]:
        """Those of ``step.besides`` that the sentences name where they are used."""
        match step.proof:
            case NegationProof():
                return set(step.besides)
            case AlsProof() as proof:
                sides = [
                    (self.places(one, x), self.places(other, x)) for x, one, other in proof.joints()
                ]
            case BlossomProof(stem, digits, petals):
                each = zip(digits, petals, strict=True)
                sides = [([stem], self.places(petal, digit)) for digit, petal in each]
            case _:
                return set()
        return {rule for here, there in sides for rule in self.between(step, here, there)}

    def between(self, step: Step, here: Sequence[int], there: Sequence[int]) -> list[Rule]:
        """The rules by which some cells exclude something from others, where no house does."""
        peers = self.geometry.peers
        pairs = [{a, b} for a in here for b in there if b not in peers[a]]
        return [rule for rule in step.besides if set(rule.cells) in pairs]

    def pairs_of(self, rules: Iterable[Rule]) -> list[str]:
        """Rules about pairs of cells, those of one rule together: "anti-knight (r1c1 and r2c3)"."""
        found: dict[str, list[str]] = {}
        for rule in rules:
            found.setdefault(self.name_of(rule), []).append(self.cells(rule.cells))
        return [f"{name} ({self.semicolon.join(cells)})" for name, cells in found.items()]

    @abstractmethod
    def also(self, rules: Sequence[str]) -> str:
        """A sentence behind the others that names further rules."""

    @abstractmethod
    def name_of(self, rule: Rule) -> str:
        """A rule without its cells: "anti-knight"."""

    def _body(self, step: Step) -> str:
        match step.proof:
            case SingleProof() as proof:
                return self.single(proof)
            case IntersectionProof() as proof:
                return self.locked(step, proof)
            case ExclusionProof() as proof:
                return self.locked_links(step, proof)
            case DirectProof(pattern) as proof:
                if isinstance(pattern, IntersectionProof):
                    return self.direct_locked(proof, pattern)
                return self.direct_hidden(proof, pattern)
            case NakedSetProof() | HiddenSetProof() if step.contradiction is not None:
                return self.contradiction(step.contradiction)
            case NakedSetProof() as proof:
                return self.naked_set(step, proof)
            case HiddenSetProof() as proof:
                return self.hidden_set(step, proof)
            case FishProof() as proof:
                return self.fish(step, proof)
            case WingProof() as proof:
                return self.wing(step, proof)
            case AlignedProof() as proof:
                return self.aligned(step, proof)
            case LoopProof() as proof:
                return self.unique(step, proof)
            case BugProof() as proof:
                return self.bug(step, proof)
            case CycleProof() as proof:
                return self.cycle(step, proof)
            case ChainProof(chain=chain):
                return self.chain(chain)
            case ForcingProof() as proof:
                return self.forcing(step, proof)
            case AlsProof() as proof:
                return (self.doubly_linked if proof.doubly_linked else self.als_chain)(step, proof)
            case BlossomProof() as proof:
                return self.blossom(step, proof)
            case NegationProof() as proof:
                return self.negation(proof)
            case TrialProof() as proof:
                return self.trial(step, proof)
            case AssumptionProof() as proof:
                return self.assumption(proof)
            case FactsProof() as proof:
                return self.small_proof(step, proof)
            case ClueProof(rule) as proof:
                if step.contradiction is not None:
                    return self.contradiction(step.contradiction)
                if self.ways(rule):
                    by_itself = not proof.common or self.rules_out_by_itself(step, rule)
                    return self.direct_rule(
                        step, rule, "" if by_itself else self.one_of(proof.common)
                    )
                return self.clue(step, proof, self.left(step, proof, rule.cells))
            case SumProof() as proof:
                if step.contradiction is not None:
                    return self.sums(step, proof, "")
                return self.sums(step, proof, self.left(step, proof, (*proof.plus, *proof.minus)))
            case LeftoverProof(plus=plus, minus=minus) as proof:
                return self.leftovers(step, proof, self.left(step, proof, (*plus, *minus)))
            case ClassProof() as proof:
                return self.class_chain(step, proof)
            case JointProof(cells=cells, left=left) as proof:
                return self.joint(step, proof, self.left(step, proof, cells) if left else "")
            case KillerSetProof() as proof:
                return self.killer_set(step, proof)
            case ConflictProof(rule, left) as proof:
                said = self.left(step, proof, rule.cells) if left or proof.ways else ""
                return self.conflict(step, proof, said)
            case unknown:
                assert_never(unknown)

    def single(self, proof: SingleProof) -> str:
        """A digit that has one place left, or a cell that has one candidate left."""
        if proof.house is None:
            return self.naked_single(proof.cell, proof.digit)
        write = self.full_house if proof.last else self.hidden_single
        return write(proof.cell, proof.digit, proof.house)

    # -- a trace of trials -------------------------------------------------------------------------

    def branch(self, branch: Branch) -> list[str]:
        """A branch of a search by trial as lines, moved in by what it rests on."""
        lines = []
        if branch.assumed is not None:
            lines.append(f"- {self.followed(branch.assumed, branch.singles)}")
        elif branch.singles:
            lines.append(self.followed(None, branch.singles))
        mark = "  " if branch.depth else ""
        if branch.ending == "solution":
            lines.append(mark + self.answer(branch.number, branch.position.grid))
        elif branch.tried is not None:
            lines.append(mark + self.tried(branch.tried))
        elif branch.wrong is not None:
            lines.append(mark + self.dead_end(branch.wrong))
        return ["  " * (branch.depth - 1) + line for line in lines]

    @abstractmethod
    def followed(self, assumed: Candidate | None, singles: Sequence[Step]) -> str:
        """What is supposed, and the digits that follow from it by singles."""

    @abstractmethod
    def tried(self, proof: TrialProof) -> str:
        """The cell whose candidates are tried next."""

    @abstractmethod
    def dead_end(self, wrong: Contradiction) -> str:
        """The contradiction that ends a branch."""

    @abstractmethod
    def answer(self, number: int, grid: Grid) -> str:
        """A solution."""

    @abstractmethod
    def all_tried(self, trials: Trials) -> str:
        """How a search by trial ended."""

    # -- chains ------------------------------------------------------------------------------------

    def lines(self, chain: Chain, known: dict[Statement, int] | None = None) -> str:
        """A chain's statements, one a line, each with its reason and numbered for reference.

        ``known`` gives the numbers of statements made before; these and what only they rest on are
        left out, and those made now are added.
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

    def negation(self, proof: NegationProof) -> str:
        """An assumption, what follows from it line by line, and the contradiction."""
        lines = self.refutation(proof, {}, count(1))
        return self.refuted(proof.assumed, self.indent("\n".join(lines)))

    def refutation(
        self, proof: NegationProof, known: dict[Statement, int], numbers: Iterator[int]
    ) -> list[str]:
        """The lines of a refutation; ``known`` gives the lines of the statements made before."""
        start = Node(*proof.assumed, on=True)
        known[*proof.assumed, True] = number = next(numbers)
        lines = [f"{number}. {self.claim(start)}"]
        for part in proof.parts:
            number = next(numbers)
            others = self.because(sorted({known[reason] for reason in part.because}), number)
            if part.besides and not isinstance(part.proof, NegationProof):
                others = f" [{self.semicolon.join(self.pairs_of(part.besides))}]{others}"
            if isinstance(part.proof, NegationProof):
                inner = self.refutation(part.proof, known.copy(), numbers)
                lines += [f"{number}. {self.nested(part)}", self.indent("\n".join(inner), "     ")]
            elif part.contradiction is not None:
                lines.append(f"{number}. {self.wrong(part.contradiction)}{others}")
            elif isinstance(part.proof, SingleProof):
                house = part.proof.house
                cause: Cause = "cell" if house is None else "house"
                node = Node(*part.placements[0], on=True, cause=cause, house=house)
                lines.append(f"{number}. {self.claim(node)}{others}")
            else:
                lines.append(f"{number}. {self.pattern_says(part)}{others}")
            known |= {(*pair, True): number for pair in part.placements}
            known |= {(*pair, False): number for pair in part.eliminations}
        return lines

    def chain_texts(self, chains: Sequence[Chain]) -> list[str]:
        """Chains from one assumption, each with its end: one numbered argument."""
        if all(self._is_short(chain) for chain in chains):
            return self.contrasted([self.chain_text(chain) for chain in chains])
        known: dict[Statement, int] = {}
        return self.contrasted([self._noted(chain, self.lines(chain, known)) for chain in chains])

    def contrasted(self, texts: Sequence[str]) -> list[str]:
        """Texts with a word of contrast between them."""
        return [texts[0], *(f"{self.opposed}\n{text}" for text in texts[1:])]

    def _is_short(self, chain: Chain) -> bool:
        return len(chain.nodes) <= SHORT and chain.is_line and not chain.parts

    def statement(self, chain: Chain, at: int) -> str:
        """One statement of a chain with its reason: "r1c5 is not 7 (row 1)"."""
        node = chain.nodes[at]
        return self.claim(node, None if node.part is None else chain.parts[node.part])

    @abstractmethod
    def claim(self, node: Node, part: Step | None = None) -> str:
        """A statement with its reason; ``part`` is the step that excludes a candidate."""

    @abstractmethod
    def phrase(self, part: Step) -> str:
        """The reason of a step inside an argument, where a few words suffice; else nothing."""

    @abstractmethod
    def because(self, numbers: Sequence[int], own: int) -> str:
        """A reference to the lines a statement rests on, where it is not just the one above."""

    def chain_text(self, chain: Chain) -> str:
        """A chain as text: one sentence when short, else line by line, with its notation below."""
        if self._is_short(chain):
            text = self.sentence(
                self.arrow.join(self.statement(chain, at) for at in range(len(chain.nodes)))
            )
        else:
            text = self.lines(chain)
        return self._noted(chain, text)

    def _noted(self, chain: Chain, text: str) -> str:
        note = eureka(chain, self.geometry)
        return text + (f"\n  {note}" if note else "")

    def sentence(self, text: str) -> str:
        """A text as a sentence of its own."""
        return text + self.stop

    arrow = " → "
    stop = "."
    opposed = "On the other hand:"

    # -- clues -------------------------------------------------------------------------------------

    def left(
        self,
        step: Step,
        proof: ClueProof | SumProof | LeftoverProof | JointProof | ConflictProof,
        cells: Sequence[int],
    ) -> str:
        """What the ways that are left have in common, as far as it matters: "r1c1 is 1 to 3"."""
        if proof.common:
            return self.one_of(proof.common)
        if proof.ways:
            return self.only_ways(cells, ["-".join(map(str, way)) for way in proof.ways])
        touched = dict.fromkeys(cell for cell, _ in step.eliminations)
        by_digits: dict[tuple[int, ...], list[int]] = {}
        for cell in touched:
            digits = tuple(digit for c, digit in proof.left if c == cell)
            by_digits.setdefault(digits, []).append(cell)
        return self.can_only_be([(found, digits) for digits, found in by_digits.items()])

    @abstractmethod
    def one_of(self, common: Sequence[Candidate]) -> str:
        """ "every way has a 9 in r1c1 or r1c2"."""

    @abstractmethod
    def only_ways(self, cells: Sequence[int], ways: Sequence[str]) -> str:
        """ "r1c1 and r1c2 can only be 1-2 or 3-4"."""

    @abstractmethod
    def can_only_be(self, held: Sequence[tuple[Sequence[int], Sequence[int]]]) -> str:
        """ "r1c1 can only be 1 to 3"."""

    @abstractmethod
    def clue(self, step: Step, proof: ClueProof, left: str) -> str: ...
    @abstractmethod
    def sums(self, step: Step, proof: SumProof, left: str) -> str: ...
    @abstractmethod
    def leftovers(self, step: Step, proof: LeftoverProof, left: str) -> str: ...
    @abstractmethod
    def class_chain(self, step: Step, proof: ClassProof) -> str: ...
    @abstractmethod
    def joint(self, step: Step, proof: JointProof, left: str) -> str: ...
    @abstractmethod
    def killer_set(self, step: Step, proof: KillerSetProof) -> str: ...
    @abstractmethod
    def conflict(self, step: Step, proof: ConflictProof, left: str) -> str: ...

    # -- small proofs ------------------------------------------------------------------------------

    def small_proof(self, step: Step, proof: FactsProof) -> str:
        """The few facts, and what follows from them."""
        chain = proof.argument
        if chain is None:
            house = proof.needs[0][0] if proof.needs else None
            return self.single(SingleProof(*step.placements[0], house))
        at_once = proof.size == 1 and not chain.parts and step.contradiction is None
        if at_once and proof.rules:
            return self.direct_rule(step, proof.rules[0])
        if at_once and proof.needs and step.eliminations:
            cells = [chain.nodes[at].cell for at in chain.because]
            return self.direct_house(step, *proof.needs[0], cells)
        lines = [self.enough(step, proof, self.facts(proof))]
        if chain.nodes and chain.start.cause == "start":
            lines.append(self.suppose(chain.start))
        lines.append(self.indent("\n".join(f"- {line}" for line in self.proof_lines(chain))))
        if step.contradiction is not None:
            lines.append(self.unsolvable())
        else:
            lines.append(self.therefore(chain.start, self._further(step, chain)))
        return "\n".join(lines)

    def ways(self, rule: Rule) -> list[str]:
        """The sums that a cage can be, ``1+7``, where they are few enough to be read."""
        if rule.name != "killer-cage" or not rule.label.isdecimal():
            return []
        sums = DigitSetSum(rule.cells, int(rule.label), self.geometry.digits)
        if sums.digit_set_count > _FEW_WAYS:
            return []
        return ["+".join(map(str, digits)) for digits in sums.digit_sets]

    def rules_out_by_itself(self, step: Step, rule: Rule) -> bool:
        """Whether the ways to keep a cage exclude what goes, whatever else has gone: a digit that
        none of them has in its own cells, or one that all have where all its cells are seen."""
        ways = [set(map(int, way.split("+"))) for way in self.ways(rule)]
        peers = self.geometry.peers
        return all(
            not any(digit in way for way in ways)
            if cell in rule.cells
            else all(digit in way for way in ways) and set(rule.cells) <= set(peers[cell])
            for cell, digit in step.eliminations
        )

    def _further(self, step: Step, chain: Chain) -> str:
        """What the same facts exclude beside the candidate that the argument is about."""
        own = {(node.cell, node.digit) for node in chain.nodes[:1]}
        others = [pair for pair in step.eliminations if pair not in own]
        return self.crossed_out(others) if others else ""

    def facts(self, proof: FactsProof) -> list[str]:
        """The facts of a small proof: those of one house together, and all cells together."""
        of_house: dict[House, list[int]] = {}
        for house, digit in proof.needs:
            of_house.setdefault(house, []).append(digit)
        lines = [self.house_fact(house, digits) for house, digits in of_house.items()]
        if proof.cells:
            lines.append(self.cell_fact(proof.cells))
        return lines + [self.rule(rule) for rule in proof.rules]

    def proof_lines(self, chain: Chain) -> list[str]:
        """What follows, a statement a line; what a digit excludes is written where it matters."""
        parts = []
        joint: dict[tuple[Rule, tuple[int, ...]], list[Node]] = {}
        for node in chain.nodes:
            if node.cause == "rule" and not node.on and node.rule is not None:
                joint.setdefault((node.rule, node.parents), []).append(node)
        for node in chain.nodes:
            parents = [chain.nodes[at] for at in node.parents]
            if node.cause == "advanced" and node.part is not None:
                nested = chain.parts[node.part].proof
                assert isinstance(nested, FactsProof), "a small proof has small proofs as parts"
                assert nested.argument is not None, "an assumption has an argument"
                inner = self.proof_lines(nested.argument)
                lines = self.indent("\n".join(f"- {line}" for line in inner))
                parts.append(f"{self.excluded(node)}\n{lines}")
            elif node.cause == "rule" and node.rule is not None and not chain.is_link(node):
                if node.on:
                    parts.append(self.ruled(node.rule, self._says([node]), self._says(parents)))
                elif node is joint[node.rule, node.parents][0]:
                    lost = joint[node.rule, node.parents]
                    parts.append(self.ruled(node.rule, self._says(lost), self._says(parents)))
            elif node.on and node.cause in ("cell", "house"):
                parts.append(self.only(node, self.reasons(chain, parents, node.house is None)))
        because = [chain.nodes[at] for at in chain.because]
        wrong = chain.conflict
        if wrong is not None and wrong.rule is not None:
            parts.append(self.broken(wrong.rule, self._says(because)))
        elif wrong is not None and wrong.kind == "clash":
            parts.append(self.clash(wrong.cells[0], wrong.digits[0]))
        elif wrong is not None:
            cell = wrong.cells[0] if wrong.kind == "no-candidate" else None
            why = self.reasons(chain, because, cell is not None)
            parts.append(self.nothing(cell, wrong.house, wrong.digits, why))
        return parts

    def _says(self, nodes: Iterable[Node]) -> str:
        """Statements in a row: "r1c1 = 6, r1c2 is not 3 or 4"."""
        nodes = list(nodes)
        lines = [self.holds(node.cell, node.digit) for node in nodes if node.on]
        gone = tuple((node.cell, node.digit) for node in nodes if not node.on)
        if gone:
            lines.append(self.excluded_as_reason(sorted(gone)))
        return self.semicolon.join(lines)

    def reasons(self, chain: Chain, lost: Sequence[Node], one_cell: bool) -> str:
        """Why these candidates are gone: of one cell, or of one digit in a house."""
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
        if one_cell:
            if seen:
                lines.append(self.it_sees([(nodes[0].digit, by) for by, nodes in seen.items()]))
        else:
            lines += [self.they_see([n.cell for n in nodes], by) for by, nodes in seen.items()]
        lines += [self.holds(cell, digit) for cell, digit in taken]
        lines += [self.excludes(by, nodes) for by, nodes in excluded.items()]
        if others:
            lines.append(self._says(others))
        return self.semicolon.join(lines)

    def holds(self, cell: int, digit: int) -> str:
        """ "r1c1 = 5"."""
        return f"{self.cell(cell)} = {digit}"

    @abstractmethod
    def rule(self, rule: Rule) -> str:
        """A constraint as a fact."""

    @abstractmethod
    def house_fact(self, house: House, digits: Sequence[int]) -> str:
        """ "row 2 must hold a 5"."""

    @abstractmethod
    def cell_fact(self, cells: Sequence[int]) -> str:
        """ "r4c4 must hold a digit"."""

    @abstractmethod
    def enough(self, step: Step, proof: FactsProof, facts: Sequence[str]) -> str:
        """ "Two facts are enough: ..."."""

    @abstractmethod
    def direct_house(self, step: Step, house: House, digit: int, cells: Sequence[int]) -> str: ...
    @abstractmethod
    def direct_rule(self, step: Step, rule: Rule, left: str = "") -> str: ...
    @abstractmethod
    def suppose(self, node: Node) -> str: ...
    @abstractmethod
    def excluded(self, node: Node) -> str:
        """Introduces a nested argument."""

    @abstractmethod
    def ruled(self, rule: Rule, what: str, why: str) -> str: ...
    @abstractmethod
    def only(self, node: Node, why: str) -> str: ...
    @abstractmethod
    def broken(self, rule: Rule, why: str) -> str: ...
    @abstractmethod
    def clash(self, cell: int, digit: int) -> str: ...
    @abstractmethod
    def nothing(
        self, cell: int | None, house: House | None, digits: Sequence[int], why: str
    ) -> str: ...
    @abstractmethod
    def it_sees(self, digits: Sequence[Candidate]) -> str:
        """The digits that a cell sees, as (digit, cell)."""

    @abstractmethod
    def excludes(self, by: Candidate, lost: Sequence[Node]) -> str:
        """ "r1c1 = 5 excludes 4 from r1c2": by a rule that two cells can break."""

    @abstractmethod
    def they_see(self, cells: Sequence[int], by: int) -> str: ...
    @abstractmethod
    def unsolvable(self) -> str: ...
    @abstractmethod
    def therefore(self, start: Node, further: str) -> str: ...

    # -- what each language must say ---------------------------------------------------------------

    @abstractmethod
    def wrong(self, found: Contradiction) -> str:
        """A contradiction as a clause: "row 3 has no place left for 5"."""

    @abstractmethod
    def contradiction(self, found: Contradiction) -> str: ...
    @abstractmethod
    def full_house(self, cell: int, digit: int, house: House) -> str: ...
    @abstractmethod
    def hidden_single(self, cell: int, digit: int, house: House) -> str: ...
    @abstractmethod
    def naked_single(self, cell: int, digit: int) -> str: ...
    @abstractmethod
    def locked(self, step: Step, proof: IntersectionProof) -> str: ...
    @abstractmethod
    def locked_links(self, step: Step, proof: ExclusionProof) -> str:
        """What every place of a digit, or every candidate of a cell, excludes."""

    @abstractmethod
    def linked(self, rule: Rule) -> str:
        """Why two candidates exclude each other: "r1c1 and r1c2 may not be consecutive"."""

    @abstractmethod
    def direct_locked(self, proof: DirectProof, locked: IntersectionProof) -> str: ...
    @abstractmethod
    def direct_hidden(self, proof: DirectProof, hidden: HiddenSetProof) -> str: ...
    @abstractmethod
    def naked_set(self, step: Step, proof: NakedSetProof) -> str: ...
    @abstractmethod
    def hidden_set(self, step: Step, proof: HiddenSetProof) -> str: ...
    @abstractmethod
    def fish(self, step: Step, proof: FishProof) -> str: ...
    @abstractmethod
    def wing(self, step: Step, proof: WingProof) -> str: ...
    @abstractmethod
    def unique(self, step: Step, proof: LoopProof) -> str: ...
    @abstractmethod
    def bug(self, step: Step, proof: BugProof) -> str: ...
    @abstractmethod
    def aligned(self, step: Step, proof: AlignedProof) -> str: ...
    @abstractmethod
    def same_house(self, a: int, b: int) -> str:
        """Two cells that see each other cannot hold the same digit."""

    @abstractmethod
    def emptied(self, cell: int, digits: Sequence[int]) -> str:
        """A cell would have none of its digits left."""

    @abstractmethod
    def cycle(self, step: Step, proof: CycleProof) -> str: ...
    @abstractmethod
    def chain(self, chain: Chain) -> str: ...
    @abstractmethod
    def forcing(self, step: Step, proof: ForcingProof) -> str: ...
    @abstractmethod
    def als_chain(self, step: Step, proof: AlsProof) -> str: ...
    @abstractmethod
    def doubly_linked(self, step: Step, proof: AlsProof) -> str: ...
    @abstractmethod
    def blossom(self, step: Step, proof: BlossomProof) -> str: ...
    @abstractmethod
    def refuted(self, assumed: Candidate, lines: str) -> str:
        """A refutation with its first and last sentence."""

    @abstractmethod
    def nested(self, part: Step) -> str:
        """Introduces a refutation inside another one."""

    @abstractmethod
    def pattern_says(self, part: Step) -> str:
        """What a pattern inside an argument excludes, with its reason in a few words."""

    @abstractmethod
    def trial(self, step: Step, proof: TrialProof) -> str: ...
    @abstractmethod
    def assumption(self, proof: AssumptionProof) -> str: ...

    # -- shared by both ----------------------------------------------------------------------------

    def linked_by(self, rules: Iterable[Rule]) -> str:
        """The rules by which a pattern excludes something."""
        return self.semicolon.join(dict.fromkeys(map(self.linked, rules)))

    def two_ways(self, ring: Chain) -> tuple[list[str], list[str]]:
        """What is true in a ring in either case: its true statements, or those it denies."""
        nodes = ring.nodes[:-1]
        return (
            [self.holds(node.cell, node.digit) for node in nodes if node.on],
            [self.holds(node.cell, node.digit) for node in nodes if not node.on],
        )

    def kinds(self) -> str:
        """The kinds of houses of the board."""
        return self.some_kind(tuple(dict.fromkeys(house.kind for house in self.geometry.houses)))

    @abstractmethod
    def some_kind(self, kinds: Sequence[str]) -> str:
        """ "row, column or box"."""

    def places(self, found: CellSet, digit: int) -> list[int]:
        """The cells of a named set that can hold a digit."""
        return [cell for cell, d in found.candidates if d == digit]

    def some_cell(self, cells: Sequence[int]) -> str:
        """Cells of which one is meant: "r1c1 or r1c2"."""
        return self.cells(cells)

    def held(self, step: Step, proof: AlsProof) -> list[tuple[int, tuple[CellSet, ...]]]:
        """For the digits that two doubly linked sets exclude: the sets that hold it between them.

        A restricted common is in one of the two, any other digit in each set that has it.
        """
        found: list[tuple[int, tuple[CellSet, ...]]] = []
        for digit in sorted({digit for _, digit in step.eliminations}):
            having = [s for s in proof.sets if digit in s.digits]
            shared = digit in proof.commons
            found += [(digit, tuple(having))] if shared else [(digit, (s,)) for s in having]
        return found

    def impossible(self, step: Step, proof: AlignedProof) -> list[tuple[Candidate, list[Case]]]:
        """For each candidate that an aligned exclusion removes: the ways to fill the other base
        cells beside it, and what is wrong with each."""
        base = {cell: [d for c, d in proof.candidates if c == cell] for cell in proof.base}
        found = []
        for pair in step.eliminations:
            others = [cell for cell in proof.base if cell != pair[0]]
            orders = [self._cases(proof, pair, order, base) for order in permutations(others)]
            found.append((pair, min(orders, key=len)))
        return found

    def _cases(
        self,
        proof: AlignedProof,
        pair: Candidate,
        order: Sequence[int],
        base: dict[int, list[int]],
    ) -> list[Case]:
        """The ways by the digit of the first other cell; the last one's digits where they matter,
        those with the same reason together."""
        first, *rest = order
        cases: list[Case] = []
        for digit in base[first]:
            begun = [pair, (first, digit)]
            if not rest or (why := self._clash(proof, begun)):
                why = self._clash(proof, begun, last=True)
                cases.append(([(first, [digit])], why))
                continue
            by_reason: dict[str, list[int]] = {}
            for last in base[rest[0]]:
                why = self._clash(proof, [*begun, (rest[0], last)], last=True)
                by_reason.setdefault(why, []).append(last)
            for why, digits in by_reason.items():
                cases.append(([(first, [digit]), (rest[0], digits)], why))
        return cases

    def _clash(self, proof: AlignedProof, way: Sequence[Candidate], last: bool = False) -> str:
        """Why base cells cannot hold these digits together; nothing where they might."""
        for (a, x), (b, y) in combinations(way, 2):
            if x == y and b in self.geometry.peers[a]:
                return self.same_house(a, b)
        digits = {digit for _, digit in way}
        excluder: dict[int, list[int]] = {}
        for cell, digit in proof.excluders:
            excluder.setdefault(cell, []).append(digit)
        for cell, left in excluder.items():
            if digits.issuperset(left):
                return self.emptied(cell, left)
        if not last:
            return ""
        # The step is sound, so a rule of a variant keeps two equal digits apart.
        a, b = next((a, b) for (a, x), (b, y) in combinations(way, 2) if x == y)
        return self.same_house(a, b)

    def indent(self, text: str, by: str = "  ") -> str:
        """Every line of a text moved in."""
        return "\n".join(by + line for line in text.splitlines())


def _statement_of(node: Node) -> Statement:
    return node.cell, node.digit, node.on
