from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from satdoku.cli.app import run


@pytest.fixture
def satdoku(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Runs a command line and takes what it wrote."""

    def call(*arguments: str | Path) -> tuple[int, str, str]:
        code = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call
