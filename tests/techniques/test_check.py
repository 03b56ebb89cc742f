"""The check of arguments: it accepts what holds and refuses what has been tampered with."""

from __future__ import annotations

from dataclasses import replace

import pytest

from satdoku.puzzle import Position
from satdoku.rating import path, preset
from satdoku.techniques.catalogue import technique
from satdoku.techniques.check import faults
from satdoku.techniques.negation import Negation
from satdoku.techniques.step import NakedSetProof, Node, Step
from satdoku.techniques.trial import Trial

from .support import INKALA_2010, position_of, rated, solve, with_chains, with_proof
from .test_catalogue import NAMES, example


def wrong(position: Position, step: Step) -> list[Step]:
    """The same pattern with a conclusion that the solution contradicts."""
    solution = solve(position)
    assert solution is not None
    cells = [c for c, v in enumerate(position.values) if v is None]
    near = [c for c in cells if c not in step.view.cells][:6]
    return [
        replace(step, placements=(), eliminations=((cell, solution[cell]),), contradiction=None)
        for cell in near
    ]


@pytest.mark.parametrize("name", [n for n in NAMES if not n.startswith(("unique", "bug"))])
def test_a_pattern_does_not_prove_what_is_false(name: str) -> None:
    position = example(name)
    step = technique(name).first(position)
    assert step is not None
    for bad in wrong(position, step):
        assert faults(bad, position), bad


@pytest.mark.full
def test_a_broken_link_is_seen() -> None:
    broken = 0
    for puzzle in rated(6.6, 8.5)[::20]:
        for stage in path(position_of(puzzle), preset("se")).stages:
            chains = stage.step.view.chains
            if not chains or len(chains[0].nodes) < 4:
                continue
            nodes = list(chains[0].nodes)
            middle = nodes[len(nodes) // 2]
            moved = Node(
                (middle.cell + 40) % 81, middle.digit, middle.on, middle.parents, middle.cause,
                middle.house,
            )  # fmt: skip
            nodes[len(nodes) // 2] = moved
            bad = with_chains(stage.step, replace(chains[0], nodes=tuple(nodes)), *chains[1:])
            assert faults(bad, stage.before)
            broken += 1
    assert broken > 5


@pytest.mark.full
def test_a_case_left_out_is_seen() -> None:
    for puzzle in rated(8.3, 8.5)[:3]:
        for stage in path(position_of(puzzle), preset("se")).stages:
            if stage.step.variant in ("cell", "region"):
                fewer = with_chains(stage.step, *stage.step.view.chains[1:])
                assert faults(fewer, stage.before)


def test_a_negation_without_its_end_is_seen() -> None:
    position = position_of(INKALA_2010)
    for search in (Negation(1), Negation(2)):
        step = search.first(position)
        assert step is not None
        assert faults(step, position) == ()
        assert faults(with_proof(step, parts=step.view.parts[:-1]), position)


def test_a_trial_that_did_not_fail_is_seen() -> None:
    position = position_of(rated(6.0, 7.0)[0])
    step = Trial().first(position)
    assert step is not None
    assert faults(step, position) == ()
    good = [b for b in step.view.parts if b.variant != "contradiction"]
    assert good
    claimed = with_proof(good[0], ending="contradiction")
    branches = tuple(claimed if b is good[0] else b for b in step.view.parts)
    assert faults(with_proof(step, branches=branches), position)


def test_empty_conclusions_and_absent_candidates_are_seen() -> None:
    position = position_of(rated(2.0, 3.0)[0])
    assert faults(Step("naked-pair", NakedSetProof((0, 1), (1, 2))), position)
    filled = next(c for c, v in enumerate(position.values) if v is not None)
    pair = Step("naked-pair", NakedSetProof((0, 1), (1, 2)), eliminations=((filled, 1),))
    assert faults(pair, position)


def test_candidates_that_a_placed_digit_rules_out_do_not_mislead() -> None:
    # A player has written a digit and not yet crossed it out anywhere.
    for puzzle in rated(2.0, 6.0)[::20]:
        clean = position_of(puzzle)
        solution = solve(clean)
        assert solution is not None
        digits = frozenset(clean.geometry.digits)
        stale = Position(
            clean.puzzle,
            clean.values,
            tuple(frozenset() if v is not None else digits for v in clean.values),
        )
        for name in ("hidden-single", "pointing", "claiming", "naked-pair", "x-wing"):
            assert list(technique(name).find(stale)) == list(technique(name).find(clean))
