"""Assumptions that are followed: negation, trial."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count
from typing import ClassVar, Literal, TypeAlias

from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.puzzle import Position
from satdoku.techniques.arguments.chain_lines import claim, line_of, phrase_of, reference
from satdoku.techniques.arguments.checks import open_digits, step_faults
from satdoku.techniques.arguments.pieces import (
    Candidate,
    Cause,
    Node,
    PatternPart,
    Rule,
    Statement,
    defining,
)
from satdoku.techniques.arguments.saying import (
    CellName,
    Indented,
    Joined,
    RulePairs,
    SentenceValue,
    Text,
    excluded,
    fact,
    lines,
    say,
    wrong,
)
from satdoku.techniques.arguments.sets import SingleProof
from satdoku.techniques.step import CheckContext, Proof, ShownPattern, Step, StepView

BranchEnding: TypeAlias = Literal["contradiction", "solution", "open"]
"""How a branch of a trial ends."""


_MOST_LINES = 60
"""A refutation of more lines is told without those of the refutations inside it."""

_MOST_CASES = 30
"""Of a trial of more cases, those that are tried further are counted."""


@dataclass(frozen=True, slots=True)
class NegationProof(Proof):
    """The candidate ``assumed`` leads by ``parts`` to a contradiction, shown by the last one."""

    only_excludes: ClassVar[bool] = True

    assumed: Candidate
    parts: tuple[Step, ...]

    @property
    def depth(self) -> int:
        """How deep negations are nested: 1 where none is among the parts."""
        inner = [part.proof for part in self.parts]
        return 1 + max([p.depth for p in inner if isinstance(p, NegationProof)], default=0)

    @property
    def size(self) -> int:
        """How many lines it has, with those of the refutations inside it."""
        inner = [part.proof for part in self.parts]
        return 1 + sum(1 + (p.size if isinstance(p, NegationProof) else 0) for p in inner)

    def shown(self) -> ShownPattern:
        return _supposed(self.assumed, self.parts)

    def named_besides(self, step: Step, geometry: Geometry) -> Iterable[Rule]:
        return step.besides

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        if step.eliminations != (self.assumed,):
            yield "negation refutes one candidate"
            return
        yield from _refutation_faults(self, context)

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        """An assumption, what follows from it line by line, and the contradiction."""
        texts, refers = self._numbered({}, count(1), self.size > _MOST_LINES)
        cell, digit = CellName(self.assumed[0]), self.assumed[1]
        # The lines that are referred to are explained once, where some line needs it.
        start = say("refuted.numbered" if refers else "refuted", cell=cell, digit=digit)
        return lines(start, Indented(lines(*texts)), say("refuted.so", cell=cell, digit=digit))

    def _numbered(
        self, known: dict[Statement, int], numbers: Iterator[int], short: bool
    ) -> tuple[list[Text], bool]:
        """The lines of a refutation, and whether any names the lines that it rests on.

        ``known`` gives the lines of the statements made before. ``short``: without the lines of the
        refutations inside it.
        """
        start = Node(*self.assumed, on=True)
        known[start.statement] = number = next(numbers)
        texts: list[Text] = [line_of(number, claim(start))]
        refers = False
        for part in self.parts:
            number = next(numbers)
            rests_on = sorted({known[reason] for reason in part.because})
            if isinstance(part.proof, NegationProof) and short:
                refers = refers or bool(reference(number, rests_on))
                out = excluded(part.eliminations)
                brief = say("nested.short", excluded=out, n=part.proof.size)
                texts.append(line_of(number, brief, rests_on))
            elif isinstance(part.proof, NegationProof):
                inner, referring = part.proof._numbered(known.copy(), numbers, short)
                refers = refers or referring
                texts.append(line_of(number, say("nested", excluded=excluded(part.eliminations))))
                texts.append(Indented(lines(*inner), "     "))
            else:
                refers = refers or bool(reference(number, rests_on))
                text = _refuting(part)
                if part.besides:
                    pairs = RulePairs(part.besides)
                    also = say("rules.before-reference", rules=pairs)
                    text = Joined((text, " ", also), "run")
                texts.append(line_of(number, text, rests_on))
            known |= {(*pair, True): number for pair in part.placements}
            known |= {(*pair, False): number for pair in part.eliminations}
        return texts, refers

    def veiled(self, view: StepView) -> StepView:
        return replace(view, digits=(), candidates=())

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return [PatternPart("assumption", cells=self.assumed[:1])]

    @property
    def names_all_rules(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class TrialProof(Proof):
    """The candidates ``digits`` of ``cell`` are tried, each in a branch (AssumptionProof)."""

    cell: int
    digits: tuple[int, ...]
    branches: tuple[Step, ...] = ()

    def shown(self) -> ShownPattern:
        return ShownPattern(
            digits=self.digits,
            cells=(self.cell,),
            candidates=(("defining", tuple((self.cell, digit) for digit in self.digits)),),
            parts=self.branches,
        )

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        branches = [part.proof for part in self.branches]
        refuted = [
            b for b in branches if isinstance(b, AssumptionProof) and b.ending == "contradiction"
        ]
        failed = {branch.assumed for branch in refuted}
        if set(step.eliminations) - failed:
            yield "a candidate is crossed out whose trial did not fail"
        if step.placements or step.contradiction:
            held = open_digits(_where(context.around, context.position))[self.cell]
            left = {(self.cell, d) for d in held} - failed
            if left != set(step.placements) or len(left) != (step.contradiction is None):
                yield "a candidate is placed although another did not fail"
        for branch in refuted:
            yield from _refutation_faults(branch, context)

    @property
    def size(self) -> int:
        """How many cases are tried, with those inside of others."""
        inner = [part.proof for part in self.branches]
        return sum(proof.size for proof in inner if isinstance(proof, AssumptionProof))

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        texts: list[Text] = [say("trial", cell=CellName(self.cell))]
        for branch in self.branches:
            proof = branch.proof
            if self.size > _MOST_CASES and isinstance(proof, AssumptionProof) and proof.size > 1:
                texts.append(Indented(proof.in_short()))
            else:
                texts.append(Indented(branch.sentence(geometry)))
        if step.placements:
            cell, digit = step.placements[0]
            texts.append(say("trial.placed", cell=CellName(cell), digit=digit))
        elif step.contradiction is not None:
            texts.append(say("trial.none"))
        elif step.eliminations:
            texts.append(say("so", out=step.out))
        return lines(*texts)

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return [PatternPart("each-candidate", held=((self.cell, self.digits),))]

    @property
    def names_all_rules(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class AssumptionProof(Proof):
    """A branch of a trial: the candidate ``assumed``, and what follows from it as ``parts``.

    ``ending``: ``contradiction``, ``solution``, or ``open`` where it is not followed to the end.
    """

    assumed: Candidate
    ending: BranchEnding
    parts: tuple[Step, ...]

    def shown(self) -> ShownPattern:
        return _supposed(self.assumed, self.parts)

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        yield "an assumption alone proves nothing"

    @property
    def size(self) -> int:
        """How many cases there are: it and those inside of it."""
        inner = [part.proof for part in self.parts]
        return 1 + sum(proof.size for proof in inner if isinstance(proof, TrialProof))

    def in_short(self) -> Text:
        """The branch and how it ends, with the number of its cases."""
        text = say("assumed.cases", assumed=fact(*self.assumed), n=self.size - 1)
        return say(
            f"assumed.{'cases-fail' if self.ending == 'contradiction' else self.ending}", text=text
        )

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        text = fact(*self.assumed)
        follow = [part for part in self.parts if isinstance(part.proof, SingleProof)]
        rest = [part for part in self.parts if not isinstance(part.proof, SingleProof)]
        if follow:
            facts = tuple(fact(*pair) for part in follow for pair in part.placements)
            text = say("assumed.follows", assumed=text, facts=facts)
        if not rest:
            known = self.ending in ("solution", "open")
            return say(f"assumed.{self.ending if known else 'end'}", text=text)
        texts: list[Text] = [text]
        for part in rest:
            if isinstance(part.proof, TrialProof):
                texts[-1] = say("assumed.trial", text=texts[-1])
                texts.append(Indented(part.proof.sentence(part, geometry)))
            else:
                assert part.contradiction is not None
                clash = wrong(part.contradiction)
                texts[-1] = say("assumed.wrong", text=texts[-1], wrong=clash)
        return lines(*texts)

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return [PatternPart("assumption", cells=self.assumed[:1])]

    @property
    def names_all_rules(self) -> bool:
        return True


def _refuting(part: Step) -> SentenceValue:
    """A line of a refutation: a contradiction, a single or a pattern."""
    if part.contradiction is not None:
        return wrong(part.contradiction)
    if isinstance(part.proof, SingleProof):
        house = part.proof.house
        cause: Cause = "cell" if house is None else "house"
        return claim(Node(*part.placements[0], on=True, cause=cause, house=house))
    # The pattern has a few words for its reason.
    return say("reason", what=excluded(part.eliminations), why=phrase_of(part) or "")


def _supposed(assumed: Candidate, parts: tuple[Step, ...]) -> ShownPattern:
    cell, digit = assumed
    return ShownPattern(
        digits=(digit,), cells=(cell,), candidates=defining((assumed,)), parts=parts
    )


def _refutation_faults(
    proof: NegationProof | AssumptionProof, context: CheckContext
) -> Iterator[str]:
    """Each part must hold where its own reasons hold, and nothing else of the argument does."""
    known = {(*proof.assumed, True), *context.around}
    for part in proof.parts:
        if not known.issuperset(part.because):
            yield f"{part.technique} rests on what is not known before it"
        elif isinstance(part.proof, NegationProof | TrialProof):
            yield from step_faults(
                part, CheckContext(context.position, around=frozenset(part.because))
            )
        else:
            yield from step_faults(part, CheckContext(_where(part.because, context.position)))
        if part.contradiction is not None:
            return
        known |= {(*pair, True) for pair in part.placements}
        known |= {(*pair, False) for pair in part.eliminations}
    yield "the assumption does not end in a contradiction"


def _where(statements: Iterable[Statement], position: Position) -> Position:
    """The position in which these statements hold."""
    position = position.eliminate((cell, digit) for cell, digit, on in statements if not on)
    for cell, digit, on in statements:
        if on:
            position = position.place(cell, digit)
    return position
