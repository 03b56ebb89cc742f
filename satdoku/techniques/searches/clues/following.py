"""Why a clue does not allow digits of a cell, by following them through few of its other cells.

A clue may be about many cells and have more ways than anybody lists, and yet a few of its cells
show why a digit is in none of them. They are found by taking back, for one cell after another, all
that is known of it, as long as the digit stays refuted: what is left are the cells that matter.
Then it is looked for an order in which each of them loses digits by those before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, islice

from satdoku.base.limits import Clock
from satdoku.model import Model
from satdoku.techniques.arguments.clues import JointProof
from satdoku.techniques.arguments.reasons import Alone, Followed
from satdoku.techniques.board import Board, Candidates, bits
from satdoku.techniques.searches.clues.ways import Ways
from satdoku.techniques.step import Candidate, Step

_MOST_BESIDE = 4
"""Placed digits that are named, because of which a clue does not allow another."""

_MOST_CELLS = 6
"""Open cells that a reader follows for a step."""

_MOST_NEEDED = 3
"""Digits that the last cell would have to be one of: of more it is not said."""

_WORK, _PROPAGATIONS = 100, 2500
"""The work for the reasons of a step, some 0.1 s: a question counts for one, and as much as another
are these propagations of a solver."""

_MOST_TRIED = 10
"""Cells that lose digits for which reasons are looked for."""

_MOST_JOINED = 30
"""Cells of several clues together, with those of houses."""

_EXAMPLES = 2
"""Reasons that are said of clues together; the other candidates go likewise."""


class Following:
    """The questions about a clue with what is left to its cells."""

    def __init__(self, board: Board, ways: Ways, domains: Sequence[int], clock: Clock) -> None:
        self._board, self._ways, self._domains, self._clock = board, ways, domains, clock
        self._places = {cell: place for place, cell in enumerate(ways.cells)}
        self._work = _WORK

    def reasons(self, lost: Mapping[int, Sequence[int]]) -> tuple[list[Alone | Followed], bool]:
        """Reasons against digits of cells, the shortest first, and whether there are some against
        all that were tried."""
        groups: dict[Alone | Followed, list[Candidate]] = {}
        every = True
        for cell, digits in islice(lost.items(), _MOST_TRIED):
            parts = [self._reason(cell, digits)]
            if parts == [None] and len(digits) > 1:
                parts = [self._reason(cell, (digit,)) for digit in digits]
            for part in parts:
                if part is None:
                    every = False
                else:
                    groups.setdefault(replace(part, supposed=()), []).extend(part.supposed)
        reasons = [replace(one, supposed=tuple(pairs)) for one, pairs in groups.items()]
        return sorted(reasons, key=length), every

    def _reason(self, cell: int, digits: Sequence[int]) -> Alone | Followed | None:
        """Why none of some digits of a cell is in any way; ``None`` where no few cells show it."""
        board, domains, own = self._board, self._domains, self._places[cell]
        if self._work <= 0:
            return None
        wide = [board.all_digits] * len(domains)
        wide[own] = sum([1 << board.index_of[digit] for digit in digits])
        placed = [p for p, mask in enumerate(domains) if p != own and not mask & (mask - 1)]
        open_ = [p for p in range(len(domains)) if p != own and p not in placed]
        for place in placed:
            wide[place] = domains[place]
        # Cells with many digits are least worth to be named.
        open_.sort(key=lambda place: -domains[place].bit_count())
        matter = self._mattering(open_, wide)
        if matter is None:
            return None
        if matter:
            return self._followed(cell, digits, wide, matter)
        for place in placed:
            wide[place] = board.all_digits
        beside = self._mattering(placed, wide)
        if beside is None or len(beside) > _MOST_BESIDE:
            return None
        named = sorted((self._ways.cells[p], self._digits(domains[p])[0]) for p in beside)
        return Alone(self._supposed(cell, digits), tuple(named))

    @staticmethod
    def _supposed(cell: int, digits: Iterable[int]) -> tuple[Candidate, ...]:
        return tuple([(cell, digit) for digit in digits])

    def _digits(self, mask: int) -> tuple[int, ...]:
        return tuple([self._board.digits[d] for d in bits(mask)])

    def _is_possible(self, domains: Sequence[int]) -> bool:
        if self._work <= 0:
            return True  # which shows nothing
        trial = tuple(domains)
        possible = self._ways.possible(trial, self._clock)
        self._work -= 1 + self._ways.price(trial) // _PROPAGATIONS
        return possible

    def _mattering(self, places: Sequence[int], wide: Sequence[int]) -> list[int] | None:
        """The places of which what is left to their cells matters, beside what is ``wide``: none of
        them can be spared. ``None`` where all of them together are not known to be enough."""
        narrow = [*wide]
        for place in places:
            narrow[place] = self._domains[place]
        if self._is_possible(narrow):
            return None
        # Of many cells most can be spared: they are asked about in halves.
        waiting = [[*places]] if places else []
        while waiting:
            some = waiting.pop()
            trial = [*narrow]
            for place in some:
                trial[place] = wide[place]
            if not self._is_possible(trial):
                narrow = trial
            elif len(some) > 1:
                half = len(some) // 2
                waiting += [some[half:], some[:half]]
        return [place for place in places if narrow[place] != wide[place]]

    def _followed(
        self, cell: int, digits: Sequence[int], wide: Sequence[int], matter: Iterable[int]
    ) -> Followed | None:
        """The order in which the cells that matter lose digits."""
        current, cells = [*wide], self._ways.cells
        left = {place: self._domains[place] for place in matter}
        if len(left) > _MOST_CELLS:
            return None
        known = [(cells[place], self._digits(mask)) for place, mask in left.items()]
        links: list[tuple[int, tuple[int, ...]]] = []
        supposed = self._supposed(cell, digits)
        while left:
            support = {place: self._support(current, place, mask) for place, mask in left.items()}
            place = min(support, key=lambda place: support[place].bit_count())
            if not support[place]:
                # What a cell could be before is nothing that follows.
                links = [link if link not in known else (link[0], ()) for link in links]
                needed = self._support(current, place, self._board.all_digits & ~left[place])
                few = needed.bit_count() <= _MOST_NEEDED
                end = self._digits(needed) if few else ()
                return Followed(supposed, tuple(links), cells[place], end)
            current[place] = support[place]
            links.append((cells[place], self._digits(support[place])))
            del left[place]
        return None  # the work is used up before the end shows

    def _support(self, domains: Sequence[int], place: int, mask: int) -> int:
        """The digits among some of a place that are in some way."""
        support, trial = 0, [*domains]
        for d in bits(mask):
            trial[place] = 1 << d
            if self._is_possible(trial):
                support |= 1 << d
        return support


def length(reason: Alone | Followed) -> int:
    """How many other cells a reason names."""
    if isinstance(reason, Alone):
        return len(reason.beside)
    return len(reason.links) + 1


def read_at_once(reasons: Sequence[Alone | Followed]) -> list[Alone | Followed]:
    """The first of some reasons, as many as a reader follows."""
    totals = accumulate(map(length, reasons))
    return [one for one, total in zip(reasons, totals, strict=True) if total <= _MOST_CELLS]


def joint_reasons(cands: Candidates, step: Step, clock: Clock) -> tuple[Alone | Followed, ...]:
    """The shortest reasons against what clues together exclude, a few; nothing where no few cells
    show some of it."""
    proof, model = step.proof, cands.puzzle.model
    assert isinstance(proof, JointProof)
    rules = proof.kept_rules(step)
    if len(rules.cells) > _MOST_JOINED:
        return ()
    relations = tuple(rules.relations(cands.puzzle))
    ways = model.kept(
        (Following, rules),
        lambda _: Ways(cands.board, Model(model.geometry, relations), rules.cells),
    )
    lost: dict[int, list[int]] = {}
    for cell, digit in step.eliminations:
        lost.setdefault(cell, []).append(digit)
    following = Following(cands.board, ways, ways.domains(cands), clock)
    reasons, every = following.reasons(lost)
    return tuple(read_at_once(reasons)[:_EXAMPLES]) if every else ()
