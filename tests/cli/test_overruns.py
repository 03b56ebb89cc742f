"""Every command keeps its time limit on boards that are large or have costly rules.

The clock of the limits counts the CPU time of this process here, so that a busy machine changes
nothing: what is measured is the work that is done after the limit ran out.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.cli.test_options import TIMED
from tests.shared import DATA, fewer, shared_file, thinned

Run = Callable[..., tuple[int, str, str]]

ROOM = 1.5
"""Seconds of CPU time for what a command loads, and for the words of its answer."""

LIMITED = [
    name
    for name in TIMED
    if name not in ("generate", "learn", "practice", "bench", "same", "suggest", "unavoidable")
]
"""The commands that take any puzzle."""

NEEDED = {"steps": ("-t", "x-wing"), "transform": ("--canonical",), "why": ("r1c1=1",)}


def board(size: int, *rules: dict[str, Any], **shape: Any) -> str:
    data = {"board": {"size": size, **shape}, "givens": " ".join("." * size**2)}
    return json.dumps({**data, "constraints": rules})


def arrows(size: int) -> dict[str, Any]:
    """Alternatives each of which is a few sums."""
    names = [f"r{r}c{c}" for r in range(1, size + 1) for c in range(1, size + 1)]
    cages = [
        {"rule": "killer-cage", "cells": names[start : start + 4], "sum": total}
        for start in range(0, len(names) - 4, 3)
        for total in (20, 22, 25)
    ]
    return {"rule": "or", "rules": cages}


BOARDS = {
    "taxicab": board(49, {"rule": "anti-taxicab"}),
    "latin": board(60, box=None),
    "non-consecutive": board(16, {"rule": "non-consecutive"}, box=[4, 4]),
    "alternatives": board(9, *[arrows(9)] * 3),
}


@pytest.fixture
def overrun(monkeypatch: pytest.MonkeyPatch, satdoku: Run) -> Callable[..., float]:
    """CPU seconds that a command takes beyond its limit."""
    clock = SimpleNamespace(**vars(time) | {"monotonic": time.process_time})
    monkeypatch.setattr("satdoku.base.limits.time", clock)

    def measured(command: str, puzzle: str, seconds: float) -> float:
        needed = NEEDED.get(command, ())
        words = (puzzle, *needed) if command == "why" else (*needed, puzzle)
        started = time.process_time()
        code, _, err = satdoku(command, *words, "--time-limit", str(seconds))
        assert code in (0, 1, 2, 3), err
        return time.process_time() - started - seconds

    return measured


@pytest.mark.parametrize(
    ("command", "name"),
    thinned(((c, n) for c in LIMITED for n in BOARDS), 9, rows=True),
)
def test_a_limit_is_kept_on_large_boards(
    command: str, name: str, overrun: Callable[..., float], tmp_path: Path
) -> None:
    file = tmp_path / "board.json"
    file.write_text(BOARDS[name])
    assert overrun(command, str(file), 0.2) < ROOM


NASTY = sorted(path.name for path in (DATA / "faults" / "nasty").glob("*.json"))


@pytest.mark.parametrize(
    ("name", "seconds"),
    fewer(((n, s) for n in NASTY or ["taxi49.json"] for s in (0.3, 2.0)), 6, rows=True),
)
def test_a_limit_is_kept_on_nasty_boards(
    name: str, seconds: float, overrun: Callable[..., float]
) -> None:
    file = str(shared_file("faults", "nasty", name))
    late = {command: overrun(command, file, seconds) for command in LIMITED}
    assert len(late) > 12
    assert not {command: by for command, by in late.items() if by > ROOM}
