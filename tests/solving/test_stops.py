"""Limits are kept and reported, by every engine."""

from __future__ import annotations

import signal
import sys
import threading
import time
from subprocess import PIPE, Popen, run

import pytest
from solving_oracle import CLASSIC, ENGINES, HARD, classic

from satdoku.base.limits import Limit
from satdoku.board import Geometry, Grid
from satdoku.engines import get
from satdoku.puzzle import Puzzle
from satdoku.solving import (
    CountResult,
    Solutions,
    check_unique,
    count,
    enumerate_solutions,
    solve,
    true_candidates,
)
from tests.shared import cpu_below, in_time

pytestmark = pytest.mark.parametrize("backend", ENGINES)


def test_a_limit_of_seconds_says_at_least(backend: str) -> None:
    def counted(seconds: float) -> CountResult:
        with cpu_below(10 + seconds):
            return count(Puzzle.empty(CLASSIC), backend=backend, limit=Limit(seconds=seconds))

    result = in_time(counted, lambda result: result.count > 100)
    assert not result.exact
    assert result.stopped == "seconds"
    assert result.count > 100


def test_time_ends_an_enumeration(backend: str) -> None:
    def listed(seconds: float) -> tuple[Solutions, list[Grid]]:
        limit = Limit(seconds=seconds)
        search = enumerate_solutions(Puzzle.empty(CLASSIC), backend=backend, limit=limit)
        return search, list(search)

    search, grids = in_time(listed, lambda result: result[1])
    assert len(set(grids)) == len(grids) > 0
    assert (search.exhausted, search.complete, search.stopped) == (False, False, "seconds")


def test_nodes_end_a_search(backend: str) -> None:
    get.cache_clear()  # a solver that has learned from this puzzle may need no more conflicts
    if backend != "cpsat":  # whose presolve may well settle a puzzle without one conflict
        result = check_unique(classic(HARD), backend=backend, limit=Limit(nodes=1))
        assert (result.verdict, result.stopped) == ("undecided", "nodes")
    cut = count(Puzzle.empty(CLASSIC), backend=backend, limit=Limit(nodes=1))
    assert (cut.exact, cut.stopped) == (False, "nodes")
    enough = check_unique(classic(HARD), backend=backend, limit=Limit(nodes=100_000))
    assert enough.verdict == "unique"


def test_a_cancelled_search_says_so(backend: str) -> None:
    calls = 0

    def cancel() -> bool:
        nonlocal calls
        calls += 1
        return calls > 3

    result = count(Puzzle.empty(CLASSIC), backend=backend, limit=Limit(cancel=cancel))
    assert (result.exact, result.stopped) == (False, "cancelled")
    at_once = Limit(cancel=lambda: True)
    assert solve(classic(HARD), backend=backend, limit=at_once).stopped == "cancelled"
    result = true_candidates(classic(HARD), backend=backend, limit=at_once)
    assert (result.complete, result.stopped) == (False, "cancelled")


def test_cancelled_from_another_thread(backend: str) -> None:
    event = threading.Event()
    timer = threading.Timer(0.3, event.set)
    timer.start()
    with cpu_below(10):
        result = count(Puzzle.empty(CLASSIC), backend=backend, limit=Limit(cancel=event.is_set))
    assert result.stopped == "cancelled"
    timer.join()


def test_progress_is_told(backend: str) -> None:
    counts: list[int] = []
    limit = Limit(solutions=600, progress=counts.append)
    count(Puzzle.empty(CLASSIC), backend=backend, limit=limit)
    assert counts == [256, 512]


def test_what_was_found_is_kept_when_time_ends(backend: str) -> None:
    result = in_time(
        lambda seconds: solve(Puzzle.empty(CLASSIC), backend=backend, limit=Limit(seconds=seconds)),
        lambda result: result.verdict == "multiple",
    )
    assert result.verdict == "multiple"
    assert (result.complete, result.exhausted, result.stopped) == (False, False, "seconds")


@pytest.mark.full
def test_a_script_may_end_in_the_middle_of_a_search(backend: str) -> None:
    code = (
        "from satdoku.board import Geometry\n"
        "from satdoku.puzzle import Puzzle\n"
        "from satdoku.solving import enumerate_solutions\n"
        "empty = Puzzle.empty(Geometry.classic())\n"
        f"search = enumerate_solutions(empty, backend={backend!r})\n"
        "print(next(search).is_full)\n"
    )
    ended = run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "True\n", "")


@pytest.mark.full
@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGINT")
def test_ctrl_c_ends_it_cleanly(backend: str) -> None:
    code = (
        "from satdoku.board import Geometry\n"
        "from satdoku.puzzle import Puzzle\n"
        "from satdoku.solving import count, check_unique\n"
        "empty = Puzzle.empty(Geometry.classic())\n"
        f"check_unique(empty, backend={backend!r})\n"
        "for turn in range(2):\n"
        "    try:\n"
        "        print('ready', flush=True)\n"
        f"        count(empty, backend={backend!r})\n"
        "    except KeyboardInterrupt:\n"
        "        print('interrupted', flush=True)\n"
        f"print(check_unique(empty, backend={backend!r}).verdict)\n"
    )
    with Popen([sys.executable, "-c", code], stdout=PIPE, stderr=PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(2):
            assert process.stdout.readline() == "ready\n"
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            assert process.stdout.readline() == "interrupted\n"
        assert process.stderr is not None
        out, err = process.stdout.read(), process.stderr.read()
    assert (out, err, process.returncode) == ("multiple\n", "", 0)


def test_searches_in_many_threads(backend: str) -> None:
    counts: list[int] = []

    def work() -> None:
        for _ in range(3):
            counts.append(count(Puzzle.empty(Geometry.latin(3)), backend=backend).count)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [12] * 12


def test_time_ends_even_the_encoding_of_a_huge_board(backend: str) -> None:
    huge = Puzzle.empty(Geometry.latin(100))
    with cpu_below(10):
        result = check_unique(huge, backend=backend, limit=Limit(seconds=0.3))
    assert (result.verdict, result.stopped) == ("undecided", "seconds")


@pytest.mark.full
def test_time_ends_the_presolve_of_a_large_board(backend: str) -> None:
    large = Puzzle.empty(Geometry.boxes(64, 8, 8))
    solve(Puzzle.empty(CLASSIC), backend=backend)  # loads the engine
    with cpu_below(10):
        assert solve(large, backend=backend, limit=Limit(seconds=0.7)).stopped == "seconds"
