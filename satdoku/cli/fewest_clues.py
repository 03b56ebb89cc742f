"""``satdoku fewest-clues``: how few givens can pose each grid, from below and from above."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from satdoku.cli.asking import Asked, answer_all
from satdoku.cli.groups import Asking, InputGroup
from satdoku.cli.options import JobsOption, JsonOption, real_seconds
from satdoku.cli.output import DONE, UNDECIDED, Ready, Report, report_all
from satdoku.cli.pairing import with_pictures
from satdoku.cli.pictures import grid_of, picture
from satdoku.cli.terminal import wrapped
from satdoku.cli.unavoidable import GridArguments
from satdoku.cli.waiting import bounds_of, waited
from satdoku.formats import Letters
from satdoku.puzzle import Puzzle
from satdoku.records.base import ErrorRecord
from satdoku.records.findings import FewestCluesRecord

if TYPE_CHECKING:
    from satdoku.render.scene import Highlight

__all__ = ["fewest_clues"]

_SECONDS = 10.0


def fewest_clues(
    grids: GridArguments,
    input: InputGroup,
    seed: Annotated[int, typer.Option(min=0, help="Where the search for puzzles starts.")] = 0,
    time_limit: Annotated[
        float,
        typer.Option(min=0.0, metavar="SECONDS", callback=real_seconds, help="For each grid."),
    ] = _SECONDS,
    jobs: JobsOption = 1,
    json: JsonOption = False,
) -> int:
    """How few givens can pose a grid: a bound from below, and the best puzzle found.

    Off a terminal: the givens of the best puzzle, a tab, the fewest that there must be, a tab and
    the puzzle. Ctrl-C ends the search and prints what it found. Exit codes: 0 the two are equal,
    1 a puzzle has not exactly one solution, 3 the limit came before they were.
    """
    asking = Asking(input.reading(), seconds=time_limit)
    boards: deque[Puzzle | None] = deque()
    text = partial(_text, asking.reading.options.letters)
    answers = waited(answer_all(partial(_ask, seed), grids, asking, jobs, seen=boards), grids)
    records, report = with_pictures(answers, boards, Report(_lines, _code), text)
    return report_all(_until_cancelled(records), report, json)


def _ask(seed: int, asking: Asking, asked: Asked) -> FewestCluesRecord:
    from satdoku.answers.sets import fewest_clues_of

    return fewest_clues_of(
        asked,
        seed=seed,
        letters=asking.reading.options.letters,
        limit=asking.limit,
        rules_known=asking.reading.knows(asked.puzzle),
        progress=bounds_of("givens"),
    )


def _until_cancelled(
    records: Iterable[FewestCluesRecord | ErrorRecord | Ready],
) -> Iterator[FewestCluesRecord | ErrorRecord | Ready]:
    """The records up to one that Ctrl-C cut short, which is shown too before the run ends."""
    for record in records:
        yield record
        if isinstance(record, FewestCluesRecord) and record.stopped == "cancelled":
            raise KeyboardInterrupt


def _code(record: FewestCluesRecord) -> int:
    return DONE if record.exact else UNDECIDED


def _lines(record: FewestCluesRecord) -> Iterable[str]:
    return (f"{record.clues}\t{max(record.at_least, record.known_at_least)}\t{record.best}",)


def _text(letters: Letters, record: FewestCluesRecord, board: Puzzle) -> str:
    best = replace(board, givens=grid_of(record.best, board.geometry, letters).values)
    highlights: dict[int, Highlight] = {
        cell: "focus" for cell, given in enumerate(best.givens) if given is not None
    }
    parts = [picture(best, highlights), f"  {record.best}"]
    theorem = (
        f"no classic 9x9 has fewer than {record.known_at_least} (McGuire, Tugemann and Civario, "
        f"2014); {record.at_least} were proved here"
    )
    if record.exact and record.at_least == record.clues:
        parts.append(f"exactly {record.clues} givens: no puzzle of this grid has fewer")
    elif record.exact:
        parts.append(f"exactly {record.clues} givens: {theorem}")
    else:
        below = max(record.at_least, record.known_at_least)
        parts.append(f"between {below} and {record.clues} givens")
        if record.known_at_least > record.at_least:
            parts.append(theorem)
    return "\n".join([*parts[:2], *(wrapped(part) for part in parts[2:])])
