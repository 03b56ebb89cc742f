"""The measurements of the documentation: each has a command, and one program writes them all."""

from __future__ import annotations

import argparse
import importlib
import re
import runpy
import shlex
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import satdoku.cli

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = {f"benchmarks/{path.name}" for path in (ROOT / "benchmarks").glob("*.py")}
HELPERS = {"benchmarks/all.py", "benchmarks/common.py"}
PAGE = """# Page

<!-- measured: python benchmarks/one.py -->
an old line

| old | 1 |
<!-- end of measured -->
Text between.

<!-- measured, 1 rows: python benchmarks/one.py -->
<!-- end of measured -->
<!-- measured: satdoku bench two -->
kept
<!-- end of measured -->
"""
TABLE = "\n| what | time |\n|---|---:|\n| a | 1 |\n| b | 2 |\n\n\n\nA note.\n"


@pytest.fixture
def every(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """benchmarks/all.py as a module."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    monkeypatch.delitem(sys.modules, "all", raising=False)
    return importlib.import_module("all")


class Parsed(BaseException):
    """The arguments of a script are right; it is not run."""


def parse(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a script, or the command line, read its arguments, and stop it there."""
    first, *words = shlex.split(command)
    if first == "satdoku":

        def stop(*_: Any, **__: Any) -> None:
            raise Parsed

        monkeypatch.setattr(
            importlib.import_module("satdoku.cli.subcommands.bench"), "all_items", stop
        )
        monkeypatch.setattr(sys, "argv", [first, *words])
        satdoku.cli.main()
        return
    real = argparse.ArgumentParser.parse_args

    def read(parser: argparse.ArgumentParser, *_: Any) -> None:
        real(parser, words[1:])
        raise Parsed

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", read)
    runpy.run_path(str(ROOT / words[0]), run_name="__main__")


def shown_commands(every: ModuleType) -> dict[str, Path]:
    """The commands between marks, and those in the text of the pages, each with its page."""
    pages_of_commands = {
        command: pages[0] for command, pages in every.commands(every.pages()).items()
    }
    spans = re.compile(r"`(python benchmarks/[\w.]+[^`]*)`")
    for page in [*every.pages(), ROOT / "CONTRIBUTING.md"]:
        pages_of_commands |= {
            " ".join(span.split()): page for span in spans.findall(page.read_text("utf-8"))
        }
    return pages_of_commands


def test_every_script_is_shown_and_has_the_options_shown(every: ModuleType) -> None:
    measured = {command.split()[1] for command in every.commands(every.pages())}
    assert SCRIPTS - HELPERS <= measured <= SCRIPTS | {"bench"}
    shown = shown_commands(every)
    assert len(shown) > len(measured)
    for command, page in shown.items():
        first, script, *words = shlex.split(command)
        if first == "python":
            source = (ROOT / script).read_text("utf-8")
            options = [word for word in words if word.startswith("-")]
            assert not [word for word in options if f'"{word}"' not in source], f"{page}: {command}"


@pytest.mark.full
def test_every_command_of_the_pages_can_be_run(
    every: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in shown_commands(every):
        with monkeypatch.context() as patch, pytest.raises(Parsed):
            parse(command, patch)


def test_no_marker_is_broken(every: ModuleType) -> None:
    for page in every.pages():
        text = page.read_text("utf-8")
        blocks = len(every._BLOCK.findall(text))
        assert text.count("<!-- measured") == text.count("<!-- end of measured -->") == blocks, page


FIGURE = re.compile(
    r"\d[\d.,]* ?(?:ms|us|µs|ns|kB|MB|GB)\b|\d[\d.,]* times (?:as (?:long|fast)|\w+er)\b"
)
BOUNDS = {"500 MB", "1GB", "64 MB", "50 ms", "60 kB", "32 MB"}
"""Limits that the code or a test sets, and an example; they are not measured."""


def test_times_and_sizes_stand_where_a_command_writes_them(every: ModuleType) -> None:
    """No command would notice that one in a sentence has become wrong."""
    assert FIGURE.findall("30 ms, 1.5 times as long, 25 times slower") == [
        "30 ms", "1.5 times as long", "25 times slower",
    ]  # fmt: skip
    for page in every.pages():
        text = every._BLOCK.sub("", page.read_text("utf-8"))
        prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
        assert set(FIGURE.findall(prose)) <= BOUNDS, page


def test_what_is_measured_is_written_between_the_marks(every: ModuleType) -> None:
    written = every.written(PAGE, "python benchmarks/one.py", "Today:", TABLE)
    assert written == PAGE.replace(
        "an old line\n\n| old | 1 |\n",
        "Today:\n\n| what | time |\n|---|---:|\n| a | 1 |\n| b | 2 |\n\nA note.\n",
    ).replace(
        "one.py -->\n<!--", "one.py -->\nToday:\n\n| what | time |\n|---|---:|\n| a | 1 |\n<!--"
    )
    assert every.written(written, "python benchmarks/one.py", "Today:", TABLE) == written
    plain = every.written(PAGE, "satdoku bench two", "Today:", "solver  ms\n")
    assert "Today:\n\n```text\nsolver  ms\n```\n<!-- end" in plain
    assert "an old line" in plain


def test_a_command_without_a_result_and_ctrl_c_leave_the_rest(
    every: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = tmp_path / "page.md"
    marks = "<!-- measured: python -c {} -->\nold {}\n<!-- end of measured -->\n"
    wanted = ("'raise SystemExit(\"no data\")'", "'print(1)'", "'import time; time.sleep(9)'")
    page.write_text("".join(marks.format(code, code) for code in (*wanted, "stop", "'print(2)'")))
    monkeypatch.setattr(every, "pages", lambda: [page])
    real = every.run

    def run(command: str, seconds: float) -> tuple[str, str]:
        if command.endswith("stop"):
            raise KeyboardInterrupt
        return real(command, seconds)  # type: ignore[no-any-return]

    monkeypatch.setattr(every, "run", run)
    monkeypatch.setattr(sys, "argv", ["all.py", "--seconds", "1.5"])
    assert every.main() == 130
    text = page.read_text()
    assert re.search(r"^\d{4}-\d\d-\d\d, commit .*, load .*: `python -c 'print\(1\)'`$", text, re.M)
    assert "```text\n1\n```" in text
    assert [code for code in (*wanted, "stop", "'print(2)'") if f"old {code}" not in text] == [
        "'print(1)'"
    ]
    shown = capsys.readouterr().out
    assert "exit code 1; no data" in shown
    assert "took longer than 1.5 s" in shown
    assert "3 of 5 commands are done" in shown
