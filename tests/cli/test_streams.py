"""The standard streams and ``-o``: closed, full and broken streams, devices, pipes and links."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from satdoku.base.errors import SatdokuError
from satdoku.cli.files import output_file
from satdoku.cli.streams import _Terminal
from tests.shared import thinned

P = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
Call = Callable[..., tuple[int, str, str]]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="descriptors and FIFOs are POSIX")


def shell(line: str, where: Path, stdin: str = "") -> tuple[int, str, str]:
    """A line of the shell, in which ``satdoku`` is this one."""
    done = subprocess.run(
        ["bash", "-c", f'satdoku() {{ "{sys.executable}" -m satdoku "$@"; }}; {line}'],
        cwd=where,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


FULL = "satdoku: standard output cannot be written: No space left on device\n"
CLOSED = "satdoku: standard output cannot be written: it is closed\n"


@pytest.mark.parametrize(
    ("line", "code", "err"),
    thinned(
        [
            (f"satdoku convert {P} >/dev/full", 2, FULL),
            ("satdoku --help >/dev/full", 2, FULL),
            (f"satdoku check-unique {P} >&-", 2, CLOSED),
            ("satdoku check-unique nonsense 2>/dev/full", 2, ""),
            (f"satdoku check-unique {P} 2>&- >/dev/full", 2, ""),
            ("satdoku convert - <&-", 2, "satdoku: standard input cannot be read: it is closed\n"),
            ("satdoku convert many | head -1 >/dev/null; exit ${PIPESTATUS[0]}", 0, ""),
            ("satdoku show many many 2>&1 | head -1 >/dev/null; exit ${PIPESTATUS[0]}", 0, ""),
        ],
        3,
        rows=True,
    ),
)
def test_closed_full_and_broken(line: str, code: int, err: str, tmp_path: Path) -> None:
    if "/dev/full" in line and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    (tmp_path / "many").write_text(f"{P}\n" * 2000)
    assert shell(line, tmp_path) == (code, "", err)


def test_a_closed_output_is_not_given_to_a_file(tmp_path: Path) -> None:
    """The number 1 was the next file's, and what was printed went into it."""
    code, out, err = shell(f"satdoku convert {P} -o out >&- 2>&-", tmp_path)
    assert (code, out, err) == (0, "", "")
    assert (tmp_path / "out").read_text() == P + "\n"


# --- -o ----------------------------------------------------------------------------------------


@pytest.fixture
def fifo(tmp_path: Path) -> Path:
    path = tmp_path / "fifo"
    os.mkfifo(path)
    return path


@pytest.mark.parametrize(
    "command",
    [
        ("convert", P),
        ("encode", "--to", "pb", P),
        ("generate", "--seed", "1", "-n", "2"),
        ("generate", "--csv", "--seed", "1"),
    ],
    ids=" ".join,
)
def test_a_pipe_stays_a_pipe(satdoku: Call, fifo: Path, command: tuple[str, ...]) -> None:
    read = []
    reader = threading.Thread(target=lambda: read.append(fifo.read_bytes()))
    reader.start()
    code, out, err = satdoku(*command, "-o", str(fifo))
    reader.join()
    assert (code, out, err) == (0, "", "")
    assert read[0]
    assert stat.S_ISFIFO(fifo.stat().st_mode)
    assert [path.name for path in fifo.parent.iterdir()] == ["fifo"]


def test_a_device_stays_a_device(satdoku: Call, tmp_path: Path) -> None:
    device = tmp_path / "full"
    try:
        os.mknod(device, 0o600 | stat.S_IFCHR, os.makedev(1, 7))
        device.write_bytes(b"")
    except OSError:
        pytest.skip("devices cannot be made here")
    for command in (("convert", P), ("encode", P), ("generate",)):
        code, _, err = satdoku(*command, "-o", str(device))
        assert (code, err) == (2, f"satdoku: {device} cannot be written: No space left on device\n")
    assert stat.S_ISCHR(device.stat().st_mode)
    assert [path.name for path in tmp_path.iterdir()] == ["full"]


