"""Boards that are not square, or not of the digits 1 to n, through every command: a right answer or
a refusal in one sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from satdoku import formats
from satdoku.puzzle import Puzzle
from satdoku.render.terminal import render_grid

Call = Callable[..., tuple[int, str, str]]

PUZZLES = {
    "rectangle": "board: size=4x6 digits=0-5\n..0..2\n.5.43.\n..5..3\n23.1..\n",
    "more digits": "board: size=4 digits=0-5 region-size=4\n.105\n5.14\n45.0\n3.42\n",
    "raw": "board: size=4 raw\n4..3\n2114\n414.\n3.31\n",
    "partial": "board: size=4 regions=AA..AA...BB..BB. partial\n.23.\n....\n2..4\n....\n",
    "overlapping": "board: size=4 grids=r1c1,r3c3\n"
    "2...##\n.4..##\n3.....\n...1..\n##....\n##..32\n",
    "several": "board: size=4 grids=r1c1,r3c3\n1..3##\n....##\n.2..3.\n....4.\n##....\n##....\n",
    "none": "board: size=2x3 digits=0-2 box=none\n0..\n.0.\n",
    "faulty": "board: size=2x3 digits=0-2 box=none\n0..\n0..\n",
}
"""Puzzles of the project's own. The first five have one solution."""

UNIQUE = tuple(PUZZLES)[:5]

SOME_BOARDS = [
    name
    if name in ("rectangle", "overlapping", "none")
    else pytest.param(name, marks=pytest.mark.slow)
    for name in PUZZLES
]

ANSWERED = (
    "rate",
    "solve",
    "solve --backend cpsat",
    "check-unique --backend all",
    "count",
    "candidates",
    "explain --allow-multiple",
    "explain --allow-multiple --lang ja",
    "hint --allow-multiple",
    "steps --technique naked-single",
    "diagnose",
    "diagnose --lang ja",
    "check",
    "redundant",
    "minimize",
    "backdoors",
    "encode",
    "encode --to pbtxt",
    "show",
    "show --ascii --candidates",
    "convert --to json",
    "convert --to board",
    "convert --to sudokupad",
)
"""Commands that answer on every board; ``no`` and ``several`` are answers too."""

SQUARE_ONLY = (
    "canonical",
    "transform --seed 1",
    "convert --to line",
    "convert --to sdk",
    "convert --to candidates",
    "convert --to csv",
    "convert --to fpuzzles",
    "convert --to lisudoku",
)


def _brute(puzzle: Puzzle, most: int) -> list[tuple[int, ...]]:
    """The solutions by trial, cell after cell, up to this many."""
    geometry = puzzle.geometry
    values: list[int | None] = list(puzzle.givens)
    solutions: list[tuple[int, ...]] = []

    def fill(cell: int) -> None:
        if len(solutions) == most:
            return
        if cell == len(values):
            solutions.append(tuple(v for v in values if v is not None))
            return
        given = puzzle.givens[cell]
        for digit in geometry.digits if given is None else (given,):
            if all(values[p] != digit for p in geometry.peers[cell]):
                values[cell] = digit
                fill(cell + 1)
        values[cell] = given

    fill(0)
    return solutions


@pytest.mark.parametrize("name", PUZZLES)
def test_the_engines_agree_with_trial(satdoku: Call, name: str) -> None:
    text = PUZZLES[name]
    puzzle = formats.parse(text).puzzle
    if puzzle.problems():
        assert satdoku("count", text)[0] == 2
        return
    wanted = _brute(puzzle, 5000)
    assert (len(wanted) == 1) is (name in UNIQUE)
    for backend in ("sat", "cpsat"):
        code, out, _ = satdoku("count", "--backend", backend, "--json", text)
        assert (code, json.loads(out)["count"]) == (0, len(wanted)), backend
    _, out, _ = satdoku("candidates", "--json", text)
    candidates = json.loads(out)["candidates"]
    for cell in range(puzzle.geometry.cell_count):
        digits = {values[cell] for values in wanted}
        assert set(map(int, candidates[puzzle.geometry.name(cell)])) == digits


@pytest.mark.parametrize("name", SOME_BOARDS)
@pytest.mark.parametrize("command", ANSWERED)
def test_answered(satdoku: Call, command: str, name: str) -> None:
    code, out, err = satdoku(*command.split(), PUZZLES[name])
    assert "Traceback" not in err
    assert len(err.strip().splitlines()) <= 1
    if name in UNIQUE:
        assert code == 0, (out, err)
        assert out
    else:
        assert code in (0, 1) or err, (code, out)


@pytest.mark.parametrize("name", SOME_BOARDS[:5])
@pytest.mark.parametrize("command", SQUARE_ONLY)
def test_refused_in_one_sentence(satdoku: Call, command: str, name: str) -> None:
    puzzle = formats.parse(PUZZLES[name]).puzzle
    code, _, err = satdoku(*command.split(), PUZZLES[name])
    if code == 0 and puzzle.geometry.is_square:
        return  # a partial board is a square of full lines
    assert code == 2
    assert len(err.strip().splitlines()) == 1
    assert "Traceback" not in err
    assert any(word in err for word in ("board", "symmetry", "classic 9x9", "square")), err


