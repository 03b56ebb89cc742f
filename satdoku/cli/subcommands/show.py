"""``satdoku show``: a picture of each puzzle in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from satdoku.answers.puzzle_input import one_line, shown_text
from satdoku.answers.question import ask
from satdoku.answers.shown import ShownAnswer, ShowQuestion
from satdoku.base.errors import SatdokuError, in_source, naming_faults, visible, with_place
from satdoku.base.limits import Limit
from satdoku.base.records import dataclass
from satdoku.cli.drawing import PictureGroup
from satdoku.cli.groups import InputGroup
from satdoku.cli.inputs import all_items
from satdoku.cli.options import AsciiOption, JsonOption, PuzzleArguments, TimeLimitOption, option
from satdoku.cli.output import BAD_INPUT, DONE, complain, gravest, print_json, report_error
from satdoku.cli.terminal import coloured, width
from satdoku.cli.themes import Theme
from satdoku.cli.waiting import waited_for

if TYPE_CHECKING:
    from satdoku.explaining.names import Lang
    from satdoku.puzzle import Document
    from satdoku.render.scene import Scene

LISTED = 410, "Show puzzles in the terminal, or as SVG, PNG, PDF, HTML"
EXAMPLES = ("satdoku show puzzle.txt --candidates", "satdoku show puzzle.txt --svg board.svg")


@dataclass(frozen=True)
class ShowPictureGroup(PictureGroup):
    """Options of pictures, with the name that one of them has always had here."""

    theme: Annotated[
        Theme, option("--style", "--theme", text="Draw pictures in these colours.")
    ] = "light"
    html: Annotated[
        str | None,
        option("--html", metavar="FILE", text="Write the board and its rules as a page."),
    ] = None

    def kinds(self, lang: Lang) -> list[tuple[str, Callable[[Scene, str, str], bytes]]]:
        """The kinds of pictures, with the page."""

        def page(scene: Scene, title: str, description: str) -> bytes:
            from satdoku.render.page import board_page

            return board_page(scene, title, description, labels=self.labels).encode()

        return super().kinds(lang) + ([] if self.html is None else [(self.html, page)])


def show(
    puzzles: PuzzleArguments,
    question: ShowQuestion,
    input: InputGroup,
    pictures: ShowPictureGroup,
    candidates: Annotated[
        bool, option("--candidates", "-c", text="Show the candidates of the open cells.")
    ] = False,
    marks: Annotated[
        bool, option("--marks", text="Show candidates as small grids in the cells.")
    ] = False,
    ascii: AsciiOption = False,
    time_limit: TimeLimitOption = None,
    json: JsonOption = False,
) -> int:
    """Show each puzzle as a picture, and report what is wrong with it.

    With --solved the puzzle must have exactly one solution. Exit codes: 0 shown, 1 no or several
    solutions (--solved), 2 bad input or a fault in the puzzle, 3 out of time.
    """

    code = DONE
    drawn: list[tuple[Scene, str, str]] = []
    for number, item in enumerate(all_items(puzzles, input.reading())):
        if item.document is None:
            code = gravest(code, report_error(item.unreadable(), json=json))
            continue
        document = item.document
        text = " ".join(item.text.split())
        try:
            with naming_faults():
                text = shown_text(item.text, document)
                answer = waited_for(ask)(question, item.input(None), Limit(seconds=time_limit))
                sentences = tuple(answer.said())
                if pictures.wanted:
                    drawn.append(_drawn(answer, candidates=candidates or marks))
                if json:
                    print_json(answer)
                elif not pictures.wanted:
                    picture = _picture(answer, candidates=candidates, marks=marks, ascii=ascii)
                    print(*[""] * bool(number), *_title(document), picture, sep="\n")
        except SatdokuError as error:
            code = gravest(code, report_error(item.refused(error, text), json=json))
            continue
        for sentence in sentences:
            complain(in_source(with_place(sentence, item.line), item.source))
            code = gravest(code, BAD_INPUT)
    pictures.write(drawn, puzzles, question.lang)
    return code


def _title(document: Document) -> list[str]:
    by = f" ({document.author})" if document.author else ""
    return [visible(document.title + by)] if document.title else []


def _drawn(answer: ShownAnswer, *, candidates: bool) -> tuple[Scene, str, str]:
    document, unsolved = answer.input.document, answer.solution is None
    scene = answer.scene(candidates=candidates and unsolved)
    return scene, document.title or "", one_line(answer.input.puzzle)


def _picture(answer: ShownAnswer, *, candidates: bool, marks: bool, ascii: bool) -> str:
    from satdoku.render.terminal import render_grid, render_scene

    color = coloured()
    every = answer.solution is None and (candidates or marks)
    if every or (answer.written is not None and any(answer.written.candidates)):
        scene = answer.scene(candidates=every)
        if not every and answer.position.noted is not None:
            bare = (replace(c, text=c.text or "." * (not c.marks)) for c in scene.cells)
            scene = replace(scene, cells=tuple(bare))
        return render_scene(
            scene,
            candidates="marks" if marks else "lines",
            color=color,
            ascii=ascii,
            lang=answer.lang,
        )
    return render_grid(
        answer.written or answer.input.puzzle,
        solution=answer.solution,
        highlights=answer.faulty,
        width=width(),
        color=color,
        ascii=ascii,
        lang=answer.lang,
    )
