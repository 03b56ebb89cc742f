"""What tests of many folders share: reference data beside the checkout, samples of parameters.

The data is third-party and never copied into the checkout.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

__all__ = ["DATA", "cpu_below", "shared_file", "thinned"]

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


def shared_file(*parts: str) -> Path:
    """The path of a file of the data; skips the test, or at import the module, where it is absent.

    Where the data is there at all, a name that it lacks is an error of the test.
    """
    path = DATA.joinpath(*parts)
    if not DATA.is_dir():
        pytest.skip("the reference data is not beside the checkout", allow_module_level=True)
    assert path.exists(), f"the reference data has no {path.relative_to(DATA)}"
    return path


def thinned(values: Iterable[Any], every: int, *, rows: bool = False) -> list[Any]:
    """Parameters of which one in ``every`` is tried by default and the others in the full tier.

    ``rows``: each value is a row of several arguments.
    """
    return [
        value
        if at % every == 0
        else pytest.param(*(value if rows else (value,)), marks=pytest.mark.full)
        for at, value in enumerate(values)
    ]


@contextmanager
def cpu_below(seconds: float) -> Iterator[None]:
    """What is done takes less CPU time, of all threads of this process.

    Leave ample room: the bound tells work that stops from work that goes on, and other processes
    slow this one down a little even so. Work that never ends meets the time limit of the test.
    """
    started = time.process_time()
    yield
    assert time.process_time() - started < seconds
