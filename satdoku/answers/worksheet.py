"""A sheet of positions to print, with the answers at the back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from satdoku.answers.learning import lesson_of
from satdoku.answers.practice import PractisedPosition
from satdoku.answers.steps_data import conclusion, title_of
from satdoku.explaining.phrases import phrases
from satdoku.render.book import Book, BookPuzzle
from satdoku.render.scene import step_scene

_ANSWERS_ON_A_PAGE = 6


def worksheet_of(positions: Sequence[PractisedPosition], pages: Book) -> Book:
    """A book of positions; above the first stands the lesson, unless there are instructions, and
    the task."""
    say = phrases(pages.lang).say
    lesson = lesson_of(positions[0].search, pages.lang)
    name = title_of(lesson.technique, pages.lang)
    taught = pages.instructions or lesson.paragraphs()
    return replace(
        pages,
        puzzles=[
            BookPuzzle(
                one.scene(),
                step_scene(one.position, one.step),
                answer=conclusion(one.step, one.position).replace("<>", "≠"),
            )
            for one in positions
        ],
        names={"instructions": name, "solutions": say("book.answers")},
        instructions=(*taught, say("book.task", name=name)),
        shared=True,
        room=say("book.room"),
        solutions_per_page=pages.solutions_per_page
        or (None if pages.solutions in ("below", "none") else _ANSWERS_ON_A_PAGE),
    )
