"""``satdoku book``: puzzles as a PDF to print."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from satdoku.answers.asked import shown_text
from satdoku.cli.files import output_file, spare_inputs
from satdoku.cli.groups import InputGroup
from satdoku.cli.inputs import all_items
from satdoku.cli.options import LangChoice, LangOption, PuzzleArguments, TimeLimitOption, named_file
from satdoku.cli.output import BAD_INPUT, DONE, gravest, report_error
from satdoku.cli.themes import FontOption
from satdoku.errors import SatdokuError

__all__ = ["book"]


class PaperSize(StrEnum):
    """The papers."""

    a4 = "a4"
    a5 = "a5"
    letter = "letter"


class SolutionsPlace(StrEnum):
    """Where the solutions are printed."""

    back = "back"
    below = "below"
    none = "none"


def book(
    puzzles: PuzzleArguments,
    input: InputGroup,
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", callback=named_file, help="The PDF to be written (- for stdout)."
        ),
    ],
    title: Annotated[str, typer.Option(help="The title, on a page of its own.")] = "",
    author: Annotated[str, typer.Option(help="The author, on the title page.")] = "",
    per_page: Annotated[
        str, typer.Option(metavar="N", help="Puzzles on a page: 1, 2, 4, 6 or 9.")
    ] = "6",
    paper: Annotated[PaperSize, typer.Option(help="The paper.")] = PaperSize.a4,
    solutions: Annotated[
        SolutionsPlace,
        typer.Option(help="After the puzzles, upside down at the foot of each page, or none."),
    ] = SolutionsPlace.back,
    candidates: Annotated[
        bool, typer.Option("--candidates", "-c", help="Print the candidates of the open cells.")
    ] = False,
    rating: Annotated[
        bool, typer.Option(help="Print stars and ER beside each classic puzzle.")
    ] = True,
    chapters: Annotated[
        bool, typer.Option("--chapters", help="Sort the puzzles by level, a chapter a level.")
    ] = False,
    font: FontOption = None,
    lang: LangOption = LangChoice.en,
    time_limit: TimeLimitOption = None,
) -> int:
    """Print puzzles as a PDF: several on a page, with stars, rules in words, and solutions.

    A puzzle that has not exactly one solution, or whose rules leave no room, is reported and left
    out. The same puzzles give the same bytes. Exit codes: 0 all printed, 1 some have no or several
    solutions, 2 bad input, 3 out of time.
    """
    from satdoku.answers.book import Printed, in_chapters, printed_of
    from satdoku.render.book import Book, book_pdf, require_room

    if per_page not in ("1", "2", "4", "6", "9"):
        raise typer.BadParameter(f"--per-page is 1, 2, 4, 6 or 9, not {per_page}")
    spare_inputs(output, puzzles)
    names = {"solutions": "解答" if lang is LangChoice.ja else "Solutions"}
    pages = Book((), title, author, int(per_page), paper.value, solutions.value, lang.value, names)
    pages = replace(pages, fonts=tuple(font or ()))
    code = DONE
    found: list[Printed] = []
    for item in all_items(puzzles, input.reading()):
        if item.document is None:
            code = gravest(code, report_error(item.unreadable(), json=False))
            continue
        try:
            one = printed_of(item.document, candidates=candidates, rated=rating, seconds=time_limit)
            require_room(pages, one.puzzle)
        except SatdokuError as error:
            text = shown_text(item.text, item.document)
            code = gravest(
                code,
                report_error(item.refused(error, text), json=False),
            )
        else:
            found.append(one)
    if not found:
        return code or BAD_INPUT
    printed = in_chapters(found, lang.value) if chapters else [one.puzzle for one in found]
    data = book_pdf(replace(pages, puzzles=printed))
    with output_file(output, binary=True) as stream:
        stream.write(data)
    return code
