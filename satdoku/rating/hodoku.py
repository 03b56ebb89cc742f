"""HoDoKu's level and score of a classic 9x9, by the compiled kernel (docs/hodoku.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Literal, TypeAlias

from satdoku.errors import Unsupported
from satdoku.puzzle import Puzzle
from satdoku.rating.explainer import kernel, kernel_seconds

if TYPE_CHECKING:
    from satdoku.core import HodokuRating as Found

__all__ = [
    "HodokuLevel",
    "HodokuRating",
    "is_technique",
    "rate_hodoku",
    "unknown",
    "why_not_hodoku",
]

HodokuLevel: TypeAlias = Literal["easy", "medium", "hard", "unfair", "extreme"]


@dataclass(frozen=True, slots=True)
class HodokuRating:
    """How hard a puzzle is on the scale of HoDoKu 2.2.0 with its default configuration.

    level       the highest level of any search that found a step, or a higher one where the score
                is above what the level allows
    score       the sum of what the searches are worth that found the steps
    steps       how many steps there are
    techniques  how often each was used, by HoDoKu's names, in the order of the search
    decided     whether the path was followed to its end
    """

    level: HodokuLevel
    score: int
    steps: int
    techniques: Mapping[str, int]
    decided: bool

    @staticmethod
    def of(found: Found) -> HodokuRating:
        """What the kernel found of a puzzle with exactly one solution, as a value."""
        if found.status not in ("ok", "undecided"):
            raise AssertionError(f"a puzzle with one solution is {found.status}")
        return HodokuRating(
            found.level, found.score, found.steps, found.techniques, found.status == "ok"
        )


def why_not_hodoku(puzzle: Puzzle) -> str | None:
    """Why the scale does not cover a puzzle, or ``None`` where it does."""
    if puzzle.constraints:
        return "HoDoKu's scale covers no extra rules"
    if not puzzle.geometry.is_classic:
        board = puzzle.geometry.describe()
        return f"HoDoKu's scale is for the classic 9x9, and this is {board}"
    if puzzle.is_sukaku:
        return "HoDoKu's scale starts from givens, and this puzzle has candidates"
    return None


def rate_hodoku(puzzle: Puzzle, *, seconds: float | None = None) -> HodokuRating:
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
    return HodokuRating.of(kernel().hodoku_rate(text, seconds=kernel_seconds(seconds)))


def is_technique(name: str, wanted: str) -> bool:
    """Whether a name of HoDoKu's is the one wanted, however that is written."""
    return _plain(wanted) == _plain(name)


def unknown(wanted: str) -> str | None:
    """Why HoDoKu's path has no step of this name; ``None`` where it may have one."""
    names = kernel().hodoku_names()
    if any(is_technique(name, wanted) for name in names):
        return None
    near = get_close_matches(wanted.lower(), map(_plain, names), n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(names)}"
    return f"{wanted!r} is no technique of HoDoKu's path; {hint}"


def _plain(name: str) -> str:
    return "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split())
