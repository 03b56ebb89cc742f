"""A puzzle without its redundant givens, as plain data."""

from __future__ import annotations

from itertools import islice

from satdoku.answers.asked import Asked, rewritten
from satdoku.base.errors import Undecided
from satdoku.base.limits import Limit
from satdoku.generating.reducing import Reducer
from satdoku.records.puzzles import MinimizedRecord

__all__ = ["minimized_of"]

_FEWEST_SECONDS = 10.0
"""The time to look for the fewest givens where no other limit is set."""


def minimized_of(
    asked: Asked,
    *,
    most: int | None = None,
    fewest: bool = False,
    seed: int = 0,
    seconds: float | None = None,
    rules_known: bool = False,
) -> MinimizedRecord:
    """One minimal sub-puzzle, all of them up to ``most``, or one with the fewest givens.

    ``rules_known``: the rules need not be written with each puzzle.

    :raises NoSolution, NotUnique: where the puzzle has not exactly one solution.
    :raises Undecided: where the time ran out before there was anything to report.
    """
    if fewest and seconds is None:
        seconds = _FEWEST_SECONDS
    reducer = Reducer(asked.puzzle, Limit(seconds=seconds))
    complete, at_least = True, None
    if fewest:
        best = reducer.fewest()
        found, at_least, complete = [best.puzzle], best.at_least, best.proved
    elif most is None:
        found = [reducer.minimal(seed)]
    else:
        found, complete = [], False
        try:
            stream = reducer.all_minimal()
            for one in islice(stream, most):
                found.append(one)
            complete = next(stream, None) is None
        except Undecided:
            complete = False
    return MinimizedRecord(
        **asked.place,
        verdict="unique",
        minimal=tuple(rewritten(asked, one, rules_known=rules_known) for one in found),
        clues=tuple(one.clues for one in found),
        dropped=tuple(asked.puzzle.clues - one.clues for one in found),
        complete=complete,
        at_least=at_least,
    )
