"""What ``satdoku rate`` prints and matches on each scale."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from satdoku.answers.rating import BothRatings, RatingAnswer
from satdoku.base.errors import FormatError
from satdoku.rating.scales import HODOKU, SCALES, SE

AnyRating: TypeAlias = RatingAnswer | BothRatings


def require_fitting(scale: str, *, er: bool, summary: bool) -> None:
    """:raises FormatError: where an option is of Sudoku Explainer's scale alone."""
    if scale not in ("se", "both") and er:
        numbers = "HoDoKu's scores" if scale == "hodoku" else f"the scale {scale}"
        raise FormatError(f"--er is a range of Sudoku Explainer's ratings, not of {numbers}")
    if scale != "se" and summary:
        raise FormatError("--summary shows Sudoku Explainer's ratings; leave --scale out")


def unknown(choice: str, name: str) -> str | None:
    """Why the scale's paths have no technique of this name."""
    asked = (SE, HODOKU) if choice == "both" else (SCALES[choice],)
    whys = [scale.unknown(name) for scale in asked]
    return None if None in whys else whys[0]


def ratings(found: AnyRating, column: str) -> Iterable[float]:
    """The number of this column in an answer that has it."""
    return [one.scores[column] for one in found.ratings if column in one.scores]


def uses(found: AnyRating, name: str) -> bool:
    return any(
        SCALES[one.scale].is_called(have, name)
        for one in found.ratings
        for have in one.techniques or ()
    )
