"""Puzzles made into a directory or a file: killed at any point, continued, and refused."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from satdoku.base.errors import SatdokuError, WorkerDied
from satdoku.batch import generated
from satdoku.batch.generated import GeneratedRun
from satdoku.board import Geometry
from satdoku.cli.app import run
from satdoku.generating import Keys, Run, Target, Wish
from satdoku.puzzle import Puzzle
from satdoku.rating.levels import LEVELS
from tests.batch.support import Run as Output
from tests.batch.support import files, rows

core = pytest.importorskip("satdoku.core", reason="makes its puzzles by the core")
posix = pytest.mark.skipif(not hasattr(os, "fork"), reason="kills processes")

PLAIN = Wish(Puzzle.empty(Geometry.classic()))
SHARES = ("--levels", "easy:3,medium:2,expert:1")


def made(path: Path, run: Run, size: int = 16) -> int:
    """Make all puzzles of a run; how many pieces of work that took."""
    with GeneratedRun(path, run, form="csv", size=size, rated=False) as generated:
        return len(list(generated.pieces()))


class Shuffled:
    """An executor whose tasks come back in any order, and whose third is lost if ``loses``."""

    window = 5

    def __init__(self, function: Callable[[Any], Any], *, loses: bool = False) -> None:
        self._function = function
        self._tasks: list[Any] = []
        self._chance = random.Random(7)
        if loses:
            self.window = 1
        self._left = 3 if loses else 0

    def submit(self, task: Any) -> None:
        """Take a task."""
        self._tasks.append(task)

    def finished(self) -> tuple[Any, Any]:
        """Any of them."""
        self._left -= 1
        task = self._tasks.pop(self._chance.randrange(len(self._tasks)))
        return task, None if self._left == 0 else self._function(task)

    def close(self) -> None:
        """Nothing is open."""


@pytest.mark.full
def test_who_makes_them_makes_no_difference(tmp_path: Path) -> None:
    made(tmp_path / "one", Run(PLAIN, 3, 100))
    made(tmp_path / "two", Run(PLAIN, 3, 100, executor=Shuffled))
    levels = {"easy": 3, "medium": 1}
    made(tmp_path / "levels", Run(PLAIN, 3, 16, levels=levels), size=5)
    made(tmp_path / "levels-2", Run(PLAIN, 3, 16, levels=levels, executor=Shuffled), size=5)
    assert files(tmp_path / "one") == files(tmp_path / "two")
    assert files(tmp_path / "levels") == files(tmp_path / "levels-2")
    assert sorted(files(tmp_path / "one")) == [
        "_SUCCESS", "_lock", "_run.json", *(f"part-{n:06}.csv" for n in range(7))
    ]  # fmt: skip
    printed = [puzzle.puzzle for piece in Run(PLAIN, 3, 100).pieces() for puzzle in piece.puzzles]
    assert [row["puzzle"] for row in rows(tmp_path / "one")] == printed


def test_levels_of_what_has_none_leave_no_directory(satdoku: Output, tmp_path: Path) -> None:
    path = tmp_path / "run"
    code, out, err = satdoku("generate", "-o", str(path), "--levels", "easy:1", "--full")
    assert (code, out, err.count("\n"), path.exists()) == (2, "", 1, False)
    assert "not for full grids" in err


def test_levels_take_turns(satdoku: Output, tmp_path: Path) -> None:
    out = tmp_path / "out"
    wish = ("generate", "--seed", "5", "--to", "csv", "--block", "4")
    code, said, err = satdoku(*wish, *SHARES, "-n", "18", "-o", str(out))
    assert (code, err, "18 puzzles" in said) == (0, "", True)
    written = rows(out)
    assert [row["line"] for row in written] == list(range(1, 19))
    for start in range(0, 18, 6):
        assert Counter(row["level"] for row in written[start : start + 6]) == {
            "easy": 3, "medium": 2, "expert": 1
        }  # fmt: skip
    for row in written:
        rated = core.se_rate(row["puzzle"])
        assert (rated.tenths[0] / 10, rated.steps) == (row["er"], row["steps"])
        low, high = LEVELS[row["level"]].range
        assert low <= round(10 * row["er"]) <= high
        assert core.verdict(row["puzzle"]) == core.UNIQUE
    # Those of a level are those that the seed gives for it alone.
    alone = satdoku("generate", "--seed", "5", "--level", "medium", "-n", "6")[1].split()
    assert [row["puzzle"] for row in written if row["level"] == "medium"] == alone


def test_levels_without_shares_are_equal(satdoku: Output) -> None:
    words = ("generate", "--seed", "5", "-n", "6", "--json", "--levels")
    printed = satdoku(*words, "hard, easy")
    assert printed == satdoku(*words, "easy:1,hard:1")
    levels = [json.loads(line)["rating"]["level"] for line in printed[1].splitlines()]
    assert Counter(levels) == {"easy": 3, "hard": 3}


@pytest.mark.full
def test_solutions_differ_between_levels_and_seeds() -> None:
    solutions = []
    for seed in (1, 2):
        run = Run(PLAIN, seed, 12, levels={"easy": 1, "medium": 1, "hard": 1})
        solutions += [puzzle.solution for piece in run.pieces() for puzzle in piece.puzzles]
    forms = core.canonical_forms("".join(solutions).encode())
    assert len({forms[i : i + 81] for i in range(0, len(forms), 81)}) == 24


def test_equivalent_puzzles_are_made_anew(tmp_path: Path) -> None:
    """There are 36 minimal puzzles of the 4x4, and the numbers give each many times."""
    wish = Wish(Puzzle.empty(Geometry.of_size(4)), minimal=True)
    out = tmp_path / "out"
    made(out, Run(wish, 1, 20), size=8)
    written = rows(out)
    assert len({row["puzzle"] for row in written}) == 20
    assert written[-1]["index"] > 20
    assert [row["index"] for row in written] == sorted(row["index"] for row in written)
    before = files(out)
    more = Run(wish, 1, 36, tries=4)
    made(out, more, size=8)
    assert (more.ending, "_SUCCESS" in files(out)) == ("tries", False)
    assert more.place is not None
    # What was looked at in vain is not looked at again.
    again = Run(wish, 1, 36, tries=4)
    made(out, again, size=8)
    assert again.place is not None
    assert again.place.numbers[0] == more.place.numbers[0] + 1
    made(out, Run(wish, 1, more.place.found), size=8)
    made(tmp_path / "fresh", Run(wish, 1, more.place.found), size=8)
    assert files(tmp_path / "fresh") == files(out) != before


def killed_at(number: int, work: Callable[[], Any], modules: set[str]) -> bool:
    """Do some work in a process that dies before the n-th line of these modules that it comes to.

    Whether it died: false where it came to an end before.
    """
    child = os.fork()
    if child:
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert code in (0, 99)
        return code == 99
    left = number

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal left
        if frame.f_code.co_filename not in modules:
            return None
        if event == "line":
            left -= 1
            if not left:
                os._exit(99)
        return trace

    sys.settrace(trace)
    try:
        work()
        os._exit(0)
    finally:
        os._exit(98)


@pytest.mark.full
@posix
def test_a_run_killed_all_over_the_code_ends_with_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from satdoku.batch import directory
    from satdoku.generating import keys, many

    monkeypatch.setattr(os, "fsync", lambda number: None)  # slow, and the system lives on
    monkeypatch.setattr(generated, "_COMMIT_SECONDS", 0.0)
    monkeypatch.setattr(many, "_MAX_PIECE_NUMBERS", 1)
    modules = {str(module.__file__) for module in (generated, directory, keys)}
    wish = Wish(Puzzle.empty(Geometry.of_size(4)), minimal=True)
    whole = tmp_path / "whole"
    made(whole, Run(wish, 1, 8), size=5)
    number, died = 7, True
    while died:
        path = tmp_path / str(number)
        died = killed_at(number, partial(made, path, Run(wish, 1, 8), 5), modules)
        made(path, Run(wish, 1, 8), size=5)
        assert files(path) == files(whole), number
        number += 41
    assert number > 400


BLOCKS = ("--block", "64", "--to", "csv")


def killed_and_continued(
    tmp_path: Path, wish: tuple[str, ...], kills: int, seed: int, jobs: str = "12"
) -> None:
    """Kill a run at this many random moments, with one of these numbers of processes."""
    draw = random.Random(seed)
    whole, out = tmp_path / "whole", tmp_path / "killed"
    assert run(["generate", *wish, *BLOCKS, "-o", str(whole)]) == 0
    deaths = 0
    while deaths < kills:
        before = len(list(out.glob("part-*")))
        with subprocess.Popen(
            [sys.executable, "-m", "satdoku", "generate", *wish, *BLOCKS, "-o", out, "-j",
             draw.choice(jobs)],
            stdout=subprocess.PIPE, start_new_session=True,
        ) as process:  # fmt: skip
            while process.poll() is None and len(list(out.glob("part-*"))) == before:
                time.sleep(0.005)
            time.sleep(draw.random() * 0.05)
            alive = process.poll() is None
            if alive:
                os.killpg(process.pid, signal.SIGKILL)
        deaths += alive
        if not alive:
            break
    assert deaths == kills
    assert run(["generate", *wish, *BLOCKS, "-o", str(out)]) == 0
    assert files(out) == files(whole)


@pytest.mark.full
@posix
def test_a_run_that_is_killed_goes_on(tmp_path: Path) -> None:
    killed_and_continued(tmp_path, ("--seed", "8", "-n", "3000"), 2, seed=1, jobs="1")


@posix
@pytest.mark.slow
def test_a_run_that_is_killed_fifty_times_goes_on(tmp_path: Path) -> None:
    killed_and_continued(tmp_path, ("--seed", "8", "-n", "60000"), 50, seed=2)


@posix
@pytest.mark.slow
def test_levels_that_are_killed_go_on(tmp_path: Path) -> None:
    killed_and_continued(tmp_path, ("--seed", "8", "-n", "1500", *SHARES), 10, seed=3)


def test_ctrl_c_keeps_every_puzzle(tmp_path: Path) -> None:
    with (
        GeneratedRun(tmp_path / "o", Run(PLAIN, 3, 90), form="csv", size=64, rated=False) as run,
        closing(run.pieces()) as pieces,
    ):
        next(pieces)
        count = run.found
    assert 0 < count == len((tmp_path / "o" / "part-000000.csv").read_text().splitlines()) - 1
    made(tmp_path / "o", Run(PLAIN, 3, 90), size=64)
    made(tmp_path / "whole", Run(PLAIN, 3, 90), size=64)
    assert files(tmp_path / "o") == files(tmp_path / "whole")


def test_a_part_that_was_changed_is_made_again(tmp_path: Path, satdoku: Output) -> None:
    out, whole = tmp_path / "out", tmp_path / "whole"
    wish = ("generate", "--seed", "4", "--to", "csv", "--block", "16", "-o")
    satdoku(*wish, str(whole), "-n", "100")
    with (
        GeneratedRun(out, Run(PLAIN, 4, 100), form="csv", size=16, rated=False) as generated,
        closing(generated.pieces()) as pieces,
    ):
        while generated.found < 60:
            next(pieces)
    part = out / "part-000001.csv"
    part.write_bytes(part.read_bytes().replace(b"1", b"2"))
    code, _, err = satdoku(*wish, str(out), "-n", "100")
    assert (code, "part-000001.csv was changed since it was written" in err) == (0, True)
    assert files(out) == files(whole)


def test_hashes_that_are_lost_or_damaged_are_made_again(tmp_path: Path) -> None:
    out, whole = tmp_path / "out", tmp_path / "whole"
    made(whole, Run(PLAIN, 3, 200))
    for damage in (
        lambda path: path.unlink(),
        lambda path: path.write_bytes(b"no database" * 999),
        lambda path: path.write_bytes(path.read_bytes()[:2048]),
    ):
        with (
            GeneratedRun(out, Run(PLAIN, 3, 200), form="csv", size=16, rated=False) as generated,
            closing(generated.pieces()) as pieces,
        ):
            next(pieces)
        damage(out / "_keys.sqlite")
        made(out, Run(PLAIN, 3, 200))
        assert files(out) == files(whole)
        for path in out.iterdir():
            path.unlink()


def test_keys_are_forgotten_from_a_place_on(tmp_path: Path) -> None:
    keys = Keys(tmp_path / "k")
    assert [keys.add(key) for key in "abcab"] == [True, True, True, False, False]
    assert keys.keep(2)
    assert [keys.add(key) for key in "abc"] == [False, False, True]
    keys.commit()
    keys.close()
    keys = Keys(tmp_path / "k")
    assert keys.keep(3)
    assert not keys.keep(4)
    assert keys.add("a")
    keys.close()
    with closing(sqlite3.connect(tmp_path / "k")) as other:
        other.execute("CREATE TABLE more (x)")
    Keys.remove(tmp_path / "k")
    assert not list(tmp_path.iterdir())


def test_a_larger_count_goes_on(satdoku: Output, tmp_path: Path) -> None:
    out, whole = tmp_path / "out", tmp_path / "whole"
    for count in ("5", "20", "20", "64"):
        assert satdoku("generate", "--seed", "6", *BLOCKS, "-n", count, "-o", str(out))[0] == 0
    satdoku("generate", "--seed", "6", *BLOCKS, "-n", "64", "-o", str(whole))
    assert files(out) == files(whole)
    # Without --seed that of the run is taken.
    assert satdoku("generate", "-n", "70", "-o", str(out))[0] == 0
    code, _, err = satdoku("generate", "-n", "50", "-o", str(out))
    assert (code, "holds 70 puzzles already, more than 50" in err) == (2, True)


def test_a_file_has_a_directory_beside_it(satdoku: Output, tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    wish = ("generate", "--seed", "4", "--symmetry", "180")
    assert satdoku(*wish, "-n", "12", "--csv", "-o", str(path)) == (0, "", "")
    assert path.read_text() == satdoku(*wish, "-n", "12", "--csv")[1]
    # The form of the file is no part of the run.
    assert satdoku(*wish, "-n", "20", "--json", "-o", str(path)) == (0, "", "")
    assert path.read_text() == satdoku(*wish, "-n", "20", "--json")[1]
    path.unlink()
    assert satdoku(*wish, "-n", "20", "-o", str(path)) == (0, "", "")  # the ending says it
    assert path.read_text() == satdoku(*wish, "-n", "20", "--csv")[1]
    path.write_text("my own")
    code, _, err = satdoku(*wish, "-n", "30", "-o", str(path))
    assert (code, "was changed since a run wrote it" in err) == (2, True)
    assert path.read_text() == "my own"


def test_what_is_refused(satdoku: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    wish = ("generate", "--seed", "4", "-n", "3")
    assert satdoku(*wish, "-o", "run", "--to", "csv")[0] == 0
    before = files(Path("run"))
    Path("some").mkdir()
    Path("some", "notes").touch()
    Path("plain").touch()
    Path("old.txt.run").write_text('{"settings": {}}')
    for more, reason in (
        (("-o", "run", "--seed", "5"), "other settings (seed)"),
        (("-o", "run", "--clues", "30"), "other settings (clues)"),
        (("-o", "run", "--level", "easy"), "other settings (columns"),
        (("-o", "run", "--block", "3"), "other settings (block)"),
        (("-o", "run", "--to", "jsonl"), "other settings (form)"),
        (("-o", "some"), "holds other files and no run"),
        (("-o", "plain"), "was changed since a run wrote it, or is not of"),
        (("-o", "old.txt"), "is a file, and a run needs a directory"),
        (("-o", "nowhere/out.txt"), "nowhere is not a directory"),
        (("-o", "plain/out"), "plain/out"),
        (("--to", "csv"), "--to is about the parts of a directory"),
        (("-o", "x.txt", "--block", "9"), "--block is about the parts of a directory"),
        (("-o", "new", "--csv"), "--to csv, not with --csv"),
        (("-o", "new", "--to", "xml"), "--to is one of"),
        (("-o", "new", "--rate", "--size", "4"), "--rate is for plain 9x9"),
        (("--rate",), "--rate needs"),
        (("--levels", "easy:1", "--level", "hard"), "--level and --levels both"),
        (("--levels", "gentle:4"), "'gentle' is not a level; there are easy, medium"),
        (("--levels", "easy:1,easy:2"), "easy is named twice"),
        (("--levels", "easy,hard:1"), "the share of easy is a whole number"),
        (("--levels", "easy,nonesuch"), "'nonesuch' is not a level"),
        (("--levels", "easy:0,hard:1"), "the share of easy is a whole number"),
        (("--levels", "easy:1.5"), "not '1.5'"),
        (("--levels", "easy:99999"), "from 1 to 10,000"),
        (("--levels", "hodoku"), "'hodoku' is not a level"),
        (("--levels", "hodoku:esy:3"), "'hodoku:esy' is not a level"),
        (("--levels", "hodoku:easy:2,hodoku:hard"), "the share of hodoku:hard is a whole number"),
        (("--levels", "hodoku:easy,hard"), "the levels are of one scale, unlike hard and hodoku"),
        (("--levels", "hodoku:easy", "--size", "6"), "not by rating"),
    ):
        if "columns" in reason:
            reason = "other settings ("
        code, out, err = satdoku(*wish, *more)
        assert (code, out, err.count("\n")) == (2, "", 1), more
        assert reason in err, more
    assert files(Path("run")) == before
    assert {p.name for p in tmp_path.iterdir()} == {"run", "some", "plain", "old.txt.run"} | {
        p.name for p in tmp_path.glob("plain.run")
    }
    code, _, err = satdoku("generate", "-o", "run2", "--seed", "1", "--to", "csv")
    Path("run2", "_run.json").write_text("[1]")
    code, _, err = satdoku("generate", "-o", "run2")
    assert (code, "is damaged" in err) == (2, True)
    code, _, err = satdoku("batch", "some/notes", "-o", "run")
    assert (code, err.count("\n")) == (2, 1)


def test_a_directory_that_cannot_be_written(satdoku: Output, tmp_path: Path) -> None:
    if not hasattr(os, "geteuid") or os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    tmp_path.chmod(0o500)
    code, _, err = satdoku("generate", "-o", str(tmp_path / "o"), "--to", "csv")
    tmp_path.chmod(0o700)
    assert (code, "Permission denied" in err) == (2, True)


@posix
def test_a_full_disk_loses_nothing(satdoku: Output, tmp_path: Path) -> None:
    import resource

    out, whole = tmp_path / "out", tmp_path / "whole"
    wish = ("generate", "--seed", "4", "-n", "400", *BLOCKS)
    child = os.fork()
    if not child:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))
        os._exit(run([*wish, "-o", str(out)]))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 2
    assert not (out / "_SUCCESS").exists()
    assert satdoku(*wish, "-o", str(out))[0] == 0
    assert satdoku(*wish, "-o", str(whole))[0] == 0
    assert files(out) == files(whole)


def test_a_lost_worker_keeps_what_is_made(tmp_path: Path) -> None:
    lost = Run(PLAIN, 3, 2000, executor=partial(Shuffled, loses=True))
    with pytest.raises(WorkerDied):
        made(tmp_path / "o", lost, size=64)
    assert (tmp_path / "o" / "part-000000.csv").stat().st_size
    made(tmp_path / "o", Run(PLAIN, 3, 300), size=64)
    made(tmp_path / "whole", Run(PLAIN, 3, 300), size=64)
    assert files(tmp_path / "o") == files(tmp_path / "whole")


def test_a_cluster_makes_the_same(satdoku: Output, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="needs satdoku[cluster]")
    wish = ("generate", "--seed", "4", "-n", "90", *BLOCKS)
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0"
    ) as cluster:
        ask = ("--cluster", cluster.scheduler_address, "-o", str(tmp_path / "there"))
        assert satdoku(*wish, *ask)[0] == 0
    assert satdoku(*wish, "-o", str(tmp_path / "here"))[0] == 0
    assert files(tmp_path / "here") == files(tmp_path / "there")


def test_a_run_is_exported_and_reported(satdoku: Output, tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    wish = ("generate", "--seed", "4", "-n", "30", "--rate", *BLOCKS, "-o", out)
    assert satdoku(*wish)[0] == 0
    path = tmp_path / "all.jsonl"
    assert satdoku("batch", "export", out, "-o", str(path))[0] == 0
    exported = [json.loads(line) for line in path.read_text().splitlines()]
    assert [row["line"] for row in exported] == list(range(1, 31))
    html = tmp_path / "r.html"
    data = json.loads(satdoku("report", out, "--json", "-o", str(html))[1])
    assert data["puzzles"] == 30
    assert data["levels"] == dict(Counter(row["level"] for row in exported))
    assert "Made from the seed 4" in html.read_text()


@pytest.mark.full
def test_a_run_that_was_stopped_is_reported_as_far_as_it_is(
    satdoku: Output, tmp_path: Path
) -> None:
    out, path = tmp_path / "out", tmp_path / "all.csv"
    # There are two full grids of 4x4, so that a run of ten cannot end.
    wish = ("generate", "--size", "4", "--full", "--seed", "1", *BLOCKS, "-o", str(out))
    assert satdoku(*wish, "-n", "10")[0] == 3
    code, said, _ = satdoku("report", str(out), "-o", str(tmp_path / "r.html"))
    assert (code, said.splitlines()[:2]) == (3, ["unfinished: 2 of 10 puzzles", "2 puzzles"])
    assert "<h1>out: unfinished: 2 of 10 puzzles</h1>" in (tmp_path / "r.html").read_text()
    data = json.loads(satdoku("report", str(out), "--json")[1])
    assert [data[name] for name in ("ended", "count", "puzzles")] == [False, 10, 2]
    code, said, _ = satdoku("batch", "export", str(out), "-o", str(path))
    assert (code, said) == (3, f"{path}: unfinished: 2 of 10 puzzles\n")
    assert path.read_text().count("\n") == 3
    assert satdoku(*wish, "-n", "1")[0] == 2
    assert json.loads(satdoku("report", str(out), "--json")[1])["count"] == 10
    assert satdoku(*wish, "-n", "2")[0] == 0
    code, said, _ = satdoku("report", str(out), "-o", "-")
    assert (code, said.splitlines()[0]) == (0, "<!DOCTYPE html>")
    assert json.loads(satdoku("report", str(out), "--json")[1])["ended"]


def test_a_target_is_no_obstacle_to_levels() -> None:
    wish = Wish(PLAIN.board, target=Target(only_singles=True))
    run_ = Run(wish, 1, 4, levels={"easy": 1})
    assert [w.target for w in run_.wishes] == [Target(only_singles=True, level="easy")]
    with pytest.raises(SatdokuError, match="singles alone never"):
        list(Run(wish, 1, 4, levels={"hard": 1}).pieces())
