"""``satdoku batch``: files of millions of puzzles, answered into a directory."""

from __future__ import annotations

import json as jsonlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from satdoku.cli import INTERRUPTED, Explained
from satdoku.cli.options import (
    BoxOption,
    FormatOption,
    JsonOption,
    Letters,
    LettersOption,
    RulesOption,
    TimeLimitOption,
    named_file,
)
from satdoku.cli.output import BAD_INPUT, DONE, UNDECIDED, complain
from satdoku.cli.reading import Reading
from satdoku.errors import SatdokuError

if TYPE_CHECKING:
    from satdoku.batch.running import Progress

__all__ = ["batch"]

_REPORT_SECONDS = 5.0
"""Between two lines of progress where no terminal shows them."""

_REFRESH_SECONDS = 0.2


class Where(StrEnum):
    """What answers the blocks."""

    auto = "auto"
    threads = "threads"
    processes = "processes"


class Retry(StrEnum):
    """Which rows are answered again."""

    undecided = "undecided"
    unanswered = "unanswered"


def batch(
    inputs: Annotated[
        list[str],
        typer.Argument(
            metavar="INPUT...", help="Files of puzzles, or - for stdin; or: export DIR."
        ),
    ],
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            callback=named_file,
            help="The directory of the run (of export: the file).",
        ),
    ],
    ask: Annotated[
        str,
        typer.Option(
            metavar="QUESTIONS",
            help="What to ask: verdict, solution, count, canonical, rating, techniques.",
        ),
    ] = "verdict",
    to: Annotated[
        str | None,
        typer.Option(
            metavar="FORM",
            help="How parts are written: parquet, or csv or jsonl (also .gz, .zst).",
        ),
    ] = None,
    limit: Annotated[
        int, typer.Option(min=1, max=10**9, help="Stop counting a puzzle at so many solutions.")
    ] = 1000,
    time_limit: TimeLimitOption = None,
    retry: Annotated[
        list[Retry] | None, typer.Option(help="Answer these rows of the run again.")
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=1, help="So many threads or processes; else all CPUs."),
    ] = None,
    executor: Annotated[
        Where, typer.Option(help="Where blocks are answered; auto goes by the questions' cost.")
    ] = Where.auto,
    block: Annotated[
        int | None,
        typer.Option(min=1, max=1 << 20, help="Entries a part; else so many as take a second."),
    ] = None,
    format: FormatOption = None,
    letters: LettersOption = Letters.auto,
    box: BoxOption = None,
    rules: RulesOption = None,
    json: JsonOption = False,
) -> int:
    """Answer every puzzle of large files into a directory of parts; a stopped run goes on.

    The same command continues a run that was stopped or killed. Bad lines are rows "invalid" with
    the reason. satdoku batch export DIR -o FILE writes all parts as one .sqlite, .csv or .jsonl.
    """
    if inputs[0] == "export":
        return _export(inputs[1:], output)
    from satdoku.batch.blocks import Inputs
    from satdoku.batch.directory import RunDirectory
    from satdoku.batch.encoding import require_form
    from satdoku.batch.running import header, run
    from satdoku.batch.schema import Questions

    reading = Reading.of(format, letters, box, rules)
    names = Questions.of_text(ask)
    if "rating" in names or "techniques" in names:
        from satdoku.rating.explainer import kernel

        kernel()
    before = _begun(output)
    form = to or _form_of(before)
    require_form(form)
    asked = Questions(
        names, time_limit, limit, reading.options.letters, reading.adapt, len(inputs) > 1
    )
    size = block or before.get("block") or asked.block
    given = {"format": format, "letters": letters.value, "box": box, "rules": rules}
    head = header(asked, form, size, {k: v for k, v in given.items() if v is not None})
    if retry and before:
        head["time limit"] = before.get("time limit")
    sources = Inputs(inputs, reading.options, plain=reading.is_plain, size=size)
    head["input"] = sources.fingerprint()
    progress = None
    redo = tuple(dict.fromkeys(kind.value for kind in retry or ()))
    count = jobs or len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else [0])
    with RunDirectory(output, head) as directory, _watched() as seen:
        try:
            for progress in run(
                directory, sources, asked, jobs=count, executor=executor.value, redo=redo
            ):
                seen(progress)
        except KeyboardInterrupt:
            done = 0 if progress is None else progress.rows
            complain(f"interrupted; {done:,} puzzles are done, and the same command goes on")
            return Explained(INTERRUPTED)
    assert progress is not None
    print(jsonlib.dumps(_data(progress, output)) if json else _text(progress, output))
    if progress.verdicts["invalid"]:
        return BAD_INPUT
    return UNDECIDED if progress.open else DONE


def _begun(path: Path) -> dict[str, Any]:
    """What a run in the directory was begun with; nothing where there is none."""
    from satdoku.batch.directory import header_of

    try:
        return header_of(path) if (path / "_run.json").exists() else {}
    except OSError:
        return {}


def _form_of(before: dict[str, Any]) -> str:
    from satdoku.batch.encoding import default_form

    return str(before.get("form") or default_form())


def _data(progress: Progress, path: Path | None = None) -> dict[str, Any]:
    found: dict[str, Any] = {} if path is None else {"directory": str(path)}
    found |= {
        "puzzles": progress.rows,
        "verdicts": dict(sorted(progress.verdicts.items())),
        "open": progress.open,
        "seconds": round(progress.seconds, 3),
        "rate": round(progress.rate, 1),
    }
    if path is None and progress.fraction:
        # What earlier runs did was read over quickly, so this errs on the long side at first.
        left = progress.seconds * (1 - progress.fraction) / progress.fraction
        found |= {"fraction": round(progress.fraction, 4), "seconds_left": round(left, 1)}
    return found


def _text(progress: Progress, path: Path) -> str:
    counts = ", ".join(f"{count:,} {name}" for name, count in sorted(progress.verdicts.items()))
    text = f"{path}: {progress.rows:,} puzzles ({counts})"
    if progress.open:
        text += f"; {progress.open:,} rows wait for --retry"
    if progress.fresh:
        text += f"; {progress.fresh:,} of them in {progress.seconds:.1f} s"
    return text


@contextmanager
def _watched() -> Iterator[Callable[[Progress], None]]:
    """Progress on stderr: a bar at a terminal, else a line of JSON now and then."""
    if not sys.stderr.isatty():
        due = time.monotonic() + _REPORT_SECONDS

        def report(progress: Progress) -> None:
            nonlocal due
            if time.monotonic() >= due:
                due = time.monotonic() + _REPORT_SECONDS
                print(jsonlib.dumps(_data(progress)), file=sys.stderr, flush=True)

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


def _export(arguments: list[str], output: Path) -> int:
    if len(arguments) != 1:
        raise SatdokuError("export takes one directory: satdoku batch export DIR -o FILE")
    from satdoku.batch.exporting import export

    rows = export(Path(arguments[0]), output)
    print(f"{output}: {rows:,} puzzles")
    return DONE
