"""Small proofs: sound, replayed, judged by another solver, small where they can be, to the end."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import combinations, islice, pairwise, product
from math import inf
from typing import Any

import pytest
from pysat.solvers import Solver

from satdoku import core
from satdoku.base.limits import ENDLESS, Clock
from satdoku.base.problem import Problem
from satdoku.board import Geometry, Grid
from satdoku.board.constraint import BoardMap, Constraint, Shape
from satdoku.constraints import AntiKnight, BothDiagonals, KillerCage, NonConsecutive, Odd
from satdoku.constraints.common import CellRule
from satdoku.explaining import explain
from satdoku.formats import parse
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import Path, path, preset, start
from satdoku.rating.loop import walk
from satdoku.rating.proofs import SMALL_PROOFS, with_small_proofs
from satdoku.relations import Domain, Relation, Table
from satdoku.techniques.arguments.chains import ForcingProof
from satdoku.techniques.arguments.facts import FactsProof
from satdoku.techniques.arguments.small_lines import alternating
from satdoku.techniques.board import advance, bits, board_of, open_candidates
from satdoku.techniques.check import faults
from satdoku.techniques.searches.clues.ways import Ways
from satdoku.techniques.searches.small.cases import TooLong, Work, by_cases, refuted
from satdoku.techniques.searches.small.exhaustive import Refuting
from satdoku.techniques.searches.small.negation import Negation
from satdoku.techniques.searches.small.nets import refutations, shortest_net
from satdoku.techniques.searches.small.position import Allowed, Facts
from satdoku.techniques.searches.small.search import _suspected, refutation
from satdoku.techniques.searches.small.small_proof import SmallProof
from satdoku.techniques.searches.small.solver import FactSolver, _propagating
from satdoku.techniques.searches.small.steps import bare_step, step_of
from satdoku.techniques.searches.small.trace import trace
from satdoku.techniques.searches.small.trail import follow
from satdoku.techniques.step import Step, alternating_line
from tests.shared import shared_file, thinned

from .support import (
    ROOT,
    assert_sound,
    position_of,
    puzzle_of,
    solve,
    with_proof,
)
from .test_variants import JIGSAW, carve

HARD = "...9.35....9.25..........8.2..3..9...1..4.......76..3.96......41.2...8...8.....6."
MINIMAL = ".....5..8...62..5.....392...5...2..6..18....4.2..6.1..2.3..6.4........7...53..8.."

SEARCH = "satdoku.techniques.searches.small.search"

G6 = Geometry.boxes(6, 2, 3)


def variant(text: str, *rules: Constraint, geometry: Geometry | None = None) -> Puzzle:
    return replace(puzzle_of(text, geometry), constraints=rules)


@cache
def killer() -> Puzzle:
    """A killer of 6x6: a full grid, its cages, and givens until there is one solution."""
    full = puzzle_of("123456456123231564564231312645645312", G6)
    groups = [
        (0, 1), (2, 3, 9), (4, 5), (6, 7, 12), (8, 14), (10, 11, 17), (13, 19), (15, 16, 21),
        (18, 24), (20, 26, 25), (22, 23), (27, 28), (29, 35), (30, 31, 32), (33, 34),
    ]  # fmt: skip
    cages = tuple(KillerCage(cells, sum(full.givens[c] or 0 for c in cells)) for cells in groups)
    puzzle = Puzzle(G6, (None,) * 36, None, cages)
    for cell in range(0, 36, 5):
        solution = solve(start(puzzle))
        assert solution is not None
        if is_unique(puzzle, solution):
            return puzzle
        puzzle = puzzle.with_givens({cell: full.givens[cell]})
    raise AssertionError("the givens should do")


def is_unique(puzzle: Puzzle, solution: tuple[int, ...]) -> bool:
    position = start(puzzle)
    return all(
        len(position.candidates[cell]) < 2
        or solve(position.eliminate([(cell, solution[cell])])) is None
        for cell, given in enumerate(puzzle.givens)
        if given is None
    )


PUZZLES: dict[str, Callable[[], Puzzle]] = {
    "minimal": partial(puzzle_of, MINIMAL),
    "hard": partial(puzzle_of, HARD),
    "4x4": partial(carve, Geometry.boxes(4, 2, 2), (), 3),
    "jigsaw": partial(carve, JIGSAW, (), 1),
    "diagonal": partial(carve, G6, (BothDiagonals(),), 1),
    "anti-knight": partial(carve, G6, (AntiKnight(),), 2),
    "non-consecutive": partial(
        variant, ".4.........6.3......................", NonConsecutive(), geometry=G6
    ),
    "odd": partial(variant, MINIMAL, Odd((0,))),
    "killer": killer,
}


@cache
def way(puzzle: Puzzle) -> tuple[tuple[Position, Step], ...]:
    """Small proofs to the end, every step checked by replaying it."""
    return tuple(walked(puzzle))


def walked(puzzle: Puzzle) -> Iterator[tuple[Position, Step]]:
    """The way, walked anew."""
    position = start(puzzle)
    solution = solve(position)
    assert solution is not None
    search = SmallProof()
    while not position.is_solved:
        step = search.first(position)
        assert step is not None, position.grid.text()
        assert_sound(step, solution)
        assert faults(step, position) == ()
        yield position, step
        position = advance(position, step)
    assert tuple(position.values) == solution


@pytest.mark.parametrize("name", thinned(PUZZLES, 2))
def test_every_puzzle_is_told_to_its_end(name: str) -> None:
    puzzle = PUZZLES[name]()
    for at, (position, step) in enumerate(way(puzzle)):
        assert facts_of(step).size >= 1
        if at % 7 == 0:
            assert unsatisfiable(step, position)
        for lang in ("en", "ja"):
            for strength in (1, 2, 3):
                assert explain(step, puzzle.geometry, lang, strength)  # type: ignore[arg-type]


def test_a_hint_of_a_supposition_names_where_it_begins_and_ends() -> None:
    puzzle = PUZZLES["hard"]()
    seen = 0
    for _, step in islice(way(puzzle), 30):
        proof = facts_of(step)
        chain = proof.argument
        if proof.size == 1 or chain is None or not chain.start.on:
            continue
        where, pattern = (explain(step, puzzle.geometry, "en", strength) for strength in (1, 2))
        cell = puzzle.geometry.name(chain.start.cell)
        assert f"suppose a candidate of {cell}" in pattern
        assert f"{cell} = " not in pattern
        home = [house for house in puzzle.geometry.houses if chain.start.cell in house.cells]
        assert any(str(house.number) in where for house in home)
        if proof.size > 4:
            seen += 1
            wrong = chain.conflict
            assert wrong is not None
            assert len(pattern) < 140
            if wrong.house is not None:
                assert pattern.endswith(f"look at {wrong.house.name}.")
                assert wrong.house.name.split()[0][:3] in where
            else:
                assert pattern.endswith(f"look at {puzzle.geometry.name(wrong.cells[0])}.")
    assert seen > 1


# -- another judge -------------------------------------------------------------------------------


def unsatisfiable(step: Step, position: Position) -> bool:
    """Whether the facts that a step names exclude each of its conclusions: by glucose, from
    clauses that are written here, with every forbidden filling of a cage spelled out."""
    geometry = position.geometry
    board = board_of(position.puzzle)
    size = geometry.size
    clauses: list[list[int]] = []

    def literal(cell: int, digit: int) -> int:
        return cell * size + geometry.digits.index(digit) + 1

    domains = [
        [value] if value is not None else sorted(position.candidates[cell])
        for cell, value in enumerate(position.values)
    ]
    for cell, domain in enumerate(domains):
        clauses += [[-literal(cell, d)] for d in geometry.digits if d not in domain]
        clauses += [[-literal(cell, a), -literal(cell, b)] for a, b in combinations(domain, 2)]
        if position.values[cell] is not None:
            clauses.append([literal(cell, domain[0])])
        clauses += [
            [-literal(cell, d), -literal(peer, d)]
            for peer in board.peer_list[cell]
            for d in domain
            if peer > cell
        ]
    clauses += [[literal(cell, d) for d in geometry.digits] for cell in step.view.cells]
    for house, digit in zip(step.view.houses, step.view.digits, strict=True):
        clauses.append([literal(cell, digit) for cell in house.cells])
    for rule in step.view.rules:
        constraint = position.puzzle.constraints[rule.constraint]
        if isinstance(constraint, KillerCage):
            cells = constraint.cells
            clauses += [[literal(cell, d) for d in domains[cell]] for cell in cells]
            for digits in product(*(domains[cell] for cell in cells)):
                if sum(digits) != constraint.sum:
                    clauses.append([-literal(c, d) for c, d in zip(cells, digits, strict=True)])
        elif isinstance(constraint, NonConsecutive):
            for a, b in constraint.pairs(geometry):
                for d, e in product(domains[a], domains[b]):
                    if abs(d - e) == 1:
                        clauses.append([-literal(a, d), -literal(b, e)])
        else:
            raise AssertionError(f"{rule.name} is not expected here")
    with Solver("g4", bootstrap_with=clauses) as solver:
        for cell, digit in step.eliminations:
            if solver.solve([literal(cell, digit)]):
                return False
        for cell, digit in step.placements:
            if solver.solve([-literal(cell, digit)]):
                return False
        return bool(step.eliminations or step.placements) or not solver.solve()


def test_a_set_without_one_of_its_facts_does_not_suffice() -> None:
    """Each fact is needed for the candidate that the argument is about."""
    seen = 0
    for position, step in way(puzzle_of(MINIMAL)):
        if step.variant != "assumption":
            continue
        start_ = step.view.chains[0].start
        main = replace(step, eliminations=((start_.cell, start_.digit),))
        assert unsatisfiable(main, position)
        cells, needs = facts_of(main).cells, facts_of(main).needs
        fewer = [with_proof(main, cells=cells[:i] + cells[i + 1 :]) for i in range(len(cells))]
        fewer += [with_proof(main, needs=needs[:i] + needs[i + 1 :]) for i in range(len(needs))]
        # Unit propagation finds each of these too weak; so does a solver where sets are this small.
        if facts_of(main).size <= 3:
            assert not any(unsatisfiable(other, position) for other in fewer)
            seen += 1
    assert seen >= 3


# -- sizes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("full-house", 1), ("hidden-single", 1), ("naked-single", 1), ("pointing", 1),
        ("claiming", 1), ("naked-pair", 2), ("hidden-pair", 2), ("x-wing", 2),
        ("naked-triple", 4), ("xy-wing", 3),
    ],
)  # fmt: skip
def test_where_a_technique_is_open_the_proof_is_as_small(name: str, most: int) -> None:
    text = (ROOT / "examples" / "techniques" / f"{name}.txt").read_text("ascii")
    position = parse(text).position
    assert position is not None
    step = SmallProof().first(position)
    assert step is not None
    assert facts_of(step).size <= most
    assert faults(step, position) == ()


def test_most_counts_facts() -> None:
    position = position_of(HARD)
    small = list(SmallProof(most=1).find(position))
    assert small
    assert {facts_of(step).size for step in small} == {1}


@pytest.mark.full
def test_the_same_position_gives_the_same_steps() -> None:
    for puzzle in (killer(), puzzle_of(MINIMAL)):
        assert tuple(walked(puzzle)) == way(puzzle)


# -- cases ---------------------------------------------------------------------------------------


def test_cases_where_following_alone_refutes_nothing() -> None:
    """A full swordfish: supposing one place leaves two open in each row."""
    row_cells = [7 * row + c for row in range(3) for c in range(3, 7)]
    step, text = in_a_square([(cell, 1) for cell in row_cells])
    assert step.variant == "cases"
    assert {digit for _, digit in step.eliminations} == {1}
    assert min(cell for cell, _ in step.eliminations) >= 21
    assert "  - r1c1 is not 1, by the chain " in text


def in_a_square(eliminated: list[tuple[int, int]]) -> tuple[Step, str]:
    """The small proof of an empty square of seven digits without some candidates, and its text."""
    puzzle = Puzzle.empty(Geometry.latin(7))
    position = start(puzzle).eliminate(eliminated)
    step = SmallProof().first(position)
    assert step is not None
    assert facts_of(step).size == 3
    assert faults(step, position) == ()
    assert unsatisfiable(step, position)
    return step, explain(step, puzzle.geometry)


def test_the_cases_of_one_candidate_exclude_more() -> None:
    """The cases against one place of a swordfish refute others, though nobody searches them."""
    position = start(Puzzle.empty(Geometry.latin(7)))
    position = position.eliminate((7 * row + c, 1) for row in range(3) for c in range(3, 7))
    facts = Facts(open_candidates(position))
    rows = [{*range(7 * row, 7 * row + 7)} for row in range(3)]
    needs = [
        at
        for at, (first, h) in enumerate(facts.names)
        if h >= 0 and first == 0 and {*facts.board.members[h]} in rows
    ]
    uses = Allowed(frozenset(needs), frozenset())
    step = step_of(facts, by_cases(facts, (facts.number[21, 0], True), uses))
    assert {(21, 1), (28, 1), (35, 1), (42, 1)} <= {*step.eliminations}
    assert faults(step, position) == ()


def test_many_facts_are_named_where_they_are_used() -> None:
    """No list of them begins the sentence: the lines name each house and cell."""
    many = 0
    for position, step in (*way(killer()), *islice(way(puzzle_of(HARD)), 24)):
        proof = facts_of(step)
        if proof.argument is None or proof.size <= 4:
            continue
        many += 1
        first, *rest = explain(step, position.geometry).splitlines()
        assert first.startswith("Rules that this uses: ") if proof.rules else rest
        assert "must hold" not in first
        for house, _ in proof.needs:
            assert house.name in "\n".join(rest).lower()
    assert many


def test_cases_told_together_name_the_rules_of_their_links() -> None:
    """In a published puzzle the cells of a square may not be near each other by a setter's rule;
    small proofs come where its digits are not counted."""
    rows = shared_file("variants", "ctc.jsonl").read_text("utf-8").splitlines()
    row = next(row for row in map(json.loads, rows) if row["id"] == "z9T9kUTum1M")
    puzzle = parse(row["puzzle"]).puzzle
    path_preset = with_small_proofs(preset("human"), puzzle)
    entries = [e for e in path_preset.entries if getattr(e.search, "name", "") != "digit-counts"]
    stages = walk(start(puzzle), replace(path_preset, entries=tuple(entries)))
    step = next(stage.step for stage in stages if stage.step.technique == "small-proof")
    text = explain(step, puzzle.geometry)
    assert "each of these would lead to the same:" in text
    assert 'rule "nabner" (at r8c1, r8c2 and r9c1).' in text


def test_too_few_cells_or_digits_are_seen_at_once() -> None:
    """Naked and hidden triples of full cells take no cases: the digits or the cells are counted."""
    step, text = in_a_square([(c, d) for c in (0, 1, 2) for d in (4, 5, 6, 7)])
    assert step.variant == "assumption"
    assert "  - Only 2 and 3 are left for r1c1, r1c2 and r1c3 (" in text
    assert step.eliminations == tuple((c, d) for c in (3, 4, 5, 6) for d in (1, 2, 3))
    step, text = in_a_square([(c, d) for c in (3, 4, 5, 6) for d in (1, 2, 3)])
    assert step.variant == "assumption"
    assert "  - Row 1 has only r1c2 and r1c3 left for 1, 2 and 3 (r1c1 = 5).\n" in text
    assert step.eliminations == tuple((c, d) for c in (0, 1, 2) for d in (4, 5, 6, 7))


def test_a_wrong_count_is_refused() -> None:
    """Each part of an end that counts is checked: its facts, its cells and its digits."""
    position = start(Puzzle.empty(Geometry.latin(7)))
    for few in (True, False):
        some, others = ((0, 1, 2), (4, 5, 6, 7)) if few else ((3, 4, 5, 6), (1, 2, 3))
        after = position.eliminate([(cell, digit) for cell in some for digit in others])
        step = SmallProof().first(after)
        assert step is not None
        proof = step.proof
        assert isinstance(proof, FactsProof)
        chain = proof.argument
        assert chain is not None
        assert chain.conflict is not None
        wrong = chain.conflict
        changes: list[dict[str, Any]] = [
            {"cells": (*wrong.cells, 3)},
            {"cells": wrong.cells[1:]},
            {"digits": (*wrong.digits, 7)},
            {"digits": wrong.digits[1:]},
            {"house": after.geometry.houses[1] if few else None},
        ]
        for change in changes:
            damaged = replace(chain, conflict=replace(wrong, **change))
            assert faults(replace(step, proof=replace(proof, argument=damaged)), after), change
        damaged = replace(chain, because=chain.because[1:])
        assert faults(replace(step, proof=replace(proof, argument=damaged)), after)


def test_what_cannot_be_is_shown_to_be_so() -> None:
    assert refutation(position_of(MINIMAL)) is None
    wrong = position_of(MINIMAL.replace(".....5..8", "3....5..8", 1))
    assert solve(wrong) is None
    step = refutation(wrong)
    assert step is not None
    assert step.contradiction is not None
    assert not step.placements
    assert not step.eliminations
    assert faults(step, wrong) == ()
    assert unsatisfiable(step, wrong)
    assert "So there is no solution." in explain(step, wrong.geometry)
    assert "よって解はありません。" in explain(step, wrong.geometry, "ja")


def test_what_shows_at_once_needs_no_proof() -> None:
    position = position_of(
        "123456..." + "." * 9 + "......7.." + ".......7." + "........7" + "." * 36
    )
    step = refutation(position)
    assert step is not None
    assert step.contradiction is not None
    assert SmallProof().first(position) is None


def facts_of(step: Step) -> FactsProof:
    """The proof of a small proof."""
    assert isinstance(step.proof, FactsProof)
    return step.proof


# -- forgeries (test_forgeries.py has one for each fault) ------------------------------------------


def test_a_rule_says_only_what_it_says() -> None:
    for position, step in way(killer()):
        if step.view.rules and step.view.chains:
            other = with_proof(step, rules=())
            assert faults(other, position)
            pairs = [
                (c, d)
                for c, digits in enumerate(position.candidates)
                for d in digits
                if (c, d) not in step.eliminations
            ]
            assert faults(replace(step, eliminations=(*step.eliminations, pairs[0])), position)
            text = explain(step, position.geometry)
            assert "killer cage of 3 in r1c1 and r1c2" in text.lower()
            assert "キラーケージ3(r1c1・r1c2)" in explain(step, position.geometry, "ja")
            return
    raise AssertionError("no step rests on a cage")


# -- presets -------------------------------------------------------------------------------------


@pytest.mark.full
def test_small_proofs_stand_after_the_techniques() -> None:
    few = with_small_proofs(preset("euler96"), puzzle_of(HARD))
    assert path(position_of(HARD), preset("euler96")).outcome == "stuck"
    route = path(position_of(HARD), few)
    assert route.outcome == "solved"
    used = route.histogram()
    assert used["small-proof"] > 0
    assert used["naked-single"] + used["hidden-single"] > 40


def test_where_rules_are_unknown_they_come_before_assumptions() -> None:
    puzzle = killer()
    table = with_small_proofs(preset("human"), puzzle)
    names = [entry.search.name for entry in table.entries]
    assert names[-1] == "small-proof"
    assert names.count("small-proof") == 1
    assert names.index("naked-single") < names.index("clue-combinations") < names.index("pointing")
    assert not {"trial", "negation"} & set(names)
    assert path(start(puzzle), table).outcome == "solved"


def test_small_proofs_alone() -> None:
    route = path(position_of(MINIMAL), SMALL_PROOFS)
    assert route.outcome == "solved"
    assert set(route.histogram()) == {"small-proof"}


INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@cache
def inkala() -> Path:
    """The path of several tests, walked once."""
    puzzle = puzzle_of(INKALA)
    return path(start(puzzle), with_small_proofs(preset("human"), puzzle))


@pytest.mark.parametrize(
    ("text", "every"), thinned([(HARD, 24), (HARD, 6), (INKALA, 6), (MINIMAL, 6)], 4, rows=True)
)
def test_the_compiled_nets_are_judged_by_trails(text: str, every: int) -> None:
    """Without cases they refute what trails refute; each set of facts that they name suffices."""
    cases = 0
    for position, _ in islice(way(puzzle_of(text)), 0, 60, every):
        facts = Facts(open_candidates(position))
        failing = {
            v for v in range(len(facts.pairs)) if refuted(facts, (v, True), None) is not None
        }
        alone = refutations(facts, 1, 1000)
        assert alone is not None
        assert {net.candidate for net in alone} == failing
        assert {net.cases for net in alone} <= {()}
        for net in [*alone, *(refutations(facts, 2, 1000) or ())]:
            # A few statements more or less: trails choose among equal reasons.
            proof = net.proof(facts)
            assert proof is not None
            assert proof.uses.needs <= net.allowed.needs
            assert len(net.cases) <= net.statements
            cases += bool(net.cases)
    assert cases or text == MINIMAL


@pytest.mark.full
@pytest.mark.parametrize("text", thinned([HARD, INKALA], 2))
def test_no_fact_of_a_compiled_refutation_makes_it_longer(text: str) -> None:
    """Without any one of its facts, a refutation is not shorter, or there is none."""
    longer = tried = 0
    for position, _ in islice(way(puzzle_of(text)), 0, 40, 2):
        facts = Facts(open_candidates(position))
        for net in (refutations(facts) or ())[:2]:
            for fact in net.allowed.each():
                fewer = refuted(facts, (net.candidate, True), net.allowed.without(fact))
                tried += 1
                longer += fewer is not None and fewer.lines < net.statements
    assert tried > 100
    assert longer == 0


@pytest.mark.full
def test_a_digit_locked_under_an_assumption_is_one_line() -> None:
    """No line supposes what fails at once because it sees all places of its digit in a house."""
    geometry = Geometry.classic()
    steps = [step for step in inkala().steps if step.variant == "cases"]
    said = [line for step in steps for line in explain(step, geometry).splitlines()]
    assert any(line.startswith("  - In ") and "can only be in" in line for line in said)
    for line, after in pairwise(said):
        assert "; suppose" not in line or "No place is left" not in after or " = " in after


def test_a_chain_under_an_assumption_is_one_line() -> None:
    """Its strong links hold where what is named is gone, its weak links and its ends always."""
    geometry = Geometry.classic()
    tried = 0
    for stage in inkala().stages:
        if stage.step.variant != "cases":
            continue
        facts = Facts(open_candidates(stage.before))
        digits = facts.board.digits
        number = {(cell, digits[d]): v for v, (cell, d) in enumerate(facts.pairs)}
        argument = facts_of(stage.step).argument
        assert argument is not None
        for part in argument.parts:
            nested = facts_of(part).argument
            assert nested is not None
            read = alternating(nested)
            if read is None:
                continue
            line, known = read
            tried += 1
            masks = [sum(1 << number[pair] for pair in node.candidates) for node in line]
            false = sum(1 << number[node.cell, node.digit] for node in known)
            for one, other in zip(masks[::2], masks[1::2], strict=True):
                assert any(mask & (one | other) and not mask & ~(one | other | false)
                           for mask in facts.live)  # fmt: skip
            for one, other in zip(masks[1::2], masks[2::2], strict=False):
                assert all(not other & ~facts.near[v] for v in bits(one))
            target = facts.near[number[nested.start.cell, nested.start.digit]]
            assert not (masks[0] | masks[-1]) & ~target
            said = f", by the chain {alternating_line(geometry, line)}"
            assert said in explain(stage.step, geometry)
    assert tried


def test_human_takes_the_shorter_argument() -> None:
    """Forcing chains of cases that fill several lines come after short negations."""
    short = Negation(longest=8)
    for stage in inkala().stages:
        proof = stage.step.proof
        if isinstance(proof, ForcingProof) and max(len(c.nodes) for c in proof.chains) > 6:
            assert short.easiest(open_candidates(stage.before), ENDLESS) is None
        if stage.step.technique == "negation" and len(stage.step.view.parts) > 9:
            net = shortest_net(Facts(open_candidates(stage.before)))
            assert net is None or not net.parts


@pytest.mark.parametrize(
    ("near", "facts"),
    [([[1], []], []), ([[0]], []), ([[1], [2]], []), ([[]], [[1]]), ([[]], [[-1]])],
)
def test_nets_of_what_is_no_position_are_refused(
    near: list[list[int]], facts: list[list[int]]
) -> None:
    with pytest.raises(ValueError, match=r"exclude|place in near"):
        core.net_refutations(near, facts, 2, 9, 1000)


def test_the_work_of_nets_is_bounded() -> None:
    facts = Facts(open_candidates(position_of(INKALA)))
    near, live = [[bits(mask) for mask in masks] for masks in (facts.near, facts.live)]
    many, few = (core.net_refutations(near, live, 2, 1000, work) for work in (10**9, 10**4))
    assert len(few) < len(many)


@pytest.mark.slow
def test_the_hardest_known_are_told_to_their_end() -> None:
    lines = shared_file("speed", "hardest_1106.txt").read_text("ascii").splitlines()
    for line in [line for line in lines if line[:1] not in "#\n"][3:6]:
        cases = 0
        for position, step in way(puzzle_of(line[:81])):
            cases += step.variant == "cases"
            assert unsatisfiable(step, position)
        assert cases


class _Ends(CellRule):
    """A rule for a filter that asks a solver: its cells hold the first and the last digit."""

    name = "ends"
    title = "Ends"
    summary = "The first or the last digit."

    def holds(self, grid: Grid) -> bool:
        digits = grid.geometry.digits
        return {grid.values[cell] for cell in self.cells} == {digits[0], digits[-1]}

    def relations(self, geometry: Geometry) -> tuple[Relation, ...]:
        low, high = geometry.digits[0], geometry.digits[-1]
        order = geometry.cell_count
        ways = frozenset({(low, high, 0), (high, low, 1)})
        return Domain(order, frozenset({0, 1})), Table((*self.cells, order), ways)

    def faults(self, grid: Grid) -> Iterator[Problem]:
        return iter(())

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return ()

    def image(self, board_map: BoardMap) -> Constraint | None:
        return None


def test_rules_of_other_kinds_are_asked_of_a_solver() -> None:
    geometry = Geometry.boxes(4, 2, 2)
    rule = _Ends((0, 1))
    puzzle = Puzzle.empty(geometry, (rule,)).with_givens({4: 2, 10: 3, 15: 1})
    position = start(puzzle)
    assert position.candidates[0] > {1, 4}
    solution = solve(position)
    assert solution is not None
    step = next(step for step in SmallProof().find(position) if step.view.rules)
    assert [rule.name for rule in step.view.rules] == ["ends"]
    assert (0, 3) in step.eliminations
    assert_sound(step, solution)
    assert faults(step, position) == ()
    assert faults(with_proof(step, rules=()), position)


def test_clauses_that_are_kept_for_a_path_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    first = start(killer())
    solution = solve(first)
    assert solution is not None
    wrong = [
        (cell, digit)
        for cell, digits in enumerate(first.candidates)
        for digit in sorted(digits)
        if digit != solution[cell]
    ]
    later = first.eliminate(random.Random(1).sample(wrong, len(wrong) // 2))

    def answers() -> list[tuple[bool | None, bool]]:
        results = []
        for position in (first, later):
            facts = Facts(open_candidates(position))
            solver = FactSolver(facts)
            for v in range(len(facts.pairs)):
                answer, core = solver.core(v)
                if core is not None:
                    assert solver.refutes(core, v)
                rules = Allowed(frozenset(), facts.whole.rules)
                results.append((answer, solver.refutes(rules, v)))
        return results

    short = answers()
    assert {answer for answer, _ in short} == {alone for _, alone in short} == {True, False}
    monkeypatch.setattr("satdoku.encodings.cnf._MIN_LONG_RELATIONS", 0)
    assert answers() == short


# -- bounds --------------------------------------------------------------------------------------


@pytest.mark.full
@pytest.mark.parametrize("name", ["minimal", "jigsaw", "killer"])
def test_where_the_work_of_a_step_is_done_a_search_goes_on(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{SEARCH}.shortest_net", lambda _: None)
    puzzle = PUZZLES[name]()
    position = start(puzzle)
    solution = solve(position)
    assert solution is not None
    search = SmallProof(budget=0)
    kinds = set()
    while not position.is_solved:
        step = search.first(position)
        assert step is not None
        assert_sound(step, solution)
        assert faults(step, position) == ()
        assert unsatisfiable(step, position)
        kinds.add(step.variant)
        if step.variant == "search":
            proof = facts_of(step)
            assert proof.tried is not None
            assert "exhaustive search" in explain(step, puzzle.geometry)
            assert "探索" in explain(step, puzzle.geometry, "ja")
            fewer = with_proof(step, cells=(), needs=proof.needs[:1], rules=())
            assert faults(fewer, position)
        position = advance(position, step)
    assert "search" in kinds


def test_the_shortest_argument_by_cases_comes_before_a_search() -> None:
    position = position_of(INKALA)
    step = SmallProof(budget=0).first(position)
    assert step is not None
    assert step.variant == "cases"
    assert faults(step, position) == ()


def test_all_work_counts() -> None:
    """The work of a step for a solver, its clauses and the compiled search is counted."""
    facts = Facts(open_candidates(start(killer())))
    spent = [facts.work]

    def more() -> bool:
        spent.append(facts.work)
        return spent[-1] > spent[-2]

    solver = FactSolver(facts)
    assert more()
    with solver.clauses:
        assert more()
        solver.core(0)
        assert more()
    search = Refuting.of(facts)
    if search is not None:
        assert search.refuted(facts, 20_000)
        assert more()


def test_a_spent_step_asks_no_solver_about_clues(monkeypatch: pytest.MonkeyPatch) -> None:
    questions: list[tuple[int, ...]] = []
    support = Ways.support

    def counted(ways: Ways, domains: tuple[int, ...], clock: Clock) -> tuple[int, ...]:
        questions.append(domains)
        return support(ways, domains, clock)

    monkeypatch.setattr(Ways, "is_hard", True)
    monkeypatch.setattr(Ways, "support", counted)
    facts = Facts(open_candidates(start(killer())))
    settled = facts.settle(0, facts.every)
    assert settled is not None
    assert len(questions) == 1
    facts.end = 0
    assert facts.is_spent
    assert facts.settle(0, facts.every) == settled, "what is known stays known"
    v = next(v for v in range(len(facts.pairs)) if facts.filters[0].scope >> v & 1)
    fewer = facts.every & ~facts.near[v]
    assert facts.settle(0, fewer) == (0, 0)
    # What it would take to refute the candidate is not there: given up, and no wrong claim.
    rule = Allowed(frozenset(), frozenset({facts.filters[0].rule}))
    with pytest.raises(TooLong):
        by_cases(facts, (v, True), rule)
    assert len(questions) == 1
    facts.end = inf
    assert facts.settle(0, fewer) is None or len(questions) == 2


@pytest.mark.full
def test_no_argument_is_longer_than_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = puzzle_of(HARD)
    assert max(_statements(step) for _, step in way(puzzle)) > 3
    monkeypatch.setattr(f"{SEARCH}._LINES", 3)
    monkeypatch.setattr(f"{SEARCH}.shortest_net", lambda _: None)  # its lines are counted
    steps = [step for _, step in walked(puzzle)]
    assert max(map(_statements, steps)) <= 3
    assert any(step.variant == "search" for step in steps)


def _statements(step: Step) -> int:
    """The statements of an argument beyond what it supposes and what a digit excludes."""
    chain = facts_of(step).argument
    if chain is None:
        return 0
    stated = [n for n in chain.nodes if n.cause not in ("start", "known") and not chain.is_link(n)]
    single = [n for n in stated if n.on or n.cause == "advanced"]
    return len(single) + sum(map(_statements, chain.parts))


def test_a_search_excludes_nothing_that_some_solution_has() -> None:
    puzzle = carve(G6, (), 1)
    open_ = [cell for cell, given in enumerate(puzzle.givens) if given is not None][:3]
    position = start(replace(puzzle, givens=tuple(
        None if cell in open_ else given for cell, given in enumerate(puzzle.givens)
    )))  # fmt: skip
    solution = solve(position)
    assert solution is not None
    others = [
        other
        for cell, digits in enumerate(position.candidates)
        for digit in digits - {solution[cell]}
        if position.values[cell] is None
        and (other := solve(position.eliminate([(cell, d) for d in digits - {digit}]))) is not None
    ]
    assert others
    search = SmallProof(budget=0)
    while (step := search.first(position)) is not None:
        for grid in (solution, *others):
            assert_sound(step, grid)
        assert faults(step, position) == ()
        position = advance(position, step)
    assert not position.is_solved


def test_what_a_clue_shows_is_what_it_makes_of_all_candidates() -> None:
    rng = random.Random(3)
    position = start(killer())
    facts = Facts(open_candidates(position))
    answers = Counter[bool]()
    for _ in range(600):
        at = rng.randrange(len(facts.filters))
        scope = facts.filters[at].scope
        size = facts.every.bit_length()
        alive = scope & (rng.getrandbits(size) | rng.getrandbits(size))
        some = [v for v in range(len(facts.pairs)) if alive >> v & 1]
        excluded, forced = (sum(1 << v for v in rng.sample(some, min(len(some), rng.randrange(3))))
                        for _ in range(2))  # fmt: skip
        left = Facts(open_candidates(position)).settle(at, alive)
        wanted = left is None or (
            bool(excluded | forced) and not (excluded & ~left[0] or forced & ~left[1])
        )
        assert facts.shows(at, alive, excluded, forced) is wanted
        answers[wanted] += 1
    assert min(answers[True], answers[False]) > 20


def test_hard_clues_are_asked_little_once_the_work_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satdoku.techniques.searches.clues.ways.Ways.is_hard", True)
    position = start(killer())
    counts = {}
    for end in (inf, -1):
        facts = Facts(open_candidates(position))
        trails = [follow(facts, (v, True)) for v in range(len(facts.pairs))]
        failed = [trail for trail in trails if trail.run()]
        assert failed
        facts.end = end
        counted: list[int] = []
        may_hold = facts.may_hold

        def asked_of(at: int, domains: tuple[int, ...], may_hold=may_hold, counted=counted) -> bool:  # type: ignore[no-untyped-def]
            counted.append(at)
            return bool(may_hold(at, domains))

        monkeypatch.setattr(facts, "may_hold", asked_of)
        steps = [bare_step(facts, trace(trail)) for trail in failed[:5]]
        counts[end] = len(counted)
        for step in steps:
            assert faults(step, position) == ()
            assert unsatisfiable(step, position)
    assert counts[-1] < counts[inf] / 2


def both_kinds(position: Position) -> tuple[Facts, Facts]:
    """The facts of a position, followed by the compiled core and in Python."""
    compiled, plain = (Facts(open_candidates(position)) for _ in range(2))
    vars(plain)["compiled"] = None
    assert compiled.compiled is not None
    return compiled, plain


def same_trails(compiled: Facts, plain: Facts, start: tuple[int, bool]) -> bool:
    """Follow an assumption in both ways; whether it fails."""
    one, other = follow(compiled, start), follow(plain, start)
    assert type(one) is not type(other)
    while one.alive:
        assert one.advance() == other.advance()
        assert (one.alive, one.failed) == (other.alive, other.failed)
        assert (one.false, one.true, one.why) == (other.false, other.true, other.why)
        assert one.losses == other.losses
        assert compiled.work == plain.work
    if one.failed:
        first, second = trace(one), trace(other)
        assert (first.uses, first.length, first.statements) == (
            second.uses,
            second.length,
            second.statements,
        )
        assert first.lines == second.lines
        assert compiled.work == plain.work
    return one.failed


def test_trails_are_the_same_in_the_core_and_in_python() -> None:
    failed = Counter[bool]()
    whole = path(start(killer()), with_small_proofs(preset("human"), killer()))
    for position in (start(killer()), *(stage.before for stage in whole.stages[::12])):
        compiled, plain = both_kinds(position)
        for v in range(0, len(compiled.pairs), 3):
            for on in (True, False):
                failed[same_trails(compiled, plain, (v, on))] += 1
    assert min(failed[True], failed[False]) > 20


@pytest.mark.parametrize("puzzle", [killer(), puzzle_of(INKALA)], ids=["killer", "classic"])
def test_nested_trails_are_the_same_in_the_core_and_in_python(puzzle: Puzzle) -> None:
    compiled, plain = both_kinds(start(puzzle))
    solver = FactSolver(compiled)
    nested = 0
    with solver.clauses:
        for v in range(0, len(compiled.pairs), 5):
            _, core_ = solver.core(v)
            if core_ is None:
                continue
            one, other = (
                by_cases(facts, (v, True), core_, Work(facts, 3000)) for facts in (compiled, plain)
            )
            assert (one.uses, one.length, one.statements) == (
                other.uses,
                other.length,
                other.statements,
            )
            assert bare_step(compiled, one) == bare_step(plain, other)
            nested += bool(one.parts)
            if nested > 2:
                break
    assert nested


def test_the_core_propagates_as_a_sat_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    model = killer().model
    table, by_core = _propagating(model)
    monkeypatch.setattr("satdoku.techniques.searches.small.solver.compiled_core", lambda name: None)
    _, by_solver = _propagating(model)
    tried = [sign * literal for row in table[::3] for literal in row for sign in (1, -1)]
    some = 0
    for cell, row in enumerate(table):
        for known in ([], [row[cell % 6]], [-row[cell % 5], row[5]], [row[0], table[cell - 9][4]]):
            failing = by_core(known, tried)
            assert [place for place, _ in failing] == [
                place for place, _ in by_solver(known, tried)
            ]
            some += 0 < len(failing) < len(tried)
    assert some > 40


def test_what_fails_without_cases_is_suspected() -> None:
    """A negation follows only candidates that the compiled search refutes with little work."""
    seen = failing = followed = 0
    for stage in path(start(killer()), SMALL_PROOFS).stages[::12]:
        facts = Facts(open_candidates(stage.before))
        suspected = {v for v, _ in _suspected(facts)}
        followed += len(suspected)
        seen += len(facts.pairs)
        for v in range(len(facts.pairs)):
            trail = follow(facts, (v, True))
            if any(trail.alive and trail.advance(facts.quick) for _ in range(6)):
                failing += 1
                assert v in suspected, (v, facts.pairs[v])
    assert failing
    assert followed < seen
