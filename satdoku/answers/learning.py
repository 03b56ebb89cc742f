"""Lessons: what a technique is, why it holds, a worked board; the course of them, and how far it
is."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import field, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any, TypedDict

from satdoku.answers.json_object import JsonObject
from satdoku.answers.places import position_line
from satdoku.answers.practice import Drill, Grade, SeedOption, drill_of, new_seed
from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.answers.question import Answer, SpokenIn, require_options
from satdoku.answers.steps_data import StepRecord, step_record, title_of
from satdoku.answers.techniques import technique_record
from satdoku.base.errors import FormatError, OptionError, SatdokuError
from satdoku.base.files import replace_file
from satdoku.base.limits import UNLIMITED, Limit
from satdoku.base.options import Option
from satdoku.base.places import user_data
from satdoku.base.records import dataclass
from satdoku.explaining import explain as sentences
from satdoku.explaining.names import title
from satdoku.explaining.teaching import taught
from satdoku.generating.examples import technique_example
from satdoku.messages import SOURCE, Lang
from satdoku.puzzle import Document, Position
from satdoku.rating.names import technique_names
from satdoku.render.scene import Scene, step_scene
from satdoku.techniques.base import Technique
from satdoku.techniques.catalogue import TechniqueGroup, all_techniques, technique
from satdoku.techniques.step import Step

_LEARNED = 3
"""Drills in a row that are answered rightly: then a technique is learned."""
_FORMAT = 1


# -- a lesson --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lesson(Answer):
    """The lesson of a technique.

    position  the worked board; ``step`` is the technique's step there
    lang      the language of ``text`` where it is not given

    In the JSON object ``what``, ``why`` and ``spot`` are paragraphs: what to look for, why the
    conclusion holds, and how a person finds it; ``se`` is Sudoku Explainer's rating or range (null
    where it is not on that scale).
    """

    JSON = (
        "technique", "title", "aliases", "se", "search.needs_uniqueness", "what", "why", "spot",
        "position", "hints", "step",
    )  # fmt: skip
    NULL = ("se",)
    PLACE = ()

    search: Technique = field(repr=False)
    position: Position
    step: Step
    lang: Lang = SOURCE

    @property
    def technique(self) -> str:
        """The name of the technique."""
        return self.search.name

    @property
    def input(self) -> PuzzleInput:
        """The worked board."""
        return PuzzleInput(
            Document(self.position.as_puzzle(), self.position),
            written=position_line(self.position),
        )

    def head(self, lang: Lang | None = None) -> str:
        """The name, and what to look for and why it holds: what stands above the board."""
        lang = lang or self.lang
        data = technique_record(self.search)
        say = taught(lang).say
        parts = [title_of(self.search.name, lang)]
        if data.aliases:
            parts.append(say("lesson.names", names=data.aliases))
        for paragraph in self.paragraphs(lang):
            parts += ["", paragraph]
        return "\n".join([*parts, "", say("lesson.board")])

    def paragraphs(self, lang: Lang | None = None) -> list[str]:
        """A paragraph each on what to look for, why it holds, and how it is found."""
        words = taught(lang or self.lang)
        name, file = self.search.name, self.search.file
        why = words.say("lesson.why", text=words.why(name, file))
        if self.search.needs_uniqueness:
            why += "\n" + words.say("lesson.unique")
        return [
            words.say("lesson.what", text=words.what(name, file)),
            why,
            words.say("lesson.spot", text=words.spot(name, file)),
        ]

    def tail(self, lang: Lang | None = None) -> str:
        """The text below the board: the step, from a weak hint to all of it."""
        lang = lang or self.lang
        puzzle, say = self.position.puzzle, taught(lang).say
        words = [sentences(self.step, puzzle, lang, strength) for strength in (1, 2, 3)]
        return "\n".join([*words, "", say("lesson.drill", command=self.search.name)])

    def text(self, lang: Lang | None = None) -> str:
        """The lesson in words, with its board."""
        from satdoku.render.terminal import render_step

        board = render_step(self.position, self.step, ascii=True, lang=lang or self.lang)
        return "\n".join([self.head(lang), board, self.tail(lang)])

    def scene(self) -> Scene:
        """The worked board, for a picture."""
        return step_scene(self.position, self.step)

    def json_title(self, lang: Lang) -> str:
        """The name of the technique for people."""
        return title(self.search.name, lang)

    @property
    def aliases(self) -> tuple[str, ...]:
        """Its other names."""
        return technique_record(self.search).aliases

    @property
    def se(self) -> str | None:
        """Sudoku Explainer's rating or range."""
        return technique_record(self.search).se

    def json_what(self, lang: Lang) -> str:
        """How to look for the technique."""
        return taught(lang).what(self.search.name, self.search.file)

    def json_why(self, lang: Lang) -> str:
        """Why the conclusion holds."""
        return taught(lang).why(self.search.name, self.search.file)

    def json_spot(self, lang: Lang) -> str:
        """How a person finds the technique on a board."""
        return taught(lang).spot(self.search.name, self.search.file)

    def json_position(self, lang: Lang) -> str:
        """The worked board before the step, on one line."""
        return position_line(self.position)

    def json_hints(self, lang: Lang) -> list[str]:
        """The step as a hint of strength 1 and of strength 2."""
        puzzle = self.position.puzzle
        return [sentences(self.step, puzzle, lang, 1), sentences(self.step, puzzle, lang, 2)]

    def json_step(self, lang: Lang) -> StepRecord:
        """The whole step, as ``explain`` has it."""
        words = sentences(self.step, self.position.puzzle, lang, 3)
        return step_record(self.step, self.position, words, lang)


