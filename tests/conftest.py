"""What all tests share: settings, the shared data, a terminal."""

from __future__ import annotations

import atexit
import faulthandler
import gc
import importlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from tests.shared import shared_file

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Started in the background, this process ignores Ctrl-C and so would all that it starts; the tests
# of Ctrl-C need processes that do not.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The tests start some hundred processes. Where no bytecode may be written beside the sources, each
# of them would compile all that it imports: it is kept elsewhere until the tests have ended.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", "") and "PYTHONPYCACHEPREFIX" not in os.environ:
    os.environ["PYTHONPYCACHEPREFIX"] = tempfile.mkdtemp(prefix="satdoku-bytecode-")
    atexit.register(shutil.rmtree, os.environ["PYTHONPYCACHEPREFIX"], ignore_errors=True)

# What satdoku keeps for a person (the progress of learn) is not touched by tests.
os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="satdoku-data-")
atexit.register(shutil.rmtree, os.environ["XDG_DATA_HOME"], ignore_errors=True)

# How long an example takes says more of the machine's other work than of the code. The examples are
# the same each time: a test that fails by chance says nothing of a change. New ones are drawn by
# ``--hypothesis-profile random``.
settings.register_profile("random", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("satdoku", settings.get_profile("random"), derandomize=True)
settings.load_profile("satdoku")


# Half a million objects of the collected tests live to the end: while they are made, and in each
# full collection of a test, looking through them in vain took a tenth of all CPU time.
gc.disable()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Each worker of a whole run imports a share of the tests first, and then finds those of the
    others compiled: pytest takes seconds to rewrite all asserts."""
    worker = getattr(session.config, "workerinput", None)
    root = Path(__file__).parent
    if worker is None or [Path(arg).resolve() for arg in session.config.args] != [root]:
        return
    share = int(worker["workerid"].removeprefix("gw"))
    for path in sorted(root.rglob("test_*.py"))[share :: worker["workercount"]]:
        name = path.stem
        if (path.parent / "__init__.py").exists():
            name = ".".join(path.relative_to(root.parent).with_suffix("").parts)
        elif str(path.parent) not in sys.path:
            sys.path.insert(0, str(path.parent))
        # What is wrong with a file, or makes all of it be skipped, is reported by its collection.
        with suppress(Exception, pytest.skip.Exception):
            importlib.import_module(name)


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    gc.enable()


@pytest.hookimpl(tryfirst=True)  # before -m leaves tests out
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of pages are in the full tier, and no test is in two; slow ones have two hours."""
    both = []
    for item in items:
        slow = item.get_closest_marker("slow") is not None
        if slow:
            item.add_marker(pytest.mark.timeout(7200))
        elif "playwright" in getattr(item, "fixturenames", ()):
            item.add_marker("full")
        if slow and item.get_closest_marker("full"):
            both.append(item.nodeid)
    if both:
        raise pytest.UsageError(f"marked both full and slow: {', '.join(both)}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool, bool]:
    """A test that hangs in compiled code, where no signal is handled, ends its process a minute
    after its time; xdist reports it by name and goes on in another process."""
    own = item.get_closest_marker("timeout")
    seconds = float(own.args[0] if own else item.config.getini("timeout"))
    faulthandler.dump_traceback_later(seconds + 60, exit=True, file=sys.__stderr__)
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


CHROMIUM = shutil.which("chromium")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Any]:
    """What starts browsers, once for a process; tests of pages are skipped where there is none."""
    if CHROMIUM is None:
        pytest.skip("there is no chromium here")
    with pytest.importorskip("playwright.sync_api").sync_playwright() as found:
        yield found


@pytest.fixture(scope="session")
def browser(playwright: Any) -> Browser:
    """One browser for all tests of pages."""
    found: Browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    return found


@pytest.fixture(scope="session")
def shared() -> Callable[[str], Path]:
    """The path of a file of the shared data; skips the test where it is absent."""

    return lambda name: shared_file(*Path(name).relative_to("data").parts)


@pytest.fixture(scope="session")
def shared_lines(shared: Callable[[str], Path]) -> Callable[..., list[str]]:
    """The first lines of a file of the shared data."""

    def lines(name: str, count: int | None = None) -> list[str]:
        return shared(name).read_text().splitlines()[:count]

    return lines


@pytest.fixture(scope="session")
def at_a_terminal() -> Callable[..., tuple[int, str]]:
    """Runs a command line at a terminal: its exit code, and what stands there with all colours."""

    pty = pytest.importorskip("pty", reason="pseudo-terminals are POSIX", exc_type=ImportError)

    def watch(*arguments: str, columns: int = 80) -> tuple[int, str]:
        parent, child = pty.openpty()
        with subprocess.Popen(
            [sys.executable, "-m", "satdoku", *arguments],
            stdin=child,
            stdout=child,
            stderr=child,
            env=os.environ | {"COLUMNS": str(columns)},
        ) as process:
            os.close(child)
            pieces = []
            try:
                while piece := os.read(parent, 65536):
                    pieces.append(piece)
            except OSError:  # Linux: the last writer has gone
                pass
            os.close(parent)
        return process.returncode, b"".join(pieces).decode().replace("\r\n", "\n")

    return watch


@pytest.fixture(scope="session")
def seen_at_a_terminal(
    at_a_terminal: Callable[..., tuple[int, str]],
) -> Callable[..., tuple[int, str]]:
    """The same without the colours."""

    def watch(*arguments: str, columns: int = 80) -> tuple[int, str]:
        code, text = at_a_terminal(*arguments, columns=columns)
        return code, re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)

    return watch
