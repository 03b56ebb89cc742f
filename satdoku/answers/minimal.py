"""A puzzle without its redundant givens."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace
from itertools import islice
from typing import Annotated

from satdoku.answers.puzzle_input import PuzzleInput, rewritten
from satdoku.answers.question import Answer, Command, Mode, Question, Reporter
from satdoku.base.codes import DONE, UNDECIDED
from satdoku.base.errors import OptionError, Undecided
from satdoku.base.limits import Limit, Stop
from satdoku.base.options import Option
from satdoku.base.records import dataclass
from satdoku.generating.reducing import Reducer
from satdoku.messages import Lang
from satdoku.puzzle import Puzzle

_FEWEST_SECONDS = 10.0
"""The time to look for the fewest givens where no other limit is set."""


@dataclass(frozen=True, slots=True)
class MinimizedAnswer(Answer):
    """Puzzles that need all their givens, made of one by dropping others; a puzzle without exactly
    one solution is an error.

    puzzles   the puzzles, at least one
    complete  all that was asked is known: every minimal sub-puzzle, or that none has fewer givens
    at_least  no sub-puzzle with one solution has fewer givens; ``None`` where that was not asked
    stopped   where not complete: ``seconds``, or ``solutions`` where there are more sub-puzzles
    """

    JSON = ("verdict", "minimal", "clues", "dropped", "complete", "at_least")

    input: PuzzleInput
    puzzles: tuple[Puzzle, ...]
    complete: bool = True
    at_least: int | None = None
    stopped: Stop | None = field(default=None)  # in the place of the property

    @property
    def verdict(self) -> str:
        """``unique``."""
        return "unique"

    @property
    def minimal(self) -> tuple[str, ...]:
        """The puzzles, each on one line."""
        return tuple(rewritten(self.input, one) for one in self.puzzles)

    @property
    def clues(self) -> tuple[int, ...]:
        """The givens of each."""
        return tuple(one.clues for one in self.puzzles)

    @property
    def dropped(self) -> tuple[int, ...]:
        """How many givens were dropped of each."""
        return tuple(self.input.puzzle.clues - clues for clues in self.clues)

    def rows(self) -> Iterable[str]:
        """The puzzles."""
        return self.minimal

    @property
    def exit_code(self) -> int:
        """Undecided where not complete."""
        return DONE if self.complete else UNDECIDED

    def remarks(self, mode: Mode) -> Iterable[str]:
        """That it is not complete."""
        if self.complete:
            return
        line, source = self.input.line, self.input.source
        place = f"{source}: line {line}: " if source else f"line {line}: "
        if self.at_least is None:
            count = len(self.minimal)
            yield f"{place}there are more than these {count}, or the time was over"
            return
        least = f" (at least {self.at_least} are needed)" if self.at_least else ""
        yield f"{place}{self.clues[0]} givens found, not proved to be the fewest{least}"

    def text(self, lang: Lang | None = None) -> str:
        """The puzzles, a line each."""
        return "\n".join(self.minimal)


@dataclass(frozen=True)
class MinimizeQuestion(Question[MinimizedAnswer]):
    """Remove redundant givens: each printed puzzle has one solution and needs all its givens.

    One line is printed for each puzzle, in input order: the new puzzle, or none, multiple,
    undecided or invalid. --fewest takes at most 10 seconds for each puzzle, unless --time-limit
    sets another limit. Exit codes: 0 done, 1 not unique, 2 bad input, 3 a limit ran out (--all:
    there are more; --fewest: not proved).

    :raises OptionError: where all and the fewest are asked for together.
    """

    command = Command(
        320,
        "minimize",
        "Remove the redundant givens of a puzzle",
        ("satdoku minimize puzzle.txt",),
        rewrites=True,
        bare=True,
    )

    all: Annotated[
        int | None, Option("Print every minimal sub-puzzle, up to N.", metavar="N", least=1)
    ] = None
    fewest: Annotated[bool, Option("Search for the fewest givens, with proof if time allows.")] = (
        False
    )
    seed: Annotated[
        int,
        Option("Set the seed for the order in which givens are tried (without --all).", least=0),
    ] = 0

    def __post_init__(self) -> None:
        if self.all is not None and self.fewest:
            raise OptionError("cannot be asked for together", "all", "fewest")

    def answer(self, input: PuzzleInput, limit: Limit, report: Reporter = None) -> MinimizedAnswer:
        if self.fewest and limit.seconds is None:
            limit = replace(limit, seconds=_FEWEST_SECONDS)
        reducer = Reducer(input.puzzle, limit)
        if self.fewest:
            best = reducer.fewest()
            stopped: Stop | None = None if best.proved else "seconds"
            return MinimizedAnswer(input, (best.puzzle,), best.proved, best.at_least, stopped)
        if self.all is None:
            return MinimizedAnswer(input, (reducer.minimal(self.seed),))
        puzzles: list[Puzzle] = []
        try:
            stream = reducer.all_minimal()
            for one in islice(stream, self.all):
                puzzles.append(one)
            stopped = None if next(stream, None) is None else "solutions"
        except Undecided:
            stopped = "seconds"
        return MinimizedAnswer(input, tuple(puzzles), stopped is None, stopped=stopped)
