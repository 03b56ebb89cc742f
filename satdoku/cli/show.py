"""``satdoku show``: a picture of each puzzle in the terminal."""

from __future__ import annotations

import json as jsonlib
import shutil
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from satdoku.cli.asking import one_line
from satdoku.cli.inputs import Item, Reading, all_items, one_document
from satdoku.cli.options import (
    BoxOption,
    FormatOption,
    JsonOption,
    Letters,
    LettersOption,
    PuzzleArguments,
    RulesOption,
)
from satdoku.cli.output import BAD_INPUT, DONE, coloured, complain
from satdoku.cli.streams import output_file
from satdoku.errors import FormatError
from satdoku.formats import parse
from satdoku.puzzle import Document, Position

__all__ = ["picture_of_candidates", "picture_of_solution", "show"]


class SvgStyle(StrEnum):
    """The colours of an SVG."""

    light = "light"
    dark = "dark"
    print = "print"


def show(
    puzzles: PuzzleArguments,
    candidates: Annotated[
        bool, typer.Option("--candidates", "-c", help="Show the candidates of the open cells.")
    ] = False,
    marks: Annotated[
        bool, typer.Option("--marks", help="Show candidates as small grids in the cells.")
    ] = False,
    ascii: Annotated[bool, typer.Option("--ascii", help="Draw with - | + only.")] = False,
    svg: Annotated[
        str | None,
        typer.Option("--svg", metavar="FILE", help="Write the picture as SVG (- for stdout)."),
    ] = None,
    style: Annotated[SvgStyle, typer.Option(help="The colours of the SVG.")] = SvgStyle.light,
    format: FormatOption = None,
    letters: LettersOption = Letters.auto,
    box: BoxOption = None,
    rules: RulesOption = None,
    json: JsonOption = False,
) -> int:
    """Show each puzzle as a picture, and report what is wrong with it."""
    reading = Reading.of(format, letters, box, rules)
    if svg is not None:
        if len(puzzles) > 1:
            raise FormatError(f"--svg draws one puzzle, and {len(puzzles)} were given")
        document = one_document(puzzles[0], reading)
        return _write_svg(document, svg, style.value, candidates=candidates or marks)
    code = DONE
    for number, item in enumerate(all_items(puzzles, reading)):
        if item.document is None:
            complain(f"{item.source}: {item.error}" if item.source else str(item.error))
            code = BAD_INPUT
            if json:
                _print_json(item, None, [str(item.error)])
            continue
        document = item.document
        problems = [problem.message for problem in document.puzzle.problems()]
        if json:
            _print_json(item, document, problems)
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


def _write_svg(document: Document, target: str, style: str, *, candidates: bool) -> int:
    from satdoku.render.scene import Highlight, make_scene
    from satdoku.render.svg import svg

    puzzle = document.puzzle
    problems = puzzle.problems()
    faulty: dict[int, Highlight] = {cell: "fault" for fault in problems for cell in fault.cells}
    board = document.position or (Position.of(puzzle) if candidates else puzzle)
    text = svg(
        make_scene(board, highlights=faulty),
        style,
        title=document.title or "",
        description=one_line(puzzle),
    )
    with output_file(None if target == "-" else Path(target)) as stream:
        stream.write(text)
    for problem in problems:
        complain(problem.message)
    return BAD_INPUT if problems else DONE


def _print_json(item: Item, document: Document | None, problems: list[str]) -> None:
    if document is None:
        record = {"line": item.line, "puzzle": " ".join(item.text.split()), "error": problems[0]}
        print(jsonlib.dumps(record, ensure_ascii=False))
        return
    puzzle = document.puzzle
    name = puzzle.geometry.name
    position = document.position or Position.of(puzzle)
    record = {
        "line": item.line,
        "puzzle": one_line(puzzle),
        "board": puzzle.geometry.describe(),
        "clues": puzzle.clues,
        "rules": [rule.describe(puzzle.geometry) for rule in puzzle.constraints],
        "candidates": {
            name(cell): sorted(digits) for cell, digits in enumerate(position.candidates) if digits
        },
        "problems": problems,
    }
    print(jsonlib.dumps(record, ensure_ascii=False))


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
    return render_grid(document.puzzle, highlights=faulty, width=_width(), color=color, ascii=ascii)


def _width() -> int:
    return shutil.get_terminal_size().columns


def picture_of_solution(text: str, solution: str, reading: Reading) -> str:
    """A solved puzzle, its givens marked."""
    from satdoku.render.terminal import render_grid

    puzzle = reading.adapt(parse(text, reading.options)).puzzle
    options = replace(reading.options, format=None, geometry=puzzle.geometry)
    filled = parse(solution, options).puzzle.grid
    return render_grid(puzzle, solution=filled, width=_width(), color=coloured())


def picture_of_candidates(
    text: str, candidates: Mapping[str, Mapping[str, int]], reading: Reading
) -> str:
    """The true candidates of a puzzle, aligned in columns."""
    from satdoku.render.terminal import render_candidates

    puzzle = reading.adapt(parse(text, reading.options)).puzzle
    left = tuple(frozenset(map(int, digits)) for digits in candidates.values())
    values = tuple(min(d) if len(d) == 1 else None for d in left)
    open_cells = tuple(
        frozenset[int]() if v is not None else d for v, d in zip(values, left, strict=True)
    )
    return render_candidates(Position(puzzle, values, open_cells), color=coloured())
