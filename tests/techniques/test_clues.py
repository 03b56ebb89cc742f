"""The exclusions by clues, against brute force, and the satdoku scale."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

import satdoku
from satdoku.base.limits import ENDLESS
from satdoku.board import Geometry
from satdoku.constraints import REGISTRY, parse_rules
from satdoku.explaining import explain, title, words
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import preset, start
from satdoku.rating.by_path import rate_by_path
from satdoku.rating.columns import WORTH
from satdoku.rating.proofs import with_small_proofs
from satdoku.relations import holds, variables_of
from satdoku.techniques.arguments.checks import open_digits
from satdoku.techniques.arguments.clues import ClueProof, without_unnamed
from satdoku.techniques.arguments.reasons import Alone, Extremes, Followed, Required
from satdoku.techniques.arguments.sums import SumProof
from satdoku.techniques.board import advance, open_candidates
from satdoku.techniques.check import faults
from satdoku.techniques.searches.clues.clues import FAMILIES, ClueCombinations, clues_of
from satdoku.techniques.searches.clues.following import read_at_once
from satdoku.techniques.searches.clues.joined import JoinedClues
from satdoku.techniques.searches.clues.reasons import _Clue, _together, with_reasons
from satdoku.techniques.searches.clues.sums import InniesOuties, equations_of
from satdoku.techniques.step import CheckContext, Step

from .support import example, of_clue, with_proof

RULES = (
    ("killer-cage", {"cells": (0, 1, 9), "sum": 7}),
    ("killer-cage", {"cells": (0, 1, 9), "sum": 23}),
    ("thermo", {"cells": (0, 10, 20)}),
    ("arrow", {"bulb": 0, "cells": (10, 11)}),
    ("between", {"cells": (0, 1, 11)}),
    ("renban", {"cells": (0, 10, 9)}),
)


@pytest.mark.parametrize(("name", "arguments"), RULES)
def test_ways_are_those_of_brute_force(name: str, arguments: dict[str, Any]) -> None:
    geometry = Geometry.classic()
    puzzle = Puzzle.empty(geometry, (REGISTRY[name](**arguments),))
    position = Position.of(puzzle)
    position = position.eliminate([(c, d) for c in range(81) for d in (1, 8)])
    (clue,) = clues_of(puzzle)
    marks = open_candidates(position)
    cells = clue.ways.cells
    possible: list[set[int]] = [set() for _ in cells]
    part = puzzle.model.parts[0]
    for digits in product(*(sorted(position.candidates[cell]) for cell in cells)):
        known = dict(zip(cells, digits, strict=True))
        apart = all(known[a] != known[b] for a in cells for b in cells if b in geometry.peers[a])
        if apart and all(holds(relation, known) for relation in part.relations):
            for own, digit in zip(possible, digits, strict=True):
                own.add(digit)
    for solver in (False, True):
        clue.ways.simple = clue.ways.simple and not solver
        fillings = clue.ways._find(clue.ways.domains(marks), ENDLESS)
        names = [set(marks.digit_names(mask)) for mask in fillings.support]
        assert names == (possible if all(possible) else [])


@pytest.mark.parametrize(
    ("rules", "left", "other", "digits"),
    [
        ("arrow:r1c1:r1c2+r1c3", {0: {8, 9}, 1: {1, 2, 4, 6, 7, 8}, 2: {1, 2, 6, 7}}, 2, {5}),
        ("renban:r1c1+r1c2+r2c1+r2c2",
         {0: {3, 4, 6, 7, 8}, 1: {4, 5, 7, 8}, 9: {4, 5, 9}, 10: {5, 6}}, 10, {2}),
        ("modular-line:r1c1+r1c2+r2c2+r2c1:3",
         {0: {2, 7, 9}, 1: {2, 4, 5, 9}, 9: {1, 3, 5, 6, 8}, 10: {1, 2, 7, 8}}, 0, {3, 6}),
    ],
)  # fmt: skip
def test_a_required_digit_is_that_of_brute_force(
    rules: str, left: dict[int, Collection[int]], other: int, digits: set[int]
) -> None:
    step, position = of_clue(rules, left)
    assert isinstance(step.proof, ClueProof)
    (reason,) = step.proof.against
    assert isinstance(reason, Required)
    geometry, lost = position.geometry, {*step.proof.reasons(step)[0][1]}
    open_ = {cell: {*own} for cell, own in left.items()} | {other: {*geometry.digits}}
    for cell, digit in reason.supposed:
        open_[cell] = {digit}
    possible = set()
    for way in product(*(sorted(own) for own in open_.values())):
        known = dict(zip(open_, way, strict=True))
        apart = all(known[a] != known[b] for a in known for b in geometry.peers[a] if b in known)
        relations = position.puzzle.model.parts[0].relations
        if apart and not lost & {*known.items()} and all(holds(r, known) for r in relations):
            possible.add(known[other])
    assert (reason.other, {*reason.digits}, possible) == (other, digits, digits)
    assert faults(step, position) == ()


SUMS = "region-sum:r3c1+r3c2+r4c2+r4c3"
UNEVEN = {18: {1, 3}, 19: {1, 2, 6}, 28: {1, 2, 4, 6, 7, 8}, 29: {1, 2, 4, 5, 6, 8}}


@pytest.mark.parametrize(
    ("rules", "left", "said"),
    [
        ("arrow:r1c1:r1c2+r1c3", {0: {8, 9}, 1: {1, 2, 4, 6, 7, 8}, 2: {1, 2, 6, 7}},
         "The arrow in r1c1, r1c2 and r1c3: with 4 in r1c2, r1c3 would have to be 5, "
         "which it cannot be. So r1c2 is not 4."),
        ("arrow:r1c1:r1c2+r1c3+r1c4", {0: {6, 7, 8}, **dict.fromkeys((1, 2, 3), range(1, 5))},
         "every way that is left has a 1 in r1c2, r1c3 or r1c4. Without 1 there, r1c2, r1c3 and "
         "r1c4 add up to at least 2 + 3 + 4 = 9; r1c1 is at most 8. So no other cell of row 1"),
        # The digit is the last of a cell, and of some candidates no short reason is known.
        ("sum:r1c1+r2c4+r3c7+r4c2+r5c5:25", {0: {5}},
         "every way that is left has a 5 in r1c1. Without 5 there, nothing would be left for r1"),
        ("between:r1c1+r2c2+r3c3+r4c4+r5c5",
         {0: {1, 4, 5, 6, 9}, 10: {2, 4, 5, 6, 7, 8}, 20: {5}, 30: {2, 3, 7, 8}, 40: {1, 3, 7, 9}},
         "with 5 in r1c1 nothing would be left for r3c3; r2c2 cannot be 5 because of 5 in r3c3."),
        ("lockout:r1c1+r2c2+r3c3+r4c4", {},
         ": r2c2 and r3c3 are not 5, whatever is in the other cells."),
        (SUMS, UNEVEN, "6 in r4c2 would leave only 1 or 2 for r3c2, and nothing for r3c1"),
        ("renban:r1c1+r1c2", {0: {2, 3}, 1: {2, 3, 4}},
         "The renban in r1c1 and r1c2 can only be 2-3, 3-2 or 3-4 in this order: every way that is "
         "left has a 3 in r1c1 or r1c2. So no other cell"),
    ],
)  # fmt: skip
def test_why_a_clue_leaves_what_it_leaves(
    rules: str, left: dict[int, Collection[int]], said: str
) -> None:
    step, position = of_clue(rules, left)
    assert faults(step, position) == ()
    assert said in explain(step, position.geometry)


def test_cells_that_follow_from_a_digit_are_those_of_brute_force() -> None:
    """Two cells beside one that holds 6, one after the other, and at once."""
    step, position = of_clue(SUMS, UNEVEN)
    assert isinstance(step.proof, ClueProof)
    reason = step.proof.against[0]
    ways = [
        way
        for way in product(position.geometry.digits, repeat=4)
        if way[0] + way[1] == way[2] + way[3] and way[0] != way[1] != way[2] != way[3]
    ]
    first, second = ({*UNEVEN[cell]} for cell in (18, 19))
    after = {way[1] for way in ways if way[2] == 6} & second
    assert reason == Followed(((28, 6),), ((19, tuple(sorted(after))),), 18)
    assert not any(way[2] == 6 and way[0] in first and way[1] in after for way in ways)
    where = step.proof.rule, CheckContext(position), open_digits(position)
    for wrong in (
        replace(reason, supposed=()),
        replace(reason, links=()),
        replace(reason, links=reason.links * 2),
        replace(reason, links=((28, (6,)), *reason.links)),
        Alone(()),
        Alone(((28, 6),), ((80, 1),)),
    ):
        assert wrong.fault(step, *where) is not None
    assert "about no digit" in str(Alone(()).fault(step, *where))


def test_a_rule_of_the_board_is_gone_through_square_by_square() -> None:
    geometry = Geometry.classic()
    puzzle = Puzzle.empty(geometry, parse_rules("global-entropy", geometry))
    clues = clues_of(puzzle)
    assert len(clues) == 64
    assert {len(clue.ways.cells) for clue in clues} == {4}
    assert clues[0].rule.title.endswith("in r1c1, r1c2, r2c1 and r2c2")


@pytest.mark.parametrize(
    "words",
    [
        "or:(numbered-room:left:5:2,x-sum:left:5:2)",
        "or:(x-sum:left:5:2,thermo:r5c1+r5c2)",
        "or:(and:(killer-cage:1:r5c1+r5c2,thermo:r5c1+r5c2),thermo:r6c1+r6c2)",
        "parity-party:left:5:500",
    ],
)
def test_an_alternative_that_can_never_hold_has_no_way(words: str) -> None:
    geometry = Geometry.classic()
    puzzle = Puzzle.empty(geometry, parse_rules(words, geometry))
    (rule,) = puzzle.constraints
    named = {v for relation in puzzle.model.parts[0].relations for v in variables_of(relation)}
    assert {v for v in named if v < 81} <= set(rule.scope(geometry))
    position = Position.of(puzzle)
    for step in ClueCombinations().find(position):
        assert not faults(step, position)


def test_a_wrong_equation_is_found() -> None:
    position = example("innies-outies")
    step = InniesOuties().first(position)
    assert step is not None
    assert isinstance(step.proof, SumProof)
    assert not faults(step, position)
    for proof in (
        replace(step.proof, total=step.proof.total + 1),
        replace(step.proof, rules=step.proof.rules[1:]),
        replace(step.proof, plus=step.proof.plus[1:]),
    ):
        assert faults(replace(step, proof=proof), position)
    solution = satdoku.solve(position.as_puzzle()).solution
    assert solution is not None
    true = tuple((c, d) for c, d in step.proof.left if solution.values[c] == d)
    assert faults(replace(step, eliminations=true[:1]), position)


def test_no_clue_excludes_what_is_true_or_another_clue_does() -> None:
    position = example("cage-combinations")
    (step, other, *_) = ClueCombinations().find(position)
    assert not faults(step, position)
    assert faults(replace(step, proof=other.proof), position)


def test_every_family_has_names_and_a_worth() -> None:
    for name in FAMILIES:
        assert title(name, "ja") != name
        assert WORTH["naked-single"] < WORTH[name] < WORTH["small-proof"]


def test_variants_are_rated_on_a_scale_of_their_own() -> None:
    puzzle = example("thermo-bounds").puzzle
    rating = satdoku.rate(puzzle)
    assert rating.to_dict()["scale"] == "satdoku"
    assert "er" not in rating.to_dict()
    again = rate_by_path(puzzle)
    assert (rating.scores, rating.hardest) == (again.scores, again.hardest)
    assert rating.points >= WORTH["thermo-bounds"]
    assert sum(rating.techniques.values()) == rating.steps


def test_longer_clues_are_joined_where_no_short_ones_are() -> None:
    """A cage on a little killer: its cells are small, so the others on the line are not."""
    rules = (
        REGISTRY["little-killer"](start=2, direction="down-right", sum=46),
        REGISTRY["killer-cage"](cells=(12, 13, 22), sum=10),
    )
    position = start(Puzzle.empty(Geometry.classic(), rules))
    while (step := ClueCombinations().first(position)) is not None:
        position = advance(position, step)
    assert JoinedClues().first(position) is None
    joined = JoinedClues(12, 2).first(position)
    assert joined is not None
    assert faults(joined, position) == ()
    assert joined.eliminations == ((2, 1), (32, 1), (62, 1))


CAGES = tuple(
    REGISTRY["killer-cage"](cells=cells, sum=total)
    for cells, total in (((0, 1, 9), 20), ((12, 13, 22), 23), ((30, 31, 39), 8))
)


def of_preset(puzzle: Puzzle, position: Position) -> Step:
    """The step of the preset's line for clues."""
    table = with_small_proofs(preset("human"), puzzle)
    place = [entry.search.name for entry in table.entries].index("clue-combinations")
    stage = table.entries[place].first(position)
    assert stage is not None
    return stage.step


