"""Puzzles as they stand in a book: solved, rated, in chapters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from satdoku.base.errors import EngineUnavailable, NoSolution, NotUnique, Undecided
from satdoku.base.limits import Limit
from satdoku.explaining.phrases import phrases
from satdoku.puzzle import Document, Position
from satdoku.rating.scales import SE
from satdoku.render.book import BookPuzzle
from satdoku.render.scene import make_scene
from satdoku.solving import check_unique

if TYPE_CHECKING:
    from satdoku.explaining.names import Lang
    from satdoku.render.book import Book


@dataclass(frozen=True)
class Printed:
    """A puzzle of a book, its rating (``None``: not known) and its level by name."""

    puzzle: BookPuzzle
    rating: float | None
    level: str | None


def usual_instructions(book: Book) -> tuple[str, ...]:
    """How the puzzles of a book are solved, in a paragraph each."""
    say = phrases(book.lang).say
    scenes = [puzzle.scene for puzzle in book.puzzles]
    boards = dict.fromkeys((s.geometry.rows, s.geometry.columns, s.geometry.digits) for s in scenes)
    sentences = [say("book.all" if any(scene.walls for scene in scenes) else "book.latin")]
    sentences += [
        say("book.digits", board=f"{rows}x{columns}", digits=_range(digits))
        for rows, columns, digits in boards
    ]
    sentences += [say("book.rules")] * any(scene.rules for scene in scenes)
    sentences += [say("book.stars")] * any(puzzle.stars for puzzle in book.puzzles)
    sentences += [say(f"book.{book.solutions}")] if book.solutions in ("back", "below") else []
    return tuple(sentences)


def _range(digits: Sequence[int]) -> str:
    first, last = digits[0], digits[-1]
    whole = tuple(digits) == tuple(range(first, last + 1))
    return f"{first}–{last}" if whole and len(digits) > 1 else ", ".join(map(str, digits))


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
    verdict = check_unique(puzzle, limit=limit)
    if verdict.verdict == "none":
        raise NoSolution("the puzzle has no solution")
    if verdict.verdict == "undecided":
        raise Undecided("whether the puzzle has one solution was not decided in time")
    if verdict.verdict == "multiple":
        raise NotUnique("the puzzle has several solutions")
    solution = verdict.witnesses[0]
    board = document.position or (Position.of(puzzle) if candidates else puzzle)
    rating = level = None
    if rated and SE.refusal(puzzle) is None:
        with suppress(EngineUnavailable):
            found_rating = SE.rate(puzzle, unique=True, names=False, limit=limit)
            if found_rating.status == "ok":
                rating, level = found_rating.scores[SE.columns[0].name], found_rating.level
    stars = 0 if level is None else list(SE.levels).index(level) + 1
    return Printed(
        BookPuzzle(
            make_scene(board),
            make_scene(puzzle, solution=solution),
            title=document.title or "",
            stars=stars,
            rating="" if rating is None else f"{SE.columns[0].label} {SE.shown(rating)}",
        ),
        rating,
        level,
    )


def in_chapters(
    puzzles: Sequence[Printed], lang: Lang, names: Mapping[str, str] | None = None
) -> list[BookPuzzle]:
    """The puzzles by level, the easiest first, a chapter a level; those without one at the end.

    :param names: other headings of the chapters, by the name of the level.
    """
    wording = phrases(lang)
    order = {name: number for number, name in enumerate(SE.levels)}

    def place(printed: Printed) -> tuple[int, float]:
        return (
            len(order) if printed.level is None else order[printed.level],
            printed.rating or 0.0,
        )

    return [
        replace(
            printed.puzzle,
            chapter=(names or {}).get(printed.level or "")
            or wording.named("level", printed.level or "").capitalize(),
        )
        for printed in sorted(puzzles, key=place)
    ]
