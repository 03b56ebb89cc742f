"""The preset ``se`` against Sudoku Explainer's own steps."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from satdoku.base.errors import EngineUnavailable
from satdoku.base.limits import ENDLESS
from satdoku.rating import Path, path, preset
from satdoku.rating.columns import printed
from satdoku.rating.se import by_kernel
from satdoku.rating.se_ratings import statements
from satdoku.techniques.arguments.chains import ChainProof, ForcingProof
from satdoku.techniques.board import open_candidates
from satdoku.techniques.catalogue import technique
from satdoku.techniques.check import faults
from satdoku.techniques.reasoning import multiple, single, step_of
from tests.shared import some, thinned

from .support import (
    assert_sound,
    example,
    matches,
    position_of,
    rated,
    reference,
    reference_steps,
    solve,
    with_chains,
    with_proof,
)

SE = preset("se")


def se_path(puzzle: str) -> Path:
    position = position_of(puzzle)
    return path(position, by_kernel(SE, position.puzzle))


def check_path(puzzle: str) -> None:
    route = se_path(puzzle)
    lines = reference_steps()[puzzle]
    for stage, line in zip(route.stages, lines, strict=True):
        rating = line.split("|")[0]
        assert stage.rating is not None
        assert printed(stage.rating) == float(rating), (puzzle, line, stage.step)
        assert matches(stage.step, line), (puzzle, line, stage.step)
        assert faults(stage.step, stage.before) == ()
    assert route.outcome == "solved"
    ratings = [stage.rating or 0.0 for stage in route.stages]
    first = next(i for i, stage in enumerate(route.stages) if stage.step.placements)
    row = reference()[puzzle]
    assert printed(max(ratings)) == float(row["ER"])
    assert printed(max(ratings[: first + 1])) == float(row["EP"])
    assert printed(ratings[0]) == float(row["ED"])


@pytest.mark.parametrize(("cells", "rating"), [(4, 4.5), (6, 4.6), (8, 4.7), (10, 5.0), (12, 5.0)])
def test_a_longer_loop_is_rated_higher(cells: int, rating: float) -> None:
    step = technique("unique-loop-1").first(example("unique-loop-1"))
    assert step is not None
    (rate,) = (entry.rate for entry in SE.entries if entry.producer == 15)
    assert printed(rate(with_proof(step, ring=tuple(range(cells))))) == rating


def test_a_nested_chain_that_is_cited_twice_counts_once() -> None:
    step = technique("nested-forcing-chains").first(example("nested-forcing-chains"))
    assert step is not None
    assert isinstance(step.proof, ForcingProof)
    first, *others = step.proof.chains
    for parts in ((step,), (step, step)):
        nested = with_chains(step, replace(first, parts=parts), *others)
        assert statements(nested) == 2 * statements(step)


@pytest.mark.parametrize(
    "band",
    thinned(
        [(1.0, 2.0), (2.0, 3.0), (3.0, 4.5), (4.5, 6.2), (6.2, 7.0), (7.0, 8.5), (8.5, 9.5)], 2
    ),
)
@pytest.mark.parametrize("every", [16, pytest.param(3, marks=pytest.mark.full)])
def test_every_step_equals_the_reference(every: int, band: tuple[float, float]) -> None:
    for puzzle in some(rated(*band)[::every]):
        check_path(puzzle)


@pytest.mark.slow
def test_every_step_of_all_puzzles_equals_the_reference() -> None:
    for puzzle in some(rated(1.0, 9.5)):
        check_path(puzzle)


# The reference's name of a step -> the technique that must find it among its instances.
_FINDERS = {
    "Naked Single": ("naked-single",),
    "Hidden Single": ("full-house", "hidden-single"),
    "Direct Pointing": ("direct-pointing",),
    "Direct Claiming": ("direct-claiming",),
    "Direct Hidden Pair": ("direct-hidden-pair",),
    "Direct Hidden Triplet": ("direct-hidden-triple",),
    "Pointing": ("pointing",),
    "Claiming": ("claiming",),
    **{
        f"{kind} {size}": (f"{kind.lower()}-{own}",)
        for kind in ("Naked", "Hidden")
        for size, own in (("Pair", "pair"), ("Triplet", "triple"), ("Quad", "quad"))
    },
    "X-Wing": ("x-wing",),
    "Swordfish": ("swordfish",),
    "Jellyfish": ("jellyfish",),
    "XY-Wing": ("xy-wing",),
    "XYZ-Wing": ("xyz-wing",),
    **{f"Unique Rectangle type {n}": (f"unique-rectangle-{n}",) for n in (1, 2, 3, 4)},
    **{f"BUG type {n}": (f"bug-{n}",) for n in (1, 2, 3, 4)},
    "Aligned Pair Exclusion": ("aligned-pair-exclusion",),
    "Aligned Triplet Exclusion": ("aligned-triplet-exclusion",),
    "Turbot Fish": ("x-chain", "forcing-chain"),
    "Forcing X-Chain": ("x-chain", "forcing-chain"),
    "Forcing Chain": ("forcing-chain",),
    "Bidirectional X-Cycle": ("x-cycle",),
    "Bidirectional Y-Cycle": ("y-cycle",),
    "Bidirectional Cycle": ("xy-cycle",),
    "Nishio Forcing Chains": ("nishio",),
    "Cell Forcing Chains": ("cell-forcing-chains",),
    "Region Forcing Chains": ("region-forcing-chains",),
}


def replay(puzzles: list[str], thin: int = 1) -> int:
    """Each step of the reference must be among those that the default technique finds."""
    count = 0
    for puzzle in puzzles:
        position = position_of(puzzle)
        solution = solve(position)
        assert solution is not None
        # The path has been shown to be the reference's own, so it leads through its positions.
        for stage, line in zip(se_path(puzzle).stages, reference_steps()[puzzle], strict=True):
            name = line.split("|")[1]
            names = _FINDERS.get(name)
            if names is None and name.startswith("Unique Loop"):
                names = (f"unique-loop-{name[-1]}",)
            count += 1
            if names is None or ("Single" in name and count % thin):
                continue
            steps = [step for n in names for step in technique(n).find(stage.before)]
            for step in steps:
                assert_sound(step, solution)
            # A set may reach further than the one house the reference looks at, and a pattern
            # may start from another of its cells: what counts is the conclusion and the cells.
            # For one conclusion there are several chains, of which a finder may take another.
            eliminated, cells = set(stage.step.eliminations), set(stage.step.view.cells)
            assert any(
                set(step.placements) >= set(stage.step.placements)
                and eliminated <= set(step.eliminations)
                and (isinstance(step.proof, ChainProof) or set(step.view.cells) == cells)
                for step in steps
            ), (puzzle, line)
    return count


@pytest.mark.full
def test_replay_of_the_reference_below_chains() -> None:
    assert replay(rated(1.0, 6.2)[::4], thin=7) > 3000


@pytest.mark.slow
def test_replay_of_the_whole_reference_below_chains() -> None:
    replay(rated(1.0, 6.2))


@pytest.mark.slow
def test_replay_of_chains() -> None:
    replay(rated(6.5, 8.5)[::5], thin=9)


@pytest.mark.full
def test_a_step_has_as_many_statements_as_its_hint() -> None:
    position = position_of(rated(8.5, 9.0)[0])
    for stage in path(position, SE).stages[:40]:
        position = stage.before
        if stage.step.view.chains:
            break
    marks = open_candidates(position)
    hints = [
        *single(marks, ENDLESS),
        *multiple(marks, ENDLESS, dynamic=False),
    ][:200]
    assert hints
    for hint in hints:
        assert statements(step_of(marks, hint)) == hint.complexity


@pytest.mark.full
@pytest.mark.parametrize("name", ["dynamic-forcing-chains-plus", "nested-forcing-chains"])
def test_each_conclusion_of_the_cores_chains_is_listed_once_and_holds(name: str) -> None:
    puzzle = rated(8.8, 9.4)[9]
    stages = se_path(puzzle).stages
    before = next(s.before for s in stages if s.step.technique.startswith("dynamic"))
    solution = solve(before)
    assert solution is not None
    steps = list(technique(name).find(before))
    lengths = [statements(step) for step in steps]
    assert len(steps) > 20
    assert lengths == sorted(lengths)
    assert len({step.conclusion for step in steps}) == len(steps)
    for step in steps:
        assert step.technique == name
        assert_sound(step, solution)
        assert faults(step, before) == ()
    assert any(chain.parts for step in steps for chain in step.view.chains)


def test_without_the_core_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "satdoku.core", None)
    position = position_of(rated(1.0, 2.0)[0])
    with pytest.raises(EngineUnavailable, match=r"^the preset se .* needs satdoku's compiled core"):
        by_kernel(SE, position.puzzle)
    with pytest.raises(EngineUnavailable, match=r"^searching for nested-forcing-chains needs"):
        technique("nested-forcing-chains").first(position)
