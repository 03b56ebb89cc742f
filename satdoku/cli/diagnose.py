"""``satdoku diagnose``: what is wrong with each puzzle, and what would cure it."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from satdoku.cli.ambiguity import ambiguity_fields, ambiguity_text
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
from satdoku.cli.telling import Lang, wrapped
from satdoku.errors import FormatError
from satdoku.explain.lists import joined
from satdoku.formats import parse
from satdoku.puzzle import Puzzle
from satdoku.records import DiagnosisRecord

if TYPE_CHECKING:
    from satdoku.diagnose import Clash, Diagnosis, Fact, Removal
    from satdoku.render.scene import Highlight

__all__ = ["diagnose"]

PATIENCE = 10.0
"""Seconds for a puzzle where no other limit is set: to prove a clash the smallest may take for
ever."""

_TOLD = 12
"""So many sentences of an argument, or choices of a cure, are shown at a terminal."""


def diagnose(
    puzzles: PuzzleArguments,
    all: Annotated[
        int,
        typer.Option("--all", min=1, metavar="N", help="List up to N clashes, smallest first."),
    ] = 1,
    choices: Annotated[
        int, typer.Option(min=1, metavar="N", help="List at most N ways to cure a puzzle.")
    ] = 100,
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
    unless --time-limit says otherwise.
    """
    reading = Reading.of(format, letters, box, rules)
    seconds = PATIENCE if time_limit is None else time_limit
    asking = asking_of(reading, Backend.auto, seconds=seconds)
    report = Report(_lines, partial(_text, reading), _code)
    return report_all(answer_all(partial(_ask, all, choices), puzzles, asking, jobs), report, json)


def _ask(clashes: int, choices: int, asking: Asking, asked: Asked) -> DiagnosisRecord:
    from satdoku.diagnose import diagnose as ask
    from satdoku.diagnose import facts_of, names_of

    puzzle = asked.puzzle
    found = ask(puzzle, clashes=clashes, choices=choices, limit=asking.limit)
    letters = asking.reading.options.letters
    names = names_of(facts_of(puzzle), puzzle.geometry)
    return DiagnosisRecord(
        **asked.place,
        verdict=found.verdict,
        witnesses=tuple(asked.write(grid, letters) for grid in found.witnesses),
        clashes=tuple(_clash(clash, puzzle, names) for clash in found.clashes),
        exhausted=found.exhausted,
        remove=tuple(_removal(choice, puzzle, names) for choice in found.removals),
        drop=tuple(_removal(choice, puzzle, names) for choice in found.drops),
        change=_changes(found, puzzle),
        move=_moves(found, puzzle),
        fewest=found.fewest,
        listed=found.listed,
        ambiguity=None
        if found.ambiguity is None
        else ambiguity_fields(found.ambiguity, lambda grid: asked.write(grid, letters)),
        complete=found.complete,
        stopped=found.stopped,
        seconds=round(found.seconds, 6),
    )


def _clash(clash: Clash, puzzle: Puzzle, names: Mapping[Fact, str]) -> Mapping[str, Any]:
    geometry = puzzle.geometry
    found: dict[str, Any] = {
        "facts": [names[fact] for fact in clash.facts],
        "told": [fact.describe(geometry) for fact in clash.facts],
        "smallest": clash.smallest,
    }
    if clash.argument is not None:
        found["argument"] = {
            "kind": clash.argument.kind,
            "sentences": list(clash.argument.sentences),
            "cells": [geometry.name(cell) for cell in clash.argument.cells],
        }
    return found


def _removal(removal: Removal, puzzle: Puzzle, names: Mapping[Fact, str]) -> Mapping[str, Any]:
    return {
        "facts": [names[fact] for fact in removal.facts],
        "told": [fact.describe(puzzle.geometry) for fact in removal.facts],
        "unique": removal.unique,
    }


def _changes(found: Diagnosis, puzzle: Puzzle) -> tuple[Mapping[str, Any], ...]:
    name, givens = puzzle.geometry.name, puzzle.givens
    return tuple(
        {
            "cells": [
                {"cell": name(cell), "from": givens[cell], "to": digit}
                for cell, digit in change.digits
            ],
            "unique": change.unique,
        }
        for change in found.changes
    )


def _moves(found: Diagnosis, puzzle: Puzzle) -> tuple[Mapping[str, Any], ...]:
    geometry = puzzle.geometry
    return tuple(
        {
            "from": geometry.name(move.cell),
            "to": geometry.name(move.to),
            "digit": move.digit,
            "other": move.other,
            "unique": move.unique,
            "sentence": move.describe(geometry),
        }
        for move in found.moves
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
            ";".join(_choice(_altered(c, "{cell}={from}>{to}"), c) for c in record.change),
            _shifted(record),
        ]
    elif record.verdict == "multiple":
        columns += record.witnesses
        if record.ambiguity is not None:
            columns += [*_told_apart(record.ambiguity), _shifted(record)]
    return ("\t".join(columns),)


def _told_apart(ambiguity: Mapping[str, Any]) -> Iterable[str]:
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


def _altered(change: Mapping[str, Any], form: str, between: str = " ") -> str:
    return between.join(form.format(**cell) for cell in change["cells"])


# ------------------------------------------------------------------------------------------------
# A text for a person.


