"""Sudoku Explainer's ER, EP and ED of a classic 9x9, by the compiled kernel (docs/se-kernel.md)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Literal

from satdoku.errors import EngineUnavailable, Unsupported
from satdoku.limits import Limit
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from satdoku.core import SeRating, SeStep

__all__ = ["Rating", "kernel", "kernel_seconds", "rate", "rate_text", "slug", "why_no_rating"]

RatingStatus = Literal["ok", "stuck", "undecided"]


@dataclass(frozen=True, slots=True)
class Rating:
    """How hard a puzzle is on Sudoku Explainer's scale.

    er          the highest rating of any step
    ep          the highest up to the first step that places a digit
    ed          the rating of the first step
    steps       how many steps there are
    hardest     the name of the (first) step with the highest rating
    techniques  how often each technique was used; ``hardest`` and this are empty where only the
                numbers were asked for
    status      ``ok``; ``stuck``: no step goes on (a puzzle without exactly one solution), and the
                numbers are those of the way so far; ``undecided``: the time ran out
    """

    er: float
    ep: float
    ed: float
    steps: int
    hardest: str | None
    techniques: Mapping[str, int]
    status: RatingStatus

    @staticmethod
    def of(found: SeRating, path: Sequence[SeStep] = ()) -> Rating:
        """What the kernel found, as a value."""
        er, ep, ed = (tenths / 10 for tenths in found.tenths)
        hardest = max(path, key=lambda step: step["rating"], default=None)
        used = Counter(step["name"] for step in path)
        return Rating(
            er,
            ep,
            ed,
            found.steps,
            None if hardest is None else hardest["name"],
            dict(used.most_common()),
            "stuck" if found.status == "invalid" else found.status,
        )


@lru_cache(maxsize=1)
def kernel() -> ModuleType:
    """The compiled core.

    :raises EngineUnavailable: where it is not installed; says how to get it.
    """
    try:
        from satdoku import core
    except ImportError:
        raise EngineUnavailable(
            "rating needs satdoku's compiled core, which is not installed; install a C++ compiler "
            "(g++ or clang), then pip install --force-reinstall satdoku"
        ) from None
    return core


def why_no_rating(puzzle: Puzzle) -> str | None:
    """Why the scale says nothing of a puzzle, or ``None`` where it does."""
    if puzzle.constraints:
        return "Sudoku Explainer's scale knows no extra rules"
    if not puzzle.geometry.is_classic:
        board = puzzle.geometry.describe()
        return f"Sudoku Explainer's scale is for the classic 9x9, and this is {board}"
    return None


def kernel_seconds(seconds: float | None) -> float:
    """A time limit as the kernel takes it: 0 is none."""
    seconds = Limit(seconds=seconds).seconds
    return 0.0 if seconds is None else max(seconds, 1e-6)


def rate(puzzle: Puzzle, *, names: bool = True, seconds: float | None = None) -> Rating:
    """Rate a classic puzzle. Whether it has exactly one solution is the caller's to know.

    ``names`` asks for the techniques too, which takes longer; ``seconds`` limits the time.

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    :raises Unsupported: where it is no classic 9x9.
    :raises EngineUnavailable: where the compiled core is not installed.
    """
    puzzle.require_valid()
    reason = why_no_rating(puzzle)
    if reason is not None:
        raise Unsupported(reason)
    text = "".join("." if given is None else str(given) for given in puzzle.givens)
    marks = None
    if puzzle.is_sukaku:
        marks = [sum(1 << (digit - 1) for digit in puzzle.domain(cell)) for cell in range(81)]
    return rate_text(text, marks, names=names, seconds=seconds)


def rate_text(
    text: str,
    candidates: Sequence[int] | None = None,
    *,
    names: bool = True,
    seconds: float | None = None,
) -> Rating:
    """Rate 81 characters (and the candidates of each cell, digit d as bit d - 1)."""
    core = kernel()
    bound = kernel_seconds(seconds)
    if not names:
        return Rating.of(core.se_rate(text, candidates, seconds=bound))
    return Rating.of(*core.se_path(text, candidates, seconds=bound))


def slug(name: str) -> str:
    """A technique's name as it is typed: ``Unique Rectangle type 1`` → unique-rectangle-1."""
    plain = name.lower().replace("triplet", "triple").replace(" type ", " ")
    return re.sub(r"[^a-z0-9+]+", "-", plain).strip("-")