@pytest.mark.parametrize(
    ("givens", "cages"), [({30: 1}, (0,)), ({30: 1, 31: 2}, (2,)), ({30: 1, 12: 7}, (1,))]
)
def test_the_clue_that_settles_most_comes_first_or_all_of_a_kind(
    givens: dict[int, int], cages: tuple[int, ...]
) -> None:
    """Digits in the third cage leave its last cell one digit, or not (its list of ways is then too
    long beside the other two); in the second one too."""
    puzzle = Puzzle.empty(Geometry.classic(), CAGES)
    position = start(puzzle)
    for cell, digit in givens.items():
        position = position.place(cell, digit)
    first = ClueCombinations().first(position)
    chosen = ClueCombinations().easiest(open_candidates(position), ENDLESS)
    assert first is not None
    assert chosen is not None
    assert first.view.rules[0].cells == CAGES[0].scope(puzzle.geometry)
    scopes = [CAGES[cage].scope(puzzle.geometry) for cage in cages]
    assert [rule.cells for rule in chosen.view.rules] == scopes
    assert of_preset(puzzle, position) == chosen


def test_the_bounds_of_all_clues_of_a_kind_are_one_opening_step() -> None:
    sums = REGISTRY["sum"](cells=(60, 70, 80), total=7), REGISTRY["sum"](cells=(44, 52), total=15)
    cages = [REGISTRY["killer-cage"](cells=(cell, cell + 1), sum=4) for cell in (0, 30)]
    puzzle = Puzzle.empty(Geometry.classic(), (*cages, *sums))
    opening = of_preset(puzzle, start(puzzle))
    assert opening.technique == "cage-combinations"
    assert [rule.name for rule in opening.view.rules] == ["killer-cage"] * 2
    assert faults(opening, start(puzzle)) == ()
    eliminated = {pair for step in ClueCombinations("cage-combinations").find(start(puzzle))
            for pair in step.eliminations if step.variant == "inside"}  # fmt: skip
    assert set(opening.eliminations) == eliminated
    assert len(opening.eliminations) > 20
    text = explain(opening, puzzle.geometry)
    assert text.count(", so ") == 2
    # Each part is held against its own clue, and nothing more may go.
    proof = opening.proof
    assert isinstance(proof, ClueProof)
    fewer = replace(opening, proof=replace(proof, each=proof.each[1:]))
    assert any("no clue shows all" in fault for fault in faults(fewer, start(puzzle)))
    # A kind with one clue that excludes something is no opening. Later, a clue that leaves a cell
    # one digit comes before an opening.
    alone = Puzzle.empty(Geometry.classic(), (cages[1], sums[0]))
    assert len(of_preset(alone, start(alone)).view.rules) == 1
    later = start(puzzle).place(80, 2)
    assert len(of_preset(puzzle, later).view.rules) == 2
    assert len(of_preset(puzzle, later.place(30, 1)).view.rules) == 1


