"""The line that a terminal shows while one answer takes long."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

from satdoku.cli import waiting
from satdoku.diagnosing.backdoors import find_backdoors
from satdoku.formats import parse

Run = Callable[..., tuple[int, str, str]]
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    stderr = Terminal()
    monkeypatch.setattr(waiting, "sys", SimpleNamespace(stderr=stderr))
    monkeypatch.setattr(waiting, "_PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(waiting, "_REFRESH_SECONDS", 0.001)
    # The thread of an earlier command may sleep for long.
    monkeypatch.setattr(waiting, "_WAITING", waiting._Waiting())
    return stderr


def awaited(terminal: Terminal, words: str) -> bool:
    """Whether this comes, whatever the seconds are."""
    while words not in re.sub(r"\b\d+ s", "0 s", terminal.getvalue()):
        time.sleep(0.005)
    return True


def test_what_is_known_and_the_time(terminal: Terminal) -> None:
    def answers() -> Iterator[str]:
        assert awaited(terminal, "\r\x1b[K0 s; Ctrl-C ends the search")
        waiting.bounds_of("cells")(2, 7)
        assert awaited(terminal, "\r\x1b[Kbetween 2 and 7 cells; 0 s; Ctrl-C")
        yield "first"
        terminal.truncate(0)
        assert awaited(terminal, "\x1b[K0 s")  # what was known of the first is gone
        yield "second"

    seen = []
    for answer in waiting.waited(answers(), (EASY,)):
        seen.append(answer)
        assert terminal.getvalue().endswith("\r\x1b[K")  # the row stands on a line of its own
        held = terminal.getvalue()
        time.sleep(0.02)
        assert terminal.getvalue() == held
    assert seen == ["first", "second"]


def test_no_line_where_there_is_no_terminal_or_a_file(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow() -> Iterator[int]:
        time.sleep(0.05)
        yield 1

    assert list(waiting.waited(slow(), (__file__,))) == [1]
    monkeypatch.setattr(terminal, "isatty", lambda: False)
    assert list(waiting.waited(slow(), (EASY,))) == [1]
    assert terminal.getvalue() == ""


def test_a_stream_that_is_closed_ends_no_answer(terminal: Terminal) -> None:
    def answers() -> Iterator[int]:
        closed = Terminal()
        closed.close()
        waiting.sys.stderr = closed
        time.sleep(0.05)
        waiting.sys.stderr = terminal
        assert awaited(terminal, "Ctrl-C")
        yield 1

    assert list(waiting.waited(answers(), (EASY,))) == [1]


def test_a_line_now_and_then_where_there_is_no_terminal(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal, "isatty", lambda: False)
    monkeypatch.setattr(waiting, "_LINE_SECONDS", 0.01)

    def slow() -> Iterator[int]:
        assert awaited(terminal, "satdoku: 0 s\nsatdoku: 0 s\n")
        yield 1

    assert list(waiting.waited(slow(), (EASY,))) == [1]
    assert "\x1b" not in terminal.getvalue()
    assert waiting.waited_for(lambda: awaited(terminal, "satdoku: 0 s\n"))()


def test_a_command_on_a_terminal(satdoku: Run, terminal: Terminal) -> None:
    code, out, _ = satdoku("backdoors", EASY)
    assert (code, out[:2]) == (0, "0\t")
    assert terminal.getvalue().count("\n") == 0


def test_backdoors_report_their_bounds() -> None:
    seen: list[tuple[int, int]] = []
    backdoors = find_backdoors(parse(HARD).puzzle, progress=lambda *bounds: seen.append(bounds))
    assert seen
    assert seen == sorted(seen)  # the lower only rises, the upper is the best one known
    assert all(least <= backdoors.size <= most for least, most in seen)
