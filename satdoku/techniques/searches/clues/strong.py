"""Strong links from rules: two candidates of which one is true, whatever kind of rule needs it.

Every way that is left to keep a clue (a cage, an arrow, two cells that may not be consecutive) has
one of the two: if the one is false, the other is true. That a digit is in one of two cells of a
cage is such a link, and so is that a cell is 3 or another 5. The ways come from
:class:`~satdoku.techniques.searches.clues.ways.Ways`, so the links are exact for every relation.
"""

from __future__ import annotations

from typing import TypeAlias

from satdoku.base.limits import Clock
from satdoku.techniques.board import Candidates
from satdoku.techniques.step import House, Rule

StrongLinks: TypeAlias = dict[int, list[tuple[int, int]]]
"""For a candidate (``cell * size + d``) those that are true where it is false, each with its
cause: a place in ``Board.reasons``, and behind them the clues."""

_KEY = "strong"


def strong_links(cands: Candidates, clock: Clock) -> StrongLinks:
    """The strong links that rules give in a position; kept with it.

    :raises RanOut: where the clock runs out first.
    """
    if cands.board.plain:
        return {}
    return cands.once(_KEY, lambda: _find(cands, clock))


def _find(cands: Candidates, clock: Clock) -> StrongLinks:
    from satdoku.techniques.searches.clues.clues import (
        all_clues,  # plain boards start without clues
    )

    size, values = cands.board.size, cands.values
    first = len(cands.board.reasons)
    links: StrongLinks = {}
    for number, clue in enumerate(all_clues(cands.puzzle)):
        clock.check()
        cells = clue.ways.cells
        if len([cell for cell in cells if values[cell] < 0]) < 2:
            continue
        for a, b in clue.ways.either(cands, clock):
            one, other = (cells[k // size] * size + k % size for k in (a, b))
            links.setdefault(one, []).append((other, first + number))
            links.setdefault(other, []).append((one, first + number))
    return links


def reason_at(cands: Candidates, cause: int) -> House | Rule:
    """The house or rule of a cause."""
    reasons = cands.board.reasons
    if cause < len(reasons):
        return reasons[cause]
    from satdoku.techniques.searches.clues.clues import all_clues

    return all_clues(cands.puzzle)[cause - len(reasons)].rule
