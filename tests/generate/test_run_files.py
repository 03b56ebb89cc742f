"""Output files that are resumed: killed at any point, and beside notes that are damaged."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from satdoku.cli.app import run
from satdoku.errors import SatdokuError
from satdoku.generating import RunFile, store

pytest.importorskip("satdoku.core")
WISH = ("generate", "--seed", "4", "--symmetry", "180", "-n", "12")
Output = Callable[..., tuple[int, str, str]]


@pytest.fixture
def satdoku(capsys: pytest.CaptureFixture[str]) -> Output:
    """Runs a command line in this process: its exit code, and what it wrote."""

    def call(*arguments: str) -> tuple[int, str, str]:
        code = run(arguments)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def killed_at(number: int, work: Callable[[], Any]) -> bool:
    """Do some work in a process that dies before the n-th line of store.py that it comes to.

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
        if frame.f_code.co_filename != store.__file__:
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


def run_to_the_end(path: Path) -> None:
    """What a run writes, three lines at a time, from where the file says that it goes on."""
    with RunFile(path, {"seed": 1}) as file:
        for number in range(file.next_number, 9, 3):
            file.append([f"line {i}" for i in range(number, number + 3)], number + 3, 0)


@pytest.mark.skipif(
    not hasattr(os, "fork"), reason="the process to be killed is a fork of this one"
)
@pytest.mark.parametrize(("seconds", "every"), [(0, 1), (60, 5)])
def test_a_run_killed_anywhere_ends_with_the_same_file(
    seconds: int, every: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "_NOTE_SECONDS", seconds)
    monkeypatch.setattr(os, "fsync", lambda number: None)  # slow, and the system lives on
    whole = "".join(f"line {i}\n" for i in range(9))
    number = 1 - every
    died = True
    while died:
        number += every
        path = tmp_path / f"{number}.txt"
        died = killed_at(number, partial(run_to_the_end, path))
        run_to_the_end(path)
        assert path.read_text() == whole, number
    assert number > 40


@pytest.mark.skipif(
    not hasattr(os, "fork"), reason="the process to be killed is a fork of this one"
)
def test_a_killed_command_ends_with_the_same_file(
    tmp_path: Path, satdoku: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "_NOTE_SECONDS", 0)
    whole = satdoku(*WISH, "--csv")[1]
    for number in range(1, 120, 17):
        path = tmp_path / f"{number}.txt"
        killed_at(number, partial(run, (*WISH, "--csv", "-o", str(path))))
        assert satdoku(*WISH, "--csv", "-o", str(path)) == (0, "", "")
        assert path.read_text() == whole, number


def test_lines_that_no_note_speaks_of_are_made_again(tmp_path: Path, satdoku: Output) -> None:
    """Also where a piece of a line is all that reached the disk."""
    path = tmp_path / "out.txt"
    with RunFile(path, {"seed": 1}) as file:
        file.append(["one"], 1, 0)
        file.append(["two"], 2, 0)
        note = (tmp_path / "out.txt.run").read_text()
    assert json.loads(note)["bytes"] == 0
    (tmp_path / "out.txt.run").write_text(note)
    path.write_text("one\ntw")
    with RunFile(path, {"seed": 1}) as file:
        assert (file.lines(), file.next_number) == ([], 0)
    assert path.read_text() == ""


def note(path: Path, **changes: Any) -> bytes:
    """The note of a finished run with other values."""
    found = json.loads(path.read_text()) | changes
    return json.dumps({key: value for key, value in found.items() if value is not ...}).encode()


