"""How far a batch run is, and what it came to."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from satdoku.answers.json_object import SCHEMA
from satdoku.base.worded import plural

if TYPE_CHECKING:
    from satdoku.batch.running import Progress

_REPORT_SECONDS = 5.0
"""Between two lines of progress where no terminal shows them."""

_REFRESH_SECONDS = 0.2


def data_line(progress: Progress, path: Path | None = None) -> str:
    """A JSON object: how far a run is, or where ``path`` is given what it came to."""
    data: dict[str, Any] = {"schema": SCHEMA}
    data |= {} if path is None else {"directory": str(path)}
    data |= {
        "puzzles": progress.rows,
        "verdicts": dict(sorted(progress.verdicts.items())),
        "open": progress.open,
        "seconds": round(progress.seconds, 3),
        "rate": round(progress.rate, 1),
    }
    if path is None and progress.fraction:
        # What earlier runs did was read over quickly, so this errs on the long side at first.
        left = progress.seconds * (1 - progress.fraction) / progress.fraction
        data |= {"fraction": round(progress.fraction, 4), "seconds_left": round(left, 1)}
    return json.dumps(data)


def summary(progress: Progress, path: Path) -> str:
    """The result of a run, in a line."""
    counts = ", ".join(f"{count:,} {name}" for name, count in sorted(progress.verdicts.items()))
    text = f"{path}: {plural(progress.rows, 'puzzle')} ({counts})"
    if progress.open:
        waits = "waits" if progress.open == 1 else "wait"
        text += f"; {plural(progress.open, 'row')} {waits} for --retry"
    if progress.fresh:
        text += f"; {progress.fresh:,} of them in {progress.seconds:.1f} s"
    return text


@contextmanager
def watched_batch() -> Iterator[Callable[[Progress], None]]:
    """Progress on stderr: a bar at a terminal, else a line of JSON now and then."""
    if not sys.stderr.isatty():
        due = time.monotonic() + _REPORT_SECONDS

        def report(progress: Progress) -> None:
            nonlocal due
            if time.monotonic() >= due:
                due = time.monotonic() + _REPORT_SECONDS
                print(data_line(progress), file=sys.stderr, flush=True)

        yield report
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    with Bar(
        BarColumn(),
        TextColumn("{task.fields[rows]:,} puzzles"),
        TextColumn("{task.fields[rate]:,.0f}/s"),
        TextColumn("{task.fields[verdicts]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task("", total=None, rows=0, rate=0.0, verdicts="")
        shown = 0.0

        def show(progress: Progress) -> None:
            nonlocal shown
            now = time.monotonic()
            if now - shown < _REFRESH_SECONDS:
                return
            shown = now
            words = ", ".join(f"{n:,} {name}" for name, n in progress.verdicts.most_common(3))
            total = None if progress.fraction is None else 1.0
            bar.update(
                task,
                total=total,
                completed=progress.fraction or 0.0,
                rows=progress.rows,
                rate=progress.rate,
                verdicts=words,
            )

        yield show
