"""The time that one answer takes, on stderr: all the time on a terminal, else a line a minute."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import ParamSpec, TypeVar

from satdoku.cli.files import is_file

_PATIENCE_SECONDS = 2.0
_REFRESH_SECONDS = 0.5
_LINE_SECONDS = 60.0
"""Where no terminal shows them: between two lines."""

P = ParamSpec("P")
T = TypeVar("T")


class _Waiting:
    """One line on stderr while an answer takes long: its bounds so far, and the time."""

    def __init__(self) -> None:
        self.known = ""
        self._begun: float | None = None
        self._next = _LINE_SECONDS
        self._shown = False
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> None:
        self.known, self._begun, self._next = "", time.monotonic(), _LINE_SECONDS
        if self._thread is None:
            self._thread = threading.Thread(target=self._show, daemon=True)
            self._thread.start()

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._begun = None
            if self._shown and sys.stderr.isatty():
                print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._shown = False

    def _show(self) -> None:
        while True:
            time.sleep(_REFRESH_SECONDS)
            # A stream that is closed, or that no one reads any more, ends no search.
            with self._lock, suppress(OSError, ValueError):
                seconds = -1.0 if self._begun is None else time.monotonic() - self._begun
                if not sys.stderr.isatty():
                    if seconds >= self._next:
                        self._next += _LINE_SECONDS
                        print(f"satdoku: {self.known}{seconds:.0f} s", file=sys.stderr, flush=True)
                elif seconds >= _PATIENCE_SECONDS:
                    line = f"{self.known}{seconds:.0f} s; Ctrl-C ends the search"
                    print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)
                    self._shown = True


_WAITING = _Waiting()


def waited(answers: Iterable[T], arguments: Sequence[str] = ()) -> Iterator[T]:
    """The answers; one that takes long shows the time that it takes.

    Not for arguments that are files, which have a bar of their own (progress.py).
    """
    if any(map(is_file, arguments)):
        yield from answers
        return
    stream = iter(answers)
    while True:
        with _WAITING:
            try:
                answer = next(stream)
            except StopIteration:
                return
        yield answer


def waited_for(question: Callable[P, T]) -> Callable[P, T]:
    """The function ``question``, which shows the time likewise where it takes long."""

    def timed(*arguments: P.args, **options: P.kwargs) -> T:
        with _WAITING:
            return question(*arguments, **options)

    return timed


def bounds_of(unit: str) -> Callable[[int, int], None]:
    """A callback that puts the bounds of a number being found on the line of :func:`waited`."""

    def known(least: int, most: int) -> None:
        _WAITING.known = f"between {least} and {most} {unit}; "

    return known
