"""Values for the clues of a theme, so that the puzzle has one solution."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace
from typing import Annotated

from satdoku.answers.puzzle_input import PuzzleInput, rewritten
from satdoku.answers.question import Answer, Command, Mode, Question, Reporter, SpokenIn
from satdoku.base.codes import DONE, NO, UNDECIDED
from satdoku.base.errors import FormatError, OptionError
from satdoku.base.limits import Limit, Stop
from satdoku.base.options import Option
from satdoku.base.records import dataclass
from satdoku.board import Constraint
from satdoku.diagnosing.diagnosis import diagnose
from satdoku.explaining.findings import findings
from satdoku.explaining.phrases import phrases
from satdoku.generating import LEVELS, Target
from satdoku.generating.themes import SetTheme, ThemeSearch, parse_open
from satdoku.messages import SOURCE, Lang
from satdoku.puzzle import Puzzle
from satdoku.techniques.names.vocabulary import canonical

_CLASH_SECONDS = 10.0
"""Seconds to find out which shapes clash."""


@dataclass(frozen=True, slots=True)
class SetValuesAnswer(Answer):
    """A puzzle with the shapes of a theme, values for them and one solution; or the nearest one.

    nearest    where none was found, the puzzle that came nearest
    givens     the cells of the givens with which the nearest puzzle has one solution
    harder_by  by how many levels the nearest puzzle is harder than wished; negative: easier
    tried      how many proposals were compared with other solutions
    clash      shapes that no values satisfy together, in words
    stopped    ``seconds`` where the time ran out first
    """

    JSON = (
        "verdict", "values", "solution", "nearest", "givens", "harder_by", "tried", "clash",
    )  # fmt: skip

    input: PuzzleInput
    found: SetTheme
    clash: tuple[str, ...] = ()
    lang: Lang = SOURCE
    stopped: Stop | None = field(default=None)  # in the place of the property

    @property
    def verdict(self) -> str:
        """``unique``: found; ``none``: no values satisfy the shapes; ``undecided``."""
        if self.found.puzzle is not None:
            return "unique"
        return "none" if self.found.is_impossible else "undecided"

    def _written(self, puzzle: Puzzle | None) -> str | None:
        # The rules of the command line had other values.
        input = replace(self.input, rules_known=False)
        return None if puzzle is None else rewritten(input, puzzle, same_solution=False)

    @property
    def values(self) -> str | None:
        """The puzzle with its values."""
        return self._written(self.found.puzzle)

    @property
    def solution(self) -> str | None:
        """Its solution."""
        solved = self.found.solved
        return None if solved is None else solved.text()

    @property
    def nearest(self) -> str | None:
        """The puzzle that came nearest, with further givens."""
        return self._written(self.found.nearest)

    @property
    def givens(self) -> tuple[str, ...]:
        """The cells of these givens."""
        return tuple(map(self.input.puzzle.geometry.name, self.found.added))

    @property
    def harder_by(self) -> int | None:
        """By how many levels it misses the wish; ``None`` where it has no rating."""
        return self.found.off

    @property
    def tried(self) -> int:
        """How many proposals were judged."""
        return self.found.tried

    def rows(self) -> Iterable[str]:
        """The puzzle, or the verdict and the nearest one."""
        if self.values is not None:
            yield self.values
        else:
            yield "\t".join(filter(None, (self.marked, self.nearest)))

    @property
    def exit_code(self) -> int:
        """No where no values can be found."""
        return {"unique": DONE, "none": NO}.get(self.verdict, UNDECIDED)

    def remarks(self, mode: Mode) -> Iterable[str]:
        """Why there is none."""
        if mode != "text" and self.values is None:
            yield from self._reasons(self.lang)

    def reason(self, lang: Lang) -> str:
        """Why there is none, in words."""
        return "\n".join(self._reasons(lang))

    def _reasons(self, lang: Lang) -> Iterable[str]:
        say = phrases(lang).say
        if self.verdict == "none":
            yield say("set.none")
            yield from self.clash
        elif (off := self.found.off) is not None:
            key = "harder" if off > 0 else "easier" if off < 0 else "rated"
            yield say(f"set.{key}", n=abs(off))
        elif self.found.added:
            yield say("set.givens", n=len(self.found.added))
        else:
            yield say("set.far")

    def text(self, lang: Lang | None = None) -> str:
        """The puzzle, or why there is none."""
        if self.values is not None:
            return self.values
        return "\n".join([*self._reasons(lang or self.lang), *filter(None, (self.nearest,))])


@dataclass(frozen=True)
class SetValuesQuestion(Question[SetValuesAnswer]):
    """Find values for the clues of a theme such that it has exactly one solution.

    A theme is a puzzle whose values do not count: the sums of cages, little killers, sandwiches
    and arrows, the digits of quadruples ... New values replace them, and clues that were drawn
    without a number in the app get one; lines, thermometers and other clues without a value stay,
    and so do givens, unless --no-givens. A cage without a sum gets one.
    Without --time-limit the search ends after 60 seconds. The answer is confirmed by two engines.
    One line is printed for each theme: the puzzle, or the verdict and the puzzle that came nearest,
    with the givens that make it unique. Exit codes: 0 found, 1 no values satisfy the shapes, 2 bad
    input, 3 not found in the time.
    """

    command = Command(
        325,
        "set-values",
        "Find values for the clues of a drawn theme",
        ("satdoku set-values theme.json --seed 2",),
        rewrites=True,
        bare=True,
    )

    seconds = 60.0
    bounds = "solutions"

    free: Annotated[
        str | None,
        Option(
            "Give values only to these kinds: killer-cage,little-killer; "
            "white-dot/black-dot makes each of these clues one or the other.",
            metavar="KINDS",
            values="rules",
        ),
    ] = None
    no_givens: Annotated[bool, Option("Leave out the givens of the theme.")] = False
    level: Annotated[
        str | None,
        Option("Require this level (docs/scale.md).", metavar="|".join(LEVELS), values="level"),
    ] = None
    requires: Annotated[
        str | None,
        Option(
            "Require this technique on the path that explain shows.",
            metavar="TECHNIQUE",
            values="technique",
        ),
    ] = None
    first_step: Annotated[
        str | None,
        Option(
            "Require that the path that explain shows begins with this technique.",
            metavar="TECHNIQUE",
            values="technique",
        ),
    ] = None
    only_singles: Annotated[
        bool, Option("Require that naked and hidden singles solve the puzzle.")
    ] = False
    max_steps: Annotated[int | None, Option("Require a path of at most N steps.", least=1)] = None
    seed: Annotated[int, Option("Set the seed; another one finds other values.", least=0)] = 0
    lang: SpokenIn = SOURCE

    def __post_init__(self) -> None:
        if self.level is not None and self.level not in LEVELS:
            levels = ", ".join(LEVELS)
            raise OptionError(f"{self.level!r} is not a level; the levels are {levels}", "level")
        if (target := self.target) is not None and (reason := target.reason(is_plain=False)):
            raise OptionError(reason, "level" if self.requires is None else "requires")
        begun = Target(requires=self._first, only_singles=self.only_singles)
        if self._first is not None and (reason := begun.reason(is_plain=False)):
            raise OptionError(reason, "first_step")

    @property
    def _first(self) -> str | None:
        return None if self.first_step is None else canonical(self.first_step)

    @property
    def target(self) -> Target | None:
        """The difficulty wished for, ``None`` where nothing is."""
        name = None if self.requires is None else canonical(self.requires)
        target = Target({}, name, self.only_singles, self.max_steps, self.level)
        return None if target == Target() else target

    def answer(self, input: PuzzleInput, limit: Limit, report: Reporter = None) -> SetValuesAnswer:
        theme = input.theme
        waiting = theme.constraints[len(input.puzzle.constraints) :]
        if self.no_givens:
            theme = theme.with_givens((None,) * theme.geometry.cell_count)
        try:
            kinds = parse_open(self.free, theme)
        except FormatError as error:
            raise OptionError(error.reason, "free") from None
        if names := [rule.name for rule in waiting if rule.name not in kinds]:
            raise OptionError(f"{names[0]} has clues without a number, so it must be free", "free")
        search = ThemeSearch(theme, kinds, self.target, self.seed, self._first)
        shapes = replace(theme, constraints=(*search.fixed, *search.shapes))
        shapes.require_sound()

        def heard(solutions: int | None) -> None:
            if report is not None and solutions is not None:
                report(1, solutions)

        outcome = search.run(limit.start(), heard)
        clash: tuple[str, ...] = ()
        if outcome.is_impossible:
            clash = _clash(shapes, self.lang)
        return SetValuesAnswer(input, outcome, clash, self.lang, outcome.stopped)


def _clash(shapes: Puzzle, lang: Lang) -> tuple[str, ...]:
    """The shapes that clash, in words; none where rules read the marks of others."""
    if any(type(rule).among is not Constraint.among for rule in shapes.constraints):
        return ()
    diagnosis = diagnose(shapes, choices=1, limit=Limit(seconds=_CLASH_SECONDS))
    wording = findings(shapes.geometry, lang)
    return () if diagnosis.clash is None else tuple(wording.facts(diagnosis.clash.facts))
