"""The progress of long runs, on stderr where that is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from satdoku.cli.files import is_file

if TYPE_CHECKING:
    from satdoku.generating import Piece as Piece
    from satdoku.generating import Run

_REFRESH_SECONDS = 0.1


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

    With a difficulty in the wish, tries are puzzles rated, and the nearest rating is shown; without
    givens they are rounds of the search for clues.
    """
    if not sys.stderr.isatty():
        yield lambda number, piece: None
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
        near = ""

        def show(tried: int, nearest: str | None = None, number: int | None = None) -> None:
            nonlocal shown, near
            now = time.monotonic()
            near = near if nearest is None else f"nearest {nearest}"
            if now - shown > 2 * _REFRESH_SECONDS:
                shown = now
                rate = tried / max(now - started, 1e-3)
                bar.update(task, completed=number, tried=tried, rate=rate, nearest=near)

        def seen(number: int, piece: Piece) -> None:
            if not (run.levels or run.wish.target or run.wish.no_givens):
                show(piece.tried, None, number)
            else:
                show(piece.effort.ratings, piece.effort.nearest, number)

        run.report = lambda effort: show(effort.ratings, effort.nearest)
        yield seen
