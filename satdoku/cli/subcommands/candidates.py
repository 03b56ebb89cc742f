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


def _text(found: CandidatesAnswer) -> str:
    if found.cap > 1 or not found.complete or not all(found.candidates.values()):
        return found.text()
    from satdoku.render.terminal import render_scene

    return render_scene(found.scene(), candidates="lines", color=coloured(), lang=found.lang)
