"""The questions that the compiled core answers for whole blocks of plain lines.

Each function gives ``None`` where the core is not installed: every puzzle then goes the general
way. Files of answers are loaded by the questions that make them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, cast

from satdoku.answers.json_object import ErrorRecord
from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.base.compiled import compiled_core, required_core
from satdoku.base.errors import Undecided
from satdoku.batch.core_answers import ratings_of
from satdoku.batch.plain import Plain
from satdoku.board import Geometry, Grid
from satdoku.puzzle import Document, Puzzle
from satdoku.solving.uniqueness import UniquenessVerdict

if TYPE_CHECKING:
    from satdoku.answers.rating import RatingAnswer
    from satdoku.answers.sets import RedundantAnswer
    from satdoku.answers.solving import SolveAnswer, UniquenessAnswer
    from satdoku.rating.scales import Scale

_DIGITS = bytes.maketrans(b"123456789", bytes(range(1, 10)))


def _grid(text: str) -> Grid:
    return Grid(Geometry.classic(), tuple(text.encode().translate(_DIGITS)))


def plain_solve(*, whole: bool) -> Plain[SolveAnswer] | None:
    """One solution of each puzzle; as rows unless ``whole`` answers are wanted."""
    core = compiled_core()
    if core is None:
        return None
    leave = (core.INVALID, core.NONE)
    return Plain("vps", _solved, leave, ready=None if whole else "vs", is_bare=True)


def _solved(
    rows: list[list[str]], first: int, source: str | None, seconds: float, _: int
) -> Iterator[SolveAnswer]:
    from satdoku.answers.solving import SolveAnswer

    for line, (verdict, text, solution) in enumerate(rows, first):
        yield SolveAnswer(
            "solved",
            (_grid(solution),),
            complete=True,
            exhausted=False,
            more=verdict == "multiple",
            stopped="solutions",
            backend="native",
            seconds=seconds,
            input=PuzzleInput(None, line, text, source),
        )


def plain_uniqueness(*, whole: bool, witnesses: bool) -> Plain[UniquenessAnswer] | None:
    """Whether each puzzle has one solution; as rows unless ``whole`` answers are wanted."""
    core = compiled_core()
    if core is None:
        return None
    return Plain(
        "vps2" if witnesses else "vp",
        _decided,
        (core.INVALID,),
        ready=None if whole else "vp",
        negative=(core.NONE, core.MULTIPLE),
    )


def _decided(
    rows: list[list[str]], first: int, source: str | None, seconds: float, _: int
) -> Iterator[UniquenessAnswer]:
    from satdoku.answers.solving import UniquenessAnswer

    for line, (verdict, text, *solutions) in enumerate(rows, first):
        entry = PuzzleInput(None, line, text, source)
        grids = tuple(map(_grid, filter(None, solutions)))
        yield UniquenessAnswer(
            cast(UniquenessVerdict, verdict), grids, None, "native", seconds, input=entry
        )


def plain_rate(
    *, scale: Scale, names: bool, path_shape: bool, seconds: float | None
) -> Plain[RatingAnswer]:
    """The rating of each puzzle on a scale; the core has judged it unique before.

    :raises EngineUnavailable: where the compiled core is not installed.
    """
    core = required_core("rating")
    rated = partial(_rated, scale.name, names, path_shape, seconds)
    return Plain("pv", rated, (core.INVALID, core.NONE, core.MULTIPLE), at_once=64)


def _rated(
    scale_name: str,
    names: bool,
    path_shape: bool,
    limit: float | None,
    rows: list[list[str]],
    first: int,
    source: str | None,
    _: float,
    threads: int,
) -> Iterator[RatingAnswer | ErrorRecord]:
    from satdoku.answers.puzzle_input import refusal
    from satdoku.answers.rating import RatingAnswer
    from satdoku.rating.scales import HODOKU, SCALES

    scale = SCALES[scale_name]
    together = scale is HODOKU or not (names or threads == 1 or limit is not None)
    # Few enough that the first answers come soon.
    size = 16 * threads if together else 1
    for start in range(0, len(rows), size):
        started = time.perf_counter()
        texts = [row[0] for row in rows[start : start + size]]
        ratings = list(ratings_of(texts, scale, named=names, seconds=limit, threads=threads))
        each = (time.perf_counter() - started) / len(texts)
        for line, (text, rating) in enumerate(zip(texts, ratings, strict=True), first + start):
            try:
                entry = PuzzleInput(None, line, text, source)
                yield RatingAnswer.of(entry, rating, each, path_shape=path_shape)
            except Undecided as error:
                yield refusal(error, line, text, source)


_AT_ONCE = 512
"""Plain puzzles judged in one call, some twenty-five questions each."""


def plain_redundant() -> Plain[RedundantAnswer] | None:
    """The givens of each puzzle that follow from the others."""
    core = compiled_core()
    if core is None:
        return None
    return Plain("pvs", _redundant, (core.INVALID, core.NONE, core.MULTIPLE), at_once=64)


def _redundant(
    rows: list[list[str]], first: int, source: str | None, _: float, threads: int
) -> Iterator[RedundantAnswer]:
    from satdoku.answers.sets import RedundantAnswer
    from satdoku.diagnosing.redundant import Redundant, redundant_givens

    for start in range(0, len(rows), _AT_ONCE):
        some = rows[start : start + _AT_ONCE]
        started = time.perf_counter()
        redundant = redundant_givens([row[0] for row in some], threads)
        each = (time.perf_counter() - started) / len(some)
        for number, ((text, _verdict, solved), (alone, in_turn)) in enumerate(
            zip(some, redundant, strict=True), first + start
        ):
            givens = tuple(int(sign) if sign in "123456789" else None for sign in text)
            puzzle = Puzzle(Geometry.classic(), givens)
            entry = PuzzleInput(Document(puzzle), number, text, source)
            parts = (alone, (), in_turn, ())
            yield RedundantAnswer(entry, Redundant(puzzle, _grid(solved), *parts, "native", each))
