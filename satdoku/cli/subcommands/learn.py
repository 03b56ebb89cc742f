"""``satdoku learn``: the course, a lesson, a drill, the grade of an answer."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from satdoku.answers.learning import Course, CourseProgress, LearnQuestion, Lesson
from satdoku.answers.practice import Drill, Grade
from satdoku.base.errors import FormatError, Undecided
from satdoku.base.limits import Limit
from satdoku.cli.options import AsciiOption, JsonOption, TimeLimitOption, named_file, option
from satdoku.cli.output import DONE, NO, UNDECIDED, complain, print_json
from satdoku.cli.terminal import on_terminal, picture_of_step, wrapped
from satdoku.cli.waiting import waited_for
from satdoku.explaining.phrases import phrases

if TYPE_CHECKING:
    from satdoku.explaining import Strength

LISTED = 270, "Learn techniques: a course, lessons, graded drills"
EXAMPLES = (
    "satdoku learn x-wing",
    "satdoku learn x-wing --drill --seed 7",
    "satdoku learn x-wing --answer 'r5c1<>8 r5c9<>8'",
)


def learn(
    question: LearnQuestion,
    progress: Annotated[
        Path | None,
        option(
            metavar="FILE",
            callback=named_file,
            text="Keep the progress in this file instead of the user's data folder.",
        ),
    ] = None,
    board: Annotated[
        bool | None,
        option(
            "--board/--no-board",
            text="Draw the position of a drill (by default only on a terminal).",
            show_default=False,
        ),
    ] = None,
    ascii: AsciiOption = False,
    time_limit: TimeLimitOption = None,
    json: JsonOption = False,
) -> int:
    """Learn techniques: a course in order, a lesson of each, and drills that are graded.

    Without TECHNIQUE it lists the course and the progress so far. With TECHNIQUE it prints the
    lesson: what to look for, why it holds, and a worked board. --drill prints a position where the
    technique is the next step: drawn and with a question on a terminal, otherwise as one line that
    every command reads. --answer grades an answer to the last drill, or to the drill of --seed.
    Exit codes: 0 done or right, 1 the answer is not right, 2 bad input, 3 out of time.
    """
    lang, limit = question.lang, Limit(seconds=time_limit)
    file = progress or CourseProgress.file()
    known = CourseProgress.read(file)
    try:
        answer = waited_for(question.of)(known, limit)
    except Undecided as error:
        complain(str(error))
        return UNDECIDED
    if isinstance(answer, Drill):
        known = known.printed(answer)
        known.write(file)
    elif isinstance(answer, Grade):
        known.graded(answer).write(file)
    if json:
        print_json(answer)
    elif isinstance(answer, Course):
        print(answer.text() if on_terminal() else "\n".join(answer.rows()))
    elif isinstance(answer, Lesson):
        _print_lesson(answer, ascii=ascii)
    elif isinstance(answer, Grade):
        print(wrapped(answer.text(), lang))
    else:
        drawn = on_terminal() if board is None else board
        print(answer.drawn(ascii=ascii) if drawn else answer.line)
        if drawn:
            print(wrapped(answer.text(), lang))
        if on_terminal() and sys.stdin.isatty():
            return _ask(answer, known, file)
    return NO if isinstance(answer, Grade) and answer.outcome != "right" else DONE


def _print_lesson(lesson: Lesson, *, ascii: bool) -> None:
    lang = lesson.lang
    print(wrapped(lesson.head(), lang))
    print(picture_of_step(lesson.position, lesson.step, lang, ascii=ascii))
    print(wrapped(lesson.tail(), lang))


def _ask(drill: Drill, known: CourseProgress, file: Path) -> int:
    """Grade what a person types until it is right, with a stronger hint each time."""
    say, code = phrases(drill.lang).say, NO
    strength: Strength
    for strength in (1, 2, 3):
        try:
            typed = input("> ").strip()
            if not typed:
                break
            grade = drill.grade(typed)
        except EOFError:
            break
        except FormatError as error:
            complain(str(error))
            continue
        known = known.graded(grade)
        known.write(file)
        print(wrapped(grade.text(), drill.lang))
        if grade.outcome == "right":
            return DONE
        if strength < 3:
            print(wrapped(f"{drill.hint(strength)}\n{say('drill.again')}", drill.lang))
    print(wrapped(drill.hint(3), drill.lang))
    return code
