"""Where the shared reference data lies, and a skip with a reason where it does not."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

# Started in the background, this process ignores Ctrl-C and so would all that it starts; the tests
# of Ctrl-C need processes that do not.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says more of the machine's other work than of the code.
settings.register_profile("satdoku", deadline=None)
settings.load_profile("satdoku")

SHARED = Path(__file__).parent.parent.parent / "shared"


@pytest.fixture(scope="session")
def shared() -> Callable[[str], Path]:
    """The path of a file of the shared data; skips the test where it is absent."""

    def find(name: str) -> Path:
        path = SHARED / name
        if not path.exists():
            pytest.skip(f"the reference data {name} is not beside the checkout")
        return path

    return find


@pytest.fixture(scope="session")
def shared_lines(shared: Callable[[str], Path]) -> Callable[..., list[str]]:
    """The first lines of a file of the shared data."""

    def lines(name: str, count: int | None = None) -> list[str]:
        return shared(name).read_text().splitlines()[:count]

    return lines
