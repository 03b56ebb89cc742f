"""``satdoku candidates``: which candidates occur in some solution."""

from __future__ import annotations

from satdoku.answers.counting import CandidatesAnswer, CandidatesQuestion
from satdoku.cli.driver import run
from satdoku.cli.groups import InputGroup, RunGroup
from satdoku.cli.options import PuzzleArguments
from satdoku.cli.output import Report
from satdoku.cli.reports import verdict_alone
from satdoku.cli.terminal import coloured

LISTED = 140, "Print the candidates that occur in some solution"
EXAMPLES = ("satdoku candidates puzzle.txt",)


def candidates(
    puzzles: PuzzleArguments, question: CandidatesQuestion, common: RunGroup, input: InputGroup
) -> int:
    """Print the true candidates of each puzzle: the candidates that occur in some solution.

    Piped output has one line for each puzzle: the digits of each cell together, with spaces between
    cells.
    """
    return run(question, puzzles, input, common, Report(text=_text, invalid=verdict_alone))


def _text(answer: CandidatesAnswer) -> str:
    if answer.cap > 1 or not answer.complete or not all(answer.candidates.values()):
        return answer.text()
    from satdoku.render.terminal import render_scene

    return render_scene(answer.scene(), candidates="lines", color=coloured(), lang=answer.lang)
