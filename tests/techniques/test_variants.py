"""Other boards: every technique holds where its argument does, and refuses where it does not."""

from __future__ import annotations

from itertools import islice

import pytest

from satdoku.board import Geometry
from satdoku.constraints.chess import AntiKnight
from satdoku.constraints.diagonals import BothDiagonals
from satdoku.constraints.neighbours import NonConsecutive
from satdoku.explaining import explain
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import path, preset, start
from satdoku.rating.seeds import six_elements
from satdoku.techniques.board import board_of
from satdoku.techniques.catalogue import all_techniques, technique
from satdoku.techniques.check import faults
from satdoku.techniques.searches.houses.kernel import KernelChains
from tests.shared import fewer, thinned

from .support import assert_sound, position_of, rated, solve

JIGSAW = Geometry.jigsaw(
    [int(c) for row in ("111222", "113224", "133324", "533644", "556664", "555664") for c in row]
)


def carve(geometry: Geometry, constraints: tuple[object, ...], seed: int) -> Puzzle:
    """A puzzle with one solution on a board, made by taking givens away."""
    import random

    rng = random.Random(seed)
    empty = Puzzle.empty(geometry, constraints)  # type: ignore[arg-type]
    digits = list(geometry.digits)
    rng.shuffle(digits)
    first = empty.with_givens(dict(enumerate(digits)))
    solution = solve(start(first))
    assert solution is not None
    givens: list[int | None] = list(solution)

    def unique() -> bool:
        # One solution when no open cell can be forced to another digit.
        position = start(empty.with_givens(givens))
        for cell, given in enumerate(givens):
            if given is None and len(position.candidates[cell]) > 1:
                other = position.eliminate([(cell, solution[cell])])
                if solve(other) is not None:
                    return False
        return True

    for cell in rng.sample(range(geometry.cell_count), geometry.cell_count):
        given, givens[cell] = givens[cell], None
        if not unique():
            givens[cell] = given
    return empty.with_givens(givens)


BOARDS = {
    "4x4": (Geometry.boxes(4, 2, 2), ()),
    "6x6": (Geometry.boxes(6, 2, 3), ()),
    "6x6 diagonal": (Geometry.boxes(6, 2, 3), (BothDiagonals(),)),
    "6x6 anti-knight": (Geometry.boxes(6, 2, 3), (AntiKnight(),)),
    "6x6 jigsaw": (JIGSAW, ()),
    "latin 5": (Geometry.latin(5), ()),
    "8x8": (Geometry.boxes(8, 2, 4), ()),
}


@pytest.mark.parametrize("name", thinned(BOARDS, 2))
@pytest.mark.parametrize("seed", thinned(range(2), 2))
def test_paths_on_other_boards(name: str, seed: int) -> None:
    geometry, constraints = BOARDS[name]
    puzzle = carve(geometry, constraints, seed)
    position = start(puzzle)
    solution = solve(position)
    assert solution is not None
    for table in (preset("human"), six_elements(), preset("se")):
        route = path(position, table)
        assert route.outcome == "solved"
        for stage in route.stages:
            assert_sound(stage.step, solution)
            assert faults(stage.step, stage.before) == ()


@pytest.mark.parametrize(
    ("name", "most"),
    [("6x6 jigsaw", 100), *fewer([(name, None) for name in BOARDS], 2, rows=True)],
)
def test_every_instance_of_every_technique_is_sound(name: str, most: int | None) -> None:
    """By default of many instances the first: 19 of 20 are fish."""
    geometry, constraints = BOARDS[name]
    puzzle = carve(geometry, constraints, 7)
    solution = solve(start(puzzle))
    assert solution is not None
    stages = path(start(puzzle), six_elements()).stages
    for stage in stages[:: max(1, len(stages) // 2)]:
        for search in all_techniques():
            # Which rules a step needs besides is asked of a solver for each: tests/techniques/
            # test_links.py has those.
            for step in islice(search.bare(stage.before), most):
                assert_sound(step, solution)


def test_diagonals_are_houses() -> None:
    puzzle = Puzzle.empty(Geometry.classic(), (BothDiagonals(),)).with_givens({0: 5})
    position = start(puzzle)
    assert 5 not in position.candidates[80]
    board = board_of(puzzle)
    assert len(board.extras) == 2
    assert all(board.complete[h] for h in board.extras)
    assert board.plain


@pytest.mark.full
def test_a_variants_houses_are_named_in_both_languages() -> None:
    texts = {"en": "", "ja": ""}
    for seed in range(4):
        position = start(carve(*BOARDS["6x6 diagonal"], seed))
        for step in path(position, preset("human")).steps:
            for lang in ("en", "ja"):
                texts[lang] += explain(step, position.geometry, lang)  # type: ignore[arg-type]
    assert "the main diagonal" in texts["en"]
    assert "右下がりの対角線" in texts["ja"]
    assert "diagonal" not in texts["ja"]


def test_uniqueness_refuses_rules_that_an_exchange_might_break() -> None:
    puzzle = Puzzle.empty(Geometry.classic(), (NonConsecutive(),))
    for search in all_techniques():
        if not isinstance(search, KernelChains):  # these know the classic board alone
            assert (search.refusal(puzzle) is None) is not search.needs_uniqueness
    reason = technique("unique-rectangle-1").refusal(puzzle)
    assert reason is not None
    assert "all-different" in reason
    refused = dict(preset("human").refused(start(puzzle)))
    # Symmetrical placement is about the whole board, and a unique matrix is rare: no path has them.
    named = {s.name for s in all_techniques() if s.needs_uniqueness}
    rare = {"symmetrical-placement", *(f"unique-matrix-{n}" for n in (1, 2, 3, 4))}
    assert set(refused) == named - rare


def test_bug_refuses_houses_that_may_lack_a_digit() -> None:
    puzzle = Puzzle.empty(Geometry.boxes(6, 2, 3), (AntiKnight(),))
    assert technique("bug-1").refusal(puzzle) is not None
    assert technique("unique-rectangle-1").refusal(puzzle) is None


def test_digits_may_start_at_zero() -> None:
    classic = Geometry.classic()
    zero = Geometry(9, 9, tuple(range(9)), classic.houses, classic.box)
    text = rated(4.0, 6.0)[0]
    shifted = Puzzle(zero, tuple(None if c in ".0" else int(c) - 1 for c in text))
    ours = path(start(shifted), preset("se"))
    plain = path(position_of(text), preset("se"))
    assert [s.rating for s in ours.stages] == [s.rating for s in plain.stages]
    assert [s.step.technique for s in ours.stages] == [s.step.technique for s in plain.stages]


def test_a_sukaku_is_read_from_its_marks() -> None:
    position = position_of(rated(4.0, 6.0)[0])
    marks = position.as_puzzle()
    again = Position.of(marks)
    assert path(again, preset("human")).outcome == "solved"
