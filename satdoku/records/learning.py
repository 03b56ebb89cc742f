"""What teaches techniques."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from satdoku.records.base import JsonObject
from satdoku.records.steps import StepRecord

__all__ = ["CourseRecord", "DrillRecord", "GradeRecord", "LessonRecord", "PracticeRecord"]


@dataclass(frozen=True, slots=True)
class LessonRecord(JsonObject):
    """What a technique is, why it holds, and a worked board.

    what, why  paragraphs: what to look for, and why the conclusion holds
    se         Sudoku Explainer's rating or range; null where it is not on that scale
    position   the worked board before the step, on one line
    hints      the step as a hint of strength 1 and of strength 2
    step       the whole step, as ``explain`` has it
    """

    NULL = ("se",)

    technique: str
    title: str
    aliases: tuple[str, ...]
    se: str | None
    needs_uniqueness: bool
    what: str
    why: str
    position: str
    hints: tuple[str, ...]
    step: StepRecord


@dataclass(frozen=True, slots=True)
class CourseRecord(JsonObject):
    """The lessons in order, with the progress that is kept.

    lessons  ``number``, ``technique``, ``title``; ``right`` and ``tried``: how many drills were
             answered rightly, and at all; ``row``: how many of the last ones rightly;
             ``learned``
    next     the first technique that is not learned; null where all are
    """

    NULL = ("next",)

    lessons: tuple[Mapping[str, Any], ...]
    next: str | None


@dataclass(frozen=True, slots=True)
class DrillRecord(JsonObject):
    """A position to find a step of a technique in.

    seed      gives the same position again
    position  on one line
    is_new    it is of a new puzzle; else an image of the technique's example
    is_next   no easier technique goes on there
    text      what is asked
    """

    technique: str
    seed: int
    position: str
    is_new: bool
    is_next: bool
    text: str


@dataclass(frozen=True, slots=True)
class GradeRecord(JsonObject):
    """The grade of an answer to a drill.

    answer   the statements that were read: ``r1c5=7`` or ``r1c5<>7``
    outcome  ``right``: the technique shows all of them; ``other``: they are true, and the technique
             does not show all of them; ``wrong``: some are false
    faults   the statements that are false, or that the technique does not show
    rest     what else the same step shows
    step     the step that shows the answer; of a wrong answer the step that was to be found
    """

    technique: str
    position: str
    answer: tuple[str, ...]
    outcome: str
    faults: tuple[str, ...]
    rest: tuple[str, ...]
    text: str
    step: StepRecord


@dataclass(frozen=True, slots=True)
class PracticeRecord(JsonObject):
    """A position before a step of a technique, with the step.

    number    its number in the run, from 1; ``seed`` that of the run
    position  on one line; ``is_new`` and ``is_next`` as of a drill
    """

    number: int
    seed: int
    technique: str
    position: str
    is_new: bool
    is_next: bool
    step: StepRecord
