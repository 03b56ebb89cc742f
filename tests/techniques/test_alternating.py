"""Alternating chains, Sue de Coq, templates: what they are called; HoDoKu's searches as judge."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice, product

import pytest

from satdoku import core
from satdoku.board import Geometry
from satdoku.constraints.neighbours import NonConsecutive
from satdoku.explaining import explain
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import path, preset, start
from satdoku.techniques.arguments.chains import AicProof
from satdoku.techniques.arguments.patterns import BentSetProof, TemplateProof
from satdoku.techniques.catalogue import technique
from satdoku.techniques.check import faults
from satdoku.techniques.searches.houses.alternating import AlternatingChains
from satdoku.techniques.searches.houses.bent import SueDeCoq
from satdoku.techniques.step import House, Step
from tests.shared import some, thinned

from .named import unnamed
from .support import assert_sound, example, position_of, rated, solve

NAMES = [
    search.name
    for search in map(
        technique,
        (
            "w-wing", "m-wing", "s-wing", "l-wing", "h-wing", "x-chain", "xy-chain", "aic",
            "discontinuous-nice-loop", "continuous-nice-loop", "grouped-aic",
            "grouped-discontinuous-nice-loop", "grouped-continuous-nice-loop",
        ),
    )
]  # fmt: skip


def shape(step: Step) -> str:
    """Each strong link as c (in a cell), s (in a larger set), h (of a house)."""
    proof = step.proof
    assert isinstance(proof, AicProof)
    return "".join(
        "h" if isinstance(reason, House) else "c" if len(reason.cells) == 1 else "s"
        for reason in proof.strong
    )


@pytest.mark.parametrize("name", NAMES)
def test_what_a_chain_is_called_says_what_it_is(name: str) -> None:
    for step in some(islice(technique(name).find(example(name)), 50)):
        proof = step.proof
        assert isinstance(proof, AicProof)
        ends = {proof.nodes[0].digit, proof.nodes[-1].digit}
        assert ("grouped" in name) is (proof.grouped or "s" in shape(step))
        assert ("continuous" in name.split("-")) is proof.ring
        match name.split("-"):
            case ["x", "chain"]:
                assert len({node.digit for node in proof.nodes}) == 1
            case ["xy", "chain"]:
                assert (set(shape(step)), len(ends)) == ({"c"}, 1)
            case ["w", "wing"]:
                assert (shape(step), len(ends)) == ("chc", 1)
                assert len({node.digit for node in proof.nodes}) == 2
            case ["m", "wing"]:
                assert (min(shape(step), shape(step)[::-1]), len(ends)) == ("chh", 1)
            case ["s", "wing"]:
                assert shape(step) == "hch"
            case ["l", "wing"]:
                assert shape(step) == "hhh"
            case ["h", "wing"]:
                assert min(shape(step), shape(step)[::-1]) in ("cch", "chh")
                assert len(ends) == 2
            case [*_, "discontinuous", "nice", "loop"]:
                assert len({cell for cell, _ in step.eliminations}) == 1


@pytest.mark.full
def test_a_path_has_the_narrowest_name_and_every_step_is_proved() -> None:
    techniques: Counter[str] = Counter()
    for puzzle in rated(7.4, 8.4)[::12]:
        for stage in path(position_of(puzzle), preset("human")).stages:
            if isinstance(stage.step.proof, AicProof | BentSetProof):
                assert faults(stage.step, stage.before) == ()
                assert unnamed(stage.step, stage.before) is None
                techniques[stage.step.technique] += 1
    assert len(techniques) > 2
    assert not {"unary-chains", "alternating-chains"} & set(techniques)


def test_all_that_the_ends_exclude_is_one_step() -> None:
    position = example("aic")
    for step in technique("aic").find(position):
        proof = step.proof
        assert isinstance(proof, AicProof)
        ends = (*proof.nodes[0].candidates, *proof.nodes[-1].candidates)
        peers = position.geometry.peers
        excluded = {
            (cell, digit)
            for cell, digits in enumerate(position.candidates)
            for digit in digits
            if position.values[cell] is None
            and all(d != digit if c == cell else d == digit and c in peers[cell] for c, d in ends)
        }
        assert excluded == set(step.eliminations)


@pytest.mark.full
def test_chains_go_through_the_rules_of_a_variant() -> None:
    puzzle = Puzzle.empty(Geometry.boxes(6, 2, 3), (NonConsecutive(),))
    rng = random.Random(3)
    ruled = 0
    for _ in range(12):
        position = start(puzzle)
        solution = solve(position)
        assert solution is not None
        position = position.eliminate(
            [
                (c, d)
                for c, s in enumerate(solution)
                for d in range(1, 7)
                if d != s and rng.random() < 0.5
            ]
        )
        for step in islice(AlternatingChains(grouped=True, longest=4).find(position), 20):
            assert_sound(step, solution)
            assert faults(step, position) == ()
            assert unnamed(step, position) is None
            ruled += bool(step.view.rules)
    assert ruled


# ------------------------------------------------------------------------------------------------
# HoDoKu's own searches, compiled: what one finds is among what the technique finds.

JUDGED = {
    "w_wing": "w-wing",
    "x_chain": "x-chain",
    "xy_chain": "xy-chain",
    "nice_loop": "",
    "grouped_nice_loop": "",
    "sue_de_coq": "sue-de-coq",
    "als_xz": "als-xz",
    "als_xy_wing": "als-xy-wing",
    "als_xy_chain": "als-chain",
}


def judged(puzzle: str, share: float) -> int:
    """How many searches find something in a position of HoDoKu's path, each found here too."""
    _, steps = core.hodoku_path(puzzle)
    position = position_of(puzzle)
    for step in steps[: int(share * len(steps))]:
        if step["place"] is not None:
            position = position.place(*step["place"])
        else:
            eliminated = step["eliminations"]
            position = position.eliminate(
                (c, d) for c, d in eliminated if d in position.candidates[c]
            )
    values = "".join("." if value is None else str(value) for value in position.values)
    marks = [
        sum(1 << d - 1 for d in digits) if value is None else 0
        for digits, value in zip(position.candidates, position.values, strict=True)
    ]
    seen = 0
    for search, own in JUDGED.items():
        _, record = core.hodoku_find(values, marks, search=search)
        if record is not None:
            name = own or record["technique"].replace("_", "-")
            wanted = set(record["eliminations"])
            ours = technique(name).in_library("1").find(position)
            assert any(set(step.eliminations) == wanted for step in ours), (search, values, record)
            seen += 1
    return seen


