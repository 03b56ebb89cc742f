"""``satdoku practice``: positions before a step of a technique."""

from __future__ import annotations

from typing import Annotated

from satdoku.answers.practice import PracticeQuestion
from satdoku.base.codes import INTERRUPTED, Explained
from satdoku.base.errors import Undecided
from satdoku.base.limits import Limit
from satdoku.cli.options import AsciiOption, JsonOption, TimeLimitOption, option
from satdoku.cli.output import DONE, UNDECIDED, complain, complain_of_fewer, print_json
from satdoku.cli.terminal import on_terminal, picture_of_step, wrapped
from satdoku.cli.waiting import waited

LISTED = 280, "Make positions where a technique is the next step"
EXAMPLES = ("satdoku practice x-wing --count 3 --seed 1",)


def practice(
    question: PracticeQuestion,
    answers: Annotated[
        bool, option("--answers", text="Print the conclusions of the step too.")
    ] = False,
    ascii: AsciiOption = False,
    time_limit: TimeLimitOption = None,
    json: JsonOption = False,
) -> int:
    """Make positions where a technique is the next step and no easier one applies.

    On a terminal the boards are drawn. Piped output has one position in each line, in the format of
    HoDoKu's library (JSON for a board with rules), which every command reads. The positions come
    from new puzzles; for rare techniques they are images of the example (is_new is false in JSON).
    Exit codes: 0 all found, 2 bad input, 3 a limit ran out (the positions found are printed).
    """
    count = 0
    try:
        for position in waited(question.positions(Limit(seconds=time_limit))):
            count += 1
            if json:
                print_json(position)
            elif on_terminal():
                print(f"{count}.")
                if answers:
                    print(
                        picture_of_step(
                            position.position, position.step, question.lang, ascii=ascii
                        )
                    )
                    print(wrapped(position.text(), question.lang))
                else:
                    print(position.drawn(ascii=ascii))
            else:
                print(position.line(solved=answers), flush=True)
    except Undecided as error:
        complain(str(error))
        return UNDECIDED
    except KeyboardInterrupt:
        complain_of_fewer("interrupted", count, question.count)
        return Explained(INTERRUPTED)
    return DONE
