"""``satdoku canonical``: the least image of each puzzle, a line each."""

from __future__ import annotations

from satdoku.cli.groups import BoardGroup, RunGroup
from satdoku.cli.options import PuzzleArguments
from satdoku.cli.transform import Transformation, move_all

__all__ = ["canonical"]


def canonical(puzzles: PuzzleArguments, common: RunGroup, input: BoardGroup) -> int:
    """The canonical form of each puzzle: two puzzles are equivalent when these are equal.

    It is the least of all images, read row by row (minlex). Off a terminal: a line each.
    """
    return move_all(puzzles, Transformation("canonical"), common, input)
