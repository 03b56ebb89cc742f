"""``satdoku redundant``: which givens and rules of each puzzle follow from the others."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from satdoku.batch.questions import plain_redundant
from satdoku.cli.asking import Asked, run
from satdoku.cli.groups import Asking, InputGroup, RunGroup
from satdoku.cli.options import LangOption, PuzzleArguments
from satdoku.cli.output import DONE, NO, Report
from satdoku.cli.pictures import picture
from satdoku.cli.terminal import coloured, wrapped
from satdoku.messages import SOURCE, Lang
from satdoku.puzzle import Puzzle
from satdoku.records.findings import RedundantRecord

if TYPE_CHECKING:
    from satdoku.render.scene import Highlight

__all__ = ["SetsBackend", "redundant"]


class SetsBackend(StrEnum):
    """The engine that answers."""

    auto = "auto"
    native = "native"
    sat = "sat"


def redundant(
    puzzles: PuzzleArguments,
    common: RunGroup,
    input: InputGroup,
    backend: Annotated[
        SetsBackend, typer.Option(help="The engine; native takes the plain classic 9x9 only.")
    ] = SetsBackend.auto,
    remove: Annotated[
        bool,
        typer.Option("--remove", help="Print each puzzle without what can be spared together."),
    ] = False,
    lang: LangOption = SOURCE,
) -> int:
    """Which givens and rules can be spared, one at a time, without another solution.

    They cannot necessarily go all together; a maximal set that can is named too (satdoku minimize
    drops redundant givens). Off a terminal: minimal or redundant, a tab and the puzzle, and, where
    redundant, four columns: the givens, the rules, and the givens and rules that can go together.
    With --remove the puzzle without these, a line each, as a link where it was one (exit code 0).
    Exit codes: 0 every puzzle is minimal, 1 some given or rule is redundant, or a puzzle has not
    exactly one solution.
    """
    asking = Asking(input.reading(), backend.value, seconds=common.time_limit)
    ask, text = partial(_ask, backend, lang), partial(_text, lang)
    plain = plain_redundant(common.jobs)
    if remove:
        return run(ask, puzzles, asking, _REST, common, plain=plain)
    report = Report(_lines, _code)
    return run(ask, puzzles, asking, report, common, plain=plain, picture=text)


def _ask(backend: SetsBackend, lang: Lang, asking: Asking, asked: Asked) -> RedundantRecord:
    from satdoku.answers.sets import redundant_of

    return redundant_of(
        asked,
        backend=backend.value,
        lang=lang,
        limit=asking.limit,
        rules_known=asking.reading.knows(asked.puzzle),
    )


def _code(record: RedundantRecord) -> int:
    return DONE if record.verdict == "minimal" else NO


def _lines(record: RedundantRecord) -> Iterable[str]:
    row = [record.marked(record.verdict), record.puzzle]
    if record.verdict == "redundant":
        row += [" ".join(record.givens), "; ".join(record.rules)]
        row += [" ".join(record.together["givens"]), "; ".join(record.together["rules"])]
    return ("\t".join(row),)


_REST = Report[RedundantRecord](
    lines=lambda record: (record.together["puzzle"],),
    code=lambda record: DONE,
    text=lambda record: str(record.together["puzzle"]),
    invalid=lambda record: (record.called,),
)
"""The puzzles themselves, without what can go."""


def _text(lang: Lang, record: RedundantRecord, puzzle: Puzzle) -> str:
    from satdoku.explaining.findings import findings

    def cells(names: Iterable[str]) -> list[int]:
        return [puzzle.geometry.cell(name.partition("=")[0]) for name in names]

    highlights: dict[int, Highlight] = dict.fromkeys(cells(record.givens), "pattern")
    highlights |= dict.fromkeys(cells(record.together["givens"]), "focus")
    wording = findings(puzzle.geometry, lang)
    lines = wording.redundant(record, rules=bool(puzzle.constraints), coloured=coloured())
    return "\n".join([picture(puzzle, highlights), *(wrapped(line, lang) for line in lines)])