def test_an_opening_names_the_rules_that_its_parts_need() -> None:
    """Two cells of the first sum are a knight's move apart and hold no 2 each; the second needs no
    rule beside it, and a dot of which all candidates may stand together is none."""
    rules = (
        REGISTRY["sum"](cells=(2, 13), total=4),
        REGISTRY["sum"](cells=(30, 77), total=4),
        REGISTRY["white-dot"](cells=(30, 31)),
        REGISTRY["anti-knight"](),
    )
    puzzle = Puzzle.empty(Geometry.classic(), rules)
    opening = of_preset(puzzle, start(puzzle))
    assert isinstance(opening.proof, ClueProof)
    assert len(opening.proof.each) == 2
    assert {(2, 2), (13, 2)} <= set(opening.eliminations)
    assert (30, 2) not in opening.eliminations
    assert [rule.name for rule in opening.besides] == ["anti-knight"]
    assert set(opening.besides[0].cells) == {2, 13}


def test_a_clue_that_cannot_be_kept_is_named() -> None:
    rules = (REGISTRY["sum"](cells=(60, 70, 80), total=4),)
    puzzle = Puzzle.empty(Geometry.classic(), rules)
    step = of_preset(puzzle, start(puzzle))
    assert step.contradiction is not None
    assert "r7c7, r8c8 and r9c9 cannot be kept. " in explain(step, puzzle.geometry)


