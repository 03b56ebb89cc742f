"""The faults of a player's board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Literal, TypedDict

from satdoku.answers.puzzle_input import PuzzleInput, left_out, read_puzzle
from satdoku.answers.question import Answer, Question, Reporter, SpokenIn
from satdoku.base.codes import DONE, NO, UNDECIDED
from satdoku.base.limits import Limit, under
from satdoku.base.options import Option
from satdoku.base.records import dataclass
from satdoku.board.names import Cell, Placed
from satdoku.diagnosing.board import BoardCheck, PlayerBoard, check_board
from satdoku.explaining.findings import Findings, findings
from satdoku.messages import SOURCE, Lang
from satdoku.puzzle import Document, Puzzle
from satdoku.puzzle.cells import AnyPuzzle, PlayerMarks, cell_marks
from satdoku.solving import UniquenessResult, check_unique

if TYPE_CHECKING:
    from satdoku.render.scene import Scene


class WrongDigit(TypedDict):
    """A digit that no solution has there; ``sees``: cells that hold the same digit, by a house or
    any other rule."""

    cell: Cell
    digit: int
    sees: tuple[Cell, ...]


class BrokenRule(TypedDict):
    """A rule, other than houses, that the digits break."""

    cells: tuple[Cell, ...]
    sentence: str


class StaleMark(TypedDict):
    """A pencil mark that a placed digit rules out."""

    cell: Cell
    digit: int
    reason: str


@dataclass(frozen=True, slots=True)
class CheckAnswer(Answer):
    """The faults of a player's board; ``result`` has them as objects, ``puzzle`` is the board as
    it was given.

    reveal  whether the JSON object and the text have the right digits of wrong cells
    """

    JSON = (
        "verdict", "givens", "result.solutions", "wrong", "broken", "clashes", "lost",
        "lost_together", "no_longer", "right", "sentences", "result.stopped",
        "result.seconds",
    )  # fmt: skip

    input: PuzzleInput
    result: BoardCheck
    reveal: bool = False
    lang: Lang = SOURCE

    @property
    def verdict(self) -> str:
        """solved | fine (nothing is wrong so far) | wrong | unsolvable | undecided."""
        return self.result.verdict

    @property
    def givens(self) -> Literal["known", "unknown"]:
        """``known``, or ``unknown``: every digit counts as the player's."""
        return "known" if self.result.board.trusted else "unknown"

    @property
    def wrong(self) -> tuple[WrongDigit, ...]:
        """Digits that no solution has there."""
        cell, cells = self.input.cell, self.input.cells
        return tuple(
            {"cell": cell(w.cell), "digit": w.digit, "sees": cells(w.seen)}
            for w in self.result.wrong
        )

    def json_broken(self, lang: Lang) -> tuple[BrokenRule, ...]:
        """Rules that the digits break."""
        wording = self._wording(lang)
        return tuple(
            {
                "cells": self.input.cells(fault.problem.cells),
                "sentence": wording.faulty(fault.problem, fault.puzzle),
            }
            for fault in self.result.broken
        )

    @property
    def clashes(self) -> tuple[tuple[Placed, ...], ...]:
        """Sets of digits that cannot all be right though each could be."""
        values = self.result.board.values
        return tuple(self.input.placed((c, values[c]) for c in one) for one in self.result.clashes)

    @property
    def lost(self) -> tuple[Cell, ...]:
        """Open cells whose marks lack the digit that they need."""
        return self.input.cells(self.result.lost)

    @property
    def lost_together(self) -> tuple[Cell, ...]:
        """Cells whose pencil marks cannot all be right though each could be."""
        return self.input.cells(self.result.lost_together)

    def json_no_longer(self, lang: Lang) -> tuple[StaleMark, ...]:
        """Marks that a placed digit rules out."""
        wording = self._wording(lang)
        return tuple(
            {"cell": self.input.cell(s.cell), "digit": s.digit, "reason": wording.stale(s)}
            for s in self.result.stale
        )

    @property
    def right(self) -> dict[Cell, int] | None:
        """The right digits of wrong and lost cells; ``None`` where they were not asked for."""
        if not self.reveal:
            return None
        return {self.input.cell(c): digit for c, digit in self.result.right.items()}

    def json_sentences(self, lang: Lang) -> tuple[str, ...]:
        """All of this in words."""
        return tuple(self._wording(lang).board(self.result, reveal=self.reveal))

    def rows(self) -> Iterable[str]:
        """The verdict, the board, the faults, and the right digits where they were wanted."""
        faults = chain(
            (f"{wrong['cell']}={wrong['digit']}" for wrong in self.wrong),
            map("+".join, self.clashes),
            (f"{cell}?" for cell in self.lost),
            ("+".join(f"{c}?" for c in cells) for cells in (self.lost_together,) if cells),
            (f"{self.input.cell(s.cell)}<>{s.digit}" for s in self.result.stale),
        )
        row = f"{self.marked}\t{self.puzzle}\t{' '.join(faults)}"
        if self.right:
            row += "\t" + " ".join(f"{cell}={digit}" for cell, digit in self.right.items())
        return (row,)

    @property
    def exit_code(self) -> int:
        """No where something is wrong."""
        codes = {"solved": DONE, "fine": DONE, "undecided": UNDECIDED}
        return codes.get(self.verdict, NO)

    def text(self, lang: Lang | None = None) -> str:
        """The faults, a line a sentence."""
        return "\n".join(self.json_sentences(lang or self.lang))

    def _wording(self, lang: Lang) -> Findings:
        return findings(self.result.board.puzzle.geometry, lang)

    def scene(self) -> Scene:
        """The board, what is wrong marked."""
        from satdoku.render.scene import Highlight, MarkRole, make_scene

        faulty: dict[int, Highlight] = dict.fromkeys(self.result.faulty_cells, "fault")
        marks: dict[tuple[int, int], MarkRole] = {
            (stale.cell, stale.digit): "out" for stale in self.result.stale
        }
        return make_scene(self.result.board.position, highlights=faulty, marks=marks)


