"""``satdoku steps``: every instance of a technique in a position; or a library, replayed."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Annotated

from satdoku.answers.cases import CasesRecord, case_of
from satdoku.answers.steps import StepsQuestion
from satdoku.answers.steps_data import conclusion
from satdoku.base.errors import FormatError, ProgramFault, in_source, naming_faults
from satdoku.base.limits import Limit
from satdoku.cli.drawing import PictureGroup
from satdoku.cli.groups import InputGroup
from satdoku.cli.inputs import items
from satdoku.cli.named import technique_search
from satdoku.cli.options import JsonOption, TimeLimitOption, argument, bad_value, option
from satdoku.cli.output import DONE, NO, UNDECIDED, complain, gravest, print_json, report_error
from satdoku.cli.paths import DrawGroup, answer_each
from satdoku.cli.paths import positions as read_positions
from satdoku.cli.reading import Reading
from satdoku.cli.terminal import on_terminal, wrapped
from satdoku.cli.waiting import waited
from satdoku.messages import SOURCE, Lang

if TYPE_CHECKING:
    from satdoku.answers.positions import CheckedPosition
    from satdoku.render.scene import Scene
    from satdoku.techniques.base import Technique

LISTED = 240, "List every instance of a technique in a position"
EXAMPLES = ("satdoku steps puzzle.txt --technique hidden-single",)


def steps(
    question: StepsQuestion | None,
    draw: DrawGroup,
    input: InputGroup,
    pictures: PictureGroup,
    positions: Annotated[
        list[str] | None,
        argument(
            metavar="POSITION...",
            text="A puzzle, a grid of candidates or a library line; a file, or - for stdin.",
        ),
    ] = None,
    library: Annotated[
        str | None,
        option(metavar="FILE", text="Replay every case of a library in HoDoKu's format."),
    ] = None,
    time_limit: TimeLimitOption = None,
    json: JsonOption = False,
) -> int:
    """List every instance of a technique in a position, with its conclusions.

    Piped output has one line for each instance: the conclusions, a tab and the pattern. --library
    prints for each case whether it was found, not found or skipped (unknown technique), and the
    counts.
    Exit codes: 0 found, 1 none found (or a case of a known technique not found), 2 bad input, 3 out
    of time.
    """
    if library is not None:
        if positions or question is not None:
            raise bad_value("--library names its own positions and techniques")
        return replay(library, time_limit, json)
    if not positions:
        raise bad_value("a position is missing (or a library: --library FILE)")
    if question is None:
        raise bad_value("--technique is missing; satdoku techniques lists all")
    search, lang = technique_search(question.technique), question.lang
    drawn: list[tuple[Scene, str, str]] = []
    # Only arguments from uniqueness need to know that there is one solution.
    check = partial(question.checked, limit=Limit(seconds=time_limit))
    read = read_positions(positions, input.reading(), check, offer=False, lang=lang)

    def searched(item: CheckedPosition) -> int:
        if not pictures.wanted:
            return _list(item, question, draw, json=json)
        answer = question.of(item)
        drawn.extend(answer.drawn())
        if json:
            print_json(answer)
        return _end(item, search, len(answer), answer.stopped, lang)

    code = answer_each(read, searched, json=json)
    pictures.write(drawn, positions or (), lang)
    return code


def _list(item: CheckedPosition, question: StepsQuestion, draw: DrawGroup, *, json: bool) -> int:
    from satdoku.answers.steps import StepSearch, listed
    from satdoku.explaining import explain as sentences

    search, lang = question.search, question.lang
    if json:
        answer = question.of(item)
        print_json(answer)
        count, stopped = len(answer), answer.stopped
    else:
        count = 0
        position = item.position
        found_steps = StepSearch(item, search, question.limit)
        for count, step in enumerate(waited(found_steps), 1):
            if draw.drawn or on_terminal():
                print(("\n" if count > 1 else "") + f"{count}. {conclusion(step, position)}")
                if draw.drawn:
                    print(draw.picture(position, step, lang))
                shown = listed(step, position, lang, full=question.full)
                print(wrapped(shown, lang, "   "), flush=True)
            else:
                pattern = sentences(step, position.puzzle, lang, 2)
                print(f"{conclusion(step, position)}\t{pattern}")
        stopped = found_steps.stopped
    return _end(item, search, count, stopped, lang)


def _end(
    item: CheckedPosition, search: Technique, count: int, stopped: str | None, lang: Lang
) -> int:
    """Report how a search ended, and return its exit code."""
    from satdoku.explaining import title
    from satdoku.explaining.phrases import phrases

    wording = phrases(lang)
    source, line = item.input.source, item.input.line
    name = search.name if lang == SOURCE else title(search.name, lang)
    if stopped == "seconds":
        sentence, code = wording.say("steps.cut", count=count, name=name), UNDECIDED
    elif not count:
        sentence, code = wording.say("steps.none", name=name), NO
    else:
        return DONE
    complain(in_source(sentence, source, line))
    return code


_CODES = {"found": DONE, "absent": DONE, "undecided": UNDECIDED}


def replay(file: str, seconds: float | None, json: bool) -> int:
    """Print whether each case is found, and the counts; returns the exit code."""
    counts: Counter[str] = Counter()
    code = DONE
    for item in items(file, Reading.of("library", "auto", None, None)):
        if item.document is None:
            code = gravest(code, report_error(item.unreadable(), json=json))
            continue
        text = " ".join(item.text.split())
        try:
            with naming_faults():
                record = case_of(item.document, item.line, text, item.source, seconds)
        except (FormatError, ProgramFault) as error:
            code = gravest(code, report_error(item.refused(error, text), json=json))
            continue
        counts[record.status] += 1
        code = gravest(code, _CODES.get(record.status, NO))
        if json:
            print_json(record)
        else:
            shown = " ".join(record.expected) or "-"
            print(f"{record.status}\t{record.code}\t{record.title}\t{record.line}\t{shown}")
    ended = CasesRecord(counts.total(), counts)
    if json:
        print_json(ended)
    else:
        print(ended.text())
    return code
