"""Redundant parts, backdoors, unavoidable sets, and the fewest givens of a grid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import field, replace
from typing import TYPE_CHECKING, Annotated, TypedDict

from satdoku.answers.puzzle_input import PuzzleInput, rewritten
from satdoku.answers.question import Answer, Command, Mode, Question, Reporter, SpokenIn, values_of
from satdoku.base.codes import DONE, NO, UNDECIDED
from satdoku.base.limits import Limit, Stop
from satdoku.base.options import Option
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board import Grid
from satdoku.board.names import Cell, Placed
from satdoku.diagnosing.backdoors import Backdoors, By, find_backdoors
from satdoku.diagnosing.fewest import FewestClues, find_fewest_clues
from satdoku.diagnosing.redundant import Redundant, RedundantBackend, find_redundant
from satdoku.diagnosing.solution import only_solution, require_manageable
from satdoku.diagnosing.unavoidable import UnavoidableBackend, UnavoidableSets, unavoidable_sets
from satdoku.explaining.findings import findings
from satdoku.messages import SOURCE, Lang, catalogue
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from satdoku.render.scene import Highlight, Scene

_SHOWN = 10


class GoingTogether(TypedDict):
    """A maximal set of givens and rules that can all go at once, and the puzzle without them."""

    givens: tuple[Placed, ...]
    rules: tuple[str, ...]
    puzzle: str


@dataclass(frozen=True, slots=True)
class RedundantAnswer(Answer):
    """The givens and rules of a puzzle that follow from the others.

    In the JSON object ``givens`` and ``rules`` can each go while all else stays, and what
    ``together`` has can all go at once; once it is gone, nothing else can go.
    """

    JSON = ("verdict", "givens", "rules", "together", "result.backend", "result.seconds")

    input: PuzzleInput
    result: Redundant
    lang: Lang = SOURCE

    @property
    def verdict(self) -> str:
        """``minimal`` or ``redundant``."""
        return "minimal" if self.result.minimal else "redundant"

    @property
    def givens(self) -> tuple[Placed, ...]:
        """The givens that can go one at a time."""
        return self._placed(self.result.givens)

    @property
    def rest(self) -> Puzzle:
        """The puzzle without a maximal set of givens and rules that can all go at once."""
        return self.result.rest

    def _placed(self, cells: tuple[int, ...]) -> tuple[Placed, ...]:
        grid = self.input.puzzle.grid
        return self.input.placed((cell, grid[cell]) for cell in cells)

    def _named(self, rules: tuple[int, ...], lang: Lang) -> tuple[str, ...]:
        if not rules:
            return ()
        puzzle = self.input.puzzle
        wording = findings(puzzle.geometry, lang)
        return tuple(wording.constraint(puzzle.constraints[i]) for i in rules)

    def json_rules(self, lang: Lang) -> tuple[str, ...]:
        """The rules that can go one at a time, each described with its place."""
        return self._named(self.result.rules, lang)

    def json_together(self, lang: Lang) -> GoingTogether:
        """A maximal set that can all go at once."""
        return {
            "givens": self._placed(self.result.together_givens),
            "rules": self._named(self.result.together_rules, lang),
            "puzzle": rewritten(self.input, self.result.rest),
        }

    def rows(self) -> Iterable[str]:
        """The verdict, the puzzle, and what can go, alone and together."""
        row = [self.marked, self.puzzle]
        if self.verdict == "redundant":
            for givens, rules in (
                (self.result.givens, self.result.rules),
                (self.result.together_givens, self.result.together_rules),
            ):
                row += [" ".join(self._placed(givens)), "; ".join(self._named(rules, self.lang))]
        return ("\t".join(row),)

    @property
    def exit_code(self) -> int:
        """No where something can go."""
        return DONE if self.verdict == "minimal" else NO

    def text(
        self, lang: Lang | None = None, *, coloured: bool = False, spoken: bool = False
    ) -> str:
        """The redundant parts, in words; ``spoken`` without those that scripts read."""
        wording = findings(self.input.puzzle.geometry, lang or self.lang)
        return "\n".join(wording.redundant(self.result, coloured=coloured, spoken=spoken))

    def scene(self) -> Scene:
        """The puzzle; the givens that can go, and those that can all go at once, are marked."""
        from satdoku.render.scene import make_scene

        marked: dict[int, Highlight] = dict.fromkeys(self.result.givens, "pattern")
        marked |= dict.fromkeys(self.result.together_givens, "focus")
        return make_scene(self.input.puzzle, highlights=marked)

    def cells(self) -> tuple[Cell, ...]:
        """The cells of what can go one at a time: givens, and rules with cells of their own."""
        puzzle, indices = self.input.puzzle, dict.fromkeys(self.result.givens)
        for rule in (puzzle.constraints[i] for i in self.result.rules):
            if rule.parameters:
                indices |= dict.fromkeys(rule.scope(puzzle.geometry))
        return self.input.cells(sorted(indices))


@dataclass(frozen=True)
class RedundantQuestion(Question[RedundantAnswer]):
    """Which givens and rules of a puzzle follow from the others."""

    backend: Annotated[
        RedundantBackend, Option("Use this engine; native takes only classic 9x9 puzzles.")
    ] = "auto"
    lang: SpokenIn = SOURCE

    def answer(self, input: PuzzleInput, limit: Limit, report: Reporter = None) -> RedundantAnswer:
        result = find_redundant(input.puzzle, backend=self.backend, limit=limit)
        return RedundantAnswer(input, result, self.lang)

    @property
    def is_plain(self) -> bool:
        return self.backend != "sat"


@dataclass(frozen=True, slots=True)
class BackdoorsAnswer(Backdoors, Answer):
    """The fewest cells whose digits let singles finish a puzzle."""

    JSON = (
        "by", "size", "at_least", "backdoors", "complete", "stopped",
        "seconds",
    )  # fmt: skip

    input: PuzzleInput = field(kw_only=True, repr=False)
    lang: Lang = field(default=SOURCE, kw_only=True, repr=False)

    @property
    def backdoors(self) -> tuple[tuple[Placed, ...], ...]:
        """Backdoors of this size: one, or all where all were asked for."""
        grid = self.solution
        return tuple(self.input.placed((c, grid[c]) for c in cells) for cells in self.sets)

    def rows(self) -> Iterable[str]:
        """The size or its bounds, the puzzle, and the backdoors."""
        size, least = str(self.size), self.at_least
        size = f"{least}-{size}" if least < self.size else size
        return (f"{size}\t{self.puzzle}\t{'; '.join(map(' '.join, self.backdoors))}",)

    @property
    def exit_code(self) -> int:
        """Undecided where not complete."""
        return DONE if self.complete else UNDECIDED

    def text(self, lang: Lang | None = None) -> str:
        """The backdoors in words."""
        wording = findings(self.input.puzzle.geometry, lang or self.lang)
        return "\n".join(wording.backdoors(self))

    def scene(self) -> Scene:
        """The puzzle with the digits of the first backdoor."""
        from satdoku.render.scene import make_scene

        puzzle, grid = self.input.puzzle, self.solution
        cells = self.sets[0] if self.size else ()
        values = tuple(grid[c] if c in cells else None for c in range(len(grid.values)))
        marked: dict[int, Highlight] = dict.fromkeys(cells, "focus")
        shown = Grid(puzzle.geometry, values) if cells else None
        return make_scene(puzzle, solution=shown, highlights=marked)


@dataclass(frozen=True)
class BackdoorsQuestion(Question[BackdoorsAnswer]):
    """Find the fewest cells whose digits, once known, let singles solve the rest of the puzzle.

    Piped output has the size, a tab, the puzzle, a tab and a backdoor (with --all several,
    separated by semicolons). Exit codes: 0 proved smallest, 1 the puzzle does not have exactly one
    solution, 3 the limit ran out: the size is then a range such as 1-2 (with --all there may be
    more backdoors).
    """

    command = Command(
        290,
        "backdoors",
        "Find the fewest cells that let singles solve the rest",
        ("satdoku backdoors puzzle.txt",),
        drawn=True,
    )

    bounds = "cells"

    by: Annotated[By, Option("Solve the rest with these singles: all of them, or one kind.")] = (
        "singles"
    )
    all: Annotated[bool, Option("Print every backdoor of the smallest size, not only one.")] = False
    lang: SpokenIn = SOURCE

    def answer(self, input: PuzzleInput, limit: Limit, report: Reporter = None) -> BackdoorsAnswer:
        result = find_backdoors(
            input.puzzle, by=self.by, every=self.all, limit=limit, progress=report
        )
        return BackdoorsAnswer(**values_of(result), input=input, lang=self.lang)


@dataclass(frozen=True, slots=True)
class UnavoidableAnswer(Answer):
    """The minimal unavoidable sets of a grid.

    size         the largest size asked for
    complete_to  every set of at most this many cells is listed
    """

    JSON = (
        "grid", "result.size", "complete", "result.complete_to", "count", "counts", "sets",
        "stopped", "result.backend", "result.seconds",
    )  # fmt: skip

    input: PuzzleInput
    result: UnavoidableSets
    lang: Lang = SOURCE

    @property
    def grid(self) -> Grid:
        """The grid: what was asked about, or its solution."""
        return self.result.grid

    @property
    def sets(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each, the smallest sets first."""
        return tuple(map(self.input.cells, self.result.sets))

    @property
    def count(self) -> int:
        """How many sets are listed."""
        return len(self.result.sets)

    @property
    def complete(self) -> bool:
        """Whether every set up to the size asked for is listed."""
        return self.result.complete

    @property
    def counts(self) -> dict[int, int]:
        """How many sets of each size are listed."""
        return dict(sorted(Counter(map(len, self.result.sets)).items()))

    def rows(self) -> Iterable[str]:
        """The line, the size and the cells of each set."""
        for cells in self.sets:
            yield f"{self.input.line}\t{len(cells)}\t{' '.join(cells)}"

    @property
    def exit_code(self) -> int:
        """Undecided where not complete."""
        return DONE if self.complete else UNDECIDED

    def text(self, lang: Lang | None = None) -> str:
        """How many sets there are of each size, and the smallest."""
        result, sets, n = self.result, self.sets, self.count
        say = catalogue(lang or self.lang, "phrases").say
        key = "unavoidable.sets" if sets else "unavoidable.none"
        text = say(key, n=n, number=f"{n:,}", size=result.complete_to)
        if not result.complete:
            why = say("limit", limit=str(result.stopped))
            text = say("unavoidable.cut", text=text, why=why)
        parts = [text]
        for size, n in self.counts.items():
            parts.append(f"  {say('unavoidable.size', size=size, n=n, number=f'{n:,}')}")
        if sets:
            parts.append(say("unavoidable.smallest"))
            parts += [f"  {' '.join(cells)}" for cells in sets[:_SHOWN]]
            if self.count > _SHOWN:
                parts.append(f"  {say('unavoidable.more', n=self.count - _SHOWN)}")
        return "\n".join(parts)

    def scene(self) -> Scene:
        """The grid, the first set marked."""
        from satdoku.render.scene import make_scene

        first = self.result.sets[0] if self.result.sets else ()
        marked: dict[int, Highlight] = dict.fromkeys(first, "focus")
        return make_scene(self.input.puzzle, solution=self.grid, highlights=marked)


