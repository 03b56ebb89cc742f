"""HoDoKu's level and score of a classic 9x9, by the compiled kernel (docs/hodoku.md)."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from satdoku.base.compiled import required_core
from satdoku.base.errors import Unsupported
from satdoku.base.worded import worded
from satdoku.puzzle import Puzzle
from satdoku.rating.columns import HODOKU_COLUMNS
from satdoku.rating.explainer import Rating
from satdoku.rating.kernel import kernel_seconds, why_not_hodoku
from satdoku.rating.names import is_called, not_of

if TYPE_CHECKING:
    from satdoku.core import HodokuRating


def hodoku_rating(kernel_rating: HodokuRating) -> Rating:
    """The kernel's rating of a puzzle with exactly one solution, as a value.

    The level is the highest of any search that found a step, or a higher level if the score exceeds
    the bound of the level. The score is the sum of the scores of the searches that found the
    steps. The techniques have HoDoKu's names, in the order of the search.
    """
    if kernel_rating.status not in ("ok", "undecided"):
        raise AssertionError(f"a puzzle with one solution is {kernel_rating.status}")
    return Rating(
        "hodoku",
        {HODOKU_COLUMNS[0].name: kernel_rating.score},
        kernel_rating.steps,
        None,
        kernel_rating.techniques,
        kernel_rating.level,
        "ok" if kernel_rating.status == "ok" else "undecided",
    )


def rate_hodoku(puzzle: Puzzle, *, seconds: float | None = None) -> Rating:
    """Rate a classic puzzle. The caller checks that it has exactly one solution.

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    :raises Unsupported: where it is no classic 9x9 of givens.
    :raises EngineUnavailable: where the compiled core is not installed.
    """
    puzzle.require_valid()
    reason = why_not_hodoku(puzzle)
    if reason is not None:
        raise Unsupported(reason)
    text = "".join("." if given is None else str(given) for given in puzzle.givens)
    core = required_core("rating")
    return hodoku_rating(core.hodoku_rate(text, seconds=kernel_seconds(seconds)))


def is_technique(name: str, wanted: str) -> bool:
    """Whether a name of HoDoKu's is the one wanted, however that is written."""
    return _plain(wanted) == _plain(name) or is_called(name, wanted)


def unknown(wanted: str) -> str | None:
    """The reason why HoDoKu's path has no step of this name; ``None`` where it may have one."""
    names = required_core("rating").hodoku_names()
    if any(is_technique(name, wanted) for name in names):
        return None
    near = get_close_matches(wanted.lower(), map(_plain, names), n=3)
    return not_of(wanted, worded("HoDoKu's path"), near, names)


def _plain(name: str) -> str:
    return "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split())
