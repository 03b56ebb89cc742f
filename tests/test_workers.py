"""Worker processes: order, early endings, errors, and workers that die."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

import satdoku
from satdoku.answers.counting import CountAnswer, CountQuestion
from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.base import workers
from satdoku.base.errors import WorkerDied
from satdoku.base.limits import MAX_JOBS, Limit
from satdoku.base.workers import Processes, in_order
from satdoku.batch.ordered import map_ordered
from satdoku.batch.plain import Plain
from satdoku.cli import plain_lines
from satdoku.cli.app import run
from satdoku.cli.driver import answer_all
from satdoku.cli.groups import InputGroup, RunGroup
from satdoku.cli.output import BAD_INPUT, Report, report_all

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


@dataclass(frozen=True)
class DeadlyQuestion(CountQuestion):
    def answer(
        self, input: PuzzleInput, limit: Limit, report: Callable[..., None] | None = None
    ) -> CountAnswer:
        if input.line == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        return CountAnswer(1, True, None, "x", 0.0, input=input)


def test_what_a_dead_worker_was_at_is_lost_and_the_others_are_answered() -> None:
    answers = list(in_order(work, range(12), 2, lost=lambda number: -number))
    assert answers == [-n if n % 10 == 7 else n * n for n in range(12)]


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


@pytest.mark.parametrize(
    "name",
    [
        "spin",
        pytest.param("without_signals", marks=pytest.mark.full),
        pytest.param("held", marks=[linux, pytest.mark.full]),
    ],
)
def test_workers_end_with_the_process_that_is_killed(tmp_path: Path, name: str) -> None:
    call = f"from pathlib import *; from tests.test_workers import *; in_workers({name!r}, Path())"
    root = str(Path(__file__).parent.parent)
    with subprocess.Popen(
        [sys.executable, "-c", call],
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": root},
    ) as process:
        while len(list(tmp_path.iterdir())) < 2:
            time.sleep(0.02)
        process.kill()
        # The workers have the pipe too: it ends with the last of them.
        assert process.communicate(timeout=60)[0] == b""


def _one(answer: CountAnswer) -> tuple[str, ...]:
    return ("1",)


def _done(answer: CountAnswer) -> int:
    return 0


def test_the_lines_of_a_dead_worker_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "puzzles"
    file.write_text(("." * 16 + "\n") * 130)

    report = Report[CountAnswer](_one, _done)
    run = RunGroup(jobs=2)
    answers = answer_all(DeadlyQuestion(), [str(file)], InputGroup(), run, report=report)
    assert report_all(answers, report, as_json=False) == BAD_INPUT
    out, err = capsys.readouterr()
    assert out.splitlines() == [f"unanswered\t{'.' * 16}"] * 64 + ["1"] * 66
    assert err == (
        f"satdoku: {file}: lines 1 to 64: a worker process ended before its work was done "
        "(killed, or out of memory)\n"
    )


def _deadly(
    rows: list[list[str]], first: int, source: str | None, seconds: float, threads: int
) -> Iterator[CountAnswer]:
    if first <= 6 < first + len(rows):
        os.kill(os.getpid(), signal.SIGKILL)
    for line, (_, text) in enumerate(rows, first):
        yield CountAnswer(1, True, None, "x", 0.0, input=PuzzleInput(None, line, text, source))


@pytest.mark.full
def test_the_plain_lines_of_a_dead_worker_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "puzzles"
    file.write_text(f"{CLASSIC}\n" * 4 + f"# two\n{CLASSIC}\n{CLASSIC[1:]}\n" + f"{CLASSIC}\n" * 3)
    monkeypatch.setattr(plain_lines, "_ALONE_SECONDS", -1.0)

    report, run = Report[CountAnswer](_one, _done), RunGroup(jobs=2)
    plain = Plain("vp", _deadly, (), at_once=2)
    answers = answer_all(CountQuestion(), [str(file)], InputGroup(), run, plain, report)
    assert report_all(answers, report, as_json=False) == BAD_INPUT
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        *["1"] * 4,
        f"unanswered\t{CLASSIC}",
        f"invalid\t{CLASSIC[1:]}",
        *["1"] * 3,
    ]
    assert f"{file}: lines 6 to 7: a worker process ended" in err
    assert "line 7: expected 81 cells" in err


# -- scripts ---------------------------------------------------------------------------------------

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SCRIPT = f"""
import satdoku
print(list(satdoku.is_unique_many(["{CLASSIC}", "." * 81, "." * 16], jobs=2)))
print([found.er for found in satdoku.rate_many(["{CLASSIC}"] * 2, jobs=2)])
print(len([made.puzzle for made in satdoku.generate(3, seed=1, jobs=2)]))
"""
PROCESSES = """
print([made.rating.level for made in satdoku.generate(2, seed=1, difficulty="easy", jobs=2)])
"""
THREADS_SAY = "[True, False, False]\n[1.2, 1.2]\n3\n"


def script(tmp_path: Path, text: str, *, stdin: bool = False) -> subprocess.CompletedProcess[str]:
    path = tmp_path / "script.py"
    path.write_text(text)
    command = [sys.executable, "-" if stdin else str(path)]
    given = text if stdin else None
    return subprocess.run(
        command, input=given, capture_output=True, text=True, cwd=tmp_path, check=False
    )


@pytest.mark.full
def test_a_script_without_a_guard_needs_none_where_threads_serve(tmp_path: Path) -> None:
    done = script(tmp_path, SCRIPT)
    assert (done.returncode, done.stdout, done.stderr) == (0, THREADS_SAY, "")


@pytest.mark.full
@pytest.mark.parametrize(
    "call",
    [
        'list(satdoku.generate(2, seed=1, difficulty="easy", jobs=2))',
        pytest.param(
            'list(satdoku.is_unique_many(["." * 256] * 3, jobs=2))', marks=pytest.mark.full
        ),
        pytest.param(
            'list(satdoku.rate_many(["1....2..4......3"] * 9 + ["." * 256], 2, errors="mark"))',
            marks=pytest.mark.full,
        ),
    ],
)
def test_a_script_without_a_guard_ends_in_one_sentence_that_names_it(
    tmp_path: Path, call: str
) -> None:
    done = script(tmp_path, f"import satdoku\n{call}\nprint('on')\n")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("Traceback") == 1
    assert 'below `if __name__ == "__main__":`' in done.stderr.splitlines()[-1]
    assert "killed" not in done.stderr
    guarded = f'import satdoku\nif __name__ == "__main__":\n    {call}\n    print("on")\n'
    done = script(tmp_path, guarded)
    assert (done.returncode, done.stdout, done.stderr) == (0, "on\n", "")


@pytest.mark.full
def test_a_script_from_standard_input_can_start_processes(tmp_path: Path) -> None:
    done = script(tmp_path, SCRIPT + PROCESSES, stdin=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == THREADS_SAY + "['easy', 'easy']\n"


def test_no_more_workers_start_than_there_are_items(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[object] = []
    real = workers.started
    monkeypatch.setattr(workers, "started", lambda *a, **n: begun.append(a) or real(*a, **n))
    assert list(in_order(abs, [-1, -2], MAX_JOBS)) == [1, 2]
    assert len(begun) <= 2
    with closing(Processes[int, int](abs, MAX_JOBS)) as pool:
        pool.submit(-3)
        assert pool.finished() == (-3, 3)
    assert len(begun) <= 3


@pytest.mark.parametrize("jobs", [0, -1, MAX_JOBS + 1, 2**64])
def test_jobs_have_bounds(jobs: int, capsys: pytest.CaptureFixture[str]) -> None:
    for ask in (
        lambda: satdoku.is_unique_many(["1" * 81], jobs=jobs),
        lambda: satdoku.generate(jobs=jobs),
    ):
        with pytest.raises(ValueError, match=f"jobs is a number from 1 to {MAX_JOBS}, not {jobs}"):
            list(ask())  # type: ignore[call-overload]
    for command in ("check-unique", "bench", "generate", "batch"):
        arguments = ["-o", "run"] if command == "batch" else []
        assert run([command, "--jobs", str(jobs), *arguments]) == BAD_INPUT
        assert f"from 1 to {MAX_JOBS}" in capsys.readouterr().err


def test_a_worker_that_may_start_no_others_says_so() -> None:
    with closing(in_order(starts_workers, [1], 2)) as results:
        assert next(results) == "a worker process can start no others: jobs must be 1 there"


def starts_workers(_: int) -> str:
    try:
        return str(list(in_order(work, [1], 2)))
    except WorkerDied as error:
        return str(error)
