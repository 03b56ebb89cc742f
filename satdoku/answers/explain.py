"""The whole path through a position, step by step, or every answer by trial."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import field, replace
from typing import TYPE_CHECKING, Annotated, Literal

from satdoku.answers.paths import PathQuestion, SolvingPath, summary
from satdoku.answers.places import position_line
from satdoku.answers.positions import CheckedPosition, PositionAnswer
from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.answers.question import SHOWN_STEPS, Reporter
from satdoku.answers.steps_data import (
    BranchRecord,
    StepRecord,
    branch_record,
    stage_heading,
    stage_record,
)
from satdoku.base.errors import FormatError, OptionError, Undecided
from satdoku.base.limits import OPEN_END_SECONDS, Limit, RanOut
from satdoku.base.options import Option
from satdoku.base.records import dataclass
from satdoku.base.worded import plural
from satdoku.board import Grid
from satdoku.explaining import explain as sentences
from satdoku.explaining import words
from satdoku.explaining.folding import in_short
from satdoku.explaining.lists import grid_line
from satdoku.explaining.names import Lang
from satdoku.explaining.phrases import phrases
from satdoku.rating import Preset, Stage, start
from satdoku.rating.scales import SCALES, SE, level_of
from satdoku.rating.trials import Branch, Trials
from satdoku.techniques.step import Step

if TYPE_CHECKING:
    from satdoku.render.scene import Scene

_TRIAL_SOLUTIONS = 300
"""How many answers a search by trial lists where no number is asked for."""


@dataclass(frozen=True)
class Explanation(PositionAnswer):
    """A path that solves a position as a person would.

    path     how the path ended: ``outcome``, ``stopped``, ``end``, ``hardest``, ``scores``
    level    how hard the puzzle is, by name; ``None`` for other boards and for positions
    lang     the language of ``text`` where it is not given
    alone    the number of the step if only one was asked for; ``stages`` then holds only that step
    full     whether ``text`` prints long arguments whole

    In the JSON object ``scores`` are there if the preset is ``se`` and the path is complete, and
    ``verdict`` is the solver's on the puzzle: unique | multiple | none.
    """

    JSON = (
        "path.scores", "preset=path.preset.name", "outcome", "stopped", "checked.verdict",
        "level", "path.hardest", "grid", "steps", "seconds",
    )  # fmt: skip
    SPREAD = ("scores",)

    path: SolvingPath
    level: str | None
    lang: Lang = "en"
    seconds: float = field(default=0.0, compare=False)
    alone: int | None = None
    full: bool = False

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.stages)

    @property
    def checked(self) -> CheckedPosition:
        """The position, with its proved verdict."""
        return self.path.checked

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The steps, each with the position before it and its rating."""
        every = self.path.stages
        return tuple(every if self.alone is None else every[-1:])

    @property
    def numbered(self) -> list[tuple[int, Stage]]:
        """The stages with their numbers on the path."""
        return list(enumerate(self.stages, self.alone or 1))

    @property
    def outcome(self) -> str:
        """solved | stuck | contradiction | stopped."""
        return self.path.outcome

    @property
    def stopped(self) -> Literal["seconds", "steps"] | None:
        """The limit that ended the path."""
        return self.path.stopped

    @property
    def grid(self) -> Grid:
        """The digits at the end."""
        return self.path.end.grid

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps alone."""
        return tuple([stage.step for stage in self.stages])

    def text(self, lang: Lang | None = None) -> str:
        """The path in words, a paragraph a step, and what of the text it is not about."""
        lang = lang or self.lang
        parts = [
            f"{number}. {stage_heading(stage, lang)}\n"
            + "\n".join(f"   {line}" for line in said(stage, lang, full=self.full).splitlines())
            for number, stage in self.numbered
        ]
        end = summary(self.path, lang)
        level = [] if self.level is None else [phrases(lang).level(self.level)]
        text = "\n\n".join([*parts, "\n".join([end, *level])])
        return self.checked.noted(text, lang)

    def scene(self) -> Scene:
        """The board at the end, for a picture."""
        from satdoku.render.scene import make_scene

        return make_scene(self.path.end)

    def scenes(self, *, before: bool = False) -> tuple[Scene, ...]:
        """Each step on its board, for pictures; with ``before`` the board alone."""
        from satdoku.render.scene import make_scene, step_scene

        if before:
            return tuple(make_scene(stage.before) for stage in self.stages)
        return tuple(step_scene(stage.before, stage.step) for stage in self.stages)

    def drawn(self, *, before: bool = False) -> list[tuple[Scene, str, str]]:
        """Each step for a picture: its scene, its name and its sentences."""
        scenes = self.scenes(before=before)
        if before:
            return [(scene, "", "") for scene in scenes]
        return [
            (scene, stage_heading(stage, self.lang), stage_text(stage, self.lang))
            for scene, stage in zip(scenes, self.stages, strict=True)
        ]

    def _repr_html_(self) -> str:
        from satdoku.render.notebook import folded

        parts = [(name, scene, text) for scene, name, text in self.drawn()]
        end = "" if len(parts) <= SHOWN_STEPS else f"{len(parts)} steps; html() has them all. "
        return folded(parts[:SHOWN_STEPS], end + summary(self.path, self.lang))

    def html(self, lang: Lang | None = None) -> str:
        """The path as one HTML page, to step through (docs/pictures.md)."""
        from satdoku.answers.viewing import path_page

        return path_page(self.path, self.stages, self.level, lang or self.lang)

    def json_grid(self, lang: Lang) -> str:
        """The digits at the end, on one line."""
        return grid_line(self.grid)

    def json_steps(self, lang: Lang) -> list[StepRecord]:
        """The steps with their sentences; a step that was asked for alone with its number and the
        position before it."""
        steps = [stage_record(stage, stage_text(stage, lang), lang) for stage in self.stages]
        if self.alone is None:
            return steps
        return [
            replace(step, number=number, before=position_line(stage.before))
            for step, (number, stage) in zip(steps, self.numbered, strict=True)
        ]


@dataclass(frozen=True)
class ExplainQuestion(PathQuestion["Explanation | TrialExplanation"]):
    """The whole path through a puzzle, or from a position on, as a person would go it."""

    limit: Annotated[
        int | None,
        Option(
            "Print only the first N steps (--preset trial: N solutions, by default 300).",
            metavar="N",
            least=1,
        ),
    ] = None
    step: Annotated[
        int | None, Option("Print only step N, with the position before it.", metavar="N", least=1)
    ] = None

    def __post_init__(self) -> None:
        if self.step is not None and self.limit is not None:
            raise OptionError("cannot be asked for together", "step", "limit")
        if self.step is not None and self.by_trial:
            raise OptionError("is about the steps of a path, and trial has none", "step")

    def limited(self, limit: Limit) -> Limit:
        """The limit; by trial 30 seconds where none is set."""
        if self.by_trial and limit.seconds is None:
            return replace(limit, seconds=OPEN_END_SECONDS)
        return limit

    def answer(
        self, input: PuzzleInput, limit: Limit, report: Reporter = None
    ) -> Explanation | TrialExplanation:
        return self.of(self.checked(input, self.limited(limit)))

    def of(
        self, checked: CheckedPosition, preset: Preset | None = None
    ) -> Explanation | TrialExplanation:
        """The path of a position that is checked; ``preset`` in the place of its own."""
        if self.by_trial:
            return trial_explanation_of(checked, self.limit, self.lang)
        preset = preset or self.preset_for(checked)
        if self.step is None:
            explanation = explanation_of(checked, preset, self.limit, self.lang)
            return replace(explanation, full=self.full)
        explanation = explanation_of(checked, preset, self.step, self.lang)
        if len(explanation) == self.step:
            return replace(explanation, alone=self.step, full=self.full)
        if explanation.path.stopped == "seconds":
            raise Undecided(f"the time ran out after {plural(len(explanation), 'step')}")
        count = len(explanation)
        raise FormatError(
            f"there is no step {self.step}: the path has {count}; the last is --step {count}"
        )


def explanation_of(
    checked: CheckedPosition, preset: Preset, most: int | None = None, lang: Lang = "en"
) -> Explanation:
    """The path of a position under a preset, at most this many steps."""
    started = time.perf_counter()
    path = SolvingPath(checked, preset, most)
    for _ in path:
        pass
    level = level_of_position(path)
    return Explanation(path, level, lang, time.perf_counter() - started)


def stage_text(stage: Stage, lang: Lang) -> str:
    """The sentences of a step: its conclusion, and why it holds."""
    return sentences(stage.step, stage.before.puzzle, lang)


def said(stage: Stage, lang: Lang, *, full: bool) -> str:
    """The sentences of a step for a reader, a long argument in short unless ``full``."""
    return in_short(stage_text(stage, lang), lang, full=full)


def level_of_position(path: SolvingPath) -> str | None:
    """The level of a whole puzzle whose path has ended, on the scale of its preset; ``None`` for a
    position in the middle of a puzzle, and where the time runs out. A board with rules, or that is
    not the classic 9x9, has the level of the satdoku scale: that of its hardest step."""
    with suppress(RanOut):
        return _level_of_position(path)
    return None


def _level_of_position(path: SolvingPath) -> str | None:
    checked, preset = path.checked, path.preset
    puzzle = checked.position.puzzle
    whole = None in puzzle.givens and checked.position == start(puzzle)
    if checked.verdict != "unique" or not whole or checked.clock.stopped():
        return None
    if preset.name == "human" and (puzzle.constraints or not puzzle.geometry.is_classic):
        from satdoku.rating.levels import level_of_points
        from satdoku.rating.worth import worth

        if path.outcome != "solved":
            return None
        return level_of_points(max(worth(each.step) for each in path.stages))
    scale = SE if preset.scale is None else SCALES[preset.scale]
    return level_of(puzzle, scale, seconds=checked.clock.remaining())


# ------------------------------------------------------------------------------------------------
# By trial.


@dataclass(frozen=True)
class TrialExplanation(PositionAnswer):
    """Every answer of a position by singles and trial.

    checked   the position, with what is proved about it
    trials    the search: ``solutions``, ``tried``, ``stopped``
    branches  what followed from each set of supposed candidates, in order
    lang      the language of ``text`` where it is not given

    In the JSON object ``trace`` has the branches: ``depth`` (how many candidates are supposed),
    ``assumed`` (the last of them), ``singles`` (``candidate``, ``technique``, and ``house`` of a
    hidden single) and ``ending``: ``trial`` with ``cell`` and ``digits``, tried one level deeper;
    ``contradiction`` with ``contradiction``; ``solution`` with its ``number``.
    """

    JSON = (
        "preset", "outcome", "stopped", "checked.verdict", "solutions", "trials.tried",
        "trace", "text=lines", "seconds",
    )  # fmt: skip

    checked: CheckedPosition
    trials: Trials
    branches: tuple[Branch, ...]
    lang: Lang = "en"
    seconds: float = field(default=0.0, compare=False)

    @property
    def outcome(self) -> str:
        """solved | none | stopped."""
        return "stopped" if self.trials.stopped else "solved" if self.trials.solutions else "none"

    @property
    def stopped(self) -> str | None:
        """The limit that ended the search."""
        return self.trials.stopped

    def lines(self, lang: Lang | None = None) -> tuple[str, ...]:
        """The trace and the end, as lines."""
        wording = words(self.checked.position.puzzle, lang or self.lang)
        lines = [line for branch in self.branches for line in wording.branch(branch)]
        return (*lines, wording.all_tried(self.trials))

    def text(self, lang: Lang | None = None) -> str:
        """The trace in words, and what of the text it is not about."""
        return self.checked.noted("\n".join(self.lines(lang)), lang or self.lang)

    def scene(self) -> Scene:
        """The board with the first answer, where there is one, for a picture."""
        from satdoku.render.scene import make_scene

        solutions = self.trials.solutions
        position = self.checked.position
        if not solutions:
            return make_scene(position)
        return make_scene(position.puzzle, solution=solutions[0])

    @property
    def preset(self) -> str:
        """``trial``."""
        return "trial"

    def json_solutions(self, lang: Lang) -> list[str]:
        """The answers on one line each, in the order found."""
        return list(map(grid_line, self.trials.solutions))

    def json_trace(self, lang: Lang) -> list[BranchRecord]:
        """The branches."""
        return list(map(branch_record, self.branches))


def trials_of(checked: CheckedPosition, solutions: int | None = None) -> Trials:
    """The search by trial from a position, for this many answers (or 300)."""
    seconds = checked.clock.remaining()
    return Trials(checked.position, Limit(seconds=seconds, solutions=solutions or _TRIAL_SOLUTIONS))


def trial_explanation_of(
    checked: CheckedPosition, solutions: int | None = None, lang: Lang = "en"
) -> TrialExplanation:
    """Every answer of a position by trial, at most this many (or 300)."""
    started = time.perf_counter()
    trials = trials_of(checked, solutions)
    branches = tuple(trials)
    checked.require_all(trials.solutions, complete=trials.stopped is None)
    return TrialExplanation(checked, trials, branches, lang, time.perf_counter() - started)
