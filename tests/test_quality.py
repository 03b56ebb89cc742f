"""The checks of the project as a whole: lint, types, import direction, start-up cost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = ("satdoku", "tests", "benchmarks", "docs", "examples", "native", "npm")
"""Where this project's own Python lies: a virtual environment beside it may have any name."""


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    "command",
    [
        ("ruff", "check", *OURS),
        ("ruff", "format", "--check", *OURS),
        pytest.param(("mypy",), marks=pytest.mark.full),
        ("importlinter.cli", "lint"),
        pytest.param(("vulture",), marks=pytest.mark.full),
    ],
    ids=["lint", "format", "types", "import direction", "dead code"],
)
def test_the_tree_is_clean(command: tuple[str, ...]) -> None:
    if command[0] == "vulture":
        pytest.importorskip("vulture", reason="vulture is not installed")
    if command[0] == "importlinter.cli":
        script = Path(sys.executable).with_name("lint-imports")
        result = subprocess.run([script], cwd=ROOT, capture_output=True, text=True, check=False)
    else:
        result = run(*command)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.full
def test_the_compiled_core_is_in_one_style() -> None:
    sources = sorted(str(path) for path in (ROOT / "native").rglob("*.?pp"))
    assert len(sources) > 100
    program = Path(sys.executable).with_name("clang-format")
    command = [program, "--dry-run", "-Werror", *sources]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


def test_every_folder_of_python_is_checked() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    assert {Path(name).parts[0] for name in listed.stdout.splitlines()} <= set(OURS)


def test_every_package_has_its_layer() -> None:
    """A new package that no layer names would escape the import contract."""
    contract = (ROOT / "pyproject.toml").read_text()
    layers = contract[contract.index("layers = [") :]
    packages = {
        path.stem
        for path in (ROOT / "satdoku").iterdir()
        if (path.is_dir() and (path / "__init__.py").exists()) or path.suffix == ".py"
    }
    named = {name for name in packages if f"satdoku.{name}" in layers}
    assert not packages - named - {"__init__", "__main__"}


def loaded_after(statement: str) -> set[str]:
    code = f"import sys; {statement}; print(*sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(result.stdout.split())


PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HEAVY = {"numpy", "pysat", "ortools", "rich", "typer", "pandas"}


@pytest.mark.parametrize(
    ("statement", "allowed"),
    [
        ("import satdoku", set()),
        ("import satdoku; satdoku.is_unique", set()),
        ("import satdoku.solving, satdoku.formats, satdoku.constraints", set()),
        ("import satdoku.cli.app", set()),
        ("import satdoku.cli.loading", {"typer"}),
    ],
)
def test_heavy_imports_wait(statement: str, allowed: set[str]) -> None:
    assert not (loaded_after(statement) & HEAVY) - allowed


def test_importing_the_package_loads_next_to_nothing() -> None:
    ours = {name for name in loaded_after("import satdoku") if name.startswith("satdoku")}
    assert ours == {
        "satdoku",
        "satdoku.base",
        "satdoku.base.early",
        "satdoku.base.late",
        "satdoku.base.shown",
        "satdoku.base.version",
    }


NEEDLESS = {
    "check-unique": (
        "satdoku.constraints", "satdoku.explaining", "satdoku.formats.clues",
        "satdoku.formats.links", "satdoku.puzzle.cosmetic", "satdoku.puzzle.drawn_reading",
        "satdoku.rating", "satdoku.reading", "satdoku.relations.kinds", "satdoku.render",
        "satdoku.techniques", "typer", "urllib.request",
    ),
    "hint": (
        "satdoku.constraints", "satdoku.formats.clues", "satdoku.formats.links",
        "satdoku.puzzle.cosmetic", "satdoku.puzzle.drawn_reading", "satdoku.rating.se",
        "satdoku.reading", "satdoku.render", "typer", "urllib.request",
    ),
}  # fmt: skip
"""Modules and packages that an answer about a plain classic puzzle need not load."""


@pytest.mark.parametrize("command", NEEDLESS)
def test_a_first_answer_loads_only_what_it_needs(command: str) -> None:
    """A new process spends most of the time before its first answer on loading."""
    loaded = loaded_after(f"from satdoku.cli.app import run; run([{command!r}, {PUZZLE!r}])")
    assert "satdoku.solving" in loaded
    for name in NEEDLESS[command]:
        assert not {module for module in loaded if f"{module}.".startswith(f"{name}.")}, name
