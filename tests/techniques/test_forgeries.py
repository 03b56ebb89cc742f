"""A forged step for each fault that the check of arguments can find, matched by its words.

Each row takes a true step, changes one thing, and names words of the fault that must be among those
found: another fault beside it does not count. The places of ``check.py`` and ``arguments/`` that
return a fault are counted, so that a new one cannot stand there without a row.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import combinations
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, cast, get_args

import pytest

from satdoku.base.limits import ENDLESS
from satdoku.board import Geometry
from satdoku.constraints import KillerCage, NonConsecutive
from satdoku.constraints.data import parse_rules
from satdoku.puzzle import Position, Puzzle
from satdoku.puzzle.position import RegionFact
from satdoku.rating import start
from satdoku.techniques import arguments, check
from satdoku.techniques.arguments.assumptions import TrialProof
from satdoku.techniques.arguments.chains import ForcingProof
from satdoku.techniques.arguments.checks import exclude_each_other
from satdoku.techniques.arguments.classes import ClassProof
from satdoku.techniques.arguments.clues import ClueProof, JointProof
from satdoku.techniques.arguments.colours import MedusaProof
from satdoku.techniques.arguments.counts import Counts
from satdoku.techniques.arguments.equal import EqualCell
from satdoku.techniques.arguments.facts import FactsProof
from satdoku.techniques.arguments.patterns import BentSetProof
from satdoku.techniques.arguments.reasons import JointExtremes
from satdoku.techniques.arguments.regions import RegionKind
from satdoku.techniques.arguments.sets import SingleProof
from satdoku.techniques.arguments.sums import LeftoverProof
from satdoku.techniques.arguments.totals import Unreached
from satdoku.techniques.arguments.uniqueness import CrossedProof, DeadlyProof, LoopProof
from satdoku.techniques.board import board_of, open_candidates
from satdoku.techniques.catalogue import technique
from satdoku.techniques.searches.clues.clues import ClueCombinations
from satdoku.techniques.searches.clues.house_clues import HouseCombinations
from satdoku.techniques.searches.small.small_proof import SmallProof
from satdoku.techniques.step import (
    Candidate,
    CellSet,
    Chain,
    Contradiction,
    House,
    Node,
    Rule,
    Step,
)
from tests.shared import thinned

from .support import example, of_clue, solve, with_chains, with_proof
from .test_region_borders import LOCKED, board, first_of, locked

G6 = Geometry.boxes(6, 2, 3)

Found = tuple[Step, Position]
Forge = Callable[[Step, Position], "Step | Found"]

# ------------------------------------------------------------------------------------------------
# True steps: of the example of a technique, a case of it, or made here.

CASES = ("cell", "region", "clue", "contradiction", "double")


@cache
def true_step(source: str) -> Found:
    """The first step of a technique in its own example; after a colon, of what kind."""
    if source in MADE:
        return MADE[source]()
    name, _, kind = source.partition(":")
    position = example(name)
    return next(s for s in technique(name).find(position) if of_kind(s, kind)), position


def of_kind(step: Step, kind: str) -> bool:
    proof = step.proof
    if kind in CASES:
        return isinstance(proof, ForcingProof) and proof.case == kind
    if kind == "house":
        return isinstance(proof, ClassProof) and isinstance(proof.reason, House)
    if kind == "by house":
        return isinstance(proof, ClassProof) and any(
            isinstance(statement.reason, House) for statement in proof.statements
        )
    if kind == "advanced":
        return any(node.cause == "advanced" for node in step.view.chains[0].nodes)
    return True


def facts(name: str) -> Found:
    """The first small proof in the example of a technique."""
    position = example(name)
    step = SmallProof().first(position)
    assert step is not None
    return step, position


def nested() -> Found:
    """A small proof inside one: three rows of a Latin square have a digit in three columns."""
    position = start(Puzzle.empty(Geometry.latin(7)))
    position = position.eliminate([(7 * row + c, 1) for row in range(3) for c in range(3, 7)])
    step = SmallProof().first(position)
    assert step is not None
    return step, position


def caged() -> Found:
    """A small proof that rests on a cage."""
    position = start(Puzzle.empty(G6, (KillerCage((0, 1), 3),)))
    step = next(step for step in SmallProof().find(position) if step.view.rules)
    return step, position


def opening() -> Found:
    """The exclusions by two cages, each by itself."""
    position = start(Puzzle.empty(G6, (KillerCage((0, 1), 3), KillerCage((16, 17), 11))))
    step = ClueCombinations().easiest(open_candidates(position), ENDLESS)
    assert step is not None
    return step, position


SINGLE = Step("naked-single", SingleProof(0, 1, None), placements=((0, 1),))
NO_SET = CellSet("A", (0, 1), (1, 2, 3))
APART = Rule(0, "non-consecutive", "non-consecutive", (0, 1))


def few() -> Position:
    """Non-consecutive digits, with few candidates in three cells."""
    position = start(Puzzle.empty(G6, (NonConsecutive(),)))
    cells = {0: {2, 4}, 1: {1, 3}, 2: {3, 6}}
    eliminated = [(c, d) for c, keep in cells.items() for d in G6.digits if d not in keep]
    return position.eliminate(eliminated)


def apart() -> Found:
    """A small proof whose links are a rule: 2 in the first cell leaves the second none."""
    nodes = (
        Node(0, 2, True),
        Node(1, 1, False, (0,), "rule", rule=APART),
        Node(1, 3, False, (0,), "rule", rule=APART),
    )
    chain = Chain(nodes, conflict=Contradiction("no-candidate", (1,)), because=(1, 2))
    return Step("small-proof", FactsProof((1,), argument=chain), eliminations=((0, 2),)), few()


def by_search() -> Found:
    """The conclusion of an exhaustive search, from facts that a SAT solver holds against it."""
    step, position = apart()
    proof = FactsProof((1,), rules=(APART,), argument=None, tried=1)
    return replace(step, proof=proof, variant="search"), position


def by_refutation() -> Found:
    """A small proof of a placement by a chain: the other digit of the first cell cannot be."""
    step, position = apart()
    chain = step.view.chains[0]
    nodes = (Node(0, 4, False), Node(0, 2, True, (0,), "cell"), *_moved(chain.nodes[1:]))
    chain = replace(chain, nodes=nodes, because=(2, 3))
    return replace(
        step, proof=FactsProof((0, 1), argument=chain), placements=((0, 4),), eliminations=()
    ), position


def _moved(nodes: tuple[Node, ...]) -> Iterator[Node]:
    for node in nodes:
        yield replace(node, parents=tuple(parent + 1 for parent in node.parents))


def long_ring() -> Found:
    """A ring that comes back to the houses of its own cells."""
    position = example("borescoper-deadly-pattern-2")
    rings = (s for s in technique("xy-cycle").find(position) if len(s.view.chains[0].nodes) == 15)
    return next(rings), position


def siamese() -> Found:
    """Two finned fishes with one base."""
    position = example("als-chain")
    fishes = technique("finned-mutant-swordfish").find(position)
    return next(step for step in fishes if step.variant == "siamese"), position


def clues_of_a_box() -> Found:
    """The step about two cages of a box in which 9 is in the second, with the ways shown in which
    r2c1 holds 4: the cages as 1 + 3 + 4 and 9 + 6 + 5."""
    board = Geometry.classic()
    text = "killer-cage:r1c1+r1c2+r2c1:8,killer-cage:r2c2+r2c3+r3c3:20"
    position = start(Puzzle.empty(board, parse_rules(text, board)))
    position = position.eliminate([(2, 9), (18, 9), (19, 9)])
    step = next(HouseCombinations().find(position))
    way = (1, 3, 4), (9, 6, 5)
    return with_proof(step, extremes=(JointExtremes(9, 4, 4, way, way),)), position


def shown(way: tuple[tuple[int, ...], ...], low: int = 4, **changes: Any) -> Forge:
    """The step about two cages of a box with another way shown."""
    extremes = (JointExtremes(9, low, 4, way, way),)
    return lambda step, position: with_proof(step, extremes=extremes, **changes)


def the_same_cage_twice(step: Step, position: Position) -> Found:
    """The first cage filled in two ways at once."""
    first, _ = cast(JointProof, step.proof).rules
    return shown(((1, 3, 4), (3, 1, 4)), rules=(first, first))(step, position), position


def with_one(supposed: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    """Some candidates, and 1 in the first of their cells."""
    return (*supposed, (supposed[0][0], 1))


def against(**changes: Callable[[Any], Any]) -> Forge:
    """The first reason of a step about a clue with other fields, made from its own."""

    def changed(proof: Any) -> dict[str, Any]:
        first, *others = proof.against
        own = {name: change(getattr(first, name)) for name, change in changes.items()}
        return {"against": (replace(first, **own), *others)}

    return proof_from(changed)


def with_sum(**changes: Any) -> Forge:
    """The last house of the bounds of a long sum with something else."""
    return against(sums=lambda own: (*own[:-1], replace(own[-1], **changes)))


def with_house(**changes: Any) -> Forge:
    """The last house of the bounds of a long sum otherwise named."""

    def changed(own: Any) -> Any:
        return (*own[:-1], replace(own[-1], house=replace(own[-1].house, **changes)))

    return against(sums=changed)


def equal_cells() -> Found:
    """Cells of a region sum line, and of box 5, that hold one digit."""
    board = Geometry.classic()
    rules = parse_rules("region-sum:r4c3+r5c4+r6c4+r7c5+r6c5+r6c6", board)
    position = start(Puzzle.empty(board, rules)).eliminate([(board.cell("r5c6"), 8)])
    lost = [(board.cell(name), digit) for name in ("r4c3", "r7c5") for digit in (1, 2)]
    position = position.eliminate([*lost, *((board.cell("r5c6"), digit) for digit in (1, 2))])
    return next(technique("equal-cells").find(position)), position


def with_equal(at: int, change: Callable[[EqualCell], dict[str, Any]]) -> Forge:
    """Something else of one of the cells that hold the digit of the first."""

    def changed(proof: Any) -> dict[str, Any]:
        others = [*proof.others]
        others[at] = replace(others[at], **change(others[at]))
        return {"others": tuple(others)}

    return proof_from(changed)


def regions(kind: str) -> Callable[[], Found]:
    """A step about the unknown regions of a 4x4 board."""

    def made() -> Found:
        if kind in LOCKED:
            return locked(kind)
        if kind in ("only", "narrow"):
            return first_of(start(board("..134....234314.")), kind)
        position = start(board())
        if kind == "apart":
            position = position.place(3, 3)
        elif kind == "holds":
            position = position.place(0, 1).with_regions([RegionFact(0, 5, True)])
        return first_of(position, kind)

    return made


def knowing(fact: RegionFact) -> Forge:
    """Something else shown of two cells."""
    return lambda step, position: replace(step, regions=(fact,))


MADE: dict[str, Callable[[], Found]] = {
    **{f"regions: {kind}": regions(kind) for kind in get_args(RegionKind)},
    "equal cells": equal_cells,
    "a sum": lambda: of_clue("arrow:r1c1:r1c2+r1c3+r1c4"),
    "between": lambda: of_clue(
        "arrow:r1c1:r1c2+r1c3", {0: {8, 9}, 1: {1, 2, 4, 6, 7, 8}, 2: {1, 2, 6, 7}}
    ),
    "a shared digit": lambda: of_clue(
        "arrow:r1c1:r1c2+r1c3+r1c4", {0: {6, 7, 8}, **dict.fromkeys((1, 2, 3), range(1, 5))}
    ),
    "beside": lambda: of_clue("rellik:r1c1+r1c2+r2c1:9", {9: {3}}),
    "alone": lambda: of_clue("rellik:r1c1+r1c2+r2c1:5"),
    "followed": lambda: of_clue(
        "region-sum:r3c1+r3c2+r4c2+r4c3",
        {18: {1, 3}, 19: {1, 2, 6}, 28: {1, 2, 4, 6, 7, 8}, 29: {1, 2, 4, 5, 6, 8}},
    ),
    "a long sum": lambda: of_clue(
        f"sum:{'+'.join(f'r1c{n}' for n in range(1, 10))}+r5c1+r5c2+r5c3+r5c4:56"
    ),
    "a pair": lambda: of_clue("whisper:r1c1+r1c2+r2c2"),
    "an outside clue": lambda: of_clue("skyscraper:left:1:8"),
    "clues of a box": clues_of_a_box,
    "opening": opening,
    "a long ring": long_ring,
    "siamese": siamese,
    "facts: one": lambda: facts("hidden-single"),
    "facts: a wing": lambda: facts("xy-wing"),
    "facts: several": lambda: facts("pointing"),
    "facts: nested": nested,
    "facts: a cage": caged,
    "facts: links": apart,
    "facts: a placement": by_refutation,
    "facts: a search": by_search,
}

# ------------------------------------------------------------------------------------------------
# What is changed.


def step_with(**changes: Any) -> Forge:
    return lambda step, position: replace(step, **changes)


@cache
def solution_of(position: Position) -> tuple[int, ...]:
    solution = solve(position)
    assert solution is not None
    return solution


UNIQUENESS = (
    *(f"{kind}-{n}" for kind in ("unique-rectangle", "unique-loop", "bug") for n in (1, 2, 3, 4)),
    *("unique-rectangle-5", "unique-rectangle-6", "hidden-rectangle"),
    *("avoidable-rectangle-1", "avoidable-rectangle-2"),
    *(f"extended-rectangle-{n}" for n in (1, 2, 3, 4)),
    "bug-n",
)


DEADLY = (
    *(
        f"{kind}-{n}"
        for kind in ("borescoper-deadly-pattern", "unique-matrix")
        for n in (1, 2, 3, 4)
    ),
    *(f"qiu-deadly-pattern-{kind}" for kind in (1, 2, 3, 4, "locked")),
    "rectangle-forcing-chains",
)


def against_the_solution(step: Step, position: Position) -> Step:
    """The step with a digit of the solution eliminated, in a cell that sees the cells of the
    step."""
    values = solution_of(position)
    (cell, _), *_ = step.eliminations
    return replace(step, eliminations=((cell, values[cell]),))


def without_its_way(step: Step, position: Position) -> Step:
    """The further candidates are to lead to the conclusion by themselves."""
    return with_proof(step, how=None)


def placing_what_goes(step: Step, position: Position) -> Step:
    values = solution_of(position)
    (cell, digit), *_ = step.eliminations
    assert digit != values[cell]
    return replace(step, eliminations=(), placements=((cell, digit),))


def in_a_marked_puzzle(step: Step, position: Position) -> Found:
    """The puzzle itself leaves a cell of the ring one of the two digits."""
    cell = cast(LoopProof, step.proof).ring[0]
    marks = [frozenset(position.geometry.digits)] * 81
    marks[cell] -= {cast(LoopProof, step.proof).digits[0]}
    puzzle = replace(position.puzzle, pencil_marks=tuple(marks))
    return step, replace(position, puzzle=puzzle)


def of_givens(step: Step, position: Position) -> Found:
    """The step with the filled cells as givens."""
    puzzle = replace(position.puzzle, givens=position.values)
    return step, replace(position, puzzle=puzzle)


def proof_with(**changes: Any) -> Forge:
    return lambda step, position: with_proof(step, **changes)


def proof_from(change: Callable[[Any], dict[str, Any]]) -> Forge:
    """The proof with fields made from its own."""
    return lambda step, position: with_proof(step, **change(step.proof))


def a_filled_cell(step: Step, position: Position) -> Step:
    """A whisper line with a cell that is filled."""
    filled = next(cell for cell, value in enumerate(position.values) if value is not None)
    return with_proof(step, low=(*step.proof.low, filled))  # type: ignore[attr-defined]


def an_own_digit(step: Step, position: Position) -> Step:
    """A digit of the own half among those that go."""
    proof: Any = step.proof
    own = ((cell, digit) for cell in proof.low for digit in proof.lower)
    return replace(step, eliminations=(next(p for p in own if p[1] in position.candidates[p[0]]),))


def a_digit_too(step: Step, position: Position) -> Step:
    """A digit that is placed beside what goes."""
    cell = next(cell for cell, digits in enumerate(position.candidates) if digits)
    return replace(step, placements=((cell, min(position.candidates[cell])),))


def left_alone(step: Step, position: Position) -> Step:
    """A candidate of the same clues that goes too, though they allow it."""
    eliminated = set(step.eliminations)
    more = next(
        (cell, digit)
        for cell in step.view.cells
        for digit in sorted(position.candidates[cell])
        if (cell, digit) not in eliminated
    )
    return replace(step, eliminations=tuple(sorted((*eliminated, more))))


def marked(**changes: Any) -> Forge:
    """The first statement about a modified cell changed."""
    return proof_from(
        lambda p: {"statements": (replace(p.statements[0], **changes), *p.statements[1:])}
    )


def barring(**changes: Any) -> Forge:
    """The first reason of a single changed."""
    return proof_from(lambda p: {"barred": (replace(p.barred[0], **changes), *p.barred[1:])})


def barring_what_is_open(step: Step, position: Position) -> Step:
    """A single whose first reason excludes a candidate that is open."""
    open_ = next((cell, digits) for cell, digits in enumerate(position.candidates) if digits)
    return barring(lost=((open_[0], min(open_[1])),))(step, position)


def node_with(at: int, **changes: Any) -> Forge:
    """The first chain with another statement."""

    def forge(step: Step, position: Position) -> Step:
        first, *others = step.view.chains
        nodes = list(first.nodes)
        nodes[at] = replace(nodes[at], **changes)
        return with_chains(step, replace(first, nodes=tuple(nodes)), *others)

    return forge


def chain_with(**changes: Any) -> Forge:
    """The first chain with other fields."""
    return lambda step, position: with_chains(
        step, replace(step.view.chains[0], **changes), *step.view.chains[1:]
    )


def an_end_less(step: Step, position: Position) -> Step:
    chain = step.view.chains[0]
    return with_chains(step, replace(chain, nodes=chain.nodes[:-1]))


def fewer_chains(step: Step, position: Position) -> Step:
    return with_chains(step, *step.view.chains[1:])


def advanced_with(inner: Callable[[Step], Step] | None = None, **changes: Any) -> Forge:
    """The first nested implication of the first chain, or the step inside it, changed."""

    def forge(step: Step, position: Position) -> Step:
        chain = step.view.chains[0]
        at, node = next((i, n) for i, n in enumerate(chain.nodes) if n.cause == "advanced")
        if inner is not None:
            assert node.part is not None
            parts = list(chain.parts)
            parts[node.part] = inner(parts[node.part])
            return cast(Step, chain_with(parts=tuple(parts))(step, position))
        return cast(Step, node_with(at, **changes)(step, position))

    return forge


def statement_with(at: int, **changes: Any) -> Forge:
    """A chain of classes with another statement."""

    def forge(step: Step, position: Position) -> Step:
        assert isinstance(step.proof, ClassProof)
        statements = list(step.proof.statements)
        statements[at] = replace(statements[at], **changes)
        return with_proof(step, statements=tuple(statements))

    return forge


def further_with(change: Callable[[Step], Step]) -> Forge:
    """A small proof whose first further argument is changed."""

    def forge(step: Step, position: Position) -> Step:
        assert isinstance(step.proof, FactsProof)
        first, *others = step.proof.further
        return with_proof(step, further=(change(first), *others))

    return forge


def another(step: Step, position: Position) -> tuple[int, int]:
    """A candidate far from what a step speaks of, which it does not exclude."""
    used = {*step.view.cells, *(cell for cell, _ in (*step.eliminations, *step.placements))}
    return next(
        (cell, min(digits))
        for cell, digits in reversed(list(enumerate(position.candidates)))
        if digits and cell not in used
    )


def eliminating_another(step: Step, position: Position) -> Step:
    return replace(step, placements=(), eliminations=(another(step, position),), contradiction=None)


def eliminating_more(step: Step, position: Position) -> Step:
    return replace(step, eliminations=(*step.eliminations, another(step, position)))


def placing_another(step: Step, position: Position) -> Step:
    return replace(step, placements=(another(step, position),), eliminations=())


def eliminating_a_filled_cell(step: Step, position: Position) -> Step:
    filled = next(cell for cell, value in enumerate(position.values) if value is not None)
    return replace(step, placements=(), eliminations=((filled, 1),))


def impossible(step: Step, position: Position) -> Step:
    """A contradiction where the step only excluded something."""
    return replace(also_impossible(step, position), placements=(), eliminations=())


def also_impossible(step: Step, position: Position) -> Step:
    return replace(step, contradiction=Contradiction("no-candidate", (0,)))


def no_longer_complete(house: House) -> House:
    return replace(house, complete=False)


def a_full_cell_for_a_contradiction(step: Step, position: Position) -> Step:
    """A trial of a cell that is filled already, which has no candidates."""
    full = next(cell for cell, value in enumerate(position.values) if value is not None)
    return impossible(with_proof(step, cell=full, branches=()), position)


def no_cases(step: Step, position: Position) -> Step:
    """A filled cell has no candidate, and its house no place for its digit: the one chain supposes
    what it shows."""
    house = cast(ForcingProof, step.proof).house
    cells = range(81) if house is None else house.cells
    full = next(cell for cell in cells if position.values[cell] is not None)
    ((cell, digit),) = step.eliminations
    chain = replace(step.view.chains[0], nodes=(Node(cell, digit, False),))
    return with_proof(step, source=(full, position.values[full]), chains=(chain,))


def no_digit_of_the_board(step: Step, position: Position) -> Step:
    ((house, _),) = cast(JointProof, step.proof).needs
    return eliminating_another(with_proof(step, needs=((house, 24),)), position)


def elsewhere(rule: Rule) -> Rule:
    return replace(rule, constraint=99)


def elsewhere_if_rule(holder: House | Rule) -> House | Rule:
    return elsewhere(holder) if isinstance(holder, Rule) else holder


def one_more(counts: Counts) -> Counts:
    """Each house and clue with one digit more."""
    return tuple((holder, number + 1) for holder, number in counts)


def moved_elsewhere(part: Step) -> Step:
    assert isinstance(part.proof, ClueProof)
    return replace(part, proof=replace(part.proof, rule=elsewhere(part.proof.rule)))


def otherwise_named(rule: Rule) -> Rule:
    return replace(rule, name="clone")


def left_possible(step: Step, position: Position) -> Step:
    """A candidate that occurs in some way goes."""
    assert isinstance(step.proof, ClueProof)
    return replace(step, eliminations=step.proof.left[:1])


def left_placed(step: Step, position: Position) -> Step:
    """A candidate that a clue leaves beside others is placed."""
    assert isinstance(step.proof, ClueProof)
    cell, left = next(
        (cell, left)
        for cell in step.proof.rule.cells
        for left in (
            sorted(d for d in position.candidates[cell] if (cell, d) not in step.eliminations),
        )
        if len(left) > 1
    )
    return replace(step, eliminations=(), placements=((cell, left[0]),))


def a_cell_less(proof: BentSetProof) -> dict[str, Any]:
    """The first group of several cells without its first."""
    at = next(i for i, group in enumerate(proof.groups) if len(group.cells) > 1)
    fewer = replace(proof.groups[at], cells=proof.groups[at].cells[1:])
    return {"groups": (*proof.groups[:at], fewer, *proof.groups[at + 1 :])}


def a_house_for_a_cell(proof: MedusaProof) -> dict[str, Any]:
    """Links of a cell as if they were of a house, and the other way round."""
    house = next(link.house for link in proof.links if link.house is not None)
    swapped = [replace(link, house=house if link.house is None else None) for link in proof.links]
    return {"links": tuple(swapped)}


def a_link_in_a_house_that_may_lack_it(proof: MedusaProof) -> dict[str, Any]:
    at, link = next((n, link) for n, link in enumerate(proof.links) if link.house is not None)
    assert link.house is not None
    weak = replace(link, house=no_longer_complete(link.house))
    return {"links": (*proof.links[:at], weak, *proof.links[at + 1 :])}


def with_its_first_cell_filled(step: Step, position: Position) -> Found:
    first = cast(ClassProof, step.proof).statements[0]
    digit = min(set(position.candidates[first.cell]) - set(first.digits))
    return replace(step, eliminations=()), position.place(first.cell, digit)


def with_a_digit_in_the_box(step: Step, position: Position) -> Found:
    proof = cast(CrossedProof, step.proof)
    cell = next(c for c in proof.box.cells if position.values[c] is not None)
    values = list(position.values)
    values[cell] = proof.digits[0]
    return step, replace(position, values=tuple(values))


def with_a_crossing_more(step: Step, position: Position) -> Step:
    proof = cast(CrossedProof, step.proof)
    more = next(cell for cell in proof.box.cells if cell not in proof.crossing)
    return with_proof(step, crossing=(*proof.crossing, more))


def another_order(proof: LoopProof) -> dict[str, Any]:
    """The cells of a ring, of which others would be side by side."""
    return {"ring": (*proof.ring[1:], proof.ring[0])}


def with_a_filled_cell_more(step: Step, position: Position) -> Step:
    """A pattern with a cell more, which is filled."""
    filled = next(cell for cell, value in enumerate(position.values) if value is not None)
    return with_proof(step, cells=(*cast(DeadlyProof, step.proof).cells, filled))


def with_a_digit_more(proof: DeadlyProof) -> dict[str, Any]:
    """A further candidate as one of the digits."""
    return {"digits": (*proof.digits, proof.extra[0][1]), "extra": proof.extra[1:]}


def in_another_line(step: Step, position: Position) -> Step:
    """Of two lines the second is one of other boxes, whose open cells are beside some of the
    first."""
    first = cast(CrossedProof, step.proof).lines[0]
    beside = [h for h in position_houses(position) if h.kind == first.kind and h != first]

    def open_in_both(line: House) -> int:
        pairs = zip(first.cells, line.cells, strict=True)
        return sum(position.values[a] is position.values[b] is None for a, b in pairs)

    apart = [h for h in beside if (h.number - 1) // 3 != (first.number - 1) // 3]
    return with_proof(step, lines=(first, max(apart, key=open_in_both)))


def against_its_partners(step: Step, position: Position) -> Step:
    """A digit of the solution goes, whose partners are digits of the solution too."""
    values = solution_of(position)
    cell = next(cell for cell, value in enumerate(position.values) if value is None)
    return replace(step, eliminations=((cell, values[cell]),))


def two_groups_as_one(proof: BentSetProof) -> dict[str, Any]:
    """Two groups of a digit that lie in different houses."""
    one, other = next(
        pair for pair in combinations(proof.groups, 2) if pair[0].digit == pair[1].digit
    )
    joined = replace(one, cells=(*one.cells, *other.cells))
    return {"groups": (joined, *(group for group in proof.groups if group not in (one, other)))}


def an_assumption(step: Step, position: Position) -> Step:
    return replace(step.view.parts[0], eliminations=step.eliminations or (another(step, position),))


def houses_of_two_sides(step: Step, position: Position) -> Step:
    """One house less on the second side, with the cells that are then left."""
    proof = step.proof
    assert isinstance(proof, LeftoverProof)
    first = {cell for house in proof.first for cell in house.cells}
    second = {cell for house in proof.second[1:] for cell in house.cells}
    return with_proof(
        step,
        second=proof.second[1:],
        plus=tuple(sorted(first - second)),
        minus=tuple(sorted(second - first)),
    )


def with_a_filled_need(step: Step, position: Position) -> Step:
    """A house is said to need a digit that stands in it."""
    house = next(h for h in position_houses(position) if any(position.values[c] for c in h.cells))
    digit = next(position.values[c] for c in house.cells if position.values[c])
    return with_proof(step, needs=((house, digit),))


def position_houses(position: Position) -> tuple[House, ...]:
    return board_of(position.puzzle).houses


def with_a_filled_cell(step: Step, position: Position) -> Step:
    filled = next(cell for cell, value in enumerate(position.values) if value is not None)
    return with_proof(step, cells=(filled,))


def in_a_variant(step: Step, position: Position) -> Found:
    """The step where a rule forbids to exchange two digits."""
    puzzle = replace(position.puzzle, constraints=(KillerCage((0, 1), 3),))
    return step, Position(puzzle, position.values, position.candidates)


def with_marks(step: Step, position: Position) -> Found:
    """The step where the puzzle itself restricts a cell."""
    marks = (frozenset(position.geometry.digits),) * 81
    puzzle = replace(position.puzzle, pencil_marks=marks)
    return step, Position(puzzle, position.values, position.candidates)


def in_a_cell_of_the_ring(step: Step, position: Position) -> Step:
    """A candidate of a cell of the ring goes, though statements of both kinds exclude it."""
    nodes = step.view.chains[0].nodes
    for cell in {node.cell for node in nodes}:
        for digit in sorted(position.candidates[cell]):
            if len(kinds_that_exclude(step, position, (cell, digit))) == 2:
                return replace(step, eliminations=((cell, digit),))
    raise AssertionError("no candidate of the ring's cells is excluded by both kinds")


def kinds_that_exclude(step: Step, position: Position, candidate: Candidate) -> set[bool]:
    return {
        node.on
        for node in step.view.chains[0].nodes
        if exclude_each_other(position.puzzle, (node.cell, node.digit), candidate)
    }


def seen_by_one_kind(step: Step, position: Position) -> Step:
    """A candidate that a statement of the ring excludes, but none of the other kind."""
    nodes = step.view.chains[0].nodes
    cells = {node.cell for node in nodes}
    for cell, digits in enumerate(position.candidates):
        for digit in sorted(digits):
            kinds = kinds_that_exclude(step, position, (cell, digit))
            if len(kinds) == 1 and cell not in cells:
                return replace(step, eliminations=((cell, digit),))
    raise AssertionError("every candidate is seen by both kinds or none")


def another_digit_of(at: int) -> Forge:
    """A statement of the first chain about another candidate of its cell."""

    def forge(step: Step, position: Position) -> Step:
        node = step.view.chains[0].nodes[at]
        used = {(n.cell, n.digit) for n in step.view.chains[0].nodes}
        digit = next(
            d for d in sorted(position.candidates[node.cell]) if (node.cell, d) not in used
        )
        return cast(Step, node_with(at, digit=digit)(step, position))

    return forge


def an_absent_digit(at: int) -> Forge:
    def forge(step: Step, position: Position) -> Step:
        node = step.view.chains[0].nodes[at]
        digits = set(position.geometry.digits) - position.candidates[node.cell]
        return cast(Step, node_with(at, digit=min(digits))(step, position))

    return forge


def both_placed(step: Step, position: Position) -> Step:
    """A trial places both digits that did not fail."""
    branch = an_open_branch(step, position)
    proof = cast(TrialProof, branch.proof)
    return replace(branch, placements=tuple((proof.cell, digit) for digit in proof.digits))


def a_branch_less(step: Step, position: Position) -> Step:
    """A trial places a digit although one candidate was not tried."""
    proof = step.proof
    assert isinstance(proof, TrialProof)
    return replace(
        with_proof(step, branches=proof.branches[:1]),
        placements=((proof.cell, proof.digits[0]),),
        eliminations=(),
    )


def an_open_branch(step: Step, position: Position) -> Step:
    """A trial places a digit although another candidate did not fail."""
    proof = step.proof
    assert isinstance(proof, TrialProof)
    branches = tuple(with_proof(branch, ending="open") for branch in proof.branches)
    return replace(
        with_proof(step, branches=branches),
        placements=((proof.cell, proof.digits[0]),),
        eliminations=(),
    )


def a_crossed_out_survivor(step: Step, position: Position) -> Step:
    proof = step.proof
    assert isinstance(proof, TrialProof)
    branches = tuple(with_proof(branch, ending="open") for branch in proof.branches)
    return replace(
        with_proof(step, branches=branches),
        placements=(),
        eliminations=((proof.cell, proof.digits[0]),),
    )


def two_parents_of_a_rule(step: Step, position: Position) -> Step:
    """A statement by a clue that rests on two statements, one of them true."""
    chain = step.view.chains[0]
    at = next(i for i, node in enumerate(chain.nodes) if node.cause == "rule")
    return cast(Step, node_with(at, parents=(at - 2, at - 1))(step, position))


def rule_node(**changes: Any) -> Forge:
    """The first statement by a clue, changed."""

    def forge(step: Step, position: Position) -> Step:
        nodes = step.view.chains[0].nodes
        at, node = next((i, n) for i, n in enumerate(nodes) if n.cause == "rule")
        changed = {
            name: change(node.rule) if callable(change) else change
            for name, change in changes.items()
        }
        return cast(Step, node_with(at, **changed)(step, position))

    return forge


FILLED = 0
"""A cell that holds a digit in the example of nested implications."""
ROW_9 = House("row", 9, tuple(range(72, 81)))
BOX_1 = House("box", 1, (*range(3), *range(9, 12), *range(18, 21)))
MADE_UP = replace(ROW_9, cells=tuple(range(71, 80)))

# ------------------------------------------------------------------------------------------------
# The table: the words of the fault, the true step, what is changed.

ROWS: list[tuple[str, str, Forge]] = [
    # Every step.
    ("concludes nothing", "x-wing", step_with(eliminations=())),
    ("has no candidate", "x-wing", eliminating_a_filled_cell),
    (
        "is not a house of this board",
        "x-wing",
        proof_from(lambda p: {"base": (no_longer_complete(p.base[0]), *p.base[1:])}),
    ),
    ("an assumption alone", "trial", an_assumption),
    # Patterns.
    ("can be filled", "naked-pair", impossible),
    ("does not exclude", "naked-pair", eliminating_another),
    ("does not exclude", "x-wing", proof_from(lambda p: {"base": p.base[:1]})),
    ("does not exclude", "x-wing", proof_with(digit=24)),
    ("placed in another house", "direct-hidden-pair", proof_with(house=ROW_9)),
    ("places in the base are others", "x-wing", proof_from(lambda p: {"cells": p.cells[1:]})),
    (
        "places in the base are others",
        "x-wing",
        proof_from(lambda p: {"cover": (*p.cover, p.cover[0])}),
    ),
    (
        "is a fin",
        "finned-x-wing",
        proof_from(lambda p: {"cells": (*p.cells, *p.fins), "fins": ()}),
    ),
    ("is not a fin", "x-wing", proof_from(lambda p: {"cells": (), "fins": p.cells})),
    (
        "has another base",
        "siamese",
        proof_from(lambda p: {"twin": replace(p.twin, digit=p.twin.digit % 9 + 1)}),
    ),
    ("starts outside of the fish", "kraken-fish-1", proof_with(fins=())),
    ("leads to something else", "kraken-fish-2", eliminating_another),
    ("does not exclude", "kraken-fish-1", proof_with(chains=())),
    ("does not exclude", "kraken-fish-2", eliminating_more),
    (
        "has a place without a colour",
        "skyscraper",
        proof_from(lambda p: {"colours": (replace(p.colours[0], first=()), p.colours[1])}),
    ),
    (
        "holds other digits",
        "remote-pair",
        proof_from(lambda p: {"digits": (p.digits[0], p.digits[1] % 9 + 1)}),
    ),
    ("does not force", "hidden-single", placing_another),
    # Clues.
    ("the puzzle has no", "cage-combinations", proof_from(lambda p: {"rule": elsewhere(p.rule)})),
    (
        "the puzzle has no",
        "cage-combinations",
        proof_from(lambda p: {"rule": otherwise_named(p.rule)}),
    ),
    ("the cells can be filled", "cage-combinations", impossible),
    # Liars.
    ("of which some hold", "liars", proof_from(lambda p: {"rule": otherwise_named(p.rule)})),
    ("of which some hold", "liars", a_digit_too),
    ("of which some hold", "liars", impossible),
    ("the other clues are enough", "liars", proof_with(excluding=(), parts=(), wrong=())),
    ("the other clues are enough", "liars", proof_with(lie=True, excluding=(), parts=(), wrong=())),
    (
        "is not part of the clue",
        "liars",
        proof_from(lambda p: {"parts": (elsewhere(p.parts[0]), *p.parts[1:])}),
    ),
    (
        "is not part of the clue",
        "liars",
        proof_from(lambda p: {"parts": (replace(p.parts[0], cells=(80,)), *p.parts[1:])}),
    ),
    (" can hold", "liars", proof_from(lambda p: {"wrong": (*p.wrong, p.excluding[0])})),
    (" allows ", "liars", left_alone),
    # Modified cells.
    (
        "no such modified cells",
        "modified-cells",
        proof_from(lambda p: {"rule": otherwise_named(p.rule)}),
    ),
    ("rests on a later one", "modified-cells", marked(parents=(5,))),
    ("rests on a later one", "modified-cells", marked(parents=(-1,))),
    ("nothing shows whether", "modified-cells", marked(mark=1)),
    ("nothing shows whether", "modified-cells", marked(reason=None)),
    (
        "can be kept with",
        "modified-cells",
        proof_from(lambda p: {"cases": (replace(p.cases[0], because=()),)}),
    ),
    ("may be another one", "modified-cells", proof_with(cases=(), mark=1)),
    (
        "may be another one",
        "modified-cells",
        proof_with(cases=(), mark=1, house=House("row", 0, tuple(range(9)))),
    ),
    (
        "can be kept with",
        "modified-cells",
        proof_from(lambda p: {"cases": (replace(p.cases[0], because=(), cell=0),), "mark": 1}),
    ),
    ("no such modified cells", "modified-cells", a_digit_too),
    ("no such modified cells", "modified-cells", impossible),
    # Digit counts.
    ("hold one for certain", "digit-counts", proof_from(lambda p: {"sure": p.sure[1:]})),
    ("hold one for certain", "digit-counts", proof_from(lambda p: {"sure": (*p.sure, 80)})),
    (" has another number of", "digit-counts", proof_from(lambda p: {"rooms": one_more(p.rooms)})),
    (
        " has another number of",
        "digit-counts",
        proof_from(lambda p: {"rooms": ((no_longer_complete(p.rooms[0][0]), p.rooms[0][1]),)}),
    ),
    ("can have another number", "digit-counts", proof_from(lambda p: {"needs": one_more(p.needs)})),
    (
        "the puzzle has no",
        "digit-counts",
        proof_from(lambda p: {"needs": tuple((elsewhere_if_rule(h), n) for h, n in p.needs)}),
    ),
    ("not as many needed", "digit-counts", proof_from(lambda p: {"needs": p.needs[1:]})),
    ("needed more often", "digit-counts", proof_with(rooms=())),
    ("can hold", "digit-counts", eliminating_another),
    ("can hold", "digit-counts", eliminating_more),
    ("and shows nothing else", "digit-counts", a_digit_too),
    # Polarity.
    ("no such line", "whisper-polarity", proof_from(lambda p: {"rules": (elsewhere(p.rules[0]),)})),
    ("of neither half", "whisper-polarity", proof_from(lambda p: {"higher": p.higher[:1]})),
    ("of neither half", "whisper-polarity", a_filled_cell),
    ("not joined by", "whisper-polarity", proof_from(lambda p: {"low": (*p.low, p.high[0])})),
    ("of the other half", "whisper-polarity", an_own_digit),
    ("of the other half", "whisper-polarity", a_digit_too),
    ("digits of both halves", "whisper-polarity", proof_with(house=None)),
    (
        "not of one half in",
        "whisper-polarity",
        proof_from(lambda p: {"cells": (*p.low[:1], *p.high[:1])}),
    ),
    ("not of one half in", "whisper-polarity", proof_with(house=House("row", 9, (80,)))),
    ("has room for them", "whisper-polarity", proof_from(lambda p: {"cells": p.cells[:1]})),
    ("can add up to", "a sum", against(digits=lambda own: (*own[1:], 9))),
    ("can add up to 9", "a shared digit", against(digits=lambda own: (2, 3, 5)[: len(own)])),
    ("can add up to 6", "a long sum", with_sum(total=9)),
    ("can add up to 6", "a long sum", with_sum(total=8)),
    ("a bound excludes nothing", "a long sum", with_sum(total=0)),
    ("a bound excludes nothing", "a long sum", with_sum(cells=())),
    ("a bound excludes nothing", "a long sum", with_sum(cells=(80,))),
    ("a bound excludes nothing", "a long sum", against(sums=lambda own: ())),
    ("a bound excludes nothing", "a long sum", against(sums=lambda own: own[:1])),
    ("a bound excludes nothing", "a long sum", against(most=lambda own: not own)),
    ("are not in one house", "a long sum", with_sum(house=None)),
    ("are not in one house", "a long sum", with_house(number=7)),
    ("are not in one house", "a long sum", with_house(title="the moon")),
    ("not about its cells", "between", against(other=lambda own: 80)),
    ("not about its cells", "between", against(other=lambda own: 1)),
    (" allows ", "between", against(supposed=lambda own: ((1, 9),))),
    ("can be 6", "between", against(digits=lambda own: (*own, 6))),
    ("leaves more to", "between", against(digits=lambda own: (3,))),
    ("is not of", "a pair", against(victims=lambda own: (80,))),
    (" allows ", "a pair", against(supposed=with_one)),
    (" allows ", "beside", against(supposed=with_one)),
    (" allows ", "beside", against(beside=lambda own: ())),
    ("r1c2 is not 3", "beside", against(beside=lambda own: ((1, 3),))),
    (" allows ", "followed", against(supposed=with_one)),
    ("nothing else before", "followed", against(links=lambda own: ((19, (1, 2, 6)),))),
    ("leaves more to r3c2", "followed", against(links=lambda own: ((19, (1,)),))),
    ("leaves more to r3c1", "followed", against(needed=lambda own: (3,))),
    ("not about its cells", "followed", against(victim=lambda own: 80)),
    ("not about its cells", "followed", against(supposed=lambda own: ())),
    ("not about its cells", "alone", against(supposed=lambda own: ())),
    ("no reason is named for all", "alone", against(supposed=lambda own: own[:1])),
    (" cannot be ", "clues of a box", shown(((1, 2, 4), (9, 6, 5)))),
    ("is not 3 there", "clues of a box", shown(((1, 3, 4), (9, 6, 5)), 3)),
    ("exclude each other", "clues of a box", shown(((1, 3, 4), (9, 8, 3)))),
    (
        "box 1 has no place for 9",
        "clues of a box",
        shown(((1, 3, 4), (8, 7, 5)), needs=((BOX_1, 9),)),
    ),
    ("holds two digits", "clues of a box", the_same_cage_twice),
    ("in another place", "an outside clue", against(cell=lambda own: own + 1)),
    ("r1c1 can be 1", "an outside clue", against(low=lambda own: (*range(2, 10), 1))),
    (" cannot be ", "an outside clue", against(low=lambda own: own[::-1])),
    (" cannot be ", "an outside clue", against(high=lambda own: (9, *own[1:]))),
    ("no clue shows all of it", "opening", proof_from(lambda p: {"each": p.each[1:]})),
    ("no clue shows all of it", "opening", impossible),
    ("no clue shows all of it", "opening", step_with(placements=((0, 1),))),
    (
        "more than what one clue excludes",
        "opening",
        proof_from(lambda p: {"each": (SINGLE, *p.each[1:])}),
    ),
    (
        "more than what one clue excludes",
        "opening",
        proof_from(lambda p: {"each": (replace(p.each[0], proof=p), *p.each[1:])}),
    ),
    (
        "the puzzle has no",
        "opening",
        proof_from(lambda p: {"each": tuple(moved_elsewhere(part) for part in p.each)}),
    ),
    ("is possible in", "cage-combinations", left_possible),
    ("is not forced into", "dot-pairs", left_placed),
    # Sums of houses.
    (
        "may lack a digit",
        "innies-outies",
        proof_from(lambda p: {"houses": (no_longer_complete(p.houses[0]), *p.houses[1:])}),
    ),
    (
        "has no known sum",
        "innies-outies",
        proof_from(lambda p: {"rules": (elsewhere(p.rules[0]), *p.rules[1:])}),
    ),
    (
        "has no known sum",
        "innies-outies",
        proof_from(
            lambda p: {"rules": (replace(p.rules[0], cells=p.rules[0].cells[1:]), *p.rules[1:])}
        ),
    ),
    (
        "the sums do not give the equation",
        "innies-outies",
        proof_from(lambda p: {"total": p.total + 1}),
    ),
    (
        "the sums do not give the equation",
        "innies-outies",
        proof_from(lambda p: {"plus": p.plus[1:]}),
    ),
    (
        "the sums do not give the equation",
        "innies-outies",
        proof_from(lambda p: {"plus": (*p.plus, *p.plus[:1])}),
    ),
    (
        "the sums do not give the equation",
        "innies-outies",
        proof_from(lambda p: {"rules": p.rules[1:]}),
    ),
    # Parts with one total.
    (
        "the puzzle has no",
        "equal-totals",
        proof_from(lambda p: {"rules": (elsewhere(p.rules[0]),)}),
    ),
    (
        "need not have one total",
        "equal-totals",
        proof_from(lambda p: {"parts": (*p.parts, p.own[0][1:])}),
    ),
    (
        "need not have one total",
        "equal-totals",
        proof_from(lambda p: {"own": (p.own[0][:1], *p.own)}),
    ),
    ("the total can be another", "equal-totals", proof_with(bounds=())),
    ("the total can be another", "equal-totals", proof_with(totals=())),
    (
        "add up to",
        "equal-totals",
        proof_from(lambda p: {"bounds": (replace(p.bounds[0], digits=(9,) * 2), *p.bounds[1:])}),
    ),
    (
        "can have the total",
        "equal-totals",
        proof_from(lambda p: {"unreached": (Unreached(p.own, p.totals),)}),
    ),
    ("is possible in", "equal-totals", eliminating_more),
    # Regions that are to be found.
    ("no such regions", "regions: join", proof_from(lambda p: {"rule": elsewhere(p.rule)})),
    (
        "no such regions",
        "regions: join",
        lambda step, position: replace(step, contradiction=Contradiction("no-candidate", (0,))),
    ),
    ("shows nothing of two cells", "regions: most", knowing(RegionFact(0, 4, True))),
    ("places no digit", "regions: holds", placing_another),
    ("excludes no digit", "regions: apart", eliminating_another),
    (
        "can do without",
        "regions: join",
        proof_from(lambda p: {"joins": (replace(p.joins[0], cell=15),)}),
    ),
    (
        "can do without",
        "regions: join",
        proof_from(lambda p: {"joins": (replace(p.joins[0], reach=(0, 15)),)}),
    ),
    (
        "can do without",
        "regions: join",
        proof_from(lambda p: {"joins": (replace(p.joins[0], digit=1, reach=()),)}),
    ),
    ("what is joined", "regions: join", knowing(RegionFact(0, 15, True))),
    ("need not share", "regions: holds", proof_from(lambda p: {"first": 15})),
    ("need not share", "regions: holds", eliminating_another),
    ("has other places", "regions: only", eliminating_another),
    ("has other places", "regions: only", proof_from(lambda p: {"digit": p.digit % 4 + 1})),
    ("has other places", "regions: only", proof_with(cells=(15,))),
    ("has other places", "regions: only", placing_another),
    ("other places there", "regions: places", proof_from(lambda p: {"cells": p.cells[1:]})),
    ("other places there", "regions: places", proof_from(lambda p: {"digit": p.digit % 4 + 1})),
    ("does not see all", "regions: places", eliminating_another),
    ("other places there", "regions: claims", proof_from(lambda p: {"cells": p.cells[1:]})),
    (
        "other places there",
        "regions: claims",
        proof_from(lambda p: {"house": replace(p.house, complete=False)}),
    ),
    ("does not see all", "regions: claims", proof_with(first=15)),
    ("does not see all", "regions: claims", eliminating_another),
    ("not as many as", "regions: set", proof_from(lambda p: {"cells": p.cells[1:]})),
    ("not as many as", "regions: set", proof_from(lambda p: {"digits": (3, 4)})),
    ("need not share a region", "regions: set", proof_with(first=15)),
    (
        "not used up",
        "regions: set",
        lambda step, position: (replace(step, eliminations=((4, 3),)), position),
    ),
    (
        "not used up",
        "regions: set",
        lambda step, position: (replace(step, eliminations=((0, 1),)), position),
    ),
    (
        "does not see all",
        "regions: claims",
        lambda step, position: (replace(step, eliminations=((4, 1),)), position),
    ),
    ("can be found with", "regions: narrow", proof_from(lambda p: {"cells": p.cells[1:]})),
    ("one candidate is supposed", "regions: narrow", eliminating_another),
    ("can be found with", "regions: narrow", proof_from(lambda p: {"number": None})),
    (
        "groups of cells are counted",
        "regions: most",
        proof_from(lambda p: {"number": p.number - 1}),
    ),
    ("are not counted", "regions: most", proof_from(lambda p: {"cells": (*p.cells, 15)})),
    (
        "two more of the cells",
        "regions: apart",
        lambda step, position: (step, start(board()).with_regions(position.regions)),
    ),
    ("not about two", "regions: apart", knowing(RegionFact(0, 15, False))),
    ("number is in another cell", "regions: most", eliminating_another),
    (
        "there can be",
        "regions: most",
        lambda step, position: replace(step, eliminations=((3, 3),)),
    ),
    (
        "there can be",
        "regions: least",
        lambda step, position: replace(step, eliminations=((3, 2),)),
    ),
    ("may share a region", "regions: least", proof_from(lambda p: {"cells": (0, 2, 4)})),
    # Cells that hold one digit.
    (
        "the puzzle has no",
        "equal cells",
        with_equal(0, lambda own: {"barred": ((elsewhere(own.barred[0][0]), (0,)),)}),
    ),
    (
        "may lack a digit",
        "equal cells",
        with_equal(1, lambda own: {"house": no_longer_complete(cast(House, own.house))}),
    ),
    ("may lack a digit", "equal cells", with_equal(1, lambda own: {"house": MADE_UP})),
    ("can hold another digit", "equal cells", proof_from(lambda p: {"digits": p.digits[1:]})),
    ("does not demand", "equal cells", with_equal(0, lambda own: {"cell": 39})),
    (" as well", "equal cells", with_equal(1, lambda own: {"barred": ()})),
    ("other digits in common", "equal cells", proof_from(lambda p: {"left": p.left[1:]})),
    ("other digits in common", "equal cells", placing_another),
    (" can be ", "equal cells", eliminating_another),
    # What houses leave.
    (
        "may lack a digit",
        "law-of-leftovers",
        proof_from(lambda p: {"first": (no_longer_complete(p.first[0]), *p.first[1:])}),
    ),
    (
        "do not leave these cells",
        "law-of-leftovers",
        proof_from(lambda p: {"minus": p.minus[1:]}),
    ),
    (
        "do not leave these cells",
        "law-of-leftovers",
        proof_from(lambda p: {"minus": (*p.minus, *p.minus[:1])}),
    ),
    ("more houses on one side", "law-of-leftovers", houses_of_two_sides),
    (
        "what is cancelled is not on both sides",
        "set-equivalence",
        proof_from(lambda p: {"plus": p.plus[1:], "cancelled": (*p.cancelled, p.plus[0])}),
    ),
    (
        "what is cancelled is not on both sides",
        "set-equivalence",
        proof_from(lambda p: {"cancelled": p.cancelled[1:]}),
    ),
    (
        "do not leave these cells",
        "set-equivalence",
        proof_from(lambda p: {"second": (*p.second[1:], p.first[0])}),
    ),
    # Several clues.
    (
        "the puzzle has no",
        "joined-clues",
        proof_from(lambda p: {"rules": (elsewhere(p.rules[0]), *p.rules[1:])}),
    ),
    ("the puzzle has no", "joined-clues", proof_from(lambda p: {"cells": p.cells[1:]})),
    (
        "is possible in",
        "joined-clues",
        proof_from(lambda p: {"rules": p.rules[:1], "cells": p.rules[0].cells}),
    ),
    ("hold other digits", "naked-pair", proof_from(lambda p: {"digits": p.digits[:1]})),
    ("can be", "hidden-single", barring_what_is_open),
    ("is not written in", "hidden-single", barring(at=(43, 9))),
    ("does not exclude what", "hidden-single", barring(by=House("row", 1, tuple(range(9))))),
    ("does not exclude what", "hidden-single", barring(by=APART)),
    ("has another candidate", "naked-single", proof_from(lambda p: {"digit": p.digit % 9 + 1})),
    ("have other places in", "hidden-pair", proof_from(lambda p: {"cells": p.cells[:1]})),
    ("another digit in some way", "innies-outies", proof_from(lambda p: {"left": p.left[1:]})),
    ("does not need", "house-combinations", with_a_filled_need),
    ("does not need", "house-combinations", no_digit_of_the_board),
    ("is possible in", "house-combinations", proof_with(needs=())),
    ("is possible in", "digit-places", proof_with(needs=())),
    ("is possible in", "digit-places", eliminating_another),
    ("does not need", "conflicting-combinations", with_a_filled_need),
    (
        "does not need",
        "conflicting-combinations",
        proof_from(lambda p: {"needs": ((no_longer_complete(p.needs[0][0]), p.needs[0][1]),)}),
    ),
    ("is possible in", "conflicting-combinations", proof_with(needs=())),
    (" cannot be ", "conflicting-combinations", proof_from(lambda p: {"broken": (p.rule.cells,)})),
    ("can be filled", "conflicting-combinations", proof_from(lambda p: {"broken": p.ways[:1]})),
    ("is possible in", "killer-pair", proof_from(lambda p: {"rules": p.rules[:-1]})),
    # Classes of digits.
    ("what is eliminated is not what is supposed", "parity-chain", eliminating_another),
    ("what is eliminated is not what is supposed", "parity-chain", with_its_first_cell_filled),
    ("rests on a later one", "parity-chain", statement_with(1, parents=(1,))),
    ("nothing shows which class", "parity-chain", statement_with(1, reason=None, parents=())),
    ("nothing shows which class", "parity-chain", statement_with(1, reason=ROW_9)),
    ("nothing shows which class", "parity-chain", statement_with(1, parents=())),
    ("nothing shows which class", "parity-chain", statement_with(1, digits=(2, 4, 6, 8))),
    (
        "nothing shows which class",
        "modulus-chain:house",
        statement_with(1, parents=()),
    ),
    (
        "has room for one more",
        "modulus-chain:house",
        proof_from(lambda p: {"because": p.because[1:]}),
    ),
    ("has room for one more", "modulus-chain:house", proof_with(because=())),
    (
        "has room for one more",
        "modulus-chain:house",
        proof_from(lambda p: {"reason": no_longer_complete(p.reason)}),
    ),
    (
        "the last cell is not in the house",
        "modulus-chain:house",
        statement_with(-1, cell=40),
    ),
    (
        "the last cell is of another class",
        "modulus-chain:house",
        statement_with(-1, digits=(2, 5, 8)),
    ),
    ("can be kept", "parity-chain", proof_with(because=())),
    # Chains.
    (
        "conclude one thing at a time",
        "forcing-chain",
        eliminating_more,
    ),
    ("does not lead from the opposite", "forcing-chain", eliminating_another),
    ("does not lead from the opposite", "forcing-chain", chain_with(nodes=(Node(33, 6, True),))),
    ("conclude one thing at a time", "nishio", also_impossible),
    ("conclude one thing at a time", "nishio", eliminating_more),
    ("conclude one thing at a time", "cell-forcing-chains", also_impossible),
    ("does not start from the opposite", "nishio", eliminating_another),
    ("the ends do not clash", "nishio", fewer_chains),
    (
        "the ends do not clash",
        "nishio",
        proof_from(lambda p: {"chains": (p.chains[0], p.chains[0])}),
    ),
    ("the cases do not agree", "cell-forcing-chains:cell", eliminating_another),
    ("the cases do not agree", "cell-forcing-chains", eliminating_more),
    ("a double needs", "dynamic-forcing-chains:double", fewer_chains),
    (
        "a double needs",
        "dynamic-forcing-chains:double",
        proof_from(lambda p: {"source": (p.source[0], p.source[1] % 9 + 1)}),
    ),
    ("not every candidate of", "cell-forcing-chains:cell", fewer_chains),
    ("the cases need a house", "region-forcing-chains:region", proof_with(house=None)),
    ("not every place of", "region-forcing-chains:region", fewer_chains),
    (
        "not every place of",
        "region-forcing-chains:region",
        proof_from(lambda p: {"house": no_longer_complete(p.house)}),
    ),
    # Templates.
    ("is shown by their templates", "template-delete", lambda s, p: with_proof(s, parts=(s,))),
    ("is shown by their templates", "template-delete", proof_with(parts=(SINGLE,))),
    (
        "is shown by their templates",
        "template-delete",
        lambda s, p: with_proof(
            s, parts=(with_proof(replace(s, placements=((0, 1),)), parts=(s,)),)
        ),
    ),
    ("the pattern does not exclude", "template-delete", eliminating_more),
    ("can be false, or true", "medusa-3d", proof_from(a_house_for_a_cell)),
    ("can be false, or true", "medusa-3d", proof_from(a_link_in_a_house_that_may_lack_it)),
    ("a link has one colour", "medusa-3d", proof_with(first=())),
    ("no colour by the links", "medusa-3d", proof_from(lambda proof: {"links": proof.links[1:]})),
    ("colours do not lead", "medusa-3d", eliminating_more),
    ("the exchange does not keep", "extended-rectangle-1", proof_from(another_order)),
    *(
        ("the pattern does not exclude", f"{kind}-exocet", eliminating_more)
        for kind in ("junior", "senior", "double")
    ),
    (
        "can be filled in another way",
        "junior-exocet",
        proof_from(lambda proof: {"choices": proof.choices[1:]}),
    ),
    (
        "do not hold all givens",
        "reverse-bug",
        proof_from(lambda p: {"digits": (p.digits[0], p.digits[0] % 9 + 1)}),
    ),
    ("loses its digit and nothing else", "reverse-bug", eliminating_more),
    (
        "one of the two digits alone",
        "reverse-bug",
        proof_from(lambda p: {"last": (p.last[0], sum(p.digits) - p.last[1])}),
    ),
    ("no house is left", "reverse-bug", proof_from(lambda p: {"held": tuple(range(81))})),
    ("a mark may not allow", "reverse-bug", with_marks),
    ("not every further candidate", "rectangle-forcing-chains", fewer_chains),
    ("not every further candidate", "rectangle-forcing-chains", proof_with(loop=None)),
    ("loses its digit and nothing else", "reverse-bug", also_impossible),
    (
        "has one of the two digits alone",
        "reverse-bug",
        proof_from(lambda p: {"digits": (*p.digits, next(iter({1, 2, 3} - {*p.digits})))}),
    ),
    ("is filled", "borescoper-deadly-pattern-1", with_a_filled_cell_more),
    ("has other candidates", "borescoper-deadly-pattern-1", proof_with(extra=())),
    ("in one way only", "borescoper-deadly-pattern-1", proof_from(with_a_digit_more)),
    (
        "the box may lack a digit",
        "qiu-deadly-pattern-1",
        proof_from(lambda p: {"box": no_longer_complete(p.box)}),
    ),
    (
        "not side by side",
        "qiu-deadly-pattern-1",
        proof_from(lambda p: {"lines": (p.lines[0], p.box)}),
    ),
    ("not filled alike", "qiu-deadly-pattern-1", in_another_line),
    ("notices an exchange", "qiu-deadly-pattern-1", in_another_line),
    ("cannot exchange", "qiu-deadly-pattern-1", proof_with(crossing=())),
    ("has other candidates", "qiu-deadly-pattern-1", proof_with(extra=())),
    ("the box has one of the digits", "qiu-deadly-pattern-locked", proof_with(extra=())),
    ("the box has one of the digits", "qiu-deadly-pattern-1", with_a_digit_in_the_box),
    ("cannot exchange", "qiu-deadly-pattern-1", with_a_crossing_more),
    (
        "do not have the symmetry",
        "symmetrical-placement",
        proof_from(lambda proof: {"images": proof.images[::-1]}),
    ),
    ("may not have the symmetry", "symmetrical-placement", in_a_variant),
    ("may not have the symmetry", "symmetrical-placement", with_marks),
    ("has its partners", "symmetrical-placement", against_its_partners),
    ("shows nothing else", "symmetrical-placement", placing_what_goes),
    ("leaves a place for it", "sue-de-coq", eliminating_more),
    ("needs have", "sue-de-coq", proof_from(lambda proof: {"groups": proof.groups[1:]})),
    ("has too few places", "sue-de-coq", proof_from(a_cell_less)),
    ("has room for two", "domino-loop", proof_from(two_groups_as_one)),
    ("does not need", "almost-locked-pair", with_a_filled_need),
    ("shows nothing else", "almost-locked-pair", placing_what_goes),
    (
        "can be filled without a guardian",
        "broken-wing",
        proof_from(lambda proof: {"extra": proof.extra[1:]}),
    ),
    # Alternating chains.
    ("two nodes for each", "aic", proof_from(lambda p: {"nodes": p.nodes[:-1]})),
    ("two nodes for each", "aic", proof_with(nodes=(), strong=())),
    (
        "two nodes for each",
        "aic",
        proof_from(lambda p: {"nodes": (replace(p.nodes[0], cells=()), *p.nodes[1:])}),
    ),
    (
        "is not a candidate",
        "aic",
        proof_from(lambda p: {"nodes": (replace(p.nodes[0], digit=0), *p.nodes[1:])}),
    ),
    (
        "a strong link can be false",
        "aic",
        proof_from(lambda p: {"strong": (ROW_9,) * len(p.strong)}),
    ),
    (
        "a strong link can be false",
        "chute-remote-pair",
        proof_from(lambda p: {"strong": (MADE_UP,) * len(p.strong)}),
    ),
    (
        "a strong link can be false",
        "aic",
        proof_from(lambda p: {"strong": (NO_SET,) * len(p.strong)}),
    ),
    (
        "a strong link can be false",
        "aic",
        proof_from(lambda p: {"strong": (APART,) * len(p.strong)}),
    ),
    (
        "a weak link can be true",
        "aic",
        proof_from(lambda p: {"nodes": (p.nodes[1], p.nodes[0], *p.nodes[2:])}),
    ),
    ("a weak link can be true", "aic", proof_with(ring=True)),
    ("shows nothing else", "aic", placing_another),
    ("is not excluded by both ends", "aic", eliminating_another),
    ("is not excluded by both ends", "grouped-aic", eliminating_another),
    ("is not excluded by both ends", "grouped-continuous-nice-loop", eliminating_more),
    ("the cases need a clue", "clue-forcing-chains:clue", proof_with(rule=None)),
    (
        "the cases need a clue",
        "clue-forcing-chains:clue",
        proof_from(lambda p: {"rule": elsewhere(p.rule)}),
    ),
    ("can be kept without these", "clue-forcing-chains:clue", fewer_chains),
    # Links.
    ("rests on a later one", "forcing-chain", node_with(1, parents=(1,))),
    ("rests on a later one", "forcing-chain", node_with(1, parents=(4,))),
    ("no such candidate", "forcing-chain", an_absent_digit(2)),
    ("an assumption in the middle", "forcing-chain", node_with(2, cause="start", parents=())),
    ("must follow from refuted", "dynamic-forcing-chains-plus:advanced", advanced_with(on=True)),
    ("must follow from refuted", "dynamic-forcing-chains-plus:advanced", advanced_with(part=None)),
    (
        "must follow from refuted",
        "dynamic-forcing-chains-plus:advanced",
        advanced_with(parents=(0,)),
    ),
    (
        "does not imply that",
        "dynamic-forcing-chains-plus:advanced",
        advanced_with(lambda part: replace(part, eliminations=())),
    ),
    (
        "has no candidate",
        "dynamic-forcing-chains-plus:advanced",
        advanced_with(lambda part: replace(part, eliminations=(*part.eliminations, (FILLED, 1)))),
    ),
    ("the puzzle has no", "clue-chain", rule_node(rule=elsewhere)),
    ("a rule needs one true candidate", "clue-chain", two_parents_of_a_rule),
    ("does not imply that", "clue-chain", rule_node(parents=(0,))),
    ("must be named", "clue-chain", rule_node(rule=None)),
    ("must be named", "clue-forcing-chains", rule_node(rule=None)),
    ("the house does not need the digit", "forcing-chain", node_with(2, house=None)),
    ("the house does not need the digit", "forcing-chain", node_with(2, house=ROW_9)),
    ("no such house", "forcing-chain", node_with(2, house=MADE_UP)),
    ("is followed", "cell-forcing-chains", no_cases),
    ("is followed", "region-forcing-chains:region", no_cases),
    ("alternatives are open", "forcing-chain", node_with(2, parents=())),
    ("by exactly one true one", "forcing-chain", node_with(1, parents=())),
    ("by exactly one true one", "forcing-chain", node_with(3, parents=(0, 2))),
    ("not in the cell", "x-cycle", node_with(1, cause="cell")),
    ("not the same digit", "x-cycle", node_with(1, house=None)),
    ("not in the house", "x-cycle", node_with(1, house=ROW_9)),
    # Rings.
    (
        "the ring does not close",
        "x-cycle",
        an_end_less,
    ),
    ("the ring branches", "x-cycle", node_with(2, parents=(0, 1))),
    ("by one kind of statement only", "a long ring", in_a_cell_of_the_ring),
    ("by one kind of statement only", "x-cycle", seen_by_one_kind),
    # Uniqueness.
    ("an exchange might break", "unique-rectangle-1", in_a_variant),
    ("an exchange might break", "bug-1", in_a_variant),
    ("places in", "bug-1", proof_with(extra=())),
    ("has not two candidates", "bug-1", proof_with(extra=())),
    (
        "does not keep every house",
        "unique-rectangle-1",
        proof_from(lambda p: {"ring": (p.ring[0], p.ring[2], p.ring[1], p.ring[3])}),
    ),
    ("does not fit the ring", "unique-rectangle-1", proof_with(extra=())),
    ("does not fit the ring", "unique-rectangle-1", proof_with(digits=(8, 9))),
    ("does not keep every house", "unique-rectangle-1", proof_with(ring=())),
    ("does not keep every house", "unique-rectangle-1", proof_from(lambda p: {"ring": p.ring * 2})),
    ("does not keep every house", "unique-rectangle-1", proof_with(ring=(0, 0))),
    ("does not fit the ring", "unique-rectangle-1", in_a_marked_puzzle),
    *(("is possible in", name, against_the_solution) for name in UNIQUENESS),
    *(
        ("is possible in", name, without_its_way)
        for name in UNIQUENESS
        if name[-1] in "346" or name.startswith("hidden")
    ),
    ("is a given", "avoidable-rectangle-1", of_givens),
    ("is not forced into", "bug-1", placing_what_goes),
    # Assumptions.
    ("negation refutes one candidate", "negation", eliminating_another),
    ("negation refutes one candidate", "negation", eliminating_more),
    ("shows nothing else", "negation", also_impossible),
    ("shows nothing else", "x-cycle", also_impossible),
    (
        "rests on what is not known",
        "negation",
        proof_from(
            lambda p: {"parts": (replace(p.parts[0], because=((80, 1, True),)), *p.parts[1:])}
        ),
    ),
    ("does not end in a contradiction", "negation", proof_from(lambda p: {"parts": p.parts[:-1]})),
    ("whose trial did not fail", "trial", a_crossed_out_survivor),
    ("although another did not fail", "trial", an_open_branch),
    ("although another did not fail", "trial", a_branch_less),
    ("although another did not fail", "trial", both_placed),
    ("although another did not fail", "trial", also_impossible),
    ("although another did not fail", "trial", a_full_cell_for_a_contradiction),
    # Small proofs: the facts.
    ("is filled already", "facts: a wing", with_a_filled_cell),
    ("does not need", "facts: a wing", with_a_filled_need),
    (
        "the puzzle has no",
        "facts: a cage",
        proof_from(lambda p: {"rules": (elsewhere(p.rules[0]),)}),
    ),
    ("is left by one fact", "facts: one", proof_with(cells=(0,))),
    ("is left by one fact", "facts: one", proof_with(rules=(APART,))),
    ("where the step sees one", "facts: one", placing_another),
    # What follows from them.
    (
        "is one argument",
        "facts: several",
        further_with(lambda part: with_proof(part, argument=None)),
    ),
    (
        "is one argument",
        "facts: several",
        further_with(lambda part: replace(part, proof=SINGLE.proof)),
    ),
    (
        "rests on further facts",
        "facts: several",
        further_with(lambda part: with_proof(part, cells=(0,))),
    ),
    (
        "is supposed false",
        "facts: several",
        further_with(
            lambda part: with_chains(
                part,
                replace(
                    part.view.chains[0],
                    nodes=(
                        replace(part.view.chains[0].nodes[0], on=False),
                        *part.view.chains[0].nodes[1:],
                    ),
                ),
            )
        ),
    ),
    (
        "a placement is shown alone",
        "facts: a placement",
        lambda s, p: replace(s, eliminations=((0, 2),)),
    ),
    ("the facts do not imply what follows", "facts: a search", proof_with(cells=())),
    ("a search shows no contradiction", "facts: a search", impossible),
    ("is not what is shown", "facts: a wing", eliminating_more),
    ("is not what is shown", "facts: several", proof_from(lambda p: {"further": ()})),
    ("does not end in a contradiction", "facts: a wing", chain_with(because=())),
    ("does not end in a contradiction", "facts: a wing", chain_with(conflict=None)),
    (
        "does not end in a contradiction",
        "facts: a wing",
        proof_from(lambda p: {"cells": p.cells[:-1]}),
    ),
    ("does not end in a contradiction", "facts: several", proof_with(needs=())),
    ("does not end in a contradiction", "clue-negation", proof_with(rules=())),
    ("is not among the facts", "clue-negation", proof_with(needs=())),
    (
        "does not end in a contradiction",
        "facts: a wing",
        chain_with(conflict=Contradiction("clash", (69,), (3,))),
    ),
    (
        "does not suppose the opposite",
        "facts: a wing",
        eliminating_another,
    ),
    (
        "does not suppose the opposite",
        "facts: a placement",
        lambda s, p: replace(s, placements=((0, 2),)),
    ),
    # Its statements.
    ("on a later statement", "facts: a wing", node_with(1, parents=(5,))),
    ("no such candidate", "facts: a wing", an_absent_digit(1)),
    ("an assumption in the middle", "facts: a wing", node_with(1, cause="start", parents=())),
    ("was not stated before", "facts: a wing", node_with(1, cause="known", parents=())),
    ("the rule is not among the facts", "facts: links", node_with(1, rule=None)),
    (
        "the rule is not among the facts",
        "facts: links",
        node_with(1, rule=replace(APART, cells=(0, 6))),
    ),
    (
        "does not imply that",
        "facts: a cage",
        lambda s, p: chain_with(
            nodes=(*s.view.chains[0].nodes, Node(1, 1, False, (), "rule", rule=s.view.rules[0]))
        )(s, p),
    ),
    ("a nested argument excludes", "facts: nested", advanced_with(on=True)),
    (
        "is one argument",
        "facts: nested",
        advanced_with(lambda part: with_proof(part, argument=None)),
    ),
    (
        "shows something else",
        "facts: nested",
        advanced_with(lambda part: replace(part, eliminations=((0, 3),))),
    ),
    (
        "shows something else",
        "facts: nested",
        advanced_with(lambda part: with_proof(part, cells=(0, 1, 2, 3))),
    ),
    (
        "does not end in a contradiction",
        "facts: nested",
        advanced_with(lambda part: with_chains(part, replace(part.view.chains[0], because=()))),
    ),
    ("by exactly one true one", "facts: a wing", node_with(1, parents=())),
    ("by exactly one true one", "facts: a wing", node_with(4, parents=(2,))),
    ("not in the cell", "facts: a wing", node_with(2, cause="cell")),
    ("not the same digit", "facts: a wing", node_with(2, house=None)),
    ("not in the house", "facts: a wing", node_with(2, house=ROW_9)),
    ("no such house", "facts: a wing", node_with(2, house=MADE_UP)),
    ("that the cell holds a digit", "facts: a wing", node_with(3, cause="cell")),
    ("that the house holds the digit", "facts: a wing", proof_with(needs=())),
    ("alternatives are open", "facts: a wing", node_with(3, parents=())),
    ("alternatives are open", "facts: nested", node_with(8, parents=())),
]


def forged(source: str, forge: Forge) -> Found:
    step, position = true_step(source)
    result = forge(step, position)
    return result if isinstance(result, tuple) else (result, position)


@pytest.mark.parametrize("source", thinned(sorted({source for _, source, _ in ROWS}), 2))
def test_the_steps_hold_before_they_are_changed(source: str) -> None:
    step, position = true_step(source)
    assert check.faults(step, position) == ()


@pytest.mark.parametrize(
    ("words", "source", "forge"),
    ROWS,
    ids=[f"{at}: {words} ({source})" for at, (words, source, _) in enumerate(ROWS)],
)
def test_a_forged_step_is_refused_for_its_fault(words: str, source: str, forge: Forge) -> None:
    step, position = forged(source, forge)
    reasons = check.faults(step, position)
    assert any(words in fault for fault in reasons), reasons


NEVER_ALONE = {
    "not all(needs)",
    "sorted(partner.values()) != sorted(digits)",
    "wrong",
    "not {*self.crossing} <= {*self.box.cells}",
    "corners[1] not in geometry.peers[corners[0]]",
    "any((({corners[0]} <= house) + ({*sides[1]} <= house) != ({corners[1]} <= house) + "
    "({*sides[0]} <= house) for house in others))",
    "self.rules",
}
"""Reasons for a fault that no row has without the reasons before them."""


class _Marked(ast.NodeTransformer):
    """Reports each place where a fault is yielded or returned as words, and each of several reasons
    for it."""

    def __init__(self) -> None:
        self.places: dict[int, str] = {}
        self.reasons: dict[int, str] = {}
        self.inside = False

    def visit_If(self, node: ast.If) -> ast.AST:
        yields = any(isinstance(n, ast.Yield) for part in node.body for n in ast.walk(part))
        if yields and isinstance(node.test, ast.BoolOp) and isinstance(node.test.op, ast.Or):
            for at, value in enumerate(node.test.values):
                place = len(self.reasons)
                self.reasons[place] = ast.unparse(value)
                call = ast.Call(ast.Name("_holds", ast.Load()), [ast.Constant(place), value], [])
                node.test.values[at] = ast.fix_missing_locations(ast.copy_location(call, value))
        return self.generic_visit(node)

    def visit_Yield(self, node: ast.Yield) -> ast.AST:
        return self.within(node)

    def visit_Return(self, node: ast.Return) -> ast.AST:
        return self.within(node)

    def within(self, node: ast.AST) -> ast.AST:
        self.inside = True
        node = self.generic_visit(node)
        self.inside = False
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        words = self.inside and isinstance(node.value, str) and " " in node.value.strip()
        return self.marked(node) if words else node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return self.marked(node) if self.inside else node

    def marked(self, node: ast.expr) -> ast.AST:
        place = len(self.places)
        self.places[place] = f"line {node.lineno}: {ast.unparse(node)}"
        call = ast.Call(ast.Name("_met", ast.Load()), [ast.Constant(place), node], [])
        return ast.fix_missing_locations(ast.copy_location(call, node))


@pytest.mark.parametrize(
    "name", thinned([*UNIQUENESS, *DEADLY, "reverse-bug", "symmetrical-placement"], 6)
)
def test_no_argument_of_uniqueness_takes_a_digit_of_the_solution(name: str) -> None:
    position = example(name)
    values = solution_of(position)
    for step in technique(name).find(position):
        assert check.faults(step, position) == ()
        for cell, here in enumerate(position.candidates):
            for digit in here:
                if digit == values[cell]:
                    wrong = replace(step, eliminations=((cell, digit),))
                else:
                    wrong = replace(step, eliminations=(), placements=((cell, digit),))
                assert check.faults(wrong, position)


def checks_of_arguments() -> Iterator[tuple[ModuleType, object, ast.FunctionDef]]:
    """The functions that report faults beside the arguments, each with its module and owner."""
    for info in iter_modules(arguments.__path__):
        module = import_module(f"{arguments.__name__}.{info.name}")
        for node in ast.parse(inspect.getsource(module)).body:
            owner = getattr(module, node.name) if isinstance(node, ast.ClassDef) else module
            for part in node.body if isinstance(node, ast.ClassDef) else (node,):
                returns = part.returns if isinstance(part, ast.FunctionDef) else None
                if returns is not None and ast.unparse(returns) in ("Iterator[str]", "str | None"):
                    yield module, owner, cast(ast.FunctionDef, part)


def test_every_fault_has_a_forged_step(monkeypatch: pytest.MonkeyPatch) -> None:
    marks = _Marked()
    tree = marks.visit(ast.parse(inspect.getsource(check)))
    reached: set[int] = set()

    def meet(place: int, words: str) -> str:
        reached.add(place)
        return words

    held: set[int] = set()

    def holds(reason: int, value: object) -> object:
        held.update((reason,) if value else ())
        return value

    functions = list(checks_of_arguments())
    for module, owner, function in functions:
        monkeypatch.setattr(module, "_met", meet, raising=False)
        monkeypatch.setattr(module, "_holds", holds, raising=False)
        compiled: dict[str, object] = {}
        own = ast.Module([marks.visit(function)], [])
        exec(compile(own, str(module.__file__), "exec"), vars(module), compiled)
        before = getattr(owner, function.name)
        monkeypatch.setattr(owner, function.name, compiled[function.name])
        for importing, *_ in functions:
            if vars(importing).get(function.name) is before:
                monkeypatch.setattr(importing, function.name, compiled[function.name])
    judge = ModuleType(check.__name__)
    vars(judge).update(_met=meet, _holds=holds)
    monkeypatch.setitem(sys.modules, check.__name__, judge)
    exec(compile(tree, check.__file__, "exec"), vars(judge))
    for _, source, forge in ROWS:
        judge.faults(*forged(source, forge))
    assert len(marks.places) > 80
    assert [words for place, words in marks.places.items() if place not in reached] == []
    assert len(marks.reasons) > 60
    assert {words for place, words in marks.reasons.items() if place not in held} == NEVER_ALONE
