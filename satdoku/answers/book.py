"""Puzzles as they stand in a book: solved, rated, in chapters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from satdoku.errors import EngineUnavailable, NoSolution, NotUnique, Undecided
from satdoku.explaining.phrases import phrases
from satdoku.limits import Limit
from satdoku.puzzle import Document, Position
from satdoku.rating.explainer import rate, why_no_rating
from satdoku.rating.levels import LEVELS
from satdoku.render.book import BookPuzzle
from satdoku.render.scene import make_scene
from satdoku.solving import check_unique

if TYPE_CHECKING:
    from satdoku.explaining.names import Lang

__all__ = ["Printed", "in_chapters", "printed_of"]


@dataclass(frozen=True)
class Printed:
    """A puzzle of a book, its ER (``None``: not known) and its level by name."""

    puzzle: BookPuzzle
    er: float | None
    level: str | None


def printed_of(
    document: Document, *, candidates: bool, rated: bool, seconds: float | None
) -> Printed:
    """A puzzle with its solution and, where it is a classic one, how hard it is.

    :raises InvalidPuzzle: where it breaks its own rules.
    :raises NoSolution, NotUnique: where it has not exactly one solution, as a printed puzzle must.
    :raises Undecided: where the time ran out.
    """
    puzzle = document.puzzle
    limit = Limit(seconds=seconds)
    found = check_unique(puzzle, limit=limit)
    if found.verdict == "none":
        raise NoSolution("the puzzle has no solution")
    if found.verdict == "undecided":
        raise Undecided("whether the puzzle has one solution was not decided in time")
    if found.verdict == "multiple":
        raise NotUnique("the puzzle has several solutions")
    solution = found.witnesses[0]
    board = document.position or (Position.of(puzzle) if candidates else puzzle)
    er = level = None
    if rated and why_no_rating(puzzle) is None:
        try:
            rating = rate(puzzle, names=False, seconds=seconds)
        except EngineUnavailable:
            rating = None
        if rating is not None and rating.status == "ok":
            er, level = rating.er, rating.level
    stars = 0 if level is None else list(LEVELS).index(level) + 1
    return Printed(
        BookPuzzle(
            make_scene(board),
            make_scene(puzzle, solution=solution),
            title=document.title or "",
            stars=stars,
            rating="" if er is None else f"ER {er:.1f}",
        ),
        er,
        level,
    )


def in_chapters(puzzles: Sequence[Printed], lang: Lang) -> list[BookPuzzle]:
    """The puzzles by level, the easiest first, a chapter a level; those without one at the end."""
    names = phrases(lang).levels
    order = {name: number for number, name in enumerate(LEVELS)}

    def place(printed: Printed) -> tuple[int, float]:
        return (len(order) if printed.level is None else order[printed.level], printed.er or 0.0)

    return [
        replace(
            printed.puzzle,
            chapter=names.get(printed.level or "", printed.level or "").capitalize(),
        )
        for printed in sorted(puzzles, key=place)
    ]
