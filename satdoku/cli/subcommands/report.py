"""``satdoku report``: what the answers of a batch run show."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

from satdoku.answers.json_object import SCHEMA, ErrorRecord, JsonObject
from satdoku.base.errors import SatdokuError
from satdoku.cli.files import STANDARD, output_file
from satdoku.cli.options import JsonOption, argument, named_file, option
from satdoku.cli.output import DONE, UNDECIDED, Ready, gravest, report_error

LISTED = 520, "Summarise the answers of a batch run, with plots"
EXAMPLES = (
    "satdoku batch puzzles.txt -o answers --ask verdict,rating",
    "satdoku report answers -o report.html",
)


def report(
    directory: Annotated[Path, argument(metavar="DIR", text="The directory of a batch run.")],
    output: Annotated[
        Path | None,
        option(
            "--output",
            "-o",
            callback=named_file,
            text="Write this HTML file too (- prints only it).",
        ),
    ] = None,
    json: JsonOption = False,
) -> int:
    """Summarise a batch run: verdicts, levels, quantiles, the hardest puzzles.

    -o also writes one HTML file with plots and pictures, which needs no network. Exit code 3: the
    run is not finished, and the report covers its answers so far.
    """
    from satdoku.batch.exporting import stored
    from satdoku.batch.summary import summarize

    if json and output == STANDARD:
        raise SatdokuError("--json and -o - cannot both be printed; name a file for the page")
    run = stored(directory)
    summary = summarize(run)
    if output is not None:
        from satdoku.batch.report import page

        with output_file(output) as stream:
            stream.write(page(summary, run, directory.resolve().name))
    if json:
        about = {"schema": SCHEMA, "ended": run.ended}
        about |= {} if run.count is None else {"count": run.count}
        print(jsonlib.dumps(about | summary.data()))
    elif output != STANDARD:
        print("\n".join(filter(None, (run.unfinished, summary.text()))))
    return DONE if run.ended else UNDECIDED


def print_summary(
    answers: Iterable[Any],
    keep: Callable[[Any], bool],
    *,
    json: bool,
) -> int:
    """Print what ratings show instead of the ratings; the exit code."""
    from satdoku.batch.summary import summary_of

    code = DONE

    def counted() -> Iterator[JsonObject]:
        nonlocal code
        for answer in answers:
            if isinstance(answer, ErrorRecord):
                code = gravest(code, report_error(answer, json=False))
                if answer.line:  # else a file that cannot be opened
                    yield answer
            elif not isinstance(answer, Ready) and keep(answer):
                yield answer

    summary = summary_of(counted())
    print(jsonlib.dumps({"schema": SCHEMA} | summary.data()) if json else summary.text())
    return code
