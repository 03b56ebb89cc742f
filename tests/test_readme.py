"""What the README shows is what happens."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
from pathlib import Path

import pytest

import satdoku
from satdoku.cli.app import run

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_the_python_examples_run_as_shown() -> None:
    pytest.importorskip("satdoku.core", reason="rating needs the compiled core")
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 5
    assert failed == 0


def test_the_package_docstring_runs_as_shown() -> None:
    failed, tried = doctest.testmod(satdoku)
    assert tried >= 4
    assert failed == 0


def commands() -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    lines = [line.partition("#")[0].strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if line.startswith("satdoku ")]


@pytest.mark.parametrize("command", commands())
def test_every_command_shown_works(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    import lzma

    Path("puzzle.txt").write_text(UNIQUE + "\n")
    for name in ("puzzles.txt", "puzzles.sdm"):
        Path(name).write_text(f"{UNIQUE}\n{UNIQUE}\n")
    Path("puzzles.txt.xz").write_bytes(lzma.compress(f"{UNIQUE}\n".encode()))
    before = set(Path().iterdir())
    words = shlex.split(command.partition(" > ")[0])[1:]
    assert run(words) == 0
    assert capsys.readouterr().out or all(path.stat().st_size for path in _new(before))


def _new(before: set[Path]) -> set[Path]:
    """The files that a command wrote, at least one."""
    found = set(Path().iterdir()) - before
    assert found
    return found


def test_the_first_command_is_the_main_job() -> None:
    first, second = re.findall(r"^python3 -m venv .*$", README, re.MULTILINE)
    assert first.endswith(UNIQUE)
    assert second.endswith(".venv/bin/pytest")


def test_ci_runs_the_test_commands_shown() -> None:
    """``.ci/run`` reads the marked blocks; here it prints what it would run."""
    script = (ROOT / ".ci" / "run").read_text("utf-8").replace("eval", ":")
    shown = subprocess.run(
        ["bash", "-c", script, str(ROOT / ".ci" / "run")],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    every, full = re.findall(r"^<!-- \w+ tests -->\n```sh\n(.*)\n```$", README, re.MULTILINE)
    assert shown.splitlines() == [f"+ {every}", f"+ {full}"]
    assert full == ".venv/bin/pytest -m full"
