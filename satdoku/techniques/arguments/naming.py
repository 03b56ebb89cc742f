"""The cells, houses with their digits, and rules that an argument names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from satdoku.base.records import dataclass
from satdoku.relations import Relation
from satdoku.techniques.arguments.pieces import House, Rule


@dataclass
class Named:
    """The facts that a step names.

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
