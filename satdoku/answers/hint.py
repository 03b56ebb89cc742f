"""The next step of a position, as much of it as is wanted."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import field, replace
from textwrap import indent
from typing import TYPE_CHECKING, Annotated, Literal, TypedDict

from satdoku.answers.paths import PathQuestion, SolvingPath, summary
from satdoku.answers.positions import CheckedPosition, PositionAnswer
from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.answers.question import Reporter
from satdoku.answers.steps_data import HouseData, SetData, StepRecord, stage_name, stage_record
from satdoku.base.limits import Limit, RanOut
from satdoku.base.options import Option
from satdoku.base.records import dataclass
from satdoku.explaining import Strength, veiled
from satdoku.explaining import explain as sentences
from satdoku.explaining.folding import in_short
from satdoku.explaining.names import Lang
from satdoku.explaining.phrases import phrases
from satdoku.rating import Preset, Stage
from satdoku.techniques.arguments.pieces import Role
from satdoku.techniques.step import Step, StepView

if TYPE_CHECKING:
    from satdoku.render.scene import Scene


class HintedStep(TypedDict, total=False):
    """The step: of strength 1 its name and rating, of strength 2 the pattern too, without what
    follows from it, of strength 3 the whole ``step``. The borders that it rests on are in the text
    alone."""

    technique: str
    name: str
    rating: float | None
    digits: tuple[int, ...]
    cells: tuple[str, ...]
    houses: tuple[HouseData, ...]
    candidates: Mapping[Role, tuple[str, ...]]
    sets: tuple[SetData, ...] | None
    step: StepRecord


@dataclass(frozen=True)
class Hint(PositionAnswer):
    """The next step, or why there is none.

    checked   the position, with its proved verdict
    preset    the name of the preset whose techniques were tried
    outcome   ``found``; ``solved``: nothing is left to do; ``stuck``: the preset finds nothing;
              ``contradiction``: no grid keeps all rules; ``stopped``: the time ran out
    strength  1: what kind of step and where; 2: which pattern, and what shows its ``borders``;
              3: all of it
    stage     the step with its rating and the position before it; ``None`` if there is no step
    borders   the steps before it that show what it says of unknown regions, which no board keeps
    path      how the search ended
    lang      the language of ``text`` where it is not given
    full      whether ``text`` prints a long argument whole
    """

    JSON = ("preset", "strength", "outcome", "text", "told")
    SPREAD = ("told",)

    checked: CheckedPosition
    preset: str
    outcome: Literal["found", "solved", "stuck", "contradiction", "stopped"]
    strength: Strength
    stage: Stage | None
    path: SolvingPath = field(repr=False)
    lang: Lang = "en"
    full: bool = False
    borders: tuple[Stage, ...] = ()

    @property
    def stopped(self) -> Literal["seconds"] | None:
        """``seconds`` where the time ran out before a step was found."""
        return "seconds" if self.outcome == "stopped" else None

    @property
    def step(self) -> Step | StepView | None:
        """The step; below strength 3 its view without what follows from it."""
        if self.stage is None or self.strength == 3:
            return None if self.stage is None else self.stage.step
        return veiled(self.stage.step)

    def text(self, lang: Lang | None = None) -> str:
        """The hint in words, and what of the text it is not about."""
        return self.checked.noted(self.words(lang), lang or self.lang)

    def words(self, lang: Lang | None = None) -> str:
        """The hint alone in words."""
        lang = lang or self.lang
        if self.stage is None:
            return self._nothing(lang)
        text = in_short(self._sentences(self.stage, lang), lang, full=self.full)
        if self.strength < 3:
            return text
        name, say = stage_name(self.stage, lang), phrases(lang).say
        if "\n" in text:
            return f"{say('heading.line', name=name)}\n{text}"
        return say("heading", name=name, text=text)

    def scene(self) -> Scene:
        """The position with as much of the step as the strength gives away, for a picture."""
        from satdoku.render.scene import make_scene, step_scene

        step, position = self.step, self.checked.position
        if step is None or self.stage is None or self.strength == 1:
            return make_scene(position)
        return step_scene(self.stage.before, step, conclusions=self.strength == 3)

    def json_text(self, lang: Lang) -> str:
        """The sentences alone, without a heading."""
        return self._nothing(lang) if self.stage is None else self._sentences(self.stage, lang)

    def json_told(self, lang: Lang) -> HintedStep:
        """As much of the step as the strength gives away."""
        stage, step = self.stage, self.step
        if stage is None or step is None:
            return {}
        full = stage_record(stage, self._sentences(stage, lang), lang, step)
        hint: HintedStep = {"technique": full.technique, "name": full.name, "rating": full.rating}
        if self.strength == 2:
            hint["digits"], hint["cells"] = full.digits, full.cells
            hint["houses"], hint["candidates"] = full.houses, full.candidates
            hint["sets"] = full.sets or None
        elif self.strength == 3:
            hint["step"] = full
        return hint

    def _sentences(self, stage: Stage, lang: Lang) -> str:
        """The step, below what shows the borders that it rests on."""
        text = sentences(stage.step, stage.before.puzzle, lang, self.strength)
        shown = self.borders if self.strength > 1 else ()
        borders = [sentences(one.step, one.before.puzzle, lang) for one in shown]
        return "\n".join([*(indent(one, "  ") for one in borders), text])

    def _nothing(self, lang: Lang) -> str:
        words = phrases(lang)
        if not self.path.end.is_solved or self.outcome == "stopped":
            return summary(self.path, lang)
        return words.say("hint.full" if self.outcome == "solved" else "hint.full-wrong")


@dataclass(frozen=True, kw_only=True)
class HintQuestion(PathQuestion[Hint]):
    """The next step of a puzzle, or of a position in the middle of one."""

    strength: Annotated[
        Strength,
        Option(
            "Tell more or less: 1 what kind of step and where, 2 which pattern (and what shows the "
            "borders of unknown regions that it rests on), 3 everything.",
            flags=("--strength", "-s"),
            least=1,
            most=3,
        ),
    ] = 1
    allow_multiple: Annotated[
        bool,
        Option(
            "Give hints for puzzles without exactly one solution too, without "
            "uniqueness techniques."
        ),
    ] = False

    def answer(self, input: PuzzleInput, limit: Limit, report: Reporter = None) -> Hint:
        return self.of(self.checked(input, limit))

    def of(self, checked: CheckedPosition, preset: Preset | None = None) -> Hint:
        """The next step of a position that is checked; ``preset`` in the place of its own."""
        preset = preset or self.preset_for(checked)
        return replace(hint_of(checked, preset, self.strength, self.lang), full=self.full)


def hint_of(
    checked: CheckedPosition, preset: Preset, strength: Strength = 1, lang: Lang = "en"
) -> Hint:
    """The next step of a position under a preset."""
    path = SolvingPath(checked, preset)
    # Borders of unknown regions are no hint by themselves, as a board does not keep them.
    stage = next((stage for stage in path if _changes_digits(stage.step)), None)
    outcome: Literal["found", "solved", "stuck", "contradiction", "stopped"] = path.outcome
    borders: tuple[Stage, ...] = ()
    if stage is not None:
        outcome = "found" if stage.step.contradiction is None else "contradiction"
        borders = _needed(checked, path.stages[:-1], stage)
    return Hint(checked, preset.name, outcome, strength, stage, path, lang, borders=borders)


def _needed(checked: CheckedPosition, stages: list[Stage], last: Stage) -> tuple[Stage, ...]:
    """The steps among some that show what a later one says of regions, directly or by others; and
    where the time runs out those that were not looked at. Arguments of other kinds know no borders,
    and some take very long to check."""
    if not any(stage.step.regions for stage in stages):
        return ()
    from satdoku.techniques.arguments.regions import RegionProof
    from satdoku.techniques.check import has_fault

    if not isinstance(last.step.proof, RegionProof):
        return ()

    left, needed = [*stages], list[Stage]()
    with suppress(RanOut):
        while left:
            checked.clock.check()
            *before, stage = left
            regions = checked.position.regions.union(*(one.step.regions for one in before))
            for one in (*needed, last):
                if has_fault(one.step, replace(one.before, regions=regions), checked.clock):
                    needed.insert(0, stage)
                    break
                regions = regions.union(one.step.regions)
            left = before
    return (*left, *needed)


def _changes_digits(step: Step) -> bool:
    return bool(step.placements or step.eliminations or step.contradiction)
