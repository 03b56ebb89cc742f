"""A puzzle with what follows from its rules alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING, Annotated

from satdoku.answers.json_object import JsonObject
from satdoku.answers.puzzle_input import PuzzleInput, one_line
from satdoku.answers.question import Answer, Question, Reporter, SpokenIn
from satdoku.base.limits import Limit
from satdoku.base.options import Option
from satdoku.base.records import dataclass
from satdoku.board import Grid
from satdoku.board.names import Cell
from satdoku.formats import write
from satdoku.messages import SOURCE, Lang
from satdoku.puzzle import Position

if TYPE_CHECKING:
    from satdoku.base.problem import Problem
    from satdoku.render.scene import Highlight, Scene


@dataclass(frozen=True, slots=True)
class ShownAnswer(Answer):
    """A puzzle as it is: its board, its rules, its candidates and its faults.

    solution  only where it was asked for
    lang      the language of the sentences

    In the JSON object ``board`` and ``rules`` are words, and ``problems`` are the faults in words.
    """

    JSON = ("puzzle", "board", "clues", "rules", "candidates", "problems", "solution")

    input: PuzzleInput = field(repr=False)
    solution: Grid | None
    lang: Lang = field(default=SOURCE, repr=False)

    @property
    def board(self) -> str:
        """The board in words."""
        return self.input.puzzle.geometry.describe()

    @property
    def clues(self) -> int:
        """How many givens there are."""
        return self.input.puzzle.clues

    @property
    def position(self) -> Position:
        """The candidates as they are written, or else what nothing written excludes."""
        document = self.input.document
        written = None if self.solution is not None else document.position
        return written or Position.of(document.puzzle)

    @property
    def written(self) -> Position | None:
        """The digits and marks that a player has entered; ``None`` where there are none."""
        position = None if self.solution is not None else self.input.document.position
        return None if position is None else position.written

    @property
    def candidates(self) -> Mapping[Cell, tuple[int, ...]]:
        """The candidates of the open cells."""
        return {
            self.input.cell(cell): tuple(sorted(digits))
            for cell, digits in enumerate(self.position.candidates)
            if digits
        }

    @property
    def faults(self) -> tuple[Problem, ...]:
        """The faults of the puzzle, each a sentence with its cells."""
        return tuple(self.input.puzzle.problems())

    def json_puzzle(self, lang: Lang) -> str:
        """The puzzle on one line."""
        return one_line(self.input.puzzle)

    def json_rules(self, lang: Lang) -> list[str]:
        """The rules in words."""
        puzzle = self.input.puzzle
        return [rule.describe(puzzle.geometry) for rule in puzzle.constraints]

    def json_problems(self, lang: Lang) -> list[str]:
        """The faults in words."""
        return [fault.message for fault in self.faults]

    def json_solution(self, lang: Lang) -> str | None:
        """The solution on one line."""
        return None if self.solution is None else self.solution.text()

    def text(self, lang: Lang | None = None) -> str:
        """The board, drawn with characters, and what is wrong with it."""
        from satdoku.render.terminal import render_grid

        board = self.written or self.input.puzzle
        shown = render_grid(board, solution=self.solution, lang=lang or self.lang)
        return "\n".join([shown, *self.said(lang)])

    def said(self, lang: Lang | None = None) -> tuple[str, ...]:
        """A sentence for each fault."""
        from satdoku.explaining.findings import findings

        puzzle = self.input.puzzle
        wording = findings(puzzle.geometry, lang or self.lang)
        return tuple(wording.fault(fault, puzzle) for fault in self.faults)

    @property
    def faulty(self) -> dict[int, Highlight]:
        """The cells of the faults, marked."""
        return {cell: "fault" for fault in self.faults for cell in fault.cells}

    def scene(self, *, candidates: bool = False) -> Scene:
        """The puzzle as it is written, with its solution and the cells of its faults.

        :param candidates: whether all candidates are shown.
        """
        from satdoku.render.scene import make_scene

        board = self.position if candidates else self.written or self.input.puzzle
        drawings = self.input.document.drawings
        return make_scene(board, solution=self.solution, highlights=self.faulty, drawings=drawings)


@dataclass(frozen=True)
class ShowQuestion(Question[ShownAnswer]):
    """A puzzle as it is, perhaps with its solution."""

    solved: Annotated[bool, Option("Write the solution into the board, with its clues.")] = False
    lang: SpokenIn = SOURCE

    def answer(self, input: PuzzleInput, limit: Limit, report: Reporter = None) -> ShownAnswer:
        if not self.solved:
            return ShownAnswer(input, None, self.lang)
        from satdoku.diagnosing.solution import only_solution

        return ShownAnswer(input, only_solution(input.puzzle, limit.start()), self.lang)


@dataclass(frozen=True, slots=True)
class ToldRules(JsonObject):
    """The rules that a sentence may tell; it is ``added`` where it tells one of the whole board."""

    sentence: str
    rules: tuple[str, ...]
    added: bool


@dataclass(frozen=True, slots=True)
class ReadAnswer(Answer):
    """A puzzle with the rules of the whole board that words tell.

    told     every sentence that tells rules, with their names: what stands for several rules, or
             for clues whose cells words do not name, is not added
    rules    all rules of the puzzle in words
    written  the puzzle as satdoku's JSON
    """

    JSON = ("rules", "told", "written")

    input: PuzzleInput = field(repr=False)
    told: tuple[ToldRules, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules in words."""
        puzzle = self.input.puzzle
        return tuple(rule.describe(puzzle.geometry) for rule in puzzle.constraints)

    @property
    def written(self) -> str:
        """The puzzle as satdoku's JSON."""
        return write(self.input.document, "json").strip()

    def text(self, lang: Lang | None = None) -> str:
        """A line a sentence with its rules, then the puzzle."""
        lines = [
            f"{'added' if one.added else 'not added'}: {', '.join(one.rules)}: {one.sentence}"
            for one in self.told
        ]
        return "\n".join([*lines, self.written])


def with_words(input: PuzzleInput, words: str) -> ReadAnswer:
    """The puzzle with the rules of the whole board that a text tells (docs/reading.md)."""
    from satdoku.constraints import REGISTRY, once
    from satdoku.constraints.data import from_data
    from satdoku.reading.words import read_words

    geometry = input.puzzle.geometry
    text = read_words(words, geometry.digits)
    sentences, added = [], list(input.puzzle.constraints)
    for at, sentence in enumerate(text.sentences):
        mentions = {one.rule: one for one in text.mentions if one.sentence == at}
        whole = [
            one
            for one in mentions.values()
            if all(parameter.optional for parameter in REGISTRY[one.rule].parameters)
        ]
        alone = len(whole) == 1
        if alone:
            added.append(from_data({"rule": whole[0].rule, **whole[0].numbers}, geometry))
        if mentions:
            names = [one.rule for one in whole] if whole else [*mentions]
            sentences.append(ToldRules(sentence, tuple(names), alone))
    rules = once(tuple(added))[0]
    document = replace(input.document, puzzle=replace(input.puzzle, constraints=rules))
    return ReadAnswer(replace(input, held=document, written=None), tuple(sentences))
