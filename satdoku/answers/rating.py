"""How hard a puzzle is on Sudoku Explainer's scale or HoDoKu's, or a variant on satdoku's."""

from __future__ import annotations

import time
from collections.abc import Mapping

from satdoku.answers.asked import Asked
from satdoku.errors import NoSolution, NotUnique, Undecided, Unsupported
from satdoku.limits import Limit
from satdoku.rating.explainer import Rating, rate
from satdoku.rating.hodoku import HodokuRating, rate_hodoku, why_not_hodoku
from satdoku.records.rating import BothRecord, HodokuRecord, RatingRecord, ScaleRecord

__all__ = [
    "both_ratings_of",
    "hodoku_rating_of",
    "hodoku_record",
    "rating_of",
    "rating_record",
    "scale_rating_of",
]

_MULTIPLE_SECONDS = 10.0
"""The path through a puzzle with several solutions has no end of its own."""


def rating_of(
    asked: Asked,
    *,
    names: bool = True,
    allow_multiple: bool = False,
    seconds: float | None = None,
) -> RatingRecord:
    """Rate a puzzle; one with several solutions, where that is allowed, as far as the path goes.

    :raises NoSolution, NotUnique: where the puzzle has not exactly one solution.
    :raises Undecided: where the time ran out first.
    :raises InvalidPuzzle, Unsupported, EngineUnavailable: as :func:`satdoku.rating.explainer.rate`.
    """
    started = time.perf_counter()
    multiple, seconds = _has_several(asked, allow_multiple, seconds)
    found = rate(asked.puzzle, names=names, seconds=seconds)
    return rating_record(
        found,
        asked.line,
        asked.text,
        asked.source,
        time.perf_counter() - started,
        left_out=asked.left_out,
        allow_stuck=multiple,
    )


def _has_several(asked: Asked, allowed: bool, seconds: float | None) -> tuple[bool, float | None]:
    """Whether there are several solutions, and the seconds that are left for the rating."""
    from satdoku.solving import check_unique  # files of plain puzzles are rated without it

    limit = Limit(seconds=seconds)
    clock = limit.start()
    verdict = check_unique(asked.puzzle, limit=limit).verdict
    if verdict == "none":
        raise NoSolution("the puzzle has no solution, and so no rating")
    if verdict == "undecided":
        raise Undecided("whether the puzzle has one solution was not decided in time")
    if verdict == "multiple" and not allowed:
        raise NotUnique("the puzzle has several solutions")
    multiple, left = verdict == "multiple", clock.remaining()
    return multiple, _MULTIPLE_SECONDS if multiple and left is None else left


def scale_rating_of(
    asked: Asked, *, allow_multiple: bool = False, seconds: float | None = None
) -> ScaleRecord:
    """Rate a puzzle with rules on the satdoku scale; else as :func:`rating_of`.

    :raises NoSolution, NotUnique: where the puzzle has not exactly one solution.
    :raises Undecided: where the time ran out first.
    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    """
    from satdoku.rating.worth import rate_by_scale  # loads every technique

    started = time.perf_counter()
    multiple, seconds = _has_several(asked, allow_multiple, seconds)
    found = rate_by_scale(asked.puzzle, unique=not multiple, limit=Limit(seconds=seconds))
    if found.status == "undecided":
        raise Undecided("the time ran out before the puzzle was rated")
    return ScaleRecord(
        asked.line,
        asked.text,
        found.points,
        found.hardest,
        found.techniques,
        found.steps,
        round(time.perf_counter() - started, 6),
        source=asked.source,
        left_out=asked.left_out,
    )


def hodoku_rating_of(asked: Asked, *, seconds: float | None = None) -> HodokuRecord:
    """Rate a puzzle on HoDoKu's scale.

    :raises NoSolution, NotUnique: where the puzzle has not exactly one solution.
    :raises Undecided: where the time ran out first.
    :raises InvalidPuzzle, Unsupported, EngineUnavailable: as
        :func:`satdoku.rating.hodoku.rate_hodoku`.
    """
    started = time.perf_counter()
    reason = why_not_hodoku(asked.puzzle)
    if reason is not None:
        raise Unsupported(reason)
    _, seconds = _has_several(asked, False, seconds)
    found = rate_hodoku(asked.puzzle, seconds=seconds)
    return hodoku_record(
        found,
        asked.line,
        asked.text,
        asked.source,
        time.perf_counter() - started,
        left_out=asked.left_out,
    )


def both_ratings_of(
    asked: Asked, *, names: bool = True, seconds: float | None = None
) -> BothRecord:
    """Rate a puzzle on both scales; raises as :func:`hodoku_rating_of`."""
    clock = Limit(seconds=seconds).start()
    hodoku = hodoku_rating_of(asked, seconds=seconds)
    se = rating_of(asked, names=names, seconds=clock.remaining())
    return BothRecord(
        asked.line,
        asked.text,
        se,
        hodoku,
        round(se.seconds + hodoku.seconds, 6),
        source=asked.source,
        left_out=asked.left_out,
    )


def hodoku_record(
    found: HodokuRating,
    line: int,
    text: str,
    source: str | None,
    seconds: float,
    *,
    left_out: Mapping[str, str] | None = None,
) -> HodokuRecord:
    """A rating as plain data.

    :raises Undecided: where the time ran out before the puzzle was rated.
    """
    if not found.decided:
        raise Undecided("the time ran out before the puzzle was rated")
    return HodokuRecord(
        line,
        text,
        found.level,
        found.score,
        found.techniques,
        found.steps,
        round(seconds, 6),
        source=source,
        left_out=left_out,
    )


def rating_record(
    found: Rating,
    line: int,
    text: str,
    source: str | None,
    seconds: float,
    *,
    left_out: Mapping[str, str] | None = None,
    allow_stuck: bool = False,
) -> RatingRecord:
    """A rating as plain data.

    :raises Undecided: where the time ran out before the puzzle was rated.
    """
    if found.status == "undecided":
        raise Undecided("the time ran out before the puzzle was rated")
    if found.status != "ok" and not allow_stuck:
        raise AssertionError(f"no step goes on in a puzzle with one solution: {text}")
    return RatingRecord(
        line,
        text,
        found.er,
        found.ep,
        found.ed,
        found.level,
        found.hardest,
        found.techniques if found.hardest is not None else None,
        found.steps,
        round(seconds, 6),
        source=source,
        left_out=left_out,
    )
