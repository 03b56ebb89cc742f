"""What pages show of a session is what happens: piped (``console``) or at a terminal."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from satdoku.cli.app import run

ROOT = Path(__file__).resolve().parents[1]
PAGES = ("README.md", "docs/diagnose.md", "docs/small_proofs.md")
EMPTY = "." * 81


def sessions(kind: str) -> list[tuple[str, str]]:
    """The command lines of all blocks of a kind, each with what is shown below it."""
    found = []
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        for block in re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL):
            found += re.findall(r"^\$ satdoku (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    return found


def matches(shown: str, real: str) -> bool:
    """Whether a text is as shown; a line ``...`` stands for any number of lines."""
    parts = [re.escape(line) if line != "..." else None for line in shown.splitlines()]
    pattern = "".join(r"(?:.*\n)*?" if part is None else f"{part}\n" for part in parts)
    return (
        re.fullmatch(pattern, "\n".join(line.rstrip() for line in real.splitlines()) + "\n")
        is not None
    )


@pytest.mark.parametrize(("command", "shown"), sessions("console"))
def test_piped(command: str, shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(shlex.split(command))
    captured = capsys.readouterr()
    assert matches(shown, captured.out), captured.out
    assert not captured.err


@pytest.mark.parametrize(("command", "shown"), sessions("terminal"))
def test_at_a_terminal(
    command: str, shown: str, seen_at_a_terminal: Callable[..., tuple[int, str]]
) -> None:
    _, seen = seen_at_a_terminal(*shlex.split(command.replace("EMPTY", EMPTY)))
    assert matches(shown, seen), seen


def test_there_are_both() -> None:
    assert len(sessions("console")) >= 2
    assert len(sessions("terminal")) >= 3
