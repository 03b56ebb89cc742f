"""Puzzles that need a technique: the core's look against whole paths, and what is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Literal

import pytest

from satdoku import core
from satdoku.base.limits import ENDLESS
from satdoku.board import Geometry
from satdoku.generating import ImpossibleWish, Run, Target, Wish
from satdoku.generating.climbing import hardness
from satdoku.generating.clues import ClueWish
from satdoku.generating.examples import technique_example
from satdoku.generating.growing import Growth
from satdoku.generating.needs import (
    TechniqueNeed,
    may_need,
    needed,
    stage_before,
    table_before,
    why_not_needed,
)
from satdoku.generating.planting import Planter, patterns
from satdoku.generating.randomness import Stream
from satdoku.puzzle import Puzzle
from satdoku.rating import path, preset, start
from satdoku.rating.names import is_called, path_names
from satdoku.rating.proofs import with_small_proofs
from satdoku.rating.se import by_kernel
from satdoku.solving import solve
from satdoku.symmetry import automorphisms, equivalence
from satdoku.techniques.catalogue import technique
from tests.shared import some, thinned

if TYPE_CHECKING:
    from satdoku.core import HodokuStep

BARE = Puzzle.empty(Geometry.classic())
NAMES = core.hodoku_names()[:-1]
PUZZLES = [pair[0] for pair in core.make_puzzles(7, 0, 40)[0] if pair]


HARD = ".3..........65......6..1..24.......6....3.1...12..9.5....8.4..3......92...1.758.."
"""A puzzle of ER 9 that a trial of a climb has made."""


def posed(text: str) -> Puzzle:
    return BARE.with_givens([None if cell == "." else int(cell) for cell in text])


def after(text: str, steps: Sequence[HodokuStep]) -> tuple[str, list[int]]:
    """The digits and candidates after some steps, as the core reports them."""
    position = start(posed(text))
    for step in steps:
        for cell, digit in step["eliminations"]:
            position = position.eliminate([(cell, digit)])
        if step["place"] is not None:
            position = position.place(*step["place"])
    digits = "".join("." if v is None else str(v) for v in position.values)
    return digits, [sum(1 << (d - 1) for d in digits) for digits in position.candidates]


@pytest.mark.parametrize("last", ["Naked Pair", "W-Wing", "Skyscraper", "Sue de Coq"])
def test_the_core_goes_as_far_as_the_path_does(last: str) -> None:
    """HoDoKu's whole path, cut where a later search is used, is the judge."""
    searches = NAMES[: NAMES.index(last) + 1]
    reached = {k: rest for k, *rest in core.hodoku_reach(PUZZLES, searches, [last])}
    stuck = {k: rest for k, *rest in core.hodoku_reach(PUZZLES, searches)}
    for number, text in enumerate(some(PUZZLES)):
        _, steps = core.hodoku_path(text)
        end = next((k for k, step in enumerate(steps) if step["name"] not in searches), len(steps))
        at = next((k for k, step in enumerate(steps[:end]) if step["name"] == last), None)
        assert (number in reached) == (at is not None), text
        if at is not None:
            assert tuple(reached[number]) == after(text, steps[:at])
        assert (number in stuck) == (end < len(steps)), text
        if end < len(steps):
            assert tuple(stuck[number]) == after(text, steps[:end])


def test_what_the_core_refuses() -> None:
    for names, wanted in ((["X-wing"], []), ([], ["Brute Force"])):
        with pytest.raises(ValueError, match="names: "):
            core.hodoku_reach(PUZZLES, names, wanted)
    assert core.hodoku_reach(["x", PUZZLES[0][:-1], "11" + "." * 79], NAMES[:3]) == []


COMMON = ["w-wing", "empty-rectangle", "sue-de-coq", "bug", "simple-colours", "naked-quad"]
LACKING = ["medusa-3d", "direct-claiming", "franken-swordfish"]


@pytest.mark.parametrize("name", thinned([*COMMON, *LACKING], 3))
def test_puzzles_that_need_a_technique(name: str) -> None:
    wish = Wish(BARE, target=Target(requires=name))
    wish.require_possible()
    runs = [[each.puzzle for p in Run(wish, 3, 1).pieces() for each in p.puzzles] for _ in "ab"]
    assert runs[0] == runs[1]
    for text in some(runs[0]):
        assert core.verdict(text) == core.UNIQUE
        if name in LACKING:
            # Nothing easier goes on where the technique does.
            table = needed(name).table
            easier = replace(table, entries=table.entries[:-1])
            stuck = path(start(posed(text)), easier).end
            assert not stuck.is_solved
            assert technique(name).first(stuck) is not None
        else:
            assert any(is_called(step, name) for step in path_names(posed(text), "human"))


