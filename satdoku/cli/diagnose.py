"""``satdoku diagnose``: what is wrong with each puzzle, and what would cure it."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from satdoku.cli.ambiguity import ambiguity_text
from satdoku.cli.asking import Asked, Asking, answer_all
from satdoku.cli.inputs import Reading
from satdoku.cli.options import (
    Backend,
    BoxOption,
    FormatOption,
    JobsOption,
    JsonOption,
    Letters,
    LettersOption,
    PuzzleArguments,
    RulesOption,
    TimeLimitOption,
    asking_of,
)
from satdoku.cli.output import DONE, NO, UNDECIDED, Report, coloured, report_all
from satdoku.cli.telling import Lang, LangOption, wrapped
from satdoku.errors import FormatError
from satdoku.formats import parse
from satdoku.puzzle import Puzzle
from satdoku.records.findings import DiagnosisRecord

if TYPE_CHECKING:
    from satdoku.explain.findings import Findings
    from satdoku.render.scene import Highlight

__all__ = ["diagnose"]


def diagnose(
    puzzles: PuzzleArguments,
    all: Annotated[
        int,
        typer.Option("--all", min=1, metavar="N", help="List up to N clashes, smallest first."),
    ] = 1,
    choices: Annotated[
        int, typer.Option(min=1, metavar="N", help="List at most N ways to cure a puzzle.")
    ] = 100,
    lang: LangOption = Lang.en,
    time_limit: TimeLimitOption = None,
    jobs: JobsOption = 1,
    format: FormatOption = None,
    letters: LettersOption = Letters.auto,
    box: BoxOption = None,
    rules: RulesOption = None,
    json: JsonOption = False,
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

    reading = Reading.of(format, letters, box, rules)
    seconds = DIAGNOSIS_SECONDS if time_limit is None else time_limit
    asking = asking_of(reading, Backend.auto, seconds=seconds)
    report = Report(_lines, partial(_text, reading, lang), _code)
    ask = partial(_ask, all, choices, lang)
    return report_all(answer_all(ask, puzzles, asking, jobs), report, json)


def _ask(clashes: int, choices: int, lang: Lang, asking: Asking, asked: Asked) -> DiagnosisRecord:
    from satdoku.answers.diagnosis import diagnosis_of

    return diagnosis_of(
        asked,
        clashes=clashes,
        choices=choices,
        lang=lang.value,
        letters=asking.reading.options.letters,
        limit=asking.limit,
    )


def _code(record: DiagnosisRecord) -> int:
    # Two solutions settle it, however much of the rest is known.
    if not record.complete and record.verdict != "multiple":
        return UNDECIDED
    return DONE if record.verdict == "unique" else NO


# ------------------------------------------------------------------------------------------------
# A line for a program.


def _lines(record: DiagnosisRecord) -> Iterable[str]:
    columns = [record.verdict, record.puzzle]
    if record.verdict == "none":
        first = record.clashes[:1]
        columns += [
            ";".join(" ".join(clash["facts"]) for clash in record.clashes),
            "".join("smallest" if clash["smallest"] else "minimal" for clash in first),
            ";".join(_choice(" ".join(c["facts"]), c) for c in record.remove + record.drop),
            ";".join(_choice(_altered(c), c) for c in record.change),
            _shifted(record),
        ]
    elif record.verdict == "multiple":
        columns += record.witnesses
        if record.ambiguity is not None:
            columns += [*_differences(record.ambiguity), _shifted(record)]
    return ("\t".join(columns),)


def _differences(ambiguity: Mapping[str, Any]) -> Iterable[str]:
    """The number of solutions, where two differ, what to add."""
    yield f"{'' if ambiguity['exact'] else '>='}{ambiguity['count']}"
    yield " ".join(ambiguity["differ"])
    additions = ambiguity["additions"]
    yield "" if additions is None else " ".join(additions["givens"])


def _shifted(record: DiagnosisRecord) -> str:
    return ";".join(
        _choice(
            "{from}={digit}>>{to}".format(**move)
            if move["other"] is None
            else "{from}={digit}<>{to}={other}".format(**move),
            move,
        )
        for move in record.move
    )


def _choice(text: str, choice: Mapping[str, Any]) -> str:
    return text + ("!" if choice["unique"] else "")


def _altered(change: Mapping[str, Any]) -> str:
    return " ".join("{cell}={from}>{to}".format(**cell) for cell in change["cells"])


# ------------------------------------------------------------------------------------------------
# A text for a person.


def _text(reading: Reading, lang: Lang, record: DiagnosisRecord) -> str:
    from satdoku.explain.findings import findings

    puzzle = _read(reading, record.puzzle)
    say = findings(puzzle.geometry, lang.value)
    parts = [say.verdict(record)]
    if record.verdict == "unique":
        parts[0] += f"\n  {record.witnesses[0]}"
    elif record.verdict == "multiple" and record.ambiguity is None:
        parts[0] += "".join(f"\n  {witness}" for witness in record.witnesses)
    elif record.verdict == "multiple":
        parts.append(_several(reading, puzzle, record, lang))
        if record.move:
            parts.append(wrapped("\n".join(say.misplaced(record)), lang))
    elif record.verdict == "none":
        if record.clashes:
            parts.append(_picture(puzzle, record.clashes[0], say))
        parts.append(wrapped("\n".join(say.no_solution(record)).strip("\n"), lang))
    if record.verdict == "multiple" and not record.complete:
        parts.append(say.ran_out(record.stopped))
    return "\n\n".join(parts)


def _several(reading: Reading, puzzle: Puzzle, record: DiagnosisRecord, lang: Lang) -> str:
    assert record.ambiguity is not None
    first, second = (_read(reading, text).grid for text in record.witnesses)
    width, colour = shutil.get_terminal_size().columns, coloured()
    return ambiguity_text(
        puzzle, (first, second), record.ambiguity, lang=lang, width=width, color=colour
    )


def _picture(puzzle: Puzzle, clash: Mapping[str, Any], say: Findings) -> str:
    """The board: the clash in red, the place where it shows shaded."""
    from satdoku.diagnose import facts_of, names_of
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
    width = shutil.get_terminal_size().columns
    faulty: dict[int, Highlight] = {c: r for c, r in highlights.items() if r == "fault"}
    if coloured():
        drawn = render_grid(puzzle, highlights=highlights, width=width, color=True)
    else:
        drawn = render_grid(puzzle, highlights=faulty or highlights, width=width, starred=True)
    return f"{drawn}\n{say.caption(bool(faulty), coloured())}"


def _read(reading: Reading, text: str) -> Puzzle:
    """The puzzle of a record's own text."""
    try:
        puzzle = reading.adapt(parse(text, reading.options)).puzzle
    except FormatError:
        # Written anew on one line, with all its rules, whatever format it came in.
        puzzle = parse(text, replace(reading.options, format=None)).puzzle
    return replace(puzzle, constraints=tuple(dict.fromkeys(puzzle.constraints)))
