"""The questions about solutions: some of them, whether there is one, how many, which candidates."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from satdoku import solving
from satdoku.answers.doubts import published_first
from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.answers.question import (
    Answer,
    EngineQuestion,
    Reporter,
    RunColumns,
    values_of,
    verdict_in_words,
)
from satdoku.base.codes import DONE, NO, UNDECIDED
from satdoku.base.columns import RunColumn
from satdoku.base.errors import OptionError
from satdoku.base.limits import OPEN_END_SECONDS, Limit
from satdoku.base.options import Option
from satdoku.base.records import dataclass
from satdoku.board import Grid
from satdoku.board.names import Cell
from satdoku.messages import SOURCE, Lang, catalogue
from satdoku.puzzle import Puzzle
from satdoku.solving import SolveResult, UniquenessResult

if TYPE_CHECKING:
    from satdoku.render.scene import Scene

_LEAST_MORE_SECONDS, _MOST_MORE_SECONDS = 0.2, 2.0
"""How long a search for one more solution takes, besides the search for the first ones."""

_MAX_SOLUTIONS = 1_000_000
"""The most solutions that are held at once."""


def _modified(input: PuzzleInput, solution: Grid | None) -> Mapping[Cell, str]:
    """The cells that rules mark in a solution, with what they do."""
    if solution is None or input.held is None:
        return {}
    return {
        input.cell(cell): mark
        for rule in input.held.puzzle.constraints
        for cell, mark in rule.solved_marks(solution).items()
    }


def _told(answer: SolveAnswer | UniquenessAnswer, lang: Lang | None) -> tuple[str, ...]:
    """A line that names the modified cells of the first solution, where there are some."""
    cells = ", ".join(f"{cell} {mark}" for cell, mark in answer.modified.items())
    say = catalogue(lang or answer.lang, "phrases").say
    return (say("answer.modified", cells=cells),) if cells else ()


@dataclass(frozen=True, slots=True)
class SolveAnswer(SolveResult, Answer):
    """Solutions of a puzzle.

    ``verdict`` is never ``unique`` with a limit of one solution. ``more`` is whether there are
    others; ``None``, where that was not found out in a short time.
    """

    JSON = (
        "verdict", "solutions", "modified", "complete", "exhausted", "more", "stopped", "backend",
        "seconds",
    )  # fmt: skip
    RARE = ("modified",)

    input: PuzzleInput = field(kw_only=True, repr=False)
    more: bool | None = field(default=None, kw_only=True, compare=False)
    lang: Lang = field(default=SOURCE, kw_only=True, repr=False)

    @property
    def modified(self) -> Mapping[Cell, str]:
        """The modified cells of the first solution, with their modifiers."""
        return _modified(self.input, self.solution)

    def rows(self) -> Iterable[str]:
        """The solutions, or why there is none."""
        return tuple(map(self.input.write, self.solutions)) or (self.marked,)

    @property
    def exit_code(self) -> int:
        """No where there is no solution; undecided where time or nodes ran out."""
        return NO if self.verdict == "none" else DONE if self.complete else UNDECIDED

    def text(self, lang: Lang | None = None) -> str:
        """The solutions, a line each, or why there is none to show."""
        if self.verdict == "none":
            return verdict_in_words("none", self.input.mark("none"), None, lang or self.lang)
        if not self.solutions:
            return verdict_in_words("undecided", "", self.stopped, lang or self.lang)
        return "\n".join((*map(self.input.write, self.solutions), *_told(self, lang)))

    def scene(self) -> Scene:
        """The puzzle with its (first) solution, where there is one."""
        from satdoku.render.scene import make_scene

        return make_scene(self.input.puzzle, solution=self.solution)


@dataclass(frozen=True)
class SolveQuestion(EngineQuestion[SolveAnswer]):
    """One solution of a puzzle, or up to ``limit`` different ones."""

    limit: Annotated[
        int | None,
        Option(
            "Stop after N solutions of a puzzle; all: after a million, or after 30 "
            "seconds if no other time limit is set.",
            least=1,
            metavar="N|all",
            unlimited="all",
        ),
    ] = 1

    def answer(self, input: PuzzleInput, limit: Limit, report: Reporter = None) -> SolveAnswer:
        clock = limit.start()
        bounds = replace(limit, solutions=self.limit)
        if self.limit is None:
            seconds = OPEN_END_SECONDS if limit.seconds is None else limit.seconds
            bounds = replace(limit, seconds=seconds, solutions=_MAX_SOLUTIONS)
        result = solving.solve(input.puzzle, limit=bounds, **self.engine)
        values, held = values_of(result), input.held
        published = None if held is None else held.solution
        if held is not None and published is not None and result.solutions:
            several = any(grid.values != published.values for grid in result.solutions)
            input = input.of_several() if several else input
            values["solutions"] = published_first(held, result.solutions)
        more = False if result.exhausted else None
        if result.stopped == "solutions":
            more = self._has_more(input.puzzle, result, clock.remaining())
        return SolveAnswer(**values, input=input, more=more, lang=self.lang)

    def _has_more(self, puzzle: Puzzle, result: SolveResult, left: float | None) -> bool | None:
        """Whether there are further solutions; ``None`` where a short time does not tell."""
        enough = max(_LEAST_MORE_SECONDS, min(result.seconds, _MOST_MORE_SECONDS))
        seconds = enough if left is None else min(enough, left)
        number = len(result.solutions)
        limit = Limit(seconds=seconds, solutions=number + 1)
        counted = solving.count(puzzle, limit=limit, **self.engine)
        return True if counted.count > number else False if counted.exact else None

    @property
    def is_plain(self) -> bool:
        return self.limit == 1 and super().is_plain


@dataclass(frozen=True, slots=True)
class UniquenessAnswer(UniquenessResult, Answer):
    """Whether a puzzle has exactly one solution; ``witnesses`` holds it, or two where there are
    several. ``certificate`` is the file that proves the verdict, where one was written."""

    JSON = ("verdict", "witnesses", "modified", "stopped", "backend", "seconds", "certificate")
    RARE = ("modified",)

    input: PuzzleInput = field(kw_only=True, repr=False)
    certificate: str | None = field(default=None, kw_only=True)
    lang: Lang = field(default=SOURCE, kw_only=True, repr=False)

    @property
    def solution(self) -> Grid | None:
        """A solution; of several the first that was found."""
        return self.witnesses[0] if self.witnesses else None

    @property
    def modified(self) -> Mapping[Cell, str]:
        """The modified cells of the first witness, with their modifiers."""
        return _modified(self.input, self.solution)

    def rows(self) -> Iterable[str]:
        """The verdict, the puzzle and the certificate."""
        certificate = "" if self.certificate is None else f"\t{self.certificate}"
        return (f"{self.marked}\t{self.puzzle}{certificate}",)

    @property
    def exit_code(self) -> int:
        """No where there is not exactly one solution."""
        return {"unique": DONE, "undecided": UNDECIDED}.get(self.verdict, NO)

    def text(self, lang: Lang | None = None) -> str:
        """The verdict, and the solutions that show it."""
        mark = self.input.mark(self.verdict)
        text = verdict_in_words(self.verdict, mark, self.stopped, lang or self.lang)
        # An undecided puzzle may have one solution that is known, which shows nothing.
        shown = () if self.verdict == "undecided" else self.witnesses
        lines = _told(self, lang) if shown else ()
        return "\n  ".join((text, *map(self.input.write, shown), *lines))

    def scene(self) -> Scene:
        """The puzzle with its first solution; where a second differs is marked."""
        from satdoku.render.scene import Highlight, make_scene

        differing: dict[int, Highlight] = {}
        if len(self.witnesses) > 1:
            pairs = zip(self.witnesses[0].values, self.witnesses[1].values, strict=True)
            differing = {cell: "differs" for cell, (a, b) in enumerate(pairs) if a != b}
        return make_scene(self.input.puzzle, solution=self.solution, highlights=differing)


@dataclass(frozen=True)
class UniqueQuestion(EngineQuestion[UniquenessAnswer]):
    """Whether a puzzle has exactly one solution, perhaps with a certificate that proves it."""

    columns: ClassVar[RunColumns] = {
        "solution": (
            RunColumn("solution", "text", "a solution; if there are several, the first one found"),
        )
    }

    certify: Annotated[
        Path | None,
        Option(
            "Write a certificate of each verdict, with its proof, into this directory.",
            metavar="DIR",
        ),
    ] = None
    proof_format: Annotated[
        Literal["text", "binary", "lrat"],
        Option("Write the proofs in this form: DRAT as text or binary, or LRAT."),
    ] = "text"
    proof_solver: Annotated[
        Literal["cadical153", "glucose4"], Option("Let this SAT solver write the proofs.")
    ] = "cadical153"
    theorem: Annotated[
        bool, Option("Write each certificate as a theorem for Coq, too, which checks it all.")
    ] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.theorem and self.certify is None:
            raise OptionError("needs a directory of certificates (--certify)", "theorem")

    def answer(self, input: PuzzleInput, limit: Limit, report: Reporter = None) -> UniquenessAnswer:
        started, clock = time.perf_counter(), limit.start()
        result = solving.check_unique(input.puzzle, limit=limit, **self.engine)
        values = values_of(result)
        if result.verdict == "multiple":
            input = input.of_several()
        if self.certify is None:
            if result.verdict == "multiple" and input.held is not None:
                values["witnesses"] = published_first(input.held, result.witnesses)
            return UniquenessAnswer(**values, input=input, lang=self.lang)
        from satdoku.answers.certificate import certified

        path = certified(
            input.puzzle,
            input.line,
            result,
            self.certify,
            form=self.proof_format,
            solver=self.proof_solver,
            theorem=self.theorem,
            clock=clock,
        )
        result = replace(result, seconds=time.perf_counter() - started)
        if path is None and result.verdict != "undecided":
            # Without a certificate the verdict is withdrawn.
            result = replace(result, verdict="undecided", stopped="seconds")
        certificate = None if path is None else str(path)
        return UniquenessAnswer(
            **values_of(result), input=input, certificate=certificate, lang=self.lang
        )

    @property
    def is_plain(self) -> bool:
        return self.certify is None and super().is_plain
