"""Links from rules: what any rule lets one candidate exclude works in techniques as a house does,
and the check of a step's argument reads it for itself."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice

import pytest

import satdoku
from satdoku.board import Geometry
from satdoku.board.constraint import Constraint
from satdoku.constraints import (
    AntiKing,
    AntiKnight,
    DisjointGroups,
    ExtraRegion,
    KillerCage,
    NonConsecutive,
)
from satdoku.explaining import explain
from satdoku.formats import parse
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import path, preset, start
from satdoku.rating.proofs import with_small_proofs
from satdoku.techniques.arguments.chains import ChainProof
from satdoku.techniques.arguments.sets import SingleProof
from satdoku.techniques.board import Candidates, advance, board_of, open_candidates
from satdoku.techniques.catalogue import all_techniques, technique
from satdoku.techniques.check import faults
from satdoku.techniques.searches.small.small_proof import SmallProof
from satdoku.techniques.step import Chain, Node, Rule, Step
from tests.shared import thinned

from .support import assert_sound, solve, with_chains, with_proof

G6 = Geometry.boxes(6, 2, 3)
CAGES = tuple(
    KillerCage(cells, total)
    for cells, total in (((0, 1, 6), 9), ((4, 5), 7), ((14, 15), 5), ((30, 31, 24), 12))
)
RULES: dict[str, tuple[Constraint, ...]] = {
    "anti-knight": (AntiKnight(),),
    "anti-king": (AntiKing(),),
    "non-consecutive": (NonConsecutive(),),
    "disjoint-groups": (DisjointGroups(),),
    "killer": CAGES,
}
NEIGHBOURS = ".4...6...3.......4....4.........1....39...74.........6....6........9.......7.2..."
APART = Rule(0, "non-consecutive", "non-consecutive", (0, 1))


def sparse(rules: tuple[Constraint, ...], seed: int) -> tuple[Puzzle, tuple[int, ...]]:
    """A puzzle of 6x6 with one solution, and the solution."""
    rng = random.Random(seed)
    puzzle, solution = Puzzle.empty(G6, rules), None
    while solution is None:
        givens = dict(zip(rng.sample(range(36), 2), rng.sample(G6.digits, 2), strict=True))
        if not puzzle.with_givens(givens).problems():
            solution = solve(start(puzzle.with_givens(givens)))
    full = puzzle.with_givens(solution)
    for cell in rng.sample(range(36), 36):
        fewer = full.with_givens({cell: None})
        if satdoku.is_unique(fewer):
            full = fewer
    return full, solution


@pytest.mark.parametrize(
    ("name", "most"), thinned([("killer", 20), *((name, 60) for name in RULES)], 6, rows=True)
)
def test_every_step_is_true_of_the_solution_and_accepted(name: str, most: int) -> None:
    puzzle, solution = sparse(RULES[name], 3)
    stages = path(start(puzzle), with_small_proofs(preset("human"), puzzle)).stages
    assert stages[-1].step.placements
    for stage in stages:
        assert_sound(stage.step, solution)
        assert faults(stage.step, stage.before) == ()
        for lang in ("en", "ja"):
            assert explain(stage.step, G6, lang)  # type: ignore[arg-type]
    for stage in stages[len(stages) // 4 :: len(stages)]:
        for search in all_techniques():
            if search.name in ("negation-2", "trial", "small-proof"):
                continue  # slow, and made of what the others check
            for step in islice(search.find(stage.before), most):
                assert_sound(step, solution)
                assert faults(step, stage.before) == ()
                assert explain(step, G6, "ja")


def opened(cells: dict[int, set[int]], *rules: Constraint) -> Position:
    """The empty 6x6 board with these rules, where some cells have lost candidates."""
    position = Position.of(Puzzle.empty(G6, rules))
    eliminated = [(c, d) for c, keep in cells.items() for d in G6.digits if d not in keep]
    return position.eliminate(eliminated)


def test_what_every_candidate_of_a_cell_excludes_goes() -> None:
    position = opened({0: {3, 4, 5}}, NonConsecutive())
    (step,) = [s for s in technique("pointing").find(position) if not s.view.houses]
    assert step.eliminations == ((1, 4), (6, 4))
    assert [rule.cells for rule in step.view.rules] == [(0, 1), (0, 6)]
    assert faults(step, position) == ()
    assert "r1c1 and r1c2 may not be consecutive" in explain(step, G6)
    assert "r1c1・r1c2に連続する数字は入らない" in explain(step, G6, "ja")
    assert faults(replace(step, eliminations=((1, 3),)), position)
    assert faults(with_proof(step, candidates=((2, 3), (2, 4))), position)


def test_what_every_place_of_a_digit_excludes_goes() -> None:
    # Box 1 has its 5 in r1c1 or r2c2: a cell beside both is no 4 and no 6.
    box = {c: {1, 2, 3, 4, 6} for c in (1, 2, 6, 8)}
    position = opened(box, NonConsecutive())
    steps = [s for s in technique("pointing").find(position) if s.variant == "links"]
    (step,) = [s for s in steps if s.view.houses and s.view.digits == (5,)]
    assert step.eliminations == ((1, 4), (1, 6), (6, 4), (6, 6))
    assert faults(step, position) == ()
    # The same by a rule that two cells differ: r3c1 sees r1c1 in its column, r2c2 at its corner.
    position = opened(box, AntiKing())
    (step,) = [s for s in technique("pointing").find(position) if s.view.digits == (5,)]
    assert step.eliminations == ((12, 5),)
    assert [(rule.name, rule.cells) for rule in step.view.rules] == [("anti-king", (7, 12))]
    assert faults(step, position) == ()
    assert faults(replace(step, eliminations=((13, 5),)), position)


def test_cells_that_differ_by_a_rule_alone_can_be_a_naked_set() -> None:
    # r2c3 and r3c4 touch at a corner, and lie in different boxes, rows and columns.
    position = opened({8: {1, 2}, 15: {1, 2}}, AntiKing())
    (step,) = technique("naked-pair").find(position)
    assert step.view.houses == ()
    assert {cell for cell, _ in step.eliminations} == {3, 9, 10, 13, 14, 20}
    assert faults(step, position) == ()
    assert faults(replace(step, eliminations=((0, 1),)), position)
    for lang in ("en", "ja"):
        assert explain(step, G6, lang)  # type: ignore[arg-type]


def test_a_chain_names_the_rule_between_two_cells() -> None:
    position = opened({0: {2, 4}, 1: {1, 3}}, NonConsecutive())
    steps = [s for s in technique("forcing-chain").find(position) if s.eliminations == ((0, 4),)]
    assert not steps  # nothing but r1c1 = 2 excludes is left of r1c2 there
    position = opened({0: {2, 4}, 1: {1, 3}, 2: {3, 6}}, NonConsecutive())
    for step in technique("forcing-chain").find(position):
        assert faults(step, position) == ()
    nodes = (
        Node(0, 2, True),
        Node(1, 1, False, (0,), "rule", rule=APART),
        Node(1, 3, True, (1,), "cell"),
        Node(0, 2, False, (2,), "rule", rule=APART),
    )
    step = Step(
        "forcing-chain",
        ChainProof("xy", Chain(nodes)),
        eliminations=((0, 2),),
        variant="xy-chain",
    )
    assert faults(step, position) == ()
    assert [link.rule for link in step.view.chains[0].links] == [APART, None, APART]
    assert explain(step, G6).count("r1c1 and r1c2 may not be consecutive") == 2

    def forged(at: int, **change: object) -> Step:
        other = [*nodes[:at], replace(nodes[at], **change), *nodes[at + 1 :]]  # type: ignore[arg-type]
        return with_chains(step, Chain(tuple(other)))

    assert faults(forged(1, rule=None), position)
    assert faults(forged(1, rule=replace(APART, constraint=1)), position)
    assert faults(forged(1, rule=replace(APART, name="anti-king")), position)
    assert faults(forged(1, rule=replace(APART, cells=(0, 6))), position)
    assert faults(forged(1, digit=5), position)
    assert faults(forged(1, cell=2, rule=replace(APART, cells=(0, 2))), position)
    assert faults(step, opened({0: {2, 4}, 1: {1, 3}}, AntiKing()))


def test_forged_rules_in_small_proofs_are_refused() -> None:
    puzzle, _ = sparse(RULES["non-consecutive"], 3)
    position = start(puzzle)
    tried = 0
    for step in SmallProof().find(position):
        chain = step.view.chains[0] if step.view.chains else None
        at = next((i for i, n in enumerate(chain.nodes) if n.cause == "rule"), 0) if chain else 0
        if chain is None or not at:
            continue
        node = chain.nodes[at]
        assert not step.view.rules  # what two cells may not hold is no fact of its own
        assert node.rule is not None
        for rule in (None, replace(node.rule, cells=(34, 35)), replace(node.rule, constraint=7)):
            nodes = (*chain.nodes[:at], replace(node, rule=rule), *chain.nodes[at + 1 :])
            assert faults(with_chains(step, replace(chain, nodes=nodes)), position)
        tried += 1
        if tried == 3:
            break
    assert tried


def test_no_technique_of_chains_is_dropped_where_links_know_every_rule() -> None:
    def names(*rules: Constraint) -> set[str]:
        table = with_small_proofs(preset("human"), Puzzle.empty(G6, rules))
        return {entry.search.name for entry in table.entries}

    chains = {"alternating-chains", "als-xz", "als-chain", "static-forcing-chains", "negation"}
    assert chains <= names(NonConsecutive())
    assert chains <= names(AntiKnight(), NonConsecutive())
    sets = {"als-xz", "als-chain"}  # they hold whatever else the rules say
    assert chains & names(*CAGES) == sets
    nested = {"negation-2", "trial"}  # small proofs take their place
    ends = {"small-proof", "digit-places"}
    assert names(AntiKnight()) == (names() - nested) | ends


def test_a_placed_digit_takes_what_it_excludes_wherever_it_is_written() -> None:
    puzzle, solution = sparse(RULES["non-consecutive"], 5)
    position = start(puzzle)
    for cell, digit in enumerate(solution):
        if position.values[cell] is None:
            step = Step("naked-single", SingleProof(cell, digit), placements=((cell, digit),))
            position = advance(position, step)
            again = start(puzzle.with_givens(position.values))
            assert position.candidates == again.candidates
            fresh = Candidates.of(Position(puzzle, position.values, position.candidates))
            assert open_candidates(position).cand == fresh.cand
            assert open_candidates(position).where == fresh.where


def test_boards_without_tables_of_pairs_have_no_links_of_rules() -> None:
    for rules in ((), (AntiKnight(),), (ExtraRegion((0, 8, 16)),)):
        board = board_of(Puzzle.empty(G6, rules))
        assert not board.conflicts
        assert board.reasons == board.houses
        assert board.linked is bool(rules)


def test_a_usual_non_consecutive_puzzle_needs_no_small_proof() -> None:
    """Before rules made links it took 28 small proofs."""
    givens = parse(NEIGHBOURS).puzzle.givens
    puzzle = Puzzle(Geometry.classic(), givens, None, (NonConsecutive(),))
    route = path(start(puzzle), with_small_proofs(preset("human"), puzzle))
    assert route.outcome == "solved"
    assert set(route.histogram()) <= {"full-house", "hidden-single", "naked-single", "pointing"}
    for stage in route.stages:
        assert faults(stage.step, stage.before) == ()
