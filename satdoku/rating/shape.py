"""The shape of a path: how many of its steps are open at once, and how long they wait for others.

A step rests on an earlier one if the earlier step removed a candidate whose absence its argument
needs. An argument needs the absence of every candidate that it counts but does not mention: for a
naked single the other digits of the cell, for a hidden single the other places of the digit in the
house, for a clue what its cells cannot hold (:func:`counted`). Each candidate is removed by exactly
one step, so the relation is well defined; candidates that the givens exclude are absent from the
beginning.

A step is open from the position on in which all steps that it rests on have been taken. Only the
steps of the path itself are counted, so the path is read once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from satdoku.puzzle import Position
from satdoku.techniques.arguments.als import AlsProof, BlossomProof
from satdoku.techniques.arguments.chains import AicProof, ChainProof, CycleProof, ForcingProof
from satdoku.techniques.arguments.clues import ConflictProof, JointProof
from satdoku.techniques.arguments.facts import FactsProof
from satdoku.techniques.arguments.fish import FishProof
from satdoku.techniques.arguments.locked import DirectProof, ExclusionProof, IntersectionProof
from satdoku.techniques.arguments.patterns import TemplateProof
from satdoku.techniques.arguments.sets import HiddenSetProof, NakedSetProof, SingleProof
from satdoku.techniques.arguments.sums import LeftoverProof
from satdoku.techniques.board import open_candidates
from satdoku.techniques.step import CellSet, Chain, House, Proof, Rule, Step

_Counted = tuple[Iterable[int], int | None]
"""Some cells, and the digit that is counted in them; ``None``: each digit."""


@dataclass(frozen=True, slots=True)
class PathShape:
    """The shape of a path.

    open_min, open_mean  how many of the steps that are still to come rest on no other one of them,
                         the least and the mean over the positions of the first half of the path
    depth                how many steps the longest chain has of which each rests on the one before
    """

    open_min: int
    open_mean: float
    depth: int


def shape_of(stages: Sequence[tuple[Position, Step]]) -> PathShape | None:
    """The shape of a path: its steps, each with the position before it; ``None`` without steps.

    Towards the end few steps are left that could be open, so the first half counts.
    """
    if not stages:
        return None
    taken: dict[tuple[int, int], int] = {}
    before: list[int] = []
    digits = stages[0][0].geometry.digits
    opened: list[int] = []
    depths: list[int] = []
    for number, (position, step) in enumerate(stages):
        cands = open_candidates(position)
        left = [1 << v if v >= 0 else c for v, c in zip(cands.values, cands.cand, strict=True)]
        for cell, (old, new) in enumerate(zip(before, left, strict=False)):
            if old != new:
                removed = old & ~new
                taken |= {(cell, x): number - 1 for d, x in enumerate(digits) if removed >> d & 1}
        before = left
        rests = {
            taken[cell, digit]
            for cells, one in counted(step.proof)
            for cell in cells
            for digit in (digits if one is None else (one,))
            if (cell, digit) in taken
        }
        opened.append(max(rests, default=-1) + 1)
        depths.append(1 + max((depths[at] for at in rests), default=0))
    half = (len(stages) + 1) // 2
    open_at = [sum(first <= at for first in opened[at:]) for at in range(half)]
    return PathShape(min(open_at), round(sum(open_at) / len(open_at), 2), max(depths))


def counted(proof: Proof) -> Iterable[_Counted]:
    """The cells and digits that the argument of a step counts: candidates there that it does not
    mention must be absent."""
    # One case a kind of proof: each counts other parts of itself.
    match proof:
        case SingleProof(cell, digit, house):
            yield ((cell,), None) if house is None else (house.cells, digit)
        case IntersectionProof(digit, first):
            yield first.cells, digit
        case ExclusionProof(house=None) as found:
            yield found.cells, None
        case ExclusionProof(house=House() as house) as found:
            yield from ((house.cells, digit) for digit in found.digits)
        case NakedSetProof(cells):
            yield cells, None
        case HiddenSetProof(digits=digits, house=house):
            yield from ((house.cells, digit) for digit in digits)
        case DirectProof(pattern, (_, digit), house):
            yield from counted(pattern)
            yield house.cells, digit
        case FishProof(digit, base, chains=chains):
            yield from ((house.cells, digit) for house in base)
            yield from _of_chains(chains)
        case CycleProof(chain=chain) | ChainProof(chain=chain):
            yield from _of_chains((chain,))
        case ForcingProof(case, (cell, digit), chains, house, rule):
            if case == "cell":
                yield (cell,), None
            if house is not None:
                yield house.cells, digit
            if rule is not None:
                yield rule.cells, None
            yield from _of_chains(chains)
        case AicProof() as found:
            for one, _, reason in found.pairs:
                match reason:
                    case House(cells=cells):
                        yield cells, one.digit
                    case CellSet(cells=cells) | Rule(cells=cells):
                        yield cells, None
        case AlsProof(sets):
            yield from ((each.cells, None) for each in sets)
        case BlossomProof(stem, petals=petals):
            yield (stem,), None
            yield from ((each.cells, None) for each in petals)
        case TemplateProof(digit, houses, parts):
            yield from ((house.cells, digit) for house in houses)
            yield from (each for part in parts for each in counted(part.proof))
        case JointProof(cells=cells, needs=needs):
            yield cells, None
            yield from ((house.cells, digit) for house, digit in needs)
        case ConflictProof(rule, cells=cells, needs=needs, others=others):
            yield cells, None
            yield from ((house.cells, digit) for house, digit in needs)
            yield from ((one.cells, None) for one in (rule, *others))
        case LeftoverProof(plus=plus, minus=minus, cancelled=cancelled):
            yield (*plus, *minus, *cancelled), None
        case FactsProof(cells, needs, rules, argument, further):
            yield cells, None
            yield from ((house.cells, digit) for house, digit in needs)
            if argument is None:
                yield from ((rule.cells, None) for rule in rules)
            else:
                yield from _of_chains((argument,))
            yield from (each for part in further for each in counted(part.proof))
        case _:
            view = Step("", proof).view
            yield view.cells, None
            yield from ((house.cells, digit) for house in view.houses for digit in view.digits)
            yield from ((rule.cells, None) for rule in view.rules)
            yield from (each for part in view.parts for each in counted(part.proof))


def _of_chains(chains: Iterable[Chain]) -> Iterable[_Counted]:
    """The cells and digits that the links, clues and nested steps of chains count."""
    for chain in chains:
        for node in chain.nodes:
            if node.cause == "rule" and node.rule is not None and not chain.is_link(node):
                yield node.rule.cells, None
            elif node.on and node.cause == "cell":
                yield (node.cell,), None
            elif node.on and node.house is not None:
                yield node.house.cells, node.digit
        if chain.conflict is not None and chain.conflict.rule is not None:
            yield chain.conflict.rule.cells, None
        for part in chain.parts:
            yield from counted(part.proof)
