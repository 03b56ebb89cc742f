"""The names in a step: cells, houses with their digits, and rules.

What it rests on besides is found from these (premises.py).
"""

from __future__ import annotations

from satdoku.model import Model
from satdoku.techniques.arguments.naming import Named
from satdoku.techniques.step import Step, cells_of


def named_by(step: Step, model: Model) -> Named:
    """All that a step names, and the steps inside it."""
    named = Named()
    _add(step, model, named)
    return named


def _add(step: Step, model: Model, named: Named) -> None:
    view = step.view
    named.cells |= dict.fromkeys((*view.cells, *cells_of(view.role("excluder"))))
    digits = {*view.digits, *(digit for _, digit in view.placements)}
    for house in view.houses:
        named.house(house, digits)
    for rule in view.rules:
        named.rule(rule)
    step.proof.name(named, model)
    for link in view.links:
        if link.kind == "strong":
            named.house(link.house, (link.first[1],))
    for wrong in (step.contradiction, *(chain.conflict for chain in view.chains)):
        if wrong is not None:
            named.cells |= dict.fromkeys(wrong.cells)
            named.house(wrong.house, wrong.digits)
            named.rule(wrong.rule)
    for chain in view.chains:
        for node in chain.nodes:
            if node.cause == "cell":
                named.cells[node.cell] = None
            named.house(node.house, (node.digit,))
            named.rule(node.rule)
    for part in (*view.parts, *(part for chain in view.chains for part in chain.parts)):
        _add(part, model, named)
