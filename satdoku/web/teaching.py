"""The questions of the app for setters and learners: rules, faults, new puzzles, techniques."""

from __future__ import annotations

import base64
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from satdoku import api, formats
from satdoku.answers.pages import STRENGTHS, rule_parts, technique_parts, technique_scenes
from satdoku.answers.question import ask
from satdoku.base.errors import EngineUnavailable, FormatError, SatdokuError, Undecided
from satdoku.board import Geometry
from satdoku.explaining.names import sought, title
from satdoku.generating.examples import technique_example
from satdoku.messages import SOURCE
from satdoku.puzzle import Document, Puzzle
from satdoku.techniques.base import Technique
from satdoku.web.boards import STYLES, asked_about, puzzle_of, read, view
from satdoku.web.fields import Fields, RequestContext

if TYPE_CHECKING:
    from satdoku.answers.generated import GeneratedAnswer

_MAX_SEED = 99_991_231
"""A date as a number is one."""
_MAX_SUGGESTED = 5
_PRACTICE_SECONDS = 20.0
_RATING_SECONDS = 3.0
"""Seconds that the rating of a new puzzle with rules may take."""


def catalogue(fields: Fields, context: RequestContext) -> dict[str, Any]:
    """Every rule with its parameters: the setter's forms and drawing tools are made of them. Those
    that are ``open`` may be left to *Find the numbers*."""
    from satdoku.answers.rules import all_rules, rule_record
    from satdoku.constraints import FAMILIES
    from satdoku.generating.themes import open_names

    rules = []
    for kind in all_rules():
        record, free = rule_record(kind), open_names(kind)
        family = kind.__module__.rpartition(".")[2]
        at = "cell" if kind.placing.cells == (1, 1) else ""
        if family == "dots" and kind.parameters and kind.parameters[0].name == "cells":
            at = "corner" if kind.placing.square else "edge"
        rules.append(
            {
                "rule": record.rule,
                "title": record.titles[fields.lang],
                "summary": record.summaries[fields.lang],
                "names": [record.rule, *record.titles.values(), *record.aliases, *sought(kind)],
                "at": at,
                "group": FAMILIES[family],
                "parameters": [
                    {**one, "meaning": one["meanings"][fields.lang], "open": one["name"] in free}
                    for one in record.parameters
                ],
            }
        )
    return {"rules": rules}


def rule_page(fields: Fields, context: RequestContext) -> dict[str, Any]:
    """A rule: its meaning, how it is drawn, and the first deductions."""
    from satdoku.answers.rules import rules_called

    (kind, *_) = rules_called(fields.text("rule"))
    return {"rule": kind.name, "parts": rule_parts(kind, fields.lang)}


def diagnose(fields: Fields, context: RequestContext) -> dict[str, Any]:
    """The reason why there is no solution or several, and the cures."""
    from satdoku.answers.diagnosis import DiagnoseQuestion
    from satdoku.web.cures import cures

    answer = ask(
        fields.question(DiagnoseQuestion, "lang"), asked_about(puzzle_of(fields)), context.limit()
    )
    text = answer.text(cures=False, spoken=True)
    return {
        "verdict": answer.verdict,
        "text": text,
        "cells": answer.cells(),
        "cures": cures(answer),
    }


def spare(fields: Fields, context: RequestContext) -> dict[str, Any]:
    """The givens and rules that follow from the others."""
    from satdoku.answers.sets import RedundantQuestion
    from satdoku.web.cures import spares

    answer = ask(
        fields.question(RedundantQuestion, "lang"), asked_about(puzzle_of(fields)), context.limit()
    )
    data = {"verdict": answer.verdict, "text": answer.text(spoken=True), "cells": answer.cells()}
    return data | {"cures": spares(answer)}


def suggest(fields: Fields, context: RequestContext) -> dict[str, Any]:
    """Clues of a kind that would leave the fewest solutions."""
    from satdoku.answers.suggestions import SuggestQuestion
    from satdoku.constraints import to_data

    kinds = fields.text("rule")
    question = fields.question(SuggestQuestion, "seed", "lang", kinds=kinds, count=_MAX_SUGGESTED)
    answer = ask(question, asked_about(puzzle_of(fields)), context.limit())
    geometry = answer.input.puzzle.geometry
    clues = [
        {**clue, "data": to_data(one.clue, geometry)}
        for clue, one in zip(answer.json_clues(answer.lang), answer.suggested, strict=True)
    ]
    return {"verdict": answer.verdict, "solutions": answer.solutions, "clues": clues}


