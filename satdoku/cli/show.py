"""``satdoku show``: a picture of each puzzle in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from satdoku.answers.asked import one_line
from satdoku.answers.shown import shown_record
from satdoku.cli.drawing import PictureGroup
from satdoku.cli.groups import InputGroup
from satdoku.cli.inputs import all_items
from satdoku.cli.options import AsciiOption, JsonOption, PuzzleArguments, option
from satdoku.cli.output import BAD_INPUT, DONE, complain, print_json, report_error
from satdoku.cli.terminal import coloured, width
from satdoku.cli.themes import Theme
from satdoku.puzzle import Document, Position, Puzzle

if TYPE_CHECKING:
    from satdoku.explaining.names import Lang
    from satdoku.render.scene import Highlight, Scene

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

    def kinds(self, lang: Lang) -> list[tuple[str, Callable[[Scene, str, str], bytes]]]:
        """The same with the page."""

        def page(scene: Scene, title: str, description: str) -> bytes:
            from satdoku.render.page import board_page

            return board_page(scene, title, description).encode()

        return super().kinds(lang) + ([] if self.html is None else [(self.html, page)])


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
    code = DONE
    drawn: list[tuple[Scene, str, str]] = []
    for number, item in enumerate(all_items(puzzles, input.reading())):
        if item.document is None:
            code = report_error(item.unreadable(), json=json)
            continue
        document = item.document
        if pictures.wanted:
            drawn.append(_drawn(document, candidates=candidates or marks))
        if json:
            print_json(shown_record(document, item.line, item.source))
        elif not pictures.wanted:
            if number:
                print()
            if document.title:
                print(document.title + (f" ({document.author})" if document.author else ""))
            print(_picture(document, candidates=candidates, marks=marks, ascii=ascii))
        for problem in document.puzzle.problems():
            place = item.place or f"line {item.line}: "
            complain(f"{place}{problem.message}")
            code = BAD_INPUT
    pictures.write(drawn, puzzles)
    return code


def _drawn(document: Document, *, candidates: bool) -> tuple[Scene, str, str]:
    from satdoku.render.scene import make_scene

    puzzle = document.puzzle
    board = document.position or (Position.of(puzzle) if candidates else puzzle)
    scene = make_scene(board, highlights=_faulty(puzzle))
    return scene, document.title or "", one_line(puzzle)


def _faulty(puzzle: Puzzle) -> dict[int, Highlight]:
    return {cell: "fault" for problem in puzzle.problems() for cell in problem.cells}


def _picture(document: Document, *, candidates: bool, marks: bool, ascii: bool) -> str:
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
    faulty = _faulty(document.puzzle)
    return render_grid(document.puzzle, highlights=faulty, width=width(), color=color, ascii=ascii)
