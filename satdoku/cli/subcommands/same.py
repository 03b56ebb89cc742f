"""``satdoku same``: are two puzzles equivalent, and by which transformation?"""

from __future__ import annotations

from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.answers.symmetry import same_of
from satdoku.base.limits import Limit
from satdoku.cli.groups import BoardGroup
from satdoku.cli.inputs import one_document
from satdoku.cli.options import JsonOption, LangOption, PuzzleArgument, TimeLimitOption
from satdoku.cli.output import DONE, NO, UNDECIDED, print_json
from satdoku.messages import SOURCE

LISTED = 470, "Check whether two puzzles are equivalent, and how"
EXAMPLES = ("satdoku same puzzle.txt puzzle.txt",)


def same(
    first: PuzzleArgument,
    second: PuzzleArgument,
    input: BoardGroup,
    time_limit: TimeLimitOption = None,
    lang: LangOption = SOURCE,
    json: JsonOption = False,
) -> int:
    """Check whether two puzzles are equivalent, and print the symmetry from one to the other.

    It prints yes and the symmetry, no, or undecided; the exit code is 0, 1 or 3.
    """
    reading = input.reading()
    one, other = (PuzzleInput(one_document(text, reading)) for text in (first, second))
    answer = same_of(one, other, limit=Limit(seconds=time_limit), lang=lang)
    if json:
        print_json(answer)
    else:
        print(answer.text())
    return {True: DONE, False: NO, None: UNDECIDED}[answer.same]
