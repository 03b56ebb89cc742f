"""The examples of docs/batch.md are what happens, and its tables are the code's."""

from __future__ import annotations

import gzip
import re
import shlex
from pathlib import Path

import pytest

from satdoku.batch.schema import QUESTIONS, known_columns
from satdoku.cli.app import run
from tests.batch.support import puzzles

PAGE = (Path(__file__).parents[2] / "docs" / "batch.md").read_text(encoding="utf-8")


def test_the_commands_and_the_example_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("satdoku.core", reason="rating needs the compiled core")
    pytest.importorskip("pandas", reason="reads Parquet")
    pytest.importorskip("pyarrow", reason="reads Parquet")
    monkeypatch.chdir(tmp_path)
    Path("puzzles.txt.gz").write_bytes(gzip.compress("\n".join(puzzles(5)).encode()))
    blocks = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    commands = [line for block in blocks for line in block.splitlines()]
    assert len(commands) == 6
    for command in commands:
        assert run(shlex.split(command)[1:]) == 0
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    capsys.readouterr()
    exec(example, {})
    assert "count" in capsys.readouterr().out


def test_the_tables_are_those_of_the_schema() -> None:
    for column in known_columns().values():
        assert f"| `{column.name}` | {column.kind} | {column.meaning} |\n" in PAGE
    for name, question in QUESTIONS.items():
        shown = ", ".join(f"`{column.name}`" for column in question.columns)
        assert f"| `{name}` | {shown or '`verdict` is always there'} |\n" in PAGE