def test_each_clue_of_an_opening_has_a_line() -> None:
    cages = [REGISTRY["killer-cage"](cells=(9 * row, 9 * row + 1), sum=4) for row in range(0, 9, 2)]
    puzzle = Puzzle.empty(Geometry.classic(), cages)
    opening = of_preset(puzzle, start(puzzle))
    head, *lines = explain(opening, puzzle.geometry).splitlines()
    # The others make the next steps.
    assert head == "Two clues limit their own cells, each by itself:"
    assert [line[: len(line.partition(" can")[0])] for line in lines] == [
        f"  - The killer cage of 4 in r{row}c1 and r{row}c2" for row in (1, 3)
    ]
    assert words(puzzle.geometry, "en").kind(opening) == (
        "Look for cage combinations in the killer cages at r1c1-r1c2 (4) and r3c1-r3c2 (4)."
    )


def test_an_opening_of_many_clues_is_several_steps() -> None:
    cages = [
        REGISTRY["killer-cage"](cells=(9 * row + column, 9 * row + column + 1), sum=4)
        for row in range(9)
        for column in (0, 3, 6)
    ]
    puzzle = Puzzle.empty(Geometry.classic(), cages)
    position = start(puzzle)
    for _ in range(2):
        step = of_preset(puzzle, position)
        head, *lines = explain(step, puzzle.geometry).splitlines()
        assert head == "Two clues limit their own cells, each by itself:"
        assert len(lines) == 2
        assert not faults(step, position)
        position = advance(position, step)


