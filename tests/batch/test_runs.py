"""Runs that are stopped, killed, refused and retried, and the bytes that they leave."""

from __future__ import annotations

import csv
import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from satdoku.base.workers import Processes
from satdoku.batch.blocks import Inputs
from satdoku.batch.directory import HEADER, RunDirectory
from satdoku.batch.executors import Threads
from satdoku.batch.exporting import stored
from satdoku.batch.running import Task, _open_rows, opened, run, work
from satdoku.batch.schema import Questions
from satdoku.cli import app
from satdoku.cli.reading import Reading
from satdoku.formats import ReadOptions
from tests.batch.deadly import DEADLY, deadly
from tests.batch.support import LINES, UNIQUE, Run, files, puzzles, rows
from tests.shared import thinned

pytest.importorskip("satdoku.core", reason="makes its puzzles by the core")
posix = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills processes")


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    path = tmp_path / "lines.txt"
    path.write_text("\n".join([*LINES, *puzzles(90)]) + "\n")
    return path


def asked(*names: str, seconds: float | None = None) -> Questions:
    reading = Reading.of(None, "auto", None, None)
    return Questions(names, seconds, 1000, "auto", reading.adapt, False)


def answered(
    path: Path, out: Path, questions: Questions, executor: Any, size: int = 10, form: str = "csv"
) -> int:
    """Run to the end; how many parts this run made."""
    directory, inputs = opened(
        out, [str(path)], questions, options=ReadOptions(), plain=True, reading={},
        form=form, size=size,
    )  # fmt: skip
    parts = 0
    with directory:
        for _ in run(directory, inputs, questions, jobs=1, executor=executor):
            parts += 1
    return parts - 1


@posix
def test_the_bytes_are_the_same_whoever_answers(lines: Path, tmp_path: Path) -> None:
    questions = asked("verdict", "solution", "rating")
    form = "csv"
    executors = {
        "one": "threads",
        "three": lambda function: Threads(function, 3),
        "processes": lambda function: Processes(function, 2),
    }
    directories = []
    for name, executor in executors.items():
        answered(lines, tmp_path / name, questions, executor, form=form)
        directories.append(files(tmp_path / name))
    assert len(directories[0]) == 10 + 3
    assert directories[0] == directories[1] == directories[2]


# Each of these questions takes some milliseconds, so that kills come in the middle.
HERE = ("-j", "1", "--executor", "threads")
SLOW = ("--ask", "verdict,techniques", "--block", "4", "--to", "csv")