@pytest.mark.parametrize("name", UNIQUE)
def test_a_verdict_is_certified(satdoku: Call, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "proofs"
    code, out, _ = satdoku("check-unique", "--certify", str(folder), PUZZLES[name])
    assert out.startswith("unique" if code == 0 else "multiple")
    certificates = [str(path) for path in folder.glob("*.json")]
    code, out, err = satdoku("verify", *certificates, "--puzzle", PUZZLES[name])
    assert (code, err) == (0, ""), out


@pytest.mark.parametrize("name", UNIQUE)
def test_a_board_makes_puzzles(satdoku: Call, name: str) -> None:
    words = PUZZLES[name].partition("\n")[0].removeprefix("board: ")
    data = formats.write(formats.parse(PUZZLES[name]), "json")
    board = json.dumps(json.loads(data)["board"])
    code, by_words, _ = satdoku("generate", "--seed", "3", "--shape", words)
    assert code == 0
    assert satdoku("generate", "--seed", "3", "--shape", board) == (0, by_words, "")
    code, out, _ = satdoku("check-unique", by_words)
    assert (code, out[:6]) == (0, "unique")
    puzzle = formats.parse(by_words).puzzle
    assert puzzle.geometry == formats.parse(PUZZLES[name]).puzzle.geometry


def test_a_line_on_a_named_board(satdoku: Call) -> None:
    line = "..0..2.5.43...5..323.1.."
    code, solved, err = satdoku("solve", "--shape", "size=4x6 digits=0-5", line)
    assert (code, err) == (0, "")
    grid = formats.parse(
        solved, formats.ReadOptions(geometry=formats.parse(PUZZLES["rectangle"]).puzzle.geometry)
    )
    assert grid.puzzle.grid.is_full
    rows = "\n".join(line[i : i + 6] for i in range(0, 24, 6))
    assert satdoku("solve", "--shape", "size=4x6 digits=0-5", rows)[1] == solved
    code, _, err = satdoku("solve", "--shape", "size=4x7", line)
    assert code == 2
    assert "expected 28 cells" in err
    code, _, err = satdoku("solve", "--shape", "size=4x6 digits=1-5", line)
    assert code == 2
    assert "--shape: a row of 6 cells cannot hold" in err
    # 0 is a blank where the board has no such digit.
    assert satdoku("count", "--shape", "size=2x3", "--box", "none", "1" + "0" * 5)[0] in (0, 2)


def test_houses_are_named_with_their_grid(satdoku: Call) -> None:
    text = PUZZLES["overlapping"]
    _, out, _ = satdoku("explain", text)
    assert "box 1 of grid 1" in out
    assert "of grid 2" in out
    _, out, _ = satdoku("explain", "--lang", "ja", text)
    assert "盤2の" in out
    code, _, err = satdoku("solve", text.replace("##....", "##1..1"))
    assert code == 2
    assert "1 appears twice in row 3 of grid 2: r5c3 and r5c6" in err


def test_pictures_leave_holes_out(satdoku: Call, tmp_path: Path) -> None:
    text = PUZZLES["overlapping"]
    puzzle = formats.parse(text).puzzle
    drawn = render_grid(puzzle, width=20, ascii=True).split("\n")
    assert drawn[1] == "| 2 . | . . |      "
    assert drawn[-2] == "      | . . | 3 2 |"
    target = tmp_path / "picture.svg"
    assert satdoku("show", "--svg", str(target), text)[0] == 0
    picture = target.read_text(encoding="utf-8")
    assert 'id="c-r6c4"' in picture
    assert 'id="c-r1c5"' not in picture


def test_shapes_with_rules(satdoku: Call) -> None:
    text = PUZZLES["several"]
    code, _, err = satdoku("solve", "--rules", "diagonal", text)
    assert code == 2
    assert "needs a square board" in err
    # Cells that touch across the edge of a grid count, and holes do not.
    text = "board: size=3 digits=1-5 box=none grids=r1c1,r3c3\n"
    text += "123##\n345##\n512..\n##...\n##...\n"
    _, out, _ = satdoku("count", "--json", "--rules", "anti-king", text)
    puzzle = formats.parse(text).puzzle
    geometry = puzzle.geometry
    every = range(geometry.cell_count)
    count = 0
    solutions = _brute(puzzle, 6000)
    for values in solutions:
        places = {geometry.row_column(cell): values[cell] for cell in every}
        count += all(
            places[r, c] != places.get((r + down, c + right))
            for r, c in places
            for down, right in ((1, 1), (1, -1))
        )
    assert 0 < count < len(solutions)
    assert json.loads(out)["count"] == count
