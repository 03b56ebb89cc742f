"""Puzzles as they stand in a book: solved, rated, in chapters."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta
from itertools import count
from typing import TYPE_CHECKING

from satdoku.base.errors import (
    EngineUnavailable,
    NoSolution,
    NotUnique,
    OptionError,
    Undecided,
    Unsupported,
)
from satdoku.base.limits import Limit
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.explaining.phrases import phrases
from satdoku.puzzle import Document, Position
from satdoku.rating.scales import SE, scale_of
from satdoku.render.book import BookPuzzle, basic_rule, has_words
from satdoku.render.scene import make_scene
from satdoku.solving import check_unique

if TYPE_CHECKING:
    from satdoku.explaining.names import Lang
    from satdoku.render.book import Book


PARTS = ("solutions", "instructions")
"""The headings that a book has of itself, beside the names of levels."""

_MOST_POLLS = 100_000
"""How often the search for a path asks whether to go on, before it gives up: some two seconds. A
clock would make the stars of a book depend on the machine."""


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
    sentences = [basic_rule(book)]
    sentences += [
        say("book.digits", board=f"{rows}x{columns}", digits=_range(digits))
        for rows, columns, digits in boards
    ]
    sentences += [say("book.rules")] * has_words(book)
    sentences += [say("book.stars")] * any(puzzle.stars for puzzle in book.puzzles)
    sentences += [say(f"book.{book.solutions}")] if book.solutions in ("back", "below") else []
    return tuple(sentences)


def _range(digits: Sequence[int]) -> str:
    first, last = digits[0], digits[-1]
    whole = tuple(digits) == tuple(range(first, last + 1))
    return f"{first}–{last}" if whole and len(digits) > 1 else ", ".join(map(str, digits))


def part_names(lang: Lang, own: Mapping[str, str] | None = None) -> dict[str, str]:
    """The headings of a book, by the names of its parts, and ``own`` ones in their place.

    :raises OptionError: where an own one is about no part and no level, or empty.
    """
    known = (*PARTS, *SE.levels)
    for name, text in (own or {}).items():
        if name not in known or not text:
            reason = worded(
                "a name is one of {known}, with a text; not {name!r}",
                known=", ".join(known),
                name=name,
            )
            raise OptionError(reason, "headings")
    return {part: phrases(lang).say(f"book.{part}") for part in PARTS} | dict(own or {})


def paragraphs(text: str) -> tuple[str, ...]:
    """The paragraphs of a text, parted by empty lines."""
    return tuple(" ".join(part.split()) for part in re.split(r"\n\s*\n", text) if part.strip())


def printed_of(
    document: Document, *, candidates: bool, rated: bool, seconds: float | None
) -> Printed:
    """A puzzle with its solution and how hard it is, where that is found.

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
    scale = scale_of(puzzle)
    if rated and scale.refusal(puzzle) is None:
        polls = count()
        counted = Limit(seconds=seconds, cancel=lambda: next(polls) > _MOST_POLLS)
        with suppress(EngineUnavailable):
            found_rating = scale.rate(puzzle, unique=True, names=False, limit=counted)
            if found_rating.status == "ok":
                rating, level = found_rating.scores[scale.columns[0].name], found_rating.level
    stars = 0 if level is None else list(SE.levels).index(level) + 1
    return Printed(
        BookPuzzle(
            make_scene(board),
            make_scene(puzzle, solution=solution),
            title=document.title or "",
            stars=stars,
            rating=f"{SE.columns[0].label} {SE.shown(rating)}" if scale is SE and rating else "",
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

    def place(printed: Printed) -> tuple[int, bool, float]:
        return (
            len(order) if printed.level is None else order[printed.level],
            not printed.puzzle.rating,  # points are no ER
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


def book_of(
    printed: Sequence[Printed],
    pages: Book,
    *,
    chapters: bool = False,
    dates: date | None = None,
    standard: bool = False,
) -> Book:
    """A book with its puzzles, in chapters or as a calendar, and the usual instructions where these
    are wanted (``standard``).

    :raises OptionError: where options exclude each other.
    """
    if dates is not None and (chapters or pages.first != 1):
        raise OptionError(
            "exclude each other: each month is a chapter"
            if chapters
            else "exclude each other: days stand in the place of numbers",
            "dates",
            "chapters" if chapters else "first",
        )
    puzzles = [one.puzzle for one in printed]
    if chapters:
        puzzles = in_chapters(printed, pages.lang, pages.names)
    elif dates is not None:
        puzzles = dated(puzzles, dates, pages.lang)
    book = replace(pages, puzzles=puzzles)
    return replace(book, instructions=usual_instructions(book)) if standard else book


def dated(puzzles: Sequence[BookPuzzle], first: date, lang: Lang) -> list[BookPuzzle]:
    """A calendar: the puzzles with the days from ``first`` on in place of numbers, a chapter a
    month.

    :raises Unsupported: where the last day is beyond the year 9999.
    """
    say = phrases(lang).say
    months, weekdays = say("book.months").split(), say("book.weekdays").split()
    try:
        days = [first + timedelta(days=number) for number in range(len(puzzles))]
    except OverflowError:
        raise Unsupported("the calendar of this book would go beyond the year 9999") from None

    def named(day: date, puzzle: BookPuzzle) -> BookPuzzle:
        month = months[day.month - 1]
        number = say("book.first-day") if day.day == 1 else str(day.day)
        name = say("book.date", weekday=weekdays[day.weekday()], month=month, day=number)
        chapter = say("book.month", month=month, year=str(day.year))
        return replace(puzzle, name=_begun(name), chapter=_begun(chapter))

    return list(map(named, days, puzzles))


def _begun(text: str) -> str:
    """A text as a heading."""
    return text[:1].upper() + text[1:]