def started(path: Path, out: Path, *more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "satdoku", "batch", str(path), "-o", str(out), *SLOW, *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def waited_for(out: Path, parts: int) -> None:
    while len(list(out.glob("part-*"))) < parts and not (out / "_SUCCESS").exists():
        time.sleep(0.002)


def killed_and_resumed(lines: Path, tmp_path: Path, kills: int, seed: int) -> None:
    whole = tmp_path / "whole"
    app.run(["batch", str(lines), "-o", str(whole), *SLOW, *HERE])
    draw = random.Random(seed)
    out = tmp_path / "killed"
    deaths = 0
    for _ in range(kills):
        before = len(list(out.glob("part-*"))) if out.exists() else 0
        with started(lines, out, *HERE) as process:
            waited_for(out, before + draw.randrange(1, 4))
            time.sleep(draw.random() * 0.02)
            process.kill()
            process.communicate()
            deaths += process.returncode == -signal.SIGKILL
        assert not (out / "_SUCCESS").exists()
    assert deaths == kills
    assert app.run(["batch", str(lines), "-o", str(out), *SLOW, *HERE]) == 2
    assert files(out) == files(whole)


@posix
def test_a_run_that_is_killed_goes_on(tmp_path: Path) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_text("\n".join([*LINES, *puzzles(60)]) + "\n")
    killed_and_resumed(lines, tmp_path, 2, seed=5)


@posix
@pytest.mark.slow
def test_a_run_that_is_killed_fifty_times_goes_on(tmp_path: Path) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_text("\n".join([*LINES, *puzzles(4000)]) + "\n")
    killed_and_resumed(lines, tmp_path, 50, seed=6)


@posix
def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_text("\n".join(puzzles(120)) + "\n")
    out = tmp_path / "out"
    with started(lines, out, "-j", "1") as process:
        waited_for(out, 2)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate()
    assert process.returncode == 130
    assert "interrupted; " in err
    assert "the same command continues" in err
    assert not list(out.glob(".*.tmp"))
    parts = len(list(out.glob("part-*")))
    assert app.run(["batch", str(lines), "-o", str(out), *SLOW, *HERE]) == 0
    assert parts < len(list(out.glob("part-*"))) == 30
    assert [row["line"] for row in rows(out)] == list(range(1, 121))


def test_what_is_left_of_a_commit_is_made_again(lines: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    questions = asked("verdict")
    answered(lines, out, questions, "threads")
    want = files(out)
    notes = journal(out)
    # As a kill leaves it: a scratch file, a part without a line, half a line.
    (out / "_SUCCESS").unlink()
    (out / ".part-000004.csv.tmp").write_text("half")
    (out / "part-000003.csv").write_text("torn")
    (out / "_parts.jsonl").write_bytes(b"".join([*notes[:4], notes[5][:40]]))
    assert answered(lines, out, questions, "threads") == 10 - 3
    assert files(out) == want


def journal(out: Path) -> list[bytes]:
    """The lines of a journal in which all parts of a run that has ended are finished."""
    contents = {name: data for name, data in files(out).items() if name != "_SUCCESS"}
    ended = (out / "_SUCCESS").read_bytes()
    with RunDirectory(out, json.loads(contents["_run.json"])) as directory:
        directory.reopen()
    lines = (out / "_parts.jsonl").read_bytes().splitlines(keepends=True)
    (out / "_parts.jsonl").unlink()
    (out / "_SUCCESS").write_bytes(ended)
    return lines


def test_an_unfinished_run_is_read_in_the_order_of_its_input(
    satdoku: Run, lines: Path, tmp_path: Path
) -> None:
    """Parts are noted as they are finished, by whatever worker."""
    out = tmp_path / "out"
    ask = ("--ask", "solution", "--to", "csv", "--block", "10")
    satdoku("batch", str(lines), "-o", str(out), *ask)
    noted = journal(out)
    (out / "_SUCCESS").unlink()
    order = [6, 2, 9, 0, 4]
    (out / "_parts.jsonl").write_bytes(b"".join(noted[number] for number in order))
    exported_file = tmp_path / "found.csv"
    assert satdoku("batch", "export", str(out), "-o", str(exported_file))[0] == 3
    with exported_file.open(newline="") as stream:
        exported = [int(row["line"]) for row in csv.DictReader(stream)]
    assert exported == sorted(exported)
    assert {(line - 1) // 10 for line in exported} == set(order)
    assert exported == [line for table in stored(out).tables for line in table["line"]]


@pytest.mark.parametrize("changes", [24, pytest.param(150, marks=pytest.mark.full)])
def test_whatever_byte_is_changed_the_run_ends_the_same_or_is_refused(
    changes: int, satdoku: Run, lines: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    ask = ("batch", str(lines), "-o", str(out), "--ask", "solution", "--to", "csv", "--block", "10")
    code = satdoku(*ask)[0]
    ended = files(out)
    parts = journal(out)
    noted = [name for name in ended if name.startswith("part-")][:-3]
    begun = {name: data for name, data in ended.items() if name != "_SUCCESS"}
    begun["_parts.jsonl"] = b"".join(parts[:-3])
    chance = random.Random(17)
    seen = set()
    for number in range(changes):
        state = dict(ended if number % 3 == 0 else begun)
        name = chance.choice([name for name in state if state[name]])
        data = bytearray(state[name])
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        state[name] = bytes(data)
        for path in out.iterdir():
            path.unlink()
        for path, content in state.items():
            (out / path).write_bytes(content)
        ending, _, err = satdoku(*ask)
        assert err.count("\n") <= 1
        seen.add((name.partition("-")[0], ending if err.startswith("satdoku: ") else None))
        if (out / "_SUCCESS").exists() and number % 3:
            assert files(out) == ended, name
            assert ending == code
            assert ("made again" in err) == (name in noted)
        else:
            assert (ending, "Traceback" in err) == (2, False)
    assert len(seen) > 3


def test_a_part_of_another_run_is_refused(satdoku: Run, lines: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    ask = ("batch", str(lines), "-o", str(out), "--to", "csv", "--block", "10")
    assert satdoku(*ask)[0] == 2
    for name in ("part-000010.csv", "part-000000.parquet", "part-x"):
        (out / name).touch()
        for ended in (True, False):
            if not ended:
                (out / "_SUCCESS").unlink()
            code, _, err = satdoku(*ask)
            assert (code, f"{name} is not part of the run" in err, err.count("\n")) == (2, True, 1)
            assert (out / "_SUCCESS").exists() == ended
        (out / name).unlink()
        assert satdoku(*ask)[1]
        assert (out / "_SUCCESS").exists()


def test_another_run_is_refused(satdoku: Run, lines: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    ask = ("batch", str(lines), "-o", str(out), "--to", "csv")
    assert satdoku(*ask)[0] == 2
    want = files(out)
    for other in (
        ("--ask", "verdict,solution"),
        ("--block", "7"),
        ("--limit", "3"),
        ("--time-limit", "9"),
        ("--rules", "diagonal"),
    ):
        code, _, err = satdoku(*ask, *other)
        assert code == 2
        assert err.count("\n") == 1
        assert "was begun with other settings (" in err
    lines.write_text(lines.read_text() + UNIQUE + "\n")
    code, _, err = satdoku(*ask)
    assert (code, "other settings (input)" in err) == (2, True)
    assert files(out) == want
    code, _, err = satdoku("batch", str(lines), "-o", str(tmp_path))
    assert (code, "holds other files and no run" in err) == (2, True)
    code, _, err = satdoku("batch", str(lines), "-o", str(lines))
    assert (code, "is a file" in err) == (2, True)


@posix
def test_two_processes_do_not_write_to_one_run(satdoku: Run, lines: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    answered(lines, out, asked("verdict"), "threads")
    with RunDirectory(out, json.loads((out / "_run.json").read_text())):
        code, _, err = satdoku("batch", str(lines), "-o", str(out), "--to", "csv", "--block", "10")
    assert (code, "another satdoku is writing" in err) == (2, True)


def test_a_stream_that_has_changed_is_refused(
    satdoku: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import io

    def asked_of(text: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        return satdoku("batch", "-", "-o", str(tmp_path / "o"), "--to", "csv", "--block", "2")

    text = "\n".join(puzzles(6)) + "\n"
    assert asked_of(text)[0] == 0
    (tmp_path / "o" / "_SUCCESS").unlink()
    notes = tmp_path / "o" / "_parts.jsonl"
    notes.write_text("")
    assert asked_of(text)[0] == 0
    lines = journal(tmp_path / "o")
    (tmp_path / "o" / "_SUCCESS").unlink()
    notes.write_bytes(b"".join(lines[:2]))
    code, _, err = asked_of(UNIQUE + text[81:])
    assert (code, "block 0, from line 1 on, has changed" in err) == (2, True)
    assert asked_of(text)[0] == 0


@pytest.mark.parametrize("form", thinned(["csv", "parquet", "jsonl.gz"], 3))
def test_only_undecided_rows_are_asked_again(
    satdoku: Run, lines: Path, tmp_path: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow", reason="writes Parquet")
    out, whole = tmp_path / "out", tmp_path / "whole"
    ask = ("batch", str(lines), "--ask", "solution", "--to", form, "--block", "10",
           "-j", "1", "--executor", "threads")  # fmt: skip
    code, said, _ = satdoku(*ask, "-o", str(out), "--time-limit", "0")
    assert (code, "96 rows wait for --retry" in said) == (2, True)
    assert {row["undecided"] for row in rows(out) if "undecided" in row} == {"verdict"}
    satdoku(*ask, "-o", str(whole), "--time-limit", "60")
    for _ in range(2):  # noted once
        satdoku(*ask, "-o", str(out), "--time-limit", "0", "--retry", "undecided")
        retried = json.loads((out / HEADER).read_text())["retries"]
        assert retried == [{"rows": ["undecided"], "time limit": 0}]
    code, said, _ = satdoku(*ask, "-o", str(out), "--time-limit", "60", "--retry", "undecided")
    assert (code, "wait" in said) == (2, False)
    unlike = [
        (one, other)
        for one, other in zip(rows(out), rows(whole), strict=True)
        if one != other and one["verdict"] != "multiple"
    ]
    assert not unlike
    monkeypatch.setattr("satdoku.batch.running.answer_lines", None)
    assert satdoku(*ask, "-o", str(out), "--time-limit", "0", "--retry", "undecided")[0] == 2


@pytest.mark.full
@posix
def test_a_line_that_kills_its_worker_is_found(lines: Path, tmp_path: Path) -> None:
    text = lines.read_text().splitlines()
    text.insert(33, DEADLY)
    lines.write_text("\n".join(text) + "\n")
    out = tmp_path / "out"
    answered(lines, out, asked("verdict"),
             lambda function: Processes(partial(deadly, function), 1), size=8)  # fmt: skip
    written = rows(out)
    assert len(written) == 99
    (lost,) = (row for row in written if row["verdict"] == "unanswered")
    assert (lost["line"], "killed, or out of memory" in lost["message"]) == (34, True)
    answered(lines, tmp_path / "fine", asked("verdict"), "threads", size=8)
    others = zip(written, rows(tmp_path / "fine"), strict=True)
    assert all(one == other or one["line"] == 34 for one, other in others)


class Unsteady:
    """An executor whose workers die at random, and whose tasks come back in any order."""

    window = 7

    def __init__(self, function: Callable[[Task], Any], chance: random.Random) -> None:
        self._function, self._chance = function, chance
        self._tasks: list[Task] = []
        self.deaths = 0

    def submit(self, task: Task) -> None:
        """Take a task."""
        self._tasks.append(task)

    def finished(self) -> tuple[Task, Any]:
        """Any of them; two in five with their worker."""
        task = self._tasks.pop(self._chance.randrange(len(self._tasks)))
        if task.stop - task.start > 1 and self._chance.random() < 0.4:
            self.deaths += 1
            return task, None
        return task, self._function(task)

    def close(self) -> None:
        """Nothing is open."""


def test_workers_that_die_at_random_lose_nothing(tmp_path: Path) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_text("\n".join([*LINES, *puzzles(600)]) + "\n")
    questions = asked("verdict", "solution", "canonical")
    answered(lines, tmp_path / "steady", questions, "threads", size=16)
    chance = random.Random(1)
    executors = []

    def unsteady(function: Callable[[Task], Any]) -> Unsteady:
        executors.append(Unsteady(function, chance))
        return executors[-1]

    answered(lines, tmp_path / "unsteady", questions, unsteady, size=16)
    assert executors[0].deaths > 10
    assert files(tmp_path / "steady") == files(tmp_path / "unsteady")


def test_a_full_disk_ends_the_run_and_it_goes_on(satdoku: Run, lines: Path, tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="limits files on POSIX")
    out = tmp_path / "out"
    ask = ("batch", str(lines), "-o", str(out), "--ask", "solution", "--to", "csv", "--block", "10")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    old = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1500, hard))
        code, _, err = satdoku(*ask)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, old)
    assert (code, err.count("\n")) == (2, 1)
    assert "cannot be written" in err
    assert "the same command continues from here" in err
    assert not list(out.glob(".*.tmp"))
    assert satdoku(*ask)[0] == 2
    satdoku(*ask[:3], str(tmp_path / "whole"), *ask[4:])
    assert files(out) == files(tmp_path / "whole")


@pytest.mark.parametrize("name", ["", "/", "a" * 300, "file/below", "file"])
def test_directories_that_cannot_be(
    name: str, satdoku: Run, lines: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    code, out, err = satdoku("batch", str(lines), "-o", name)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert {path.name for path in tmp_path.iterdir()} == {"file", lines.name}


def test_a_damaged_input_keeps_what_was_read(satdoku: Run, tmp_path: Path) -> None:
    import gzip

    path = tmp_path / "a.txt.gz"
    path.write_bytes(gzip.compress(("\n".join(puzzles(400)) + "\n").encode())[:-2000])
    out = tmp_path / "o"
    code, _, err = satdoku("batch", str(path), "-o", str(out), "--to", "csv", "--block", "20")
    assert (code, "damaged compressed file" in err) == (2, True)
    assert not (out / "_SUCCESS").exists()
    one = tmp_path / "x.csv"
    code, said, _ = satdoku("batch", "export", str(out), "-o", str(one))
    exported = [row["puzzle"] for row in csv.DictReader(one.read_text().splitlines())]
    assert set(exported) < set(puzzles(400))
    assert exported
    assert (code, said) == (3, f"{one}: unfinished: {len(exported)} puzzles so far\n")
    part = next(out.glob("part-*"))
    part.write_bytes(part.read_bytes().replace(b"unique", b"UNIQUE"))
    code, _, err = satdoku("report", str(out))
    assert (code, f"{part.name} was changed" in err) == (2, True)


@pytest.mark.parametrize("data", [b"", b"# nothing\n\n" * 3, b"\x1f\x8b\x08", b"# a\n\n# b"])
def test_an_input_without_puzzles_begins_no_run(satdoku: Run, tmp_path: Path, data: bytes) -> None:
    path, out = tmp_path / "a.txt", tmp_path / "o"
    path.write_bytes(data)
    for options in ((), ("--format", "line")):
        code, said, err = satdoku("batch", str(path), "-o", str(out), "--block", "1", *options)
        assert (code, said, err.count("\n")) == (2, "", 1), err
        assert not out.exists()


@pytest.mark.full
def test_progress_is_a_line_of_json_or_a_bar(
    satdoku: Run,
    lines: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    seen_at_a_terminal: Callable[..., tuple[int, str]],
) -> None:
    monkeypatch.setattr("satdoku.cli.batch_progress._REPORT_SECONDS", 0.0)
    code, said, err = satdoku("batch", str(lines), "-o", str(tmp_path / "o"), "--json",
                              "--block", "10", "--to", "csv")  # fmt: skip
    reports = [json.loads(line) for line in err.splitlines()]
    assert [report["puzzles"] for report in reports][-2:] == [98, 98]
    assert reports[-1]["fraction"] == 1
    assert all(next(iter(record)) == "schema" for record in (json.loads(said), *reports))
    assert json.loads(said)["verdicts"] == reports[-1]["verdicts"]
    code, said = seen_at_a_terminal("batch", str(lines), "-o", str(tmp_path / "p"), "--to", "csv")
    assert code == 2
    assert "98 puzzles (" in said


def blocks(path: Path, size: int) -> Iterator[Any]:
    return Inputs([str(path)], ReadOptions(), plain=True, size=size).blocks()


def test_the_function_of_a_block_is_pure(lines: Path) -> None:
    import pickle

    questions = asked("verdict", "canonical")
    for block in blocks(lines, 20):
        length = block.data.count(b"\n") + 1
        task = Task(block, 0, length, length)
        first = work(questions, "csv", task)
        again = pickle.loads(pickle.dumps((partial(work, questions, "csv"), task)))
        assert again[0](again[1]) == first == work(questions, "csv", task)


@pytest.mark.slow
def test_memory_stays_small(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="measures on POSIX")
    path = tmp_path / "many.txt"
    some = "\n".join(puzzles(2000)) + "\n"
    with path.open("w") as stream:
        for _ in range(1000):
            stream.write(some)
    code = (
        "import resource; from satdoku.cli.app import run; "
        f"run(['batch', {str(path)!r}, '-o', {str(tmp_path / 'o')!r}, '--ask', 'solution']); "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert resource
    assert int(done.stdout.splitlines()[-1]) < 500_000


def test_rows_are_asked_again_by_their_kind() -> None:
    table = {
        "verdict": ["unique", "unanswered", "undecided", "unanswered", "unique"],
        "undecided": [None, None, "verdict", None, "rating"],
    }
    assert _open_rows(table, ("unanswered",)) == [1, 3]
    assert _open_rows(table, ("undecided",)) == [2, 4]
    assert _open_rows(table, ("undecided", "unanswered")) == [1, 2, 3, 4]
    assert _open_rows(table, ()) == []


def test_a_part_that_was_changed_after_the_end_names_what_to_remove(
    satdoku: Run, tmp_path: Path
) -> None:
    file, out = tmp_path / "puzzles", tmp_path / "out"
    file.write_text("\n".join(LINES))
    command = ("batch", str(file), "-o", str(out), "--to", "csv", "-j", "1")
    satdoku(*command)
    before = files(out)
    for broken in ("part-000000.csv", "_SUCCESS"):
        (out / broken).write_bytes(before[broken][::-1])
        for again in (command, ("batch", "export", str(out), "-o", str(tmp_path / "all.csv"))):
            code, _, err = satdoku(*again)
            assert code == 2
            assert f"{out / broken} " in err
            assert "makes the parts anew" in err
            assert "remove it," in err or f"remove {out / '_SUCCESS'}," in err
        (out / "_SUCCESS").unlink()
        satdoku(*command)
        assert files(out) == before
