"""Whether the statements of a chain follow from each other, link by link."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from satdoku.puzzle import Position, Puzzle
from satdoku.techniques.arguments.checks import house_exists, open_digits, step_faults
from satdoku.techniques.arguments.filling import can_keep, excludes_by, is_of_puzzle
from satdoku.techniques.arguments.locked import IntersectionProof
from satdoku.techniques.arguments.pieces import Node, Statement, opposite
from satdoku.techniques.step import Chain, CheckContext, Step


def chain_faults(chain: Chain, position: Position) -> Iterator[str]:
    """Why some statement of a chain does not follow from those that it names."""
    for at, node in enumerate(chain.nodes):
        if any(parent >= at for parent in node.parents):
            yield "a statement rests on a later one"
        elif fault := _link_fault(chain, node, position, first=at == 0):
            yield at_node(node, fault, position)


def at_node(node: Node, fault: str, position: Position) -> str:
    """A fault with the statement that has it."""
    return f"{position.geometry.name(node.cell)}{'=' if node.on else '<>'}{node.digit}: {fault}"


def _link_fault(chain: Chain, node: Node, position: Position, *, first: bool) -> str | None:
    parents = [chain.nodes[parent] for parent in node.parents]
    if node.digit not in position.candidates[node.cell]:
        return "no such candidate"
    if node.house is not None and not house_exists(node.house, position):
        return "no such house"
    match node.cause:
        case "start":
            return None if first and not parents else "an assumption in the middle"
        case "advanced":
            return _nested_fault(chain, node, parents, position)
        case "rule":
            return _rule_fault(node, parents, position)
        case _ if node.on:
            return _last_one_fault(node, parents, position)
        case _:
            return exclusion_fault(node, [parent.statement for parent in parents])


def _nested_fault(
    chain: Chain, node: Node, parents: Sequence[Node], position: Position
) -> str | None:
    if node.part is None or node.on or any(p.on for p in parents):
        return "an advanced implication must follow from refuted candidates"
    before = position.eliminate((p.cell, p.digit) for p in parents)
    part = chain.parts[node.part]
    eliminated = set(part.eliminations)
    for cell, digit in part.placements:
        eliminated |= {(cell, d) for d in before.candidates[cell] if d != digit}
    if (node.cell, node.digit) not in eliminated:
        return f"{part.technique} does not imply that"
    return "; ".join(step_faults(_with_open_places(part, before), CheckContext(before))) or None


def _with_open_places(part: Step, position: Position) -> Step:
    """A step inside a chain, at what it follows from: a place of a locked digit that lies in both
    houses may be open there, since nothing depends on its being refuted."""
    proof = part.proof
    if not isinstance(proof, IntersectionProof):
        return part
    both = {*proof.first.cells} & {*proof.second.cells}
    places = {cell for cell in both if proof.digit in position.candidates[cell]}
    return replace(part, proof=replace(proof, cells=tuple(sorted(places | {*proof.cells}))))


def _rule_fault(node: Node, parents: Sequence[Node], position: Position) -> str | None:
    rule, puzzle = node.rule, position.puzzle
    if rule is None:
        return "a rule of the puzzle must be named"
    if links_pair(node, [parent.statement for parent in parents], puzzle):
        return None
    if not is_of_puzzle(rule, puzzle):
        return f"the puzzle has no {rule.title}"
    if len(parents) != 1 and (not node.on or any(p.on for p in parents)):
        return "a rule needs one true candidate, or one where others are false"
    claimed = {*(p.statement for p in parents), opposite(node.statement)}
    keeps = can_keep(rule, puzzle, open_digits(position), claimed)
    return f"{rule.title} does not imply that" if keeps else None


def links_pair(node: Node, parents: Sequence[Statement], puzzle: Puzzle) -> bool:
    """Whether a rule is the reason of a link of its two cells, as a table of pairs says."""
    if node.on or len(parents) != 1 or not parents[0][2]:
        return False
    return excludes_by(node.rule, puzzle, parents[0][:2], (node.cell, node.digit))


def _last_one_fault(node: Node, parents: Sequence[Node], position: Position) -> str | None:
    """Whether the cell or the house has no other way left."""
    if node.cause == "cell":
        needed = {(node.cell, d) for d in position.candidates[node.cell]}
    else:
        house = node.house
        if house is None or not house.complete or node.cell not in house.cells:
            return "the house does not need the digit there"
        needed = {(c, node.digit) for c in house.cells if node.digit in position.candidates[c]}
    refuted = {(p.cell, p.digit) for p in parents if not p.on}
    missing = needed - refuted - {(node.cell, node.digit)}
    return f"{len(missing)} alternatives are open" if missing else None


def exclusion_fault(node: Node, parents: Sequence[Statement]) -> str | None:
    """Whether one true candidate excludes another in their cell or in a house."""
    if len(parents) != 1 or not parents[0][2]:
        return "a candidate is excluded by exactly one true one"
    ((cell, digit, _),) = parents
    if node.cause == "cell":
        return None if cell == node.cell and digit != node.digit else "not in the cell"
    if node.house is None or digit != node.digit or cell == node.cell:
        return "not the same digit"
    return None if {cell, node.cell} <= set(node.house.cells) else "not in the house"
