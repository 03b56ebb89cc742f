"""Every example script runs, and says what it promises; every example file is read."""

from __future__ import annotations

import ast
import csv
import importlib
import json
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import satdoku
from satdoku.cli.app import run as run_command
from tests.shared import thinned

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def run(name: str, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_the_generator_makes_minimal_puzzles() -> None:
    puzzles = run("generate_minimal.py", "--count", "2", "--seed", "3").split()
    assert len(set(puzzles)) == 2
    for puzzle in puzzles:
        assert satdoku.is_unique(puzzle)
        for cell, given in enumerate(puzzle):
            if given != ".":
                assert not satdoku.is_unique(puzzle[:cell] + "." + puzzle[cell + 1 :])


@pytest.mark.parametrize("backend", thinned(["auto", "sat", "cpsat"], 3))
def test_project_euler_96(shared: Callable[[str], Path], backend: str) -> None:
    path = shared("data/euler096.txt")
    assert run("euler96.py", str(path), "--backend", backend) == "24702\n"


def test_counting_completions() -> None:
    lines = run("count_completions.py", UNIQUE, "--at-most", "20").splitlines()
    assert len(lines) == 30
    assert lines[0].startswith("without r1c1=5: ")


def test_a_variant() -> None:
    rows = [list(map(int, line.split())) for line in run("variant.py").splitlines()]
    assert rows[0][0] + rows[0][1] + rows[1][0] == 6
    for row in range(7):
        for column in range(8):
            assert rows[row][column] != rows[row + 2][column + 1]


def test_the_permutation_seed_never_comes_back() -> None:
    out = run("permutation_seed.py", "--times", "2000")
    assert "16,930,529,280 / 3 = 5,643,509,760" in out
    assert out.endswith("ended at the first grid: 0\n")


def test_every_example_is_tested() -> None:
    text = Path(__file__).read_text()
    for path in EXAMPLES.glob("*.py"):
        assert f'"{path.name}"' in text, f"no test runs {path.name}"


@pytest.mark.full
def test_a_week_of_puzzles() -> None:
    lines = run("week_of_puzzles.py").splitlines()
    assert [line[0] for line in lines] == list("MTWTFSS")
    assert all(satdoku.is_unique(line.split()[1]) for line in lines)


@pytest.mark.full
def test_two_scales() -> None:
    pytest.importorskip("satdoku.core", reason="rating needs the compiled core")
    rows = [line.split() for line in run("two_scales.py", "--count", "3").splitlines()]
    assert len(rows) == 3
    for _, er, level, score, puzzle in rows:
        assert satdoku.rate(puzzle).er == float(er)  # type: ignore[union-attr]
        hodoku = satdoku.rate(puzzle, scale="hodoku")
        assert (hodoku.level, f"{hodoku.score:,}") == (level, score)


def test_a_heart() -> None:
    rows = run("heart.py").split()
    puzzle = "".join(rows)
    assert satdoku.is_unique(puzzle)
    assert [cell != "." for cell in rows[:9]] == [mark == "x" for mark in ".xx...xx."]


@pytest.mark.full
def test_a_corpus(tmp_path: Path) -> None:
    path = tmp_path / "corpus.csv"
    assert run("corpus.py", str(path), "--count", "4").startswith("4 puzzles of ER 3.0")
    with path.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len({row["puzzle"] for row in rows}) == 4
    assert all(satdoku.is_unique(row["puzzle"]) and row["er"] == "3.0" for row in rows)
    run("corpus.py", str(path), "--count", "2", "--jobs", "2")
    with path.open(newline="") as stream:
        assert list(csv.DictReader(stream)) == rows[:2]


def test_examples_use_only_documented_names() -> None:
    """Examples use only names that docs/api.md promises to keep."""
    modules: dict[str, tuple[str, ...]] = runpy.run_path(str(ROOT / "docs" / "reference.py"))[
        "MODULES"
    ]
    cells = json.loads((EXAMPLES / "notebook.ipynb").read_text("utf-8"))["cells"]
    sources = {"notebook.ipynb": "\n".join("".join(cell["source"]) for cell in cells if
                                           cell["cell_type"] == "code")}  # fmt: skip
    sources |= {path.name: path.read_text("utf-8") for path in EXAMPLES.glob("*.py")}
    for name, text in sources.items():
        tree = ast.parse("\n".join(line for line in text.splitlines() if line[:1] not in "%!"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                assert not [a.name for a in node.names if a.name.startswith("satdoku.")], name
            elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("satdoku"):
                module = node.module or ""
                known = satdoku.__all__ if module == "satdoku" else modules[module]
                assert {alias.name for alias in node.names} <= set(known), f"{name}: {module}"
            elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "satdoku":
                assert node.attr in satdoku.__all__, f"{name}: satdoku.{node.attr}"
    for module, names in modules.items():
        assert set(names) <= set(importlib.import_module(module).__all__), module


@pytest.mark.full
def test_a_setters_desk(tmp_path: Path) -> None:
    drafts = tmp_path / "drafts.txt"
    wrong = UNIQUE[:-1] + "8"
    several = UNIQUE.replace("7", ".").replace("9", ".")
    drafts.write_text(f"{UNIQUE}\n{wrong}\n\nno draft\n{several}\n")
    unique, none, invalid, multiple = run("setters_desk.py", str(drafts)).splitlines()
    assert unique.startswith("unique; can go, one at a time: r1c1 r1c2 ")
    assert none == "none; clash: r7c8=8 r9c9=8; change r9c9 from 8 to 9"
    assert invalid.startswith("invalid; line 4: 'no draft' is not a puzzle")
    added = multiple.rpartition("; add ")[2].split()
    puzzle = list(several)
    for given in added:
        puzzle[(int(given[1]) - 1) * 9 + int(given[3]) - 1] = given[-1]
    assert satdoku.is_unique("".join(puzzle))


FILES = sorted(path for path in EXAMPLES.glob("*/*") if path.is_file() and path.parent.name != "c")


def named(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


@pytest.mark.parametrize("path", thinned(FILES, 3), ids=named)
def test_every_file_is_read(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damaged = path.name == "set.txt"  # a line of it is no puzzle
    assert run_command(["convert", "--to", "json", str(path)]) == (2 if damaged else 0)
    captured = capsys.readouterr()
    assert captured.out
    # The note says what was read from drawings.
    assert bool(captured.err) == (path.parent.name == "reading" or path.stem == "sudokubench")


@pytest.mark.parametrize(
    "path", thinned([path for path in FILES if path.parent.name == "constraints"], 10), ids=named
)
def test_the_command_finds_the_one_solution_of_an_example(path: Path) -> None:
    """tests/constraints/test_registry.py asks the engine about each."""
    assert run_command(["check-unique", str(path)]) == 0


def test_there_are_files_of_every_kind() -> None:
    assert {path.parent.name for path in FILES} == {
        "constraints",
        "formats",
        "reading",
        "techniques",
    }
