"""``satdoku suggest``: which further clue would leave the fewest solutions, and which can go."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Annotated

import typer

from satdoku.base.errors import FormatError, SatdokuError
from satdoku.board import Grid
from satdoku.cli import completing
from satdoku.cli.asking import Asked, run
from satdoku.cli.boards import full_grid_of
from satdoku.cli.groups import Asking, InputGroup, RunGroup
from satdoku.cli.options import LangOption, PuzzleArguments, option
from satdoku.cli.output import DONE, NO, UNDECIDED, Report
from satdoku.messages import SOURCE, Lang
from satdoku.records.rules import SuggestRecord

__all__ = ["suggest"]

_SECONDS = 10.0


def suggest(
    puzzles: PuzzleArguments,
    common: RunGroup,
    input: InputGroup,
    kinds: Annotated[
        str,
        option(
            "--rule",
            metavar="KINDS",
            text="The kinds of clue: thermo, or thermo:3-5,arrow (lines of 3 to 5 cells).",
            values=completing.rules,
        ),
    ],
    count: Annotated[
        int, typer.Option("--count", "-n", min=1, help="List so many clues at most.")
    ] = 5,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="List pairs of clues, for where one does not do.")
    ] = False,
    solution: Annotated[
        str | None, typer.Option(metavar="GRID", help="Clues that this solution keeps alone.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Draw other clues.")] = 0,
    lang: LangOption = SOURCE,
) -> int:
    """Which further clue of some kinds would leave the fewest solutions, and which rule can go.

    Clues are drawn at random and judged by the solutions of the puzzle; all of them where there
    are at most 300. A line a puzzle: the verdict, the number of solutions (with + where there are
    more), the puzzle; then a line a clue: the number of solutions that it leaves, the clue as
    --rules takes it, its place; then a line for each rule that can go without another solution:
    spare, the rule. Exit codes: 0 clues are suggested, or none is needed; 1 no clue was found, or
    the puzzle has no solution; 2 bad input; 3 out of time. 10 seconds a puzzle, unless --time-limit
    sets another limit.
    """
    asking = Asking(
        input.reading(), seconds=_SECONDS if common.time_limit is None else common.time_limit
    )
    ask = partial(_ask, _How(kinds, count, pairs, solution, seed, lang))
    report = Report(_lines, _code, text=partial(_text, lang=lang))
    return run(ask, puzzles, asking, report, common)


@dataclass(frozen=True)
class _How:
    kinds: str
    count: int
    pairs: bool
    solution: str | None
    seed: int
    lang: Lang


def _ask(how: _How, asking: Asking, asked: Asked) -> SuggestRecord:
    from satdoku.answers.suggestions import suggested_of, wishes_of

    geometry = asked.puzzle.geometry
    try:
        wishes = wishes_of(how.kinds, geometry)
    except FormatError as error:
        raise SatdokuError(f"--rule: {error.reason}") from None
    values = None
    if how.solution is not None:
        values = Grid(geometry, full_grid_of(how.solution, geometry, "--solution"))
        if not asked.puzzle.accepts(values, asking.limit.start()):
            raise SatdokuError("--solution: the grid is no solution of the puzzle")
    return suggested_of(
        asked,
        how.kinds,
        wishes,
        count=how.count,
        pairs=how.pairs,
        solution=values,
        seed=how.seed,
        lang=how.lang,
        limit=asking.limit,
    )


def _lines(record: SuggestRecord) -> Iterable[str]:
    more = "" if record.complete else "+"
    yield f"{record.marked(record.verdict)}\t{record.solutions}{more}\t{record.puzzle}"
    for clue in record.clues:
        yield f"{clue['left']}{'' if clue['exact'] else '+'}\t{clue['clue']}\t{clue['text']}"
    for rule in record.spare:
        yield f"spare\t{rule}"


def _text(record: SuggestRecord, lang: Lang) -> str:
    from satdoku.explaining.phrases import phrases

    say = phrases(lang).say
    first, *rows = _lines(record)
    lines = [say(f"suggest.{record.verdict}", n=first.split("\t")[1])]
    clues, spare = rows[: len(record.clues)], rows[len(record.clues) :]
    if clues:
        lines += [say("suggest.clues"), *("  " + "  ".join(row.split("\t")) for row in clues)]
    if spare:
        lines += [say("suggest.spare"), *(f"  {row.partition(chr(9))[2]}" for row in spare)]
    return "\n".join(lines)


def _code(record: SuggestRecord) -> int:
    if record.clues or record.verdict == "unique":
        return DONE
    return NO if record.complete else UNDECIDED