def find_numbers(fields: Fields, context: RequestContext) -> dict[str, Any]:
    """Values for the clues of a theme with one solution; or the nearest puzzle, what it lacks, and
    the cells of the givens that it has besides. Reports say how few solutions were left so far."""
    from satdoku.answers.themes import SetValuesQuestion
    from satdoku.formats.json import to_data

    question = fields.question(SetValuesQuestion, "seed", "lang")

    def report(_: int, solutions: int) -> None:
        context.report({"solutions": solutions})

    theme = replace(read(fields.text("puzzle")), puzzle=puzzle_of(fields), position=None)
    answer = ask(question, asked_about(theme), context.limit(), report)
    puzzle = answer.found.puzzle or answer.found.nearest
    return {
        "verdict": answer.verdict,
        "text": "" if answer.verdict == "unique" else answer.reason(fields.lang),
        "puzzle": None if puzzle is None else to_data(Document(puzzle)),
        "added": answer.givens,
    }


def generate(fields: Fields, context: RequestContext) -> dict[str, Any]:
    """New puzzles, each with its picture; reported as they are found. One ``seed`` above 0 makes
    them again."""
    from satdoku.answers.wishes import Difficulty, GivenPattern, PlacedClues
    from satdoku.constraints import parse_rules

    geometry = Geometry.of_size(fields.number("size", 4, 16, 9))
    rules = parse_rules(fields.text("rules", ""), geometry)
    board = Puzzle.empty(geometry, rules)
    puzzles: list[dict[str, Any]] = []
    difficulty = fields.question(Difficulty, "level", "requires")
    pattern = fields.question(GivenPattern, "minimal", "symmetry")
    # Two seconds are left for the puzzles that were found before the limit.
    run = api.generate(
        fields.number("count", 1, 20, 1),
        board=board,
        difficulty=difficulty,
        pattern=pattern,
        placed=fields.question(PlacedClues, "killer"),
        seed=fields.number("seed", 0, _MAX_SEED, 0) or None,
        time_limit=max(0.0, context.left - 2),
    )
    try:
        for generated in run:
            puzzles.append(_puzzle_data(generated, fields))
            context.report(puzzles[-1])
    except Undecided:
        if not puzzles:
            raise
    return {"puzzles": puzzles}


def _puzzle_data(generated: GeneratedAnswer, fields: Fields) -> dict[str, Any]:
    from satdoku.base.limits import Limit
    from satdoku.rating.by_path import rate_by_path
    from satdoku.render import svg

    puzzle = generated.input.puzzle
    style = fields.one_of("style", STYLES, "light")
    ids = f"g{generated.index}-"
    rated, minutes = _rated(puzzle)
    data: dict[str, Any] = {
        "clues": generated.clues,
        "rating": generated.rated or rated,
        "minutes": minutes,
        "minimal": generated.minimal,
        "puzzle": formats.write(Document(puzzle), "json").strip(),
        "picture": svg(generated.scene(), style, labels=False, ids=ids, lang=fields.lang),
    }
    if data["rating"] is None and puzzle.constraints:
        rating = rate_by_path(puzzle, limit=Limit(seconds=_RATING_SECONDS))
        data["points"] = rating.scores.get("points") if rating.status == "ok" else None
    return data


def _rated(puzzle: Puzzle) -> tuple[dict[str, Any] | None, int | None]:
    """The level and ER of a classic puzzle, and the minutes that people take, where these are
    known."""
    from satdoku.base.limits import Limit
    from satdoku.rating.scales import SE

    if SE.refusal(puzzle) is not None:
        return None, None
    with suppress(EngineUnavailable):
        rating = SE.rate(puzzle, unique=True, names=False, limit=Limit(seconds=_RATING_SECONDS))
        if rating.status == "ok":
            minutes = None if rating.human is None else max(1, round(rating.human.minutes))
            return {"level": rating.level, "er": rating.scores["er"]}, minutes
    return None, None


def worksheet(fields: Fields, context: RequestContext) -> dict[str, Any]:
    """Puzzles as a PDF to print: the one on the board, or new ones of a ``level``; of a
    ``technique`` the lesson and positions where it is the next step."""
    from satdoku.answers.book import part_names, printed_of
    from satdoku.render.book import Book, SolutionsAt, book_pdf, require_room

    level, heading = fields.text("level", ""), fields.text("title", "")
    count = fields.number("count", 1, 20, 4)
    if fields.text("technique", ""):
        return _drills(fields, count, context.left / 2)
    book = Book(
        (),
        heading if level else "",  # a page of its own
        per_page=int(fields.one_of("per-page", ("1", "2", "4", "6"), "4")),
        solutions=cast(SolutionsAt, fields.one_of("solutions", ("back", "below", "none"), "back")),
        lang=fields.lang,
        names=part_names(fields.lang),
    )
    if level:
        run = api.generate(count, difficulty=level, time_limit=context.left / 2)
        documents = [generated.input.document for generated in run]
    else:
        document = read(fields.text("puzzle"))
        documents = [replace(document, title=heading or document.title)]
    puzzles = []
    for document in documents:
        one = printed_of(document, candidates=False, rated=True, seconds=context.left / 2).puzzle
        require_room(book, one)
        puzzles.append(one)
    pdf = book_pdf(replace(book, puzzles=puzzles))
    return {"pdf": base64.b64encode(pdf).decode(), "count": len(puzzles)}


