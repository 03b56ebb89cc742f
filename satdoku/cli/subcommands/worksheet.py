"""``satdoku worksheet``: positions before a step of a technique, as a PDF to print."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from satdoku.answers.practice import PracticeQuestion
from satdoku.base.errors import Undecided
from satdoku.base.limits import Limit
from satdoku.cli.files import output_file
from satdoku.cli.options import TimeLimitOption, named_file, option
from satdoku.cli.output import DONE, UNDECIDED, complain, complain_of_fewer
from satdoku.cli.pages import PagesGroup
from satdoku.cli.themes import FontOption
from satdoku.cli.waiting import waited

LISTED = 430, "Print positions of a technique as a PDF, with answers"
EXAMPLES = ("satdoku worksheet x-wing -o wings.pdf --count 4 --per-page 4",)


def worksheet(
    question: PracticeQuestion,
    layout: PagesGroup,
    output: Annotated[
        Path,
        option(
            "--output", "-o", callback=named_file, text="Write the PDF to this file (- for stdout)."
        ),
    ],
    title: Annotated[str, option(text="Print this title on a page of its own.")] = "",
    font: FontOption = None,
    time_limit: TimeLimitOption = None,
) -> int:
    """Print positions where a technique is the next step as a PDF, with the answers at the back.

    The first page has the lesson, or the text of --instructions. The same seed gives the same
    bytes. Exit codes: 0 all printed, 2 bad input, 3 a limit ran out (the positions found are
    printed).
    """
    from satdoku.answers.worksheet import worksheet_of
    from satdoku.render.book import book_pdf

    pages = replace(layout.book(title, "", question.lang), fonts=tuple(font or ()))
    code, positions = DONE, []
    try:
        for one in waited(question.positions(Limit(seconds=time_limit))):
            positions.append(one)
    except Undecided as error:
        complain(str(error))
        code = UNDECIDED
    except KeyboardInterrupt:
        complain_of_fewer("interrupted", len(positions), question.count)
        code = UNDECIDED
    if positions:
        data = book_pdf(worksheet_of(positions, pages))
        with output_file(output, binary=True) as stream:
            stream.write(data)
    return code
