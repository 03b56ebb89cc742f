"""Shared by tests of many folders: reference data beside the checkout, samples, small boards.

The data is third-party and never copied into the checkout.
"""

from __future__ import annotations

import json
import lzma
import subprocess
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import pytest

from satdoku.base.errors import Undecided
from satdoku.board import Geometry

__all__ = [
    "DATA",
    "ENDLESS",
    "cpu_below",
    "fewer",
    "full_grids",
    "in_time",
    "public_names",
    "shared_file",
    "some",
    "thinned",
    "worked",
]

T = TypeVar("T")


def public_names(module: ModuleType) -> list[str]:
    """The names that a module lists, or those that it defines."""
    listed: Sequence[str] | None = getattr(module, "__all__", None)
    if listed is not None:
        return [*listed]
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__
    ]


DATA = Path(__file__).resolve().parents[2] / "shared" / "data"

ENDLESS = json.dumps(
    {
        "board": {"size": 25, "box": [5, 5]},
        "givens": "." * 625,
        "constraints": [
            {"rule": "anti-knight"},
            {"rule": "anti-king"},
            {"rule": "non-consecutive"},
            {"rule": "diagonal"},
        ],
    }
)
"""A board on which no search ends."""


_LINK = "https://f-puzzles.com/?load=" + (
    "N4IgzglgXgpiBcA2ANCA5gJwgEwQbT2AF9ljSSzKiBdZQih8p42%2B5xq1q99rj%2F8nx7cWtEABcAFj"
    "AwBbAPayY4mflAAbCADsYYfHhAAlAEwBhAKwhUhgMymALFaNnH1uzacnTxkNWoUQTR09eAIjewdPc0jr"
    "RFMPa2ifawiARl9%2FMWwIADMcmRgtAGM4UNAS9XUQg0M45KM4j39SEAqq%2FAaLTzjEXwC26qM7XpTT"
    "XsyiIA%3D%3D"
)


def shared_file(*parts: str) -> Path:
    """The path of a file of the data; skips the test, or at import the module, where it is absent.

    Where the data is there at all, a name that it lacks is an error of the test.
    """
    path = DATA.joinpath(*parts)
    if not DATA.is_dir():
        pytest.skip("the reference data is not beside the checkout", allow_module_level=True)
    assert path.exists(), f"the reference data has no {path.relative_to(DATA)}"
    return path


def some(values: Iterable[T]) -> list[T]:
    """The values, of which there must be at least one: a loop over none would judge nothing."""
    listed = list(values)
    assert listed, "there is nothing to judge"
    return listed


def example_files(folder: Path) -> None:
    """The files that the command lines of the README and of the help name."""
    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    (folder / "puzzle.txt").write_text(f"{puzzle}\n")
    (folder / "board.txt").write_text(f"534{puzzle[3:]}\n")
    solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    model = " ".join(str(9 * cell + int(digit)) for cell, digit in enumerate(solution))
    (folder / "answer.txt").write_text(f"s SATISFIABLE\nv {model} 0\n")
    cages = ("r1c1 r1c2 r2c1", "r3c3 r3c4", "r1c4 r2c4", "r2c2 r3c2", "r4c1 r4c2", "r1c3 r2c3")
    rules = [{"rule": "killer-cage", "cells": cage.split()} for cage in cages]
    theme = {"givens": "." * 16, "constraints": rules}
    (folder / "theme.json").write_text(json.dumps(theme))
    (folder / "links.txt").write_text(f"{_LINK}\n{_LINK}\n")
    for name in ("puzzles.txt", "puzzles.sdm"):
        (folder / name).write_text(f"{puzzle}\n{puzzle}\n")
    (folder / "puzzles.txt.xz").write_bytes(lzma.compress(f"{puzzle}\n".encode()))


def thinned(
    values: Iterable[Any],
    every: int,
    *,
    full: int = 1,
    rows: bool = False,
    always: Collection[Any] = (),
) -> list[Any]:
    """Parameters of which one in ``every`` is tried by default and the others in the full tier.

    ``full``: the full tier has only one value in so many, and the rest are slow; ``rows``: each
    value is a row of several arguments; ``always``: values that are tried by default wherever they
    stand.
    """
    return [
        value
        if at % every == 0 or value in always
        else pytest.param(
            *(value if rows else (value,)),
            marks=pytest.mark.slow if at % full else pytest.mark.full,
        )
        for at, value in enumerate(values)
    ]


def fewer(values: Iterable[Any], every: int, *, rows: bool = False) -> list[Any]:
    """Parameters of which one in ``every`` is in the full tier and the others are slow."""
    return [
        pytest.param(
            *(value if rows else (value,)),
            marks=pytest.mark.slow if at % every else pytest.mark.full,
        )
        for at, value in enumerate(values)
    ]


@contextmanager
def cpu_below(seconds: float) -> Iterator[None]:
    """Require that the block takes less CPU time, of all threads of this process.

    Leave ample room: the bound tells work that stops from work that goes on, and other processes
    slow this one down a little even so. Work that never ends meets the time limit of the test.
    """
    started = time.process_time()
    yield
    assert time.process_time() - started < seconds


def in_time(ask: Callable[[float], T], enough: Callable[[T], object]) -> T:
    """The answer within a limit of seconds, repeated with longer limits until it is enough.

    How much is found before a limit says more of the machine's other work than of the code.
    """
    for seconds in (0.2, 1.0, 5.0):
        with suppress(Undecided):
            if enough(answer := ask(seconds)):
                return answer
    return ask(25.0)


def worked(process: subprocess.Popen[Any], seconds: float) -> None:
    """Wait until a process, with those that it started, has used so much CPU time, or has ended.

    What a process is at after some seconds by the wall depends on the machine's other work.
    """
    psutil = pytest.importorskip("psutil")
    with suppress(psutil.Error):
        first = psutil.Process(process.pid)
        used = 0.0
        while used < seconds and process.poll() is None:
            time.sleep(0.02)
            used = 0.0
            for one in (first, *first.children(recursive=True)):
                with suppress(psutil.Error):  # it has just ended
                    used += sum(one.cpu_times()[:2])


@cache
def full_grids(geometry: Geometry) -> tuple[tuple[int, ...], ...]:
    """Every full grid that keeps the houses of a small board, by trial of every digit."""
    grids: list[tuple[int, ...]] = []

    def fill(values: list[int]) -> None:
        cell = len(values)
        if cell == geometry.cell_count:
            grids.append(tuple(values))
            return
        for digit in geometry.digits:
            if all(values[peer] != digit for peer in geometry.peers[cell] if peer < cell):
                fill([*values, digit])

    fill([])
    return tuple(grids)
