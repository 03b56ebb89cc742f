"""``satdoku suggest``: which further clue would leave the fewest solutions, and which can go."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from satdoku.answers.suggestions import SuggestQuestion
from satdoku.cli.asking import run
from satdoku.cli.groups import InputGroup, RunGroup
from satdoku.cli.options import PuzzleArguments
from satdoku.cli.output import DONE, NO, UNDECIDED, Report
from satdoku.cli.texts import text_of
from satdoku.records.rules import SuggestRecord

__all__ = ["EXAMPLES", "LISTED", "suggest"]

LISTED = 330, "Which further clue would make a puzzle unique?"
EXAMPLES = ("satdoku suggest puzzle.txt --rule thermo,killer-cage:2-3",)


def suggest(
    puzzles: PuzzleArguments, question: SuggestQuestion, common: RunGroup, input: InputGroup
) -> int:
    """Which further clue of some kinds would leave the fewest solutions, and which rule can go.

    Clues are drawn at random and judged by the solutions of the puzzle; all of them where there
    are at most 300. A line a puzzle: the verdict, the number of solutions (with + where there are
    more), the puzzle; then a line a clue: the number of solutions that it leaves, the clue as
    --rules takes it, its place; then a line for each rule that can go without another solution:
    spare, the rule. Exit codes: 0 clues are suggested, or none is needed; 1 no clue was found, or
    the puzzle has no solution; 2 bad input; 3 out of time. 10 seconds a puzzle, unless --time-limit
    sets another limit.
    """
    if isinstance(question.solution, str):
        question = replace(question, solution=text_of(question.solution, "--solution"))
    return run(question, puzzles, input, common, Report(_lines, _code))


def _lines(record: SuggestRecord) -> Iterable[str]:
    more = "" if record.complete else "+"
    yield f"{record.marked(record.verdict)}\t{record.solutions}{more}\t{record.puzzle}"
    for clue in record.clues:
        yield f"{clue['left']}{'' if clue['exact'] else '+'}\t{clue['clue']}\t{clue['text']}"
    for rule in record.spare:
        yield f"spare\t{rule}"


def _code(record: SuggestRecord) -> int:
    if record.clues or record.verdict == "unique":
        return DONE
    return NO if record.complete else UNDECIDED
