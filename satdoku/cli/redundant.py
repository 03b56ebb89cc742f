"""``satdoku redundant``: which givens and rules of each puzzle follow from the others."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from satdoku.batch.plain import compiled_core
from satdoku.cli.asking import Asked, Asking, Plain, answer_all
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
from satdoku.cli.output import DONE, NO, Report, coloured, report_all
from satdoku.cli.sets import picture, placed, puzzle_of, puzzle_text, refusing
from satdoku.cli.telling import Lang, LangOption, wrapped
from satdoku.puzzle import Geometry
from satdoku.records.findings import RedundantRecord

if TYPE_CHECKING:
    from satdoku.render.scene import Highlight

__all__ = ["redundant"]


class SetsBackend(StrEnum):
    """The engine that answers."""

    auto = "auto"
    native = "native"
    sat = "sat"


def redundant(
    puzzles: PuzzleArguments,
    backend: Annotated[
        SetsBackend, typer.Option(help="The engine; native takes the plain classic 9x9 only.")
    ] = SetsBackend.auto,
    lang: LangOption = Lang.en,
    time_limit: TimeLimitOption = None,
    jobs: JobsOption = 1,
    format: FormatOption = None,
    letters: LettersOption = Letters.auto,
    box: BoxOption = None,
    rules: RulesOption = None,
    json: JsonOption = False,
) -> int:
    """Which givens and rules can be spared, one at a time, without another solution.

    They cannot necessarily go all together; a maximal set that can is named too (satdoku minimize
    drops redundant givens). Off a terminal: minimal or redundant, a tab and the puzzle, and, where
    redundant, four columns: the givens, the rules, and the givens and rules that can go together.
    Exit codes: 0 every puzzle is minimal, 1 some given or rule is redundant, or a puzzle has not
    exactly one solution.
    """
    reading = Reading.of(format, letters, box, rules)
    asking = Asking(reading, backend.value, seconds=time_limit)
    report = Report(_lines, partial(_text, reading, lang), _code)
    ask = partial(refusing, partial(_ask, lang))
    records = answer_all(ask, puzzles, asking, jobs, _plain(jobs))
    return report_all(records, report, json)


def _ask(lang: Lang, asking: Asking, asked: Asked) -> RedundantRecord:
    from satdoku.diagnose.redundant import RedundantBackend, find_redundant
    from satdoku.explain.findings import findings

    puzzle = asked.puzzle
    backends: dict[str, RedundantBackend] = {"auto": "auto", "native": "native", "sat": "sat"}
    found = find_redundant(puzzle, backend=backends[asking.backend], limit=asking.limit)
    say = findings(puzzle.geometry, lang.value)
    names = [say.constraint(rule) for rule in puzzle.constraints]
    return RedundantRecord(
        **asked.place,
        verdict="minimal" if found.minimal else "redundant",
        givens=placed(puzzle, puzzle.grid, found.givens),
        rules=tuple(names[i] for i in found.rules),
        together={
            "givens": placed(puzzle, puzzle.grid, found.together_givens),
            "rules": tuple(names[i] for i in found.together_rules),
            "puzzle": puzzle_text(found.rest, asking),
        },
        backend=found.backend,
        seconds=round(found.seconds, 6),
    )


_AT_ONCE = 512
"""Plain puzzles judged in one call, some twenty-five questions each."""


def _plain(jobs: int) -> Plain[RedundantRecord] | None:
    core = compiled_core()
    if core is None:
        return None

    def records(
        rows: list[list[str]], first: int, source: str | None, _: float
    ) -> Iterator[RedundantRecord]:
        from satdoku.diagnose.redundant import redundant_givens

        names = Geometry.classic().name
        for start in range(0, len(rows), _AT_ONCE):
            texts = [row[0] for row in rows[start : start + _AT_ONCE]]
            started = time.perf_counter()
            found = redundant_givens(texts, jobs)
            seconds = round((time.perf_counter() - started) / len(texts), 9)
            for line, (text, cells) in enumerate(zip(texts, found, strict=True), first + start):
                alone, gone = (
                    tuple([f"{names(cell)}={text[cell]}" for cell in each]) for each in cells
                )
                left = "".join(
                    symbol if symbol in "123456789" and i not in cells[1] else "."
                    for i, symbol in enumerate(text)
                )
                yield RedundantRecord(
                    line,
                    text,
                    verdict="redundant" if alone else "minimal",
                    givens=alone,
                    rules=(),
                    together={"givens": gone, "rules": (), "puzzle": left},
                    backend="native",
                    seconds=seconds,
                    source=source,
                )

    leave = (core.INVALID, core.NONE, core.MULTIPLE)
    # Without the verdict the core would stop at the first solution.
    return Plain(ready=None, columns="pv", records=records, leave=leave)


def _code(record: RedundantRecord) -> int:
    return DONE if record.verdict == "minimal" else NO


def _lines(record: RedundantRecord) -> Iterable[str]:
    row = [record.verdict, record.puzzle]
    if record.verdict == "redundant":
        row += [" ".join(record.givens), "; ".join(record.rules)]
        row += [" ".join(record.together["givens"]), "; ".join(record.together["rules"])]
    return ("\t".join(row),)


def _text(reading: Reading, lang: Lang, record: RedundantRecord) -> str:
    from satdoku.explain.findings import findings

    puzzle = puzzle_of(record.puzzle, reading)
    cell = puzzle.geometry.cell

    def cells(names: Iterable[str]) -> list[int]:
        return [cell(name.partition("=")[0]) for name in names]

    highlights: dict[int, Highlight] = dict.fromkeys(cells(record.givens), "pattern")
    highlights |= dict.fromkeys(cells(record.together["givens"]), "focus")
    say = findings(puzzle.geometry, lang.value)
    lines = say.redundant(record, rules=bool(puzzle.constraints), coloured=coloured())
    return "\n".join([picture(puzzle, highlights), *(wrapped(line, lang) for line in lines)])