# -- techniques ------------------------------------------------------------------------------------


def _drills(fields: Fields, count: int, seconds: float) -> dict[str, Any]:
    from satdoku.answers.practice import PracticeQuestion
    from satdoku.answers.worksheet import worksheet_of
    from satdoku.base.limits import Limit
    from satdoku.render.book import Book, book_pdf

    question = PracticeQuestion(technique=_search(fields).name, count=count, lang=fields.lang)
    exercises = []
    try:
        for one in question.positions(Limit(seconds=seconds)):
            exercises.append(one)
    except Undecided:
        if not exercises:
            raise
    pdf = book_pdf(worksheet_of(exercises, Book((), lang=fields.lang)))
    return {"pdf": base64.b64encode(pdf).decode(), "count": len(exercises)}


def techniques(fields: Fields, context: RequestContext) -> dict[str, Any]:
    """Every technique by its name in the language: those of the course in its order, each with its
    level, then the others."""
    from satdoku.answers.learning import course_names
    from satdoku.answers.techniques import technique_record
    from satdoku.rating.levels import level_of_points
    from satdoku.rating.scales import SATDOKU
    from satdoku.techniques.catalogue import all_techniques

    course = {name: number for number, name in enumerate(course_names())}
    techniques = []
    for one in sorted(all_techniques(), key=lambda one: course.get(one.name, len(course))):
        record = technique_record(one)
        points = SATDOKU.least(one.name) if one.name in course else None
        data = {
            "level": None if points is None else level_of_points(points),
            "technique": one.name,
            "title": record.titles[fields.lang],
            "se": record.se,
            "aliases": record.aliases,
        }
        techniques.append(data)
    return {"techniques": techniques}


def technique_page(fields: Fields, context: RequestContext) -> dict[str, Any]:
    """A technique: the texts of its page, and a position in three steps."""
    from satdoku.answers.techniques import technique_record
    from satdoku.explaining import explain
    from satdoku.render import svg

    search = _search(fields)
    record = technique_record(search)
    data: dict[str, Any] = {
        "technique": search.name,
        "title": title(search.name, fields.lang),
        "aliases": record.aliases if fields.lang == SOURCE else (),  # they are English
        "se": record.se,
        "parts": technique_parts(search, fields.lang),
        "presets": record.presets,
    }
    with suppress(SatdokuError, StopIteration):
        example = technique_example(search.name)
        # None where the time ran out first.
        step = next(iter(api.steps(example, search.name, limit=1, time_limit=context.left).steps))
        style = fields.one_of("style", STYLES, "light")
        data["shown"] = [
            {
                "text": (text := explain(step, example.puzzle, fields.lang, strength)),
                "picture": svg(scene, style, title=text, ids=f"t{strength}-", lang=fields.lang),
            }
            for scene, strength in zip(technique_scenes(example, step), STRENGTHS, strict=True)
        ]
    return data


def practise(fields: Fields, context: RequestContext) -> dict[str, Any]:
    """A position whose next step needs a technique: of a new puzzle where one is found in time,
    else the example of its page."""
    from satdoku.answers.practice import exercises_of, new_seed
    from satdoku.base.limits import Limit, RanOut
    from satdoku.explaining import title

    search = _search(fields)
    limit = Limit(seconds=min(_PRACTICE_SECONDS, max(0.0, context.left - 5)))
    is_new, position = False, technique_example(search.name)
    with suppress(SatdokuError, RanOut, StopIteration):
        exercise = next(iter(exercises_of(search, new_seed(None), limit)))
        is_new, position = exercise.is_new, exercise.position
    shown = view(Document(position.as_puzzle(), position), fields)
    return shown | {"made": is_new, "name": title(search.name, fields.lang)}


def _search(fields: Fields) -> Technique:
    from satdoku.techniques.catalogue import technique

    try:
        return technique(fields.text("technique"))
    except ValueError as error:
        raise FormatError(str(error)) from None
