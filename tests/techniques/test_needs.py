"""Houses and clues that need digits: house combinations and digit places."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from satdoku.base.limits import ENDLESS
from satdoku.board import Geometry
from satdoku.constraints import REGISTRY
from satdoku.explaining import explain
from satdoku.formats import parse
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import preset, start
from satdoku.rating.proofs import with_small_proofs
from satdoku.techniques.arguments.clues import JointProof
from satdoku.techniques.arguments.facts import FactsProof
from satdoku.techniques.arguments.pieces import Cause
from satdoku.techniques.arguments.small_lines import pattern_of
from satdoku.techniques.board import advance, bits, board_of, open_candidates
from satdoku.techniques.catalogue import technique
from satdoku.techniques.check import faults
from satdoku.techniques.searches.clues.clues import ClueCombinations
from satdoku.techniques.searches.clues.digit_places import DigitPlaces
from satdoku.techniques.searches.clues.house_groups import HouseGroup, house_groups
from satdoku.techniques.searches.small import arguments
from satdoku.techniques.searches.small.position import Facts
from satdoku.techniques.searches.small.steps import bare_step
from satdoku.techniques.searches.small.trail import TrailProof
from satdoku.techniques.step import Chain, Contradiction, Node, Step

CLASSIC = Geometry.classic()
ROOT = Path(__file__).parents[2]


def cage(total: int, *cells: str) -> object:
    return REGISTRY["killer-cage"](cells=tuple(map(CLASSIC.cell, cells)), sum=total)


def only(position: Position, digit: int, house: tuple[int, ...], *cells: str) -> Position:
    """The digit in these cells of a house and no others."""
    places = set(map(CLASSIC.cell, cells))
    return position.eliminate([(c, digit) for c in house if c not in places])


def row_of_two_cages() -> Position:
    cages = cage(11, "r9c3", "r9c4"), cage(11, "r9c6", "r9c7")
    puzzle = Puzzle.empty(CLASSIC, cages)
    row = tuple(range(72, 81))
    position = only(start(puzzle), 5, row, "r9c3", "r9c4", "r9c6", "r9c7")
    while (step := ClueCombinations().first(position)) is not None:
        position = advance(position, step)
    return position


def test_a_digit_that_only_cages_have_a_place_for() -> None:
    position = row_of_two_cages()
    step = technique("house-combinations").first(position)
    assert step is not None
    others = ("r9c1", "r9c2", "r9c5", "r9c8", "r9c9")
    assert step.eliminations == tuple((CLASSIC.cell(name), 6) for name in others)
    proof = step.proof
    assert isinstance(proof, JointProof)
    assert [(house.name, digit) for house, digit in proof.needs] == [("row 9", 5)]
    assert len(proof.rules) == 2
    assert faults(step, position) == ()
    text = explain(step, CLASSIC)
    assert text.startswith(
        "Row 9 must hold a 5. Together with the killer cages at r9c3-r9c4 (11) and"
    )
    first, why = text.split("\n")
    assert first.endswith(": r9c1, r9c2, r9c5, r9c8 and r9c9 are not 6.")
    assert why == (
        "  - Suppose 6 in r9c1, r9c2, r9c5, r9c8 or r9c9: r9c3 and r9c4 are not 5, by the killer "
        "cage of 11 at r9c3. r9c6 and r9c7 are not 5, by the killer cage of 11 at r9c6. No place "
        "is left for 5 in row 9."
    )


@pytest.mark.parametrize("name", ["joined-clues", "house-combinations"])
def test_each_candidate_that_clues_exclude_together_has_an_argument(name: str) -> None:
    file = ROOT / "examples" / "techniques" / f"{name}.json"
    position = parse(file.read_text("ascii")).position
    assert position is not None
    step = technique(name).first(position)
    assert step is not None
    assert isinstance(step.proof, JointProof)
    parts = step.proof.arguments
    assert [pair for part in parts for pair in part.eliminations] == list(step.eliminations)
    assert faults(step, position) == ()
    assert explain(step, position.geometry).count("Suppose") == 1
    wrong = replace(parts[0], eliminations=((0, 1),))
    forged = replace(step, proof=replace(step.proof, arguments=(wrong,)))
    assert faults(forged, position)


@pytest.mark.parametrize(("most", "count"), [(50, 5), (4, 5), (1, 0)])
def test_arguments_of_clues_together_are_short_in_all(
    monkeypatch: pytest.MonkeyPatch, most: int, count: int
) -> None:
    monkeypatch.setattr(arguments, "_MAX_TOTAL", most)
    monkeypatch.setattr(arguments, "_MAX_FIRST", most)
    position = row_of_two_cages()
    step = technique("house-combinations").first(position)
    assert step is not None
    assert isinstance(step.proof, JointProof)
    assert len(step.proof.arguments) == count
    assert faults(step, position) == ()


def test_no_argument_is_made_that_is_too_long_to_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = []

    def counted(facts: Facts, proof: TrailProof) -> Step:
        parts.append(bare_step(facts, proof))
        return parts[-1]

    monkeypatch.setattr(arguments, "bare_step", counted)
    puzzle = parse((ROOT / "examples" / "constraints" / "frame-sum.json").read_text("utf-8")).puzzle
    position = start(puzzle)
    search, few = technique("house-combinations"), 0
    for bare in search.bare(position):
        parts.clear()
        step = search.argued(open_candidates(position), bare, ENDLESS)
        assert isinstance(step.proof, JointProof)
        assert {*step.proof.arguments} <= {*parts}
        few += 0 < len(parts) < len(bare.eliminations)
    assert few


@pytest.mark.parametrize(
    "change",
    [
        lambda proof: {"needs": ()},
        lambda proof: {"rules": proof.rules[:1], "cells": proof.rules[0].cells},
        lambda proof: {"needs": ((replace(proof.needs[0][0], complete=False), 5),)},
    ],
)
def test_the_check_needs_every_fact(change: object) -> None:
    position = row_of_two_cages()
    step = technique("house-combinations").first(position)
    assert step is not None
    assert callable(change)
    wrong = replace(step, proof=replace(step.proof, **change(step.proof)))
    assert faults(wrong, position)


def test_a_need_that_a_clue_forbids_is_a_contradiction() -> None:
    cage = REGISTRY["killer-cage"](cells=(0, 1), sum=3)
    position = start(Puzzle(Geometry.of_size(4), (*[None] * 7, 4, *[None] * 8), None, (cage,)))
    step = technique("house-combinations").first(position)
    assert step is not None
    assert step.contradiction is not None
    assert not faults(step, position)
    assert explain(step, position.geometry) == (
        "Box 1 must hold a 4. Together with the killer cage of 3 in r1c1 and r1c2: "
        "there is no way to do that. So there is no solution."
    )


def test_steps_in_any_position_follow_from_what_they_name() -> None:
    """Also where a cell has one candidate that is not placed, and where there is no solution."""
    geometry, rng, count = Geometry.of_size(4), random.Random(0), 0
    rules = (
        REGISTRY["parity-line"](cells=(5, 6)),
        REGISTRY["killer-cage"](cells=(2, 6, 7), sum=6),
    )
    given = start(Puzzle.empty(geometry, rules))
    for _ in range(40):
        pairs = [(c, d) for c in range(16) for d in range(1, 5) if rng.random() < 0.35]
        position = given.eliminate(pairs)
        for step in technique("house-combinations").find(position):
            assert faults(step, position) == ()
            count += 1
    assert count > 50


def test_a_house_alone_leaves_no_cell_without_digits() -> None:
    """The cage takes 2 and 3, and needs of a column do not say that r4c3 holds a digit."""
    geometry = Geometry.of_size(4)
    puzzle = Puzzle.empty(geometry, (REGISTRY["killer-cage"](cells=(2, 6, 7), sum=6),))
    lost = {2: (1, 3, 4), 6: (1, 2), 7: (4,), 14: (1, 4)}
    position = start(puzzle).eliminate([(c, d) for c, digits in lost.items() for d in digits])
    steps = list(technique("house-combinations").find(position))
    assert any(cell == 14 for step in steps for cell, _ in step.eliminations)
    for step in steps:
        assert faults(step, position) == ()


def test_no_fact_can_be_left_out() -> None:
    position = row_of_two_cages()
    cands = open_candidates(position)
    several = 0
    for group in house_groups(position.puzzle):
        for facts, eliminations in group.conclusions(cands, ENDLESS):
            cell, digit = eliminations[0]
            k = group.cells.index(cell) * 9 + digit - 1
            used = [group._of_clues[at] for at in facts.clues]
            used += [group._of_needs[d] for d in facts.needs]
            every = sum(1 << at for at in used)
            assert group._ask(every, k, ENDLESS) is False
            assert all(group._ask(every & ~(1 << at), k, ENDLESS) for at in used)
            several += len(facts.clues) > 1
    assert several


def cages_and_dots() -> Puzzle:
    """A box with cages that stick out of it, and dots inside and across."""
    dot = REGISTRY["black-dot"]
    cages = [cage(13, "r1c1", "r1c2", "r1c4"), cage(9, "r2c1", "r3c1", "r4c1")]
    cages.append(cage(8, "r3c3", "r4c3"))
    dots = [tuple(map(CLASSIC.cell, pair)) for pair in (("r2c2", "r2c3"), ("r3c3", "r3c4"))]
    return Puzzle.empty(CLASSIC, (*cages, *(dot(cells=pair) for pair in dots)))


def test_what_is_remembered_changes_no_conclusion() -> None:
    """Along positions with fewer and fewer candidates, then along others from the start."""
    puzzle = cages_and_dots()
    board, rng, count = board_of(puzzle), random.Random(5), 0
    position = start(puzzle)
    for step in range(9):
        cands = open_candidates(position)
        for group in house_groups(puzzle):
            fresh = HouseGroup(board, group.house, group.clues, paired=group.paired)
            conclusions = group.conclusions(cands, ENDLESS)
            assert conclusions == fresh.conclusions(cands, ENDLESS)
            count += len(conclusions)
        if step == 5:
            position = start(puzzle)
            cands = open_candidates(position)
        pairs = cands.pairs([c for c in range(36) if cands.cand[c].bit_count() > 2], 511)
        if step % 3 and step != 5:
            position = position.place(*rng.choice(pairs))
        else:
            position = position.eliminate(rng.sample(pairs, len(pairs) // 4))
    assert count > 10


def test_the_compiled_core_answers_as_the_solver() -> None:
    pytest.importorskip("satdoku.core", reason="satdoku.core is not compiled here")
    puzzle = cages_and_dots()
    board, rng = board_of(puzzle), random.Random(5)
    position = start(puzzle).eliminate(
        [(c, d) for c in range(81) for d in range(1, 10) if rng.random() < 0.5]
    )
    cands = open_candidates(position)
    answers: list[bool] = []
    for group in house_groups(puzzle):
        list(group.conclusions(cands, ENDLESS))
        if "_alive" not in vars(group):
            continue
        for _ in range(600):
            k = rng.choice([k for k in range(9 * len(group.cells)) if group._alive >> k & 1])
            facts = rng.getrandbits(group._of_clues.stop) | group._all_clues * rng.randrange(2)
            known = group._searched(facts, k)
            assert known is not None
            if known:
                way, facts_kept = group._near[-1]
                assert way >> k & 1
                assert not facts & ~facts_kept
                pairs = [(group.cells[at // 9], at % 9) for at in bits(way)]
                excluded = [board.excluded(*pair) for pair in pairs] if facts_kept & 1 else []
                assert not any(
                    by_digit.get(d, 0) >> c & 1 for by_digit in excluded for c, d in pairs
                )
            assert known == group._solved(facts, k)
            answers.append(known)
    assert min(answers.count(True), answers.count(False)) > 20


def test_the_answer_is_that_of_brute_force() -> None:
    """On 4x4 boards: what goes leaves the row with its cages no way, and what stays has one."""
    geometry = Geometry.boxes(4, 2, 2)
    cages = [((0, 4), 5), ((2, 3), 5), ((6, 10), 4)]
    rules = tuple(REGISTRY["killer-cage"](cells=c, sum=total) for c, total in cages)
    puzzle = Puzzle.empty(geometry, rules)
    position = start(puzzle)
    eliminated = {pair for step in technique("house-combinations").find(position)
            for pair in step.eliminations}  # fmt: skip
    cells = range(16)
    possible: set[tuple[int, int]] = set()
    for rows in product(product(range(1, 5), repeat=4), repeat=2):
        # Two rows of a band hold all that the cages of the first row are about but one cell.
        grid = (*rows[0], *rows[1])
        if any(grid[a] == grid[b] for a in range(8) for b in range(a) if b in geometry.peers[a]):
            continue
        if grid[0] + grid[4] != 5 or grid[2] + grid[3] != 5:
            continue
        possible |= set(enumerate(grid))
    assert not {(c, d) for c, d in eliminated if c < 4 and c in cells} & possible


def test_two_diagonals_that_need_a_digit() -> None:
    diagonals = (REGISTRY["diagonal"](),)
    puzzle = Puzzle.empty(CLASSIC, diagonals)
    main, anti = tuple(range(0, 81, 10)), tuple(range(8, 80, 8))
    position = only(start(puzzle), 1, main, "r2c2", "r4c4", "r6c6")
    position = only(position, 1, anti, "r2c8", "r8c2", "r4c6")
    by_elimination = {step.eliminations: step for step in technique("digit-places").find(position)}
    step = by_elimination[
        tuple((CLASSIC.cell(name), 1) for name in ("r4c5", "r5c4", "r5c6", "r6c5"))
    ]
    assert faults(step, position) == ()
    assert explain(step, CLASSIC).startswith(
        "The main diagonal and the anti-diagonal must each hold a 1. "
    )


def test_a_line_that_cannot_do_without_a_digit() -> None:
    line = tuple(map(CLASSIC.cell, ("r1c1", "r2c2", "r3c3", "r4c4", "r5c5")))
    puzzle = Puzzle.empty(CLASSIC, (REGISTRY["renban"](cells=line),))
    # Every renban of five cells has a 5; here it is in r1c1, r2c2 or r4c4.
    position = start(puzzle).eliminate([(line[2], 5), (line[4], 5)])
    position = only(position, 5, tuple(range(3, 81, 9)), "r1c4", "r2c4", "r9c4")
    steps = list(technique("digit-places").find(position))
    with_line = [step for step in steps if step.view.rules]
    assert with_line
    for step in steps:
        assert faults(step, position) == ()
    assert "every way that is left to the renban" in explain(with_line[0], CLASSIC)


def names(puzzle: Puzzle) -> list[str]:
    table = with_small_proofs(preset("human"), puzzle)
    return [entry.search.name for entry in table.entries]


def test_where_they_stand() -> None:
    caged = names(row_of_two_cages().puzzle)
    assert caged.index("joined-clues") < caged.index("house-combinations")
    assert caged.index("house-combinations") < caged.index("clue-chain")
    assert caged[-2:] == ["clue-negation", "small-proof"]
    assert "digit-places" in names(Puzzle.empty(CLASSIC, (REGISTRY["diagonal"](),)))
    assert "digit-places" not in names(Puzzle.empty(CLASSIC))


def test_the_order_of_questions_changes_no_answer() -> None:
    def steps(position: Position) -> list[Step]:
        return list(technique("house-combinations").find(position))

    position = row_of_two_cages()
    later = position.eliminate([(CLASSIC.cell("r9c1"), 6), (CLASSIC.cell("r9c3"), 9)])
    fresh = steps(later)
    assert fresh
    assert steps(position)
    assert steps(later) == fresh
    # Places of digits are known for each number of needs by itself.
    position = start(Puzzle.empty(CLASSIC, (REGISTRY["diagonal"](),)))
    position = position.eliminate([(cell, 1) for cell in random.Random(0).sample(range(81), 45)])
    assert all(len(step.view.houses) < 3 for step in DigitPlaces(2).find(position))
    assert any(len(step.view.houses) == 3 for step in DigitPlaces().find(position))


# ------------------------------------------------------------------------------------------------
# Small proofs by cases.


def part(digit: int, conflict: Contradiction) -> Step:
    """That the cell 0 is not a digit, since a cell that it sees has no candidate then."""
    inner = Chain((Node(0, digit, True), Node(1, 9, True, (0,), "cell")), False, (), conflict, (1,))
    return Step("small-proof", FactsProof((1,), argument=inner), eliminations=((0, digit),))


def by_cases(*parts: Step, length: int = 0) -> str:
    nodes = [Node(40, 5, True)]
    nodes += [Node(41 + at, 1, True, (0,), "cell") for at in range(length)]
    nodes += [
        Node(0, step.eliminations[0][1], False, (0,), "advanced", part=at)
        for at, step in enumerate(parts)
    ]
    end = Contradiction("no-candidate", (0,))
    chain = Chain(tuple(nodes), False, parts, end, tuple(range(1 + length, len(nodes))))
    proof = FactsProof((0, 1), argument=chain)
    return explain(Step("small-proof", proof, eliminations=((40, 5),)), CLASSIC)


def test_an_argument_that_differs_in_its_digits_alone_is_not_repeated() -> None:
    wrong = [Contradiction("clash", (2,), (digit,)) for digit in (3, 4)]
    nothing = Contradiction("no-candidate", (2,))
    text = by_cases(part(3, wrong[0]), part(4, wrong[1]), part(6, nothing))
    assert text.count("; suppose") == 2
    assert "  - r1c1 is not 4; that fails as r1c1 = 3 does." in text.splitlines()


def test_arguments_are_alike_where_only_cells_and_digits_differ() -> None:
    def supposed(cells: tuple[int, int, int], digits: tuple[int, int], cause: Cause) -> Chain:
        start, forced, empty = cells
        nodes = Node(start, digits[0], True), Node(forced, digits[1], True, (0,), cause)
        return Chain(nodes, False, (), Contradiction("no-candidate", (empty,)), (1,))

    one = pattern_of(supposed((0, 1, 2), (5, 9), "cell"))
    assert one == pattern_of(supposed((30, 13, 40), (2, 1), "cell"))
    assert one != pattern_of(supposed((0, 1, 0), (5, 9), "cell"))  # another cell is empty
    assert one != pattern_of(supposed((0, 1, 2), (5, 5), "cell"))  # the same digit twice
    assert one != pattern_of(supposed((0, 1, 2), (5, 9), "rule"))


@pytest.mark.parametrize(("length", "short"), [(5, False), (25, True)])
def test_a_long_argument_begins_with_where_it_leads_to(length: int, short: bool) -> None:
    nothing = Contradiction("no-candidate", (2,))
    lines = by_cases(part(3, nothing), length=length).splitlines()
    begins = (
        "In short: it leads to r5c6 = 1, r5c7 = 1 and r5c8 = 1 and more. Nothing is left for r1c1"
    )
    assert lines[2].startswith(begins) is short
    assert lines[0].startswith("Two facts")
