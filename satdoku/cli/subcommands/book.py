"""``satdoku book``: puzzles as a PDF to print."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from satdoku.answers.puzzle_input import shown_text
from satdoku.base.errors import SatdokuError, naming_faults
from satdoku.base.options import day_of
from satdoku.cli.files import output_file, spare_inputs
from satdoku.cli.groups import InputGroup
from satdoku.cli.inputs import all_items
from satdoku.cli.options import LangOption, PuzzleArguments, TimeLimitOption, named_file, option
from satdoku.cli.output import BAD_INPUT, DONE, gravest, report_error
from satdoku.cli.pages import PagesGroup
from satdoku.cli.themes import FontOption
from satdoku.messages import SOURCE

LISTED = 440, "Print puzzles as a PDF, with their solutions"
EXAMPLES = ("satdoku book puzzles.txt -o book.pdf --title Puzzles --per-page 4",)


def book(
    puzzles: PuzzleArguments,
    input: InputGroup,
    layout: PagesGroup,
    output: Annotated[
        Path,
        option(
            "--output", "-o", callback=named_file, text="Write the PDF to this file (- for stdout)."
        ),
    ],
    title: Annotated[str, option(text="Print this title on a page of its own.")] = "",
    author: Annotated[str, option(text="Print this author on the title page.")] = "",
    candidates: Annotated[
        bool, option("--candidates", "-c", text="Print the candidates of the open cells.")
    ] = False,
    rating: Annotated[
        bool,
        option(
            text="Print stars beside each puzzle, and ER beside classic puzzles.",
        ),
    ] = True,
    chapters: Annotated[
        bool,
        option("--chapters", text="Sort the puzzles by level, with a chapter for each level."),
    ] = False,
    dates: Annotated[
        str | None,
        option(
            metavar="DAY",
            text="Print a calendar: a date from DAY (2027-01-01) on in place of each number, and a "
            "chapter for each month.",
        ),
    ] = None,
    font: FontOption = None,
    lang: LangOption = SOURCE,
    time_limit: TimeLimitOption = None,
) -> int:
    """Print puzzles as a PDF: several on a page, with stars, rules in words, and solutions.

    A puzzle is reported and left out if it does not have exactly one solution or if its rules leave
    no room. The same puzzles give the same bytes. Exit codes: 0 all printed, 1 some have no or
    several solutions, 2 bad input, 3 out of time.
    """
    from satdoku.answers.book import Printed, book_of, printed_of
    from satdoku.render.book import book_pdf, require_room

    spare_inputs(output, puzzles)
    pages = replace(layout.book(title, author, lang), fonts=tuple(font or ()))
    first_day = None if dates is None else day_of(dates, "dates")
    code = DONE
    printed: list[Printed] = []
    for item in all_items(puzzles, input.reading()):
        if item.document is None:
            code = gravest(code, report_error(item.unreadable(), json=False))
            continue
        try:
            with naming_faults():
                one = printed_of(
                    item.document, candidates=candidates, rated=rating, seconds=time_limit
                )
                require_room(pages, one.puzzle)
        except SatdokuError as error:
            text = shown_text(item.text, item.document)
            code = gravest(
                code,
                report_error(item.refused(error, text), json=False),
            )
        else:
            printed.append(one)
    if not printed:
        return code or BAD_INPUT
    data = book_pdf(
        book_of(printed, pages, chapters=chapters, dates=first_day, standard=layout.is_standard)
    )
    with output_file(output, binary=True) as stream:
        stream.write(data)
    return code
