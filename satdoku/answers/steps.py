"""Every instance of a technique in a position."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Iterator
from dataclasses import field
from typing import TYPE_CHECKING, Annotated, Literal

from satdoku.answers.positions import (
    CheckedPosition,
    PositionAnswer,
    check_position,
    player_document,
)
from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.answers.question import SHOWN_STEPS, InFull, Question, Reporter, SpokenIn
from satdoku.answers.steps_data import StepRecord, conclusion, heading, step_record
from satdoku.base.errors import FormatError
from satdoku.base.limits import Limit, RanOut, under
from satdoku.base.options import Option
from satdoku.base.records import dataclass
from satdoku.explaining import explain as sentences
from satdoku.explaining.folding import in_short
from satdoku.messages import SOURCE, Lang
from satdoku.puzzle import Position
from satdoku.puzzle.cells import AnyPuzzle, PlayerMarks
from satdoku.techniques.base import Technique
from satdoku.techniques.catalogue import technique
from satdoku.techniques.step import Step

if TYPE_CHECKING:
    from satdoku.render.scene import Scene


@dataclass
class StepSearch:
    """The steps of a technique as they are found: iterate over them, then ask what ended it.

    stopped  ``seconds`` or ``steps`` where a limit ended the search; ``None`` where these are all
    """

    checked: CheckedPosition
    technique: Technique
    most: int | None = None
    stopped: Literal["seconds", "steps"] | None = None

    def __iter__(self) -> Iterator[Step]:
        steps = self.technique.find(self.checked.position, self.checked.clock)
        count = 0
        while True:
            if count == self.most:
                self.stopped = "steps"
                return
            try:
                with under(self.checked.clock):
                    step = next(steps, None)
            except RanOut:
                self.stopped = "seconds"
                return
            if step is None:
                return
            count += 1
            self.checked.require_right(step)
            yield step


@dataclass(frozen=True, slots=True)
class Steps(PositionAnswer):
    """Every instance of a technique in a position.

    checked    the position, with what is proved about it
    technique  its name in the catalogue
    steps      the instances
    stopped    ``seconds`` or ``steps`` where a limit ended the search; ``None`` where these are all
    lang       the language of ``text`` where it is not given
    full       whether ``text`` has long arguments whole
    """

    JSON = ("technique", "steps", "complete", "stopped", "seconds")

    checked: CheckedPosition
    technique: str
    steps: tuple[Step, ...]
    stopped: Literal["seconds", "steps"] | None = field()  # in the place of the property
    lang: Lang = "en"
    full: bool = False
    seconds: float = field(default=0.0, compare=False)

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def complete(self) -> bool:
        """Whether these are all."""
        return self.stopped is None

    def text(self, lang: Lang | None = None) -> str:
        """A paragraph a step: what follows, and why; and what of the text it is not about."""
        position, lang = self.checked.position, lang or self.lang
        text = "\n\n".join(
            f"{number}. {conclusion(step, position)}\n"
            + textwrap.indent(listed(step, position, lang, full=self.full), "   ")
            for number, step in enumerate(self.steps, 1)
        )
        return self.checked.noted(text, lang)

    def scene(self) -> Scene:
        """The first step on the board, for a picture; the bare board where there is none."""
        from satdoku.render.scene import make_scene

        return next(iter(self.scenes()), None) or make_scene(self.checked.position)

    def scenes(self) -> tuple[Scene, ...]:
        """Each step on the board, for pictures."""
        from satdoku.render.scene import step_scene

        return tuple(step_scene(self.checked.position, step) for step in self.steps)

    def drawn(self, lang: Lang | None = None) -> list[tuple[Scene, str, str]]:
        """Each step for a picture: its scene, its name and its sentences."""
        puzzle = self.checked.position.puzzle
        lang = lang or self.lang
        return [
            (scene, heading(step, lang), sentences(step, puzzle, lang))
            for scene, step in zip(self.scenes(), self.steps, strict=True)
        ]

    def _repr_html_(self) -> str:
        from satdoku.render.notebook import folded

        parts = [(name, scene, text) for scene, name, text in self.drawn()]
        end = "" if len(parts) <= SHOWN_STEPS else f"{len(parts)} steps; html() has them all."
        return folded(parts[:SHOWN_STEPS], end)

    def html(self, lang: Lang | None = None) -> str:
        """The steps as one HTML page, to step through (docs/pictures.md).

        :raises ValueError: where there are none.
        """
        from satdoku.answers.viewing import steps_page

        return steps_page(self.checked, self.steps, lang or self.lang)

    def json_steps(self, lang: Lang) -> list[StepRecord]:
        """The steps with their sentences."""
        position = self.checked.position
        return [
            step_record(step, position, sentences(step, position.puzzle, lang), lang)
            for step in self.steps
        ]


def listed(step: Step, position: Position, lang: Lang, *, full: bool) -> str:
    """The sentences of a step, for a reader of a list."""
    return in_short(sentences(step, position.puzzle, lang), lang, full=full)


@dataclass(frozen=True)
class StepsQuestion(Question[Steps]):
    """Every instance of a technique in a position; ``board`` and ``marks`` are a player's.

    :raises ValueError: where there is no such technique.
    """

    technique: Annotated[
        str,
        Option(
            "Search for this technique, such as naked-pair.",
            flags=("--technique", "-t"),
            metavar="TECHNIQUE",
            values="technique",
        ),
    ]
    limit: Annotated[
        int | None, Option("Stop after N steps of a position.", metavar="N", least=1)
    ] = None
    lang: SpokenIn = SOURCE
    full: InFull = False
    board: AnyPuzzle | None = None
    marks: PlayerMarks | None = None

    @property
    def search(self) -> Technique:
        """The technique.

        :raises FormatError: where there is none of the name.
        """
        try:
            return technique(self.technique)
        except ValueError as error:
            raise FormatError(*error.args) from None

    def checked(self, input: PuzzleInput, limit: Limit) -> CheckedPosition:
        """The position; only arguments from uniqueness need to know that there is one solution."""
        return check_position(
            input,
            later=player_document(self.board, self.marks, input.puzzle),
            called="board",
            limit=limit,
            search=self.search,
            lang=self.lang,
        )

    def answer(self, input: PuzzleInput, limit: Limit, report: Reporter = None) -> Steps:
        return self.of(self.checked(input, limit))

    def of(self, checked: CheckedPosition) -> Steps:
        """The steps of a position that is checked."""
        started = time.perf_counter()
        search = StepSearch(checked, self.search, self.limit)
        steps = tuple(search)
        seconds = time.perf_counter() - started
        name, stopped = self.search.name, search.stopped
        return Steps(checked, name, steps, stopped, self.lang, self.full, seconds)
