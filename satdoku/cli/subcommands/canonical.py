"""``satdoku canonical``: the least image of each puzzle, a line each."""

from __future__ import annotations

from satdoku.answers.symmetry import TransformQuestion
from satdoku.cli.driver import run
from satdoku.cli.groups import BoardGroup, RunGroup
from satdoku.cli.options import LangOption, PuzzleArguments
from satdoku.messages import SOURCE

LISTED = 460, "Print the canonical form of each puzzle"
EXAMPLES = ("satdoku canonical puzzles.txt",)


def canonical(
    puzzles: PuzzleArguments, common: RunGroup, input: BoardGroup, lang: LangOption = SOURCE
) -> int:
    """Print the canonical form of each puzzle; equivalent puzzles have the same one.

    It is the least of all symmetric images, read row by row (minlex). Piped output has one line
    for each puzzle.
    """
    return run(TransformQuestion(canonical=True, lang=lang), puzzles, input, common, rewrites=True)