@pytest.mark.parametrize(
    ("name", "preset_name"),
    [
        ("x-wing", "human"), ("braid", "human"), ("small-proof", "human"), ("nishio", "se"),
        ("direct-claiming", "human"),
        ("exclosure", "six-elements"), ("negation-2", "six-elements"), ("trial", "trial"),
    ],
)  # fmt: skip
def test_the_lines_before_a_technique(name: str, preset_name: str) -> None:
    """Negation-2 and trial come after proofs in the preset ``human``, and direct claiming before
    naked singles in ``se``."""
    table = table_before(technique(name), BARE)
    assert table.name == preset_name
    assert name in table.entries[-1].search.names
    assert not any(name in line.search.names for line in table.entries[:-1])
    whole = preset(preset_name)
    first = (by_kernel(whole, BARE) if preset_name == "se" else whole).entries[:2]
    assert table.entries[:2] == first


def test_a_puzzle_with_clues_may_need_what_its_path_has() -> None:
    puzzle = technique_example("thermo-bounds").puzzle
    names = {
        step.technique
        for step in path(start(puzzle), with_small_proofs(preset("human"), puzzle)).steps
    }
    assert "thermo-bounds" in names
    assert may_need("thermo-bounds", puzzle)
    assert "jellyfish" not in names
    assert not may_need("jellyfish", puzzle)


def test_one_technique_and_singles() -> None:
    wish = Wish(BARE, target=Target(requires="skyscraper", only=True))
    for text in some([each.puzzle for p in Run(wish, 3, 1).pieces() for each in p.puzzles]):
        lines = {line.search.name: line for line in preset("human").entries}
        names = ("full-house", "hidden-single", "naked-single", "skyscraper")
        alone = replace(preset("human"), entries=tuple(lines[name] for name in names))
        assert path(start(posed(text)), alone).outcome == "solved"
        singles = replace(alone, entries=alone.entries[:-1])
        assert path(start(posed(text)), singles).outcome == "stuck"


def grown(need: TechniqueNeed, pairs: list[tuple[str, str]], looked: list[int]) -> Growth:
    return Growth(
        core, need, Stream(1), tuple((cell,) for cell in range(81)), frozenset(), False, None,
        lambda solution: pairs, lambda text: need.stage(start(posed(text))) is not None,
        looked.append, ENDLESS,
    )  # fmt: skip


@pytest.mark.parametrize("name", thinned(["whip", "nishio", "vwxyz-wing", "kraken-fish-1"], 2))
def test_a_puzzle_grows_until_easier_techniques_are_stuck(name: str) -> None:
    need, pairs = needed(name), [pair for pair in core.make_puzzles(7, 0, 40)[0] if pair]
    growth = grown(need, pairs, [])
    text, _ = next(filter(None, (growth.attempt("hard") for _ in range(20))))
    assert core.verdict(text) == core.UNIQUE
    easier = replace(need.table, entries=need.table.entries[:-1])
    stuck = path(start(posed(text)), easier).end
    assert not stuck.is_solved
    assert technique(name).first(stuck) is not None


@pytest.mark.parametrize("name", ["w-wing", pytest.param("swordfish", marks=pytest.mark.full)])
def test_a_puzzle_grows_from_the_example_of_a_technique(name: str) -> None:
    need, looked = needed(name), [0]
    shown = technique_example(name)
    growth = grown(need, [], looked)
    attempts = (growth.attempt("example") for _ in range(20))
    text, solution = next(filter(None, attempts))
    assert core.verdict(text) == core.UNIQUE
    assert looked[-1] == growth.looked > 1
    before = solve(shown.puzzle).solution
    assert before is not None
    assert equivalence(posed(solution), posed(before.text())) is None
    easier = replace(need.table, entries=need.table.entries[:-1])
    assert technique(name).first(path(start(posed(text)), easier).end) is not None


def test_a_climb_goes_to_harder_puzzles() -> None:
    """A step from a puzzle of ER 9 or more: the same from a seed, harder, and kept."""
    pairs = [(HARD, core.check(HARD)[1])]
    climbs = [grown(needed("small-proof"), pairs, []).climb for _ in "ab"]
    before, after = ([climb.harder() for _ in range(13)] for climb in climbs)
    assert before == after
    harder = next(filter(None, after))
    assert core.verdict(harder[0]) == core.UNIQUE
    assert hardness(core, harder[0]) > hardness(core, HARD)
    assert core.se_rate(harder[0]).tenths[0] >= 90
    assert harder in [pair for _, pair in climbs[0].kept]


def test_what_only_the_hardest_puzzles_need() -> None:
    hardest = "als-chain", "small-proof", "set-equivalence", "negation-2", "nested-forcing-chains"
    assert all(needed(name).is_of_the_hardest for name in hardest)
    for name in ("negation", "cell-forcing-chains", "dynamic-forcing-chains", "multi-colours-2"):
        assert not needed(name).is_of_the_hardest


