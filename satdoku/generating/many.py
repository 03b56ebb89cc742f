"""Many puzzles, no two equivalent, the same whatever the number of processes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count as counting

from satdoku.generating.difficulty import SearchEffort
from satdoku.generating.making import Batch, Generated, batch_size, made, patience
from satdoku.generating.wish import Wish
from satdoku.limits import UNLIMITED, Limit
from satdoku.workers import in_order

__all__ = ["Piece", "Run"]


@dataclass(frozen=True, slots=True)
class Piece:
    """What a piece of a run gave.

    puzzles      new ones, in order of their numbers
    next_number  the first number of the run that was not looked at
    tried        numbers looked at so far in this run
    stale        numbers in a row without a new puzzle
    effort       of the search for a difficulty, in this run
    """

    puzzles: tuple[Generated, ...]
    next_number: int
    tried: int
    stale: int
    effort: SearchEffort


@dataclass
class Run:
    """``count`` puzzles of a seed: those with the smallest numbers, no two equivalent.

    Of equivalent puzzles the one with the smaller number is kept. ``first``, ``known`` (the keys
    of puzzles found before) and ``stale`` are where an earlier run stopped. After
    :meth:`pieces` has ended, ``ending`` is the reason: ``done``, ``seconds``, ``cancelled``,
    ``tries`` (no new puzzle in :attr:`tries` numbers in a row) or ``single`` (the wish leaves one
    puzzle).
    """

    wish: Wish
    seed: int
    count: int
    jobs: int = 1
    limit: Limit = UNLIMITED
    tries: int | None = None
    first: int = 0
    known: set[str] = field(default_factory=set)
    stale: int = 0
    ending: str = ""
    report: Callable[[SearchEffort], None] | None = None

    def pieces(self) -> Iterator[Piece]:
        """Make them, a piece at a time; each piece is worth keeping.

        :raises ImpossibleWish: where the wish can be seen to be impossible.
        :raises InvalidPuzzle: where the digits wished for clash.
        """
        self.wish.require_possible()
        clock = self.limit.start()
        seconds = self.limit.seconds
        deadline = None if seconds is None else time.time() + seconds
        tries = patience(self.wish) if self.tries is None else self.tries
        left = self.count - len(self.known)
        if left <= 0:
            self.ending = "done"
            return
        size = max(1, min(batch_size(self.wish), -(-left // self.jobs)))
        ratings = 0

        def heard(now: SearchEffort) -> None:
            if self.report is not None:
                self.report(SearchEffort(ratings + now.ratings, now.nearest))

        # A function of this process cannot be called from another.
        report = heard if self.jobs == 1 else None
        work = partial(_work, self.wish, self.seed, size, deadline, report)
        numbers = counting(self.first, size)
        stale = self.stale
        for batch in in_order(work, numbers, self.jobs):
            found: list[Generated] = []
            number = batch.first
            for result in batch.results:
                number += 1
                stale += 1
                if result is not None and result.key not in self.known:
                    self.known.add(result.key)
                    found.append(result)
                    stale = 0
                if len(self.known) == self.count:
                    self.ending = "done"
                elif self.wish.is_determined:
                    self.ending = "single"
                elif stale >= tries:
                    self.ending = "tries"
                if self.ending:
                    break
            stopped = clock.stopped()
            if not self.ending and (batch.cut or stopped):
                self.ending = stopped or "seconds"
            ratings += batch.effort.ratings
            effort = SearchEffort(ratings, batch.effort.nearest)
            yield Piece(tuple(found), number, number - self.first, stale, effort)
            if self.ending:
                return


def _work(
    wish: Wish,
    seed: int,
    size: int,
    deadline: float | None,
    report: Callable[[SearchEffort], None] | None,
    first: int,
) -> Batch:
    return made(wish, seed, first, size, deadline, report)
