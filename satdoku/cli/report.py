"""``satdoku report``: what the answers of a batch run show."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from satdoku.cli.files import output_file
from satdoku.cli.options import JsonOption, named_file
from satdoku.cli.output import DONE, Ready, gravest, report_error
from satdoku.records.base import SCHEMA, ErrorRecord, Record

__all__ = ["print_summary", "report"]


def report(
    directory: Annotated[
        Path, typer.Argument(metavar="DIR", help="The directory of a batch run that has ended.")
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", callback=named_file, help="Write this HTML file as well."),
    ] = None,
    json: JsonOption = False,
) -> int:
    """Show a batch run: verdicts, levels, quantiles, the hardest puzzles.

    With -o also one HTML file with plots and pictures, which needs no network.
    """
    from satdoku.batch.directory import header_of
    from satdoku.batch.summary import summarize

    header = header_of(directory)
    found = summarize(directory)
    if output is not None:
        from satdoku.batch.report import page

        with output_file(output) as stream:
            stream.write(page(found, header, directory.resolve().name))
    print(jsonlib.dumps({"schema": SCHEMA} | found.data()) if json else found.text())
    return DONE


def print_summary(
    records: Iterable[Record | Ready],
    keep: Callable[[Any], bool],
    *,
    json: bool,
) -> int:
    """Print what ratings show instead of the ratings; the exit code."""
    from satdoku.batch.summary import summary_of

    code = DONE

    def counted() -> Iterator[Record]:
        nonlocal code
        for record in records:
            if isinstance(record, ErrorRecord):
                code = gravest(code, report_error(record, json=False))
                if record.line:  # else a file that cannot be opened
                    yield record
            elif not isinstance(record, Ready) and keep(record):
                yield record

    found = summary_of(counted())
    print(jsonlib.dumps({"schema": SCHEMA} | found.data()) if json else found.text())
    return code
