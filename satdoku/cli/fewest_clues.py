"""``satdoku fewest-clues``: how few givens can pose each grid, from below and from above."""

from __future__ import annotations

import sys
from collections.abc import Iterable
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
    RulesOption,
    real_seconds,
)
from satdoku.cli.output import DONE, UNDECIDED, Report, report_all
from satdoku.cli.sets import (
    grid_of,
    picture,
    puzzle_of,
    puzzle_text,
    refusing,
    until_cancelled,
)
from satdoku.cli.telling import Lang, wrapped
from satdoku.cli.unavoidable import GridArguments
from satdoku.limits import Limit
from satdoku.records.findings import FewestCluesRecord

if TYPE_CHECKING:
    from satdoku.render.scene import Highlight

__all__ = ["fewest_clues"]

_SECONDS = 10.0


def fewest_clues(
    grids: GridArguments,
    seed: Annotated[int, typer.Option(min=0, help="Where the search for puzzles starts.")] = 0,
    time_limit: Annotated[
        float,
        typer.Option(min=0.0, metavar="SECONDS", callback=real_seconds, help="For each grid."),
    ] = _SECONDS,
    jobs: JobsOption = 1,
    format: FormatOption = None,
    letters: LettersOption = Letters.auto,
    box: BoxOption = None,
    rules: RulesOption = None,
    json: JsonOption = False,
) -> int:
    """How few givens can pose a grid: a bound from below, and the best puzzle found.

    Off a terminal: the givens of the best puzzle, a tab, the fewest that there must be, a tab and
    the puzzle. Ctrl-C ends the search and prints what it found. Exit codes: 0 the two are equal,
    1 a puzzle has not exactly one solution, 3 the limit came before they were.
    """
    reading = Reading.of(format, letters, box, rules)
    live = jobs == 1 and sys.stderr.isatty()
    ask = partial(refusing, partial(_ask, seed, live))
    report = Report(_lines, partial(_text, reading), _code)
    asking = Asking(reading, seconds=time_limit)
    records = until_cancelled(answer_all(ask, grids, asking, jobs), lambda record: record.stopped)
    return report_all(records, report, json)


def _ask(seed: int, live: bool, asking: Asking, asked: Asked) -> FewestCluesRecord:
    from satdoku.diagnose.fewest import find_fewest_clues

    board, clock = asked.puzzle, asking.limit.start()
    grid = grid_of(board, clock)
    # One limit for both questions.
    rest = Limit(seconds=clock.remaining())
    found = find_fewest_clues(
        board, grid, seed=seed, limit=rest, progress=_progress if live else None
    )
    if live:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    return FewestCluesRecord(
        **asked.place,
        grid=asked.write(grid, asking.reading.options.letters),
        best=puzzle_text(found.puzzle, asking),
        clues=found.clues,
        at_least=found.at_least,
        known_at_least=found.known_at_least,
        exact=found.exact,
        sets=found.sets,
        stopped=found.stopped,
        seconds=round(found.seconds, 6),
    )


def _progress(below: int, above: int) -> None:
    """The bounds so far, in one line that is written over."""
    line = f"\r\x1b[Kbetween {below} and {above} givens; Ctrl-C ends the search"
    print(line, end="", file=sys.stderr, flush=True)


def _code(record: FewestCluesRecord) -> int:
    return DONE if record.exact else UNDECIDED


def _lines(record: FewestCluesRecord) -> Iterable[str]:
    return (f"{record.clues}\t{max(record.at_least, record.known_at_least)}\t{record.best}",)


def _text(reading: Reading, record: FewestCluesRecord) -> str:
    best = puzzle_of(record.best, reading)
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
    return "\n".join([*parts[:2], *(wrapped(part, Lang.en) for part in parts[2:])])