@pytest.mark.full
@pytest.mark.parametrize(("low", "share"), thinned(product((6.6, 7.6), (0.4, 0.6)), 4, rows=True))
def test_what_the_compiled_search_finds_is_found_here(low: float, share: float) -> None:
    assert sum(judged(puzzle, share) for puzzle in rated(low, low + 0.6)[:2]) > 3


@pytest.mark.slow
def test_what_the_compiled_search_finds_is_found_here_on_many() -> None:
    rng = random.Random(8)
    assert sum(judged(puzzle, rng.random()) for puzzle in rated(6.0, 9.0)) > 500


# ------------------------------------------------------------------------------------------------
# Sets across houses, and templates.


def test_sue_de_coq_counts_as_many_digits_as_cells() -> None:
    position = example("sue-de-coq")
    for step in SueDeCoq().find(position):
        proof = step.proof
        assert isinstance(proof, BentSetProof)
        assert len(proof.cells) == len(proof.groups)
        held = {(c, d) for c in proof.cells for d in position.candidates[c]}
        assert held == {pair for group in proof.groups for pair in group.candidates}
        assert unnamed(step, position) is None
    by_side = {step.eliminations for step in SueDeCoq(by_side=True).find(position)}
    assert by_side


@pytest.mark.parametrize("name", ["template-set", "template-delete"])
def test_templates_rest_on_the_templates_of_other_digits(name: str) -> None:
    with_parts = 0
    for puzzle in rated(7.0, 7.2)[::20]:
        stages = path(position_of(puzzle), preset("human")).stages
        position = stages[len(stages) // 3].before
        solution = solve(position)
        assert solution is not None
        for step in technique(name).find(position):
            proof = step.proof
            assert isinstance(proof, TemplateProof)
            assert_sound(step, solution)
            assert faults(step, position) == ()
            assert unnamed(step, position) is None
            assert str(proof.digit) in explain(step, position.geometry)
            with_parts += bool(proof.parts)
    assert with_parts


def test_a_template_step_without_what_it_rests_on_is_refused() -> None:
    position, step = _with_parts()
    proof = step.proof
    assert isinstance(proof, TemplateProof)
    bare = Step(step.technique, TemplateProof(proof.digit, proof.houses), (), step.eliminations)
    assert faults(bare, position)


def _with_parts() -> tuple[Position, Step]:
    for puzzle in rated(7.0, 7.2)[::20]:
        stages = path(position_of(puzzle), preset("human")).stages
        position = stages[len(stages) // 3].before
        for step in technique("template-delete").find(position):
            if isinstance(step.proof, TemplateProof) and step.proof.parts:
                return position, step
    raise AssertionError("no template rests on another digit's")
