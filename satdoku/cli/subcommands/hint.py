"""``satdoku hint``: the next step, as much of it as is wanted."""

from __future__ import annotations

from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING

from satdoku.answers.hint import HintQuestion
from satdoku.answers.puzzle_input import named
from satdoku.base.limits import Limit
from satdoku.cli.drawing import PictureGroup
from satdoku.cli.groups import InputGroup
from satdoku.cli.options import JsonOption, PuzzleArguments, TimeLimitOption
from satdoku.cli.output import DONE, NO, UNDECIDED, print_json
from satdoku.cli.paths import DrawGroup, FromOption, answer_each, going_on, positions
from satdoku.cli.terminal import on_terminal, wrapped
from satdoku.cli.waiting import waited_for
from satdoku.explaining.phrases import phrases

if TYPE_CHECKING:
    from satdoku.answers.hint import Hint
    from satdoku.answers.positions import CheckedPosition
    from satdoku.render.scene import Scene

LISTED = 220, "Print a hint for the next step, in three strengths"
EXAMPLES = ("satdoku hint puzzle.txt", "satdoku hint puzzle.txt --strength 3")


_MAX_CHARACTERS = 200  # of a puzzle that is printed before its hint


def hint(
    puzzles: PuzzleArguments,
    question: HintQuestion,
    draw: DrawGroup,
    input: InputGroup,
    pictures: PictureGroup,
    resume: FromOption = None,
    time_limit: TimeLimitOption = None,
    json: JsonOption = False,
) -> int:
    """Print a hint for the next step of a puzzle or of a partly solved puzzle.

    Exit codes: 0 a hint (or nothing left to do), 1 stuck, 2 bad input, 3 out of time.
    """
    reading, lang = input.reading(), question.lang
    question = going_on(question, resume, reading)
    check = partial(question.checked, limit=Limit(seconds=time_limit))
    drawn: list[tuple[Scene, str, str]] = []
    read = positions(puzzles, reading, check, single=resume is not None, lang=lang)
    first = list(islice(read, 2))
    several = len(first) > 1

    def hinted(item: CheckedPosition) -> int:
        answer = waited_for(question.of)(item)
        code = DONE if answer.stage is not None else _code(answer)
        if pictures.wanted:
            drawn.append((answer.scene(), "", answer.words()))
        if json:
            print_json(answer)
        if json or pictures.wanted:
            return code
        input, strength = answer.input, question.strength
        if several:
            name = named(input.text, input.line, input.left_out, input.source)
            print(
                name if len(name) <= _MAX_CHARACTERS else f"{input.source or 'input'}:{input.line}"
            )
        if draw.drawn and strength > 1 and answer.stage is not None and answer.step is not None:
            print(draw.picture(answer.stage.before, answer.step, lang))
        print(wrapped(answer.words(), lang))
        if strength < 3 and answer.stage is not None and on_terminal():
            print(phrases(lang).say("hint.weak", next=strength + 1))
        return code

    code = answer_each(chain(first, read), hinted, json=json)
    pictures.write(drawn, puzzles, lang)
    return code


def _code(answer: Hint) -> int:
    return {"found": DONE, "solved": DONE, "stopped": UNDECIDED}.get(answer.outcome, NO)