@dataclass(frozen=True)
class CheckQuestion(Question[CheckAnswer]):
    """Which digits and pencil marks of a player's board are wrong.

    puzzle  what the board is of; without it every digit counts as the player's, unless the board
            knows its givens
    marks   pencil marks: the digits of cells by name, or a list with those of each cell
    """

    puzzle: AnyPuzzle | None = None
    marks: PlayerMarks | None = None
    reveal: Annotated[bool, Option("Print the right digits of wrong cells too.")] = False
    lang: SpokenIn = SOURCE

    def answer(self, input: PuzzleInput, limit: Limit, report: Reporter = None) -> CheckAnswer:
        puzzle = None if self.puzzle is None else read_puzzle(self.puzzle).puzzle
        held = PlayerBoard.of(input.document, puzzle)
        if self.marks is not None:
            marks = cell_marks(self.marks, held.puzzle.geometry)
            noted = zip(marks, held.marks, held.values, strict=True)
            together = tuple((a or b) if v is None else None for a, b, v in noted)
            held = replace(held, marks=together)
        return CheckAnswer(input, check_board(held, limit=limit), self.reveal, self.lang)


@dataclass
class BoardChecks:
    """Players' boards in a row: whether their puzzle has one solution is asked once."""

    limit: Limit
    reveal: bool = False
    lang: Lang = SOURCE
    _known: tuple[Puzzle, UniquenessResult] | None = field(default=None, init=False)

    def check(
        self, document: Document, puzzle: Puzzle | None, line: int, text: str, source: str | None
    ) -> CheckAnswer:
        """The faults of one board; ``puzzle`` holds the givens, where they are known.

        :raises FormatError: where the board is not one of the puzzle.
        :raises InvalidPuzzle, Unsupported: where there is no answer for such a puzzle.
        """
        board = PlayerBoard.of(document, puzzle)
        # One limit for both questions.
        with under(self.limit.start()) as clock:
            known = self._answer_of(board.puzzle) if board.trusted else None
            check = check_board(board, limit=clock.rest(), known=known)
        input = PuzzleInput(Document(board.puzzle), line, text, source, left_out(document))
        return CheckAnswer(input, check, self.reveal, self.lang)

    def _answer_of(self, puzzle: Puzzle) -> UniquenessResult:
        if self._known is None or self._known[0] != puzzle:
            self._known = puzzle, check_unique(puzzle, limit=self.limit)
        return self._known[1]
