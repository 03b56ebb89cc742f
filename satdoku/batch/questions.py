"""The questions that the compiled core answers for whole blocks of plain lines.

Each function gives ``None`` where the core is not installed: every puzzle then goes the general
way. Files of records are loaded by the questions that make them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from satdoku.base.compiled import compiled_core, required_core
from satdoku.base.errors import Undecided
from satdoku.batch.plain import Plain
from satdoku.board import Geometry
from satdoku.records.base import ErrorRecord, Record

if TYPE_CHECKING:
    from satdoku.rating.scales import Scale
    from satdoku.records.findings import RedundantRecord
    from satdoku.records.rating import RatingRecord
    from satdoku.records.solving import SolveRecord, UniquenessRecord

R = TypeVar("R", bound=Record)
T = TypeVar("T")


def _each(
    record: Callable[[list[str], int, str | None, float], R],
) -> Callable[[list[list[str]], int, str | None, float], Iterable[R | ErrorRecord]]:
    return lambda rows, first, source, seconds: (
        record(row, line, source, round(seconds, 9)) for line, row in enumerate(rows, first)
    )


def plain_solve(*, records: bool) -> Plain[SolveRecord] | None:
    """One solution of each puzzle; as rows unless ``records`` are wanted."""
    from satdoku.records.solving import SolveRecord

    core = compiled_core()
    if core is None:
        return None

    def record(columns: list[str], line: int, source: str | None, seconds: float) -> SolveRecord:
        verdict, puzzle, solution = columns
        return SolveRecord(
            line,
            puzzle,
            "solved",
            (solution,),
            complete=True,
            exhausted=False,
            more=verdict == "multiple",
            stopped="solutions",
            backend="native",
            seconds=seconds,
            source=source,
        )

    leave = (core.INVALID, core.NONE)
    return Plain("vps", _each(record), leave, ready=None if records else "vs", is_bare=True)


def plain_uniqueness(*, records: bool, witnesses: bool) -> Plain[UniquenessRecord] | None:
    """Whether each puzzle has one solution; as rows unless ``records`` are wanted."""
    from satdoku.records.solving import UniquenessRecord

    core = compiled_core()
    if core is None:
        return None

    def record(
        columns: list[str], line: int, source: str | None, seconds: float
    ) -> UniquenessRecord:
        verdict, puzzle, *found = columns
        return UniquenessRecord(
            line,
            puzzle,
            verdict,
            tuple(filter(None, found)),
            None,
            "native",
            seconds,
            source=source,
        )

    return Plain(
        "vps2" if witnesses else "vp",
        _each(record),
        (core.INVALID,),
        ready=None if records else "vp",
        negative=(core.NONE, core.MULTIPLE),
    )


def plain_rate(
    *, scale: Scale, names: bool, path_shape: bool, seconds: float | None, jobs: int
) -> Plain[RatingRecord]:
    """The rating of each puzzle on a scale; the core has judged it unique before.

    :raises EngineUnavailable: where the compiled core is not installed.
    """
    from satdoku.answers.puzzle_input import PuzzleInput, refusal
    from satdoku.answers.rating import RatingAnswer
    from satdoku.rating.explainer import Rating, rate_text
    from satdoku.rating.hodoku import hodoku_rating
    from satdoku.rating.kernel import kernel_seconds
    from satdoku.rating.scales import HODOKU

    core = required_core("rating")

    def rated(
        found: Rating, line: int, text: str, source: str | None, seconds: float
    ) -> RatingRecord | ErrorRecord:
        try:
            asked = PuzzleInput(None, line, text, source)
            return RatingAnswer.of(asked, found, seconds, path_shape=path_shape).record()
        except Undecided as error:
            return refusal(error, line, text, source)

    def records(
        rows: list[list[str]], first: int, source: str | None, _: float
    ) -> Iterator[RatingRecord | ErrorRecord]:
        texts = [row[0] for row in rows]
        if scale is HODOKU:
            some = partial(core.hodoku_rate_batch, threads=jobs, seconds=kernel_seconds(seconds))
            for line, text, found, each in _in_pieces(texts, first, jobs, some):
                yield rated(hodoku_rating(found), line, text, source, each)
        elif names or jobs == 1 or seconds is not None:
            for line, text in enumerate(texts, first):
                started = time.perf_counter()
                found = rate_text(text, names=names, seconds=seconds)
                yield rated(found, line, text, source, time.perf_counter() - started)
        else:
            some = partial(core.se_rate_batch, threads=jobs)
            for line, text, found, each in _in_pieces(texts, first, jobs, some):
                yield rated(Rating.of(found, text), line, text, source, each)

    return Plain("pv", records, (core.INVALID, core.NONE, core.MULTIPLE))


def _in_pieces(
    texts: list[str], first: int, jobs: int, batch: Callable[[list[str]], list[T]]
) -> Iterator[tuple[int, str, T, float]]:
    """The line, the text, what the core finds of it and the seconds, as many at a time that the
    first answers come soon."""
    size = 16 * jobs
    for start in range(0, len(texts), size):
        started = time.perf_counter()
        piece = texts[start : start + size]
        found = batch(piece)
        each = (time.perf_counter() - started) / len(piece)
        for line, (text, one) in enumerate(zip(piece, found, strict=True), first + start):
            yield line, text, one, each


_AT_ONCE = 512
"""Plain puzzles judged in one call, some twenty-five questions each."""


def plain_redundant(jobs: int) -> Plain[RedundantRecord] | None:
    """The givens of each puzzle that follow from the others."""
    from satdoku.records.findings import RedundantRecord

    core = compiled_core()
    if core is None:
        return None

    def records(
        rows: list[list[str]], first: int, source: str | None, _: float
    ) -> Iterator[RedundantRecord]:
        from satdoku.diagnosing.redundant import redundant_givens

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

    # Without the verdict the core would stop at the first solution.
    return Plain("pv", records, (core.INVALID, core.NONE, core.MULTIPLE))
