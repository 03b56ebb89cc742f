"""The interface of a technique.

A technique finds; it never changes anything. It is a small frozen value: the search, with its
dialect as fields (how many cells, whose preconditions). ``find`` yields every instance in a
position, lazily and in the field's usual order, so that taking the first one is cheap.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from satdoku.base.limits import ENDLESS, Clock
from satdoku.puzzle import Position, Puzzle
from satdoku.techniques.board import Candidates, open_candidates
from satdoku.techniques.step import Step


class Technique(ABC):
    """One way to make progress. Subclasses are frozen dataclasses whose fields are the dialect.

    The docstring of a subclass is its page: first paragraphs for readers, which name nothing of the
    code; then paragraphs that begin with a field (``longest``) or with ``Pattern:``.
    """

    @property
    @abstractmethod
    def name(self) -> str:
        """The name in the catalogue, as HoDoKu and SudokuWiki have it."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names that its steps bear, where one search finds several techniques."""
        return (self.name,)

    @property
    def file(self) -> str:
        """The name of the file of its family."""
        return type(self).__module__.rpartition(".")[2]

    def in_library(self, code: str) -> Technique:
        """The search in the dialect that a code of HoDoKu's library asks for: ``0402-1``."""
        return self

    needs_uniqueness: ClassVar[bool] = False
    """Whether the argument assumes that the puzzle has exactly one solution."""

    compared: ClassVar[int] = 1
    """Of so many of its instances the shortest is taken, where the first is long."""

    is_chain: ClassVar[bool] = False
    """Whether its steps are chains from clue to clue, most of which eliminate one candidate."""

    by_digit: ClassVar[bool] = False
    """Whether it looks at one digit after another, each without the places of the others, on a
    board whose cells exclude each other by houses alone."""

    @property
    def replaced_by(self) -> tuple[str, ...]:
        """Easier techniques, by name, of which one always finds a step where this one does and
        singles find none: no puzzle needs it (tests/generate/test_replaced.py has the proof)."""
        return ()

    @property
    def by_places(self) -> bool:
        """Whether, besides, what it finds of a digit follows from the digit's places alone."""
        return False

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Why the technique does not hold on this puzzle, or ``None`` where it does."""
        return None

    def find(self, position: Position, clock: Clock = ENDLESS) -> Iterator[Step]:
        """Every instance in a position; nothing where the technique does not apply.

        What is found is the same whatever the clock, as far as it gets.

        :raises RanOut: where the clock runs out first.
        """
        cands = open_candidates(position)
        for step in self.bare(position, clock):
            yield self.completed(cands, step, clock)

    def bare(self, position: Position, clock: Clock = ENDLESS) -> Iterator[Step]:
        """Every instance without the rules that a step rests on beside those of its proof: for
        callers that choose one of many.

        :raises RanOut: where the clock runs out first.
        """
        if self.refusal(position.puzzle) is None:
            clock.check()
            yield from self.search(open_candidates(position), clock)

    def first(self, position: Position, clock: Clock = ENDLESS) -> Step | None:
        """The first instance, or ``None``.

        :raises RanOut: where the clock runs out first.
        """
        step = self.first_bare(position, clock)
        return None if step is None else self.completed(open_candidates(position), step, clock)

    def first_bare(self, position: Position, clock: Clock = ENDLESS) -> Step | None:
        """The first instance as :meth:`bare` has it, or ``None``.

        :raises RanOut: where the clock runs out first.
        """
        cands = open_candidates(position)
        if not self.by_places or cands.board.linked:
            return next(self.bare(position, clock), None)
        # Of the digits of which it found nothing before, it looks at those that have changed.
        clock.check()
        known = cands.kept.get((self, -1))
        digits = cands.changed(known[0]) if known is not None else cands
        step = None if digits is None else next(self.search(digits, clock), None)
        if step is None:
            cands.kept[self, -1] = cands.where, None
        return step

    def completed(self, cands: Candidates, step: Step, clock: Clock) -> Step:
        """A step that is chosen, with what its sentences need: the rules that it rests on beside
        those of its proof, and what :meth:`argued` adds.

        :raises RanOut: where the clock runs out first.
        """
        return self.supported(cands, self.argued(cands, step, clock), clock)

    @staticmethod
    def supported(cands: Candidates, step: Step, clock: Clock) -> Step:
        """A step with the rules that it rests on beside those of its proof.

        :raises RanOut: where the clock runs out first.
        """
        if not cands.board.linked:
            return step
        # Boards without such rules need none of the searches and encodings that find them.
        from satdoku.techniques.premises import with_premises

        return with_premises(cands, step, clock)

    def argued(self, cands: Candidates, step: Step, clock: Clock) -> Step:
        """A step that is chosen, with the arguments for what it concludes that the search itself
        leaves out."""
        return step

    def easiest(self, cands: Candidates, clock: Clock) -> Step | None:
        """The step that the technique itself puts first, where it compares them; else the first.

        :raises RanOut: where the clock runs out first.
        """
        return next(self.search(cands, clock), None)

    @abstractmethod
    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        """The search itself, on the compact form. A long one calls ``clock.check()`` so often that
        no more than a tenth of a second passes between two calls."""