@dataclass(frozen=True)
class UnavoidableQuestion(Question[UnavoidableAnswer]):
    """List the minimal unavoidable sets of a grid; every puzzle of the grid needs a given in each.

    If the cells of an unavoidable set are emptied, the grid has another solution. All minimal sets
    up to the size are found, each once. Piped output has one line for each set: the line of the
    grid, a tab, the size, a tab and the cells. Exit codes: 0 all were found, 1 a puzzle does not
    have exactly one solution, 3 the limit ran out.
    """

    command = Command(
        350,
        "unavoidable",
        "List sets of cells that each need a given",
        ("satdoku unavoidable 1234341221434321",),
        grids=True,
        drawn=True,
    )

    size: Annotated[int, Option("Look for sets of at most K cells.", metavar="K", least=0)] = 12
    backend: Annotated[
        UnavoidableBackend,
        Option("Use this engine; native takes only rules about cells that must differ."),
    ] = "auto"
    lang: SpokenIn = SOURCE

    def answer(
        self, input: PuzzleInput, limit: Limit, report: Reporter = None
    ) -> UnavoidableAnswer:
        board = input.puzzle
        grid, rest = _grid_of(board, limit)
        result = unavoidable_sets(board, grid, self.size, backend=self.backend, limit=rest)
        return UnavoidableAnswer(input, result, self.lang)


