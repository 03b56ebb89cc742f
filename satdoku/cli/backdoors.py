"""``satdoku backdoors``: the fewest cells whose digits let singles finish each puzzle."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from satdoku.cli.asking import Asked, run
from satdoku.cli.groups import Asking, InputGroup, RunGroup
from satdoku.cli.options import LangOption, PuzzleArguments
from satdoku.cli.output import DONE, UNDECIDED, Report
from satdoku.cli.pictures import filled, picture
from satdoku.cli.waiting import bounds_of
from satdoku.messages import SOURCE, Lang
from satdoku.puzzle import Puzzle
from satdoku.records.findings import BackdoorsRecord

if TYPE_CHECKING:
    from satdoku.render.scene import Highlight

__all__ = ["backdoors"]


class SinglesChoice(StrEnum):
    """The steps that finish the puzzle."""

    singles = "singles"
    naked = "naked"
    hidden = "hidden"


def backdoors(
    puzzles: PuzzleArguments,
    common: RunGroup,
    input: InputGroup,
    by: Annotated[
        SinglesChoice,
        typer.Option(help="What finishes the puzzle: all singles, or one kind of them."),
    ] = SinglesChoice.singles,
    all: Annotated[
        bool, typer.Option("--all", help="Every backdoor of the smallest size, not just one.")
    ] = False,
    lang: LangOption = SOURCE,
) -> int:
    """The fewest cells that, once they hold their digits, let singles finish the puzzle.

    Off a terminal: the size, a tab, the puzzle, a tab and a backdoor (--all: several, parted by a
    semicolon). Exit codes: 0 proved smallest, 1 the puzzle has not exactly one solution, 3 the
    limit came first: the size is then written 1-2, at least 1 and at most 2 (--all: there may be
    more).
    """
    asking = Asking(input.reading(), seconds=common.time_limit)
    report = Report(_lines, _code)
    ask = partial(_ask, by, all)
    return run(ask, puzzles, asking, report, common, picture=partial(_text, lang))


def _ask(by: SinglesChoice, every: bool, asking: Asking, asked: Asked) -> BackdoorsRecord:
    from satdoku.answers.sets import backdoors_of

    progress = bounds_of("cells")
    return backdoors_of(asked, by=by.value, every=every, limit=asking.limit, progress=progress)


def _code(record: BackdoorsRecord) -> int:
    return DONE if record.complete else UNDECIDED


def _lines(record: BackdoorsRecord) -> Iterable[str]:
    size = str(record.size)
    if record.at_least < record.size:
        size = f"{record.at_least}-{record.size}"
    return (f"{size}\t{record.puzzle}\t{'; '.join(map(' '.join, record.backdoors))}",)


def _text(lang: Lang, record: BackdoorsRecord, puzzle: Puzzle) -> str:
    from satdoku.explaining.findings import findings

    first = dict(name.split("=") for name in record.backdoors[0]) if record.size else {}
    digits = {puzzle.geometry.cell(name): int(digit) for name, digit in first.items()}
    highlights: dict[int, Highlight] = dict.fromkeys(digits, "focus")
    lines = findings(puzzle.geometry, lang).backdoors(record)
    return "\n".join([picture(puzzle, highlights, filled(puzzle.geometry, digits)), *lines])
