"""Settings, shared data and a terminal for all tests."""

from __future__ import annotations

import atexit
import faulthandler
import gc
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, settings

from satdoku.cli import loading
from satdoku.messages import languages
from tests.languages import FOLDER, languages_in, write_veiled
from tests.shared import shared_file

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Started in the background, this process ignores Ctrl-C and so would all that it starts; the tests
# of Ctrl-C need processes that do not.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The tests start some hundred processes, each of which would compile all that it imports.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# What satdoku keeps for a person (the progress of learn) is not touched by tests.
os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="satdoku-data-")
atexit.register(shutil.rmtree, os.environ["XDG_DATA_HOME"], ignore_errors=True)

# How long an example takes says more of the machine's other work than of the code. The examples are
# the same each time: a test that fails by chance says nothing of a change. New ones are drawn by
# ``--hypothesis-profile random``.
settings.register_profile("random", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "satdoku", settings.get_profile("random"), derandomize=True, max_examples=40
)
settings.load_profile("satdoku")


# Half a million objects of the collected tests live to the end: while they are made, and in each
# full collection of a test, looking through them in vain took a tenth of all CPU time.
gc.disable()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Each worker of a whole run rewrites the asserts of a share of the tests, and then finds those
    of the others done. It imports none of them: parameters must not depend on the order."""
    worker = getattr(session.config, "workerinput", None)
    root = Path(__file__).parent
    if worker is None or [Path(arg).resolve() for arg in session.config.args] != [root]:
        return
    try:  # private names: another pytest may lack them, and takes some seconds more
        from _pytest.assertion import rewrite
    except ImportError:
        return
    share = int(worker["workerid"].removeprefix("gw"))
    for path in sorted(root.rglob("test_*.py"))[share :: worker["workercount"]]:
        folder = rewrite.get_cache_dir(path)
        compiled = folder / (path.stem + rewrite.PYC_TAIL)
        with suppress(Exception):  # what is wrong with a file is reported by its collection
            state = session.config.stash[rewrite.assertstate_key]
            if rewrite.try_makedirs(folder) and rewrite._read_pyc(path, compiled) is None:
                status, code = rewrite._rewrite_test(path, session.config)
                rewrite._write_pyc(state, code, status, compiled)


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        config.pluginmanager.register(Quiet())


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """Two processes more than cores: tests that wait for a browser or for other processes leave
    their core to them."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    alone = getattr(os, "sched_getaffinity", None)
    return 2 + (len(alone(0)) if alone else os.cpu_count() or 1)


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


# When the armed watchdog ends this process. Arming and disarming it switches to its thread and
# back, milliseconds where every core is busy: it is armed about once a minute, not for each test.
watched = 0.0


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool, bool]:
    """A test that hangs in compiled code, where no signal is handled, ends its process one or two
    minutes after its time; xdist reports it by name and goes on in another process."""
    global watched
    own = item.get_closest_marker("timeout")
    earliest = time.monotonic() + 60 + float(own.args[0] if own else item.config.getini("timeout"))
    if not earliest <= watched <= earliest + 60:
        watched = earliest + 60
        seconds = watched - time.monotonic()
        faulthandler.dump_traceback_later(seconds, exit=True, file=sys.__stderr__)
    return (yield)


def pytest_sessionfinish() -> None:
    faulthandler.cancel_dump_traceback_later()


class Quiet:
    """A worker reports what a test did, and its setup and teardown only where they failed or took
    long enough for ``--durations``: two of three reports say nothing and are not sent."""

    @pytest.hookimpl
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        for report in runtestprotocol(item, log=False, nextitem=nextitem):
            if not report.passed or report.when == "call" or report.duration >= 0.005:
                item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True


@pytest.fixture(scope="session", autouse=True)
def _commands_are_read_once() -> Iterator[None]:
    """typer reads the function of a command anew for each command line, some thousand times."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loading, "_command", cache(loading._command))
        yield


CHROMIUM = shutil.which("chromium")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Any]:
    """Playwright, started once for a process; tests of pages are skipped without a browser."""
    if CHROMIUM is None:
        pytest.skip("there is no chromium here")
    with pytest.importorskip("playwright.sync_api").sync_playwright() as playwright_api:
        yield playwright_api


@pytest.fixture(scope="session")
def browser(playwright: Any) -> Browser:
    """One browser for all tests of pages."""
    launched: Browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    return launched


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
    """The output without the colours."""

    def watch(*arguments: str, columns: int = 80) -> tuple[int, str]:
        code, text = at_a_terminal(*arguments, columns=columns)
        return code, re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)

    return watch


@pytest.fixture(scope="session")
def veiled_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The languages, of which the last is veiled English (tests/languages.py)."""
    folder = tmp_path_factory.mktemp("veiled") / "messages"
    *others, last = sorted({path.parent for path in FOLDER.glob("*/*.po")})
    for other in others:
        shutil.copytree(other, folder / other.name)
    write_veiled(last, folder / last.name)
    return folder


@pytest.fixture(scope="class")
def veiled(veiled_folder: Path) -> Iterator[str]:
    """The code of a language in which no word is English."""
    with languages_in(veiled_folder):
        yield sorted(languages())[-1]
