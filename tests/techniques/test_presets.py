"""The presets: what each must solve, and that every step of every path is sound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from satdoku.base.limits import ENDLESS, Limit
from satdoku.board import Geometry
from satdoku.constraints.chess import AntiKnight
from satdoku.constraints.neighbours import NonConsecutive
from satdoku.explaining import explain
from satdoku.puzzle import Puzzle
from satdoku.rating import PRESETS, path, preset, start, walk
from satdoku.rating.proofs import with_small_proofs
from satdoku.rating.se import se_order
from satdoku.rating.seeds import six_elements
from satdoku.techniques.arguments.assumptions import NegationProof
from satdoku.techniques.board import open_candidates
from satdoku.techniques.check import faults
from satdoku.techniques.reasoning import FoundChain, multiple
from satdoku.techniques.searches.houses import forcing
from satdoku.techniques.searches.houses.forcing import ForcingChains
from satdoku.techniques.searches.small.negation import Negation
from tests.shared import shared_file

from .support import (
    INKALA_2010,
    INKALA_2012,
    assert_sound,
    position_of,
    puzzle_of,
    rated,
    reference,
    solve,
)


def euler() -> list[str]:
    """The fifty grids of Project Euler's problem 96."""
    grids: list[str] = []
    rows: list[str] = []
    for line in shared_file("euler096.txt").read_text("ascii").split():
        if len(line) == 9 and line.isdigit():
            rows.append(line)
        if len(rows) == 9:
            grids.append("".join(rows))
            rows = []
    return grids


def test_euler96_solves_all_fifty() -> None:
    total = 0
    for grid in euler():
        route = path(position_of(grid), preset("euler96"))
        assert route.outcome == "solved", grid
        assert set(route.histogram()) <= {
            "naked-single", "hidden-single", "pointing", "x-wing", "naked-pair",
        }  # fmt: skip
        first = route.end.values
        total += 100 * (first[0] or 0) + 10 * (first[1] or 0) + (first[2] or 0)
    assert total == 24702


@pytest.mark.full
@pytest.mark.parametrize("puzzle", [INKALA_2010, INKALA_2012])
def test_the_hardest_need_negation_nested_twice(puzzle: str) -> None:
    once = path(position_of(puzzle), six_elements(1))
    assert once.outcome == "stuck"
    twice = path(position_of(puzzle), six_elements(2))
    assert twice.outcome == "solved"
    nested = [s for s in twice.steps if s.technique == "negation" and s.variant == "2"]
    assert nested
    for stage in twice.stages:
        assert faults(stage.step, stage.before) == ()


def check(puzzle: str, name: str) -> str:
    position = position_of(puzzle)
    solution = solve(position)
    assert solution is not None
    route = path(position, preset(name))
    for stage in route.stages:
        assert_sound(stage.step, solution)
    if route.outcome == "solved":
        assert route.end.values == solution
    return route.outcome


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("thin", [16, pytest.param(1, marks=pytest.mark.full)])
def test_every_step_is_sound(thin: int, name: str) -> None:
    easy = rated(1.0, 7.0)[:: thin * (6 if name != "se" else 9)]
    hard = rated(7.0, 9.0)[:: thin * 20] if name in ("human", "six-elements") else []
    for puzzle in [*easy, *hard]:
        outcome = check(puzzle, name)
        assert name == "euler96" or outcome == "solved"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["human", "six-elements", "euler96"])
def test_every_step_is_sound_on_all_reference_puzzles(name: str) -> None:
    for puzzle in reference():
        check(puzzle, name)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["clue17.txt", "sudocue.txt", "top1465.txt", "hardest_1905.txt"])