def test_all_that_a_clue_excludes_elsewhere_is_one_step() -> None:
    """A cage of 1 and 2 in box 1 and row 1; of a line in two boxes, the parts by themselves."""
    puzzle = Puzzle.empty(
        Geometry.classic(),
        (REGISTRY["thermo"](cells=(0, 1, 2)), REGISTRY["killer-cage"](cells=(30, 31), sum=3)),
    )
    position = start(puzzle).eliminate([(c, d) for c in (0, 1, 2) for d in range(4, 10)])
    position = position.eliminate([(c, d) for c in (30, 31) for d in range(3, 10)])
    position = position.eliminate([(0, 2), (0, 3), (1, 1), (1, 3), (2, 1), (2, 2)])
    steps = {}
    while (step := ClueCombinations().easiest(open_candidates(position), ENDLESS)) is not None:
        assert not faults(step, position)
        steps[step.view.rules[0].name] = step
        position = advance(position, step)
    cage, line = steps["killer-cage"], steps["thermo"]
    assert {digit for _, digit in cage.eliminations} == {1, 2}
    assert len(cage.view.rules) == 1
    assert isinstance(line.proof, ClueProof)
    assert [part.proof.common for part in line.proof.each if isinstance(part.proof, ClueProof)] == [
        ((0, 1),), ((1, 2),), ((2, 3),)
    ]  # fmt: skip
    # What no part of it excludes is a fault.
    before = start(puzzle).eliminate([(c, d) for c in (30, 31) for d in range(3, 10)])
    more = replace(cage, eliminations=(*cage.eliminations, (40, 5)))
    assert not faults(cage, before)
    assert faults(more, before)


def test_the_order_changes_nothing_of_what_clues_exclude() -> None:
    position = example("arrow-sums")
    ends = []
    for search in (
        lambda position: ClueCombinations().first(position),
        lambda position: ClueCombinations().easiest(open_candidates(position), ENDLESS),
    ):
        at = position
        while (step := search(at)) is not None:
            assert faults(step, at) == ()
            at = advance(at, step)
        ends.append(at)
    assert ends[0] == ends[1]


def test_a_row_and_a_box_that_a_clue_joins_give_an_equation_of_one_cell() -> None:
    """One clue has cells of row 1 and of box 9; beside all clues r9c9 alone is left of both."""
    grid = satdoku.solve("." * 81).solution
    assert grid is not None
    covered = [(0, 1, 2, 3), (4, 5, 6, 7), (8, 60, 61), (62, 69, 70), (71, 78, 79)]
    clues = [
        REGISTRY["sum"](cells=cells, total=sum(grid.values[cell] or 0 for cell in cells))
        for cells in covered
    ]
    puzzle = Puzzle.empty(Geometry.classic(), tuple(clues))
    (alone,) = [equation for equation in equations_of(puzzle, ENDLESS) if equation.cells == (80,)]
    assert {house.name for house in alone.houses} == {"row 1", "box 9"}
    assert alone.total == grid.values[80]
    (step,) = [s for s in InniesOuties(1).find(Position.of(puzzle)) if s.view.cells == (80,)]
    assert not faults(step, Position.of(puzzle))
    assert len(step.eliminations) == 8