DAMAGES: dict[str, Callable[[Path], bytes]] = {
    "empty": lambda path: b"",
    "truncated": lambda path: path.read_bytes()[:40],
    "binary": lambda path: bytes(range(256)),
    "not an object": lambda path: b"[1, 2]",
    "a number": lambda path: b"7",
    "nested": lambda path: b"[" * 100_000,
    "settings of another type": lambda path: note(path, settings=5),
    "bytes of another type": lambda path: note(path, bytes="9"),
    "bytes beyond all": lambda path: note(path, bytes=float("inf")),
    "negative bytes": lambda path: note(path, bytes=-5),
    "next of another type": lambda path: note(path, next=None),
    "negative next": lambda path: note(path, next=-1),
    "stale of another type": lambda path: note(path, stale=[1]),
    "stale that is true": lambda path: note(path, stale=True),
    "digest of another type": lambda path: note(path, sha256=1),
    "another digest": lambda path: note(path, sha256="0" * 64),
    "fewer bytes": lambda path: note(path, bytes=1),
    "more bytes": lambda path: note(path, bytes=10**9),
    "no next": lambda path: note(path, next=...),
    "more than is known": lambda path: note(path, extra=1),
    "another version": lambda path: path.read_bytes().replace(b"recipe ", b"recipe 9"),
    "another seed": lambda path: path.read_bytes().replace(b'"seed": 4', b'"seed": 5'),
    "another wish": lambda path: path.read_bytes().replace(b'"180"', b'"90"'),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_note_is_refused_and_nothing_is_lost(
    damage: str, tmp_path: Path, satdoku: Output
) -> None:
    path = tmp_path / "out.txt"
    beside = tmp_path / "out.txt.run"
    assert satdoku(*WISH, "-o", str(path))[0] == 0
    lines, damaged = path.read_bytes(), DAMAGES[damage](beside)
    assert damaged != beside.read_bytes()
    beside.write_bytes(damaged)
    for seed in (WISH, ("generate", *WISH[3:])):  # without --seed the note's own is taken
        code, out, err = satdoku(*seed, "-o", str(path))
        assert (code, out) == (2, ""), damage
        assert err.startswith("satdoku: ")
        assert err.count("\n") == 1
        assert str(path) in err
        assert (path.read_bytes(), beside.read_bytes()) == (lines, damaged)
        if damage == "another seed":
            break


def test_what_is_no_file_is_refused(tmp_path: Path, satdoku: Output) -> None:
    path, beside = tmp_path / "out.txt", tmp_path / "out.txt.run"
    beside.mkdir()
    code, _, err = satdoku(*WISH, "-o", str(path))
    assert (code, path.exists()) == (2, False)
    assert "out.txt.run is no run note" in err
    code, _, err = satdoku(*WISH, "-o", str(tmp_path))
    assert code == 2
    assert str(tmp_path) in err
    # A device is written through, and no note is left beside it.
    assert satdoku(*WISH, "-o", os.devnull)[0] == 0
    assert not Path(f"{os.devnull}.run").exists()


def test_a_file_that_is_gone_is_not_begun_afresh(tmp_path: Path, satdoku: Output) -> None:
    path = tmp_path / "out.txt"
    assert satdoku(*WISH, "-o", str(path))[0] == 0
    path.unlink()
    code, _, err = satdoku(*WISH, "-o", str(path))
    assert code == 2
    assert "is missing" in err
    assert not path.exists()


def test_a_run_that_made_nothing_stands_in_nobodys_way(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    with RunFile(path, {"seed": 1}):
        pass
    with RunFile(path, {"seed": 2}) as file:
        file.append(["one"], 1, 0)
    with pytest.raises(SatdokuError, match="another seed"):
        RunFile(path, {"seed": 1})


@pytest.mark.skipif(not hasattr(os, "fork"), reason="limits on files are POSIX")
def test_a_full_disk_loses_no_finished_line(tmp_path: Path, satdoku: Output) -> None:
    import resource
    import signal

    path = tmp_path / "out.txt"
    child = os.fork()
    if not child:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))
        os._exit(run((*WISH[:-1], "300", "-o", str(path))))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 2
    assert satdoku(*WISH[:-1], "300", "-o", str(path))[0] == 0
    assert path.read_text() == satdoku(*WISH[:-1], "300")[1]
