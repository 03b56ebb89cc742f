"""``satdoku transform``, on real text."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from satdoku.base.errors import SatdokuError, Unsupported
from satdoku.board import Geometry
from satdoku.cli.functions import function_of
from satdoku.cli.merging import merged
from satdoku.symmetry import Symmetry, canonical
from tests.symmetry.grids import classic, cyclic

UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
GRID = cyclic(Geometry.classic()).text()

Output = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Output:
    app = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode=None)
    app.command()(merged(function_of("transform")))

    def run(*arguments: str) -> tuple[int, str, str]:
        code = app(list(arguments), standalone_mode=False)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def test_equal_seeds_give_equal_images(call: Output) -> None:
    code, image, _ = call(UNIQUE, "--seed", "1")
    assert code == 0
    assert call(UNIQUE, "--seed", "1") == (0, image, "")
    assert call(UNIQUE, "--seed", "2")[1] != image
    assert canonical(classic(image.strip())) == canonical(classic(UNIQUE))


def test_jobs_change_nothing(call: Output, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{UNIQUE}\n" * 40)
    one = call(str(path), "--seed", "3")
    assert call(str(path), "--seed", "3", "--jobs", "2") == one
    # Each line draws its own.
    assert len(set(one[1].split())) == 40


def test_only_some_moves(call: Output) -> None:
    _, image, _ = call(UNIQUE, "--seed", "1", "--moves", "relabel")
    assert [c == "." for c in image.strip()] == [c == "." for c in UNIQUE]
    assert call(UNIQUE, "--seed", "1", "--moves", "") == (0, f"{UNIQUE}\n", "")


def test_a_named_symmetry(call: Output) -> None:
    image = Symmetry.named(Geometry.classic(), "rotate-90")(classic(UNIQUE)).grid.text()
    assert call(UNIQUE, "--by", "rotate-90") == (0, f"{image}\n", "")
    assert call("12345612" + "." * 28, "--by", "rotate-90")[0] == 2


def test_canonical_forms(call: Output) -> None:
    form = canonical(classic(UNIQUE)).grid.text()
    image = call(UNIQUE, "--seed", "5")[1].strip()
    assert call(image, UNIQUE, "--canonical") == (0, f"{form}\n{form}\n", "")


def test_counting_images(call: Output) -> None:
    moves = "relabel,rows,columns"
    assert call(GRID, "--count", "--moves", moves) == (0, f"5643509760\t{GRID}\n", "")
    code, out, _ = call(GRID, "--count", "--moves", moves, "--json")
    assert code == 0
    assert json.loads(out) == {
        "schema": 2,
        "line": 1,
        "puzzle": GRID,
        "moves": ["relabel", "rows", "columns"],
        "group_order": 16_930_529_280,
        "automorphisms": 3,
        "images": 5_643_509_760,
    }


def test_json_tells_what_was_done(call: Output) -> None:
    record = json.loads(call(UNIQUE, "--canonical", "--json")[1])
    done = record["symmetry"]
    symmetry = Symmetry(
        Geometry.classic(),
        tuple(row - 1 for row in done["rows"]),
        tuple(column - 1 for column in done["columns"]),
        done["transpose"],
        tuple(done["digits"].values()),
    )
    assert symmetry(classic(UNIQUE)).grid.text() == record["image"]
    assert record["automorphisms"] == 1
    assert record["images"] == record["group_order"] == 1_218_998_108_160


def test_rules_that_do_not_survive_are_refused_by_name(call: Output) -> None:
    code, out, error = call(UNIQUE, "--seed", "1", "--rules", "diagonal")
    assert (code, out) == (2, f"invalid\t{UNIQUE}\n")
    assert "diagonals (diagonal) does not survive this symmetry" in error
    assert call("." * 81, "--by", "rotate-90", "--rules", "anti-knight")[0] == 0


def test_bad_input(call: Output) -> None:
    code, _, error = call("55" + UNIQUE[2:], "--count")
    assert code == 2
    assert "5 appears twice in row 1" in error
    code, _, error = call(UNIQUE, "--moves", "layout")
    assert code == 2
    assert "layout is not a move of the 9x9 with 3x3 boxes" in error
    for arguments, reason in (
        (("--moves", "spin"), "'spin' is not a kind of move"),
        (("--seed", "1", "--count"), "--seed and --count cannot be asked for together"),
        (("--by", "transpose", "--moves", "rows"), "--by and --moves exclude each other"),
    ):
        with pytest.raises(SatdokuError, match=reason):
            call(UNIQUE, *arguments)


def test_a_limit_ends_undecided(call: Output) -> None:
    # 16x16: the compiled core knows the classic 9x9 only, and needs no limit there.
    text = cyclic(Geometry.of_size(16)).text()
    assert call(text, "--count", "--time-limit", "0") == (3, f"undecided\t{text}\n", "")


def test_what_is_refused_is_refused_in_the_library_too() -> None:
    with pytest.raises(Unsupported):
        Symmetry.named(Geometry.of_size(6), "transpose")
