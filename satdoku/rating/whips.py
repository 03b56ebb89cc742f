"""The W and B ratings of Denis Berthier: the longest whip or braid that a puzzle needs.

docs/scale.md has the definitions. The rating is 0 where naked and hidden singles alone solve the
puzzle. Else it is the length of the longest whip (braid) on a path that takes the shortest one at
each point. The compiled core walks it (native/nets/braids.cpp): what is left of a puzzle is given
to it as candidates, what each excludes, and the cells and houses that need one.
"""

from __future__ import annotations

from collections import Counter

from satdoku.base.compiled import required_core
from satdoku.base.errors import Undecided, Unsupported
from satdoku.base.limits import UNLIMITED, Limit
from satdoku.puzzle import Puzzle
from satdoku.rating.explainer import Rating
from satdoku.rating.kernel import kernel_seconds
from satdoku.techniques.board import bits, open_candidates
from satdoku.techniques.names.vocabulary import SizedName
from satdoku.techniques.searches.clues.clues import clues_of
from satdoku.techniques.searches.small.position import Facts

_MAX_LENGTH = 36


def why_no_whips(puzzle: Puzzle) -> str | None:
    """Why the ratings do not cover a puzzle, or ``None`` where they do."""
    for clue in clues_of(puzzle):
        if not clue.ways.model.only_pairs:
            return (
                "whips and braids follow from what two cells exclude, and a rule of this puzzle "
                "says more than that"
            )
    return None


def rate_by_whips(puzzle: Puzzle, *, continuous: bool, limit: Limit = UNLIMITED) -> Rating:
    """The W rating of a puzzle, by whips (``continuous``), or the B rating, by braids. The caller
    checks that it has exactly one solution.

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    :raises Unsupported: where the ratings do not cover it, or no whips or braids solve it.
    :raises Undecided: where the time or the memory ran out, or longer whips would be needed.
    :raises EngineUnavailable: where the compiled core is not installed.
    """
    from satdoku.rating import start

    core = required_core("rating")
    if reason := why_no_whips(puzzle):
        raise Unsupported(reason)
    puzzle.require_valid()
    scale, kind = ("w", "whip") if continuous else ("b", "braid")
    clock = limit.start()
    facts = Facts(open_candidates(start(puzzle)), clock)
    ending, steps = core.braid_path(
        [list(bits(near)) for near in facts.near],
        [list(bits(live)) for live in facts.live],
        continuous=continuous,
        longest=_MAX_LENGTH,
        seconds=kernel_seconds(clock.remaining()),
    )
    if ending == "beyond":
        raise Unsupported(
            f"no {kind}s solve this puzzle, however long: its {scale.upper()} is infinite "
            "(some candidate needs assumptions inside an assumption)"
        )
    if ending == "longer":
        raise Undecided(f"no {kind} of {_MAX_LENGTH} cells and houses or fewer leads on")
    if ending == "undecided":
        raise Undecided(f"the search for {kind}s took more time or memory than it may")
    if ending == "broken":
        raise AssertionError("a puzzle with one solution has a cell or house without a digit")
    longest = max([length for length, _, _ in steps], default=0)
    names = [
        SizedName(kind, length)
        if length
        else "naked-single"
        if facts.names[fact][1] < 0
        else "hidden-single"
        for length, _, fact in steps
    ]
    hardest = names[[length for length, _, _ in steps].index(longest)] if steps else None
    counts = dict(Counter(names).most_common())
    return Rating(scale, {scale: longest}, len(steps), hardest, counts, None, "ok")
