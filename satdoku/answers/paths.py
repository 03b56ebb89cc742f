"""A path through a position with how it ended, and the preset that suits a position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from math import inf
from typing import Annotated, Literal, TypeVar, get_args

from satdoku.answers.positions import CheckedPosition, check_position, player_document
from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.answers.question import Answer, InFull, Question, SpokenIn
from satdoku.base.errors import Unsupported
from satdoku.base.limits import Limit, RanOut
from satdoku.base.options import Option
from satdoku.base.records import dataclass
from satdoku.explaining import title_key
from satdoku.explaining.phrases import phrases
from satdoku.messages import SOURCE, Lang
from satdoku.puzzle import Document, Position
from satdoku.puzzle.cells import AnyPuzzle, PlayerMarks
from satdoku.rating import Preset, Stage, preset, walk
from satdoku.rating.columns import Column, printed
from satdoku.rating.proofs import SMALL_PROOFS, with_small_proofs
from satdoku.rating.scales import SCALES
from satdoku.rating.worth import worth
from satdoku.techniques.board import apply

A = TypeVar("A", bound=Answer)

PresetName = Literal["human", "se", "hodoku", "six-elements", "euler96", "trial"]
"""The ordered sets of techniques; trial is singles and a search through all answers."""

StepStyle = Literal["auto", "techniques", "mus"]
"""The steps that are searched: of techniques (techniques), small proofs (mus), or either (auto)."""

STYLES: tuple[StepStyle, ...] = get_args(StepStyle)


@dataclass(frozen=True, kw_only=True)
class PathQuestion(Question[A]):
    """A question about a position, where a puzzle begins or where a player stands.

    board   the digits so far, in any form that a puzzle takes; ``called`` is its name in errors
    marks   the pencil marks: the digits of cells by name, or a list with those of each cell
    """

    preset: Annotated[
        PresetName,
        Option(
            "Use these techniques, in their order; se and hodoku also rate each "
            "step (hodoku: on its own path, for a puzzle of givens with one "
            "solution). trial: singles, then every candidate of a cell in turn, "
            "also for puzzles without exactly one solution."
        ),
    ] = "human"
    style: Annotated[
        StepStyle,
        Option(
            "Explain with techniques alone, with small proofs alone (mus: few "
            "facts, no names), or with a small proof where no technique is found "
            "(auto)."
        ),
    ] = "auto"
    lang: SpokenIn = SOURCE
    allow_multiple: Annotated[
        bool,
        Option(
            "Explain puzzles without exactly one solution too, as far as possible "
            "and without uniqueness techniques."
        ),
    ] = False
    full: InFull = False
    board: AnyPuzzle | Document | None = None
    marks: PlayerMarks | None = None
    called: str = "board"

    @property
    def by_trial(self) -> bool:
        """Whether every solution is sought by trial, which needs no unique one."""
        return self.preset == "trial"

    def checked(self, input: PuzzleInput, limit: Limit) -> CheckedPosition:
        """The position, with what is proved about it; raises as :func:`check_position`.

        :raises Unsupported: where the preset has no path through the puzzle.
        """
        chosen = SMALL_PROOFS if self.style == "mus" else preset(self.preset)
        reason = chosen.refusal(input.puzzle)
        if reason is not None:
            raise Unsupported(reason)
        later = self.board
        if not isinstance(later, Document):
            later = player_document(later, self.marks, input.puzzle)
        checked = check_position(
            input,
            later=later,
            called=self.called,
            limit=limit,
            allow_multiple=self.allow_multiple or self.by_trial,
            lang=self.lang,
        )
        if checked.verdict != "unique" and all(e.search.needs_uniqueness for e in chosen.entries):
            raise Unsupported(
                f"the preset {chosen.name} leads to the one solution of a puzzle, and this one has "
                f"{'none' if checked.verdict == 'none' else 'several'}"
            )
        return checked

    def preset_for(self, checked: CheckedPosition) -> Preset:
        """The techniques that suit a position."""
        return preset_of(self.preset, checked, self.style)


def preset_of(
    name: PresetName, checked: CheckedPosition, style: StepStyle = "techniques"
) -> Preset:
    """A preset; without arguments from uniqueness where there is not exactly one solution."""
    if style == "mus":
        return SMALL_PROOFS
    table = _techniques(name, checked, preset(name))
    if style == "auto":
        table = with_small_proofs(table, checked.position.puzzle)
    return table


def _techniques(name: PresetName, checked: CheckedPosition, table: Preset) -> Preset:
    if checked.verdict != "unique":
        entries = tuple(entry for entry in table.entries if not entry.search.needs_uniqueness)
        table = replace(table, entries=entries)
    if name != "se":
        return table
    from satdoku.rating.se import by_kernel

    return by_kernel(table, checked.position.puzzle)


@dataclass
class SolvingPath:
    """A path from a position: iterate over its stages once, then ask how it ended.

    stages   those that were found, each a step with the position before it
    outcome  solved | stuck | contradiction | stopped (``stopped``: seconds or steps)
    hardest  the technique of the first step of the highest rating (of the preset ``human``: on the
             satdoku scale, as for ``rate``; of others without a scale: of the one that stands last
             in the preset): its name, or what the program calls it whose path this is
    """

    checked: CheckedPosition
    preset: Preset = field(compare=False, repr=False)
    most: int | None = None
    outcome: Literal["solved", "stuck", "contradiction", "stopped"] = "stuck"
    stopped: Literal["seconds", "steps"] | None = None
    end: Position = field(init=False)
    hardest: str | None = None
    ratings: list[tuple[float, bool]] = field(default_factory=list)
    unrated: bool = False
    stages: list[Stage] = field(default_factory=list, repr=False)

    def __iter__(self) -> Iterator[Stage]:
        position = self.end = self.checked.position
        stages = walk(position, self.preset, self.checked.clock)
        top = -2.0
        while True:
            if len(self.stages) == self.most and not self.end.is_solved:
                self.outcome, self.stopped = "stopped", "steps"
                return
            try:
                stage = next(stages, None)
            except RanOut:
                self.outcome, self.stopped = "stopped", "seconds"
                return
            if stage is None:
                break
            step = stage.step
            self.checked.require_right(step)
            if stage.rating is not None:
                self.ratings.append((stage.rating, bool(step.placements)))
            else:
                self.unrated = True
            if (rank := self._rank(stage)) > top:
                top, self.hardest = rank, stage.called or title_key(step)
            self.stages.append(stage)
            yield stage
            if step.contradiction is not None:
                self.outcome = "contradiction"
                return
            self.end = apply(stage.before, step)
        if self.end.is_solved:
            try:
                right = self.end.puzzle.accepts(self.end.grid, self.checked.clock)
                self.outcome = "solved" if right else "contradiction"
            except RanOut:
                self.outcome, self.stopped = "stopped", "seconds"
        elif self.checked.clock.stopped() is not None:
            self.outcome, self.stopped = "stopped", "seconds"

    def _rank(self, stage: Stage) -> float:
        """How hard a step is among those of the path."""
        if stage.entry is None:  # the end that is seen at once
            return -1
        if self.preset.name == "human":
            return worth(stage.step)
        if self.preset.scale is None:
            return self.preset.entries.index(stage.entry)
        # A step without a rating is one that the scale does not reach.
        return inf if stage.rating is None else stage.rating

    @property
    def scores(self) -> dict[str, float]:
        """The numbers of the preset's scale by column, of a path that ends in the solution. Nothing
        where some step has no rating (a small proof)."""
        if self.outcome != "solved" or not self.ratings or self.unrated:
            return {}
        return {column.name: printed(column.of(self.ratings)) for column in self.columns}

    @property
    def columns(self) -> tuple[Column, ...]:
        """The numbers of the preset's scale, if it has one."""
        return () if self.preset.scale is None else SCALES[self.preset.scale].columns


def summary(path: SolvingPath, lang: Lang) -> str:
    """How a path ended, in a line."""
    ratings = [rating for rating, _ in path.ratings]
    rated = bool(ratings) and not path.unrated
    scores = path.scores
    numbers = [f"{column.label} {scores[column.name]}" for column in path.columns if scores]
    return phrases(lang).summary(
        path.stopped or path.outcome,
        len(path.stages),
        path.end.values.count(None),
        path.preset.name,
        path.hardest,
        printed(max(ratings)) if rated else None,
        numbers,
        path.checked.clock.limit.seconds,
    )
