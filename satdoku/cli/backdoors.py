"""``satdoku backdoors``: the fewest cells whose digits let singles finish each puzzle."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from satdoku.cli.asking import Asked, Asking, answer_all
from satdoku.cli.inputs import Reading
from satdoku.cli.options import (
    BoxOption,
    FormatOption,
    JobsOption,
    JsonOption,
    Letters,
    LettersOption,
    PuzzleArguments,
    RulesOption,
    TimeLimitOption,
)
from satdoku.cli.output import DONE, UNDECIDED, Report, report_all
from satdoku.cli.sets import picture, placed, puzzle_of, refusing
from satdoku.cli.telling import Lang, LangOption
from satdoku.records.findings import BackdoorsRecord

if TYPE_CHECKING:
    from satdoku.render.scene import Highlight

__all__ = ["backdoors"]


class Singles(StrEnum):
    """The steps that finish the puzzle."""

    singles = "singles"
    naked = "naked"
    hidden = "hidden"


def backdoors(
    puzzles: PuzzleArguments,
    by: Annotated[
        Singles, typer.Option(help="What finishes the puzzle: all singles, or one kind of them.")
    ] = Singles.singles,
    all: Annotated[
        bool, typer.Option("--all", help="Every backdoor of the smallest size, not just one.")
    ] = False,
    lang: LangOption = Lang.en,
    time_limit: TimeLimitOption = None,
    jobs: JobsOption = 1,
    format: FormatOption = None,
    letters: LettersOption = Letters.auto,
    box: BoxOption = None,
    rules: RulesOption = None,
    json: JsonOption = False,
) -> int:
    """The fewest cells that, once they hold their digits, let singles finish the puzzle.

    Off a terminal: the size, a tab, the puzzle, a tab and a backdoor (--all: several, parted by a
    semicolon). Exit codes: 0 proved smallest, 1 the puzzle has not exactly one solution, 3 the
    limit came first: the size is then written 1-2, at least 1 and at most 2 (--all: there may be
    more).
    """
    reading = Reading.of(format, letters, box, rules)
    ask = partial(refusing, partial(_ask, by.value, all))
    report = Report(_lines, partial(_text, reading, lang), _code)
    asking = Asking(reading, seconds=time_limit)
    return report_all(answer_all(ask, puzzles, asking, jobs), report, json)


def _ask(by: str, every: bool, asking: Asking, asked: Asked) -> BackdoorsRecord:
    from satdoku.diagnose.backdoors import By, find_backdoors

    kinds: dict[str, By] = {"singles": "singles", "naked": "naked", "hidden": "hidden"}
    puzzle = asked.puzzle
    found = find_backdoors(puzzle, by=kinds[by], every=every, limit=asking.limit)
    return BackdoorsRecord(
        **asked.place,
        by=by,
        size=found.size,
        at_least=found.at_least,
        backdoors=tuple(placed(puzzle, found.solution, cells) for cells in found.sets),
        complete=found.complete,
        stopped=found.stopped,
        seconds=round(found.seconds, 6),
    )


def _code(record: BackdoorsRecord) -> int:
    return DONE if record.complete else UNDECIDED


def _lines(record: BackdoorsRecord) -> Iterable[str]:
    size = str(record.size)
    if record.at_least < record.size:
        size = f"{record.at_least}-{record.size}"
    return (f"{size}\t{record.puzzle}\t{'; '.join(map(' '.join, record.backdoors))}",)


def _text(reading: Reading, lang: Lang, record: BackdoorsRecord) -> str:
    from satdoku.explain.findings import findings

    puzzle = puzzle_of(record.puzzle, reading)
    first = dict(name.split("=") for name in record.backdoors[0]) if record.size else {}
    filled = {puzzle.geometry.cell(name): int(digit) for name, digit in first.items()}
    highlights: dict[int, Highlight] = dict.fromkeys(filled, "focus")
    lines = findings(puzzle.geometry, lang.value).backdoors(record)
    return "\n".join([picture(puzzle, highlights, filled or None), *lines])
