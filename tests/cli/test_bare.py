"""Command lines without options, which need no parser."""

from __future__ import annotations

import re
from functools import wraps
from typing import Any

import pytest

from satdoku.cli.app import run
from satdoku.cli.commands import commands
from satdoku.cli.functions import bare_call, loaded
from satdoku.cli.loading import _command

_DRAWN = re.compile(r"seed=\d+")
"""A seed that is drawn where none is given."""


def test_a_line_without_options_means_what_typer_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[dict[str, Any]] = []

    def recording(name: str) -> Any:
        entry = loaded(name)

        @wraps(entry.function)
        def record(**values: Any) -> int:
            called.append(values)
            return len(called)

        return entry._replace(function=record)

    monkeypatch.setattr("satdoku.cli.functions.loaded", recording)
    monkeypatch.setattr("satdoku.cli.loading.loaded", recording)
    bare = []
    for name in commands():
        call = bare_call([name, "-", "puzzles.txt"])
        if call is not None:
            bare.append(name)
            codes = call(), _command(name)(["-", "puzzles.txt"], standalone_mode=False)
            assert codes == (len(called) - 1, len(called)), name
            first, second = (repr(sorted(values.items())) for values in called[-2:])
            assert _DRAWN.sub("", first) == _DRAWN.sub("", second), name
    assert {"check-unique", "solve", "hint", "rate", "count", "explain", "show"} <= {*bare}
    assert not {"generate", "collection add", "batch", "serve", "why", "book"} & {*bare}


@pytest.mark.parametrize(
    "line",
    ["", "solve", "solve --json -", "solve - -o", "no-such -", "check_unique -", "generate 3"],
)
def test_other_lines_are_left_to_typer(line: str) -> None:
    assert bare_call(line.split()) is None


def test_mistakes_are_told_without_options_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As where typer has called the command: of a bad value, and of Ctrl-D at a question."""
    from satdoku.cli.options import bad_value

    raised: list[BaseException] = [bad_value("no such value."), EOFError(), ZeroDivisionError()]

    def refused(arguments: object) -> Any:
        raise raised.pop(0)

    monkeypatch.setattr("satdoku.cli.app.bare_call", refused)
    assert (run(["solve", "-"]), capsys.readouterr().err) == (
        2,
        "satdoku: Invalid value: no such value.\n",
    )
    assert (run(["solve", "-"]), capsys.readouterr().err) == (130, "satdoku: interrupted\n")
    with pytest.raises(ZeroDivisionError):
        run(["solve", "-"])
