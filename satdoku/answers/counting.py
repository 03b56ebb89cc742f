"""How many solutions a puzzle has, and which candidates occur in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING, Annotated, ClassVar, TypedDict

from satdoku import solving
from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.answers.question import (
    Answer,
    Command,
    EngineQuestion,
    Reporter,
    RunColumns,
    values_of,
    verdict_in_words,
)
from satdoku.base.codes import DONE, NO, UNDECIDED
from satdoku.base.columns import RunColumn
from satdoku.base.limits import Limit
from satdoku.base.options import Option
from satdoku.base.records import dataclass
from satdoku.board.names import Cell
from satdoku.messages import SOURCE, Lang, catalogue
from satdoku.solving import CandidateMemory, CandidatesResult, CountResult

if TYPE_CHECKING:
    from satdoku.render.scene import Scene


class PublishedNumber(TypedDict):
    """A published number of solutions."""

    count: int
    source: str


@dataclass(frozen=True, slots=True)
class CountAnswer(CountResult, Answer):
    """How many solutions a puzzle has; at least that many where ``exact`` is false."""

    JSON = ("count", "exact", "stopped", "backend", "seconds", "published")

    input: PuzzleInput = field(kw_only=True, repr=False)
    lang: Lang = field(default=SOURCE, kw_only=True, repr=False)

    def __str__(self) -> str:
        return self.text()

    @property
    def published(self) -> PublishedNumber | None:
        """The published number, of the empty 9x9 alone; it does not affect ``count``."""
        known = solving.published(self.input.puzzle)
        return None if known is None else {"count": known.count, "source": known.source}

    def rows(self) -> Iterable[str]:
        """The number and the puzzle."""
        return (f"{'' if self.exact else '>='}{self.count}\t{self.puzzle}",)

    @property
    def exit_code(self) -> int:
        """No where there is no solution; undecided where the limit was not that of solutions."""
        if self.stopped not in (None, "solutions"):
            return UNDECIDED
        return DONE if self.count else NO

    def text(self, lang: Lang | None = None) -> str:
        """The number in words, beside a published one."""
        say = catalogue(lang or self.lang, "phrases").say
        number, stopped = f"{self.count:,}", str(self.stopped)
        text = (
            say("count.exact", n=self.count, number=number)
            if self.exact
            else say(
                "count.cut",
                n=self.count,
                number=number,
                limit=stopped,
                why=say("limit", limit=stopped),
            )
        )
        if self.published is None:
            return text
        known, source = f"{self.published['count']:,}", self.published["source"]
        if self.exact:
            same = "yes" if known == number else "no"
            return f"{text}\n{say('count.published', source=source, same=same, known=known)}"
        return f"{text}\n{say('count.known', source=source, known=known)}"


@dataclass(frozen=True)
class CountQuestion(EngineQuestion[CountAnswer]):
    """Count the solutions of each puzzle, exactly or, if a limit ended the count, "at least".

    Piped output has one line for each puzzle: the number (>=N if a limit ended the count), a tab
    and the puzzle.
    """

    command = Command(
        130,
        "count",
        "Count the solutions of each puzzle",
        (
            "satdoku count puzzle.txt --limit 1000",
            "satdoku count --rules diagonal ................",
        ),
    )

    columns: ClassVar[RunColumns] = {
        "count": (
            RunColumn("count", "integer", "the number of solutions, up to --limit"),
            RunColumn("exact", "flag", "whether the count is exact"),
        )
    }

    limit: Annotated[
        int | None, Option("Stop counting after N solutions of a puzzle.", least=1)
    ] = None

    def answer(self, input: PuzzleInput, limit: Limit, report: Reporter = None) -> CountAnswer:
        bounds = replace(limit, solutions=self.limit)
        result = solving.count(input.puzzle, limit=bounds, **self.engine)
        input = input.of_several() if result.count > 1 else input
        return CountAnswer(**values_of(result), input=input, lang=self.lang)


@dataclass(frozen=True, slots=True)
class CandidatesAnswer(Answer):
    """Which candidates occur in some solution, up to ``cap`` times each (1: some or none)."""

    JSON = ("candidates", "cap", "complete", "stopped", "result.backend", "result.seconds")

    input: PuzzleInput = field(repr=False)
    result: CandidatesResult
    cap: int
    lang: Lang = field(default=SOURCE, repr=False)

    @property
    def candidates(self) -> dict[Cell, Mapping[int, int]]:
        """For each cell its digits, and in how many solutions each was seen, up to the cap."""
        cells = self.input.cells(range(len(self.result.candidates)))
        digits = (dict(sorted(each.items())) for each in self.result.candidates)
        return dict(zip(cells, digits, strict=True))

    @property
    def complete(self) -> bool:
        """Whether every number is exact or has reached the cap."""
        return self.result.complete

    def rows(self) -> Iterable[str]:
        """The candidates of the cells, or why there are none."""
        if not self.complete or self.exit_code == NO:
            return ("undecided" if not self.complete else "none",)
        cells = self.candidates.values()
        # Digits of two figures would run together.
        part = "," if self.cap > 1 or any(digit > 9 for digits in cells for digit in digits) else ""
        shown = "{}:{}" if self.cap > 1 else "{}"
        return (" ".join(part.join(shown.format(*one) for one in cell.items()) for cell in cells),)

    @property
    def exit_code(self) -> int:
        """No where there is no solution."""
        if not self.complete:
            return UNDECIDED
        return DONE if all(self.result.candidates) else NO

    def text(self, lang: Lang | None = None) -> str:
        """The candidates, a line a cell."""
        if not self.complete:
            return verdict_in_words("undecided", "", self.stopped, lang or self.lang)
        if not all(self.result.candidates):
            return verdict_in_words("none", "", None, lang or self.lang)
        shown = "{} ({})".format if self.cap > 1 else "{}".format
        return "\n".join(
            f"{cell}: " + ", ".join(shown(*one) for one in digits.items())
            for cell, digits in self.candidates.items()
        )

    def scene(self) -> Scene:
        """The board with the candidates that occur."""
        from satdoku.puzzle import Position
        from satdoku.render.scene import make_scene

        left = tuple(frozenset(digits) for digits in self.result.candidates)
        values = tuple(min(digits) if len(digits) == 1 else None for digits in left)
        marks = tuple(
            digits if value is None else frozenset()
            for value, digits in zip(values, left, strict=True)
        )
        return make_scene(Position(self.input.puzzle, values, marks))


@dataclass(frozen=True)
class CandidatesQuestion(EngineQuestion[CandidatesAnswer]):
    """Which candidates of a puzzle occur in some solution (its true candidates).

    memory  what is known of puzzles with rules that differ in little
    """

    cap: Annotated[
        int | None,
        Option("Count the solutions of each candidate too, up to N.", least=1),
    ] = None
    memory: CandidateMemory | None = None

    def answer(self, input: PuzzleInput, limit: Limit, report: Reporter = None) -> CandidatesAnswer:
        puzzle, memory = input.puzzle, self.memory
        if memory is None or puzzle.is_classic:
            result = solving.true_candidates(
                puzzle, cap=self.cap, limit=limit, report=report, **self.engine
            )
        else:
            result = memory.true_candidates(puzzle, cap=self.cap, limit=limit, report=report)
        return CandidatesAnswer(input, result, self.cap or 1, self.lang)
