"""What is wrong with a player's board, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain

from satdoku.answers.asked import Asked, left_out
from satdoku.base.limits import Limit
from satdoku.diagnosing.board import BoardCheck, PlayerBoard, check_board
from satdoku.explaining.findings import findings
from satdoku.explaining.names import Lang
from satdoku.puzzle import Document, Puzzle
from satdoku.records.findings import CheckRecord
from satdoku.solving import UniquenessResult, check_unique

__all__ = ["BoardChecks", "board_record", "board_row"]


def board_record(
    found: BoardCheck, asked: Asked, *, reveal: bool = False, lang: Lang = "en"
) -> CheckRecord:
    """What was found, as plain data; the right digits only with ``reveal``."""
    geometry = found.board.puzzle.geometry
    name, wording = geometry.name, findings(geometry, lang)
    return CheckRecord(
        **asked.place,
        verdict=found.verdict,
        givens="known" if found.board.trusted else "unknown",
        solutions=found.solutions,
        wrong=tuple(
            {"cell": name(w.cell), "digit": w.digit, "sees": [name(c) for c in w.seen]}
            for w in found.wrong
        ),
        clashes=tuple(
            tuple(f"{name(c)}={found.board.values[c]}" for c in clash) for clash in found.clashes
        ),
        lost=tuple(name(c) for c in found.lost),
        lost_together=tuple(name(c) for c in found.lost_together),
        no_longer=tuple(
            {"cell": name(s.cell), "digit": s.digit, "reason": wording.stale(s)}
            for s in found.stale
        ),
        right={name(c): d for c, d in found.right.items()} if reveal else None,
        sentences=tuple(wording.board(found, reveal=reveal)),
        stopped=found.stopped,
        seconds=round(found.seconds, 6),
    )


@dataclass
class BoardChecks:
    """Players' boards in a row: whether their puzzle has one solution is asked once.

    last  what was found of the last board
    """

    limit: Limit
    reveal: bool = False
    lang: Lang = "en"
    last: BoardCheck | None = field(default=None, init=False)
    _known: tuple[Puzzle, UniquenessResult] | None = field(default=None, init=False)

    def check(
        self, document: Document, puzzle: Puzzle | None, line: int, text: str, source: str | None
    ) -> CheckRecord:
        """What is wrong with one board; ``puzzle`` holds the givens, where they are known.

        :raises FormatError: where the board is not one of the puzzle.
        :raises InvalidPuzzle, Unsupported: where there is no answer for such a puzzle.
        """
        board = PlayerBoard.of(document, puzzle)
        clock = self.limit.start()
        known = self._answer_of(board.puzzle) if board.trusted else None
        # One limit for both questions.
        left = Limit(seconds=clock.remaining())
        self.last = check_board(board, limit=left, known=known)
        asked = Asked(board.puzzle, line, text, source, left_out(document))
        return board_record(self.last, asked, reveal=self.reveal, lang=self.lang)

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