def test_a_link_is_followed_and_permissions_are_kept(satdoku: Call, tmp_path: Path) -> None:
    real, link, dangling = (tmp_path / name for name in ("real", "link", "dangling"))
    real.write_text("old\n")
    real.chmod(0o640)
    link.symlink_to("real")
    dangling.symlink_to("new")
    for path in (link, dangling):
        assert satdoku("convert", P, "-o", str(path)) == (0, "", "")
        assert path.is_symlink()
        assert path.read_text() == P + "\n"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert {path.name for path in tmp_path.iterdir()} == {"real", "link", "dangling", "new"}


def test_standard_output_by_its_name_is_appended_to(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("before\n")
    assert shell(f"satdoku convert {P} -o /dev/stdout >> log", tmp_path) == (0, "", "")
    assert log.read_text() == f"before\n{P}\n"


def test_a_file_appears_whole_or_not_at_all(satdoku: Call, tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("old\n")

    def interrupted() -> None:
        with output_file(path) as stream:
            stream.write("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_text() == "old\n"
    for name, reason in ((tmp_path, "Is a directory"), (path / "x", "Not a directory")):
        code, _, err = satdoku("convert", P, "-o", str(name))
        assert (code, err) == (2, f"satdoku: {name} cannot be written: {reason}\n")
    loop = tmp_path / "loop"
    loop.symlink_to("loop")
    with pytest.raises(SatdokuError, match="symbolic links"), output_file(loop):
        pass
    assert {entry.name for entry in tmp_path.iterdir()} == {"out", "loop"}


# --- messages ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("check-unique", "/" + "x" * 100_000), "there is no such file, and this is not a puzzle"),
        (("check-unique", "--jobs", "9" * 5_000 + "x", P), "a whole number is wanted"),
        (("check-unique", "--rules", "y" * 100_000, P), "--rules: "),
        (("check-unique", P, "--box", "z" * 100_000), "describes no board; the words are"),
        (("nonsense" * 10_000,), "a command comes before the puzzle"),
        (("check-unique", "3x3:a5b3c7"), "'a5b3c7' has 9 cells, but the board has 81"),
        (("check-unique", "1" * 81), "and 17 more problems"),
    ],
)
def test_messages_are_short_and_keep_the_reason(
    satdoku: Call, arguments: tuple[str, ...], reason: str
) -> None:
    code, _, err = satdoku(*arguments)
    assert code == 2
    assert reason in err
    assert len(err) < 1100
    assert err.count("\n") == 1


def test_a_message_is_one_line_of_visible_characters(satdoku: Call) -> None:
    code, _, err = satdoku("check-unique", "5,3,\x1b[31m\x85.txt")
    assert code == 2
    assert err.startswith(r"satdoku: 5,3,\x1b[31m\x85.txt: there is no such file")
    assert err.splitlines() == [err.removesuffix("\n")]


# --- Ctrl-C ------------------------------------------------------------------------------------


@pytest.mark.parametrize("delay", [0.3, 0.8])
@pytest.mark.parametrize("command", ["check-unique -j 2 --backend sat", "count"])
def test_an_interrupt_at_any_moment(command: str, delay: float, tmp_path: Path) -> None:
    (tmp_path / "many").write_text(f"{P}\n" * 500 + "." * 81 + "\n")
    words = command.split()
    with subprocess.Popen(
        [sys.executable, "-m", "satdoku", *words, "many", "-"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        time.sleep(delay)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate()
    unheard = process.returncode == -signal.SIGINT and not err
    is_starting = err.startswith("Fatal Python error: init")  # of Python itself
    if unheard or is_starting or ("Traceback" in err and ", in main\n" not in err):
        pytest.skip("main had not begun")
    assert (process.returncode, err) == (130, "satdoku: interrupted\n")


@pytest.mark.parametrize(
    ("name", "ending"),
    [
        ("/usr/bin/satdoku", (130, "satdoku: interrupted\n")),
        ("-m", (130, "satdoku: interrupted\n")),
        ("program.py", (7, "")),  # it has a way of its own to end
    ],
)
def test_an_interrupt_while_the_command_is_loaded(name: str, ending: tuple[int, str]) -> None:
    code = f"""
import os, signal, sys
sys.argv = [{name!r}, "doctor"]
class Finder:
    def find_spec(name, path=None, target=None):
        if name == "satdoku.base.late":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder)
try:
    from satdoku.cli import main
except KeyboardInterrupt:
    sys.exit(7)
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == ending


def test_an_interrupt_that_an_import_drops() -> None:
    """Compiled modules drop exceptions of what they run while they are loaded."""
    code = """
import os, signal, sys
sys.argv = ["satdoku", "doctor"]
class Finder:
    def find_spec(name, path=None, target=None):
        if name == "satdoku.answers.doctor":
            try:
                os.kill(os.getpid(), signal.SIGINT)
            except KeyboardInterrupt:
                pass
sys.meta_path.insert(0, Finder)
from satdoku.cli import main
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "satdoku: interrupted\n")


def test_a_bug_is_no_answer(tmp_path: Path) -> None:
    """Python's code for a traceback is 1, and 1 means "no"."""
    code = "import satdoku.cli.app as a; a.run = lambda _: 1 / 0; import satdoku.cli as c; c.main()"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 70
    assert done.stderr.endswith("ZeroDivisionError: division by zero\n")


@pytest.mark.full
def test_bytes_that_are_no_text_are_shown_at_a_terminal(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    seen_at_a_terminal: Callable[..., tuple[int, str]],
) -> None:
    """Python writes strictly to a terminal in most locales."""
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8:strict")
    path = tmp_path / "puzzles.txt"
    path.write_bytes(b"\x80" + b"." * 15 + b"\n" + b"." * 16 + b"\n")
    code, text = seen_at_a_terminal("show", str(path), "--json")
    assert code == 2
    assert "Traceback" not in text
    assert "\\udc80" in text
    assert '"line": 2' in text


@pytest.mark.parametrize(
    "command",
    ["show --svg", "show --html", "hint --svg", "steps --svg", "explain --html", "book -o"],
)
def test_no_picture_takes_the_place_of_the_puzzles(
    satdoku: Call, tmp_path: Path, command: str
) -> None:
    path = tmp_path / "a.txt"
    path.write_text(P + "\n")
    name, option = command.split()
    limit = ("-t", "hidden-single", "--limit", "1") if name == "steps" else ()
    code, out, err = satdoku(name, str(path), *limit, option, str(path))
    assert (code, out, err.count("\n"), path.read_text()) == (2, "", 1, P + "\n")
    assert f"{path} holds the puzzles" in err


NASTY = "a\x1b[31mb\x1b]0;x\x07\nc\x9b5m\r\u202ed"


@pytest.mark.parametrize(
    "command",
    thinned(
        ["show", "explain", "check", "hint", "diagnose", "redundant", "rate", "check-unique"], 8
    ),
)
def test_no_title_reaches_the_terminal_as_it_is(command: str, tmp_path: Path) -> None:
    data = {"satdoku": 1, "board": {"size": 9, "box": [3, 3]}, "givens": P}
    file = tmp_path / "a.json"
    file.write_text(json.dumps(data | {"title": NASTY, "author": NASTY, "rules": NASTY}))
    _, printed, _ = shell(f"satdoku {command} a.json", tmp_path)
    assert not re.search(
        r"[^\n -~\xa1-\u2000\u2010-\u2028\u2070-\uffff]", printed.replace("\t", "")
    )
    assert NASTY[-1] in printed


def test_a_terminal_obeys_colours_alone(at_a_terminal: Callable[..., tuple[int, str]]) -> None:
    code, text = at_a_terminal("check", f"{P} \x1b]0;x\x07\x1b[2J\u202e")
    assert code == 0
    assert not re.search(r"[\x07\u202e]|\x1b(?!\[[0-9;]*m)", text)
    written = io.BytesIO()
    terminal = _Terminal(written, encoding="utf-8")
    terminal.write("\x1b[1;31mred\x1b[0m \t\x1b[2J\x9b5m\r\u202e\n")
    terminal.flush()
    assert written.getvalue() == b"\x1b[1;31mred\x1b[0m \t\\x1b[2J\\x9b5m\\r\\u202e\n"
