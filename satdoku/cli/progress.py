"""The progress of long runs, on stderr where that is a terminal."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from satdoku.cli.files import is_file

if TYPE_CHECKING:
    from satdoku.generating import Piece as Piece
    from satdoku.generating import Run

__all__ = ["bounds_of", "waited", "watched", "watched_run"]

_REFRESH_SECONDS = 0.1
_PATIENCE_SECONDS = 2.0

T = TypeVar("T")


@contextmanager
def watched(arguments: Sequence[str]) -> Iterator[Callable[[int, int], None]]:
    """A progress bar, fed with the bytes and the number of puzzles read.

    Only where an argument is a file; else a function that does nothing, so that callers need no
    case of their own.
    """
    if not (sys.stderr.isatty() and any(map(is_file, arguments))):
        yield lambda count, puzzles: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    with Progress(
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[puzzles]:,} puzzles"),
        TextColumn("{task.fields[rate]:,.0f}/s"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as progress:
        task = progress.add_task("", total=_input_bytes(arguments), puzzles=0, rate=0.0)
        puzzles = pending = 0
        shown = 0.0

        def advance(count: int, number: int) -> None:
            nonlocal puzzles, pending, shown
            puzzles += number
            pending += count
            now = time.monotonic()
            if now - shown > _REFRESH_SECONDS:
                elapsed = progress.tasks[0].elapsed
                rate = puzzles / elapsed if elapsed else 0.0
                progress.update(task, advance=pending, puzzles=puzzles, rate=rate)
                pending = 0
                shown = now

        yield advance


def _input_bytes(arguments: Sequence[str]) -> int | None:
    """The size of all files together, to measure progress by; ``None`` where it is not known."""
    total = 0
    for argument in arguments:
        if argument == "-":
            return None
        if not is_file(argument):
            total += len(argument)
            continue
        path = Path(argument)
        if not path.is_file() or path.suffix in (".gz", ".xz"):
            return None
        total += path.stat().st_size
    return total


@contextmanager
def watched_run(run: Run) -> Iterator[Callable[[int, Piece], None]]:
    """A line on the terminal: found, tried, tries a second, time.

    With a difficulty in the wish, tries are puzzles rated, and the nearest rating is shown.
    """
    if not sys.stderr.isatty():
        yield lambda found, piece: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    with Progress(
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} puzzles"),
        TextColumn("{task.fields[tried]:,} tried, {task.fields[rate]:,.0f}/s"),
        TextColumn("{task.fields[nearest]}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task("", total=run.count, tried=0, rate=0.0, nearest="")
        started = time.monotonic()
        shown = 0.0

        def show(tried: int, nearest: int | None = None, found: int | None = None) -> None:
            nonlocal shown
            now = time.monotonic()
            if now - shown > 2 * _REFRESH_SECONDS:
                shown = now
                near = "" if nearest is None else f"nearest ER {nearest / 10:.1f}"
                rate = tried / max(now - started, 1e-3)
                bar.update(task, completed=found, tried=tried, rate=rate, nearest=near)

        def seen(found: int, piece: Piece) -> None:
            if not run.levels and run.wish.target is None:
                show(piece.tried, None, found)
            else:
                show(piece.effort.ratings, piece.effort.nearest, found)

        run.report = lambda effort: show(effort.ratings, effort.nearest)
        yield seen


class _Waiting:
    """One line on stderr while an answer takes long: what is known of it, and the time."""

    def __init__(self) -> None:
        self.known = ""
        self._begun: float | None = None
        self._shown = False
        self._lock = threading.Lock()
        self._done = threading.Event()

    def begin(self) -> None:
        self.known, self._begun = "", time.monotonic()

    def end(self) -> None:
        with self._lock:
            self._begun = None
            if self._shown:
                print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._shown = False

    def __enter__(self) -> None:
        self._done.clear()
        threading.Thread(target=self._show, daemon=True).start()

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self.end()

    def _show(self) -> None:
        while not self._done.wait(5 * _REFRESH_SECONDS):
            with self._lock:
                if self._begun is None:
                    continue
                seconds = time.monotonic() - self._begun
                if seconds > _PATIENCE_SECONDS:
                    line = f"{self.known}{seconds:.0f} s; Ctrl-C ends the search"
                    print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)
                    self._shown = True


_WAITING = _Waiting()


def waited(answers: Iterable[T], arguments: Sequence[str]) -> Iterator[T]:
    """The answers; where stderr is a terminal, one that takes long shows the time that it takes.

    Files have a bar of their own (:func:`watched`).
    """
    if not sys.stderr.isatty() or any(map(is_file, arguments)):
        yield from answers
        return
    stream = iter(answers)
    with _WAITING:
        while True:
            _WAITING.begin()
            try:
                answer = next(stream)
            except StopIteration:
                return
            finally:
                _WAITING.end()
            yield answer


def bounds_of(what: str) -> Callable[[int, int], None]:
    """Takes the bounds of a number that is being found, for the line of :func:`waited`."""

    def known(least: int, most: int) -> None:
        _WAITING.known = f"between {least} and {most} {what}; "

    return known
