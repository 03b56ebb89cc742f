"""``satdoku check``: what is wrong with a player's board, without giving the rest away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import repeat
from typing import TYPE_CHECKING, Annotated

from satdoku.answers.board import BoardChecks, CheckQuestion
from satdoku.answers.json_object import ErrorRecord
from satdoku.answers.puzzle_input import one_line
from satdoku.base.errors import (
    FormatError,
    InvalidPuzzle,
    ProgramFault,
    SatdokuError,
    Unsupported,
    joined_problems,
    naming_faults,
)
from satdoku.base.limits import Limit
from satdoku.cli.groups import InputGroup
from satdoku.cli.inputs import Item, all_items
from satdoku.cli.options import AsciiOption, JsonOption, TimeLimitOption, argument, option
from satdoku.cli.output import Report, report_all
from satdoku.cli.progress import watched
from satdoku.cli.reading import Reading
from satdoku.cli.terminal import picture_of_board, wrapped

if TYPE_CHECKING:
    from satdoku.answers.board import CheckAnswer

LISTED = 150, "Find the wrong digits of a player's board"
EXAMPLES = ("satdoku check board.txt --puzzle puzzle.txt",)


def check(
    boards: Annotated[
        list[str],
        argument(
            metavar="BOARD...", text="A partly filled board, a file of boards, or - for stdin."
        ),
    ],
    question: CheckQuestion,
    input: InputGroup,
    puzzle: Annotated[
        str | None,
        option(
            "--puzzle",
            "-p",
            metavar="PUZZLE",
            text="Compare with this puzzle, whose givens are right; or with a file that "
            "has one puzzle for all boards or one for each.",
        ),
    ] = None,
    time_limit: TimeLimitOption = None,
    ascii: AsciiOption = False,
    json: JsonOption = False,
) -> int:
    """Check which digits and pencil marks of a partly filled board are wrong.

    Right digits are printed only with --reveal. Exit codes: 0 nothing is wrong,
    1 something is, 2 bad input, 3 undecided. Piped output: verdict, tab, board, tab, faults.
    """
    reading = input.reading()
    puzzles = None if puzzle is None else _puzzles(puzzle, replace(input, format=None).reading())
    checks = BoardChecks(Limit(seconds=time_limit), question.reveal, question.lang)

    def text(answer: CheckAnswer) -> str:
        return f"{picture_of_board(answer, ascii=ascii)}\n{wrapped(answer.text(), question.lang)}"

    with watched(boards) as advance:

        def answers() -> Iterator[CheckAnswer | ErrorRecord]:
            for item, puzzle in _paired(all_items(boards, reading), puzzles):
                advance(len(item.text) + 1, 1)
                yield _answer(checks, item, puzzle)

        return report_all(answers(), Report(text=text), json)


def _puzzles(argument: str, reading: Reading) -> list[Item]:
    puzzles = list(all_items([argument], reading))
    if not puzzles:
        raise FormatError("{name} holds no puzzle", name=f"--puzzle {argument}")
    for item in puzzles:
        if item.document is None and (len(puzzles) == 1 or not item.line):
            raise FormatError("{name} cannot be read: {why}", name="--puzzle", why=item.error)
    return puzzles


def _paired(
    boards: Iterator[Item], puzzles: Sequence[Item] | None
) -> Iterable[tuple[Item, Item | None]]:
    """Each board with its puzzle.

    :raises SatdokuError: where there are several puzzles and not as many boards.
    """
    if puzzles is None:
        return zip(boards, repeat(None))
    if len(puzzles) == 1:
        return zip(boards, repeat(puzzles[0]))
    listed = list(boards)
    if len(listed) != len(puzzles):
        raise SatdokuError(
            "--puzzle holds {puzzles} puzzles for 1 board; it takes one, or one for each"
            if len(listed) == 1
            else "--puzzle holds {puzzles} puzzles for {boards} boards; it takes one, or one for "
            "each",
            puzzles=len(puzzles),
            boards=len(listed),
        )
    return zip(listed, puzzles, strict=True)


def _answer(checks: BoardChecks, item: Item, given: Item | None) -> CheckAnswer | ErrorRecord:
    """The faults of one board."""
    text = item.text.strip()
    if item.document is not None and ("\n" in text or not text):
        position = item.document.position
        text = one_line(item.document.puzzle) if position is None else position.grid.text()
    text = text.replace("\t", " ")
    try:
        if item.document is None:
            raise item.error or FormatError("it cannot be read")
        puzzle = None
        if given is not None:
            if given.document is None:
                raise FormatError("its puzzle cannot be read: {why}", why=given.error)
            puzzle = given.document.puzzle
            if faults := puzzle.problems():
                raise FormatError("its puzzle is at fault: {why}", why=joined_problems(faults))
        with naming_faults():
            return checks.check(item.document, puzzle, item.line, text, item.source)
    except (FormatError, InvalidPuzzle, Unsupported, ProgramFault) as error:
        return item.refused(error, text)