@pytest.mark.full
def test_the_climb_comes_to_a_puzzle_that_needs_small_proofs() -> None:
    growth = grown(need := needed("small-proof"), [], [])
    seeds = count()
    growth.begin = lambda _: [pair for pair in core.make_puzzles(next(seeds), 0, 64)[0] if pair]
    text, _ = next(filter(None, (growth.attempt("hardest") for _ in range(20))))
    assert core.verdict(text) == core.UNIQUE
    easier = replace(need.table, entries=need.table.entries[:-1])
    assert not path(start(posed(text)), easier).end.is_solved


PLANTED = ["jellyfish", "qiu-deadly-pattern-1", "fireworks-quadruple"]


@pytest.mark.parametrize("name", thinned(PLANTED, 2))
def test_a_technique_finds_a_step_in_what_is_planted_around_its_pattern(name: str) -> None:
    need, singles = needed(name), replace(preset("human"), entries=preset("human").entries[:4])
    puzzles = [list(Planter(core, need, Stream(3)).puzzles(6)) for _ in "ab"]
    assert puzzles[0] == puzzles[1]
    assert len({solution for _, solution in puzzles[0]}) == len(puzzles[0]) > 1
    for text, solution in puzzles[0]:
        assert core.verdict(text) == core.UNIQUE
        assert all(given in (".", value) for given, value in zip(text, solution, strict=True))
        stuck = path(start(posed(text)), singles).end
        assert technique(name).first(stuck) is not None


def test_chains_and_techniques_of_clues_have_no_pattern() -> None:
    for name in ("xy-chain", "small-proof", "cage-combinations"):
        assert patterns((name,)) == ()


def test_a_symmetry_of_the_example_stays() -> None:
    growth = grown(need := needed("symmetrical-placement"), [], [])
    text, _ = next(filter(None, (growth.attempt("example") for _ in range(20))))
    assert core.verdict(text) == core.UNIQUE
    assert need.stage(start(posed(text))) is not None
    assert automorphisms(posed(text)).order > 1


_KINDS = {"hidden": ("hidden", "naked"), "naked": ("naked", "hidden")}


@pytest.mark.parametrize("kind", ["hidden", "naked"])
def test_singles_of_one_kind(kind: Literal["hidden", "naked"]) -> None:
    human = preset("human")
    alone, other = (
        replace(human, entries=tuple(e for e in human.entries if e.search.name in names))
        for names in (("full-house", f"{one}-single") for one in _KINDS[kind])
    )
    six = Puzzle.empty(Geometry.of_size(6))
    both = 0
    for board in (BARE, six):
        wish = Wish(board, target=Target(only_singles=True, singles=kind))
        puzzles = [p.posed(board) for piece in Run(wish, 3, 4).pieces() for p in piece.puzzles]
        for puzzle in some(puzzles):
            assert path(start(puzzle), alone).outcome == "solved"
            both += path(start(puzzle), other).outcome == "solved"
    assert both < 8


def test_a_step_that_no_other_technique_shows() -> None:
    wish = Wish(BARE, target=Target(requires="sue-de-coq", unlike=True))
    for text in some([each.puzzle for p in Run(wish, 1, 1).pieces() for each in p.puzzles]):
        stage = needed("sue-de-coq").stage(start(posed(text)))
        assert stage is not None
        for other in ("als-xz", "als-xy-wing", "death-blossom"):
            for step in technique(other).find(stage.before):
                assert not set(stage.step.eliminations) <= set(step.eliminations)


@pytest.mark.parametrize(
    ("name", "rule"), [("thermo-bounds", "thermo"), ("cage-combinations", "killer-cage")]
)
def test_puzzles_that_need_a_technique_of_clues(name: str, rule: str) -> None:
    wish = Wish(BARE, placed=(ClueWish(rule, 5),), target=Target(requires=name))
    wish.require_possible()
    puzzles = [p.posed(BARE) for piece in Run(wish, 1, 1).pieces() for p in piece.puzzles]
    for puzzle in some(puzzles):
        steps = path(start(puzzle), with_small_proofs(preset("human"), puzzle)).steps
        assert name in {step.technique for step in steps}


def test_an_older_core_knows_the_techniques_of_the_preset_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lacking, known = (Wish(BARE, target=Target(requires=n)) for n in ("medusa-3d", "x-wing"))
    lacking.require_possible()
    monkeypatch.delattr(core, "hodoku_reach")
    with pytest.raises(ImpossibleWish, match="not a technique of the preset human"):
        lacking.require_possible()
    [puzzle] = [each.puzzle for piece in Run(known, 3, 1).pieces() for each in piece.puzzles]
    assert "x-wing" in path_names(posed(puzzle), "human")


def test_what_no_classic_puzzle_needs() -> None:
    assert why_not_needed("nishio") is None
    assert "not a technique of classic puzzles" in (why_not_needed("killer-pair") or "")
    assert "did you mean x-wing" in (why_not_needed("x-wnig") or "")
    solved = BARE.with_givens([int(digit) for digit in core.random_grid(1)])
    assert stage_before(technique("x-wing"), start(solved), ENDLESS) is None