def lesson_of(search: Technique, lang: Lang = SOURCE) -> Lesson:
    """The lesson of a technique; of a group, that of its gentlest member."""
    search = search.searches[0] if isinstance(search, TechniqueGroup) else search
    position = technique_example(search.name)
    step = search.first(position)
    assert step is not None, search.name
    return Lesson(search, position, step, lang)


# -- the course ------------------------------------------------------------------------------------


@cache
def course_names() -> tuple[str, ...]:
    """The techniques of the course in order: those of the preset ``human``."""
    known = {one.name: one for one in all_techniques()}
    return tuple(name for name in technique_names("human") if name in known)


@dataclass(frozen=True, slots=True)
class _Drilled:
    """The drills of a technique: how many were answered rightly, how many at all, and how many of
    the last ones rightly."""

    right: int = 0
    tried: int = 0
    row: int = 0

    @property
    def learned(self) -> bool:
        return self.row >= _LEARNED


@dataclass(frozen=True)
class CourseProgress:
    """How far somebody is, and the drills that wait for an answer.

    drilled  by technique
    waiting  by technique the position, on one line, and the seed of the drill printed last
    """

    drilled: Mapping[str, _Drilled] = field(default_factory=dict)
    waiting: Mapping[str, tuple[str, int]] = field(default_factory=dict)

    @staticmethod
    def file() -> Path:
        """Where it is kept unless another file is named."""
        return user_data() / "progress.json"

    @staticmethod
    def read(path: Path) -> CourseProgress:
        """The progress in a file; none where there is no file.

        :raises FormatError: where it is no file of progress; it is left as it is.
        """
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return CourseProgress()
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "it is not text"
            raise FormatError(f"{path} cannot be read: {reason}") from None
        try:
            data = json.loads(text)
            if data["format"] != _FORMAT:
                raise FormatError(f"{path} is of another version: format {data['format']!r}")
            drilled = {name: _Drilled(*map(_count, row)) for name, row in data["drilled"].items()}
            waiting = {
                name: (str(at), _count(seed)) for name, (at, seed) in data["waiting"].items()
            }
        except (ValueError, TypeError, KeyError, AttributeError):
            raise FormatError(
                f"{path} holds no progress of satdoku learn; name another file, or remove it"
            ) from None
        return CourseProgress(drilled, waiting)

    def write(self, path: Path) -> None:
        """Put it into a file, whole or not at all.

        :raises SatdokuError: where it cannot be written.
        """
        data = {
            "format": _FORMAT,
            "drilled": {n: [one.right, one.tried, one.row] for n, one in self.drilled.items()},
            "waiting": self.waiting,
        }
        text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            scratch = path.with_name(f".{path.name}.{os.getpid()}.part")
            replace_file(path, text.encode(), scratch)
        except OSError as error:
            raise SatdokuError(f"{path} cannot be written: {error.strerror or error}") from None

    def printed(self, drill: Drill) -> CourseProgress:
        """After a drill was printed."""
        return replace(self, waiting={**self.waiting, drill.technique: (drill.line, drill.seed)})

    def graded(self, grade: Grade) -> CourseProgress:
        """After an answer: where it is right the drill waits no more."""
        name = grade.drill.technique
        old, right = self.drilled.get(name, _Drilled()), grade.outcome == "right"
        new = _Drilled(old.right + right, old.tried + 1, old.row + 1 if right else 0)
        waiting = {n: at for n, at in self.waiting.items() if n != name or not right}
        return CourseProgress({**self.drilled, name: new}, waiting)

    def drill(self, search: Technique, lang: Lang = SOURCE) -> Drill:
        """The drill of a technique that waits for an answer.

        :raises FormatError: where none does.
        """
        if search.name not in self.waiting:
            raise FormatError(
                f"no drill of {search.name} waits for an answer; "
                f"satdoku learn {search.name} --drill prints one"
            )
        position, seed = self.waiting[search.name]
        return drill_of(search, seed, lang, position=position)