@pytest.mark.parametrize(
    ("text", "said"),
    [
        # Cells in place of rules that list theirs; rules without cells of their own are named.
        (
            "or:(thermo:r1c1+r1c2+r1c3,thermo:r1c3+r1c2+r1c1)",
            "The alternatives in r1c1, r1c2 and r1c3: ",
        ),
        (
            "or:(x-sum:left:1:3,x-sum:left:1:5)",
            "The alternatives (x-sum of 3 at row 1 from the left; x-sum of 5 at row 1 ",
        ),
        ("whisper:r1c1+r1c2+r1c3", "The German whisper in r1c1, r1c2 and r1c3: "),
        ("whisper:4:r1c1+r1c2+r1c3", "The Dutch whisper in r1c1, r1c2 and r1c3: "),
        ("whisper:3:r1c1+r1c2+r1c3", "The whisper of 3 in r1c1, r1c2 and r1c3: "),
    ],
)  # fmt: skip
def test_what_a_clue_is_called(text: str, said: str) -> None:
    board = Geometry.classic()
    position = start(Puzzle.empty(board, parse_rules(text, board)))
    step = ClueCombinations().first(position.eliminate([(1, digit) for digit in range(4, 10)]))
    assert step is not None
    assert explain(step, board).startswith(said)


def test_no_more_of_clues_is_told_at_once_than_can_be_read() -> None:
    nines = [(0, 1), (12, 13), (24, 25), (27, 36), (49, 50), (61, 70), (65, 66), (74, 75)]
    arrows = [(2, 11, 20, 29), (78, 69, 60, 51), (8, 17, 26, 35), (54, 63, 72, 73)]
    cages = [REGISTRY["killer-cage"](cells=cells, sum=9) for cells in nines]
    lines = [REGISTRY["arrow"](bulb=cells[0], cells=cells[1:]) for cells in arrows]
    slow = REGISTRY["thermo"](cells=(76, 67, 58, 57, 48, 39))
    puzzle = Puzzle.empty(Geometry.classic(), (*cages, *lines, slow))
    position = start(puzzle).eliminate([(0, 3), (12, 4), (27, 1), (61, 2), (65, 8), (74, 5)])
    several = longest = 0
    for _ in range(16):
        cands = open_candidates(position)
        step = ClueCombinations().easiest(cands, ENDLESS)
        if step is None:
            break
        step = ClueCombinations().completed(cands, step, ENDLESS)
        several += len(step.view.rules) > 1
        longest = max(longest, len(explain(step, puzzle.geometry)))
        position = advance(position, step)
    assert several > 1
    assert longest <= 320


def test_a_reason_rests_on_no_rule_that_is_not_named() -> None:
    step, position = of_clue("sum:r1c1+r5c5:4,diagonal")
    assert isinstance(step.proof, ClueProof)
    assert [rule.name for rule in step.besides] == ["diagonal"]
    context, reason = CheckContext(position), Alone(((0, 2),))
    step = with_proof(step, against=(reason,), more=True)
    assert faults(step, position) == ()
    assert without_unnamed(step, context) is step
    silent = replace(step, besides=())
    assert any("allows 2 in r1c1" in fault for fault in faults(silent, position))
    assert without_unnamed(silent, context) == with_proof(silent, against=(), more=False)
    # With 2 in r1c1, r5c5 cannot be 2 on the diagonal, and without that could be.
    needed, less = Required(((0, 2),), 40, (1,)), position.eliminate([(40, 1)])
    where = step.proof.rule, CheckContext(less), open_digits(less)
    assert needed.fault(step, *where) is None
    assert "leaves more to r5c5" in str(needed.fault(silent, *where))


