"""``satdoku canonical`` and ``satdoku same``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from satdoku import Geometry, parse
from satdoku.cli.app import run
from satdoku.symmetry import SymmetryGroup

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
GROUP = SymmetryGroup.of(Geometry.classic())


def images(count: int) -> list[str]:
    import random

    rng = random.Random(4)
    return [GROUP.random(rng)(parse(PUZZLE)).grid.text() for _ in range(count)]


def test_all_images_have_one_canonical_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "images.txt"
    path.write_text("".join(f"{line}\n" for line in [PUZZLE, *images(8), "." * 81]))
    assert run(["canonical", str(path)]) == 0
    *same, empty = capsys.readouterr().out.split()
    assert len(set(same)) == 1
    assert len(same) == 9
    assert empty == "." * 81


def test_same_tells_the_symmetry(capsys: pytest.CaptureFixture[str]) -> None:
    for image in images(4):
        assert run(["same", PUZZLE, image, "--json"]) == 0
        record = json.loads(capsys.readouterr().out)
        assert record["same"] is True
        how = record["symmetry"]
        grid = [PUZZLE[i : i + 9] for i in range(0, 81, 9)]
        if how["transpose"]:
            grid = ["".join(column) for column in zip(*grid, strict=True)]
        moved = [["."] * 9 for _ in range(9)]
        for row, line in enumerate(grid):
            for column, digit in enumerate(line):
                if digit != ".":
                    target = moved[how["rows"][row] - 1]
                    target[how["columns"][column] - 1] = str(how["digits"][digit])
        assert "".join(map("".join, moved)) == image


def test_different_puzzles_are_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["same", PUZZLE, "." + PUZZLE[1:]]) == 1
    assert capsys.readouterr().out == "no\n"
    assert run(["same", PUZZLE, "." * 16]) == 1
    assert run(["same", PUZZLE, PUZZLE]) == 0
    assert capsys.readouterr().out.endswith("yes\tnothing moves\n")


@pytest.mark.parametrize("other", ["55" + "." * 79, "no such file", PUZZLE[:80]])
def test_bad_input(other: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["same", PUZZLE, other]) == 2
    assert capsys.readouterr().err.startswith("satdoku: ")
