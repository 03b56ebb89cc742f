"""``satdoku report``: what the answers of a batch run show."""

from __future__ import annotations

import json as jsonlib
from pathlib import Path
from typing import Annotated

import typer

from satdoku.cli.files import output_file
from satdoku.cli.options import JsonOption, named_file
from satdoku.cli.output import DONE
from satdoku.records.base import SCHEMA

__all__ = ["report"]


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
