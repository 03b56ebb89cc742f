"""Checking a step's argument from the step alone, without knowing the solution.

:func:`faults` reads the pattern that a step shows and asks whether it proves the conclusion in a
given position. Chains are checked link by link. Patterns are checked by brute force on
themselves: suppose the conclusion false, and try to fill the pattern's cells (or to place the
pattern's digits in its houses); there must be no way. Uniqueness arguments are checked for their
shape. So the Python techniques and the compiled kernel are judged by the same plain rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from satdoku.puzzle import Position
from satdoku.techniques.board import apply, board_of
from satdoku.techniques.step import Candidate, Chain, House, Node, Step

__all__ = ["faults"]

Open = list[set[int]]
"""The open candidates of each cell, the digit alone where it is filled."""

_HOUSE_PATTERNS = (
    "full-house", "hidden-", "ubit", "exclosure", "pointing", "claiming", "intersection",
    "direct-", "x-wing", "swordfish", "jellyfish", "fish-",
)  # fmt: skip
_CELL_PATTERNS = ("naked-", "sbit", "enclosure", "xy", "als-", "death-blossom", "aligned-")


def faults(step: Step, position: Position) -> tuple[str, ...]:
    """What is wrong with a step in a position; empty when its argument holds."""
    return tuple(_faults(step, position))


def _faults(step: Step, position: Position) -> Iterator[str]:
    geometry = position.geometry
    candidates = position.candidates
    if not (step.placements or step.eliminations or step.contradiction):
        yield f"{step.technique} concludes nothing"
    for cell, digit in (*step.placements, *step.eliminations):
        if digit not in candidates[cell]:
            yield f"{geometry.name(cell)} has no candidate {digit}"
            return
    board = board_of(position.puzzle)
    known = {(house.cells, house.complete) for house in board.houses}
    for house in step.houses:
        if (house.cells, house.complete) not in known:
            yield f"{house.name} is no house of this board"
    name = step.technique
    if name == "negation":
        yield from _negation(step, position)
    elif name == "trial":
        yield from _trial(step, position)
    elif step.chains:
        yield from _chains(step, position)
    elif name.startswith(("unique-", "bug-")):
        yield from _unique(step, position)
    elif name.startswith(_HOUSE_PATTERNS):
        yield from _brute(step, position, by_house=True)
    elif name.startswith(_CELL_PATTERNS):
        yield from _brute(step, position, by_house=False)
    else:
        yield f"nobody knows how to check {name}"


# ------------------------------------------------------------------------------------------------
# Patterns, by brute force on themselves.


def _brute(step: Step, position: Position, by_house: bool) -> Iterator[str]:
    geometry = position.geometry
    if step.contradiction is not None:
        if _fillable(step, position, _open(position), by_house):
            yield f"the pattern of {step.technique} can be filled"
        return
    for cell, digit in step.eliminations:
        trial = _open(position)
        _fix(trial, position, cell, digit)
        if _fillable(step, position, trial, by_house):
            yield f"the pattern does not exclude {digit} from {geometry.name(cell)}"
    for cell, digit in step.placements:
        trial = _open(position)
        trial[cell].discard(digit)
        if _fillable(step, position, trial, by_house):
            yield f"the pattern does not force {digit} into {geometry.name(cell)}"


def _open(position: Position) -> Open:
    return [
        set(marks) if value is None else {value}
        for marks, value in zip(position.candidates, position.values, strict=True)
    ]


def _fix(candidates: Open, position: Position, cell: int, digit: int) -> None:
    candidates[cell] = {digit}
    for peer in board_of(position.puzzle).peer_list[cell]:
        if position.values[peer] is None:
            candidates[peer].discard(digit)


def _fillable(step: Step, position: Position, candidates: Open, by_house: bool) -> bool:
    """Whether the pattern has a way to be filled that keeps to the rules."""
    tasks: list[list[Candidate]] = []
    if by_house:
        houses: Sequence[House] = step.houses
        name = step.technique
        digits: list[int] = list(step.digits)
        if name.startswith(("direct-pointing", "direct-claiming")):
            houses = (step.houses[0], step.houses[2])
        elif name in ("pointing", "claiming", "intersection"):
            houses = step.houses[:1]
        elif len(step.houses) > 1:
            houses = step.houses[: len(step.houses) // 2]
        if name.startswith("direct-hidden"):
            digits += [digit for _, digit in step.placements]
        for house in houses:
            for digit in digits:
                tasks.append([(cell, digit) for cell in house.cells if digit in candidates[cell]])
            if not house.complete:
                return True
    else:
        cells = dict.fromkeys(step.cells)
        for found in step.sets:
            cells |= dict.fromkeys(found.cells)
        cells |= dict.fromkeys(cell for cell, _ in step.role("excluder"))
        tasks = [[(cell, digit) for digit in sorted(candidates[cell])] for cell in cells]
    peers = board_of(position.puzzle).peers
    return _assign(sorted(tasks, key=len), peers, [])


def _assign(tasks: list[list[Candidate]], peers: tuple[int, ...], chosen: list[Candidate]) -> bool:
    if not tasks:
        return True
    for cell, digit in tasks[0]:
        clash = any(
            (cell == c and digit != d) or (digit == d and peers[cell] & (1 << c)) for c, d in chosen
        )
        if not clash and _assign(tasks[1:], peers, [*chosen, (cell, digit)]):
            return True
    return False


# ------------------------------------------------------------------------------------------------
# Chains, link by link.


def _chains(step: Step, position: Position) -> Iterator[str]:
    for chain in step.chains:
        yield from _links(chain, position)
    ends = [chain.end for chain in step.chains]
    starts = [chain.start for chain in step.chains]
    geometry = position.geometry
    if step.chains[0].cycle:
        yield from _cycle(step, position)
        return
    result = (*step.placements, *step.eliminations)
    if len(result) != 1:
        yield "chains conclude one thing at a time"
        return
    cell, digit = result[0]
    aim = (cell, digit, bool(step.placements))
    ended = [(end.cell, end.digit, end.on) for end in ends]
    begun = [(start.cell, start.digit, start.on) for start in starts]
    if step.variant in ("x-chain", "xy-chain"):
        if ended != [aim] or begun != [(cell, digit, not aim[2])]:
            yield "the chain does not lead from the opposite to the conclusion"
    elif step.variant == "contradiction":
        if any(start != (cell, digit, not aim[2]) for start in begun):
            yield "the contradiction does not start from the opposite of the conclusion"
        (c1, d1, on1), (c2, d2, on2) = ended
        if (c1, d1) != (c2, d2) or on1 is on2:
            yield "the ends do not clash"
    else:
        if any(end != aim for end in ended):
            yield "the cases do not agree on the conclusion"
        cases = {(start.cell, start.digit) for start in starts if start.on}
        if step.variant == "double":
            source = (step.cells[0], step.digits[0])
            if set(begun) != {(*source, True), (*source, False)}:
                yield "a double needs a candidate and its opposite"
        elif step.variant == "cell":
            source_cell = step.cells[0]
            if cases != {(source_cell, d) for d in position.candidates[source_cell]}:
                yield f"not every candidate of {geometry.name(source_cell)} is followed"
        elif step.variant == "region":
            house, d = step.houses[0], step.digits[0]
            if not house.complete or cases != {
                (c, d) for c in house.cells if d in position.candidates[c]
            }:
                yield f"not every place of {d} in {house.name} is followed"
        else:
            yield f"nobody knows the variant {step.variant!r}"


def _links(chain: Chain, position: Position) -> Iterator[str]:
    for at, node in enumerate(chain.nodes):
        if any(parent >= at for parent in node.parents):
            yield "a statement rests on a later one"
        elif fault := _link(chain, node, position, first=at == 0):
            sign = "=" if node.on else "<>"
            yield f"{position.geometry.name(node.cell)}{sign}{node.digit}: {fault}"


def _link(chain: Chain, node: Node, position: Position, first: bool) -> str | None:
    parents = [chain.nodes[parent] for parent in node.parents]
    refuted = {(p.cell, p.digit) for p in parents if not p.on}
    if node.digit not in position.candidates[node.cell]:
        return "no such candidate"
    if node.cause == "start":
        return None if first and not parents else "an assumption in the middle"
    if node.cause == "advanced":
        if node.part is None or node.on or any(p.on for p in parents):
            return "an advanced implication must follow from refuted candidates"
        before = position.eliminate(refuted)
        part = chain.parts[node.part]
        gone = set(part.eliminations)
        for cell, digit in part.placements:
            gone |= {(cell, d) for d in before.candidates[cell] if d != digit}
        if (node.cell, node.digit) not in gone:
            return f"{part.technique} does not say that"
        return "; ".join(faults(part, before)) or None
    if node.on:
        if node.cause == "cell":
            needed = {(node.cell, d) for d in position.candidates[node.cell]}
        else:
            house = node.house
            if house is None or not house.complete or node.cell not in house.cells:
                return "the house does not need the digit there"
            needed = {(c, node.digit) for c in house.cells if node.digit in position.candidates[c]}
        missing = needed - refuted - {(node.cell, node.digit)}
        return f"{len(missing)} alternatives are open" if missing else None
    true = [p for p in parents if p.on]
    if len(true) != 1 or len(parents) != 1:
        return "a candidate is refuted by exactly one true one"
    cause = true[0]
    if node.cause == "cell":
        return None if cause.cell == node.cell and cause.digit != node.digit else "not in the cell"
    house = node.house
    if house is None or cause.digit != node.digit or cause.cell == node.cell:
        return "not the same digit"
    return None if {cause.cell, node.cell} <= set(house.cells) else "not in the house"


def _cycle(step: Step, position: Position) -> Iterator[str]:
    nodes = step.chains[0].nodes
    peers = board_of(position.puzzle).peers
    first, last = nodes[0], nodes[-1]
    if (first.cell, first.digit, first.on) != (last.cell, last.digit, last.on):
        yield "the ring does not close"
    if not step.chains[0].is_line:
        yield "the ring branches"
    # A ring holds both ways round only if every strong link is one by itself: two places, or
    # two candidates, in the position as it stands. _link has checked that, there being one parent.
    for cell, digit in step.eliminations:
        seen = {node.on for node in nodes if node.digit == digit and peers[cell] & (1 << node.cell)}
        if len(seen) != 2 or cell in {node.cell for node in nodes}:
            yield f"{position.geometry.name(cell)}<>{digit} does not see both kinds of statement"


# ------------------------------------------------------------------------------------------------
# Uniqueness: the shape that the argument needs.


def _unique(step: Step, position: Position) -> Iterator[str]:
    board = board_of(position.puzzle)
    if not board.plain:
        yield "the puzzle has rules that an exchange might break"
    if step.technique.startswith("bug-"):
        extra = set(step.role("extra"))
        for house in board.houses:
            for digit in board.digits:
                places = [
                    c
                    for c in house.cells
                    if digit in position.candidates[c] and (c, digit) not in extra
                ]
                if len(places) not in (0, 2):
                    yield f"{digit} has {len(places)} places in {house.name} without the extras"
        for cell, marks in enumerate(position.candidates):
            left = {d for d in marks if (cell, d) not in extra}
            if position.values[cell] is None and len(left) != 2:
                yield f"{position.geometry.name(cell)} has not two candidates without the extras"
        return
    pair = set(step.digits)
    even, odd = step.cells[::2], step.cells[1::2]
    touched = [sorted(h for cell in side for h in board.houses_of[cell]) for side in (even, odd)]
    if touched[0] != touched[1] or len(set(touched[0])) != len(touched[0]):
        yield "the exchange does not keep every house"
    extra = set(step.role("extra"))
    for cell in step.cells:
        marks = position.candidates[cell]
        if not marks & pair or {(cell, d) for d in marks - pair} - extra:
            yield f"{position.geometry.name(cell)} does not fit the ring"


# ------------------------------------------------------------------------------------------------
# Assumptions.


def _negation(step: Step, position: Position) -> Iterator[str]:
    if len(step.eliminations) != 1:
        yield "negation refutes one candidate"
        return
    cell, digit = step.eliminations[0]
    yield from _follow(step.parts, apply(position, Step("assumption", placements=((cell, digit),))))


def _follow(parts: Sequence[Step], position: Position) -> Iterator[str]:
    for part in parts:
        yield from _faults(part, position)
        if part.contradiction is not None:
            return
        position = apply(position, part)
    yield "the assumption does not end in a contradiction"


def _trial(step: Step, position: Position) -> Iterator[str]:
    cell = step.cells[0]
    tried = {branch.placements[0] for branch in step.parts}
    failed = {b.placements[0] for b in step.parts if b.variant == "contradiction"}
    if set(step.eliminations) - failed:
        yield "a candidate is crossed out whose trial did not fail"
    if step.placements or step.contradiction:
        left = {(cell, d) for d in position.candidates[cell]} - failed
        if left != set(step.placements) or not tried >= left:
            yield "a candidate is placed although another did not fail"
    for branch in step.parts:
        if branch.variant == "contradiction":
            yield from _follow(branch.parts, apply(position, branch))
