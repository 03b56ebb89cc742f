"""Almost locked sets: the position of the ALS article, and the families on small positions."""

from __future__ import annotations

import itertools

import pytest

from satdoku.base.limits import ENDLESS
from satdoku.board import Geometry
from satdoku.constraints import AntiKnight
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import path, preset
from satdoku.techniques.board import open_candidates
from satdoku.techniques.check import faults
from satdoku.techniques.searches.houses.als import (
    AlmostLockedSets,
    AlsChain,
    AlsXyWing,
    AlsXz,
    DeathBlossom,
    almost_locked,
)

from .support import assert_sound, example, position_of, rated, solve

BOARD = Geometry.classic()


def position_with(cells: dict[str, str], without: dict[str, str]) -> Position:
    """An empty board but for the candidates of these cells; ``without`` takes some away."""
    marks = [frozenset(BOARD.digits)] * 81
    for name, digits in cells.items():
        marks[BOARD.cell(name)] = frozenset(map(int, digits))
    for name, digits in without.items():
        marks[BOARD.cell(name)] -= frozenset(map(int, digits))
    return Position(Puzzle.empty(BOARD), (None,) * 81, tuple(marks))


def article() -> Position:
    """A = {r5c1, r6c3} with 17 and 13, B = {r4c7, r4c9, r5c9} with 35, 45 and 47."""
    return position_with(
        {
            "r5c1": "17", "r6c3": "13", "r4c7": "35", "r4c9": "45", "r5c9": "47",
            "r6c7": "357", "r4c3": "23",
        },
        {"r4c1": "3", "r4c2": "3", "r6c8": "3", "r6c9": "3"},
    )  # fmt: skip


def test_the_articles_position_comes_out() -> None:
    position = article()
    name = BOARD.cell
    steps = [
        step
        for step in AlsXz().find(position)
        if {frozenset(s.cells) for s in step.view.sets}
        == {
            frozenset({name("r5c1"), name("r6c3")}),
            frozenset({name("r4c7"), name("r4c9"), name("r5c9")}),
        }
    ]
    assert len(steps) == 1
    step = steps[0]
    assert set(step.eliminations) == {(name("r6c7"), 3), (name("r4c3"), 3)}
    assert step.view.digits == (7, 3)  # the restricted common, then what goes
    assert step.view.notation == "ALS(3): [r6c3-r5c1:r5c9(r4c9)r4c7]"
    assert faults(step, position) == ()


def test_every_find_is_proved_by_its_own_pattern() -> None:
    searches = (AlsXz(), AlsXyWing(largest=3), AlsChain(largest=2, longest=5), DeathBlossom())
    counts = dict.fromkeys([search.name for search in searches], 0)
    for puzzle in rated(7.0, 8.5)[::30]:
        position = position_of(puzzle)
        solution = solve(position)
        assert solution is not None
        for search in searches:
            for number, step in enumerate(search.find(position)):
                assert_sound(step, solution)
                counts[search.name] += 1
                if number < 15:
                    assert faults(step, position) == ()
    assert all(counts.values()), counts


@pytest.mark.full
def test_chains_of_any_length() -> None:
    longest = 0
    for puzzle in rated(7.0, 8.5)[:31:30]:
        stages = path(position_of(puzzle), preset("se")).stages
        before = next(stage.before for stage in stages if stage.step.view.chains)
        for step in AlsChain(largest=3).find(before):
            commons = step.view.digits[: len(step.view.sets) - 1]
            assert all(a != b for a, b in itertools.pairwise(commons))
            longest = max(longest, len(step.view.sets))
    assert longest >= 6


def test_overlap_is_a_choice() -> None:
    position = position_of(rated(8.3, 9.0)[0])
    apart = list(AlsXz().find(position))
    both = list(AlsXz(overlap=True).find(position))
    assert len(both) >= len(apart)
    for step in apart:
        a, b = step.view.sets
        assert not set(a.cells) & set(b.cells)


def test_doubly_linked_sets_exclude_outside_of_both_only() -> None:
    """By custom: inside it would hold as well, and is left to the steps that follow."""
    position = example("clue-forcing-chains")
    steps = [step for step in AlsXz(largest=3).find(position) if step.variant == "doubly linked"]
    assert steps
    for step in steps:
        inside = {cell for set_ in step.view.sets for cell in set_.cells}
        assert not inside & {cell for cell, _ in step.eliminations}


def test_the_smaller_sets_are_the_first_of_all() -> None:
    board = Geometry.boxes(6, 2, 3)
    empty = Position.of(Puzzle.empty(board, (AntiKnight(),)))
    for position in (*map(position_of, rated(7.0, 9.0)[::60]), empty):
        cands = open_candidates(position)
        for overlap in (False, True):
            whole = AlmostLockedSets.every(cands, overlap, 5, ENDLESS)
            for largest in range(1, 6):
                sets = AlmostLockedSets.every(cands, overlap, largest, ENDLESS)
                assert vars(whole.up_to(largest)) == vars(sets)
                assert vars(almost_locked(cands, overlap, largest, ENDLESS)) == vars(sets)
