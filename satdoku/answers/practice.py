"""Positions before a step of a technique: one to be answered, many to practise on."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from dataclasses import field, replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Literal

from satdoku.answers.places import position_line
from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.answers.question import Answer, SpokenIn, require_options
from satdoku.answers.steps_data import StepRecord, candidate, step_record
from satdoku.base.errors import FormatError, Undecided
from satdoku.base.limits import UNLIMITED, Limit, RanOut
from satdoku.base.options import Option
from satdoku.base.records import dataclass
from satdoku.explaining import Strength
from satdoku.explaining import explain as sentences
from satdoku.explaining.names import title
from satdoku.explaining.phrases import phrases
from satdoku.formats import parse
from satdoku.generating.examples import technique_example
from satdoku.generating.exercises import Exercise, Exercises
from satdoku.messages import SOURCE, Lang
from satdoku.puzzle import Document, Position
from satdoku.rating import Stage
from satdoku.render.scene import Scene, make_scene, step_scene
from satdoku.solving import check_unique
from satdoku.techniques.base import Technique
from satdoku.techniques.catalogue import TechniqueGroup, technique
from satdoku.techniques.check import faults
from satdoku.techniques.step import Candidate, Step

_INSTANCES = 300
"""Steps of a technique in one position that an answer is held against."""
_MOST_STATEMENTS = 100

SeedOption = Option(
    "Set the seed; the same seed gives the same positions (by default a new one).", least=0
)


def new_seed(seed: int | None) -> int:
    """A seed, or a new one."""
    return secrets.randbelow(1 << 32) if seed is None else seed


StatedCandidate = tuple[Candidate, bool]
"""A candidate, and whether it is to be placed."""


def exercises_of(search: Technique, seed: int, limit: Limit = UNLIMITED) -> Exercises:
    """Positions before a step of a technique.

    :raises FormatError: where the technique has no example.
    """
    first = search.searches[0] if isinstance(search, TechniqueGroup) else search
    return Exercises(search, technique_example(first.name), seed, limit.start())


class _OfExercise(Answer):
    """A position with a step that is next in it."""

    __slots__ = ()

    PLACE = ()

    if TYPE_CHECKING:

        @property
        def exercise(self) -> Exercise: ...

    @property
    def position(self) -> Position:
        """The position before the step."""
        return self.exercise.position

    @property
    def input(self) -> PuzzleInput:
        """The position as a puzzle."""
        position = self.position
        return PuzzleInput(
            Document(position.as_puzzle(), position), written=position_line(position)
        )

    def json_position(self, lang: Lang) -> str:
        """The position on one line."""
        return position_line(self.position, self.exercise.stage.step.technique)

    def drawn(self, *, ascii: bool = False) -> str:
        """The position with its candidates, for a terminal."""
        from satdoku.render.terminal import render_candidates

        return render_candidates(self.position, ascii=ascii).rstrip()

    def scene(self) -> Scene:
        """The position, without the step."""
        return make_scene(self.position)


# -- many positions --------------------------------------------------------------------------------


@dataclass(frozen=True)
class PractisedPosition(_OfExercise):
    """A position before a step of a technique, and the step.

    number  in the run, from 1
    seed    of the run
    """

    JSON = (
        "number", "seed", "step.technique", "position", "exercise.is_new",
        "exercise.is_next", "step",
    )  # fmt: skip

    number: int
    seed: int
    search: Technique = field(repr=False)
    exercise: Exercise
    lang: Lang = SOURCE

    @property
    def step(self) -> Step:
        """The step."""
        return self.exercise.stage.step

    def line(self, *, solved: bool = False) -> str:
        """The position on one line; with what follows from the step where ``solved``."""
        step = self.step if solved else None
        return position_line(self.position, self.step.technique, solved_by=step)

    def text(self, lang: Lang | None = None) -> str:
        """The conclusion of the step, and why it holds."""
        return sentences(self.step, self.position.puzzle, lang or self.lang)

    def json_step(self, lang: Lang) -> StepRecord:
        """The step."""
        return _step_record(self.exercise.stage, lang)


@dataclass(frozen=True, kw_only=True)
class PracticeQuestion:
    """Positions where a technique is the next step. No puzzle is asked about.

    :raises ValueError: where there is no such technique.
    """

    technique: Annotated[
        str,
        Option(
            "A technique, by any of its names.",
            flags=("technique",),
            metavar="TECHNIQUE",
            values="technique",
            positional=True,
        ),
    ]
    count: Annotated[int, Option("Make N positions.", flags=("--count", "-n"), least=1)] = 1
    seed: Annotated[int | None, SeedOption] = None
    lang: SpokenIn = SOURCE
    search: Technique = field(init=False, repr=False)

    def __post_init__(self) -> None:
        require_options(self)
        object.__setattr__(self, "search", technique(self.technique))
        object.__setattr__(self, "seed", new_seed(self.seed))

    def positions(self, limit: Limit = UNLIMITED) -> Iterator[PractisedPosition]:
        """The positions as they are found.

        :raises Undecided: after those found, where the time ran out, or there are no more.
        """
        assert self.seed is not None
        number = 0
        try:
            for exercise in islice(exercises_of(self.search, self.seed, limit), self.count):
                number += 1
                yield PractisedPosition(number, self.seed, self.search, exercise, self.lang)
        except RanOut:
            raise Undecided(f"the time ran out: {number} of {self.count} found") from None
        if number < self.count:
            raise Undecided(
                f"the example of {self.search.name} has no other images: {number} of {self.count} "
                "found"
            )


# -- one position to be answered -------------------------------------------------------------------


@dataclass(frozen=True)
class Drill(_OfExercise):
    """A position to find a step of a technique in: ``grade`` takes an answer.

    exercise  the position with a step; the seed gives it again
    """

    JSON = ("technique", "seed", "position", "exercise.is_new", "exercise.is_next", "text")

    search: Technique = field(repr=False)
    seed: int
    exercise: Exercise
    lang: Lang = SOURCE

    @property
    def technique(self) -> str:
        """The name of the technique."""
        return self.search.name

    @property
    def line(self) -> str:
        """The position on one line."""
        return position_line(self.position, self.exercise.stage.step.technique)

    def text(self, lang: Lang | None = None) -> str:
        """The task in words."""
        lang = lang or self.lang
        say = phrases(lang).say
        name = title(self.search.name, lang)
        if self.exercise.stage.step.placements:
            return say("drill.place", name=name)
        return say("drill.eliminate", name=name)

    def hint(self, strength: Strength, lang: Lang | None = None) -> str:
        """As much of the step as a hint of this strength gives away."""
        geometry = self.position.geometry
        return sentences(self.exercise.stage.step, geometry, lang or self.lang, strength)

    def grade(self, answer: str, limit: Limit = UNLIMITED) -> Grade:
        """The grade of an answer: ``r1c3<>5``, or several with blanks between them.

        :raises FormatError: where the answer cannot be read, or names no open candidate.
        """
        given = _statements(answer, self.position)
        steps = self._steps(limit)
        false = [one for one in given if not self._is_true(one)]
        if false:
            return Grade(self, given, "wrong", tuple(false), steps[0])
        best = min(steps, key=lambda step: len(self._unshown(step, given)))
        shown = [one for step in steps for one in given if one not in self._unshown(step, (one,))]
        missing = tuple(one for one in given if one not in shown)
        return Grade(self, given, "other" if missing else "right", missing, best)

    def _unshown(
        self, step: Step, given: tuple[StatedCandidate, ...]
    ) -> tuple[StatedCandidate, ...]:
        """The statements that a step does not show: those that the judge of steps refuses as its
        conclusions."""
        unsaid = [one for one in given if one not in _conclusions(step)]
        return tuple(
            (pair, placed)
            for pair, placed in unsaid
            if placed or faults(_concluding(step, pair), self.position)
        )

    def _steps(self, limit: Limit) -> list[Step]:
        steps = [self.exercise.stage.step]
        try:
            steps += islice(self.search.find(self.position, limit.start()), _INSTANCES)
        except RanOut:
            raise Undecided("the time ran out before the answer was graded") from None
        return steps

    @cached_property
    def _solutions(self) -> tuple[tuple[int | None, ...], ...]:
        verdict = check_unique(self.position.as_puzzle())
        return tuple(grid.values for grid in verdict.witnesses)

    def _is_true(self, one: StatedCandidate) -> bool:
        (cell, digit), placed = one
        return all((grid[cell] == digit) is placed for grid in self._solutions)


@dataclass(frozen=True)
class Grade(Answer):
    """The grade of an answer to a drill.

    outcome  ``right``: the technique shows all of the answer; ``other``: the answer is true, and
             the technique does not show all of it; ``wrong``: some of it is false
    wrong    what is false, or is not shown
    step     the step that shows most of the answer; where some of it is false the step of the drill
    """

    JSON = (
        "drill.technique", "position=drill.line", "answer", "outcome", "faults", "rest",
        "text", "step",
    )  # fmt: skip
    PLACE = ()

    drill: Drill
    given: tuple[StatedCandidate, ...]
    outcome: Literal["right", "other", "wrong"]
    wrong: tuple[StatedCandidate, ...]
    step: Step

    @property
    def input(self) -> PuzzleInput:
        """The position as a puzzle."""
        return self.drill.input

    @property
    def rest(self) -> tuple[StatedCandidate, ...]:
        """The other conclusions of the step."""
        return tuple(one for one in _conclusions(self.step) if one not in self.given)

    def text(self, lang: Lang | None = None) -> str:
        """The grade in words; the step too, unless the answer is wrong."""
        lang = lang or self.drill.lang
        say = phrases(lang).say
        faults, name = self._said(self.wrong), title(self.drill.search.name, lang)
        if self.outcome == "wrong":
            return say("grade.wrong", faults=faults)
        if self.outcome == "other":
            return say("grade.other", faults=faults, name=name)
        words = sentences(self.step, self.drill.position.puzzle, lang)
        rest = [say("grade.rest", rest=self._said(self.rest))] if self.rest else []
        return "\n".join([say("grade.right"), *rest, words])

    def scene(self) -> Scene:
        """The position, with the step unless the answer is wrong."""
        if self.outcome == "wrong":
            return self.drill.scene()
        return step_scene(self.drill.position, self.step)

    @property
    def lang(self) -> Lang:
        """The language of the drill."""
        return self.drill.lang

    @property
    def answer(self) -> tuple[str, ...]:
        """The statements that were read: ``r1c5=7`` or ``r1c5<>7``."""
        return self._said(self.given)

    @property
    def faults(self) -> tuple[str, ...]:
        """The statements that are false, or that the technique does not show."""
        return self._said(self.wrong)

    def json_rest(self, lang: Lang) -> tuple[str, ...]:
        """The other conclusions of the step."""
        return self._said(self.rest)

    def json_step(self, lang: Lang) -> StepRecord:
        """The step that shows the answer; of a wrong answer the step that was to be found."""
        return _step_record(Stage(self.drill.position, self.step), lang)

    def _said(self, candidates: tuple[StatedCandidate, ...]) -> tuple[str, ...]:
        return tuple(
            candidate(self.drill.position, pair, true=placed) for pair, placed in candidates
        )


def drill_of(
    search: Technique,
    seed: int,
    lang: Lang = SOURCE,
    limit: Limit = UNLIMITED,
    position: str | None = None,
) -> Drill:
    """The drill of a seed; ``position`` is that of an earlier one, which need not be made again.

    :raises Undecided: where the time ran out before a position was found.
    :raises FormatError: where the position cannot be read, or has no such step.
    """
    if position is not None:
        document = parse(position)
        before = document.position or Position.of(document.puzzle)
        step = search.first(before)
        if step is None:
            raise FormatError(f"the position has no step that is called {search.name}")
        return Drill(search, seed, Exercise(Stage(before, step), is_new=False, is_next=False), lang)
    try:
        exercise = next(iter(exercises_of(search, seed, limit)))
    except RanOut:
        raise Undecided("the time ran out before a position was found") from None
    return Drill(search, seed, exercise, lang)


def _conclusions(step: Step) -> tuple[StatedCandidate, ...]:
    placed = tuple((pair, True) for pair in step.placements)
    return (*placed, *((pair, False) for pair in step.eliminations))


def _concluding(step: Step, pair: Candidate) -> Step:
    """A step with the argument of another one and a single elimination."""
    return replace(step, placements=(), eliminations=(pair,))


_STATEMENT = re.compile(r"([^<>!=≠]+)(<>|!=|≠|=)([0-9]{1,3})")


def _statements(answer: str, position: Position) -> tuple[StatedCandidate, ...]:
    """The statements of an answer: candidates with ``<>`` or ``=``.

    :raises FormatError: where it cannot be read, or a candidate is not open in the position.
    """
    geometry = position.geometry
    statements: dict[StatedCandidate, None] = {}
    words = [word for word in re.split(r"[\s,;]+", answer) if word]
    if not words or len(words) > _MOST_STATEMENTS:
        raise FormatError(
            f"an answer is 1 to {_MOST_STATEMENTS} statements such as r1c3<>5 or r1c3=5"
        )
    for word in words:
        read = _STATEMENT.fullmatch(word)
        if read is None:
            raise FormatError(
                f"{word[:40]!r} is not a statement; r1c3<>5 eliminates a candidate, r1c3=5 "
                "places it"
            )
        try:
            cell = geometry.cell(read[1])
        except ValueError as error:
            raise FormatError(f"{word[:40]!r}: {error}") from None
        digit = int(read[3])
        if digit not in position.candidates[cell]:
            raise FormatError(f"{geometry.name(cell)} has no candidate {digit} in this position")
        statements[(cell, digit), read[2] == "="] = None
    return tuple(statements)


def _step_record(stage: Stage, lang: Lang) -> StepRecord:
    words = sentences(stage.step, stage.before.puzzle, lang)
    return step_record(stage.step, stage.before, words, lang)