@dataclass(frozen=True, slots=True)
class FewestCluesAnswer(Answer):
    """How few givens can pose a grid: bounds, and the best puzzle found.

    In the JSON object ``at_least`` is proved in this run, ``known_at_least`` by a published theorem
    (0: there is none), and ``sets`` is the number of unavoidable sets that the proof rests on.
    """

    JSON = (
        "result.grid", "best", "clues", "result.at_least", "result.known_at_least", "exact",
        "result.sets", "stopped", "result.seconds",
    )  # fmt: skip

    input: PuzzleInput
    result: FewestClues
    lang: Lang = SOURCE

    @property
    def best(self) -> Puzzle:
        """The best puzzle found."""
        return self.result.puzzle

    @property
    def clues(self) -> int:
        """Its givens."""
        return self.result.clues

    @property
    def exact(self) -> bool:
        """Whether nothing is smaller."""
        return self.result.exact

    @property
    def stopped(self) -> Stop | None:
        """The limit that ended the search before both bounds met."""
        return self.result.stopped

    @property
    def at_least(self) -> int:
        """No puzzle of the grid has fewer givens, by this run or by a theorem."""
        return max(self.result.at_least, self.result.known_at_least)

    def remarks(self, mode: Mode) -> Iterable[str]:
        """That the bounds differ, which the text says itself."""
        if mode != "text" and not self.exact:
            yield worded(
                "line {line}: a puzzle with {clues} givens is known, and at least {least} are "
                "needed; whether fewer than {clues} are enough was not decided",
                line=self.input.line,
                clues=self.clues,
                least=self.at_least,
            )

    def json_best(self, lang: Lang) -> str:
        """The best puzzle found, as it was written."""
        return rewritten(self.input, self.best)

    def rows(self) -> Iterable[str]:
        """The bounds, and the best puzzle."""
        return (f"{self.clues}\t{self.at_least}\t{self.json_best(self.lang)}",)

    @property
    def exit_code(self) -> int:
        """Undecided where the bounds differ."""
        return DONE if self.exact else UNDECIDED

    def text(self, lang: Lang | None = None) -> str:
        """The best puzzle, and how few givens there must be."""
        result = self.result
        say, clues = catalogue(lang or self.lang, "phrases").say, result.clues
        parts = [f"  {rewritten(self.input, result.puzzle)}"]
        theorem = say("fewest.theorem", least=result.known_at_least, proved=result.at_least)
        if result.exact and result.at_least == clues:
            parts.append(say("fewest.exact", clues=clues))
        elif result.exact:
            parts.append(say("fewest.known", clues=clues, theorem=theorem))
        else:
            parts.append(say("fewest.between", least=self.at_least, clues=clues))
            if result.known_at_least > result.at_least:
                parts.append(theorem)
        return "\n".join(parts)

    def scene(self) -> Scene:
        """The best puzzle, its givens marked."""
        from satdoku.render.scene import make_scene

        givens = [cell for cell, given in enumerate(self.best.givens) if given is not None]
        marked: dict[int, Highlight] = dict.fromkeys(givens, "focus")
        return make_scene(self.best, highlights=marked)


