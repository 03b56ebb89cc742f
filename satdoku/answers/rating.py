"""How hard a puzzle is, on a scale."""

from __future__ import annotations

import time
from collections.abc import Mapping

from satdoku.answers.asked import Asked
from satdoku.answers.positions import PUZZLE_SECONDS
from satdoku.base.errors import NoSolution, NotUnique, Undecided, Unsupported
from satdoku.base.limits import Limit
from satdoku.rating.explainer import Rating
from satdoku.rating.scales import HODOKU, SCALES, SE, Scale, scale_of
from satdoku.records.base import plural
from satdoku.records.rating import BothRecord, RatingRecord

__all__ = [
    "both_ratings_of",
    "rating_line",
    "rating_of",
    "rating_record",
    "rating_text",
    "scale_of_record",
]

_MULTIPLE_SECONDS = 10.0
"""The path through a puzzle with several solutions has no end of its own."""


def rating_of(
    asked: Asked,
    *,
    scale: Scale | None = None,
    names: bool = True,
    allow_multiple: bool = False,
    seconds: float | None = None,
) -> RatingRecord:
    """Rate a puzzle on a scale (``None``: its own); one with several solutions, where that is
    allowed, as far as the path goes. Without a limit it may take ``PUZZLE_SECONDS``.

    :raises NoSolution, NotUnique: where the puzzle has not exactly one solution.
    :raises Undecided: where the time ran out first.
    :raises InvalidPuzzle, Unsupported, EngineUnavailable: as :func:`satdoku.rating.explainer.rate`.
    """
    started = time.perf_counter()
    if scale is not None and (reason := scale.refusal(asked.puzzle)):
        raise Unsupported(reason)
    scale = scale or scale_of(asked.puzzle)
    multiple, seconds = _has_several(asked, allow_multiple, seconds)
    if seconds is None:
        seconds = PUZZLE_SECONDS
    found = scale.rate(asked.puzzle, unique=not multiple, names=names, limit=Limit(seconds=seconds))
    return rating_record(
        found,
        asked.line,
        asked.text,
        asked.source,
        time.perf_counter() - started,
        left_out=asked.left_out,
        allow_stuck=multiple,
    )


def both_ratings_of(
    asked: Asked, *, names: bool = True, seconds: float | None = None
) -> BothRecord:
    """Rate a puzzle on Sudoku Explainer's scale and on HoDoKu's; raises as :func:`rating_of`."""
    clock = Limit(seconds=seconds).start()
    hodoku = rating_of(asked, scale=HODOKU, seconds=seconds)
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
        raise Undecided(
            f"the time ran out before the puzzle was rated; without another limit it may take "
            f"{PUZZLE_SECONDS:.0f} s"
        )
    if found.scale == SE.name and found.status != "ok" and not allow_stuck:
        raise AssertionError(f"no step goes on in a puzzle with one solution: {text}")
    return RatingRecord(
        line,
        text,
        found.scores,
        found.level,
        found.hardest,
        None if found.hardest is None and found.scale == SE.name else found.techniques,
        found.steps,
        round(seconds, 6),
        None if found.scale == SE.name else found.scale,
        source=source,
        left_out=left_out,
    )


def rating_text(record: RatingRecord | BothRecord) -> str:
    """A rating for a person, a line each."""
    if isinstance(record, BothRecord):
        return "\n".join(map(rating_text, record.ratings))
    scale = scale_of_record(record)
    numbers = [f"{one.label} {scale.shown(record.scores[one.name])}" for one in scale.columns]
    lines = ["  ".join([*numbers, plural(record.steps, "step")])]
    if record.level is not None:
        lines.append(f"level: {record.level}")
    if record.hardest is not None:
        lines.append(f"hardest: {record.hardest}")
    lines += [f"{times:>5}  {name}" for name, times in (record.techniques or {}).items()]
    return "\n".join(lines)


def rating_line(record: RatingRecord | BothRecord) -> str:
    """The numbers, the puzzle, and its level (where the scale has none: the hardest technique); of
    two scales the puzzle once."""
    (numbers, about), *others = map(_short, record.ratings)
    return "\t".join([numbers, record.puzzle, about, *(cell for other in others for cell in other)])


def _short(record: RatingRecord) -> tuple[str, str]:
    scale = scale_of_record(record)
    numbers = "/".join([scale.shown(record.scores[column.name]) for column in scale.columns])
    about = record.level if scale.levels else record.hardest
    return f"{'' if record.scale is None else f'{record.scale}:'}{numbers}", about or "-"


def scale_of_record(record: RatingRecord) -> Scale:
    """The scale that rated a puzzle."""
    return SE if record.scale is None else SCALES[record.scale]
