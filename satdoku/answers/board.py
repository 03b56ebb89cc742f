"""What is wrong with a player's board."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING, Annotated

from satdoku.answers.puzzle_input import PuzzleInput, left_out, read_puzzle
from satdoku.answers.question import Answer, Question, Reporter, SpokenIn
from satdoku.base.limits import Limit, under
from satdoku.base.options import Option
from satdoku.diagnosing.board import BoardCheck, PlayerBoard, check_board
from satdoku.explaining.findings import Findings, findings
from satdoku.messages import SOURCE, Lang
from satdoku.puzzle import Document, Puzzle
from satdoku.puzzle.cells import AnyPuzzle, PlayerMarks, cell_marks
from satdoku.records.findings import CheckRecord
from satdoku.solving import UniquenessResult, check_unique

if TYPE_CHECKING:
    from satdoku.render.scene import Scene


@dataclass(frozen=True, slots=True)
class CheckAnswer(Answer):
    """What is wrong with a player's board; ``found`` has it as objects.

    reveal  whether the record and the text have the right digits of wrong cells
    """

    asked: PuzzleInput
    found: BoardCheck
    reveal: bool = False
    lang: Lang = SOURCE

    @property
    def verdict(self) -> str:
        """solved | fine (nothing is wrong so far) | wrong | unsolvable | undecided."""
        return self.found.verdict

    def record(self, lang: Lang | None = None) -> CheckRecord:
        asked, found, wording = self.asked, self.found, self._wording(lang)
        cell = asked.cell
        return CheckRecord(
            **asked.place,
            verdict=found.verdict,
            givens="known" if found.board.trusted else "unknown",
            solutions=found.solutions,
            wrong=tuple(
                {"cell": cell(w.cell), "digit": w.digit, "sees": asked.cells(w.seen)}
                for w in found.wrong
            ),
            broken=tuple(
                {
                    "cells": asked.cells(fault.problem.cells),
                    "sentence": wording.faulty(fault.problem, fault.puzzle),
                }
                for fault in found.broken
            ),
            clashes=tuple(
                asked.placed((c, found.board.values[c]) for c in clash) for clash in found.clashes
            ),
            lost=asked.cells(found.lost),
            lost_together=asked.cells(found.lost_together),
            no_longer=tuple(
                {"cell": cell(s.cell), "digit": s.digit, "reason": wording.stale(s)}
                for s in found.stale
            ),
            right={cell(c): d for c, d in found.right.items()} if self.reveal else None,
            sentences=tuple(wording.board(found, reveal=self.reveal)),
            stopped=found.stopped,
            seconds=round(found.seconds, 6),
        )

    def text(self, lang: Lang | None = None) -> str:
        """What is wrong, a line a sentence."""
        return "\n".join(self._wording(lang).board(self.found, reveal=self.reveal))

    def _wording(self, lang: Lang | None) -> Findings:
        return findings(self.found.board.puzzle.geometry, lang or self.lang)

    def scene(self) -> Scene:
        """The board, what is wrong marked."""
        from satdoku.render.scene import Highlight, MarkRole, make_scene

        faulty: dict[int, Highlight] = dict.fromkeys(self.found.faulty_cells, "fault")
        marks: dict[tuple[int, int], MarkRole] = {
            (stale.cell, stale.digit): "out" for stale in self.found.stale
        }
        return make_scene(self.found.board.position, highlights=faulty, marks=marks)


@dataclass(frozen=True)
class CheckQuestion(Question[CheckAnswer]):
    """Which digits and pencil marks of a player's board are wrong.

    puzzle  what the board is of; without it every digit counts as the player's, unless the board
            knows its givens
    marks   pencil marks: the digits of cells by name, or a list with those of each cell
    """

    puzzle: AnyPuzzle | None = None
    marks: PlayerMarks | None = None
    reveal: Annotated[bool, Option("Also print the right digits of wrong cells.")] = False
    lang: SpokenIn = SOURCE

    def answer(self, asked: PuzzleInput, limit: Limit, report: Reporter = None) -> CheckAnswer:
        puzzle = None if self.puzzle is None else read_puzzle(self.puzzle).puzzle
        held = PlayerBoard.of(asked.document, puzzle)
        if self.marks is not None:
            marks = cell_marks(self.marks, held.puzzle.geometry)
            noted = zip(marks, held.marks, held.values, strict=True)
            together = tuple((a or b) if v is None else None for a, b, v in noted)
            held = replace(held, marks=together)
        return CheckAnswer(asked, check_board(held, limit=limit), self.reveal, self.lang)


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
        """What is wrong with one board; ``puzzle`` holds the givens, where they are known.

        :raises FormatError: where the board is not one of the puzzle.
        :raises InvalidPuzzle, Unsupported: where there is no answer for such a puzzle.
        """
        board = PlayerBoard.of(document, puzzle)
        # One limit for both questions.
        with under(self.limit.start()) as clock:
            known = self._answer_of(board.puzzle) if board.trusted else None
            found = check_board(board, limit=clock.rest(), known=known)
        asked = PuzzleInput(Document(board.puzzle), line, text, source, left_out(document))
        return CheckAnswer(asked, found, self.reveal, self.lang)

    def _answer_of(self, puzzle: Puzzle) -> UniquenessResult:
        if self._known is None or self._known[0] != puzzle:
            self._known = puzzle, check_unique(puzzle, limit=self.limit)
        return self._known[1]


def board_row(record: CheckRecord) -> str:
    """A line for a program: verdict, board, faults, and the right digits where they were wanted."""
    faults = chain(
        (f"{w['cell']}={w['digit']}" for w in record.wrong),
        ("+".join(clash) for clash in record.clashes),
        (f"{cell}?" for cell in record.lost),
        ("+".join(f"{cell}?" for cell in cells) for cells in (record.lost_together,) if cells),
        (f"{s['cell']}<>{s['digit']}" for s in record.no_longer),
    )
    row = f"{record.marked(record.verdict)}\t{record.puzzle}\t{' '.join(faults)}"
    if record.right:
        row += "\t" + " ".join(f"{cell}={digit}" for cell, digit in record.right.items())
    return row