def test_every_human_step_is_sound_on_speed_sets(name: str) -> None:
    lines = shared_file("speed", name).read_text("ascii").split()
    for puzzle in lines[:: max(1, len(lines) // 60)]:
        assert check(puzzle[:81], "human") == "solved"


def test_a_broken_puzzle_ends_in_a_contradiction() -> None:
    # r1c1 and r1c2 are both left with 1 alone.
    text = "..3456789" + "..2......" + "." * 63
    route = path(position_of(text), six_elements(1))
    assert route.outcome == "contradiction"
    assert route.steps[-1].contradiction is not None


@pytest.mark.parametrize("name", [name for name in PRESETS if name != "hodoku"])
def test_every_preset_sees_that_a_puzzle_is_broken(name: str) -> None:
    """But for hodoku, which refuses a puzzle without one solution (test_hodoku_steps.py)."""
    text = rated(3.0, 4.0)[0]
    solution = solve(position_of(text))
    assert solution is not None
    cell = text.index(".")
    wrong = next(d for d in sorted(position_of(text).candidates[cell]) if d != solution[cell])
    broken = text[:cell] + str(wrong) + text[cell + 1 :]
    route = path(position_of(broken), preset(name), Limit(seconds=20))
    assert route.outcome == "contradiction"


def test_a_filled_board_that_breaks_a_rule_is_no_solution() -> None:
    text = rated(1.0, 2.0)[0]
    plain = puzzle_of(text)
    ruled = Puzzle(plain.geometry, plain.givens, None, (NonConsecutive(),))
    route = path(start(ruled), preset("human"), Limit(seconds=20))
    assert route.outcome == "contradiction"


def test_a_path_obeys_its_limit() -> None:
    route = path(position_of(INKALA_2012), preset("human"), Limit(seconds=0))
    assert route.outcome == "stopped"
    assert route.stop == "seconds"
    assert route.stages == ()


def test_a_path_can_start_from_a_position() -> None:
    stages = list(walk(position_of(rated(3.0, 4.0)[0]), preset("human")))
    middle = stages[len(stages) // 2].before
    assert path(middle, preset("human")).outcome == "solved"


def test_an_empty_board_ends_without_hanging() -> None:
    empty = start(Puzzle.empty(Geometry.classic()))
    assert path(empty, preset("euler96")).outcome == "stuck"


def test_unknown_presets_are_named() -> None:
    with pytest.raises(ValueError, match="human, se"):
        preset("nobody")


@pytest.mark.full
@pytest.mark.parametrize("text", [INKALA_2012, INKALA_2010])
def test_a_small_proof_comes_before_nested_assumptions(text: str) -> None:
    """These took up to some 300 lines."""
    puzzle = puzzle_of(text)
    route = path(start(puzzle), with_small_proofs(preset("human"), puzzle), Limit(seconds=100))
    assert route.outcome == "solved"
    assert not [s for s in route.steps if isinstance(s.proof, NegationProof) and s.proof.depth > 1]
    assert max(len(explain(step, puzzle.geometry).splitlines()) for step in route.steps) <= 40
    # Every one has its argument.
    assert not [s for s in route.steps if s.technique == "small-proof" and s.variant == "search"]


@pytest.mark.full
def test_the_compiled_core_finds_the_easiest_forcing_chains_that_python_finds() -> None:
    """Each in a position of its own: what is found is kept with the position."""
    python = ForcingChains("static", se_order)
    _, quick = [  # the first takes only those whose cases are a line each
        entry.search for entry in preset("human").entries if isinstance(entry.search, ForcingChains)
    ]
    assert quick.producer is not None
    count = 0
    for text in (INKALA_2010, INKALA_2012):
        for stage in islice(walk(position_of(text), preset("human")), 60):
            if stage.entry is not None and isinstance(stage.entry.search, ForcingChains | Negation):
                first, second = (
                    search.easiest(open_candidates(replace(stage.before)), ENDLESS)
                    for search in (python, quick)
                )
                assert first == second
                count += first is not None
    assert count > 3


def test_forcing_chains_that_are_too_long_at_first_are_not_searched_for_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searches = 0

    def counted(*args: Any, **options: Any) -> Iterator[FoundChain]:
        nonlocal searches
        searches += 1
        return multiple(*args, **options)

    monkeypatch.setattr(forcing, "multiple", counted)
    givens = {0: 1, 9: 2, 20: 3, 35: 4}
    puzzle = Puzzle.empty(Geometry.boxes(6, 2, 3), (AntiKnight(),)).with_givens(givens)
    cands = open_candidates(start(puzzle))
    short, *_, long = (
        entry.search for entry in preset("human").entries if isinstance(entry.search, ForcingChains)
    )
    any_length = long.easiest(cands, ENDLESS)
    assert any_length is not None
    assert replace(short, longest=1).easiest(cands, ENDLESS) is None
    assert replace(short, longest=99).easiest(cands, ENDLESS) == any_length
    assert searches == 1


def test_searches_that_go_digit_by_digit_look_at_no_other() -> None:
    searches = {one.search for one in preset("human").entries if one.search.by_digit}
    assert len(searches) > 10
    counts = Counter[str]()
    for grid in (INKALA_2010, *shared_file("speed/top1465.txt").read_text("ascii").split()[:8]):
        cands = open_candidates(position_of(grid[:81]))
        for search in searches:
            steps = set(search.search(cands, ENDLESS))
            alone = [set(search.search(cands.of_digits([d]), ENDLESS)) for d in range(9)]
            assert steps == set().union(*alone), (grid, search)
            counts[search.name] += len(steps)
    assert sum(map(bool, counts.values())) > 5
