"""Options and starting positions of ``explain``, ``hint`` and ``steps``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from satdoku.answers.json_object import ErrorRecord
from satdoku.answers.puzzle_input import PuzzleInput, refused, shown_text, unread
from satdoku.base.errors import OF_ONE_PUZZLE, FormatError, ProgramFault, Undecided, naming_faults
from satdoku.base.records import dataclass
from satdoku.cli.inputs import all_items, one_document
from satdoku.cli.options import AsciiOption, option
from satdoku.cli.output import DONE, gravest, report_error
from satdoku.cli.reading import Reading
from satdoku.cli.streams import complain
from satdoku.cli.terminal import on_terminal, picture_of_step
from satdoku.cli.waiting import waited_for
from satdoku.messages import SOURCE, Lang
from satdoku.puzzle import Position

if TYPE_CHECKING:
    from satdoku.answers.paths import PathQuestion
    from satdoku.answers.positions import CheckedPosition
    from satdoku.techniques.step import Step, StepView

Q = TypeVar("Q", bound="PathQuestion[Any]")


FromOption = Annotated[
    str | None,
    option("--from", metavar="GRID", text="Start from this partly solved grid of the puzzle."),
]


@dataclass(frozen=True)
class DrawGroup:
    """Whether and how boards are drawn."""

    board: Annotated[
        bool | None,
        option(
            "--board/--no-board",
            text="Draw the board with its candidates (by default only on a terminal).",
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
    check: Callable[[PuzzleInput], CheckedPosition],
    *,
    single: bool = False,
    offer: bool = True,
    lang: Lang = SOURCE,
) -> Iterator[CheckedPosition | ErrorRecord]:
    """Every puzzle or position of the arguments, checked.

    :param check: returns the position of a document, with its proved verdict.
    :param single: whether the question is about one puzzle only (``--from``).
    :param offer: whether the error for a verdict other than unique names ``--allow-multiple``.
    :raises FormatError: where there are several puzzles and the question is about one.
    """
    from satdoku.explaining.phrases import phrases

    wording = phrases(lang)
    for number, item in enumerate(all_items(arguments, reading)):
        if single and number:
            raise FormatError("--from is the grid of one puzzle, and here are more than one")
        if item.document is None:
            assert item.error is not None
            yield item.refused(item.error, " ".join(item.text.split()), place=wording.place)
            continue
        text = " ".join(item.text.split())
        try:
            with naming_faults():
                text = shown_text(item.text, item.document)
                checked = waited_for(check)(item.input(text))
            for sentence in unread(checked.entered, item.text, lang):
                complain(item.placed(sentence))
            yield checked
        except (FormatError, *OF_ONE_PUZZLE) as error:
            offered = offer and error.option is None
            more = wording.offer(type(error).__name__) if offered else ""
            yield item.refused(error, text, place=wording.place, more=more)


def answer_each(
    positions: Iterable[CheckedPosition | ErrorRecord],
    answer: Callable[[CheckedPosition], int],
    *,
    json: bool,
) -> int:
    """Answer for each position, or report why there is no answer; the gravest exit code.

    :param answer: prints the answer and returns its exit code.
    """
    code = DONE
    for item in positions:
        if isinstance(item, ErrorRecord):
            code = gravest(code, report_error(item, json=json))
            continue
        try:
            with naming_faults():
                code = gravest(code, answer(item))
        except (FormatError, Undecided, ProgramFault) as error:
            code = gravest(code, report_error(refused(item.input, error), json=json))
    return code


def going_on(question: Q, text: str | None, reading: Reading) -> Q:
    """The question about the position of ``--from``.

    :raises FormatError: where it cannot be read.
    """
    if text is None:
        return question
    try:
        later = one_document(text, reading)
    except FormatError as error:
        raise FormatError("{name} cannot be read: {why}", name="--from", why=error) from None
    return replace(question, board=later, called="--from")
