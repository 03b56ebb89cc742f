"""Drawings with words, and words alone: what is read of them, and whether it is as sure as told."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

import satdoku
from satdoku.answers.rules import sentences_of
from satdoku.base.errors import FormatError, SatdokuError, Unsupported
from satdoku.board import Geometry, Grid
from satdoku.constraints import REGISTRY
from satdoku.constraints.parameters import from_word
from satdoku.formats import ReadOptions, WriteOptions, parse, write
from satdoku.formats.sudokupad import to_data
from satdoku.messages import SOURCE, catalogue, languages
from satdoku.puzzle import Document, Puzzle
from satdoku.reading import read_drawn
from tests.constraints.planting import PLANTS
from tests.fuzz import puzzles
from tests.fuzz.mutation import mutated_text, smaller_texts
from tests.fuzz.text import said
from tests.fuzz.tries import expect
from tests.fuzz.verdicts import solutions

BOARD = Geometry.boxes(4, 2, 2)
_SECONDS = 2.0


@dataclass(frozen=True)
class Case:
    """A puzzle whose rules are drawn, the words beside it, and the solution if the text has it."""

    puzzle: Puzzle
    words: str
    solution: tuple[int, ...] | None


_OF = (
    "even digits", "odd digits", "digits", "cells", "the two digits", "the row", "each box",
    "the 3", "digits along a line", "the largest digit", "neighbours", "the digit in the circle",
)  # fmt: skip
_DO = (
    "differ by at least {n}", "add up to {n}", "are equal", "have a ratio of {n}:1",
    "do not repeat", "increase", "are consecutive", "contain at least {n} of them",
    "sum to {n} or {m}", "are not {n}", "may be {n} more or less", "multiply to {n}",
    "count the {m}s",
)  # fmt: skip
_LOOKS = (
    "Along each {c} line", "On {c} lines", "Cells with a {c} circle", "In a {c} cage",
    "A {c} arrow", "Either {c} or grey dots", "Clues outside the grid",
    "All possible {c} marks are given:",
)  # fmt: skip
_COLOURS = ("purple", "red", "dark green", "light blue", "black", "white", "grey", "no")


@cache
def _sentences() -> tuple[str, ...]:
    """The sentences by which rules are told, in each language, with their numbers open."""
    forms: list[str] = []
    for lang in languages():
        texts = {} if lang == SOURCE else catalogue(lang, "rules").texts
        for name, kind in REGISTRY.items():
            forms.append(texts.get(f"{name}.summary", kind.summary))
            forms += [texts.get(f"{name}.{key}", form) for key, form in kind.sentences().items()]
    return tuple(forms)


def _sentence(chance: random.Random) -> str:
    numbers: dict[str, object] = defaultdict(lambda: chance.randint(0, 12))
    if chance.random() < 0.5:
        form = chance.choice(_sentences())
    else:
        numbers["c"] = chance.choice(_COLOURS)
        parts = (chance.choice(_LOOKS), chance.choice(_OF), chance.choice(_DO))
        form = " ".join(parts[chance.randrange(2) :]) + chance.choice((".", ".", ";", "", "?\n"))
    try:
        return form.format_map(numbers)
    except (ValueError, KeyError, IndexError):  # a sentence with braces of its own
        return form


def draw(chance: random.Random) -> Case:
    """One or two clues of a small grid, with their own sentences or others, some damaged."""
    values = puzzles.grid_of(BOARD, chance)
    kind = chance.choice(list(PLANTS.values()))
    alike = [kind(chance, BOARD, values) for _ in range(chance.choice((1, 2, 4, 6)))]
    clues = [*alike, *(puzzles.clue(BOARD, values, chance) for _ in range(chance.choice((0, 1))))]
    share = chance.choice((0.1, 0.2, 0.3, 0.4))
    givens = tuple([value if chance.random() < share else None for value in values])
    rules = tuple(dict.fromkeys(c for c in clues if c is not None and c.unfit(BOARD) is None))
    own = [*dict.fromkeys(rule.summary for rule in rules)] if chance.random() < 0.8 else []
    words = [*own, *(_sentence(chance) for _ in range(chance.choice((1, 2, 4, 6))))]
    chance.shuffle(words)
    text = " ".join(words)
    if chance.random() < 0.3:
        text = mutated_text(text, chance, _sentence(chance))
    solution = values if chance.random() < 0.5 else None
    if solution and chance.random() < 0.1:
        solution = puzzles.grid_of(BOARD, chance)
    return Case(Puzzle(BOARD, givens, None, rules), text, solution)


def judge(case: Case) -> None:
    """A proved reading has the solution of the text as its only one, a plausible one has one; no
    other changes the puzzle."""
    for record in sentences_of(case.words):
        json.dumps(record.to_dict())
        expect(set(record.rules) <= REGISTRY.keys(), "a rule that is none", record.rules)
        for rule in record.rules:
            _is_written(rule, record.written(rule), record.numbers.get(rule, {}))
    document = _drawing(case)
    if document is None:
        return
    read = read_drawn(document)
    reading = read.reading
    if reading is None or reading.certainty == "partial":
        expect(read.bare_puzzle == document.bare_puzzle, "a reading that is none changes a puzzle")
    else:
        truth, _ = solutions(read.bare_puzzle)
        expect(len(truth) == 1, f"a {reading.certainty} reading with {len(truth)} solutions")
        proved = reading.certainty == "proved"
        expect(proved == (case.solution in truth), "a reading as sure as it is not", truth)
    if reading is not None:
        _chosen(document, read, random.Random(repr(case.words)))
    text = write(document, "json")
    try:
        answer = satdoku.check_unique(text, time_limit=_SECONDS)
    except SatdokuError as error:
        said(error)
        return
    json.dumps(answer.to_dict())
    if case.solution is not None and answer.verdict == "unique" and not answer.doubtful:
        solved = satdoku.solve(text, time_limit=_SECONDS).solution
        right = solved is None or solved.values == case.solution
        expect(right, "a confident answer about another puzzle", text[:300])


def _is_written(rule: str, words: str, numbers: Mapping[str, object]) -> None:
    """Each number of a rule is written as --rules takes it."""
    kinds = {parameter.name: parameter for parameter in REGISTRY[rule].parameters}
    name, *arguments = words.split(":")
    read = [argument.partition("=") for argument in arguments]
    try:
        values = {k: from_word(rule, kinds[k], word, Geometry.classic()) for k, _, word in read}
    except FormatError as error:  # a number that the rule cannot have
        said(error)
        return
    expect((name, values) == (rule, dict(numbers)), "numbers are written as others", words)


def _chosen(document: Document, read: Document, chance: random.Random) -> None:
    """Whatever is chosen for the drawings, the rules of the choice are read."""
    assert read.reading is not None
    decided = {}
    for style in read.reading.styles:
        decided[style.key] = chance.choice(["", *style.keys])
    again = read_drawn(document, decided=decided)
    expect(again.reading is not None, "a choice is dropped")


def _drawing(case: Case) -> Document | None:
    """The puzzle with its rules as drawings, as a site shows it."""
    try:
        data = to_data(Document(case.puzzle), WriteOptions())
    except Unsupported:
        return None
    data.pop("satdoku", None)
    try:
        document = parse(json.dumps(data), ReadOptions("sudokupad"))
    except FormatError as error:
        said(error)
        return None
    if document.puzzle.geometry != BOARD:
        return None
    solution = None if case.solution is None else Grid(BOARD, case.solution)
    return replace(document, rules=case.words or None, solution=solution)


def smaller(case: Case) -> Iterator[Case]:
    """Fewer clues and givens, fewer words."""
    if case.solution is not None:
        yield replace(case, solution=None)
    for less in smaller_texts(case.words):
        yield replace(case, words=less)
    for puzzle in puzzles.smaller_puzzles(case.puzzle):
        yield replace(case, puzzle=puzzle)
