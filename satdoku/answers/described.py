"""A puzzle as text for a prompt, and a strict judge of what is answered to it."""

from __future__ import annotations

import re
from typing import Literal

from satdoku.answers.json_object import JsonObject
from satdoku.base.records import dataclass
from satdoku.board import Grid
from satdoku.constraints.listed import heading, parts_of
from satdoku.explaining import words
from satdoku.explaining.phrases import phrases
from satdoku.messages import SOURCE, Lang
from satdoku.puzzle import Puzzle
from satdoku.techniques.arguments.saying import house_kinds

_SYMBOLS = 9
"""Boards with larger digits are written as numbers with spaces between."""


@dataclass(frozen=True, slots=True)
class AnswerVerdict(JsonObject):
    """The verdict on an answer to a puzzle.

    verdict  ``right``: every cell is filled, the givens stand, all rules hold; ``wrong``;
             ``malformed``: the text is not the cells of the board and nothing else
    faults   why it is wrong or malformed, in English
    """

    verdict: Literal["right", "wrong", "malformed"]
    faults: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.verdict == "right"

    def text(self, lang: Lang | None = None) -> str:
        """The verdict, then a line a fault."""
        return "\n".join([self.verdict, *self.faults])


@dataclass(frozen=True, slots=True)
class Description(JsonObject):
    """A puzzle as text for a prompt."""

    JSON = ("text=words",)

    words: str

    def text(self, lang: Lang | None = None) -> str:
        """The text."""
        return self.words


def _is_wide(puzzle: Puzzle) -> bool:
    digits = puzzle.geometry.digits
    return digits[-1] > _SYMBOLS


def described(puzzle: Puzzle, lang: Lang = SOURCE) -> str:
    """Board, rules in words, cells, and how an answer is to be written."""
    geometry, say = puzzle.geometry, phrases(lang).say
    plain = not geometry.grids and not geometry.is_raw
    lines = [
        say(
            "describe.board",
            board=geometry.describe(),
            size=f"{geometry.rows}x{geometry.columns}" if plain else "",
            box="x".join(map(str, geometry.box or ())),
            low=geometry.digits[0],
            high=geometry.digits[-1],
            kinds=words(geometry, lang).text(house_kinds(geometry)) if geometry.houses else "",
        )
    ]
    for house in geometry.houses:
        if house.kind == "region":
            cells = [geometry.name(cell) for cell in house.cells]
            lines.append(say("describe.region", number=house.number, cells=cells))
    named: dict[str, list[str]] = {}
    for rule in puzzle.constraints:
        clues = named.setdefault(heading(rule, lang), [])
        if parts := parts_of(rule, geometry, lang):
            clues.append(f"- {parts}")
    if named:
        lines.append(say("describe.rules"))
        for head, clues in named.items():
            lines += [head, *clues]
    if puzzle.pencil_marks is not None:
        lines.append(say("describe.marks"))
        lines += [
            f"- {geometry.name(cell)}: {' '.join(map(str, sorted(marks)))}"
            for cell, marks in enumerate(puzzle.pencil_marks)
            if marks is not None
        ]
    lines.append(say("describe.cells"))
    wide = _is_wide(puzzle)
    rows: dict[int, list[str]] = {}
    for cell, given in enumerate(puzzle.givens):
        row, _ = geometry.row_column(cell)
        rows.setdefault(row, []).append("." if given is None else str(given))
    lines += [(" " if wide else "").join(row) for row in rows.values()]
    key = "describe.wide" if wide else "describe.answer"
    lines.append(say(key, count=geometry.cell_count))
    return "\n".join(lines)


def judged_answer(puzzle: Puzzle, answer: str) -> AnswerVerdict:
    """Judge an answer: the cells row by row and nothing else, spaces and line ends aside."""
    geometry = puzzle.geometry
    words = answer.split() if _is_wide(puzzle) else list("".join(answer.split()))
    if not all(re.fullmatch("[0-9]+", word, re.ASCII) for word in words):
        return AnswerVerdict("malformed", ("the answer has something else than digits",))
    if len(words) != geometry.cell_count:
        fault = f"the answer has {len(words)} cells, and the board {geometry.cell_count}"
        return AnswerVerdict("malformed", (fault,))
    values = tuple(map(int, words))
    name = geometry.name
    faults = [
        f"{name(cell)} holds {value}, which is not a digit of the board"
        for cell, value in enumerate(values)
        if value not in geometry.digits
    ]
    if faults:
        return AnswerVerdict("wrong", tuple(faults))
    faults = [
        f"{name(cell)} holds {value}, and the puzzle gives {given}"
        for cell, (value, given) in enumerate(zip(values, puzzle.givens, strict=True))
        if given is not None and value != given
    ]
    faults += [
        f"{name(cell)} holds {value}, which is none of its pencil marks"
        for cell, value in enumerate(values)
        if puzzle.givens[cell] is None and value not in puzzle.domain(cell)
    ]
    filled = Puzzle(geometry, values, None, puzzle.constraints)
    faults += [fault.message for fault in filled.problems()]
    if not faults and not filled.accepts(Grid(geometry, values)):
        faults.append("a rule is broken")
    return AnswerVerdict("wrong" if faults else "right", tuple(faults))
