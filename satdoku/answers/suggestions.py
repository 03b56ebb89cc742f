"""Clues suggested for a puzzle, and rules that it could spare."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypedDict

from satdoku.answers.puzzle_input import PuzzleInput, full_grid
from satdoku.answers.question import Answer, Command, Question, Reporter, SpokenIn
from satdoku.base.codes import DONE, NO, UNDECIDED
from satdoku.base.errors import FormatError, OptionError
from satdoku.base.limits import Limit
from satdoku.base.options import Option
from satdoku.base.records import dataclass
from satdoku.board import Constraint, Geometry, Grid
from satdoku.constraints import Contain, to_words
from satdoku.diagnosing.suggest import Suggested, Suggestions, suggest
from satdoku.explaining.findings import Findings, findings
from satdoku.explaining.phrases import phrases
from satdoku.generating.clues import ClueWish, parse_clues
from satdoku.messages import SOURCE, Lang
from satdoku.puzzle.cells import Cells

_GIVEN = "given"
"""The kind that is no rule: a further given."""


class SuggestedClue(TypedDict):
    """A clue as --rules (a digit: --given) reads it, its text with its place (of a pair both), and
    how many of the known solutions it leaves."""

    clue: str
    text: str
    left: int
    exact: bool
    unique: bool


@dataclass(frozen=True, slots=True)
class SuggestAnswer(Answer):
    """The best clues found of the wished kinds, and the rules that can go.

    In the JSON object ``kind`` is the rule that clues are suggested of, and ``spare`` has rules
    that can go without another solution, one at a time, as --rules reads them.
    """

    JSON = ("verdict", "solutions", "complete", "kind=kinds", "clues", "spare", "result.seconds")

    input: PuzzleInput
    kinds: str
    result: Suggestions
    lang: Lang = SOURCE

    @property
    def verdict(self) -> str:
        """``unique``, ``multiple`` or ``none``: of the puzzle as it is."""
        number = self.result.solutions
        return "multiple" if number > 1 else "unique" if number else "none"

    @property
    def solutions(self) -> int:
        """How many solutions it has; at least that many where not ``complete``."""
        return self.result.solutions

    @property
    def complete(self) -> bool:
        """Whether that is all of them."""
        return self.result.complete

    @property
    def suggested(self) -> tuple[Suggested, ...]:
        """The clues, first the one that leaves the fewest solutions."""
        return self.result.clues

    @property
    def removable(self) -> tuple[Constraint, ...]:
        """The rules that can go, one at a time, without another solution."""
        rules = self.input.puzzle.constraints
        return tuple(rules[i] for i in self.result.spare)

    def _clue(self, one: Suggested, lang: Lang) -> SuggestedClue:
        geometry = self.input.puzzle.geometry
        wording = findings(geometry, lang)
        return {
            "clue": ",".join(_written(clue, geometry) for clue in one.clues),
            "text": wording.words.join([_said(clue, wording) for clue in one.clues], "together"),
            "left": one.left,
            "exact": one.exact,
            "unique": one.exact and one.left == 1,
        }

    def json_clues(self, lang: Lang) -> tuple[SuggestedClue, ...]:
        """The clues, first the one that leaves the fewest solutions."""
        return tuple(self._clue(one, lang) for one in self.suggested)

    def json_spare(self, lang: Lang) -> tuple[str, ...]:
        """The rules that can go, as --rules reads them."""
        geometry = self.input.puzzle.geometry
        return tuple(to_words(rule, geometry) for rule in self.removable)

    def rows(self) -> Iterable[str]:
        """The verdict, then a line a clue and a line a rule."""
        more = "" if self.complete else "+"
        yield f"{self.marked}\t{self.solutions}{more}\t{self.puzzle}"
        for clue in self.json_clues(self.lang):
            yield f"{clue['left']}{'' if clue['exact'] else '+'}\t{clue['clue']}\t{clue['text']}"
        yield from (f"spare\t{rule}" for rule in self.json_spare(self.lang))

    @property
    def exit_code(self) -> int:
        """No where no clue was found and one is needed."""
        if self.suggested or self.verdict == "unique":
            return DONE
        return NO if self.complete else UNDECIDED

    def text(self, lang: Lang | None = None) -> str:
        """The clues and rules in words."""
        lang = lang or self.lang
        say = phrases(lang).say
        lines = [
            say(f"suggest.{self.verdict}", n=f"{self.solutions}{'' if self.complete else '+'}")
        ]
        if self.suggested:
            lines.append(say("suggest.clues"))
        for one in self.suggested:
            clue = self._clue(one, lang)
            lines.append(f"  {one.left}{'' if one.exact else '+'}  {clue['clue']}  {clue['text']}")
        if self.removable:
            lines.append(say("suggest.spare"))
        return "\n".join([*lines, *(f"  {rule}" for rule in self.json_spare(lang))])


@dataclass(frozen=True)
class SuggestQuestion(Question[SuggestAnswer]):
    """Suggest clues of some kinds that would leave the fewest solutions, and name redundant rules.

    Clues are drawn at random and compared by the solutions that they leave, of up to 300 solutions
    of the puzzle. The first line of a puzzle has the verdict, the number of solutions (with + if
    there are more) and the puzzle. Then follow a line for each clue (the number of solutions that
    it leaves, the clue in the syntax of --rules or --given, its description) and a line for each
    redundant rule (spare, the rule). --rule given judges every further digit. The default time
    limit is 10 seconds for each puzzle. Exit codes: 0 clues are suggested or none is needed, 1 no
    clue was found or the puzzle has no solution, 2 bad input, 3 out of time.
    """

    command = Command(
        330,
        "suggest",
        "Suggest clues that would make a puzzle unique",
        ("satdoku suggest puzzle.txt --rule thermo,killer-cage:2-3",),
    )

    seconds = 10.0

    kinds: Annotated[
        str,
        Option(
            "Suggest clues of these kinds: thermo, or thermo:3-5,arrow (lines of 3 "
            "to 5 cells); given suggests a digit.",
            flags=("--rule",),
            metavar="KINDS",
            values="rules",
        ),
    ]
    count: Annotated[int, Option("List at most N clues.", flags=("--count", "-n"), least=1)] = 5
    pairs: Annotated[bool, Option("List pairs of clues, if no single clue is enough.")] = False
    solution: Annotated[
        str | Grid | Cells | None,
        Option("Suggest only clues that hold in this solution.", metavar="GRID", file=True),
    ] = None
    seed: Annotated[int, Option("Set the seed for drawing clues.", least=0)] = 0
    lang: SpokenIn = SOURCE

    def answer(self, input: PuzzleInput, limit: Limit, report: Reporter = None) -> SuggestAnswer:
        geometry = input.puzzle.geometry
        kinds = [kind for kind in self.kinds.split(",") if kind.strip().lower() != _GIVEN]
        givens = len(kinds) < self.kinds.count(",") + 1
        try:
            wishes = _wishes_of(",".join(kinds), geometry) if kinds or not givens else ()
        except FormatError as error:
            raise OptionError(error.reason, "kinds") from None
        solution = None
        if self.solution is not None:
            solution = full_grid(self.solution, geometry, "solution")
            if not input.puzzle.accepts(solution, limit.start()):
                raise OptionError("the grid is not a solution of the puzzle", "solution")
        suggestions = suggest(
            input.puzzle,
            wishes,
            givens=givens,
            count=self.count,
            pairs=self.pairs,
            solution=solution,
            seed=self.seed,
            limit=limit,
        )
        return SuggestAnswer(input, self.kinds, suggestions, self.lang)


def _written(clue: Constraint, geometry: Geometry) -> str:
    """A clue in the syntax of --rules, or of --given."""
    if type(clue) is Contain and len(clue.cells) == 1:
        return f"{geometry.name(clue.cells[0])}={clue.digits[0]}"
    return to_words(clue, geometry)


def _said(clue: Constraint, wording: Findings) -> str:
    if type(clue) is Contain and len(clue.cells) == 1:
        return wording.holds(clue.cells[0], clue.digits[0])
    return wording.constraint(clue)


def _wishes_of(kinds: str, geometry: Geometry) -> tuple[ClueWish, ...]:
    """The kinds of clue that a comma list names, each perhaps with a number of cells.

    :raises FormatError: with the part that cannot be read.
    :raises ImpossibleWish: where clues of a kind cannot be placed.
    """
    wishes = parse_clues(kinds, geometry)
    for wish in wishes:
        if wish.count not in (None, 1):
            raise FormatError(
                f"clues are added one at a time, so {wish.kind}:{wish.count} has no meaning "
                f"(generate reads it as {wish.count} clues; one of {wish.count} cells is "
                f"{wish.kind}:1:{wish.count}, one of 3 to 5 is {wish.kind}:3-5)"
            )
    return wishes
