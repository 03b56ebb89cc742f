"""The check of arguments, on many steps: it refuses what has been tampered with.

``test_forgeries.py`` has a forged step for each of its faults.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from satdoku.puzzle import Position
from satdoku.rating import path, preset
from satdoku.techniques.catalogue import technique
from satdoku.techniques.check import faults
from satdoku.techniques.premises import looked_at
from satdoku.techniques.step import Contradiction, Node, Step
from tests.shared import some, thinned

from .support import (
    ONE_OF_EACH_PROOF,
    example,
    example_steps,
    position_of,
    rated,
    solve,
    with_chains,
)
from .test_catalogue import NAMES


def wrong(position: Position, step: Step) -> Iterator[Step]:
    """The pattern with something that the solution contradicts, beside the conclusion and alone."""
    solution = solve(position)
    assert solution is not None
    cells = [c for c, v in enumerate(position.values) if v is None]
    of_step = [c for c in cells if c in step.view.cells]
    for cell in (*of_step[:2], *[c for c in cells if c not in of_step][:2]):
        right = (cell, solution[cell])
        for bare in (step, replace(step, placements=(), eliminations=())):
            yield replace(bare, contradiction=Contradiction("no-candidate", (cell,)))
            if right not in step.placements:
                yield replace(bare, eliminations=(*bare.eliminations, right))
            for digit in sorted(position.candidates[cell] - {solution[cell]})[:1]:
                yield replace(bare, placements=(*bare.placements, (cell, digit)))


@pytest.mark.parametrize("name", thinned(NAMES, len(NAMES), always=ONE_OF_EACH_PROOF))
def test_a_pattern_does_not_prove_what_is_false(name: str) -> None:
    position = example(name)
    step = example_steps(name)[0]
    forged = list(wrong(position, step))
    assert len(forged) > 1
    for bad in forged:
        reasons = faults(bad, position)
        assert reasons, bad
        assert not any("has no candidate" in fault for fault in reasons), bad


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


def test_candidates_that_a_placed_digit_rules_out_do_not_mislead() -> None:
    # A player has written a digit and not yet crossed it out anywhere.
    for puzzle in some(rated(2.0, 6.0)[::20]):
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


def test_a_step_looks_at_all_that_its_check_reads() -> None:
    """Candidates that a step does not look at may all be there."""
    for name in NAMES:
        position = example(name)
        step = technique(name).first(position)
        assert step is not None
        looked = looked_at(step, position.puzzle.model) | {*step.eliminations, *step.placements}
        wide = tuple(
            cands | {digit for digit in position.geometry.digits if (cell, digit) not in looked}
            for cell, cands in enumerate(position.candidates)
        )
        assert not faults(step, replace(position, candidates=wide)), name
