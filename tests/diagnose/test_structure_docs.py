"""docs/structure.md says what really happens."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from satdoku.cli.app import run

PAGE = (Path(__file__).parents[2] / "docs" / "structure.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"^    \$ satdoku (.*)\n((?:    (?!\$).*\n)+)", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("command", "shown"), SESSIONS, ids=[s[0].split()[0] for s in SESSIONS])
def test_the_sessions(command: str, shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(shlex.split(command))
    lines = capsys.readouterr().out.splitlines()
    expected = [line[4:] for line in shown.splitlines()]
    assert len(lines) == len(expected)
    for line, wanted in zip(lines, expected, strict=True):
        if wanted.endswith("..."):
            assert line.startswith(wanted[:-3])
        else:
            assert line == wanted


def test_there_are_sessions_of_all_commands() -> None:
    assert {command.split()[0] for command, _ in SESSIONS} == {
        "redundant",
        "backdoors",
        "unavoidable",
        "fewest-clues",
    }


def test_the_python_of_the_page() -> None:
    code = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(code) == 1
    names: dict[str, object] = {}
    exec(code[0].replace("seconds=10", "seconds=0.5"), names)
    redundant = names["redundant"]
    assert redundant.givens[:4] == (0, 1, 4, 9)  # type: ignore[attr-defined]
