"""What ``explain``, ``hint`` and ``steps`` share: options, and positions to start from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from satdoku.answers.asked import shown_text, unread
from satdoku.base.errors import (
    FormatError,
    InvalidPuzzle,
    NoSolution,
    NotUnique,
    Undecided,
    Unsupported,
)
from satdoku.cli.inputs import all_items, one_document
from satdoku.cli.options import AsciiOption, LangOption, option
from satdoku.cli.pictures import picture_of_step
from satdoku.cli.reading import Reading
from satdoku.cli.streams import complain
from satdoku.cli.terminal import on_terminal
from satdoku.cli.waiting import waited_for
from satdoku.messages import SOURCE, Lang
from satdoku.puzzle import Document, Position
from satdoku.records.base import ErrorRecord

if TYPE_CHECKING:
    from satdoku.answers.positions import CheckedPosition
    from satdoku.techniques.step import Step, StepView

__all__ = ["DrawGroup", "PathGroup", "PresetChoice", "StyleChoice", "positions"]


class PresetChoice(StrEnum):
    """The ordered sets of techniques; trial is singles and a search through all answers."""

    human = "human"
    se = "se"
    six_elements = "six-elements"
    euler96 = "euler96"
    trial = "trial"


class StyleChoice(StrEnum):
    """What a step may be: a technique's, a small proof, or either."""

    auto = "auto"
    techniques = "techniques"
    mus = "mus"


@dataclass(frozen=True)
class PathGroup:
    """How a path is gone, from where, and in which language it is explained."""

    preset: Annotated[
        PresetChoice,
        option(
            text="The techniques used, and their order; se also rates each step; trial: singles, "
            "then every candidate of a cell in turn, also where there are no or several solutions."
        ),
    ] = PresetChoice.human
    style: Annotated[
        StyleChoice,
        option(
            text="techniques alone; mus: small proofs alone (few facts, no names); auto: a small "
            "proof where the techniques do not go on."
        ),
    ] = StyleChoice.auto
    lang: LangOption = SOURCE
    resume: Annotated[
        str | None,
        option("--from", metavar="GRID", text="Go on from this partly solved grid of the puzzle."),
    ] = None


@dataclass(frozen=True)
class DrawGroup:
    """Whether and how boards are drawn."""

    board: Annotated[
        bool | None,
        typer.Option(
            "--board/--no-board",
            help="Draw the board with its candidates (by default only on a terminal).",
            show_default=False,
        ),
    ] = None
    ascii: AsciiOption = False

    @property
    def drawn(self) -> bool:
        """Whether boards are drawn."""
        return on_terminal() if self.board is None else self.board

    def picture(self, position: Position, step: Step | StepView, lang: Lang) -> str:
        """The board before a step, and the pattern of the step in it."""
        return picture_of_step(position, step, lang, ascii=self.ascii)


def positions(
    arguments: Sequence[str],
    reading: Reading,
    check: Callable[..., CheckedPosition],
    *,
    resume: str | None = None,
    offer: bool = True,
    lang: Lang = SOURCE,
) -> Iterator[CheckedPosition | ErrorRecord]:
    """Every puzzle or position of the arguments, checked.

    :param check: :func:`satdoku.answers.positions.check_position` with what is asked of each.
    :param offer: whether a verdict other than unique names ``--allow-multiple``.
    :raises FormatError: where ``resume`` cannot be read, or there are several puzzles for it.
    """
    from satdoku.explaining.phrases import phrases

    wording = phrases(lang)
    later = None if resume is None else _resumed(resume, reading)

    for number, item in enumerate(all_items(arguments, reading)):
        if later is not None and number:
            raise FormatError("--from is the grid of one puzzle, and here are more than one")
        if item.document is None:
            assert item.error is not None
            yield item.refused(item.error, " ".join(item.text.split()), place=wording.place)
            continue
        text = shown_text(item.text, item.document)
        place = {"line": item.line, "source": item.source}
        try:
            found = waited_for(check)(item.document, text, **place, later=later, lang=lang)
            for sentence in unread(found.entered, item.text, lang):
                complain(f"{item.place}{sentence}")
            yield found
        except (NoSolution, NotUnique, InvalidPuzzle, Unsupported, FormatError, Undecided) as error:
            more = offer * wording.offer(type(error).__name__)
            yield item.refused(error, text, place=wording.place, more=more)


def _resumed(text: str, reading: Reading) -> Document:
    try:
        return one_document(text, reading)
    except FormatError as error:
        raise FormatError(f"--from cannot be read: {error}") from None
