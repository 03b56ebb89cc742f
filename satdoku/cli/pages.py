"""The pages of ``satdoku book``: what is on them, and how much."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from satdoku.base.errors import SatdokuError
from satdoku.cli.files import is_file
from satdoku.cli.options import option
from satdoku.cli.texts import text_of

if TYPE_CHECKING:
    from satdoku.explaining.names import Lang
    from satdoku.render.book import Book, BookPuzzle

_STANDARD = "standard"
_PARTS = ("solutions", "instructions")


def _one_of(name: str, text: str | None, known: Sequence[str]) -> int | None:
    if text not in (None, *known):
        listed = f"{', '.join(known[:-1])} or {known[-1]}"
        raise typer.BadParameter(f"{name} is {listed}, not {text}")
    return None if text is None else int(text)


@dataclass(frozen=True)
class PagesGroup:
    """How puzzles and solutions are put on pages."""

    per_page: Annotated[
        str, option(metavar="N", text="Print N puzzles on a page: 1, 2, 4, 6 or 9.")
    ] = "6"
    paper: Annotated[
        Literal["a4", "a5", "letter"], option(text="Choose the size of the paper.")
    ] = "a4"
    solutions: Annotated[
        Literal["back", "below", "alone", "none"],
        option(
            text="Print the solutions after the puzzles (back), upside down at the foot "
            "of each page (below), without the puzzles (alone), or not at all."
        ),
    ] = "back"
    solutions_per_page: Annotated[
        str | None,
        option(metavar="N", text="Print N solutions on a page: 1, 2, 4, 6, 9, 12 or 20."),
    ] = None
    instructions: Annotated[
        str | None,
        option(
            metavar="standard|FILE",
            text="Print a page of instructions before the puzzles: the standard ones, or "
            "the text of a file.",
        ),
    ] = None
    headings: Annotated[
        str | None,
        option(
            metavar="NAME=TEXT,...",
            text="Use other words in headings (instructions, solutions and levels), as "
            "in 'solutions=Lösungen,easy=Leicht'.",
        ),
    ] = None
    first: Annotated[int, typer.Option(min=0, metavar="N", help="Number the puzzles from N.")] = 1

    def book(self, title: str, author: str, lang: Lang) -> Book:
        """The book without its puzzles.

        :raises SatdokuError: where the instructions cannot be read.
        """
        from satdoku.explaining.phrases import phrases
        from satdoku.render.book import Book

        each = _one_of("--per-page", self.per_page, ("1", "2", "4", "6", "9"))
        assert each is not None
        if self.solutions_per_page is not None and self.solutions in ("below", "none"):
            raise typer.BadParameter(
                "--solutions-per-page is about solutions at the back, or alone; here they are "
                f"{self.solutions}"
            )
        small = ("1", "2", "4", "6", "9", "12", "20")
        return Book(
            (),
            title,
            author,
            each,
            self.paper,
            self.solutions,
            lang,
            {part: phrases(lang).say(f"book.{part}") for part in _PARTS} | self.named,
            _one_of("--solutions-per-page", self.solutions_per_page, small),
            () if self.instructions in (None, _STANDARD) else _paragraphs(self.instructions),
            self.first,
        )

    @property
    def named(self) -> dict[str, str]:
        """The headings that are given, by the names of the parts and levels."""
        from satdoku.rating.levels import LEVELS

        known = (*_PARTS, *LEVELS)
        pairs = [part.partition("=") for part in (self.headings or "").split(",") if part.strip()]
        names = {name.strip(): text.strip() for name, _, text in pairs}
        for name, text in names.items():
            if name not in known or not text:
                raise typer.BadParameter(
                    f"--headings is NAME=TEXT with a comma between two, and a name is one of "
                    f"{', '.join(known)}; not {name!r}"
                )
        return names

    def filled(self, book: Book, puzzles: Sequence[BookPuzzle]) -> Book:
        """The book with its puzzles, and the usual instructions where these are wanted."""
        from satdoku.answers.book import usual_instructions

        book = replace(book, puzzles=puzzles)
        if self.instructions != _STANDARD:
            return book
        return replace(book, instructions=usual_instructions(book))


def _paragraphs(argument: str) -> tuple[str, ...]:
    """The paragraphs of a file, parted by empty lines.

    :raises SatdokuError: where it is no file, or holds no text.
    """
    if not is_file(argument):
        raise SatdokuError(f"--instructions is 'standard' or a file of text; no file: {argument}")
    text = text_of(argument, "--instructions")
    paragraphs = tuple(
        " ".join(part.split()) for part in re.split(r"\n\s*\n", text) if part.strip()
    )
    if not paragraphs:
        raise SatdokuError(f"--instructions: {argument} is empty")
    return paragraphs