def test_a_reason_that_takes_long_to_show_is_left_out() -> None:
    step, position = of_clue("lunchbox:r1c1-r1c9:27,cage:r1c4+r1c5")
    assert isinstance(step.proof, ClueProof)
    assert any(isinstance(one, Alone) for one in step.proof.against)
    short = without_unnamed(step, CheckContext(position, conflicts=100))
    assert short == with_proof(step, against=(), more=False)
    assert without_unnamed(step, CheckContext(position, conflicts=50_000)) is step
    # Without the other rule there is nothing to show: it is the clue that was searched.
    step, position = of_clue("lunchbox:r1c1-r1c9:27")
    assert without_unnamed(step, CheckContext(position, conflicts=100)) is step


def test_what_holds_whatever_is_elsewhere_is_all_that_goes() -> None:
    """2 is left out of r2c2 by what is known of it, and not by the clue."""
    ends = set(range(2, 10))
    left = {0: ends, 10: {1, 5, 9}, 20: {1, 2, 5, 9}, 30: ends}
    step, position = of_clue("lockout:r1c1+r2c2+r3c3+r4c4", left)
    assert isinstance(step.proof, ClueProof)
    assert faults(step, position) == ()
    said = explain(step, position.geometry)
    assert ": r2c2 and r3c3 are not 5, whatever is in the other cells." in said
    assert "can only be" not in said
    part = with_proof(step, against=(Alone(((10, 5),)),))
    assert any("no reason is named for all" in fault for fault in faults(part, position))


def test_a_clue_of_many_cells_is_named_by_its_ends_where_it_has_no_title() -> None:
    """English titles have the first cell or the side; other languages once listed all the cells."""
    cells = "r1c1+r2c2+r3c3+r4c4+r5c5"
    step, position = of_clue(f"between:{cells}", {0: {1, 4, 5}, 40: {1, 3, 7, 9}, 20: {5}})
    said = explain(step, position.geometry, lang="de")
    assert "von r1c1 bis r5c5" in said
    assert "in r1c1, r2c2" not in said


def test_no_more_cells_are_followed_than_a_reader_follows() -> None:
    """Reasons name six other cells in all; each of these names two, or three."""
    two, three = (
        Followed(((0, 1),), ((1, (2,)),), 2),
        Followed(((0, 2),), ((1, (2,)), (3, (4,))), 2),
    )
    assert read_at_once([two] * 4) == [two] * 3
    assert read_at_once([two, three, two]) == [two, three]
    assert read_at_once([Alone(((0, 1),))] * 9) == [Alone(((0, 1),))] * 9


@pytest.mark.parametrize(("count", "left"), [(3, 4), (4, 1)])
def test_few_candidates_go_without_a_reason_beside_others(
    count: int, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step that excludes more without a reason leaves them for the next."""
    every = tuple((cell, 9) for cell in range(count + 1))

    def reasons(clue: Any, lost: Sequence[tuple[int, int]]) -> Iterator[Alone]:
        clue.unargued = every[1:]
        yield Alone(every[:1])

    monkeypatch.setattr(_Clue, "reasons", reasons)
    geometry = Geometry.classic()
    puzzle = Puzzle.empty(geometry, parse_rules("renban:r1c1+r1c2+r1c3+r1c4+r1c5", geometry))
    cands, clues = open_candidates(start(puzzle)), clues_of(puzzle)
    step = Step("renban-range", ClueProof(clues[0].rule, ()), eliminations=every)
    assert len(with_reasons(cands, step, clues, ENDLESS).eliminations) == left


def test_what_a_cell_would_have_to_hold_is_said_once_for_few_digits() -> None:
    first, second = Required(((0, 5),), 2, (2, 3)), Required(((1, 6),), 2, (1, 2))
    other, many = replace(first, other=3), Required(((0, 7),), 2, (6, 7))
    both = Required(((0, 5), (1, 6)), 2, (1, 2, 3))
    assert _together([first, other, second, many]) == [both, other, many]


def test_the_digit_of_the_only_cell_is_not_said_twice() -> None:
    geometry = Geometry.classic()
    (clue,) = clues_of(Puzzle.empty(geometry, parse_rules("renban:r1c1+r1c2", geometry)))
    proof = ClueProof(clue.rule, ((0, 5), (1, 6)), against=(Extremes(0, (5, 6), (5, 6), 0),))
    said = explain(Step("renban-range", proof, eliminations=((0, 4),)), geometry)
    assert said.endswith(": r1c1 is 5 in every way, such as 5-6.")
    said = explain(Step("renban-range", proof, eliminations=((0, 4), (1, 5))), geometry)
    assert said.endswith("So r1c1 can only be 5; r1c2 can only be 6.")
