"""``satdoku batch``: files of millions of puzzles, answered into a directory."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from satdoku.base.codes import INTERRUPTED, Explained
from satdoku.base.errors import SatdokuError
from satdoku.base.limits import Limit
from satdoku.base.worded import plural, puzzles_in_words, worded
from satdoku.base.workers import processors
from satdoku.batch.schema import QUESTIONS, Questions
from satdoku.cli.batch_progress import data_line, summary, watched_batch
from satdoku.cli.groups import InputGroup
from satdoku.cli.options import (
    JsonOption,
    TimeLimitOption,
    argument,
    jobs_option,
    named_file,
    option,
)
from satdoku.cli.output import BAD_INPUT, DONE, UNDECIDED, complain

LISTED = 510, "Answer files of any size into a directory; can be resumed"
EXAMPLES = ("satdoku batch puzzles.txt -o answers --ask verdict,solution,rating",)


def batch(
    inputs: Annotated[
        list[str],
        argument(metavar="INPUT...", text="Files of puzzles, or - for stdin; or: export DIR."),
    ],
    output: Annotated[
        Path,
        option(
            "--output",
            "-o",
            callback=named_file,
            text="Write the run into this directory (export: write this file).",
        ),
    ],
    input: InputGroup,
    ask: Annotated[
        str,
        option(
            metavar="QUESTIONS",
            text=f"Ask for these: {', '.join(QUESTIONS)}.",
        ),
    ] = "verdict",
    to: Annotated[
        str | None,
        option(
            metavar="FORM",
            text="Write parts as parquet, csv or jsonl (also csv.gz, jsonl.zst ...).",
        ),
    ] = None,
    limit: Annotated[
        int, option(min=1, max=10**9, text="Stop counting after N solutions of a puzzle.")
    ] = 1000,
    time_limit: TimeLimitOption = None,
    retry: Annotated[
        Literal["undecided", "unanswered"] | None,
        option(text="Answer these rows of the run again."),
    ] = None,
    jobs: Annotated[
        int | None, jobs_option("Work in N threads or processes (by default one for each CPU).")
    ] = None,
    executor: Annotated[
        Literal["auto", "threads", "processes"],
        option(
            text="Answer blocks in threads or processes; auto chooses by the cost of the questions."
        ),
    ] = "auto",
    cluster: Annotated[
        str | None,
        option(
            metavar="ADDRESS",
            text="Answer on the Dask cluster with this scheduler (local: on this machine).",
        ),
    ] = None,
    block: Annotated[
        int | None,
        option(
            min=1, max=1 << 20, text="Write N entries into each part (by default a second's work)."
        ),
    ] = None,
    json: JsonOption = False,
) -> int:
    """Answer questions about every puzzle of large files, into a directory of parts.

    The same command continues a run that was stopped or killed. A line that cannot be read becomes
    a row "invalid" with the reason. satdoku batch export DIR -o FILE writes all parts as one
    .sqlite, .csv or .jsonl file.
    """
    if inputs[0] == "export":
        return _export(inputs[1:], output)
    from satdoku.batch.running import opened, run

    names = Questions.of_text(ask)
    if any(QUESTIONS[name].question == "rating.RateQuestion" for name in names):
        from satdoku.base.compiled import required_core

        required_core("rating")
    reading = input.reading()
    letters = reading.options.letters
    seconds = Limit(seconds=time_limit).seconds
    questions = Questions(names, seconds, limit, letters, reading.adapt, len(inputs) > 1)
    given = {name: value for name, value in vars(input).items() if value not in (None, False)}
    redo = (retry,) if retry else ()
    directory, sources = opened(
        output,
        inputs,
        questions,
        options=reading.options,
        plain=reading.is_plain,
        reading=given,
        form=to,
        size=block,
        redo=bool(redo),
    )
    jobs = jobs or processors()
    progress = None
    if directory.notice:
        complain(directory.notice)
    with directory, watched_batch() as seen:
        try:
            for progress in run(
                directory,
                sources,
                questions,
                jobs=jobs,
                executor=executor,
                cluster=cluster,
                redo=redo,
            ):
                seen(progress)
        except KeyboardInterrupt:
            done = 0 if progress is None else progress.rows
            complain(
                worded(
                    "interrupted; {puzzles} done, and the same command continues",
                    puzzles=puzzles_in_words(done),
                )
            )
            return Explained(INTERRUPTED)
    assert progress is not None
    print(data_line(progress, output) if json else summary(progress, output))
    if progress.verdicts["invalid"]:
        return BAD_INPUT
    return UNDECIDED if progress.open else DONE


def _export(arguments: list[str], output: Path) -> int:
    if len(arguments) != 1:
        raise SatdokuError("export takes one directory: satdoku batch export DIR -o FILE")
    from satdoku.batch.exporting import export, stored

    run = stored(Path(arguments[0]))
    export(run, output)
    print(f"{output}: {run.unfinished or plural(run.rows, 'puzzle')}")
    return DONE if run.ended else UNDECIDED
