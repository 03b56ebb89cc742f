"""A puzzle in another format, with what that format cannot hold."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import field
from typing import Annotated

from satdoku.answers.puzzle_input import PuzzleInput, entered
from satdoku.answers.question import Answer, Question, Reporter
from satdoku.base.errors import WITHOUT_ENTERED, SatdokuError, Unsupported
from satdoku.base.limits import Limit
from satdoku.base.options import Option
from satdoku.base.records import dataclass
from satdoku.formats import (
    FORMATS,
    Letters,
    ReadOptions,
    WriteOptions,
    get_format,
    parse,
    undrawn,
    unread_rules,
    write,
)
from satdoku.messages import Lang
from satdoku.puzzle import Document
from satdoku.puzzle.document import OPEN_CLUES


class ConvertedText(str):
    """A text that can also be called, like the method ``text`` of other answers."""

    __slots__ = ()

    def __call__(self, lang: Lang | None = None) -> str:
        """The text."""
        return str(self)


@dataclass(frozen=True, slots=True)
class ConvertAnswer(Answer):
    """A puzzle in another format.

    format    the format, as it was asked for
    text      what a file of the format would hold; ``text()`` is the same
    lost      the names of the rules that it has as drawings or in words only
    undrawn   how many drawings it does not hold
    unfogged  whether there is fog that it does not hold
    unentered whether it does not hold the digits and marks that a player has entered
    unnumbered  how many clues that were drawn without their number it does not hold

    The last five are left out of the JSON object where they say nothing.
    """

    JSON = ("format", "text", "lost", "undrawn", "unfogged", "unentered", "unnumbered")
    RARE = ("lost", "undrawn", "unfogged", "unentered", "unnumbered")
    PLACE = ("line", "puzzle", "source")

    input: PuzzleInput = field(repr=False)
    format: str
    text: ConvertedText = field()  # in the place of the method
    lost: tuple[str, ...]
    undrawn: int
    unfogged: bool
    unentered: bool
    unnumbered: int


@dataclass(frozen=True)
class ConvertQuestion(Question[ConvertAnswer]):
    """A puzzle in another format (docs/formats)."""

    to: Annotated[
        str,
        Option(f"Write this format: {', '.join(FORMATS)}.", metavar="FORMAT", values="formats"),
    ] = "line"
    to_letters: Annotated[
        Letters,
        Option("Choose the meaning of letters in the output: A=10, A=1, or hexadecimal from 0."),
    ] = "auto"

    @property
    def name(self) -> str:
        """The name of the format.

        :raises FormatError: where there is none.
        """
        return get_format(self.to).name

    @property
    def options(self) -> WriteOptions:
        """How the format is written."""
        return WriteOptions(letters=self.to_letters)

    def answer(self, input: PuzzleInput, limit: Limit, report: Reporter = None) -> ConvertAnswer:
        document, name, options = input.document, self.name, self.options
        try:
            text = write(document, name, options)
        except Unsupported as error:
            if _is_without_entered(document, name, options):
                error.offering("givens_only", WITHOUT_ENTERED)
            raise
        lost = unread_rules(document, text, name, options)
        drawings = undrawn(document, text, name)
        unentered = entered(document) is not None and not _is_entered(document, text, name)
        unnumbered = _unnumbered(input, text, name) if OPEN_CLUES in document.extras else 0
        return ConvertAnswer(
            input, self.to, ConvertedText(text), lost, *drawings, unentered, unnumbered
        )


def _is_without_entered(document: Document, name: str, options: WriteOptions) -> bool:
    """Whether a format holds a document but for what a player has entered."""
    if document.position is None:
        return False
    try:
        write(document.givens_only(), name, options)
    except SatdokuError:
        return False
    return True


def _is_entered(document: Document, text: str, name: str) -> bool:
    """Whether a text gives back what a player has entered."""
    given = _given_back(text, name)
    if given is None or (document.position is not None and given.position is None):
        return False
    return document.corners == given.corners


def _unnumbered(input: PuzzleInput, text: str, name: str) -> int:
    """How many clues that wait for their number a text does not give back.

    :raises Unsupported: where they cannot be read.
    """
    document, count = input.document, len(input.theme.constraints) - len(input.puzzle.constraints)
    given = _given_back(text, name) if count else None
    if given is not None and given.extras.get(OPEN_CLUES) == document.extras[OPEN_CLUES]:
        return 0
    return count


def _given_back(text: str, name: str) -> Document | None:
    with suppress(SatdokuError):
        return parse(text, ReadOptions(format=name))
    return None
