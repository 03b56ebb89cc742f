"""``satdoku suggest``: which further clue would leave the fewest solutions, and which can go."""

from __future__ import annotations

from dataclasses import replace

from satdoku.answers.suggestions import SuggestQuestion
from satdoku.cli.driver import run
from satdoku.cli.groups import InputGroup, RunGroup
from satdoku.cli.options import PuzzleArguments
from satdoku.cli.texts import text_of

LISTED = 330, "Suggest clues that would make a puzzle unique"
EXAMPLES = ("satdoku suggest puzzle.txt --rule thermo,killer-cage:2-3",)


def suggest(
    puzzles: PuzzleArguments, question: SuggestQuestion, common: RunGroup, input: InputGroup
) -> int:
    """Suggest clues of some kinds that would leave the fewest solutions, and name redundant rules.

    Clues are drawn at random and compared by the solutions that they leave, of up to 300 solutions
    of the puzzle. The first line of a puzzle has the verdict, the number of solutions (with + if
    there are more) and the puzzle. Then follow a line for each clue (the number of solutions that
    it leaves, the clue in the syntax of --rules or --given, its description) and a line for each
    redundant rule (spare, the rule). --rule given judges every further digit. The default time
    limit is 10 seconds for each puzzle. Exit codes: 0 clues are suggested or none is needed, 1 no
    clue was found or the puzzle has no solution, 2 bad input, 3 out of time.
    """
    if isinstance(question.solution, str):
        question = replace(question, solution=text_of(question.solution, "--solution"))
    return run(question, puzzles, input, common)
