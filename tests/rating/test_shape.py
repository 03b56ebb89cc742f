"""The shape of a path: what is open at once, and what rests on what."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import satdoku
from satdoku.base.limits import Limit
from satdoku.puzzle import Position
from satdoku.rating import path, preset, start
from satdoku.rating.proofs import with_small_proofs
from satdoku.rating.shape import PathShape, shape_of
from satdoku.techniques.arguments.clues import ClueProof, ConflictProof, JointProof
from satdoku.techniques.arguments.facts import FactsProof
from satdoku.techniques.arguments.locked import IntersectionProof
from satdoku.techniques.arguments.sets import SingleProof
from satdoku.techniques.arguments.sums import LeftoverProof, SumProof
from satdoku.techniques.check import faults
from satdoku.techniques.step import House, Proof, Rule, Step

CLASSIC = (
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    ".37....8..5....3..1.4..6...2....4.5.....2...7.15.8.....9....6.1361..7..9.......3.",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
)
VARIANTS = ("thermo-bounds", "cage-combinations", "innies-outies", "parity-chain", "clue-chain")


def stages_of(puzzle: satdoku.Puzzle) -> list[tuple[Position, Step]]:
    route = path(start(puzzle), with_small_proofs(preset("human"), puzzle), Limit(seconds=60))
    return [(stage.before, stage.step) for stage in route.stages]


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        # Two cells that share no house: neither single waits for the other.
        ("1234341221434.21", PathShape(1, 1.0, 1)),
        (".234341221434.21", PathShape(2, 2.0, 1)),
        # Row 1 lacks 1 and 2, and so do columns 1 and 2: the first digit written fills the rest.
        ("..34341221434321", PathShape(2, 2.0, 1)),
    ],
)
def test_open_steps_of_boards_that_are_counted_by_hand(board: str, expected: PathShape) -> None:
    assert shape_of(stages_of(satdoku.parse(board))) == expected


def test_singles_that_wait_for_each_other() -> None:
    """r1c1 of row 1 is the last digit there once r1c2 stands, and r1c2 by its column alone."""
    stages = stages_of(satdoku.parse(".2..34..2...4..."))
    shape = shape_of(stages)
    assert shape is not None
    assert 1 < shape.depth <= len(stages)
    assert shape_of(stages[:1]) == PathShape(1, 1.0, 1)
    assert shape_of([]) is None


def boards() -> list[object]:
    examples = Path(__file__).parents[2] / "examples" / "techniques"
    boards: list[object] = [pytest.param(text, id=text[:9]) for text in CLASSIC]
    return boards + [
        pytest.param((examples / f"{name}.json").read_text(), id=name) for name in VARIANTS
    ]


def bare(step: Step) -> Step:
    """A step without the reasons that are worked out for the position in which it is taken."""
    match step.proof:
        case SingleProof() as proof:
            return replace(step, proof=replace(proof, barred=()))
        case ClueProof() as proof:
            each = tuple(bare(part) for part in proof.each)
            return replace(step, proof=replace(proof, against=(), each=each))
        case _:
            return step


@pytest.mark.parametrize("text", boards())
def test_an_open_step_follows_from_the_position_in_which_it_is_called_open(text: str) -> None:
    """The check judges the step in that position; a single does not follow from the one before."""
    stages = stages_of(satdoku.parse(text))
    taken: dict[tuple[int, int], int] = {}
    depths: list[int] = []
    first = []
    for number, (before, step) in enumerate(stages):
        rests = {
            taken[cell, digit]
            for cells, one in step.proof.counted()
            for cell in cells
            for digit in before.geometry.digits
            if one in (None, digit) and (cell, digit) in taken
        }
        opened = max(rests, default=-1) + 1
        assert not faults(bare(step), stages[opened][0]), (number, opened, step)
        if opened and step.technique == "naked-single":
            assert faults(bare(step), stages[opened - 1][0])
        first.append(opened)
        depths.append(1 + max((depths[at] for at in rests), default=0))
        after = stages[number + 1][0] if number + 1 < len(stages) else before
        for cell, (old, new) in enumerate(zip(held(before), held(after), strict=True)):
            taken |= {(cell, digit): number for digit in old - new}
    half = range((len(stages) + 1) // 2)
    counts = [sum(opened <= at for opened in first[at:]) for at in half]
    assert min(counts) >= 1
    shape = PathShape(min(counts), round(sum(counts) / len(counts), 2), max(depths))
    assert shape_of(stages) == shape


def held(position: Position) -> list[set[int]]:
    """The digits that each cell may still hold."""
    return [
        set(digits) if value is None else {value}
        for value, digits in zip(position.values, position.candidates, strict=True)
    ]


def test_ratings_have_the_shape_of_their_path() -> None:
    """Of the path that the rating goes: Sudoku Explainer's here, and the one of explain there."""
    for text in (CLASSIC[3], boards_text("thermo-bounds")):
        assert "depth" not in satdoku.rate(text).to_dict()
        rating = satdoku.rate(text, path_shape=True)
        record = rating.to_dict()
        assert rating.shape == PathShape(record["open_min"], record["open_mean"], record["depth"])
        assert 1 <= record["open_min"] <= record["open_mean"] <= record["steps"]
        assert 1 <= record["depth"] <= record["steps"]
        assert f"at least {record['open_min']}" in rating.text()
    with pytest.raises(satdoku.OptionError, match="Sudoku Explainer's scale and satdoku's alone"):
        satdoku.rate(CLASSIC[3], scale="hodoku", path_shape=True)


ROW, COLUMN = House("row", 1, tuple(range(9))), House("column", 1, tuple(range(0, 81, 9)))
DOWN = set(COLUMN.cells)
CAGE = Rule(0, "killer-cage", "killer cage", (40, 41))


@pytest.mark.parametrize(
    ("proof", "cells"),
    [
        (LeftoverProof((ROW,), (COLUMN,), (1, 2), (3,), (), cancelled=(4, 5)), {1, 2, 3, 4, 5}),
        (SumProof((ROW,), (CAGE,), (1, 2), (3,), 9, ()), {1, 2, 3, 40, 41}),
        (JointProof((CAGE,), (7, 8), (), needs=((COLUMN, 5),)), {7, 8, *DOWN}),
        (ConflictProof(CAGE, (), (), (), (7,), ((COLUMN, 5),)), {7, *DOWN, 40, 41}),
        (FactsProof((7,), ((COLUMN, 5),), (CAGE,)), {7, *DOWN, 40, 41}),
        (SingleProof(7, 1), {7}),
        (SingleProof(7, 1, ROW), {*range(9)}),
        (IntersectionProof(5, ROW, COLUMN, (0,)), {*range(9)}),
    ],
)
def test_what_an_argument_counts(proof: Proof, cells: set[int]) -> None:
    """The cells in which it needs candidates to be gone; no others wait for it."""
    assert {cell for some, _ in proof.counted() for cell in some} == cells


def test_the_shape_is_computed_only_where_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes longer than all the rest."""

    def refused(*_: object) -> None:
        raise AssertionError("nobody asked for it")

    monkeypatch.setattr("satdoku.rating.shape.shape_of", refused)
    for text in (CLASSIC[3], boards_text("thermo-bounds")):
        rating = satdoku.rate(text)
        assert rating.to_dict()["hardest"] == rating.hardest is not None
        with pytest.raises(AssertionError, match="nobody asked"):
            rating.shape  # noqa: B018


def boards_text(name: str) -> str:
    return (Path(__file__).parents[2] / "examples" / "techniques" / f"{name}.json").read_text()
