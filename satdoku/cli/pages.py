"""The pages of ``satdoku book``: what is on them, and how much."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from satdoku.base.errors import SatdokuError
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.cli.files import is_file
from satdoku.cli.options import bad_value, option
from satdoku.cli.texts import text_of

if TYPE_CHECKING:
    from satdoku.explaining.names import Lang
    from satdoku.render.book import Book

_STANDARD = "standard"


def _one_of(name: str, text: str | None, known: Sequence[str]) -> int | None:
    if text not in (None, *known):
        numbers = worded("{one} or {other}", one=", ".join(known[:-1]), other=known[-1])
        raise bad_value(
            worded("{name} is {numbers}, not {value}", name=name, numbers=numbers, value=text)
        )
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
    first: Annotated[int, option(min=0, metavar="N", text="Number the puzzles from N.")] = 1
    sheet: Annotated[
        Literal["single", "two-up", "booklet"],
        option(
            text="Print pages alone (single), two beside each other on a sheet of the paper "
            "(two-up), or so too in the order of a booklet to print on both sides and fold "
            "(booklet)."
        ),
    ] = "single"
    cut_lines: Annotated[
        bool, option("--cut-lines", text="Print dashed lines between puzzles, to cut along.")
    ] = False

    def book(self, title: str, author: str, lang: Lang) -> Book:
        """The book without its puzzles.

        :raises SatdokuError: where the instructions cannot be read, or a heading has no place.
        """
        from satdoku.answers.book import part_names
        from satdoku.render.book import Book

        each = _one_of("--per-page", self.per_page, ("1", "2", "4", "6", "9"))
        assert each is not None
        if self.solutions_per_page is not None and self.solutions in ("below", "none"):
            raise bad_value(
                worded(
                    "--solutions-per-page is about solutions at the back, or alone; here they are "
                    "{place}",
                    place=self.solutions,
                )
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
            part_names(lang, self._own),
            _one_of("--solutions-per-page", self.solutions_per_page, small),
            () if self.instructions is None or self.is_standard else _paragraphs(self.instructions),
            self.first,
            self.sheet,
            self.cut_lines,
        )

    @property
    def is_standard(self) -> bool:
        """Whether the instructions are the usual ones."""
        return self.instructions == _STANDARD

    @property
    def _own(self) -> dict[str, str]:
        """The headings that are given, by the names of the parts and levels."""
        pairs = [part.partition("=") for part in (self.headings or "").split(",") if part.strip()]
        return {name.strip(): text.strip() for name, _, text in pairs}


def _paragraphs(argument: str) -> tuple[str, ...]:
    """The paragraphs of a file, parted by empty lines.

    :raises SatdokuError: where it is no file, or holds no text.
    """
    if not is_file(argument):
        raise SatdokuError(
            "--instructions is 'standard' or a file of text; no file: {name}", name=argument
        )
    from satdoku.answers.book import paragraphs

    text = text_of(argument, "--instructions")
    parted = paragraphs(text)
    if not parted:
        raise SatdokuError("--instructions: {file} is empty", file=argument)
    return parted
