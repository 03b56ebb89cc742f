"""``satdoku why``: is a claim about a position false, forced, or a guess?"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from satdoku.answers.puzzle_input import shown_text
from satdoku.answers.why import WhyQuestion
from satdoku.base.errors import (
    FormatError,
    InvalidPuzzle,
    NoSolution,
    NotUnique,
    SatdokuError,
    Undecided,
    Unsupported,
)
from satdoku.base.limits import Limit
from satdoku.base.worded import worded
from satdoku.cli.drawing import PictureGroup
from satdoku.cli.groups import InputGroup
from satdoku.cli.inputs import all_items, one_document
from satdoku.cli.options import JsonOption, TimeLimitOption, argument, option
from satdoku.cli.output import BAD_INPUT, DONE, NO, UNDECIDED, gravest, print_json, report_error
from satdoku.cli.streams import complain
from satdoku.cli.terminal import wrapped
from satdoku.cli.waiting import waited_for

if TYPE_CHECKING:
    from satdoku.answers.why import Why
    from satdoku.puzzle import Document

LISTED = 230, "Judge moves: false, forced, or a guess"
EXAMPLES = (
    "satdoku why 1....2..4......3 r1c2=4",
    "satdoku why 1....2..4......3 'r1c3<>4' 'hidden single in box 1'",
)

_CODES = {"false": NO, "guess": NO, "undecided": UNDECIDED, "illegal": BAD_INPUT}


def why(
    puzzle: Annotated[
        str, argument(metavar="PUZZLE", text="A puzzle, a file with one, or - for stdin.")
    ],
    question: WhyQuestion,
    input: InputGroup,
    pictures: PictureGroup,
    claims: Annotated[
        list[str] | None,
        argument(
            metavar="CLAIM...", text="Claims such as r1c3=4, 'r5c2<>7' or 'naked pair in box 7'."
        ),
    ] = None,
    board: Annotated[
        str | None,
        option(
            "--board",
            "--from",
            metavar="GRID",
            text="Judge the claims on this board, with its pencil marks.",
        ),
    ] = None,
    transcript: Annotated[
        str | None,
        option(
            "--transcript",
            metavar="FILE",
            text="Judge a whole solve: a file with one move on a line.",
        ),
    ] = None,
    time_limit: TimeLimitOption = None,
    json: JsonOption = False,
) -> int:
    """Judge whether claims about a position are false, forced, or true but a guess.

    For a forced claim the easiest technique that shows it is printed, or a small proof. Exit codes:
    0 every claim is forced or known, 1 one is false or a guess, 2 bad input, 3 out of time.
    """
    reading = input.reading()
    items = list(all_items([puzzle], reading))
    if len(items) != 1:
        raise FormatError("claims are about one puzzle, and here are {count}", count=len(items))
    (item,) = items
    if item.document is None:
        return report_error(item.unreadable(), json=json)
    if not claims and transcript is None:
        raise SatdokuError("a claim is wanted, such as r1c3=4, or --transcript FILE")
    question = replace(
        question,
        claims=tuple(claims or ()),
        transcript=None if transcript is None else _lines(transcript),
        board=None if board is None else _board(board, input),
        called="--board",
    )
    text = shown_text(item.text, item.document)
    limit = Limit(seconds=time_limit)
    try:
        answer: Why = waited_for(lambda one: question.answer(one, limit))(item.input(text))
    except (NoSolution, NotUnique, InvalidPuzzle, Unsupported, Undecided) as error:
        return report_error(item.refused(error, text), json=json)
    if transcript is not None and not len(answer):
        raise SatdokuError("--transcript {file} has no moves", file=transcript)
    lang = question.lang
    drawn = [(one.scene(), one.text, one.words(lang)) for one in answer] if pictures.wanted else []
    pictures.write(drawn, [puzzle], lang)
    code = DONE
    for one in answer:
        code = gravest(code, _CODES.get(one.answer, DONE))
    if json:
        print_json(answer)
    elif transcript is not None:
        for one in answer:
            if one.error:
                complain(worded("{file}, {reason}", file=transcript, reason=one.error))
            sys.stdout.write(f"{one.move}\t{one.answer}\t{one.text}\t{one.hardest or '-'}\n")
    elif not pictures.wanted:
        print(wrapped(answer.text(), lang))
    return code


def _board(text: str, input: InputGroup) -> Document:
    try:
        return one_document(text, input.reading())
    except FormatError as error:
        raise FormatError("{name} cannot be read: {why}", name="--board", why=error) from None


def _lines(name: str) -> str:
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text("utf-8")
        return text.removeprefix("\ufeff")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        why = getattr(error, "strerror", None) or worded("it is not UTF-8 text")
        called = f"--transcript {name}"
        raise SatdokuError("{name} cannot be read: {why}", name=called, why=why) from None