def _count(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(value)
    return value


class CourseLesson(TypedDict):
    """A lesson of the course; ``right`` and ``tried``: how many drills were answered rightly, and
    at all; ``row``: how many of the last ones rightly."""

    number: int
    technique: str
    title: str
    right: int
    tried: int
    row: int
    learned: bool


@dataclass(frozen=True)
class Course(JsonObject):
    """The lessons in order, and how far somebody is.

    In the JSON object ``next`` is the first technique that is not learned; null where all are.
    """

    JSON = ("lessons", "next")
    NULL = ("next",)

    progress: CourseProgress = field(default_factory=CourseProgress)
    lang: Lang = SOURCE

    def __str__(self) -> str:
        return self.text()

    @property
    def next(self) -> str | None:
        """The first technique that is not learned."""
        return next((name for name in course_names() if not self._of(name).learned), None)

    def _of(self, name: str) -> _Drilled:
        return self.progress.drilled.get(name, _Drilled())

    def text(self, lang: Lang | None = None) -> str:
        """A line a lesson, and what comes next."""
        lang = lang or self.lang
        say = taught(lang).say
        lines = []
        for number, name in enumerate(course_names(), 1):
            own = self._of(name)
            said = say("course.drilled", right=own.right, tried=own.tried) if own.tried else ""
            mark = "*" if own.learned else " "
            row = f"{mark}{number:>3}  {name:<32} {title(name, lang)}"
            lines.append(f"{row}  ({said})" if said else row)
        end = say("course.next", name=self.next) if self.next else say("course.done")
        return "\n".join([*lines, "", say("course.learned", row=_LEARNED), end])

    def rows(self) -> tuple[str, ...]:
        """A line a lesson for a program: technique, title, right, tried, whether it is learned."""
        rows = []
        for name in course_names():
            own = self._of(name)
            state = "learned" if own.learned else "-"
            fields = (name, title(name, self.lang), str(own.right), str(own.tried), state)
            rows.append("\t".join(fields))
        return tuple(rows)

    def json_lessons(self, lang: Lang) -> list[CourseLesson]:
        """The lessons in order, with the progress that is kept."""
        return [
            {
                "number": number,
                "technique": name,
                "title": title(name, lang),
                "right": (own := self._of(name)).right,
                "tried": own.tried,
                "row": own.row,
                "learned": own.learned,
            }
            for number, name in enumerate(course_names(), 1)
        ]


# -- the question ----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class LearnQuestion:
    """The course; a lesson; a drill; the grade of an answer. No puzzle is asked about.

    :raises ValueError: where there is no such technique.
    :raises OptionError: where options exclude each other, or lack another.
    """

    technique: Annotated[
        str | None,
        Option(
            "A technique, by any of its names; without one the course is listed.",
            flags=("technique",),
            metavar="[TECHNIQUE]",
            values="technique",
            positional=True,
        ),
    ] = None
    drill: Annotated[bool, Option("Ask for a step of the technique in a new position.")] = False
    answer: Annotated[
        str | None,
        Option("Grade this answer to a drill: 'r1c3<>5 r1c7<>5' or r4c4=2.", metavar="STEP"),
    ] = None
    seed: Annotated[int | None, SeedOption] = None
    lang: SpokenIn = SOURCE

    def __post_init__(self) -> None:
        require_options(self)
        if self.technique is None:
            for name, given in (("drill", self.drill), ("answer", self.answer is not None)):
                if given:
                    raise OptionError("there is no technique that it is about", name)
        else:
            technique(self.technique)
        if self.drill and self.answer is not None:
            raise OptionError("cannot be asked for together", "drill", "answer")
        if self.seed is not None and not self.drill and self.answer is None:
            raise OptionError("belongs to a drill or to the answer to one", "seed")

    @property
    def search(self) -> Technique:
        """The technique.

        :raises ValueError: where none is named.
        """
        return technique(self.technique or "")

    def of(
        self, progress: CourseProgress | None = None, limit: Limit = UNLIMITED
    ) -> Course | Lesson | Drill | Grade:
        """The answer.

        :param progress: how far somebody is; has the drill of an answer without a seed.
        :raises FormatError: where the answer cannot be read, or is to no drill.
        :raises Undecided: where the time ran out.
        """
        if self.technique is None:
            return Course(progress or CourseProgress(), self.lang)
        if self.answer is not None:
            if self.seed is not None:
                drill = drill_of(self.search, self.seed, self.lang, limit)
            elif progress is not None:
                drill = progress.drill(self.search, self.lang)
            else:
                raise OptionError("needs the seed of its drill", "answer")
            return drill.grade(self.answer, limit)
        if self.drill:
            return drill_of(self.search, new_seed(self.seed), self.lang, limit)
        return lesson_of(self.search, self.lang)
