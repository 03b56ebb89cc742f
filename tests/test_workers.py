"""Worker processes: order, early endings, errors, and workers that die."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from satdoku.batch.ordered import map_ordered
from satdoku.cli.asking import Asked, answer_all
from satdoku.cli.groups import Asking
from satdoku.cli.output import BAD_INPUT, Report, report_all
from satdoku.cli.reading import Reading
from satdoku.errors import WorkerDied
from satdoku.formats import ReadOptions
from satdoku.records.solving import CountRecord
from satdoku.workers import Processes, in_order

fcntl = pytest.importorskip("fcntl", reason="kills processes")

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills processes")


class OnlyHere(Exception):
    """Cannot be unpickled."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__(f"{first} and {second}")


def work(number: int) -> int:
    if number % 10 == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 100:
        raise OnlyHere(1, 2)
    return number * number


def answer(asking: Asking, asked: Asked) -> CountRecord:
    if asked.line == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return CountRecord(**asked.place, count=1, exact=True, stopped=None, backend="x", seconds=0.0)


def test_what_a_dead_worker_was_at_is_lost_and_the_others_are_answered() -> None:
    found = list(in_order(work, range(12), 2, lost=lambda number: -number))
    assert found == [-n if n % 10 == 7 else n * n for n in range(12)]


def test_without_a_substitute_it_is_an_error() -> None:
    results = in_order(work, [7], 2)
    with closing(results), pytest.raises(WorkerDied, match="killed, or out of memory"):
        list(results)


def test_an_error_that_cannot_be_pickled_says_the_same() -> None:
    with pytest.raises(RuntimeError, match="OnlyHere: 1 and 2"):
        list(map_ordered(work, [100], jobs=2))


def spin(begun: Path) -> None:
    begun.touch()
    while True:
        pass


def held(begun: Path) -> None:
    """As a solver does that holds the interpreter."""
    begun.touch()
    ctypes.PyDLL(None).sleep(1000)


def without_signals(begun: Path) -> None:
    """As where the system does not send them."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    flags = fcntl.fcntl(parent.sentinel, fcntl.F_GETFL)
    fcntl.fcntl(parent.sentinel, fcntl.F_SETFL, flags & ~os.O_ASYNC)
    spin(begun)


def in_workers(name: str, directory: Path) -> None:
    """Run in a process of its own that is killed."""
    workers = Processes(globals()[name], 2)
    for number in range(4):
        workers.submit(directory / str(number))
    workers.finished()


linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux sends the signal itself")


@pytest.mark.parametrize("name", ["spin", "without_signals", pytest.param("held", marks=linux)])
def test_workers_end_with_the_process_that_is_killed(tmp_path: Path, name: str) -> None:
    call = f"from pathlib import *; from tests.test_workers import *; in_workers({name!r}, Path())"
    root = str(Path(__file__).parent.parent)
    with subprocess.Popen(
        [sys.executable, "-c", call],
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": root},
    ) as process:
        deadline = time.monotonic() + 60
        while len(list(tmp_path.iterdir())) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        process.kill()
        # The workers have the pipe too: it ends with the last of them.
        process.communicate(timeout=60)


def test_the_lines_of_a_dead_worker_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "puzzles"
    file.write_text(("." * 16 + "\n") * 130)

    def records() -> Iterator[object]:
        return iter(answer_all(answer, [str(file)], Asking(Reading(ReadOptions())), 2))

    report = Report[CountRecord](lambda record: ("1",), lambda record: 0)
    assert report_all(records(), report, as_json=False) == BAD_INPUT  # type: ignore[arg-type]
    out, err = capsys.readouterr()
    assert out.splitlines() == [f"unanswered\t{'.' * 16}"] * 64 + ["1"] * 66
    assert err == (
        f"satdoku: {file}: lines 1 to 64: a worker process ended before its work was done "
        "(killed, or out of memory)\n"
    )
