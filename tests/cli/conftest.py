"""One command line in this process: its exit code, what it printed, what it complained of."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from satdoku.cli.app import run


@pytest.fixture
def satdoku(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Runs a command line and takes what it wrote."""

    def call(*arguments: str) -> tuple[int, str, str]:
        code = run(arguments)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call
