"""``satdoku diagnose``: what is wrong with each puzzle, and what would cure it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from satdoku.base.errors import SatdokuError
from satdoku.cli.ambiguity import ambiguity_text
from satdoku.cli.asking import Asked, run
from satdoku.cli.groups import Asking, InputGroup, RunGroup
from satdoku.cli.options import LangOption, PuzzleArguments
from satdoku.cli.output import DONE, NO, UNDECIDED, Report
from satdoku.cli.pictures import grid_of
from satdoku.cli.terminal import coloured, width, wrapped
from satdoku.formats import Letters
from satdoku.messages import SOURCE, Lang
from satdoku.puzzle import Puzzle
from satdoku.records.findings import DiagnosisRecord

if TYPE_CHECKING:
    from satdoku.explaining.findings import Findings
    from satdoku.render.scene import Highlight

__all__ = ["diagnose"]


def diagnose(
    puzzles: PuzzleArguments,
    common: RunGroup,
    input: InputGroup,
    all: Annotated[
        int,
        typer.Option("--all", min=1, metavar="N", help="List up to N clashes, smallest first."),
    ] = 1,
    choices: Annotated[
        int, typer.Option(min=1, metavar="N", help="List at most N ways to cure a puzzle.")
    ] = 100,
    text: Annotated[
        bool, typer.Option("--text", help="Print off a terminal what is printed on one.")
    ] = False,
    lang: LangOption = SOURCE,
) -> int:
    """What is wrong with each puzzle, why, and what would cure it.

    No solution: the fewest givens (or cages and other rules) that clash, the argument, and the
    fewest givens to remove or change, or a given to move to another cell. Off a terminal a line a
    puzzle, parted by tabs: the verdict, the puzzle, the clash, smallest or minimal, what to remove,
    what to change, what to move (see docs/diagnose.md). Exit codes: 0 one solution, 1 none or
    several, 2 bad input, 3 out of time (with what was found until then). 10 seconds a puzzle,
    unless --time-limit sets another limit.
    """
    from satdoku.answers.diagnosis import DIAGNOSIS_SECONDS

    if text and common.json:
        raise SatdokuError("--text and --json cannot be asked for together")
    seconds = DIAGNOSIS_SECONDS if common.time_limit is None else common.time_limit
    asking = Asking(input.reading(), seconds=seconds)
    shown = partial(_text, asking.reading.options.letters, lang)
    ask, report = partial(_ask, all, choices, lang), Report(_lines, _code)
    return run(ask, puzzles, asking, report, common, picture=shown, as_text=text)


def _ask(clashes: int, choices: int, lang: Lang, asking: Asking, asked: Asked) -> DiagnosisRecord:
    from satdoku.answers.diagnosis import diagnosis_of

    return diagnosis_of(
        asked,
        clashes=clashes,
        choices=choices,
        lang=lang,
        letters=asking.reading.options.letters,
        limit=asking.limit,
    )


def _lines(record: DiagnosisRecord) -> Iterable[str]:
    from satdoku.answers.diagnosis import diagnosis_row

    return (diagnosis_row(record),)


def _code(record: DiagnosisRecord) -> int:
    # Two solutions settle it, however much of the rest is known.
    if not record.complete and record.verdict != "multiple":
        return UNDECIDED
    return DONE if record.verdict == "unique" else NO


def _text(letters: Letters, lang: Lang, record: DiagnosisRecord, puzzle: Puzzle) -> str:
    from satdoku.explaining.findings import findings

    wording = findings(puzzle.geometry, lang)
    parts = [wording.verdict(record)]
    if record.verdict == "unique":
        parts[0] += f"\n  {record.witnesses[0]}"
    elif record.verdict == "multiple" and record.ambiguity is None:
        parts[0] += "".join(f"\n  {witness}" for witness in record.witnesses)
    elif record.verdict == "multiple":
        parts.append(_several(letters, puzzle, record, lang))
        if record.move:
            parts.append(wrapped("\n".join(wording.misplaced(record)), lang, always=True))
    elif record.verdict == "none":
        if record.clashes:
            parts.append(_picture(puzzle, record.clashes[0], wording))
        said = "\n".join(wording.no_solution(record)).strip("\n")
        parts.append(wrapped(said, lang, always=True))
    if record.verdict == "multiple" and not record.complete:
        parts.append(wording.ran_out(record.stopped))
    return "\n\n".join(parts)


def _several(letters: Letters, puzzle: Puzzle, record: DiagnosisRecord, lang: Lang) -> str:
    assert record.ambiguity is not None
    first, second = (grid_of(text, puzzle.geometry, letters) for text in record.witnesses)
    return ambiguity_text(
        puzzle, (first, second), record.ambiguity, lang=lang, width=width(), color=coloured()
    )


def _picture(puzzle: Puzzle, clash: Mapping[str, Any], wording: Findings) -> str:
    """The board: the clash in red, the place where it shows shaded."""
    from satdoku.diagnosing import facts_of, names_of
    from satdoku.render.terminal import render_grid

    geometry = puzzle.geometry
    highlights: dict[int, Highlight] = {}
    for cell in clash.get("argument", {}).get("cells", ()):
        highlights[geometry.cell(cell)] = "pattern"
    names = names_of(facts_of(puzzle), geometry)
    for fact in reversed(names):  # a given in a cage is seen as a given
        if names[fact] in clash["facts"] and (fact.rule is None or fact.rule.parameters):
            role: Highlight = "fault" if fact.kind == "given" else "pattern"
            for place in fact.cells(geometry):
                highlights[place] = role
    faulty: dict[int, Highlight] = {c: r for c, r in highlights.items() if r == "fault"}
    if coloured():
        drawn = render_grid(puzzle, highlights=highlights, width=width(), color=True)
    else:
        drawn = render_grid(puzzle, highlights=faulty or highlights, width=width(), starred=True)
    return f"{drawn}\n{wording.caption(bool(faulty), coloured())}"
