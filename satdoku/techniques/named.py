"""What a step names: cells, houses with their digits, and rules.

What it rests on besides is found from these (premises.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from satdoku.model import Model
from satdoku.relations import Linear, Relation
from satdoku.techniques.arguments.clues import ClassProof, LeftoverProof, SumProof
from satdoku.techniques.arguments.uniqueness import (
    BugProof,
    CrossedProof,
    DeadlyProof,
    LoopProof,
    SymmetryProof,
)
from satdoku.techniques.searches.clues.ways import same_digits
from satdoku.techniques.step import House, Rule, Step, cells_of


@dataclass
class Named:
    """What a step names.

    cells   each holds a digit
    needs   (house, digit): one of its cells holds it
    houses  no two cells of each are equal
    rules   each is kept as far as it is about the cells that it is named with
    says    what houses and sums imply
    """

    cells: dict[int, None] = field(default_factory=dict)
    needs: dict[tuple[House, int], None] = field(default_factory=dict)
    houses: dict[House, None] = field(default_factory=dict)
    rules: dict[Rule, None] = field(default_factory=dict)
    says: list[Relation] = field(default_factory=list)

    def house(self, house: House | None, digits: Iterable[int]) -> None:
        if house is not None:
            self.houses[house] = None
            if house.complete:
                self.needs |= dict.fromkeys((house, digit) for digit in digits)

    def rule(self, rule: Rule | None) -> None:
        if rule is not None:
            self.rules[rule] = None
            self.cells |= dict.fromkeys(rule.cells)

    def step(self, step: Step, model: Model) -> None:
        """All that a step names, and the steps inside it."""
        view, proof = step.view, step.proof
        self.cells |= dict.fromkeys((*view.cells, *cells_of(view.role("excluder"))))
        digits = {*view.digits, *(digit for _, digit in view.placements)}
        for house in view.houses:
            self.house(house, model.geometry.digits if isinstance(proof, ClassProof) else digits)
        for rule in view.rules:
            self.rule(rule)
        match proof:
            case BugProof() | SymmetryProof():  # they are about all that is open
                self.cells |= dict.fromkeys(range(model.geometry.cell_count))
            case LoopProof() | DeadlyProof() | CrossedProof():
                for one in view.sets:  # the naked or hidden set of the extra candidates
                    self.cells |= dict.fromkeys(one.cells)
                    for house in view.houses:
                        self.house(house, one.digits)
            case SumProof(plus=plus, minus=minus, total=total):
                ones = (1,) * len(plus) + (-1,) * len(minus)
                self.says.append(Linear((*plus, *minus), ones, "=", total))
            case LeftoverProof(plus=plus, minus=minus):
                top = max(model.auxiliary, default=model.geometry.cell_count - 1) + 1
                self.says += same_digits(model.geometry, plus, minus, top)
        for link in view.links:
            if link.kind == "strong":
                self.house(link.house, (link.first[1],))
        wrong = [step.contradiction, *(chain.conflict for chain in view.chains)]
        for found in wrong:
            if found is not None:
                self.cells |= dict.fromkeys(found.cells)
                self.house(found.house, found.digits)
                self.rule(found.rule)
        for chain in view.chains:
            for node in chain.nodes:
                if node.cause == "cell":
                    self.cells[node.cell] = None
                self.house(node.house, (node.digit,))
                self.rule(node.rule)
        for part in (*view.parts, *(part for chain in view.chains for part in chain.parts)):
            self.step(part, model)