@dataclass(frozen=True)
class FewestCluesQuestion(Question[FewestCluesAnswer]):
    """Find the fewest givens that determine a grid: a lower bound, and the best puzzle found.

    Piped output has the number of givens of the best puzzle, a tab, the lower bound, a tab and the
    puzzle. Ctrl-C ends the search and prints the result so far. The default time limit is 10
    seconds for each grid. Exit codes: 0 the two numbers are equal, 1 a puzzle does not have exactly
    one solution, 3 the limit ran out before they were equal.
    """

    command = Command(
        360,
        "fewest-clues",
        "Find the fewest givens that determine a grid",
        ("satdoku fewest-clues 1234341221434321",),
        grids=True,
        drawn=True,
    )

    bounds = "givens"

    seconds = 10.0

    seed: Annotated[int, Option("Set the seed of the search for puzzles.", least=0)] = 0
    lang: SpokenIn = SOURCE

    def answer(
        self, input: PuzzleInput, limit: Limit, report: Reporter = None
    ) -> FewestCluesAnswer:
        board = input.puzzle
        grid, rest = _grid_of(board, limit)
        result = find_fewest_clues(board, grid, seed=self.seed, limit=rest, progress=report)
        return FewestCluesAnswer(input, result, self.lang)


def _grid_of(puzzle: Puzzle, limit: Limit) -> tuple[Grid, Limit]:
    """The grid meant: the givens where they fill the board, else the solution; and what is left of
    the limit.

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    :raises NoSolution, NotUnique, Undecided: where it has not exactly one solution.
    :raises Unsupported: where the board is larger than 36x36.
    """
    # Its solution would be sought for nothing.
    require_manageable(puzzle.geometry)
    if puzzle.grid.is_full:
        return puzzle.grid, limit
    clock = limit.start()
    grid = only_solution(puzzle, clock)
    return grid, replace(limit, seconds=clock.remaining())
