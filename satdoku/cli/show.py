"""``satdoku show``: a picture of each puzzle in the terminal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from satdoku.answers.asked import one_line
from satdoku.answers.shown import shown_record
from satdoku.cli.drawing import PictureGroup, Theme, write_text
from satdoku.cli.groups import InputGroup
from satdoku.cli.inputs import all_items, one_document
from satdoku.cli.options import AsciiOption, JsonOption, PuzzleArguments, option
from satdoku.cli.output import BAD_INPUT, DONE, complain, print_json, report_error
from satdoku.cli.terminal import coloured, width
from satdoku.errors import FormatError
from satdoku.puzzle import Document, Position

__all__ = ["show"]


@dataclass(frozen=True)
class ShowPictureGroup(PictureGroup):
    """The same with the option under the name that it has always had here."""

    theme: Annotated[Theme, option("--style", "--theme", text="The colours of the pictures.")] = (
        Theme.light
    )
    html: Annotated[
        str | None,
        option("--html", metavar="FILE", text="Write the board and its rules as a page."),
    ] = None


def show(
    puzzles: PuzzleArguments,
    input: InputGroup,
    pictures: ShowPictureGroup,
    candidates: Annotated[
        bool, typer.Option("--candidates", "-c", help="Show the candidates of the open cells.")
    ] = False,
    marks: Annotated[
        bool, typer.Option("--marks", help="Show candidates as small grids in the cells.")
    ] = False,
    ascii: AsciiOption = False,
    json: JsonOption = False,
) -> int:
    """Show each puzzle as a picture, and report what is wrong with it."""
    reading = input.reading()
    if pictures.wanted or pictures.html is not None:
        if len(puzzles) > 1:
            raise FormatError(f"a picture shows one puzzle, and {len(puzzles)} were given")
        document = one_document(puzzles[0], reading)
        return _write(document, pictures, puzzles, candidates=candidates or marks)
    code = DONE
    for number, item in enumerate(all_items(puzzles, reading)):
        if item.document is None:
            code = report_error(item.unreadable(), json=json)
            continue
        document = item.document
        problems = [problem.message for problem in document.puzzle.problems()]
        if json:
            print_json(shown_record(document, item.line, item.source))
        else:
            if number:
                print()
            if document.title:
                print(document.title + (f" ({document.author})" if document.author else ""))
            print(_picture(document, candidates=candidates, marks=marks, ascii=ascii))
        for problem in problems:
            complain(f"line {item.line}: {problem}")
            code = BAD_INPUT
    return code


def _write(
    document: Document, pictures: ShowPictureGroup, inputs: list[str], *, candidates: bool
) -> int:
    from satdoku.render.scene import Highlight, make_scene

    puzzle = document.puzzle
    problems = puzzle.problems()
    faulty: dict[int, Highlight] = {cell: "fault" for fault in problems for cell in fault.cells}
    board = document.position or (Position.of(puzzle) if candidates else puzzle)
    scene = make_scene(board, highlights=faulty)
    title, described = document.title or "", one_line(puzzle)
    pictures.write([(scene, title, described)], inputs)
    if pictures.html is not None:
        from satdoku.render.page import board_page

        write_text(pictures.html, board_page(scene, title, described), inputs=inputs)
    for problem in problems:
        complain(problem.message)
    return BAD_INPUT if problems else DONE


def _picture(document: Document, *, candidates: bool, marks: bool, ascii: bool) -> str:
    from satdoku.render.scene import Highlight
    from satdoku.render.terminal import render_candidates, render_grid

    color = coloured()
    position = document.position
    if candidates or marks or position is not None:
        return render_candidates(
            position or Position.of(document.puzzle),
            style="marks" if marks else "lines",
            color=color,
            ascii=ascii,
        )
    faulty: dict[int, Highlight] = {
        cell: "fault" for fault in document.puzzle.problems() for cell in fault.cells
    }
    return render_grid(document.puzzle, highlights=faulty, width=width(), color=color, ascii=ascii)