def _text(reading: Reading, record: DiagnosisRecord) -> str:
    match record.verdict:
        case "none":
            return _broken(reading, record)
        case "unique":
            return f"unique: exactly one solution, so nothing is wrong\n  {record.witnesses[0]}"
        case "multiple":
            return _several(reading, record)
        case _:
            return f"undecided: the limit on {record.stopped} ran out before all was known"


def _several(reading: Reading, record: DiagnosisRecord) -> str:
    head = "multiple: more than one solution"
    first, second = record.witnesses
    if record.ambiguity is None:
        told = f"{head}, such as\n  {first}\n  {second}"
    else:
        puzzle = _read(reading, record.puzzle)
        pair = (_read(reading, first).grid, _read(reading, second).grid)
        width, colour = shutil.get_terminal_size().columns, coloured()
        text = ambiguity_text(puzzle, pair, record.ambiguity, width=width, color=colour)
        told = f"{head}\n\n{text}"
    if record.move:
        choices = ["", "Or a digit stands in a wrong cell:", *_listed(record.move, _sentence)]
        told += "\n" + wrapped("\n".join(choices), Lang.en)
    if record.complete:
        return told
    return f"{told}\n\nThe limit on {record.stopped} ran out before all of this was known."


def _broken(reading: Reading, record: DiagnosisRecord) -> str:
    told = []
    for number, clash in enumerate(record.clashes):
        told += [""] * bool(number) + _why(clash)
    if len(record.clashes) > 1:
        told += ["", "These are all clashes." if record.exhausted else "There may be more clashes."]
    told += _cures(record)
    if not record.complete:
        told += ["", f"The limit on {record.stopped} ran out before all was known."]
    text = wrapped("\n".join(told), Lang.en)
    head = "none: no solution"
    if not record.clashes:
        return f"{head}\n{text}"
    return f"{head}\n\n{_picture(reading, record, record.clashes[0])}\n\n{text}"


def _why(clash: Mapping[str, Any]) -> list[str]:
    count = len(clash["facts"])
    if not count:
        return list(clash["argument"]["sentences"])
    how = "no fewer do" if clash["smallest"] else "none of them can be spared"
    what = joined(clash["told"])
    noun = "facts" if any(told.startswith("the ") for told in clash["told"]) else "givens"
    if count == 1:
        told = [f"{what[:1].upper() + what[1:]} cannot be, whatever else is given."]
    else:
        told = [f"These {count} {noun} clash, and {how}: {what}."]
    argument = clash.get("argument")
    if argument is None:
        return [*told, "No short argument shows it; the solver proves it."]
    sentences = argument["sentences"]
    if len(sentences) == 1:
        return [*told, *(f"  {line}" for line in sentences[0].splitlines())]
    numbered = [
        f"  {number}. {sentence}".replace("\n", "\n     ")
        for number, sentence in enumerate(sentences, 1)
    ]
    if len(numbered) > _TOLD:
        rest = len(numbered) - _TOLD
        return [*told, *numbered[:_TOLD], f"  ... and {rest} steps more (--json has them all)"]
    return [*told, *numbered]


def _cures(record: DiagnosisRecord) -> list[str]:
    told: list[str] = []
    if record.change:
        told += ["", "To cure it, change"]
        told += _listed(record.change, lambda c: _altered(c, "{cell} from {from} to {to}", " and "))
    if record.move:
        told += ["", "or" if told else "To cure it,", *_listed(record.move, _sentence)]
    if record.remove:
        told += ["", f"{'or remove' if told else 'To cure it, remove'}"]
        told += _listed(record.remove, lambda c: joined(c["told"]))
    if record.drop:
        told += ["", f"{'or drop' if told else 'To cure it, drop'}"]
        told += _listed(record.drop, lambda c: joined(c["told"]))
    if told and not record.fewest:
        told += ["", "None of these can be spared, but another choice might do with fewer."]
    return told


def _sentence(choice: Mapping[str, Any]) -> str:
    return str(choice["sentence"])


def _listed(choices: Sequence[Mapping[str, Any]], tell: Any) -> list[str]:
    told = [
        f"  {tell(choice)}" + (": then there is exactly one solution" if choice["unique"] else "")
        for choice in choices[:_TOLD]
    ]
    if len(choices) > _TOLD:
        told.append(f"  ... or {len(choices) - _TOLD} other choices (--json has them all)")
    return told


def _picture(reading: Reading, record: DiagnosisRecord, clash: Mapping[str, Any]) -> str:
    """The board: the clash in red, the place where it shows shaded."""
    from satdoku.diagnose import facts_of, names_of
    from satdoku.render.terminal import render_grid

    puzzle = _read(reading, record.puzzle)
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
        red = "In red the givens that clash, shaded" if faulty else "Shaded"
        return f"{drawn}\n{red} where it shows."
    drawn = render_grid(puzzle, highlights=faulty or highlights, width=width, starred=True)
    return f"{drawn}\n* {'the givens that clash' if faulty else 'where it shows'}"


def _read(reading: Reading, text: str) -> Puzzle:
    """The puzzle of a record's own text."""
    try:
        puzzle = reading.adapt(parse(text, reading.options)).puzzle
    except FormatError:
        # Written anew on one line, with all its rules, whatever format it came in.
        puzzle = parse(text, replace(reading.options, format=None)).puzzle
    return replace(puzzle, constraints=tuple(dict.fromkeys(puzzle.constraints)))
